//! [`Text`], the string that writers fill, and [`Found`], what a parser met instead of what it wanted.

use core::fmt;
use core::ops::Deref;

/// A short string of at most `N` bytes, kept in place: what the writers of FEN, SAN and UCI return.
///
/// It dereferences to `str`.
///
/// ```
/// use chess0x88::Chess;
/// let fen = Chess::startpos().fen();
/// assert_eq!(fen.as_str(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
/// assert!(fen.starts_with("rnbqkbnr"));
/// ```
#[derive(Clone, Copy)]
pub struct Text<const N: usize> {
    len: u8,
    bytes: [u8; N],
}

impl<const N: usize> Text<N> {
    #[inline]
    pub(super) const fn new() -> Text<N> {
        Text { len: 0, bytes: [0; N] }
    }

    /// Adds an ASCII character. Each `N` is the length of the longest text of its format, so there is room.
    #[inline]
    pub(super) const fn push(&mut self, byte: u8) {
        if (self.len as usize) < N {
            self.bytes[self.len as usize] = byte;
            self.len += 1;
        }
    }

    /// Adds an ASCII character on a condition, without a branch on it.
    #[inline]
    pub(super) const fn push_if(&mut self, byte: u8, condition: bool) {
        if (self.len as usize) < N {
            self.bytes[self.len as usize] = byte;
            self.len += condition as u8;
        }
    }

    #[inline]
    pub(super) fn push_all<const K: usize>(&mut self, bytes: [u8; K]) {
        for byte in bytes {
            self.push(byte);
        }
    }

    /// Adds a string, whole or not at all.
    #[inline]
    pub(super) fn push_str(&mut self, string: &str) {
        let start = self.len as usize;
        if let Some(room) = self.bytes.get_mut(start..start + string.len()) {
            room.copy_from_slice(string.as_bytes());
            self.len += string.len() as u8;
        }
    }

    /// Adds a number in decimal digits.
    pub(super) fn push_number(&mut self, mut number: u32) {
        let mut digits = [b'0'; 10];
        let mut first = digits.len() - 1;
        for (i, digit) in digits.iter_mut().enumerate().rev() {
            *digit += (number % 10) as u8;
            number /= 10;
            first = i;
            if number == 0 {
                break;
            }
        }
        for &digit in digits.iter().skip(first) {
            self.push(digit);
        }
    }

    /// The text.
    #[must_use]
    #[inline]
    pub fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..self.len as usize).unwrap_or_default();
        // Only whole characters are ever pushed.
        core::str::from_utf8(bytes).unwrap_or_default()
    }
}

impl<const N: usize> Deref for Text<N> {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl<const N: usize> fmt::Display for Text<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl<const N: usize> fmt::Debug for Text<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl<const N: usize> PartialEq for Text<N> {
    fn eq(&self, other: &Text<N>) -> bool {
        self.as_str() == other.as_str()
    }
}

impl<const N: usize> Eq for Text<N> {}

impl<const N: usize> PartialEq<str> for Text<N> {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl<const N: usize> PartialEq<&str> for Text<N> {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

/// What a parser met where it wanted something else: a character, or the end of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found(Option<char>);

impl Found {
    /// The character at a byte offset of a text. An offset inside a character finds the replacement character.
    pub(crate) fn at(text: &str, offset: usize) -> Found {
        match text.get(offset..) {
            Some(rest) => Found(rest.chars().next()),
            None if offset < text.len() => Found(Some(char::REPLACEMENT_CHARACTER)),
            None => Found(None),
        }
    }

    /// The character, or `None` at the end of the text.
    #[must_use]
    pub const fn char(self) -> Option<char> {
        self.0
    }
}

/// The character in quotes, escaped where it would not show, or `the end`.
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(found) => write!(f, "{found:?}"),
            None => f.write_str("the end"),
        }
    }
}
