//! Readers and writers for every game, boards without a position, and the texts of writers.

use std::collections::{BTreeSet, HashMap, HashSet};

use chess0x88::fen::{EnPassantMode, FenText};
use chess0x88::san::SanText;
use chess0x88::uci::CastlingMode;
use chess0x88::{Board0x88, Chess, ChessRules, MakrukRules, Piece, Role, Setup, Square, Violation, Violations, fen};
use proptest::prelude::*;

const TEN_PAWNS: &str = "7k/PPPPPP2/PPPP4/8/8/8/8/K7 w - - 0 1";

#[test]
fn strict_reading_tolerates_the_given_violations() {
    let error = Chess::from_fen(TEN_PAWNS).unwrap_err();
    assert_eq!(TEN_PAWNS.parse::<Chess>().unwrap_err(), error);
    let tolerated = Violations::from(Violation::TooManyWhitePawns);
    assert_eq!(fen::parse_tolerating::<ChessRules>(TEN_PAWNS, tolerated).expect("tolerated").fen(), TEN_PAWNS);
    // Only the given violations that do not affect how pieces move; the spelling stays strict.
    let other = Violations::from(Violation::TooManyBlackPawns);
    assert_eq!(fen::parse_tolerating::<ChessRules>(TEN_PAWNS, other).unwrap_err(), error);
    let no_kings = "8/8/8/8/8/8/8/8 w - - 0 1";
    assert!(fen::parse_tolerating::<ChessRules>(no_kings, !Violations::NONE).is_err());
    assert!(fen::parse_tolerating::<ChessRules>("7k/PPPPPP2/PPPP4/8/8/8/8/K7 w", Violations::TOLERABLE).is_err());
    assert!(
        fen::parse_tolerating::<MakrukRules>("4k3/8/8/8/8/PPP5/PPPPPPPP/4K3 w - - 0 1", Violations::TOLERABLE).is_ok()
    );
}

#[test]
fn en_passant_squares_are_told_in_three_ways() {
    let told = |fen: &str| {
        let position = Chess::from_fen(fen).expect(fen);
        [EnPassantMode::Always, EnPassantMode::PseudoLegal, EnPassantMode::Legal]
            .map(|mode| position.en_passant_square(mode))
    };
    let (d6, e3) = (Some(Square::D6), Some(Square::E3));
    assert_eq!(told("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"), [e3, None, None]);
    assert_eq!(told("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1"), [d6, d6, None]);
    assert_eq!(told("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), [d6; 3]);
    assert_eq!(told("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"), [None; 3]);
}

#[test]
fn invalid_boards_are_refused_with_the_place() {
    for (text, told) in [
        ("8/8/8/8/8/8/8", "board: expected '/' at byte 13, found the end"),
        ("8/8/8/8/8/8/8/8 ", "board: expected the end at byte 15, found a space"),
        ("8/8/8/8/8/8/8/8/8", "board: expected the end at byte 15, found '/'"),
        ("8/8/8/8/8/8/8/7x", "board: expected a piece letter or a digit 1-8 at byte 15, found 'x'"),
        ("N~7/8/8/8/8/8/8/8", "board: expected a piece letter or a digit 1-8 at byte 1, found '~'"),
    ] {
        assert_eq!(Board0x88::from_fen(text).unwrap_err().to_string(), told, "{text}");
    }
}

#[test]
fn texts_are_strings() {
    let position = Chess::startpos();
    let mv = position.parse_san("Nf3").expect("legal");
    let (fen, san, uci) = (position.fen(), position.san(mv), mv.to_uci(CastlingMode::Standard));
    assert_eq!(uci.as_str(), "g1f3");
    #[cfg(feature = "alloc")]
    assert_eq!([String::from(fen), san.into(), uci.into()], [fen.to_string(), "Nf3".to_owned(), "g1f3".to_owned()]);
    assert_eq!((san, AsRef::<str>::as_ref(&san)), (position.san(mv), "Nf3"));
    assert_eq!(san, "Nf3");
    assert_eq!("Nf3", san);
    assert_eq!(format!("{san:>5}|{san:?}"), "  Nf3|\"Nf3\"");
    // A plain string can look them up.
    let by_fen: HashMap<FenText, u8> = HashMap::from([(fen, 1)]);
    assert_eq!(by_fen.get(&*position.fen().to_string()), Some(&1));
    let moves = position.legal_moves();
    let texts: BTreeSet<_> = moves.iter().map(|&mv| position.san(mv)).collect();
    assert_eq!(texts.first().map(SanText::as_str), Some("Na3"));
    assert!(texts.contains("e4") && texts.len() == 20);
    // Setups can be kept in sets.
    assert_eq!(HashSet::from([position.to_setup(), Chess::default().to_setup()]).len(), 1);
}

proptest! {
    /// Any pieces: of both games, promoted or not.
    #[test]
    fn any_board_reads_back(pieces in prop::collection::vec((0..64_usize, 0..Piece::COUNT, any::<bool>()), 0..64)) {
        let mut board = Board0x88::empty();
        for (square, piece, promoted) in pieces {
            let piece = Piece::ALL.get(piece).copied().expect("in range");
            board.set(Square::from_index(square).expect("in range"), Some(if promoted { piece.promoted() } else { piece }));
        }
        prop_assert_eq!(Board0x88::from_fen(&board.fen()), Ok(board));
        // A setup of Makruk writes it as its first field. If that reads back, it has no piece of chess.
        let setup = Setup::<MakrukRules> { board, ..Setup::empty() };
        let (fen, field) = (setup.fen(), board.fen());
        prop_assert_eq!(fen.split(' ').next(), Some(&*field));
        let foreign = board.pieces().any(|(_, piece)| matches!(piece.role(), Role::Bishop | Role::Queen));
        prop_assert_eq!(setup.fen().parse::<Setup<MakrukRules>>().is_err(), foreign);
    }

    #[test]
    fn no_text_makes_a_board_reader_panic(text in ".{0,30}|[KQRBNPMSkqrbnpms~1-9/]{0,60}") {
        if let Ok(board) = Board0x88::from_fen(&text) {
            prop_assert_eq!(board.fen(), text.as_str());
        }
    }
}
