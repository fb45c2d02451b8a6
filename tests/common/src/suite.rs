//! Reads perft suites, and checks their totals.

use std::ops::RangeInclusive;

use chess0x88::{Position, Rules, perft};

use crate::tolerated;

/// The lines of a suite: a position, and `;D1 n ;D2 n ...`, the leaves at each depth.
pub fn lines(text: &str) -> impl Iterator<Item = (&str, Vec<(u8, u64)>)> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (fen, totals) = line.split_once(';').expect("totals after the FEN");
        let totals = totals.split(';').map(|total| {
            let (depth, nodes) =
                total.trim().strip_prefix('D').and_then(|total| total.split_once(' ')).expect("D<depth> <nodes>");
            (depth.parse().expect("a depth"), nodes.trim().parse().expect("a number"))
        });
        (fen.trim(), totals.collect())
    })
}

/// Checks every total of a suite at these depths that is not above `max_nodes`; returns how many there were.
pub fn check<R: Rules>(text: &str, depths: RangeInclusive<u8>, max_nodes: u64) -> usize {
    check_with(text, depths, max_nodes, perft::<R>)
}

/// The same with another way to count.
pub fn check_with<R: Rules>(
    text: &str,
    depths: RangeInclusive<u8>,
    max_nodes: u64,
    perft: impl Fn(&Position<R>, u8) -> u64,
) -> usize {
    let mut checked = 0;
    for (fen, totals) in lines(text) {
        let position = tolerated::<R>(fen);
        for (depth, nodes) in totals {
            if depths.contains(&depth) && nodes <= max_nodes {
                assert_eq!(perft(&position, depth), nodes, "depth {depth} of {fen}");
                checked += 1;
            }
        }
    }
    checked
}
