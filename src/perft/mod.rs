//! Perft: the number of move sequences of a given length, the standard test and benchmark of move generators.
//!
//! The 0x88 engine counts: moves are made and taken back in place, and the last ply is counted without playing it. The package chess0x88-perft
//! counts the last two plies in vectors.
//!
//! All large functions are compiled once, in this crate. Generic functions only pass a position on.
//!
//! Source: Chess Programming Wiki, "Perft" and "Perft Results".

mod mailbox;

use core::fmt::Debug;
use core::iter::FusedIterator;

use crate::moves::{Move, MoveList};
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Rules;
use mailbox::MailboxPosition;

/// Counts the sequences of `depth` legal moves (plies). The last ply is counted, not played.
///
/// Promotions to different pieces are different moves. Mate and stalemate end a sequence; draws by rule do not. The sum saturates.
///
/// ```
/// use chess0x88::{Chess, perft};
/// assert_eq!(perft(&Chess::startpos(), 3), 8902);
/// ```
#[must_use]
pub fn perft<R: Rules>(position: &Position<R>, depth: u8) -> u64 {
    MailboxPosition {
        board: *position.board(),
        turn: position.turn(),
        kings: [position.king(Color::White), position.king(Color::Black)],
        castling: position.castling_rights(),
        en_passant: R::en_passant(position.state()),
        pawn_rules: R::RULES.pawns,
    }
    .perft(depth)
}

/// Splits [`perft`] by first move: each legal move with the number of sequences of `depth` plies that start with it. There are none
/// at depth 0. Each number is computed when the iterator reaches it.
///
/// ```
/// use chess0x88::{Chess, divide};
/// let start = Chess::startpos();
/// let total: u64 = divide(&start, 3).map(|(_, nodes)| nodes).sum();
/// assert_eq!(total, 8902);
/// ```
#[must_use]
pub fn divide<R: Rules>(
    position: &Position<R>,
    depth: u8,
) -> impl ExactSizeIterator<Item = (Move, u64)> + FusedIterator + Clone + Debug + use<R> {
    let (position, rest) = (*position, depth.saturating_sub(1));
    let moves = if depth == 0 { MoveList::new() } else { position.legal_moves() };
    moves.into_iter().map(move |mv| (mv, perft(&position.after_unchecked(mv), rest)))
}
