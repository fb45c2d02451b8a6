//! Which moves to try first.
//!
//! Alpha-beta proves most positions bad for one side by a single good answer; all the other answers need not be looked at. So
//! the good one should come first, and most of an engine's speed is in that (CPW, "Move Ordering"):
//!
//! 1. the move the table remembers (the search tries it before it even lists the others);
//! 2. captures and promotions that lose nothing, the most valuable victim first;
//! 3. *killers*: quiet moves that have refuted other moves at the same distance from the root;
//! 4. quiet moves by *history*: how often they have been good anywhere, less how often they have not;
//! 5. captures that lose something, by the library's exchange evaluation, and lesser promotions.

use chess0x88::{Color, Move, Position, Square, see};

use super::evaluate::Play;
use super::search::MAX_PLY;

/// A move that waits for its turn.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    /// The higher, the sooner. The lowest bits are the move's own, so that no two are alike: the library promises no order
    /// of its lists, and the tree should not depend on it.
    rank: i64,
    pub(crate) mv: Move,
}

const GOOD: i64 = 1 << 30;
const KILLER: i64 = 1 << 20;
const BAD: i64 = -GOOD;

/// History counts stay within this.
const MOST: i32 = 1 << 14;

/// What earlier parts of the search have taught about quiet moves.
pub(crate) struct Order {
    killers: [[Option<Move>; 2]; MAX_PLY],
    /// By side, square from and square to.
    history: Box<[[[i16; Square::COUNT]; Square::COUNT]; Color::COUNT]>,
}

impl Order {
    pub(crate) fn new() -> Order {
        Order { killers: [[None; 2]; MAX_PLY], history: Box::new([[[0; Square::COUNT]; Square::COUNT]; Color::COUNT]) }
    }

    /// A move's place in the order. Captures are taken for good until it is their turn.
    #[inline]
    pub(crate) fn rate<R: Play>(&self, position: &Position<R>, mv: Move, ply: usize) -> Candidate {
        let rank = if is_noisy::<R>(mv) {
            rate_noisy(position, mv)
        } else if mv.promotion().is_some() {
            BAD
        } else {
            match self.killers[ply] {
                [Some(killer), _] if killer == mv => KILLER + 1,
                [_, Some(killer)] if killer == mv => KILLER,
                _ => i64::from(self.history(position.turn(), mv)),
            }
        };
        Candidate { rank: rank << 16 | i64::from(mv.bits()), mv }
    }

    /// How good a quiet move has been.
    #[inline]
    pub(crate) fn history(&self, side: Color, mv: Move) -> i32 {
        self.history[side.index()][mv.from().index()][mv.to().index()].into()
    }

    /// A quiet move was too good for the other side to allow, after others had been tried in vain.
    pub(crate) fn reward(&mut self, side: Color, mv: Move, in_vain: &[Move], depth: i32, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let weight = (depth * depth).min(400);
        self.learn(side, mv, weight);
        for &other in in_vain {
            self.learn(side, other, -weight);
        }
    }

    /// The nearer a count is to its bound, the less is added to it (CPW, "History Heuristic", history gravity).
    fn learn(&mut self, side: Color, mv: Move, weight: i32) {
        let count = &mut self.history[side.index()][mv.from().index()][mv.to().index()];
        let old = i32::from(*count);
        *count = (old + 8 * weight - old * (8 * weight).abs() / MOST) as i16;
    }
}

/// A move of the kind that stirs things up: a capture, or a promotion to the best there is.
#[inline]
pub(crate) fn is_noisy<R: Play>(mv: Move) -> bool {
    match mv.promotion() {
        None => mv.is_capture(),
        Some(role) => R::PROMOTIONS.first() == Some(&role),
    }
}

/// The rank of a capture or promotion, taken for good.
#[inline]
fn rate_noisy<R: Play>(position: &Position<R>, mv: Move) -> i64 {
    GOOD + i64::from(see::mvv_lva(position, mv, &R::VALUES))
}

/// A capture or promotion among others of its kind alone.
#[inline]
pub(crate) fn candidate<R: Play>(position: &Position<R>, mv: Move) -> Candidate {
    Candidate { rank: rate_noisy(position, mv) << 16 | i64::from(mv.bits()), mv }
}

/// What a move taken from the waiting ones is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A capture or promotion that loses nothing on its square.
    Good,
    /// A move that captures nothing.
    Quiet,
    /// A capture that loses something, or a promotion to less than the best.
    Bad,
}

/// Takes the next move from those waiting beyond `base`. A capture whose turn it is, but which loses something, is put back to
/// wait for the end.
#[inline]
pub(crate) fn take<R: Play>(position: &Position<R>, waiting: &mut Vec<Candidate>, base: usize) -> Option<(Move, Kind)> {
    loop {
        let (at, candidate) = best(waiting, base)?;
        let kind = match candidate.rank >> 16 {
            GOOD.. if !see::at_least(position, candidate.mv, 0, &R::VALUES) => {
                waiting[at].rank += (BAD - GOOD) << 16;
                continue;
            }
            GOOD.. => Kind::Good,
            rank if rank < -i64::from(MOST) => Kind::Bad,
            _ => Kind::Quiet,
        };
        waiting.swap_remove(at);
        return Some((candidate.mv, kind));
    }
}

/// The waiting move with the highest rank. Few are ever asked for, so sorting all would be work in vain.
#[inline]
fn best(waiting: &[Candidate], base: usize) -> Option<(usize, Candidate)> {
    let mut at = base;
    let mut best = *waiting.get(base)?;
    for (i, &candidate) in waiting.iter().enumerate().skip(base + 1) {
        if candidate.rank > best.rank {
            (at, best) = (i, candidate);
        }
    }
    Some((at, best))
}
