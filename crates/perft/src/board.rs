//! The position as bitboards, on which perft counts.
//!
//! The side to move is always White: [`turned`](BitboardPosition::turned) turns the board round, so that no code is compiled twice for
//! the colours.

use chess0x88::fen::EnPassantMode;
use chess0x88::{Board0x88, Castling, Color, Move, MoveKind, Piece, Position, Rank, Role, Rules, Square};

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
    /// The pieces of a board, as its right half has them: eight bytes for each bit of the codes.
    fn of(board: &Board0x88) -> Bitboards {
        let (halves, _) = board.as_bytes().as_chunks::<8>();
        let [b0, b1, b2, black, extra] = [1, 3, 5, 7, 9].map(|half| u64::from_le_bytes(halves[half]));
        Bitboards { kind: [b0, b1, b2], black, extra }
    }

    /// Puts White's pieces of a role on empty squares.
    const fn with(self, squares: u64, role: Role) -> Bitboards {
        let code = Piece::new(Color::White, role).code();
        let Bitboards { kind: [b0, b1, b2], black, extra } = self;
        Bitboards {
            kind: [b0 | only_if(code, 0, squares), b1 | only_if(code, 1, squares), b2 | only_if(code, 2, squares)],
            black,
            extra: extra | only_if(code, 4, squares),
        }
    }

    /// Applies a function to each bitboard.
    #[inline(always)]
    fn map(self, change: impl Fn(u64) -> u64) -> Bitboards {
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

    /// The kings of both colours.
    const fn kings(&self) -> u64 {
        self.kind[0] & self.kind[1] & !self.kind[2]
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

/// The squares, if a code has this bit.
const fn only_if(code: u8, bit: u8, squares: u64) -> u64 {
    if code >> bit & 1 == 0 { 0 } else { squares }
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
    /// The square behind a pawn that has just made a double step.
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
        let this = Self { bitboards: Bitboards::of(position.board()), rights };
        match position.turn() {
            Color::White => this,
            Color::Black => this.turned(),
        }
    }

    /// The position with exchanged colours: the ranks in reverse order, and every piece in the other colour.
    #[inline]
    fn turned(&self) -> Self {
        let black = self.bitboards.colored(Color::White);
        Self {
            bitboards: Bitboards { black, ..self.bitboards }.map(u64::swap_bytes),
            rights: Rights { castle: self.rights.castle.swap_bytes(), en_passant: self.rights.en_passant.swap_bytes() },
        }
    }

    /// The position after a legal move of the position of the rules that this is, turned round for the other side.
    #[inline]
    pub(crate) fn after<R: Rules>(&self, position: &Position<R>, mv: Move) -> Self {
        let bit = |square: Square| match position.turn() {
            Color::White => bit_of(square),
            Color::Black => bit_of(square.flip_rank()),
        };
        let (from, to) = (bit(mv.from()), bit(mv.to()));
        let mut after = match mv.kind() {
            MoveKind::Quiet | MoveKind::Capture => self.with_move(from, to),
            MoveKind::DoubleStep => self.with_double_step(from, to),
            MoveKind::Castle => self.with_castling(from, to),
            MoveKind::EnPassant => self.with_en_passant(from, to),
            MoveKind::Promotion | MoveKind::CapturePromotion => {
                let bitboards = self.bitboards.map(|word| word & !(from | to));
                Self { bitboards: bitboards.with(to, mv.promotion().unwrap_or(Role::Pawn)), ..self.with_move(from, to) }
            }
        };
        if from & self.bitboards.kings() != 0 {
            after.rights.castle &= !Rank::First.squares().bits();
        }
        after.turned()
    }

    /// The position after a move of White's piece, which may capture. A rook that leaves its square or is captured loses its right.
    #[inline]
    fn with_move(&self, from: u64, to: u64) -> Self {
        let moved = |word: u64| word & !(from | to) | if word & from == 0 { 0 } else { to };
        let castle = self.rights.castle & !(from | to);
        Self { bitboards: self.bitboards.map(moved), rights: Rights { castle, en_passant: 0 } }
    }

    /// The position after a pawn's double step.
    #[inline]
    fn with_double_step(&self, from: u64, to: u64) -> Self {
        let mut after = self.with_move(from, to);
        after.rights.en_passant = forward(Color::White, from);
        after
    }

    /// The position after castling.
    #[inline]
    pub(crate) fn with_castling(&self, king: u64, rook: u64) -> Self {
        let castling = Castling::new(square_of(king), square_of(rook));
        let others = self.bitboards.map(|word| word & !(king | rook));
        Self {
            bitboards: others.with(bit_of(castling.king_to), Role::King).with(bit_of(castling.rook_to), Role::Rook),
            rights: Rights { castle: self.rights.castle & !Rank::First.squares().bits(), en_passant: 0 },
        }
    }

    /// The position after an en passant capture.
    #[inline]
    pub(crate) fn with_en_passant(&self, from: u64, to: u64) -> Self {
        let victim = forward(Color::Black, to);
        Self { bitboards: self.bitboards.map(|word| word & !victim), ..*self }.with_move(from, to)
    }
}
