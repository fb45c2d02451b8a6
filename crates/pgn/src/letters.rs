//! The language of the letters of the pieces.

use super::{Flow, RawText, Reader, StartTags, Visitor, glyph, play_san_with};
use chess0x88::san::{LANGUAGES, PieceLetters, SanError};
use chess0x88::{Move, Position, Rules};

/// Finds the piece letters of the next game, as [`language_of`] does.
///
/// [`GameTree`](super::GameTree) calls it after a wrong move, so it reads games in other languages too. In your own visitor, use
/// [`play_san_with`] with the letters.
///
/// ```
/// use chess0x88::{ChessRules, Role};
/// use chess0x88_pgn::{self as pgn, Reader};
///
/// let letters =
///     pgn::letters_of::<ChessRules>(&Reader::new("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 *"))
///         .unwrap();
/// assert_eq!((letters.letter(Role::Knight), letters.letter(Role::Bishop)), ("S", "L"));
/// assert!(pgn::letters_of::<ChessRules>(&Reader::new("1. e4 e5 2. Yf3 *")).is_none());
/// // A knight's move in German, a bishop's in Czech.
/// let either = "[FEN \"4k3/8/8/8/8/8/4N3/2B1K3 w - - 0 1\"]\n1. Sf4 *";
/// assert!(pgn::letters_of::<ChessRules>(&Reader::new(either)).is_none());
/// ```
#[must_use]
pub fn letters_of<R: Rules>(reader: &Reader<'_>) -> Option<PieceLetters> {
    language_of::<R>(reader).map(|&(_, letters)| letters)
}

/// Finds the entry of [`LANGUAGES`] in which the next game is written. The reader does not move.
///
/// It is English, unless something shows another language: a letter in its moves that is no piece in English, or a tag `Language` with
/// the name of a language in English or with its two letters of ISO 639. A wrong move alone shows nothing. Then the language is taken
/// that reads the most moves of the main line, more than English, and that has all letters of the moves that it reads. It returns `None`
/// if no language does, or if two do and give different moves.
///
/// ```
/// use chess0x88::ChessRules;
/// use chess0x88_pgn::{self as pgn, Reader};
///
/// let names = |game| {
///     pgn::language_of::<ChessRules>(&Reader::new(game)).map(|(names, _)| names[0])
/// };
/// assert_eq!(names("1. e4 e5 2. Cf3 Cc6 3. Fb5 *"), Some("French"));
/// // In Finnish the knight is R. But nothing says that this is Finnish.
/// assert_eq!(names("1. e4 e5 2. Rf3 *"), Some("English"));
/// assert_eq!(names("[Language \"Finnish\"]\n\n1. e4 e5 2. Rf3 *"), Some("Finnish"));
/// ```
#[must_use]
pub fn language_of<R: Rules>(reader: &Reader<'_>) -> Option<&'static (&'static [&'static str], PieceLetters)> {
    let mut found = Readings::<R> {
        tags: StartTags::default(),
        by_language: LANGUAGES.map(|_| None),
        named: None,
        foreign: 0,
        depth: 0,
    };
    reader.clone().read_game(&mut found);
    let reading = |at: usize| found.by_language[at].as_ref().filter(|reading| !reading.lacks_letter);
    let (english, named) = (found.by_language[0].as_ref()?, found.named);
    // The language of the tag, else those with a letter that shows that it is not English.
    let shows = |at: usize| found.foreign & letters_in::<R>(LANGUAGES[at].1) != 0;
    let (is_shown, least) = (|at: usize| shows(at) || named == Some(at), english.plies);
    let best = (1..LANGUAGES.len()).filter(|&at| is_shown(at)).filter_map(|at| Some((reading(at)?, at)));
    let most = best.clone().map(|(reading, _)| reading.plies).max().unwrap_or(0);
    let mut alike = best.filter(|(reading, _)| reading.plies == most);
    let named = named.filter(|&at| reading(at).is_some_and(|reading| reading.plies == most.max(least)));
    if let Some(at) = named {
        return LANGUAGES.get(at);
    }
    match alike.next() {
        Some((first, at)) if most > least => {
            alike.all(|(reading, _)| reading.like == first.like).then(|| &LANGUAGES[at])
        }
        _ if found.foreign != 0 && english.is_wrong => None,
        _ => Some(&LANGUAGES[0]),
    }
}

/// Returns the English name of the language with these letters, the first if several languages have them; `None` for other letters.
///
/// ```
/// use chess0x88::san::{LANGUAGES, PieceLetters};
/// use chess0x88_pgn as pgn;
///
/// assert_eq!(pgn::language_name(PieceLetters::ENGLISH), Some("English"));
/// assert_eq!(pgn::language_name(LANGUAGES[1].1), Some("German"));
/// ```
#[must_use]
pub fn language_name(letters: PieceLetters) -> Option<&'static str> {
    let (names, _) = LANGUAGES.iter().find(|(_, of)| *of == letters)?;
    names.first().copied()
}

/// The codes of ISO 639 for the [`LANGUAGES`], entry by entry.
const CODES: [&str; LANGUAGES.len()] =
    ["en", "de da no nb nn sv", "es it", "fr", "nl", "pt", "ru", "pl", "hu", "cs sk", "ro", "fi", "et", "is"];

/// Returns the set of the letters of a language.
fn letters_in<R: Rules>(letters: PieceLetters) -> u32 {
    R::ROLES.iter().flat_map(|&role| letters.letter(role).chars()).fold(0, |set, char| set | glyph::letter_bit(char))
}

/// Returns the language that the value of a tag names.
pub(super) fn named(value: &str) -> Option<usize> {
    let value = value.trim();
    let is_name = |name: &str| name.eq_ignore_ascii_case(value);
    let is_of = |&at: &usize| LANGUAGES[at].0.iter().any(|name| is_name(name)) || CODES[at].split(' ').any(is_name);
    (0..LANGUAGES.len()).find(is_of)
}

/// The readings of a game in all languages.
struct Readings<'a, R: Rules> {
    tags: StartTags<'a>,
    by_language: [Option<Reading<R>>; LANGUAGES.len()],
    /// The language that the tag names.
    named: Option<usize>,
    /// The letters of all moves that are no piece in English.
    foreign: u32,
    /// The number of open variations. Their moves are not played.
    depth: usize,
}

struct Reading<R: Rules> {
    position: Position<R>,
    /// The first language in this group: languages with the same moves so far.
    like: usize,
    last: Option<Move>,
    /// The number of moves before the first that is wrong.
    plies: usize,
    is_wrong: bool,
    /// `true` if the wrong move is not spelt in the letters of the language.
    lacks_letter: bool,
}

impl<'a, R: Rules> Visitor<'a> for Readings<'a, R> {
    fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
        self.tags.tag(name, value);
        if name.eq_ignore_ascii_case(b"Language") {
            self.named = value.as_str().and_then(named);
        }
    }

    fn end_tags(&mut self) -> Flow {
        let Ok(position) = self.tags.position() else { return Flow::Stop };
        let reading = Reading { position, like: 0, last: None, plies: 0, is_wrong: false, lacks_letter: false };
        self.by_language = LANGUAGES.map(|_| Some(Reading { ..reading }));
        Flow::Continue
    }

    fn san(&mut self, san: &'a [u8], _offset: usize) -> Flow {
        self.foreign |= glyph::foreign_letters::<R>(san);
        if self.depth > 0 {
            return Flow::Continue;
        }
        for (reading, (_, letters)) in self.by_language.iter_mut().zip(&LANGUAGES) {
            let Some(reading) = reading.as_mut().filter(|reading| !reading.is_wrong) else { continue };
            match play_san_with(&mut reading.position, san, *letters) {
                Ok(undo) => (reading.last, reading.plies) = (undo.played(), reading.plies + 1),
                Err(error) => {
                    (reading.is_wrong, reading.lacks_letter) = (true, matches!(error, SanError::Syntax { .. }));
                }
            }
        }
        // Languages of one group may read this move differently: then the group splits.
        let before = self.by_language.each_ref().map(|reading| {
            reading.as_ref().filter(|reading| !reading.is_wrong).map(|reading| (reading.like, reading.last))
        });
        for (reading, known) in self.by_language.iter_mut().zip(before) {
            if let Some(reading) = reading
                && known.is_some()
                && let Some(like) = before.iter().position(|other| *other == known)
            {
                reading.like = like;
            }
        }
        if before.iter().any(Option::is_some) { Flow::Continue } else { Flow::Stop }
    }

    fn begin_variation(&mut self) -> Flow {
        self.depth += 1;
        Flow::Continue
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
    }
}
