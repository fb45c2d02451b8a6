//! Helpers of the programs: they print through the debugger (semihosting), measure their own stack and time, and end with a
//! status. Nothing here formats, allocates, or needs an interrupt, an atomic or a critical section.
//!
//! ```text
//! qemu-system-arm -M microbit -nographic -monitor none -serial none -semihosting-config enable=on,target=native \
//!     -icount shift=0 -kernel target/thumbv6m-none-eabi/release/perft
//! ```
#![no_std]

mod decimal;
pub mod switches;

use core::panic::PanicInfo;
use core::ptr;

use cortex_m::Peripherals;
use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use cortex_m::register::msp;
use cortex_m_semihosting::{debug, nr, syscall};
use decimal::digits;

/// Measures what is done from its making to its end: the processor's ticks, and the most stack that was in use.
pub struct Meter(());

/// The word that paints the stack: no plausible number, flag or address.
const PAINT: u32 = 0xA5C3_5A3C;
/// The timer counts down through 24 bits.
const TIMER: u32 = 0x00FF_FFFF;

unsafe extern "C" {
    // The linker script's: where the stack may grow down to, and where it begins.
    static mut __sheap: u32;
    static mut _stack_start: u32;
}

impl Meter {
    /// Paints the stack that is not in use, and starts the timer.
    #[inline(never)]
    pub fn start() -> Meter {
        // Not the call's own frame, nor what the loop might keep below.
        let in_use = msp::read() as usize - 64;
        let mut word = &raw mut __sheap;
        while (word as usize) < in_use {
            // SAFETY: between the static variables and the stack nothing lies.
            unsafe {
                ptr::write_volatile(word, PAINT);
                word = word.add(1);
            }
        }
        // SAFETY: nothing else uses the timer.
        let mut timer = unsafe { Peripherals::steal() }.SYST;
        timer.set_clock_source(SystClkSource::Core);
        timer.set_reload(TIMER);
        timer.clear_current();
        timer.enable_counter();
        Meter(())
    }

    /// Says what it was that was done, the most stack that was in use, from its beginning, and the ticks it took. At sixteen
    /// million the timer is full, which is said instead.
    #[inline(never)]
    pub fn stop(self, what: &str) {
        let ticks = TIMER - SYST::get_current();
        // SAFETY: nothing else uses the timer. This reads a register.
        let is_full = unsafe { Peripherals::steal() }.SYST.has_wrapped();
        let mut word = &raw const __sheap;
        let begin = &raw const _stack_start;
        // SAFETY: memory from here to the beginning of the stack can be read.
        while word < begin && unsafe { ptr::read_volatile(word) } == PAINT {
            word = unsafe { word.add(1) };
        }
        say(what);
        say(": stack ");
        digits((begin as usize - word as usize) as u32, say_byte);
        say(" ticks ");
        if is_full {
            say("more")
        } else {
            digits(ticks, say_byte)
        }
        say("\n");
    }
}

/// Says a text.
pub fn say(text: &str) {
    text.bytes().for_each(say_byte);
}

fn say_byte(byte: u8) {
    // SAFETY: the call reads one byte at this address.
    unsafe { syscall(nr::WRITEC, &byte) };
}

/// Ends the program: with status 0 if all was well, else with 1.
pub fn finish(well: bool) -> ! {
    debug::exit(if well { debug::EXIT_SUCCESS } else { debug::EXIT_FAILURE });
    loop {}
}

/// No program here panics; where the compiler can tell, this is left out.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    finish(false)
}
