//! Every back end of this machine through the public functions that name and choose them, each held to the published
//! totals. (That they agree move by move on random play and odd boards is tested inside the crate, where they can be asked
//! side by side.)

use chess0x88::{Chess, ChessRules, MakrukRules, Rules, Setup, Violations, backends, perft};

fn suite<R: Rules>(backend: &str, text: &str, max_nodes: u64) -> usize {
    let mut counted = 0;
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut parts = line.split(';').map(str::trim);
        let setup: Setup<R> = parts.next().expect("a FEN").parse().expect("a FEN");
        // The published Makruk suite has a position whose side not to move is in check.
        let Ok(position) = setup.into_position_with(Violations::TOLERABLE) else { continue };
        for part in parts {
            let (depth, nodes) =
                part.strip_prefix('D').and_then(|part| part.split_once(' ')).expect("D<depth> <nodes>");
            let (depth, nodes): (u8, u64) = (depth.parse().expect("a depth"), nodes.trim().parse().expect("a number"));
            if nodes > max_nodes {
                break;
            }
            assert_eq!(perft(&position, depth), nodes, "{backend}: {line} at depth {depth}");
            counted += 1;
        }
    }
    counted
}

/// The choice is for the whole process, so one test makes it, back end after back end.
fn all_back_ends(standard: u64, chess960: u64, makruk: u64) {
    let mut tested = Vec::new();
    for name in backends::available() {
        backends::choose(name).expect("it is there");
        let mut counted = suite::<ChessRules>(name, include_str!("../data/perft_standard.epd"), standard);
        counted += suite::<ChessRules>(name, include_str!("../data/perft_chess960.epd"), chess960);
        counted += suite::<MakrukRules>(name, include_str!("../data/perft_makruk.epd"), makruk);
        println!("back end {name}: {counted} totals");
        tested.push(name);
    }
    assert!(tested.contains(&"walk") && tested.len() > 1, "only {tested:?} could be tested here");
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
