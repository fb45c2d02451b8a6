//! Perft in vectors: the rules play all plies but the last two, and the last two are counted in eight-lane vectors, without playing a
//! move.
//!
//! ```
//! use chess0x88::Chess;
//! use chess0x88_perft::{Backend, perft};
//! assert_eq!(perft(&Chess::startpos(), 4), 197_281);
//! for backend in Backend::available() {
//!     assert_eq!(backend.perft(&Chess::startpos(), 3), 8902, "{backend}");
//! }
//! ```
//!
//! [`PerftTable`] remembers results, and threads may share it. All `unsafe` is in the back ends for x86-64 and 64-bit Arm, which are
//! tested against plain Rust.
//!
//! # How it counts
//!
//! A vector has eight 64-bit lanes, one lane a direction. An occluded fill (Kogge-Stone) moves all sliders along their lanes in three
//! doubling steps. Three fills find everything that legality depends on:
//!
//! - **from the enemy's sliders**: a lane that reaches our king is a check;
//! - **from our king**, as if it were a queen: its lane towards a checker is the check mask;
//! - **from our sliders**: their moves.
//!
//! A piece of ours that both the king's lane and the enemy's opposite lane reach is pinned.
//!
//! For each move of the ply before the last the replies after a null move are counted once, and the difference that the move makes is
//! computed. A move removes a piece from one square and places it on another. Lines that ended on the first square go on, and lines
//! through the second square end there. Each is one logical operation on the lanes. After a move that gives check or changes a pin, the
//! replies are counted in full.
//!
//! Most quiet moves change even less. One fill from the squares near the replying king finds the squares from which a piece of ours
//! attacks one of them, also through a line that may open. Take a move whose two squares are neither among these nor on a line of the
//! enemy's sliders. It changes no replies except those of pawns. Such moves are counted as sets of squares: all pawn steps together, the
//! other moves piece by piece, each by one population count. In the tree of the start position they are six moves in seven.
//!
//! ```text
//!    board         the position as bitboards, White to move: a board is turned round for Black
//!    sets          sets of squares      legality    what lanes do not find
//!    lanes         the lane operations, a small trait, which each instruction set implements
//!    portable      in plain Rust      x86_64    in AVX2 and in AVX-512      aarch64    in NEON
//!    directions    the direction of each lane
//!    fill          sliding attacks in all lanes at once
//!    attack_info   checks, check mask, pins and king danger; the number of legal moves
//!    replies       the replies after a null move
//!    perft_2       all moves, and how many replies each has
//!    neutral       the replies to moves that change no line that matters
//!    moved         the replies to the other moves
//! ```
//!
//! The algorithm is written once over the lane operations, and compiled once for each game. Between the entry with target features and
//! the operations all functions are inlined, and there are no closures: a call would lose the registers.
//!
//! # Features
//!
//! | feature | default | adds |
//! |---|---|---|
//! | `std` | yes | detection of the processor's vectors; else the compiler's target features decide. Implies `alloc` |
//! | `alloc` | with `std` | [`PerftTable`] |
//! | `bitboards` | yes | the engine of the rules that makes lists twice as fast |
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

#[macro_use]
mod back_end;

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod aarch64;
mod attack_info;
mod board;
mod castlings;
mod directions;
mod fill;
mod lanes;
mod moved;
mod neutral;
mod pawns;
mod perft_2;
#[allow(dead_code, reason = "on x86-64 and 64-bit Arm only tests use these lanes")]
mod portable;
mod replies;
mod sets;
#[cfg(all(feature = "alloc", target_has_atomic = "64"))]
mod table;
#[cfg(test)]
mod tests;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod x86_64;

use core::fmt;
use core::marker::PhantomData;

use chess0x88::{ChessRules, MakrukRules, Move, Position, Rules};

use board::BitboardPosition;
use lanes::Lanes;
use perft_2::Perft2;
#[cfg(all(feature = "alloc", target_has_atomic = "64"))]
pub use table::PerftTable;

/// A way to count that this machine has. All give equal totals; [`perft`] uses the fastest.
///
/// | name | machines | method |
/// |---|---|---|
/// | `avx512` | x86-64 with VPOPCNTDQ | the last two plies in AVX-512 vectors |
/// | `avx2` | x86-64 | the last two plies in AVX2 vectors |
/// | `neon` | 64-bit Arm, all of them | the last two plies in NEON vectors |
/// | `portable` | other 64-bit machines, WebAssembly | the last two plies in plain Rust |
/// | `mailbox` | all | [`chess0x88::perft`]: the 0x88 engine |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backend(Option<Simd>);

impl Backend {
    /// Lists the back ends of this machine, the fastest first.
    ///
    /// ```
    /// use chess0x88_perft::Backend;
    /// let names: Vec<&str> = Backend::available().map(Backend::name).collect();
    /// assert_eq!(names.last(), Some(&"mailbox"));
    /// ```
    pub fn available() -> impl Iterator<Item = Backend> {
        Simd::available().map(Some).chain([None]).map(Backend)
    }

    /// Returns the first [available](Backend::available) back end.
    #[must_use]
    pub fn fastest() -> Backend {
        Backend(Simd::available().next())
    }

    /// Returns the available back end with this name.
    ///
    /// ```
    /// use chess0x88_perft::Backend;
    /// assert_eq!(Backend::by_name("mailbox").map(Backend::name), Some("mailbox"));
    /// assert_eq!(Backend::by_name("abacus"), None);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<Backend> {
        Backend::available().find(|backend| backend.name() == name)
    }

    /// Returns the name of the table above.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            Some(simd) => simd.name(),
            None => "mailbox",
        }
    }

    /// Counts as [`perft`] does, with this back end.
    ///
    /// ```
    /// use chess0x88::Makruk;
    /// use chess0x88_perft::{Backend, perft};
    /// let start = Makruk::startpos();
    /// assert_eq!(Backend::fastest().perft(&start, 2), perft(&start, 2));
    /// ```
    #[must_use]
    pub fn perft<R: Rules>(self, position: &Position<R>, depth: u8) -> u64 {
        match self.0 {
            Some(simd) if depth >= 2 => below(position, depth, simd),
            _ => chess0x88::perft(position, depth),
        }
    }
}

/// The [name](Backend::name).
impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Counts the sequences of `depth` legal moves (plies), as [`chess0x88::perft`] does, by the fastest [`Backend`] of this machine.
///
/// ```
/// use chess0x88::Chess;
/// let position: Chess =
///     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
/// assert_eq!(chess0x88_perft::perft(&position, 3), 97_862);
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
#[must_use]
pub fn perft<R: Rules>(position: &Position<R>, depth: u8) -> u64 {
    Backend::fastest().perft(position, depth)
}

/// Plays all plies but the last two: those before the last three by the rules, the third on the board of the vectors, where it costs
/// less than half as much.
fn below<R: Rules>(position: &Position<R>, depth: u8, simd: Simd) -> u64 {
    let board = BitboardPosition::of(position);
    if depth == 2 {
        return last_two::<R>(&board, simd).unwrap_or_else(|| chess0x88::perft(position, 2));
    }
    let each = |&mv: &Move| match depth {
        3 => last_two::<R>(&board.after(position, mv), simd)
            .unwrap_or_else(|| chess0x88::perft(&position.after_unchecked(mv), 2)),
        _ => below(&position.after_unchecked(mv), depth - 1, simd),
    };
    position.legal_moves().iter().map(each).fold(0, u64::saturating_add)
}

fn last_two<R: Rules>(board: &BitboardPosition, simd: Simd) -> Option<u64> {
    if R::CASTLING { chess(simd, board) } else { makruk(simd, board) }
}

/// Compiled here, and not in each program that uses it.
fn chess(simd: Simd, board: &BitboardPosition) -> Option<u64> {
    simd.perft_2::<ChessRules>(board)
}

fn makruk(simd: Simd, board: &BitboardPosition) -> Option<u64> {
    simd.perft_2::<MakrukRules>(board)
}

/// The back ends, the fastest first, each with its token, its name and its builds. New back ends are added here.
macro_rules! back_ends {
    ($(#[$build:meta] { $($kind:ident($token:ty) = $name:literal;)* })*) => {
        /// A SIMD back end that this machine has.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Simd {
            $($(#[$build] $kind($token),)*)*
        }

        impl Simd {
            /// The back ends that this machine has, the fastest first.
            pub(crate) fn available() -> impl Iterator<Item = Simd> {
                // The first entry gives the array its type on machines without a back end.
                [None::<Simd>, $($(#[$build] <$token>::detect().map(Simd::$kind),)*)*].into_iter().flatten()
            }

            /// The name of the back end.
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $($(#[$build] Simd::$kind(_) => $name,)*)*
                }
            }

            /// What a test asks of the lanes.
            #[cfg(test)]
            pub(crate) fn find<R: Rules>(self, find: &tests::Find<R>) -> tests::Found {
                match self {
                    $($(#[$build] Simd::$kind(l) => l.enter(find),)*)*
                }
            }

            /// The number of moves and replies of a position, if the vectors can count them: see [`Perft2`].
            #[inline]
            pub(crate) fn perft_2<R: Rules>(self, position: &BitboardPosition) -> Option<u64> {
                match self {
                    $($(#[$build] Simd::$kind(l) => l.enter(Perft2::<R>(position, PhantomData)),)*)*
                }
            }
        }
    };
}

back_ends! {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))] {
        Avx512(x86_64::avx512::Avx512) = "avx512";
        Avx2(x86_64::avx2::Avx2) = "avx2";
    }
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))] {
        Neon(aarch64::Neon) = "neon";
    }
    #[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))] {
        Portable(portable::Portable) = "portable";
    }
}
