//! Moves from a book.
//!
//! A Polyglot opening book is a sorted list of positions, each with the moves that were played there and how often. The package
//! chess0x88-polyglot reads it, and this file keeps it in memory. Books have moves of chess and Chess960 only, and none of Makruk.

use chess0x88::{Chess, Move, Position, Rules};
use chess0x88_polyglot::PolyglotBook;

/// A book in memory.
pub(crate) struct Book(Vec<u8>);

impl Book {
    /// Reads the file with this name.
    pub(crate) fn open(name: &str) -> Result<Book, String> {
        let why = |reason: &dyn std::fmt::Display| format!("{name}: {reason}");
        // Only files are accepted, since a pipe or a device may have no end.
        if !std::fs::metadata(name).map_err(|reason| why(&reason))?.is_file() {
            return Err(why(&"this is not a file"));
        }
        let book = Book(std::fs::read(name).map_err(|reason| why(&reason))?);
        PolyglotBook::new(&book.0).map_err(|reason| why(&reason))?;
        Ok(book)
    }

    /// Returns a move for the position by its weight; `random` chooses.
    pub(crate) fn pick<R: Rules>(&self, position: &Position<R>, random: u64) -> Option<Move> {
        let chess = (position as &dyn std::any::Any).downcast_ref::<Chess>()?;
        PolyglotBook::new(&self.0).ok()?.pick(chess, random)
    }
}
