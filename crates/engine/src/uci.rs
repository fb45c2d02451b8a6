//! The protocol UCI, as Stefan Meyer-Kahlen and Rudolf Huber described it in 2006.
//!
//! A [`Session`] executes one line after the other. A search runs in threads of its own, so that the session can read the next
//! line, such as `stop`:
//!
//! ```text
//!    lines ──▶ Session ──go──▶ first thread ──▶ info ..., bestmove
//!                 │                 │  ▲
//!                 │                 ▼  │        all search the same position; what one finds the others find in the table,
//!                 └──stop──▶  Switch, Table     and so they drift apart by themselves (CPW, "Lazy SMP")
//!                                   ▲
//!                             other threads
//! ```
//!
//! A line with an error gets an `info string` with the reason, and changes nothing. Three rules keep the other program from
//! waiting for ever, or from being misled:
//!
//! - Each `go` ends in one `bestmove`, which is `(none)` if there is no move to choose. (`go perft` ends in `Nodes searched`.)
//! - A number that cannot be read is skipped, and so is an unknown word. The rest of the line counts.
//! - After a `position` that was refused, no move is chosen until another `position` is accepted.

use std::fmt::Display;
use std::io::Write;
use std::iter;
use std::str::SplitWhitespace;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use chess0x88::uci::{CastlingMode, UciError};
use chess0x88::{ChessRules, Color, History, MakrukRules, Move, Position, fen, perft};

use crate::clock::{Clock, Switch, Times};
use crate::evaluate::{Play, mix};
use crate::options::{MOST_HASH, Options, USUAL_HASH, number, shortened};
use crate::search::{Found, Limits, Search};
use crate::table::Table;

/// The time in milliseconds for a `go` whose limits cannot be read, since its clock may be short.
const UNREADABLE: i64 = 50;

/// The stream of answers. The threads of a search also write to it, line by line.
struct Output<W>(Mutex<W>);

impl<W: Write> Output<W> {
    /// Writes a line. An error is ignored, since the reader is gone.
    fn line(&self, line: impl Display) {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    }

    /// Writes a message for people.
    fn note(&self, text: impl Display) {
        // The message may quote the input. A line break in it must not begin a new line.
        self.line(format_args!("info string {}", text.to_string().replace(['\n', '\r'], " ")));
    }
}

/// A session with a program that shows boards or runs matches.
pub struct Session<W: Write + Send + 'static> {
    out: Arc<Output<W>>,
    table: Arc<Table>,
    options: Options,
    board: Box<dyn Board<W>>,
    /// The last `position` was refused, so the board is not the one that the other program has.
    is_refused: bool,
    search: Option<Running>,
}

/// A running search.
struct Running {
    switch: Arc<Switch>,
    start: Instant,
    thread: JoinHandle<()>,
}

impl<W: Write + Send + 'static> Session<W> {
    /// Starts a session whose answers go to `out`.
    pub fn new(out: W) -> Session<W> {
        Session {
            out: Arc::new(Output(Mutex::new(out))),
            table: Arc::new(Table::new(USUAL_HASH)),
            options: Options::default(),
            board: Box::new(Game::<ChessRules>::default()),
            is_refused: false,
            search: None,
        }
    }

    /// Executes a line. Returns `false` to end the session.
    pub fn obey(&mut self, line: &str) -> bool {
        // The engine's clock runs from here.
        let received = Instant::now();
        let mut words = line.split_whitespace();
        let mut unknown = None;
        while let Some(word) = words.next() {
            if let Some(goes_on) = self.command(word, words.clone(), received) {
                return goes_on;
            }
            // UCI: an unknown word is skipped, and the rest of the line is read. One message is enough.
            if unknown.is_none() {
                unknown = Some(word);
                self.out.note(format_args!("{}: no such command", shortened(word)));
            }
        }
        true
    }

    /// Executes a command. Returns `Some(false)` to end the session, `None` if there is no such command.
    fn command(&mut self, command: &str, words: SplitWhitespace<'_>, received: Instant) -> Option<bool> {
        let is_on = |on: &Running| !on.switch.answered.load(Ordering::Acquire) && !on.thread.is_finished();
        let is_busy = self.search.as_ref().is_some_and(is_on);
        match command {
            "quit" => return Some(false),
            "uci" => {
                self.out.line(concat!("id name chess0x88 engine ", env!("CARGO_PKG_VERSION")));
                self.out.line("id author the authors of chess0x88");
                self.out.line(Options::announced());
                self.out.line("uciok");
            }
            "isready" => self.out.line("readyok"),
            "stop" => self.stop(),
            "ponderhit" => match &self.search {
                Some(search) if search.switch.is_pondering() => {
                    search.switch.ponder_hit(search.start);
                    search.thread.thread().unpark();
                }
                _ => self.out.note("ponderhit: nothing is pondered"),
            },
            "debug" | "register" => {}
            // The pondered move will not be played.
            "ucinewgame" if !is_busy || self.is_pondering() => {
                self.options.begin();
                self.forget();
            }
            "ucinewgame" | "setoption" if is_busy => {
                self.out.note(format_args!("{command}: ignored while a search is going on; stop it first"));
            }
            "setoption" => self.set_option(words),
            "position" => {
                let set_up = self.board.set_up(words, &self.out);
                self.is_refused = set_up.is_err();
                if let Err(reason) = set_up {
                    self.out.note(format_args!("position: {reason}; nothing has changed"));
                }
            }
            "go" => self.go(words, received),
            _ => return None,
        }
        Some(true)
    }

    fn is_pondering(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.switch.is_pondering())
    }

    /// Stops a running search, and waits for its answer.
    fn stop(&mut self) {
        let Some(search) = self.search.take() else { return };
        search.switch.stop();
        search.thread.thread().unpark();
        // A search that panicked has printed its panic.
        let _ = search.thread.join();
    }

    /// Waits for the answer of a search that ends by itself.
    pub fn wait(&mut self) {
        if let Some(search) = self.search.take() {
            let _ = search.thread.join();
        }
    }

    /// Clears what the last game has left.
    fn forget(&mut self) {
        self.stop();
        self.table.clear();
    }

    /// Sets an option: `name NAME [value VALUE]`. Both may contain spaces.
    fn set_option(&mut self, words: SplitWhitespace<'_>) {
        let words: Vec<&str> = words.skip_while(|&word| word == "name").collect();
        let (name, value) = match words.iter().position(|&word| word == "value") {
            Some(at) => (&words[..at], &words[at + 1..]),
            None => (&words[..], &[][..]),
        };
        if let Err(reason) = self.set(&name.join(" ").to_ascii_lowercase(), &value.join(" ")) {
            self.out.note(format_args!("setoption: {reason}"));
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "hash" => {
                let megabytes = number(value, 1, MOST_HASH)?;
                self.stop();
                self.table = Arc::new(Table::new(megabytes));
            }
            "clear hash" => self.forget(),
            "uci_variant" => {
                let board: Box<dyn Board<W>> = match value {
                    "chess" => Box::new(Game::<ChessRules>::default()),
                    "makruk" => Box::new(Game::<MakrukRules>::default()),
                    _ => return Err(format!("expected chess or makruk, found {:?}", shortened(value))),
                };
                self.forget();
                self.board = board;
            }
            _ => {
                let level = self.options.level();
                self.options.set(name, value)?;
                // The scores of another level would be wrong.
                if self.options.level() != level {
                    self.forget();
                }
            }
        }
        Ok(())
    }

    /// Starts a search. A running search answers first.
    fn go(&mut self, words: SplitWhitespace<'_>, start: Instant) {
        self.stop();
        let mut orders = self.board.orders(words, &self.out);
        if self.is_refused {
            self.out.note("go: the last position was refused, so there is none to search");
            (orders.limits.moves, orders.perft) = (Some(Vec::new()), None);
        }
        let waits = orders.ponders || orders.is_infinite || orders.perft.is_some();
        let is_urgent = orders.times.budget(self.options.overhead).is_some_and(|budget| budget.hard.is_zero());
        let switch = Arc::new(Switch::new(orders.ponders));
        let work = self.board.work(Task {
            orders,
            out: Arc::clone(&self.out),
            table: Arc::clone(&self.table),
            options: self.options.clone(),
            switch: Arc::clone(&switch),
            start,
        });
        if is_urgent && !waits {
            // On a busy machine a new thread may start later than the search would end.
            return work();
        }
        match thread::Builder::new().spawn(work) {
            Ok(thread) => self.search = Some(Running { switch, start, thread }),
            Err(error) => {
                self.out.note(format_args!("go: there is no thread to be had: {error}"));
                self.out.line(NO_MOVE);
            }
        }
    }
}

impl<W: Write + Send + 'static> Drop for Session<W> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The answer to a `go` without a move to choose.
const NO_MOVE: &str = "bestmove (none)";

/// The limits of a `go` command.
#[derive(Default)]
struct Orders {
    limits: Limits,
    times: Times,
    ponders: bool,
    is_infinite: bool,
    perft: Option<u8>,
}

/// The data of one search.
struct Task<W> {
    orders: Orders,
    out: Arc<Output<W>>,
    table: Arc<Table>,
    options: Options,
    switch: Arc<Switch>,
    start: Instant,
}

/// The current game, of either kind.
trait Board<W>: Send {
    /// Executes `position` with these words.
    fn set_up(&mut self, words: SplitWhitespace<'_>, out: &Output<W>) -> Result<(), String>;

    /// Reads the words after `go`.
    fn orders(&self, words: SplitWhitespace<'_>, out: &Output<W>) -> Orders;

    /// Returns the work of a search's thread.
    fn work(&self, task: Task<W>) -> Box<dyn FnOnce() + Send>;
}

struct Game<R: Play> {
    history: History<R>,
}

impl<R: Play> Default for Game<R> {
    fn default() -> Game<R> {
        Game { history: History::new(Position::startpos()) }
    }
}

impl<R: Play, W: Write + Send + 'static> Board<W> for Game<R> {
    fn set_up(&mut self, mut words: SplitWhitespace<'_>, out: &Output<W>) -> Result<(), String> {
        let start = match words.next() {
            Some("startpos") => match words.next() {
                None | Some("moves") => Position::startpos(),
                Some(other) => return Err(format!("expected moves, found {:?}", shortened(other))),
            },
            Some("fen") => {
                let fen: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
                let (position, repairs) = fen::parse_lenient(&fen.join(" ")).map_err(|reason| reason.to_string())?;
                repairs.iter().for_each(|repair| out.note(format_args!("position: {repair}")));
                position
            }
            other => return Err(format!("expected startpos or fen, found {:?}", shortened(other.unwrap_or_default()))),
        };
        let mut history = History::new(start);
        for word in words {
            let mv = read_move(history.position(), word).map_err(|reason| format!("{}: {reason}", shortened(word)))?;
            history.play(mv).map_err(|reason| format!("{}: {reason}", shortened(word)))?;
        }
        self.history = history;
        Ok(())
    }

    fn orders(&self, words: SplitWhitespace<'_>, out: &Output<W>) -> Orders {
        let position = self.history.position();
        let is_white = position.turn() == Color::White;
        let mut orders = Orders::default();
        let Orders { limits, times, ponders, is_infinite, perft } = &mut orders;
        let (mut names_moves, mut names_limits) = (false, false);
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            let is_last = words.peek().is_none();
            let mut value = |most: i64| {
                names_limits = true;
                match words.peek().map(|text| integer(text, most)) {
                    Some(Ok(number)) => {
                        words.next();
                        return Some(number);
                    }
                    Some(Err(reason)) => out.note(format_args!("go: {word}: {reason}; passed over")),
                    None => out.note(format_args!("go: {word}: a number is missing; passed over")),
                }
                None
            };
            match word {
                "infinite" => *is_infinite = true,
                "ponder" => *ponders = true,
                "depth" => limits.depth = value(i64::from(i32::MAX)).map(|depth| depth.max(1) as i32),
                "nodes" => limits.nodes = value(i64::MAX).map(|nodes| nodes.max(1).unsigned_abs()),
                // Any mate.
                "mate" if is_last => limits.mate = Some(i32::MAX / 2),
                "mate" => limits.mate = value(1000).map(|moves| moves.max(1) as i32),
                "perft" => *perft = value(u8::MAX.into()).map(|depth| depth.max(0).unsigned_abs() as u8),
                "movetime" => times.exactly = value(i64::MAX),
                // Some programs write 0 where no number of moves is given.
                "movestogo" => times.moves_to_go = value(i64::MAX).filter(|&moves| moves > 0),
                "wtime" | "btime" | "winc" | "binc" => {
                    let time = value(i64::MAX);
                    match (word.starts_with('w') == is_white, word.ends_with("time")) {
                        (true, true) => times.left = time,
                        (true, false) => times.increment = time.unwrap_or_default(),
                        (false, _) => {}
                    }
                }
                "searchmoves" => {
                    names_moves = true;
                    limits.moves.get_or_insert_default();
                    continue;
                }
                _ if names_moves => {
                    match read_move(position, word) {
                        Ok(mv) => limits.moves.get_or_insert_default().push(mv),
                        Err(reason) => out.note(format_args!("go: searchmoves: {}: {reason}", shortened(word))),
                    }
                    continue;
                }
                _ => out.note(format_args!("go: {}: ignored", shortened(word))),
            }
            names_moves = false;
        }
        // A limit was given, but none that ends the search of this side.
        let has_limit = limits.depth.is_some() || limits.nodes.is_some() || limits.mate.is_some();
        if names_limits && !has_limit && times.left.is_none() && times.exactly.is_none() {
            times.exactly = Some(UNREADABLE);
        }
        orders
    }

    fn work(&self, task: Task<W>) -> Box<dyn FnOnce() + Send> {
        let history = self.history.clone();
        Box::new(move || match task.orders.perft {
            Some(depth) => task.perft(history.position(), depth),
            None => task.search(&history),
        })
    }
}

impl<W: Write + Send> Task<W> {
    /// Finds the answer in the book or with all threads, and writes it.
    fn search<R: Play>(&self, history: &History<R>) {
        let position = history.position();
        let found = self.book_move(position).unwrap_or_else(|| self.think(history));
        if !position.has_legal_move() {
            self.out.note("there is no legal move");
            self.out.line(format_args!("info depth 0 score {}", if position.is_check() { "mate 0" } else { "cp 0" }));
        }
        self.finish();
        let answer = match found.line[..] {
            [] => NO_MOVE.to_owned(),
            [mv, reply, ..] if self.can_spell(reply) => {
                format!("bestmove {} ponder {}", self.text(mv), self.text(reply))
            }
            [mv, ..] => format!("bestmove {}", self.text(mv)),
        };
        self.switch.answered.store(true, Ordering::Release);
        self.out.line(answer);
    }

    /// Waits until the answer may be written: an infinite search, or one in the opponent's time, must wait for a command. Then
    /// the other threads may stop.
    fn finish(&self) {
        while !self.switch.is_stopped() && (self.orders.is_infinite || self.switch.is_pondering()) {
            thread::park();
        }
        self.switch.stop();
    }

    /// Returns a move of the book, if a game is played and all moves are allowed.
    fn book_move<R: Play>(&self, position: &Position<R>) -> Option<Found> {
        let (book, chance) = self.options.book().filter(|_| !self.orders.is_infinite)?;
        let mv = book.pick(position, mix(chance ^ position.key()))?;
        if !self.can_spell(mv) || self.orders.limits.moves.as_ref().is_some_and(|moves| !moves.contains(&mv)) {
            return None;
        }
        self.out.note(format_args!("{} is from the book", self.text(mv)));
        Some(Found { line: vec![mv], ..Found::default() })
    }

    /// Searches with all threads.
    fn think<R: Play>(&self, history: &History<R>) -> Found {
        self.table.begin();
        let switch = &*self.switch;
        let mut limits = Limits { lines: self.options.lines, ..self.orders.limits.clone() };
        let moves = limits.moves.get_or_insert_with(|| history.position().legal_moves().to_vec());
        moves.retain(|&mv| self.can_spell(mv));
        let mut threads = self.options.threads;
        if let Some(level) = self.options.level() {
            limits.nodes = Some(limits.nodes.map_or(level.nodes, |nodes| nodes.min(level.nodes)));
            limits.blur = Some(level.blur);
            // The result of several threads depends on their speed.
            threads = 1;
        }
        let (limits, start) = (&limits, self.start);
        let budget = if self.orders.is_infinite { None } else { self.orders.times.budget(self.options.overhead) };
        let is_forced = history.position().legal_move_count() == 1;
        let mut first = Clock { switch, start, budget, is_forced, report: |found: &Found| self.report(found) };
        thread::scope(|scope| {
            for _ in 1..threads {
                let help = || {
                    // Its results are in the table.
                    let mut clock = Clock { switch, start, budget: None, is_forced, report: |_: &Found| () };
                    let limits = Limits { nodes: None, ..limits.clone() };
                    let _ = Search::new(history, &self.table, &mut clock).think(&limits);
                };
                // If there are no more threads, the existing ones do the work.
                if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            let found = Search::new(history, &self.table, &mut first).think(limits);
            self.finish();
            found
        })
    }

    /// Returns `false` for castling from unusual squares while `UCI_Chess960` is off, which the other program does not know.
    fn can_spell(&self, mv: Move) -> bool {
        let differs = mv.to_uci(CastlingMode::Standard).as_str() != mv.to_uci(CastlingMode::Chess960).as_str();
        self.options.castling == CastlingMode::Chess960 || mv.castling().is_none() || differs
    }

    fn text(&self, mv: Move) -> impl Display {
        mv.to_uci(self.options.castling)
    }

    /// Reports the best lines of a depth.
    fn report(&self, best: &Found) {
        let millis = self.start.elapsed().as_millis();
        // The other threads update their counts only now and then. This thread knows its exact count.
        let nodes = iter::once(best).chain(&best.others).map(|found| found.nodes).fold(self.switch.nodes(), u64::max);
        for (number, found) in iter::once(best).chain(&best.others).enumerate() {
            let score = found.mate_in().map_or_else(|| format!("cp {}", found.score), |moves| format!("mate {moves}"));
            let [win, draw, loss] = found.chances();
            let wdl = if self.options.shows_wdl { format!(" wdl {win} {draw} {loss}") } else { String::new() };
            let line: Vec<String> =
                found.line.iter().take_while(|&&mv| self.can_spell(mv)).map(|&mv| self.text(mv).to_string()).collect();
            self.out.line(format_args!(
                "info depth {} seldepth {} multipv {} score {score}{wdl} nodes {nodes} nps {} hashfull {} time {millis} pv {}",
                found.depth,
                found.deepest,
                number + 1,
                u128::from(nodes) * 1000 / millis.max(1),
                self.table.per_mille_full(),
                line.join(" "),
            ));
        }
    }

    /// Runs perft for each first move, in parts small enough that `stop` need not wait long.
    fn perft<R: Play>(&self, position: &Position<R>, depth: u8) {
        let mut sum = u64::from(depth == 0);
        if depth > 0 {
            for mv in position.legal_moves() {
                let Some(nodes) = self.leaves(&position.after_unchecked(mv), depth - 1) else { break };
                self.out.line(format_args!("{}: {nodes}", self.text(mv)));
                sum = sum.saturating_add(nodes);
            }
        }
        let ending = if self.switch.is_stopped() { ", stopped" } else { "" };
        self.switch.answered.store(true, Ordering::Release);
        self.out.line(format_args!("Nodes searched: {sum}{ending}"));
    }

    fn leaves<R: Play>(&self, position: &Position<R>, depth: u8) -> Option<u64> {
        if self.switch.is_stopped() {
            return None;
        }
        if depth <= 3 {
            return Some(perft(position, depth));
        }
        position
            .legal_moves()
            .into_iter()
            .try_fold(0_u64, |sum, mv| Some(sum.saturating_add(self.leaves(&position.after_unchecked(mv), depth - 1)?)))
    }
}

/// Reads a move. Some programs write a capital letter for the promotion.
fn read_move<R: Play>(position: &Position<R>, text: &str) -> Result<Move, UciError> {
    position.parse_uci(&text.to_ascii_lowercase())
}

/// Reads a whole number. A number above `most` becomes `most`.
fn integer(text: &str, most: i64) -> Result<i64, String> {
    match text.parse::<i128>() {
        Ok(number) => Ok(number.clamp(-i128::from(most), most.into()) as i64),
        Err(_) => Err(format!("expected a number, found {:?}", shortened(text))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each clock and increment is that of its side: a command with colours exchanged means the same to the other side.
    #[test]
    fn the_clocks_of_a_command_are_those_of_the_side_to_move() {
        let orders = |fen: &str, command: &str| {
            let (mut game, out) = (Game::<ChessRules>::default(), Output(Mutex::new(Vec::new())));
            game.set_up(fen.split_whitespace(), &out).expect("a position");
            game.orders(command.split_whitespace(), &out).times
        };
        let words = ["wtime", "btime", "winc", "binc"];
        for chosen in 0..1_u32 << words.len() {
            let chosen_words = (0..).zip(words).filter(|(n, _)| chosen >> n & 1 == 1);
            let command = chosen_words.map(|(n, word)| format!("{word} {} ", 1000 + n)).collect::<Vec<_>>().concat();
            let exchanged: String = command
                .split_inclusive(' ')
                .map(|word| match word.as_bytes() {
                    [b'w', ..] => word.replacen('w', "b", 1),
                    [b'b', ..] => word.replacen('b', "w", 1),
                    _ => word.to_owned(),
                })
                .collect();
            let [white, black] = ["w", "b"].map(|turn| format!("fen 4k3/8/8/8/8/8/8/4K2R {turn} - - 0 1"));
            let told = orders(&white, &command);
            assert_eq!(told.left, (chosen & 1 != 0).then_some(1000), "{command}");
            assert_eq!(told.increment, if chosen & 4 != 0 { 1002 } else { 0 }, "{command}");
            assert_eq!(orders(&black, &exchanged), told, "{command}");
            let of_black = orders(&black, &command);
            assert_eq!(
                (of_black.left, of_black.increment),
                ((chosen & 2 != 0).then_some(1001), if chosen & 8 != 0 { 1003 } else { 0 }),
                "{command}"
            );
        }
    }
}
