//! Free text: tag values and comments, in any encoding.

use core::fmt::{self, Write};

use crate::notation::Buffer;
use crate::notation::text::unescaped;

/// The text of a tag value or a comment, as it stands in the input and not yet decoded.
///
/// Files carry no note of their encoding. Text that is valid UTF-8 is taken as that; any other is taken as
/// Latin-1, which gives every byte a meaning. White space at the ends of a comment does not count as part of
/// it. In a tag value `\"` stands for a quotation mark and `\\` for a backslash.
///
/// Comparing with a `str` and printing decode; nothing is decoded before.
///
/// # Examples
///
/// ```
/// use chess0x88::pgn::{Reader, RawText, Visitor};
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
/// let latin_1 = b"[White \"J\xfcrgen \\\"Jojo\\\" M\xfcller\"]\n";
/// let utf_8 = "[Site \"Łódź\"]\n*".as_bytes();
/// assert!(Reader::new(&[latin_1, utf_8].concat()).read_game(&mut Names));
/// ```
#[derive(Clone, Copy)]
pub struct RawText<'a> {
    raw: &'a [u8],
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// White space at the ends does not count.
    Comment,
    /// No backslash in it.
    PlainValue,
    /// Backslashes to be resolved.
    EscapedValue,
}

impl<'a> RawText<'a> {
    pub(super) const fn comment(raw: &'a [u8]) -> Self {
        Self { raw, kind: Kind::Comment }
    }

    pub(super) const fn value(raw: &'a [u8], escaped: bool) -> Self {
        Self { raw, kind: if escaped { Kind::EscapedValue } else { Kind::PlainValue } }
    }

    /// The bytes as they stand in the input, backslashes included.
    #[must_use]
    pub const fn as_bytes(&self) -> &'a [u8] {
        match self.kind {
            Kind::Comment => self.raw.trim_ascii(),
            Kind::PlainValue | Kind::EscapedValue => self.raw,
        }
    }

    /// The text without decoding, where it needs none: it is UTF-8 and holds no backslashes to resolve.
    #[must_use]
    pub fn as_str(&self) -> Option<&'a str> {
        if self.kind == Kind::EscapedValue { None } else { core::str::from_utf8(self.as_bytes()).ok() }
    }

    /// The characters for which there is room, decoded.
    pub(super) fn decoded<const N: usize>(&self) -> Buffer<N> {
        let mut text = Buffer::new();
        self.chars().for_each(|char| text.push_str(char.encode_utf8(&mut [0; 4])));
        text
    }

    /// The characters, decoded.
    pub fn chars(&self) -> impl Iterator<Item = char> + use<'a> {
        let bytes = self.as_bytes();
        let (utf_8, latin_1) = match core::str::from_utf8(bytes) {
            Ok(text) => (text, &[][..]),
            Err(_) => ("", bytes),
        };
        let chars = utf_8.chars().chain(latin_1.iter().map(|&byte| char::from(byte)));
        unescaped(chars, self.kind == Kind::EscapedValue)
    }
}

impl fmt::Display for RawText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_str() {
            Some(text) => f.write_str(text),
            None => self.chars().try_for_each(|char| f.write_char(char)),
        }
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
