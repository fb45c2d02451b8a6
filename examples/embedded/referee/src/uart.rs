//! The serial line of the nRF51822: 115,200 bits a second, eight bits, no parity.
//!
//! Source: nRF51 Series Reference Manual 3.0, chapters 13 (clock), 14 (GPIO) and 29 (UART); the pins are the micro:bit's.

use core::ptr;

use crate::decimal::digits;

/// The peripheral, in use.
pub struct Uart(());

/// Registers by their addresses.
#[derive(Clone, Copy)]
#[repr(u32)]
enum Register {
    ClockStart = 0x4000_0000,
    ClockStarted = 0x4000_0100,
    StartReceiving = 0x4000_2000,
    StartSending = 0x4000_2008,
    Received = 0x4000_2108,
    Sent = 0x4000_211C,
    Enable = 0x4000_2500,
    PinSending = 0x4000_250C,
    PinReceiving = 0x4000_2514,
    Receive = 0x4000_2518,
    Send = 0x4000_251C,
    Speed = 0x4000_2524,
    PinsHigh = 0x5000_0508,
    PinsOut = 0x5000_0518,
}

/// The pins to the micro:bit's other chip, which forwards the line over USB.
const SENDING: u32 = 24;
const RECEIVING: u32 = 25;
const BAUD_115200: u32 = 0x01D7_E000;
const ENABLED: u32 = 4;

fn read(register: Register) -> u32 {
    // SAFETY: `Register` lists registers of this chip, and reading none of them does harm.
    unsafe { ptr::read_volatile(register as u32 as *const u32) }
}

fn write(register: Register, value: u32) {
    // SAFETY: as above, and no memory of this program is at these addresses.
    unsafe { ptr::write_volatile(register as u32 as *mut u32, value) }
}

impl Uart {
    #[inline(never)]
    pub fn start() -> Uart {
        // Starts the crystal: the other clock is not exact enough for this speed.
        write(Register::ClockStart, 1);
        while read(Register::ClockStarted) == 0 {}
        write(Register::PinsHigh, 1 << SENDING);
        write(Register::PinsOut, 1 << SENDING);
        write(Register::PinSending, SENDING);
        write(Register::PinReceiving, RECEIVING);
        write(Register::Speed, BAUD_115200);
        write(Register::Enable, ENABLED);
        write(Register::StartSending, 1);
        write(Register::StartReceiving, 1);
        Uart(())
    }

    /// Waits for the next byte.
    pub fn hear(&self) -> u8 {
        while read(Register::Received) == 0 {}
        // Cleared before the byte is taken, since the next one may follow at once.
        write(Register::Received, 0);
        read(Register::Receive) as u8
    }

    pub fn say(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.say_byte(byte));
    }

    #[inline(never)]
    pub fn say_byte(&mut self, byte: u8) {
        write(Register::Sent, 0);
        write(Register::Send, byte.into());
        while read(Register::Sent) == 0 {}
    }

    /// Writes a number.
    pub fn say_number(&mut self, number: u32) {
        digits(number, |digit| self.say_byte(digit));
    }
}
