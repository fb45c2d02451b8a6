//! Static exchange evaluation.

use std::hint::black_box;

use super::ask;
use crate::contest::Contest;
use crate::libraries::Library;
use crate::positions::{Positions, Set};

/// Of every legal capture. The peers' users write the swap-off of `libraries::bitboards`.
pub fn see_at_least_zero(positions: &Positions) -> Contest<'_> {
    fn question<L: Library>(set: &Set<L>) -> u64 {
        let holds = |&&(at, mv): &&(usize, L::Move)| L::see_at_least_zero(&set.cases[at].position, black_box(mv));
        set.captures.iter().filter(holds).count() as u64
    }
    ask!(Contest::new(positions.ours.captures.len() as u64), positions, question)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_library_judges_every_capture_alike() {
        fn answers<L: Library>(set: &Set<L>) -> Vec<bool> {
            set.captures.iter().map(|&(at, mv)| L::see_at_least_zero(&set.cases[at].position, mv)).collect()
        }
        let positions = Positions::new(20_000);
        let ours = answers(&positions.ours);
        assert_eq!(ours, answers(&positions.cozy));
        assert_eq!(ours, answers(&positions.shakmaty));
        assert_eq!(ours, answers(&positions.chess));
    }
}
