//! Tells which move a text means, or why the move is not legal.
//!
//! ```text
//! cargo run --example explain -- --fen "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1" e2c3
//! cargo run --example explain -- --fen "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1" Nd2
//! cargo run --example explain -- --chess960 e2e4
//! cargo run --example explain -- --variant makruk e2e3
//! ```
//!
//! The move may be in UCI notation (`e2e4`, `e7e8q`, `e1g1`) or in standard algebraic notation, also as people type it
//! (`Nb1-c3`, `0-0`, `e8Q`).

mod tool;

use std::io::{self, Write};
use std::process::ExitCode;

use chess0x88::san::SanError;
use chess0x88::see::PieceValues;
use chess0x88::uci::{CastlingMode, UciError};
use chess0x88::{ChessRules, IllegalMove, MakrukRules, Move, Position, Role, Rules, Square, san, see};
use tool::{Failure, Variant};

const HELP: &str = "\
Tells which move a text means, or why the move is not legal

Usage: explain [OPTIONS] <MOVE>

  <MOVE>  The move, in UCI or standard algebraic notation

      --variant <VARIANT>  The game [default: chess] [possible values: chess, makruk]
      --fen <FEN>          The position, instead of the start position
      --chess960           Spell castling as king takes rook

Exit status: 0 the move is legal, 1 it is not legal or the text means several moves, 2 bad input
";

tool::arguments! {
    given:
    variant: Variant = given.variant()?,
    fen: Option<String> = given.value("--fen")?,
    chess960: bool = given.flag("--chess960"),
    text: String = given.required("MOVE")?,
}

/// The meaning of a text.
enum Answer {
    /// One legal move, and the difference from the usual spelling, if there is one.
    Legal(Move, Option<String>),
    /// No legal move, with the reasons.
    Illegal(Vec<String>),
    /// Several legal moves.
    Ambiguous(String, Vec<Move>),
    /// No move in this notation, with the reason.
    NotThis(String),
}

fn main() -> ExitCode {
    tool::run(HELP, read, |args| match args.variant {
        Variant::Chess => explain::<ChessRules>(&args),
        Variant::Makruk => explain::<MakrukRules>(&args),
    })
}

fn explain<R: Rules>(args: &Args) -> Result<bool, Failure> {
    let position: Position<R> = match &args.fen {
        None => Position::startpos(),
        Some(fen) => fen.parse().map_err(|error| Failure::at("--fen", error))?,
    };
    // A text with the form of one notation is not tried in the next.
    let mut answer = as_uci(&position, &args.text);
    if let Answer::NotThis(uci) = &answer {
        answer = match as_san(&position, &args.text) {
            Answer::NotThis(san) => return Err(Failure::Input(format!("no move: as UCI, {uci}; as SAN, {san}"))),
            answer => answer,
        };
    }
    let mode = if args.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
    report(&mut io::stdout().lock(), &position, &args.text, mode, &answer)
}

fn as_uci<R: Rules>(position: &Position<R>, text: &str) -> Answer {
    match position.parse_uci(text) {
        Ok(mv) => Answer::Legal(mv, None),
        Err(UciError::Illegal(reason)) => Answer::Illegal(vec![reason.to_string()]),
        Err(error) => Answer::NotThis(error.to_string()),
    }
}

fn as_san<R: Rules>(position: &Position<R>, text: &str) -> Answer {
    match position.parse_san(text) {
        Ok(mv) => Answer::Legal(mv, san::parse_strict(position, text).err().map(|error| error.to_string())),
        Err(error @ SanError::Ambiguous { .. }) => Answer::Ambiguous(error.to_string(), error.candidates().collect()),
        Err(SanError::Illegal(reason)) => Answer::Illegal(vec![reason.to_string()]),
        Err(error @ SanError::NoSuchPiece { role, to, .. }) => {
            let mut reasons = vec![error.to_string()];
            reasons.extend(why_none(position, role, to).map(|reason| reason.to_string()));
            Answer::Illegal(reasons)
        }
        Err(error) => Answer::NotThis(error.to_string()),
    }
}

/// Returns the reason for each piece of a role that it cannot go to a square.
fn why_none<R: Rules>(position: &Position<R>, role: Role, to: Square) -> impl Iterator<Item = IllegalMove> {
    let own = chess0x88::Piece::new(position.turn(), role);
    position.board().squares_of(own).into_iter().filter_map(move |from| position.find_move(from, to, None).err())
}

fn report<R: Rules>(
    out: &mut impl Write,
    position: &Position<R>,
    text: &str,
    mode: CastlingMode,
    answer: &Answer,
) -> Result<bool, Failure> {
    let names = |mv: Move| format!("{} ({})", position.san(mv), mv.to_uci(mode));
    match answer {
        Answer::Legal(mv, departure) => {
            writeln!(out, "{text} is legal: {}", names(*mv))?;
            if let Some(departure) = departure {
                writeln!(out, "  not quite as it is written: {departure}")?;
            }
            if position.gives_check(*mv) {
                let mate = !position.after_unchecked(*mv).has_legal_move();
                writeln!(out, "  it gives {}", if mate { "checkmate" } else { "check" })?;
            }
            let exchange = see::value(position, *mv, &PieceValues::default());
            if mv.is_capture() || exchange != 0 {
                let pawn = R::GAME.piece_name(Role::Pawn);
                writeln!(out, "  captures on {} come to {exchange:+} hundredths of a {pawn}", mv.to())?;
            }
        }
        Answer::Ambiguous(reason, moves) => {
            writeln!(out, "{text} means no single move: {reason}")?;
            for mv in moves {
                writeln!(out, "  {}", names(*mv))?;
            }
        }
        Answer::Illegal(reasons) => {
            writeln!(out, "{text} is illegal: {}", reasons.first().map_or("", String::as_str))?;
            for reason in reasons.iter().skip(1) {
                writeln!(out, "  {reason}")?;
            }
        }
        Answer::NotThis(reason) => return Err(Failure::Input(reason.clone())),
    }
    Ok(matches!(answer, Answer::Legal(..)))
}
