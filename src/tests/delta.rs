//! The difference table, held equal to plain geometry.

use crate::geometry::delta::{Difference, REACH, SIZE, STEP, is_between, near, step};
use crate::geometry::line::{by_table, by_walk};
use crate::geometry::{Direction, KNIGHT_OFFSETS, Reach, Square, SquareSet};

/// The relation of two squares from files and ranks, without the table.
fn plain_reach(files: i8, ranks: i8) -> Reach {
    let mut reach = Reach::NONE;
    let (df, dr) = (files.abs(), ranks.abs());
    if (df, dr) == (1, 2) || (df, dr) == (2, 1) {
        reach = reach | Reach::KNIGHT;
    }
    if df == dr && df != 0 {
        reach = reach | Reach::DIAGONAL_SLIDE;
        if df == 1 {
            reach = reach | if ranks > 0 { Reach::DIAGONAL_NORTH } else { Reach::DIAGONAL_SOUTH };
        }
    }
    if (df == 0) != (dr == 0) {
        reach = reach | Reach::STRAIGHT_SLIDE;
        match (files, ranks) {
            (0, 1) => reach = reach | Reach::NORTH,
            (0, -1) => reach = reach | Reach::SOUTH,
            (1 | -1, 0) => reach = reach | Reach::SIDEWAYS,
            _ => {}
        }
    }
    reach
}

#[test]
fn every_entry_agrees_with_plain_geometry_for_all_4096_pairs() {
    for from in Square::ALL {
        for to in Square::ALL {
            let files = to.file() as i8 - from.file() as i8;
            let ranks = to.rank() as i8 - from.rank() as i8;
            assert_eq!(Reach::between(from, to), plain_reach(files, ranks), "reach {from}{to}");
            let beside = (-1..=1).flat_map(|file| (-1..=1).map(move |rank| (files + file, ranks + rank)));
            let plain_near = beside
                .filter(|&(files, ranks)| files.abs() < 8 && ranks.abs() < 8)
                .fold(Reach::NONE, |near, (files, ranks)| near | plain_reach(files, ranks));
            assert_eq!(near(from, to), plain_near, "near {from}{to}");
            let difference = Difference::between(from, to);
            assert_eq!(difference.is_knight(), (files * ranks).abs() == 2, "knight {from}{to}");
            assert_eq!(difference.index(), 0x77 + usize::from(to.x88()) - usize::from(from.x88()));
            assert_eq!(from.distance(to), files.unsigned_abs().max(ranks.unsigned_abs()), "distance {from}{to}");
            assert_eq!(
                Difference::between(from, to).manhattan(),
                files.unsigned_abs() + ranks.unsigned_abs(),
                "manhattan {from}{to}"
            );

            let aligned = files == 0 || ranks == 0 || files.abs() == ranks.abs();
            let plain_step = if aligned { ranks.signum() * 16 + files.signum() } else { 0 };
            assert_eq!(step(from, to), plain_step, "step {from}{to}");
            assert_eq!(
                Difference::between(from, to).direction().map_or(0, |d| d as i8),
                plain_step,
                "direction {from}{to}"
            );
        }
    }
}

#[test]
fn the_squares_between_two_are_those_of_the_set() {
    for from in Square::ALL {
        for to in Square::ALL {
            let between: SquareSet = Square::ALL.into_iter().filter(|&at| is_between(from, to, at)).collect();
            assert_eq!(between, SquareSet::between(from, to), "{from} {to}");
            assert_eq!(by_table(from, to), by_walk(from, to), "{from} {to}");
        }
    }
}

#[test]
fn differences_that_no_pair_of_squares_has_are_empty() {
    let mut used = [false; SIZE];
    for from in Square::ALL {
        for to in Square::ALL {
            used[Difference::between(from, to).index()] = true;
        }
    }
    assert_eq!(used.iter().filter(|&&used| used).count(), 15 * 15);
    for unused in (0..SIZE).filter(|&i| !used[i]) {
        assert_eq!(REACH[unused], Reach::NONE);
        assert_eq!(STEP[unused], 0);
    }
}

#[test]
fn and_0x88_says_off_board_for_every_square_and_every_offset() {
    let offsets = Direction::ALL.iter().map(|&d| d as i8).chain(KNIGHT_OFFSETS);
    for offset in offsets {
        // Ranks and files apart, by rounding the offset to the nearest multiple of 16.
        let ranks = (offset + 8).div_euclid(16);
        let files = offset - 16 * ranks;
        for from in Square::ALL {
            let (file, rank) = (from.file() as i8 + files, from.rank() as i8 + ranks);
            let inside = (0..8).contains(&file) && (0..8).contains(&rank);
            assert_eq!(from.checked_add(offset).is_some(), inside, "{from} {offset:+}");
            if let Some(to) = from.checked_add(offset) {
                assert_eq!((to.file() as i8, to.rank() as i8), (file, rank), "{from} {offset:+}");
            }
        }
    }
}
