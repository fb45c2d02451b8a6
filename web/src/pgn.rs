//! A game of a file, read: its tags, its moves with their variations, and what is said of them.

use chess0x88::Position;
use chess0x88_pgn::{Flow, GameResult, PgnError, RawText, Reader, StartTags, Visitor, Word, play_san, split_games};

use crate::castling::write_fen;
use crate::game::push_move;
use crate::words::{push, reason};
use crate::{Reason, Variant, setups};

/// Reads the first game of a text. The answer is lines, of which the first byte says what they are:
///
/// | | |
/// |---|---|
/// | `[` | a tag: its name, a tab, its value |
/// | `=` | behind the tags, and again behind tags that follow: the FEN, if one is given, and what was put right in it, parted by tabs |
/// | a letter | a move, as `games::find` has it |
/// | `(`, `)` | the beginning and the end of a variation |
/// | `{` | a comment |
/// | `$` | the number of a glyph |
/// | `?` | the number of a glyph that is a sign behind its move, as `!` is |
/// | `!` | a sentence: what was passed over |
/// | `*` | the result |
///
/// An error of the text or on the main line is a failure. An illegal move in a variation ends the variation.
pub(crate) fn read(text: &str, is_strict: bool, out: &mut String) -> Result<(), Reason> {
    let mut game = Teller {
        text,
        out,
        is_strict,
        variant: StartTags::default(),
        fen: None,
        is_set_up: false,
        now: Position::startpos(),
        before: Position::startpos(),
        last: Word::new(b"the start"),
        end: text.len(),
        waiting: Vec::new(),
        is_played: false,
        wrong: None,
    };
    let mut reader = Reader::new(text);
    // To the reader a comment between tags parts two games, of which the first has tags alone.
    let mut games = 0;
    while !game.is_played && reader.read_game(&mut game) {
        games += 1;
    }
    if games == 0 && game.wrong.is_none() {
        // No game is one without moves.
        game.end_tags();
    }
    // What is said behind the result of the last game.
    if let Some(inside) = text[reader.offset()..].trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}'))
        && !inside.contains('}')
    {
        game.tell(inside);
    }
    game.wrong.map_or(Ok(()), Err)
}

/// The texts of the games of a file: the lengths of all but the last in UTF-16, a line each. What is between two belongs to the second.
pub(crate) fn split(text: &str, out: &mut String) {
    let mut from = 0;
    for game in split_games(text.as_bytes()).skip(1) {
        push(out, &text[from..game.start].encode_utf16().count());
        out.push('\n');
        from = game.start;
    }
}

struct Teller<'a, 'o> {
    text: &'a str,
    out: &'o mut String,
    is_strict: bool,
    /// Of the tags of a start only that of the variant: FENs are read as `load` does.
    variant: StartTags<'a>,
    fen: Option<RawText<'a>>,
    is_set_up: bool,
    now: Position<Variant>,
    /// The position before the last move: a variation begins there.
    before: Position<Variant>,
    last: Word,
    /// The end of that word in the text.
    end: usize,
    waiting: Vec<(Position<Variant>, Position<Variant>)>,
    /// A move or a result was read.
    is_played: bool,
    wrong: Option<Reason>,
}

impl Teller<'_, '_> {
    fn start(&mut self) -> Result<(), Reason> {
        self.variant.position::<Variant>().map_err(reason)?;
        if self.is_strict && self.is_set_up && self.fen.is_none() {
            return Err("FEN tag must be supplied with SetUp tag".into());
        }
        self.out.push('=');
        if let Some(fen) = self.fen.filter(|_| self.is_set_up || !self.is_strict) {
            let mut read = String::new();
            self.now = setups::read(&fen.to_string(), &mut read)?;
            self.before = self.now;
            self.out.push_str(&read.trim_ascii_end().replace('\n', "\t"));
        }
        self.out.push('\n');
        Ok(())
    }

    /// Plays a word, and tells the move.
    fn play(&mut self, word: &[u8]) -> Result<(), Reason> {
        let mut after = self.now;
        let undo = play_san(&mut after, word).map_err(reason)?;
        if let Some(mv) = undo.played() {
            if self.is_strict {
                let san = self.now.san(mv);
                let plain = |text: &str| text.replace(['=', '+', '#'], "");
                if std::str::from_utf8(word).is_ok_and(|word| plain(word) != plain(&san)) {
                    return Err(reason(format_args!("the move is written {san}")));
                }
            }
            push_move(&self.now, mv, self.out);
        } else {
            push(self.out, &format_args!("a8 a8 a8a8 -- k - - - a8\t{}\n", write_fen(&after)));
        }
        (self.before, self.now) = (self.now, after);
        Ok(())
    }

    /// Tells a comment, in one line.
    fn tell(&mut self, comment: &str) {
        self.out.push('{');
        for (i, line) in comment.split(['\r', '\n']).filter(|line| !line.is_empty()).enumerate() {
            self.out.push_str(if i > 0 { " " } else { "" });
            self.out.push_str(line);
        }
        self.out.push('\n');
    }

    fn line(&mut self, kind: char, text: &dyn std::fmt::Display) {
        self.out.push(kind);
        push(self.out, text);
        self.out.push('\n');
    }
}

impl<'a> Visitor<'a> for Teller<'a, '_> {
    fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
        match name {
            b"Variant" => self.variant.tag(name, value),
            b"SetUp" => self.is_set_up = value == "1",
            // Programs write this tag in any case.
            _ if name == b"FEN" || !self.is_strict && name.eq_ignore_ascii_case(b"FEN") => {
                self.fen = Some(value).filter(|fen| fen != "");
            }
            _ => {}
        }
        // What is no word is no name, so the name is ASCII.
        self.line('[', &format_args!("{}\t{value}", std::str::from_utf8(name).unwrap_or_default()));
    }

    fn end_tags(&mut self) -> Flow {
        match self.start() {
            Ok(()) => Flow::Continue,
            Err(why) => {
                self.wrong = Some(why);
                Flow::Stop
            }
        }
    }

    fn san(&mut self, san: &'a [u8], offset: usize) -> Flow {
        self.is_played = true;
        self.end = offset + san.len();
        let word = Word::new(san);
        let Err(why) = self.play(san) else {
            self.last = word;
            return Flow::Continue;
        };
        let why = format_args!("after {}, {}: {why}", self.last.as_str(), word.as_str()).to_string();
        if self.waiting.is_empty() {
            self.wrong = Some(why);
            return Flow::Stop;
        }
        self.line('!', &format_args!("left out the rest of a variation: {why}"));
        Flow::Skip
    }

    fn nag(&mut self, nag: u8) {
        let is_sign = self.text[self.end..].starts_with(['!', '?']);
        self.line(if is_sign { '?' } else { '$' }, &nag);
        // The next one is none.
        self.end = self.text.len();
    }

    fn comment(&mut self, comment: RawText<'a>) {
        // As in chess.js, the spaces inside the braces belong to the comment.
        let trimmed = comment.as_bytes();
        let (before, rest) = self.text.split_at(trimmed.as_ptr() as usize - self.text.as_ptr() as usize);
        // Only a comment in braces is searched for its end: behind a semicolon there may be none in all of the text.
        match before.trim_end().strip_suffix('{').and_then(|opened| Some((opened, rest.split_once('}')?.0))) {
            Some((opened, inside)) => self.tell(&self.text[opened.len() + 1..before.len() + inside.len()]),
            None => self.tell(&rest[..trimmed.len()]),
        }
    }

    fn begin_variation(&mut self) -> Flow {
        self.waiting.push((self.now, self.before));
        self.now = self.before;
        self.out.push_str("(\n");
        Flow::Continue
    }

    fn end_variation(&mut self) {
        if let Some(line) = self.waiting.pop() {
            (self.now, self.before) = line;
        }
        self.out.push_str(")\n");
    }

    fn end_game(&mut self, result: Option<GameResult>) {
        if let Some(result) = result {
            self.is_played = true;
            self.line('*', &result.as_str());
        }
    }

    fn error(&mut self, error: PgnError) {
        match error {
            PgnError::LargeNag { .. } | PgnError::NextGame { .. } | PgnError::UnclosedVariation { .. } => {
                self.line('!', &error);
            }
            _ => {
                self.wrong.get_or_insert_with(|| reason(error));
            }
        }
    }
}
