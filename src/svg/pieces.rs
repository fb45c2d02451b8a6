//! The piece shapes: our own outlines, each in a box of 100 by 100 units.
//!
//! A shape knows nothing of colour. Its body inherits `fill` and `stroke` from the group that uses it; its details
//! (an eye, a band, a slit) are painted in `currentColor`. So one definition serves both sides, and a white piece gets
//! dark details while a black one gets light ones.
//!
//! ```text
//!        0        50       100
//!      0 +---------+---------+
//!        |        _+_        |      crown, head or spire: up to y = 8
//!        |       (   )       |
//!     50 |        \ /        |
//!        |       _/ \_       |
//!        |      /_____\      |      the plinth every piece stands on: y = 76..88
//!    100 +-------------------+
//! ```

use crate::piece::{Piece, Role};

/// What can be drawn. Both games share the king's, rook's and pawn's roles, but not their look; a Ma is a knight in
/// every way.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
    Khun,
    Met,
    Khon,
    Rua,
    Bia,
    PromotedBia,
}

/// The foot every standing piece shares; it is what makes the set look like one set.
macro_rules! on_plinth {
    ($body:literal) => {
        concat!($body, "M27 76H73Q77 76 77 80V88H23V80Q23 76 27 76Z")
    };
}

impl Shape {
    pub(super) const ALL: [Self; 12] = [
        Self::King,
        Self::Queen,
        Self::Rook,
        Self::Bishop,
        Self::Knight,
        Self::Pawn,
        Self::Khun,
        Self::Met,
        Self::Khon,
        Self::Rua,
        Self::Bia,
        Self::PromotedBia,
    ];

    /// The shape of a piece. A Met or Khon on a chess board, or a bishop or queen on a Makruk one, cannot come from
    /// a game, yet it has a picture of its own and so is drawn as what it is.
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
            (Role::Khon, _) => Self::Khon,
        }
    }

    /// The shape's bit in a set of shapes.
    pub(super) const fn bit(self) -> u16 {
        1 << self as u16
    }

    /// The name the shape is defined and used under.
    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::King => "x88-king",
            Self::Queen => "x88-queen",
            Self::Rook => "x88-rook",
            Self::Bishop => "x88-bishop",
            Self::Knight => "x88-knight",
            Self::Pawn => "x88-pawn",
            Self::Khun => "x88-khun",
            Self::Met => "x88-met",
            Self::Khon => "x88-khon",
            Self::Rua => "x88-rua",
            Self::Bia => "x88-bia",
            Self::PromotedBia => "x88-bia-ngai",
        }
    }

    /// Path data of the outline, filled and stroked.
    pub(super) const fn body(self) -> &'static str {
        match self {
            Self::King => on_plinth!(
                "M34 76C30 64 16 59 16 45C16 35 24 29 33 29C39 29 44 32 47 38V19H41V13H47V7H53V13H59V19H53V38\
                 C56 32 61 29 67 29C76 29 84 35 84 45C84 59 70 64 66 76Z"
            ),
            Self::Queen => on_plinth!(
                "M31 76L17 36L34 54L33 26L45 51L50 21L55 51L67 26L66 54L83 36L69 76Z\
                 M12 33A5 5 0 1 1 22 33A5 5 0 1 1 12 33Z\
                 M28 22A5 5 0 1 1 38 22A5 5 0 1 1 28 22Z\
                 M45 16A5 5 0 1 1 55 16A5 5 0 1 1 45 16Z\
                 M62 22A5 5 0 1 1 72 22A5 5 0 1 1 62 22Z\
                 M78 33A5 5 0 1 1 88 33A5 5 0 1 1 78 33Z"
            ),
            Self::Rook => on_plinth!("M27 17H38V25H45V17H55V25H62V17H73V33L66 40V68L70 76H30L34 68V40L27 33Z"),
            Self::Bishop => on_plinth!(
                "M45 15A5 5 0 1 1 55 15A5 5 0 1 1 45 15Z\
                 M50 20C63 28 70 38 70 49C70 57 66 62 61 66L64 76H36L39 66C34 62 30 57 30 49C30 38 37 28 50 20Z"
            ),
            Self::Knight => on_plinth!(
                "M31 76C31 65 44 60 47 49C41 53 36 54 32 57L28 62C25 65 18 62 18 56C18 51 21 48 24 44\
                 C27 39 28 33 33 27C35 24 38 22 40 21L40 11L50 18C67 21 75 38 73 76Z"
            ),
            Self::Pawn => on_plinth!(
                "M50 20A15 15 0 0 1 59 47H63A3.5 3.5 0 0 1 63 54H59C60 65 65 70 71 76H29C35 70 40 65 41 54H37\
                 A3.5 3.5 0 0 1 37 47H41A15 15 0 0 1 50 20Z"
            ),
            Self::Khun => on_plinth!(
                "M50 6C53 14 55 22 57 30H62V37H60C60 44 64 46 68 50H70V57H67C68 65 70 70 72 76H28C30 70 32 65 33 57H30V50H32\
                 C36 46 40 44 40 37H38V30H43C45 22 47 14 50 6Z"
            ),
            Self::Met => on_plinth!(
                "M50 18C60 28 63 35 59 42H63V50H60C60 62 65 70 71 76H29C35 70 40 62 40 50H37V42H41C37 35 40 28 50 18Z"
            ),
            Self::Khon => on_plinth!(
                "M50 16C62 28 68 40 66 52C70 48 74 46 80 45C80 58 76 68 68 76H32C24 68 20 58 20 45C26 46 30 48 34 52C32 40 38 28 50 16Z"
            ),
            Self::Rua => on_plinth!(
                "M12 36C22 44 34 46 50 46C66 46 78 44 88 36C86 56 76 68 66 76H34C24 68 14 56 12 36Z\
                 M36 45V40C36 28 64 28 64 40V45Z"
            ),
            Self::Bia | Self::PromotedBia => {
                "M50 24C71 24 84 36 84 50C84 65 69 76 50 76C31 76 16 65 16 50C16 36 29 24 50 24Z"
            }
        }
    }

    /// Path data of the details, stroked only.
    pub(super) const fn details(self) -> &'static str {
        match self {
            Self::King => "M34 76C43 72 57 72 66 76M47 38Q50 43 50 50Q50 43 53 38M50 50V64",
            Self::Queen => "M31 76C42 72 58 72 69 76",
            Self::Rook => "M34 40H66M30 76H70",
            Self::Bishop => "M50 36V54M41 45H59M36 76H64",
            Self::Knight => "M37 34L38 34M24 55L24.5 55M53 27C62 34 65 48 65 65M31 76H73",
            Self::Pawn => "M41 54H59M29 76H71",
            Self::Khun => "M43 30H57M40 37H60M33 57H67M32 50H68M28 76H72",
            Self::Met => "M41 42H59M29 76H71",
            Self::Khon => "M34 52C36 62 42 70 50 76C58 70 64 62 66 52M32 76H68",
            Self::Rua => "M20 53C30 58 70 58 80 53M34 76H66",
            Self::Bia => "M29 43C35 35 44 32 54 33",
            Self::PromotedBia => "M25 50C40 46 60 46 75 50C60 54 40 54 25 50ZM34 41V59M44.5 39V61M55.5 39V61M66 41V59",
        }
    }
}
