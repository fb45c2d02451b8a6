//! The part of the module `chess0x88` that is written in Rust. `chess0x88/__init__.py` is what people see.
//!
//! Columns come and go by Arrow's C data interface, without a copy, and Python's lock is released while they are worked on.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::path::PathBuf;

use arrow_array::{
    Array, ArrayRef, BinaryArray, FixedSizeBinaryArray, Int32Array, RecordBatch, StringArray, make_array,
};
use arrow_pyarrow::PyArrowType;
use arrow_schema::Schema;
use dataset::convert::Rows;
use dataset::filter::Filter;
use dataset::functions::{self, Moves};
use dataset::game::{Bad, Game, Take, Wanted, read_piece};
use dataset::input::{self, Limits, Place, Range, Splitter};
use dataset::schema::{GAMES, POSITIONS};
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyByteArray;

type Column = PyArrowType<arrow_data::ArrayData>;

fn wrong(error: anyhow::Error) -> PyErr {
    if error.chain().any(|cause| cause.is::<io::Error>()) {
        PyOSError::new_err(format!("{error:#}"))
    } else {
        PyValueError::new_err(format!("{error:#}"))
    }
}

fn cannot_read(error: &io::Error) -> PyErr {
    PyOSError::new_err(error.to_string())
}

/// A column of a type.
fn cast<T: Clone + 'static>(column: Column, what: &str) -> PyResult<T> {
    let array = make_array(column.0);
    let found = array.data_type().to_string();
    let typed = array.as_any().downcast_ref::<T>().cloned();
    typed.ok_or_else(|| PyTypeError::new_err(format!("expected a column of {what}, found {found}")))
}

fn fens(column: Option<Column>) -> PyResult<Option<StringArray>> {
    column.map(|column| cast(column, "strings")).transpose()
}

fn give(array: &dyn Array) -> Column {
    PyArrowType(array.to_data())
}

/// What is wrong: line, byte, reason, and whether the game is kept.
type Error = (i64, i64, String, bool);

/// Reads games, batch by batch.
#[pyclass]
struct Pgn {
    splitter: Splitter<Box<dyn Read + Send + Sync>>,
    wanted: Wanted,
    name: String,
    positions: bool,
    errors: VecDeque<Error>,
}

/// Takes the rows that are asked for.
struct Taker<'e> {
    rows: Rows,
    positions: bool,
    errors: &'e mut VecDeque<Error>,
}

impl Take for Taker<'_> {
    fn game(&mut self, game: &Game, positions: &[chess0x88::Chess]) {
        if self.positions {
            // A packed position has the size of its column.
            self.rows.positions.add(game, positions).expect("32 bytes");
        } else {
            self.rows.games.add(game);
        }
    }

    fn bad(&mut self, bad: Bad) {
        self.errors.push_back((bad.line, bad.byte, bad.reason, bad.is_kept));
    }
}

#[pymethods]
impl Pgn {
    /// The games of a file, or of a range of it.
    #[staticmethod]
    #[pyo3(signature = (path, positions, condition, range, file, name, line))]
    fn of_path(
        path: PathBuf,
        positions: bool,
        condition: Option<&str>,
        range: Option<(u64, u64)>,
        file: usize,
        name: Option<String>,
        line: u64,
    ) -> PyResult<Pgn> {
        let name = name.unwrap_or_else(|| path.display().to_string());
        let (text, byte): (Box<dyn Read + Send + Sync>, u64) = match range {
            Some((start, end)) => {
                let range = Range::open(&path, start, end).map_err(wrong)?;
                (Box::new(range.text), range.start)
            }
            None => (input::open(&path).map_err(wrong)?, 0),
        };
        Pgn::new(text, positions, condition, Place { file, byte, line }, name)
    }

    /// The games in bytes.
    #[staticmethod]
    fn of_bytes(
        bytes: PyBackedBytes,
        positions: bool,
        condition: Option<&str>,
        file: usize,
        name: String,
    ) -> PyResult<Pgn> {
        let text = input::unpacked(io::Cursor::new(bytes)).map_err(wrong)?;
        Pgn::new(text, positions, condition, Place::start_of(file), name)
    }

    #[getter]
    fn schema(&self) -> PyArrowType<Schema> {
        PyArrowType(Schema::clone(if self.positions { &POSITIONS } else { &GAMES }))
    }

    /// The next rows; none at the end.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<PyArrowType<RecordBatch>>> {
        let batch = py.detach(|| {
            loop {
                let Some(piece) = self.splitter.next_piece().map_err(|error| cannot_read(&error))? else {
                    return Ok(None);
                };
                let rows = Rows::new(&self.name);
                let mut taker = Taker { rows, positions: self.positions, errors: &mut self.errors };
                read_piece(&piece, &self.name, &self.wanted, &mut taker);
                let mut rows = taker.rows;
                let batch = if self.positions { rows.positions.finish() } else { rows.games.finish() };
                let batch = batch.map_err(wrong)?;
                if batch.num_rows() > 0 || !self.errors.is_empty() {
                    return Ok::<_, PyErr>(Some(batch));
                }
            }
        })?;
        Ok(batch.map(PyArrowType))
    }

    /// What was wrong in the rows so far, and was not asked for yet.
    fn errors(&mut self) -> Vec<Error> {
        self.errors.drain(..).collect()
    }
}

impl Pgn {
    fn new(
        text: Box<dyn Read + Send + Sync>,
        positions: bool,
        condition: Option<&str>,
        place: Place,
        name: String,
    ) -> PyResult<Pgn> {
        let filter = condition.map(Filter::parse).transpose().map_err(wrong)?;
        let wanted = Wanted { filter, sample: None, positions };
        let splitter = Splitter::new(text, place, Limits::default());
        Ok(Pgn { splitter, wanted, name, positions, errors: VecDeque::new() })
    }
}

/// How many lines end in a range of a file, in the games that begin there.
#[pyfunction]
fn count_lines(py: Python<'_>, path: PathBuf, start: u64, end: u64) -> PyResult<u64> {
    py.detach(|| {
        let mut range = Range::open(&path, start, end).map_err(wrong)?;
        range.lines().map_err(|error| cannot_read(&error))
    })
}

/// Gives columns of games to a function that makes a column of them.
fn of_games(
    py: Python<'_>,
    movedata: Column,
    fen: Option<Column>,
    of: impl FnOnce(Moves<'_>) -> anyhow::Result<ArrayRef> + Send,
) -> PyResult<Column> {
    let (movedata, fen): (BinaryArray, _) = (cast(movedata, "bytes")?, fens(fen)?);
    let array = py.detach(|| of(Moves { movedata: &movedata, fen: fen.as_ref() })).map_err(wrong)?;
    Ok(give(&array))
}

macro_rules! at_ply {
    ($($name:ident)*) => {$(
        #[pyfunction]
        fn $name(py: Python<'_>, movedata: Column, ply: Column, fen: Option<Column>) -> PyResult<Column> {
            let ply: Int32Array = cast(ply, "int32")?;
            of_games(py, movedata, fen, |moves| Ok(make_array(functions::$name(moves, &ply)?.to_data())))
        }
    )*};
}

at_ply!(fen_at position_at key_at piece_counts);

#[pyfunction]
fn move_details(py: Python<'_>, movedata: Column, fen: Option<Column>) -> PyResult<Column> {
    of_games(py, movedata, fen, functions::move_details)
}

#[pyfunction]
fn matches_subfen(py: Python<'_>, movedata: Column, subfen: &str, fen: Option<Column>) -> PyResult<Column> {
    of_games(py, movedata, fen, |moves| functions::matches_subfen(moves, subfen))
}

const PACKED: &str = "32 bytes each";

#[pyfunction]
fn legal_moves(py: Python<'_>, positions: Column) -> PyResult<Column> {
    let positions: FixedSizeBinaryArray = cast(positions, PACKED)?;
    let array = py.detach(|| functions::legal_moves(&positions)).map_err(wrong)?;
    Ok(give(&array))
}

#[pyfunction]
fn san(py: Python<'_>, positions: Column, moves: Column) -> PyResult<Column> {
    let (positions, moves): (FixedSizeBinaryArray, StringArray) = (cast(positions, PACKED)?, cast(moves, "strings")?);
    let array = py.detach(|| functions::san(&positions, &moves)).map_err(wrong)?;
    Ok(give(&array))
}

/// Planes as bytes, which numpy takes over.
#[pyfunction]
fn planes<'py>(py: Python<'py>, positions: Column, bits: bool) -> PyResult<Bound<'py, PyByteArray>> {
    let positions: FixedSizeBinaryArray = cast(positions, PACKED)?;
    let planes = py.detach(|| functions::planes(&positions, bits)).map_err(wrong)?;
    Ok(PyByteArray::new(py, &planes))
}

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{
        Pgn, count_lines, fen_at, key_at, legal_moves, matches_subfen, move_details, piece_counts, planes, position_at,
        san,
    };
}
