//! A position editor for chess and Makruk on standard input: the model of a board on which a user puts pieces.
//!
//! ```text
//! $ cargo run --example editor
//! > clear
//! > put K e1
//! > put k e8
//! > put r e7
//! > castling K
//! > show
//! ```
//!
//! A setup may be illegal, so the editor accepts every piece. After each command it prints all errors of the setup, or else its
//! FEN. `help` lists the commands.

mod tool;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use chess0x88::{CastlingSide, ChessRules, Color, MakrukRules, Piece, Position, Rules, Setup, Square};
use tool::{Failure, Variant};

const HELP: &str = "\
Edits positions by commands on standard input

Usage: editor [OPTIONS]

      --variant <VARIANT>  The game [default: chess] [possible values: chess, makruk]
      --fen <FEN>          Begin with this position instead of the usual start

Exit status: 0 the setup is a position, 1 it is not, 2 bad arguments or input
";

tool::arguments! {
    given:
    variant: Variant = given.variant()?,
    fen: Option<String> = given.value("--fen")?,
}

const COMMANDS: &str = "\
clear              take all pieces off
start              the usual start
fen FEN            any setup
put PIECE SQUARE   put a piece, as FEN writes it, on a square: put N f3
take SQUARE        take the piece off a square
move FROM TO       move a piece, whatever the rules say
turn w|b           which side is to move
castling W         change a castling right of chess, with the outermost rook: K, Q, k, q
flip               exchange the colours
mirror             exchange left and right
show               the board
quit               end";

fn main() -> ExitCode {
    tool::run(HELP, read, |args| match args.variant {
        Variant::Chess => edit::<ChessRules>(&args),
        Variant::Makruk => edit::<MakrukRules>(&args),
    })
}

/// The result of a command: nothing, or a sentence about its error.
type Answer = Result<(), String>;

fn edit<R: Rules>(args: &Args) -> Result<bool, Failure> {
    let mut setup: Setup<R> = match &args.fen {
        Some(fen) => fen.parse().map_err(|error| Failure::at("--fen", error))?,
        None => Position::<R>::startpos().to_setup(),
    };
    let out = &mut io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|error| Failure::at("standard input", error))?;
        let (command, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let answer = match command {
            "" => continue,
            "quit" => break,
            "help" => {
                writeln!(out, "{COMMANDS}")?;
                continue;
            }
            "show" => {
                writeln!(out, "{}", setup.board)?;
                Ok(())
            }
            "castling" => toggle_castling(&mut setup, rest.trim()),
            _ => apply(&mut setup, command, rest.trim()),
        };
        if let Err(reason) = answer {
            writeln!(out, "{line}: {reason}")?;
        }
        match setup.violations() {
            violations if violations.is_empty() => writeln!(out, "{}", setup.fen())?,
            violations => writeln!(out, "not a position: {violations}")?,
        }
    }
    Ok(setup.violations().is_empty())
}

/// Executes a command of both games.
fn apply<R: Rules>(setup: &mut Setup<R>, command: &str, rest: &str) -> Answer {
    let square = |text: &str| text.parse::<Square>().map_err(|error| format!("{text}: {error}"));
    let mut words = rest.split_whitespace();
    let mut word = || words.next().ok_or("something is missing; try help");
    match command {
        "clear" => *setup = Setup::empty(),
        "start" => *setup = Position::<R>::startpos().to_setup(),
        "fen" => *setup = rest.parse().map_err(|error: chess0x88::fen::FenError| error.to_string())?,
        "put" => {
            let (letter, at) = (word()?, square(word()?)?);
            let mut chars = letter.chars();
            let piece = chars.next().filter(|_| chars.next().is_none()).and_then(Piece::from_char);
            setup.board.set(at, Some(piece.ok_or(format!("{letter} is no piece of FEN"))?));
        }
        "take" => setup.board.set(square(word()?)?, None),
        "move" => {
            let (from, to) = (square(word()?)?, square(word()?)?);
            let piece = setup.board.piece_at(from);
            setup.board.set(from, None);
            setup.board.set(to, piece);
        }
        "turn" => {
            setup.turn = match word()? {
                "w" => Color::White,
                "b" => Color::Black,
                other => return Err(format!("{other} is neither w nor b")),
            }
        }
        "flip" | "mirror" => {
            let position = setup.to_position().map_err(|error| error.to_string())?;
            *setup = if command == "flip" { position.flip_colors() } else { position.mirror() }.to_setup();
        }
        _ => return Err("no such command; try help".into()),
    }
    Ok(())
}

/// Gives or removes a castling right, with the outermost rook on that side.
fn toggle_castling<R: Rules>(setup: &mut Setup<R>, which: &str) -> Answer {
    let (color, side) = match which {
        "K" => (Color::White, CastlingSide::King),
        "Q" => (Color::White, CastlingSide::Queen),
        "k" => (Color::Black, CastlingSide::King),
        "q" => (Color::Black, CastlingSide::Queen),
        other => return Err(format!("{other} is none of K, Q, k, q")),
    };
    let given = R::castling(&setup.state).rook(color, side).is_some();
    if setup.set_castling(color, side, !given) || given {
        Ok(())
    } else {
        Err("king and rook do not stand where they can castle".into())
    }
}
