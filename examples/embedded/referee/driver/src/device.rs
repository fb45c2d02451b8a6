//! [`Device`]: the emulator or the board at the other end of the serial line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// A program whose standard input and output are the device's serial line. It is killed on drop.
pub struct Device {
    program: Child,
    input: ChildStdin,
    replies: Receiver<Vec<u8>>,
}

/// The longest wait for a reply, far more than any reply takes.
const PATIENCE: Duration = Duration::from_secs(20);

impl Device {
    pub fn start(command: &[String]) -> Result<Device, String> {
        let (name, arguments) = command.split_first().ok_or("no command to start the device by")?;
        let mut program = Command::new(name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{name}: {error}"))?;
        let input = program.stdin.take().ok_or("no line to the device")?;
        let output = program.stdout.take().ok_or("no line from the device")?;
        let (sender, replies) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Device { program, input, replies })
    }

    pub fn send(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.input
            .write_all(bytes)
            .and_then(|()| self.input.flush())
            .map_err(|error| format!("the line is cut: {error}"))
    }

    /// Returns the next line.
    pub fn reply(&mut self) -> Result<String, String> {
        let line = self.replies.recv_timeout(PATIENCE).map_err(|_| "the device is silent".to_owned())?;
        String::from_utf8(line).map_err(|error| format!("no text came back: {error}"))
    }

    /// Returns `true` if the device has sent nothing without a request.
    pub fn is_quiet(&self) -> bool {
        thread::sleep(Duration::from_millis(2));
        self.replies.try_recv().is_err()
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        // The program may have ended already.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
