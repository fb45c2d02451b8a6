//! Answers of a position about itself and a move, compared with playing the move, for every Chess960 start.

use chess0x88::{
    Chess, ChessRules, Makruk, Move, MoveKind, MoveList, Piece, Position, Role, Rules, Square, SquareSet, Violations,
    fen,
};
use proptest::prelude::*;

fn agrees_with_playing<R: Rules>(mut position: Position<R>, choices: &[usize]) -> Result<(), TestCaseError> {
    let start = position;
    for (ply, &choice) in choices.iter().enumerate() {
        prop_assert_eq!(position.ply(), start.ply() + ply as u32);
        let moves = position.legal_moves();
        for &mv in &moves {
            let us = position.turn();
            let mut after = position;
            after.play_unchecked(mv);
            let moved = position.board().piece_at(mv.from()).expect("a piece");
            let landed = after.board().piece_at(mv.landing()).expect("the piece that moved");
            prop_assert_eq!(landed.role(), mv.promotion().unwrap_or(moved.role()));
            prop_assert_eq!(moved.color(), us);
            prop_assert_eq!(position.captured_piece(mv).is_some(), mv.is_capture());
            if let Some((square, piece)) = position.captured_piece(mv) {
                prop_assert_eq!(position.board().piece_at(square), Some(piece));
                prop_assert_eq!(after.board().piece_at(square).is_none(), mv.is_en_passant());
            }
            let mut screen = *position.board();
            let changes: Vec<(Square, Option<Piece>)> = position.changes(mv).collect();
            for &(square, piece) in &changes {
                screen.set(square, piece);
            }
            prop_assert_eq!(&screen, after.board());
            let touched: SquareSet = changes.iter().map(|&(square, _)| square).collect();
            prop_assert_eq!((touched.len(), changes.len() <= 4), (changes.len(), true));
            prop_assert!(touched.contains(mv.from()) && touched.contains(mv.to()) && touched.contains(mv.landing()));
            prop_assert_eq!(position.is_zeroing(mv), after.halfmove_clock() == 0);
            prop_assert_eq!(mv.castling().is_some(), mv.kind() == MoveKind::Castle);
            if let Some(castling) = mv.castling() {
                prop_assert_eq!(after.king(us), castling.king_to);
                let rook = Some(Piece::new(us, Role::Rook));
                prop_assert_eq!(after.board().piece_at(castling.rook_to), rook);
                prop_assert_eq!((mv.from(), mv.to()), (castling.king, castling.rook));
            }
            // Every legal reply was a premove before.
            for reply in after.legal_moves() {
                let premoves = position.premoves_from(reply.from());
                let stays = reply.landing() == reply.from();
                prop_assert!(premoves.contains(reply.to()), "{:?} {:?}", mv, reply);
                prop_assert!(premoves.contains(reply.landing()) != stays, "{:?} {:?}", mv, reply);
            }
        }
        let mut after = position;
        match after.make_null() {
            Ok(_) => prop_assert_eq!((after.turn(), after.board()), (!position.turn(), position.board())),
            Err(_) => prop_assert!(position.is_check()),
        }
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[choice % moves.len()]);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(common::cases(16)))]

    #[test]
    fn what_is_told_of_moves_is_what_playing_them_does(
        number in 0..960_u16,
        choices in prop::collection::vec(any::<usize>(), 1..60),
    ) {
        agrees_with_playing(Chess::chess960(number).expect("below 960"), &choices)?;
        agrees_with_playing(Makruk::startpos(), &choices)?;
    }

    #[test]
    fn move_lists_collect_and_compare_and_walk_from_both_ends(choices in prop::collection::vec(any::<usize>(), 0..40)) {
        let mut position = Chess::startpos();
        for choice in choices {
            let moves = position.legal_moves();
            if !moves.is_empty() {
                position.play_unchecked(moves[choice % moves.len()]);
            }
        }
        let moves = position.legal_moves();
        let (mut pushed, mut captures) = (MoveList::new(), moves.clone());
        prop_assert!(moves.iter().all(|&mv| pushed.try_push(mv).is_ok()));
        prop_assert_eq!(&pushed, &moves);
        captures.retain(Move::is_capture);
        prop_assert!(captures.iter().eq(moves.iter().filter(|mv| mv.is_capture())));
        prop_assert!(moves.clone().into_iter().eq(moves.iter().copied()));
        prop_assert!(moves.clone().into_iter().rev().eq(moves.iter().rev().copied()));
        let (mut ends, mut met) = (moves.clone().into_iter(), moves.iter().copied());
        while met.len() > 0 {
            prop_assert_eq!((ends.next(), ends.next_back()), (met.next(), met.next_back()));
            prop_assert_eq!(ends.len(), met.len());
        }
        prop_assert_eq!((ends.next(), ends.next_back()), (None, None));
    }
}

#[test]
fn a_list_takes_as_many_moves_as_it_holds() {
    let moves: Vec<Move> = Chess::startpos().legal_moves().to_vec();
    let (mv, mut list) = (moves[0], MoveList::default());
    for (n, &mv) in moves.iter().cycle().take(1000).enumerate() {
        assert_eq!(list.try_push(mv), if n < MoveList::CAPACITY { Ok(()) } else { Err(mv) });
    }
    assert_eq!(list.len(), MoveList::CAPACITY);
    assert!(list.iter().eq(moves.iter().cycle().take(MoveList::CAPACITY)));
    assert!(std::panic::catch_unwind(move || list.push(mv)).is_err());
    let mut list = MoveList::new();
    list.push(mv);
    assert_eq!(list[..], [mv]);
    list.clear();
    assert_eq!(list, MoveList::new());
}

#[test]
fn every_chess960_start_knows_its_number() {
    for number in 0..960 {
        assert_eq!(Chess::chess960(number).expect("a start").chess960_number(), Some(number));
    }
}

#[test]
fn only_starts_of_chess960_have_a_number() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKNBR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/KNBQRBNR w kq - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    ] {
        let position = fen::parse_tolerating::<ChessRules>(fen, Violations::TOLERABLE).expect(fen);
        assert_eq!(position.chess960_number(), None, "{fen}");
    }
    // Clocks do not count: a game may return to its start.
    let back: Chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3".parse().expect("legal");
    assert_eq!(back.chess960_number(), Some(518));
}

#[test]
fn clocks_at_their_end_saturate() {
    let position: Chess = "4k3/8/8/8/8/8/8/4K3 b - - 0 4294967295".parse().expect("legal");
    assert_eq!(position.ply(), u32::MAX);
}

#[test]
fn premoves_pass_through_everything_and_castle_by_right() {
    let position: Chess = "r3k2r/pppppppp/8/8/8/8/8/4K3 w kq - 0 1".parse().expect("legal");
    let told = |square| position.premoves_from(square).to_string();
    assert_eq!(told(Square::A7), "a5 a6 b6");
    assert_eq!(told(Square::E1), "d1 f1 d2 e2 f2");
    assert_eq!(told(Square::E4), "");
    assert_eq!(told(Square::E8), "d7 e7 f7 a8 c8 d8 f8 g8 h8");
    // A king that castles without a step is given the rook's square.
    let position: Chess = "6kr/8/8/8/8/8/8/4K3 w h - 0 1".parse().expect("legal");
    assert_eq!(position.premoves_from(Square::G8).to_string(), "f7 g7 h7 f8 h8");
    // A Bia goes one step.
    assert_eq!(Makruk::startpos().premoves_from(Square::E6).to_string(), "d5 e5 f5");
}
