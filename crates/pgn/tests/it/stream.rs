//! Games of a stream and ranges of games give the same as one reader of the whole.

use std::io::{self, Cursor, Read};
use std::ops::Range;

use crate::errors::unescape;
use crate::events::{Event, Log, events, pgn_like};
use chess0x88_pgn::{GameTree, PgnError, Reader, StreamReader, split_games};
use proptest::prelude::*;

/// Returns all events of a stream, and its errors.
fn streamed(stream: impl Read, limit: usize) -> (Vec<Event>, Vec<String>) {
    let mut log = Log::default();
    let mut errors = Vec::new();
    let mut games = StreamReader::with_limit(stream, limit);
    loop {
        match games.next_game() {
            Ok(Some(mut reader)) => {
                assert!(reader.read_game(&mut log), "a reader of one game");
                assert!(!reader.read_game(&mut log), "and of no more");
            }
            Ok(None) => return (log.events, errors),
            Err(error) => errors.push(error.to_string()),
        }
    }
}

const LARGE: usize = 1 << 24;
/// The bytes that the reader requests from a stream at a time.
const PIECE: usize = 1 << 16;

/// An escaped line of this length.
fn filler(length: usize) -> String {
    format!("%{}\n", "x".repeat(length.saturating_sub(2)))
}

/// A stream that returns one byte at a time, with interruptions.
struct Dripping<'a>(&'a [u8], usize);

impl Read for Dripping<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 += 1;
        if self.1 % 100 == 99 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let length = buffer.len().min(1);
        self.0.read(&mut buffer[..length])
    }
}

#[test]
fn games_of_any_length_come_one_by_one() {
    let games: Vec<String> = (0..400)
        .map(|n| {
            let comment = "word ".repeat(n * n % 700);
            format!("[Event \"{n}\"]\n[Site \"?\"]\n\n1. e4 {{ {comment}}} (1. d4 d5) 1... e5 $1 1/2-1/2\n\n")
        })
        .collect();
    let text = games.concat();
    let whole = events(text.as_bytes());
    assert_eq!(streamed(Cursor::new(&text), LARGE), (whole.clone(), vec![]));
    assert_eq!(streamed(Dripping(text.as_bytes(), 0), LARGE), (whole.clone(), vec![]));
    // A limit that no game exceeds changes nothing.
    let longest = games.iter().map(String::len).max().expect("games");
    assert_eq!(streamed(Cursor::new(&text), longest + 16), (whole, vec![]));
}

#[test]
fn a_stream_without_games_ends() {
    for text in ["", "\n\n", "% escaped\n", "; comment", &" ".repeat(3 * PIECE)] {
        for limit in [0, 1, LARGE] {
            assert_eq!(streamed(Cursor::new(text), limit), (vec![], vec![]), "{text:?}");
        }
    }
}

#[test]
fn games_that_are_only_a_comment_or_have_no_tags_come_one_by_one() {
    let comment = format!("{}{{ {} }}\n", "\n".repeat(PIECE), "word ".repeat(PIECE));
    let games = "1. e4 e5 {x} 2. Nf3 ±\n\n".repeat(PIECE / 10);
    for text in [comment, games] {
        let told = events(text.as_bytes());
        assert_eq!(streamed(Cursor::new(&text), LARGE), (told.clone(), vec![]));
        let ranges: Vec<Range<usize>> = split_games(text.as_bytes()).collect();
        let each = ranges.iter().flat_map(|range| placeless(events(&text.as_bytes()[range.clone()])));
        assert_eq!(each.collect::<Vec<_>>(), placeless(told));
    }
}

#[test]
fn text_between_games_belongs_to_no_game() {
    let text = b"\n\n 1. e4 *\n\n\n[A \"b\"]\n\n1. d4 *\n";
    let games: Vec<&[u8]> = split_games(text).map(|range| &text[range]).collect();
    assert_eq!(games, [&b"1. e4 *"[..], b"[A \"b\"]\n\n1. d4 *"]);
    // At the start of an input a % would hide the rest of its line.
    let text = b"e4 * % d4 *";
    let games: Vec<&[u8]> = split_games(text).map(|range| &text[range]).collect();
    assert_eq!(games, [&b"e4 *"[..], b" % d4 *"]);
}

#[test]
fn a_game_beyond_the_limit_is_an_error_and_the_next_is_read() {
    let long = format!("[Event \"long\"]\n\n1. e4 {{ {} }} *\n\n", "word ".repeat(100_000));
    let text = format!("[Event \"1\"]\n\n1. d4 *\n\n{long}[Event \"2\"]\n\n1. c4 *\n");
    let (told, errors) = streamed(Cursor::new(&text), 1000);
    let events: Vec<_> = told.iter().filter(|event| matches!(event, Event::Tag(..) | Event::San(_))).collect();
    let [Event::Tag(_, one), Event::San(d4), Event::Tag(_, two), Event::San(c4)] = *events.as_slice() else {
        panic!("{events:?}")
    };
    assert_eq!([one, d4, two, c4], ["1", "d4", "2", "c4"]);
    assert_eq!(errors, ["line 5, byte 22: the game that starts here is longer than 1000 bytes"]);
    let error = StreamReader::with_limit(long.as_bytes(), 1000).next_game().expect_err("too long");
    let error = error.get_ref().and_then(|error| error.downcast_ref::<PgnError>()).expect("what was wrong");
    assert_eq!((error.offset(), error.line()), (0, 1));
}

#[test]
fn behind_a_game_beyond_the_limit_only_a_line_begins_with_a_tag_wherever_the_buffer_ends() {
    for shift in 0..6 {
        // The bracket is on each side of the end of a piece.
        let long = format!("e4 {{{}", "x".repeat(2 * PIECE - 6 + shift));
        let (told, errors) = streamed(Cursor::new(format!("{long}\n[Event \"1\"]\n\nd4 *\n")), 1000);
        assert!(told.contains(&Event::San("d4".into())) && errors.len() == 1, "{shift}: {told:?} {errors:?}");
        let (told, errors) = streamed(Cursor::new(format!("{long}[Event \"1\"]\n\nd4 *\n")), 1000);
        assert!(told.is_empty() && errors.len() == 1, "{shift}: {told:?} {errors:?}");
    }
}

#[test]
fn a_word_behind_a_result_may_go_on_in_the_next_part() {
    for (length, end) in [(3, "x"), (3, ""), (5000, "x"), (5000, "")] {
        // At the end of a part it is castling.
        for before in [1, 2, 3, length] {
            let text = format!("{}e4 * {}{end} *\n", filler(PIECE - before - 5), "O".repeat(length));
            assert_eq!(
                streamed(Cursor::new(&text), LARGE),
                (events(text.as_bytes()), vec![]),
                "{length} {before} {end}"
            );
        }
    }
}

#[test]
fn an_error_tells_its_place_in_the_stream() {
    let text = format!("{}1. e4 *\n\n1. d4 (\n", filler(3 * PIECE));
    let (told, _) = streamed(Cursor::new(&text), LARGE);
    let Some(Event::Error(error)) = told.last() else { panic!("{told:?}") };
    assert_eq!(*error, PgnError::UnclosedVariation { depth: 1, offset: 3 * PIECE + 15, line: 4 });
}

#[test]
fn comments_that_are_never_closed_do_not_take_the_rest() {
    let game = "[Event \"1\"]\n\n1. e4 { unclosed\n\n";
    let text = game.repeat(20_000);
    let (told, errors) = streamed(Cursor::new(&text), 2 * PIECE);
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(told, events(text.as_bytes()));
}

#[test]
fn errors_of_the_stream_are_told_and_the_stream_asked_again() {
    struct Failing<'a>(&'a [u8], bool);

    impl Read for Failing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if !std::mem::replace(&mut self.1, true) {
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.0.read(buffer)
        }
    }

    let (told, errors) = streamed(Failing(b"1. e4 *", false), LARGE);
    assert_eq!((told, errors.len()), (events(b"1. e4 *"), 1));
}

/// The events of a reader without places, errors, and the note about a missing blank line.
fn placeless(events: Vec<Event>) -> Vec<Event> {
    let is_note = |event: &Event| matches!(event, Event::Error(PgnError::NextGame { .. }));
    let events = events.into_iter().filter(|event| !is_note(event)).map(|event| match event {
        Event::Begin(_) => Event::Begin(0),
        Event::Error(_) => Event::Comment("wrong".into()),
        event => event,
    });
    events.collect()
}

#[test]
fn a_comment_before_a_byte_order_mark_belongs_to_no_game_behind_it() {
    for input in
        [";\n\u{feff}\n\n1. @", "{a}\u{feff}\n\n1. e4", ";a\n\u{feff}1. e4", "{a}\u{feff}", "\u{feff}{a}\u{feff}{b}"]
    {
        each_range_tells_the_same(input.as_bytes());
    }
    assert_eq!(events(b";a\n\xef\xbb\xbf1. e4").iter().filter(|event| matches!(event, Event::Comment(_))).count(), 0);
}

#[test]
fn words_before_a_game_are_no_evidence_about_a_dash_at_its_start() {
    let inputs = [
        &b"* Black resigned. a\n\n\x97 "[..],
        "* he resigned\n\n\u{2014} e5 *".as_bytes(),
        b"* a\n\n\x97 e5 2. Nf3 *",
        b"1-0%a\n\x97[A \"b\"]",
    ];
    inputs.into_iter().for_each(each_range_tells_the_same);
}

/// A stream that returns at most so many bytes at a time.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.1);
        self.0.read(&mut buffer[..length])
    }
}

/// Each error of the corpora has its byte and line in a stream too: whatever it returns at a time, and wherever a piece of the reader ends.
#[test]
fn every_error_of_the_corpus_has_its_place_in_a_stream() {
    const BEFORE: &str = "1. e4 *\n\n";
    let corpora = [include_str!("../data/bad.txt"), include_str!("../data/illegal.txt")].concat();
    let mut errors = 0;
    for (n, line) in corpora.lines().filter_map(|line| line.strip_prefix("> ")).enumerate() {
        let input = unescape(line);
        for size in [1, 2, 3, 7, 64] {
            assert_eq!(streamed(Pieces(&input, size), LARGE), (events(&input), vec![]), "{line} by {size}");
        }
        for shift in (n % 7..=input.len()).step_by(7) {
            // Behind a game, which the stream has given away when it reads on.
            let before = filler(PIECE - BEFORE.len() - shift) + BEFORE;
            let text = [before.as_bytes(), &input].concat();
            let told = events(&text);
            assert_eq!(streamed(Cursor::new(&text), LARGE), (told.clone(), vec![]), "{line} at {shift}");
            errors += told.iter().filter(|event| matches!(event, Event::Error(_))).count();
            // And so have the errors of trees.
            let (mut reader, mut stream) = (Reader::new(&text), StreamReader::new(Cursor::new(&text)));
            let whole = std::iter::from_fn(|| GameTree::read_lenient(&mut reader));
            let of_stream =
                std::iter::from_fn(|| GameTree::read_lenient(&mut stream.next_game().expect("no error of a cursor")?));
            let error = |(_, error): (GameTree, Option<PgnError>)| error;
            assert!(of_stream.map(error).eq(whole.map(error)), "{line} at {shift}");
        }
    }
    assert!(errors > 100, "{errors}");
}

/// Compares what a reader of the whole tells with readers of each range, and of the ranges before and behind each start.
fn each_range_tells_the_same(input: &[u8]) {
    let (ranges, whole) = (split_games(input).collect::<Vec<Range<usize>>>(), placeless(events(input)));
    let of = |range: Range<usize>| placeless(events(&input[range]));
    let joined = |ranges: &[Range<usize>]| match ranges {
        [] => Vec::new(),
        [first, .., last] | [first @ last] => of(first.start..last.end),
    };
    assert_eq!(ranges.iter().cloned().flat_map(of).collect::<Vec<_>>(), whole, "{}", input.escape_ascii());
    for (one, other) in (1..ranges.len()).map(|middle| ranges.split_at(middle)) {
        assert_eq!([joined(one), joined(other)].concat(), whole, "{}", input.escape_ascii());
    }
    let mut reader = Reader::new(input);
    assert_eq!(std::iter::from_fn(|| reader.skip_game().then_some(())).count(), ranges.len());
}

/// The reader looks ahead at the first word behind a blank line. Its end is where it is when the word is read.
#[test]
fn a_word_that_goes_on_in_brackets_or_dots_ends_alike_in_its_range() {
    let words: [&[u8]; 7] = [b"e8(Q)", b"\xa1e8(Q)", b"e8(Q)+ e4", b"exd6e.p.", b"exd6e.p.#", b"Nf3e8(Q)", b"d4(Q)"];
    for before in ["", "1. e4 e5", "1. e4 e5 (*)", "(*)", "1-0", "½-½"] {
        for gap in ["\n\n", " 1/2 -\n\n1.", " ½\n\n-1 ", "\n\n½-½", "\n\n1/2", "\n\n1.", "\n\n*", "\n"] {
            for (word, behind) in words.iter().flat_map(|word| ["", " e5", "(d5) *"].map(|behind| (*word, behind))) {
                each_range_tells_the_same(&[before.as_bytes(), gap.as_bytes(), word, behind.as_bytes()].concat());
            }
        }
    }
}

/// Tags that stand among moves are judged by what comes before and behind them. A range ends where the next game begins, so what is behind
/// it must not count.
#[test]
fn tags_among_moves_are_judged_alike_in_their_range_and_in_a_stream() {
    let befores = ["e4", "1. e4 e5", "1. e4 (1. d4", "[A \"b\"]\n\n1. e4", "1. e4 *", "{c}"];
    let tags = ["[x \"y\"]", "[x \"y\"]\n[z \"w\"]", "[A \"b\"]", "[Site \"\"]", "[x \"y\"] {c} [z \"w\"]"];
    let breaks = [" ", "\n", "<br>", "\n\n", "<br><br>", "\n%\n", "\n;c\n\n", "\n{c}\n\n", "\n\n\u{feff}"];
    let behind =
        ["", "e4 Nf3", "e5", "♘f3", "d4(Q)", "1. e4", "2. d4", "1... e5", "½-½", "foo", "(d4)", "[x \"y\"]\n\nd4"];
    let mut cases = 0;
    for (before, tags) in befores.iter().flat_map(|before| tags.map(|tags| (before, tags))) {
        for (gap, blank) in breaks[..5].iter().flat_map(|gap| breaks.map(|blank| (gap, blank))) {
            for behind in behind {
                let input = [before, gap, tags, blank, behind].concat();
                each_range_tells_the_same(input.as_bytes());
                cases += 1;
                if cases % 32 == 0 {
                    // A piece of the stream ends in it.
                    let text = filler(PIECE - cases / 32 % input.len()) + &input;
                    assert_eq!(streamed(Cursor::new(&text), LARGE), (events(text.as_bytes()), vec![]), "{input:?}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: common::cases(500), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ranges_read_one_by_one_tell_the_same(input in pgn_like()) {
        each_range_tells_the_same(&input);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: common::cases(100), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_stream_tells_the_same_wherever_its_pieces_end(input in pgn_like(), first in 0..20_usize) {
        for shift in (first..=input.len()).step_by(20) {
            // The first piece ends at each byte of the input.
            let text = [filler(PIECE - shift).as_bytes(), &input].concat();
            prop_assert_eq!(streamed(Cursor::new(&text), LARGE), (events(&text), vec![]), "{}", shift);
        }
    }

    #[test]
    fn any_limit_comes_to_an_end(input in pgn_like(), times in 1..200_usize, limit in 0..3000_usize) {
        let text = input.repeat(times);
        let (_, errors) = streamed(Cursor::new(&text), limit);
        prop_assert!(errors.len() <= text.len());
    }
}

#[test]
fn a_stream_is_a_loop_over_trees_that_goes_on_behind_a_wrong_game_and_ends_with_the_stream() {
    /// A stream that always fails.
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::InvalidData.into())
        }
    }
    let of = |game: io::Result<GameTree>| game.map_or_else(|error| error.to_string(), |game| game.to_string());
    let games: Vec<String> = StreamReader::new(Cursor::new("1. e4 *\n\n1. e5 *\n\n1. d4 *\n")).map(of).collect();
    assert_eq!(games, ["1. e4 *\n", "line 3, byte 12: e5: the pawn on e2 does not move to e5", "1. d4 *\n"]);
    let broken = Cursor::new("1. e4 *\n\n1. d4 *\n").chain(Broken);
    assert_eq!(StreamReader::new(broken).map(|game| game.is_ok()).take(9).collect::<Vec<_>>(), [false]);
}
