//! Writes random games for measurements: `cargo run --release --example generate -- 100000 > games.pgn`.

// The games that the tests convert.
#[path = "../tests/it/games.rs"]
mod games;

use std::io::Write;

fn main() -> std::io::Result<()> {
    let count: u64 = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(1000);
    let (mut random, mut text, mut out) = (games::Random(39), String::new(), std::io::stdout().lock());
    for number in 0..count {
        text.clear();
        games::write(&mut random, number, &mut text);
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}
