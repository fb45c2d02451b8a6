//! Writing: the shortest text that names the move.

use super::SAN;
use super::letters::{LETTER, PieceLetters};
use crate::geometry::Square;
use crate::moves::{CastlingSide, Move, MoveKind};
use crate::notation::Text;
use crate::piece::{Piece, Role};
use crate::position::Position;
use crate::rules::Rules;

/// The longest in long form: `Qa1xb2#` has one less than `e7xd8=Q#`.
const LAN: usize = SAN + 1;
/// The same when pawn and promotion take as many bytes as they may.
const STYLED: usize = LAN - 1 + 2 * LETTER;

/// How to spell a move where there is a choice.
///
/// ```
/// use chess0x88::{Chess, PieceLetters, SanStyle};
/// let position = Chess::startpos();
/// let style = SanStyle { long: true, letters: PieceLetters::FIGURINES };
/// assert_eq!(position.san_with(position.parse_san("Nf3")?, style).as_str(), "♘g1-f3");
/// # Ok::<(), chess0x88::SanError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SanStyle {
    /// Long algebraic notation, `Ng1-f3`, which always names the square a piece comes from.
    pub long: bool,
    /// What the pieces are called.
    pub letters: PieceLetters,
}

impl<R: Rules> Position<R> {
    /// A legal move of this position in SAN. (For a move that is not legal here the text means nothing.)
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position: Chess = "7k/5K2/8/8/8/8/3P4/6R1 w - - 0 1".parse()?;
    /// assert_eq!(position.san(position.parse_uci("g1h1")?).as_str(), "Rh1#");
    /// assert_eq!(position.san(position.parse_uci("d2d4")?).as_str(), "d4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn san(&self, mv: Move) -> Text<SAN> {
        self.write(mv, false, push_letter)
    }

    /// A legal move of this position in long algebraic notation.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let mut position = Chess::startpos();
    /// assert_eq!(position.lan(position.parse_uci("e2e4")?).as_str(), "e2-e4");
    /// assert_eq!(position.lan(position.parse_uci("g1f3")?).as_str(), "Ng1-f3");
    /// # Ok::<(), chess0x88::UciError>(())
    /// ```
    #[must_use]
    pub fn lan(&self, mv: Move) -> Text<LAN> {
        self.write(mv, true, push_letter)
    }

    /// A legal move of this position in a given spelling: see [`SanStyle`].
    #[must_use]
    pub fn san_with(&self, mv: Move, style: SanStyle) -> Text<STYLED> {
        self.write(mv, style.long, |text, role| text.push_str(style.letters.letter(role)))
    }

    #[inline]
    fn write<const N: usize>(&self, mv: Move, long: bool, letter: impl Fn(&mut Text<N>, Role)) -> Text<N> {
        let mut text = Text::new();
        let (from, to) = (mv.from(), mv.to());
        if mv.kind() == MoveKind::Castle {
            match CastlingSide::of(from, to) {
                CastlingSide::King => text.push_all(*b"O-O"),
                CastlingSide::Queen => text.push_all(*b"O-O-O"),
            }
        } else {
            self.push_origin(&mut text, mv, long, &letter);
            if mv.is_capture() {
                text.push(b'x');
            } else if long {
                text.push(b'-');
            }
            text.push_all(to.name());
            if let Some(role) = mv.promotion() {
                text.push(b'=');
                letter(&mut text, role);
            }
        }
        if self.gives_check(mv) {
            text.push(if self.after_unchecked(mv).has_legal_move() { b'+' } else { b'#' });
        }
        text
    }

    /// The piece, and as much of the square it comes from as is needed.
    #[inline]
    fn push_origin<const N: usize>(
        &self,
        text: &mut Text<N>,
        mv: Move,
        long: bool,
        letter: &impl Fn(&mut Text<N>, Role),
    ) {
        let from = mv.from();
        let Some(piece) = self.board().piece_at(from) else { return };
        let [file, rank] = from.name();
        letter(text, piece.role());
        let (name_file, name_rank) = match piece.role() {
            _ if long => (true, true),
            Role::Pawn => (mv.is_capture(), false),
            Role::King => (false, false),
            _ => self.disambiguation(piece, from, mv.to()),
        };
        if name_file {
            text.push(file);
        }
        if name_rank {
            text.push(rank);
        }
    }

    /// Whether file, rank or both must be named to tell a piece from the others that can legally go there: the file if
    /// it does, else the rank if it does, else both.
    #[inline]
    pub(in crate::notation) fn disambiguation(&self, piece: Piece, from: Square, to: Square) -> (bool, bool) {
        let (mut rivals, mut same_file, mut same_rank) = (false, false, false);
        for at in self.origins(piece, to) {
            if at != from && self.king_allows(piece, at, to).is_ok() {
                rivals = true;
                same_file |= at.file() == from.file();
                same_rank |= at.rank() == from.rank();
            }
        }
        (rivals && (!same_file || same_rank), same_file)
    }
}

/// The letter SAN itself uses, none for a pawn.
#[inline]
fn push_letter<const N: usize>(text: &mut Text<N>, role: Role) {
    if role != Role::Pawn {
        text.push(role.letter());
    }
}
