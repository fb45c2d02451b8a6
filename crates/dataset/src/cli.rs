//! The program: converts PGN to tables and back. See `--help`, and `README.md` for the columns.

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::check::{self, Checked};
use crate::convert::{self, Job, Progress};
use crate::filter::Filter;
use crate::find::{self, Found, Receive, Search, Searched};
use crate::input::{Input, Limits};
use crate::parts::{Codec, Table, read};
use crate::read::{Sample, Wanted};
use crate::schema::{Names, column};
use crate::tables::files;
use crate::unique::{self, MergeLimits};
use crate::unpack::{self, Unpacked};
use crate::write;
use anyhow::{Result, bail};
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

/// Converts games from PGN to Parquet tables, and searches, checks and writes them
#[derive(Parser)]
#[command(name = "dataset", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Convert(Convert),
    /// Checks tables: plays every game again, and compares all that follows from the games
    ///
    /// Exit status: 0 all is correct, 1 the conversion is not complete, 2 there is an error
    Check {
        /// The folder with the tables
        #[arg(value_name = "FOLDER")]
        out: PathBuf,
    },
    /// Writes games of tables as PGN, to standard output
    Pgn {
        /// The folder with the tables
        #[arg(value_name = "FOLDER")]
        out: PathBuf,
        /// Only games that fit, such as `white_elo >= 2200 and plies > 20`
        #[arg(long = "where", value_name = "CONDITION", value_parser = |text: &str| Filter::parse(text))]
        condition: Option<Filter>,
    },
    Find(Find),
    /// Writes plain files of whole games, which tasks can share; tasks cannot share an archive
    Unpack {
        /// Files and folders with games, plain or packed by zstd, gzip, bzip2 or zip; `-` is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The folder for part-00000.pgn and so on
        #[arg(short, long, value_name = "FOLDER")]
        out: PathBuf,
        /// Mebibytes of text in a file
        #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
        part_mb: u64,
    },
}

/// Finds positions in PGN or in tables, and prints a line for each: file and line of the game, plies, FEN
#[derive(Args)]
#[command(after_help = format!(
    "{}\n\nExit status: 0 a position was found, 1 none was found, 2 bad arguments, or a file cannot be read", find::words()
))]
struct Find {
    /// The query
    #[arg(value_name = "QUERY")]
    query: String,
    /// Files and folders with games, `-` for standard input, or folders with tables
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<PathBuf>,
    /// Only the first position of each game
    #[arg(long)]
    first: bool,
    /// Write on standard error how much was searched, and how fast
    #[arg(long)]
    stats: bool,
    /// The number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// Makes tables from PGN: `games`, `errors`, and others on request
#[derive(Args)]
#[command(
    after_help = "If the program is started again after an interruption, it continues after the last complete part.\n\n\
    Exit status: 0 the tables are written, 1 with --strict: `errors` has rows, 2 bad arguments, \
    or a file cannot be read or written"
)]
struct Convert {
    /// Files and folders with games, plain or packed by zstd, gzip, bzip2 or zip; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The folder for the tables
    #[arg(short, long, value_name = "FOLDER")]
    out: PathBuf,
    /// Also the table `positions`: a row for each position
    #[arg(long)]
    positions: bool,
    /// Only games that fit, such as `white_elo >= 2200 and plies > 20`
    #[arg(long = "where", value_name = "CONDITION", value_parser = |text: &str| Filter::parse(text))]
    condition: Option<Filter>,
    /// Only this share of the games, from 0 to 1
    #[arg(long, value_name = "SHARE", value_parser = share)]
    sample: Option<f64>,
    /// The number of the sample: each number gives another one
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
    /// Also the table `book`: one row a position, with how its games ended
    #[arg(long)]
    unique: bool,
    /// The number of plies of each game that go into `book`
    #[arg(long, value_name = "N", default_value_t = 40, requires = "unique")]
    plies: usize,
    /// End with status 1 if the games have any error
    #[arg(long)]
    strict: bool,
    /// Begin again, and overwrite existing tables
    #[arg(long)]
    fresh: bool,
    /// Add the games to existing tables
    #[arg(long)]
    append: bool,
    /// The number of the first file in the upper bits of `game_id` [default: a number made of the file's size, first and last 64 KB]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..1 << 19))]
    first_file: Option<u32>,
    /// Fill the column `moves_uci`, which is as large as all others together; `movedata` has the same moves
    #[arg(long, conflicts_with = "names")]
    uci: bool,
    /// Fill the columns `eco` and `opening` from the moves, where the tags lack
    #[arg(long)]
    openings: bool,
    /// Fill the column `comments` with the text of comments
    #[arg(long)]
    comments: bool,
    /// The names of the columns of `games`
    #[arg(long, value_enum, default_value_t = Names::Aix)]
    names: Names,
    /// The number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// The compression of the tables
    #[arg(long, value_enum, default_value_t = Codec::Zstd)]
    codec: Codec,
    /// Mebibytes of text in a file of a table
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    part_mb: u64,
    /// No progress
    #[arg(long)]
    quiet: bool,
}

fn share(text: &str) -> Result<f64> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => bail!("expected a number from 0 to 1"),
    }
}

/// Runs the program with its name and arguments, and returns its exit status.
pub fn run(arguments: Vec<OsString>) -> u8 {
    let is_python =
        arguments.first().is_some_and(|name| Path::new(name).file_stem().is_some_and(|stem| stem == "chess0x88"));
    let program = if is_python { "chess0x88" } else { "dataset" };
    let mut command = Arguments::command().name(program);
    if is_python {
        command = command.after_help("chess0x88 plot FOLDER PICTURE.svg draws how games end by opening");
    }
    let parsed = command.try_get_matches_from(arguments).and_then(|found| Arguments::from_arg_matches(&found));
    let arguments = match parsed {
        Ok(arguments) => arguments,
        Err(error) => {
            // Standard error may be closed; nothing more can be done then.
            let _ = error.print();
            return error.exit_code() as u8;
        }
    };
    let outcome = match &arguments.command {
        Command::Convert(convert) => run_convert(convert),
        Command::Check { out } => run_check(out),
        Command::Pgn { out, condition } => {
            write::write(out, condition.as_ref(), &mut BufWriter::new(io::stdout().lock())).map(|_| true)
        }
        Command::Find(find) => run_find(find),
        Command::Unpack { files, out, part_mb } => run_unpack(files, out, part_mb << 20),
    };
    match outcome {
        Ok(is_well) => u8::from(!is_well),
        Err(error) => {
            if !write::is_broken_pipe(&error) {
                let _ = writeln!(io::stderr(), "{program}: {error:#}");
            }
            2
        }
    }
}

fn threads(asked: Option<u16>) -> usize {
    asked.map_or_else(|| std::thread::available_parallelism().map_or(1, Into::into), usize::from)
}

fn run_convert(arguments: &Convert) -> Result<bool> {
    let job = Job {
        inputs: Input::all(&arguments.files)?,
        out: arguments.out.clone(),
        wanted: Wanted {
            filter: arguments.condition.clone(),
            sample: arguments.sample.map(|share| Sample { share, seed: arguments.seed }),
            positions: arguments.positions,
            openings: arguments.openings,
            comments: arguments.comments,
            ..Wanted::default()
        },
        codec: arguments.codec,
        limits: Limits::default(),
        part_bytes: arguments.part_mb << 20,
        threads: threads(arguments.threads),
        fresh: arguments.fresh,
        append: arguments.append,
        first_file: arguments.first_file.map(|number| number as usize),
        uci: arguments.uci,
        names: arguments.names,
    };
    let bar = bar(&job.inputs, arguments.quiet);
    let report = convert::convert(&job, &|progress: Progress| {
        if bar.position() == 0 {
            bar.set_style(style(bar.length().is_some()));
        }
        bar.set_position(progress.read);
        bar.set_message(count(progress.games, "game", "games"));
    });
    bar.finish_and_clear();
    let report = report?;
    if arguments.unique {
        let rows = unique::book(&job.out, arguments.plies, job.threads, job.codec, MergeLimits::default())?;
        if !arguments.quiet {
            let _ = writeln!(io::stderr(), "{} in the book", count(rows, "position", "positions"));
        }
    }
    if !arguments.quiet {
        let positions = match arguments.positions {
            true => format!(", {}", count(report.positions, "position", "positions")),
            false => String::new(),
        };
        let lost = match report.lost {
            0 => String::new(),
            lost => format!(", {} without a row, since nothing of them can be played", HumanCount(lost)),
        };
        let found = match report.found {
            0 => String::new(),
            found => format!("; {found} of them from before"),
        };
        let games = count(report.read, "game", "games");
        let (errors, parts) = (count(report.errors, "error", "errors"), count(report.parts as u64, "part", "parts"));
        let _ = writeln!(
            io::stderr(),
            "{} of {games}{lost}{positions}, {errors}, in {parts}{found}",
            HumanCount(report.games)
        );
        tell_errors(&job.out, report.errors)?;
    }
    Ok(report.errors == 0 || !arguments.strict)
}

/// Writes `1 game` or `20,045 games`.
fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", HumanCount(number), if number == 1 { one } else { many })
}

/// Says where the first errors are, and which folder has the others.
fn tell_errors(out: &Path, all: u64) -> Result<()> {
    const SHOWN: usize = 3;
    let mut lines = Vec::new();
    for path in files(out, Table::Errors)? {
        for batch in read(Table::Errors, &path)? {
            let batch = batch?;
            let (file, reason) =
                (column(&batch, "file")?.as_string::<i32>(), column(&batch, "reason")?.as_string::<i32>());
            let line = column(&batch, "line")?.as_primitive::<Int64Type>();
            let rows = (0..batch.num_rows()).take(SHOWN - lines.len());
            lines.extend(rows.map(|row| format!("{}:{}: {}", file.value(row), line.value(row), reason.value(row))));
        }
        if lines.len() == SHOWN {
            break;
        }
    }
    for line in &lines {
        writeln!(io::stderr(), "  {line}")?;
    }
    if all > lines.len() as u64 {
        writeln!(
            io::stderr(),
            "  and {} more in {}",
            HumanCount(all - lines.len() as u64),
            out.join("errors").display()
        )?;
    }
    Ok(())
}

fn run_check(out: &Path) -> Result<bool> {
    let checked = check::check(out)?;
    let Checked { games, plies, positions, errors, is_complete } = checked;
    let mut text = format!("{} with {}", count(games, "game", "games"), count(plies, "ply", "plies"));
    if positions > 0 {
        text += &format!(", {}", count(positions, "position", "positions"));
    }
    text += &format!(" and {}: all as it should be", count(errors, "error", "errors"));
    if !is_complete {
        text += ", but the conversion has not come to its end";
    }
    writeln!(io::stdout(), "{text}")?;
    Ok(is_complete)
}

fn run_find(arguments: &Find) -> Result<bool> {
    struct Lines(BufWriter<io::Stdout>);
    impl Receive for Lines {
        fn found(&mut self, found: &Found) -> Result<()> {
            Ok(writeln!(self.0, "{}:{} {} {}", found.file, found.line, found.ply, found.fen)?)
        }
        fn error(&mut self, error: &str) {
            let _ = writeln!(io::stderr(), "{error}");
        }
    }
    let begun = Instant::now();
    let search = Search::parse(&arguments.query)?;
    let mut lines = Lines(BufWriter::new(io::stdout()));
    let searched = find::find(&search, &arguments.sources, arguments.first, threads(arguments.threads), &mut lines)?;
    lines.0.flush()?;
    if arguments.stats {
        let Searched { games, positions, found } = searched;
        let speed = u128::from(positions) * 1_000_000_000 / begun.elapsed().as_nanos().max(1);
        let (games, positions) = (count(games, "game", "games"), count(positions, "position", "positions"));
        let speed = HumanCount(u64::try_from(speed).unwrap_or(u64::MAX));
        let _ = writeln!(io::stderr(), "{games}, {positions}, {} found; {speed} positions a second", HumanCount(found));
    }
    Ok(searched.found > 0)
}

fn run_unpack(files: &[PathBuf], out: &Path, part_bytes: u64) -> Result<bool> {
    let begun = Instant::now();
    let Unpacked { files, bytes, faults } = unpack::unpack(&Input::all(files)?, out, part_bytes)?;
    for fault in &faults {
        writeln!(io::stderr(), "line {}, byte {}: {}", fault.line, fault.byte, fault.reason)?;
    }
    let seconds = begun.elapsed().as_secs_f64();
    let (bytes_told, files) = (count(bytes, "byte", "bytes"), count(files as u64, "file", "files"));
    writeln!(io::stdout(), "{bytes_told} in {files}, {seconds:.1} s, {:.0} MB/s", bytes as f64 / seconds / 1e6)?;
    Ok(faults.is_empty())
}

/// The style of a bar that moves. Before, there is neither a speed nor a time left.
fn style(has_end: bool) -> ProgressStyle {
    let template = if has_end {
        "{wide_bar} {bytes} of {total_bytes} ({bytes_per_sec}), {msg}, {eta} left"
    } else {
        "{spinner} {bytes} ({bytes_per_sec}), {msg}"
    };
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// A progress bar with bytes, games and the time left; hidden without a terminal.
fn bar(inputs: &[Input], quiet: bool) -> ProgressBar {
    if quiet || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let sizes: Option<Vec<u64>> = inputs.iter().map(|input| input.size).collect();
    let (bar, template) = match sizes {
        Some(sizes) => (ProgressBar::new(sizes.iter().sum()), "{wide_bar} {total_bytes}"),
        None => (ProgressBar::new_spinner(), "{spinner}"),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}
