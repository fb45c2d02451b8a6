//! An electronic board to play against: a person moves the white pieces on 64 reed switches, the program answers, and a hand makes its
//! move on the board too. The game is kept beside the reader of the board, for repetitions and its end.
//!
//! The switches and the hands are simulated. So is the opponent's strength: it takes what it can win.
#![no_std]
#![no_main]

use core::ops::ControlFlow;

use chess0x88::see::{self, PieceValues};
use chess0x88::{Chess, ChessRules, History, Move, Square, SquareSet};
use chess0x88_eboard::{BoardEvent, BoardReader};
use cortex_m_rt::entry;
use embedded::switches::Switches;
use embedded::{Meter, finish, say};

/// Both have the same position, always.
struct Board {
    game: &'static mut History,
    reader: &'static mut BoardReader<ChessRules>,
}

impl Board {
    /// Takes a reading, and keeps the game as the board has it. Returns `true` if a move was made.
    // A frame of its own: what the reader needs of the stack is gone before anything else is asked.
    #[inline(never)]
    fn read(&mut self, seen: SquareSet) -> bool {
        match self.reader.read(seen) {
            Some(BoardEvent::Move(mv)) => {
                self.follow(mv);
                return true;
            }
            // Moves that were told fall, and others may stand in their place.
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
            // A device says by name what it wants of the hands.
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
        // The reader has found it legal.
        let _ = self.game.play(mv);
    }

    /// The program's move, which the reader then expects of a hand.
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

/// The move that wins most, by what is exchanged on its square.
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

/// A hand touches a square, and the board is read. It is quick; after the last square of a move the board rests.
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

/// The squares that a person touches, move by move. The last is taken back, and another one made.
const PERSON: [&[Square]; 6] = [
    &[Square::E2, Square::E4],
    &[Square::G1, Square::F3],
    &[Square::F1, Square::C4],
    &[Square::E1, Square::H1, Square::F1, Square::G1],
    &[Square::D2, Square::D4],
    &[Square::C1, Square::G5],
];
/// The position in the end.
const END: &str = "rnbqkbr1/pppppppp/7n/6B1/2BPP3/5N2/PPP2PPP/RN1Q1RK1 w q - 3 7";

#[inline(never)]
fn play(board: &mut Board) -> Option<()> {
    let mut switches = Switches::new(board.reader.position().board().occupied());
    for squares in PERSON {
        if !touch(board, &mut switches, squares) {
            return None;
        }
        // What a person has made and takes back at once: the game goes back too, before it is answered.
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
    // `entry` makes a reference of each, once.
    static mut GAME: History = History::new(Chess::startpos());
    static mut READER: Option<BoardReader<ChessRules>> = None;
    let mut board = Board { game: GAME, reader: READER.insert(BoardReader::new(Chess::startpos())) };
    let meter = Meter::start();
    let played = play(&mut board);
    meter.stop("board and opponent");
    let fen = board.game.position().fen();
    say(&fen);
    say("\n");
    finish(played.is_some() && board.game.position() == board.reader.position() && fen.as_str() == END)
}
