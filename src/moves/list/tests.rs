//! The array that is not set to anything, held equal to the safe one of builds without `simd`.

#[allow(dead_code, reason = "it is held equal to the array that this build has")]
#[path = "zeroed.rs"]
mod zeroed;

use super::*;
use crate::tests::random::Random;

/// Does the same with both arrays, at random, and compares what they hold.
#[test]
fn the_array_that_is_not_set_agrees_with_the_safe_one() {
    let mut random = Random(0x88);
    let (mut unset, mut safe, mut longest) = (uninit::Array::new(), zeroed::Array::new(), 0);
    for _ in 0..crate::tests::few(20_000) {
        let mut next = || random.next() as u16;
        let (mv, four, number) = (Move::from_raw(next()), [next(); 4].map(|n| Move::from_raw(n ^ 1)), next() % 5);
        let of_four = || four.into_iter().enumerate().map(|(n, mv)| (mv, n < number.into()));
        match next() % 64 {
            0 => (unset.clear(), safe.clear()).0,
            1 => {
                unset = uninit::Array::filled(|room| {
                    let (array, filled) = room.begin();
                    array.push(mv);
                    filled
                });
                safe = zeroed::Array::filled(|room| {
                    let (array, filled) = room.begin();
                    array.push(mv);
                    filled
                });
            }
            2 if next() % 4 == 0 => {
                unset.refill(|room| room.begin().1);
                safe.refill(|room| room.begin().1);
            }
            3 => {
                unset.as_mut_slice().reverse();
                safe.as_mut_slice().reverse();
            }
            4 => {
                let (mut other, mut other_safe) = (uninit::Array::new(), zeroed::Array::new());
                other.push(mv);
                other_safe.push(mv);
                other.clone_from(&unset);
                other_safe.clone_from(&safe);
                (unset, safe) = (other.clone(), other_safe.clone());
            }
            5..20 => {
                unset.push(mv);
                safe.push(mv);
            }
            _ => {
                let (mut of_unset, mut of_safe) = (of_four(), of_four());
                let mut writer = uninit::Writer::new(&mut unset);
                writer.push_of_four(|| of_unset.next().unwrap());
                writer.by_call(|array| array.push(mv));
                writer.push(mv);
                writer.finish();
                let mut writer = zeroed::Writer::new(&mut safe);
                writer.push_of_four(|| of_safe.next().unwrap());
                writer.by_call(|array| array.push(mv));
                writer.push(mv);
                writer.finish();
            }
        }
        assert_eq!(unset.as_slice(), safe.as_slice());
        longest = longest.max(safe.as_slice().len());
    }
    assert!(longest > 20, "{longest}");
}

#[test]
fn a_full_array_takes_no_more() {
    let (mut unset, mut safe) = (uninit::Array::new(), zeroed::Array::new());
    for n in 1..=CAPACITY as u16 + 4 {
        let of_four = n % 100 == 0 || n as usize > CAPACITY;
        let (mut to_unset, mut to_safe) = (uninit::Writer::new(&mut unset), zeroed::Writer::new(&mut safe));
        to_unset.push(Move::from_raw(n));
        to_safe.push(Move::from_raw(n));
        if of_four {
            to_unset.push_of_four(|| (Move::from_raw(n), true));
            to_safe.push_of_four(|| (Move::from_raw(n), true));
        }
        to_unset.finish();
        to_safe.finish();
        assert_eq!(unset.as_slice(), safe.as_slice());
    }
    assert_eq!(unset.as_slice().len(), CAPACITY);
    unset.push(Move::from_raw(1));
    safe.push(Move::from_raw(1));
    assert_eq!(unset.as_slice(), safe.as_slice());
    assert_eq!(unset.clone().as_slice(), safe.as_slice());
}
