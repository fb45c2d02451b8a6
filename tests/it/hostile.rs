//! Hostile inputs of every format are refused at their error or read to the end, in time that depends on their length alone.
//!
//! No test uses a clock. Quadratic work on a quarter of a megabyte would never end.

use chess0x88::fen::FenError;
use chess0x88::{Board0x88, Chess, ChessRules, Setup, fen, makruk, san};

const LONG: usize = 1 << 18;

/// Pieces that are repeated to this length.
const PIECES: [&str; 14] = ["8", "1", "/", "p", "K", " ", "-", "w", "0", "9 ", "\t", "é", "~", "KQkq"];

#[test]
fn a_long_fen_is_refused_at_its_first_fault() {
    let start = Chess::startpos().fen();
    for piece in PIECES {
        let many = piece.repeat(LONG / piece.len());
        // After each field, and in place of it.
        let fields: Vec<&str> = start.split(' ').collect();
        for at in 0..=fields.len() {
            let mut hostile = fields.clone();
            hostile.insert(at, &many);
            let fen = hostile.join(" ");
            let error = fen.parse::<Setup<ChessRules>>().expect_err("no FEN");
            assert!(error.to_string().len() < 200, "{error}");
            assert!(Chess::from_fen(&fen).is_err() && makruk::from_thai_fen(&fen).is_err());
            if let Err(error) = fen::parse_lenient::<ChessRules>(&fen) {
                assert!(error.to_string().len() < 200, "{error}");
            }
        }
        let board: Result<Board0x88, FenError> = Board0x88::from_fen(&many);
        assert!(board.expect_err("no board").to_string().len() < 200);
    }
}

#[test]
fn a_long_clock_is_refused_or_zero() {
    let nine = "9".repeat(LONG);
    let fen = format!("4k3/8/8/8/8/8/8/4K3 w - - {nine} 1");
    assert!(Chess::from_fen(&fen).is_err());
    let nought = format!("4k3/8/8/8/8/8/8/4K3 w - - {} 1", "0".repeat(LONG));
    assert_eq!(nought.parse::<Setup<ChessRules>>().map(|setup| setup.halfmove_clock).unwrap_or_default(), 0);
}

#[test]
fn a_long_move_is_refused() {
    let start = Chess::startpos();
    for piece in ["N", "f", "3", "+", "#", "!", "?", " ", "e4", "O-", "0-", "x", "=Q", "(Q", "e.p.", "é", "\0"] {
        for head in ["", "e4", "Nf3", "O-O", "e2e4"] {
            let text = head.to_owned() + &piece.repeat(LONG / piece.len());
            assert!(
                san::parse_strict(&start, &text).is_err() && start.parse_uci(&text).is_err(),
                "{head} and many {piece}"
            );
            // Any number of glyphs and spaces after a move is accepted.
            let lenient = start.parse_san(&text);
            assert!(lenient.is_err() || lenient.is_ok_and(|mv| start.is_legal(mv)), "{head} and many {piece}");
        }
    }
}

#[cfg(feature = "alloc")]
mod games {
    use chess0x88::{History, Makruk, MakrukRules};

    #[test]
    fn a_game_of_makruk_without_an_end_goes_on() {
        // No game can repeat a position so often, but a history accepts it.
        let start: Makruk = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1".parse().expect("the start");
        let mut history = History::<MakrukRules>::new(start);
        for ply in 0..20_000 {
            let text = ["b1d2", "b8d7", "d2b1", "d7b8"][ply % 4];
            let mv = history.position().parse_uci(text).expect("a move of knights");
            history.play(mv).expect("a legal move");
        }
        assert_eq!(history.position().ply(), 20_000);
    }
}
