//! Writes the memory map of the nRF51822, and the linker script that uses it.

use std::path::PathBuf;
use std::{env, fs};

const MEMORY: &str = "MEMORY {
    FLASH : ORIGIN = 0x00000000, LENGTH = 256K
    RAM : ORIGIN = 0x20000000, LENGTH = 16K
}
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("memory.x"), MEMORY)?;
    println!("cargo:rustc-link-search={}", out.display());
    for arg in ["--nmagic", "-Tlink.x"] {
        println!("cargo:rustc-link-arg-bins={arg}");
    }
    println!("cargo:rerun-if-changed=build.rs");
    Ok(())
}
