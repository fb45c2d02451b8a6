//! [`Keyed`]: a position with its key, made and unmade as one.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

use crate::movegen::IllegalMove;
use crate::moves::Move;
use crate::position::{Position, Undo};
use crate::rules::{ChessRules, Rules};

/// A position with its [key](Position::key), for programs that ask for the key of every position.
///
/// [`Position::key`] computes one number for each piece. A `Keyed` position stores its key, and each move updates it by
/// [`next_key`](Position::next_key). All questions about the position are those of [`Position`]; `*keyed` copies the position.
///
/// ```
/// use chess0x88::{Chess, Keyed};
/// let mut position = Keyed::from(Chess::startpos());
/// let mv = position.parse_uci("e2e4")?;
/// let undo = position.make(mv);
/// assert_eq!(position.key(), Chess::startpos().after(mv)?.key());
/// position.unmake(undo);
/// assert_eq!(position.key(), Chess::startpos().key());
/// assert_eq!(position.legal_moves().len(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Keyed<R: Rules = ChessRules> {
    position: Position<R>,
    key: u64,
}

/// The data that [`Keyed::unmake`] needs to undo a move. Undo moves in reverse order, on the position on which they were played.
#[derive(Debug)]
#[must_use = "without it the move cannot be taken back; `play_unchecked` plays without it"]
pub struct KeyedUndo<R: Rules = ChessRules> {
    undo: Undo<R>,
    key: u64,
}

impl<R: Rules> Keyed<R> {
    /// The [key](Position::key) of the position, in constant time.
    #[doc(alias("hash", "zobrist_hash", "zobrist", "get_hash"))]
    #[must_use]
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Plays a legal move, in place.
    ///
    /// # Errors
    /// The reason why the move is illegal; the position is unchanged.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.position.check_legal(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal, in place: see [`Position::play_unchecked`].
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        self.key = self.position.next_key(self.key, mv);
        self.position.play_unchecked(mv);
    }

    /// Returns the position after a legal move. This position is unchanged.
    ///
    /// # Errors
    /// The reason why the move is illegal.
    #[inline]
    pub fn after(&self, mv: Move) -> Result<Keyed<R>, IllegalMove> {
        self.position.check_legal(mv)?;
        Ok(self.after_unchecked(mv))
    }

    /// Returns the position after a move that is known to be legal: see [`Position::after_unchecked`].
    #[must_use]
    #[inline]
    pub fn after_unchecked(&self, mv: Move) -> Keyed<R> {
        Keyed { position: self.position.after_unchecked(mv), key: self.position.next_key(self.key, mv) }
    }

    /// Plays a move that is known to be legal, in place, and returns the value for [`unmake`](Keyed::unmake): see
    /// [`Position::make`].
    #[inline]
    pub fn make(&mut self, mv: Move) -> KeyedUndo<R> {
        let key = self.key;
        self.key = self.position.next_key(key, mv);
        KeyedUndo { undo: self.position.make(mv), key }
    }

    /// Passes the turn without a move, and returns the value for [`unmake`](Keyed::unmake): see [`Position::make_null`].
    ///
    /// # Errors
    /// [`Reason::StaysInCheck`](crate::error::Reason::StaysInCheck) when the side to move is in check.
    #[inline]
    pub fn make_null(&mut self) -> Result<KeyedUndo<R>, IllegalMove> {
        let key = self.position.key_after_null(self.key);
        let undo = self.position.make_null()?;
        Ok(KeyedUndo { undo, key: core::mem::replace(&mut self.key, key) })
    }

    /// Undoes the move that returned this `undo`.
    #[inline]
    pub fn unmake(&mut self, undo: KeyedUndo<R>) {
        self.key = undo.key;
        self.position.unmake(undo.undo);
    }
}

/// Computes the key.
impl<R: Rules> From<Position<R>> for Keyed<R> {
    #[inline]
    fn from(position: Position<R>) -> Keyed<R> {
        Keyed { position, key: position.key() }
    }
}

impl<R: Rules> Deref for Keyed<R> {
    type Target = Position<R>;

    #[inline]
    fn deref(&self) -> &Position<R> {
        &self.position
    }
}

/// The start position.
impl<R: Rules> Default for Keyed<R> {
    fn default() -> Keyed<R> {
        Keyed::from(Position::default())
    }
}

/// Two positions are equal as [positions](Position) are.
impl<R: Rules> PartialEq for Keyed<R> {
    fn eq(&self, other: &Keyed<R>) -> bool {
        self.key == other.key && self.position == other.position
    }
}

impl<R: Rules> Eq for Keyed<R> {}

impl<R: Rules> Hash for Keyed<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

/// The position as [`Position`] prints it.
impl<R: Rules> fmt::Display for Keyed<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}
