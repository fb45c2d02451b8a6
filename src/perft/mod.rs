//! Perft: the number of move sequences of a given length, the standard test and benchmark of move generators.
//!
//! The 0x88 engine counts: moves are made and taken back in place, and the last ply is counted without playing it. The package chess0x88-perft
//! counts the last two plies in vectors.
//!
//! All large functions are compiled once, in this crate. Generic functions only pass a position on.
//!
//! Source: Chess Programming Wiki, "Perft" and "Perft Results".

mod mailbox;

use core::iter::FusedIterator;

use crate::moves::{Move, MoveList, MoveListIter};
use crate::piece::Color;
use crate::position::Position;
use crate::rules::{ChessRules, Rules};
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
pub fn divide<R: Rules>(position: &Position<R>, depth: u8) -> Divide<R> {
    let moves = if depth == 0 { MoveList::new() } else { position.legal_moves() };
    Divide { position: *position, moves: moves.into_iter(), rest: depth.saturating_sub(1) }
}

/// An iterator over the legal moves, each with the number of sequences that start with it: see [`divide`].
#[derive(Clone, Debug)]
pub struct Divide<R: Rules = ChessRules> {
    position: Position<R>,
    moves: MoveListIter,
    /// The plies after the move.
    rest: u8,
}

impl<R: Rules> Iterator for Divide<R> {
    type Item = (Move, u64);

    fn next(&mut self) -> Option<(Move, u64)> {
        let mv = self.moves.next()?;
        Some((mv, perft(&self.position.after_unchecked(mv), self.rest)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.moves.size_hint()
    }
}

impl<R: Rules> ExactSizeIterator for Divide<R> {}

impl<R: Rules> FusedIterator for Divide<R> {}
