//! Perft: the number of ways to play a number of plies, the test and the clock of every move generator.
//!
//! Source: Chess Programming Wiki, "Perft" and "Perft Results".

use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;
#[cfg(feature = "vector")]
use crate::vector::Backend;

/// The number of sequences of `depth` legal moves (plies). The last ply is counted, not played.
///
/// Promotions to different pieces are different moves; draws by rule do not end a sequence, mate and stalemate do. The
/// sum saturates.
///
/// ```
/// use chess0x88::{Chess, perft};
/// assert_eq!(perft(&Chess::startpos(), 3), 8902);
/// ```
#[must_use]
pub fn perft<R: Rules>(position: &Position<R>, depth: u8) -> u64 {
    #[cfg(feature = "vector")]
    return Backend::best().perft(position, depth);
    #[cfg(not(feature = "vector"))]
    walk(position, depth)
}

/// Perft by the walking generator: the plain twin of the vector engine's.
pub(crate) fn walk<R: Rules>(position: &Position<R>, depth: u8) -> u64 {
    match depth {
        0 => 1,
        1 => position.walk_count() as u64,
        _ => {
            let mut nodes = 0_u64;
            position.for_each_legal(|mv| {
                // Played in place, not returned: a position that a function returns is copied once more.
                let mut child = *position;
                let _ = child.play_unchecked(mv);
                nodes = nodes.saturating_add(walk(&child, depth - 1));
            });
            nodes
        }
    }
}

/// [`perft`] split by first move: each legal move with the number of sequences of `depth` plies that begin with it.
/// Nothing at depth 0. Each number is computed as the iterator gets to it.
///
/// ```
/// use chess0x88::{Chess, divide};
/// let start = Chess::startpos();
/// let total: u64 = divide(&start, 3).map(|(_, nodes)| nodes).sum();
/// assert_eq!(total, 8902);
/// ```
pub fn divide<R: Rules>(position: &Position<R>, depth: u8) -> impl Iterator<Item = (Move, u64)> {
    let position = *position;
    let rest = depth.checked_sub(1);
    position.legal_moves().into_iter().filter_map(move |mv| Some((mv, perft(&position.after_unchecked(mv), rest?))))
}
