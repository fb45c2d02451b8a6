//! A game with variations, and a place in it.
//!
//! The tree is that of `chess0x88_pgn`. Beside it stands what PGN does not tell: which glyphs are signs after their moves (for
//! chess.js `!` is not `$1`), and what the players declared, such as a resignation.
//!
//! A tree as text has lines. The first byte of a line is its kind:
//!
//! | | |
//! |---|---|
//! | `m` | a move, as the caller wants it |
//! | `(`, `)` | the beginning and the end of a variation |
//! | `<` | a comment before the first move of a variation |
//! | `>` | a comment behind a variation |
//! | `{` | a comment after a move, or at the start |
//! | `$`, `?` | the number of a glyph, and of a glyph that is a sign |
//! | `!` | a declaration, in the words of `Play::declare` |
//! | `@` | at the end: the path to the current move |

use chess0x88::uci::CastlingMode;
use chess0x88::{Game, Move, Outcome, Position};
use chess0x88_mate::quick_judge;
use chess0x88_pgn::{GameTree, Node, NodeId, Step, TreeBuilder};

use crate::castling::write_fen;
use crate::game::{Play, push_move, push_null};
use crate::words::{push, reason};
use crate::{Reason, Variant};

/// A null move in UCI.
const NULL_MOVE: &str = "0000";

/// How a move is written.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    /// As `games::find` answers.
    Fields,
    San,
    Uci,
}

pub(crate) struct Study {
    tree: GameTree<Variant>,
    /// The node of the current position.
    at: NodeId,
    /// The moves to the current position since the start, or since a move that no [`Game`] plays: a null move, or one after its end.
    game: Game<Variant>,
    /// The nodes whose first glyph is a sign after the move, sorted.
    signs: Vec<NodeId>,
    declared: Declared,
}

/// Begins a game at a position. The search for mates would be too large for the page.
fn begin(start: Position<Variant>) -> Game<Variant> {
    Game::new(start).with_judge(quick_judge())
}

/// What was declared and at which node, in its order.
type Declared = Vec<(NodeId, String)>;

/// Plays the move of a node, and declares what was declared there.
fn follow(declared: &Declared, game: &mut Game<Variant>, id: NodeId, mv: Option<Move>) {
    if mv.is_none_or(|mv| game.play(mv).is_err()) {
        let mut position = *game.position();
        play_node(&mut position, mv);
        *game = begin(position);
    }
    declare_again(declared, game, id);
}

fn declare_again(declared: &Declared, game: &mut Game<Variant>, id: NodeId) {
    for (_, words) in declared.iter().filter(|(at, _)| *at == id) {
        // It was possible the first time.
        let _ = game.declare(words, &mut Reason::new());
    }
}

fn push_comments(kind: char, comments: Option<&Vec<String>>, out: &mut String) {
    for comment in comments.into_iter().flatten() {
        out.push(kind);
        out.push_str(comment);
        out.push('\n');
    }
}

/// Plays a move of a tree, which is legal; `None` is a null move.
pub(crate) fn play_node(position: &mut Position<Variant>, mv: Option<Move>) {
    match mv {
        Some(mv) => position.play_unchecked(mv),
        None => drop(position.make_null()),
    }
}

impl Study {
    /// Stands at the start of a tree.
    pub(crate) fn of(tree: GameTree<Variant>, mut signs: Vec<NodeId>) -> Self {
        signs.sort_unstable();
        signs.dedup();
        Self { at: tree.root(), game: begin(*tree.start()), tree, signs, declared: Vec::new() }
    }

    pub(crate) fn game(&self) -> &Game<Variant> {
        &self.game
    }

    fn move_of(&self, id: NodeId) -> Option<Move> {
        self.tree.node(id).and_then(Node::mv)
    }

    fn parent_of(&self, id: NodeId) -> Option<NodeId> {
        self.tree.node(id).and_then(Node::parent)
    }

    // The walk.

    /// Plays a move: follows the first variation with it, or adds one.
    pub(crate) fn play(&mut self, mv: Move) -> Result<(), Reason> {
        self.game.play(mv).map_err(reason)?;
        self.at = self.tree.find_or_add(self.at, mv).map_err(reason)?;
        declare_again(&self.declared, &mut self.game, self.at);
        Ok(())
    }

    /// Passes the turn: follows the first null move, or adds one.
    pub(crate) fn pass(&mut self, out: &mut String) -> Result<(), Reason> {
        let known = self.tree.variations(self.at).iter().copied().find(|&id| self.move_of(id).is_none());
        let added = known.map_or_else(|| self.tree.add_null_move(self.at), Ok);
        let id = added.map_err(|_| "Null move not allowed when in check")?;
        self.enter(id, out);
        Ok(())
    }

    /// Follows the variation with a number. Returns `false` if there is none.
    pub(crate) fn forward(&mut self, variation: usize, out: &mut String) -> bool {
        let next = self.tree.variations(self.at).get(variation).copied();
        next.is_some_and(|id| {
            self.enter(id, out);
            true
        })
    }

    /// Goes to a child of the current node, and writes its move.
    fn enter(&mut self, id: NodeId, out: &mut String) {
        self.push_node(self.game.position(), id, Form::Fields, out);
        let mv = self.move_of(id);
        follow(&self.declared, &mut self.game, id, mv);
        self.at = id;
    }

    /// Calls a function with each node of a path and its position, until it returns `true`. A position is had sooner than a game.
    fn visit(&self, path: &[NodeId], until: &mut dyn FnMut(&Position<Variant>, NodeId) -> bool) {
        let mut position = *self.tree.start();
        for &id in path {
            if self.parent_of(id).is_some() {
                play_node(&mut position, self.move_of(id));
            }
            if self.declared.iter().any(|&(at, _)| at == id) {
                // In Makruk a count that is declared changes the position.
                let mut game = begin(position);
                declare_again(&self.declared, &mut game, id);
                position = *game.position();
            }
            if until(&position, id) {
                break;
            }
        }
    }

    /// The start and the nodes from the first move to a node.
    fn path_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = vec![self.tree.root()];
        path.extend(self.tree.path(id));
        path
    }

    /// Returns the game that leads to a node.
    fn game_at(&self, id: NodeId) -> Game<Variant> {
        let mut game = begin(*self.tree.start());
        declare_again(&self.declared, &mut game, self.tree.root());
        for id in self.tree.path(id) {
            follow(&self.declared, &mut game, id, self.move_of(id));
        }
        game
    }

    /// Goes one move back. Returns `false` at the start.
    pub(crate) fn back(&mut self) -> bool {
        let Some(parent) = self.parent_of(self.at) else { return false };
        let declares = self.declared.iter().any(|&(at, _)| at == self.at || at == parent);
        if declares || self.game.take_back().is_none() {
            self.game = self.game_at(parent);
        }
        self.at = parent;
        true
    }

    /// Removes the last move and what follows it.
    pub(crate) fn undo(&mut self) -> bool {
        let last = self.at;
        self.back() && self.tree.remove(last)
    }

    /// Goes to the node with a path, and as far as there are such moves. Returns `false` if the path is longer.
    pub(crate) fn go(&mut self, path: &str) -> bool {
        let mut at = self.tree.root();
        let is_whole = path.split_ascii_whitespace().all(|number| {
            let next = number.parse().ok().and_then(|number: usize| self.tree.variations(at).get(number));
            next.is_some_and(|&next| {
                at = next;
                true
            })
        });
        self.stand_at(at);
        is_whole
    }

    fn stand_at(&mut self, id: NodeId) {
        self.game = self.game_at(id);
        self.at = id;
    }

    pub(crate) fn go_to_end(&mut self) {
        self.stand_at(self.end());
    }

    /// The end of the main line.
    fn end(&self) -> NodeId {
        self.tree.main_line().last().unwrap_or(self.tree.root())
    }

    // Variations.

    /// The number of a node among its siblings.
    fn number(&self, id: NodeId) -> usize {
        let siblings = self.parent_of(id).map_or(&[][..], |parent| self.tree.variations(parent));
        siblings.iter().position(|&other| other == id).unwrap_or(0)
    }

    /// Writes the numbers of the variations that lead to the current move.
    pub(crate) fn push_path(&self, out: &mut String) {
        self.push_path_to(self.at, out);
    }

    fn push_path_to(&self, id: NodeId, out: &mut String) {
        for id in self.tree.path(id) {
            push(out, &self.number(id));
            out.push(' ');
        }
    }

    /// Makes the variation of the current move the first among its siblings.
    pub(crate) fn promote(&mut self) -> bool {
        self.tree.promote_to_main(self.at)
    }

    /// Removes the variation of the current move, and goes to the move before it. Returns `false` on the main line.
    pub(crate) fn delete_variation(&mut self) -> bool {
        let path = self.tree.path(self.at);
        let Some(&first) = path.iter().rev().find(|&&id| self.number(id) > 0) else { return false };
        self.stand_at(first);
        self.undo()
    }

    /// Writes the moves that follow.
    pub(crate) fn push_variations(&self, out: &mut String) {
        for &id in self.tree.variations(self.at) {
            self.push_node(self.game.position(), id, Form::Fields, out);
        }
    }

    /// Writes the moves from the start to the current position.
    pub(crate) fn push_line(&self, out: &mut String) {
        let path = self.path_to(self.at);
        let mut next = path.iter().skip(1);
        self.visit(&path, &mut |position, _| {
            if let Some(&id) = next.next() {
                self.push_node(position, id, Form::Fields, out);
            }
            false
        });
    }

    fn push_node(&self, before: &Position<Variant>, id: NodeId, form: Form, out: &mut String) {
        match (self.move_of(id), form) {
            (Some(mv), Form::Fields) => return push_move(before, mv, out),
            (None, Form::Fields) => return push_null(before, out),
            (Some(mv), Form::San) => out.push_str(&before.san(mv)),
            (None, Form::San) => out.push_str("--"),
            (Some(mv), Form::Uci) => out.push_str(&mv.to_uci(CastlingMode::Standard)),
            (None, Form::Uci) => out.push_str(NULL_MOVE),
        }
        out.push('\n');
    }

    // Ends.

    pub(crate) fn declare(&mut self, words: &str, out: &mut String) -> Result<(), Reason> {
        self.game.declare(words, out)?;
        self.declared.retain(|&(at, _)| self.tree.node(at).is_some());
        self.declared.push((self.at, words.into()));
        Ok(())
    }

    /// Writes the result at the end of the main line, if there is one: by a declaration there, or else by its moves.
    pub(crate) fn push_result(&self, out: &mut String) {
        if let Some(outcome) = self.outcome() {
            push(out, &outcome.result());
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let ends = |(at, words): &&(NodeId, String)| {
            !words.starts_with("count") && !words.starts_with("stop") && self.tree.is_main_line(*at)
        };
        let at = self.declared.iter().rev().find(ends).map_or_else(|| self.end(), |&(at, _)| at);
        if at == self.at { self.game.outcome() } else { self.game_at(at).outcome() }
    }

    // Comments and glyphs.

    /// Writes the comments and glyphs of a node.
    fn push_notes(&self, id: NodeId, out: &mut String) {
        let Some(node) = self.tree.node(id) else { return };
        let mut kind = if self.signs.binary_search(&id).is_ok() { '?' } else { '$' };
        for nag in &node.nags {
            out.push(kind);
            push(out, nag);
            kind = '$';
            out.push('\n');
        }
        push_comments('{', Some(&node.comments), out);
    }

    /// Calls a function with the nodes of the current line and their FENs, until it returns `true`: to the current move, and on along
    /// the first variations.
    fn find_fen(&self, is_meant: &mut dyn FnMut(NodeId, &str) -> bool) -> Option<NodeId> {
        let mut line = self.path_to(self.at);
        while let Some(&next) = line.last().and_then(|&last| self.tree.variations(last).first()) {
            line.push(next);
        }
        let mut found = None;
        self.visit(&line, &mut |position, id| {
            let is_it = is_meant(id, &write_fen(position));
            found = is_it.then_some(id);
            is_it
        });
        found
    }

    /// Writes the comments and glyphs of the current line: the FEN of each position that has some, behind a `=`, then these.
    pub(crate) fn push_all_notes(&self, out: &mut String) {
        self.find_fen(&mut |id, fen| {
            let length = out.len();
            out.push('=');
            out.push_str(fen);
            out.push('\n');
            let empty = out.len();
            self.push_notes(id, out);
            if out.len() == empty {
                out.truncate(length);
            }
            false
        });
    }

    /// Returns the node of a FEN on the current line; the current node without a FEN.
    fn node_of(&self, fen: &str) -> Result<NodeId, Reason> {
        if fen.is_empty() {
            return Ok(self.at);
        }
        let found = self.find_fen(&mut |_, other| other == fen);
        found.ok_or_else(|| ["the game has no such position on this line: ", fen].concat())
    }

    /// Writes the comments and glyphs of a position.
    pub(crate) fn push_notes_of(&self, fen: &str, out: &mut String) -> Result<(), Reason> {
        self.push_notes(self.node_of(fen)?, out);
        Ok(())
    }

    /// Replaces the comments and glyphs of a position. The text has the FEN in its first line.
    pub(crate) fn annotate(&mut self, text: &str) -> Result<(), Reason> {
        let (fen, notes) = text.split_once('\n').unwrap_or((text, ""));
        let id = self.node_of(fen)?;
        let sign = self.signs.binary_search(&id);
        match sign {
            Ok(at) if !notes.starts_with('?') => drop(self.signs.remove(at)),
            Err(at) if notes.starts_with('?') => self.signs.insert(at, id),
            _ => {}
        }
        if let Some(node) = self.tree.node_mut(id) {
            let of_kind = |kind: &'static [char]| notes.split('\n').filter_map(move |line| line.strip_prefix(kind));
            node.nags = of_kind(&['?', '$']).filter_map(|nag| nag.parse().ok()).collect();
            node.comments = of_kind(&['{']).map(String::from).collect();
        }
        Ok(())
    }

    // Text.

    /// Writes the tree.
    pub(crate) fn push_tree(&self, form: Form, out: &mut String) {
        self.push_notes(self.tree.root(), out);
        // The position before the last move and after it, also of the lines that open variations interrupt.
        let mut now = [*self.tree.start(); 2];
        let mut open = Vec::new();
        for step in self.tree.walk() {
            match step {
                Step::BeginVariation => {
                    open.push((now, None));
                    now = [now[0]; 2];
                    out.push_str("(\n");
                }
                Step::EndVariation => {
                    out.push_str(")\n");
                    let Some((around, first)) = open.pop() else { continue };
                    now = around;
                    let closing = first.and_then(|first| self.tree.node(first)).map(|node| &node.closing_comments);
                    push_comments('>', closing, out);
                }
                Step::Move(id) => {
                    if let Some((_, first @ None)) = open.last_mut() {
                        *first = Some(id);
                    }
                    push_comments('<', self.tree.node(id).map(|node| &node.starting_comments), out);
                    now[0] = now[1];
                    out.push('m');
                    self.push_node(&now[0], id, form, out);
                    self.push_notes(id, out);
                    match form {
                        // UCI is written without a position.
                        Form::Uci => self.push_declared(id, out),
                        Form::Fields | Form::San => play_node(&mut now[1], self.move_of(id)),
                    }
                }
            }
        }
    }

    /// Writes what was declared on all lines, and the path to each.
    pub(crate) fn push_all_declared(&self, out: &mut String) {
        for (id, words) in self.declared.iter().filter(|(id, _)| self.tree.node(*id).is_some()) {
            out.push_str(words);
            out.push('\t');
            self.push_path_to(*id, out);
            out.push('\n');
        }
    }

    fn push_declared(&self, id: NodeId, out: &mut String) {
        for (_, words) in self.declared.iter().filter(|&&(at, _)| at == id) {
            out.push('!');
            out.push_str(words);
            out.push('\n');
        }
    }

    /// Writes all that [`restore`](Self::restore) needs beside the start; nothing for a game without moves and comments.
    pub(crate) fn save(&self, out: &mut String) {
        self.push_declared(self.tree.root(), out);
        self.push_tree(Form::Uci, out);
        if self.at != self.tree.root() {
            out.push('@');
            self.push_path(out);
        }
    }

    pub(crate) fn restore(start: Position<Variant>, saved: &str) -> Result<Self, Reason> {
        let mut build = TreeBuilder::untagged(start);
        let (mut signs, mut declared, mut path) = (Vec::new(), Vec::new(), "");
        for line in saved.split('\n').filter(|line| !line.is_empty()) {
            let mut rest = line.chars();
            let kind = rest.next();
            let rest = rest.as_str();
            match kind {
                Some('m') if rest == NULL_MOVE => drop(build.play_null().map_err(reason)?),
                Some('m') => drop(build.play(build.position().parse_uci(rest).map_err(reason)?).map_err(reason)?),
                Some('(') => build.begin_variation(),
                Some(')') => build.end_variation(),
                Some('<' | '{' | '>') => build.comment(rest.into()),
                Some('!') => declared.push((build.node(), rest.into())),
                Some('@') => path = rest,
                _ => {
                    if kind == Some('?') {
                        signs.push(build.node());
                    }
                    build.nag(rest.parse().map_err(reason)?);
                }
            }
        }
        let mut study = Self::of(build.finish(), signs);
        study.declared = declared;
        study.go(path);
        Ok(study)
    }
}
