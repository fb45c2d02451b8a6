//! Proof by abstraction: each mobile piece is replaced by the set of squares that it can ever reach. Without a mate in the abstract
//! game, there is no mate in the game.
//!
//! ```text
//!  6  . . . c . . . p      Here White's king steps between h3 and h4, Black's king walks, and the bishops (c) can stand in
//!  5  . . . . . p . P      countless ways. But kings and pawns alone have some hundred positions. All that bishops can add
//!  4  . . . c . p . K      is to capture, to give check, to be captured, and to pass the turn. If the king cannot be mated in
//!  3  . . . . . P p .      any of these few positions, by bishops that stand wherever they can, it cannot be mated in any of
//!  2  . . . . . . P .      the many positions that they stand for.
//! ```
//!
//! # Why it is sound
//!
//! Pieces that keep their squares in the abstraction are *exact*; other pieces belong to *groups*. An abstract state consists of
//! the exact pieces, the number of pieces in each group with their possible squares, and the side to move. Every position of the
//! game has a state. Every legal move leads from its state to the next by one of the steps below, since a step forbids only what is
//! illegal for every placement of the groups:
//!
//! - Exact pieces move as if the groups were off the board, and capture pieces of groups that may be there. (They also stay within
//!   the bounds of the [semi-static analysis](super::semi_static).)
//! - A piece of a group passes the turn, captures exact pieces that it attacks past the exact pieces, and captures pieces of
//!   groups that it may meet.
//! - A move must not leave its own king attacked by exact pieces past all groups. Groups forbid nothing.
//! - No group is on a pawn's square. After pawns have moved or gone, a group spreads past the remaining pawns, within its bounds.
//!   (A promoted piece may be anywhere within its bounds.)
//!
//! - A capture en passant is a move of exact pieces, since pawns are exact. A state stores the en passant square only if the
//!   capture is legal on the board of exact pieces. If it is illegal there, a piece of a group may stand between king and attacker
//!   and make the capture legal in the game: the proof is given up, in the first state and in every later state (`exact_pieces`).
//!   If it is legal there, but illegal in the game because a piece of a group attacks the king, the state has one step too many,
//!   which does no harm.
//!
//! A move of the winner may mate under three conditions: the moved piece, or a line that it opened, may give check past the exact
//! pieces; each square next to the king may be attacked, or occupied by a piece of the king's side; and no exact piece has an
//! answer that is legal for every placement of the groups. If no step may mate, there is no mate.

use chess0x88::{Color, Piece, Position, Role, Rules, SquareSet};

use crate::MateNode;
use crate::budget::{Budget, note_work};
use crate::compact::{Compact, attackers_on};
use crate::moves::{captures_on, moves};
use crate::semi_static::{Analysis, promoted_attacks};
use crate::sets::{LIGHT, attacks_of, bit_of, each, king_attacks, pawn_attacks, promotion_zone, square_of};
use crate::table::{Insertion, Places, Store, Table};

/// The largest number of groups: four bits of a state's tag count the pieces of each group, ...
const MOST: usize = 14;
/// ... up to this many, ...
const MOST_PIECES: u32 = 0xF;
/// ... and the rest of the tag is the number of the placement.
const PLACEMENTS: usize = 48;
/// The position of the placement's number in the tag.
const PLACEMENT_SHIFT: u32 = 4 * MOST as u32;

/// A piece that cannot move yet belongs to a group too if it may reach more squares than this.
pub(crate) const NARROW: u32 = 8;

/// The pieces that form groups, among those that can move and are neither king nor pawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    All,
    /// Pieces that may reach more squares than this number.
    Wide(u32),
    /// Pieces of one side.
    Of(Color),
    /// Only the promoted pieces of the loser.
    Promoted,
}

/// Pieces of one kind with the same possible squares.
#[derive(Clone, Copy)]
struct Group {
    /// `None` for promoted pieces of any role.
    role: Option<Role>,
    color: Color,
    /// The squares that the pieces may ever reach, ...
    bound: u64,
    /// ... and the squares that they may occupy now.
    squares: u64,
    /// The amount by which one piece changes the tag.
    unit: u64,
}

impl Group {
    /// The squares that pieces of the group's roles, in this colour, attack from these squares.
    fn attacks<R: Rules>(&self, color: Color, from: u64, open: u64) -> u64 {
        match self.role {
            Some(role) => attacks_of(role, color, from, open),
            None => promoted_attacks::<R>(color, from, open),
        }
    }

    /// The squares from which the group's pieces may attack a square past all squares that are not open.
    fn attackers<R: Rules>(&self, square: u64, open: u64) -> u64 {
        self.attacks::<R>(!self.color, square, open) & self.squares & open
    }

    /// Spreads the group past these pawns.
    fn spread<R: Rules>(&mut self, pawns: u64) {
        self.squares &= !pawns;
        loop {
            let more = self.attacks::<R>(self.color, self.squares, !pawns) & self.bound & !pawns;
            if more & !self.squares == 0 {
                return;
            }
            self.squares |= more;
        }
    }
}

/// All groups with their numbers of pieces.
#[derive(Clone, Copy)]
struct AbstractState {
    groups: [Group; MOST],
    len: usize,
    count: u64,
}

impl AbstractState {
    /// The groups of a side that still have pieces.
    fn left(&self, color: Color) -> impl Iterator<Item = &Group> {
        self.groups.iter().take(self.len).filter(move |group| group.color == color && self.pieces(group) > 0)
    }

    const fn pieces(&self, group: &Group) -> u32 {
        (self.count / group.unit) as u32 & MOST_PIECES
    }

    /// The squares that a side's groups may occupy.
    fn coverage(&self, color: Color) -> u64 {
        self.left(color).fold(0, |set, group| set | group.squares)
    }

    const fn without(&self, group: &Group) -> AbstractState {
        AbstractState { count: self.count - group.unit, ..*self }
    }

    /// Returns the tag value of one more piece in a group like this, and adds the group if it is new. `None` for too many groups or
    /// pieces.
    fn add(&mut self, group: Group) -> Option<u64> {
        let key = |group: &Group| (group.role, group.color, group.bound, group.squares);
        if let Some(same) = self.groups.iter().take(self.len).find(|other| key(other) == key(&group)) {
            return (self.pieces(same) < MOST_PIECES).then_some(same.unit);
        }
        let unit = 1 << (4 * self.len);
        *self.groups.get_mut(self.len)? = Group { unit, ..group };
        self.len += 1;
        Some(unit)
    }
}

/// The search through all abstract states.
struct AbstractGame<'a, T> {
    store: Store<'a, T>,
    winner: Color,
    /// The groups at the start: each may stand on all squares of its bounds.
    state: AbstractState,
    /// The known placements of the groups. In the first placement, each group may occupy all squares of its bounds.
    placements: [[u64; MOST]; PLACEMENTS],
    known: usize,
    /// By colour.
    bounds: [ExactBounds; 2],
    /// The squares of the pawns before the next step.
    pawns: u64,
}

/// The squares that exact pieces of a side may ever occupy.
#[derive(Clone, Copy, Default)]
struct ExactBounds {
    king: u64,
    pawns: u64,
    others: u64,
}

#[derive(Clone, Copy)]
enum Moved {
    /// A piece of a group.
    Group,
    /// An exact piece: the emptied squares (with a pawn captured en passant), and the target.
    Exact(u64, u64),
}

/// The abstraction gave up on a step that it cannot represent.
struct Abandoned;

/// `Err` if a step cannot be represented.
type Followed = Result<(), Abandoned>;

/// Returns `true` if the abstraction proves that the side never mates.
pub(crate) fn is_hopeless<R: Rules>(
    position: &Position<R>,
    winner: Color,
    table: Places<'_, impl Table>,
    level: Level,
    budget: &mut Budget<'_, '_>,
) -> bool {
    AbstractGame::with(position, winner, table, level, budget, |game, budget| game.run::<R>(budget).is_ok())
        == Some(true)
}

impl<'a, T: Table> AbstractGame<'a, T> {
    /// Calls a function with the state of a position before any step; `None` if the position has no state. (The game is not
    /// returned: it has five kilobytes, and a copy would need the stack twice.)
    #[inline]
    fn with<'b, 'w, R: Rules, A>(
        position: &Position<R>,
        winner: Color,
        table: Places<'a, T>,
        level: Level,
        budget: &mut Budget<'b, 'w>,
        act: impl FnOnce(&mut Self, &mut Budget<'b, 'w>) -> A,
    ) -> Option<A> {
        let analysis = Analysis::bounds(position, winner, budget)?;
        let none = Group { role: None, color: !winner, bound: 0, squares: 0, unit: 1 };
        let own = Color::ALL.map(|color| position.board().colored(color).bits());
        let open = !(own[0] | own[1]);
        let exact = Compact::of(position);
        let pawns = exact.bitboards().role(Role::Pawn);
        let mut state = AbstractState { groups: [none; MOST], len: 0, count: 0 };
        let (mut bounds, mut abstracted, mut promoted) = ([ExactBounds::default(); 2], 0, 0);
        for piece in analysis.pieces() {
            let side = &mut bounds[piece.color.index()];
            let is_abstract = match level {
                Level::All => true,
                Level::Wide(narrow) => piece.squares.count_ones() > narrow,
                Level::Of(color) => piece.color == color,
                Level::Promoted => false,
            };
            match piece.role {
                Role::King => side.king |= piece.squares,
                Role::Pawn => {
                    side.pawns |= piece.squares;
                    side.others |= piece.promoted;
                    promoted |= if piece.color == winner { 0 } else { piece.promoted };
                }
                role if is_abstract
                    && (level == Level::All && piece.squares.count_ones() > NARROW
                        || attacks_of(role, piece.color, piece.origin, open) & !own[piece.color.index()] != 0) =>
                {
                    let (bound, squares) = (piece.squares, piece.origin);
                    let mut group = Group { role: Some(role), color: piece.color, bound, squares, ..none };
                    group.spread::<R>(pawns);
                    state.count += state.add(group)?;
                    abstracted |= piece.origin;
                }
                _ => side.others |= piece.squares,
            }
        }
        // Promoted pieces form a group of their own.
        if promoted != 0 {
            state.add(Group { bound: promoted, squares: promoted, ..none })?;
        } else if level == Level::Promoted {
            return None;
        }
        let at_start = state;
        for group in &mut state.groups {
            group.squares = group.bound;
        }
        let placements = [state.groups.map(|group| group.squares); PLACEMENTS];
        let store = Store::new(table, budget.left(), true);
        let mut game = AbstractGame { store, winner, state, placements, known: 1, bounds, pawns };
        let rest = exact.without(abstracted).with_en_passant(None);
        let root = after_double_step::<R>(rest, exact.en_passant().map_or(0, bit_of));
        root.and_then(|root| game.keep(root, &at_start)).is_ok().then(|| act(&mut game, budget))
    }

    fn run<R: Rules>(&mut self, budget: &mut Budget<'_, '_>) -> Followed {
        let mut at = 0;
        while at < self.store.len() {
            if !budget.take() {
                return Err(Abandoned);
            }
            note_work();
            self.follow::<R>(at)?;
            at += 1;
        }
        Ok(())
    }

    /// The exact pieces and groups of a stored state.
    fn kept(&mut self, at: usize) -> Option<(Compact, AbstractState)> {
        let node = self.store.node(at as u32)?;
        let mut state = AbstractState { count: node.tag() & ((1 << PLACEMENT_SHIFT) - 1), ..self.state };
        let placement = self.placements.get((node.tag() >> PLACEMENT_SHIFT) as usize);
        for (group, &squares) in state.groups.iter_mut().zip(placement.into_iter().flatten()) {
            group.squares = squares;
        }
        Some((node.position, state))
    }

    /// Takes all steps from a state.
    fn follow<R: Rules>(&mut self, at: usize) -> Followed {
        let Some((position, state)) = self.kept(at) else { return Ok(()) };
        self.pawns = position.bitboards().role(Role::Pawn);
        self.exact_moves::<R>(&position, &state)?;
        self.pawn_captures::<R>(&position, &state)?;
        self.group_moves::<R>(&position, &state)
    }

    fn keep(&mut self, position: Compact, state: &AbstractState) -> Followed {
        let squares = state.groups.map(|group| group.squares);
        let known = self.placements.iter().take(self.known).position(|placement| *placement == squares);
        let placement = known.unwrap_or_else(|| {
            // With too many placements, the first placement stands for all further ones.
            let Some(placement) = self.placements.get_mut(self.known) else { return 0 };
            *placement = squares;
            self.known += 1;
            self.known - 1
        });
        match self.store.keep(MateNode::tagged(position, state.count | (placement as u64) << PLACEMENT_SHIFT)) {
            Insertion::New(_) | Insertion::Known(_) => Ok(()),
            Insertion::Full => Err(Abandoned),
        }
    }

    fn exact_moves<R: Rules>(&mut self, from: &Compact, state: &AbstractState) -> Followed {
        let us = from.turn();
        for mv in moves::<R>(from) {
            let ExactBounds { king, pawns, others } = self.bounds[us.index()];
            let bounds = match mv.role {
                Role::King => king,
                Role::Pawn => pawns,
                _ => others,
            };
            // A king may seem capturable, since a piece of a group may stand between.
            if mv.to & bounds == 0 || mv.to == bit_of(from.king(!us)) {
                continue;
            }
            let left = from.bitboards().occupied() & !mv.after.bitboards().occupied();
            let moved = Moved::Exact(left, mv.to);
            if mv.role == Role::Pawn && mv.to & promotion_zone::<R>(us) != 0 {
                let empty = mv.after.without(mv.to);
                if us != self.winner {
                    self.promote::<R>(empty, state)?;
                    continue;
                }
                for &role in R::PROMOTIONS {
                    self.step::<R>(empty.with(mv.to, Piece::new(us, role)), state, moved)?;
                }
                continue;
            }
            let after = after_double_step::<R>(mv.after, mv.passed)?;
            self.step::<R>(after, state, moved)?;
            if mv.role != Role::Pawn && !mv.captures {
                self.step_onto::<R>(after, state, moved, mv.to)?;
            }
        }
        Ok(())
    }

    /// Captures of pieces of groups by pawns.
    fn pawn_captures<R: Rules>(&mut self, from: &Compact, state: &AbstractState) -> Followed {
        let us = from.turn();
        let bitboards = from.bitboards();
        let targets = state.coverage(!us) & self.bounds[us.index()].pawns & !bitboards.occupied();
        for pawn in each(bitboards.role(Role::Pawn) & bitboards.colored(us)) {
            for to in each(pawn_attacks(us, pawn) & targets) {
                if promotion_zone::<R>(us) & to == 0 {
                    let after = from.passed().carried(pawn, to);
                    self.step_onto::<R>(after, state, Moved::Exact(pawn, to), to)?;
                } else if us == self.winner {
                    return Err(Abandoned);
                } else {
                    let after = from.passed().without(pawn);
                    for group in state.left(!us).filter(|group| group.squares & to != 0) {
                        self.promote::<R>(after, &state.without(group))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes the steps by which an exact piece captures a piece of a group.
    fn step_onto<R: Rules>(&mut self, after: Compact, state: &AbstractState, moved: Moved, to: u64) -> Followed {
        state
            .left(after.turn())
            .filter(|group| group.squares & to != 0)
            .try_for_each(|group| self.step::<R>(after, &state.without(group), moved))
    }

    /// Takes the step by which a pawn of the loser promotes and joins the group of promoted pieces.
    fn promote<R: Rules>(&mut self, after: Compact, state: &AbstractState) -> Followed {
        let mut state = *state;
        let len = state.len;
        // If this group does not exist, no pawn ever promotes.
        let Some(group) = state.groups.iter().take(len).find(|group| group.role.is_none()) else { return Ok(()) };
        if state.pieces(group) == MOST_PIECES {
            return Err(Abandoned);
        }
        state.count += group.unit;
        self.step::<R>(after, &state, Moved::Group)
    }

    fn group_moves<R: Rules>(&mut self, from: &Compact, state: &AbstractState) -> Followed {
        let us = from.turn();
        let bitboards = from.bitboards();
        let open = !bitboards.occupied();
        let enemies = bitboards.colored(!us) & !bit_of(from.king(!us));
        for group in state.left(us) {
            let squares = group.squares & open;
            if group.squares.count_ones() > 1 {
                self.step::<R>(from.passed(), state, Moved::Group)?;
            }
            for taken in each(group.attacks::<R>(us, squares, open) & group.bound & enemies) {
                self.step::<R>(from.passed().without(taken), state, Moved::Group)?;
            }
            for enemy in state.left(!us).filter(|enemy| enemy.squares & squares != 0) {
                self.step::<R>(from.passed(), &state.without(enemy), Moved::Group)?;
            }
        }
        Ok(())
    }

    /// Takes a step, unless the own king is attacked afterwards.
    fn step<R: Rules>(&mut self, after: Compact, state: &AbstractState, moved: Moved) -> Followed {
        let bitboards = after.bitboards();
        let mut state = *state;
        let pawns = bitboards.role(Role::Pawn);
        if pawns != self.pawns {
            for group in state.groups.iter_mut().take(state.len) {
                group.spread::<R>(pawns);
            }
        }
        let (them, us) = (after.turn(), !after.turn());
        let coverage = state.coverage(Color::White) | state.coverage(Color::Black);
        if attackers_on::<R>(bitboards, after.king(us), them, bitboards.occupied() | coverage) != 0 {
            return Ok(());
        }
        if us == self.winner && may_mate::<R>(&after, &state, moved) && !has_answer::<R>(&after, &state) {
            return Err(Abandoned);
        }
        // A bare king never mates.
        if bitboards.colored(self.winner).is_power_of_two() && state.coverage(self.winner) == 0 {
            return Ok(());
        }
        self.keep(after, &state)
    }
}

/// Returns a board of exact pieces after a double step that passed a square. Fails if a capture en passant would leave the king
/// attacked by an exact piece: a piece of a group may block that attack and make the capture legal.
fn after_double_step<R: Rules>(board: Compact, passed: u64) -> Result<Compact, Abandoned> {
    let (mut captures, mut legal) = (false, false);
    for after in captures_on(passed, &board) {
        captures = true;
        legal |= !after.is_attacked::<R>(board.turn());
    }
    match (captures, legal) {
        (false, _) => Ok(board),
        (true, true) => Ok(board.with_en_passant(Some(square_of(passed)))),
        (true, false) => Err(Abandoned),
    }
}

/// Returns `true` if the last step may have mated.
fn may_mate<R: Rules>(after: &Compact, state: &AbstractState, moved: Moved) -> bool {
    let bitboards = after.bitboards();
    let (them, us) = (after.turn(), !after.turn());
    let king = after.king(them);
    let place = bit_of(king);
    let occupied = bitboards.occupied();
    let open = !occupied;
    // Tests if the step may have given the check from that square.
    let is_new = |from: u64| match moved {
        Moved::Group => true,
        Moved::Exact(left, to) => from == to || SquareSet::between(square_of(from), king).bits() & left != 0,
    };
    let new = |set: u64| each(set).filter(|&from| is_new(from)).fold(0, |set, from| set | from);
    let exact = new(attackers_on::<R>(bitboards, king, us, occupied)) != 0;
    let checks = |group: &Group| new(group.attackers::<R>(place, open));
    let attacks = |group: &Group, from: u64| group.attacks::<R>(us, from, open | place);
    let uncovered = each(king_attacks(place) & !bitboards.colored(them))
        .filter(|&square| attackers_on::<R>(bitboards, square_of(square), us, occupied & !place) == 0)
        .fold(0, |set, square| set | square);
    // The king captures an unprotected piece beside it.
    let can_block = |squares: u64| squares & occupied == 0 && can_block(state, them, squares);
    let mut groups = state.left(us);
    match (groups.next(), groups.next()) {
        // A single piece must attack all squares from one square.
        (Some(group), None) if state.pieces(group) == 1 => {
            let checking = checks(group);
            each(group.squares & open)
                .filter(|from| exact || checking & from != 0)
                .any(|from| can_block(uncovered & !attacks(group, from)))
        }
        _ => {
            let reached = state.left(us).fold(0, |set, group| set | attacks(group, group.squares & open));
            (exact || state.left(us).any(|group| checks(group) != 0)) && can_block(uncovered & !reached)
        }
    }
}

/// Returns `true` if pieces of a side's groups may occupy all of these squares.
fn can_block(state: &AbstractState, color: Color, squares: u64) -> bool {
    [squares, squares & LIGHT, squares & !LIGHT].into_iter().all(|squares| {
        let (mut pieces, mut reached) = (0, 0);
        for group in state.left(color).filter(|group| group.squares & squares != 0) {
            pieces += state.pieces(group);
            reached |= group.squares;
        }
        squares & !reached == 0 && pieces >= squares.count_ones()
    })
}

/// Returns `true` if an exact piece of the side to move has a move that is legal for every placement of the groups.
fn has_answer<R: Rules>(after: &Compact, state: &AbstractState) -> bool {
    let (us, them) = (after.turn(), !after.turn());
    let coverage = state.coverage(Color::White) | state.coverage(Color::Black);
    moves::<R>(after).any(|mv| {
        let path = SquareSet::between(square_of(mv.from), square_of(mv.to)).bits();
        let to = if mv.captures { 0 } else { mv.to };
        if (path | to) & coverage != 0 || mv.en_passant || mv.to == bit_of(after.king(them)) {
            return false;
        }
        let (king, open) = (bit_of(mv.after.king(us)), !mv.after.bitboards().occupied());
        !mv.after.is_attacked::<R>(us) && !state.left(them).any(|group| group.attackers::<R>(king, open) != 0)
    })
}

#[cfg(test)]
pub(crate) mod tests;
