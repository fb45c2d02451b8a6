//! The semi-static analysis: an upper bound for the squares that each piece can ever occupy, found without playing moves.
//!
//! ```text
//!  5  . p . p . p . p      At first each piece has its own square alone, and counts as one that never moves. Then, round
//!  4  . P . P . P . P      after round, each piece gets the squares that it might step to from those it has, through
//!  3  . . . . B . . .      pieces that can move or can be captured, until no piece gets another square.
//!  2  . . K . . . . .      Here the pawns never move, White's bishop never meets one, and no king gets across.
//! ```
//!
//! # Why it is sound
//!
//! Let the bounds be closed: no rule below adds a square to any piece. Suppose that a game from here has a move that leads a piece
//! outside its bounds, or captures a piece that is not [`capturable`](PieceBounds::capturable), and take the first such move.
//! Before this move, all pieces stood within their bounds, and only capturable pieces had gone. So each *fixed* piece (never
//! moving, never captured) stood on its origin, a piece that cannot be captured stood within its bounds, and a square in no bounds
//! was empty. Each rule forbids only moves that are illegal in every such position. So there is no such first move. The order in
//! which the bounds were found plays no part.
//!
//! Then the analysis looks for a mate within the bounds, by necessary conditions: some piece must be able to attack the king, and
//! each square next to the king that the king could ever enter must be attacked, or occupied by a piece of the king's side.
//!
//! One condition is about later moves: the king is not mated on a square that is attacked in every position, because the king
//! cannot enter such a square, and leaves it if it stands there now. This fails if the king is already mated there, so the analysis
//! refuses such positions. All other conditions hold for the position itself. If the side to move is stalemated, no piece moves,
//! and the bounds hold even more.
//!
//! Source: Miguel Ambrona, "A Practical Algorithm for Chess Unwinnability" (FUN 2022).

use chess0x88::fen::EnPassantMode;
use chess0x88::{Castling, Color, Position, Role, Rules, SquareSet};

use crate::budget::{Budget, note_work};
use crate::compact::Side;
use crate::goal::needs_picture;
use crate::sets::{attacks_of, bit_of, each, forward, king_attacks, pawn_attacks, promotion_zone, slides, square_of};

/// The largest number of pieces: a game starts with no more.
const MOST: usize = 32;
/// The number of rounds per position of the budget. Both take about the same time.
const ROUNDS: u32 = 8;

#[derive(Clone, Copy)]
pub(crate) struct PieceBounds {
    pub(crate) role: Role,
    pub(crate) color: Color,
    /// The current square.
    pub(crate) origin: u64,
    /// The squares that the piece may occupy without promoting.
    pub(crate) squares: u64,
    /// For a pawn: the squares that it may occupy after promotion.
    pub(crate) promoted: u64,
    /// `true` if an enemy piece may capture the piece.
    capturable: bool,
    /// Assumed uncapturable (the king; the last piece of a side).
    safe: bool,
}

impl PieceBounds {
    const fn new(role: Role, color: Color, origin: u64) -> PieceBounds {
        PieceBounds {
            role,
            color,
            origin,
            squares: origin,
            promoted: 0,
            capturable: false,
            safe: matches!(role, Role::King),
        }
    }

    /// All squares that the piece may occupy.
    pub(crate) const fn reach(&self) -> u64 {
        self.squares | self.promoted
    }

    const fn moves(&self) -> bool {
        self.reach() != self.origin
    }

    /// The roles that the piece may have, each with its squares.
    fn forms<R: Rules>(&self) -> impl Iterator<Item = (Role, u64)> {
        let promoted = R::PROMOTIONS.iter().map(|&role| (role, self.promoted));
        core::iter::once((self.role, self.squares)).chain(promoted).filter(|&(_, squares)| squares != 0)
    }

    /// Returns `true` if the piece never slides.
    fn steps<R: Rules>(&self) -> bool {
        self.forms::<R>().all(|(role, _)| slides(role) == (false, false))
    }

    /// The squares from which the piece certainly does not attack a square: a slider may attack it from any square except its
    /// neighbours.
    fn blocks<R: Rules>(&self, square: u64) -> u64 {
        let free = |(role, squares)| squares & !attacks_of(role, !self.color, square, 0);
        self.forms::<R>().map(free).fold(0, |set, squares| set | squares)
    }
}

/// The pieces of a position with their bounds.
#[derive(Clone)]
pub(crate) struct Analysis {
    pieces: [PieceBounds; MOST],
    len: usize,
    winner: Color,
    castlings: [Option<Castling>; 4],
    /// `true` if the analysis gives up as soon as a pawn of the winner may promote.
    quick: bool,
    limits: Limits,
}

/// Facts derived from the bounds.
#[derive(Clone, Copy, Default)]
struct Limits {
    /// The squares of fixed pieces, which never move and are never captured.
    fixed: u64,
    /// By colour: the squares of fixed pieces that this side can never enter.
    forbidden: [u64; 2],
    /// By colour: the squares on which a piece of this side may be captured.
    stands: [u64; 2],
    /// By colour: the squares that this side attacks in every later position.
    attacked: [u64; 2],
}

/// The effort of the analysis.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Gives up as soon as a pawn of the winner may promote.
    Quick,
    /// Finds all bounds.
    Full,
}

/// Returns `true` if the analysis proves that the winner never mates. `false` proves nothing.
pub(crate) fn excludes_mate<R: Rules>(
    position: &Position<R>,
    winner: Color,
    effort: Effort,
    budget: &mut Budget<'_, '_>,
) -> bool {
    let mut analysis = Analysis { quick: effort == Effort::Quick, ..Analysis::EMPTY };
    analysis.begin(position, winner) && analysis.saturate::<R>(budget) && !analysis.allows_mate::<R>()
}

impl Analysis {
    /// The bounds of all pieces in games that the winner mates in; `None` if they are not known.
    pub(crate) fn bounds<R: Rules>(
        position: &Position<R>,
        winner: Color,
        budget: &mut Budget<'_, '_>,
    ) -> Option<Analysis> {
        let mut analysis = Analysis::EMPTY;
        // The rules do not cover a castling rook that leaves its bounds.
        let holds = position.castling_rights().is_empty() && analysis.begin(position, winner);
        (holds && analysis.saturate::<R>(budget)).then_some(analysis)
    }

    /// No pieces yet.
    const EMPTY: Analysis = Analysis {
        pieces: [PieceBounds::new(Role::Pawn, Color::White, 0); MOST],
        len: 0,
        winner: Color::White,
        castlings: [None; 4],
        quick: false,
        limits: Limits { fixed: 0, forbidden: [0; 2], stands: [0; 2], attacked: [0; 2] },
    };

    /// Puts each piece on its square. Returns `false` if the analysis does not apply: there are too many pieces, or the winner has
    /// already mated.
    fn begin<R: Rules>(&mut self, position: &Position<R>, winner: Color) -> bool {
        if position.turn() != winner && position.is_checkmate() {
            return false;
        }
        self.winner = winner;
        for (place, (color, _, rook)) in self.castlings.iter_mut().zip(position.castling_rights().iter()) {
            *place = Some(Castling::new(position.king(color), rook));
        }
        for (square, piece) in position.board().pieces() {
            let origin = bit_of(square);
            // No game has a pawn on the last rank, and no rule says how it moves.
            let is_lost = piece.role() == Role::Pawn && forward(piece.color(), origin) == 0;
            match self.pieces.get_mut(self.len) {
                Some(place) if !is_lost => *place = PieceBounds::new(piece.role(), piece.color(), origin),
                _ => return false,
            }
            self.len += 1;
        }
        // A pawn may also be captured on the square that its double step has passed.
        if let Some(passed) = position.en_passant_square(EnPassantMode::Always) {
            let ahead = forward(!position.turn(), bit_of(passed));
            for piece in self.pieces_mut().iter_mut().filter(|piece| piece.origin == ahead) {
                piece.squares |= bit_of(passed);
            }
        }
        // A winner with one piece besides the king cannot mate without this piece. If this piece does not mate a bare king, the
        // loser's last piece stays too.
        let [ours, theirs] = [winner, !winner].map(|color| Side::of::<R>(position.board(), color));
        let is_only = |side: &Side| (side.all & !side.king).is_power_of_two();
        let loses_last = is_only(&theirs) && needs_picture::<R>(&ours) && ours.khons == 0;
        for piece in self.pieces_mut() {
            piece.safe |= is_only(&ours) && (piece.color == winner || loses_last);
        }
        true
    }

    pub(crate) fn pieces(&self) -> &[PieceBounds] {
        self.pieces.get(..self.len).unwrap_or_default()
    }

    fn pieces_mut(&mut self) -> &mut [PieceBounds] {
        self.pieces.get_mut(..self.len).unwrap_or_default()
    }

    /// Gives each piece all squares that it may reach. Returns `false` if the budget has ended, or if the quick analysis gives up.
    fn saturate<R: Rules>(&mut self, budget: &mut Budget<'_, '_>) -> bool {
        let mut round = 0_u32;
        loop {
            if round.is_multiple_of(ROUNDS) && !budget.take() {
                return false;
            }
            round = round.wrapping_add(1);
            note_work();
            self.update();
            let mut grown = false;
            for at in 0..self.len {
                let Some(piece) = self.pieces.get(at).copied() else { break };
                let mut next = piece;
                self.step::<R>(&piece, &mut next);
                next.capturable |= self.is_capturable(&piece);
                let found = |piece: &PieceBounds| (piece.reach(), piece.promoted, piece.capturable);
                if found(&next) != found(&piece) {
                    grown = true;
                    if self.quick && next.promoted != 0 && next.color == self.winner {
                        return false;
                    }
                    if let Some(piece) = self.pieces.get_mut(at) {
                        *piece = next;
                    }
                }
            }
            if !grown {
                return true;
            }
        }
    }

    /// Updates the facts derived from the bounds.
    fn update(&mut self) {
        let mut limits = Limits::default();
        for piece in self.pieces() {
            if !piece.moves() && !piece.capturable {
                limits.fixed |= piece.origin;
                limits.forbidden[piece.color.index()] |= piece.origin;
                if piece.safe {
                    limits.forbidden[(!piece.color).index()] |= piece.origin;
                }
            }
            if !piece.safe {
                limits.stands[piece.color.index()] |= piece.reach();
            }
        }
        for piece in self.pieces().iter().filter(|piece| !piece.capturable && piece.promoted == 0) {
            // A piece may stand further along a line.
            let attacked = |at| attacks_of(piece.role, piece.color, at, 0);
            let always = each(piece.squares).try_fold(!0, |set, at| Some(set & attacked(at)).filter(|&set| set != 0));
            limits.attacked[piece.color.index()] |= always.unwrap_or(0);
        }
        self.limits = limits;
    }

    /// Adds the squares that a piece may step to.
    fn step<R: Rules>(&self, piece: &PieceBounds, next: &mut PieceBounds) {
        let open = !self.limits.fixed;
        let enter = !self.limits.forbidden[piece.color.index()];
        if piece.role == Role::Pawn {
            let zone = promotion_zone::<R>(piece.color);
            // Makruk has setups with unpromoted pawns in the promotion zone.
            let pawns = piece.squares & (!zone | piece.origin);
            let ahead = forward(piece.color, pawns) & open & self.behind_others(piece);
            let captured = pawn_attacks(piece.color, pawns) & enter & self.limits.stands[(!piece.color).index()];
            next.squares |= self.unobstructed(piece, Role::Pawn, (ahead | captured) & !piece.squares);
            // A promoted piece first stands on its promotion square.
            next.promoted |=
                next.squares & zone & !piece.origin | promoted_attacks::<R>(piece.color, piece.promoted, open) & enter;
        } else {
            let mut targets = attacks_of(piece.role, piece.color, piece.squares, open) & enter & !piece.squares;
            if piece.role == Role::King {
                targets &= !self.limits.attacked[(!piece.color).index()];
            }
            next.squares |= self.unobstructed(piece, piece.role, targets) | self.castled(piece);
        }
    }

    /// The squares that a piece may castle to.
    fn castled(&self, piece: &PieceBounds) -> u64 {
        let castlings = self.castlings.iter().flatten();
        castlings
            .filter(|castling| castling.path().bits() & self.limits.fixed == 0)
            .flat_map(|castling| [(castling.king, castling.king_to), (castling.rook, castling.rook_to)])
            .filter(|&(from, _)| bit_of(from) == piece.origin)
            .fold(0, |set, (_, to)| set | bit_of(to))
    }

    /// The squares that other pawns leave open to a pawn's steps. A pawn does not get past other pawns while all stay on its file.
    fn behind_others(&self, piece: &PieceBounds) -> u64 {
        let file = file_of(piece.origin);
        if piece.reach() & !file != 0 {
            return !0;
        }
        let beyond = |bit: u64| match piece.color {
            Color::White => !(bit | (bit - 1)),
            Color::Black => bit - 1,
        };
        self.pieces()
            .iter()
            .filter(|other| other.role == Role::Pawn && other.origin & file & beyond(piece.origin) != 0)
            .filter(|other| !other.capturable && other.reach() & !file == 0)
            .fold(!0, |squares, other| {
                // The furthest possible square of the other pawn.
                let furthest = match piece.color {
                    Color::White => 1 << (63 - other.squares.leading_zeros().min(63)),
                    Color::Black => other.squares & other.squares.wrapping_neg(),
                };
                squares & !(furthest | beyond(furthest))
            })
    }

    /// The targets with an open path. A path is closed if a piece that cannot be captured has no square outside the path.
    fn unobstructed(&self, piece: &PieceBounds, role: Role, targets: u64) -> u64 {
        if targets == 0 {
            return 0;
        }
        let is_narrow = |other: &&PieceBounds| {
            !other.capturable && other.origin != piece.origin && other.moves() && other.reach().count_ones() <= 8
        };
        if !self.pieces().iter().any(|other| is_narrow(&other)) {
            return targets;
        }
        each(targets)
            .filter(|&target| {
                // The possible origins on an empty board.
                let from = match role {
                    Role::Pawn => piece.squares & king_attacks(target),
                    _ => piece.squares & attacks_of(role, !piece.color, target, !self.limits.fixed),
                };
                each(from).any(|from| {
                    let way = from | target | SquareSet::between(square_of(from), square_of(target)).bits();
                    !self.pieces().iter().filter(is_narrow).any(|other| other.reach() & !way == 0)
                })
            })
            .fold(0, |set, target| set | target)
    }

    /// Returns `true` if an enemy piece may capture a piece.
    fn is_capturable(&self, piece: &PieceBounds) -> bool {
        if piece.safe {
            return false;
        }
        let reach = piece.reach();
        self.pieces().iter().filter(|enemy| enemy.color != piece.color).any(|enemy| {
            let captures = match enemy.role {
                Role::Pawn => enemy.promoted | pawn_attacks(enemy.color, enemy.squares) & enemy.squares,
                _ => enemy.squares,
            };
            captures & reach != 0 && enemy.moves()
        })
    }

    /// Returns `true` if a mate is possible within the bounds.
    fn allows_mate<R: Rules>(&self) -> bool {
        let king_of = |color| self.pieces().iter().find(|piece| piece.color == color && piece.role == Role::King);
        let (Some(ours), Some(theirs)) = (king_of(self.winner), king_of(!self.winner)) else { return true };
        let region = theirs.reach();
        let visitors = || {
            let pieces = self.pieces().iter().filter(|piece| piece.color == self.winner && piece.role != Role::King);
            pieces
                .map(|piece| (piece, attacks::<R>(piece, self.limits.fixed)))
                .filter(|(_, attacks)| attacks & region != 0)
        };
        let visited = visitors().fold(0, |set, (_, attacks)| set | attacks);
        // A king on a square that is always attacked can only leave it. (It is not mated yet: see `Analysis::of`.)
        let places = region & visited & !self.limits.attacked[self.winner.index()];
        // A stepping piece gives check alone: no move opens a line for it.
        let is_alone = visitors().count() == 1;
        let checks_alone = visitors().all(|(piece, _)| piece.steps::<R>() || is_alone && piece.role != Role::Pawn);
        each(places).any(|place| {
            let around = king_attacks(place) & region & !self.limits.attacked[self.winner.index()];
            if !checks_alone {
                return self.can_be_covered::<R>(place, around & !visited, ours, 0);
            }
            visitors().any(|(piece, _)| {
                let others = visitors().filter(|(other, _)| other.origin != piece.origin);
                let rest = around & !others.fold(0, |set, (_, attacks)| set | attacks);
                let open = !self.limits.fixed | place;
                piece.forms::<R>().any(|(role, squares)| {
                    // A pawn gives check only from a square that it has entered.
                    let squares = if role == Role::Pawn { squares & !piece.origin } else { squares };
                    each(squares & attacks_of(role, !piece.color, place, open)).any(|from| {
                        let attacks = attacks_of(role, piece.color, from, open);
                        self.can_be_covered::<R>(place, rest & !attacks, ours, from)
                    })
                })
            })
        })
    }

    /// Returns `true` if the squares next to a mated king can be attacked by the other king, or occupied by the mated side. The
    /// occupying pieces must not capture a single checker on its square (0 if the square is unknown).
    fn can_be_covered<R: Rules>(&self, place: u64, squares: u64, king: &PieceBounds, checker: u64) -> bool {
        let far = king.reach() & !king_attacks(place) & !place & !checker;
        let blockers = || self.pieces().iter().filter(|piece| piece.color != self.winner && piece.role != Role::King);
        let covered = |squares: u64| {
            let blocked = |piece: &PieceBounds| squares & !checker & piece.blocks::<R>(checker);
            squares & !blockers().fold(0, |set, piece| set | blocked(piece)) == 0
                && blockers().filter(|piece| blocked(piece) != 0).count() >= squares.count_ones() as usize
        };
        covered(squares)
            || each(far).any(|king| squares & king_attacks(king) != 0 && covered(squares & !king_attacks(king)))
    }
}

/// The squares that a piece may attack from its possible squares.
fn attacks<R: Rules>(piece: &PieceBounds, fixed: u64) -> u64 {
    let open = !fixed;
    if piece.role != Role::Pawn {
        return attacks_of(piece.role, piece.color, piece.squares, open);
    }
    let pawns = pawn_attacks(piece.color, piece.squares & !promotion_zone::<R>(piece.color));
    pawns | promoted_attacks::<R>(piece.color, piece.promoted, open)
}

/// The squares that promoted pieces of any role attack from each square of a set.
pub(crate) fn promoted_attacks<R: Rules>(color: Color, set: u64, open: u64) -> u64 {
    let roles = R::PROMOTIONS.iter().filter(|_| set != 0);
    roles.fold(0, |attacks, &role| attacks | attacks_of(role, color, set, open))
}

fn file_of(bit: u64) -> u64 {
    square_of(bit).file().squares().bits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::unlimited;
    use crate::sets::ahead;
    use chess0x88::{CastlingSide, ChessRules, Piece, Setup, Square};
    use common::Random;

    /// Positions of `tests/data/winnability.txt` without a mate by the side, with the results of the quick and of the full analysis.
    const EXCLUDED: [(Color, &str, [bool; 2]); 22] = [
        (Color::White, "2k5/8/8/3B4/2Bp1p1p/1BpP1P1P/2P1BPBP/3BKBNR w K - 0 1", [true, true]),
        (Color::Black, "B2b4/8/8/4k3/1p1p1p1p/1PpP1P1P/K1P4b/RB6 b - - 0 1", [false, false]),
        (Color::Black, "B2b4/8/8/4k3/1p1p1p1p/1PpP1P1P/K1P5/RB4b1 b - - 0 1", [false, false]),
        (Color::Black, "1b3kBR/4pP1P/1p1pP1BP/1P1P4/6Bp/6pP/K5P1/8 b - - 0 1", [false, false]),
        (Color::White, "1k4b1/1P1p4/BP1Pp1p1/1P2P1P1/pB6/Pp2K3/1P5B/8 b - - 0 1", [false, false]),
        (Color::Black, "1k4b1/1P1p4/BP1Pp1p1/1P2P1P1/pB6/Pp2K3/1P5B/8 b - - 0 1", [false, false]),
        (Color::White, "8/2b5/8/4k2B/1p1p4/1P1Pp1p1/4P1P1/2b2BRK b - - 0 1", [true, true]),
        (Color::Black, "4k3/1p4p1/1Pp2pP1/n1P2P1n/N1p2p1N/1pP2PpB/1P4P1/4K3 w - - 0 1", [true, true]),
        (Color::Black, "2Bk1b2/2p1pPp1/1pP1P1P1/1P4Pp/7P/8/8/7K w - - 0 1", [true, true]),
        (Color::White, "8/p2p4/Pk1P4/RP1p4/PKpP4/PpP5/1P6/1b6 b - - 0 1", [true, true]),
        (Color::Black, "3k4/p3p3/P1p1P1p1/2P3P1/8/8/8/3K4 w - - 0 1", [true, true]),
        (Color::White, "8/8/2K3k1/8/6p1/1p1p1pPp/pPpPpPbn/nbn1Bb1b w - - 0 1", [true, true]),
        (Color::Black, "8/5B1B/5b1b/8/3p1p1p/2pP1PpP/2PpBkP1/3K1BN1 w - - 0 1", [true, true]),
        (Color::Black, "NBN1N1N1/BpPpPpPp/1P1P1P1P/8/8/8/3K4/k7 w - - 0 1", [true, true]),
        (Color::Black, "8/4b3/8/6p1/6Pk/2K3pP/6P1/8 w - - 0 1", [true, true]),
        (Color::White, "BBRRRK1k/PPPPPP2/7p/7P/8/8/8/8 w - - 0 1", [true, true]),
        (Color::Black, "7k/8/8/8/5p1p/1p2pP1P/1P2P3/2K3N1 w - - 0 1", [true, true]),
        (Color::Black, "2k5/5B2/8/6p1/1p1p1pPp/1PpPpP1P/2P1P2P/N2K2NR w - - 0 1", [true, true]),
        (Color::White, "1k6/2p1p3/1pP1Pp2/1P1n1P2/1p1N1p2/1Pp1pP2/2P1P3/3K4 w - - 0 1", [true, true]),
        (Color::Black, "RN1b1N1N/P1pPpPpP/P1P1P1P1/8/8/8/8/k1K5 w - - 0 1", [true, true]),
        (Color::Black, "8/1k6/8/8/1p1p1p1p/1PpP1P1P/2P3K1/N3b3 b - - 0 1", [true, true]),
        (Color::White, "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", [true, true]),
    ];

    /// Random positions with castling rights, pawns head to head, and a few more pieces.
    fn castles(random: &mut Random) -> Option<Position<ChessRules>> {
        let mut setup = Setup::<ChessRules>::empty();
        for (color, rank) in [(Color::White, 0), (Color::Black, 56)] {
            let king = 1 + random.below(6);
            setup.board.set(Square::ALL[rank + king], Some(Piece::new(color, Role::King)));
            let rooks = [random.below(king), king + 1 + random.below(7 - king)];
            for (side, rook) in [CastlingSide::Queen, CastlingSide::King].into_iter().zip(rooks) {
                if random.below(2) == 0 {
                    let rook = Square::ALL[rank + rook];
                    setup.board.set(rook, Some(Piece::new(color, Role::Rook)));
                    setup.state.castling.set(color, side, Some(rook));
                }
            }
        }
        for file in 0..8 {
            let white = Square::ALL[8 + file + 8 * random.below(4)];
            setup.board.set(white, Some(Piece::new(Color::White, Role::Pawn)));
            setup.board.set(ahead(Color::White, white)?, Some(Piece::new(Color::Black, Role::Pawn)));
        }
        for _ in 0..random.below(3) {
            let at = Square::ALL[random.below(64)];
            if setup.board.piece_at(at).is_none() {
                setup.board.set(at, Some(Piece::new(Color::ALL[random.below(2)], Role::Bishop)));
            }
        }
        setup.turn = Color::ALL[random.below(2)];
        setup.to_position().ok()
    }

    /// All legal moves, castling included, stay within the bounds.
    #[test]
    fn pieces_castle_within_their_bounds() {
        let mut random = Random(5);
        let mut castled = 0;
        for position in (0..400).filter_map(|_| castles(&mut random)) {
            for winner in Color::ALL {
                let mut analysis = Analysis::EMPTY;
                assert!(
                    analysis.begin(&position, winner) && unlimited(|budget| analysis.saturate::<ChessRules>(budget))
                );
                for mv in &position.legal_moves() {
                    let after = position.after_unchecked(*mv);
                    castled += u32::from(mv.castling().is_some());
                    let moved = (analysis.pieces().iter()).filter(|piece| piece.color == position.turn());
                    let lands = moved.fold(0, |set, piece| set | piece.reach());
                    let stand = after.board().colored(position.turn()).bits();
                    assert_eq!(stand & !lands, 0, "{mv}: {position:?}");
                }
            }
        }
        assert!(castled > 100, "{castled}");
    }

    /// Wider bounds never give a wrong answer; they only prove less.
    #[test]
    fn mates_are_excluded_as_far_as_is_known() {
        let known = EXCLUDED.map(|(winner, fen, _)| {
            let (position, _) = chess0x88::fen::parse_lenient::<ChessRules>(fen).expect(fen);
            let excludes =
                |effort| unlimited(|budget| excludes_mate(&position, winner, effort, &mut budget.part(3000)));
            (winner, fen, [Effort::Quick, Effort::Full].map(excludes))
        });
        assert_eq!(known, EXCLUDED);
    }
}
