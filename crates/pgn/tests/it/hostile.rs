//! Hostile inputs are refused at their error or read to the end, in time that depends on their length alone.
//!
//! No test uses a clock. Quadratic work on a quarter of a megabyte would never end.

use chess0x88::{Chess, ChessRules};
use chess0x88_pgn::{epd, play_san};

const LONG: usize = 1 << 18;

#[test]
fn a_long_word_is_played_if_it_is_a_move() {
    let start = Chess::startpos();
    for piece in ["N", "f", "3", "+", "#", "!", "?", " ", "e4", "O-", "0-", "x", "=Q", "(Q", "e.p.", "é", "\0"] {
        for head in ["", "e4", "Nf3", "O-O", "e2e4"] {
            let text = head.to_owned() + &piece.repeat(LONG / piece.len());
            let (lenient, mut played) = (start.parse_san(&text), start);
            assert_eq!(play_san(&mut played, text.as_bytes()).is_ok(), lenient.is_ok());
            assert!(lenient.is_ok_and(|mv| start.is_legal(mv)) || played == start, "{head} and many {piece}");
        }
    }
}

/// Everything an EPD is asked.
fn ask(line: &str) -> usize {
    let Ok(epd) = epd::parse::<ChessRules>(line) else { return 0 };
    let moves = epd.best_moves().chain(epd.avoid_moves()).chain(epd.moves("zz")).flatten().count();
    let variation = epd.variation().flatten().count();
    let _ = (epd.id().is_some(), epd.comment(9).is_some(), epd.depth(), epd.nodes(), epd.mate_in());
    let operands: usize = epd.operations().map(|operation| operation.operands().count()).sum();
    let written = epd.to_string();
    assert!(written.len() <= 2 * line.len() + 100);
    moves + variation + operands
}

#[test]
fn a_long_line_of_epd_is_asked_all_it_knows() {
    let head = "4k3/8/8/8/8/8/8/4K2R w K - ";
    for piece in ["id \"a\"; ", "a 1; ", "bm Kd1; ", ";", "\"", "a", "a ", "\\", "\" \" ", "hmvc 0; ", "pv Kd1; ", "é "]
    {
        ask(&(head.to_owned() + &piece.repeat(LONG / piece.len())));
    }
    let many = |opcode: &str, operand: &str| format!("{head}{opcode} {};", operand.repeat(LONG / operand.len()));
    assert_eq!(ask(&many("bm", "Kd1 ")), 2 * (LONG / 4));
    assert_eq!(ask(&many("c0", "\"a\" ")), LONG / 4);
    let there_and_back = "Kd1 Ke7 Ke1 Ke8 ";
    assert_eq!(ask(&many("pv", there_and_back)), 2 * 4 * (LONG / there_and_back.len()));
}

mod games {
    use chess0x88::game::Claim;
    use chess0x88::{Chess, ChessRules, Game, History};
    use chess0x88_pgn::{GameTree, Reader, Writer, split_games};

    /// The tree of a text, however large it is.
    fn tree_of(pgn: &str) -> GameTree<ChessRules> {
        match GameTree::read_with_limit(&mut Reader::new(pgn), usize::MAX) {
            Some((tree, None)) => tree,
            Some((_, Some(error))) => panic!("{error}"),
            None => panic!("no game"),
        }
    }

    /// Writes a tree and reads it again.
    fn written_again(tree: &GameTree<ChessRules>) -> GameTree<ChessRules> {
        let mut text = String::new();
        tree.write(&mut Writer::new(&mut text)).expect("a string takes all");
        let again = tree_of(&text);
        assert_eq!(tree.walk().count(), again.walk().count());
        again
    }

    #[test]
    fn thousands_of_variations_side_by_side_are_kept_or_merged() {
        let pgn = format!("e4 {} e5 *", "(d4 d5) ".repeat(40_000));
        let tree = tree_of(&pgn);
        written_again(&tree);
        let line: String = "Nf3 (Nc3) Nf6 (Nc6) Ng1 (Nd4) Ng8 (Nd5) ".repeat(5000);
        let tree = tree_of(&(line + "*"));
        assert_eq!(tree.main_line().count(), 20_000);
        written_again(&tree);
    }

    #[test]
    fn thousands_of_variations_open_at_once_are_an_error_and_no_overflow() {
        let mut pgn = String::from("e4 ");
        pgn.push_str(&"(d4 ".repeat(100_000));
        let mut reader = Reader::new(pgn.as_bytes());
        let (tree, error) = GameTree::<ChessRules>::read_lenient(&mut reader).expect("a game");
        assert!(error.is_some());
        assert!(tree.walk().count() > 1);
        pgn.push_str(&")".repeat(100_000));
        pgn.push_str(" *");
        let tree = tree_of(&pgn);
        written_again(&tree);
    }

    #[test]
    fn a_game_of_thousands_of_moves_is_read_written_and_made_a_game() {
        let pgn = "Nf3 Nf6 Ng1 Ng8 ".repeat(10_000) + "*";
        let tree = tree_of(&pgn);
        assert_eq!(tree.main_line().count(), 40_000);
        let again = written_again(&tree);
        let last = again.main_line().last().expect("moves");
        assert_eq!(again.position(last), tree.position(last));
        assert_eq!(again.path(last).len(), tree.path(last).len());
        assert_eq!(split_games(pgn.as_bytes()).count(), 1);
        // A record goes on where a game would have ended by itself.
        let moves: Vec<_> = tree.main_line().filter_map(|node| tree.node(node)?.mv()).collect();
        let game = Game::from_moves(Chess::startpos(), moves.iter().copied()).expect("legal moves");
        assert_eq!((game.moves().len(), game.outcome().is_some()), (40_000, true));
        let mut history = History::new(Chess::startpos());
        for &mv in &moves {
            history.play(mv).expect("a legal move");
        }
        assert!(history.repetitions() > 5000 && history.occurred(Claim::ThreefoldRepetition));
        assert_eq!(history.position().ply(), 40_000);
    }

    #[test]
    fn a_hundred_thousand_tags_comments_and_glyphs_are_kept() {
        // The first tag seen again would start another game.
        let tags = "[Event \"?\"]\n".to_owned() + &"[A \"1\"]\n".repeat(100_000);
        let notes = "{a} $1 ".repeat(100_000);
        let pgn = format!("{tags}\n1. e4 {notes} *\n");
        let tree = tree_of(&pgn);
        let first = tree.main_line().next().and_then(|node| tree.node(node)).expect("a move");
        assert!(first.comments.len() == 100_000 && !first.nags.is_empty());
        assert!(GameTree::<ChessRules>::read(&mut Reader::new(tree.to_string().as_bytes())).is_some());
    }
}

mod streams {
    use std::io::{self, Read};

    use chess0x88_pgn::{Flow, StreamReader, Visitor};

    /// A stream that never ends, and counts what was asked of it.
    struct Endless<'a> {
        piece: &'a [u8],
        at: usize,
        given: usize,
        most: usize,
    }

    impl Read for &mut Endless<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            assert!(self.given < self.most, "it reads on and on");
            for byte in &mut *buffer {
                *byte = self.piece[self.at];
                self.at = (self.at + 1) % self.piece.len();
            }
            self.given += buffer.len();
            Ok(buffer.len())
        }
    }

    struct Nobody;

    impl Visitor<'_> for Nobody {
        fn end_tags(&mut self) -> Flow {
            Flow::Skip
        }
    }

    #[test]
    fn a_game_without_end_is_given_up_at_the_limit() {
        const LIMIT: usize = 1 << 20;
        for piece in ["e4 ", "(", "{", "[A \"1\"]\n", "[", "; ", "%", "\"", "$", "x", "1. "] {
            let mut stream = Endless { piece: piece.as_bytes(), at: 0, given: 0, most: 8 * LIMIT };
            let mut games = StreamReader::with_limit(&mut stream, LIMIT);
            // One game that is too long, or many games.
            let mut read = 0;
            loop {
                match games.next_game() {
                    Ok(Some(mut game)) => {
                        assert!(game.read_game(&mut Nobody));
                        read += 1;
                        if read == 100 {
                            break;
                        }
                    }
                    Ok(None) => panic!("the stream has no end"),
                    Err(error) => {
                        assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{piece}");
                        break;
                    }
                }
            }
            assert!(stream.given <= 4 * LIMIT, "{} bytes for {piece:?}", stream.given);
        }
    }
}
