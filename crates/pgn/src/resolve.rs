//! Resolves tags to a start position and words to moves.

use chess0x88::fen::FenError;
use chess0x88::san::{self, PieceLetters, SanError};
use chess0x88::{Position, Rules, Undo};

use super::raw_text::Coded;
use super::start::{self, Start};
use super::variant::is_variant;
use super::{PgnError, RawText, Reader, StartError, Word};

/// The tags that give the start position of a game: `Variant`, `SetUp` and `FEN`.
///
/// Use it in your own visitor; [`GameTree::read`](super::GameTree::read) uses it too.
///
/// - **`Variant`** must name the game that is read, or be missing. The names of chess are below; only their letters and digits
///   count, in any case. Chess960 is chess here.
/// - **`FEN`** is the start position, read by [`fen::parse_lenient`](chess0x88::fen::parse_lenient), which repairs missing fields, castling rights without a rook
///   and the like. A position that no game leads to is accepted if its pieces can move by the rules
///   ([`Violations::TOLERABLE`](chess0x88::Violations::TOLERABLE)), since studies have such positions. See
///   [`in_chess`](Self::in_chess) for castling rights that only Chess960 has. In Makruk it may be a [Thai FEN](chess0x88::makruk::thai_fen); the moves are then in its [`letters`](Self::letters).
/// - **`SetUp`** should be 1 if there is a FEN. If it is 0, the FEN does not count, as the standard says. 1 without a FEN is the usual
///   start, and so is a FEN without a position: an empty one, `?`, `-`, `startpos`.
///
/// The names of the tags match in any case.
///
/// | names of chess | written by |
/// |---|---|
/// | `Chess`, `Standard`, `Standard Chess`, `Normal`, `Regular`, `Classical`, `Orthodox` | programs and servers |
/// | `From Position`, `Setup`, `Illegal` | servers, for a start by FEN; Winboard, for one that cannot be |
/// | `Chess960`, `Chess 960`, `960`, `FRC`, `Fischerandom`, `Fischer Random`, `Fischer Random Chess`, `Freestyle`, `Freestyle Chess`, `Chess 9LX`, `wild/fr` | for Chess960 |
/// | `wild`, `wild/0` to `wild/8`, `wild/8a`, `nocastle`, `wildcastle`, `Shuffle`, `Shuffle Chess` | FICS, ICC and Winboard, for other starts |
///
/// # Examples
///
/// The positions at the end of the main lines:
///
/// ```
/// use chess0x88::{Chess, ChessRules};
/// use chess0x88_pgn as pgn;
/// use chess0x88_pgn::{Flow, GameResult, RawText, Reader, StartTags, Visitor};
///
/// #[derive(Default)]
/// struct Finals<'a> {
///     tags: StartTags<'a>,
///     position: Option<Chess>,
///     found: Vec<String>,
/// }
///
/// impl<'a> Visitor<'a> for Finals<'a> {
///     fn begin_game(&mut self, _offset: usize) {
///         self.tags = StartTags::default();
///     }
///     fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
///         self.tags.tag(name, value);
///     }
///     fn end_tags(&mut self) -> Flow {
///         self.position = self.tags.position::<ChessRules>().ok();
///         if self.position.is_some() { Flow::Continue } else { Flow::Skip }
///     }
///     fn san(&mut self, san: &'a [u8], _offset: usize) -> Flow {
///         let played = self
///             .position
///             .as_mut()
///             .is_some_and(|position| pgn::play_san(position, san).is_ok());
///         if played { Flow::Continue } else { Flow::Skip }
///     }
///     fn begin_variation(&mut self) -> Flow {
///         Flow::Skip
///     }
///     fn end_game(&mut self, _result: Option<GameResult>) {
///         self.found.extend(self.position.map(|position| position.fen().to_string()));
///     }
/// }
///
/// let pgn = b"[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n1. O-O (1. Rh8+) Ke7 2. -- *";
/// let mut finals = Finals::default();
/// let mut reader = Reader::new(pgn);
/// while reader.read_game(&mut finals) {}
/// assert_eq!(finals.found, ["8/4k3/8/8/8/8/8/5RK1 b - - 3 2"]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct StartTags<'a> {
    variant: Option<RawText<'a>>,
    set_up: Option<RawText<'a>>,
    pub(super) fen: Option<RawText<'a>>,
}

impl<'a> StartTags<'a> {
    /// Stores a tag, if it is one of the three.
    #[inline]
    pub fn tag(&mut self, name: &[u8], value: RawText<'a>) {
        let is = |known: &str| name.eq_ignore_ascii_case(known.as_bytes());
        match name.len() {
            3 if is("FEN") => self.fen = Some(value),
            5 if is("SetUp") => self.set_up = Some(value),
            7 if is("Variant") => self.variant = Some(value),
            _ => {}
        }
    }

    /// Returns the start position of the game.
    ///
    /// # Errors
    ///
    /// [`StartError`], if the tags give no position.
    pub fn position<R: Rules>(&self) -> Result<Position<R>, StartError> {
        self.repaired().map(|(position, _)| position)
    }

    /// Returns the letters of the pieces in the moves: [`PieceLetters::THAI`] if the tag `FEN` is a Thai FEN, which only Makruk has.
    ///
    /// ```
    /// use chess0x88::MakrukRules;
    /// use chess0x88::san::PieceLetters;
    /// use chess0x88_pgn::{RawText, Reader, StartTags, Visitor};
    ///
    /// struct Tags<'a>(StartTags<'a>);
    ///
    /// impl<'a> Visitor<'a> for Tags<'a> {
    ///     fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
    ///         self.0.tag(name, value);
    ///     }
    /// }
    ///
    /// let mut tags = Tags(StartTags::default());
    /// Reader::new(b"[FEN \"8/3k4/6F1/2K1T3/8/8/8/8 w 1\"]\n\n1. Td6 *").read_game(&mut tags);
    /// assert!(tags.0.letters::<MakrukRules>() == PieceLetters::THAI);
    /// ```
    #[must_use]
    pub fn letters<R: Rules>(&self) -> PieceLetters {
        // Chess has one dialect.
        let start = if R::CASTLING { None } else { self.start::<R>() };
        start.and_then(Result::ok).map(|start| start.letters).unwrap_or_default()
    }

    /// Reads the tag `FEN`, if it counts and names a position.
    fn start<R: Rules>(&self) -> Option<Result<Start<R>, FenError>> {
        let fen = self.fen.filter(|fen| !self.is_set_up(b"0") && !is_usual(fen))?;
        Some(start::start(&fen))
    }

    /// Returns `true` if the tag `SetUp` has this value.
    fn is_set_up(&self, value: &[u8]) -> bool {
        self.set_up.is_some_and(|set_up| set_up.as_bytes().trim_ascii() == value)
    }

    /// Returns the start without castling rights that only Chess960 has, and the remark about them, with its place in the reader's input;
    /// `None` if it has none of them. They are rights `KQkq` of a king or rook that is not on its square in chess. A tag `Variant` or the
    /// start of a game of Chess960 shows that they are meant.
    ///
    /// [`position`](Self::position) keeps these rights, since a move may show that they are meant, too. [`GameTree`](super::GameTree)
    /// drops them where no move castles.
    ///
    /// ```
    /// use chess0x88::ChessRules;
    /// use chess0x88_pgn::{RawText, Reader, StartTags, Visitor};
    ///
    /// struct Tags<'a>(StartTags<'a>);
    ///
    /// impl<'a> Visitor<'a> for Tags<'a> {
    ///     fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
    ///         self.0.tag(name, value);
    ///     }
    /// }
    ///
    /// let mut tags = Tags(StartTags::default());
    /// let mut reader = Reader::new(b"[FEN \"1r2k3/8/8/8/8/8/8/R3K3 w Qq - 0 1\"]\n*");
    /// reader.read_game(&mut tags);
    /// let (start, remark) =
    ///     tags.0.in_chess::<ChessRules>(&mut reader).ok_or("no such rights")?;
    /// assert_eq!(start.fen(), "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    /// assert_eq!((remark.offset(), remark.line()), (6, 1));
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn in_chess<R: Rules>(&self, reader: &mut Reader<'_>) -> Option<(Position<R>, PgnError)> {
        let has_variant = self.variant.is_some_and(|variant| !variant.as_bytes().trim_ascii().is_empty());
        let fen = self.fen.filter(|_| R::CASTLING && !has_variant)?;
        let Start { position, .. } = self.start::<R>()?.ok()?;
        let position = start::in_chess(&fen, &position)?;
        let (offset, line) = reader.place_of(fen.as_bytes());
        Some((position, PgnError::CastlingRights { offset, line }))
    }

    /// Returns the position, and what is odd about the tags although they give one: the first repair of the tag `FEN`, or the tag
    /// `SetUp` without it.
    pub(super) fn repaired<R: Rules>(&self) -> Result<(Position<R>, Option<PgnError>), StartError> {
        let (offset, line) = (0, 0);
        if let Some(variant) = self.variant.filter(|variant| !is_variant::<R>(variant.as_bytes())) {
            return Err(StartError::Variant(Word::of(variant.coded())));
        }
        if let Some(start) = self.start::<R>() {
            let Start { position, repair, .. } = start.map_err(StartError::Fen)?;
            return Ok((position, repair.map(|repair| PgnError::Repaired { repair, offset, line })));
        }
        let is_missing = self.fen.is_none() && self.is_set_up(b"1");
        let remark = is_missing.then_some(PgnError::Start { error: StartError::MissingFen, offset, line });
        Ok((Position::startpos(), remark))
    }

    /// Adds the place to an error of [`position`](Self::position): the value of the wrong tag in the reader's input.
    ///
    /// ```
    /// use chess0x88::ChessRules;
    /// use chess0x88_pgn::{PgnError, RawText, Reader, StartTags, Visitor};
    ///
    /// struct Tags<'a>(StartTags<'a>);
    ///
    /// impl<'a> Visitor<'a> for Tags<'a> {
    ///     fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
    ///         self.0.tag(name, value);
    ///     }
    /// }
    ///
    /// let mut tags = Tags(StartTags::default());
    /// let mut reader = Reader::new(b"[Event \"A\"]\n[Variant \"Atomic\"]\n*");
    /// reader.read_game(&mut tags);
    /// let error = tags.0.position::<ChessRules>().unwrap_err();
    /// let error = tags.0.locate(error, &mut reader);
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 2, byte 22: the tag Variant names another game: Atomic"
    /// );
    /// ```
    #[must_use]
    pub fn locate(&self, error: StartError, reader: &mut Reader<'_>) -> PgnError {
        let (offset, line) = reader.place_of(self.culprit(&PgnError::Start { error, offset: 0, line: 0 }));
        PgnError::Start { error, offset, line }
    }

    /// Returns what is odd about tags that give a [`position`](Self::position) all the same, with its place in the reader's input: the
    /// first repair of the tag `FEN`, or the tag `SetUp` without it.
    ///
    /// ```
    /// use chess0x88::ChessRules;
    /// use chess0x88_pgn::{RawText, Reader, StartTags, Visitor};
    ///
    /// struct Tags<'a>(StartTags<'a>);
    ///
    /// impl<'a> Visitor<'a> for Tags<'a> {
    ///     fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
    ///         self.0.tag(name, value);
    ///     }
    /// }
    ///
    /// let mut tags = Tags(StartTags::default());
    /// let mut reader = Reader::new(b"[Event \"A\"]\n[SetUp \"1\"]\n*");
    /// reader.read_game(&mut tags);
    /// assert!(tags.0.position::<ChessRules>().is_ok());
    /// let remark = tags.0.remark::<ChessRules>(&mut reader).ok_or("nothing is odd")?;
    /// assert_eq!(
    ///     remark.to_string(),
    ///     "line 2, byte 20: the tag SetUp is 1, but there is no tag FEN"
    /// );
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn remark<R: Rules>(&self, reader: &mut Reader<'_>) -> Option<PgnError> {
        // Most games have neither tag.
        if self.fen.is_none() && self.set_up.is_none() {
            return None;
        }
        let (_, remark) = self.repaired::<R>().ok()?;
        remark.map(|remark| remark.at(reader.place_of(self.culprit(&remark))))
    }

    /// Returns the value of the wrong tag.
    pub(super) fn culprit(&self, error: &PgnError) -> &'a [u8] {
        let value = match error {
            PgnError::Start { error: StartError::Variant(_), .. } => self.variant,
            PgnError::Start { error: StartError::MissingFen, .. } => self.set_up,
            _ => self.fen,
        };
        value.map_or(&[], |value| value.as_bytes())
    }
}

/// Returns `true` if the value of the tag `FEN` is no position, but says that there is none.
fn is_usual(fen: &RawText<'_>) -> bool {
    let is_sign = |char: char| san::is_separator(char) || matches!(char, '-' | '?' | '.');
    fen.chars().all(is_sign) || fen.as_bytes().trim_ascii().eq_ignore_ascii_case(b"startpos")
}

/// Plays a move of a PGN game, as a [`Visitor`](crate::Visitor) gets it. The word is SAN, read
/// [leniently](chess0x88::Position::parse_san), or the null move: `--`, `Z0`, `0000`, `@@@@` or `<>`.
///
/// ```
/// use chess0x88::Chess;
/// use chess0x88_pgn as pgn;
/// let mut position = Chess::startpos();
/// let undo = pgn::play_san(&mut position, b"e4")?;
/// assert_eq!(undo.played().unwrap().to_string(), "e2e4");
/// assert!(pgn::play_san(&mut position, b"--")?.played().is_none());
/// assert!(pgn::play_san(&mut position, b"e4").is_err());
/// # Ok::<(), chess0x88::san::SanError>(())
/// ```
///
/// # Errors
/// The reason why the word is no legal move. The position is unchanged.
#[inline]
pub fn play_san<R: Rules>(position: &mut Position<R>, san: &[u8]) -> Result<Undo<R>, SanError> {
    match san::parse_bytes(position, san) {
        Ok(mv) => Ok(position.make(mv)),
        Err(error) => play_odd(position, san, error),
    }
}

/// Plays a move as [`play_san`] does, with other letters for the pieces, as in [`san::parse_with`](chess0x88::san::parse_with).
/// [`letters_of`](super::letters_of) finds the letters of a game.
///
/// ```
/// use chess0x88::{Chess, san};
/// use chess0x88_pgn as pgn;
/// let (_, german) = san::LANGUAGES[1];
/// let mut position = Chess::startpos();
/// let undo = pgn::play_san_with(&mut position, b"Sf3", german)?;
/// assert_eq!(undo.played().unwrap().to_string(), "g1f3");
/// # Ok::<(), chess0x88::san::SanError>(())
/// ```
///
/// # Errors
/// The errors of [`play_san`].
pub fn play_san_with<R: Rules>(
    position: &mut Position<R>,
    san: &[u8],
    letters: PieceLetters,
) -> Result<Undo<R>, SanError> {
    as_text(san, |word| match san::parse_with(position, word, letters) {
        Ok(mv) => Ok(position.make(mv)),
        Err(SanError::NullMove) => Ok(position.make_null()?),
        Err(error) => Err(error),
    })
}

/// Plays the word if it is a null move, or a move in Windows-1252. It is called when the word is no other move.
#[cold]
#[inline(never)]
fn play_odd<R: Rules>(position: &mut Position<R>, word: &[u8], error: SanError) -> Result<Undo<R>, SanError> {
    match error {
        SanError::NullMove => Ok(position.make_null()?),
        _ if core::str::from_utf8(word).is_err() => play_san_with(position, word, PieceLetters::ENGLISH),
        error => Err(error),
    }
}

/// Gives a function the text of a word. A word that is not UTF-8 is decoded as far as it may be a move.
fn as_text<T>(word: &[u8], give: impl FnOnce(&str) -> T) -> T {
    match core::str::from_utf8(word) {
        Ok(text) => give(text),
        Err(_) => give(&Coded::plain(word).decoded::<250>()),
    }
}
