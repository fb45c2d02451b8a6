//! Colours and their text.

use core::fmt;
use core::str::FromStr;

/// A colour: the number `0xRRGGBBAA`. The alpha `AA` is `FF` for opaque and `00` for invisible.
///
/// The text form is that of CSS, `#RRGGBBAA`. Reading also accepts `#RRGGBB`, `#RGBA` and `#RGB`.
///
/// ```
/// use chess0x88_svg::Rgba;
///
/// let wood: Rgba = "#F0D9B5".parse()?;
/// assert_eq!(wood, Rgba(0xF0D9_B5FF));
/// assert_eq!(wood.to_string(), "#f0d9b5ff");
/// # Ok::<(), chess0x88_svg::ParseRgbaError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgba(pub u32);

impl Rgba {
    /// The usual green of arrows and marks, half transparent.
    pub const GREEN: Self = Self(0x1578_1BB8);
    /// A red that matches [`Rgba::GREEN`].
    pub const RED: Self = Self(0xB320_20B8);
    /// A blue that matches [`Rgba::GREEN`].
    pub const BLUE: Self = Self(0x1B57_A8B8);
    /// A yellow that matches [`Rgba::GREEN`].
    pub const YELLOW: Self = Self(0xE69A_00B8);

    pub(crate) const fn alpha(self) -> u32 {
        self.0 & 0xFF
    }
}

impl fmt::Display for Rgba {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:08x}", self.0)
    }
}

impl FromStr for Rgba {
    type Err = ParseRgbaError;

    /// Reads `#RGB`, `#RGBA`, `#RRGGBB` or `#RRGGBBAA`, in either case.
    ///
    /// # Errors
    ///
    /// [`ParseRgbaError`] for any other text. Colour names and CSS functions are not supported.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = text.strip_prefix('#').ok_or_else(|| ParseRgbaError::NoHash { found: text.chars().next() })?;
        let mut value = 0u32;
        let mut count = 0usize;
        for (index, found) in digits.char_indices() {
            let digit = found.to_digit(16).ok_or(ParseRgbaError::NotHex { found, offset: index + 1 })?;
            // Digits beyond the eighth are shifted out; the count below refuses them.
            value = value << 4 | digit;
            count += 1;
        }
        let short = |nibble: u32| (value >> (4 * nibble) & 0xF) * 0x11;
        match count {
            3 => Ok(Self(short(2) << 24 | short(1) << 16 | short(0) << 8 | 0xFF)),
            4 => Ok(Self(short(3) << 24 | short(2) << 16 | short(1) << 8 | short(0))),
            6 => Ok(Self(value << 8 | 0xFF)),
            8 => Ok(Self(value)),
            _ => Err(ParseRgbaError::DigitCount { found: count }),
        }
    }
}

/// The reason why a text is no colour; see [`Rgba`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum ParseRgbaError {
    /// The text does not begin with `#`.
    #[error("colour: expected '#' at byte 0, found {}", Start(*found))]
    NoHash {
        /// The first character, if there is one.
        found: Option<char>,
    },
    /// A character is not a hexadecimal digit.
    #[error("colour: expected a hexadecimal digit at byte {offset}, found {found:?}")]
    NotHex {
        /// The character.
        found: char,
        /// The byte offset of the character in the text.
        offset: usize,
    },
    /// The number of digits is wrong.
    #[error("colour: expected 3, 4, 6 or 8 digits after '#', found {found}")]
    DigitCount {
        /// The number of digits.
        found: usize,
    },
}

impl ParseRgbaError {
    /// Returns the number of the error in [the list](https://docs.rs/chess0x88/latest/chess0x88/guide/codes/), which has a sentence
    /// for each. Numbers never change, and no other error of this crate or of `chess0x88` has the same number.
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
            Self::NoHash { .. } => 200,
            Self::NotHex { .. } => 201,
            Self::DigitCount { .. } => 202,
        }
    }
}

/// The first character of a text, for an error.
struct Start(Option<char>);

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(found) => write!(f, "{found:?}"),
            None => f.write_str("the end of the text"),
        }
    }
}
