//! Validates PGN files: each game and each move, also in variations.
//!
//! ```text
//! cargo run --release --example pgn -- examples/games.pgn                        games, plies, errors by file and line
//! cargo run --release --example pgn -- --threads 2 --stats examples/*.pgn        results, lengths and openings besides
//! cargo run --release --example pgn -- --fen 10 examples/games.pgn               how the first ten games ended
//! cargo run --release --example pgn -- - < examples/games.pgn                    standard input
//! cargo run --release --example play -- --variant makruk --pgn game.pgn          play, and leave by `quit`
//! cargo run --release --example pgn -- --variant makruk game.pgn
//! ```
//!
//! Findings go to standard output, speed and progress to standard error. Exit status: 0 if all is valid, 1 if the games have
//! errors, 2 for bad arguments or a file that cannot be read or has no games.

mod parts;

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use chess0x88::san::SanError;
use chess0x88::{ChessRules, MakrukRules, Move, Position, Rules, Undo};
use chess0x88_pgn as pgn;
use chess0x88_pgn::{Flow, GameResult, PgnError, RawText, Reader, StartError, StartTags, Visitor, Word};
use parts::{Part, check, name_of, share};
use tool::progress::Progress;
use tool::{Failure, Variant, count, grouped, note};

const HELP: &str = "\
Validates the games of PGN files

Usage: pgn [OPTIONS] <FILE>...

  <FILE>...  The files to read; `-` is standard input

      --variant <VARIANT>  The game [default: chess] [possible values: chess, makruk]
      --threads <N>        Share the work among this many threads [default: 1]
      --stats              Print results, lengths, and openings by their first moves
      --fen <N>            Print the final positions of the first N games

Exit status: 0 no errors, 1 errors in the games, 2 bad arguments, or a file that cannot be read or has no games
";

tool::arguments! {
    given:
    files: Vec<PathBuf> = given.some("FILE")?,
    variant: Variant = given.variant()?,
    threads: u16 = given.within("--threads", 1..=256)?.unwrap_or(1),
    stats: bool = given.flag("--stats"),
    fen: usize = given.within("--fen", 0..)?.unwrap_or(0),
}

fn main() -> ExitCode {
    tool::run(HELP, read, |args| match args.variant {
        Variant::Chess => validate::<ChessRules>(&args),
        Variant::Makruk => validate::<MakrukRules>(&args),
    })
}

fn validate<R: Rules>(args: &Args) -> Result<bool, Failure> {
    let start = Instant::now();
    let mut out = io::stdout();
    let (mut total, mut bytes) = (Report::default(), 0);
    check(&args.files)?;
    let names: Vec<String> = args.files.iter().map(|path| name_of(path)).collect();
    // A file that is no PGN has an error in each line, so errors wait until there is a game.
    let mut waiting = vec![Some(Vec::new()); names.len()];
    let progress =
        Progress::new(args.files.iter().filter_map(|path| fs::metadata(path).ok()).map(|file| file.len()).sum());
    let read = |part: &Part| (part.file, part.games.len(), read_part::<R>(part, args));
    share(&args.files, args.threads, read, |(file, length, report)| {
        bytes += length;
        progress.step(length as u64);
        let found = report.errors.iter().map(|(line, message)| format!("{}:{line}: {message}", names[file]));
        let mut found: Vec<String> = found.collect();
        if let Some(errors) = &mut waiting[file] {
            errors.append(&mut found);
            if report.has_game {
                found = waiting[file].take().unwrap_or_default();
            }
        }
        if !found.is_empty() {
            progress.clear();
            found.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
        total.add(report, args.fen);
        Ok(())
    })?;
    progress.clear();
    let is_no_pgn = |errors: &Option<Vec<String>>| errors.as_ref().is_some_and(|errors| !errors.is_empty());
    if let Some(file) = waiting.iter().position(is_no_pgn) {
        return Err(Failure::at(&names[file], "there is neither a tag nor a move in it: this is no PGN"));
    }
    for fen in &total.finals {
        writeln!(out, "{fen}")?;
    }
    if args.stats {
        print_stats::<R>(&mut out, &total)?;
    }
    note(&speed(&total, bytes, start));
    let [games, plies, errors] = [
        count(total.games + total.wrong, "game", "games"),
        count(total.plies, "ply", "plies"),
        count(total.wrong, "error", "errors"),
    ];
    writeln!(out, "{games}, {plies}, {errors}")?;
    out.flush()?;
    Ok(total.wrong == 0)
}

/// The number of plies of an opening.
const OPENING: usize = 4;

type Opening = [Option<Move>; OPENING];

/// The findings in a part of a file, or in all parts.
#[derive(Default)]
struct Report {
    /// Games without an error.
    games: u64,
    /// The plies of these games, including variations.
    plies: u64,
    /// Games with an error.
    wrong: u64,
    /// Errors by line, for one part.
    errors: Vec<(usize, String)>,
    /// `true` if there was a tag or a move, for one part.
    has_game: bool,
    /// The number of games for each [`GameResult`], and without one.
    results: [u64; 5],
    shortest: Option<u32>,
    longest: u32,
    main_line_plies: u64,
    openings: HashMap<Opening, u64>,
    finals: Vec<String>,
}

impl Report {
    /// Adds the report of the next part.
    fn add(&mut self, next: Report, finals: usize) {
        self.games += next.games;
        self.plies += next.plies;
        self.wrong += next.errors.len() as u64;
        for (sum, count) in self.results.iter_mut().zip(next.results) {
            *sum += count;
        }
        self.shortest = self.shortest.into_iter().chain(next.shortest).min();
        self.longest = self.longest.max(next.longest);
        self.main_line_plies += next.main_line_plies;
        for (opening, count) in next.openings {
            *self.openings.entry(opening).or_default() += count;
        }
        let room = finals.saturating_sub(self.finals.len());
        self.finals.extend(next.finals.into_iter().take(room));
    }
}

/// Reads whole games, one after the other.
fn read_part<R: Rules>(part: &Part, args: &Args) -> Report {
    let mut reader = Reader::new(&part.games);
    let mut check = Check::<R>::new();
    let mut report = Report::default();
    loop {
        check.begin();
        reader.read_game(&mut check);
        if !check.begun {
            return report;
        }
        report.has_game |= check.is_game;
        match check.fault.take().map(|fault| fault.error(&check.tags, &mut reader)) {
            Some(error) => report.errors.push((part.lines + error.line(), reason(&error))),
            None => check.report(&mut report, args),
        }
    }
}

/// Returns an error without its place, which counts from the start of the part.
fn reason(error: &PgnError) -> String {
    let text = error.to_string();
    text.split_once(": ").map_or(text.clone(), |(_, reason)| reason.to_owned())
}

/// Plays all moves of a game.
struct Check<'a, R: Rules> {
    tags: StartTags<'a>,
    position: Position<R>,
    /// The moves from the start to here.
    line: Vec<Undo<R>>,
    /// The lines that variations interrupt: their number of moves, and the move that the variation replaces.
    open: Vec<(usize, Option<Taken>)>,
    plies: u64,
    result: Option<GameResult>,
    usual_start: bool,
    begun: bool,
    /// `true` if there was a tag or a move.
    is_game: bool,
    /// The first error.
    fault: Option<Fault<'a>>,
}

/// A move that was taken back; `None` is a null move.
struct Taken(Option<Move>);

impl<R: Rules> Check<'_, R> {
    fn take_back(&mut self) -> Option<Taken> {
        let undo = self.line.pop()?;
        let taken = Taken(undo.played());
        self.position.unmake(undo);
        Some(taken)
    }
}

enum Fault<'a> {
    Reader(PgnError),
    Start(StartError),
    Move(&'a [u8], usize, SanError),
}

impl Fault<'_> {
    fn error(self, tags: &StartTags<'_>, reader: &mut Reader<'_>) -> PgnError {
        match self {
            Fault::Reader(error) => error,
            Fault::Start(error) => tags.locate(error, reader),
            Fault::Move(san, offset, error) => {
                PgnError::Move { san: Word::new(san), error, offset, line: reader.line_of(offset) }
            }
        }
    }
}

impl<R: Rules> Check<'_, R> {
    fn new() -> Self {
        Check {
            tags: StartTags::default(),
            position: Position::startpos(),
            line: Vec::new(),
            open: Vec::new(),
            plies: 0,
            result: None,
            usual_start: true,
            begun: false,
            is_game: false,
            fault: None,
        }
    }

    fn begin(&mut self) {
        self.tags = StartTags::default();
        self.line.clear();
        self.open.clear();
        self.plies = 0;
        (self.begun, self.is_game) = (false, false);
        self.fault = None;
    }

    fn report(&self, report: &mut Report, args: &Args) {
        report.games += 1;
        report.plies += self.plies;
        if report.finals.len() < args.fen {
            report.finals.push(self.position.fen().to_string());
        }
        if args.stats {
            let length = u32::try_from(self.line.len()).unwrap_or(u32::MAX);
            report.results[self.result.map_or(4, |result| result as usize)] += 1;
            report.shortest = Some(report.shortest.map_or(length, |shortest| shortest.min(length)));
            report.longest = report.longest.max(length);
            report.main_line_plies += u64::from(length);
            if self.usual_start {
                let mut opening = [None; OPENING];
                for (mv, undo) in opening.iter_mut().zip(&self.line) {
                    *mv = undo.played();
                }
                *report.openings.entry(opening).or_default() += 1;
            }
        }
    }
}

impl<'a, R: Rules> Visitor<'a> for Check<'a, R> {
    fn begin_game(&mut self, _offset: usize) {
        self.begun = true;
    }

    fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
        self.is_game = true;
        self.tags.tag(name, value);
    }

    fn end_tags(&mut self) -> Flow {
        match self.tags.position() {
            Ok(position) => {
                self.position = position;
                self.usual_start = position == Position::startpos();
                Flow::Continue
            }
            Err(error) => {
                self.fault.get_or_insert(Fault::Start(error));
                Flow::Stop
            }
        }
    }

    fn san(&mut self, san: &'a [u8], offset: usize) -> Flow {
        match pgn::play_san(&mut self.position, san) {
            Ok(undo) => {
                self.line.push(undo);
                self.plies += 1;
                self.is_game = true;
                Flow::Continue
            }
            Err(error) => {
                self.fault.get_or_insert(Fault::Move(san, offset, error));
                Flow::Stop
            }
        }
    }

    fn begin_variation(&mut self) -> Flow {
        // A variation before the first move of its line replaces no move.
        let has_move = self.line.len() > self.open.last().map_or(0, |&(length, _)| length);
        let replaced = if has_move { self.take_back() } else { None };
        self.open.push((self.line.len(), replaced));
        Flow::Continue
    }

    fn end_variation(&mut self) {
        let Some((length, replaced)) = self.open.pop() else { return };
        while self.line.len() > length {
            self.take_back();
        }
        let again = replaced.and_then(|Taken(mv)| match mv {
            Some(mv) => Some(self.position.make(mv)),
            None => self.position.make_null().ok(),
        });
        self.line.extend(again);
    }

    fn end_game(&mut self, result: Option<GameResult>) {
        self.result = result;
    }

    fn error(&mut self, error: PgnError) {
        self.fault.get_or_insert(Fault::Reader(error));
    }
}

#[expect(clippy::cast_precision_loss, reason = "means and percentages to one decimal")]
fn print_stats<R: Rules>(out: &mut impl Write, report: &Report) -> io::Result<()> {
    let games = report.games.max(1) as f64;
    let percent = |count: u64| 100.0 * count as f64 / games;
    for (name, count) in ["White wins", "Black wins", "draws", "unknown", "without a result"].iter().zip(report.results)
    {
        writeln!(out, "{:>9} {name} ({:.1}%)", grouped(count), percent(count))?;
    }
    writeln!(
        out,
        "main lines of {} to {} plies, {:.1} on average",
        report.shortest.unwrap_or_default(),
        report.longest,
        report.main_line_plies as f64 / games
    )?;
    let mut openings: Vec<(String, u64)> =
        report.openings.iter().map(|(opening, &count)| (spell::<R>(*opening), count)).collect();
    openings.sort_by(|(a, m), (b, n)| n.cmp(m).then_with(|| a.cmp(b)));
    for (opening, count) in openings.iter().take(20) {
        writeln!(out, "{:>9} {opening} ({:.1}%)", grouped(*count), percent(*count))?;
    }
    if openings.len() > 20 {
        writeln!(out, "          and {} other openings", openings.len() - 20)?;
    }
    Ok(())
}

/// Writes `1. e4 e5 2. Nf3 Nc6`.
fn spell<R: Rules>(opening: Opening) -> String {
    let mut position = Position::<R>::startpos();
    let mut words = Vec::new();
    for (ply, mv) in opening.into_iter().flatten().enumerate() {
        // After a null move, which is not stored, the moves are illegal.
        let Ok(next) = position.after(mv) else { break };
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        }
        words.push(position.san(mv).to_string());
        position = next;
    }
    if words.is_empty() { "no moves".into() } else { words.join(" ") }
}

#[expect(clippy::cast_precision_loss, reason = "speeds in round numbers")]
fn speed(report: &Report, bytes: usize, start: Instant) -> String {
    let seconds = start.elapsed().as_secs_f64().max(1e-9);
    let games = report.games + report.wrong;
    let games_read = count(games, "game", "games");
    format!(
        "{games_read} in {seconds:.3} s; per second {} games, {:.1} million plies, {:.1} MB",
        grouped(format_args!("{:.0}", games as f64 / seconds)),
        report.plies as f64 / seconds / 1e6,
        bytes as f64 / seconds / 1e6
    )
}
