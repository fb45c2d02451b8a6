//! The array of a list that is not set to anything before moves are put in, and that is filled where the caller will have it: a
//! list that is returned is neither zeroed nor copied, a kilobyte each time.
//!
//! ```text
//!    len = 3     moves: [ e2e4, d2d4, g1f3, (never written), (never written), ... ]
//!                         └── the first `len` are written; nothing reads what is behind them
//! ```
//!
//! A compiler leaves a copy of a result out only if one call writes all of it. So the length is not written where the list is made,
//! but by [`Room::begin`], in the call that lists the moves. That it was called is proved by types: `begin` alone gives a
//! [`Filled`], and the lifetime of both is the name of one room, which fits no other.
#![expect(unsafe_code, reason = "places of an array that have not been written yet")]

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::CAPACITY;
use crate::moves::Move;

/// Up to [`CAPACITY`] moves.
pub(crate) struct Array {
    /// At most the capacity. So many moves, the first, are written.
    len: u16,
    moves: [MaybeUninit<Move>; CAPACITY],
}

/// What is written is copied.
impl Clone for Array {
    #[inline]
    fn clone(&self) -> Array {
        let mut copy = Array::new();
        copy.clone_from(self);
        copy
    }

    #[inline]
    fn clone_from(&mut self, from: &Array) {
        let len = from.len as usize;
        if let (Some(to), Some(from)) = (self.moves.get_mut(..len), from.moves.get(..len)) {
            to.copy_from_slice(from);
            self.len = len as u16;
        }
    }
}

/// A lifetime that is neither shortened nor lengthened: it names one room.
type Name<'a> = PhantomData<fn(&'a ()) -> &'a ()>;

/// Room for an array, which may hold none yet.
pub(crate) struct Room<'a>(&'a mut MaybeUninit<Array>, Name<'a>);

/// Proof that the room of this name holds an array.
pub(crate) struct Filled<'a>(Name<'a>);

impl<'a> Room<'a> {
    /// Puts an array without moves into the room.
    #[inline(always)]
    // The length must be written in the call that lists the moves.
    pub(crate) fn begin(self) -> (&'a mut Array, Filled<'a>) {
        let array = self.0.as_mut_ptr();
        // SAFETY: the pointer comes from an exclusive reference to room for an array. Once its length is written it is an array: no
        // move need be written in one without moves.
        let array = unsafe {
            (&raw mut (*array).len).write(0);
            &mut *array
        };
        (array, Filled(PhantomData))
    }
}

impl Array {
    #[inline]
    pub(super) const fn new() -> Array {
        Array { len: 0, moves: [const { MaybeUninit::uninit() }; CAPACITY] }
    }

    /// An array that is filled where the caller will have it.
    #[inline(always)]
    // The array must not be copied on its way to the caller.
    pub(super) fn filled(fill: impl for<'a> FnOnce(Room<'a>) -> Filled<'a>) -> Array {
        let mut array = MaybeUninit::uninit();
        let Filled(_) = fill(Room(&mut array, PhantomData));
        // SAFETY: there is a `Filled` of this room's name, so `Room::begin` was called on it.
        unsafe { array.assume_init() }
    }

    /// Fills an array anew.
    #[inline(always)]
    pub(super) fn refill(&mut self, fill: impl for<'a> FnOnce(Room<'a>) -> Filled<'a>) {
        let array: *mut Array = self;
        // SAFETY: room for an array is where an array is. Nothing but `Room::begin` writes through a room, and it writes an array.
        let room = unsafe { &mut *array.cast::<MaybeUninit<Array>>() };
        let Filled(_) = fill(Room(room, PhantomData));
    }

    /// Adds a move if there is room.
    #[inline]
    pub(crate) const fn push(&mut self, mv: Move) {
        if (self.len as usize) < CAPACITY {
            self.moves[self.len as usize] = MaybeUninit::new(mv);
            self.len += 1;
        }
    }

    #[inline]
    pub(super) const fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[Move] {
        // SAFETY: the first `len` moves are written, and `MaybeUninit<Move>` has the layout of `Move`.
        unsafe { core::slice::from_raw_parts(self.moves.as_ptr().cast(), self.len as usize) }
    }

    #[inline]
    pub(super) fn as_mut_slice(&mut self) -> &mut [Move] {
        // SAFETY: as in `as_slice`; through the slice, moves are replaced by moves.
        unsafe { core::slice::from_raw_parts_mut(self.moves.as_mut_ptr().cast(), self.len as usize) }
    }
}

/// Puts moves into an array, with the length in a register meanwhile: in memory, each move would wait for the one before.
pub(crate) struct Writer<'a> {
    array: &'a mut Array,
    len: u16,
}

// A loop over moves calls nothing, and a length that is handed on by reference is in memory.
impl<'a> Writer<'a> {
    #[inline(always)]
    pub(crate) const fn new(array: &'a mut Array) -> Writer<'a> {
        Writer { len: array.len, array }
    }

    /// Adds a move if there is room.
    #[inline(always)]
    pub(crate) fn push(&mut self, mv: Move) {
        if let Some(place) = self.array.moves.get_mut(self.len as usize) {
            place.write(mv);
            self.len += 1;
        }
    }

    /// Adds those of four moves that count, which come first. Nothing is added where four have no room.
    #[inline(always)]
    pub(crate) fn push_of_four(&mut self, mut next: impl FnMut() -> (Move, bool)) {
        let free = self.array.moves.get_mut(self.len as usize..);
        let Some(places) = free.and_then(|free| free.first_chunk_mut::<4>()) else { return };
        for place in places {
            let (mv, counts) = next();
            place.write(mv);
            self.len += u16::from(counts);
        }
    }

    /// Lets a function add moves that is not inlined.
    #[inline(always)]
    pub(crate) fn by_call(&mut self, add: impl FnOnce(&mut Array)) {
        self.array.len = self.len;
        add(self.array);
        self.len = self.array.len;
    }

    /// Tells the array how many moves it holds now: what is counted is written.
    #[inline(always)]
    pub(crate) const fn finish(self) {
        self.array.len = self.len;
    }
}
