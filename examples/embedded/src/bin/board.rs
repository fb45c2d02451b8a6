//! An electronic board to play against. A person moves the white pieces on 64 reed switches. The program answers, and a hand
//! makes its move on the board. A `History` beside the reader of the board finds repetitions and the end of the game.
//!
//! The switches and the hands are simulated. The opponent is simple: it captures what it can win.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use core::ops::ControlFlow;

use chess0x88::see::{self, PieceValues};
use chess0x88::{Chess, ChessRules, History, Move, Square, SquareSet};
use chess0x88_eboard::{BoardEvent, BoardReader};
use cortex_m_rt::entry;
use embedded::switches::Switches;
use embedded::{Meter, finish, say};

/// The history and the reader always have the same position.
struct Board {
    game: &'static mut History,
    reader: &'static mut BoardReader<ChessRules>,
}

impl Board {
    /// Reads the board, and updates the game. Returns `true` if a move was made. A function of its own, so that the reader's
    /// stack is free again when it returns.
    #[inline(never)]
    fn read(&mut self, seen: SquareSet) -> bool {
        match self.reader.read(seen) {
            Some(BoardEvent::Move(mv)) => {
                self.follow(mv);
                return true;
            }
            // Moves that the reader has told are removed, and others may take their place.
            Some(BoardEvent::Revised { fallen, instead }) => {
                for _ in 0..fallen {
                    self.game.take_back();
                }
                instead.iter().for_each(|&mv| self.follow(mv));
            }
            Some(BoardEvent::Takeback) => {
                self.game.take_back();
            }
            Some(BoardEvent::Start) => self.game.restart(*self.reader.position()),
            // A device would show the name of the event.
            Some(event) => {
                say(event.as_str());
                say("\n");
            }
            None => {}
        }
        false
    }

    #[inline(never)]
    fn follow(&mut self, mv: Move) {
        say(&self.game.position().san(mv));
        say("\n");
        // The reader has checked that the move is legal.
        let _ = self.game.play(mv);
    }

    /// Enters the program's move. The reader then waits until a hand makes it.
    #[inline(never)]
    fn answer(&mut self) -> Option<Move> {
        if self.game.outcome().is_some() {
            return None;
        }
        let mv = best(self.game.position())?;
        self.reader.play(mv).ok()?;
        self.follow(mv);
        Some(mv)
    }
}

/// Returns the move that wins most by exchanges on its square.
#[inline(never)]
fn best(position: &Chess) -> Option<Move> {
    let values = PieceValues::default();
    let mut best = None;
    let _ = position.visit_legal_moves(|mv| {
        let value = see::value(position, mv, &values);
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, mv));
        }
        ControlFlow::<()>::Continue(())
    });
    best.map(|(_, mv)| mv)
}

/// Touches squares and reads the board. The hand is quick; after the last square of a move the board rests.
fn touch(board: &mut Board, switches: &mut Switches, squares: &[Square]) -> bool {
    let mut has_moved = false;
    for (touched, &square) in (1..).zip(squares) {
        switches.touch(square);
        for _ in 0..if touched == squares.len() { 40 } else { 9 } {
            has_moved |= board.read(switches.scan());
        }
    }
    has_moved
}

/// The squares that the person touches, move by move. The person takes the last move back and makes another.
const PERSON: [&[Square]; 6] = [
    &[Square::E2, Square::E4],
    &[Square::G1, Square::F3],
    &[Square::F1, Square::C4],
    &[Square::E1, Square::H1, Square::F1, Square::G1],
    &[Square::D2, Square::D4],
    &[Square::C1, Square::G5],
];
/// The position at the end.
const END: &str = "r1bqkbnr/pppppppp/8/6B1/1nBPP3/5N2/PPP2PPP/RN1Q1RK1 w kq - 3 7";

#[inline(never)]
fn play(board: &mut Board) -> Option<()> {
    let mut switches = Switches::new(board.reader.position().board().occupied());
    for squares in PERSON {
        if !touch(board, &mut switches, squares) {
            return None;
        }
        // The person makes a move and takes it back at once. The game goes back too, before the program answers.
        if let &[from, .., to] = squares {
            touch(board, &mut switches, &[to, from]);
            touch(board, &mut switches, &[from, to]);
        }
        let mv = board.answer()?;
        let lifted = [mv.to(), mv.from(), mv.to()];
        touch(board, &mut switches, if mv.is_capture() { &lifted } else { &lifted[1..] });
    }
    Some(())
}

#[entry]
fn main() -> ! {
    // `entry` makes a reference to each of them, once.
    static mut GAME: History = History::new(Chess::startpos());
    static mut READER: BoardReader<ChessRules> = BoardReader::new(Chess::startpos());
    let mut board = Board { game: GAME, reader: READER };
    let meter = Meter::start();
    let played = play(&mut board);
    meter.stop("board and opponent");
    let fen = board.game.position().fen();
    say(&fen);
    say("\n");
    finish(played.is_some() && board.game.position() == board.reader.position() && fen.as_str() == END)
}
