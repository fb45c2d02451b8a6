//! What users of bitboards write for themselves: who attacks a square, the swap-off, insufficient material.

use super::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WORTH};

/// A board of bitboards and the attack tables that come with it.
pub trait Bitboards {
    type Square: Copy;

    fn of_role(&self, role: usize) -> u64;
    fn of_color(&self, white: bool) -> u64;
    fn occupied(&self) -> u64;
    fn knight_attacks(square: Self::Square) -> u64;
    fn king_attacks(square: Self::Square) -> u64;
    fn bishop_attacks(square: Self::Square, occupied: u64) -> u64;
    fn rook_attacks(square: Self::Square, occupied: u64) -> u64;
    /// The squares that a pawn of this colour attacks from the square.
    fn pawn_attacks(square: Self::Square, white: bool) -> u64;
}

/// The pieces of both colours that attack a square.
#[inline]
pub fn attackers<B: Bitboards>(board: &B, square: B::Square, occupied: u64) -> u64 {
    B::rook_attacks(square, occupied) & (board.of_role(ROOK) | board.of_role(QUEEN))
        | B::bishop_attacks(square, occupied) & (board.of_role(BISHOP) | board.of_role(QUEEN))
        | B::knight_attacks(square) & board.of_role(KNIGHT)
        | B::king_attacks(square) & board.of_role(KING)
        | B::pawn_attacks(square, false) & board.of_role(PAWN) & board.of_color(true)
        | B::pawn_attacks(square, true) & board.of_role(PAWN) & board.of_color(false)
}

/// The first move of an exchange.
pub struct Exchange<S> {
    pub target: S,
    /// Whether a pawn promotes on the target.
    pub promotes: bool,
    /// The squares that the move empties: where it starts, and where a pawn captured en passant stood.
    pub emptied: u64,
    pub by_white: bool,
    /// What the move wins at once.
    pub gain: i32,
    /// What stands on the target after it.
    pub standing: i32,
}

/// The swap-off: whether the exchange loses nothing. Least valuable attacker first, x-rays join in, pins are not looked
/// at, a king captures last, a pawn that captures on its last rank becomes a queen. The definition is that of `chess0x88`,
/// down to which of two equal pieces captures first, so that a search has the same tree.
#[inline]
pub fn exchange_at_least_zero<B: Bitboards>(board: &B, exchange: &Exchange<B::Square>) -> bool {
    let target = exchange.target;
    let promotion = if exchange.promotes { WORTH[QUEEN] - WORTH[PAWN] } else { 0 };
    let mut occupied = board.occupied() & !exchange.emptied;
    let mut standing = exchange.standing;
    let mut white = !exchange.by_white;
    // What `white` must win for `answer` to be wrong.
    let mut bound = exchange.gain + 1;
    let mut answer = true;
    if standing + promotion < bound {
        return true;
    }
    let diagonal = board.of_role(BISHOP) | board.of_role(QUEEN);
    let straight = board.of_role(ROOK) | board.of_role(QUEEN);
    let mut attackers = attackers(board, target, occupied) & occupied;
    while bound > 0 {
        let own = attackers & board.of_color(white);
        if standing + promotion < bound || own == 0 {
            return answer;
        }
        let least = (PAWN..KING).find(|&role| own & board.of_role(role) != 0).unwrap_or(KING);
        let candidates = own & board.of_role(least);
        let candidates = if white { candidates } else { candidates.swap_bytes() };
        let first = candidates & candidates.wrapping_neg();
        occupied ^= if white { first } else { first.swap_bytes() };
        if matches!(least, PAWN | BISHOP | QUEEN | KING) {
            attackers |= B::bishop_attacks(target, occupied) & diagonal;
        }
        if matches!(least, ROOK | QUEEN | KING) {
            attackers |= B::rook_attacks(target, occupied) & straight;
        }
        attackers &= occupied;
        if least == KING && attackers & board.of_color(!white) != 0 {
            return answer;
        }
        let promotion = if least == PAWN { promotion } else { 0 };
        bound = standing + promotion - bound + 1;
        standing = WORTH[least] + promotion;
        white = !white;
        answer = !answer;
    }
    !answer
}

/// Whether neither side has the pieces to mate with.
#[inline]
pub fn is_insufficient_material<B: Bitboards>(board: &B) -> bool {
    const LIGHT: u64 = 0x55AA_55AA_55AA_55AA;
    if board.of_role(PAWN) | board.of_role(ROOK) | board.of_role(QUEEN) != 0 {
        return false;
    }
    let (knights, bishops) = (board.of_role(KNIGHT), board.of_role(BISHOP));
    (knights | bishops).count_ones() <= 1 || knights == 0 && (bishops & LIGHT == 0 || bishops & !LIGHT == 0)
}
