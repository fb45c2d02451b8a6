//! The corpus: inputs that reach code which no seed reaches. A file of `fuzz/corpus` has those of a target, an input a line, written as
//! [`escape_ascii`](slice::escape_ascii) writes it, so that a change shows what came and what went.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The file of a target.
fn file(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target).with_extension("txt")
}

/// The bytes of a line. `None` if the line is not as `escape_ascii` writes it.
fn unescape(line: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut rest) = (Vec::new(), line.bytes());
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next()? {
                b't' => b'\t',
                b'n' => b'\n',
                b'r' => b'\r',
                b'x' => {
                    let mut digit = || char::from(rest.next()?).to_digit(16);
                    u8::try_from(digit()? * 16 + digit()?).ok()?
                }
                quoted => quoted,
            },
            plain => plain,
        });
    }
    Some(bytes)
}

/// The inputs of a target.
///
/// # Errors
/// Those of the file system, but for a file that is not there: such a target has no inputs. A line that is no input.
pub fn read(target: &str) -> io::Result<Vec<Vec<u8>>> {
    let text = match fs::read_to_string(file(target)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        text => text?,
    };
    let input = |(n, line)| unescape(line).ok_or_else(|| io::Error::other(format!("{target}.txt:{}: {line}", n + 1)));
    text.lines().enumerate().map(input).collect()
}

/// Makes the file of a target anew.
///
/// # Errors
/// Those of the file system.
pub fn write(target: &str, mut inputs: Vec<Vec<u8>>) -> io::Result<()> {
    inputs.sort();
    inputs.dedup();
    let text: String = inputs.iter().map(|input| format!("{}\n", input.escape_ascii())).collect();
    fs::write(file(target), text)
}

#[cfg(test)]
mod tests {
    use super::unescape;

    #[test]
    fn every_byte_comes_back() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(unescape(&bytes.escape_ascii().to_string()), Some(bytes));
        for wrong in ["\\", "\\x", "\\x4", "\\xg0"] {
            assert_eq!(unescape(wrong), None, "{wrong}");
        }
    }
}
