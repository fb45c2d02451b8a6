//! The values that a device can log with `defmt`, and their bytes. (Showing them as text needs a log viewer.)

use chess0x88::error::{Found, Reason};
use chess0x88::fen::{FenError, FenField, FenText, Repair, Repairs};
use chess0x88::makruk::{Count, CountError, Honour};
use chess0x88::san::SanError;
use chess0x88::uci::{UciError, UciText};
use chess0x88::{
    Board0x88, Castling, CastlingSide, Chess, ChessRules, Color, File, IllegalMove, Makruk, Move, MoveKind, MoveList,
    Outcome, ParseNameError, Piece, Rank, Role, Setup, Square, SquareSet, Variant, Violation, Violations, packed,
};
use chess0x88_eboard::{BoardEvent, Inference};

/// Compiles only if the type has a format.
const fn is_logged<T: defmt::Format>() {}

macro_rules! all_logged {
    ($($type:ty),* $(,)?) => { $(const _: () = is_logged::<$type>();)* };
}

all_logged! {
    // Parts of a game.
    BoardEvent, Inference, MoveList,
    Square, File, Rank, SquareSet, Color, Role, Piece, Variant, Move, MoveKind, Castling, CastlingSide,
    Board0x88, Setup<ChessRules>, Chess, Makruk, Outcome, Count, Honour, FenText, UciText,
    // Errors.
    IllegalMove, Reason, ParseNameError, FenError, FenField, Found, Repair, Repairs, SanError, UciError, Violation, Violations,
    CountError, packed::PackedError,
    Option<Square>, Result<Chess, FenError>, Result<Move, UciError>,
}

/// The logged bytes, without a frame.
static LOGGED: std::sync::Mutex<Vec<u8>> = std::sync::Mutex::new(Vec::new());

#[defmt::global_logger]
struct Logger;

defmt::timestamp!("");

#[expect(unsafe_code, reason = "loggers are unsafe to write")]
// SAFETY: only one test logs, in one thread.
unsafe impl defmt::Logger for Logger {
    fn acquire() {}
    unsafe fn flush() {}
    unsafe fn release() {}
    unsafe fn write(bytes: &[u8]) {
        LOGGED.lock().expect("no panic").extend(bytes);
    }
}

/// Returns the bytes of a log statement.
fn logged(log: impl FnOnce()) -> Vec<u8> {
    LOGGED.lock().expect("no panic").clear();
    log();
    LOGGED.lock().expect("no panic").clone()
}

#[test]
fn a_set_of_any_size_is_logged_in_twelve_bytes() {
    let nothing = logged(|| defmt::error!("{=u8}", 0)).len() - 1;
    for squares in [SquareSet::EMPTY, Chess::startpos().board().occupied(), SquareSet::ALL] {
        let bytes = logged(|| defmt::error!("{}", squares));
        assert!(bytes.len() - nothing <= 12, "{bytes:?}");
        assert!(bytes.ends_with(&squares.bits().to_le_bytes()));
    }
}
