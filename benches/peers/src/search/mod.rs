//! A small fixed-depth engine, written once over [`Library`]: the same tree and the same number of nodes with each.
//!
//! It is written in several ways, as engines are: moves played in place or on copies, with or without a table, all moves
//! generated at once or quiet moves only when the captures have been tried. How a library's users do each of these best,
//! the library says. The tree depends on the table alone.

mod table;

use std::hint::black_box;

use crate::libraries::{Capture, KING, Library, Staged};
use crate::weights::Weights;
use table::{Bound, Entry, Table};

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

/// When an engine generates the moves of a node.
pub trait Picker<L: Library> {
    /// What is kept of quiet moves until their turn comes.
    type Quiets;
    /// Hands on the moves to try first, with what they capture. Says whether others are to come.
    fn first(
        position: &L::Position,
        list: &mut L::List,
        quiets: &mut Vec<Self::Quiets>,
        visit: impl FnMut(L::Move, Option<Capture>),
    ) -> bool;
    /// Hands on the others.
    fn then(position: &L::Position, quiets: &[Self::Quiets], visit: impl FnMut(L::Move));
}

/// All moves at once.
pub struct AtOnce;

impl<L: Library> Picker<L> for AtOnce {
    type Quiets = ();

    #[inline]
    fn first(
        position: &L::Position,
        list: &mut L::List,
        _: &mut Vec<()>,
        visit: impl FnMut(L::Move, Option<Capture>),
    ) -> bool {
        L::each_with_capture(position, list, visit);
        false
    }

    #[inline]
    fn then(_: &L::Position, _: &[()], _: impl FnMut(L::Move)) {}
}

/// Captures, and quiet moves when the captures that lose nothing have been tried.
pub struct InStages;

impl<L: Staged> Picker<L> for InStages {
    type Quiets = L::Quiets;

    #[inline]
    fn first(
        position: &L::Position,
        list: &mut L::List,
        quiets: &mut Vec<L::Quiets>,
        visit: impl FnMut(L::Move, Option<Capture>),
    ) -> bool {
        L::each_capture_first(position, list, quiets, visit);
        true
    }

    #[inline]
    fn then(position: &L::Position, quiets: &[L::Quiets], visit: impl FnMut(L::Move)) {
        L::each_quiet(position, quiets, visit);
    }
}

/// The engine. It plays moves in place and undoes them, where a library can, or it plays on copies.
pub struct Search<L: Library, P: Picker<L>, const IN_PLACE: bool, const TABLE: bool> {
    weights: Weights,
    table: Table<L::Move>,
    /// The moves still to try, of all nodes on the way from the root.
    candidates: Vec<Candidate<L::Move>>,
    /// For libraries that list moves.
    list: L::List,
    /// What is kept of quiet moves until their turn comes, of all nodes on the way from the root.
    quiets: Vec<P::Quiets>,
    nodes: u64,
}

impl<L: Library, P: Picker<L>, const IN_PLACE: bool, const TABLE: bool> Search<L, P, IN_PLACE, TABLE> {
    pub fn new() -> Self {
        Search {
            weights: Weights::new::<L>(),
            table: Table::new(),
            candidates: Vec::with_capacity(4096),
            list: L::List::default(),
            quiets: Vec::with_capacity(1024),
            nodes: 0,
        }
    }

    /// Searches to a fixed depth, with nothing known before: the score, and how many nodes it took.
    pub fn run(&mut self, position: &L::Position, depth: u8) -> (i32, u64) {
        self.nodes = 0;
        let mut root = black_box(position).clone();
        let key = if TABLE {
            self.table.clear();
            L::key(&root)
        } else {
            0
        };
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
        if let Some(entry) = self.known(key) {
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
            let base = Base { candidates: self.candidates.len(), quiets: self.quiets.len() };
            let mut to_come = P::first(position, &mut self.list, &mut self.quiets, |mv, capture| {
                if first != Some(mv) {
                    self.candidates.push(Candidate { rank: rank::<L>(mv, capture), mv });
                }
            });
            while !line.is_cut()
                && let Some(mv) = self.next(position, &base, &mut to_come, first)
            {
                let score = self.after(position, key, mv, |search, child, key| {
                    -search.node(child, key, depth - 1, -line.beta, -line.alpha, ply + 1)
                });
                line.add(mv, score);
            }
            self.candidates.truncate(base.candidates);
            self.quiets.truncate(base.quiets);
        }
        if line.best.is_none() {
            return if in_check { ply - INFINITE } else { 0 };
        }
        self.keep(key, &line, depth, alpha);
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
        if let Some(entry) = self.known(key)
            && entry.settles(0, alpha, beta)
        {
            return entry.score.into();
        }
        let mut line = Line { best: None, score: ply - INFINITE, alpha, beta };
        let base = self.candidates.len();
        let candidate = |mv, capture| self.candidates.push(Candidate { rank: rank::<L>(mv, capture), mv });
        if in_check {
            L::each_with_capture(position, &mut self.list, candidate);
        } else {
            let sum = self.weights.sum::<L>(position);
            line.stand(if L::white_to_move(position) { sum } else { -sum });
            if line.is_cut() {
                return line.score;
            }
            L::each_capture_with_roles(position, &mut self.list, candidate);
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
        self.keep(key, &line, 0, alpha);
        line.score
    }

    #[inline]
    fn known(&self, key: u64) -> Option<Entry<L::Move>> {
        if TABLE { self.table.get(key) } else { None }
    }

    #[inline]
    fn keep(&mut self, key: u64, line: &Line<L::Move>, depth: i32, alpha: i32) {
        if TABLE {
            self.table.put(key, line.best, line.score, depth, line.bound(alpha));
        }
    }

    #[inline]
    fn after(
        &mut self,
        position: &mut L::Position,
        key: u64,
        mv: L::Move,
        search: impl FnOnce(&mut Self, &mut L::Position, u64) -> i32,
    ) -> i32 {
        let next = if TABLE { L::next_key(position, key, mv) } else { Some(0) };
        let look = |child: &mut L::Position| {
            let key = next.unwrap_or_else(|| L::key(child));
            search(self, child, key)
        };
        if IN_PLACE { L::visit_after(position, mv, look) } else { L::visit_copy(position, mv, look) }
    }

    /// The next move to try: captures, but those that lose something go last. Quiet moves that are still to come are
    /// generated when the good captures have been tried.
    #[inline]
    fn next(
        &mut self,
        position: &L::Position,
        base: &Base,
        to_come: &mut bool,
        first: Option<L::Move>,
    ) -> Option<L::Move> {
        loop {
            let at = self.best_candidate(base.candidates);
            if *to_come && at.is_none_or(|at| self.candidates[at].rank < QUIET) {
                *to_come = false;
                P::then(position, self.quiets.get(base.quiets..)?, |mv| {
                    if first != Some(mv) {
                        self.candidates.push(Candidate { rank: rank::<L>(mv, None), mv });
                    }
                });
                continue;
            }
            let at = at?;
            let candidate = &mut self.candidates[at];
            if candidate.rank >= GOOD_CAPTURE && !loses_nothing::<L>(position, candidate) {
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
            let candidate = self.candidates.swap_remove(at);
            if all || loses_nothing::<L>(position, &candidate) {
                return Some(candidate.mv);
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

/// Where what belongs to a node begins.
struct Base {
    candidates: usize,
    quiets: usize,
}

/// Captures by most valuable victim, least valuable attacker, then quiet moves; alike ones by their squares.
#[inline]
fn rank<L: Library>(mv: L::Move, capture: Option<Capture>) -> u32 {
    let order = 0x7FFF - L::order(mv);
    match capture {
        Some((victim, attacker)) => GOOD_CAPTURE | ((victim * 8 + KING - attacker) as u32) << 16 | order,
        None => QUIET | order,
    }
}

/// Whether the exchange that a capture begins loses nothing. Its rank says what captures what.
#[inline]
fn loses_nothing<L: Library>(position: &L::Position, candidate: &Candidate<L::Move>) -> bool {
    let roles = (candidate.rank >> 16) as usize;
    L::capture_loses_nothing(position, candidate.mv, (roles >> 3 & 7, KING - (roles & 7)))
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
