//! Bit tricks: leapers by shifts, sliders by hyperbola quintessence. The only tables are the lines seen from each
//! square: 2.5 KiB, with bitboards 4.5 KiB.
//!
//! A bitboard is a set of squares in a 64-bit word, bit `rank * 8 + file`. One shift for each step of a leaper moves
//! all leapers of a kind; a mask removes steps that wrap round the edge. For a slider, a subtraction finds the first
//! piece of a line:
//!
//! ```text
//!    file d    occupied  . x . . . x . .     o - r, where r is the slider on d4: the subtraction borrows from the next piece
//!    d4        o - r     . x . 1 1 . . .     above, and so changes every bit on the way to it. The same on the board turned
//!                        1 2 3 4 5 6 7 8     upside down, by a byte swap, finds the way down. Both, XORed, are the attacks.
//! ```
//!
//! Diagonals and files have one square in a byte, so a byte swap reverses them. (WebAssembly has no byte swap and takes
//! the obstruction difference.) A rank is one byte: the six inner bits of its occupancy are the index of a table. The
//! edge squares hide nothing.
//!
//! Source: Chess Programming Wiki, "Subtracting a Rook from a Blocking Piece", "Hyperbola Quintessence", "Obstruction Difference".

use crate::board::Bitboards;
use crate::geometry::{Direction, File, IS_FAST, Square};
use crate::piece::{Color, Piece, PieceSet, Role};

pub(crate) const NOT_A: u64 = !0x0101_0101_0101_0101;
pub(crate) const NOT_H: u64 = !0x8080_8080_8080_8080;
const NOT_AB: u64 = !0x0303_0303_0303_0303;
const NOT_GH: u64 = !0xC0C0_C0C0_C0C0_C0C0;

/// The squares to the east and to the west of a set.
#[inline(always)]
const fn beside(set: u64) -> u64 {
    (set << 1 & NOT_A) | (set >> 1 & NOT_H)
}

#[inline(always)]
pub(crate) const fn knight_attacks(set: u64) -> u64 {
    let one = beside(set);
    let two = (set << 2 & NOT_AB) | (set >> 2 & NOT_GH);
    one << 16 | one >> 16 | two << 8 | two >> 8
}

/// The squares that kings on the squares of a set attack.
#[inline(always)]
pub(crate) const fn king_attacks(set: u64) -> u64 {
    let sides = beside(set);
    let row = set | sides;
    sides | row << 8 | row >> 8
}

/// The squares diagonally next to a set.
#[inline(always)]
pub(crate) const fn diagonal_neighbours(set: u64) -> u64 {
    let sides = beside(set);
    sides << 8 | sides >> 8
}

/// One rank forward.
#[inline(always)]
pub(crate) const fn forward(us: Color, set: u64) -> u64 {
    us.pick(set << 8, set >> 8)
}

/// One rank forward and one file towards h.
#[inline(always)]
pub(crate) const fn forward_east(us: Color, set: u64) -> u64 {
    forward(us, set) << 1 & NOT_A
}

/// One rank forward and one file towards a.
#[inline(always)]
pub(crate) const fn forward_west(us: Color, set: u64) -> u64 {
    forward(us, set) >> 1 & NOT_H
}

/// The squares that the pawns of one colour in a set attack.
#[inline(always)]
pub(crate) const fn pawn_attacks(us: Color, set: u64) -> u64 {
    forward_east(us, set) | forward_west(us, set)
}

/// The set of a square alone.
#[inline(always)]
pub(crate) const fn bit_of(square: Square) -> u64 {
    square.bit()
}

/// The squares that the pieces of a set attack by steps, if all have this role and colour. Sliders attack nothing so.
#[inline(always)]
pub(crate) const fn step_attacks(role: Role, color: Color, set: u64) -> u64 {
    match role {
        Role::Pawn => pawn_attacks(color, set),
        Role::Knight => knight_attacks(set),
        Role::King => king_attacks(set),
        Role::Met => diagonal_neighbours(set),
        Role::Khon => diagonal_neighbours(set) | forward(color, set),
        Role::Bishop | Role::Rook | Role::Queen => 0,
    }
}

/// The lines through a square, without the square itself.
#[derive(Clone, Copy)]
pub(super) struct View {
    /// The diagonals that rise and that fall towards the h-file.
    rising: u64,
    falling: u64,
    pub(super) knight: u64,
    pub(super) king: u64,
    /// Precomputed values of the square: its bit, its bit upside down, and its file.
    kept: [u64; KEPT],
}

/// With bitboards a view fills a cache line. Small machines compute these values instead.
const KEPT: usize = if IS_FAST { 4 } else { 0 };

const VIEWS: &[View; Square::COUNT] = &{
    let mut views = [View { rising: 0, falling: 0, knight: 0, king: 0, kept: [0; KEPT] }; Square::COUNT];
    let mut n = 0;
    while n < Square::COUNT {
        let (square, view) = (Square::ALL[n], &mut views[n]);
        let bit = bit_of(square);
        view.rising = ray(square, Direction::NorthEast) | ray(square, Direction::SouthWest);
        view.falling = ray(square, Direction::NorthWest) | ray(square, Direction::SouthEast);
        (view.knight, view.king) = (knight_attacks(bit), king_attacks(bit));
        let (kept, mut i) = ([bit, bit.swap_bytes(), file_without(square), diagonal_neighbours(bit)], 0);
        while i < view.kept.len() {
            view.kept[i] = kept[i];
            i += 1;
        }
        n += 1;
    }
    views
};

#[inline(always)]
pub(super) const fn view(square: Square) -> &'static View {
    &VIEWS[square.index() & 63]
}

impl View {
    /// The square itself, and the same upside down.
    #[inline(always)]
    const fn bits(&self, square: Square) -> [u64; 2] {
        match *self.kept.as_slice() {
            [bit, swapped, ..] => [bit, swapped],
            _ => [bit_of(square), bit_of(square).swap_bytes()],
        }
    }

    #[inline(always)]
    const fn file(&self, square: Square) -> u64 {
        if let [_, _, file, _] = *self.kept.as_slice() { file } else { file_without(square) }
    }

    /// The squares diagonally next to the square.
    #[inline(always)]
    const fn diagonal_neighbours(&self) -> u64 {
        if let [_, _, _, beside] = *self.kept.as_slice() { beside } else { self.king & (self.rising | self.falling) }
    }
}

/// Returns the bit of a square whose view is read anyway.
#[inline(always)]
pub(crate) const fn bit_seen_from(square: Square) -> u64 {
    let [bit, _] = view(square).bits(square);
    bit
}

/// The other squares of the square's file.
#[inline(always)]
const fn file_without(square: Square) -> u64 {
    square.file().squares().bits() & !bit_of(square)
}

/// The pieces of both colours that attack a square by stepping.
#[inline(always)]
pub(crate) const fn steppers_to<A: PieceSet>(bitboards: &Bitboards, square: Square) -> u64 {
    let view = view(square);
    let (View { knight, king, .. }, beside, [bit, _]) = (*view, view.diagonal_neighbours(), view.bits(square));
    // White's pawns stand below the square, Black's above it.
    let ahead = bit.wrapping_sub(1) ^ bitboards.black;
    let all = beside & ahead & bitboards.role(Role::Pawn).bits()
        | knight & bitboards.role(Role::Knight).bits()
        | king & bitboards.role(Role::King).bits();
    if A::MAKRUK_LEAPERS && bitboards.extra != 0 {
        let straight = (bit << 8 | bit >> 8) & ahead;
        all | beside & bitboards.role(Role::Met).bits() | (beside | straight) & bitboards.role(Role::Khon).bits()
    } else {
        all
    }
}

/// The squares from a square to the edge of the board.
const fn ray(square: Square, direction: Direction) -> u64 {
    let (mut ray, mut at) = (0, square);
    while let Some(next) = at.checked_add(direction as i8) {
        ray |= bit_of(next);
        at = next;
    }
    ray
}

/// The squares of a row that a slider on each file sees, by the occupied files among b to g.
const ROW: &[[u8; 64]; File::COUNT] = &{
    let mut seen = [[0; 64]; File::COUNT];
    let mut n = 0;
    while n < seen.len() * 64 {
        let (file, inner) = (n / 64, n % 64);
        let occupied = (inner as u8) << 1;
        let (mut at, mut to) = (file, file);
        // Stops at the edge or at the first piece.
        while at > 0 && (at == file || occupied >> at & 1 == 0) {
            at -= 1;
            seen[file][inner] |= 1 << at;
        }
        while to < 7 && (to == file || occupied >> to & 1 == 0) {
            to += 1;
            seen[file][inner] |= 1 << to;
        }
        n += 1;
    }
    seen
};

/// The squares that a slider sees along a line with one square per byte. The slider's square is given as a bit, and as
/// the bit upside down.
#[inline]
const fn along(line: u64, bits: [u64; 2], occupied: u64) -> u64 {
    // WebAssembly counts leading zeros in one instruction and swaps bytes in twenty.
    if cfg!(target_family = "wasm") {
        obstruction_difference(line, bits, occupied & line)
    } else {
        hyperbola_quintessence(line, bits, occupied & line)
    }
}

#[inline]
const fn hyperbola_quintessence(line: u64, [bit, swapped]: [u64; 2], blockers: u64) -> u64 {
    let up = blockers.wrapping_sub(bit);
    let down = blockers.swap_bytes().wrapping_sub(swapped).swap_bytes();
    // Beyond the first pieces both differences are equal, and the XOR removes them.
    (up ^ down) & line
}

/// Does the same without a byte swap. It subtracts the nearest piece below the slider instead of the slider, so that
/// the change reaches from that piece to the nearest piece above.
#[inline]
const fn obstruction_difference(line: u64, [bit, _]: [u64; 2], blockers: u64) -> u64 {
    let below = blockers & bit.wrapping_sub(1);
    let above = blockers ^ below;
    // Without a piece below, a1 takes its place: a1 is below the line, or its end.
    let nearest = 1 << 63 >> (below | 1).leading_zeros();
    (above ^ above.wrapping_sub(nearest)) & line
}

/// The squares that a slider on a square sees along its rank.
#[inline]
const fn along_rank(square: Square, occupied: u64) -> u64 {
    let (index, shift) = (square.index(), square.index() & 0x38);
    let inner = (occupied >> shift >> 1) as usize & 63;
    (ROW[index & 7][inner] as u64) << shift
}

/// The squares that a rook on a square attacks. On each line the first piece is the last of them.
#[inline]
pub(crate) const fn rook_attacks(square: Square, occupied: u64) -> u64 {
    let view = view(square);
    along(view.file(square), view.bits(square), occupied) | along_rank(square, occupied)
}

#[inline]
pub(crate) const fn bishop_attacks(square: Square, occupied: u64) -> u64 {
    let view = view(square);
    let bits = view.bits(square);
    along(view.rising, bits, occupied) | along(view.falling, bits, occupied)
}

/// The squares that a piece on a square attacks, if these squares are occupied.
#[inline(always)]
pub(crate) const fn piece_attacks(piece: Piece, from: Square, occupied: u64) -> u64 {
    match piece.role() {
        Role::Bishop => bishop_attacks(from, occupied),
        Role::Rook => rook_attacks(from, occupied),
        Role::Queen => bishop_attacks(from, occupied) | rook_attacks(from, occupied),
        Role::Knight => view(from).knight,
        Role::King => view(from).king,
        role @ (Role::Pawn | Role::Met | Role::Khon) => step_attacks(role, piece.color(), bit_seen_from(from)),
    }
}

/// The sliders that would attack a square on a board without other pieces.
#[inline]
pub(crate) const fn lines_to(square: Square, orthogonal: u64, diagonal: u64) -> u64 {
    let view = view(square);
    let straight = view.file(square) | square.rank().squares().bits();
    straight & orthogonal | (view.rising | view.falling) & diagonal
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The squares on the way from a square, up to the first that is occupied.
    fn walked(square: Square, directions: &[Direction], occupied: u64) -> u64 {
        let mut reached = 0;
        for &direction in directions {
            for at in square.ray(direction) {
                reached |= bit_of(at);
                if occupied & bit_of(at) != 0 {
                    break;
                }
            }
        }
        reached
    }

    #[test]
    fn a_slider_sees_what_a_walk_meets() {
        let mut random = crate::tests::random::Random(0x88);
        for _ in 0..crate::tests::few(500) {
            let mut next = || random.next();
            let occupied = [next(), next() & next(), next() & next() & next(), !0, 0];
            for occupied in occupied {
                for square in Square::ALL {
                    let rook = walked(square, &Direction::ORTHOGONAL, occupied);
                    let bishop = walked(square, &Direction::DIAGONAL, occupied);
                    let View { rising, falling, .. } = *view(square);
                    let bits = [bit_of(square), bit_of(square).swap_bytes()];
                    for line in [rising, falling, file_without(square)] {
                        let sees = |how: fn(u64, [u64; 2], u64) -> u64| how(line, bits, occupied & line);
                        assert_eq!(
                            sees(obstruction_difference),
                            sees(hyperbola_quintessence),
                            "{square} {occupied:#x}"
                        );
                    }
                    assert_eq!(rook_attacks(square, occupied), rook, "{square} {occupied:#x}");
                    assert_eq!(bishop_attacks(square, occupied), bishop, "{square} {occupied:#x}");
                }
            }
        }
    }
}
