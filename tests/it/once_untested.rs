//! Cases that had no test until a planted bug survived there (`cargo run -p mutants`).

use chess0x88::game::{Claim, DrawReason, Judge};
use chess0x88::packed::{PackedError, pack, unpack};
use chess0x88::{
    Chess, ChessRules, Color, Game, History, Makruk, MakrukRules, Move, Outcome, Piece, Position, Rules, Setup, Square,
    Violation,
};
use common::{chess, makruk, position};

fn mv<R: Rules>(position: &Position<R>, uci: &str) -> Move {
    position.parse_uci(uci).expect(uci)
}

#[test]
fn a_piece_that_is_said_to_be_gone_attacks_nothing() {
    let position = chess("3rk3/8/3q4/8/8/8/8/3K4 w - - 0 1");
    let without_queen = position.board().occupied() - Square::D6.into();
    assert_eq!(position.board().attackers_through(Square::D2, Color::Black, without_queen), Square::D8.into());
}

#[test]
fn the_empty_set_is_a_subset_of_each() {}

#[test]
fn games_are_not_equal_whose_starts_are_marked_otherwise() {
    let [marked, plain] = ["4k3/8/8/8/8/8/8/M~3K3 w - - 0 1", "4k3/8/8/8/8/8/8/M3K3 w - - 0 1"].map(makruk);
    assert_eq!(marked, plain);
    assert_ne!(Game::new(marked), Game::new(plain));
}

#[test]
fn games_are_not_equal_whose_counts_were_stopped_otherwise() {
    let start = makruk("4k3/3r4/8/8/8/8/8/RN2K3 w - - 0 1");
    let mut game = Game::new(start);
    game.play(mv(&start, "a1a2")).expect("legal");
    let mut stopped = game.clone();
    stopped.stop_counting(Color::Black).expect("the count that began by itself");
    assert_ne!(game, stopped);
}

#[test]
fn material_goes_before_repetition() {
    let mut history = History::new(chess("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    for uci in ["e1e2", "e8e7", "e2e1", "e7e8"].into_iter().cycle().take(16) {
        let mv = mv(history.position(), uci);
        history.play(mv).expect("legal");
    }
    assert_eq!(history.repetitions(), 5);
    assert_eq!(history.outcome(), Some(Outcome::Draw(DrawReason::InsufficientMaterial)));
}

#[test]
fn nothing_is_claimed_with_a_move_in_a_game_that_has_ended() {
    let position = chess("4k3/8/8/8/8/8/8/R3K3 w - - 150 100");
    let history = History::new(position);
    assert_eq!(history.outcome(), Some(Outcome::Draw(DrawReason::SeventyFiveMoves)));
    assert!(!history.claimable_with(Claim::FiftyMoves, mv(&position, "a1a2")));
    let earlier = chess("4k3/8/8/8/8/8/8/R3K3 w - - 140 100");
    assert!(History::new(earlier).claimable_with(Claim::FiftyMoves, mv(&earlier, "a1a2")));
}

#[test]
fn no_move_is_taken_back_from_before_a_count_was_begun() {
    let mut history = History::new(makruk("4k3/3r4/8/8/8/8/8/RN2K3 w - - 0 1"));
    let play = |history: &mut History<_>, uci| history.play(mv(history.position(), uci)).expect("legal");
    play(&mut history, "a1a2");
    history.stop_counting(Color::Black).expect("the count that began by itself");
    play(&mut history, "d7d6");
    history.start_counting(Color::White).expect("no count runs");
    assert_eq!(history.take_back(), None);
}

#[test]
fn a_move_played_behind_a_move_that_was_tried_out_is_taken_back_to_there() {
    let mut history = History::new(Chess::startpos());
    let play = |history: &mut History, uci| history.play(mv(history.position(), uci)).expect("legal");
    play(&mut history, "e2e4");
    let tried = mv(history.position(), "e7e5");
    let _ = history.make(tried);
    let there = *history.position();
    play(&mut history, "g1f3");
    assert_eq!(history.take_back().map(Move::to), Some(Square::F3));
    assert_eq!(*history.position(), there);
    assert_eq!(history.take_back(), None);
}

#[test]
fn a_judge_of_material_knows_that_a_bare_king_does_not_win() {
    let mut game = Game::new(chess("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")).with_judge(Judge::MATERIAL);
    assert_eq!(game.flag_fall(Color::White).expect("the game is on"), Outcome::Draw(DrawReason::FlagFall));
}

#[test]
fn no_judge_is_asked_about_a_side_whose_pieces_exclude_a_mate() {
    let judge = Judge::new(|_, color, _| Some(color == Color::Black), 1).with_dead_positions();
    let game = Game::new(chess("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")).with_judge(judge);
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::DeadPosition)));
}

#[test]
fn plies_of_black_are_odd() {
    assert_eq!(chess("4k3/8/8/8/8/8/8/4K3 b - - 0 3").ply(), 5);
}

#[test]
fn a_marked_piece_has_a_place_of_its_own_in_the_order() {
    assert!(Piece::WHITE_MET < Piece::WHITE_MET.promoted());
}

#[test]
fn only_pawns_on_a_back_rank_are_wrong_there() {
    let setup: Setup = "4k3/8/8/8/4P3/8/8/P3K3 w - - 0 1".parse().expect("a setup");
    assert_eq!(setup.squares_of(Violation::PawnOnBackRank), Square::A1.into());
}

#[test]
fn an_en_passant_square_is_on_the_third_or_sixth_rank() {
    let setup: Setup = "4k3/8/4P3/8/8/8/8/4K3 b - e5 0 1".parse().expect("a setup");
    assert!(setup.violations().contains(Violation::EnPassant));
}

#[test]
fn two_pawns_that_can_be_captured_en_passant_are_not_unpacked() {
    let position = chess("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3");
    let mut packed = pack(&position).expect("thirty pieces");
    let place = |square| position.board().occupied().iter().take_while(|&other| other != square).count();
    let [d5, f5] = [Square::D5, Square::F5].map(place);
    let is_high = packed[8 + f5 / 2] >> 4 == 14;
    assert!(is_high || packed[8 + f5 / 2] & 0xF == 14);
    let shift = if (d5 % 2 == f5 % 2) == is_high { 4 } else { 0 };
    packed[8 + d5 / 2] = packed[8 + d5 / 2] & !(0xF << shift) | 14 << shift;
    assert!(unpack::<ChessRules>(&packed).is_err());
}

#[test]
fn a_capture_by_a_pawn_names_one_file() {
    let position = chess("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    assert!(position.parse_san("exd5").is_ok() && position.parse_san("ecxd5").is_err());
}

#[test]
fn a_packed_limit_belongs_to_a_count() {
    let mut packed = pack(&Makruk::startpos()).expect("no count");
    packed[27] = 44;
    assert_eq!(unpack::<MakrukRules>(&packed), Err(PackedError::Number { at: 27, found: 44 }));
}

#[test]
fn the_turn_is_given_away_whatever_pieces_there_are() {
    let many = position("k7/8/8/8/8/8/PPPPPPPP/1QQ1K3 w - - 0 1");
    assert!(many.to_setup().violations().contains(Violation::TooManyWhitePieces));
    assert_eq!(many.with_turn(Color::Black).map(|position| position.turn()), Ok(Color::Black));
}
