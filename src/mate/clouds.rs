//! Proof by a coarser game: pieces with room to move count as clouds, which are everywhere at once that they may be.
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
//! A state has the exact men on their squares, how many men each cloud has and where they may be, and whose turn it is.
//! Every position of the game has its state, and every legal move leads from the state of the one to that of the other by
//! a step below, since each step forbids only what is illegal wherever the men of the clouds stand:
//!
//! - Exact men move as if no cloud was there, and take what might be there. (They too keep to the [bounds](super::locks)
//!   that hold of everybody.)
//! - A cloud passes the turn, takes exact men that it attacks past the exact men, and men of clouds that it meets.
//! - Nobody leaves his king attacked by exact men past all clouds. Clouds forbid nothing.
//! - Where pawns stand, no cloud is; when pawns have moved or gone, it spreads past those that are left, within its bound.
//!   (Whoever has promoted may be anywhere within his.)
//!
//! - A capture en passant is a move of exact men, since pawns are exact. A state holds the square only if the capture is legal
//!   on the board of exact men alone. If it is illegal there, a man of a cloud may stand between the king and the attacker,
//!   and the capture is legal in the game: the proof is given up, in the first state and in every later one (`exact_men`).
//!   If it is legal there but not in the game, because a man of a cloud attacks the king, the state has one step too many,
//!   which forbids nothing.
//!
//! A move of the winner's may mate if whatever moved, or a line that was opened, may give check, past the exact men; if
//! each square next to the king may be attacked, or taken by a man of his own; and if no exact man has an answer that is
//! legal wherever the clouds are. If no step may, there is no mate.

use super::MateNode;
use super::budget::{Budget, done};
use super::locks::{Locks, attacks_of};
use super::table::{Kept, Store, Table};
use crate::attacks::bits::attackers_on;
use crate::attacks::bits::{Bits, bit_of, king_attacks, pawn_attacks, square_of};
use crate::board::Planes;
use crate::geometry::{Square, SquareSet};
use crate::moves::Move;
use crate::piece::{Color, Role};
use crate::position::{Compact, Position};
use crate::rules::{Rules, promotion_zone};

/// The most clouds there may be: four bits of a state's tag each count their men, ...
const MOST: usize = 14;
/// ... up to this many, ...
const MEN: u32 = 0xF;
/// ... and the rest says where they are: one of so many ways.
const WAYS: usize = 48;
/// How far the way is shifted in the tag.
const WAY: u32 = 4 * MOST as u32;

/// Who counts as a cloud, of those who are neither king nor pawn and can move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Vague {
    All,
    /// Those who may ever be on more than so many squares.
    Wide(u32),
    /// Those of one side.
    Of(Color),
    /// None but those of the loser's who promote.
    Nobody,
}

/// Men of one kind who may be on the same squares.
#[derive(Clone, Copy)]
struct Cloud {
    /// `None` for men who have promoted, to whatever there is.
    role: Option<Role>,
    color: Color,
    /// Where they may ever be, ...
    bound: u64,
    /// ... and where they may be.
    places: u64,
    /// What one of its men counts.
    unit: u64,
}

impl Cloud {
    /// What its men on these squares attack, or what men like them but of this colour do.
    fn attacks<R: Rules>(&self, color: Color, from: u64, open: u64) -> u64 {
        match self.role {
            Some(role) => attacks_of(role, color, from, open),
            None => R::PROMOTIONS.iter().fold(0, |set, &role| set | attacks_of(role, color, from, open)),
        }
    }

    /// From where its men may attack a square past whatever is not open.
    fn attackers<R: Rules>(&self, square: u64, open: u64) -> u64 {
        self.attacks::<R>(!self.color, square, open) & self.places & open
    }

    /// Spreads past these pawns.
    fn spread<R: Rules>(&mut self, pawns: u64) {
        self.places &= !pawns;
        loop {
            let more = self.attacks::<R>(self.color, self.places, !pawns) & self.bound & !pawns;
            if more & !self.places == 0 {
                return;
            }
            self.places |= more;
        }
    }
}

/// All clouds and how many men they have.
#[derive(Clone, Copy)]
struct Sky {
    clouds: [Cloud; MOST],
    len: usize,
    count: u64,
}

impl Sky {
    /// The clouds of a side that have men left.
    fn left(&self, color: Color) -> impl Iterator<Item = &Cloud> {
        self.clouds.iter().take(self.len).filter(move |cloud| cloud.color == color && self.men(cloud) > 0)
    }

    const fn men(&self, cloud: &Cloud) -> u32 {
        (self.count / cloud.unit) as u32 & MEN
    }

    /// Where men of clouds of a side may be.
    fn mist(&self, color: Color) -> u64 {
        self.left(color).fold(0, |set, cloud| set | cloud.places)
    }

    const fn without(&self, cloud: &Cloud) -> Sky {
        Sky { count: self.count - cloud.unit, ..*self }
    }

    /// What one more man counts in a cloud like this one, which is a new one if there is none. `None` if there are too
    /// many.
    fn add(&mut self, cloud: Cloud) -> Option<u64> {
        let key = |cloud: &Cloud| (cloud.role, cloud.color, cloud.bound, cloud.places);
        if let Some(same) = self.clouds.iter().take(self.len).find(|other| key(other) == key(&cloud)) {
            return (self.men(same) < MEN).then_some(same.unit);
        }
        let unit = 1 << (4 * self.len);
        *self.clouds.get_mut(self.len)? = Cloud { unit, ..cloud };
        self.len += 1;
        Some(unit)
    }
}

/// The coarse game.
struct Game<'a, T> {
    store: Store<'a, T>,
    winner: Color,
    /// The clouds, each wherever it may ever be.
    sky: Sky,
    /// The ways in which they have been found to be elsewhere, from the second on; the first is wherever they may ever be.
    ways: [[u64; MOST]; WAYS],
    known: usize,
    /// By colour: where the king may ever be, ...
    king: [u64; 2],
    /// ... where pawns may, ...
    pawns: [u64; 2],
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

/// Whether the coarse game shows that the side never mates.
pub(super) fn is_hopeless<R: Rules>(
    position: &Position<R>,
    winner: Color,
    table: &mut impl Table,
    vague: Vague,
    budget: &mut Budget<'_, '_>,
) -> bool {
    let Some(locks) = Locks::bounds(position, winner, budget) else { return false };
    let nobody = Cloud { role: None, color: !winner, bound: 0, places: 0, unit: 1 };
    let own = Color::ALL.map(|color| position.board().colored(color).bits());
    let open = !(own[0] | own[1]);
    let exact = Compact::of(position);
    let pawns = exact.planes().role(Role::Pawn).bits();
    let mut sky = Sky { clouds: [nobody; MOST], len: 0, count: 0 };
    let (mut king, mut walks, mut others, mut inexact, mut office) = ([0; 2], [0; 2], [0; 2], 0, 0);
    for man in locks.men() {
        let side = man.color.index();
        let is_vague = match vague {
            Vague::All => true,
            Vague::Wide(narrow) => man.walk.count_ones() > narrow,
            Vague::Of(color) => man.color == color,
            Vague::Nobody => false,
        };
        match man.role {
            Role::King => king[side] |= man.walk,
            Role::Pawn => {
                walks[side] |= man.walk;
                others[side] |= man.office;
                office |= if man.color == winner { 0 } else { man.office };
            }
            role if is_vague && attacks_of(role, man.color, man.home, open) & !own[side] != 0 => {
                let mut cloud =
                    Cloud { role: Some(role), color: man.color, bound: man.walk, places: man.home, ..nobody };
                cloud.spread::<R>(pawns);
                let Some(unit) = sky.add(cloud) else { return false };
                sky.count += unit;
                inexact |= man.home;
            }
            _ => others[side] |= man.walk,
        }
    }
    // Whoever promotes comes to a cloud of his own.
    if office != 0 && sky.add(Cloud { bound: office, places: office, ..nobody }).is_none()
        || office == 0 && vague == Vague::Nobody
    {
        return false;
    }
    let at_home = sky;
    for cloud in &mut sky.clouds {
        cloud.places = cloud.bound;
    }
    let ways = [[0; MOST]; WAYS];
    let store = Store::new(table, budget.left(), true);
    let mut game = Game { store, winner, sky, ways, known: 1, king, pawns: walks, others };
    exact_men(&exact.without(inexact).position::<R>())
        .and_then(|root| game.keep(root, &at_home))
        .and_then(|()| game.run::<R>(budget))
        .is_ok()
}

impl<T: Table> Game<'_, T> {
    fn run<R: Rules>(&mut self, budget: &mut Budget<'_, '_>) -> Result<(), GivenUp> {
        let mut at = 0;
        while at < self.store.len() {
            if !budget.look() {
                return Err(GivenUp);
            }
            done();
            let Some(node) = self.store.node(at as u32) else { break };
            let mut sky = Sky { count: node.tag() & ((1 << WAY) - 1), ..self.sky };
            let way = (node.tag() >> WAY) as usize;
            if way > 0
                && let Some(places) = self.ways.get(way)
            {
                for (cloud, &places) in sky.clouds.iter_mut().zip(places) {
                    cloud.places = places;
                }
            }
            self.exact_moves::<R>(&node.position, &sky)?;
            self.pawns_in_mist::<R>(&node.position, &sky)?;
            self.cloud_moves::<R>(&node.position, &sky)?;
            at += 1;
        }
        Ok(())
    }

    fn keep(&mut self, position: Compact, sky: &Sky) -> Result<(), GivenUp> {
        let places = sky.clouds.map(|cloud| cloud.places);
        let known = self.ways.iter().take(self.known).skip(1).position(|way| *way == places);
        let way = known.map_or_else(
            || {
                // If there are too many ways, they are wherever they may ever be.
                let Some(way) = self.ways.get_mut(self.known) else { return 0 };
                *way = places;
                self.known += 1;
                self.known - 1
            },
            |at| at + 1,
        );
        match self.store.keep(MateNode::tagged(position, sky.count | (way as u64) << WAY)) {
            Kept::New(_) | Kept::Known => Ok(()),
            Kept::Full => Err(GivenUp),
        }
    }

    /// The moves of exact men.
    fn exact_moves<R: Rules>(&mut self, from: &Compact, sky: &Sky) -> Result<(), GivenUp> {
        let position = from.position::<R>();
        let us = position.turn();
        for &mv in &*position.pseudo_legal_moves() {
            let Some(piece) = position.moved_piece(mv) else { continue };
            let bounds = match piece.role() {
                Role::King => self.king,
                Role::Pawn => self.pawns,
                _ => self.others,
            };
            if bit_of(mv.to()) & bounds[us.index()] == 0 || mv.to() == position.king(!us) {
                continue;
            }
            let after = exact_men(&position.after_unchecked(mv))?;
            if us != self.winner && mv.promotion().is_some() {
                self.promote::<R>(from, after.without(bit_of(mv.to())), sky)?;
                continue;
            }
            let moved = moved(from, &after, mv);
            self.step::<R>(from, after, sky, moved)?;
            if piece.role() != Role::Pawn && !mv.is_capture() {
                self.step_onto::<R>(from, after, sky, moved, bit_of(mv.to()))?;
            }
        }
        Ok(())
    }

    /// The captures by pawns of whoever might be there.
    fn pawns_in_mist<R: Rules>(&mut self, from: &Compact, sky: &Sky) -> Result<(), GivenUp> {
        let us = from.turn();
        let planes = from.planes();
        let targets = sky.mist(!us) & self.pawns[us.index()] & !planes.occupied();
        for pawn in Bits(planes.role(Role::Pawn).bits() & planes.colored(us)) {
            for to in Bits(pawn_attacks(us, pawn) & targets) {
                if promotion_zone::<R>(us) & to == 0 {
                    let moved = |word| word & !pawn | if word & pawn != 0 { to } else { 0 };
                    let after = from.after(map(planes, moved));
                    self.step_onto::<R>(from, after, sky, Moved::Exact(pawn, to), to)?;
                } else if us == self.winner {
                    return Err(GivenUp);
                } else {
                    let after = from.after(map(planes, |word| word & !pawn));
                    for cloud in sky.left(!us).filter(|cloud| cloud.places & to != 0) {
                        self.promote::<R>(from, after, &sky.without(cloud))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The steps by which an exact man takes a man of a cloud.
    fn step_onto<R: Rules>(
        &mut self,
        from: &Compact,
        after: Compact,
        sky: &Sky,
        moved: Moved,
        to: u64,
    ) -> Result<(), GivenUp> {
        sky.left(after.turn())
            .filter(|cloud| cloud.places & to != 0)
            .try_for_each(|cloud| self.step::<R>(from, after, &sky.without(cloud), moved))
    }

    /// The step by which a pawn of the loser's, gone from the board, comes to the cloud of those, who may be anywhere.
    fn promote<R: Rules>(&mut self, from: &Compact, after: Compact, sky: &Sky) -> Result<(), GivenUp> {
        let mut sky = *sky;
        let len = sky.len;
        // If there is none, nobody ever promotes.
        let Some(cloud) = sky.clouds.iter().take(len).find(|cloud| cloud.role.is_none()) else { return Ok(()) };
        if sky.men(cloud) == MEN {
            return Err(GivenUp);
        }
        sky.count += cloud.unit;
        self.step::<R>(from, after, &sky, Moved::Cloud)
    }

    /// The moves of clouds.
    fn cloud_moves<R: Rules>(&mut self, from: &Compact, sky: &Sky) -> Result<(), GivenUp> {
        let us = from.turn();
        let planes = *from.planes();
        let open = !planes.occupied();
        let enemies = planes.colored(!us) & !bit_of(king_of(&planes, !us));
        for cloud in sky.left(us) {
            let places = cloud.places & open;
            if cloud.places.count_ones() > 1 {
                self.step::<R>(from, from.after(planes), sky, Moved::Cloud)?;
            }
            for taken in Bits(cloud.attacks::<R>(us, places, open) & cloud.bound & enemies) {
                self.step::<R>(from, from.after(map(&planes, |word| word & !taken)), sky, Moved::Cloud)?;
            }
            for enemy in sky.left(!us).filter(|enemy| enemy.places & places != 0) {
                self.step::<R>(from, from.after(planes), &sky.without(enemy), Moved::Cloud)?;
            }
        }
        Ok(())
    }

    /// Takes a step, unless it leaves a king to be taken.
    fn step<R: Rules>(&mut self, from: &Compact, after: Compact, sky: &Sky, moved: Moved) -> Result<(), GivenUp> {
        let planes = *after.planes();
        let mut sky = *sky;
        let pawns = planes.role(Role::Pawn).bits();
        if pawns != from.planes().role(Role::Pawn).bits() {
            for cloud in sky.clouds.iter_mut().take(sky.len) {
                cloud.spread::<R>(pawns);
            }
        }
        let (them, us) = (after.turn(), !after.turn());
        let mist = sky.mist(Color::White) | sky.mist(Color::Black);
        if attackers_on::<R>(&planes, king_of(&planes, us), them, planes.occupied() | mist) != 0 {
            return Ok(());
        }
        if us == self.winner && may_mate::<R>(&after, &sky, moved) && !has_answer::<R>(&after, &sky) {
            return Err(GivenUp);
        }
        // Who has nothing left does not mate.
        if planes.colored(self.winner).is_power_of_two() && sky.mist(self.winner) == 0 {
            return Ok(());
        }
        self.keep(after, &sky)
    }
}

/// The state of a board of exact men. Gives up where a capture en passant would leave the king attacked by an exact man:
/// [`Compact`] forgets the square then, but a man of a cloud may stand in that attack and make the capture legal.
fn exact_men<R: Rules>(position: &Position<R>) -> Result<Compact, GivenUp> {
    if position.pseudo_legal_en_passant() == position.legal_en_passant() {
        Ok(Compact::of(position))
    } else {
        Err(GivenUp)
    }
}

/// What a move of an exact man has left, and where he is.
fn moved(from: &Compact, after: &Compact, mv: Move) -> Moved {
    let left = from.planes().occupied() & !after.planes().occupied();
    Moved::Exact(left | bit_of(mv.from()), bit_of(mv.to()))
}

/// Whether the side that has moved may have mated.
fn may_mate<R: Rules>(after: &Compact, sky: &Sky, moved: Moved) -> bool {
    let planes = after.planes();
    let (them, us) = (after.turn(), !after.turn());
    let king = king_of(planes, them);
    let place = bit_of(king);
    let occupied = planes.occupied();
    let open = !occupied;
    // Whether a check from there may have come about by the move.
    let is_new = |from: u64| match moved {
        Moved::Cloud => true,
        Moved::Exact(left, to) => from == to || SquareSet::between(square_of(from), king).bits() & left != 0,
    };
    let new = |set: u64| Bits(set).filter(|&from| is_new(from)).fold(0, |set, from| set | from);
    let exact = new(attackers_on::<R>(planes, king, us, occupied)) != 0;
    let checks = |cloud: &Cloud| new(cloud.attackers::<R>(place, open));
    let attacks = |cloud: &Cloud, from: u64| cloud.attacks::<R>(us, from, open | place);
    let uncovered = Bits(king_attacks(place) & !planes.colored(them))
        .filter(|&square| attackers_on::<R>(planes, square_of(square), us, occupied & !place) == 0)
        .fold(0, |set, square| set | square);
    // The king takes who stands next to him with nobody behind.
    let can_block = |squares: u64| squares & occupied == 0 && can_block(sky, them, squares);
    let mut clouds = sky.left(us);
    match (clouds.next(), clouds.next()) {
        (None, _) => exact && can_block(uncovered),
        // A single man must do all from one place.
        (Some(cloud), None) if sky.men(cloud) == 1 => {
            let checking = checks(cloud);
            Bits(cloud.places & open)
                .filter(|from| exact || checking & from != 0)
                .any(|from| can_block(uncovered & !attacks(cloud, from)))
        }
        _ => {
            let reached = sky.left(us).fold(0, |set, cloud| set | attacks(cloud, cloud.places & open));
            (exact || sky.left(us).any(|cloud| checks(cloud) != 0)) && can_block(uncovered & !reached)
        }
    }
}

/// Whether men of a side's clouds may stand on all of these squares.
fn can_block(sky: &Sky, color: Color, squares: u64) -> bool {
    let light = SquareSet::LIGHT.bits();
    [squares, squares & light, squares & !light].into_iter().all(|squares| {
        let (mut men, mut reached) = (0, 0);
        for cloud in sky.left(color).filter(|cloud| cloud.places & squares != 0) {
            men += sky.men(cloud);
            reached |= cloud.places;
        }
        squares & !reached == 0 && men >= squares.count_ones()
    })
}

/// Whether an exact man of the side to move has a move that is legal wherever the clouds are.
fn has_answer<R: Rules>(after: &Compact, sky: &Sky) -> bool {
    let position = after.position::<R>();
    let (us, them) = (position.turn(), !position.turn());
    let mist = sky.mist(Color::White) | sky.mist(Color::Black);
    position.pseudo_legal_moves().iter().any(|&mv| {
        let way = SquareSet::between(mv.from(), mv.to()).bits();
        let to = if mv.is_capture() { 0 } else { bit_of(mv.to()) };
        if (way | to) & mist != 0 || mv.is_en_passant() || mv.to() == position.king(them) {
            return false;
        }
        let next = Compact::of(&position.after_unchecked(mv));
        let planes = next.planes();
        let king = king_of(planes, us);
        let open = !planes.occupied();
        attackers_on::<R>(planes, king, them, planes.occupied()) == 0
            && !sky.left(them).any(|cloud| cloud.attackers::<R>(bit_of(king), open) != 0)
    })
}

fn king_of(planes: &Planes, color: Color) -> Square {
    let king = planes.role(Role::King).bits() & planes.colored(color);
    if king == 0 { Square::A1 } else { square_of(king) }
}

/// The planes with each word changed alike.
fn map(planes: &Planes, change: impl Fn(u64) -> u64) -> Planes {
    Planes::from_bits(planes.to_bits().map(change))
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use crate::mate::{CanMate, budget::unlimited, table::Growing};
    use crate::moves::ahead;
    use crate::piece::Piece;
    use crate::rules::{ChessRules, MakrukRules, Setup};

    /// Numbers that look random.
    struct Random(u64);

    impl Random {
        fn below(&mut self, n: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % n
        }
    }

    /// Pawns head to head, and a few pieces.
    fn walls<R: Rules>(random: &mut Random) -> Option<Position<R>> {
        let mut setup = Setup::<R>::empty();
        let put = |setup: &mut Setup<R>, random: &mut Random, piece| {
            let square = Square::ALL[random.below(64)];
            if setup.board.piece_at(square).is_none() {
                setup.board.set(square, Some(piece));
            }
        };
        for _ in 0..random.below(6) {
            let square = Square::ALL[8 + random.below(40)];
            let ahead = ahead(Color::White, square)?;
            if setup.board.piece_at(square).is_none() && setup.board.piece_at(ahead).is_none() {
                setup.board.set(square, Some(Piece::new(Color::White, Role::Pawn)));
                setup.board.set(ahead, Some(Piece::new(Color::Black, Role::Pawn)));
            }
        }
        for _ in 0..random.below(3) {
            let color = Color::ALL[random.below(2)];
            put(&mut setup, random, Piece::new(color, Role::Pawn));
        }
        for _ in 0..random.below(6) {
            let bishop = R::ROLES.iter().copied().find(|role| matches!(role, Role::Bishop | Role::Met));
            let role = bishop.filter(|_| random.below(3) > 0).unwrap_or(R::ROLES[random.below(R::ROLES.len())]);
            let color = Color::ALL[random.below(2)];
            if role != Role::King {
                put(&mut setup, random, Piece::new(color, role));
            }
        }
        for color in Color::ALL {
            put(&mut setup, random, Piece::new(color, Role::King));
        }
        setup.turn = Color::ALL[random.below(2)];
        setup.into_position().ok()
    }

    /// Takes up every position on a way to a mate, and asks whether there is none.
    fn hold<R: Rules>(position: &Position<R>, winner: Color) -> u32 {
        let CanMate::Yes(line) = position.can_mate(winner, 3000) else { return 0 };
        let mut position = *position;
        for &mv in &*line {
            for vague in
                [Vague::All, Vague::Wide(8), Vague::Wide(16), Vague::Of(winner), Vague::Of(!winner), Vague::Nobody]
            {
                let hopeless = unlimited(|budget| {
                    is_hopeless(&position, winner, &mut Growing::new(2000), vague, &mut budget.part(2000))
                });
                assert!(!hopeless, "{winner} mates: {position:?}");
            }
            position = position.after_unchecked(mv);
        }
        1
    }

    fn hold_many<R: Rules>(rounds: u32) -> u32 {
        let mut random = Random(7);
        let mut held = 0;
        for _ in 0..rounds {
            let Some(position) = walls::<R>(&mut random) else { continue };
            held += Color::ALL.map(|color| hold(&position, color)).iter().sum::<u32>();
        }
        held
    }

    #[test]
    fn a_capture_en_passant_that_a_cloud_may_make_legal_ends_the_proof() {
        // Before the double step, after it, and after it with a piece between king and rook, which may be of a cloud.
        let exact = |fen: &str| exact_men(&fen.parse::<Position<ChessRules>>().expect("a position")).is_ok();
        assert!(exact("4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1"));
        assert!(!exact("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1"));
        assert!(exact("4k3/8/8/K2pP1Br/8/8/8/8 w - d6 0 1"));
    }

    #[test]
    fn where_there_is_a_mate_no_coarse_game_says_that_there_is_none() {
        let (chess, makruk) = (hold_many::<ChessRules>(25), hold_many::<MakrukRules>(25));
        assert!(chess > 5 && makruk > 0, "{chess} {makruk}");
    }
}
