//! Games by their handles.

use std::cell::RefCell;

use chess0x88::{Game, Square};

use crate::castling::write_fen;
use crate::game::{self, Play, parse, push_move};
use crate::numbers::{color, square};
use crate::study::{Form, Study};
use crate::words::push;
use crate::{Reason, Variant, call, pgn, setups};

thread_local! {
    static GAMES: RefCell<Games> = const { RefCell::new(Games { places: Vec::new(), free: Vec::new() }) };
}

/// The games in memory. A handle is an index.
struct Games {
    places: Vec<Option<Study>>,
    /// The free indexes. The last one is used first.
    free: Vec<usize>,
}

/// The work of a call on a game, the text and the answer.
type Act<'a> = dyn FnMut(&mut Study, &str, &mut String) -> Result<(), Reason> + 'a;

/// Calls for one game.
fn with_game(handle: u32, act: &mut Act<'_>) -> u32 {
    call(&mut |text, answer| {
        GAMES.with_borrow_mut(|games| match games.places.get_mut(handle as usize) {
            Some(Some(game)) => act(game, text, answer),
            _ => Err("there is no such game".into()),
        })
    })
}

/// Returns a number about a game; 0 if there is no such game.
fn ask(handle: u32, question: impl Fn(&Game<Variant>) -> u64) -> u64 {
    GAMES.with_borrow(|games| match games.places.get(handle as usize) {
        Some(Some(study)) => question(study.game()),
        _ => 0,
    })
}

/// Makes a game from the FEN in the first line of the text. The other lines are what [`tree`] saved. The answer is its handle.
#[unsafe(no_mangle)]
pub extern "C" fn new_game() -> u32 {
    call(&mut |text, answer| {
        let (fen, saved) = text.split_once('\n').unwrap_or((text, ""));
        let (start, _) = setups::check(fen)?;
        push(answer, &keep(Study::restore(start, saved)?));
        Ok(())
    })
}

/// Gives a game a handle.
fn keep(study: Study) -> usize {
    GAMES.with_borrow_mut(|Games { places, free }| {
        let handle = free.pop().unwrap_or(places.len());
        match places.get_mut(handle) {
            Some(place) => *place = Some(study),
            None => places.push(Some(study)),
        }
        handle
    })
}

/// Removes a game. Another game may get its handle.
#[unsafe(no_mangle)]
pub extern "C" fn drop_game(handle: u32) {
    GAMES.with_borrow_mut(|games| {
        let handle = handle as usize;
        if games.places.get_mut(handle).and_then(Option::take).is_some() {
            games.free.push(handle);
        }
    });
}

/// Returns 1 if the side to move is in check.
#[unsafe(no_mangle)]
pub extern "C" fn is_check(handle: u32) -> u32 {
    u32::from(ask(handle, |game| game.is_check().into()) != 0)
}

/// Returns the facts that decide whether a game is over: 1 if there is a legal move, 2 if the material is insufficient, 4 if the
/// game is over, and 8 for each occurrence of the position.
#[unsafe(no_mangle)]
pub extern "C" fn facts(handle: u32) -> u32 {
    ask(handle, Play::facts) as u32
}

/// Returns the key of the position.
#[unsafe(no_mangle)]
pub extern "C" fn key(handle: u32) -> u64 {
    ask(handle, Play::key)
}

/// Returns 1 if White (0) or Black (1) cannot mate by any series of legal moves.
#[unsafe(no_mangle)]
pub extern "C" fn cannot_mate(handle: u32, side: u32) -> u32 {
    u32::from(ask(handle, |game| game.cannot_mate(color(side)).into()) != 0)
}

/// Writes the FEN with the en passant square after each double step, even if no pawn can capture there.
#[unsafe(no_mangle)]
pub extern "C" fn forced_fen(handle: u32) -> u32 {
    with_game(handle, &mut |study, _, answer| {
        study.game().forced_fen(answer);
        Ok(())
    })
}

/// Writes the state of a game, in lines of a name and a value.
#[unsafe(no_mangle)]
pub extern "C" fn status(handle: u32) -> u32 {
    with_game(handle, &mut |study, _, answer| {
        study.game().status(answer);
        Ok(())
    })
}

/// Writes the legal moves from a square, or all of them, in lines of the format of [`find`].
#[unsafe(no_mangle)]
pub extern "C" fn moves(handle: u32, from: u32) -> u32 {
    with_game(handle, &mut |study, _, answer| {
        study.game().list(square(from), answer);
        Ok(())
    })
}

/// Writes the legal moves from a square, or all of them, in SAN, one a line.
#[unsafe(no_mangle)]
pub extern "C" fn sans(handle: u32, from: u32) -> u32 {
    with_game(handle, &mut |study, _, answer| {
        study.game().sans(square(from), answer);
        Ok(())
    })
}

/// Finds the move for a text in any common spelling, or the reason why it is illegal. Does not play it. The answer is a line:
/// from, to (for castling the king's), UCI, SAN, the piece, the captured piece, the promotion, a letter for the kind of move, and
/// to (for castling the rook's), then the FEN after the move behind a tab.
#[unsafe(no_mangle)]
pub extern "C" fn find(handle: u32) -> u32 {
    with_game(handle, &mut |study, text, answer| {
        let position = study.game().position();
        push_move(position, parse(position, text)?, answer);
        Ok(())
    })
}

/// Finds the move from one square to another, and answers as [`find`] does. The text is the letter of the promotion, in either
/// case. It is ignored if the move does not promote, or if there is no choice.
#[unsafe(no_mangle)]
pub extern "C" fn find_squares(handle: u32, from: u32, to: u32) -> u32 {
    with_game(handle, &mut |study, text, answer| {
        let position = study.game().position();
        let (from, to) = squares(from, to)?;
        push_move(position, game::find_squares(position, from, to, text)?, answer);
        Ok(())
    })
}

fn squares(from: u32, to: u32) -> Result<(Square, Square), Reason> {
    square(from).zip(square(to)).ok_or_else(|| "a square is a number from 0 to 63".into())
}

/// Plays the move for a text, and answers as [`find`] does. It follows the first variation with this move, or adds one.
#[unsafe(no_mangle)]
pub extern "C" fn play(handle: u32) -> u32 {
    with_game(handle, &mut |study, text, answer| {
        let position = study.game().position();
        let mv = parse(position, text)?;
        push_move(position, mv, answer);
        study.play(mv)
    })
}

/// Plays the move from one square to another, as [`find_squares`] finds it.
#[unsafe(no_mangle)]
pub extern "C" fn play_squares(handle: u32, from: u32, to: u32) -> u32 {
    with_game(handle, &mut |study, text, answer| {
        let position = study.game().position();
        let (from, to) = squares(from, to)?;
        let mv = game::find_squares(position, from, to, text)?;
        push_move(position, mv, answer);
        study.play(mv)
    })
}

/// Walks in the tree of a game, changes it, or tells of it. The number of what to do is its place in `TREE` of `js/wasm.js`, where its
/// name is; one function for each would be a fiftieth of the module's size. Moves are in the format of [`find`].
///
/// | | text | number | answer |
/// |---|---|---|---|
/// | 0 | | | `back`: goes one move back |
/// | 1 | | | `undo`: that, and removes the move with all that follows |
/// | 2 | | variation | `forward`: follows it; the move |
/// | 3 | | | `pass`: passes the turn; the move |
/// | 4 | path | | `go`: goes along it as far as there are such moves; 1 if to its end, else 0, then the FEN |
/// | 5 | | | `promote`: makes the current variation the first |
/// | 6 | | | `deleteVariation`: removes the current variation and goes to the move before it; its FEN |
/// | 7 | FEN, notes | | `annotate`: replaces the comments and glyphs of a position: see `Study::annotate` |
/// | 8 | | | `path` to the current move |
/// | 9 | | | `line`: the moves from the start to the current position |
/// | 10 | | | `variations`: the moves that follow |
/// | 11 | | 1 for all fields | `tree`, in the form of `study` |
/// | 12 | FEN or nothing | | `notes`: the comments and glyphs of a position |
/// | 13 | | | `allNotes` of the current line |
/// | 14 | | | `result` of the game at the end of its main line, if there is one |
/// | 15 | | | `save`: what [`new_game`] needs beside the start |
/// | 16 | | | `declared`: what was declared on all lines: the words, a tab, the path |
#[unsafe(no_mangle)]
pub extern "C" fn tree(handle: u32, what: u32, number: u32) -> u32 {
    with_game(handle, &mut |study, text, answer| {
        let done = match what {
            0 => study.back(),
            1 => study.undo(),
            2 => study.forward(number as usize, answer),
            3 => return study.pass(answer),
            4 => {
                answer.push(if study.go(text) { '1' } else { '0' });
                answer.push_str(&write_fen(study.game().position()));
                true
            }
            5 => study.promote(),
            6 => {
                let done = study.delete_variation();
                answer.push_str(&write_fen(study.game().position()));
                done
            }
            7 => return study.annotate(text),
            12 => return study.push_notes_of(text, answer),
            _ => {
                match what {
                    8 => study.push_path(answer),
                    9 => study.push_line(answer),
                    10 => study.push_variations(answer),
                    11 => study.push_tree(if number == 0 { Form::San } else { Form::Fields }, answer),
                    13 => study.push_all_notes(answer),
                    14 => study.push_result(answer),
                    16 => study.push_all_declared(answer),
                    _ => study.save(answer),
                }
                true
            }
        };
        if done { Ok(()) } else { Err("there is no such move".into()) }
    })
}

/// Returns the squares that a piece may go to when its side is to move next.
#[unsafe(no_mangle)]
pub extern "C" fn premoves(handle: u32, from: u32) -> u32 {
    with_game(handle, &mut |study, _, answer| {
        if let Some(from) = square(from) {
            push(answer, &study.game().premoves(from));
        }
        Ok(())
    })
}

/// Returns the pieces of White (0) or Black (1) that attack a square, as bits.
#[unsafe(no_mangle)]
pub extern "C" fn attackers(handle: u32, target: u32, by: u32) -> u64 {
    ask(handle, |game| square(target).map_or(0, |target| game.board().attackers(target, color(by)).bits()))
}

/// Reads the first game of a PGN: see `pgn::read`. With `strict` 1, its moves must be spelt as in SAN. The last line of the answer
/// is the handle of the game.
#[unsafe(no_mangle)]
pub extern "C" fn read_pgn(strict: u32) -> u32 {
    call(&mut |text, answer| {
        let study = pgn::read(text, strict != 0, answer)?;
        push(answer, &keep(study));
        Ok(())
    })
}

/// Splits a file into its games: see `pgn::split`.
#[unsafe(no_mangle)]
pub extern "C" fn split_pgn() -> u32 {
    call(&mut |text, answer| {
        pgn::split(text, answer);
        Ok(())
    })
}

/// Writes the position as Thai FEN.
#[cfg(feature = "makruk")]
#[unsafe(no_mangle)]
pub extern "C" fn thai_fen(handle: u32) -> u32 {
    with_game(handle, &mut |study, _, answer| {
        answer.push_str(&chess0x88::makruk::thai_fen(study.game().position()));
        Ok(())
    })
}

/// Writes the draws that can be claimed, one a line: the name, 1 if it has occurred, and the moves to announce, separated by
/// tabs.
#[unsafe(no_mangle)]
pub extern "C" fn claims(handle: u32) -> u32 {
    with_game(handle, &mut |study, _, answer| {
        study.game().claims(answer);
        Ok(())
    })
}

/// Ends the game by the text: `claim` (and the UCI of a move to announce), `resign` or `flagFall` with the colour, or `agreeDraw`.
/// In Makruk also `startCounting` or `stopCounting` with the colour. The answer is the end of the game.
#[unsafe(no_mangle)]
pub extern "C" fn declare(handle: u32) -> u32 {
    with_game(handle, &mut |study, text, answer| study.declare(text, answer))
}
