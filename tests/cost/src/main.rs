//! One program for each function of the library; the name of the program says which. They are measured and not run. Their inputs
//! and outputs are hidden from the compiler, which would otherwise compute the results.
#![no_std]
#![no_main]

use core::fmt::Write;
use core::hint::black_box;

use chess0x88::game::Claim;
use chess0x88::see::{self, PieceValues};
use chess0x88::uci::CastlingMode;
use chess0x88::{Chess, ChessRules, Color, History, Makruk, Move, Outcome, SquareSet, fen, packed, perft, san};
use chess0x88_eboard::{BoardReader, infer};
use chess0x88_mate::cannot_mate;
use chess0x88_pgn::{Flow, Reader, Visitor};
use chess0x88_svg::Svg;

/// Returns `true` if this is the program of that name.
const fn is(name: &str) -> bool {
    let (ours, name) = (env!("CARGO_BIN_NAME").as_bytes(), name.as_bytes());
    let mut at = 0;
    while at < ours.len() && at < name.len() && ours[at] == name[at] {
        at += 1;
    }
    at == ours.len() && at == name.len()
}

/// A text that the compiler does not know.
fn text() -> &'static str {
    black_box("")
}

fn chess() -> Option<Chess> {
    text().parse().ok()
}

/// Returns a position and one of its legal moves, for the programs about moves.
fn played() -> Option<(Chess, Move)> {
    let mut position = chess()?;
    let mv = *position.legal_moves().get(black_box(0))?;
    position.play(mv).ok()?;
    Some((position, mv))
}

/// Counts the moves of a game that are legal.
struct Line(Chess);

impl Visitor<'_> for Line {
    fn san(&mut self, san: &[u8], _offset: usize) -> Flow {
        let san = core::str::from_utf8(san).unwrap_or_default();
        match self.0.parse_san(san) {
            Ok(mv) if self.0.play(mv).is_ok() => Flow::Continue,
            _ => Flow::Stop,
        }
    }

    fn begin_variation(&mut self) -> Flow {
        Flow::Skip
    }
}

/// A sink for a picture.
struct Screen;

impl Write for Screen {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        black_box(text);
        Ok(())
    }
}

fn history() -> Option<Outcome> {
    let (position, mv) = played()?;
    let mut history: History<ChessRules> = History::new(position);
    history.play(mv).ok()?;
    black_box((history.claimable(Claim::ThreefoldRepetition), history.repetitions()));
    history.outcome()
}

/// Counts perft and plays a game, as a device does.
fn device() -> Option<Outcome> {
    let mut history: History<ChessRules> = History::new(chess()?);
    black_box(perft(history.position(), black_box(2)));
    while !black_box(history.claimable(Claim::ThreefoldRepetition)) && history.outcome().is_none() {
        let position = history.position();
        let mv = position.parse_san(text()).ok().or_else(|| position.parse_uci(text()).ok())?;
        let _ = black_box((position.san(mv), mv.to_uci(CastlingMode::Standard), position.fen()));
        history.play(mv).ok()?;
    }
    history.outcome()
}

/// Calls the function of the name, and uses each result.
fn ask() -> Option<()> {
    if is("fen-in") {
        black_box(chess()?);
    } else if is("moves") {
        black_box(played()?);
    } else if is("vectors") {
        black_box(chess0x88_perft::perft(&chess()?, black_box(4)));
    } else if is("perft") {
        black_box(perft(&chess()?, black_box(4)));
    } else if is("both") {
        black_box(perft(&chess()?, black_box(4)) + perft(&text().parse::<Makruk>().ok()?, black_box(4)));
    } else if is("device") {
        black_box(device()?);
    } else if is("fen-out") {
        let _ = black_box(played()?.0.fen());
    } else if is("san-in") {
        black_box(played()?.0.parse_san(text()).ok()?);
    } else if is("san-strict") {
        black_box(san::parse_strict(&played()?.0, text()).ok()?);
    } else if is("san-out") {
        let (position, mv) = played()?;
        let _ = black_box(position.san(mv));
    } else if is("uci-in") {
        black_box(played()?.0.parse_uci(text()).ok()?);
    } else if is("uci-out") {
        let _ = black_box(played()?.1.to_uci(black_box(CastlingMode::Standard)));
    } else if is("outcome") {
        black_box(played()?.0.outcome());
    } else if is("history") {
        black_box(history());
    } else if is("key") {
        black_box(played()?.0.key());
    } else if is("see") {
        let (position, mv) = played()?;
        black_box(see::value(&position, mv, &PieceValues::default()));
    } else if is("pgn") {
        let mut line = Line(played()?.0);
        while Reader::new(text().as_bytes()).read_game(&mut line) {}
        black_box(line.0);
    } else if is("makruk") {
        black_box(played()?);
        let mut position: Makruk = text().parse().ok()?;
        let mv = *position.legal_moves().get(black_box(0))?;
        position.play(mv).ok()?;
        black_box(position);
    } else if is("packed") {
        let packed = packed::pack(&played()?.0)?;
        black_box(packed::unpack::<ChessRules>(&black_box(packed)).ok()?);
    } else if is("eboard") {
        let (position, _) = played()?;
        black_box(infer(&position, None, black_box(SquareSet::EMPTY)));
    } else if is("fen-lenient") {
        black_box(chess()?);
        black_box(fen::parse_lenient::<ChessRules>(text()).ok()?);
    } else if is("reader") {
        let (position, _) = played()?;
        black_box(position.parse_uci(text()).ok()?);
        let mut reader = BoardReader::new(position);
        black_box(reader.read(black_box(SquareSet::EMPTY)));
    } else if is("cannot-mate") {
        black_box(cannot_mate(&played()?.0, black_box(Color::White)));
    } else if is("svg") {
        let (position, mv) = played()?;
        let picture = Svg::new(position.board()).last_move((mv.from(), mv.landing()));
        write!(Screen, "{picture}").ok()?;
    }
    Some(())
}

/// The entry point of the program.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    black_box(ask());
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
