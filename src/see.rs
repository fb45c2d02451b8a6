//! Static exchange evaluation: the gain or loss of a move if both sides go on capturing on its target square.
//!
//! ```text
//!    8  . k . r . . . q      Nd3xe5 wins a pawn, and the knight on d7 takes the knight:
//!    7  . p p n . . . p      100 - 300. White could go on with Re2xe5, but then Bf6xe5 takes
//!    6  p . . . . b . .      the rook. The queens on e1 and h8 would join in behind e2 and
//!    5  . . . . p . . .      f6. White does best to stop: the result is -200.
//!    4  . . . . . . . .
//!    3  P . . N . . P .      On each line the nearest slider captures first. Then the piece
//!    2  . P P . R . B P      behind it is the nearest (an x-ray).
//!    1  . . K . Q . . .
//! ```
//!
//! ```
//! use chess0x88::see::{self, PieceValues};
//! use chess0x88::Chess;
//! let position: Chess = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1".parse()?;
//! let takes = position.parse_san("Nxe5")?;
//! assert_eq!(see::value(&position, takes, &PieceValues::DEFAULT), -200);
//! assert!(!see::at_least(&position, takes, 0, &PieceValues::DEFAULT)); // with less work
//! # Ok::<(), Box<dyn std::error::Error>>(())
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

use crate::attacks::bits::{bishop_attacks, bit_of, bit_seen_from, lines_to, rook_attacks, steppers_to};
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
/// let position: Chess =
///     "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1".parse()?;
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
    Exchange::after(position, mv, (values, worth)).value(position.turn(), gain, standing)
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
    if bound <= 0 {
        return false;
    }
    if is_too_little::<R>(them, mv.to(), standing, bound) {
        return true;
    }
    !Exchange::after(position, mv, (values, worth)).reaches(them, standing, bound)
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
    /// `true` if sliders along ranks and files may attack the target that are not among the attackers yet. Pawns and knights capture
    /// first, so most exchanges end before anybody looks for sliders.
    orthogonal_unknown: bool,
    /// The same for sliders along diagonals.
    diagonal_unknown: bool,
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
        let (attackers, order) = (steppers_to::<R>(&bitboards, target), order::<R>(values));
        let (orthogonal_unknown, diagonal_unknown) = (true, true);
        Exchange {
            worth,
            target,
            bitboards,
            order,
            here,
            attackers,
            orthogonal_unknown,
            diagonal_unknown,
            rules: PhantomData,
        }
    }

    /// The gain of `us` after a move that gained `balance` and left a piece worth `standing` on the target.
    ///
    /// The side to capture may stop instead, which bounds the gain: for the enemy from above, for `us` from below. If both bounds
    /// meet, further captures change nothing.
    #[inline]
    fn value(mut self, us: Color, mut balance: i32, mut standing: i32) -> i32 {
        let (mut low, mut high, mut side) = (i32::MIN, i32::MAX, !us);
        loop {
            if side == us {
                low = low.max(balance);
            } else {
                high = high.min(balance);
            }
            let (stopped, other) = if side == us { (low, high) } else { (high, low) };
            if low >= high {
                return other;
            }
            let capture = if self.may_capture(side) { self.next_capture(side) } else { None };
            let Some((promotion, arriving)) = capture else { return stopped };
            let gain = standing + promotion;
            balance += if side == us { gain } else { -gain };
            (side, standing) = (!side, arriving);
        }
    }

    /// Returns `true` if the best gain of `side`, by capturing a piece worth `standing` or by not capturing, is at least `bound`.
    #[inline(always)]
    fn reaches(mut self, mut side: Color, mut standing: i32, mut bound: i32) -> bool {
        let mut reached = true;
        loop {
            if bound <= 0 {
                return reached;
            }
            if is_too_little::<R>(side, self.target, standing, bound) || !self.may_capture(side) {
                return !reached;
            }
            let Some((promotion, arriving)) = self.next_capture(side) else { return !reached };
            // The capture reaches the bound unless the other side gains the rest and one more.
            bound = standing + promotion - bound + 1;
            (side, standing, reached) = (!side, arriving, !reached);
        }
    }

    /// Returns `true` if `side` has an attacker, or a slider on a line with the target that may have joined. Mostly it has none,
    /// which saves a search.
    #[inline]
    fn may_capture(&self, side: Color) -> bool {
        let in_line = lines_to(self.target, self.bitboards.orthogonal(), self.bitboards.diagonal());
        (self.attackers | in_line) & self.here & side.pick(!self.bitboards.black, self.bitboards.black) != 0
    }

    /// Captures with the least valuable piece of `side`, the king last. Returns the gain of its promotion, and the value of the
    /// piece on the target.
    #[inline]
    fn next_capture(&mut self, side: Color) -> Option<(i32, i32)> {
        let (attackers, role) = self.least_attackers(side)?;
        self.here &= !first_for(side, attackers);
        // The piece may have hidden a slider behind it (an x-ray).
        self.orthogonal_unknown |= matches!(role, Role::Rook | Role::Queen | Role::King | Role::Khon);
        self.diagonal_unknown |= !matches!(role, Role::Knight | Role::Rook);
        if role == Role::King {
            self.let_join(true, true);
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
    fn least_attackers(&mut self, side: Color) -> Option<(u64, Role)> {
        if let Some(order) = self.order {
            self.let_join(true, true);
            return order.into_iter().find_map(|role| self.attackers_with(side, role));
        }
        // Written out, so that the compiler knows each role. Bishops and rooks come before queen and king: by then all sliders are known.
        let &[pawn, knight, third, rook, fifth, king] = R::ROLES else { return None };
        self.attackers_with(side, pawn)
            .or_else(|| self.attackers_with(side, knight))
            .or_else(|| {
                self.let_join(false, third == Role::Bishop);
                self.attackers_with(side, third)
            })
            .or_else(|| {
                self.let_join(true, false);
                self.attackers_with(side, rook)
            })
            .or_else(|| self.attackers_with(side, fifth))
            .or_else(|| self.attackers_with(side, king))
    }

    /// The pieces of `side` with this role that can capture now.
    #[inline(always)]
    fn attackers_with(&self, side: Color, role: Role) -> Option<(u64, Role)> {
        let attackers = self.bitboards.role(role).bits() & self.attackers_of(side);
        (attackers != 0).then_some((attackers, role))
    }

    /// Adds the sliders that are not known yet to the attackers. Only pieces still on the board block a line.
    #[inline(always)]
    fn let_join(&mut self, orthogonal: bool, diagonal: bool) {
        if orthogonal && self.orthogonal_unknown {
            self.attackers |= rook_attacks(self.target, self.here) & self.bitboards.orthogonal();
            self.orthogonal_unknown = false;
        }
        if diagonal && self.diagonal_unknown {
            self.attackers |= bishop_attacks(self.target, self.here) & self.bitboards.diagonal();
            self.diagonal_unknown = false;
        }
    }
}

/// Returns `true` if a capture of a piece worth `standing` gains less than `bound` (above 0), whatever follows.
#[inline(always)]
fn is_too_little<R: Rules>(side: Color, target: Square, standing: i32, bound: i32) -> bool {
    bound > standing && !R::RULES.pawns.promotes(side, target)
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
    let (_, but_king) = order.split_last_mut()?;
    but_king.iter_mut().zip(others).for_each(|(place, &role)| *place = role);
    but_king.sort_unstable_by_key(|&role| (values.of(role), others.iter().position(|&other| other == role)));
    Some(order)
}
