//! Measures the stack of the library's entry points, each with its result. The figures include some fifty bytes of the program.
//! Some calls take more than a micro:bit has, so it is linked for a machine with more memory (`RAM=64K`).
#![no_std]
#![no_main]

use core::hint::black_box;

use chess0x88::game::Claim;
use chess0x88::mate::{self, CanMate, MateNode};
use chess0x88::retro::unmoves;
use chess0x88::see::{self, PieceValues};
use chess0x88::uci::CastlingMode;
use chess0x88::{Chess, ChessRules, Color, History, Makruk, Move, Position, Rules, Square, SquareSet, fen, perft};
use chess0x88_eboard::{BoardEvent, BoardReader, candidates, infer};
use chess0x88_pgn::{Flow, Reader, Visitor};
use cortex_m_rt::entry;
use embedded::{Meter, finish};

/// A position with moves of nearly all kinds.
const FEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
static POSITION: Chess = fen!(FEN);

/// A position with locked pawns, so that the search for walls of pawns runs.
static LOCKED: Chess = fen!("5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1");

/// A position, and one of its moves.
type Given = (&'static Chess, Move);

/// Each call is a function of its own, so that its stack is not part of another frame.
static ASKED: [(&str, fn(Given) -> bool); 27] = [
    ("Position::from_fen", |_| FEN.parse::<Chess>().is_ok()),
    ("Position::fen", |(position, _)| position.fen().as_str() == FEN),
    ("legal_moves", |(position, _)| position.legal_moves().len() == 48),
    ("legal_move_count", |(position, _)| position.legal_move_count() == 48),
    ("check_legal", |(position, mv)| position.check_legal(mv).is_ok()),
    ("play", |(position, mv)| after(position, mv).is_some()),
    ("make, unmake", |(position, mv)| {
        let mut position = *position;
        let undo = position.make(mv);
        position.unmake(undo);
        !position.is_check()
    }),
    ("parse_san", |(position, mv)| position.parse_san("Qxf6") == Ok(mv)),
    ("san", |(position, mv)| position.san(mv).as_str() == "Qxf6"),
    ("parse_uci", |(position, mv)| position.parse_uci("f3f6") == Ok(mv)),
    ("to_uci", |(_, mv)| mv.to_uci(CastlingMode::Standard).as_str() == "f3f6"),
    ("outcome", |(position, _)| position.outcome().is_none()),
    ("key", |(position, _)| position.key() != 0),
    ("see", |(position, mv)| see::value(position, mv, &PieceValues::default()) < 0),
    ("perft 3", |(position, _)| perft(position, 3) == 97_862),
    ("infer", |(position, mv)| {
        after(position, mv).is_some_and(|after| {
            infer(&after, Some(position), position.board().occupied()) != infer(position, None, *after.board())
        })
    }),
    ("History: play, claimable, outcome", |(position, mv)| {
        let mut history = History::new(*position);
        history.play(mv).is_ok() && !history.claimable(Claim::ThreefoldRepetition) && history.outcome().is_none()
    }),
    ("History: play, take_back", |(position, mv)| {
        let mut history = History::new(*position);
        history.play(mv).is_ok() && history.take_back() == Some(mv)
    }),
    ("candidates", |(position, _)| candidates(position, position.board().occupied() - Square::F3.into()).len() == 9),
    ("BoardReader, which it keeps: read one move", |(position, mv)| one_move(position, mv)),
    ("BoardReader, which it keeps: read two at once", |(position, mv)| two_moves(position, mv)),
    ("unmoves", |(position, mv)| after(position, mv).is_some_and(|after| unmoves(&after).count() > 0)),
    ("cannot_mate", |(position, _)| !mate::cannot_mate(position, Color::White)),
    ("cannot_mate, which looks for walls of pawns", |_| !mate::cannot_mate(&LOCKED, Color::White)),
    ("can_mate_in, its table of 16 too", |_| {
        !matches!(mate::can_mate_in(&POSITION, Color::White, &mut [MateNode::EMPTY; 16]), CanMate::No)
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
fn two_moves(position: &Chess, _: Move) -> bool {
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

#[entry]
fn main() -> ! {
    let Ok(mv) = POSITION.parse_uci("f3f6") else { finish(false) };
    let mut well = true;
    for (name, asked) in black_box(&ASKED) {
        let meter = Meter::start();
        well &= asked((&POSITION, mv));
        meter.stop(name);
    }
    finish(well)
}
