//! [`Referee`]: executes the requests.

use chess0x88::fen::FenError;
use chess0x88::{Chess, ChessRules};
#[cfg(feature = "makruk")]
use chess0x88::{Makruk, MakrukRules};

use crate::game::Game;
use crate::uart::Uart;
use crate::{Refusal, WRONG_ARGUMENT, memory};

/// The current game. There is room for one game of either kind.
pub enum Referee {
    Chess(Game<ChessRules>),
    #[cfg(feature = "makruk")]
    Makruk(Game<MakrukRules>),
}

impl Referee {
    pub const NEW: Referee = Referee::Chess(Game::new(Chess::startpos()));

    /// Answers a line, without the line end of the reply. If it refuses the line, it writes nothing.
    pub fn answer(&mut self, line: &str, uart: &mut Uart) -> Result<(), Refusal> {
        if let Some(text) = line.strip_prefix("position ") {
            self.set_position(text)?;
            uart.say("ok");
            return Ok(());
        }
        if line == "memory" {
            uart.say("ok ");
            uart.say_number(memory::least_free());
            return Ok(());
        }
        match self {
            Referee::Chess(game) => game.answer(line, uart),
            #[cfg(feature = "makruk")]
            Referee::Makruk(game) => game.answer(line, uart),
        }
    }

    #[inline(never)]
    fn set_position(&mut self, text: &str) -> Result<(), Refusal> {
        #[cfg(feature = "makruk")]
        if text == "makruk" {
            self.set_makruk(Makruk::startpos());
            return Ok(());
        }
        #[cfg(feature = "makruk")]
        if let Some(fen) = text.strip_prefix("makruk ") {
            self.set_makruk(fen.parse().map_err(|error: FenError| error.code())?);
            return Ok(());
        }
        let position = match text.strip_prefix("fen ") {
            Some(fen) => fen.parse().map_err(|error: FenError| error.code())?,
            None if text == "startpos" => Chess::startpos(),
            None => return Err(WRONG_ARGUMENT),
        };
        match self {
            Referee::Chess(game) => game.set_position(position),
            #[cfg(feature = "makruk")]
            Referee::Makruk(_) => *self = Referee::Chess(Game::new(position)),
        }
        Ok(())
    }

    #[cfg(feature = "makruk")]
    fn set_makruk(&mut self, position: Makruk) {
        match self {
            Referee::Makruk(game) => game.set_position(position),
            Referee::Chess(_) => *self = Referee::Makruk(Game::new(position)),
        }
    }
}
