//! Writing SAN: the shortest text that names the move.

use super::letters::{LETTER, PieceLetters};
use crate::geometry::{IS_FAST, Square, SquareSet};
use crate::moves::{CastlingSide, Move, MoveKind};
use crate::notation::{LetteredText, SanText, Text};
use crate::piece::{Piece, Role};
use crate::position::Position;
use crate::rules::Rules;

/// The length of the longest LAN text, `e7xd8=Q#`. (`Qa1xb2#` has one byte less.)
pub(in crate::notation) const CAPACITY: usize = 8;
/// The same length with the longest letters for pawn and promotion piece.
pub(in crate::notation) const LETTERED: usize = CAPACITY - 1 + 2 * LETTER;

/// Writes a legal move of this position in long algebraic notation.
///
/// ```
/// use chess0x88::{Chess, san};
/// let mut position = Chess::startpos();
/// assert_eq!(san::lan(&position, position.parse_uci("e2e4")?).as_str(), "e2-e4");
/// assert_eq!(san::lan(&position, position.parse_uci("g1f3")?).as_str(), "Ng1-f3");
/// # Ok::<(), chess0x88::uci::UciError>(())
/// ```
pub fn lan<R: Rules>(position: &Position<R>, mv: Move) -> SanText {
    position.write(mv, true, push_letter)
}

/// Writes a legal move of this position in SAN with other letters for the pieces: of a language, or figurines.
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
    position.write(mv, false, |text, piece| text.push_str(letters.of(piece)))
}

/// Writes a legal move of this position in long algebraic notation with other letters for the pieces.
pub fn lan_with<R: Rules>(position: &Position<R>, mv: Move, letters: PieceLetters) -> LetteredText {
    position.write(mv, true, |text, piece| text.push_str(letters.of(piece)))
}

impl Move {
    /// Writes the move, legal in this position, in SAN, as [`Position::san`] does.
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
    /// Writes a legal move of this position in SAN. The text of an illegal move is unspecified.
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
        self.write(mv, false, push_letter)
    }

    #[inline]
    fn write<const N: usize>(&self, mv: Move, long: bool, letter: impl Fn(&mut Text<N>, Piece)) -> Text<N> {
        let mut text = Text::new();
        let (from, to) = (mv.from(), mv.to());
        if mv.kind() == MoveKind::Castle {
            match CastlingSide::of(from, to) {
                CastlingSide::King => text.push_all(*b"O-O"),
                CastlingSide::Queen => text.push_all(*b"O-O-O"),
            }
        } else if let Some(piece) = self.board().piece_at(from) {
            letter(&mut text, piece);
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
                letter(&mut text, Piece::new(piece.color(), role).promoted());
            }
        }
        self.push_check(&mut text, mv);
        text
    }

    /// The sign of check or mate, if the move gives one.
    #[inline]
    pub(in crate::notation) fn push_check<const N: usize>(&self, text: &mut Text<N>, mv: Move) {
        // With the feature only moves that give check are played: fast. Without it all are, and no code tells before: small.
        if (!IS_FAST || self.gives_check(mv))
            && let Some(sign) = self.check_sign(mv)
        {
            text.push(sign);
        }
    }

    /// Plays a move, and returns its sign if it gives check or mate. The one copy of the position has a frame of its own.
    #[inline(never)]
    fn check_sign(&self, mv: Move) -> Option<u8> {
        let mut after = *self;
        after.play_unchecked(mv);
        after.is_check().then(|| if after.has_legal_move() { b'+' } else { b'#' })
    }

    /// Returns a flag for the file and one for the rank of the origin: `true` if it is written. The long form writes both.
    #[inline]
    pub(in crate::notation) fn named_origin(&self, piece: Piece, mv: Move, long: bool) -> (bool, bool) {
        match piece.role() {
            _ if long => (true, true),
            Role::Pawn => (mv.is_capture(), false),
            Role::King => (false, false),
            _ => self.disambiguation(piece, mv.from(), mv.to()),
        }
    }

    /// Decides which part of the origin tells a piece from other pieces that can legally go to the target: the file if it suffices,
    /// else the rank if it suffices, else both.
    #[inline]
    fn disambiguation(&self, piece: Piece, from: Square, to: Square) -> (bool, bool) {
        let rivals = self.legal_origins(piece, to, !SquareSet::from(from));
        let same_file = !(rivals & from.file().squares()).is_empty();
        let same_rank = !(rivals & from.rank().squares()).is_empty();
        (!rivals.is_empty() && (!same_file || same_rank), same_file)
    }
}

/// The letter in SAN: none for a pawn.
#[inline]
fn push_letter<const N: usize>(text: &mut Text<N>, piece: Piece) {
    if piece.role() != Role::Pawn {
        text.push(piece.role().letter());
    }
}
