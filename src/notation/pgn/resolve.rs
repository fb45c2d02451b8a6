//! What the words mean: the start that tags describe and the moves that are spelt.

use super::raw_text::Coded;
use super::{PgnError, RawText, Reader, StartError, Word};
use crate::moves::Move;
use crate::notation::{Buffer, FenError, PieceLetters, SanError, san};
use crate::position::{Position, Undo};
use crate::rules::{Rules, Setup, Violations};

/// The tags that say what position a game starts from: `Variant`, `SetUp` and `FEN`.
///
/// For your own visitors; [`GameTree::read`](super::GameTree::read) goes by it too.
///
/// - **`Variant`** must name the game that is read, or the tag be missing. `Standard`, `Chess`, `From Position`, `Chess960`,
///   `Fischerandom` and their like all name chess, whatever the case and the spaces: to this crate Chess960 is no other
///   game.
/// - **`FEN`** is where the game starts. Positions that no game leads to are tolerated as far as they can be played
///   ([`Violations::TOLERABLE`]): studies have them.
/// - **`SetUp`** is 1 where there is a FEN, which adds nothing; but 0 makes the FEN not count, as the standard
///   says, and 1 without one is an error.
///
/// # Examples
///
/// The positions at the end of the main lines:
///
/// ```
/// use chess0x88::pgn::{Flow, GameResult, Reader, StartTags, RawText, Visitor};
/// use chess0x88::{Chess, ChessRules, pgn};
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
///         let played = self.position.as_mut().is_some_and(|position| pgn::play_san(position, san).is_ok());
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
    fen: Option<RawText<'a>>,
}

impl<'a> StartTags<'a> {
    /// Takes note of a tag, if it is one of the three.
    #[inline]
    pub fn tag(&mut self, name: &[u8], value: RawText<'a>) {
        match name {
            b"Variant" => self.variant = Some(value),
            b"SetUp" => self.set_up = Some(value),
            b"FEN" => self.fen = Some(value),
            _ => {}
        }
    }

    /// The position the game starts from.
    ///
    /// # Errors
    ///
    /// The reason why the tags give none.
    pub fn position<R: Rules>(&self) -> Result<Position<R>, StartError> {
        if let Some(variant) = self.variant.filter(|variant| !is_variant::<R>(variant)) {
            return Err(StartError::Variant(Word::of(variant.coded())));
        }
        let set_up = self.set_up.as_ref().map_or(&[][..], |set_up| set_up.as_bytes().trim_ascii());
        match self.fen {
            Some(_) if set_up == b"0" => Ok(Position::startpos()),
            Some(fen) => start::<R>(&fen).map_err(StartError::Fen),
            None if set_up == b"1" => Err(StartError::MissingFen),
            None => Ok(Position::startpos()),
        }
    }

    /// An error of [`position`](Self::position) with the place in the reader's input: the value of the tag at fault.
    ///
    /// ```
    /// use chess0x88::ChessRules;
    /// use chess0x88::pgn::{PgnError, Reader, StartTags, RawText, Visitor};
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
    /// assert_eq!(error.to_string(), "line 2, byte 22: the variant Atomic is another game");
    /// ```
    #[must_use]
    pub fn locate(&self, error: StartError, reader: &mut Reader<'_>) -> PgnError {
        let culprit = match error {
            StartError::Variant(_) => self.variant,
            StartError::MissingFen => self.set_up,
            StartError::Fen(_) => self.fen,
        };
        let (offset, line) = reader.place_of(culprit.map_or(&[], |value| value.as_bytes()));
        PgnError::Start { error, offset, line }
    }
}

/// Compares letters and digits only, in any case: `Chess 960` is `chess960`.
fn is_variant<R: Rules>(name: &RawText<'_>) -> bool {
    let name = name.as_bytes();
    letters(name).next().is_none() || R::VARIANTS.iter().any(|known| letters(known.as_bytes()).eq(letters(name)))
}

fn letters(name: &[u8]) -> impl Iterator<Item = u8> + '_ {
    name.iter().filter(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii()).map(u8::to_ascii_lowercase)
}

fn start<R: Rules>(fen: &RawText<'_>) -> Result<Position<R>, FenError> {
    // Longer than any FEN, so that what is cut off cannot make a wrong one right.
    let decoded: Buffer<250> = fen.coded().decoded();
    let text = fen.as_str().unwrap_or(&decoded);
    let setup: Setup<R> = text.trim_ascii().parse()?;
    Ok(setup.to_position_with(Violations::TOLERABLE)?)
}

/// Plays the move that a word of a PGN game names, as a [`Visitor`](crate::pgn::Visitor) gets it: SAN, read
/// [leniently](crate::san::parse_lenient), or the null move: `--`, `Z0`, `0000` or `@@@@`.
///
/// ```
/// use chess0x88::{Chess, pgn};
/// let mut position = Chess::startpos();
/// let undo = pgn::play_san(&mut position, b"e4")?;
/// assert_eq!(undo.played().unwrap().to_string(), "e2e4");
/// assert!(pgn::play_san(&mut position, b"--")?.played().is_none());
/// assert!(pgn::play_san(&mut position, b"e4").is_err());
/// # Ok::<(), chess0x88::san::SanError>(())
/// ```
///
/// # Errors
/// The reason why it names no legal move; the position is unchanged.
#[inline]
pub fn play_san<R: Rules>(position: &mut Position<R>, san: &[u8]) -> Result<Undo<R>, SanError> {
    match position.parse_plain_san(san) {
        Some(mv) => Ok(position.make(mv?)),
        None => play_odd_word(position, san),
    }
}

/// [`play_san`] with other letters for the pieces, as [`san::parse_with`](crate::san::parse_with) reads them.
/// [`letters_of`](super::letters_of) tells which ones a game has.
///
/// ```
/// use chess0x88::{Chess, pgn, san};
/// let (_, german) = san::LANGUAGES[1];
/// let mut position = Chess::startpos();
/// let undo = pgn::play_san_with(&mut position, b"Sf3", german)?;
/// assert_eq!(undo.played().unwrap().to_string(), "g1f3");
/// # Ok::<(), chess0x88::san::SanError>(())
/// ```
///
/// # Errors
/// Those of [`play_san`].
pub fn play_san_with<R: Rules>(
    position: &mut Position<R>,
    san: &[u8],
    letters: PieceLetters,
) -> Result<Undo<R>, SanError> {
    match core::str::from_utf8(san) {
        Ok(word) if letters != PieceLetters::ENGLISH && !san::is_null(word) => {
            let mv = san::parse_with(position, word, letters)?;
            Ok(position.make(mv))
        }
        _ => play_san(position, san),
    }
}

/// Plays a word that is not plain SAN.
#[cold]
#[inline(never)]
fn play_odd_word<R: Rules>(position: &mut Position<R>, word: &[u8]) -> Result<Undo<R>, SanError> {
    let mv = match core::str::from_utf8(word) {
        Ok(word) if san::is_null(word) => return Ok(position.make_null()?),
        Ok(word) => san::parse_lenient(position, word)?,
        Err(_) => return Err(not_utf_8(position, word)),
    };
    Ok(position.make(mv))
}

#[cold]
fn not_utf_8<R: Rules>(position: &Position<R>, word: &[u8]) -> SanError {
    let decoded: Buffer<250> = Coded::plain(word).decoded();
    let syntax = SanError::Syntax { expected: "a move", found: crate::notation::Found::at(&decoded, 0), at: 0 };
    san::parse_lenient(position, &decoded).err().unwrap_or(syntax)
}

/// # Play SAN
impl<R: Rules> Position<R> {
    /// Plays a move in SAN, read [leniently](crate::san::parse_lenient), as people type it, and returns it.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let mut position = Chess::startpos();
    /// position.play_san("e4")?;
    /// assert_eq!(position.play_san("e7-e5")?.to_string(), "e7e5");
    /// assert_eq!(position.play_san("Ke3").unwrap_err().to_string(), "the king on e1 does not move to e3");
    /// # Ok::<(), chess0x88::san::SanError>(())
    /// ```
    ///
    /// # Errors
    /// The reason why it is no legal move; the position is unchanged.
    #[doc(alias("push_san"))]
    pub fn play_san(&mut self, san: &str) -> Result<Move, SanError> {
        let mv = san::parse_lenient(self, san)?;
        self.play_unchecked(mv);
        Ok(mv)
    }
}
