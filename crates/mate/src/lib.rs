//! Tests if a side can still mate. The answer decides between a loss and a draw when a flag falls or a side resigns, and shows dead
//! positions (FIDE articles 5.1.2, 5.2.2 and 6.9).
//!
//! A side *can mate* if some series of legal moves from here ends with the other side checkmated: a *helpmate*. The other side may
//! play as badly as needed. Clocks, counts and repetition play no part: such draws need a claim, and the rules of movement allow
//! the moves.
//!
//! | function | answer | time |
//! |---|---|---|
//! | [`has_insufficient_material`](Position::has_insufficient_material) of the rules | the customary answer, by the pieces alone | nanoseconds |
//! | [`cannot_mate`] | `true` is a proof, `false` means perhaps | half a microsecond on average |
//! | [`can_mate`] | [`Yes`](CanMate::Yes) with the moves, [`No`](CanMate::No) with proof, or [`Unknown`](CanMate::Unknown) | a tenth of a millisecond on average, at most the budget |
//! | [`can_mate_until`] | as `can_mate` | until the caller's function stops it |
//! | [`can_mate_in`] | as `can_mate`, without an allocator | as `can_mate` |
//! | [`is_dead`] | whether neither side can mate | twice that of `can_mate` |
//!
//! A [`Game`](chess0x88::Game) decides a flag fall by the pieces and one ply. With [`judge`] it decides by the search, and so to the
//! letter of the Laws.
//!
//! ```
//! use chess0x88::{Chess, Color};
//! use chess0x88_mate::cannot_mate;
//! // Pawns locked for good, and bishops on the wrong squares.
//! let position: Chess = "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1".parse()?;
//! assert!(!position.has_insufficient_material(Color::White));
//! assert!(cannot_mate(&position, Color::White));
//! assert!(cannot_mate(&position, Color::Black));
//! # Ok::<(), chess0x88::fen::FenError>(())
//! ```
//!
//! # How it works
//!
//! ```text
//!    quick        material, all lines of a few plies, locked pawns; a short search
//!    semi_static  an upper bound for the squares that each piece can ever reach
//!    probe        some hundred positions along lines that make progress; mostly finds a mate
//!    picture      the distance to the nearest mate by few pieces, and no queen, rook or pawn
//!    search       all positions that can follow, promising ones first, without those that
//!                 semi_static excludes; one form prefers positions with few pieces
//!    king_sets    all positions that can follow, with a set of squares for one king
//!    abstraction  all abstract states, in which mobile pieces are anywhere within their reach
//! ```
//!
//! All of it stands on the public interface of the rules. The searches store positions as `compact` boards, whose `moves` ignore
//! checks, and reckon with `sets` of squares. The code is generic over [`Rules`], for chess and Makruk.
//!
//! # Features
//!
//! `alloc` (on by default): the functions whose table grows, and the judges. The rules have their own default features, unless
//! `default-features` is off.
//!
//! Source: Miguel Ambrona, "A Practical Algorithm for Chess Unwinnability" (FUN 2022).

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod abstraction;
mod budget;
mod compact;
mod estimate;
mod goal;
#[cfg(feature = "alloc")]
mod growing;
pub mod guide;
#[cfg(feature = "alloc")]
mod judges;
mod king_sets;
mod moves;
mod picture;
mod probe;
mod quick;
mod search;
mod semi_static;
mod sets;
mod table;

#[cfg(feature = "alloc")]
pub use growing::{can_mate, can_mate_until, is_dead};
#[cfg(feature = "alloc")]
pub use judges::{judge, quick_judge};

use core::ops::ControlFlow;

use chess0x88::{Color, MoveList, Position, Rules};

use crate::compact::Compact;

/// The answer of a search for a mate.
///
/// ```
/// use chess0x88::Chess;
/// use chess0x88_mate::{CanMate, MateNode, can_mate_in};
/// let position: Chess = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse()?;
/// let mut table = [MateNode::EMPTY; 1000];
/// let answer = can_mate_in(&position, position.turn(), &mut table);
/// let CanMate::Yes(line) = answer else { panic!("a rook is enough") };
/// let mut end = position;
/// for &mv in &*line {
///     end.play(mv)?;
/// }
/// assert!(end.is_checkmate());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a line without an allocator takes its place")]
pub enum CanMate {
    /// The side can mate: these moves of both sides lead to the mate. The list is empty if the position is already mate.
    Yes(MoveList),
    /// The side cannot mate. The search has followed every line to its end, or has a proof.
    No,
    /// No answer: the budget has ended, or the caller's function has stopped the search.
    Unknown(Unfinished),
}

/// The progress of a search without an answer.
///
/// ```
/// use chess0x88::{Chess, Color};
/// use chess0x88_mate::{CanMate, MateNode, Unfinished, can_mate_in};
/// let found = can_mate_in(&Chess::startpos(), Color::White, &mut [MateNode::EMPTY; 3]);
/// let CanMate::Unknown(Unfinished { examined, stopped, .. }) = found else {
///     panic!("three positions are not enough")
/// };
/// assert_eq!((examined, stopped), (3, false)); // a larger budget may find an answer
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unfinished {
    /// The number of positions examined.
    pub examined: usize,
    /// `true` if the caller's function stopped the search, `false` if the budget ended.
    pub stopped: bool,
}

/// An entry of 72 bytes in the table of a search, for callers that provide the table.
#[derive(Clone, Copy, Debug)]
pub struct MateNode {
    position: Compact,
    /// The node before the move.
    parent: u32,
    /// The first node in this entry's hash bucket.
    head: u32,
    /// The next node in the same bucket as this one.
    next: u32,
    /// The next node in the same queue.
    queued: u32,
    /// The move from the parent.
    mv: u16,
    /// The rank in the queue.
    rank: u16,
    depth: u16,
    /// The number of this node's moves that have been played.
    played: u16,
}

impl MateNode {
    /// A free entry. (A search clears the entries that it is given.)
    pub const EMPTY: MateNode = MateNode {
        position: Compact::NONE,
        parent: table::NONE,
        head: table::NONE,
        next: table::NONE,
        queued: table::NONE,
        mv: 0,
        rank: 0,
        depth: 0,
        played: 0,
    };

    /// A node of a position and its tag, in a table that does not store how positions are reached.
    const fn tagged(position: Compact, tag: u64) -> MateNode {
        MateNode { position, parent: (tag >> 32) as u32, queued: tag as u32, ..MateNode::EMPTY }
    }

    /// The tag, which tells nodes of the same position apart in a table that does not store how positions are reached.
    fn tag(&self) -> u64 {
        u64::from(self.parent) << 32 | u64::from(self.queued)
    }
}

/// Returns `true` if it is proved that this side cannot mate by any moves of both sides. `false` means *perhaps*:
/// [`can_mate`] may know.
///
/// The function tests the material, all lines of a few plies, and permanently locked pawns. It allocates no memory and examines at
/// most some hundreds of positions.
///
/// ```
/// use chess0x88::{Chess, Color, Makruk};
/// use chess0x88_mate::cannot_mate;
/// // Black must take, and then neither side can mate.
/// let position: Chess = "8/8/8/8/8/8/kQ6/4K3 b - - 0 1".parse()?;
/// assert!(!position.has_insufficient_material(Color::White));
/// assert!(cannot_mate(&position, Color::White));
/// // Met of one colour of squares.
/// let position: Makruk = "8/8/4k3/8/8/2K5/3M4/4M3 w - - 0 1".parse()?;
/// assert!(cannot_mate(&position, Color::White));
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
#[must_use]
pub fn cannot_mate<R: Rules>(position: &Position<R>, color: Color) -> bool {
    budget::unlimited(|budget| quick::cannot_mate(position, color, budget))
}

/// Searches as [`can_mate`] does, without an allocator. The budget is the length of the table. The old
/// content of the table is ignored.
#[must_use]
pub fn can_mate_in<R: Rules>(position: &Position<R>, color: Color, table: &mut [MateNode]) -> CanMate {
    search::search(position, color, table, &mut |_| ControlFlow::Continue(()))
}

/// Returns `true` if the material proves that this side cannot mate. The rule is that of
/// [`has_insufficient_material`](Position::has_insufficient_material), except for mates by two bishops at once: no move leads to
/// them, but a setup may show one.
fn lacks_material<R: Rules>(position: &Position<R>, winner: Color) -> bool {
    let shown = || {
        position.board().is_attacked(position.king(!winner), winner)
            && (position.turn() == winner || !position.has_legal_move())
    };
    position.has_insufficient_material(winner) && !shown()
}
