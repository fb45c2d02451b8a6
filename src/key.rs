//! The position key: 64 bits that stand for a position in hash tables.
//!
//! This is a Zobrist key without a table. Zobrist keys take a random number for each piece and square from a table of six or more
//! kilobytes. Here two multiplications compute the number from the piece's code and its 0x88 index. That is faster than a table
//! outside the cache:
//!
//! ```text
//!    white rook on a1     0x06 0x00   ──▶ mix  ┐
//!    white knight on b1   0x02 0x01   ──▶ mix  │
//!      ...                                     ├──▶ sum, modulo 2^64
//!    castling, en passant             ──▶ mix  │
//!    Black to move                    ──▶ mix  ┘
//! ```
//!
//! `mix` is a bijection, and each input bit affects each output bit. So two positions that differ in one place never share a key.
//! Other positions share a key as rarely as random numbers do, unless they were constructed on purpose: the numbers are public. A
//! sum can be updated: a move subtracts the number of each piece that leaves a square and adds the number of each piece that
//! arrives. So updating the key costs less than making the move.
//!
//! Source of the mixing function: Sebastiano Vigna's `SplitMix64`, with David Stafford's constants ("Mix13").

use crate::attacks::mailbox::is_attacked_by_pawn;
use crate::geometry::Square;
use crate::moves::{Effect, Move, MoveKind, ahead};
use crate::piece::{Color, Piece};
use crate::position::Position;
use crate::rules::{CastlingRights, Rules};

/// The number added if Black is to move. (Before mixing, it differs from the numbers of all pieces and states.)
const TURN: u64 = mix(1 << 62);

/// # Keys for tables
impl<R: Rules> Position<R> {
    /// Returns a 64-bit key. Equal positions have equal keys; different positions almost surely have different keys.
    ///
    /// Equality is that of `==`: clocks are ignored, and an en passant square counts only if the capture is legal. A key is the
    /// same on every machine and in every minor version of this crate. All bits are equally good for indexing a table.
    ///
    /// The key is no protection against an adversary, since it is a sum of public numbers: two legal positions with one key were
    /// constructed in 20 seconds on one core. For positions from outside, compare the positions too, or use a table of positions,
    /// or of their 32 bytes from [`packed::pack`](crate::packed::pack).
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
    #[doc(alias("hash", "zobrist_hash", "zobrist", "get_hash"))]
    #[must_use]
    pub fn key(&self) -> u64 {
        let state = mix_state(self.castling_rights(), self.legal_en_passant());
        let turn = if self.turn() == Color::White { 0 } else { TURN };
        let squares = Color::ALL.into_iter().flat_map(|color| self.board().colored(color));
        squares.fold(state.wrapping_add(turn), |key, square| {
            key.wrapping_add(mix_piece(square, self.board().piece_at(square)))
        })
    }

    /// Returns the key of the position after a legal move, without making the move. `key` must be this position's
    /// [`key`](Position::key), which is updated by the changes of the move.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let start = Chess::startpos();
    /// let key = start.key();
    /// for mv in start.legal_moves() {
    ///     assert_eq!(start.next_key(key, mv), start.after(mv)?.key());
    /// }
    /// # Ok::<(), chess0x88::IllegalMove>(())
    /// ```
    #[doc(alias("update_zobrist_hash"))]
    #[must_use]
    pub fn next_key(&self, key: u64, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let key = key.wrapping_add(if self.turn() == Color::White { TURN } else { TURN.wrapping_neg() });
        let key = if mv.is_simple() {
            let (moved, captured) = (self.board().piece_at(from), self.board().piece_at(to));
            let come = key.wrapping_add(mix_piece(to, moved));
            come.wrapping_sub(mix_piece(from, moved)).wrapping_sub(mix_piece(to, captured))
        } else {
            self.update_special(key, mv)
        };
        self.update_state(key, mv)
    }

    /// Returns the key after a null move. `key` must be this position's key.
    #[inline]
    pub(crate) fn key_after_null(&self, key: u64) -> u64 {
        let key = key.wrapping_add(self.turn().pick(TURN, TURN.wrapping_neg()));
        match self.legal_en_passant() {
            None => key,
            passed => {
                let rights = self.castling_rights();
                key.wrapping_sub(mix_state(rights, passed)).wrapping_add(mix_state(rights, None))
            }
        }
    }

    /// Updates the key for the pieces that castling, a capture en passant or a promotion changes.
    #[inline(never)]
    fn update_special(&self, key: u64, mv: Move) -> u64 {
        let (board, effect) = (self.board(), Effect::of(self.board(), self.turn(), mv));
        // The moving piece leaves its square, and so does the castling rook or the captured piece.
        let gone = [Some(effect.left), effect.also_left.or(effect.victim)].into_iter().flatten();
        let key = gone.fold(key, |key, square| key.wrapping_sub(mix_piece(square, board.piece_at(square))));
        let come = [Some(effect.arrived), effect.rook].into_iter().flatten();
        come.fold(key, |key, (square, piece)| key.wrapping_add(mix_piece(square, piece)))
    }

    /// Updates the key for castling rights and en passant. Most moves change neither.
    #[inline]
    fn update_state(&self, key: u64, mv: Move) -> u64 {
        let (moved, captured) = (self.board().piece_at(mv.from()), self.board().piece_at(mv.to()));
        let changes = R::en_passant(self.state()).is_some()
            || mv.kind() == MoveKind::DoubleStep
            || self.castling_rights().may_change(moved, captured);
        if changes { self.recompute_state(key, mv) } else { key }
    }

    /// Subtracts the number of the old state and adds the number of the new state.
    #[inline(never)]
    fn recompute_state(&self, key: u64, mv: Move) -> u64 {
        let before = (self.castling_rights(), self.legal_en_passant());
        let mut after = (before.0, self.en_passant_after(mv));
        after.0.lose_by(self.turn(), mv, self.board().piece_at(mv.from()), self.board().piece_at(mv.to()));
        if before == after {
            return key;
        }
        key.wrapping_sub(mix_state(before.0, before.1)).wrapping_add(mix_state(after.0, after.1))
    }

    /// Returns the square of a legal capture en passant after a move. Few moves are double steps beside an enemy pawn: no other
    /// move needs to be played for this test.
    #[inline]
    fn en_passant_after(&self, mv: Move) -> Option<Square> {
        let us = self.turn();
        let passed = if mv.kind() == MoveKind::DoubleStep { ahead(us, mv.from())? } else { return None };
        if !is_attacked_by_pawn(self.board(), passed, !us) {
            return None;
        }
        let mut after = *self;
        after.play_unchecked(mv);
        after.legal_en_passant()
    }
}

/// The number of a piece on a square; 0 for no piece. A Met that was a Bia has the number of any Met, since repetition does not
/// distinguish them.
#[inline]
fn mix_piece(square: Square, piece: Option<Piece>) -> u64 {
    // Without a branch: no processor can predict captures.
    let (code, mask) = (Piece::code_of(piece) & !Piece::PROMOTED, u64::from(piece.is_some()).wrapping_neg());
    mix(u64::from(code) << 8 | u64::from(square as u8)) & mask
}

/// The number of castling rights and en passant square. (Its highest bit differs from all pieces.)
#[inline(never)]
fn mix_state(rights: CastlingRights, en_passant: Option<Square>) -> u64 {
    let en_passant = en_passant.map_or(0, |square| u64::from(square as u8) + 1);
    mix(1 << 63 | en_passant << 32 | u64::from(rights.bits()))
}

const fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}
