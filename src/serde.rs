//! `Serialize` and `Deserialize`, behind the feature `serde`.
//!
//! Human-readable formats (JSON, TOML) contain text, binary formats (postcard, bincode) contain numbers; positions are FEN in both.
//! Every value reads back equal. This module has no functions; the page describes the forms.
//! ```
//! use chess0x88::Chess;
//! let position: Chess = serde_json::from_str(r#""4k3/8/8/8/8/8/4p3/4K3 w - - 0 1""#)?;
//! assert_eq!(
//!     serde_json::to_string(&position.legal_captures()[..])?,
//!     r#"["e1e2 capture"]"#
//! );
//! assert_eq!(serde_json::to_string(&position.board().occupied())?, r#"["e1","e2","e8"]"#);
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! | type | text | number |
//! |---|---|---|
//! | [`Square`] | `"e4"` | the [index](Square::index), 0 to 63 |
//! | [`File`], [`Rank`] | `"e"`, `"4"` | 0 to 7 |
//! | [`Color`] | `"white"`, `"black"` | 0, 1 |
//! | [`Role`] | `"pawn"`, ... `"met"`, `"khon"` | the discriminant |
//! | [`Piece`] | `"N"` White's, `"n"` Black's knight; Makruk's `"M"`, `"S"`, and `"M~"`, promoted | the byte of the board |
//! | [`Move`] | UCI and its kind, see below: `"e2e4 double step"` | the [bits](Move::bits) |
//! | [`SquareSet`] | a list of squares | the [bits](SquareSet::bits) |
//! | [`SquareMap`] | a list of 64 values, from a1 to h8 | the same list |
//! | [`Setup`](crate::Setup), [`Position`](crate::Position) | FEN with the exact en passant square | the same text |
//! | [`Outcome`] | the sentence of `Display`: `"White wins by checkmate"` | a number that never changes |
//! | [`Claim`], [`DrawReason`], [`NoWinReason`], [`WinReason`] | the words of `Display`: `"fifty moves"` | a number that never changes |
//! | [`CastlingMode`] | `"standard"`, `"Chess960"` | 0, 1 |
//! | [`CastlingRights`] | the rooks with a right, in the order `KQkq`: `["h1","a1",null,null]` | the squares as numbers |
//! | `Game` | the fields below, moves in UCI notation | the same fields, moves as bits |
//!
//! In Makruk a FEN only stores the plies and the limit of a count. The other facts that the board does not show, and the clock of a
//! running count, follow the FEN as words: `first=7`, `side=white`, `honour=board`, `by-choice`, `stopped`, `clock=12`.
//!
//! ```
//! use chess0x88::Makruk;
//! let mut position: Makruk = "8/8/8/8/3k4/4P3/8/R3K3 b - - 0 1".parse()?;
//! // The last Bia goes: this move counts, and its number is that of the pieces.
//! position.play(position.parse_san("Kxe3")?)?;
//! let json = serde_json::to_string(&position)?;
//! assert_eq!(json, r#""8/8/8/8/8/4k3/8/R3K3 w - 32 5 2 first=3""#);
//! assert_eq!(serde_json::from_str::<Makruk>(&json)?, position);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Moves
//!
//! A [`Move`] has more information than UCI notation: a capture, castling or a double step. So the text of a `Move` is its UCI
//! notation, a space, and the name of its [kind](MoveKind):
//!
//! ```text
//!    g1f3 quiet     e2e4 double step     e1h1 castle     e4d5 capture     e5d6 en passant
//!    e7e8q promotion                     e7d8q capture promotion
//! ```
//!
//! Castling is the king's move to its rook's square, as in Chess960. `"e1g1 castle"` is castling with a rook on g1.
//!
//! Plain UCI notation is refused, because `"e1g1"` may be castling or the move of a queen. Only a position can tell: use
//! [`Position::parse_uci`](crate::Position::parse_uci), or a `Game`.
//!
//! ```
//! use chess0x88::{Chess, Move};
//! let position: Chess = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
//! let castle = position.parse_uci("e1g1")?;
//! assert_eq!(serde_json::to_string(&castle)?, r#""e1h1 castle""#);
//! assert_eq!(serde_json::from_str::<Move>(r#""e1h1 castle""#)?, castle);
//! assert!(serde_json::from_str::<Move>(r#""e1g1""#).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Games
//!
//! A `Game` is written as its start, its moves, its outcome and the move announced with a claim, without moves taken back. Reading
//! plays the moves. An illegal move is an error, and so is an outcome that the game cannot have.
//!
//! In text the moves are plain UCI notation: the position knows the kind of each move. Castling is written as the king's move,
//! `"e1g1"`; in Chess960 as [`Move`'s `Display`](Move#impl-Display-for-Move) writes it. Both spellings, `"e1g1"` and `"e1h1"`, are
//! read.
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use chess0x88::{Chess, ChessRules, Color, Game};
//! let mut game = Game::new("4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse::<Chess>()?);
//! game.play(game.position().parse_uci("a1a7")?)?;
//! game.resign(Color::Black)?;
//! let json = serde_json::to_string(&game)?;
//! assert!(
//!     json.starts_with(r#"{"start":"4k3/8/8/8/8/8/8/R3K3 w - - 0 1","moves":["a1a7"],"#)
//! );
//! assert!(json.ends_with(r#""outcome":"White wins by resignation","announced":null}"#));
//! let again: Game<ChessRules> = serde_json::from_str(&json)?;
//! assert_eq!((again.moves(), again.outcome()), (game.moves(), game.outcome()));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In Makruk `counting` lists the players' starts and stops: `[3, true]` means "started, after three plies". `outcome`, `announced`
//! and `counting` are optional.

#[cfg(feature = "alloc")]
mod game;
mod setup;

use core::fmt::{self, Display};
use core::marker::PhantomData;
use core::str::FromStr;

use ::serde::de::{self, Error as _, SeqAccess, Unexpected, Visitor};
use ::serde::ser::SerializeTuple as _;
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::geometry::{File, Rank, Square, SquareMap, SquareSet};
use crate::moves::{Move, MoveKind};
use crate::name::by_name;
use crate::notation::{CastlingMode, uci};
use crate::piece::{Color, Piece, Role};
use crate::rules::{CastlingRights, ChessRules, Claim, DrawReason, MakrukRules, NoWinReason, Outcome, WinReason};

/// A small value: a word in text, a number in binary formats.
trait Small: Copy {
    /// The name of the value, for errors.
    const EXPECTED: &'static str;
    /// `true` if the number takes two bytes.
    const TWO_BYTES: bool = false;

    fn number(self) -> u16;
    fn from_number(number: u64) -> Option<Self>;
    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn from_text(text: &str) -> Option<Self>;
}

/// A [`Small`] value as text.
struct AsText<T>(T);

impl<T: Small> Display for AsText<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }
}

struct SmallVisitor<T>(PhantomData<T>);

impl<T: Small> Visitor<'_> for SmallVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        T::from_text(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<T, E> {
        T::from_number(number).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
    }
}

fn serialize<T: Small, S: Serializer>(value: T, serializer: S) -> Result<S::Ok, S::Error> {
    match value.number() {
        _ if serializer.is_human_readable() => serializer.collect_str(&AsText(value)),
        number if T::TWO_BYTES => serializer.serialize_u16(number),
        number => serializer.serialize_u8(number as u8),
    }
}

fn deserialize<'de, T: Small, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let visitor = SmallVisitor(PhantomData);
    if deserializer.is_human_readable() {
        deserializer.deserialize_str(visitor)
    } else if T::TWO_BYTES {
        deserializer.deserialize_u16(visitor)
    } else {
        deserializer.deserialize_u8(visitor)
    }
}

/// Declares types with few values: a description for errors, the values, their numbers and texts, and a reader. Numbers never
/// change, since files store them.
macro_rules! listed {
    ($type:ident;) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serialize(*self, serializer)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserialize(deserializer)
            }
        }
    };
    ($($type:ident $it:ident: $expected:literal, $all:expr, $number:expr, $text:expr, $read:expr;)*) => {$(
        impl Small for $type {
            const EXPECTED: &'static str = $expected;

            fn number(self) -> u16 {
                let $it = self;
                ($number).into()
            }

            fn from_number(number: u64) -> Option<$type> {
                $all.into_iter().find(|value| u64::from(Small::number(*value)) == number)
            }

            fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let $it = self;
                Display::fmt(&$text, f)
            }

            fn from_text(text: &str) -> Option<$type> {
                $read(text, &mut $all.into_iter())
            }
        }

        listed! { $type; }
    )*};
}

const ROLES: [&str; Role::COUNT] = ["pawn", "knight", "bishop", "rook", "queen", "king", "met", "khon"];

listed! {
    Square it: "a square: a letter a-h and a digit 1-8, such as e4", Square::ALL, it.index() as u8, it, parsed;
    File it: "a file: a letter a-h", File::ALL, it as u8, it, parsed;
    Rank it: "a rank: a digit 1-8", Rank::ALL, it as u8, it, parsed;
    Color it: "white or black", Color::ALL, it.pick(0u8, 1), it.pick("white", "black"), written;
    Role it: "pawn, knight, bishop, rook, queen, king, met or khon", Role::ALL, it.code(), ROLES[it.index()], written;
    Piece it: "a piece: a letter of PNBRQKMSpnbrqkms, or M~ or m~", pieces(), it.code(), it, parsed;
    Outcome it: "an outcome, such as White wins by checkmate or draw by agreement", Outcome::VALUES.iter().copied(), it.code(), it, parsed;
    WinReason it: "the reason of a win, such as checkmate or resignation",
        WinReason::VALUES.iter().copied(), it.code(), it, parsed;
    DrawReason it: "the reason of a draw, such as stalemate or fifty moves",
        DrawReason::VALUES.iter().copied(), it.code(), it, parsed;
    NoWinReason it: "the reason why neither side wins, such as forfeit or adjudication",
        NoWinReason::VALUES.iter().copied(), it.code(), it, parsed;
    Claim it: "fifty moves or threefold repetition", Claim::VALUES.iter().copied(), it.code(), it, parsed;
    CastlingMode it: "standard or Chess960", CastlingMode::VALUES.iter().copied(), match it {
        CastlingMode::Standard => 0u8,
        CastlingMode::Chess960 => 1,
    }, it, written;
}

listed! { Move; }

/// Reads a value by `FromStr`.
fn parsed<T: FromStr>(text: &str, _all: &mut dyn Iterator<Item = T>) -> Option<T> {
    text.parse().ok()
}

/// Finds the value with this text.
fn written<T: Small>(text: &str, mut all: &mut dyn Iterator<Item = T>) -> Option<T> {
    Iterator::find(&mut all, |&value| prints(AsText(value), text))
}

/// All pieces of both games, the promoted Met last.
fn pieces() -> impl Iterator<Item = Piece> {
    Piece::ALL.into_iter().chain(Color::ALL.map(|color| Piece::new(color, Role::Met).promoted()))
}

impl Small for Move {
    const EXPECTED: &'static str = "a move in UCI and its kind (quiet, double step, castle, capture, en passant, promotion, \
        capture promotion), such as e2e4 double step or e1h1 castle; UCI alone takes a position to read";
    const TWO_BYTES: bool = true;

    fn number(self) -> u16 {
        self.bits()
    }

    fn from_number(number: u64) -> Option<Move> {
        Move::from_bits(number.try_into().ok()?)
    }

    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.to_uci(CastlingMode::Chess960), self.kind())
    }

    fn from_text(text: &str) -> Option<Move> {
        let (text, word) = text.split_once(' ')?;
        let kind = by_name(MoveKind::VALUES, MoveKind::as_str, word)?;
        let squares = uci::squares::<ChessRules>(text).or_else(|_| uci::squares::<MakrukRules>(text));
        let (from, to, promotion) = squares.ok().filter(|(from, to, _)| from != to)?;
        match (promotion, kind) {
            (Some(role), MoveKind::Promotion) => Some(Move::promoting(from, to, role, false)),
            (Some(role), MoveKind::CapturePromotion) => Some(Move::promoting(from, to, role, true)),
            (Some(_), _) | (None, MoveKind::Promotion | MoveKind::CapturePromotion) => None,
            (None, kind) => Some(Move::of(from, to, kind)),
        }
    }
}

/// The squares of the rooks with a castling right, in the order of FEN, `KQkq`.
impl Serialize for CastlingRights {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        CastlingRights::SIDES.map(|(color, side)| self.rook(color, side)).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for CastlingRights {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CastlingRights, D::Error> {
        let rooks = <[Option<Square>; 4]>::deserialize(deserializer)?;
        let mut rights = CastlingRights::NONE;
        CastlingRights::SIDES.iter().zip(rooks).for_each(|(&(color, side), rook)| rights.set(color, side, rook));
        Ok(rights)
    }
}

fn prints(value: impl Display, text: &str) -> bool {
    struct Rest<'a>(&'a str);

    impl fmt::Write for Rest<'_> {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            self.0 = self.0.strip_prefix(part).ok_or(fmt::Error)?;
            Ok(())
        }
    }

    let mut rest = Rest(text);
    fmt::write(&mut rest, format_args!("{value}")).is_ok() && rest.0.is_empty()
}

impl Serialize for SquareSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_seq(*self)
        } else {
            serializer.serialize_u64(self.bits())
        }
    }
}

impl<'de> Deserialize<'de> for SquareSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SquareSet, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_seq(Squares)
        } else {
            u64::deserialize(deserializer).map(SquareSet::from_bits)
        }
    }
}

/// A list of 64 values, from a1 to h8.
impl<T: Serialize> Serialize for SquareMap<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_tuple(Square::COUNT)?;
        self.into_iter().try_for_each(|(_, value)| list.serialize_element(value))?;
        list.end()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for SquareMap<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SquareMap<T>, D::Error> {
        deserializer.deserialize_tuple(Square::COUNT, OfSquares(PhantomData))
    }
}

/// A visitor for a value of each square.
struct OfSquares<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for OfSquares<T> {
    type Value = SquareMap<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of 64 values")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<SquareMap<T>, A::Error> {
        let mut found = arrayvec::ArrayVec::<T, { Square::COUNT }>::new();
        while let Some(value) = values.next_element()? {
            found.try_push(value).map_err(|_| A::Error::invalid_length(Square::COUNT + 1, &self))?;
        }
        found.into_inner().map(SquareMap::from).map_err(|found| A::Error::invalid_length(found.len(), &self))
    }
}

/// A visitor for a list of squares.
struct Squares;

impl<'de> Visitor<'de> for Squares {
    type Value = SquareSet;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of squares")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut squares: A) -> Result<SquareSet, A::Error> {
        core::iter::from_fn(|| squares.next_element::<Square>().transpose()).collect()
    }
}

/// A visitor for text that a function reads, with a description for errors.
struct Text<F>(&'static str, F);

impl<T, E: Display, F: FnOnce(&str) -> Result<T, E>> Visitor<'_> for Text<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<Error: de::Error>(self, text: &str) -> Result<T, Error> {
        (self.1)(text).map_err(Error::custom)
    }
}
