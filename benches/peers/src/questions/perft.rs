//! Perft.

use crate::contest::Contest;
use crate::libraries::{Chess, Cozy, Library, Ours, Shakmaty, perft, perft_by_list};

/// An operation is a leaf. The SIMD back ends of this crate count the last two plies without playing a move. "List and play",
/// the other back ends and the peers count the last ply.
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
