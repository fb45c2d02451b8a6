//! Setups and positions: a FEN, followed by words for the facts of Makruk's counts that a FEN does not store.

use core::fmt::{self, Display};

use ::serde::ser::Error as _;
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Text;
use crate::notation::FenError;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::{Honour, Rules, Setup, Violations};

/// The name of the value, for errors.
const EXPECTED: &str = "a FEN";

/// The FEN of a setup, followed by a word for each fact that the FEN alone would lose.
struct FenAndWords<'a, R: Rules> {
    setup: &'a Setup<R>,
    fen: &'a str,
    /// The setup that the FEN alone describes.
    told: &'a Setup<R>,
}

impl<R: Rules> Display for FenAndWords<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.fen)?;
        let [told, parts] = [self.told, self.setup].map(|setup| R::parts(&setup.state));
        if let (Some(told), Some(count)) = (told.count, parts.count) {
            if count.first != told.first {
                write!(f, " first={}", count.first)?;
            }
            if count.side != told.side {
                f.write_str(if count.side == Color::White { " side=white" } else { " side=black" })?;
            }
            if count.honour != told.honour {
                f.write_str(if count.honour == Honour::Board { " honour=board" } else { " honour=pieces" })?;
            }
            if count.by_choice {
                f.write_str(" by-choice")?;
            }
        }
        if parts.stopped {
            f.write_str(" stopped")?;
        }
        if self.setup.halfmove_clock != self.told.halfmove_clock {
            write!(f, " clock={}", self.setup.halfmove_clock)?;
        }
        Ok(())
    }
}

/// The reason why a text is no setup.
enum SetupError {
    Fen(FenError),
    /// A wrong word after the FEN, at this byte.
    Word(usize),
}

impl Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Fen(error) => error.fmt(f),
            SetupError::Word(at) => write!(
                f,
                "expected first=, side=, honour=, by-choice, stopped or clock= of a count behind the FEN, at byte {at}"
            ),
        }
    }
}

/// Reads a FEN and the words after it.
fn read<R: Rules>(text: &str) -> Result<Setup<R>, SetupError> {
    let sixth = text.match_indices(' ').nth(5).filter(|_| R::COUNTING);
    let (fen, words) = text.split_at(sixth.map_or(text.len(), |(at, _)| at));
    let mut setup: Setup<R> = fen.parse().map_err(SetupError::Fen)?;
    let mut at = fen.len() + 1;
    for word in words.split(' ').skip(1) {
        change(&mut setup, word).ok_or(SetupError::Word(at))?;
        at += word.len() + 1;
    }
    Ok(setup)
}

/// Applies a word to a setup.
fn change<R: Rules>(setup: &mut Setup<R>, word: &str) -> Option<()> {
    let mut parts = R::parts(&setup.state);
    match (word.split_once('=').unwrap_or((word, "")), &mut parts.count) {
        (("stopped", ""), _) => parts.stopped = true,
        (("clock", number), _) => setup.halfmove_clock = number.parse().ok()?,
        (("first", number), Some(count)) => count.first = number.parse().ok()?,
        (("side", "white"), Some(count)) => count.side = Color::White,
        (("side", "black"), Some(count)) => count.side = Color::Black,
        (("honour", "board"), Some(count)) => count.honour = Honour::Board,
        (("honour", "pieces"), Some(count)) => count.honour = Honour::Pieces,
        (("by-choice", ""), Some(count)) => count.by_choice = true,
        _ => return None,
    }
    setup.state = R::from_parts(parts);
    Some(())
}

/// Writes a FEN. A setup that FEN cannot express is an error, such as a castling right for a rook in mid-board.
impl<R: Rules> Serialize for Setup<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fen = self.fen();
        let is_told = |read: &Setup<R>| {
            let castling = R::castling(&read.state) == R::castling(&self.state);
            castling && read.board == self.board && R::en_passant(&read.state) == R::en_passant(&self.state)
        };
        match fen.parse() {
            Ok(told) if is_told(&told) => serializer.collect_str(&FenAndWords { setup: self, fen: &fen, told: &told }),
            _ => Err(S::Error::custom(format_args!("FEN cannot tell all of this setup, of which it would say {fen}"))),
        }
    }
}

/// Writes a FEN with both clocks and the exact en passant square.
impl<R: Rules> Serialize for Position<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_setup().serialize(serializer)
    }
}

impl<'de, R: Rules> Deserialize<'de> for Setup<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Setup<R>, D::Error> {
        deserializer.deserialize_str(Text(EXPECTED, read))
    }
}

/// Reads a FEN. Every written position is read, so [tolerable](Violations::TOLERABLE) violations are accepted. To refuse them, read
/// a [`Setup`] and test its [violations](Setup::violations).
impl<'de, R: Rules> Deserialize<'de> for Position<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position<R>, D::Error> {
        let position = |text: &str| {
            let setup: Setup<R> = read(text)?;
            setup.to_position_with(Violations::TOLERABLE).map_err(|violations| SetupError::Fen(violations.into()))
        };
        deserializer.deserialize_str(Text(EXPECTED, position))
    }
}
