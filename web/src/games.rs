//! Games by their handles.

use std::cell::RefCell;

use chess0x88::{ChessRules, Game, MakrukRules, Square};

use crate::game::{self, Play};
use crate::words::push;
use crate::{Reason, call};

thread_local! {
    static GAMES: RefCell<Games> = const { RefCell::new(Games { places: Vec::new(), free: Vec::new() }) };
}

/// The games that are kept. A handle is the number of a place.
struct Games {
    places: Vec<Option<Box<dyn Play>>>,
    /// The places without a game; the last one is used first.
    free: Vec<usize>,
}

/// What a call does with a game, the text and the answer.
type Act<'a> = dyn FnMut(&mut dyn Play, &str, &mut String) -> Result<(), Reason> + 'a;

/// Calls for one game.
fn with_game(handle: u32, act: &mut Act<'_>) -> u32 {
    call(&mut |text, answer| {
        GAMES.with_borrow_mut(|games| match games.places.get_mut(handle as usize) {
            Some(Some(game)) => act(&mut **game, text, answer),
            _ => Err("there is no such game".into()),
        })
    })
}

fn square(number: u32) -> Option<Square> {
    Square::from_index(usize::try_from(number).ok()?)
}

/// A game that starts with the FEN in the text. The answer is its handle.
/// `tolerates` lets positions pass that no game leads to but that can be played.
#[unsafe(no_mangle)]
pub extern "C" fn new_game(makruk: u32, tolerates: u32) -> u32 {
    fn start<R: game::Words>(fen: &str, tolerates: bool) -> Result<Box<dyn Play>, Reason> {
        Ok(Box::new(Game::new(game::read_fen::<R>(fen, tolerates)?)))
    }
    call(&mut |fen, answer| {
        let game = if makruk == 0 { start::<ChessRules> } else { start::<MakrukRules> }(fen, tolerates != 0)?;
        push(answer, &keep(game));
        Ok(())
    })
}

/// Gives a game a handle.
fn keep(game: Box<dyn Play>) -> usize {
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

/// How a game stands: lines of a name and what it is.
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
        game.moves(square(from), answer);
        Ok(())
    })
}

/// The legal moves as a score sheet has them: a line each.
#[unsafe(no_mangle)]
pub extern "C" fn sans(handle: u32) -> u32 {
    with_game(handle, &mut |game, _, answer| {
        game.sans(answer);
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
    with_game(handle, &mut |game, text, answer| match square(from).zip(square(to)) {
        Some((from, to)) => game.find_squares(from, to, text, answer),
        None => Err("a square is a number from 0 to 63".into()),
    })
}

/// Plays the move that the text spells.
#[unsafe(no_mangle)]
pub extern "C" fn play(handle: u32) -> u32 {
    with_game(handle, &mut |game, text, _| game.play_text(text))
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

/// The squares of the pieces of White (0) or Black (1) that attack a square.
#[unsafe(no_mangle)]
pub extern "C" fn attackers(handle: u32, target: u32, by: u32) -> u32 {
    with_game(handle, &mut |game, _, answer| {
        if let Some(target) = square(target) {
            push(answer, &game.board().attackers(target, game::color(by)));
        }
        Ok(())
    })
}

/// The squares that the piece on a square attacks.
#[unsafe(no_mangle)]
pub extern "C" fn attacks(handle: u32, from: u32) -> u32 {
    with_game(handle, &mut |game, _, answer| {
        if let Some(from) = square(from) {
            push(answer, &game.board().attacks(from));
        }
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
