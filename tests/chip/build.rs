//! Computes the results on this computer, for the chip to compare with its own, and links the program (the package `embedded` has
//! the memory map).

// What the chip computes, computed here.
#[path = "src/corpus.rs"]
mod corpus;

use std::path::PathBuf;
use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let expected = corpus::digests().ok_or("a line of the corpus is not read")?;
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("expected.rs"), format!("{expected:?}"))?;
    for arg in ["--nmagic", "-Tlink.x"] {
        println!("cargo:rustc-link-arg-bins={arg}");
    }
    Ok(())
}
