//! Every back end of this machine through the public functions that name and choose them, each held to the published
//! totals. (That they agree move by move on random play and odd boards is tested inside the crate, where they can be asked
//! side by side.)

use std::sync::{Mutex, PoisonError};

use chess0x88::{Chess, ChessRules, MakrukRules, backends, perft};

use crate::common::suite::check;

/// Tries the back ends one after the other. The choice is for the whole process: one test at a time makes it, and whatever
/// other tests run meanwhile must come out the same with any of them.
pub(crate) fn with_each(mut test: impl FnMut(&str)) {
    static CHOICE: Mutex<()> = Mutex::new(());
    let _one_at_a_time = CHOICE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut tested = Vec::new();
    for name in backends::available() {
        backends::choose(name).expect("it is there");
        println!("back end {name}");
        test(name);
        tested.push(name);
    }
    let fastest = tested.first().expect("one at least");
    backends::choose(fastest).expect("it is there");
    assert!(tested.contains(&"walk") && tested.len() > 1, "only {tested:?} could be tested here");
}

fn all_back_ends(standard: u64, chess960: u64, makruk: u64) {
    with_each(|_| {
        let mut counted = check::<ChessRules>(include_str!("../data/perft_standard.epd"), 0..=u8::MAX, standard);
        counted += check::<ChessRules>(include_str!("../data/perft_chess960.epd"), 0..=u8::MAX, chess960);
        counted += check::<MakrukRules>(include_str!("../data/perft_makruk.epd"), 0..=u8::MAX, makruk);
        println!("{counted} totals");
    });
}

#[test]
fn published_totals_come_out_of_every_back_end() {
    assert!(backends::choose("abacus").is_err());
    all_back_ends(20_000, 1_000, 20_000);
    assert_eq!(perft(&Chess::startpos(), 3), 8902);
}

#[test]
#[ignore = "minutes in debug; release runs it"]
fn published_totals_come_out_to_greater_depth() {
    all_back_ends(5_000_000, 500_000, 150_000_000);
}
