//! Parquet files that are complete or missing: each is written under another name, synced, renamed, and then entered in the
//! manifest.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use anyhow::{Context, Result, anyhow, bail, ensure};
use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};
use parquet::arrow::ArrowSchemaConverter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::arrow::arrow_writer::{ArrowColumnChunk, ArrowRowGroupWriterFactory, compute_leaves};
use parquet::basic::{Compression, ZstdLevel};
use parquet::column::reader::ColumnReader;
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::Int64Type;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;
use serde::{Deserialize, Serialize};

use crate::input::InputOffset;
use crate::schema::{
    BOOK, ERRORS, GAMES, LICHESS_GAMES, Names, POSITIONS, VERSION, VERSION_KEY, check_columns, from_lichess,
    lichess_name,
};
use crate::share::share;

/// A table of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Table {
    Games,
    Positions,
    Errors,
    Book,
}

impl Table {
    /// The name of its folder.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Table::Games => "games",
            Table::Positions => "positions",
            Table::Errors => "errors",
            Table::Book => "book",
        }
    }

    /// Its columns.
    #[must_use]
    pub fn schema(self, names: Names) -> &'static SchemaRef {
        match self {
            Table::Games if names == Names::Lichess => &LICHESS_GAMES,
            Table::Games => &GAMES,
            Table::Positions => &POSITIONS,
            Table::Errors => &ERRORS,
            Table::Book => &BOOK,
        }
    }

    /// The file of a part.
    #[must_use]
    pub fn path(self, out: &Path, part: usize) -> PathBuf {
        out.join(self.name()).join(format!("part-{part:05}.parquet"))
    }
}

/// The compression of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Codec {
    /// Zstandard at level 1: smallest
    Zstd,
    /// Snappy: fastest to write
    Snappy,
    /// No compression
    None,
}

/// Columns in which hardly two rows are equal, so a dictionary would not help.
const WITHOUT_DICTIONARY: [&str; 7] = ["line", "byte", "moves_uci", "movedata", "lichess_id", "position", "key"];

/// Columns that a dictionary makes small, or that are short: compression would take time and save few bytes.
const NOT_PACKED: [&str; 19] = [
    "file",
    "white_title",
    "black_title",
    "time_control",
    "termination",
    "variant",
    "white_rating_diff",
    "black_rating_diff",
    "tournament",
    "year",
    "month",
    "day",
    "date",
    "time_initial",
    "time_increment",
    "result",
    "error",
    "error_line",
    "error_byte",
];

/// Columns whose minimum and maximum no query needs.
const WITHOUT_STATISTICS: [&[&str]; 10] = [
    &["moves_uci"],
    &["movetext"],
    &["movedata"],
    &["clocks_white", "list", "item"],
    &["clocks_black", "list", "item"],
    &["elapsed_white", "list", "item"],
    &["elapsed_black", "list", "item"],
    &["evals", "list", "item"],
    &["depths", "list", "item"],
    &["comments", "list", "item"],
];

fn properties(table: Table, codec: Codec) -> Result<WriterPropertiesPtr> {
    let compression = match codec {
        Codec::Zstd => Compression::ZSTD(ZstdLevel::try_new(1)?),
        Codec::Snappy => Compression::SNAPPY,
        Codec::None => Compression::UNCOMPRESSED,
    };
    let version = KeyValue::new(VERSION_KEY.to_owned(), VERSION.to_string());
    let mut properties = WriterProperties::builder()
        .set_compression(compression)
        .set_created_by(format!("chess0x88 dataset, schema {VERSION}"))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_key_value_metadata(Some(vec![version]));
    // A table has its columns by one of two names.
    let both = |name| [name, lichess_name(name)].map(ColumnPath::from);
    for column in WITHOUT_DICTIONARY.into_iter().flat_map(both) {
        properties = properties.set_column_dictionary_enabled(column, false);
    }
    for column in NOT_PACKED.into_iter().flat_map(both) {
        properties = properties.set_column_compression(column, Compression::UNCOMPRESSED);
    }
    for column in WITHOUT_STATISTICS {
        let path = column.iter().map(|&part| part.to_owned()).collect::<Vec<String>>();
        properties = properties.set_column_statistics_enabled(ColumnPath::from(path), EnabledStatistics::None);
    }
    if table == Table::Positions {
        // With a Bloom filter, a query for one position opens few row groups.
        properties = properties
            .set_column_bloom_filter_enabled(ColumnPath::from("key"), true)
            .set_column_bloom_filter_max_ndv(ColumnPath::from("key"), 100_000)
            .set_column_bloom_filter_fpp(ColumnPath::from("key"), 0.01);
    }
    if table == Table::Games {
        // A game has one row in this table, and many in `positions`.
        properties = properties.set_column_dictionary_enabled(ColumnPath::from("game_id"), false);
    }
    Ok(Arc::new(properties.build()))
}

fn writer<W: Write + Send>(out: W, table: Table, names: Names, codec: Codec) -> Result<SerializedFileWriter<W>> {
    let columns = ArrowSchemaConverter::new().convert(table.schema(names))?;
    Ok(SerializedFileWriter::new(out, columns.root_schema_ptr(), properties(table, codec)?)?)
}

/// Encodes row groups. Each thread has its own encoder.
pub struct Encoder {
    schema: &'static SchemaRef,
    factory: ArrowRowGroupWriterFactory,
}

/// An encoded row group, ready to be written to a file.
pub struct Encoded {
    rows: usize,
    chunks: Vec<ArrowColumnChunk>,
}

impl Encoder {
    /// # Errors
    /// None for the schemas of this module.
    pub fn new(table: Table, names: Names, codec: Codec) -> Result<Encoder> {
        let schema = table.schema(names);
        let writer = writer(io::sink(), table, names, codec)?;
        Ok(Encoder { schema, factory: ArrowRowGroupWriterFactory::new(&writer, Arc::clone(schema)) })
    }

    /// Makes a row group of batches. Threads share its columns.
    ///
    /// # Errors
    /// None for batches of this table.
    pub fn encode(&self, batches: &[RecordBatch], threads: usize) -> Result<Encoded> {
        let rows = batches.iter().map(RecordBatch::num_rows).sum();
        let mut writers = self.factory.create_column_writers(0)?.into_iter();
        let mut fields = self.schema.fields().iter().enumerate();
        let next = || {
            let (index, field) = fields.next()?;
            let leaves = if rows == 0 {
                0
            } else {
                compute_leaves(field, batches[0].column(index)).map_or(0, |leaves| leaves.len())
            };
            Some((index, field, writers.by_ref().take(leaves).collect::<Vec<_>>()))
        };
        let (mut chunks, mut end) = (Vec::new(), Ok(()));
        share(
            threads,
            next,
            |(index, field, mut writers)| -> Result<Vec<ArrowColumnChunk>> {
                for batch in batches {
                    for (leaf, writer) in compute_leaves(field, batch.column(index))?.iter().zip(&mut writers) {
                        writer.write(leaf)?;
                    }
                }
                writers.into_iter().map(|writer| Ok(writer.close()?)).collect()
            },
            |column| {
                end = column.map(|column| chunks.extend(column));
                end.is_ok()
            },
        );
        end.map(|()| Encoded { rows, chunks })
    }
}

/// An incomplete file.
struct Unfinished {
    path: PathBuf,
    temporary: PathBuf,
    writer: SerializedFileWriter<BufWriter<File>>,
    rows: u64,
    /// The number of bytes before those that are now sent to the disk.
    ahead: usize,
    syncing: Option<JoinHandle<io::Result<()>>>,
}

/// The number of bytes that are sent to the disk at a time, while others are made: then the end of a part need not wait for all.
const AHEAD: usize = 4 << 20;

impl Unfinished {
    fn create(table: Table, out: &Path, part: usize, names: Names, codec: Codec) -> Result<Unfinished> {
        let path = table.path(out, part);
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let temporary = path.with_file_name(format!(".{name}.unfinished"));
        let context = || temporary.display().to_string();
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        let file = BufWriter::with_capacity(1 << 18, File::create(&temporary).with_context(context)?);
        let writer = writer(file, table, names, codec)?;
        Ok(Unfinished { path, temporary, writer, rows: 0, ahead: 0, syncing: None })
    }

    fn add(&mut self, group: Encoded) -> Result<()> {
        if group.rows == 0 {
            return Ok(());
        }
        let context = || format!("cannot write {}", self.temporary.display());
        let mut out = self.writer.next_row_group().with_context(context)?;
        for chunk in group.chunks {
            chunk.append_to_row_group(&mut out).with_context(context)?;
        }
        out.close().with_context(context)?;
        self.rows += group.rows as u64;
        self.sync_ahead().with_context(|| format!("cannot write {}", self.temporary.display()))
    }

    fn sync_ahead(&mut self) -> io::Result<()> {
        let written = self.writer.bytes_written();
        if written - self.ahead < AHEAD || self.syncing.as_ref().is_some_and(|syncing| !syncing.is_finished()) {
            return Ok(());
        }
        self.end_sync()?;
        self.ahead = written;
        let file = self.writer.inner().get_ref().try_clone()?;
        // If there is no thread, all bytes are synced at the end.
        self.syncing = thread::Builder::new().spawn(move || file.sync_data()).ok();
        Ok(())
    }

    /// Waits until the bytes are on the disk. The system may report an error only once.
    fn end_sync(&mut self) -> io::Result<()> {
        let ended = self.syncing.take().map(|syncing| syncing.join());
        ended.map_or(Ok(()), |ended| ended.unwrap_or_else(|_| Err(io::Error::other("a thread has panicked"))))
    }

    fn sync(mut self) -> Result<Synced> {
        let ended = self.end_sync();
        let context = || format!("cannot write {}", self.temporary.display());
        ended.with_context(context)?;
        let file = self.writer.into_inner().with_context(context)?;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error).with_context(context)?;
        file.sync_all().with_context(context)?;
        let bytes = file.metadata().with_context(context)?.len();
        Ok(Synced { temporary: self.temporary, path: self.path, rows: self.rows, bytes })
    }
}

struct Synced {
    temporary: PathBuf,
    path: PathBuf,
    rows: u64,
    bytes: u64,
}

/// The files of one part.
pub struct Part {
    tables: BTreeMap<Table, Unfinished>,
}

impl Part {
    /// # Errors
    /// A file that cannot be written.
    pub fn create(out: &Path, number: usize, tables: &[Table], names: Names, codec: Codec) -> Result<Part> {
        let unfinished = |&table: &Table| Ok((table, Unfinished::create(table, out, number, names, codec)?));
        Ok(Part { tables: tables.iter().map(unfinished).collect::<Result<_>>()? })
    }

    /// Appends a row group.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn add(&mut self, table: Table, group: Encoded) -> Result<()> {
        self.tables.get_mut(&table).context("a table of another set")?.add(group)
    }

    /// Renames the files when all of them are complete. Returns the rows and bytes of each table.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn finish(self) -> Result<BTreeMap<String, Sizes>> {
        let names: Vec<&'static str> = self.tables.keys().map(|table| table.name()).collect();
        let synced = self.tables.into_values().map(Unfinished::sync).collect::<Result<Vec<Synced>>>()?;
        let mut sizes = BTreeMap::new();
        for (name, synced) in names.into_iter().zip(synced) {
            fs::rename(&synced.temporary, &synced.path).with_context(|| synced.path.display().to_string())?;
            sync_folder(&synced.path);
            sizes.insert(name.to_owned(), Sizes { rows: synced.rows, bytes: synced.bytes });
        }
        Ok(sizes)
    }
}

/// A renamed file is safe when its folder is synced, which not every system can do.
fn sync_folder(path: &Path) {
    if let Some(folder) = path.parent()
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
}

/// The size of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sizes {
    pub rows: u64,
    pub bytes: u64,
}

/// The tables written so far, and their sources: `manifest.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    pub schema: u32,
    /// All inputs were read to the end.
    pub complete: bool,
    /// The options that the tables depend on.
    pub options: Options,
    pub inputs: Vec<Source>,
    pub parts: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Options {
    pub positions: bool,
    pub filter: Option<String>,
    pub sample: Option<(f64, u64)>,
    #[serde(default)]
    pub first_file: Option<usize>,
    #[serde(default)]
    pub openings: bool,
    #[serde(default)]
    pub comments: bool,
    #[serde(default)]
    pub without_uci: bool,
    #[serde(default)]
    pub names: Names,
    pub codec: Codec,
    pub piece_bytes: usize,
    pub part_bytes: u64,
    pub game_bytes: usize,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    pub name: String,
    pub size: Option<u64>,
}

/// A part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub from: InputOffset,
    pub to: InputOffset,
    /// All games read, including those that the job does not want.
    pub games: u64,
    /// The games without a row, since they have no valid start.
    #[serde(default)]
    pub lost: u64,
    pub tables: BTreeMap<String, Sizes>,
}

impl Manifest {
    fn path(out: &Path) -> PathBuf {
        out.join("manifest.json")
    }

    /// Reads the manifest of a folder, if it has one.
    ///
    /// # Errors
    /// One that cannot be read, or of another version.
    pub fn read(out: &Path) -> Result<Option<Manifest>> {
        let path = Manifest::path(out);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(|| path.display().to_string()),
        };
        let value: serde_json::Value = serde_json::from_str(&text).with_context(|| path.display().to_string())?;
        check_version(value.get("schema").and_then(serde_json::Value::as_u64))
            .with_context(|| path.display().to_string())?;
        Ok(Some(serde_json::from_value(value).with_context(|| path.display().to_string())?))
    }

    /// Reads the manifest of a folder, which must have one.
    ///
    /// # Errors
    /// The errors of `read`, and a folder without a manifest.
    pub fn of(out: &Path) -> Result<Manifest> {
        Manifest::read(out)?.ok_or_else(|| {
            anyhow!("{}: there is no manifest.json, so these are no tables of `dataset convert`", out.display())
        })
    }

    /// Counts the rows of a table.
    pub(crate) fn rows(&self, table: Table) -> u64 {
        self.parts.iter().filter_map(|part| part.tables.get(table.name())).map(|sizes| sizes.rows).sum()
    }

    /// Checks that each file has the size and the number of rows that the manifest says.
    ///
    /// # Errors
    /// The first file that is missing, or has another size or another number of rows.
    pub fn verify(&self, out: &Path) -> Result<()> {
        let tables = [Table::Games, Table::Positions, Table::Errors];
        for (number, part) in self.parts.iter().enumerate() {
            for (table, known) in tables.iter().filter_map(|table| Some((table, part.tables.get(table.name())?))) {
                let path = table.path(out, number);
                let context = || path.display().to_string();
                let file = File::open(&path).with_context(context)?;
                let bytes = file.metadata().with_context(context)?.len();
                let says = "and manifest.json says";
                ensure!(bytes == known.bytes, "{}: it has {bytes} bytes, {says} {}", context(), known.bytes);
                let reader = SerializedFileReader::new(file).with_context(context)?;
                let rows = reader.metadata().file_metadata().num_rows().cast_unsigned();
                ensure!(rows == known.rows, "{}: it has {rows} rows, {says} {}", context(), known.rows);
            }
        }
        Ok(())
    }

    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, out: &Path) -> Result<()> {
        let path = Manifest::path(out);
        let temporary = out.join(".manifest.json.unfinished");
        let context = || format!("cannot write {}", temporary.display());
        let mut file = File::create(&temporary).with_context(context)?;
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        file.write_all(text.as_bytes()).with_context(context)?;
        file.sync_all().with_context(context)?;
        fs::rename(&temporary, &path).with_context(|| path.display().to_string())?;
        sync_folder(&path);
        Ok(())
    }
}

fn check_version(found: Option<u64>) -> Result<()> {
    match found {
        Some(version) if version == u64::from(VERSION) => Ok(()),
        Some(version) => bail!(
            "its columns are those of schema {version}, and this program reads schema {VERSION}: convert the games again"
        ),
        None => bail!("it does not say of which schema it is: this program reads schema {VERSION} only"),
    }
}

/// Locks a folder until the file is dropped, so that only one program writes tables there.
///
/// # Errors
/// A folder that another program has locked.
pub fn lock(out: &Path) -> Result<File> {
    let path = out.join(".lock");
    let file = File::create(&path).with_context(|| path.display().to_string())?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            bail!(
                "{}: another program writes tables there now: wait for its end, or name another folder",
                out.display()
            )
        }
        // Some file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Removes the files of a table that no complete part has.
///
/// # Errors
/// A file that cannot be removed.
pub fn remove_unfinished(out: &Path, table: Table, parts: usize) -> Result<()> {
    let folder = out.join(table.name());
    let Ok(entries) = fs::read_dir(&folder) else { return Ok(()) };
    let whole: HashSet<PathBuf> = (0..parts).map(|part| table.path(out, part)).collect();
    for entry in entries {
        let path = entry.with_context(|| folder.display().to_string())?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_ours = name.ends_with(".parquet.unfinished") || name.starts_with("part-") && name.ends_with(".parquet");
        if is_ours && !whole.contains(&path) {
            fs::remove_file(&path).with_context(|| path.display().to_string())?;
        }
    }
    Ok(())
}

/// Reads one file of a table, batch by batch, with its columns by the names of [`Names::Aix`].
///
/// # Errors
/// A file that cannot be read, is no Parquet, is incomplete, or has other columns.
pub fn read(table: Table, path: &Path) -> Result<impl Iterator<Item = Result<RecordBatch>> + use<>> {
    let context = || path.display().to_string();
    let file = File::open(path).with_context(context)?;
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).with_context(context)?;
    let metadata = builder.metadata().file_metadata().key_value_metadata();
    let version =
        metadata.and_then(|pairs| pairs.iter().find(|pair| pair.key == VERSION_KEY)?.value.as_ref()?.parse().ok());
    check_version(version).with_context(context)?;
    let has_movetext = table == Table::Games && builder.schema().field_with_name("movetext").is_ok();
    let names = if has_movetext { Names::Lichess } else { Names::Aix };
    check_columns(builder.schema(), table.schema(names)).with_context(context)?;
    let mut reader = Some(builder.with_batch_size(8192).build().with_context(context)?);
    let name = path.display().to_string();
    Ok(std::iter::from_fn(move || {
        // The crate parquet panics at some damaged files.
        let next = catch_unwind(AssertUnwindSafe(|| reader.as_mut()?.next()));
        let batch = next.unwrap_or_else(|_| {
            reader = None;
            Some(Err(ArrowError::ParquetError("the file is damaged".to_owned())))
        })?;
        let batch = batch.map_err(anyhow::Error::from).and_then(|batch| match names {
            Names::Aix => Ok(batch),
            Names::Lichess => from_lichess(&batch),
        });
        Some(batch.with_context(|| name.clone()))
    }))
}

/// Copies a file of a table, and adds `lines` to the numbers of its lines. All other columns are copied without decoding.
///
/// # Errors
/// A file that cannot be read or written.
pub fn add_lines(from: &Path, to: &Path, lines: i64) -> Result<()> {
    let context = || from.display().to_string();
    let file = File::open(from).with_context(context)?;
    let reader = SerializedFileReader::new(file.try_clone()?).with_context(context)?;
    let metadata = reader.metadata().file_metadata();
    let properties = WriterProperties::builder()
        .set_created_by(metadata.created_by().unwrap_or_default().to_owned())
        .set_key_value_metadata(metadata.key_value_metadata().cloned())
        .build();
    let out = BufWriter::new(File::create(to).with_context(|| to.display().to_string())?);
    let mut writer = SerializedFileWriter::new(out, metadata.schema_descr().root_schema_ptr(), Arc::new(properties))?;
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group)?;
        let mut out = writer.next_row_group()?;
        for (index, column) in group.metadata().columns().iter().enumerate() {
            let rows = group.metadata().num_rows() as usize;
            if !matches!(column.column_path().string().as_str(), "line" | "error_line") {
                let copied = ColumnCloseResult {
                    bytes_written: column.compressed_size() as u64,
                    rows_written: rows as u64,
                    metadata: column.clone(),
                    bloom_filter: group.get_column_bloom_filter(index).cloned(),
                    column_index: None,
                    offset_index: None,
                };
                out.append_column(&file, copied)?;
                continue;
            }
            let ColumnReader::Int64ColumnReader(mut reader) = group.get_column_reader(index)? else {
                bail!("{}: the column {} has no numbers", context(), column.column_path());
            };
            let (mut numbers, mut levels) = (Vec::new(), Vec::new());
            let is_optional = column.column_descr().max_def_level() > 0;
            reader.read_records(rows, is_optional.then_some(&mut levels), None, &mut numbers)?;
            numbers.iter_mut().for_each(|line| *line += lines);
            let mut column = out.next_column()?.context("a column is missing")?;
            column.typed::<Int64Type>().write_batch(&numbers, is_optional.then_some(&levels[..]), None)?;
            column.close()?;
        }
        out.close()?;
    }
    writer.into_inner()?.flush().with_context(|| to.display().to_string())
}
