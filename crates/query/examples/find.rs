//! Finds positions in files of games, by pieces on squares, numbers of pieces, and the order of positions.
//!
//! ```text
//! cargo run --release --example find -- "Q=0 q=0 passed(P)>=2" examples/games.pgn
//! cargo run --release --example find -- --first "check then Q=0" examples/games.pgn
//! cargo run --release --example find -- --stats "P[c]=0 P[e]=0 Pd4" - < examples/games.pgn
//! ```
//!
//! It prints a line for each position: the number of the game in the file, the plies from its start, and the FEN. It plays the
//! moves of the main lines and skips variations.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use chess0x88::{ChessRules, MakrukRules, Position, Rules};
use chess0x88_pgn as pgn;
use chess0x88_pgn::{Flow, GameResult, PgnError, RawText, StartTags, StreamReader, Visitor};
use chess0x88_query::{Query, Search};
use tool::{Failure, Variant, note};

const HELP: &str = "\
Finds positions in files of games

Usage: find [OPTIONS] <QUERY> <FILE>

  <QUERY>  What to find
  <FILE>   The games, as PGN; `-` is standard input

      --variant <VARIANT>  The game [default: chess] [possible values: chess, makruk]
      --first              Only the first position of each game
      --stats              Write on standard error how much was searched, and how fast

WORDS

Exit status: 0 a position was found, 1 none was found, 2 bad arguments, or a file that cannot be read
";

tool::arguments! {
    given:
    variant: Variant = given.variant()?,
    first: bool = given.flag("--first"),
    stats: bool = given.flag("--stats"),
    query: String = given.required("QUERY")?,
    file: PathBuf = given.required("FILE")?,
}

fn main() -> ExitCode {
    tool::run(&HELP.replace("WORDS", chess0x88_query::WORDS), read, |args| match args.variant {
        Variant::Chess => find::<ChessRules>(&args),
        Variant::Makruk => find::<MakrukRules>(&args),
    })
}

/// Searches games one after the other.
struct Finder<'a, 'q, R: Rules, W> {
    query: &'q Query,
    first: bool,
    out: W,
    /// The error of the output.
    failure: Option<io::Error>,
    games: u64,
    positions: u64,
    found: u64,
    /// Errors of the game, which are reported with its number.
    errors: Vec<String>,
    tags: StartTags<'a>,
    search: Search<'q>,
    position: Position<R>,
    ply: u64,
}

impl<R: Rules, W: Write> Finder<'_, '_, R, W> {
    /// Tests a position of the game. Returns `true` to go on with the next position.
    #[inline]
    fn look(&mut self) -> Flow {
        self.positions += 1;
        if !self.search.next(&self.position) {
            return Flow::Continue;
        }
        self.found += 1;
        match writeln!(self.out, "{} {} {}", self.games, self.ply, self.position.fen()) {
            Ok(()) if self.first => Flow::Skip,
            Ok(()) => Flow::Continue,
            Err(error) => {
                self.failure = Some(error);
                Flow::Stop
            }
        }
    }
}

impl<'a, R: Rules, W: Write> Visitor<'a> for Finder<'a, '_, R, W> {
    fn begin_game(&mut self, _offset: usize) {
        self.games += 1;
        self.tags = StartTags::default();
    }

    fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
        self.tags.tag(name, value);
    }

    fn end_tags(&mut self) -> Flow {
        match self.tags.position() {
            Ok(position) => {
                (self.position, self.ply, self.search) = (position, 0, Search::new(self.query));
                self.look()
            }
            Err(error) => {
                self.errors.push(error.to_string());
                Flow::Skip
            }
        }
    }

    #[inline]
    fn san(&mut self, san: &'a [u8], _offset: usize) -> Flow {
        match pgn::play_san(&mut self.position, san) {
            Ok(_) => {
                self.ply += 1;
                self.look()
            }
            Err(error) => {
                self.errors.push(error.to_string());
                Flow::Skip
            }
        }
    }

    fn begin_variation(&mut self) -> Flow {
        Flow::Skip
    }

    fn end_game(&mut self, _result: Option<GameResult>) {}

    fn error(&mut self, error: PgnError) {
        self.errors.push(error.to_string());
    }
}

fn find<R: Rules>(args: &Args) -> Result<bool, Failure> {
    let query = Query::parse::<R>(&args.query).map_err(|error| Failure::Input(error.to_string()))?;
    let name = args.file.display();
    let input: Box<dyn Read> = match args.file.to_str() {
        Some("-") => Box::new(io::stdin().lock()),
        _ => Box::new(File::open(&args.file).map_err(|error| Failure::at(&name, error))?),
    };
    let begun = Instant::now();
    let mut stream = StreamReader::new(input);
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut games, mut positions, mut found) = (0, 0, 0);
    while let Some(mut reader) = stream.next_game().map_err(|error| Failure::at(&name, error))? {
        let mut finder = Finder::<R, _> {
            query: &query,
            first: args.first,
            out: &mut out,
            failure: None,
            games,
            positions: 0,
            found: 0,
            errors: Vec::new(),
            tags: StartTags::default(),
            search: Search::new(&query),
            position: Position::startpos(),
            ply: 0,
        };
        reader.read_game(&mut finder);
        games = finder.games;
        positions += finder.positions;
        found += finder.found;
        for error in finder.errors {
            note(&format!("{name}: game {games}: {error}"));
        }
        if let Some(error) = finder.failure {
            return Err(error.into());
        }
    }
    out.flush()?;
    if args.stats {
        let speed = u128::from(positions) * 1_000_000_000 / begun.elapsed().as_nanos().max(1);
        let (games, positions) = (tool::count(games, "game", "games"), tool::count(positions, "position", "positions"));
        let (found, speed) = (tool::grouped(found), tool::grouped(speed));
        note(&format!("{games}, {positions}, {found} found; {speed} positions a second"));
    }
    Ok(found > 0)
}
