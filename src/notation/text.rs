//! [`Buffer`], the string that writers fill, the texts made of it, and [`Found`], what a parser met instead of what it wanted.

#[cfg(feature = "alloc")]
use alloc::string::String;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

/// A string of at most `N` bytes, kept in place.
#[derive(Clone, Copy)]
pub(crate) struct Buffer<const N: usize> {
    len: u8,
    bytes: [u8; N],
}

impl<const N: usize> Buffer<N> {
    #[inline]
    pub(super) const fn new() -> Buffer<N> {
        Buffer { len: 0, bytes: [0; N] }
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

    #[inline]
    pub(crate) fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..self.len as usize).unwrap_or_default();
        // Only whole characters are ever pushed.
        core::str::from_utf8(bytes).unwrap_or_default()
    }
}

impl<const N: usize> Deref for Buffer<N> {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl<const N: usize> PartialEq for Buffer<N> {
    fn eq(&self, other: &Buffer<N>) -> bool {
        self.as_str() == other.as_str()
    }
}

impl<const N: usize> Eq for Buffer<N> {}

macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident $capacity:expr,)*) => {$(
        $(#[$doc])*
        ///
        /// A string kept in place, without an allocator. It dereferences to `str`, and equals, orders and hashes as one.
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub struct $name(pub(super) Buffer<{ $capacity }>);

        impl $name {
            /// The text.
            #[must_use]
            #[inline]
            pub fn as_str(&self) -> &str {
                self.0.as_str()
            }
        }

        impl Deref for $name {
            type Target = str;

            #[inline]
            fn deref(&self) -> &str {
                self.as_str()
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                self
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                self
            }
        }

        #[cfg(feature = "alloc")]
        impl From<$name> for String {
            fn from(text: $name) -> String {
                text.as_str().into()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(self.as_str(), f)
            }
        }

        impl PartialEq<str> for $name {
            fn eq(&self, other: &str) -> bool {
                self.as_str() == other
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool {
                self.as_str() == *other
            }
        }

        impl PartialEq<$name> for str {
            fn eq(&self, other: &$name) -> bool {
                self == other.as_str()
            }
        }

        impl PartialEq<$name> for &str {
            fn eq(&self, other: &$name) -> bool {
                *self == other.as_str()
            }
        }

        impl Ord for $name {
            fn cmp(&self, other: &$name) -> Ordering {
                self.as_str().cmp(other)
            }
        }

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &$name) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Hash for $name {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.as_str().hash(state);
            }
        }
    )*};
}

texts! {
    /// A FEN, as [`Position::fen`](crate::Position::fen) and its kin write it.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let fen = Chess::startpos().fen();
    /// assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// assert!(fen.starts_with("rnbqkbnr"));
    /// ```
    FenText super::fen::CAPACITY,
    /// A move in SAN or LAN, as [`Position::san`](crate::Position::san) and [`Position::lan`](crate::Position::lan) write it.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position = Chess::startpos();
    /// let moves: Vec<String> = position.legal_moves_from(chess0x88::Square::G1).iter().map(|&mv| position.san(mv).into()).collect();
    /// assert!(moves.contains(&"Nf3".to_owned()));
    /// ```
    SanText super::san::CAPACITY,
    /// A move in SAN or LAN with other letters or figurines, as [`Position::san_with`](crate::Position::san_with) and
    /// [`Position::lan_with`](crate::Position::lan_with) write it, or in Thai.
    ///
    /// ```
    /// use chess0x88::san::PieceLetters;
    /// use chess0x88::Chess;
    /// let position = Chess::startpos();
    /// assert_eq!(position.san_with(position.parse_san("Nf3")?, PieceLetters::FIGURINES), "♘f3");
    /// # Ok::<(), chess0x88::san::SanError>(())
    /// ```
    LetteredText super::san::LETTERED,
    /// A move in UCI notation, as [`Move::to_uci`](crate::Move::to_uci) writes it.
    ///
    /// ```
    /// use chess0x88::uci::CastlingMode;
    /// use chess0x88::Chess;
    /// let mv = Chess::startpos().parse_san("e4")?;
    /// assert_eq!(mv.to_uci(CastlingMode::Standard), "e2e4");
    /// # Ok::<(), chess0x88::san::SanError>(())
    /// ```
    UciText super::uci::CAPACITY,
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
