//! [`Square`], [`File`] and [`Rank`].
//!
//! `Square` is an enum whose discriminant *is* the 0x88 index. Compared with a wrapped `u8`, an `Option<Square>` is one byte. The
//! compiler also knows that an index is at most `0x77`, so access to the 128-byte board or a difference table needs no bounds
//! check.

use core::fmt;
use core::str::FromStr;

use super::HAS_WIDE_WORDS;
use crate::name::{ParseNameError, only_char};

/// A byte with one of these bits set is not the index of a square.
const OFF_BOARD: u8 = 0x88;

macro_rules! coordinate {
    ($(#[$meta:meta])* $type:ident, $first:literal, $($name:ident $index:literal)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $type {
            $(#[doc = concat!(stringify!($type), " number ", stringify!($index), ", counted from 0.")] $name = $index,)*
        }

        impl $type {
            /// All eight values in order.
            pub const ALL: [$type; 8] = [$($type::$name),*];

            /// The number of values: 8.
            pub const COUNT: usize = $type::ALL.len();

            /// The number for tables: the index in `ALL`.
            #[must_use]
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The value with this number.
            #[inline]
            pub(crate) const fn from_index(index: usize) -> Option<$type> {
                if index < $type::COUNT { Some($type::ALL[index]) } else { None }
            }

            /// The value with the number `index & 7`.
            #[inline]
            pub(crate) const fn from_masked(index: u8) -> $type {
                match index & 7 {
                    $($index => $type::$name,)*
                    _ => $type::ALL[0],
                }
            }

            /// The value of this letter or digit in coordinates.
            #[inline]
            pub(crate) const fn from_char(letter: char) -> Option<$type> {
                match (letter as u32).checked_sub($first as u32) {
                    Some(index @ 0..=7) => $type::from_index(index as usize),
                    _ => None,
                }
            }

            /// The letter or digit in coordinates.
            #[must_use]
            #[inline]
            pub const fn char(self) -> char {
                ($first + self as u8) as char
            }
        }

        /// The letter or digit in coordinates.
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.char().encode_utf8(&mut [0; 4]))
            }
        }
    };
}

coordinate! {
    /// A column of the board, `a` to `h`.
    ///
    /// ```
    /// use chess0x88::File;
    /// assert_eq!((File::C.index(), File::C.to_string().as_str()), (2, "c"));
    /// ```
    File, b'a', A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7
}

coordinate! {
    /// A row of the board, counted from White's side.
    ///
    /// ```
    /// use chess0x88::Rank;
    /// assert_eq!((Rank::Eighth.index(), "8".parse()), (7, Ok(Rank::Eighth)));
    /// ```
    Rank, b'1', First 0 Second 1 Third 2 Fourth 3 Fifth 4 Sixth 5 Seventh 6 Eighth 7
}

impl FromStr for File {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<File, ParseNameError> {
        only_char(text).and_then(File::from_char).ok_or(ParseNameError::new("a file is a letter a-h"))
    }
}

impl FromStr for Rank {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<Rank, ParseNameError> {
        only_char(text).and_then(Rank::from_char).ok_or(ParseNameError::new("a rank is a digit 1-8"))
    }
}

macro_rules! squares {
    ($($name:ident $index:literal)*) => {
        /// One of the 64 squares; its discriminant is the 0x88 index `16 * rank + file`.
        ///
        /// ```
        /// use chess0x88::{File, Rank, Square};
        /// assert_eq!(Square::E4.x88(), 0x34);
        /// assert_eq!(Square::new(File::E, Rank::Fourth), Square::E4);
        /// assert_eq!("e4".parse(), Ok(Square::E4));
        /// assert_eq!(Square::E4.to_string(), "e4");
        /// assert_eq!(core::mem::size_of::<Option<Square>>(), 1);
        /// ```
        ///
        /// Tables of 64 entries take [`index`](Square::index) or a [`SquareMap`](crate::SquareMap). `square as usize` is the 0x88
        /// index and would read other entries, so it does not compile outside this crate:
        ///
        /// ```compile_fail,E0606
        /// let table = [0; 64];
        /// table[chess0x88::Square::E4 as usize];
        /// ```
        #[expect(clippy::manual_non_exhaustive, reason = "what the last variant is for, the attribute on the enum does not do")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Square {
            $(#[doc = concat!("0x88 index `", stringify!($index), "`.")] $name = $index,)*
            /// Not a square, and never constructed. An enum with a non-exhaustive variant cannot be cast by `as` in other crates.
            /// The index lies between those of squares, so it does not widen the bounds.
            #[doc(hidden)]
            #[non_exhaustive]
            OffBoard = 0x08,
        }

        impl Square {
            /// The number of squares: 64.
            pub const COUNT: usize = Square::ALL.len();
            /// All 64 squares: a1, b1, ... h8.
            pub const ALL: [Square; 64] = [$(Square::$name),*];

            /// The square whose index is `index & 0x77`. The 64 arms cover all values and map each to itself, so the compiler
            /// leaves only the mask.
            #[inline]
            pub(crate) const fn from_masked(index: u8) -> Square {
                match index & 0x77 {
                    $($index => Square::$name,)*
                    _ => Square::A1,
                }
            }
        }
    };
}

squares! {
    A1 0x00 B1 0x01 C1 0x02 D1 0x03 E1 0x04 F1 0x05 G1 0x06 H1 0x07
    A2 0x10 B2 0x11 C2 0x12 D2 0x13 E2 0x14 F2 0x15 G2 0x16 H2 0x17
    A3 0x20 B3 0x21 C3 0x22 D3 0x23 E3 0x24 F3 0x25 G3 0x26 H3 0x27
    A4 0x30 B4 0x31 C4 0x32 D4 0x33 E4 0x34 F4 0x35 G4 0x36 H4 0x37
    A5 0x40 B5 0x41 C5 0x42 D5 0x43 E5 0x44 F5 0x45 G5 0x46 H5 0x47
    A6 0x50 B6 0x51 C6 0x52 D6 0x53 E6 0x54 F6 0x55 G6 0x56 H6 0x57
    A7 0x60 B7 0x61 C7 0x62 D7 0x63 E7 0x64 F7 0x65 G7 0x66 H7 0x67
    A8 0x70 B8 0x71 C8 0x72 D8 0x73 E8 0x74 F8 0x75 G8 0x76 H8 0x77
}

impl Square {
    /// The square on a file and a rank.
    #[doc(alias("from_coords", "from_file_rank", "make_square"))]
    #[must_use]
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square::from_masked((rank as u8) << 4 | file as u8)
    }

    /// The square with this 0x88 index, `16 * rank + file`; `None` if the index is off the board by `index & 0x88`.
    ///
    /// ```
    /// use chess0x88::Square;
    /// assert_eq!(Square::from_x88(0x42), Some(Square::C5));
    /// assert_eq!(Square::from_x88(0x08), None);
    /// ```
    #[must_use]
    #[inline]
    pub const fn from_x88(index: u8) -> Option<Square> {
        if index & OFF_BOARD == 0 { Some(Square::from_masked(index)) } else { None }
    }

    /// The 0x88 index, `16 * rank + file`: the square's index in the 128 bytes of a [`Board0x88`](crate::Board0x88).
    ///
    /// ```
    /// use chess0x88::Square;
    /// assert_eq!(Square::C5.x88(), 0x42);
    /// assert_eq!(Square::C5.x88() + 0x10, Square::C6.x88());
    /// ```
    #[must_use]
    #[inline]
    pub const fn x88(self) -> u8 {
        self as u8
    }

    /// The square with this number for tables of 64, in the order a1 = 0, b1 = 1, ... h8 = 63, or `None` above 63.
    ///
    /// ```
    /// use chess0x88::Square;
    /// assert_eq!(Square::from_index(28), Some(Square::E4));
    /// assert_eq!(Square::from_index(64), None);
    /// ```
    #[must_use]
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 64 { Some(Square::from_bit(index as u32)) } else { None }
    }

    /// The square with the number `index & 63`. The bit operations mirror [`index`](Square::index), so that a compiler sees that
    /// one function undoes the other.
    #[inline]
    pub(crate) const fn from_bit(index: u32) -> Square {
        let index = index as u8;
        Square::from_masked(index & 7 | (index & 0x38) << 1)
    }

    /// The number for tables of 64, in the order a1 = 0, b1 = 1, ... h8 = 63. [`SquareMap`](crate::SquareMap) is such a table.
    ///
    /// The 0x88 index is another number: see [`x88`](Square::x88).
    ///
    /// ```
    /// use chess0x88::Square;
    /// assert_eq!(Square::E4.index(), 28);
    /// ```
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        // The file is added twice and the sum halved: one operation less than with separate file and rank.
        let index = self as usize;
        (index + (index & 7)) >> 1
    }

    /// The square as a set of one square, in the form of [`SquareSet::bits`].
    #[inline]
    pub(crate) const fn bit(self) -> u64 {
        if HAS_WIDE_WORDS { 1 << self.index() } else { self.bit_by_call() }
    }

    #[inline(never)]
    const fn bit_by_call(self) -> u64 {
        1 << self.index()
    }

    /// The column of the square.
    #[must_use]
    #[inline]
    pub const fn file(self) -> File {
        File::from_masked(self as u8)
    }

    /// The row of the square.
    #[must_use]
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::from_masked(self as u8 >> 4)
    }

    /// Returns `true` for the 32 light squares, such as h1 and a8.
    ///
    /// ```
    /// use chess0x88::Square;
    /// assert!(Square::H1.is_light() && !Square::A1.is_light());
    /// ```
    #[doc(alias("square_color"))]
    #[must_use]
    #[inline]
    pub const fn is_light(self) -> bool {
        (self as u8 ^ (self as u8 >> 4)) & 1 != 0
    }

    /// The square at an 0x88 offset from this one; `None` if the sum is off the board. This is the 0x88 test itself: one addition
    /// and one `& 0x88`. Offsets are those of [`Direction`](crate::offsets::Direction) and
    /// [`KNIGHT_OFFSETS`](crate::offsets::KNIGHT_OFFSETS), or sums of them of at most seven files.
    ///
    /// A row has sixteen columns: one file is 1, one rank is `0x10`. One file and one rank up is `0x11`.
    ///
    /// ```
    /// use chess0x88::Square;
    /// use chess0x88::offsets::Direction;
    /// assert_eq!(Square::E4.checked_add(0x10), Some(Square::E5));
    /// assert_eq!(Square::H1.checked_add(Direction::East as i8), None);
    /// assert_eq!(Square::A1.checked_add(Direction::South as i8), None);
    /// ```
    #[doc(alias("offset", "try_offset", "shift"))]
    #[must_use]
    #[inline]
    pub const fn checked_add(self, offset: i8) -> Option<Square> {
        // A full register: a byte would have to be masked out of the sum.
        const OFF: usize = OFF_BOARD as usize | !0xFF;
        let sum = (self as usize).wrapping_add_signed(offset as isize);
        if sum & OFF == 0 { Some(Square::from_masked(sum as u8)) } else { None }
    }

    /// The square mirrored top to bottom: a1 becomes a8.
    #[doc(alias("flip_vertical", "square_mirror"))]
    #[must_use]
    #[inline]
    pub const fn flip_rank(self) -> Square {
        Square::from_masked(self as u8 ^ 0x70)
    }

    /// The square mirrored left to right: a1 becomes h1.
    #[doc(alias("flip_horizontal"))]
    #[must_use]
    #[inline]
    pub const fn flip_file(self) -> Square {
        Square::from_masked(self as u8 ^ 0x07)
    }

    /// The two characters of the coordinate, such as `e4`.
    #[inline]
    pub(crate) const fn name(self) -> [u8; 2] {
        [b'a' + (self as u8 & 7), b'1' + (self as u8 >> 4)]
    }

    /// The square that two ASCII characters name.
    #[inline]
    pub(crate) const fn from_name(file: u8, rank: u8) -> Option<Square> {
        let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
        if file < 8 && rank < 8 { Some(Square::from_masked(rank << 4 | file)) } else { None }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(core::str::from_utf8(&self.name()).unwrap_or_default())
    }
}

/// The number for tables of 64: see [`Square::index`].
impl From<Square> for usize {
    #[inline]
    fn from(square: Square) -> usize {
        square.index()
    }
}

/// Reads a square as `parse` does.
///
/// ```
/// use chess0x88::Square;
/// assert_eq!(Square::try_from("e4")?, Square::E4);
/// # Ok::<(), chess0x88::ParseNameError>(())
/// ```
impl TryFrom<&str> for Square {
    type Error = ParseNameError;

    fn try_from(text: &str) -> Result<Square, ParseNameError> {
        text.parse()
    }
}

impl FromStr for Square {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<Square, ParseNameError> {
        let value = match *text.as_bytes() {
            [file, rank] => Square::from_name(file, rank),
            _ => None,
        };
        value.ok_or(ParseNameError::new("a square is a letter a-h and a digit 1-8, such as e4"))
    }
}
