//! Four ways to ask for attacks, which must agree: of a square, from a square, of all squares, and through an occupancy.

use crate::common::positions;
use chess0x88::{Color, Square, SquareSet};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn all_ways_to_ask_agree(position in positions()) {
        let board = position.board();
        for by in Color::ALL {
            let all = board.all_attackers(by);
            let mut attacked = SquareSet::EMPTY;
            for square in Square::ALL {
                let attackers = board.attackers(square, by);
                prop_assert_eq!(all[square], attackers);
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
