//! Answers an arbiter's questions: which side can still mate, and how; is the position dead?
//!
//! ```text
//! cargo run --release --example arbiter -- "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1"
//! cargo run --release --example arbiter -- --variant makruk "8/8/4k3/8/8/2K5/3M4/4M3 w - - 0 1"
//! ```
//!
//! Both sides may help. If the time of a side is up, the other side has won if it can still mate in this sense, else the game is
//! drawn (FIDE articles 5.1.2 and 6.9). If neither side can mate, the game is over (5.2.2).

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use chess0x88::{ChessRules, Color, MakrukRules, Move, Position, Rules, fen};
use chess0x88_mate::{CanMate, can_mate_until, cannot_mate};
use tool::{Failure, Variant};

const HELP: &str = "\
Tells which sides can still mate, and how, and if the position is dead

Usage: arbiter [OPTIONS] <FEN>

  <FEN>  The position

      --variant <VARIANT>   The game [default: chess] [possible values: chess, makruk]
      --budget <POSITIONS>  How many positions to look at for each side; 72 bytes each [default: 1000000]
      --seconds <SECONDS>   How many seconds to take for each side at most

Exit status: 0 both sides are answered, 1 the budget or the time ended first, 2 bad input
";

tool::arguments! {
    given:
    variant: Variant = given.variant()?,
    budget: usize = given.within("--budget", 0..)?.unwrap_or(1_000_000),
    seconds: Option<u64> = given.within("--seconds", 0..)?,
    fen: String = given.required("FEN")?,
}

fn main() -> ExitCode {
    tool::run(HELP, read, |args| match args.variant {
        Variant::Chess => judge::<ChessRules>(&args),
        Variant::Makruk => judge::<MakrukRules>(&args),
    })
}

fn judge<R: Rules>(args: &Args) -> Result<bool, Failure> {
    let (position, repairs) = fen::parse_lenient::<R>(&args.fen).map_err(|error| Failure::at("the position", error))?;
    for repair in &repairs {
        tool::note(&repair.to_string());
    }
    let out = &mut io::stdout().lock();
    writeln!(out, "{position}\n")?;
    let answers = Color::ALL.map(|color| {
        let start = Instant::now();
        let until = |_| match args.seconds {
            Some(seconds) if start.elapsed() >= Duration::from_secs(seconds) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        (color, can_mate_until(&position, color, args.budget, until))
    });
    for (color, answer) in &answers {
        match answer {
            CanMate::Yes(line) if line.is_empty() => writeln!(out, "{color} has mated")?,
            CanMate::Yes(line) => writeln!(out, "{color} can mate: {}", in_words(&position, line))?,
            CanMate::No if position.has_insufficient_material(*color) => {
                writeln!(out, "{color} cannot mate: the pieces are too few")?;
            }
            CanMate::No if cannot_mate(&position, *color) => {
                writeln!(out, "{color} cannot mate, as is soon seen")?;
            }
            CanMate::No => writeln!(out, "{color} cannot mate: every way on has been followed")?,
            CanMate::Unknown(far) if far.stopped => {
                writeln!(out, "{color}: nothing found in {}, when the time ended", positions(far.examined))?;
            }
            CanMate::Unknown(far) => writeln!(out, "{color}: nothing found in {}", positions(far.examined))?,
        }
    }
    let cannot = answers.each_ref().map(|(_, answer)| *answer == CanMate::No);
    let can = answers.iter().any(|(_, answer)| matches!(answer, CanMate::Yes(_)));
    match cannot {
        [true, true] => writeln!(out, "The position is dead: the game is drawn")?,
        _ if can => writeln!(out, "The position is not dead")?,
        _ => writeln!(out, "Whether the position is dead is not known")?,
    }
    Ok(answers.iter().all(|(_, answer)| !matches!(answer, CanMate::Unknown(_))))
}

/// Writes a line with its move numbers.
fn in_words<R: Rules>(position: &Position<R>, line: &[Move]) -> String {
    let mut position = *position;
    let mut words = Vec::new();
    for (ply, &mv) in line.iter().enumerate() {
        let number = position.fullmove_number();
        match position.turn() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if ply == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(position.san(mv).to_string());
        position.play_unchecked(mv);
    }
    words.join(" ")
}

/// Writes `1,024 positions`.
fn positions(number: usize) -> String {
    tool::count(number, "position", "positions")
}
