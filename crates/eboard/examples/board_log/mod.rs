//! A log of what a reader of a board was given, which replays. It is text, a line for each thing:
//!
//! ```text
//! # what is after a hash is for people
//! start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! patience 3 20
//! 100 ffff00000000ffff
//! 200 rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR
//! 300 play a7a8q
//! 400 ffff00000000ffff x10
//! 500 position 8/8/8/8/8/8/8/K1k5 w - - 0 1
//! 600 undo
//! ```
//!
//! The first number is the time in milliseconds. A reading is either the occupied squares, as 16 hexadecimal digits with a1 in the
//! lowest bit, or the pieces, as a FEN has them; so many of them, if it is repeated. `play` is a move that the program entered,
//! `position` one from which it went on, and `undo` takes a move back.

#[cfg(test)]
mod tests;

use std::fmt::{self, Display, Write};

use chess0x88::{Board0x88, Move, Position, Rules, SquareSet};
use chess0x88_eboard::{BoardEvent, BoardReader, Reading};

/// A reading of a board.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Shown {
    Squares(SquareSet),
    Pieces(Board0x88),
}

impl Shown {
    pub(crate) fn reading(self) -> Reading {
        match self {
            Shown::Squares(squares) => squares.into(),
            Shown::Pieces(board) => board.into(),
        }
    }

    pub(crate) fn parse(text: &str) -> Result<Shown, String> {
        if text.contains('/') {
            return Board0x88::from_fen(text).map(Shown::Pieces).map_err(|error| error.to_string());
        }
        // A sign is a number's, not a board's.
        let is_hex = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let bits = u64::from_str_radix(text, 16).ok().filter(|_| is_hex);
        bits.map(|bits| Shown::Squares(SquareSet::from_bits(bits)))
            .ok_or_else(|| format!("expected 16 hexadecimal digits or the pieces of a FEN, found {text:?}"))
    }
}

impl Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shown::Squares(squares) => write!(f, "{:016x}", squares.bits()),
            Shown::Pieces(board) => f.write_str(&board.fen()),
        }
    }
}

/// The input of a reader.
pub(crate) enum Given {
    Shown(Shown),
    Played(Move),
    /// The FEN of a position that was set.
    Set(String),
}

impl Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Given::Shown(shown) => shown.fmt(f),
            Given::Played(mv) => write!(f, "play {mv}"),
            Given::Set(fen) => write!(f, "position {fen}"),
        }
    }
}

/// Writes a log as its reader is given things.
pub(crate) struct Writer {
    pub(crate) text: String,
}

impl Writer {
    pub(crate) fn new<R: Rules>(start: &Position<R>, (debounce, patience): (u8, u8)) -> Writer {
        Writer { text: format!("start {}\npatience {debounce} {patience}\n", start.fen()) }
    }

    pub(crate) fn note(&mut self, time: u64, given: &Given) {
        // A string takes all that is written.
        let _ = writeln!(self.text, "{time} {given}");
    }
}

/// An event of a replay, the position before it, and the reader after it.
pub(crate) struct Heard<'a, R: Rules> {
    pub(crate) time: u64,
    pub(crate) before: Position<R>,
    pub(crate) reader: &'a BoardReader<R>,
    pub(crate) told: Told,
}

pub(crate) enum Told {
    Event(BoardEvent),
    Played(Move),
    /// Another position was set, or a move taken back.
    Set,
    /// This time is less than the one before. The reader counts readings, and goes on.
    Backwards,
}

/// Answers a move of the side that begins, if it is the other side's turn.
pub(crate) type Opponent<'a, R> = &'a mut dyn FnMut(&Position<R>) -> Option<Move>;

/// Gives a new reader all that stands in a log, but for answers where there is an opponent who answers. An error says in which line,
/// and what would be right.
pub(crate) fn replay<R: Rules>(
    text: &str,
    mut against: Option<Opponent<'_, R>>,
    tell: &mut dyn FnMut(Heard<'_, R>),
) -> Result<(), String> {
    let mut start = Position::startpos();
    let mut reader = BoardReader::new(start);
    let (mut times, mut last, mut has_begun) = ((3, 20), 0, false);
    for (number, line) in text.lines().enumerate() {
        let at = |reason: String| format!("line {}: {reason}", number + 1);
        let line = line.split('#').next().unwrap_or_default().trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => {}
            "start" | "patience" if has_begun => return Err(at(format!("{word} must come before the readings"))),
            "start" => start = rest.parse().map_err(|error| at(format!("{error}")))?,
            "patience" => {
                let numbers = rest.split_once(' ').and_then(|(a, b)| a.parse().ok().zip(b.trim().parse().ok()));
                times = numbers.ok_or_else(|| at(format!("expected two numbers of 0 to 255, found {rest:?}")))?;
            }
            time => {
                let expected = || at(format!("expected start, patience or a time in milliseconds, found {time:?}"));
                let time: u64 = time.parse().map_err(|_| expected())?;
                if !has_begun {
                    reader = BoardReader::new(start).with_patience(times.0, times.1);
                    has_begun = true;
                }
                let before = *reader.position();
                if time < last {
                    tell(Heard { time, before, reader: &reader, told: Told::Backwards });
                }
                last = time;
                if let Some(played) = rest.strip_prefix("play ") {
                    if against.is_some() && reader.is_waiting() {
                        continue;
                    }
                    let mv = before.parse_uci(played.trim()).map_err(|error| at(error.to_string()))?;
                    reader.play(mv).map_err(|error| at(error.to_string()))?;
                    tell(Heard { time, before, reader: &reader, told: Told::Played(mv) });
                } else if rest == "undo" {
                    if !reader.undo() {
                        return Err(at("there is no move to take back".to_owned()));
                    }
                    tell(Heard { time, before, reader: &reader, told: Told::Set });
                } else if let Some(fen) = rest.strip_prefix("position ") {
                    reader.set_position(fen.trim().parse().map_err(|error| at(format!("{error}")))?);
                    tell(Heard { time, before, reader: &reader, told: Told::Set });
                } else {
                    let (shown, times) = match rest.rsplit_once(" x").map(|(shown, times)| (shown, times.parse())) {
                        Some((shown, Ok(times))) => (shown.trim(), times),
                        _ => (rest, 1),
                    };
                    let shown = Shown::parse(shown).map_err(at)?;
                    for _ in 0..times {
                        let before = *reader.position();
                        let Some(event) = reader.read(shown.reading()) else { continue };
                        tell(Heard { time, before, reader: &reader, told: Told::Event(event) });
                        let here = *reader.position();
                        let answer = against.as_mut().filter(|_| here.turn() != start.turn());
                        if let Some(mv) = answer.and_then(|answer| answer(&here))
                            && reader.play(mv).is_ok()
                        {
                            tell(Heard { time, before: here, reader: &reader, told: Told::Played(mv) });
                        }
                    }
                }
            }
        }
    }
    Ok(())
}
