//! A word of a file, stored for an error message.

use super::raw_text::Coded;
use arrayvec::ArrayString;
use chess0x88::san::is_separator;
use core::fmt::{self, Write};

/// A word of a PGN file, for an error message: decoded, and cut short if it is long.
///
/// ```
/// use chess0x88_pgn::Word;
///
/// assert_eq!(Word::new(b"Nf3").as_str(), "Nf3");
/// assert_eq!(
///     Word::new(b"Donaudampfschifffahrtsgesellschaft").to_string(),
///     "Donaudampfschifffahrt..."
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Word(ArrayString<{ Word::CAPACITY }>);

impl Word {
    const CAPACITY: usize = 24;
    const CUT: &str = "...";

    /// Decodes the bytes, and cuts the word if it is long.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Word {
        Word::of(Coded::plain(bytes))
    }

    pub(super) fn of(text: Coded<'_>) -> Word {
        let mut word = ArrayString::new();
        for char in text.chars() {
            if word.len() + char.len_utf8() > Word::CAPACITY - Word::CUT.len() {
                word.push_str(Word::CUT);
                break;
            }
            word.push(char);
        }
        Word(word)
    }

    /// The word.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

/// The word, control characters escaped.
impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not `escape_debug`, whose tables of all printable characters are large for a page.
        self.as_str().chars().try_for_each(|char| {
            let is_plain = matches!(char, ' ' | ',' | '`') || !is_separator(char);
            match char {
                '\0'..='\x1f' | '\x7f'..='\u{9f}' | '"' | '\'' | '\\' => write!(f, "{}", char.escape_default()),
                _ if is_plain => f.write_char(char),
                _ => write!(f, "{}", char.escape_unicode()),
            }
        })
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Word {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{=str}", self.as_str());
    }
}
