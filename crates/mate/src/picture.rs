//! The distance to the nearest mate by few pieces, for ranking positions.
//!
//! A mate without rooks, queens and pawns happens in a corner, always in one of a few pictures:
//!
//! ```text
//!  8  k r . .     8  k . . .     8  k n . .      The king of the loser in a corner, a check, the king of the winner two squares
//!  7  . . N .     7  . S . .     7  . . . .      from the corner, and each other square next to the corner blocked by a piece of
//!  6  K . . .     6  . K . .     6  K . B .      the loser or attacked by another piece of the winner.
//! ```
//!
//! If a wall keeps the winner's king away, other pieces attack or block its squares. A pawn that promotes only to a Met may mate
//! before promotion: it steps next to a king on the edge, and one piece attacks both edge squares beside the king.
//!
//! Both sides cooperate. So the distance to a picture is the number of moves that its pieces need on a board where only pawns block
//! the way. A flood fill from each piece gives these numbers for all pictures at once.

use chess0x88::{Color, Position, Role, Rules, Square, SquareSet};

use crate::sets::{EDGES, attacks_of, bit_of, each, forward, king_attacks, pawn_attacks, promotion_zone, square_of};

/// The largest number of pieces considered.
const MOST: usize = 24;
/// The largest number of moves considered ...
const DEPTH: usize = 10;
/// ... and the number that counts as too far.
const FAR: u16 = 24;

/// A piece and the squares that it may reach.
#[derive(Clone, Copy)]
struct Runner {
    role: Role,
    color: Color,
    from: u64,
    /// The number of moves until a pawn promotes.
    delay: u16,
    /// The squares that the piece may reach in at most this many moves.
    reached: [u64; DEPTH],
}

impl Runner {
    const NONE: Runner = Runner { role: Role::King, color: Color::White, from: 0, delay: 0, reached: [0; DEPTH] };

    /// Builds the flood fill of a piece on a square. `open` are the squares that it may enter.
    fn new(role: Role, color: Color, from: u64, open: u64) -> Runner {
        let mut runner = Runner { role, color, from, ..Runner::NONE };
        let mut set = from;
        let mut left = runner.reached.iter_mut();
        while let Some(reached) = left.next() {
            *reached = set;
            let next = set | attacks_of(role, color, set, open) & open;
            if next == set {
                // The fill is complete.
                left.for_each(|reached| *reached = set);
                break;
            }
            set = next;
        }
        runner
    }

    /// Counts the moves that the piece needs to reach one of these squares.
    fn moves_to(&self, squares: u64) -> u16 {
        let moves = self.reached.iter().position(|reached| reached & squares != 0);
        moves.map_or(FAR, |moves| moves as u16 + self.delay)
    }
}

/// Estimates the plies to the nearest picture.
pub(crate) fn plies_to_picture<R: Rules>(position: &Position<R>, winner: Color) -> u16 {
    let board = position.board();
    let pawns = board.by_role(Role::Pawn).bits();
    let open = !pawns;
    let kings = [winner, !winner].map(|color| {
        let safe = open & !pawn_attacks(!color, pawns & board.colored(!color).bits());
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
    let blocked = pawns & board.colored(!winner).bits();
    let runners = runners.get(..len).unwrap_or_default();
    let pictures = |place| Pictures { place, blocked, runners, kings: &kings };
    let mut corners = [Square::A1, Square::H1, Square::A8, Square::H8];
    // Starts with the nearest corner, so that other corners can stop early.
    corners.sort_unstable_by_key(|&corner| kings[1].moves_to(bit_of(corner)));
    let mut best = corners.into_iter().fold(3 * FAR, |best, corner| pictures(bit_of(corner)).nearest(best));
    for pawn in runners.iter().filter(|runner| runner.color == winner && runner.role == Role::Met && runner.delay > 0) {
        let step =
            |at: &u64| Some(forward(winner, *at) & open & !promotion_zone::<R>(winner)).filter(|&next| next != 0);
        for (steps, check) in (0..).zip(core::iter::successors(Some(pawn.from), step)).skip(1) {
            let edge = each(pawn_attacks(winner, check) & EDGES);
            best = edge.fold(best, |best, place| pictures(place).by_pawn(pawn, check, steps, best));
        }
    }
    best
}

/// The pictures with the loser's king in one corner.
struct Pictures<'a> {
    place: u64,
    /// The pawns of the loser.
    blocked: u64,
    runners: &'a [Runner],
    /// The winner's king and the loser's king.
    kings: &'a [Runner; 2],
}

impl Pictures<'_> {
    /// The plies to the nearest picture, if fewer than the best so far.
    fn nearest(&self, mut best: u16) -> u16 {
        let [ours, theirs] = self.kings;
        let around = king_attacks(self.place);
        let goes = theirs.moves_to(self.place);
        // The king cannot enter the corner last if all squares beside it are closed before the check.
        let waits = |runner: &Runner| runner.color != ours.color && (runner.delay == 0 || runner.from & around == 0);
        let others = self.runners.iter().filter(|runner| runner.color == ours.color).count();
        let has_waiting_moves = others > 1 || self.runners.iter().any(waits);
        for (at, checker) in self.runners.iter().enumerate().filter(|(_, runner)| runner.color == ours.color) {
            for check in each(attacks_of(checker.role, !checker.color, self.place, !0))
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
                // The winner's king guards squares, or stays where it is and guards none.
                for king in each(far).chain([0]).filter(|king| check & around & !king_attacks(*king) == 0) {
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

    /// The plies until a pawn steps next to the king, if fewer than the best so far. The winner's king protects the pawn, and one
    /// piece closes the remaining squares.
    fn by_pawn(&self, pawn: &Runner, check: u64, steps: u16, best: u16) -> u16 {
        let [ours, theirs] = self.kings;
        let around = king_attacks(self.place);
        let kings = each(king_attacks(check) & !around & !self.place).map(|king| {
            let rest = around & !king_attacks(king) & !check & !self.blocked;
            let others = self.runners.iter().filter(|runner| runner.color == ours.color && runner.from != pawn.from);
            let closes = |runner: &Runner| {
                let from = |square| attacks_of(runner.role, !runner.color, square, !0);
                runner.moves_to(each(rest).fold(!0, |set, square| set & from(square)))
            };
            ours.moves_to(king) + others.map(closes).min().unwrap_or(FAR)
        });
        let lost = theirs.moves_to(self.place);
        kings.fold(best, |best, won| best.min(plies(lost, steps + won)))
    }

    /// The plies with the moves that block or guard the remaining squares.
    fn completed(&self, mut lost: u16, mut won: u16, mut used: u32, rest: u64, line: u64) -> u16 {
        for square in each(rest) {
            let (mut fewest, mut runner_at, mut is_ours) = (FAR, 0, false);
            for (at, runner) in self.runners.iter().enumerate().filter(|(at, _)| used >> at & 1 == 0) {
                let ours = runner.color == self.kings[0].color;
                let moves = if ours {
                    runner.moves_to(attacks_of(runner.role, !runner.color, square, !0))
                } else {
                    runner.moves_to(square)
                };
                // A blocking piece must neither capture the checker nor stand between.
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

/// The plies for these numbers of moves by the loser and by the winner.
fn plies(lost: u16, won: u16) -> u16 {
    lost + won + lost.max(won)
}
