//! The calls that the guides' tables "What to call" name, written as they stand there. `pages` holds that each of them is here.

use std::ops::ControlFlow;

use chess0x88::eboard::{BoardEvent, BoardReader, Reading, infer};
use chess0x88::fen::EnPassantMode;
use chess0x88::game::{Claim, Judge};
use chess0x88::mate::MateNode;
use chess0x88::pgn::{Command, GameResult, GameTree, Reader, StartTags, StreamReader, Visitor, Writer, split_games};
use chess0x88::san::{PieceLetters, lan_with, san_with};
use chess0x88::see::PieceValues;
use chess0x88::*;

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
    let child = { let mut child = position; child.play_unchecked(mv); child };
    assert_eq!((child.key(), child), (position.next_key(key, mv), after));
    let undo = position.make(mv);
    position.unmake(undo);
    let undo = position.make_null().expect("no check");
    position.unmake(undo);
    assert!(!position.is_check() && position.checkers().is_empty() && !position.gives_check(mv));
    assert!(position.is_zeroing(mv) || position.piece_at(mv.from()).is_some());
    assert!(see::at_least(&position, mv, threshold, &values) && see::value(&position, mv, &values) == 0);
    assert_eq!(see::mvv_lva(&position, mv, &values), see::mvv_lva(&position, mv, &values));
    assert_eq!(position.board().all_attackers(color)[Square::F3].len(), 3);
    assert!(!position.is_insufficient_material());
}

#[test]
fn arbiters() {
    let (position, color, positions) = (Chess::startpos(), Color::White, 100);
    let until = |_| ControlFlow::Continue(());
    let mut table = [MateNode::EMPTY; 100];
    assert!(!position.has_insufficient_material(color) && !mate::cannot_mate(&position, color));
    let _ = mate::can_mate(&position, color, positions);
    let _ = mate::can_mate_until(&position, color, positions, until);
    let _ = mate::can_mate_in(&position, color, &mut table);
    let _ = mate::is_dead(&position, positions);
    let (mut game, judge) = (Game::default(), Judge::MATERIAL);
    game.set_judge(judge);
}

#[test]
fn electronic_boards() {
    let position = Chess::startpos();
    let (board, squares) = (*position.board(), position.board().occupied());
    let (debounce, patience) = (1, 2);
    let mut reader = BoardReader::new(position).with_patience(debounce, patience);
    for event in [reader.read(squares), reader.read(board)] {
        use BoardEvent::{Ambiguous, Impossible, Move, Result, Revised, Start, Suspect, Takeback, Turned};
        assert!(!matches!(event, Some(Move(_) | Ambiguous | Takeback | Start | Turned | Result { .. })));
        assert!(!matches!(event, Some(Revised { .. } | Suspect { .. } | Impossible { .. })));
    }
    assert!(*reader.position() == position && reader.candidates().len() <= position.legal_move_count());
    let mv = position.legal_moves()[0];
    reader.play(mv).expect("legal");
    assert!(reader.undo());
    reader.set_position(position);
    let (reading, before) = (Reading::from(board), None);
    let _ = eboard::infer(&position, before, reading.emptied(squares));
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
    let _: (History, Option<[u8; 32]>) = (History::new(position), packed::pack(&position));
}

#[test]
fn screens() {
    let (from, to, role, square) = (Square::E2, Square::E4, Role::Queen, Square::E2);
    let (color, mode, values) = (Color::White, EnPassantMode::Always, PieceValues::default());
    let mut game = Game::default();
    let position = *game.position();
    assert_eq!(position.legal_moves_from(square).len(), 2);
    let mv = position.find_move(from, to, None).expect("legal");
    assert!(position.find_move(from, to, Some(role)).is_err());
    let last: Chess = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1".parse().expect("a FEN");
    let missing = last.find_move(Square::A7, Square::A8, None);
    assert!(matches!(missing, Err(IllegalMove::PromotionMissing { .. })));
    game.play(mv).expect("legal");
    assert_eq!((game.take_back(), game.redo()), (Some(mv), Some(mv)));
    assert_eq!((game.moves().last(), mv.from(), mv.landing()), (Some(&mv), from, to));
    assert!(!position.premoves_from(square).is_empty() && game.position_at(0) == Some(position));
    assert_eq!((position.en_passant_square(mode), position.king(position.turn())), (None, Square::E1));
    assert!(!position.is_check() && position.pinned(color).is_empty() && game.outcome().is_none());
    assert_eq!(position.material().count(color, role), 1);
    assert!(position.material().value(color, &values) > 0);
    assert!(game.san_moves().eq([position.san(mv).to_string()]));
    assert_eq!(san_with(&position, mv, PieceLetters::FIGURINES), "e4");
    assert_eq!(lan_with(&position, mv, PieceLetters::FIGURINES), "e2-e4");
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
fn trees() {
    let (position, result) = (Chess::startpos(), GameResult::Draw);
    let mut tree: pgn::GameTree = GameTree::with_start(position);
    let (root, mv, other) = (tree.root(), position.legal_moves()[0], position.legal_moves()[1]);
    let id = root;
    assert_eq!(tree.find_or_add(id, mv).ok(), tree.find_variation(id, mv));
    let id = tree.find_or_add(id, other).expect("legal");
    assert!(tree.promote(id) && tree.demote(id) && tree.promote_line(id) && tree.is_main_line(id));
    tree.add_null_move(id).expect("no check");
    assert_eq!(tree.san_moves(id).len(), 1);
    let other = tree.clone();
    tree.merge(&other).expect("the same start");
    tree.set_result(result);
}

/// A visitor that follows the main line of a game.
#[derive(Default)]
struct Follower<'a> {
    tags: StartTags<'a>,
    position: Option<Chess>,
    seen: usize,
}

impl<'a> Visitor<'a> for Follower<'a> {
    fn tag(&mut self, name: &'a [u8], value: pgn::RawText<'a>) {
        self.tags.tag(name, value);
        self.seen += value.chars().count() + value.as_bytes().len() + usize::from(value.as_str().is_some());
    }

    fn end_tags(&mut self) -> pgn::Flow {
        self.position = self.tags.position::<ChessRules>().ok();
        pgn::Flow::Continue
    }

    fn san(&mut self, word: &'a [u8], _offset: usize) -> pgn::Flow {
        if let Some(position) = &mut self.position {
            let _: Option<Undo> = pgn::play_san(position, word).ok();
        }
        pgn::Flow::Continue
    }

    fn comment(&mut self, comment: pgn::RawText<'a>) {
        self.seen += comment.commands().count();
    }
}

#[test]
fn pipelines() {
    let text = "[White \"A\"]\n\n1. e4 {[%eval 1]} *\n\n1. d4 *\n";
    let (bytes, offset) = (text.as_bytes(), 0);
    assert!(pgn::games(text).all(|game| game.is_ok()));
    let file = bytes;
    for game in StreamReader::new(file) {
        assert!(game.is_ok());
    }
    let mut visitor = Follower::default();
    let mut reader = Reader::new(bytes);
    let letters = pgn::letters_of::<ChessRules>(&reader).expect("English");
    assert_eq!(letters, san::LANGUAGES[0].1);
    assert!(pgn::play_san_with(&mut Chess::startpos(), b"Nf3", letters).is_ok());
    assert!(reader.read_game(&mut visitor) && reader.skip_game());
    assert!(visitor.seen == 4 && visitor.position.is_some() && reader.line_of(offset) == 1);
    assert_eq!(split_games(bytes).count(), 2);
    let stream = bytes;
    assert!(StreamReader::new(stream).next_game().is_ok_and(|game| game.is_some()));
    assert!(StreamReader::with_limit(stream, 100).next_game().is_ok());
    let missing = StartTags::default();
    let error = pgn::StartError::MissingFen;
    assert!(matches!(missing.locate(error, &mut reader), pgn::PgnError::Start { .. }));
    assert_eq!(Command::all_in(text).count(), 1);
    let first: Option<Result<GameTree, pgn::PgnError>> = GameTree::read(&mut Reader::new(bytes));
    let lenient: Option<(GameTree, Option<pgn::PgnError>)> = GameTree::read_lenient(&mut Reader::new(bytes));
    assert_eq!(first.and_then(Result::ok), lenient.map(|(tree, _)| tree));
    let all: Result<Vec<GameTree>, _> = GameTree::read_all(bytes).collect();
    assert_eq!(all.map(|all| all.len()), Ok(2));
    let mut written = String::new();
    let mut writer = Writer::new(&mut written);
    let wrote = writer.tag("White", "A").and_then(|()| writer.san(0, "e4")).and_then(|()| writer.nag(1));
    let wrote = wrote.and_then(|()| writer.comment("good")).and_then(|()| writer.begin_variation());
    let wrote = wrote.and_then(|()| writer.end_variation()).and_then(|()| writer.end_game(GameResult::Draw));
    assert!(wrote.is_ok());
    let position = Chess::startpos();
    let bytes = packed::pack(&position).expect("32 pieces");
    assert_eq!(packed::unpack::<ChessRules>(&bytes), Ok(position));
    assert_eq!((ChessRules::ROLES.len(), Role::ALL.len()), (6, 8));
    assert!(position.board().pieces().all(|(_, piece)| piece.index() < 12));
    assert_ne!(position.flip_colors().key(), position.mirror().key());
    assert_eq!((position.chess960_number(), position.key()), (Some(518), Chess::startpos().key()));
    let line = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; am Kd1; dm 9; c0 \"good\";";
    assert!(epd::parse_lenient::<ChessRules>(line).is_ok());
    let epd = epd::parse::<ChessRules>(line).expect("EPD");
    assert_eq!((epd.best_moves().count(), epd.avoid_moves().count(), epd.mate_in()), (1, 1, Ok(Some(9))));
    let last = epd.operations().last().expect("c0");
    assert!(last.opcode() == "c0" && last.operands().all(|operand| operand.is_quoted() && operand.raw() == "good"));
    #[cfg(feature = "polyglot")]
    assert!(polyglot::PolyglotBook::new(&[]).is_ok());
}

#[test]
fn problemists() {
    let position = Chess::startpos().after(Chess::startpos().legal_moves()[0]).expect("legal");
    assert!(retro::unmoves(&position).next().is_some());
    for unmove in retro::unmoves(&position) {
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
    assert_eq!(san::parse_lenient(&position, text), Ok(mv));
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
    let mv = game.legal_moves()[0];
    assert!(game.outcome().is_none() && !game.claimable(claim) && !game.claimable_with(claim, mv));
    assert!(game.claim(claim).is_err() && game.claim_with(claim, mv).is_err());
    assert!(game.position_at(ply).is_some() && game.san_moves().count() == 2 && !position.legal_moves().is_empty());
    assert_eq!(GameTree::from(&game).to_string(), game.pgn());
    let before = game.clone();
    assert!(game.resign(color).is_ok());
    game = before.clone();
    assert!(game.flag_fall(color).is_ok());
    game = before;
    assert!(game.draw_by_agreement().is_ok() && position.fen().len() > 50 && mv.bits() > 0);
    assert!(packed::pack(&position).is_some());
}
