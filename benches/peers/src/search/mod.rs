//! A small fixed-depth engine, written once over [`Library`]: the same tree and the same number of nodes with each.

mod table;

use std::hint::black_box;

use crate::libraries::{KING, Library};
use crate::weights::Weights;
use table::{Bound, Table};

/// Beyond every score. Mate is counted from here.
const INFINITE: i32 = 30_000;

/// Quiet moves and captures by rank: the two upper bits say what is tried first.
const GOOD_CAPTURE: u32 = 2 << 24;
const QUIET: u32 = 1 << 24;

/// A move that waits for its turn.
struct Candidate<M> {
    rank: u32,
    mv: M,
}

pub struct Search<L: Library> {
    weights: Weights,
    table: Table<L::Move>,
    /// The moves still to try, of all nodes on the way from the root.
    candidates: Vec<Candidate<L::Move>>,
    /// For libraries that list moves.
    list: L::List,
    nodes: u64,
}

impl<L: Library> Search<L> {
    pub fn new() -> Search<L> {
        Search {
            weights: Weights::new::<L>(),
            table: Table::new(),
            candidates: Vec::with_capacity(4096),
            list: L::List::default(),
            nodes: 0,
        }
    }

    /// Searches to a fixed depth, with nothing known before: the score, and how many nodes it took.
    pub fn run(&mut self, position: &L::Position, depth: u8) -> (i32, u64) {
        self.table.clear();
        self.nodes = 0;
        let mut root = black_box(position).clone();
        let key = L::key(&root);
        let score = self.node(&mut root, key, depth.into(), -INFINITE, INFINITE, 0);
        (score, self.nodes)
    }

    /// Alpha-beta. In check it looks one ply deeper.
    fn node(&mut self, position: &mut L::Position, key: u64, depth: i32, alpha: i32, beta: i32, ply: i32) -> i32 {
        let in_check = L::is_check(position);
        let depth = depth + i32::from(in_check);
        if depth <= 0 {
            return self.quiet_node(position, key, alpha, beta, ply, in_check);
        }
        self.nodes += 1;
        let mut first = None;
        if let Some(entry) = self.table.get(key) {
            if ply > 0 && entry.settles(depth, alpha, beta) {
                return entry.score.into();
            }
            first = entry.best.filter(|&mv| L::is_legal(position, mv));
        }
        let mut line = Line { best: None, score: -INFINITE, alpha, beta };
        if let Some(mv) = first {
            let score = self.after(position, key, mv, |search, child, key| {
                -search.node(child, key, depth - 1, -line.beta, -line.alpha, ply + 1)
            });
            line.add(mv, score);
        }
        if !line.is_cut() {
            let base = self.candidates.len();
            L::each_move(position, &mut self.list, |mv| {
                if first != Some(mv) {
                    self.candidates.push(Candidate { rank: rank::<L>(position, mv), mv });
                }
            });
            while !line.is_cut()
                && let Some(mv) = self.next(position, base)
            {
                let score = self.after(position, key, mv, |search, child, key| {
                    -search.node(child, key, depth - 1, -line.beta, -line.alpha, ply + 1)
                });
                line.add(mv, score);
            }
            self.candidates.truncate(base);
        }
        if line.best.is_none() {
            return if in_check { ply - INFINITE } else { 0 };
        }
        self.table.put(key, line.best, line.score, depth, line.bound(alpha));
        line.score
    }

    /// Captures that lose nothing, until it is quiet; in check all moves.
    fn quiet_node(
        &mut self,
        position: &mut L::Position,
        key: u64,
        alpha: i32,
        beta: i32,
        ply: i32,
        in_check: bool,
    ) -> i32 {
        self.nodes += 1;
        if let Some(entry) = self.table.get(key)
            && entry.settles(0, alpha, beta)
        {
            return entry.score.into();
        }
        let mut line = Line { best: None, score: ply - INFINITE, alpha, beta };
        let base = self.candidates.len();
        if in_check {
            L::each_move(position, &mut self.list, |mv| {
                self.candidates.push(Candidate { rank: rank::<L>(position, mv), mv });
            });
        } else {
            let sum = self.weights.sum::<L>(position);
            line.stand(if L::white_to_move(position) { sum } else { -sum });
            if line.is_cut() {
                return line.score;
            }
            L::each_capture(position, &mut self.list, |mv| {
                self.candidates.push(Candidate { rank: rank::<L>(position, mv), mv });
            });
        }
        while !line.is_cut()
            && let Some(mv) = self.next_if(position, base, in_check)
        {
            let score = self.after(position, key, mv, |search, child, key| {
                let in_check = L::is_check(child);
                -search.quiet_node(child, key, -line.beta, -line.alpha, ply + 1, in_check)
            });
            line.add(mv, score);
        }
        self.candidates.truncate(base);
        self.table.put(key, line.best, line.score, 0, line.bound(alpha));
        line.score
    }

    #[inline]
    fn after(
        &mut self,
        position: &mut L::Position,
        key: u64,
        mv: L::Move,
        search: impl FnOnce(&mut Self, &mut L::Position, u64) -> i32,
    ) -> i32 {
        L::visit_after_with_key(position, key, mv, |child, key| search(self, child, key))
    }

    /// The next move to try: captures, but those that lose something go last.
    #[inline]
    fn next(&mut self, position: &L::Position, base: usize) -> Option<L::Move> {
        loop {
            let at = self.best_candidate(base)?;
            let candidate = &mut self.candidates[at];
            if candidate.rank >= GOOD_CAPTURE && !L::see_at_least_zero(position, candidate.mv) {
                candidate.rank -= GOOD_CAPTURE;
            } else {
                return Some(self.candidates.swap_remove(at).mv);
            }
        }
    }

    /// The next move to try; captures that lose something are left out, unless all moves are wanted.
    #[inline]
    fn next_if(&mut self, position: &L::Position, base: usize, all: bool) -> Option<L::Move> {
        loop {
            let at = self.best_candidate(base)?;
            let mv = self.candidates.swap_remove(at).mv;
            if all || L::see_at_least_zero(position, mv) {
                return Some(mv);
            }
        }
    }

    /// Where the highest rank is. No two are alike.
    #[inline]
    fn best_candidate(&self, base: usize) -> Option<usize> {
        let waiting = self.candidates.get(base..)?;
        let mut best = 0;
        let mut rank = waiting.first()?.rank;
        for (at, candidate) in waiting.iter().enumerate() {
            if candidate.rank > rank {
                (best, rank) = (at, candidate.rank);
            }
        }
        Some(base + best)
    }
}

/// Captures by most valuable victim, least valuable attacker, then quiet moves; alike ones by their squares.
#[inline]
fn rank<L: Library>(position: &L::Position, mv: L::Move) -> u32 {
    let order = 0x7FFF - L::order(mv);
    match L::capture(position, mv) {
        Some((victim, attacker)) => GOOD_CAPTURE | ((victim * 8 + KING - attacker) as u32) << 16 | order,
        None => QUIET | order,
    }
}

/// What a node has found so far.
struct Line<M> {
    best: Option<M>,
    score: i32,
    alpha: i32,
    beta: i32,
}

impl<M> Line<M> {
    fn stand(&mut self, score: i32) {
        self.score = score;
        self.alpha = self.alpha.max(score);
    }

    fn add(&mut self, mv: M, score: i32) {
        if score > self.score || self.best.is_none() && score == self.score {
            self.stand(score);
            self.best = Some(mv);
        }
    }

    fn is_cut(&self) -> bool {
        self.alpha >= self.beta
    }

    /// What the score is worth, the window having begun at `alpha`.
    fn bound(&self, alpha: i32) -> Bound {
        if self.score >= self.beta {
            Bound::Lower
        } else if self.score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}
