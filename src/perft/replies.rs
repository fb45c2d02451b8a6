//! Perft 2 without making a single move: every move, and the number of replies to it.
//!
//! A move changes little. Take up the moving piece, and the lines that ended on its square run on
//! along its own rays; put it down, and every line through its new square ends there. Both are one
//! logical operation per vector, because the rays from that one square, lane by lane, are exactly
//! what is gained or lost:
//!
//! ```text
//!      their rook's lane before    r ■ ■ ■ N . . .      rays of N going east:  ■ ■ ■
//!      knight taken up             r ■ ■ ■ ■ ■ ■ ■      the lane with those rays added
//!      knight put down on its way  r ■ N . . . . .      the lane without the rays from there
//! ```
//!
//! So one sweep per origin and one per target replace three sweeps of the whole board per move, and
//! the piece's own attacks from its new square come out of the same sweep. What is left to count is
//! the difference to the replies there would be if we passed.
//!
//! This holds as long as the move neither gives check nor changes which pieces are pinned. The lanes
//! of the replying king tell, and the few moves that do are counted in full ([`Special`]).

use core::marker::PhantomData;

use super::count::{Count, color};
use super::view::View;
use crate::attacks::lanes::scene::{LaneSight, Scene, count_steppers};
use crate::attacks::lanes::{Lanes, Paths, Task};
use crate::attacks::bits::{Bits, diagonal_steps, forward, king_attacks, knight_attacks, pawn_attacks, stepped, steps};
use crate::board::Side;
use crate::movegen::{PawnMove, Pawns, Selection, Sink, castles_with, count_but_en_passant, generate, pawn_move};
use crate::piece::{Army, Role};
use crate::rules::Rules;

/// The number of moves and replies of a position with `US` to move; `THEM` is always `!US`.
pub(super) struct CountReplies<'a, R, const US: bool, const THEM: bool>(pub(super) &'a View, pub(super) PhantomData<R>);

impl<L: Lanes, R: Rules, const US: bool, const THEM: bool> Task<L> for CountReplies<'_, R, US, THEM> {
    type Output = u64;

    #[inline(always)]
    fn run(self, l: L) -> u64 {
        let view = self.0;
        let sight = LaneSight::<L, R>::of(l, &view.planes, color::<US>());
        let (scene, them) = (&sight.scene, view.side::<R>(color::<THEM>()));
        let king = scene.paths.sweep(l, l.splat(them.king));
        let held = l.and(l.and(king, l.splat(them.all)), l.opposite(scene.ours));
        let pinned = l.union(held);
        let mut theirs = scene.theirs;
        let mut pawns = Pawns::free(them.pawns);
        if pinned != 0 {
            let pins = l.or(held, l.opposite(held));
            let bound = l.and_not(l.splat(pinned), pins);
            theirs = scene.paths.sweep(l, l.and_not(l.by_kind(them.orthogonal, them.diagonal), bound));
            pawns = {
                let [_, vertical, rising, falling, ..] = l.to_array(pins);
                Pawns::pinned(color::<THEM>(), them.pawns, pinned, [vertical, rising, falling])
            };
        }
        let by_pawns = pawn_attacks(color::<US>(), scene.us.pawns);
        let by_knights = knight_attacks(scene.us.knights);
        let by_others = stepped::<R>(color::<US>(), &Side { pawns: 0, knights: 0, ..scene.us });
        // Two things that the short way does not know: a pinned Met or Khon, which may step along
        // its pin, and a king who can be captured, which no legal position shows.
        let unusual = pinned & (them.mets | them.khons) != 0
            || (by_pawns | by_knights | by_others) & them.king != 0
            || l.touch(scene.ours, l.splat(them.king));
        let mut replies = Replies::<L, R, US, THEM> {
            l,
            view,
            rules: self.1,
            us: scene.us,
            ours: scene.ours,
            paths: scene.paths,
            them: &them,
            king,
            held,
            pinned,
            theirs,
            pawns,
            zone: king_attacks(them.king),
            castle: view.rights.castle & them.all,
            sliding: l.population(l.and_not(theirs, l.splat(them.all))),
            stepping: count_steppers::<L, R>(l, color::<THEM>(), &them, !pinned, !them.all),
            by_pawns,
            by_knights,
            by_others,
            unusual,
            blocked: l.tally_zero(),
            total: 0,
        };
        generate::<R, _, _>(&sight, view.rights, Selection::ALL, &mut replies);
        replies.total - l.tally_total(replies.blocked)
    }
}

/// The replies as they would be if we passed, and the running total.
struct Replies<'a, L: Lanes, R, const US: bool, const THEM: bool> {
    l: L,
    view: &'a View,
    rules: PhantomData<R>,
    us: Side,
    /// Our sliders' lanes.
    ours: L::V,
    paths: Paths<L>,
    them: &'a Side,
    /// Rays from the replying king.
    king: L::V,
    /// The pieces that are pinned to him, in the lane of the pin.
    held: L::V,
    pinned: u64,
    /// Their sliders' lanes; a pinned slider keeps to those along its pin.
    theirs: L::V,
    /// Their pawns by what pins allow.
    pawns: Pawns,
    /// The squares around the king.
    zone: u64,
    /// Rooks he may castle with.
    castle: u64,
    /// Sliding replies.
    sliding: u32,
    /// Replies of stepping pieces, not counting pawns and king.
    stepping: u32,
    /// What our pawns, our knights and our other stepping pieces attack.
    by_pawns: u64,
    by_knights: u64,
    by_others: u64,
    /// Whether every move has to be played out.
    unusual: bool,
    /// Sliding replies that our moves block.
    blocked: L::Tally,
    total: u64,
}

/// The board with one of our pieces in hand.
struct Lift<L: Lanes> {
    from: u64,
    paths: Paths<L>,
    occupied: u64,
    us: u64,
    ours: L::V,
    theirs: L::V,
    king: L::V,
    /// Their pieces that their king sees, in the lane in which he does.
    shields: L::V,
    sliding: u32,
}

/// The piece in hand as it will stand on the board.
struct Placing<L: Lanes, F> {
    role: Role,
    /// All ones in the lanes in which it slides.
    slides: L::V,
    /// What it attacks by stepping.
    steps: F,
    /// What our other stepping pieces attack.
    stepped: u64,
}

impl<L: Lanes, R: Rules, const US: bool, const THEM: bool> Replies<'_, L, R, US, THEM> {
    /// Takes up a piece from the square where `rays` start.
    #[inline(always)]
    fn lift(&self, from: u64, rays: L::V, slides: L::V) -> Lift<L> {
        let l = self.l;
        let at = l.splat(from);
        let all = l.splat(self.them.all);
        let occupied = (self.us.all | self.them.all) & !from;
        let ours = l.and_not(self.ours, l.and(rays, slides));
        let opened = l.keep(l.meet(self.theirs, at), rays);
        let king = l.or_where(self.king, l.meet(self.king, at), rays);
        Lift {
            from,
            paths: Paths::over(l, !occupied),
            occupied,
            us: self.us.all & !from,
            ours: l.or_where(ours, l.meet(self.ours, at), rays),
            theirs: l.or(self.theirs, opened),
            king,
            shields: l.and(king, all),
            sliding: self.sliding + l.union(l.and_not(opened, all)).count_ones(),
        }
    }

    /// Puts the piece down on `to` and counts the replies. `false` if it took the long way; otherwise
    /// the replies to a quiet move lack those that [`place_all`](Self::place_all) counts for all
    /// targets together.
    #[inline(always)]
    fn place<const CAPTURE: bool, F: Fn(u64) -> u64>(
        &mut self,
        lift: &Lift<L>,
        to: u64,
        piece: &Placing<L, F>,
    ) -> bool {
        let l = self.l;
        let at = l.splat(to);
        let rays = lift.paths.sweep(l, at);
        let ours = l.or(l.and_not(lift.ours, rays), l.and(rays, piece.slides));
        let stepped = piece.stepped | (piece.steps)(to);
        let mut shields = l.and_not(lift.shields, rays);
        if CAPTURE {
            shields = l.and_not(shields, at);
        }
        // The king himself among the shields makes a check look like one more pin.
        let king = l.splat(self.them.king);
        let changed = l.xor(l.and(l.or(shields, king), l.opposite(ours)), self.held);
        let occupied = lift.occupied | to;
        if self.unusual {
            self.play(&self.view.with_step::<R>(color::<US>(), lift.from, to, piece.role));
            return false;
        }
        if l.touch(changed, changed) || stepped & self.them.king != 0 {
            let taken = if CAPTURE { to } else { 0 };
            self.total += u64::from(l.enter(Special::<L, R, THEM> {
                them: &self.them.without(taken),
                lift,
                to,
                rays,
                ours,
                stepped,
                castle: self.castle & !taken,
                bound: self.pinned,
                rules: PhantomData,
            }));
            return false;
        }
        self.blocked = l.tally(self.blocked, l.and_not(l.and(lift.theirs, rays), l.splat(self.them.all)));
        let (mut around, mut castle) = (self.zone & !self.them.all, self.castle);
        let mut count = 0;
        if CAPTURE {
            around |= self.zone & to;
            castle &= !to;
            let pawns = self.pawns.without(to);
            count = lift.sliding + l.chosen(l.meet(lift.theirs, at));
            count += self.stepping_after_capture(to);
            count += pawns.targets::<R>(color::<THEM>(), !occupied, lift.us | to).count::<R>(color::<THEM>());
        }
        // A king walled in by his own pieces need not know what is attacked.
        if around | castle != 0 {
            let danger = l.union(ours) | stepped;
            count += (around & !danger).count_ones();
            if R::CASTLING && castle != 0 {
                let danger = |within| danger & within;
                count += castles_with(self.them.king, castle, occupied, self.pinned, danger).count_ones();
            }
        }
        self.total += u64::from(count);
        true
    }

    /// Stepping replies after a capture: the square is a target now, and the piece on it moves no
    /// more. It was not pinned, or the pins would have changed.
    #[inline(always)]
    fn stepping_after_capture(&self, to: u64) -> u32 {
        let mut count = self.stepping;
        let open = !self.them.all;
        let jumps = knight_attacks(to);
        count += (jumps & self.them.knights & !self.pinned).count_ones();
        if self.them.knights & to != 0 {
            count -= (jumps & open).count_ones();
        }
        if R::STEPPERS {
            let free = !self.pinned;
            let diagonal = diagonal_steps(to);
            let behind = forward(color::<US>(), to);
            count += (diagonal & (self.them.mets | self.them.khons) & free).count_ones();
            count += (behind & self.them.khons & free).count_ones();
            if (self.them.mets | self.them.khons) & to != 0 {
                count -= (diagonal & open).count_ones();
            }
            if self.them.khons & to != 0 {
                count -= (forward(color::<THEM>(), to) & open).count_ones();
            }
        }
        count
    }

    /// Puts the piece down on every square of `to` in turn.
    #[inline(always)]
    fn place_all<F: Fn(u64) -> u64>(&mut self, lift: &Lift<L>, to: u64, piece: &Placing<L, F>) {
        let mut landed = 0;
        for to in Bits(to & !self.them.all) {
            if self.place::<false, F>(lift, to, piece) {
                landed |= to;
            }
        }
        let before = self.pawns.targets::<R>(color::<THEM>(), !lift.occupied, lift.us);
        let (gained, lost) = self.pawns.change::<R>(color::<THEM>(), &before, landed);
        let common = lift.sliding + self.stepping + before.count::<R>(color::<THEM>());
        self.total += u64::from(landed.count_ones() * common + gained - lost);
        for to in Bits(to & self.them.all) {
            self.place::<true, F>(lift, to, piece);
        }
    }

    /// Counts the replies to a move that does more than one thing.
    #[inline(always)]
    fn play(&mut self, child: &View) {
        self.total += u64::from(self.l.enter(Count::<R, THEM>(child, self.rules)));
    }

    /// What all our stepping pieces attack.
    #[inline(always)]
    fn stepped(&self) -> u64 {
        self.by_pawns | self.by_knights | self.by_others
    }

    /// The lanes in which a piece slides, as all ones.
    #[inline(always)]
    fn slides(&self, role: Role) -> L::V {
        let all = |slides| if slides { !0 } else { 0 };
        let (orthogonal, diagonal) = role.slides();
        self.l.by_kind(all(orthogonal), all(diagonal))
    }

    /// The rays from one of our pieces.
    #[inline(always)]
    fn rays(&self, from: u64) -> L::V {
        self.paths.sweep(self.l, self.l.splat(from))
    }

    #[inline(always)]
    fn pawn(&mut self, from: u64, mut to: u64, double: u64) {
        let slides = self.l.splat(0);
        let passed = forward(color::<US>(), from);
        if double != 0 && pawn_attacks(color::<US>(), passed) & self.them.pawns != 0 {
            to &= !double;
            self.play(&self.view.with_double_step::<R>(color::<US>(), from, double));
        }
        let lift = self.lift(from, self.rays(from), slides);
        let steps = |to| pawn_attacks(color::<US>(), to);
        let stepped = steps(self.us.pawns & !from) | self.by_knights | self.by_others;
        self.place_all(&lift, to, &Placing { role: Role::Pawn, slides, steps, stepped });
    }

    #[inline(always)]
    fn promotion(&mut self, from: u64, to: u64) {
        let lift = self.lift(from, self.rays(from), self.l.splat(0));
        let stepped = pawn_attacks(color::<US>(), self.us.pawns & !from) | self.by_knights | self.by_others;
        for &role in R::PROMOTIONS {
            let slides = self.slides(role);
            let steps = |to| steps(role, color::<US>(), to);
            self.place_all(&lift, to, &Placing { role, slides, steps, stepped });
        }
    }
}

impl<L: Lanes, R: Rules, const US: bool, const THEM: bool> Sink<LaneSight<L, R>> for Replies<'_, L, R, US, THEM> {
    #[inline(always)]
    fn slider(&mut self, from: u64, to: u64, role: Role, rays: L::V) {
        let slides = self.slides(role);
        let lift = self.lift(from, rays, slides);
        let piece = Placing { role, slides, steps: |_| 0, stepped: self.stepped() };
        self.place_all(&lift, to, &piece);
    }

    #[inline(always)]
    fn stepper(&mut self, from: u64, to: u64, role: Role) {
        let slides = self.l.splat(0);
        let lift = self.lift(from, self.rays(from), slides);
        let others = |side: Side| stepped::<R>(color::<US>(), &side);
        match role {
            Role::Knight => {
                let by_knights = knight_attacks(self.us.knights & !from);
                let stepped = by_knights | self.by_pawns | self.by_others;
                self.place_all(&lift, to, &Placing { role, slides, steps: knight_attacks, stepped });
            }
            Role::King => {
                let stepped = others(Side { king: 0, ..self.us });
                self.place_all(&lift, to, &Placing { role, slides, steps: king_attacks, stepped });
            }
            _ => {
                let stepped = others(self.us.without(from));
                let steps = |to| steps(role, color::<US>(), to);
                self.place_all(&lift, to, &Placing { role, slides, steps, stepped });
            }
        }
    }

    #[inline(always)]
    fn pawns(&mut self, sight: &LaneSight<L, R>, pawns: u64, targets: u64) {
        for from in Bits(pawns) {
            match pawn_move::<R, _>(sight, from, targets) {
                Some(PawnMove::Step { to, double }) => self.pawn(from, to, double),
                Some(PawnMove::Promotion { to }) => self.promotion(from, to),
                None => {}
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: u64, to: u64) {
        self.play(&self.view.with_en_passant::<R>(color::<US>(), from, to));
    }

    #[inline(always)]
    fn castle(&mut self, king: u64, rook: u64) {
        self.play(&self.view.with_castling::<R>(color::<US>(), king, rook));
    }
}

/// The replies to a move that gives check or changes the pins, counted in full from the lanes that
/// are at hand.
struct Special<'a, L: Lanes, R, const THEM: bool> {
    /// The side to reply, without what was captured.
    them: &'a Side,
    lift: &'a Lift<L>,
    to: u64,
    rays: L::V,
    ours: L::V,
    stepped: u64,
    castle: u64,
    /// The pieces that were pinned before.
    bound: u64,
    rules: PhantomData<R>,
}

impl<L: Lanes, R: Rules, const THEM: bool> Task<L> for Special<'_, L, R, THEM> {
    type Output = u32;

    #[inline(always)]
    fn run(self, l: L) -> u32 {
        let lift = self.lift;
        let paths = Paths::over(l, !(lift.occupied | self.to));
        let ours = if self.bound == 0 {
            l.and_not(lift.theirs, self.rays)
        } else {
            paths.sweep(l, l.by_kind(self.them.orthogonal, self.them.diagonal))
        };
        let scene = Scene::<L, R> {
            color: color::<THEM>(),
            us: *self.them,
            them: lift.us | self.to,
            paths,
            theirs: self.ours,
            ours,
            king: l.and_not(lift.king, self.rays),
            stepped: self.stepped,
            // Only the piece that moved can have come close to the king.
            stepping_checkers: if self.stepped & self.them.king != 0 { self.to } else { 0 },
            army: PhantomData,
        };
        // Nobody captures en passant here, so nobody asks where our sliders stand.
        count_but_en_passant(&LaneSight::judged(l, scene, [0; 2]), self.castle)
    }
}
