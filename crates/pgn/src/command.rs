//! Clocks, evaluations, squares and arrows: the commands that programs write into comments.

use core::fmt::{self, Write};
use core::time::Duration;

use super::raw_text::Coded;
use super::{RawText, Shapes, scan};
use crate::text::decimal;
use chess0x88::Color;

/// A command in a comment: `[%name value]`.
///
/// The form is that of Alan Cowderoy's and Ed Collins' *PGN Standard: Proposed Additions*; `[%eval]` is that of lichess.org.
/// [`RawText::commands`](RawText::commands) finds commands. `Display` writes them.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use chess0x88_pgn::Command;
///
/// assert_eq!(Command::Clock(Duration::from_secs(3723)).to_string(), "[%clk 1:02:03]");
/// assert_eq!(
///     Command::Eval { centipawns: -5, depth: Some(20) }.to_string(),
///     "[%eval -0.05,20]"
/// );
/// assert_eq!(Command::Mate { moves: -3, depth: None }.to_string(), "[%eval #-3]");
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command<'a> {
    /// `[%clk h:mm:ss]`, with or without a fraction of a second: the time that the player has left. A reader also accepts `h:mm`
    /// (hours and minutes, as on lichess.org), seconds alone, and a comma before the fraction. Any other value is
    /// [`Other`](Self::Other).
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use chess0x88_pgn::Command;
    ///
    /// let clock = |comment| Command::all_in(comment).next();
    /// assert_eq!(clock("[%clk 1:59]"), Some(Command::Clock(Duration::from_secs(7140))));
    /// assert_eq!(
    ///     clock("[%clk 1:30:55,3]"),
    ///     Some(Command::Clock(Duration::from_millis(5_455_300)))
    /// );
    /// assert!(matches!(clock("[%clk 1:75]"), Some(Command::Other { .. })));
    /// ```
    Clock(Duration),
    /// `[%emt h:mm:ss]`: the time the move took, in the same forms.
    ElapsedMoveTime(Duration),
    /// `[%eval 0.25]` or `[%eval 0.25,18]`: the evaluation of an engine, from White's point of view.
    Eval {
        /// Hundredths of a pawn; positive is good for White.
        centipawns: i32,
        /// The depth of the search in plies.
        depth: Option<u32>,
    },
    /// `[%eval #3]`: a mate that an engine has found.
    Mate {
        /// The number of moves to mate; negative if Black mates.
        moves: i32,
        /// The depth of the search in plies.
        depth: Option<u32>,
    },
    /// `+0.34/12` at the start of a comment, as match programs write it: the evaluation by the engine that moved, from the point of view
    /// of its side. A time behind it, `1.2s`, comes as [`ElapsedMoveTime`](Self::ElapsedMoveTime). [`for_white`](Self::for_white)
    /// turns it into an [`Eval`](Self::Eval).
    ///
    /// The form is that of cutechess, fastchess and Arena. TCEC's `d=12, mt=1200, wv=0.34` is an [`Eval`](Self::Eval) and a time.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use chess0x88::Color;
    /// use chess0x88_pgn::Command;
    ///
    /// let told: Vec<_> = Command::all_in("+0.34/12 1.2s, White mates").collect();
    /// let time = Command::ElapsedMoveTime(Duration::from_millis(1200));
    /// assert_eq!(told, [Command::MoverEval { centipawns: 34, depth: 12 }, time]);
    /// assert_eq!(
    ///     told[0].for_white(Color::Black),
    ///     Command::Eval { centipawns: -34, depth: Some(12) }
    /// );
    /// // Without a depth it is text.
    /// assert_eq!(Command::all_in("(-0.52) Better is Nf3.").count(), 0);
    /// ```
    MoverEval {
        /// Hundredths of a pawn; positive is good for the side that moved.
        centipawns: i32,
        /// The depth of the search in plies.
        depth: u32,
    },
    /// `-M5/20` at the start of a comment: a mate that the engine that moved has found, as [`MoverEval`](Self::MoverEval).
    MoverMate {
        /// The number of moves to mate; negative if the other side mates.
        moves: i32,
        /// The depth of the search in plies.
        depth: u32,
    },
    /// `[%csl Gd4,Re5]`: squares to be coloured; `[%cal Ge2e4]`: arrows to be drawn.
    Shapes(Shapes<'a>),
    /// Any other command, or one of the above with an invalid value. The texts are those of the comment.
    Other {
        /// The word after `[%`.
        name: &'a [u8],
        /// The text up to the bracket, without white space at its ends.
        value: &'a [u8],
    },
}

impl<'a> Command<'a> {
    /// Iterates over the commands of a comment in their order. This is for comments that are texts, such as those of a
    /// [`GameTree`](super::GameTree).
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use chess0x88_pgn::Command;
    ///
    /// let comment = "Sharp! [%clk 0:03:00] [%eval 0.25,18]";
    /// let clock = Command::Clock(Duration::from_secs(180));
    /// let eval = Command::Eval { centipawns: 25, depth: Some(18) };
    /// assert!(Command::all_in(comment).eq([clock, eval]));
    /// ```
    pub fn all_in(comment: &'a str) -> impl Iterator<Item = Self> + use<'a> {
        Self::all_in_bytes(comment.as_bytes())
    }

    fn all_in_bytes(comment: &'a [u8]) -> impl Iterator<Item = Self> + use<'a> {
        // Nearly all commands stand in brackets.
        let (mut at, mut told) = (0, if let [b' ', b'[', ..] | [b'[', ..] = comment { ALL_TOLD } else { 0 });
        core::iter::from_fn(move || {
            while told < ALL_TOLD {
                told += 1;
                if let Some(command) = engine(comment, told) {
                    return Some(command);
                }
            }
            loop {
                at = scan::find_near_or_far(comment, at, &scan::Is(b'[')) + 1;
                let rest = comment.get(at..)?;
                // Fast path: nearly all commands are clocks of this length.
                if let Some([b'%', b'c', b'l', b'k', b' ', time @ .., b']']) = rest.first_chunk::<13>()
                    && let Some(time) = plain_duration(*time)
                {
                    at += 13;
                    return Some(Self::Clock(time));
                }
                let Some(body) = rest.strip_prefix(b"%") else { continue };
                let length = scan::find_byte(body, 0, b']');
                let (body, _closed) = body.split_at_checked(length).filter(|(_, rest)| !rest.is_empty())?;
                at += length;
                return Some(Self::parse(body));
            }
        })
    }

    /// Returns the evaluation of the side that moved from White's point of view, any other command unchanged.
    #[must_use]
    pub fn for_white(self, mover: Color) -> Self {
        let sign = if mover == Color::White { 1 } else { -1 };
        match self {
            Self::MoverEval { centipawns, depth } => Self::Eval { centipawns: sign * centipawns, depth: Some(depth) },
            Self::MoverMate { moves, depth } => Self::Mate { moves: sign * moves, depth: Some(depth) },
            other => other,
        }
    }

    fn parse(body: &'a [u8]) -> Self {
        let split = body.iter().position(u8::is_ascii_whitespace).unwrap_or(body.len());
        let (name, value) = body.split_at(split);
        let value = value.trim_ascii();
        let known = match name {
            b"clk" => duration(value).map(Self::Clock),
            b"emt" => duration(value).map(Self::ElapsedMoveTime),
            b"eval" => evaluation(value),
            b"csl" => Shapes::read(value, true).map(Self::Shapes),
            b"cal" => Shapes::read(value, false).map(Self::Shapes),
            _ => None,
        };
        known.unwrap_or(Self::Other { name, value })
    }
}

impl<'a> RawText<'a> {
    /// Iterates over the commands of a comment, such as `[%clk 0:03:00]`, in their order.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use chess0x88_pgn::{Command, RawText, Reader, Visitor};
    ///
    /// struct Clock(Option<Duration>);
    ///
    /// impl Visitor<'_> for Clock {
    ///     fn comment(&mut self, comment: RawText<'_>) {
    ///         for command in comment.commands() {
    ///             if let Command::Clock(left) = command {
    ///                 self.0 = Some(left);
    ///             }
    ///         }
    ///     }
    /// }
    ///
    /// let mut clock = Clock(None);
    /// Reader::new(b"1. e4 { [%eval 0.25] [%clk 0:02:59.5] } *").read_game(&mut clock);
    /// assert_eq!(clock.0, Some(Duration::from_millis(179_500)));
    /// ```
    #[inline]
    pub fn commands(&self) -> impl Iterator<Item = Command<'a>> + use<'a> {
        Command::all_in_bytes(self.inside())
    }
}

/// Reads `h:mm:ss`, five digits at fixed places.
#[inline]
fn plain_duration(value: [u8; 7]) -> Option<Duration> {
    let [hours, b':', tens, minutes, b':', tens_of_seconds, seconds] = value else { return None };
    let digits = [hours, tens, minutes, tens_of_seconds, seconds].map(|byte| u64::from(byte.wrapping_sub(b'0')));
    let [hours, tens, minutes, tens_of_seconds, seconds] = digits;
    let time = hours * 3600 + tens * 600 + minutes * 60 + tens_of_seconds * 10 + seconds;
    digits.iter().all(|&digit| digit < 10).then_some(Duration::from_secs(time))
}

/// Reads `h:mm:ss`, `h:mm` or `ss`, with up to nine digits of a fraction after a point or comma.
fn duration(value: &[u8]) -> Option<Duration> {
    if let Some(time) = value.try_into().ok().and_then(plain_duration) {
        return Some(time);
    }
    let (clock, fraction) = split_once(value, |byte| matches!(byte, b'.' | b','));
    let nanoseconds = match fraction {
        Some(digits) => decimal(digits)?.checked_mul(10_u32.pow(9_u32.checked_sub(digits.len().try_into().ok()?)?))?,
        None => 0,
    };
    let mut fields = clock.splitn(3, |&byte| byte == b':').map(|field| decimal(field).map(u64::from));
    let (first, second) = (fields.next()??, fields.next());
    let seconds = match (second, fields.next()) {
        (Some(minutes), Some(seconds)) => (first * 60 + minutes?) * 60 + seconds?,
        // Two fields are hours and minutes, as on servers. Minutes and seconds would look the same.
        (Some(minutes), None) if fraction.is_none() => (first * 60 + minutes?.lt(&60).then_some(minutes?)?) * 60,
        (Some(_), None) => return None,
        (None, _) => first,
    };
    Some(Duration::new(seconds, nanoseconds))
}

/// Reads `0.25`, `-1.3` or `#-3`, each with an optional `,depth`.
fn evaluation<'a>(value: &[u8]) -> Option<Command<'a>> {
    let (score, depth) = split_once(value, |byte| byte == b',');
    let depth = match depth {
        Some(depth) => Some(decimal(depth.trim_ascii())?),
        None => None,
    };
    if let Some(mate) = score.strip_prefix(b"#") {
        let (sign, moves) = signed(mate);
        return Some(Command::Mate { moves: sign * i32::try_from(decimal(moves)?).ok()?, depth });
    }
    Some(Command::Eval { centipawns: centipawns(score)?, depth })
}

/// Reads `0.25` or `-1.3`.
fn centipawns(score: &[u8]) -> Option<i32> {
    let (sign, score) = signed(score);
    let (pawns, fraction) = split_once(score, |byte| byte == b'.');
    let hundredths = match fraction.unwrap_or(b"00") {
        [tenth] => decimal(&[*tenth, b'0'])?,
        [tenth, hundredth, rest @ ..] if rest.iter().all(u8::is_ascii_digit) => {
            let round_up = rest.first().is_some_and(|&digit| digit >= b'5');
            decimal(&[*tenth, *hundredth])? + u32::from(round_up)
        }
        _ => return None,
    };
    let centipawns = decimal(pawns)?.checked_mul(100)?.checked_add(hundredths)?;
    Some(sign * i32::try_from(centipawns).ok()?)
}

/// What an engine says at the start of a comment: an evaluation with its depth, and the time of the move.
type Told<'a> = (Command<'a>, Option<Duration>);

/// The number of commands that an engine may say.
const ALL_TOLD: u8 = 2;

/// Returns the first or the second command that an engine says at the start of a comment. Both are read for each: a caller that keeps
/// them would pay for them in all comments.
#[cold]
fn engine<'a>(comment: &[u8], number: u8) -> Option<Command<'a>> {
    let text = comment.trim_ascii_start();
    let (first, time) = match text.first()? {
        b'+' | b'-' | b'0'..=b'9' | b'M' | b'#' | b'(' => cutechess(text),
        b'd' => tcec(text),
        _ => None,
    }?;
    if number == 1 { Some(first) } else { time.map(Command::ElapsedMoveTime) }
}

/// Reads `+0.34/12 1.2s` or `-M5/20 0.5s`. Before it may stand the expected move, in parentheses.
fn cutechess<'a>(text: &[u8]) -> Option<Told<'a>> {
    let text = match text.strip_prefix(b"(") {
        Some(expected) => split_once(expected, |byte| byte == b')').1?.trim_ascii_start(),
        None => text,
    };
    let ends = |byte: u8| byte.is_ascii_whitespace() || byte == b',';
    let (score, behind) = split_once(text, ends);
    let (score, depth) = split_once(score, |byte| byte == b'/');
    let (depth, _selective) = split_once(depth?, |byte| byte == b'/');
    let depth = decimal(depth)?;
    let (sign, moves) = signed(score);
    let told = match moves {
        [b'M' | b'#', moves @ ..] => Command::MoverMate { moves: sign * i32::try_from(decimal(moves)?).ok()?, depth },
        _ => Command::MoverEval { centipawns: centipawns(score).filter(|_| score.contains(&b'.'))?, depth },
    };
    let (time, _) = split_once(behind.unwrap_or_default().trim_ascii_start(), ends);
    Some((told, seconds(time.strip_suffix(b"s").unwrap_or(time))))
}

/// Reads `d=12, mt=1200, wv=0.34`: a depth, milliseconds, and an evaluation from White's point of view, among other fields.
fn tcec<'a>(text: &[u8]) -> Option<Told<'a>> {
    let field = |name: &[u8]| {
        let mut fields = text.split(|&byte| matches!(byte, b',' | b';')).map(<[u8]>::trim_ascii);
        fields.find_map(|field| field.strip_prefix(name))
    };
    let depth = decimal(field(b"d=")?);
    let value = field(b"wv=")?;
    let (sign, moves) = signed(value);
    let told = match moves {
        [b'M' | b'#', moves @ ..] => Command::Mate { moves: sign * i32::try_from(decimal(moves)?).ok()?, depth },
        _ => Command::Eval { centipawns: centipawns(value)?, depth },
    };
    Some((told, field(b"mt=").and_then(decimal).map(|time| Duration::from_millis(time.into()))))
}

/// Reads seconds with up to nine digits of a fraction.
pub(super) fn seconds(text: &[u8]) -> Option<Duration> {
    if text.contains(&b':') { None } else { duration(text) }
}

fn split_once(value: &[u8], at: fn(u8) -> bool) -> (&[u8], Option<&[u8]>) {
    match value.iter().position(|&byte| at(byte)) {
        Some(index) => (&value[..index], Some(&value[index + 1..])),
        None => (value, None),
    }
}

fn signed(value: &[u8]) -> (i32, &[u8]) {
    match value {
        [b'-', rest @ ..] => (-1, rest),
        [b'+', rest @ ..] => (1, rest),
        _ => (1, value),
    }
}

impl fmt::Display for Command<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Clock(left) => write_time(f, "clk", left),
            Self::ElapsedMoveTime(time) => write_time(f, "emt", time),
            Self::Eval { centipawns, depth } => {
                let sign = if centipawns < 0 { "-" } else { "" };
                let (pawns, rest) = (centipawns.unsigned_abs() / 100, centipawns.unsigned_abs() % 100);
                write!(f, "[%eval {sign}{pawns}.{rest:02}")?;
                end_evaluation(f, depth)
            }
            Self::Mate { moves, depth } => {
                write!(f, "[%eval #{moves}")?;
                end_evaluation(f, depth)
            }
            Self::MoverEval { centipawns, depth } => {
                let (sign, size) = (if centipawns < 0 { '-' } else { '+' }, centipawns.unsigned_abs());
                write!(f, "{sign}{}.{:02}/{depth}", size / 100, size % 100)
            }
            Self::MoverMate { moves, depth } => {
                write!(f, "{}M{}/{depth}", if moves < 0 { '-' } else { '+' }, moves.unsigned_abs())
            }
            Self::Shapes(shapes) => write!(f, "{shapes}"),
            Self::Other { name, value } => {
                write!(f, "[%{}", Coded::plain(name))?;
                if !value.is_empty() {
                    write!(f, " {}", Coded::plain(value))?;
                }
                f.write_char(']')
            }
        }
    }
}

fn end_evaluation(f: &mut fmt::Formatter<'_>, depth: Option<u32>) -> fmt::Result {
    depth.map_or(Ok(()), |depth| write!(f, ",{depth}"))?;
    f.write_char(']')
}

fn write_time(f: &mut fmt::Formatter<'_>, name: &str, time: Duration) -> fmt::Result {
    let seconds = time.as_secs();
    write!(f, "[%{name} {}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
    let mut rest = time.subsec_nanos();
    if rest > 0 {
        let mut digits = 9;
        while rest.is_multiple_of(10) {
            rest /= 10;
            digits -= 1;
        }
        write!(f, ".{rest:0digits$}")?;
    }
    f.write_char(']')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a duration field by field.
    fn slow_duration(value: &[u8]) -> Option<Duration> {
        let text = core::str::from_utf8(value).ok()?.replace(',', ".");
        let (clock, fraction) = match text.split_once('.') {
            Some((clock, fraction)) => (clock, Some(fraction)),
            None => (&*text, None),
        };
        let number = |digits: &str| decimal(digits.as_bytes()).map(u64::from);
        let fields: std::vec::Vec<u64> = clock.split(':').map(number).collect::<Option<_>>()?;
        let nanoseconds = match fraction {
            None => 0,
            Some(digits) if digits.len() > 9 => return None,
            Some(digits) => number(digits)? as u32 * 10_u32.pow(9 - digits.len() as u32),
        };
        let seconds = match fields[..] {
            [hours, minutes, seconds] => hours * 3600 + minutes * 60 + seconds,
            [hours, minutes] if minutes < 60 && fraction.is_none() => hours * 3600 + minutes * 60,
            [seconds] => seconds,
            _ => return None,
        };
        Some(Duration::new(seconds, nanoseconds))
    }

    #[test]
    fn times_are_read_as_field_by_field() {
        let mut random = common::Random(0x60);
        for round in 0..20_000 {
            let length = random.below(if round % 2 == 0 { 8 } else { 20 });
            let mut text: std::vec::Vec<u8> = (0..length).map(|_| b"0123459::.,x"[random.below(12)]).collect();
            if length == 7 {
                (text[1], text[4]) = (b':', b':');
            }
            let expected = slow_duration(&text);
            assert_eq!(duration(&text), expected, "{}", std::string::String::from_utf8_lossy(&text));
            // This clock has the usual length, so the fast path reads it.
            let comment = [b"[%clk ", &text[..], b"]"].concat();
            let command = Command::all_in_bytes(&comment).next();
            assert_eq!(matches!(command, Some(Command::Clock(time)) if Some(time) == expected), expected.is_some());
        }
        for text in [
            "4294967295:4294967295:4294967295.999999999",
            "4294967296",
            "1:02:03.5",
            "1:2:3:4",
            "",
            ":",
            ".",
            "1:59",
            "1:60",
            "1:59.5",
            "1:30:55,3",
            "0:0",
            "7,",
            ",7",
            "1,2.3",
        ] {
            assert_eq!(duration(text.as_bytes()), slow_duration(text.as_bytes()), "{text}");
        }
    }
}
