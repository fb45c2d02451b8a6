//! Names of openings.

use chess0x88::Chess;
use chess0x88::uci::{CastlingMode, UciError};
use chess0x88_openings::{Lines, Opening};

use crate::call;
use crate::words::{push, reason};

/// Finds the opening of a game. The text has the FEN of its start, and in a second line its moves in UCI or SAN. The answer has the
/// code, family, variation and ply of the last position with a name, separated by tabs; it is empty if no position has one.
/// Moves after a null move are not asked for a name.
#[unsafe(no_mangle)]
pub extern "C" fn opening_of() -> u32 {
    call(&mut |text, answer| {
        let (fen, words) = text.split_once('\n').unwrap_or((text, ""));
        let start = Chess::from_fen(fen).map_err(reason)?;
        let (mut position, mut moves) = (start, Vec::new());
        for word in words.split_ascii_whitespace() {
            let mv = match position.parse_uci(word) {
                Ok(mv) => mv,
                Err(UciError::NullMove) => break,
                Err(_) if word == "--" => break,
                Err(UciError::Illegal(illegal)) => return Err(reason(format_args!("{word}: {illegal}"))),
                Err(_) => position.parse_san(word).map_err(|error| reason(format_args!("{word}: {error}")))?,
            };
            position.play_unchecked(mv);
            moves.push(mv);
        }
        if let Some((opening, ply)) = Opening::of_game_unchecked(&start, &moves) {
            write_name(answer, opening);
            answer.push('\t');
            push(answer, &ply);
        }
        Ok(())
    })
}

/// Lists the lines of the openings with the text in their name, sorted by their moves: code, family, variation, and the moves in UCI,
/// separated by tabs.
#[unsafe(no_mangle)]
pub extern "C" fn opening_lines() -> u32 {
    call(&mut |part, answer| {
        for line in Lines::all().filter(|line| line.opening().name().contains(part)) {
            write_name(answer, line.opening());
            let mut before = '\t';
            for mv in line.moves() {
                answer.push(before);
                push(answer, &mv.to_uci(CastlingMode::Standard));
                before = ' ';
            }
            answer.push('\n');
        }
        Ok(())
    })
}

fn write_name(answer: &mut String, opening: Opening) {
    for (part, end) in [(opening.code(), "\t"), (opening.family(), "\t"), (opening.variation().unwrap_or_default(), "")]
    {
        answer.push_str(part);
        answer.push_str(end);
    }
}
