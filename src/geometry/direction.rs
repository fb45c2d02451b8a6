//! The steps of the game: eight along the rays, eight knight jumps, each a signed 0x88 offset.
//!
//! ```text
//!    +15  +16  +17              +31      +33
//!       \  |  /             +14     \  /     +18
//!    -1 -- * -- +1                    *
//!       /  |  \             -18     /  \     -14
//!    -17  -16  -15              -33      -31
//! ```

/// One step along a rank, file or diagonal. The discriminant is the 0x88 offset.
///
/// ```
/// use chess0x88::Square;
/// use chess0x88::offsets::Direction;
/// assert_eq!(Direction::NorthEast as i8, Direction::North as i8 + Direction::East as i8);
/// assert_eq!(Square::E4.checked_add(Direction::NorthEast as i8), Some(Square::F5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i8)]
pub enum Direction {
    /// Towards the eighth rank.
    North = 16,
    /// Towards the h-file.
    East = 1,
    /// Towards the first rank.
    South = -16,
    /// Towards the a-file.
    West = -1,
    /// North and east.
    NorthEast = 17,
    /// South and east.
    SouthEast = -15,
    /// South and west.
    SouthWest = -17,
    /// North and west.
    NorthWest = 15,
}

use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};

/// The eight knight jumps as 0x88 offsets.
///
/// ```
/// use chess0x88::Square;
/// use chess0x88::offsets::KNIGHT_OFFSETS;
/// let from_a1 = KNIGHT_OFFSETS.iter().filter_map(|&jump| Square::A1.checked_add(jump));
/// assert_eq!(from_a1.count(), 2);
/// ```
pub const KNIGHT_OFFSETS: [i8; 8] = [
    North as i8 + NorthEast as i8,
    East as i8 + NorthEast as i8,
    East as i8 + SouthEast as i8,
    South as i8 + SouthEast as i8,
    South as i8 + SouthWest as i8,
    West as i8 + SouthWest as i8,
    West as i8 + NorthWest as i8,
    North as i8 + NorthWest as i8,
];

impl Direction {
    /// The four rook directions.
    pub const ORTHOGONAL: [Direction; 4] = [North, East, South, West];
    /// The four bishop directions.
    pub const DIAGONAL: [Direction; 4] = [NorthEast, SouthEast, SouthWest, NorthWest];
    /// All eight directions: the rook's, then the bishop's.
    pub const ALL: [Direction; 8] = [North, East, South, West, NorthEast, SouthEast, SouthWest, NorthWest];

    /// The direction whose step is this 0x88 offset.
    #[inline]
    pub(crate) const fn from_offset(offset: i8) -> Option<Direction> {
        match offset {
            16 => Some(North),
            1 => Some(East),
            -16 => Some(South),
            -1 => Some(West),
            17 => Some(NorthEast),
            -15 => Some(SouthEast),
            -17 => Some(SouthWest),
            15 => Some(NorthWest),
            _ => None,
        }
    }
}
