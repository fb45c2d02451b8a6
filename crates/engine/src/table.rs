//! The transposition table (CPW, "Transposition Table"): facts about positions that were searched.
//!
//! The library gives each position a key of 64 bits. Some of them are the place in the table. All of them are stored, to check
//! that an entry is about this position.
//!
//! All threads read and write one table without a lock. An entry is two words of 64 bits. If two threads write an entry at the
//! same time, it may get one word of each. So the first word is the key *xor* the second word: words of two entries give a key
//! that no position has (CPW, "Shared Hash Table", after Robert Hyatt and Tim Mann).

use core::iter;
use core::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::OnceLock;

use chess0x88::Move;

/// The meaning of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score is at most this: no move reached alpha.
    Upper = 1,
    /// The score is at least this: a move reached beta.
    Lower = 2,
    /// The score is exact.
    Exact = 3,
}

/// The facts about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The move to try first.
    pub best: Option<Move>,
    /// The score. Mates are counted from this position, not from the root.
    pub score: i32,
    /// The depth in plies.
    pub depth: i32,
    /// The meaning of the score.
    pub bound: Bound,
}

impl Entry {
    /// Returns `true` if a score of the table is exact, at least `beta`, or at most `alpha`.
    pub fn settles(self, score: i32, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        }
    }

    /// Packs move, score, depth, bound, and the number of the search into one word.
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

/// An entry: the key xor the facts, and the facts.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    word: AtomicU64,
}

/// The entries for one part of the keys. They fill one cache line, so reading all of them costs as much as reading one.
const BUCKET: usize = 4;

#[repr(align(64))]
#[derive(Default)]
struct Bucket([Slot; BUCKET]);

/// The number of buckets that are allocated at a time, when the first of them is written. So even the largest table is ready at
/// once, and takes only the memory that is used.
const PAGE: usize = 1024;

/// The table, shared by reference.
pub struct Table {
    /// A page has no buckets if there was no memory for it.
    pages: Vec<OnceLock<Vec<Bucket>>>,
    /// The number of searches. Entries of earlier searches are replaced first.
    age: AtomicU8,
}

impl Table {
    /// Makes a table of at most `megabytes` megabytes.
    pub fn new(megabytes: usize) -> Table {
        // (Bytes are not counted: 4096 megabytes would overflow on a 32-bit machine.)
        let pages = megabytes.max(1).saturating_mul((1 << 20) / size_of::<[Bucket; PAGE]>());
        Table { pages: iter::repeat_with(OnceLock::new).take(pages).collect(), age: AtomicU8::new(0) }
    }

    /// Removes all entries.
    pub fn clear(&self) {
        for slot in self.pages.iter().filter_map(OnceLock::get).flatten().flat_map(|bucket| &bucket.0) {
            slot.check.store(0, Ordering::Relaxed);
            slot.word.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// A new search begins.
    pub fn begin(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the page of a key, and the place in it, from the upper bits of the product of the key and the length of the table.
    fn place(&self, key: u64) -> (&OnceLock<Vec<Bucket>>, usize) {
        let bucket = ((u128::from(key) * (self.pages.len() * PAGE) as u128) >> 64) as usize;
        (&self.pages[bucket / PAGE], bucket % PAGE)
    }

    /// Returns the entry of the position with this key.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let (page, bucket) = self.place(key);
        page.get()?.get(bucket)?.0.iter().find_map(|slot| {
            let word = slot.word.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) == key ^ word { Entry::unpack(word) } else { None }
        })
    }

    /// Stores an entry. It replaces that of the same position, else the oldest, else the shallowest.
    pub fn put(&self, key: u64, mut entry: Entry) {
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
            // A move stays if the later search found none, and a much deeper result stays.
            entry.best = entry.best.or(known.best);
            if entry.bound != Bound::Exact && known.depth > entry.depth + 3 && age == (word >> 48) as u8 {
                return;
            }
        }
        let word = entry.pack(age);
        slot.check.store(key ^ word, Ordering::Relaxed);
        slot.word.store(word, Ordering::Relaxed);
    }

    /// Estimates the share of the table that this search has filled, in thousandths, from a sample.
    pub fn per_mille_full(&self) -> usize {
        let age = self.age.load(Ordering::Relaxed);
        let sample = self.pages[0].get().into_iter().flatten().take(1000 / BUCKET).flat_map(|bucket| &bucket.0);
        let words = sample.map(|slot| slot.word.load(Ordering::Relaxed));
        words.filter(|&word| Entry::unpack(word).is_some() && (word >> 48) as u8 == age).count()
    }
}

/// Makes a page of empty entries.
fn fresh() -> Vec<Bucket> {
    let mut page = Vec::new();
    if page.try_reserve_exact(PAGE).is_ok() {
        page.resize_with(PAGE, Bucket::default);
    }
    page
}
