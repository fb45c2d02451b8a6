//! Breaks lines between words that arrive piece by piece.
//!
//! A word is stored until its end is known. Then it goes on this line if it fits, else on the next. A word too long for the
//! buffer is written each time the buffer is full: its parts have no spaces between them, and no line breaks there.

use core::fmt;

use arrayvec::ArrayString;

/// The capacity in bytes: a line of text in any script, so only longer words overflow.
const CAPACITY: usize = 4 * 80;

/// A line-breaking layer over any text output.
#[derive(Debug)]
pub(super) struct Wrap<W> {
    out: W,
    /// The longest line, in characters.
    width: usize,
    /// Characters on this line.
    column: usize,
    /// Spaces between the text on this line and the stored word.
    spaces: usize,
    word: ArrayString<CAPACITY>,
}

impl<W: fmt::Write> Wrap<W> {
    pub(super) const fn new(out: W, width: usize) -> Self {
        Self { out, width, column: 0, spaces: 0, word: ArrayString::new_const() }
    }

    /// Adds a character to the word. A space added this way does not break.
    pub(super) fn push(&mut self, char: char) -> fmt::Result {
        if self.word.try_push(char).is_err() {
            self.place()?;
            self.word.push(char);
        }
        Ok(())
    }

    /// Ends the word. The line may break here, which drops the spaces.
    pub(super) fn space(&mut self, count: usize) -> fmt::Result {
        self.place()?;
        self.spaces += count;
        Ok(())
    }

    /// Ends the word and the line. Spaces at the end of the line stay if they fit.
    pub(super) fn newline(&mut self) -> fmt::Result {
        self.place()?;
        if self.column.saturating_add(self.spaces) <= self.width {
            self.write_spaces()?;
        }
        self.spaces = 0;
        self.column = 0;
        self.out.write_char('\n')
    }

    fn write_spaces(&mut self) -> fmt::Result {
        (0..self.spaces).try_for_each(|_| self.out.write_char(' '))
    }

    /// Writes the stored word.
    fn place(&mut self) -> fmt::Result {
        if self.word.is_empty() {
            return Ok(());
        }
        let characters = self.word.chars().count();
        let needed = self.column.saturating_add(self.spaces).saturating_add(characters);
        if needed > self.width && self.column > 0 && self.spaces > 0 {
            self.out.write_char('\n')?;
            self.column = 0;
        } else {
            self.write_spaces()?;
            self.column += self.spaces;
        }
        self.out.write_str(&self.word)?;
        self.column += characters;
        self.spaces = 0;
        self.word.clear();
        Ok(())
    }
}

impl<W: fmt::Write> fmt::Write for Wrap<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|char| self.push(char))
    }
}
