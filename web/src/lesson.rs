//! The core in the lesson: the pseudo-legal moves, the reasons why some of them are illegal, the pins and the checks.

use chess0x88::{ChessRules, Position, SquareSet, Violations, fen};

use crate::words::{push, reason};
use crate::{Reason, call};

fn read(text: &str) -> Result<Position<ChessRules>, Reason> {
    fen::parse_with(text, Violations::TOLERABLE).map_err(reason)
}

/// The pseudo-legal moves of the position whose FEN the text is, in the generator's order. A line each: the square that the piece
/// leaves, the square that it comes to, the UCI, and behind a tab why the move is illegal; nothing there if it is legal.
#[unsafe(no_mangle)]
pub extern "C" fn pseudo_legal() -> u32 {
    call(&mut |text, answer| {
        let position = read(text)?;
        for &mv in &position.pseudo_legal_moves() {
            push(answer, &format_args!("{} {} {mv}\t", mv.from(), mv.landing()));
            // The filter says yes or no: the reason is asked for apart.
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

/// Of the position whose FEN the text is: a line of the pieces that give check, a line of those of the side to move that are pinned.
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
