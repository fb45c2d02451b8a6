//! One sliding generator over three mailbox boards: 16x8 with the 0x88 test, 16x12 and 15x12 with a border of
//! sentinels.
//!
//! ```text
//!      16x8 (0x88)              16x12                        15x12
//!                               XXXXXXXXXXXXXXXX             XXXXXXXXXXXXXXX
//!                               XXXXXXXXXXXXXXXX             XXXXXXXXXXXXXXX
//!      --------                 XXXX--------XXXX             XXXX--------XXX
//!      --------   x8            XXXX--------XXXX  x8         XXXX--------XXX  x8
//!      the right half           XXXXXXXXXXXXXXXX             XXXXXXXXXXXXXXX
//!      is never read            XXXXXXXXXXXXXXXX             XXXXXXXXXXXXXXX
//! ```
//!
//! The conversions are those of the Chess Programming Wiki's "Vector Attacks"; the loops are its *source-destination*
//! (walk from the slider until something stops it) and *destination-source* (read the step from the difference table,
//! walk back from the target, see who is there).

use chess0x88::{Board0x88, Color, Role, Square};

/// What a border square holds: not empty, and of neither colour.
const BORDER: u8 = 0x40;
const SLIDER: u8 = 0x04;
const DIAGONAL: u8 = 0x01;
const STRAIGHT: u8 = 0x02;
const BLACK: u8 = 0x08;

/// A way to lay 64 squares out in an array.
pub(crate) trait Layout {
    /// Columns of the array.
    const WIDTH: isize;
    /// Where a1 lies.
    const ORIGIN: isize;
    /// Whether an index must be tested before the board is read, as `& 0x88` does.
    const TESTED: bool;
    const SIZE: usize;

    fn index(rank: isize, file: isize) -> usize {
        (Self::WIDTH * rank + file + Self::ORIGIN).cast_unsigned()
    }

    /// Rank and file of an index on the board, without a division.
    #[allow(dead_code, reason = "the loops never convert back; the tests do")]
    fn coordinates(index: usize) -> (isize, isize);
}

pub(crate) struct Plain0x88;
pub(crate) struct Border16x12;
pub(crate) struct Border15x12;

impl Layout for Plain0x88 {
    const WIDTH: isize = 16;
    const ORIGIN: isize = 0;
    const TESTED: bool = true;
    const SIZE: usize = 128;

    fn coordinates(index: usize) -> (isize, isize) {
        ((index >> 4).cast_signed(), (index & 7).cast_signed())
    }
}

impl Layout for Border16x12 {
    const WIDTH: isize = 16;
    const ORIGIN: isize = 36;
    const TESTED: bool = false;
    const SIZE: usize = 16 * 12;

    fn coordinates(index: usize) -> (isize, isize) {
        let index = index - 36;
        ((index >> 4).cast_signed(), (index & 7).cast_signed())
    }
}

impl Layout for Border15x12 {
    const WIDTH: isize = 15;
    const ORIGIN: isize = 34;
    const TESTED: bool = false;
    const SIZE: usize = 15 * 12;

    fn coordinates(index: usize) -> (isize, isize) {
        let index = index - 34;
        let rank = (index * 9) >> 7;
        (rank.cast_signed(), (index - 15 * rank).cast_signed())
    }
}

/// A position laid out one way, with the pieces listed so that finding them costs every layout the same.
pub(crate) struct Laid<L: Layout> {
    board: Vec<u8>,
    sliders: Vec<usize>,
    targets: Vec<usize>,
    them: u8,
    layout: core::marker::PhantomData<L>,
}

/// Two boards wide and high, so that every difference of two squares has its entry.
pub(crate) struct Steps<L: Layout> {
    table: Vec<i8>,
    layout: core::marker::PhantomData<L>,
}

/// The steps of bishop (the last four) and rook (the first four).
fn directions<L: Layout>() -> [isize; 8] {
    let north = L::WIDTH;
    [north, 1, -north, -1, north + 1, 1 - north, -north - 1, north - 1]
}

impl<L: Layout> Steps<L> {
    /// The difference that stands in the middle of the table.
    const ORIGIN: isize = 7 * L::WIDTH + 7;

    pub(crate) fn new() -> Steps<L> {
        let mut table = vec![0; (2 * Self::ORIGIN + 1).cast_unsigned()];
        for step in directions::<L>() {
            for distance in 1..8 {
                table[(Self::ORIGIN + step * distance).cast_unsigned()] = i8::try_from(step).unwrap_or_default();
            }
        }
        Steps { table, layout: core::marker::PhantomData }
    }

    /// The step that leads from `from` towards `to`, or 0.
    #[inline]
    pub(crate) fn between(&self, from: usize, to: usize) -> isize {
        isize::from(self.table[(Self::ORIGIN + to.cast_signed() - from.cast_signed()).cast_unsigned()])
    }
}

impl<L: Layout> Laid<L> {
    /// Lays a board out for this side to move.
    pub(crate) fn new(from: &Board0x88, us: Color) -> Laid<L> {
        let mut board = vec![BORDER; L::SIZE];
        let (mut sliders, mut targets) = (Vec::new(), Vec::new());
        for square in Square::ALL {
            let index = L::index(square.rank() as isize, square.file() as isize);
            let piece = from.piece_at(square);
            board[index] = piece.map_or(0, |piece| {
                let slides = match piece.role() {
                    Role::Bishop => SLIDER | DIAGONAL,
                    Role::Rook => SLIDER | STRAIGHT,
                    Role::Queen => SLIDER | DIAGONAL | STRAIGHT,
                    _ => STRAIGHT,
                };
                slides | if piece.color() == Color::Black { BLACK } else { 0 }
            });
            match piece {
                Some(piece) if piece.color() != us => targets.push(index),
                Some(_) if board[index] & SLIDER != 0 => sliders.push(index),
                _ => {}
            }
        }
        let them = if us == Color::White { BLACK } else { 0 };
        Laid { board, sliders, targets, them, layout: core::marker::PhantomData }
    }

    fn own_directions(piece: u8) -> impl Iterator<Item = isize> {
        let [n, e, s, w, ne, se, sw, nw] = directions::<L>();
        let straight = (piece & STRAIGHT != 0).then_some([n, e, s, w]);
        let diagonal = (piece & DIAGONAL != 0).then_some([ne, se, sw, nw]);
        straight.into_iter().chain(diagonal).flatten()
    }

    /// Source-destination: the moves of all sliders, captures counted apart.
    pub(crate) fn slides(&self) -> (u32, u32) {
        let (mut quiets, mut captures) = (0, 0);
        for &from in &self.sliders {
            for step in Self::own_directions(self.board[from]) {
                let mut to = from.wrapping_add_signed(step);
                loop {
                    if L::TESTED && to & 0x88 != 0 {
                        break;
                    }
                    let hit = self.board[to];
                    if hit != 0 {
                        captures += u32::from(hit & (BORDER | BLACK) == self.them);
                        break;
                    }
                    quiets += 1;
                    to = to.wrapping_add_signed(step);
                }
            }
        }
        (quiets, captures)
    }

    /// Destination-source: how often a slider attacks an enemy piece, asked pair by pair.
    pub(crate) fn attacks(&self, steps: &Steps<L>) -> u32 {
        let mut attacks = 0;
        for &target in &self.targets {
            for &from in &self.sliders {
                let step = steps.between(target, from);
                if step == 0 {
                    continue;
                }
                let straight = step == 1 || step == -1 || step == L::WIDTH || step == -L::WIDTH;
                if self.board[from] & (if straight { STRAIGHT } else { DIAGONAL }) == 0 {
                    continue;
                }
                // No test for the edge: the slider itself stops the walk.
                let mut at = target.wrapping_add_signed(step);
                while self.board[at] == 0 {
                    at = at.wrapping_add_signed(step);
                }
                attacks += u32::from(at == from);
            }
        }
        attacks
    }
}
