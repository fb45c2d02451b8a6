//! Makes training data from games: reads PGN, filters the games, and writes each position once, packed, with result and
//! evaluation.
//!
//! ```text
//! cargo run --release --example pipeline -- --output data.bin examples/games.pgn
//! cargo run --release --example pipeline -- --threads 2 --min-elo 2000 --quiet --output data.bin - < examples/games.pgn
//! cargo run --release --example pipeline -- --text --with-eval examples/games.pgn | head
//! cargo run --release --example pipeline -- --decode data.bin
//! ```
//!
//! A record is 36 bytes, and all numbers are little-endian:
//!
//! | bytes | hold |
//! |---|---|
//! | 0 to 31 | the position, as `packed::pack` puts it |
//! | 32 | the result: 0 Black has won, 1 draw, 2 White has won |
//! | 33 | 0 |
//! | 34, 35 | the evaluation in hundredths of a pawn from White's point of view; -32768 if there is none |
//!
//! Input is read in parts of whole games, so memory does not depend on the length of a file. The output does not depend on the
//! number of threads. Only the set of written keys grows, by some 16 bytes for each position. Games with an error or without a
//! result give no records. Errors go to standard error, with file and line.

mod parts;

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use chess0x88::san::SanError;
use chess0x88::{ChessRules, MakrukRules, Position, Rules, packed};
use chess0x88_pgn as pgn;
use chess0x88_pgn::{Command, Flow, GameResult, PgnError, RawText, Reader, StartError, StartTags, Visitor, Word};
use parts::{Part, check, name_of, open, share};
use tool::{Failure, Variant, count, note};

const HELP: &str = "\
Makes training data from PGN

Usage: pipeline [OPTIONS] <FILE>...

  <FILE>...  The files to read; `-` is standard input

      --variant <VARIANT>  The game [default: chess] [possible values: chess, makruk]
      --threads <N>        Share the work among this many threads [default: 1]
      --min-elo <ELO>      Only games in which both players have at least this rating
      --min-ply <N>        Only positions after at least this many plies
      --quiet              Only positions without check, and not right after a capture or promotion
      --with-eval          Only positions with an evaluation
      --text               Write lines of FEN, result and evaluation instead of records
      --decode             Read records, and write them as lines
      --output <FILE>      Where to write, instead of standard output

Exit status: 0 no errors, 1 errors in the games or records, 2 bad arguments, or a file that cannot be read
";

tool::arguments! {
    given:
    files: Vec<PathBuf> = given.some("FILE")?,
    variant: Variant = given.variant()?,
    threads: u16 = given.within("--threads", 1..=256)?.unwrap_or(1),
    min_elo: Option<u32> = given.within("--min-elo", 0..)?,
    min_ply: usize = given.within("--min-ply", 0..)?.unwrap_or(0),
    quiet: bool = given.flag("--quiet"),
    with_eval: bool = given.flag("--with-eval"),
    text: bool = given.flag("--text"),
    decode: bool = given.flag("--decode"),
    output: Option<PathBuf> = given.value("--output")?,
}

fn main() -> ExitCode {
    tool::run(HELP, read, |args| match args.variant {
        Variant::Chess => run::<ChessRules>(&args),
        Variant::Makruk => run::<MakrukRules>(&args),
    })
}

fn run<R: Rules>(args: &Args) -> Result<bool, Failure> {
    check(&args.files)?;
    let mut out: Box<dyn Write + Send> = match &args.output {
        Some(path) => {
            let file = File::create(path).map_err(|error| Failure::at(path.display(), error))?;
            Box::new(BufWriter::new(file))
        }
        None => Box::new(BufWriter::new(io::stdout())),
    };
    let well = if args.decode { decode::<R>(args, &mut out)? } else { convert::<R>(args, &mut out)? };
    out.flush()?;
    Ok(well)
}

/// A position with the result of its game.
#[derive(Clone, Copy)]
struct Record([u8; Record::SIZE]);

impl Record {
    const SIZE: usize = 36;
    const NO_EVAL: i16 = i16::MIN;

    fn new(position: [u8; 32], result: u8, eval: Option<i16>) -> Record {
        let mut bytes = [0; Record::SIZE];
        bytes[..32].copy_from_slice(&position);
        bytes[32] = result;
        bytes[34..].copy_from_slice(&eval.unwrap_or(Record::NO_EVAL).to_le_bytes());
        Record(bytes)
    }

    /// Writes `FEN;1-0;+0.35`.
    fn to_text<R: Rules>(self) -> Result<String, String> {
        let Record(bytes) = self;
        let (packed, rest) = bytes.split_first_chunk::<32>().ok_or("too short")?;
        let position = packed::unpack::<R>(packed).map_err(|error| error.to_string())?;
        let result = match rest {
            [0, ..] => GameResult::BlackWins,
            [1, ..] => GameResult::Draw,
            [2, ..] => GameResult::WhiteWins,
            _ => return Err("the result at byte 32 is not 0, 1 or 2".to_owned()),
        };
        let eval = match i16::from_le_bytes([bytes[34], bytes[35]]) {
            Record::NO_EVAL => "-".to_owned(),
            eval => format!("{:+.2}", f64::from(eval) / 100.0),
        };
        Ok(format!("{};{result};{eval}", position.fen()))
    }
}

fn decode<R: Rules>(args: &Args, out: &mut dyn Write) -> Result<bool, Failure> {
    let mut well = true;
    for path in &args.files {
        let (name, mut input) = (name_of(path), BufReader::new(open(path)?));
        let mut number = 0_u64;
        loop {
            number += 1;
            let mut bytes = Vec::with_capacity(Record::SIZE);
            let limit = Record::SIZE as u64;
            input.by_ref().take(limit).read_to_end(&mut bytes).map_err(|error| Failure::at(&name, error))?;
            if bytes.is_empty() {
                break;
            }
            let record = bytes.try_into().map(Record).map_err(|_| "the file ends within it".to_owned());
            match record.and_then(Record::to_text::<R>) {
                Ok(text) => writeln!(out, "{text}")?,
                Err(reason) => {
                    well = false;
                    note(&format!("{name}: record {number}: {reason}"));
                }
            }
        }
    }
    Ok(well)
}

/// The records of a part, in the order of its games.
#[derive(Default)]
struct Harvest {
    games: u64,
    records: Vec<(u64, Record)>,
    /// The file, line and message of each error.
    errors: Vec<(usize, usize, String)>,
}

/// Each thread makes records of parts. One thread at a time writes the records that are ready.
fn convert<R: Rules>(args: &Args, out: &mut (dyn Write + Send)) -> Result<bool, Failure> {
    let names: Vec<String> = args.files.iter().map(|path| name_of(path)).collect();
    let mut writer = ToWrite { out, text: args.text, seen: HashSet::new(), games: 0, records: 0, well: true };
    share(&args.files, args.threads, |part| harvest::<R>(args, part), |harvest| writer.write::<R>(harvest, &names))?;
    note(&format!("{}, {}", count(writer.games, "game", "games"), count(writer.records, "position", "positions")));
    Ok(writer.well)
}

fn harvest<R: Rules>(args: &Args, part: &Part) -> Harvest {
    let mut reader = Reader::new(&part.games);
    let mut game = Reaper::<R> {
        args,
        tags: StartTags::default(),
        elo: [None; 2],
        result_tag: None,
        position: Position::startpos(),
        ply: 0,
        begun: false,
        fault: None,
        found: Vec::new(),
        harvest: Harvest::default(),
    };
    loop {
        reader.read_game(&mut game);
        if !game.begun {
            return game.harvest;
        }
        game.begun = false;
        if let Some(fault) = game.fault.take() {
            let error = match fault {
                Fault::Reader(error) => error,
                Fault::Start(error) => game.tags.locate(error, &mut reader),
                Fault::Move(san, offset, error) => {
                    PgnError::Move { san: Word::new(san), error, offset, line: reader.line_of(offset) }
                }
            };
            // The error contains its place, which counts from the start of the part.
            let text = error.to_string();
            let reason = text.split_once(": ").map_or(text.as_str(), |(_, reason)| reason).to_owned();
            game.harvest.errors.push((part.file, part.lines + error.line(), reason));
        }
    }
}

/// The first error of a game.
enum Fault<'a> {
    Reader(PgnError),
    Start(StartError),
    Move(&'a [u8], usize, SanError),
}

/// Follows a game and collects its positions.
struct Reaper<'a, R: Rules> {
    args: &'a Args,
    tags: StartTags<'a>,
    elo: [Option<u32>; 2],
    result_tag: Option<GameResult>,
    position: Position<R>,
    ply: usize,
    begun: bool,
    fault: Option<Fault<'a>>,
    /// The positions of this game. Their result is known at its end.
    found: Vec<Found<R>>,
    harvest: Harvest,
}

struct Found<R: Rules> {
    position: Position<R>,
    eval: Option<i16>,
    /// `true` if the position is not in check and not after a capture or promotion.
    quiet: bool,
    ply: usize,
}

impl<'a, R: Rules> Visitor<'a> for Reaper<'a, R> {
    fn begin_game(&mut self, _offset: usize) {
        self.tags = StartTags::default();
        (self.elo, self.result_tag) = ([None; 2], None);
        (self.begun, self.ply, self.fault) = (true, 0, None);
        self.found.clear();
    }

    fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
        match name {
            b"WhiteElo" => self.elo[0] = value.as_str().and_then(|elo| elo.parse().ok()),
            b"BlackElo" => self.elo[1] = value.as_str().and_then(|elo| elo.parse().ok()),
            b"Result" => self.result_tag = GameResult::from_ascii(value.as_bytes()),
            _ => self.tags.tag(name, value),
        }
    }

    fn end_tags(&mut self) -> Flow {
        // The tags decide: the moves are skipped at scanning speed.
        if self.args.min_elo.is_some_and(|least| self.elo.iter().any(|&elo| elo.is_none_or(|elo| elo < least))) {
            return Flow::Skip;
        }
        match self.tags.position() {
            Ok(position) => {
                self.position = position;
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
                self.ply += 1;
                let stormy = undo.played().is_none_or(|mv| mv.is_capture() || mv.promotion().is_some());
                let quiet = !stormy && !self.position.is_check();
                self.found.push(Found { position: self.position, eval: None, quiet, ply: self.ply });
                Flow::Continue
            }
            Err(error) => {
                self.fault.get_or_insert(Fault::Move(san, offset, error));
                Flow::Stop
            }
        }
    }

    fn comment(&mut self, comment: RawText<'a>) {
        let Some(last) = self.found.last_mut() else { return };
        for command in comment.commands() {
            last.eval = match command {
                Command::Eval { centipawns, .. } => Some(centipawns.clamp(-30_000, 30_000) as i16),
                Command::Mate { moves, .. } if moves >= 0 => Some((32_000 - moves.min(1000)) as i16),
                Command::Mate { moves, .. } => Some((-32_000 - moves.max(-1000)) as i16),
                _ => continue,
            };
        }
    }

    fn begin_variation(&mut self) -> Flow {
        Flow::Skip
    }

    fn end_game(&mut self, result: Option<GameResult>) {
        if self.fault.is_some() {
            return;
        }
        let result = match result.or(self.result_tag) {
            Some(GameResult::BlackWins) => 0,
            Some(GameResult::Draw) => 1,
            Some(GameResult::WhiteWins) => 2,
            _ => return,
        };
        self.harvest.games += u64::from(!self.found.is_empty());
        for found in &self.found {
            let wanted = found.ply >= self.args.min_ply
                && (found.quiet || !self.args.quiet)
                && (found.eval.is_some() || !self.args.with_eval);
            if wanted && let Some(packed) = packed::pack(&found.position) {
                self.harvest.records.push((found.position.key(), Record::new(packed, result, found.eval)));
            }
        }
    }

    fn error(&mut self, error: PgnError) {
        self.fault.get_or_insert(Fault::Reader(error));
    }
}

/// The output: writes each position once.
struct ToWrite<'a> {
    out: &'a mut (dyn Write + Send),
    text: bool,
    /// Keys have 64 bits: the chance that any two of a thousand million positions share a key is one in forty.
    seen: HashSet<u64>,
    games: u64,
    records: u64,
    well: bool,
}

impl ToWrite<'_> {
    fn write<R: Rules>(&mut self, harvest: Harvest, names: &[String]) -> Result<(), Failure> {
        for (file, line, message) in harvest.errors {
            self.well = false;
            note(&format!("{}:{line}: {message}", names.get(file).map_or("", String::as_str)));
        }
        self.games += harvest.games;
        for (key, record) in harvest.records {
            if !self.seen.insert(key) {
                continue;
            }
            self.records += 1;
            if self.text {
                let text = record.to_text::<R>().map_err(Failure::Input)?;
                writeln!(self.out, "{text}")?;
            } else {
                self.out.write_all(&record.0)?;
            }
        }
        Ok(())
    }
}
