//! The generator by bitboards: the legal moves of the side to move, origin by origin.
//!
//! Each origin comes with the set of its legal targets. The [`Sink`] processes
//! the moves. The [`AttackInfo`] knows the attacks, checks and pins.

use super::side_to_move::SideToMove;
use super::{Lister, Wanted};
use crate::attacks::bitboard::{AttackInfo, Bits, index_of_bit, king_attacks_from, knight_attacks_from, square_of};
use crate::attacks::bits::{
    bishop_attacks, bit_of, forward, forward_east, forward_west, knight_attacks, lines_to, pawn_attacks, rook_attacks,
    step_attacks,
};
use crate::board::bitboards::Side;
use crate::geometry::{Direction, Square, SquareSet};
use crate::moves::effect::DOUBLE_STEP_OVER;
use crate::moves::{Castling, CastlingSide, Move, MoveKind, MoveList};
use crate::piece::{Color, PieceSet};
use crate::position::Position;
use crate::rules::{ChessRules, MakrukRules, Rules, Variant, promotion_zone};

impl Wanted {
    /// The squares that pieces may go to. Castling and captures en passant ignore this set.
    #[inline(always)]
    const fn targets(self, info: &AttackInfo) -> u64 {
        match self {
            Wanted::Any => !0,
            Wanted::Captures => info.them.all,
            Wanted::Quiets => info.empty(),
        }
    }
}

/// Moves that are found together. No square or set is empty; `from` is a single square.
enum Moves {
    /// All targets of one piece other than a pawn.
    Piece { from: u64, to: u64 },
    /// All moves of these pawns to some squares. [`PawnTargets::of`] applies the pins.
    Pawns { pawns: u64, targets: u64 },
    /// Castling, or a capture en passant.
    Special(Move),
}

/// A receiver of moves: a list or a count.
trait Sink<R> {
    /// Takes some moves. The function is always inlined, so that each caller holds only the code for its kind of moves.
    fn take(&mut self, info: &AttackInfo, moves: Moves);
}

/// Passes the `wanted` legal moves to the sink.
#[inline(always)]
fn generate<R: Rules>(node: &SideToMove<'_>, info: &AttackInfo, wanted: Wanted, sink: &mut impl Sink<R>) {
    let to = king_targets::<R>(info, wanted.targets(info));
    if to != 0 {
        sink.take(info, Moves::Piece { from: info.us.king, to });
    }
    if info.checks < 2 {
        pieces(info, wanted, sink);
    }
    if R::DOUBLE_STEP
        && wanted != Wanted::Quiets
        && let Some(to) = node.en_passant
    {
        for from in Bits(pawn_attacks(!info.color, bit_of(to)) & info.us.pawns).map(square_of) {
            if node.en_passant_is_safe(from, to) {
                sink.take(info, Moves::Special(Move::of(from, to, MoveKind::EnPassant)));
            }
        }
    }
    if R::CASTLING && wanted != Wanted::Captures && info.checks == 0 && !node.castling.is_empty() {
        for side in [CastlingSide::Queen, CastlingSide::King] {
            if let Some(rook) = node.castling.rook(info.color, side)
                && can_castle::<R>(info, rook)
            {
                sink.take(info, Moves::Special(Move::of(info.king, rook, MoveKind::Castle)));
            }
        }
    }
}

/// Passes the moves of all pieces except the king, without en passant. The least valuable pieces come first: programs sort by
/// value, and a nearly sorted list is sorted sooner.
#[inline(always)]
fn pieces<R: Rules>(info: &AttackInfo, wanted: Wanted, sink: &mut impl Sink<R>) {
    let AttackInfo { ref us, checks, check_mask, pinned, .. } = *info;
    let targets = check_mask & wanted.targets(info);
    // A pinned piece never answers a check.
    let movable = if checks == 0 { !0 } else { !pinned };

    sink.take(info, Moves::Pawns { pawns: us.pawns & movable, targets });
    for from in Bits(us.knights & movable & !pinned) {
        let to = knight_attacks_from(from) & targets;
        if to != 0 {
            sink.take(info, Moves::Piece { from, to });
        }
    }
    // A queen comes twice, as a diagonal and as an orthogonal slider, so that neither loop tests the kind of piece.
    for from in Bits(us.diagonal & movable) {
        along_pin(info, from, bishop_attacks(square_of(from), info.occupied) & targets, sink);
    }
    for from in Bits(us.orthogonal & movable) {
        along_pin(info, from, rook_attacks(square_of(from), info.occupied) & targets, sink);
    }
    if R::MAKRUK_LEAPERS {
        for from in Bits((us.mets | us.khons) & movable) {
            along_pin(info, from, step_attacks(us.makruk_leaper_at(from), info.color, from) & targets, sink);
        }
    }
}

/// Passes the moves of a piece to those of some squares that its pin allows.
#[inline(always)]
fn along_pin<R: Rules>(info: &AttackInfo, from: u64, mut to: u64, sink: &mut impl Sink<R>) {
    if info.pinned & from != 0 {
        to &= info.line(from);
    }
    if to != 0 {
        sink.take(info, Moves::Piece { from, to });
    }
}

/// The squares that the king may step to.
#[inline(always)]
fn king_targets<R: Rules>(info: &AttackInfo, within: u64) -> u64 {
    let around = king_attacks_from(info.us.king) & !info.us.all & within;
    if around == 0 { 0 } else { around & !info.danger::<R>(around) }
}

/// Returns `true` if the side to move, which is not in check, may castle with this rook now, by [`Castling::path`] and
/// [`Castling::king_way`]. All squares of the way are tested at once.
#[inline(always)]
fn can_castle<R: Rules>(info: &AttackInfo, rook: Square) -> bool {
    let castling = Castling::new(info.king, rook);
    bit_of(rook) & info.pinned == 0
        && castling.path().bits() & info.occupied == 0
        && info.danger_by_call::<R>(castling.king_way().bits()) == 0
}

/// The origin of a pawn that came to `to` by `step`, a difference of 0x88 indices.
#[inline]
const fn behind(to: Square, step: i16) -> Square {
    Square::from_masked((to as u8).wrapping_sub(step.cast_unsigned() as u8))
}

/// Target squares of pawns by the way of the move: straight, double step, captures to each side.
#[derive(Clone, Copy)]
struct PawnTargets {
    single: u64,
    double: u64,
    east: u64,
    west: u64,
}

impl PawnTargets {
    /// The moves of pawns to some squares, along their pins. (Pawns that are pinned in check do not come here.)
    #[inline(always)]
    fn of<R: Rules>(info: &AttackInfo, pawns: u64, targets: u64) -> PawnTargets {
        let (us, pinned) = (info.color, info.pinned);
        let (mut pushing, mut east, mut west) = (pawns, pawns, pawns);
        if pawns & pinned != 0 {
            let [vertical, rising, falling] = info.pin_masks();
            let (along_east, along_west) = us.pick((rising, falling), (falling, rising));
            pushing &= !pinned | vertical;
            east &= !pinned | along_east;
            west &= !pinned | along_west;
        }
        let single = forward(us, pushing) & info.empty();
        // Only a first step to the third rank goes on.
        let over = us.relative_rank(DOUBLE_STEP_OVER).squares().bits();
        let double = if R::DOUBLE_STEP { forward(us, single & over) & info.empty() } else { 0 };
        let (east, west) = (forward_east(us, east) & info.them.all, forward_west(us, west) & info.them.all);
        PawnTargets { single, double, east, west }.within(targets)
    }

    /// Keeps only some of the target squares.
    #[inline(always)]
    const fn within(self, targets: u64) -> Self {
        Self {
            single: self.single & targets,
            double: self.double & targets,
            east: self.east & targets,
            west: self.west & targets,
        }
    }

    /// The targets by way: the set, the difference of 0x88 indices, and the kind of move.
    #[inline(always)]
    fn by_step(self, us: Color) -> [(u64, i16, MoveKind); 4] {
        let ahead = i16::from(us.forward() as i8);
        let aside = |direction: Direction| ahead + i16::from(direction as i8);
        [
            (self.single, ahead, MoveKind::Quiet),
            (self.double, 2 * ahead, MoveKind::DoubleStep),
            (self.east, aside(Direction::East), MoveKind::Capture),
            (self.west, aside(Direction::West), MoveKind::Capture),
        ]
    }

    /// Counts the moves. A promotion target counts once for each piece that the pawn may become.
    #[inline(always)]
    const fn count<R: Rules>(self, us: Color) -> u32 {
        let more = R::PROMOTIONS.len() as u32 - 1;
        let zone = if more == 0 { 0 } else { promotion_zone::<R>(us) };
        if (self.single | self.east | self.west) & zone == 0 {
            return self.len();
        }
        self.len() + more * self.within(zone).len()
    }

    /// Counts the target squares.
    #[inline(always)]
    const fn len(self) -> u32 {
        self.single.count_ones() + self.double.count_ones() + self.east.count_ones() + self.west.count_ones()
    }
}

/// Turns targets into two-byte moves.
struct List<'a> {
    moves: &'a mut MoveList,
    wanted: Wanted,
}

/// Adds the moves of pawns that promote, which are rare.
#[inline(never)]
fn push_promotions<R: Rules>(moves: &mut MoveList, us: Color, promoting: PawnTargets) {
    for (set, step, kind) in promoting.by_step(us) {
        for to in Bits(set) {
            let to = square_of(to);
            for &role in R::PROMOTIONS {
                moves.add(Move::promoting(behind(to, step), to, role, kind == MoveKind::Capture));
            }
        }
    }
}

impl List<'_> {
    /// Adds the moves of pawns that go the same way and do not promote.
    #[inline(always)]
    fn pawn_moves(&mut self, (set, step, kind): (u64, i16, MoveKind)) {
        // Both squares at once: the step is subtracted from the byte of the origin, and carries nothing.
        let from_and_kind = Move::kind_bits(kind).wrapping_sub(step.cast_unsigned());
        self.extend(set, |both| both.wrapping_add(from_and_kind));
    }

    /// Adds a move to each square of `to`. The function is given the index of the square in both bytes of a word.
    #[inline(always)]
    fn extend(&mut self, to: u64, bits: impl Fn(u16) -> u16) {
        for to in Bits(to) {
            // A full list ends the loop, so that nothing is left to do after a push.
            let mv = Move::from_raw(bits(TWICE[to.trailing_zeros() as usize % Square::COUNT]));
            if self.moves.try_push(mv).is_err() {
                return;
            }
        }
    }
}

/// The 0x88 index of the square with each number, in the upper byte and in the lower.
static TWICE: [u16; Square::COUNT] = {
    let (mut twice, mut n) = ([0; Square::COUNT], 0);
    while n < Square::COUNT {
        twice[n] = Square::ALL[n] as u16 * 0x101;
        n += 1;
    }
    twice
};

impl<R: Rules> Sink<R> for List<'_> {
    #[inline(always)]
    fn take(&mut self, info: &AttackInfo, moves: Moves) {
        let (color, them) = (info.color, info.them.all);
        match moves {
            Moves::Piece { from, to } => {
                let from = index_of_bit(from);
                let of = |kind| move |both: u16| both & 0xFF00 | from | Move::kind_bits(kind);
                if self.wanted != Wanted::Quiets {
                    self.extend(to & them, of(MoveKind::Capture));
                }
                if self.wanted != Wanted::Captures {
                    self.extend(to & !them, of(MoveKind::Quiet));
                }
            }
            Moves::Pawns { pawns, targets } => {
                let to = PawnTargets::of::<R>(info, pawns, targets);
                let zone = promotion_zone::<R>(color);
                let [single, double, east, west] = to.within(!zone).by_step(color);
                self.pawn_moves(single);
                if R::DOUBLE_STEP {
                    self.pawn_moves(double);
                }
                self.pawn_moves(east);
                self.pawn_moves(west);
                if (to.single | to.east | to.west) & zone != 0 {
                    push_promotions::<R>(self.moves, color, to.within(zone));
                }
            }
            Moves::Special(mv) => self.moves.add(mv),
        }
    }
}

/// Counts moves without listing them.
struct Counter(u32);

impl<R: Rules> Sink<R> for Counter {
    #[inline(always)]
    fn take(&mut self, info: &AttackInfo, moves: Moves) {
        self.0 += match moves {
            Moves::Piece { to, .. } => to.count_ones(),
            Moves::Pawns { pawns, targets } => PawnTargets::of::<R>(info, pawns, targets).count::<R>(info.color),
            Moves::Special(_) => 1,
        };
    }
}

#[inline]
fn info_of<R: Rules>(node: &SideToMove<'_>, checkers: SquareSet) -> AttackInfo {
    AttackInfo::of::<R>(&node.board.bitboards(), node.us, node.king, checkers)
}

/// Counts the legal moves.
#[inline(always)]
fn count_of<R: Rules>(node: &SideToMove<'_>, info: &AttackInfo) -> u32 {
    let mut counter = Counter(0);
    generate::<R>(node, info, Wanted::Any, &mut counter);
    counter.0
}

/// Returns `true` if a pawn or knight that no line joins with its king has a move. No pin holds this piece, so without a check the move is
/// legal. Most positions have one, and this question is the cheapest.
#[inline(always)]
fn has_free_move<R: Rules>(node: &SideToMove<'_>) -> bool {
    let bitboards = node.board.bitboards();
    let Side { all, pawns, knights, .. } = bitboards.side::<R>(node.us);
    let free = all & !lines_to(node.king, all, all);
    forward(node.us, pawns & free) & !bitboards.occupied() != 0 || knight_attacks(knights & free) & !all != 0
}

/// Adds the `wanted` legal moves to a list. Each caller knows `wanted` at compile time.
#[inline(always)]
fn list_of<R: Rules>(node: &SideToMove<'_>, checkers: SquareSet, wanted: Wanted, moves: &mut MoveList) {
    generate::<R>(node, &info_of::<R>(node, checkers), wanted, &mut List { moves, wanted });
}

/// The functions of a game, compiled once in this crate and not in each program that calls them.
struct Generator {
    /// Adds moves to a list, one function for each kind of wanted moves.
    list: [Lister; 3],
    count: fn(&SideToMove<'_>, SquareSet) -> u32,
    any: fn(&SideToMove<'_>, SquareSet) -> bool,
}

static CHESS: Generator = Generator::new::<ChessRules>();
static MAKRUK: Generator = Generator::new::<MakrukRules>();

impl Generator {
    const fn new<R: Rules>() -> Generator {
        Generator {
            list: [
                |node, checkers, moves| list_of::<R>(node, checkers, Wanted::Any, moves),
                |node, checkers, moves| list_of::<R>(node, checkers, Wanted::Captures, moves),
                |node, checkers, moves| list_of::<R>(node, checkers, Wanted::Quiets, moves),
            ],
            count: |node, checkers| count_of::<R>(node, &info_of::<R>(node, checkers)),
            // Then the king's steps are found fastest.
            any: |node, checkers| {
                if checkers.is_empty() && has_free_move::<R>(node) {
                    return true;
                }
                let info = info_of::<R>(node, checkers);
                king_targets::<R>(&info, !0) != 0 || count_of::<R>(node, &info) != 0
            },
        }
    }

    /// The generator of a game.
    #[inline]
    fn of<R: Rules>() -> &'static Generator {
        match R::GAME {
            Variant::Chess => &CHESS,
            Variant::Makruk => &MAKRUK,
        }
    }
}

/// Returns the function that lists the `wanted` moves.
#[inline]
pub(super) fn lister<R: Rules>(wanted: Wanted) -> Lister {
    Generator::of::<R>().list[wanted as usize]
}

/// Counts the legal moves.
#[inline]
pub(super) fn count<R: Rules>(position: &Position<R>) -> u32 {
    (Generator::of::<R>().count)(&position.mover(), position.checkers())
}

/// Returns `true` if there is a legal move.
#[inline]
pub(super) fn any<R: Rules>(position: &Position<R>) -> bool {
    (Generator::of::<R>().any)(&position.mover(), position.checkers())
}
