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

#[cfg(feature = "alloc")]
use super::census::Census;

/// The longest window that is searched: the plies that seventy-five moves of both sides make.
pub(super) const LONGEST: usize = 150;

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

/// What is known of the positions before the present one.
#[derive(Clone, Copy)]
pub(super) enum Past<'a> {
    /// The moves of the window, and what is known of the positions before each of them.
    Window(&'a [Move], &'a [Seen]),
    /// All positions of the game, the present one included.
    #[cfg(feature = "alloc")]
    Census(&'a Census),
}

impl Past<'_> {
    /// How often the position has stood on the board that the move has just led to.
    #[inline]
    fn repetitions<R: Rules>(self, present: &Present<R>, mv: Move) -> u16 {
        match self {
            Past::Window(moves, seen) => repetitions(present.position.board(), present.key, moves, mv, seen),
            #[cfg(feature = "alloc")]
            Past::Census(census) => census.count(&present.position).saturating_add(1),
        }
    }
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

    /// Makes a legal move, whose repetitions are then counted, given what was before it.
    #[inline]
    pub(super) fn make(&mut self, mv: Move, past: Past<'_>) -> Made<R> {
        let made = self.advance(mv);
        self.repetitions = if made.stays_open { past.repetitions(self, mv) } else { 1 };
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

/// A position, and what is known of those before it.
pub(super) struct Window<'a, R: Rules> {
    pub(super) present: &'a Present<R>,
    pub(super) past: Past<'a>,
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
        let _taken = after.make(mv, self.past);
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
    compared(seen.len());
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
        compared(1);
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

/// So many positions were compared. Only tests count them.
#[cfg(not(test))]
#[inline]
pub(super) const fn compared(_positions: usize) {}
#[cfg(test)]
pub(super) use tests::compared;

/// Whether two squares hold the same for repetition: a Met that was a Bia is any Met.
fn is_same(one: Option<Piece>, other: Option<Piece>) -> bool {
    let kind = |piece: Piece| (piece.color(), piece.role());
    one.map(kind) == other.map(kind)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::thread_local;
    use std::vec::Vec;

    use super::*;
    use crate::position::Chess;

    thread_local! {
        static COMPARED: Cell<usize> = const { Cell::new(0) };
    }

    /// So many positions were compared.
    pub(in super::super) fn compared(positions: usize) {
        COMPARED.set(COMPARED.get() + positions);
    }

    #[test]
    fn fingerprints_that_are_all_alike_do_no_more_than_take_time() {
        let mut present = Present::new(Chess::startpos());
        let (mut moves, mut seen) = (Vec::new(), Vec::<Seen>::new());
        for n in 0..40_u16 {
            let uci = ["g1f3", "g8f6", "b1c3", "f6g8", "f3g1", "g8f6", "c3b1", "f6g8"][usize::from(n) % 8];
            let mv = present.position.parse_uci(uci).expect(uci);
            let before = present.seen();
            let _undo = present.make(mv, Past::Window(&moves, &seen));
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

    /// The comparisons that a game of so many plies takes, played and taken back.
    #[cfg(feature = "alloc")]
    fn comparisons(start: &str, plies: usize, choose: &mut dyn FnMut(usize, &Chess) -> Move) -> usize {
        let start: Chess = start.parse().expect(start);
        let mut position = start;
        let moves: Vec<Move> = (0..plies)
            .map(|ply| {
                let mv = choose(ply, &position);
                position.play_unchecked(mv);
                mv
            })
            .collect();
        COMPARED.set(0);
        let mut game = crate::Game::from_moves(start, moves).expect("legal moves");
        while game.take_back().is_some() {}
        COMPARED.get()
    }

    #[test]
    #[cfg(feature = "alloc")]
    fn a_long_game_takes_comparisons_in_proportion_to_its_moves() {
        const PLIES: usize = 50_000;
        // To find a position among n takes some log2(n) comparisons, and it is looked for when a move is made, recorded and
        // taken back.
        const MOST: usize = 150;
        let mut random = 88_u64;
        let mut wander = |_: usize, position: &Chess| {
            let quiet: Vec<Move> = position.legal_moves().iter().copied().filter(|mv| !mv.is_capture()).collect();
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            quiet[(random >> 33) as usize % quiet.len()]
        };
        // Each position occurs again after 180 plies, so the window alone would have to be walked back so far.
        let rounds: [&[&str]; 2] = [
            &["a1", "a2", "a3", "a4", "a5", "b5", "b4", "b3", "b2", "b1"],
            &["g8", "g7", "g6", "g5", "g4", "h4", "h6", "h7", "h8"],
        ];
        let mut tour = |ply: usize, position: &Chess| {
            let round = rounds[ply % 2];
            let [from, to] = [0, 1].map(|step| round[(ply / 2 + step) % round.len()].parse().expect("a square"));
            position.find_move(from, to, None).expect("legal")
        };
        let wandering = comparisons("4k1n1/8/8/8/8/8/8/N3K3 w - - 0 1", PLIES, &mut wander) / PLIES;
        let touring = comparisons("4k1r1/8/8/8/8/8/8/R3K3 w - - 0 1", PLIES, &mut tour) / PLIES;
        assert!(wandering < MOST && touring < MOST, "{wandering} and {touring} a ply");
    }
}
