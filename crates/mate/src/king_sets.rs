//! A search in which one king occupies a set of squares.
//!
//! ```text
//!  8  . x . . . . . .     Where walls leave the other pieces little to do, most positions differ by the square of one
//!  7  . P . p . p . p     king. A node is then all that is left of a position without that king, and the set of its
//!  6  B P . . . . . .     squares. Its moves are those of all these positions together: the king steps from the whole
//!  5  . P . . K K K .     set at once, and any other move has the squares that do not stand in its way, and on which the
//!  4  . . . . K K K .     king is not attacked then.
//!  3  . . . . K K K .
//!  2  . . . P . P . P     White's king after two moves, with the wall at b5 to b7: nine positions, one node.
//! ```
//!
//! The search neither omits nor adds a move, so its answer is exact: a mate, or all positions have been examined. If a position is
//! reached again with new squares, its node waits again with only these squares. Nodes with the most remaining captures and pawn
//! moves come first, so that sets grow before they are followed.

use chess0x88::{Color, MoveList, Piece, Position, Role, Rules, SquareSet};

use crate::budget::{Budget, note_work};
use crate::compact::{Compact, attackers_on};
use crate::moves::{captures_on, moves};
use crate::sets::{attacks_of, bit_of, each, king_attacks, promotion_zone, square_of};
use crate::table::{Insertion, NONE, Places, Store, Table};
use crate::{CanMate, MateNode};

/// The number of nodes per position of the budget. Both take about the same time.
const NODES: usize = 2;
/// The number of nodes per position of the budget on the way back from a mate.
const LOOKS: usize = 1024;
/// The weight of a piece in [`irreversible`]: more than all steps of a pawn.
const MAN: u32 = 8;
/// The number of levels, enough for 32 pieces. All positions with more pieces share a level.
const LEVELS: usize = 384;

/// Searches for a mate with sets of squares for the king with more room. Returns `None` if the budget ends first, or for a position
/// that this search does not support.
pub(crate) fn search<R: Rules>(
    position: &Position<R>,
    winner: Color,
    table: Places<'_, impl Table>,
    budget: &mut Budget<'_, '_>,
) -> Option<CanMate> {
    search_with(position, winner, freer_king(position), table, budget)
}

/// Searches with the king of this colour. (The function takes two kilobytes of stack while it runs.)
#[inline(never)]
fn search_with<R: Rules>(
    position: &Position<R>,
    winner: Color,
    free: Color,
    table: Places<'_, impl Table>,
    budget: &mut Budget<'_, '_>,
) -> Option<CanMate> {
    let all = Compact::of(position);
    let in_zone = |&color: &Color| all.bitboards().squares_of(color, Role::Pawn) & promotion_zone::<R>(color) != 0;
    // No rule says how a pawn moves from a promotion square.
    if !position.castling_rights().is_empty() || Color::ALL.iter().any(in_zone) {
        return None;
    }
    let king = bit_of(position.king(free));
    let room = budget.left().saturating_mul(NODES);
    let store = Store::new(table, room, false);
    let mut search = KingSets { store, winner, free, waiting: [NONE; LEVELS], level: 0, taken: 0, over: false };
    search.keep(all.without(king), king);
    search.run::<R>(budget)
}

struct KingSets<'a, T> {
    store: Store<'a, T>,
    winner: Color,
    /// The colour of the king with sets of squares.
    free: Color,
    /// The last waiting node of each level. The nodes of a level form a ring.
    waiting: [u32; LEVELS],
    /// The first level that may have a waiting node.
    level: usize,
    /// The number of nodes that have been followed.
    taken: u32,
    /// `true` if the table had no room for a node.
    over: bool,
}

/// The fields of a node in the search of king sets.
impl MateNode {
    /// A waiting node with these squares.
    fn of_squares(position: Compact, squares: u64) -> MateNode {
        let mut node = MateNode { position, parent: NONE, ..MateNode::EMPTY };
        node.set_squares(squares);
        node
    }

    fn set_squares(&mut self, set: u64) {
        let [mv, rank, depth, played] = [48, 32, 16, 0].map(|shift| (set >> shift) as u16);
        (self.mv, self.rank, self.depth, self.played) = (mv, rank, depth, played);
    }

    /// The squares of the king.
    fn squares(&self) -> u64 {
        [self.mv, self.rank, self.depth, self.played].iter().fold(0, |set, &word| set << 16 | u64::from(word))
    }

    /// The turn at which the node was followed; [`NONE`] while it waits.
    const fn turn_taken(&self) -> u32 {
        self.parent
    }
}

impl<T: Table> KingSets<'_, T> {
    fn run<R: Rules>(&mut self, budget: &mut Budget<'_, '_>) -> Option<CanMate> {
        while let Some(at) = self.take() {
            if self.over || (self.taken as usize).is_multiple_of(NODES) && !budget.take() {
                return None;
            }
            note_work();
            let node = self.store.node(at)?;
            let mated = self.follow::<R>(&node);
            if mated != 0 {
                return self.line::<R>(at, mated & mated.wrapping_neg(), budget).map(CanMate::Yes);
            }
        }
        (!self.over).then_some(CanMate::No)
    }

    /// Takes the next waiting node from the first level that has one.
    fn take(&mut self) -> Option<u32> {
        let last = loop {
            match *self.waiting.get(self.level)? {
                NONE => self.level += 1,
                last => break last,
            }
        };
        let at = self.store.node(last)?.queued;
        let node = self.store.node_mut(at)?;
        let next = node.queued;
        node.parent = self.taken;
        self.taken += 1;
        if at == last {
            *self.waiting.get_mut(self.level)? = NONE;
        } else {
            self.store.node_mut(last)?.queued = next;
        }
        Some(at)
    }

    /// Follows all moves of a node, and returns the squares on which the loser is mated.
    fn follow<R: Rules>(&mut self, node: &MateNode) -> u64 {
        let (free, winner) = (self.free, self.winner);
        let stuck = each_move::<R>(free, &node.position, node.squares(), &mut |moved| {
            if !moved.lacks_material::<R>(free, winner) {
                self.keep(moved.after, moved.squares);
            }
        });
        let us = node.position.turn();
        if us == winner { 0 } else { stuck & checked::<R>(&node.position, free, us) }
    }

    /// Stores the squares that are new for a position.
    fn keep(&mut self, position: Compact, squares: u64) {
        let mut node = MateNode::of_squares(position, squares);
        let (mut new, mut waits) = (squares, None);
        let mut at = self.store.same(&node, None);
        while let Some(old) = at {
            if let Some(known) = self.store.node(old) {
                new &= !known.squares();
                waits = waits.or((known.turn_taken() == NONE).then_some(old));
            }
            at = self.store.same(&node, Some(old));
        }
        if new == 0 {
            return;
        }
        if let Some(waits) = waits.and_then(|at| self.store.node_mut(at)) {
            waits.set_squares(waits.squares() | new);
            return;
        }
        node.set_squares(new);
        let Insertion::New(at) = self.store.insert(node) else {
            self.over = true;
            return;
        };
        let level = LEVELS.saturating_sub(irreversible(&position) as usize + 1);
        let last = self.waiting.get_mut(level).map_or(NONE, |last| core::mem::replace(last, at));
        let first = self.store.node_mut(last).map_or(at, |last| core::mem::replace(&mut last.queued, at));
        if let Some(node) = self.store.node_mut(at) {
            node.queued = first;
        }
    }

    /// Returns the moves that lead to a square of a node.
    fn line<R: Rules>(&mut self, end: u32, square: u64, budget: &mut Budget<'_, '_>) -> Option<MoveList> {
        // Goes backwards. Each node stores the number of the next node instead of its link in a ring.
        let (mut at, mut square) = (end, square);
        self.mark(end, NONE, square);
        for length in 0.. {
            if at == 0 {
                break;
            }
            let (before, from) = self.before::<R>(at, square, budget).filter(|_| length < MoveList::CAPACITY)?;
            self.mark(before, at, from);
            (at, square) = (before, from);
        }
        let mut line = MoveList::new();
        let mut position = self.position::<R>(0)?;
        while at != end {
            at = self.store.node(at)?.queued;
            let next = self.position::<R>(at)?;
            let leads = |mv| Compact::of(&position.after_unchecked(mv)) == Compact::of(&next);
            let mv = position.legal_moves().iter().copied().find(|&mv| leads(mv))?;
            line.try_push(mv).ok()?;
            position = next;
        }
        Some(line)
    }

    /// Stores the square of a node and the next node on the returned line.
    fn mark(&mut self, at: u32, next: u32, square: u64) {
        if let Some(node) = self.store.node_mut(at) {
            node.set_squares(square);
            node.queued = next;
        }
    }

    /// The position of a node on the returned line.
    fn position<R: Rules>(&mut self, at: u32) -> Option<Position<R>> {
        let node = self.store.node(at)?;
        node.position.with(node.squares(), Piece::new(self.free, Role::King)).position()
    }

    /// Returns an earlier node, and a square of it from which a move leads to this square of this node.
    fn before<R: Rules>(&mut self, at: u32, square: u64, budget: &mut Budget<'_, '_>) -> Option<(u32, u64)> {
        let node = self.store.node(at)?;
        for before in 0..self.store.len() as u32 {
            if (before as usize + 1).is_multiple_of(LOOKS) && !budget.take() {
                return None;
            }
            let other = self.store.node(before)?;
            // A capture en passant changes three squares.
            let changed = other.position.bitboards().occupied() ^ node.position.bitboards().occupied();
            if other.turn_taken() >= node.turn_taken()
                || other.position.turn() == node.position.turn()
                || changed.count_ones() > 3
            {
                continue;
            }
            let mut from = 0;
            each_move::<R>(self.free, &other.position, other.squares(), &mut |moved| {
                if moved.after == node.position && moved.squares & square != 0 {
                    from = if moved.king { other.squares() & king_attacks(square) } else { square };
                }
            });
            if from != 0 {
                return Some((before, from & from.wrapping_neg()));
            }
        }
        None
    }
}

/// The position after a move.
struct Moved {
    after: Compact,
    /// The possible squares of the free king.
    squares: u64,
    /// `true` if the free king has moved.
    king: bool,
    /// `true` if a piece was captured or a pawn promoted.
    exchanged: bool,
}

impl Moved {
    /// Returns `true` if the winner's material cannot mate.
    fn lacks_material<R: Rules>(&self, free: Color, winner: Color) -> bool {
        if !self.exchanged || self.squares == 0 {
            return false;
        }
        let king = self.squares & self.squares.wrapping_neg();
        let position = self.after.with(king, Piece::new(free, Role::King)).position::<R>();
        position.is_some_and(|position| position.has_insufficient_material(winner))
    }
}

/// Calls a function with each move of a node that is legal for at least one of these squares, and returns the squares without a
/// legal move.
fn each_move<R: Rules>(free: Color, from: &Compact, squares: u64, act: &mut dyn FnMut(&Moved)) -> u64 {
    let (us, bitboards) = (from.turn(), from.bitboards());
    let open = !bitboards.occupied();
    let own = bitboards.colored(us);
    let mut enemies = !open & !own;
    let mut stuck = squares;
    if us == free {
        enemies &= !bit_of(from.king(!us));
        let safe = !own & !checked::<R>(from, free, us);
        stuck = each(squares).filter(|&at| king_attacks(at) & safe == 0).fold(0, |set, at| set | at);
        let steps = king_attacks(squares) & safe;
        act(&Moved { after: from.passed(), squares: steps & open, king: true, exchanged: false });
        for to in each(steps & enemies) {
            act(&Moved { after: from.passed().without(to), squares: to, king: true, exchanged: true });
        }
    }
    for mv in moves::<R>(from).filter(|mv| mv.to & bitboards.role(Role::King) == 0) {
        let path = mv.to | SquareSet::between(square_of(mv.from), square_of(mv.to)).bits();
        let allowed = squares & !path & !checked::<R>(&mv.after, free, us);
        stuck &= !allowed;
        if mv.role == Role::Pawn && promotion_zone::<R>(us) & mv.to != 0 {
            for &role in R::PROMOTIONS {
                let after = mv.after.without(mv.to).with(mv.to, Piece::new(us, role));
                act(&Moved { after, squares: allowed, king: false, exchanged: true });
            }
            continue;
        }
        let capturable = if mv.passed == 0 { 0 } else { allowed & en_passant::<R>(&mv.after, mv.passed, free) };
        if capturable != 0 {
            let after = mv.after.with_en_passant(Some(square_of(mv.passed)));
            act(&Moved { after, squares: capturable, king: false, exchanged: false });
        }
        act(&Moved { after: mv.after, squares: allowed & !capturable, king: false, exchanged: mv.captures });
    }
    stuck
}

/// The squares of the free king for which a capture en passant is legal after a double step.
fn en_passant<R: Rules>(after: &Compact, passed: u64, free: Color) -> u64 {
    let us = after.turn();
    captures_on(passed, after).fold(0, |set, captured| set | !checked::<R>(&captured, free, us))
}

/// The squares of the free king for which a side's king is attacked.
fn checked<R: Rules>(position: &Compact, free: Color, us: Color) -> u64 {
    let bitboards = position.bitboards();
    if us == free {
        let open = !bitboards.occupied();
        let attacks = |&role: &Role| attacks_of(role, !us, bitboards.squares_of(!us, role), open);
        return R::ROLES.iter().fold(0, |set, role| set | attacks(role));
    }
    let king = position.king(us);
    each(attackers_on::<R>(bitboards, king, free, bitboards.occupied())).fold(
        king_attacks(bit_of(king)),
        |set, from| {
            // The free king may block the line.
            set | !SquareSet::between(square_of(from), king).bits()
        },
    )
}

/// An upper bound for the remaining captures and pawn moves: each makes it smaller.
fn irreversible(position: &Compact) -> u32 {
    let bitboards = position.bitboards();
    let pawns = bitboards.role(Role::Pawn);
    let steps = |color: Color| {
        let ranks = |pawn| 7 - color.relative_rank(square_of(pawn).rank()) as u32;
        each(pawns & bitboards.colored(color)).map(ranks).sum::<u32>()
    };
    MAN * bitboards.occupied().count_ones() + Color::ALL.map(steps).iter().sum::<u32>()
}

/// The colour of the king that can reach more squares.
fn freer_king<R: Rules>(position: &Position<R>) -> Color {
    let all = Compact::of(position);
    let room = |color: Color| {
        let king = bit_of(position.king(color));
        let rest = all.without(king);
        let open = !rest.bitboards().colored(color) & !checked::<R>(&rest, color, color);
        let mut reached = king;
        loop {
            let next = reached | king_attacks(reached) & open;
            if next == reached {
                return reached.count_ones();
            }
            reached = next;
        }
    };
    if room(Color::White) >= room(Color::Black) { Color::White } else { Color::Black }
}

#[cfg(test)]
mod tests;
