//! Every back end of the vector engine against the walking generator, on suites, random play and boards that no game
//! leads to. A back end that this machine lacks is not tested here; the test that lists them says which ones were.
#![cfg(feature = "vector")]

use std::collections::BTreeSet;

use chess0x88::vector::{Backend, walked_moves, walked_perft, walked_threats};
use chess0x88::{Chess, ChessRules, Makruk, MakrukRules, Move, Position, Rules, Setup, Violations};

/// A small generator of random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

fn set(moves: &[Move]) -> BTreeSet<u16> {
    moves.iter().map(|mv| mv.bits()).collect()
}

/// All that the back ends answer, against the walk.
fn agree<R: Rules>(position: &Position<R>) {
    let walked = walked_moves(position);
    let all = set(&walked);
    assert_eq!(all.len(), walked.len(), "the walk repeats a move: {position:?}");
    let replies = walked_perft(position, 2);
    let threats = walked_threats(position);
    for backend in Backend::available() {
        let name = backend.name();
        let listed = backend.legal_moves(position);
        assert_eq!(listed.len(), walked.len(), "{name}: {position:?}");
        assert_eq!(set(&listed), all, "{name}: {position:?}");
        assert_eq!(backend.count(position) as usize, walked.len(), "{name}: {position:?}");
        assert_eq!(backend.has_legal_move(position), !walked.is_empty(), "{name}: {position:?}");
        assert_eq!(backend.threats(position), threats, "{name}: {position:?}");
        assert_eq!(backend.perft(position, 2), replies, "{name}: perft 2 of {position:?}");
    }
}

fn suite<R: Rules>(text: &str, max_nodes: u64) {
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut parts = line.split(';').map(str::trim);
        let setup: Setup<R> = parts.next().expect("a FEN").parse().expect("a FEN");
        // The published Makruk suite has a position whose side not to move is in check.
        let Ok(position) = setup.into_position_with(Violations::TOLERABLE) else { continue };
        agree(&position);
        for part in parts {
            let (depth, nodes) =
                part.strip_prefix('D').and_then(|part| part.split_once(' ')).expect("D<depth> <nodes>");
            let (depth, nodes): (u8, u64) = (depth.parse().expect("a depth"), nodes.trim().parse().expect("a number"));
            if nodes > max_nodes {
                break;
            }
            for backend in Backend::available() {
                assert_eq!(backend.perft(&position, depth), nodes, "{}: {line} at depth {depth}", backend.name());
            }
        }
    }
}

#[test]
fn the_back_ends_of_this_machine_are_named() {
    let names: Vec<_> = Backend::available().map(Backend::name).collect();
    println!("tested here: {names:?}");
    assert_eq!(names.last(), Some(&"plain"));
}

#[test]
fn suites_come_out_alike() {
    suite::<ChessRules>(include_str!("data/perft_standard.epd"), 20_000);
    suite::<ChessRules>(include_str!("data/perft_chess960.epd"), 1_000);
    suite::<MakrukRules>(include_str!("data/perft_makruk.epd"), 20_000);
}

#[test]
#[ignore = "minutes in debug; release runs it"]
fn suites_come_out_alike_to_greater_depth() {
    suite::<ChessRules>(include_str!("data/perft_standard.epd"), 5_000_000);
    suite::<ChessRules>(include_str!("data/perft_chess960.epd"), 500_000);
    suite::<MakrukRules>(include_str!("data/perft_makruk.epd"), 150_000_000);
}

fn random_play<R: Rules>(random: &mut Random, mut position: Position<R>, plies: usize) {
    for _ in 0..plies {
        agree(&position);
        let moves = walked_moves(&position);
        if moves.is_empty() {
            break;
        }
        let _ = position.play_unchecked(moves[random.below(moves.len())]);
    }
}

fn random_games(games: usize) {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for _ in 0..games {
        random_play(&mut random, Chess::startpos(), 150);
        let number = random.below(960) as u16;
        random_play(&mut random, Chess::chess960(number).expect("960 starts"), 150);
        random_play(&mut random, Makruk::startpos(), 150);
    }
}

#[test]
fn random_play_comes_out_alike() {
    random_games(12);
}

#[test]
#[ignore = "minutes in debug; release runs it"]
fn long_random_play_comes_out_alike() {
    random_games(1000);
}

/// Boards with any number of pieces, as careless setups and wrong unchecked moves leave them.
fn random_board<R: Rules>(random: &mut Random) -> Option<Position<R>> {
    use chess0x88::{Color, Piece, Role, Square};
    let mut setup = Setup::<R>::empty();
    let number = random.below(48);
    for _ in 0..number {
        let role = R::ROLES[random.below(R::ROLES.len())];
        if role != Role::King {
            let color = Color::ALL[random.below(2)];
            setup.board.set(Square::ALL[8 + random.below(48)], Some(Piece::new(color, role)));
        }
    }
    for color in Color::ALL {
        setup.board.set(Square::ALL[random.below(64)], Some(Piece::new(color, Role::King)));
    }
    setup.into_position_with(Violations::TOLERABLE).ok()
}

#[test]
fn crowded_boards_come_out_alike_and_no_wrong_move_panics() {
    let mut random = Random(0xD1B5_4A32_D192_ED03);
    for _ in 0..400 {
        if let Some(position) = random_board::<ChessRules>(&mut random) {
            agree(&position);
            no_wrong_move_panics(&mut random, position);
        }
        if let Some(position) = random_board::<MakrukRules>(&mut random) {
            agree(&position);
            no_wrong_move_panics(&mut random, position);
        }
    }
}

/// Plays moves that mean nothing here; whatever comes of it, nobody panics, and the back ends still agree.
fn no_wrong_move_panics<R: Rules>(random: &mut Random, mut position: Position<R>) {
    for _ in 0..8 {
        let Some(mv) = Move::from_bits(random.below(1 << 16) as u16) else { continue };
        let _ = position.play_unchecked(mv);
        let mut answers = Backend::available().map(|backend| {
            (backend.count(&position), backend.perft(&position, 2), set(&backend.legal_moves(&position)))
        });
        let first = answers.next();
        assert!(answers.all(|answer| Some(answer) == first), "{position:?}");
        let _ = walked_perft(&position, 2);
    }
}
