//! Makruk: the moves of each piece, legal setups, both FEN dialects, and invariants of every position.

use std::collections::HashSet;

use chess0x88::error::Reason;
use chess0x88::fen::FenError;
use chess0x88::san::{PieceLetters, San};
use chess0x88::uci::CastlingMode;
use chess0x88::{
    IllegalMove, Makruk, MakrukRules, Move, Piece, Role, Setup, Square, Variant, Violation, Violations, fen, makruk,
    packed, perft, san,
};
use proptest::prelude::*;

use common::makruk as position;

/// The squares that the piece on a square may go to.
fn targets(fen: &str, from: Square) -> String {
    let moves = position(fen).legal_moves_from(from);
    let targets: chess0x88::SquareSet = moves.iter().map(|mv| mv.to()).collect();
    targets.to_string()
}

#[test]
fn the_start_is_the_real_array_and_valid() {
    let start = Makruk::startpos();
    assert_eq!(start.fen().as_str(), "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1");
    assert_eq!(start.to_setup().violations(), Violations::NONE);
    assert_eq!(makruk::thai_fen(&start).as_str(), "rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1");
    assert_eq!([1, 2, 3].map(|depth| perft(&start, depth)), [23, 529, 12012]);
    let picture = "8  r n s m k s n r\n7  . . . . . . . .\n6  p p p p p p p p\n5  . . . . . . . .\n\
                   4  . . . . . . . .\n3  P P P P P P P P\n2  . . . . . . . .\n1  R N S K M S N R\n   a b c d e f g h";
    assert_eq!(start.board().to_string(), picture);
    assert!(format!("{:#}", start.board()).starts_with("8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜\n"));
}

#[test]
fn the_slip_in_the_seeds_start_array_differs_in_the_khun_and_met_only() {
    let slip = makruk::from_thai_fen("rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTEKTMR w 1").unwrap();
    assert_eq!(slip.fen().as_str(), "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSMKSNR w - - 0 1");
    assert_eq!([1, 2, 3, 4].map(|depth| perft(&slip, depth)), [23, 529, 12012, 273_026]);
}

#[test]
#[ignore = "284 million nodes: cargo test --release -- --ignored"]
fn only_the_sixth_ply_tells_the_slip_from_the_real_array() {
    let slip = position("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSMKSNR w - - 0 1");
    assert_eq!(perft(&Makruk::startpos(), 6), 142_078_049);
    assert_eq!(perft(&slip, 6), 142_078_057);
}

#[test]
fn each_piece_moves_as_the_rules_say() {
    let cases = [
        ("7k/8/8/8/3M4/8/8/K7 w - - 0 1", Square::D4, "c3 e3 c5 e5"),
        ("7k/8/8/8/3M~4/8/8/K7 w - - 0 1", Square::D4, "c3 e3 c5 e5"),
        ("7k/8/8/8/3S4/8/8/K7 w - - 0 1", Square::D4, "c3 e3 c5 d5 e5"),
        ("7k/8/8/8/3s4/8/8/K7 b - - 0 1", Square::D4, "c3 d3 e3 c5 e5"),
        ("7k/8/8/8/3N4/8/8/K7 w - - 0 1", Square::D4, "c2 e2 b3 f3 b5 f5 c6 e6"),
        ("7k/8/8/8/3R4/8/3m4/K7 w - - 0 1", Square::D4, "d2 d3 a4 b4 c4 e4 f4 g4 h4 d5 d6 d7 d8"),
        ("7k/8/8/8/3K4/8/8/8 w - - 0 1", Square::D4, "c3 d3 e3 c4 e4 c5 d5 e5"),
        // No double step from the second or third rank; captures diagonally, and no blocked step.
        ("7k/8/8/8/8/3P4/8/K7 w - - 0 1", Square::D3, "d4"),
        ("7k/8/8/8/8/8/3P4/K7 w - - 0 1", Square::D2, "d3"),
        ("7k/8/8/8/2mnr3/3P4/8/K7 w - - 0 1", Square::D3, "c4 e4"),
        ("7k/8/3p4/2MNR3/8/8/8/K7 b - - 0 1", Square::D6, "c5 e5"),
    ];
    for (fen, from, expected) in cases {
        assert_eq!(targets(fen, from), expected, "{from} in {fen}");
    }
}

#[test]
fn a_bia_promotes_to_a_met_on_the_sixth_rank_and_beyond_and_must() {
    for (fen, from, to) in [
        ("7k/8/8/P7/8/8/8/K7 w - - 0 1", Square::A5, Square::A6),
        ("7k/8/P7/8/8/8/8/K7 w - - 0 1", Square::A6, Square::A7),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", Square::A7, Square::A8),
        ("k7/8/8/8/7p/8/8/K7 b - - 0 1", Square::H4, Square::H3),
        ("k7/8/8/8/8/8/7p/K7 b - - 0 1", Square::H2, Square::H1),
    ] {
        let position = position(fen);
        let moves = position.legal_moves_from(from);
        assert_eq!(moves.len(), 1);
        assert_eq!(moves[0].promotion(), Some(Role::Met));
        assert_eq!(moves[0].to_uci(CastlingMode::Standard).as_str(), format!("{from}{to}m"));
        // There is only one promotion, so it need not be named. SAN writes it, and strict reading requires it.
        assert_eq!(position.find_move(from, to, None), Ok(moves[0]));
        assert_eq!(position.parse_uci(&format!("{from}{to}")), Ok(moves[0]));
        assert_eq!(position.parse_san(&to.to_string()), Ok(moves[0]));
        let missing = IllegalMove { reason: Reason::PromotionMissing { square: to }, game: Variant::Makruk };
        assert_eq!(san::parse_strict(&position, &to.to_string()), Err(missing.into()));
        let unpromoted = Move::from_bits(moves[0].bits() & 0x7777).expect("the squares alone");
        assert_eq!(position.check_legal(unpromoted), Err(missing));
        let queen =
            IllegalMove { reason: Reason::PromotionInvalid { role: Role::Queen, square: to }, game: Variant::Makruk };
        assert_eq!(position.find_move(from, to, Some(Role::Queen)), Err(queen));
        let after = position.after(moves[0]).unwrap();
        assert_eq!(after.board().piece_at(to), Some(Piece::new(position.turn(), Role::Met).promoted()));
        assert_eq!(position.legal_promotions().len(), 1);
    }
    assert_eq!(targets("7k/8/8/8/P7/8/8/K7 w - - 0 1", Square::A4), "a5");
    let quiet = position("7k/8/8/8/P7/8/8/K7 w - - 0 1");
    let early =
        IllegalMove { reason: Reason::PromotionInvalid { role: Role::Met, square: Square::A5 }, game: Variant::Makruk };
    assert_eq!(quiet.find_move(Square::A4, Square::A5, Some(Role::Met)), Err(early));
}

#[test]
fn illegal_moves_say_why_in_makruk_terms() {
    let start = Makruk::startpos();
    let why = |uci: &str| start.parse_uci(uci).unwrap_err().to_string();
    assert_eq!(why("e1e2"), "the Met on e1 does not move to e2");
    assert_eq!(why("c1c3"), "the Khon on c1 does not move to c3");
    assert_eq!(why("d3d5"), "the Bia on d3 does not move to d5");
    assert_eq!(why("d1f1"), "the Khun on d1 does not move to f1");
    assert_eq!(why("e3e4q"), "expected a lower-case promotion letter or the end at byte 4, found 'q'");
    let pinned = position("3r3k/8/8/8/3S4/8/8/3K4 w - - 0 1");
    assert_eq!(
        pinned.find_move(Square::D4, Square::C5, None).unwrap_err().to_string(),
        "the Khon on d4 is pinned to the Khun by the Rua on d8"
    );
    assert_eq!(targets(&pinned.fen(), Square::D4), "d5");
}

#[test]
fn san_that_means_no_single_move_says_why_in_makruk_terms() {
    for (fen, san, expected) in [
        ("k7/8/8/8/8/5N2/8/KN6 w - - 0 1", "Nd2", "the Ma on b1 and f3 can both move to d2"),
        ("k7/8/8/8/8/5N2/8/KN6 w - - 0 1", "Nd8", "no Ma can move to d8"),
        ("7k/8/8/8/8/2P1P3/8/K7 w - - 0 1", "h5", "no Bia can move to h5"),
        ("7k/8/8/8/8/2P1P3/8/K7 w - - 0 1", "Rb1", "no Rua can move to b1"),
        ("7k/8/8/8/8/2P1P3/8/KM1M4 w - - 0 1", "Mc2", "the Met on b1 and d1 can both move to c2"),
        ("7k/8/8/8/8/2P1P3/8/KS1S4 w - - 0 1", "Sc2", "the Khon on b1 and d1 can both move to c2"),
        ("7k/8/8/8/8/2P1P3/8/KM6 w - - 0 1", "Kb1b2", "no Khun on b1 can move to b2"),
    ] {
        let error = position(fen).parse_san(san).unwrap_err();
        assert_eq!(error.to_string(), expected, "{san} on {fen}");
    }
}

#[test]
fn checks_by_met_khon_and_ma_cannot_be_blocked() {
    for (fen, checker) in [
        ("k7/8/8/8/8/8/2m5/3K3R w - - 0 1", "c2"),
        ("k7/8/8/8/8/8/3s4/3K3R w - - 0 1", "d2"),
        ("k7/8/8/8/8/2n5/8/3K3R w - - 0 1", "c3"),
    ] {
        let position = position(fen);
        assert_eq!(position.checkers().to_string(), checker);
        assert!(position.legal_moves_from(Square::H1).is_empty());
    }
    // A Khon attacks straight ahead, and not straight behind.
    assert!(!position("7k/8/8/8/8/8/8/R2K2s1 w - - 0 1").is_check());
    assert!(!position("7k/8/8/8/8/3K4/3s4/8 w - - 0 1").is_check());
}

#[test]
fn a_promoted_bia_is_a_met_for_repetition_but_not_for_notation() {
    let met = position("7k/8/8/8/3M4/8/8/K7 w - - 0 1");
    let promoted = position("7k/8/8/8/3M~4/8/8/K7 w - - 5 9");
    assert_eq!(met, promoted);
    assert_eq!(HashSet::from([met, promoted]).len(), 1);
    assert_ne!(met.fen(), *promoted.fen());
    // The count is no part of the position for equality.
    assert_eq!(position("7k/8/8/8/8/8/8/K2R4 b - 32 9 9"), position("7k/8/8/8/8/8/8/K2R4 b - - 0 1"));
}

#[test]
fn setups_are_refused_for_every_reason_at_once() {
    let violations = |fen: &str| fen.parse::<Setup<MakrukRules>>().unwrap().violations();
    for (fen, expected) in [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "the board is empty; White has no Khun; Black has no Khun"),
        ("kk6/8/8/8/8/8/8/6KK w - - 0 1", "White has more than one Khun; Black has more than one Khun"),
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", "the side not to move is in check: its king could be captured"),
        ("7k/6M1/8/8/8/8/8/K7 w - - 0 1", "the side not to move is in check: its king could be captured"),
        ("7k/8/8/P7/8/PPPPPPPP/8/K7 w - - 0 1", "White has more than eight Bia"),
        (
            "7k/8/M~7/8/8/PPPPPPPP/8/K7 w - - 0 1",
            "White has more than sixteen pieces, or more extra Met than missing Bia",
        ),
        (
            "7k/8/pppppppp/8/mm6/8/8/K7 w - - 0 1",
            "Black has more than sixteen pieces, or more extra Met than missing Bia",
        ),
        ("7k/8/8/8/8/NNN5/8/K7 w - - 0 1", "White has more than two Ma, two Khon or two Rua"),
        ("7k/rrr5/8/8/8/8/8/7K b - - 0 1", "Black has more than two Ma, two Khon or two Rua"),
        ("7k/8/8/8/8/8/8/K6P w - - 0 1", "a Bia cannot stand on the first or eighth rank"),
        ("7k/8/8/8/8/1n6/1m6/K6r w - - 0 1", "more than two pieces give check, but one move gives at most two"),
        ("7k/8/8/8/8/1n6/1m6/K7 w - - 0 1", "no last move can have given this check"),
        ("7k/8/8/8/8/8/8/K1r4r w - - 0 1", ""),
    ] {
        assert_eq!(violations(fen).to_string(), expected, "{fen}");
    }
    // A side has at most eight promoted Bia and the Met; unmarked Met count too.
    assert_eq!(violations("7k/8/8/8/8/MMMMMMMM/M7/1K6 w - - 0 1"), Violations::NONE);
    let tenth = violations("7k/8/8/8/8/MMMMMMMM/MM6/2K5 w - - 0 1");
    assert!(tenth.contains(Violation::TooManyWhitePieces));
    assert!((tenth & !Violations::TOLERABLE).is_empty());
    // Pieces of chess are illegal in Makruk.
    let mut setup = Makruk::startpos().to_setup();
    setup.board.set(Square::A1, Some(Piece::new(chess0x88::Color::White, Role::Queen)));
    assert!(setup.violations().contains(Violation::ForeignPiece));
    // A setup may have a Bia beyond its promotion rank.
    assert_eq!(violations("7k/P7/1P6/8/8/8/8/K7 w - - 0 1"), Violations::NONE);
}

#[test]
fn two_rua_in_line_cannot_both_have_come_to_give_check() {
    let setup: Setup<MakrukRules> = "7k/8/8/8/8/8/r7/K6r w - - 0 1".parse().unwrap();
    assert_eq!(setup.violations(), Violation::ImpossibleCheck.into());
    assert!(setup.to_position_with(Violations::TOLERABLE).is_ok());
    // A Ma that leaves the Rua's line gives both checks.
    let setup: Setup<MakrukRules> = "7k/8/8/8/8/1n6/8/K6r w - - 0 1".parse().unwrap();
    assert_eq!(setup.violations(), Violations::NONE);
}

#[test]
fn the_two_dialects_say_the_same() {
    for (fairy, thai) in [
        ("8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1", "8/3k4/6F1/2K1T3/8/8/8/8 b 1 b pp 4 5 44"),
        ("8/8/4k3/R7/8/2K2R2/8/8 b - 16 8 40", "8/8/4k3/R7/8/2K2R2/8/8 b 40 b pp 4 5 8"),
        ("8/m7/8/8/3k4/8/8/R3K3 w - 128 0 11", "8/e7/8/8/3k4/8/8/R3K3 w 11 w bp 0 1 64"),
        ("8/8/1m6/3k4/3R4/8/8/R3K3 b - 128 21 10", "8/8/1e6/3k4/3R4/8/8/R3K3 b 10 w bp 11 1 64"),
        ("8/8/1n6/3k4/3r~4/8/8/R3K3 b - - 21 10", ""),
        ("7k/8/8/8/3m~4/1s6/8/K7 w - - 0 12", "7k/8/8/8/3f4/1t6/8/K7 w 12"),
    ] {
        if thai.is_empty() {
            assert!(fairy.parse::<Makruk>().is_err(), "{fairy}");
            continue;
        }
        let position = position(fairy);
        assert_eq!(position.fen().as_str(), fairy);
        assert_eq!(makruk::thai_fen(&position).as_str(), thai);
        let read = makruk::from_thai_fen(thai).unwrap();
        assert_eq!(read.fen().as_str(), fairy);
        assert_eq!(read.to_setup().state, position.to_setup().state);
        assert_eq!(read.board(), position.board());
    }
}

#[test]
fn bad_fens_say_what_is_wrong_and_where() {
    for (text, expected) in [
        ("7k/8/8/8/3R~3/8/8/K7 w - - 0 1", "board: expected a piece letter or a digit 1-8 at byte 11, found '~'"),
        ("7k/8/8/8/3M~~3/8/8/K7 w - - 0 1", "board: expected a piece letter or a digit 1-8 at byte 12, found '~'"),
        ("7k/8/8/8/3Q4/8/8/K7 w - - 0 1", "board: expected a piece letter or a digit 1-8 at byte 10, found 'Q'"),
        ("7k/8/8/8/8/8/8/K7 w KQkq - 0 1", "castling: expected - (Makruk has no castling) at byte 20, found 'K'"),
        (
            "7k/8/8/8/8/8/8/K7 w - e3 0 1",
            "limit of the count: expected a number of plies (1 or more) or - at byte 22, found 'e'",
        ),
        (
            "7k/8/8/8/8/8/8/K7 w - 0 0 1",
            "limit of the count: expected a number of plies (1 or more) or - at byte 22, found '0'",
        ),
        ("7k/8/8/8/8/8/8/K7 w - 32 x 1", "count: expected a number at byte 25, found 'x'"),
        ("7k/8/8/8/8/8/8/K7 w - - x 1", "half-move clock: expected a number at byte 24, found 'x'"),
        ("7k/8/8/8/8/8/8/K7 w - 4294967296 0 1", "limit of the count: the number at byte 22 is larger than 4294967295"),
        ("7k/8/8/8/8/8/8/K7 w - - 0", "half-move clock: expected a space at byte 25, found the end"),
        ("7k/8/8/8/8/8/8/K7 w - - 0 1 ", "full-move number: expected the end at byte 27, found a space"),
    ] {
        assert_eq!(Makruk::from_fen(text).unwrap_err().to_string(), expected, "{text}");
    }
    for (text, expected) in [
        ("7k/8/8/8/3S4/8/8/K7 w 1", "board: expected a piece letter or a digit 1-8 at byte 10, found 'S'"),
        ("7k/8/8/8/3E~3/8/8/K7 w 1", "board: expected a piece letter or a digit 1-8 at byte 11, found '~'"),
        ("7k/8/8/8/8/8/8/K7 w", "side to move: expected a space at byte 19, found the end"),
        ("7k/8/8/8/8/8/8/K7 x 1", "side to move: expected w or b at byte 18, found 'x'"),
        ("7k/8/8/8/8/8/8/K7 w -", "full-move number: expected a number at byte 20, found '-'"),
        ("7k/8/8/8/8/8/8/K7 w 1 -", "counting side: expected w or b at byte 22, found '-'"),
        (
            "7k/8/8/8/8/8/8/K7 w 1 w b",
            "kind of count: expected bp (board's honour) or pp (pieces' honour) at byte 25, found the end",
        ),
        (
            "7k/8/8/8/8/8/8/K7 w 1 w xp 1 1 64",
            "kind of count: expected bp (board's honour) or pp (pieces' honour) at byte 24, found 'x'",
        ),
        (
            "7k/8/8/8/8/8/8/K7 w 1 w bx 1 1 64",
            "kind of count: expected bp (board's honour) or pp (pieces' honour) at byte 25, found 'x'",
        ),
        ("7k/8/8/8/8/8/8/K7 w 1 w bp 01 1 64", "count: expected no digit after a leading 0 at byte 28, found '1'"),
        (
            "7k/8/8/8/8/8/8/K7 w 1 b bp 0 1 64",
            "count: expected a number from 1 (the counting side has just moved) at byte 27, found '0'",
        ),
        ("7k/8/8/8/8/8/8/K7 w 1 w bp 2147483648 1 64", "count: the number at byte 27 is larger than 4294967295"),
        ("7k/8/8/8/8/8/8/K7 w 1 w bp 1 x 64", "start of the count: expected a number at byte 29, found 'x'"),
        ("7k/8/8/8/8/8/8/K7 w 1 w bp 1 1", "start of the count: expected a space at byte 30, found the end"),
        ("7k/8/8/8/8/8/8/K7 w 1 w bp 1 1 64 ", "limit of the count: expected the end at byte 33, found a space"),
    ] {
        assert_eq!(makruk::from_thai_fen(text).unwrap_err().to_string(), expected, "{text}");
    }
    let no_king = makruk::from_thai_fen("7k/8/8/8/8/8/8/8 w 1");
    assert_eq!(no_king.unwrap_err(), FenError::Illegal(Violation::NoWhiteKing.into()));
}

/// Positions of random moves, from the start or from an endgame with counts.
fn random_positions() -> impl Strategy<Value = Vec<Makruk>> {
    let starts = prop_oneof![
        Just("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"),
        Just("r1smksnr/3n4/pppp1ppp/4p3/4PP2/PPPP2PP/8/RNSKMSNR w - - 0 1"),
        Just("8/2K3k1/2p2m2/3RS1S1/2n5/6p1/4P3/2m~5 w - - 0 1"),
        Just("8/3k4/2m5/4MP2/3KS3/1r6/8/8 w - - 0 1"),
    ];
    (starts, proptest::collection::vec(any::<proptest::sample::Index>(), 0..80)).prop_map(|(start, choices)| {
        let mut game = vec![position(start)];
        for choice in choices {
            let last = game[game.len() - 1];
            let moves = last.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.push(last.after_unchecked(moves[choice.index(moves.len())]));
        }
        game
    })
}

/// All of a position that undo must restore.
fn everything(position: &Makruk) -> impl PartialEq + std::fmt::Debug + use<> {
    (*position.board(), position.turn(), position.to_setup())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(common::cases(24)))]

    #[test]
    fn legal_moves_are_the_pseudo_legal_ones_that_leave_the_khun_safe(game in random_positions()) {
        for position in game {
            let filtered: HashSet<Move> =
                position.pseudo_legal_moves().iter().copied().filter(|&mv| position.leaves_king_safe(mv)).collect();
            let legal: HashSet<Move> = position.legal_moves().iter().copied().collect();
            prop_assert_eq!(&legal, &filtered);
            prop_assert_eq!(legal.len(), position.legal_move_count());
            let parts = position.legal_captures().len() + position.legal_quiets().len();
            prop_assert_eq!(legal.len(), parts);
            prop_assert_eq!(position.has_legal_move(), !legal.is_empty());
        }
    }

    #[test]
    fn the_legality_of_any_16_bits_agrees_with_the_list(game in random_positions()) {
        let position = game[game.len() - 1];
        let legal: HashSet<Move> = position.legal_moves().iter().copied().collect();
        for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
            prop_assert_eq!(position.check_legal(mv).is_ok(), legal.contains(&mv), "{:?} on {}", mv, position.fen());
        }
    }

    #[test]
    fn undo_restores_everything_and_checks_are_foreseen(game in random_positions()) {
        for before in game {
            for &mv in &before.legal_moves() {
                let mut position = before;
                let undo = position.make(mv);
                prop_assert_eq!(before.gives_check(mv), position.is_check(), "{} on {}", mv, before.fen());
                prop_assert_eq!(position.to_setup().violations() & !Violations::TOLERABLE, Violations::NONE);
                position.unmake(undo);
                prop_assert_eq!(everything(&position), everything(&before));
                prop_assert_eq!(before.parse_uci(&mv.to_string()), Ok(mv));
            }
        }
    }

    #[test]
    fn both_dialects_round_trip_in_play(game in random_positions()) {
        for position in game {
            let fairy = position.fen();
            let read: Makruk = fairy.parse().unwrap();
            prop_assert_eq!(read.fen().to_string(), fairy.to_string());
            prop_assert_eq!(read.board(), position.board());
            let sides = |count: Option<chess0x88::makruk::Count>| count.map(|count| (count.honour, count.side));
            prop_assert_eq!(sides(makruk::count(&read)), sides(makruk::count(&position)));

            let thai = makruk::thai_fen(&position);
            let read = makruk::from_thai_fen(&thai).unwrap();
            prop_assert_eq!(makruk::thai_fen(&read).to_string(), thai.to_string());
            prop_assert_eq!(read.board(), position.board());
            prop_assert_eq!(read.to_setup().state, position.to_setup().state);
        }
    }

    #[test]
    fn packing_and_san_lose_nothing_in_play(game in random_positions()) {
        for position in game {
            let packed = packed::pack(&position).expect("small numbers");
            let again = packed::unpack::<MakrukRules>(&packed).expect("our own bytes");
            prop_assert_eq!(everything(&again), everything(&position));
            prop_assert_eq!(packed::pack(&again), Some(packed));
            for &mv in &position.legal_moves() {
                let san = position.san(mv);
                prop_assert_eq!(san::parse_strict(&position, &san), Ok(mv), "{} on {}", san, position.fen());
                prop_assert_eq!(san.parse(), Ok(San::from_move(&position, mv)), "{}", san);
                prop_assert_eq!(San::from_move(&position, mv).to_move(&position), Ok(mv), "{}", san);
                prop_assert_eq!(position.parse_san(&san::lan(&position, mv)), Ok(mv), "{} on {}", san, position.fen());
            }
        }
    }

    #[test]
    fn play_never_leads_to_a_position_that_a_text_could_not_set_up(game in random_positions()) {
        for position in &game {
            prop_assert_eq!(position.to_setup().violations(), Violations::NONE, "{}", position.fen());
        }
    }

    #[test]
    fn both_symmetries_of_the_board_keep_the_game_as_it_is(game in random_positions()) {
        for position in game {
            for twin in [position.flip_colors(), position.mirror()] {
                prop_assert_eq!(perft(&twin, 2), perft(&position, 2), "{}", position.fen());
                prop_assert_eq!(makruk::count(&twin).map(|count| count.moves()), makruk::count(&position).map(|count| count.moves()));
                prop_assert_eq!(makruk::count(&twin).map(|count| count.side == twin.turn()), makruk::count(&position).map(|count| count.side == position.turn()));
            }
            prop_assert_eq!(position.flip_colors().flip_colors().to_setup(), position.to_setup());
            prop_assert_eq!(position.mirror().mirror().to_setup(), position.to_setup());
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "[KMSNRPETBFkmsnrpetbf1-8/~ wb0-9-]{0,60}", tail in ".{0,20}") {
        for read in [Makruk::from_fen, makruk::from_thai_fen] {
            let _ = read(&text);
            let _ = read(&format!("7k/8/8/8/8/8/8/K7 w {tail}"));
        }
    }
}

/// All moves of the reference positions are written and read with the initials of the Thai names.
#[test]
fn moves_are_written_and_read_with_thai_initials() {
    let thai = PieceLetters::THAI;
    let (mut promotions, mut turned) = (0, 0);
    for line in include_str!("../data/makruk_random.epd").lines().filter(|line| !line.starts_with('#')) {
        let fen = line.split([';', '#']).next().unwrap_or_default();
        let (position, _) = fen::parse_lenient::<MakrukRules>(fen).unwrap_or_else(|error| panic!("{line}: {error}"));
        for &mv in &position.legal_moves() {
            let text = san::san_with(&position, mv, thai);
            assert_eq!(san::parse_with(&position, &text, thai), Ok(mv), "{text}: {line}");
            assert_eq!(text.contains("=F"), mv.promotion().is_some(), "{text}: {line}");
            promotions += usize::from(mv.promotion().is_some());
            turned += usize::from(text.starts_with('F'));
        }
    }
    assert!(promotions > 20 && turned > 20, "{promotions}, {turned}");
    let start = Makruk::startpos();
    let mv = san::parse_with(&start, "Md2", thai).expect("a Ma");
    assert_eq!(mv.to_string(), "b1d2");
    assert!(san::parse_with(&start, "Sc2", thai).is_err());
}
