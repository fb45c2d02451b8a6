//! What is locked for good: an upper bound for where each man can ever stand, found without playing a move.
//!
//! ```text
//!  5  . p . p . p . p      Each man begins with its own square alone, and everybody counts as standing still for ever.
//!  4  . P . P . P . P      Then, round after round, men get the squares that they might step to from those they have,
//!  3  . . . . B . . .      through whatever has turned out to move or to be capturable, until nobody gets any more.
//!  2  . . K . . . . .      Here the pawns never move, White's bishop never meets one, and no king gets across.
//! ```
//!
//! # Why it is sound
//!
//! Let the bounds be closed: no rule below would let any man have another square. Take any game from here, and the
//! first move in it that leads a man outside his bound, or captures a man that is not [`capturable`](Man::capturable).
//! Before it all men stood within their bounds and only the capturable had gone. So whoever is *steady* (never moves,
//! never captured) still stood at home; a man that cannot be captured stood somewhere within his bound; a square in
//! nobody's bound was empty. Each rule forbids only moves that are illegal in every such position. So there is no first
//! such move, and no matter in which order the bounds were found.
//!
//! A mate is then looked for within the bounds, and each test there is a necessary one: some man must be able to attack
//! the king, and each square round the king that he could ever step to must be attacked, or stood on by one of his own.
//!
//! One test speaks of moves to come, not of positions: the king is not mated on a square that is attacked in every position,
//! because the king cannot step there, and leaves it if it stands there now. That is wrong where the king is mated there
//! now, so the analysis refuses a position in which the winner has mated. All other tests hold for the position as it
//! stands. If the side to move is stalemated, no man moves, and the bounds hold all the more.
//!
//! Source: the "semi-static analysis" of Miguel Ambrona, "A Practical Algorithm for Chess Unwinnability" (FUN 2022).

use super::budget::{Budget, done};
use crate::attacks::bits::{Bits, NOT_A, NOT_H, bit_of, forward, king_attacks, pawn_attacks, square_of, steps};
use crate::geometry::SquareSet;
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::rules::{Rules, promotion_zone};

/// The most men that are looked at. A game starts with no more.
const MOST: usize = 32;
/// How many rounds count as one position of the budget, since they take about as long.
const ROUNDS: u32 = 8;

/// A man on the board and what is known of him.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each says one thing that has nothing to do with the others")]
pub(super) struct Man {
    pub(super) role: Role,
    pub(super) color: Color,
    /// Where he stands.
    pub(super) home: u64,
    /// Where he may stand as what he is.
    pub(super) walk: u64,
    /// A pawn: where he may stand once promoted.
    pub(super) office: u64,
    /// What he may attack from there, as either.
    attacks: u64,
    /// Whether somebody may capture him.
    capturable: bool,
    /// Whether he is taken to stay at home, where he may be captured or not.
    stays: bool,
    /// Whether he is taken not to be captured at home, ...
    safe_at_home: bool,
    /// ... or anywhere.
    safe: bool,
    /// Whether he could be captured before he was seen to be able to move: what one may make assumptions about.
    doubtful: bool,
}

impl Man {
    const NOBODY: Man = Man {
        role: Role::Pawn,
        color: Color::White,
        home: 0,
        walk: 0,
        office: 0,
        attacks: 0,
        capturable: false,
        stays: false,
        safe_at_home: false,
        safe: false,
        doubtful: false,
    };

    /// Everywhere he may stand.
    pub(super) const fn reach(&self) -> u64 {
        self.walk | self.office
    }

    const fn moves(&self) -> bool {
        self.reach() != self.home
    }
}

/// The men of a position and their bounds.
#[derive(Clone)]
pub(super) struct Locks {
    men: [Man; MOST],
    len: usize,
    winner: Color,
    /// Whether a pawn of the winner's that might promote is reason enough to give up.
    glance: bool,
    /// Where men stand who never move and are never captured.
    steady: u64,
    /// By colour: of these squares, those it can never enter. (It may turn out that it captures on the others.)
    barred: [u64; 2],
    /// The squares that nobody can ever stand on.
    clear: u64,
    /// By colour: where men other than the king may stand.
    stands: [u64; 2],
    /// By colour: the squares that will be attacked in every position to come.
    attacked: [u64; 2],
}

/// What else is taken for granted of a man, by his home.
#[derive(Clone, Copy, Default)]
struct Assumption {
    /// They never move.
    stay: u64,
    /// They are not captured at home.
    safe_at_home: u64,
}

/// Whether this position rules out, for what never moves or never meets, that the side ever mates. `false` says nothing.
/// `splits` is how many men are, one after the other, taken to be captured at home and not to be.
pub(super) fn is_locked<R: Rules>(
    position: &Position<R>,
    winner: Color,
    splits: u32,
    budget: &mut Budget<'_, '_>,
) -> bool {
    is_locked_by(position, winner, splits, false, budget)
}

/// The same with less patience: a side that might promote might mate.
pub(super) fn is_locked_at_a_glance<R: Rules>(
    position: &Position<R>,
    winner: Color,
    budget: &mut Budget<'_, '_>,
) -> bool {
    is_locked_by(position, winner, 0, true, budget)
}

fn is_locked_by<R: Rules>(
    position: &Position<R>,
    winner: Color,
    splits: u32,
    glance: bool,
    budget: &mut Budget<'_, '_>,
) -> bool {
    let Some(mut start) = Locks::of(position, winner) else { return false };
    start.glance = glance;
    is_locked_with::<R>(&start, Assumption::default(), splits, budget)
}

fn is_locked_with<R: Rules>(start: &Locks, assumption: Assumption, splits: u32, budget: &mut Budget<'_, '_>) -> bool {
    let mut locks = start.clone();
    locks.assume(assumption);
    if locks.saturate::<R>(budget) && !locks.allows_mate() {
        return true;
    }
    if splits == 0 {
        return false;
    }
    let assumed = assumption.stay | assumption.safe_at_home;
    let doubtful = locks.men().iter().filter(|man| man.doubtful && man.home & assumed == 0);
    doubtful.take(6).any(|man| {
        // Either he is captured at home, before he moves, or he is not.
        let never = Assumption { safe_at_home: assumption.safe_at_home | man.home, ..assumption };
        let there = Assumption { stay: assumption.stay | man.home, ..assumption };
        is_locked_with::<R>(start, never, splits - 1, budget) && is_locked_with::<R>(start, there, splits - 1, budget)
    })
}

impl Locks {
    /// Where everybody may ever stand in a game that the winner mates in; `None` where that is not known.
    pub(super) fn bounds<R: Rules>(
        position: &Position<R>,
        winner: Color,
        budget: &mut Budget<'_, '_>,
    ) -> Option<Locks> {
        let mut locks = Locks::of(position, winner)?;
        locks.saturate::<R>(budget).then_some(locks)
    }

    /// Each piece on the square it stands on; `None` where the analysis does not hold: there are too many pieces, a rook may
    /// castle out of its bounds, or the winner has mated already.
    fn of<R: Rules>(position: &Position<R>, winner: Color) -> Option<Locks> {
        if !position.castling_rights().is_empty() || position.turn() != winner && position.is_checkmate() {
            return None;
        }
        let mut locks = Locks {
            men: [Man::NOBODY; MOST],
            len: 0,
            winner,
            glance: false,
            steady: 0,
            barred: [0; 2],
            clear: 0,
            stands: [0; 2],
            attacked: [0; 2],
        };
        for (square, piece) in position.board().pieces() {
            let home = bit_of(square);
            // No game has a pawn there. Whoever made it up may move it as he likes.
            if piece.role() == Role::Pawn && home & promotion_zone::<R>(piece.color()) != 0 {
                return None;
            }
            let man = locks.men.get_mut(locks.len)?;
            *man = Man { role: piece.role(), color: piece.color(), home, walk: home, ..Man::NOBODY };
            man.safe = man.role == Role::King;
            locks.len += 1;
        }
        // A pawn that can be captured en passant may be met on the square it has passed.
        if let Some(passed) = R::en_passant(position.state()) {
            let ahead = forward(!position.turn(), bit_of(passed));
            for man in locks.men_mut() {
                if man.home == ahead {
                    man.walk |= bit_of(passed);
                }
            }
        }
        // Whoever has one man besides the king cannot mate without it.
        let winners =
            || locks.men().iter().enumerate().filter(|(_, man)| man.color == winner && man.role != Role::King);
        let only = winners().next().map(|(at, _)| at).filter(|_| winners().count() == 1);
        if let Some(man) = only.and_then(|at| locks.men.get_mut(at)) {
            man.safe = true;
        }
        Some(locks)
    }

    pub(super) fn men(&self) -> &[Man] {
        self.men.get(..self.len).unwrap_or_default()
    }

    fn men_mut(&mut self) -> &mut [Man] {
        self.men.get_mut(..self.len).unwrap_or_default()
    }

    fn assume(&mut self, assumption: Assumption) {
        for man in self.men_mut() {
            man.stays = man.home & assumption.stay != 0;
            man.safe_at_home = man.home & assumption.safe_at_home != 0;
        }
    }

    /// Gives everybody all squares that they may get to. `false` if patience or the budget has ended.
    fn saturate<R: Rules>(&mut self, budget: &mut Budget<'_, '_>) -> bool {
        for round in 0_u32.. {
            if round.is_multiple_of(ROUNDS) && !budget.look() {
                return false;
            }
            done();
            self.look_around::<R>();
            let mut grown = false;
            for at in 0..self.len {
                let Some(man) = self.men.get(at).copied() else { break };
                let mut next = man;
                if !man.stays {
                    self.step::<R>(&man, &mut next);
                }
                next.capturable |= self.is_capturable(&man);
                next.doubtful |= next.capturable && !man.capturable && !man.moves();
                if next.reach() != man.reach() || next.office != man.office || next.capturable != man.capturable {
                    grown = true;
                    if self.glance && next.office != 0 && next.color == self.winner {
                        return false;
                    }
                    next.attacks = attacks::<R>(&next, self.steady);
                    if let Some(man) = self.men.get_mut(at) {
                        *man = next;
                    }
                }
            }
            if !grown {
                return true;
            }
        }
        false
    }

    /// Brings up to date what follows from the bounds.
    fn look_around<R: Rules>(&mut self) {
        let (mut steady, mut barred, mut stands, mut occupied) = (0, [0; 2], [0; 2], 0);
        for man in self.men() {
            occupied |= man.reach();
            if !man.moves() && !man.capturable {
                steady |= man.home;
                barred[man.color.index()] |= man.home;
                if man.safe || man.safe_at_home {
                    barred[(!man.color).index()] |= man.home;
                }
            }
            if man.role != Role::King {
                stands[man.color.index()] |= man.reach();
            }
        }
        self.steady = steady;
        self.barred = barred;
        self.stands = stands;
        self.clear = !occupied;
        let mut attacked = [0; 2];
        for man in self.men().iter().filter(|man| !man.capturable && man.office == 0) {
            let mut always = !0;
            for at in Bits(man.walk) {
                always &= attacks_of(man.role, man.color, at, self.clear);
                if always == 0 {
                    break;
                }
            }
            attacked[man.color.index()] |= always;
        }
        self.attacked = attacked;
        for at in 0..self.len {
            if let Some(man) = self.men.get(at).copied()
                && let Some(place) = self.men.get_mut(at)
            {
                place.attacks = attacks::<R>(&man, steady);
            }
        }
    }

    /// Gives a man the squares that he may step to.
    fn step<R: Rules>(&self, man: &Man, next: &mut Man) {
        let open = !self.steady;
        let enter = !self.barred[man.color.index()];
        if man.role == Role::Pawn {
            let zone = promotion_zone::<R>(man.color);
            let pawns = man.walk & !zone;
            let ahead = forward(man.color, pawns) & open & self.behind_others(man);
            let captured = pawn_attacks(man.color, pawns) & enter & self.stands[(!man.color).index()];
            next.walk |= self.unobstructed(man, Role::Pawn, (ahead | captured) & !man.walk);
            // Whoever has promoted stands where he did so.
            let mut office = man.office | next.walk & zone;
            if man.office != 0 {
                for &role in R::PROMOTIONS {
                    office |= attacks_of(role, man.color, man.office, open) & enter;
                }
            }
            next.office = office;
        } else {
            let mut targets = attacks_of(man.role, man.color, man.walk, open) & enter & !man.walk;
            if man.role == Role::King {
                targets &= !self.attacked[(!man.color).index()];
            }
            next.walk |= self.unobstructed(man, man.role, targets);
        }
    }

    /// The squares ahead that a pawn may step to though other pawns keep to its file: as long as it keeps to it too, it does
    /// not get past them.
    fn behind_others(&self, man: &Man) -> u64 {
        let file = file_of(man.home);
        if man.reach() & !file != 0 {
            return !0;
        }
        let beyond = |bit: u64| match man.color {
            Color::White => !(bit | (bit - 1)),
            Color::Black => bit - 1,
        };
        self.men()
            .iter()
            .filter(|other| other.role == Role::Pawn && other.home & file & beyond(man.home) != 0)
            .filter(|other| !other.capturable && other.reach() & !file == 0)
            .fold(!0, |squares, other| {
                // The square furthest on that it may stand on.
                let furthest = match man.color {
                    Color::White => 1 << (63 - other.walk.leading_zeros().min(63)),
                    Color::Black => other.walk & other.walk.wrapping_neg(),
                };
                squares & !(furthest | beyond(furthest))
            })
    }

    /// The targets on whose way not every man who cannot be captured, and has little room, must stand.
    fn unobstructed(&self, man: &Man, role: Role, targets: u64) -> u64 {
        if targets == 0 {
            return 0;
        }
        let narrow = |other: &&Man| {
            !other.capturable && other.home != man.home && other.moves() && other.reach().count_ones() <= 8
        };
        if !self.men().iter().any(|other| narrow(&other)) {
            return targets;
        }
        Bits(targets)
            .filter(|&target| {
                // Where the man may come from, if nothing was in his way.
                let from = match role {
                    Role::Pawn => man.walk & king_attacks(target),
                    _ => man.walk & attacks_of(role, !man.color, target, !self.steady),
                };
                Bits(from).any(|from| {
                    let way = from | target | SquareSet::between(square_of(from), square_of(target)).bits();
                    !self.men().iter().filter(narrow).any(|other| other.reach() & !way == 0)
                })
            })
            .fold(0, |set, target| set | target)
    }

    /// Whether an enemy may capture a man.
    fn is_capturable(&self, man: &Man) -> bool {
        if man.safe || man.safe_at_home && !man.moves() {
            return false;
        }
        let meets = man.reach();
        self.men().iter().filter(|enemy| enemy.color != man.color).any(|enemy| {
            let captures = match enemy.role {
                Role::Pawn => enemy.office | pawn_attacks(enemy.color, enemy.walk) & enemy.walk,
                _ => enemy.walk,
            };
            captures & meets != 0 && enemy.moves()
        })
    }

    /// Whether the bounds leave a mate possible.
    fn allows_mate(&self) -> bool {
        let king_of = |color| self.men().iter().find(|man| man.color == color && man.role == Role::King);
        let (Some(ours), Some(theirs)) = (king_of(self.winner), king_of(!self.winner)) else { return true };
        let region = theirs.reach();
        let visitors = || {
            let men = self.men().iter().filter(|man| man.color == self.winner && man.role != Role::King);
            men.filter(|man| man.attacks & region != 0)
        };
        let visited = visitors().fold(0, |set, man| set | man.attacks);
        // A square that is always attacked can only be left. (The king is not mated yet: see `Locks::of`.)
        let places = region & visited & !self.attacked[self.winner.index()];
        let only = visitors().next().filter(|man| visitors().count() == 1 && man.role != Role::Pawn);
        Bits(places).any(|place| {
            let around = king_attacks(place) & region & !self.attacked[self.winner.index()];
            match only {
                None => self.can_be_covered(place, around & !visited, ours),
                // Whoever gives check must take all the other squares from the same place.
                Some(man) => Bits(man.walk).any(|from| {
                    let attacks = attacks_of(man.role, man.color, from, !self.steady | place);
                    attacks & place != 0 && self.can_be_covered(place, around & !attacks, ours)
                }),
            }
        })
    }

    /// Whether the squares next to a mated king can be taken from him by the other king, or by men of his own.
    fn can_be_covered(&self, place: u64, squares: u64, king: &Man) -> bool {
        let far = king.reach() & !king_attacks(place) & !place;
        let blockers = || self.men().iter().filter(|man| man.color != self.winner && man.role != Role::King);
        let covered = |squares: u64| {
            let reachable = blockers().fold(0, |set, man| set | man.reach());
            squares & !reachable == 0
                && blockers().filter(|man| man.reach() & squares != 0).count() >= squares.count_ones() as usize
        };
        covered(squares)
            || Bits(far).any(|king| squares & king_attacks(king) != 0 && covered(squares & !king_attacks(king)))
    }
}

/// What a man may attack from wherever he may stand.
fn attacks<R: Rules>(man: &Man, steady: u64) -> u64 {
    let open = !steady;
    if man.role != Role::Pawn {
        return attacks_of(man.role, man.color, man.walk, open);
    }
    let pawns = pawn_attacks(man.color, man.walk & !promotion_zone::<R>(man.color));
    let roles = R::PROMOTIONS.iter().filter(|_| man.office != 0);
    roles.fold(pawns, |set, &role| set | attacks_of(role, man.color, man.office, open))
}

fn file_of(bit: u64) -> u64 {
    square_of(bit).file().squares().bits()
}

/// What pieces on each square of a set attack, sliding over the open squares.
pub(super) fn attacks_of(role: Role, color: Color, set: u64, open: u64) -> u64 {
    let (orthogonal, diagonal) = role.slides();
    let mut all = steps(role, color, set);
    if diagonal {
        all |= slide(set, open, 9, NOT_A) | slide(set, open, 7, NOT_H);
        all |= slide_down(set, open, 9, NOT_H) | slide_down(set, open, 7, NOT_A);
    }
    if orthogonal {
        all |= slide(set, open, 8, !0) | slide(set, open, 1, NOT_A);
        all |= slide_down(set, open, 8, !0) | slide_down(set, open, 1, NOT_H);
    }
    all
}

/// Slides towards higher numbers, `shift` a step, up to and with the first square that is not open.
#[inline]
fn slide(set: u64, open: u64, shift: u32, onto: u64) -> u64 {
    let (mut front, mut all) = (set, 0);
    while front != 0 {
        front = front << shift & onto & !all;
        all |= front;
        front &= open;
    }
    all
}

/// Slides towards lower numbers.
#[inline]
fn slide_down(set: u64, open: u64, shift: u32, onto: u64) -> u64 {
    let (mut front, mut all) = (set, 0);
    while front != 0 {
        front = front >> shift & onto & !all;
        all |= front;
        front &= open;
    }
    all
}
