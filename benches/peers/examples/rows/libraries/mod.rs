//! What each library's calls need, and what its values say.

pub mod chess;
pub mod chess0x88;
pub mod cozy_chess;
pub mod shakmaty;

/// The first field of a FEN, by the letter of the piece on each square.
fn placement(letter: impl Fn(usize) -> Option<char>) -> String {
    let ranks = (0..8).rev().map(|rank| {
        let mut text: String = (0..8).map(|file| letter(8 * rank + file).unwrap_or('.')).collect();
        for run in (1..=8).rev() {
            text = text.replace(&".".repeat(run), &run.to_string());
        }
        text
    });
    ranks.collect::<Vec<_>>().join("/")
}

/// The squares of a set, in words.
fn squares(bits: u64) -> String {
    let names = (0..64).filter(|index| bits >> index & 1 == 1);
    let names = names.map(|index| format!("{}{}", char::from(b'a' + index % 8), index / 8 + 1));
    format!("{{{}}}", names.collect::<Vec<_>>().join("; "))
}
