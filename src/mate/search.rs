//! The full search: a helpmate, or the proof that there is none, by positions kept in a table.

use super::locks::is_locked;
use super::{CanMate, MateNode};
use crate::geometry::Square;
use crate::moves::{Move, MoveKind, MoveList};
use crate::piece::{Color, Role};
use crate::position::{Compact, Position};
use crate::rules::Rules;

/// Where a search keeps its nodes.
pub(super) trait Table {
    /// All places there are.
    fn nodes(&mut self) -> &mut [MateNode];
    /// Makes more places, if it can; what is in the old ones stays.
    fn grow(&mut self) -> bool;
}

impl Table for &mut [MateNode] {
    fn nodes(&mut self) -> &mut [MateNode] {
        self
    }

    fn grow(&mut self) -> bool {
        false
    }
}

/// A table that grows up to a limit.
#[cfg(feature = "alloc")]
pub(super) struct Growing {
    nodes: alloc::vec::Vec<MateNode>,
    limit: usize,
}

#[cfg(feature = "alloc")]
impl Growing {
    pub(super) fn new(limit: usize) -> Growing {
        let limit = limit.min(NONE as usize);
        Growing { nodes: alloc::vec![MateNode::EMPTY; limit.min(256)], limit }
    }
}

#[cfg(feature = "alloc")]
impl Table for Growing {
    fn nodes(&mut self) -> &mut [MateNode] {
        &mut self.nodes
    }

    fn grow(&mut self) -> bool {
        let len = self.nodes.len();
        let larger = len.saturating_mul(4).min(self.limit);
        self.nodes.resize(larger.max(len), MateNode::EMPTY);
        larger > len
    }
}

/// No node.
pub(super) const NONE: u32 = u32::MAX;
/// Costs beyond the last queue share it.
const QUEUES: usize = 128;
/// The longest line that is followed.
const LONGEST: u16 = MoveList::CAPACITY as u16;
/// What the moves of each kind cost: promising ones, others, those that look like a step back.
const COSTS: [u16; 3] = [0, 1, 4];
/// How many nodes are looked at before positions are tested for being locked.
const EASY: usize = 400;

/// A search under way.
struct Search<T> {
    table: T,
    winner: Color,
    /// How many nodes there are.
    len: usize,
    /// The node to be looked at next, by cost.
    queues: [u32; QUEUES],
    /// Whether something was left out that might lead to a mate.
    cut: bool,
}

/// Looks for a helpmate.
pub(super) fn search<R: Rules>(position: &Position<R>, winner: Color, table: impl Table) -> CanMate {
    let mut search = Search { table, winner, len: 0, queues: [NONE; QUEUES], cut: false };
    search.run(position)
}

impl<T: Table> Search<T> {
    fn run<R: Rules>(&mut self, position: &Position<R>) -> CanMate {
        if !position.has_legal_move() {
            let mated = position.is_check() && position.turn() != self.winner;
            return if mated { CanMate::Yes(MoveList::new()) } else { CanMate::No };
        }
        if R::has_insufficient_material(position.board(), self.winner) {
            return CanMate::No;
        }
        // What a caller's table held before means nothing here.
        for node in self.table.nodes() {
            *node = MateNode::EMPTY;
        }
        let root = Compact::of(position);
        if !self.add(root, NONE, 0, 0, 0, false) {
            return CanMate::Unknown;
        }
        let mut tested = false;
        let mut cost = 0;
        while let Some(at) = self.take(&mut cost) {
            if self.len > EASY && !tested {
                tested = true;
                if is_locked(position, self.winner, 2) {
                    return CanMate::No;
                }
            }
            if let Some(last) = self.expand::<R>(at) {
                return CanMate::Yes(self.line(at, last));
            }
        }
        if self.cut { CanMate::Unknown } else { CanMate::No }
    }

    /// The moves from the root to a node, and one more.
    fn line(&mut self, at: u32, last: Move) -> MoveList {
        let mut line = MoveList::new();
        line.push(last);
        let mut at = at;
        while let Some(node) = self.node(at) {
            if node.parent == NONE {
                break;
            }
            line.push(Move::from_raw(node.mv));
            at = node.parent;
        }
        line.reverse();
        line
    }

    fn node(&mut self, at: u32) -> Option<MateNode> {
        self.table.nodes().get(at as usize).copied()
    }

    /// Takes the node that is next, given the cost of the last.
    fn take(&mut self, cost: &mut usize) -> Option<u32> {
        loop {
            let at = *self.queues.get(*cost)?;
            if at != NONE {
                let next = self.node(at)?.queued;
                if let Some(queue) = self.queues.get_mut(*cost) {
                    *queue = next;
                }
                return Some(at);
            }
            *cost += 1;
        }
    }

    fn queue(&mut self, at: u32, cost: u16) {
        let cost = usize::from(cost).min(QUEUES - 1);
        if let (Some(queue), Some(node)) = (self.queues.get_mut(cost), self.table.nodes().get_mut(at as usize)) {
            node.queued = *queue;
            *queue = at;
        }
    }

    /// Adds a node unless it is there already. `false` if there is no room.
    fn add(&mut self, position: Compact, parent: u32, mv: u16, depth: u16, cost: u16, rewarded: bool) -> bool {
        let hash = position.hash();
        let places = self.table.nodes().len();
        if places > 0 {
            let bucket = (hash % places as u64) as usize;
            let nodes = self.table.nodes();
            let mut at = nodes.get(bucket).map_or(NONE, |node| node.head);
            while let Some(node) = nodes.get(at as usize) {
                if node.position == position {
                    return true;
                }
                at = node.next;
            }
        }
        if self.len >= self.table.nodes().len() {
            if !self.table.grow() {
                self.cut = true;
                return false;
            }
            self.rehash();
        }
        let places = self.table.nodes().len() as u64;
        let (at, bucket) = (self.len, (hash % places) as usize);
        let nodes = self.table.nodes();
        let Some(head) = nodes.get_mut(bucket).map(|node| core::mem::replace(&mut node.head, at as u32)) else {
            return false;
        };
        if let Some(node) = nodes.get_mut(at) {
            *node = MateNode { position, parent, next: head, queued: NONE, mv, cost, depth, stage: 0, rewarded, ..*node };
        }
        self.len += 1;
        self.queue(at as u32, cost);
        true
    }

    /// Finds every node its place anew.
    fn rehash(&mut self) {
        let nodes = self.table.nodes();
        for node in nodes.iter_mut() {
            node.head = NONE;
        }
        let places = nodes.len().max(1) as u64;
        for at in 0..self.len {
            let Some(bucket) = nodes.get(at).map(|node| (node.position.hash() % places) as usize) else { return };
            let Some(head) = nodes.get_mut(bucket).map(|node| core::mem::replace(&mut node.head, at as u32)) else {
                return;
            };
            if let Some(node) = nodes.get_mut(at) {
                node.next = head;
            }
        }
    }

    /// Plays the moves of a node that are due, and gives a move that mates.
    fn expand<R: Rules>(&mut self, at: u32) -> Option<Move> {
        let node = self.node(at)?;
        let position = node.position.position::<R>();
        let ours = position.turn() == self.winner;
        let moves = position.legal_moves();
        if ours && node.stage == 0 {
            let mates = |mv: &&Move| position.gives_check(**mv) && !position.after_unchecked(**mv).has_legal_move();
            if let Some(mv) = moves.iter().find(mates) {
                return Some(*mv);
            }
        }
        if node.depth + 1 >= LONGEST {
            self.cut = true;
            return None;
        }
        let aim = Aim::of(&position, self.winner);
        let mut later = false;
        for &mv in &*moves {
            let class = aim.class(&position, mv);
            if class != node.stage {
                later |= class > node.stage;
                continue;
            }
            let child = position.after_unchecked(mv);
            let is_final = mv.is_capture() || position.moved_piece(mv).is_some_and(|piece| piece.role() == Role::Pawn);
            if is_final
                && (R::has_insufficient_material(child.board(), self.winner)
                    || self.len > EASY && is_locked(&child, self.winner, 0))
            {
                continue;
            }
            let cost = if class == 1 && node.rewarded { node.cost - node.cost.min(1) } else { node.cost };
            if !self.add(Compact::of(&child), at, mv.bits(), node.depth + 1, cost, class == 0) {
                return None;
            }
        }
        if later {
            let cost = node.cost + COSTS.get(usize::from(node.stage) + 1).copied().unwrap_or(0)
                - COSTS.get(usize::from(node.stage)).copied().unwrap_or(0);
            if let Some(node) = self.table.nodes().get_mut(at as usize) {
                node.stage += 1;
                node.cost = cost;
            }
            self.queue(at, cost);
        }
        None
    }
}

/// What both sides aim at: the losing king in a corner that the winner's bishop can attack, the other not far.
struct Aim {
    winner: Color,
    corner: Square,
}

impl Aim {
    fn of<R: Rules>(position: &Position<R>, winner: Color) -> Aim {
        let board = position.board();
        let bishops = |color| board.squares_of(crate::piece::Piece::new(color, Role::Bishop));
        let (ours, theirs) = (bishops(winner), bishops(!winner));
        let dark = |set: crate::geometry::SquareSet| set.into_iter().any(|square| !square.is_light());
        let light = |set: crate::geometry::SquareSet| set.into_iter().any(|square| square.is_light());
        let is_dark = dark(ours) || ours.is_empty() && light(theirs);
        let corner = match (winner, is_dark) {
            (Color::White, true) => Square::H8,
            (Color::White, false) => Square::A8,
            (Color::Black, true) => Square::A1,
            (Color::Black, false) => Square::H1,
        };
        Aim { winner, corner }
    }

    /// How promising a move looks: 0 is best, 2 worst.
    fn class<R: Rules>(&self, position: &Position<R>, mv: Move) -> u8 {
        let Some(piece) = position.moved_piece(mv) else { return 1 };
        let (from, to) = (mv.from().distance(self.corner), mv.to().distance(self.corner));
        let captures = mv.is_capture();
        if position.turn() == self.winner {
            match piece.role() {
                _ if captures => 0,
                Role::Pawn => 0,
                Role::King | Role::Knight if to < from && to >= 2 && mv.kind() != MoveKind::Castle => 0,
                _ => 1,
            }
        } else {
            match piece.role() {
                Role::King if to < from => 0,
                _ if captures => 2,
                Role::Pawn => 2,
                Role::Knight if to < from && to >= 1 => 0,
                _ => 1,
            }
        }
    }
}
