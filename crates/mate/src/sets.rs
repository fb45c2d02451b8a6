//! Sets of squares in a word, as [`SquareSet::bits`] gives them: the searches store many, and shift and mask them.

use chess0x88::offsets::Direction;
use chess0x88::{Color, File, Piece, Rank, Role, Rules, Square, SquareSet};

pub(crate) const LIGHT: u64 = SquareSet::LIGHT.bits();
/// The a- and the h-file.
pub(crate) const EDGES: u64 = File::A.squares().bits() | File::H.squares().bits();

#[inline]
pub(crate) const fn shifted(set: u64, direction: Direction) -> u64 {
    SquareSet::from_bits(set).shifted(direction).bits()
}

/// One rank forward.
#[inline]
pub(crate) const fn forward(us: Color, set: u64) -> u64 {
    shifted(set, us.forward())
}

/// The targets of double steps, from the squares of the first step: only a first step to the third rank goes on.
#[inline]
pub(crate) const fn second_step(us: Color, single: u64) -> u64 {
    forward(us, single & us.relative_rank(Rank::Third).squares().bits())
}

/// The squares that the pieces of a set attack by steps, if all have this role and colour. Sliders attack nothing so.
#[inline]
pub(crate) const fn steps(role: Role, color: Color, set: u64) -> u64 {
    Piece::new(color, role).step_attacks(SquareSet::from_bits(set)).bits()
}

/// The squares that kings on the squares of a set attack.
#[inline]
pub(crate) const fn king_attacks(set: u64) -> u64 {
    steps(Role::King, Color::White, set)
}

/// The squares that the pawns of one colour in a set attack.
#[inline]
pub(crate) const fn pawn_attacks(us: Color, set: u64) -> u64 {
    steps(Role::Pawn, us, set)
}

/// Returns two flags: the piece slides along ranks and files; the piece slides along diagonals.
#[inline]
pub(crate) const fn slides(role: Role) -> (bool, bool) {
    (matches!(role, Role::Rook | Role::Queen), matches!(role, Role::Bishop | Role::Queen))
}

/// The squares on which a pawn of this colour promotes: the promotion rank and all ranks beyond.
#[inline]
pub(crate) const fn promotion_zone<R: Rules>(color: Color) -> u64 {
    let ranks = 8 * R::PROMOTION_RANK as u32;
    match color {
        Color::White => !0 << ranks,
        Color::Black => !0 >> ranks,
    }
}

/// The square one step ahead.
pub(crate) const fn ahead(us: Color, square: Square) -> Option<Square> {
    square.checked_add(us.forward() as i8)
}

/// The only square in a set.
#[inline]
pub(crate) const fn square_of(bit: u64) -> Square {
    match SquareSet::from_bits(bit).first() {
        Some(square) => square,
        None => Square::A1,
    }
}

/// The set of a square alone.
#[inline]
pub(crate) const fn bit_of(square: Square) -> u64 {
    1 << square.index()
}

/// Iterates over a set of squares. Each item is a set of one square.
#[inline]
pub(crate) fn each(set: u64) -> impl Iterator<Item = u64> {
    SquareSet::from_bits(set).into_iter().map(bit_of)
}

/// The squares that pieces of one role attack from each square of a set, sliding over open squares.
pub(crate) fn attacks_of(role: Role, color: Color, set: u64, open: u64) -> u64 {
    let (orthogonal, diagonal) = slides(role);
    let mut all = steps(role, color, set);
    for (slides, directions) in [(orthogonal, ORTHOGONAL), (diagonal, DIAGONAL)] {
        for (rotation, onto) in directions.into_iter().filter(|_| slides) {
            all |= occluded_fill(set, open, rotation, onto);
        }
    }
    all
}

const NOT_1: u64 = !Rank::First.squares().bits();
const NOT_8: u64 = !Rank::Eighth.squares().bits();
const NOT_A: u64 = !File::A.squares().bits();
const NOT_H: u64 = !File::H.squares().bits();
/// A direction: the number of bits to rotate a bitboard by, and the valid targets of a step.
type Ray = (u32, u64);
const ORTHOGONAL: [Ray; 4] = [(8, NOT_1), (1, NOT_A), (64 - 8, NOT_8), (64 - 1, NOT_H)];
const DIAGONAL: [Ray; 4] = [(9, NOT_A & NOT_1), (7, NOT_H & NOT_1), (64 - 9, NOT_H & NOT_8), (64 - 7, NOT_A & NOT_8)];

/// The squares that slides in one direction reach, with the first blocked square. Each round doubles the distance.
///
/// Source: Chess Programming Wiki, "Kogge-Stone Algorithm".
#[inline]
fn occluded_fill(set: u64, open: u64, rotation: u32, onto: u64) -> u64 {
    let (mut passed, mut open) = (set, open & onto);
    for far in [rotation, 2 * rotation, 4 * rotation] {
        passed |= open & passed.rotate_left(far);
        open &= open.rotate_left(far);
    }
    passed.rotate_left(rotation) & onto
}
