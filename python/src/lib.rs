//! The Rust part of the package `chess0x88`. Users see `chess0x88/__init__.py`.
//!
//! Columns come and go by Arrow's C data interface, without a copy. Python's lock is released during the work.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use arrow_array::{Array, ArrayRef, RecordBatch, make_array};
use arrow_pyarrow::PyArrowType;
use arrow_schema::Schema;
use dataset::bad_row::BadRow;
use dataset::batches::{self, Boards, Examples, Mixer};
use dataset::check::Checked;
use dataset::convert::{Job, Rows, convert_pieces};
use dataset::filter::Filter;
use dataset::find::{Found, Receive, Search};
use dataset::functions::{self, FUNCTIONS, Function};
use dataset::game::{Bad, Game};
use dataset::input::{self, Input, InputOffset, Limits, Packing, Range, Splitter};
use dataset::kinds::Kind;
use dataset::planes::Planes;
use dataset::policy::{self, Policy};
use dataset::read::{Sample, Take, Wanted, read_piece};
use dataset::schema::{GAMES, Names, POSITIONS};
use dataset::{mix, parts};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyByteArray, PyDict};

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

impl FileObject {
    /// Returns `true` if the end of the file can be looked at in no time. An archive must be unpacked to get there, and the places of a text
    /// are no bytes.
    fn has_end(&self) -> bool {
        Python::attach(|py| {
            let io = py.import("io")?;
            let file = self.0.bind(py);
            let is_plain = ["BufferedReader", "BytesIO", "FileIO"]
                .into_iter()
                .try_fold(false, |is, name| Ok::<bool, PyErr>(is || file.is_instance(&io.getattr(name)?)?))?;
            Ok::<bool, PyErr>(is_plain || file.hasattr("fs")? && file.hasattr("size")?)
        })
        .unwrap_or(false)
    }
}

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
        let (text, end) = match self {
            Source::Path(path) => (input::open(&path), input::end_at(&path)),
            Source::Bytes(bytes) => {
                let end = mix::end_of(&mut io::Cursor::new(&bytes));
                (input::unpacked(io::Cursor::new(bytes)), end)
            }
            Source::File(file) => {
                let mut file = FileObject(file);
                let end = if file.has_end() { mix::end_of(&mut file) } else { 0 };
                (input::unpacked(file), end)
            }
        };
        Ok(input::with_id(text.map_err(wrong)?, end))
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

/// The numbers of the first bytes of files in `game_id`, each another one.
#[pyclass(frozen)]
#[derive(Default)]
struct FirstIds(Mutex<HashSet<i64>>);

impl FirstIds {
    fn take(&self, id: i64) -> i64 {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let id = mix::another_id(id, |id| known.contains(&id));
        known.insert(id);
        id
    }
}

#[pymethods]
impl FirstIds {
    #[new]
    fn new() -> FirstIds {
        FirstIds::default()
    }

    /// Returns the number of a file.
    fn of(&self, source: Source) -> PyResult<i64> {
        Ok(self.take(source.open()?.0))
    }
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
    ///
    /// Without a `first_id` the number is made of the text, another than those that are `known`.
    #[pyo3(signature = (source, name, positions, condition, range, first_id, line, piece, sample=None, known=None, openings=false, comments=false))]
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
        sample: Option<(f64, u64)>,
        known: Option<Py<FirstIds>>,
        openings: bool,
        comments: bool,
    ) -> PyResult<Pgn> {
        let (head, text, byte): (i64, Box<dyn Read + Send + Sync>, u64) = match (source, range) {
            (Source::Path(path), Some((start, end))) => {
                let range = Range::open(&path, start, end, first_id.is_none()).map_err(wrong)?;
                (range.first_id, Box::new(range.text), range.start)
            }
            (Source::File(file), Some((start, end))) => {
                let range = Range::new(FileObject(file), start, end, first_id.is_none()).map_err(wrong)?;
                (range.first_id, Box::new(range.text), range.start)
            }
            (source, _) => {
                let (head, text) = source.open()?;
                (head, text, 0)
            }
        };
        let filter = condition.map(Filter::parse).transpose().map_err(wrong)?;
        let sample = sample.map(|(share, seed)| Sample { share, seed });
        let wanted = Wanted { filter, sample, positions, openings, comments, ..Wanted::default() };
        let limits = Limits { piece, ..Limits::default() };
        let mut splitter = Splitter::new(text, InputOffset { file: 0, byte, line }, limits);
        splitter.first_id = first_id.unwrap_or_else(|| known.map_or(head, |known| known.get().take(head)));
        Ok(Pgn { splitter: Mutex::new(splitter), wanted, name })
    }

    /// Returns the next piece, `None` at the end.
    fn next_piece(&self, py: Python<'_>) -> PyResult<Option<Piece>> {
        let next = || self.splitter.lock().unwrap_or_else(PoisonError::into_inner).next_piece();
        let piece = py.detach(next).map_err(|error| wrong(anyhow::Error::from(error).context(self.name.clone())))?;
        Ok(piece.map(Piece))
    }

    /// Returns the rows of a piece and its errors.
    ///
    /// The last number is that of the games without a row.
    fn rows(&self, py: Python<'_>, piece: &Piece) -> PyResult<(PyArrowType<RecordBatch>, Vec<Error>, u64)> {
        py.detach(|| {
            let positions = self.wanted.positions;
            let mut taker = Taker { rows: Rows::new(&self.name), positions, bad: Vec::new() };
            let (_, lost) = read_piece(&piece.0, &self.name, &self.wanted, &mut taker);
            let batch = if positions { taker.rows.positions.finish() } else { taker.rows.games.finish() };
            Ok((PyArrowType(batch.map_err(wrong)?), errors(taker.bad), lost))
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

    /// Returns the examples of a piece, for [`Batches`], its errors, and the number of games without a row.
    fn examples(
        &self,
        py: Python<'_>,
        piece: &Piece,
        with_result: bool,
        planes: &str,
        with_mask: bool,
        without_comments: bool,
    ) -> PyResult<(Taken, Vec<Error>, u64)> {
        let mut examples = Examples::new(with_result, Planes::parse(planes).map_err(wrong)?, with_mask);
        let wanted = Wanted { without_comments, without_texts: true, ..self.wanted.clone() };
        let (_, lost) = py.detach(|| read_piece(&piece.0, &self.name, &wanted, &mut examples));
        let bad = std::mem::take(&mut examples.bad);
        Ok((Taken(Mutex::new(examples)), errors(bad), lost))
    }

    /// Returns the games of a piece, for [`write_boards`], its errors, and the number of games without a row.
    fn boards(&self, py: Python<'_>, piece: &Piece) -> (Games, Vec<Error>, u64) {
        let mut boards = Boards::default();
        let wanted = Wanted { without_comments: true, without_texts: true, ..self.wanted.clone() };
        let (_, lost) = py.detach(|| read_piece(&piece.0, &self.name, &wanted, &mut boards));
        let bad = std::mem::take(&mut boards.bad);
        (Games(boards), errors(bad), lost)
    }
}

#[pyclass(frozen)]
struct Games(Boards);

/// The boards of games, which NumPy reads and writes where they stand. Nothing else uses them.
#[pyclass(frozen)]
struct Written {
    _boards: Vec<u8>,
    at: usize,
    count: usize,
    /// The number of boards of each game.
    #[pyo3(get)]
    lengths: Vec<usize>,
}

#[pymethods]
impl Written {
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("typestr", "|u1")?;
        interface.set_item("shape", (self.count, 8, 8))?;
        interface.set_item("data", (self.at, false))?;
        Ok(interface)
    }
}

/// Writes the boards of all positions of games.
#[pyfunction]
fn write_boards(py: Python<'_>, games: Vec<PyRef<'_, Games>>, threads: usize) -> Written {
    let parts: Vec<&Boards> = games.iter().map(|games| &games.0).collect();
    let lengths = parts.iter().flat_map(|part| part.lengths()).collect();
    let mut boards = py.detach(|| batches::write_boards(&parts, threads));
    Written { at: boards.as_mut_ptr().addr(), count: boards.len() / 64, lengths, _boards: boards }
}

#[pyclass(frozen)]
struct Taken(Mutex<Examples>);

/// Returns the examples of a table of games, whose first row has the number `first`, and its errors.
#[pyfunction]
fn table_examples(
    py: Python<'_>,
    games: PyArrowType<RecordBatch>,
    first: usize,
    with_result: bool,
    planes: &str,
    with_mask: bool,
) -> PyResult<(Taken, Vec<Error>, u64)> {
    let mut examples = Examples::new(with_result, Planes::parse(planes).map_err(wrong)?, with_mask);
    py.detach(|| examples.take_table(&games.0, first)).map_err(wrong)?;
    let bad = std::mem::take(&mut examples.bad);
    Ok((Taken(Mutex::new(examples)), errors(bad), 0))
}

/// Counts the planes that these words ask for.
#[pyfunction]
fn count_planes(words: &str) -> PyResult<usize> {
    Ok(Planes::parse(words).map_err(wrong)?.count())
}

/// Counts the moves that a policy has numbers for.
#[pyfunction]
fn policy_size(policy: &str) -> PyResult<usize> {
    Ok(Policy::parse(policy).map_err(wrong)?.size())
}

/// Batches of shuffled examples.
#[pyclass]
struct Batches {
    mixer: Mixer,
    planes: Planes,
    policy: Policy,
    with_mask: bool,
}

/// The bytes of a batch: planes, mask, and the columns in the order of the names in Python.
type Bytes<'py> = Vec<Bound<'py, PyByteArray>>;

#[pymethods]
impl Batches {
    #[new]
    fn new(shuffle: usize, seed: u64, planes: &str, policy: &str, with_mask: bool) -> PyResult<Batches> {
        let (planes, policy) = (Planes::parse(planes).map_err(wrong)?, Policy::parse(policy).map_err(wrong)?);
        Ok(Batches { mixer: Mixer::new(shuffle, seed), planes, policy, with_mask })
    }

    /// Adds the examples of a piece. `None` ends the input.
    fn add(&mut self, py: Python<'_>, taken: Option<&Taken>) {
        py.detach(|| match taken {
            Some(taken) => {
                let mut examples = taken.0.lock().unwrap_or_else(PoisonError::into_inner);
                self.mixer.add(std::mem::take(&mut examples.examples));
            }
            None => self.mixer.end(),
        });
    }

    /// The columns of the next batch. Python may write to them.
    fn take<'py>(&mut self, py: Python<'py>, size: usize, is_end: bool) -> PyResult<Option<Bytes<'py>>> {
        let Some(size) = self.mixer.ready(size, is_end) else { return Ok(None) };
        let (planes, policy) = (self.planes, self.policy);
        let mask_size = if self.with_mask { size * policy.size() } else { 0 };
        let (mut mask, mut made) = (None, None);
        let written = PyByteArray::new_with(py, size * planes.size(), |bytes| {
            mask = Some(PyByteArray::new_with(py, mask_size, |masks| {
                made = Some(py.detach(|| self.mixer.take(size, planes, policy, bytes, masks)));
                Ok(())
            })?);
            Ok(())
        })?;
        let (Some(mask), Some(batch)) = (mask, made) else { return Ok(None) };
        fn bytes_of<'py, const N: usize, T: Copy>(
            py: Python<'py>,
            column: &[T],
            of: impl Fn(T) -> [u8; N],
        ) -> Bound<'py, PyByteArray> {
            let mut bytes = Vec::with_capacity(N * column.len());
            column.iter().for_each(|&value| bytes.extend_from_slice(&of(value)));
            PyByteArray::new(py, &bytes)
        }
        Ok(Some(vec![
            written,
            mask,
            bytes_of(py, &batch.policy, i64::to_ne_bytes),
            bytes_of(py, &batch.ply, i32::to_ne_bytes),
            bytes_of(py, &batch.moves_left, i32::to_ne_bytes),
            bytes_of(py, &batch.result, i8::to_ne_bytes),
            bytes_of(py, &batch.white_rating, i16::to_ne_bytes),
            bytes_of(py, &batch.black_rating, i16::to_ne_bytes),
            bytes_of(py, &batch.game_id, i64::to_ne_bytes),
            bytes_of(py, &batch.clock, f32::to_ne_bytes),
            bytes_of(py, &batch.eval, f32::to_ne_bytes),
        ]))
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
    py.detach(|| Range::open(&path, start, end, false).and_then(|mut range| Ok(range.lines()?))).map_err(wrong)
}

/// Returns `true` if a file with these first bytes is an archive.
#[pyfunction]
fn is_packed(start: &[u8]) -> bool {
    Packing::of(start) != Packing::Plain
}

/// Copies a file of a table, and adds `lines` to the numbers of its lines.
#[pyfunction]
fn add_lines(py: Python<'_>, path: PathBuf, to: PathBuf, lines: i64) -> PyResult<()> {
    py.detach(|| parts::add_lines(&path, &to, lines)).map_err(wrong)
}

/// Lists the functions of columns: the name, the kinds of the columns, and how many at the end may be missing.
#[pyfunction]
fn function_kinds() -> Vec<(&'static str, Vec<&'static str>, usize)> {
    let kinds = |function: &Function| function.columns.iter().map(|kind| kind.name()).collect();
    FUNCTIONS.iter().map(|function| (function.name, kinds(function), function.optional)).collect()
}

/// Returns the kind of a column's values: the wanted one, if a value has it, else another that a value surely has.
#[pyfunction]
fn found_kind(wanted: &str, column: Column) -> Option<&'static str> {
    Some(Kind::named(wanted)?.found_in(&make_array(column.0))?.name())
}

/// Calls a function of columns, whose first row has the number `first`.
#[pyfunction]
fn call(
    py: Python<'_>,
    name: &str,
    columns: Vec<Option<Column>>,
    option: &str,
    errors: &str,
    first: usize,
) -> PyResult<Column> {
    let errors = match errors {
        "null" => BadRow::Null,
        "column" => BadRow::Told,
        _ => BadRow::Raise(first),
    };
    let columns: Vec<Option<ArrayRef>> =
        columns.into_iter().map(|column| column.map(|column| make_array(column.0))).collect();
    let made = py.detach(|| functions::call(name, &columns, option, errors)).map_err(wrong)?;
    Ok(PyArrowType(made.to_data()))
}

/// Lists all moves that UCI can write, in the order of their numbers.
#[pyfunction]
fn uci_moves() -> Vec<String> {
    policy::UCI_MOVES.clone()
}

/// Lists the moves of lc0, in the order of their numbers.
#[pyfunction]
fn lc0_moves() -> Vec<String> {
    policy::LC0_MOVES.clone()
}

/// Writes tables, and returns the counts of the report by their names.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
fn convert(
    py: Python<'_>,
    sources: Vec<PathBuf>,
    out: PathBuf,
    positions: bool,
    condition: Option<&str>,
    sample: Option<(f64, u64)>,
    lichess: bool,
    uci: bool,
    openings: bool,
    comments: bool,
    fresh: bool,
    append: bool,
    threads: usize,
) -> PyResult<Vec<(&'static str, u64)>> {
    let filter = condition.map(Filter::parse).transpose().map_err(wrong)?;
    let sample = sample.map(|(share, seed)| Sample { share, seed });
    let inputs = Input::all(&sources).map_err(wrong)?;
    let names = if lichess { Names::Lichess } else { Names::Aix };
    let wanted = Wanted { filter, sample, positions, openings, comments, ..Wanted::default() };
    let job = Job { inputs, out, wanted, threads, fresh, append, uci, names, ..Job::default() };
    let report = py.detach(|| dataset::convert::convert(&job, &|_| ())).map_err(wrong)?;
    Ok(vec![
        ("read", report.read),
        ("without_row", report.lost),
        ("games", report.games),
        ("positions", report.positions),
        ("errors", report.errors),
        ("parts", report.parts as u64),
        ("found", report.found as u64),
    ])
}

/// Checks the tables of a folder: the counts by their names, and whether the conversion is complete.
#[pyfunction]
fn check(py: Python<'_>, out: PathBuf) -> PyResult<(Vec<(&'static str, u64)>, bool)> {
    let checked = py.detach(|| dataset::check::check(&out)).map_err(wrong)?;
    let Checked { games, plies, positions, errors, is_complete } = checked;
    Ok((vec![("games", games), ("plies", plies), ("positions", positions), ("errors", errors)], is_complete))
}

/// A position that was found: file, line, ply and FEN.
type Place = (String, i64, usize, String);

/// Finds positions, and tells the errors.
#[pyfunction]
fn find(
    py: Python<'_>,
    query: &str,
    sources: Vec<PathBuf>,
    first: bool,
    threads: usize,
) -> PyResult<(Vec<Place>, Vec<String>)> {
    #[derive(Default)]
    struct All(Vec<Place>, Vec<String>);
    impl Receive for All {
        fn found(&mut self, found: &Found) -> anyhow::Result<()> {
            self.0.push((found.file.clone(), found.line, found.ply, found.fen.clone()));
            Ok(())
        }
        fn error(&mut self, error: &str) {
            self.1.push(error.to_owned());
        }
    }
    let search = Search::parse(query).map_err(wrong)?;
    let mut all = All::default();
    py.detach(|| dataset::find::find(&search, &sources, first, threads, &mut all)).map_err(wrong)?;
    Ok((all.0, all.1))
}

/// Writes games as PGN, one text for each row of `games`, whose first has the number `first`. A column that is missing counts as unknown.
#[pyfunction]
fn to_pgn(py: Python<'_>, games: PyArrowType<RecordBatch>, first: usize) -> PyResult<Column> {
    let texts = py.detach(|| dataset::write::texts(&games.0, first)).map_err(wrong)?;
    Ok(PyArrowType(texts.to_data()))
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
        Batches, FirstIds, Games, Pgn, Piece, Taken, Written, add_lines, call, check, convert, count_lines,
        count_planes, files, find, found_kind, function_kinds, is_packed, lc0_moves, policy_size, run, schema,
        table_examples, to_pgn, uci_moves, write_boards,
    };

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
