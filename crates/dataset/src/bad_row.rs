//! The effect of rows that cannot be read: null, or an error.

use anyhow::{Result, anyhow};

/// The effect of a bad row on its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadRow {
    /// The row is null.
    Null,
    /// The row is null, and its error stands beside it.
    Told,
    /// The function fails. The number is that of the first row.
    Raise(usize),
}

impl BadRow {
    pub(crate) fn settle<T>(self, row: usize, value: Result<Option<T>>) -> Result<Option<T>> {
        match (self, value) {
            (_, Ok(value)) => Ok(value),
            (BadRow::Null | BadRow::Told, Err(_)) => Ok(None),
            (BadRow::Raise(first), Err(error)) => Err(anyhow!("row {}, {error:#}", first + row)),
        }
    }
}
