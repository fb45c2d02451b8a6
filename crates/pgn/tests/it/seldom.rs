//! Rare calls: other forms of the same answers, defaults, and `Display`.

use std::collections::HashSet;

use chess0x88::{ChessRules, Color, Outcome};
use chess0x88_pgn::{Command, GameResult, RawText, Reader, Visitor, Word, Writer, epd};

use common::chess;

#[test]
fn words_print_and_outcomes_become_results() {
    assert_eq!(format!("{:?}", Word::new(b"Nf3")), "\"Nf3\"");
    let mated = chess("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    let outcome: Outcome = mated.outcome().expect("a mate");
    assert_eq!((outcome.winner(), GameResult::from(outcome)), (Some(Color::Black), GameResult::BlackWins));
}

#[test]
fn raw_text_compares_by_its_decoded_characters() {
    /// Looks at a tag with an escaped value, and at shapes in a comment.
    #[derive(Default)]
    struct Looks(usize);

    impl<'a> Visitor<'a> for Looks {
        fn tag(&mut self, _: &'a [u8], value: RawText<'a>) {
            assert!(value == *"a\"b" && value == "a\"b" && value == value && value != "a");
            assert_eq!(format!("{value:?}"), r#""a\"b""#);
            self.0 += 1;
        }
        fn comment(&mut self, comment: RawText<'a>) {
            let mut set = HashSet::new();
            for command in comment.commands() {
                let Command::Shapes(shapes) = command else { panic!("{command:?}") };
                assert_eq!(format!("{shapes:?}"), format!("{:?}", shapes.iter().collect::<Vec<_>>()));
                set.insert(shapes);
            }
            assert_eq!(set.len(), 1);
            self.0 += 1;
        }
    }

    let mut looks = Looks::default();
    let pgn = br#"[A "a\"b"] 1. e4 {[%csl Ga1,Rb2] [%csl Ga1, Rb2]} *"#;
    assert!(Reader::new(pgn).read_game(&mut looks));
    assert_eq!(looks.0, 2);
}

#[test]
fn a_line_break_in_a_tag_is_written_as_a_space() {
    let mut text = String::new();
    let mut writer = Writer::new(&mut text);
    writer.tag("A", "one\r\ntwo").expect("a string takes all");
    writer.san(0, "e4").expect("a string takes all");
    // Tags after moves begin another game.
    writer.tag("B", "two").expect("a string takes all");
    writer.end_game(GameResult::Unknown).expect("a string takes all");
    assert!(text.contains("1. e4\n\n[B \"two\"]\n"), "{text}");
    assert!(!text.contains('\r') && text.starts_with("[A \"one"), "{text}");
}

#[test]
fn an_operation_has_its_opcode() {
    let epd = epd::parse::<ChessRules>("4k3/8/8/8/8/8/8/4K2R w K - bm Kd1; id \"x\";").expect("a line");
    let opcodes: Vec<&str> = epd.operations().map(|operation| operation.opcode()).collect();
    assert_eq!(opcodes, ["bm", "id"]);
}

#[test]
fn only_texts_without_escapes_are_strings() {
    struct Texts<'a>(Vec<(Option<&'a str>, bool)>);
    impl<'a> Visitor<'a> for Texts<'a> {
        fn tag(&mut self, _name: &'a [u8], value: RawText<'a>) {
            self.0.push((value.as_str(), value == *"a b"));
        }
    }
    let mut texts = Texts(Vec::new());
    let games = "[A \"a b\"]\n[B \"a \\\"b\"]\n[C \"a c\"]\n\n1. e4 *\n";
    assert!(Reader::new(games.as_bytes()).read_game(&mut texts));
    assert_eq!(texts.0, [(Some("a b"), true), (None, false), (Some("a c"), false)]);
}

mod grown {
    use chess0x88::{Chess, ChessRules, Move};
    use chess0x88_pgn::GameTree;

    use super::chess;

    #[test]
    fn a_tree_is_empty_by_default_and_takes_tags() {
        let mut tree = GameTree::<ChessRules>::default();
        assert_eq!(tree.to_string(), GameTree::<ChessRules>::new().to_string());
        tree.set_tag("Annotator", "nobody").expect("a name");
        tree.set_tag("Annotator", "somebody").expect("a name");
        assert_eq!(tree.tag("Annotator"), Some("somebody"));
    }

    #[test]
    fn a_rook_or_a_king_elsewhere_makes_it_chess960() {
        let is_tagged =
            |fen: &str| GameTree::<ChessRules>::with_start(chess(fen)).to_string().contains("[Variant \"Chess960\"]");
        assert!(!is_tagged("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"));
        assert!(is_tagged("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1"));
        assert!(is_tagged("3k4/8/8/8/8/8/8/3K3R w H - 0 1"));
    }

    #[test]
    fn the_main_line_of_a_tree_is_a_game() {
        let tree: GameTree<ChessRules> = "1. e4 (1. d4 d5) 1... e5 2. Nf3 *".parse().expect("a game");
        let game = tree.to_game().expect("legal moves");
        assert_eq!(game.moves().iter().map(ToString::to_string).collect::<Vec<_>>(), ["e2e4", "e7e5", "g1f3"]);
    }

    #[test]
    fn a_variation_is_found_by_its_whole_move() {
        let start = chess("4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1");
        let mut tree = GameTree::with_start(start);
        let root = tree.root();
        tree.add_variation(root, uci(&start, "b1d2")).expect("legal");
        assert_eq!(tree.find_variation(root, uci(&start, "f1d2")), None);
    }

    #[test]
    fn comments_have_no_escapes() {
        let tree: GameTree = r#"1. e4 {a \" b} *"#.parse().expect("a game");
        let first = tree.main_line().next().expect("a move");
        assert_eq!(tree.node(first).expect("there").comments, [r#"a \" b"#]);
    }

    #[test]
    fn signs_stand_before_comments() {
        let mut tree: GameTree = "1. e4 $1 {good} *".parse().expect("a game");
        let first = tree.main_line().next().expect("a move");
        tree.node_mut(first).expect("there").starting_comments.push("first".to_owned());
        let text = tree.to_string();
        assert!(text.find("$1") < text.find("first"), "{text}");
    }

    fn uci(position: &Chess, text: &str) -> Move {
        position.parse_uci(text).expect(text)
    }
}
