//! All readers find the same in a file, also in a damaged one: the same games, moves and errors.

use std::io::Cursor;

use crate::events::{Event, Log, events};
use chess0x88::san::PieceLetters;
use chess0x88::{ChessRules, Position};
use chess0x88_pgn::{
    Flow, GameResult, GameTree, PgnError, RawText, Reader, StartTags, StreamReader, Visitor, games, letters_of,
    play_san, split_games,
};
use proptest::prelude::*;

/// Tag sections: valid, invalid, or none.
const TAGS: [&str; 14] = [
    "[Event \"1\"]\n",
    "[Event \"1\"]\n[Site \"?\"]\n",
    "[Event \"1\"]\r\n[Result \"1-0\"]\r\n",
    "[Event A]\n[Site \"?\"]\n",
    "[Event \"A]\n[Site \"?\"]\n",
    "[ stray\n[[x\n[Event \"1\"]\n",
    "[Event,\"1\"]\u{a0}[Site \"?\"]\n",
    "[Result \"0-0\"]\n",
    "[Result \"1/2-0\"]\n[Event \"2\"]\n",
    "[FEN \"7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1\"]\n",
    "[FEN \"x\"]\n",
    "[Variant \"Atomic\"]\n",
    "",
    "",
];

/// The texts between tags and movetext, and between games.
const PARTS: [&str; 8] = ["\n", "\n", "\n\n", "\r\n", "\n\u{a0}\n", "", "\n; x\n", "<br>\n<br>\n"];

/// Valid continuations of the movetext, and texts that damage it.
const DAMAGE: [&str; 64] = [
    "{",
    "}",
    "{ x",
    "{ a }",
    "{ [%clk 1:00] }",
    "(",
    ")",
    "(1. d4 d5)",
    "((",
    "[Event A]",
    "[",
    "]",
    "$x",
    "$300",
    "$5",
    "\u{a0}",
    ",",
    "`",
    "\u{200b}",
    "\u{feff}",
    "foo",
    "; c\n",
    ";",
    "\n",
    "\n\n",
    "\r",
    "<br>",
    "<br>\n",
    "<",
    "%x\n",
    "\n%x\n",
    "0-0",
    "O-O",
    "1-0",
    "*",
    "0000",
    "--",
    "♘f3",
    "é",
    "½-½",
    "0-1/2",
    "1/2",
    "1/2-0",
    "0-0\n\n",
    "\n\n[Event \"x\"]\n\n",
    "\n\n[Event",
    "\n\n[X \"\"]\n",
    "[White \"A\"]",
    "\n1. ",
    "\n\n1. d4",
    "Ke7",
    "1.",
    "2...",
    "\"",
    "\\",
    "!?",
    "±",
    "+-",
    "N",
    "\x1b",
    "\t ",
    "\n\n[Event \"",
    "1-0 {x}",
    "…",
];

/// The moves of a game with damage between them.
fn movetext() -> impl Strategy<Value = String> {
    let line = ["1. e4", "e5", "2. Nf3", "Nc6", "3. Bb5", "a6", "4. Ba4", "Nf6", "5. O-O", "Be7"];
    let gaps = prop::collection::vec(
        prop_oneof![6 => Just(" ".to_owned()), 1 => "[ \n]{1,2}", 2 => prop::sample::select(DAMAGE.to_vec()).prop_map(|piece| format!(" {piece} ")),
            1 => prop::sample::select(DAMAGE.to_vec()).prop_map(String::from)],
        0..line.len(),
    );
    gaps.prop_map(move |gaps| gaps.iter().zip(line).flat_map(|(gap, mv)| [mv, gap.as_str()]).collect())
}

/// A file of a few games. Sometimes one byte is replaced.
fn file() -> impl Strategy<Value = Vec<u8>> {
    let result = prop::sample::select(vec!["1-0", "0-1", "*", "1/2-1/2", "0-0", "", "1-0 1-0", "0-0 {x}"]);
    let parts = || prop::sample::select(PARTS.to_vec());
    let game = (prop::sample::select(TAGS.to_vec()), parts(), movetext(), result, parts());
    let games = prop::collection::vec(
        game.prop_map(|(tags, one, moves, result, other)| format!("{tags}{one}{moves}{result}{other}\n")),
        1..6,
    );
    (games, prop::option::weighted(0.3, (any::<prop::sample::Index>(), any::<u8>()))).prop_map(|(games, change)| {
        let mut bytes = games.concat().into_bytes();
        if let Some((at, byte)) = change {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes
    })
}

/// The events of each game, without the places in the input.
fn by_game(events: &[Event]) -> Vec<Vec<Event>> {
    let mut games: Vec<Vec<Event>> = Vec::new();
    for event in events {
        match event {
            Event::Begin(_) => games.push(Vec::new()),
            // A reader of one game does not see the start of the next.
            Event::Error(PgnError::NextGame { .. }) => {}
            Event::Error(error) => {
                let name = format!("{error:?}");
                games.last_mut().expect("a game").push(Event::Comment(name.split(' ').next().expect("a name").into()));
            }
            event => games.last_mut().expect("a game").push(event.clone()),
        }
    }
    games
}

/// The moves that a tree must have: the legal moves of the main line.
#[derive(Default)]
struct MainLine<'a> {
    tags: StartTags<'a>,
    position: Option<Position<ChessRules>>,
    moves: usize,
    errors: usize,
    /// `true` if there is a variation before the first move. If no move follows, the tree stores it as the game.
    is_odd: bool,
    result: Option<GameResult>,
}

impl<'a> Visitor<'a> for MainLine<'a> {
    fn begin_game(&mut self, _: usize) {
        *self = MainLine::default();
    }
    fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
        self.tags.tag(name, value);
    }
    fn end_tags(&mut self) -> Flow {
        self.position = self.tags.position().ok();
        if self.position.is_some() { Flow::Continue } else { Flow::Skip }
    }
    fn san(&mut self, san: &'a [u8], _: usize) -> Flow {
        let played = self.position.as_mut().is_some_and(|position| play_san(position, san).is_ok());
        self.moves += usize::from(played);
        if played { Flow::Continue } else { Flow::Skip }
    }
    fn begin_variation(&mut self) -> Flow {
        self.is_odd |= self.moves == 0;
        Flow::Skip
    }
    fn end_game(&mut self, result: Option<GameResult>) {
        self.result = result;
    }
    fn error(&mut self, _: PgnError) {
        self.errors += 1;
    }
}

/// All trees and errors of a file.
fn trees(input: &[u8]) -> Vec<(GameTree, Option<PgnError>)> {
    let mut reader = Reader::new(input);
    std::iter::from_fn(|| GameTree::read_lenient(&mut reader)).collect()
}

const PIECE: usize = 1 << 16;

/// A line that is skipped, so that the first piece of a stream ends `shift` bytes after it.
fn filler(shift: usize) -> Vec<u8> {
    [&b"%"[..], &vec![b'x'; PIECE.saturating_sub(shift + 2)], b"\n"].concat()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: common::cases(400), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_file_is_read_alike_by_every_reader(input in file(), cut in any::<prop::sample::Index>()) {
        let whole = by_game(&events(&input));
        let count = whole.len();

        // Skipped games, and ranges one by one and in two halves.
        let mut reader = Reader::new(&input);
        prop_assert_eq!(std::iter::from_fn(|| reader.skip_game().then_some(())).count(), count);
        let ranges: Vec<_> = split_games(&input).collect();
        let each: Vec<_> = ranges.iter().flat_map(|range| by_game(&events(&input[range.clone()]))).collect();
        prop_assert_eq!(&each, &whole);
        if let Some(second) = ranges.get(cut.index(count.max(1))) {
            let parts = [&input[..second.start], &input[second.start..]].map(|part| by_game(&events(part)));
            prop_assert_eq!(parts.concat(), whole.clone());
        }

        // As a stream, with the end of a piece at any place.
        let padded = [&filler(cut.index(input.len() + 1)), &input[..]].concat();
        let mut stream = StreamReader::new(Cursor::new(&padded));
        let mut log = Log::default();
        while let Some(mut reader) = stream.next_game().expect("no error of a cursor") {
            prop_assert!(reader.read_game(&mut log));
        }
        prop_assert_eq!(&log.events, &events(&padded));
        prop_assert_eq!(by_game(&log.events).len(), count);

        // As trees: lenient, strict, all at once, from a stream, from ranges.
        let lenient = trees(&input);
        prop_assert_eq!(lenient.len(), count);
        let mut reader = Reader::new(&input);
        let mut main_line = MainLine::default();
        for (tree, error) in &lenient {
            let other_letters = letters_of::<ChessRules>(&reader).is_some_and(|letters| letters != PieceLetters::ENGLISH);
            prop_assert!(reader.read_game(&mut main_line));
            prop_assert!(main_line.errors == 0 || error.is_some());
            prop_assert!(main_line.is_odd && main_line.moves == 0 || other_letters || tree.main_line().count() == main_line.moves);
            prop_assert!(main_line.result.is_none_or(|result| result == GameResult::Unknown || tree.result == Some(result)));
        }
        let strict: Vec<_> = games(&input).collect();
        prop_assert_eq!(strict.len(), count);
        for ((tree, error), strict) in lenient.iter().zip(&strict) {
            match strict {
                Ok(strict) => prop_assert_eq!(strict, tree),
                Err(strict) => prop_assert_eq!(Some(*strict), *error),
            }
            let costs_moves = matches!(error, Some(PgnError::Move { .. } | PgnError::Start { .. } | PgnError::UnclosedComment { .. }));
            prop_assert!(!costs_moves || strict.is_err());
        }
        let streamed: Vec<_> = StreamReader::new(Cursor::new(&input)).map(Result::ok).collect();
        prop_assert_eq!(&streamed, &strict.iter().map(|game| game.clone().ok()).collect::<Vec<_>>());
        let of_ranges: Vec<_> = ranges.iter().flat_map(|range| trees(&input[range.clone()])).map(|(tree, _)| tree).collect();
        prop_assert_eq!(of_ranges, lenient.into_iter().map(|(tree, _)| tree).collect::<Vec<_>>());
    }

    /// A tree of a file, whatever is wrong with the file, is written as a game that reads back as this tree.
    #[test]
    fn any_game_of_a_file_comes_back(input in file()) {
        for (tree, error) in trees(&input) {
            match tree.to_string().parse::<GameTree>() {
                Ok(again) => prop_assert_eq!(again, tree),
                // Tags that give no start are written as they were.
                Err(again) => {
                    prop_assert!(error.is_some() && matches!(again, PgnError::Start { .. }), "{}: {:?}", again, tree.to_string());
                }
            }
        }
    }

    /// A reader that stops, skips, or changes its mode in the middle continues like a reader of the whole.
    #[test]
    fn a_reader_remembers_nothing_of_how_it_read(input in file(), ways in prop::collection::vec((0..7_u8, 0..12_usize), 6)) {
        let mut whole = Reader::new(&input);
        let mut reader = Reader::new(&input);
        for (way, after) in ways.into_iter().cycle() {
            let mut expected = Log::default();
            if !whole.read_game(&mut expected) {
                prop_assert!(!reader.skip_game());
                break;
            }
            let mut log = Changing { log: Log::default(), way, after };
            match way {
                0 => prop_assert!(reader.skip_game()),
                1 => prop_assert!(GameTree::<ChessRules>::read(&mut reader).is_some()),
                2 => prop_assert!(reader.clone().read_game(&mut Log::default()) && reader.read_game(&mut log)),
                // A visitor that stops gets no `end_game`.
                _ => _ = reader.read_game(&mut log),
            }
            prop_assert!(expected.events.starts_with(&log.until_change()));
            if way < 3 {
                // Nothing of the game is left to read.
                prop_assert_eq!(reader.offset(), whole.offset());
            }
        }
    }
}

/// Continues, stops or skips after a number of events.
struct Changing {
    log: Log,
    way: u8,
    after: usize,
}

impl Changing {
    fn flow(&self) -> Flow {
        match self.way {
            3 if self.log.events.len() > self.after => Flow::Stop,
            4 if self.log.events.len() > self.after => Flow::Skip,
            _ => Flow::Continue,
        }
    }

    /// The events before the change of mode.
    fn until_change(&self) -> Vec<Event> {
        let mut events = self.log.events.clone();
        if matches!(self.way, 3 | 4) {
            events.truncate(self.after + 1);
        }
        events
    }
}

impl<'a> Visitor<'a> for Changing {
    fn begin_game(&mut self, offset: usize) {
        self.log.begin_game(offset);
    }
    fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
        self.log.tag(name, value);
    }
    fn end_tags(&mut self) -> Flow {
        self.log.end_tags();
        self.flow()
    }
    fn san(&mut self, san: &'a [u8], offset: usize) -> Flow {
        self.log.san(san, offset);
        self.flow()
    }
    fn nag(&mut self, nag: u8) {
        self.log.nag(nag);
    }
    fn comment(&mut self, comment: RawText<'a>) {
        self.log.comment(comment);
    }
    fn begin_variation(&mut self) -> Flow {
        self.log.begin_variation();
        self.flow()
    }
    fn end_variation(&mut self) {
        self.log.end_variation();
    }
    fn end_game(&mut self, result: Option<GameResult>) {
        self.log.end_game(result);
    }
    fn error(&mut self, error: PgnError) {
        self.log.error(error);
    }
}
