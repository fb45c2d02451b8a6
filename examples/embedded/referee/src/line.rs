//! [`Line`]: a request that came over the wire.

use crate::uart::Uart;
use crate::{LINE_TOO_LONG, NO_TEXT, Refusal};

/// The longest line, in bytes. The longest FEN has 175.
const LONGEST: usize = 192;

/// A buffer for a line.
pub struct Line {
    bytes: [u8; LONGEST],
}

impl Line {
    pub const EMPTY: Line = Line { bytes: [0; LONGEST] };

    /// Waits until the next line is complete. A line that is too long is also read to its end. An empty line, and a `\r` before
    /// the end, mean nothing.
    #[inline(never)]
    pub fn read(&mut self, uart: &Uart) -> Result<&str, Refusal> {
        let mut len = 0;
        loop {
            match uart.hear() {
                b'\n' if len > 0 => break,
                b'\n' | b'\r' => {}
                byte => {
                    if let Some(place) = self.bytes.get_mut(len) {
                        *place = byte;
                    }
                    len = len.saturating_add(1);
                }
            }
        }
        let line = self.bytes.get(..len).ok_or(LINE_TOO_LONG)?;
        core::str::from_utf8(line).map_err(|_| NO_TEXT)
    }
}
