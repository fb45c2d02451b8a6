//! A word of a file, kept for an error message.

use super::raw_text::Coded;
use crate::name::written;
use crate::notation::Buffer;

/// A word of a PGN file, for an error message: decoded, and cut short if it is long.
///
/// ```
/// use chess0x88::pgn::Word;
///
/// assert_eq!(Word::new(b"Nf3").as_str(), "Nf3");
/// assert_eq!(Word::new(b"Donaudampfschifffahrtsgesellschaft").to_string(), "Donaudampfschifffahrt...");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Word(Buffer<{ Word::CAPACITY }>);

impl Word {
    const CAPACITY: usize = 24;
    const CUT: &str = "...";

    /// The word that these bytes spell, or the beginning of it.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Word {
        Word::of(Coded::plain(bytes))
    }

    pub(super) fn of(text: Coded<'_>) -> Word {
        let mut word = Buffer::new();
        for char in text.chars() {
            if word.len() + char.len_utf8() > Word::CAPACITY - Word::CUT.len() {
                word.push_str(Word::CUT);
                break;
            }
            word.push_str(char.encode_utf8(&mut [0; 4]));
        }
        Word(word)
    }

    /// The word.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

written! {
    /// The word, control characters escaped.
    Display for Word: |word, f| write!(f, "{}", word.as_str().escape_debug());
    Debug for Word: |word, f| word.0.fmt(f);
}
