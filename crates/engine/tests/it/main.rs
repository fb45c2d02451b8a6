//! The example engine finds mates, searches the same nodes on every back end, plays legal moves only, and survives wrong input.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use chess0x88::game::{DrawReason, WinReason};
use chess0x88::{Chess, ChessRules, Color, History, Makruk, MakrukRules, Move, Outcome, Position, fen, makruk};

use chess0x88_engine::bench;
use chess0x88_engine::clock::{MOST_OVERHEAD, Times, USUAL_OVERHEAD};
use chess0x88_engine::evaluate::{Blur, Play, Tally, evaluate};
use chess0x88_engine::level::{Level, STRONGEST, WEAKEST};
use chess0x88_engine::search::{Found, LOOK, Limits, Search, Watch};
use chess0x88_engine::table::{Bound, Entry, Table};
use chess0x88_engine::uci::Session;
use common::Random;

const MATES: &str = include_str!("../../../../tests/data/mates.epd");
const MAKRUK_MATES: &str = include_str!("../../../../tests/data/mates_makruk.epd");

fn table() -> Table {
    Table::new(1)
}

/// Returns the engine's result with an empty table.
fn think<R: Play>(position: Position<R>, limits: &Limits) -> Found {
    Search::new(&History::new(position), &table(), &mut ()).think(limits)
}

/// Returns the moves that mate in `n`, by trying all moves.
fn mating_moves<R: Play>(position: &Position<R>, n: u32) -> Vec<Move> {
    let mut moves = position.legal_moves().to_vec();
    moves.retain(|&mv| is_lost(&position.after_unchecked(mv), n - 1));
    moves
}

fn is_won<R: Play>(position: &Position<R>, n: u32) -> bool {
    let (checks, others): (Vec<_>, Vec<_>) = position.legal_moves().iter().partition(|&&mv| position.gives_check(mv));
    // Without check there is no mate.
    let moves = if n == 1 { checks } else { [checks, others].concat() };
    moves.into_iter().any(|mv| is_lost(&position.after_unchecked(mv), n - 1))
}

/// Returns `true` if the side to move is mated, or will be in any line by at most `n` more moves of the other side.
fn is_lost<R: Play>(position: &Position<R>, n: u32) -> bool {
    let replies = position.legal_moves();
    if replies.is_empty() {
        return matches!(position.outcome(), Some(Outcome::Win { by: WinReason::Checkmate, .. }));
    }
    n > 0 && replies.iter().all(|&reply| is_won(&position.after_unchecked(reply), n))
}

fn mates_are_found<R: Play>(suite: &str) -> [u32; 5] {
    let mut solved = [0; 5];
    for line in suite.lines().filter(|line| !line.starts_with('#')) {
        // Four fields of a FEN, then `bm` and moves, then `dm` and a number.
        let (fen, operations) = line.split_once(" bm ").expect(line);
        let (best, moves) = operations.split_once("; dm ").expect(line);
        let (position, _) = fen::parse_lenient::<R>(fen).unwrap_or_else(|error| panic!("{line}: {error}"));
        let moves: u32 = moves.split(';').next().and_then(|moves| moves.parse().ok()).expect(line);
        // The suite is right: no mate is shorter, and these moves begin one.
        assert!((1..moves).all(|fewer| !is_won(&position, fewer)), "{line}: there is a shorter mate");
        let mut first = mating_moves(&position, moves);
        let mut named: Vec<Move> =
            best.split(' ').map(|san| position.parse_san(san)).collect::<Result<_, _>>().expect(line);
        first.sort_unstable_by_key(|mv| mv.bits());
        named.sort_unstable_by_key(|mv| mv.bits());
        assert_eq!(first, named, "{line}");
        // The engine finds the mate.
        let limits = Limits { mate: Some(moves.cast_signed()), nodes: Some(200_000), ..Limits::default() };
        let found = think(position, &limits);
        assert_eq!(found.mate_in(), Some(moves.cast_signed()), "{line}");
        assert!(named.contains(&found.line[0]), "{line}: {}", found.line[0]);
        solved[moves as usize] += 1;
    }
    solved
}

#[test]
fn mates_of_chess_in_one_to_four_are_found() {
    assert_eq!(mates_are_found::<ChessRules>(MATES), [0, 4, 12, 9, 2]);
}

#[test]
fn mates_of_makruk_in_one_to_four_are_found() {
    assert_eq!(mates_are_found::<MakrukRules>(MAKRUK_MATES), [0, 6, 7, 4, 2]);
}

/// The nodes of `bench`, to a small depth and to the default depth. Update them when the engine changes.
const SIGNATURES: [(i32, u64); 2] = [(6, 45_552), (bench::DEPTH, 1_865_845)];

fn has_signature((depth, nodes): (i32, u64)) {
    assert_eq!(bench::run(depth).map(|(_, nodes)| nodes).sum::<u64>(), nodes, "depth {depth}");
}

#[test]
fn the_work_of_the_benchmark_is_known() {
    has_signature(SIGNATURES[0]);
}

#[test]
#[ignore = "minutes in debug; release runs it"]
fn the_work_of_the_usual_benchmark_is_known() {
    has_signature(SIGNATURES[1]);
}

/// Requests a stop at the `stops_at`th question, and requires the search to ask often enough.
struct Impatient {
    stops_at: u32,
    asked: u32,
    nodes: u64,
}

impl Watch for Impatient {
    fn must_stop(&mut self, nodes: u64) -> bool {
        assert!(nodes <= LOOK, "{nodes} nodes without a look");
        self.nodes += nodes;
        self.asked += 1;
        self.asked >= self.stops_at
    }

    fn goes_on(&mut self, _: &Found) -> bool {
        true
    }
}

fn stops_at_once<R: Play>(fen: &str) {
    for stops_at in [1, 2, 5, 20] {
        let position = Position::<R>::from_fen(fen).expect(fen);
        let mut watch = Impatient { stops_at, asked: 0, nodes: 0 };
        let found = Search::new(&History::new(position), &table(), &mut watch).think(&Limits::default());
        // No node is searched after that.
        assert_eq!((found.nodes, watch.asked), (watch.nodes, stops_at), "{fen}");
        assert!(position.is_legal(found.line[0]), "{fen}");
    }
}

#[test]
fn a_search_that_is_to_stop_searches_no_further_node() {
    stops_at_once::<ChessRules>("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    // A position with a very large tree of captures.
    stops_at_once::<ChessRules>("q1q1q1qk/1q1q1q1q/8/8/8/8/Q1Q1Q1Q1/KQ1Q1Q1Q w - - 0 1");
    stops_at_once::<MakrukRules>("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1");
}

#[test]
fn a_limit_of_nodes_is_kept_to_the_node() {
    for nodes in [1, 2, 100, 1023, 1024, 1025, 5000] {
        let found = think(Chess::startpos(), &Limits { nodes: Some(nodes), ..Limits::default() });
        assert_eq!(found.nodes, nodes);
        assert!(Chess::startpos().is_legal(found.line[0]));
    }
}

/// The first move of the last line that was told.
struct Told(Option<Move>);

impl Watch for &mut Told {
    fn must_stop(&mut self, _: u64) -> bool {
        false
    }
    fn goes_on(&mut self, found: &Found) -> bool {
        self.0 = found.line.first().copied();
        true
    }
}

#[test]
fn the_move_that_is_played_begins_the_last_line_that_was_told() {
    let mut random = Random::new(41);
    for _ in 0..60 {
        let mut position = Chess::startpos();
        for _ in 0..random.below(30) {
            let moves = position.legal_moves();
            if !moves.is_empty() {
                position.play_unchecked(moves[random.below(moves.len())]);
            }
        }
        let mut told = Told(None);
        // The search stops within a depth.
        let limits = Limits { nodes: Some(500 + random.below(3000) as u64), ..Limits::default() };
        let found = Search::new(&History::new(position), &table(), &mut &mut told).think(&limits);
        assert!(found.line.is_empty() || told.0 == found.line.first().copied(), "{}", position.fen());
    }
}

#[test]
fn moves_asked_for_are_the_only_ones_looked_at() {
    let start = Chess::startpos();
    let moves: Vec<Move> = ["a2a3", "h2h4"].map(|uci| start.parse_uci(uci).expect(uci)).into();
    let found = think(start, &Limits { depth: Some(6), moves: Some(moves.clone()), ..Limits::default() });
    assert!(moves.contains(&found.line[0]), "{}", found.line[0]);
    assert_eq!(think(start, &Limits { moves: Some(Vec::new()), ..Limits::default() }).line, []);
}

#[test]
fn several_lines_begin_with_the_best_moves() {
    let lines = |fen: &str, lines, depth| {
        let limits = Limits { depth: Some(depth), lines, ..Limits::default() };
        let mut found = think(fen.parse::<Chess>().expect(fen), &limits);
        let others = std::mem::take(&mut found.others);
        [vec![found], others].concat()
    };
    // As many lines as there are moves, the better ones first, each with the score of a search for that move alone.
    let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let all = lines(fen, 99, 3);
    let position: Chess = fen.parse().expect("legal");
    assert_eq!(all.len(), position.legal_moves().len());
    assert_eq!((all[0].mate_in(), all[0].line[0].to_string().as_str()), (Some(1), "a1a8"));
    assert!(all.is_sorted_by(|before, after| before.score >= after.score && before.line[0] != after.line[0]));
    for found in &all {
        assert!(position.is_legal(found.line[0]) && found.depth == 3, "{found:?}");
    }
    // One line is the first of several.
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
    assert_eq!(lines(fen, 1, 1)[0].line, lines(fen, 4, 1)[0].line);
    assert_eq!(lines(fen, 0, 6).len(), 1);
    assert_eq!(lines(fen, 4, 6).len(), 4);
    // The result of the first line stays, although the root was searched again without its move.
    let table = table();
    let limits = Limits { depth: Some(5), lines: 5, ..Limits::default() };
    let history = History::new(fen.parse::<Chess>().expect("legal"));
    let found = Search::new(&history, &table, &mut ()).think(&limits);
    let best = table.get(history.key()).and_then(|entry| entry.best);
    assert!(found.others.iter().all(|other| best != Some(other.line[0]) || other.score == found.score));
}

#[test]
fn a_blur_is_no_larger_than_it_says() {
    let blur = Blur { most: 50, seed: 3 };
    let errors: Vec<i32> = (0..4000).map(|key| blur.see(1000, key) - 1000).collect();
    assert_eq!((errors.iter().min(), errors.iter().max()), (Some(&-50), Some(&50)));
    assert!(errors.iter().sum::<i32>().abs() < 4 * 4000, "not to one side");
    assert_eq!(Blur { most: 0, seed: 3 }.see(17, 99), 17);
    assert!((0..100).all(|key| Blur { most: 500, seed: 1 }.see(29_900, key) <= 30_000), "no mate");
}

#[test]
fn a_higher_level_searches_more_and_judges_better() {
    let levels: Vec<Level> = (WEAKEST..=STRONGEST).step_by(100).map(|elo| Level::of(elo, 1)).collect();
    assert!(levels.is_sorted_by(|low, high| low.nodes < high.nodes && low.blur.most >= high.blur.most), "{levels:?}");
    assert_eq!(levels.last().map(|level| level.blur.most), Some(0));
    assert_eq!(Level::of(i32::MIN, 1), levels[0]);
    assert_eq!(Some(&Level::of(i32::MAX, 1)), levels.last());
}

/// Plays random moves and moves of the engine, and compares the updated sums of the evaluation with new ones.
fn tallies_agree<R: Play>(start: Position<R>, seed: u64) {
    let mut random = Random::new(seed);
    let mut position = start;
    let mut tally = Tally::of(&position);
    for _ in 0..120 {
        let Some(mv) = random.pick(&position.legal_moves()) else { break };
        tally = tally.after(&position, mv);
        position = position.after_unchecked(mv);
        assert_eq!(tally, Tally::of(&position), "{mv} leads to {}", position.fen());
        // The evaluation is symmetric in the colours.
        let turned = position.flip_colors();
        assert_eq!(evaluate(&position, &tally), evaluate(&turned, &Tally::of(&turned)), "{}", position.fen());
    }
}

#[test]
fn sums_kept_move_by_move_are_those_of_the_whole_board() {
    for seed in 0..20 {
        tallies_agree(Chess::startpos(), seed);
        tallies_agree(Chess::chess960(seed as u16 * 47).expect("a start"), seed);
        tallies_agree(Makruk::startpos(), seed);
    }
    let promotes: Chess = "1n2k3/P6P/8/8/8/8/p6p/1N2K3 w - - 0 1".parse().expect("legal");
    (0..20).for_each(|seed| tallies_agree(promotes, seed));
}

#[test]
fn no_material_is_taken_for_a_mate() {
    let (queens, _) =
        fen::parse_lenient::<ChessRules>("kn6/pp6/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/K1QQQQQQ w - - 0 1")
            .expect("no rule of movement is upset");
    assert_eq!(evaluate(&queens, &Tally::of(&queens)), 30_000);
    let found = think(queens, &Limits { depth: Some(3), ..Limits::default() });
    assert_eq!(found.mate_in(), Some(1));
}

#[test]
fn the_table_returns_what_was_stored() {
    let table = table();
    let best = Chess::startpos().parse_uci("e2e4").ok();
    assert_eq!(table.get(7), None);
    for (depth, bound) in [(1, Bound::Upper), (5, Bound::Lower), (90, Bound::Exact)] {
        let entry = Entry { best, score: -31_990 + depth, depth, bound };
        table.put(7, entry);
        assert_eq!(table.get(7), Some(entry));
    }
    // An entry without a move keeps the known move.
    table.put(7, Entry { best: None, score: 5, depth: 95, bound: Bound::Exact });
    assert_eq!(table.get(7), Some(Entry { best, score: 5, depth: 95, bound: Bound::Exact }));
    assert_eq!(table.get(7 ^ 1 << 63), None);
    table.clear();
    assert_eq!((table.get(7), table.per_mille_full()), (None, 0));
}

#[test]
fn the_engine_knows_draws() {
    let score = |fen: &str, depth| {
        think(fen.parse::<Chess>().expect(fen), &Limits { depth: Some(depth), ..Limits::default() }).score
    };
    // A queen ahead, but perpetual check threatens.
    let perpetual = score("6k1/5ppp/8/8/8/8/1q3PQP/r5BK b - - 0 1", 6);
    assert!(perpetual.abs() < 2000, "{perpetual}");
    // The next move completes fifty moves, and no mate comes before.
    assert_eq!(score("7k/8/8/8/3K4/8/8/R7 w - - 99 80", 4), 0);
    assert!(score("7k/8/8/8/3K4/8/8/R7 w - - 0 80", 4) > 300);
    // Two kings and a knight.
    assert_eq!(score("7k/8/8/8/3K4/8/8/N7 w - - 0 80", 3), 0);
}

#[test]
fn a_count_that_runs_out_is_a_draw() {
    let found = |fen: &str| think(fen.parse::<Makruk>().expect(fen), &Limits { depth: Some(6), ..Limits::default() });
    assert_eq!(found("8/8/8/3k4/8/3KR3/8/8 w - 32 31 90").score, 0);
    assert!(found("8/8/8/3k4/8/3KR3/8/8 w - 32 3 90").score > 100);
    // A mate with the last counted move is a mate.
    assert_eq!(found("3k4/5R2/2M~KM~3/8/4M~3/8/8/8 w - 32 31 87").mate_in(), Some(1));
    // A side that counts by choice cannot win by mate.
    let mut counting: Makruk = "3k4/5R2/3K4/8/8/8/r7/8 w - - 0 1".parse().expect("legal");
    assert_eq!(think(counting, &Limits { depth: Some(4), ..Limits::default() }).mate_in(), Some(1));
    makruk::start_counting(&mut counting, Color::White).expect("no Bia");
    assert_eq!(think(counting, &Limits { depth: Some(4), ..Limits::default() }).mate_in(), None);
}

#[test]
fn budgets_keep_within_the_clock() {
    let budget = |left, increment, moves_to_go| {
        let times = Times { left: Some(left), increment, moves_to_go, exactly: None };
        let budget = times.budget(USUAL_OVERHEAD).expect("a clock");
        assert!(budget.soft <= budget.hard, "{budget:?}");
        assert!(budget.hard >= times.budget(MOST_OVERHEAD).expect("a clock").hard, "{times:?}");
        (budget.soft.as_millis(), budget.hard.as_millis())
    };
    for left in [-5000, 0, 1, 20, 100, 1000, 60_000, i64::MAX] {
        for increment in [0, 1, 1000, i64::MAX] {
            for moves_to_go in [None, Some(-1), Some(1), Some(40), Some(i64::MAX)] {
                let (_, hard) = budget(left, increment, moves_to_go);
                let moves = moves_to_go.unwrap_or(i64::MAX).clamp(1, 5);
                let most = (left.saturating_sub(3 * USUAL_OVERHEAD) / moves).max(1).unsigned_abs();
                assert!(hard <= most.into(), "{left} {increment} {moves_to_go:?}: {hard}");
            }
        }
    }
    assert_eq!(Times::default().budget(USUAL_OVERHEAD), None);
    let exactly = |time, overhead| {
        let budget = Times { exactly: Some(time), ..Times::default() }.budget(overhead).expect("a time");
        assert_eq!(budget.soft, budget.hard);
        budget.hard.as_millis()
    };
    assert_eq!([exactly(1000, 30), exactly(1000, 0), exactly(20, 30), exactly(0, 30)], [970, 1000, 10, 1]);
}

/// The least time on a clock of one second in a long game, if each move takes its whole budget and then some time on its way:
/// `usual` milliseconds, and `delay` more every fiftieth time.
fn least_on_the_clock(increment: i64, usual: i64, delay: i64) -> i64 {
    let mut left = 1000;
    let mut least = left;
    for number in 1..=500 {
        let times = Times { left: Some(left), increment, ..Times::default() };
        let hard = times.budget(USUAL_OVERHEAD).expect("a clock").hard.as_millis();
        left -= i64::try_from(hard).expect("short") + usual + if number % 50 == 0 { delay } else { 0 };
        least = least.min(left);
        left += increment;
    }
    least
}

#[test]
fn a_small_increment_does_not_lose_on_time() {
    for (increment, usual, delay) in
        [(10, 0, 0), (10, 5, 100), (10, 6, 60), (20, 10, 100), (50, 20, 100), (100, 30, 300)]
    {
        let least = least_on_the_clock(increment, usual, delay);
        assert!(least > 0, "{increment} {usual} {delay}: {least}");
    }
}

/// Standard output that the test reads.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Output {
    fn take(&self) -> String {
        let mut bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8(std::mem::take(&mut bytes)).expect("text")
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A session with the engine.
struct Talk {
    session: Session<Output>,
    output: Output,
}

impl Talk {
    fn new(lines: &[&str]) -> Talk {
        let output = Output::default();
        let mut talk = Talk { session: Session::new(output.clone()), output };
        for line in lines {
            assert_eq!(talk.say(line), "", "{line}");
        }
        talk
    }

    /// Returns the answer of the engine, without lines of a search.
    fn say(&mut self, line: &str) -> String {
        assert!(self.session.obey(line), "{line}");
        self.output.take()
    }

    /// Returns all lines of a search, which is stopped at once if needed.
    fn search(&mut self, line: &str) -> String {
        assert!(self.session.obey(line));
        self.session.obey("stop");
        self.output.take()
    }

    /// Returns all lines of a search that ends by itself, so no clock is needed.
    fn wait(&mut self) -> String {
        self.session.wait();
        self.output.take()
    }

    fn best_move(&mut self, line: &str) -> String {
        let text = self.search(line);
        chosen(&text).to_owned()
    }

    /// Returns the answer to a `go` that is not stopped, and the lines before it.
    fn answer(&mut self, line: &str) -> String {
        assert!(self.session.obey(line));
        self.wait()
    }
}

/// Returns the move of the only `bestmove` among the lines of a search.
fn chosen(text: &str) -> &str {
    let answers: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    assert_eq!(answers.len(), 1, "{text}");
    answers[0].split(' ').next().expect("a move")
}

/// A position that is no start, so that a change is visible.
const KNOWN: &str = "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1g1 b4c3";

fn known() -> Chess {
    let fen = KNOWN.trim_start_matches("position fen ").split(" moves").next().expect("a FEN");
    let mut position: Chess = fen.parse().expect("legal");
    for uci in ["e1g1", "b4c3"] {
        position.play(position.parse_uci(uci).expect(uci)).expect(uci);
    }
    position
}

#[test]
fn refused_lines_get_a_reason_and_change_nothing() {
    let refused = include_str!("../../../../tests/data/uci_refused.txt");
    let mut talk = Talk::new(&[KNOWN]);
    for line in refused.lines().filter(|line| !line.starts_with('#')) {
        let answer = talk.say(line);
        assert!(!answer.is_empty() && answer.lines().all(|line| line.starts_with("info string ")), "{line}: {answer}");
        if line.starts_with("position") {
            // The board is not the one of the refused command.
            assert_eq!(talk.best_move("go nodes 60"), "(none)", "{line}");
            assert_eq!(talk.best_move("go perft 2"), "(none)", "{line}");
            assert_eq!(talk.say(KNOWN), "");
        }
        let best = talk.best_move("go nodes 60");
        assert!(known().parse_uci(&best).is_ok_and(|mv| known().is_legal(mv)), "{line}: {best}");
    }
    assert_eq!(
        talk.say("position startpos moves e2e5"),
        "info string position: e2e5: the pawn on e2 does not move to e5; nothing has changed\n"
    );
    assert_eq!(
        talk.say("setoption name Hash value 0"),
        "info string setoption: expected a number from 1 to 4096, found \"0\"\n"
    );
    assert_eq!(
        talk.answer("go nodes 60"),
        "info string go: the last position was refused, so there is none to search\nbestmove (none)\n"
    );
}

/// The memory of this process in megabytes, if the system reports it.
fn megabytes_in_use() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? / 1024)
}

#[test]
fn a_large_table_takes_no_memory_before_it_is_used() {
    let mut talk = Talk::new(&[]);
    let before = megabytes_in_use();
    assert_eq!(talk.say("setoption name Hash value 4096"), "");
    assert_eq!(talk.say("isready"), "readyok\n");
    talk.answer("go nodes 1000");
    if let (Some(before), Some(now)) = (before, megabytes_in_use()) {
        // (Other tests of this process have tables, too.)
        assert!(now < before + 1000, "{before} MB, then {now} MB");
    }
}

#[test]
fn each_search_tells_a_score() {
    let mut talk = Talk::new(&[KNOWN]);
    for line in ["go nodes 1", "go nodes 5", "go nodes 1 searchmoves d5d6"] {
        let answer = talk.answer(line);
        let told: Vec<&str> = answer.lines().filter(|line| line.starts_with("info depth ")).collect();
        assert_eq!(told.len(), 1, "{line}: {answer}");
        assert!(told[0].contains(" score cp "), "{line}: {answer}");
        assert!(told[0].ends_with(&format!(" pv {}", chosen(&answer))), "{line}: {answer}");
    }
    assert!(talk.search("go infinite").contains(" score "), "stopped at once");
}

#[test]
fn a_search_for_a_mate_ends_when_there_is_none() {
    let mut talk = Talk::new(&["position startpos"]);
    for line in ["go mate 1", "go mate 2", "go mate 1 searchmoves e2e4"] {
        talk.answer(line);
    }
    // The mates in `n` of the suites are no mates in fewer.
    for suite in [MATES, MAKRUK_MATES] {
        talk.say(if suite == MATES {
            "setoption name UCI_Variant value chess"
        } else {
            "setoption name UCI_Variant value makruk"
        });
        for line in suite.lines().filter(|line| line.contains("dm 2") || line.contains("dm 3")) {
            let moves = if line.contains("dm 2") { 2 } else { 3 };
            let fields = line.split(" bm ").next().expect(line);
            let clocks = if suite == MATES { " 0 1" } else { "" };
            assert_eq!(talk.say(&format!("position fen {fields}{clocks}")), "", "{line}");
            let answer = talk.answer(&format!("go mate {}", moves - 1));
            let last = answer.lines().rfind(|line| line.contains(" multipv 1 ")).expect("a score");
            assert!(!last.contains(&format!("score mate {}", moves - 1)), "{line}: {answer}");
            assert!(talk.answer(&format!("go mate {moves}")).contains(&format!("score mate {moves} ")), "{line}");
        }
    }
}

#[test]
fn every_go_ends_in_a_bestmove() {
    // A limit that cannot be read is ignored, and the search ends by itself.
    let mut talk = Talk::new(&[KNOWN]);
    for (line, note) in [
        ("go depth", "go: depth: a number is missing; passed over"),
        ("go depth x", "go: depth: expected a number, found \"x\"; passed over"),
        ("go depth ½", "go: depth: expected a number, found \"½\"; passed over"),
        ("go nodes 1e6", "go: nodes: expected a number, found \"1e6\"; passed over"),
        ("go wtime 100.5 btime 100.5", "go: wtime: expected a number, found \"100.5\"; passed over"),
        ("go wtime btime 100", "go: wtime: expected a number, found \"btime\"; passed over"),
        ("go movetime soon", "go: movetime: expected a number, found \"soon\"; passed over"),
        ("go movestogo one", "go: movestogo: expected a number, found \"one\"; passed over"),
        ("go perft x", "go: perft: expected a number, found \"x\"; passed over"),
        ("go mate --1", "go: mate: expected a number, found \"--1\"; passed over"),
        ("go wtime 100 winc x", "go: winc: expected a number, found \"x\"; passed over"),
        ("go depth 2 joho", "go: joho: ignored"),
        ("go searchmoves d5d6 a2a5 e5d7 depth 2", "go: searchmoves: a2a5: the pawn on a2 does not move to a5"),
        ("joho go depth 1", "joho: no such command"),
        ("go btime 100", ""),
        ("go winc 5 movestogo 3", ""),
        ("go wtime -5 btime 0", ""),
        ("go searchmoves d5d6 e5d7 depth 2", ""),
    ] {
        let answer = talk.answer(line);
        let notes: Vec<&str> = answer.lines().filter_map(|line| line.strip_prefix("info string ")).collect();
        assert_eq!(notes.first().copied().unwrap_or_default(), note, "{line}");
        assert!(known().parse_uci(chosen(&answer)).is_ok(), "{line}: {answer}");
        if line.contains("searchmoves") {
            assert!(["d5d6", "e5d7"].contains(&chosen(&answer)), "{line}: {answer}");
        }
    }
    // No move can be chosen. (python-chess sends 0000 for an empty list.)
    for line in [
        "go searchmoves",
        "go searchmoves 0000 depth 3",
        "go depth 3 searchmoves a2a5",
        "go searchmoves xyzzy infinite",
    ] {
        assert_eq!(talk.best_move(line), "(none)", "{line}");
    }
}

#[test]
fn a_second_go_ends_the_first() {
    let mut talk = Talk::new(&["position startpos"]);
    assert!(talk.session.obey("go infinite"));
    // The running search keeps its position.
    assert_eq!(talk.say(KNOWN).lines().find(|line| !line.starts_with("info depth")), None);
    let text = talk.search("go nodes 60");
    let answers: Vec<&str> = text.lines().filter(|line| line.starts_with("bestmove ")).collect();
    let [first, second] = answers[..] else { panic!("{text}") };
    assert!(Chess::startpos().parse_uci(&first[9..13]).is_ok(), "{first}");
    assert!(known().parse_uci(&second[9..13]).is_ok(), "{second}");
}

#[test]
fn unknown_words_before_a_command_are_skipped() {
    let mut talk = Talk::new(&[]);
    assert_eq!(talk.say("joho isready"), "info string joho: no such command\nreadyok\n");
    assert_eq!(talk.say("joho hey debug on"), "info string joho: no such command\n");
    assert_eq!(talk.say("joho hey"), "info string joho: no such command\n");
}

#[test]
fn a_promotion_may_have_a_capital_letter() {
    let mut talk = Talk::new(&["position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8Q"]);
    assert_eq!(talk.say("position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1"), "");
    assert_eq!(talk.best_move("go depth 1 searchmoves a7a8N"), "a7a8n");
}

/// Valid and nearly valid lines, which the test damages.
const LINES: [&str; 15] = [
    "position startpos moves e2e4 e7e5 g1f3",
    "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1c1",
    "position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "setoption name Hash value 1",
    "setoption name UCI_Variant value makruk",
    "setoption name UCI_Chess960 value true",
    "setoption name MultiPV value 3",
    "setoption name UCI_LimitStrength value true",
    "setoption name UCI_Elo value 1500",
    "go depth 3 searchmoves e2e4 d2d4",
    "go wtime 100 btime 100 winc 1 binc 1 movestogo 3",
    "go nodes 50 mate 3",
    "ucinewgame",
    "stop",
    "ponderhit",
];

#[test]
fn damaged_lines_change_nothing() {
    let mut random = Random::new(88);
    let mut talk = Talk::new(&[]);
    for _ in 0..1500 {
        let mut line: Vec<char> = random.pick(&LINES).expect("one").chars().collect();
        for _ in 0..random.below(4) {
            let at = random.below(line.len());
            match random.below(4) {
                0 => _ = line.remove(at),
                1 => {
                    line.insert(
                        at,
                        random.pick(&[' ', '\0', '9', '-', 'é', 'w', '/', '\u{1F600}', '\t']).expect("one"),
                    );
                }
                2 => line.swap(at, 0),
                _ => line.truncate(at + 1),
            }
            if line.is_empty() {
                break;
            }
        }
        let line: String = line.into_iter().collect();
        if line.trim().starts_with("quit") || line.contains("Hash") && line.contains("99") {
            continue;
        }
        talk.search(&line);
    }
    for line in ["setoption name UCI_Variant value chess", "setoption name UCI_Chess960 value false", KNOWN] {
        assert_eq!(talk.say(line), "", "{line}");
    }
    let best = talk.best_move("go nodes 60");
    assert!(known().parse_uci(&best).is_ok(), "{best}");
}

#[test]
fn the_engine_answers_uci_with_its_name() {
    let mut talk = Talk::new(&["", "   "]);
    let text = talk.say("uci");
    for line in [
        "option name Hash type spin default 16 min 1 max 4096",
        "option name MultiPV type spin default 1 min 1 max 256",
        "option name Move Overhead type spin default 30 min 0 max 5000",
        "option name Book File type string default <empty>",
        "option name UCI_Chess960 type check default false",
        "option name UCI_Variant type combo default chess var chess var makruk",
        "option name UCI_Elo type spin default 2200 min 100 max 2200",
    ] {
        assert!(text.lines().any(|found| found == line), "{text}");
    }
    assert!(text.starts_with("id name ") && text.ends_with("\nuciok\n"), "{text}");
    assert_eq!(talk.say("isready"), "readyok\n");
    assert!(!talk.session.obey("quit"));
}

#[test]
fn a_search_without_end_is_answered_when_it_is_stopped() {
    let mut talk = Talk::new(&["position startpos"]);
    for go in ["go infinite", "go ponder wtime 10 btime 10", "go depth 1 infinite", "go ponder depth 1"] {
        assert!(talk.session.obey(go));
        assert!(!talk.say("isready").contains("bestmove"), "{go}");
        assert!(talk.say("setoption name Threads value 2").contains("ignored while a search is going on"), "{go}");
        assert!(talk.say("stop").contains("bestmove "), "{go}");
        assert_eq!(talk.say("stop"), "");
    }
    // The expected move was made and the depth is reached, so the answer is due.
    assert!(talk.session.obey("go ponder depth 2"));
    assert!(talk.session.obey("ponderhit"));
    assert!(talk.wait().contains("bestmove "));
}

#[test]
fn each_line_has_its_number() {
    let mut talk = Talk::new(&["setoption name MultiPV value 3", "setoption name UCI_ShowWDL value true", KNOWN]);
    let text = talk.answer("go depth 4");
    let infos: Vec<Vec<&str>> = text.lines().filter(|line| line.starts_with("info depth")).map(words).collect();
    assert_eq!(infos.len(), 12, "{text}");
    for (at, info) in infos.iter().enumerate() {
        assert_eq!(info[1..3], ["depth", &(at / 3 + 1).to_string()], "{text}");
        assert_eq!(info[5..7], ["multipv", &(at % 3 + 1).to_string()], "{text}");
        let wdl = info.iter().position(|&word| word == "wdl").expect("chances");
        assert_eq!(info[wdl + 1..wdl + 4].iter().map(|word| word.parse::<u32>().expect("a number")).sum::<u32>(), 1000);
    }
    // More lines than there are moves.
    let mut talk = Talk::new(&["setoption name MultiPV value 256", "position fen 7k/8/8/8/8/8/6q1/K7 w - - 0 1"]);
    let text = talk.answer("go depth 2");
    assert!(text.contains(" multipv 1 ") && !text.contains(" multipv 2 "), "{text}");
}

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// Plays a game of a weaker engine against itself.
fn weak_game(options: &[&str]) -> Vec<String> {
    let mut talk = Talk::new(options);
    assert_eq!(talk.say("setoption name UCI_LimitStrength value true"), "");
    let mut position = Chess::startpos();
    let mut moves: Vec<String> = Vec::new();
    while moves.len() < 24 && position.has_legal_move() {
        assert_eq!(talk.say(&format!("position startpos moves {}", moves.join(" "))), "");
        let text = talk.answer("go wtime 60000 btime 60000");
        let best = chosen(&text).to_owned();
        position.play(position.parse_uci(&best).expect(&best)).expect(&best);
        moves.push(best);
    }
    moves
}

#[test]
fn a_weaker_game_is_the_same_with_the_same_seed() {
    let one = weak_game(&["setoption name Seed value 1", "setoption name UCI_Elo value 1000"]);
    assert_eq!(weak_game(&["setoption name Seed value 1", "setoption name UCI_Elo value 1000"]), one);
    assert_ne!(weak_game(&["setoption name Seed value 2", "setoption name UCI_Elo value 1000"]), one);
    assert_ne!(weak_game(&["setoption name Seed value 1", "setoption name UCI_Elo value 1400"]), one);
    // Several threads make the result random.
    assert_eq!(
        weak_game(&[
            "setoption name Threads value 4",
            "setoption name Seed value 1",
            "setoption name UCI_Elo value 1000"
        ]),
        one
    );
}

#[test]
fn an_analysis_is_not_weaker() {
    let mut talk = Talk::new(&["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1000"]);
    let depth = |text: &str| text.lines().filter(|line| line.starts_with("info depth")).count();
    assert!(depth(&talk.answer("go depth 7")) < 7);
    assert_eq!(talk.say("setoption name UCI_AnalyseMode value true"), "");
    assert_eq!(depth(&talk.answer("go depth 7")), 7);
    // The requested nodes are the limit if they are fewer.
    assert_eq!(talk.say("setoption name UCI_AnalyseMode value false"), "");
    assert!(talk.answer("go nodes 1").contains("info depth 0 "));
}

#[test]
fn the_book_is_asked_first() {
    let start = Chess::startpos();
    // One entry: a2a3, which no search finds.
    let mut book = chess0x88_polyglot::key(&start).to_be_bytes().to_vec();
    book.extend([0b0000_0010, 0b0001_0000, 0, 1, 0, 0, 0, 0]);
    let name = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("a book.bin");
    std::fs::write(&name, &book).expect("a file");
    let mut talk = Talk::new(&[&format!("setoption name Book File value {}", name.display())]);
    assert_ne!(talk.best_move("go depth 3"), "a2a3");
    assert_eq!(talk.say("setoption name OwnBook value true"), "");
    assert_eq!(talk.answer("go wtime 1000 btime 1000"), "info string a2a3 is from the book\nbestmove a2a3\n");
    // The answer to the expected move waits, even if it is from the book.
    assert!(!talk.say("go ponder wtime 1000 btime 1000").contains("bestmove"));
    assert!(talk.session.obey("ponderhit"));
    assert!(talk.wait().ends_with("bestmove a2a3\n"));
    // The book is not used where its moves are excluded.
    assert_eq!(talk.best_move("go depth 2 searchmoves h2h4"), "h2h4");
    assert_ne!(talk.best_move("go infinite"), "a2a3");
    for line in [
        "setoption name UCI_AnalyseMode value true",
        "setoption name UCI_AnalyseMode value false",
        "setoption name UCI_Variant value makruk",
        "setoption name UCI_Variant value chess",
        "setoption name Book File value <empty>",
    ] {
        assert_eq!(talk.say(line), "");
        assert_eq!(
            talk.best_move("go depth 3") == "a2a3",
            line.ends_with("false") || line.ends_with(" chess"),
            "{line}"
        );
    }
    std::fs::write(&name, &book[1..]).expect("a file");
    let answer = talk.say(&format!("setoption name Book File value {}", name.display()));
    assert!(answer.contains("a Polyglot book has 16 bytes per entry"), "{answer}");
    for name in ["/", "/no such book.bin"] {
        assert!(talk.say(&format!("setoption name Book File value {name}")).starts_with("info string setoption: /"));
    }
}

#[test]
fn castling_is_written_as_the_program_wants_it() {
    let mut talk = Talk::new(&["position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1"]);
    assert_eq!(talk.best_move("go depth 1 searchmoves e1g1"), "e1g1");
    assert_eq!(talk.say("setoption name UCI_Chess960 value true"), "");
    assert_eq!(talk.best_move("go depth 1 searchmoves e1h1"), "e1h1");
}

#[test]
fn castling_that_the_program_cannot_read_is_not_played() {
    // From g1 to the rook on a1: the king lands on c1. It is the best move at depth one.
    let mut talk = Talk::new(&["position fen 4k3/8/8/8/8/8/5PPP/R5KR w KQ - 0 1", "setoption name MultiPV value 99"]);
    let chosen = |text: String| text.contains(" g1a1") || text.contains(" g1h1");
    assert!(!chosen(talk.answer("go depth 4")));
    assert_eq!(talk.best_move("go depth 1 searchmoves g1a1"), "(none)");
    // A castling of the other program is understood.
    assert_eq!(talk.say("position fen 4k3/8/8/8/8/8/5PPP/R5KR w KQ - 0 1 moves g1a1"), "");
    assert_eq!(talk.say("position fen 4k3/8/8/8/8/8/5PPP/R5KR w KQ - 0 1"), "");
    assert_eq!(talk.say("setoption name UCI_Chess960 value true"), "");
    assert!(chosen(talk.answer("go depth 4")));
}

#[test]
fn a_new_game_ends_pondering() {
    let mut talk = Talk::new(&["position startpos"]);
    assert!(talk.session.obey("go ponder wtime 60000 btime 60000"));
    assert!(talk.say("ucinewgame").contains("bestmove "));
    assert!(talk.session.obey("go infinite"));
    assert!(talk.say("ucinewgame").contains("ignored while a search is going on"));
    // The time of a search that does not ponder, or no longer, does not begin again.
    assert!(talk.say("ponderhit").contains("nothing is pondered"));
    assert!(talk.say("stop").contains("bestmove "));
    assert!(talk.session.obey("go ponder infinite"));
    assert!(!talk.say("ponderhit").contains("nothing is pondered"));
    assert!(talk.say("ponderhit").contains("nothing is pondered"));
}

/// The lines of a search without what a clock makes of them.
fn timeless(text: &str) -> String {
    let mut words = text.split_inclusive([' ', '\n']);
    let mut kept = String::new();
    while let Some(word) = words.next() {
        if matches!(word.trim_end(), "time" | "nps" | "hashfull") { _ = words.next() } else { kept += word }
    }
    kept
}

/// Each mode is entered, left and entered again, with a search in it: after a new game the session is as one that has just begun.
#[test]
fn a_session_after_a_new_game_is_as_a_new_one() {
    const SEARCHES: [&str; 3] = ["go nodes 600", "go depth 3 searchmoves g1h1 a1b1", "go perft 1"];
    let ways: [(&[&str], &[&str]); 10] = [
        (&["position startpos moves e2e4"], &[]),
        (&["setoption name MultiPV value 3"], &["setoption name MultiPV value 1"]),
        (
            &["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1000"],
            &["setoption name UCI_LimitStrength value false"],
        ),
        (&["setoption name UCI_Chess960 value true"], &["setoption name UCI_Chess960 value false"]),
        (&["setoption name UCI_ShowWDL value true"], &["setoption name UCI_ShowWDL value false"]),
        (&["setoption name UCI_Variant value makruk"], &["setoption name UCI_Variant value chess"]),
        (&["setoption name UCI_AnalyseMode value true"], &["setoption name UCI_AnalyseMode value false"]),
        (&["setoption name Hash value 1"], &["setoption name Hash value 16"]),
        (&["position fen nonsense"], &[]),
        (&["go ponder wtime 1000 btime 1000", "ponderhit"], &[]),
    ];
    let asked = |talk: &mut Talk| {
        assert_eq!(talk.say(KNOWN), "");
        let told = SEARCHES.map(|search| timeless(&talk.answer(search)));
        // A castling, which an option spells.
        assert_eq!(talk.say("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "");
        (told, timeless(&talk.answer("go depth 1 searchmoves e1g1")))
    };
    let fresh = asked(&mut Talk::new(&[]));
    let mut talk = Talk::new(&[]);
    for (entering, leaving) in ways.iter().chain(ways.iter().rev()) {
        for line in *entering {
            assert!(talk.session.obey(line));
        }
        talk.answer("go nodes 600");
        for line in leaving.iter().chain(&["ucinewgame"]) {
            assert!(talk.session.obey(line));
        }
        talk.output.take();
        assert_eq!(asked(&mut talk), fresh, "after {entering:?}");
        assert_eq!(talk.say("ucinewgame"), "");
    }
}

#[test]
fn the_sign_of_a_mate_says_who_is_mated() {
    // The positions after the first moves of mates in two and three: the other side is mated in one and two.
    for line in MATES.lines().filter(|line| line.contains("dm 3") || line.contains("dm 4")).take(20) {
        let (fields, operations) = line.split_once(" bm ").expect(line);
        let (position, _) = fen::parse_lenient::<ChessRules>(fields).expect(line);
        let best = operations.split(['\u{20}', ';']).next().expect(line);
        let after = position.after_unchecked(position.parse_san(best).expect(line));
        let moves = if line.contains("dm 3") { 2 } else { 3 };
        let mut talk = Talk::new(&[&format!("position fen {}", after.fen())]);
        assert!(talk.answer(&format!("go mate {moves}")).contains("score mate -"), "{line}");
    }
    let mut talk = Talk::new(&["position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"]);
    assert!(talk.answer("go mate").contains("score mate "));
}

#[test]
fn games_that_are_over_have_no_best_move() {
    let mut talk = Talk::new(&["position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]);
    let answer = |score| format!("info string there is no legal move\ninfo depth 0 score {score}\nbestmove (none)\n");
    for line in ["go depth 3", "go infinite", "go mate 2"] {
        assert_eq!(talk.search(line), answer("cp 0"), "{line}");
    }
    assert_eq!(talk.say("position startpos moves f2f3 e7e5 g2g4 d8h4"), "");
    assert_eq!(talk.search("go depth 3"), answer("mate 0"));
}

#[test]
fn positions_are_counted() {
    let mut talk = Talk::new(&["position startpos moves e2e4"]);
    assert!(talk.session.obey("go perft 3"));
    let text = talk.wait();
    assert!(text.lines().count() == 21 && text.contains("e7e5: 835\n"), "{text}");
    assert!(text.ends_with("Nodes searched: 13160\n"), "{text}");
}

#[test]
fn several_threads_share_a_table() {
    let mut talk = Talk::new(&["setoption name Threads value 3", KNOWN]);
    assert!(talk.session.obey("go depth 5"));
    let text = talk.wait();
    let best = text.rsplit("bestmove ").next().and_then(|rest| rest.split_whitespace().next()).expect("a move");
    assert!(known().parse_uci(best).is_ok(), "{text}");
}

/// Plays a game of the engine against itself from a few random moves, and checks that each move is legal. Returns the outcome, if
/// there is one within 200 plies.
fn self_play<R: Play>(start: Position<R>, seed: u64, nodes: u64) -> Option<Outcome> {
    let mut random = Random::new(seed);
    let mut history = History::new(start);
    let table = table();
    for ply in 0..200 {
        if let Some(outcome) = history.outcome() {
            return Some(outcome);
        }
        let mv = if ply < 6 {
            random.pick(&history.position().legal_moves())?
        } else {
            let found =
                Search::new(&history, &table, &mut ()).think(&Limits { nodes: Some(nodes), ..Limits::default() });
            // The whole line is legal, not only its beginning.
            let mut line = *history.position();
            for &mv in &found.line {
                assert_eq!(line.play(mv), Ok(()), "{mv} in {}", line.fen());
            }
            found.line[0]
        };
        assert_eq!(history.play(mv), Ok(()), "{mv} in {}", history.position().fen());
    }
    history.outcome()
}

fn plays_itself(games: u64, nodes: u64) {
    let mut ended = 0;
    for seed in 0..games {
        let start = Chess::chess960((seed * 331 % 960) as u16).expect("a start");
        let start = if seed % 2 == 0 { Chess::startpos() } else { start };
        ended += u32::from(self_play(start, seed, nodes).is_some());
        if let Some(outcome) = self_play(Makruk::startpos(), seed, nodes) {
            ended += 1;
            assert_ne!(outcome, Outcome::Draw(DrawReason::MateWhileCounting));
        }
    }
    println!("{ended} of {} games ended", 2 * games);
}

#[test]
fn it_plays_itself_by_the_rules() {
    plays_itself(4, 150);
}

#[test]
#[ignore = "minutes in debug; release runs it"]
fn it_plays_a_hundred_games_of_each_by_the_rules() {
    plays_itself(100, 1500);
}
