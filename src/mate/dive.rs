//! The dive: one line after another, each as long as one of two plies that follow each other makes progress.
//!
//! Where nothing is locked a mate is never far from wherever the kings have gone to a corner and somebody has promoted, and
//! a few dozen positions are enough to come across one. So this comes before everything else.

use super::aim::{Aim, PROMISING, USELESS};
use super::table::{NONE, Table};
use super::{MateNode, lacks_material};
use crate::moves::{Move, MoveList};
use crate::piece::Color;
use crate::position::{Compact, Position};
use crate::rules::Rules;

/// The longest line.
const LONGEST: usize = 100;

/// Looks for a mate at no more than so many positions. What it found, and how many positions that took.
pub(super) fn dive<R: Rules>(
    position: &Position<R>,
    winner: Color,
    table: &mut impl Table,
    patience: usize,
) -> (Option<MoveList>, usize) {
    let line = table.nodes();
    let longest = line.len().min(LONGEST);
    let Some(line) = line.get_mut(..longest) else { return (None, 0) };
    let mut current = *position;
    // How many plies the line has, how many moves of the current position have been played, and whether the last move
    // made progress.
    let (mut depth, mut played, mut progress) = (0, 0, true);
    let mut seen = 0;
    loop {
        if played == 0 {
            if seen == patience {
                return (None, seen);
            }
            seen += 1;
        }
        let moves = current.legal_moves();
        if played == 0
            && current.turn() == winner
            && let Some(mate) = mating_move(&current, &moves)
        {
            let mut found: MoveList = line.iter().take(depth).map(|node| Move::from_raw(node.mv)).collect();
            found.push(mate);
            return (Some(found), seen);
        }
        let next = if depth < longest { next(&current, winner, &moves, played, progress) } else { None };
        if let Some((mv, promising)) = next {
            let Some(node) = line.get_mut(depth) else { return (None, seen) };
            let was = u16::from(progress);
            *node = MateNode {
                position: Compact::of(&current),
                mv: mv.bits(),
                played: played as u16 + 1,
                rank: was,
                parent: NONE,
                ..*node
            };
            let after = current.after_unchecked(mv);
            if mv.is_capture() && lacks_material(&after, winner) {
                played += 1;
                continue;
            }
            (current, progress, played) = (after, promising, 0);
            depth += 1;
        } else {
            let Some(node) = depth.checked_sub(1).and_then(|above| line.get(above)) else { return (None, seen) };
            (current, progress, played) = (node.position.position::<R>(), node.rank != 0, usize::from(node.played));
            depth -= 1;
        }
    }
}

/// A move that mates.
pub(super) fn mating_move<R: Rules>(position: &Position<R>, moves: &MoveList) -> Option<Move> {
    let mates = |mv: &&Move| position.gives_check(**mv) && !position.after_unchecked(**mv).has_legal_move();
    moves.iter().find(mates).copied()
}

/// The move whose turn it is when so many have been played, and whether it makes progress: those that do come first.
fn next<R: Rules>(
    position: &Position<R>,
    winner: Color,
    moves: &MoveList,
    played: usize,
    progress: bool,
) -> Option<(Move, bool)> {
    let aim = Aim::of(position, winner);
    let last = if progress { USELESS - 1 } else { PROMISING };
    let mut left = played;
    for class in PROMISING..=last {
        for &mv in &**moves {
            if aim.class(position, mv) == class {
                if left == 0 {
                    return Some((mv, class == PROMISING));
                }
                left -= 1;
            }
        }
    }
    None
}
