//! PGN of sites and programs, and the result of reading it.

use std::fs;
use std::path::Path;

use chess0x88_pgn::{Command, GameTree, Reader};

/// The head of the file explains its format.
const SITES: &str = include_str!("../data/sites.txt");

/// The bytes of a sample: the file spells `\xNN` and `\r`.
fn bytes(text: &str) -> Vec<u8> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        found.extend_from_slice(&rest.as_bytes()[..at]);
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('r') {
            found.push(b'\r');
            rest = after;
        } else {
            let digits = rest.strip_prefix('x').and_then(|digits| digits.get(..2)).expect("two digits");
            found.push(u8::from_str_radix(digits, 16).expect("hexadecimal digits"));
            rest = &rest[3..];
        }
    }
    found.extend_from_slice(rest.as_bytes());
    found
}

/// Counts the parts of a tree.
#[derive(Default)]
struct Counts {
    variations: usize,
    glyphs: usize,
    texts: usize,
    clocks: usize,
    times: usize,
    evaluations: usize,
    mates: usize,
    shapes: usize,
    others: usize,
}

impl Counts {
    fn comment(&mut self, comment: &str) {
        let mut commands = 0;
        for command in Command::all_in(comment) {
            commands += 1;
            match command {
                Command::Clock(_) => self.clocks += 1,
                Command::ElapsedMoveTime(_) => self.times += 1,
                Command::Eval { .. } => self.evaluations += 1,
                Command::Mate { .. } => self.mates += 1,
                Command::Shapes(shapes) => self.shapes += shapes.iter().count(),
                _ => self.others += 1,
            }
        }
        self.texts += usize::from(commands == 0);
    }
}

/// The result of reading a text: a line for each game.
fn said(text: &[u8]) -> Vec<String> {
    let mut reader = Reader::new(text);
    let mut games = Vec::new();
    while let Some((game, error)) = <GameTree>::read_lenient(&mut reader) {
        let mut counts = Counts::default();
        let main: Vec<_> = game.main_line().collect();
        let mut waiting = vec![game.root()];
        while let Some(id) = waiting.pop() {
            let node = game.node(id).expect("a node");
            counts.variations += usize::from(id != game.root() && !game.is_main_line(id));
            counts.glyphs += node.nags.len();
            node.starting_comments.iter().chain(&node.comments).for_each(|comment| counts.comment(comment));
            waiting.extend(node.variations());
        }
        let Counts { variations, glyphs, texts, clocks, times, evaluations, mates, shapes, others } = counts;
        let tags = &game.tags;
        let last = main.last().and_then(|&id| game.san(id)).unwrap_or_default();
        let error = error.map_or(String::new(), |error| format!("; {error}"));
        games.push(format!(
            "{} moves to {last:?}, {variations} aside, {} tags, {clocks} clocks, {times} times, {evaluations} evaluations, {mates} mates, \
             {shapes} shapes, {others} other commands, {glyphs} glyphs, {texts} texts, {}{error}",
            main.len(),
            tags.len(),
            game.result.map_or("none".to_owned(), |result| result.to_string())
        ));
    }
    games
}

#[test]
fn every_site_is_read_as_expected() {
    let (mut found, mut wrong, mut samples) = (String::new(), Vec::new(), 0);
    let mut parts = SITES.split("\n== ");
    found += parts.next().expect("a head");
    for part in parts {
        let (name, rest) = part.split_once('\n').expect("a name");
        let expected: Vec<&str> = rest.lines().map_while(|line| line.strip_prefix("= ")).collect();
        let text: String = rest.split_inclusive('\n').skip(expected.len()).collect();
        let said = said(&bytes(&text));
        if said != expected {
            wrong.push(format!("{name}:\n{}", said.join("\n")));
        }
        let lines: String = said.iter().flat_map(|line| ["= ", line, "\n"]).collect();
        found += &["\n== ", name, "\n", &lines, &text].concat();
        samples += 1;
    }
    // Replace the file by this one if the expected result has changed.
    let renewed = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sites.txt");
    if !wrong.is_empty() {
        fs::write(&renewed, found).expect("a file");
    }
    assert!(wrong.is_empty(), "{}\nAll of it: {}", wrong.join("\n"), renewed.display());
    assert!(samples >= 16, "{samples} samples");
}
