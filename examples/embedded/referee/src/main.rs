//! A referee for the micro:bit: it keeps a game for whatever is on the other end of its serial line, and refuses what the rules
//! refuse.
//!
//! A request is a line of at most 192 bytes, and its reply a line too (`board` has eight before it): `ok` and what was asked for, or
//! `no` and a number. Up to 210 the number is the `code()` of the library's error, which `docs/codes.md` explains; 160 says that
//! the game is over. Those from 240 on are this program's:
//!
//! | number | refused because |
//! |---:|---|
//! | 240 | it is no request that is known here |
//! | 241 | the line is longer than 192 bytes |
//! | 242 | the line is not UTF-8 |
//! | 243 | it asks for a position, or shows a board, that it does not spell |
//! | 244 | there is no move to take back, or only moves too long ago |
//!
//! The host waits for the reply before it sends the next line: the chip keeps no more than six bytes while it thinks. A refused line has
//! changed nothing.
//!
//! | request | reply |
//! |---|---|
//! | `position startpos`, `position fen FEN` | `ok` |
//! | `move Nf3`, `move g1f3` | `ok Nf3` |
//! | `undo` | `ok g1f3`, the move that was taken back |
//! | `board` | the eight ranks, then `ok` |
//! | `fen`; `legal` | `ok FEN`; `ok a2a3 a2a4 ...` |
//! | `occupancy` and 16 hexadecimal digits, a1 the lowest bit: one reading of a board's sensors | `ok` if nothing is new; `ok move Nf3`, `ok ambiguous` (`move` says which), `ok takeback`, `ok start`, `ok impossible` and the squares that are wrong |
//! | `claims` | `ok none`, or what the side to move may claim: `ok fifty threefold` |
//! | `outcome` | `ok none`, or `ok draw by stalemate` and the like |
//! | `memory` | `ok` and the bytes of memory that were never in use since the start |
//!
//! With the feature `makruk` there are `position makruk` and `position makruk FEN` too.
#![no_std]
#![no_main]

#[path = "../../src/decimal.rs"]
mod decimal;
mod game;
mod line;
mod memory;
mod referee;
mod uart;

use core::panic::PanicInfo;

use cortex_m as _;
use cortex_m_rt::{ExceptionFrame, entry, exception};

use line::Line;
use referee::Referee;
use uart::Uart;

/// Why a line is refused.
type Refusal = u8;

const UNKNOWN: Refusal = 240;
const LINE_TOO_LONG: Refusal = 241;
const NO_TEXT: Refusal = 242;
const WRONG_ARGUMENT: Refusal = 243;
const NOTHING_TO_TAKE_BACK: Refusal = 244;
/// The library's, of `GameError::Over`.
const GAME_OVER: Refusal = 160;

#[entry]
fn main() -> ! {
    let mut uart = Uart::start();
    let mut line = Line::EMPTY;
    let mut referee = Referee::new();
    uart.say("ok referee\n");
    loop {
        let answer = line.read(&uart).and_then(|text| referee.answer(text, &mut uart));
        if let Err(refusal) = answer {
            uart.say("no ");
            uart.say_number(refusal.into());
        }
        uart.say("\n");
    }
}

/// Nothing here panics, and where the compiler can tell, this is left out. If it came to it, the line would fall silent after this.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    stop("panic\n")
}

/// Such as the stack grown into what lies below it.
// SAFETY: it returns to nothing.
#[exception]
unsafe fn HardFault(_: &ExceptionFrame) -> ! {
    stop("fault\n")
}

fn stop(why: &str) -> ! {
    Uart::start().say(why);
    loop {
        cortex_m::asm::wfi();
    }
}
