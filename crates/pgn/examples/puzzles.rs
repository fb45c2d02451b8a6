//! Checks puzzles: whether the positions of a suite are legal, and whether their solutions are right.
//!
//! ```text
//! cargo run --release --example puzzles -- tests/data/mates.epd
//! cargo run --release --example puzzles -- --variant makruk tests/data/mates_makruk.epd
//! ```
//!
//! A puzzle is a line of EPD. Each of its moves must be legal, and no solution may be a move to avoid. If it promises a mate (`dm
//! 2`), all moves are tried: there must be a mate in two moves, none may be faster, and `bm` must list all moves that force it,
//! and no other.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use chess0x88::{ChessRules, MakrukRules, Move, Position, Rules};
use chess0x88_pgn::epd;
use chess0x88_pgn::epd::{Epd, EpdError};
use tool::{Failure, Variant};

const HELP: &str = "\
Checks puzzles, and their solutions

Usage: puzzles [OPTIONS] <FILE>

  <FILE>  The suite: a puzzle a line; `#` begins a comment

      --variant <VARIANT>  The game [default: chess] [possible values: chess, makruk]
      --depth <MOVES>      The deepest mate to check by trying all moves [default: 3]

Exit status: 0 all are sound, 1 some are not, 2 bad arguments or an unreadable file
";

tool::arguments! {
    given:
    variant: Variant = given.variant()?,
    depth: u32 = given.within("--depth", 1..=8)?.unwrap_or(3),
    file: PathBuf = given.required("FILE")?,
}

fn main() -> ExitCode {
    tool::run(HELP, read, |args| match args.variant {
        Variant::Chess => check_suite::<ChessRules>(&args),
        Variant::Makruk => check_suite::<MakrukRules>(&args),
    })
}

fn check_suite<R: Rules>(args: &Args) -> Result<bool, Failure> {
    let name = args.file.display();
    let suite = fs::read_to_string(&args.file).map_err(|error| Failure::at(&name, error))?;
    let out = &mut io::stdout().lock();
    let (mut puzzles, mut faults) = (0, 0);
    let lines = suite.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    for (number, line) in lines {
        puzzles += 1;
        if let Err(fault) = check::<R>(line, args.depth) {
            faults += 1;
            writeln!(out, "{name}:{}: {fault}", number + 1)?;
        }
    }
    writeln!(out, "{puzzles} puzzles, {faults} with a fault")?;
    Ok(faults == 0)
}

/// Checks one puzzle. The error is a sentence.
fn check<R: Rules>(line: &str, depth: u32) -> Result<(), String> {
    let in_words = |error: EpdError| error.to_string();
    let (puzzle, repairs) = epd::parse_lenient::<R>(line).map_err(in_words)?;
    if let Some(repair) = repairs.first() {
        return Err(repair.to_string());
    }
    let best = puzzle.best_moves().collect::<Result<Vec<Move>, _>>().map_err(in_words)?;
    let avoid = puzzle.avoid_moves().collect::<Result<Vec<Move>, _>>().map_err(in_words)?;
    if best.is_empty() && avoid.is_empty() {
        return Err("it names no solution: neither bm nor am".into());
    }
    if let Some(&mv) = best.iter().find(|mv| avoid.contains(mv)) {
        return Err(format!("{} is a best move and a move to avoid", puzzle.position().san(mv)));
    }
    match puzzle.mate_in().map_err(in_words)? {
        Some(moves) if moves <= depth => check_mate(&puzzle, moves, &best),
        _ => Ok(()),
    }
}

/// Checks that the best moves, and no others, mate in this number of moves, and that none mates sooner.
fn check_mate<R: Rules>(puzzle: &Epd<'_, R>, moves: u32, best: &[Move]) -> Result<(), String> {
    let position = puzzle.position();
    for mv in position.legal_moves() {
        let mated = |moves: u32| is_mated_in(&position.after_unchecked(mv), moves);
        let san = position.san(mv);
        if moves > 0 && (1..moves).any(mated) {
            return Err(format!("{san} mates in fewer than {moves} moves"));
        }
        match (mated(moves), best.contains(&mv)) {
            (true, false) => return Err(format!("{san} mates in {moves}, too")),
            (false, true) => return Err(format!("{san} does not mate in {moves}")),
            _ => {}
        }
    }
    Ok(())
}

/// Returns `true` if the side to move is mated in any line, by at most this number of moves of the other side, including the last
/// one played.
fn is_mated_in<R: Rules>(position: &Position<R>, moves: u32) -> bool {
    if position.is_checkmate() {
        return true;
    }
    // A side that has no move and is not in check is stalemated.
    moves > 1
        && position.has_legal_move()
        && position.legal_moves().into_iter().all(|reply| {
            let position = position.after_unchecked(reply);
            position.legal_moves().into_iter().any(|mv| is_mated_in(&position.after_unchecked(mv), moves - 1))
        })
}
