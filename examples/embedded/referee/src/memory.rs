//! The memory that was never in use.

use core::ptr;

use cortex_m_rt::STACK_PAINT_VALUE;

unsafe extern "C" {
    // The linker script's: where the stack may grow down to, and where it begins.
    static _stack_end: u32;
    static _stack_start: u32;
}

/// The bytes between the program's variables and the deepest that the stack has reached, since the start: `cortex-m-rt` has painted them.
pub fn least_free() -> u32 {
    let mut word = &raw const _stack_end;
    let start = &raw const _stack_start;
    let mut free = 0;
    // SAFETY: memory from here to the beginning of the stack can be read.
    while word < start && unsafe { ptr::read_volatile(word) } == STACK_PAINT_VALUE {
        // SAFETY: that is the next word of it, or its end.
        word = unsafe { word.add(1) };
        free += 4;
    }
    free
}
