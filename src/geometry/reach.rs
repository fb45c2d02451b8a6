//! [`Reach`]: a set of movement atoms in one byte.
//!
//! All pieces of chess and of Makruk move by the same eight *atoms*:
//!
//! | atom | pieces that move by it |
//! |---|---|
//! | diagonal step north | White's pawn captures; king, Met, Khon |
//! | diagonal step south | Black's pawn captures; king, Met, Khon |
//! | straight step north | king; White's Khon |
//! | straight step south | king; Black's Khon |
//! | sideways step | king |
//! | knight jump | knight |
//! | diagonal slide | bishop, queen |
//! | straight slide | rook, queen |
//!
//! "Can this piece capture from here to there on an empty board?" is one table look-up and one AND in both games. A new kind of
//! piece needs no change in geometry.

use core::fmt;

use crate::name::join;
use crate::operators::operators;

/// A set of movement atoms: the relation of two squares, or the moves of a piece.
///
/// ```
/// use chess0x88::offsets::Difference;
/// use chess0x88::{Color, Piece, Role, Square};
/// let knight = Piece::new(Color::White, Role::Knight);
/// assert!(Difference::between(Square::G1, Square::F3).reach().intersects(knight.reach()));
/// assert!(
///     !Difference::between(Square::G1, Square::G3).reach().intersects(knight.reach())
/// );
/// assert_eq!(
///     Difference::between(Square::E1, Square::E2).reach().to_string(),
///     "straight step north, straight slide"
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[must_use]
#[repr(transparent)]
pub struct Reach(u8);

impl Reach {
    /// The empty set.
    pub const NONE: Reach = Reach(0);
    /// One diagonal step towards the eighth rank.
    pub const DIAGONAL_NORTH: Reach = Reach(1 << 0);
    /// One diagonal step towards the first rank.
    pub const DIAGONAL_SOUTH: Reach = Reach(1 << 1);
    /// One straight step towards the eighth rank.
    pub const NORTH: Reach = Reach(1 << 2);
    /// One straight step towards the first rank.
    pub const SOUTH: Reach = Reach(1 << 3);
    /// One step along the rank.
    pub const SIDEWAYS: Reach = Reach(1 << 4);
    /// A knight jump.
    pub const KNIGHT: Reach = Reach(1 << 5);
    /// Any number of diagonal steps in one direction.
    pub const DIAGONAL_SLIDE: Reach = Reach(1 << 6);
    /// Any number of steps along a rank or a file.
    pub const STRAIGHT_SLIDE: Reach = Reach(1 << 7);

    /// The single steps: the eight squares around.
    pub(crate) const STEPS: Reach = Reach(0b1_1111);

    /// The atoms with their names.
    const NAMES: [(Reach, &str); 8] = [
        (Reach::DIAGONAL_NORTH, "diagonal step north"),
        (Reach::DIAGONAL_SOUTH, "diagonal step south"),
        (Reach::NORTH, "straight step north"),
        (Reach::SOUTH, "straight step south"),
        (Reach::SIDEWAYS, "sideways step"),
        (Reach::KNIGHT, "knight jump"),
        (Reach::DIAGONAL_SLIDE, "diagonal slide"),
        (Reach::STRAIGHT_SLIDE, "straight slide"),
    ];

    /// The names of the atoms in the set.
    fn names(self) -> impl Iterator<Item = &'static str> {
        Reach::NAMES.into_iter().filter(move |&(atom, _)| self.intersects(atom)).map(|(_, name)| name)
    }

    /// Returns `true` if the two sets share an atom.
    #[must_use]
    #[inline]
    pub const fn intersects(self, other: Reach) -> bool {
        self.0 & other.0 != 0
    }

    /// The union of both sets.
    #[inline]
    pub(crate) const fn union(self, other: Reach) -> Reach {
        Reach(self.0 | other.0)
    }
}

operators! { Reach:
    BitOr bitor = |one, other| one.union(other);
}

/// The atoms by name: `diagonal step north, knight jump`. An empty set is `no way`.
impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Reach::NONE { f.write_str("no way") } else { join(f, self.names(), ", ") }
    }
}

/// The names in brackets: `Reach(diagonal slide, straight slide)`.
impl fmt::Debug for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Reach({self})")
    }
}
