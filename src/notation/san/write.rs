//! Writing: the shortest text that names the move.

use super::letters::{LETTER, PieceLetters};
use crate::attacks::attackers;
use crate::geometry::{Square, SquareSet};
use crate::moves::{CastlingSide, Move, MoveKind};
use crate::notation::{Buffer, LetteredText, SanText};
use crate::piece::{Piece, Role};
use crate::position::Position;
use crate::rules::Rules;

/// The longest: `e7xd8=Q#`, in long form. (Without its origin's rank it has one less, as `Qa1xb2#` has.)
pub(in crate::notation) const CAPACITY: usize = 8;
/// The same when pawn and promotion take as many bytes as they may.
pub(in crate::notation) const LETTERED: usize = CAPACITY - 1 + 2 * LETTER;

/// A legal move of this position in long algebraic notation.
///
/// ```
/// use chess0x88::{Chess, san};
/// let mut position = Chess::startpos();
/// assert_eq!(san::lan(&position, position.parse_uci("e2e4")?).as_str(), "e2-e4");
/// assert_eq!(san::lan(&position, position.parse_uci("g1f3")?).as_str(), "Ng1-f3");
/// # Ok::<(), chess0x88::uci::UciError>(())
/// ```
pub fn lan<R: Rules>(position: &Position<R>, mv: Move) -> SanText {
    SanText(position.write(mv, true, push_letter))
}

/// A legal move of this position in SAN with other letters for the pieces: a language's, or figurines.
///
/// ```
/// use chess0x88::san::PieceLetters;
/// use chess0x88::{Chess, san};
/// let position = Chess::startpos();
/// let mv = position.parse_san("Nf3")?;
/// assert_eq!(san::san_with(&position, mv, PieceLetters::FIGURINES).as_str(), "♘f3");
/// assert_eq!(san::lan_with(&position, mv, PieceLetters::FIGURINES).as_str(), "♘g1-f3");
/// # Ok::<(), chess0x88::san::SanError>(())
/// ```
pub fn san_with<R: Rules>(position: &Position<R>, mv: Move, letters: PieceLetters) -> LetteredText {
    LetteredText(position.write(mv, false, |text, role| text.push_str(letters.letter(role))))
}

/// A legal move of this position in long algebraic notation with other letters for the pieces.
pub fn lan_with<R: Rules>(position: &Position<R>, mv: Move, letters: PieceLetters) -> LetteredText {
    LetteredText(position.write(mv, true, |text, role| text.push_str(letters.letter(role))))
}

impl Move {
    /// The move in SAN, if it is legal in this position: what [`Position::san`] writes.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position = Chess::startpos();
    /// assert_eq!(position.parse_uci("g1f3")?.san(&position), "Nf3");
    /// # Ok::<(), chess0x88::uci::UciError>(())
    /// ```
    #[doc(alias("to_san"))]
    pub fn san<R: Rules>(self, position: &Position<R>) -> SanText {
        position.san(self)
    }
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
    #[doc(alias("SanPlus", "make_san"))]
    pub fn san(&self, mv: Move) -> SanText {
        SanText(self.write(mv, false, push_letter))
    }

    #[inline]
    fn write<const N: usize>(&self, mv: Move, long: bool, letter: impl Fn(&mut Buffer<N>, Role)) -> Buffer<N> {
        let mut text = Buffer::new();
        let (from, to) = (mv.from(), mv.to());
        if mv.kind() == MoveKind::Castle {
            match CastlingSide::of(from, to) {
                CastlingSide::King => text.push_all(*b"O-O"),
                CastlingSide::Queen => text.push_all(*b"O-O-O"),
            }
        } else if let Some(piece) = self.board().piece_at(from) {
            letter(&mut text, piece.role());
            let (name_file, name_rank) = self.named_origin(piece, mv, long);
            let [file, rank] = from.name();
            if name_file {
                text.push(file);
            }
            if name_rank {
                text.push(rank);
            }
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
        self.push_check(&mut text, mv);
        text
    }

    /// The sign for check or mate, if the move gives one.
    #[inline]
    pub(in crate::notation) fn push_check<const N: usize>(&self, text: &mut Buffer<N>, mv: Move) {
        if let Some(sign) = self.check_sign(mv) {
            text.push(sign);
        }
    }

    /// Returns two booleans: `true` if the origin's file is named, and `true` if its rank is. No more than is needed, unless the form is long.
    #[inline]
    pub(in crate::notation) fn named_origin(&self, piece: Piece, mv: Move, long: bool) -> (bool, bool) {
        match piece.role() {
            _ if long => (true, true),
            Role::Pawn => (mv.is_capture(), false),
            Role::King => (false, false),
            _ => self.disambiguation(piece, mv.from(), mv.to()),
        }
    }

    /// Decides if file, rank or both must be named to tell a piece from the others that can legally go there: the file if
    /// it does, else the rank if it does, else both.
    #[inline]
    fn disambiguation(&self, piece: Piece, from: Square, to: Square) -> (bool, bool) {
        let rivals = self.legal_origins(piece, to, !SquareSet::from(from));
        let same_file = !(rivals & from.file().squares()).is_empty();
        let same_rank = !(rivals & from.rank().squares()).is_empty();
        (!rivals.is_empty() && (!same_file || same_rank), same_file)
    }

    /// The squares, of those that are `meant`, from which pieces like this one can legally go to a square.
    #[inline]
    pub(super) fn legal_origins(&self, piece: Piece, to: Square, meant: SquareSet) -> SquareSet {
        let origins = self.origins(piece, to) & meant;
        origins.into_iter().filter(|&from| self.king_allows(piece, from, to).is_ok()).collect()
    }

    /// The squares of the pieces like this one that can go to a square, the king's safety aside. Not for pawns, which go
    /// one way and capture another.
    #[inline]
    fn origins(&self, piece: Piece, to: Square) -> SquareSet {
        let (board, occupied) = (self.board(), self.board().occupied().bits());
        SquareSet::from_bits(attackers::<R>(board, to, piece.color(), occupied)) & board.squares_of(piece)
    }
}

/// The letter SAN itself uses, none for a pawn.
#[inline]
fn push_letter<const N: usize>(text: &mut Buffer<N>, role: Role) {
    if role != Role::Pawn {
        text.push(role.letter());
    }
}
