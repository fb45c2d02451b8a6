//! All back ends of perft on this machine give the published totals, and equal totals for random play and random boards. (Unit tests
//! compare the checks and pins that the lanes find.)

use chess0x88::{Chess, ChessRules, Makruk, MakrukRules, Position, Rules, perft};
use chess0x88_perft::Backend;
use proptest::prelude::*;

use common::suite::check_with;
use common::{scatter, starts, walk};

#[test]
fn published_totals_come_out_of_every_back_end() {
    for backend in Backend::available() {
        let chess = |text, max| check_with::<ChessRules>(text, 0..=u8::MAX, max, |at, depth| backend.perft(at, depth));
        let makruk =
            |text, max| check_with::<MakrukRules>(text, 0..=u8::MAX, max, |at, depth| backend.perft(at, depth));
        // The third last ply is played on the board of the vectors, so three plies at least.
        let counted = chess(include_str!("../../../../tests/data/perft_standard.epd"), 5_000_000)
            + chess(include_str!("../../../../tests/data/perft_chess960.epd"), 500_000)
            + makruk(include_str!("../../../../tests/data/perft_makruk.epd"), 150_000_000);
        println!("back end {backend}: {counted} totals");
    }
}

#[test]
fn back_ends_have_names() {
    let all: Vec<_> = Backend::available().collect();
    assert_eq!(all.first(), Some(&Backend::fastest()));
    assert_eq!(all.last().map(|backend| backend.name()), Some("mailbox"));
    for backend in all {
        assert_eq!(Backend::by_name(backend.name()), Some(backend));
        assert_eq!(format!("{backend:>12}"), format!("{:>12}", backend.name()));
    }
    assert!(Backend::by_name("abacus").is_none() && Backend::by_name("mail").is_none());
    assert_eq!(Backend::by_name("list"), None, "the example lists the back ends by this word");
}

/// Requires all back ends, and `perft`, to count the same.
fn agree<R: Rules>(position: &Position<R>) {
    for depth in 0..=2 {
        let expected = perft(position, depth);
        for backend in Backend::available() {
            assert_eq!(backend.perft(position, depth), expected, "{backend} at depth {depth}: {}", position.fen());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn totals_of_random_play_are_equal(start in starts(), seed: u64) {
        walk::<ChessRules>(start, seed, 100).iter().step_by(3).for_each(agree);
        walk(Makruk::startpos(), seed, 100).iter().step_by(3).for_each(agree);
    }

    #[test]
    fn totals_of_thrown_pieces_are_equal(seed: u64) {
        (0..10).for_each(|n| agree::<ChessRules>(&scatter(seed.wrapping_add(n))));
    }
}

#[test]
fn totals_are_equal_below_the_plies_that_vectors_count() {
    for depth in 3..=4 {
        let totals: Vec<_> = Backend::available().map(|backend| backend.perft(&Chess::startpos(), depth)).collect();
        assert!(totals.iter().all(|&total| total == [8902, 197_281][usize::from(depth - 3)]), "{totals:?}");
    }
}
