//! The search with a growing table, which needs an allocator.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use chess0x88::{Color, Position, Rules};

use crate::search::search;
use crate::table::{FIRST, NONE, Table};
use crate::{CanMate, MateNode};

/// A table that grows up to a limit.
pub(crate) struct Growing {
    nodes: Vec<MateNode>,
    limit: usize,
}

impl Growing {
    pub(crate) fn new(limit: usize) -> Growing {
        let limit = limit.min(NONE as usize);
        Growing { nodes: vec![MateNode::EMPTY; limit.min(FIRST)], limit }
    }
}

impl Table for Growing {
    fn most(&self) -> usize {
        self.limit
    }

    fn places(&mut self, wanted: usize) -> &mut [MateNode] {
        let len = self.nodes.len();
        self.nodes.resize(wanted.min(self.limit).max(len), MateNode::EMPTY);
        &mut self.nodes
    }
}

/// Searches for a mate by this side with the other side's help, in at most `positions` positions. The table grows as needed, with
/// 72 bytes per position. With a small budget the search may not prove what [`cannot_mate`](crate::cannot_mate) proves
/// with up to some hundreds of positions.
///
/// The budget counts all examined positions, those of proofs included. One position stands for one of these units:
///
/// - a position whose legal moves are played once each (a capture or a pawn move may add one semi-static analysis);
/// - an abstract state with its moves;
/// - two sets of positions that differ in the square of one king, with their moves;
/// - eight rounds of the semi-static analysis, each with one turn for each piece on the board.
///
/// On a desktop machine one position takes 1 µs in the median of hard positions, and at most 17 µs, with many pieces on a crowded
/// board. [`can_mate_until`] stops after a given time.
///
/// ```
/// use chess0x88::{Chess, Color};
/// use chess0x88_mate::{CanMate, can_mate};
/// let position: Chess = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1".parse()?;
/// assert!(matches!(can_mate(&position, Color::White, 100_000), CanMate::Yes(_)));
/// assert_eq!(can_mate(&position, Color::Black, 100_000), CanMate::No);
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
#[must_use]
pub fn can_mate<R: Rules>(position: &Position<R>, color: Color, positions: usize) -> CanMate {
    can_mate_until(position, color, positions, |_| ControlFlow::Continue(()))
}

/// Searches as [`can_mate`] does, with a function that can stop the search by a clock or a flag. The
/// function is called with the number of positions examined so far, at least once per position. After `Break` it is not called
/// again, and the answer is [`Unknown`](CanMate::Unknown).
///
/// ```
/// use chess0x88::{Chess, Color};
/// use chess0x88_mate::{CanMate, can_mate_until};
/// use std::ops::ControlFlow;
/// use std::time::{Duration, Instant};
/// let position: Chess = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1".parse()?;
/// let end = Instant::now() + Duration::from_secs(60);
/// let in_time = |_| match Instant::now() < end {
///     true => ControlFlow::Continue(()),
///     false => ControlFlow::Break(()),
/// };
/// assert_eq!(can_mate_until(&position, Color::Black, 1_000_000, in_time), CanMate::No);
///
/// let stopped = |_| ControlFlow::Break(());
/// let found = can_mate_until(&position, Color::Black, 1_000_000, stopped);
/// let CanMate::Unknown(unfinished) = found else {
///     panic!("stopped before the first position")
/// };
/// assert!(unfinished.stopped && unfinished.examined == 0);
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
#[must_use]
pub fn can_mate_until<R: Rules>(
    position: &Position<R>,
    color: Color,
    positions: usize,
    mut until: impl FnMut(usize) -> ControlFlow<()>,
) -> CanMate {
    search(position, color, Growing::new(positions), &mut until)
}

/// Returns `Some(true)` if the position is dead (FIDE article 5.2.2): neither side can mate. Returns `None` if a budget ends first.
/// Each side has a budget of `positions`.
///
/// ```
/// use chess0x88::Chess;
/// use chess0x88_mate::is_dead;
/// assert_eq!(is_dead(&Chess::startpos(), 100_000), Some(false));
/// let walls: Chess = "3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1".parse()?;
/// assert_eq!(is_dead(&walls, 100_000), Some(true));
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
#[must_use]
pub fn is_dead<R: Rules>(position: &Position<R>, positions: usize) -> Option<bool> {
    let mut dead = Some(true);
    for color in Color::ALL {
        match can_mate(position, color, positions) {
            CanMate::Yes(_) => return Some(false),
            CanMate::No => {}
            CanMate::Unknown(_) => dead = None,
        }
    }
    dead
}
