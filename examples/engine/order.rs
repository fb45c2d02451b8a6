//! The order in which moves are tried.
//!
//! Alpha-beta proves most positions bad for one side by a single good answer; all the other answers need not be looked at. So
//! the good one should come first, and most of an engine's speed is in that (CPW, "Move Ordering"):
//!
//! 1. the move the table remembers (the search tries it before it even lists the others);
//! 2. captures and promotions that lose nothing, the most valuable victim first;
//! 3. *killers*: quiet moves that have refuted other moves at the same distance from the root;
//! 4. quiet moves by *history*: how often they have been good anywhere, less how often they have not; and the same after the
//!    last move, and after the one before it (*continuation history*);
//! 5. captures that lose something, by the library's exchange evaluation, and lesser promotions.

use chess0x88::{Color, Move, Position, Role, Square, see};

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

/// The scores of quiet moves that earlier parts of the search have taught.
pub(crate) struct Order {
    killers: [[Option<Move>; 2]; MAX_PLY],
    /// By side, square from and square to.
    history: Box<[[[i16; Square::COUNT]; Square::COUNT]; Color::COUNT]>,
    /// By the last move and by the one before it, each a [`step`], and the step to count: a row for each of the former,
    /// made when it is first needed: a search of a millisecond has no time for a megabyte.
    continuation: [Vec<Option<Box<[i16; STEPS]>>>; 2],
    /// The moves on the way from the root; none for a pass.
    steps: [Option<usize>; MAX_PLY],
}

/// The number of steps.
const STEPS: usize = Role::COUNT * Square::COUNT;

/// A move's role and square to.
fn step<R: Play>(position: &Position<R>, mv: Move) -> usize {
    position.piece_at(mv.from()).map_or(0, |piece| piece.role().index()) * Square::COUNT + mv.to().index()
}

impl Order {
    pub(crate) fn new() -> Order {
        Order {
            killers: [[None; 2]; MAX_PLY],
            history: Box::new([[[0; Square::COUNT]; Square::COUNT]; Color::COUNT]),
            continuation: [vec![None; STEPS], vec![None; STEPS]],
            steps: [None; MAX_PLY],
        }
    }

    /// The next move on the way from the root; none for a pass.
    pub(crate) fn go<R: Play>(&mut self, position: &Position<R>, mv: Option<Move>, ply: usize) {
        self.steps[ply] = mv.map(|mv| step(position, mv));
    }

    /// The last step, and the one before it.
    #[inline]
    fn last_steps(&self, ply: usize) -> [Option<usize>; 2] {
        [1, 2].map(|back| ply.checked_sub(back).and_then(|ply| self.steps[ply]))
    }

    /// A move's place in the order. Captures are taken for good until it is their turn.
    #[inline]
    pub(crate) fn rate<R: Play>(&self, position: &Position<R>, mv: Move, ply: usize) -> Candidate {
        let rank = if is_noisy::<R>(mv) {
            GOOD + i64::from(see::mvv_lva(position, mv, &R::VALUES))
        } else if mv.promotion().is_some() {
            BAD
        } else {
            match self.killers[ply] {
                [Some(killer), _] if killer == mv => KILLER + 1,
                [_, Some(killer)] if killer == mv => KILLER,
                _ => i64::from(self.history(position, mv, ply)),
            }
        };
        Candidate { rank: rank << 16 | i64::from(mv.bits()), mv }
    }

    /// Returns the history score of a quiet move.
    #[inline]
    pub(crate) fn history<R: Play>(&self, position: &Position<R>, mv: Move, ply: usize) -> i32 {
        let now = step(position, mv);
        let mut sum = self.history[position.turn().index()][mv.from().index()][mv.to().index()].into();
        for (table, last) in self.continuation.iter().zip(self.last_steps(ply)) {
            sum += last.and_then(|last| table[last].as_ref()).map_or(0, |row| i32::from(row[now]));
        }
        sum
    }

    /// A quiet move was too good for the other side to allow, after others had been tried in vain.
    pub(crate) fn reward<R: Play>(&mut self, position: &Position<R>, mv: Move, vain: &[Move], depth: i32, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let weight = (depth * depth).min(400);
        self.learn(position, mv, weight, ply);
        for &other in vain {
            self.learn(position, other, -weight, ply);
        }
    }

    /// The nearer a count is to its bound, the less is added to it (CPW, "History Heuristic", history gravity).
    fn learn<R: Play>(&mut self, position: &Position<R>, mv: Move, weight: i32, ply: usize) {
        let count = |count: &mut i16| {
            let old = i32::from(*count);
            *count = (old + 8 * weight - old * (8 * weight).abs() / MOST) as i16;
        };
        let now = step(position, mv);
        count(&mut self.history[position.turn().index()][mv.from().index()][mv.to().index()]);
        let last_steps = self.last_steps(ply);
        for (table, last) in self.continuation.iter_mut().zip(last_steps) {
            if let Some(last) = last {
                count(&mut table[last].get_or_insert_with(|| Box::new([0; STEPS]))[now]);
            }
        }
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

/// The kind of a move taken from the waiting ones.
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
        // Few moves are ever asked for, so sorting all would be work in vain.
        let (mut at, mut candidate) = (base, *waiting.get(base)?);
        for (i, &other) in waiting.iter().enumerate().skip(base + 1) {
            if other.rank > candidate.rank {
                (at, candidate) = (i, other);
            }
        }
        let kind = match candidate.rank >> 16 {
            GOOD.. if !see::at_least(position, candidate.mv, 0, &R::VALUES) => {
                waiting[at].rank += (BAD - GOOD) << 16;
                continue;
            }
            GOOD.. => Kind::Good,
            rank if rank < BAD / 2 => Kind::Bad,
            _ => Kind::Quiet,
        };
        waiting.swap_remove(at);
        return Some((candidate.mv, kind));
    }
}
