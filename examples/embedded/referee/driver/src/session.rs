//! [`Session`]: sends requests to the device and to the twin, and compares their replies.

use crate::device::Device;
use crate::twin::{Referee, Reply, Twin};

pub struct Session {
    device: Device,
    referee: Referee,
    lines: u64,
    /// The bytes that the line has carried, both ways.
    bytes: u64,
    /// The last requests, to print after an error.
    last: Vec<String>,
}

impl Session {
    pub fn new(mut device: Device, knows_makruk: bool) -> Result<Session, String> {
        let greeting = device.reply()?;
        if greeting != "ok referee" {
            return Err(format!("the device says {greeting:?}"));
        }
        Ok(Session { device, referee: Referee::new(knows_makruk), lines: 0, bytes: 0, last: Vec::new() })
    }

    pub fn game(&self) -> &dyn Twin {
        self.referee.game()
    }

    pub fn lines(&self) -> u64 {
        self.lines
    }

    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Sends a request, and compares the reply with that of the twin.
    pub fn ask(&mut self, line: &str) -> Result<Reply, String> {
        self.begin(line.as_bytes())?;
        self.end(line.as_bytes()).map(|reply| reply.unwrap_or(Ok(Vec::new())))
    }

    /// Sends the end of a line whose bytes were sent, and compares the reply with that of the twin. Returns `None` for an empty
    /// line.
    pub fn end(&mut self, line: &[u8]) -> Result<Option<Reply>, String> {
        self.begin(b"\n")?;
        self.lines += 1;
        if self.last.len() == 60 {
            self.last.remove(0);
        }
        self.last.push(String::from_utf8_lossy(line).into_owned());
        let Some(expected) = self.referee.answer(line) else { return Ok(None) };
        let lines = match &expected {
            Ok(lines) => lines.clone(),
            Err(refusal) => vec![format!("no {refusal}")],
        };
        for expected in lines {
            let said = self.device.reply().map_err(|error| format!("{error}\n{}", self.last.join("\n")))?;
            self.bytes += said.len() as u64 + 1;
            let said = if line == b"legal" { sorted(&said) } else { said };
            if said != expected {
                return Err(format!("{said:?} instead of {expected:?} after:\n{}", self.last.join("\n")));
            }
        }
        Ok(Some(expected))
    }

    /// Sends bytes without the end of a line.
    pub fn begin(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.bytes += bytes.len() as u64;
        self.device.send(bytes)
    }

    /// Fails if the device has sent something without a request.
    pub fn quiet(&self) -> Result<(), String> {
        if self.device.is_quiet() { Ok(()) } else { Err("the device speaks unasked".to_owned()) }
    }

    /// Returns the memory in bytes that was never used.
    pub fn free(&mut self) -> Result<u32, String> {
        self.device.send(b"memory\n")?;
        let said = self.device.reply()?;
        let number = said.strip_prefix("ok ").and_then(|number| number.parse().ok());
        number.ok_or_else(|| format!("{said:?} is no answer to how much memory is free"))
    }
}

/// Sorts the words after `ok`.
fn sorted(said: &str) -> String {
    let mut words: Vec<&str> = said.split(' ').collect();
    if let Some(moves) = words.get_mut(1..) {
        moves.sort_unstable();
    }
    words.join(" ")
}
