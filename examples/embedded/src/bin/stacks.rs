//! Measures the stack and the time of the library's entry points, each with its result, and the sizes of its types. The figures
//! include some fifty bytes of the program. Some calls take more than a micro:bit has, so it is linked for a machine with more memory
//! (`RAM=64K`).
#![no_std]
#![no_main]

use core::fmt::{self, Write};
use core::hint::black_box;
use core::ops::ControlFlow;

use chess0x88::game::Claim;
use chess0x88::see::{self, PieceValues};
use chess0x88::uci::CastlingMode;
use chess0x88::{
    Chess, ChessRules, Color, History, Makruk, Move, MoveList, Position, Rules, Square, SquareSet, Undo, fen, packed,
    perft, san,
};
use chess0x88_eboard::{BoardEvent, BoardReader, candidates, infer};
use chess0x88_mate::{CanMate, MateNode, can_mate_in, cannot_mate};
use chess0x88_pgn::{Flow, Reader, Visitor};
use chess0x88_retro::unmoves;
use chess0x88_svg::Svg;
use cortex_m_rt::entry;
use embedded::{Meter, finish, say_bytes};

/// A position with moves of nearly all kinds.
const FEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
static POSITION: Chess = fen!(FEN);

/// A position with locked pawns, so that the search for walls of pawns runs.
static LOCKED: Chess = fen!("5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1");

/// Long games in that position, without its castling rights. Black goes round by eight moves; White by nine in one of them, so that each
/// position returns after 144 plies, and by five in the other, so that it returns after 80.
static LONG: Chess = fen!("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 1");
const NINE: [&str; 9] = ["f3f4", "f4f5", "f5g4", "g4g3", "h1g1", "g3g4", "g4f4", "f4f3", "g1h1"];
const FIVE: [&str; 5] = ["f3f4", "f4f5", "f5g4", "g4g3", "g3f3"];
const EIGHT: [&str; 8] = ["a8b8", "b8c8", "c8d8", "h8g8", "d8c8", "c8b8", "b8a8", "g8h8"];
/// In the first game a position has stood twice then, and none can stand for the third time after the next move.
const PLIES: usize = 148;

/// The position and the games that a call is about.
struct Given<'a> {
    position: &'static Chess,
    /// One of the position's moves.
    mv: Move,
    /// The first long game.
    game: &'a mut History,
    /// The second one, and a capture.
    captured: &'a mut History,
}

/// Each call is a function of its own, so that its stack is not part of another frame.
static ASKED: [(&str, fn(Given<'_>) -> bool); 39] = [
    ("Position::from_fen", |_| FEN.parse::<Chess>().is_ok()),
    ("fen::parse_lenient", |_| fen::parse_lenient::<ChessRules>(FEN).is_ok()),
    ("fen", |given| given.position.fen().as_str() == FEN),
    ("packed::pack, unpack", |given| {
        packed::pack(given.position).is_some_and(|packed| packed::unpack::<ChessRules>(&packed).is_ok())
    }),
    ("legal_moves().len()", |given| given.position.legal_moves().len() == 48),
    ("for mv in legal_moves()", |given| {
        let mut captures = 0;
        for mv in given.position.legal_moves() {
            captures += u32::from(mv.is_capture());
        }
        captures == 8
    }),
    ("legal_moves_into, and its list", |given| {
        let mut list = MoveList::new();
        given.position.legal_moves_into(&mut list);
        list.iter().filter(|mv| mv.is_capture()).count() == 8
    }),
    ("visit_legal_moves", |given| {
        let mut captures = 0;
        let _ = given.position.visit_legal_moves(|mv| {
            captures += u32::from(mv.is_capture());
            ControlFlow::<()>::Continue(())
        });
        captures == 8
    }),
    ("legal_move_count", |given| given.position.legal_move_count() == 48),
    ("has_legal_move", |given| given.position.has_legal_move()),
    ("check_legal", |given| given.position.check_legal(given.mv).is_ok()),
    ("play", |given| after(given.position, given.mv).is_some()),
    ("make, unmake", |given| {
        let mut position = *given.position;
        let undo = position.make(given.mv);
        position.unmake(undo);
        !position.is_check()
    }),
    ("parse_san", |given| given.position.parse_san("Qxf6") == Ok(given.mv)),
    ("san::parse_strict", |given| san::parse_strict(given.position, "Qxf6") == Ok(given.mv)),
    ("parse_san of a text with more than SAN has", |given| given.position.parse_san("Qf3xf6!") == Ok(given.mv)),
    ("san", |given| given.position.san(given.mv).as_str() == "Qxf6"),
    ("parse_uci", |given| given.position.parse_uci("f3f6") == Ok(given.mv)),
    ("to_uci", |given| given.mv.to_uci(CastlingMode::Standard).as_str() == "f3f6"),
    ("outcome", |given| given.position.outcome().is_none()),
    ("key", |given| given.position.key() != 0),
    ("see::value", |given| see::value(given.position, given.mv, &PieceValues::default()) < 0),
    ("perft 3", |given| perft(given.position, 3) == 97_862),
    ("History: play after 148 plies", |given| {
        given.game.position().parse_uci("f5g4").is_ok_and(|mv| given.game.play(mv).is_ok())
    }),
    ("History: outcome", |given| given.game.outcome().is_none()),
    ("History: claimable after 148 plies", |given| !given.game.claimable(Claim::ThreefoldRepetition)),
    ("History: take_back after 148 plies", |given| given.game.take_back().is_some()),
    ("History: take_back of a capture after 148 plies", |given| given.captured.take_back().is_some()),
    ("infer", |given| {
        after(given.position, given.mv).is_some_and(|after| {
            infer(&after, Some(given.position), given.position.board().occupied())
                != infer(given.position, None, *after.board())
        })
    }),
    ("candidates", |given| {
        candidates(given.position, given.position.board().occupied() - Square::F3.into()).len() == 9
    }),
    ("BoardReader, which it keeps: read one move", |given| one_move(given.position, given.mv)),
    ("BoardReader, which it keeps: read two at once", |given| two_moves(given.position)),
    ("Svg, with what formats texts", |given| write!(Screen, "{}", Svg::new(given.position.board())).is_ok()),
    ("unmoves", |given| after(given.position, given.mv).is_some_and(|after| unmoves(&after).count() > 0)),
    ("cannot_mate", |given| !cannot_mate(given.position, Color::White)),
    ("cannot_mate, which looks for walls of pawns", |_| !cannot_mate(&LOCKED, Color::White)),
    ("can_mate_in, its table of 16 too", |_| {
        !matches!(can_mate_in(&POSITION, Color::White, &mut [MateNode::EMPTY; 16]), CanMate::No)
    }),
    ("pgn::Reader, parse_san, play", |_| pgn()),
    ("Makruk: from_fen, perft 2", |_| makruk()),
];

#[inline(never)]
fn after<R: Rules>(position: &Position<R>, mv: Move) -> Option<Position<R>> {
    let mut position = *position;
    position.play(mv).ok()?;
    Some(position)
}

/// Returns the move that a reader tells within 30 readings.
fn told(reader: &mut BoardReader<ChessRules>, shown: SquareSet) -> Option<Move> {
    (0..30).find_map(|_| match reader.read(shown) {
        Some(BoardEvent::Move(mv)) => Some(mv),
        _ => None,
    })
}

#[inline(never)]
fn one_move(position: &Chess, mv: Move) -> bool {
    let mut reader = BoardReader::new(*position);
    // The captured piece is lifted first.
    let _nothing = told(&mut reader, position.board().occupied() - mv.from().into() - mv.to().into());
    after(position, mv).is_some_and(|after| told(&mut reader, after.board().occupied()) == Some(mv))
}

#[inline(never)]
fn two_moves(position: &Chess) -> bool {
    let mut reader = BoardReader::new(*position);
    let moves = [("d2", "f4"), ("a6", "c4")];
    let mut shown = position.board().occupied();
    for (from, to) in moves {
        if let (Ok(from), Ok(to)) = (from.parse::<Square>(), to.parse::<Square>()) {
            shown.remove(from);
            shown.insert(to);
        }
    }
    told(&mut reader, shown).is_some()
}

/// Takes a picture.
struct Screen;

impl Write for Screen {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        black_box(text);
        Ok(())
    }
}

/// Plays the legal moves of a game.
struct Line(Chess, u32);

impl Visitor<'_> for Line {
    fn san(&mut self, san: &[u8], _offset: usize) -> Flow {
        let mv = core::str::from_utf8(san).ok().and_then(|san| self.0.parse_san(san).ok());
        match mv {
            Some(mv) if self.0.play(mv).is_ok() => {
                self.1 += 1;
                Flow::Continue
            }
            _ => Flow::Stop,
        }
    }
}

#[inline(never)]
fn pgn() -> bool {
    let mut line = Line(Chess::startpos(), 0);
    Reader::new(b"[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 { Ruy Lopez } *").read_game(&mut line) && line.1 == 6
}

#[inline(never)]
fn makruk() -> bool {
    "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1".parse::<Makruk>().is_ok_and(|start| perft(&start, 2) == 529)
}

/// Plays a long game, and one more move if there is one.
fn play_long(game: &mut History, white: &[&str], last: Option<&str>) -> bool {
    game.restart(LONG);
    let moves = white.iter().cycle().zip(EIGHT.iter().cycle()).flat_map(|(white, black)| [*white, *black]);
    moves.take(PLIES).chain(last).all(|uci| game.position().parse_uci(uci).is_ok_and(|mv| game.play(mv).is_ok()))
}

#[entry]
fn main() -> ! {
    static mut GAME: History = History::new(Chess::startpos());
    static mut CAPTURED: History = History::new(Chess::startpos());
    say_bytes("Move", size_of::<Move>());
    say_bytes("Undo", size_of::<Undo>());
    say_bytes("Chess", size_of::<Chess>());
    say_bytes("MoveList", size_of::<MoveList>());
    say_bytes("History", size_of::<History>());
    say_bytes("BoardReader", size_of::<BoardReader<ChessRules>>());
    let Ok(mv) = POSITION.parse_uci("f3f6") else { finish(false) };
    let mut well = true;
    for (name, asked) in black_box(&ASKED) {
        well &= play_long(GAME, &NINE, None) && play_long(CAPTURED, &FIVE, Some("g3g6"));
        let meter = Meter::start();
        well &= asked(Given { position: &POSITION, mv, game: GAME, captured: CAPTURED });
        meter.stop(name);
    }
    finish(well)
}
