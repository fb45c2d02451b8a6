//! A tree equals the tree read from its text, for any texts in it, alone and among other games.

use chess0x88::Chess;
use chess0x88_pgn::{GameResult, GameTree, NodeId, Reader, Writer, split_games};
use proptest::prelude::*;

/// Texts with all characters that have a meaning in PGN.
fn hostile() -> impl Strategy<Value = String> {
    let parts = [
        "}",
        "{",
        ";",
        "(",
        ")",
        "[",
        "]",
        "\"",
        "\\",
        "%",
        "<",
        ">",
        "<br>",
        "</p>",
        "< br",
        "\n",
        "\r",
        "\n\n",
        "\r\n\r\n",
        " ",
        "  ",
        "\t",
        "\u{b}",
        "\u{a0}",
        "\u{200b}",
        "\u{feff}",
        "\0",
        "\x1a",
        "*",
        "1-0",
        "0-0",
        "1.",
        "1. e4",
        "$5",
        "!",
        "--",
        "e4",
        "…",
        "½",
        "[Event \"1\"]",
        "\n\n[Event \"2\"]\n\n1. d4 *\n\n",
        "[%clk 0:01:00]",
        "[Result \"0-1\"]",
        "] [",
        "\"]",
        "\\\"",
        "a",
        "ä",
        "A b",
        "\n%",
        "\n;",
        "\n1.",
        "Event",
        "ยาว",
    ];
    let part = prop_oneof![6 => prop::sample::select(parts.to_vec()).prop_map(String::from), 1 => any::<char>().prop_map(String::from)];
    let long = "[a-z ]{0,120}";
    prop::collection::vec(prop_oneof![9 => part.boxed(), 1 => long.boxed()], 0..9).prop_map(|parts| parts.concat())
}

/// A tree with variations at its start, nested and side by side, and texts in all places.
fn tree() -> impl Strategy<Value = GameTree> {
    let moves = prop::sample::select(vec![
        "1. e4 (1. d4 d5 (1... Nf6) (1... f5)) 1... e5 (1... --) 2. Nf3 *",
        "*",
        "1. e4",
        "(1. e4) *",
        "[Result \"1-0\"]\n[SetUp \"1\"]\n[FEN \"4k2r/8/8/8/8/8/8/4K3 b k - 3 99\"]\n\n99... O-O (99... Rf8) 100. Kd2 (100. Ke2 Rf7 (100... Re8+)) 100... Rd8+ 1-0",
    ]);
    let comments = prop::collection::vec((any::<prop::sample::Index>(), 0..3_usize, hostile()), 0..8);
    let tags =
        prop::collection::vec((prop_oneof![2 => "[A-Z][a-z]{0,2}", 1 => hostile()], hostile(), any::<bool>()), 0..6);
    let nags = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..3);
    let results = [
        None,
        Some(GameResult::BothLose),
        Some(GameResult::Draw),
        Some(GameResult::WhiteWins),
        Some(GameResult::Unknown),
    ];
    (moves, tags, comments, nags, prop::sample::select(results.to_vec())).prop_map(
        |(moves, tags, comments, nags, result)| {
            let mut tree: GameTree = moves.parse().expect("a game");
            for (name, value, pushes) in tags {
                let is_start = ["FEN", "SetUp", "Variant"].iter().any(|start| start.eq_ignore_ascii_case(&name));
                if pushes && !is_start {
                    tree.tags.push((name, value));
                    continue;
                }
                let before = tree.clone();
                if tree.set_tag(&name, value.as_str()).is_ok() {
                    assert_eq!(tree.tag(&name).map(str::trim), Some(value.replace(['\r', '\n'], " ").trim()));
                } else {
                    assert_eq!(tree.tags, before.tags);
                }
            }
            tree.result = result;
            let mut nodes = vec![tree.root()];
            let mut at = 0;
            while let Some(&id) = nodes.get(at) {
                nodes.extend(tree.variations(id));
                at += 1;
            }
            for (place, list, comment) in comments {
                let node = tree.node_mut(*place.get(&nodes)).expect("a node");
                let lists = [&mut node.starting_comments, &mut node.comments, &mut node.closing_comments];
                lists.into_iter().nth(list).expect("three lists").push(comment);
            }
            for (place, nag) in nags {
                tree.node_mut(*place.get(&nodes)).expect("a node").nags.push(nag);
            }
            tree
        },
    )
}

/// The tree as text in lines of this width.
fn written(tree: &GameTree, width: usize) -> String {
    let mut text = String::new();
    tree.write(&mut Writer::with_width(&mut text, width)).expect("room");
    text
}

/// A second writer, which has all words before it breaks lines: a word, the spaces before it at which a line may break, or a line end.
enum Piece {
    Word(String),
    Spaces(usize),
    Newline,
}

/// The movetext of a tree in pieces.
struct Plain<'t> {
    tree: &'t GameTree,
    pieces: Vec<Piece>,
    /// The next move of Black has its number.
    numbered: bool,
    /// The next token follows without a space.
    joined: bool,
}

impl Plain<'_> {
    fn token(&mut self, text: &str) {
        if !std::mem::take(&mut self.joined) {
            self.pieces.push(Piece::Spaces(1));
        }
        self.pieces.push(Piece::Word(text.into()));
    }

    fn comments<'c>(&mut self, comments: impl IntoIterator<Item = &'c String>) {
        for comment in comments {
            self.numbered = true;
            if comment.contains('}') {
                let mut line = comment.replace(['\r', '\n'], " ");
                for letter in ('a'..='z').chain('A'..='Z').chain(['/']) {
                    line = line.replace(&format!("<{letter}"), &format!("< {letter}"));
                }
                self.token(&format!("; {line}"));
                self.pieces.push(Piece::Newline);
                self.joined = true;
            } else {
                self.braces(comment);
            }
        }
    }

    fn braces(&mut self, comment: &str) {
        // A tag of the roster behind a blank line looks like a game, so brackets that begin a line are indented.
        let is_break = |char| char == '\r' || char == '\n';
        let is_game = comment.match_indices('[').any(|(at, _)| {
            let before = &comment[..at];
            let blank = &before[before.trim_end_matches(|char: char| char.is_ascii_whitespace()).len()..];
            let name = comment[at + 1..].starts_with(['E', 'S', 'D', 'R', 'W', 'B']);
            blank.ends_with(is_break) && blank.matches(is_break).count() > 1 && name
        });
        let mut comment = comment.to_owned();
        if is_game {
            comment = comment.replace("\n[", "\n [").replace("\r[", "\r [");
        }
        self.token("{");
        let text = format!(" {comment}");
        let mut spaces = 0;
        for (at, char) in text.char_indices() {
            let command = text[..at].rfind("[%").is_some_and(|open| !text[open..at].contains(']'));
            match char {
                ' ' => spaces += 1,
                _ if spaces == 0 && char != '\n' => self.pieces.push(Piece::Word(char.into())),
                '\n' => self.pieces.extend([Piece::Spaces(std::mem::take(&mut spaces)), Piece::Newline]),
                _ if command || matches!(char, '[' | '%' | '\r') => {
                    self.pieces.push(Piece::Word(" ".repeat(std::mem::take(&mut spaces)) + &char.to_string()));
                }
                _ => self.pieces.extend([Piece::Spaces(std::mem::take(&mut spaces)), Piece::Word(char.into())]),
            }
        }
        self.pieces.push(Piece::Word(" }".into()));
    }

    fn after(&mut self, id: NodeId, starts_variation: bool) {
        let node = self.tree.node(id).expect("a node");
        for nag in &node.nags {
            self.token(&format!("${nag}"));
        }
        if !starts_variation {
            self.comments(&node.starting_comments);
        }
        self.comments(&node.comments);
        if !starts_variation {
            self.comments(&node.closing_comments);
        }
    }

    fn play(&mut self, position: &Chess, id: NodeId, starts_variation: bool) -> Chess {
        let (node, black) = (self.tree.node(id).expect("a node"), position.turn() == chess0x88::Color::Black);
        if starts_variation {
            self.comments(&node.starting_comments);
        }
        if !black || self.numbered {
            self.token(&format!("{}{}", position.fullmove_number(), if black { "..." } else { "." }));
        }
        self.numbered = false;
        self.token(&node.mv().map_or("--".into(), |mv| position.san(mv).to_string()));
        self.after(id, starts_variation);
        let mut next = *position;
        match node.mv() {
            Some(mv) => next.play(mv).expect("legal"),
            None => _ = next.make_null().expect("no check"),
        }
        next
    }

    /// The moves behind a node: the main move, its alternatives, and what follows the main move.
    fn line(&mut self, mut position: Chess, mut id: NodeId) {
        while let [main, others @ ..] = self.tree.variations(id) {
            let next = self.play(&position, *main, false);
            for &other in others {
                self.token("(");
                (self.numbered, self.joined) = (true, true);
                let behind = self.play(&position, other, true);
                self.line(behind, other);
                self.pieces.push(Piece::Word(")".into()));
                (self.numbered, self.joined) = (true, false);
                self.comments(&self.tree.node(other).expect("a node").closing_comments);
            }
            (position, id) = (next, *main);
        }
    }
}

/// The tree as the second writer writes it.
fn plain(tree: &GameTree, width: usize) -> String {
    let named = tree.tag("Result").and_then(|value| GameResult::from_ascii(value.as_bytes()));
    let result = tree.result.or(named).unwrap_or(GameResult::Unknown).as_str();
    let missing = (result == "0-0" && tree.tag("Result").is_none()).then(|| ("Result".into(), result.into()));
    let mut text = String::new();
    for (name, value) in tree.tags.iter().cloned().chain(missing) {
        let odd = |char: char| char <= '"' || "[]".contains(char) || chess0x88::san::is_separator(char);
        let name = if name.is_empty() { "_".into() } else { name.replace(odd, "_") };
        let value = if name == "Result" { result.into() } else { value.replace(['\r', '\n'], " ") };
        text += &["[", &name, " \"", &value.replace('\\', "\\\\").replace('"', "\\\""), "\"]\n"].concat();
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let mut plain = Plain { tree, pieces: Vec::new(), numbered: true, joined: true };
    plain.after(tree.root(), false);
    plain.line(*tree.start(), tree.root());
    plain.token(result);
    plain.pieces.push(Piece::Newline);
    // Pieces without spaces between them are one word.
    let (mut column, mut spaces, mut word) = (0, 0, String::new());
    for piece in plain.pieces {
        if let Piece::Word(part) = &piece {
            word += part;
            continue;
        }
        if !word.is_empty() {
            let length = word.chars().count();
            if spaces > 0 && column > 0 && column + spaces + length > width {
                text.push('\n');
                column = length;
            } else {
                text += &" ".repeat(spaces);
                column += spaces + length;
            }
            text += &std::mem::take(&mut word);
            spaces = 0;
        }
        if let Piece::Spaces(count) = piece {
            spaces += count;
        } else {
            text += &" ".repeat(if column + spaces <= width { spaces } else { 0 });
            text.push('\n');
            (column, spaces) = (0, 0);
        }
    }
    text
}

/// All texts of a tree, unchanged.
fn letters(tree: &GameTree) -> Vec<String> {
    let mut found: Vec<String> = tree.tags.iter().flat_map(|(name, value)| [name.clone(), value.clone()]).collect();
    let mut nodes = vec![tree.root()];
    while let Some(id) = nodes.pop() {
        let node = tree.node(id).expect("a node");
        found.extend([&node.starting_comments, &node.comments, &node.closing_comments].into_iter().flatten().cloned());
        nodes.extend(node.variations());
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: common::cases(200), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_a_tree_says_comes_back(tree in tree()) {
        for width in [79, 20, 0, usize::MAX] {
            let text = written(&tree, width);
            prop_assert_eq!(&text, &plain(&tree, width));
            // A writer remembers nothing of a game but that there was one.
            let mut twice = String::new();
            let mut writer = Writer::with_width(&mut twice, width);
            tree.write(&mut writer).and_then(|()| tree.write(&mut writer)).expect("room");
            prop_assert_eq!(&twice, &format!("{text}\n{text}"));
            let again: GameTree = text.parse().unwrap_or_else(|error| panic!("{error}: {text:?}"));
            prop_assert_eq!(&again, &tree, "{:?}", text);
            // A tree that was read is exactly the same after another round.
            let kept: GameTree = written(&again, usize::MAX).parse().expect("a game");
            prop_assert_eq!(letters(&kept), letters(&again));
            // It is one game, and does not change the games beside it.
            let before = "[Event \"before\"]\n\n1. c4 { x } *\n\n";
            let file = [before, &text, "\n[Event \"behind\"]\n\n1. c4 { } *\n"].concat();
            let mut games: Vec<GameTree> = GameTree::read_all(file.as_bytes()).collect::<Result<_, _>>().expect(&file);
            prop_assert_eq!((games.len(), games.remove(1) == tree), (3, true), "{:?}", file);
            let mut reader = Reader::new(&file);
            prop_assert_eq!(std::iter::from_fn(|| reader.skip_game().then_some(())).count(), 3, "{:?}", file);
            let parts: usize = split_games(file.as_bytes()).map(|part| GameTree::<chess0x88::ChessRules>::read_all(&file.as_bytes()[part]).count()).sum();
            prop_assert_eq!(parts, 3);
        }
    }

    #[test]
    fn whatever_a_tree_says_comes_back_through_serde(tree in tree()) {
        let json = serde_json::to_string(&tree).expect("JSON");
        prop_assert_eq!(&serde_json::from_str::<GameTree>(&json).expect(&json), &tree);
        let binary = postcard::to_allocvec(&tree).expect("postcard");
        prop_assert_eq!(&postcard::from_bytes::<GameTree>(&binary).expect("postcard"), &tree);
    }
}

#[test]
fn trees_with_different_words_are_not_equal() {
    let said = |comment: &str| {
        let mut tree: GameTree = "1. e4 *".parse().expect("a game");
        let root = tree.root();
        tree.node_mut(root).expect("the root").comments.push(comment.into());
        tree
    };
    for (one, other) in
        [("a b", "ab"), ("a", "b"), ("a", ""), ("a } <br>", "a } <hr>"), ("<br>", "< br>"), ("a\u{a0}", "a")]
    {
        assert_ne!(said(one), said(other), "{one} {other}");
    }
    for (one, other) in [(" a\tb\n", "a b"), ("a } <br>", "a } < br>"), ("\n", "")] {
        assert_eq!(said(one), said(other), "{one} {other}");
    }
    let mut one: GameTree = "[Event \"a\"]\n\n*".parse().expect("a game");
    let other = one.clone();
    one.tags[0].1 = "b".into();
    assert_ne!(one, other);
    one.tags.clear();
    assert_ne!(one, other);
}
