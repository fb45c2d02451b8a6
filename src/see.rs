//! Static exchange evaluation: the gain or loss of a move if both sides go on capturing on its target square.
//!
//! ```text
//!    8  . k . r . . . q      Nd3xe5 wins a pawn, and the knight on d7 takes the knight: 100 - 300.
//!    7  . p p n . . . p      White could go on with Re2xe5, but then Bf6xe5 takes the rook. The queens
//!    6  p . . . . b . .      on e1 and h8 would join in behind e2 and f6. White does best to stop:
//!    5  . . . . p . . .      the result is -200.
//!    4  . . . . . . . .
//!    3  P . . N . . P .      On each line the nearest slider captures first. Then the piece behind it
//!    2  . P P . R . B P      is the nearest (an x-ray).
//!    1  . . K . Q . . .
//! ```
//!
//! Definitions of the exchange differ. This is the definition here:
//!
//! - A side captures with its least valuable piece, and stops as soon as a capture would lose. Among pieces of equal value the
//!   order is pawn, knight, bishop (Khon), rook, queen (Met). Among pieces of one kind the piece nearest to its own first rank
//!   captures first, then the piece nearest to the a-file.
//! - A slider behind a piece joins in after that piece has captured (*x-rays*).
//! - A king captures only when the other side has no attacker left.
//! - Pins and checks are ignored: a pinned piece takes part like any other. The sides capture in turn.
//! - A pawn that captures on a promotion square promotes to the most valuable piece. The gain counts, and the next capture wins
//!   that piece. The first move promotes to the piece that it names.
//! - The pawn captured en passant leaves its square, which may open a line.
//! - Castling is 0: it captures nothing, and exchanges on the rook's new square are not counted.
//!
//! Source: Chess Programming Wiki, "Static Exchange Evaluation", "SEE - The Swap Algorithm", "MVV-LVA".

// `inline(always)`: the first capture is compiled into its caller.

use core::marker::PhantomData;

use crate::attacks::bits::{bit_of, bit_seen_from, lines_to, sliders_to, steppers_to};
use crate::board::Bitboards;
use crate::geometry::Square;
#[doc(alias("material_values"))]
pub use crate::material::PieceValues;
use crate::moves::{Move, MoveKind, captured_pawn};
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::rules::Rules;

/// Returns the gain of the side to move by this legal move and the captures after it on the same square; a loss is negative.
/// Captures on other squares do not count.
///
/// Both sides capture with the least valuable piece first, and may stop. X-rays join in. A king captures only if no enemy attacker
/// is left. Pins are ignored. Captures on a promotion square promote. Castling is 0.
///
/// ```
/// use chess0x88::see::PieceValues;
/// use chess0x88::{Chess, see};
/// let position: Chess = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1".parse()?;
/// let takes = position.parse_uci("d3e5")?; // a pawn for a knight
/// assert_eq!(see::value(&position, takes, &PieceValues::default()), -200);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("see", "static_exchange_evaluation"))]
#[must_use]
pub fn value<R: Rules>(position: &Position<R>, mv: Move, values: &PieceValues) -> i32 {
    if mv.kind() == MoveKind::Castle {
        return 0;
    }
    let worth = &values.by_role();
    let (gain, standing) = stakes(position, mv, worth);
    gain - Exchange::after(position, mv, (values, worth)).best(!position.turn(), standing)
}

/// Returns `true` if [`see::value`](crate::see::value) is at least `threshold`. This test needs fewer captures than the value.
///
/// ```
/// use chess0x88::see::PieceValues;
/// use chess0x88::{Chess, see};
/// let position: Chess = "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1".parse()?;
/// let takes = position.parse_uci("e1e5")?; // an undefended pawn
/// assert!(see::at_least(&position, takes, 100, &PieceValues::default()));
/// assert!(!see::at_least(&position, takes, 101, &PieceValues::default()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("see_ge", "see_at_least"))]
#[must_use]
#[inline]
pub fn at_least<R: Rules>(position: &Position<R>, mv: Move, threshold: i32, values: &PieceValues) -> bool {
    if mv.kind() == MoveKind::Castle {
        return threshold <= 0;
    }
    let (them, worth) = (!position.turn(), &values.by_role());
    let (gain, standing) = stakes(position, mv, worth);
    // Solves gain - reply >= threshold for the reply. Bounds above all possible gains are equal.
    let bound = gain.saturating_sub(threshold).saturating_add(1).min(OUT_OF_REACH);
    !is_reached::<R>(them, mv.to(), standing, bound, || {
        Exchange::after(position, mv, (values, worth)).capture(them, standing, bound)
    })
}

/// Returns a sort key for captures; the highest comes first. The most valuable victim (with the gain of a promotion) comes first;
/// for the same victim, the least valuable attacker.
///
/// ```
/// use chess0x88::see::PieceValues;
/// use chess0x88::{Chess, see};
/// use core::cmp::Reverse;
/// let position: Chess = "4k3/8/8/3q1r2/4P3/8/8/3RK3 w - - 0 1".parse()?;
/// let mut captures = position.legal_captures();
/// let values = PieceValues::default();
/// captures.sort_unstable_by_key(|&mv| Reverse(see::mvv_lva(&position, mv, &values)));
/// assert_eq!(
///     captures.iter().map(|mv| mv.to_string()).collect::<Vec<_>>(),
///     ["e4d5", "d1d5", "e4f5"]
/// );
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
#[must_use]
#[inline]
pub fn mvv_lva<R: Rules>(position: &Position<R>, mv: Move, values: &PieceValues) -> u32 {
    let attacker = position.board().piece_at(mv.from()).map_or(0, |piece| values.of(piece.role()));
    let victim = stakes(position, mv, &values.by_role()).0.clamp(0, i32::from(u16::MAX)).cast_unsigned();
    victim << 16 | u32::from(u16::MAX - attacker)
}

/// More than a capture and a promotion together can gain.
const OUT_OF_REACH: i32 = 1 << 18;

/// Returns the gain of the move itself, by a capture and a promotion, and the value of the piece on the target.
#[inline]
fn stakes<R: Rules>(position: &Position<R>, mv: Move, worth: &Worth) -> (i32, i32) {
    let of = |role: Role| i32::from(worth[role.index()]);
    let on = |square| position.board().piece_at(square).map_or(0, |piece| of(piece.role()));
    let (moved, taken) = (on(mv.from()), on(mv.to()));
    if mv.is_simple() {
        return (taken, moved);
    }
    match mv.promotion() {
        Some(role) => (taken + of(role) - of(Role::Pawn), of(role)),
        None if mv.is_en_passant() => (of(Role::Pawn), moved),
        None => (0, moved),
    }
}

/// The value of a piece of each role, in the order of [`Role::ALL`].
type Worth = [u16; Role::COUNT];

/// The remaining captures on one square.
struct Exchange<'a, R: Rules> {
    worth: &'a Worth,
    target: Square,
    bitboards: Bitboards,
    /// The roles by value, if they differ from the usual order.
    order: Option<[Role; ROLES]>,
    /// The squares of the pieces still on the board, without the target.
    here: u64,
    /// The pieces of both colours that attack the target. Some may be off the board already.
    attackers: u64,
    /// The role of the last capturing piece. Sliders behind it have yet to join the attackers.
    last: Role,
    rules: PhantomData<R>,
}

/// Each game has six kinds of pieces.
const ROLES: usize = 6;

impl<'a, R: Rules> Exchange<'a, R> {
    /// The captures on the target of a move that has been made. The move must not be castling.
    #[inline]
    fn after(position: &Position<R>, mv: Move, (values, worth): (&PieceValues, &'a Worth)) -> Exchange<'a, R> {
        let (target, bitboards) = (mv.to(), position.bitboards().of::<R>());
        let mut left = bit_of(mv.from()) | bit_seen_from(target);
        if mv.kind() == MoveKind::EnPassant {
            left |= bit_of(captured_pawn(position.turn(), target));
        }
        let here = bitboards.occupied() & !left;
        let sliders = sliders_to(target, bitboards.orthogonal(), bitboards.diagonal(), here);
        let attackers = steppers_to::<R>(&bitboards, target) | sliders;
        // No slider is opened by a knight.
        let (order, last) = (order::<R>(values), Role::Knight);
        Exchange { worth, target, bitboards, order, here, attackers, last, rules: PhantomData }
    }

    /// The best gain of `side` by capturing a piece worth `standing`, or by not capturing.
    fn best(&mut self, side: Color, standing: i32) -> i32 {
        match self.next_capture(side) {
            // Each capture uses up a piece, so the recursion is no deeper than the number of attackers.
            Some((promotion, arriving)) => (standing + promotion - self.best(!side, arriving)).max(0),
            None => 0,
        }
    }

    /// Returns `true` if `side` gains at least `bound` (above 0) by capturing a piece worth `standing`: the value of the capture minus the
    /// other side's best reply must reach `bound`.
    #[inline]
    fn capture(mut self, side: Color, standing: i32, bound: i32) -> bool {
        let Some((promotion, arriving)) = self.next_capture(side) else { return false };
        let rest = standing + promotion - bound + 1;
        !is_reached::<R>(!side, self.target, arriving, rest, move || {
            self.may_capture(!side) && self.go_on(!side, arriving, rest)
        })
    }

    /// Returns `true` if `side` has an attacker, or a slider on a line with the target that may have joined. Mostly it has none,
    /// which saves a call.
    #[inline]
    fn may_capture(&self, side: Color) -> bool {
        let in_line = lines_to(self.target, self.bitboards.orthogonal(), self.bitboards.diagonal());
        (self.attackers | in_line) & self.here & side.pick(!self.bitboards.black, self.bitboards.black) != 0
    }

    /// The captures after the first. Most exchanges are decided earlier, so the first capture is inlined into its caller.
    #[inline(never)]
    fn go_on(self, side: Color, standing: i32, bound: i32) -> bool {
        self.capture(side, standing, bound)
    }

    /// Captures with the least valuable piece of `side`, the king last. Returns the gain of its promotion, and the value of the
    /// piece on the target.
    #[inline]
    fn next_capture(&mut self, side: Color) -> Option<(i32, i32)> {
        self.let_join();
        let (attackers, role) = self.least_attackers(side)?;
        self.here &= !first_for(side, attackers);
        self.last = role;
        if role == Role::King {
            self.let_join();
            if self.attackers_of(!side) != 0 {
                return None;
            }
        }
        let of = |role: Role| i32::from(self.worth[role.index()]);
        let value = of(role);
        if role == Role::Pawn && R::RULES.pawns.promotes(side, self.target) {
            let promoted = R::PROMOTIONS.iter().map(|&role| of(role)).max().unwrap_or(value);
            return Some((promoted - value, promoted));
        }
        Some((0, value))
    }

    /// The pieces of `side` that can capture now.
    #[inline]
    fn attackers_of(&self, side: Color) -> u64 {
        self.attackers & self.here & side.pick(!self.bitboards.black, self.bitboards.black)
    }

    /// The least valuable attackers, all of one role. The king comes last.
    #[inline]
    fn least_attackers(&self, side: Color) -> Option<(u64, Role)> {
        let all = self.attackers_of(side);
        let of = |role: Role| Some((self.bitboards.role(role).bits() & all, role)).filter(|&(set, _)| set != 0);
        if all == 0 {
            return None;
        }
        match self.order {
            None => R::ROLES.iter().find_map(|&role| of(role)),
            Some(order) => order.into_iter().find_map(of),
        }
    }

    /// Adds the sliders behind the last capturing piece to the attackers (x-rays). Only pieces still on the board block a line.
    #[inline]
    fn let_join(&mut self) {
        if self.last != Role::Knight {
            let (orthogonal, diagonal) = (self.bitboards.orthogonal(), self.bitboards.diagonal());
            self.attackers |= sliders_to(self.target, orthogonal, diagonal, self.here);
        }
    }
}

/// Returns `true` if the best gain of a side, by capturing a piece worth `standing` or by not capturing, is at least `bound`. The
/// capture is played only if simpler tests do not decide.
#[inline(always)]
fn is_reached<R: Rules>(
    side: Color,
    target: Square,
    standing: i32,
    bound: i32,
    by_capturing: impl FnOnce() -> bool,
) -> bool {
    // A side need not capture at a loss. A piece worth less than the bound is not enough, unless the capturing pawn promotes.
    bound <= 0 || (bound <= standing || R::RULES.pawns.promotes(side, target)) && by_capturing()
}

/// The first square as a side counts: nearest to its own first rank, then nearest to the a-file.
#[inline]
fn first_for(side: Color, squares: u64) -> u64 {
    let lowest = |set: u64| set & set.wrapping_neg();
    match side {
        Color::White => lowest(squares),
        Color::Black => lowest(squares.swap_bytes()).swap_bytes(),
    }
}

/// The roles of a game by value, the king last; `None` for the order of [`Rules::ROLES`]. Roles of equal value keep that order.
#[inline]
fn order<R: Rules>(values: &PieceValues) -> Option<[Role; ROLES]> {
    let (king, others) = R::ROLES.split_last()?;
    if others.is_sorted_by_key(|&role| values.of(role)) {
        return None;
    }
    let mut order = [*king; ROLES];
    let (_, places) = order.split_last_mut()?;
    places.iter_mut().zip(others).for_each(|(place, &role)| *place = role);
    places.sort_unstable_by_key(|&role| (values.of(role), others.iter().position(|&other| other == role)));
    Some(order)
}
