//! [`Setup`]: a position that need not be legal.

use super::places::BACK_RANKS;
use super::{Count, Parts, Rules, Variant, Violation, Violations, chess, last_move, makruk};
use crate::attacks;
use crate::board::Board0x88;
use crate::geometry::{Square, SquareSet};
use crate::piece::{Color, Piece, Role};

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
pub struct Setup<R: Rules> {
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

/// Examines a setup that consists of these parts, at compile time too.
#[inline(never)]
pub(crate) const fn examine<R: Rules>(board: &Board0x88, turn: Color, parts: &Parts) -> Examined {
    let bitboards = board.bitboards();
    let mut violations = Violations::NONE.in_words_of(R::NAMES);
    if bitboards.occupied() == 0 {
        violations = violations.with(Violation::Empty);
    }
    // No pawn stands behind its start, or on the last rank, where it would have promoted.
    if bitboards.role(Role::Pawn).bits() & BACK_RANKS.bits() != 0 {
        violations = violations.with(Violation::PawnOnBackRank);
    }
    let (mut own, mut n) = (0, 0);
    while n < R::ROLES.len() {
        own |= bitboards.role(R::ROLES[n]).bits();
        n += 1;
    }
    if own != bitboards.occupied() {
        violations = violations.with(Violation::ForeignPiece);
    }
    let (mut kings, mut attackers) = ([None; 2], [SquareSet::EMPTY; 2]);
    let mut n = 0;
    while n < Color::COUNT {
        let color = Color::ALL[n];
        let found = bitboards.squares_of(Piece::new(color, Role::King));
        match chess::count(found.bits()) {
            0 => violations = violations.with(Violation::missing_king(color)),
            1 => {}
            _ => violations = violations.with(Violation::too_many_kings(color)),
        }
        if let Some(king) = found.first() {
            kings[n] = Some(king);
            let attackers_of_king = attacks::attackers::<R>(board, king, color.opposite(), bitboards.occupied());
            attackers[n] = SquareSet::from_bits(attackers_of_king);
        }
        violations = match R::GAME {
            Variant::Chess => violations.union(chess::material_violations(&bitboards, color)),
            Variant::Makruk => violations.union(makruk::material_violations(board, &bitboards, color)),
        };
        n += 1;
    }
    if !attackers[turn.opposite() as usize].is_empty() {
        violations = violations.with(Violation::OppositeCheck);
    }
    let checkers = attackers[turn as usize];
    if chess::count(checkers.bits()) > 2 {
        violations = violations.with(Violation::TooManyCheckers);
    }
    if R::CASTLING && !parts.castling.are_in_place(board, kings) {
        violations = violations.with(Violation::CastlingRights);
    }
    if R::COUNTING && matches!(parts.count, Some(Count { limit: 0, .. })) {
        violations = violations.with(Violation::CountLimit);
    }
    if let ([Some(_), Some(_)], Some(king)) = (kings, kings[turn as usize]) {
        match parts.en_passant {
            Some(square) if R::DOUBLE_STEP && !chess::is_en_passant(board, turn, square) => {
                violations = violations.with(Violation::EnPassant);
            }
            _ if last_move::lacks_last_move::<R>(board, turn, parts, king, checkers) => {
                let is_step = checkers.is_empty();
                violations = violations.with(if is_step { Violation::EnPassant } else { Violation::ImpossibleCheck });
            }
            _ => {}
        }
    }
    Examined { violations, kings, checkers }
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
