//! Pictures of pieces, and the difference table.

use chess0x88::Piece;
use chess0x88::offsets::Difference;
use chess0x88_svg::PieceSvg;

use crate::call;
use crate::numbers::square;
use crate::words::push;

/// Reads the difference table for two squares. Writes, separated by tabs, the ways between them, the step of their common line (0
/// if there is none), the number of king's steps, and 1 if the piece could cross so. The text is the letter of the piece.
#[unsafe(no_mangle)]
pub extern "C" fn relation(from: u32, to: u32) -> u32 {
    call(&mut |letter, answer| {
        let (from, to) = square(from).zip(square(to)).ok_or("there is no such square")?;
        let ways = Difference::between(from, to).reach();
        let piece = letter.chars().next().and_then(Piece::from_char);
        push(answer, &ways);
        answer.push('\t');
        push(answer, &Difference::between(from, to).direction().map_or(0, |direction| direction as i8));
        answer.push('\t');
        push(answer, &from.distance(to));
        answer.push_str(if piece.is_some_and(|piece| ways.intersects(piece.reach())) { "\t1" } else { "\t0" });
        Ok(())
    })
}

/// Writes the picture of a piece. The text is its letter; a promoted Bia is `M~`.
#[unsafe(no_mangle)]
pub extern "C" fn picture(makruk: u32) -> u32 {
    call(&mut |text, answer| {
        let piece = text.chars().next().and_then(Piece::from_char).ok_or("no piece has this letter")?;
        let piece = if text.ends_with('~') { piece.promoted() } else { piece };
        push(answer, &if makruk == 0 { PieceSvg::new(piece) } else { PieceSvg::makruk(piece) });
        Ok(())
    })
}
