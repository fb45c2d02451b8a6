//! The transposition table of the search.

/// What a score is worth.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    Exact,
    Lower,
    Upper,
}

#[derive(Clone, Copy)]
pub struct Entry<M> {
    key: u64,
    pub best: Option<M>,
    pub score: i16,
    pub depth: i8,
    pub bound: Bound,
    /// The search that wrote it.
    search: u8,
}

impl<M> Entry<M> {
    /// Whether the score settles a node that is to be searched to this depth, within this window.
    pub fn settles(&self, depth: i32, alpha: i32, beta: i32) -> bool {
        i32::from(self.depth) >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => i32::from(self.score) >= beta,
                Bound::Upper => i32::from(self.score) <= alpha,
            }
    }
}

/// It never forgets within one search, so that the tree is the same whatever keys a library has: an entry whose place is
/// taken goes to the next free one.
pub struct Table<M> {
    entries: Vec<Option<Entry<M>>>,
    free: usize,
    /// The number of the search. What other searches wrote does not count.
    search: u8,
}

impl<M: Copy> Table<M> {
    const SIZE: usize = 1 << 17;

    pub fn new() -> Table<M> {
        Table { entries: vec![None; Self::SIZE], free: Self::SIZE, search: 0 }
    }

    pub fn clear(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.entries.fill(None);
        }
        self.free = Self::SIZE;
    }

    pub fn get(&self, key: u64) -> Option<Entry<M>> {
        self.entries[self.place(key)].filter(|entry| entry.search == self.search)
    }

    /// Keeps what was found, unless more is known already.
    pub fn put(&mut self, key: u64, best: Option<M>, score: i32, depth: i32, bound: Bound) {
        let place = self.place(key);
        match self.entries[place].filter(|entry| entry.search == self.search) {
            Some(entry) if i32::from(entry.depth) > depth => return,
            Some(_) => {}
            None => self.free -= 1,
        }
        assert!(self.free > Self::SIZE / 4, "the table is too small for this search");
        self.entries[place] =
            Some(Entry { key, best, score: score as i16, depth: depth as i8, bound, search: self.search });
    }

    fn place(&self, key: u64) -> usize {
        let mut place = key as usize % Self::SIZE;
        while self.entries[place].is_some_and(|entry| entry.search == self.search && entry.key != key) {
            place = (place + 1) % Self::SIZE;
        }
        place
    }
}
