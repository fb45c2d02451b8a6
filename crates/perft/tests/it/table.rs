//! Stored results change no total.

use chess0x88::{Chess, Makruk};
use chess0x88_perft::PerftTable;

use common::position;

#[test]
fn a_table_changes_no_total_however_small_or_full() {
    let table = PerftTable::new(1).expect("a megabyte");
    for (fen, depth, nodes) in [
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
    ] {
        let position: Chess = fen.parse().expect("a FEN");
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| assert_eq!(table.perft(&position, depth), nodes));
            }
        });
        assert_eq!(table.perft(&position, depth), nodes, "again, out of the table");
        assert_eq!(table.perft(&position, 1), position.legal_move_count() as u64);
        assert_eq!(table.perft(&position, 0), 1);
    }
    assert!(PerftTable::new(usize::MAX).is_none());
}

#[test]
fn a_table_tells_depths_apart() {
    let table = PerftTable::new(1).expect("a megabyte");
    let ending = position("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1");
    for (depth, nodes) in [(4, 43_238), (3, 2_812), (5, 674_624), (4, 43_238), (3, 2_812)] {
        assert_eq!(table.perft(&ending, depth), nodes, "depth {depth}");
    }
}

#[test]
fn a_table_tells_the_games_apart() {
    let fen = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";
    let (chess, makruk) = (position(fen), fen.parse::<Makruk>().expect("a FEN"));
    assert_eq!(chess.key(), makruk.key(), "or the table could not confuse them");
    let table = PerftTable::new(1).expect("a megabyte");
    for _ in 0..2 {
        assert_eq!(table.perft(&chess, 4), 98_766);
        assert_eq!(table.perft(&makruk, 4), 10_609);
    }
}
