//! The set-wise view of a position: what the engine derives from the bytes, once per question.
//!
//! A piece code has four bits that matter in chess (colour, slider, and two that tell the kinds
//! apart), so four planes of 64 bits say everything. A set is then a line of logic: pawns are
//! "bit 0 without bit 1 or the slider bit", diagonal movers are "slider and bit 0", and so on.
//!
//! ```text
//!  code     slider  bit 1  bit 0         extra (0x10, Makruk only)
//!  Pawn       0       0      1           Met   0  0  1
//!  Knight     0       1      0           Khon  0  1  0
//!  King       0       1      1
//!  Bishop     1       0      1           occupied = bit 0 | bit 1
//!  Rook       1       1      0
//!  Queen      1       1      1
//! ```

use super::lanes::Lanes;
use super::sets::rank;
use crate::geometry::SquareSet;
use crate::position::Position;
use crate::rules::Rules;

/// Piece kinds as the low bits of their codes.
pub(crate) mod code {
    use crate::piece::Role;

    pub(crate) const PAWN: u8 = Role::Pawn as u8;
    pub(crate) const KNIGHT: u8 = Role::Knight as u8;
    pub(crate) const KING: u8 = Role::King as u8;
    pub(crate) const BISHOP: u8 = Role::Bishop as u8;
    pub(crate) const ROOK: u8 = Role::Rook as u8;
    pub(crate) const QUEEN: u8 = Role::Queen as u8;
    pub(crate) const MET: u8 = Role::Met as u8;
    pub(crate) const KHON: u8 = Role::Khon as u8;
}

/// What pawns may become in chess.
pub(crate) const CHOICES: [u8; 4] = [code::KNIGHT, code::BISHOP, code::ROOK, code::QUEEN];

/// What differs between the games, as far as moving pieces goes.
pub(crate) trait Game: Rules {
    /// Met and Khon instead of bishop and queen, single-step pawns that promote on the sixth rank, no castling.
    const MAKRUK: bool = !Self::CASTLING;
}

impl<R: Rules> Game for R {}

/// A position as planes. Small enough to stay in registers, and a move is a few masked updates,
/// so a search below the root never writes a byte and reads it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View {
    /// Bits 0, 1 and 2 of the piece codes.
    pub(crate) kind: [u64; 3],
    /// Bit 3: black pieces.
    pub(crate) black: u64,
    /// Bit 4: Met and Khon. Empty in chess.
    pub(crate) extra: u64,
    /// The rooks that may still castle.
    pub(crate) castle: u64,
    /// The square behind a pawn that has just made a double step.
    pub(crate) ep: u64,
}

/// The pieces of one colour.
#[derive(Clone, Copy, Debug)]
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
    /// The same pieces but those on some squares.
    #[inline(always)]
    pub(crate) fn without(&self, squares: u64) -> Self {
        Self {
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
}

impl View {
    /// Reads the planes out of the bytes.
    #[inline(always)]
    pub(crate) fn read<L: Lanes, G: Game>(lanes: L, position: &Position<G>) -> Self {
        let board = position.board().bytes();
        let [b0, b1, b2, black, extra] =
            if G::MAKRUK { lanes.planes::<true>(board) } else { lanes.planes::<false>(board) };
        Self {
            kind: [b0, b1, b2],
            black,
            extra,
            castle: G::castling(position.state()).rooks().bits(),
            ep: G::en_passant(position.state()).map_or(0, |square| SquareSet::from(square).bits()),
        }
    }

    /// All pieces.
    #[inline(always)]
    pub(crate) const fn occupied(&self) -> u64 {
        self.kind[0] | self.kind[1]
    }

    /// The pieces of one colour, sorted by kind.
    #[inline(always)]
    pub(crate) fn side<G: Game, const WHITE: bool>(&self) -> Side {
        let [b0, b1, b2] = self.kind;
        let all = if WHITE { self.occupied() & !self.black } else { self.black };
        let (met, khon, plain) =
            if G::MAKRUK { (b0 & self.extra, b1 & self.extra, all & !self.extra) } else { (0, 0, all) };
        Side {
            all,
            pawns: plain & b0 & !b1 & !b2,
            knights: plain & b1 & !b0 & !b2,
            king: all & b0 & b1 & !b2,
            diagonal: all & b0 & b2,
            orthogonal: all & b1 & b2,
            mets: all & met,
            khons: all & khon,
        }
    }

    /// The position after a piece of kind `code` moved, or after `from` was emptied and `code` put
    /// on `to`. Whatever stood on `to` is gone, and so is any castling right tied to either square.
    #[inline(always)]
    pub(crate) fn with_move<G: Game, const WHITE: bool>(&self, from: u64, to: u64, code: u8) -> Self {
        let keep = !(from | to);
        let put = |plane: u64, bit: u8| plane & keep | if code & bit != 0 { to } else { 0 };
        Self {
            kind: [put(self.kind[0], 1), put(self.kind[1], 2), put(self.kind[2], 4)],
            black: self.black & keep | if WHITE { 0 } else { to },
            extra: if G::MAKRUK { put(self.extra, 0x10) } else { 0 },
            castle: self.castle & keep,
            ep: 0,
        }
    }

    /// The position with some squares emptied.
    #[inline(always)]
    pub(crate) fn without(&self, squares: u64) -> Self {
        Self {
            kind: self.kind.map(|plane| plane & !squares),
            black: self.black & !squares,
            extra: self.extra & !squares,
            ..*self
        }
    }

    /// The same position with the colour's castling rights gone.
    #[inline(always)]
    fn without_castling<const WHITE: bool>(self) -> Self {
        Self { castle: self.castle & !rank::<WHITE>(0), ..self }
    }

    /// The position after a move of any piece that neither promotes nor captures en passant: like
    /// [`with_move`](Self::with_move), and a king gives up castling.
    #[inline(always)]
    pub(crate) fn with_step<G: Game, const WHITE: bool>(&self, from: u64, to: u64, code: u8) -> Self {
        let child = self.with_move::<G, WHITE>(from, to, code);
        if !G::MAKRUK && code == code::KING { child.without_castling::<WHITE>() } else { child }
    }

    /// The position after castling.
    #[inline(always)]
    pub(crate) fn with_castling<G: Game, const WHITE: bool>(&self, king: u64, rook: u64) -> Self {
        let (king_to, rook_to) = castled(king, rook);
        self.without(king | rook)
            .with_move::<G, WHITE>(0, king_to, code::KING)
            .with_move::<G, WHITE>(0, rook_to, code::ROOK)
            .without_castling::<WHITE>()
    }

    /// The position after an en passant capture.
    #[inline(always)]
    pub(crate) fn with_en_passant<G: Game, const WHITE: bool>(&self, from: u64, to: u64) -> Self {
        let victim = if WHITE { to >> 8 } else { to << 8 };
        self.without(victim).with_move::<G, WHITE>(from, to, code::PAWN)
    }

    /// The same position with an en passant square.
    #[inline(always)]
    pub(crate) fn with_ep(&self, ep: u64) -> Self {
        Self { ep, ..*self }
    }
}

/// Where king and rook stand after castling.
#[inline(always)]
pub(crate) const fn castled(king: u64, rook: u64) -> (u64, u64) {
    // The back rank the king stands on, with the files c and d, or g and f.
    let rank = king.trailing_zeros() & 0x38;
    if rook > king { (0x40 << rank, 0x20 << rank) } else { (0x04 << rank, 0x08 << rank) }
}
