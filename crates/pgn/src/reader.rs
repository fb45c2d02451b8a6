//! The reader: its input, its progress, and the line and byte of an error. `game`, `movetext` and `skip` advance it.

use core::ops::Range;

use chess0x88::Chess;

use super::ahead::Ahead;
use super::scan::{self, Tokens, line_ends};
use super::token::TagHead;
use super::{PgnError, Word};

/// Reads games one after the other from bytes in memory.
///
/// # Examples
///
/// Find where each game starts, without reading it:
///
/// ```
/// use chess0x88_pgn::{Flow, Reader, Visitor};
///
/// #[derive(Default)]
/// struct Index(Vec<usize>);
///
/// impl Visitor<'_> for Index {
///     fn begin_game(&mut self, offset: usize) {
///         self.0.push(offset);
///     }
///     fn end_tags(&mut self) -> Flow {
///         Flow::Skip
///     }
/// }
///
/// let pgn = b"[Event \"A\"]\n\n1. e4 *\n\n[Event \"B\"]\n\n1. d4 *\n";
/// let mut index = Index::default();
/// let mut reader = Reader::new(pgn);
/// while reader.read_game(&mut index) {}
/// assert_eq!(index.0, [0, 22]);
/// assert_eq!(reader.line_of(22), 5);
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    pub(super) input: &'a [u8],
    pub(super) at: usize,
    /// No game starts at or after this offset. The bytes there belong to another reader, but may be examined.
    pub(super) end: usize,
    /// The error for which the game was given up, until it is reported.
    pub(super) failure: Option<PgnError>,
    /// The number of open variations in the rest of a game that was given up.
    pub(super) unread: Option<usize>,
    /// The name of the first tag of this game. A second tag of this name starts the next game.
    pub(super) first_tag: Option<&'a [u8]>,
    /// The value of the tag `Result` of this game, without white space around it.
    pub(super) result_tag: &'a [u8],
    /// The start of this game.
    pub(super) start: usize,
    /// The start of the movetext of this game, and its [first token](Self::first_token) once that is known.
    pub(super) movetext: (usize, Option<usize>),
    /// From this offset on, moves may begin anew.
    pub(super) restart_from: usize,
    /// For a game without tags: the offset up to which its first moves were counted, and their number.
    pub(super) first_moves: (usize, usize),
    /// The moves of this game that were played, if that was needed.
    pub(super) played: Option<Played>,
    pub(super) ahead: Ahead,
    pub(super) tokens: Tokens,
    /// The part before a result of a word in which spaces are missing.
    pub(super) word: Range<usize>,
    /// An offset and the number of line ends before it. Errors come in order, so all errors together count each line once.
    counted: (usize, usize),
    /// The part of the stream before the input.
    pub(super) preceding: Preceding,
}

/// Counts of what comes before the input of a reader, if the input is part of a stream.
#[derive(Clone, Copy, Debug)]
pub(super) struct Preceding {
    pub(super) bytes: usize,
    pub(super) line_ends: usize,
    /// `true` if there was a game.
    pub(super) games: bool,
}

/// How far the moves of a game have been played, to judge whether another move can follow.
#[derive(Clone, Debug)]
pub(super) struct Played {
    /// The offset up to which the main line was played.
    pub(super) at: usize,
    /// The position there; `None` if a move is illegal or the start is not that of chess.
    pub(super) position: Option<Chess>,
}

/// An offset beyond any input: no moves begin anew.
pub(super) const NO_RESTART: usize = usize::MAX;

impl Preceding {
    /// Nothing precedes the input.
    pub(super) const NOTHING: Preceding = Preceding { bytes: 0, line_ends: 0, games: false };
}

/// The game was given up, because of an error (which the reader stores) or because the visitor stopped.
pub(super) struct GivenUp;

impl<'a> Reader<'a> {
    /// Makes a reader at the start of `input`, bytes or a text. It skips a byte order mark.
    #[must_use]
    pub fn new<T: AsRef<[u8]> + ?Sized>(input: &'a T) -> Self {
        Self::behind(Preceding::NOTHING, Ahead::new(), input.as_ref())
    }

    /// Makes a reader of a part of a stream. It reports offsets and lines of the whole stream.
    pub(super) const fn behind(preceding: Preceding, ahead: Ahead, input: &'a [u8]) -> Self {
        Self {
            input,
            at: 0,
            end: usize::MAX,
            failure: None,
            unread: None,
            first_tag: None,
            result_tag: b"",
            start: 0,
            movetext: (0, None),
            restart_from: NO_RESTART,
            first_moves: (0, 0),
            played: None,
            ahead,
            tokens: Tokens::UNKNOWN,
            word: 0..0,
            counted: (0, 0),
            preceding,
        }
    }

    /// The number of bytes read. After a game, the search for the next game begins there.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.preceding.bytes.saturating_add(self.at)
    }

    /// Returns the line of the byte at `offset`, counted from 1. For an offset beyond the end it returns the last line.
    ///
    /// A line ends with a line feed, a carriage return or both. Each call counts lines from the offset of the call before. So
    /// calls in the order of the input, or nearly so, take one pass in all.
    pub fn line_of(&mut self, offset: usize) -> usize {
        let offset = offset.saturating_sub(self.preceding.bytes).min(self.input.len());
        let (from, ends) = self.counted;
        let difference = line_ends(self.input, from.min(offset)..from.max(offset));
        let ends = if offset < from { ends - difference } else { ends + difference };
        self.counted = (offset, ends);
        self.preceding.line_ends.saturating_add(ends + 1)
    }

    /// Returns the offset and the line of a byte of the input, for an error.
    #[cold]
    pub(super) fn place(&mut self, at: usize) -> (usize, usize) {
        let offset = self.preceding.bytes.saturating_add(at);
        (offset, self.line_of(offset))
    }

    /// Returns the offset and the line of a part of the input. For any other slice it returns those of the reader.
    #[cold]
    pub(super) fn place_of(&mut self, part: &[u8]) -> (usize, usize) {
        let at = part.as_ptr().addr().checked_sub(self.input.as_ptr().addr());
        self.place(at.filter(|at| at + part.len() <= self.input.len()).unwrap_or(self.at))
    }

    #[cold]
    pub(super) fn nag_error(&mut self, at: usize, end: usize) -> PgnError {
        let (offset, line) = self.place(at);
        let digits = &self.input[at + 1..];
        let length = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if length > 0 && at + 1 + length >= end {
            return PgnError::LargeNag { offset, line };
        }
        PgnError::Nag { found: digits.get(length).copied(), offset, line }
    }

    /// Makes the error for a word or byte without a meaning in movetext.
    #[cold]
    pub(super) fn misfit(&mut self, place: Range<usize>) -> PgnError {
        let (offset, line) = self.place(place.start);
        match self.input[place.start] {
            b'[' if TagHead::at(self.input, place.start).is_tag(self.input) => {
                let name = TagHead::at(self.input, place.start).name;
                PgnError::StrayTag { name: Word::new(&self.input[name]), offset, line }
            }
            b')' => PgnError::UnopenedVariation { offset, line },
            found @ 0..0x80 if !found.is_ascii_alphabetic() => PgnError::UnexpectedByte { found, offset, line },
            _ => PgnError::UnknownSymbol { symbol: Word::new(&self.input[place]), offset, line },
        }
    }

    /// Goes back to an earlier state of this reader, a clone of it, but keeps the count of lines. A second reading of many games would
    /// else count the lines of the file again for each game.
    ///
    /// ```
    /// use chess0x88_pgn::Reader;
    ///
    /// let mut reader = Reader::new("1. e4 *\n\n1. d4 *");
    /// let before = reader.clone();
    /// assert!(reader.skip_game());
    /// reader.go_back(&before);
    /// assert_eq!(reader.offset(), 0);
    /// ```
    pub fn go_back(&mut self, before: &Reader<'a>) {
        let counted = self.counted;
        self.clone_from(before);
        self.counted = counted;
    }

    /// Goes to the next line that looks like a tag. After an unclosed comment only such a line is trusted.
    pub(super) fn find_tag_line(&mut self) {
        let input = self.input;
        while self.at < input.len() {
            self.at = scan::next_line(input, self.at);
            if let Some([b'[', b'A'..=b'Z' | b'a'..=b'z', ..]) = input.get(self.at..) {
                return;
            }
        }
    }
}
