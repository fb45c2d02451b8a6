//! Sources of games: files, folders and standard input, plain or compressed, split into pieces of whole games.
//!
//! The library's `StreamReader` finds the games, so no game is cut, even by odd comments. Memory holds one piece and twice the
//! longest game.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, anyhow, bail};
use chess0x88_pgn::{PgnError, StreamReader};

use crate::mix::{HEAD, another_id, end_of, first_id};
use crate::zip::Zip;

/// The compression of a file. The first bytes show it, so standard input and odd names need no option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    Plain,
    Zstd,
    Gzip,
    Bzip2,
    Zip,
}

impl Packing {
    /// Returns the compression for the first bytes of a file.
    pub fn of(start: &[u8]) -> Packing {
        match *start {
            // A frame, or a skippable frame, which pzstd writes first.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Packing::Zstd,
            [0x1f, 0x8b, ..] => Packing::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Packing::Bzip2,
            [b'P', b'K', 3, 4, ..] => Packing::Zip,
            _ => Packing::Plain,
        }
    }

    /// Reads the unpacked bytes.
    fn unpack(self, packed: Box<dyn Read + Send + Sync>) -> Result<Box<dyn Read + Send + Sync>> {
        let mut text: Box<dyn Read + Send + Sync> = match self {
            Packing::Plain => packed,
            Packing::Zstd => {
                let mut decoder = zstd::stream::read::Decoder::new(packed)?;
                // The largest window that `zstd --ultra --long=31` makes.
                decoder.window_log_max(31)?;
                Box::new(decoder)
            }
            Packing::Gzip => Box::new(flate2::read::MultiGzDecoder::new(packed)),
            Packing::Bzip2 => Box::new(bzip2::read::MultiBzDecoder::new(packed)),
            Packing::Zip => Box::new(Zip::new(BufReader::new(packed))),
        };
        // An error of unpacking is reported when the bytes are read.
        let mut start = Vec::new();
        let error = text.by_ref().take(512).read_to_end(&mut start).err();
        if let Some(reason) = no_pgn(&start) {
            bail!("{reason}");
        }
        Ok(Box::new(io::Cursor::new(start).chain(Failing(error)).chain(text)))
    }
}

/// Says what a text that begins like this is, if it is no PGN, and how PGN is made of it.
fn no_pgn(start: &[u8]) -> Option<&'static str> {
    const SIGNATURES: [(&[u8], &str); 13] = [
        (b"\xff\xfe", UTF_16),
        (b"\xfe\xff", UTF_16),
        (b"[\0", UTF_16),
        (b"\0[", UTF_16),
        (b"\xfd7zXZ\0", "an archive of xz: `xz -d` unpacks it"),
        (b"7z\xbc\xaf\x27\x1c", "an archive of 7-Zip: `7z x` unpacks it"),
        (b"Rar!", "an archive of RAR: `unrar x` unpacks it"),
        (b"\x04\x22\x4d\x18", "an archive of lz4: `lz4 -d` unpacks it"),
        (b"PAR1", "a table of Parquet: `read_parquet` of DuckDB, Polars or pandas reads it"),
        (b"%PDF", "a PDF and no PGN"),
        (b"SQLite format 3", "a database of SQLite and no PGN"),
        (b"version https://git-lfs", "a pointer of Git LFS: `git lfs pull` brings the file itself"),
        (b"Scid.s", "a database of Scid: Scid writes its games as PGN"),
    ];
    const UTF_16: &str =
        "the text is UTF-16, and UTF-8 or Latin-1 is read: `iconv -f UTF-16 -t UTF-8` makes one of the other";
    if let Some((_, said)) = SIGNATURES.iter().find(|(signature, _)| start.starts_with(signature)) {
        return Some(said);
    }
    let text = start.trim_ascii_start();
    let is = |word: &[u8]| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    if is(b"<!doctype") || is(b"<html") || is(b"<?xml") || is(b"<head") {
        return Some("a page of the web and no PGN: perhaps the server wants a login or another address");
    }
    if start.get(257..262) == Some(b"ustar") {
        return Some("an archive of tar: `tar -x` unpacks it");
    }
    start
        .contains(&0)
        .then_some("binary data and no PGN: programs such as ChessBase write the games of their databases as PGN")
}

/// Reads the text of a source that may be compressed.
///
/// # Errors
/// The errors of reading its first bytes.
pub fn unpacked(mut packed: impl Read + Send + Sync + 'static) -> Result<Box<dyn Read + Send + Sync>> {
    let mut start = Vec::new();
    packed.by_ref().take(4).read_to_end(&mut start)?;
    let packing = Packing::of(&start);
    packing.unpack(Box::new(BufReader::with_capacity(1 << 17, io::Cursor::new(start).chain(packed))))
}

/// The text of a file.
///
/// # Errors
/// A file that cannot be read.
pub fn open(path: &Path) -> Result<Box<dyn Read + Send + Sync>> {
    let context = || path.display().to_string();
    unpacked(File::open(path).with_context(context)?).with_context(context)
}

/// Returns [`end_of`] the file with this path, 0 if it is no file.
pub fn end_at(path: &Path) -> u64 {
    // A pipe may be opened once.
    let is_file = fs::metadata(path).is_ok_and(|meta| meta.is_file());
    is_file.then(|| File::open(path).ok()).flatten().map_or(0, |mut file| end_of(&mut file))
}

/// Returns the text and the number of its first byte, for the end of its file: see [`first_id`].
pub fn with_id(mut text: impl Read + Send + Sync + 'static, end: u64) -> (i64, Box<dyn Read + Send + Sync>) {
    let mut head = Vec::new();
    // An error of reading is reported when the bytes are read.
    let error = text.by_ref().take(HEAD).read_to_end(&mut head).err();
    (first_id(&head, end), Box::new(io::Cursor::new(head).chain(Failing(error)).chain(text)))
}

/// A reader that fails once.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// A source of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// `-` is standard input.
    pub path: PathBuf,
    /// Its name in the tables.
    pub name: String,
    /// Its size on the disk, in bytes; `None` for standard input.
    pub size: Option<u64>,
}

impl Input {
    /// Lists the inputs for arguments: each file, the files with games in each folder (sorted by name), and standard input for
    /// `-`.
    ///
    /// # Errors
    /// A path that does not exist, or a folder without games.
    pub fn all(paths: &[PathBuf]) -> Result<Vec<Input>> {
        let mut inputs = Vec::new();
        for path in paths {
            if path == Path::new("-") {
                inputs.push(Input { path: path.clone(), name: "-".to_owned(), size: None });
                continue;
            }
            let meta = fs::metadata(path).with_context(|| path.display().to_string())?;
            if meta.is_dir() {
                let before = inputs.len();
                add_folder(path, &mut inputs)?;
                if inputs.len() == before {
                    bail!("{}: no .pgn, .pgn.zst, .pgn.gz, .pgn.bz2 or .pgn.zip file in this folder", path.display());
                }
            } else {
                inputs.push(Input::file(path, meta.len()));
            }
        }
        if inputs.iter().filter(|input| input.size.is_none()).count() > 1 {
            bail!("standard input, `-`, can be read once only");
        }
        if inputs.len() > MAX_FILES {
            bail!("{} files: no more than {MAX_FILES} can go into one set of tables", inputs.len());
        }
        Ok(inputs)
    }

    fn file(path: &Path, size: u64) -> Input {
        Input { path: path.to_owned(), name: path.display().to_string(), size: Some(size) }
    }

    /// Opens the input, and returns its compression. Bytes read from the file are added to `read`.
    pub(crate) fn open(&self, read: &Arc<AtomicU64>) -> Result<(Packing, Box<dyn Read + Send + Sync>)> {
        let context = || self.name.clone();
        let file: Box<dyn Read + Send + Sync> = if self.size.is_none() {
            Box::new(io::stdin())
        } else {
            Box::new(File::open(&self.path).with_context(context)?)
        };
        let mut counted = Counted { inner: file, read: Arc::clone(read) };
        let mut start = Vec::new();
        counted.by_ref().take(4).read_to_end(&mut start).with_context(context)?;
        let packing = Packing::of(&start);
        let whole = io::Cursor::new(start).chain(counted);
        Ok((packing, packing.unpack(Box::new(BufReader::with_capacity(1 << 17, whole))).with_context(context)?))
    }
}

/// The number of files that the upper bits of a game's number can count.
pub const MAX_FILES: usize = 1 << 19;

/// The ends of the names of files with games.
const ENDS: [&str; 5] = [".pgn", ".pgn.zst", ".pgn.gz", ".pgn.bz2", ".pgn.zip"];

fn add_folder(folder: &Path, inputs: &mut Vec<Input>) -> Result<()> {
    let context = || folder.display().to_string();
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).with_context(context)? {
        entries.push(entry.with_context(context)?.path());
    }
    entries.sort();
    for path in entries {
        let meta = fs::metadata(&path).with_context(|| path.display().to_string())?;
        let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
        if name.starts_with('.') {
            // Hidden, such as the `._games.pgn` that macOS makes for `games.pgn`.
            continue;
        }
        if meta.is_dir() {
            add_folder(&path, inputs)?;
        } else if ENDS.iter().any(|end| name.ends_with(end)) {
            inputs.push(Input::file(&path, meta.len()));
        }
    }
    Ok(())
}

struct Counted<R> {
    inner: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.read.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// An offset in the unpacked text of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct InputOffset {
    /// The number of the file.
    pub file: usize,
    /// The byte of the text, unpacked.
    pub byte: u64,
    /// The line, from 1.
    pub line: u64,
}

impl InputOffset {
    /// Returns the beginning of a file.
    pub const fn start_of(file: usize) -> InputOffset {
        InputOffset { file, byte: 0, line: 1 }
    }
}

/// An error in the text itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub byte: u64,
    pub line: u64,
    pub reason: String,
}

/// A text of whole games.
#[derive(Debug)]
pub struct Piece {
    /// The beginning of the piece.
    pub place: InputOffset,
    /// The beginning of the next piece.
    pub next: InputOffset,
    /// The number of the first byte of the file, if it is asked for.
    pub first_id: i64,
    pub text: Vec<u8>,
    /// Games that were too long and are not in the text.
    pub faults: Vec<Fault>,
}

/// The sizes of a piece and of the longest game, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub piece: usize,
    pub game: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { piece: 4 << 20, game: 16 << 20 }
    }
}

/// The bytes that the stream reader has read and that no piece holds yet.
struct Pending {
    bytes: Vec<u8>,
    /// The byte and the line of the input where `bytes` begins.
    byte: u64,
    line: u64,
    /// The most bytes that are kept. Bytes beyond belong to a game that is too long, and are dropped.
    limit: usize,
}

impl Pending {
    /// Removes and returns the bytes before `byte` of the input.
    fn take_to(&mut self, byte: u64) -> Vec<u8> {
        let count = usize::try_from(byte.saturating_sub(self.byte)).unwrap_or(usize::MAX).min(self.bytes.len());
        let rest = self.bytes.split_off(count);
        let taken = std::mem::replace(&mut self.bytes, rest);
        self.byte += taken.len() as u64;
        self.line += feeds(&taken);
        taken
    }
}

/// Counts the line ends of a text.
pub(crate) fn feeds(text: &[u8]) -> u64 {
    // In chunks that a byte can count, so that compilers add eight or more bytes at a time.
    text.chunks(255).map(|part| u64::from(part.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>())).sum()
}

struct Tee<R> {
    inner: R,
    pending: Arc<Mutex<Pending>>,
}

impl<R: Read> Read for Tee<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        let mut pending = lock(&self.pending);
        pending.bytes.extend_from_slice(&buffer[..read]);
        if pending.bytes.len() > pending.limit {
            let end = pending.byte + (pending.bytes.len() - pending.limit / 2) as u64;
            pending.take_to(end);
        }
        Ok(read)
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Splits one text into pieces.
pub struct Splitter<R> {
    stream: StreamReader<Tee<R>>,
    /// The number of the first byte of the file, if it is asked for.
    pub first_id: i64,
    pending: Arc<Mutex<Pending>>,
    file: usize,
    /// The byte where the stream begins.
    base: u64,
    /// The byte where the next piece begins.
    start: u64,
    limits: Limits,
    /// A game was too long: the next piece begins with the game after it.
    lost: bool,
    ended: bool,
}

impl<R: Read> Splitter<R> {
    /// Splits a text that begins at `place`.
    pub fn new(text: R, place: InputOffset, limits: Limits) -> Splitter<R> {
        let limit = 2 * limits.piece + 4 * limits.game + (1 << 18);
        let pending = Arc::new(Mutex::new(Pending { bytes: Vec::new(), byte: place.byte, line: place.line, limit }));
        let tee = Tee { inner: text, pending: Arc::clone(&pending) };
        let stream = StreamReader::with_limit(tee, limits.game);
        Splitter {
            stream,
            first_id: 0,
            pending,
            file: place.file,
            base: place.byte,
            start: place.byte,
            limits,
            lost: false,
            ended: false,
        }
    }

    /// Returns the next piece, `None` at the end.
    ///
    /// # Errors
    /// The errors of reading and unpacking. After an error there are no more pieces.
    pub fn next_piece(&mut self) -> io::Result<Option<Piece>> {
        while !self.ended {
            match self.stream.next_game() {
                Ok(Some(reader)) => {
                    let at = self.base + reader.offset() as u64;
                    if self.lost {
                        self.lost = false;
                        lock(&self.pending).take_to(at);
                        self.start = at;
                    }
                    let length = at - self.start;
                    let is_long = length >= self.limits.piece as u64;
                    if is_long && (self.may_begin(at) || length >= 2 * self.limits.piece as u64) {
                        return Ok(Some(self.cut(at, Vec::new())));
                    }
                }
                Ok(None) => {
                    self.ended = true;
                    let end = {
                        let pending = lock(&self.pending);
                        pending.byte + pending.bytes.len() as u64
                    };
                    if self.lost {
                        self.start = end;
                        lock(&self.pending).take_to(end);
                    }
                    return Ok((end > self.start).then(|| self.cut(end, Vec::new())));
                }
                Err(error) => {
                    let too_long = error.get_ref().and_then(|error| error.downcast_ref::<PgnError>()).copied();
                    let Some(too_long) = too_long else {
                        self.ended = true;
                        return Err(error);
                    };
                    let byte = self.base + too_long.offset() as u64;
                    let mut piece = self.cut(byte.max(self.start), Vec::new());
                    let line = piece.next.line;
                    let reason = reason_of(&too_long);
                    piece.faults.push(Fault { byte, line, reason });
                    self.lost = true;
                    return Ok(Some(piece));
                }
            }
        }
        Ok(None)
    }

    /// Returns `true` if a text that begins at this byte keeps its meaning: white space comes before it, and it does not begin
    /// with `%`, which has a meaning at the beginning of a line.
    fn may_begin(&self, at: u64) -> bool {
        let pending = lock(&self.pending);
        let at = usize::try_from(at - pending.byte).unwrap_or(usize::MAX);
        let rest = pending.bytes.get(at..).unwrap_or_default();
        let blank = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        match rest.get(blank) {
            Some(b'[') => true,
            Some(b'%') | None => false,
            Some(_) => blank > 0 || at.checked_sub(1).is_some_and(|last| pending.bytes[last] <= b' '),
        }
    }

    fn cut(&mut self, at: u64, faults: Vec<Fault>) -> Piece {
        let mut pending = lock(&self.pending);
        let place = InputOffset { file: self.file, byte: self.start, line: pending.line };
        let text = pending.take_to(at);
        self.start = at;
        let next = InputOffset { file: self.file, byte: at, line: pending.line };
        Piece { place, next, first_id: self.first_id, text, faults }
    }
}

/// Returns the sentence of an error without its place, which has columns.
pub(crate) fn reason_of(error: &PgnError) -> String {
    let text = error.to_string();
    text.split_once(": ").map_or(text.as_str(), |(_, reason)| reason).to_owned()
}

/// Splits many inputs into pieces, beginning at a place.
pub struct Pieces<'i> {
    inputs: &'i [Input],
    limits: Limits,
    place: InputOffset,
    open: Option<Splitter<Box<dyn Read + Send + Sync>>>,
    /// The compression of the open input.
    packing: Packing,
    read: Arc<AtomicU64>,
    /// The number of the first file in the upper bits of `game_id`, if one was chosen.
    first_file: Option<usize>,
    /// The numbers of the first bytes of the files so far.
    first_ids: HashSet<i64>,
}

impl<'i> Pieces<'i> {
    /// Begins at `place`, which is the end of a piece. The bytes read from files are added to `read`, compressed if they are.
    pub fn from(inputs: &'i [Input], place: InputOffset, limits: Limits, read: Arc<AtomicU64>) -> Pieces<'i> {
        let before: u64 = inputs.iter().take(place.file).filter_map(|input| input.size).sum();
        read.fetch_add(before, Ordering::Relaxed);
        let (first_file, first_ids) = (None, HashSet::new());
        Pieces { inputs, limits, place, open: None, packing: Packing::Plain, read, first_file, first_ids }
    }

    /// Numbers the files from this number on, instead of by their bytes.
    #[must_use]
    pub fn with_first_file(mut self, first_file: Option<usize>) -> Self {
        self.first_file = first_file;
        if first_file.is_none() {
            // The files before are needed too: then a file with the beginning of an earlier file gets the same other number
            // again.
            for input in self.inputs.iter().take(self.place.file).filter(|input| input.size.is_some()) {
                if let Ok(text) = open(&input.path) {
                    self.first_id_of(with_id(text, end_at(&input.path)).0);
                }
            }
        }
        self
    }

    /// Returns the number of the first byte of a file, which [`first_id`] gives the number `head`. An earlier file may be the same.
    fn first_id_of(&mut self, head: i64) -> i64 {
        if let Some(first) = self.first_file {
            return ((first + self.place.file) as i64) << 44;
        }
        let first_id = another_id(head, |known| self.first_ids.contains(&known));
        self.first_ids.insert(first_id);
        first_id
    }

    /// Returns the next piece, `None` at the end of the last input.
    ///
    /// # Errors
    /// A file that cannot be opened, read or unpacked, with its name and the place of the error.
    pub fn next_piece(&mut self) -> Result<Option<Piece>> {
        loop {
            let Some(input) = self.inputs.get(self.place.file) else { return Ok(None) };
            if self.open.is_none() {
                let (packing, head, text) = open_at(input, self.place, &self.read)?;
                self.packing = packing;
                let mut splitter = Splitter::new(text, self.place, self.limits);
                splitter.first_id = self.first_id_of(head);
                self.open = Some(splitter);
            }
            let Some(splitter) = &mut self.open else { return Ok(None) };
            if self.packing == Packing::Plain {
                splitter.limits.piece = piece_size(self.inputs, self.place, self.limits.piece);
            }
            match splitter.next_piece() {
                Ok(Some(mut piece)) => {
                    if splitter.ended {
                        piece.next = InputOffset::start_of(self.place.file + 1);
                        (self.open, self.place) = (None, piece.next);
                    } else {
                        self.place = piece.next;
                    }
                    return Ok(Some(piece));
                }
                Ok(None) => (self.open, self.place) = (None, InputOffset::start_of(self.place.file + 1)),
                Err(error) => {
                    let pending = lock(&splitter.pending);
                    let byte = pending.byte + pending.bytes.len() as u64;
                    let line = pending.line + feeds(&pending.bytes);
                    let reason =
                        anyhow!("{}: line {line}, byte {byte} of the unpacked text: {}", input.name, why(&error));
                    drop(pending);
                    (self.open, self.place.file) = (None, self.inputs.len());
                    return Err(reason);
                }
            }
        }
    }
}

/// Returns the size of the piece that begins at a place of a plain file. Pieces get smaller towards the end of the inputs, so
/// that threads end at about the same time. The size depends on the place alone, and not on the thread, so the tables do not
/// depend on threads.
fn piece_size(inputs: &[Input], place: InputOffset, usual: usize) -> usize {
    // The text of an archive is longer than this.
    let sizes = inputs.iter().skip(place.file).map(|input| input.size);
    let Some(size) = sizes.sum::<Option<u64>>() else { return usual };
    let left = size.saturating_sub(place.byte);
    usize::try_from(left / LAST_PIECES).unwrap_or(usual).clamp(usual / 4, usual)
}

/// The number of pieces into which the rest of the inputs is split, once it is less than as many pieces of the usual size.
const LAST_PIECES: u64 = 4;

/// Returns the message of a decoder with an explanation.
fn why(error: &io::Error) -> String {
    let cut = error.kind() == io::ErrorKind::UnexpectedEof || error.to_string().contains("incomplete frame");
    if cut { "the archive ends in the middle: it is cut off".to_owned() } else { format!("cannot read on: {error}") }
}

/// Opens the text at a place. Returns its compression and the number for its beginning.
fn open_at(
    input: &Input,
    place: InputOffset,
    read: &Arc<AtomicU64>,
) -> Result<(Packing, i64, Box<dyn Read + Send + Sync>)> {
    let (packing, text) = input.open(read)?;
    let (head, mut text) = with_id(text, if input.size.is_some() { end_at(&input.path) } else { 0 });
    if place.byte == 0 {
        return Ok((packing, head, text));
    }
    let context = || input.name.clone();
    if packing == Packing::Plain && input.size.is_some() {
        let mut file = File::open(&input.path).with_context(context)?;
        file.seek(SeekFrom::Start(place.byte)).with_context(context)?;
        read.fetch_add(place.byte, Ordering::Relaxed);
        return Ok((packing, head, Box::new(Counted { inner: file, read: Arc::clone(read) })));
    }
    // An archive must be unpacked from its beginning to get to its middle.
    let passed = io::copy(&mut text.by_ref().take(place.byte), &mut io::sink()).with_context(context)?;
    if passed < place.byte {
        bail!("{}: the text has {passed} bytes, but the tables go on at byte {}", input.name, place.byte);
    }
    Ok((packing, head, text))
}

/// The bytes that are searched for the line before.
const LOOK_BACK: u64 = 1 << 18;
const EVENT: &[u8] = b"[Event \"";

/// Finds the first game at or after a byte of a plain file: a line that begins with `[Event "`, unless the last line before it
/// that is not blank is a tag. (A game whose first tag is another one does not begin a range; it belongs to the range of the game
/// before it.) Returns the end of the file if there is no such game.
///
/// The answer depends only on the bytes around the place. So tasks with neighbouring ranges agree, and each game is in one range.
///
/// # Errors
/// The errors of reading, and a compressed file.
pub fn game_at_or_after(file: &mut (impl Read + Seek), byte: u64) -> Result<u64> {
    let mut start = Vec::new();
    file.rewind()?;
    file.by_ref().take(4).read_to_end(&mut start)?;
    if Packing::of(&start) != Packing::Plain {
        bail!("an archive cannot be read from its middle: unpack it, or give whole files to each task");
    }
    let size = file.seek(SeekFrom::End(0))?;
    if byte == 0 || byte >= size {
        return Ok(byte.min(size));
    }
    let mut base = byte.saturating_sub(LOOK_BACK + 1);
    file.seek(SeekFrom::Start(base))?;
    let mut window = Vec::new();
    let mut at = usize::try_from(byte - base)?;
    loop {
        let read = file.by_ref().take(1 << 19).read_to_end(&mut window)?;
        let last = if read == 0 { window.len() } else { window.len().saturating_sub(EVENT.len()) };
        while at < last {
            if window[at] == b'[' && begins_game(&window, at, base) {
                return Ok(base + at as u64);
            }
            at += 1;
        }
        if read == 0 {
            return Ok(size);
        }
        let gone = at.saturating_sub(LOOK_BACK as usize + 1);
        window.drain(..gone);
        (base, at) = (base + gone as u64, at - gone);
    }
}

fn begins_game(window: &[u8], at: usize, base: u64) -> bool {
    if !window[at..].starts_with(EVENT) || at.checked_sub(1).is_some_and(|last| window[last] != b'\n') {
        return false;
    }
    let back = &window[at.saturating_sub(LOOK_BACK as usize)..at];
    let is_start = base + (at - back.len()) as u64 == 0;
    let Some(last) = back.iter().rposition(|byte| !byte.is_ascii_whitespace()) else { return is_start };
    match back[..last].iter().rposition(|&byte| byte == b'\n') {
        Some(feed) => back[feed + 1] != b'[',
        None => is_start && back[0] != b'[',
    }
}

/// A range of a plain file: from the first game at or after its start to the first game at or after its end.
pub struct Range<F> {
    pub text: io::Take<F>,
    pub start: u64,
    pub end: u64,
    /// The number of the first byte of the file, if it is asked for.
    pub first_id: i64,
}

impl Range<File> {
    /// # Errors
    /// The errors of [`game_at_or_after`].
    pub fn open(path: &Path, start: u64, end: u64, with_id: bool) -> Result<Range<File>> {
        let context = || path.display().to_string();
        Range::new(File::open(path).with_context(context)?, start, end, with_id).with_context(context)
    }
}

impl<F: Read + Seek> Range<F> {
    /// # Errors
    /// The errors of [`game_at_or_after`].
    pub fn new(mut file: F, start: u64, end: u64, with_id: bool) -> Result<Range<F>> {
        let (start, end) = (game_at_or_after(&mut file, start)?, game_at_or_after(&mut file, end)?);
        let mut id = 0;
        if with_id {
            let (mut head, end) = (Vec::new(), end_of(&mut file));
            file.rewind()?;
            file.by_ref().take(HEAD).read_to_end(&mut head)?;
            id = first_id(&head, end);
        }
        file.seek(SeekFrom::Start(start))?;
        Ok(Range { text: file.take(end.saturating_sub(start)), start, end, first_id: id })
    }

    /// Counts the line ends in the range.
    ///
    /// # Errors
    /// The errors of reading.
    pub fn lines(&mut self) -> io::Result<u64> {
        let (mut buffer, mut lines) = (vec![0; 1 << 16], 0);
        loop {
            match self.text.read(&mut buffer)? {
                0 => return Ok(lines),
                read => lines += feeds(&buffer[..read]),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Input, InputOffset, Limits, piece_size};

    #[test]
    fn pieces_get_smaller_towards_the_end_of_the_last_file() {
        const MB: u64 = 1 << 20;
        let input = |size| Input { path: "x".into(), name: "x".to_owned(), size };
        let files = [input(Some(10 * MB)), input(Some(20 * MB))];
        let size = |inputs: &[Input], file, byte| {
            piece_size(inputs, InputOffset { file, byte, line: 1 }, Limits::default().piece) as u64
        };
        let sizes = [(0, 0), (0, 10 * MB), (1, 4 * MB), (1, 12 * MB), (1, 19 * MB), (1, 20 * MB)];
        assert_eq!(sizes.map(|(file, byte)| size(&files, file, byte)), [4 * MB, 4 * MB, 4 * MB, 2 * MB, MB, MB]);
        // The rest of standard input has an unknown size.
        assert_eq!(size(&[input(None)], 0, 0), 4 * MB);
    }
}
