//! Proof by a coarser game: pieces with room to move count as clouds, which are everywhere at once that they may ever be.
//!
//! ```text
//!  6  . . . c . . . p      Here White's king steps between h3 and h4, Black's walks, and the bishops (c) are countless
//!  5  . . . . . p . P      ways of standing about. But kings and pawns alone have some hundred positions, and all that
//!  4  . . . c . p . K      bishops can add is to take something, to give check, to be taken, and to pass the turn. If in
//!  3  . . . . . P p .      none of these few positions the king can be mated, by bishops that stand wherever they like,
//!  2  . . . . . . P .      he cannot be in the many that they stand for.
//! ```
//!
//! # Why it is sound
//!
//! A state has the exact men on their squares, how many men each cloud has, and whose turn it is. Every position of the
//! game has its state, and every legal move leads from the state of the one to that of the other by a step below, since
//! each step forbids only what is illegal wherever the men of the clouds stand within their [bounds](super::locks):
//!
//! - Exact men move as if no cloud was there, and take what might be there. (That bounds hold of them too leaves out more.)
//! - A cloud passes the turn, takes exact men within its bound that it attacks past the exact men, and men of clouds that
//!   it meets.
//! - Nobody leaves his king attacked by exact men past all clouds. Clouds forbid nothing.
//!
//! A move of the winner's may mate if whatever moved, or a line that was opened, may give check, past the exact men; and
//! each square next to the king may be attacked, or taken by a man of his own. If no step may, there is no mate.

use super::MateNode;
use super::locks::Locks;
use super::table::{Kept, Store, Table};
use crate::attacks::attackers;
use crate::attacks::sets::{Bits, bit_of, king_attacks, pawn_attacks, square_of};
use crate::board::Planes;
use crate::geometry::{Square, SquareSet};
use crate::piece::{Color, Role};
use crate::position::{Compact, Position};
use crate::rules::Rules;

/// The most clouds there may be: four bits each count their men.
const MOST: usize = 16;

/// Men of one kind who may be on the same squares.
#[derive(Clone, Copy)]
struct Cloud {
    role: Role,
    color: Color,
    /// Where they may ever be.
    bound: u64,
    /// What one of its men counts.
    unit: u64,
}

/// The coarse game.
struct Clouds {
    winner: Color,
    clouds: [Cloud; MOST],
    len: usize,
    /// By colour: where the king may ever be, ...
    king: [u64; 2],
    /// ... and where other exact men may.
    others: [u64; 2],
}

/// What has moved.
#[derive(Clone, Copy)]
enum Moved {
    /// A man of a cloud.
    Cloud,
    /// An exact man, from these squares (and who was taken en passant) to that one.
    Exact(u64, u64),
}

/// What cannot be followed.
struct GivenUp;

/// Whether the coarse game, with no more than so many states, shows that the side never mates; and how many it took. Men
/// who may be on no more than `narrow` squares are exact.
pub(super) fn is_hopeless<R: Rules>(
    position: &Position<R>,
    winner: Color,
    table: &mut impl Table,
    limit: usize,
    narrow: u32,
) -> (bool, usize) {
    let Some(locks) = Locks::bounds(position, winner) else { return (false, 0) };
    let nobody = Cloud { role: Role::Knight, color: Color::White, bound: 0, unit: 0 };
    let mut store = Store::new(table, limit, true);
    let mut game = Clouds { winner, clouds: [nobody; MOST], len: 0, king: [0; 2], others: [0; 2] };
    let (mut vague, mut count) = (0, 0_u64);
    for man in locks.men() {
        match man.role {
            Role::King => game.king[man.color.index()] |= man.walk,
            Role::Pawn => game.others[man.color.index()] |= man.reach(),
            _ if man.walk.count_ones() <= narrow => game.others[man.color.index()] |= man.walk,
            _ => {
                vague |= man.home;
                let Some(unit) = game.cloud(man.role, man.color, man.walk) else { return (false, 0) };
                if count & unit * 0xF == unit * 0xF {
                    return (false, 0);
                }
                count += unit;
            }
        }
    }
    let exact = Compact::of(position).without(vague);
    let done = keep(&mut store, exact, count).and_then(|()| game.run::<R>(&mut store)).is_ok();
    (done, store.len())
}

impl Clouds {
    /// What a man of this cloud counts; `None` if there are too many clouds.
    fn cloud(&mut self, role: Role, color: Color, bound: u64) -> Option<u64> {
        let same = |cloud: &&Cloud| (cloud.role, cloud.color, cloud.bound) == (role, color, bound);
        if let Some(cloud) = self.clouds.iter().take(self.len).find(same) {
            return Some(cloud.unit);
        }
        let unit = 1_u64.checked_shl(4 * self.len as u32)?;
        *self.clouds.get_mut(self.len)? = Cloud { role, color, bound, unit };
        self.len += 1;
        Some(unit)
    }

    /// The clouds of a side that have men left.
    fn left(&self, color: Color, count: u64) -> impl Iterator<Item = Cloud> {
        let mine = move |cloud: &&Cloud| cloud.color == color && count & cloud.unit * 0xF != 0;
        self.clouds.iter().take(self.len).filter(mine).copied()
    }

    /// Where men of clouds of a side may be.
    fn mist(&self, color: Color, count: u64) -> u64 {
        self.left(color, count).fold(0, |set, cloud| set | cloud.bound)
    }

    fn run<R: Rules>(&self, store: &mut Store<'_, impl Table>) -> Result<(), GivenUp> {
        let mut at = 0;
        while let Some(node) = store.node(at).filter(|_| (at as usize) < store.len()) {
            self.exact_moves::<R>(store, &node)?;
            self.cloud_moves::<R>(store, &node)?;
            at += 1;
        }
        Ok(())
    }

    /// The moves of exact men.
    fn exact_moves<R: Rules>(&self, store: &mut Store<'_, impl Table>, node: &MateNode) -> Result<(), GivenUp> {
        let (position, count) = (node.position.position::<R>(), node.tag());
        let us = position.turn();
        if position.pseudo_legal_en_passant() != position.legal_en_passant() {
            return Err(GivenUp);
        }
        for &mv in &*position.pseudo_legal_moves() {
            let (from, to) = (bit_of(mv.from()), bit_of(mv.to()));
            let Some(piece) = position.moved_piece(mv) else { continue };
            let bounds = if piece.role() == Role::King { self.king } else { self.others };
            if to & bounds[us.index()] == 0 || mv.to() == position.king(!us) {
                continue;
            }
            let after = Compact::of(&position.after_unchecked(mv));
            let left = position.board().occupied().bits() & !after.planes().occupied() | from;
            self.step::<R>(store, after, count, Moved::Exact(left, to))?;
            if piece.role() != Role::Pawn && !mv.is_capture() {
                self.step_onto::<R>(store, after, count, Moved::Exact(left, to))?;
            }
        }
        // Pawns take who might be there.
        let planes = *node.position.planes();
        let pawns = planes.role(Role::Pawn).bits() & planes.colored(us);
        for from in Bits(pawns) {
            let targets = pawn_attacks(us, from) & self.mist(!us, count) & self.others[us.index()] & !planes.occupied();
            for to in Bits(targets) {
                if super::locks::promotion_zone::<R>(us) & to != 0 {
                    return Err(GivenUp);
                }
                let after =
                    node.position.after(map(&planes, |word| word & !from | if word & from != 0 { to } else { 0 }));
                self.step_onto::<R>(store, after, count, Moved::Exact(from, to))?;
            }
        }
        Ok(())
    }

    /// The steps by which an exact man takes a man of a cloud.
    fn step_onto<R: Rules>(
        &self,
        store: &mut Store<'_, impl Table>,
        after: Compact,
        count: u64,
        moved: Moved,
    ) -> Result<(), GivenUp> {
        let Moved::Exact(_, to) = moved else { return Ok(()) };
        for cloud in self.left(after.turn(), count) {
            if cloud.bound & to != 0 {
                self.step::<R>(store, after, count - cloud.unit, moved)?;
            }
        }
        Ok(())
    }

    /// The moves of clouds.
    fn cloud_moves<R: Rules>(&self, store: &mut Store<'_, impl Table>, node: &MateNode) -> Result<(), GivenUp> {
        let (position, count) = (node.position, node.tag());
        let us = position.turn();
        let planes = *position.planes();
        let open = !planes.occupied();
        let enemies = planes.colored(!us) & !bit_of(king_of(&planes, !us));
        for cloud in self.left(us, count) {
            let places = cloud.bound & open;
            if cloud.bound.count_ones() > 1 {
                self.step::<R>(store, position.after(planes), count, Moved::Cloud)?;
            }
            let targets = cloud.bound & enemies & super::locks::attacks_of(cloud.role, us, places, open);
            for taken in Bits(targets) {
                self.step::<R>(store, position.after(map(&planes, |word| word & !taken)), count, Moved::Cloud)?;
            }
            for enemy in self.left(!us, count) {
                if enemy.bound & places != 0 {
                    self.step::<R>(store, position.after(planes), count - enemy.unit, Moved::Cloud)?;
                }
            }
        }
        Ok(())
    }

    /// Takes a step, unless it leaves a king to be taken.
    fn step<R: Rules>(
        &self,
        store: &mut Store<'_, impl Table>,
        after: Compact,
        count: u64,
        moved: Moved,
    ) -> Result<(), GivenUp> {
        let planes = *after.planes();
        let (them, us) = (after.turn(), !after.turn());
        let mist = self.mist(Color::White, count) | self.mist(Color::Black, count);
        if attackers::<R>(&planes, king_of(&planes, us), them, planes.occupied() | mist) != 0 {
            return Ok(());
        }
        if us == self.winner && self.may_mate::<R>(&planes, count, moved) {
            return Err(GivenUp);
        }
        // Who has nothing left does not mate.
        if planes.colored(self.winner).count_ones() == 1 && self.mist(self.winner, count) == 0 {
            return Ok(());
        }
        keep(store, after, count)
    }

    /// Whether the winner's move may have mated.
    fn may_mate<R: Rules>(&self, planes: &Planes, count: u64, moved: Moved) -> bool {
        let (us, them) = (self.winner, !self.winner);
        let place = king_of(planes, them);
        let occupied = planes.occupied();
        let open = !occupied;
        let gives = |from: u64| match moved {
            Moved::Cloud => true,
            Moved::Exact(left, to) => from == to || SquareSet::between(square_of(from), place).bits() & left != 0,
        };
        let around = king_attacks(bit_of(place)) & !planes.colored(them);
        let free = occupied & !bit_of(place);
        let uncovered = Bits(around)
            .filter(|&square| attackers::<R>(planes, square_of(square), us, free) == 0)
            .fold(0, |set, square| set | square);
        let exact = Bits(attackers::<R>(planes, place, us, occupied)).any(gives);
        let attacks = |cloud: &Cloud, from: u64| super::locks::attacks_of(cloud.role, us, from, open | bit_of(place));
        let checks = |cloud: &Cloud| {
            let from = super::locks::attacks_of(cloud.role, them, bit_of(place), open) & cloud.bound & open;
            Bits(from)
                .filter(|&from| match moved {
                    Moved::Cloud => true,
                    Moved::Exact(left, _) => SquareSet::between(square_of(from), place).bits() & left != 0,
                })
                .fold(0, |set, from| set | from)
        };
        let mut clouds = self.left(us, count);
        let (first, second) = (clouds.next(), clouds.next());
        match (first, second) {
            (None, _) => exact && self.can_block(uncovered, count),
            // A single man must do all from one place.
            (Some(cloud), None) if count & cloud.unit * 0xF == cloud.unit => {
                let checking = checks(&cloud);
                Bits(cloud.bound & open)
                    .filter(|from| exact || checking & from != 0)
                    .any(|from| self.can_block(uncovered & !attacks(&cloud, from), count))
            }
            _ => {
                let all = || self.left(us, count);
                let reached = all().fold(0, |set, cloud| set | attacks(&cloud, cloud.bound & open));
                (exact || all().any(|cloud| checks(&cloud) != 0)) && self.can_block(uncovered & !reached, count)
            }
        }
    }

    /// Whether men of the loser's clouds may stand on all of these squares.
    fn can_block(&self, squares: u64, count: u64) -> bool {
        [squares, squares & SquareSet::LIGHT.bits(), squares & !SquareSet::LIGHT.bits()].into_iter().all(|squares| {
            let (mut men, mut reached) = (0, 0);
            for cloud in self.left(!self.winner, count).filter(|cloud| cloud.bound & squares != 0) {
                men += (count / cloud.unit & 0xF) as u32;
                reached |= cloud.bound;
            }
            squares & !reached == 0 && men >= squares.count_ones()
        })
    }
}

fn keep(store: &mut Store<'_, impl Table>, position: Compact, count: u64) -> Result<(), GivenUp> {
    match store.keep(MateNode::tagged(position, count)) {
        Kept::New(_) | Kept::Known => Ok(()),
        Kept::Full => Err(GivenUp),
    }
}

fn king_of(planes: &Planes, color: Color) -> Square {
    let king = planes.role(Role::King).bits() & planes.colored(color);
    if king == 0 { Square::A1 } else { square_of(king) }
}

/// The planes with each word changed alike.
fn map(planes: &Planes, change: impl Fn(u64) -> u64) -> Planes {
    Planes::from_bits(planes.to_bits().map(change))
}
