//! Files of games, taken apart between games and shared by threads. What the parts give is put back in order.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use chess0x88_pgn::{Flow, PgnError, Reader, Visitor};

use crate::common::Failure;

/// About so many bytes are a part: few enough for a core's own cache.
const PART: usize = 1 << 18;

/// Whole games out of a file.
pub(crate) struct Part {
    /// The number of the file.
    pub(crate) file: usize,
    /// The number of lines before it in the file.
    pub(crate) lines: usize,
    pub(crate) games: Vec<u8>,
}

/// A file, or standard input if it is called `-`.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read + Send>, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    match File::open(path) {
        Ok(file) => Ok(Box::new(file)),
        Err(error) => Err(Failure::at(name_of(path), error)),
    }
}

/// Holds that all files are there before anything is written. A pipe can be opened only once, so it is not tried.
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

/// The rest of some files.
struct Unread<'a> {
    files: &'a [PathBuf],
    /// The number of the file that comes next, or is open.
    file: usize,
    input: Option<Box<dyn Read + Send>>,
    /// The start of a game that may go on.
    rest: Vec<u8>,
    lines: usize,
    /// The number of parts taken.
    taken: usize,
}

impl Unread<'_> {
    /// The next part with its number. A failure comes in place of one, and nothing behind it.
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
            // One game fills all of it: twice the room, so that it is not looked over too often.
            wanted = wanted.saturating_mul(2);
        }
    }
}

/// Finds the start of the last game of a buffer, which may go on beyond it: all before it is whole. The end of a game does not
/// depend on whether it is read, so passing over the games is enough. But a comment without an end may have one beyond the buffer, and
/// whatever looks like a game behind it may stand in it.
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

/// Takes what parts gave, in their order.
struct Taker<F> {
    /// The number of the part that comes next.
    next: usize,
    take: F,
    end: Result<(), Failure>,
}

impl<F> Taker<F> {
    /// Takes what waits, as far as none is missing.
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

/// Works off all parts of the files with so many threads, this one among them, and takes what they give in the order of the
/// files. The threads are alike: each reads a part, works it off, and takes what is there to take.
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
            // While another thread takes, there is other work, but not without end.
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
            // Where the system has no more threads to give, those there are do the work.
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
