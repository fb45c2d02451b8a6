//! [`Setup`]: a position that need not be legal.

use super::places::BACK_RANKS;
use super::{Rules, Violation, Violations};
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
    /// What the game remembers besides: castling and en passant in chess.
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

    /// Everything that keeps the setup from being a legal position.
    #[must_use]
    pub fn violations(&self) -> Violations {
        self.examine().violations
    }

    /// The violations, and where the kings stand and who gives check, which is the rest of what a position wants to know.
    #[inline]
    pub(crate) fn examine(&self) -> Examined {
        let planes = self.board.planes();
        let mut violations = Violations::NONE;
        if planes.occupied() == 0 {
            violations |= Violation::Empty.into();
        }
        // A pawn never stands behind its start, nor where it would have promoted in a lifetime of moves.
        if !(planes.role(Role::Pawn) & BACK_RANKS).is_empty() {
            violations |= Violation::PawnOnBackRank.into();
        }
        let own = R::ROLES.iter().fold(SquareSet::EMPTY, |own, &role| own | planes.role(role));
        if own.bits() != planes.occupied() {
            violations |= Violation::ForeignPiece.into();
        }
        let kings = Color::ALL.map(|color| planes.squares_of(Piece::new(color, Role::King)));
        for color in Color::ALL {
            match kings[color as usize].len() {
                0 => violations |= Violation::missing_king(color).into(),
                1 => {}
                _ => violations |= Violation::too_many_kings(color).into(),
            }
        }
        let kings = kings.map(SquareSet::first);
        let attackers = |color: Color| {
            let found = kings[color as usize]
                .map_or(0, |king| attacks::attackers::<R>(&planes, king, !color, planes.occupied()));
            SquareSet::from_bits(found)
        };
        if !attackers(!self.turn).is_empty() {
            violations |= Violation::OppositeCheck.into();
        }
        let checkers = attackers(self.turn);
        if checkers.len() > 2 {
            violations |= Violation::TooManyCheckers.into();
        }
        violations |= R::violations(self, &planes, kings, checkers);
        let violations = violations.in_words_of(R::NAMES);
        Examined { violations, kings, checkers }
    }
}

/// What a look at a setup finds.
pub(crate) struct Examined {
    pub(crate) violations: Violations,
    /// The first king of each colour.
    pub(crate) kings: [Option<Square>; 2],
    /// The pieces that give check to the side to move.
    pub(crate) checkers: SquareSet,
}
