//! The options and their values.
//!
//! `uci` announces the options, and `setoption` sets them. This file has those that change nothing until the next search. The
//! session has the others (`Hash`, `Clear Hash`, `UCI_Variant`).

use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::str::FromStr;
use std::sync::Arc;

use chess0x88::uci::CastlingMode;

use crate::book::Book;
use crate::clock::{MOST_OVERHEAD, USUAL_OVERHEAD};
use crate::level::{Level, STRONGEST, WEAKEST};

/// The largest size of the table in megabytes, and the default.
pub(crate) const MOST_HASH: usize = 1 << 12;
pub(crate) const USUAL_HASH: usize = 16;
const MOST_THREADS: usize = 256;
const MOST_LINES: usize = 256;
const MOST_SEED: u64 = u32::MAX as u64;

/// The word for an empty text in UCI.
const EMPTY: &str = "<empty>";

#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the protocol")]
pub(crate) struct Options {
    pub(crate) threads: usize,
    pub(crate) castling: CastlingMode,
    /// The move overhead in milliseconds.
    pub(crate) overhead: i64,
    /// The number of best moves to report, each with its line.
    pub(crate) lines: usize,
    /// `true` to report the chances of win, draw and loss.
    pub(crate) shows_wdl: bool,
    /// A position is analysed and no game is played: no book, and no weaker play.
    is_analysis: bool,
    owns_book: bool,
    book: Option<Arc<Book>>,
    is_limited: bool,
    elo: i32,
    seed: u64,
    /// The seed of this game; a random number if the option is 0.
    chance: u64,
}

impl Default for Options {
    fn default() -> Options {
        let mut options = Options {
            threads: 1,
            castling: CastlingMode::Standard,
            overhead: USUAL_OVERHEAD,
            lines: 1,
            shows_wdl: false,
            is_analysis: false,
            owns_book: false,
            book: None,
            is_limited: false,
            elo: STRONGEST,
            seed: 0,
            chance: 0,
        };
        options.begin();
        options
    }
}

impl Options {
    /// Writes all options as `uci` announces them.
    pub(crate) fn announced() -> String {
        format!(
            "option name Hash type spin default {USUAL_HASH} min 1 max {MOST_HASH}\n\
             option name Clear Hash type button\n\
             option name Threads type spin default 1 min 1 max {MOST_THREADS}\n\
             option name MultiPV type spin default 1 min 1 max {MOST_LINES}\n\
             option name Move Overhead type spin default {USUAL_OVERHEAD} min 0 max {MOST_OVERHEAD}\n\
             option name Ponder type check default false\n\
             option name OwnBook type check default false\n\
             option name Book File type string default {EMPTY}\n\
             option name SyzygyPath type string default {EMPTY}\n\
             option name UCI_Chess960 type check default false\n\
             option name UCI_Variant type combo default chess var chess var makruk\n\
             option name UCI_AnalyseMode type check default false\n\
             option name UCI_ShowWDL type check default false\n\
             option name UCI_LimitStrength type check default false\n\
             option name UCI_Elo type spin default {STRONGEST} min {WEAKEST} max {STRONGEST}\n\
             option name Seed type spin default 0 min 0 max {MOST_SEED}"
        )
    }

    /// Sets an option. The name is in lower case.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "threads" => self.threads = number(value, 1, MOST_THREADS)?,
            "multipv" => self.lines = number(value, 1, MOST_LINES)?,
            "move overhead" => self.overhead = number(value, 0, MOST_OVERHEAD)?,
            // The other program decides when to ponder; the engine needs no setting.
            "ponder" => _ = flag(value)?,
            "ownbook" => self.owns_book = flag(value)?,
            "book file" => {
                self.book = None;
                if !["", EMPTY].contains(&value) {
                    self.book = Some(Arc::new(Book::open(value)?));
                }
            }
            // Programs set this option without asking (lichess-bot by default), and stop if there is no such option.
            "syzygypath" if ["", EMPTY].contains(&value) => {}
            "syzygypath" => return Err("this engine reads no endgame tables; the path is not used".to_owned()),
            "uci_chess960" => {
                self.castling = if flag(value)? { CastlingMode::Chess960 } else { CastlingMode::Standard };
            }
            "uci_analysemode" => self.is_analysis = flag(value)?,
            "uci_showwdl" => self.shows_wdl = flag(value)?,
            "uci_limitstrength" => self.is_limited = flag(value)?,
            "uci_elo" => self.elo = number(value, WEAKEST, STRONGEST)?,
            "seed" => {
                self.seed = number(value, 0, MOST_SEED)?;
                self.begin();
            }
            _ => return Err(format!("there is no option {:?}", shortened(name))),
        }
        Ok(())
    }

    /// Starts a game.
    pub(crate) fn begin(&mut self) {
        self.chance = if self.seed == 0 { RandomState::new().hash_one(0) } else { self.seed };
    }

    /// Returns the level of a weaker player, `None` for full strength.
    pub(crate) fn level(&self) -> Option<Level> {
        (self.is_limited && !self.is_analysis).then(|| Level::of(self.elo, self.chance))
    }

    /// Returns the book, and the seed that chooses among its moves.
    pub(crate) fn book(&self) -> Option<(&Book, u64)> {
        let book = self.book.as_ref().filter(|_| self.owns_book && !self.is_analysis)?;
        Some((book, self.chance))
    }
}

/// Reads an option's number.
pub(crate) fn number<T: Copy + FromStr + PartialOrd + Display>(text: &str, least: T, most: T) -> Result<T, String> {
    match text.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("expected a number from {least} to {most}, found {:?}", shortened(text))),
    }
}

fn flag(text: &str) -> Result<bool, String> {
    text.parse().map_err(|_| format!("expected true or false, found {:?}", shortened(text)))
}

/// Returns a part of a text that is short enough to quote.
pub(crate) fn shortened(text: &str) -> &str {
    text.char_indices().nth(40).map_or(text, |(end, _)| &text[..end])
}
