//! Reads games from a stream, with memory for one game.

use alloc::vec::Vec;
use core::error::Error;
use std::io::{self, Read};

use super::ahead::Ahead;
use super::reader::Preceding;
use super::{GameTree, PgnError, Reader, scan, token};

/// Reads games one after the other from a stream: a file, standard input, a decompressor.
///
/// Memory holds one game of the stream, read in pieces of 64 kilobytes, and at most twice the [limit](Self::with_limit). Each
/// game comes as a [`Reader`] with only this game. Offsets and lines are those of the stream. It reads ahead, so the stream needs
/// no buffer. It is not for a dialogue, in which the next game waits for an answer.
///
/// # Examples
///
/// ```
/// use chess0x88::ChessRules;
/// use chess0x88_pgn::{GameTree, StreamReader};
///
/// // In place of a file, or of a decoder around one.
/// let stream = std::io::Cursor::new(
///     "[White \"Anna\"]\n\n1. e4 *\n\n[White \"Bela\"]\n\n1. d5 *\n",
/// );
///
/// let mut games = StreamReader::new(stream);
/// let mut reported = Vec::new();
/// while let Some(mut reader) = games.next_game()? {
///     match GameTree::<ChessRules>::read(&mut reader) {
///         Some(Ok(tree)) => reported.extend(tree.tag("White").map(String::from)),
///         Some(Err(error)) => reported.push(error.to_string()),
///         None => {}
///     }
/// }
/// assert_eq!(
///     reported,
///     ["Anna", "line 7, byte 44: d5: the pawn on d2 does not move to d5"]
/// );
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct StreamReader<R> {
    stream: R,
    limit: usize,
    buffer: Vec<u8>,
    /// The number of bytes of the buffer that the caller has received.
    given: usize,
    /// The bytes, lines and games before the rest.
    preceding: Preceding,
    /// Facts about the rest of the buffer.
    ahead: Ahead,
    /// The stream has ended.
    ended: bool,
    /// A game was too long: its rest follows.
    lost: bool,
}

/// Iterates over the games of chess in the stream as trees. A game that cannot be read is an error of the kind
/// [`io::ErrorKind::InvalidData`] that contains a [`PgnError`]. The iterator goes on with the next game, but ends after an error
/// of the stream itself. For other games, or without trees, use [`next_game`](StreamReader::next_game).
///
/// ```
/// use chess0x88_pgn::StreamReader;
///
/// let stream = std::io::Cursor::new("1. e4 e5 *\n\n1. d4 d5 *\n");
/// for game in StreamReader::new(stream) {
///     assert_eq!(game?.main_line().count(), 2);
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
impl<S: Read> Iterator for StreamReader<S> {
    type Item = io::Result<GameTree>;

    fn next(&mut self) -> Option<io::Result<GameTree>> {
        let game = match self.next_game() {
            Ok(reader) => GameTree::read(&mut reader?).map(|game| game.map_err(invalid)),
            Err(error) => Some(Err(error)),
        };
        if let Some(Err(error)) = &game
            && !error.get_ref().is_some_and(<dyn Error + Send + Sync>::is::<PgnError>)
        {
            self.discard(usize::MAX);
            self.ended = true;
        }
        game
    }
}

fn invalid(error: PgnError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

/// The bytes of a line feed and a bracket. At the end of the buffer they may begin a line that looks like a tag.
const TAG_LINE: usize = 2;

/// The least number of bytes that are requested from the stream.
const PIECE: usize = 1 << 16;

impl<R: Read> StreamReader<R> {
    /// Makes a reader of a stream with games of at most 16 megabytes.
    pub const fn new(stream: R) -> Self {
        Self::with_limit(stream, 1 << 24)
    }

    /// Makes a reader of a stream with games of at most `bytes` bytes. A longer game is an error, so no stream can take all
    /// memory.
    pub const fn with_limit(stream: R, bytes: usize) -> Self {
        Self {
            stream,
            limit: bytes,
            buffer: Vec::new(),
            given: 0,
            preceding: Preceding::NOTHING,
            ahead: Ahead::new(),
            ended: false,
            lost: false,
        }
    }

    /// Returns the next game, for [`Reader::read_game`] or `GameTree::read`, or `None` at the end of the stream.
    ///
    /// The games are those that a [`Reader`] of the whole stream would find, with one exception: a comment that is not closed
    /// within the limit counts as unclosed.
    ///
    /// # Errors
    ///
    /// The errors of the stream, after which you may call it again. A game beyond the limit is [`io::ErrorKind::InvalidData`]
    /// with [`PgnError::TooLong`]. The next call then goes on after it, at the next line that looks like a tag.
    pub fn next_game(&mut self) -> io::Result<Option<Reader<'_>>> {
        while self.lost {
            self.find_tag_line()?;
        }
        loop {
            let rest = self.rest();
            if self.preceding.bytes == 0 && token::is_utf_16(rest) {
                self.discard(usize::MAX);
                self.ended = true;
                return Err(invalid(PgnError::Utf16 { offset: 0, line: 1 }));
            }
            let mut reader = Reader::behind(self.preceding, self.ahead.clone(), rest);
            let found = reader.skip_game();
            let (length, ahead) = (reader.at, &reader.ahead);
            let is_sure = self.ended || !ahead.has_seen_end(rest, length);
            let may_grow = rest.len() < self.limit.max(1);
            // Comments beyond the limit count as unclosed, but the end of the game must be known.
            let is_enough = is_sure || found && !Ahead::new().has_seen_end(rest, length);
            let is_blank = scan::skip_white(rest, 0) == rest.len();
            self.ahead = ahead.clone();
            if !is_sure && may_grow {
                self.refill()?;
            } else if is_enough {
                return Ok(if found { Some(self.give(length)) } else { None });
            } else if is_blank {
                self.discard(length);
            } else {
                return Err(self.too_long());
            }
        }
    }

    /// The rest of the buffer, which the caller has not received.
    fn rest(&self) -> &[u8] {
        self.buffer.get(self.given..).unwrap_or_default()
    }

    /// Returns a reader of the next `length` bytes.
    fn give(&mut self, length: usize) -> Reader<'_> {
        // The reader keeps the known facts. So a game with an unclosed comment does not search the buffer again.
        let (before, start, ahead) = (self.preceding, self.given, self.ahead.clone());
        self.discard(length);
        self.preceding.games = true;
        // The text after a tag may change the error of that tag.
        let rest = self.buffer.get(start..).unwrap_or_default();
        let mut reader = Reader::behind(before, ahead, rest);
        reader.end = length;
        reader
    }

    fn discard(&mut self, length: usize) {
        let end = self.given.saturating_add(length).min(self.buffer.len());
        self.preceding.bytes = self.preceding.bytes.saturating_add(end - self.given);
        self.preceding.line_ends =
            self.preceding.line_ends.saturating_add(scan::line_ends(&self.buffer, self.given..end));
        self.ahead = self.ahead.without(length);
        self.given = end;
    }

    /// Drops the bytes that were given to the caller, and reads as many bytes as are left, at least a [`PIECE`]. The buffer doubles, so
    /// each byte is moved a bounded number of times.
    fn refill(&mut self) -> io::Result<()> {
        self.buffer.drain(..self.given);
        self.given = 0;
        let piece = self.buffer.len().max(PIECE);
        let read = self.stream.by_ref().take(piece as u64).read_to_end(&mut self.buffer)?;
        self.ended = read < piece;
        // Counts the bytes that moved to the front, and the new ones.
        scan::examined(self.buffer.len());
        Ok(())
    }

    /// Gives up the game at the start of the rest of the buffer: the whole rest belongs to it.
    #[cold]
    fn too_long(&mut self) -> io::Error {
        let rest = self.rest();
        let mut reader = Reader::behind(self.preceding, Ahead::new(), rest);
        let offset = reader.offset().saturating_add(scan::skip_white(rest, 0));
        let error = PgnError::TooLong { limit: self.limit, offset, line: reader.line_of(offset) };
        self.discard(rest.len().saturating_sub(TAG_LINE));
        self.preceding.games = true;
        self.lost = true;
        invalid(error)
    }

    /// Goes to the next line that looks like a tag, or to the end of the buffer.
    #[cold]
    fn find_tag_line(&mut self) -> io::Result<()> {
        let rest = self.rest();
        let mut reader = Reader::new(rest);
        reader.find_tag_line();
        let length = reader.at;
        self.lost = length == rest.len() && !self.ended;
        self.discard(if self.lost { length.saturating_sub(TAG_LINE) } else { length });
        if self.lost { self.refill() } else { Ok(()) }
    }
}
