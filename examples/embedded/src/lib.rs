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

/// Measures from its creation to its end: the ticks of the processor, and the largest stack.
pub struct Meter(());

/// The word that paints the stack. It is no plausible number, flag or address.
const PAINT: u32 = 0xA5C3_5A3C;
/// The largest value of the timer, which counts down through 24 bits.
const TIMER: u32 = 0x00FF_FFFF;

unsafe extern "C" {
    // Symbols of the linker script: the lowest address of the stack, and its beginning.
    static mut __sheap: u32;
    static mut _stack_start: u32;
}

impl Meter {
    /// Paints the unused stack, and starts the timer.
    #[inline(never)]
    pub fn start() -> Meter {
        // Leaves out the call's own frame, and what the loop might keep below it.
        let in_use = msp::read() as usize - 64;
        let mut word = &raw mut __sheap;
        while (word as usize) < in_use {
            // SAFETY: nothing is between the static variables and the stack.
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

    /// Prints the name of the work, the largest stack in bytes, and the ticks. After sixteen million ticks the timer overflows,
    /// and this is printed instead.
    #[inline(never)]
    pub fn stop(self, what: &str) {
        let ticks = TIMER - SYST::get_current();
        // SAFETY: nothing else uses the timer. This reads a register.
        let is_full = unsafe { Peripherals::steal() }.SYST.has_wrapped();
        let mut word = &raw const __sheap;
        let begin = &raw const _stack_start;
        // SAFETY: the memory from here to the beginning of the stack is readable.
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

/// Prints how many bytes a value of a type takes.
pub fn say_bytes(name: &str, bytes: usize) {
    say(name);
    say(": bytes ");
    digits(bytes as u32, say_byte);
    say("\n");
}

/// Prints a text.
pub fn say(text: &str) {
    text.bytes().for_each(say_byte);
}

fn say_byte(byte: u8) {
    // SAFETY: the call reads one byte at this address.
    unsafe { syscall(nr::WRITEC, &byte) };
}

/// Ends the program, with status 0 if `well`, else with 1.
pub fn finish(well: bool) -> ! {
    debug::exit(if well { debug::EXIT_SUCCESS } else { debug::EXIT_FAILURE });
    loop {}
}

/// No program here panics, so the compiler can usually remove this.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    finish(false)
}
