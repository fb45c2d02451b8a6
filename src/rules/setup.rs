//! [`Setup`]: a position that need not be legal.

use super::army::find;
use super::kinds::{Found, KINDS, kind, role_of};
use super::{CastlingRights, ChessRules, Count, Parts, Rules, Violation, Violations, chess, last_move, outermost_rook};
use crate::board::Board0x88;
use crate::geometry::{Square, SquareSet};
use crate::moves::CastlingSide;
use crate::piece::{Color, Role};

/// Everything a position consists of, each part free to be wrong.
///
/// ```
/// use chess0x88::{ChessRules, Color, Piece, Role, Setup, Square, Violation};
/// let mut setup = Setup::<ChessRules>::empty();
/// setup.board.set(Square::E1, Some(Piece::new(Color::White, Role::King)));
/// setup.board.set(Square::E2, Some(Piece::new(Color::Black, Role::King)));
/// let violations = setup.into_position().unwrap_err();
/// assert!(violations.contains(Violation::OppositeCheck));
///
/// setup.board.set(Square::E2, None);
/// setup.board.set(Square::E8, Some(Piece::new(Color::Black, Role::King)));
/// assert_eq!(setup.into_position().unwrap().legal_moves().len(), 5);
/// ```
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
    #[must_use]
    pub fn empty() -> Setup<R> {
        Setup {
            board: Board0x88::EMPTY,
            turn: Color::White,
            state: R::State::default(),
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Every reason why the setup is no legal position.
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

/// The position a game starts from, as [`Position`](crate::Position)'s default. For an empty board see [`Setup::empty`].
///
/// ```
/// use chess0x88::{Chess, ChessRules, Setup};
/// assert_eq!(Setup::<ChessRules>::default(), Chess::startpos().into_setup());
/// ```
impl<R: Rules> Default for Setup<R> {
    fn default() -> Setup<R> {
        R::START
    }
}

/// Examines a setup that consists of these parts, at compile time too.
#[inline(never)]
pub(crate) const fn examine<R: Rules>(board: &Board0x88, turn: Color, parts: &Parts) -> Examined {
    let mut violations = Violations::NONE.in_words_of(R::NAMES);
    let kings = [board.king(Color::White), board.king(Color::Black)];
    let us = Army::of::<R>(board, turn, kings, &mut violations);
    let them = Army::of::<R>(board, turn.opposite(), kings, &mut violations);
    violations = violations
        .with_if(Violation::Empty, us.pieces + them.pieces == 0)
        .with_if(Violation::OppositeCheck, !us.attackers.is_empty())
        .with_if(Violation::TooManyCheckers, them.attackers.len() > 2)
        .with_if(Violation::CastlingRights, R::CASTLING && !parts.castling.are_in_place(board, kings))
        .with_if(Violation::CountLimit, R::COUNTING && matches!(parts.count, Some(Count { limit: 0, .. })));
    if let ([Some(_), Some(_)], Some(king)) = (kings, kings[turn as usize]) {
        match parts.en_passant {
            Some(square) if R::DOUBLE_STEP && !chess::is_en_passant(board, turn, square) => {
                violations = violations.with(Violation::EnPassant);
            }
            _ if last_move::lacks_last_move::<R>(board, turn, parts, king, them.attackers) => {
                let is_step = them.attackers.is_empty();
                violations = violations.with(if is_step { Violation::EnPassant } else { Violation::ImpossibleCheck });
            }
            _ => {}
        }
    }
    Examined { violations, kings, checkers: them.attackers }
}

/// The pieces of a side, as far as validation asks.
struct Army {
    pieces: u32,
    /// Those that attack the other king.
    attackers: SquareSet,
}

impl Army {
    /// Examines the pieces of a side.
    ///
    /// A side starts with a number of each kind. The pieces beyond that number were promoted, if a pawn can become such a piece,
    /// and for each of them a pawn is missing.
    #[inline(never)]
    const fn of<R: Rules>(
        board: &Board0x88,
        color: Color,
        kings: [Option<Square>; 2],
        violations: &mut Violations,
    ) -> Army {
        let Found { numbers, attackers, is_pawn_on_back_rank } = find(board, color, kings[color.opposite() as usize]);
        *violations = violations.with_if(Violation::PawnOnBackRank, is_pawn_on_back_rank);
        let start = const { &start_numbers::<R>() };
        let (mut pieces, mut promoted, mut n) = (0, 0, 0);
        while n < KINDS {
            let (role, beyond) = (role_of(n), numbers[n].saturating_sub(start[n]));
            pieces += numbers[n] as u32;
            if beyond > 0 && const { set_of(R::PROMOTIONS) } >> role as u8 & 1 != 0 {
                promoted += beyond;
            } else if beyond > 0 {
                *violations = match role {
                    Role::King => violations.with_of(Violation::TooManyWhiteKings, color),
                    Role::Pawn => violations.with_of(Violation::TooManyWhitePawns, color),
                    _ if const { set_of(R::ROLES) } >> role as u8 & 1 != 0 => {
                        violations.with_of(Violation::TooManyWhiteOfficers, color)
                    }
                    _ => violations.with(Violation::ForeignPiece),
                };
            }
            n += 1;
        }
        if numbers[Role::King as usize] == 0 {
            *violations = violations.with_of(Violation::NoWhiteKing, color);
        }
        let missing_pawns = start[Role::Pawn as usize].saturating_sub(numbers[Role::Pawn as usize]);
        if pieces > 16 || promoted > missing_pawns {
            *violations = violations.with_of(Violation::TooManyWhitePieces, color);
        }
        Army { pieces, attackers }
    }
}

/// Some roles as bits.
const fn set_of(roles: &[Role]) -> u8 {
    let (mut set, mut n) = (0, 0);
    while n < roles.len() {
        set |= 1 << roles[n] as u8;
        n += 1;
    }
    set
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
    /// All violations, if any of them is not tolerated.
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
