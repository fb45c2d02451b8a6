//! Splits files of games between games, shares the parts among threads, and returns the results in order.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use chess0x88_pgn::{Flow, PgnError, Reader, Visitor};

use tool::Failure;

/// The approximate length of a part in bytes: it fits into the cache of one core.
const PART: usize = 1 << 18;

/// A part of a file, with whole games.
pub(crate) struct Part {
    /// The number of the file.
    pub(crate) file: usize,
    /// The number of lines before the part.
    pub(crate) lines: usize,
    pub(crate) games: Vec<u8>,
}

/// Opens a file, or standard input for `-`.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read + Send>, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    match File::open(path) {
        Ok(file) => Ok(Box::new(file)),
        Err(error) => Err(Failure::at(name_of(path), error)),
    }
}

/// Requires all files to exist before anything is written. A pipe can be opened only once, so it is not opened.
pub(crate) fn check(files: &[PathBuf]) -> Result<(), Failure> {
    for path in files.iter().filter(|path| *path != Path::new("-")) {
        let about = fs::metadata(path).map_err(|error| Failure::at(name_of(path), error))?;
        if about.is_dir() {
            return Err(Failure::at(name_of(path), "this is a folder"));
        }
        if about.is_file() {
            open(path)?;
        }
    }
    Ok(())
}

/// Returns the name of a file for messages.
pub(crate) fn name_of(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// The unread rest of some files.
struct Unread<'a> {
    files: &'a [PathBuf],
    /// The number of the open file, or of the next one.
    file: usize,
    input: Option<Box<dyn Read + Send>>,
    /// The start of a game that may continue.
    rest: Vec<u8>,
    lines: usize,
    /// The number of parts that were taken.
    taken: usize,
}

impl Unread<'_> {
    /// Returns the next part with its number. A failure replaces a part, and no parts follow it.
    fn next(&mut self) -> Option<(usize, Result<Part, Failure>)> {
        let part = self.read().transpose()?;
        if part.is_err() {
            (self.file, self.input) = (self.files.len(), None);
        }
        self.taken += 1;
        Some((self.taken - 1, part))
    }

    fn read(&mut self) -> Result<Option<Part>, Failure> {
        let Some(path) = self.files.get(self.file) else { return Ok(None) };
        let input = match &mut self.input {
            Some(input) => input,
            none => none.insert(open(path)?),
        };
        let mut games = Vec::with_capacity(PART);
        games.append(&mut self.rest);
        let mut wanted = PART;
        loop {
            let missing = wanted.saturating_sub(games.len()) as u64;
            let read =
                input.take(missing).read_to_end(&mut games).map_err(|error| Failure::at(name_of(path), error))?;
            let part = |games, lines| Part { file: self.file, lines, games };
            if (read as u64) < missing {
                let part = part(games, self.lines);
                (self.file, self.input, self.lines) = (self.file + 1, None, 0);
                return Ok(Some(part));
            }
            let cut = start_of_last_game(&games);
            if cut > 0 {
                self.rest.extend_from_slice(&games[cut..]);
                games.truncate(cut);
                let feeds = Reader::new(&games).line_of(cut) - 1;
                let part = part(games, self.lines);
                self.lines += feeds;
                return Ok(Some(part));
            }
            // One game is longer than the buffer: double it, so that the game is not searched too often.
            wanted = wanted.saturating_mul(2);
        }
    }
}

/// Finds the start of the last game of a buffer; all games before it are complete. The end of a game does not depend on whether
/// the game is read, so skipping the games is enough. But a comment without an end may end beyond the buffer, so text after it
/// that looks like a game may be part of the comment.
fn start_of_last_game(buffer: &[u8]) -> usize {
    #[derive(Default)]
    struct Ends {
        in_comment: bool,
    }

    impl Visitor<'_> for Ends {
        fn end_tags(&mut self) -> Flow {
            Flow::Skip
        }
        fn error(&mut self, error: PgnError) {
            self.in_comment |= matches!(error, PgnError::UnclosedComment { .. });
        }
    }

    let (mut reader, mut ends) = (Reader::new(buffer), Ends::default());
    let mut start = 0;
    while !ends.in_comment {
        let before = reader.offset();
        if !reader.read_game(&mut ends) {
            break;
        }
        start = before;
    }
    start
}

/// Passes on the results of parts, in order.
struct Taker<F> {
    /// The number of the next part.
    next: usize,
    take: F,
    end: Result<(), Failure>,
}

impl<F> Taker<F> {
    /// Passes on the waiting results up to the first missing one.
    fn take_from<T>(&mut self, waiting: &Mutex<BTreeMap<usize, Result<T, Failure>>>)
    where
        F: FnMut(T) -> Result<(), Failure>,
    {
        let next_of = |next| lock(waiting).remove(&next);
        while let Some(result) = next_of(self.next) {
            self.next += 1;
            if self.end.is_ok() {
                self.end = result.and_then(&mut self.take);
            }
        }
    }
}

/// Works on all parts of the files with several threads, including this one, and passes on their results in the order of the
/// files. All threads do the same: each reads a part, works on it, and passes on the results that are next in order.
pub(crate) fn share<T: Send>(
    files: &[PathBuf],
    threads: u16,
    work: impl Fn(&Part) -> T + Sync,
    take: impl FnMut(T) -> Result<(), Failure> + Send,
) -> Result<(), Failure> {
    let unread = Mutex::new(Unread { files, file: 0, input: None, rest: Vec::new(), lines: 0, taken: 0 });
    let waiting = Mutex::new(BTreeMap::new());
    let taker = Mutex::new(Taker { next: 0, take, end: Ok(()) });
    let run = || {
        loop {
            let next = lock(&unread).next();
            let Some((index, part)) = next else { return };
            let result = part.map(|part| work(&part));
            let many = {
                let mut waiting = lock(&waiting);
                waiting.insert(index, result);
                waiting.len() > 2 * usize::from(threads)
            };
            // While another thread passes on results, this one works on, but not without limit.
            if let Some(mut taker) = if many { Some(lock(&taker)) } else { taker.try_lock().ok() } {
                taker.take_from(&waiting);
                if taker.end.is_err() {
                    return;
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // If the system has no more threads, the existing ones do the work.
            let _ = thread::Builder::new().spawn_scoped(scope, run);
        }
        run();
    });
    let mut taker = taker.into_inner().unwrap_or_else(PoisonError::into_inner);
    taker.take_from(&waiting);
    taker.end
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::start_of_last_game;

    #[test]
    fn a_buffer_is_never_cut_inside_a_comment() {
        let first = "[White \"a\"]\n\n1. e4 *\n\n";
        let second =
            "[White \"b\"]\n\n1. d4 { so it began:\n[Event \"c\"]\n\n1. c4 (1. f4 { and so on\n[Event \"d\"]\n";
        let open = [first, second].concat();
        for end in 0..=open.len() {
            let start = start_of_last_game(&open.as_bytes()[..end]);
            assert!(start <= first.len(), "{end}: {:?}", &open[start..end]);
        }
        let closed = [&open, "} *\n\n[White \"e\"]\n"].concat();
        assert_eq!(closed[start_of_last_game(closed.as_bytes())..].trim_start(), "[White \"e\"]\n");
    }
}
