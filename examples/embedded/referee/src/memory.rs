//! Measures the memory that was never used.

use core::ptr;

use cortex_m_rt::STACK_PAINT_VALUE;

unsafe extern "C" {
    // Symbols of the linker script: the lowest address of the stack, and its beginning.
    static _stack_end: u32;
    static _stack_start: u32;
}

/// Returns the bytes between the program's variables and the lowest address that the stack has reached since the start.
/// `cortex-m-rt` has painted them.
pub fn least_free() -> u32 {
    let mut word = &raw const _stack_end;
    let start = &raw const _stack_start;
    let mut free = 0;
    // SAFETY: the memory from here to the beginning of the stack is readable.
    while word < start && unsafe { ptr::read_volatile(word) } == STACK_PAINT_VALUE {
        // SAFETY: this is the next word of the stack, or its end.
        word = unsafe { word.add(1) };
        free += 4;
    }
    free
}
