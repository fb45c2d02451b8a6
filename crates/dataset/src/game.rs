//! A game as the tables hold it, and how it is read out of PGN.

use std::borrow::Cow;
use std::collections::HashMap;

use chess0x88::san::{PieceLetters, SanError};
use chess0x88::{Chess, ChessRules, Move, Violations, fen};
use chess0x88_pgn::{
    self as pgn, Command, Flow, GameResult, PgnError, RawText, Reader, StartError, StartTags, Visitor, Word,
};

use crate::filter::Filter;
use crate::input::{Fault, Piece, reason_of};

/// The columns of text, and the tags that they hold.
pub const TEXTS: [(&str, &str); 13] = [
    ("event", "Event"),
    ("site", "Site"),
    ("round", "Round"),
    ("white", "White"),
    ("black", "Black"),
    ("white_title", "WhiteTitle"),
    ("black_title", "BlackTitle"),
    ("time_control", "TimeControl"),
    ("termination", "Termination"),
    ("eco", "ECO"),
    ("opening", "Opening"),
    ("variation", "Variation"),
    ("variant", "Variant"),
];

/// The columns of numbers, and the tags that they hold.
pub const NUMBERS: [(&str, &str); 4] = [
    ("white_rating", "WhiteElo"),
    ("black_rating", "BlackElo"),
    ("white_rating_diff", "WhiteRatingDiff"),
    ("black_rating_diff", "BlackRatingDiff"),
];

const EVENT: usize = 0;
const SITE: usize = 1;
const TIME_CONTROL: usize = 7;

/// A row of `games`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Game {
    /// The number of the file above the byte at which the game begins: see [`game_id`].
    pub id: i64,
    pub file: String,
    pub line: i64,
    pub byte: i64,
    /// In the order of [`TEXTS`].
    pub texts: [Option<String>; TEXTS.len()],
    /// In the order of [`NUMBERS`].
    pub numbers: [Option<i16>; NUMBERS.len()],
    pub date: PartialDate,
    /// Microseconds since 1970, by `UTCDate` and `UTCTime`.
    pub utc: Option<i64>,
    pub result: Option<GameResult>,
    /// The start of the game, if it is not the usual one.
    pub fen: Option<String>,
    /// The bits of each move; 0 is a null move.
    pub moves: Vec<u16>,
    /// The seconds that the player has left after each move.
    pub clocks: Vec<Option<f64>>,
    /// The evaluation of an engine after each move: see [`eval_of`].
    pub evals: Vec<Option<i16>>,
    /// The tags that have no column, and those whose value no column can hold.
    pub tags: Vec<(String, String)>,
    /// The first fault. The moves are whole all the same.
    pub error: Option<Fault>,
}

/// The number of a game: its file's in the upper bits, the byte at which it begins in the lower 44. It is the same for any number
/// of threads, whichever of them reads a part of the file.
#[must_use]
pub const fn game_id(file: usize, byte: u64) -> i64 {
    ((file as i64) << 44) | (byte & ((1 << 44) - 1)) as i64
}

/// A date as PGN has it, where each part may be unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartialDate {
    pub year: Option<i16>,
    pub month: Option<i8>,
    pub day: Option<i8>,
}

impl PartialDate {
    /// `1992.11.04`, `1992.??.??`
    fn parse(text: &str) -> Option<PartialDate> {
        let mut parts = text.split('.');
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        let part = |text: &str, length: usize, range: std::ops::RangeInclusive<i16>| {
            if text.len() != length {
                return None;
            }
            if text.bytes().all(|byte| byte == b'?') {
                return Some(None);
            }
            let number = text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<i16>().ok())??;
            range.contains(&number).then_some(Some(number))
        };
        let year = part(year, 4, 0..=9999)?;
        let month = part(month, 2, 1..=12)?.map(|month| month as i8);
        let day = part(day, 2, 1..=31)?.map(|day| day as i8);
        let date = PartialDate { year, month, day };
        // A whole date must be one of the calendar.
        let is_whole = year.is_some() && month.is_some() && day.is_some();
        (parts.next().is_none() && (!is_whole || date.days().is_some())).then_some(date)
    }

    /// Days since 1970, of a date without a gap.
    #[must_use]
    pub fn days(self) -> Option<i32> {
        let (year, month, day) = (i32::from(self.year?), i32::from(self.month?), i32::from(self.day?));
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let lengths = [31, 28 + i32::from(is_leap), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let length = *lengths.get(usize::try_from(month - 1).ok()?)?;
        if day < 1 || day > length {
            return None;
        }
        // Years that begin in March, so that the leap day is the last: days from the civil calendar.
        let year = if month <= 2 { year - 1 } else { year };
        let (era, month) = (year.div_euclid(400), (month + 9) % 12);
        let of_era = year.rem_euclid(400);
        let of_year = (153 * month + 2) / 5 + day - 1;
        Some(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
    }

    /// The date so many days after the first of 1970.
    #[must_use]
    pub fn of_days(days: i32) -> PartialDate {
        let days = i64::from(days) + 719_468;
        let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let of_era = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let of_year = day - (365 * of_era + of_era / 4 - of_era / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = of_era + era * 400 + i64::from(month <= 2);
        PartialDate { year: Some(year as i16), month: Some(month as i8), day: Some(day as i8) }
    }

    /// As PGN writes it.
    #[must_use]
    pub fn to_pgn(self) -> String {
        let part = |number: Option<i16>, width: usize| {
            number.map_or_else(|| "?".repeat(width), |number| format!("{number:0width$}"))
        };
        format!("{}.{}.{}", part(self.year, 4), part(self.month.map(i16::from), 2), part(self.day.map(i16::from), 2))
    }
}

/// `12:34:56`, in seconds.
fn seconds_of_day(text: &str) -> Option<i64> {
    let mut parts = text.split(':').map(|part| (part.len() == 2).then(|| part.parse::<u8>().ok())?);
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    let is_time = parts.next().is_none() && hours < 24 && minutes < 60 && seconds < 60;
    is_time.then(|| i64::from(hours) * 3600 + i64::from(minutes) * 60 + i64::from(seconds))
}

/// A time control of one period, `180+2` or `600`: seconds at the start, and for each move.
#[must_use]
pub fn time_control(text: &str) -> Option<(i32, i32)> {
    let (initial, increment) = text.split_once('+').unwrap_or((text, "0"));
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<i32>().ok())?;
    Some((number(initial)?, number(increment)?))
}

/// An evaluation as a number of 16 bits, by Aix's code: hundredths of a pawn from White's point of view; 32767 is mate in 1 for White,
/// 32256 mate in 512, -32768 mate in 1 for Black, -32257 mate in 512.
#[must_use]
pub fn eval_of(command: &Command<'_>, white_has_moved: bool) -> Option<i16> {
    match *command {
        Command::Eval { centipawns, .. } => Some(centipawns.clamp(-32_256, 32_255) as i16),
        // A mate on the board is the one that was just given.
        Command::Mate { moves: 0, .. } => Some(if white_has_moved { i16::MAX } else { i16::MIN }),
        Command::Mate { moves, .. } if moves > 0 => Some((32_768 - moves.min(512)) as i16),
        Command::Mate { moves, .. } => Some((-32_769 - moves.max(-512)) as i16),
        _ => None,
    }
}

/// Returns the evaluation that a number of [`eval_of`] stands for, without a depth.
#[must_use]
pub const fn command_of(eval: i16) -> Command<'static> {
    match eval {
        32_256.. => Command::Mate { moves: 32_768 - eval as i32, depth: None },
        ..=-32_257 => Command::Mate { moves: -32_769 - eval as i32, depth: None },
        centipawns => Command::Eval { centipawns: centipawns as i32, depth: None },
    }
}

impl Game {
    /// The position from which the game starts.
    ///
    /// # Errors
    /// A FEN that is none.
    pub fn start(&self) -> Result<Chess, fen::FenError> {
        match &self.fen {
            Some(fen) => start_of(fen),
            None => Ok(Chess::startpos()),
        }
    }

    /// The part behind the last slash, where Lichess keeps the games.
    #[must_use]
    pub fn lichess_id(&self) -> Option<&str> {
        let id = self.texts[SITE].as_deref()?.strip_prefix("https://lichess.org/")?.get(..8)?;
        id.bytes().all(|byte| byte.is_ascii_alphanumeric()).then_some(id)
    }

    /// The tournament on Lichess that the event names.
    #[must_use]
    pub fn tournament(&self) -> Option<&str> {
        // Few events have a slash. To look for one is sooner than to look for all of this.
        let event = self.texts[EVENT].as_deref().filter(|event| event.contains('/'))?;
        let (_, id) = event.split_once("https://lichess.org/tournament/")?;
        Some(id.split(|char: char| !char.is_ascii_alphanumeric()).next().unwrap_or(id)).filter(|id| !id.is_empty())
    }

    /// The time at the start and for each move, of a time control of one period.
    #[must_use]
    pub fn time(&self) -> Option<(i32, i32)> {
        time_control(self.texts[TIME_CONTROL].as_deref()?)
    }

    /// As PGN writes it.
    #[must_use]
    pub fn result(&self) -> &'static str {
        self.result.unwrap_or(GameResult::Unknown).as_str()
    }

    /// Takes what a tag says, in texts that are spare. A value that its column cannot hold stays a tag.
    fn take_tag(&mut self, name: &[u8], value: &str, utc: &mut Utc, spare: &mut Vec<String>) {
        let is_unknown = matches!(value, "" | "?");
        let mut owned = |text: &str| {
            let mut owned = spare.pop().unwrap_or_default();
            owned.clear();
            owned.push_str(text);
            owned
        };
        if let Some(text) = TEXTS.iter().position(|&(_, tag)| tag.as_bytes() == name) {
            self.texts[text] = (!is_unknown).then(|| owned(value));
            return;
        }
        if let Some(number) = NUMBERS.iter().position(|&(_, tag)| tag.as_bytes() == name) {
            self.numbers[number] = value.trim_start_matches('+').parse().ok();
            if self.numbers[number].is_some() || is_unknown || value == "-" {
                return;
            }
        }
        match name {
            b"Date" => match PartialDate::parse(value) {
                Some(date) => return self.date = date,
                None if is_unknown => return,
                None => self.date = PartialDate::default(),
            },
            b"UTCDate" => return utc.date = Some(value.to_owned()),
            b"UTCTime" => return utc.time = Some(value.to_owned()),
            // The start has a column of its own, and so has the result.
            b"FEN" | b"SetUp" | b"Result" => return,
            _ => {}
        }
        self.tags.push((owned(&String::from_utf8_lossy(name)), owned(value)));
    }

    fn take_utc(&mut self, utc: Utc) {
        let date = utc.date.as_deref().and_then(PartialDate::parse).and_then(PartialDate::days);
        let time = utc.time.as_deref().and_then(seconds_of_day);
        self.utc = date.zip(time).map(|(days, seconds)| (i64::from(days) * 86_400 + seconds) * 1_000_000);
        if self.utc.is_none() {
            let tags = [("UTCDate", utc.date), ("UTCTime", utc.time)];
            self.tags.extend(tags.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
        }
    }
}

#[derive(Default)]
struct Utc {
    date: Option<String>,
    time: Option<String>,
}

/// The position of a FEN that may be of a study: what no game leads to is tolerated as far as it can be played.
///
/// # Errors
/// Why it is none.
pub fn start_of(fen: &str) -> Result<Chess, fen::FenError> {
    fen::parse_with::<ChessRules>(fen, Violations::TOLERABLE)
}

/// A row of `errors`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bad {
    pub file: usize,
    pub line: i64,
    pub byte: i64,
    pub reason: String,
    /// All moves of the game are among `games` nevertheless.
    pub is_kept: bool,
}

/// A receiver of the games of a piece.
pub trait Take {
    /// A game that is wanted, with each position before a move and the last one, if they were asked for.
    fn game(&mut self, game: &Game, positions: &[Chess]);
    /// Takes a fault.
    fn bad(&mut self, bad: Bad);
}

/// The games and columns that are wanted.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    pub filter: Option<Filter>,
    pub sample: Option<Sample>,
    pub positions: bool,
    /// The number of the first file in `game_id`.
    pub first_file: usize,
}

/// A share of the games, the same ones whenever they are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    pub share: f64,
    pub seed: u64,
}

impl Sample {
    /// Returns `true` if a game is in the sample.
    #[must_use]
    pub fn has(self, id: i64) -> bool {
        let bits = mix(id as u64 ^ self.seed.rotate_left(32));
        ((bits >> 11) as f64) < self.share * (1_u64 << 53) as f64
    }
}

/// The number that SplitMix64 makes of a state.
pub(crate) const fn mix(state: u64) -> u64 {
    let mut bits = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// Reads all games of a piece. How many there were, wanted or not.
///
/// A game with an illegal move is taken as far as it is legal, and one that is not closed as far as it goes.
pub fn read_piece(piece: &Piece, file: &str, wanted: &Wanted, take: &mut dyn Take) -> u64 {
    let (text, place) = (&piece.text[..], piece.place);
    let mut reader = Reader::new(text);
    let mut harvester = Harvester::new(wanted);
    (harvester.text, harvester.place) = (text, (place.file, place.byte));
    file.clone_into(&mut harvester.game.file);
    let mut games = 0;
    while let Some(found) = harvester.read(&mut reader) {
        games += 1;
        let mut bads = Vec::new();
        for Said { offset, reason, is_fatal } in found.said {
            let line = place.line as i64 + reader.line_of(offset) as i64 - 1;
            let byte = (place.byte + offset as u64) as i64;
            bads.push(Bad { file: place.file, line, byte, reason, is_kept: !is_fatal });
        }
        let game = &mut harvester.game;
        // A malformed tag without any game to it is no game.
        if !found.is_game {
            bads.into_iter().for_each(|bad| take.bad(Bad { is_kept: false, ..bad }));
            continue;
        }
        let byte = game.byte as usize;
        game.line = place.line as i64 + reader.line_of(byte) as i64 - 1;
        game.byte = (place.byte + byte as u64) as i64;
        game.id = game_id(wanted.first_file + place.file, place.byte + byte as u64);
        game.result.get_or_insert(GameResult::Unknown);
        // What loses moves is said first.
        let worst = bads.iter().find(|bad| !bad.is_kept).or(bads.first());
        game.error =
            worst.map(|bad| Fault { byte: bad.byte as u64, line: bad.line as u64, reason: bad.reason.clone() });
        let is_wanted = wanted.sample.is_none_or(|sample| sample.has(game.id))
            && wanted.filter.as_ref().is_none_or(|filter| filter.holds(game) == Some(true));
        bads.into_iter().filter(|bad| is_wanted || !bad.is_kept).for_each(|bad| take.bad(bad));
        if is_wanted {
            take.game(game, &harvester.positions);
        }
    }
    for fault in &piece.faults {
        let (line, byte, reason) = (fault.line as i64, fault.byte as i64, fault.reason.clone());
        take.bad(Bad { file: place.file, line, byte, reason, is_kept: false });
        games += 1;
    }
    games
}

/// Returns `true` if moves are lost with an error.
const fn is_fatal(error: &PgnError) -> bool {
    matches!(
        error,
        PgnError::UnclosedComment { .. }
            | PgnError::UnclosedVariation { .. }
            | PgnError::TooLarge { .. }
            | PgnError::TooLong { .. }
            | PgnError::Move { .. }
            | PgnError::Start { .. }
    )
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// No game.
    None,
    /// Its tags are being read.
    Begun,
    /// It has a start, and has not ended.
    Playing,
    Ended,
    /// It is not wanted.
    Skipped,
}

enum Wrong<'a> {
    Text(PgnError),
    Start(StartError),
    Move(&'a [u8], usize, SanError),
    Said(usize, String),
}

/// The result of a game. The game itself is the harvester's.
pub(crate) struct Found {
    /// It has a start, and a tag, a move or a result.
    pub is_game: bool,
    pub said: Vec<Said>,
}

/// Something wrong at a byte of the text.
pub(crate) struct Said {
    pub offset: usize,
    pub reason: String,
    /// Moves are lost with it.
    pub is_fatal: bool,
}

/// Reads one game after the other.
pub(crate) struct Harvester<'a, 't> {
    pub text: &'a [u8],
    place: (usize, u64),
    wanted: &'t Wanted,
    /// The start of a game without a tag `FEN`.
    pub start: Chess,
    /// Clocks and evaluations are asked for.
    pub with_comments: bool,
    /// Its byte counts from the beginning of the text until the game is taken.
    pub game: Game,
    start_tags: StartTags<'a>,
    tags: Vec<(&'a [u8], RawText<'a>)>,
    /// Texts of games before, for their room.
    spare: Vec<String>,
    position: Chess,
    positions: Vec<Chess>,
    state: State,
    faults: Vec<Wrong<'a>>,
    /// The game has a tag, a move or a result.
    has_text: bool,
    white_first: bool,
    /// The letters of the pieces, if they are not English.
    letters: Option<PieceLetters>,
}

impl<'a, 't> Harvester<'a, 't> {
    pub(crate) fn new(wanted: &'t Wanted) -> Self {
        Harvester {
            text: &[],
            place: (0, 0),
            wanted,
            start: Chess::startpos(),
            with_comments: true,
            game: Game::default(),
            start_tags: StartTags::default(),
            tags: Vec::new(),
            spare: Vec::new(),
            position: Chess::startpos(),
            positions: Vec::new(),
            state: State::None,
            faults: Vec::new(),
            has_text: false,
            white_first: true,
            letters: None,
        }
    }

    /// Reads the next game that the filter's columns of tags do not refuse. `None` at the end.
    pub(crate) fn read(&mut self, reader: &mut Reader<'a>) -> Option<Found> {
        let before = reader.clone();
        reader.read_game(self);
        // Pieces may have the letters of another language.
        if self.faults.iter().any(|fault| matches!(fault, Wrong::Move(..)))
            && let Some(letters) = pgn::letters_of::<ChessRules>(&before)
        {
            (*reader, self.letters) = (before, Some(letters));
            self.faults.clear();
            reader.read_game(self);
            self.letters = None;
        }
        let state = std::mem::replace(&mut self.state, State::None);
        match state {
            State::None => return None,
            // The moves before what is wrong are known.
            State::Playing => self.finish(None),
            State::Begun | State::Ended | State::Skipped => {}
        }
        let mut said: Vec<Said> = Vec::new();
        for fault in std::mem::take(&mut self.faults) {
            let (offset, reason, is_fatal) = match fault {
                Wrong::Text(error) => (error.offset(), reason_of(&error), is_fatal(&error)),
                Wrong::Start(error) => {
                    let error = self.start_tags.locate(error, reader);
                    (error.offset(), reason_of(&error), true)
                }
                Wrong::Move(san, offset, error) => (offset, format!("{}: {error}", Word::new(san)), true),
                Wrong::Said(offset, reason) => (offset, reason, false),
            };
            said.push(Said { offset, reason, is_fatal });
        }
        if matches!(state, State::Skipped) {
            said.clear();
        }
        let is_game = matches!(state, State::Playing | State::Ended) && (self.has_text || said.is_empty());
        Some(Found { is_game, said })
    }

    /// Forgets the game, but for its room and its file.
    pub(crate) fn clear(&mut self) {
        let mut old = std::mem::take(&mut self.game);
        old.moves.clear();
        old.clocks.clear();
        old.evals.clear();
        self.spare.extend(old.texts.into_iter().flatten());
        self.spare.extend(old.tags.drain(..).flat_map(<[String; 2]>::from));
        let Game { file, moves, clocks, evals, tags, .. } = old;
        self.game = Game { file, moves, clocks, evals, tags, ..Game::default() };
        self.start_tags = StartTags::default();
        self.tags.clear();
        self.positions.clear();
        self.has_text = false;
    }

    /// Ends the game behind its last move.
    fn finish(&mut self, result: Option<GameResult>) {
        let game = &mut self.game;
        self.has_text |= !game.moves.is_empty() || result.is_some();
        if !game.clocks.is_empty() {
            game.clocks.resize(game.moves.len(), None);
        }
        if !game.evals.is_empty() {
            game.evals.resize(game.moves.len(), None);
        }
        let said = game.result;
        game.result = result.or(said);
        let Some((said, end)) = said.zip(result) else { return };
        let tag = self.tags.iter().rev().find(|(name, _)| *name == b"Result");
        if let Some((_, value)) = tag.filter(|_| said != end && said != GameResult::Unknown) {
            let reason = format!("the tag Result says {said}, but the moves end with {end}: that counts");
            self.faults.push(Wrong::Said(self.offset_of(value.as_bytes()), reason));
        }
    }

    /// The byte of the text at which a part of it stands.
    fn offset_of(&self, part: &[u8]) -> usize {
        part.as_ptr().addr() - self.text.as_ptr().addr()
    }

    fn read_tags(&mut self) {
        let tags = std::mem::take(&mut self.tags);
        let mut utc = Utc::default();
        // A map for many, so that no file takes more than linear time; for those that games have, a look at each is sooner.
        let mut seen = HashMap::new();
        let mut before = |index: usize, name: &'a [u8]| {
            if tags.len() > 64 {
                seen.insert(name, index)
            } else {
                tags[..index].iter().rposition(|&(known, _)| known == name)
            }
        };
        // The tags that a later one of the same name takes the place of.
        let mut stale = Vec::new();
        for (index, &(name, value)) in tags.iter().enumerate() {
            let Some(before) = before(index, name) else { continue };
            stale.push(before);
            let before = tags[before].1;
            if before.as_bytes() != value.as_bytes() {
                let (name, before) = (Word::new(name), Word::new(before.as_bytes()));
                let reason = format!("the tag {name} repeats, and said \"{before}\" before: the last one counts");
                self.faults.push(Wrong::Said(self.offset_of(value.as_bytes()), reason));
            }
        }
        stale.sort_unstable();
        for (index, (name, value)) in tags.iter().enumerate() {
            if stale.binary_search(&index).is_ok() {
                continue;
            }
            if *name == b"Result" {
                self.game.result = GameResult::from_ascii(value.as_bytes());
            }
            self.game.take_tag(name, &text_of(*value), &mut utc, &mut self.spare);
        }
        self.game.take_utc(utc);
        self.tags = tags;
    }
}

/// Says something about the last of so many moves. Nothing is known of those before that nothing was said about.
fn put<T: Copy>(values: &mut Vec<Option<T>>, plies: usize, value: T) {
    if values.len() >= plies {
        values.truncate(plies - 1);
    } else if values.len() < plies - 1 {
        values.resize(plies - 1, None);
    }
    values.push(Some(value));
}

fn text_of(value: RawText<'_>) -> Cow<'_, str> {
    value.as_str().map_or_else(|| value.chars().collect::<String>().into(), Cow::Borrowed)
}

impl<'a> Visitor<'a> for Harvester<'a, '_> {
    fn begin_game(&mut self, offset: usize) {
        self.clear();
        self.game.byte = offset as i64;
        self.state = State::Begun;
    }

    fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
        self.has_text = true;
        self.start_tags.tag(name, value);
        self.tags.push((name, value));
    }

    fn end_tags(&mut self) -> Flow {
        self.read_tags();
        self.game.id = game_id(self.wanted.first_file + self.place.0, self.place.1 + self.game.byte as u64);
        let is_wanted = self.wanted.sample.is_none_or(|sample| sample.has(self.game.id))
            && self.wanted.filter.as_ref().is_none_or(|filter| filter.holds_for_tags(&self.game) != Some(false));
        if !is_wanted {
            // Its moves are passed over, at scanning speed.
            self.state = State::Skipped;
            return Flow::Skip;
        }
        let has_start = self.tags.iter().any(|&(name, _)| name == b"FEN");
        let start = self.start_tags.position::<ChessRules>();
        match start.map(|position| if has_start { position } else { self.start }) {
            Ok(position) => {
                self.state = State::Playing;
                self.white_first = position.turn() == chess0x88::Color::White;
                self.game.fen = (position != Chess::startpos()).then(|| position.fen().to_string());
                self.position = position;
                if self.wanted.positions {
                    self.positions.push(position);
                }
                Flow::Continue
            }
            Err(error) => {
                self.faults.push(Wrong::Start(error));
                Flow::Stop
            }
        }
    }

    #[inline]
    fn san(&mut self, san: &'a [u8], offset: usize) -> Flow {
        let undo = match self.letters {
            None => pgn::play_san(&mut self.position, san),
            Some(letters) => pgn::play_san_with(&mut self.position, san, letters),
        };
        match undo {
            Ok(undo) => {
                self.game.moves.push(undo.played().map_or(0, Move::bits));
                if self.wanted.positions {
                    self.positions.push(self.position);
                }
                Flow::Continue
            }
            Err(error) => {
                self.faults.push(Wrong::Move(san, offset, error));
                Flow::Stop
            }
        }
    }

    fn comment(&mut self, comment: RawText<'a>) {
        let plies = self.game.moves.len();
        if plies == 0 || !self.with_comments {
            return;
        }
        let white_has_moved = (plies % 2 == 1) == self.white_first;
        for command in comment.commands() {
            if let Command::Clock(left) = command {
                put(&mut self.game.clocks, plies, left.as_secs_f64());
            } else if let Some(eval) = eval_of(&command, white_has_moved) {
                put(&mut self.game.evals, plies, eval);
            }
        }
    }

    fn begin_variation(&mut self) -> Flow {
        Flow::Skip
    }

    fn end_game(&mut self, result: Option<GameResult>) {
        if matches!(self.state, State::Playing) {
            self.state = State::Ended;
            self.finish(result);
        }
    }

    fn error(&mut self, error: PgnError) {
        self.faults.push(Wrong::Text(error));
    }
}
