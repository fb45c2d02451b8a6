//! The calls of a reader to its visitor, and the visitor's answers.

use super::{GameResult, PgnError, RawText};

/// The answer of a visitor: what the reader does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Flow {
    /// Read on.
    Continue,
    /// Skip the rest of the line at scanning speed, without looking for errors. In a variation, or after `begin_variation`, that
    /// is the rest of the variation; on the main line, the rest of the game. The [`end_variation`](Visitor::end_variation) or
    /// [`end_game`](Visitor::end_game) of the line still comes.
    Skip,
    /// Return from [`Reader::read_game`](super::Reader::read_game) at once. A later call goes on with the
    /// next game.
    Stop,
}

/// Receives the parts of a game in the order of the text. All methods have a default.
///
/// The lifetime is that of the input: names, values, moves and comments are slices of it, and a visitor may keep them. A visitor
/// that keeps nothing is `impl Visitor<'_> for …`, without other lifetimes.
///
/// Calls come as `begin_game (tag | comment)* end_tags (san | nag | comment | begin_variation … end_variation)* end_game`. Each
/// beginning has its end. After [`Flow::Stop`] no more calls come for the game. [Errors](Self::error) come between these calls, and not all
/// of them end the game.
///
/// # Examples
///
/// Pass over all games but those of one player:
///
/// ```
/// use chess0x88_pgn::{Flow, Reader, RawText, Visitor};
///
/// #[derive(Default)]
/// struct FirstMoves<'a> {
///     wanted: bool,
///     moves: Vec<&'a [u8]>,
/// }
///
/// impl<'a> Visitor<'a> for FirstMoves<'a> {
///     fn begin_game(&mut self, _offset: usize) {
///         self.wanted = false;
///     }
///     fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
///         self.wanted |= name == b"White" && value == "Müller";
///     }
///     fn end_tags(&mut self) -> Flow {
///         if self.wanted { Flow::Continue } else { Flow::Skip }
///     }
///     fn san(&mut self, san: &'a [u8], _offset: usize) -> Flow {
///         self.moves.push(san);
///         Flow::Skip
///     }
/// }
///
/// let pgn = r#"
/// [White "Müller"] 1. e4 e5 *
/// [White "Meier"] 1. d4 *
/// [White "Müller"] 1. c4 *"#;
/// let mut visitor = FirstMoves::default();
/// let mut reader = Reader::new(pgn.as_bytes());
/// while reader.read_game(&mut visitor) {}
/// assert_eq!(visitor.moves, [b"e4", b"c4"]);
/// ```
#[expect(unused_variables, reason = "the names of the parameters are documentation")]
pub trait Visitor<'a> {
    /// A game starts at this byte offset.
    #[inline]
    fn begin_game(&mut self, offset: usize) {}

    /// A tag pair, such as `[Event "Casual game"]`.
    #[inline]
    fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {}

    /// All tags were reported, none or many; the movetext follows. [`Flow::Skip`] passes over it.
    #[inline]
    fn end_tags(&mut self) -> Flow {
        Flow::Continue
    }

    /// Reports the text of a move, without `!` and `?`, and its byte offset. [Null moves](chess0x88::san::is_null_move) and
    /// castling with zeros are not changed. The reader does not check that the word is a move, but [remarks](super) are not
    /// reported here.
    #[inline]
    fn san(&mut self, san: &'a [u8], offset: usize) -> Flow {
        Flow::Continue
    }

    /// A numeric annotation glyph: `$5`, or a suffix or symbol as its number (`!` 1, `?` 2, `!!` 3, `??` 4, `!?` 5,
    /// `?!` 6, `=` 10, `∞` 13, `⩲` 14, `⩱` 15, `±` 16, `∓` 17, `+-` 18, `-+` 19, a lone `N` 146, a lone `D` 220).
    #[inline]
    fn nag(&mut self, nag: u8) {}

    /// A comment in braces or from a semicolon to the end of the line. It may stand among the tags.
    #[inline]
    fn comment(&mut self, comment: RawText<'a>) {}

    /// A variation starts: an alternative to the last reported move. [`Flow::Skip`] passes over it.
    #[inline]
    fn begin_variation(&mut self) -> Flow {
        Flow::Continue
    }

    /// The variation ends.
    #[inline]
    fn end_variation(&mut self) {}

    /// The game ends, with its result or, where a new game or the end of the input cut it short, without.
    #[inline]
    fn end_game(&mut self, result: Option<GameResult>) {}

    /// Something in the game is wrong.
    ///
    /// A malformed tag, a tag among the moves, a `$` without a valid number, a word, symbol or byte without a meaning and a `)` that closes no variation
    /// are skipped, and the game goes on. A comment or a variation that is not closed ends the game.
    #[inline]
    fn error(&mut self, error: PgnError) {}
}
