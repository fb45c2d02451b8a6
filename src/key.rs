//! The position key: 64 bits that stand for a position in hash tables.
//!
//! Zobrist keys draw a random number for each piece on each square from a table of six or more kilobytes. A 0x88 row is
//! already one 64-bit word, so here the random number is computed, and for a whole row at once:
//!
//! ```text
//!    row 8   r n b q k b n r  ──▶ mix(word ^ salt 8)  ┐
//!    row 7   p p p p p p p p  ──▶ mix(word ^ salt 7)  │
//!      ...                                            ├──▶ sum, modulo 2^64
//!    row 1   R N B Q K B N R  ──▶ mix(word ^ salt 1)  │
//!    castling, en passant     ──▶ mix(word ^ salt 0)  │
//!    Black to move            ──▶ mix(salt 9)         ┘
//! ```
//!
//! `mix` is a bijection that lets each bit of its input change each bit of its output, so two positions that differ in
//! one word never share a key, and others share one as rarely as random numbers do. Sums can be mended: a move touches
//! at most two rows (from, to, and beside them an en passant victim; castling a single one), which is why the key after
//! a move costs less than making it.
//!
//! Source of the mixing function: Sebastiano Vigna's `SplitMix64`, with David Stafford's constants ("Mix13").

use crate::geometry::{Rank, Square};
use crate::moves::Move;
use crate::piece::{Color, Piece};
use crate::position::Position;
use crate::rules::{CastlingRights, Rules};

/// The promoted bit of eight squares: a Met that was a Bia is the same for repetition.
const PROMOTED: u64 = Piece::PROMOTED as u64 * 0x0101_0101_0101_0101;

/// What tells Black's turn from White's.
const TURN: u64 = mix(salt(9));

impl<R: Rules> Position<R> {
    /// A 64-bit key: equal positions have equal keys, different positions almost surely different ones.
    ///
    /// "Equal" is what `==` says, so clocks do not count and en passant counts only when the capture is legal. The key
    /// of a position is the same on every machine, and for the life of a major version of this crate. All its bits are
    /// equally good: any of them index a table.
    ///
    /// No secret goes into it, so whoever wants two positions with one key can look for them. Where that would do harm,
    /// compare the positions too.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let play = |moves: &[&str]| {
    ///     let mut position = Chess::startpos();
    ///     for uci in moves {
    ///         position.play_unchecked(position.parse_uci(uci).unwrap());
    ///     }
    ///     position.key()
    /// };
    /// assert_eq!(play(&["g1f3", "g8f6", "b1c3"]), play(&["b1c3", "g8f6", "g1f3"]));
    /// assert_ne!(play(&["g1f3"]), play(&["g1f3", "g8f6", "f3g1", "f6g8", "g1h3"]));
    /// ```
    #[must_use]
    pub fn key(&self) -> u64 {
        let rows = Rank::ALL.map(|rank| mix_row(rank, self.board().row(rank)));
        let state = mix_state(self.castling_rights(), self.legal_en_passant());
        let key = rows.into_iter().fold(state, u64::wrapping_add);
        match self.turn() {
            Color::White => key,
            Color::Black => key.wrapping_add(TURN),
        }
    }

    /// The key of the position after a legal move, without making the move.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let start = Chess::startpos();
    /// for mv in start.legal_moves() {
    ///     assert_eq!(start.key_after(mv), start.after(mv)?.key());
    /// }
    /// # Ok::<(), chess0x88::IllegalMove>(())
    /// ```
    #[must_use]
    pub fn key_after(&self, mv: Move) -> u64 {
        self.next_key(self.key(), mv)
    }

    /// [`key_after`](Position::key_after) for those who have this position's [`key`](Position::key) at hand: only what
    /// the move changes is computed. Give another number as the key, and another number comes out.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let start = Chess::startpos();
    /// let e4 = start.parse_uci("e2e4")?;
    /// assert_eq!(start.next_key(start.key(), e4), start.key_after(e4));
    /// # Ok::<(), chess0x88::uci::UciError>(())
    /// ```
    #[must_use]
    pub fn next_key(&self, key: u64, mv: Move) -> u64 {
        if !mv.is_plain() {
            // One in ten, and not worth a way of its own.
            return key.wrapping_add(self.after_unchecked(mv).key()).wrapping_sub(self.key());
        }
        let (us, board) = (self.turn(), self.board());
        let (from, to) = (mv.from(), mv.to());
        let (moved, captured) = (board.piece_at(from), board.piece_at(to));
        let row = board.row(from.rank());
        let without = row & !byte(from, 0xFF);
        let left = change(from.rank(), row, without);
        // Where it arrives it may already have left.
        let row = if from.rank() == to.rank() { without } else { board.row(to.rank()) };
        let arrived = change(to.rank(), row, row & !byte(to, 0xFF) | byte(to, moved.map_or(0, Piece::code)));
        let pass_turn = match us {
            Color::White => TURN,
            Color::Black => TURN.wrapping_neg(),
        };
        let key = key.wrapping_add(pass_turn).wrapping_add(left).wrapping_add(arrived);

        let (rights, en_passant) = (self.castling_rights(), self.legal_en_passant());
        let mut rights_after = rights;
        rights_after.after_move(us, mv, moved, captured);
        if rights_after == rights && en_passant.is_none() {
            return key;
        }
        key.wrapping_sub(mix_state(rights, en_passant)).wrapping_add(mix_state(rights_after, None))
    }
}

/// A row that holds one byte, on the file of a square.
#[inline]
const fn byte(square: Square, code: u8) -> u64 {
    (code as u64) << (8 * square.file() as u32)
}

/// What to add to a key when a row changes.
#[inline]
fn change(rank: Rank, before: u64, after: u64) -> u64 {
    mix_row(rank, after).wrapping_sub(mix_row(rank, before))
}

#[inline]
fn mix_row(rank: Rank, row: u64) -> u64 {
    mix(row & !PROMOTED ^ salt(1 + rank as u64))
}

#[inline]
fn mix_state(rights: CastlingRights, en_passant: Option<Square>) -> u64 {
    let en_passant = en_passant.map_or(0, |square| u64::from(square as u8) + 1);
    mix((en_passant << 32 | u64::from(rights.bits())) ^ salt(0))
}

/// A number for each of the ten terms: multiples of the golden ratio, which is what `SplitMix64` steps by. They differ
/// in bits that no row uses (a test holds this), so no two terms ever feed `mix` the same number.
#[inline]
const fn salt(word: u64) -> u64 {
    (word + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[inline]
const fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_words_of_a_key_can_look_alike_to_the_mixer() {
        // A row uses five bits of each byte; castling and en passant use seven bits each of the five lowest.
        let row = 0x1F * 0x0101_0101_0101_0101;
        let state = 0x7F * 0x01_0101_0101;
        for one in 0..10 {
            for other in one + 1..10 {
                let used = if one == 0 { row | state } else { row };
                assert_ne!((salt(one) ^ salt(other)) & !used, 0, "salts {one} and {other}");
            }
        }
    }
}
