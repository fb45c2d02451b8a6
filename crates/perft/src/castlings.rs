//! The castlings of a side, with what prevents them.

use chess0x88::Castling;

use crate::board::Side;
use crate::sets::{Bits, square_of};

/// The castlings of a king without an own piece in the way. An enemy move clears no way, since a capturing piece stands in the way
/// itself.
pub(crate) struct Castlings {
    /// For each castling, the squares where an enemy piece prevents it: the squares that king and rook cross, and the rook's
    /// square. Empty without such a castling.
    pub(crate) closed_by: [u64; 2],
    /// The squares that must not be attacked.
    pub(crate) king_way: [u64; 2],
    rooks: [u64; 2],
}

impl Castlings {
    /// The castlings with some rooks, of a side that is not in check.
    #[inline(always)]
    pub(crate) fn of(side: &Side, rooks: u64, pinned: u64) -> Self {
        let mut this = Self { closed_by: [0; 2], king_way: [0; 2], rooks: [0; 2] };
        for (n, rook) in (0..2).zip(Bits(rooks & side.all & !pinned)) {
            if between(side.king, rook) & side.all == 0 {
                let castling = Castling::new(square_of(side.king), square_of(rook));
                if castling.path().bits() & side.all == 0 {
                    this.closed_by[n] = castling.path().bits() | rook;
                    this.king_way[n] = castling.king_way().bits();
                    this.rooks[n] = rook;
                }
            }
        }
        this
    }

    /// Returns `true` if castling is possible.
    #[inline(always)]
    pub(crate) const fn any(&self) -> bool {
        self.closed_by[0] | self.closed_by[1] != 0
    }

    /// Counts the castlings with enemy pieces on these squares.
    #[inline(always)]
    pub(crate) const fn count(&self, enemies: u64, king_danger: u64) -> u32 {
        self.legal(enemies, king_danger).count_ones()
    }

    /// The rooks with which the king may castle, with enemy pieces on these squares.
    #[inline(always)]
    pub(crate) const fn legal(&self, enemies: u64, king_danger: u64) -> u64 {
        self.legal_rook(0, enemies, king_danger) | self.legal_rook(1, enemies, king_danger)
    }

    #[inline(always)]
    const fn legal_rook(&self, n: usize, enemies: u64, king_danger: u64) -> u64 {
        if self.closed_by[n] & enemies | self.king_way[n] & king_danger == 0 { self.rooks[n] } else { 0 }
    }
}

/// The squares between king and rook on one rank. Castling crosses all of them.
#[inline(always)]
const fn between(king: u64, rook: u64) -> u64 {
    let (low, high) = if king < rook { (king, rook) } else { (rook, king) };
    high.wrapping_sub(low << 1)
}
