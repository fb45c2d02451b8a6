//! `--unique`: one row for each position, with the results of its games. This is an opening book as a table, made from the table
//! `games`.
//!
//! Positions that do not fit into memory go to sorted files, which are merged.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, HashMap};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use arrow_array::builder::FixedSizeBinaryBuilder;
use arrow_array::{ArrayRef, Int64Array, RecordBatch};
use chess0x88::{Chess, packed};
use chess0x88_pgn::GameResult;

use crate::game::Game;
use crate::parts::{Codec, Encoder, Part, Table, lock, read};
use crate::schema::{BOOK, Names};
use crate::share::share;
use crate::tables::{each_row, files, positions};

/// Counts of all games, White's wins, draws and Black's wins.
type Ends = [u64; 4];

/// A position with its key first, since the book is sorted by the key, a signed number.
type Position = (i64, [u8; 32]);

/// The number of positions kept in memory, and of files merged at a time.
#[derive(Clone, Copy, Debug)]
pub struct MergeLimits {
    pub positions: usize,
    pub files: usize,
}

impl Default for MergeLimits {
    fn default() -> MergeLimits {
        MergeLimits { positions: 1 << 20, files: 128 }
    }
}

/// Returns a packed position without its clocks, so that equal positions have equal bytes.
#[must_use]
pub fn without_clocks(position: &Chess) -> Option<[u8; 32]> {
    let mut bytes = packed::pack(position)?;
    bytes[24..28].copy_from_slice(&0_u32.to_le_bytes());
    bytes[28..].copy_from_slice(&1_u32.to_le_bytes());
    Some(bytes)
}

/// Writes `book` from `games`, with the positions of the first `plies` plies. A game counts once for each position. Returns the
/// number of rows.
///
/// # Errors
/// Tables that cannot be read, and files that cannot be written.
pub fn book(out: &Path, plies: usize, threads: usize, codec: Codec, limits: MergeLimits) -> Result<u64> {
    let folder = out.join(Table::Book.name());
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let _lock = lock(out)?;
    crate::parts::remove_unfinished(out, Table::Book, 0)?;
    let mut runs = Runs { folder, limits, runs: Vec::new(), made: 0, found: HashMap::new() };
    let files = files(out, Table::Games)?;
    let mut batches = files.iter().flat_map(|path| match read(Table::Games, path) {
        Ok(batches) => Box::new(batches) as Box<dyn Iterator<Item = Result<RecordBatch>> + Send>,
        Err(error) => Box::new(std::iter::once(Err(error))),
    });
    let mut end = Ok(());
    share(
        threads,
        || batches.next(),
        |batch| count(&batch?, plies),
        |found: Result<HashMap<Position, Ends>>| {
            end = found.and_then(|found| runs.add(found));
            end.is_ok()
        },
    );
    end?;
    runs.finish(out, codec)
}

fn count(batch: &RecordBatch, plies: usize) -> Result<HashMap<Position, Ends>> {
    let mut found: HashMap<Position, Ends> = HashMap::new();
    let mut of_game = Vec::new();
    each_row(batch, |game| {
        let mut game: Game = game?;
        game.moves.truncate(plies);
        of_game.clear();
        for position in positions(&game)? {
            of_game.extend(without_clocks(&position).map(|packed| (position.key().cast_signed(), packed)));
        }
        of_game.sort_unstable();
        of_game.dedup();
        let end = match game.result {
            Some(GameResult::WhiteWins) => [1, 1, 0, 0],
            Some(GameResult::Draw) => [1, 0, 1, 0],
            Some(GameResult::BlackWins) => [1, 0, 0, 1],
            _ => [1, 0, 0, 0],
        };
        of_game.iter().for_each(|&position| add(found.entry(position).or_default(), end));
        Ok(())
    })?;
    Ok(found)
}

fn add(ends: &mut Ends, more: Ends) {
    ends.iter_mut().zip(more).for_each(|(count, more)| *count += more);
}

/// The counts in memory, and the sorted files.
struct Runs {
    folder: PathBuf,
    limits: MergeLimits,
    runs: Vec<PathBuf>,
    made: usize,
    found: HashMap<Position, Ends>,
}

impl Runs {
    fn add(&mut self, found: HashMap<Position, Ends>) -> Result<()> {
        for (position, ends) in found {
            match self.found.entry(position) {
                Entry::Occupied(mut known) => add(known.get_mut(), ends),
                Entry::Vacant(free) => drop(free.insert(ends)),
            }
        }
        if self.found.len() > self.limits.positions {
            self.spill()?;
        }
        if self.runs.len() >= self.limits.files {
            let (path, mut out) = self.create()?;
            merge(&self.runs, |position, ends| Ok(write_record(&mut out, position, ends)?))?;
            out.flush()?;
            self.remove()?;
            self.runs.push(path);
        }
        Ok(())
    }

    fn create(&mut self) -> Result<(PathBuf, BufWriter<File>)> {
        let path = self.folder.join(format!(".run-{}.parquet.unfinished", self.made));
        self.made += 1;
        let file = File::create(&path).with_context(|| path.display().to_string())?;
        Ok((path, BufWriter::new(file)))
    }

    fn remove(&mut self) -> Result<()> {
        self.runs.drain(..).try_for_each(|path| fs::remove_file(&path).with_context(|| path.display().to_string()))
    }

    fn spill(&mut self) -> Result<()> {
        let mut found: Vec<(Position, Ends)> = self.found.drain().collect();
        found.sort_unstable();
        let (path, mut out) = self.create()?;
        self.runs.push(path);
        for (position, ends) in found {
            write_record(&mut out, position, ends)?;
        }
        out.flush()?;
        Ok(())
    }

    fn finish(mut self, out: &Path, codec: Codec) -> Result<u64> {
        self.spill()?;
        let encoder = Encoder::new(Table::Book, Names::default(), codec)?;
        let mut part = Part::create(out, 0, &[Table::Book], Names::default(), codec)?;
        let mut rows = Vec::new();
        let write = |rows: &mut Vec<(Position, Ends)>, part: &mut Part| {
            let group = encoder.encode(&[batch(rows)?], 1)?;
            rows.clear();
            part.add(Table::Book, group)
        };
        let mut count = 0;
        merge(&self.runs, |position, ends| {
            rows.push((position, ends));
            count += 1;
            if rows.len() == 1 << 17 { write(&mut rows, &mut part) } else { Ok(()) }
        })?;
        write(&mut rows, &mut part)?;
        part.finish()?;
        self.remove()?;
        Ok(count)
    }
}

fn batch(rows: &[(Position, Ends)]) -> Result<RecordBatch> {
    let mut packed = FixedSizeBinaryBuilder::with_capacity(rows.len(), 32);
    rows.iter().try_for_each(|((_, bytes), _)| packed.append_value(bytes))?;
    let number =
        |of: &dyn Fn(&(Position, Ends)) -> i64| Arc::new(rows.iter().map(of).collect::<Int64Array>()) as ArrayRef;
    let mut columns = vec![number(&|row| row.0.0), Arc::new(packed.finish())];
    columns.extend((0..4).map(|end| number(&|row| row.1[end] as i64)));
    Ok(RecordBatch::try_new(Arc::clone(&BOOK), columns)?)
}

const RECORD: usize = 8 + 32 + 4 * 8;

fn write_record(out: &mut dyn Write, (key, packed): Position, ends: Ends) -> io::Result<()> {
    out.write_all(&key.to_le_bytes())?;
    out.write_all(&packed)?;
    ends.iter().try_for_each(|end| out.write_all(&end.to_le_bytes()))
}

fn read_record(from: &mut impl Read) -> io::Result<Option<(Position, Ends)>> {
    let mut bytes = [0; RECORD];
    match from.read_exact(&mut bytes) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
    let packed = std::array::from_fn(|byte| bytes[8 + byte]);
    Ok(Some(((word(0).cast_signed(), packed), std::array::from_fn(|end| word(40 + 8 * end)))))
}

/// Merges sorted files, and calls `take` once for each position.
fn merge(runs: &[PathBuf], mut take: impl FnMut(Position, Ends) -> Result<()>) -> Result<()> {
    let mut files = Vec::new();
    let mut heap = BinaryHeap::new();
    for (index, path) in runs.iter().enumerate() {
        let mut file = BufReader::with_capacity(1 << 16, File::open(path).with_context(|| path.display().to_string())?);
        heap.extend(read_record(&mut file)?.map(|(position, ends)| Reverse((position, index, ends))));
        files.push(file);
    }
    let mut last: Option<(Position, Ends)> = None;
    while let Some(Reverse((position, index, ends))) = heap.pop() {
        heap.extend(read_record(&mut files[index])?.map(|(position, ends)| Reverse((position, index, ends))));
        match &mut last {
            Some((known, sum)) if *known == position => add(sum, ends),
            _ => {
                if let Some((known, sum)) = last.replace((position, ends)) {
                    take(known, sum)?;
                }
            }
        }
    }
    last.map_or(Ok(()), |(position, ends)| take(position, ends))
}
