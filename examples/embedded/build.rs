//! Writes the memory map of the target's machine, and the linker script that uses it.

use std::path::PathBuf;
use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The smallest boards of the emulator: micro:bit (nRF51, Cortex-M0), and MPS2 with a Cortex-M4. The same code runs on a
    // larger machine, if a program needs it.
    let ram = env::var("RAM").unwrap_or("16K".to_owned());
    let memory = match env::var("TARGET")?.split('-').next() {
        Some("thumbv6m") => [("FLASH", "0x00000000", "256K"), ("RAM", "0x20000000", ram.as_str())],
        _ => [("FLASH", "0x00000000", "4M"), ("RAM", "0x20000000", "4M")],
    };
    let lines = memory.map(|(name, origin, length)| format!("{name} : ORIGIN = {origin}, LENGTH = {length}\n"));
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("memory.x"), format!("MEMORY {{\n{}}}\n", lines.concat()))?;
    println!("cargo:rustc-link-search={}", out.display());
    for arg in ["--nmagic", "-Tlink.x"] {
        println!("cargo:rustc-link-arg-bins={arg}");
    }
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=RAM");
    Ok(())
}
