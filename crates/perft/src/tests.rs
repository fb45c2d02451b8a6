//! Each back end counts what the rules count, the portable lanes too, and all count the same on broken positions.

use core::marker::PhantomData;
use std::vec::Vec;

use chess0x88::{ChessRules, Color, MakrukRules, Move, Piece, Position, Role, Rules, Setup, Square, Violations};

use crate::attack_info::LaneInfo;
use crate::board::{BitboardPosition, Rights};
use crate::lanes::{Kernel, Lanes};
use crate::{Backend, Simd};
use common::Random;

/// Requires the counts of the rules.
fn agree<R: Rules>(position: &Position<R>) {
    for depth in 0..3 {
        let expected = chess0x88::perft(position, depth);
        for backend in Backend::available() {
            assert_eq!(backend.perft(position, depth), expected, "{backend} {depth}: {position:?}");
        }
    }
}

/// The checks, the check mask and the pins of the side to move, and the number of its moves.
pub(crate) type Found = (u32, u64, u64, u32);

pub(crate) struct Find<R>(BitboardPosition, PhantomData<R>);

impl<L: Lanes, R: Rules> Kernel<L> for &Find<R> {
    type Output = Found;

    #[inline(always)]
    fn run(self, l: L) -> Self::Output {
        let info = LaneInfo::<L, R>::of(l, &self.0.bitboards, Color::White);
        let (checks, Rights { castle, en_passant }) = (&info.checks, self.0.rights);
        let them = self.0.bitboards.side::<R>(Color::Black);
        let count = info.count(castle) + info.en_passant_pawns(&them, en_passant).count_ones();
        (checks.checks, checks.check_mask & !checks.us.all, checks.pinned, count)
    }
}

/// Requires that the lanes find the checkers and the pins of the rules, and their number of moves.
fn find_alike<R: Rules>(position: &Position<R>) {
    let turned = |set: u64| if position.turn() == Color::White { set } else { set.swap_bytes() };
    let find = Find::<R>(BitboardPosition::of(position), PhantomData);
    for simd in Simd::available() {
        let (checks, _, pinned, count) = simd.find(&find);
        // Two stands for any number beyond one.
        assert_eq!(checks.min(2), position.checkers().len().min(2) as u32, "{simd:?}: {position:?}");
        assert_eq!(turned(pinned), position.pinned(position.turn()).bits(), "{simd:?}: {position:?}");
        assert_eq!(count as usize, position.legal_move_count(), "{simd:?}: {position:?}");
    }
}

/// Requires that a move leads to the board and the castling rights that the rules say; and to their en passant square, if a pawn can capture
/// there.
fn lead_alike<R: Rules>(position: &Position<R>) {
    let board = BitboardPosition::of(position);
    for mv in position.legal_moves() {
        let (found, expected) = (board.after(position, mv), BitboardPosition::of(&position.after_unchecked(mv)));
        let en_passant = if expected.rights.en_passant == 0 { 0 } else { found.rights.en_passant };
        let found = BitboardPosition { rights: Rights { en_passant, ..found.rights }, ..found };
        assert_eq!(found, expected, "{mv} in {position:?}");
    }
}

fn play<R: Rules>(start: Position<R>, random: &mut Random) {
    let mut position = start;
    for _ in 0..if cfg!(miri) { 4 } else { 100 } {
        find_alike(&position);
        lead_alike(&position);
        agree(&position);
        let Some(mv) = random.pick(&position.legal_moves()) else { return };
        position = position.after_unchecked(mv);
    }
}

#[test]
fn each_back_end_counts_what_the_rules_count() {
    let mut random = Random::new(1);
    for number in (0..960).step_by(if cfg!(miri) { 960 } else { 120 }) {
        play::<ChessRules>(Position::chess960(number).expect("a start"), &mut random);
        play::<MakrukRules>(Position::startpos(), &mut random);
    }
}

/// Boards with any number of pieces, as careless setups leave them.
fn crowded<R: Rules>(random: &mut Random) -> Option<Position<R>> {
    let mut setup = Setup::<R>::empty();
    for _ in 0..random.below(48) {
        let role = R::ROLES[random.below(R::ROLES.len())];
        if role != Role::King {
            let color = Color::ALL[random.below(2)];
            setup.board.set(Square::ALL[8 + random.below(48)], Some(Piece::new(color, role)));
        }
    }
    for color in Color::ALL {
        setup.board.set(Square::ALL[random.below(64)], Some(Piece::new(color, Role::King)));
    }
    setup.turn = Color::ALL[random.below(2)];
    setup.to_position_with(Violations::TOLERABLE).ok()
}

/// Requires that all lanes find and count the same, after moves that no rule allows too.
fn crowd<R: Rules>(random: &mut Random) {
    let Some(mut position) = crowded::<R>(random) else { return };
    find_alike(&position);
    agree(&position);
    for mv in (0..8).filter_map(|_| Move::from_bits(random.next() as u16)).collect::<Vec<_>>() {
        position.play_unchecked(mv);
        let find = Find::<R>(BitboardPosition::of(&position), PhantomData);
        let found: Vec<_> = Simd::available().map(|simd| (simd.find(&find), simd.perft_2::<R>(&find.0))).collect();
        assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "{found:?}: {position:?}");
    }
}

#[test]
fn back_ends_find_the_same_on_any_board() {
    let mut random = Random::new(2);
    for _ in 0..if cfg!(miri) { 3 } else { 300 } {
        crowd::<ChessRules>(&mut random);
        crowd::<MakrukRules>(&mut random);
    }
}

#[test]
fn the_portable_lanes_are_tested_everywhere() {
    assert!(Simd::available().any(|simd| simd.name() == "portable"));
}
