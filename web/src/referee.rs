//! The rules alone, for a server that receives moves.

use chess0x88::uci::CastlingMode;
use chess0x88::{ChessRules, History, MakrukRules, Move, Position, Rules};

use crate::castling::{mode, write_fen};
use crate::{Reason, call};

/// Judges a game. The text has the FEN of its start, and in a second line its moves in UCI. The answer has lines: the FEN, the
/// legal moves in UCI, `check` or nothing, and the result if the game is over. A failure names the illegal position or move.
#[unsafe(no_mangle)]
pub extern "C" fn judge(makruk: u32) -> u32 {
    call(&mut |text, answer| {
        let judge = if makruk == 0 { judge_game::<ChessRules> } else { judge_game::<MakrukRules> };
        judge(text, answer)
    })
}

fn judge_game<R: Rules>(text: &str, answer: &mut String) -> Result<(), Reason> {
    let (fen, moves) = text.split_at(text.bytes().position(|byte| byte == b'\n').unwrap_or(text.len()));
    let position = Position::<R>::from_fen(fen).map_err(|_| Reason::from(fen))?;
    let mode = mode(&position);
    let mut history = History::new(position);
    for uci in moves.split_ascii_whitespace() {
        // A search among the legal moves needs no more code. A reader of UCI would.
        let spelt = |mv: &&Move| mv.to_uci(CastlingMode::Standard) == *uci || mv.to_uci(CastlingMode::Chess960) == *uci;
        let mv = *history.position().legal_moves().iter().find(spelt).ok_or_else(|| Reason::from(uci))?;
        // No move will be taken back.
        let _ = history.make(mv);
    }
    let position = history.position();
    answer.push_str(&write_fen(position));
    answer.push('\n');
    for mv in &position.legal_moves() {
        answer.push_str(&mv.to_uci(mode));
        answer.push(' ');
    }
    answer.push_str(if position.is_check() { "\ncheck\n" } else { "\n\n" });
    if let Some(outcome) = history.outcome() {
        answer.push_str(outcome.result());
    }
    Ok(())
}
