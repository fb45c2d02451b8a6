use chess0x88::{Chess, Move, perft};

/// The published numbers: positions 1 to 4 of the Chess Programming Wiki's "Perft Results". In position 3 a pawn is pinned,
/// in position 4 the king is in check.
const POSITIONS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
];

fn print(question: &str, position: usize, moves: impl Iterator<Item = Move>) {
    let mut moves: Vec<String> = moves.map(|mv| mv.to_string()).collect();
    moves.sort();
    println!("{question} {position} {} {}", moves.len(), moves.join(" "));
}

fn main() {
    for (n, fen) in POSITIONS.into_iter().enumerate() {
        let position: Chess = fen.parse().expect(fen);
        let n = n + 1;
        print("pseudo_legal_moves", n, position.pseudo_legal_moves().into_iter());
        print("legal_moves", n, position.legal_moves().into_iter());
        let all = (0..=u16::MAX).filter_map(Move::from_bits);
        print("is_legal", n, all.filter(|&mv| position.is_legal(mv)));
        println!("perft {n} {}", perft(&position, 3));
    }
}
