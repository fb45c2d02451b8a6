//! Free text: tag values and comments, in any encoding.

use core::fmt::{self, Write};

use arrayvec::ArrayString;

use crate::text::{unescaped, windows_1252};

/// The text of a tag value or a comment, as in the input and not decoded.
///
/// A file does not say its encoding. Valid UTF-8 is read as UTF-8, any other text as Windows-1252, in which every byte is a
/// character.
/// White space at the ends of a comment does not count. In a tag value `\"` stands for a quotation mark and `\\` for a backslash.
///
/// It is decoded only by `Display`, `chars` and comparison with a `str`.
///
/// # Examples
///
/// ```
/// use chess0x88_pgn::{RawText, Reader, Visitor};
///
/// struct Names;
///
/// impl Visitor<'_> for Names {
///     fn tag(&mut self, name: &[u8], value: RawText<'_>) {
///         match name {
///             b"White" => assert_eq!(value, "Jürgen \"Jojo\" Müller"),
///             _ => assert_eq!(value.to_string(), "Łódź"),
///         }
///     }
/// }
///
/// let windows = b"[White \"J\xfcrgen \\\"Jojo\\\" M\xfcller\"]\n";
/// let utf_8 = "[Site \"Łódź\"]\n*".as_bytes();
/// assert!(Reader::new(&[windows, utf_8].concat()).read_game(&mut Names));
/// ```
#[derive(Clone, Copy)]
pub struct RawText<'a> {
    /// The text with the byte that opens it. A visitor gets two words in registers; a third would go through memory.
    opened: &'a [u8],
}

impl<'a> RawText<'a> {
    /// Makes the text after a quotation mark, a brace or a semicolon.
    #[inline]
    pub(super) const fn behind(opened: &'a [u8]) -> Self {
        Self { opened }
    }

    /// The bytes of the input, with backslashes.
    #[must_use]
    pub const fn as_bytes(&self) -> &'a [u8] {
        match self.opened {
            [b'"', ..] => self.inside(),
            _ => self.inside().trim_ascii(),
        }
    }

    /// The bytes, with white space at the ends of a comment.
    #[inline]
    pub(super) const fn inside(&self) -> &'a [u8] {
        match self.opened {
            [_, inside @ ..] => inside,
            [] => &[],
        }
    }

    /// The text, if it needs no decoding: it is UTF-8 and has no escapes.
    #[must_use]
    pub fn as_str(&self) -> Option<&'a str> {
        let Coded { bytes, escapes } = self.coded();
        if escapes { None } else { core::str::from_utf8(bytes).ok() }
    }

    pub(super) fn coded(&self) -> Coded<'a> {
        let bytes = self.as_bytes();
        Coded { bytes, escapes: self.opened.first() == Some(&b'"') && bytes.contains(&b'\\') }
    }

    /// The characters, decoded.
    pub fn chars(&self) -> impl Iterator<Item = char> + use<'a> {
        self.coded().chars()
    }
}

/// A text in any encoding.
#[derive(Clone, Copy)]
pub(super) struct Coded<'a> {
    pub(super) bytes: &'a [u8],
    /// `true` if a backslash escapes the next character.
    pub(super) escapes: bool,
}

impl<'a> Coded<'a> {
    pub(super) const fn plain(bytes: &'a [u8]) -> Self {
        Self { bytes, escapes: false }
    }

    /// The decoded characters, as many as fit.
    pub(super) fn decoded<const N: usize>(self) -> ArrayString<N> {
        let mut text = ArrayString::new();
        self.chars().take_while(|&char| text.try_push(char).is_ok()).for_each(drop);
        text
    }

    /// The characters, decoded.
    pub(super) fn chars(self) -> impl Iterator<Item = char> + use<'a> {
        let (utf_8, other) = match core::str::from_utf8(self.bytes) {
            Ok(text) => (text, &[][..]),
            Err(_) => ("", self.bytes),
        };
        let chars = utf_8.chars().chain(other.iter().copied().map(windows_1252));
        unescaped(chars, self.escapes)
    }
}

impl fmt::Display for Coded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match core::str::from_utf8(self.bytes) {
            Ok(text) if !self.escapes => f.write_str(text),
            _ => self.chars().try_for_each(|char| f.write_char(char)),
        }
    }
}

impl fmt::Display for RawText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.coded().fmt(f)
    }
}

impl fmt::Debug for RawText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        self.chars().flat_map(char::escape_debug).try_for_each(|char| f.write_char(char))?;
        f.write_char('"')
    }
}

impl PartialEq for RawText<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.chars().eq(other.chars())
    }
}

impl Eq for RawText<'_> {}

impl PartialEq<str> for RawText<'_> {
    fn eq(&self, other: &str) -> bool {
        self.chars().eq(other.chars())
    }
}

impl PartialEq<&str> for RawText<'_> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}
