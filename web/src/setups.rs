//! Positions as text, without a game: their errors, their repairs, and perft.

use chess0x88::fen::{self, FenError, FenField, Repair, RepairKind, Repairs};
use chess0x88::uci::CastlingMode;
use chess0x88::{Color, Position, Rank, Rules, Setup, Violations};

use crate::castling::{is_of_one_start, is_unusual, mode, write_fen};
use crate::numbers::{color, square};
use crate::words::{push, reason};
use crate::{Reason, Variant, call};

/// The FEN of a start of Chess960 by its number.
#[cfg(not(feature = "makruk"))]
#[unsafe(no_mangle)]
pub extern "C" fn chess960(number: u32) -> u32 {
    call(&mut |_, answer| {
        let start = u16::try_from(number).ok().and_then(chess0x88::Chess::chess960);
        answer.push_str(&start.ok_or("the starts of Chess960 have the numbers 0 to 959")?.fen());
        Ok(())
    })
}

/// Returns 1 if the FEN in the text must be Chess960: then all its castling is written as king takes rook.
#[unsafe(no_mangle)]
pub extern "C" fn is_chess960() -> u32 {
    let mut found = false;
    call(&mut |fen, _| {
        found = mode(&check(fen)?.0) == CastlingMode::Chess960;
        Ok(())
    });
    found.into()
}

/// Lists the violations of the set-up in the FEN of the text, one a line: the sentence and the squares, separated by a tab. Fails
/// if the text is no FEN.
#[unsafe(no_mangle)]
pub extern "C" fn examine() -> u32 {
    call(&mut |fen, answer| {
        let setup = fen.parse::<Setup<Variant>>().map_err(reason)?;
        for violation in setup.violations().iter() {
            answer.push_str(violation.message(Variant::GAME));
            answer.push('\t');
            push(answer, &setup.squares_of(violation));
            answer.push('\n');
        }
        Ok(())
    })
}

/// Repairs a pasted FEN. The answer has lines: the repaired FEN, and a sentence for each repair.
#[unsafe(no_mangle)]
pub extern "C" fn repair() -> u32 {
    call(&mut |fen, answer| {
        let (position, repairs) = parse(fen, Spelling::Pasted).map_err(reason)?;
        write(&position, &repairs, answer);
        Ok(())
    })
}

/// Writes a position and the repairs of its FEN, one a line.
fn write(position: &Position<Variant>, repairs: &[Repair], out: &mut String) {
    out.push_str(&write_fen(position));
    out.push('\n');
    for repair in repairs {
        push(out, repair);
        out.push('\n');
    }
}

/// What a FEN may be beside the standard spelling of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spelling {
    /// As in chess.js: castling rights in any order, castling rights that the board contradicts, and positions that no game leads to.
    Standard,
    /// That, and what people paste: other white space, fields that are missing behind the first two, signs and words around it.
    Pasted,
}

/// Reads a pasted FEN, with its repairs.
pub(crate) fn check(fen: &str) -> Result<(Position<Variant>, Vec<Repair>), Reason> {
    check_as(fen, Spelling::Pasted)
}

fn check_as(fen: &str, spelling: Spelling) -> Result<(Position<Variant>, Vec<Repair>), Reason> {
    // Nearly all are spelt as the library writes them.
    match fen::parse_tolerating::<Variant>(fen, Violations::NONE) {
        Ok(position) => return Ok((position, Vec::new())),
        // In the standard spelling nothing of the board is repaired.
        Err(error) if spelling == Spelling::Standard => {
            let why = reason(error);
            if why.starts_with("board: ") {
                return Err(why);
            }
        }
        Err(_) => {}
    }
    let (position, repairs) = parse(fen, spelling).map_err(reason)?;
    match repairs.iter().find(|repair| !is_let_pass(repair.kind, position.turn(), spelling)) {
        Some(repair) => Err(refusal(fen, repair)),
        None => Ok((position, repairs.to_vec())),
    }
}

/// Reads a FEN leniently; for Makruk also a Thai FEN, which is no standard spelling.
fn parse(fen: &str, spelling: Spelling) -> Result<(Position<Variant>, Repairs), FenError> {
    #[cfg(feature = "makruk")]
    if spelling == Spelling::Pasted
        && let Ok((position, repairs)) = chess0x88::makruk::from_thai_fen_lenient(fen)
    {
        return Ok((position, repairs));
    }
    let _ = spelling;
    fen::parse_lenient::<Variant>(fen)
}

/// Returns the reason to refuse a FEN that could be repaired: what the strict reader says, since a repair would sound as if it was made.
fn refusal(fen: &str, repair: &Repair) -> Reason {
    match fen::parse_tolerating::<Variant>(fen.trim_ascii(), Violations::TOLERABLE) {
        Err(error) => reason(error),
        Ok(_) => format_args!("not in the standard spelling at byte {}", repair.at + 1).to_string(),
    }
}

/// Reads the position of a FEN, and writes the answer of [`repair`] to `out`. If the rights `KQkq` would mean different files for
/// the two sides, the game began on the usual squares, and a king or rook has moved.
pub(crate) fn read(fen: &str, out: &mut String) -> Result<Position<Variant>, Reason> {
    let (mut position, repairs) = check(fen)?;
    let rights = fen.split_ascii_whitespace().nth(2).unwrap_or_default();
    let mut dropped = Vec::new();
    if rights.bytes().all(|letter| b"KQkq".contains(&letter)) && !is_of_one_start(&position) {
        let mut setup = position.to_setup();
        for (color, side, rook) in position.castling_rights().iter() {
            if is_unusual(&position, color, side, rook) {
                setup.set_castling(color, side, false);
                dropped.push((color, side));
            }
        }
        position = setup.to_position_with(Violations::TOLERABLE).map_err(reason)?;
    }
    write(&position, &repairs, out);
    for (color, side) in dropped {
        push(out, &format_args!("dropped {color}'s right to castle on the {side}: king or rook has moved\n"));
    }
    Ok(position)
}

/// Requires a text to be the FEN of a playable position in the standard spelling. A failure names the reason.
#[unsafe(no_mangle)]
pub extern "C" fn validate() -> u32 {
    call(&mut |fen, _| {
        let (position, _) = check_as(fen, Spelling::Standard)?;
        // The library accepts it, since many programs write it.
        if position.fullmove_number() == 0 || fen.ends_with(" 0") && !cfg!(feature = "makruk") {
            return Err("move number: the first move has the number 1".into());
        }
        Ok(())
    })
}

/// Writes the FEN of the position that a text loads and its repairs, as [`repair`] does.
#[unsafe(no_mangle)]
pub extern "C" fn load() -> u32 {
    call(&mut |fen, answer| read(fen, answer).map(drop))
}

fn is_let_pass(repair: RepairKind, turn: Color, spelling: Spelling) -> bool {
    match repair {
        RepairKind::StraySpace
        | RepairKind::Separator
        | RepairKind::Around
        | RepairKind::Backslash
        | RepairKind::Dash => spelling == Spelling::Pasted,
        RepairKind::Missing { field } => spelling == Spelling::Pasted && field != FenField::Turn,
        RepairKind::CastlingDropped { .. }
        | RepairKind::CastlingNoRook { .. }
        | RepairKind::CastlingOrder
        | RepairKind::CastlingTwice
        | RepairKind::CastlingDash
        | RepairKind::LeadingZeros { .. }
        | RepairKind::TooLarge { .. }
        | RepairKind::Tolerated { .. } => true,
        RepairKind::EnPassantDropped { square } => {
            square.rank() == if turn == Color::White { Rank::Sixth } else { Rank::Third }
        }
        _ => false,
    }
}

/// Returns the pieces of White (0) or Black (1) that attack a square, as bits, for the set-up in the FEN of the text. It may be
/// illegal.
#[unsafe(no_mangle)]
pub extern "C" fn setup_attackers(target: u32, by: u32) -> u64 {
    let mut found = 0;
    call(&mut |fen, _| {
        if let (Some(target), Ok(setup)) = (square(target), fen.parse::<Setup<Variant>>()) {
            found = setup.board.attackers(target, color(by)).bits();
        }
        Ok(())
    });
    found
}

/// Returns the number of move sequences of a length for the FEN in the text.
#[unsafe(no_mangle)]
pub extern "C" fn perft(depth: u32) -> u32 {
    call(&mut |fen, answer| {
        push(answer, &count(&mut check(fen)?.0, depth));
        Ok(())
    })
}

/// The library's `perft` is faster, but a fortieth of the module's size.
fn count(position: &mut Position<Variant>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut lines = 0;
    for &mv in &moves {
        let undo = position.make(mv);
        lines += count(position, depth - 1);
        position.unmake(undo);
    }
    lines
}
