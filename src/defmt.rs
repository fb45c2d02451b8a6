//! `defmt::Format`, behind the feature `defmt`: what a device logs. The reader of the log formats it.
//!
//! Errors are logged by variant and fields, as `Debug` prints them: their sentences stay off the device. What has a short
//! text of its own is logged as that text: a square as `e4`, a move as `e2e4`, a position as FEN.
//! There is nothing to call here.
//!
//! ```no_run
//! use chess0x88::Chess;
//! let mut position = Chess::startpos();
//! match position.parse_uci("e2e5") {
//!     Ok(mv) => defmt::info!("played {} on {}", mv, position),
//!     Err(error) => defmt::warn!("refused: {}", error),
//! }
//! ```

use defmt::{Format, Formatter, write};

use crate::board::Board0x88;
use crate::geometry::{File, Rank, Square, SquareSet};
use crate::moves::Move;
use crate::notation::{FenText, Found, LetteredText, Repair, Repairs, SanText, UciText};
use crate::pgn::Word;
use crate::piece::Piece;
use crate::position::Position;
use crate::rules::{Rules, Setup, Violations};
use crate::uci::CastlingMode;

/// The letter or digit that coordinates use.
impl Format for File {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "{=char}", self.char());
    }
}

/// The letter or digit that coordinates use.
impl Format for Rank {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "{=char}", self.char());
    }
}

/// The coordinate: `e4`.
impl Format for Square {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "{=str}", core::str::from_utf8(&self.name()).unwrap_or_default());
    }
}

/// The squares one by one: `[a1, e4]`.
impl Format for SquareSet {
    fn format(&self, f: Formatter<'_>) {
        list(f, self.iter());
    }
}

/// The letter of FEN, and a `~` after a Met that was a Bia.
impl Format for Piece {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "{=char}{=str}", self.char(), if self.is_promoted() { "~" } else { "" });
    }
}

/// The move in UCI's standard spelling, as it prints.
impl Format for Move {
    fn format(&self, f: Formatter<'_>) {
        self.to_uci(CastlingMode::Standard).format(f);
    }
}

/// The board field of a FEN.
impl Format for Board0x88 {
    fn format(&self, f: Formatter<'_>) {
        self.fen().format(f);
    }
}

/// The FEN.
impl<R: Rules> Format for Setup<R> {
    fn format(&self, f: Formatter<'_>) {
        self.fen().format(f);
    }
}

/// The FEN.
impl<R: Rules> Format for Position<R> {
    fn format(&self, f: Formatter<'_>) {
        self.fen().format(f);
    }
}

/// Each violation by name: `[NoWhiteKing, NoBlackKing]`.
impl Format for Violations {
    fn format(&self, f: Formatter<'_>) {
        list(f, self.iter());
    }
}

/// Each repair.
impl Format for Repairs {
    fn format(&self, f: Formatter<'_>) {
        <[Repair]>::format(self, f);
    }
}

/// The character, or `the end`.
impl Format for Found {
    fn format(&self, f: Formatter<'_>) {
        if let Some(found) = self.char() {
            write!(f, "{=char}", found);
        } else {
            write!(f, "the end");
        }
    }
}

fn list<T: Format>(f: Formatter<'_>, items: impl Iterator<Item = T>) {
    write!(f, "[");
    for (i, item) in items.enumerate() {
        if i > 0 {
            write!(f, ", ");
        }
        write!(f, "{}", item);
    }
    write!(f, "]");
}

macro_rules! texts {
    ($($text:ident)*) => {$(
        /// The text.
        impl Format for $text {
            fn format(&self, f: Formatter<'_>) {
                write!(f, "{=str}", self.as_str());
            }
        }
    )*};
}

texts! { FenText LetteredText SanText UciText Word }
