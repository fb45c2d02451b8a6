//! The published perft totals. `cargo test` checks the small entries, `cargo test --release -- --ignored` all of them.

use chess0x88::{Chess, ChessRules, divide, perft};

use common::{position, suite};

const STANDARD: &str = include_str!("../data/perft_standard.epd");
const CHESS960: &str = include_str!("../data/perft_chess960.epd");
const CPW: &str = include_str!("../data/perft_cpw.epd");
const TRICKY: &str = include_str!("../data/perft_tricky.epd");

/// Checks every entry of a suite with at most `max_nodes` nodes. Returns their number.
fn check(text: &str, max_nodes: u64) -> usize {
    suite::check::<ChessRules>(text, 0..=u8::MAX, max_nodes)
}

#[test]
fn the_standard_suite_up_to_a_million_nodes() {
    assert_eq!(check(STANDARD, 1_000_000), 764);
}

#[test]
fn the_chess960_suite_up_to_a_hundred_thousand_nodes() {
    assert_eq!(check(CHESS960, 100_000), 2887);
}

#[test]
fn the_six_positions_up_to_a_million_nodes() {
    assert_eq!(check(CPW, 1_000_000), 22);
}

#[test]
fn the_tricky_positions_up_to_a_million_nodes() {
    assert_eq!(check(TRICKY, 1_000_000), 139);
}

#[test]
#[ignore = "some minutes, and only in release"]
fn the_standard_suite_in_full() {
    check(STANDARD, u64::MAX);
}

#[test]
#[ignore = "some minutes, and only in release"]
fn the_chess960_suite_up_to_ten_million_nodes() {
    check(CHESS960, 10_000_000);
}

#[test]
#[ignore = "half a minute, and only in release"]
fn the_six_positions_and_the_tricky_ones_in_full() {
    check(CPW, u64::MAX);
    check(TRICKY, u64::MAX);
}

#[test]
fn depth_zero_is_the_position_itself() {
    assert_eq!(perft(&Chess::startpos(), 0), 1);
    assert_eq!(divide(&Chess::startpos(), 0).count(), 0);
}

#[test]
fn the_end_of_the_game_ends_the_count() {
    let mate = position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    assert_eq!((perft(&mate, 0), perft(&mate, 1), perft(&mate, 5)), (1, 0, 0));
}

#[test]
fn divide_adds_up_and_names_each_move_once() {
    let kiwipete = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let parts: Vec<_> = divide(&kiwipete, 3).collect();
    assert_eq!(parts.len(), 48);
    assert_eq!(parts.iter().map(|&(_, nodes)| nodes).sum::<u64>(), 97_862);
    let count_of = |text: &str| parts.iter().find(|(mv, _)| mv.to_string() == text).map(|&(_, nodes)| nodes);
    assert_eq!(count_of("e1g1"), Some(2059));
    assert_eq!(count_of("e5f7"), Some(2080));
}
