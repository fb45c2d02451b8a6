//! A position as planes: what perft below its root plays moves on.
//!
//! Small enough to stay in registers, and a move is a few masked updates, so a count below the root never writes a byte and
//! reads it back. Which squares castling and en passant change is for `moves` and `attacks` to say; here they change
//! in planes.

use crate::attacks::bits::{bit_of, forward, rank, square_of};
use crate::board::{Planes, Side};
use crate::geometry::Rank;
use crate::movegen::Rights;
use crate::moves::Castling;
use crate::piece::{Army, Color, Role};
use crate::position::Position;
use crate::rules::Rules;

/// A position, but for its clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    pub(super) planes: Planes,
    pub(super) rights: Rights,
}

impl View {
    /// What a position holds.
    #[inline(always)]
    pub(super) fn of<R: Rules>(position: &Position<R>) -> Self {
        Self { planes: position.planes(), rights: position.rights() }
    }

    /// The pieces of one colour, sorted by kind.
    #[inline(always)]
    pub(super) fn side<A: Army>(&self, color: Color) -> Side {
        self.planes.side::<A>(color)
    }

    /// The position after a piece moved, or after `from` was emptied and a piece of this role put
    /// on `to`. Whatever stood on `to` is gone, and so is any castling right tied to either square.
    #[inline(always)]
    pub(super) fn with_move<A: Army>(&self, us: Color, from: u64, to: u64, role: Role) -> Self {
        let code = role.code();
        let keep = !(from | to);
        let put = |plane: u64, bit: u8| plane & keep | if code & bit != 0 { to } else { 0 };
        let Planes { kind: [b0, b1, b2], black, extra } = self.planes;
        Self {
            planes: Planes {
                kind: [put(b0, 1), put(b1, 2), put(b2, 4)],
                black: black & keep | if us == Color::Black { to } else { 0 },
                extra: if A::STEPPERS { put(extra, 0x10) } else { 0 },
            },
            rights: Rights { castle: self.rights.castle & keep, en_passant: 0 },
        }
    }

    /// The position with some squares emptied.
    #[inline(always)]
    fn without(&self, squares: u64) -> Self {
        let Planes { kind, black, extra } = self.planes;
        Self {
            planes: Planes {
                kind: kind.map(|plane| plane & !squares),
                black: black & !squares,
                extra: extra & !squares,
            },
            ..*self
        }
    }

    /// The same position with the colour's castling rights gone.
    #[inline(always)]
    fn without_castling(mut self, us: Color) -> Self {
        self.rights.castle &= !rank(us, Rank::First);
        self
    }

    /// The position after a move of any piece that neither promotes nor captures en passant: like
    /// [`with_move`](Self::with_move), and a king gives up castling.
    #[inline(always)]
    pub(super) fn with_step<R: Rules>(&self, us: Color, from: u64, to: u64, role: Role) -> Self {
        let child = self.with_move::<R>(us, from, to, role);
        if R::CASTLING && role == Role::King { child.without_castling(us) } else { child }
    }

    /// The position after castling.
    #[inline(always)]
    pub(super) fn with_castling<R: Rules>(&self, us: Color, king: u64, rook: u64) -> Self {
        let castling = Castling::of(square_of(king), square_of(rook));
        self.without(king | rook)
            .with_move::<R>(us, 0, bit_of(castling.king_to), Role::King)
            .with_move::<R>(us, 0, bit_of(castling.rook_to), Role::Rook)
            .without_castling(us)
    }

    /// The position after an en passant capture.
    #[inline(always)]
    pub(super) fn with_en_passant<R: Rules>(&self, us: Color, from: u64, to: u64) -> Self {
        self.without(forward(!us, to)).with_move::<R>(us, from, to, Role::Pawn)
    }

    /// The position after a double step, which leaves a square to capture on.
    #[inline(always)]
    pub(super) fn with_double_step<R: Rules>(&self, us: Color, from: u64, to: u64) -> Self {
        let mut child = self.with_move::<R>(us, from, to, Role::Pawn);
        child.rights.en_passant = forward(us, from);
        child
    }
}
