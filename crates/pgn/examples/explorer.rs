//! An opening explorer: the moves that were played in a position, how often, and the results of the games.
//!
//! ```text
//! cargo run --release --example explorer -- examples/games.pgn                    the first moves
//! cargo run --release --example explorer -- examples/games.pgn e4 c5 Nf3          what was played after 1. e4 c5 2. Nf3
//! cargo run --release --example explorer -- - d4 < examples/games.pgn
//! ```
//!
//! With `--book FILE` it makes a Polyglot opening book instead: a move gets weight 2 for each game that its side has won, and 1
//! for each draw.
//!
//! ```text
//! cargo run --release --example explorer -- examples/games.pgn --plies 20 --book games.bin
//! ```
//!
//! It looks up positions, not lines of moves, so transpositions count. In chess, it names the opening of the moves.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use chess0x88::{ChessRules, MakrukRules, Move, Position, Rules};
use chess0x88_openings::Opening;
use chess0x88_pgn as pgn;
use chess0x88_pgn::{Flow, GameResult, PgnError, RawText, StartTags, StreamReader, Visitor};
use tool::{Failure, Variant, note};

const HELP: &str = "\
Prints which moves were played in a position, how often, and how the games ended

Usage: explorer [OPTIONS] <FILE> [MOVE]...

  <FILE>     The games, as PGN; `-` is standard input
  [MOVE]...  The moves that lead to the position, from the usual start

      --variant <VARIANT>  The game [default: chess] [possible values: chess, makruk]
      --plies <N>          How many plies of each game to keep [default: 40]
      --book <FILE>        Write a Polyglot book of the games to this file

Exit status: 0 the position was found, 1 no game has it, 2 bad arguments, or a file that cannot be read or has no games
";

tool::arguments! {
    given:
    variant: Variant = given.variant()?,
    plies: usize = given.within("--plies", 0..)?.unwrap_or(40),
    book: Option<PathBuf> = given.apart("--book", &["--variant"])?.value("--book")?,
    file: PathBuf = given.required("FILE")?,
    moves: Vec<String> = given.rest("MOVE")?,
}

/// The results of the games with a move: White's wins, draws, Black's wins, games without a result.
type Ends = [u32; 4];

/// The moves played in each position.
type Played<R> = HashMap<Position<R>, HashMap<Move, Ends>>;

/// Collects one game, and adds its moves when the result is known.
struct Collector<'a, 'p, R: Rules> {
    played: &'p mut Played<R>,
    plies: usize,
    tags: StartTags<'a>,
    position: Option<Position<R>>,
    line: Vec<(Position<R>, Move)>,
    /// `true` if there was a tag or a move: then it is a game.
    is_game: bool,
    /// The first error.
    error: Option<String>,
}

impl<'a, R: Rules> Visitor<'a> for Collector<'a, '_, R> {
    fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
        self.is_game = true;
        self.tags.tag(name, value);
    }

    fn end_tags(&mut self) -> Flow {
        match self.tags.position() {
            Ok(position) => {
                self.position = Some(position);
                Flow::Continue
            }
            Err(error) => {
                self.error.get_or_insert(error.to_string());
                Flow::Skip
            }
        }
    }

    fn san(&mut self, san: &'a [u8], _offset: usize) -> Flow {
        let Some(position) = self.position.as_mut().filter(|_| self.line.len() < self.plies) else { return Flow::Skip };
        let before = *position;
        // After an illegal move or a null move, the moves may not have been played.
        match pgn::play_san(position, san).map(|undo| undo.played()) {
            Ok(Some(mv)) => {
                self.is_game = true;
                self.line.push((before, mv));
                Flow::Continue
            }
            Ok(None) => Flow::Skip,
            Err(error) => {
                self.error.get_or_insert(format!("{}: {error}", pgn::Word::new(san)));
                Flow::Skip
            }
        }
    }

    fn begin_variation(&mut self) -> Flow {
        Flow::Skip
    }

    fn end_game(&mut self, result: Option<GameResult>) {
        let end = match result {
            Some(GameResult::WhiteWins) => 0,
            Some(GameResult::Draw) => 1,
            Some(GameResult::BlackWins) => 2,
            _ => 3,
        };
        for (position, mv) in self.line.drain(..) {
            self.played.entry(position).or_default().entry(mv).or_default()[end] += 1;
        }
    }

    fn error(&mut self, error: PgnError) {
        self.error.get_or_insert(error.to_string());
    }
}

fn main() -> ExitCode {
    tool::run(HELP, read, |args| match args.variant {
        _ if args.book.is_some() => make_book(&args),
        Variant::Chess => explore::<ChessRules>(&args, Opening::of),
        Variant::Makruk => explore::<MakrukRules>(&args, |_| None),
    })
}

/// Prints the moves that were played in a position. Openings of Makruk have no names.
fn explore<R: Rules>(args: &Args, opening_of: fn(&Position<R>) -> Option<Opening>) -> Result<bool, Failure> {
    let mut position = Position::<R>::startpos();
    let mut opening = None;
    for word in &args.moves {
        let mv = position.parse_san(word).map_err(|error| Failure::at(word, error))?;
        position.play_unchecked(mv);
        opening = opening_of(&position).or(opening);
    }
    let played = collect::<R>(args)?;
    let Some(moves) = played.get(&position) else {
        note(&format!("no game reached {}", position.fen()));
        return Ok(false);
    };
    let out = &mut io::stdout().lock();
    writeln!(out, "{}", position.fen())?;
    if let Some(opening) = opening {
        writeln!(out, "{opening}")?;
    }
    let mut moves: Vec<(Move, Ends, u32)> = moves.iter().map(|(&mv, &ends)| (mv, ends, ends.iter().sum())).collect();
    moves.sort_unstable_by_key(|&(mv, _, games)| (u32::MAX - games, mv.bits()));
    writeln!(out, "move       games   White   draw   Black")?;
    for (mv, [white, draws, black, _], games) in moves {
        let percent = |part: u32| f64::from(part) * 100.0 / f64::from(games);
        let san = position.san(mv).to_string();
        writeln!(out, "{san:8} {games:7}  {:5.1}%  {:4.1}%  {:5.1}%", percent(white), percent(draws), percent(black))?;
    }
    Ok(true)
}

/// Writes a Polyglot book of the moves.
fn make_book(args: &Args) -> Result<bool, Failure> {
    let mut builder = chess0x88_polyglot::PolyglotBuilder::new();
    for (position, moves) in collect::<ChessRules>(args)? {
        for (mv, [white, draws, black, _]) in moves {
            let won = if position.turn() == chess0x88::Color::White { white } else { black };
            let weight = won.saturating_mul(2).saturating_add(draws);
            if weight > 0 {
                builder.add(&position, mv, weight).map_err(|error| Failure::at(mv, error))?;
            }
        }
    }
    let bytes = builder.to_bytes();
    if let Some(file) = &args.book {
        std::fs::write(file, &bytes).map_err(|error| Failure::at(file.display(), error))?;
        writeln!(io::stdout(), "{} moves", bytes.len() / 16)?;
    }
    Ok(!bytes.is_empty())
}

/// Collects the moves of a file's games. The file is read game by game, so it may be larger than the memory. The first error of a
/// game is reported, and the moves before it count.
fn collect<R: Rules>(args: &Args) -> Result<Played<R>, Failure> {
    let (name, plies) = (args.file.display(), args.plies);
    let input: Box<dyn Read> = match args.file.to_str() {
        Some("-") => Box::new(io::stdin().lock()),
        _ => Box::new(File::open(&args.file).map_err(|error| Failure::at(&name, error))?),
    };
    let (mut stream, mut played) = (StreamReader::new(input), Played::new());
    let (mut number, mut games) = (0_u64, 0_u64);
    while let Some(mut reader) = stream.next_game().map_err(|error| Failure::at(&name, error))? {
        number += 1;
        let tags = StartTags::default();
        let line = Vec::new();
        let mut collector =
            Collector { played: &mut played, plies, tags, position: None, line, is_game: false, error: None };
        reader.read_game(&mut collector);
        games += u64::from(collector.is_game);
        // A file that is no PGN has an error in each line.
        if let Some(error) = collector.error.filter(|_| games > 0) {
            note(&format!("{name}: game {number}: {error}"));
        }
    }
    if games == 0 && number > 0 {
        return Err(Failure::at(&name, "there is neither a tag nor a move in it: this is no PGN"));
    }
    Ok(played)
}
