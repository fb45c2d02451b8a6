//! Explains a FEN: what is wrong with it or was put right, and what the position holds.
//!
//! ```text
//! cargo run --example fen -- "r3k2r/8/8/8/7b/8/4r3/R3K2R w KQkq - 3 21"
//! cargo run --example fen -- --lenient "rnbqkbnr/pppppppp/44/8/4P3/8/PPPP1PPP/RNBQKBNR_B KQkq e3"
//! cargo run --example fen -- --unicode rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! ```
//!
//! Exit status: 0 the position is legal, 1 it is not, 2 the text is no FEN.

mod common;

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use chess0x88::{Board0x88, CastlingSide, Chess, ChessRules, Repairs, Setup, Square, SquareSet};
use clap::Parser;
use common::{Failure, note};

/// Explains a FEN: violations, repairs, the board, checks and pins, the legal moves
#[derive(Parser)]
#[command(name = "fen")]
struct Args {
    /// Read what people paste, and list what was put right
    #[arg(long)]
    lenient: bool,
    /// Draw the board with figurines
    #[arg(long)]
    unicode: bool,
    /// The FEN, quoted or not
    #[arg(required = true, num_args = 1.., allow_hyphen_values = true)]
    fen: Vec<String>,
}

fn main() -> ExitCode {
    common::run(|args: Args| {
        let text = args.fen.join(" ");
        let (setup, position, repairs) = if args.lenient { read_leniently(&text)? } else { read_strictly(&text)? };
        explain(&mut io::stdout().lock(), &args, &setup, position.as_ref(), repairs.as_ref())
    })
}

/// What was read: always a setup, and a position if the setup is legal.
type Reading = (Setup<ChessRules>, Option<Chess>, Option<Repairs>);

fn read_strictly(text: &str) -> Result<Reading, Failure> {
    match text.parse::<Setup<ChessRules>>() {
        Ok(setup) => Ok((setup, setup.into_position().ok(), None)),
        Err(error) => {
            if Setup::<ChessRules>::from_fen_lenient(text).is_ok() {
                note("--lenient could read this");
            }
            Err(Failure::Input(error.to_string()))
        }
    }
}

fn read_leniently(text: &str) -> Result<Reading, Failure> {
    match Chess::from_fen_lenient(text) {
        Ok((position, repairs)) => Ok((position.into_setup(), Some(position), Some(repairs))),
        // Not legal, but perhaps a FEN all the same.
        Err(error) => match Setup::from_fen_lenient(text) {
            Ok((setup, repairs)) => Ok((setup, None, Some(repairs))),
            Err(_) => Err(Failure::Input(error.to_string())),
        },
    }
}

fn explain(
    out: &mut impl Write,
    args: &Args,
    setup: &Setup<ChessRules>,
    position: Option<&Chess>,
    repairs: Option<&Repairs>,
) -> Result<bool, Failure> {
    if args.unicode {
        writeln!(out, "{:#}\n", setup.board)?;
    } else {
        writeln!(out, "{}\n", setup.board)?;
    }
    entry(out, "FEN", setup.fen())?;
    list(out, "repairs", repairs.into_iter().flat_map(|repairs| repairs.iter()))?;
    list(out, "violations", setup.violations().iter())?;
    entry(out, "side to move", setup.turn)?;
    entry(out, "castling", castling(setup))?;
    let Some(position) = position else {
        entry(out, "en passant", setup.state.en_passant.map_or("none".to_owned(), |square| square.to_string()))?;
        entry(out, "legal", "no")?;
        return Ok(false);
    };
    entry(out, "en passant", en_passant(position))?;
    entry(out, "half-move clock", position.halfmove_clock())?;
    entry(out, "full-move number", position.fullmove_number())?;
    entry(out, "in check from", pieces(position.board(), position.checkers()))?;
    entry(out, "pinned", pieces(position.board(), position.pinned()))?;
    let moves = position.legal_moves();
    let ending = match (moves.is_empty(), position.is_check()) {
        (true, true) => ": checkmate",
        (true, false) => ": stalemate",
        _ => "",
    };
    entry(out, "legal moves", format_args!("{}{ending}", moves.len()))?;
    let mut moves: Vec<String> = moves.iter().map(|&mv| position.san(mv).to_string()).collect();
    moves.sort_unstable();
    for line in moves.chunks(10) {
        writeln!(out, "  {}", line.join(" "))?;
    }
    Ok(true)
}

fn entry(out: &mut impl Write, name: &str, value: impl Display) -> io::Result<()> {
    writeln!(out, "{:<18}{value}", format!("{name}:"))
}

/// A heading and a line each; nothing if there is nothing.
fn list(out: &mut impl Write, name: &str, items: impl Iterator<Item = impl Display>) -> io::Result<()> {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    if !items.is_empty() {
        entry(out, name, items.len())?;
    }
    items.iter().try_for_each(|item| writeln!(out, "  - {item}"))
}

fn castling(setup: &Setup<ChessRules>) -> String {
    let rights = setup.state.castling.iter().map(|(color, side, rook)| {
        let side = match side {
            CastlingSide::King => "O-O",
            CastlingSide::Queen => "O-O-O",
        };
        format!("{color} {side} with {rook}")
    });
    or_nobody(&rights.collect::<Vec<_>>())
}

fn en_passant(position: &Chess) -> String {
    let Some(square) = position.state().en_passant else { return "none".to_owned() };
    let can_capture =
        position.legal_moves().iter().any(|mv| mv.to() == square && mv.kind() == chess0x88::MoveKind::EnPassant);
    if can_capture { square.to_string() } else { format!("{square}, but nobody can legally capture there") }
}

/// Pieces by role and square: `knight on e2`.
fn pieces(board: &Board0x88, squares: SquareSet) -> String {
    let name = |square: Square| {
        let role = board.piece_at(square).map(|piece| format!("{:?}", piece.role()).to_lowercase());
        format!("{} on {square}", role.unwrap_or_default())
    };
    or_nobody(&squares.into_iter().map(name).collect::<Vec<_>>())
}

fn or_nobody(items: &[String]) -> String {
    if items.is_empty() { "none".to_owned() } else { items.join(", ") }
}
