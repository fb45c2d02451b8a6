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

use crate::makruk::CountError;
use crate::movegen::IllegalMove;
use crate::name::ParseNameError;
use crate::notation::epd::EpdError;
use crate::notation::pgn::{PgnError, StartError};
use crate::notation::{FenError, SanError, UciError};
use crate::packed::PackedError;
use crate::rules::{Violation, Violations};
use crate::svg::ParseRgbaError;

/// The method `code` of an error: a number for each variant, or that of the error inside.
macro_rules! codes {
    ($($type:ty { $($pattern:pat => $code:expr,)* })*) => {$(
        impl $type {
            /// The number of the error: one byte that stays the same from version to version and that no other kind of error has.
            /// An error that holds another has the other's number. [The list](crate::guide::codes) has a sentence for each.
            #[must_use]
            pub const fn code(&self) -> u8 {
                match self { $($pattern => $code,)* }
            }
        }
    )*};
}

codes! {
    IllegalMove {
        Self::NoPiece { .. } => 1,
        Self::WrongColor { .. } => 2,
        Self::Unreachable { .. } => 3,
        Self::Blocked { .. } => 4,
        Self::OwnPiece { .. } => 5,
        Self::NothingToCapture { .. } => 6,
        Self::PromotionMissing { .. } => 7,
        Self::PromotionInvalid { .. } => 8,
        Self::Pinned { .. } => 9,
        Self::StaysInCheck { .. } => 10,
        Self::KingAttacked { .. } => 11,
        Self::NoCastlingRight { .. } => 12,
        Self::CastlingBlocked { .. } => 13,
        Self::CastlesOutOfCheck { .. } => 14,
        Self::CastlesThroughCheck { .. } => 15,
        Self::EnPassantPinned { .. } => 16,
        Self::WrongKind { .. } => 17,
    }
    Violation { violation => 30 + *violation as u8, }
    Violations {
        violations => match violations.first() {
            Some(first) => first.code(),
            None => 0,
        },
    }
    FenError {
        Self::Syntax { expected, .. } => 60 + *expected as u8,
        Self::RankLength { .. } => 88,
        Self::TooLarge { .. } => 89,
        Self::Illegal(violations) => violations.code(),
    }
    SanError {
        Self::Syntax { .. } => 90,
        Self::NullMove => 91,
        Self::NoSuchPiece { .. } => 92,
        Self::Ambiguous { .. } => 93,
        Self::WrongCaptureSign { .. } => 94,
        Self::WrongDisambiguation { .. } => 95,
        Self::WrongCheckSign { .. } => 96,
        Self::WrongCastling { .. } => 97,
        Self::Illegal(reason) => reason.code(),
    }
    UciError {
        Self::Syntax { .. } => 100,
        Self::NullMove => 101,
        Self::Illegal(reason) => reason.code(),
    }
    EpdError {
        Self::Syntax { .. } => 110,
        Self::TooLarge { .. } => 111,
        Self::Write(_) => 112,
        Self::Fen(error) => error.code(),
        Self::Move { error, .. } => error.code(),
        Self::Illegal(reason) => reason.code(),
    }
    PgnError {
        Self::TagName { .. } => 120,
        Self::TagValue { .. } => 121,
        Self::UnclosedTag { .. } => 122,
        Self::UnclosedComment { .. } => 123,
        Self::UnclosedVariation { .. } => 124,
        Self::UnopenedVariation { .. } => 125,
        Self::Nag { .. } => 126,
        Self::LargeNag { .. } => 127,
        Self::UnexpectedByte { .. } => 128,
        Self::UnknownSymbol { .. } => 129,
        Self::TooLarge { .. } => 130,
        Self::TooLong { .. } => 131,
        Self::NoGame { .. } => 132,
        Self::Start { error, .. } => error.code(),
        Self::Move { error, .. } => error.code(),
    }
    StartError {
        Self::Variant(_) => 140,
        Self::MissingFen => 141,
        Self::Fen(error) => error.code(),
    }
    CountError {
        Self::BiaOnBoard { .. } => 170,
        Self::Bare { .. } => 171,
        Self::AlreadyCounting { .. } => 172,
        Self::NotCounting => 173,
        Self::PiecesHonour => 174,
        Self::WrongSide { .. } => 175,
    }
    PackedError {
        Self::TooManyPieces { .. } => 180,
        Self::UnknownCode { .. } => 181,
        Self::AfterLastPiece { .. } => 182,
        Self::Castling { .. } => 183,
        Self::EnPassant { .. } => 184,
        Self::Number { .. } => 185,
        Self::Illegal(violations) => violations.code(),
    }
    ParseRgbaError {
        Self::NoHash { .. } => 200,
        Self::NotHex { .. } => 201,
        Self::DigitCount { .. } => 202,
    }
    ParseNameError { _ => 210, }
}

#[cfg(feature = "polyglot")]
codes! { crate::polyglot::PolyglotError { Self::Length { .. } => 190, } }

/// The errors of what grows.
#[cfg(feature = "alloc")]
mod growing {
    use crate::game::GameError;
    use crate::notation::PlayError;
    use crate::notation::pgn::EditError;

    codes! {
        EditError {
            Self::Removed => 150,
            Self::OtherStart => 151,
            Self::Full => 152,
            Self::Illegal(reason) => reason.code(),
        }
        GameError {
            Self::Over(_) => 160,
            Self::NotClaimable { .. } => 161,
            Self::NotSo(_) => 162,
            Self::EndsGame(_) => 163,
            Self::Illegal(reason) => reason.code(),
            Self::IllegalAt { error, .. } => error.code(),
        }
        PlayError {
            Self::San(error) => error.code(),
            Self::Uci(error) => error.code(),
            Self::Game(error) => error.code(),
        }
    }
}
