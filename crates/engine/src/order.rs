//! The order in which the search tries moves.
//!
//! In alpha-beta one good reply refutes a move, and the other replies need no search. So the good reply should come first. Much
//! of an engine's speed comes from this order (CPW, "Move Ordering"):
//!
//! 1. the move of the table, which the search tries before it lists the others;
//! 2. captures and promotions that lose nothing, the most valuable victim first;
//! 3. *killers*: quiet moves that have refuted other moves at the same distance from the root;
//! 4. quiet moves by *history*: how often they were good anywhere, minus how often they were not; and the same after the
//!    last move, and after the one before it (*continuation history*);
//! 5. captures that lose something by the library's exchange evaluation, and underpromotions.

use chess0x88::{Color, Move, Position, Role, Square, see};

use crate::evaluate::Play;

/// The most plies of a line.
pub(crate) const MAX_PLY: usize = 128;

/// A move that was not tried yet.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    /// Moves with a higher rank come first. The lowest bits are those of the move, so that no two ranks are equal: the library
    /// does not specify the order of its lists, and the tree should not depend on it.
    rank: i64,
    pub(crate) mv: Move,
}

const GOOD: i64 = 1 << 30;
const KILLER: i64 = 1 << 20;
const BAD: i64 = -GOOD;

/// The bound of history counts.
const MOST: i32 = 1 << 14;

/// The scores of quiet moves from earlier parts of the search.
pub(crate) struct Order {
    killers: [[Option<Move>; 2]; MAX_PLY],
    /// By side, from-square and to-square.
    history: Box<[[[i16; Square::COUNT]; Square::COUNT]; Color::COUNT]>,
    /// By the last move and by the one before it, each a [`step`], and the step to score. A row is allocated when it is needed,
    /// since a search of a millisecond has no time to clear a megabyte.
    continuation: [Vec<Option<Box<[i16; STEPS]>>>; 2],
    /// The moves from the root; `None` for a null move.
    steps: [Option<usize>; MAX_PLY],
}

/// The number of steps.
const STEPS: usize = Role::COUNT * Square::COUNT;

/// Returns the number of a move's role and to-square.
fn step<R: Play>(position: &Position<R>, mv: Move) -> usize {
    position.board().piece_at(mv.from()).map_or(0, |piece| piece.role().index()) * Square::COUNT + mv.to().index()
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

    /// Adds a move to the path from the root. A null move is no `mv`.
    pub(crate) fn go<R: Play>(&mut self, position: &Position<R>, mv: Option<Move>, ply: usize) {
        self.steps[ply] = mv.map(|mv| step(position, mv));
    }

    /// Returns the last step, and the one before it.
    #[inline]
    fn last_steps(&self, ply: usize) -> [Option<usize>; 2] {
        [1, 2].map(|back| ply.checked_sub(back).and_then(|ply| self.steps[ply]))
    }

    /// Returns the rank of a move. A capture counts as good until its turn comes.
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

    /// Rewards a quiet move that was too good for the other side, and punishes the quiet moves that were tried before it.
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

    /// The nearer a count is to its bound, the smaller the change (CPW, "History Heuristic", history gravity).
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

/// Returns `true` for a capture, or a promotion to the best piece.
#[inline]
pub(crate) fn is_noisy<R: Play>(mv: Move) -> bool {
    match mv.promotion() {
        None => mv.is_capture(),
        Some(role) => R::PROMOTIONS.first() == Some(&role),
    }
}

/// The kind of a move, known when its turn comes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A capture or promotion that loses nothing on its square.
    Good,
    /// A move that captures nothing.
    Quiet,
    /// A capture that loses something, or an underpromotion.
    Bad,
}

/// Takes the next move from those beyond `base`. If it is a capture that loses something, it is put back to the end.
#[inline]
pub(crate) fn take<R: Play>(position: &Position<R>, waiting: &mut Vec<Candidate>, base: usize) -> Option<(Move, Kind)> {
    loop {
        // Few moves are needed, so sorting all of them would be slower.
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
