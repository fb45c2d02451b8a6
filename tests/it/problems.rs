//! The example `solve`: the problems of the suites have the named solutions, random problems have those of a simple solver, and
//! invalid problems are refused with the place.

// The solver of an example that is published with the rules, as these tests are not.
#[path = "../../examples/problem/mod.rs"]
mod problem;

use core::sync::atomic::AtomicBool;

use chess0x88::{Chess, ChessRules, Color, Makruk, MakrukRules, Move, Piece, Position, Role, Rules, Setup, Square};

use common::{Random, chess, makruk};
use problem::{Aim, Entry, Key, Progress, Solution, Stipulation, Table, solve, variations};

fn stipulation(text: &str) -> Stipulation {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn table(mebibytes: usize) -> Table {
    Table::new(mebibytes).expect("room")
}

fn solved<R: Rules>(position: &Position<R>, asked: Stipulation, table: &Table, threads: usize) -> Solution {
    solve(position, asked, table, threads, &AtomicBool::new(false), &mut |_| {})
}

/// All solutions, found by playing every move, without a table and without pruning.
struct Plain {
    aim: Aim,
}

impl Plain {
    fn solutions<R: Rules>(position: &Position<R>, asked: Stipulation) -> Vec<Vec<Move>> {
        let mut found = Vec::new();
        if asked.aim == Aim::Help {
            Plain::help(position, asked.plies(), &mut Vec::new(), &mut found);
        } else {
            let (plain, keys) = (Plain { aim: asked.aim }, position.legal_moves());
            let is_key = |mv: &&Move| plain.is_forced(&position.after_unchecked(**mv), asked.moves - 1);
            found.extend(keys.iter().filter(is_key).map(|&mv| vec![mv]));
        }
        found.sort_unstable();
        found
    }

    fn is_forced<R: Rules>(&self, position: &Position<R>, moves: u8) -> bool {
        let replies = position.legal_moves();
        if replies.is_empty() {
            return self.aim == Aim::Direct && position.is_checkmate();
        }
        replies.iter().all(|&reply| {
            let after = position.after_unchecked(reply);
            let mates = self.aim == Aim::SelfMate && after.is_checkmate();
            let next = after.legal_moves();
            mates || moves > 0 && next.iter().any(|&mv| self.is_forced(&after.after_unchecked(mv), moves - 1))
        })
    }

    fn help<R: Rules>(position: &Position<R>, plies: u8, line: &mut Vec<Move>, found: &mut Vec<Vec<Move>>) {
        if plies == 0 {
            if position.is_checkmate() {
                found.push(line.clone());
            }
            return;
        }
        for &mv in &position.legal_moves() {
            line.push(mv);
            Plain::help(&position.after_unchecked(mv), plies - 1, line, found);
            line.pop();
        }
    }
}

fn moves(solution: &Solution) -> Vec<Vec<Move>> {
    let mut moves: Vec<Vec<Move>> = solution.keys.iter().map(|key| vec![key.mv]).collect();
    moves.extend(solution.lines.iter().cloned());
    moves.sort_unstable();
    moves
}

fn entries<R: Rules>(suite: &str) -> Vec<Entry<R>> {
    let lines = suite.lines().filter(|line| Entry::<R>::is_one(line));
    lines.map(|line| Entry::parse(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

fn hold<R: Rules>(entries: &[Entry<R>]) {
    let known = table(16);
    for entry in entries {
        let solution = solved(&entry.position, entry.stipulation, &known, 2);
        assert!(entry.is_solved_by(&solution), "{}: {:?}: {solution:?}", entry.source, entry.position);
    }
}

const CHESS: &str = include_str!("../data/problems.txt");
const MAKRUK: &str = include_str!("../data/problems_makruk.txt");

/// Returns `true` if a problem takes little time.
fn is_short(asked: Stipulation) -> bool {
    match asked.aim {
        Aim::Direct => asked.moves <= 3,
        Aim::SelfMate => asked.moves <= 2,
        Aim::Help => asked.plies() <= 4,
    }
}

#[test]
fn the_problems_of_the_suites_have_the_solutions_that_they_name() {
    let (mut chess, makruk) = (entries::<ChessRules>(CHESS), entries::<MakrukRules>(MAKRUK));
    assert!(chess.len() > 120 && makruk.len() > 20);
    chess.retain(|entry| is_short(entry.stipulation));
    assert!(chess.len() > 80, "{}", chess.len());
    hold(&chess);
    hold(&makruk);
}

#[test]
#[ignore = "helpmates in three and four, mates in four and five: a minute or more"]
fn the_long_problems_have_the_solutions_that_the_suite_names() {
    let mut long = entries::<ChessRules>(CHESS);
    long.retain(|entry| !is_short(entry.stipulation));
    assert!(long.len() > 30);
    hold(&long);
}

#[test]
fn a_simple_solver_finds_the_same_solutions() {
    for entry in entries::<MakrukRules>(MAKRUK) {
        assert_eq!(Plain::solutions(&entry.position, entry.stipulation), entry.solutions, "{:?}", entry.position);
    }
    let is_plain = |asked: Stipulation| asked.aim != Aim::Help && asked.moves <= 2 || asked.plies() <= 3;
    for entry in entries::<ChessRules>(CHESS).iter().filter(|entry| is_plain(entry.stipulation)) {
        assert_eq!(Plain::solutions(&entry.position, entry.stipulation), entry.solutions, "{:?}", entry.position);
    }
}

/// Kings in a corner, and a few pieces.
fn few<R: Rules>(random: &mut Random) -> Option<Position<R>> {
    let mut setup = Setup::<R>::empty();
    let kings = [Square::C3, Square::A1];
    for (color, king) in Color::ALL.into_iter().zip(kings) {
        setup.board.set(king, Some(Piece::new(color, Role::King)));
    }
    for _ in 0..2 + random.below(3) {
        let role = R::ROLES[random.below(R::ROLES.len())];
        let (square, color) = (Square::ALL[random.below(40)], Color::ALL[random.below(2)]);
        if role != Role::King && setup.board.piece_at(square).is_none() {
            setup.board.set(square, Some(Piece::new(color, role)));
        }
    }
    setup.turn = Color::ALL[random.below(2)];
    setup.to_position().ok()
}

/// Counts the solutions that were compared.
fn compare<R: Rules>(rounds: usize) -> usize {
    let mut random = Random::new(9);
    // One table for all: the facts of one problem must not affect the next.
    let known = table(1);
    let mut found = 0;
    for round in 0..rounds {
        let Some(position) = few::<R>(&mut random) else { continue };
        for text in ["#1", "#2", "s#1", "s#2", "h#0.5", "h#1", "h#1.5"] {
            let asked = stipulation(text);
            let expected = Plain::solutions(&position, asked);
            let solution = solved(&position, asked, &known, 1 + round % 3);
            assert_eq!(moves(&solution), expected, "{text}: {position:?}");
            assert!(!solution.stopped);
            found += expected.len();
        }
    }
    found
}

#[test]
fn random_problems_have_the_solutions_of_plain_play() {
    let (chess, makruk) = (compare::<ChessRules>(60), compare::<MakrukRules>(60));
    assert!(chess > 100 && makruk > 10, "{chess} {makruk}");
}

#[test]
fn keys_say_in_how_many_moves() {
    let position = chess("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    let solution = solved(&position, stipulation("#2"), &table(1), 1);
    let mate = position.parse_san("Rd8#").unwrap();
    assert_eq!(solution.keys, [Key { mv: mate, moves: 1 }]);
}

#[test]
fn every_reply_has_its_shortest_ways_on() {
    let (known, go_on) = (table(1), AtomicBool::new(false));
    // Sigurd Clausen, 1939: after 1.Ra2 Re1 2.Qf2+ Kh1 there are three mates.
    let mut position = chess("4rQK1/6P1/8/8/8/8/5R2/6k1 w - - 0 1");
    for san in ["Ra2", "Re1", "Qf2+"] {
        position.play_san(san).unwrap();
    }
    let list = variations(&position, stipulation("#3"), 1, &known, &go_on);
    let [variation] = &list[..] else { panic!("{list:?}") };
    let after = position.after_unchecked(variation.reply);
    let mut next: Vec<String> = variation.next.iter().map(|key| after.san(key.mv).to_string()).collect();
    next.sort();
    assert_eq!((position.san(variation.reply).to_string(), variation.mates), ("Kh1".to_owned(), false));
    assert_eq!(next, ["Qg2#", "Qh2#", "Qxe1#"]);
    // Noam D. Elkies, 2002: two of four replies mate at once.
    let mut position = chess("7k/8/8/5Q2/8/2p5/p1p1p3/2KbN3 w - - 0 1");
    position.play_san("Qf7").unwrap();
    let list = variations(&position, stipulation("s#2"), 1, &known, &go_on);
    assert_eq!((list.len(), list.iter().filter(|variation| variation.mates).count()), (4, 2));
    assert!(list.iter().all(|variation| variation.mates != (variation.next.len() == 1)));
}

#[test]
fn a_search_that_is_stopped_says_so_and_names_no_wrong_key() {
    let stop = AtomicBool::new(false);
    let position = Chess::startpos();
    let (mut told, mut nodes) = (0, 0);
    let mut watch = |progress: Progress| {
        told += 1;
        assert!(progress.done <= progress.parts && progress.found == 0 && progress.moves >= 1);
        nodes = nodes.max(progress.nodes);
        if progress.moves == 4 {
            stop.store(true, core::sync::atomic::Ordering::Relaxed);
        }
    };
    let known = table(1);
    let solution = solve(&position, stipulation("#9"), &known, 2, &stop, &mut watch);
    assert!(solution.stopped && solution.keys.is_empty() && solution.nodes >= nodes && told > 0);
    // The entries in the table are right.
    let mut mated = chess("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1");
    assert_eq!(solved(&mated, stipulation("#2"), &known, 2).keys.len(), 1);
    mated.play_san("Qxf7").unwrap();
    assert_eq!(solved(&mated, stipulation("#2"), &known, 2).len(), 0);
}

#[test]
fn invalid_stipulations_are_refused() {
    for text in ["#2", "s#3", "h#2", "h#2.5", "h#0.5", "#30"] {
        assert_eq!(stipulation(text).to_string(), text);
    }
    for (text, error) in [
        ("2", "\"2\": no `#`: #2, s#2, h#2 and h#2.5 are stipulations"),
        ("r#2", "\"r#2\": \"r\" stands before the `#`: nothing, `h` or `s` can stand there"),
        ("#0", "\"#0\": \"0\" stands behind the `#`: a number of moves from 1 to 30 can stand there"),
        ("#31", "\"#31\": \"31\" stands behind the `#`: a number of moves from 1 to 30 can stand there"),
        ("#2.5", "\"#2.5\": \"2.5\" stands behind the `#`: a number of moves from 1 to 30 can stand there"),
        ("h#+2", "\"h#+2\": \"+2\" stands behind the `#`: a number of moves from 1 to 30 can stand there"),
        ("#", "\"#\": \"\" stands behind the `#`: a number of moves from 1 to 30 can stand there"),
    ] {
        assert_eq!(text.parse::<Stipulation>().unwrap_err().to_string(), error);
    }
}

#[test]
fn a_line_of_a_suite_that_is_no_problem_is_refused_with_its_field() {
    for (line, error) in [
        ("#2", "1 fields instead of 4: stipulation | position | solutions | source"),
        ("?2 | 8/8 | Ka1 | x", "the stipulation: \"?2\": no `#`: #2, s#2, h#2 and h#2.5 are stipulations"),
        ("#1 | 8/8 | Ka1 | x", "the position: board: expected '/' at byte 3, found the end"),
        (
            "#1 | k7/8/1K6/8/8/8/8/7R w - - 0 1 | Rh8, Rh9 | x",
            "the solution \"Rh9\": Rh9: expected a rank 1-8 or x at byte 2",
        ),
        ("h#1 | k7/8/1K6/8/8/8/8/7R b - - 0 1 | Kb8 | x", "the solution \"Kb8\": 1 moves instead of 2"),
    ] {
        let told = Entry::<ChessRules>::parse(line).expect_err(line);
        assert!(told.starts_with(error), "{told}");
    }
}

#[test]
fn a_makruk_problem_is_solved_by_its_own_rules() {
    let position: Makruk = makruk("S7/8/1k6/3K4/5S2/8/8/8 b - - 0 1");
    let solution = solved(&position, stipulation("h#3"), &table(1), 2);
    assert_eq!(solution.lines.len(), 1);
}
