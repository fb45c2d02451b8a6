//! A game with the values of the tables.

use std::fmt::{self, Write as _};

use chess0x88::{Chess, ChessRules, Move, Violations, fen};
use chess0x88_openings::Opening;
use chess0x88_pgn::{Command, GameResult};

use crate::input::Fault;

/// The columns of text, each with its tag.
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

/// The columns of numbers, each with its tag.
pub const NUMBERS: [(&str, &str); 4] = [
    ("white_rating", "WhiteElo"),
    ("black_rating", "BlackElo"),
    ("white_rating_diff", "WhiteRatingDiff"),
    ("black_rating_diff", "BlackRatingDiff"),
];

const EVENT: usize = 0;
const SITE: usize = 1;
const TIME_CONTROL: usize = 7;
pub(crate) const ECO: usize = 9;
pub(crate) const OPENING: usize = 10;

/// A row of `games`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Game {
    /// The number of the first byte of its file, plus the byte where the game begins: see [`mix`](crate::mix).
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
    /// The seconds that each move took, as its comment says.
    pub elapsed: Vec<Option<f64>>,
    /// The evaluation of an engine after each move: see [`eval_of`].
    pub evals: Vec<Option<i16>>,
    /// The depth of each evaluation.
    pub depths: Vec<Option<i16>>,
    /// The comments before the first move and after each move, if they are asked for.
    pub comments: Vec<Option<String>>,
    /// The language of the pieces' letters, if it is not English.
    pub language: Option<&'static str>,
    /// The text of the moves, with comments and all, if it is asked for.
    pub movetext: Option<String>,
    /// The tags that have no column, and those whose value no column can hold.
    pub tags: Vec<(String, String)>,
    /// The first error that costs no move.
    pub error: Option<Fault>,
}

/// A date of PGN. Each part may be unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartialDate {
    pub year: Option<i16>,
    pub month: Option<i8>,
    pub day: Option<i8>,
}

impl PartialDate {
    /// Reads `1992.11.04` or `1992.??.??`.
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
        // A complete date must exist in the calendar.
        let is_whole = year.is_some() && month.is_some() && day.is_some();
        (parts.next().is_none() && (!is_whole || date.days().is_some())).then_some(date)
    }

    /// The days since 1970, for a complete date.
    #[must_use]
    pub fn days(self) -> Option<i32> {
        let (year, month, day) = (i32::from(self.year?), i32::from(self.month?), i32::from(self.day?));
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let lengths = [31, 28 + i32::from(is_leap), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let length = *lengths.get(usize::try_from(month - 1).ok()?)?;
        if day < 1 || day > length {
            return None;
        }
        // Counts years from March, so that the leap day is the last day of a year.
        let year = if month <= 2 { year - 1 } else { year };
        let (era, month) = (year.div_euclid(400), (month + 9) % 12);
        let of_era = year.rem_euclid(400);
        let of_year = (153 * month + 2) / 5 + day - 1;
        Some(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
    }

    /// Returns the date `days` days after 1 January 1970.
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

    /// Writes the date as in PGN.
    #[must_use]
    pub fn to_pgn(self) -> String {
        let part = |number: Option<i16>, width: usize| {
            number.map_or_else(|| "?".repeat(width), |number| format!("{number:0width$}"))
        };
        format!("{}.{}.{}", part(self.year, 4), part(self.month.map(i16::from), 2), part(self.day.map(i16::from), 2))
    }
}

/// Reads `12:34:56` as seconds.
fn seconds_of_day(text: &str) -> Option<i64> {
    let mut parts = text.split(':').map(|part| (part.len() == 2).then(|| part.parse::<u8>().ok())?);
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    let is_time = parts.next().is_none() && hours < 24 && minutes < 60 && seconds < 60;
    is_time.then(|| i64::from(hours) * 3600 + i64::from(minutes) * 60 + i64::from(seconds))
}

/// Reads a time control of one period, `180+2` or `600`: the seconds at the start and for each move.
#[must_use]
pub fn time_control(text: &str) -> Option<(i32, i32)> {
    let (initial, increment) = text.split_once('+').unwrap_or((text, "0"));
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<i32>().ok())?;
    Some((number(initial)?, number(increment)?))
}

/// Returns an evaluation as a number of 16 bits, by Aix's code, in hundredths of a pawn from White's point of view. 32767 is mate
/// in 1 for White, 32256 mate in 512; -32768 is mate in 1 for Black, -32257 mate in 512.
#[must_use]
pub fn eval_of(command: &Command<'_>, white_has_moved: bool) -> Option<i16> {
    match *command {
        Command::Eval { centipawns, .. } => Some(centipawns.clamp(-32_256, 32_255) as i16),
        // Mate in 0: the last move has mated.
        Command::Mate { moves: 0, .. } => Some(if white_has_moved { i16::MAX } else { i16::MIN }),
        Command::Mate { moves, .. } if moves > 0 => Some((32_768 - moves.min(512)) as i16),
        Command::Mate { moves, .. } => Some((-32_769 - moves.max(-512)) as i16),
        _ => None,
    }
}

/// Returns the command for a number of [`eval_of`] and its depth.
#[must_use]
pub const fn command_of(eval: i16, depth: Option<u32>) -> Command<'static> {
    match eval {
        32_256.. => Command::Mate { moves: 32_768 - eval as i32, depth },
        ..=-32_257 => Command::Mate { moves: -32_769 - eval as i32, depth },
        centipawns => Command::Eval { centipawns: centipawns as i32, depth },
    }
}

impl Game {
    /// Returns the start position of the game.
    ///
    /// # Errors
    /// A FEN that cannot be read.
    pub fn start(&self) -> Result<Chess, fen::FenError> {
        match &self.fen {
            Some(fen) => start_of(fen),
            None => Ok(Chess::startpos()),
        }
    }

    /// Returns the part after the last slash. On Lichess it is the id of the game.
    #[must_use]
    pub fn lichess_id(&self) -> Option<&str> {
        let id = self.texts[SITE].as_deref()?.strip_prefix("https://lichess.org/")?.get(..8)?;
        id.bytes().all(|byte| byte.is_ascii_alphanumeric()).then_some(id)
    }

    /// Returns the tournament on Lichess in the tag `Event`.
    #[must_use]
    pub fn tournament(&self) -> Option<&str> {
        // Few events have a slash, and a search for a slash is faster.
        let event = self.texts[EVENT].as_deref().filter(|event| event.contains('/'))?;
        let (_, id) = event.split_once("https://lichess.org/tournament/")?;
        Some(id.split(|char: char| !char.is_ascii_alphanumeric()).next().unwrap_or(id)).filter(|id| !id.is_empty())
    }

    /// The time at the start and for each move, in seconds, for a time control of one period.
    #[must_use]
    pub fn time(&self) -> Option<(i32, i32)> {
        time_control(self.texts[TIME_CONTROL].as_deref()?)
    }

    /// Writes the time control as in PGN.
    #[must_use]
    pub fn result(&self) -> &'static str {
        self.result.unwrap_or(GameResult::Unknown).as_str()
    }

    /// Stores the value of a tag, in a spare text. A value that does not fit its column stays a tag.
    pub(crate) fn take_tag(&mut self, name: &[u8], value: &str, utc: &mut Utc, spare: &mut Vec<String>) {
        let is_unknown = matches!(value, "" | "?");
        let mut owned = |text: &str| {
            let mut owned = empty(spare);
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
            // The start and the result have columns of their own.
            b"FEN" | b"SetUp" | b"Result" => return,
            _ => {}
        }
        self.tags.push((owned(&String::from_utf8_lossy(name)), owned(value)));
    }

    /// Stores a comment behind the last move, in a spare text, without the commands that have columns.
    pub(crate) fn take_comment(&mut self, comment: &str, spare: &mut Vec<String>) {
        let plies = self.moves.len();
        let mut kept = self.comments.get_mut(plies).and_then(Option::take).unwrap_or_else(|| empty(spare));
        let mut push = |part: &str| {
            let part = part.trim();
            kept.push_str(if kept.is_empty() || part.is_empty() { "" } else { " " });
            kept.push_str(part);
        };
        let mut rest = comment;
        while let Some((before, command)) = rest.split_once("[%")
            && let Some((_, behind)) = command.split_once(']')
        {
            push(before);
            let command = &rest[before.len()..rest.len() - behind.len()];
            use Command::{Clock, ElapsedMoveTime, Eval, Mate};
            match Command::all_in(command).next() {
                Some(Clock(_) | ElapsedMoveTime(_) | Eval { .. } | Mate { .. }) if plies > 0 => {}
                _ => push(command),
            }
            rest = behind;
        }
        push(rest);
        if !kept.is_empty() {
            self.comments.resize(plies + 1, None);
            self.comments[plies] = Some(kept);
        }
    }

    /// Returns `true` if the tags lack the code or the name of the opening.
    pub(crate) const fn lacks_opening(&self) -> bool {
        self.texts[ECO].is_none() || self.texts[OPENING].is_none()
    }

    /// Fills code and name of the opening, where no tag says them, in spare texts.
    pub(crate) fn fill_opening(&mut self, opening: Opening, spare: &mut Vec<String>) {
        let mut fill = |place: usize, value: &dyn fmt::Display| {
            if self.texts[place].is_none() {
                let text = self.texts[place].insert(empty(spare));
                // Writing to a text cannot fail.
                let _ = write!(text, "{value}");
            }
        };
        fill(ECO, &opening.code());
        fill(OPENING, &opening.name());
    }

    pub(crate) fn take_utc(&mut self, utc: Utc) {
        let date = utc.date.as_deref().and_then(PartialDate::parse).and_then(PartialDate::days);
        let time = utc.time.as_deref().and_then(seconds_of_day);
        self.utc = date.zip(time).map(|(days, seconds)| (i64::from(days) * 86_400 + seconds) * 1_000_000);
        if self.utc.is_none() {
            let tags = [("UTCDate", utc.date), ("UTCTime", utc.time)];
            self.tags.extend(tags.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))));
        }
    }
}

/// Returns an empty text, which may be a spare one.
fn empty(spare: &mut Vec<String>) -> String {
    let mut text = spare.pop().unwrap_or_default();
    text.clear();
    text
}

#[derive(Default)]
pub(crate) struct Utc {
    date: Option<String>,
    time: Option<String>,
}

/// Reads the position of a FEN, which may be a study: a position that no game leads to is accepted if its pieces can move by the
/// rules.
///
/// # Errors
/// The error of the reader of FEN.
pub fn start_of(fen: &str) -> Result<Chess, fen::FenError> {
    fen::parse_tolerating::<ChessRules>(fen, Violations::TOLERABLE)
}

/// The moves up to the first null move. Those after it are not asked for the name of an opening.
pub(crate) fn before_null(moves: &[u16]) -> impl Iterator<Item = Move> {
    moves.iter().map_while(|&bits| Move::from_bits(bits))
}

/// A row of `errors`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bad {
    pub file: usize,
    pub line: i64,
    pub byte: i64,
    pub reason: String,
    /// `games` has all moves of the game.
    pub is_kept: bool,
}
