//! Writing SAN: the shortest text that names the move.

use super::letters::{LETTER, PieceLetters};
use super::{CheckSign, PieceMove, San};
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
    write(position, mv, true, push_letter)
}

/// Writes a legal move of this position in SAN with other letters for the pieces: of a language, or figurines.
///
/// ```
/// use chess0x88::san::PieceLetters;
/// use chess0x88::{Chess, san};
/// let position = Chess::startpos();
/// let mv = position.parse_san("Nf3")?;
/// assert_eq!(san::san_with(&position, mv, PieceLetters::FIGURINES).as_str(), "♘f3");
/// # Ok::<(), chess0x88::san::SanError>(())
/// ```
pub fn san_with<R: Rules>(position: &Position<R>, mv: Move, letters: PieceLetters) -> LetteredText {
    write(position, mv, false, |text, piece| text.push_str(letters.of(piece)))
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
    #[doc(alias("SanPlus", "make_san", "to_san"))]
    pub fn san(&self, mv: Move) -> SanText {
        write(self, mv, false, push_letter)
    }

    /// Returns the sign of a move that gives check or mate.
    #[inline]
    pub(in crate::notation) fn check_sign(&self, mv: Move) -> Option<CheckSign> {
        // With the feature only moves that give check are played: fast. Without it all are, and no code tells before: small.
        if !IS_FAST || self.gives_check(mv) { self.check_sign_after(mv) } else { None }
    }

    /// Plays a move, and returns its sign if it gives check or mate. The one copy of the position has a frame of its own.
    #[inline(never)]
    fn check_sign_after(&self, mv: Move) -> Option<CheckSign> {
        let mut after = *self;
        after.play_unchecked(mv);
        after.is_check().then(|| if after.has_legal_move() { CheckSign::Check } else { CheckSign::Mate })
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

#[inline(always)]
fn write<R: Rules, const N: usize>(
    position: &Position<R>,
    mv: Move,
    is_long: bool,
    letter: impl Fn(&mut Text<N>, Piece),
) -> Text<N> {
    let Some(piece) = position.board().piece_at(mv.from()) else { return Text::new() };
    let mut text = San::of(position, piece, mv, is_long, None).text(piece, is_long, letter);
    if let Some(sign) = position.check_sign(mv) {
        text.push(sign as u8);
    }
    text
}

impl San {
    /// The parts of a legal move of this piece with this sign. The long form has the whole origin.
    #[inline(always)]
    pub(in crate::notation) fn of<R: Rules>(
        position: &Position<R>,
        piece: Piece,
        mv: Move,
        is_long: bool,
        sign: Option<CheckSign>,
    ) -> San {
        let (from, to) = (mv.from(), mv.to());
        if mv.kind() == MoveKind::Castle {
            return San::Castle { side: CastlingSide::of(from, to), sign };
        }
        let (has_file, has_rank) = match piece.role() {
            _ if is_long => (true, true),
            Role::Pawn => (mv.is_capture(), false),
            Role::King => (false, false),
            _ => position.disambiguation(piece, from, to),
        };
        San::Piece(PieceMove {
            role: piece.role(),
            file: has_file.then(|| from.file()),
            rank: has_rank.then(|| from.rank()),
            is_capture: mv.is_capture(),
            to,
            promotion: mv.promotion(),
            sign,
        })
    }

    /// Writes the parts with the letters of this piece and of the piece that it becomes. The long form has a hyphen where nothing is captured.
    #[inline(always)]
    pub(super) fn text<const N: usize>(
        self,
        piece: Piece,
        is_long: bool,
        letter: impl Fn(&mut Text<N>, Piece),
    ) -> Text<N> {
        let mut text = Text::new();
        let sign = match self {
            San::Castle { side, sign } => {
                let castles = if side == CastlingSide::King { "O-O" } else { "O-O-O" };
                castles.bytes().for_each(|byte| text.push(byte));
                sign
            }
            San::Piece(step) => {
                letter(&mut text, piece);
                if let Some(file) = step.file {
                    text.push(file.char() as u8);
                }
                if let Some(rank) = step.rank {
                    text.push(rank.char() as u8);
                }
                if step.is_capture {
                    text.push(b'x');
                } else if is_long {
                    text.push(b'-');
                }
                text.push_all(step.to.name());
                if let Some(role) = step.promotion {
                    text.push(b'=');
                    letter(&mut text, Piece::new(piece.color(), role).promoted());
                }
                step.sign
            }
        };
        if let Some(sign) = sign {
            text.push(sign as u8);
        }
        text
    }
}

/// The letter in SAN: none for a pawn.
#[inline]
pub(super) fn push_letter<const N: usize>(text: &mut Text<N>, piece: Piece) {
    if piece.role() != Role::Pawn {
        text.push(piece.role().letter());
    }
}
