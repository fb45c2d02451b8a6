//! The back ends held equal: lists, counts, sights and perft, on suites, random play and boards that no game leads to.

use std::collections::BTreeSet;
use std::vec::Vec;

use crate::attacks::backend::Backend;
use crate::attacks::lanes::Lanes;
use crate::attacks::lanes::scene::LaneSight;
use crate::attacks::{Sight, Walk};
use crate::geometry::Square;
use crate::movegen::{About, AnyAtAll, Asked, Counted, Listed, Rights, Selection, Wanted};
use crate::moves::{Move, MoveList};
use crate::perft::Leaves;
use crate::piece::{Color, Piece, Role};
use crate::position::{Chess, Makruk, Position};
use crate::rules::{ChessRules, MakrukRules, Rules, Setup, Violations};

/// A small generator of random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// What the king has to look out for, as a sight has it.
struct Threats;

impl<R: Rules> Asked<R> for Threats {
    type Answer = (u32, u64, u64, u64);

    fn by_lanes<L: Lanes>(self, sight: &LaneSight<L, R>, _: Rights) -> Self::Answer {
        threats(sight)
    }

    fn by_walk(self, _: &Position<R>, sight: &Walk<'_, R>) -> Self::Answer {
        threats(sight)
    }
}

fn threats(sight: &impl Sight) -> (u32, u64, u64, u64) {
    let around = sight.around(sight.us().king) & !sight.us().all;
    (sight.checks().min(2), sight.targets() & !sight.us().all, sight.pinned(), sight.danger(around))
}

type Answers = (BTreeSet<u16>, usize, BTreeSet<u16>, BTreeSet<u16>, u32, bool, (u32, u64, u64, u64), u64);

fn answers<R: Rules>(backend: Backend, position: &Position<R>) -> Answers {
    let list = |wanted| {
        let mut list = MoveList::new();
        backend.ask(Listed(position, wanted, &mut list));
        list
    };
    let set = |list: &MoveList| list.iter().map(|mv| mv.bits()).collect();
    let all = list(Selection::ALL);
    let captures = Selection { moves: Wanted::Captures, ..Selection::ALL };
    let quiets = Selection { moves: Wanted::Quiets, ..Selection::ALL };
    (
        set(&all),
        all.len(),
        set(&list(captures)),
        set(&list(quiets)),
        backend.ask(About(position, Counted)),
        backend.ask(About(position, AnyAtAll)),
        backend.ask(About(position, Threats)),
        backend.ask(Leaves { position, depth: 2 }),
    )
}

/// All that the back ends answer, against the walk.
fn agree<R: Rules>(position: &Position<R>) {
    assert!(position.board().is_whole(), "{position:?}");
    let walked = answers(Backend::Walk, position);
    assert_eq!(walked.0.len(), walked.1, "the walk repeats a move: {position:?}");
    assert_eq!((walked.4 as usize, walked.5), (walked.1, walked.1 > 0), "{position:?}");
    assert_eq!(walked.2.union(&walked.3).count(), walked.1, "{position:?}");
    for backend in Backend::detect().into_iter().flatten() {
        assert_eq!(answers(backend, position), walked, "{backend:?}: {position:?}");
    }
}

fn random_play<R: Rules>(random: &mut Random, mut position: Position<R>, plies: usize) {
    for _ in 0..plies {
        agree(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[random.below(moves.len())]);
    }
}

fn random_games(games: usize) {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for _ in 0..games {
        random_play(&mut random, Chess::startpos(), 150);
        let number = random.below(960) as u16;
        random_play(&mut random, Chess::chess960(number).expect("960 starts"), 150);
        random_play(&mut random, Makruk::startpos(), 150);
    }
}

#[test]
fn random_play_comes_out_alike() {
    random_games(6);
}

#[test]
#[ignore = "minutes in debug; release runs it"]
fn long_random_play_comes_out_alike() {
    random_games(1000);
}

/// Boards with any number of pieces, as careless setups and wrong unchecked moves leave them.
fn random_board<R: Rules>(random: &mut Random) -> Option<Position<R>> {
    let mut setup = Setup::<R>::empty();
    let number = random.below(48);
    for _ in 0..number {
        let role = R::ROLES[random.below(R::ROLES.len())];
        if role != Role::King {
            let color = Color::ALL[random.below(2)];
            setup.board.set(Square::ALL[8 + random.below(48)], Some(Piece::new(color, role)));
        }
    }
    for color in Color::ALL {
        setup.board.set(Square::ALL[random.below(64)], Some(Piece::new(color, Role::King)));
    }
    setup.into_position_with(Violations::TOLERABLE).ok()
}

#[test]
fn crowded_boards_come_out_alike_and_no_wrong_move_panics() {
    let mut random = Random(0xD1B5_4A32_D192_ED03);
    for _ in 0..200 {
        if let Some(position) = random_board::<ChessRules>(&mut random) {
            agree(&position);
            no_wrong_move_panics(&mut random, position);
        }
        if let Some(position) = random_board::<MakrukRules>(&mut random) {
            agree(&position);
            no_wrong_move_panics(&mut random, position);
        }
    }
}

/// Plays moves that mean nothing here; whatever comes of it, the halves of the board agree, nobody panics, and the lanes still
/// agree among each other. (But for the lists, which not all of them make with lanes.)
fn no_wrong_move_panics<R: Rules>(random: &mut Random, mut position: Position<R>) {
    for _ in 0..8 {
        let Some(mv) = Move::from_bits(random.below(1 << 16) as u16) else { continue };
        let before = *position.board();
        let undo = position.make(mv);
        let after = *position.board();
        position.unmake(undo);
        for board in [before, after, *position.board()] {
            assert!(board.is_whole(), "{mv:?} {board:?}");
        }
        position.play_unchecked(mv);
        let _ = answers(Backend::Walk, &position);
        let lanes = Backend::detect().into_iter().flatten().filter(|backend| !matches!(backend, Backend::Walk));
        let all: Vec<_> = lanes.map(|backend| answers(backend, &position)).collect();
        let unlisted = |of: &Answers| (of.4, of.5, of.6, of.7);
        assert!(all.windows(2).all(|pair| unlisted(&pair[0]) == unlisted(&pair[1])), "{position:?}");
    }
}
