//! Everything a position says about legality, from three sweeps: theirs, ours and the king's.
//!
//! ```text
//!   r . . N . K . .     King's lane W:   . . . ■ ■ . . .   up to the knight
//!                       Rook's lane E:   . ■ ■ ■ . . . .   up to the knight
//!                       both and ours:   . . . ■ . . . .   pinned
//! ```
//!
//! A lane of theirs that meets the king is a check, and the king's lane back towards it is the set
//! of squares that answer it. No piece is ever moved on trial, except for en passant.

use super::lanes::Lanes;
use super::sets::{
    Bits, diagonal_steps, forward, forward_east, forward_west, king_attacks, knight_attacks, pawn_attacks, rank, span,
};
use super::sweep::Paths;
use super::view::{Game, Side, View, castled};

/// The raw material: who stands where and who sees what, for the side to move ("us").
#[derive(Clone, Copy)]
pub(crate) struct Scene<L: Lanes> {
    pub(crate) us: Side,
    /// All enemy pieces.
    pub(crate) them: u64,
    /// Which squares sliders pass.
    pub(crate) paths: Paths<L>,
    /// What their sliders attack, stopped by our king like by any other piece.
    pub(crate) theirs: L::V,
    /// What our sliders attack.
    pub(crate) ours: L::V,
    /// What a queen on our king's square would attack.
    pub(crate) king: L::V,
    /// What their pawns, knights and other stepping pieces attack.
    pub(crate) stepped: u64,
    /// Those stepping pieces that give check.
    pub(crate) stepping_checkers: u64,
    /// Our rooks that may castle.
    pub(crate) castle: u64,
}

/// What follows from a scene.
#[derive(Clone, Copy)]
pub(crate) struct Verdict<L: Lanes> {
    /// Squares the king must not enter; in check his own square is among them.
    pub(crate) danger: u64,
    /// How many pieces give check: 0, 1 or 2.
    pub(crate) checks: u32,
    /// Where pieces other than the king may go: anywhere but on our own pieces, onto the lines that
    /// answer a check, or nowhere in double check.
    pub(crate) targets: u64,
    /// Our pinned pieces.
    pub(crate) pinned: u64,
    /// Our pinned pieces in both lanes of their pin.
    pub(crate) pins: L::V,
}

impl<L: Lanes> Scene<L> {
    /// Looks at a position from the side to move.
    #[inline(always)]
    pub(crate) fn of<G: Game, const WHITE: bool>(l: L, view: &View) -> (Self, Side) {
        // Const generics cannot negate a parameter, so both colours are sorted and swapped here.
        let (white, black) = (view.side::<G, true>(), view.side::<G, false>());
        let (us, them) = if WHITE { (white, black) } else { (black, white) };
        let paths = Paths::over(l, !view.occupied());
        let king = l.splat(us.king);
        let stepping_checkers = stepping_attackers::<G, WHITE>(us.king, &them);
        let scene = Self {
            us,
            them: them.all,
            paths,
            theirs: paths.sweep(l, l.by_kind(them.orthogonal, them.diagonal)),
            ours: paths.sweep(l, l.by_kind(us.orthogonal, us.diagonal)),
            king: paths.sweep(l, king),
            stepped: stepped_by_enemy::<G, WHITE>(&them),
            stepping_checkers,
            castle: view.castle & us.all,
        };
        (scene, them)
    }

    /// Finds checks, pins and the squares forbidden to the king.
    #[inline(always)]
    pub(crate) fn judge(&self, l: L) -> Verdict<L> {
        let king = l.splat(self.us.king);
        let towards = l.opposite(self.theirs);
        let held = l.and(l.and(self.king, towards), l.splat(self.us.all));
        let checking = l.meet(self.theirs, king);
        // A king in check must not step back along the line either: the squares behind him are
        // attacked through him.
        let behind = l.and(l.entry(), l.step::<1>(king));
        let danger = l.union(l.or_where(self.theirs, checking, behind)) | self.stepped;
        let pinned = l.union(held);
        let mut verdict =
            Verdict { danger, checks: 0, targets: !self.us.all, pinned, pins: l.or(held, l.opposite(held)) };
        if danger & self.us.king != 0 {
            let lines = l.meet(towards, king);
            verdict.checks = l.chosen(lines) + self.stepping_checkers.count_ones();
            verdict.targets =
                if verdict.checks == 1 { l.union(l.keep(lines, self.king)) | self.stepping_checkers } else { 0 };
        }
        verdict
    }

    /// Where the king may step.
    #[inline(always)]
    pub(crate) fn king_targets(&self, verdict: &Verdict<L>) -> u64 {
        king_attacks(self.us.king) & !self.us.all & !verdict.danger
    }

    /// The rooks with which castling is legal now.
    #[inline(always)]
    pub(crate) fn castles(&self, verdict: &Verdict<L>) -> u64 {
        castles(self.us.king, self.castle, self.us.all | self.them, verdict.danger, verdict.pinned)
    }
}

/// The rooks among `rights` with which `king` may castle.
///
/// A rook pinned along the back rank stays: the king always ends on the outer side of the rook, in
/// the open line. All other dangers are squares on the king's way.
#[inline(always)]
pub(crate) fn castles(king: u64, rights: u64, occupied: u64, danger: u64, pinned: u64) -> u64 {
    let mut legal = 0;
    for rook in Bits(rights) {
        let (king_to, rook_to) = castled(king, rook);
        let way = span(king, king_to);
        let blocked = (way | span(rook, rook_to)) & occupied & !king & !rook;
        if blocked | way & danger | rook & pinned == 0 {
            legal |= rook;
        }
    }
    legal
}

/// What the stepping pieces of the enemy attack; `WHITE` is our colour.
#[inline(always)]
pub(crate) fn stepped_by_enemy<G: Game, const WHITE: bool>(them: &Side) -> u64 {
    let pawns = if WHITE { pawn_attacks::<false>(them.pawns) } else { pawn_attacks::<true>(them.pawns) };
    let mut all = pawns | knight_attacks(them.knights) | king_attacks(them.king);
    if G::MAKRUK {
        let ahead = if WHITE { forward::<false>(them.khons) } else { forward::<true>(them.khons) };
        all |= diagonal_steps(them.mets | them.khons) | ahead;
    }
    all
}

/// The enemy pawns, knights and other stepping pieces that attack a square; `WHITE` is our colour.
#[inline(always)]
pub(crate) fn stepping_attackers<G: Game, const WHITE: bool>(square: u64, them: &Side) -> u64 {
    let mut all = knight_attacks(square) & them.knights | pawn_attacks::<WHITE>(square) & them.pawns;
    if G::MAKRUK {
        let ahead = forward::<WHITE>(square);
        all |= diagonal_steps(square) & (them.mets | them.khons) | ahead & them.khons;
    }
    all
}

/// What a set of pawns can do, target squares by the way they get there.
#[derive(Clone, Copy)]
pub(crate) struct PawnTargets {
    pub(crate) single: u64,
    pub(crate) double: u64,
    pub(crate) east: u64,
    pub(crate) west: u64,
}

impl PawnTargets {
    /// The same, limited to some squares.
    #[inline(always)]
    pub(crate) fn within(self, targets: u64) -> Self {
        Self {
            single: self.single & targets,
            double: self.double & targets,
            east: self.east & targets,
            west: self.west & targets,
        }
    }

    /// How many moves these are: a chess pawn on the last rank chooses among four pieces.
    #[inline(always)]
    pub(crate) fn count<G: Game, const WHITE: bool>(self) -> u32 {
        let once =
            self.single.count_ones() + self.double.count_ones() + self.east.count_ones() + self.west.count_ones();
        if G::MAKRUK {
            return once;
        }
        let last = rank::<WHITE>(7);
        if (self.single | self.east | self.west) & last == 0 {
            return once;
        }
        once + 3
            * ((self.single & last).count_ones() + (self.east & last).count_ones() + (self.west & last).count_ones())
    }
}

/// Pawns by what they are free to do.
#[derive(Clone, Copy)]
pub(crate) struct Pawns {
    pushing: u64,
    east: u64,
    west: u64,
}

impl Pawns {
    /// Pawns that may do everything.
    #[inline(always)]
    pub(crate) const fn free(pawns: u64) -> Self {
        Self { pushing: pawns, east: pawns, west: pawns }
    }

    /// Pawns of which some are pinned: a pin lets a pawn step along its line and nothing else. Looks
    /// at the lanes one by one, so it is only worth it where something is pinned.
    #[inline(always)]
    pub(crate) fn pinned<L: Lanes, const WHITE: bool>(l: L, pawns: u64, pinned: u64, pins: L::V) -> Self {
        let [_, vertical, rising, falling, ..] = l.to_array(pins);
        let (east, west) = if WHITE { (rising, falling) } else { (falling, rising) };
        Self { pushing: pawns & (!pinned | vertical), east: pawns & (!pinned | east), west: pawns & (!pinned | west) }
    }

    /// The same pawns but those on some squares.
    #[inline(always)]
    pub(crate) const fn without(self, squares: u64) -> Self {
        Self { pushing: self.pushing & !squares, east: self.east & !squares, west: self.west & !squares }
    }

    /// All their moves, checks aside.
    #[inline(always)]
    pub(crate) fn targets<G: Game, const WHITE: bool>(self, empty: u64, them: u64) -> PawnTargets {
        let single = forward::<WHITE>(self.pushing) & empty;
        PawnTargets {
            single,
            double: if G::MAKRUK { 0 } else { forward::<WHITE>(single & rank::<WHITE>(2)) & empty },
            east: forward_east::<WHITE>(self.east) & them,
            west: forward_west::<WHITE>(self.west) & them,
        }
    }

    /// The moves that enemies landing on `landed` would let them make, and those they would take
    /// away from `before`, added up as if each landed alone.
    #[inline(always)]
    pub(crate) fn change<G: Game, const WHITE: bool>(self, before: &PawnTargets, landed: u64) -> (u32, u32) {
        let gained = PawnTargets {
            single: 0,
            double: 0,
            east: forward_east::<WHITE>(self.east) & landed,
            west: forward_west::<WHITE>(self.west) & landed,
        };
        let lost = PawnTargets { single: before.single & landed, double: before.double & landed, east: 0, west: 0 };
        // Whoever stands right before a pawn takes its double step, too.
        let passing = forward::<WHITE>(lost.single & rank::<WHITE>(2)) & before.double;
        (gained.count::<G, WHITE>(), lost.count::<G, WHITE>() + passing.count_ones())
    }
}

/// Whether a pawn may capture en passant: the one move that empties two squares of a line at once,
/// so it is tried out.
#[inline(always)]
pub(crate) fn en_passant_legal<L: Lanes, const WHITE: bool>(
    l: L,
    occupied: u64,
    king: u64,
    them: &Side,
    stepping_checkers: u64,
    from: u64,
    ep: u64,
) -> bool {
    let victim = if WHITE { ep >> 8 } else { ep << 8 };
    if stepping_checkers & !victim != 0 {
        return false;
    }
    let after = occupied & !from & !victim | ep;
    let theirs = Paths::over(l, !after).sweep(l, l.by_kind(them.orthogonal, them.diagonal));
    !l.touch(theirs, l.splat(king))
}
