//! The depth-first probe follows one line after another. In a line at least every second ply makes progress, with a few exceptions.
//! No position is followed twice, unless a line reaches it with more such exceptions left.
//!
//! If nothing is locked, a mate is near as soon as the kings are in a corner and a pawn has promoted. A few dozen positions are
//! then enough, so the probe comes first.

use chess0x88::{Color, Move, MoveList, Position, Rules};

use crate::budget::{Budget, note_work};
use crate::compact::Compact;
use crate::goal::{Goal, PROMISING};
use crate::table::{Insertion, NONE, Places, Store, Table};
use crate::{MateNode, lacks_material};

/// The length of the longest line, in plies.
pub(crate) const LONGEST: usize = 100;
/// The rank of a node on the current line.
const ON_LINE: u32 = 0;

/// Searches lines with at most `slack` moves without progress, besides one after each move with progress. A line ends at a position
/// that another line has reached with as much slack.
pub(crate) fn probe<R: Rules>(
    position: &Position<R>,
    winner: Color,
    table: Places<'_, impl Table>,
    slack: u16,
    budget: &mut Budget<'_, '_>,
) -> Option<MoveList> {
    let mut store = Store::new(table, budget.left(), false);
    let start = MateNode { position: Compact::of(position), depth: slack, rank: 1, ..MateNode::EMPTY };
    let Insertion::New(mut at) = store.keep(start) else { return None };
    let (mut current, mut length) = (*position, 0);
    loop {
        let node = store.node(at)?;
        if node.played == 0 && !budget.take() {
            return None;
        }
        note_work();
        let moves = current.legal_moves();
        if node.played == 0
            && current.turn() == winner
            && let Some(mate) = mating_move(&current, &moves)
        {
            return Some(store.line_and(at, &[mate]));
        }
        let mut played = usize::from(node.played);
        let allowance = Allowance { progress: node.rank != 0, slack: node.depth };
        let entered = loop {
            let next = if length < LONGEST - 1 { next(&current, winner, &moves, played, allowance) } else { None };
            let Some((mv, left)) = next else { break None };
            played += 1;
            let after = current.after_unchecked(mv);
            if mv.is_capture() && lacks_material(&after, winner) {
                continue;
            }
            let (rank, depth) = (u16::from(left.progress), left.slack);
            let child = MateNode {
                position: Compact::of(&after),
                parent: at,
                mv: mv.bits(),
                rank,
                depth,
                queued: ON_LINE,
                ..MateNode::EMPTY
            };
            match store.keep(child) {
                Insertion::New(new) => break Some((new, after)),
                Insertion::Known(old) => {
                    let known = store.node_mut(old)?;
                    if known.queued != ON_LINE && (known.depth, known.rank) < (depth, rank) {
                        *known = MateNode { head: known.head, next: known.next, ..child };
                        break Some((old, after));
                    }
                }
                Insertion::Full => return None,
            }
        };
        let node = store.node_mut(at)?;
        node.played = played as u16;
        if let Some((child, after)) = entered {
            (at, current) = (child, after);
            length += 1;
        } else {
            node.queued = NONE;
            at = node.parent;
            current = store.node(at)?.position.position()?;
            length -= 1;
        }
    }
}

pub(crate) fn mating_move<R: Rules>(position: &Position<R>, moves: &MoveList) -> Option<Move> {
    let mates = |mv: &&Move| position.gives_check(**mv) && !position.after_unchecked(**mv).has_legal_move();
    moves.iter().find(mates).copied()
}

/// The moves without progress that a line may still hold.
#[derive(Clone, Copy)]
struct Allowance {
    /// `true` if the last move made progress.
    progress: bool,
    /// The remaining number of moves without progress, besides those directly after a move with progress.
    slack: u16,
}

/// Returns the next move of a position after `played` of its moves, and the allowance after it. Moves with progress come first.
/// `None` if the allowance permits no further move.
fn next<R: Rules>(
    position: &Position<R>,
    winner: Color,
    moves: &MoveList,
    played: usize,
    allowance: Allowance,
) -> Option<(Move, Allowance)> {
    let (class, mv) = Goal::of(position, winner).ranked(position, moves).nth(played)?;
    let progress = class == PROMISING;
    let cost = u16::from(!progress && !allowance.progress);
    Some((mv, Allowance { progress, slack: allowance.slack.checked_sub(cost)? }))
}
