//! mate
mod locks;
mod quick;
mod search;
use crate::board::Board0x88;
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::Rules;
use crate::moves::MoveList;
use crate::position::Compact;

/// can
#[derive(Clone, Debug)]
pub enum CanMate {
    /// y
    Yes(MoveList),
    /// n
    No,
    /// u
    Unknown,
}

/// A place
#[derive(Clone, Copy, Debug)]
pub struct MateNode {
    position: Compact,
    /// The node it was reached from.
    parent: u32,
    /// The first node whose hash leads to this place.
    head: u32,
    /// The next node whose hash leads where this one's does.
    next: u32,
    /// The next node of the same cost.
    queued: u32,
    /// The move that led here.
    mv: u16,
    /// What it is queued by.
    rank: u16,
    depth: u16,
    /// How many of its moves have been played.
    played: u16,
}
impl MateNode {
    /// e
    pub const EMPTY: MateNode = MateNode {
        position: Compact::NONE,
        parent: search::NONE,
        head: search::NONE,
        next: search::NONE,
        queued: search::NONE,
        mv: 0,
        rank: 0,
        depth: 0,
        played: 0,
    };
}

impl<R: Rules> Position<R> {
    /// dev
    #[doc(hidden)]
    pub fn dev_locked(&self, color: Color, splits: u32) -> bool { locks::is_locked(self, color, splits) }
    /// quick
    #[must_use]
    pub fn cannot_mate(&self, color: Color) -> bool { quick::cannot_mate(self, color) }
    /// full
    #[cfg(feature = "alloc")]
    pub fn can_mate(&self, color: Color, nodes: usize) -> CanMate { search::search(self, color, search::Growing::new(nodes)) }
}

/// Whether the material proves that this side cannot mate. It nearly always does where it
/// [decides games](Position::has_insufficient_material); but two bishops of one colour of squares may mate by double check a
/// king that his own rooks and queens hem in.
fn lacks_material<R: Rules>(board: &Board0x88, winner: Color) -> bool {
    let of = |color, role| board.squares_of(Piece::new(color, role));
    R::has_insufficient_material(board, winner)
        && (of(winner, Role::Bishop).len() < 2 || (of(!winner, Role::Rook) | of(!winner, Role::Queen)).is_empty())
}
