//! The squares of a violation, for marking on a screen.

use super::pawns::BACK_RANKS;
use super::{CastlingRights, Rules, Setup, Violation};
use crate::geometry::SquareSet;
use crate::piece::{Color, Piece, Role};

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
