//! The replies to a null move: [perft 2](super::perft_2) counts them once, and corrects them for each move.

use crate::attack_info::{LaneInfo, held, leaper_mobility, pin_masks, slides};
use crate::board::{BitboardPosition, Side, leaper_attacks};
use crate::castlings::Castlings;
use crate::lanes::Lanes;
use crate::pawns::Pawns;
use crate::sets::{king_attacks, pawn_attacks};
use chess0x88::{Color, Rules};

/// The side that moves first, and the side that replies.
pub(crate) const US: Color = Color::White;
pub(crate) const THEM: Color = Color::Black;

/// The replies to a null move, with what they depend on.
pub(crate) struct NullReplies<'a, L: Lanes, R> {
    pub(crate) l: L,
    pub(crate) position: &'a BitboardPosition,
    /// The attack info of the side that moves.
    pub(crate) info: &'a LaneInfo<L, R>,
    pub(crate) them: &'a Side,
    /// The rays from the replying king.
    pub(crate) king: L::V,
    /// The pieces that are pinned to the replying king, each in the lane of its pin.
    pub(crate) held: L::V,
    pub(crate) pinned: u64,
    /// The squares that the replying sliders attack, pinned ones only along their pin.
    pub(crate) theirs: L::V,
    /// The replying pawns by the lines that pins allow.
    pub(crate) pawns: Pawns,
    /// The squares around the replying king.
    pub(crate) king_zone: u64,
    /// The rooks with which the replying king may castle.
    pub(crate) castle: u64,
    pub(crate) castlings: Castlings,
    /// The number of sliding replies.
    pub(crate) sliding: u32,
    /// The number of replies of leapers, without pawns and king.
    pub(crate) leaping: u32,
    /// The squares that our pawns attack; the squares that our other leapers attack.
    pub(crate) by_pawns: u64,
    pub(crate) by_officers: u64,
}

impl<'a, L: Lanes, R: Rules> NullReplies<'a, L, R> {
    /// Returns `None` in two unsupported cases: a pinned Met or Khon, which may step along its pin; and a king that can be
    /// captured, which no legal position has.
    #[inline(always)]
    pub(crate) fn of(position: &'a BitboardPosition, info: &'a LaneInfo<L, R>, them: &'a Side) -> Option<Self> {
        let (l, us) = (info.l, &info.checks.us);
        let king = info.rays(them.king);
        let held = held(l, king, info.ours, them.all);
        let pinned = l.union(held);
        let by_pawns = pawn_attacks(US, us.pawns);
        let by_officers = leaper_attacks::<R>(US, &Side { pawns: 0, ..*us });
        if pinned & (them.mets | them.khons) != 0
            || (by_pawns | by_officers) & them.king != 0
            || l.touch(info.ours, l.splat(them.king))
        {
            return None;
        }
        let (mut theirs, mut pawns) = (info.theirs, Pawns::free(them.pawns));
        if pinned != 0 {
            let pins = l.or(held, l.opposite(held));
            theirs = slides(l, &info.propagators, [them.orthogonal, them.diagonal], pinned, pins);
            pawns = Pawns::pinned(THEM, them.pawns, pinned, pin_masks(l, pins));
        }
        let castle = if R::CASTLING { position.rights.castle & them.all } else { 0 };
        Some(NullReplies {
            l,
            position,
            info,
            them,
            king,
            held,
            pinned,
            theirs,
            pawns,
            king_zone: king_attacks(them.king),
            castle,
            castlings: Castlings::of(them, castle, pinned),
            sliding: l.population(l.and_not(theirs, l.splat(them.all))),
            leaping: leaper_mobility::<L, R>(l, THEM, them, !pinned, !them.all),
            by_pawns,
            by_officers,
        })
    }
}
