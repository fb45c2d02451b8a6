//! Explains a FEN: what is wrong with it or was put right, and what the position holds.
//!
//! ```text
//! cargo run --example fen -- "r3k2r/8/8/8/7b/8/4r3/R3K2R w KQkq - 3 21"
//! cargo run --example fen -- --lenient "rnbqkbnr/pppppppp/44/8/4P3/8/PPPP1PPP/RNBQKBNR_B KQkq e3"
//! cargo run --example fen -- --variant makruk "8/8/4k3/R7/8/2K2R2/8/8 b - 16 8 40"
//! cargo run --example fen -- --unicode rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! ```

mod common;

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use chess0x88::makruk::FenDialect;
use chess0x88::{
    CastlingSide, Chess, ChessRules, FenError, Makruk, MakrukRules, MoveKind, Position, Repairs, Rules, Setup, Square,
    SquareSet,
};
use clap::Parser;
use common::{Failure, Variant, note};

/// Explains a FEN: violations, repairs, the board, checks and pins, the legal moves
#[derive(Parser)]
#[command(name = "fen", after_help = "Exit status: 0 the position is legal, 1 it is not, 2 the text is no FEN")]
struct Args {
    /// The game
    #[arg(long, value_enum, default_value_t = Variant::Chess)]
    variant: Variant,
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
    common::run(|args: Args| match args.variant {
        Variant::Chess => explain_text::<ChessRules>(&args),
        Variant::Makruk => explain_text::<MakrukRules>(&args),
    })
}

/// What the two games tell each in its own way.
trait Told: Rules {
    fn lenient_setup(text: &str) -> Result<(Setup<Self>, Repairs), FenError>;
    fn lenient_position(text: &str) -> Result<(Position<Self>, Repairs), FenError>;
    /// The lines about what this game remembers besides pieces, turn and clocks.
    fn state(setup: &Setup<Self>, position: Option<&Position<Self>>) -> Vec<(&'static str, String)>;
}

impl Told for ChessRules {
    fn lenient_setup(text: &str) -> Result<(Setup<ChessRules>, Repairs), FenError> {
        Setup::<ChessRules>::from_fen_lenient(text)
    }

    fn lenient_position(text: &str) -> Result<(Chess, Repairs), FenError> {
        Chess::from_fen_lenient(text)
    }

    fn state(setup: &Setup<ChessRules>, position: Option<&Chess>) -> Vec<(&'static str, String)> {
        vec![("castling", castling(setup)), ("en passant", en_passant(setup, position))]
    }
}

impl Told for MakrukRules {
    fn lenient_setup(text: &str) -> Result<(Setup<MakrukRules>, Repairs), FenError> {
        Setup::<MakrukRules>::from_fen_lenient(text, FenDialect::FairyStockfish)
    }

    fn lenient_position(text: &str) -> Result<(Makruk, Repairs), FenError> {
        Makruk::from_fen_lenient(text, FenDialect::FairyStockfish)
    }

    fn state(setup: &Setup<MakrukRules>, _: Option<&Makruk>) -> Vec<(&'static str, String)> {
        vec![("count", setup.state.count.map_or("none".to_owned(), |count| count.to_string()))]
    }
}

/// What was read: always a setup, and a position if the setup is legal.
type Reading<R> = (Setup<R>, Option<Position<R>>, Option<Repairs>);

fn explain_text<R: Told>(args: &Args) -> Result<bool, Failure> {
    let text = args.fen.join(" ");
    let (setup, position, repairs): Reading<R> =
        if args.lenient { read_leniently(&text)? } else { read_strictly(&text)? };
    explain(&mut io::stdout().lock(), args, &setup, position.as_ref(), repairs.as_ref())
}

fn read_strictly<R: Told>(text: &str) -> Result<Reading<R>, Failure> {
    match text.parse::<Setup<R>>() {
        Ok(setup) => Ok((setup, setup.into_position().ok(), None)),
        Err(error) => {
            if R::lenient_setup(text).is_ok() {
                note("--lenient could read this");
            }
            Err(Failure::Input(error.to_string()))
        }
    }
}

fn read_leniently<R: Told>(text: &str) -> Result<Reading<R>, Failure> {
    match R::lenient_position(text) {
        Ok((position, repairs)) => Ok((position.into_setup(), Some(position), Some(repairs))),
        // Not legal, but perhaps a FEN all the same.
        Err(error) => match R::lenient_setup(text) {
            Ok((setup, repairs)) => Ok((setup, None, Some(repairs))),
            Err(_) => Err(Failure::Input(error.to_string())),
        },
    }
}

fn explain<R: Told>(
    out: &mut impl Write,
    args: &Args,
    setup: &Setup<R>,
    position: Option<&Position<R>>,
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
    for (name, value) in R::state(setup, position) {
        entry(out, name, value)?;
    }
    let Some(position) = position else {
        entry(out, "legal", "no")?;
        return Ok(false);
    };
    entry(out, "half-move clock", position.halfmove_clock())?;
    entry(out, "full-move number", position.fullmove_number())?;
    entry(out, "in check from", pieces(position, position.checkers()))?;
    entry(out, "pinned", pieces(position, position.pinned()))?;
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

fn en_passant(setup: &Setup<ChessRules>, position: Option<&Chess>) -> String {
    let Some(square) = setup.state.en_passant else { return "none".to_owned() };
    let Some(position) = position else { return square.to_string() };
    let can_capture = position.legal_moves().iter().any(|mv| mv.to() == square && mv.kind() == MoveKind::EnPassant);
    if can_capture { square.to_string() } else { format!("{square}, but nobody can legally capture there") }
}

/// Pieces by name and square: `knight on e2`.
fn pieces<R: Rules>(position: &Position<R>, squares: SquareSet) -> String {
    let name = |square: Square| {
        let name = position.board().piece_at(square).map(|piece| R::NAMES.name(piece.role()));
        format!("{} on {square}", name.unwrap_or_default())
    };
    or_nobody(&squares.into_iter().map(name).collect::<Vec<_>>())
}

fn or_nobody(items: &[String]) -> String {
    if items.is_empty() { "none".to_owned() } else { items.join(", ") }
}
