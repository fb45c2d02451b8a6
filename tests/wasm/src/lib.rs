//! Counts perft for the positions of `perft_cpw.epd`. Both sides have that file, so only numbers are exchanged.
#![no_std]

use chess0x88::Chess;
#[cfg(not(feature = "vectors"))]
use chess0x88::perft;
#[cfg(feature = "vectors")]
use chess0x88_perft::perft;

const SUITE: &str = include_str!("../../data/perft_cpw.epd");

/// Returns the count for a line of the suite, from 0; `u64::MAX` if there is no such line or its FEN is refused.
#[unsafe(no_mangle)]
pub extern "C" fn count(line: u32, depth: u32) -> u64 {
    let fen =
        SUITE.lines().filter(|line| !line.starts_with('#')).nth(line as usize).and_then(|line| line.split(';').next());
    let position = fen.and_then(|fen| fen.trim().parse::<Chess>().ok());
    position.map_or(u64::MAX, |position| perft(&position, depth as u8))
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
