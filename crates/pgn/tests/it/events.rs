//! Records all calls of a reader, and generates inputs.

use chess0x88_pgn::{Flow, GameResult, PgnError, RawText, Reader, Visitor};
use proptest::prelude::*;

/// One call of the visitor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Begin(usize),
    Tag(String, String),
    Moves,
    San(String),
    Nag(u8),
    Comment(String),
    Open,
    Close,
    End(Option<GameResult>),
    Error(PgnError),
}

#[derive(Default)]
pub(crate) struct Log {
    pub(crate) events: Vec<Event>,
    pub(crate) skip_games: bool,
    pub(crate) skip_variations: bool,
}

impl Visitor<'_> for Log {
    fn begin_game(&mut self, offset: usize) {
        self.events.push(Event::Begin(offset));
    }
    fn tag(&mut self, name: &[u8], value: RawText<'_>) {
        self.events.push(Event::Tag(String::from_utf8_lossy(name).into_owned(), value.to_string()));
    }
    fn end_tags(&mut self) -> Flow {
        self.events.push(Event::Moves);
        if self.skip_games { Flow::Skip } else { Flow::Continue }
    }
    fn san(&mut self, san: &[u8], _offset: usize) -> Flow {
        self.events.push(Event::San(String::from_utf8_lossy(san).into_owned()));
        Flow::Continue
    }
    fn nag(&mut self, nag: u8) {
        self.events.push(Event::Nag(nag));
    }
    fn comment(&mut self, comment: RawText<'_>) {
        self.events.push(Event::Comment(comment.to_string()));
    }
    fn begin_variation(&mut self) -> Flow {
        self.events.push(Event::Open);
        if self.skip_variations { Flow::Skip } else { Flow::Continue }
    }
    fn end_variation(&mut self) {
        self.events.push(Event::Close);
    }
    fn end_game(&mut self, result: Option<GameResult>) {
        self.events.push(Event::End(result));
    }
    fn error(&mut self, error: PgnError) {
        self.events.push(Event::Error(error));
    }
}

/// All events of an input.
pub(crate) fn events(input: &[u8]) -> Vec<Event> {
    let mut log = Log::default();
    let mut reader = Reader::new(input);
    while reader.read_game(&mut log) {}
    log.events
}

/// The events in one line: `[Name=value] san $1 {comment} ( ) result`, with `E` for an error.
pub(crate) fn shorthand(events: &[Event]) -> String {
    let words = events.iter().filter_map(|event| match event {
        Event::Begin(_) | Event::Moves => None,
        Event::Tag(name, value) => Some(format!("[{name}={value}]")),
        Event::San(san) => Some(san.clone()),
        Event::Nag(nag) => Some(format!("${nag}")),
        Event::Comment(text) => Some(format!("{{{text}}}")),
        Event::Open => Some("(".into()),
        Event::Close => Some(")".into()),
        Event::End(Some(result)) => Some(format!("{result};")),
        Event::End(None) => Some("none;".into()),
        Event::Error(_) => Some("E;".into()),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Bytes that probably have a meaning.
pub(crate) fn pgn_like() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec![
            "e4", "Nf3", "O-O", "0-0", "1.", "12...", " ", "\n", "\r\n", "\n\n", "1-0", "0-1", "1/2-1/2", "*", "(", ")", "{", "}",
            "{a}", ";", "%", "\n%", "$", "$5", "!", "?!", "[", "]", "\"", "\\", "[A \"b\"]\n", "[A \"", "[A", "[A\n\"b\"]",
            "[B \"c\\\"\"]", "--", "e8(Q)", "e.p.", "-", "/", ".", "1", "\u{feff}", "é", "+", "\t", "\n[", "          ",
            "[%clk 0:01]", "\x1b", "0000", "@@@@", "*%", "*)", "1-0%a\n", "\n\n1. ", "\n\n1.d4", "1–0", "½-½", "½", "–", "±",
            "+-", "♘f3", "N", "=", "e4↑", "<br>", "<p a=\"", "<", ">", "foo", "Black resigned.", "* Black resigned. ",
            "* Белые сдались ", "О-О",
        ]).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}
