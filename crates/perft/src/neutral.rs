//! Neutral moves: quiet moves after which only the replies of pawns differ from those after a null move.
//!
//! A quiet move is neutral under these conditions: it neither closes nor opens an enemy line, nor a line of ours to the zone around
//! the enemy king; the piece attacks the zone neither before nor after; and no enemy pawn could capture the piece or was blocked by
//! it. In the tree of the start position six moves in seven are neutral.

use crate::attack_info::CheckInfo;
use crate::fill::Propagators;
use crate::lanes::Lanes;
use crate::pawns::{PawnTargets, Pawns};
use crate::replies::{NullReplies, THEM, US};
use crate::sets::{Bits, forward, pawn_attacks, second_step};
use chess0x88::Rules;

/// The masks that select neutral moves.
pub(crate) struct NeutralMoves<L: Lanes> {
    /// The squares on which our attacks matter: the enemy king's square, its steps, and its way of castling.
    pub(crate) zone: u64,
    /// Per lane, the squares from which a slider of ours attacks the zone, or a piece before the enemy king from behind.
    pub(crate) seeing: L::V,
    /// The squares from which no move is neutral, for any piece.
    busy_origins: u64,
    /// The squares to which no move is neutral.
    busy_targets: u64,
    /// The number of replies after a null move.
    replies: u32,
    /// The targets of enemy pawns after a null move.
    pawns: PawnTargets,
}

impl<L: Lanes> NeutralMoves<L> {
    /// The targets among `to` of neutral moves by a piece that attacks the zone from the squares of `seeing`.
    #[inline(always)]
    pub(crate) fn targets(&self, from: u64, to: u64, seeing: u64) -> u64 {
        if from & (self.busy_origins | seeing) != 0 { 0 } else { to & !(self.busy_targets | seeing) }
    }
}

impl<L: Lanes, R: Rules> NullReplies<'_, L, R> {
    /// Computes the masks.
    #[inline(always)]
    pub(crate) fn neutral_moves(&self) -> NeutralMoves<L> {
        let (l, info, them, castlings) = (self.l, self.info, self.them, &self.castlings);
        let (empty, us) = (info.checks.empty(), info.checks.us.all);
        let around = self.king_zone & !them.all;
        let zone = around | them.king | castlings.king_way[0] | castlings.king_way[1];
        let shields = l.and(self.king, l.splat(them.all));
        let seeing = l.opposite(info.propagators.attacks(l, l.or(l.splat(zone), shields)));
        let lines = l.or(self.theirs, l.and(info.ours, seeing));
        let pinning = l.where_meet(self.held, self.held, self.king);
        let pawns = self.pawns.targets::<R>(THEM, empty, us);
        let danger = l.union(info.ours) | self.by_pawns | self.by_officers;
        let king_steps = (around & !danger).count_ones();
        let castling = if R::CASTLING { castlings.count(us, danger) } else { 0 };
        let ahead = forward(THEM, self.pawns.pushing) | second_step(THEM, pawns.single);
        let closed_by = castlings.closed_by[0] | castlings.closed_by[1];
        NeutralMoves {
            zone,
            seeing,
            busy_origins: l.union(l.or(lines, self.king)) | closed_by | ahead | pawns.east | pawns.west,
            busy_targets: l.union(l.or(lines, pinning)) | closed_by | them.all,
            replies: self.sliding + self.leaping + pawns.count::<R>(THEM) + king_steps + castling,
            pawns,
        }
    }

    /// The number of replies to this many neutral moves.
    #[inline(always)]
    pub(crate) fn count_neutral(&self, neutral: &NeutralMoves<L>, landed: u64) -> u64 {
        let (gained, lost) = self.pawns.change::<R>(THEM, &neutral.pawns, landed);
        u64::from(landed.count_ones() * neutral.replies + gained - lost)
    }

    /// The targets of all neutral steps of some pawns, the pawns that may have other moves, and the number of en passant replies to
    /// all double steps.
    #[inline(always)]
    pub(crate) fn neutral_pawns(&self, neutral: &NeutralMoves<L>, pawns: u64) -> (u64, u64, u64) {
        let (l, CheckInfo { ref us, check_mask, pinned, .. }) = (self.l, self.info.checks);
        let empty = self.info.checks.empty();
        let seeing = pawn_attacks(THEM, neutral.zone);
        let steps = Pawns::free(pawns & !(neutral.busy_origins | seeing | pinned)).targets::<R>(US, empty, 0);
        let landed = (steps.single | steps.double) & check_mask & !(neutral.busy_targets | seeing);
        let PawnTargets { single, double, .. } = self.info.pawn_moves(pawns, check_mask);
        let mut captures = 0;
        if R::DOUBLE_STEP {
            for passed in Bits(forward(THEM, double) & pawn_attacks(THEM, self.them.pawns)) {
                let step = forward(THEM, passed) | passed;
                for captor in Bits(pawn_attacks(US, passed) & self.them.pawns) {
                    // No leaper of ours attacks the enemy king, so only lines can give check.
                    let propagators = Propagators::over(l, empty ^ step ^ captor);
                    let ours = propagators.attacks(l, l.by_kind(us.orthogonal, us.diagonal));
                    captures += u64::from(!l.touch(ours, l.splat(self.them.king)));
                }
            }
        }
        let rest = single & !landed | forward(THEM, double & !landed);
        (landed, pawns & (forward(THEM, rest) | pawn_attacks(THEM, self.them.all)), captures)
    }
}
