//! The rules of chess, Chess960 and Makruk: legal moves, FEN, SAN, UCI, perft, games with their repetitions, claims and results.
//! `no_std`, two dependencies, MIT.
//!
//! # Start here
//!
//! ```
//! use chess0x88::Chess;
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let mut position = Chess::startpos();
//!     for san in ["e4", "e5", "Bc4", "Nc6", "Qh5"] {
//!         position.play_san(san)?;
//!     }
//!     let error = position.parse_san("f6").unwrap_err();
//!     assert_eq!(
//!         error.to_string(),
//!         "the pawn on f7 is pinned to the king by the queen on h5"
//!     );
//!
//!     position.play_san("Nf6")?;
//!     position.play_san("Qxf7#")?;
//!     assert!(position.is_checkmate());
//!     assert_eq!(
//!         position.fen(),
//!         "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"
//!     );
//!     Ok(())
//! }
//! ```
//!
//! # What to call
//!
//! | task | items |
//! |---|---|
//! | hold a game's position, play and undo moves | [`Chess`] and [`Makruk`], each a [`Position`] |
//! | list, count or check moves | [`Position::legal_moves`] and the methods beside it, [`IllegalMove`] |
//! | build or repair a position by hand | [`Setup`], [`Violations`] |
//! | have positions in constants | [`fen!`](crate::fen!), [`Position::startpos`] |
//! | read and write positions | [`Position::from_fen`], [`fen::parse_lenient`], [`Position::fen`], [`packed::pack`] |
//! | read and write moves | [`Position::parse_uci`], [`Position::parse_san`], [`Position::san`] |
//! | read and write games as PGN, lines of EPD | the package [chess0x88-pgn](https://docs.rs/chess0x88-pgn) |
//! | keep a game: repetition, draws, claims, results | [`Game`], or [`History`] without an allocator; [`Outcome`] |
//! | hash positions | [`Position::key`], [`Keyed`] |
//! | read and write opening books | the package [chess0x88-polyglot](https://docs.rs/chess0x88-polyglot) |
//! | count the pieces | [`Board0x88::material`], [`Material`] |
//! | order captures | [`see`] |
//! | find the moves that can have led to a position | the package [chess0x88-retro](https://docs.rs/chess0x88-retro) |
//! | read a real board | the package [chess0x88-eboard](https://docs.rs/chess0x88-eboard) |
//! | know which side can still mate, and whether a position is dead | [`Position::has_insufficient_material`]; the package [chess0x88-mate](https://docs.rs/chess0x88-mate) |
//! | draw a board | the package [chess0x88-svg](https://docs.rs/chess0x88-svg) |
//! | look at the board itself | [`Board0x88`], [`Square`], [`SquareSet`], [`SquareMap`], [`Piece`] |
//! | learn how 0x88 works | [`Square::checked_add`] (the `& 0x88` test), [`offsets::Difference`] (the difference tables) |
//! | learn Makruk | [`makruk`] |
//! | validate a move generator | [`perft`], [`divide`]; the package [chess0x88-perft](https://docs.rs/chess0x88-perft), many times as fast |
//!
//! The [guides](crate::guide) show what to call in each kind of program, and what replaces the calls of another library.
//!
//! # The board
//!
//! The board is an array of 128 bytes: sixteen columns by eight rows. The crate rests on two facts:
//!
//! - a square's index is `0rrr0fff`, so `index & 0x88 != 0` means "off the board" after any step from any square;
//! - the difference of two indices determines direction and distance, so a 240-entry table indexed by `0x77 + to - from` tells how
//!   two squares relate, and if a piece can ever go from one to the other.
//!
//! # Promises
//!
//! - No input causes a panic. Parsers and checked moves return an error with the cause and the place, and change nothing.
//! - Without the feature `alloc` nothing is allocated; without the feature `std` there is no `std`.
//! - A [`Setup`] may be illegal. A [`Position`] is legal, or *tolerable*: it breaks nothing that a rule of movement depends on, such as ten
//!   white pawns. [`Position::from_fen`] and [`Setup::to_position`] refuse what is only tolerable. These accept
//!   [`Violations::TOLERABLE`]: [`Setup::to_position_with`], [`fen::parse_tolerating`], [`fen::parse_lenient`], [`packed::unpack`],
//!   [`Position::with_turn`], serde, and the readers of PGN. `position.to_setup().violations()` says which there are.
//! - `play_unchecked` and similar functions do not check a move: an illegal move gives a wrong position, but no undefined behaviour and no
//!   panic.
//! - There is no `unsafe`: the crate forbids it.
//!
//! # What is not here
//!
//! On purpose: other variants, endgame tables, evaluation and search, clocks, networks. A program of your own for these has all that it
//! needs in the public interface, as [the guides](crate::guide) show.
//!
//! # Features
//!
//! | feature | default | adds |
//! |---|---|---|
//! | `std` | yes | implies `alloc` |
//! | `bitboards` | yes | lists, counts and attackers by bitboards, about twice as fast on 64-bit machines |
//! | `alloc` | with `std` | [`Game`] |
//! | `serde` | no | squares, pieces, moves, positions for [serde](https://serde.rs) |
//! | `defmt` | no | errors, squares, pieces, moves, positions for the logs of [defmt](https://defmt.ferrous-systems.com) |
//!
//! Pseudo-legal moves, the legality of one move and the moves of one piece come from the 0x88 engine in every build; without
//! `bitboards` all moves do.
#![no_std]
#![forbid(unsafe_code)]
// On docs.rs each item shows the feature that it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

// The order of the reference: modules add their items to a position in this order. CONTRIBUTING.md has the map of imports.
mod name;
mod operators;
mod tally;
mod geometry;
mod piece;
mod board;
mod material;
mod moves;
mod attacks;
mod rules;
mod position;
mod movegen;
pub mod game;
mod notation;
mod key;
mod keyed;
mod symmetry;
mod unchecked;
mod perft;
pub mod see;
pub mod makruk;
pub mod packed;
#[cfg(feature = "serde")]
pub mod serde;
#[cfg(feature = "defmt")]
mod defmt;
// Pages of documentation. Their programs need an allocator; the pages do not say so, as an item does.
#[cfg(all(any(doc, doctest), feature = "alloc"))]
#[cfg_attr(docsrs, doc(auto_cfg = false))]
pub mod guide;

#[cfg(test)]
mod tests;

// Aliases of types stand at the re-export: rustdoc's search ignores aliases where the type is declared.
#[doc(alias("Board", "BaseBoard", "ChessBoard", "ascii", "unicode"))]
pub use board::Board0x88;
#[cfg(feature = "alloc")]
#[doc(inline)]
pub use game::Game;
#[doc(inline)]
pub use game::History;
#[doc(alias("Bitboard"))]
pub use geometry::SquareSet;
pub use geometry::{File, Rank, Square, SquareMap};
#[doc(alias("hash", "zobrist"))]
pub use keyed::Keyed;
pub use keyed::KeyedUndo;
pub use material::Material;
pub use movegen::IllegalMove;
#[doc(alias("Wing"))]
pub use moves::CastlingSide;
#[doc(alias("BitMove", "ChessMove", "UciMove"))]
pub use moves::Move;
pub use moves::{Castling, MoveKind, MoveList};
pub use name::ParseNameError;
pub use perft::{divide, perft};
#[doc(alias("PieceType", "Khun", "Met", "Khon", "Thon", "Ma", "Rua", "Bia"))]
pub use piece::Role;
pub use piece::{Color, Piece};
#[doc(alias("Board", "same_position"))]
pub use position::Position;
pub use position::{Chess, Makruk, Undo};
#[doc(alias("BoardBuilder"))]
pub use rules::Setup;
pub use rules::{CastlingRights, ChessRules, ChessState, MakrukRules, Outcome, Rules, Variant, Violation, Violations};

/// The tables of a 0x88 board: the offsets of king and knight steps, and the relation of two squares by their [`Difference`], with
/// tables of 240 entries.
///
/// ```
/// use chess0x88::Square;
/// use chess0x88::offsets::{Difference, Direction, KNIGHT_OFFSETS};
/// assert_eq!(Square::H1.checked_add(Direction::East as i8), None); // off the board
/// assert_eq!(Square::G1.checked_add(KNIGHT_OFFSETS[0]), Some(Square::H3));
/// assert!(Difference::between(Square::B1, Square::C3).is_knight());
/// ```
///
/// [`Difference`]: offsets::Difference
pub mod offsets {
    pub use crate::geometry::{DISTANCE, Difference, Direction, KNIGHT_OFFSETS, MANHATTAN, REACH, Reach, STEP};
}

/// Parts of errors: the reason of an illegal move, the character at the place of an error, and the errors of [`Game`] for moves as
/// text.
///
/// ```
/// use chess0x88::Makruk;
/// let error = Makruk::startpos().parse_uci("e3e9").unwrap_err();
/// assert!(error.to_string().contains("'9'"), "{error}");
/// ```
pub mod error {
    pub use crate::movegen::Reason;
    pub use crate::notation::Found;
    #[cfg(feature = "alloc")]
    pub use crate::notation::game::PlayError;
}

/// Forsyth-Edwards notation: options and errors for positions in one line.
///
/// The common functions belong to [`Position`] and [`Setup`]: [`Position::fen`], [`Position::from_fen`] and `str::parse`; in
/// constants [`fen!`](crate::fen!). The functions here read sloppy texts and write other spellings.
///
/// ```
/// use chess0x88::fen::{EnPassantMode, FenStyle};
/// use chess0x88::{Chess, fen};
/// let mut position = Chess::startpos();
/// position.play(position.parse_uci("e2e4")?)?;
/// let style = FenStyle { en_passant: EnPassantMode::Always, ..FenStyle::default() };
/// assert_eq!(
///     fen::write(&position, style).as_str(),
///     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod fen {
    pub use crate::notation::fen::{parse_lenient, parse_tolerating, write};
    pub use crate::notation::{
        EnPassantMode, Expected, FenError, FenField, FenStyle, FenText, Repair, RepairKind, Repairs, Text,
    };
    #[doc(hidden)]
    pub use crate::notation::{FenLiteral, FromFenLiteral, Refusal};
}

/// Standard algebraic notation: options and errors for moves as on score sheets.
///
/// The common functions belong to [`Position`]: [`Position::san`], [`Position::parse_san`], [`Position::play_san`]. The functions
/// here are the strict reader, the long form and other letters.
///
/// ```
/// use chess0x88::Chess;
/// use chess0x88::san::SanError;
/// let start = Chess::startpos();
/// assert_eq!(start.san(start.parse_san("Nf3")?).as_str(), "Nf3");
/// assert!(matches!(start.parse_san("Qd4"), Err(SanError::Illegal(_))));
/// # Ok::<(), SanError>(())
/// ```
pub mod san {
    pub use crate::notation::san::{
        CheckSign, LANGUAGES, PieceMove, San, is_null_move, is_separator, lan, parse_bytes, parse_strict, parse_with,
        san_with,
    };
    pub use crate::notation::text::Expected;
    pub use crate::notation::{LetteredText, PieceLetters, SanError, SanText};
}

/// Moves as engines write them: options and errors for texts such as `e2e4`.
///
/// The common functions are [`Position::parse_uci`] and [`Move::to_uci`].
///
/// ```
/// use chess0x88::Chess;
/// use chess0x88::uci::CastlingMode;
/// let start = Chess::chess960(518).ok_or("960 starts")?;
/// assert_eq!(start.parse_uci("g1f3")?.to_uci(CastlingMode::Chess960).as_str(), "g1f3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod uci {
    pub use crate::notation::text::Expected;
    pub use crate::notation::{CastlingMode, UciError, UciText};
}

/// The iterators of lists, sets of squares, boards and games, for code that names their types. All know their length.
///
/// ```
/// use chess0x88::iter::SquareSetIter;
/// use chess0x88::{Rank, SquareSet};
/// let mut back: SquareSetIter = Rank::First.squares().into_iter();
/// assert_eq!(back.len(), 8);
/// ```
pub mod iter {
    pub use crate::board::BoardPieces;
    #[cfg(feature = "alloc")]
    pub use crate::game::record::Positions;
    pub use crate::geometry::SquareSetIter;
    pub use crate::moves::MoveListIter;
}
