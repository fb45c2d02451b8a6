//! The window: the moves within which a position can occur again, the fingerprints of its positions, and the walk back
//! through them.
//!
//! A capture, a pawn move, the loss of a castling right and the passing of a legal en passant capture can never be made
//! good. No position before such a move equals one after it, so the window opens anew there:
//!
//! ```text
//!    1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 │ 4.Ba4 Nf6 5.Bb5 Ng8 6.Ba4 Nf6 ...
//!         each of these forgets │ the window: 4.Ba4 leads to the same position as 6.Ba4
//!         what was before       │
//! ```
//!
//! With each move the question is answered once, for good: is there a position in the window that equals the one that now
//! stands on the board? How often *that* one had occurred is known by then, so one more is the answer.
//!
//! - **Fingerprints rule out.** Of each position sixteen bits of its [key](Position::key) are kept, which is brought up to
//!   date move by move. Positions with different fingerprints are different, and nearly always all are.
//! - **The walk confirms.** Within the window every move only carries a piece from one square to another. Walking back, the
//!   piece is carried from there to here, on a copy of the board, and a counter holds on how many squares copy and board
//!   differ: two squares to look at per ply. Where the counter is zero, the positions are equal; castling rights and en
//!   passant are alike in the whole window by the way it is cut.
//!
//! So repetition is exact: positions whose keys collide, by chance or on purpose, cost a walk and no more.

use core::ops::ControlFlow;

use crate::board::Board0x88;
use crate::moves::Move;
use crate::piece::Piece;
use crate::position::{Position, Undo};
use crate::rules::{Claim, Outcome, Rules};

/// What is kept of a position that may occur again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    fingerprint: u16,
    /// How often it had occurred by then, that time included. It saturates.
    repetitions: u16,
}

impl Seen {
    /// What stands in places not in use.
    pub(super) const NOTHING: Seen = Seen { fingerprint: 0, repetitions: 0 };
}

/// A position as its game remembers it.
#[derive(Clone, Debug)]
pub(super) struct Present<R: Rules> {
    pub(super) position: Position<R>,
    pub(super) key: u64,
    /// How often the position has stood on the board, this time included. It saturates.
    pub(super) repetitions: u16,
}

/// What a move made of the [`Present`] before it.
#[derive(Debug)]
pub(super) struct Made<R: Rules> {
    pub(super) undo: Undo<R>,
    /// The key of the position before.
    pub(super) key: u64,
    /// What is to be remembered of the position before.
    pub(super) seen: Seen,
    /// Whether positions from before the move can occur again.
    pub(super) stays_open: bool,
}

impl<R: Rules> Present<R> {
    /// A position that nothing is known to have come before.
    pub(super) fn new(position: Position<R>) -> Present<R> {
        Present { position, key: position.key(), repetitions: 1 }
    }

    pub(super) const fn seen(&self) -> Seen {
        Seen { fingerprint: self.key as u16, repetitions: self.repetitions }
    }

    /// Makes a legal move, whose repetitions are then counted, given the window before it.
    #[inline]
    pub(super) fn make(&mut self, mv: Move, moves: &[Move], seen: &[Seen]) -> Made<R> {
        let made = self.advance(mv);
        self.repetitions =
            if made.stays_open { repetitions(self.position.board(), self.key, moves, mv, seen) } else { 1 };
        made
    }

    /// Makes a legal move, but for the repetitions.
    #[inline]
    fn advance(&mut self, mv: Move) -> Made<R> {
        let (key, seen) = (self.key, self.seen());
        let rights = self.position.castling_rights();
        let passes_en_passant = self.position.legal_en_passant().is_some();
        self.key = self.position.next_key(key, mv);
        let undo = self.position.make(mv);
        let stays_open =
            self.position.halfmove_clock() > 0 && self.position.castling_rights() == rights && !passes_en_passant;
        Made { undo, key, seen, stays_open }
    }

    /// Takes a move back.
    #[inline]
    pub(super) fn unmake(&mut self, undo: Undo<R>, key: u64, seen: Seen) {
        self.position.unmake(undo);
        self.key = key;
        self.repetitions = seen.repetitions;
    }
}

/// A position, the moves of the window that led to it, and what is known of the positions before each of them.
pub(super) struct Window<'a, R: Rules> {
    pub(super) present: &'a Present<R>,
    pub(super) moves: &'a [Move],
    pub(super) seen: &'a [Seen],
}

impl<R: Rules> Window<'_, R> {
    const fn position(&self) -> &Position<R> {
        &self.present.position
    }

    /// How the game ends here without anybody claiming.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        let (limit, reason) = R::REPETITION_LIMIT;
        let repeated = u32::from(self.present.repetitions) >= limit;
        self.position().outcome().or_else(|| repeated.then_some(Outcome::Draw(reason)))
    }

    /// What a claim counts here, and the position it counts it for: as it stands, or after a legal move.
    fn counted(present: &Present<R>, claim: Claim) -> u32 {
        match claim {
            _ if !R::CLAIMS.contains(&claim) => 0,
            Claim::FiftyMoves => present.position.halfmove_clock(),
            Claim::ThreefoldRepetition => present.repetitions.into(),
        }
    }

    /// The plies without capture or pawn move, or the occurrences: what a claim counts. 0 if the game knows no such
    /// claim.
    pub(super) fn count(&self, claim: Claim) -> u32 {
        Self::counted(self.present, claim)
    }

    /// The position after a legal move, and what the claim would count there.
    pub(super) fn count_after(&self, claim: Claim, mv: Move) -> (Position<R>, u32) {
        let mut after = self.present.clone();
        let _taken = after.make(mv, self.moves, self.seen);
        (after.position, Self::counted(&after, claim))
    }

    pub(super) fn occurred(&self, claim: Claim) -> bool {
        self.count(claim) >= claim.threshold() && self.position().has_legal_move()
    }

    pub(super) fn claimable(&self, claim: Claim) -> bool {
        let reaches = |mv| if self.reaches(claim, mv) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.outcome().is_none() && (self.occurred(claim) || self.position().visit_legal_moves(reaches).is_break())
    }

    pub(super) fn claimable_with(&self, claim: Claim, mv: Move) -> bool {
        self.position().is_legal(mv) && self.outcome().is_none() && self.reaches(claim, mv)
    }

    /// Whether what the claim is about would have occurred after a legal move. Mate and stalemate go before it.
    fn reaches(&self, claim: Claim, mv: Move) -> bool {
        let (after, count) = self.count_after(claim, mv);
        count >= claim.threshold() && after.has_legal_move()
    }
}

/// How often the position has stood on the board to which `last` has just led, given the moves of the window before that,
/// and what is known of the positions before each of them.
#[inline]
fn repetitions(now: &Board0x88, key: u64, moves: &[Move], last: Move, seen: &[Seen]) -> u16 {
    let fingerprint = key as u16;
    // Looking at all of them, even at those with the other side to move, is what compilers turn into vector code.
    #[expect(clippy::needless_bitwise_bool, reason = "branches would keep compilers from vector code")]
    let found = seen.iter().fold(false, |found, seen| found | (seen.fingerprint == fingerprint));
    if !found {
        return 1;
    }
    let moves = moves.iter().copied().chain([last]).rev();
    // The position before the last move is none of the window's yet.
    let before = [None].into_iter().chain(seen.iter().map(Some).rev());
    confirmed(now, fingerprint, moves.zip(before))
}

/// [`repetitions`], by walking back over the moves, of each of which is given what is known of the position before.
#[cold]
fn confirmed<'a>(now: &Board0x88, fingerprint: u16, plies: impl Iterator<Item = (Move, Option<&'a Seen>)>) -> u16 {
    let mut then = *now;
    let mut differing = 0_i32;
    let mut same_turn = false;
    for (mv, before) in plies {
        // In the window each move carried a piece to an empty square, no more.
        let piece = then.piece_at(mv.to());
        for (square, piece) in [(mv.to(), None), (mv.from(), piece)] {
            differing -= i32::from(!is_same(then.piece_at(square), now.piece_at(square)));
            then.set(square, piece);
            differing += i32::from(!is_same(piece, now.piece_at(square)));
        }
        if let Some(before) = before.filter(|before| before.fingerprint == fingerprint)
            && same_turn
            && differing == 0
        {
            return before.repetitions.saturating_add(1);
        }
        same_turn = !same_turn;
    }
    1
}

/// Whether two squares hold the same for repetition: a Met that was a Bia is any Met.
fn is_same(one: Option<Piece>, other: Option<Piece>) -> bool {
    let kind = |piece: Piece| (piece.color(), piece.role());
    one.map(kind) == other.map(kind)
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::position::Chess;

    #[test]
    fn fingerprints_that_are_all_alike_do_no_more_than_take_time() {
        let mut present = Present::new(Chess::startpos());
        let (mut moves, mut seen) = (Vec::new(), Vec::<Seen>::new());
        for n in 0..40_u16 {
            let uci = ["g1f3", "g8f6", "b1c3", "f6g8", "f3g1", "g8f6", "c3b1", "f6g8"][usize::from(n) % 8];
            let mv = present.position.parse_uci(uci).expect(uci);
            let before = present.seen();
            let _undo = present.make(mv, &moves, &seen);
            moves.push(mv);
            seen.push(before);
            let (&last, earlier) = moves.split_last().expect("a move");
            // As if every position had the key of this one.
            let alike: Vec<Seen> =
                seen.iter().take(earlier.len()).map(|&seen| Seen { fingerprint: 0x88, ..seen }).collect();
            assert_eq!(repetitions(present.position.board(), 0x88, earlier, last, &alike), present.repetitions);
            assert_eq!(present.repetitions, 1 + (n + 1) / 8);
        }
    }
}
