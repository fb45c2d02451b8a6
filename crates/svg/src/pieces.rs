//! The piece shapes: original outlines, each in a box of 100 by 100 units.
//!
//! A shape has no colours. Its body inherits `fill` and `stroke` from the group that uses it; its details (an eye, a band, a slit)
//! are painted in `currentColor`. So one definition serves both sides: a white piece gets dark details, a black piece light ones.
//!
//! ```text
//!        0        50       100
//!      0 +---------+---------+
//!        |        _+_        |      crown, head or spire: up to y = 5
//!        |       (   )       |
//!     50 |        \ /        |
//!        |       _/ \_       |
//!        |      /_____\      |      the plinth every piece stands on: y = 79..92
//!    100 +-------------------+
//! ```

use core::fmt;

use chess0x88::{Piece, Role};

/// Declares the shapes, each with its name, its identifier, its outline and its details.
macro_rules! shapes {
    ($($name:ident, $id:literal, $body:literal, $details:literal;)*) => {
        /// The shapes. Both games share the roles of king, rook and pawn, but with different shapes. A Ma has the knight's shape.
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub(super) enum Outline { $($name),* }

        impl Outline {
            pub(super) const ALL: &[Self] = &[$(Self::$name),*];

            /// The identifier of the outline, the path data of the body (filled and stroked), and the path data of the details
            /// (stroked).
            const fn data(self) -> (&'static str, &'static str, &'static str) {
                match self { $(Self::$name => ($id, $body, $details),)* }
            }
        }
    };
}

shapes! {
    King, "x88-king",
        "M31 79C26 67 10 61 10 46C10 36 19 29 30 29C37 29 43 33 46 39V19H39V12H46V6H54V12H61V19H54V39C57 33 63 29 70 29C81 29 90 36 90 46C90 61 74 67 69 79Z",
        "M31 79C42 75 58 75 69 79M46 39Q50 44 50 52Q50 44 54 39M50 52V67";
    Queen, "x88-queen",
        "M29 79L14 36L32 55L31 25L44 52L50 20L56 52L69 25L68 55L86 36L71 79Z\
                 M8 33A5.5 5.5 0 1 1 19 33A5.5 5.5 0 1 1 8 33Z\
                 M26 21A5.5 5.5 0 1 1 37 21A5.5 5.5 0 1 1 26 21Z\
                 M44.5 14A5.5 5.5 0 1 1 55.5 14A5.5 5.5 0 1 1 44.5 14Z\
                 M63 21A5.5 5.5 0 1 1 74 21A5.5 5.5 0 1 1 63 21Z\
                 M81 33A5.5 5.5 0 1 1 92 33A5.5 5.5 0 1 1 81 33Z",
        "M29 79C41 75 59 75 71 79";
    Rook, "x88-rook",
        "M22 14H35V23H44V14H56V23H65V14H78V31L70 39V70L74 79H26L30 70V39L22 31Z",
        "M30 39H70M26 79H74";
    Bishop, "x88-bishop",
        "M44 12A6 6 0 1 1 56 12A6 6 0 1 1 44 12ZM50 17C66 26 74 37 74 49C74 58 70 63 63 68L67 79H33L37 68C30 63 26 58 26 49C26 37 34 26 50 17Z",
        "M50 35V55M39 45H61M33 79H67";
    Knight, "x88-knight",
        "M27 79C27 67 43 61 46 49C39 54 33 55 28 58L24 64C20 67 12 64 12 57C12 52 15 48 19 44C22 39 24 32 30 26C32 22 36 20 38 19L38 8L50 16C70 19 80 37 78 79Z",
        "M34 33L36 33M19 56L19 56M54 26C64 33 68 48 68 67M27 79H78";
    Pawn, "x88-pawn",
        "M50 17A17 17 0 0 1 61 47H65A4 4 0 0 1 65 55H61C62 67 68 72 75 79H25C32 72 38 67 39 55H35A4 4 0 0 1 35 47H39A17 17 0 0 1 50 17Z",
        "M39 55H61M25 79H75";
    Khun, "x88-khun",
        "M50 5C54 14 56 22 59 31H65V38H62C62 45 67 47 72 52H74V59H71C72 68 74 73 77 79H23C26 73 28 68 29 59H26V52H28C33 47 38 45 38 38H35V31H41C44 22 46 14 50 5Z",
        "M41 31H59M38 38H62M29 59H71M28 52H72M23 79H77";
    Met, "x88-met",
        "M50 15C62 26 66 34 61 41H66V50H62C62 63 68 72 76 79H24C32 72 38 63 38 50H34V41H39C34 34 38 26 50 15Z",
        "M39 41H61M24 79H76";
    Khon, "x88-khon",
        "M50 13C65 26 72 39 70 52C74 48 79 46 87 45C87 59 82 70 72 79H28C18 70 13 59 13 45C21 46 26 48 30 52C28 39 35 26 50 13Z",
        "M30 52C33 63 40 72 50 79C60 72 67 63 70 52M28 79H72";
    Rua, "x88-rua",
        "M9 35C20 44 33 46 50 46C67 46 80 44 91 35C89 57 78 70 67 79H33C22 70 11 57 9 35ZM35 45V39C35 26 65 26 65 39V45Z",
        "M18 54C28 59 72 59 82 54M33 79H67";
    Bia, "x88-bia",
        "M50 24C71 24 84 36 84 50C84 65 69 76 50 76C31 76 16 65 16 50C16 36 29 24 50 24Z",
        "M29 43C35 35 44 32 54 33";
    PromotedBia, "x88-bia-ngai",
        "M50 12C68 12 78 29 78 52C78 75 66 89 50 89C34 89 22 75 22 52C22 29 32 12 50 12Z",
        "M50 23C42 38 42 64 50 79C58 64 58 38 50 23ZM37 37H63M34 46H66M34 55H66M37 64H63";
}

impl Outline {
    /// The shape of a piece. A Met or Khon on a chess board, or a bishop or queen on a Makruk board, cannot come from a game, but
    /// is drawn with its own shape.
    pub(super) const fn of(piece: Piece, makruk: bool) -> Self {
        match (piece.role(), makruk) {
            (Role::King, false) => Self::King,
            (Role::King, true) => Self::Khun,
            (Role::Queen, _) => Self::Queen,
            (Role::Rook, false) => Self::Rook,
            (Role::Rook, true) => Self::Rua,
            (Role::Bishop, _) => Self::Bishop,
            (Role::Knight, _) => Self::Knight,
            (Role::Pawn, false) => Self::Pawn,
            (Role::Pawn, true) => Self::Bia,
            (Role::Met, _) if piece.is_promoted() => Self::PromotedBia,
            (Role::Met, _) => Self::Met,
            // Khon, the last of the roles.
            _ => Self::Khon,
        }
    }

    /// The shape's bit in a set of shapes.
    pub(super) const fn bit(self) -> u16 {
        1 << self as u16
    }

    /// The identifier of the shape.
    pub(super) const fn id(self) -> &'static str {
        self.data().0
    }
}

/// The two paths of the shape. All outlines except the shells have the same foot, so that the pieces look like one set.
impl fmt::Display for Outline {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, body, details) = self.data();
        let foot = if matches!(self, Self::Bia | Self::PromotedBia) {
            ""
        } else {
            "M22 79H78Q83 79 83 84V92H17V84Q17 79 22 79Z"
        };
        write!(out, r#"<path d="{body}{foot}"/><path d="{details}" fill="none" stroke="currentColor"/>"#)
    }
}
