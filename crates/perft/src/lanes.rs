//! The lane operations: the few vector instructions that perft's counter needs.
//!
//! A queen has eight directions, and 64 squares fit in 64 bits, so the natural vector has eight lanes of 64 bits: one bitboard per
//! direction.
//!
//! ```text
//!         lane 3   lane 1   lane 2          the steps, as differences of square numbers:
//!             NW     N     NE
//!               ╲    │    ╱                 lane    0   1   2   3   4   5   6   7
//!  lane 4  W ─────── ■ ─────── E  lane 0    step   +1  +8  +9  +7  -1  -8  -9  -7
//!               ╱    │    ╲                         E   N  NE  NW   W   S  SW  SE
//!             SW     S     SE
//!         lane 6   lane 5   lane 7
//! ```
//!
//! Lanes 0 to 3 shift left and lanes 4 to 7 shift right, so the opposite direction is always four lanes away.
//!
//! [`Lanes`] is implemented by a *token*: a value of the type proves that the machine has the instructions. The token of the
//! portable lanes needs no proof. [`portable`](super::portable) is the reference for the others.

/// A function that is compiled once for each back end, with its instructions, and called by [`Lanes::enter`].
pub(crate) trait Kernel<L: Lanes> {
    /// The result of the function.
    type Output;

    /// The body. Implementations are `#[inline(always)]`, so that the body is compiled with the instructions of the back end. For
    /// the same reason every function below is `#[inline(always)]`, and no lane operation is in a closure: a closure has no target
    /// features of its own.
    fn run(self, lanes: L) -> Self::Output;
}

/// The operations on eight lanes of 64 bits.
///
/// Every method is one to three instructions and `#[inline(always)]`.
pub(crate) trait Lanes: Copy {
    /// Eight bitboards, one per direction.
    type V: Copy;

    /// Runs a kernel with the instructions of this back end. A kernel is never inlined into the caller.
    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output;

    /// The same bitboard in each lane.
    fn splat(self, board: u64) -> Self::V;
    /// One bitboard in the four orthogonal lanes, another in the four diagonal lanes.
    fn by_kind(self, orthogonal: u64, diagonal: u64) -> Self::V;
    /// `a & b`
    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a | b`
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a ^ b`
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a & !b`
    fn and_not(self, a: Self::V, b: Self::V) -> Self::V;

    /// Shifts each lane `N` steps in its own direction. Bits that leave the board are unspecified: the caller masks with
    /// [`entry`](Self::entry).
    fn step<const N: u32>(self, v: Self::V) -> Self::V;
    /// Per lane, the squares that one step from the board can enter.
    fn entry(self) -> Self::V;
    /// Shifts each lane by one of the eight knight jumps, masked to the board.
    fn jump(self, v: Self::V) -> Self::V;
    /// Exchanges each lane with the lane of the opposite direction.
    fn opposite(self, v: Self::V) -> Self::V;

    /// `v` in the lanes in which `a` and `b` share a square, zero in the others.
    fn where_meet(self, a: Self::V, b: Self::V, v: Self::V) -> Self::V;
    /// Returns `true` if `a` and `b` share a square in any lane.
    fn touch(self, a: Self::V, b: Self::V) -> bool;

    /// The union of the lanes.
    fn union(self, v: Self::V) -> u64;
    /// Counts the set bits of all lanes together.
    fn population(self, v: Self::V) -> u32;
    /// The lanes as eight bitboards. This is slow, for rare paths.
    fn to_array(self, v: Self::V) -> [u64; 8];
}
