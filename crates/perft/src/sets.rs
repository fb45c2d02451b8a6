//! Sets of squares in a word, as [`SquareSet::bits`] gives them. All functions are inlined, since a call within a function with target
//! features would cost its registers.

use chess0x88::offsets::Direction;
use chess0x88::{Color, Piece, Rank, Role, Rules, Square, SquareSet};

#[inline(always)]
const fn shifted(set: u64, direction: Direction) -> u64 {
    SquareSet::from_bits(set).shifted(direction).bits()
}

/// One rank forward.
#[inline(always)]
pub(crate) const fn forward(us: Color, set: u64) -> u64 {
    shifted(set, us.forward())
}

/// One rank forward and one file towards h.
#[inline(always)]
pub(crate) const fn forward_east(us: Color, set: u64) -> u64 {
    shifted(forward(us, set), Direction::East)
}

/// One rank forward and one file towards a.
#[inline(always)]
pub(crate) const fn forward_west(us: Color, set: u64) -> u64 {
    shifted(forward(us, set), Direction::West)
}

/// The targets of double steps, from the squares of the first step: only a first step to the third rank goes on.
#[inline(always)]
pub(crate) const fn second_step(us: Color, single: u64) -> u64 {
    forward(us, single & us.relative_rank(Rank::Third).squares().bits())
}

/// The squares that the pieces of a set attack by steps, if all have this role and colour. Sliders attack nothing so.
#[inline(always)]
pub(crate) const fn steps(role: Role, color: Color, set: u64) -> u64 {
    Piece::new(color, role).step_attacks(SquareSet::from_bits(set)).bits()
}

#[inline(always)]
pub(crate) const fn knight_attacks(set: u64) -> u64 {
    steps(Role::Knight, Color::White, set)
}

#[inline(always)]
pub(crate) const fn king_attacks(set: u64) -> u64 {
    steps(Role::King, Color::White, set)
}

/// The squares that the pawns of one colour in a set attack.
#[inline(always)]
pub(crate) const fn pawn_attacks(us: Color, set: u64) -> u64 {
    steps(Role::Pawn, us, set)
}

/// The squares on which a pawn of this colour promotes: the promotion rank and all ranks beyond.
#[inline(always)]
pub(crate) const fn promotion_zone<R: Rules>(color: Color) -> u64 {
    let ranks = 8 * R::PROMOTION_RANK as u32;
    match color {
        Color::White => !0 << ranks,
        Color::Black => !0 >> ranks,
    }
}

/// The only square in a set.
#[inline(always)]
pub(crate) const fn square_of(bit: u64) -> Square {
    match SquareSet::from_bits(bit).first() {
        Some(square) => square,
        None => Square::A1,
    }
}

/// The set of a square alone.
#[inline(always)]
pub(crate) const fn bit_of(square: Square) -> u64 {
    1 << square.index()
}

/// Iterates over a set of squares. Each item is a set of one square.
pub(crate) struct Bits(pub(crate) u64);

impl Iterator for Bits {
    type Item = u64;

    #[inline(always)]
    fn next(&mut self) -> Option<u64> {
        let bit = self.0 & self.0.wrapping_neg();
        self.0 ^= bit;
        (bit != 0).then_some(bit)
    }
}
