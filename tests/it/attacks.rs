//! Four ways to ask for attacks, which must agree: of a square, from a square, of all squares, and through an occupancy.

use chess0x88::offsets::Direction;
use chess0x88::{Castling, Chess, Color, File, Piece, Rank, Role, Square, SquareSet};
use common::positions;
use proptest::prelude::*;

const DIRECTIONS: [Direction; 8] = {
    use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
    [North, South, East, West, NorthEast, SouthEast, SouthWest, NorthWest]
};

proptest! {
    #[test]
    fn a_set_steps_as_its_squares_do(bits: u64) {
        let set = SquareSet::from_bits(bits);
        for direction in DIRECTIONS {
            let expected: SquareSet = set.iter().filter_map(|square| square.checked_add(direction as i8)).collect();
            prop_assert_eq!(set.shifted(direction), expected, "{:?}", direction);
        }
        for piece in Role::ALL.into_iter().flat_map(|role| Color::ALL.map(|color| Piece::new(color, role))) {
            let slides = matches!(piece.role(), Role::Bishop | Role::Rook | Role::Queen);
            let from = set.iter().filter(|_| !slides);
            let expected = from.fold(SquareSet::EMPTY, |all, square| all | piece.attacks(square, SquareSet::EMPTY));
            prop_assert_eq!(piece.step_attacks(set), expected, "{:?}", piece);
        }
    }

    #[test]
    fn roles_are_found_on_both_sides(position in positions()) {
        for role in Role::ALL {
            let [white, black] = Color::ALL.map(|color| position.board().squares_of(Piece::new(color, role)));
            prop_assert_eq!(position.board().by_role(role), white | black);
        }
    }
}

/// The squares of every castling of Chess960, by the words of the rule.
#[test]
fn a_castling_needs_its_squares() {
    let rank = Rank::First.squares();
    for (king, rook) in rank.iter().flat_map(|king| rank.iter().map(move |rook| (king, rook))).filter(|(a, b)| a != b) {
        let castling = Castling::new(king, rook);
        let files = if rook > king { [File::G, File::F] } else { [File::C, File::D] };
        let [king_to, rook_to] = files.map(|file| Square::new(file, Rank::First));
        assert_eq!((castling.king_to, castling.rook_to), (king_to, rook_to));
        let way = |from: Square, to: Square| -> SquareSet {
            rank.iter().filter(|&square| from.min(to) <= square && square <= from.max(to)).collect()
        };
        let own = SquareSet::from([king, rook]);
        assert_eq!(castling.king_way(), way(king, king_to));
        assert_eq!(castling.path(), (way(king, king_to) | way(rook, rook_to)) - own);
    }
    let castle: Chess = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().expect("a position");
    let long = castle.parse_uci("e1c1").ok().and_then(chess0x88::Move::castling).expect("a castling");
    assert_eq!(long, Castling::new(Square::E1, Square::A1));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn all_ways_to_ask_agree(position in positions()) {
        let board = position.board();
        for by in Color::ALL {
            let mut attacked = SquareSet::EMPTY;
            for square in Square::ALL {
                let attackers = board.attackers(square, by);
                prop_assert_eq!(board.is_attacked(square, by), !attackers.is_empty());
                prop_assert_eq!(board.attackers_through(square, by, board.occupied()), attackers);
                let seen: SquareSet = board.colored(by).iter().filter(|&from| board.attacks(from).contains(square)).collect();
                prop_assert_eq!(seen, attackers);
                if !attackers.is_empty() {
                    attacked.insert(square);
                }
            }
            prop_assert_eq!(board.attacked(by), attacked);
        }
    }
}
