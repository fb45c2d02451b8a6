//! The mailbox compared with the bitboards, if the board has them, and in every build with its own filter: on random games of
//! chess, Chess960 and Makruk, and on boards that no game reaches.

use core::ops::ControlFlow::{self, Break, Continue};
use std::collections::BTreeSet;
use std::vec::Vec;

use super::equivalence::{Check, crowded_boards, is_whole, random_games};
use super::random::Random;
use crate::attacks::{bits, mailbox, one_by_one};
use crate::board::Board0x88;
use crate::geometry::{Square, SquareSet};
use crate::movegen::Wanted;
use crate::movegen::mailbox::{PieceMoves, lister};
use crate::moves::{Move, MoveList};
use crate::perft::perft;
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::Rules;

/// The moves as a set. No move occurs twice.
fn set(moves: &[Move]) -> BTreeSet<u16> {
    let set: BTreeSet<u16> = moves.iter().map(|mv| mv.bits()).collect();
    assert_eq!(set.len(), moves.len(), "a move comes twice");
    set
}

fn visited<R: Rules>(position: &Position<R>, is_legal: bool) -> Vec<Move> {
    let (node, mut moves) = (position.mover(), Vec::new());
    let visit = &mut |mv| {
        moves.push(mv);
        Continue(())
    };
    let flow = if is_legal { node.visit_wanted(Wanted::Any, visit) } else { node.visit_pseudo_legal(visit) };
    assert!(flow.is_continue());
    moves
}

/// The ways to find, count and judge moves agree.
struct Agreement;

impl Check for Agreement {
    fn legal<R: Rules>(&self, position: &Position<R>) {
        assert!(is_whole(position.board()), "{position:?}");
        let (node, listed) = (position.mover(), position.legal_moves());
        let legal = visited(position, true);
        assert_eq!(set(&legal), set(&listed), "{position:?}");
        assert_eq!(node.count_legal() as usize, listed.len(), "{position:?}");
        assert_eq!(node.count_pawns_by_words(), node.count_pawns_one_by_one(), "{position:?}");
        assert_eq!(position.legal_move_count(), listed.len(), "{position:?}");
        assert_eq!(position.has_legal_move(), !listed.is_empty(), "{position:?}");
        let mut seen = MoveList::new();
        let flow: ControlFlow<()> = position.visit_legal_moves(|mv| {
            seen.add(mv);
            Continue(())
        });
        assert_eq!((set(&seen), flow), (set(&listed), Continue(())), "{position:?}");
        let first = position.visit_legal_moves(Break);
        assert_eq!(first.break_value().is_some(), !listed.is_empty(), "{position:?}");
        let (captures, quiets) = (position.legal_captures(), position.legal_quiets());
        for (wanted, listed) in [(Wanted::Any, &listed), (Wanted::Captures, &captures), (Wanted::Quiets, &quiets)] {
            let mut moves = MoveList::new();
            lister::lister::<R>(wanted)(&node, position.checkers(), &mut moves);
            assert_eq!(set(&moves), set(listed), "{position:?}");
        }
        assert_eq!(lister::count(position) as usize, listed.len(), "{position:?}");
        assert_eq!(lister::any(position), !listed.is_empty(), "{position:?}");
        assert!(captures.iter().all(|mv| mv.is_capture()) && !quiets.iter().any(|mv| mv.is_capture()), "{position:?}");
        let both: Vec<Move> = captures.iter().chain(quiets.iter()).copied().collect();
        assert_eq!(set(&both), set(&listed), "{position:?}");
        for (wanted, listed) in [(Wanted::Captures, &captures), (Wanted::Quiets, &quiets)] {
            let (checks, mut of_piece, mut moves) = (node.checks(wanted), PieceMoves::new(), Vec::new());
            for from in position.board().colored(position.turn()) {
                node.legal_from(&checks, from, wanted, &mut of_piece);
                moves.extend((0..of_piece.len()).map(|n| of_piece.at(n)));
            }
            assert_eq!(set(&moves), set(listed), "{position:?}");
        }
        let from = |square| position.legal_moves_from(square);
        let piecewise: Vec<Move> = Square::ALL.into_iter().flat_map(from).collect();
        assert_eq!(set(&piecewise), set(&listed), "{position:?}");
        // Both the filter and the test of single moves make the legal moves of the pseudo-legal ones.
        let pseudo_legal = visited(position, false);
        set(&pseudo_legal);
        for mv in pseudo_legal {
            assert_eq!(node.leaves_king_safe(mv), listed.contains(&mv), "{mv} {position:?}");
            assert_eq!(position.is_legal(mv), listed.contains(&mv), "{mv} {position:?}");
        }
        let attackers = one_by_one::attackers::<R>(
            position.board(),
            position.king(position.turn()),
            !position.turn(),
            position.board().occupied().bits(),
        );
        assert_eq!(SquareSet::from_bits(attackers), position.checkers(), "{position:?}");
        assert!(
            (node.checks(Wanted::Any).pinned() - position.board().colored(position.turn())).is_empty(),
            "{position:?}"
        );
        for &mv in listed.iter().filter(|mv| mv.is_simple() || mv.promotion().is_some()) {
            let (us, after) = (position.turn(), position.after_unchecked(mv));
            let (left, to, king) = (mv.from(), mv.to(), position.king(!us));
            let moved = (left, to, after.board().piece_at(to));
            let checkers = one_by_one::checkers_after(after.board(), us, moved, king);
            assert_eq!(checkers, after.checkers(), "{mv} {position:?}");
            for gives_check in [one_by_one::gives_check(position.board(), us, moved, king), position.gives_check(mv)] {
                assert_eq!(gives_check, !checkers.is_empty(), "{mv} {position:?}");
            }
        }
        let replies: usize = listed.iter().map(|&mv| position.after_unchecked(mv).legal_move_count()).sum();
        assert_eq!(perft(position, 1), listed.len() as u64, "{position:?}");
        assert_eq!(perft(position, 2), replies as u64, "{position:?}");
    }

    fn broken<R: Rules>(&self, position: &Position<R>) {
        // Unspecified, but no panic.
        let _ = (position.legal_moves(), position.legal_move_count(), position.has_legal_move());
        let _ = (position.mover().count_legal(), position.pseudo_legal_moves());
        let _ = visited(position, true);
        let _ = perft(position, 2);
    }
}

#[test]
fn mailbox_and_bitboards_agree_in_random_play() {
    random_games(&Agreement, 6);
}

#[test]
#[ignore = "minutes in debug; release runs it"]
fn mailbox_and_bitboards_agree_in_long_random_play() {
    random_games(&Agreement, 1000);
}

#[test]
fn mailbox_and_bitboards_agree_on_crowded_boards_and_no_wrong_move_panics() {
    crowded_boards(&Agreement);
}

/// Random boards with any number of kings, and pieces of either game.
fn random_board(random: &mut Random, sparse: u64) -> Board0x88 {
    let mut board = Board0x88::empty();
    for square in Square::ALL {
        let (role, draw) = (Role::ALL[random.below(Role::COUNT)], random.next());
        if draw.is_multiple_of(2 + sparse % 7) {
            board.set(square, Some(Piece::new(Color::ALL[(draw >> 32) as usize % 2], role)));
        }
    }
    board
}

/// Without bitboards the mailbox is compared with itself.
#[test]
fn attacks_are_the_same_by_mailbox_and_by_bitboards() {
    use crate::attacks;
    use crate::piece::AnyPieces;
    use crate::rules::ChessRules;

    let mut random = Random(0x88);
    for n in 0..super::few(300) as u64 {
        let board = random_board(&mut random, n);
        let (all, word) = (board.occupied().bits(), random.next());
        for by in Color::ALL {
            for occupied in [all, all & word, all | word & word >> 20] {
                for square in Square::ALL {
                    let sets = attacks::attackers::<AnyPieces>(&board, square, by, occupied);
                    assert_eq!(
                        one_by_one::attackers::<AnyPieces>(&board, square, by, occupied),
                        sets,
                        "{square} {board}"
                    );
                    let sets = attacks::attackers::<ChessRules>(&board, square, by, occupied);
                    assert_eq!(
                        one_by_one::attackers::<ChessRules>(&board, square, by, occupied),
                        sets,
                        "{square} {board}"
                    );
                    for role in Role::ALL {
                        let piece = Piece::new(by, role);
                        let (walked, looked_up) = (mailbox::piece_attacks, bits::piece_attacks);
                        let squares = walked(piece, square, occupied);
                        assert_eq!(looked_up(piece, square, occupied), squares, "{piece:?} {square} {occupied:#x}");
                        assert_eq!(
                            piece.attacks(square, occupied.into()).bits(),
                            squares,
                            "{piece:?} {square} {occupied:#x}"
                        );
                    }
                }
            }
            for square in Square::ALL {
                let attacked = attacks::attackers::<AnyPieces>(&board, square, by, all) != 0;
                assert_eq!(mailbox::is_attacked(&board, square, by), attacked, "{square} {board}");
            }
        }
    }
}
