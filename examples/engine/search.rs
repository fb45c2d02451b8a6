//! Looking ahead.
//!
//! *Alpha-beta*: a side looks for a move that is worth more than `alpha`, which it has for certain elsewhere. Once it finds one
//! worth `beta`, the other side will not let it come to this, and the rest need not be looked at. Scores are always those of the
//! side to move, so each ply turns them around.
//!
//! On top of that, in the order in which the code below does it:
//!
//! - *Iterative deepening* ([`Search::think`]): one ply, two, three. The short searches cost little, and tell the long ones
//!   what to try first. From depth four on, the score is expected near the last one (*aspiration windows*).
//! - *Draws*: what has stood on the board before is taken for a draw at once. Repetition, the fifty moves and Makruk's count are
//!   the library's to know.
//! - *The table*: a position already searched as deep as this is not searched again.
//! - *Check extension*: being in check does not count as a ply.
//! - *Quiescence* ([`Search::quiesce`]): at the end of a line captures go on until nothing hangs. The table serves there too.
//! - *Internal iterative reduction*: where the table knows no move to try first, the node is searched a ply less deep.
//! - *Reverse futility pruning*: where the position is worth far more than beta near the end of a line, no move is looked for.
//! - *Null move*: if even passing keeps the score above beta, a move will too, and none has to be looked for.
//! - *Principal variation search*: the first move is taken to be the best. The others have only to be proven worse, with a
//!   window of nothing, and are searched properly only if that fails.
//! - *Singular extension*: a move that is much better than all others by a shallow search counts as no ply.
//! - *Late move pruning*: near the end of a line, quiet moves far back in the order are not tried; sooner if the position is not
//!   worth more than two plies before.
//! - *Futility pruning*: near the end of a line, a quiet move is not tried where even a large gain would not reach alpha.
//! - *SEE pruning*: there, a move is not tried either that loses too much in exchanges on its square.
//! - *Late move reductions*: moves far back in the order are first searched less deep.
//!
//! Source: Chess Programming Wiki, under these names.
//!
//! Time, threads and output are not known here. A [`Watch`] is asked every [`LOOK`] nodes whether to stop, and told what was
//! found at each depth.

#![expect(clippy::cast_possible_wrap, reason = "plies, depths and moves tried are few")]

use std::iter;

use chess0x88::game::Claim;
use chess0x88::{History, Move, MoveList, Outcome, Position, makruk, see};

use super::evaluate::{Blur, Play, Tally, evaluate, worth};
use super::order::{self, Candidate, Kind, Order};
use super::table::{Bound, Entry, Table};

/// The most plies a line can have.
pub(crate) const MAX_PLY: usize = 128;
/// The most plies that can be asked for.
pub(crate) const MAX_DEPTH: i32 = 100;
/// Being mated now. Mate in so many plies is so much less.
const MATE: i32 = 32_000;
/// Beyond this, scores are mates.
const MATES: i32 = MATE - MAX_PLY as i32;
const NO_MATES: i32 = -MATES;
/// Half of the positions with this score are won, and a win is e times as likely as not with so much more.
const EVEN: i32 = 170;
const SPREAD: f64 = 90.0;
/// Beyond every score.
const INFINITE: i32 = 32_500;
/// After so many nodes, at the latest, the watch is asked whether to stop.
pub(crate) const LOOK: u64 = 1024;

/// The limits of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Limits {
    /// Plies.
    pub(crate) depth: Option<i32>,
    /// Positions, exactly.
    pub(crate) nodes: Option<u64>,
    /// A mate in so many moves is enough.
    pub(crate) mate: Option<i32>,
    /// The only moves to look at, if not all.
    pub(crate) moves: Option<Vec<Move>>,
    /// The number of best moves to find, each with its line; 0 is one.
    pub(crate) lines: usize,
    /// The error of judgement, if the engine is not to judge as well as it can.
    pub(crate) blur: Option<Blur>,
}

/// An observer of a search: it decides when the search ends, and hears the results.
pub(crate) trait Watch {
    /// Asked from time to time whether to stop at once; told how many nodes have been searched since it was asked last.
    fn must_stop(&mut self, _nodes: u64) -> bool {
        false
    }

    /// Told what was found at each depth. Whether to go on to the next.
    fn goes_on(&mut self, _found: &Found) -> bool {
        true
    }
}

/// Without a watch the limits alone end the search.
impl Watch for () {}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// The best line of both sides, the move to play first. Empty if there is none.
    pub(crate) line: Vec<Move>,
    pub(crate) score: i32,
    /// The depth in plies, and that of the longest line.
    pub(crate) depth: i32,
    pub(crate) deepest: usize,
    pub(crate) nodes: u64,
    /// The next best moves with their lines, if more than one line was asked for.
    pub(crate) others: Vec<Found>,
}

impl Found {
    /// The moves, not plies, to mate; with a minus if it is the side to move that is mated.
    pub(crate) fn mate_in(&self) -> Option<i32> {
        if self.score.abs() <= MATES {
            return None;
        }
        let plies = MATE - self.score.abs();
        Some(if self.score > 0 { (plies + 1) / 2 } else { -(plies / 2) })
    }

    /// Guesses the chances of win, draw and loss by the score alone, in thousandths.
    pub(crate) fn chances(&self) -> [i32; 3] {
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
    /// The evaluation without looking ahead; more than any score in check.
    standing: i32,
    /// `true` if that is more than two plies before.
    improves: bool,
    /// `true` if the score is to be exact, since the node may be part of the best line.
    is_line: bool,
    /// The entry of the table, if it is deep enough.
    known: Option<Entry>,
}

/// A search, and what it learns on the way.
pub(crate) struct Search<'a, R: Play, W> {
    history: History<R>,
    table: &'a Table,
    watch: &'a mut W,
    order: Order,
    /// The moves that wait for their turn, of all nodes on the way from the root.
    waiting: Vec<Candidate>,
    /// The quiet moves that were tried and did not do, of all nodes on the way from the root.
    in_vain: Vec<Move>,
    /// The evaluations of the positions on the way from the root, by ply.
    standings: [i32; MAX_PLY],
    /// A move that is left out at a ply, to see how good the others are.
    left_out: [Option<Move>; MAX_PLY],
    /// The best line found from each ply on.
    lines: Vec<Vec<Move>>,
    /// The moves to look at first of all.
    root: Vec<Move>,
    /// The moves of the root that already have their line at this depth.
    placed: Vec<Move>,
    /// The move to try first at the root if the table has none.
    expected: Option<Move>,
    blur: Option<Blur>,
    depth: i32,
    deepest: usize,
    nodes: u64,
    /// When the watch is to be asked, and was asked.
    look: u64,
    looked: u64,
    limit: u64,
    /// The node count at which a proof ends.
    proof: u64,
    stopped: bool,
}

impl<'a, R: Play, W: Watch> Search<'a, R, W> {
    /// A search from the position at the end of a game.
    pub(crate) fn new(history: &History<R>, table: &'a Table, watch: &'a mut W) -> Search<'a, R, W> {
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

    /// Looks one ply ahead, two, three, until the limits or the watch end it. As long as there is a move to look at, one is found.
    pub(crate) fn think(&mut self, limits: &Limits) -> Found {
        if let Some(moves) = &limits.moves {
            self.root.retain(|mv| moves.contains(mv));
        }
        self.blur = limits.blur;
        self.limit = limits.nodes.unwrap_or(u64::MAX);
        self.look = self.limit.min(LOOK);
        let lines = limits.lines.clamp(1, self.root.len().max(1));
        // Whatever happens, there is a move to play.
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
                // A search that was stopped has looked at the move that was best so far, and perhaps found a better one.
                found.line = ranking.into_iter().next().map_or(found.line, |first| first.line);
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
            // Not a ply was looked ahead: what is told is what the position is worth without.
            found.score = self.judge(&self.history.position().clone(), &tally);
            self.watch.goes_on(&found);
        }
        found
    }

    /// Returns `true` if it is certain that neither side mates in so many moves. The search leaves moves out, so all are tried here, by no
    /// more nodes than the search has had: as long as that is too few, both go on.
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

    /// Returns `true` if the side to move mates by one of these in so many moves, whatever the other side does.
    fn mates(&mut self, position: &Position<R>, legal: &[Move], moves: i32) -> bool {
        let mut tried = legal.iter().filter(|&&mv| moves > 1 || position.gives_check(mv));
        tried.any(|&mv| self.is_mated(&position.after_unchecked(mv), moves - 1))
    }

    /// Returns `true` if the side to move is mated, now or by so many more moves.
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

    /// The best line of those that begin with none of the moves that have one. `before` is what was found one ply less deep.
    fn next_line(&mut self, tally: Tally, before: &Found) -> Option<Found> {
        self.deepest = 0;
        // What there is before the first depth is any move, and none is better for that.
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

    /// Searches with a narrow window around the score that is expected, and with wider ones until it fits.
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

    /// The score of the position on the board, looking `depth` plies ahead. `may_pass` says whether passing may be tried.
    fn node(&mut self, tally: Tally, depth: i32, mut alpha: i32, mut beta: i32, ply: usize, may_pass: bool) -> i32 {
        self.lines[ply].clear();
        if ply > 0 {
            if let Some(score) = self.drawn(ply) {
                return score;
            }
            // Even mate with the next move would be no better than what is known already; or being mated now no worse.
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
        // It takes long where no good move is known to try first. This search finds one for the next.
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
        // The best of some moves of the root is not the score of the position.
        let all = || self.root.len() == self.history.position().legal_move_count();
        if left_out.is_none() && (ply > 0 || self.placed.is_empty() && all()) {
            // A move that proved nothing is not worth trying first.
            let best = mv.filter(|_| bound != Bound::Upper);
            self.table.put(key, Entry { best, score: nearer(score, ply as i32), depth: node.depth, bound });
        }
        score
    }

    /// The score the table has, if that settles a node.
    fn remembered(&self, known: Option<Entry>, depth: i32, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        let entry = known.filter(|entry| entry.depth >= depth && !nears_a_limit(self.history.position()))?;
        let score = nearer(entry.score, -(ply as i32));
        entry.settles(score, alpha, beta).then_some(score)
    }

    /// A score for a side that is so well off that it need not look for a move.
    fn good_enough(&mut self, node: &Node, may_pass: bool) -> Option<i32> {
        let &Node { tally, depth, beta, ply, standing, improves, .. } = node;
        // So far ahead, and so near the leaves, that it will do.
        if depth <= 7 && standing - 80 * (depth - i32::from(improves)) >= beta && beta.abs() < MATES {
            return Some(standing);
        }
        // With pawns alone, having to move may be what loses.
        let may_pass = may_pass && depth >= 3 && standing >= beta && tally.has_pieces(self.history.position().turn());
        if !may_pass {
            return None;
        }
        let undo = self.history.make_null().ok()?;
        self.order.go(self.history.position(), None, ply);
        let reduced = depth - 3 - depth / 4 - ((standing - beta) / 200).min(3);
        let score = -self.node(tally, reduced, -beta, 1 - beta, ply + 1, false);
        self.history.unmake(undo);
        // A mate that rests on passing is none.
        if score >= beta && !self.stopped { Some(if score > MATES { beta } else { score }) } else { None }
    }

    /// Tries the moves, the remembered one first, until one is worth beta: the best score, and its move. `None` if there is no
    /// legal move.
    fn best_of_moves(&mut self, node: &mut Node, remembered: Option<Move>) -> (i32, Option<Move>) {
        let (depth, ply) = (node.depth, node.ply);
        let (base, in_vain) = (self.waiting.len(), self.in_vain.len());
        let (mut is_listed, mut tried) = (false, 0);
        let mut best = (-INFINITE, None);
        while node.alpha < node.beta && !self.stopped {
            // The remembered move is often good enough, and then the others need not be listed.
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
                // Near the leaves, what comes this late is not worth a look.
                if depth <= 6 && tried > (4 + depth * depth) / if node.improves { 1 } else { 2 } {
                    break;
                }
                // Even a quiet move that gains much would not be enough; a check may be mate.
                let is_vain = depth <= 6 && kind == Kind::Quiet && node.standing + 80 + 90 * depth <= node.alpha;
                if is_vain && !self.history.position().gives_check(mv) {
                    continue;
                }
                // The move throws away too much.
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

    /// The plies by which the remembered move is searched deeper: one if all others are much worse, by a search half as deep.
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

    /// The score of a move, the `tried`th to be tried: exactly if it is the best so far, otherwise that it is not.
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

    /// Captures, until nothing hangs; in check all moves. A side that is not in check may leave things as they are.
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

    /// Evaluates a position without looking ahead, as this player sees it.
    #[inline]
    fn judge(&self, position: &Position<R>, tally: &Tally) -> i32 {
        let score = evaluate(position, tally);
        self.blur.map_or(score, |blur| blur.see(score, position.key()))
    }

    /// Counts a node, and from time to time asks whether to stop.
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

    /// The score, if the game is drawn here or as good as drawn.
    fn drawn(&self, ply: usize) -> Option<i32> {
        // What has stood here once may stand here again.
        if self.history.repetitions() > 1 || self.history.occurred(Claim::FiftyMoves) {
            return Some(0);
        }
        let count = makruk::count(self.history.position())?;
        if count.is_exceeded() { Some(outcome(self.history.position(), ply)) } else { None }
    }

    /// Returns `true` if a move from the table may be played here: another position may have the same key.
    fn is_wanted(&self, mv: Move, ply: usize) -> bool {
        if ply == 0 {
            self.root.contains(&mv) && !self.placed.contains(&mv)
        } else {
            self.left_out[ply] != Some(mv) && self.history.position().is_legal(mv)
        }
    }

    /// Lists the moves of the position on the board, but for the one remembered, to wait for their turn.
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

    /// The best line from here is this move, and then the best line from there.
    fn extend_line(&mut self, mv: Move, ply: usize) {
        if let Some((line, [rest, ..])) = self.lines.get_mut(ply..).and_then(<[_]>::split_first_mut) {
            line.clear();
            line.push(mv);
            line.extend_from_slice(rest);
        }
    }
}

/// Returns `true` if a draw by counting moves is so near that scores found with a smaller count may be wrong.
fn nears_a_limit<R: Play>(position: &Position<R>) -> bool {
    let fifty_moves = R::CLAIMS.contains(&Claim::FiftyMoves) && position.halfmove_clock() >= 80;
    fifty_moves || makruk::count(position).is_some_and(|count| count.plies + 20 >= count.limit)
}

/// The score where there is no legal move or the rules end the game.
fn outcome<R: Play>(position: &Position<R>, ply: usize) -> i32 {
    match position.outcome().and_then(Outcome::winner) {
        None => 0,
        Some(winner) if winner == position.turn() => MATE - ply as i32,
        Some(_) => ply as i32 - MATE,
    }
}

/// A score as it is where a mate is so many plies nearer. (In the table mates are counted from the position, elsewhere from the
/// root.)
fn nearer(score: i32, plies: i32) -> i32 {
    match score {
        MATES.. => score + plies,
        ..=NO_MATES => score - plies,
        _ => score,
    }
}

/// Eight times the logarithm to the base two, about.
fn log2(number: i32) -> i32 {
    let whole = number.ilog2();
    8 * whole as i32 + (number - (1 << whole)) * 8 / (1 << whole)
}
