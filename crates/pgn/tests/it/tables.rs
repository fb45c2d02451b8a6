//! The calls of the guides' tables "What to call", in the same spelling. The test `pages` of the rules requires each of them to
//! be here.

use chess0x88::{Chess, ChessRules, Game, Undo, san};
use chess0x88_pgn as pgn;
use chess0x88_pgn::{
    Command, GameResult, GameTree, Reader, StartTags, StreamReader, Visitor, Writer, epd, split_games,
};

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
    assert!(
        missing.remark::<ChessRules>(&mut reader).is_none() && missing.in_chess::<ChessRules>(&mut reader).is_none()
    );
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
    let line = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; am Kd1; dm 9; c0 \"good\";";
    assert!(epd::parse_lenient::<ChessRules>(line).is_ok());
    let epd = epd::parse::<ChessRules>(line).expect("EPD");
    assert_eq!((epd.best_moves().count(), epd.avoid_moves().count(), epd.mate_in()), (1, 1, Ok(Some(9))));
    let last = epd.operations().last().expect("c0");
    assert!(last.opcode() == "c0" && last.operands().all(|operand| operand.is_quoted() && operand.raw() == "good"));
}

#[test]
fn servers() {
    let game = Game::default();
    let text = pgn::write(&game);
    assert_eq!(GameTree::from(&game).to_string(), text);
    assert_eq!(pgn::read(&text), Ok(game));
}
