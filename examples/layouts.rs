//! Vector boards: five ways to lay 64 squares out in an array, so that the difference of two indices is a vector.
//!
//! ```text
//! cargo run --release --example layouts                   # plays random games and holds all five to the library
//! cargo run --release --example layouts -- --tables       # the vectors, and the queen's unit vectors, on 15x15 and 16x15
//! cargo run --release --example layouts -- --rounds 200   # which one is fastest
//! ```
//!
//! ```text
//!    16x8 (0x88)          16x12                15x12               15x15, 16x16
//!                         XXXXXXXXXXXXXXXX     XXXXXXXXXXXXXXX     as many more rows
//!                         XXXXXXXXXXXXXXXX     XXXXXXXXXXXXXXX     above and below
//!    --------             XXXX--------XXXX     XXXX--------XXX
//!    --------   x8        XXXX--------XXXX x8  XXXX--------XXX x8
//!                         XXXXXXXXXXXXXXXX     XXXXXXXXXXXXXXX
//!                         XXXXXXXXXXXXXXXX     XXXXXXXXXXXXXXX
//! ```
//!
//! A border holds sentinels, which stop a walk as a piece does. The 0x88 board has none: `index & 0x88` is the border.
//!
//! Source: Chess Programming Wiki, "Vector Attacks": the layouts, the conversions, the two loops, exchanges and pseudo-legal moves
//! by vectors.

mod tool;

use std::hint::black_box;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use chess0x88::see::{self, PieceValues};
use chess0x88::{Chess, Color, Move, MoveKind, Piece, Role, Square, SquareSet};
use tool::{Failure, count};

const HELP: &str = "\
Holds five layouts of a board to the library, over random play

Usage: layouts [OPTIONS]

      --games <N>   How many random games to play [default: 20]
      --seed <N>    The seed of the games [default: 1]
      --tables      Print the vectors on 15 and 16 columns instead
      --rounds <N>  Print which layout is fastest instead: the least of this many rounds, layout by layout in turn

Exit status: 0 all layouts give the library's answers, 1 one does not, 2 bad input
";

tool::arguments! {
    given:
    tables: bool = given.apart("--tables", &["--games", "--seed", "--rounds"])?.flag("--tables"),
    rounds: Option<u32> = given.apart("--rounds", &["--games", "--seed"])?.within("--rounds", 1..=1_000_000)?,
    games: u32 = given.within("--games", 1..=1_000_000)?.unwrap_or(20),
    seed: u64 = given.within("--seed", 0..)?.unwrap_or(1),
}

fn main() -> ExitCode {
    tool::run(HELP, read, |args| {
        let out = &mut io::stdout().lock();
        if args.tables {
            tables::<15>(out)?;
            writeln!(
                out,
                "\nThe source prints 42 for 43, the vector to a5, and -66 for -69, five ranks down and six files right.\n"
            )?;
            tables::<16>(out)?;
            return Ok(true);
        }
        match args.rounds {
            Some(rounds) => measure(out, rounds).map(|()| true),
            None => compare(out, args.games, args.seed),
        }
    })
}

/// The codes of the library: colour and slider have a bit of their own.
const BLACK: u8 = 8;
const SLIDER: u8 = 4;
/// Not empty, and of neither colour.
const BORDER: u8 = 0x40;

/// Kinds of vectors, a bit each.
const WHITE_PAWN: u8 = 1;
const BLACK_PAWN: u8 = 2;
const KNIGHT: u8 = 4;
const KING: u8 = 8;
const DIAGONAL: u8 = 16;
const STRAIGHT: u8 = 32;

/// The vectors by which a piece of this code captures.
const fn kinds(code: u8) -> u8 {
    match code {
        1 => WHITE_PAWN,
        9 => BLACK_PAWN,
        2 | 10 => KNIGHT,
        3 | 11 => KING,
        5 | 13 => DIAGONAL,
        6 | 14 => STRAIGHT,
        7 | 15 => DIAGONAL | STRAIGHT,
        _ => 0,
    }
}

/// The tables that a vector indexes: 225 entries on 15 columns, 239 on 16.
struct Vectors<const WIDTH: usize> {
    /// The unit vector of a queen towards the target: 0 off its lines.
    unit: [i8; 256],
    kinds: [u8; 256],
}

impl<const WIDTH: usize> Vectors<WIDTH> {
    /// The index of the null vector: 112 on 15 columns, 0x77 on 16.
    const ORIGIN: usize = 7 * WIDTH + 7;

    /// Rook's directions, then the bishop's.
    const DIRECTIONS: [i8; 8] = {
        let north = WIDTH as i8;
        [north, 1, -north, -1, north + 1, 1 - north, -north - 1, north - 1]
    };

    const JUMPS: [i8; 8] = {
        let north = WIDTH as i8;
        let (far, wide) = (2 * north, north);
        [far + 1, wide + 2, 2 - wide, 1 - far, -far - 1, -wide - 2, wide - 2, far - 1]
    };

    fn new() -> Vectors<WIDTH> {
        let mut tables = Vectors { unit: [0; 256], kinds: [0; 256] };
        let at = |vector: i8| Self::ORIGIN.wrapping_add_signed(vector.into());
        for (n, step) in Self::DIRECTIONS.into_iter().enumerate() {
            for distance in 1..8 {
                tables.unit[at(step * distance)] = step;
                tables.kinds[at(step * distance)] |= if n < 4 { STRAIGHT } else { DIAGONAL };
            }
            tables.kinds[at(step)] |= KING;
            if n >= 4 {
                tables.kinds[at(step)] |= if step > 0 { WHITE_PAWN } else { BLACK_PAWN };
            }
        }
        for jump in Self::JUMPS {
            tables.kinds[at(jump)] |= KNIGHT;
        }
        tables
    }

    #[inline]
    const fn index(from: u8, to: u8) -> usize {
        (Self::ORIGIN as u8).wrapping_add(to).wrapping_sub(from) as usize
    }
}

/// A position in an array of `WIDTH` columns, where a1 has the index `A1`. Without a border, `A1` is 0.
struct Mailbox<const WIDTH: usize, const ROWS: usize, const A1: usize> {
    /// The layout needs `WIDTH * ROWS` bytes. With room for all indices of a byte, no access is out of bounds.
    codes: [u8; 256],
    /// The squares of the pieces of each side.
    pieces: [Vec<u8>; 2],
}

impl<const WIDTH: usize, const ROWS: usize, const A1: usize> Mailbox<WIDTH, ROWS, A1> {
    /// The index of a square of 0 to 63. (`square & !7` is eight times the rank.)
    const fn index(square: usize) -> u8 {
        let index = if WIDTH == 16 { square + (square & !7) + A1 } else { square + 7 * (square >> 3) + A1 };
        assert!(index < WIDTH * ROWS);
        index as u8
    }

    /// The square of 0 to 63 at an index, without a division.
    const fn square(index: u8) -> usize {
        let index = index as usize - A1;
        if WIDTH == 16 { (index + (index & 7)) >> 1 } else { index - 7 * ((index * 9) >> 7) }
    }

    fn new(position: &Chess) -> Self {
        let mut board = Mailbox { codes: [BORDER; 256], pieces: [Vec::new(), Vec::new()] };
        for square in Square::ALL {
            let (index, piece) = (Self::index(square.index()), position.board().piece_at(square));
            board.codes[usize::from(index)] = piece.map_or(0, Piece::code);
            if let Some(piece) = piece {
                board.pieces[piece.color().index()].push(index);
            }
        }
        board
    }

    /// The code at an index.
    #[inline]
    const fn at(&self, index: u8) -> u8 {
        self.codes[index as usize]
    }

    /// Returns `true` if a walk ends at an index before the board is read.
    #[inline]
    const fn is_off(index: u8) -> bool {
        A1 == 0 && index & 0x88 != 0
    }

    /// Source to destination: calls `go` with each square that an officer can go to.
    #[inline]
    fn walk(&self, from: u8, mut go: impl FnMut(u8)) {
        let code = self.at(from);
        let steps: &[i8] = match kinds(code) {
            KNIGHT => &Vectors::<WIDTH>::JUMPS,
            STRAIGHT => &Vectors::<WIDTH>::DIRECTIONS[..4],
            DIAGONAL => &Vectors::<WIDTH>::DIRECTIONS[4..],
            _ => &Vectors::<WIDTH>::DIRECTIONS,
        };
        for &step in steps {
            let mut to = from.wrapping_add_signed(step);
            while !Self::is_off(to) {
                let hit = self.at(to);
                if hit != 0 {
                    if hit & BORDER == 0 && (hit ^ code) & BLACK != 0 {
                        go(to);
                    }
                    break;
                }
                go(to);
                if code & SLIDER == 0 {
                    break;
                }
                to = to.wrapping_add_signed(step);
            }
        }
    }

    /// Destination to source: returns `true` if the piece on a square attacks another. The walk needs no test for the edge, since
    /// the piece itself stops it.
    #[inline]
    fn attacks(&self, vectors: &Vectors<WIDTH>, from: u8, to: u8) -> bool {
        let vector = Vectors::<WIDTH>::index(from, to);
        let code = self.at(from);
        if vectors.kinds[vector] & kinds(code) == 0 {
            return false;
        }
        if code & SLIDER == 0 {
            return true;
        }
        let back = -vectors.unit[vector];
        let mut at = to.wrapping_add_signed(back);
        while self.at(at) == 0 {
            at = at.wrapping_add_signed(back);
        }
        at == from
    }

    /// Returns `true` if the piece on a square can go to another, but for castling and the safety of its king.
    fn is_pseudo_legal(
        &self,
        vectors: &Vectors<WIDTH>,
        us: Color,
        (from, to): (u8, u8),
        en_passant: Option<u8>,
    ) -> bool {
        let (code, hit) = (self.at(from), self.at(to));
        let is_ours = |code: u8| code != 0 && (code & BLACK != 0) == (us == Color::Black);
        if !is_ours(code) || is_ours(hit) {
            return false;
        }
        if code & !BLACK != Piece::WHITE_PAWN.code() {
            return self.attacks(vectors, from, to);
        }
        let forward = Self::forward(us);
        let (one, is_home) = (from.wrapping_add_signed(forward), ranks_ahead(us, Self::square(from)) == 1);
        if to == one {
            hit == 0
        } else if to == one.wrapping_add_signed(forward) {
            is_home && hit == 0 && self.at(one) == 0
        } else {
            self.attacks(vectors, from, to) && (hit != 0 || en_passant == Some(to))
        }
    }

    /// The step of a side's pawns.
    const fn forward(us: Color) -> i8 {
        match us {
            Color::White => WIDTH as i8,
            Color::Black => -(WIDTH as i8),
        }
    }

    /// Takes the piece off a square.
    fn take(&mut self, at: u8) -> u8 {
        std::mem::take(&mut self.codes[usize::from(at)])
    }

    /// The value of a capture and of all captures after it on the same square, as [`see::value`] defines it.
    fn exchange(mut self, vectors: &Vectors<WIDTH>, us: Color, mv: Move) -> i32 {
        let (from, to) = (Self::index(mv.from().index()), Self::index(mv.to().index()));
        let (mut gain, mut standing) = (worth(self.at(to)), worth(self.at(from)));
        if mv.kind() == MoveKind::EnPassant {
            gain = worth(Piece::WHITE_PAWN.code());
            self.take(to.wrapping_add_signed(Self::forward(!us)));
        }
        if let Some(role) = mv.promotion() {
            standing = worth(Piece::new(us, role).code());
            gain += standing - worth(Piece::WHITE_PAWN.code());
        }
        self.take(from);
        gain - self.best(vectors, !us, to, standing)
    }

    /// The best gain of a side by capturing a piece worth `standing`, or by not capturing.
    fn best(&mut self, vectors: &Vectors<WIDTH>, us: Color, to: u8, standing: i32) -> i32 {
        let Some(from) = self.least_attacker(vectors, us, to) else { return 0 };
        let code = self.take(from);
        let is_king = code & !BLACK == Piece::WHITE_KING.code();
        if is_king && self.least_attacker(vectors, !us, to).is_some() {
            return 0;
        }
        let (pawn, queen) = (worth(Piece::WHITE_PAWN.code()), worth(Piece::WHITE_QUEEN.code()));
        let promotes = code & !BLACK == Piece::WHITE_PAWN.code() && ranks_ahead(us, Self::square(to)) == 7;
        let (promotion, arriving) = if promotes { (queen - pawn, queen) } else { (0, worth(code)) };
        (standing + promotion - self.best(vectors, !us, to, arriving)).max(0)
    }

    /// The attacker that captures first: the least valuable; of one kind the one nearest to its own first rank, then to the a-file.
    fn least_attacker(&self, vectors: &Vectors<WIDTH>, us: Color, to: u8) -> Option<u8> {
        let is_ours = |from| self.at(from) != 0 && (self.at(from) & BLACK != 0) == (us == Color::Black);
        let ours = self.pieces[us.index()].iter().copied().filter(|&from| from != to && is_ours(from));
        let attackers = ours.filter(|&from| self.attacks(vectors, from, to));
        attackers.min_by_key(|&from| {
            let (square, king) = (Self::square(from), Piece::WHITE_KING.code());
            let code = self.at(from) & !BLACK;
            (code == king, worth(code), code, ranks_ahead(us, square), square & 7)
        })
    }
}

/// The rank of a square of 0 to 63, as a side counts from its own first rank.
const fn ranks_ahead(us: Color, square: usize) -> usize {
    match us {
        Color::White => square >> 3,
        Color::Black => 7 - (square >> 3),
    }
}

/// The value of a piece of this code in exchanges.
fn worth(code: u8) -> i32 {
    let PieceValues { pawn, knight, bishop, rook, queen, .. } = PieceValues::default();
    let of_role = [0, pawn, knight, 0, 0, bishop, rook, queen];
    i32::from(of_role[usize::from(code & 7)])
}

/// Prints the vectors from a square, c2, to all squares, and the queen's unit vectors, as the source does: the board of c2 stands
/// between the bars.
fn tables<const WIDTH: usize>(out: &mut impl Write) -> io::Result<()> {
    let unit = Vectors::<WIDTH>::new().unit;
    for (title, of) in [("vectors", None), ("unit vectors of the queen", Some(&unit))] {
        writeln!(out, "15x15 {title} on {WIDTH} columns, seen from c2")?;
        for rank in (-7..=7_isize).rev() {
            write!(out, "{:>4} ", (rank + 7) * WIDTH.cast_signed())?;
            for file in -7..=7_isize {
                let is_beside = (-1..=6).contains(&rank) && (file == -2 || file == 6);
                write!(out, "{}", if is_beside { '|' } else { ' ' })?;
                let vector = rank * WIDTH.cast_signed() + file;
                match of {
                    None => write!(out, "{vector:>4}")?,
                    Some(unit) => match unit[Vectors::<WIDTH>::ORIGIN.wrapping_add_signed(vector)] {
                        0 => write!(out, "   .")?,
                        step => write!(out, "{step:>4}")?,
                    },
                }
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// Random numbers by a xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((u128::from(self.0) * end as u128) >> 64) as usize
    }
}

/// The positions of a random game.
fn game(random: &mut Random) -> Vec<Chess> {
    let mut positions = vec![Chess::startpos()];
    while let Some(last) = positions.last().filter(|last| last.outcome().is_none()) {
        let mut moves = last.legal_moves();
        moves.sort_unstable();
        let next = last.after_unchecked(moves[random.below(moves.len())]);
        positions.push(next);
    }
    positions
}

/// Holds all layouts to the library, and says how many answers were compared.
fn compare(out: &mut impl Write, games: u32, seed: u64) -> Result<bool, Failure> {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let positions: Vec<Chess> = (0..games).flat_map(|_| game(&mut random)).collect();
    let mut is_well = true;
    let mut tell = |name: &str, answers: Result<u64, String>| {
        is_well &= answers.is_ok();
        match answers {
            Ok(number) => writeln!(out, "{name}: {}, all those of the library", count(number, "answer", "answers")),
            Err(fault) => writeln!(out, "{name}: {fault}"),
        }
    };
    tell("16x8", differences::<16, 8, 0>(&positions))?;
    tell("15x12", differences::<15, 12, 34>(&positions))?;
    tell("16x12", differences::<16, 12, 36>(&positions))?;
    tell("15x15", differences::<15, 15, 64>(&positions))?;
    tell("16x16", differences::<16, 16, 68>(&positions))?;
    Ok(is_well)
}

/// Compares a layout with the library, and returns the number of answers, or the first that differs.
fn differences<const WIDTH: usize, const ROWS: usize, const A1: usize>(positions: &[Chess]) -> Result<u64, String> {
    let (mut answers, vectors) = (0, Vectors::<WIDTH>::new());
    let mut same = |is_same: bool, what: &dyn Fn() -> String| {
        answers += 1;
        if is_same { Ok(()) } else { Err(what()) }
    };
    for square in Square::ALL {
        let index = Mailbox::<WIDTH, ROWS, A1>::index(square.index());
        let is_dark = (usize::from(index) ^ A1) & 1 == 0;
        same(Mailbox::<WIDTH, ROWS, A1>::square(index) == square.index(), &|| format!("{square} does not come back"))?;
        // On an odd number of columns the last bit of the index is the colour of the square.
        same(WIDTH == 16 || is_dark != square.is_light(), &|| format!("{square} has another colour"))?;
    }
    for position in positions {
        compare_position::<WIDTH, ROWS, A1>(position, &vectors, &mut same)
            .map_err(|fault| format!("{}: {fault}", position.fen()))?;
    }
    Ok(answers)
}

fn compare_position<const WIDTH: usize, const ROWS: usize, const A1: usize>(
    position: &Chess,
    vectors: &Vectors<WIDTH>,
    same: &mut impl FnMut(bool, &dyn Fn() -> String) -> Result<(), String>,
) -> Result<(), String> {
    let (board, us) = (Mailbox::<WIDTH, ROWS, A1>::new(position), position.turn());
    let index = |square: Square| Mailbox::<WIDTH, ROWS, A1>::index(square.index());
    let square = |index: u8| Square::ALL[Mailbox::<WIDTH, ROWS, A1>::square(index)];
    let mut targets = vec![SquareSet::EMPTY; 64];
    for mv in position.pseudo_legal_moves().into_iter().filter(|mv| !mv.is_castling()) {
        targets[mv.from().index()].insert(mv.to());
    }
    let en_passant = position.to_setup().state.en_passant.map(index);
    for from in Square::ALL {
        let said = targets[from.index()];
        let is_possible = |to: &Square| board.is_pseudo_legal(vectors, us, (index(from), index(*to)), en_passant);
        let found: SquareSet = Square::ALL.into_iter().filter(is_possible).collect();
        same(found == said, &|| format!("from {from} to {found} instead of {said}"))?;
        if position.board().piece_at(from).is_some_and(|piece| piece.color() == us && piece.role() != Role::Pawn) {
            let mut walked = SquareSet::EMPTY;
            board.walk(index(from), |to| walked.insert(square(to)));
            same(walked == said, &|| format!("walks from {from} to {walked} instead of {said}"))?;
        }
        for by in Color::ALL {
            let (said, attackers) = (position.board().attackers(from, by), board.pieces[by.index()].iter());
            let attackers = attackers.filter(|&&at| board.attacks(vectors, at, index(from)));
            let found: SquareSet = attackers.map(|&at| square(at)).collect();
            same(found == said, &|| format!("{from} is attacked from {found} instead of {said}"))?;
        }
    }
    for mv in position.legal_moves().into_iter().filter(|mv| !mv.is_castling()) {
        let (said, copy) =
            (see::value(position, mv, &PieceValues::default()), Mailbox::<WIDTH, ROWS, A1>::new(position));
        let found = copy.exchange(vectors, us, mv);
        same(found == said, &|| format!("{mv} gains {found} instead of {said}"))?;
    }
    Ok(())
}

/// The two loops over some positions, for the sliders of the side to move: the squares that they can go to, and the enemy pieces
/// that they attack.
struct Loops<const WIDTH: usize, const ROWS: usize, const A1: usize> {
    boards: Vec<(Mailbox<WIDTH, ROWS, A1>, Color)>,
    vectors: Vectors<WIDTH>,
    least: [f64; 2],
}

trait Timed {
    fn round(&mut self);
    fn least(&self) -> [f64; 2];
}

impl<const WIDTH: usize, const ROWS: usize, const A1: usize> Loops<WIDTH, ROWS, A1> {
    fn new(positions: &[Chess]) -> Self {
        let boards = positions.iter().map(|position| {
            let mut board = Mailbox::new(position);
            let codes = board.codes;
            board.pieces[position.turn().index()].retain(|&at| codes[usize::from(at)] & SLIDER != 0);
            (board, position.turn())
        });
        Loops { boards: boards.collect(), vectors: Vectors::new(), least: [f64::INFINITY; 2] }
    }

    fn time(&mut self, which: usize, work: fn(&Mailbox<WIDTH, ROWS, A1>, Color, &Vectors<WIDTH>) -> u32) {
        let start = Instant::now();
        let sum: u32 = self.boards.iter().map(|(board, us)| work(board, *us, &self.vectors)).sum();
        black_box(sum);
        self.least[which] = self.least[which].min(start.elapsed().as_secs_f64() * 1e6);
    }
}

impl<const WIDTH: usize, const ROWS: usize, const A1: usize> Timed for Loops<WIDTH, ROWS, A1> {
    fn round(&mut self) {
        self.time(0, |board, us, _| {
            let mut number = 0;
            board.pieces[us.index()].iter().for_each(|&from| board.walk(from, |_| number += 1));
            number
        });
        self.time(1, |board, us, vectors| {
            let (ours, theirs) = (&board.pieces[us.index()], &board.pieces[(!us).index()]);
            let of = |to| ours.iter().filter(|&&from| board.attacks(vectors, from, to)).count() as u32;
            theirs.iter().map(|&to| of(to)).sum()
        });
    }

    fn least(&self) -> [f64; 2] {
        self.least
    }
}

/// Prints the least time of each layout. The layouts take turns, so that a busy machine is as hard on each.
fn measure(out: &mut impl Write, rounds: u32) -> Result<(), Failure> {
    let positions: Vec<Chess> = game(&mut Random(0x9E37_79B9_7F4A_7C15)).into_iter().take(200).collect();
    let mut layouts: [(&str, Box<dyn Timed>); 5] = [
        ("16x8, & 0x88", Box::new(Loops::<16, 8, 0>::new(&positions))),
        ("15x12, border", Box::new(Loops::<15, 12, 34>::new(&positions))),
        ("16x12, border", Box::new(Loops::<16, 12, 36>::new(&positions))),
        ("15x15, border", Box::new(Loops::<15, 15, 64>::new(&positions))),
        ("16x16, border", Box::new(Loops::<16, 16, 68>::new(&positions))),
    ];
    for _ in 0..rounds {
        for (_, layout) in &mut layouts {
            layout.round();
        }
    }
    writeln!(
        out,
        "the sliders in {}, microseconds, least of {}",
        count(positions.len(), "position", "positions"),
        count(rounds, "round", "rounds")
    )?;
    writeln!(out, "{:<16} {:>22} {:>22}", "", "source to destination", "destination to source")?;
    for (name, layout) in &layouts {
        let [walk, attacks] = layout.least();
        writeln!(out, "{name:<16} {walk:>22.1} {attacks:>22.1}")?;
    }
    Ok(())
}
