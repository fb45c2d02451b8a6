//! Codes and names of chess openings, by position.
//!
//! ```
//! use chess0x88::Chess;
//! use chess0x88_openings::Opening;
//! let position =
//!     Chess::from_fen("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")?;
//! let opening = Opening::of(&position).ok_or("no name")?;
//! assert_eq!(opening.to_string(), "B20 Sicilian Defense");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An [`Opening`] is a code of the Encyclopaedia of Chess Openings and a name. One or more [lines](Opening::lines) of moves lead to it.
//! The end of each line is a position with this name, whatever moves a game took to get there.
//!
//! # How it is stored
//!
//! The table is a constant of the program, so nothing is read or built at start:
//!
//! | part | what it holds |
//! |---|---|
//! | keys | the [`Position::key`](chess0x88::Position::key) of each named position, sorted, the number of its opening, and where the keys with each first byte begin |
//! | names | the place of each family and variation in one text, in which a word stands once |
//! | lines | the moves of each line that differ from the line before |
//!
//! Source: lichess-org/chess-openings, July 2026 (CC0). Two different positions share a key once in 2^64 pairs.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod lines;
mod name;
#[cfg(feature = "pgn")]
mod pgn;
mod search;
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

/// The table of names, as `examples/compact.rs` writes it.
#[allow(clippy::unreadable_literal)]
mod table {
    include!("table.txt");
}

use core::borrow::Borrow;
use core::fmt;

use chess0x88::{Chess, IllegalMove, Move};

pub use lines::{Line, Lines};
pub use name::Name;
#[cfg(feature = "pgn")]
pub use pgn::fill_tags;
pub use search::OpeningSearch;
use search::may_have_name;

/// An opening: a code and a name.
///
/// Openings are ordered by code, then by family, then by variation. `Display` writes code and name.
///
/// ```
/// use chess0x88_openings::Opening;
/// let dragon =
///     Opening::search("accelerated dragon, maroczy bind").next().ok_or("no bind")?;
/// assert_eq!(
///     dragon.to_string(),
///     "B36 Sicilian Defense: Accelerated Dragon, Maróczy Bind"
/// );
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opening(u16);

/// # Openings of positions and games
impl Opening {
    /// Returns the opening of a position, or `None` if the position has no name.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// use chess0x88_openings::Opening;
    /// let mut position = Chess::startpos();
    /// assert_eq!(Opening::of(&position), None);
    /// for san in ["Nf3", "d5", "d4"] {
    ///     position.play_san(san)?;
    /// }
    /// assert_eq!(Opening::of(&position).map(|opening| opening.code()), Some("D02"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(position: &Chess) -> Option<Opening> {
        if may_have_name(position) { Opening::of_key(position.key()) } else { None }
    }

    /// Returns the opening of the position with a [`key`](chess0x88::Position::key), for programs that have it already.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// use chess0x88_openings::Opening;
    /// let start = Chess::startpos();
    /// let key = start.next_key(start.key(), start.parse_san("e4")?);
    /// assert_eq!(
    ///     Opening::of_key(key).map(|opening| opening.family()),
    ///     Some("King's Pawn Game")
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_key(key: u64) -> Option<Opening> {
        // Some fifteen keys have the same first byte.
        let first_byte = (key >> 56) as usize;
        let [from, to] = [first_byte, first_byte + 1].map(|byte| usize::from(table::KEYS_BELOW[byte]));
        let at = table::KEYS[from..to].binary_search(&key).ok()?;
        Some(Opening(table::OPENING_OF_KEY[from + at]))
    }

    /// Returns the opening of the last named position of a game, and the number of plies that were played up to it.
    ///
    /// The moves are played from `start`; `game.start()` and `game.moves()` of a [`Game`](chess0x88::Game) fit.
    /// [`of_game_unchecked`](Opening::of_game_unchecked) is faster. A program that plays the moves itself asks an [`OpeningSearch`].
    ///
    /// # Errors
    ///
    /// The first move that is illegal.
    ///
    /// ```
    /// use chess0x88::{Chess, Game};
    /// use chess0x88_openings::Opening;
    /// let mut game = Game::new(Chess::startpos());
    /// for san in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "h3"] {
    ///     game.play_san(san)?;
    /// }
    /// let (opening, ply) = Opening::of_game(game.start(), game.moves())?.ok_or("no name")?;
    /// assert_eq!((opening.code(), ply), ("C84", 10));
    /// assert_eq!(opening.name().to_string(), "Ruy Lopez: Closed");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_game<M: Borrow<Move>>(
        start: &Chess,
        moves: impl IntoIterator<Item = M>,
    ) -> Result<Option<(Opening, usize)>, IllegalMove> {
        let (mut search, mut position) = (OpeningSearch::new(start), *start);
        for mv in moves {
            let mv = *mv.borrow();
            position.check_legal(mv)?;
            search.play(&position, mv);
            position.play_unchecked(mv);
        }
        Ok(search.opening())
    }

    /// Does what [`of_game`](Opening::of_game) does with moves that are known to be legal, and plays none of them after the last
    /// position that can have a name.
    ///
    /// With a move that is not legal the answer is any name or none; see [`play_unchecked`](chess0x88::Position::play_unchecked).
    ///
    /// ```
    /// use chess0x88::{Chess, Game};
    /// use chess0x88_openings::Opening;
    /// let mut game = Game::new(Chess::startpos());
    /// for san in ["d4", "f5", "g4"] {
    ///     game.play_san(san)?;
    /// }
    /// let (opening, ply) =
    ///     Opening::of_game_unchecked(game.start(), game.moves()).ok_or("no name")?;
    /// assert_eq!((opening.code(), ply), ("A80", 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_game_unchecked<M: Borrow<Move>>(
        start: &Chess,
        moves: impl IntoIterator<Item = M>,
    ) -> Option<(Opening, usize)> {
        let (mut search, mut position) = (OpeningSearch::new(start), *start);
        for mv in moves {
            let mv = *mv.borrow();
            search.play(&position, mv);
            if search.has_ended() {
                break;
            }
            position.play_unchecked(mv);
        }
        search.opening()
    }
}

/// # What an opening is called
impl Opening {
    /// Returns the code of the Encyclopaedia of Chess Openings: a letter from A to E and two digits.
    #[must_use]
    pub fn code(self) -> &'static str {
        let code = table::FIRST_OF_CODE.partition_point(|&first| first <= self.0) - 1;
        table::CODES.get(3 * code..3 * code + 3).unwrap_or_default()
    }

    /// Returns the name, such as `Sicilian Defense: Najdorf Variation, English Attack`.
    ///
    /// ```
    /// use chess0x88_openings::Opening;
    /// let najdorf = Opening::search("najdorf")
    ///     .find(|opening| opening.code() == "B90")
    ///     .ok_or("no Najdorf")?;
    /// assert_eq!(najdorf.name(), "Sicilian Defense: Najdorf Variation");
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn name(self) -> Name {
        Name::new(self.family(), self.variation())
    }

    /// Returns the first part of the name, such as `Sicilian Defense`.
    #[must_use]
    pub fn family(self) -> &'static str {
        name::text(table::FAMILIES[name::family(self.entry())])
    }

    /// Returns the name without the family, such as `Najdorf Variation, English Attack`; `None` if the family is the whole name.
    #[must_use]
    pub fn variation(self) -> Option<&'static str> {
        Some(name::text(self.entry())).filter(|text| !text.is_empty())
    }

    fn entry(self) -> u32 {
        table::NAMES[usize::from(self.0)]
    }
}

/// # Lists of openings
impl Opening {
    /// Lists all openings, in their order.
    ///
    /// ```
    /// use chess0x88_openings::Opening;
    /// assert_eq!(Opening::all().filter(|opening| opening.code() == "C60").count(), 19);
    /// ```
    pub fn all() -> impl DoubleEndedIterator<Item = Opening> + ExactSizeIterator {
        (0..table::NAMES.len() as u16).map(Opening)
    }

    /// Lists the openings with `part` in their name, in their order. Capital letters and accents are ignored.
    ///
    /// ```
    /// use chess0x88_openings::Opening;
    /// assert!(Opening::search("saemisch").next().is_none());
    /// assert!(
    ///     Opening::search("samisch")
    ///         .all(|opening| opening.name().to_string().contains("Sämisch"))
    /// );
    /// ```
    pub fn search(part: &str) -> impl Iterator<Item = Opening> {
        Opening::all().filter(move |opening| opening.name().contains(part))
    }

    /// Lists the lines of moves that lead to this opening.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// use chess0x88_openings::Opening;
    /// let bird =
    ///     Opening::all().find(|opening| opening.name() == "Bird Opening").ok_or("no Bird")?;
    /// let line = bird.lines().next().ok_or("no line")?;
    /// assert!(line.moves().eq([Chess::startpos().parse_san("f4")?]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn lines(self) -> Lines {
        Lines::of(Some(self))
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code(), self.name())
    }
}

impl fmt::Debug for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Opening({self})")
    }
}
