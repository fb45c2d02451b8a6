//! Rare calls: other forms of the same answers, defaults, and `Display`.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use chess0x88::offsets::Difference;
use chess0x88::san::PieceLetters;
use chess0x88::{
    Chess, ChessRules, Color, Move, MoveKind, MoveList, Role, Setup, Square, SquareMap, SquareSet, Violation,
    Violations, perft,
};

use common::chess;

#[test]
fn a_list_is_filled_anew() {
    let position = chess("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let mut list: MoveList = Chess::startpos().legal_moves();
    position.legal_moves_into(&mut list);
    assert_eq!(list, position.legal_moves());
    position.legal_captures_into(&mut list);
    assert_eq!(list, position.legal_captures());
    assert_ne!(list, position.legal_moves());
    assert_eq!(format!("{:?}", list.into_iter()), format!("{:?}", position.legal_captures().to_vec()));
}

#[test]
fn texts_compare_from_either_side() {
    let start = Chess::startpos();
    let mv = start.parse_san("e4").expect("a move");
    assert!(*"e4" == start.san(mv) && "e4" == start.san(mv) && start.san(mv) == *"e4");
    assert!(*start.fen().as_str() == start.fen());
}

#[test]
fn too_many_black_pawns_are_shown() {
    let setup: Setup<ChessRules> = "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1".parse().expect("a setup");
    assert_eq!(setup.squares_of(Violation::TooManyBlackPawns).len(), 9);
}

#[test]
fn a_tree_without_depth_has_one_leaf() {
    assert_eq!(perft(&Chess::startpos(), 0), 1);
}

#[test]
fn ways_to_reach_a_square_have_names() {
    assert_eq!(Difference::between(Square::E4, Square::E4).reach().to_string(), "no way");
    let ways = Difference::between(Square::E4, Square::E5).reach().to_string();
    assert!(ways.contains(", ") && !ways.starts_with(','), "{ways}");
    let twice: SquareSet = [Square::E4, Square::D5, Square::E4].into_iter().collect();
    assert_eq!(twice.to_string(), "e4 d5");
    let knight = Difference::between(Square::E4, Square::F6).reach();
    assert_eq!(format!("{knight:?}"), format!("Reach({knight})"));
    assert_eq!(knight | knight, knight);
}

#[test]
fn nothing_is_wrong_by_default() {
    assert_eq!(Violations::default(), Violations::NONE);
    let mut set = HashSet::new();
    for violation in [Violation::OppositeCheck, Violation::ImpossibleCheck] {
        assert!(set.insert(Violations::from(violation)) && !set.insert(Violations::from(violation)));
        let mut both = Violations::from(Violation::CastlingRights);
        both |= violation.into();
        assert!(both.contains(violation) && both.contains(Violation::CastlingRights));
    }
}

#[test]
fn letters_are_english_by_default() {
    assert_eq!(PieceLetters::default(), PieceLetters::ENGLISH);
    let told = format!("{:?}", PieceLetters::default());
    assert!(told.contains("Knight: \"N\""), "{told}");
}

#[cfg(feature = "alloc")]
mod grown {
    use chess0x88::{Color, History, Makruk, makruk};

    #[test]
    fn a_history_stops_counting_as_a_position_does() {
        let position: Makruk = "8/m7/8/3k4/8/8/8/R3K3 b - - 4 10".parse().expect("a position");
        let mut history = History::new(position);
        history.start_counting(Color::Black).expect("board's honour");
        assert!(makruk::count(history.position()).is_some());
        history.stop_counting(Color::Black).expect("it counts");
        assert_eq!(makruk::count(history.position()), None);
    }
}

#[test]
fn distances_are_counted_in_steps_of_each_kind() {
    let counted = |a: Square, b: Square| (a.distance(b), Difference::between(a, b).manhattan());
    assert_eq!(counted(Square::A1, Square::H8), (7, 14));
    assert_eq!(counted(Square::E4, Square::D6), (2, 3));
    assert_eq!(counted(Square::E4, Square::E4), (0, 0));
}

#[test]
fn different_positions_have_different_hashes() {
    let (state, mut hashes) = (RandomState::new(), HashSet::new());
    let mut position = Chess::startpos();
    for uci in ["g1f3", "b8c6", "e2e4", "e7e5", "f1c4", "f8c5"] {
        position.play(position.parse_uci(uci).expect(uci)).expect(uci);
        assert!(hashes.insert(state.hash_one(position)), "{uci}");
    }
}

#[test]
fn a_move_begins_the_count_anew_or_adds_to_it() {
    let position = chess("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 7 1");
    for &mv in &position.legal_moves() {
        let clock = position.after_unchecked(mv).halfmove_clock();
        assert_eq!(clock, if position.is_zeroing(mv) { 0 } else { 8 }, "{mv}");
    }
}

#[test]
fn promotions_are_listed_alone() {
    let position = chess("1n2k3/P7/8/8/4P3/8/8/4K3 w - - 0 1");
    assert!(position.legal_promotions().iter().all(|mv| mv.promotion().is_some()));
    assert_eq!(position.legal_promotions().len(), 8);
}

#[test]
fn castling_leaves_the_king_safe_unless_the_enemy_sees_his_way() {
    for (fen, safe) in [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", true),
        ("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", false),
        ("4k3/8/8/8/8/6r1/8/4K2R w K - 0 1", false),
        ("4k3/8/8/8/8/7r/8/4K2R w K - 0 1", true),
    ] {
        let position = chess(fen);
        let castle = position.pseudo_legal_moves().into_iter().find(|mv| mv.kind() == MoveKind::Castle);
        assert_eq!(castle.map(|mv| position.leaves_king_safe(mv)), Some(safe), "{fen}");
    }
}

#[test]
fn a_pawn_premoves_two_squares_from_home_only() {
    let position = chess("4k3/8/8/8/8/P7/1P6/4K3 w - - 0 1");
    assert_eq!(position.premoves_from(Square::A3).to_string(), "a4 b4");
    assert_eq!(position.premoves_from(Square::B2).to_string(), "a3 b3 c3 b4");
}

#[test]
fn squares_sets_and_tables_convert() {
    assert_eq!(usize::from(Square::H8), 63);
    assert_eq!(Square::try_from("e4"), Ok(Square::E4));
    assert_eq!(Square::try_from("e9"), "e9".parse::<Square>());
    let set: SquareSet = [Square::A1, Square::H8].into();
    assert_eq!((u64::from(set), SquareSet::from(u64::from(set))), (1 << 63 | 1, set));
    let numbers = SquareMap::from(Square::ALL.map(Square::index));
    assert!(Square::ALL.into_iter().all(|square| numbers[square] == square.index()));
}

#[test]
fn a_board_is_indexed_by_squares() {
    let board = *Chess::startpos().board();
    assert!(Square::ALL.into_iter().all(|square| board[square] == board.piece_at(square)));
}

#[test]
fn a_position_and_a_move_answer_alike() {
    let mut position = chess("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    let captures: Vec<Move> = position.legal_moves().iter().copied().filter(|&mv| mv.is_capture()).collect();
    assert_eq!(captures, position.legal_captures().to_vec());
    assert!(position.play_uci("e4d6").is_err());
    assert_eq!(position.play_uci("e4d5"), Ok(captures[0]));
    assert_eq!(position.turn(), Color::Black);
    assert_eq!(format!("{:?}", position.fen()), format!("{:?}", position.fen().as_str()));
}

#[test]
fn letters_of_languages_are_keys() {
    let letters = HashSet::from([PieceLetters::ENGLISH, PieceLetters::FIGURINES]);
    assert!(letters.contains(&PieceLetters::default()));
    assert!(!letters.contains(&PieceLetters::ENGLISH.with(Role::Knight, "S")));
}
