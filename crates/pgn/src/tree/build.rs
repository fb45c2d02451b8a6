//! Builds a tree in the order of PGN.

use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

use super::cursor::TreeCursor;
use super::{EditError, GameTree, Node, NodeId};
use crate::{play_san, play_san_with};
use chess0x88::san::PieceLetters;
use chess0x88::{ChessRules, Move, Position, Rules, Undo};

/// Builds a [`GameTree`] in the order of PGN: a move, its symbols and comments, the variations that are alternatives to it, then
/// the move that follows.
///
/// Each call takes constant time: the builder knows the position of the last move. Two variations with the same move stay two.
///
/// ```
/// use chess0x88::Chess;
/// use chess0x88_pgn::TreeBuilder;
///
/// let mut build = TreeBuilder::new(Chess::startpos());
/// build.play(build.position().parse_san("e4")?)?;
/// build.begin_variation();
/// build.comment("Closed.".into());
/// build.play(build.position().parse_san("d4")?)?;
/// build.nag(1);
/// build.end_variation();
/// build.play(build.position().parse_san("e5")?)?;
/// assert_eq!(build.finish().to_string(), "1. e4 ({ Closed. } 1. d4 $1) 1... e5 *\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TreeBuilder<R: Rules = ChessRules> {
    pub(super) tree: GameTree<R>,
    /// The position at `line`.
    pub(super) cursor: TreeCursor<R>,
    line: OpenLine,
    /// The lines that open variations interrupt.
    open: Vec<OpenLine>,
}

/// The place for the next move.
#[derive(Debug)]
struct OpenLine {
    /// The last node.
    at: NodeId,
    /// The comments of a variation without a move so far.
    starting: Option<Vec<String>>,
    /// The first move of the variation, if there is one.
    first: Option<NodeId>,
    /// The first move of the last variation that was closed after the last node. Comments that follow stand behind it.
    closed: Option<NodeId>,
}

impl OpenLine {
    const fn new(at: NodeId, starting: Option<Vec<String>>) -> Self {
        Self { at, starting, first: None, closed: None }
    }
}

impl<R: Rules> TreeBuilder<R> {
    /// Begins a tree at a position, with the tags of [`GameTree::with_start`].
    #[must_use]
    pub fn new(start: Position<R>) -> Self {
        Self::of(GameTree::with_start(start))
    }

    /// Begins a tree without tags, for a program that reads tags by itself: without the tag `FEN` no reader knows the start.
    #[must_use]
    pub fn untagged(start: Position<R>) -> Self {
        Self::of(GameTree::empty(start))
    }

    /// Goes on with a tree without moves.
    fn of(tree: GameTree<R>) -> Self {
        let line = OpenLine::new(tree.root(), None);
        Self { cursor: TreeCursor::new(tree.start), tree, line, open: Vec::new() }
    }

    /// Begins the tree, which has no moves yet, at another position.
    pub(super) fn start_at(&mut self, start: Position<R>) {
        self.tree.start = start;
        self.cursor = TreeCursor::new(start);
    }

    /// The position before the next move.
    #[must_use]
    pub fn position(&self) -> &Position<R> {
        &self.cursor.position
    }

    /// The node after which the next move comes: that of the last move; in a variation without a move, the node where it branches off.
    #[must_use]
    pub fn node(&self) -> NodeId {
        self.line.at
    }

    /// Adds a move after the last one.
    ///
    /// # Errors
    ///
    /// The reason why the move is illegal, or [`EditError::Full`].
    pub fn play(&mut self, mv: Move) -> Result<NodeId, EditError> {
        self.cursor.position.check_legal(mv)?;
        let undo = self.cursor.position.make(mv);
        self.add(undo)
    }

    /// Adds the move of a word, as [`play_san`] reads it: a move, or a null move such as `--`.
    ///
    /// ```
    /// use chess0x88::{Chess, san::PieceLetters};
    /// use chess0x88_pgn::TreeBuilder;
    ///
    /// let mut build = TreeBuilder::new(Chess::startpos());
    /// build.play_san(b"e4", PieceLetters::ENGLISH)?;
    /// assert!(build.play_san(b"Ke4", PieceLetters::ENGLISH).is_err());
    /// build.play_san(b"e5", PieceLetters::ENGLISH)?;
    /// assert_eq!(build.finish().to_string(), "1. e4 e5 *\n");
    /// # Ok::<(), chess0x88_pgn::EditError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::San`], the reason why the word is no legal move, or [`EditError::Full`]. The tree is unchanged.
    pub fn play_san(&mut self, san: &[u8], letters: PieceLetters) -> Result<NodeId, EditError> {
        let position = &mut self.cursor.position;
        let undo = if letters == PieceLetters::ENGLISH {
            play_san(position, san)
        } else {
            play_san_with(position, san, letters)
        };
        self.add(undo?)
    }

    /// Adds a null move: the turn passes to the other side.
    ///
    /// # Errors
    ///
    /// `Illegal` if the side to move is in check, or [`EditError::Full`].
    pub fn play_null(&mut self) -> Result<NodeId, EditError> {
        let undo = self.cursor.position.make_null()?;
        self.add(undo)
    }

    /// Adds a move that the position has played. If there is no room, takes it back.
    fn add(&mut self, undo: Undo<R>) -> Result<NodeId, EditError> {
        let id = match self.tree.add_node(self.line.at, undo.played(), &self.cursor.position) {
            Ok(id) => id,
            Err(error) => {
                self.cursor.position.unmake(undo);
                return Err(error);
            }
        };
        self.cursor.played.push(undo);
        let parent = mem::replace(&mut self.line.at, id);
        self.line.closed = None;
        if let (Some(comments), Some(node)) = (self.line.starting.take(), self.tree.node_mut(id)) {
            node.starting_comments = comments;
            self.line.first = Some(id);
        } else if self.tree.variations(parent).len() > 1 {
            // Variations stood before the first move.
            self.tree.promote_to_main(id);
        }
        Ok(id)
    }

    /// Adds a symbol to the last move.
    pub fn nag(&mut self, nag: u8) {
        if let Some(node) = self.tree.node_mut(self.line.at) {
            node.nags.push(nag);
        }
    }

    /// Adds a comment after the last move, before the first move of a variation, or behind the last variation.
    pub fn comment(&mut self, comment: String) {
        self.comments([comment]);
    }

    fn comments(&mut self, comments: impl IntoIterator<Item = String>) {
        if let Some(starting) = &mut self.line.starting {
            starting.extend(comments);
        } else if let Some(node) = self.line.closed.and_then(|id| self.tree.node_mut(id)) {
            node.closing_comments.extend(comments);
        } else if let Some(node) = self.tree.node_mut(self.line.at) {
            node.comments.extend(comments);
        }
    }

    /// Begins a variation: an alternative to the last move.
    pub fn begin_variation(&mut self) {
        // A variation at the start of a line is no alternative to a move, so it starts at the same position.
        let last_move = self.line.starting.is_none().then(|| self.tree.node(self.line.at).and_then(Node::parent));
        let parent = last_move.flatten();
        self.cursor.begin_variation(parent.is_some());
        let variation = OpenLine::new(parent.unwrap_or(self.line.at), Some(Vec::new()));
        self.open.push(mem::replace(&mut self.line, variation));
    }

    /// Ends the variation; does nothing outside of one.
    pub fn end_variation(&mut self) {
        let Some(line) = self.open.pop() else { return };
        self.cursor.end_variation();
        let variation = mem::replace(&mut self.line, line);
        self.line.closed = variation.first.or(self.line.closed);
        // Comments of a variation without a move go to the line that it interrupts.
        self.comments(variation.starting.unwrap_or_default());
    }

    /// Returns the tree. Variations that are still open end.
    #[must_use]
    pub fn finish(mut self) -> GameTree<R> {
        self.close();
        self.tree
    }

    /// Ends the game: a variation that stands alone is the game.
    pub(super) fn close(&mut self) {
        let first = self.tree.variations(self.tree.root()).first().copied();
        if let Some(first) = first.and_then(|first| self.tree.node_mut(first)) {
            first.join_comments();
        }
    }
}
