//! The depth-first probe: it follows one line after another. At least every second ply of a line makes progress, but for a few.
//!
//! If nothing is locked, a mate is near as soon as the kings are in a corner and a pawn has promoted. A few dozen positions
//! are then enough to find one, so the probe comes before everything else.

use super::budget::Budget;
use super::goal::{Goal, PROMISING, USELESS};
use super::table::{NONE, Table};
use super::{MateNode, lacks_material};
use crate::moves::{Move, MoveList};
use crate::piece::Color;
use crate::position::{Compact, Position};
use crate::rules::Rules;
use crate::tally::{Work, note};

/// The longest line.
const LONGEST: usize = 100;

/// Looks for a mate in lines that hold at most `slack` moves without progress, besides one after each move with progress.
pub(super) fn probe<R: Rules>(
    position: &Position<R>,
    winner: Color,
    table: &mut impl Table,
    slack: u16,
    budget: &mut Budget<'_, '_>,
) -> Option<MoveList> {
    let line = table.places(0);
    let longest = line.len().min(LONGEST);
    let line = line.get_mut(..longest)?;
    let mut current = *position;
    // The number of plies in the line, the number of moves of the current position that have been played, and the allowance.
    let (mut depth, mut played, mut allowance) = (0, 0, Allowance { progress: true, slack });
    loop {
        if played == 0 && !budget.take() {
            return None;
        }
        note(Work::Node, 1);
        let moves = current.legal_moves();
        if played == 0
            && current.turn() == winner
            && let Some(mate) = mating_move(&current, &moves)
        {
            let mut found: MoveList = line.iter().take(depth).map(|node| Move::from_raw(node.mv)).collect();
            found.push(mate);
            return Some(found);
        }
        let next = if depth < longest { next(&current, winner, &moves, played, allowance) } else { None };
        if let Some((mv, left)) = next {
            let node = line.get_mut(depth)?;
            *node = MateNode {
                position: Compact::of(&current),
                mv: mv.bits(),
                played: played as u16 + 1,
                rank: u16::from(allowance.progress),
                depth: allowance.slack,
                parent: NONE,
                ..*node
            };
            let after = current.after_unchecked(mv);
            if mv.is_capture() && lacks_material(&after, winner) {
                played += 1;
                continue;
            }
            (current, allowance, played) = (after, left, 0);
            depth += 1;
        } else {
            let node = depth.checked_sub(1).and_then(|above| line.get(above))?;
            allowance = Allowance { progress: node.rank != 0, slack: node.depth };
            (current, played) = (node.position.position::<R>(), usize::from(node.played));
            depth -= 1;
        }
    }
}

/// A move that mates.
pub(super) fn mating_move<R: Rules>(position: &Position<R>, moves: &MoveList) -> Option<Move> {
    let mates = |mv: &&Move| position.gives_check(**mv) && !position.after_unchecked(**mv).has_legal_move();
    moves.iter().find(mates).copied()
}

/// The moves without progress that a line may still hold.
#[derive(Clone, Copy)]
struct Allowance {
    /// Whether the last move made progress.
    progress: bool,
    /// How many moves without progress may still be played, besides those directly after a move with progress.
    slack: u16,
}

/// The next move of a position of which `played` moves have been played, and the allowance after it. Moves that make progress
/// come first. `None` if no move is left that the allowance permits.
fn next<R: Rules>(
    position: &Position<R>,
    winner: Color,
    moves: &MoveList,
    played: usize,
    allowance: Allowance,
) -> Option<(Move, Allowance)> {
    let (class, mv) = Goal::of(position, winner).ranked(position, moves).nth(played)?;
    let cost = match class {
        PROMISING => 0,
        USELESS => 4,
        _ => u16::from(!allowance.progress),
    };
    Some((mv, Allowance { progress: class == PROMISING, slack: allowance.slack.checked_sub(cost)? }))
}
