//! The plain way to see: one piece, one line at a time, relations read from the difference table.
//!
//! Small questions go this way on every machine, and every question does where the vector engine is left out. Pins and the
//! checks a move gives are two entries of the table each: it must hold the slider's way to slide, and what stands between the
//! two must be just one piece, or none.
//!
//! ```text
//!    a b c d e f g h
//!  5 . . . . . . b .      from g5 to d2: difference -0x33, {diagonal slide}, the bishop's; f4 and e3 are empty:
//!  4 . . . . . . . .      d2 is attacked.
//!  3 . . p . . . . .      from a2 to d2: difference +3, {straight slide}, the rook's; c2 is not empty:
//!  2 r . N K . . . .      what stands there is all that shields the king, a pin.
//! ```

#![expect(clippy::inline_always, reason = "what a plain move does not do falls away where it is used")]

use core::marker::PhantomData;

use super::Sight;
use super::lines::{bishop_attacks, rook_attacks, sliders_to};
use super::sets::{
    Bits, bit_of, diagonal_steps, forward, king_attacks, knight_attacks, pawn_attacks, square_of, stepped,
};
use crate::board::{Planes, Side};
use crate::geometry::{Direction, Reach, Square, SquareSet, delta};
use crate::moves::Effect;
use crate::piece::{Army, Color, Piece, Role};

/// The pieces of a side that attack a square, if lines end where these squares are.
#[inline]
pub(crate) const fn attackers<A: Army>(planes: &Planes, square: Square, by: Color, occupied: u64) -> u64 {
    let pawns = pawn_attacks(by.opposite(), bit_of(square)) & planes.role(Role::Pawn).bits();
    (attackers_but_pawns::<A>(planes, square, occupied) | pawns) & planes.colored(by)
}

/// The pieces of both sides, pawns aside, that attack a square.
#[inline]
pub(crate) const fn attackers_but_pawns<A: Army>(planes: &Planes, square: Square, occupied: u64) -> u64 {
    let bit = bit_of(square);
    let (knights, kings) = (planes.role(Role::Knight).bits(), planes.role(Role::King).bits());
    let mut all = knight_attacks(bit) & knights | king_attacks(bit) & kings;
    if A::STEPPERS {
        let khons = planes.role(Role::Khon).bits();
        all |= diagonal_steps(bit) & (planes.role(Role::Met).bits() | khons);
        // Who attacks a square stands where an enemy of the same kind on that square would attack.
        all |= forward(Color::Black, bit) & khons & planes.colored(Color::White);
        all |= forward(Color::White, bit) & khons & planes.colored(Color::Black);
    }
    all | sliders_to(square, planes.orthogonal(), planes.diagonal(), occupied)
}

/// The squares of `within` that a side attacks.
#[inline]
fn attacked<A: Army>(within: u64, by: Color, side: &Side, occupied: u64) -> u64 {
    let stepped = stepped::<A>(by, side) & within;
    Bits(within & !stepped)
        .filter(|&square| sliders_to(square_of(square), side.orthogonal, side.diagonal, occupied) != 0)
        .fold(stepped, |attacked, square| attacked | square)
}

/// The sliders of a side that would reach a square on an empty board.
#[inline]
fn aligned(square: Square, side: &Side) -> impl Iterator<Item = Square> {
    let Side { orthogonal, diagonal, .. } = *side;
    Bits(side.sliders()).map(|slider| (slider, square_of(slider))).filter_map(move |(slider, at)| {
        let relation = Reach::between(at, square);
        let slides = orthogonal & slider != 0 && relation.intersects(Reach::STRAIGHT_SLIDE)
            || diagonal & slider != 0 && relation.intersects(Reach::DIAGONAL_SLIDE);
        slides.then_some(at)
    })
}

/// The first piece met on the way from a square by equal steps, on a board given by what stands where.
#[inline]
fn first_met(at: impl Fn(Square) -> Option<Piece>, from: Square, step: i8) -> Option<(Square, Piece)> {
    let mut square = from;
    loop {
        square = square.offset(step)?;
        if let Some(piece) = at(square) {
            return Some((square, piece));
        }
    }
}

/// The pieces of colour `us` that attack a king after a move, which attacked it from nowhere before: what stands where
/// afterwards, and the squares that the move has changed, tell.
#[inline(always)]
pub(crate) fn checks_given(
    at: impl Fn(Square) -> Option<Piece>,
    effect: &Effect,
    king: Square,
    us: Color,
) -> SquareSet {
    // Does what has arrived attack the king?
    let mut checkers = arrived(&at, effect.arrived, king);
    // Has what has left opened a line?
    checkers |= opened(&at, effect.left, king, us);
    if let Some(left) = effect.also_left {
        checkers |= opened(&at, left, king, us);
    }
    if let Some(rook) = effect.rook {
        checkers |= arrived(&at, rook, king);
    }
    checkers
}

#[inline]
fn arrived(at: impl Fn(Square) -> Option<Piece>, (square, piece): (Square, Option<Piece>), king: Square) -> SquareSet {
    let attacks = piece.is_some_and(|piece| {
        Reach::between(square, king).intersects(piece.reach())
            && (!piece.is_slider()
                || first_met(at, king, delta::step(king, square)).is_some_and(|(met, _)| met == square))
    });
    if attacks { square.into() } else { SquareSet::EMPTY }
}

#[inline]
fn opened(at: impl Fn(Square) -> Option<Piece>, left: Square, king: Square, us: Color) -> SquareSet {
    let step = delta::step(king, left);
    if step != 0
        && let Some((met, slider)) = first_met(at, king, step)
        && slider.color() == us
        && slider.is_slider()
        && Reach::between(met, king).intersects(slider.reach())
    {
        return met.into();
    }
    SquareSet::EMPTY
}

/// What the slider of this side on a square attacks; nothing if it is no slider.
#[inline]
fn slides(from: Square, side: &Side, occupied: u64) -> u64 {
    let mut reached = 0;
    if side.orthogonal & bit_of(from) != 0 {
        reached |= rook_attacks(from, occupied);
    }
    if side.diagonal & bit_of(from) != 0 {
        reached |= bishop_attacks(from, occupied);
    }
    reached
}

/// Where a piece of this side may capture from a square, with these squares occupied: what it attacks.
pub(crate) fn destinations<A: Army>(from: Square, color: Color, side: &Side, occupied: u64) -> u64 {
    slides(from, side, occupied) | stepped::<A>(color, &side.without(!bit_of(from)))
}

/// A board as the side to move sees it, found by walking.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk<A> {
    us: Color,
    king: Square,
    own: Side,
    planes: Planes,
    occupied: u64,
    checks: u32,
    targets: u64,
    pinned: u64,
    /// Whether the king's safety matters. If not, no square is dangerous and every move safe.
    guarded: bool,
    army: PhantomData<A>,
}

impl<A: Army> Walk<A> {
    /// As if there were no king to look after: what pseudo-legal moves assume.
    #[inline]
    pub(crate) fn unguarded(planes: &Planes, us: Color, king: Square) -> Walk<A> {
        let own = planes.side::<A>(us);
        Walk {
            us,
            king,
            own,
            planes: *planes,
            occupied: planes.occupied(),
            checks: 0,
            targets: !own.all,
            pinned: 0,
            guarded: false,
            army: PhantomData,
        }
    }

    /// With the pieces that give check, which are known.
    #[inline]
    pub(crate) fn of(planes: &Planes, us: Color, king: Square, checkers: SquareSet) -> Walk<A> {
        let mut walk = Walk::unguarded(planes, us, king);
        walk.guarded = true;
        walk.checks = checkers.len() as u32;
        match checkers.first() {
            None => {}
            Some(checker) if walk.checks == 1 => walk.targets = (SquareSet::between(king, checker) | checkers).bits(),
            Some(_) => walk.targets = 0,
        }
        for at in aligned(king, &planes.side::<A>(!us)) {
            let between = SquareSet::between(at, king).bits() & walk.occupied;
            // One piece in between, and it is ours.
            if between & between.wrapping_sub(1) == 0 {
                walk.pinned |= between & walk.own.all;
            }
        }
        walk
    }
}

impl<A: Army> Sight for Walk<A> {
    type Rays = ();

    #[inline]
    fn color(&self) -> Color {
        self.us
    }

    #[inline]
    fn us(&self) -> &Side {
        &self.own
    }

    #[inline]
    fn them(&self) -> u64 {
        self.planes.colored(!self.us)
    }

    #[inline]
    fn checks(&self) -> u32 {
        self.checks
    }

    #[inline]
    fn targets(&self) -> u64 {
        self.targets
    }

    #[inline]
    fn pinned(&self) -> u64 {
        self.pinned
    }

    fn pin_axes(&self) -> [u64; 3] {
        let mut axes = [0; 3];
        for piece in Bits(self.pinned) {
            match Direction::from_offset(delta::step(self.king, square_of(piece))) {
                Some(Direction::North | Direction::South) => axes[0] |= piece,
                Some(Direction::NorthEast | Direction::SouthWest) => axes[1] |= piece,
                Some(Direction::NorthWest | Direction::SouthEast) => axes[2] |= piece,
                _ => {}
            }
        }
        axes
    }

    #[inline]
    fn danger(&self, within: u64) -> u64 {
        if !self.guarded {
            return 0;
        }
        attacked::<A>(within, !self.us, &self.planes.side::<A>(!self.us), self.occupied & !bit_of(self.king))
    }

    #[inline]
    fn rays(&self, _: u64) {}

    #[inline]
    fn slides(&self, from: u64, (): ()) -> u64 {
        slides(square_of(from), &self.own, self.occupied)
    }

    #[inline(never)]
    fn line(&self, from: u64, (): ()) -> u64 {
        SquareSet::line(self.king, square_of(from)).bits()
    }

    #[inline]
    fn mobility(&self) -> u32 {
        let own = &self.own;
        let count = |from: u64, reached: u64| {
            let along = if self.pinned & from == 0 { !0 } else { self.line(from, ()) };
            (reached & along & self.targets).count_ones()
        };
        let sliders = Bits(own.sliders()).map(|from| count(from, self.slides(from, ())));
        let knights = Bits(own.knights & !self.pinned).map(|from| count(from, knight_attacks(from)));
        let total = sliders.sum::<u32>() + knights.sum::<u32>();
        if !A::STEPPERS {
            return total;
        }
        let mets = Bits(own.mets).map(|from| count(from, diagonal_steps(from)));
        let khons = Bits(own.khons).map(|from| count(from, diagonal_steps(from) | forward(self.us, from)));
        total + mets.sum::<u32>() + khons.sum::<u32>()
    }

    fn is_safe_after(&self, left: u64, arrived: u64) -> bool {
        let occupied = self.occupied & !left | arrived;
        !self.guarded || attackers::<A>(&self.planes, self.king, !self.us, occupied) & !left == 0
    }
}
