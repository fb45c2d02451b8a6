//! Perft 2 without playing a move: all moves, and how many replies each has.
//!
//! A move changes few lines. Remove the piece that moves, and the lines that ended on its square go on along the rays from
//! that square; place the piece, and every line through its new square ends there. Each is one logical operation per vector,
//! because the rays from the square, lane by lane, are what the lines gain or lose:
//!
//! ```text
//!      lane E of their rook          r ■ ■ ■ N . . .      rays of the knight going east:  ■ ■ ■
//!      the knight removed            r ■ ■ ■ ■ ■ ■ ■      the lane with those rays
//!      the knight placed on its way  r ■ N . . . . .      the lane without the rays from there
//! ```
//!
//! So one fill per origin and one per target replace three fills of the board per move, and the attacks of the piece from
//! its new square come out of the same fill. What is left to count is the difference to the replies after a null move.
//!
//! This holds if the move neither gives check nor changes which pieces are pinned. The lanes of the replying king tell; the
//! few moves that do take the [slow path](SlowPath).
//!
//! Most quiet moves, in a quiet position nearly all, touch no line that matters: they are [calm](Calm), and have the replies
//! of a null move, but for those of pawns. They are found as sets of squares, and counted together.

use core::marker::PhantomData;

use super::attack_info::{LaneInfo, held, leaper_mobility, pin_masks, slides};
use super::fill::Propagators;
use super::lanes::{Kernel, Lanes};
use crate::attacks::bitboard::{CheckInfo, leaper_attacks};
use crate::attacks::bits::{
    Bits, forward, forward_east, forward_west, king_attacks, knight_attacks, pawn_attacks, second_step, square_of,
    steps,
};
use crate::board::Side;
use crate::movegen::generate::{
    PawnMove, PawnTargets, Pawns, Rights, castles, en_passant_pawns, king_targets, pawn_move,
};
use crate::moves::Castling;
use crate::perft::position::BitboardPosition;
use crate::piece::{Color, PieceSet, Role};
use crate::rules::{Rules, promotion_zone};

/// The side that moves first, and the side that replies.
const US: Color = Color::White;
const THEM: Color = Color::Black;

/// The number of moves and replies of a position.
pub(super) struct Perft2<'a, R>(pub(super) &'a BitboardPosition, pub(super) PhantomData<R>);

impl<L: Lanes, R: Rules> Kernel<L> for Perft2<'_, R> {
    type Output = u64;

    #[inline(always)]
    fn run(self, l: L) -> u64 {
        let position = self.0;
        let info = &LaneInfo::<L, R>::of(l, &position.bitboards, US);
        let (us, them) = (&info.checks.us, position.bitboards.side::<R>(THEM));
        let king = info.rays(them.king);
        let held = held(l, king, info.ours, them.all);
        let pinned = l.union(held);
        let (mut theirs, mut pawns) = (info.theirs, Pawns::free(them.pawns));
        if pinned != 0 {
            let pins = l.or(held, l.opposite(held));
            theirs = slides(l, &info.propagators, [them.orthogonal, them.diagonal], pinned, pins);
            pawns = Pawns::pinned(THEM, them.pawns, pinned, pin_masks(l, pins));
        }
        let by_pawns = pawn_attacks(US, us.pawns);
        let by_knights = knight_attacks(us.knights);
        let by_others = leaper_attacks::<R>(US, &Side { pawns: 0, knights: 0, ..*us });
        // The fast path does not know two things: a pinned Met or Khon, which may step along its pin; and a king that can be
        // captured, which no legal position has.
        let is_unusual = pinned & (them.mets | them.khons) != 0
            || (by_pawns | by_knights | by_others) & them.king != 0
            || l.touch(info.ours, l.splat(them.king));
        let castle = if R::CASTLING { position.rights.castle & them.all } else { 0 };
        let mut replies = Replies {
            l,
            position,
            info,
            them: &them,
            king,
            held,
            pinned,
            theirs,
            pawns,
            king_zone: king_attacks(them.king),
            castle,
            castlings: CastlingReplies::of(&them, castle, pinned),
            sliding: l.population(l.and_not(theirs, l.splat(them.all))),
            leaping: leaper_mobility::<L, R>(l, THEM, &them, !pinned, !them.all),
            by_pawns,
            by_knights,
            by_others,
            is_unusual,
            blocked: 0,
            total: 0,
        };
        replies.count_all();
        replies.total - replies.blocked
    }
}

/// The replies after a null move, and the running total.
struct Replies<'a, L: Lanes, R> {
    l: L,
    position: &'a BitboardPosition,
    /// For the side that moves.
    info: &'a LaneInfo<L, R>,
    them: &'a Side,
    /// Rays from the replying king.
    king: L::V,
    /// The pieces that are pinned to the replying king, each in the lane of its pin.
    held: L::V,
    pinned: u64,
    /// What their sliders attack; a pinned slider, along its pin only.
    theirs: L::V,
    /// Their pawns by what pins allow.
    pawns: Pawns,
    /// The squares around the replying king.
    king_zone: u64,
    /// The rooks that the replying king may castle with.
    castle: u64,
    castlings: CastlingReplies,
    /// Sliding replies.
    sliding: u32,
    /// Replies of leapers, without pawns and king.
    leaping: u32,
    /// What our pawns, our knights and our other leapers attack.
    by_pawns: u64,
    by_knights: u64,
    by_others: u64,
    /// Whether the replies to every move are counted on the board after the move.
    is_unusual: bool,
    /// Sliding replies that our moves block.
    blocked: u64,
    total: u64,
}

/// What tells the calm moves: a quiet move is calm if it cuts and opens no line of theirs and none of ours to the zone, if the
/// piece attacks the zone neither before nor after, and if no pawn of theirs could capture it or waited for it to go.
struct Calm<L: Lanes> {
    /// Where it matters what we attack: the square of their king, those that it may step to, those that it crosses to castle.
    zone: u64,
    /// Per lane, the squares from which a slider of ours sees the zone, or a piece before their king from behind.
    seeing: L::V,
    /// The squares from which no move is calm, whatever the piece.
    busy_origins: u64,
    /// The squares to which no move is calm.
    busy_targets: u64,
    /// The replies after a null move.
    replies: u32,
    /// Where their pawns may go after a null move.
    pawns: PawnTargets,
}

/// The castlings that the replying king may have: those without a piece of its own in the way. Our moves clear no way, for
/// a piece that captures stands in the way itself.
struct CastlingReplies {
    /// For each castling, the squares where a piece of ours prevents it: the squares that king and rook cross, and the rook's.
    closed_by: [u64; 2],
    /// The squares that must not be attacked.
    king_way: [u64; 2],
    /// The same squares of all castlings. There are none if no castling is.
    all_closed_by: u64,
    all_king_way: u64,
}

impl CastlingReplies {
    #[inline(always)]
    fn of(them: &Side, rooks: u64, pinned: u64) -> Self {
        let mut this = Self { closed_by: [!0; 2], king_way: [0; 2], all_closed_by: 0, all_king_way: 0 };
        for (n, rook) in (0..2).zip(Bits(rooks & !pinned)) {
            if between(them.king, rook) & them.all != 0 {
                continue;
            }
            let castling = Castling::of(square_of(them.king), square_of(rook));
            if castling.path().bits() & them.all == 0 {
                this.closed_by[n] = castling.path().bits() | rook;
                this.king_way[n] = castling.king_way().bits();
                this.all_closed_by |= this.closed_by[n];
                this.all_king_way |= this.king_way[n];
            }
        }
        this
    }

    /// Whether there may be any.
    #[inline(always)]
    const fn any(&self) -> bool {
        self.all_closed_by != 0
    }

    /// How many castlings there are with these pieces of ours.
    #[inline(always)]
    fn count(&self, us: u64, king_danger: u64) -> u32 {
        let is_legal = |n: usize| self.closed_by[n] & us == 0 && self.king_way[n] & king_danger == 0;
        u32::from(is_legal(0)) + u32::from(is_legal(1))
    }
}

/// The squares between two of a rank. King and rook cross all of them when they castle.
#[inline(always)]
const fn between(a: u64, b: u64) -> u64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    high.wrapping_sub(low << 1)
}

/// The pieces of ours that move alike.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Slider,
    Knight,
    /// Met or Khon.
    Stepper,
    /// A pawn that does not promote.
    Pawn,
    /// The king, which may go to these squares, and pawns that promote.
    Rare {
        king_to: u64,
    },
}

/// The board without the piece that moves.
struct MoverRemoved<L: Lanes> {
    propagators: Propagators<L>,
    occupied: u64,
    us: u64,
    ours: L::V,
    theirs: L::V,
    king: L::V,
    /// Their pieces on the rays from their king, each in the lane of its ray.
    shields: L::V,
    sliding: u32,
    /// What our other leapers attack.
    leapers: u64,
}

/// The piece as it is placed on its target.
#[derive(Clone, Copy)]
struct Placed<L: Lanes> {
    role: Role,
    is_slider: bool,
    /// All ones in the lanes in which the piece slides.
    slides: L::V,
}

impl<L: Lanes> Placed<L> {
    /// What the piece attacks as a leaper.
    #[inline(always)]
    fn steps(&self, to: u64) -> u64 {
        if self.is_slider { 0 } else { steps(self.role, US, to) }
    }
}

impl<L: Lanes, R: Rules> Replies<'_, L, R> {
    /// Counts the replies to all moves. [`count_moves_of`](Self::count_moves_of) is compiled in each place that calls it: for
    /// sliders, for knights, for pawns, for Met and Khon, and once for kings and promotions, which have fewer moves. (One loop
    /// for all pieces made perft a tenth slower and a program 30 kB smaller.)
    #[inline(always)]
    fn count_all(&mut self) {
        let info = self.info;
        let CheckInfo { ref us, checks, pinned, .. } = info.checks;
        let movable = match checks {
            0 => !0,
            // No move along the line of a pin answers a check.
            1 => !pinned,
            _ => 0,
        };
        let promoting = us.pawns & forward(THEM, promotion_zone::<R>(US));
        let calm = &self.calm();
        self.count_moves_of(calm, Kind::Slider, info.mobile_sliders() & movable);
        self.count_moves_of(calm, Kind::Knight, us.knights & movable & !pinned);
        self.count_moves_of(calm, Kind::Pawn, us.pawns & movable & !promoting);
        if R::MAKRUK_LEAPERS {
            self.count_moves_of(calm, Kind::Stepper, (us.mets | us.khons) & movable);
        }
        let king_to = self.count_calm(calm, us.king, king_targets(info, !0), king_attacks(calm.zone));
        let king = if king_to == 0 { 0 } else { us.king };
        self.count_moves_of(calm, Kind::Rare { king_to }, king | promoting & movable);
        if R::DOUBLE_STEP && self.position.rights.en_passant != 0 {
            let to = self.position.rights.en_passant;
            for from in Bits(en_passant_pawns(info, to)) {
                self.play(&self.position.with_en_passant::<R>(from, to));
            }
        }
        if R::CASTLING {
            for rook in Bits(self.position.rights.castle & us.all) {
                if between(us.king, rook) & !info.checks.empty() == 0 && castles(info, rook) != 0 {
                    self.play(&self.position.with_castling::<R>(us.king, rook));
                }
            }
        }
    }

    /// What tells the calm moves. If the position is unusual, there are none.
    #[inline(always)]
    fn calm(&self) -> Calm<L> {
        let (l, info, them, castlings) = (self.l, self.info, self.them, &self.castlings);
        let CheckInfo { ref us, .. } = info.checks;
        let around = self.king_zone & !them.all;
        let zone = around | them.king | castlings.all_king_way;
        let shields = l.and(self.king, l.splat(them.all));
        let seeing = l.opposite(info.propagators.attacks(l, l.or(l.splat(zone), shields)));
        let lines = l.or(self.theirs, l.and(info.ours, seeing));
        let pinning = l.where_meet(self.held, self.held, self.king);
        let pawns = self.pawns.targets::<R>(THEM, info.checks.empty(), us.all);
        let danger = l.union(info.ours) | self.by_pawns | self.by_knights | self.by_others;
        let mut replies = self.sliding + self.leaping + pawns.count::<R>(THEM) + (around & !danger).count_ones();
        if R::CASTLING && castlings.any() {
            replies += castlings.count(us.all, danger);
        }
        let ahead = forward(THEM, self.pawns.pushing) | second_step(THEM, pawns.single);
        let by_pawns = ahead | pawns.east | pawns.west;
        let unusual = if self.is_unusual { !0 } else { 0 };
        Calm {
            zone,
            seeing,
            busy_origins: l.union(l.or(lines, self.king)) | castlings.all_closed_by | by_pawns | unusual,
            busy_targets: l.union(l.or(lines, pinning)) | castlings.all_closed_by | them.all,
            replies,
            pawns,
        }
    }

    /// Counts the replies to the calm moves of a piece that sees the zone from `seeing`. Gives the targets of its other moves.
    #[inline(always)]
    fn count_calm(&mut self, calm: &Calm<L>, from: u64, to: u64, seeing: u64) -> u64 {
        if from & (calm.busy_origins | seeing) != 0 {
            return to;
        }
        let rest = to & (calm.busy_targets | seeing);
        self.count_landed(calm, to ^ rest);
        rest
    }

    /// Counts the replies to all calm steps of pawns. Gives their targets, and the pawns that may have other moves.
    #[inline(always)]
    fn count_calm_pawns(&mut self, calm: &Calm<L>, pawns: u64) -> (u64, u64) {
        let (l, CheckInfo { ref us, check_mask, pinned, .. }) = (self.l, self.info.checks);
        let empty = self.info.checks.empty();
        let seeing = pawn_attacks(THEM, calm.zone);
        let steps = Pawns::free(pawns & !(calm.busy_origins | seeing | pinned)).targets::<R>(US, empty, 0);
        let landed = (steps.single | steps.double) & check_mask & !(calm.busy_targets | seeing);
        self.count_landed(calm, landed);
        let PawnTargets { single, double, .. } = Pawns::moves::<R>(self.info, pawns, check_mask);
        if R::DOUBLE_STEP && !self.is_unusual {
            // Their captures en passant. No leaper of ours attacks their king then.
            for passed in Bits(forward(THEM, double) & pawn_attacks(THEM, self.them.pawns)) {
                let step = forward(THEM, passed) | passed;
                for captor in Bits(pawn_attacks(US, passed) & self.them.pawns) {
                    let propagators = Propagators::over(l, empty ^ step ^ captor);
                    let ours = propagators.attacks(l, l.by_kind(us.orthogonal, us.diagonal));
                    self.total += u64::from(!l.touch(ours, l.splat(self.them.king)));
                }
            }
        }
        let rest = single & !landed | forward(THEM, double & !landed);
        (landed, pawns & (forward(THEM, rest) | pawn_attacks(THEM, self.them.all)))
    }

    /// Counts the replies to as many calm moves as there are targets.
    #[inline(always)]
    fn count_landed(&mut self, calm: &Calm<L>, landed: u64) {
        let (gained, lost) = self.pawns.change::<R>(THEM, &calm.pawns, landed);
        self.total += u64::from(landed.count_ones() * calm.replies + gained - lost);
    }

    /// Counts the replies to the moves of some pieces of a kind.
    #[inline(always)]
    fn count_moves_of(&mut self, calm: &Calm<L>, kind: Kind, pieces: u64) {
        let info = self.info;
        let CheckInfo { ref us, check_mask, pinned, .. } = info.checks;
        let (landed, pieces) = if kind == Kind::Pawn { self.count_calm_pawns(calm, pieces) } else { (0, pieces) };
        for from in Bits(pieces) {
            let mut to = check_mask;
            let role = match kind {
                Kind::Slider => us.slider_at(from),
                Kind::Knight => Role::Knight,
                Kind::Stepper => us.makruk_leaper_at(from),
                Kind::Rare { king_to } if from == us.king => {
                    to = king_to;
                    Role::King
                }
                Kind::Pawn | Kind::Rare { .. } => {
                    match pawn_move::<R>(info, from, check_mask) {
                        // Their captures en passant have been counted, and a king that can be captured has none to fear.
                        Some(PawnMove::Step { to: all, .. }) => to = all & !landed,
                        Some(PawnMove::Promotion { to: all }) => to = all,
                        None => to = 0,
                    }
                    Role::Pawn
                }
            };
            if matches!(kind, Kind::Knight | Kind::Stepper) {
                to &= steps(role, US, from);
            }
            if kind == Kind::Knight {
                to = self.count_calm(calm, from, to, steps(role, THEM, calm.zone));
            }
            if to == 0 {
                continue;
            }
            let rays = info.rays(from);
            if kind == Kind::Slider {
                to &= info.slides(from, rays);
            }
            if matches!(kind, Kind::Slider | Kind::Stepper) && pinned & from != 0 {
                to &= info.line_of(from, rays);
            }
            let slides = self.slides(role);
            if matches!(kind, Kind::Slider | Kind::Stepper) {
                let seeing = match kind {
                    Kind::Slider => self.l.union(self.l.and(calm.seeing, slides)),
                    _ => steps(role, THEM, calm.zone),
                };
                to = self.count_calm(calm, from, to, seeing);
            }
            if to == 0 {
                continue;
            }
            if self.is_unusual {
                self.play_each(from, to, kind, role);
                continue;
            }
            let removed = self.remove(from, rays, slides, self.leapers_without(kind, from));
            if !matches!(kind, Kind::Rare { .. }) {
                // The role is that of the kind.
                self.place_all(&removed, to, Placed { role, is_slider: kind == Kind::Slider, slides });
                continue;
            }
            for &role in choices::<R>(kind, &role) {
                self.place_all(&removed, to, Placed { role, is_slider: false, slides: self.slides(role) });
            }
        }
    }

    /// What our leapers attack without the piece on a square.
    #[inline(always)]
    fn leapers_without(&self, kind: Kind, from: u64) -> u64 {
        match kind {
            Kind::Slider => self.by_pawns | self.by_knights | self.by_others,
            Kind::Knight => knight_attacks(self.info.checks.us.knights & !from) | self.by_pawns | self.by_others,
            Kind::Pawn => pawn_attacks(US, self.info.checks.us.pawns & !from) | self.by_knights | self.by_others,
            Kind::Rare { .. } | Kind::Stepper => leaper_attacks::<R>(US, &self.info.checks.us.without(from)),
        }
    }

    /// Removes a piece from the square where `rays` start.
    #[inline(always)]
    fn remove(&self, from: u64, rays: L::V, slides: L::V, leapers: u64) -> MoverRemoved<L> {
        let l = self.l;
        let at = l.splat(from);
        let all = l.splat(self.them.all);
        let occupied = (self.info.checks.us.all | self.them.all) & !from;
        let ours = l.and_not(self.info.ours, l.and(rays, slides));
        let opened = l.where_meet(self.theirs, at, rays);
        let king = l.or(self.king, l.where_meet(self.king, at, rays));
        MoverRemoved {
            propagators: Propagators::over(l, !occupied),
            occupied,
            us: self.info.checks.us.all & !from,
            ours: l.or(ours, l.where_meet(self.info.ours, at, rays)),
            theirs: l.or(self.theirs, opened),
            king,
            shields: l.and(king, all),
            sliding: self.sliding + l.union(l.and_not(opened, all)).count_ones(),
            leapers,
        }
    }

    /// Places the piece on `to` and counts the replies. `false` if the slow path has counted them; otherwise the replies to
    /// a quiet move lack those that [`place_all`](Self::place_all) counts for all targets together.
    #[inline(always)]
    fn place<const CAPTURE: bool>(&mut self, removed: &MoverRemoved<L>, to: u64, piece: Placed<L>) -> bool {
        let l = self.l;
        let at = l.splat(to);
        let rays = removed.propagators.attacks(l, at);
        let ours = l.or(l.and_not(removed.ours, rays), l.and(rays, piece.slides));
        let leapers = removed.leapers | piece.steps(to);
        let mut shields = l.and_not(removed.shields, rays);
        if CAPTURE {
            shields = l.and_not(shields, at);
        }
        // With the king itself among the shields a check looks like one more pin.
        let king = l.splat(self.them.king);
        let changed = l.xor(l.and(l.or(shields, king), l.opposite(ours)), self.held);
        let occupied = removed.occupied | to;
        if l.touch(changed, changed) || leapers & self.them.king != 0 {
            let taken = if CAPTURE { to } else { 0 };
            self.total += u64::from(l.enter(SlowPath::<L, R> {
                them: &self.them.without(taken),
                removed,
                to,
                rays,
                ours,
                leapers,
                castle: self.castle & !taken,
                pinned: self.pinned,
                rules: PhantomData,
            }));
            return false;
        }
        self.blocked += u64::from((l.union(l.and(removed.theirs, rays)) & !self.them.all).count_ones());
        let mut around = self.king_zone & !self.them.all;
        let mut count = 0;
        if CAPTURE {
            around |= self.king_zone & to;
            let pawns = self.pawns.without(to);
            count = removed.sliding + l.population(l.and(removed.theirs, at));
            count += self.leaping_after_capture(to);
            count += pawns.targets::<R>(THEM, !occupied, removed.us | to).count::<R>(THEM);
        }
        // A king with its own pieces on all squares around has no use for king danger.
        if around != 0 || R::CASTLING && self.castlings.any() {
            let danger = l.union(ours) | leapers;
            count += (around & !danger).count_ones();
            if R::CASTLING && self.castlings.any() {
                count += self.castlings.count(removed.us | to, danger);
            }
        }
        self.total += u64::from(count);
        true
    }

    /// Replies of leapers after a capture: the square is a target now, and the captured piece moves no more. It was not
    /// pinned, or the pins would have changed.
    #[inline(always)]
    fn leaping_after_capture(&self, to: u64) -> u32 {
        let (them, free) = (self.them, !self.pinned);
        if R::MAKRUK_LEAPERS {
            return leaper_mobility::<L, R>(self.l, THEM, &them.without(to), free, !them.all | to);
        }
        let jumps = knight_attacks(to);
        let lost = if them.knights & to == 0 { 0 } else { (jumps & !them.all).count_ones() };
        self.leaping + (jumps & them.knights & free).count_ones() - lost
    }

    /// Places the piece on every square of `to` in turn.
    #[inline(always)]
    fn place_all(&mut self, removed: &MoverRemoved<L>, to: u64, piece: Placed<L>) {
        let mut landed = 0;
        for to in Bits(to & !self.them.all) {
            if self.place::<false>(removed, to, piece) {
                landed |= to;
            }
        }
        let before = self.pawns.targets::<R>(THEM, !removed.occupied, removed.us);
        let (gained, lost) = self.pawns.change::<R>(THEM, &before, landed);
        let common = removed.sliding + self.leaping + before.count::<R>(THEM);
        self.total += u64::from(landed.count_ones() * common + gained - lost);
        for to in Bits(to & self.them.all) {
            self.place::<true>(removed, to, piece);
        }
    }

    /// Counts the replies on the board after a move.
    #[inline(always)]
    fn play(&mut self, child: &BitboardPosition) {
        self.total += u64::from(self.l.enter(RepliesAfter::<R>(child, PhantomData)));
    }

    /// Counts the replies to the moves of one piece on the board after each.
    #[inline(always)]
    fn play_each(&mut self, from: u64, to: u64, kind: Kind, role: Role) {
        for to in Bits(to) {
            for &role in choices::<R>(kind, &role) {
                self.play(&after_step::<R>(self.position, from, to, role));
            }
        }
    }

    /// The lanes in which a piece slides, as all ones.
    #[inline(always)]
    fn slides(&self, role: Role) -> L::V {
        let all = |slides| if slides { !0 } else { 0 };
        let (orthogonal, diagonal) = role.slides();
        self.l.by_kind(all(orthogonal), all(diagonal))
    }
}

/// What a piece is after its move.
#[inline(always)]
fn choices<R: Rules>(kind: Kind, role: &Role) -> &[Role] {
    if matches!(kind, Kind::Rare { .. }) && *role == Role::Pawn { R::PROMOTIONS } else { core::slice::from_ref(role) }
}

/// The position after a move, without the special moves of pawns and castling. Rare, and so it is a call.
#[inline(never)]
fn after_step<R: Rules>(position: &BitboardPosition, from: u64, to: u64, role: Role) -> BitboardPosition {
    position.with_step::<R>(from, to, role)
}

/// The replies on a board after a move of White.
struct RepliesAfter<'a, R>(&'a BitboardPosition, PhantomData<R>);

impl<L: Lanes, R: Rules> Kernel<L> for RepliesAfter<'_, R> {
    type Output = u32;

    #[inline(always)]
    fn run(self, l: L) -> u32 {
        LaneInfo::<L, R>::of(l, &self.0.bitboards, THEM).count(self.0.rights)
    }
}

/// The replies to a move that gives check or changes the pins, counted in full from the lanes that are at hand.
struct SlowPath<'a, L: Lanes, R> {
    /// The replying side, without what was captured.
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
        let removed = self.removed;
        let propagators = Propagators::over(l, !(removed.occupied | self.to));
        let ours = if self.pinned == 0 {
            l.and_not(removed.theirs, self.rays)
        } else {
            propagators.attacks(l, l.by_kind(self.them.orthogonal, self.them.diagonal))
        };
        let info = LaneInfo::<L, R> {
            l,
            checks: CheckInfo::free(THEM, *self.them, removed.us | self.to),
            // Only captures en passant look at these, and here there are none.
            sliders: [0; 2],
            propagators,
            theirs: self.ours,
            ours,
            king: l.and_not(removed.king, self.rays),
            // The other leapers did not attack the king before the move: the one that moved gives the check.
            leaper_checks: if self.leapers & self.them.king != 0 { self.to } else { 0 },
            king_danger: self.leapers,
            pins: l.splat(0),
            army: PhantomData,
        };
        info.judged().count(Rights { castle: self.castle, en_passant: 0 })
    }
}

impl Pawns {
    /// The same pawns but those on some squares.
    #[inline(always)]
    pub(crate) const fn without(self, squares: u64) -> Self {
        Self { pushing: self.pushing & !squares, east: self.east & !squares, west: self.west & !squares }
    }

    /// The moves that enemies landing on `landed` would let them make, and those they would take
    /// away from `before`, added up as if each landed alone.
    #[inline(always)]
    pub(crate) fn change<R: Rules>(self, us: Color, before: &PawnTargets, landed: u64) -> (u32, u32) {
        let gained = PawnTargets {
            single: 0,
            double: 0,
            east: forward_east(us, self.east) & landed,
            west: forward_west(us, self.west) & landed,
        };
        let lost = PawnTargets { single: before.single & landed, double: before.double & landed, east: 0, west: 0 };
        // A piece right in front of a pawn prevents its double step, too.
        let passing = second_step(us, lost.single) & before.double;
        (gained.count::<R>(us), lost.count::<R>(us) + passing.count_ones())
    }
}
