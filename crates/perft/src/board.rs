//! The position as bitboards, on which perft counts.
//!
//! The side to move is always White: [`turned`](BitboardPosition::turned) turns the board round, so that no code is compiled twice for
//! the colours.

use chess0x88::fen::EnPassantMode;
use chess0x88::{Board0x88, Castling, Color, Position, Rank, Role, Rules};

use crate::sets::{bit_of, forward, square_of, steps};

/// A board as sets of squares: for each bit of a code of the pieces the squares whose code has the bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bitboards {
    /// Bits 0, 1 and 2 of the codes.
    pub(crate) kind: [u64; 3],
    /// Black's pieces.
    pub(crate) black: u64,
    /// Met and Khon. Empty in chess.
    pub(crate) extra: u64,
}

/// The pieces of one colour, by how they move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Side {
    pub(crate) all: u64,
    pub(crate) pawns: u64,
    pub(crate) knights: u64,
    pub(crate) king: u64,
    /// Diagonal sliders, queens included.
    pub(crate) diagonal: u64,
    /// Orthogonal sliders, queens included.
    pub(crate) orthogonal: u64,
    pub(crate) mets: u64,
    pub(crate) khons: u64,
}

impl Side {
    /// Removes the pieces on some squares.
    #[inline(always)]
    pub(crate) const fn without(&self, squares: u64) -> Side {
        Side {
            all: self.all & !squares,
            pawns: self.pawns & !squares,
            knights: self.knights & !squares,
            king: self.king & !squares,
            diagonal: self.diagonal & !squares,
            orthogonal: self.orthogonal & !squares,
            mets: self.mets & !squares,
            khons: self.khons & !squares,
        }
    }

    /// The role of the Met or Khon on a square.
    #[inline(always)]
    pub(crate) const fn makruk_leaper_at(&self, square: u64) -> Role {
        if self.khons & square != 0 { Role::Khon } else { Role::Met }
    }
}

impl Bitboards {
    /// The pieces of a board.
    fn of<R: Rules>(board: &Board0x88) -> Bitboards {
        let mut all = Bitboards { kind: [0; 3], black: board.colored(Color::Black).bits(), extra: 0 };
        for &role in R::ROLES {
            all = all.with(board.by_role(role).bits(), role);
        }
        all
    }

    /// Puts White's pieces of a role on empty squares.
    #[inline(always)]
    const fn with(self, squares: u64, role: Role) -> Bitboards {
        let Bitboards { kind: [b0, b1, b2], black, extra } = self;
        let [a, b, c, e] = code(role);
        Bitboards {
            kind: [
                b0 | if a { squares } else { 0 },
                b1 | if b { squares } else { 0 },
                b2 | if c { squares } else { 0 },
            ],
            black,
            extra: extra | if e { squares } else { 0 },
        }
    }

    /// Applies a function to each bitboard.
    #[inline(always)]
    pub(crate) fn map(self, change: impl Fn(u64) -> u64) -> Bitboards {
        let Bitboards { kind: [b0, b1, b2], black, extra } = self;
        Bitboards { kind: [change(b0), change(b1), change(b2)], black: change(black), extra: change(extra) }
    }

    /// The squares that hold a piece.
    #[inline(always)]
    pub(crate) const fn occupied(&self) -> u64 {
        self.kind[0] | self.kind[1]
    }

    /// The squares that hold a piece of this colour.
    #[inline(always)]
    pub(crate) const fn colored(&self, color: Color) -> u64 {
        match color {
            Color::White => self.occupied() & !self.black,
            Color::Black => self.black,
        }
    }

    /// The pieces that slide along ranks and files, queens included.
    #[inline(always)]
    pub(crate) const fn orthogonal(&self) -> u64 {
        self.kind[1] & self.kind[2]
    }

    /// The pieces that slide along diagonals, queens included.
    #[inline(always)]
    pub(crate) const fn diagonal(&self) -> u64 {
        self.kind[0] & self.kind[2]
    }

    /// The pieces of one colour, sorted by kind.
    #[inline(always)]
    pub(crate) const fn side<R: Rules>(&self, color: Color) -> Side {
        let [b0, b1, b2] = self.kind;
        let all = self.colored(color);
        let (met, khon, plain) = if const { has_makruk_leapers::<R>() } {
            (b0 & self.extra, b1 & self.extra, all & !self.extra)
        } else {
            (0, 0, all)
        };
        Side {
            all,
            pawns: plain & b0 & !b1 & !b2,
            knights: plain & b1 & !b0 & !b2,
            king: all & b0 & b1 & !b2,
            diagonal: all & self.diagonal(),
            orthogonal: all & self.orthogonal(),
            mets: all & met,
            khons: all & khon,
        }
    }
}

/// The squares that the pawns, knights and other stepping pieces of a colour attack.
#[inline(always)]
pub(crate) const fn leaper_attacks<R: Rules>(by: Color, side: &Side) -> u64 {
    let all =
        steps(Role::Pawn, by, side.pawns) | steps(Role::Knight, by, side.knights) | steps(Role::King, by, side.king);
    if const { has_makruk_leapers::<R>() } && side.mets | side.khons != 0 {
        all | steps(Role::Met, by, side.mets) | steps(Role::Khon, by, side.khons)
    } else {
        all
    }
}

/// The pawns, knights and other stepping pieces of a colour that attack a square, without its king.
#[inline(always)]
pub(crate) const fn leaper_attackers<R: Rules>(square: u64, by: Color, side: &Side) -> u64 {
    // A piece attacks a square if an enemy piece of the same kind on that square would attack the piece.
    let from = by.other();
    let all = steps(Role::Pawn, from, square) & side.pawns | steps(Role::Knight, from, square) & side.knights;
    if const { has_makruk_leapers::<R>() } && side.mets | side.khons != 0 {
        all | steps(Role::Met, from, square) & side.mets | steps(Role::Khon, from, square) & side.khons
    } else {
        all
    }
}

/// Returns `true` if the game has Met and Khon.
pub(crate) const fn has_makruk_leapers<R: Rules>() -> bool {
    let mut n = 0;
    while n < R::ROLES.len() {
        if matches!(R::ROLES[n], Role::Met | Role::Khon) {
            return true;
        }
        n += 1;
    }
    false
}

/// The words that hold a role: bits 0, 1 and 2, and the extra bit of Makruk.
#[inline(always)]
const fn code(role: Role) -> [bool; 4] {
    match role {
        Role::Pawn => [true, false, false, false],
        Role::Knight => [false, true, false, false],
        Role::King => [true, true, false, false],
        Role::Bishop => [true, false, true, false],
        Role::Rook => [false, true, true, false],
        Role::Met => [true, false, false, true],
        Role::Khon => [false, true, false, true],
        _ => [true, true, true, false],
    }
}

/// Returns two flags: the piece slides along ranks and files; the piece slides along diagonals.
#[inline(always)]
pub(crate) const fn slides(role: Role) -> (bool, bool) {
    (matches!(role, Role::Rook | Role::Queen), matches!(role, Role::Bishop | Role::Queen))
}

/// The state that the board does not show: the castling rights and the en passant square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rights {
    /// The rooks of both sides that may still castle.
    pub(crate) castle: u64,
    /// The square behind a pawn that has just made a double step, if a capture there is legal.
    pub(crate) en_passant: u64,
}

/// A position with White to move, without its clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BitboardPosition {
    pub(crate) bitboards: Bitboards,
    pub(crate) rights: Rights,
}

impl BitboardPosition {
    /// Reads the bitboards of a position, turned round if Black is to move.
    #[inline]
    pub(crate) fn of<R: Rules>(position: &Position<R>) -> Self {
        let castle = position.castling_rights().iter().fold(0, |all, (.., rook)| all | bit_of(rook));
        let rights = Rights { castle, en_passant: position.en_passant_square(EnPassantMode::Legal).map_or(0, bit_of) };
        let this = Self { bitboards: Bitboards::of::<R>(position.board()), rights };
        match position.turn() {
            Color::White => this,
            Color::Black => this.turned(),
        }
    }

    /// The position with exchanged colours: the ranks in reverse order, and every piece in the other colour.
    #[inline]
    pub(crate) fn turned(&self) -> Self {
        let black = self.bitboards.colored(Color::White);
        Self {
            bitboards: Bitboards { black, ..self.bitboards }.map(u64::swap_bytes),
            rights: Rights { castle: self.rights.castle.swap_bytes(), en_passant: self.rights.en_passant.swap_bytes() },
        }
    }

    /// The position after a move of White's piece on `from`, which becomes this role on `to`. A piece on `to` is captured, and
    /// castling rights of both squares are lost.
    #[inline]
    pub(crate) fn with_move(&self, from: u64, to: u64, role: Role) -> Self {
        let Self { bitboards, rights } = self.without(from | to);
        Self { bitboards: bitboards.with(to, role), rights: Rights { en_passant: 0, ..rights } }
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
        self.rights.castle &= !Rank::First.squares().bits();
        self
    }

    /// The position after castling.
    #[inline]
    pub(crate) fn with_castling(&self, king: u64, rook: u64) -> Self {
        let castling = Castling::new(square_of(king), square_of(rook));
        self.without(king | rook)
            .with_move(0, bit_of(castling.king_to), Role::King)
            .with_move(0, bit_of(castling.rook_to), Role::Rook)
            .without_castling()
    }

    /// The position after an en passant capture.
    #[inline]
    pub(crate) fn with_en_passant(&self, from: u64, to: u64) -> Self {
        self.without(forward(Color::Black, to)).with_move(from, to, Role::Pawn)
    }
}
