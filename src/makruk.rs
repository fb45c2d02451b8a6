//! Makruk, the chess of Thailand, for chess players.
//!
//! [`Makruk`] is a [`Position`](crate::Position) like [`Chess`](crate::Chess), and everything that works on the one
//! works on the other: moves, making and undoing, notation, perft. This page teaches the game. The items below it are
//! what chess has no use for: the [count](Count). FEN is spelled as Fairy-Stockfish does, and there is a
//! [second dialect](thai_fen).
//!
//! ```text
//!   8  r n s m k s n r        r  Rua    the boat        the rook of chess
//!   7  . . . . . . . .        n  Ma     the horse       the knight of chess
//!   6  p p p p p p p p        s  Khon   the nobleman    one step diagonally, or one straight ahead
//!   5  . . . . . . . .        m  Met    the seed        one step diagonally
//!   4  . . . . . . . .        k  Khun   the lord        the king of chess, but it does not castle
//!   3  P P P P P P P P        p  Bia    the cowrie      the pawn of chess, one step at a time
//!   2  . . . . . . . .
//!   1  R N S K M S N R        White's Khun stands on d1, Black's on e8: each faces the other's Met.
//!      a b c d e f g h
//! ```
//!
//! # What is different
//!
//! - **The Met** takes the queen's place and is the weakest piece but one: a single diagonal step, so it lives on one
//!   colour of squares. **The Khon** takes the bishop's place: the Met's four steps and one straight ahead. (Shogi knows
//!   it as the silver general.)
//! - **The Bia** begins on the third rank and promotes on the *sixth*, always to a Met. It has no double step, so there is
//!   no en passant. Players turn the shell over and call it Bia ngai; it moves as a Met and is one for every rule, but
//!   notation remembers it (`M~`).
//! - **There is no castling.**
//! - **Stalemate is a draw**, and so is the third appearance of a position; a Met and a promoted Bia are alike for it.
//!   There is no fifty-move rule, and no material is too little to play on. Instead there is the count.
//!   [`outcome`](crate::Position::outcome), and for repetition a [`History`](crate::History), say which rule has ended a
//!   game.
//!
//! ```
//! use chess0x88::{Makruk, Square};
//! let position = Makruk::startpos();
//! assert_eq!(position.legal_moves().len(), 23);
//! assert_eq!(position.legal_moves_from(Square::C1).len(), 3); // the Khon: b2, c2, d2
//!
//! let position: Makruk = "8/3k4/8/2K1S1P1/8/8/8/8 w - - 0 1".parse()?;
//! let promotion = position.parse_uci("g5g6m")?;
//! assert_eq!(position.after(promotion)?.fen().as_str(), "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The count
//!
//! Few pieces, and those slow: mate takes long, and the defender may demand that it comes in time. There are two counts,
//! and both need a board without Bia.
//!
//! **Board's honour** is for a side that has something left besides its Khun. It counts its own moves aloud, from 1 to
//! 64, the number of squares. If it makes its 65th move, the game is drawn. It may stop at any time, and begin again at 1.
//! A side that chose to count and then gives mate without having stopped has only drawn: a side that asks for a draw does
//! not play for a win.
//!
//! **Pieces' honour** is for a side that has nothing but its Khun. It begins the moment that is so and no Bia is left,
//! and takes the place of board's honour. The first move is counted as one more than there are pieces on the board; the
//! last that does not draw depends on the other side's pieces, by the first line that fits:
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
//! The limit then stays, whatever the bare Khun may capture. It can be passed before it begins: two Rua and seven more
//! pieces leave no time at all. Mate comes before the count: a move that mates wins, on whatever number.
//!
//! By default the count runs as in Fairy-Stockfish: board's honour begins by itself, for the side to move when the last
//! Bia has gone, never stops, and costs nothing (a mate by the counting side wins). To play it as people do, stop that
//! count when it appears and start one when a player asks for it:
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
//! assert_eq!(count(&position).unwrap().to_string(), "board's honour: Black has counted 1 of 64");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | call |
//! |---|---|
//! | know the count | [`count`]; [`limit_moves`](Count::limit_moves) is its last number, [`is_exceeded`](Count::is_exceeded) whether it has passed |
//! | know whether the count has drawn the game | [`outcome`](crate::Position::outcome), or [`Count::is_exceeded`] for the count alone |
//! | start and stop it | [`start_counting`], [`stop_counting`] |
//! | read and write the second dialect of FEN | [`from_thai_fen`], [`from_thai_fen_lenient`], [`thai_fen`] |
//! | write moves in Thai letters | [`thai_san`], [`thai_lan`] |
//!
//! A FEN holds the plies and the limit of a count, and nothing else of it: which number it began with, whether a player chose it or
//! has stopped one, is lost. [`packed::pack`](crate::packed::pack) and the feature `serde` keep all of it.
//!
//! # What a setup may be
//!
//! A position has one Khun a side, none of them attacked while the other side moves, and no Bia on the first or eighth
//! rank. On the sixth and seventh rank a Bia may be set up, as Fairy-Stockfish allows: it promotes with its next step. At
//! most eight Bia, two each of Rua, Ma and Khon, and one Met beyond the promoted: more is a
//! [`Violation`](crate::Violation) that can be tolerated, like checks that no move explains.
//!
//! # Sources
//!
//! - Rick Knowlton, "How to Play Makruk", <http://www.ancientchess.com/page/play-makruk.htm>: the rules, the two counts
//!   and how to find the limit.
//! - Wikipedia, "Makruk", <https://en.wikipedia.org/wiki/Makruk>: the counts; mate by a side that has not stopped counting.
//! - Fairy-Stockfish, <https://github.com/fairy-stockfish/Fairy-Stockfish>, is the reference implementation: where texts
//!   leave a choice, this crate does what it does, and `tests/it/makruk_reference.rs` and
//!   `tests/it/makruk_counting.rs` compare the two move by move.

pub use crate::notation::{from_thai_fen, from_thai_fen_lenient, thai_fen, thai_lan, thai_san};
pub use crate::position::{Makruk, count, start_counting, stop_counting};
pub use crate::rules::{Count, CountError, Honour, MakrukRules, MakrukState};
