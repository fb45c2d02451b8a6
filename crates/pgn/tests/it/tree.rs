//! Editing a game: adding, removing and moving variations.

use chess0x88::{Chess, ChessRules, Color, Makruk, MakrukRules};
use chess0x88_pgn::{EditError, GameResult, GameTree, NodeId, PgnError, Reader, Step};

use common::Random;

type Game = GameTree<ChessRules>;

fn read(pgn: &str) -> Result<Game, PgnError> {
    pgn.parse()
}

fn add(game: &mut Game, parent: NodeId, san: &str) -> Result<NodeId, EditError> {
    let position = game.position(parent).ok_or(EditError::Removed)?;
    game.add_variation(parent, position.parse_san(san).expect("a legal move"))
}

#[test]
fn a_tree_that_was_read_is_written_again() {
    let pgn = "[Event \"A \\\"b\\\"\"]\n[Site \"c\"]\n\n{ First. } 1. e4 $1 { King's pawn. } ({ Or } 1. d4 d5 (1... Nf6 2. c4) 2. c4)\n\
               (1. c4) 1... e5 1/2-1/2\n";
    let game = read(pgn).unwrap();
    assert_eq!(game.to_string(), pgn);
    assert_eq!(game.tag("Event"), Some("A \"b\""));
    assert_eq!(game.tag("Black"), None);
    assert_eq!(game.result, Some(GameResult::Draw));
    assert_eq!(game.main_line().count(), 2);
}

#[test]
fn variations_change_places() {
    let mut game = read("e4 (d4 d5) (c4) (Nf3) e5 *").unwrap();
    let [_, _, c4, nf3] = *game.variations(game.root()) else { panic!("four variations") };
    assert!(game.promote(nf3));
    assert_eq!(game.to_string(), "1. e4 (1. d4 d5) (1. Nf3) (1. c4) 1... e5 *\n");
    assert!(game.promote_to_main(c4));
    assert_eq!(game.to_string(), "1. c4 (1. e4 e5) (1. d4 d5) (1. Nf3) *\n");
    assert!(!game.promote(c4) && !game.promote_to_main(c4) && !game.demote(nf3));
    assert!(game.demote(c4));
    assert_eq!(game.to_string(), "1. e4 (1. c4) (1. d4 d5) (1. Nf3) 1... e5 *\n");
    let root = game.root();
    assert!(!game.promote(root) && !game.demote(root) && !game.remove(root));
}

#[test]
fn comments_stay_with_their_moves() {
    let pgn = "{ First. } 1. e4 { King's. } ({ Or } 1. d4 $1 { Queen's. } ({ Not } 1. f3)) e5 ({ Or } ({ Nor } 1... a5) 1... d5) *";
    let mut comments = Vec::new();
    let edits: [fn(&mut Game, NodeId, NodeId) -> bool; 5] = [
        |_, _, _| true,
        |game, _, second| game.promote_to_main(second),
        |game, _, second| game.promote(second),
        |game, first, _| game.demote(first),
        |game, first, _| game.remove(first),
    ];
    for edit in edits {
        let mut game = read(pgn).unwrap();
        let [e4, d4, ..] = *game.variations(game.root()) else { panic!("two first moves") };
        assert!(edit(&mut game, e4, d4));
        let again = read(&game.to_string()).unwrap();
        let notes = |game: &Game| -> Vec<_> {
            let nodes = game.walk().filter_map(|step| match step {
                Step::Move(id) => game.node(id),
                _ => None,
            });
            nodes.map(|node| (node.mv(), node.starting_comments.clone(), node.comments.clone())).collect()
        };
        assert_eq!(notes(&again), notes(&game), "{game}");
        assert_eq!(again.node(again.root()).unwrap().comments, ["First."]);
        comments.push(game.node(d4).unwrap().comments.join(" "));
    }
    assert_eq!(comments, ["Queen's.", "Or Queen's.", "Or Queen's.", "Or Queen's.", "Or Queen's."]);

    // Starting comments set by a caller do not go to another move either.
    let mut game = read("1. e4 e5 *").unwrap();
    for id in [game.root()].into_iter().chain(game.main_line().collect::<Vec<_>>()) {
        let node = game.node_mut(id).unwrap();
        node.starting_comments.push("a".into());
        node.comments.push("b".into());
    }
    assert_eq!(game.to_string(), "{ a } { b } 1. e4 { a } { b } 1... e5 { a } { b } *\n");
}

#[test]
fn names_of_removed_nodes_stay_dead() {
    let mut game = read("e4 (d4 d5) e5 *").unwrap();
    let root = game.root();
    let d4 = game.variations(root)[1];
    let d5 = game.variations(d4)[0];
    assert!(game.remove(d4));
    assert!(!game.remove(d4) && !game.promote(d5));
    assert_eq!(add(&mut game, d5, "c4"), Err(EditError::Removed));
    assert_eq!(game.add_null_move(d5), Err(EditError::Removed));
    let c4 = add(&mut game, root, "c4").unwrap();
    let b4 = add(&mut game, root, "b4").unwrap();
    assert!(game.node(d4).is_none() && game.node(d5).is_none() && game.variations(d4).is_empty());
    assert!(game.position(d5).is_none() && game.node_mut(d4).is_none() && game.node_mut(d5).is_none());
    assert_eq!(game.variations(root)[1..], [c4, b4]);
    game.node_mut(c4).unwrap().nags.push(6);
    assert_eq!(game.node(c4).unwrap().parent(), Some(root));
    assert_eq!(game.to_string(), "1. e4 (1. c4 $6) (1. b4) 1... e5 *\n");
}

#[test]
fn only_legal_moves_are_added() {
    let mut game = Game::new();
    let root = game.root();
    let e4 = Chess::startpos().parse_san("e4").unwrap();
    let node = game.add_variation(root, e4).unwrap();
    let error = game.add_variation(node, e4).unwrap_err();
    assert!(matches!(error, EditError::Illegal(_)), "{error}");

    let mut game = read("1. e4 f6 2. -- g5 3. Qh5# 1-0").unwrap();
    let last = game.main_line().last().unwrap();
    let error = game.add_null_move(last).unwrap_err();
    assert_eq!(error.to_string(), "the king stays in check from the queen on h5");
    assert_eq!(game.to_string(), "1. e4 f6 2. -- g5 3. Qh5# 1-0\n");
}

#[test]
fn variations_in_odd_places_are_kept() {
    let written = |pgn: &str| read(pgn).unwrap().to_string();
    assert_eq!(written("(e4) d4"), "1. d4 (1. e4) *\n");
    assert_eq!(written("e4 e5 ({a} (c5 {b} ) (d5) c6) ()"), "1. e4 e5 (1... c5 { b }) (1... d5) ({ a } 1... c6) *\n");
    assert_eq!(written("({a} e4 {b}) d4"), "1. d4 ({ a } 1. e4 { b }) *\n");
    assert_eq!(written("e4 ({a})"), "1. e4 { a } *\n");
}

#[test]
fn each_node_has_its_position() {
    let game = read("e4 e5 (c5 Nf3 (Nc3) Nc6) (e6) Nf3 *").unwrap();
    let boards: Vec<String> = game
        .walk()
        .filter_map(|step| match step {
            Step::Move(id) => Some(game.position(id)?.fen().split(' ').next()?.to_owned()),
            _ => None,
        })
        .collect();
    assert_eq!(
        boards,
        [
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR",
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R",
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/2N5/PPPP1PPP/R1BQKBNR",
            "r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R",
            "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R",
        ]
    );
    assert_eq!(game.position(game.root()), Some(*game.start()));
}

#[test]
fn games_start_where_their_tags_say() {
    let fen = "8/8/8/8/4k3/8/4P3/4K3 b - - 3 40";
    let game = read(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\nKf4 e3+ *")).unwrap();
    assert_eq!(game.start().fen().as_str(), fen);
    assert_eq!(game.to_string(), format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n40... Kf4 41. e3+ *\n"));

    // With `SetUp` 0 the FEN does not count.
    let game = read(&format!("[SetUp \"0\"]\n[FEN \"{fen}\"]\n\n1. e4 *")).unwrap();
    assert_eq!(*game.start(), Chess::startpos());

    for variant in [
        "Standard",
        "chess",
        "Chess960",
        "Chess 960",
        "From Position",
        "fischerandom",
        "Fischer Random",
        "Freestyle Chess",
        "?",
        "",
    ] {
        let pgn = format!("[Variant \"{variant}\"]\n[FEN \"4k3/8/8/8/8/8/8/5KR1 w G - 0 1\"]\n\n1. O-O *\n");
        let game = read(&pgn).unwrap();
        assert_eq!(game.to_string(), pgn);
        let end = game.position(game.main_line().last().unwrap()).unwrap();
        assert_eq!(end.king(Color::White).to_string(), "g1");
    }
}

#[test]
fn a_game_from_any_start_is_read_again() {
    for start in [Chess::startpos(), Chess::chess960(17).unwrap(), "4k3/8/8/8/8/8/8/R3K3 w Q - 9 77".parse().unwrap()] {
        let mut game = GameTree::with_start(start);
        let root = game.root();
        game.add_variation(root, start.legal_moves()[0]).unwrap();
        let again = read(&game.to_string()).unwrap();
        assert_eq!(again.start(), game.start());
        assert_eq!(again.to_string(), game.to_string());
    }
}

#[test]
fn makruk_is_read_and_written() {
    let pgn = "[Variant \"Makruk\"]\n\n1. e4 e5 2. Nd2 (2. Sd2 $1) 2... Nd7 *\n";
    let game: GameTree<MakrukRules> = pgn.parse().unwrap();
    assert_eq!(game.to_string(), pgn);
    assert_eq!(GameTree::with_start(Makruk::startpos()).tags[..], [("Variant".to_owned(), "Makruk".to_owned())]);
    assert_eq!(read(pgn).unwrap_err().to_string(), "line 1, byte 10: the tag Variant names another game: Makruk");
    let error = "[Variant \"Chess960\"]\n\n*".parse::<GameTree<MakrukRules>>().unwrap_err();
    assert_eq!(error.to_string(), "line 1, byte 10: the tag Variant names another game: Chess960");
}

#[test]
fn common_spellings_are_understood() {
    let pgn = "e2e4 e7-e5 ng1f3 Nb8c6 Bf1c4 Bf8-c5 0-0 d6 -- Nf6 Z0 0-0 d3 Be6 Bxe6 fxe6! *";
    assert_eq!(
        read(pgn).unwrap().to_string(),
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O d6 5. -- Nf6 6. -- O-O 7. d3 Be6 8. Bxe6\nfxe6 $1 *\n"
    );
}

#[test]
fn null_moves_are_kept_or_told() {
    let game = read("[FEN \"4k3/8/8/8/8/8/4K3/2N5 w - - 0 1\"]\n1. Kf2 0000 2. Nd3 @@@@ 3. Z0 -- *").unwrap();
    assert_eq!(game.walk().filter(|step| matches!(step, Step::Move(_))).count(), 6);
    assert!(game.to_string().ends_with("\n1. Kf2 -- 2. Nd3 -- 3. -- -- *\n"));
    assert_eq!(game.to_game().map(|game| game.moves().len()), None);
    assert_eq!(
        read("1. e4 f6 2. Qh5+ 0000 *").unwrap_err().to_string(),
        "line 1, byte 17: 0000: the king stays in check from the queen on h5"
    );
}

#[test]
fn reading_goes_on_after_a_wrong_game() {
    let pgn = b"[Event \"1\"]\n\n1. e4 e4 2. d4 (2. c4) 1-0\n\n[Event \"2\"]\n\n1. d4 *\n[FEN \"x\"]\n1. e4 *\n1. c4 (c5) (1. e5) *";
    let mut reader = Reader::new(pgn);
    let mut told = Vec::new();
    while let Some(game) = Game::read(&mut reader) {
        told.push(match game {
            Ok(game) => game.to_string(),
            Err(error) => format!("{} {}: {error}", error.offset(), error.line()),
        });
    }
    assert_eq!(
        told,
        [
            "19 3: line 3, byte 19: e4: the pawn on e7 does not move to e4",
            "[Event \"2\"]\n\n1. d4 *\n",
            "68 8: line 8, byte 68: the tag FEN is wrong: board: expected a piece letter or a digit 1-8 at byte 0, found 'x'",
            "87 10: line 10, byte 87: c5: the pawn on c2 does not move to c5",
        ]
    );
}

#[test]
fn legal_moves_of_a_wrong_game_are_kept() {
    let lenient = |pgn: &str| {
        let (game, error) = Game::read_lenient(&mut Reader::new(pgn.as_bytes())).expect("a game");
        (game.to_string(), error.map(|error| error.to_string()).unwrap_or_default())
    };
    let told = |game: &str, error: &str| (game.to_owned(), error.to_owned());
    assert_eq!(lenient("1. e4 e5 1-0"), told("1. e4 e5 1-0\n", ""));
    assert_eq!(
        lenient("[A \"1\"]\n[B x]\n[C \"3\"]\n\n1. e4 $256 e5 2. Ke3 Nf6 1-0"),
        told(
            "[A \"1\"]\n[C \"3\"]\n\n1. e4 e5 1-0\n",
            "line 2, byte 11: expected `\"` before the value of a tag, found `x`"
        )
    );
    assert_eq!(
        lenient("1. e4 e5 (1... c5 {Sicilian} 2. Nf3 Nf3 (2... d6) Nc3 {lost}) 2. Nc3 {!} 0-1"),
        told(
            "1. e4 e5 (1... c5 { Sicilian } 2. Nf3) 2. Nc3 { ! } 0-1\n",
            "line 1, byte 36: Nf3: no knight can move to f3"
        )
    );
    assert_eq!(
        lenient("1. e4 e5 (1... c5 2. Nf3 & d6) 2. Nc3 1-0"),
        told("1. e4 e5 (1... c5 2. Nf3 d6) 2. Nc3 1-0\n", "line 1, byte 25: `&` cannot stand in movetext")
    );
    assert_eq!(
        lenient("[Event \"1\"]\n[FEN \"x\"]\n\n1. e4 {a} 1-0"),
        told(
            "[Event \"1\"]\n[FEN \"x\"]\n\n1-0\n",
            "line 2, byte 18: the tag FEN is wrong: board: expected a piece letter or a digit 1-8 at byte 0, found 'x'"
        )
    );
    // The first error is reported, and the next game is found.
    let mut reader = Reader::new(b"1. e4 e4 { never closed\n[A \"1\"]\n*");
    let (game, error) = Game::read_lenient(&mut reader).unwrap();
    assert_eq!((game.main_line().count(), error.map(|error| error.offset())), (1, Some(6)));
    assert_eq!(Game::read_lenient(&mut reader).unwrap().0.tag("A"), Some("1"));
    assert!(Game::read_lenient(&mut reader).is_none());
}

#[test]
fn errors_of_tags_name_the_tag() {
    let error = |tags: &str| read(&format!("[Event \"1\"]\n{tags}\n\n*")).unwrap_err().to_string();
    assert!(error("[Site \"?\"]\n[FEN  \"x\"]").starts_with("line 3, byte 30: the tag FEN is wrong: "));
    // The usual start costs nothing, but a tag without the other is told.
    let (_, error) = Game::read_lenient(&mut Reader::new("[Event \"1\"]\n[SetUp \" 1 \"]\n\n1. e4 *")).unwrap();
    assert_eq!(error.unwrap().to_string(), "line 2, byte 20: the tag SetUp is 1, but there is no tag FEN");
    let error = |tags: &str| read(&format!("[Event \"1\"]\n{tags}\n\n*")).unwrap_err().to_string();
    assert_eq!(error("\n[Variant \"Duck\"] [FEN \"x\"]"), "line 3, byte 23: the tag Variant names another game: Duck");
}

#[test]
fn the_tag_gives_the_result_that_is_missing() {
    let written = |pgn: &str| read(pgn).unwrap().to_string();
    assert_eq!(read("[Result \"1-0\"]\n1. e4").unwrap().result, Some(GameResult::WhiteWins));
    assert_eq!(written("[Result \"1-0\"]\n1. e4"), "[Result \"1-0\"]\n\n1. e4 1-0\n");
    assert_eq!(written("[Result \" 1/2-1/2 \"]\n"), "[Result \"1/2-1/2\"]\n\n1/2-1/2\n");
    // The result after the moves counts, if there is one.
    assert_eq!(written("[Result \"1-0\"]\n1. e4 0-1"), "[Result \"0-1\"]\n\n1. e4 0-1\n");
    assert_eq!(written("[Result \"1-0\"]\n1. e4 *"), "[Result \"1-0\"]\n\n1. e4 1-0\n");
    assert_eq!(read("[Result \"White\"]\n1. e4").unwrap().result, None);
    assert_eq!(read("1. e4").unwrap().result, None);
    let mut game = Game::new();
    game.tags.push(("Result".into(), "0-1".into()));
    assert_eq!(game.to_string(), "[Result \"0-1\"]\n\n0-1\n");
}

/// Of two tags with one name the last one counts, and the first stays as it is.
#[test]
fn of_two_tags_result_the_first_stays() {
    let values = ["1-0", "½-½", "1/2-1/2 (time)", "White", "*", "?", ""];
    for (first, last) in values.iter().flat_map(|first| values.map(|last| (*first, last))) {
        for end in ["1-0", "0-1", "*", ""] {
            let mut game = read(&format!("[Result \"{first}\"]\n[Result \"{last}\"]\n\n1. e4 {end}")).unwrap();
            let alone = read(&format!("[Result \"{last}\"]\n\n1. e4 {end}")).unwrap();
            let told = |game: &Game| (game.result, game.tag("Result").map(str::to_owned));
            assert_eq!(told(&game), told(&alone), "{first} {last} {end}");
            assert_eq!(game.tags[0].1, first, "{last} {end}");
            game.set_result(GameResult::Draw);
            game.set_tag("Result", "0-1").unwrap();
            game.set_result(GameResult::WhiteWins);
            assert_eq!([&game.tags[0].1, &game.tags[1].1], [first, "1-0"], "{last} {end}");
        }
    }
}

#[test]
fn a_text_without_a_game_is_an_error() {
    for text in ["", "\n\n", "% nothing\n"] {
        let error = read(text).unwrap_err();
        assert!(matches!(error, PgnError::NoGame { offset, .. } if offset == text.len()), "{error}");
    }
    assert_eq!(read("\n").unwrap_err().to_string(), "line 2, byte 1: expected a game, found the end of the text");
}

#[test]
fn a_very_deep_game_needs_no_stack() {
    let mut pgn = "Nf3 (".repeat(100_000);
    pgn.push_str("Nc3");
    pgn.push_str(&")".repeat(100_000));
    let (mut game, _) = Game::read_with_limit(&mut Reader::new(pgn.as_bytes()), usize::MAX).unwrap();
    assert_eq!(game.walk().filter(|step| matches!(step, Step::Move(_))).count(), 100_001);
    let first = game.variations(game.root())[0];
    assert!(game.remove(first));

    let line = "Nf3 Nf6 Ng1 Ng8 ".repeat(25_000);
    let game = read(&line).unwrap();
    assert_eq!(game.main_line().count(), 100_000);
    let last = game.main_line().last().unwrap();
    assert_eq!(game.position(last), Some(Chess::startpos()));
}

#[test]
fn a_million_open_variations_are_an_error() {
    let error = read(&"(".repeat(1_000_000)).unwrap_err();
    assert!(matches!(error, PgnError::TooLarge { limit: Game::LIMIT, .. }), "{error}");
    let error = read(&"(".repeat(100_000)).unwrap_err();
    assert_eq!(error, PgnError::UnclosedVariation { depth: 100_000, offset: 0, line: 1 });
    // Each variation of a long game takes back one move, not all.
    let mut pgn = "Nf3 Nf6 Ng1 Ng8 ".repeat(5_000);
    pgn.push_str("e4");
    pgn.push_str(&" (d4 d5)".repeat(20_000));
    assert_eq!(read(&pgn).unwrap().walk().filter(|step| *step == Step::BeginVariation).count(), 20_000);
}

#[test]
fn random_games_of_makruk_survive() {
    let mut random = Random::new(64);
    for start in
        ["rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "8/2K3k1/2p2m2/3RS1S1/2n5/6p1/4P3/2m~5 b - - 3 9"]
    {
        for _ in 0..8 {
            let mut game: GameTree<MakrukRules> = GameTree::with_start(start.parse().unwrap());
            let mut node = game.root();
            for _ in 0..80 {
                let position = game.position(node).unwrap();
                let moves = position.legal_moves();
                let (Some(main), Some(aside)) = (random.pick(&moves), random.pick(&moves)) else { break };
                let parent = node;
                node = game.add_variation(parent, main).unwrap();
                if aside != main && random.one_in(4) {
                    game.add_variation(parent, aside).unwrap();
                }
            }
            let text = game.to_string();
            let again: GameTree<MakrukRules> = text.parse().unwrap_or_else(|error| panic!("{error}:\n{text}"));
            assert_eq!(again.to_string(), text);
            assert_eq!(again.main_line().count(), game.main_line().count());
            let last = |game: &GameTree<MakrukRules>| {
                let node = game.main_line().last().unwrap_or(game.root());
                game.position(node).unwrap().to_setup()
            };
            assert_eq!(last(&again), last(&game));
        }
    }
}

#[test]
fn symbols_cost_a_lenient_reader_nothing() {
    let lenient = |pgn: &str| {
        let mut reader = Reader::new(pgn.as_bytes());
        let (game, error) = Game::read_lenient(&mut reader).expect("a game");
        (game.to_string(), error.map(|error| error.to_string()))
    };
    let known = "1. e4 ± e5 2. Nf3⩱ Nc6 N (2... d6 +-) 3. Bb5 D a6 =+ 1–0";
    let written = "1. e4 $16 e5 2. Nf3 $15 Nc6 $146 (2... d6 $18) 3. Bb5 $220 a6 $15 1-0\n";
    assert_eq!(lenient(known), (written.into(), None));
    assert_eq!(read(known).unwrap().to_string(), written);
    // Symbols without a meaning are skipped. The lenient reader reports them.
    let unknown = "1. e4 ↑ e5 ) 2. Nf3 & Nc6 ½–½";
    let told = "line 1, byte 6: expected a move or an annotation glyph, found ↑";
    assert_eq!(lenient(unknown), ("1. e4 e5 2. Nf3 Nc6 1/2-1/2\n".into(), Some(told.into())));
    assert_eq!(read(unknown).unwrap().to_string(), lenient(unknown).0);
    let behind = "1. e4↑ e5=∞ 2. Nf3⟳ (2. d4→ exd4) Nc6 1-0)\n\n1. d4";
    let told = "line 1, byte 5: expected a move or an annotation glyph, found ↑";
    assert_eq!(lenient(behind), ("1. e4 e5 2. Nf3 (2. d4 exd4) 2... Nc6 1-0\n".into(), Some(told.into())));
    assert_eq!(Game::read_all(behind.as_bytes()).count(), 2);
    let four: Vec<String> =
        Game::read_all(b"1. e4 e5\n\n1. d4\n\n1. c4 c5\n\n1. Nf3\n").map(|game| game.unwrap().to_string()).collect();
    assert_eq!(four, ["1. e4 e5 *\n", "1. d4 *\n", "1. c4 c5 *\n", "1. Nf3 *\n"]);
    assert_eq!(lenient("{ a comment }"), ("{ a comment } *\n".into(), None));
}

#[test]
fn the_tag_result_and_the_result_always_agree() {
    let mut game = read("[Result \"*\"]\n1. e4 *").unwrap();
    game.set_result(GameResult::Draw);
    game.set_tag("Result", "0-1").unwrap();
    assert_eq!((game.tag("Result"), game.result), (Some("0-1"), Some(GameResult::BlackWins)));
    assert_eq!(game.to_string(), "[Result \"0-1\"]\n\n1. e4 0-1\n");
    // A text that names no result is kept.
    game.set_tag("Result", "abandoned").unwrap();
    assert_eq!((game.tag("Result"), game.result), (Some("abandoned"), Some(GameResult::Unknown)));
    assert_eq!(game.to_string(), "[Result \"abandoned\"]\n\n1. e4 *\n");
    // The fields of a tree may contradict each other: only one result is written.
    game.tags[0].1 = "1-0".into();
    game.result = Some(GameResult::Draw);
    assert_eq!(game.to_string(), "[Result \"1/2-1/2\"]\n\n1. e4 1/2-1/2\n");
    game.result = None;
    assert_eq!(game.to_string(), "[Result \"1-0\"]\n\n1. e4 1-0\n");

    for (tag, behind, result) in [
        ("1-0", "0-1", GameResult::BlackWins),
        ("1-0", "*", GameResult::WhiteWins),
        ("", "*", GameResult::Unknown),
        ("?", "1-0", GameResult::WhiteWins),
        ("1/2", "*", GameResult::Draw),
        ("*", "1/2-1/2", GameResult::Draw),
        ("½–½", "", GameResult::Draw),
        (" 0–1 ", "*", GameResult::BlackWins),
    ] {
        let mut game = read(&format!("[Result \"{tag}\"]\n1. e4 {behind}")).unwrap();
        assert_eq!((game.tag("Result"), game.result), (Some(result.as_str()), Some(result)), "{tag} {behind}");
        assert_eq!(game.to_string(), format!("[Result \"{result}\"]\n\n1. e4 {result}\n"));
        game.set_tag("Result", tag).unwrap();
        let named = read(&format!("[Result \"{tag}\"]\n1. e4")).unwrap().result.unwrap();
        assert_eq!((game.tag("Result"), game.result), (Some(named.as_str()), Some(named)), "{tag}");
    }
}

#[test]
fn a_result_tag_that_names_no_result_keeps_its_text() {
    for (tag, behind, result) in [
        ("+/-", "*", GameResult::Unknown),
        ("1-0 (time)", "*", GameResult::WhiteWins),
        ("1-0 (time)", "1-0", GameResult::WhiteWins),
        ("White", "0-1", GameResult::BlackWins),
        ("White", "", GameResult::Unknown),
    ] {
        let game = read(&format!("[Result \"{tag}\"]\n1. e4 {behind}")).unwrap();
        assert_eq!(game.tag("Result"), Some(tag), "{tag} {behind}");
        let written = game.to_string();
        assert_eq!(written, format!("[Result \"{tag}\"]\n\n1. e4 {result}\n"));
        assert_eq!(read(&written).unwrap(), game);
    }
}

#[test]
fn symbols_without_a_meaning_cost_no_game() {
    for pgn in ["1. e4 ⟳ e5 & 2. Nf3 ↑ + Nc6 *", "1. e4⟳ e5↑ 2. Nf3 Nc6 } *"] {
        let mut reader = Reader::new(pgn.as_bytes());
        assert_eq!(read(pgn).unwrap().to_string(), "1. e4 e5 2. Nf3 Nc6 *\n", "{pgn}");
        let (game, note) = Game::read_lenient(&mut reader).unwrap();
        assert_eq!(game.to_string(), "1. e4 e5 2. Nf3 Nc6 *\n", "{pgn}");
        assert!(note.unwrap().to_string().ends_with("expected a move or an annotation glyph, found ⟳"));
    }
    let remarks = "1. e4 e5 { good } and now 2. Nf3 (2. f4 Gambit) Nc6 White resigns 0-1 after a while\n\n1. d4 *";
    let games: Vec<String> = Game::read_all(remarks.as_bytes()).map(|game| game.unwrap().to_string()).collect();
    assert_eq!(games, ["1. e4 e5 { good } 2. Nf3 (2. f4) 2... Nc6 0-1\n", "1. d4 *\n"]);
    let unplayed = "[White \"A\"]\n\nforfeit 0-1\n";
    assert_eq!(read(unplayed).unwrap().to_string(), "[White \"A\"]\n\n0-1\n");
    // Words alone are no game.
    let error = read("What is this?").unwrap_err();
    assert_eq!(error.to_string(), "line 1, byte 0: expected a move or an annotation glyph, found What");
    // An error that costs moves comes before one that costs nothing.
    assert!(matches!(read("1. e4 ⟳ e5 2. Ke3 *"), Err(PgnError::Move { .. })));
    let games: Vec<String> = Game::read_all(b"1. e4 e5\n1. d4 d5 *").map(|game| game.unwrap().to_string()).collect();
    assert_eq!(games, ["1. e4 e5 *\n", "1. d4 d5 *\n"]);
}

#[test]
fn a_variation_that_stands_alone_has_no_comment_before_its_first_move() {
    let game = read("({a} e4 e5) *").unwrap();
    let e4 = game.main_line().next().and_then(|id| game.node(id)).unwrap();
    assert!(e4.starting_comments.is_empty() && e4.comments == ["a"], "{e4:?}");
}

#[test]
fn a_game_holds_no_more_than_its_limit() {
    let limited = |pgn: &str, limit| {
        let (game, error) = Game::read_with_limit(&mut Reader::new(pgn.as_bytes()), limit).unwrap();
        (game.to_string(), error.map(|error| error.to_string()))
    };
    let told = |byte, limit| {
        Some(format!("line 1, byte {byte}: the game has more than {limit} moves, comments, tags and variations"))
    };
    let pgn = "[A \"1\"] 1. e4 {x} (1. d4 {y} (1. c4) 1... d5) 1... e5 *";
    assert_eq!(limited(pgn, 0), ("*\n".into(), told(1, 0)));
    assert_eq!(limited(pgn, 2), ("[A \"1\"]\n\n1. e4 *\n".into(), told(15, 2)));
    assert_eq!(limited(pgn, 3), ("[A \"1\"]\n\n1. e4 { x } *\n".into(), told(55, 3)));
    assert_eq!(limited(pgn, 6).0, "[A \"1\"]\n\n1. e4 { x } (1. d4 { y }) *\n");
    // The end of a variation beyond the limit does not end the variation around it.
    assert_eq!(limited("1. e4 e5 (1... e6 2. d4 (2. d3)) $1 *", 5).0, "1. e4 e5 $1 (1... e6 2. d4) *\n");
    let (whole, error) = limited(pgn, 10);
    assert_eq!((whole.as_str(), error), ("[A \"1\"]\n\n1. e4 { x } (1. d4 { y } 1... d5) (1. c4) 1... e5 *\n", None));
    let long = "Nf3 Nf6 Ng1 Ng8 ".repeat(Game::LIMIT / 4);
    assert_eq!(read(&long).unwrap().main_line().count(), Game::LIMIT);
    assert!(matches!(read(&format!("{long} Nf3")), Err(PgnError::TooLarge { limit: Game::LIMIT, .. })));
}

/// All texts of a tree that PGN can hold come back where they stood.
#[test]
fn a_comment_behind_a_variation_stays_there() {
    for pgn in [
        "1. e4 (1. d4) { x } 1... e5 *\n",
        "1. e4 { a } (1. d4 { b }) { x } { y } ({ c } 1. c4 c5 { d }) { z } 1... e5 *\n",
        "1. e4 e5 (1... c5 2. Nf3 (2. c3) { in } 2... d6) { end } *\n",
        "{ root } 1. e4 (1. d4) { x } *\n",
        "1. e4 (1. d4) ; a } b\n1... e5 *\n",
    ] {
        let game = read(pgn).unwrap();
        assert_eq!(game.to_string(), pgn);
        assert_eq!(read(&game.to_string()).unwrap(), game);
    }
    // Comments of a variation without a move stand where the variation was.
    assert_eq!(read("1. e4 (1. d4) ({x}) e5 *").unwrap().to_string(), "1. e4 (1. d4) { x } 1... e5 *\n");
    let other = read("1. e4 { x } (1. d4) 1... e5 *").unwrap();
    assert_ne!(read("1. e4 (1. d4) { x } 1... e5 *").unwrap(), other);
}

#[test]
fn comments_behind_a_variation_are_not_lost_when_it_moves_or_goes() {
    let text = "1. e4 { a } (1. d4 { b }) { x } (1. c4) { y } 1... e5 *";
    let with = |change: fn(&mut Game, [NodeId; 3])| {
        let mut game = read(text).unwrap();
        let [e4, d4, c4] = *game.variations(game.root()) else { panic!("three moves") };
        change(&mut game, [e4, d4, c4]);
        assert_eq!(read(&game.to_string()).unwrap(), game);
        game.to_string()
    };
    assert_eq!(with(|game, [_, d4, _]| assert!(game.remove(d4))), "1. e4 { a } { x } (1. c4) { y } 1... e5 *\n");
    assert_eq!(with(|game, [.., c4]| assert!(game.remove(c4))), "1. e4 { a } (1. d4 { b }) { x } { y } 1... e5 *\n");
    assert_eq!(with(|game, [e4, ..]| assert!(game.remove(e4))), "1. d4 { b } { x } (1. c4) { y } *\n");
    assert_eq!(
        with(|game, [_, d4, _]| assert!(game.promote(d4))),
        "1. d4 { b } { x } (1. e4 { a } 1... e5) (1. c4) { y } *\n"
    );
}

#[test]
fn a_variation_before_the_first_move_is_an_alternative_to_it() {
    for (pgn, written) in [
        ("(1. d4 d5) 1. e4 e5 *", "1. e4 (1. d4 d5) 1... e5 *\n"),
        (
            "{r} ({a} 1. d4 {b}) {x} (1. c4) 1. e4 (1. b4) e5 *",
            "{ r } 1. e4 ({ a } 1. d4 { b }) { x } (1. c4) (1. b4) 1... e5 *\n",
        ),
        ("(1. e4 c5) 1. e4 e5 *", "1. e4 (1. e4 c5) 1... e5 *\n"),
        ("({a} 1. d4 d5) {x} *", "1. d4 { a } { x } 1... d5 *\n"),
        ("1. e4 ((1. d4) 1. c4) e5 *", "1. e4 (1. d4) (1. c4) 1... e5 *\n"),
    ] {
        assert_eq!(read(pgn).unwrap().to_string(), written, "{pgn}");
        assert_eq!(read(written).unwrap(), read(pgn).unwrap());
    }
}

#[test]
fn two_variations_with_one_move_stay_two() {
    let pgn = "1. e4 e5 (1... e5 2. f4 { a }) (1... e5 2. f4) 2. Nf3 Nc6 1-0\n";
    let game = read(pgn).unwrap();
    assert_eq!(game.to_string(), pgn);
    let e4 = game.main_line().next().unwrap();
    assert_eq!(game.variations(e4).len(), 3);
}
