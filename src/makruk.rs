//! Makruk, the chess of Thailand, for chess players.
//!
//! [`Makruk`] is a [`Position`](crate::Position) like [`Chess`](crate::Chess), with the same functions: moves, undo, notation,
//! perft. This page teaches the game. The items below it exist only in Makruk: the [count](Count), and the [second
//! dialect](thai_fen) of FEN. The first dialect is that of Fairy-Stockfish.
//!
//! ```text
//!   8  r n s m k s n r    r  Rua    the boat        the rook of chess
//!   7  . . . . . . . .    n  Ma     the horse       the knight of chess
//!   6  p p p p p p p p    s  Khon   the nobleman    one step diagonally, or one straight ahead
//!   5  . . . . . . . .    m  Met    the seed        one step diagonally
//!   4  . . . . . . . .    k  Khun   the lord        the king of chess, but it does not castle
//!   3  P P P P P P P P    p  Bia    the cowrie      the pawn of chess, one step at a time
//!   2  . . . . . . . .
//!   1  R N S K M S N R    White's Khun is on d1, Black's on e8: each faces a Met.
//!      a b c d e f g h
//! ```
//!
//! # What is different
//!
//! - **The Met** stands in the queen's place. It makes a single diagonal step, so it stays on one colour of squares; only the Bia
//!   is weaker. **The Khon** stands in the bishop's place: it has the Met's four steps and one straight ahead. (In shogi it is the
//!   silver general.)
//! - **The Bia** starts on the third rank and promotes on the *sixth*, always to a Met. It has no double step, so there is no en
//!   passant. Players turn the shell over and call it Bia ngai. It is a Met in all rules, but notation marks it (`M~`).
//! - **There is no castling.**
//! - **Stalemate is a draw**, and so is the third occurrence of a position (a Met equals a promoted Bia). There is no fifty-move
//!   rule and no draw by insufficient material. Instead there is the count. [`outcome`](crate::Position::outcome) returns the rule
//!   that has ended a game; for repetition use a [`History`](crate::History).
//!
//! ```
//! use chess0x88::{Makruk, Square};
//! let position = Makruk::startpos();
//! assert_eq!(position.legal_moves().len(), 23);
//! assert_eq!(position.legal_moves_from(Square::C1).len(), 3); // the Khon: b2, c2, d2
//!
//! let position: Makruk = "8/3k4/8/2K1S1P1/8/8/8/8 w - - 0 1".parse()?;
//! let promotion = position.parse_uci("g5g6m")?;
//! assert_eq!(
//!     position.after(promotion)?.fen().as_str(),
//!     "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The count
//!
//! With few and slow pieces a mate takes long, and the defender may demand that it comes in time. There are two counts. Both need a
//! board without Bia.
//!
//! **Board's honour** is for a side with other pieces besides its Khun. The side counts its own moves aloud from 1 to 64, the
//! number of squares. With its 65th move the game is drawn. The side may stop at any time, and start again at 1. A side that chose
//! to count and mates without having stopped only draws: a side that asks for a draw does not play for a win.
//!
//! **Pieces' honour** is for a side with only its Khun. It starts as soon as this is so and no Bia is left, and replaces board's
//! honour. The first number is the number of pieces on the board plus 1. The last number before the draw depends on the other
//! side's pieces, by the first row that fits:
//!
//! | the other side has | the last number |
//! |---|---|
//! | two Rua | 8 |
//! | one Rua | 16 |
//! | two Khon | 22 |
//! | two Ma | 32 |
//! | one Khon | 44 |
//! | anything else | 64 |
//!
//! The limit then stays, even if the bare Khun captures. It may be passed at the start: two Rua and seven more pieces leave no
//! move. A mate takes precedence: it wins at any number.
//!
//! By default the count runs as in Fairy-Stockfish: board's honour starts automatically when the last Bia has gone, for the side to
//! move. It never stops, and has no penalty: a mate by the counting side wins. To play it as people do, stop that count when it
//! appears, and start one when a player asks for it:
//!
//! ```
//! use chess0x88::makruk::{count, start_counting, stop_counting};
//! use chess0x88::{Color, Makruk};
//! let mut position: Makruk = "8/m7/8/3k4/3P4/8/8/R3K3 b - - 4 10".parse()?;
//! position.play(position.parse_uci("d5d4")?)?;   // the last Bia
//! stop_counting(&mut position, Color::White)?;   // White has a Rua and does not want to count
//! position.play(position.parse_uci("a1d1")?)?;
//! start_counting(&mut position, Color::Black)?;  // Black does
//! position.play(position.parse_uci("d4c5")?)?;
//! assert_eq!(
//!     count(&position).unwrap().to_string(),
//!     "board's honour: Black has counted 1 of 64"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | task | function |
//! |---|---|
//! | read the count | [`count`]; [`is_exceeded`](Count::is_exceeded) is `true` after it |
//! | see if the count has drawn the game | [`outcome`](crate::Position::outcome), or [`Count::is_exceeded`] for the count alone |
//! | start and stop it | [`start_counting`], [`stop_counting`] |
//! | read and write the second dialect of FEN | [`from_thai_fen`], [`from_thai_fen_lenient`], [`thai_fen`] |
//! | write moves in Thai letters | [`thai_san`] |
//!
//! A FEN stores only the plies and the limit of a count. It loses the first number, the choice of a player, and a stopped count.
//! [`packed::pack`](crate::packed::pack) and the feature `serde` store all of these.
//!
//! # What a setup may be
//!
//! A position has one Khun per side. The side not to move is not in check, and no Bia stands on the first or eighth rank. A Bia may
//! stand on the sixth or seventh rank, as in Fairy-Stockfish, and promotes with its next step. A side has at most eight Bia, two
//! each of Rua, Ma and Khon, and one Met besides promoted Bia. More pieces are a [`Violation`](crate::Violation) that can be
//! tolerated, like checks that no last move gives.
//!
//! # Sources
//!
//! - Rick Knowlton, "How to Play Makruk", <http://www.ancientchess.com/page/play-makruk.htm>: the rules, the two counts
//!   and how to find the limit.
//! - Wikipedia, "Makruk", <https://en.wikipedia.org/wiki/Makruk>: the counts; mate by a side that has not stopped counting.
//! - Fairy-Stockfish, <https://github.com/fairy-stockfish/Fairy-Stockfish>, is the reference implementation: where texts
//!   leave a choice, this crate does what it does, and `tests/it/makruk_reference.rs` and
//!   `tests/it/makruk_counting.rs` compare the two move by move.

pub use crate::notation::{from_thai_fen, from_thai_fen_lenient, thai_fen, thai_san};
pub use crate::position::{Makruk, count, start_counting, stop_counting};
pub use crate::rules::{Count, CountError, Honour, MakrukRules, MakrukState};
