//! The boards that `cargo bench --bench layouts` compares: their conversions, and that they count alike.

#[path = "../../benches/layouts/boards.rs"]
mod boards;

use boards::{Border15x12, Border16x12, Laid, Layout, Plain0x88, Steps};
use chess0x88::{Chess, Color};

fn converts_both_ways<L: Layout>() {
    for rank in 0..8 {
        for file in 0..8 {
            let index = L::index(rank, file);
            assert!(index < L::SIZE);
            assert_eq!(L::coordinates(index), (rank, file));
        }
    }
}

#[test]
fn coordinates_convert_both_ways() {
    converts_both_ways::<Plain0x88>();
    converts_both_ways::<Border16x12>();
    converts_both_ways::<Border15x12>();
    assert_eq!(Plain0x88::index(4, 2), 0x42);
}

fn counts<L: Layout>(position: &Chess) -> [(u32, u32, u32); 2] {
    Color::ALL.map(|color| {
        let laid = Laid::<L>::new(position.board(), color);
        let (quiets, captures) = laid.slides();
        (quiets, captures, laid.attacks(&Steps::new()))
    })
}

#[test]
fn all_layouts_count_the_same_slides_and_attacks() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    ] {
        let position: Chess = fen.parse().expect("a FEN");
        let expected = counts::<Plain0x88>(&position);
        assert_eq!(counts::<Border16x12>(&position), expected);
        assert_eq!(counts::<Border15x12>(&position), expected);
        // The captures of a slider are its attacks on enemy pieces, computed from either end.
        assert!(expected.iter().all(|&(_, captures, attacks)| captures == attacks));
        assert!(expected[0].0 > 0);
    }
}
