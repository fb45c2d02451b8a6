//! [`Violation`] and [`Violations`]: all reasons why a setup is no legal position.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Not;

use super::{BACK_RANKS, CastlingRights, Rules, Setup, Variant};
use crate::geometry::SquareSet;
use crate::name::{join, named};
use crate::operators::operators;
use crate::piece::{Color, Piece, Role};

named! {
    /// One reason why a [`Setup`](crate::Setup) is no legal position.
    ///
    /// The list joins the checks of python-chess and shakmaty. `Display` prints a sentence in the terms of chess.
    /// [`Setup::squares_of`](crate::Setup::squares_of) returns the squares of a violation.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    #[repr(u8)]
    pub enum Violation {
        /// The board is empty.
        Empty = 30 "the board is empty",
        /// White has no king.
        NoWhiteKing = 31 "White has no king",
        /// Black has no king.
        NoBlackKing = 32 "Black has no king",
        /// White has more than one king.
        TooManyWhiteKings = 33 "White has more than one king",
        /// Black has more than one king.
        TooManyBlackKings = 34 "Black has more than one king",
        /// White has more than eight pawns.
        TooManyWhitePawns = 35 "White has more than eight pawns",
        /// Black has more than eight pawns.
        TooManyBlackPawns = 36 "Black has more than eight pawns",
        /// White has more than sixteen pieces, or more extra pieces (such as a second queen) than missing pawns.
        TooManyWhitePieces = 37 "White has more than sixteen pieces, or more extra pieces than missing pawns",
        /// Black has more than sixteen pieces, or more extra pieces (such as a second queen) than missing pawns.
        TooManyBlackPieces = 38 "Black has more than sixteen pieces, or more extra pieces than missing pawns",
        /// White has more than two Ma, two Khon or two Rua, which cannot come from promotion.
        TooManyWhiteOfficers = 39 "White has more than two Ma, two Khon or two Rua",
        /// Black has more than two Ma, two Khon or two Rua, which cannot come from promotion.
        TooManyBlackOfficers = 40 "Black has more than two Ma, two Khon or two Rua",
        /// A pawn stands on the first or the eighth rank.
        PawnOnBackRank = 41 "a pawn cannot stand on the first or eighth rank",
        /// The board has a piece that this game does not have.
        ForeignPiece = 42 "a piece on the board does not exist in this game",
        /// The king or the rook of a castling right is not on its starting square.
        CastlingRights = 43 "the king or rook of a castling right is not on its starting square",
        /// No double step can have passed the en passant square: it is on the wrong rank or not empty, no pawn stands beyond it, or
        /// the pawn's origin is not empty.
        EnPassant = 44 "no pawn can just have made a double step over the en passant square",
        /// The side that has just moved is in check. Adjacent kings are such a check.
        OppositeCheck = 45 "the side not to move is in check: its king could be captured",
        /// Three or more pieces give check.
        TooManyCheckers = 46 "more than two pieces give check, but one move gives at most two",
        /// No last move leads to this double check, or the double step over the en passant square does not lead to this check. (A
        /// single check without an en passant square is accepted. `unmoves` of the package chess0x88-retro finds its last moves.)
        ImpossibleCheck = 47 "no last move can have given this check",
        /// Makruk: the limit of a count is 0.
        CountLimit = 48 "the limit of the count is 0, not 1 or more",
        /// The king was already in check before the double step over the en passant square: from the pawn on its origin, or on a
        /// line that the pawn has closed. Well-known perft suites have such positions, so every reader accepts them: this violation
        /// alone is never an error.
        ImpossibleDoubleStep = 49 "the king was already in check before the other side's double step",
    }
}

impl core::error::Error for Violation {}

impl Violation {
    /// Returns the sentence in the terms of a game.
    ///
    /// ```
    /// use chess0x88::{Variant, Violation};
    /// let text = Violation::TooManyWhitePawns.message(Variant::Makruk);
    /// assert_eq!(text, "White has more than eight Bia");
    /// ```
    #[must_use]
    pub const fn message(self, game: Variant) -> &'static str {
        match (self, game) {
            (Violation::NoWhiteKing, Variant::Makruk) => "White has no Khun",
            (Violation::NoBlackKing, Variant::Makruk) => "Black has no Khun",
            (Violation::TooManyWhiteKings, Variant::Makruk) => "White has more than one Khun",
            (Violation::TooManyBlackKings, Variant::Makruk) => "Black has more than one Khun",
            (Violation::TooManyWhitePawns, Variant::Makruk) => "White has more than eight Bia",
            (Violation::TooManyBlackPawns, Variant::Makruk) => "Black has more than eight Bia",
            (Violation::TooManyWhitePieces, Variant::Makruk) => {
                "White has more than sixteen pieces, or more extra Met than missing Bia"
            }
            (Violation::TooManyBlackPieces, Variant::Makruk) => {
                "Black has more than sixteen pieces, or more extra Met than missing Bia"
            }
            (Violation::PawnOnBackRank, Variant::Makruk) => "a Bia cannot stand on the first or eighth rank",
            (violation, Variant::Chess | Variant::Makruk) => violation.as_str(),
        }
    }
}

impl Violation {
    #[inline]
    pub(super) const fn bit(self) -> u32 {
        1 << self as u8
    }

    /// The bit of this violation for White, or the bit of the next violation for Black.
    #[inline]
    pub(super) const fn bit_of(self, color: Color) -> u32 {
        self.bit() << color as u8
    }
}

/// A set of [`Violation`]s: every reason why a setup is no legal position.
///
/// ```
/// use chess0x88::{ChessRules, Setup, Violation};
/// let violations = Setup::<ChessRules>::empty().violations();
/// assert!(violations.contains(Violation::NoWhiteKing));
/// assert_eq!(
///     violations.to_string(),
///     "the board is empty; White has no king; Black has no king"
/// );
/// ```
///
/// The sentences use the piece names of the examined game. Equality ignores the game.
#[derive(Clone, Copy)]
pub struct Violations {
    bits: u32,
    game: Variant,
}

impl Violations {
    /// Returns the number of the first violation in [the list](crate::guide::codes); 0 if there is none.
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self.first() {
            Some(first) => first.code(),
            None => 0,
        }
    }

    /// The empty set.
    pub const NONE: Violations = Violations::of(0);

    /// Violations of positions that no game reaches, but whose rules of movement still work: too much material, and impossible
    /// checks or double steps. [`Setup::to_position_with`](crate::Setup::to_position_with) can tolerate them.
    pub const TOLERABLE: Violations = Violations::of(
        Violation::TooManyWhitePawns.bit()
            | Violation::TooManyBlackPawns.bit()
            | Violation::TooManyWhitePieces.bit()
            | Violation::TooManyBlackPieces.bit()
            | Violation::TooManyWhiteOfficers.bit()
            | Violation::TooManyBlackOfficers.bit()
            | Violation::TooManyCheckers.bit()
            | Violation::ImpossibleCheck.bit()
            | Violation::ImpossibleDoubleStep.bit(),
    );

    /// Violations that every reader accepts, as shakmaty, cozy-chess, python-chess and engines' test suites do.
    pub(crate) const ACCEPTED: Violations = Violations::of(Violation::ImpossibleDoubleStep.bit());

    pub(super) const fn of(bits: u32) -> Violations {
        Violations { bits, game: Variant::Chess }
    }

    pub(crate) const fn first(self) -> Option<Violation> {
        let n = self.bits.trailing_zeros() as usize;
        if n < Violation::VALUES.len() { Some(Violation::VALUES[n]) } else { None }
    }

    pub(crate) const fn without(self, violation: Violation) -> Violations {
        Violations { bits: self.bits & !violation.bit(), ..self }
    }

    /// The sentence of a violation, in the terms of the examined game.
    pub(crate) const fn message(self, violation: Violation) -> &'static str {
        violation.message(self.game)
    }

    /// Removes the violations that every reader [accepts](Violations::ACCEPTED), and those that are both tolerable and tolerated.
    #[inline]
    pub(super) const fn beyond(self, tolerated: Violations) -> Violations {
        let passed = tolerated.bits & Violations::TOLERABLE.bits | Violations::ACCEPTED.bits;
        Violations { bits: self.bits & !passed, ..self }
    }

    /// The union with another set.
    pub(super) const fn union(self, other: Violations) -> Violations {
        Violations { bits: self.bits | other.bits, game: self.game_with(other) }
    }

    /// The same violations, in sentences of this game.
    #[inline]
    pub(super) const fn of_game(self, game: Variant) -> Violations {
        Violations { game, ..self }
    }

    /// The game of a union of two sets: Makruk if one set is of Makruk.
    const fn game_with(self, other: Violations) -> Variant {
        match self.game {
            Variant::Chess => other.game,
            game @ Variant::Makruk => game,
        }
    }

    /// Returns `true` if the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Returns `true` if the set contains this violation.
    #[must_use]
    pub const fn contains(self, violation: Violation) -> bool {
        self.bits & violation.bit() != 0
    }

    /// Iterates over the violations.
    pub fn iter(self) -> impl Iterator<Item = Violation> {
        Violation::VALUES.iter().copied().filter(move |&violation| self.contains(violation))
    }
}

impl Default for Violations {
    fn default() -> Violations {
        Violations::NONE
    }
}

impl PartialEq for Violations {
    fn eq(&self, other: &Violations) -> bool {
        self.bits == other.bits
    }
}

impl Eq for Violations {}

impl Hash for Violations {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits.hash(state);
    }
}

impl From<Violation> for Violations {
    fn from(violation: Violation) -> Violations {
        Violations::of(violation.bit())
    }
}

operators! { Violations:
    BitOr bitor (BitOrAssign bitor_assign) = |one, other| one.union(other);
    BitAnd bitand = |one, other| Violations { bits: one.bits & other.bits, game: one.game_with(other) };
}

impl Not for Violations {
    type Output = Violations;

    fn not(self) -> Violations {
        Violations { bits: !self.bits, ..self }
    }
}

/// The sentences, separated by semicolons.
impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        join(f, self.iter().map(|violation| self.message(violation)), "; ")
    }
}

impl fmt::Debug for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl core::error::Error for Violations {}

impl<R: Rules> Setup<R> {
    /// Returns the squares of a violation: none if the setup does not have the violation, or if a piece is missing.
    ///
    /// For too many pieces of a kind these are all pieces of the kind. For a castling right it is the square of the missing rook.
    /// For a check these are the king and its attackers.
    ///
    /// ```
    /// use chess0x88::{ChessRules, Setup, Violation};
    /// let setup: Setup<ChessRules> = "P3k3/8/8/8/8/8/4r3/4K2P b - - 0 1".parse()?;
    /// assert_eq!(setup.squares_of(Violation::PawnOnBackRank).to_string(), "h1 a8");
    /// assert_eq!(setup.squares_of(Violation::OppositeCheck).to_string(), "e1 e2");
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    pub fn squares_of(&self, violation: Violation) -> SquareSet {
        let found = self.examine();
        if !found.violations.contains(violation) {
            return SquareSet::EMPTY;
        }
        let board = &self.board;
        let all = |color, role| board.squares_of(Piece::new(color, role));
        let check = |color: Color, checkers: SquareSet| {
            found.kings[color.index()].map_or(SquareSet::EMPTY, SquareSet::from) | checkers
        };
        match violation {
            Violation::Empty | Violation::NoWhiteKing | Violation::NoBlackKing | Violation::CountLimit => {
                SquareSet::EMPTY
            }
            Violation::TooManyWhiteKings => all(Color::White, Role::King),
            Violation::TooManyBlackKings => all(Color::Black, Role::King),
            Violation::TooManyWhitePawns => all(Color::White, Role::Pawn),
            Violation::TooManyBlackPawns => all(Color::Black, Role::Pawn),
            Violation::TooManyWhitePieces => board.colored(Color::White),
            Violation::TooManyBlackPieces => board.colored(Color::Black),
            Violation::TooManyWhiteOfficers => self.surplus_officers(Color::White),
            Violation::TooManyBlackOfficers => self.surplus_officers(Color::Black),
            Violation::PawnOnBackRank => {
                let pawns = all(Color::White, Role::Pawn) | all(Color::Black, Role::Pawn);
                pawns & BACK_RANKS
            }
            Violation::ForeignPiece => board
                .pieces()
                .filter(|(_, piece)| !R::ROLES.contains(&piece.role()))
                .map(|(square, _)| square)
                .collect(),
            Violation::CastlingRights => {
                let rights = R::castling(&self.state);
                let faulty = rights.iter().filter(|&right| !CastlingRights::is_in_place(board, found.kings, right));
                faulty.map(|(_, _, rook)| rook).collect()
            }
            Violation::EnPassant | Violation::ImpossibleDoubleStep => R::en_passant(&self.state).into_iter().collect(),
            Violation::OppositeCheck => {
                let attackers = found.kings[(!self.turn).index()].map(|king| board.attackers(king, self.turn));
                check(!self.turn, attackers.unwrap_or_default())
            }
            Violation::TooManyCheckers | Violation::ImpossibleCheck => check(self.turn, found.checkers),
        }
    }

    /// The pieces of each kind that no pawn becomes, if there are more than two of the kind.
    fn surplus_officers(&self, color: Color) -> SquareSet {
        let kinds = R::ROLES.iter().filter(|role| !R::PROMOTIONS.contains(role) && **role != Role::Pawn);
        let squares = kinds.map(|&role| self.board.squares_of(Piece::new(color, role)));
        squares.filter(|squares| squares.len() > 2).fold(SquareSet::EMPTY, |all, squares| all | squares)
    }
}
