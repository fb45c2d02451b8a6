//! A number for each error and each refusal, so that a small device can send one byte where a person reads a sentence.
//!
//! ```text
//!   device                                    phone
//!   position.play(mv) ── Err(reason)          a table of sentences
//!     reason.code() ── 5 ──► one byte ──► 5: "a piece of the same side is there"
//! ```
//!
//! All errors share one row of numbers, so the byte tells the type too. An error that wraps another has the other's number. Numbers
//! stay as they are from version to version; a new error takes a free one of its range. `docs/codes.md` lists them all.
//! An error that only a feature brings, of games or of opening books, has its numbers beside it.

use crate::makruk::CountError;
use crate::movegen::IllegalMove;
use crate::name::ParseNameError;
use crate::notation::{Expected, FenError, SanError, UciError};
use crate::packed::PackedError;
use crate::rules::{Violation, Violations};

impl IllegalMove {
    /// Returns the number of the error in [the list](crate::guide::codes).
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
            IllegalMove::NoPiece { .. } => 1,
            IllegalMove::WrongColor { .. } => 2,
            IllegalMove::Unreachable { .. } => 3,
            IllegalMove::Blocked { .. } => 4,
            IllegalMove::OwnPiece { .. } => 5,
            IllegalMove::NothingToCapture { .. } => 6,
            IllegalMove::PromotionMissing { .. } => 7,
            IllegalMove::PromotionInvalid { .. } => 8,
            IllegalMove::Pinned { .. } => 9,
            IllegalMove::StaysInCheck { .. } => 10,
            IllegalMove::KingAttacked { .. } => 11,
            IllegalMove::NoCastlingRight { .. } => 12,
            IllegalMove::CastlingBlocked { .. } => 13,
            IllegalMove::CastlesOutOfCheck { .. } => 14,
            IllegalMove::CastlesThroughCheck { .. } => 15,
            IllegalMove::EnPassantPinned { .. } => 16,
            IllegalMove::WrongKind { .. } => 17,
        }
    }
}

impl Violation {
    /// Returns the number of the error in [the list](crate::guide::codes).
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
            Violation::Empty => 30,
            Violation::NoWhiteKing => 31,
            Violation::NoBlackKing => 32,
            Violation::TooManyWhiteKings => 33,
            Violation::TooManyBlackKings => 34,
            Violation::TooManyWhitePawns => 35,
            Violation::TooManyBlackPawns => 36,
            Violation::TooManyWhitePieces => 37,
            Violation::TooManyBlackPieces => 38,
            Violation::TooManyWhiteOfficers => 39,
            Violation::TooManyBlackOfficers => 40,
            Violation::PawnOnBackRank => 41,
            Violation::ForeignPiece => 42,
            Violation::CastlingRights => 43,
            Violation::EnPassant => 44,
            Violation::OppositeCheck => 45,
            Violation::TooManyCheckers => 46,
            Violation::ImpossibleCheck => 47,
            Violation::CountLimit => 48,
            Violation::ImpossibleDoubleStep => 49,
        }
    }
}

impl Violations {
    /// Returns the number of the first violation in [the list](crate::guide::codes); 0 if there is none.
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self.first() {
            Some(first) => first.code(),
            None => 0,
        }
    }
}

impl FenError {
    /// Returns the number of the error in [the list](crate::guide::codes).
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
            FenError::RankLength { .. } => 88,
            FenError::TooLarge { .. } => 89,
            FenError::Syntax { expected, .. } => expected.code(),
            FenError::Illegal(violations) => violations.code(),
        }
    }
}

impl Expected {
    /// Returns the number of a [`FenError::Syntax`] that expected this.
    const fn code(self) -> u8 {
        match self {
            Expected::Space => 60,
            Expected::SpaceOrEnd => 61,
            Expected::End => 62,
            Expected::PieceOrGap => 63,
            Expected::OneGap => 64,
            Expected::Slash => 65,
            Expected::Color => 66,
            Expected::CastlingLetter => 67,
            Expected::CastlingLettersOrDash => 68,
            Expected::WhiteBeforeBlack => 69,
            Expected::CastlingOnce => 70,
            Expected::DashForCastling => 71,
            Expected::SquareOrDash => 72,
            Expected::RankDigit => 73,
            Expected::Number => 74,
            Expected::NoLeadingZero => 75,
            Expected::LimitOrDash => 76,
            Expected::Honour => 77,
            Expected::CountFromOne => 78,
        }
    }
}

impl SanError {
    /// Returns the number of the error in [the list](crate::guide::codes).
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
            SanError::Syntax { .. } => 90,
            SanError::NullMove => 91,
            SanError::NoSuchPiece { .. } => 92,
            SanError::Ambiguous { .. } => 93,
            SanError::WrongCaptureSign { .. } => 94,
            SanError::WrongDisambiguation { .. } => 95,
            SanError::WrongCheckSign { .. } => 96,
            SanError::WrongCastling { .. } => 97,
            SanError::Illegal(reason) => reason.code(),
        }
    }
}

impl UciError {
    /// Returns the number of the error in [the list](crate::guide::codes).
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
            UciError::Syntax { .. } => 100,
            UciError::NullMove => 101,
            UciError::Illegal(reason) => reason.code(),
        }
    }
}

impl CountError {
    /// Returns the number of the error in [the list](crate::guide::codes).
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
            CountError::BiaOnBoard { .. } => 170,
            CountError::Bare { .. } => 171,
            CountError::AlreadyCounting { .. } => 172,
            CountError::NotCounting => 173,
            CountError::PiecesHonour => 174,
            CountError::WrongSide { .. } => 175,
        }
    }
}

impl PackedError {
    /// Returns the number of the error in [the list](crate::guide::codes).
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
            PackedError::TooManyPieces { .. } => 180,
            PackedError::UnknownCode { .. } => 181,
            PackedError::AfterLastPiece { .. } => 182,
            PackedError::Castling { .. } => 183,
            PackedError::EnPassant { .. } => 184,
            PackedError::Number { .. } => 185,
            PackedError::Illegal(violations) => violations.code(),
        }
    }
}

impl ParseNameError {
    /// Returns the number of the error in [the list](crate::guide::codes).
    #[must_use]
    pub const fn code(&self) -> u8 {
        210
    }
}
