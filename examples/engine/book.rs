//! Moves from a book.
//!
//! An opening book in the format of Polyglot is a sorted list of positions, each with the moves that were played there and how
//! often. The library reads it; here it is only kept in memory. It holds moves of chess and Chess960, so in Makruk there are none.
//!
//! The reader is behind the feature `polyglot` of the library, which the usual build leaves out. Such a build says so when it is
//! given a book.

#[cfg(feature = "polyglot")]
use chess0x88::{Chess, polyglot::PolyglotBook};
use chess0x88::{Move, Position, Rules};

/// A book in memory.
pub(crate) struct Book(#[cfg(feature = "polyglot")] Vec<u8>);

impl Book {
    /// Reads the file with this name.
    #[cfg(feature = "polyglot")]
    pub(crate) fn open(name: &str) -> Result<Book, String> {
        let why = |reason: &dyn std::fmt::Display| format!("{name}: {reason}");
        // A pipe or a device may have no end.
        if !std::fs::metadata(name).map_err(|reason| why(&reason))?.is_file() {
            return Err(why(&"this is not a file"));
        }
        let book = Book(std::fs::read(name).map_err(|reason| why(&reason))?);
        PolyglotBook::new(&book.0).map_err(|reason| why(&reason))?;
        Ok(book)
    }

    #[cfg(not(feature = "polyglot"))]
    pub(crate) fn open(_: &str) -> Result<Book, String> {
        Err("this build reads no books; build the engine with --features polyglot".to_owned())
    }

    /// A move for the position, each as likely as its weight says; `random` chooses.
    #[cfg(feature = "polyglot")]
    pub(crate) fn pick<R: Rules>(&self, position: &Position<R>, random: u64) -> Option<Move> {
        let chess = (position as &dyn std::any::Any).downcast_ref::<Chess>()?;
        PolyglotBook::new(&self.0).ok()?.pick(chess, random)
    }

    #[cfg(not(feature = "polyglot"))]
    pub(crate) fn pick<R: Rules>(&self, _: &Position<R>, _: u64) -> Option<Move> {
        None
    }
}
