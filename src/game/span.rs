//! The reversible span: the moves since the last irreversible move, a fingerprint of the position before each move, and the walk
//! back through them.
//!
//! A capture, a pawn move, the loss of a castling right and the passing of a legal en passant capture are irreversible: no position
//! before such a move equals a position after it. So a position can repeat only within the span:
//!
//! ```text
//!    1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 │ 4.Ba4 Nf6 5.Bb5 Ng8 6.Ba4 Nf6 ...
//!         each pawn move begins │ the span: 4.Ba4 leads to the same position as 6.Ba4
//!         a new span            │
//! ```
//!
//! Each move asks one question: which earlier position of the span equals the current one? The entry of that position holds its
//! number of occurrences. The answer is that number plus one.
//!
//! - **Fingerprints rule out.** An entry stores sixteen bits of the [key](Position::key), which each move updates. Positions with
//!   different fingerprints are different. Nearly always all fingerprints differ.
//! - **The walk confirms.** Each move of the span moves one piece, and does nothing else. The walk moves the pieces back on a copy
//!   of the board, and counts the squares on which copy and board differ: two comparisons per ply. At zero the boards are equal.
//!   Castling rights and en passant are equal in the whole span.
//!
//! So repetition is exact. Positions with equal keys, by chance or by design, only cost a walk.

use core::ops::ControlFlow;

use super::ending::ending;
use super::players::{GameError, granted};
use crate::board::Board0x88;
use crate::geometry::IS_FAST;
use crate::moves::Move;
use crate::piece::Piece;
use crate::position::{Position, Undo};
use crate::rules::{ChessRules, Claim, Outcome, Rules};
use crate::tally::{Work, note};

/// The longest span that is searched: in chess the game ends there.
pub(super) const LONGEST_SPAN: usize = match ChessRules::MOVE_LIMIT {
    Some((plies, _)) => plies as usize,
    None => 0,
};

/// The stored facts about a position that may occur again.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpanEntry {
    fingerprint: u16,
    /// The number of occurrences up to this one. It saturates.
    pub(super) repetitions: u16,
}

impl SpanEntry {
    /// The filler of unused entries.
    pub(super) const NONE: SpanEntry = SpanEntry { fingerprint: 0, repetitions: 0 };
}

/// The current position of a game with its key and repetitions.
#[derive(Clone, Debug)]
pub(super) struct Current<R: Rules> {
    pub(super) position: Position<R>,
    /// The position's key, or 0 before its first computation, which a constant cannot do.
    key: u64,
    /// The number of occurrences of the position, with this one. It saturates.
    pub(super) repetitions: u16,
}

/// The earlier positions of a game.
pub(super) trait Past: Copy {
    /// Returns `true` if an earlier position that can occur again may have occurred this often.
    fn has_repeated(self, times: u32) -> bool;

    /// Counts the occurrences of the current position. `mv` is the last move.
    fn repetitions<R: Rules>(self, current: &Current<R>, mv: Move) -> u16;
}

/// The moves of the reversible span, and the entry of the position before each move.
#[derive(Clone, Copy)]
pub(super) struct Span<'a> {
    pub(super) moves: &'a [Move],
    pub(super) entries: &'a [SpanEntry],
}

/// A move made on the [`Current`] position, with its undo data.
#[derive(Debug)]
pub(super) struct MadeMove<R: Rules> {
    pub(super) undo: Undo<R>,
    /// The key of the position before.
    pub(super) key: u64,
    /// The entry of the position before.
    pub(super) entry: SpanEntry,
    /// `true` if positions before the move can occur again: the span goes on.
    pub(super) reversible: bool,
}

impl<R: Rules> Current<R> {
    /// A position without earlier positions.
    pub(super) const fn new(position: Position<R>) -> Current<R> {
        Current::repeated(position, 1)
    }

    /// A position that has occurred this often.
    pub(super) const fn repeated(position: Position<R>, repetitions: u16) -> Current<R> {
        Current { position, key: 0, repetitions }
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        if self.key == 0 { self.position.key() } else { self.key }
    }

    /// Returns the end by the rules: [`ending`].
    pub(super) fn outcome(&self, is_dead: impl FnOnce() -> bool) -> Option<Outcome> {
        ending(&self.position, self.repetitions.into(), is_dead)
    }

    /// The number for a claim: plies without capture or pawn move, or occurrences. 0 if the game has no such claim.
    pub(super) fn counted(&self, claim: Claim) -> u32 {
        match claim {
            _ if !R::CLAIMS.contains(&claim) => 0,
            Claim::FiftyMoves => self.position.halfmove_clock(),
            Claim::ThreefoldRepetition => self.repetitions.into(),
        }
    }

    pub(super) fn entry(&self) -> SpanEntry {
        SpanEntry { fingerprint: self.key() as u16, repetitions: self.repetitions }
    }

    /// Makes a legal move and counts the repetitions of the new position.
    #[inline]
    pub(super) fn make(&mut self, mv: Move, past: impl Past) -> MadeMove<R> {
        let made = self.advance(mv);
        self.repetitions = if made.reversible { past.repetitions(self, mv) } else { 1 };
        made
    }

    /// Makes a legal move without counting repetitions.
    #[inline]
    fn advance(&mut self, mv: Move) -> MadeMove<R> {
        let key = self.key();
        let entry = SpanEntry { fingerprint: key as u16, repetitions: self.repetitions };
        let rights = self.position.castling_rights();
        let passes_en_passant = self.position.legal_en_passant().is_some();
        // A program for a small machine computes the key anew after a move: 1,400 bytes less code, but slower.
        let next = IS_FAST.then(|| self.position.next_key(key, mv));
        let undo = self.position.make(mv);
        self.key = next.unwrap_or_else(|| self.position.key());
        let reversible =
            self.position.halfmove_clock() > 0 && self.position.castling_rights() == rights && !passes_en_passant;
        MadeMove { undo, key, entry, reversible }
    }

    /// Undoes a move.
    #[inline]
    pub(super) fn unmake(&mut self, undo: Undo<R>, key: u64, entry: SpanEntry) {
        self.position.unmake(undo);
        self.key = key;
        self.repetitions = entry.repetitions;
    }
}

/// The current position in its game, for finding claims.
pub(super) struct InGame<'a, R: Rules, P> {
    pub(super) current: &'a Current<R>,
    pub(super) past: P,
}

impl<R: Rules, P: Past> InGame<'_, R, P> {
    const fn position(&self) -> &Position<R> {
        &self.current.position
    }

    /// Asks about the game after a legal move, on a copy.
    #[inline]
    pub(super) fn after<A>(&self, mv: Move, ask: impl FnOnce(&Current<R>) -> A) -> A {
        let mut after = self.current.clone();
        let _taken = after.make(mv, self.past);
        ask(&after)
    }

    pub(super) fn occurred(&self, claim: Claim) -> bool {
        self.current.counted(claim) >= claim.threshold() && self.position().has_legal_move()
    }

    /// The draw of a claim in a game that goes on: on the current position, or with an announced move.
    pub(super) fn claim(&self, claim: Claim, announced: Option<Move>) -> Result<Outcome, GameError> {
        let Some(mv) = announced else { return granted(claim, self.current.counted(claim)) };
        self.position().check_legal(mv)?;
        granted(claim, self.after(mv, |after| after.counted(claim)))
    }

    /// Returns `true` if a claim is possible in a game that goes on.
    // A stack frame of its own: the copies of the position are freed before the caller goes on.
    #[inline(never)]
    pub(super) fn claimable(&self, claim: Claim) -> bool {
        let almost = claim.threshold() - 1;
        let is_near = match claim {
            Claim::FiftyMoves => self.current.counted(claim) >= almost,
            Claim::ThreefoldRepetition => self.past.has_repeated(almost),
        };
        let reaches = |mv| if self.reaches(claim, mv) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        is_near && (self.occurred(claim) || self.position().visit_legal_moves(reaches).is_break())
    }

    /// Returns `true` if a claim with this move is possible in a game that goes on.
    pub(super) fn claimable_with(&self, claim: Claim, mv: Move) -> bool {
        self.position().is_legal(mv) && self.reaches(claim, mv)
    }

    /// Returns `true` if the condition would occur after a legal move. The move is only announced, so a mate or stalemate by it
    /// ends nothing (FIDE articles 9.2.1, 9.3.1).
    fn reaches(&self, claim: Claim, mv: Move) -> bool {
        self.after(mv, |after| after.counted(claim) >= claim.threshold())
    }
}

impl Past for Span<'_> {
    fn has_repeated(self, times: u32) -> bool {
        self.entries.iter().any(|entry| u32::from(entry.repetitions) >= times)
    }

    #[inline]
    fn repetitions<R: Rules>(self, current: &Current<R>, mv: Move) -> u16 {
        let fingerprint = current.key as u16;
        note(Work::Comparison, self.entries.len());
        // Compilers vectorise a loop over all entries, those with the other side to move included.
        #[expect(clippy::needless_bitwise_bool, reason = "branches would keep compilers from vector code")]
        let found = self.entries.iter().fold(false, |found, entry| found | (entry.fingerprint == fingerprint));
        if !found {
            return 1;
        }
        confirmed(current.position.board(), fingerprint, self, mv)
    }
}

/// Counts the occurrences of a position by a walk back over the moves. `mv` is the last move.
#[cold]
fn confirmed(now: &Board0x88, fingerprint: u16, past: Span<'_>, mut mv: Move) -> u16 {
    let mut then = *now;
    let mut differing = 0_i32;
    let mut same_turn = false;
    let Span { mut moves, mut entries } = past;
    // The position before the last move has no entry yet.
    let mut before = SpanEntry::NONE;
    loop {
        note(Work::Comparison, 1);
        // Each move of the span moved a piece to an empty square.
        let piece = then.piece_at(mv.to());
        for (square, piece) in [(mv.to(), None), (mv.from(), piece)] {
            differing -= i32::from(!is_same(then.piece_at(square), now.piece_at(square)));
            then.set(square, piece);
            differing += i32::from(!is_same(piece, now.piece_at(square)));
        }
        if same_turn && differing == 0 && before.fingerprint == fingerprint {
            return before.repetitions.saturating_add(1);
        }
        same_turn = !same_turn;
        let ([earlier_moves @ .., last_move], [earlier_entries @ .., last_entry]) = (moves, entries) else { return 1 };
        (moves, entries, mv, before) = (earlier_moves, earlier_entries, *last_move, *last_entry);
    }
}

/// Returns `true` if two squares are equal for repetition: a Met that was a Bia equals any Met.
fn is_same(one: Option<Piece>, other: Option<Piece>) -> bool {
    one == other || one.zip(other).is_some_and(|(one, other)| one.is_like(other))
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::position::Chess;

    /// Plays moves as if all positions had the same key, and compares the repetitions with those of the true keys.
    fn repetitions_by_the_board(start: Chess, moves: impl IntoIterator<Item = &'static str>) -> Vec<u16> {
        let mut current = Current::new(start);
        let (mut played, mut entries, mut repetitions) = (Vec::new(), Vec::<SpanEntry>::new(), Vec::new());
        for uci in moves {
            let mv = current.position.parse_uci(uci).expect(uci);
            let before = current.entry();
            let _undo = current.make(mv, Span { moves: &played, entries: &entries });
            played.push(mv);
            entries.push(before);
            let (&last, earlier) = played.split_last().expect("a move");
            let alike: Vec<SpanEntry> =
                entries.iter().take(earlier.len()).map(|&entry| SpanEntry { fingerprint: 0x88, ..entry }).collect();
            let same = Current { key: 0x88, ..current.clone() };
            assert_eq!(Span { moves: earlier, entries: &alike }.repetitions(&same, last), current.repetitions, "{uci}");
            repetitions.push(current.repetitions);
        }
        repetitions
    }

    #[test]
    fn equal_fingerprints_cost_only_time() {
        let round = ["g1f3", "g8f6", "b1c3", "f6g8", "f3g1", "g8f6", "c3b1", "f6g8"];
        let repetitions = repetitions_by_the_board(Chess::startpos(), round.into_iter().cycle().take(40));
        assert!((0..40).map(|n| 1 + (n + 1) / 8).eq(repetitions));
    }

    #[test]
    fn pieces_that_change_places_repeat_nothing() {
        let start = "4k3/8/8/8/8/8/R6K/Q7 w - - 0 1".parse().expect("a FEN");
        let moves = ["a1b1", "e8f8", "a2a1", "f8e8", "b1c2", "e8f8", "c2a2", "f8e8"];
        assert!(repetitions_by_the_board(start, moves).iter().all(|&repetitions| repetitions == 1));
    }
}
