//! Attacks by bitboards, where the board keeps them: whole sets of pieces and squares at a time.
//!
//! An [`AttackInfo`] holds what the legality of a move depends on: checkers, check mask and pins. Where the king is in danger is asked only
//! for its steps.

use super::bits::{bishop_attacks, bit_of, lines_to, rook_attacks, step_attacks, steppers_to, view};
use crate::board::Board0x88;
use crate::board::bitboards::{Bitboards, Side};
use crate::geometry::{Direction, Reach, Square, SquareSet, Walk, delta};
use crate::piece::{Color, Piece, PieceSet, Role};

/// Iterates over a set of squares. Each item is a set of one square.
pub(crate) struct Bits(pub(crate) u64);

impl Iterator for Bits {
    type Item = u64;

    #[inline(always)]
    fn next(&mut self) -> Option<u64> {
        let set = self.0;
        // The loop tests the set and not its lowest bit: a compiler then sees that the number of the bit is below 64.
        if set == 0 {
            return None;
        }
        self.0 = set & (set - 1);
        Some(set & set.wrapping_neg())
    }
}

/// The only square in a set.
#[inline(always)]
pub(crate) const fn square_of(bit: u64) -> Square {
    Square::from_bit(bit.trailing_zeros())
}

/// The sliders that attack a square. Both sets of sliders are given: by ranks and files, and by diagonals.
#[inline]
const fn sliders_to(square: Square, orthogonal: u64, diagonal: u64, occupied: u64) -> u64 {
    rook_attacks(square, occupied) & orthogonal | bishop_attacks(square, occupied) & diagonal
}

/// The pieces of a side that attack a square, if these squares are occupied.
#[inline]
pub(crate) const fn attackers<A: PieceSet>(board: &Board0x88, square: Square, by: Color, occupied: u64) -> u64 {
    let bitboards = board.bitboards();
    let sliders = sliders_to(square, bitboards.orthogonal(), bitboards.diagonal(), occupied);
    (steppers_to::<A>(&bitboards, square) | sliders) & bitboards.colored(by)
}

/// Returns the checkers after a simple move of `us`. The board is the one after the move.
#[inline(always)]
pub(crate) fn checkers_after(
    board: &Board0x88,
    us: Color,
    (left, to, moved): (Square, Square, Option<Piece>),
    king: Square,
) -> SquareSet {
    let occupied = board.occupied().bits();
    let direct = if attacks_on(occupied, (to, moved), king) { to.bit_looked_up() } else { 0 };
    let opened = opened(board, occupied, us, (left, to), king).map_or(0, bit_of);
    SquareSet::from_bits(direct | opened)
}

/// Returns `true` if a simple or promoting move of `us`, which has not been made, gives check.
#[inline(always)]
pub(crate) fn gives_check(
    board: &Board0x88,
    us: Color,
    (left, to, moved): (Square, Square, Option<Piece>),
    king: Square,
) -> bool {
    let occupied = board.occupied().bits() & !left.bit_looked_up() | to.bit_looked_up();
    attacks_on(occupied, (to, moved), king) || opened(board, occupied, us, (left, to), king).is_some()
}

/// Returns `true` if a piece on a square attacks another square, if these are occupied.
#[inline(always)]
fn attacks_on(occupied: u64, (from, piece): (Square, Option<Piece>), to: Square) -> bool {
    Reach::between(from, to).intersects(Piece::reach_of(piece)) && is_open(occupied, from, to)
}

#[inline(always)]
const fn is_open(occupied: u64, from: Square, to: Square) -> bool {
    SquareSet::between(from, to).bits() & occupied == 0
}

/// Returns the slider of `us` that gives check because a piece has left the line between the slider and the king.
/// Mostly another piece nearer to the king closes the line: only if none does is the line walked, from the square that
/// was left.
#[inline(always)]
fn opened(board: &Board0x88, occupied: u64, us: Color, (left, to): (Square, Square), king: Square) -> Option<Square> {
    let line = delta::step(king, left);
    if line == 0 || !is_open(occupied, king, left) {
        return None;
    }
    let met = Walk::by(left, line).find(|&at| at == to || board.piece_at(at).is_some())?;
    let slider = board.piece_at(met).filter(|&piece| met != to && piece.is_slider() && piece.color() == us)?;
    Reach::between(left, king).intersects(slider.reach()).then_some(met)
}

/// The squares of `within` that a side attacks, with these squares occupied.
#[inline(always)]
fn attacked<A: PieceSet>(within: u64, by: Color, side: Side, occupied: u64) -> u64 {
    let leaper_attacks = leaper_attacks::<A>(by, &side) & within;
    let rest = within & !leaper_attacks;
    // `rest` of one square: its attackers among the sliders are looked up. `rest` of more squares: the attacks of each
    // slider are.
    if rest & rest.wrapping_sub(1) == 0 {
        let is_attacked = rest != 0 && sliders_to(square_of(rest), side.orthogonal, side.diagonal, occupied) != 0;
        return if is_attacked { within } else { leaper_attacks };
    }
    // Mostly a slider has no line to these squares, which is seen sooner than its attacks.
    let orthogonal = Bits(side.orthogonal).map(square_of).filter(|&from| lines_to(from, rest, 0) != 0);
    let diagonal = Bits(side.diagonal).map(square_of).filter(|&from| lines_to(from, 0, rest) != 0);
    let orthogonal = orthogonal.fold(0, |all, from| all | rook_attacks(from, occupied));
    let diagonal = diagonal.fold(orthogonal, |all, from| all | bishop_attacks(from, occupied));
    leaper_attacks | diagonal & within
}

/// The squares that the pawns, knights and other stepping pieces of a colour attack.
#[inline(always)]
const fn leaper_attacks<A: PieceSet>(by: Color, side: &Side) -> u64 {
    let all = step_attacks(Role::Pawn, by, side.pawns)
        | step_attacks(Role::Knight, by, side.knights)
        | step_attacks(Role::King, by, side.king);
    if A::MAKRUK_LEAPERS && side.mets | side.khons != 0 {
        all | step_attacks(Role::Met, by, side.mets) | step_attacks(Role::Khon, by, side.khons)
    } else {
        all
    }
}

/// The attacks of a knight on the only square of a set: one look-up, which takes less than the shifts.
#[inline(always)]
pub(crate) const fn knight_attacks_from(bit: u64) -> u64 {
    view(square_of(bit)).knight
}

/// The attacks of a king on the only square of a set, by one look-up.
#[inline(always)]
pub(crate) const fn king_attacks_from(bit: u64) -> u64 {
    view(square_of(bit)).king
}

impl Side {
    /// The role of the Met or Khon on a square.
    #[inline(always)]
    pub(crate) const fn makruk_leaper_at(&self, square: u64) -> Role {
        if self.khons & square != 0 { Role::Khon } else { Role::Met }
    }
}

/// The 0x88 index of the only square in a set: each rank above the first skips eight more bytes.
#[inline(always)]
pub(crate) const fn index_of_bit(bit: u64) -> u16 {
    let number = bit.trailing_zeros() as u16;
    number + (number & 0x38)
}

/// The pieces, the checks and the pins of a board, for the side to move ("us"). Squares and sets are 64-bit words, a single square
/// being a set of one. No function that is called takes it by reference, so a list keeps its fields in registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttackInfo {
    /// The side to move.
    pub(crate) color: Color,
    pub(crate) us: Side,
    pub(crate) them: Side,
    pub(crate) king: Square,
    pub(crate) occupied: u64,
    /// The number of pieces that give check. Two stands for any number beyond one.
    pub(crate) checks: u32,
    /// The squares that pieces other than the king may go to. Without a check these are all squares but our own
    /// pieces'. In a single check these are the checker's square and the squares between. In a double check there is
    /// none.
    pub(crate) check_mask: u64,
    /// Our pieces that shield the king from a slider. Each may move only along its line.
    pub(crate) pinned: u64,
}

impl AttackInfo {
    /// Builds the info of a board whose checkers are known.
    #[inline(always)]
    pub(crate) fn of<A: PieceSet>(
        bitboards: &Bitboards,
        color: Color,
        king: Square,
        checkers: SquareSet,
    ) -> AttackInfo {
        let (us, them, occupied) = (bitboards.side::<A>(color), bitboards.side::<A>(!color), bitboards.occupied());
        let mut info = AttackInfo { color, us, them, king, occupied, checks: 0, check_mask: !us.all, pinned: 0 };
        if let Some(checker) = checkers.first() {
            info.checks = checkers.len() as u32;
            let answers =
                if info.checks == 1 { SquareSet::between(king, checker) | checkers } else { SquareSet::EMPTY };
            info.check_mask = answers.bits();
        }
        // Sliders that the difference table puts on a line with the king. A single piece of ours between is pinned.
        for (sliders, line) in [(them.orthogonal, Reach::STRAIGHT_SLIDE), (them.diagonal, Reach::DIAGONAL_SLIDE)] {
            for from in Bits(sliders).map(square_of).filter(|&from| Reach::between(from, king).intersects(line)) {
                let between = SquareSet::between(from, king).bits();
                let shield = between & us.all;
                if between & them.all == 0 && shield & shield.wrapping_sub(1) == 0 {
                    info.pinned |= shield;
                }
            }
        }
        info
    }

    /// The squares without a piece. A compiler sees that no enemy stands there, so that a list of captures has no step of a pawn.
    #[inline(always)]
    pub(crate) const fn empty(&self) -> u64 {
        !(self.us.all | self.them.all)
    }

    /// The pinned pieces by the line of their pin: see [`pin_masks`].
    #[inline(always)]
    pub(crate) fn pin_masks(&self) -> [u64; 3] {
        pin_masks(self.pinned, self.king)
    }

    /// The squares of `within` that the enemy attacks when our king is off the board.
    #[inline(always)]
    pub(crate) fn danger<A: PieceSet>(&self, within: u64) -> u64 {
        attacked::<A>(within, !self.color, self.them, self.occupied & !self.us.king)
    }

    /// The same, by a call: castling is rare.
    #[inline(always)]
    pub(crate) fn danger_by_call<A: PieceSet>(&self, within: u64) -> u64 {
        attacked_by_call::<A>(within, !self.color, self.them, self.occupied & !self.us.king)
    }

    /// The line along which our pinned piece on a square may move.
    #[inline(always)]
    pub(crate) fn line(&self, from: u64) -> u64 {
        line_of_pin(self.king, from)
    }
}

#[inline(never)]
fn attacked_by_call<A: PieceSet>(within: u64, by: Color, side: Side, occupied: u64) -> u64 {
    attacked::<A>(within, by, side, occupied)
}

/// The pinned pieces by the line of their pin: a file, a diagonal that rises towards the h-file, a diagonal that falls.
fn pin_masks(pinned: u64, king: Square) -> [u64; 3] {
    let mut axes = [0; 3];
    for piece in Bits(pinned) {
        match Direction::from_offset(delta::step(king, square_of(piece))) {
            Some(Direction::North | Direction::South) => axes[0] |= piece,
            Some(Direction::NorthEast | Direction::SouthWest) => axes[1] |= piece,
            Some(Direction::NorthWest | Direction::SouthEast) => axes[2] |= piece,
            _ => {}
        }
    }
    axes
}

/// The line through the king and a piece, from edge to edge.
#[inline(never)]
fn line_of_pin(king: Square, from: u64) -> u64 {
    SquareSet::line(king, square_of(from)).bits()
}
