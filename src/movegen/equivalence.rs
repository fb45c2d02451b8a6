//! The mailbox held equal to the bitboards, where the board keeps them, and to its own filter in every build: on random play
//! of both games and Chess960, and on boards that no game leads to.

use std::collections::BTreeSet;
use std::vec::Vec;

use super::mailbox::Checks;
use crate::attacks::mailbox;
use crate::board::Board0x88;
use crate::geometry::{Square, SquareSet};
use crate::moves::Move;
use crate::piece::{AnyArmy, Color, Piece, Role};
use crate::position::{Chess, Makruk, Position};
use crate::rules::{ChessRules, MakrukRules, Rules, Setup, Violations};

/// A small generator of random numbers (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

/// The moves as a set; no move comes twice.
fn set(moves: &[Move]) -> BTreeSet<u16> {
    let set: BTreeSet<u16> = moves.iter().map(|mv| mv.bits()).collect();
    assert_eq!(set.len(), moves.len(), "a move comes twice");
    set
}

fn visited<R: Rules>(position: &Position<R>, visit: fn(&super::Node<'_>, &mut dyn FnMut(Move))) -> Vec<Move> {
    let mut moves = Vec::new();
    visit(&position.node(), &mut |mv| moves.push(mv));
    moves
}

fn agree<R: Rules>(position: &Position<R>) {
    assert!(position.board().is_whole(), "{position:?}");
    let (node, listed) = (position.node(), position.legal_moves());
    let legal = visited(position, |node, visit| node.visit_legal(visit));
    assert_eq!(set(&legal), set(&listed), "{position:?}");
    assert_eq!(node.count_legal() as usize, listed.len(), "{position:?}");
    assert_eq!(position.legal_move_count(), listed.len(), "{position:?}");
    assert_eq!(position.has_legal_move(), !listed.is_empty(), "{position:?}");
    let (captures, quiets) = (position.legal_captures(), position.legal_quiets());
    assert!(captures.iter().all(|mv| mv.is_capture()) && !quiets.iter().any(|mv| mv.is_capture()), "{position:?}");
    let both: Vec<Move> = captures.iter().chain(quiets.iter()).copied().collect();
    assert_eq!(set(&both), set(&listed), "{position:?}");
    let from = |square| position.legal_moves_from(square);
    let piecewise: Vec<Move> = Square::ALL.into_iter().flat_map(from).collect();
    assert_eq!(set(&piecewise), set(&listed), "{position:?}");
    // The filter makes the legal moves of the pseudo-legal ones, and so does the judge of single moves.
    let pseudo_legal = visited(position, |node, visit| node.visit_pseudo_legal(visit));
    set(&pseudo_legal);
    for mv in pseudo_legal {
        assert_eq!(node.leaves_king_safe(mv), listed.contains(&mv), "{mv} {position:?}");
        assert_eq!(position.is_legal(mv), listed.contains(&mv), "{mv} {position:?}");
    }
    let attackers = mailbox::attackers::<R>(
        position.board(),
        position.king(position.turn()),
        !position.turn(),
        position.board().occupied().bits(),
    );
    assert_eq!(SquareSet::from_bits(attackers), position.checkers(), "{position:?}");
    assert!((Checks::of(&node).pinned() - position.board().colored(position.turn())).is_empty(), "{position:?}");
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
fn mailbox_and_bitboards_find_the_same_moves_in_random_play() {
    random_games(6);
}

#[test]
#[ignore = "minutes in debug; release runs it"]
fn mailbox_and_bitboards_find_the_same_moves_in_long_random_play() {
    random_games(1000);
}

/// A board with any number of pieces, as careless setups leave it.
fn random_setup<R: Rules>(random: &mut Random) -> Option<Position<R>> {
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
    setup.into_position_with(Violations::TOLERABLE).ok()
}

/// Plays and takes back moves that mean nothing here: both halves of the board still agree, and nothing panics.
fn play_wrong_moves<R: Rules>(random: &mut Random, mut position: Position<R>) {
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
        let _ = (position.legal_moves(), position.legal_move_count(), position.node().count_legal());
        let _ = (position.pseudo_legal_moves(), visited(&position, |node, visit| node.visit_legal(visit)));
    }
}

#[test]
fn mailbox_and_bitboards_agree_on_crowded_boards_and_no_wrong_move_panics() {
    let mut random = Random(0xD1B5_4A32_D192_ED03);
    for _ in 0..200 {
        if let Some(position) = random_setup::<ChessRules>(&mut random) {
            agree(&position);
            play_wrong_moves(&mut random, position);
        }
        if let Some(position) = random_setup::<MakrukRules>(&mut random) {
            agree(&position);
            play_wrong_moves(&mut random, position);
        }
    }
}

/// Boards as random as they come, kings and all, the pieces of either game.
fn random_board(random: &mut Random, sparse: u64) -> Board0x88 {
    let mut board = Board0x88::EMPTY;
    for square in Square::ALL {
        let (role, draw) = (Role::ALL[random.below(Role::COUNT)], random.next());
        if draw.is_multiple_of(2 + sparse % 7) {
            board.set(square, Some(Piece::new(Color::ALL[(draw >> 32) as usize % 2], role)));
        }
    }
    board
}

#[test]
#[cfg(feature = "bitboards")]
fn attacks_are_the_same_by_mailbox_and_by_bitboards() {
    use crate::attacks::bitboard;

    let mut random = Random(0x88);
    for n in 0..300 {
        let board = random_board(&mut random, n);
        let (all, word) = (board.occupied().bits(), random.next());
        for by in Color::ALL {
            for occupied in [all, all & word, all | word & word >> 20] {
                for square in Square::ALL {
                    let sets = bitboard::attackers::<AnyArmy>(&board, square, by, occupied);
                    assert_eq!(mailbox::attackers::<AnyArmy>(&board, square, by, occupied), sets, "{square} {board}");
                    let sets = bitboard::attackers::<ChessRules>(&board, square, by, occupied);
                    assert_eq!(
                        mailbox::attackers::<ChessRules>(&board, square, by, occupied),
                        sets,
                        "{square} {board}"
                    );
                    if board.piece_at(square).is_some_and(|piece| piece.color() == by) {
                        let sets = bitboard::attacks_from(&board, square, by, occupied);
                        assert_eq!(mailbox::attacks_from(&board, square, by, occupied), sets, "{square} {board}");
                    }
                }
            }
            for square in Square::ALL {
                let attacked = bitboard::attackers::<AnyArmy>(&board, square, by, all) != 0;
                assert_eq!(mailbox::is_attacked(&board, square, by), attacked, "{square} {board}");
            }
            let collect = |attacks: &mut dyn Iterator<Item = (Square, SquareSet)>| {
                let mut all: Vec<_> = attacks.map(|(from, to)| (from, to.bits())).collect();
                all.sort_unstable();
                all
            };
            let (by_list, by_sets) = (mailbox::each_attack(&board, by), bitboard::each_attack(&board, by));
            assert_eq!(collect(&mut { by_list }), collect(&mut { by_sets }), "{board}");
        }
    }
}

#[test]
fn taking_pieces_off_and_putting_them_back_restores_the_board_and_its_order() {
    let mut random = Random(0x1234_5678);
    for n in 0..300 {
        let mut board = random_board(&mut random, n);
        let order = |board: &Board0x88| {
            let mut squares = Vec::new();
            for color in Color::ALL {
                for mut pieces in [board.officers(color), board.pawns(color)] {
                    while let Some(square) = board.next(&mut pieces) {
                        squares.push(square);
                    }
                }
            }
            squares
        };
        let (before, order_before) = (board, order(&board));
        let mut taken = Vec::new();
        for _ in 0..random.below(12) {
            let square = Square::ALL[random.below(64)];
            if let Some(piece) = board.take_off(square) {
                taken.push((square, piece));
            }
            assert!(board.is_whole(), "{board}");
        }
        while let Some((square, piece)) = taken.pop() {
            board.put_back(square, piece);
        }
        assert_eq!(board, before);
        assert_eq!(order(&board), order_before, "{board}");
    }
}
