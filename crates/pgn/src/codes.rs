//! A number for each error, so that a small device can send one byte where a person reads a sentence.
//!
//! The numbers 110 to 159 are those of this crate. Numbers stay as they are from version to version; a new error takes a free one of its
//! range. An error that wraps one of `chess0x88` has the other's number. The [list](https://docs.rs/chess0x88/latest/chess0x88/guide/codes/) is a page of `chess0x88`.

use crate::epd::EpdError;
use crate::{PgnError, StartError};

impl EpdError {
    /// Returns the number of the error in [the list](https://docs.rs/chess0x88/latest/chess0x88/guide/codes/).
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
            Self::Syntax { .. } => 110,
            Self::TooLarge { .. } => 111,
            Self::Write(_) => 112,
            Self::Fen(error) => error.code(),
            Self::Move { error, .. } => error.code(),
            Self::Illegal(reason) => reason.code(),
        }
    }
}

impl PgnError {
    /// Returns the number of the error in [the list](https://docs.rs/chess0x88/latest/chess0x88/guide/codes/).
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
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
            Self::NextGame { .. } => 133,
            Self::Utf16 { .. } => 134,
            Self::Repaired { .. } => 135,
            Self::Start { error, .. } => error.code(),
            Self::Move { error, .. } => error.code(),
        }
    }
}

impl StartError {
    /// Returns the number of the error in [the list](https://docs.rs/chess0x88/latest/chess0x88/guide/codes/).
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
            Self::Variant(_) => 140,
            Self::MissingFen => 141,
            Self::Fen(error) => error.code(),
        }
    }
}

#[cfg(feature = "alloc")]
impl crate::EditError {
    /// Returns the number of the error in [the list](https://docs.rs/chess0x88/latest/chess0x88/guide/codes/).
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
            Self::Removed => 150,
            Self::OtherStart => 151,
            Self::Full => 152,
            Self::TagName => 153,
            Self::StartTag => 154,
            Self::Illegal(reason) => reason.code(),
        }
    }
}
