//! The array of a list in safe Rust, for builds without the feature `simd`: each move is set to something before it is put in.

use core::marker::PhantomData;

use super::CAPACITY;
use crate::moves::Move;

/// Up to [`CAPACITY`] moves.
#[derive(Clone)]
pub(crate) struct Array {
    len: u16,
    moves: [Move; CAPACITY],
}

/// Room for an array; here it holds one already.
pub(crate) struct Room<'a>(&'a mut Array);

/// That the room of this name was filled.
pub(crate) struct Filled<'a>(PhantomData<&'a ()>);

impl<'a> Room<'a> {
    /// Takes all moves out of the array.
    #[inline(always)]
    pub(crate) fn begin(self) -> (&'a mut Array, Filled<'a>) {
        self.0.clear();
        (self.0, Filled(PhantomData))
    }
}

impl Array {
    #[inline]
    pub(super) const fn new() -> Array {
        Array { len: 0, moves: [Move::from_raw(0); CAPACITY] }
    }

    /// An array that is filled.
    #[inline]
    pub(super) fn filled(fill: impl for<'a> FnOnce(Room<'a>) -> Filled<'a>) -> Array {
        let mut array = Array::new();
        array.refill(fill);
        array
    }

    /// Fills an array anew.
    #[inline]
    pub(super) fn refill(&mut self, fill: impl for<'a> FnOnce(Room<'a>) -> Filled<'a>) {
        let Filled(_) = fill(Room(self));
    }

    /// Adds a move if there is room.
    #[inline]
    pub(crate) const fn push(&mut self, mv: Move) {
        if (self.len as usize) < CAPACITY {
            self.moves[self.len as usize] = mv;
            self.len += 1;
        }
    }

    #[inline]
    pub(super) const fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[Move] {
        self.moves.get(..self.len as usize).unwrap_or_default()
    }

    #[inline]
    pub(super) fn as_mut_slice(&mut self) -> &mut [Move] {
        self.moves.get_mut(..self.len as usize).unwrap_or_default()
    }
}

/// Puts moves into an array.
pub(crate) struct Writer<'a>(&'a mut Array);

// A loop over moves calls nothing.
impl<'a> Writer<'a> {
    #[inline(always)]
    pub(crate) const fn new(array: &'a mut Array) -> Writer<'a> {
        Writer(array)
    }

    /// Adds a move if there is room.
    #[inline(always)]
    pub(crate) const fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    /// Adds those of four moves that count, which come first. Nothing is added where four have no room.
    #[inline(always)]
    pub(crate) fn push_of_four(&mut self, mut next: impl FnMut() -> (Move, bool)) {
        let Array { len, moves } = &mut *self.0;
        let Some(places) = moves.get_mut(*len as usize..).and_then(|free| free.first_chunk_mut::<4>()) else { return };
        for place in places {
            let (mv, counts) = next();
            *place = mv;
            *len += u16::from(counts);
        }
    }

    /// Lets a function add moves that is not inlined.
    #[inline(always)]
    pub(crate) fn by_call(&mut self, add: impl FnOnce(&mut Array)) {
        add(self.0);
    }

    /// The array knows already how many moves it holds.
    #[inline(always)]
    #[expect(clippy::unused_self, reason = "the interface is that of the other array")]
    pub(crate) const fn finish(self) {}
}
