//! Proofs by abstraction: sound if there is a mate, and as strong as before.

use super::*;
use crate::CanMate;
use crate::budget::{Allowed, unlimited};
use crate::semi_static::{Effort, excludes_mate};
use crate::sets::ahead;
use chess0x88::fen::EnPassantMode;
use chess0x88::{ChessRules, MakrukRules, Setup, Square};
use common::Random;
use core::ops::ControlFlow;
use std::collections::HashSet;
use std::vec::Vec;

/// Pawns head to head, and a few pieces.
pub(crate) fn walls<R: Rules>(random: &mut Random) -> Option<Position<R>> {
    let mut setup = Setup::<R>::empty();
    let put = |setup: &mut Setup<R>, random: &mut Random, piece| {
        let square = Square::ALL[random.below(64)];
        if setup.board.piece_at(square).is_none() {
            setup.board.set(square, Some(piece));
        }
    };
    for _ in 0..random.below(6) {
        let square = Square::ALL[8 + random.below(40)];
        let ahead = ahead(Color::White, square)?;
        if setup.board.piece_at(square).is_none() && setup.board.piece_at(ahead).is_none() {
            setup.board.set(square, Some(Piece::new(Color::White, Role::Pawn)));
            setup.board.set(ahead, Some(Piece::new(Color::Black, Role::Pawn)));
        }
    }
    for _ in 0..random.below(3) {
        let color = Color::ALL[random.below(2)];
        put(&mut setup, random, Piece::new(color, Role::Pawn));
    }
    for _ in 0..random.below(6) {
        let bishop = R::ROLES.iter().copied().find(|role| matches!(role, Role::Bishop | Role::Met));
        let role = bishop.filter(|_| random.below(3) > 0).unwrap_or(R::ROLES[random.below(R::ROLES.len())]);
        let color = Color::ALL[random.below(2)];
        if role != Role::King {
            put(&mut setup, random, Piece::new(color, role));
        }
    }
    for color in Color::ALL {
        put(&mut setup, random, Piece::new(color, Role::King));
    }
    setup.turn = Color::ALL[random.below(2)];
    setup.to_position().ok()
}

/// A wall of pawns head to head that opens only by en passant, or also elsewhere; kings behind it, and perhaps a piece.
pub(crate) fn passed(random: &mut Random) -> Option<Setup<ChessRules>> {
    let mut setup = Setup::<ChessRules>::empty();
    let us = Color::ALL[random.below(2)];
    // Squares as seen from the side to move.
    let square = |file: usize, rank: usize| Square::ALL[8 * if us == Color::White { rank } else { 7 - rank } + file];
    let (captures, beside) = (random.below(7), random.below(2));
    let (captures, passed) = (captures + beside, captures + 1 - beside);
    for file in 0..8 {
        // Neighbours at one rank could capture each other.
        let rank = if file % 2 == captures % 2 { 4 } else { 3 };
        if file == captures || file == passed || random.below(12) > 0 {
            setup.board.set(square(file, rank), Some(Piece::new(us, Role::Pawn)));
            setup.board.set(square(file, rank + 1), Some(Piece::new(!us, Role::Pawn)));
        }
    }
    let kings = [(us, random.below(3)), (!us, 6 + random.below(2))];
    for (color, rank) in kings {
        setup.board.set(square(random.below(8), rank), Some(Piece::new(color, Role::King)));
    }
    if random.below(4) == 0 {
        let role = [Role::Bishop, Role::Knight][random.below(2)];
        let at = Square::ALL[random.below(64)];
        setup.board.piece_at(at).is_none().then(|| {
            setup.board.set(at, Some(Piece::new(Color::ALL[random.below(2)], role)));
        })?;
    }
    setup.turn = us;
    setup.state.en_passant = Some(square(passed, 5));
    Some(setup)
}

/// Searches all positions for a mate by a side; `None` if there are too many.
pub(crate) fn reckon<R: Rules>(position: &Position<R>, winner: Color) -> Option<bool> {
    let mut seen = HashSet::from([*position]);
    let mut open = std::vec![*position];
    while let Some(position) = open.pop() {
        if position.is_checkmate() && position.turn() != winner {
            return Some(true);
        }
        let next = position.legal_moves().into_iter().map(|mv| position.after_unchecked(mv));
        open.extend(next.filter(|next| seen.insert(*next)));
        if seen.len() > 4000 {
            return None;
        }
    }
    Some(false)
}

/// Only a capture en passant opens the wall, so no proof may exclude a mate. Without the capture a plain search finds no mate, and
/// the proofs agree: a proof that forgets the capture would also exclude a mate here.
fn no_proof_forgets(rounds: usize) {
    let mut random = Random(3);
    let mut table = std::vec![MateNode::EMPTY; 3000];
    let (mut mates, mut decided, mut proofs) = (0, 0, 0);
    for _ in 0..rounds {
        let Some(setup) = passed(&mut random) else { continue };
        let Ok(position) = setup.to_position() else { continue };
        if position.en_passant_square(EnPassantMode::Legal).is_none() {
            continue;
        }
        let mut without = setup;
        without.state.en_passant = None;
        let without = without.to_position().expect("the same board");
        for winner in Color::ALL {
            let answer = crate::can_mate_in(&position, winner, &mut table);
            let CanMate::Yes(line) = answer else {
                let is_proved = answer == CanMate::No || proofs_of(&position, winner, &mut table) > 0;
                assert!(!is_proved || reckon(&position, winner) != Some(true), "{winner} mates: {position:?}");
                continue;
            };
            let end = line.iter().fold(position, |position, &mv| position.after(mv).expect("a legal move"));
            assert!(end.is_checkmate() && end.turn() != winner, "{winner}: {position:?}");
            assert_eq!(proofs_of(&position, winner, &mut table), 0, "{winner} mates: {position:?}");
            mates += 1;
            if reckon(&without, winner) == Some(false) {
                decided += 1;
                proofs += proofs_of(&without, winner, &mut table);
            }
        }
    }
    assert!(2 * mates > rounds && 5 * decided > rounds && proofs > 4 * decided, "{mates} {decided} {proofs}");
}

#[test]
fn no_proof_forgets_a_capture_en_passant() {
    no_proof_forgets(common::cases(10) as usize);
}

/// Counts the proofs that a side never mates.
fn proofs_of<R: Rules>(position: &Position<R>, winner: Color, table: &mut [MateNode]) -> usize {
    let levels = [Level::All, Level::Wide(8), Level::Wide(16), Level::Of(winner), Level::Of(!winner), Level::Promoted];
    let hopeless = levels.into_iter().filter(|&level| {
        unlimited(|budget| is_hopeless(position, winner, Places::all(&mut &mut *table), level, &mut budget.part(2000)))
    });
    let hopeless = hopeless.count();
    let excluded = [Effort::Quick, Effort::Full]
        .into_iter()
        .filter(|&effort| unlimited(|budget| excludes_mate(position, winner, effort, &mut budget.part(2000))));
    hopeless + excluded.count()
}

/// Tries a proof in every position on the way to a mate: all must fail.
fn hold<R: Rules>(position: &Position<R>, winner: Color) -> u32 {
    let mut table = std::vec![MateNode::EMPTY; 3000];
    let CanMate::Yes(line) = crate::can_mate_in(position, winner, &mut table) else { return 0 };
    let mut position = *position;
    for &mv in &*line {
        assert_eq!(proofs_of(&position, winner, &mut table), 0, "{winner} mates: {position:?}");
        position = position.after_unchecked(mv);
    }
    1
}

fn hold_many<R: Rules>(rounds: u32) -> u32 {
    let mut random = Random(7);
    let mut held = 0;
    for _ in 0..rounds {
        let Some(position) = walls::<R>(&mut random) else { continue };
        held += Color::ALL.map(|color| hold(&position, color)).iter().sum::<u32>();
    }
    held
}

#[test]
fn a_capture_en_passant_that_a_group_may_make_legal_ends_the_proof() {
    // Before the double step, after it, and after it with a piece between king and rook, which may be of a group.
    let exact = |fen: &str| {
        let position = fen.parse::<Position<ChessRules>>().expect("a position");
        let passed = position.en_passant_square(EnPassantMode::Always).map_or(0, bit_of);
        after_double_step::<ChessRules>(Compact::of(&position), passed).is_ok()
    };
    assert!(exact("4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1"));
    assert!(!exact("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1"));
    assert!(exact("4k3/8/8/K2pP1Br/8/8/8/8 w - d6 0 1"));
}

/// Returns `true` if a move of White may mate: of an exact piece, of a pawn that captures a piece of a group, and of a group.
fn may_mate_next(fen: &str, level: Level) -> [bool; 3] {
    let position: Position<ChessRules> = fen.parse().expect(fen);
    let mut table = std::vec![MateNode::EMPTY; 3000];
    let mut table = table.as_mut_slice();
    let ask = |game: &mut AbstractGame<'_, _>, _: &mut Budget<'_, '_>| {
        let (exact, state) = game.kept(0).expect(fen);
        [
            game.exact_moves::<ChessRules>(&exact, &state).is_err(),
            game.pawn_captures::<ChessRules>(&exact, &state).is_err(),
            game.group_moves::<ChessRules>(&exact, &state).is_err(),
        ]
    };
    unlimited(|budget| AbstractGame::with(&position, Color::White, Places::all(&mut table), level, budget, ask))
        .expect(fen)
}

#[test]
fn a_discovered_check_may_mate() {
    // Kc8-c7 opens the rank, to a rook of a group and to an exact one.
    let king = "k1K4R/p7/8/8/8/8/8/8 w - - 0 1";
    assert_eq!(may_mate_next(king, Level::All), [true, false, true]);
    assert_eq!(may_mate_next(king, Level::Of(Color::Black)), [true, false, false]);
    // h5xg6 opens the file.
    assert_eq!(may_mate_next("7k/5Kp1/6n1/7P/8/8/8/7R w - - 0 1", Level::All), [false, true, true]);
    // d5xe6 opens the diagonal, on which only the captured pawn stood.
    assert_eq!(may_mate_next("6bk/7p/8/3Pp3/8/8/8/B3K3 w - e6 0 1", Level::All), [true, false, true]);
}

/// Without the king's help one rook does not mate, and two rooks do.
#[test]
fn a_single_piece_covers_all_squares_from_one() {
    let group_mates = |fen, level| may_mate_next(fen, level)[2];
    assert!(group_mates("7k/8/8/8/8/8/8/KRR5 w - - 0 1", Level::All));
    assert!(!group_mates("7k/8/8/8/8/8/8/KR6 w - - 0 1", Level::All));
    // A bishop on dark squares, and one on light ones.
    assert!(group_mates("6nk/5K1p/8/8/8/8/8/2B5 w - - 0 1", Level::Of(Color::White)));
    assert!(!group_mates("6nk/5K1p/8/8/8/8/8/1B6 w - - 0 1", Level::Of(Color::White)));
}

#[test]
fn a_pawn_that_promotes_where_a_piece_may_stand_may_mate() {
    assert_eq!(may_mate_next("n7/1P5k/8/8/8/8/8/K7 w - - 0 1", Level::All), [false, true, false]);
}

#[test]
fn a_proof_that_is_stopped_before_its_last_state_proves_nothing() {
    let position: Position<ChessRules> = "8/8/3b3p/5p1P/3b1p1K/5Pp1/6P1/5kb1 b - - 0 1".parse().expect("a position");
    let mut table = std::vec![MateNode::EMPTY; 3000];
    let mut ask = |most| {
        let mut until = |examined| if examined < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        let mut allowed = Allowed::new(&mut until);
        let mut budget = allowed.budget(3000);
        let mut table = table.as_mut_slice();
        let is_proved = is_hopeless(&position, Color::Black, Places::all(&mut table), Level::All, &mut budget);
        (is_proved, allowed.unfinished().examined)
    };
    let (is_proved, examined) = ask(3000);
    assert!(is_proved && examined > 10, "{examined}");
    assert_eq!(ask(examined - 1), (false, examined - 1));
}

/// Returns `true` if a pawn of the loser may promote after this many promotions.
fn promotes(before: u64) -> bool {
    let position: Position<ChessRules> = "7k/8/8/8/8/8/p7/K7 b - - 0 1".parse().expect("a position");
    let mut table = std::vec![MateNode::EMPTY; 3000];
    let mut table = table.as_mut_slice();
    let ask = |game: &mut AbstractGame<'_, _>, _: &mut Budget<'_, '_>| {
        let (exact, mut state) = game.kept(0).expect("a state");
        state.count = before;
        game.promote::<ChessRules>(exact.passed(), &state).is_ok()
    };
    let promoted = Level::Promoted;
    unlimited(|budget| AbstractGame::with(&position, Color::White, Places::all(&mut table), promoted, budget, ask))
        .expect("a game")
}

#[test]
fn no_more_pawns_promote_than_a_state_can_count() {
    assert!(promotes(0) && promotes(14) && !promotes(15));
}

#[test]
fn bishops_block_squares_of_their_colour() {
    let group = |squares| Group { role: Some(Role::Bishop), color: Color::White, bound: squares, squares, unit: 1 };
    let (light, dark) = (LIGHT, !LIGHT);
    let mut state = AbstractState { groups: [group(0); MOST], len: 0, count: 0 };
    for squares in [light, light, dark] {
        state.count += state.add(group(squares)).expect("room");
    }
    // a1 and c1 are dark, b1 and d1 light.
    for (squares, expected) in [(0b1011, true), (0b0111, false), (0b0101, false), (0b1010, true), (0b1111, false)] {
        assert_eq!(can_block(&state, Color::White, squares), expected, "{squares:b}");
    }
}

#[test]
fn a_khon_attacks_ahead_of_it() {
    let bit = |square: &str| bit_of(square.parse().expect("a square"));
    let around = bit("e3") | bit("e5");
    for (color, from) in [(Color::White, "e3"), (Color::Black, "e5")] {
        let khon = Group { role: Some(Role::Khon), color, bound: around, squares: around, unit: 1 };
        assert_eq!(khon.attackers::<MakrukRules>(bit("e4"), !0), bit(from));
    }
}

#[test]
fn where_there_is_a_mate_nothing_proves_that_there_is_none() {
    // The king covers some of the squares, the rook covers the others.
    let rook = "8/8/8/p3k3/P7/8/8/K6R w - - 0 1".parse().expect("a position");
    assert_eq!(hold::<ChessRules>(&rook, Color::White), 1);
    let (chess, makruk) = (hold_many::<ChessRules>(common::cases(5)), hold_many::<MakrukRules>(common::cases(5)));
    assert!(chess > 1, "{chess} {makruk}");
}

/// Returns `true` if each piece has a place in a state: exact pieces on their squares, and all other pieces in groups.
fn stands_for<R: Rules>(exact: &Compact, state: &AbstractState, position: &Position<R>) -> bool {
    let kept = exact.bitboards().board::<R>();
    let is_there = |at, piece: Piece| {
        position
            .board()
            .piece_at(at)
            .is_some_and(|other| (other.color(), other.role()) == (piece.color(), piece.role()))
    };
    let same = |at| kept.piece_at(at).is_none_or(|piece| is_there(at, piece));
    let others: Vec<_> = position.board().pieces().filter(|&(square, _)| kept.piece_at(square).is_none()).collect();
    let count = Color::ALL.iter().flat_map(|&color| state.left(color)).map(|group| state.pieces(group)).sum::<u32>();
    // Without a legal capture, the square behind a double step does not count.
    let en_passant = position.en_passant_square(EnPassantMode::Legal);
    exact.turn() == position.turn()
        && (en_passant.is_none() || exact.en_passant() == en_passant)
        && Square::ALL.into_iter().all(same)
        && others.len() == count as usize
        && find_room(state, &others)
}

fn find_room(state: &AbstractState, pieces: &[(Square, Piece)]) -> bool {
    let Some((&(square, piece), rest)) = pieces.split_first() else { return true };
    state.left(piece.color()).any(|group| {
        group.role.is_none_or(|role| role == piece.role())
            && group.squares & bit_of(square) != 0
            && find_room(&state.without(group), rest)
    })
}

/// Plays random games, and follows them in the abstract game: some step from a state leads to a state of the next position.
fn follow_games<R: Rules>(rounds: u32) -> [u32; 2] {
    let mut random = Random(11);
    let mut table = std::vec![MateNode::EMPTY; 20_000];
    let (mut followed, mut mates) = (0, 0);
    for _ in 0..rounds {
        let Some(start) = walls::<R>(&mut random) else { continue };
        for level in [Level::All, Level::Wide(8), Level::Of(Color::White), Level::Of(Color::Black), Level::Promoted] {
            let winner = Color::ALL[random.below(2)];
            let mut table = table.as_mut_slice();
            let (mut position, mut at) = (start, 0);
            let play = |game: &mut AbstractGame<'_, _>, _: &mut Budget<'_, '_>| {
                for _ in 0..12 {
                    let (mut moves, mut captures) = (position.legal_moves(), position.legal_captures());
                    // Sorted, so that the games are the same in every build.
                    moves.sort_unstable();
                    captures.sort_unstable();
                    let is_followed = game.follow::<R>(at).is_ok();
                    let can_mate = moves.iter().any(|&mv| position.after_unchecked(mv).is_checkmate());
                    if can_mate && position.turn() == winner {
                        assert!(!is_followed, "{winner} mates: {position:?}");
                        mates += 1;
                    }
                    if !is_followed {
                        break;
                    }
                    // Captures are preferred in half of the moves, or most games would have none.
                    let among = if random.below(2) == 0 && !captures.is_empty() { captures } else { moves };
                    if among.is_empty() {
                        break;
                    }
                    position = position.after_unchecked(among[random.below(among.len())]);
                    // A bare king never mates, and is not followed.
                    if position.board().colored(winner).len() == 1 {
                        break;
                    }
                    let found = (0..game.store.len())
                        .find(|&at| game.kept(at).is_some_and(|(exact, state)| stands_for(&exact, &state, &position)));
                    let Some(found) = found else {
                        // The bounds hold for games in which the winner mates.
                        let mut table = std::vec![MateNode::EMPTY; 3000];
                        let can_mate = crate::can_mate_in(&position, winner, &mut table);
                        assert!(
                            !matches!(can_mate, CanMate::Yes(_)),
                            "no step to {position:?} of {start:?}, {winner} mates"
                        );
                        break;
                    };
                    at = found;
                    followed += 1;
                }
            };
            unlimited(|budget| {
                AbstractGame::with(&start, winner, Places::all(&mut table), level, &mut budget.part(20_000), play)
            });
        }
    }
    [followed, mates]
}

#[test]
fn every_legal_move_has_its_step() {
    let (chess, makruk) = (follow_games::<ChessRules>(200), follow_games::<MakrukRules>(200));
    assert!(chess[0] > 1000 && makruk[0] > 500, "{chess:?} {makruk:?}");
    assert!(chess[1] > 0, "{chess:?} {makruk:?}");
}

/// Positions without a mate by the side, and the number of states of the proof at each level; 0 without a proof. They are from
/// `tests/data/winnability.txt`.
#[rustfmt::skip]
const PROOFS: [(Color, &str, [usize; 5]); 27] = [
    (Color::White, "4kb2/8/2ppp3/3p2p1/1p1K1pP1/1P1P1P2/8/1B6 b - - 0 1", [92, 92, 723, 828, 0]),
    (Color::White, "8/1p6/1k6/1b6/4p1p1/p2pP1P1/p1pP3B/rbK5 b - - 0 1", [385, 1540, 0, 1540, 0]),
    (Color::White, "3b4/3k4/2ppp3/3p4/1p1K1p1p/bP1P1P1P/8/1B6 w - - 0 1", [104, 104, 0, 832, 0]),
    (Color::Black, "Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/8/p7/P7/4b2B b - - 0 1", [0, 134, 2412, 2948, 0]),
    (Color::Black, "k7/6p1/6P1/6PK/6P1/1p2p1PR/1P2P2P/8 b - - 0 1", [224, 224, 224, 224, 0]),
    (Color::White, "bn1n2k1/2pp1p2/2p2Pp1/1pKp1pP1/1P1P1P2/8/8/2B5 b - - 0 1", [0, 0, 110, 0, 1430]),
    (Color::Black, "rnb1b3/pk1p4/p1pPp1p1/P1P1P1Pp/RBP4P/P7/5B2/7K w - - 0 1", [0, 80, 0, 320, 0]),
    (Color::Black, "1N5N/1P6/Bp1p1p1p/1PbPkP1P/K2pBp2/3P1P2/8/8 w - - 0 1", [0, 0, 155, 0, 2136]),
    (Color::Black, "7k/p7/8/6p1/5pP1/4pPpB/P3P1B1/5BNK w - - 0 1", [0, 96, 96, 96, 96]),
    (Color::Black, "1b3kBR/4pP1P/1pBpP2P/1P1P4/1pK5/1P1B2p1/4B1P1/8 b - - 0 1", [1256, 0, 0, 0, 0]),
    (Color::White, "8/1p4p1/1b1b2k1/6b1/1p1p4/1P1Pp1bp/4Pp1p/1B3Kbr b - - 0 1", [1122, 0, 0, 0, 0]),
    (Color::Black, "k1b5/1pPp4/1P1P3p/1P6/5P1P/5PNR/3NPBBQ/4K2R w - - 0 1", [0, 0, 311, 0, 311]),
    (Color::Black, "QB1k1KRR/PP1p2PP/2pPp1p1/8/2P5/8/4P3/8 w - - 0 1", [0, 0, 96, 0, 96]),
    (Color::Black, "1b1k1b2/bKp1p1pB/1pP1P1P1/pP6/6P1/P7/8/8 b - - 0 1", [0, 204, 731, 204, 731]),
    (Color::White, "6k1/1ppp1p2/2b2Pp1/1pKp1pP1/1P1P1P2/8/8/B1B1B1B1 b - - 0 1", [0, 44, 44, 0, 0]),
    (Color::Black, "8/p1p5/2P5/P7/4k3/6p1/6Pp/4b2K b - - 0 1", [0, 0, 0, 105, 105]),
    (Color::White, "7k/5p1p/5P1P/8/8/6q1/5q2/7K b - - 0 1", [0, 0, 46, 0, 46]),
    (Color::Black, "K1k5/P1Pp4/3P4/8/8/4p1p1/1P2PpP1/5Bb1 w - - 0 1", [0, 10, 10, 17, 17]),
    (Color::Black, "5bBk/4p1p1/4P1P1/7K/8/8/8/8 w - - 0 1", [0, 420, 216, 420, 216]),
    (Color::White, "8/B4b2/2k5/1p1p4/1P1Pp1pB/1pp1P1P1/1p6/bK3b2 b - - 0 1", [0, 175, 0, 0, 0]),
    (Color::White, "8/8/6pk/6pb/6pb/p1p1p1p1/P1P1P1Pb/7K w - - 0 1", [1120, 1, 1, 1120, 0]),
    (Color::White, "8/8/pppp1p2/2pp4/8/K1k5/8/8 b - - 0 1", [1, 1, 1, 1, 1]),
    (Color::White, "1b6/2kQ4/K7/8/1q6/8/5p2/8 b - - 0 1", [0, 0, 0, 0, 1]),
    (Color::White, "8/8/8/3P2p1/PQ3p2/6kP/6P1/2q4K w - - 0 1", [0, 0, 0, 0, 3]),
    (Color::Black, "K1k5/P1PpB3/3P4/8/b7/8/8/8 w - - 0 1", [0, 0, 0, 0, 0]),
    (Color::White, "7b/8/1k1p1p2/3PpP2/3pKp2/3P1P2/8/3B1B2 w - - 0 1", [214, 214, 0, 0, 0]),
    (Color::White, "B2b4/8/8/4k2B/1p1p1p1p/1PpP1P1P/K1P5/RB6 b - - 0 1", [144, 144, 2240, 0, 0]),
];

/// An abstraction with too many moves proves less, and nothing wrong.
#[test]
fn what_is_proved_is_known() {
    let mut table = std::vec![MateNode::EMPTY; 3000];
    for (winner, fen, expected) in PROOFS {
        let (position, _) = chess0x88::fen::parse_lenient::<ChessRules>(fen).expect(fen);
        let levels = [Level::All, Level::Wide(8), Level::Of(winner), Level::Of(!winner), Level::Promoted];
        let proofs = levels.map(|level| {
            let mut table = table.as_mut_slice();
            let run = |game: &mut AbstractGame<'_, _>, budget: &mut Budget<'_, '_>| {
                if game.run::<ChessRules>(budget).is_ok() { game.store.len() } else { 0 }
            };
            let with = |budget: &mut Budget<'_, '_>| {
                AbstractGame::with(&position, winner, Places::all(&mut table), level, &mut budget.part(3000), run)
            };
            unlimited(with).unwrap_or(0)
        });
        assert_eq!(proofs, expected, "{fen}");
    }
}

#[test]
fn a_group_has_room_for_as_many_pieces_as_it_can_count() {
    let knights = Group { role: Some(Role::Knight), color: Color::White, bound: !0, squares: !0, unit: 1 };
    let mut state = AbstractState { groups: [knights; MOST], len: 0, count: 0 };
    for _ in 0..MOST_PIECES {
        state.count += state.add(knights).expect("room");
    }
    assert_eq!((state.add(knights), state.count), (None, u64::from(MOST_PIECES)));
}
