//! The transposition table (CPW, "Transposition Table"): facts about positions already searched.
//!
//! The library gives each position a key of 64 bits. Some of them say where in the table to look, and all of them are kept,
//! to tell whether what is found there is about this position.
//!
//! All threads read and write the one table, without a lock. An entry is two words of 64 bits, and two threads that write the
//! same entry at a time may leave one word of each. So the first word is not the key but the key *xor* the second word: halves that
//! do not belong together give a key that no position has (CPW, "Shared Hash Table", after Robert Hyatt and Tim Mann).

use core::iter;
use core::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::OnceLock;

use chess0x88::Move;

/// The meaning of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The score is no more than this: no move was good enough.
    Upper = 1,
    /// The score is no less: a move was too good to look further.
    Lower = 2,
    /// The score is this.
    Exact = 3,
}

/// The facts about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The move to try first.
    pub(crate) best: Option<Move>,
    /// The score; mates are counted from this position, not from the root.
    pub(crate) score: i32,
    /// The depth in plies.
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl Entry {
    /// Returns `true` if a score, as the table has it, is exact, at least `beta`, or at most `alpha`.
    pub(crate) fn settles(self, score: i32, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        }
    }

    /// One word: move, score, depth, bound, and the search that wrote it.
    fn pack(self, age: u8) -> u64 {
        u64::from(self.best.map_or(0, Move::bits))
            | u64::from((self.score as i16).cast_unsigned()) << 16
            | u64::from(self.depth.cast_unsigned() as u8) << 32
            | (self.bound as u64) << 40
            | u64::from(age) << 48
    }

    fn unpack(word: u64) -> Option<Entry> {
        let bound = match word >> 40 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let best = Move::from_bits(word as u16);
        let (score, depth) = (i32::from(((word >> 16) as u16).cast_signed()), i32::from((word >> 32) as u8));
        Some(Entry { best, score, depth, bound })
    }
}

/// A place for one entry: the key xor the entry, and the entry.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    word: AtomicU64,
}

/// Places that share a part of the keys. They fill a line of the cache, so looking into all costs no more than into one.
const BUCKET: usize = 4;

#[repr(align(64))]
#[derive(Default)]
struct Bucket([Slot; BUCKET]);

/// So many buckets are had at a time, when the first of them is written: the largest table is there at once, and takes no more
/// memory than is used.
const PAGE: usize = 1024;

/// The table. It is shared by reference.
pub(crate) struct Table {
    /// A page is without buckets if there was no memory for it.
    pages: Vec<OnceLock<Vec<Bucket>>>,
    /// Counts the searches, so that entries of earlier ones give way first.
    age: AtomicU8,
}

impl Table {
    /// A table of up to so many megabytes.
    pub(crate) fn new(megabytes: usize) -> Table {
        // (Bytes are never counted: 4096 megabytes are more of them than a machine of 32 bits can count.)
        let pages = megabytes.max(1).saturating_mul((1 << 20) / size_of::<[Bucket; PAGE]>());
        Table { pages: iter::repeat_with(OnceLock::new).take(pages).collect(), age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        for slot in self.pages.iter().filter_map(OnceLock::get).flatten().flat_map(|bucket| &bucket.0) {
            slot.check.store(0, Ordering::Relaxed);
            slot.word.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// A new search begins.
    pub(crate) fn begin(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    /// The page of a key, and its place there. The upper bits of the product are the key's share of the table's length.
    fn place(&self, key: u64) -> (&OnceLock<Vec<Bucket>>, usize) {
        let bucket = ((u128::from(key) * (self.pages.len() * PAGE) as u128) >> 64) as usize;
        (&self.pages[bucket / PAGE], bucket % PAGE)
    }

    /// Returns the entry of the position with this key.
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let (page, bucket) = self.place(key);
        page.get()?.get(bucket)?.0.iter().find_map(|slot| {
            let word = slot.word.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) == key ^ word { Entry::unpack(word) } else { None }
        })
    }

    /// Remembers an entry, in the place of what matters least: the same position, else the oldest, else the shallowest.
    pub(crate) fn put(&self, key: u64, mut entry: Entry) {
        let (page, bucket) = self.place(key);
        let Some(bucket) = page.get_or_init(fresh).get(bucket) else { return };
        let age = self.age.load(Ordering::Relaxed);
        let matters = |slot: &&Slot| {
            let word = slot.word.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) == key ^ word {
                return i32::MIN;
            }
            let searches_ago = age.wrapping_sub((word >> 48) as u8);
            i32::from((word >> 32) as u8) - 8 * i32::from(searches_ago)
        };
        let Some(slot) = bucket.0.iter().min_by_key(matters) else { return };
        let word = slot.word.load(Ordering::Relaxed);
        if slot.check.load(Ordering::Relaxed) == key ^ word
            && let Some(known) = Entry::unpack(word)
        {
            // A move is kept even if the later search found none, and a much deeper result stays.
            entry.best = entry.best.or(known.best);
            if entry.bound != Bound::Exact && known.depth > entry.depth + 3 && age == (word >> 48) as u8 {
                return;
            }
        }
        let word = entry.pack(age);
        slot.check.store(key ^ word, Ordering::Relaxed);
        slot.word.store(word, Ordering::Relaxed);
    }

    /// Estimates the part of the table that this search has filled, in thousandths, by a sample.
    pub(crate) fn per_mille_full(&self) -> usize {
        let age = self.age.load(Ordering::Relaxed);
        let sample = self.pages[0].get().into_iter().flatten().take(1000 / BUCKET).flat_map(|bucket| &bucket.0);
        let words = sample.map(|slot| slot.word.load(Ordering::Relaxed));
        words.filter(|&word| Entry::unpack(word).is_some() && (word >> 48) as u8 == age).count()
    }
}

/// A page of free places.
fn fresh() -> Vec<Bucket> {
    let mut page = Vec::new();
    if page.try_reserve_exact(PAGE).is_ok() {
        page.resize_with(PAGE, Bucket::default);
    }
    page
}
