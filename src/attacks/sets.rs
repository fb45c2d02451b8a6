//! Sets of squares as 64-bit words (bit `rank * 8 + file`), and how whole sets of pieces step.
#![expect(clippy::inline_always, reason = "inside a function with target features, a call would lose them")]

use crate::board::Side;
use crate::geometry::{Rank, Square, word};
use crate::piece::{Army, Color, Role};

/// The 0x88 index of square number `n`: each rank above the first skips eight more bytes.
pub(crate) const fn index_88(n: u32) -> u32 {
    n + (n & 0x38)
}

/// The 0x88 index of the only square in a set.
#[inline(always)]
pub(crate) const fn index_of_bit(bit: u64) -> u16 {
    index_88(bit.trailing_zeros()) as u16
}

pub(crate) const NOT_A: u64 = !0x0101_0101_0101_0101;
pub(crate) const NOT_H: u64 = !0x8080_8080_8080_8080;
const NOT_AB: u64 = !0x0303_0303_0303_0303;
const NOT_GH: u64 = !0xC0C0_C0C0_C0C0_C0C0;

/// Everything the knights in a set attack.
#[inline(always)]
pub(crate) const fn knight_attacks(set: u64) -> u64 {
    let one = (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    let two = (set << 2 & NOT_AB) | (set >> 2 & NOT_GH);
    one << 16 | one >> 16 | two << 8 | two >> 8
}

/// Everything a king on each square of a set attacks.
#[inline(always)]
pub(crate) const fn king_attacks(set: u64) -> u64 {
    let sides = (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    let row = set | sides;
    sides | row << 8 | row >> 8
}

/// The squares diagonally next to a set.
#[inline(always)]
pub(crate) const fn diagonal_steps(set: u64) -> u64 {
    let sides = (set << 1 & NOT_A) | (set >> 1 & NOT_H);
    sides << 8 | sides >> 8
}

/// One rank forward.
#[inline(always)]
pub(crate) const fn forward(us: Color, set: u64) -> u64 {
    match us {
        Color::White => set << 8,
        Color::Black => set >> 8,
    }
}

/// One rank forward and one file towards h.
#[inline(always)]
pub(crate) const fn forward_east(us: Color, set: u64) -> u64 {
    forward(us, set) << 1 & NOT_A
}

/// One rank forward and one file towards a.
#[inline(always)]
pub(crate) const fn forward_west(us: Color, set: u64) -> u64 {
    forward(us, set) >> 1 & NOT_H
}

/// Everything the pawns of one colour in a set attack.
#[inline(always)]
pub(crate) const fn pawn_attacks(us: Color, set: u64) -> u64 {
    forward_east(us, set) | forward_west(us, set)
}

/// The squares of a rank as a colour counts ranks.
#[inline(always)]
pub(crate) const fn rank(us: Color, rank: Rank) -> u64 {
    us.relative_rank(rank).squares().bits()
}

/// The only square in a set.
#[inline(always)]
pub(crate) const fn square_of(bit: u64) -> Square {
    word::first(bit)
}

/// The set of a square alone.
#[inline(always)]
pub(crate) const fn bit_of(square: Square) -> u64 {
    word::bit(square)
}

/// What the pieces of a role and a colour in a set attack by stepping. (Sliders do not step.)
#[inline(always)]
pub(crate) const fn steps(role: Role, color: Color, set: u64) -> u64 {
    match role {
        Role::Pawn => pawn_attacks(color, set),
        Role::Knight => knight_attacks(set),
        Role::King => king_attacks(set),
        Role::Met => diagonal_steps(set),
        Role::Khon => diagonal_steps(set) | forward(color, set),
        Role::Bishop | Role::Rook | Role::Queen => 0,
    }
}

/// What the pawns, knights and other stepping pieces of a colour attack.
#[inline(always)]
pub(crate) const fn stepped<A: Army>(by: Color, side: &Side) -> u64 {
    let all =
        steps(Role::Pawn, by, side.pawns) | steps(Role::Knight, by, side.knights) | steps(Role::King, by, side.king);
    if A::STEPPERS && side.mets | side.khons != 0 {
        all | steps(Role::Met, by, side.mets) | steps(Role::Khon, by, side.khons)
    } else {
        all
    }
}

/// The pawns, knights and other stepping pieces of a colour that attack a square, its king aside.
#[inline(always)]
pub(crate) const fn stepping_attackers<A: Army>(square: u64, by: Color, side: &Side) -> u64 {
    // Who attacks a square stands where an enemy of the same kind on that square would attack.
    let from = by.opposite();
    let all = steps(Role::Pawn, from, square) & side.pawns | steps(Role::Knight, from, square) & side.knights;
    if A::STEPPERS && side.mets | side.khons != 0 {
        all | steps(Role::Met, from, square) & side.mets | steps(Role::Khon, from, square) & side.khons
    } else {
        all
    }
}

/// The squares of a set one by one, each as a set of its own.
pub(crate) struct Bits(pub(crate) u64);

impl Iterator for Bits {
    type Item = u64;

    #[inline(always)]
    fn next(&mut self) -> Option<u64> {
        let lowest = word::take_first(&mut self.0);
        (lowest != 0).then_some(lowest)
    }
}
