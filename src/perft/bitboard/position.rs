//! The position as bitboards, on which perft plays moves.
//!
//! The side to move is always White: [`turned`](BitboardPosition::turned) turns the board round after each ply, so that no code is
//! compiled twice for the colours. A position has seven words, and a move changes a few bits.

use crate::attacks::bitboard::square_of;
use crate::attacks::bits::{bit_of, forward, rank};
use crate::board::Bitboards;
use crate::geometry::Rank;
use crate::movegen::generate::Rights;
use crate::moves::Castling;
use crate::piece::{Color, PieceSet, Role};
use crate::position::Position;
use crate::rules::Rules;

/// A position with White to move, without its clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::perft) struct BitboardPosition {
    pub(in crate::perft) bitboards: Bitboards,
    pub(in crate::perft) rights: Rights,
}

impl Bitboards {
    /// Applies a function to each bitboard.
    #[inline(always)]
    pub(crate) fn map(self, change: impl Fn(u64) -> u64) -> Bitboards {
        let Bitboards { kind: [b0, b1, b2], black, extra } = self;
        Bitboards { kind: [change(b0), change(b1), change(b2)], black: change(black), extra: change(extra) }
    }
}

impl BitboardPosition {
    /// Reads the bitboards of a position, turned round if Black is to move.
    #[inline]
    pub(in crate::perft) fn of<R: Rules>(position: &Position<R>) -> Self {
        let this = Self { bitboards: position.bitboards(), rights: Rights::of(&position.mailbox()) };
        match position.turn() {
            Color::White => this,
            Color::Black => this.turned(),
        }
    }

    /// The position with exchanged colours: the ranks in reverse order, and every piece in the other colour.
    #[inline]
    pub(in crate::perft) fn turned(&self) -> Self {
        let black = self.bitboards.colored(Color::White);
        Self {
            bitboards: Bitboards { black, ..self.bitboards }.map(u64::swap_bytes),
            rights: Rights { castle: self.rights.castle.swap_bytes(), en_passant: self.rights.en_passant.swap_bytes() },
        }
    }

    /// The position after a move of White's piece on `from`, which becomes this role on `to`. A piece on `to` is captured, and
    /// castling rights of both squares are lost.
    #[inline]
    pub(in crate::perft) fn with_move<A: PieceSet>(&self, from: u64, to: u64, role: Role) -> Self {
        let code = role.code();
        let put = |word: u64, bit: u8| word | if code & bit != 0 { to } else { 0 };
        let Self { bitboards: Bitboards { kind: [b0, b1, b2], black, extra }, rights } = self.without(from | to);
        Self {
            bitboards: Bitboards {
                kind: [put(b0, 1), put(b1, 2), put(b2, 4)],
                black,
                extra: if A::MAKRUK_LEAPERS { put(extra, 0x10) } else { 0 },
            },
            rights: Rights { en_passant: 0, ..rights },
        }
    }

    /// The position with some squares emptied, and without the castling rights of their rooks.
    #[inline]
    fn without(&self, squares: u64) -> Self {
        let Rights { castle, en_passant } = self.rights;
        Self {
            bitboards: self.bitboards.map(|word| word & !squares),
            rights: Rights { castle: castle & !squares, en_passant },
        }
    }

    /// The position without White's castling rights.
    #[inline]
    fn without_castling(mut self) -> Self {
        self.rights.castle &= !rank(Color::White, Rank::First);
        self
    }

    /// The position after a move that neither promotes nor captures en passant: as [`with_move`](Self::with_move), and a king loses
    /// its castling rights.
    #[inline]
    pub(in crate::perft) fn with_step<R: Rules>(&self, from: u64, to: u64, role: Role) -> Self {
        let child = self.with_move::<R>(from, to, role);
        if R::CASTLING && role == Role::King { child.without_castling() } else { child }
    }

    /// The position after castling.
    #[inline]
    pub(in crate::perft) fn with_castling<R: Rules>(&self, king: u64, rook: u64) -> Self {
        let castling = Castling::new(square_of(king), square_of(rook));
        self.without(king | rook)
            .with_move::<R>(0, bit_of(castling.king_to), Role::King)
            .with_move::<R>(0, bit_of(castling.rook_to), Role::Rook)
            .without_castling()
    }

    /// The position after an en passant capture.
    #[inline]
    pub(in crate::perft) fn with_en_passant<R: Rules>(&self, from: u64, to: u64) -> Self {
        self.without(forward(Color::Black, to)).with_move::<R>(from, to, Role::Pawn)
    }

    /// The position after a double step, with its en passant square.
    #[inline]
    pub(in crate::perft) fn with_double_step<R: Rules>(&self, from: u64, to: u64) -> Self {
        let mut child = self.with_move::<R>(from, to, Role::Pawn);
        child.rights.en_passant = forward(Color::White, from);
        child
    }
}
