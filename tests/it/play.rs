//! Playing and taking back restores everything.

use chess0x88::error::Reason;
use chess0x88::fen::{EnPassantMode, FenStyle};
use chess0x88::{Chess, ChessRules, Color, IllegalMove, Move, MoveKind, Square, Undo, Variant, fen};
use common::{chess, games, position, positions};
use proptest::prelude::*;

/// Everything that a position shows. (`==` is not enough, since it ignores the clocks.)
fn all_of(position: &Chess) -> String {
    let style = FenStyle { shredder: true, en_passant: EnPassantMode::Always };
    let kings = [Color::White, Color::Black].map(|color| position.king(color));
    let moves = position.legal_moves();
    format!("{position:?} {kings:?} {} {moves:?}", fen::write(position, style))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(common::cases(48)))]

    #[test]
    fn undo_restores_everything(position in positions()) {
        let before = all_of(&position);
        let mut played = position;
        for mv in position.legal_moves() {
            let undo = played.make(mv);
            prop_assert_eq!(undo.played(), Some(mv));
            played.unmake(undo);
            prop_assert_eq!(all_of(&played), &before[..], "{:?}", mv);
        }
    }

    #[test]
    fn a_whole_game_can_be_taken_back(game in games(120)) {
        let mut position = game[0];
        let mut undos: Vec<(String, Undo<ChessRules>)> = Vec::new();
        for next in &game[1..] {
            let (here, next) = (all_of(&position), all_of(next));
            let found = position.legal_moves().into_iter().find(|&mv| all_of(&position.after_unchecked(mv)) == next);
            let mv = found.expect("the game went on by a legal move");
            prop_assert!(position.is_legal(mv));
            undos.push((here, position.make(mv)));
        }
        for (before, undo) in undos.into_iter().rev() {
            position.unmake(undo);
            prop_assert_eq!(all_of(&position), before);
        }
    }

    #[test]
    fn the_four_ways_to_play_agree(position in positions()) {
        for mv in position.legal_moves() {
            let (mut checked, mut unchecked) = (position, position);
            checked.play(mv).expect("a legal move");
            unchecked.play_unchecked(mv);
            let after = all_of(&position.after(mv).expect("a legal move"));
            prop_assert_eq!(all_of(&checked), &after[..]);
            prop_assert_eq!(all_of(&unchecked), &after[..]);
            prop_assert_eq!(all_of(&position.after_unchecked(mv)), after);
        }
    }

    #[test]
    fn a_position_after_a_legal_move_is_a_legal_position(position in games(150).prop_map(|game| game[game.len() - 1])) {
        for mv in position.legal_moves() {
            let after = position.after_unchecked(mv);
            prop_assert!(after.to_setup().violations().is_empty(), "{:?} {:?}", mv, after.to_setup().violations());
            prop_assert_eq!(after.king(Color::White), after.board().king(Color::White).expect("a king"));
            prop_assert_eq!(after.king(Color::Black), after.board().king(Color::Black).expect("a king"));
        }
    }

    #[test]
    fn an_illegal_move_is_refused_and_changes_nothing(position in positions(), bits: u16) {
        let Some(mv) = Move::from_bits(bits) else { return Ok(()) };
        if !position.legal_moves().contains(&mv) {
            let mut unchanged = position;
            let refused = unchanged.play(mv).expect_err("an illegal move");
            prop_assert_eq!(position.after(mv).expect_err("an illegal move"), refused);
            prop_assert_eq!(position.check_legal(mv), Err(refused));
            prop_assert_eq!(all_of(&unchanged), all_of(&position));
        }
    }

    #[test]
    fn a_null_move_passes_the_turn_and_nothing_else(position in positions()) {
        let mut passed = position;
        match passed.make_null() {
            Err(error) => {
                prop_assert!(position.is_check());
                let checker = position.checkers().first().expect("a checker");
                let role = position.board().piece_at(checker).expect("a checker").role();
                prop_assert_eq!(error, IllegalMove { reason: Reason::StaysInCheck { role, checker }, game: Variant::Chess });
            }
            Ok(undo) => {
                prop_assert!(!position.is_check());
                prop_assert_eq!(undo.played(), None);
                prop_assert_eq!(passed.board(), position.board());
                prop_assert_eq!(passed.turn(), !position.turn());
                prop_assert_eq!(passed.castling_rights(), position.castling_rights());
                prop_assert_eq!(passed.to_setup().state.en_passant, None);
                passed.unmake(undo);
            }
        }
        prop_assert_eq!(all_of(&passed), all_of(&position));
    }
}

/// Plays a line of UCI moves.
fn line(start: Chess, moves: &str) -> Chess {
    moves.split_whitespace().fold(start, |mut position, text| {
        let mv = position.parse_uci(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        position.play(mv).expect("a legal move");
        position
    })
}

#[test]
fn clocks_count_as_the_rules_say() {
    let clocks = |moves: &str| {
        let position = line(Chess::startpos(), moves);
        (position.halfmove_clock(), position.fullmove_number())
    };
    assert_eq!(clocks(""), (0, 1));
    assert_eq!(clocks("g1f3"), (1, 1));
    assert_eq!(clocks("g1f3 g8f6"), (2, 2));
    assert_eq!(clocks("g1f3 g8f6 e2e4"), (0, 2));
    assert_eq!(clocks("g1f3 g8f6 e2e4 f6e4"), (0, 3));
    // Losing a castling right does not reset the fifty-move counter, and castling does not either.
    assert_eq!(clocks("g1f3 g8f6 h1g1"), (3, 2));
    assert_eq!(clocks("g2g3 g8f6 f1g2 f6g8 g1f3 g8f6 e1g1"), (6, 4));
}

#[test]
fn clocks_saturate() {
    let mut position = position("4k3/8/8/8/8/8/8/4K3 b - - 4294967295 4294967295");
    let undo = position.make(position.parse_uci("e8e7").expect("a legal move"));
    assert_eq!((position.halfmove_clock(), position.fullmove_number()), (u32::MAX, u32::MAX));
    position.unmake(undo);
    assert!(position.make_null().is_ok());
    assert_eq!((position.halfmove_clock(), position.fullmove_number()), (u32::MAX, u32::MAX));
}

#[test]
fn rights_go_with_the_king_with_the_rook_and_with_the_captured_rook() {
    let start = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let rights = |moves: &str| line(start, moves).fen().split(' ').nth(2).unwrap_or_default().to_owned();
    assert_eq!(rights("e1e2"), "kq");
    assert_eq!(rights("e1g1"), "kq");
    assert_eq!(rights("e1c1"), "kq");
    assert_eq!(rights("a1b1"), "Kkq");
    assert_eq!(rights("h1g1"), "Qkq");
    assert_eq!(rights("a1a8"), "Kk");
    assert_eq!(rights("h1h8"), "Qq");
    assert_eq!(rights("e1e2 e8e7 e2e1 e7e8"), "-");
    // A rook that returns has moved.
    assert_eq!(rights("h1g1 a8b8 g1h1 b8a8"), "Qk");
}

#[test]
fn en_passant_lasts_one_move() {
    let start = position("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    let pushed = line(start, "e2e4");
    assert_eq!(pushed.to_setup().state.en_passant, Some(Square::E3));
    assert!(pushed.parse_uci("d4e3").is_ok_and(|mv| mv.kind() == MoveKind::EnPassant));
    let later = line(pushed, "e8e7 e1e2 e7e8");
    assert_eq!(later.to_setup().state.en_passant, None);
    assert_eq!(line(start, "e2e3").to_setup().state.en_passant, None);
    let taken = line(pushed, "d4e3");
    assert_eq!(taken.board().occupied().to_string(), "e1 e3 e8");
}

#[test]
fn en_passant_gives_up_the_pawn_beside() {
    let mut position = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    position.play_unchecked(position.parse_uci("e5d6").expect("a legal move"));
    assert_eq!(position.board().piece_at(Square::D5), None);
}

#[test]
fn positions_are_equal_when_repetition_says_so() {
    use std::collections::HashSet;
    let start = Chess::startpos();
    let back = line(start, "g1f3 g8f6 f3g1 f6g8");
    assert_eq!(back, start);
    assert_ne!(back.halfmove_clock(), start.halfmove_clock());
    // A double step without an en passant capture leaves no trace.
    assert_eq!(line(start, "e2e4 e7e6 g1f3"), line(start, "g1f3 e7e6 e2e4"));
    // A double step with a legal capture does, one with a pinned capturer does not.
    let open = position("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    assert_ne!(line(open, "e2e4"), position("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1"));
    let pinned = position("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1");
    assert_eq!(line(pinned, "e2e4"), position("3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1"));
    // A lost castling right makes a difference that no piece shows.
    let rights = position("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1");
    assert_ne!(line(rights, "h1g1 e8d8 g1h1 d8e8"), rights);

    // Hashes agree: 1.e4 c5 2.e5 Qb6 3.Nf3 Qe6 4.Ng1 d5 5.Nf3 Nc6 6.Ng1 Nb8 7.Nf3 Nc6 8.Ng1 Nb8 shows the position after
    // Black's fourth move three times, since the capture on d6 was never legal.
    let opening = line(start, "e2e4 c7c5 e4e5 d8b6 g1f3 b6e6 f3g1 d7d5");
    let again = line(opening, "g1f3 b8c6 f3g1 c6b8");
    let third = line(again, "g1f3 b8c6 f3g1 c6b8");
    assert_eq!(HashSet::from([opening, again, third]).len(), 1);
    assert_eq!(opening.to_setup().state.en_passant, Some(Square::D6));
    assert_eq!(opening, third);
}

#[test]
fn a_move_and_a_position_are_as_small_as_promised() {
    assert_eq!((size_of::<Move>(), size_of::<Option<Move>>()), (2, 2));
    assert!(size_of::<Chess>() <= if cfg!(feature = "bitboards") { 152 } else { 152 + 72 });
}

#[test]
fn a_check_is_known_whatever_gave_it() {
    for (fen, uci, from) in [
        // The pawn itself, after its capture en passant.
        ("8/8/8/2k5/3pP3/8/5K2/8 b - e3 0 1", "d4e3", "e3"),
        // The bishop behind the pawn that was captured.
        ("6k1/8/8/3pP3/8/8/B7/4K3 w - d6 0 1", "e5d6", "a2"),
        // The rook behind the pawn that captured.
        ("8/8/8/3pP1k1/8/8/4R3/4K1B1 w - d6 0 1", "e5d6", ""),
        ("4k3/8/8/3pP3/8/8/4R3/4K3 w - d6 0 1", "e5d6", "e2"),
        // The pawn that captured and the rook behind it.
        ("8/4k3/8/3pP3/8/8/4R3/4K3 w - d6 0 1", "e5d6", "e2 d6"),
        // The rook that castles, to either side.
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "f1"),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "d1"),
    ] {
        let position = chess(fen);
        let after = position.after_unchecked(position.parse_uci(uci).expect(uci));
        let (king, us) = (after.king(after.turn()), position.turn());
        assert_eq!(after.checkers().to_string(), from, "{fen}");
        assert_eq!(after.checkers(), after.board().attackers(king, us), "{fen}");
    }
}
