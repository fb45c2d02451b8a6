//! Links programs that begin at `start` and need no library.

use std::env;

fn main() -> Result<(), env::VarError> {
    let target = env::var("TARGET")?;
    let args: &[&str] = match target.split('-').next() {
        Some("wasm32") => &["--no-entry", "--export=start"],
        Some("x86_64") => &["-nostdlib", "-nostartfiles", "-nodefaultlibs", "-static", "-no-pie", "-Wl,--entry=start"],
        _ => &["--entry=start", "--gc-sections"],
    };
    for arg in args {
        println!("cargo:rustc-link-arg-bins={arg}");
    }
    Ok(())
}
