//! Moves as engines and servers write them: `e2e4`, `e7e8q`, `e1g1`, in Chess960 `e1h1`.
//!
//! Source: the UCI protocol, April 2006; `UCI_Chess960` in its later additions.

use core::fmt;

use super::UciText;
use super::text::{Expected, Found, Text};
use crate::geometry::Square;
use crate::movegen::IllegalMove;
use crate::moves::{Castling, Move, MoveKind};
use crate::name::{errors, named};
use crate::piece::Role;
use crate::position::Position;
use crate::rules::Rules;

/// The text of the null move.
pub(super) const NULL: &str = "0000";

/// The error text for a null move in any notation.
pub(super) const NULL_MOVE: &str = "a null move passes the turn, and is never legal";

/// The length of the longest text: `e7e8q`.
pub(super) const CAPACITY: usize = 5;

named! {
    /// The spelling of castling in UCI notation. Readers always accept both.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum CastlingMode {
        /// The king's move of standard chess: `e1g1`. A castling of Chess960 from other squares is written as king takes rook,
        /// since the king's move would be `g1g1` or an ordinary step.
        #[default]
        Standard = "standard",
        /// King takes rook, which names the rook in any Chess960 start: `e1h1`.
        Chess960 = "Chess960",
    }
}

errors! {
    /// The reason why a text is no legal move in UCI notation.
    pub enum UciError {
        /// The text does not have the form of a move.
        Syntax {
            /// The sign that should stand there.
            expected: Expected,
            /// The character that stands there.
            found: Found,
            /// Byte offset in the text.
            at: usize,
        } => 100 ("expected {expected} at byte {at}, found {found}"),
        /// The text is UCI's null move, `0000`. [`make_null`](crate::Position::make_null) and `GameTree::add_null_move` play null
        /// moves.
        NullMove => 101 ("{NULL_MOVE}"),
        /// The text is a move, but an illegal one.
        Illegal from IllegalMove,
    }
}

impl Move {
    /// Writes the move in UCI notation.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// use chess0x88::uci::CastlingMode;
    /// let position: Chess = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let castle = position.parse_uci("e1g1")?;
    /// assert_eq!(castle.to_uci(CastlingMode::Standard).as_str(), "e1g1");
    /// assert_eq!(castle.to_uci(CastlingMode::Chess960).as_str(), "e1h1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("uci", "lan", "make_uci"))]
    pub fn to_uci(self, mode: CastlingMode) -> UciText {
        let (from, mut to) = (self.from(), self.to());
        if self.kind() == MoveKind::Castle && mode == CastlingMode::Standard {
            let castling = Castling::new(from, to);
            if castling.is_standard() {
                to = castling.king_to;
            }
        }
        let mut text = Text::new();
        text.push_all(from.name());
        text.push_all(to.name());
        if let Some(role) = self.promotion() {
            text.push(promotion_letter(role));
        }
        text
    }
}

/// Writes the move in standard UCI notation: castling as the king's move, `e1g1`, or as king takes rook if Chess960 has them on
/// other squares. The text reads back as the same move. [`Move::to_uci`](crate::Move::to_uci) has the other spelling.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_uci(CastlingMode::Standard))
    }
}

/// Reads the squares and the promotion piece of a move in UCI notation. Only a position knows the kind of the move.
pub(crate) fn squares<R: Rules>(text: &str) -> Result<(Square, Square, Option<Role>), UciError> {
    let syntax = |expected, at| UciError::Syntax { expected, found: Found::at(text, at), at };
    let bytes = text.as_bytes();
    let square = |at: usize| {
        let file = bytes.get(at).copied().unwrap_or_default();
        let rank = bytes.get(at + 1).copied().unwrap_or_default();
        if !(b'a'..=b'h').contains(&file) {
            return Err(syntax(Expected::File, at));
        }
        Square::from_name(file, rank).ok_or_else(|| syntax(Expected::Rank, at + 1))
    };
    if text == NULL {
        return Err(UciError::NullMove);
    }
    let (from, to) = (square(0)?, square(2)?);
    let promotion = R::PROMOTIONS.iter().copied().find(|&role| bytes.get(4) == Some(&promotion_letter(role)));
    if promotion.is_none() && bytes.len() > 4 {
        return Err(syntax(Expected::PromotionOrEnd, 4));
    }
    if bytes.len() > 5 {
        return Err(syntax(Expected::End, 5));
    }
    Ok((from, to, promotion))
}

/// # UCI
impl<R: Rules> Position<R> {
    /// Reads a legal move in UCI notation. Castling may be `e1g1` or `e1h1`. In Makruk the `m` of a promotion is optional, since a
    /// Bia can only become a Met.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position = Chess::startpos();
    /// assert!(position.parse_uci("g1f3").is_ok());
    /// let error = position.parse_uci("e2e9").unwrap_err();
    /// assert_eq!(error.to_string(), "expected a rank 1-8 at byte 3, found '9'");
    /// assert_eq!(position.parse_uci("e4e5").unwrap_err().to_string(), "no piece on e4");
    /// ```
    ///
    /// # Errors
    /// [`UciError::Syntax`] if the text is no move, [`UciError::NullMove`] if it is `0000`, [`UciError::Illegal`] with the reason
    /// if the move is illegal here.
    #[doc(alias("from_uci", "uci"))]
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        let (from, to, promotion) = squares::<R>(text)?;
        Ok(self.find_move(from, to, promotion)?)
    }
}

impl<R: Rules> Position<R> {
    /// Plays a move in UCI notation and returns it. [`parse_uci`](Position::parse_uci) describes the accepted texts.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let mut position = Chess::startpos();
    /// position.play_uci("e2e4")?;
    /// let error = position.play_uci("e7e4").unwrap_err();
    /// assert_eq!(error.to_string(), "the pawn on e7 does not move to e4");
    /// # Ok::<(), chess0x88::uci::UciError>(())
    /// ```
    ///
    /// # Errors
    /// The reason why the text is no legal move. The position is then unchanged.
    #[doc(alias("push_uci"))]
    pub fn play_uci(&mut self, uci: &str) -> Result<Move, UciError> {
        let mv = self.parse_uci(uci)?;
        self.play_unchecked(mv);
        Ok(mv)
    }
}

/// The lower-case letter of a promotion piece.
const fn promotion_letter(role: Role) -> u8 {
    role.letter().to_ascii_lowercase()
}
