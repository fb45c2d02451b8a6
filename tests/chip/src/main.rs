//! Computes on the chip and compares with the results of the computer that built the program, with overflow checks and debug
//! assertions.
#![no_std]
#![no_main]

mod corpus;

use cortex_m_rt::entry;
use embedded::{Meter, finish, say};

const EXPECTED: [u64; 3] = include!(concat!(env!("OUT_DIR"), "/expected.rs"));

#[entry]
fn main() -> ! {
    let meter = Meter::start();
    let found = corpus::digests();
    meter.stop("corpus");
    if found.is_none() {
        say("a text is not read back, or a total is wrong\n");
    }
    finish(found == Some(EXPECTED))
}
