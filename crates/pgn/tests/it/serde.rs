//! Trees are written as PGN and read again.

use chess0x88::{Chess, ChessRules, Makruk, Rules};
use chess0x88_pgn::GameTree;

fn round_trips<R: Rules>(tree: &GameTree<R>) {
    let json = serde_json::to_string(tree).expect("JSON");
    assert_eq!(serde_json::from_str::<GameTree<R>>(&json).expect(&json), *tree);
    let binary = postcard::to_allocvec(tree).expect("postcard");
    assert_eq!(postcard::from_bytes::<GameTree<R>>(&binary).expect("postcard"), *tree);
}

#[test]
fn a_tree_is_pgn() {
    let pgn = "[White \"Anna\"]\n\n{ start } 1. e4 $1 (1. d4 { a comment that is longer than a line of PGN may be, with spaces } 1... d5) 1... e5 *\n";
    let tree: GameTree = pgn.parse().expect("a game");
    assert_eq!(serde_json::to_string(&tree).expect("JSON"), format!("{pgn:?}"));
    round_trips(&tree);
    round_trips(&GameTree::<ChessRules>::new());
    let mut after_e4 = Chess::startpos();
    after_e4.play(after_e4.parse_san("e4").expect("legal")).expect("legal");
    round_trips(&GameTree::with_start(after_e4));
    round_trips(&GameTree::with_start(Chess::chess960(7).expect("a start")));
    round_trips(&GameTree::with_start(Makruk::startpos()));
    let mut untold = GameTree::with_start(after_e4);
    untold.tags.clear();
    assert_eq!(
        serde_json::to_string(&untold).expect_err("no start").to_string(),
        "the tag FEN does not tell from which position the game starts"
    );
    assert_eq!(
        serde_json::from_str::<GameTree>("\"1. e5 *\"").expect_err("illegal").to_string(),
        "line 1, byte 3: e5: the pawn on e2 does not move to e5 at line 1 column 9"
    );
}
