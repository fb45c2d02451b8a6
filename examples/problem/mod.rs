//! Solves chess problems: direct mates, helpmates and selfmates, with all solutions.
//!
//! ```text
//!  #n     The side to move mates in n moves at most, whatever the other side plays.
//!  s#n    The side to move makes the other side mate it in n moves at most, whatever that side plays.
//!  h#n    Both sides help: the side to move is mated by the other side's n-th move, and not before.
//!  h#n.5  The same with half a move more: the side to move mates.
//! ```
//!
//! All threads share one [`Table`]. It stores the key of a position, not the position. So a solution is wrong if two positions of
//! the problem share a key of 64 bits: for a hundred million positions the chance is about one in four thousand million million.

use core::fmt;
use core::str::FromStr;
use core::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use core::time::Duration;
use std::collections::TryReserveError;
use std::sync::{Mutex, PoisonError};
use std::thread;

use chess0x88::{Move, Position, Rules, fen};

/// The longest problem, in moves of each side.
const LONGEST: u8 = 30;

/// The aim of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// The side to move mates.
    Direct,
    /// Both sides help to mate one of them.
    Help,
    /// The side to move forces the other side to mate it.
    SelfMate,
}

/// The task of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stipulation {
    pub(crate) aim: Aim,
    /// The number of moves.
    pub(crate) moves: u8,
    /// For helpmates: `true` if the mating side begins, which adds half a move.
    pub(crate) half: bool,
}

impl Stipulation {
    /// The number of plies in a line of a helpmate.
    pub(crate) fn plies(self) -> u8 {
        2 * self.moves + u8::from(self.half)
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let aim = match self.aim {
            Aim::Direct => "",
            Aim::Help => "h",
            Aim::SelfMate => "s",
        };
        write!(f, "{aim}#{}{}", self.moves, if self.half { ".5" } else { "" })
    }
}

/// Errors of a stipulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StipulationError(String);

impl fmt::Display for StipulationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for StipulationError {}

impl FromStr for Stipulation {
    type Err = StipulationError;

    fn from_str(text: &str) -> Result<Stipulation, StipulationError> {
        let wrong = |reason: String| Err(StipulationError(format!("{text:?}: {reason}")));
        let Some((aim, number)) = text.split_once('#') else {
            return wrong("no `#`: #2, s#2, h#2 and h#2.5 are stipulations".to_owned());
        };
        let aim = match aim {
            "" => Aim::Direct,
            "h" => Aim::Help,
            "s" => Aim::SelfMate,
            _ => return wrong(format!("{aim:?} stands before the `#`: nothing, `h` or `s` can stand there")),
        };
        let (number, half) = match number.strip_suffix(".5") {
            Some(number) if aim == Aim::Help => (number, true),
            _ => (number, false),
        };
        let moves = number.parse().ok().filter(|&moves| moves <= LONGEST && (moves > 0 || half));
        match moves {
            Some(moves) if number.bytes().all(|byte| byte.is_ascii_digit()) => Ok(Stipulation { aim, moves, half }),
            _ => wrong(format!(
                "{number:?} stands behind the `#`: a number of moves from 1 to {LONGEST} can stand there"
            )),
        }
    }
}

/// A first move that forces the aim, and the number of moves it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) mv: Move,
    pub(crate) moves: u8,
}

/// The solutions of a problem.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solution {
    /// The first moves, for direct mates and selfmates.
    pub(crate) keys: Vec<Key>,
    /// The lines, for helpmates.
    pub(crate) lines: Vec<Vec<Move>>,
    /// `true` if the search was stopped, so that solutions may be missing.
    pub(crate) stopped: bool,
    /// The number of positions examined.
    pub(crate) nodes: u64,
}

impl Solution {
    pub(crate) fn len(&self) -> usize {
        self.keys.len() + self.lines.len()
    }
}

/// The progress of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    /// The length of the solutions that are searched now, in moves.
    pub(crate) moves: u8,
    /// The number of parts that threads have finished, ...
    pub(crate) done: usize,
    /// ... of this number of parts.
    pub(crate) parts: usize,
    /// The number of solutions found.
    pub(crate) found: usize,
    pub(crate) nodes: u64,
}

/// Facts about positions, shared by threads. An entry has two words, the key *xor* the facts, and the facts. If two threads write
/// one entry, its words give a key that no position has. So no lock is needed.
pub(crate) struct Table {
    places: Vec<[AtomicU64; 2]>,
}

/// The number of entries for one part of the keys.
const BUCKET: usize = 4;

impl Table {
    /// Makes a table of `mebibytes` MiB. Returns an error if there is not enough memory.
    pub(crate) fn new(mebibytes: usize) -> Result<Table, TryReserveError> {
        let places = mebibytes.max(1).saturating_mul((1 << 20) / (16 * BUCKET)).saturating_mul(BUCKET);
        let mut table = Vec::new();
        table.try_reserve_exact(places)?;
        table.resize_with(places, Default::default);
        Ok(Table { places: table })
    }

    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]] {
        let buckets = self.places.len() / BUCKET;
        let at = ((u128::from(key) * buckets as u128) >> 64) as usize * BUCKET;
        &self.places[at..at + BUCKET]
    }

    /// Returns the facts about a position, 0 if there are none.
    fn get(&self, key: u64) -> u64 {
        let mut words = self.bucket(key).iter().map(|[check, word]| {
            let word = word.load(Ordering::Relaxed);
            (check.load(Ordering::Relaxed) ^ word, word)
        });
        words.find(|&(other, word)| other == key && word != 0).map_or(0, |(_, word)| word)
    }

    /// Stores facts. They replace those of the same position, or else the smallest word.
    fn keep(&self, key: u64, word: u64) {
        let rank = |place: &&[AtomicU64; 2]| {
            let word = place[1].load(Ordering::Relaxed);
            if place[0].load(Ordering::Relaxed) ^ word == key { 0 } else { word }
        };
        if let Some([check, place]) = self.bucket(key).iter().min_by_key(rank) {
            check.store(key ^ word, Ordering::Relaxed);
            place.store(word, Ordering::Relaxed);
        }
    }
}

/// The data of all threads of a search.
struct Shared<'a> {
    stipulation: Stipulation,
    table: &'a Table,
    stop: &'a AtomicBool,
    nodes: AtomicU64,
    /// The number of parts that threads have taken, and that they have finished.
    taken: AtomicUsize,
    done: AtomicUsize,
    found: AtomicUsize,
}

impl<'a> Shared<'a> {
    fn new(stipulation: Stipulation, table: &'a Table, stop: &'a AtomicBool) -> Shared<'a> {
        Shared {
            stipulation,
            table,
            stop,
            nodes: AtomicU64::new(0),
            taken: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            found: AtomicUsize::new(0),
        }
    }

    /// Returns the key of a position in the table. The aim is part of it, since a table serves several problems and a fact holds
    /// for one aim only.
    fn key<R: Rules>(&self, position: &Position<R>) -> u64 {
        position.key() ^ (self.stipulation.aim as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The search of one thread.
struct Solver<'a> {
    shared: &'a Shared<'a>,
    /// For each number of moves left, the reply that refuted the last try.
    refutations: [Option<Move>; LONGEST as usize + 1],
    nodes: u64,
}

impl<'a> Solver<'a> {
    const fn new(shared: &'a Shared<'a>) -> Solver<'a> {
        Solver { shared, refutations: [None; LONGEST as usize + 1], nodes: 0 }
    }

    /// Counts a node. Returns `true` if the search was stopped.
    fn is_stopped(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes == 1 << 12 {
            self.shared.nodes.fetch_add(self.nodes, Ordering::Relaxed);
            self.nodes = 0;
        }
        self.shared.is_stopped()
    }

    /// Returns `true` if the side to move forces its aim in at most `moves` moves. After a stop, `false` means nothing.
    fn wins<R: Rules>(&mut self, position: &Position<R>, moves: u8) -> bool {
        if moves == 0 || self.is_stopped() {
            return false;
        }
        let is_direct = self.shared.stipulation.aim == Aim::Direct;
        let list = position.legal_moves();
        if is_direct && moves == 1 {
            return list.iter().any(|&mv| position.gives_check(mv) && !position.after_unchecked(mv).has_legal_move());
        }
        // The fewest moves that are known to be enough, and the most that are known not to be enough.
        let key = self.shared.key(position);
        let known = self.shared.table.get(key);
        let (enough, few) = (u8::MAX - known as u8, (known >> 8) as u8);
        if moves >= enough || moves <= few {
            return moves >= enough;
        }
        // Moves that leave the other side few replies come first.
        let mut tries: Vec<(usize, Move)> =
            list.iter().map(|&mv| (position.after_unchecked(mv).legal_move_count(), mv)).collect();
        tries.sort_unstable_by_key(|&(replies, mv)| (replies, !position.gives_check(mv)));
        let wins = tries.iter().any(|&(_, mv)| self.is_forced(&position.after_unchecked(mv), moves - 1));
        if wins || !self.shared.is_stopped() {
            let (enough, few) = if wins { (moves, few) } else { (enough, moves) };
            self.shared.table.keep(key, u64::from(u8::MAX - enough) | u64::from(few) << 8);
        }
        wins
    }

    /// Returns `true` if the side to move cannot prevent the aim of the other side in at most `moves` more moves.
    fn is_forced<R: Rules>(&mut self, position: &Position<R>, moves: u8) -> bool {
        let is_direct = self.shared.stipulation.aim == Aim::Direct;
        let mut list = position.legal_moves();
        if list.is_empty() || is_direct && moves == 0 {
            return is_direct && list.is_empty() && position.is_check();
        }
        let refutation = &self.refutations[usize::from(moves)];
        if let Some(at) = list.iter().position(|mv| Some(*mv) == *refutation) {
            list.swap(0, at);
        }
        for &reply in &list {
            let after = position.after_unchecked(reply);
            let mates = !is_direct && position.gives_check(reply) && !after.has_legal_move();
            if !mates && !self.wins(&after, moves) {
                self.refutations[usize::from(moves)] = Some(reply);
                return false;
            }
        }
        true
    }

    /// Finds the lines of exactly `plies` plies that end in mate. Returns `true` if there is one.
    fn help<R: Rules>(
        &mut self,
        position: &Position<R>,
        plies: u8,
        line: &mut Vec<Move>,
        lines: &mut Vec<Vec<Move>>,
    ) -> bool {
        if self.is_stopped() {
            return false;
        }
        // A bit for each number of plies without a mate.
        let key = self.shared.key(position);
        let barren = if plies > 1 { self.shared.table.get(key) } else { 0 };
        if barren >> plies & 1 != 0 {
            return false;
        }
        let mut found = false;
        for &mv in &position.legal_moves() {
            if plies == 1 && !position.gives_check(mv) {
                continue;
            }
            let after = position.after_unchecked(mv);
            let winner = if plies % 2 == 1 { position.turn() } else { !position.turn() };
            if mv.is_capture() && after.has_insufficient_material(winner) {
                continue;
            }
            line.push(mv);
            if plies > 1 {
                found |= self.help(&after, plies - 1, line, lines);
            } else if !after.has_legal_move() {
                found = true;
                lines.push(line.clone());
                self.shared.found.fetch_add(1, Ordering::Relaxed);
            }
            line.pop();
        }
        if !found && plies > 1 && !self.shared.is_stopped() {
            // Another thread may have stored more.
            self.shared.table.keep(key, self.shared.table.get(key) | 1 << plies);
        }
        found
    }
}

impl Drop for Solver<'_> {
    fn drop(&mut self) {
        self.shared.nodes.fetch_add(self.nodes, Ordering::Relaxed);
    }
}

/// Solves a problem with several threads. `stop` ends the search and returns the solutions so far. `watch` is called now and then
/// with the progress.
pub(crate) fn solve<R: Rules>(
    position: &Position<R>,
    stipulation: Stipulation,
    table: &Table,
    threads: usize,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(Progress),
) -> Solution {
    let shared = Shared::new(stipulation, table, stop);
    let mut first = position.legal_moves();
    first.sort_unstable();
    let mut solution = Solution::default();
    if stipulation.aim == Aim::Help {
        solution.lines = help(position, &first, &shared, threads, watch);
    } else {
        // Shorter lengths come first: they take little time, and their facts in the table help.
        let mut left: Vec<Move> = first.to_vec();
        for moves in 1..=stipulation.moves {
            let enough = share(&left, &shared, moves, threads, watch, |solver, &mv| {
                let is_key = solver.is_forced(&position.after_unchecked(mv), moves - 1);
                shared.found.fetch_add(usize::from(is_key), Ordering::Relaxed);
                is_key
            });
            let keys = || left.iter().zip(&enough).filter(|&(_, &is_key)| is_key).map(|(&mv, _)| mv);
            solution.keys.extend(keys().map(|mv| Key { mv, moves }));
            left.retain(|mv| solution.keys.iter().all(|key| key.mv != *mv));
        }
    }
    solution.stopped = stop.load(Ordering::Relaxed);
    solution.nodes = shared.nodes.into_inner();
    solution
}

/// Finds the lines of a helpmate. The threads share the first two moves.
fn help<R: Rules>(
    position: &Position<R>,
    first: &[Move],
    shared: &Shared<'_>,
    threads: usize,
    watch: &mut dyn FnMut(Progress),
) -> Vec<Vec<Move>> {
    let plies = shared.stipulation.plies();
    let starts: Vec<Vec<Move>> = if plies > 3 {
        let seconds = |&mv: &Move| position.after_unchecked(mv).legal_moves();
        first.iter().flat_map(|&mv| seconds(&mv).into_iter().map(move |reply| vec![mv, reply])).collect()
    } else {
        vec![Vec::new()]
    };
    let found = share(&starts, shared, shared.stipulation.moves, threads, watch, |solver, start| {
        let after = start.iter().fold(*position, |position, &mv| position.after_unchecked(mv));
        let (mut line, mut lines) = (start.clone(), Vec::new());
        solver.help(&after, plies - start.len() as u8, &mut line, &mut lines);
        lines
    });
    let mut lines: Vec<Vec<Move>> = found.into_iter().flatten().collect();
    lines.sort_unstable();
    lines
}

/// Makes threads work on parts, and returns the results in order.
fn share<P: Sync, T: Default + Send>(
    parts: &[P],
    shared: &Shared<'_>,
    moves: u8,
    threads: usize,
    watch: &mut dyn FnMut(Progress),
    work: impl Fn(&mut Solver<'_>, &P) -> T + Sync,
) -> Vec<T> {
    shared.taken.store(0, Ordering::Relaxed);
    shared.done.store(0, Ordering::Relaxed);
    let made = Mutex::new(parts.iter().map(|_| T::default()).collect::<Vec<T>>());
    let (work, made_by_all, waits) = (&work, &made, thread::current());
    let run = || {
        let mut solver = Solver::new(shared);
        while let Some((at, part)) =
            Some(shared.taken.fetch_add(1, Ordering::Relaxed)).and_then(|at| parts.get(at).map(|part| (at, part)))
        {
            let result = work(&mut solver, part);
            made_by_all.lock().unwrap_or_else(PoisonError::into_inner)[at] = result;
            shared.done.fetch_add(1, Ordering::Relaxed);
            waits.unpark();
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.clamp(1, parts.len().max(1))).map(|_| scope.spawn(run)).collect();
        let done = || shared.done.load(Ordering::Relaxed);
        while done() < parts.len() && workers.iter().any(|worker| !worker.is_finished()) {
            thread::park_timeout(Duration::from_millis(20));
            watch(Progress {
                moves,
                done: done(),
                parts: parts.len(),
                found: shared.found.load(Ordering::Relaxed),
                nodes: shared.nodes.load(Ordering::Relaxed),
            });
        }
    });
    made.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// A reply, and the moves after it.
#[derive(Clone, Debug)]
pub(crate) struct Variation {
    pub(crate) reply: Move,
    /// `true` if the reply mates, which is the aim of a selfmate.
    pub(crate) mates: bool,
    /// The shortest continuations. Several are a dual.
    pub(crate) next: Vec<Key>,
}

/// Lists every reply to a move that forces the aim in `moves` more moves, with the shortest continuations.
pub(crate) fn variations<R: Rules>(
    position: &Position<R>,
    stipulation: Stipulation,
    moves: u8,
    table: &Table,
    stop: &AtomicBool,
) -> Vec<Variation> {
    let mut replies = position.legal_moves();
    replies.sort_unstable();
    let is_self = stipulation.aim == Aim::SelfMate;
    let mut list = Vec::new();
    for &reply in &replies {
        let after = position.after_unchecked(reply);
        let mates = is_self && after.is_checkmate();
        let next = if mates { Vec::new() } else { shortest(&after, stipulation, moves, table, stop) };
        list.push(Variation { reply, mates, next });
    }
    list
}

/// Returns the first moves of the shortest ways to the aim, within `moves` moves.
pub(crate) fn shortest<R: Rules>(
    position: &Position<R>,
    stipulation: Stipulation,
    moves: u8,
    table: &Table,
    stop: &AtomicBool,
) -> Vec<Key> {
    let shared = Shared::new(stipulation, table, stop);
    let mut solver = Solver::new(&shared);
    let mut list = position.legal_moves();
    list.sort_unstable();
    for moves in 1..=moves {
        let is_key = |mv: &&Move| solver.is_forced(&position.after_unchecked(**mv), moves - 1);
        let keys: Vec<Key> = list.iter().filter(is_key).map(|&mv| Key { mv, moves }).collect();
        if !keys.is_empty() {
            return keys;
        }
    }
    Vec::new()
}

/// A problem of a suite: `#2 | POSITION | KEYS | SOURCE`.
#[derive(Clone, Debug)]
pub(crate) struct Entry<R: Rules> {
    pub(crate) stipulation: Stipulation,
    pub(crate) position: Position<R>,
    /// The solutions: keys of one move each, or the lines of a helpmate.
    pub(crate) solutions: Vec<Vec<Move>>,
    pub(crate) source: String,
}

impl<R: Rules> Entry<R> {
    /// Returns `true` if a line of a suite has a problem.
    pub(crate) fn is_one(line: &str) -> bool {
        !matches!(line.trim(), "" | "#") && !line.starts_with("# ")
    }

    /// Reads a problem. The error is a sentence about the wrong field.
    pub(crate) fn parse(line: &str) -> Result<Entry<R>, String> {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [stipulation, fen, solutions, source] = fields[..] else {
            return Err(format!("{} fields instead of 4: stipulation | position | solutions | source", fields.len()));
        };
        let stipulation: Stipulation = stipulation.parse().map_err(|error| format!("the stipulation: {error}"))?;
        let (position, _) = fen::parse_lenient::<R>(fen).map_err(|error| format!("the position: {error}"))?;
        let plies = if stipulation.aim == Aim::Help { usize::from(stipulation.plies()) } else { 1 };
        let mut lines = Vec::new();
        for text in solutions.split(',').map(str::trim).filter(|text| !text.is_empty()) {
            let (mut after, mut moves) = (position, Vec::new());
            for san in text.split_whitespace() {
                moves.push(after.play_san(san).map_err(|error| format!("the solution {text:?}: {san}: {error}"))?);
            }
            if moves.len() != plies {
                return Err(format!("the solution {text:?}: {} moves instead of {plies}", moves.len()));
            }
            lines.push(moves);
        }
        lines.sort_unstable();
        Ok(Entry { stipulation, position, solutions: lines, source: source.to_owned() })
    }

    /// Returns `true` if the solution equals that of the suite.
    pub(crate) fn is_solved_by(&self, solution: &Solution) -> bool {
        let mut found: Vec<Vec<Move>> = solution.keys.iter().map(|key| vec![key.mv]).collect();
        found.extend(solution.lines.iter().cloned());
        found.sort_unstable();
        found == self.solutions
    }
}
