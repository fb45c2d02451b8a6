//! The rules of chess, Chess960 and Makruk for WebAssembly, in seven modules:
//!
//! | feature | module | what it has |
//! |---|---|---|
//! | `referee` | `referee.wasm` | the rules alone: is it legal, what else is, is it over |
//! | `rules` | `rules.wasm` | games: the rules with reasons, SAN, taking back, claims, PGN, set-ups, perft |
//! | `rules`, `makruk` | `makruk.wasm` | the same of Makruk |
//! | `extras` | `extras.wasm` | pictures of pieces, the difference table |
//! | `engine` | `engine.wasm` | the search of `crates/engine` |
//! | `openings` | `openings.wasm` | names of openings |
//! | `lesson` | `lesson.wasm` | pseudo-legal moves, pins and checks, for the page's lesson |
//!
//! The interface is that of C: numbers, and text in linear memory. A caller writes its text to the address that [`room`] returns,
//! calls a function, and reads the answer by [`answer`] and [`answer_len`] before the next call. A call that can fail returns 1
//! for success and 0 for failure; its answer is then the reason. `js/wasm.js` is the caller.
//!
//! An answer with several values has lines. The fields of a line are separated by spaces, or by tabs if they may contain spaces.
//! A missing field is `-`. Squares are numbered 0 to 63 from a1, as in `Square::index`; 64 is no square.

#[cfg(any(feature = "referee", feature = "rules"))]
mod castling;
#[cfg(feature = "extras")]
pub mod extras;
#[cfg(feature = "rules")]
mod game;
#[cfg(feature = "rules")]
pub mod games;
#[cfg(feature = "lesson")]
pub mod lesson;
#[cfg(any(feature = "extras", feature = "rules"))]
mod numbers;
#[cfg(feature = "openings")]
pub mod openings;
#[cfg(feature = "rules")]
mod order;
#[cfg(feature = "rules")]
mod pgn;
#[cfg(target_arch = "wasm32")]
mod pool;
#[cfg(feature = "referee")]
pub mod referee;
#[cfg(feature = "rules")]
pub mod setups;
#[cfg(feature = "rules")]
mod study;
#[cfg(feature = "engine")]
pub mod think;
// The referee has no texts: formatting would be a tenth of its size.
#[cfg(any(feature = "engine", feature = "extras", feature = "lesson", feature = "openings", feature = "rules"))]
mod words;

use std::cell::RefCell;

/// The game of the module `rules`.
#[cfg(all(feature = "rules", not(feature = "makruk")))]
type Variant = chess0x88::ChessRules;
#[cfg(all(feature = "rules", feature = "makruk"))]
type Variant = chess0x88::MakrukRules;

/// The text given to the module, and its answer.
struct State {
    input: Vec<u8>,
    answer: String,
}

thread_local! {
    static STATE: RefCell<State> = const { RefCell::new(State { input: Vec::new(), answer: String::new() }) };
}

/// The failure of a call: a reason for people.
type Reason = String;

/// Calls a function with the text and the answer. A reason replaces the answer.
fn call(act: &mut dyn FnMut(&str, &mut String) -> Result<(), Reason>) -> u32 {
    STATE.with_borrow_mut(|State { input, answer }| {
        answer.clear();
        let done = match std::str::from_utf8(input) {
            Ok(text) => act(text, answer),
            Err(_) => Err("the text is not UTF-8".into()),
        };
        match done {
            Ok(()) => 1,
            Err(reason) => {
                *answer = reason;
                0
            }
        }
    })
}

/// Makes room for a text of `len` bytes, which the caller writes before the next call.
#[unsafe(no_mangle)]
pub extern "C" fn room(len: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.input.clear();
        state.input.resize(len, 0);
        state.input.as_mut_ptr()
    })
}

/// The address of the last call's answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    STATE.with_borrow(|state| state.answer.as_ptr())
}

/// The length of the last call's answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer_len() -> usize {
    STATE.with_borrow(|state| state.answer.len())
}
