//! Serialization: the forms are fixed, values read back equal, and errors say what was expected.

use std::fmt::Debug;

use chess0x88::game::{DrawReason, NoWinReason, WinReason};
use chess0x88::makruk::Honour;
use chess0x88::{
    CastlingRights, CastlingSide, Chess, ChessRules, Color, File, Makruk, Move, Outcome, Piece, Rank, Role, Setup,
    Square, SquareMap, SquareSet,
};
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use common::chess;

/// Checks both forms of a value, and that it comes back from both.
fn assert_forms<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str, binary: &[u8]) {
    assert_eq!(serde_json::to_string(value).expect("JSON"), json);
    assert_eq!(postcard::to_allocvec(value).expect("postcard"), binary);
    assert_round_trip(value);
}

fn assert_round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let json = serde_json::to_string(value).expect("JSON");
    assert_eq!(serde_json::from_str::<T>(&json).expect(&json), *value);
    let binary = postcard::to_allocvec(value).expect("postcard");
    assert_eq!(postcard::from_bytes::<T>(&binary).expect("postcard"), *value);
}

fn json_error<T: DeserializeOwned + Debug>(json: &str) -> String {
    serde_json::from_str::<T>(json).expect_err(json).to_string()
}

#[test]
fn a_map_of_squares_is_a_list_of_64_values() {
    let map = SquareMap::from_fn(Square::index);
    assert_round_trip(&map);
    let values: Vec<usize> = map.into_iter().map(|(_, value)| value).collect();
    let list = serde_json::to_string(&values).expect("JSON");
    assert_eq!(serde_json::to_string(&map).expect("JSON"), list);
    assert_eq!(
        json_error::<SquareMap<u8>>("[1,2]"),
        "invalid length 2, expected a list of 64 values at line 1 column 5"
    );
    let longer = list.replace(']', ",64]");
    assert!(json_error::<SquareMap<u8>>(&longer).starts_with("invalid length 65, expected a list of 64 values"));
}

#[test]
fn the_forms_never_change() {
    assert_forms(&Square::E4, r#""e4""#, &[28]);
    assert_forms(&File::E, r#""e""#, &[4]);
    assert_forms(&Rank::Fourth, r#""4""#, &[3]);
    assert_forms(&Color::Black, r#""black""#, &[1]);
    for (role, text, number) in [
        (Role::Pawn, "pawn", 1),
        (Role::Knight, "knight", 2),
        (Role::Bishop, "bishop", 5),
        (Role::Rook, "rook", 6),
        (Role::Queen, "queen", 7),
        (Role::King, "king", 3),
        (Role::Met, "met", 0x11),
        (Role::Khon, "khon", 0x12),
    ] {
        assert_forms(&role, &format!("\"{text}\""), &[number]);
        let (white, black) = (Piece::new(Color::White, role), Piece::new(Color::Black, role));
        assert_forms(&white, &format!("\"{}\"", role.char()), &[number]);
        assert_forms(&black, &format!("\"{}\"", role.char().to_ascii_lowercase()), &[number + 8]);
    }
    assert_forms(&Color::White, r#""white""#, &[0]);
    assert_forms(&Piece::new(Color::White, Role::Knight), r#""N""#, &[2]);
    assert_forms(&Piece::new(Color::Black, Role::Pawn), r#""p""#, &[9]);
    assert_forms(&Piece::new(Color::Black, Role::Met).promoted(), r#""m~""#, &[0x39]);
    let set: SquareSet = [Square::A1, Square::B1, Square::A2].into_iter().collect();
    assert_forms(&set, r#"["a1","b1","a2"]"#, &[0x83, 0x02]);
    assert_forms(&SquareSet::EMPTY, "[]", &[0]);
    assert_forms(&(Square::A1, Some(Color::White)), r#"["a1","white"]"#, &[0, 1, 0]);
}

/// Each reason of a win, its text and number, and the numbers of White's and Black's win by it.
const WINS: [(WinReason, &str, u8, [u8; 2]); 8] = [
    (WinReason::Checkmate, "checkmate", 0, [0, 1]),
    (WinReason::Resignation, "resignation", 1, [2, 3]),
    (WinReason::FlagFall, "flag fall", 2, [4, 5]),
    (WinReason::Abandonment, "abandonment", 3, [19, 20]),
    (WinReason::Forfeit, "forfeit", 4, [21, 22]),
    (WinReason::Adjudication, "adjudication", 5, [23, 24]),
    (WinReason::RulesInfraction, "rules infraction", 6, [25, 26]),
    (WinReason::Unknown, "unknown means", 7, [27, 28]),
];

/// Each reason of a draw, its text and number, and the number of the draw by it.
const DRAWS: [(DrawReason, &str, u8, u8); 18] = [
    (DrawReason::Stalemate, "stalemate", 0, 6),
    (DrawReason::InsufficientMaterial, "insufficient material", 1, 7),
    (DrawReason::DeadPosition, "dead position", 2, 18),
    (DrawReason::Agreement, "agreement", 3, 8),
    (DrawReason::Resignation, "resignation against insufficient material", 4, 9),
    (DrawReason::FlagFall, "flag fall against insufficient material", 5, 10),
    (DrawReason::ThreefoldRepetition, "threefold repetition", 6, 11),
    (DrawReason::FiftyMoves, "fifty moves", 7, 12),
    (DrawReason::FivefoldRepetition, "fivefold repetition", 8, 13),
    (DrawReason::SeventyFiveMoves, "seventy-five moves", 9, 14),
    (DrawReason::BoardHonour, "board's honour", 10, 15),
    (DrawReason::PiecesHonour, "pieces' honour", 11, 16),
    (DrawReason::MateWhileCounting, "mate by the side that was counting", 12, 17),
    (DrawReason::Abandonment, "abandonment", 13, 29),
    (DrawReason::Forfeit, "forfeit", 14, 30),
    (DrawReason::Adjudication, "adjudication", 15, 31),
    (DrawReason::RulesInfraction, "rules infraction", 16, 32),
    (DrawReason::Unknown, "unknown means", 17, 33),
];

/// Each reason why neither side has won, its text and number, and the numbers of `0-0`, `1/2-0` and `0-1/2` by it.
const NO_WINS: [(NoWinReason, &str, u8, [u8; 3]); 5] = [
    (NoWinReason::Abandonment, "abandonment", 0, [34, 35, 36]),
    (NoWinReason::Forfeit, "forfeit", 1, [37, 38, 39]),
    (NoWinReason::Adjudication, "adjudication", 2, [40, 41, 42]),
    (NoWinReason::RulesInfraction, "rules infraction", 3, [43, 44, 45]),
    (NoWinReason::Unknown, "unknown means", 4, [46, 47, 48]),
];

#[test]
fn reasons_claims_and_castling_have_forms_that_never_change() {
    use chess0x88::game::Claim;
    use chess0x88::uci::CastlingMode;
    for (reason, text, number, [white, black]) in WINS {
        assert_forms(&reason, &format!("\"{text}\""), &[number]);
        assert_forms(
            &Outcome::Win { winner: Color::White, by: reason },
            &format!("\"White wins by {text}\""),
            &[white],
        );
        assert_forms(
            &Outcome::Win { winner: Color::Black, by: reason },
            &format!("\"Black wins by {text}\""),
            &[black],
        );
    }
    for (reason, text, number, outcome) in DRAWS {
        assert_forms(&reason, &format!("\"{text}\""), &[number]);
        assert_forms(&Outcome::Draw(reason), &format!("\"draw by {text}\""), &[outcome]);
    }
    for (reason, text, number, outcomes) in NO_WINS {
        assert_forms(&reason, &format!("\"{text}\""), &[number]);
        for (half, score, outcome) in [
            (None, "neither side wins", outcomes[0]),
            (Some(Color::White), "half a point for White alone", outcomes[1]),
            (Some(Color::Black), "half a point for Black alone", outcomes[2]),
        ] {
            assert_forms(&Outcome::NoWin { half, by: reason }, &format!("\"{score} by {text}\""), &[outcome]);
        }
    }
    assert_forms(&Claim::FiftyMoves, r#""fifty moves""#, &[0]);
    assert_forms(&Claim::ThreefoldRepetition, r#""threefold repetition""#, &[1]);
    assert_forms(&CastlingMode::Standard, r#""standard""#, &[0]);
    assert_forms(&CastlingMode::Chess960, r#""Chess960""#, &[1]);
    let rights = chess("r3k2r/8/8/8/8/8/8/4K1R1 w Gkq - 0 1").castling_rights();
    assert_forms(&rights, r#"["g1",null,"h8","a8"]"#, &[1, 6, 0, 1, 63, 1, 56]);
    assert_forms(&CastlingRights::NONE, "[null,null,null,null]", &[0; 4]);
    assert!(postcard::from_bytes::<Outcome>(&[49]).is_err() && postcard::from_bytes::<Claim>(&[2]).is_err());
    assert!(postcard::from_bytes::<DrawReason>(&[18]).is_err() && postcard::from_bytes::<WinReason>(&[8]).is_err());
    assert!(postcard::from_bytes::<NoWinReason>(&[5]).is_err());
    assert_eq!(
        json_error::<DrawReason>("\"boredom\""),
        "invalid value: string \"boredom\", expected the reason of a draw, such as stalemate or fifty moves at line 1 column 9"
    );
    assert_eq!(
        json_error::<Claim>("\"stalemate\""),
        "invalid value: string \"stalemate\", expected fifty moves or threefold repetition at line 1 column 11"
    );
}

#[test]
fn all_squares_and_pieces_survive() {
    assert_round_trip(&Square::ALL.to_vec());
    assert_round_trip(&File::ALL);
    assert_round_trip(&Rank::ALL);
    assert_round_trip(&Role::ALL);
    assert_round_trip(&Color::ALL);
    for color in Color::ALL {
        for role in Role::ALL {
            assert_round_trip(&Piece::new(color, role));
            assert_round_trip(&Piece::new(color, role).promoted());
        }
    }
}

#[test]
fn a_move_is_uci_and_its_kind() {
    for (fen, uci, text) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e2e4 double step"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "g1f3 quiet"),
        ("7k/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2e4", "e2e4 quiet"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "e4d5 capture"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e5d6 en passant"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1h1 castle"),
        ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", "e8a8 castle"),
        ("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", "e7d8n capture promotion"),
        ("3rk3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a7a8q promotion"),
    ] {
        let mv = chess(fen).parse_uci(uci).expect(uci);
        assert_eq!(serde_json::to_string(&mv).expect("JSON"), format!("\"{text}\""));
        assert_round_trip(&mv);
    }
    assert_eq!(postcard::to_allocvec(&Chess::startpos().parse_uci("e2e4").expect("legal")), Ok(vec![0x9C, 0x68]));
}

#[test]
fn uci_without_a_kind_is_no_move() {
    for uci in ["e1g1", "e1h1", "e2e4", "e7e8q"] {
        assert_eq!(
            json_error::<Move>(&format!("\"{uci}\"")),
            format!(
                "invalid value: string \"{uci}\", expected a move in UCI and its kind (quiet, double step, castle, capture, \
                 en passant, promotion, capture promotion), such as e2e4 double step or e1h1 castle; UCI alone takes a \
                 position to read at line 1 column {}",
                uci.len() + 2
            )
        );
    }
}

#[test]
fn every_move_there_can_be_survives() {
    for bits in 0..=u16::MAX {
        if let Some(mv) = Move::from_bits(bits) {
            let json = serde_json::to_string(&mv).expect("JSON");
            assert_eq!(serde_json::from_str::<Move>(&json).expect(&json), mv);
        }
    }
}

#[test]
fn positions_are_fen_with_nothing_left_out() {
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    assert_eq!(serde_json::to_string(&chess(after_e4)).expect("JSON"), format!("\"{after_e4}\""));
    for fen in [after_e4, "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 13 99", "8/8/8/4k3/8/8/8/K7 b - - 0 4294967295"] {
        let position = chess(fen);
        assert_round_trip(&position);
        assert_round_trip(&position.to_setup());
    }
    // An illegal position is still a setup.
    let setup: Setup<ChessRules> = "8/8/8/8/8/8/8/8 b - e6 7 0".parse().expect("a setup");
    assert_round_trip(&setup);
}

#[test]
fn makruk_positions_are_fen_too() {
    for fen in ["rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1"] {
        let position: Makruk = fen.parse().expect(fen);
        assert_eq!(serde_json::to_string(&position).expect("JSON"), format!("\"{fen}\""));
        assert_round_trip(&position);
        assert_round_trip(&position.to_setup());
    }
}

#[test]
fn a_count_comes_back_whole() {
    // The bare Khun took the last Bia when there were seven pieces, so its count began with 7.
    let mut setup = Makruk::from_fen("8/8/7M~/1k5M~/3M~4/8/4K2S/4M3 w - 88 13 92").expect("a FEN").to_setup();
    let count = setup.state.count.as_mut().expect("a count runs");
    assert_eq!(count.first, 8);
    count.first = 7;
    let position = setup.to_position().expect("a position");
    let json = serde_json::to_string(&position).expect("JSON");
    assert_eq!(json, "\"8/8/7M~/1k5M~/3M~4/8/4K2S/4M3 w - 88 13 92 first=7\"");
    let read: Makruk = serde_json::from_str(&json).expect("JSON");
    assert_eq!(read.to_setup(), setup);
    // Each part of a count, alone and with the others.
    for parts in 0..1 << 6 {
        let is = |bit: u32| parts >> bit & 1 != 0;
        let mut setup = setup;
        let count = setup.state.count.as_mut().expect("a count runs");
        count.first = if is(0) { 1 } else { 8 };
        count.side = if is(1) { Color::White } else { Color::Black };
        count.honour = if is(2) { Honour::Board } else { Honour::Pieces };
        count.by_choice = is(3);
        setup.state.stopped = is(4);
        setup.halfmove_clock = if is(5) { 5 } else { 0 };
        assert_round_trip(&setup);
        // Pieces on both sides: the FEN alone counts by board's honour, not by pieces' honour.
        let pieces =
            [(Square::H1, Piece::new(Color::White, Role::Rook)), (Square::H8, Piece::new(Color::Black, Role::Rook))];
        for (square, rook) in pieces {
            setup.board.set(square, Some(rook));
        }
        assert_round_trip(&setup);
    }
    let mut stopped = Makruk::startpos().to_setup();
    stopped.state.stopped = true;
    assert_forms(
        &stopped,
        "\"rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1 stopped\"",
        &[&[61][..], b"rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1 stopped"].concat(),
    );
    for (words, at) in [(" first=x", 32), (" first=7 side=red", 40), (" ", 32), ("  stopped", 32), (" stopped=x", 32)] {
        let error = json_error::<Makruk>(&format!("\"8/8/8/8/8/4k3/8/R3K3 w - 32 5 2{words}\""));
        let expected =
            "expected first=, side=, honour=, by-choice, stopped or clock= of a count behind the FEN, at byte ";
        let column = 33 + words.len();
        assert_eq!(error, format!("{expected}{at} at line 1 column {column}"), "{words}");
    }
    // A FEN of chess has nothing after it. Without a count there is nothing to change.
    assert!(json_error::<Chess>("\"4k3/8/8/8/8/8/8/4K3 w - - 0 1 stopped\"").starts_with("full-move number"));
    assert!(json_error::<Makruk>("\"4k3/8/8/8/8/8/8/R3K3 w - - 0 1 first=3\"").contains("at byte 31"));
}

#[test]
fn a_setup_that_fen_cannot_tell_is_an_error() {
    let mut setup = Chess::startpos().to_setup();
    setup.state.castling.set(Color::White, chess0x88::CastlingSide::King, Some(Square::E4));
    assert_eq!(
        serde_json::to_string(&setup).expect_err("no FEN").to_string(),
        "FEN cannot tell all of this setup, of which it would say rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w EQkq - 0 1"
    );
}

#[test]
fn errors_say_what_was_found_and_expected() {
    assert_eq!(
        json_error::<Square>(r#""e9""#),
        "invalid value: string \"e9\", expected a square: a letter a-h and a digit 1-8, such as e4 at line 1 column 4"
    );
    for (text, column) in [("w", 3), ("whites", 8), ("", 2)] {
        assert_eq!(
            json_error::<Color>(&format!("{text:?}")),
            format!("invalid value: string {text:?}, expected white or black at line 1 column {column}")
        );
    }
    assert_eq!(
        json_error::<Piece>(r#""N~""#),
        "invalid value: string \"N~\", expected a piece: a letter of PNBRQKMSpnbrqkms, or M~ or m~ at line 1 column 4"
    );
    assert_eq!(
        json_error::<Chess>(r#""8/8/8/8/8/8/8/9 w - - 0 1""#),
        "board: expected a piece letter or a digit 1-8 at byte 14, found '9' at line 1 column 27"
    );
    assert_eq!(
        json_error::<Chess>(r#""8/8/8/8/8/8/8/8 w - - 0 1""#),
        "the board is empty; White has no king; Black has no king at line 1 column 27"
    );
    assert_eq!(
        json_error::<SquareSet>("7"),
        "invalid type: integer `7`, expected a list of squares at line 1 column 1"
    );
    assert_eq!(json_error::<Chess>("7"), "invalid type: integer `7`, expected a FEN at line 1 column 1");
    for text in [
        "",
        "e2",
        "quiet",
        "e2e2 quiet",
        "e2e9 quiet",
        "e2e4  quiet",
        "e2e4 Quiet",
        "e2e4 quiet ",
        "e7e8k promotion",
        "e7e8qq promotion",
        "e7e8q quiet",
        "e7e8 promotion",
        "é2e4 quiet",
        "e1h1o",
        "e4d5x",
        "e2e4-",
    ] {
        let error = json_error::<Move>(&format!("\"{text}\""));
        assert!(error.contains("expected a move in UCI and its kind (quiet, double step, castle"), "{text}: {error}");
    }
    for bytes in [&[64][..], &[255]] {
        assert!(postcard::from_bytes::<Square>(bytes).is_err());
        assert!(postcard::from_bytes::<File>(bytes).is_err());
        assert!(postcard::from_bytes::<Color>(bytes).is_err());
        assert!(postcard::from_bytes::<Role>(bytes).is_err());
        assert!(postcard::from_bytes::<Piece>(bytes).is_err());
    }
    assert!(postcard::from_bytes::<Move>(&[0]).is_err());
}

/// A setup of random parts: pieces of either game, any number of kings, random rights and squares.
fn odd_setups() -> impl Strategy<Value = Setup<ChessRules>> {
    let square = (0..64_usize).prop_map(|n| Square::ALL[n]);
    let role = prop_oneof![4 => Just(Role::Rook), 3 => Just(Role::King), 1 => (0..8_usize).prop_map(|n| Role::ALL[n])];
    let on_a_back_rank = (square.clone(), any::<bool>())
        .prop_map(|(square, first)| Square::new(square.file(), if first { Rank::First } else { Rank::Eighth }));
    let place = prop_oneof![3 => on_a_back_rank, 1 => square.clone()];
    let pieces = proptest::collection::vec((place.clone(), role, any::<bool>()), 0..12);
    let rights = proptest::array::uniform4(proptest::option::of(place));
    let rest = (proptest::option::of(square), any::<bool>(), any::<u32>(), any::<u32>());
    (pieces, rights, rest).prop_map(|(pieces, rights, (en_passant, black, halfmove_clock, fullmove_number))| {
        let color = |black| if black { Color::Black } else { Color::White };
        let mut setup = Setup { halfmove_clock, fullmove_number, turn: color(black), ..Setup::<ChessRules>::empty() };
        for (square, role, black) in pieces {
            setup.board.set(square, Some(Piece::new(color(black), role)));
        }
        let sides = [CastlingSide::King, CastlingSide::Queen];
        for (n, rook) in rights.into_iter().enumerate() {
            setup.state.castling.set(color(n > 1), sides[n % 2], rook);
        }
        setup.state.en_passant = en_passant;
        setup
    })
}

proptest! {
    #[test]
    fn any_setup_is_told_or_refused(setup in odd_setups()) {
        if let Ok(json) = serde_json::to_string(&setup) {
            prop_assert_eq!(serde_json::from_str::<Setup<ChessRules>>(&json).expect(&json), setup);
        } else {
            prop_assert_ne!(setup.fen().parse::<Setup<ChessRules>>(), Ok(setup));
        }
    }

    #[test]
    fn whatever_position_there_is_survives(position in common::positions()) {
        assert_round_trip(&position);
        assert_round_trip(&position.to_setup());
    }

    #[test]
    fn whatever_setup_is_read_can_be_written(setup in odd_setups()) {
        if let Ok(read) = setup.fen().parse::<Setup<ChessRules>>() {
            assert_round_trip(&read);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(
        text in "[a-h][1-8][a-h][1-8][qrnbm]? (quiet|capture|castle|promotion|capture promotion)|\\PC*"
    ) {
        let json = serde_json::to_string(&text).expect("JSON");
        if let Ok(mv) = serde_json::from_str::<Move>(&json) {
            prop_assert_eq!(serde_json::to_string(&mv).expect("JSON"), json.clone());
        }
        let _ = serde_json::from_str::<Square>(&json);
        let _ = serde_json::from_str::<Piece>(&json);
        let _ = serde_json::from_str::<Chess>(&json);
    }
}
