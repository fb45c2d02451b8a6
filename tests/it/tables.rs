//! The calls of the guides' tables "What to call", in the same spelling. `pages` requires each of them to be here.

use std::ops::ControlFlow;

use chess0x88::error::Reason;
use chess0x88::fen::EnPassantMode;
use chess0x88::game::{Claim, Judge, WinReason};
use chess0x88::san::{PieceLetters, san_with};
use chess0x88::see::PieceValues;
use chess0x88::*;
use chess0x88_eboard::{BoardEvent, BoardReader, Reading, infer};
use chess0x88_mate::{MateNode, can_mate, can_mate_in, can_mate_until, cannot_mate, is_dead};

#[test]
fn engines() {
    let (mut position, values, threshold) = (Chess::startpos(), PieceValues::default(), 0);
    let (mut list, color, key) = (MoveList::new(), Color::White, position.key());
    let mv = position.legal_moves()[0];
    assert!(position.legal_captures().is_empty() && position.legal_quiets().len() == position.legal_move_count());
    assert!(position.has_legal_move() && position.is_legal(mv));
    position.legal_captures_into(&mut list);
    position.legal_moves_into(&mut list);
    let after = position.after_unchecked(mv);
    #[rustfmt::skip]
    assert_eq!(Keyed::from(position).after_unchecked(mv).key(), position.next_key(key, mv));
    assert_eq!(after.key(), position.next_key(key, mv));
    let undo = position.make(mv);
    position.unmake(undo);
    let undo = position.make_null().expect("no check");
    position.unmake(undo);
    assert!(!position.is_check() && position.checkers().is_empty() && !position.gives_check(mv));
    assert!(position.is_zeroing(mv) || position.board().piece_at(mv.from()).is_some());
    assert!(see::at_least(&position, mv, threshold, &values) && see::value(&position, mv, &values) == 0);
    assert_eq!(see::mvv_lva(&position, mv, &values), see::mvv_lva(&position, mv, &values));
    assert!(position.board().attacked(color).contains(Square::F3));
    assert_eq!(position.board().attackers(Square::F3, color).len(), 3);
    assert!(!position.is_insufficient_material());
}

#[test]
fn arbiters() {
    let (position, color, positions) = (Chess::startpos(), Color::White, 100);
    let until = |_| ControlFlow::Continue(());
    let mut table = [MateNode::EMPTY; 100];
    assert!(!position.has_insufficient_material(color) && !cannot_mate(&position, color));
    let _ = can_mate(&position, color, positions);
    let _ = can_mate_until(&position, color, positions, until);
    let _ = can_mate_in(&position, color, &mut table);
    let _ = is_dead(&position, positions);
    let (game, judge) = (Game::default(), Judge::MATERIAL);
    let _ = game.with_judge(judge);
}

#[test]
fn electronic_boards() {
    let position = Chess::startpos();
    let (board, squares) = (*position.board(), position.board().occupied());
    let (debounce, patience) = (1, 2);
    let mut reader = BoardReader::new(position).with_patience(debounce, patience);
    for event in [reader.read(squares), reader.read(board)] {
        use BoardEvent::{Ambiguous, Cleared, Impossible, Move, Result, Revised, Start};
        use BoardEvent::{Suspect, Takeback, Turned, Withdrawn};
        assert!(!matches!(event, Some(Move(_) | Ambiguous | Takeback | Start | Turned | Result { .. })));
        assert!(!matches!(event, Some(Revised { .. } | Suspect { .. } | Impossible { .. } | Cleared | Withdrawn)));
    }
    assert!(*reader.position() == position && reader.candidates().len() <= position.legal_move_count());
    let act = |_| ();
    reader.visit_candidates(act);
    reader.set_patience(debounce, patience);
    reader.set_broken(squares);
    let (white, black) = (SquareSet::default(), SquareSet::default());
    let _ = (reader.read_again(), reader.wrong_squares(), chess0x88_eboard::Reading::from_colors(white, black));
    reader.turn();
    reader.turn();
    reader.restart(position);
    let mv = position.legal_moves()[0];
    reader.play(mv).expect("legal");
    assert!(reader.is_waiting() && reader.undo());
    reader.set_position(position);
    let (reading, before) = (Reading::from(board), None);
    let _ = chess0x88_eboard::infer(&position, before, reading.emptied(squares));
    let _ = infer(&position, before, reading);
}

#[test]
fn small_devices() {
    let mut position: Chess = fen!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let mut list = MoveList::new();
    position.legal_moves_into(&mut list);
    let visit = position
        .visit_legal_moves(|mv| if list.contains(&mv) { ControlFlow::Continue(()) } else { ControlFlow::Break(mv) });
    assert!(visit.is_continue() && position.check_legal(list[0]).is_ok());
    assert_eq!(position.parse_uci("e2e4").and_then(|mv| Ok(position.play(mv)?)), Ok(()));
    let (mut history, packed): (History, Option<[u8; 32]>) = (History::new(position), packed::pack(&position));
    history.restart(position);
    assert!(packed.is_some());
}

#[test]
fn screens() {
    let (from, to, role, square) = (Square::E2, Square::E4, Role::Queen, Square::E2);
    let (color, mode, values) = (Color::White, EnPassantMode::Always, PieceValues::default());
    let mut game = Game::default();
    let position = *game.position();
    assert_eq!(position.legal_moves_from(square).len(), position.legal_destinations()[square].len());
    let mv = position.find_move(from, to, None).expect("legal");
    assert!(position.find_move(from, to, Some(role)).is_err());
    let last: Chess = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1".parse().expect("a FEN");
    let error = last.find_move(Square::A7, Square::A8, None).expect_err("no role");
    assert!(matches!(error.reason, Reason::PromotionMissing { .. }));
    assert_eq!(Variant::Chess.piece_name(role), "queen");
    game.play(mv).expect("legal");
    assert_eq!((game.take_back(), game.redo()), (Some(mv), Some(mv)));
    assert_eq!(position.changes(mv).count(), 2);
    assert_eq!((game.moves().last(), mv.from(), mv.landing()), (Some(&mv), from, to));
    assert!(!position.premoves_from(square).is_empty() && game.position_at(0) == Some(position));
    assert_eq!((position.en_passant_square(mode), position.king(position.turn())), (None, Square::E1));
    assert!(!position.is_check() && position.pinned(color).is_empty() && game.outcome().is_none());
    assert_eq!(position.board().material().count(color, role), 1);
    assert!(position.board().material().value(color, &values) > 0);
    assert!(game.san_moves().eq([position.san(mv).to_string()]));
    assert_eq!(san_with(&position, mv, PieceLetters::FIGURINES), "e4");
    let board = position.board();
    assert!(board.pieces().count() == 32 && chess0x88_svg::Svg::new(board).to_string().starts_with("<svg"));
    assert!(fen::parse_lenient::<ChessRules>(&position.fen()).is_ok());
    let read: Result<(Setup, fen::Repairs), _> = Setup::from_fen_lenient(&position.fen());
    let (mut setup, _) = read.expect("a FEN");
    let (side, ticked) = (CastlingSide::King, false);
    assert!(setup.violations().is_empty() && !setup.set_castling(color, side, ticked));
    assert!(position.with_turn(color).is_ok());
}

#[test]
fn pipelines() {
    let position = Chess::startpos();
    let bytes = packed::pack(&position).expect("32 pieces");
    assert_eq!(packed::unpack::<ChessRules>(&bytes), Ok(position));
    assert_eq!((ChessRules::ROLES.len(), Role::ALL.len()), (6, 8));
    assert!(position.board().pieces().all(|(_, piece)| piece.index() < 12));
    assert_ne!(position.flip_colors().key(), position.mirror().key());
    assert_eq!((position.chess960_number(), position.key()), (Some(518), Chess::startpos().key()));
    assert!(chess0x88_polyglot::PolyglotBook::new(&[]).is_ok());
}

#[test]
fn problemists() {
    let position = Chess::startpos().after(Chess::startpos().legal_moves()[0]).expect("legal");
    assert!(chess0x88_retro::unmoves(&position).next().is_some());
    for unmove in chess0x88_retro::unmoves(&position) {
        assert_eq!(unmove.before.captured_piece(unmove.played), None);
        assert!(!unmove.before.san(unmove.played).is_empty());
    }
    let setup: Setup = position.to_setup();
    assert!(setup.to_position_with(Violations::TOLERABLE).is_ok());
}

#[test]
fn servers() {
    let (position, claim, color) = (Chess::startpos(), Claim::ThreefoldRepetition, Color::White);
    let (from, to, promotion, text, ply) = (Square::E2, Square::E4, None, "e2e4", 0);
    let mv = position.parse_uci(text).expect("legal");
    assert_eq!(position.parse_san(text), Ok(mv));
    assert_eq!(position.find_move(from, to, promotion), Ok(mv));
    let moves = [mv];
    let (start, mut game) = (position, Game::new(position));
    game.play(mv).expect("legal");
    assert_eq!(Game::from_moves(start, moves), Ok(game.clone()));
    let mut game = Game::new(position);
    game.play_uci(text).expect("legal");
    game.take_back();
    game.redo();
    let text = "e5";
    game.play_san(text).expect("legal");
    let mv = game.position().legal_moves()[0];
    assert!(game.outcome().is_none() && !game.claimable(claim) && !game.claimable_with(claim, mv));
    assert!(game.claim(claim, None).is_err() && game.claim(claim, mv).is_err());
    assert!(game.position_at(ply).is_some() && game.san_moves().count() == 2 && !position.legal_moves().is_empty());
    let before = game.clone();
    assert!(game.resign(color).is_ok());
    game = before.clone();
    assert!(game.flag_fall(color).is_ok());
    game = before.clone();
    let outcome = game.lose(color, WinReason::Abandonment).expect("it goes on");
    game = before.clone();
    assert!(game.end(outcome, None).is_ok());
    game = before;
    assert!(game.draw_by_agreement().is_ok() && position.fen().len() > 50 && mv.bits() > 0);
    assert!(packed::pack(&position).is_some());
}
