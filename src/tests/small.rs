//! What small machines do in another way, held equal to the way of all others.

use super::random::Random;
use crate::board::Board0x88;
use crate::geometry::{Square, SquareSet};
use crate::piece::AnyPieces;
use std::vec::Vec;

#[test]
fn sets_change_by_bytes_as_by_words() {
    let (mut by_bytes, mut by_words) = (Board0x88::empty(), Board0x88::empty());
    let mut random = Random(0x88);
    for _ in 0..super::few(50_000) {
        let (square, bits) = (Square::ALL[random.below(64)], random.below(64) as u8);
        by_bytes.flip_bytes(square, bits);
        by_words.flip_words::<AnyPieces, 1>([(bits, square.bit())]);
        assert_eq!(by_bytes.bitboards(), by_words.bitboards(), "{square} {bits:#x}");
    }
}

#[test]
fn sets_are_read_by_halves_and_ranks_as_by_words() {
    let mut random = Random(0x88);
    for n in 0..super::few(50_000) {
        let mut next = || random.next();
        let bits = [0, !0, 1 << (n % 64), next(), next() & next() & next(), next() << (n % 64), next() >> (n % 64)];
        for set in bits.map(SquareSet::from_bits) {
            assert_eq!(set.first_by_halves(), set.first(), "{set}");
            let pushed = |mut squares: Vec<Square>, square| {
                squares.push(square);
                squares
            };
            let one_by_one: Vec<Square> = set.iter().collect();
            assert_eq!(set.iter().fold_by_ranks(Vec::new(), pushed), one_by_one, "{set}");
        }
    }
}
