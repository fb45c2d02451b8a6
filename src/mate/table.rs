//! Where a search keeps its nodes: a table that holds every position once.

use super::MateNode;

/// Where a search keeps its nodes.
pub(super) trait Table {
    /// The most places there may be.
    fn most(&self) -> usize;
    /// All places, after making this many if it can. What is in the old ones stays.
    fn places(&mut self, wanted: usize) -> &mut [MateNode];
}

impl Table for &mut [MateNode] {
    fn most(&self) -> usize {
        self.len().min(NONE as usize)
    }

    fn places(&mut self, _wanted: usize) -> &mut [MateNode] {
        self
    }
}

/// How many places are used at first. More are made ready when these are full, so that a search that keeps few nodes takes
/// little time however large the table is.
pub(super) const FIRST: usize = 256;

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// What became of a node that was to be kept.
pub(super) enum Insertion {
    /// It is new, and has this place.
    New(u32),
    /// Its position was there already.
    Known,
    /// There is no room.
    Full,
}

/// A table and what it holds.
pub(super) struct Store<'a, T> {
    table: &'a mut T,
    /// The most places of the table that may be used, ...
    limit: usize,
    /// ... and how many are ready.
    ready: usize,
    /// How many nodes there are.
    len: usize,
    /// Whether [`MateNode::tag`] tells nodes of the same position apart.
    tagged: bool,
}

impl<'a, T: Table> Store<'a, T> {
    /// Nothing yet. What the table held before means nothing here.
    pub(super) fn new(table: &'a mut T, limit: usize, tagged: bool) -> Store<'a, T> {
        let mut store = Store { table, limit, ready: 0, len: 0, tagged };
        store.grow();
        store
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Whether all places are used.
    pub(super) const fn is_full(&self) -> bool {
        self.len >= self.limit
    }

    /// The places that are ready.
    fn places(&mut self) -> &mut [MateNode] {
        self.table.places(0).get_mut(..self.ready).unwrap_or_default()
    }

    /// Makes more places ready. `false` if there are no more.
    fn grow(&mut self) -> bool {
        let old = self.ready;
        let wanted = old.saturating_mul(4).max(FIRST).min(self.limit);
        self.ready = self.table.places(wanted).len().min(wanted);
        self.places().get_mut(old..).unwrap_or_default().fill(MateNode::EMPTY);
        self.rehash();
        self.ready > old
    }

    pub(super) fn node(&mut self, at: u32) -> Option<MateNode> {
        self.places().get(at as usize).copied()
    }

    pub(super) fn node_mut(&mut self, at: u32) -> Option<&mut MateNode> {
        self.places().get_mut(at as usize)
    }

    fn hash(&self, node: &MateNode) -> u64 {
        let hash = node.position.hash();
        if self.tagged { (hash ^ node.tag()).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29) } else { hash }
    }

    /// Keeps a node unless its position is there already.
    pub(super) fn keep(&mut self, node: MateNode) -> Insertion {
        let hash = self.hash(&node);
        let tagged = self.tagged;
        let mut places = self.places().len();
        if places > 0 {
            let nodes = self.places();
            let mut at = nodes.get((hash % places as u64) as usize).map_or(NONE, |node| node.head);
            while let Some(other) = nodes.get(at as usize) {
                if other.position == node.position && (!tagged || other.tag() == node.tag()) {
                    return Insertion::Known;
                }
                at = other.next;
            }
        }
        if self.len >= places {
            if self.is_full() || !self.grow() {
                return Insertion::Full;
            }
            places = self.places().len();
        }
        let at = self.len;
        if let Some(place) = self.places().get_mut(at) {
            *place = MateNode { head: place.head, ..node };
        }
        self.link(at, hash % places.max(1) as u64);
        self.len += 1;
        Insertion::New(at as u32)
    }

    /// Makes a node the first of those that lead to a place.
    fn link(&mut self, at: usize, bucket: u64) {
        let nodes = self.places();
        let first = nodes.get_mut(bucket as usize).map(|node| core::mem::replace(&mut node.head, at as u32));
        if let (Some(first), Some(node)) = (first, nodes.get_mut(at)) {
            node.next = first;
        }
    }

    /// Finds every node its place anew.
    fn rehash(&mut self) {
        for node in self.places() {
            node.head = NONE;
        }
        let places = self.places().len().max(1) as u64;
        for at in 0..self.len {
            if let Some(node) = self.node(at as u32) {
                let bucket = self.hash(&node) % places;
                self.link(at, bucket);
            }
        }
    }
}
