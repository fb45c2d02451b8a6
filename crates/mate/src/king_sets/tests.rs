//! The search with sets of squares for a king: its moves are those of all positions together, and its answers are those of a plain
//! search.

use super::*;
use crate::abstraction::tests::{passed, reckon, walls};
use crate::budget::unlimited;
use crate::sets::ahead;
use chess0x88::fen::EnPassantMode;
use chess0x88::{ChessRules, MakrukRules, Setup, Square};
use common::Random;
use std::collections::HashSet;
use std::vec::Vec;

/// The number of positions in the table of a test.
const SIZE: usize = 20_000;

fn answer<R: Rules>(position: &Position<R>, winner: Color, free: Color) -> Option<CanMate> {
    let mut nodes = std::vec![MateNode::EMPTY; SIZE];
    let mut table = nodes.as_mut_slice();
    unlimited(|budget| search_with(position, winner, free, Places::all(&mut table), &mut budget.part(SIZE)))
}

/// Plays the line of an answer, and returns `true` if it mates.
fn mates<R: Rules>(position: &Position<R>, winner: Color, answer: &CanMate) -> bool {
    let CanMate::Yes(line) = answer else { return false };
    let mut end = *position;
    for &mv in line {
        assert!(end.is_legal(mv), "{mv} of {line:?}: {position:?}");
        end = end.after_unchecked(mv);
    }
    assert!(end.is_checkmate() && end.turn() != winner, "{line:?}: {position:?}");
    true
}

/// Few captures and pawn moves are left, and a king has room. Most are of `tests/data/winnability.txt`.
const KNOWN: [(Color, &str, bool); 7] = [
    (Color::Black, "1k6/1P5p/BP6/pPp4p/8/8/P1P3KP/8 b - - 0 1", false),
    (Color::Black, "1k6/1P1p3p/BP3p2/1P1P3p/8/8/5PKP/8 b - - 0 1", false),
    (Color::White, "8/3p1p1p/1p6/1P6/BP6/KP6/PP1P1P1P/k7 w - - 0 1", false),
    // The wall opens only by en passant.
    (Color::White, "8/7k/3p1p2/p1pPpPp1/P1P1P1P1/8/3K4/8 w - e6 0 1", true),
    (Color::Black, "8/7k/8/p1p1p1p1/PpPpPpP1/1P1P1P2/5K2/8 b - e3 0 1", true),
    (Color::Black, "8/1p1b4/pPp1p1p1/BkP1P1P1/1P1Bp2K/1Pp1P3/2P5/8 w - - 0 1", true),
    (Color::Black, "k1bK4/1p1p4/1P1Pp3/1p2Pp2/1p3P2/1p3P2/1P3P2/8 w - - 0 1", true),
];

#[test]
fn walls_with_a_free_king_are_answered() {
    for (winner, fen, is_won) in KNOWN {
        let (position, _) = chess0x88::fen::parse_lenient::<ChessRules>(fen).expect(fen);
        let answer = answer(&position, winner, freer_king(&position)).expect(fen);
        assert_eq!(mates(&position, winner, &answer), is_won, "{fen}");
    }
}

/// A wall from edge to edge that no side can open, kings on both sides of it, and perhaps a piece with little room.
fn sealed<R: Rules>(random: &mut Random) -> Option<Position<R>> {
    let mut setup = Setup::<R>::empty();
    let low = random.below(2);
    for file in 0..8 {
        let square = Square::ALL[8 * (3 + (file + low) % 2) + file];
        setup.board.set(square, Some(Piece::new(Color::White, Role::Pawn)));
        setup.board.set(ahead(Color::White, square)?, Some(Piece::new(Color::Black, Role::Pawn)));
    }
    let kings = [(Color::White, 0), (Color::Black, 48)];
    for (color, first) in kings {
        setup.board.set(Square::ALL[first + random.below(16)], Some(Piece::new(color, Role::King)));
    }
    let role = R::ROLES.iter().copied().find(|role| matches!(role, Role::Bishop | Role::Met))?;
    let at = Square::ALL[random.below(64)];
    if setup.board.piece_at(at).is_none() && random.below(2) == 0 {
        setup.board.set(at, Some(Piece::new(Color::ALL[random.below(2)], role)));
    }
    setup.turn = Color::ALL[random.below(2)];
    setup.to_position().ok()
}

/// Compares the answers for random positions with a plain search, if it finishes. Returns the number of positions without a mate,
/// and with a mate.
fn compare<R: Rules>(rounds: u32, of: fn(&mut Random) -> Option<Position<R>>) -> [u32; 2] {
    let mut random = Random(29);
    let mut answers = [0; 2];
    for position in (0..rounds).filter_map(|_| of(&mut random)).filter(Position::has_legal_move) {
        for winner in Color::ALL {
            let known = reckon(&position, winner);
            for free in Color::ALL {
                let Some(found) = answer(&position, winner, free) else { continue };
                let is_won = mates(&position, winner, &found);
                assert!(known.is_none_or(|known| known == is_won), "{winner} {free}: {position:?}");
                answers[usize::from(is_won)] += u32::from(is_won || known.is_some());
            }
        }
    }
    answers
}

#[test]
fn sets_give_the_answers_of_plain_reckoning() {
    let rounds = common::cases(6);
    let sealed = [compare::<ChessRules>(rounds, sealed), compare::<MakrukRules>(rounds, sealed)];
    assert!(sealed[0][0] > 10 && sealed[1][0] > 10, "{sealed:?}");
    let open = [compare::<ChessRules>(2 * rounds, walls), compare::<MakrukRules>(rounds, walls)];
    assert!(sealed[0][1] + open[0][1] > 2, "{sealed:?} {open:?}");
}

/// Compares the moves of a random set of squares of a king with the moves of each position. Returns the number of both.
fn compare_moves<R: Rules>(position: &Position<R>, free: Color, random: &mut Random) -> usize {
    let rest = Compact::of(position).without(bit_of(position.king(free)));
    let king = Piece::new(free, Role::King);
    // A marked capture en passant is legal wherever the king stands.
    let is_legal = |position: &Position<R>| {
        position
            .to_setup()
            .to_position()
            .is_ok_and(|position| position.en_passant_square(EnPassantMode::Legal) == rest.en_passant())
    };
    let positions: Vec<(u64, Position<R>)> = each(!rest.bitboards().occupied())
        .filter(|_| random.below(3) > 0)
        .filter_map(|square| Some((square, rest.with(square, king).position::<R>()?)))
        .filter(|(_, position)| is_legal(position))
        .collect();
    let mut expected = HashSet::new();
    let (mut squares, mut stuck) = (0, 0);
    for (square, position) in &positions {
        squares |= square;
        stuck |= if position.has_legal_move() { 0 } else { *square };
        for &mv in &position.legal_moves() {
            let after = Compact::of(&position.after_unchecked(mv));
            let at = bit_of(after.king(free));
            expected.insert((after.without(at), at));
        }
    }
    let mut found = HashSet::new();
    let left = each_move::<R>(free, &rest, squares, &mut |moved| {
        found.extend(each(moved.squares).map(|at| (moved.after, at)));
    });
    assert_eq!(found, expected, "{free}, {squares:#x}: {position:?}");
    assert_eq!(left, stuck, "{free}, {squares:#x}: {position:?}");
    found.len()
}

#[test]
fn the_moves_of_a_set_are_those_of_its_positions() {
    let mut random = Random(31);
    let mut seen = [0; 3];
    for _ in 0..60 {
        for free in Color::ALL {
            if let Some(position) = walls::<ChessRules>(&mut random) {
                seen[0] += compare_moves(&position, free, &mut random);
            }
            if let Some(position) = walls::<MakrukRules>(&mut random) {
                seen[1] += compare_moves(&position, free, &mut random);
            }
            let passed = passed(&mut random).and_then(|setup| setup.to_position().ok());
            if let Some(position) = passed.filter(|position| position.en_passant_square(EnPassantMode::Legal).is_some())
            {
                seen[2] += compare_moves(&position, free, &mut random);
            }
        }
    }
    assert!(seen.iter().all(|&seen| seen > 1000), "{seen:?}");
    // After d7-d5 a king on the fifth rank forbids the capture: the rook would attack it.
    let pinned: Position<ChessRules> = "7k/3p4/8/r3P3/8/8/8/2K5 b - - 0 1".parse().expect("a position");
    for _ in 0..10 {
        for free in Color::ALL {
            compare_moves(&pinned, free, &mut random);
        }
    }
}
