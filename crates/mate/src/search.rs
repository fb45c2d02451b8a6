//! The full search: finds a helpmate, or proves that there is none, with a table of positions.
//!
//! # The numbers
//!
//! The numbers were tuned on `tests/data/winnability.txt` with a budget of 10,000 positions. 74 of the 1,708 questions about every
//! second hard position stay open. The "worth" of a feature is the number of further questions that stay open without it; features
//! worth nothing were removed. With a budget of 30,000, 58 of all 3,414 questions stay open, and none of the 16,434 about real
//! games.

use core::ops::ControlFlow;

use chess0x88::{Color, Move, MoveList, Position, Role, Rules};

use crate::abstraction::{self, Level, NARROW};
use crate::budget::{Allowed, Budget, note_work, unlimited};
use crate::compact::{Compact, Side};
use crate::estimate::{estimate, men_and_distance};
use crate::goal::{Goal, USELESS, needs_picture};
use crate::king_sets;
use crate::picture::plies_to_picture;
use crate::probe::{self, mating_move, probe};
use crate::quick::cannot_mate;
use crate::semi_static::{Effort, excludes_mate};
use crate::sets::forward;
use crate::table::{Insertion, NONE, Places, Store, Table};
use crate::{CanMate, MateNode, lacks_material};

/// The number of queues. Higher ranks share the last queue.
const QUEUES: usize = 1024;
/// The longest line, in plies.
const LONGEST: u16 = MoveList::CAPACITY as u16;
/// Every n-th node comes from another queue than the best (worth 9).
const TURNS: u32 = 8;

#[derive(Clone, Copy)]
struct Parameters {
    /// The number of moves of a node that are played before other nodes are taken.
    chunk: usize,
    /// The number of plies of a line that weigh as much as one ply of the estimate.
    weight: u16,
    guide: Guide,
}

/// The criterion that ranks positions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guide {
    /// The estimate. The number is the weight of a losing side's piece in plies.
    Estimate(u16),
    /// The distance to a picture, for smothered mates with pieces of the losing side next to the king.
    Picture,
    /// The number of pieces, and the distance to the next capture or promotion. Each time the number of pieces drops, a probe
    /// searches for a mate.
    Men,
}

#[derive(Clone, Copy)]
struct Round {
    /// The budget for capturing pieces first, for each piece beyond a few, ...
    reduction: usize,
    /// ... for each parameter set, ...
    patience: usize,
    /// ... for the proof that there is no mate, ...
    proof: usize,
    /// ... for each abstraction in the proof, in abstract states, ...
    limit: usize,
    /// ... and for the search with king sets.
    sets: usize,
}

/// The parameter sets, which are tried one after another: one finds a mate where another is misled. Two of four sets were kept,
/// which costs one open question.
const PARAMETERS: [Parameters; 2] = [
    Parameters { chunk: 3, weight: 6, guide: Guide::Estimate(4) },
    Parameters { chunk: 2, weight: 10, guide: Guide::Estimate(8) },
];
/// The further parameter set for a winner without rook and queen (worth 15).
const SMOTHERED: Parameters = Parameters { chunk: 4, weight: 3, guide: Guide::Picture };
/// The additional budget of a round for this set, if pawns are blocked (worth 5).
const PICTURES: usize = 1500;
/// The parameter set for capturing pieces first (worth 35).
const REDUCTION: Parameters = Parameters { chunk: 512, weight: 1, guide: Guide::Men };
/// The number of plies of a line that weigh as much as one piece (worth 7).
const SHARE: u16 = 4;
/// The slack and the budget of the probe from each position with fewer pieces (worth 65).
const REDUCED: (u16, usize) = (2, 200);
/// The rounds, each with several times the budget of the one before. Abstractions are worth 12, the search with king sets 10. After
/// the rounds, the first parameter set gets the remaining budget.
const ROUNDS: [Round; 5] = [
    Round { reduction: 400, patience: 0, proof: 1000, limit: 0, sets: 0 },
    Round { reduction: 0, patience: 1000, proof: 5000, limit: 2500, sets: 0 },
    Round { reduction: 3000, patience: 2000, proof: 0, limit: 0, sets: 6500 },
    Round { reduction: 4000, patience: 8000, proof: 160_000, limit: 20_000, sets: 20_000 },
    Round { reduction: 16_000, patience: 40_000, proof: 2_400_000, limit: 300_000, sets: 300_000 },
];
/// The number of rounds without a blocked pawn.
const OPEN: usize = 3;
/// The cost of a useless move in ranks; other moves cost one rank. (Worth 3 of the 131,072 questions of the package chasolver:
/// `benches/peers`.)
const USELESS_COST: u16 = 5;
/// The slack and the budget of the first probe. It saves a quarter of the positions in real games.
const PROBE: (u16, usize) = (0, 300);
/// The number of pieces below which pieces are not captured first (worth 3, and 18 of 2,400 questions of Makruk).
const FEW_MEN: usize = 3;

struct Search<'a, T> {
    store: Store<'a, T>,
    parameters: Parameters,
    winner: Color,
    /// The first node of each queue, by rank.
    queues: [u32; QUEUES],
    /// The cheapest queue that may hold a node.
    cheapest: usize,
    /// The number of nodes taken from a queue.
    taken: u32,
    /// The queue that was served last.
    turn: usize,
    /// The smallest number of pieces of a node taken so far.
    fewest: u32,
    /// `true` if the search has omitted something that might lead to a mate.
    cut: bool,
}

pub(crate) fn search<R: Rules>(
    position: &Position<R>,
    winner: Color,
    mut table: impl Table,
    until: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> CanMate {
    if !position.has_legal_move() {
        let mated = position.is_check() && position.turn() != winner;
        return if mated { CanMate::Yes(MoveList::new()) } else { CanMate::No };
    }
    let mut allowed = Allowed::new(until);
    let most = table.most();
    let answer = answer(position, winner, &mut table, allowed.budget(most));
    answer.unwrap_or_else(|| CanMate::Unknown(allowed.unfinished()))
}

/// The answer for a position with legal moves; `None` if the budget ends first.
fn answer<R: Rules>(
    position: &Position<R>,
    winner: Color,
    table: &mut impl Table,
    mut budget: Budget<'_, '_>,
) -> Option<CanMate> {
    let half = budget.left() / 2;
    if cannot_mate(position, winner, &mut budget.part(half)) {
        return Some(CanMate::No);
    }
    let [ours, theirs] = [winner, !winner].map(|color| Side::of::<R>(position.board(), color));
    let by_picture = needs_picture::<R>(&ours);
    if by_picture && excludes_mate(position, winner, Effort::Full, &mut budget) {
        return Some(CanMate::No);
    }
    let (slack, patience) = PROBE;
    if !by_picture && let Some(line) = probe(position, winner, Places::all(table), slack, &mut budget.part(patience)) {
        return Some(CanMate::Yes(line));
    }
    // This search continues in each round. Other searches use the free part of the table.
    let mut reduction = Search::new(Places::all(table), budget.left(), winner, REDUCTION);
    let smothered_parameters = (ours.majors() == 0 && !by_picture).then_some(SMOTHERED);
    // A winner that needs a picture needs the remaining pieces.
    let reducible = if by_picture { 0 } else { position.board().occupied().len().saturating_sub(FEW_MEN) };
    let is_blocked = forward(winner, ours.pawns) & theirs.pawns != 0;
    for round in ROUNDS.into_iter().take(if is_blocked { ROUNDS.len() } else { OPEN }) {
        if is_blocked && round.proof > 0 {
            let budget = budget.part(round.proof.min(budget.left() / 2));
            if is_hopeless(position, winner, reduction.store.unused(), round.limit, budget) {
                return Some(CanMate::No);
            }
        }
        if round.sets > 0
            && let Some(answer) =
                king_sets::search(position, winner, reduction.store.unused(), &mut budget.part(round.sets))
        {
            return Some(answer);
        }
        if let Some(answer) = reduction.run(position, &mut budget.part(round.reduction * reducible)) {
            return Some(answer);
        }
        for parameters in smothered_parameters.into_iter().chain(PARAMETERS).filter(|_| round.patience > 0) {
            let more = if is_blocked && parameters.guide == Guide::Picture { PICTURES } else { 0 };
            let budget = budget.part(round.patience + more);
            if let Some(answer) = once(position, winner, parameters, reduction.store.unused(), budget) {
                return Some(answer);
            }
        }
    }
    let [parameters, ..] = PARAMETERS;
    once(position, winner, parameters, reduction.store.unused(), budget)
}

/// A search that does not continue later. Its queues are on the stack only while it runs.
#[inline(never)]
fn once<R: Rules>(
    position: &Position<R>,
    winner: Color,
    parameters: Parameters,
    table: Places<'_, impl Table>,
    mut budget: Budget<'_, '_>,
) -> Option<CanMate> {
    Search::new(table, budget.left(), winner, parameters).run(position, &mut budget)
}

/// Returns `true` if the semi-static analysis or an abstraction proves that there is no mate. `limit` is the budget of each
/// abstraction in abstract states. (The function takes much stack while it runs.)
#[inline(never)]
fn is_hopeless<R: Rules>(
    position: &Position<R>,
    winner: Color,
    mut table: Places<'_, impl Table>,
    limit: usize,
    mut budget: Budget<'_, '_>,
) -> bool {
    if excludes_mate(position, winner, Effort::Full, &mut budget) {
        return true;
    }
    let levels = [Level::All, Level::Wide(NARROW), Level::Of(!winner), Level::Of(winner), Level::Promoted];
    levels.into_iter().any(|level| {
        let limit = limit.min(budget.left() / 2);
        limit > 0 && abstraction::is_hopeless(position, winner, table.again(), level, &mut budget.part(limit))
    })
}

impl<'a, T: Table> Search<'a, T> {
    fn new(table: Places<'a, T>, limit: usize, winner: Color, parameters: Parameters) -> Search<'a, T> {
        Search {
            store: Store::new(table, limit, false),
            parameters,
            winner,
            queues: [NONE; QUEUES],
            cheapest: 0,
            taken: 0,
            turn: 0,
            fewest: u32::MAX,
            cut: false,
        }
    }

    /// Continues the search for a helpmate. Returns `None` if the budget ends first, or if the search ends without an answer.
    fn run<R: Rules>(&mut self, position: &Position<R>, budget: &mut Budget<'_, '_>) -> Option<CanMate> {
        if self.store.len() == 0 {
            self.add(position, MateNode::EMPTY, budget);
        }
        while budget.left() > 0 && budget.goes_on() && !(self.cut && self.store.is_full()) {
            let Some(at) = self.take() else { return (!self.cut).then_some(CanMate::No) };
            if let Some(line) = self.probe_reduced::<R>(at, budget) {
                return Some(CanMate::Yes(line));
            }
            if let Some(last) = self.expand::<R>(at, budget) {
                return Some(CanMate::Yes(self.store.line_and(at, &[last])));
            }
        }
        None
    }

    /// Returns `true` if pieces are captured first.
    fn reduces(&self) -> bool {
        self.parameters.guide == Guide::Men
    }

    /// Searches for a mate from a node with fewer pieces than any before.
    fn probe_reduced<R: Rules>(&mut self, at: u32, budget: &mut Budget<'_, '_>) -> Option<MoveList> {
        let node = self.store.node(at)?;
        let men = node.position.bitboards().occupied().count_ones();
        if !self.reduces() || men >= self.fewest || usize::from(node.depth) >= MoveList::CAPACITY - probe::LONGEST {
            return None;
        }
        self.fewest = men;
        let budget = &mut budget.part(REDUCED.1);
        let end = probe(&node.position.position::<R>()?, self.winner, self.store.rest(), REDUCED.0, budget)?;
        Some(self.store.line_and(at, &end))
    }

    /// Takes the last node of the cheapest queue. At intervals another queue is served, each in turn, because the best estimate may
    /// mislead.
    fn take(&mut self) -> Option<u32> {
        self.taken = self.taken.wrapping_add(1);
        if self.taken.is_multiple_of(TURNS) {
            let others = self.turn + 1..QUEUES;
            let held = |&rank: &usize| self.queues.get(rank).is_some_and(|&at| at != NONE);
            self.turn = others.chain(self.cheapest..QUEUES).find(held)?;
            return self.unqueue(self.turn);
        }
        while self.cheapest < QUEUES {
            if let Some(at) = self.unqueue(self.cheapest) {
                return Some(at);
            }
            self.cheapest += 1;
        }
        None
    }

    /// Takes the last node of a queue.
    fn unqueue(&mut self, rank: usize) -> Option<u32> {
        let at = *self.queues.get(rank)?;
        let next = self.store.node(at)?.queued;
        *self.queues.get_mut(rank)? = next;
        Some(at)
    }

    fn queue(&mut self, at: u32, rank: u16) {
        let rank = usize::from(rank).min(QUEUES - 1);
        let Some(first) = self.queues.get_mut(rank).map(|queue| core::mem::replace(queue, at)) else { return };
        if let Some(node) = self.store.node_mut(at) {
            node.queued = first;
        }
        self.cheapest = self.cheapest.min(rank);
    }

    /// Adds a node for a position, unless the table has it.
    fn add<R: Rules>(&mut self, position: &Position<R>, node: MateNode, budget: &mut Budget<'_, '_>) {
        let plies = match self.parameters.guide {
            Guide::Estimate(weight) => estimate(position, self.winner, weight),
            Guide::Picture => plies_to_picture(position, self.winner),
            Guide::Men => men_and_distance(position, self.winner),
        };
        let depth_counts = if self.reduces() { node.depth / SHARE } else { node.depth };
        let rank = plies.saturating_mul(self.parameters.weight).saturating_add(depth_counts);
        match self.store.keep(MateNode { position: Compact::of(position), rank, ..node }) {
            Insertion::Known(_) => {}
            Insertion::New(at) => {
                self.queue(at, rank);
                budget.take();
            }
            Insertion::Full => self.cut = true,
        }
    }

    /// Plays some more moves of a node, and returns a move that mates.
    fn expand<R: Rules>(&mut self, at: u32, budget: &mut Budget<'_, '_>) -> Option<Move> {
        let node = self.store.node(at)?;
        let Some(position) = node.position.position::<R>() else {
            self.cut = true;
            return None;
        };
        let ours = position.turn() == self.winner;
        note_work();
        let moves = position.legal_moves();
        if ours
            && node.played == 0
            && let Some(mv) = mating_move(&position, &moves)
        {
            return Some(mv);
        }
        if node.depth + 1 >= LONGEST {
            self.cut = true;
            return None;
        }
        let goal = Goal::of(&position, self.winner);
        let chunk = self.parameters.chunk;
        let mut left = chunk;
        for (seen, (class, mv)) in goal.ranked(&position, &moves).enumerate().skip(node.played.into()) {
            let is_over = budget.left() == 0;
            if left == 0 || is_over || class == USELESS && left < chunk && !self.reduces() {
                let rank = node.rank
                    + if is_over {
                        0
                    } else if class == USELESS {
                        USELESS_COST
                    } else {
                        1
                    };
                if let Some(node) = self.store.node_mut(at) {
                    node.played = seen as u16;
                    node.rank = rank;
                }
                self.queue(at, rank);
                break;
            }
            left -= 1;
            let child = position.after_unchecked(mv);
            let is_final =
                mv.is_capture() || position.board().piece_at(mv.from()).is_some_and(|piece| piece.role() == Role::Pawn);
            if is_final
                && (lacks_material(&child, self.winner)
                    || unlimited(|budget| excludes_mate(&child, self.winner, Effort::Quick, budget)))
            {
                continue;
            }
            let next = MateNode { parent: at, mv: mv.bits(), depth: node.depth + 1, ..MateNode::EMPTY };
            self.add(&child, next, budget);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abstraction::tests::{reckon, walls};
    use chess0x88::{ChessRules, MakrukRules};
    use common::Random;

    #[test]
    fn a_search_that_left_something_out_does_not_say_no() {
        let kings: Position<ChessRules> = "8/8/8/8/8/8/k7/2K5 w - - 0 1".parse().expect("a position");
        // The second search starts so late that its lines would be too long for a list.
        for (depth, expected) in [(0, Some(CanMate::No)), (LONGEST - 1, None)] {
            let mut nodes = std::vec![MateNode::EMPTY; 8000];
            let mut table = &mut nodes[..];
            let [parameters, ..] = PARAMETERS;
            let mut search = Search::new(Places::all(&mut table), 8000, Color::White, parameters);
            let answer = unlimited(|budget| {
                let mut budget = budget.part(8000);
                search.add(&kings, MateNode { depth, ..MateNode::EMPTY }, &mut budget);
                search.run(&kings, &mut budget)
            });
            assert_eq!(answer, expected, "{depth}");
        }
    }

    /// Captures pieces first from random positions, with interruptions in which another search writes to the table, and compares
    /// the answers with a plain search. Returns the numbers of both answers.
    fn reduce<R: Rules>(rounds: u32) -> [u32; 2] {
        let mut random = Random(17);
        let mut table = std::vec![MateNode::EMPTY; 20_000];
        let mut answers = [0; 2];
        for _ in 0..rounds {
            let Some(position) = walls::<R>(&mut random).filter(Position::has_legal_move) else { continue };
            for winner in Color::ALL {
                let mut table = table.as_mut_slice();
                let [other, ..] = PARAMETERS;
                let mut search = Search::new(Places::all(&mut table), 20_000, winner, REDUCTION);
                let mut go_on = |at: usize| {
                    let mut other = Search::new(search.store.unused(), 50, winner, other);
                    unlimited(|budget| other.run(&position, &mut budget.part(50)));
                    unlimited(|budget| search.run(&position, &mut budget.part(30 << at)))
                };
                let found = (0..10).find_map(&mut go_on);
                match found {
                    Some(CanMate::Yes(line)) => {
                        let mut end = position;
                        for &mv in &*line {
                            assert!(end.is_legal(mv), "{mv} of {line:?}: {position:?}");
                            end = end.after_unchecked(mv);
                        }
                        assert!(end.is_checkmate() && end.turn() != winner, "{line:?}: {position:?}");
                        answers[0] += 1;
                    }
                    Some(_) => {
                        assert_ne!(reckon(&position, winner), Some(true), "{winner} mates: {position:?}");
                        answers[1] += 1;
                    }
                    None => {}
                }
            }
        }
        answers
    }

    #[test]
    fn men_captured_first_give_the_answers_of_plain_reckoning() {
        let (chess, makruk) = (reduce::<ChessRules>(15), reduce::<MakrukRules>(15));
        assert!(chess[0] > 4, "{chess:?} {makruk:?}");
    }

    #[test]
    #[ignore = "four times as many positions"]
    fn men_captured_first_give_the_answers_of_plain_reckoning_in_many_positions() {
        let (chess, makruk) = (reduce::<ChessRules>(60), reduce::<MakrukRules>(60));
        assert!(chess[0] > 20 && makruk[0] > 2 && chess[1] + makruk[1] > 2, "{chess:?} {makruk:?}");
    }

    /// Positions with their estimates for White and for Black: the plies at a weight of 2, the distance to a picture, and the
    /// number from pieces and the nearest capture or promotion.
    const ESTIMATES: [(&str, [[u16; 2]; 3]); 11] = [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", [[16, 76], [15, 72], [63, 126]]),
        ("4k3/1p6/8/8/3P4/8/8/4K3 w - - 0 1", [[24, 26], [39, 40], [104, 104]]),
        ("6bk/1p2p3/4P2n/8/1B6/8/4K1N1/8 w - - 0 1", [[27, 30], [9, 13], [194, 194]]),
        ("r1b1k3/pp6/8/8/8/2N5/5PPB/6K1 w - - 0 1", [[32, 22], [10, 8], [228, 227]]),
        ("8/1kbp4/3P4/2p5/2P1N3/3B4/5n1K/8 w - - 0 1", [[29, 35], [8, 13], [226, 226]]),
        ("kb6/p1p5/P1P5/8/8/3B2N1/8/K7 w - - 0 1", [[26, 32], [2, 65], [213, 214]]),
        ("2q1k3/8/3n4/6pp/5BPP/8/2K5/8 w - - 0 1", [[32, 21], [18, 8], [210, 210]]),
        ("k7/p1p1p3/8/8/8/6p1/P1P1P1Pp/7K w - - 0 1", [[31, 27], [65, 36], [334, 334]]),
        ("8/p2k4/P2b4/2pPp3/2P1P3/3N1K2/8/b1B5 w - - 0 1", [[32, 36], [17, 21], [322, 323]]),
        ("5brk/4p1p1/3pP1P1/1B1P2p1/3p2p1/3P4/4K1P1/8 w - - 0 1", [[39, 26], [22, 15], [437, 436]]),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [[46, 46], [7, 9], [774, 774]]),
    ];

    /// A worse estimate only makes the search slower, never wrong.
    #[test]
    fn what_is_estimated_is_known() {
        let known = ESTIMATES.map(|(fen, ..)| {
            let position: Position<ChessRules> = fen.parse().expect(fen);
            let estimates = Color::ALL.map(|winner| estimate(&position, winner, 2));
            let pictures = Color::ALL.map(|winner| plies_to_picture(&position, winner));
            (fen, [estimates, pictures, Color::ALL.map(|winner| men_and_distance(&position, winner))])
        });
        assert_eq!(known, ESTIMATES);
    }
}
