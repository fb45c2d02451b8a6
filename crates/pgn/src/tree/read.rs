//! Reads PGN into a tree.

use alloc::string::{String, ToString};
use core::mem;
use core::str::FromStr;

use super::tags::LANGUAGE;
use super::{EditError, GameTree, Node, Step, TreeBuilder};
use crate::raw_text::Coded;
use crate::{Flow, GameResult, PgnError, RawText, Reader, StartError, StartTags, Visitor, Word, letters_of, tag_name};
use chess0x88::san::PieceLetters;
use chess0x88::{MoveKind, Position, Rules};

impl<R: Rules> GameTree<R> {
    /// Reads the next game into a tree; `None` at the end of the input.
    ///
    /// The [tags](StartTags) give the start position. Moves are read leniently. If the result is missing or `*`, the tag `Result`
    /// gives it. If the two contradict each other, the result after the moves counts, and the tag gets its value. A comment behind a
    /// variation is kept [at the move that starts it](Node::closing_comments). A variation before the first move is an alternative to
    /// that move. Games with piece letters of another language are read too, if the language is clear: see
    /// [`letters_of`](crate::letters_of).
    ///
    /// # Errors
    ///
    /// The first error of the [`Reader`], [`PgnError::Start`] or [`PgnError::Move`] for an illegal position or move, or
    /// [`PgnError::TooLarge`] beyond the [limit](Self::LIMIT). After an error the reader is at the next game.
    /// [`read_lenient`](Self::read_lenient) also returns the rest of the game. This method ignores errors that cost no move,
    /// comment or variation: a malformed tag or glyph, remarks without braces, symbols without a meaning, a `)` that closes
    /// nothing, a missing blank line before the next game, repairs of the tag `FEN`. But a text of only words or malformed tags
    /// is no game.
    ///
    /// # Examples
    ///
    /// ```
    /// use chess0x88::ChessRules;
    /// use chess0x88_pgn::{GameTree, Reader};
    ///
    /// let pgn = b"1. e4 e5 2. Ke3 *\n\n1. d4 d5 *\n";
    /// let mut reader = Reader::new(pgn);
    /// let error = GameTree::<ChessRules>::read(&mut reader).unwrap().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 1, byte 12: Ke3: the king on e1 does not move to e3"
    /// );
    /// let game = GameTree::<ChessRules>::read(&mut reader).unwrap()?;
    /// assert_eq!(game.main_line().count(), 2);
    /// assert!(GameTree::<ChessRules>::read(&mut reader).is_none());
    /// # Ok::<(), chess0x88_pgn::PgnError>(())
    /// ```
    #[doc(alias("load_pgn", "read_game"))]
    pub fn read(reader: &mut Reader<'_>) -> Option<Result<Self, PgnError>> {
        let (Reading { build, is_lost, .. }, error) = Self::read_any(reader, Self::LIMIT)?;
        let tree = build.tree;
        let is_game = !tree.tags.is_empty() || tree.main_line().next().is_some();
        Some(error.filter(|_| is_lost || !is_game).map_or(Ok(tree), Err))
    }

    /// Reads as much of the next game as possible, with the first error if a part is lost; `None` at the end of the input. An
    /// error that costs nothing is returned only if there is no other error.
    ///
    /// A wrong move costs the rest of its line. Tags that give no position cost all moves. A comment or variation that is not
    /// closed ends the game. All other errors of a [`Reader`] cost nothing more.
    ///
    /// # Examples
    ///
    /// ```
    /// use chess0x88::ChessRules;
    /// use chess0x88_pgn::{GameTree, Reader};
    ///
    /// let mut reader = Reader::new(b"1. e4 (1. d4 d6 2. d6) 1... e5 $256 2. Ke3 Nf6 1-0");
    /// let (game, error) = GameTree::<ChessRules>::read_lenient(&mut reader).unwrap();
    /// assert_eq!(game.to_string(), "1. e4 (1. d4 d6) 1... e5 1-0\n");
    /// assert_eq!(
    ///     error.unwrap().to_string(),
    ///     "line 1, byte 19: d6: the pawn on d4 does not move to d6"
    /// );
    /// ```
    pub fn read_lenient(reader: &mut Reader<'_>) -> Option<(Self, Option<PgnError>)> {
        Self::read_with_limit(reader, Self::LIMIT)
    }

    /// The most moves, comments, tags and variations of a game for [`read`](Self::read) and the other readers: 131,072, more than
    /// people write in a game. Such a tree takes up to 60 megabytes while it is read, and 40 megabytes afterwards.
    pub const LIMIT: usize = 1 << 17;

    /// Does the same as [`read_lenient`](Self::read_lenient) with the letters of a language that the caller knows. [`letters`](Self::letters)
    /// tells which letters were taken.
    ///
    /// ```
    /// use chess0x88::{ChessRules, san};
    /// use chess0x88_pgn::{GameTree, Reader};
    ///
    /// let finnish =
    ///     san::LANGUAGES.iter().find(|(names, _)| names.contains(&"Finnish")).unwrap().1;
    /// let mut reader = Reader::new("1. e4 e5 2. Rf3 *");
    /// let (game, error) =
    ///     GameTree::<ChessRules>::read_with_letters(&mut reader, finnish).unwrap();
    /// assert_eq!((game.to_string(), error), ("1. e4 e5 2. Nf3 *\n".into(), None));
    /// ```
    pub fn read_with_letters(reader: &mut Reader<'_>, letters: PieceLetters) -> Option<(Self, Option<PgnError>)> {
        Self::read_with(reader, Self::LIMIT, Some(letters)).map(|(reading, error)| (reading.build.tree, error))
    }

    /// Does the same as [`read_lenient`](Self::read_lenient) with another [limit](Self::LIMIT). Parts beyond the limit are
    /// skipped, with [`PgnError::TooLarge`].
    ///
    /// ```
    /// use chess0x88::ChessRules;
    /// use chess0x88_pgn::{GameTree, PgnError, Reader};
    ///
    /// let mut reader = Reader::new(b"1. e4 e5 2. Nf3 Nc6 *");
    /// let (game, error) = GameTree::<ChessRules>::read_with_limit(&mut reader, 3).unwrap();
    /// assert_eq!(game.to_string(), "1. e4 e5 2. Nf3 *\n");
    /// assert_eq!(error, Some(PgnError::TooLarge { limit: 3, offset: 16, line: 1 }));
    /// ```
    pub fn read_with_limit(reader: &mut Reader<'_>, limit: usize) -> Option<(Self, Option<PgnError>)> {
        Self::read_any(reader, limit).map(|(reading, error)| (reading.build.tree, error))
    }

    fn read_any<'a>(reader: &mut Reader<'a>, limit: usize) -> Option<(Reading<'a, R>, Option<PgnError>)> {
        let before = reader.clone();
        let read = Self::read_with(reader, limit, None)?;
        let letters = match read.0.letters {
            // Some programs write English moves beside a Thai FEN.
            Some(_) => Some(PieceLetters::ENGLISH).filter(|_| read.0.is_move_wrong),
            None if read.0.is_move_wrong || read.0.build.tree.tag(LANGUAGE).is_some() => {
                letters_of::<R>(&before).filter(|letters| *letters != PieceLetters::ENGLISH)
            }
            None => None,
        };
        let Some(letters) = letters else { return Some(read) };
        let after = reader.clone();
        reader.go_back(&before);
        let again = Self::read_with(reader, limit, Some(letters));
        if read.0.letters.is_some() && again.as_ref().is_none_or(|(english, _)| english.is_move_wrong) {
            *reader = after;
            return Some(read);
        }
        again
    }

    /// Reads with `letters`. English letters need none.
    fn read_with<'a>(
        reader: &mut Reader<'a>,
        limit: usize,
        letters: Option<PieceLetters>,
    ) -> Option<(Reading<'a, R>, Option<PgnError>)> {
        let mut build = TreeBuilder::untagged(Position::startpos());
        build.tree.letters = letters.unwrap_or_default();
        let mut reading = Reading {
            build,
            letters,
            start: StartTags::default(),
            room: limit,
            limit,
            passes_variation: false,
            fault: None,
            is_lost: false,
            is_move_wrong: false,
        };
        let begun = reader.read_game(&mut reading);
        reading.drop_rights(reader);
        reading.build.close();
        let error = reading.fault.map(|(error, part)| part.map_or(error, |part| error.at(reader.place_of(part))));
        begun.then_some((reading, error))
    }

    /// Reads all games, and goes on after errors.
    ///
    /// ```
    /// use chess0x88::ChessRules;
    /// use chess0x88_pgn::GameTree;
    ///
    /// let games = GameTree::<ChessRules>::read_all(b"1. e4 * 1. e5 * 1. d4 *");
    /// assert!(games.map(|game| game.is_ok()).eq([true, false, true]));
    /// ```
    pub fn read_all(input: &[u8]) -> impl Iterator<Item = Result<Self, PgnError>> {
        let mut reader = Reader::new(input);
        core::iter::from_fn(move || Self::read(&mut reader))
    }
}

/// Reads all games of chess in a text, and goes on after errors. For other games, [`GameTree::read_all`] names the rules.
///
/// ```
/// use chess0x88_pgn as pgn;
///
/// for game in pgn::games("[White \"Anna\"]\n1. e4 e5 *\n\n1. d4 d5 *") {
///     assert_eq!(game?.main_line().count(), 2);
/// }
/// # Ok::<(), pgn::PgnError>(())
/// ```
pub fn games<T: AsRef<[u8]> + ?Sized>(input: &T) -> impl Iterator<Item = Result<GameTree, PgnError>> {
    GameTree::read_all(input.as_ref())
}

/// Reads the first game of a text as [`GameTree::read`] does. Errors that cost nothing are ignored, and the tag `FEN` is read
/// leniently.
impl<R: Rules> FromStr for GameTree<R> {
    type Err = PgnError;

    fn from_str(text: &str) -> Result<Self, PgnError> {
        let mut reader = Reader::new(text.as_bytes());
        Self::read(&mut reader).unwrap_or_else(|| {
            let offset = text.len();
            Err(PgnError::NoGame { offset, line: reader.line_of(offset) })
        })
    }
}

/// A game that is read.
struct Reading<'a, R: Rules> {
    build: TreeBuilder<R>,
    letters: Option<PieceLetters>,
    start: StartTags<'a>,
    /// The number of parts that the tree may still take, and the limit.
    room: usize,
    limit: usize,
    /// `true` if the tree had no room for the last variation.
    passes_variation: bool,
    /// The first error, and the part of the input that has it, if the error has no place yet.
    fault: Option<(PgnError, Option<&'a [u8]>)>,
    /// `true` if a move, a comment or a variation was lost.
    is_lost: bool,
    is_move_wrong: bool,
}

/// The part of a game that an error costs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cost {
    Nothing,
    /// A tag or a glyph.
    Little,
    Moves,
}

const fn cost(error: &PgnError) -> Cost {
    match error {
        PgnError::Repaired { .. }
        | PgnError::CastlingRights { .. }
        | PgnError::Start { error: StartError::MissingFen, .. }
        | PgnError::UnknownSymbol { .. }
        | PgnError::UnexpectedByte { .. }
        | PgnError::UnopenedVariation { .. }
        | PgnError::NextGame { .. } => Cost::Nothing,
        PgnError::TagName { .. }
        | PgnError::TagValue { .. }
        | PgnError::UnclosedTag { .. }
        | PgnError::StrayTag { .. }
        | PgnError::Nag { .. }
        | PgnError::LargeNag { .. } => Cost::Little,
        _ => Cost::Moves,
    }
}

impl<'a, R: Rules> Reading<'a, R> {
    /// Skips the rest of the line.
    #[cold]
    fn refuse(&mut self, error: PgnError, part: Option<&'a [u8]>) -> Flow {
        let cost_of_this = cost(&error);
        self.is_lost |= cost_of_this > Cost::Little;
        if self.fault.as_ref().is_none_or(|(first, _)| cost(first) == Cost::Nothing && cost_of_this > Cost::Nothing) {
            self.fault = Some((error, part));
        }
        Flow::Skip
    }

    /// Drops castling rights that only Chess960 has, if nothing shows that this is Chess960. The moves stay legal.
    fn drop_rights(&mut self, reader: &mut Reader<'_>) {
        let Some((start, remark)) = self.start.in_chess(reader) else { return };
        let tree = &mut self.build.tree;
        let castles = |step| match step {
            Step::Move(id) => tree.node(id).and_then(Node::mv).is_some_and(|mv| mv.kind() == MoveKind::Castle),
            Step::BeginVariation | Step::EndVariation => false,
        };
        if !tree.walk().any(castles) {
            tree.start = start;
            self.refuse(remark, None);
        }
    }

    /// Skips the rest of the line, for which there is no room.
    #[cold]
    fn is_full(&mut self, part: &'a [u8]) -> Flow {
        self.refuse(PgnError::TooLarge { limit: self.limit, offset: 0, line: 0 }, Some(part))
    }

    /// Takes room for a move, a comment, a tag or a variation. Returns `false` if there is none.
    fn has_room(&mut self, part: &'a [u8]) -> bool {
        let Some(room) = self.room.checked_sub(1) else {
            self.is_full(part);
            return false;
        };
        self.room = room;
        true
    }
}

impl<'a, R: Rules> Visitor<'a> for Reading<'a, R> {
    fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
        self.start.tag(name, value);
        if self.has_room(name) {
            let name = tag_name(name).map_or_else(|| Coded::plain(name).to_string(), String::from);
            self.build.tree.tags.push((name, value.to_string()));
        }
    }

    fn end_tags(&mut self) -> Flow {
        match self.start.repaired() {
            Ok((position, repair)) => {
                self.build.start_at(position);
                if self.letters.is_none() && self.start.letters::<R>() == PieceLetters::THAI {
                    self.letters = Some(PieceLetters::THAI);
                    self.build.tree.letters = PieceLetters::THAI;
                }
                if let Some(repair) = repair {
                    let part = self.start.culprit(&repair);
                    self.refuse(repair, Some(part));
                }
                Flow::Continue
            }
            Err(error) => {
                let error = PgnError::Start { error, offset: 0, line: 0 };
                self.refuse(error, Some(self.start.culprit(&error)))
            }
        }
    }

    fn san(&mut self, san: &'a [u8], _offset: usize) -> Flow {
        if !self.has_room(san) {
            return Flow::Skip;
        }
        match self.build.play_san(san, self.letters.unwrap_or(PieceLetters::ENGLISH)) {
            Ok(_) => Flow::Continue,
            Err(EditError::San(error)) => {
                self.is_move_wrong = true;
                let error = PgnError::Move { san: Word::new(san), error, offset: 0, line: 0 };
                self.refuse(error, Some(san))
            }
            Err(_) => self.is_full(san),
        }
    }

    fn nag(&mut self, nag: u8) {
        self.build.nag(nag);
    }

    fn comment(&mut self, comment: RawText<'a>) {
        if self.has_room(comment.as_bytes()) {
            self.build.comment(comment.to_string());
        }
    }

    fn begin_variation(&mut self) -> Flow {
        if !self.has_room(&[]) {
            self.passes_variation = true;
            return Flow::Skip;
        }
        self.build.begin_variation();
        Flow::Continue
    }

    fn end_variation(&mut self) {
        if mem::take(&mut self.passes_variation) {
            return;
        }
        self.build.end_variation();
    }

    fn end_game(&mut self, result: Option<GameResult>) {
        self.build.tree.end_with(result);
    }

    fn error(&mut self, error: PgnError) {
        self.refuse(error, None);
    }
}
