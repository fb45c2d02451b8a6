//! mate
mod locks;
mod search;
use crate::piece::Color;
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
    /// full
    #[cfg(feature = "alloc")]
    pub fn can_mate(&self, color: Color, nodes: usize) -> CanMate { search::search(self, color, search::Growing::new(nodes)) }
}
