//! Lenient reading: FEN as people paste it, with a list of what was put right.
//!
//! ```text
//!     rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR_W  KQkqK  e6
//!                       ││                        │││      │ └┴─ no pawn can have passed there: dropped
//!                       ││                        │││      └ said before: dropped
//!                       ││                        ││└ two spaces: one      (two fields missing: 0 and 1)
//!                       ││                        │└ w
//!                       ││                        └ a space
//!                       └┴ one gap, one digit: 8
//! ```
//!
//! A repair never guesses where a piece stands: ranks that are too short or too long and unknown letters stay errors, and
//! so does a position that is not legal, unless a right to castle or an en passant square is all that is wrong with it.
//! A text that the strict reader takes gives the same position and no repairs.

use super::reader::Fields;
use super::repairs::{Notes, RepairKind, Repairs};
use super::{FenError, FenReader};
use crate::position::Position;
use crate::rules::{Rules, Setup, Violation, Violations};

impl<R: Rules> Setup<R> {
    /// Reads a FEN as people paste it, and reports what it put right. The position may be illegal.
    ///
    /// Beyond the strict form it reads: fields missing from the end or left out; spaces, tabs and underscores in any
    /// number between fields, around the text and beside slashes; a slash behind the last rank; `44` for `8`; `~` after
    /// a piece; `W` and `B`; castling letters twice or in another order; `-` for a counter, leading zeros, and counters
    /// too large, which saturate. When the limit of Makruk's count may be one of the fields left out, the last two numbers
    /// are clock and move number.
    ///
    /// It never guesses which piece is on a square, and it checks spelling only: castling rights and the en passant square stay
    /// as they are given.
    ///
    /// ```
    /// use chess0x88::{ChessRules, Setup};
    /// let (setup, repairs) = Setup::<ChessRules>::from_fen_lenient("44/8/8/8/8/8/8/k1K5_B")?;
    /// assert_eq!(setup.fen().as_str(), "8/8/8/8/8/8/8/k1K5 b - - 0 1");
    /// assert_eq!(repairs.len(), 7);
    /// assert_eq!(repairs[0].to_string(), "board: took several digits in a row for one gap (byte 1)");
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    ///
    /// # Errors
    /// The unreadable character and its place.
    pub fn from_fen_lenient(text: &str) -> Result<(Setup<R>, Repairs), FenError> {
        let mut notes = Notes::NONE;
        let setup = read_lenient(text, &mut notes)?;
        Ok((setup, notes.repairs))
    }
}

/// Reads a FEN as people paste it, and reports what it put right: the spelling, as
/// [`Setup::from_fen_lenient`] does; and castling rights and an en passant square that the board contradicts, which
/// are dropped.
///
/// A position that no game leads to, but that upsets no rule of movement ([`Violations::TOLERABLE`]), passes too, with a note among
/// the repairs. A text that [`from_fen`](Position::from_fen) takes gives the same position, and no repairs.
///
/// ```
/// use chess0x88::{Chess, ChessRules, Makruk, MakrukRules, fen};
/// let (position, repairs) = fen::parse_lenient::<ChessRules>("r3k2r/8/8/8/8/8/8/4K2R w KQkq e6")?;
/// assert_eq!(position.fen().as_str(), "r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1");
/// let notes: Vec<String> = repairs.iter().map(|repair| repair.to_string()).collect();
/// assert_eq!(notes, [
///     "half-move clock: missing, took 0 (byte 32)",
///     "full-move number: missing, took 1 (byte 32)",
///     "dropped White's right to castle on the queen's side: king or rook is not in its place (byte 26)",
///     "dropped the en passant square e6: no pawn can just have made a double step over it (byte 30)",
/// ]);
///
/// let (position, _) = fen::parse_lenient::<MakrukRules>("8/3k4/6M~1/2K1S3/44/8/8/8_b")?;
/// assert_eq!(position.fen().as_str(), "8/3k4/6M~1/2K1S3/8/8/8/8 b - - 0 1");
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
///
/// # Errors
/// The unreadable character and its place, or the reason why the position is not legal.
pub fn parse_lenient<R: Rules>(text: &str) -> Result<(Position<R>, Repairs), FenError> {
    let mut notes = Notes::NONE;
    let mut setup = read_lenient(text, &mut notes)?;
    drop_contradicted(&mut setup, &mut notes);
    tolerate(setup, notes.repairs)
}

fn read_lenient<R: Rules>(text: &str, notes: &mut Notes) -> Result<Setup<R>, FenError> {
    let (mut reader, mut fields) = (FenReader::lenient(text, notes), Fields::empty());
    let read = reader.fields::<R>(&mut fields);
    reader.result(read)?;
    Ok(fields.into_setup())
}

/// The position, with a note for each violation that is let pass.
pub(in crate::notation) fn tolerate<R: Rules>(
    setup: Setup<R>,
    mut repairs: Repairs,
) -> Result<(Position<R>, Repairs), FenError> {
    let position = setup.to_position_with(Violations::TOLERABLE)?;
    for violation in (setup.violations() & !Violations::ACCEPTED).iter() {
        repairs.push(RepairKind::Tolerated { violation, names: R::NAMES }, 0);
    }
    Ok((position, repairs))
}

/// Drops the castling rights and the en passant square that the board contradicts.
fn drop_contradicted<R: Rules>(setup: &mut Setup<R>, notes: &mut Notes) {
    let (violations, faulty) = (setup.violations(), setup.squares_of(Violation::CastlingRights));
    let mut parts = R::parts(&setup.state);
    for (color, side, rook) in R::castling(&setup.state).iter() {
        if faulty.contains(rook) {
            parts.castling.set(color, side, None);
            let at = notes.castling_at[color as usize][side as usize];
            notes.repairs.push(RepairKind::CastlingDropped { color, side }, at);
        }
    }
    setup.state = R::from_parts(parts);
    if let Some(square) = parts.en_passant.take() {
        let without = Setup { state: R::from_parts(parts), ..*setup };
        // A check that the double step does not explain speaks against the step, if the check has another explanation.
        let is_check = |violations: Violations| violations.contains(Violation::ImpossibleCheck);
        if violations.contains(Violation::EnPassant) || is_check(violations) && !is_check(without.violations()) {
            *setup = without;
            notes.repairs.push(RepairKind::EnPassantDropped { square }, notes.en_passant_at);
        }
    }
}
