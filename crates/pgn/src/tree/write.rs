//! Writes a tree as PGN.

use alloc::string::String;
use alloc::vec::Vec;
use core::{fmt, mem};

use super::cursor::TreeCursor;
use super::line::NULL_MOVE;
use super::{GameTree, Node, NodeId, Step};
use crate::{Writer, start};
use chess0x88::Rules;
use chess0x88::san::{self, PieceLetters};

/// The largest move number that is written, so that counting cannot overflow.
const LARGEST_NUMBER: u32 = 1 << 30;

impl<R: Rules> GameTree<R> {
    /// Writes the game. If it has no result, the result of the tag `Result` is written, else `*`. A tag that names a result has
    /// the same result as the end of the movetext. A reader reads an [equal](Self#impl-PartialEq-for-GameTree<R>) tree, if the
    /// tags describe the start; [`set_tag`](Self::set_tag) keeps that true. The moves are in English, and beside a Thai FEN in its
    /// [letters](PieceLetters::THAI), so the tag `FEN` chooses them.
    ///
    /// # Errors
    ///
    /// The errors of the output.
    ///
    /// # Examples
    ///
    /// ```
    /// use chess0x88::ChessRules;
    /// use chess0x88_pgn::{GameTree, Writer};
    ///
    /// let game: GameTree<ChessRules> =
    ///     "[Event \"Example\"]\n1.e2-e4 (d4{Queen\'s pawn.}) e5! *".parse()?;
    /// let mut text = String::new();
    /// let mut writer = Writer::new(&mut text);
    /// game.write(&mut writer)?;
    /// assert_eq!(
    ///     text,
    ///     "[Event \"Example\"]\n\n1. e4 (1. d4 { Queen\'s pawn. }) 1... e5 $1 *\n"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write<W: fmt::Write>(&self, writer: &mut Writer<W>) -> fmt::Result {
        for (name, value) in self.written_tags() {
            writer.tag(name, value)?;
        }
        self.annotate(writer, self.root())?;
        let letters = self.written_letters();
        let mut cursor = TreeCursor::new(self.start);
        // The moves that start the open variations; the last has yet to come if `opens`.
        let (mut open, mut opens) = (Vec::new(), false);
        for step in self.walk() {
            match step {
                Step::Move(id) => {
                    let Some(node) = self.node(id) else { continue };
                    if mem::take(&mut opens) {
                        open.push(id);
                    }
                    let [mut before, ..] = self.comments_of(id);
                    before.try_for_each(|comment| writer.comment(comment))?;
                    let position = &cursor.position;
                    let number = position.fullmove_number().saturating_sub(1).min(LARGEST_NUMBER);
                    let ply = 2 * number + position.turn() as u32;
                    match node.mv() {
                        Some(mv) if letters == PieceLetters::ENGLISH => writer.san(ply, position.san(mv))?,
                        Some(mv) => writer.san(ply, san::san_with(position, mv, letters))?,
                        None => writer.san(ply, NULL_MOVE)?,
                    }
                    cursor.play(node.mv());
                    self.annotate(writer, id)?;
                }
                Step::BeginVariation => {
                    cursor.begin_variation(true);
                    opens = true;
                    writer.begin_variation()?;
                }
                Step::EndVariation => {
                    cursor.end_variation();
                    writer.end_variation()?;
                    let Some(id) = open.pop() else { continue };
                    let [.., mut closing] = self.comments_of(id);
                    closing.try_for_each(|comment| writer.comment(comment))?;
                }
            }
        }
        writer.end_game(self.written_result())
    }

    /// Returns the letters of the moves: those of the dialect of the tag `FEN`.
    fn written_letters(&self) -> PieceLetters {
        self.tag("FEN").map(start::letters::<R>).unwrap_or_default()
    }

    /// Writes the symbols and comments after a move.
    fn annotate<W: fmt::Write>(&self, writer: &mut Writer<W>, id: NodeId) -> fmt::Result {
        let nags = self.node(id).map_or(&[][..], |node| &node.nags);
        nags.iter().try_for_each(|&nag| writer.nag(nag))?;
        let [_, mut behind, _] = self.comments_of(id);
        behind.try_for_each(|comment| writer.comment(comment))
    }

    /// Returns the comments before a node's move, after it, and behind the variation that it starts. A move that starts no variation
    /// has all of them after it.
    pub(super) fn comments_of(&self, id: NodeId) -> [impl Iterator<Item = &String>; 3] {
        let none: &[String] = &[];
        let [starting, comments, closing] = self.node(id).map_or([none; 3], |node| {
            [&node.starting_comments, &node.comments, &node.closing_comments].map(|comments| &comments[..])
        });
        let parent = self.node(id).and_then(Node::parent);
        let starts_variation = parent.is_some_and(|parent| self.variations(parent).first() != Some(&id));
        let places = if starts_variation {
            [[none, starting, none], [none, comments, none], [none, closing, none]]
        } else {
            [[none; 3], [starting, comments, closing], [none; 3]]
        };
        places.map(|lists| lists.into_iter().flatten())
    }
}

/// The game as PGN, in lines of up to 79 characters.
impl<R: Rules> fmt::Display for GameTree<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(&mut Writer::new(f))
    }
}
