//! The moves of a file: a line with its variations, played.

use chess0x88::Position;
use chess0x88_pgn::play_san;

use crate::game::push_move;
use crate::words::{push, reason};
use crate::{Reason, Variant, setups};

/// Plays words from the position of a FEN, which stands in a line before them: moves, and parentheses around variations. No FEN
/// is the usual start. The answer is lines: the FEN that it starts with and what was put right in it, parted by tabs; then one for
/// each move, as `games::find` has it. What is illegal on the main line is a failure. In a variation its line is `!` and the reason,
/// and those of the words behind it, as far as the variation goes, are empty.
pub(crate) fn read(text: &str, is_strict: bool, out: &mut String) -> Result<(), Reason> {
    let (fen, words) = text.split_at(text.bytes().position(|byte| byte == b'\n').unwrap_or(text.len()));
    let mut now = Position::<Variant>::startpos();
    if !fen.is_empty() {
        now = setups::read(fen, out)?;
    }
    out.truncate(out.trim_ascii_end().len());
    *out = out.replace('\n', "\t");
    out.push('\n');
    let mut before = now;
    let mut last = "the start";
    let mut is_cut = false;
    let mut waiting: Vec<(Position<Variant>, Position<Variant>, bool)> = Vec::new();
    for word in words.split_ascii_whitespace() {
        match word {
            "(" => {
                waiting.push((now, before, is_cut));
                now = before;
            }
            ")" => (now, before, is_cut) = waiting.pop().ok_or("a variation ends that has not begun")?,
            _ if is_cut => out.push('\n'),
            _ => match play(&now, word, is_strict, out) {
                Ok(after) => (before, now, last) = (now, after, word),
                Err(why) if waiting.is_empty() => return Err(reason(format_args!("after {last}, {word}: {why}"))),
                Err(why) => {
                    is_cut = true;
                    push(out, &format_args!("!after {last}, {word}: {why}\n"));
                }
            },
        }
    }
    Ok(())
}

fn play(
    before: &Position<Variant>,
    word: &str,
    is_strict: bool,
    out: &mut String,
) -> Result<Position<Variant>, Reason> {
    let mut after = *before;
    let undo = play_san(&mut after, word.as_bytes()).map_err(reason)?;
    let Some(mv) = undo.played() else {
        push(out, &format_args!("a8 a8 a8a8 -- k - - - a8\t{}\n", after.fen()));
        return Ok(after);
    };
    if is_strict {
        let san = before.san(mv);
        let plain = |text: &str| text.replace(['=', '+', '#'], "");
        if plain(word) != plain(&san) {
            return Err(reason(format_args!("the move is written {san}")));
        }
    }
    push_move(before, mv, out);
    Ok(after)
}
