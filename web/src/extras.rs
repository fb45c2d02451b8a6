//! What goes beyond a game and its rules.

use chess0x88::error::PieceNames;
use chess0x88::offsets::Reach;
use chess0x88::svg::PieceSvg;
use chess0x88::{Chess, ChessRules, MakrukRules, Piece, Rules, Setup, Square, Violations, fen, perft as count};

use crate::words::{push, reason};
use crate::{Reason, call, pgn};

fn square(number: u32) -> Result<Square, Reason> {
    usize::try_from(number).ok().and_then(Square::from_index).ok_or_else(|| "there is no such square".into())
}

/// The FEN of a start of Chess960 by its number.
#[unsafe(no_mangle)]
pub extern "C" fn chess960(number: u32) -> u32 {
    call(&mut |_, answer| {
        let start = u16::try_from(number).ok().and_then(Chess::chess960);
        answer.push_str(&start.ok_or("the starts of Chess960 have the numbers 0 to 959")?.fen());
        Ok(())
    })
}

/// What is wrong with the set-up whose FEN the text is: a line each, of the sentence and of the squares it is about, parted by
/// a tab. A text that is no FEN is a failure.
#[unsafe(no_mangle)]
pub extern "C" fn examine(makruk: u32) -> u32 {
    fn violations<R: Rules>(fen: &str, answer: &mut String, names: PieceNames) -> Result<(), Reason> {
        let setup = Setup::<R>::from_fen(fen).map_err(reason)?;
        for violation in setup.violations().iter() {
            answer.push_str(violation.message(names));
            answer.push('\t');
            push(answer, &setup.squares_of(violation));
            answer.push('\n');
        }
        Ok(())
    }
    call(&mut |fen, answer| {
        if makruk == 0 {
            violations::<ChessRules>(fen, answer, PieceNames::Chess)
        } else {
            violations::<MakrukRules>(fen, answer, PieceNames::Makruk)
        }
    })
}

/// What the difference table says of two squares: the ways to cross from one to the other, the step of the line they share (0
/// if none), how many steps a king takes, and whether the piece with the letter that the text is could cross so (1), parted by
/// tabs.
#[unsafe(no_mangle)]
pub extern "C" fn relation(from: u32, to: u32) -> u32 {
    call(&mut |letter, answer| {
        let (from, to) = (square(from)?, square(to)?);
        let ways = Reach::between(from, to);
        let piece = letter.chars().next().and_then(Piece::from_char);
        push(answer, &ways);
        answer.push('\t');
        push(answer, &from.direction_to(to).map_or(0, |direction| direction as i8));
        answer.push('\t');
        push(answer, &from.distance(to));
        answer.push_str(if piece.is_some_and(|piece| ways.intersects(piece.reach())) { "\t1" } else { "\t0" });
        Ok(())
    })
}

/// The picture of the piece with the letter that the text is; a promoted Bia is `M~`.
#[unsafe(no_mangle)]
pub extern "C" fn picture(makruk: u32) -> u32 {
    call(&mut |text, answer| {
        let piece = text.chars().next().and_then(Piece::from_char).ok_or("no piece has this letter")?;
        let piece = if text.ends_with('~') { piece.promoted() } else { piece };
        push(answer, &if makruk == 0 { PieceSvg::new(piece) } else { PieceSvg::makruk(piece) });
        Ok(())
    })
}

/// Reads the first game of a PGN: what stands in it, as [`write_pgn`] takes it. What is wrong with the file is among it.
#[unsafe(no_mangle)]
pub extern "C" fn read_pgn() -> u32 {
    call(&mut |text, answer| pgn::read(text, answer))
}

/// Writes a game as PGN, in lines of this length (0: one line).
#[unsafe(no_mangle)]
pub extern "C" fn write_pgn(width: u32) -> u32 {
    call(&mut |text, answer| pgn::write(text, width as usize, answer))
}

/// The number of lines of play of a length from the position whose FEN the text is.
#[unsafe(no_mangle)]
pub extern "C" fn perft(makruk: u32, depth: u32) -> u32 {
    fn lines<R: Rules>(fen: &str, depth: u8) -> Result<u64, Reason> {
        Ok(count(&fen::parse_with::<R>(fen, Violations::TOLERABLE).map_err(reason)?, depth))
    }
    call(&mut |fen, answer| {
        let depth = u8::try_from(depth).map_err(reason)?;
        push(answer, &if makruk == 0 { lines::<ChessRules> } else { lines::<MakrukRules> }(fen, depth)?);
        Ok(())
    })
}
