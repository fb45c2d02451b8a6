//! `defmt::Format`, behind the feature `defmt`: the log output of a device, which the log's reader formats.
//!
//! Errors are logged by variant and fields, as in `Debug`: their sentences stay off the device. Values with a short text are logged
//! as that text: a square as `e4`, a move as `e2e4`, a position as FEN. This module has no functions.
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
use crate::geometry::{File, Rank, Square};
use crate::moves::{Move, MoveList};
use crate::notation::{Found, Repair, Repairs, Text};
use crate::piece::Piece;
use crate::position::Position;
use crate::rules::{Rules, Setup, Violations};
use crate::san::San;
use crate::uci::CastlingMode;

/// Implements `defmt::Format`.
macro_rules! logged {
    ($($(#[$doc:meta])* [$($rules:tt)*] $type:ty: |$value:ident, $f:ident| $write:expr;)*) => {$(
        $(#[$doc])*
        impl $($rules)* Format for $type {
            fn format(&self, $f: Formatter<'_>) {
                let $value = self;
                $write;
            }
        }
    )*};
}

logged! {
    /// The file's letter.
    [] File: |file, f| write!(f, "{=char}", file.char());
    /// The rank's digit.
    [] Rank: |rank, f| write!(f, "{=char}", rank.char());
    /// The coordinate: `e4`.
    [] Square: |square, f| write!(f, "{=str}", core::str::from_utf8(&square.name()).unwrap_or_default());
    /// The letter in FEN, and a `~` after a Met that was a Bia.
    [] Piece: |piece, f| write!(f, "{=char}{=str}", piece.char(), if piece.is_promoted() { "~" } else { "" });
    /// The move in standard UCI notation, as in `Display`.
    [] Move: |mv, f| mv.to_uci(CastlingMode::Standard).format(f);
    /// The text, as in `Display`.
    [] San: |san, f| san.shown().format(f);
    /// All moves.
    [] MoveList: |moves, f| <[Move]>::format(moves, f);
    /// The board field of a FEN.
    [] Board0x88: |board, f| board.fen().format(f);
    /// The FEN.
    [<R: Rules>] Setup<R>: |setup, f| setup.fen().format(f);
    /// The FEN.
    [<R: Rules>] Position<R>: |position, f| position.fen().format(f);
    /// Each violation by name: `[NoWhiteKing, NoBlackKing]`.
    [] Violations: |violations, f| list(f, violations.iter());
    /// All repairs.
    [] Repairs: |repairs, f| <[Repair]>::format(repairs, f);
    [<const N: usize>] Text<N>: |text, f| write!(f, "{=str}", text.as_str());
    /// The character, or `the end`.
    [] Found: |found, f| if let Some(char) = found.char() {
        write!(f, "{=char}", char);
    } else {
        write!(f, "the end");
    };
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
