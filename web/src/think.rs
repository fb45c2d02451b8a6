//! The engine for a page. The caller gives the time and receives the results.

use std::cell::{Cell, OnceCell};

use chess0x88::{ChessRules, History, MakrukRules, Violations, fen};
use chess0x88_engine::evaluate;
use chess0x88_engine::level::Level;
use chess0x88_engine::search::{Found, Limits, Search, Watch};
use chess0x88_engine::table::Table;

use crate::words::{push, reason};
use crate::{Reason, call};

/// The size of the hash table in megabytes.
const MEGABYTES: usize = 16;

thread_local! {
    static TABLE: OnceCell<Table> = const { OnceCell::new() };
    /// The level of the last search.
    static LEVEL: Cell<Option<Level>> = const { Cell::new(None) };
}

#[link(wasm_import_module = "caller")]
unsafe extern "C" {
    /// The time in milliseconds, from any start.
    safe fn now() -> f64;
    /// Receives the result of a depth, a text of `len` bytes.
    safe fn found(text: *const u8, len: usize);
}

/// The limits of a search; 0 is no limit.
struct Wish {
    depth: u32,
    nodes: u32,
    millis: f64,
    level: Option<Level>,
}

/// Stops when the time is over.
struct Clock {
    /// The time at which the search stops, and the time after which it starts no further depth.
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

/// Writes the depth, the nodes, `cp` or `mate` with its value, then the moves in UCI.
fn tell(found: &Found, out: &mut String) {
    let (unit, score) = found.mate_in().map_or(("cp", found.score), |moves| ("mate", moves));
    push(out, &format_args!("{} {} {unit} {score}", found.depth, found.nodes));
    for &mv in &found.line {
        out.push(' ');
        push(out, &mv);
    }
}

/// Searches for the best move. The text has a FEN, a semicolon, and moves in UCI that are played first. The search takes about
/// `millis` milliseconds, to at most `depth` plies and `nodes` nodes; 0 is no limit. An `elo` above 0 plays as the
/// level of that rating, with errors by the seed. Moves after a second semicolon are ignored, so
/// that a page can ask for the second best line. The answer is the format of [`tell`], without moves if none is left.
#[unsafe(no_mangle)]
pub extern "C" fn search(makruk: u32, depth: u32, nodes: u32, millis: f64, elo: i32, seed: u32) -> u32 {
    let level = (elo > 0).then(|| Level::of(elo, seed.into()));
    let wish = Wish { depth, nodes, millis, level };
    call(&mut |text, answer| {
        let think = if makruk == 0 { think::<ChessRules> } else { think::<MakrukRules> };
        think(text, &wish, answer)
    })
}

fn think<R: evaluate::Play>(text: &str, wish: &Wish, out: &mut String) -> Result<(), Reason> {
    let mut parts = text.split(';');
    let mut part = || parts.next().unwrap_or_default();
    let (fen, moves, passed_over) = (part(), part(), part());
    let mut history = History::new(fen::parse_tolerating::<R>(fen, Violations::TOLERABLE).map_err(reason)?);
    for uci in moves.split_whitespace() {
        let mv = history.position().parse_uci(uci).map_err(reason)?;
        // No move will be taken back.
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
        nodes: wish.level.map(|level| level.nodes).or((wish.nodes > 0).then_some(wish.nodes.into())),
        moves: Some(left),
        blur: wish.level.map(|level| level.blur),
        ..Limits::default()
    };
    TABLE.with(|table| {
        let table = table.get_or_init(|| Table::new(MEGABYTES));
        // What another level thought of positions is of no use.
        if LEVEL.replace(wish.level) != wish.level {
            table.clear();
        }
        table.begin();
        tell(&Search::new(&history, table, &mut clock).think(&limits), out);
    });
    Ok(())
}
