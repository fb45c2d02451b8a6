//! A game with variations that can be edited.
//!
//! ```text
//!   root ── e4 ── e5 ── Nf3            1. e4 (1. d4 d5 (1... Nf6)) 1... e5 2. Nf3
//!      │
//!      └─── d4 ── d5                   variations(root) = [e4, d4]
//!             └── Nf6                  variations(d4)   = [d5, Nf6]
//! ```
//!
//! Each node but the root is a move. Its first variation continues the game, and the others are alternatives. All nodes are in
//! one vector. A `NodeId` has an index and a generation, so it does not name another node after its node was removed. A game of
//! any depth is dropped without recursion.

mod build;
mod cursor;
mod equal;
pub(crate) mod game;
mod line;
mod merge;
mod read;
mod tags;
mod walk;
mod write;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

use super::GameResult;
use super::termination::{self, ANNOUNCED, TERMINATION};
use super::variant::variant_of;
pub use build::TreeBuilder;
use chess0x88::san::{PieceLetters, SanError};
use chess0x88::{ChessRules, Game, IllegalMove, Move, Position, Rules};
pub use read::games;
pub use walk::Step;

/// The name of a node of a [`GameTree`], valid until the node is removed. The order of names means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId {
    index: u32,
    generation: u32,
}

/// Errors of adding a move or another tree to a [`GameTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum EditError {
    /// The parent node was removed.
    #[error("cannot add a move: its parent was removed")]
    Removed,
    /// The move is illegal in its position.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The word is no legal move in its position.
    #[error(transparent)]
    San(#[from] SanError),
    /// The tree to merge starts from another position.
    #[error("cannot merge: the games start from different positions")]
    OtherStart,
    /// The tree holds as many nodes as it can, 4,294,967,296, or as many tags: 8,192.
    #[error("the tree is full: it holds at most 4294967296 nodes and 8192 tags")]
    Full,
    /// No reader accepts this as the name of a tag.
    #[error("a tag's name has at least one character, and no space, `!`, quotation mark or bracket")]
    TagName,
    /// With this value the tags would not describe the start position of the game.
    #[error("with this value the tags FEN, SetUp and Variant would not name the position that the game starts from")]
    StartTag,
}

impl EditError {
    /// Returns the number of the error in [the list](https://docs.rs/chess0x88/latest/chess0x88/guide/codes/).
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
            Self::Removed => 150,
            Self::OtherStart => 151,
            Self::Full => 152,
            Self::TagName => 153,
            Self::StartTag => 154,
            Self::Illegal(reason) => reason.code(),
            Self::San(reason) => reason.code(),
        }
    }
}

/// A move of a [`GameTree`] with its symbols and comments. The root has no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    mv: Option<Move>,
    parent: Option<NodeId>,
    variations: Vec<NodeId>,
    /// Numeric annotation glyphs.
    pub nags: Vec<u8>,
    /// Comments before the move, for a move that starts a variation.
    ///
    /// Any other move has none before it in PGN: its comments would belong to the move before. The writer puts such comments
    /// after the move. They join [`comments`](Self::comments) when the variation is promoted.
    pub starting_comments: Vec<String>,
    /// Comments after the move; those of the root stand before the first move.
    pub comments: Vec<String>,
    /// Comments behind the variation that this move starts, after its `)`: `1. e4 (1. d4) { here } 1... e5`.
    ///
    /// Any other move closes no variation, and the writer puts such comments after it. They join [`comments`](Self::comments) when the
    /// variation is promoted, and stay with the move before when it is removed.
    pub closing_comments: Vec<String>,
}

impl Node {
    const fn new(mv: Option<Move>, parent: Option<NodeId>) -> Self {
        Self {
            mv,
            parent,
            variations: Vec::new(),
            nags: Vec::new(),
            starting_comments: Vec::new(),
            comments: Vec::new(),
            closing_comments: Vec::new(),
        }
    }

    /// The move. `None` at the root, which has no parent, and for a null move, which has one.
    #[must_use]
    pub const fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// The node before this move; `None` at the root.
    #[must_use]
    pub const fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// Moves the comments around the variation to the other comments, for a move that starts no variation.
    fn join_comments(&mut self) {
        let after = mem::replace(&mut self.comments, mem::take(&mut self.starting_comments));
        self.comments.extend(after);
        self.comments.append(&mut self.closing_comments);
    }

    /// The moves that follow. The first continues the line.
    #[must_use]
    pub fn variations(&self) -> &[NodeId] {
        &self.variations
    }
}

/// A game: tags, moves with variations and comments, and the result.
///
/// All its moves are legal or null moves. [`read`](Self::read) reads a game from a [`Reader`](super::Reader), and
/// [`write`](Self::write) writes it to a [`Writer`](super::Writer). `parse` and `to_string` do this for a single game.
///
/// # Examples
///
/// ```
/// use chess0x88::ChessRules;
/// use chess0x88_pgn::GameTree;
///
/// let mut game: GameTree<ChessRules> = "1. e4 (1. d4 Nf6) 1... e5 2. Nf3 *".parse()?;
/// let d4 = game.variations(game.root())[1];
/// let reply = game.position(d4).unwrap().parse_san("d5")?;
/// let d5 = game.add_variation(d4, reply)?;
/// game.promote(d5);
/// game.promote(d4);
/// game.node_mut(d5).unwrap().comments.push("Closed.".into());
/// assert_eq!(
///     game.to_string(),
///     "1. d4 (1. e4 e5 2. Nf3) 1... d5 { Closed. } (1... Nf6) *\n"
/// );
///
/// game.remove(d4);
/// assert_eq!(game.to_string(), "1. e4 e5 2. Nf3 *\n");
/// assert!(game.node(d4).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameTree<R: Rules = ChessRules> {
    /// The tag pairs in their order, names and values without escapes. If several have one name, the last one counts. A tag
    /// `Result` that names a result is always written with the [result](Self::result) of the game; any other text in it is kept.
    /// [`set_tag`](Self::set_tag) checks names. The [`Writer`](crate::Writer) writes `_` for a character that a name cannot have.
    pub tags: Vec<(String, String)>,
    /// The result of the game. If it is `None`, the result that the tag `Result` names is written.
    pub result: Option<GameResult>,
    start: Position<R>,
    /// The letters in which the moves were read.
    letters: PieceLetters,
    slots: Vec<Slot<R>>,
    /// Indexes of removed nodes, to use again.
    free: Vec<u32>,
    /// The node that was added last by a caller and the position after its move: most callers add a line move by move.
    last: Option<Box<(NodeId, Position<R>)>>,
}

#[derive(Clone, Debug)]
struct Slot<R: Rules> {
    generation: u32,
    node: Option<Node>,
    /// The number of moves from the root to the node.
    ply: u32,
    /// The position after the move, at every [`KEPT`]th ply.
    position: Option<Box<Position<R>>>,
}

/// The number of plies between two stored positions of a line. To find a position, at most 31 moves are played, which takes as
/// long as one or two legality checks. The stored positions take as much memory as six bytes in each node.
const KEPT: u32 = 32;

/// A game of chess without moves from the usual start. Only chess has a default, so `GameTree::default()` need not name its
/// rules.
impl Default for GameTree {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Rules> GameTree<R> {
    /// Makes a game without moves from the usual start.
    #[must_use]
    pub fn new() -> Self {
        Self::with_start(Position::startpos())
    }

    /// Makes a game without moves from any position. It has the tags that a reader needs: `Variant` if the game needs it, `SetUp`
    /// and `FEN` unless the position is the usual start.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// use chess0x88_pgn::GameTree;
    ///
    /// let game = GameTree::with_start(Chess::chess960(0).unwrap());
    /// assert_eq!(game.tag("Variant"), Some("Chess960"));
    /// assert_eq!(
    ///     game.tag("FEN"),
    ///     Some("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1")
    /// );
    /// assert!(GameTree::with_start(Chess::startpos()).tags.is_empty());
    /// ```
    #[must_use]
    pub fn with_start(start: Position<R>) -> Self {
        let mut tree = Self::empty(start);
        if let Some(variant) = variant_of(&start) {
            tree.tags.push(tags::pair(("Variant", variant)));
        }
        if start.to_setup() != R::START {
            tree.tags.extend([("SetUp", "1"), ("FEN", &start.fen())].map(tags::pair));
        }
        tree
    }

    fn empty(start: Position<R>) -> Self {
        let root = Slot { generation: 0, node: Some(Node::new(None, None)), ply: 0, position: None };
        let letters = PieceLetters::ENGLISH;
        Self { tags: Vec::new(), result: None, start, letters, slots: Vec::from([root]), free: Vec::new(), last: None }
    }

    /// The position before the first move.
    #[must_use]
    pub const fn start(&self) -> &Position<R> {
        &self.start
    }

    /// The letters of the pieces in which the moves were read: English, unless the text [shows](crate::language_of) another language or
    /// the caller named one. [`language_name`](crate::language_name) names the language.
    ///
    /// ```
    /// use chess0x88_pgn::{GameTree, language_name};
    ///
    /// let game: GameTree = "1. e4 e5 2. Sf3 Sc6 3. Lb5 *".parse()?;
    /// assert_eq!(language_name(game.letters()), Some("German"));
    /// # Ok::<(), chess0x88_pgn::PgnError>(())
    /// ```
    #[must_use]
    pub const fn letters(&self) -> PieceLetters {
        self.letters
    }

    /// Returns the position after the move of a node, `None` if the node was removed. The tree stores a position every few moves,
    /// and plays the moves since that position.
    #[must_use]
    pub fn position(&self, id: NodeId) -> Option<Position<R>> {
        if let Some((_, position)) = self.last.as_deref().filter(|(last, _)| *last == id && self.node(id).is_some()) {
            return Some(*position);
        }
        let (mut position, line) = self.line_to(id)?;
        for mv in line.into_iter().rev() {
            line::play(&mut position, mv);
        }
        Some(position)
    }

    /// Returns the last stored position before a node, and the moves from that position to the node, the last move first.
    fn line_to(&self, id: NodeId) -> Option<(Position<R>, Vec<Option<Move>>)> {
        let mut line = Vec::new();
        let mut slot = self.slot(id)?;
        loop {
            if let Some(position) = &slot.position {
                return Some((**position, line));
            }
            let node = slot.node.as_ref()?;
            let Some(parent) = node.parent else {
                return Some((self.start, line));
            };
            line.push(node.mv);
            slot = self.slot(parent)?;
        }
    }

    /// The node before the first move. It cannot be removed.
    #[must_use]
    pub const fn root(&self) -> NodeId {
        NodeId { index: 0, generation: 0 }
    }

    /// Returns the node with this name, `None` if it was removed.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.slot(id)?.node.as_ref()
    }

    fn slot(&self, id: NodeId) -> Option<&Slot<R>> {
        self.slots.get(id.index as usize).filter(|slot| slot.generation == id.generation)
    }

    /// Returns the node with this name to annotate it, `None` if it was removed.
    #[must_use]
    pub fn node_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        let slot = self.slots.get_mut(id.index as usize)?;
        slot.node.as_mut().filter(|_| slot.generation == id.generation)
    }

    /// Returns the moves that follow a node; none if the node was removed. The first continues the line.
    #[must_use]
    pub fn variations(&self, id: NodeId) -> &[NodeId] {
        self.node(id).map_or(&[], Node::variations)
    }

    /// Iterates over the moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        core::iter::successors(Some(self.root()), |&id| self.variations(id).first().copied()).skip(1)
    }

    /// Returns the main line as a [`Game`], which has repetitions and an outcome; `None` if the line has a null move.
    ///
    /// The moves do not show an end by the players or an arbiter. The [result](Self::result) has this end, and the tag
    /// `Termination` its reason, as [`GameResult::outcome`] reads it. A reason that contradicts the moves, such as a third
    /// repetition that did not occur, counts as unknown. A mate or stalemate on the board counts before any result.
    ///
    /// ```
    /// use chess0x88::{ChessRules, Color};
    /// use chess0x88_pgn::GameTree;
    ///
    /// let tree: GameTree<ChessRules> = "1. f3 e5 2. g4 (2. d3) 2... Qh4# 0-1".parse()?;
    /// let game = tree.to_game().unwrap();
    /// assert_eq!(game.outcome().unwrap().winner(), Some(Color::Black));
    /// assert!(GameTree::from(&game).to_string().ends_with("\n1. f3 e5 2. g4 Qh4# 0-1\n"));
    /// # Ok::<(), chess0x88_pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn to_game(&self) -> Option<Game<R>> {
        let mut game = Game::new(self.start);
        for id in self.main_line() {
            game.play(self.node(id)?.mv()?).ok()?;
        }
        let (result, termination) = (self.written_result(), self.tag(TERMINATION).unwrap_or_default());
        if let (Some(told), Some(unexplained)) = (result.outcome(termination), result.outcome("")) {
            let announced = termination.split_once(ANNOUNCED);
            let announced = announced.and_then(|(_, san)| game.position().parse_san(san).ok());
            // If the moves contradict the told reason, the game ends for an unknown reason, unless the board shows another end.
            let _ = game.end(told, announced).or_else(|_| game.end(unexplained, None));
        }
        Some(game)
    }

    /// Adds a legal move after a node, as its last variation. The first variation of a node continues its line.
    ///
    /// # Errors
    ///
    /// The reason why the move is illegal, or [`EditError::Removed`].
    pub fn add_variation(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, EditError> {
        let after = self.position(parent).ok_or(EditError::Removed)?.after(mv)?;
        self.add_last(parent, Some(mv), after)
    }

    /// Returns the first child of `parent` that plays `mv`. If there is none, adds the move as
    /// [`add_variation`](Self::add_variation) does.
    ///
    /// ```
    /// use chess0x88::ChessRules;
    /// use chess0x88_pgn::GameTree;
    ///
    /// let mut game: GameTree<ChessRules> = "1. e4 (1. d4) *".parse()?;
    /// let d4 = game.start().parse_san("d4")?;
    /// let id = game.find_or_add(game.root(), d4)?;
    /// assert_eq!(game.variations(game.root()).len(), 2);
    /// assert_eq!(game.find_variation(game.root(), d4), Some(id));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The reason why the move is illegal, or [`EditError::Removed`].
    pub fn find_or_add(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, EditError> {
        self.find_variation(parent, mv).map_or_else(|| self.add_variation(parent, mv), Ok)
    }

    /// Returns the first child of `parent` that plays `mv`.
    #[must_use]
    pub fn find_variation(&self, parent: NodeId, mv: Move) -> Option<NodeId> {
        self.variations(parent).iter().copied().find(|&id| self.node(id).and_then(Node::mv) == Some(mv))
    }

    /// Adds a null move after a node: the turn passes to the other side. Annotators use it to show a threat.
    ///
    /// # Errors
    ///
    /// `Illegal` if the side to move is in check, `Removed` if the node was removed.
    pub fn add_null_move(&mut self, parent: NodeId) -> Result<NodeId, EditError> {
        let mut position = self.position(parent).ok_or(EditError::Removed)?;
        position.make_null()?;
        self.add_last(parent, None, position)
    }

    /// Adds a node, and stores its position for the node that follows.
    fn add_last(&mut self, parent: NodeId, mv: Option<Move>, after: Position<R>) -> Result<NodeId, EditError> {
        let id = self.add_node(parent, mv, &after)?;
        match &mut self.last {
            Some(last) => **last = (id, after),
            None => self.last = Some(Box::new((id, after))),
        }
        Ok(id)
    }

    /// Adds a node for a move that leads to the position `after`.
    fn add_node(&mut self, parent: NodeId, mv: Option<Move>, after: &Position<R>) -> Result<NodeId, EditError> {
        let ply = self.slot(parent).filter(|slot| slot.node.is_some()).ok_or(EditError::Removed)?.ply.saturating_add(1);
        let node = Some(Node::new(mv, Some(parent)));
        let position = ply.is_multiple_of(KEPT).then(|| Box::new(*after));
        let reused = self.free.pop().and_then(|index| Some((index, self.slots.get_mut(index as usize)?)));
        let id = if let Some((index, slot)) = reused {
            let generation = slot.generation;
            *slot = Slot { generation, node, ply, position };
            NodeId { index, generation }
        } else {
            let index = u32::try_from(self.slots.len()).map_err(|_| EditError::Full)?;
            self.slots.push(Slot { generation: 0, node, ply, position });
            NodeId { index, generation: 0 }
        };
        self.node_mut(parent).ok_or(EditError::Removed)?.variations.push(id);
        Ok(id)
    }

    /// Moves a variation one place up among its siblings. Returns `true` if it moved.
    pub fn promote(&mut self, id: NodeId) -> bool {
        self.with_siblings(id, |siblings, at| at > 0 && (siblings.swap(at - 1, at), true).1)
    }

    /// Makes a variation the first among its siblings. The others keep their order. Returns `true` if it moved.
    pub fn promote_to_main(&mut self, id: NodeId) -> bool {
        self.with_siblings(id, |siblings, at| at > 0 && (siblings[..=at].rotate_right(1), true).1)
    }

    /// Makes the line that leads to a node the main line: each of its moves becomes the first among its siblings. Returns `true`
    /// if this changed the tree.
    ///
    /// ```
    /// use chess0x88::ChessRules;
    /// use chess0x88_pgn::GameTree;
    ///
    /// let mut game: GameTree<ChessRules> =
    ///     "1. e4 (1. d4 d5 (1... Nf6 2. c4)) e5 *".parse()?;
    /// let d4 = game.variations(game.root())[1];
    /// let knight = game.variations(d4)[1];
    /// assert!(game.promote_line(knight));
    /// assert_eq!(game.to_string(), "1. d4 (1. e4 e5) 1... Nf6 (1... d5) 2. c4 *\n");
    /// assert!(game.is_main_line(knight) && !game.promote_line(knight));
    /// # Ok::<(), chess0x88_pgn::PgnError>(())
    /// ```
    pub fn promote_line(&mut self, id: NodeId) -> bool {
        self.path(id).into_iter().filter(|&id| self.promote_to_main(id)).count() > 0
    }

    /// Moves a variation one place down among its siblings. Returns `true` if it moved.
    pub fn demote(&mut self, id: NodeId) -> bool {
        self.with_siblings(id, |siblings, at| at + 1 < siblings.len() && (siblings.swap(at, at + 1), true).1)
    }

    /// Removes a move and everything after it. Returns `false` for the root and for a removed node.
    pub fn remove(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.node(id).and_then(Node::parent) else { return false };
        let place = self.variations(parent).iter().position(|&variation| variation == id);
        // What is said behind the variation belongs to the line around it.
        if let Some(&before) = place.and_then(|at| self.variations(parent).get(at.checked_sub(1)?)) {
            let behind = self.node_mut(id).map(|node| mem::take(&mut node.closing_comments)).unwrap_or_default();
            if let Some(before) = self.node_mut(before) {
                before.closing_comments.extend(behind);
                if place == Some(1) {
                    before.join_comments();
                }
            }
        }
        self.with_siblings(id, |siblings, at| siblings.remove(at) == id);
        let mut doomed = Vec::from([id]);
        while let Some(id) = doomed.pop() {
            let Some(slot) = self.slots.get_mut(id.index as usize) else {
                continue;
            };
            slot.position = None;
            if let Some(node) = mem::take(&mut slot.node) {
                doomed.extend(node.variations);
            }
            // An index without generations left is not used again.
            if let Some(next) = slot.generation.checked_add(1) {
                slot.generation = next;
                self.free.push(id.index);
            }
        }
        true
    }

    /// Changes the order or number of a node and its siblings. Returns `true` if that changed.
    fn with_siblings(&mut self, id: NodeId, change: impl FnOnce(&mut Vec<NodeId>, usize) -> bool) -> bool {
        let Some(parent) = self.node(id).and_then(Node::parent).and_then(|parent| self.node_mut(parent)) else {
            return false;
        };
        let place = parent.variations.iter().position(|&variation| variation == id);
        let changed = place.is_some_and(|at| change(&mut parent.variations, at));
        let first = parent.variations.first().copied();
        if let Some(first) = first.and_then(|first| self.node_mut(first)).filter(|_| changed) {
            first.join_comments();
        }
        changed
    }
}

/// Makes a tree of a game, with its moves as the main line. It has the tags of the Seven Tag Roster in their order, which the
/// standard requires, with the standard's signs for unknown values, and the tags of [`with_start`](GameTree::with_start).
/// [`set_tag`](GameTree::set_tag) changes their values. The result is that of the [outcome](Game::outcome); an unfinished game
/// has none. The tag `Termination` has the reason, if the moves do not show it, so that [`to_game`](GameTree::to_game) returns an
/// equal game.
///
/// ```
/// use chess0x88::{Chess, Game};
/// use chess0x88_pgn::GameTree;
///
/// let start = Chess::startpos();
/// let mut game = Game::from_moves(start, [start.parse_san("e4")?])?;
/// game.draw_by_agreement()?;
/// let mut tree = GameTree::from(&game);
/// tree.set_tag("White", "Anna")?;
/// assert_eq!(
///     tree.to_string(),
///     r#"[Event "?"]
/// [Site "?"]
/// [Date "????.??.??"]
/// [Round "?"]
/// [White "Anna"]
/// [Black "?"]
/// [Result "1/2-1/2"]
/// [Termination "agreement"]
///
/// 1. e4 1/2-1/2
/// "#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Source: Steven J. Edwards, *PGN Specification and Implementation Guide*, section 8.1.1.
impl<R: Rules> From<&Game<R>> for GameTree<R> {
    fn from(game: &Game<R>) -> Self {
        let mut tree = Self::with_start(*game.start());
        let (mut last, mut position) = (tree.root(), *game.start());
        for &mv in game.moves() {
            position.play_unchecked(mv);
            match tree.add_node(last, Some(mv), &position) {
                Ok(id) => last = id,
                // The list is longer than memory: what fits is there.
                Err(_) => break,
            }
        }
        tree.result = game.outcome().map(GameResult::from);
        let result = tree.written_result();
        tags::start_with_roster(&mut tree.tags, result);
        if let Some(mut why) = game.outcome().and_then(termination::written).map(String::from) {
            if let Some(mv) = game.announced() {
                why = [&why, ANNOUNCED, &position.san(mv)].concat();
            }
            tree.tags.push(tags::pair((TERMINATION, &why)));
        }
        tree
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    /// Counts the moves that are played to get the position of a node.
    fn steps(tree: &GameTree<ChessRules>, id: NodeId) -> usize {
        tree.line_to(id).expect("a node").1.len()
    }

    #[test]
    fn no_node_is_far_from_a_position() {
        let moves = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let mut tree = GameTree::<ChessRules>::new();
        let mut last = tree.root();
        for ply in 0..20_000 {
            let position = tree.position(last).expect("a node");
            last = tree.add_variation(last, position.parse_uci(moves[ply % 4]).expect("a move")).expect("legal");
            assert!(steps(&tree, last) < KEPT as usize);
        }
        assert_eq!(tree.slots.iter().filter(|slot| slot.position.is_some()).count(), 20_000 / KEPT as usize);
        let read: GameTree<ChessRules> = tree.to_string().parse().expect("what was written");
        let made = GameTree::from(&tree.to_game().expect("no null move"));
        for tree in [read, made] {
            assert!(tree.main_line().all(|id| steps(&tree, id) < KEPT as usize));
        }
    }

    #[test]
    fn stored_positions_are_removed_with_their_node() {
        let mut tree: GameTree<ChessRules> = "Nf3 Nf6 Ng1 Ng8 ".repeat(25).parse().expect("a game");
        let nodes: Vec<_> = tree.main_line().collect();
        assert!(tree.remove(nodes[20]));
        assert!(tree.slots.iter().all(|slot| slot.position.is_none()));
        assert_eq!(tree.position(nodes[31]), None);
        // The indexes are used again, for other moves at other plies.
        let mut last = nodes[19];
        let mut position = tree.position(last).expect("a node");
        for _ in 0..60 {
            let null = tree.add_null_move(last).expect("no check");
            let _ = position.make_null();
            assert_eq!(tree.position(null).map(|position| position.fen()), Some(position.fen()));
            last = null;
        }
    }
}
