//! A server of correspondence games. It stores each game in a PGN file, and reads and writes that file for each move.
//!
//! ```text
//! $ cargo run --example correspondence -- games new anna-bert
//! $ cargo run --example correspondence -- games move anna-bert e4
//! $ cargo run --example correspondence -- games move anna-bert e5 --claim threefold
//! $ cargo run --example correspondence -- games show anna-bert
//! ```
//!
//! The file is all that is stored. An illegal move is refused with its reason, and the file stays as it was. A file is replaced
//! in one step, so no game is lost. Accounts, mails and clocks are not part of the example.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use chess0x88::game::Claim;
use chess0x88::{Chess, ChessRules, Game};
use chess0x88_pgn::{self as pgn, GameTree};
use tool::{Arguments, Failure};

const HELP: &str = "\
Keeps correspondence games in a folder

Usage: correspondence <FOLDER> <COMMAND>

  <FOLDER>  The folder of the games

  new <NAME>        Begins a game
  move <NAME> <SAN> Plays a move, in SAN or UCI
  resign <NAME>     Resigns for the side to move
  show <NAME>       Shows the board and the score sheet

  --chess960 <0-959>  new: the number of the start
  --claim <DRAW>      move: announces the move, and claims a draw with it [possible values: threefold, fifty]

Exit status: 0 done, 1 refused, 2 bad arguments, or a file that cannot be used
";

struct Args {
    folder: PathBuf,
    name: String,
    command: Command,
}

enum Command {
    New { chess960: Option<u16> },
    Move { san: String, claim: Option<Draw> },
    Resign,
    Show,
}

#[derive(Clone, Copy)]
enum Draw {
    /// The position occurs for the third time.
    Threefold,
    /// Fifty moves without a capture or a pawn's move.
    Fifty,
}

const DRAWS: [(&str, Draw); 2] = [("threefold", Draw::Threefold), ("fifty", Draw::Fifty)];

/// Reads the command line.
fn read(given: &mut Arguments) -> Result<Args, Failure> {
    let folder = given.required("FOLDER")?;
    let command: String = given.required("COMMAND")?;
    let name = given.required("NAME")?;
    let command = match command.as_str() {
        "new" => Command::New { chess960: given.within("--chess960", 0..=959)? },
        "move" => Command::Move { san: given.required("SAN")?, claim: given.choice("--claim", &DRAWS)? },
        "resign" => Command::Resign,
        "show" => Command::Show,
        _ => return Err(Failure::at(command, "is none of new, move, resign, show")),
    };
    Ok(Args { folder, name, command })
}

fn main() -> ExitCode {
    tool::run(HELP, read, |args| serve(&args))
}

fn serve(args: &Args) -> Result<bool, Failure> {
    let name = &args.name;
    // The name comes from outside and becomes a file name.
    if name.is_empty() || !name.chars().all(|char| char.is_ascii_alphanumeric() || char == '-') {
        return Err(Failure::at(name, "a name has letters, digits and hyphens"));
    }
    let path = args.folder.join(name).with_extension("pgn");
    let out = &mut io::stdout().lock();
    let game = match &args.command {
        Command::New { chess960 } if !path.exists() => {
            Game::new(chess960.and_then(Chess::chess960).unwrap_or_else(Chess::startpos))
        }
        Command::New { .. } => return Err(Failure::at(name, "there is such a game already")),
        Command::Show => load(&path)?,
        Command::Move { san, claim } => {
            let mut game = load(&path)?;
            if let Err(reason) = play(&mut game, san, *claim) {
                writeln!(out, "{san}: {reason}")?;
                return Ok(false);
            }
            game
        }
        Command::Resign => {
            let mut game = load(&path)?;
            let side = game.position().turn();
            if let Err(reason) = game.resign(side) {
                writeln!(out, "{reason}")?;
                return Ok(false);
            }
            game
        }
    };
    if !matches!(args.command, Command::Show) {
        store(&path, &game).map_err(|error| Failure::at(path.display(), error))?;
    }
    writeln!(out, "{}\n{}", game.position().board(), GameTree::from(&game))?;
    match game.outcome() {
        Some(outcome) => writeln!(out, "{outcome}")?,
        None => writeln!(out, "{} to move", game.position().turn())?,
    }
    Ok(true)
}

/// Plays a move, or claims a draw with it. The error is a sentence for the player.
fn play(game: &mut Game<ChessRules>, text: &str, claim: Option<Draw>) -> Result<(), String> {
    if let Some(outcome) = game.outcome() {
        return Err(format!("the game has ended: {outcome}"));
    }
    let position = game.position();
    // The error is that of the notation that the player has used: a text that is SAN gets the error of SAN.
    let mv = match position.parse_uci(text) {
        Ok(mv) => mv,
        Err(_) => position.parse_san(text).map_err(|error| error.to_string())?,
    };
    match claim {
        None => game.play(mv),
        Some(Draw::Threefold) => game.claim(Claim::ThreefoldRepetition, mv).map(|_| ()),
        Some(Draw::Fifty) => game.claim(Claim::FiftyMoves, mv).map(|_| ()),
    }
    .map_err(|error| error.to_string())
}

/// Reads a game from its file, with the outcome of its tags.
fn load(path: &Path) -> Result<Game<ChessRules>, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::at(path.display(), error))?;
    pgn::read(&text).map_err(|error| Failure::at(path.display(), error))
}

/// Writes a game to a new file, and replaces the old file.
fn store(path: &Path, game: &Game<ChessRules>) -> io::Result<()> {
    let mut tree = GameTree::from(game);
    tree.set_tag("Event", "Correspondence").map_err(io::Error::other)?;
    let new = path.with_extension("new");
    fs::write(&new, tree.to_string())?;
    fs::rename(new, path)
}
