//! Reads a game of a file: its tags, its moves with their variations, comments and glyphs.

use chess0x88::Position;
use chess0x88::san::{self, PieceLetters};
use chess0x88_pgn::{
    Flow, GameResult, NodeId, PgnError, RawText, Reader, StartTags, TreeBuilder, Visitor, Word, split_games,
};

use crate::castling::write_fen;
use crate::study::Study;
use crate::words::{push, reason};
use crate::{Reason, Variant, setups};

/// Reads the first game of a text and goes to the end of its main line. The answer has lines; the first byte of a line is its kind:
///
/// | | |
/// |---|---|
/// | `[` | a tag: its name, a tab, its value |
/// | `=` | after the tags, and again if more tags follow: the FEN, if there is one, and its repairs, separated by tabs |
/// | `!` | a sentence about a part that was skipped |
/// | `*` | the result |
/// | `@` | at the end: the FEN of the position |
///
/// An error of the text or on the main line is a failure. An illegal move in a variation ends the variation, and so does a word that is
/// no move.
pub(crate) fn read(text: &str, is_strict: bool, out: &mut String) -> Result<Study, Reason> {
    let mut game = Teller {
        text,
        out,
        is_strict,
        variant: StartTags::default(),
        fen: None,
        is_set_up: false,
        letters: PieceLetters::ENGLISH,
        build: TreeBuilder::untagged(Position::startpos()),
        signs: Vec::new(),
        depth: 0,
        last: Word::new(b"the start"),
        end: text.len(),
        is_played: false,
        wrong: None,
    };
    let mut reader = Reader::new(text);
    // For the reader a comment between tags separates two games, and the first game has only tags.
    let mut games = 0;
    while !game.is_played && reader.read_game(&mut game) {
        games += 1;
    }
    if games == 0 && game.wrong.is_none() {
        // A text without a game is a game without moves.
        game.end_tags();
    }
    // A comment after the result of the last game.
    if let Some(inside) = text[reader.offset()..].trim_ascii().strip_prefix('{').and_then(|rest| rest.strip_suffix('}'))
        && !inside.contains('}')
    {
        game.tell(inside);
    }
    let Teller { build, signs, wrong, .. } = game;
    if let Some(why) = wrong {
        return Err(why);
    }
    let mut study = Study::of(build.finish(), signs);
    study.go_to_end();
    out.push('@');
    out.push_str(&write_fen(study.game().position()));
    out.push('\n');
    Ok(study)
}

/// Splits a file into its games: writes the lengths in UTF-16 of all but the last, one a line. Text between two games belongs to
/// the second.
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
    /// The tag `Variant`. The tag `FEN` is read as `load` does.
    variant: StartTags<'a>,
    fen: Option<RawText<'a>>,
    is_set_up: bool,
    /// The letters of the moves: those of the dialect of the tag `FEN`.
    letters: PieceLetters,
    build: TreeBuilder<Variant>,
    signs: Vec<NodeId>,
    /// The number of open variations.
    depth: usize,
    last: Word,
    /// The end of the last word in the text.
    end: usize,
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
            let mut tags = StartTags::default();
            tags.tag(b"FEN", fen);
            self.letters = tags.letters::<Variant>();
            let mut read = String::new();
            self.build = TreeBuilder::untagged(setups::read(&fen.to_string(), &mut read)?);
            self.out.push_str(&read.trim_ascii_end().replace('\n', "\t"));
        }
        self.out.push('\n');
        Ok(())
    }

    /// Adds the move for a word.
    fn play(&mut self, word: &[u8]) -> Result<(), Reason> {
        if self.is_strict
            && let Ok(text) = std::str::from_utf8(word)
            && let Ok(mv) = san::parse_with(self.build.position(), text, self.letters)
        {
            let san = san::san_with(self.build.position(), mv, self.letters);
            let plain = |text: &str| text.replace(['=', '+', '#'], "");
            if plain(text) != plain(&san) {
                return Err(reason(format_args!("the move is written {san}")));
            }
        }
        self.build.play_san(word, self.letters).map(drop).map_err(reason)
    }

    /// Adds a comment in one line.
    fn tell(&mut self, comment: &str) {
        let mut told = String::new();
        for (i, line) in comment.split(['\r', '\n']).filter(|line| !line.is_empty()).enumerate() {
            told.push_str(if i > 0 { " " } else { "" });
            told.push_str(line);
        }
        self.build.comment(told);
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
            // Programs write the tag `FEN` in upper and lower case.
            _ if name == b"FEN" || !self.is_strict && name.eq_ignore_ascii_case(b"FEN") => {
                self.fen = Some(value).filter(|fen| fen != "");
            }
            _ => {}
        }
        // A name has only ASCII characters.
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
        if self.depth == 0 {
            self.wrong = Some(why);
            return Flow::Stop;
        }
        self.line('!', &format_args!("left out the rest of a variation: {why}"));
        Flow::Skip
    }

    fn nag(&mut self, nag: u8) {
        if self.text[self.end..].starts_with(['!', '?']) {
            self.signs.push(self.build.node());
        }
        self.build.nag(nag);
        // A second result is ignored.
        self.end = self.text.len();
    }

    fn comment(&mut self, comment: RawText<'a>) {
        // As in chess.js, the spaces inside the braces belong to the comment.
        let trimmed = comment.as_bytes();
        let (before, rest) = self.text.split_at(trimmed.as_ptr() as usize - self.text.as_ptr() as usize);
        // Only a comment in braces is searched for its closing brace: after a semicolon the rest of the text might have none.
        match before.trim_ascii_end().strip_suffix('{').and_then(|opened| Some((opened, rest.split_once('}')?.0))) {
            Some((opened, inside)) => self.tell(&self.text[opened.len() + 1..before.len() + inside.len()]),
            None => self.tell(&rest[..trimmed.len()]),
        }
    }

    fn begin_variation(&mut self) -> Flow {
        self.depth += 1;
        self.build.begin_variation();
        Flow::Continue
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
        self.build.end_variation();
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
            // A remark without braces, such as `(best!)`.
            PgnError::UnknownSymbol { .. } | PgnError::StrayTag { .. } if self.is_played && !self.is_strict => {
                self.line('!', &error);
            }
            _ => {
                self.wrong.get_or_insert_with(|| reason(error));
            }
        }
    }
}
