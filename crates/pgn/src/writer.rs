//! The writer: games as text, one call per token.

use core::fmt::{self, Display, Write};
use core::mem;

use super::GameResult;
use super::token;
use super::wrap::Wrap;
use crate::text::escaped;
use chess0x88::san::is_separator;

/// Writes games to any [`core::fmt::Write`], without allocating.
///
/// Call [`tag`](Self::tag) for each tag, then the methods for the movetext in the order of the text, then
/// [`end_game`](Self::end_game). Then the next game may follow. The writer adds move numbers, line breaks and blank lines. Lines
/// have fewer than 80 characters, as the standard asks, unless a single word is longer or [`with_width`](Self::with_width) sets
/// another width.
///
/// The [`Reader`](super::Reader) reads the same texts again, with these exceptions:
///
/// - **Lines break at spaces, also in comments**: a space of a comment may become a line feed. For readers that read line by line, no line
///   of a comment begins with a new `%` or `[`, and commands such as `[%clk 0:03:00]` stay on one line. With a width of `usize::MAX` all
///   comments stay the same, except white space at their ends.
/// - **A comment with a `}`** cannot be in braces, so it is written from a semicolon to the end of the line. In such a comment a line
///   break becomes a space, and a `<` before a letter or a `/` gets a space after it, since `<br>` ends a line.
/// - **A comment that looks like another game**, with a tag at the start of a line after a blank line, gets a space before each such
///   bracket.
/// - **A line break in a tag value** becomes a space.
/// - **A tag's name** has `_` for each character that a name cannot have: white space, `!`, quotation marks, brackets, and
///   [separators](chess0x88::san::is_separator).
/// - Moves are written as given.
///
/// A text can be any `Display`, so a [`RawText`](super::RawText) needs no memory. A comment is formatted twice: the first time to
/// look for a brace.
///
/// # Errors
///
/// All methods return the errors of the output and no others.
///
/// # Examples
///
/// ```
/// use chess0x88_pgn::{Command, GameResult, Writer};
/// # fn main() -> std::fmt::Result {
///
/// let mut text = String::new();
/// let mut writer = Writer::new(&mut text);
/// writer.tag("Event", r#"The "Immortal""#)?;
/// writer.san(0, "e4")?;
/// writer.san(1, "e5")?;
/// writer.begin_variation()?;
/// writer.san(1, "c5")?;
/// writer.nag(1)?;
/// writer.end_variation()?;
/// writer.san(2, "f4")?;
/// writer.comment("The King's Gambit.")?;
/// writer.san(3, "exf4")?;
/// writer.end_game(GameResult::WhiteWins)?;
/// assert_eq!(
///     text,
///     r#"[Event "The \"Immortal\""]
///
/// 1. e4 e5 (1... c5 $1) 2. f4 { The King's Gambit. } 2... exf4 1-0
/// "#
/// );
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    out: Wrap<W>,
    section: Section,
    /// The next move needs its number even if it is a move of Black.
    numbered: bool,
    /// No space is needed before the next token.
    joined: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    /// Before the first game.
    Start,
    /// Between two games.
    Between,
    Tags,
    Movetext,
}

impl<W: fmt::Write> Writer<W> {
    /// A writer of lines of up to 79 characters.
    pub const fn new(out: W) -> Self {
        Self::with_width(out, 79)
    }

    /// A writer of lines of up to `width` characters.
    pub const fn with_width(out: W, width: usize) -> Self {
        Self { out: Wrap::new(out, width), section: Section::Start, numbered: true, joined: true }
    }

    /// Writes a tag pair, with backslashes before quotation marks and backslashes.
    ///
    /// # Errors
    ///
    /// The errors of the output.
    pub fn tag(&mut self, name: &str, value: impl Display) -> fmt::Result {
        if self.section == Section::Movetext {
            self.out.newline()?;
        }
        if matches!(self.section, Section::Movetext | Section::Between) {
            self.out.newline()?;
        }
        self.section = Section::Tags;
        self.out.push('[')?;
        written_name(name).try_for_each(|char| self.out.push(char))?;
        self.out.write_str(" \"")?;
        let mut push = |char| self.out.push(if LINE_BREAKS.contains(&char) { ' ' } else { char });
        write!(EachPart(|part: &str| escaped(part).try_for_each(&mut push)), "{value}")?;
        self.out.write_str("\"]")?;
        self.out.newline()
    }

    /// Writes the text of a move. `ply` is the number of half moves before it, which gives the move number: 0 is White's first
    /// move, 1 is Black's answer.
    ///
    /// # Errors
    ///
    /// The errors of the output.
    pub fn san(&mut self, ply: u32, san: impl Display) -> fmt::Result {
        let black = ply % 2 == 1;
        if self.numbered || !black || self.section != Section::Movetext {
            self.token()?;
            write!(self.out, "{}{}", u64::from(ply / 2) + 1, if black { "..." } else { "." })?;
        }
        self.numbered = false;
        self.token()?;
        write!(self.out, "{san}")
    }

    /// Writes a numeric annotation glyph, as `$5`.
    ///
    /// # Errors
    ///
    /// The errors of the output.
    pub fn nag(&mut self, nag: u8) -> fmt::Result {
        self.token()?;
        write!(self.out, "${nag}")
    }

    /// Writes a comment.
    ///
    /// # Errors
    ///
    /// The errors of the output.
    pub fn comment(&mut self, text: impl Display) -> fmt::Result {
        let (mut has_brace, mut game) = (false, AsGame::default());
        let mut look = EachPart(|part: &str| {
            has_brace |= part.contains('}');
            part.chars().for_each(|char| game.next(char));
            Ok(())
        });
        write!(look, "{text}")?;
        self.token()?;
        self.numbered = true;
        if has_brace {
            self.out.write_str("; ")?;
            let mut last = ' ';
            let mut push = |char: char| in_line(&mut last, char).try_for_each(|char| self.out.push(char));
            write!(EachPart(|part: &str| part.chars().try_for_each(&mut push)), "{text}")?;
            self.joined = true;
            return self.out.newline();
        }
        self.out.push('{')?;
        let mut words = Words { out: &mut self.out, spaces: 1, last: ' ', command: false, indents: game.found };
        write!(words, "{text}")?;
        self.out.write_str(" }")
    }

    /// Starts a variation: an alternative to the last move written.
    ///
    /// # Errors
    ///
    /// The errors of the output.
    pub fn begin_variation(&mut self) -> fmt::Result {
        self.token()?;
        self.numbered = true;
        self.joined = true;
        self.out.push('(')
    }

    /// Ends the variation.
    ///
    /// # Errors
    ///
    /// The errors of the output.
    pub fn end_variation(&mut self) -> fmt::Result {
        self.numbered = true;
        self.joined = false;
        self.out.push(')')
    }

    /// Writes the result and ends the game.
    ///
    /// # Errors
    ///
    /// The errors of the output.
    pub fn end_game(&mut self, result: GameResult) -> fmt::Result {
        self.token()?;
        self.out.write_str(result.as_str())?;
        self.section = Section::Between;
        self.out.newline()
    }

    /// Writes the space before the next token of movetext.
    fn token(&mut self) -> fmt::Result {
        if self.section == Section::Movetext {
            if !self.joined {
                self.out.space(1)?;
            }
        } else {
            if self.section != Section::Start {
                self.out.newline()?;
            }
            self.section = Section::Movetext;
            self.numbered = true;
        }
        self.joined = false;
        Ok(())
    }
}

/// Passes each written part to a function.
struct EachPart<F>(F);

impl<F: FnMut(&str) -> fmt::Result> fmt::Write for EachPart<F> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        (self.0)(part)
    }
}

/// The characters that end a line in a tag value and in a comment after a semicolon.
pub(crate) const LINE_BREAKS: [char; 2] = ['\r', '\n'];

/// The name of a tag as it is written.
pub(crate) fn written_name(name: &str) -> impl Iterator<Item = char> {
    let odd = |char: char| matches!(char, '\0'..='"' | '[' | ']') || is_separator(char);
    name.chars().map(move |char| if odd(char) { '_' } else { char }).chain(name.is_empty().then_some('_'))
}

/// Returns a character of a comment after a semicolon. A blank follows a `<`, since an element of HTML such as `<br>` would end
/// the line.
fn in_line(last: &mut char, char: char) -> impl Iterator<Item = char> + use<> {
    let may_be_name = char == '/' || char.is_ascii_alphabetic();
    let blank = (mem::replace(last, char) == '<' && may_be_name).then_some(' ');
    blank.into_iter().chain([if LINE_BREAKS.contains(&char) { ' ' } else { char }])
}

/// The words of a comment, separated by single spaces: what a reader returns of the comment.
#[cfg(feature = "alloc")]
pub(crate) fn words(comment: &str) -> alloc::string::String {
    use alloc::string::String;

    let mut last = ' ';
    let line: String = if comment.contains('}') {
        comment.chars().flat_map(|char| in_line(&mut last, char)).collect()
    } else {
        comment.into()
    };
    let words: alloc::vec::Vec<&str> = line.split_ascii_whitespace().collect();
    words.join(" ")
}

/// Finds a comment that a reader would end before its brace, at a tag of the roster that begins a line after a blank line.
#[derive(Default)]
struct AsGame {
    /// The line breaks since the last character other than white space.
    breaks: u8,
    begins_line: bool,
    /// A bracket is open, and the name of its tag follows.
    bracket: bool,
    found: bool,
}

impl AsGame {
    fn next(&mut self, char: char) {
        if char.is_ascii_whitespace() {
            self.begins_line = LINE_BREAKS.contains(&char);
            self.breaks = self.breaks.saturating_add(u8::from(self.begins_line));
            return;
        }
        self.found |= self.bracket && token::ROSTER.iter().any(|name| name.starts_with(char));
        self.bracket = char == '[' && self.begins_line && self.breaks > 1;
        (self.breaks, self.begins_line) = (0, false);
    }
}

/// Writes a comment in braces.
struct Words<'a, W> {
    out: &'a mut Wrap<W>,
    /// The number of spaces before the next character. That character decides whether the line may break at them.
    spaces: usize,
    last: char,
    /// Inside `[%…]`.
    command: bool,
    /// A bracket at the start of a line gets a space before it.
    indents: bool,
}

impl<W: fmt::Write> fmt::Write for Words<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for char in text.chars() {
            match char {
                ' ' => self.spaces += 1,
                '\n' => {
                    self.out.space(self.spaces)?;
                    self.out.newline()?;
                    self.spaces = 0;
                }
                _ => {
                    self.spaces += usize::from(self.indents && char == '[' && LINE_BREAKS.contains(&self.last));
                    // A line that broke before a carriage return would be a blank line.
                    if self.command || matches!(char, '[' | '%' | '\r') {
                        (0..self.spaces).try_for_each(|_| self.out.push(' '))?;
                    } else if self.spaces > 0 {
                        self.out.space(self.spaces)?;
                    }
                    self.spaces = 0;
                    self.out.push(char)?;
                }
            }
            self.command = char != ']' && (self.command || (self.last == '[' && char == '%'));
            self.last = char;
        }
        Ok(())
    }
}
