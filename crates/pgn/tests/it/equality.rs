//! Trees are equal only if each of their fields is: every change of a field of every node makes another tree.

use chess0x88::{Chess, ChessRules};
use chess0x88_pgn::{Command, GameResult, GameTree, Node, NodeId, Step, TreeBuilder};

const GAME: &str = "[Event \"A\"]\n[White \"B\"]\n[Result \"1-0\"]\n\n$11 {before} 1. e4 $1 {open} ({a game} 1. d4 $2 {closed} d5 {too}) {again} \
                    1... e5 (1... c5 2. Nf3 {sicilian}) 2. Nf3 Nc6 1-0";

fn tree() -> GameTree<ChessRules> {
    GAME.parse().expect("a game")
}

fn nodes(tree: &GameTree<ChessRules>) -> Vec<NodeId> {
    let moves = tree.walk().filter_map(|step| if let Step::Move(id) = step { Some(id) } else { None });
    [tree.root()].into_iter().chain(moves).collect()
}

type Change = (&'static str, fn(&mut Node));

const ADDED: [Change; 5] = [
    ("a glyph", |node| node.nags.push(7)),
    ("a first glyph", |node| node.nags.insert(0, 7)),
    ("a comment", |node| node.comments.push("x".into())),
    ("a comment before", |node| node.starting_comments.push("x".into())),
    ("a comment behind", |node| node.closing_comments.push("x".into())),
];

/// Both questions, since equality has no order.
fn differ(one: &GameTree<ChessRules>, other: &GameTree<ChessRules>, what: &str) {
    for [one, other] in [[one, other], [other, one]] {
        assert!(one != other, "{what}\n{one}{other}");
    }
}

#[test]
fn a_change_of_any_field_of_any_node_makes_another_tree() {
    let tree = tree();
    let mut changes = 0;
    for id in nodes(&tree) {
        for (what, add) in ADDED {
            let mut other = tree.clone();
            add(other.node_mut(id).expect("a node"));
            differ(&tree, &other, what);
            changes += 1;
        }
        // What is there is taken away, or is another.
        for place in 0..4 {
            for is_other in [false, true] {
                let mut other = tree.clone();
                let node = other.node_mut(id).expect("a node");
                let texts = [&mut node.starting_comments, &mut node.comments, &mut node.closing_comments];
                if let Some(texts) = texts.into_iter().nth(place) {
                    let Some(text) = texts.pop() else { continue };
                    texts.extend(is_other.then(|| text + "x"));
                } else {
                    let Some(nag) = node.nags.pop() else { continue };
                    node.nags.extend(is_other.then_some(nag + 1));
                }
                differ(&tree, &other, "a text or a glyph");
                changes += 1;
            }
        }
        // The order of the variations, and each of them.
        let mut other = tree.clone();
        if other.promote(id) {
            differ(&tree, &other, "a promoted variation");
            changes += 1;
        }
        let mut other = tree.clone();
        if id != tree.root() && other.remove(id) {
            differ(&tree, &other, "a removed move");
            changes += 1;
        }
    }
    assert!(changes > 70, "{changes}");
}

#[test]
fn a_change_of_the_tags_the_result_or_the_start_makes_another_tree() {
    let tree = tree();
    for n in 0..tree.tags.len() {
        let changes: [fn(&mut GameTree<ChessRules>, usize); 4] = [
            |tree, n| drop(tree.tags.remove(n)),
            |tree, n| tree.tags[n].0.push('x'),
            |tree, n| {
                tree.tags[n].1 = "0-1".into();
                tree.result = Some(GameResult::BlackWins);
            },
            |tree, n| tree.tags.insert(n, ("X".into(), "x".into())),
        ];
        for change in changes {
            let mut other = tree.clone();
            change(&mut other, n);
            differ(&tree, &other, "a tag");
        }
    }
    let mut other = tree.clone();
    other.tags.swap(0, 1);
    differ(&tree, &other, "the order of the tags");
    // The result of the game counts, not the field beside a tag that names it.
    let mut other = tree.clone();
    assert_eq!(other.result.replace(GameResult::Draw), Some(GameResult::WhiteWins));
    differ(&tree, &other, "the result");
    // Of the start also what a position does not compare.
    let starts = [
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 1 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 2",
        "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
    ];
    // With the tag FEN and without it.
    let makes: [fn(Chess) -> GameTree<ChessRules>; 2] =
        [GameTree::with_start, |start| TreeBuilder::untagged(start).finish()];
    for make in makes {
        let trees = starts.map(|fen| make(fen.parse().expect("a position")));
        for (n, one) in trees.iter().enumerate() {
            for other in &trees[n + 1..] {
                differ(one, other, "the start");
            }
        }
    }
}

#[test]
fn commands_and_shapes_differ_in_each_part() {
    let texts = [
        "[%csl Gd4]",
        "[%csl Gd4,Re5]",
        "[%csl Rd4]",
        "[%csl Gd5]",
        "[%cal Gd4d5]",
        "[%cal Gd4d6]",
        "[%cal Ge4d6]",
        "[%clk 0:01:00]",
        "[%clk 0:01:01]",
        "[%emt 0:01:00]",
        "[%eval 0.5]",
        "[%eval 0.5,3]",
        "[%eval 0.6]",
        "[%eval #1]",
        "[%eval #-1]",
        "[%x y]",
        "[%x z]",
        "[%z y]",
    ];
    let commands = texts.map(|text| Command::all_in(text).next().expect(text));
    for (n, one) in commands.iter().enumerate() {
        for (m, other) in commands.iter().enumerate() {
            assert_eq!(one == other, n == m, "{one:?} and {other:?}");
        }
    }
}
