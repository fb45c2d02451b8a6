//! The dive: one line after another, each as long as one of two plies that follow each other makes progress, but for a few.
//!
//! Where nothing is locked a mate is never far from wherever the kings have gone to a corner and somebody has promoted, and
//! a few dozen positions are enough to come across one. So this comes before everything else.

use super::aim::{Aim, PROMISING, USELESS};
use super::budget::{Budget, done};
use super::table::{NONE, Table};
use super::{MateNode, lacks_material};
use crate::moves::{Move, MoveList};
use crate::piece::Color;
use crate::position::{Compact, Position};
use crate::rules::Rules;

/// The longest line.
const LONGEST: usize = 100;

/// Looks for a mate, with so much slack.
pub(super) fn dive<R: Rules>(
    position: &Position<R>,
    winner: Color,
    table: &mut impl Table,
    slack: u16,
    budget: &mut Budget<'_, '_>,
) -> Option<MoveList> {
    let line = table.nodes();
    let longest = line.len().min(LONGEST);
    let line = line.get_mut(..longest)?;
    let mut current = *position;
    // How many plies the line has, how many moves of the current position have been played, and what may be played yet.
    let (mut depth, mut played, mut leave) = (0, 0, Leave { progress: true, slack });
    loop {
        if played == 0 && !budget.look() {
            return None;
        }
        done();
        let moves = current.legal_moves();
        if played == 0
            && current.turn() == winner
            && let Some(mate) = mating_move(&current, &moves)
        {
            let mut found: MoveList = line.iter().take(depth).map(|node| Move::from_raw(node.mv)).collect();
            found.push(mate);
            return Some(found);
        }
        let next = if depth < longest { next(&current, winner, &moves, played, leave) } else { None };
        if let Some((mv, left)) = next {
            let node = line.get_mut(depth)?;
            *node = MateNode {
                position: Compact::of(&current),
                mv: mv.bits(),
                played: played as u16 + 1,
                rank: u16::from(leave.progress),
                depth: leave.slack,
                parent: NONE,
                ..*node
            };
            let after = current.after_unchecked(mv);
            if mv.is_capture() && lacks_material(&after, winner) {
                played += 1;
                continue;
            }
            (current, leave, played) = (after, left, 0);
            depth += 1;
        } else {
            let node = depth.checked_sub(1).and_then(|above| line.get(above))?;
            leave = Leave { progress: node.rank != 0, slack: node.depth };
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

/// What may be played.
#[derive(Clone, Copy)]
struct Leave {
    /// Whether the last move made progress.
    progress: bool,
    /// How much may still be played that makes none, beside a move after one that did.
    slack: u16,
}

/// The move whose turn it is when so many have been played, and what may be played after it: those that make progress come
/// first.
fn next<R: Rules>(
    position: &Position<R>,
    winner: Color,
    moves: &MoveList,
    played: usize,
    leave: Leave,
) -> Option<(Move, Leave)> {
    let aim = Aim::of(position, winner);
    let mut left = played;
    for class in PROMISING..=USELESS {
        let cost = match class {
            PROMISING => 0,
            USELESS => 4,
            _ => u16::from(!leave.progress),
        };
        let Some(slack) = leave.slack.checked_sub(cost) else { break };
        for &mv in &**moves {
            if aim.class(position, mv) == class {
                if left == 0 {
                    return Some((mv, Leave { progress: class == PROMISING, slack }));
                }
                left -= 1;
            }
        }
    }
    None
}
