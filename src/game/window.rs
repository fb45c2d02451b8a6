//! The window: the moves within which a position can occur again, and the walk back through them.
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
//! Within the window every move only carries a piece from one square to another. Walking back, the piece is carried from
//! there to here, on a copy of the board, and a counter holds on how many squares copy and board differ: two squares to
//! look at per ply. The position has occurred wherever the counter is zero and the same side is to move; castling
//! rights and en passant are alike in the whole window by the way it is cut. So repetition is exact, with two bytes of
//! memory a ply, and there are no keys that could collide.

use crate::board::Board0x88;
use crate::moves::Move;
use crate::piece::Piece;
use crate::position::Position;
use crate::rules::{Claim, Outcome, Rules};

/// A position, and the moves of the window that led to it.
pub(super) struct Window<'a, R: Rules> {
    pub(super) position: &'a Position<R>,
    pub(super) moves: &'a [Move],
}

/// Whether the move from one position to the next leaves the window open. If not, no position up to `before` can ever
/// equal one from `after` on.
pub(super) fn stays_open<R: Rules>(before: &Position<R>, after: &Position<R>) -> bool {
    after.halfmove_clock() > 0
        && after.castling_rights() == before.castling_rights()
        && before.legal_en_passant().is_none()
}

impl<R: Rules> Window<'_, R> {
    /// How often the position has stood on the board, this time included.
    pub(super) fn repetitions(&self) -> u32 {
        1 + occurrences(self.position.board(), self.moves.iter().rev().copied())
    }

    /// How the game ends here without anybody claiming.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        let (limit, reason) = R::REPETITION_LIMIT;
        self.position.outcome().or_else(|| (self.repetitions() >= limit).then_some(Outcome::Draw(reason)))
    }

    /// The plies without capture or pawn move, or the occurrences: what a claim counts. 0 if the game knows no such
    /// claim.
    pub(super) fn count(&self, claim: Claim) -> u32 {
        match claim {
            _ if !R::CLAIMS.contains(&claim) => 0,
            Claim::FiftyMoves => self.position.halfmove_clock(),
            Claim::ThreefoldRepetition => self.repetitions(),
        }
    }

    /// What the claim would count after a legal move, which leads to `after`.
    pub(super) fn count_after(&self, claim: Claim, mv: Move, after: &Position<R>) -> u32 {
        match claim {
            _ if !R::CLAIMS.contains(&claim) => 0,
            Claim::FiftyMoves => after.halfmove_clock(),
            Claim::ThreefoldRepetition if stays_open(self.position, after) => {
                1 + occurrences(after.board(), self.moves.iter().copied().chain([mv]).rev())
            }
            Claim::ThreefoldRepetition => 1,
        }
    }

    pub(super) fn occurred(&self, claim: Claim) -> bool {
        self.count(claim) >= claim.threshold() && self.position.has_legal_move()
    }

    pub(super) fn claimable(&self, claim: Claim) -> bool {
        self.outcome().is_none()
            && (self.occurred(claim) || self.position.legal_moves().iter().any(|&mv| self.reaches(claim, mv)))
    }

    pub(super) fn claimable_with(&self, claim: Claim, mv: Move) -> bool {
        self.position.check_legal(mv).is_ok() && self.outcome().is_none() && self.reaches(claim, mv)
    }

    /// Whether what the claim is about would have occurred after a legal move. Mate and stalemate go before it.
    fn reaches(&self, claim: Claim, mv: Move) -> bool {
        let after = self.position.after_unchecked(mv);
        self.count_after(claim, mv, &after) >= claim.threshold() && after.has_legal_move()
    }
}

/// How often the board stood as it does now, with the same side to move, before some of these moves, the last of which
/// comes first. Each moved a piece to an empty square, no more.
fn occurrences(now: &Board0x88, moves: impl Iterator<Item = Move>) -> u32 {
    let mut then = *now;
    let mut differing = 0_i32;
    let mut same_turn = false;
    let mut count = 0;
    for mv in moves {
        let piece = then.piece_at(mv.to());
        for (square, piece) in [(mv.to(), None), (mv.from(), piece)] {
            differing -= i32::from(!is_same(then.piece_at(square), now.piece_at(square)));
            then.set(square, piece);
            differing += i32::from(!is_same(piece, now.piece_at(square)));
        }
        count += u32::from(same_turn && differing == 0);
        same_turn = !same_turn;
    }
    count
}

/// Whether two squares hold the same for repetition: a Met that was a Bia is any Met.
fn is_same(one: Option<Piece>, other: Option<Piece>) -> bool {
    let kind = |piece: Piece| (piece.color(), piece.role());
    one.map(kind) == other.map(kind)
}
