//! Explains a FEN: its errors, its repairs, and the facts of its position.
//!
//! ```text
//! cargo run --example fen -- "r3k2r/8/8/8/7b/8/4r3/R3K2R w KQkq - 3 21"
//! cargo run --example fen -- --lenient "rnbqkbnr/pppppppp/44/8/4P3/8/PPPP1PPP/RNBQKBNR_B KQkq e3"
//! cargo run --example fen -- --variant makruk "8/8/4k3/R7/8/2K2R2/8/8 b - 16 8 40"
//! cargo run --example fen -- --unicode rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! ```

mod tool;

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use chess0x88::fen::{EnPassantMode, Repairs};
use chess0x88::{CastlingSide, ChessRules, MakrukRules, Position, Rules, Setup, Square, SquareSet, fen};
use tool::{Failure, Variant, note};

const HELP: &str = "\
Explains a FEN: violations, repairs, the board, checks and pins, the legal moves

Usage: fen [OPTIONS] <FEN>...

  <FEN>...  The FEN, with or without quotes

      --variant <VARIANT>  The game [default: chess] [possible values: chess, makruk]
      --lenient            Accept common mistakes, and list the repairs
      --unicode            Draw the board with figurines

Exit status: 0 the position is legal, 1 it is not, 2 the text is no FEN
";

tool::arguments! {
    given:
    variant: Variant = given.variant()?,
    lenient: bool = given.flag("--lenient"),
    unicode: bool = given.flag("--unicode"),
    fen: Vec<String> = given.some("FEN")?,
}

fn main() -> ExitCode {
    tool::run(HELP, read, |args| match args.variant {
        Variant::Chess => explain_text::<ChessRules>(&args),
        Variant::Makruk => explain_text::<MakrukRules>(&args),
    })
}

/// The result of reading: always a setup, and a position if the setup is legal.
type Reading<R> = (Setup<R>, Option<Position<R>>, Option<Repairs>);

fn explain_text<R: Rules>(args: &Args) -> Result<bool, Failure> {
    let text = args.fen.join(" ");
    let (setup, position, repairs): Reading<R> =
        if args.lenient { read_leniently(&text)? } else { read_strictly(&text)? };
    explain(&mut io::stdout().lock(), args, &setup, position.as_ref(), repairs.as_ref())
}

fn read_strictly<R: Rules>(text: &str) -> Result<Reading<R>, Failure> {
    match text.parse::<Setup<R>>() {
        Ok(setup) => Ok((setup, setup.to_position().ok(), None)),
        Err(error) => {
            if Setup::<R>::from_fen_lenient(text).is_ok() {
                note("--lenient could read this");
            }
            Err(Failure::Input(error.to_string()))
        }
    }
}

fn read_leniently<R: Rules>(text: &str) -> Result<Reading<R>, Failure> {
    match fen::parse_lenient::<R>(text) {
        Ok((position, repairs)) => Ok((position.to_setup(), Some(position), Some(repairs))),
        // The text may be a FEN of an illegal position.
        Err(error) => match Setup::<R>::from_fen_lenient(text) {
            Ok((setup, repairs)) => Ok((setup, None, Some(repairs))),
            Err(_) => Err(Failure::Input(error.to_string())),
        },
    }
}

fn explain<R: Rules>(
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
    let violations = setup.violations();
    let with_squares = violations.iter().map(|violation| match setup.squares_of(violation) {
        SquareSet::EMPTY => violation.message(R::GAME).to_owned(),
        squares => format!("{}: {squares}", violation.message(R::GAME)),
    });
    list(out, "violations", with_squares)?;
    entry(out, "side to move", setup.turn)?;
    if R::CASTLING {
        entry(out, "castling", castling(setup))?;
    }
    if R::DOUBLE_STEP {
        entry(out, "en passant", en_passant(setup, position))?;
    }
    if R::COUNTING {
        entry(out, "count", R::count(&setup.state).map_or("none".to_owned(), |count| count.to_string()))?;
    }
    let Some(position) = position else {
        entry(out, "legal", "no")?;
        return Ok(false);
    };
    entry(out, "half-move clock", position.halfmove_clock())?;
    entry(out, "full-move number", position.fullmove_number())?;
    entry(out, "in check from", pieces(position, position.checkers()))?;
    entry(out, "pinned", pieces(position, position.pinned(position.turn())))?;
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

/// Writes a heading and a line for each item; nothing if there are none.
fn list(out: &mut impl Write, name: &str, items: impl Iterator<Item = impl Display>) -> io::Result<()> {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    if !items.is_empty() {
        entry(out, name, items.len())?;
    }
    items.iter().try_for_each(|item| writeln!(out, "  - {item}"))
}

fn castling<R: Rules>(setup: &Setup<R>) -> String {
    let rights = R::castling(&setup.state);
    let rights = rights.iter().map(|(color, side, rook)| {
        let side = match side {
            CastlingSide::King => "O-O",
            CastlingSide::Queen => "O-O-O",
        };
        format!("{color} {side} with {rook}")
    });
    or_nobody(&rights.collect::<Vec<_>>())
}

fn en_passant<R: Rules>(setup: &Setup<R>, position: Option<&Position<R>>) -> String {
    let Some(square) = R::en_passant(&setup.state) else { return "none".to_owned() };
    match position.map(|position| position.en_passant_square(EnPassantMode::Legal)) {
        Some(None) => format!("{square}, but no legal capture goes there"),
        _ => square.to_string(),
    }
}

/// Lists pieces by name and square: `knight on e2`.
fn pieces<R: Rules>(position: &Position<R>, squares: SquareSet) -> String {
    let name = |square: Square| {
        let name = position.board().piece_at(square).map(|piece| R::GAME.piece_name(piece.role()));
        format!("{} on {square}", name.unwrap_or_default())
    };
    or_nobody(&squares.into_iter().map(name).collect::<Vec<_>>())
}

fn or_nobody(items: &[String]) -> String {
    if items.is_empty() { "none".to_owned() } else { items.join(", ") }
}
