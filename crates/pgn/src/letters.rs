//! The language of the letters of the pieces.

use super::{Flow, RawText, Reader, StartTags, Visitor, play_san_with};
use chess0x88::san::{LANGUAGES, PieceLetters};
use chess0x88::{Move, Position, Rules};

/// Finds the piece letters with which all moves of the next game's main line are legal. The reader does not move.
///
/// English letters come first. Otherwise it tries the [`LANGUAGES`]. It returns `None` if no language fits, or if two languages
/// fit and give different moves.
///
/// [`GameTree`](super::GameTree) calls it after a wrong move, so it reads games in other languages too. In your own visitor, use
/// [`play_san_with`] with the letters.
///
/// ```
/// use chess0x88_pgn::{self as pgn, Reader};
/// use chess0x88::{ChessRules, Role};
///
/// let letters = pgn::letters_of::<ChessRules>(&Reader::new("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 *")).unwrap();
/// assert_eq!((letters.letter(Role::Knight), letters.letter(Role::Bishop)), ("S", "L"));
/// assert!(pgn::letters_of::<ChessRules>(&Reader::new("1. e4 e5 2. Xf3 *")).is_none());
/// // A knight's move in German, a bishop's in Czech.
/// let either = "[FEN \"4k3/8/8/8/8/8/4N3/2B1K3 w - - 0 1\"]\n1. Sf4 *";
/// assert!(pgn::letters_of::<ChessRules>(&Reader::new(either)).is_none());
/// ```
#[must_use]
pub fn letters_of<R: Rules>(reader: &Reader<'_>) -> Option<PieceLetters> {
    let mut readings = Readings::<R> { tags: StartTags::default(), readings: LANGUAGES.map(|_| None) };
    reader.clone().read_game(&mut readings);
    let [english, others @ ..] = &readings.readings;
    let (_, english_letters) = LANGUAGES[0];
    if english.is_some() {
        return Some(english_letters);
    }
    let mut alike =
        others.iter().zip(&LANGUAGES[1..]).filter_map(|(reading, (_, letters))| Some((reading.as_ref()?, letters)));
    let (first, letters) = alike.next()?;
    alike.all(|(reading, _)| reading.like == first.like).then_some(*letters)
}

/// The readings of a game in all languages.
struct Readings<'a, R: Rules> {
    tags: StartTags<'a>,
    /// The readings of the languages in which all moves so far were legal.
    readings: [Option<Reading<R>>; LANGUAGES.len()],
}

struct Reading<R: Rules> {
    position: Position<R>,
    /// The first language in this group: languages with the same moves so far.
    like: usize,
    last: Option<Move>,
}

impl<'a, R: Rules> Visitor<'a> for Readings<'a, R> {
    fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
        self.tags.tag(name, value);
    }

    fn end_tags(&mut self) -> Flow {
        let Ok(position) = self.tags.position() else { return Flow::Stop };
        self.readings = LANGUAGES.map(|_| Some(Reading { position, like: 0, last: None }));
        Flow::Continue
    }

    fn san(&mut self, san: &'a [u8], _offset: usize) -> Flow {
        for (reading, (_, letters)) in self.readings.iter_mut().zip(&LANGUAGES) {
            *reading = reading.take().and_then(|mut reading| {
                reading.last = play_san_with(&mut reading.position, san, *letters).ok()?.played();
                Some(reading)
            });
        }
        // Languages of one group may read this move differently: then the group splits.
        let before =
            self.readings.each_ref().map(|reading| reading.as_ref().map(|reading| (reading.like, reading.last)));
        for (reading, known) in self.readings.iter_mut().zip(before) {
            if let Some(reading) = reading
                && let Some(like) = before.iter().position(|other| *other == known)
            {
                reading.like = like;
            }
        }
        if self.readings.iter().any(Option::is_some) { Flow::Continue } else { Flow::Stop }
    }

    fn begin_variation(&mut self) -> Flow {
        Flow::Skip
    }
}
