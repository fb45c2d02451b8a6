//! What the library's entry points take of the stack, each with what it returns. The figures are those of the whole program:
//! some fifty bytes are its own.
#![no_std]
#![no_main]

use core::hint::black_box;

use chess0x88::eboard::infer;
use chess0x88::game::Claim;
use chess0x88::pgn::{Flow, Reader, Visitor};
use chess0x88::see::{self, PieceValues};
use chess0x88::uci::CastlingMode;
use chess0x88::{Chess, History, Makruk, Move, Position, Rules, fen, perft};
use cortex_m_rt::entry;
use embedded::{Meter, finish};

/// A position in which a move can be almost anything.
const FEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
static POSITION: Chess = fen!(FEN);

/// A position, and one of its moves.
type Given = (&'static Chess, Move);

/// Each is a function of its own, so that nothing that it needs stands in the frame of another.
static ASKED: [(&str, fn(Given) -> bool); 19] = [
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
    ("pgn::Reader, parse_san, play", |_| pgn()),
    ("Makruk: from_fen, perft 2", |_| makruk()),
];

#[inline(never)]
fn after<R: Rules>(position: &Position<R>, mv: Move) -> Option<Position<R>> {
    let mut position = *position;
    position.play(mv).ok()?;
    Some(position)
}

/// The moves of a game that are legal, played.
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
