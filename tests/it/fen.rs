//! FEN: a written FEN reads back, and a wrong one is refused with place and reason.

use chess0x88::fen::{EnPassantMode, FenError, FenField, FenStyle};
use chess0x88::{Chess, ChessRules, Setup, Square, fen};
use common::{games, positions, unescape};
use proptest::prelude::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const MODES: [EnPassantMode; 3] = [EnPassantMode::Legal, EnPassantMode::PseudoLegal, EnPassantMode::Always];

fn styles() -> impl Iterator<Item = FenStyle> {
    MODES.into_iter().flat_map(|en_passant| [false, true].map(|shredder| FenStyle { shredder, en_passant }))
}

/// A rank of a board, often with kings and rooks, in any number.
fn rank() -> impl Strategy<Value = String> {
    proptest::collection::vec("[pnbrqkPNBRQKrkRK]|   ?", 8).prop_map(|squares| {
        let (mut rank, mut gap) = (String::new(), 0);
        for square in squares.iter().map(|square| square.trim()).chain(["/"]) {
            if square.is_empty() {
                gap += 1;
                continue;
            }
            if gap > 0 {
                rank.push_str(&gap.to_string());
            }
            rank.push_str(square.trim_end_matches('/'));
            gap = 0;
        }
        rank
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(common::cases(96)))]

    #[test]
    fn every_spelling_is_read_back(game in games(150)) {
        for position in game {
            for style in styles() {
                let fen = fen::write(&position, style);
                let back: Chess = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
                prop_assert_eq!(back, position);
                let clocks = |position: &Chess| (position.halfmove_clock(), position.fullmove_number());
                prop_assert_eq!(clocks(&back), clocks(&position));
                prop_assert_eq!(fen::write(&back, style), fen.as_str());
                if style.en_passant == EnPassantMode::Always {
                    prop_assert_eq!(format!("{back:?}"), format!("{position:?}"));
                }
            }
        }
    }

    #[test]
    fn a_setup_is_read_back_exactly(position in positions()) {
        let setup = position.to_setup();
        let fen = setup.fen();
        prop_assert_eq!(fen.parse::<Setup<ChessRules>>(), Ok(setup));
    }

    #[test]
    fn the_modes_name_the_same_square_or_none(game in games(80)) {
        for position in game {
            let [legal, pseudo, always] = MODES.map(|en_passant| {
                let fen = fen::write(&position, FenStyle { shredder: false, en_passant });
                fen.split(' ').nth(3).expect("six fields").to_owned()
            });
            let possible = |moves: &[chess0x88::Move]| {
                moves.iter().any(|mv| mv.kind() == chess0x88::MoveKind::EnPassant)
            };
            prop_assert_eq!(legal != "-", possible(&position.legal_moves()));
            prop_assert_eq!(pseudo != "-", possible(&position.pseudo_legal_moves()));
            prop_assert_eq!(always != "-", position.to_setup().state.en_passant.is_some());
            prop_assert!(legal == "-" || legal == pseudo);
            prop_assert!(pseudo == "-" || pseudo == always);
        }
    }

    #[test]
    fn any_text_is_judged_without_panic(text in any::<String>()) {
        let _ = text.parse::<Chess>();
    }

    #[test]
    fn any_bytes_are_judged_without_panic(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
        let _ = String::from_utf8_lossy(&bytes).parse::<Chess>();
    }

    #[test]
    fn texts_of_the_right_letters_are_judged_without_panic(text in "[pnbrqkPNBRQK1-8/]{0,80}( [wb]( [-KQkqA-Ha-h]{0,5}( [-a-h1-8]{0,3}( [0-9]{0,12}( [0-9]{0,12} ?)?)?)?)?)?") {
        if let Ok(setup) = text.parse::<Setup<ChessRules>>() {
            prop_assert_eq!(setup.fen().parse::<Setup<ChessRules>>(), Ok(setup));
        }
    }

    #[test]
    fn whatever_setup_is_read_is_written_so_that_it_reads_back(
        ranks in proptest::collection::vec(rank(), 8),
        rest in "[wb] (-|[KQA-H]{0,2}[kqa-h]{1,2}|[KQA-H]{1,2}) (-|[a-h][1-8]) (0|[1-9][0-9]{0,8}) (0|[1-9][0-9]{0,8})",
    ) {
        let text = format!("{} {rest}", ranks.join("/"));
        match text.parse::<Setup<ChessRules>>() {
            Ok(setup) => prop_assert_eq!(setup.fen().parse::<Setup<ChessRules>>(), Ok(setup), "{} as {}", text, setup.fen()),
            Err(error) => prop_assert!(error.to_string().starts_with("castling: expected each castling right once"), "{}: {}", text, error),
        }
    }

    #[test]
    fn a_spoiled_fen_is_judged_without_panic_and_a_place_in_it_named(
        position in positions(),
        edits in proptest::collection::vec((any::<prop::sample::Index>(), 0_u8..3, any::<char>()), 1..4),
        ascii in proptest::collection::vec(0_usize..48, 4),
    ) {
        const LETTERS: &[u8; 48] = b"pnbrqkPNBRQK12345678/ -wbKQkqabcdefgh0 9+_~MSms.";
        let mut text: Vec<char> = position.fen().chars().collect();
        for (i, (place, kind, character)) in edits.into_iter().enumerate() {
            let place = place.index(text.len());
            let character = if i == 0 { character } else { char::from(LETTERS[ascii[i]]) };
            match kind {
                0 => text[place] = character,
                1 => text.insert(place, character),
                _ => {
                    text.remove(place);
                }
            }
        }
        let text: String = text.into_iter().collect();
        match text.parse::<Chess>() {
            Ok(position) => prop_assert_eq!(position.fen().parse::<Chess>(), Ok(position)),
            Err(error @ FenError::Syntax { at, found, expected, .. }) => {
                prop_assert!(at <= text.len());
                prop_assert!(error.to_string().contains(&format!("expected {expected} at byte {at}")), "{}", error);
                prop_assert_eq!(found.char(), text.get(at..).and_then(|rest| rest.chars().next()));
            }
            Err(FenError::RankLength { at, .. } | FenError::TooLarge { at, .. }) => prop_assert!(at <= text.len()),
            Err(_) => {}
        }
    }
}

#[test]
fn every_bad_fen_is_refused_with_its_error() {
    let mut cases = 0;
    for line in include_str!("../data/fen_bad.txt").lines().filter(|line| !line.starts_with('#')) {
        let (fen, message) = line.split_once('\t').unwrap_or_else(|| panic!("no tab in {line:?}"));
        match unescape(fen).parse::<Chess>() {
            Ok(position) => panic!("{fen} was read as {}", position.fen()),
            Err(error) => assert_eq!(error.to_string(), message, "{fen}"),
        }
        cases += 1;
    }
    assert!(cases >= 120, "only {cases} cases");
}

#[test]
fn errors_carry_field_and_place() {
    let error = |fen: &str| fen.parse::<Chess>().expect_err(fen);
    let FenError::Syntax { field, at, found, .. } = error("8/8/8/8/8/8/8/8 x - - 0 1") else {
        panic!("a syntax error")
    };
    assert_eq!((field, at, found.char()), (FenField::Turn, 16, Some('x')));
    let FenError::Syntax { field, at, found, .. } = error("8/8/8/8/8/8/8/8 w") else { panic!("a syntax error") };
    assert_eq!((field, at, found.char()), (FenField::Turn, 17, None));
    assert_eq!(
        error(&START.replace("0 1", "0 4294967296")),
        FenError::TooLarge { field: FenField::FullmoveNumber, at: 55 }
    );
}

#[test]
fn the_three_castling_spellings_mean_the_same() {
    let standard: Chess = START.parse().expect("the start");
    for castling in ["KQkq", "HAha", "QKqk", "KAkq", "HQha"] {
        assert_eq!(START.replace("KQkq", castling).parse(), Ok(standard), "{castling}");
    }
}

#[test]
fn rights_that_lack_their_king_or_rook_are_read_back() {
    for (fen, written) in [
        ("8/8/8/8/8/8/8/8 w KQkq - 0 1", "KQkq"),
        ("8/8/8/8/8/8/8/8 w HAha - 0 1", "KQkq"),
        ("8/8/8/8/8/8/8/7K w KQ - 0 1", "KQ"),
        ("7k/8/8/8/8/8/8/8 w kq - 0 1", "kq"),
        ("8/8/8/7K/8/8/8/8 w KQ - 0 1", "KQ"),
        ("8/8/8/8/8/8/8/2R5 w KQ - 0 1", "KQ"),
        ("8/8/8/8/8/8/8/RR5R w B - 0 1", "B"),
        ("8/8/8/8/8/8/8/K5KR w KQ - 0 1", "KQ"),
    ] {
        let setup: Setup<ChessRules> = fen.parse().expect(fen);
        let again = setup.fen();
        assert_eq!((again.split(' ').nth(2), again.parse()), (Some(written), Ok(setup)), "{fen}");
    }
}

#[test]
fn inner_rooks_are_written_by_their_files() {
    let fen = "1r2k1r1/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1";
    let position: Chess = fen.parse().expect(fen);
    assert_eq!(position.fen(), "1r2k1r1/8/8/8/8/8/8/RR2K1RR w GBkq - 0 1");
    let shredder = FenStyle { shredder: true, en_passant: EnPassantMode::Legal };
    assert_eq!(fen::write(&position, shredder), fen);
    // K and Q mean the outermost rooks, which is a different right.
    let outer: Chess = "1r2k1r1/8/8/8/8/8/8/RR2K1RR w KQkq - 0 1".parse().expect("outermost rooks");
    assert_ne!(outer, position);
    assert_eq!(fen::write(&outer, shredder), "1r2k1r1/8/8/8/8/8/8/RR2K1RR w HAgb - 0 1");
    // A rook beyond a bishop is still the outermost one.
    let behind: Chess = "4k3/8/8/8/8/8/8/4K1RB w K - 0 1".parse().expect("a rook on g1");
    assert_eq!(fen::write(&behind, shredder), "4k3/8/8/8/8/8/8/4K1RB w G - 0 1");
}

#[test]
fn en_passant_is_accepted_in_all_modes_and_normalised_away() {
    let style = |en_passant| FenStyle { shredder: false, en_passant };
    // No pawn is beside it: only the FEN standard writes the square.
    let alone: Chess = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1".parse().expect("a FEN");
    assert_eq!(MODES.map(|mode| fen::write(&alone, style(mode)).contains(" e3 ")), [false, false, true]);
    assert_eq!(alone, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse().expect("a FEN"));
    // A pinned pawn is beside it: X-FEN writes the square too.
    let pinned: Chess = "rnb1kbnr/pp2pppp/4q3/2ppP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 5".parse().expect("a FEN");
    assert_eq!(MODES.map(|mode| fen::write(&pinned, style(mode)).contains(" d6 ")), [false, true, true]);
    // A free pawn is beside it.
    let free: Chess = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse().expect("a FEN");
    assert_eq!(MODES.map(|mode| fen::write(&free, style(mode)).contains(" d6 ")), [true, true, true]);
    assert_eq!(free.to_setup().state.en_passant, Some(Square::D6));
}

#[test]
fn counters_reach_to_the_end_of_their_type() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 4294967295 4294967295";
    assert_eq!(fen.parse::<Chess>().map(|position| position.fen().to_string()).as_deref(), Ok(fen));
    let zero: Chess = "4k3/8/8/8/8/8/8/4K3 w - - 0 0".parse().expect("a FEN");
    assert_eq!(zero.fullmove_number(), 1);
    let clock: Chess = "4k3/8/8/8/8/8/8/4K3 w - - 150 100".parse().expect("a FEN");
    assert_eq!((clock.halfmove_clock(), clock.fullmove_number()), (150, 100));
}

#[test]
fn an_error_lists_all_violations_at_any_length() {
    let error = "kkQQQQQQ/PPPPPPPP/PPPPPPPP/pppppppp/pppppppp/8/8/KKpppppp w KQkq e6 0 1"
        .parse::<Chess>()
        .expect_err("no position");
    let FenError::Illegal(violations) = error else { panic!("{error}") };
    assert_eq!(error.to_string(), violations.to_string());
    assert!(error.to_string().len() > 255, "{error}");
}
