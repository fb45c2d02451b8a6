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

/// The method `code` of an error. The variants listed after a number have that number and those that follow it, in the order of
/// the list; a variant that holds another error has the number of that error.
macro_rules! codes {
    ($($type:ty {
        $(# $start:literal: $first:ident $($variant:ident)*;)?
        $($pattern:pat => $code:expr,)*
    })*) => {$(
        impl $type {
            /// The number of the error: one byte that stays the same from version to version and that no other kind of error has.
            /// An error that holds another has the other's number. [The list](crate::guide::codes) has a sentence for each.
            #[must_use]
            pub const fn code(&self) -> u8 {
                $(
                    #[repr(u8)]
                    enum Nth { $first = $start, $($variant),* }
                )?
                match self {
                    $(Self::$first { .. } => Nth::$first as u8, $(Self::$variant { .. } => Nth::$variant as u8,)*)?
                    $($pattern => $code,)*
                }
            }
        }
    )*};
}

codes! {
    IllegalMove {
        #1: NoPiece WrongColor Unreachable Blocked OwnPiece NothingToCapture PromotionMissing PromotionInvalid Pinned
            StaysInCheck KingAttacked NoCastlingRight CastlingBlocked CastlesOutOfCheck CastlesThroughCheck
            EnPassantPinned WrongKind;
    }
    Violation { violation => 30 + *violation as u8, }
    Violations {
        violations => match violations.first() {
            Some(first) => first.code(),
            None => 0,
        },
    }
    FenError {
        #88: RankLength TooLarge;
        Self::Syntax { expected, .. } => 60 + *expected as u8,
        Self::Illegal(violations) => violations.code(),
    }
    SanError {
        #90: Syntax NullMove NoSuchPiece Ambiguous WrongCaptureSign WrongDisambiguation WrongCheckSign WrongCastling;
        Self::Illegal(reason) => reason.code(),
    }
    UciError {
        #100: Syntax NullMove;
        Self::Illegal(reason) => reason.code(),
    }
    EpdError {
        #110: Syntax TooLarge Write;
        Self::Fen(error) => error.code(),
        Self::Move { error, .. } => error.code(),
        Self::Illegal(reason) => reason.code(),
    }
    PgnError {
        #120: TagName TagValue UnclosedTag UnclosedComment UnclosedVariation UnopenedVariation Nag LargeNag
            UnexpectedByte UnknownSymbol TooLarge TooLong NoGame NextGame;
        Self::Start { error, .. } => error.code(),
        Self::Move { error, .. } => error.code(),
    }
    StartError {
        #140: Variant MissingFen;
        Self::Fen(error) => error.code(),
    }
    CountError { #170: BiaOnBoard Bare AlreadyCounting NotCounting PiecesHonour WrongSide; }
    PackedError {
        #180: TooManyPieces UnknownCode AfterLastPiece Castling EnPassant Number;
        Self::Illegal(violations) => violations.code(),
    }
    ParseNameError { _ => 210, }
}

#[cfg(feature = "polyglot")]
codes! { crate::polyglot::PolyglotError { #190: Length Line; } }

#[cfg(feature = "alloc")]
codes! {
    crate::notation::pgn::EditError {
        #150: Removed OtherStart Full;
        Self::Illegal(reason) => reason.code(),
    }
    crate::game::GameError {
        #160: Over NotClaimable NotSo EndsGame;
        Self::Illegal(reason) => reason.code(),
        Self::IllegalAt { error, .. } => error.code(),
    }
    crate::notation::game::PlayError {
        Self::San(error) => error.code(),
        Self::Uci(error) => error.code(),
        Self::Game(error) => error.code(),
    }
}
