//! The table of a search's nodes. It stores every position once.

use chess0x88::{Move, MoveList};

use crate::MateNode;

/// A store of nodes.
pub(crate) trait Table {
    /// The largest number of entries.
    fn most(&self) -> usize;
    /// Returns all entries, with more room if possible. Old entries keep their content.
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

/// The initial number of entries. More entries are initialised when these are full, so a short search is fast however large the
/// table is.
pub(crate) const FIRST: usize = 256;

/// The value for no node.
pub(crate) const NONE: u32 = u32::MAX;

pub(crate) enum Insertion {
    /// The node is new, and has this index.
    New(u32),
    /// The position has a node already, at this index.
    Known(u32),
    /// The table is full.
    Full,
}

/// The part of a table from `from` on.
pub(crate) struct Places<'a, T> {
    table: &'a mut T,
    from: usize,
}

impl<'a, T: Table> Places<'a, T> {
    pub(crate) const fn all(table: &'a mut T) -> Places<'a, T> {
        Places { table, from: 0 }
    }

    /// Reborrows the entries.
    pub(crate) const fn again(&mut self) -> Places<'_, T> {
        Places { table: self.table, from: self.from }
    }

    /// Returns all entries, with more room if the table can grow.
    fn ready(&mut self, wanted: usize) -> &mut [MateNode] {
        self.table.places(self.from.saturating_add(wanted)).get_mut(self.from..).unwrap_or_default()
    }
}

/// A table with its nodes.
pub(crate) struct Store<'a, T> {
    table: Places<'a, T>,
    /// The number of entries that may be used, ...
    limit: usize,
    /// ... and the number of initialised entries.
    ready: usize,
    /// The number of nodes.
    len: usize,
    /// `true` if [`MateNode::tag`] tells nodes of the same position apart.
    tagged: bool,
}

impl<'a, T: Table> Store<'a, T> {
    /// An empty store. Old entries of the table are ignored.
    pub(crate) fn new(table: Places<'a, T>, limit: usize, tagged: bool) -> Store<'a, T> {
        let most = table.table.most().saturating_sub(table.from);
        Store { table, limit: limit.min(most), ready: 0, len: 0, tagged }
    }

    /// The entries that are not initialised yet: for a search within this one, until this store grows.
    pub(crate) const fn rest(&mut self) -> Places<'_, T> {
        Places { table: self.table.table, from: self.table.from + self.ready }
    }

    /// The entries without a node, for other searches before this one continues.
    pub(crate) fn unused(&mut self) -> Places<'_, T> {
        self.ready = self.len;
        self.rehash();
        self.rest()
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// Returns `true` if all entries are used.
    pub(crate) const fn is_full(&self) -> bool {
        self.len >= self.limit
    }

    /// The initialised entries.
    fn places(&mut self) -> &mut [MateNode] {
        self.table.ready(0).get_mut(..self.ready).unwrap_or_default()
    }

    /// Initialises more entries. Returns `false` if there are none.
    fn grow(&mut self) -> bool {
        let old = self.ready;
        let wanted = old.saturating_mul(4).max(FIRST).min(self.limit);
        self.ready = self.table.ready(wanted).len().min(wanted);
        self.places().get_mut(old..).unwrap_or_default().fill(MateNode::EMPTY);
        self.rehash();
        self.ready > old
    }

    pub(crate) fn node(&mut self, at: u32) -> Option<MateNode> {
        self.places().get(at as usize).copied()
    }

    pub(crate) fn node_mut(&mut self, at: u32) -> Option<&mut MateNode> {
        self.places().get_mut(at as usize)
    }

    /// The moves from the first node to this node, and then the moves of `rest`.
    pub(crate) fn line_and(&mut self, mut at: u32, rest: &[Move]) -> MoveList {
        let mut line = MoveList::new();
        while let Some(node) = self.node(at).filter(|node| node.parent != NONE) {
            let _ = Move::from_bits(node.mv).map(|mv| line.try_push(mv));
            at = node.parent;
        }
        line.reverse();
        for &mv in rest {
            let _ = line.try_push(mv);
        }
        line
    }

    fn hash(&self, node: &MateNode) -> u64 {
        let hash = node.position.hash();
        if self.tagged { (hash ^ node.tag()).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29) } else { hash }
    }

    /// Stores a node, unless its position is stored.
    pub(crate) fn keep(&mut self, node: MateNode) -> Insertion {
        match self.same(&node, None) {
            Some(at) => Insertion::Known(at),
            None => self.insert(node),
        }
    }

    /// The index of a node with the same position: the first, or the next after `after`.
    pub(crate) fn same(&mut self, node: &MateNode, after: Option<u32>) -> Option<u32> {
        let (hash, tagged) = (self.hash(node), self.tagged);
        let nodes = self.places();
        let mut at = match after {
            Some(at) => nodes.get(at as usize)?.next,
            None => nodes.get(hash.checked_rem(nodes.len() as u64)? as usize)?.head,
        };
        while let Some(other) = nodes.get(at as usize) {
            if other.position == node.position && (!tagged || other.tag() == node.tag()) {
                return Some(at);
            }
            at = other.next;
        }
        None
    }

    /// Stores a node, even if its position is stored.
    pub(crate) fn insert(&mut self, node: MateNode) -> Insertion {
        if self.len >= self.places().len() && (self.is_full() || !self.grow()) {
            return Insertion::Full;
        }
        let bucket = self.hash(&node) % self.places().len().max(1) as u64;
        let at = self.len;
        if let Some(place) = self.places().get_mut(at) {
            *place = MateNode { head: place.head, ..node };
        }
        self.link(at, bucket);
        self.len += 1;
        Insertion::New(at as u32)
    }

    /// Makes a node the first of its bucket.
    fn link(&mut self, at: usize, bucket: u64) {
        let nodes = self.places();
        let first = nodes.get_mut(bucket as usize).map(|node| core::mem::replace(&mut node.head, at as u32));
        if let (Some(first), Some(node)) = (first, nodes.get_mut(at)) {
            node.next = first;
        }
    }

    /// Puts every node into its new bucket.
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
