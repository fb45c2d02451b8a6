//! A chess clock that knows the rules. Moves come over a line, and times from its buttons. Each reply is two bytes, a kind and a
//! code of `docs/codes.md`. A phone shows the sentences, so the program has none.
//!
//! The line and the buttons are simulated by a script with the actions of two players and the right reply to each.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use chess0x88::game::{Claim, GameError, WinReason};
use chess0x88::{Chess, Color, History, Outcome, fen};
use cortex_m_rt::entry;
use embedded::{Meter, finish};

/// An action of the players.
enum Input {
    /// A player has moved and has pressed the button, after this number of tenths of a second.
    Press(&'static str, u32),
    /// The time of the other player is up.
    Wait(u32),
    Claim(Claim),
    Resign(Color),
    Agree,
    Undo,
    /// Another game begins.
    Start(Chess),
}
use Input::*;

/// The reply of the clock.
#[derive(PartialEq)]
enum Reply {
    Done,
    /// A refusal with the code of the error.
    No(u8),
    /// The end of the game with the code of the outcome.
    End(u8),
}

/// The time of each side, in tenths of a second.
const TIME: u32 = 50;
const NOTHING_TO_TAKE_BACK: u8 = 240;
const ENDGAME: Chess = fen!("8/8/4k3/8/8/4K3/4R3/8 w - - 98 80");

struct Clock {
    game: &'static mut History,
    left: [u32; 2],
}

impl Clock {
    fn answer(&mut self, input: &Input) -> Reply {
        let ended = match *input {
            Press(uci, spent) => return self.press(uci, spent),
            Wait(spent) => return if self.has_fallen(spent) { self.fall() } else { Reply::Done },
            Undo => return self.game.take_back().map_or(Reply::No(NOTHING_TO_TAKE_BACK), |_| Reply::Done),
            Start(position) => {
                self.game.restart(position);
                self.left = [TIME; 2];
                return Reply::Done;
            }
            Claim(claim) => self.game.claim(claim, None),
            Resign(color) => self.game.lose(color, WinReason::Resignation),
            Agree => self.game.draw_by_agreement(),
        };
        told(ended)
    }

    fn press(&mut self, uci: &str, spent: u32) -> Reply {
        if let Some(outcome) = self.game.outcome() {
            return Reply::No(GameError::Over(outcome).code());
        }
        match self.game.position().parse_uci(uci) {
            Err(error) => Reply::No(error.code()),
            _ if self.has_fallen(spent) => self.fall(),
            Ok(mv) => match self.game.play(mv) {
                Ok(()) => self.game.outcome().map_or(Reply::Done, |outcome| Reply::End(outcome.code())),
                Err(error) => Reply::No(error.code()),
            },
        }
    }

    /// Takes time from the side to move. Returns `true` if its time is up.
    fn has_fallen(&mut self, spent: u32) -> bool {
        let left = &mut self.left[self.game.position().turn() as usize];
        *left = left.saturating_sub(spent);
        *left == 0
    }

    fn fall(&mut self) -> Reply {
        told(self.game.lose(self.game.position().turn(), WinReason::FlagFall))
    }
}

fn told(ended: Result<Outcome, GameError>) -> Reply {
    ended.map_or_else(|error| Reply::No(error.code()), |outcome| Reply::End(outcome.code()))
}

const SCRIPT: [(Input, Reply); 34] = [
    (Press("e2e4", 5), Reply::Done),
    (Press("e7e4", 1), Reply::No(3)), // a pawn does not move so
    (Press("e7", 1), Reply::No(100)), // no move
    (Press("e7e5", 5), Reply::Done),
    (Undo, Reply::Done),
    (Press("f7f6", 5), Reply::Done),
    (Press("d2d4", 5), Reply::Done),
    (Press("g7g5", 5), Reply::Done),
    (Press("d1h5", 5), Reply::End(0)),  // White wins by checkmate
    (Press("e8f7", 5), Reply::No(160)), // the game is over
    (Agree, Reply::No(160)),
    (Start(Chess::startpos()), Reply::Done),
    (Undo, Reply::No(NOTHING_TO_TAKE_BACK)),
    (Claim(Claim::ThreefoldRepetition), Reply::No(161)),
    (Press("g1f3", 1), Reply::Done),
    (Press("g8f6", 1), Reply::Done),
    (Press("f3g1", 1), Reply::Done),
    (Press("f6g8", 1), Reply::Done),
    (Press("g1f3", 1), Reply::Done),
    (Press("g8f6", 1), Reply::Done),
    (Press("f3g1", 1), Reply::Done),
    (Press("f6g8", 1), Reply::Done),
    (Claim(Claim::ThreefoldRepetition), Reply::End(11)),
    (Undo, Reply::Done),       // and the claim with it
    (Wait(48), Reply::End(4)), // White wins by flag fall
    (Start(ENDGAME), Reply::Done),
    (Claim(Claim::FiftyMoves), Reply::No(161)),
    (Press("e2e1", 1), Reply::Done),
    (Press("e6d6", 1), Reply::Done),
    (Claim(Claim::FiftyMoves), Reply::End(12)),
    (Start(ENDGAME), Reply::Done),
    (Press("e2d2", TIME), Reply::End(10)), // the flag is down, but a lone king wins nothing
    (Start(ENDGAME), Reply::Done),
    (Resign(Color::Black), Reply::End(2)), // White wins by resignation
];

#[entry]
fn main() -> ! {
    // `entry` makes a reference to it, once. So the game is in its place from the start, and no copy of it is on the stack.
    static mut GAME: History = History::new(Chess::startpos());
    let mut clock = Clock { game: GAME, left: [TIME; 2] };
    let meter = Meter::start();
    let well = SCRIPT.iter().all(|(input, reply)| clock.answer(input) == *reply);
    meter.stop("clock");
    finish(well)
}
