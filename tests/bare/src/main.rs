//! Perft from a FEN without `std`, allocator or C library.
//!
//! The FEN and the depth come from the command line, as the Linux kernel passes it. The answer is the exit status: 0 for the
//! expected count, 1 for another count, 2 for wrong arguments.
//!
//! ```text
//! bare "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1" 4 43238
//! ```
#![no_std]
#![no_main]

use core::arch::{asm, global_asm};

use chess0x88::{Chess, perft};

// The kernel starts a program with the argument count and the arguments on the stack, and no return address.
global_asm!(".globl _start", "_start:", "mov rdi, rsp", "and rsp, -16", "call {start}", "ud2", start = sym start);

extern "C" fn start(stack: *const usize) -> ! {
    // SAFETY: the x86-64 System V ABI lays out argc and then argv at the initial stack pointer.
    let argument =
        |index: usize| unsafe { if index < *stack { text(*stack.add(1 + index) as *const u8) } else { None } };
    let depth = argument(2).and_then(number).and_then(|depth| u8::try_from(depth).ok());
    exit(match (argument(1), depth, argument(3).and_then(number)) {
        (Some(fen), Some(depth), Some(expected)) => match fen.parse::<Chess>() {
            Ok(position) => i32::from(perft(&position, depth) != expected),
            Err(_) => 2,
        },
        _ => 2,
    })
}

/// Returns the text before a zero byte.
///
/// # Safety
/// There must be a zero byte, and all bytes before it must be readable as long as the program runs.
unsafe fn text(start: *const u8) -> Option<&'static str> {
    let mut length = 0;
    // SAFETY: guaranteed by the caller. The read is volatile, since the compiler would otherwise make the loop a call of C's
    // strlen.
    let bytes = unsafe {
        while start.add(length).read_volatile() != 0 {
            length += 1;
        }
        core::slice::from_raw_parts(start, length)
    };
    core::str::from_utf8(bytes).ok()
}

/// Reads a few decimal digits.
fn number(text: &str) -> Option<u64> {
    text.bytes().try_fold(0_u64, |number, byte| match byte {
        b'0'..=b'9' => number.checked_mul(10)?.checked_add(u64::from(byte - b'0')),
        _ => None,
    })
}

fn exit(status: i32) -> ! {
    // SAFETY: system call 60 of Linux on x86-64 is exit, which does not return.
    unsafe { asm!("syscall", in("rax") 60, in("edi") status, options(noreturn)) }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    exit(101)
}

/// The two functions of the C library that compilers call by themselves.
mod memory {
    use core::arch::asm;

    // SAFETY (here and below): the contract is that of C, and one string instruction does the work.
    #[unsafe(no_mangle)]
    unsafe extern "C" fn memcpy(to: *mut u8, from: *const u8, count: usize) -> *mut u8 {
        unsafe {
            asm!("rep movsb", inout("rcx") count => _, inout("rdi") to => _, inout("rsi") from => _, options(nostack, preserves_flags));
        }
        to
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn memset(to: *mut u8, byte: i32, count: usize) -> *mut u8 {
        unsafe {
            asm!("rep stosb", inout("rcx") count => _, inout("rdi") to => _, in("al") byte as u8, options(nostack, preserves_flags));
        }
        to
    }
}
