//! PGN: told to a visitor from bytes or from a stream, and grown into trees.

use std::io::{self, Read};

use chess0x88::{ChessRules, Game, MakrukRules, Rules};
use chess0x88_pgn::{
    Command, Flow, GameResult, GameTree, NodeId, PgnError, RawText, Reader, Shape, StreamReader, Visitor, Writer,
    split_games,
};

use crate::bytes::Bytes;
use crate::positions::any_move;

/// Keeps what it is told, holds it against the input, and goes on or not as it was told to.
struct Log<'i> {
    /// Empty when the pieces told come from elsewhere.
    input: &'i [u8],
    flows: [Flow; 3],
    events: Vec<String>,
    open: usize,
}

impl<'i> Log<'i> {
    fn new(input: &'i [u8]) -> Log<'i> {
        Log { input, flows: [Flow::Continue; 3], events: Vec::new(), open: 0 }
    }

    fn within(&self, part: &[u8]) {
        let (input, part) = (self.input.as_ptr_range(), part.as_ptr_range());
        assert!(self.input.is_empty() || input.start <= part.start && part.end <= input.end);
    }
}

impl<'a> Visitor<'a> for Log<'_> {
    fn begin_game(&mut self, _: usize) {
        self.open = 0;
        self.events.push("begin".into());
    }
    fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
        self.within(name);
        self.within(value.as_bytes());
        self.events.push(format!("[{} {value}", name.escape_ascii()));
    }
    fn end_tags(&mut self) -> Flow {
        self.events.push("moves".into());
        self.flows[0]
    }
    fn san(&mut self, san: &'a [u8], offset: usize) -> Flow {
        assert!(!san.is_empty());
        assert!(self.input.is_empty() || &self.input[offset..offset + san.len()] == san);
        self.events.push(san.escape_ascii().to_string());
        self.flows[1]
    }
    fn nag(&mut self, nag: u8) {
        self.events.push(format!("${nag}"));
    }
    fn comment(&mut self, comment: RawText<'a>) {
        self.within(comment.as_bytes());
        let mut commands = 0;
        for command in comment.commands() {
            commands += 1;
            if let Command::Shapes(shapes) = command {
                assert!(shapes.iter().count() <= comment.as_bytes().len());
            }
            let _ = command.to_string();
        }
        assert!(commands <= comment.as_bytes().len());
        self.events.push(format!("{{{comment}"));
    }
    fn begin_variation(&mut self) -> Flow {
        self.open += 1;
        self.events.push("(".into());
        self.flows[2]
    }
    fn end_variation(&mut self) {
        self.events.push(")".into());
        assert!(self.open > 0);
        self.open -= 1;
    }
    fn end_game(&mut self, result: Option<GameResult>) {
        self.events.push(format!("end {result:?}"));
    }
    fn error(&mut self, error: PgnError) {
        if !self.input.is_empty() {
            assert!(error.offset() <= self.input.len());
            let ends_line = |&at: &usize| match self.input[at] {
                b'\r' => self.input.get(at + 1) != Some(&b'\n'),
                byte => byte == b'\n',
            };
            assert_eq!(error.line(), 1 + (0..error.offset()).filter(ends_line).count());
        }
        assert!(!error.to_string().is_empty());
        self.events.push(error.to_string());
    }
}

/// Gives so many bytes at a time.
struct Drip<'a>(&'a [u8], usize);

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.1);
        self.0.read(&mut buffer[..length])
    }
}

/// All games to a visitor, read, passed over, streamed, taken apart: the same games each time.
pub fn pgn_stream(data: &[u8]) {
    let Some((&how, input)) = data.split_first() else { return };
    let mut whole = Log::new(input);
    let mut reader = Reader::new(input);
    let mut ends = Vec::new();
    while reader.read_game(&mut whole) {
        assert!(ends.last().is_none_or(|&end| end < reader.offset()), "no progress");
        ends.push(reader.offset());
    }
    assert_eq!(reader.offset(), input.len());
    within_bound(input, 1);

    let mut passed = Reader::new(input);
    let mut skipped = Vec::new();
    while passed.skip_game() {
        skipped.push(passed.offset());
    }
    assert_eq!(skipped, ends);
    within_bound(input, 1);
    assert!(split_games(input).all(|game| game.start < game.end && game.end <= input.len()));

    let mut streamed = Log::new(&[]);
    let mut stream = StreamReader::with_limit(Drip(input, usize::from(how >> 4) + 1), input.len() + 1);
    loop {
        match stream.next_game() {
            Ok(Some(mut game)) => {
                assert!(game.read_game(&mut streamed));
                assert!(!game.read_game(&mut streamed));
            }
            Ok(None) => break,
            // UTF-16 has no games.
            Err(error) => return assert_eq!(whole.events, ["begin".to_owned(), error.to_string()]),
        }
    }
    assert_eq!(streamed.events, whole.events);
    // The lines of errors are counted too.
    within_bound(input, 2);
    let mut limited = StreamReader::with_limit(input, usize::from(how));
    for _ in 0..=2 * input.len() {
        match limited.next_game() {
            Ok(Some(mut game)) => assert!(game.read_game(&mut Log::new(&[]))),
            Ok(None) => break,
            Err(_) => {}
        }
    }
    within_bound(input, 2);

    let flow = |code: u8| [Flow::Continue, Flow::Skip, Flow::Stop][usize::from(code % 3)];
    let mut other = Log::new(input);
    other.flows = [flow(how), flow(how / 3), flow(how / 9)];
    let mut reader = Reader::new(input);
    let mut calls = 0;
    while reader.read_game(&mut other) || reader.offset() < input.len() {
        calls += 1;
        assert!(calls <= 2 * input.len(), "no progress");
    }
    within_bound(input, 1);
}

/// Trees of both games: written and read back the same, edited, made into games.
pub fn pgn_tree(data: &[u8]) {
    // What comes before the first zero edits what comes behind it.
    let at = data.iter().position(|&byte| byte == 0).unwrap_or(0);
    let (edits, input) = data.split_at(at);
    let input = input.strip_prefix(b"\0").unwrap_or(input);
    trees::<ChessRules>(&mut Bytes(edits), input);
    trees::<MakrukRules>(&mut Bytes(edits), input);
}

fn trees<R: Rules>(edits: &mut Bytes<'_>, input: &[u8]) {
    let mut reader = Reader::new(input);
    while let Some((mut tree, error)) = GameTree::<R>::read_lenient(&mut reader) {
        // Of a game with faults some may be kept (a tag that names another game), and be no better when it is written again.
        let is_clean = error.is_none();
        assert!(error.is_none_or(|error| error.offset() <= input.len()));
        whole(&tree, is_clean);
        let mut nodes: Vec<NodeId> = tree.main_line().collect();
        nodes.push(tree.root());
        let is_edited = !edits.is_empty();
        while !edits.is_empty() {
            let Some(node) = edits.pick(&nodes) else { break };
            match edits.byte() % 8 {
                0 => drop(tree.remove(node)),
                1 => drop(tree.promote(node)),
                2 => drop(tree.demote(node)),
                3 => drop(tree.promote_line(node)),
                4 => drop(tree.promote_to_main(node)),
                5 => nodes.extend(tree.add_null_move(node)),
                6 => {
                    if let Some(mv) = tree.position(node).and_then(|at| edits.pick(&at.legal_moves())) {
                        nodes.extend(tree.find_or_add(node, mv));
                    }
                }
                _ => nodes.extend(tree.add_variation(node, any_move(edits))),
            }
        }
        if is_edited {
            whole(&tree, is_clean);
        }
    }
    assert_eq!(GameTree::<R>::read_all(input).count(), {
        let mut reader = Reader::new(input);
        let mut games = 0;
        while reader.skip_game() {
            games += 1;
        }
        games
    });
}

/// The text of a tree, word by word: where a line was full, a comment has a line feed for a space.
pub(crate) fn words<R: Rules>(tree: &GameTree<R>) -> Vec<String> {
    tree.to_string().split_whitespace().map(String::from).collect()
}

/// What holds of every tree.
fn whole<R: Rules>(tree: &GameTree<R>, is_clean: bool) {
    let mut nodes = Vec::new();
    let mut pending = vec![tree.root()];
    while let Some(node) = pending.pop() {
        nodes.push(node);
        pending.extend(tree.variations(node));
    }
    for &node in &nodes {
        let position = tree.position(node).expect("a node of the tree");
        assert_eq!(tree.ply(node).map(|ply| ply as usize), Some(tree.path(node).len()));
        if let Some(mv) = tree.node(node).and_then(chess0x88_pgn::Node::mv) {
            let parent = tree.node(node).and_then(chess0x88_pgn::Node::parent).expect("a move has a parent");
            let before = tree.position(parent).expect("a node of the tree");
            assert_eq!(before.after(mv), Ok(position));
        }
        assert!(tree.path(node).len() <= nodes.len());
        let comments = tree.node(node).map_or(&[][..], |node| &node.comments);
        for command in comments.iter().flat_map(|comment| Command::all_in(comment)) {
            if let Command::Shapes(shapes) = command {
                let shapes: Vec<Shape> = shapes.iter().collect();
                assert!(!shapes.is_empty());
            }
        }
    }
    let _ = tree.walk().count();
    let _ = tree.to_game().map(|game: Game<R>| GameTree::from(&game));
    let expected = words(tree);
    for width in [0, 20, 79, usize::MAX] {
        let mut text = String::new();
        tree.write(&mut Writer::with_width(&mut text, width)).expect("a string takes all");
        let mut reader = Reader::new(text.as_bytes());
        let (again, error) = GameTree::<R>::read_lenient(&mut reader).expect("our own");
        assert!(error.is_none() || !is_clean, "{error:?} in {text}");
        assert!(error.is_some() || words(&again) == expected, "{text}");
        assert!(error.is_some() || width < usize::MAX || again.to_string() == tree.to_string(), "{text}");
        assert!(GameTree::<R>::read_lenient(&mut reader).is_none(), "{text}");
    }
}

/// How long the inputs become: longer than what a stream reads at once.
const LARGE: usize = 70_000;

/// The most bytes that a reader may examine per byte of its input. A quadratic reader examines thousands.
#[cfg(fuzzing)]
const BOUND: usize = 100;

/// A beginning, a piece many times, and an end, parted by zeros: what takes a reader too long mostly repeats something. The games
/// of the stream, which come in large pieces, are those of the whole; and the bytes examined are counted.
pub fn pgn_large(data: &[u8]) {
    let mut parts = data.splitn(3, |&byte| byte == 0);
    let [head, piece, tail] = [(); 3].map(|()| parts.next().unwrap_or_default());
    let mut input = head.to_vec();
    input.extend(piece.iter().cycle().take(LARGE));
    input.extend(tail);

    let mut whole = Print::default();
    let mut reader = Reader::new(&input);
    while reader.read_game(&mut whole) {}
    within_bound(&input, 1);
    let mut skipped = Reader::new(&input);
    let mut games = 0_usize;
    while skipped.skip_game() {
        games += 1;
    }
    assert_eq!(games, whole.games);
    within_bound(&input, 1);
    for piece in [LARGE, 1 << 12] {
        let mut streamed = Print::default();
        let mut stream = StreamReader::with_limit(Drip(&input, piece), input.len() + 1);
        while let Some(mut game) = stream.next_game().expect("within the limit") {
            assert!(game.read_game(&mut streamed));
        }
        assert_eq!(streamed, whole);
        within_bound(&input, 2);
    }
    // A limit that most such games exceed: they are passed over.
    let mut limited = StreamReader::with_limit(&input[..], 1 << 10);
    for _ in 0..=2 * input.len() {
        match limited.next_game() {
            Ok(Some(mut game)) => assert!(game.read_game(&mut Print::default())),
            Ok(None) => break,
            Err(_) => {}
        }
    }
    within_bound(&input, 2);
}

/// Takes what the readers have counted since the last call. A stream looks for the end of a game before it reads it: it passes over its
/// input twice.
fn within_bound(input: &[u8], passes: usize) {
    #[cfg(fuzzing)]
    {
        let examined = chess0x88_pgn::bytes_examined();
        // A short input is looked at in words of eight bytes or more, several times.
        assert!(examined <= passes * BOUND * (input.len() + 8), "{examined} bytes examined of {}", input.len());
    }
    let _ = (input, passes);
}

/// A fingerprint of what a visitor is told: too much to be kept.
#[derive(Debug, Default, PartialEq)]
struct Print {
    hash: u64,
    games: usize,
}

impl Print {
    fn note(&mut self, kind: u8, bytes: &[u8]) {
        let mut add = |word: u64| self.hash = (self.hash.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        // Words of eight bytes: what is told is long, and a fuzzer's program slow.
        let (words, rest) = bytes.as_chunks();
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        add((bytes.len() as u64) << 8 | u64::from(kind));
        words.iter().for_each(|&word| add(u64::from_le_bytes(word)));
        add(u64::from_le_bytes(last));
    }
}

impl<'a> Visitor<'a> for Print {
    fn begin_game(&mut self, _: usize) {
        self.games += 1;
        self.note(0, &[]);
    }
    fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
        self.note(1, name);
        self.note(2, value.as_bytes());
    }
    fn san(&mut self, san: &'a [u8], _: usize) -> Flow {
        self.note(3, san);
        Flow::Continue
    }
    fn nag(&mut self, nag: u8) {
        self.note(4, &[nag]);
    }
    fn comment(&mut self, comment: RawText<'a>) {
        self.note(5, comment.as_bytes());
    }
    fn begin_variation(&mut self) -> Flow {
        self.note(6, &[]);
        Flow::Continue
    }
    fn end_variation(&mut self) {
        self.note(7, &[]);
    }
    fn end_game(&mut self, result: Option<GameResult>) {
        self.note(8, result.map_or("", GameResult::as_str).as_bytes());
    }
    fn error(&mut self, error: PgnError) {
        self.note(9, error.to_string().as_bytes());
    }
}
