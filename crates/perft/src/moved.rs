//! A move as a change of lines: the piece is removed from one square and placed on another.
//!
//! After the removal, the lines that ended on the square go on along the rays from it. After the placement, every line through the
//! new square ends there. Each change is one logical operation on a vector, because the rays from the square are, lane by lane,
//! what the lines gain or lose:
//!
//! ```text
//!      lane E of their rook          r ■ ■ ■ N . . .      rays of the knight going east:  ■ ■ ■
//!      the knight removed            r ■ ■ ■ ■ ■ ■ ■      the lane with those rays
//!      the knight placed on its way  r ■ N . . . . .      the lane without the rays from there
//! ```
//!
//! So one fill per origin and one per target replace three fills of the board per move. The same fill gives the attacks of the
//! piece from its new square. This holds for moves that neither give check nor change the pins, as the lanes of the replying king
//! show. The few other moves take the [slow path](SlowPath).

use core::marker::PhantomData;

use crate::attack_info::{CheckInfo, LaneInfo, leaper_mobility};
use crate::board::{Side, has_makruk_leapers};
use crate::fill::Propagators;
use crate::lanes::{Kernel, Lanes};
use crate::replies::{NullReplies, THEM, US};
use crate::sets::{Bits, knight_attacks, steps};
use chess0x88::{Role, Rules};

/// The board without the moving piece.
struct MoverRemoved<L: Lanes> {
    propagators: Propagators<L>,
    occupied: u64,
    us: u64,
    ours: L::V,
    theirs: L::V,
    /// The rays from the replying king, and that side's pieces on them, each in the lane of its ray.
    king: L::V,
    shields: L::V,
    sliding: u32,
    /// The squares that our other leapers attack.
    leapers: u64,
}

/// The piece on its target: its kind as a leaper, and all ones in the lanes in which it slides.
#[derive(Clone, Copy)]
struct Placed<L: Lanes> {
    role: Role,
    sliding: L::V,
}

impl<L: Lanes, R: Rules> NullReplies<'_, L, R> {
    /// Counts the replies to the moves of a piece. `sliding` are the lanes in which it slides before and after the move, `leapers`
    /// the attacks of our other leapers, `role` the piece's role after the move.
    #[inline(always)]
    pub(crate) fn count_moves(&self, from: u64, to: u64, sliding: [L::V; 2], leapers: u64, role: Role) -> u64 {
        if to == 0 {
            return 0;
        }
        let [before, after] = sliding;
        let removed = &self.remove(from, before, leapers);
        let piece = Placed { role, sliding: after };
        let pawns = self.pawns.targets::<R>(THEM, !removed.occupied, removed.us);
        let replies = removed.sliding + self.leaping + pawns.count::<R>(THEM);
        let (mut total, mut landed) = (0, 0);
        for to in Bits(to & !self.them.all) {
            let (count, is_fast) = self.place::<false>(removed, to, piece, replies);
            total += u64::from(count);
            landed |= if is_fast { to } else { 0 };
        }
        let (gained, lost) = self.pawns.change::<R>(THEM, &pawns, landed);
        total = total + u64::from(gained) - u64::from(lost);
        for to in Bits(to & self.them.all) {
            total += u64::from(self.place::<true>(removed, to, piece, 0).0);
        }
        total
    }

    /// Removes a piece that slides in these lanes.
    #[inline(always)]
    fn remove(&self, from: u64, sliding: L::V, leapers: u64) -> MoverRemoved<L> {
        let (l, info) = (self.l, self.info);
        let (at, all) = (l.splat(from), l.splat(self.them.all));
        let rays = info.rays(from);
        let occupied = !info.checks.empty() & !from;
        let ours = l.and_not(info.ours, l.and(rays, sliding));
        let opened = l.where_meet(self.theirs, at, rays);
        let king = l.or(self.king, l.where_meet(self.king, at, rays));
        MoverRemoved {
            propagators: Propagators::over(l, !occupied),
            occupied,
            us: info.checks.us.all & !from,
            ours: l.or(ours, l.where_meet(info.ours, at, rays)),
            theirs: l.or(self.theirs, opened),
            king,
            shields: l.and(king, all),
            sliding: self.sliding + l.union(l.and_not(opened, all)).count_ones(),
            leapers,
        }
    }

    /// Places the piece on `to`. Returns the number of replies, and `true` if the fast path counted them. Replies to a quiet move
    /// are counted from `replies`, as if the piece were neither a target nor an obstacle for pawns.
    #[inline(always)]
    fn place<const CAPTURE: bool>(
        &self,
        removed: &MoverRemoved<L>,
        to: u64,
        piece: Placed<L>,
        replies: u32,
    ) -> (u32, bool) {
        let (l, them) = (self.l, self.them);
        let at = l.splat(to);
        let rays = removed.propagators.attacks(l, at);
        let ours = l.or(l.and_not(removed.ours, rays), l.and(rays, piece.sliding));
        let leapers = removed.leapers | steps(piece.role, US, to);
        let mut shields = l.and_not(removed.shields, rays);
        if CAPTURE {
            shields = l.and_not(shields, at);
        }
        // With the king itself among the shields, a check looks like one more pin.
        let changed = l.xor(l.and(l.or(shields, l.splat(them.king)), l.opposite(ours)), self.held);
        if l.touch(changed, changed) || leapers & them.king != 0 {
            let taken = if CAPTURE { to } else { 0 };
            let castle = self.castle & !taken;
            let (them, pinned) = (&them.without(taken), self.pinned);
            return (
                l.enter(SlowPath::<L, R> {
                    them,
                    removed,
                    to,
                    rays,
                    ours,
                    leapers,
                    castle,
                    pinned,
                    rules: PhantomData,
                }),
                false,
            );
        }
        let mut count = replies;
        let mut around = self.king_zone & !them.all;
        if CAPTURE {
            around |= self.king_zone & to;
            let pawns = self.pawns.without(to).targets::<R>(THEM, !(removed.occupied | to), removed.us | to);
            count = removed.sliding + l.population(l.and(removed.theirs, at));
            count += self.leaping_after_capture(to) + pawns.count::<R>(THEM);
        }
        // A king with its own pieces on all neighbouring squares needs no king danger.
        if around != 0 || R::CASTLING && self.castlings.any() {
            let danger = l.union(ours) | leapers;
            count += (around & !danger).count_ones();
            if R::CASTLING && self.castlings.any() {
                count += self.castlings.count(removed.us | to, danger);
            }
        }
        // The sliding replies that the piece blocks.
        (count - (l.union(l.and(removed.theirs, rays)) & !them.all).count_ones(), true)
    }

    /// Corrects the replies of leapers after a capture: the target can be recaptured, and the captured piece no longer moves. It
    /// was not pinned, or the pins would have changed.
    #[inline(always)]
    fn leaping_after_capture(&self, to: u64) -> u32 {
        let (them, free) = (self.them, !self.pinned);
        if const { has_makruk_leapers::<R>() } {
            return leaper_mobility::<L, R>(self.l, THEM, &them.without(to), free, !them.all | to);
        }
        let jumps = knight_attacks(to);
        let lost = if them.knights & to == 0 { 0 } else { (jumps & !them.all).count_ones() };
        self.leaping + (jumps & them.knights & free).count_ones() - lost
    }
}

/// Counts all replies to a move that gives check or changes the pins, from the known lanes.
struct SlowPath<'a, L: Lanes, R> {
    /// The replying side, without the captured piece.
    them: &'a Side,
    removed: &'a MoverRemoved<L>,
    to: u64,
    rays: L::V,
    ours: L::V,
    leapers: u64,
    castle: u64,
    /// The pieces that were pinned before the move.
    pinned: u64,
    rules: PhantomData<R>,
}

impl<L: Lanes, R: Rules> Kernel<L> for SlowPath<'_, L, R> {
    type Output = u32;

    #[inline(always)]
    fn run(self, l: L) -> u32 {
        let (removed, them) = (self.removed, self.them);
        let propagators = Propagators::over(l, !(removed.occupied | self.to));
        let ours = if self.pinned == 0 {
            l.and_not(removed.theirs, self.rays)
        } else {
            propagators.attacks(l, l.by_kind(them.orthogonal, them.diagonal))
        };
        let info = LaneInfo::<L, R> {
            l,
            checks: CheckInfo::free(THEM, *them, removed.us | self.to),
            propagators,
            theirs: self.ours,
            ours,
            king: l.and_not(removed.king, self.rays),
            // The other leapers did not attack the king before the move: the moved piece gives the check.
            leaper_checks: if self.leapers & them.king != 0 { self.to } else { 0 },
            king_danger: self.leapers,
            pins: l.splat(0),
            rules: PhantomData,
        };
        info.judged().count(self.castle)
    }
}
