//! Move generation, compared with itself and with simple computations, in random play from all starts.

use std::collections::HashSet;
use std::ops::ControlFlow::{Break, Continue};

use chess0x88::error::Reason;
use chess0x88::offsets::{Direction, KNIGHT_OFFSETS};
use chess0x88::see::PieceValues;
use chess0x88::{
    CastlingSide, Chess, Color, File, IllegalMove, Move, MoveKind, MoveList, Piece, Rank, Role, Square, SquareSet,
};
use common::{Random, games, naive_attack, position, positions};
use proptest::prelude::*;

/// The moves as a set, without duplicates in the list.
fn set(moves: &[Move]) -> HashSet<Move> {
    let set: HashSet<Move> = moves.iter().copied().collect();
    assert_eq!(set.len(), moves.len(), "a move twice in {moves:?}");
    set
}

/// All values that are moves.
fn all_moves() -> impl Iterator<Item = Move> {
    (0..=u16::MAX).filter_map(Move::from_bits)
}

fn naive_attackers(position: &Chess, target: Square) -> SquareSet {
    let enemies = position.board().colored(!position.turn());
    enemies.into_iter().filter(|&from| naive_attack(position, from, target)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(common::cases(768)))]

    #[test]
    fn legal_moves_are_the_pseudo_legal_ones_that_the_filter_lets_pass(position in positions()) {
        let pseudo = set(&position.pseudo_legal_moves());
        let filtered: HashSet<Move> = pseudo.iter().copied().filter(|&mv| position.leaves_king_safe(mv)).collect();
        prop_assert_eq!(set(&position.legal_moves()), filtered);
    }

    #[test]
    fn counting_and_asking_agree_with_the_list(position in positions()) {
        let moves = position.legal_moves();
        prop_assert_eq!(position.legal_move_count(), moves.len());
        prop_assert_eq!(position.has_legal_move(), !moves.is_empty());
    }

    #[test]
    fn captures_and_quiets_part_the_list(position in positions()) {
        let all = set(&position.legal_moves());
        let (captures, quiets) = (set(&position.legal_captures()), set(&position.legal_quiets()));
        prop_assert!(captures.iter().all(|mv| mv.is_capture()));
        prop_assert!(!quiets.iter().any(|mv| mv.is_capture()));
        prop_assert!(captures.is_disjoint(&quiets));
        prop_assert_eq!(captures.union(&quiets).copied().collect::<HashSet<_>>(), all);
    }

    #[test]
    fn promotions_are_the_moves_that_promote(position in positions()) {
        let promoting = position.legal_moves().into_iter().filter(|mv| mv.promotion().is_some());
        prop_assert_eq!(set(&position.legal_promotions()), promoting.collect::<HashSet<_>>());
    }

    #[test]
    fn the_moves_from_each_square_part_the_list(position in positions()) {
        let mut together = Vec::new();
        for square in Square::ALL {
            let moves = position.legal_moves_from(square);
            prop_assert!(moves.iter().all(|mv| mv.from() == square));
            together.extend_from_slice(&moves);
        }
        prop_assert_eq!(set(&together), set(&position.legal_moves()));
    }

    #[test]
    fn the_kind_of_a_move_says_what_it_does(position in positions()) {
        for mv in position.legal_moves() {
            let board = position.board();
            let piece = board.piece_at(mv.from());
            let hit = board.piece_at(mv.to());
            prop_assert_eq!(piece.map(Piece::color), Some(position.turn()));
            match mv.kind() {
                MoveKind::Castle => prop_assert_eq!(hit, Some(Piece::new(position.turn(), Role::Rook))),
                MoveKind::Capture | MoveKind::CapturePromotion => {
                    prop_assert_eq!(hit.map(Piece::color), Some(!position.turn()));
                    prop_assert_ne!(hit.map(Piece::role), Some(Role::King));
                }
                _ => prop_assert_eq!(hit, None),
            }
            prop_assert_eq!(mv.promotion().is_some(), matches!(mv.kind(), MoveKind::Promotion | MoveKind::CapturePromotion));
        }
    }

    #[test]
    fn a_move_gives_check_if_the_position_after_it_is_check(position in positions()) {
        for mv in position.legal_moves() {
            prop_assert_eq!(position.gives_check(mv), position.after_unchecked(mv).is_check(), "{:?}", mv);
        }
    }

    #[test]
    fn checkers_and_attackers_are_those_that_plain_reckoning_finds(position in positions()) {
        let king = position.king(position.turn());
        prop_assert_eq!(position.board().king(position.turn()), Some(king));
        prop_assert_eq!(position.checkers(), naive_attackers(&position, king));
        prop_assert_eq!(position.is_check(), !position.checkers().is_empty());
        for square in Square::ALL {
            let attackers = naive_attackers(&position, square);
            prop_assert_eq!(position.board().attackers(square, !position.turn()), attackers);
            prop_assert_eq!(position.board().attackers(square, !position.turn()), attackers);
            prop_assert_eq!(position.board().is_attacked(square, !position.turn()), !attackers.is_empty());
        }
    }

    #[test]
    fn a_pinned_piece_is_one_without_which_the_king_is_attacked_by_more(position in positions()) {
        for color in Color::ALL {
            let king = position.king(color);
            let attackers = position.board().attackers(king, !color);
            let pinned = position.board().colored(color).into_iter().filter(|&square| {
                let mut board = *position.board();
                board.set(square, None);
                square != king && board.attackers(king, !color) != attackers
            });
            prop_assert_eq!(position.pinned(color), pinned.collect::<SquareSet>());
        }
    }

    #[test]
    fn each_destination_is_a_legal_move_and_each_legal_move_has_one(position in positions()) {
        let mut left = position.legal_moves();
        let destinations = position.legal_destinations();
        for from in Square::ALL {
            for to in destinations[from] {
                let found = match position.find_move(from, to, None) {
                    Err(IllegalMove { reason: Reason::PromotionMissing { .. }, .. }) => {
                        [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].map(|role| position.find_move(from, to, Some(role))).to_vec()
                    }
                    found => vec![found],
                };
                for mv in found {
                    let mv = mv.expect("a legal move");
                    // Castling may be given by the king's target, unless that means another move or no step.
                    let is_meant = mv.landing() == from || position.find_move(from, mv.landing(), None) != Ok(mv);
                    prop_assert_eq!(to, if mv.is_castling() && is_meant { mv.to() } else { mv.landing() });
                    left.retain(|other| other != mv);
                }
            }
        }
        prop_assert!(left.is_empty(), "{:?} in {}", left, position.fen());
    }

    #[test]
    fn material_is_what_counting_the_pieces_finds(position in positions()) {
        let material = position.board().material();
        for color in Color::ALL {
            for role in Role::ALL {
                let is_such = |piece: Piece| (piece.color(), piece.role()) == (color, role);
                let number = position.board().pieces().filter(|&(_, piece)| is_such(piece)).count();
                prop_assert_eq!(usize::from(material.count(color, role)), number);
            }
            let values = PieceValues::default();
            let worth = |role| match role {
                Role::King => 0,
                Role::Queen => values.queen,
                Role::Rook => values.rook,
                Role::Bishop => values.bishop,
                Role::Knight => values.knight,
                Role::Pawn => values.pawn,
                _ => unreachable!("no piece of chess"),
            };
            let pieces = position.board().pieces().filter(|(_, piece)| piece.color() == color);
            let sum: i32 = pieces.map(|(_, piece)| i32::from(worth(piece.role()))).sum();
            prop_assert_eq!(material.value(color, &values), sum);
            prop_assert_eq!(position.flip_colors().board().material().value(!color, &values), sum);
        }
        prop_assert_eq!(position.mirror().board().material(), material);
        let text = material.to_string();
        let lens = text.split(" v ").map(str::len);
        prop_assert!(lens.eq(Color::ALL.map(|color| position.board().colored(color).len())), "{text}");
    }

    #[test]
    fn a_chain_of_unchecked_moves_never_panics(position in positions(), seed: u64) {
        let mut random = Random::new(seed);
        let mut position = position;
        for _ in 0..40 {
            if let Some(mv) = Move::from_bits(random.next() as u16) {
                let _ = position.gives_check(mv);
                let undo = position.make(mv);
                if random.one_in(4) {
                    position.unmake(undo);
                }
                let _ = (position.legal_moves(), position.pseudo_legal_moves(), position.legal_captures(), position.legal_quiets());
                let _ = (position.legal_promotions(), position.checkers(), position.pinned(position.turn()), position.fen());
                let _ = (position.to_setup().violations(), position.check_legal(mv), position.is_legal(mv));
            }
        }
    }
}

proptest! {
    // Each case makes tens of thousands of calls.
    #![proptest_config(ProptestConfig::with_cases(common::cases(48)))]

    #[test]
    fn a_move_is_legal_just_if_it_is_in_the_list(position in positions()) {
        let legal = set(&position.legal_moves());
        for mv in all_moves() {
            prop_assert_eq!(position.check_legal(mv).is_ok(), legal.contains(&mv), "{:?}", mv);
        }
    }

    #[test]
    fn finding_a_move_by_its_squares_agrees_with_the_list(position in positions()) {
        let legal = set(&position.legal_moves());
        let promotions = [None].into_iter().chain(Role::ALL.map(Some));
        let mut found = HashSet::new();
        for (from, to, promotion) in promotions
            .flat_map(|promotion| Square::ALL.map(|from| (from, promotion)))
            .flat_map(|(from, promotion)| Square::ALL.map(|to| (from, to, promotion)))
        {
            let Ok(mv) = position.find_move(from, to, promotion) else { continue };
            prop_assert!(legal.contains(&mv), "{:?}", mv);
            prop_assert_eq!((mv.from(), mv.promotion()), (from, promotion));
            if mv.to() != to {
                let side = if mv.to() > from { CastlingSide::King } else { CastlingSide::Queen };
                let file = if side == CastlingSide::King { 'g' } else { 'c' };
                prop_assert_eq!((mv.kind(), to.file().char(), to.rank()), (MoveKind::Castle, file, from.rank()));
            }
            found.insert(mv);
        }
        prop_assert_eq!(found, legal);
    }

    #[test]
    fn any_unchecked_move_is_harmless(position in positions()) {
        for mv in all_moves() {
            let after = position.after_unchecked(mv);
            let _ = (after.legal_move_count(), after.is_check(), position.gives_check(mv), position.is_legal(mv));
        }
    }

    #[test]
    fn the_numbers_of_moves_lead_back_to_them(game in games(60)) {
        for mv in game.iter().flat_map(Chess::legal_moves) {
            prop_assert_eq!(Move::from_bits(mv.bits()), Some(mv));
        }
    }
}

/// The mailbox is used in every build for the filter, the moves of one piece and the visitor. Its answers equal those of lists.
#[test]
fn a_capture_en_passant_that_opens_a_line_to_the_king_is_no_move() {
    let cases = [
        ("along the rank", "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5d6", false),
        ("along the rank, Black", "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "e4d3", false),
        ("along the file of the capturing pawn", "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", false),
        ("along a diagonal of the capturing pawn", "7k/b7/8/2Pp4/8/4K3/8/8 w - d6 0 1", "c5d6", false),
        ("not, if a piece is between", "4k3/8/8/K1PpP2r/8/8/8/8 w - d6 0 1", "e5d6", true),
    ];
    for (what, fen, uci, legal) in cases {
        let position = position(fen);
        let mv = position.pseudo_legal_moves().into_iter().find(|mv| mv.to_string() == uci).expect(what);
        assert_eq!(mv.kind(), MoveKind::EnPassant, "{what}");
        assert_eq!(position.leaves_king_safe(mv), legal, "{what}");
        assert_eq!(position.is_legal(mv), legal, "{what}");
        assert_eq!(position.legal_moves().contains(&mv), legal, "{what}");
        assert_eq!(position.legal_captures().contains(&mv), legal, "{what}");
        assert_eq!(position.legal_moves_from(mv.from()).contains(&mv), legal, "{what}");
        let visited = position.visit_legal_moves(|seen| if seen == mv { Break(()) } else { Continue(()) });
        assert_eq!(visited.is_break(), legal, "{what}");
    }
}

#[test]
fn a_number_that_stands_for_a_move_is_its_number() {
    assert!(all_moves().all(|mv| Move::from_bits(mv.bits()) == Some(mv) && mv.from() != mv.to()));
    // From and to differ (64 * 63), and one of the sixteen kinds is not in use.
    assert_eq!(all_moves().count(), 64 * 63 * 15);
    assert_eq!(Move::from_bits(0), None);
}

#[test]
fn a_list_of_moves_can_be_walked_in_all_the_usual_ways() {
    let moves = Chess::startpos().legal_moves();
    assert_eq!((&moves).into_iter().count(), 20);
    assert_eq!(moves.clone().into_iter().count(), 20);
    assert_eq!(moves.first(), moves.iter().next());
    assert_eq!(moves[..2].len(), 2);
    assert_eq!(format!("{moves:?}"), format!("{:?}", &moves[..]));
    let mut names: Vec<String> = moves.iter().map(|mv| format!("{mv:?}")).collect();
    names.sort_unstable();
    assert_eq!(names[..4], ["a2a3 (Quiet)", "a2a4 (DoubleStep)", "b1a3 (Quiet)", "b1c3 (Quiet)"]);
}

#[test]
fn the_most_crowded_boards_fit_in_a_list() {
    let by_game = position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    assert_eq!(by_game.legal_moves().len(), 218);
    let by_setup = position("kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1");
    assert_eq!(by_setup.legal_moves().len(), 270);
}

/// The sum of the proof at [`MoveList`], in halves.
#[test]
fn the_capacity_of_a_list_is_the_most_that_squares_pay() {
    let pays = |square: Square| {
        let steps =
            |steps: &[Direction]| steps.iter().filter(|&&step| square.checked_add(step as i8).is_some()).count();
        let jumps = KNIGHT_OFFSETS.iter().filter(|&&jump| square.checked_add(jump).is_some()).count();
        let slides: usize = Direction::DIAGONAL.iter().map(|&direction| square.ray(direction).count()).sum();
        let beside = if matches!(square.file(), File::A | File::H) { 1 } else { 2 };
        // A square of the last rank is captured on from the files beside, or entered from its own.
        let promoting_to = if square.rank() == Rank::Eighth { 4 * beside } else { 0 };
        let promoting_from = if square.rank() == Rank::Seventh { 4 * (1 + beside) } else { 0 };
        let entered = 2 * steps(&Direction::ORTHOGONAL) + steps(&Direction::DIAGONAL) + promoting_to;
        entered.max(slides).max(2 * jumps).max(promoting_from)
    };
    assert_eq!(Square::ALL.into_iter().map(pays).sum::<usize>() / 2 + 2, MoveList::CAPACITY);
}
