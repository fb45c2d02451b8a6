//! From a tree to PGN.

use alloc::string::String;
use core::fmt;

use super::cursor::TreeCursor;
use super::line::NULL_MOVE;
use super::{GameTree, Node, Step};
use crate::Writer;
use chess0x88::Rules;

/// Move numbers beyond this are written as this, so that there is room to count on.
const LARGEST_NUMBER: u32 = 1 << 30;

impl<R: Rules> GameTree<R> {
    /// Writes the game. A missing result is written as the tag `Result` has it, else as `*`. The tag, if it names a result, and
    /// the end of the movetext name the same one.
    ///
    /// # Errors
    ///
    /// Those of the output.
    ///
    /// # Examples
    ///
    /// ```
    /// use chess0x88::ChessRules;
    /// use chess0x88_pgn::{GameTree, Writer};
    ///
    /// let game: GameTree<ChessRules> = "[Event \"Example\"]\n1.e2-e4 (d4{Queen\'s pawn.}) e5! *".parse()?;
    /// let mut text = String::new();
    /// let mut writer = Writer::new(&mut text);
    /// game.write(&mut writer)?;
    /// assert_eq!(text, "[Event \"Example\"]\n\n1. e4 (1. d4 { Queen\'s pawn. }) 1... e5 $1 *\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write<W: fmt::Write>(&self, writer: &mut Writer<W>) -> fmt::Result {
        for (name, value) in self.tags.iter() {
            writer.tag(name, self.written_value(name, value))?;
        }
        if let Some(root) = self.node(self.root()) {
            annotate(writer, root, &root.starting_comments)?;
        }
        let mut cursor = TreeCursor::new(self.start);
        // The next move starts a variation.
        let mut starts = false;
        for step in self.walk() {
            match step {
                Step::Move(id) => {
                    let Some(node) = self.node(id) else { continue };
                    let starting = node.starting_comments.as_slice();
                    let (before, behind) = if starts { (starting, &[][..]) } else { (&[][..], starting) };
                    comment(writer, before)?;
                    let position = &cursor.position;
                    let number = position.fullmove_number().saturating_sub(1).min(LARGEST_NUMBER);
                    let ply = 2 * number + position.turn() as u32;
                    match node.mv() {
                        Some(mv) => writer.san(ply, position.san(mv))?,
                        None => writer.san(ply, NULL_MOVE)?,
                    }
                    cursor.play(node.mv());
                    annotate(writer, node, behind)?;
                    starts = false;
                }
                Step::BeginVariation => {
                    cursor.begin_variation(true);
                    writer.begin_variation()?;
                    starts = true;
                }
                Step::EndVariation => {
                    cursor.end_variation();
                    writer.end_variation()?;
                }
            }
        }
        writer.end_game(self.written_result())
    }
}

/// The game as PGN, in lines of up to 79 characters.
impl<R: Rules> fmt::Display for GameTree<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(&mut Writer::new(f))
    }
}

/// What is said behind a move; that `first`, which had no place before it.
fn annotate<W: fmt::Write>(writer: &mut Writer<W>, node: &Node, first: &[String]) -> fmt::Result {
    node.nags.iter().try_for_each(|&nag| writer.nag(nag))?;
    comment(writer, first)?;
    comment(writer, &node.comments)
}

fn comment<W: fmt::Write>(writer: &mut Writer<W>, comments: &[String]) -> fmt::Result {
    comments.iter().try_for_each(|comment| writer.comment(comment))
}
