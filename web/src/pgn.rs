//! Games as text, in and out, by the library's reader and writer.
//!
//! Between here and the caller a game is a list of records, each with a letter in front and closed by the control character
//! RS; in a tag, US stands between name and value:
//!
//! ```text
//!    t tag    m move    n annotation glyph    c comment    ( )  variation    r result    e error
//! ```

use std::fmt::Display;

use chess0x88::pgn::{Flow, GameResult, PgnError, RawText, Reader, Visitor, Writer};

use crate::Reason;
use crate::words::{push, reason};

const RS: char = '\u{1e}';
const US: char = '\u{1f}';

/// Writes down what the reader tells.
struct Records<'a>(&'a mut String);

impl Records<'_> {
    fn record(&mut self, letter: char, what: &dyn Display) {
        self.0.push(letter);
        let from = self.0.len();
        push(self.0, what);
        // What is within a record must not look like the end of one.
        if self.0[from..].contains(RS) {
            let cleaned = self.0[from..].replace(RS, " ");
            self.0.truncate(from);
            self.0.push_str(&cleaned);
        }
        self.0.push(RS);
    }
}

impl<'a> Visitor<'a> for Records<'_> {
    fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
        self.record('t', &format_args!("{}{US}{value}", name.escape_ascii()));
    }

    fn san(&mut self, san: &'a [u8], _: usize) -> Flow {
        self.record('m', &String::from_utf8_lossy(san));
        Flow::Continue
    }

    fn nag(&mut self, nag: u8) {
        self.record('n', &nag);
    }

    fn comment(&mut self, comment: RawText<'a>) {
        self.record('c', &comment);
    }

    fn begin_variation(&mut self) -> Flow {
        self.record('(', &"");
        Flow::Continue
    }

    fn end_variation(&mut self) {
        self.record(')', &"");
    }

    fn end_game(&mut self, result: Option<GameResult>) {
        if let Some(result) = result {
            self.record('r', &result.as_str());
        }
    }

    fn error(&mut self, error: PgnError) {
        self.record('e', &error);
    }
}

/// The first game of a file.
pub(crate) fn read(text: &str, out: &mut String) -> Result<(), Reason> {
    let mut reader = Reader::new(text.as_bytes());
    if reader.read_game(&mut Records(out)) { Ok(()) } else { Err("there is no game in the text".into()) }
}

/// A game as a file. A move's record begins with its ply, parted from it by US.
pub(crate) fn write(records: &str, width: usize, out: &mut String) -> Result<(), Reason> {
    let mut writer = Writer::with_width(&mut *out, if width == 0 { usize::MAX } else { width });
    for record in records.split_terminator(RS) {
        let Some(letter) = record.chars().next() else { continue };
        let rest = &record[letter.len_utf8()..];
        let (one, two) = rest.split_once(US).unwrap_or((rest, ""));
        match letter {
            't' => writer.tag(one, two),
            'm' => writer.san(one.parse().map_err(reason)?, two),
            'n' => writer.nag(one.parse().map_err(reason)?),
            'c' => writer.comment(rest),
            '(' => writer.begin_variation(),
            ')' => writer.end_variation(),
            _ => writer.end_game(GameResult::from_ascii(rest.as_bytes()).unwrap_or(GameResult::Unknown)),
        }
        .map_err(reason)?;
    }
    Ok(())
}
