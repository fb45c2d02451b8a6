//! The one generator: the legal moves of a board as the side to move sees it, origin by origin.
//!
//! Each origin comes with the set of its legal targets, which is what a list, a search for captures and perft all want.
//! What is done with them is up to the [`Sink`]; how attacks, checks and pins were found is up to the [`AttackInfo`].
#![expect(clippy::inline_always, reason = "inside a function with target features, a call would lose them")]

use core::marker::PhantomData;

use super::Wanted;
use super::mailbox::Node;
use super::pawns::{Pawns, behind};
use crate::attacks::bitboard::{AttackInfo, BitboardInfo, index_of_bit};
use crate::attacks::bits::{Bits, bit_of, forward, king_attacks, knight_attacks, pawn_attacks, square_of, steps};
use crate::geometry::SquareSet;
use crate::moves::{Castling, Move, MoveKind, MoveList};
use crate::piece::{PieceSet, Role};
use crate::position::Position;
use crate::rules::{ChessRules, MakrukRules, Rules, Variant, promotion_zone};

/// What the board does not show: the castling rights and the en passant square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rights {
    /// The rooks of either side that may still castle.
    pub(crate) castle: u64,
    /// The square behind a pawn that has just made a double step.
    pub(crate) en_passant: u64,
}

/// Which moves are wanted.
#[derive(Clone, Copy)]
pub(crate) struct Selection {
    /// The pieces that may move.
    pub(crate) from: u64,
    /// What they may do.
    pub(crate) moves: Wanted,
}

impl Selection {
    pub(crate) const ALL: Selection = Selection { from: !0, moves: Wanted::Any };

    /// The squares that pieces may go to. Castling and captures en passant do not go by it.
    #[inline(always)]
    fn to<S: AttackInfo>(self, info: &S) -> u64 {
        match self.moves {
            Wanted::Any => !0,
            Wanted::Captures => info.them(),
            Wanted::Quiets => !(info.us().all | info.them()),
        }
    }
}

/// Where moves go. All squares and sets are non-empty; `from` is a single square.
pub(crate) trait Sink<S: AttackInfo> {
    /// Bishop, rook or queen. `rays` are all eight directions from its square.
    fn slider(&mut self, from: u64, to: u64, role: Role, rays: S::Rays);
    /// Knight, king, Met or Khon.
    fn stepper(&mut self, from: u64, to: u64, role: Role);
    /// All these pawns, checks and pins not considered yet, and where pieces may go: [`Pawns::moves`] and
    /// [`pawn_move`] know the rest.
    fn pawns(&mut self, info: &S, pawns: u64, targets: u64);
    /// A pawn that captures the one behind `to`.
    fn en_passant(&mut self, from: u64, to: u64);
    /// Castling, as king and rook.
    fn castle(&mut self, king: u64, rook: u64);
}

/// Hands the legal moves that are wanted to the sink.
#[inline(always)]
pub(crate) fn generate<R: Rules, S: AttackInfo, K: Sink<S>>(info: &S, rights: Rights, wanted: Selection, sink: &mut K) {
    let king = info.us().king & wanted.from;
    let steps = if king == 0 { 0 } else { king_targets(info, wanted.to(info)) };
    if steps != 0 {
        sink.stepper(king, steps, Role::King);
    }
    if info.checks() < 2 {
        pieces::<R, S, K>(info, wanted, sink);
    }
    if R::DOUBLE_STEP && wanted.moves != Wanted::Quiets && rights.en_passant != 0 {
        for from in Bits(en_passant_pawns(info, rights.en_passant) & wanted.from) {
            sink.en_passant(from, rights.en_passant);
        }
    }
    if R::CASTLING && wanted.moves != Wanted::Captures && king != 0 {
        for rook in Bits(castles(info, rights.castle)) {
            sink.castle(king, rook);
        }
    }
}

/// The moves of all pieces but the king, en passant aside.
#[inline(always)]
fn pieces<R: Rules, S: AttackInfo, K: Sink<S>>(info: &S, wanted: Selection, sink: &mut K) {
    let (us, color) = (info.us(), info.color());
    let targets = info.targets() & wanted.to(info);
    let pinned = info.pinned();
    // A check is never answered along the line of a pin.
    let movable = wanted.from & if info.checks() == 0 { !0 } else { !pinned };

    for from in Bits(us.sliders() & movable) {
        let rays = info.rays(from);
        let mut to = info.slides(from, rays) & targets;
        if pinned & from != 0 {
            to &= info.line(from, rays);
        }
        if to != 0 {
            let role = match (us.orthogonal & from != 0, us.diagonal & from != 0) {
                (true, true) => Role::Queen,
                (true, false) => Role::Rook,
                _ => Role::Bishop,
            };
            sink.slider(from, to, role, rays);
        }
    }
    for from in Bits(us.knights & movable & !pinned) {
        let to = knight_attacks(from) & targets;
        if to != 0 {
            sink.stepper(from, to, Role::Knight);
        }
    }
    if R::MAKRUK_LEAPERS {
        for from in Bits((us.mets | us.khons) & movable) {
            let role = if us.khons & from != 0 { Role::Khon } else { Role::Met };
            let to = steps(role, color, from) & targets & along_pin(info, from);
            if to != 0 {
                sink.stepper(from, to, role);
            }
        }
    }
    sink.pawns(info, us.pawns & movable, targets);
}

/// The moves of the pawn on a square to some of these targets. `None` if it has none.
///
/// The caller loops over the pawns. A function that takes a closure would not do: a closure has no target features of its
/// own, and a lane operation in a closure that is not inlined is a call.
#[inline(always)]
pub(crate) fn pawn_move<R: Rules, S: AttackInfo>(info: &S, from: u64, targets: u64) -> Option<PawnMove> {
    let color = info.color();
    let empty = !(info.us().all | info.them());
    let promoting = forward(!color, promotion_zone::<R>(color));
    let reached = Pawns::free(from).targets::<R>(color, empty, info.them());
    let to = (reached.single | reached.double | reached.east | reached.west) & targets & along_pin(info, from);
    if to == 0 {
        None
    } else if from & promoting != 0 {
        Some(PawnMove::Promotion { to })
    } else {
        Some(PawnMove::Step { to, double: reached.double & to })
    }
}

/// The moves of one pawn.
#[derive(Clone, Copy)]
pub(crate) enum PawnMove {
    /// It does not promote; `double` is the double step, already among `to`.
    Step { to: u64, double: u64 },
    /// It does.
    Promotion { to: u64 },
}

/// The squares along its pin, if a piece is pinned; if not, all.
#[inline(always)]
fn along_pin<S: AttackInfo>(info: &S, from: u64) -> u64 {
    if info.pinned() & from == 0 { !0 } else { info.line(from, info.rays(from)) }
}

/// Where the king may step.
#[inline(always)]
pub(crate) fn king_targets<S: AttackInfo>(info: &S, within: u64) -> u64 {
    let around = king_attacks(info.us().king) & !info.us().all & within;
    if around == 0 { 0 } else { around & !info.danger(around) }
}

/// The rooks among `rights` with which the side to move may castle now.
#[inline(always)]
pub(crate) fn castles<S: AttackInfo>(info: &S, rights: u64) -> u64 {
    let us = info.us();
    let rights = rights & us.all;
    if rights == 0 || info.checks() != 0 {
        return 0;
    }
    castles_with(us.king, rights, us.all | info.them(), info.pinned(), |within| info.danger(within))
}

/// The rooks among `rights` with which the king, if it is not in check, may castle.
///
/// A rook pinned along the back rank stays: the king always ends on the outer side of the rook, in
/// the open line. All other dangers are squares on the king's way.
#[inline(always)]
pub(crate) fn castles_with(king: u64, rights: u64, occupied: u64, pinned: u64, danger: impl Fn(u64) -> u64) -> u64 {
    let mut legal = 0;
    for rook in Bits(rights & !pinned) {
        let castling = Castling::of(square_of(king), square_of(rook));
        if castling.path().bits() & occupied == 0 && danger(castling.king_way().bits()) == 0 {
            legal |= rook;
        }
    }
    legal
}

/// The pawns of the side to move that may capture en passant: the one move that empties two squares of a line at once, so
/// it is tried out.
#[inline(always)]
pub(crate) fn en_passant_pawns<S: AttackInfo>(info: &S, en_passant: u64) -> u64 {
    let mut legal = 0;
    for from in Bits(pawns_beside(info, en_passant)) {
        let victim = forward(!info.color(), en_passant);
        if info.is_safe_after(from | victim, en_passant) {
            legal |= from;
        }
    }
    legal
}

/// The pawns of the side to move that attack a square.
#[inline(always)]
pub(crate) fn pawns_beside<S: AttackInfo>(info: &S, square: u64) -> u64 {
    pawn_attacks(!info.color(), square) & info.us().pawns
}

/// Turns targets into two-byte moves.
pub(super) struct List<'a, R, S> {
    pub(super) info: &'a S,
    pub(super) moves: &'a mut MoveList,
    pub(super) rules: PhantomData<R>,
}

impl<R: Rules, S: AttackInfo> List<'_, R, S> {
    /// Pawns that promote, which is rare.
    #[inline(never)]
    fn promotions(&mut self, moves: [(u64, i16, MoveKind); 3]) {
        for (set, step, kind) in moves {
            for to in Bits(set) {
                let to = square_of(to);
                let from = behind(to, step);
                for &role in R::PROMOTIONS {
                    self.moves.push(Move::promoting(from, to, role, kind == MoveKind::Capture));
                }
            }
        }
    }

    /// All targets from one square, captures marked.
    #[inline(always)]
    fn all(&mut self, from: u64, to: u64) {
        let (from, them) = (index_of_bit(from), self.info.them());
        self.extend(to, |to| {
            let lowest = to & to.wrapping_neg();
            let kind = if lowest & them == 0 { MoveKind::Quiet } else { MoveKind::Capture };
            from | index_of_bit(to) << 8 | Move::kind_bits(kind)
        });
    }

    /// Pawns that move the same way and do not promote.
    #[inline(always)]
    fn steps(&mut self, (set, step, kind): (u64, i16, MoveKind), zone: u64) {
        self.extend(set & !zone, |to| {
            let index = index_of_bit(to);
            index << 8 | (index.wrapping_sub(step.cast_unsigned()) & 0x77) | Move::kind_bits(kind)
        });
    }

    /// Adds a move to each square of `to`, in batches of four: a loop that ends after an even number of batches is easier to
    /// predict than one that ends after each square.
    #[inline(always)]
    fn extend(&mut self, mut to: u64, to_lowest: impl Fn(u64) -> u16) {
        while to != 0 {
            let Some(batch) = self.moves.take::<4>(to.count_ones().min(4) as usize) else { return };
            for place in batch {
                *place = Move::from_raw(to_lowest(to));
                to &= to.wrapping_sub(1);
            }
        }
    }
}

impl<R: Rules, S: AttackInfo> Sink<S> for List<'_, R, S> {
    #[inline(always)]
    fn pawns(&mut self, info: &S, pawns: u64, targets: u64) {
        let color = info.color();
        let to = Pawns::moves::<R>(info, pawns, targets);
        let zone = promotion_zone::<R>(color);
        let [single, double, east, west] = to.by_step(color);
        self.steps(single, zone);
        if R::DOUBLE_STEP {
            self.steps(double, zone);
        }
        self.steps(east, zone);
        self.steps(west, zone);
        if (to.single | to.east | to.west) & zone != 0 {
            self.promotions([single, east, west].map(|(set, step, kind)| (set & zone, step, kind)));
        }
    }
    #[inline(always)]
    fn slider(&mut self, from: u64, to: u64, _: Role, _: S::Rays) {
        self.all(from, to);
    }
    #[inline(always)]
    fn stepper(&mut self, from: u64, to: u64, _: Role) {
        self.all(from, to);
    }
    #[inline(always)]
    fn en_passant(&mut self, from: u64, to: u64) {
        self.moves.push(Move::new(square_of(from), square_of(to), MoveKind::EnPassant));
    }
    #[inline(always)]
    fn castle(&mut self, king: u64, rook: u64) {
        self.moves.push(Move::new(square_of(king), square_of(rook), MoveKind::Castle));
    }
}

/// Counts moves without listing them.
struct Counter<R> {
    count: u32,
    rules: PhantomData<R>,
}

impl<R: Rules, S: AttackInfo> Sink<S> for Counter<R> {
    #[inline(always)]
    fn slider(&mut self, _: u64, to: u64, _: Role, _: S::Rays) {
        self.count += to.count_ones();
    }
    #[inline(always)]
    fn stepper(&mut self, _: u64, to: u64, _: Role) {
        self.count += to.count_ones();
    }
    #[inline(always)]
    fn pawns(&mut self, info: &S, pawns: u64, targets: u64) {
        self.count += Pawns::moves::<R>(info, pawns, targets).count::<R>(info.color());
    }
    #[inline(always)]
    fn en_passant(&mut self, _: u64, _: u64) {
        self.count += 1;
    }
    #[inline(always)]
    fn castle(&mut self, _: u64, _: u64) {
        self.count += 1;
    }
}

fn info<R: Rules>(node: &Node<'_>, checkers: SquareSet) -> BitboardInfo<R> {
    BitboardInfo::of(&node.board.bitboards(), node.us, node.king, checkers)
}

impl Rights {
    pub(crate) fn of(node: &Node<'_>) -> Rights {
        Rights { castle: node.castling.rooks().bits(), en_passant: node.en_passant.map_or(0, bit_of) }
    }
}

#[inline(always)]
fn list_of<R: Rules>(node: &Node<'_>, checkers: SquareSet, wanted: Wanted, moves: &mut MoveList) {
    let info = &info::<R>(node, checkers);
    let wanted = Selection { moves: wanted, ..Selection::ALL };
    generate::<R, _, _>(info, Rights::of(node), wanted, &mut List { info, moves, rules: PhantomData::<R> });
}

/// The number of legal moves.
#[inline(always)]
pub(crate) fn count_of<R: Rules>(info: &BitboardInfo<R>, rights: Rights) -> u32 {
    let mut counter = Counter::<R> { count: 0, rules: PhantomData };
    generate::<R, _, _>(info, rights, Selection::ALL, &mut counter);
    counter.count
}

#[inline(always)]
fn any_of<R: Rules>(info: &BitboardInfo<R>, rights: Rights) -> bool {
    // The king's steps are the cheapest to find, and mostly there is one.
    king_targets(info, !0) != 0 || count_of(info, rights) != 0
}

/// The generator of one game, compiled here once, and not in each program that calls it.
macro_rules! generator {
    ($game:ident, $rules:ty) => {
        mod $game {
            use super::*;

            #[inline(never)]
            pub(super) fn list(node: &Node<'_>, checkers: SquareSet, wanted: Wanted, moves: &mut MoveList) {
                list_of::<$rules>(node, checkers, wanted, moves);
            }

            #[inline(never)]
            pub(super) fn count(node: &Node<'_>, checkers: SquareSet) -> u32 {
                count_of::<$rules>(&info(node, checkers), Rights::of(node))
            }

            #[inline(never)]
            pub(super) fn any(node: &Node<'_>, checkers: SquareSet) -> bool {
                any_of::<$rules>(&info(node, checkers), Rights::of(node))
            }
        }
    };
}

generator!(chess, ChessRules);
generator!(makruk, MakrukRules);

/// Adds the legal moves that are wanted to a list.
#[inline]
pub(super) fn list<R: Rules>(position: &Position<R>, wanted: Wanted, moves: &mut MoveList) {
    match R::GAME {
        Variant::Chess => chess::list(&position.node(), position.checkers(), wanted, moves),
        Variant::Makruk => makruk::list(&position.node(), position.checkers(), wanted, moves),
    }
}

/// How many legal moves there are.
#[inline]
pub(super) fn count<R: Rules>(position: &Position<R>) -> u32 {
    match R::GAME {
        Variant::Chess => chess::count(&position.node(), position.checkers()),
        Variant::Makruk => makruk::count(&position.node(), position.checkers()),
    }
}

/// Whether there is a legal move.
#[inline]
pub(super) fn any<R: Rules>(position: &Position<R>) -> bool {
    match R::GAME {
        Variant::Chess => chess::any(&position.node(), position.checkers()),
        Variant::Makruk => makruk::any(&position.node(), position.checkers()),
    }
}
