//! Hostile input takes time in proportion to its length, and no memory.

use crate::events::events;
use chess0x88_pgn::{Flow, PgnError, Reader, Visitor};

/// Counts and stores nothing, so that only the reader could need memory.
#[derive(Default)]
struct Count {
    opened: usize,
    errors: usize,
    last: Option<PgnError>,
}

impl Visitor<'_> for Count {
    fn begin_variation(&mut self) -> Flow {
        self.opened += 1;
        Flow::Continue
    }
    fn error(&mut self, error: PgnError) {
        self.errors += 1;
        self.last = Some(error);
    }
}

fn count(input: &[u8]) -> Count {
    let mut count = Count::default();
    let mut reader = Reader::new(input);
    while reader.read_game(&mut count) {}
    count
}

#[test]
fn a_million_open_parentheses() {
    let found = count(&b"(".repeat(1_000_000));
    assert_eq!(found.opened, 1_000_000);
    assert_eq!(found.last, Some(PgnError::UnclosedVariation { depth: 1_000_000, offset: 0, line: 1 }));
}

#[test]
fn a_huge_comment() {
    let mut input = vec![b'x'; 20_000_000];
    input[0] = b'{';
    assert_eq!(count(&input).last, Some(PgnError::UnclosedComment { offset: 0, line: 1 }));
    input.extend(b"} e4 *");
    assert_eq!(count(&input).errors, 0);
}

#[test]
fn repeated_errors_do_not_search_the_input_again_and_again() {
    for piece in [
        "[A \"1\"]\n{\n",
        "[\n",
        "[A \"\n",
        "\"   ",
        "[a",
        "{",
        "(",
        ")",
        "[A \"1\"] (\n",
        "[A \" \" \" ",
        "$",
        "%\n",
        ";",
        "e4 ) *\n",
        "1",
        "-",
        "e.",
    ] {
        // Anything quadratic would take minutes.
        count(piece.repeat(250_000 / piece.len()).as_bytes());
    }
    assert_eq!(count("[A \"1\"]\n{\n".repeat(1000).as_bytes()).errors, 1000);
}

#[test]
fn everything_unterminated_ends() {
    let pgn = b"[A \"b\\\"c\"]\n% x\n1. e4! (1. d4 {e} ; f\n e8(Q)+ exd6e.p. $12) 0-0 1/2-1/2";
    for end in 0..pgn.len() {
        events(&pgn[..end]);
    }
}
