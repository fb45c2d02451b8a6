//! A board of 64 reed switches, one below each square, which a magnet in a piece closes. It tells the moves in SAN.
//!
//! The switches form eight rows and eight columns. The program drives a row and reads its columns, so a reading of the board is
//! eight bytes, which is all that the library gets. Here the switches are simulated: they bounce, the captured piece is lifted
//! first or last, and a hand castles with the rook first.
#![no_std]
#![no_main]

use chess0x88::{Chess, ChessRules, Move, Role, Square, SquareSet};
use chess0x88_eboard::{BoardEvent, BoardReader};
use cortex_m_rt::entry;
use embedded::switches::Switches;
use embedded::{Meter, finish, say};

/// A game, and the squares that a hand touches for each move.
const GAME: [(&str, &[Square]); 15] = [
    ("e4", &[Square::E2, Square::E4]),
    ("d5", &[Square::D7, Square::D5]),
    ("exd5", &[Square::E4, Square::D5, Square::D5]),
    ("Nf6", &[Square::G8, Square::F6]),
    ("Bb5+", &[Square::F1, Square::B5]),
    ("c6", &[Square::C7, Square::C6]),
    ("dxc6", &[Square::C6, Square::D5, Square::C6]),
    ("a6", &[Square::A7, Square::A6]),
    ("cxb7+", &[Square::C6, Square::B7, Square::B7]),
    ("axb5", &[Square::B5, Square::A6, Square::B5]),
    ("bxa8=Q", &[Square::B7, Square::A8, Square::A8]),
    ("e6", &[Square::E7, Square::E6]),
    ("Nf3", &[Square::G1, Square::F3]),
    ("Bd6", &[Square::F8, Square::D6]),
    ("O-O", &[Square::H1, Square::F1, Square::E1, Square::G1]),
];

/// The state of a device.
struct Device {
    switches: Switches,
    reader: BoardReader<ChessRules>,
    /// The reading before, and the square that changed last.
    seen: SquareSet,
    changed: SquareSet,
}

impl Device {
    fn new() -> Device {
        let reader = BoardReader::new(Chess::startpos());
        let seen = reader.position().board().occupied();
        let switches = Switches::new(seen);
        Device { switches, reader, seen, changed: SquareSet::EMPTY }
    }

    /// Reads the board once. Returns the move that is complete.
    fn tick(&mut self) -> Option<Move> {
        let seen = self.switches.scan();
        if seen != self.seen {
            self.changed = seen ^ self.seen;
            self.seen = seen;
        }
        let before = *self.reader.position();
        let mv = match self.reader.read(seen)? {
            BoardEvent::Move(mv) => mv,
            BoardEvent::Ambiguous => self.promote()?,
            _ => return None,
        };
        say(before.san(mv).as_str());
        say("\n");
        Some(mv)
    }

    /// Chooses a promotion, which switches do not show. A device would ask, or take the queen as here.
    fn promote(&mut self) -> Option<Move> {
        let moves = self.reader.candidates();
        let is_queen = |mv: &Move| mv.promotion() == Some(Role::Queen) && self.changed.contains(mv.to());
        let queen = moves.iter().copied().find(is_queen)?;
        self.reader.play(queen).ok()?;
        Some(queen)
    }
}

fn play() -> bool {
    let mut device = Device::new();
    GAME.iter().all(|(san, squares)| {
        let expected = device.reader.position().parse_san(san).ok();
        let mut told = None;
        for (touched, &square) in squares.iter().enumerate() {
            device.switches.touch(square);
            // The hand is quick. After the move the board rests.
            let scans = if touched + 1 == squares.len() { 40 } else { 9 };
            for _ in 0..scans {
                told = device.tick().or(told);
            }
        }
        told.is_some() && told == expected
    })
}

#[entry]
fn main() -> ! {
    let meter = Meter::start();
    let well = play();
    meter.stop("board");
    finish(well)
}
