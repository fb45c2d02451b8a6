//! The Rust part of the package `chess0x88`. Users see `chess0x88/__init__.py`.
//!
//! Columns come and go by Arrow's C data interface, without a copy. Python's lock is released during the work.

use std::ffi::OsString;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::{ArrayRef, Int8Array, Int16Array, Int32Array, RecordBatch, UInt8Array, make_array};
use arrow_pyarrow::PyArrowType;
use arrow_schema::Schema;
use dataset::bad_row::BadRow;
use dataset::batches::{Examples, Mixer};
use dataset::convert::{Job, Rows, convert_pieces};
use dataset::filter::Filter;
use dataset::functions;
use dataset::game::{Bad, Game};
use dataset::input::{self, Input, InputOffset, Limits, Packing, Range, Splitter};
use dataset::read::{Take, Wanted, read_piece};
use dataset::schema::{GAMES, POSITIONS};
use dataset::{mix, parts};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};

type Column = PyArrowType<arrow_data::ArrayData>;

/// An error of the system keeps its number, from which Python chooses the exception.
fn wrong(error: anyhow::Error) -> PyErr {
    let text = format!("{error:#}");
    match error.chain().find_map(|cause| cause.downcast_ref::<io::Error>()) {
        Some(cause) if let Some(number) = cause.raw_os_error() => PyOSError::new_err((number, text)),
        Some(_) => match error.downcast::<io::Error>() {
            // An exception of the `read` of a file object is raised again.
            Ok(cause) if cause.get_ref().is_some_and(|inner| inner.is::<PyErr>()) => cause.into(),
            _ => PyOSError::new_err(text),
        },
        None => PyValueError::new_err(text),
    }
}

/// A file object of Python.
struct FileObject(Py<PyAny>);

impl Read for FileObject {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            // A character of a text has up to four bytes.
            let read = self.0.call_method1(py, "read", ((buffer.len() / 4).max(1),))?;
            if let Ok(text) = read.extract::<PyBackedStr>(py) {
                return text.as_bytes().read(buffer);
            }
            let bytes: PyBackedBytes = read.extract(py).map_err(PyErr::from)?;
            (&*bytes).read(buffer)
        })
    }
}

impl Seek for FileObject {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (offset, whence) = match to {
            SeekFrom::Start(byte) => (byte.cast_signed(), 0),
            SeekFrom::Current(offset) => (offset, 1),
            SeekFrom::End(offset) => (offset, 2),
        };
        Python::attach(|py| Ok(self.0.call_method1(py, "seek", (offset, whence))?.extract(py)?))
    }
}

#[derive(FromPyObject)]
enum Source {
    Bytes(PyBackedBytes),
    Path(PathBuf),
    File(Py<PyAny>),
}

impl Source {
    /// Opens the whole text. Returns it with the number for its beginning.
    fn open(self) -> PyResult<(i64, Box<dyn Read + Send + Sync>)> {
        let text = match self {
            Source::Path(path) => input::open(&path),
            Source::Bytes(bytes) => input::unpacked(io::Cursor::new(bytes)),
            Source::File(file) => input::unpacked(FileObject(file)),
        };
        Ok(input::with_id(text.map_err(wrong)?))
    }
}

/// An error: line, byte, reason, and whether all moves are kept.
type Error = (i64, i64, String, bool);

fn errors(bad: Vec<Bad>) -> Vec<Error> {
    bad.into_iter().map(|bad| (bad.line, bad.byte, bad.reason, bad.is_kept)).collect()
}

/// The games of a file, in pieces that threads can read.
#[pyclass(frozen)]
struct Pgn {
    splitter: Mutex<Splitter<Box<dyn Read + Send + Sync>>>,
    wanted: Wanted,
    name: String,
}

#[pyclass(frozen)]
struct Piece(input::Piece);

/// Collects the requested rows.
struct Taker {
    rows: Rows,
    positions: bool,
    bad: Vec<Bad>,
}

impl Take for Taker {
    fn game(&mut self, game: &Game, positions: &[chess0x88::Chess]) {
        if self.positions {
            // A packed position has the size of its column.
            self.rows.positions.add(game, positions).expect("32 bytes");
        } else {
            self.rows.games.add(game);
        }
    }

    fn bad(&mut self, bad: Bad) {
        self.bad.push(bad);
    }
}

#[pymethods]
impl Pgn {
    /// The games of a source, or of a range of a file.
    #[new]
    #[pyo3(signature = (source, name, positions, condition, range, first_id, line, piece))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        source: Source,
        name: String,
        positions: bool,
        condition: Option<&str>,
        range: Option<(u64, u64)>,
        first_id: Option<i64>,
        line: u64,
        piece: usize,
    ) -> PyResult<Pgn> {
        let (head, text, byte): (i64, Box<dyn Read + Send + Sync>, u64) = match (source, range) {
            (Source::Path(path), Some((start, end))) => {
                let range = Range::open(&path, start, end).map_err(wrong)?;
                (range.first_id, Box::new(range.text), range.start)
            }
            (Source::File(file), Some((start, end))) => {
                let range = Range::new(FileObject(file), start, end).map_err(wrong)?;
                (range.first_id, Box::new(range.text), range.start)
            }
            (source, _) => {
                let (head, text) = source.open()?;
                (head, text, 0)
            }
        };
        let filter = condition.map(Filter::parse).transpose().map_err(wrong)?;
        let wanted = Wanted { filter, positions, ..Wanted::default() };
        let limits = Limits { piece, ..Limits::default() };
        let mut splitter = Splitter::new(text, InputOffset { file: 0, byte, line }, limits);
        splitter.first_id = first_id.unwrap_or(head);
        Ok(Pgn { splitter: Mutex::new(splitter), wanted, name })
    }

    /// Returns the next piece, `None` at the end.
    fn next_piece(&self, py: Python<'_>) -> PyResult<Option<Piece>> {
        let next = || self.splitter.lock().unwrap_or_else(PoisonError::into_inner).next_piece();
        let piece = py.detach(next).map_err(|error| wrong(anyhow::Error::from(error).context(self.name.clone())))?;
        Ok(piece.map(Piece))
    }

    /// Returns the rows of a piece and its errors.
    fn rows(&self, py: Python<'_>, piece: &Piece) -> PyResult<(PyArrowType<RecordBatch>, Vec<Error>)> {
        py.detach(|| {
            let positions = self.wanted.positions;
            let mut taker = Taker { rows: Rows::new(&self.name), positions, bad: Vec::new() };
            read_piece(&piece.0, &self.name, &self.wanted, &mut taker);
            let batch = if positions { taker.rows.positions.finish() } else { taker.rows.games.finish() };
            Ok((PyArrowType(batch.map_err(wrong)?), errors(taker.bad)))
        })
    }

    /// Writes the tables of all games to a folder, in the form that `convert` can continue.
    fn write(&self, py: Python<'_>, out: PathBuf, threads: usize) -> PyResult<()> {
        let wanted = self.wanted.clone();
        let inputs = vec![Input { path: PathBuf::new(), name: self.name.clone(), size: None }];
        let job = Job { inputs, out, wanted, threads, ..Job::default() };
        let next = || self.splitter.lock().unwrap_or_else(PoisonError::into_inner).next_piece();
        py.detach(|| convert_pieces(&job, || next().map_err(anyhow::Error::from).transpose())).map_err(wrong)
    }

    /// Returns the examples of a piece, for [`Batches`], and its errors.
    fn examples(&self, py: Python<'_>, piece: &Piece, with_result: bool) -> (Taken, Vec<Error>) {
        py.detach(|| {
            let mut examples = Examples { with_result, ..Examples::default() };
            read_piece(&piece.0, &self.name, &self.wanted, &mut examples);
            let bad = std::mem::take(&mut examples.bad);
            (Taken(Mutex::new(examples)), errors(bad))
        })
    }
}

#[pyclass(frozen)]
struct Taken(Mutex<Examples>);

/// Batches of shuffled examples.
#[pyclass]
struct Batches(Mixer);

#[pymethods]
impl Batches {
    #[new]
    fn new(shuffle: usize, seed: u64) -> Batches {
        Batches(Mixer::new(shuffle, seed))
    }

    /// Adds the examples of a piece. `None` ends the input.
    fn add(&mut self, py: Python<'_>, taken: Option<&Taken>) {
        py.detach(|| match taken {
            Some(taken) => {
                let mut examples = taken.0.lock().unwrap_or_else(PoisonError::into_inner);
                self.0.add(std::mem::take(&mut examples.examples));
            }
            None => self.0.end(),
        });
    }

    /// The columns of the next batch: planes, mask, policy, ply, result, and the ratings of White and Black.
    fn take(&mut self, py: Python<'_>, size: usize, is_end: bool, with_mask: bool) -> Option<Vec<Column>> {
        let batch = py.detach(|| self.0.take(size, is_end, with_mask))?;
        let columns: [ArrayRef; 7] = [
            Arc::new(UInt8Array::from(batch.planes)),
            Arc::new(UInt8Array::from(batch.mask)),
            Arc::new(Int16Array::from(batch.policy)),
            Arc::new(Int32Array::from(batch.ply)),
            Arc::new(Int8Array::from(batch.result)),
            Arc::new(Int16Array::from(batch.white_rating)),
            Arc::new(Int16Array::from(batch.black_rating)),
        ];
        Some(columns.into_iter().map(|column| PyArrowType(column.to_data())).collect())
    }
}

/// The columns of `read_pgn`.
#[pyfunction]
fn schema(positions: bool) -> PyArrowType<Schema> {
    PyArrowType(Schema::clone(if positions { &POSITIONS } else { &GAMES }))
}

/// Lists the files for paths: the paths themselves, and the files with games in folders.
#[pyfunction]
fn files(paths: Vec<PathBuf>) -> PyResult<Vec<PathBuf>> {
    Ok(Input::all(&paths).map_err(wrong)?.into_iter().map(|input| input.path).collect())
}

/// Counts the line ends in the games that begin in a range of a file.
#[pyfunction]
fn count_lines(py: Python<'_>, path: PathBuf, start: u64, end: u64) -> PyResult<u64> {
    py.detach(|| Range::open(&path, start, end).and_then(|mut range| Ok(range.lines()?))).map_err(wrong)
}

/// Returns `true` if a file with these first bytes is an archive.
#[pyfunction]
fn is_packed(start: &[u8]) -> bool {
    Packing::of(start) != Packing::Plain
}

/// Returns the number of the first byte of a file in `game_id`, different from those of the other files.
#[pyfunction]
fn first_id(source: Source, others: Vec<i64>) -> PyResult<i64> {
    let mut first_id = source.open()?.0;
    while others.contains(&first_id) {
        first_id = mix::next_id(first_id);
    }
    Ok(first_id)
}

/// Copies a file of a table, and adds `lines` to the numbers of its lines.
#[pyfunction]
fn add_lines(py: Python<'_>, path: PathBuf, to: PathBuf, lines: i64) -> PyResult<()> {
    py.detach(|| parts::add_lines(&path, &to, lines)).map_err(wrong)
}

/// Calls a function of columns. With the number of the first row, a bad row raises.
#[pyfunction]
fn call(
    py: Python<'_>,
    name: &str,
    columns: Vec<Option<Column>>,
    option: &str,
    raise_from: Option<usize>,
) -> PyResult<Column> {
    let columns: Vec<Option<ArrayRef>> =
        columns.into_iter().map(|column| column.map(|column| make_array(column.0))).collect();
    let errors = raise_from.map_or(BadRow::Null, BadRow::Raise);
    let made = py.detach(|| functions::call(name, &columns, option, errors)).map_err(wrong)?;
    Ok(PyArrowType(made.to_data()))
}

/// Lists all moves that UCI can write, in the order of their numbers.
#[pyfunction]
fn uci_moves() -> Vec<String> {
    functions::UCI_MOVES.clone()
}

/// Runs the program with its name and arguments, and returns its exit status.
#[pyfunction]
fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| dataset::cli::run(arguments))
}

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{
        Batches, Pgn, Piece, Taken, add_lines, call, count_lines, files, first_id, is_packed, run, schema, uci_moves,
    };

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
