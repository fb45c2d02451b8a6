//! [`Move`], [`MoveKind`] and [`MoveList`].
//!
//! A 0x88 index leaves bits 3 and 7 of its byte unused. So two indices in a 16-bit word leave four bits for the kind of move:
//!
//! ```text
//!    bit  15  14 13 12  11  10  9  8   7   6  5  4   3   2  1  0
//!         k3  to rank   k2  to file    k1  from rank k0  from file
//!
//!    k = 0 quiet   1 double step   2 castling   3 promotion to Met     8 9 10 11 promotion to knight, bishop, rook, queen
//!        4 capture 5 en passant                 7 the same, capturing  12 .. 15  the same, capturing
//! ```
//!
//! Bit 2 of the kind means a capture, as in the "From-To Based" encoding of the Chess Programming Wiki. Castling is stored as king
//! takes own rook, which is unique in every Chess960 start.

mod castling;
pub(crate) mod effect;
mod list;

pub use castling::{Castling, CastlingSide};
pub(crate) use effect::{
    DOUBLE_STEP_FROM, DOUBLE_STEP_TO, EN_PASSANT_RANK, Effect, ahead, behind, captured_pawn, is_on_double_step_rank,
    is_on_en_passant_rank, make_special, take_back_special,
};
pub use list::{MoveList, MoveListIter};

use core::fmt;
use core::num::NonZeroU16;

use crate::geometry::Square;
use crate::name::named;
use crate::piece::Role;

named! {
    /// The kind of a [`Move`]: its effect on more than two squares. `Display` prints it in lower case: `quiet`, `double step`.
    #[repr(u8)]
    pub enum MoveKind {
        /// A move to an empty square without any other effect.
        Quiet: 0 = "quiet",
        /// A pawn's first move, two squares ahead.
        DoubleStep: 1 = "double step",
        /// Castling. The move's target is the *rook's* square.
        Castle: 2 = "castle",
        /// A capture on the target.
        Capture: 4 = "capture",
        /// A pawn captures a pawn that has just passed it with a double step.
        EnPassant: 5 = "en passant",
        /// A pawn promotes on an empty square.
        Promotion: 8 = "promotion",
        /// A pawn captures and promotes.
        CapturePromotion: 12 = "capture promotion",
    }
}

impl MoveKind {
    /// Returns `true` if a move of this kind captures a piece.
    #[inline]
    pub(crate) const fn takes(self) -> bool {
        self as u8 & CAPTURE != 0
    }
}

/// A move in two bytes: origin, target, and kind.
///
/// A `Move` belongs to the position that it was made for. [`Position::legal_moves`](crate::Position::legal_moves) lists moves, and
/// [`Position::parse_uci`](crate::Position::parse_uci) reads a move from text.
///
/// ```
/// use chess0x88::{Chess, MoveKind, Square};
/// let e4 = Chess::startpos().parse_uci("e2e4")?;
/// assert_eq!(
///     (e4.from(), e4.to(), e4.kind()),
///     (Square::E2, Square::E4, MoveKind::DoubleStep)
/// );
/// assert_eq!(e4.to_string(), "e2e4");
/// assert_eq!(core::mem::size_of::<Option<chess0x88::Move>>(), 2);
/// # Ok::<(), chess0x88::uci::UciError>(())
/// ```
///
/// Moves are ordered by their [bits](Move::bits), for sorted collections. The order has no meaning in chess.
///
/// With the feature `serde`, a move in JSON is UCI notation and the kind, `"e1h1 castle"`, since UCI notation alone needs a
/// position to be read. The module `serde` says more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

/// The bit of the kind that means a capture.
const CAPTURE: u8 = 4;
/// The kind of a promotion to knight. Bishop, rook and queen follow.
const PROMOTION: u8 = 8;
const MET_PROMOTION: u8 = 3;

/// The code of a promotion to each role, in the order of [`Role::ALL`]. Roles without promotion have the queen's code.
const PROMOTION_CODES: &[u8; Role::COUNT] = &{
    let mut codes = [PROMOTION | 3; Role::COUNT];
    codes[Role::Met as usize] = MET_PROMOTION;
    codes[Role::Knight as usize] = PROMOTION;
    codes[Role::Bishop as usize] = PROMOTION | 1;
    codes[Role::Rook as usize] = PROMOTION | 2;
    codes
};

/// Moves the four bits of a kind to the unused bits of two 0x88 indices.
#[inline]
const fn spread(code: u8) -> u16 {
    let code = code as u16;
    (code & 1) << 3 | (code & 2) << 6 | (code & 4) << 9 | (code & 8) << 12
}

impl Move {
    /// The bits of the two indices.
    const SQUARES: u16 = 0x7777;

    /// A move without promotion. Origin and target must differ (a null move is not a [`Move`]).
    #[inline]
    pub(crate) const fn of(from: Square, to: Square, kind: MoveKind) -> Move {
        Move::with_code(from, to, kind as u8)
    }

    /// A promotion to this role, with or without a capture.
    #[inline]
    pub(crate) const fn promoting(from: Square, to: Square, role: Role, capture: bool) -> Move {
        let code = PROMOTION_CODES[role as usize];
        Move::with_code(from, to, if capture { code | CAPTURE } else { code })
    }

    #[inline]
    const fn with_code(from: Square, to: Square, code: u8) -> Move {
        Move::from_raw((to as u16) << 8 | from as u16 | spread(code))
    }

    /// The bits of a kind at their place in a move.
    #[inline]
    pub(crate) const fn kind_bits(kind: MoveKind) -> u16 {
        spread(kind as u8)
    }

    /// Returns `true` for a quiet move or a capture: a piece goes to the target and replaces its content, without any other effect.
    /// Nearly all moves are of these kinds.
    #[inline]
    pub(crate) const fn is_quiet_or_capture(self) -> bool {
        self.0.get() & !(Move::SQUARES | spread(CAPTURE)) == 0
    }

    /// Returns `true` for a quiet move, a double step or a capture: a piece goes to the target and replaces its content, and no
    /// other square changes.
    #[inline]
    pub(crate) const fn is_simple(self) -> bool {
        self.is_quiet_or_capture() || self.0.get() & !Move::SQUARES == Move::kind_bits(MoveKind::DoubleStep)
    }

    #[inline]
    const fn code(self) -> u8 {
        let bits = self.0.get();
        (bits >> 3 & 1 | bits >> 6 & 2 | bits >> 9 & 4 | bits >> 12 & 8) as u8
    }

    /// The move with these bits, which must be valid.
    #[inline]
    pub(crate) const fn from_raw(bits: u16) -> Move {
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            None => Move(NonZeroU16::MIN),
        }
    }

    /// The same move from another origin.
    pub(crate) const fn with_from(self, from: Square) -> Move {
        Move::from_raw(self.0.get() & !(Move::SQUARES & 0xFF) | from as u16)
    }

    /// The origin: the square that the piece leaves.
    #[doc(alias("from_square", "source", "get_source"))]
    #[must_use]
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_masked(self.0.get() as u8)
    }

    /// The target: the square that the piece goes to, in castling the rook's square.
    #[doc(alias("to_square", "dest", "get_dest", "destination"))]
    #[must_use]
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_masked((self.0.get() >> 8) as u8)
    }

    /// The kind of move.
    #[doc(alias("is_en_passant", "is_kingside_castle", "is_queenside_castle"))]
    #[must_use]
    #[inline]
    pub const fn kind(self) -> MoveKind {
        // The bits are compared in place: for a test of one kind, a compiler makes a single comparison.
        const DOUBLE_STEP: u16 = Move::kind_bits(MoveKind::DoubleStep);
        const CASTLE: u16 = Move::kind_bits(MoveKind::Castle);
        const CAPTURE: u16 = Move::kind_bits(MoveKind::Capture);
        const EN_PASSANT: u16 = Move::kind_bits(MoveKind::EnPassant);
        const MET: u16 = spread(MET_PROMOTION);
        const MET_CAPTURE: u16 = spread(MET_PROMOTION) | CAPTURE;
        const PROMOTING: u16 = spread(PROMOTION);
        const CAPTURE_PROMOTING: u16 = spread(PROMOTION) | CAPTURE;
        let kind = self.0.get() & !Move::SQUARES;
        // Nearly all moves are quiet moves or captures.
        if kind == 0 {
            return MoveKind::Quiet;
        }
        if kind == CAPTURE {
            return MoveKind::Capture;
        }
        match kind {
            DOUBLE_STEP => MoveKind::DoubleStep,
            CASTLE => MoveKind::Castle,
            EN_PASSANT => MoveKind::EnPassant,
            MET => MoveKind::Promotion,
            MET_CAPTURE => MoveKind::CapturePromotion,
            _ => match kind & CAPTURE_PROMOTING {
                PROMOTING => MoveKind::Promotion,
                CAPTURE_PROMOTING => MoveKind::CapturePromotion,
                _ => MoveKind::Quiet,
            },
        }
    }

    /// Returns `true` if the move captures a piece, en passant included.
    #[must_use]
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.code() & CAPTURE != 0
    }

    /// Returns `true` if a pawn captures a pawn that has just passed it with a double step.
    #[must_use]
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        matches!(self.kind(), MoveKind::EnPassant)
    }

    /// Returns the origins and targets of king and rook if the move is castling.
    #[must_use]
    #[inline]
    pub const fn castling(self) -> Option<Castling> {
        match self.kind() {
            MoveKind::Castle => Some(Castling::new(self.from(), self.to())),
            _ => None,
        }
    }

    /// Returns the square of the moved piece after the move. This is [`to`](Move::to) except in castling, where the king does not
    /// land on the rook's square. A board on a screen marks this square.
    ///
    /// ```
    /// use chess0x88::{Chess, Square};
    /// let position: Chess = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let castle = position.parse_uci("e1g1")?;
    /// assert_eq!((castle.to(), castle.landing()), (Square::H1, Square::G1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn landing(self) -> Square {
        match self.castling() {
            Some(castling) => castling.king_to,
            None => self.to(),
        }
    }

    /// Returns `true` if the move is castling.
    #[doc(alias("is_castle"))]
    #[must_use]
    #[inline]
    pub const fn is_castling(self) -> bool {
        matches!(self.kind(), MoveKind::Castle)
    }

    /// Returns the role that a promoting pawn becomes.
    #[doc(alias("get_promotion"))]
    #[must_use]
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        // Codes from 8 on promote, and so do lower codes with both lowest bits. All other codes have smaller values in these three
        // bits: one comparison, as fast for a double step as for a quiet move.
        if self.0.get() & spread(PROMOTION | MET_PROMOTION) < spread(MET_PROMOTION) {
            return None;
        }
        let code = self.code();
        if code & PROMOTION != 0 {
            // Knight, bishop, rook and queen follow the pawn in this order.
            Some(Role::ALL[Role::Knight as usize + (code & 3) as usize])
        } else if code & !CAPTURE == MET_PROMOTION {
            Some(Role::Met)
        } else {
            None
        }
    }

    /// Returns the move as a number for files and tables. The numbers stay the same from version to version.
    ///
    /// ```
    /// use chess0x88::{Chess, Move};
    /// let e4 = Chess::startpos().parse_uci("e2e4")?;
    /// assert_eq!(e4.bits(), 0x341C);
    /// assert_eq!(Move::from_bits(0x341C), Some(e4));
    /// # Ok::<(), chess0x88::uci::UciError>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Returns the move with this number; `None` if origin and target are equal or the kind is not in use. Only a position can say
    /// if the move is legal.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        let squares = bits & Move::SQUARES;
        if squares as u8 == (squares >> 8) as u8 {
            return None;
        }
        match NonZeroU16::new(bits) {
            Some(bits) if Move(bits).code() != 6 => Some(Move(bits)),
            _ => None,
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({:?})", self.kind())
    }
}
