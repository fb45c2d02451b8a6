//! Positions as text, outside a game: what is wrong with them, what was put right in them, and how many lines of play they have.

use chess0x88::fen::{self, RepairKind, Repairs};
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

/// Returns 1 if a game that starts with the FEN in the text is Chess960 for certain: then all its castling is spelt as king takes rook.
#[unsafe(no_mangle)]
pub extern "C" fn is_chess960() -> u32 {
    let mut found = false;
    call(&mut |fen, _| {
        found = mode(&check(fen)?.0) == CastlingMode::Chess960;
        Ok(())
    });
    found.into()
}

/// Lists the violations of the set-up whose FEN the text is: a line each, of the sentence and of the squares it is about, parted by
/// a tab. A text that is no FEN is a failure.
#[unsafe(no_mangle)]
pub extern "C" fn examine() -> u32 {
    call(&mut |fen, answer| {
        let setup = Setup::<Variant>::from_fen(fen).map_err(reason)?;
        for violation in setup.violations().iter() {
            answer.push_str(violation.message(Variant::NAMES));
            answer.push('\t');
            push(answer, &setup.squares_of(violation));
            answer.push('\n');
        }
        Ok(())
    })
}

/// Reads a FEN as people paste it. The answer is lines: the FEN put right, and what was put right, a sentence each.
#[unsafe(no_mangle)]
pub extern "C" fn repair() -> u32 {
    call(&mut |fen, answer| {
        write(&fen::parse_lenient(fen).map_err(reason)?, answer);
        Ok(())
    })
}

/// A position and what was put right in its FEN, a line each.
fn write((position, repairs): &(Position<Variant>, Repairs), out: &mut String) {
    out.push_str(&write_fen(position));
    out.push('\n');
    for repair in repairs {
        push(out, repair);
        out.push('\n');
    }
}

/// The position of a FEN that is spelt as the standard says, and what was put right all the same. As in chess.js, castling rights in
/// any order, rights that the board contradicts and what no game leads to are let pass.
pub(crate) fn check(fen: &str) -> Result<(Position<Variant>, Repairs), Reason> {
    let (position, repairs) = fen::parse_lenient::<Variant>(fen).map_err(reason)?;
    match repairs.iter().find(|repair| !is_let_pass(repair.kind, position.turn())) {
        Some(repair) => Err(reason(repair)),
        None => Ok((position, repairs)),
    }
}

/// The position of a FEN; `out` gets what [`repair`] answers. Where the letters of the rights, `KQkq`, would name other files for one
/// side than for the other, they are of a game that began from the usual squares, and king or rook has moved.
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
    write(&(position, repairs), out);
    for (color, side) in dropped {
        push(out, &format_args!("dropped {color}'s right to castle on the {side}: king or rook has moved\n"));
    }
    Ok(position)
}

/// Requires a text to be a FEN that can be loaded. A failure names the reason.
#[unsafe(no_mangle)]
pub extern "C" fn validate() -> u32 {
    call(&mut |fen, _| check(fen).map(drop))
}

/// The FEN of the position that a text loads, and what was put right, as [`repair`] answers.
#[unsafe(no_mangle)]
pub extern "C" fn load() -> u32 {
    call(&mut |fen, answer| read(fen, answer).map(drop))
}

fn is_let_pass(repair: RepairKind, turn: Color) -> bool {
    match repair {
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

/// The pieces of White (0) or Black (1) that attack a square of the set-up whose FEN the text is, a bit each; it may be no
/// legal position.
#[unsafe(no_mangle)]
pub extern "C" fn setup_attackers(target: u32, by: u32) -> u64 {
    let mut found = 0;
    call(&mut |fen, _| {
        if let (Some(target), Ok(setup)) = (square(target), Setup::<Variant>::from_fen(fen)) {
            found = setup.board.attackers(target, color(by)).bits();
        }
        Ok(())
    });
    found
}

/// The number of lines of play of a length from the position whose FEN the text is.
#[unsafe(no_mangle)]
pub extern "C" fn perft(depth: u32) -> u32 {
    call(&mut |fen, answer| {
        push(answer, &count(&mut check(fen)?.0, depth));
        Ok(())
    })
}

/// The library's `perft` is faster, and a fortieth of the module.
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
