//! The line that leads to a node, its spelling, and the main line.

use chess0x88::{Chess, ChessRules, Color, Game};
use chess0x88_pgn::{EditError, GameResult, GameTree, NodeId, Step};

type Tree = GameTree<ChessRules>;

fn read(pgn: &str) -> Tree {
    pgn.parse().unwrap_or_else(|error| panic!("{pgn}: {error}"))
}

fn nodes(tree: &Tree) -> Vec<NodeId> {
    let nodes = tree.walk().filter_map(|step| match step {
        Step::Move(id) => Some(id),
        _ => None,
    });
    nodes.collect()
}

#[test]
fn each_node_has_its_line() {
    let tree = read("1. e4 (1. d4 -- 2. c4 (2. Nf3 d5)) 1... e5 (1... c5) 2. Nf3 *");
    let lines: Vec<String> = nodes(&tree).into_iter().map(|id| tree.san_moves(id).join(" ")).collect();
    assert_eq!(lines, ["e4", "d4", "d4 --", "d4 -- c4", "d4 -- Nf3", "d4 -- Nf3 d5", "e4 e5", "e4 c5", "e4 e5 Nf3"],);
    for id in nodes(&tree) {
        let line = tree.san_moves(id);
        assert_eq!(tree.san(id).as_ref(), line.last());
        assert_eq!(tree.ply(id), Some(line.len() as u32));
        assert_eq!(tree.path(id).last(), Some(&id));
        assert_eq!(tree.path(id).len(), line.len());
        assert_eq!(tree.is_main_line(id), tree.main_line().any(|main| main == id));
    }
    let root = tree.root();
    assert_eq!(
        (tree.path(root), tree.ply(root), tree.san(root), tree.san_moves(root)),
        (vec![], Some(0), None, vec![])
    );
    assert!(tree.is_main_line(root));
}

#[test]
fn removed_nodes_have_no_line() {
    let mut tree = read("1. e4 (1. d4 d5) 1... e5 *");
    let d4 = tree.variations(tree.root())[1];
    let d5 = tree.variations(d4)[0];
    tree.remove(d4);
    for id in [d4, d5] {
        assert_eq!((tree.path(id), tree.ply(id), tree.san(id), tree.san_moves(id)), (vec![], None, None, vec![]));
        assert!(!tree.is_main_line(id) && !tree.promote_line(id));
        let reply = Chess::startpos().parse_san("c4").expect("legal");
        assert_eq!(tree.find_variation(id, reply), None);
        assert_eq!(tree.find_or_add(id, reply), Err(EditError::Removed));
    }
}

#[test]
fn a_line_is_promoted_as_a_whole_and_its_comments_stay() {
    let mut tree = read("1. e4 { King's. } ({ Or } 1. d4 d5 ({ Not } 1... Nf6 2. c4 e6) 2. Nf3) 1... e5 *");
    let last = nodes(&tree).into_iter().find(|&id| tree.san(id).as_deref() == Some("e6")).expect("it is there");
    assert!(tree.promote_line(last));
    assert_eq!(
        tree.to_string(),
        "1. d4 { Or } (1. e4 { King's. } 1... e5) 1... Nf6 { Not } (1... d5 2. Nf3) 2.\nc4 e6 *\n"
    );
    assert!(tree.is_main_line(last) && !tree.promote_line(last));
    assert!(!tree.promote_line(tree.root()));
}

#[test]
fn a_move_that_is_there_is_found_and_any_other_added() {
    let mut tree = read("1. e4 (1. -- e5) (1. d4) (1. d4 d5) *");
    let root = tree.root();
    let first_d4 = tree.variations(root)[2];
    let mv = |san: &str| Chess::startpos().parse_san(san).expect("legal");
    assert_eq!(tree.find_or_add(root, mv("d4")), Ok(first_d4));
    let c4 = tree.find_or_add(root, mv("c4")).expect("legal");
    assert_eq!(tree.find_or_add(root, mv("c4")), Ok(c4));
    assert_eq!(tree.find_variation(root, mv("Nf3")), None);
    assert_eq!(tree.variations(root).len(), 5);
    assert!(matches!(tree.find_or_add(c4, mv("c4")), Err(EditError::Illegal(_))));
}

#[test]
fn a_game_is_written_with_the_seven_tags_and_its_result() {
    let mut game = Game::new("4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse::<Chess>().expect("a position"));
    let tree = GameTree::from(&game);
    let names: Vec<&str> = tree.tags.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["Event", "Site", "Date", "Round", "White", "Black", "Result", "SetUp", "FEN"]);
    assert_eq!((tree.tag("Result"), tree.result), (Some("*"), None));
    game.resign(Color::Black).expect("it goes on");
    let mut tree = GameTree::from(&game);
    assert_eq!((tree.tag("Result"), tree.result), (Some("1-0"), Some(GameResult::WhiteWins)));
    tree.set_result(GameResult::Draw);
    assert_eq!((tree.tag("Result"), tree.result), (Some("1/2-1/2"), Some(GameResult::Draw)));
    let again = read(&tree.to_string());
    assert_eq!((again.tags, again.result), (tree.tags, tree.result));
    // A tree without that tag gets none.
    let mut plain = read("1. e4 *");
    plain.set_result(GameResult::BlackWins);
    assert_eq!(plain.to_string(), "1. e4 0-1\n");
}

#[test]
fn a_missing_result_is_that_of_the_tag() {
    let tree = read("[Result \"0-1\"]\n\n1. e4 e5");
    assert_eq!(tree.result, Some(GameResult::BlackWins));
    assert_eq!(tree.to_string(), "[Result \"0-1\"]\n\n1. e4 e5 0-1\n");
}

/// Of several tags with one name the last counts, for `tag`, for the start, for the result and in the text.
#[test]
fn of_two_tags_of_one_name_the_last_counts() {
    let pgn = "[Event \"Open\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n[Result \"1-0\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\
               [Result \"0-1\"]\n\n1. O-O";
    let mut tree = read(pgn);
    assert_eq!((tree.tag("FEN"), tree.tag("Result")), (Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), Some("0-1")));
    assert_eq!((tree.start().fen().as_str(), tree.result), (tree.tag("FEN").unwrap(), Some(GameResult::BlackWins)));
    assert_eq!(tree.to_game().unwrap().outcome().unwrap().result(), "0-1");
    assert_eq!(read(&tree.to_string()), tree);
    tree.set_tag("Result", "1/2-1/2").unwrap();
    assert_eq!((tree.tag("Result"), tree.tags.len()), (Some("1/2-1/2"), 5));
    assert_eq!(read(&tree.to_string()), tree);
    // A `*` counts like any other result.
    let open = read("[Event \"Open\"]\n[Result \"1-0\"]\n[Result \"*\"]\n\n1. e4");
    assert_eq!(
        (open.tag("Result"), open.result, open.to_game().unwrap().outcome()),
        (Some("*"), Some(GameResult::Unknown), None)
    );
    // A tag with the name of the first tag belongs to the game too.
    let mut tree = read("[Event \"Open\"]\n[Site \"?\"]\n\n1. e4 *");
    tree.tags.push(("Event".to_owned(), "Closed".to_owned()));
    assert_eq!(tree.tag("Event"), Some("Closed"));
    assert_eq!(tree.to_string(), "[Event \"Open\"]\n[Site \"?\"]\n[Event \"Closed\"]\n\n1. e4 *\n");
    assert_eq!(read(&tree.to_string()), tree);
}

#[test]
fn a_tag_that_could_not_be_read_is_refused() {
    let mut tree = read("[Event \"Open\"]\n\n1. e4 *");
    let before = tree.clone();
    for name in [
        "",
        "My Tag",
        "A \"x\"]\n[Result",
        "a[",
        "b]",
        "!",
        "\u{a0}",
        "A\u{200b}",
        "A\u{2028}B",
        "A\u{a0}B",
        "A,B",
        "A,",
        "\"",
        "A\n",
    ] {
        assert_eq!(tree.set_tag(name, "1-0"), Err(EditError::TagName), "{name:?}");
    }
    for (name, value) in
        [("FEN", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), ("FEN", "nonsense"), ("fen", "nonsense"), ("Variant", "Atomic")]
    {
        assert_eq!(tree.set_tag(name, value), Err(EditError::StartTag), "{name} {value}");
    }
    assert_eq!((&tree, tree.tags.len()), (&before, 1));
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (name, value) in
        [("FEN", usual), ("SetUp", "1"), ("Variant", "Standard"), ("Ünï_1-x;{}%", "\\\"]\n[Result \"1-0\"]")]
    {
        tree.set_tag(name, value).unwrap();
    }
    // An odd name makes a changed name, and neither another tag nor another game.
    tree.tags.push(("A \"x\"]\n[Result".to_owned(), "1-0".to_owned()));
    let again = read(&tree.to_string());
    assert_eq!((&again, again.result), (&tree, Some(GameResult::Unknown)));
    assert_eq!(again.tags[5], ("A__x____Result".to_owned(), "1-0".to_owned()));
    assert_eq!(again.tags[4].1, "\\\"] [Result \"1-0\"]");
    assert_eq!(Tree::read_all(tree.to_string().as_bytes()).count(), 1);
}
