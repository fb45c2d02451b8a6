//! [`Setup`]: a position that need not be legal.

use super::army::{attackers_of, find};
use super::kinds::{Attackers, KINDS, PieceNumbers, kind, role_of};
use super::last_move::contains;
use super::{
    CastlingRights, ChessRules, Count, Parts, PawnRules, Rules, Violation, Violations, last_move, outermost_rook,
};
use crate::board::Board0x88;
use crate::geometry::{Square, SquareSet};
use crate::moves::CastlingSide;
use crate::piece::{Color, PieceNames, Role};

/// Everything a position consists of, each part free to be wrong.
///
/// ```
/// use chess0x88::{ChessRules, Color, Piece, Role, Setup, Square, Violation};
/// let mut setup = Setup::<ChessRules>::empty();
/// setup.board.set(Square::E1, Some(Piece::new(Color::White, Role::King)));
/// setup.board.set(Square::E2, Some(Piece::new(Color::Black, Role::King)));
/// let violations = setup.to_position().unwrap_err();
/// assert!(violations.contains(Violation::OppositeCheck));
///
/// setup.board.set(Square::E2, None);
/// setup.board.set(Square::E8, Some(Piece::new(Color::Black, Role::King)));
/// assert_eq!(setup.to_position().unwrap().legal_moves().len(), 5);
/// ```
#[doc(alias("BoardBuilder"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup<R: Rules = ChessRules> {
    /// The pieces on the squares.
    pub board: Board0x88,
    /// The side to move.
    pub turn: Color,
    /// The state that the board does not show: castling and en passant in chess.
    pub state: R::State,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// The number of the full move, from 1; a position reads 0 as 1.
    pub fullmove_number: u32,
}

impl<R: Rules> Setup<R> {
    /// An empty board, White to move.
    #[doc(alias("clear"))]
    #[must_use]
    pub fn empty() -> Setup<R> {
        Setup {
            board: Board0x88::empty(),
            turn: Color::White,
            state: R::State::default(),
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Everything that is wrong with the setup. It is no legal position then, unless the one thing is
    /// [`Violation::ImpossibleDoubleStep`](crate::Violation::ImpossibleDoubleStep).
    #[doc(alias("status", "is_valid", "validate_fen"))]
    #[must_use]
    pub fn violations(&self) -> Violations {
        self.examine().violations
    }

    /// The violations, the squares of the kings and the checkers, which a position keeps.
    #[inline]
    pub(crate) fn examine(&self) -> Examined {
        examine::<R>(&self.board, self.turn, &R::parts(&self.state))
    }
}

impl<R: Rules> Setup<R> {
    /// Gives the right to castle on a side, or takes it away, and says whether the right is there now: what the check box of an
    /// editor calls.
    ///
    /// The right goes to the outermost rook on that side of the king. A right that is there already stays with its rook, which
    /// in Chess960 may be another; [`CastlingRights::set`](crate::CastlingRights::set) names a rook. No right is given if king
    /// and rook do not stand on the first rank of their colour, and then one that is there is taken away. In Makruk there is none.
    ///
    /// ```
    /// use chess0x88::{CastlingSide, ChessRules, Color, Setup};
    /// let mut setup: Setup<ChessRules> = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
    /// assert!(setup.set_castling(Color::White, CastlingSide::Queen, true));
    /// assert!(!setup.set_castling(Color::White, CastlingSide::King, true)); // no rook stands there
    /// assert_eq!(setup.fen(), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    /// assert!(!setup.set_castling(Color::White, CastlingSide::Queen, false));
    /// assert_eq!(setup.fen(), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[doc(alias("set_castling_rights", "set_castling_fen"))]
    pub fn set_castling(&mut self, color: Color, side: CastlingSide, may: bool) -> bool {
        let mut parts = R::parts(&self.state);
        let king = self.board.king(color);
        let is_valid =
            |&rook: &Square| king.is_some_and(|king| CastlingRights::is_valid(&self.board, king, color, side, rook));
        let rook = parts.castling.rook(color, side).filter(is_valid);
        let rook = rook.or_else(|| outermost_rook(&self.board, color, side).filter(is_valid));
        parts.castling.set(color, side, rook.filter(|_| may));
        self.state = R::from_parts(parts);
        R::castling(&self.state).rook(color, side).is_some()
    }
}

/// The position a game of chess starts from, as [`Position`](crate::Position)'s default. For an empty board see [`Setup::empty`].
///
/// Chess alone has a default: with one for each game, `Setup::default()` would have to name its game.
///
/// ```
/// use chess0x88::{Chess, Setup};
/// let setup = Setup::default();
/// assert_eq!(setup, Chess::startpos().to_setup());
/// ```
impl Default for Setup {
    fn default() -> Setup {
        ChessRules::START
    }
}

/// Examines a setup that consists of these parts, at compile time too.
#[inline]
pub(crate) const fn examine<R: Rules>(board: &Board0x88, turn: Color, parts: &Parts) -> Examined {
    examine_by(const { &PieceLimits::of::<R>() }, board, turn, parts)
}

/// Examines a setup of the game that has this limits. What the game does not have is not among the parts.
#[inline(never)]
const fn examine_by(limits: &'static PieceLimits, board: &Board0x88, turn: Color, parts: &Parts) -> Examined {
    let kings = [board.king(Color::White), board.king(Color::Black)];
    let us = Army::of(board, turn, limits);
    let them = Army::of(board, turn.other(), limits);
    let [attackers, checkers] = [attackers_of_king(board, kings, turn), attackers_of_king(board, kings, turn.other())];
    let mut violations = us.violations | them.violations;
    if us.pieces + them.pieces == 0 {
        violations |= Violation::Empty.bit();
    }
    if attackers.number > 0 {
        violations |= Violation::OppositeCheck.bit();
    }
    if checkers.number > 2 {
        violations |= Violation::TooManyCheckers.bit();
    }
    if !parts.castling.are_in_place(board, kings) {
        violations |= Violation::CastlingRights.bit();
    }
    if matches!(parts.count, Some(Count { limit: 0, .. })) {
        violations |= Violation::CountLimit.bit();
    }
    if let ([Some(_), Some(_)], Some(king)) = (kings, kings[turn as usize]) {
        violations |= last_move::violations(board, limits.pawns, turn, parts, king, &checkers);
    }
    let violations = Violations::of(violations).in_words_of(limits.names);
    Examined { violations, kings, checkers: checkers.squares }
}

/// The pieces of a side that attack the other king, if there is one.
const fn attackers_of_king(board: &Board0x88, kings: [Option<Square>; 2], by: Color) -> Attackers {
    match kings[by.other() as usize] {
        Some(king) => attackers_of(board, king, by),
        None => Attackers { squares: SquareSet::EMPTY, number: 0 },
    }
}

/// The pieces of a side, as far as validation asks.
struct Army {
    pieces: u32,
    /// What is wrong with the pieces, as [bits](Violation::bit).
    violations: u32,
}

impl Army {
    /// Examines the pieces of a side.
    ///
    /// A side starts with a number of each kind. The pieces beyond that number were promoted, if a pawn can become such a piece,
    /// and for each of them a pawn is missing.
    #[inline(never)]
    const fn of(board: &Board0x88, color: Color, limits: &PieceLimits) -> Army {
        let PieceNumbers { numbers, is_pawn_on_back_rank } = &find(board, color);
        let mut violations = if *is_pawn_on_back_rank { Violation::PawnOnBackRank.bit() } else { 0 };
        let (mut pieces, mut promoted, mut n) = (0, 0, 0);
        while n < KINDS {
            let beyond = numbers[n].saturating_sub(limits.start[n]);
            pieces += numbers[n] as u32;
            if beyond > 0 {
                match limits.surplus[n] {
                    Some(Violation::ForeignPiece) => violations |= Violation::ForeignPiece.bit(),
                    Some(violation) => violations |= violation.bit_of(color),
                    None => promoted += beyond,
                }
            }
            n += 1;
        }
        if numbers[Role::King as usize] == 0 {
            violations |= Violation::NoWhiteKing.bit_of(color);
        }
        let missing_pawns = limits.start[Role::Pawn as usize].saturating_sub(numbers[Role::Pawn as usize]);
        if pieces > 16 || promoted > missing_pawns {
            violations |= Violation::TooManyWhitePieces.bit_of(color);
        }
        Army { pieces, violations }
    }
}

/// Which pieces a side of a game can have, by [kind](kind).
struct PieceLimits {
    /// How many a side starts with.
    start: [u8; KINDS],
    /// What it is to have more; nothing if pawns become such pieces. (Of White's: Black's stands behind it.)
    surplus: [Option<Violation>; KINDS],
    pawns: &'static PawnRules,
    /// What the game calls its pieces.
    names: PieceNames,
}

impl PieceLimits {
    const fn of<R: Rules>() -> PieceLimits {
        let (mut surplus, mut n) = ([None; KINDS], 0);
        while n < KINDS {
            surplus[n] = match role_of(n) {
                role if contains(R::PROMOTIONS, role) => None,
                Role::King => Some(Violation::TooManyWhiteKings),
                Role::Pawn => Some(Violation::TooManyWhitePawns),
                role if contains(R::ROLES, role) => Some(Violation::TooManyWhiteOfficers),
                _ => Some(Violation::ForeignPiece),
            };
            n += 1;
        }
        PieceLimits { start: start_numbers::<R>(), surplus, pawns: PawnRules::of::<R>(), names: R::NAMES }
    }
}

/// How many pieces of each [kind](kind) a side starts with.
const fn start_numbers<R: Rules>() -> [u8; KINDS] {
    let mut numbers = [0; KINDS];
    let mut n = 0;
    while n < Square::COUNT {
        let square = Square::ALL[n];
        if let Some(piece) = R::START.board.piece_at(square)
            && matches!(piece.color(), Color::White)
        {
            numbers[kind(piece, square)] += 1;
        }
        n += 1;
    }
    numbers
}

/// What the examination of a setup finds.
pub(crate) struct Examined {
    pub(crate) violations: Violations,
    /// The first king of each colour.
    pub(crate) kings: [Option<Square>; 2],
    /// The pieces that give check to the side to move.
    pub(crate) checkers: SquareSet,
}

impl Examined {
    /// The squares of the kings and the checkers, if the setup is a position.
    ///
    /// # Errors
    /// All violations, if any of them is not tolerated, nor one that every reader [accepts](Violations::ACCEPTED).
    #[inline]
    pub(crate) const fn accept(self, tolerated: Violations) -> Result<([Square; 2], SquareSet), Violations> {
        match self.kings {
            [Some(white), Some(black)] if self.violations.beyond(tolerated).is_empty() => {
                Ok(([white, black], self.checkers))
            }
            _ => Err(self.violations),
        }
    }
}
