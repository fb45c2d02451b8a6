//! Perft.

use crate::contest::Contest;
use crate::libraries::{Chess, Cozy, Library, Ours, Shakmaty, perft, perft_by_list};

/// An operation is a leaf. This crate plays neither of the last two plies but when asked to list and play; its peers play
/// all but the last.
pub fn bulk_counted(fen: &str, depth: u8) -> Contest<'static> {
    let ours = Ours::read(fen);
    let cozy = Cozy::read(fen);
    let shakmaty = Shakmaty::read(fen);
    let chess = Chess::read(fen);
    Contest::new(perft(&ours, depth))
        .entry(Ours::NAME, move || perft(&ours, depth))
        .backends(move |backend| backend.perft(&ours, depth))
        .variant("list and play", move || perft_by_list::<Ours>(&ours, depth))
        .entry(Cozy::NAME, move || perft_by_list::<Cozy>(&cozy, depth))
        .entry(Shakmaty::NAME, move || shakmaty::perft(&shakmaty, depth.into()))
        .entry(Chess::NAME, move || perft_by_list::<Chess>(&chess, depth))
}
