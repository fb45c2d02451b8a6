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

/// The games that are kept. A handle is the number of a place.
struct Games {
    places: Vec<Option<Game<Variant>>>,
    /// The places without a game; the last one is used first.
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

/// Asks a game for a number; one that is not there has none.
fn ask(handle: u32, question: impl Fn(&Game<Variant>) -> u64) -> u64 {
    GAMES.with_borrow(|games| match games.places.get(handle as usize) {
        Some(Some(game)) => question(game),
        _ => 0,
    })
}

/// A game that starts with the FEN in the text; moves in UCI may follow in a second line. The answer is its handle.
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

/// Forgets a game; its handle may come back for another.
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

/// Returns the facts that decide if a game is over: 1 if there is a legal move, 2 if the material is insufficient, 4 if the library says
/// it is over, and 8 for each time that the position has occurred.
#[unsafe(no_mangle)]
pub extern "C" fn facts(handle: u32) -> u32 {
    ask(handle, Play::facts) as u32
}

/// The key of the position.
#[unsafe(no_mangle)]
pub extern "C" fn key(handle: u32) -> u64 {
    ask(handle, Play::key)
}

/// Returns 1 if White (0) or Black (1) can mate no more, by whatever legal moves of both sides.
#[unsafe(no_mangle)]
pub extern "C" fn cannot_mate(handle: u32, side: u32) -> u32 {
    u32::from(ask(handle, |game| game.cannot_mate(color(side)).into()) != 0)
}

/// The FEN with the en passant square that a pawn of the side to move looks at, be the capture legal or not.
#[unsafe(no_mangle)]
pub extern "C" fn forced_fen(handle: u32) -> u32 {
    with_game(handle, &mut |game, _, answer| {
        game.forced_fen(answer);
        Ok(())
    })
}

/// Writes the state of a game: lines of a name and its value.
#[unsafe(no_mangle)]
pub extern "C" fn status(handle: u32) -> u32 {
    with_game(handle, &mut |game, _, answer| {
        game.status(answer);
        Ok(())
    })
}

/// The legal moves from a square, or all of them: a line each, as [`find`] answers.
#[unsafe(no_mangle)]
pub extern "C" fn moves(handle: u32, from: u32) -> u32 {
    with_game(handle, &mut |game, _, answer| {
        game.list(square(from), answer);
        Ok(())
    })
}

/// The legal moves from a square, or all of them, as a score sheet has them: a line each.
#[unsafe(no_mangle)]
pub extern "C" fn sans(handle: u32, from: u32) -> u32 {
    with_game(handle, &mut |game, _, answer| {
        game.sans(square(from), answer);
        Ok(())
    })
}

/// The move that the text spells, as people and programs write it, or the reason why there is none. It is not played. The
/// answer is a line: from, to (in castling the king's), UCI, SAN, the piece that moves, what it captures, what it becomes, a
/// letter for what kind of move it is, and to again (in castling the rook's), then the FEN after it behind a tab.
#[unsafe(no_mangle)]
pub extern "C" fn find(handle: u32) -> u32 {
    with_game(handle, &mut |game, text, answer| game.find(text, answer))
}

/// The move from one square to another, as [`find`] answers. The text is the letter of the piece that a pawn becomes, in either
/// case. It is passed over if the move does not promote, or if there is no choice.
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

/// Plays the move that the text spells, and answers as [`find`] does.
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

/// The squares a piece might go to when it is its side's turn again.
#[unsafe(no_mangle)]
pub extern "C" fn premoves(handle: u32, from: u32) -> u32 {
    with_game(handle, &mut |game, _, answer| {
        if let Some(from) = square(from) {
            push(answer, &game.premoves(from));
        }
        Ok(())
    })
}

/// The pieces of White (0) or Black (1) that attack a square, a bit each.
#[unsafe(no_mangle)]
pub extern "C" fn attackers(handle: u32, target: u32, by: u32) -> u64 {
    ask(handle, |game| square(target).map_or(0, |target| game.board().attackers(target, color(by)).bits()))
}

/// Reads the first game of a PGN, as `pgn::read` says. `strict` is 1 if its moves must be spelt as SAN has them.
#[unsafe(no_mangle)]
pub extern "C" fn read_pgn(strict: u32) -> u32 {
    call(&mut |text, answer| pgn::read(text, strict != 0, answer))
}

/// Parts the games of a file, as `pgn::split` says.
#[unsafe(no_mangle)]
pub extern "C" fn split_pgn() -> u32 {
    call(&mut |text, answer| {
        pgn::split(text, answer);
        Ok(())
    })
}

/// The draws there are to claim: a line each, of the name, whether it has occurred (1), and the moves to announce, parted by
/// tabs.
#[unsafe(no_mangle)]
pub extern "C" fn claims(handle: u32) -> u32 {
    with_game(handle, &mut |game, _, answer| {
        game.claims(answer);
        Ok(())
    })
}

/// Ends the game as the text says: `claim` (and the UCI of a move to announce), `resign` or `flag` and the colour, `agree`;
/// or says a word of Makruk, `count` or `stop` and the colour. The answer is how the game ended.
#[unsafe(no_mangle)]
pub extern "C" fn declare(handle: u32) -> u32 {
    with_game(handle, &mut |game, text, answer| game.declare(text, answer))
}
