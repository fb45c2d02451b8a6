//! Positions for tests of equivalence: random games of chess, Chess960 and Makruk, and boards that no game reaches.

use crate::board::Board0x88;
use crate::geometry::Square;
use crate::moves::Move;
use crate::piece::{Color, Piece, Role};
use crate::position::{Chess, Makruk, Position};
use crate::rules::{ChessRules, MakrukRules, Rules, Setup, Violations};
use crate::tests::few;
use crate::tests::random::Random;

/// A test of positions.
pub(crate) trait Check {
    /// Tests a position.
    fn legal<R: Rules>(&self, position: &Position<R>);
    /// Tests the result of an illegal unchecked move.
    fn broken<R: Rules>(&self, position: &Position<R>);
}

/// Returns `true` if both halves of a board agree.
pub(crate) fn is_whole(board: &Board0x88) -> bool {
    let mut codes = [0; 128];
    for square in Square::ALL {
        codes[square as usize] = Piece::code_of(board.piece_at(square));
    }
    let fresh = Board0x88::from_codes(codes);
    fresh.bitboards() == board.bitboards()
}

fn random_play<R: Rules>(check: &impl Check, random: &mut Random, mut position: Position<R>, plies: usize) {
    for _ in 0..few(plies) {
        check.legal(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[random.below(moves.len())]);
    }
}

/// Positions of random games of chess, Chess960 and Makruk.
pub(crate) fn random_games(check: &impl Check, games: usize) {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for _ in 0..few(games) {
        random_play(check, &mut random, Chess::startpos(), 150);
        let number = random.below(960) as u16;
        random_play(check, &mut random, Chess::chess960(number).expect("960 starts"), 150);
        random_play(check, &mut random, Makruk::startpos(), 150);
    }
}

/// Boards with any number of pieces, as careless setups and illegal unchecked moves leave them.
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
    setup.to_position_with(Violations::TOLERABLE).ok()
}

/// Tests such boards, and the results of illegal unchecked moves on them.
pub(crate) fn crowded_boards(check: &impl Check) {
    let mut random = Random(0xD1B5_4A32_D192_ED03);
    for _ in 0..few(200) {
        crowded_board::<ChessRules>(check, &mut random);
        crowded_board::<MakrukRules>(check, &mut random);
    }
}

fn crowded_board<R: Rules>(check: &impl Check, random: &mut Random) {
    let Some(mut position) = random_board::<R>(random) else { return };
    check.legal(&position);
    for _ in 0..8 {
        let Some(mv) = Move::from_bits(random.below(1 << 16) as u16) else { continue };
        let before = *position.board();
        let undo = position.make(mv);
        let after = *position.board();
        position.unmake(undo);
        for board in [before, after, *position.board()] {
            assert!(is_whole(&board), "{mv:?} {board:?}");
        }
        let mut other = position;
        position.play_unchecked(mv);
        check.broken(&position);
        // The undo value is used on another position.
        if let Some(mv) = Move::from_bits(random.below(1 << 16) as u16) {
            let undo = position.make(mv);
            other.unmake(undo.clone());
            check.broken(&other);
            position.unmake(undo);
        }
    }
}
