//! A set of 64 squares as one word, on machines that have such words and on those whose words have 32 bits.
//!
//! What is one instruction there is a dozen and more here, wherever it stands; so here it stands once, and is called.
#![expect(clippy::inline_always, reason = "inside a function with target features, a call would lose them")]

use super::Square;

/// Whether sets of squares are words of this machine.
///
/// Where they are not, a set costs as much as a look at a piece or two, and code for it twice its size: pieces are asked one
/// by one, and moves played one way.
pub(crate) const WIDE: bool =
    cfg!(any(target_pointer_width = "64", target_family = "wasm")) || cfg!(feature = "vector");

/// Whether what is done most has a way of its own, which is code twice: not where programs are meant to be small.
pub(crate) const AMPLE: bool = cfg!(feature = "vector");

/// How many squares there are in a set.
#[inline(always)]
pub(crate) const fn count(set: u64) -> u32 {
    if WIDE { set.count_ones() } else { narrow::count(set) }
}

/// The first square of a set. (Of an empty one, some square.)
#[inline(always)]
pub(crate) const fn first(set: u64) -> Square {
    if WIDE { Square::from_number_masked(set.trailing_zeros() as u8) } else { narrow::first(set) }
}

/// The set of a square alone.
#[inline(always)]
pub(crate) const fn bit(square: Square) -> u64 {
    if WIDE { 1 << square.number() } else { narrow::bit(square) }
}

/// Takes the first square out of a set, as a set of its own; empty if there is none.
#[inline(always)]
pub(crate) const fn take_first(set: &mut u64) -> u64 {
    if WIDE {
        let lowest = *set & set.wrapping_neg();
        *set ^= lowest;
        lowest
    } else {
        narrow::take_first(set)
    }
}

/// The same by halves.
mod narrow {
    use super::Square;

    const fn halves(set: u64) -> (u32, u32) {
        (set as u32, (set >> 32) as u32)
    }

    #[inline(never)]
    pub(super) const fn count(set: u64) -> u32 {
        // As many rounds as squares, which are few where anybody counts.
        let (mut low, mut high) = halves(set);
        let mut count = 0;
        while low != 0 {
            low &= low - 1;
            count += 1;
        }
        while high != 0 {
            high &= high - 1;
            count += 1;
        }
        count
    }

    #[inline(never)]
    pub(super) const fn first(set: u64) -> Square {
        let (low, high) = halves(set);
        let (half, base) = if low != 0 { (low, Square::A1) } else { (high, Square::A5) };
        let number = half.trailing_zeros() as u8;
        Square::from_masked(base as u8 | number & 7 | (number & 0x18) << 1)
    }

    #[inline(never)]
    pub(super) const fn bit(square: Square) -> u64 {
        let half = 1_u32 << (square.number() & 31);
        if square as u8 >= Square::A5 as u8 { (half as u64) << 32 } else { half as u64 }
    }

    #[inline(never)]
    pub(super) const fn take_first(set: &mut u64) -> u64 {
        let (low, high) = halves(*set);
        let lowest =
            if low != 0 { (low & low.wrapping_neg()) as u64 } else { ((high & high.wrapping_neg()) as u64) << 32 };
        *set ^= lowest;
        lowest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_say_what_words_say() {
        let mut random = 0x88_u64;
        for _ in 0..10_000 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            for set in
                [random, random & 0xFFFF_FFFF, random << 32, random & random << 20 & random << 40, 1 << (random & 63)]
            {
                assert_eq!(narrow::count(set), set.count_ones(), "{set:#x}");
                if set != 0 {
                    assert_eq!(narrow::first(set).number(), set.trailing_zeros() as u8, "{set:#x}");
                }
                let (mut rest, lowest) = (set, set & set.wrapping_neg());
                assert_eq!((narrow::take_first(&mut rest), rest), (lowest, set ^ lowest), "{set:#x}");
            }
        }
        assert_eq!((narrow::count(0), narrow::count(!0)), (0, 64));
        for square in Square::ALL {
            assert_eq!(narrow::bit(square), 1 << square.number(), "{square}");
        }
    }
}
