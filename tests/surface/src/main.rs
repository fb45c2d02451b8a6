//! Prints the public items of a crate, one a line, out of the JSON that rustdoc writes. `run` says how and what for.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let json = std::env::args_os().nth(1).ok_or("usage: surface FILE.json")?;
    // What every type has of itself, by blanket impls, says nothing; Send and the like follow from the fields.
    let api =
        public_api::Builder::from_rustdoc_json(json).omit_blanket_impls(true).omit_auto_trait_impls(true).build()?;
    for item in api.items() {
        println!("{item}");
    }
    Ok(())
}
