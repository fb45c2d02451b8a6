//! [`ParseNameError`], the error for a text that is no square, file, colour or piece; [`named!`], for enums whose values have
//! names; [`join`], for lists in text.

use core::fmt;

/// The error for a text that is no name of the type: square, file, rank, colour, role, piece, outcome, claim or reason. The message
/// describes a valid name.
///
/// ```
/// use chess0x88::{Color, Square};
/// let error = "e9".parse::<Square>().unwrap_err();
/// assert_eq!(error.to_string(), "a square is a letter a-h and a digit 1-8, such as e4");
/// let error = "grey".parse::<Color>().unwrap_err();
/// assert_eq!(error.to_string(), "a colour is white or black, or w or b");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[error("{expected}")]
pub struct ParseNameError {
    expected: &'static str,
}

impl ParseNameError {
    /// Returns the number in [the list](crate::guide::codes).
    #[must_use]
    pub const fn code(&self) -> u8 {
        210
    }

    #[inline]
    pub(crate) const fn new(expected: &'static str) -> ParseNameError {
        ParseNameError { expected }
    }
}

pub(crate) fn only_char(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// Writes items with a separator between them.
pub(crate) fn join(
    f: &mut fmt::Formatter<'_>,
    items: impl IntoIterator<Item: fmt::Display>,
    separator: &str,
) -> fmt::Result {
    let mut gap = "";
    for item in items {
        write!(f, "{gap}{item}")?;
        gap = separator;
    }
    Ok(())
}

/// Declares an enum whose values have names for `Display`. A number may stand before the name: `Quiet: 0 = "quiet"`. Codes stand
/// after the equals sign, `Empty = 30 "the board is empty"`, and then each value needs one.
macro_rules! named {
    ($(#[$meta:meta])* pub enum $type:ident $(or $expected:literal)? {
        $($(#[$doc:meta])* $value:ident = $code:literal $name:literal,)*
    }) => {
        crate::name::named! { $(#[$meta])* pub enum $type { $($(#[$doc])* $value = $name,)* } }

        impl $type {
            /// All values, in the order of their codes.
            pub const ALL: &'static [$type] = $type::VALUES;

            /// Returns the number in [the list](crate::guide::codes).
            #[must_use]
            pub const fn code(&self) -> u8 {
                match self {
                    $($type::$value => $code,)*
                }
            }
        }

        $(
            /// Reads a name exactly as `Display` writes it.
            impl core::str::FromStr for $type {
                type Err = crate::name::ParseNameError;

                fn from_str(text: &str) -> Result<$type, crate::name::ParseNameError> {
                    let value = crate::name::by_name($type::VALUES, $type::as_str, text);
                    value.ok_or(crate::name::ParseNameError::new($expected))
                }
            }
        )?
    };
    ($(#[$meta:meta])* pub enum $type:ident {
        $($(#[$doc:meta])* $value:ident $(: $number:literal)? = $name:literal,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        pub enum $type {
            $($(#[$doc])* $value $(= $number)?,)*
        }

        impl $type {
            #[allow(dead_code, reason = "some are only written")]
            pub(crate) const VALUES: &[$type] = &[$($type::$value),*];

            /// Returns the name without formatting code.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($type::$value => $name,)*
                }
            }
        }

        /// The name.
        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

/// Declares an error: its variants, each with its code and its sentence in the form of `thiserror`: `90 ("text", arguments)`. `Name
/// from Other` passes on another error with its code and sentence. `of error (..)` takes the code of this field.
macro_rules! errors {
    ($(#[$meta:meta])* pub enum $type:ident { $(
        $(#[$doc:meta])* $name:ident
            $($({ $($fields:tt)* })? $(($($values:tt)*))? => $($code:literal)? $(of $field:ident)? ($($sentence:tt)*))?
            $(from $source:ty)?,
    )* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[non_exhaustive]
        pub enum $type { $(
            $(#[$doc])*
            $(#[error($($sentence)*)] $name $({ $($fields)* })? $(($($values)*))?,)?
            $(#[error(transparent)] $name(#[from] $source),)?
        )* }

        impl $type {
            /// Returns the number in [the list](crate::guide::codes).
            #[must_use]
            pub const fn code(&self) -> u8 {
                match self { $(
                    $($(Self::$name { .. } => $code,)? $(Self::$name { $field, .. } => $field.code(),)?)?
                    $(Self::$name(inner) => <$source>::code(inner),)?
                )* }
            }
        }
    };
}

pub(crate) use {errors, named};

pub(crate) fn by_name<T: Copy>(values: &[T], name: fn(T) -> &'static str, text: &str) -> Option<T> {
    values.iter().copied().find(|&value| name(value) == text)
}
