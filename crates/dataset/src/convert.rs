//! `dataset convert`: converts PGN to tables on all cores, in bounded memory, and continues an interrupted conversion.
//!
//! All threads do the same work. Each takes the next piece of whole games, makes row groups of it, and writes the row groups that
//! are next in order. So the tables do not depend on the number of threads, and the threads share the costly work: reading moves
//! and encoding columns.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Result, bail, ensure};
use arrow_array::RecordBatch;
use arrow_array::builder::StringBuilder;
use chess0x88::Chess;

use crate::game::{Bad, Game};
use crate::input::{Input, InputOffset, Limits, MAX_FILES, Piece, Pieces};
use crate::parts::{Codec, Encoder, Entry, Manifest, Options, Part, Source, Table, lock, remove_unfinished};
use crate::read::{Take, Wanted, read_piece};
use crate::schema::{Errors, Games, Names, Positions, VERSION, to_lichess};
use crate::share::share;

/// The job.
#[derive(Clone, Debug)]
pub struct Job {
    pub inputs: Vec<Input>,
    pub out: PathBuf,
    pub wanted: Wanted,
    pub codec: Codec,
    pub limits: Limits,
    /// The bytes of text of one part: a part ends when it has as many.
    pub part_bytes: u64,
    pub threads: usize,
    /// Begins again instead of continuing.
    pub fresh: bool,
    /// Adds the games after those of existing tables.
    pub append: bool,
    /// The number of the first file in the upper bits of `game_id`. Without it, the number is computed from the file.
    pub first_file: Option<usize>,
    /// Fills `moves_uci`, which the names of Lichess do not have.
    pub uci: bool,
    /// The names of the columns of `games`.
    pub names: Names,
}

impl Default for Job {
    fn default() -> Job {
        Job {
            inputs: Vec::new(),
            out: PathBuf::new(),
            wanted: Wanted::default(),
            codec: Codec::Zstd,
            limits: Limits::default(),
            part_bytes: 256 << 20,
            threads: 1,
            fresh: false,
            append: false,
            first_file: None,
            uci: false,
            names: Names::default(),
        }
    }
}

/// The progress of a job.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// The bytes read of the inputs, compressed if they are.
    pub read: u64,
    /// Games in the tables.
    pub games: u64,
}

/// The results of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// All games read, including those that the job does not want.
    pub read: u64,
    /// Games without a row, since they have no valid start.
    pub lost: u64,
    /// Rows of the tables.
    pub games: u64,
    pub positions: u64,
    pub errors: u64,
    pub parts: usize,
    /// Parts that existed before.
    pub found: usize,
}

impl Report {
    fn of(manifest: &Manifest, found: usize) -> Report {
        Report {
            read: manifest.parts.iter().map(|part| part.games).sum(),
            lost: manifest.parts.iter().map(|part| part.lost).sum(),
            games: manifest.rows(Table::Games),
            positions: manifest.rows(Table::Positions),
            errors: manifest.rows(Table::Errors),
            parts: manifest.parts.len(),
            found,
        }
    }
}

impl Job {
    fn tables(&self) -> Vec<Table> {
        let positions = self.wanted.positions.then_some(Table::Positions);
        [Some(Table::Games), positions, Some(Table::Errors)].into_iter().flatten().collect()
    }

    fn manifest(&self) -> Manifest {
        Manifest {
            schema: VERSION,
            complete: false,
            options: Options {
                positions: self.wanted.positions,
                filter: self.wanted.filter.as_ref().map(|filter| filter.text().to_owned()),
                sample: self.wanted.sample.map(|sample| (sample.share, sample.seed)),
                first_file: self.first_file,
                openings: self.wanted.openings,
                comments: self.wanted.comments,
                without_uci: !self.uci,
                names: self.names,
                codec: self.codec,
                piece_bytes: self.limits.piece,
                part_bytes: self.part_bytes,
                game_bytes: self.limits.game,
            },
            inputs: self.inputs.iter().map(|input| Source { name: input.name.clone(), size: input.size }).collect(),
            parts: Vec::new(),
        }
    }

    /// Returns the job with the inputs of existing tables before its own.
    fn behind_what_is_there(&self) -> Result<Job> {
        let mut job = self.clone();
        let found = if job.append && !job.fresh { Manifest::read(&job.out)? } else { None };
        let known = found.map(|found| found.inputs).unwrap_or_default();
        let known: Vec<Input> =
            known.into_iter().map(|Source { name, size }| Input { path: PathBuf::from(&name), name, size }).collect();
        for input in &known {
            let other = job.inputs.iter().find(|other| other.name == input.name && other.size != input.size);
            ensure!(other.is_none(), "{}: the tables have it, and it has another size now", input.name);
        }
        job.inputs.retain(|input| !known.contains(input));
        job.inputs.splice(..0, known);
        let most = MAX_FILES - job.first_file.unwrap_or_default().min(MAX_FILES);
        ensure!(job.inputs.len() <= most, "{} files: no more than {most} can go into these tables", job.inputs.len());
        Ok(job)
    }

    /// Returns the manifest to continue with.
    fn begin(&self) -> Result<Manifest> {
        let wanted = self.manifest();
        let found = if self.fresh { None } else { Manifest::read(&self.out)? };
        let manifest = match found {
            None => {
                if !self.fresh && self.tables().iter().any(|&table| has_files(&self.out, table)) {
                    bail!("{}: there are tables without a manifest.json; --fresh writes over them", self.out.display());
                }
                wanted
            }
            Some(found) => {
                let is_more = self.append && wanted.inputs.starts_with(&found.inputs);
                let differs = if found.options != wanted.options {
                    Some("options")
                } else if found.inputs != wanted.inputs && !is_more {
                    Some("inputs")
                } else {
                    None
                };
                if let Some(what) = differs {
                    bail!(
                        "{}: the tables there were begun with other {what}, as manifest.json says; --fresh writes over them{}",
                        self.out.display(),
                        if what == "inputs" { ", --append adds to them" } else { "" }
                    );
                }
                found.verify(&self.out).context("the tables there are damaged; --fresh writes over them")?;
                let complete = found.complete && found.inputs == wanted.inputs;
                Manifest { complete, inputs: wanted.inputs, ..found }
            }
        };
        // Removes tables that this run does not write: they would look like its own.
        for table in [Table::Games, Table::Positions, Table::Errors] {
            let parts = if self.tables().contains(&table) { manifest.parts.len() } else { 0 };
            remove_unfinished(&self.out, table, parts)?;
        }
        if !manifest.complete {
            // A book of the earlier games would lack the new games.
            remove_unfinished(&self.out, Table::Book, 0)?;
        }
        if self.fresh {
            // The manifest must not name files that were removed.
            manifest.write(&self.out)?;
        }
        Ok(manifest)
    }
}

fn has_files(out: &Path, table: Table) -> bool {
    fs::read_dir(out.join(table.name())).is_ok_and(|mut entries| entries.next().is_some())
}

/// Does the job, and calls `tell` now and then with its progress.
///
/// # Errors
/// A file that cannot be read or written. Complete parts stay, and the same job continues after them.
pub fn convert(job: &Job, tell: &(dyn Fn(Progress) + Sync)) -> Result<Report> {
    fs::create_dir_all(&job.out).with_context(|| job.out.display().to_string())?;
    let _lock = lock(&job.out)?;
    let job = &job.behind_what_is_there()?;
    let manifest = job.begin()?;
    let found = manifest.parts.len();
    if manifest.complete {
        return Ok(Report::of(&manifest, found));
    }
    let place = manifest.parts.last().map_or(InputOffset::start_of(0), |part| part.to);
    let read = Arc::new(AtomicU64::new(0));
    let pieces = Pieces::from(&job.inputs, place, job.limits, Arc::clone(&read));
    let mut pieces = pieces.with_first_file(job.first_file);
    let tell = |games| tell(Progress { read: read.load(Ordering::Relaxed), games });
    let manifest = write(job, manifest, place, || pieces.next_piece().transpose(), &tell)?;
    Ok(Report::of(&manifest, found))
}

/// Does the job for pieces of its only input that the caller finds, such as those of a range.
///
/// # Errors
/// The errors of [`convert`].
pub fn convert_pieces(job: &Job, next: impl FnMut() -> Option<Result<Piece>> + Send) -> Result<()> {
    fs::create_dir_all(&job.out).with_context(|| job.out.display().to_string())?;
    write(job, job.begin()?, InputOffset::start_of(0), next, &|_| {}).map(drop)
}

/// Writes the tables of pieces after existing ones, and calls `tell` with the number of games.
fn write(
    job: &Job,
    manifest: Manifest,
    place: InputOffset,
    next: impl FnMut() -> Option<Result<Piece>> + Send,
    tell: &(dyn Fn(u64) + Sync),
) -> Result<Manifest> {
    let games = manifest.rows(Table::Games);
    let groups = job.tables().into_iter().map(|table| Group::new(table, job)).collect::<Result<_>>()?;
    let mut keeper = Keeper { job, manifest, part: None, groups, place, text: 0, read: 0, lost: 0, end: Ok(()), games };
    share(
        job.threads,
        next,
        |piece| match piece {
            Ok(piece) => Step::Done(harvest(job, &piece)),
            Err(error) => Step::Unreadable(error),
        },
        |step| {
            keeper.end = keeper.take(step);
            tell(keeper.games);
            keeper.end.is_ok()
        },
    );
    keeper.close()?;
    // What is told is what is there.
    keeper.manifest.verify(&job.out)?;
    Ok(keeper.manifest)
}

/// The result of a piece.
enum Step {
    Done(Result<Harvest>),
    /// The rest of the input cannot be read.
    Unreadable(anyhow::Error),
}

struct Harvest {
    place: InputOffset,
    next: InputOffset,
    text: u64,
    /// All games read, including those that the job does not want.
    read: u64,
    lost: u64,
    games: u64,
    /// One batch for each table of the job, in their order.
    batches: Vec<RecordBatch>,
}

fn harvest(job: &Job, piece: &Piece) -> Result<Harvest> {
    let name = job.inputs.get(piece.place.file).map_or("", |input| input.name.as_str());
    let mut rows = Rows::new(name);
    rows.games.without_uci = !job.uci || job.names == Names::Lichess;
    let wanted = Wanted { movetext: job.names == Names::Lichess, ..job.wanted.clone() };
    let (read, lost) = read_piece(piece, name, &wanted, &mut rows);
    let games = rows.games.rows() as u64;
    let finish = |table| match table {
        Table::Games if job.names == Names::Lichess => to_lichess(&rows.games.finish()?, rows.movetext.finish()),
        Table::Games => rows.games.finish(),
        Table::Positions => rows.positions.finish(),
        _ => rows.errors.finish(),
    };
    let batches = job.tables().into_iter().map(finish).collect::<Result<_>>()?;
    let text = piece.text.len() as u64;
    Ok(Harvest { place: piece.place, next: piece.next, text, read, lost, games, batches })
}

/// Rows of a table that become one row group. It has a limit of rows and one of bytes, and is large, so that a query opens few
/// row groups.
struct Group {
    table: Table,
    encoder: Encoder,
    batches: Vec<RecordBatch>,
    rows: usize,
    bytes: usize,
}

const GROUP_ROWS: usize = 100_000;
const GROUP_BYTES: usize = 64 << 20;

impl Group {
    fn new(table: Table, job: &Job) -> Result<Group> {
        Ok(Group { table, encoder: Encoder::new(table, job.names, job.codec)?, batches: Vec::new(), rows: 0, bytes: 0 })
    }

    /// Adds rows. Returns `true` if the group is full.
    fn add(&mut self, batch: RecordBatch) -> bool {
        self.rows += batch.num_rows();
        self.bytes += batch.get_array_memory_size();
        if batch.num_rows() > 0 {
            self.batches.push(batch);
        }
        self.rows >= GROUP_ROWS || self.bytes >= GROUP_BYTES
    }

    fn write(&mut self, part: &mut Part, threads: usize) -> Result<()> {
        (self.rows, self.bytes) = (0, 0);
        let batches = std::mem::take(&mut self.batches);
        part.add(self.table, self.encoder.encode(&batches, threads)?)
    }
}

/// The rows of a piece.
#[derive(Default)]
pub struct Rows {
    pub games: Games,
    pub positions: Positions,
    pub errors: Errors,
    movetext: StringBuilder,
    file: String,
}

impl Rows {
    /// Makes empty rows.
    #[must_use]
    pub fn new(file: &str) -> Rows {
        Rows { file: file.to_owned(), ..Rows::default() }
    }
}

impl Take for Rows {
    fn game(&mut self, game: &Game, positions: &[Chess]) {
        self.games.add(game);
        self.movetext.append_option(game.movetext.as_deref());
        // A packed position has the size of its column.
        self.positions.add(game, positions).expect("32 bytes");
    }

    fn bad(&mut self, bad: Bad) {
        self.errors.add(&bad, &self.file);
    }
}

/// Creates the files of the next part. For the first part, the manifest is written before, so that a folder with tables always
/// has one.
fn begin_part(job: &Job, manifest: &Manifest) -> Result<Part> {
    if manifest.parts.is_empty() {
        manifest.write(&job.out)?;
    }
    Part::create(&job.out, manifest.parts.len(), &job.tables(), job.names, job.codec)
}

/// Writes the results of the pieces to files, in their order.
struct Keeper<'j> {
    job: &'j Job,
    manifest: Manifest,
    part: Option<(InputOffset, Part)>,
    /// The row groups that the part still needs.
    groups: Vec<Group>,
    /// The end of the part's text so far.
    place: InputOffset,
    /// The bytes of text in the part.
    text: u64,
    /// The number of games read for the part.
    read: u64,
    /// The number of those without a row.
    lost: u64,
    end: Result<()>,
    games: u64,
}

impl Keeper<'_> {
    fn take(&mut self, step: Step) -> Result<()> {
        match step {
            Step::Done(harvest) => self.put(harvest?),
            Step::Unreadable(error) => {
                // The parts before are complete.
                self.finish_part(false)?;
                let said = if self.manifest.parts.is_empty() {
                    "nothing was read before"
                } else {
                    "the games before are in the tables, which are not complete"
                };
                Err(error.context(said).context("the input cannot be read to its end"))
            }
        }
    }

    fn put(&mut self, harvest: Harvest) -> Result<()> {
        let (_, part) = match &mut self.part {
            Some(part) => part,
            none => none.insert((harvest.place, begin_part(self.job, &self.manifest)?)),
        };
        for (group, batch) in self.groups.iter_mut().zip(harvest.batches) {
            if group.add(batch) {
                group.write(part, self.job.threads)?;
            }
        }
        self.text += harvest.text;
        self.read += harvest.read;
        self.lost += harvest.lost;
        self.games += harvest.games;
        self.place = harvest.next;
        if self.text >= self.job.part_bytes { self.finish_part(false) } else { Ok(()) }
    }

    fn finish_part(&mut self, complete: bool) -> Result<()> {
        if let Some((from, mut part)) = self.part.take() {
            self.groups.iter_mut().try_for_each(|group| group.write(&mut part, self.job.threads))?;
            let tables = part.finish()?;
            self.manifest.parts.push(Entry { from, to: self.place, games: self.read, lost: self.lost, tables });
            (self.text, self.read, self.lost) = (0, 0, 0);
        }
        self.manifest.complete = complete;
        self.manifest.write(&self.job.out)
    }

    fn close(&mut self) -> Result<()> {
        let end = std::mem::replace(&mut self.end, Ok(()));
        if end.is_ok() && self.manifest.parts.is_empty() && self.part.is_none() {
            // There are no games: write tables without rows, so that queries can read them.
            self.part = Some((self.place, begin_part(self.job, &self.manifest)?));
        }
        end.and_then(|()| self.finish_part(true)).inspect_err(|_| {
            // Removes incomplete files, if the disk allows it.
            self.part = None;
            for table in self.job.tables() {
                let _ = remove_unfinished(&self.job.out, table, self.manifest.parts.len());
            }
        })
    }
}
