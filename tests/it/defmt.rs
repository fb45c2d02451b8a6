//! What a device can log with `defmt`. (That it is logged as it should be takes a device, or a logger.)

use chess0x88::error::{Found, PieceNames};
use chess0x88::fen::{FenError, FenField, FenText, Repair, Repairs};
use chess0x88::makruk::{Count, CountError, Honour};
use chess0x88::san::SanError;
use chess0x88::uci::{UciError, UciText};
use chess0x88::{
    Board0x88, Castling, CastlingSide, Chess, ChessRules, Color, File, IllegalMove, Makruk, Move, MoveKind, Outcome,
    ParseNameError, Piece, Rank, Role, Setup, Square, SquareSet, Violation, Violations, packed,
};

/// Reached only if the type has a format.
const fn is_logged<T: defmt::Format>() {}

macro_rules! all_logged {
    ($($type:ty),* $(,)?) => { $(const _: () = is_logged::<$type>();)* };
}

all_logged! {
    // What a game is made of.
    Square, File, Rank, SquareSet, Color, Role, Piece, PieceNames, Move, MoveKind, Castling, CastlingSide,
    Board0x88, Setup<ChessRules>, Chess, Makruk, Outcome, Count, Honour, FenText, UciText,
    // What goes wrong.
    IllegalMove, ParseNameError, FenError, FenField, Found, Repair, Repairs, SanError, UciError, Violation, Violations,
    CountError, packed::PackedError,
    Option<Square>, Result<Chess, FenError>, Result<Move, UciError>,
}
