//! The positions and values for which both columns of a row are asked.

use std::cell::RefCell;

use chess0x88::fen::{EnPassantMode, FenStyle};
use chess0x88::uci::CastlingMode;
use chess0x88::{CastlingSide, Chess, ChessRules, Color, Game, Move, MoveKind, Piece, Setup, Square, Violations, fen};
use chess0x88_pgn::{GameTree, NodeId};
use chess0x88_polyglot::PolyglotBuilder;

/// Why a call has no answer.
pub enum Failure {
    /// The case lacks a value that the row mentions: no legal move, no outcome.
    Skip,
    Error,
}

impl<E: std::fmt::Debug> From<E> for Failure {
    fn from(_: E) -> Failure {
        Failure::Error
    }
}

/// Positions of games: castling by both, through an attack, and of Chess960; captures en passant that are legal, that a pin of either
/// kind forbids, and that evade a check; checks, one and two; mates and stalemates; pins by own and enemy men; few men; clocks from 99 to 150.
const POSITIONS: [&str; 47] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 12",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 98 70",
    "r3k2r/8/8/5r2/8/8/8/R3K2R w KQkq - 4 20",
    "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/8/8/K1k5 w - - 0 1",
    "8/8/8/3k4/8/8/4B3/3K4 w - - 5 60",
    "8/8/8/3k4/8/8/3NN3/3K4 w - - 5 60",
    "8/8/3b4/3k4/8/8/3B4/3K4 w - - 5 60",
    "8/8/2b5/3k4/8/8/3B4/3K4 w - - 5 60",
    "8/8/3p4/3k4/8/8/3B4/3K4 w - - 5 60",
    "4k3/8/8/8/8/8/8/R3K3 w - - 99 80",
    "4k3/8/8/8/8/8/8/R3K3 w - - 100 80",
    "4k3/8/8/8/8/8/8/R3K3 b - - 149 99",
    "4k3/8/8/8/8/8/8/R3K3 w - - 150 100",
    "4R1k1/5ppp/8/8/8/8/8/4K3 b - - 150 100",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/8/8/R4pPk/8/8/4K3 b - g3 0 1",
    "8/6bb/8/8/R1pP2k1/4P3/P7/K7 b - d3 0 1",
    "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1",
    "4k3/4r3/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "4k3/8/8/8/2pPp3/8/8/3K4 b - d3 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "4k3/8/8/8/7b/8/5P2/4K2R w K - 0 1",
    "4k3/8/8/1b6/4r3/8/4B3/4K3 w - - 0 1",
    "4k3/4r3/8/8/8/8/4n3/4K3 w - - 2 9",
    "4k3/8/8/8/8/3n4/8/4K2r w - - 2 9",
    "4k3/8/3N4/8/8/8/8/4K3 b - - 2 9",
    "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
    "1n2k3/P7/8/8/8/8/7p/4K1N1 w - - 0 30",
    "1n2k3/P7/8/8/8/8/7p/4K1N1 b - - 0 30",
    "k7/2P5/8/8/8/8/8/4K3 w - - 0 30",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1",
    "1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w KQkq - 0 1",
    "rk2r3/8/8/8/8/8/8/RK2R3 w KQkq - 0 1",
    "4rkr1/8/8/8/8/8/8/4RKR1 b KQkq - 0 1",
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1",
];

/// The first of the positions that are of Chess960.
const CHESS960: usize = 42;

/// Games: the start, and the moves in UCI. A third and a fifth repetition, and twenty plies of an opening.
const GAMES: [(&str, &str); 4] = [
    (POSITIONS[0], "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"),
    (POSITIONS[0], "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"),
    (POSITIONS[0], "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"),
    (POSITIONS[0], "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 d7d6 c2c3 e8g8 b1d2 a7a6 a2a4 h7h6"),
];

/// Texts that are no legal position, or none at all, for the rows that read a text.
const TEXTS: [&str; 16] = [
    "",
    "startpos",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "8/8/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/K3R3 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/P7/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "4k3/8/8/8/PP6/8/PPPPPPPP/4K3 w - - 0 1",
    "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K2K w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
    "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1",
    "QQQQk3/QQQQ4/8/8/8/8/8/QQ2K3 b - - 0 1",
];

/// Setups, legal and not.
const SETUPS: [&str; 8] = [
    POSITIONS[0],
    POSITIONS[3],
    "8/8/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/K3R3 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/P7/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K2K w - - 0 1",
    "QQQQk3/QQQQ4/8/8/8/8/8/QQ2K3 w - - 0 1",
];

const PGN: [&str; 3] = [
    "[Event \"A\"]\n[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"1-0\"]\n\n1. e4 { [%eval 0.25] Best by test. } (1. d4 d5 $1) 1... e5 2. Nf3 $1 Nc6 1-0\n",
    "[White \"Cora\"]\n[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O O-O-O 2. Rf8 *\n",
    "1. f3 e5 2. g4 Qh4# 0-1\n",
];

const COMMENTS: [&str; 4] =
    ["[%eval 0.25] good", "[%clk 1:02:03]", "[%eval #-3] [%csl Ga1,Rb2]", "nothing of the kind"];

/// How many cases each position has. The moves that are not plain come first.
const CASES: usize = 14;

/// The FEN with each square en passant.
pub fn fen_of(position: &Chess) -> String {
    fen::write(position, FenStyle { en_passant: EnPassantMode::Always, ..FenStyle::default() }).to_string()
}

pub struct Case {
    pub fen: String,
    pub text: String,
    pub short: String,
    pub is_chess960: bool,
    pub position: Chess,
    pub other: Chess,
    pub start: Chess,
    pub moves: Vec<Move>,
    pub setup_fen: &'static str,
    /// Which of the cases of its position it is.
    pub turn: usize,
    pub color: Color,
    pub side: CastlingSide,
    pub square: Square,
    pub b: Square,
    pub c: Square,
    pub piece: Piece,
    pub number: u16,
    pub bits: u64,
    pub other_bits: u64,
    pub book: &'static [u8],
    pub pgn: &'static str,
    pub comment: &'static str,
    pub line: String,
    pub name: String,
}

impl Case {
    pub fn all() -> Vec<Case> {
        let mut book = PolyglotBuilder::new();
        for (text, weight) in [("e2e4", 3), ("d2d4", 2), ("g1f3", 1)] {
            let start = Chess::startpos();
            book.add(&start, start.parse_uci(text).expect("a move"), weight).expect("legal");
        }
        let book: &'static [u8] = book.to_bytes().leak();
        let positions = POSITIONS.iter().enumerate().map(|(index, text)| (*text, "", index >= CHESS960));
        let games = GAMES.iter().map(|(start, moves)| (*start, *moves, false));
        let mut cases = Vec::new();
        for (index, (text, moves, is_chess960)) in positions.chain(games).enumerate() {
            let start = fen::parse_tolerating::<ChessRules>(text, Violations::TOLERABLE).expect(text);
            let mut game = Game::new(start);
            game.set_strict(false);
            for text in moves.split_whitespace() {
                game.play_uci(text).expect("legal");
            }
            let position = *game.position();
            let fen = fen_of(&position);
            for turn in 0..CASES {
                let fields: Vec<&str> = fen.split(' ').collect();
                let is_fen = turn % 4 == 0 || moves.is_empty() && index != 0;
                let other_turn = position.with_turn(!position.turn()).unwrap_or(position);
                cases.push(Case {
                    text: if is_fen { fen.clone() } else { TEXTS[turn % TEXTS.len()].to_owned() },
                    short: fields[..4 + turn % 2].join(" "),
                    is_chess960,
                    other: if turn % 2 == 0 { other_turn } else { position },
                    position,
                    start,
                    moves: game.moves().to_vec(),
                    setup_fen: SETUPS[turn % SETUPS.len()],
                    turn,
                    color: Color::ALL[turn / 3 % 2],
                    side: CastlingSide::ALL[turn / 2 % 2],
                    square: Square::ALL[(turn * 5 + index * 7) % 64],
                    b: Square::ALL[(turn * 37 + index * 3) % 64],
                    c: Square::ALL[turn * 9 % 64],
                    piece: Piece::ALL[(turn + index) % 12],
                    number: (turn * 15 % 960) as u16,
                    bits: 0x8100_0042_1800_8001_u64.rotate_left(turn as u32) & if turn == 5 { 0 } else { !0 },
                    other_bits: 0x9140_3042_1a00_8101_u64.rotate_left(turn as u32 * turn as u32 % 64),
                    book,
                    pgn: PGN[turn % PGN.len()],
                    comment: COMMENTS[turn % COMMENTS.len()],
                    line: format!("{} hmvc 3; fmvn 9;", fields[..4].join(" ")),
                    name: Square::ALL[(turn * 5 + index * 7) % 64].to_string(),
                    fen: fen.clone(),
                });
            }
        }
        cases
    }

    pub fn game(&self) -> Game {
        let mut game = Game::new(self.start);
        game.set_strict(false);
        self.moves.iter().for_each(|&mv| game.play(mv).expect("legal"));
        game
    }

    pub fn setup(&self) -> Setup {
        self.setup_fen.parse().expect("a FEN")
    }

    /// The legal move whose turn it is.
    pub fn mv(&self) -> Result<Move, Failure> {
        let mut moves = self.position.legal_moves();
        moves.sort_by_key(|mv| matches!(mv.kind(), MoveKind::Quiet | MoveKind::Capture));
        (!moves.is_empty()).then(|| moves[self.turn % moves.len()]).ok_or(Failure::Skip)
    }

    pub fn chess960_uci(&self) -> Result<String, Failure> {
        Ok(self.mv()?.to_uci(CastlingMode::Chess960).to_string())
    }

    /// The text of the move in UCI: castling as the king's two steps, in every other case as the king that takes the rook.
    pub fn uci(&self) -> Result<&'static str, Failure> {
        let mode = if self.is_chess960 || self.turn % 2 == 1 { CastlingMode::Chess960 } else { CastlingMode::Standard };
        Ok(kept(self.mv()?.to_uci(mode).to_string()))
    }

    pub fn san(&self) -> Result<&'static str, Failure> {
        Ok(kept(self.position.san(self.mv()?).to_string()))
    }

    pub fn tree(&self) -> GameTree<ChessRules> {
        let tree: GameTree<ChessRules> = self.pgn.parse().expect("a PGN");
        TREE.replace(Some(tree.clone()));
        tree
    }

    /// A node of the tree, never the root.
    pub fn node(&self, tree: &GameTree<ChessRules>) -> Result<NodeId, Failure> {
        let nodes: Vec<NodeId> = tree
            .walk()
            .filter_map(|step| match step {
                chess0x88_pgn::Step::Move(id) => Some(id),
                _ => None,
            })
            .collect();
        Ok(nodes[self.turn % nodes.len()])
    }

    /// A legal move after a node of the tree that is not there yet.
    pub fn reply(&self, tree: &GameTree<ChessRules>, node: NodeId) -> Option<Move> {
        let moves = tree.position(node)?.legal_moves();
        moves.into_iter().find(|&mv| tree.find_variation(node, mv).is_none())
    }
}

thread_local! {
    /// The tree whose nodes the calls name.
    pub static TREE: RefCell<Option<GameTree<ChessRules>>> = const { RefCell::new(None) };
}

/// The texts of moves are few; they are kept, so that a call may borrow them.
fn kept(text: String) -> &'static str {
    thread_local! { static KEPT: RefCell<std::collections::BTreeSet<&'static str>> = const { RefCell::new(std::collections::BTreeSet::new()) }; }
    KEPT.with_borrow_mut(|kept| {
        if let Some(&text) = kept.get(text.as_str()) {
            return text;
        }
        let text: &'static str = text.leak();
        kept.insert(text);
        text
    })
}
