//! Comparing and merging trees of variations.

use std::collections::{BTreeMap, BTreeSet};

use chess0x88::{Chess, ChessRules, Makruk, Move};
use chess0x88_pgn::{EditError, GameResult, GameTree, NodeId, Step};
use common::{Random, sorted_moves, starts};
use proptest::prelude::*;

type Tree = GameTree<ChessRules>;

fn read(pgn: &str) -> Tree {
    pgn.parse().unwrap_or_else(|error| panic!("{pgn}: {error}"))
}

/// All nodes but the root, in the order of PGN.
fn nodes(tree: &Tree) -> impl Iterator<Item = NodeId> + '_ {
    tree.walk().filter_map(|step| if let Step::Move(id) = step { Some(id) } else { None })
}

/// A random tree from a start: few moves to choose from, so that two trees have moves in common, some moves twice, null moves,
/// and a few comments and symbols.
fn tree(start: Chess, random: &mut Random, size: usize) -> Tree {
    let mut tree = Tree::with_start(start);
    let mut ids = vec![tree.root()];
    for _ in 0..random.below(size) {
        let at = random.pick(&ids).expect("a root");
        let Some(position) = tree.position(at) else { continue };
        let moves = sorted_moves(&position);
        let added = match random.pick(&moves[..moves.len().min(3)]) {
            Some(mv) if random.below(8) > 0 => tree.add_variation(at, mv),
            _ => tree.add_null_move(at),
        };
        ids.extend(added);
        if random.one_in(20) {
            let removed = random.pick(&ids).filter(|&id| id != tree.root());
            removed.map(|id| tree.remove(id));
        }
        let said = random.pick(&ids).and_then(|id| tree.node_mut(id));
        if let Some(node) = said.filter(|_| random.one_in(2)) {
            let word = || ["good", "bad", "why", "{"];
            match random.below(4) {
                0 => node.comments.extend(random.pick(&word()).map(String::from)),
                1 => node.starting_comments.extend(random.pick(&word()).map(String::from)),
                2 => node.closing_comments.extend(random.pick(&word()).map(String::from)),
                _ => node.nags.push(random.below(4) as u8),
            }
        }
    }
    tree
}

/// The comments and symbols of a line.
type Said = (BTreeSet<String>, BTreeSet<u8>);

/// Each line of a tree from the start, with the comments and symbols of its last move. Equal lines are joined.
fn lines(tree: &Tree) -> BTreeMap<Vec<Option<Move>>, Said> {
    let mut lines = BTreeMap::<_, Said>::new();
    for id in nodes(tree).chain([tree.root()]) {
        let moves = tree.path(id).iter().map(|&id| tree.node(id).expect("a node").mv()).collect::<Vec<_>>();
        let node = tree.node(id).expect("a node");
        let (comments, nags) = lines.entry(moves).or_default();
        comments
            .extend([&node.starting_comments, &node.comments, &node.closing_comments].into_iter().flatten().cloned());
        nags.extend(&node.nags);
    }
    lines
}

#[test]
fn variations_and_comments_are_joined() {
    for (one, other, both) in [
        ("*", "*", "*"),
        ("*", "1. e4 (1. d4) 1... e5 *", "1. e4 (1. d4) 1... e5 *"),
        ("1. e4 (1. d4) 1... e5 *", "*", "1. e4 (1. d4) 1... e5 *"),
        ("1. e4 *", "1. d4 *", "1. e4 (1. d4) *"),
        ("1. e4 e5 2. Nf3 *", "1. e4 c5 2. c3 *", "1. e4 e5 (1... c5 2. c3) 2. Nf3 *"),
        ("1. e4 $1 *", "1. e4 $1 $14 *", "1. e4 $1 $14 *"),
        ("{ a } 1. e4 { b } *", "{ c } 1. e4 { b } { d } *", "{ a } { c } 1. e4 { b } { d } *"),
        // Comments before a variation are comments after the move on the main line.
        ("1. e4 *", "1. d4 ({ king } 1. e4 { pawn }) *", "1. e4 { king } { pawn } (1. d4) *"),
        ("1. e4 (1. d4) *", "1. c4 ({ queen } 1. d4) *", "1. e4 ({ queen } 1. d4) (1. c4) *"),
        // A tree with a move twice keeps it twice, and does not get it a third time.
        ("1. e4 (1. e4 c5) *", "1. e4 e5 *", "1. e4 (1. e4 c5) 1... e5 *"),
        ("1. e4 e5 *", "1. e4 (1. e4 c5) *", "1. e4 (1. e4 c5) 1... e5 *"),
        ("1. e4 -- 2. d4 *", "1. e4 -- (1... e5) 2. Nf3 *", "1. e4 -- (1... e5) 2. d4 (2. Nf3) *"),
    ] {
        let mut merged = read(one);
        merged.merge(&read(other)).unwrap();
        assert_eq!(merged.to_string().trim_end(), both, "{one} and {other}");
        assert_eq!(merged, read(both));
    }
}

#[test]
fn tags_and_result_stay() {
    let mut tree = read("[White \"Anna\"]\n1. e4 1-0");
    tree.merge(&read("[White \"Berta\"]\n[Black \"Carla\"]\n1. e4 e5 0-1")).unwrap();
    assert_eq!((tree.tag("White"), tree.tag("Black")), (Some("Anna"), None));
    assert_eq!(tree.result, Some(GameResult::WhiteWins));
}

#[test]
fn another_start_is_refused_and_nothing_changes() {
    let mut tree = read("1. e4 *");
    let before = tree.clone();
    let other = Tree::with_start(Chess::chess960(0).unwrap());
    let error = tree.merge(&other).unwrap_err();
    assert_eq!(
        (error, error.to_string().as_str()),
        (EditError::OtherStart, "cannot merge: the games start from different positions")
    );
    assert_eq!(tree, before);
    // Clocks do not count: the moves are the same.
    let fen = |clocks: &str| format!("[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - {clocks}\"]\n1. Ra7 *");
    let mut tree = read(&fen("0 1"));
    tree.merge(&read(&fen("7 40").replace("Ra7", "Ra8+"))).unwrap();
    assert!(tree.to_string().ends_with("1. Ra7 (1. Ra8+) *\n"));
}

#[test]
fn trees_of_makruk_are_merged_too() {
    let mut tree = GameTree::with_start(Makruk::startpos());
    let other: GameTree<_> = "[Variant \"Makruk\"]\n1. e4 (1. d4 d5) *".parse().unwrap();
    tree.merge(&other).unwrap();
    assert!(tree.to_string().ends_with("1. e4 (1. d4 d5) *\n"));
}

#[test]
fn trees_with_the_same_content_are_equal() {
    let tree = read("[White \"Anna\"]\n{ a } 1. e4 $1 { b } (1. d4 d5) (1. --) 1... e5 *");
    assert_eq!(read(&tree.to_string()), tree);
    let mut removed = tree.clone();
    let d4 = removed.variations(removed.root())[1];
    assert!(removed.remove(d4));
    assert_ne!(removed, tree);
    for other in [
        "[White \"Berta\"]\n{ a } 1. e4 $1 { b } (1. d4 d5) (1. --) 1... e5 *",
        "[White \"Anna\"]\n{ a } 1. e4 $1 { b } (1. d4 d5) (1. --) 1... e5 1-0",
        "[White \"Anna\"]\n{ c } 1. e4 $1 { b } (1. d4 d5) (1. --) 1... e5 *",
        "[White \"Anna\"]\n{ a } 1. e4 $2 { b } (1. d4 d5) (1. --) 1... e5 *",
        "[White \"Anna\"]\n{ a } 1. e4 $1 { c } (1. d4 d5) (1. --) 1... e5 *",
        "[White \"Anna\"]\n{ a } 1. e4 $1 { b } (1. --) (1. d4 d5) 1... e5 *",
        "[White \"Anna\"]\n{ a } 1. e4 $1 { b } (1. d4) (1. --) 1... e5 *",
        "[White \"Anna\"]\n{ a } 1. e4 $1 { b } (1. d4 d5) (1. --) 1... e5 2. d4 *",
        "[White \"Anna\"]\n{ a } 1. e4 $1 { b } (1. d4 d5) (1. --) *",
        "[White \"Anna\"]\n[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1 1\"]\n*",
    ] {
        assert_ne!(read(other), tree, "{other}");
    }
}

#[test]
fn trees_of_any_shape_are_merged_without_a_stack() {
    const SIZE: usize = 40_000;
    let deep = read(&"1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(SIZE / 4));
    let wide = read(&format!("1. Nf3 {} *", "(1. Nf3 Nf6)".repeat(SIZE / 2)));
    for (one, other) in [(&deep, &deep), (&wide, &wide), (&deep, &wide), (&wide, &deep)] {
        let mut merged = one.clone();
        merged.merge(other).unwrap();
        assert_eq!(merged == *one, one == other);
        let count = nodes(&merged).count();
        assert!(count >= nodes(one).count().max(nodes(other).count()), "{count}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_line_of_both_trees_is_in_the_merged_one(start in starts(), seed: u64) {
        let mut random = Random::new(seed);
        let [one, other] = [(); 2].map(|()| tree(start, &mut random, 60));
        let mut merged = one.clone();
        merged.merge(&other).unwrap();
        let mut expected = lines(&one);
        for (line, (comments, nags)) in lines(&other) {
            let said = expected.entry(line).or_default();
            said.0.extend(comments);
            said.1.extend(nags);
        }
        prop_assert_eq!(lines(&merged), expected);
        for id in nodes(&merged) {
            let mut position = start;
            for id in merged.path(id) {
                match merged.node(id).unwrap().mv() {
                    Some(mv) => position.play(mv).unwrap(),
                    None => drop(position.make_null().unwrap()),
                }
            }
            prop_assert_eq!(merged.position(id).map(Chess::to_setup), Some(position.to_setup()));
        }
    }

    #[test]
    fn merging_again_changes_nothing(start in starts(), seed: u64) {
        let mut random = Random::new(seed);
        let [one, other] = [(); 2].map(|()| tree(start, &mut random, 60));
        let mut merged = one.clone();
        merged.merge(&one).unwrap();
        prop_assert_eq!(&merged, &one);
        merged.merge(&other).unwrap();
        let once = merged.clone();
        merged.merge(&other).unwrap();
        prop_assert_eq!(&merged, &once);
        merged.merge(&one).unwrap();
        prop_assert_eq!(&merged, &once);
        merged.merge(&once).unwrap();
        prop_assert_eq!(&merged, &once);
    }

    #[test]
    fn what_was_there_keeps_its_names_and_its_order(start in starts(), seed: u64) {
        let mut random = Random::new(seed);
        let [one, other] = [(); 2].map(|()| tree(start, &mut random, 60));
        let mut merged = one.clone();
        merged.merge(&other).unwrap();
        for id in nodes(&one).chain([one.root()]) {
            let (before, after) = (one.node(id).unwrap(), merged.node(id).unwrap());
            prop_assert_eq!((before.mv(), before.parent()), (after.mv(), after.parent()));
            prop_assert!(after.variations().starts_with(before.variations()));
            prop_assert!(after.comments.starts_with(&before.comments) && after.nags.starts_with(&before.nags));
            prop_assert!(after.starting_comments.starts_with(&before.starting_comments));
        }
    }
}
