//! The vector engine: whole-board questions answered eight directions at a time.
//!
//! The bytes of the board hold everything; this module derives bit planes from them, asks, and throws the planes away.
//! A slider's rays in all eight directions are eight 64-bit words, which one AVX-512 register, two AVX2 registers or
//! eight plain words hold; one algorithm over a small trait of lane operations serves all three.
//!
//! ```text
//!    sets       sets of squares as 64-bit words, and the few constants, from the 0x88 test
//!    lanes      the operations on eight lanes, and the plain Rust back end
//!    x86_64     the same operations in vector instructions: the only files that say `unsafe`
//!    view       a position as planes, read from the bytes once per question
//!    sweep      rays in eight directions
//!    node       checks, pins, and the squares forbidden to the king
//!    count      how many legal moves, without enumerating any
//!    generate   legal moves, origin by origin      list     how they are written down
//!    perft      move sequences                     replies  perft 2 without making a move
//! ```
//!
//! The choice of back end is made once per question, by `Backend::best`; all of them are held equal to the walking
//! generator of `movegen` by `tests/backends.rs`. Tables: under one kilobyte in all.
//!
//! Source: Chess Programming Wiki, "Kogge-Stone Algorithm", "AVX-512", "DirGolem".
#![expect(clippy::inline_always, reason = "an intrinsic outside its target feature would be a call")]
#![expect(clippy::many_single_char_names, reason = "eight lanes are a to h")]

mod count;
mod generate;
mod lanes;
mod list;
mod node;
mod perft;
mod replies;
mod sets;
mod sweep;
mod view;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod x86_64;

use core::marker::PhantomData;

use crate::geometry::{Square, SquareSet};
use crate::moves::MoveList;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Rules;
use count::Count;
use generate::{HasMove, ListMoves};
use lanes::{Lanes, Plain, Task};
use node::Scene;
use perft::Perft;
use sets::king_attacks;
use view::{Game, View};
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use x86_64::{avx2::Avx2, avx512::Avx512};

pub(crate) use generate::Wanted;

/// An instruction set to answer with. Holding one is the proof that this machine has it.
#[derive(Clone, Copy, Debug)]
pub struct Backend(Token);

#[derive(Clone, Copy, Debug)]
enum Token {
    Plain(Plain),
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    Avx2(Avx2),
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    Avx512(Avx512),
}

/// The environment variable that names the back end to use, for tests and benchmarks.
#[cfg(feature = "std")]
const CHOICE: &str = "CHESS0X88_BACKEND";

impl Backend {
    /// Plain Rust: always there.
    const PLAIN: Backend = Backend(Token::Plain(Plain));

    /// Every back end this machine has, the fastest first.
    pub fn available() -> impl Iterator<Item = Backend> {
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        let vector = [Avx512::detect().map(Token::Avx512), Avx2::detect().map(Token::Avx2)];
        #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
        let vector: [Option<Token>; 0] = [];
        vector.into_iter().flatten().map(Backend).chain([Backend::PLAIN])
    }

    /// The name by which the environment variable knows it: `plain`, `avx2` or `avx512`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            Token::Plain(_) => "plain",
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Token::Avx2(_) => "avx2",
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Token::Avx512(_) => "avx512",
        }
    }

    /// The fastest this machine has, or the one that `CHESS0X88_BACKEND` names: asked once, then remembered.
    #[cfg(feature = "std")]
    #[inline]
    pub(crate) fn best() -> Backend {
        static BEST: std::sync::OnceLock<Backend> = std::sync::OnceLock::new();
        *BEST.get_or_init(|| {
            let wanted = std::env::var(CHOICE).unwrap_or_default();
            let fastest = || Backend::available().next();
            Backend::available().find(|backend| backend.name() == wanted).or_else(fastest).unwrap_or(Backend::PLAIN)
        })
    }

    /// The fastest that the target features allow.
    #[cfg(not(feature = "std"))]
    #[inline]
    pub(crate) fn best() -> Backend {
        Backend::available().next().unwrap_or(Backend::PLAIN)
    }

    /// The number of legal moves.
    #[must_use]
    pub fn count<R: Rules>(self, position: &Position<R>) -> u32 {
        self.ask(position, CountMoves)
    }

    /// The number of sequences of `depth` legal moves.
    #[must_use]
    pub fn perft<R: Rules>(self, position: &Position<R>, depth: u8) -> u64 {
        self.ask(position, CountLeaves(depth))
    }

    /// Whether there is a legal move.
    #[must_use]
    pub fn has_legal_move<R: Rules>(self, position: &Position<R>) -> bool {
        self.ask(position, AnyMove)
    }

    /// What the king of the side to move has to look out for.
    #[must_use]
    pub fn threats<R: Rules>(self, position: &Position<R>) -> Threats {
        self.ask(position, AllThreats)
    }

    /// The legal moves.
    #[must_use]
    pub fn legal_moves<R: Rules>(self, position: &Position<R>) -> MoveList {
        self.list(position, Wanted::All)
    }

    /// The legal moves that are wanted.
    #[inline]
    pub(crate) fn list<R: Rules>(self, position: &Position<R>, wanted: Wanted) -> MoveList {
        let mut list = MoveList::new();
        self.ask(position, AllMoves(wanted, &mut list));
        list
    }

    #[inline]
    fn ask<R: Rules, Q: Question>(self, position: &Position<R>, question: Q) -> Q::Answer {
        let task = Ask(position, question);
        match self.0 {
            Token::Plain(l) => l.enter(task),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Token::Avx2(l) => l.enter(task),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Token::Avx512(l) => l.enter(task),
        }
    }
}

/// The five bit planes of a board, the cheapest way this target has without asking what machine it is.
#[inline]
pub(crate) fn planes(board: &[u8; 128]) -> [u64; 5] {
    lanes::planes::<true>(board)
}

/// What the king of the side to move has to look out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threats {
    /// How many pieces give check.
    pub checks: u32,
    /// The own pieces that are pinned to the king.
    pub pinned: SquareSet,
    /// The squares around the king that the enemy attacks once he has left his own.
    pub forbidden: SquareSet,
}

/// The same, found by walking rays.
#[must_use]
pub fn walked_threats<R: Rules>(position: &Position<R>) -> Threats {
    let (us, king) = (position.turn(), position.king(position.turn()));
    let safety = position.safety();
    let attacked = |&square: &Square| {
        square.distance(king) == 1 && crate::attacks::is_attacked(position.board(), square, !us, king.into())
    };
    Threats {
        checks: safety.checkers.len() as u32,
        pinned: safety.pinned,
        forbidden: Square::ALL.into_iter().filter(attacked).collect(),
    }
}

/// The legal moves as the walking generator finds them, to hold the others against.
#[must_use]
pub fn walked_moves<R: Rules>(position: &Position<R>) -> MoveList {
    position.walk_moves()
}

/// Perft by the walking generator.
#[must_use]
pub fn walked_perft<R: Rules>(position: &Position<R>, depth: u8) -> u64 {
    crate::perft::walk(position, depth)
}

/// A question about a view, put for either colour: `US` says whether White is to move, and `THEM` is `!US`, which const
/// generics cannot say by themselves.
trait Question {
    type Answer;

    fn answer<L: Lanes, G: Game, const US: bool, const THEM: bool>(self, l: L, view: &View) -> Self::Answer;
}

/// A position and a question about it.
struct Ask<'a, R: Rules, Q>(&'a Position<R>, Q);

impl<L: Lanes, R: Rules, Q: Question> Task<L> for Ask<'_, R, Q> {
    type Output = Q::Answer;

    #[inline(always)]
    fn run(self, l: L) -> Q::Answer {
        let view = View::read::<L, R>(l, self.0);
        match self.0.turn() {
            Color::White => self.1.answer::<L, R, true, false>(l, &view),
            Color::Black => self.1.answer::<L, R, false, true>(l, &view),
        }
    }
}

struct CountMoves;

impl Question for CountMoves {
    type Answer = u32;

    #[inline(always)]
    fn answer<L: Lanes, G: Game, const US: bool, const THEM: bool>(self, l: L, view: &View) -> u32 {
        Count::<G, US>(view, PhantomData).run(l)
    }
}

struct CountLeaves(u8);

impl Question for CountLeaves {
    type Answer = u64;

    #[inline(always)]
    fn answer<L: Lanes, G: Game, const US: bool, const THEM: bool>(self, l: L, view: &View) -> u64 {
        l.enter(Perft::<G, US, THEM> { view, game: PhantomData, depth: self.0 })
    }
}

struct AnyMove;

impl Question for AnyMove {
    type Answer = bool;

    #[inline(always)]
    fn answer<L: Lanes, G: Game, const US: bool, const THEM: bool>(self, l: L, view: &View) -> bool {
        HasMove::<G, US>(view, PhantomData).run(l)
    }
}

struct AllThreats;

impl Question for AllThreats {
    type Answer = Threats;

    #[inline(always)]
    fn answer<L: Lanes, G: Game, const US: bool, const THEM: bool>(self, l: L, view: &View) -> Threats {
        let (scene, _) = Scene::of::<G, US>(l, view);
        let verdict = scene.judge(l);
        Threats {
            checks: verdict.checks,
            pinned: SquareSet::from_bits(verdict.pinned),
            forbidden: SquareSet::from_bits(verdict.danger & king_attacks(scene.us.king)),
        }
    }
}

struct AllMoves<'a>(Wanted, &'a mut MoveList);

impl Question for AllMoves<'_> {
    type Answer = ();

    #[inline(always)]
    fn answer<L: Lanes, G: Game, const US: bool, const THEM: bool>(self, l: L, view: &View) {
        ListMoves::<'_, G, US> { view, game: PhantomData, wanted: self.0, list: self.1 }.run(l);
    }
}
