//! The generator by bitboards: the legal moves of the side to move, origin by origin.
//!
//! Each origin comes with the set of its legal targets. The [`Sink`] processes
//! the moves. The [`BitboardInfo`] knows the attacks, checks and pins.

mod pawns;

pub(crate) use pawns::{PawnTargets, Pawns};

use super::side_to_move::SideToMove;
use super::{Lister, Wanted};
use crate::attacks::bitboard::{BitboardInfo, CheckInfo, index_of_bit, king_attacks_from, knight_attacks_from};
use crate::attacks::bitboard::{Bits, square_of};
use crate::attacks::bits::{bit_of, forward, knight_attacks, lines_to, pawn_attacks, steps};
use crate::board::bitboards::Side;
use crate::geometry::{Square, SquareSet};
use crate::moves::{Castling, Move, MoveKind, MoveList};
use crate::piece::{Color, PieceSet};
use crate::position::Position;
use crate::rules::{ChessRules, MakrukRules, Rules, Variant, promotion_zone};

/// The state that the board does not show: the castling rights and the en passant square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rights {
    /// The rooks of both sides that may still castle.
    pub(crate) castle: u64,
    /// The square behind a pawn that has just made a double step.
    pub(crate) en_passant: u64,
}

impl Wanted {
    /// The squares that pieces may go to. Castling and captures en passant ignore this set.
    #[inline(always)]
    const fn targets(self, checks: &CheckInfo) -> u64 {
        match self {
            Wanted::Any => !0,
            Wanted::Captures => checks.them,
            Wanted::Quiets => checks.empty(),
        }
    }
}

/// Moves that are found together. No square or set is empty; `from`, `king` and `rook` are single squares.
pub(crate) enum Moves {
    /// All targets of one piece other than a pawn.
    Piece { from: u64, to: u64 },
    /// All moves of these pawns to some squares. [`Pawns::moves`] applies the pins.
    Pawns { pawns: u64, targets: u64 },
    /// A pawn captures the pawn behind `to`.
    EnPassant { from: u64, to: u64 },
    /// The king castles with a rook.
    Castle { king: u64, rook: u64 },
}

/// A receiver of moves: a list, a count, a visitor.
pub(crate) trait Sink<R> {
    /// Takes some moves. The function is always inlined, so that each caller holds only the code for its kind of moves.
    fn take(&mut self, info: &BitboardInfo<R>, moves: Moves);
}

/// Passes the `wanted` legal moves to the sink.
#[inline(always)]
pub(crate) fn generate<R: Rules>(info: &BitboardInfo<R>, rights: Rights, wanted: Wanted, sink: &mut impl Sink<R>) {
    let CheckInfo { ref us, checks, .. } = *info.checks();
    let steps = king_targets(info, wanted.targets(info.checks()));
    if steps != 0 {
        sink.take(info, Moves::Piece { from: us.king, to: steps });
    }
    if checks < 2 {
        pieces(info, wanted, sink);
    }
    if R::DOUBLE_STEP && wanted != Wanted::Quiets && rights.en_passant != 0 {
        for from in Bits(en_passant_pawns(info, rights.en_passant)) {
            sink.take(info, Moves::EnPassant { from, to: rights.en_passant });
        }
    }
    if R::CASTLING && wanted != Wanted::Captures {
        for rook in Bits(castles(info, rights.castle)) {
            sink.take(info, Moves::Castle { king: us.king, rook });
        }
    }
}

/// Passes the moves of all pieces except the king, without en passant. The least valuable pieces come first: programs sort by
/// value, and a nearly sorted list is sorted sooner.
#[inline(always)]
fn pieces<R: Rules>(info: &BitboardInfo<R>, wanted: Wanted, sink: &mut impl Sink<R>) {
    let CheckInfo { ref us, checks, check_mask, pinned, .. } = *info.checks();
    let targets = check_mask & wanted.targets(info.checks());
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
        slide(info, from, info.diagonal_slides(from) & targets, sink);
    }
    for from in Bits(us.orthogonal & movable) {
        slide(info, from, info.orthogonal_slides(from) & targets, sink);
    }
    if R::MAKRUK_LEAPERS {
        for from in Bits((us.mets | us.khons) & movable) {
            let to = makruk_leaper_targets(info, from) & targets;
            if to != 0 {
                sink.take(info, Moves::Piece { from, to });
            }
        }
    }
}

/// Passes the moves of a slider to those of some squares that its pin allows.
#[inline(always)]
fn slide<R: Rules>(info: &BitboardInfo<R>, from: u64, mut to: u64, sink: &mut impl Sink<R>) {
    if info.checks().pinned & from != 0 {
        to &= info.line(from);
    }
    if to != 0 {
        sink.take(info, Moves::Piece { from, to });
    }
}

/// The targets of the Met or Khon on a square, before checks.
#[inline(always)]
pub(crate) fn makruk_leaper_targets<R: Rules>(info: &BitboardInfo<R>, from: u64) -> u64 {
    let CheckInfo { color, ref us, .. } = *info.checks();
    steps(us.makruk_leaper_at(from), color, from) & along_pin(info, from)
}

/// The squares along the pin of a piece; all squares for a piece without a pin.
#[inline(always)]
fn along_pin<R: Rules>(info: &BitboardInfo<R>, from: u64) -> u64 {
    if info.checks().pinned & from == 0 { !0 } else { info.line(from) }
}

/// The squares that the king may step to.
#[inline(always)]
pub(crate) fn king_targets<R: Rules>(info: &BitboardInfo<R>, within: u64) -> u64 {
    let us = &info.checks().us;
    let around = king_attacks_from(us.king) & !us.all & within;
    if around == 0 { 0 } else { around & !info.danger(around) }
}

/// Returns the rooks among `rights` with which the side to move may castle now, by [`Castling::path`] and [`Castling::king_way`].
/// Lists test all squares of the way at once.
#[inline(always)]
pub(crate) fn castles<R: Rules>(info: &BitboardInfo<R>, rights: u64) -> u64 {
    let CheckInfo { ref us, checks, pinned, .. } = *info.checks();
    let mut legal = 0;
    if checks == 0 {
        for rook in Bits(rights & us.all & !pinned) {
            let castling = Castling::new(square_of(us.king), square_of(rook));
            if castling.path().bits() & !info.checks().empty() == 0
                && info.danger_by_call(castling.king_way().bits()) == 0
            {
                legal |= rook;
            }
        }
    }
    legal
}

/// Returns the pawns of the side to move that may capture en passant. This capture empties two squares of a rank at once, so the
/// function tests the resulting occupancy.
#[inline(always)]
pub(crate) fn en_passant_pawns<R: Rules>(info: &BitboardInfo<R>, en_passant: u64) -> u64 {
    let CheckInfo { color, ref us, .. } = *info.checks();
    let victim = forward(!color, en_passant);
    let mut legal = 0;
    for from in Bits(pawn_attacks(!color, en_passant) & us.pawns) {
        if info.is_safe_after(from | victim, en_passant) {
            legal |= from;
        }
    }
    legal
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
                moves.add(Move::promoting(pawns::behind(to, step), to, role, kind == MoveKind::Capture));
            }
        }
    }
}

impl List<'_> {
    /// Adds the moves of pawns that go the same way and do not promote.
    #[inline(always)]
    fn steps(&mut self, (set, step, kind): (u64, i16, MoveKind)) {
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
    fn take(&mut self, info: &BitboardInfo<R>, moves: Moves) {
        let CheckInfo { color, them, .. } = *info.checks();
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
                let to = Pawns::moves::<R>(info, pawns, targets);
                let zone = promotion_zone::<R>(color);
                let [single, double, east, west] = to.within(!zone).by_step(color);
                self.steps(single);
                if R::DOUBLE_STEP {
                    self.steps(double);
                }
                self.steps(east);
                self.steps(west);
                if (to.single | to.east | to.west) & zone != 0 {
                    push_promotions::<R>(self.moves, color, to.within(zone));
                }
            }
            Moves::EnPassant { from, to } => {
                self.moves.add(Move::of(square_of(from), square_of(to), MoveKind::EnPassant));
            }
            Moves::Castle { king, rook } => {
                self.moves.add(Move::of(square_of(king), square_of(rook), MoveKind::Castle));
            }
        }
    }
}

/// Counts moves without listing them.
struct Counter(u32);

impl<R: Rules> Sink<R> for Counter {
    #[inline(always)]
    fn take(&mut self, info: &BitboardInfo<R>, moves: Moves) {
        self.0 += match moves {
            Moves::Piece { to, .. } => to.count_ones(),
            Moves::Pawns { pawns, targets } => Pawns::moves::<R>(info, pawns, targets).count::<R>(info.checks().color),
            Moves::EnPassant { .. } | Moves::Castle { .. } => 1,
        };
    }
}

impl Rights {
    pub(crate) fn of(node: &SideToMove<'_>) -> Rights {
        // In most positions of a game neither side may castle any more.
        let rooks = node.castling.iter().map(|(.., rook)| bit_of(rook));
        let castle = if node.castling.is_empty() { 0 } else { rooks.fold(0, |all, rook| all | rook) };
        Rights { castle, en_passant: node.en_passant.map_or(0, bit_of) }
    }
}

#[inline]
fn info_of<R: Rules>(node: &SideToMove<'_>, checkers: SquareSet) -> BitboardInfo<R> {
    BitboardInfo::of(&node.board.bitboards(), node.us, node.king, checkers)
}

/// Counts the legal moves.
#[inline(always)]
pub(crate) fn count_of<R: Rules>(info: &BitboardInfo<R>, rights: Rights) -> u32 {
    let mut counter = Counter(0);
    generate(info, rights, Wanted::Any, &mut counter);
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
    generate::<R>(&info_of(node, checkers), Rights::of(node), wanted, &mut List { moves, wanted });
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
            count: |node, checkers| count_of::<R>(&info_of(node, checkers), Rights::of(node)),
            // Then the king's steps are found fastest.
            any: |node, checkers| {
                if checkers.is_empty() && has_free_move::<R>(node) {
                    return true;
                }
                let info = info_of::<R>(node, checkers);
                king_targets(&info, !0) != 0 || count_of(&info, Rights::of(node)) != 0
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
