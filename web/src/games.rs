//! Games by their handles.

use std::cell::RefCell;

use chess0x88::Game;

use crate::game::{self, Play};
use crate::numbers::{color, square};
use crate::words::push;
use crate::{Reason, Variant, call, pgn};

thread_local! {
    static GAMES: RefCell<Games> = const { RefCell::new(Games { places: Vec::new(), free: Vec::new() }) };
}

/// The games in memory. A handle is an index.
struct Games {
    places: Vec<Option<Game<Variant>>>,
    /// The free indexes. The last one is used first.
    free: Vec<usize>,
}

/// The work of a call on a game, the text and the answer.
type Act<'a> = dyn FnMut(&mut Game<Variant>, &str, &mut String) -> Result<(), Reason> + 'a;

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
        Some(Some(game)) => question(game),
        _ => 0,
    })
}

/// Makes a game from the FEN in the text. A second line may have its moves in UCI. The answer is its handle.
#[unsafe(no_mangle)]
pub extern "C" fn new_game() -> u32 {
    call(&mut |text, answer| {
        push(answer, &keep(game::start(text)?));
        Ok(())
    })
}

/// Gives a game a handle.
fn keep(game: Game<Variant>) -> usize {
    GAMES.with_borrow_mut(|Games { places, free }| {
        let handle = free.pop().unwrap_or(places.len());
        match places.get_mut(handle) {
            Some(place) => *place = Some(game),
            None => places.push(Some(game)),
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

/// Writes the FEN with the en passant square if a pawn of the side to move stands beside it, even if the capture is illegal.
#[unsafe(no_mangle)]
pub extern "C" fn forced_fen(handle: u32) -> u32 {
    with_game(handle, &mut |game, _, answer| {
        game.forced_fen(answer);
        Ok(())
    })
}

/// Writes the state of a game, in lines of a name and a value.
#[unsafe(no_mangle)]
pub extern "C" fn status(handle: u32) -> u32 {
    with_game(handle, &mut |game, _, answer| {
        game.status(answer);
        Ok(())
    })
}

/// Writes the legal moves from a square, or all of them, in lines of the format of [`find`].
#[unsafe(no_mangle)]
pub extern "C" fn moves(handle: u32, from: u32) -> u32 {
    with_game(handle, &mut |game, _, answer| {
        game.list(square(from), answer);
        Ok(())
    })
}

/// Writes the legal moves from a square, or all of them, in SAN, one a line.
#[unsafe(no_mangle)]
pub extern "C" fn sans(handle: u32, from: u32) -> u32 {
    with_game(handle, &mut |game, _, answer| {
        game.sans(square(from), answer);
        Ok(())
    })
}

/// Finds the move for a text in any common spelling, or the reason why it is illegal. Does not play it. The answer is a line:
/// from, to (for castling the king's), UCI, SAN, the piece, the captured piece, the promotion, a letter for the kind of move, and
/// to (for castling the rook's), then the FEN after the move behind a tab.
#[unsafe(no_mangle)]
pub extern "C" fn find(handle: u32) -> u32 {
    with_game(handle, &mut |game, text, answer| game.find(text, answer))
}

/// Finds the move from one square to another, and answers as [`find`] does. The text is the letter of the promotion, in either
/// case. It is ignored if the move does not promote, or if there is no choice.
#[unsafe(no_mangle)]
pub extern "C" fn find_squares(handle: u32, from: u32, to: u32) -> u32 {
    find_and_play(handle, from, to, false)
}

fn find_and_play(handle: u32, from: u32, to: u32, plays: bool) -> u32 {
    with_game(handle, &mut |game, text, answer| match square(from).zip(square(to)) {
        Some((from, to)) => game.play_squares(from, to, text, plays, answer),
        None => Err("a square is a number from 0 to 63".into()),
    })
}

/// Plays the move for a text, and answers as [`find`] does.
#[unsafe(no_mangle)]
pub extern "C" fn play(handle: u32) -> u32 {
    with_game(handle, &mut |game, text, answer| game.play_text(text, answer))
}

/// Plays the move from one square to another, as [`find_squares`] finds it.
#[unsafe(no_mangle)]
pub extern "C" fn play_squares(handle: u32, from: u32, to: u32) -> u32 {
    find_and_play(handle, from, to, true)
}

/// Takes a move back.
#[unsafe(no_mangle)]
pub extern "C" fn undo(handle: u32) -> u32 {
    with_game(handle, &mut |game, _, _| if game.undo() { Ok(()) } else { Err("there is nothing to take back".into()) })
}

/// Returns the squares that a piece may go to when its side is to move next.
#[unsafe(no_mangle)]
pub extern "C" fn premoves(handle: u32, from: u32) -> u32 {
    with_game(handle, &mut |game, _, answer| {
        if let Some(from) = square(from) {
            push(answer, &game.premoves(from));
        }
        Ok(())
    })
}

/// Returns the pieces of White (0) or Black (1) that attack a square, as bits.
#[unsafe(no_mangle)]
pub extern "C" fn attackers(handle: u32, target: u32, by: u32) -> u64 {
    ask(handle, |game| square(target).map_or(0, |target| game.board().attackers(target, color(by)).bits()))
}

/// Reads the first game of a PGN: see `pgn::read`. With `strict` 1, its moves must be spelt as in SAN.
#[unsafe(no_mangle)]
pub extern "C" fn read_pgn(strict: u32) -> u32 {
    call(&mut |text, answer| pgn::read(text, strict != 0, answer))
}

/// Splits a file into its games: see `pgn::split`.
#[unsafe(no_mangle)]
pub extern "C" fn split_pgn() -> u32 {
    call(&mut |text, answer| {
        pgn::split(text, answer);
        Ok(())
    })
}

/// Writes the draws that can be claimed, one a line: the name, 1 if it has occurred, and the moves to announce, separated by
/// tabs.
#[unsafe(no_mangle)]
pub extern "C" fn claims(handle: u32) -> u32 {
    with_game(handle, &mut |game, _, answer| {
        game.claims(answer);
        Ok(())
    })
}

/// Ends the game by the text: `claim` (and the UCI of a move to announce), `resign` or `flag` with the colour, or `agree`. In
/// Makruk also `count` or `stop` with the colour. The answer is the end of the game.
#[unsafe(no_mangle)]
pub extern "C" fn declare(handle: u32) -> u32 {
    with_game(handle, &mut |game, text, answer| game.declare(text, answer))
}
