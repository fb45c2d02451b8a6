//! [`fen!`](crate::fen!): a FEN that is read at compile time.
//!
//! The reader and the validator are those of any FEN. Only the state of a generic game cannot be built in a constant, since trait
//! functions are not `const`. So the text is passed as a type, and each game has a constant for each text. The expected type
//! selects the game.

use super::FenError;
use super::error::Sentence;
use super::read::Fields;
use crate::geometry::{Square, SquareSet};
use crate::position::{Chess, Makruk, Position};
use crate::rules::{ChessRules, ChessState, MakrukRules, MakrukState, Rules, Violations};

/// Reads and validates a FEN at compile time. If [`Chess::from_fen`](crate::Chess::from_fen) would refuse the FEN, the build fails
/// with the reason.
///
/// ```
/// use chess0x88::{Chess, Makruk, fen, makruk, perft};
///
/// const KIWIPETE: Chess =
///     fen!("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
/// assert_eq!(perft(&KIWIPETE, 3), 97_862);
///
/// // A table of puzzles costs no time to read, and no memory but flash.
/// static PUZZLES: [(Chess, &str); 2] = [
///     (fen!("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), "Ra8#"),
///     (fen!("7k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1"), "Qg8#"),
/// ];
/// for (position, mate) in &PUZZLES {
///     assert!(position.after(position.parse_san(mate)?)?.is_checkmate());
/// }
///
/// let ending: Makruk = fen!("8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1");
/// assert_eq!(makruk::count(&ending).unwrap().limit, 88);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The text is a literal or another constant. The type of the position selects the game, and must be known at the macro. A position
/// takes at most 152 bytes of the program, and about 10 ms of compile time.
///
/// These two constants do not build. The compiler says "the side not to move is in check: its king could be captured" about the first,
/// and "board: expected a piece letter or a digit 1-8 at byte 33" about the second:
///
/// ```compile_fail
/// const IMPOSSIBLE: chess0x88::Chess = chess0x88::fen!("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1");
/// ```
///
/// ```compile_fail
/// let none: chess0x88::Chess =
///     chess0x88::fen!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPX/RNBQKBNR w KQkq - 0 1");
/// ```
#[macro_export]
macro_rules! fen {
    ($text:expr) => {
        const {
            enum Literal {}
            impl $crate::fen::FenLiteral for Literal {
                const FEN: &'static str = $text;
            }
            match <_ as $crate::fen::FromFenLiteral<Literal>>::READ {
                Ok(position) => position,
                Err(error) => ::core::panic!("{}", $crate::fen::Refusal::of(error).as_str()),
            }
        }
    };
}

/// A FEN as a type parameter.
pub trait FenLiteral {
    /// The text.
    const FEN: &'static str;
}

/// A position type with a constant for each FEN.
#[diagnostic::on_unimplemented(
    message = "a FEN literal gives a position of a game, `Chess` or `Makruk`",
    label = "the type of the position must be known here, and be one of these"
)]
pub trait FromFenLiteral<L: FenLiteral>: Sized {
    /// The position, or the error.
    const READ: Result<Self, FenError>;
}

/// The compiler's error message for a FEN.
#[derive(Clone, Copy, Debug)]
pub struct Refusal(Sentence);

impl Refusal {
    /// Builds the message of an error.
    #[must_use]
    pub const fn of(error: FenError) -> Refusal {
        Refusal(error.text())
    }

    /// The message.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

/// Returns the fields of a FEN of a legal position, the squares of its kings, and the checkers.
const fn read<R: Rules>(text: &str) -> Result<(Fields, [Square; 2], SquareSet), FenError> {
    let mut fields = Fields::empty();
    if let Err(error) = fields.read::<R>(text) {
        return Err(error);
    }
    match fields.examine::<R>().accept(Violations::NONE) {
        Ok((kings, checkers)) => Ok((fields, kings, checkers)),
        Err(violations) => Err(FenError::Illegal(violations)),
    }
}

impl<L: FenLiteral> FromFenLiteral<L> for Chess {
    const READ: Result<Chess, FenError> = match read::<ChessRules>(L::FEN) {
        Ok((fields, kings, checkers)) => {
            let state = ChessState::from_parts(fields.parts);
            Ok(Position::from_valid(fields.with_state(state), kings, checkers))
        }
        Err(error) => Err(error),
    };
}

impl<L: FenLiteral> FromFenLiteral<L> for Makruk {
    const READ: Result<Makruk, FenError> = match read::<MakrukRules>(L::FEN) {
        Ok((fields, kings, checkers)) => {
            let state = MakrukState::from_parts(fields.parts);
            Ok(Position::from_valid(fields.with_state(state), kings, checkers))
        }
        Err(error) => Err(error),
    };
}
