//! Games of Makruk whose tag `FEN` is a Thai FEN, and their letters; castling rights that chess has not.

use chess0x88::san::PieceLetters;
use chess0x88::{ChessRules, Makruk, MakrukRules, makruk, san};
use chess0x88_pgn::{GameTree, PgnError, Reader};

fn read<R: chess0x88::Rules>(text: &str) -> (GameTree<R>, Option<PgnError>) {
    GameTree::read_lenient(&mut Reader::new(text)).expect("a game")
}

/// A game of Makruk from random moves, with its start in Thai FEN, in these letters.
fn game(seed: usize, letters: PieceLetters) -> String {
    let mut position = Makruk::startpos();
    let mut text = format!("[Variant \"Makruk\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n\n", makruk::thai_fen(&position));
    for ply in 0..60_usize {
        let moves = position.legal_moves();
        let Some(&mv) = moves.get((seed * 31 + ply * ply * 7) % moves.len().max(1)) else { break };
        if ply % 2 == 0 {
            text.push_str(&(ply / 2 + 1).to_string());
            text.push_str(". ");
        }
        text.push_str(&san::san_with(&position, mv, letters));
        text.push(if ply % 2 == 1 { '\n' } else { ' ' });
        position.play_unchecked(mv);
    }
    text + "*\n"
}

#[test]
fn a_thai_fen_has_thai_letters_and_both_are_written() {
    for seed in 0..50 {
        let (thai, error) = read::<MakrukRules>(&game(seed, PieceLetters::THAI));
        assert_eq!(error, None, "{seed}");
        assert!(thai.letters() == PieceLetters::THAI);
        let written = thai.to_string();
        assert_eq!(read::<MakrukRules>(&written), (thai.clone(), None), "{written}");
        assert!(written.contains("[FEN \"rmtektmr/"), "{written}");
        // English moves beside a Thai FEN are read, if they are no Thai ones.
        let (english, error) = read::<MakrukRules>(&game(seed, PieceLetters::ENGLISH));
        if error.is_none() && english.letters() == PieceLetters::ENGLISH {
            assert!(thai.main_line().eq(english.main_line()), "{seed}");
        }
        // The tag chooses the letters that are written.
        let mut other = thai.clone();
        other.set_tag("FEN", other.start().fen().as_str()).unwrap();
        let plain = other.to_string();
        let (plain, error) = read::<MakrukRules>(&plain);
        assert_eq!(error, None);
        assert!(plain.letters() == PieceLetters::ENGLISH);
        let moves = |tree: &GameTree<MakrukRules>| tree.to_game().unwrap().moves().to_vec();
        assert_eq!(moves(&plain), moves(&thai));
        other.set_tag("FEN", makruk::thai_fen(other.start()).as_str()).unwrap();
        assert_eq!(other.to_string(), written);
    }
}

#[test]
fn letters_that_mean_other_pieces_are_those_of_the_fen() {
    // M is a Met in English, and a Ma in Thai.
    for (fen, san, from) in [
        ("4k3/8/8/8/8/8/4E3/M3K3 w 1", "Mb3", "a1"),
        ("4k3/8/8/8/8/8/4M3/N3K3 w - - 0 1", "Nb3", "a1"),
        ("4k3/8/8/8/8/8/4E3/M3K3 w 1", "Ed3", "e2"),
        ("4k3/8/8/8/8/8/4M3/N3K3 w - - 0 1", "Md3", "e2"),
        ("8/3k4/6F1/2K1T3/44/8/8/8_w", "Ff7", "g6"),
        ("8/3k4/6F1/2K1T3/8/8/8/8 b 1 b pp 4 5 44", "Kc8", "d7"),
    ] {
        let text = format!("[Variant \"Makruk\"]\n[FEN \"{fen}\"]\n\n1. {san} *\n");
        let (tree, error) = read::<MakrukRules>(&text);
        assert!(error.is_none_or(|error| matches!(error, PgnError::Repaired { .. })), "{text} {error:?}");
        let mv = tree.to_game().unwrap().moves()[0];
        assert_eq!(mv.from().to_string(), from, "{text}");
        assert_eq!(read::<MakrukRules>(&tree.to_string()).0, tree, "{tree}");
    }
    // Neither dialect, and Thai FEN in chess.
    for fen in ["8/3k4/6X1/2K1T3/8/8/8/8 w 1", "8/3k4/6F1/2K1T3/8/8/8/8 w 1 b"] {
        let (_, error) = read::<MakrukRules>(&format!("[Variant \"Makruk\"]\n[FEN \"{fen}\"]\n\n1. Kd4 *\n"));
        assert!(matches!(error, Some(PgnError::Start { .. })), "{fen}");
    }
    let (_, error) = read::<ChessRules>("[FEN \"8/3k4/8/2K1T3/8/8/8/8 w 1\"]\n\n1. Kd4 *\n");
    assert!(matches!(error, Some(PgnError::Start { .. })));
}

#[test]
fn rights_that_chess_has_not_are_dropped_without_a_tag_variant() {
    for (fen, kept) in [
        ("1r2k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQk"),
        ("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1", "-"),
        ("1r1k3r/8/8/8/8/8/8/R3K1R1 b Qq - 0 1", "Q"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Qq - 0 1", "Qq"),
    ] {
        let text = format!("[FEN \"{fen}\"]\n\n*\n");
        let (tree, error) = read::<ChessRules>(&text);
        let is_dropped = kept != fen.split(' ').nth(2).unwrap();
        assert_eq!(
            matches!(error, Some(PgnError::CastlingRights { offset: 6, line: 1 })),
            is_dropped,
            "{fen} {error:?}"
        );
        assert_eq!(tree.start().fen().split(' ').nth(2), Some(kept), "{fen}");
        assert!(text.parse::<GameTree>().is_ok_and(|strict| strict == tree));
        assert_eq!(tree.to_string().parse::<GameTree>().as_ref(), Ok(&tree));
        // A tag says that it is Chess960.
        let (tree, error) = read::<ChessRules>(&format!("[Variant \"Chess960\"]\n[FEN \"{fen}\"]\n\n*\n"));
        assert_eq!(error, None, "{fen}");
        assert_eq!(tree.start().fen().split(' ').nth(2), fen.split(' ').nth(2), "{fen}");
    }
    // A move, also one of a variation, shows that they are meant.
    for moves in ["1. O-O", "1. Kf2 (1. O-O)", "1. Kh2 Kd7 (1... Ke7 2. -- Ke6) 2. Kg1"] {
        let text = format!("[FEN \"4k3/8/8/8/8/8/8/6KR w K - 0 1\"]\n\n{moves} *\n");
        let (tree, error) = read::<ChessRules>(&text);
        let castles = moves.contains('O');
        assert!(tree.start().castling_rights().is_empty() != castles, "{text} {error:?}");
        assert_eq!(tree.to_string().parse::<GameTree>().as_ref(), Ok(&tree));
    }
    // Letters of files are those of Chess960, and so is its start.
    for fen in ["4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"] {
        let (tree, error) = read::<ChessRules>(&format!("[FEN \"{fen}\"]\n\n*\n"));
        assert_eq!(error, None, "{fen}");
        assert!(!tree.start().castling_rights().is_empty(), "{fen}");
    }
}
