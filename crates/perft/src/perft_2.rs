//! Perft 2 without playing a move: all moves, with the number of replies to each.
//!
//! The replies to a null move are counted once. For each move only the difference is counted, in one of three ways:
//!
//! - Most quiet moves touch no relevant line. They are [neutral](super::neutral): only the replies of pawns differ. Neutral moves
//!   are found as sets of squares, and counted together.
//! - The other moves change a few lines: the piece is removed from its square and [placed](super::moved) on another.
//! - For moves that give check or change the pins, captures en passant and castling, all replies are counted.

use core::marker::PhantomData;

use crate::attack_info::{CheckInfo, LaneInfo};
use crate::board::{BitboardPosition, has_makruk_leapers, leaper_attacks, slides};
use crate::castlings::Castlings;
use crate::lanes::{Kernel, Lanes};
use crate::neutral::NeutralMoves;
use crate::replies::{NullReplies, THEM, US};
use crate::sets::{Bits, forward, king_attacks, knight_attacks, pawn_attacks, promotion_zone, steps};
use chess0x88::{Role, Rules};

/// Counts the moves and replies of a position; `None` for the positions that [`NullReplies::of`] refuses.
pub(crate) struct Perft2<'a, R>(pub(crate) &'a BitboardPosition, pub(crate) PhantomData<R>);

impl<L: Lanes, R: Rules> Kernel<L> for Perft2<'_, R> {
    type Output = Option<u64>;

    #[inline(always)]
    fn run(self, l: L) -> Option<u64> {
        let info = &LaneInfo::of(l, &self.0.bitboards, US);
        let them = &self.0.bitboards.side::<R>(THEM);
        Some(NullReplies::<L, R>::of(self.0, info, them)?.count_all())
    }
}

impl<L: Lanes, R: Rules> NullReplies<'_, L, R> {
    /// The number of replies to all moves.
    #[inline(always)]
    fn count_all(&self) -> u64 {
        let info = self.info;
        let CheckInfo { ref us, checks, pinned, .. } = info.checks;
        let movable = match checks {
            0 => !0,
            // A pinned piece never answers a check.
            1 => !pinned,
            _ => 0,
        };
        let neutral = &self.neutral_moves();
        let pieces = self.count_pieces(neutral, movable) + self.count_pawns(neutral, us.pawns & movable);
        pieces + self.count_special()
    }

    /// Counts the replies to the moves of pieces, and to promotions. [`count_moves`](Self::count_moves) is inlined for each role;
    /// king and promoting pawns, which have few moves, share a copy. (A single copy for all pieces took up to 28 % more
    /// instructions.)
    #[inline(always)]
    fn count_pieces(&self, neutral: &NeutralMoves<L>, movable: u64) -> u64 {
        let (l, info, none) = (self.l, self.info, self.l.splat(0));
        let CheckInfo { ref us, check_mask, pinned, .. } = info.checks;
        let mut total = 0;
        for from in Bits(info.mobile_sliders() & movable) {
            let rays = info.rays(from);
            let sliding = info.sliding_lanes(from);
            let mut to = l.union(l.and(rays, sliding)) & check_mask;
            if pinned & from != 0 {
                to &= info.line_of(from, rays);
            }
            let neutral_to = neutral.targets(from, to, l.union(l.and(neutral.seeing, sliding)));
            // A queen and the other sliders attack nothing as leapers.
            total += self.count_neutral(neutral, neutral_to)
                + self.count_moves(from, to ^ neutral_to, [sliding; 2], self.by_pawns | self.by_officers, Role::Queen);
        }
        for from in Bits(us.knights & movable & !pinned) {
            let to = knight_attacks(from) & check_mask;
            let neutral_to = neutral.targets(from, to, knight_attacks(neutral.zone));
            total += self.count_neutral(neutral, neutral_to)
                + self.count_moves(from, to ^ neutral_to, [none; 2], self.leapers_without(from), Role::Knight);
        }
        if const { has_makruk_leapers::<R>() } {
            for from in Bits((us.mets | us.khons) & movable) {
                let role = us.makruk_leaper_at(from);
                let to = info.makruk_leaper_targets(from) & check_mask;
                let neutral_to = neutral.targets(from, to, steps(role, THEM, neutral.zone));
                total += self.count_neutral(neutral, neutral_to)
                    + self.count_moves(from, to ^ neutral_to, [none; 2], self.leapers_without(from), role);
            }
        }
        let king_to = info.king_targets();
        let neutral_to = neutral.targets(us.king, king_to, king_attacks(neutral.zone));
        total += self.count_neutral(neutral, neutral_to);
        let king = if king_to == neutral_to { 0 } else { us.king };
        let promoting = us.pawns & movable & forward(THEM, promotion_zone::<R>(US));
        for from in Bits(king | promoting) {
            let (mut to, mut roles): (u64, &[Role]) = (king_to ^ neutral_to, &[Role::King]);
            if from != king {
                (to, roles) = (info.pawn_targets(from) & check_mask, R::PROMOTIONS);
            }
            for &role in roles {
                let all = |slides| if slides { !0 } else { 0 };
                let (orthogonal, diagonal) = slides(role);
                let sliding = l.by_kind(all(orthogonal), all(diagonal));
                total += self.count_moves(from, to, [none, sliding], self.leapers_without(from), role);
            }
        }
        total
    }

    /// Counts the replies to the moves of pawns that do not promote.
    #[inline(always)]
    fn count_pawns(&self, neutral: &NeutralMoves<L>, pawns: u64) -> u64 {
        let (info, us, none) = (self.info, &self.info.checks.us, self.l.splat(0));
        let pawns = pawns & !forward(THEM, promotion_zone::<R>(US));
        let (neutral_to, rest, captures) = self.neutral_pawns(neutral, pawns);
        let mut total = self.count_neutral(neutral, neutral_to) + captures;
        for from in Bits(rest) {
            let to = info.pawn_targets(from) & info.checks.check_mask & !neutral_to;
            let leapers = pawn_attacks(US, us.pawns & !from) | self.by_officers;
            total += self.count_moves(from, to, [none; 2], leapers, Role::Pawn);
        }
        total
    }

    /// Counts the replies to captures en passant and castling, on the board after each.
    #[inline(always)]
    fn count_special(&self) -> u64 {
        let (info, rights) = (self.info, self.position.rights);
        let CheckInfo { ref us, them, checks, pinned, .. } = info.checks;
        let mut total = 0;
        if R::DOUBLE_STEP && rights.en_passant != 0 {
            for from in Bits(info.en_passant_pawns(self.them, rights.en_passant)) {
                total += self.count_after(&self.position.with_en_passant(from, rights.en_passant));
            }
        }
        if R::CASTLING && checks == 0 {
            for rook in Bits(Castlings::of(us, rights.castle, pinned).legal(them, info.king_danger)) {
                total += self.count_after(&self.position.with_castling(us.king, rook));
            }
        }
        total
    }

    /// Counts the replies on the board after a move.
    #[inline(always)]
    fn count_after(&self, child: &BitboardPosition) -> u64 {
        self.l.enter(RepliesAfter::<R>(child, PhantomData)).into()
    }

    /// The squares that our leapers attack, without the leaper on a square.
    #[inline(always)]
    fn leapers_without(&self, from: u64) -> u64 {
        leaper_attacks::<R>(US, &self.info.checks.us.without(from))
    }
}

/// Counts the replies on a board after a move of White.
struct RepliesAfter<'a, R>(&'a BitboardPosition, PhantomData<R>);

impl<L: Lanes, R: Rules> Kernel<L> for RepliesAfter<'_, R> {
    type Output = u32;

    #[inline(always)]
    fn run(self, l: L) -> u32 {
        LaneInfo::<L, R>::of(l, &self.0.bitboards, THEM).count(self.0.rights.castle)
    }
}
