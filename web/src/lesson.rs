//! The core for the lesson: the pseudo-legal moves with the reasons why some are illegal, the pins and the checks.

use chess0x88::{ChessRules, Position, SquareSet, Violations, fen};

use crate::words::{push, reason};
use crate::{Reason, call};

fn read(text: &str) -> Result<Position<ChessRules>, Reason> {
    fen::parse_tolerating(text, Violations::TOLERABLE).map_err(reason)
}

/// Writes the pseudo-legal moves for the FEN in the text, in the generator's order. A line has from, to and UCI, and after a tab
/// the reason why the move is illegal; the reason of a legal move is empty.
#[unsafe(no_mangle)]
pub extern "C" fn pseudo_legal() -> u32 {
    call(&mut |text, answer| {
        let position = read(text)?;
        for &mv in &position.pseudo_legal_moves() {
            push(answer, &format_args!("{} {} {mv}\t", mv.from(), mv.landing()));
            // The filter answers yes or no. The reason is a second question.
            if !position.leaves_king_safe(mv)
                && let Err(illegal) = position.find_move(mv.from(), mv.to(), mv.promotion())
            {
                push(answer, &illegal);
            }
            answer.push('\n');
        }
        Ok(())
    })
}

/// Writes, for the FEN in the text, a line of the checking pieces and a line of the pinned pieces of the side to move.
#[unsafe(no_mangle)]
pub extern "C" fn pins() -> u32 {
    call(&mut |text, answer| {
        let position = read(text)?;
        let sets: [SquareSet; 2] = [position.checkers(), position.pinned(position.turn())];
        for set in sets {
            push(answer, &set);
            answer.push('\n');
        }
        Ok(())
    })
}
