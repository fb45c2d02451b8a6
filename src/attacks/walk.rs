//! The plain way to see: one piece, one line at a time, relations read from the difference table.
//!
//! Small questions go this way on every machine, and every question does where the vector engine is left out. Pins and the
//! checks a move gives are two entries of the table each: it must hold the slider's way to slide, and what stands between the
//! two must be just one piece, or none.
//!
//! ```text
//!    a b c d e f g h
//!  5 . . . . . . b .      from g5 to d2: difference -0x33, {diagonal slide}, the bishop's; f4 and e3 are empty:
//!  4 . . . . . . . .      d2 is attacked.
//!  3 . . p . . . . .      from a2 to d2: difference +3, {straight slide}, the rook's; c2 is not empty:
//!  2 r . N K . . . .      what stands there is all that shields the king, a pin.
//! ```

#![expect(clippy::inline_always, reason = "what a plain move does not do falls away where it is used")]

use core::marker::PhantomData;

use super::Sight;
use super::lines::{bishop_attacks, rook_attacks, sliders_to};
use super::sets::{Bits, bit_of, king_attacks, knight_attacks, square_of, stepped, stepping_attackers, steps};
use crate::board::{Board0x88, Planes, Side};
use crate::geometry::word::{self, WIDE};
use crate::geometry::{Direction, KNIGHT_OFFSETS, Rank, Reach, Square, SquareSet, delta};
use crate::moves::Effect;
use crate::piece::{Army, Color, Piece, Role};

/// The pieces of a side that attack a square, if lines end where these squares are.
#[cfg_attr(target_pointer_width = "64", inline)]
pub(crate) const fn attackers<A: Army>(board: &Board0x88, square: Square, by: Color, occupied: u64) -> u64 {
    if WIDE {
        attackers_by_sets::<A>(&board.planes(), square, by, occupied)
    } else {
        attackers_by_table(board, square, by, occupied, A::STEPPERS)
    }
}

/// The same by sets.
#[inline]
pub(crate) const fn attackers_by_sets<A: Army>(planes: &Planes, square: Square, by: Color, occupied: u64) -> u64 {
    let (side, bit) = (planes.side::<A>(by), bit_of(square));
    let all = stepping_attackers::<A>(bit, by, &side)
        | steps(Role::King, by, bit) & side.king
        | sliders_to(square, side.orthogonal, side.diagonal, occupied);
    // Pieces of another game attack nothing.
    if A::STEPPERS { all } else { all & !planes.extra }
}

/// They are asked one by one: the table says whether a piece can cross to the square, and how; the way must be clear.
const fn attackers_by_table(board: &Board0x88, square: Square, by: Color, occupied: u64, steppers: bool) -> u64 {
    let (mut found, mut rest) = (0, board.colored(by).bits());
    loop {
        let bit = word::take_first(&mut rest);
        if bit == 0 {
            return found;
        }
        let from = square_of(bit);
        if let Some(piece) = board.piece_at(from)
            && reaches(piece, from, square, steppers)
            && SquareSet::between(from, square).bits() & occupied == 0
        {
            found |= bit;
        }
    }
}

/// Whether a piece could cross from one square to another on an empty board; those of Makruk only if they are known.
const fn reaches(piece: Piece, from: Square, to: Square, steppers: bool) -> bool {
    (steppers || !piece.is_of_makruk()) && Reach::between(from, to).intersects(piece.reach())
}

/// The squares of `within` that a side attacks once the other side's king has left his own.
#[inline]
fn attacked<A: Army>(within: u64, by: Color, board: &Board0x88, king: Square) -> u64 {
    if !WIDE {
        let mut board = *board;
        board.set(king, None);
        return attacked_by_table(within, by, &board, A::STEPPERS);
    }
    let planes = board.planes();
    let (side, occupied) = (planes.side::<A>(by), planes.occupied() & !bit_of(king));
    let stepped = stepped::<A>(by, &side) & within;
    Bits(within & !stepped)
        .filter(|&square| sliders_to(square_of(square), side.orthogonal, side.diagonal, occupied) != 0)
        .fold(stepped, |attacked, square| attacked | square)
}

#[inline(never)]
fn attacked_by_table(within: u64, by: Color, board: &Board0x88, steppers: bool) -> u64 {
    let is_attacked = |&square: &u64| is_attacked(board, square_of(square), by, steppers);
    Bits(within).filter(is_attacked).fold(0, |attacked, square| attacked | square)
}

/// Whether a piece of a side attacks a square: whoever stands first on a line, or a knight's jump away, is asked.
fn is_attacked(board: &Board0x88, square: Square, by: Color, steppers: bool) -> bool {
    let attacks = |(from, piece): (Square, Piece)| piece.color() == by && reaches(piece, from, square, steppers);
    STEPS.iter().any(|&step| board.first_met(square, step).is_some_and(attacks))
        || KNIGHT_OFFSETS.iter().any(|&jump| {
            square.offset(jump).is_some_and(|from| board.piece_at(from).is_some_and(|piece| attacks((from, piece))))
        })
}

/// The eight directions: those of a rook, then those of a bishop.
static STEPS: [i8; 8] = {
    let (mut steps, mut n) = ([0; 8], 0);
    while n < steps.len() {
        steps[n] = Direction::ALL[n] as i8;
        n += 1;
    }
    steps
};

/// The squares that a piece on a square gets to by some steps, or by sliding that way up to the first piece.
#[inline(never)]
fn reached_by_steps(board: &Board0x88, from: u64, steps: &[i8], slides: bool) -> u64 {
    // The two halves of the set.
    let (mut low, mut high) = (0, 0);
    for &step in steps {
        let mut at = square_of(from);
        while let Some(next) = at.offset(step) {
            let half = if next.rank() < Rank::Fifth { &mut low } else { &mut high };
            *half |= 1_u32 << (next.number() & 31);
            if !slides || board.piece_at(next).is_some() {
                break;
            }
            at = next;
        }
    }
    u64::from(high) << 32 | u64::from(low)
}

/// The first piece met on the way from a square by equal steps, on a board given by what stands where.
#[inline]
fn first_met(at: impl Fn(Square) -> Option<Piece>, from: Square, step: i8) -> Option<(Square, Piece)> {
    let mut square = from;
    loop {
        square = square.offset(step)?;
        if let Some(piece) = at(square) {
            return Some((square, piece));
        }
    }
}

/// The pieces of colour `us` that attack a king after a move, which attacked it from nowhere before: what stands where
/// afterwards, and the squares that the move has changed, tell.
#[inline(always)]
pub(crate) fn checks_given(
    at: impl Fn(Square) -> Option<Piece>,
    effect: &Effect,
    king: Square,
    us: Color,
) -> SquareSet {
    // Does what has arrived attack the king?
    let mut checkers = arrived(&at, effect.arrived, king);
    // Has what has left opened a line?
    checkers |= opened(&at, effect.left, king, us);
    if let Some(left) = effect.also_left {
        checkers |= opened(&at, left, king, us);
    }
    if let Some(rook) = effect.rook {
        checkers |= arrived(&at, rook, king);
    }
    checkers
}

#[cfg_attr(target_pointer_width = "64", inline)]
fn arrived(at: impl Fn(Square) -> Option<Piece>, (square, piece): (Square, Option<Piece>), king: Square) -> SquareSet {
    let attacks = piece.is_some_and(|piece| {
        Reach::between(square, king).intersects(piece.reach())
            && (!piece.is_slider()
                || first_met(at, king, delta::step(king, square)).is_some_and(|(met, _)| met == square))
    });
    if attacks { square.into() } else { SquareSet::EMPTY }
}

#[cfg_attr(target_pointer_width = "64", inline)]
fn opened(at: impl Fn(Square) -> Option<Piece>, left: Square, king: Square, us: Color) -> SquareSet {
    let step = delta::step(king, left);
    if step != 0
        && let Some((met, slider)) = first_met(at, king, step)
        && slider.color() == us
        && slider.is_slider()
        && Reach::between(met, king).intersects(slider.reach())
    {
        return met.into();
    }
    SquareSet::EMPTY
}

/// What the slider of this side on a square attacks; nothing if it is no slider.
#[inline]
fn slides(from: Square, side: &Side, occupied: u64) -> u64 {
    let mut reached = 0;
    if side.orthogonal & bit_of(from) != 0 {
        reached |= rook_attacks(from, occupied);
    }
    if side.diagonal & bit_of(from) != 0 {
        reached |= bishop_attacks(from, occupied);
    }
    reached
}

/// Where a piece of this side may capture from a square, with these squares occupied: what it attacks.
pub(crate) fn destinations<A: Army>(from: Square, color: Color, side: &Side, occupied: u64) -> u64 {
    slides(from, side, occupied) | stepped::<A>(color, &side.without(!bit_of(from)))
}

/// A board as the side to move sees it, found by walking.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk<'a, A> {
    board: &'a Board0x88,
    us: Color,
    king: Square,
    own: Side,
    them: u64,
    occupied: u64,
    checks: u32,
    targets: u64,
    pinned: u64,
    /// Whether the king's safety matters. If not, no square is dangerous and every move safe.
    guarded: bool,
    army: PhantomData<A>,
}

impl<'a, A: Army> Walk<'a, A> {
    /// As if there were no king to look after: what pseudo-legal moves assume.
    #[inline]
    pub(crate) fn unguarded(board: &'a Board0x88, us: Color, king: Square) -> Walk<'a, A> {
        let planes = board.planes();
        let own = planes.side::<A>(us);
        Walk {
            board,
            us,
            king,
            own,
            them: planes.occupied() & !own.all,
            occupied: planes.occupied(),
            checks: 0,
            targets: !own.all,
            pinned: 0,
            guarded: false,
            army: PhantomData,
        }
    }

    /// With the pieces that give check, which are known.
    #[inline]
    pub(crate) fn of(board: &'a Board0x88, us: Color, king: Square, checkers: SquareSet) -> Walk<'a, A> {
        let mut walk = Walk::unguarded(board, us, king);
        walk.guarded = true;
        walk.checks = checkers.len() as u32;
        match checkers.first() {
            None => {}
            Some(checker) if walk.checks == 1 => walk.targets = (SquareSet::between(king, checker) | checkers).bits(),
            Some(_) => walk.targets = 0,
        }
        let planes = board.planes();
        for slider in Bits((planes.orthogonal() | planes.diagonal()) & walk.them) {
            let at = square_of(slider);
            if !board.piece_at(at).is_some_and(|slider| Reach::between(at, king).intersects(slider.reach())) {
                continue;
            }
            let between = SquareSet::between(at, king).bits() & walk.occupied;
            // One piece in between, and it is ours.
            if between & between.wrapping_sub(1) == 0 {
                walk.pinned |= between & walk.own.all;
            }
        }
        walk
    }
}

impl<A: Army> Sight for Walk<'_, A> {
    type Rays = ();

    #[inline]
    fn color(&self) -> Color {
        self.us
    }

    #[inline]
    fn us(&self) -> &Side {
        &self.own
    }

    #[inline]
    fn them(&self) -> u64 {
        self.them
    }

    #[inline]
    fn checks(&self) -> u32 {
        self.checks
    }

    #[inline]
    fn targets(&self) -> u64 {
        self.targets
    }

    #[inline]
    fn pinned(&self) -> u64 {
        self.pinned
    }

    fn pin_axes(&self) -> [u64; 3] {
        let mut axes = [0; 3];
        for piece in Bits(self.pinned) {
            match Direction::from_offset(delta::step(self.king, square_of(piece))) {
                Some(Direction::North | Direction::South) => axes[0] |= piece,
                Some(Direction::NorthEast | Direction::SouthWest) => axes[1] |= piece,
                Some(Direction::NorthWest | Direction::SouthEast) => axes[2] |= piece,
                _ => {}
            }
        }
        axes
    }

    #[inline]
    fn danger(&self, within: u64) -> u64 {
        if !self.guarded {
            return 0;
        }
        attacked::<A>(within, !self.us, self.board, self.king)
    }

    #[inline]
    fn jumps(&self, from: u64) -> u64 {
        if WIDE { knight_attacks(from) } else { reached_by_steps(self.board, from, &KNIGHT_OFFSETS, false) }
    }

    #[inline]
    fn around(&self, square: u64) -> u64 {
        if WIDE { king_attacks(square) } else { reached_by_steps(self.board, square, &STEPS, false) }
    }

    #[inline]
    fn rays(&self, _: u64) {}

    #[inline]
    fn slides(&self, from: u64, (): ()) -> u64 {
        if WIDE {
            return slides(square_of(from), &self.own, self.occupied);
        }
        let (first, last) =
            (if self.own.orthogonal & from != 0 { 0 } else { 4 }, if self.own.diagonal & from != 0 { 8 } else { 4 });
        reached_by_steps(self.board, from, STEPS.get(first..last).unwrap_or_default(), true)
    }

    #[inline(never)]
    fn line(&self, from: u64, (): ()) -> u64 {
        SquareSet::line(self.king, square_of(from)).bits()
    }

    fn is_safe_after(&self, left: u64, arrived: u64) -> bool {
        let occupied = self.occupied & !left | arrived;
        !self.guarded || attackers::<A>(self.board, self.king, !self.us, occupied) & !left == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::lines;
    use crate::piece::AnyArmy;
    use crate::rules::ChessRules;

    /// Boards as random as they come, kings and all, the pieces of either game.
    fn boards() -> impl Iterator<Item = (Board0x88, u64)> {
        let mut random = 0x88_u64;
        let mut next = move || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random
        };
        (0..300).map(move |n| {
            let mut board = Board0x88::EMPTY;
            for square in Square::ALL {
                let (role, draw) = (Role::ALL[next() as usize % Role::ALL.len()], next());
                if draw % (2 + n % 7) == 0 {
                    board.set(square, Some(Piece::new(Color::ALL[(draw >> 32) as usize % 2], role)));
                }
            }
            (board, next())
        })
    }

    #[test]
    fn pieces_asked_one_by_one_say_what_sets_say() {
        for (board, random) in boards() {
            let all = board.occupied().bits();
            for by in Color::ALL {
                for occupied in [all, all & random, all | random & random >> 20] {
                    for square in Square::ALL {
                        let sets = attackers_by_sets::<AnyArmy>(&board.planes(), square, by, occupied);
                        assert_eq!(attackers_by_table(&board, square, by, occupied, true), sets, "{square} {board}");
                        let sets = attackers_by_sets::<ChessRules>(&board.planes(), square, by, occupied);
                        assert_eq!(attackers_by_table(&board, square, by, occupied, false), sets, "{square} {board}");
                    }
                }
                for king in Square::ALL {
                    let mut without = board;
                    without.set(king, None);
                    if board.piece_at(king).is_none_or(|piece| piece.color() != by) {
                        let sets = attacked::<AnyArmy>(random, by, &board, king);
                        assert_eq!(attacked_by_table(random, by, &without, true), sets, "{king} {board}");
                    }
                }
            }
        }
    }

    #[test]
    fn steps_lead_where_sets_and_lines_do() {
        for (board, _) in boards() {
            let occupied = board.occupied().bits();
            for square in Square::ALL {
                let bit = bit_of(square);
                let reached = |steps: &[i8], slides| reached_by_steps(&board, bit, steps, slides);
                assert_eq!(reached(&KNIGHT_OFFSETS, false), knight_attacks(bit), "{square}");
                assert_eq!(reached(&STEPS, false), king_attacks(bit), "{square}");
                assert_eq!(reached(&STEPS[..4], true), lines::rook_attacks(square, occupied), "{square} {board}");
                assert_eq!(reached(&STEPS[4..], true), lines::bishop_attacks(square, occupied), "{square} {board}");
            }
        }
    }
}
