//! The work of trees is in proportion to their size.

use std::format;

use chess0x88::Move;

use crate::GameTree;
use crate::tally::Work;
use crate::tally::counter::taken;

/// Builds a tree of `nodes` nodes with the same move: each after the start, or each after the one before.
fn tree(nodes: usize, is_deep: bool, comments: usize) -> GameTree {
    let mut tree = GameTree::new();
    let mut at = tree.root();
    for n in 0..nodes {
        let position = tree.position(at).expect("a node");
        let uci = if is_deep { ["g1f3", "g8f6", "f3g1", "f6g8"][n % 4] } else { "g1f3" };
        let mv: Move = position.parse_uci(uci).expect("a legal move");
        let id = tree.add_variation(at, mv).expect("a legal move");
        if is_deep {
            at = id;
        }
    }
    let root = tree.root();
    tree.node_mut(root).expect("a root").comments.extend((0..comments).map(|n| format!("{n}")));
    tree
}

#[test]
fn merging_takes_work_in_proportion_to_the_trees() {
    const SIZE: usize = 50_000;
    let trees = [tree(SIZE, false, 0), tree(SIZE, true, 0), tree(0, false, SIZE)];
    for one in &trees {
        for other in &trees {
            let mut merged = one.clone();
            taken(Work::Match);
            merged.merge(other).expect("the same start");
            // Each variation and each comment of either tree is examined once.
            assert!(taken(Work::Match) <= 2 * SIZE);
        }
    }
}

/// Each way to set tags examines at most the tags that a tree can hold, and stores no more.
#[test]
fn setting_many_tags_takes_bounded_work() {
    const MANY: usize = 20_000;
    const MOST: usize = 1 << 13;
    for pushes in [false, true] {
        let mut game: GameTree = GameTree::new();
        taken(Work::Match);
        for n in 0..MANY {
            let is_full = game.tags.len() >= MOST;
            assert_eq!(game.set_tag(&format!("Tag{n}"), "set").is_err(), is_full);
            if pushes {
                game.tags.push((format!("Push{n}"), "pushed".into()));
            }
            let work = taken(Work::Match);
            assert!(work <= MOST, "{work}");
        }
        if !pushes {
            assert_eq!((game.set_tag("Tag1", "again"), game.tags.len()), (Ok(()), MOST));
            game.tags.remove(0);
            assert_eq!((game.set_tag("Tag0", "last"), game.tag("Tag1")), (Ok(()), Some("again")));
        }
    }
}
