//! The distance to the nearest mate by few pieces: a number to rank positions by.
//!
//! Without rooks, queens and pawns a mate needs a corner, and the same few pictures return:
//!
//! ```text
//!  8  k r . .     8  k . . .     8  k n . .      The king of the loser in a corner, a check, the king of the winner two squares
//!  7  . . N .     7  . S . .     7  . . . .      from the corner, and each other square next to the corner blocked by a piece of
//!  6  K . . .     6  . K . .     6  K . B .      the loser or attacked by another piece of the winner.
//! ```
//!
//! If a wall keeps the king of the winner away, other pieces attack or block its squares. A pawn that promotes only to a Met may mate
//! before: it steps next to a king on the edge, and one piece attacks both squares of the edge that are next to the king.
//!
//! Both sides help. So the distance to a picture is the number of moves that each of its pieces needs on a board on which only
//! pawns are in the way. A flood from each piece gives these numbers for all pictures at once.

use super::semi_static::attacks_of;
use crate::attacks::bits::{Bits, NOT_A, NOT_H, bit_of, forward, king_attacks, pawn_attacks, square_of};
use crate::geometry::{Square, SquareSet};
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::rules::{Rules, promotion_zone};

/// The most pieces that are looked at.
const MOST: usize = 24;
/// The most moves that are followed ...
const DEPTH: usize = 10;
/// ... and the number that counts as too far.
const FAR: u16 = 24;

/// A piece and the squares it may get to.
#[derive(Clone, Copy)]
struct Runner {
    role: Role,
    color: Color,
    from: u64,
    /// The moves that a pawn takes to promote.
    delay: u16,
    /// The squares it may get to in so many moves or fewer.
    reached: [u64; DEPTH],
}

impl Runner {
    const NONE: Runner = Runner { role: Role::King, color: Color::White, from: 0, delay: 0, reached: [0; DEPTH] };

    /// A piece on a square, with the squares it may pass over and those it may go to.
    fn new(role: Role, color: Color, from: u64, open: u64) -> Runner {
        let mut runner = Runner { role, color, from, ..Runner::NONE };
        let mut set = from;
        let mut left = runner.reached.iter_mut();
        while let Some(reached) = left.next() {
            *reached = set;
            let next = set | attacks_of(role, color, set, open) & open;
            if next == set {
                // It gets no further.
                left.for_each(|reached| *reached = set);
                break;
            }
            set = next;
        }
        runner
    }

    /// Counts the moves that it needs to one of these squares.
    fn moves_to(&self, squares: u64) -> u16 {
        let moves = self.reached.iter().position(|reached| reached & squares != 0);
        moves.map_or(FAR, |moves| moves as u16 + self.delay)
    }
}

/// Estimates the plies to the nearest picture.
pub(super) fn plies_to_picture<R: Rules>(position: &Position<R>, winner: Color) -> u16 {
    let board = position.bitboards();
    let pawns = board.role(Role::Pawn).bits();
    let open = !pawns;
    let kings = [winner, !winner].map(|color| {
        let safe = open & !pawn_attacks(!color, pawns & board.colored(!color));
        Runner::new(Role::King, color, bit_of(position.king(color)), safe)
    });
    let (mut runners, mut len) = ([Runner::NONE; MOST], 0);
    for (square, piece) in position.board().pieces().filter(|(_, piece)| piece.role() != Role::King) {
        let (role, color, at) = (piece.role(), piece.color(), bit_of(square));
        let Some(runner) = runners.get_mut(len) else { break };
        if role == Role::Pawn {
            if forward(color, at) & pawns != 0 {
                continue;
            }
            let steps = (R::PROMOTION_RANK as u16).saturating_sub(color.relative_rank(square.rank()) as u16);
            let target = Square::new(square.file(), color.relative_rank(R::PROMOTION_RANK));
            let role = if R::PROMOTIONS.contains(&Role::Knight) { Role::Knight } else { Role::Met };
            *runner = Runner { from: at, delay: steps + 1, ..Runner::new(role, color, bit_of(target), open) };
        } else {
            *runner = Runner::new(role, color, at, open);
        }
        len += 1;
    }
    let blocked = pawns & board.colored(!winner);
    let runners = runners.get(..len).unwrap_or_default();
    let pictures = |place| Pictures { place, blocked, runners, kings: &kings };
    let mut corners = [Square::A1, Square::H1, Square::A8, Square::H8];
    // The nearest first: then others need less.
    corners.sort_unstable_by_key(|&corner| kings[1].moves_to(bit_of(corner)));
    let mut best = corners.into_iter().fold(3 * FAR, |best, corner| pictures(bit_of(corner)).nearest(best));
    for pawn in runners.iter().filter(|runner| runner.color == winner && runner.role == Role::Met && runner.delay > 0) {
        let step =
            |at: &u64| Some(forward(winner, *at) & open & !promotion_zone::<R>(winner)).filter(|&next| next != 0);
        for (steps, check) in (0..).zip(core::iter::successors(Some(pawn.from), step)).skip(1) {
            let edge = Bits(pawn_attacks(winner, check) & !(NOT_A & NOT_H));
            best = edge.fold(best, |best, place| pictures(place).by_pawn(pawn, check, steps, best));
        }
    }
    best
}

/// The pictures with the king of the loser in one corner.
struct Pictures<'a> {
    place: u64,
    /// The pawns of the loser.
    blocked: u64,
    runners: &'a [Runner],
    /// The king of the winner and that of the loser.
    kings: &'a [Runner; 2],
}

impl Pictures<'_> {
    /// The plies to the nearest one, if they are fewer than the best so far.
    fn nearest(&self, mut best: u16) -> u16 {
        let [ours, theirs] = self.kings;
        let around = king_attacks(self.place);
        let goes = theirs.moves_to(self.place);
        // The king cannot come to the corner last if each square next to it is closed before the check.
        let waits = |runner: &Runner| runner.color != ours.color && (runner.delay == 0 || runner.from & around == 0);
        let others = self.runners.iter().filter(|runner| runner.color == ours.color).count();
        let has_waiting_moves = others > 1 || self.runners.iter().any(waits);
        for (at, checker) in self.runners.iter().enumerate().filter(|(_, runner)| runner.color == ours.color) {
            for check in Bits(attacks_of(checker.role, !checker.color, self.place, !0))
                .filter(|&check| pawn_attacks(ours.color, check) & self.blocked == 0)
            {
                let checks = checker.moves_to(check);
                if plies(goes, checks) >= best {
                    continue;
                }
                let covered = attacks_of(checker.role, checker.color, check, !0) & around;
                if covered == 0 && !has_waiting_moves {
                    continue;
                }
                let between = SquareSet::between(square_of(check), square_of(self.place)).bits();
                let far = king_attacks(around) & !around & !self.place & !check;
                // The king of the winner covers squares, or stays where it is and covers none.
                for king in Bits(far).chain([0]).filter(|king| check & around & !king_attacks(*king) == 0) {
                    let won = checks + if king == 0 { 0 } else { ours.moves_to(king) };
                    if plies(goes, won) < best {
                        let rest = around & !covered & !king_attacks(king) & !check & !self.blocked;
                        best = best.min(self.completed(goes, won, 1 << at, rest, check | between));
                    }
                }
            }
        }
        best
    }

    /// The plies until a pawn steps to a square next to the king, if they are fewer than the best so far. The king of the winner guards the
    /// pawn, and one piece closes what is left.
    fn by_pawn(&self, pawn: &Runner, check: u64, steps: u16, best: u16) -> u16 {
        let [ours, theirs] = self.kings;
        let around = king_attacks(self.place);
        let kings = Bits(king_attacks(check) & !around & !self.place).map(|king| {
            let rest = around & !king_attacks(king) & !check & !self.blocked;
            let others = self.runners.iter().filter(|runner| runner.color == ours.color && runner.from != pawn.from);
            let closes = |runner: &Runner| {
                let from = |square| attacks_of(runner.role, !runner.color, square, !0);
                runner.moves_to(Bits(rest).fold(!0, |set, square| set & from(square)))
            };
            ours.moves_to(king) + others.map(closes).min().unwrap_or(FAR)
        });
        let lost = theirs.moves_to(self.place);
        kings.fold(best, |best, won| best.min(plies(lost, steps + won)))
    }

    /// The plies with the moves that block or guard the rest of the squares.
    fn completed(&self, mut lost: u16, mut won: u16, mut used: u32, rest: u64, line: u64) -> u16 {
        for square in Bits(rest) {
            let (mut fewest, mut runner_at, mut is_ours) = (FAR, 0, false);
            for (at, runner) in self.runners.iter().enumerate().filter(|(at, _)| used >> at & 1 == 0) {
                let ours = runner.color == self.kings[0].color;
                let moves = if ours {
                    runner.moves_to(attacks_of(runner.role, !runner.color, square, !0))
                } else {
                    runner.moves_to(square)
                };
                // A piece that blocks must not capture the checker or come between.
                if moves < fewest && (ours || attacks_of(runner.role, runner.color, square, !0) & line == 0) {
                    (fewest, runner_at, is_ours) = (moves, at, ours);
                }
            }
            used |= 1 << runner_at;
            if is_ours { won += fewest } else { lost += fewest }
        }
        plies(lost, won)
    }
}

/// The plies of so many moves of the loser and of the winner.
fn plies(lost: u16, won: u16) -> u16 {
    lost + won + lost.max(won)
}
