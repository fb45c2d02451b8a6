//! [`Text`], the string that writers fill; blanks and dashes; what a reader of moves [`Expected`] and what it [`Found`].

use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

use crate::name::named;

/// Returns `true` for a dash that word processors write instead of a hyphen.
pub(super) const fn is_dash(char: char) -> bool {
    matches!(char, '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Returns `true` for a character that separates words in chess files: white space of any alphabet, an invisible character, a
/// comma, a backtick.
///
/// [`Position::parse_san`](crate::Position::parse_san) ignores these characters before and after a move. Readers of FEN, PGN and EPD split
/// words at them.
///
/// ```
/// use chess0x88::{Chess, san};
/// // No-break space, zero-width space.
/// assert!("\u{a0}\u{200b}\t,`".chars().all(san::is_separator));
/// assert!(!"Nf3+ O-O 1/2 ♘ é".replace(' ', "").contains(san::is_separator));
/// assert_eq!(Chess::startpos().parse_san("\u{a0}Nf3,")?.to_string(), "g1f3");
/// # Ok::<(), san::SanError>(())
/// ```
#[must_use]
pub const fn is_separator(char: char) -> bool {
    is_blank(char) || matches!(char, ',' | '`')
}

/// Returns `true` for white space of any alphabet and for invisible characters.
pub(super) const fn is_blank(char: char) -> bool {
    // A list, since the table of `char::is_whitespace` takes 256 bytes of a small program. Invisible characters are the soft
    // hyphen, signs of zero width, of direction and of joining, and the byte order mark.
    matches!(char, '\t'..='\r' | ' ' | '\u{85}' | '\u{a0}' | '\u{ad}' | '\u{1680}' | '\u{180e}')
        || matches!(char, '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{206f}')
        || matches!(char, '\u{3000}' | '\u{feff}')
}

/// A string of at most `N` bytes in a fixed array, without an allocator: what writers return, as [`FenText`](super::FenText),
/// [`SanText`](super::SanText), [`LetteredText`](super::LetteredText) and [`UciText`](super::UciText).
///
/// A text dereferences to `str`, and compares, orders and hashes as a `str`.
#[derive(Clone, Copy)]
#[must_use]
pub struct Text<const N: usize> {
    len: u8,
    bytes: [u8; N],
}

impl<const N: usize> Text<N> {
    #[inline]
    pub(crate) const fn new() -> Text<N> {
        Text { len: 0, bytes: [0; N] }
    }

    /// Appends an ASCII character. `N` is the length of the longest text of the format, so there is room.
    #[cfg_attr(target_pointer_width = "32", inline(never))]
    pub(super) const fn push(&mut self, byte: u8) {
        if (self.len as usize) < N {
            self.bytes[self.len as usize] = byte;
            self.len += 1;
        }
    }

    /// Appends an ASCII character on a condition, without a branch.
    #[inline]
    pub(super) const fn push_if(&mut self, byte: u8, condition: bool) {
        if (self.len as usize) < N {
            self.bytes[self.len as usize] = byte;
            self.len += condition as u8;
        }
    }

    #[inline]
    pub(super) fn push_all<const K: usize>(&mut self, bytes: [u8; K]) {
        for &byte in &bytes {
            self.push(byte);
        }
    }

    /// Appends a string if there is room for all of it.
    #[inline]
    pub(super) const fn push_str(&mut self, string: &str) {
        if let Some((_, room)) = self.bytes.split_at_mut_checked(self.len as usize)
            && let Some((room, _)) = room.split_at_mut_checked(string.len())
        {
            room.copy_from_slice(string.as_bytes());
            self.len += string.len() as u8;
        }
    }

    /// Appends a number in decimal digits.
    pub(crate) const fn push_number(&mut self, mut number: u32) {
        let mut digits = [b'0'; 10];
        let mut first = digits.len();
        while first > 0 {
            first -= 1;
            // `number / 10` for all 32-bit numbers, without a division, which small cores do not have.
            let tenth = ((number as u64 * 0xCCCC_CCCD) >> 35) as u32;
            digits[first] += (number - tenth * 10) as u8;
            number = tenth;
            if number == 0 {
                break;
            }
        }
        while first < digits.len() {
            self.push(digits[first]);
            first += 1;
        }
    }

    #[inline]
    pub(super) const fn as_bytes(&self) -> &[u8] {
        match self.bytes.split_at_checked(self.len as usize) {
            Some((bytes, _)) => bytes,
            None => &[],
        }
    }

    /// The text.
    #[must_use]
    #[inline]
    pub const fn as_str(&self) -> &str {
        // Only whole characters are pushed, and only if there is room.
        match core::str::from_utf8(self.as_bytes()) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

impl<const N: usize> Deref for Text<N> {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl<const N: usize> AsRef<str> for Text<N> {
    fn as_ref(&self) -> &str {
        self
    }
}

impl<const N: usize> Borrow<str> for Text<N> {
    fn borrow(&self) -> &str {
        self
    }
}

#[cfg(feature = "alloc")]
impl<const N: usize> From<Text<N>> for alloc::string::String {
    fn from(text: Text<N>) -> Self {
        text.as_str().into()
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
        self.as_bytes() == other.as_bytes()
    }
}

impl<const N: usize> Eq for Text<N> {}

impl<const N: usize> PartialEq<str> for Text<N> {
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl<const N: usize> PartialEq<&str> for Text<N> {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

impl<const N: usize> PartialEq<Text<N>> for str {
    fn eq(&self, other: &Text<N>) -> bool {
        other == self
    }
}

impl<const N: usize> PartialEq<Text<N>> for &str {
    fn eq(&self, other: &Text<N>) -> bool {
        other == *self
    }
}

impl<const N: usize> Ord for Text<N> {
    fn cmp(&self, other: &Text<N>) -> Ordering {
        self.as_str().cmp(other)
    }
}

impl<const N: usize> PartialOrd for Text<N> {
    fn partial_cmp(&self, other: &Text<N>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Hash for Text<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

named! {
    /// The sign that a move as text should have at a place, in SAN and in UCI notation.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// use chess0x88::san::{Expected, SanError};
    /// let error = Chess::startpos().parse_san("Nf9").unwrap_err();
    /// assert!(matches!(error, SanError::Syntax { expected: Expected::RankOrCapture, .. }));
    /// assert_eq!(Expected::RankOrCapture.as_str(), "a rank 1-8 or x");
    /// ```
    #[non_exhaustive]
    pub enum Expected {
        /// The letter of a file.
        File = "a file a-h",
        /// The digit of a rank.
        Rank = "a rank 1-8",
        /// The digit of a rank or the sign of a capture.
        RankOrCapture = "a rank 1-8 or x",
        /// The start of a chess move.
        PieceFileOrCastling = "a piece, a file a-h or O-O",
        /// The start of a Makruk move.
        PieceOrFile = "a piece or a file a-h",
        /// The letter of a piece in this language, or the letter of a file.
        LetterOrFile = "one of the letters for pieces, or a file a-h",
        /// The letter of a promotion piece.
        Promotion = "the upper-case letter of a piece to promote to",
        /// The letter of a promotion piece, or the end of the text.
        PromotionOrEnd = "a lower-case promotion letter or the end",
        /// The bracket after a promotion.
        Bracket = "')'",
        /// The end of the text.
        End = "the end",
        /// A hyphen in castling.
        Dash = "'-'",
        /// A letter of castling.
        LetterO = "'O'",
        /// Text in UTF-8.
        Utf8 = "UTF-8",
        /// The text of a move.
        Move = "a move",
    }
}

/// The character at the place of a parse error, or the end of the text.
///
/// The type stores bytes. The character is decoded on request, which most programs never make.
#[derive(Clone, Copy)]
pub struct Found {
    /// The next bytes of the text, padded with zeros.
    bytes: [u8; 4],
}

impl Found {
    /// The end of the text: a byte that no text contains.
    const END: Found = Found { bytes: [0xFF; 4] };

    /// Finds the character at a byte offset of a text, or the end of the text. An offset inside a character gives the replacement
    /// character.
    ///
    /// Your own parsers can use this type to report errors in the style of this crate.
    ///
    /// ```
    /// use chess0x88::error::Found;
    /// assert_eq!(Found::at("e9", 1).to_string(), "'9'");
    /// assert_eq!(Found::at("e9", 2).to_string(), "the end");
    /// ```
    #[must_use]
    pub const fn at(text: &str, offset: usize) -> Found {
        let text = text.as_bytes();
        if offset >= text.len() {
            return Found::END;
        }
        let (mut bytes, mut n) = ([0; 4], 0);
        while n < bytes.len() && offset + n < text.len() {
            bytes[n] = text[offset + n];
            n += 1;
        }
        Found { bytes }
    }

    /// The character, or `None` at the end of the text.
    #[must_use]
    pub const fn char(self) -> Option<char> {
        // The number of leading ones in the first byte is the length of the character; a single byte has none. Each further byte
        // adds six bits.
        let ones = self.bytes[0].leading_ones() as usize;
        if ones > self.bytes.len() {
            return None;
        }
        let mut code = self.bytes[0] as u32 & 0xFF >> ones;
        let mut n = 1;
        while n < ones {
            code = code << 6 | self.bytes[n] as u32 & 0x3F;
            n += 1;
        }
        match char::from_u32(code) {
            Some(char) if ones != 1 => Some(char),
            _ => Some(char::REPLACEMENT_CHARACTER),
        }
    }
}

/// Compares the characters.
impl PartialEq for Found {
    fn eq(&self, other: &Found) -> bool {
        self.char() == other.char()
    }
}

impl Eq for Found {}

impl fmt::Debug for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Found").field(&self.char()).finish()
    }
}

/// The character in quotes, `a space`, `the end`, or a number such as `U+00E9` for an invisible or non-ASCII character: a Cyrillic
/// e looks like a Latin e. (`char`'s `Debug` would need three kilobytes of tables.)
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.char() {
            Some(' ') => f.write_str("a space"),
            Some(found @ '!'..='~') => write!(f, "'{found}'"),
            Some(found) => write!(f, "U+{:04X}", u32::from(found)),
            None => f.write_str("the end"),
        }
    }
}
