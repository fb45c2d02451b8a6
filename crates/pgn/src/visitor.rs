//! The calls of a reader to its visitor, and the visitor's answers.

use super::{GameResult, PgnError, RawText};

/// The order of a visitor to the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Flow {
    /// Read on.
    Continue,
    /// Pass over the rest of the line this answer belongs to, at scanning speed and without looking for
    /// errors: the variation that just began or that the move is in; on the main line the rest of the game.
    /// The line's [`end_variation`](Visitor::end_variation) or [`end_game`](Visitor::end_game) still comes.
    Skip,
    /// Return from [`Reader::read_game`](super::Reader::read_game) at once. A later call goes on with the
    /// next game.
    Stop,
}

/// Receives the parts of a game in the order of the text. Every method may be left out.
///
/// The lifetime is that of the input: names, values, moves and comments are slices of it and may be kept.
/// A visitor that keeps nothing can write `impl Visitor<'_> for …` and leave all lifetimes out.
///
/// Calls come as `begin_game (tag)* end_tags (san | nag | comment | begin_variation … end_variation)*
/// end_game`; beginnings and ends pair up. After [`Flow::Stop`] nothing more comes of the game.
/// [Errors](Self::error) come in between; not all of them end the game.
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
/// let pgn = "[White \"Müller\"]\n1. e4 e5 *\n[White \"Meier\"]\n1. d4 *\n[White \"Müller\"]\n1. c4 *";
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

    /// A move as it is spelt, without `!` and `?`, and the byte offset at which it stands. Null moves (`--`,
    /// `Z0`, `0000`, `@@@@`, `<>`) and castling with zeros come as they are. Whether the word is a move is for the SAN reader to say,
    /// but no [remark](super) comes here.
    #[inline]
    fn san(&mut self, san: &'a [u8], offset: usize) -> Flow {
        Flow::Continue
    }

    /// A numeric annotation glyph: `$5`, or a suffix or symbol as its number (`!` 1, `?` 2, `!!` 3, `??` 4, `!?` 5,
    /// `?!` 6, `=` 10, `∞` 13, `⩲` 14, `⩱` 15, `±` 16, `∓` 17, `+-` 18, `-+` 19, a lone `N` 146, a lone `D` 220).
    #[inline]
    fn nag(&mut self, nag: u8) {}

    /// A comment in braces or from a semicolon to the end of the line.
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
    /// A malformed tag, a `$` without a fitting number, a word, symbol or byte without a meaning and a `)` that
    /// closes no variation are passed over, and the game goes on. After a comment or a variation that is not closed nothing
    /// more comes of the game, and the reader goes to the next one.
    #[inline]
    fn error(&mut self, error: PgnError) {}
}
