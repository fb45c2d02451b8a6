//! A toy with chess puzzles. It shows the position as a picture, reads a move in SAN, and says what is wrong with it. The
//! compiler reads the positions from FENs, so they stay in flash. The program makes no list of moves.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use core::fmt::{self, Write};
use core::ops::ControlFlow;

use chess0x88::{Chess, Move, fen, san};
use chess0x88_svg::Svg;
use cortex_m_rt::entry;
use embedded::{Meter, finish, say};

/// Mates in one, with their solutions.
static PUZZLES: [(Chess, &str); 3] = [
    (fen!("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), "Ra8#"),
    (fen!("6rk/6pp/7N/8/8/8/8/6K1 w - - 0 1"), "Nf7#"),
    (fen!("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"), "Qxf7#"),
];

/// The first try of a person, and the code of its error: no rank; no move of a king; 0 for a move that does not mate.
const TRIED: [(&str, u8); 3] = [("Rb9", 90), ("Kh8", 3), ("Qxe5+", 0)];

/// A screen that receives pictures as text. Here it counts the bytes.
#[derive(Default)]
struct Screen {
    bytes: u32,
}

impl Write for Screen {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.bytes += text.len() as u32;
        Ok(())
    }
}

impl Screen {
    /// Draws the board, with the squares of the last move.
    #[inline(never)]
    fn show(&mut self, position: &Chess, mv: Option<Move>) -> bool {
        let check = position.is_check().then(|| position.king(position.turn()));
        let picture = Svg::new(position.board()).last_move(mv.map(|mv| (mv.from(), mv.landing()))).check(check);
        write!(self, "{picture}").is_ok()
    }
}

/// Returns the first move that mates.
#[inline(never)]
fn mate(position: &Chess) -> Option<Move> {
    let found = position.visit_legal_moves(|mv| {
        if leads_to_mate(position, mv) { ControlFlow::Break(mv) } else { ControlFlow::Continue(()) }
    });
    found.break_value()
}

/// A function of its own, so that the stack of the position after the move is free again.
#[inline(never)]
fn leads_to_mate(position: &Chess, mv: Move) -> bool {
    let mut after = *position;
    after.play_unchecked(mv);
    after.is_checkmate()
}

/// Returns the code of the error in an answer, 0 for a legal move that does not mate.
#[inline(never)]
fn judge(position: &Chess, text: &str) -> Result<Move, u8> {
    let mv = san::parse_strict(position, text).map_err(|error| error.code())?;
    if leads_to_mate(position, mv) { Ok(mv) } else { Err(0) }
}

/// A person tries one move and finds the right one. The program finds it too.
#[inline(never)]
fn pose(position: &Chess, expected: &str, (tried, code): (&str, u8)) -> Option<bool> {
    let mut screen = Screen::default();
    let shown = screen.show(position, None);
    let refused = judge(position, tried) == Err(code);
    let mv = judge(position, expected).ok()?;
    say(&position.san(mv));
    say("\n");
    let mut after = *position;
    after.play_unchecked(mv);
    Some(shown && refused && mate(position) == Some(mv) && screen.show(&after, Some(mv)) && screen.bytes > 2000)
}

#[entry]
fn main() -> ! {
    let meter = Meter::start();
    let well =
        PUZZLES.iter().zip(TRIED).all(|((position, expected), tried)| pose(position, expected, tried) == Some(true));
    meter.stop("puzzles");
    finish(well)
}
