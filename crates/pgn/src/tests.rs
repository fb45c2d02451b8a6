//! The work for hostile input is in proportion to its length. The scanner counts the bytes that it examines, and these tests
//! compare the count with the length. A count is the same on every machine, unlike a time.

#[cfg(feature = "alloc")]
mod languages;
#[cfg(feature = "alloc")]
mod trees;

use std::string::String;
use std::vec::Vec;

use crate::tally::Work;
use crate::tally::counter::taken;
use crate::{Flow, Reader, Visitor};

/// A visitor that always returns the same answer.
struct Answers {
    tags: Flow,
    san: Flow,
    variation: Flow,
}

impl Visitor<'_> for Answers {
    fn end_tags(&mut self) -> Flow {
        self.tags
    }
    fn san(&mut self, _san: &[u8], _offset: usize) -> Flow {
        self.san
    }
    fn begin_variation(&mut self) -> Flow {
        self.variation
    }
}

/// Returns the most bytes examined per byte of the input, over all kinds of visitors.
fn bytes_examined(input: &[u8]) -> usize {
    let go = Flow::Continue;
    let ways = [
        Answers { tags: go, san: go, variation: go },
        Answers { tags: Flow::Skip, san: go, variation: go },
        Answers { tags: go, san: Flow::Skip, variation: go },
        Answers { tags: go, san: Flow::Stop, variation: go },
        Answers { tags: go, san: go, variation: Flow::Skip },
        Answers { tags: go, san: go, variation: Flow::Stop },
        Answers { tags: Flow::Stop, san: go, variation: go },
    ];
    let work = ways.map(|mut answers| {
        taken(Work::Byte);
        let mut reader = Reader::new(input);
        let mut calls = 0;
        // A visitor that stops ends the game, not the input.
        while reader.read_game(&mut answers) || reader.offset() < input.len() {
            calls += 1;
            assert!(calls <= 2 * input.len(), "no progress at byte {}", reader.offset());
        }
        taken(Work::Byte)
    });
    work.into_iter().max().unwrap_or_default().div_ceil(input.len().max(1))
}

/// The most bytes that may be examined per byte. The scanner examines eight bytes at a time, also for a token of one byte, and
/// may examine a byte several times. A quadratic reader examines thousands.
const BOUND: usize = 100;

/// How often a piece is repeated: a search to the end from each one would examine half as many bytes per byte.
const MANY: usize = 1000;

/// Pieces of input that once took quadratic time, and parts of them.
const PIECES: [&str; 92] = [
    "-",
    "1-",
    "1/2-",
    "a-",
    "0-0-",
    "1-0-",
    "1/2-1/2-",
    "$-",
    "e4-",
    "+",
    "#",
    "=",
    "--",
    "-1",
    "0000-",
    "0000 ",
    "0000",
    "1-0",
    "1-0 ",
    "* ",
    "{}",
    "1-0 {} ",
    "[",
    "[ ",
    "[\n",
    "[a",
    "[a ",
    "[a\n",
    "[A \"",
    "[A \"\n",
    "[A \"\\\"]",
    "[A \"1\"]",
    "[A \"1\"][",
    "[A \"1\"][B x] ",
    "\"",
    "\" ",
    "{",
    "(",
    ")",
    "$",
    "$x ",
    "$256 ",
    "%\n",
    ";",
    ";\n",
    "1",
    ".",
    "e.",
    "e.p.",
    "(Q)",
    "e4 ) *\n",
    "[A \"1\"]\n{\n",
    "[A \"1\"] (\n",
    "[A \" \" \" ",
    "{\n[A \"\n",
    "e4 {x\n[Event \"q\"]\n\ne4 *\n\n",
    "e4\n\n1. ",
    "\n\n1.",
    "\n0000\n",
    "½",
    "1–",
    "–",
    "±",
    "=\n",
    "<",
    "e4↑",
    "1-0)",
    "*\n)",
    ":",
    "1:",
    "1 - ",
    "½ : ",
    "0,5-",
    "---",
    "—",
    "— ",
    "-Nf3",
    "Nf3Nc6",
    "e4+-",
    "O-O",
    "\r",
    "\r\r",
    "e4\n\n",
    "1-0 (x",
    "1-0 (x) ",
    "1-0 [A \"1\"]\n",
    "e4 [A \"1\"]\n",
    "e4\n\n[A \"1\"]\n",
    "[Event \"1\"]\n\n",
    "{\"a\": ",
    "> ",
    "{\n\n[Event \"1\"]\nx",
];

/// Makes a tag without an end, tokens of one byte, and a bracket in the next line: the reader passes the tokens three times.
fn passed_three_times() -> String {
    ["[A A\"];", &"<".repeat(20_000), "\n4["].concat()
}

#[test]
fn the_worst_inputs_take_a_bounded_number_of_bytes() {
    const HEADS: [&str; 8] = ["", "e4 ", "(", "[A \"1\"]\n", "[A \"1\"] [", "e4 $x ", "e4 1-0 ", "e4 } "];
    assert!(bytes_examined(passed_three_times().as_bytes()) <= BOUND);
    for (number, piece) in PIECES.into_iter().enumerate() {
        let step = common::stride(4);
        for head in HEADS.into_iter().skip(number % step).step_by(step) {
            let input = [head.as_bytes(), &piece.as_bytes().repeat(MANY)].concat();
            let examined = bytes_examined(&input);
            assert!(examined <= BOUND, "{examined} bytes examined per byte at {head:?} and many {piece:?}");
        }
    }
}

/// All pairs and triples of tokens, repeated. They may find pieces that the list above lacks.
#[test]
fn no_repeated_tokens_are_worse() {
    const TOKENS: [&str; 24] = [
        "-", "1", "0", "/2", "1-0", "0000", "*", "e4", "(", ")", "{", "}", "[", "]", "A", "\"", "\\", "$", ";", "%",
        "\n", " ", ".", "!",
    ];
    // A step that shares no factor with the number of tokens meets each token in each place, and each pair.
    for number in (0..TOKENS.len().pow(3)).step_by(common::stride(11)) {
        let token = |weight: usize| TOKENS[number / weight % TOKENS.len()];
        let piece = [token(24 * 24), token(24), token(1)].concat();
        let input = piece.bytes().cycle().take(800).collect::<Vec<_>>();
        let examined = bytes_examined(&input);
        assert!(examined <= BOUND, "{examined} bytes examined per byte at many {piece:?}");
    }
}

/// The beginnings of everything that a reader skips as a whole. The test combines each with all contents and all ends.
const OPENERS: [&str; 20] = [
    "",
    ";",
    "%",
    "\n%",
    "{",
    "(",
    "[",
    "[A",
    "[A \"",
    "<",
    "<p ",
    "$",
    "1.",
    "0000",
    "0-",
    "e4",
    "*",
    "1-0 ",
    "\n\n",
    "{\n[A \"1\"]\n",
];
const GAPS: [&str; 6] = ["", " ", "x", "\n", "\u{a0}", "."];
const TERMINATORS: [&str; 25] = [
    "",
    "\n",
    "\r",
    "\r\n",
    "\n\n",
    "<br>",
    "<br>\n",
    "<",
    ">",
    "}",
    ")",
    "]",
    "\"",
    "\"]",
    "*",
    "1-0",
    "0-0",
    "0-0\n\n",
    "\n1. ",
    "\n\n1. ",
    "\n\n[Event \"",
    "\n\n[Event \"1\"]\n",
    "\u{a0}",
    ",",
    "\u{feff}",
];

/// How often each of the many kinds is repeated: enough for a search to the end from each piece to exceed the bound.
const CROSSED: usize = 250;

#[test]
fn every_terminator_behind_every_gap_takes_a_bounded_number_of_bytes() {
    let pieces = OPENERS.iter().flat_map(|opener| {
        GAPS.iter().flat_map(move |gap| TERMINATORS.map(|terminator| [opener, *gap, terminator].concat()))
    });
    let heads = ["", "[A \"1\"]\n"];
    let cases = pieces.filter(|piece| !piece.is_empty()).flat_map(|piece| heads.map(|head| (head, piece.clone())));
    for (head, piece) in cases.step_by(common::stride(7)) {
        let input = [head.as_bytes(), &piece.as_bytes().repeat(CROSSED)].concat();
        let examined = bytes_examined(&input);
        assert!(examined <= BOUND, "{examined} bytes examined per byte at {head:?} and many {piece:?}");
    }
}

/// Reads the worst known inputs, at a size that would show quadratic time.
#[test]
fn a_million_variations_a_huge_comment_and_an_endless_game_take_a_bounded_number_of_bytes() {
    let mut nested = "(e4".repeat(1_000_000);
    nested.push_str(&")".repeat(1_000_000));
    let mut comment = std::vec![b'x'; 10_000_000];
    comment[0] = b'{';
    let unclosed = comment[..5_000_000].to_vec();
    comment.extend(b"} e4 *");
    let game = "Nf3 Nf6 Ng1 Ng8 ".repeat(25_000);
    let side_by_side = "e4 (d4 {x} $1) ".repeat(200_000);
    for input in [nested.as_bytes(), &comment, &unclosed, game.as_bytes(), side_by_side.as_bytes()] {
        let examined = bytes_examined(input);
        let head = String::from_utf8_lossy(&input[..20]);
        assert!(examined <= BOUND, "{examined} bytes examined per byte at {head:?} and so on");
    }
}

#[cfg(feature = "std")]
mod streams {
    use super::*;
    use crate::StreamReader;

    /// The length of a stream in bytes: more than one read from it.
    const STREAM: usize = 200_000;

    /// Returns the bytes examined per byte for all games of a stream, and the number of games.
    fn stream_bytes_examined(input: &[u8], limit: usize) -> (usize, usize) {
        taken(Work::Byte);
        let mut games = StreamReader::with_limit(input, limit);
        let mut count = 0;
        let mut calls = 0;
        loop {
            calls += 1;
            assert!(calls <= 2 * input.len() + 1, "no progress");
            match games.next_game() {
                Ok(Some(mut reader)) => {
                    let go = Flow::Continue;
                    reader.read_game(&mut Answers { tags: go, san: go, variation: go });
                    count += 1;
                }
                Ok(None) => break,
                // A game beyond the limit.
                Err(_) => {}
            }
        }
        (taken(Work::Byte).div_ceil(input.len().max(1)), count)
    }

    #[test]
    fn the_worst_streams_take_a_bounded_number_of_bytes() {
        // A stream finds the end of each game before the game is read.
        assert!(stream_bytes_examined(passed_three_times().as_bytes(), 1 << 24).0 <= 2 * BOUND);
        for piece in PIECES {
            let input = piece.bytes().cycle().take(STREAM / 10).collect::<Vec<_>>();
            for limit in [1 << 8, 1 << 24] {
                let (examined, _) = stream_bytes_examined(&input, limit);
                assert!(examined <= BOUND, "{examined} bytes examined per byte at many {piece:?}");
            }
        }
    }

    /// Each game begins with an unclosed comment. A reader that did not remember this would search the rest of the stream each
    /// time.
    #[test]
    fn thousands_of_games_of_a_stream_take_a_bounded_number_of_bytes() {
        for piece in
            ["{\n[A \"\n", "e4 {x\n[Event \"q\"]\n\ne4 *\n\n", "[A \"1\"]\n\n1. e4 {x\n\n", "e4 *\n\n", "e4\n\n1. "]
        {
            let input = piece.bytes().cycle().take(STREAM).collect::<Vec<_>>();
            for limit in [1 << 8, 1 << 17, 1 << 24] {
                let (examined, games) = stream_bytes_examined(&input, limit);
                assert!(games > 1000, "{games} games of many {piece:?}");
                assert!(examined <= BOUND, "{examined} bytes examined per byte in {games} games of many {piece:?}");
            }
        }
    }
}
