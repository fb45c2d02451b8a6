//! Helpers of the tests of several packages: random play from a seed, positions from texts, simple computations.

pub mod digest;
pub mod places;
// The unit tests of the rules have this file too, and are published with them.
#[path = "../../../src/tests/random.rs"]
mod random;
#[cfg(feature = "proptest")]
mod strategies;
pub mod suite;

pub use random::Random;
#[cfg(feature = "proptest")]
pub use strategies::{games, positions, starts};

use chess0x88::{
    CastlingSide, Chess, ChessRules, Color, File, Makruk, MoveKind, MoveList, Piece, Position, Rank, Role, Rules,
    Setup, Square, Violations,
};

/// Returns `true` in the deep check, which sets `ALL_CASES`.
fn is_deep() -> bool {
    std::env::var_os("ALL_CASES").is_some()
}

/// The step by which a test walks a long list of cases: `step`, and 1 in the deep check.
#[must_use]
pub fn stride(step: usize) -> usize {
    if is_deep() { 1 } else { step }
}

/// The number of random cases that a test looks at: `few`, and ten times as many in the deep check.
#[must_use]
pub fn cases(few: u32) -> u32 {
    if is_deep() { 10 * few } else { few }
}

/// The legal moves in the same order in every build. Move generation specifies no order, and random games depend on it.
pub fn sorted_moves<R: Rules>(position: &Position<R>) -> MoveList {
    let mut moves = position.legal_moves();
    moves.sort_unstable();
    moves
}

/// The positions of a random game. One move in three is of a rarer kind if there is one; otherwise promotions and en passant
/// would be rare.
pub fn walk<R: Rules>(start: Position<R>, seed: u64, plies: usize) -> Vec<Position<R>> {
    let mut random = Random::new(seed);
    let mut positions = vec![start];
    let mut position = start;
    for _ in 0..plies {
        let moves = sorted_moves(&position);
        let rare: Vec<_> = moves
            .iter()
            .copied()
            .filter(|mv| {
                let pawn = position.board().piece_at(mv.from()).is_some_and(|piece| piece.role() == Role::Pawn);
                pawn || matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant) || position.gives_check(*mv)
            })
            .collect();
        let chosen = if random.one_in(3) { random.pick(&rare) } else { None };
        let Some(mv) = chosen.or_else(|| random.pick(&moves)) else { break };
        position = position.after_unchecked(mv);
        positions.push(position);
    }
    positions
}

/// Puts random pieces on the board until they form a legal position. This gives more queens, pawns before promotion, pins and
/// checks than play.
pub fn scatter(seed: u64) -> Chess {
    let mut random = Random::new(seed);
    for _ in 0..200 {
        if let Ok(position) = throw(&mut random).to_position_with(Violations::TOLERABLE) {
            return position;
        }
    }
    Chess::startpos()
}

fn throw(random: &mut Random) -> Setup<ChessRules> {
    let mut setup = Setup::<ChessRules>::empty();
    let square = |random: &mut Random| Square::ALL[random.below(64)];
    for _ in 0..random.below(24) {
        let role = [Role::Pawn, Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let role = role[random.below(7)];
        let at = square(random);
        if role != Role::Pawn || !matches!(at.rank(), Rank::First | Rank::Eighth) {
            setup.board.set(at, Some(Piece::new(Color::ALL[random.below(2)], role)));
        }
    }
    setup.turn = Color::ALL[random.below(2)];
    for color in Color::ALL {
        let mut king = square(random);
        let back = color.relative_rank(Rank::First);
        if random.one_in(2) {
            king = Square::new(king.file(), back);
        }
        setup.board.set(king, Some(Piece::new(color, Role::King)));
        for side in CastlingSide::ALL {
            let rook = Square::new(square(random).file(), back);
            let on_its_side = match side {
                CastlingSide::King => rook > king,
                CastlingSide::Queen => rook < king,
            };
            if king.rank() == back && on_its_side {
                setup.board.set(rook, Some(Piece::new(color, Role::Rook)));
                setup.state.castling.set(color, side, Some(rook));
            }
        }
    }
    if random.one_in(2) {
        let file = square(random).file();
        let rank = |rank| (!setup.turn).relative_rank(rank);
        let (origin, passed, pawn) = (rank(Rank::Second), rank(Rank::Third), rank(Rank::Fourth));
        setup.board.set(Square::new(file, origin), None);
        setup.board.set(Square::new(file, passed), None);
        setup.board.set(Square::new(file, pawn), Some(Piece::new(!setup.turn, Role::Pawn)));
        setup.state.en_passant = Some(Square::new(file, passed));
        for beside in [-1, 1].into_iter().filter_map(|step| Square::new(file, pawn).checked_add(step)) {
            if random.one_in(2) {
                setup.board.set(beside, Some(Piece::new(setup.turn, Role::Pawn)));
            }
        }
    }
    setup.halfmove_clock = random.below(120) as u32;
    setup.fullmove_number = 1 + random.below(300) as u32;
    setup
}

/// A position from a FEN, also one that no game leads to.
pub fn tolerated<R: Rules>(fen: &str) -> Position<R> {
    let setup: Setup<R> = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    setup.to_position_with(Violations::TOLERABLE).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The same for chess.
pub fn position(fen: &str) -> Chess {
    tolerated(fen)
}

/// A position of chess from a legal FEN.
pub fn chess(fen: &str) -> Chess {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A position of Makruk from a legal FEN.
pub fn makruk(fen: &str) -> Makruk {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Decodes a text of a corpus, in which `\u{...}` stands for characters that an editor hides.
pub fn unescape(text: &str) -> String {
    let mut parts = text.split("\\u{");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (code, rest) = part.split_once('}').expect("a closing brace");
        plain.push(char::from_u32(u32::from_str_radix(code, 16).expect("a number")).expect("a character"));
        plain.push_str(rest);
    }
    plain
}

/// The file and the rank as numbers, without the crate's geometry.
pub fn coordinates(square: Square) -> (i32, i32) {
    (square.file() as i32, square.rank() as i32)
}

/// The square with these coordinates, if it is on the board.
pub fn square(file: i32, rank: i32) -> Option<Square> {
    let file = *File::ALL.get(usize::try_from(file).ok()?)?;
    Some(Square::new(file, *Rank::ALL.get(usize::try_from(rank).ok()?)?))
}

/// Returns `true` if a piece attacks a square, computed square by square with files and ranks.
pub fn naive_attack(position: &Chess, from: Square, to: Square) -> bool {
    let Some(piece) = position.board().piece_at(from) else { return false };
    let ((from_file, from_rank), (to_file, to_rank)) = (coordinates(from), coordinates(to));
    let (files, ranks) = (to_file - from_file, to_rank - from_rank);
    if (files, ranks) == (0, 0) {
        return false;
    }
    let ahead = if piece.color() == Color::White { 1 } else { -1 };
    let straight = files == 0 || ranks == 0;
    let diagonal = files.abs() == ranks.abs();
    let line = match piece.role() {
        Role::Pawn => return files.abs() == 1 && ranks == ahead,
        Role::Knight => return files.abs() * ranks.abs() == 2,
        Role::King => return files.abs() <= 1 && ranks.abs() <= 1,
        Role::Bishop => diagonal,
        Role::Rook => straight,
        Role::Queen => straight || diagonal,
        _ => false,
    };
    let way = 1..files.abs().max(ranks.abs());
    line && way
        .filter_map(|step| square(from_file + step * files.signum(), from_rank + step * ranks.signum()))
        .all(|at| position.board().piece_at(at).is_none())
}

/// A number that depends on all added values and their order.
#[derive(Default)]
pub struct Fingerprint(pub u64);

impl Fingerprint {
    pub fn add(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 29;
    }

    pub fn add_text(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.add(byte.into()));
    }
}
