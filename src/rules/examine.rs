//! Examination of a setup: all violations, and the findings that a position keeps.

use super::kinds::{PIECE_KINDS, PieceNumbers, kind, role_of};
use super::{Count, Parts, PawnRules, Rules, Setup, Variant, Violation, Violations, contains, last_move};
use crate::attacks::mailbox;
use crate::board::Board0x88;
use crate::geometry::{Square, SquareSet};
use crate::piece::{Color, Role};

impl<R: Rules> Setup<R> {
    /// Returns all violations of the setup. A setup with violations is no legal position, except for
    /// [`Violation::ImpossibleDoubleStep`](crate::Violation::ImpossibleDoubleStep) alone.
    #[doc(alias("status", "is_valid", "validate_fen"))]
    #[must_use]
    pub fn violations(&self) -> Violations {
        self.examine().violations
    }

    /// Returns the violations, and the squares of the kings and the checkers for a position.
    #[inline]
    pub(crate) fn examine(&self) -> Examined {
        examine::<R>(&self.board, self.turn, &R::parts(&self.state))
    }
}

/// Examines a setup given in parts. The function is `const`.
#[inline]
pub(crate) const fn examine<R: Rules>(board: &Board0x88, turn: Color, parts: &Parts) -> Examined {
    examine_by(const { &PieceLimits::of::<R>() }, board, turn, parts)
}

/// Examines a setup of a game with these limits. Parts of the other game are ignored.
#[inline(never)]
const fn examine_by(limits: &'static PieceLimits, board: &Board0x88, turn: Color, parts: &Parts) -> Examined {
    let kings = [board.king(Color::White), board.king(Color::Black)];
    let us = Army::of(board, turn, limits);
    let them = Army::of(board, turn.other(), limits);
    let [exposed, checkers] = [attackers_of_king(board, kings, turn), attackers_of_king(board, kings, turn.other())];
    let mut violations = us.violations | them.violations;
    if us.pieces + them.pieces == 0 {
        violations |= Violation::Empty.bit();
    }
    if !exposed.is_empty() {
        violations |= Violation::OppositeCheck.bit();
    }
    if checkers.len() > 2 {
        violations |= Violation::TooManyCheckers.bit();
    }
    if !parts.castling.are_in_place(board, kings) {
        violations |= Violation::CastlingRights.bit();
    }
    if matches!(parts.count, Some(Count { limit: 0, .. })) {
        violations |= Violation::CountLimit.bit();
    }
    if let ([Some(_), Some(_)], Some(king)) = (kings, kings[turn as usize])
        && (parts.en_passant.is_some() || !checkers.is_empty())
    {
        violations |= last_move::violations(board, limits.pawns, turn, parts, king, checkers);
    }
    let violations = Violations::of(violations).of_game(limits.game);
    Examined { violations, kings, checkers }
}

/// The pieces of a side that attack the other king, if there is one.
const fn attackers_of_king(board: &Board0x88, kings: [Option<Square>; 2], by: Color) -> SquareSet {
    match kings[by.other() as usize] {
        Some(king) => mailbox::attackers(board, king, by),
        None => SquareSet::EMPTY,
    }
}

/// The findings about the pieces of a side.
struct Army {
    pieces: u32,
    /// The violations of the pieces, as [bits](Violation::bit).
    violations: u32,
}

impl Army {
    /// Examines the pieces of a side.
    ///
    /// A side starts with a fixed number of pieces of each kind. Pieces beyond this number must be promoted pawns, if a pawn can
    /// become such a piece, and a pawn must be missing for each.
    #[inline(never)]
    const fn of(board: &Board0x88, color: Color, limits: &PieceLimits) -> Army {
        let PieceNumbers { numbers, is_pawn_on_back_rank } = &PieceNumbers::of(board, color);
        let mut violations = if *is_pawn_on_back_rank { Violation::PawnOnBackRank.bit() } else { 0 };
        let (mut pieces, mut promoted, mut n) = (0, 0, 0);
        while n < PIECE_KINDS {
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

/// The pieces that a side can have, by [kind](kind).
struct PieceLimits {
    /// The number at the start.
    start: [u8; PIECE_KINDS],
    /// The violation for a surplus of White's pieces (Black's is the next); `None` if pawns become such pieces.
    surplus: [Option<Violation>; PIECE_KINDS],
    pawns: &'static PawnRules,
    game: Variant,
}

impl PieceLimits {
    const fn of<R: Rules>() -> PieceLimits {
        let (mut surplus, mut n) = ([None; PIECE_KINDS], 0);
        while n < PIECE_KINDS {
            surplus[n] = match role_of(n) {
                role if contains(R::PROMOTIONS, role) => None,
                Role::King => Some(Violation::TooManyWhiteKings),
                Role::Pawn => Some(Violation::TooManyWhitePawns),
                role if contains(R::ROLES, role) => Some(Violation::TooManyWhiteOfficers),
                _ => Some(Violation::ForeignPiece),
            };
            n += 1;
        }
        PieceLimits { start: start_numbers::<R>(), surplus, pawns: R::RULES.pawns, game: R::GAME }
    }
}

/// Counts the pieces of each [kind](kind) at the start.
const fn start_numbers<R: Rules>() -> [u8; PIECE_KINDS] {
    let mut numbers = [0; PIECE_KINDS];
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

/// The findings about a setup.
pub(crate) struct Examined {
    pub(crate) violations: Violations,
    /// The first king of each colour.
    pub(crate) kings: [Option<Square>; 2],
    /// The pieces that give check to the side to move.
    pub(crate) checkers: SquareSet,
}

impl Examined {
    /// Returns the squares of the kings and the checkers if the setup is a position.
    ///
    /// # Errors
    /// All violations, if at least one is neither tolerated nor [accepted](Violations::ACCEPTED) by every reader.
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
