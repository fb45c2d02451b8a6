//! One target, the whole board at once: which pieces relate to this square?
//!
//! The difference of two 0x88 indices names their relation, so the relations of all squares to one target lie side by
//! side in the difference table, row for row as the board's bytes do:
//!
//! ```text
//!    board     a1 b1 c1 d1 e1 f1 g1 h1  .  .  ..        a byte a square
//!    window    REACH[0x77 - target ..]                  a byte a square: the atoms that lead there from the target
//! ```
//!
//! The two are laid over each other and compared byte by byte, in a plain loop that compilers turn into vector code. What
//! comes out are the pieces that would reach the target if nothing stood in between. They are few,
//! and only for those the way is walked; walking eight rays to their first piece costs more, because no processor can
//! foresee where each of them ends.

use crate::board::Board0x88;
use crate::geometry::{Square, SquareSet, delta};
use crate::piece::{Color, Piece, Role};
use crate::rules::Rules;

/// A few squares. Bit `8 * file + rank`: a row of the board is a row of bytes, and to turn the board on its side is
/// cheaper than to gather the bits of each row.
#[derive(Clone, Debug)]
pub(crate) struct Hits(u64);

impl Iterator for Hits {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(Square::from_masked((bit & 7) << 4 | bit >> 3))
    }
}

/// For each byte of the board the bit of its rank.
static RANK_BITS: [u8; 128] = {
    let mut bits = [0; 128];
    let mut i = 0;
    while i < 128 {
        bits[i] = 1 << (i >> 4);
        i += 1;
    }
    bits
};

/// The squares whose byte passes the test together with the byte of the window over it.
#[inline]
fn gather(board: &Board0x88, target: Square, test: impl Fn(u8, u8) -> bool) -> Hits {
    let mut hits = [0; 128];
    let over = delta::window(target).iter().zip(&RANK_BITS);
    for ((hit, &byte), (relation, &rank)) in hits.iter_mut().zip(board.bytes()).zip(over) {
        *hit = if test(byte, relation.bits()) { rank } else { 0 };
    }
    let (rows, _) = hits.as_chunks::<16>();
    let files = rows.iter().fold(0, |files, row| files | u128::from_le_bytes(*row));
    Hits(files as u64)
}

/// The squares of the pieces like this one that would reach the target on an empty board. Not for pawns.
#[inline]
pub(crate) fn reaching(board: &Board0x88, piece: Piece, target: Square) -> Hits {
    let code = piece.code() & !Piece::PROMOTED;
    // The window looks outwards from the target, so ahead and behind change places: as the enemy sees it.
    let reach = Piece::new(!piece.color(), piece.role()).reach().bits();
    gather(board, target, |byte, relation| (byte & !Piece::PROMOTED) == code && relation & reach != 0)
}

/// The squares of the pieces of this colour that would attack the target on an empty board. Makruk's own pieces cost time
/// to look for, so who knows that there are none says so.
#[inline]
pub(super) fn attacking(board: &Board0x88, target: Square, by: Color, makruk: bool) -> Hits {
    let own = by.bit();
    let seen = |role| Piece::new(!by, role).reach().bits();
    let (pawn, knight, king) = (seen(Role::Pawn), seen(Role::Knight), seen(Role::King));
    let (met, khon) = (seen(Role::Met), seen(Role::Khon));
    gather(board, target, |byte, relation| {
        let role = (byte ^ own) & !Piece::PROMOTED;
        let is = |other: Role| if role == other as u8 { 0xFF } else { 0 };
        let mut leaps = is(Role::Pawn) & pawn | is(Role::Knight) & knight | is(Role::King) & king;
        if makruk {
            leaps |= is(Role::Met) & met | is(Role::Khon) & khon;
        }
        // The low two bits of a slider are its two ways to slide, which are the high two bits of a relation.
        let slides = if role & (Color::Black.bit() | Piece::SLIDER) == Piece::SLIDER { role << 6 } else { 0 };
        (leaps | slides) & relation != 0
    })
}

/// Whether nothing stands strictly between two squares that share a line, or that share none.
#[inline]
pub(crate) fn is_clear(board: &Board0x88, from: Square, to: Square) -> bool {
    is_clear_without(board, from, to, SquareSet::EMPTY)
}

/// The same once the `removed` squares are empty.
#[inline]
pub(super) fn is_clear_without(board: &Board0x88, from: Square, to: Square, removed: SquareSet) -> bool {
    let step = delta::step(from, to);
    if step == 0 {
        return true;
    }
    let mut at = from;
    loop {
        match at.offset(step) {
            Some(next) if next != to => at = next,
            _ => return true,
        }
        if board.piece_at(at).is_some() && !removed.contains(at) {
            return false;
        }
    }
}

/// Whether a king of colour `us` is attacked by nobody once a piece of its own has gone from one square to another.
#[inline]
pub(crate) fn is_safe_after_step<R: Rules>(
    board: &Board0x88,
    king: Square,
    us: Color,
    from: Square,
    to: Square,
) -> bool {
    attacking(board, king, !us, R::ROLES.contains(&Role::Met))
        .all(|attacker| attacker == to || is_shielded(board, king, attacker, from, to))
}

/// Whether something stands between an attacker and the king after a step.
#[inline]
fn is_shielded(board: &Board0x88, king: Square, attacker: Square, from: Square, to: Square) -> bool {
    if !board.piece_at(attacker).is_some_and(Piece::is_slider) {
        return false;
    }
    let step = delta::step(king, attacker);
    let mut at = king;
    loop {
        match at.offset(step) {
            Some(next) if next != attacker => at = next,
            _ => return false,
        }
        if at == to || (at != from && board.piece_at(at).is_some()) {
            return true;
        }
    }
}
