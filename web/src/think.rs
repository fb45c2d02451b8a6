//! The engine at work for a page: the time is asked of the caller, and what is found is told to him.

use std::cell::OnceCell;

use chess0x88::{ChessRules, History, MakrukRules, Violations, fen};

use crate::engine::evaluate;
use crate::engine::search::{Found, Limits, Search, Watch};
use crate::engine::table::Table;
use crate::words::{push, reason};
use crate::{Reason, call};

/// The size of the table.
const MEGABYTES: usize = 16;

thread_local! {
    static TABLE: OnceCell<Table> = const { OnceCell::new() };
}

#[link(wasm_import_module = "caller")]
unsafe extern "C" {
    /// The time in milliseconds, from whenever.
    safe fn now() -> f64;
    /// Told what was found at a depth, in a text of so many bytes.
    safe fn found(text: *const u8, len: usize);
}

/// The limits of a search; 0 is no limit.
struct Wish {
    depth: u32,
    nodes: u32,
    millis: f64,
}

/// Stops when the time is over.
struct Clock {
    /// When to stop, and when not to begin with another depth.
    hard: f64,
    soft: f64,
}

impl Watch for Clock {
    fn must_stop(&mut self, _: u64) -> bool {
        now() >= self.hard
    }

    fn goes_on(&mut self, so_far: &Found) -> bool {
        let mut text = String::new();
        tell(so_far, &mut text);
        found(text.as_ptr(), text.len());
        now() < self.soft
    }
}

/// Depth, nodes, `cp` or `mate` and how much, then the moves in UCI.
fn tell(found: &Found, out: &mut String) {
    let (unit, score) = found.mate_in().map_or(("cp", found.score), |moves| ("mate", moves));
    push(out, &format_args!("{} {} {unit} {score}", found.depth, found.nodes));
    for &mv in &found.line {
        out.push(' ');
        push(out, &mv);
    }
}

/// Looks for the best move after the moves, in UCI, that follow a FEN and a semicolon in the text: for about so many
/// milliseconds, and to so many plies and nodes at most; 0 is no limit. Moves behind a second semicolon are not looked at, so
/// that a page can ask for the second best line. The answer is what was found, as [`tell`] has it; without a move if none is left.
#[unsafe(no_mangle)]
pub extern "C" fn search(makruk: u32, depth: u32, nodes: u32, millis: f64) -> u32 {
    let wish = Wish { depth, nodes, millis };
    call(&mut |text, answer| {
        let think = if makruk == 0 { think::<ChessRules> } else { think::<MakrukRules> };
        think(text, &wish, answer)
    })
}

fn think<R: evaluate::Play>(text: &str, wish: &Wish, out: &mut String) -> Result<(), Reason> {
    let mut parts = text.split(';');
    let mut part = || parts.next().unwrap_or_default();
    let (fen, moves, passed_over) = (part(), part(), part());
    let mut history = History::new(fen::parse_with::<R>(fen, Violations::TOLERABLE).map_err(reason)?);
    for uci in moves.split_whitespace() {
        let mv = history.position().parse_uci(uci).map_err(reason)?;
        // Nothing is to be taken back.
        let _ = history.make(mv);
    }
    let position = history.position();
    let mut left = position.legal_moves().to_vec();
    for uci in passed_over.split_whitespace() {
        let mv = position.parse_uci(uci).map_err(reason)?;
        left.retain(|&other| other != mv);
    }
    let start = now();
    let after = |share: f64| if wish.millis > 0.0 { start + wish.millis * share } else { f64::INFINITY };
    let mut clock = Clock { hard: after(1.0), soft: after(0.6) };
    let limits = Limits {
        depth: (wish.depth > 0).then_some(wish.depth.cast_signed()),
        nodes: (wish.nodes > 0).then_some(wish.nodes.into()),
        moves: Some(left),
        ..Limits::default()
    };
    TABLE.with(|table| {
        let table = table.get_or_init(|| Table::new(MEGABYTES));
        table.begin();
        tell(&Search::new(&history, table, &mut clock).think(&limits), out);
    });
    Ok(())
}
