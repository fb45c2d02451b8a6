//! [`Game`]: one game, of either kind: its history, and what reads its board.

use core::ops::ControlFlow;

use chess0x88::game::Claim;
use chess0x88::uci::{CastlingMode, UciError};
use chess0x88::{Color, History, Move, Outcome, Position, Rules, SquareSet, san};
use chess0x88_eboard::{BoardEvent, BoardReader};

use crate::uart::Uart;
use crate::{GAME_OVER, NOTHING_TO_TAKE_BACK, Refusal, UNKNOWN, WRONG_ARGUMENT};

/// The history and the reader have the same position, always.
pub struct Game<R: Rules> {
    history: History<R>,
    reader: BoardReader<R>,
}

impl<R: Rules> Game<R> {
    #[inline(never)]
    pub fn new(position: Position<R>) -> Game<R> {
        Game { history: History::new(position), reader: BoardReader::new(position) }
    }

    /// Goes on from another position. What the sensors have shown is kept.
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
            // It is legal: the reader has the same position.
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

    /// Plays in the history what the reader has played, and says it.
    #[inline(never)]
    fn follow(&mut self, mv: Move, uart: &mut Uart) {
        uart.say(&self.history.position().san(mv));
        let _ = self.history.play(mv);
    }

    /// Takes a reading of the board, and says what is new.
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

    /// Says the FEN's first field with a line for each rank and a dot for each empty square.
    #[inline(never)]
    fn say_board(&self, uart: &mut Uart) {
        for byte in self.history.position().fen().bytes() {
            match byte {
                b' ' => break,
                b'/' => uart.say_byte(b'\n'),
                // Of a Met that was a Bia.
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

/// The legal move of a text in UCI notation or in SAN.
#[inline(never)]
fn find<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, Refusal> {
    match position.parse_uci(text) {
        Err(UciError::Syntax { .. }) => san::parse_strict(position, text).map_err(|error| error.code()),
        found => found.map_err(|error| error.code()),
    }
}

/// A call of its own: within it the reader's fields are near, which makes it smaller.
#[inline(never)]
fn next_event<R: Rules>(reader: &mut BoardReader<R>, occupied: SquareSet) -> Option<BoardEvent> {
    reader.read(occupied)
}

/// The sentence of `Outcome::as_str`, in two parts, which takes 2 kB less than all sentences.
#[inline(never)]
fn say_outcome(outcome: Option<Outcome>, uart: &mut Uart) {
    let (score, by) = match outcome {
        None => ("none", ""),
        Some(Outcome::Win { winner: Color::White, by }) => ("White wins by ", by.as_str()),
        Some(Outcome::Win { winner: Color::Black, by }) => ("Black wins by ", by.as_str()),
        Some(Outcome::Draw(by)) => ("draw by ", by.as_str()),
        // Arbiters decide so, and this program does not hear of them.
        Some(Outcome::NoWin { .. }) => ("", ""),
    };
    uart.say("ok ");
    uart.say(score);
    uart.say(by);
}

/// Sixteen hexadecimal digits.
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
    for byte in squares.bits().to_be_bytes() {
        for half in [byte >> 4, byte & 15] {
            uart.say_byte(if half < 10 { b'0' + half } else { b'a' + half - 10 });
        }
    }
}
