//! The text of the files with games in a zip archive, one behind the other, read as a stream.

use std::io::{self, BufRead, Read};

use flate2::{Crc, bufread::DeflateDecoder};

/// Reads the `.pgn` files of an archive. The others are passed over.
pub(crate) struct Zip<R> {
    state: State<R>,
    found: bool,
}

enum State<R> {
    /// Before the header of a file, or at the end of all.
    Between(R),
    Stored(io::Take<R>, Member),
    Deflated(DeflateDecoder<R>, Member),
    End,
}

/// A file of the archive.
struct Member {
    name: String,
    is_pgn: bool,
    /// The check sum, unless it stands behind the file.
    sum: Option<u32>,
    /// The bytes of the two sizes behind the file.
    sizes: usize,
    crc: Crc,
}

fn damaged(said: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the zip archive is damaged: {said}"))
}

fn bytes<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

impl<R: BufRead> Zip<R> {
    pub(crate) const fn new(archive: R) -> Zip<R> {
        Zip { state: State::Between(archive), found: false }
    }

    /// Reads the header of the next file.
    fn next(&mut self, mut archive: R) -> io::Result<State<R>> {
        match &bytes::<4>(&mut archive)? {
            b"PK\x03\x04" => {}
            // The directory, or the end of an archive without files.
            b"PK\x01\x02" | b"PK\x05\x06" if self.found => return Ok(State::End),
            b"PK\x01\x02" | b"PK\x05\x06" => {
                return Err(io::Error::other("the zip archive has no file whose name ends with .pgn"));
            }
            _ => return Err(damaged("a file does not begin where the one before ends")),
        }
        let header = bytes::<26>(&mut archive)?;
        let short = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        let long = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let (flags, method, size) = (short(2), short(4), long(14));
        let mut name = vec![0; short(22).into()];
        archive.read_exact(&mut name)?;
        let mut extra = vec![0; short(24).into()];
        archive.read_exact(&mut extra)?;
        let name = String::from_utf8_lossy(&name).into_owned();
        if flags & 1 != 0 {
            return Err(io::Error::other(format!("{name} in the zip archive is encrypted")));
        }
        let is_behind = flags & 8 != 0;
        let is_zip64 = extra.starts_with(&[1, 0]);
        let file = name.rsplit('/').next().unwrap_or_default();
        let is_pgn = file.to_lowercase().ends_with(".pgn") && !file.starts_with('.');
        self.found |= is_pgn;
        let sizes = if is_behind { 8 + 8 * usize::from(is_zip64) } else { 0 };
        let member = Member { name, is_pgn, sum: (!is_behind).then(|| long(10)), sizes, crc: Crc::new() };
        match method {
            0 if !is_behind => {
                let size = match extra.get(12..20) {
                    Some(packed) if is_zip64 && size == u32::MAX => {
                        packed.iter().rev().fold(0, |size, &byte| size << 8 | u64::from(byte))
                    }
                    _ => size.into(),
                };
                Ok(State::Stored(archive.take(size), member))
            }
            8 => Ok(State::Deflated(DeflateDecoder::new(archive), member)),
            _ => Err(io::Error::other(format!(
                "{} in the zip archive is packed by method {method}, and deflate is read",
                member.name
            ))),
        }
    }
}

impl Member {
    /// Checks the sum at the end of a file.
    fn end(&self, archive: &mut impl Read) -> io::Result<()> {
        let sum = match self.sum {
            Some(sum) => sum,
            None => {
                // A mark may stand before the sum.
                let first = bytes::<4>(archive)?;
                let sum = if first == *b"PK\x07\x08" { bytes(archive)? } else { first };
                io::copy(&mut archive.take(self.sizes as u64), &mut io::sink())?;
                u32::from_le_bytes(sum)
            }
        };
        if sum == self.crc.sum() { Ok(()) } else { Err(damaged(&format!("the check sum of {} is another", self.name))) }
    }
}

impl<R: BufRead> Read for Zip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            let (text, member): (&mut dyn Read, &mut Member) = match &mut self.state {
                State::Stored(text, member) => (text, member),
                State::Deflated(text, member) => (text, member),
                State::End => return Ok(0),
                State::Between(_) => {
                    if let State::Between(archive) = std::mem::replace(&mut self.state, State::End) {
                        self.state = self.next(archive)?;
                    }
                    continue;
                }
            };
            let read = text.read(buffer)?;
            member.crc.update(&buffer[..read]);
            if read > 0 && member.is_pgn {
                return Ok(read);
            }
            if read > 0 {
                continue;
            }
            let is_pgn = member.is_pgn;
            self.state = match std::mem::replace(&mut self.state, State::End) {
                State::Stored(text, member) => {
                    let mut archive = text.into_inner();
                    member.end(&mut archive)?;
                    State::Between(archive)
                }
                State::Deflated(text, member) => {
                    let mut archive = text.into_inner();
                    member.end(&mut archive)?;
                    State::Between(archive)
                }
                state @ (State::Between(_) | State::End) => state,
            };
            if is_pgn {
                // The next file begins on a new line.
                buffer[0] = b'\n';
                return Ok(1);
            }
        }
    }
}
