//! A referee for the micro:bit. It keeps a game for the device at the other end of its serial line, and refuses what the rules
//! refuse.
//!
//! A request is a line of at most 192 bytes. The reply is also a line (`board` has eight before it): `ok` with the answer, or
//! `no` with a number. A number up to 210 is the `code()` of the library's error, which `docs/codes.md` explains; 160 means that
//! the game is over. Numbers from 240 on belong to this program:
//!
//! | number | the request |
//! |---:|---|
//! | 240 | is unknown |
//! | 241 | is longer than 192 bytes |
//! | 242 | is not UTF-8 |
//! | 243 | has a position or a reading that cannot be read |
//! | 244 | asks for a move back, but there is none, or none that can be taken back |
//!
//! The host must wait for the reply before it sends the next line: the chip buffers only six bytes while it works. A refused line
//! changes nothing.
//!
//! | request | reply |
//! |---|---|
//! | `position startpos`, `position fen FEN` | `ok` |
//! | `move Nf3`, `move g1f3` | `ok Nf3` |
//! | `undo` | `ok g1f3`, the move that was taken back |
//! | `board` | the eight ranks, then `ok` |
//! | `fen`; `legal` | `ok FEN`; `ok a2a3 a2a4 ...` |
//! | `occupancy` and 16 hexadecimal digits, a1 the lowest bit: one reading of a board's sensors | `ok` if nothing is new; `ok move Nf3`, `ok ambiguous` (answer with `move`), `ok takeback`, `ok start`, or `ok impossible` and the wrong squares |
//! | `claims` | `ok none`, or the draws that the side to move may claim: `ok fifty threefold` |
//! | `outcome` | `ok none`, or an outcome such as `ok draw by stalemate` |
//! | `memory` | `ok` and the bytes of memory that were never used since the start |
//!
//! With the feature `makruk` there are also `position makruk` and `position makruk FEN`.
#![no_std]
#![no_main]

// Of the library of the programs beside this folder, which brings a panic handler and an output of its own.
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

/// The number of a refusal.
type Refusal = u8;

const UNKNOWN: Refusal = 240;
const LINE_TOO_LONG: Refusal = 241;
const NO_TEXT: Refusal = 242;
const WRONG_ARGUMENT: Refusal = 243;
const NOTHING_TO_TAKE_BACK: Refusal = 244;
/// The library's code for `GameError::Over`.
const GAME_OVER: Refusal = 160;

#[entry]
fn main() -> ! {
    // `entry` lends this to the one `main` there is. A game in the frame of `main` would take the room of two while it is made.
    static mut REFEREE: Referee = Referee::NEW;
    let mut uart = Uart::start();
    let mut line = Line::EMPTY;
    uart.say("ok referee\n");
    loop {
        let answer = line.read(&uart).and_then(|text| REFEREE.answer(text, &mut uart));
        if let Err(refusal) = answer {
            uart.say("no ");
            uart.say_number(refusal.into());
        }
        uart.say("\n");
    }
}

/// Nothing here panics, so the compiler can usually remove this. After a panic the line would be silent.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    stop("panic\n")
}

/// A fault, such as a stack that has grown into the memory below it.
/// SAFETY: it never returns.
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
