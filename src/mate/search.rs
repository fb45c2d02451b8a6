//! The full search: a helpmate, or the proof that there is none, by positions kept in a table.

use super::aim::{Aim, CLASSES, USELESS, has_any};
use super::clouds::{Vague, is_hopeless};
use super::dive::{dive, mating_move};
use super::locks::{is_locked, is_locked_at_a_glance};
use super::quick::cannot_mate;
use super::table::{Kept, NONE, Store, Table};
use super::{CanMate, MateNode, lacks_material};
use crate::attacks::attackers;
use crate::attacks::sets::{bit_of, king_attacks};
use crate::geometry::{Square, SquareSet};
use crate::moves::{Move, MoveList};
use crate::piece::{Color, Piece, Role};
use crate::position::{Compact, Position};
use crate::rules::Rules;

/// Ranks beyond the last queue share it.
const QUEUES: usize = 1024;
/// The longest line that is followed.
const LONGEST: u16 = MoveList::CAPACITY as u16;
/// How many nodes are looked at before positions are tested for being locked.
const EASY: usize = 2000;
/// How often a node is taken that does not look best: once in so many.
const TURNS: u32 = 8;

/// What a search goes by.
#[derive(Clone, Copy)]
struct Style {
    /// How many moves of a node are played before others get their turn.
    chunk: usize,
    /// How many plies of a line weigh as much as one ply of what is estimated to be left.
    weight: u16,
    /// How many plies a man of the losing side weighs.
    men: u16,
}

/// What is tried one after the other. What one goes by may mislead it where another soon finds a mate.
const STYLES: [Style; 4] = [
    Style { chunk: 3, weight: 6, men: 4 },
    Style { chunk: 2, weight: 10, men: 8 },
    Style { chunk: 4, weight: 4, men: 2 },
    Style { chunk: 3, weight: 12, men: 3 },
];
/// How many positions each of them may look at, in one round after the other, before the first goes on for as long as it
/// may.
const TRIES: [usize; 2] = [1000, 2000];

/// How many positions the dive may look at.
const DIVE: usize = 300;

/// How many plies are followed to find a proof for what comes then, ...
const PLIES: usize = 6;
/// ... if it is check, or there are no more than so many moves.
const FEW: usize = 3;
/// How many states a coarse game may have, in one round after the other.
const PROOFS: [usize; 3] = [3000, 30_000, 300_000];
/// How many positions proofs are begun for.
const TESTS: usize = 100;

/// A search under way.
struct Search<'a, T> {
    store: Store<'a, T>,
    style: Style,
    winner: Color,
    /// The node to be looked at next, by cost.
    queues: [u32; QUEUES],
    /// The cheapest queue that may hold a node.
    cheapest: usize,
    /// How many nodes have been taken from a queue.
    taken: u32,
    /// The queue that had its turn last.
    turn: usize,
    /// Whether something was left out that might lead to a mate.
    cut: bool,
}

/// Looks for a helpmate.
pub(super) fn search<R: Rules>(position: &Position<R>, winner: Color, mut table: impl Table) -> CanMate {
    if !position.has_legal_move() {
        let mated = position.is_check() && position.turn() != winner;
        return if mated { CanMate::Yes(MoveList::new()) } else { CanMate::No };
    }
    if cannot_mate(position, winner) {
        return CanMate::No;
    }
    let mut left = table.most();
    let (found, used) = dive(position, winner, &mut table, left.min(DIVE));
    if let Some(line) = found {
        return CanMate::Yes(line);
    }
    left -= used;
    for (patience, style) in TRIES.into_iter().flat_map(|patience| STYLES.map(|style| (patience, style))) {
        let (found, used) = attempt(position, winner, &mut table, style, patience.min(left));
        if found != CanMate::Unknown {
            return found;
        }
        left -= used.min(left);
    }
    for limit in PROOFS {
        let mut proof = Proof { winner, table: &mut table, limit, left: left / 2, tests: TESTS };
        let was = proof.left;
        if proof.is_hopeless(position, PLIES) {
            return CanMate::No;
        }
        left -= was - proof.left;
    }
    let [style, ..] = STYLES;
    attempt(position, winner, &mut table, style, left).0
}

/// The proof that there is no mate, by what is locked and by coarse games, or by such proofs for whatever follows.
struct Proof<'a, T> {
    winner: Color,
    table: &'a mut T,
    /// How many states a coarse game may have.
    limit: usize,
    /// How many positions may still be looked at, ...
    left: usize,
    /// ... and how many proofs begun.
    tests: usize,
}

impl<T: Table> Proof<'_, T> {
    fn is_hopeless<R: Rules>(&mut self, position: &Position<R>, plies: usize) -> bool {
        if cannot_mate(position, self.winner) {
            return true;
        }
        if self.tests == 0 {
            return false;
        }
        self.tests -= 1;
        if is_locked(position, self.winner, 2) {
            return true;
        }
        for vague in [Vague::All, Vague::Wide(8), Vague::Of(!self.winner), Vague::Of(self.winner), Vague::Nobody] {
            let limit = self.limit.min(self.left / 2);
            let (hopeless, used) = is_hopeless(position, self.winner, self.table, limit, vague);
            self.left -= used;
            if hopeless {
                return true;
            }
        }
        let moves = position.legal_moves();
        let forced = position.is_check() || moves.len() <= FEW;
        plies > 0
            && (forced || plies == PLIES)
            && !(position.turn() == self.winner && mating_move(position, &moves).is_some())
            && moves.iter().all(|&mv| self.is_hopeless(&position.after_unchecked(mv), plies - 1))
    }
}

/// Looks for a helpmate in one way, and says how many positions that took.
fn attempt<R: Rules>(
    position: &Position<R>,
    winner: Color,
    table: &mut impl Table,
    style: Style,
    limit: usize,
) -> (CanMate, usize) {
    let mut search = Search {
        store: Store::new(table, limit, false),
        style,
        winner,
        queues: [NONE; QUEUES],
        cheapest: 0,
        taken: 0,
        turn: 0,
        cut: false,
    };
    (search.run(position), search.store.len())
}

impl<T: Table> Search<'_, T> {
    fn run<R: Rules>(&mut self, position: &Position<R>) -> CanMate {
        if !self.add(position, NONE, 0, 0) {
            return CanMate::Unknown;
        }
        while let Some(at) = self.take() {
            if let Some(last) = self.expand::<R>(at) {
                return CanMate::Yes(self.line(at, last));
            }
            if self.store.is_full() && self.cut {
                return CanMate::Unknown;
            }
        }
        if self.cut { CanMate::Unknown } else { CanMate::No }
    }

    /// The moves from the root to a node, and one more.
    fn line(&mut self, at: u32, last: Move) -> MoveList {
        let mut line = MoveList::new();
        line.push(last);
        let mut at = at;
        while let Some(node) = self.store.node(at) {
            if node.parent == NONE {
                break;
            }
            line.push(Move::from_raw(node.mv));
            at = node.parent;
        }
        line.reverse();
        line
    }

    /// Takes the node that is next: the last that came to the cheapest queue. Now and then another queue has its turn, all
    /// of them one after the other, for the best estimate may lead nowhere.
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

    /// Takes the last node that came to a queue.
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

    /// Adds a node unless it is there already. `false` if there is no room.
    fn add<R: Rules>(&mut self, position: &Position<R>, parent: u32, mv: u16, depth: u16) -> bool {
        let rank =
            estimate(position, self.winner, self.style.men).saturating_mul(self.style.weight).saturating_add(depth);
        let position = Compact::of(position);
        match self.store.keep(MateNode { position, parent, mv, rank, depth, ..MateNode::EMPTY }) {
            Kept::Known => {}
            Kept::New(at) => self.queue(at, rank),
            Kept::Full => {
                self.cut = true;
                return false;
            }
        }
        true
    }

    /// Plays some of the moves of a node that have not been played yet, and gives a move that mates.
    fn expand<R: Rules>(&mut self, at: u32) -> Option<Move> {
        let node = self.store.node(at)?;
        let position = node.position.position::<R>();
        let ours = position.turn() == self.winner;
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
        let aim = Aim::of(&position, self.winner);
        let done = usize::from(node.played);
        let mut seen = 0;
        let chunk = self.style.chunk;
        let mut left = chunk;
        let mut rank = node.rank;
        'all: for class in 0..CLASSES {
            for &mv in &*moves {
                if aim.class(&position, mv) != class {
                    continue;
                }
                seen += 1;
                if seen <= done {
                    continue;
                }
                if left == 0 || class == USELESS && left < chunk {
                    seen -= 1;
                    rank += if class == USELESS { 5 } else { 1 };
                    break 'all;
                }
                left -= 1;
                let child = position.after_unchecked(mv);
                let is_final =
                    mv.is_capture() || position.moved_piece(mv).is_some_and(|piece| piece.role() == Role::Pawn);
                if is_final
                    && (lacks_material(&child, self.winner)
                        || self.store.len() > EASY && is_locked_at_a_glance(&child, self.winner))
                {
                    continue;
                }
                if !self.add(&child, at, mv.bits(), node.depth + 1) {
                    return None;
                }
            }
        }
        if seen < moves.len() {
            if let Some(node) = self.store.node_mut(at) {
                node.played = seen as u16;
                node.rank = rank;
            }
            self.queue(at, rank);
        }
        None
    }
}

/// How many plies it may take to mate, very roughly: both kings go to a corner, somebody promotes, and the fewer men the
/// loser has to get in the way, the better.
fn estimate<R: Rules>(position: &Position<R>, winner: Color, weight: u16) -> u16 {
    let board = position.board();
    let aim = Aim::of(position, winner);
    let (king, theirs) = (position.king(winner), position.king(!winner));
    let kings = u16::from(theirs.distance(aim.corner) + king.distance(aim.corner).saturating_sub(2));
    let men = board.colored(!winner).len() as u16;
    let pawns = board.squares_of(Piece::new(winner, Role::Pawn));
    let work = if has_any(board, winner, &[Role::Rook, Role::Queen, Role::Khon]) {
        weight * men
    } else if !pawns.is_empty() {
        let step = |pawn: Square| {
            let rank = winner.relative_rank(pawn.rank()) as u16;
            let blocked = pawn.offset(winner.forward() as i8).is_some_and(|ahead| board.piece_at(ahead).is_some());
            (R::PROMOTION_RANK as u16).saturating_sub(rank) + if blocked { 3 } else { 0 }
        };
        weight * men + 2 + pawns.into_iter().map(step).min().unwrap_or(0)
    } else {
        // Only with the help of the loser's own men, next to his king. Those that see far had better go.
        let count = |roles: [Role; 2]| roles.map(|role| board.squares_of(Piece::new(!winner, role)));
        let [rooks, queens] = count([Role::Rook, Role::Queen]);
        let [knights, bishops] = count([Role::Knight, Role::Bishop]);
        let helpers = knights | bishops;
        let distance = |men: SquareSet| men.into_iter().map(|man| u16::from(man.distance(aim.corner))).min();
        let promotes = || {
            let pawns = board.squares_of(Piece::new(!winner, Role::Pawn));
            let step = |pawn: Square| 7 - (!winner).relative_rank(pawn.rank()) as u16;
            5 + pawns.into_iter().map(step).min().unwrap_or(8)
        };
        let help = distance(helpers).unwrap_or_else(promotes).saturating_sub(1);
        let near = distance(board.colored(winner) - king.into()).unwrap_or(8).saturating_sub(2);
        16 * weight + 8 + 3 * (rooks | queens).len() as u16 + help + near
    };
    let flights = if kings <= 2 { 2 * flights(position, winner).max(1) } else { 6 };
    kings + work + flights
}

/// How many squares the losing king could step to.
fn flights<R: Rules>(position: &Position<R>, winner: Color) -> u16 {
    let board = position.board();
    let king = position.king(!winner);
    let occupied = board.occupied().bits() & !bit_of(king);
    let around = SquareSet::from_bits(king_attacks(bit_of(king)) & !board.colored(!winner).bits());
    around.into_iter().filter(|&square| attackers::<R>(board, square, winner, occupied) == 0).count() as u16
}
