//! The search.
//!
//! *Alpha-beta*: a side looks for a move with a score above `alpha`, which it can get elsewhere. If it finds a score of `beta` or
//! more, the other side will avoid this position, and the other moves need no search. Scores are those of the side to move, so
//! each ply negates them.
//!
//! The other techniques, in the order of the code:
//!
//! - *Iterative deepening* ([`Search::think`]): one ply, two, three. The short searches cost little, and give the long ones
//!   a good order of moves. From depth four on, the window is near the last score (*aspiration windows*).
//! - *Draws*: a repeated position counts as a draw at once. The library knows repetition, the fifty moves and Makruk's count.
//! - *The table*: a position that was searched as deep is not searched again.
//! - *Check extension*: a ply in check is not counted.
//! - *Quiescence* (`Search::quiesce`): at the end of a line, captures are searched until the position is quiet, also with the table.
//! - *Internal iterative reduction*: if the table has no move, the node is searched a ply less deep.
//! - *Reverse futility pruning*: near the end of a line, a position far above beta needs no search.
//! - *Null move*: if even a null move keeps the score above beta, the position needs no search.
//! - *Principal variation search*: the first move counts as the best. The others must only be proven worse, with a
//!   window of size zero, and get a full search if that fails.
//! - *Singular extension*: a ply is not counted for a move that is much better than all others in a shallow search.
//! - *Late move pruning*: near the end of a line, late quiet moves are not tried; earlier if the evaluation is not
//!   better than two plies before.
//! - *Futility pruning*: near the end of a line, a quiet move is not tried if even a large gain would not reach alpha.
//! - *SEE pruning*: near the end of a line, a move is not tried if it loses too much in exchanges on its square.
//! - *Late move reductions*: late moves are first searched less deep.
//!
//! Source: Chess Programming Wiki, under these names.
//!
//! The search does not know time, threads and output. It asks a [`Watch`] every [`LOOK`] nodes whether to stop, and passes it the
//! result of each depth.

#![expect(clippy::cast_possible_wrap, reason = "plies, depths and moves tried are few")]

use std::iter;

use chess0x88::game::Claim;
use chess0x88::{History, Move, MoveList, Outcome, Position, makruk, see};

use crate::evaluate::{Blur, Play, Tally, evaluate, worth};
use crate::order::{self, Candidate, Kind, MAX_PLY, Order};
use crate::table::{Bound, Entry, Table};

/// The largest depth that can be requested, in plies.
pub const MAX_DEPTH: i32 = 100;
/// The score of a mate on the board. A mate in `n` plies is `n` less.
const MATE: i32 = 32_000;
/// Scores above this are mates.
const MATES: i32 = MATE - MAX_PLY as i32;
const NO_MATES: i32 = -MATES;
/// Half of the positions with this score are won. With so much more, the odds of a win are e times as large.
const EVEN: i32 = 170;
const SPREAD: f64 = 90.0;
/// More than every score.
const INFINITE: i32 = 32_500;
/// The watch is asked whether to stop at least every this number of nodes.
pub const LOOK: u64 = 1024;

/// The limits of a search.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The depth in plies.
    pub depth: Option<i32>,
    /// The exact number of nodes.
    pub nodes: Option<u64>,
    /// Ends the search when it has a mate in at most this number of moves.
    pub mate: Option<i32>,
    /// The only moves to search; `None` for all.
    pub moves: Option<Vec<Move>>,
    /// The number of best moves to find, each with its line; 0 is one.
    pub lines: usize,
    /// The error of the evaluation, for weaker play.
    pub blur: Option<Blur>,
}

/// An observer of a search. It decides when the search ends, and receives the results.
pub trait Watch {
    /// Called from time to time with the number of nodes since the last call. Returns `true` to stop at once.
    fn must_stop(&mut self, _nodes: u64) -> bool {
        false
    }

    /// Called with the result of each depth. Returns `true` to go on to the next depth.
    fn goes_on(&mut self, _found: &Found) -> bool {
        true
    }
}

/// Without a watch the limits alone end the search.
impl Watch for () {}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The best line of both sides, which begins with the move to play. Empty if there is none.
    pub line: Vec<Move>,
    /// The score for the side to move, in hundredths of a pawn.
    pub score: i32,
    /// The depth in plies.
    pub depth: i32,
    /// The length of the longest line in plies.
    pub deepest: usize,
    /// The number of positions that were searched.
    pub nodes: u64,
    /// The next best moves with their lines, if several lines were requested.
    pub others: Vec<Found>,
}

impl Found {
    /// Returns the number of moves (not plies) to mate, negative if the side to move is mated.
    pub fn mate_in(&self) -> Option<i32> {
        if self.score.abs() <= MATES {
            return None;
        }
        let plies = MATE - self.score.abs();
        Some(if self.score > 0 { (plies + 1) / 2 } else { -(plies / 2) })
    }

    /// Estimates the chances of win, draw and loss from the score, in thousandths.
    pub fn chances(&self) -> [i32; 3] {
        let chance = |score: i32| match score {
            MATES.. => 1000,
            ..=NO_MATES => 0,
            _ => (1000.0 / (1.0 + (f64::from(EVEN - score) / SPREAD).exp())) as i32,
        };
        let (win, loss) = (chance(self.score), chance(-self.score));
        [win, 1000 - win - loss, loss]
    }
}

/// The facts about a node before its moves are tried.
struct Node {
    tally: Tally,
    depth: i32,
    alpha: i32,
    beta: i32,
    ply: usize,
    in_check: bool,
    /// The static evaluation; above every score if in check.
    standing: i32,
    /// `true` if the static evaluation is better than two plies before.
    improves: bool,
    /// `true` if the score must be exact, since the node may be part of the best line.
    is_line: bool,
    /// The entry of the table, if it is deep enough.
    known: Option<Entry>,
}

/// A search and its memory.
pub struct Search<'a, R: Play, W> {
    history: History<R>,
    table: &'a Table,
    watch: &'a mut W,
    order: Order,
    /// The untried moves of all nodes on the path from the root.
    waiting: Vec<Candidate>,
    /// The quiet moves that were tried without success, of all nodes on the path from the root.
    in_vain: Vec<Move>,
    /// The static evaluations on the path from the root, by ply.
    standings: [i32; MAX_PLY],
    /// The move that a search at a ply leaves out, to see how good the others are.
    left_out: [Option<Move>; MAX_PLY],
    /// The best line from each ply.
    lines: Vec<Vec<Move>>,
    /// The moves at the root.
    root: Vec<Move>,
    /// The moves at the root that already have a line at this depth.
    placed: Vec<Move>,
    /// The move to try first at the root if the table has none.
    expected: Option<Move>,
    blur: Option<Blur>,
    depth: i32,
    deepest: usize,
    nodes: u64,
    /// The node counts of the next and the last question to the watch.
    look: u64,
    looked: u64,
    limit: u64,
    /// The node count at which a proof ends.
    proof: u64,
    stopped: bool,
}

impl<'a, R: Play, W: Watch> Search<'a, R, W> {
    /// Makes a search from the position at the end of a game.
    pub fn new(history: &History<R>, table: &'a Table, watch: &'a mut W) -> Search<'a, R, W> {
        Search {
            history: history.clone(),
            table,
            watch,
            order: Order::new(),
            waiting: Vec::with_capacity(1024),
            in_vain: Vec::with_capacity(256),
            standings: [INFINITE; MAX_PLY],
            left_out: [None; MAX_PLY],
            lines: vec![Vec::new(); MAX_PLY + 1],
            root: history.position().legal_moves().to_vec(),
            placed: Vec::new(),
            expected: None,
            blur: None,
            depth: 0,
            deepest: 0,
            nodes: 0,
            look: 0,
            looked: 0,
            limit: u64::MAX,
            proof: 0,
            stopped: false,
        }
    }

    /// Searches one ply, two, three, until the limits or the watch end it. If there is a legal move, the result has one.
    pub fn think(&mut self, limits: &Limits) -> Found {
        if let Some(moves) = &limits.moves {
            self.root.retain(|mv| moves.contains(mv));
        }
        self.blur = limits.blur;
        self.limit = limits.nodes.unwrap_or(u64::MAX);
        self.look = self.limit.min(LOOK);
        let lines = limits.lines.clamp(1, self.root.len().max(1));
        // The result has a legal move in any case.
        let mut found = Found { line: self.root.first().copied().into_iter().collect(), ..Found::default() };
        if found.line.is_empty() {
            return found;
        }
        let tally = Tally::of(self.history.position());
        for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) {
            self.depth = depth;
            self.placed.clear();
            let next = |_| if self.stopped { None } else { self.next_line(tally, &found) };
            let mut ranking: Vec<Found> = (0..lines).map_while(next).collect();
            found.nodes = self.nodes;
            if self.stopped {
                // A stopped search has tried the best move so far, and may have found a better one: the last line told begins with it.
                if let Some(first) = ranking.into_iter().next().filter(|first| first.line != found.line) {
                    found.line = first.line;
                    self.watch.goes_on(&found);
                }
                break;
            }
            ranking.sort_by_key(|line| -line.score);
            let mut ranking = ranking.into_iter();
            if let Some(best) = ranking.next() {
                found = Found { others: ranking.collect(), ..best };
            }
            let is_settled = limits.mate.is_some_and(|wanted| {
                found.mate_in().is_some_and(|moves| moves.abs() <= wanted) || self.refutes_mate(wanted, depth)
            });
            if !self.watch.goes_on(&found) || is_settled {
                break;
            }
        }
        if found.depth == 0 {
            // Not even one ply was searched, so the score is the static evaluation.
            found.score = self.judge(&self.history.position().clone(), &tally);
            self.watch.goes_on(&found);
        }
        found
    }

    /// Returns `true` if neither side mates within `moves` moves. The search prunes moves, so this tries all of them, with no
    /// more nodes than the search has used. While that is too few, both go on.
    fn refutes_mate(&mut self, moves: i32, depth: i32) -> bool {
        self.proof = 2 * self.nodes;
        let (position, root) = (*self.history.position(), self.root.clone());
        let after = |&mv: &Move| position.after_unchecked(mv);
        depth >= 2 * moves - 1
            && !self.mates(&position, &root, moves)
            && !root.iter().map(after).all(|after| self.mates(&after, &after.legal_moves(), moves))
            && self.nodes < self.proof
            && !self.stopped
    }

    /// Returns `true` if the side to move can force mate in `moves` moves with one of these moves.
    fn mates(&mut self, position: &Position<R>, legal: &[Move], moves: i32) -> bool {
        let mut tried = legal.iter().filter(|&&mv| moves > 1 || position.gives_check(mv));
        tried.any(|&mv| self.is_mated(&position.after_unchecked(mv), moves - 1))
    }

    /// Returns `true` if the side to move is mated, or will be in at most `moves` more moves.
    fn is_mated(&mut self, position: &Position<R>, moves: i32) -> bool {
        let end = position.outcome();
        if end.is_some() || moves == 0 || self.nodes >= self.proof || self.counts_out(0) {
            return end.and_then(Outcome::winner).is_some_and(|winner| winner != position.turn());
        }
        position
            .legal_moves()
            .iter()
            .map(|&reply| position.after_unchecked(reply))
            .all(|after| self.mates(&after, &after.legal_moves(), moves))
    }

    /// Returns the best line that begins with a move without a line. `before` is the result of one ply less.
    fn next_line(&mut self, tally: Tally, before: &Found) -> Option<Found> {
        self.deepest = 0;
        // Before the first depth the only result is an arbitrary move, which is no hint.
        let mut known = iter::once(before)
            .chain(&before.others)
            .filter(|found| found.depth > 0 && !self.placed.contains(&found.line[0]));
        let (expected, score) = known.next().map_or((None, before.score), |found| (Some(found.line[0]), found.score));
        self.expected = expected;
        let score = self.aspire(tally, self.depth, score);
        let line = self.lines.first().filter(|line| !line.is_empty())?.clone();
        self.placed.push(line[0]);
        Some(Found { line, score, depth: self.depth, deepest: self.deepest, nodes: self.nodes, others: Vec::new() })
    }

    /// Searches with a narrow window around the expected score, and widens it until the score fits.
    fn aspire(&mut self, tally: Tally, depth: i32, expected: i32) -> i32 {
        let mut width = if depth < 4 { INFINITE } else { 20 };
        let (mut alpha, mut beta) = ((expected - width).max(-INFINITE), (expected + width).min(INFINITE));
        loop {
            let score = self.node(tally, depth, alpha, beta, 0, false);
            if self.stopped || alpha < score && score < beta {
                return score;
            }
            width = (width * 3).min(INFINITE);
            if score <= alpha {
                alpha = (score - width).max(-INFINITE);
            } else {
                beta = (score + width).min(INFINITE);
            }
        }
    }

    /// Returns the score of the position for a search of `depth` plies. `may_pass` allows a null move.
    fn node(&mut self, tally: Tally, depth: i32, mut alpha: i32, mut beta: i32, ply: usize, may_pass: bool) -> i32 {
        self.lines[ply].clear();
        if ply > 0 {
            if let Some(score) = self.drawn(ply) {
                return score;
            }
            // Even a mate with the next move would not improve alpha, or being mated now would not be below beta.
            (alpha, beta) = (alpha.max(ply as i32 - MATE), beta.min(MATE - ply as i32 - 1));
            if alpha >= beta {
                return alpha;
            }
        }
        let in_check = self.history.position().is_check();
        let depth = depth + i32::from(in_check && (ply as i32) < 2 * self.depth);
        if depth <= 0 || ply + 1 >= MAX_PLY {
            let mut leaf = *self.history.position();
            return self.quiesce(&mut leaf, self.history.key(), tally, alpha, beta, ply);
        }
        if self.counts_out(ply) {
            return 0;
        }

        let key = self.history.key();
        let known = self.table.get(key);
        let is_line = beta - alpha > 1;
        let mut node =
            Node { tally, depth, alpha, beta, ply, in_check, standing: INFINITE, improves: false, is_line, known };
        let left_out = self.left_out[ply];
        let may_cut = !is_line && left_out.is_none();
        if may_cut && let Some(score) = self.remembered(known, depth, alpha, beta, ply) {
            return score;
        }
        // Without a good first move the search is slow. This shallower search finds one for the next depth.
        if depth >= 4 && ply > 0 && left_out.is_none() && known.is_none_or(|entry| entry.best.is_none()) {
            node.depth -= 1;
        }
        if !in_check {
            node.standing = self.judge(self.history.position(), &tally);
            node.improves = ply >= 2 && node.standing > self.standings[ply - 2];
        }
        self.standings[ply] = node.standing;
        if may_cut
            && !in_check
            && let Some(score) = self.good_enough(&node, may_pass)
        {
            return score;
        }
        let remembered = known.and_then(|entry| entry.best).filter(|&mv| self.is_wanted(mv, ply));
        let remembered = if ply == 0 { remembered.or(self.expected) } else { remembered };
        let (score, mv) = self.best_of_moves(&mut node, remembered);
        if self.stopped {
            return 0;
        }
        if mv.is_none() {
            // There is no legal move.
            return if left_out.is_some() { alpha } else { outcome(self.history.position(), ply) };
        }
        let bound = match score {
            _ if score >= beta => Bound::Lower,
            _ if score > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        // The best of some moves at the root is not the score of the position.
        let all = || self.root.len() == self.history.position().legal_move_count();
        if left_out.is_none() && (ply > 0 || self.placed.is_empty() && all()) {
            // A move that only gave an upper bound is no good first move.
            let best = mv.filter(|_| bound != Bound::Upper);
            self.table.put(key, Entry { best, score: nearer(score, ply as i32), depth: node.depth, bound });
        }
        score
    }

    /// Returns the score of the table, if it settles the node.
    fn remembered(&self, known: Option<Entry>, depth: i32, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        let entry = known.filter(|entry| entry.depth >= depth && !nears_a_limit(self.history.position()))?;
        let score = nearer(entry.score, -(ply as i32));
        entry.settles(score, alpha, beta).then_some(score)
    }

    /// Returns a score if the side to move is so far ahead that no search is needed.
    fn good_enough(&mut self, node: &Node, may_pass: bool) -> Option<i32> {
        let &Node { tally, depth, beta, ply, standing, improves, .. } = node;
        // Far above beta near the end of a line.
        if depth <= 7 && standing - 80 * (depth - i32::from(improves)) >= beta && beta.abs() < MATES {
            return Some(standing);
        }
        // With pawns alone, the obligation to move may be what loses (zugzwang).
        let may_pass = may_pass && depth >= 3 && standing >= beta && tally.has_pieces(self.history.position().turn());
        if !may_pass {
            return None;
        }
        let undo = self.history.make_null().ok()?;
        self.order.go(self.history.position(), None, ply);
        let reduced = depth - 3 - depth / 4 - ((standing - beta) / 200).min(3);
        let score = -self.node(tally, reduced, -beta, 1 - beta, ply + 1, false);
        self.history.unmake(undo);
        // A mate after a null move is not reliable.
        if score >= beta && !self.stopped { Some(if score > MATES { beta } else { score }) } else { None }
    }

    /// Tries the moves, the table's move first, until one has a score of beta. Returns the best score with its move; `None` if
    /// there is no legal move.
    fn best_of_moves(&mut self, node: &mut Node, remembered: Option<Move>) -> (i32, Option<Move>) {
        let (depth, ply) = (node.depth, node.ply);
        let (base, in_vain) = (self.waiting.len(), self.in_vain.len());
        let (mut is_listed, mut tried) = (false, 0);
        let mut best = (-INFINITE, None);
        while node.alpha < node.beta && !self.stopped {
            // The table's move is often good enough, and then the others need not be listed.
            let (mv, kind) = match remembered {
                Some(mv) if tried == 0 => (mv, if order::is_noisy::<R>(mv) { Kind::Good } else { Kind::Quiet }),
                _ => {
                    if !is_listed {
                        is_listed = true;
                        self.list(remembered, ply);
                    }
                    let Some(next) = order::take(self.history.position(), &mut self.waiting, base) else { break };
                    next
                }
            };
            if !node.is_line && !node.in_check && kind != Kind::Good && tried > 0 && best.0 > NO_MATES {
                // Near the end of a line, a move this late is not tried.
                if depth <= 6 && tried > (4 + depth * depth) / if node.improves { 1 } else { 2 } {
                    break;
                }
                // Even a quiet move with a large gain would not be enough. A check is tried, since it may be mate.
                let is_vain = depth <= 6 && kind == Kind::Quiet && node.standing + 80 + 90 * depth <= node.alpha;
                if is_vain && !self.history.position().gives_check(mv) {
                    continue;
                }
                // The move loses too much.
                let loss = if kind == Kind::Quiet { 60 * depth } else { 25 * depth * depth };
                if depth <= 8 && !see::at_least(self.history.position(), mv, -loss, &R::VALUES) {
                    continue;
                }
            }
            let extension = if tried == 0 && remembered == Some(mv) { self.extension(mv, node) } else { 0 };
            tried += 1;
            let score = self.score_after(mv, kind, tried, extension, node);
            if self.stopped {
                break;
            }
            if score > best.0 {
                best = (score, Some(mv));
                if score > node.alpha {
                    node.alpha = score;
                    self.extend_line(mv, ply);
                }
            }
            if kind == Kind::Quiet {
                if node.alpha >= node.beta {
                    self.order.reward(self.history.position(), mv, &self.in_vain[in_vain..], depth, ply);
                }
                self.in_vain.push(mv);
            }
        }
        self.waiting.truncate(base);
        self.in_vain.truncate(in_vain);
        best
    }

    /// Returns the plies by which the table's move is extended: one if all others are much worse in a search half as deep.
    fn extension(&mut self, mv: Move, node: &Node) -> i32 {
        let &Node { tally, depth, ply, known, .. } = node;
        let Some(entry) = known.filter(|entry| entry.bound != Bound::Upper && entry.depth >= depth - 3) else {
            return 0;
        };
        let score = nearer(entry.score, -(ply as i32)) - 2 * depth;
        if depth < 7 || ply == 0 || ply as i32 >= 2 * self.depth || score.abs() >= MATES || self.left_out[ply].is_some()
        {
            return 0;
        }
        self.left_out[ply] = Some(mv);
        let others = self.node(tally, (depth - 1) / 2, score - 1, score, ply, false);
        self.left_out[ply] = None;
        i32::from(others < score && !self.stopped)
    }

    /// Returns the score of a move, the `tried`th in order: exact if it is the best so far, otherwise an upper bound.
    fn score_after(&mut self, mv: Move, kind: Kind, tried: i32, extension: i32, node: &Node) -> i32 {
        let &Node { alpha, beta, ply, .. } = node;
        let depth = node.depth + extension;
        let tally = node.tally.after(self.history.position(), mv);
        let history = self.order.history(self.history.position(), mv, ply);
        self.order.go(self.history.position(), Some(mv), ply);
        let undo = self.history.make(mv);
        let gives_check = self.history.position().is_check();
        let mut score = alpha + 1;
        if tried > 1 {
            let mut reduction = 0;
            if depth >= 3 && tried > 2 && kind != Kind::Good && !node.in_check && !gives_check {
                reduction = (60 + log2(depth) * log2(tried)) / 256 + i32::from(!node.is_line) - history / 8000;
                reduction = reduction.clamp(0, depth - 2);
            }
            score = -self.node(tally, depth - 1 - reduction, -alpha - 1, -alpha, ply + 1, true);
            if score > alpha && reduction > 0 {
                score = -self.node(tally, depth - 1, -alpha - 1, -alpha, ply + 1, true);
            }
        }
        if tried == 1 || alpha < score && score < beta {
            score = -self.node(tally, depth - 1, -beta, -alpha, ply + 1, true);
        }
        self.history.unmake(undo);
        score
    }

    /// Searches captures until the position is quiet; in check all moves. A side that is not in check may also make no capture.
    fn quiesce(
        &mut self,
        leaf: &mut Position<R>,
        key: u64,
        tally: Tally,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        if self.counts_out(ply) {
            return 0;
        }
        let known = self.table.get(key).filter(|_| beta - alpha == 1);
        if let Some(score) = self.remembered(known, 0, alpha, beta, ply) {
            return score;
        }
        let in_check = leaf.is_check();
        let (mut best, mut best_move) = (ply as i32 - MATE, None);
        if !in_check || ply + 1 >= MAX_PLY {
            best = self.judge(leaf, &tally);
            alpha = alpha.max(best);
            if alpha >= beta || ply + 1 >= MAX_PLY {
                return best;
            }
        }
        let standing = best;
        let base = self.waiting.len();
        let moves = if in_check { leaf.legal_moves() } else { leaf.legal_captures() };
        if in_check && moves.is_empty() {
            return outcome(leaf, ply);
        }
        let promotions = if in_check { MoveList::new() } else { leaf.legal_promotions() };
        let promotions = promotions.iter().filter(|mv| !mv.is_capture());
        for &mv in moves.iter().chain(promotions).filter(|&&mv| in_check || order::is_noisy::<R>(mv)) {
            self.waiting.push(self.order.rate(leaf, mv, ply));
        }
        while alpha < beta
            && let Some((mv, kind)) = order::take(leaf, &mut self.waiting, base)
        {
            if !in_check {
                if kind == Kind::Bad {
                    break;
                }
                // Even winning this piece for nothing would not be enough.
                let victim = leaf.captured_piece(mv).map_or(0, |(square, piece)| worth::<R>(piece, square));
                if mv.promotion().is_none() && standing + victim + 150 <= alpha {
                    continue;
                }
            }
            let (child, child_key) = (tally.after(leaf, mv), leaf.next_key(key, mv));
            let undo = leaf.make(mv);
            let score = -self.quiesce(leaf, child_key, child, -beta, -alpha, ply + 1);
            leaf.unmake(undo);
            if self.stopped {
                break;
            }
            if score > best {
                (best, best_move) = (score, Some(mv).filter(|_| score > alpha));
                alpha = alpha.max(score);
            }
        }
        self.waiting.truncate(base);
        if !self.stopped {
            let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
            self.table.put(key, Entry { best: best_move, score: nearer(best, ply as i32), depth: 0, bound });
        }
        best
    }

    /// Returns the static evaluation, with the error of this player.
    #[inline]
    fn judge(&self, position: &Position<R>, tally: &Tally) -> i32 {
        let score = evaluate(position, tally);
        self.blur.map_or(score, |blur| blur.see(score, position.key()))
    }

    /// Counts a node, and asks the watch from time to time whether to stop.
    #[inline]
    fn counts_out(&mut self, ply: usize) -> bool {
        self.deepest = self.deepest.max(ply);
        if self.nodes >= self.look && !self.stopped {
            self.stopped = self.nodes >= self.limit || self.watch.must_stop(self.nodes - self.looked);
            self.looked = self.nodes;
            self.look = self.limit.min(self.nodes + LOOK);
        }
        self.nodes += u64::from(!self.stopped);
        self.stopped
    }

    /// Returns the score if the game is drawn here or counts as drawn.
    fn drawn(&self, ply: usize) -> Option<i32> {
        // A position that occurred before can occur again.
        if self.history.repetitions() > 1 || self.history.occurred(Claim::FiftyMoves) {
            return Some(0);
        }
        let count = makruk::count(self.history.position())?;
        if count.is_exceeded() { Some(outcome(self.history.position(), ply)) } else { None }
    }

    /// Returns `true` if a move of the table can be played here. Another position may have the same key.
    fn is_wanted(&self, mv: Move, ply: usize) -> bool {
        if ply == 0 {
            self.root.contains(&mv) && !self.placed.contains(&mv)
        } else {
            self.left_out[ply] != Some(mv) && self.history.position().is_legal(mv)
        }
    }

    /// Lists the moves of the position, except the table's move.
    fn list(&mut self, remembered: Option<Move>, ply: usize) {
        let position = self.history.position();
        let all;
        let moves: &[Move] = if ply == 0 {
            &self.root
        } else {
            all = position.legal_moves();
            &all
        };
        let is_out =
            |mv| remembered == Some(mv) || self.left_out[ply] == Some(mv) || ply == 0 && self.placed.contains(&mv);
        for &mv in moves.iter().filter(|&&mv| !is_out(mv)) {
            self.waiting.push(self.order.rate(position, mv, ply));
        }
    }

    /// Sets the best line from here: this move, then the best line after it.
    fn extend_line(&mut self, mv: Move, ply: usize) {
        if let Some((line, [rest, ..])) = self.lines.get_mut(ply..).and_then(<[_]>::split_first_mut) {
            line.clear();
            line.push(mv);
            line.extend_from_slice(rest);
        }
    }
}

/// Returns `true` if a draw by counting moves is near. Then scores that were found with a smaller count may be wrong.
fn nears_a_limit<R: Play>(position: &Position<R>) -> bool {
    let fifty_moves = R::CLAIMS.contains(&Claim::FiftyMoves) && position.halfmove_clock() >= 80;
    fifty_moves || makruk::count(position).is_some_and(|count| count.plies + 20 >= count.limit)
}

/// Returns the score if there is no legal move or the rules end the game.
fn outcome<R: Play>(position: &Position<R>, ply: usize) -> i32 {
    match position.outcome().and_then(Outcome::winner) {
        None => 0,
        Some(winner) if winner == position.turn() => MATE - ply as i32,
        Some(_) => ply as i32 - MATE,
    }
}

/// Changes a mate score by `plies`. (The table counts mates from the position, the search from the root.)
fn nearer(score: i32, plies: i32) -> i32 {
    match score {
        MATES.. => score + plies,
        ..=NO_MATES => score - plies,
        _ => score,
    }
}

/// Returns about eight times the logarithm to base two.
fn log2(number: i32) -> i32 {
    let whole = number.ilog2();
    8 * whole as i32 + (number - (1 << whole)) * 8 / (1 << whole)
}
