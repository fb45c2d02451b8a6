//! The start of a game by the tags `FEN` and `Variant`, valid or nearly valid.

use chess0x88::{ChessRules, MakrukRules, Rules, fen};
use chess0x88_pgn::{GameTree, PgnError, RawText, Reader, StartError, StartTags, Visitor};

use common::Random;

/// Damages a FEN as people and programs do: its fields, and the spaces between them.
fn damaged(fen: &str, random: &mut Random) -> String {
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    for _ in 0..random.below(3) {
        match random.below(8) {
            0 => fields.truncate(2.max(random.below(7))),
            1 if fields.len() > 2 => fields[2] = "KQkq".into(),
            2 if fields.len() > 2 => fields[2] = "kqKQ-".into(),
            3 if fields.len() > 3 => fields[3] = random.pick(&["e3", "d6", "E3"]).unwrap_or_default().into(),
            4 if fields.len() > 4 => fields[4] = random.pick(&["-", "007", "99999999999"]).unwrap_or_default().into(),
            5 => fields[0] = fields[0].replacen('8', "44", 1),
            6 => fields[0].push('/'),
            _ => fields[1] = fields[1].to_uppercase(),
        }
    }
    fields.join(random.pick(&[" ", " ", "  ", "_", "\t"]).unwrap_or_default())
}

/// Compares the lenient reader of FEN with the readers of games: the start, the repair, the error.
fn agree<R: Rules>(text: &str) -> bool {
    let pgn = format!("[Event \"?\"]\n[Variant \"{}\"]\n[FEN \"{text}\"]\n\n*\n", R::NAME);
    let (tree, error) = GameTree::<R>::read_lenient(&mut Reader::new(&pgn)).expect("a game");
    let strict = GameTree::<R>::read(&mut Reader::new(&pgn)).expect("a game");
    match fen::parse_lenient::<R>(text) {
        Ok((position, repairs)) => {
            assert_eq!(*tree.start(), position, "{text}");
            assert_eq!(strict, Ok(tree), "{text}");
            let is_right = fen::parse_tolerating::<R>(text, chess0x88::Violations::TOLERABLE).is_ok();
            let Some(error) = error else {
                assert!(is_right, "{text}");
                return false;
            };
            let value = pgn.find(text).expect("it is there");
            assert!(!is_right && error.offset() == value, "{text}: {error}");
            let PgnError::Repaired { repair, .. } = error else { panic!("{text}: {error}") };
            assert_eq!(repair, repairs[0], "{text}");
            true
        }
        Err(why) => {
            let Some(PgnError::Start { error, .. }) = error else { panic!("{text}: {error:?}") };
            assert_eq!(error, StartError::Fen(why));
            assert!(strict.is_err());
            false
        }
    }
}

#[test]
fn a_fen_that_can_be_repaired_starts_a_game_and_is_told() {
    let mut random = Random(0x57);
    let chess = [
        "7k/5K2/4R3/8/8/8/8/8 w - - 0 1",
        "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 31",
        "4k3/8/3N1N2/8/8/8/4R3/4K3 b - - 0 1",
        "4k3/8/8/8/8/8/8/8 w - - 0 1",
    ];
    let makruk = ["8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1", "8/3k4/8/2K1S3/8/8/8/8 b - - 0 1"];
    let mut repaired = 0;
    for _ in 0..4000 {
        repaired += usize::from(agree::<ChessRules>(&damaged(chess[random.below(chess.len())], &mut random)));
        repaired += usize::from(agree::<MakrukRules>(&damaged(makruk[random.below(makruk.len())], &mut random)));
    }
    assert!(repaired > 1000, "{repaired}");
}

#[test]
fn a_game_goes_on_from_a_fen_that_was_repaired() {
    for fen in ["7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1", "7k/5K2/4R3/8/8/8/8/8 w - -", "7k/5K2/4R3/8/8/8/8/8_w"] {
        let pgn = format!("[FEN \"{fen}\"]\n\n1. Rh6# 1-0");
        let (tree, error) = GameTree::<ChessRules>::read_lenient(&mut Reader::new(&pgn)).expect("a game");
        assert_eq!(tree.main_line().count(), 1, "{fen}");
        assert!(error.is_some_and(|error| error.to_string().starts_with("line 1, byte 6: the tag FEN: ")), "{fen}");
        assert!(pgn.parse::<GameTree>().is_ok());
        // An error that costs a move is reported before it.
        let (_, error) =
            GameTree::<ChessRules>::read_lenient(&mut Reader::new(&pgn.replace("Rh6#", "Rh6# Rh7"))).expect("a game");
        assert!(matches!(error, Some(PgnError::Move { .. })));
    }
}

#[test]
fn chess_goes_by_many_names() {
    struct Tags<'a>(StartTags<'a>);
    impl<'a> Visitor<'a> for Tags<'a> {
        fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
            self.0.tag(name, value);
        }
    }
    let is_chess = |name: &str| {
        let pgn = format!("[Variant \"{name}\"]\n*");
        let mut tags = Tags(StartTags::default());
        assert!(Reader::new(&pgn).read_game(&mut tags));
        assert!(name.is_empty() || name == "Makruk" || tags.0.position::<MakrukRules>().is_err(), "{name}");
        tags.0.position::<ChessRules>().is_ok()
    };
    // The names in the documentation, and the aliases of chess in python-chess 1.11 (`Board.aliases`, `Headers.is_chess960`,
    // `is_wild`).
    let names = "Chess Standard Standard_Chess Normal Regular Classical Orthodox From_Position Setup Illegal Chess960 Chess_960 960 FRC \
                 Fischerandom Fischer_Random Fischer_Random_Chess Freestyle Freestyle_Chess Chess_9LX wild/fr wild wild/0 wild/1 \
                 wild/2 wild/3 wild/4 wild/5 wild/6 wild/7 wild/8 wild/8a nocastle wildcastle Shuffle Shuffle_Chess";
    let page = include_str!("../../src/resolve.rs");
    for name in names.split_whitespace().map(|name| name.replace('_', " ")) {
        assert!(is_chess(&name) && is_chess(&name.to_lowercase()) && is_chess(&name.replace(' ', "-")), "{name}");
        let is_in_range = name.starts_with("wild/") && name.len() == 6;
        assert!(is_in_range || page.contains(&format!("`{name}`")), "{name} is not in the documentation");
    }
    for name in
        ["Atomic", "Antichess", "Crazyhouse", "Three-check", "wild/9", "wild/17", "Kriegspiel", "Makruk", "Shatranj"]
    {
        assert!(!is_chess(name), "{name}");
    }
}
