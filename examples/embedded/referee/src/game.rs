//! [`Game`]: one game of chess or Makruk: its history, and the reader of its board.

use core::ops::ControlFlow;

use chess0x88::game::Claim;
use chess0x88::uci::{CastlingMode, UciError};
use chess0x88::{Color, History, Move, Outcome, Position, Rules, SquareSet, san};
use chess0x88_eboard::{BoardEvent, BoardReader};

use crate::uart::Uart;
use crate::{GAME_OVER, NOTHING_TO_TAKE_BACK, Refusal, UNKNOWN, WRONG_ARGUMENT};

/// The history and the reader always have the same position.
pub struct Game<R: Rules> {
    history: History<R>,
    reader: BoardReader<R>,
}

impl<R: Rules> Game<R> {
    pub const fn new(position: Position<R>) -> Game<R> {
        Game { history: History::new(position), reader: BoardReader::new(position) }
    }

    /// Goes on from another position. The readings of the sensors are kept.
    #[inline(never)]
    pub fn set_position(&mut self, position: Position<R>) {
        self.history.restart(position);
        self.reader.set_position(position);
    }

    /// Answers a line about the game.
    #[inline(never)]
    pub fn answer(&mut self, line: &str, uart: &mut Uart) -> Result<(), Refusal> {
        if let Some(text) = line.strip_prefix("move ") {
            if self.history.outcome().is_some() {
                return Err(GAME_OVER);
            }
            let mv = find(self.history.position(), text)?;
            // The move is legal, since the reader has the same position.
            let _ = self.reader.play(mv);
            uart.say("ok ");
            self.follow(mv, uart);
            return Ok(());
        }
        if let Some(digits) = line.strip_prefix("occupancy ") {
            return self.read(squares(digits).ok_or(WRONG_ARGUMENT)?, uart);
        }
        match line {
            "undo" => {
                let mv = self.history.take_back().ok_or(NOTHING_TO_TAKE_BACK)?;
                self.reader.set_position(*self.history.position());
                uart.say("ok ");
                uart.say(&mv.to_uci(CastlingMode::Standard));
            }
            "board" => self.say_board(uart),
            "fen" => {
                uart.say("ok ");
                uart.say(&self.history.position().fen());
            }
            "legal" => {
                uart.say("ok");
                let _ = self.history.position().visit_legal_moves(|mv| {
                    uart.say(" ");
                    uart.say(&mv.to_uci(CastlingMode::Standard));
                    ControlFlow::<()>::Continue(())
                });
            }
            "claims" => self.say_claims(uart),
            "outcome" => {
                say_outcome(self.history.outcome(), uart);
            }
            _ => return Err(UNKNOWN),
        }
        Ok(())
    }

    /// Plays the reader's move in the history, and writes it.
    #[inline(never)]
    fn follow(&mut self, mv: Move, uart: &mut Uart) {
        uart.say(&self.history.position().san(mv));
        let _ = self.history.play(mv);
    }

    /// Reads the board, and writes what is new.
    #[inline(never)]
    fn read(&mut self, occupied: SquareSet, uart: &mut Uart) -> Result<(), Refusal> {
        match next_event(&mut self.reader, occupied) {
            None => uart.say("ok"),
            Some(BoardEvent::Move(_)) if self.history.outcome().is_some() => {
                self.reader.undo();
                return Err(GAME_OVER);
            }
            Some(BoardEvent::Move(mv)) => {
                uart.say("ok move ");
                self.follow(mv, uart);
            }
            Some(BoardEvent::Ambiguous) => uart.say("ok ambiguous"),
            Some(BoardEvent::Takeback) => {
                uart.say("ok takeback");
                self.history.take_back();
            }
            Some(BoardEvent::Revised { fallen, instead }) => {
                uart.say("ok revised");
                for _ in 0..fallen {
                    self.history.take_back();
                }
                for &mv in instead.iter() {
                    let _ = self.history.play(mv);
                }
            }
            Some(BoardEvent::Start) => {
                uart.say("ok start");
                self.history.restart(*self.reader.position());
            }
            Some(BoardEvent::Impossible { squares }) => {
                uart.say("ok impossible ");
                say_squares(squares, uart);
            }
            Some(_) => uart.say("ok"),
        }
        Ok(())
    }

    /// Writes the first field of the FEN with a line for each rank and a dot for each empty square.
    #[inline(never)]
    fn say_board(&self, uart: &mut Uart) {
        for byte in self.history.position().fen().bytes() {
            match byte {
                b' ' => break,
                b'/' => uart.say_byte(b'\n'),
                // The mark of a Met that was a Bia.
                b'~' => {}
                b'1'..=b'8' => (b'0'..byte).for_each(|_| uart.say_byte(b'.')),
                letter => uart.say_byte(letter),
            }
        }
        uart.say("\nok");
    }

    #[inline(never)]
    fn say_claims(&self, uart: &mut Uart) {
        uart.say("ok");
        let fifty = self.history.claimable(Claim::FiftyMoves);
        let threefold = self.history.claimable(Claim::ThreefoldRepetition);
        if fifty {
            uart.say(" fifty");
        }
        if threefold {
            uart.say(" threefold");
        }
        if !fifty && !threefold {
            uart.say(" none");
        }
    }
}

/// Reads a legal move in UCI or SAN.
#[inline(never)]
fn find<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, Refusal> {
    match position.parse_uci(text) {
        Err(UciError::Syntax { .. }) => san::parse_strict(position, text).map_err(|error| error.code()),
        found => found.map_err(|error| error.code()),
    }
}

/// A call of its own makes the program smaller: the fields of the reader are near in it.
#[inline(never)]
fn next_event<R: Rules>(reader: &mut BoardReader<R>, occupied: SquareSet) -> Option<BoardEvent> {
    reader.read(occupied)
}

/// Writes the sentence of `Outcome::as_str` in two parts. This takes 2 kB less than all sentences.
#[inline(never)]
fn say_outcome(outcome: Option<Outcome>, uart: &mut Uart) {
    let (score, by) = match outcome {
        None => ("none", ""),
        Some(Outcome::Win { winner: Color::White, by }) => ("White wins by ", by.as_str()),
        Some(Outcome::Win { winner: Color::Black, by }) => ("Black wins by ", by.as_str()),
        Some(Outcome::Draw(by)) => ("draw by ", by.as_str()),
        // Only an arbiter decides this, and this program has none.
        Some(Outcome::NoWin { .. }) => ("", ""),
    };
    uart.say("ok ");
    uart.say(score);
    uart.say(by);
}

/// Reads sixteen hexadecimal digits.
fn squares(text: &str) -> Option<SquareSet> {
    let is_set = text.len() == 16;
    let bits = text.bytes().try_fold(0_u64, |bits, digit| {
        let value = match digit {
            b'0'..=b'9' => digit - b'0',
            b'a'..=b'f' => digit - b'a' + 10,
            _ => return None,
        };
        Some(bits << 4 | u64::from(value))
    });
    bits.filter(|_| is_set).map(SquareSet::from_bits)
}

fn say_squares(squares: SquareSet, uart: &mut Uart) {
    let mut bits = squares.bits();
    for _ in 0..16 {
        bits = bits.rotate_left(4);
        let digit = bits as u8 & 15;
        uart.say_byte(if digit < 10 { b'0' + digit } else { b'a' + digit - 10 });
    }
}
