//! What is asked about: positions and moves, as each library holds them.

use std::collections::HashSet;

use chess0x88::Move;
use chess0x88::uci::CastlingMode;

use crate::Random;
use crate::libraries::{Chess, Cozy, Library, Ours, Position, Shakmaty};

/// The six positions of the Chess Programming Wiki's perft page, with depths of about a tenth of a second.
pub const PERFT: [(&str, &str, u8); 6] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
    ("position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5),
    ("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4),
    ("position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4),
];

/// Middle games to search, most of them from the test by Bratko and Kopec, with depths of ten to a hundred thousand nodes.
pub const MIDDLE_GAMES: [(&str, u8); 12] = [
    ("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", 4),
    ("2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1", 4),
    ("r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1", 4),
    ("1nk1r1r1/pp2n1pp/4p3/q2pPp1N/b1pP1P2/B1P2R2/2P1B1PP/R2Q2K1 w - - 0 1", 4),
    ("2kr1bnr/pbpq4/2n1pp2/3p3p/3P1P1B/2N2N1Q/PPP3PP/2KR1B1R w - - 0 1", 4),
    ("3rr1k1/pp3pp1/1qn2np1/8/3p4/PP1R1P2/2P1NQPP/R1B3K1 b - - 0 1", 4),
    ("2r1nrk1/p2q1ppp/bp1p4/n1pPp3/P1P1P3/2PBB1N1/4QPPP/R4RK1 w - - 0 1", 4),
    ("r3r1k1/ppqb1ppp/8/4p1NQ/8/2P5/PP3PPP/R3R1K1 b - - 0 1", 4),
    ("r2q1rk1/4bppp/p2p4/2pP4/3pP3/3Q4/PP1B1PPP/R3R1K1 w - - 0 1", 4),
    ("rnb2r1k/pp2p2p/2pp2p1/q2P1p2/8/1Pb2NP1/PB2PPBP/R2Q1RK1 w - - 0 1", 4),
    ("r1bqk2r/pp2bppp/2p5/3pP3/P2Q1P2/2N1B3/1PP3PP/R4RK1 b kq - 0 1", 4),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
];

/// One position, as a library holds it, and a legal move, played next.
pub struct Case<L: Library> {
    pub position: L::Position,
    pub mv: L::Move,
}

impl<L: Library> Clone for Case<L> {
    fn clone(&self) -> Case<L> {
        Case { position: self.position.clone(), mv: self.mv }
    }
}

/// The positions and moves of one library.
pub struct Set<L: Library> {
    /// All positions.
    pub cases: Vec<Case<L>>,
    /// Some of them, few enough to stay near the processor, as the positions of a search do.
    pub few: Vec<Case<L>>,
    /// The legal captures of all positions, with the number of the case.
    pub captures: Vec<(usize, L::Move)>,
    /// Moves as a table may hold them: of positions that differ by the last move.
    pub table_moves: Vec<(usize, L::Move)>,
}

/// What is asked about, as all libraries hold it.
pub struct Positions {
    pub texts: Vec<Text>,
    pub ours: Set<Ours>,
    pub cozy: Set<Cozy>,
    pub shakmaty: Set<Shakmaty>,
    pub chess: Set<Chess>,
}

/// A position of a random game, and the move played next, in letters.
pub struct Text {
    pub fen: String,
    pub san: String,
    uci: String,
    /// Whether a game begins here.
    pub is_start: bool,
}

/// The share of positions among the few.
const FEW: usize = 16;

impl Positions {
    /// The positions of random games from the start, by a generator of fixed seed.
    pub fn new(count: usize) -> Positions {
        let mut random = Random(0x88);
        let mut texts = Vec::new();
        let mut captures = Vec::new();
        let mut borrowed = Vec::new();
        let mut position = Position::startpos();
        let mut before = None::<Position>;
        while texts.len() < count {
            let moves = position.legal_moves();
            if moves.is_empty() || position.halfmove_clock() >= 100 || position.fullmove_number() > 60 {
                position = Position::startpos();
                before = None;
                continue;
            }
            let mv = moves[random.below(moves.len())];
            captures.extend(position.legal_captures().iter().map(|&mv| (texts.len(), uci(mv))));
            // What was legal after another last move is often legal here.
            if let Some(before) = &before {
                let moves = before.legal_moves();
                let sibling = Ours::after(before, moves[random.below(moves.len())]);
                if let Some(&mv) = sibling.legal_moves().get(random.below(40)) {
                    borrowed.push((texts.len(), sibling.fen().as_str().to_owned(), uci(mv)));
                }
            }
            texts.push(Text {
                fen: position.fen().as_str().to_owned(),
                san: position.san(mv).as_str().to_owned(),
                uci: uci(mv),
                is_start: before.is_none(),
            });
            before = Some(position);
            position = Ours::after(&position, mv);
        }
        let mut positions = Positions {
            ours: Set::new(&texts, &captures, &borrowed),
            cozy: Set::new(&texts, &captures, &borrowed),
            shakmaty: Set::new(&texts, &captures, &borrowed),
            chess: Set::new(&texts, &captures, &borrowed),
            texts,
        };
        positions.drop_ambiguous_table_moves();
        positions
    }

    /// A move that captures in one position and not in the other is the same move for some libraries and another for
    /// others: those are left out.
    fn drop_ambiguous_table_moves(&mut self) {
        let ours = self.ours.legal_table_moves();
        let others = [self.cozy.legal_table_moves(), self.shakmaty.legal_table_moves(), self.chess.legal_table_moves()];
        let keep = |at: &usize| others.iter().all(|other| other[*at] == ours[*at]);
        let kept: HashSet<usize> = (0..ours.len()).filter(keep).collect();
        assert!(kept.len() * 10 > ours.len() * 9, "the libraries disagree about legality");
        self.ours.keep_table_moves(&kept);
        self.cozy.keep_table_moves(&kept);
        self.shakmaty.keep_table_moves(&kept);
        self.chess.keep_table_moves(&kept);
    }
}

impl<L: Library> Set<L> {
    fn new(texts: &[Text], captures: &[(usize, String)], borrowed: &[(usize, String, String)]) -> Set<L> {
        let case = |text: &Text| {
            let position = L::read(&text.fen);
            Case { mv: L::read_move(&position, &text.uci), position }
        };
        let cases: Vec<Case<L>> = texts.iter().map(case).collect();
        let captures = captures.iter().map(|(at, uci)| (*at, L::read_move(&cases[*at].position, uci))).collect();
        let table_moves = borrowed.iter().map(|(at, fen, uci)| (*at, L::read_move(&L::read(fen), uci))).collect();
        Set { few: texts.iter().step_by(FEW).map(case).collect(), cases, captures, table_moves }
    }

    /// The name of the library.
    pub fn name(&self) -> &'static str {
        L::NAME
    }

    fn legal_table_moves(&self) -> Vec<bool> {
        self.table_moves.iter().map(|&(at, mv)| L::is_legal(&self.cases[at].position, mv)).collect()
    }

    fn keep_table_moves(&mut self, kept: &HashSet<usize>) {
        let mut at = 0;
        self.table_moves.retain(|_| {
            at += 1;
            kept.contains(&(at - 1))
        });
    }
}

fn uci(mv: Move) -> String {
    mv.to_uci(CastlingMode::Standard).as_str().to_owned()
}
