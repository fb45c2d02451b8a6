//! Lenient reading: FEN as people paste it, with a list of the repairs.
//!
//! A repair never guesses where a piece stands: wrong rank lengths and unknown letters stay errors. An illegal position stays an
//! error too, unless wrong castling rights or a wrong en passant square are the only violations. A text that the strict reader
//! accepts gives the same position without repairs.

use super::error::{FenError, RepairKind, Repairs};
use super::rewrite::{Dialect, Rewrite};
use crate::position::Position;
use crate::rules::{Rules, Setup, Violation, Violations};

impl<R: Rules> Setup<R> {
    /// Reads a FEN as people paste it, and lists the repairs. The position may be illegal.
    ///
    /// The reader also accepts
    ///
    /// - missing fields; if Makruk's limit of the count may be missing, the last two numbers are clock and move number;
    /// - any white space, invisible characters and underscores between fields, around the text and beside slashes;
    /// - backslashes, a slash after the last rank; `44` for `8`; `~` after a piece; `W` and `B`; dashes for hyphens; castling
    ///   letters twice or in another order;
    /// - `-` for a counter, leading zeros, and counters that are too large (they saturate);
    /// - quotation marks around, a semicolon behind, `position fen` or `setboard` before; a tag `[FEN "..."]`; the address of a page
    ///   such as `https://lichess.org/editor/...`; the operations of an EPD line, which are ignored.
    ///
    /// Only the spelling is repaired. Castling rights and the en passant square stay as given.
    ///
    /// ```
    /// use chess0x88::{ChessRules, Setup};
    /// let (setup, repairs) = Setup::<ChessRules>::from_fen_lenient("44/8/8/8/8/8/8/k1K5_B")?;
    /// assert_eq!(setup.fen().as_str(), "8/8/8/8/8/8/8/k1K5 b - - 0 1");
    /// assert_eq!(repairs.len(), 7);
    /// assert_eq!(repairs[0].to_string(), "board: added up adjacent digits (byte 1)");
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    ///
    /// # Errors
    /// The place of the unreadable character.
    pub fn from_fen_lenient(text: &str) -> Result<(Setup<R>, Repairs), FenError> {
        read_lenient(text, Dialect::of::<R>(), str::parse)
    }
}

/// Reads a FEN as people paste it, and lists the repairs. The spelling is repaired as in [`Setup::from_fen_lenient`]. Castling
/// rights and an en passant square that contradict the board are dropped.
///
/// A position that no game reaches is accepted if the rules of movement still work ([`Violations::TOLERABLE`]); the repairs list
/// the violation. A text that [`from_fen`](Position::from_fen) accepts gives the same position without repairs.
///
/// ```
/// use chess0x88::{Chess, ChessRules, Makruk, MakrukRules, fen};
/// let pasted = "r3k2r/8/8/8/8/8/8/4K2R w KQkq e6";
/// let (position, repairs) = fen::parse_lenient::<ChessRules>(pasted)?;
/// assert_eq!(position.fen().as_str(), "r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1");
/// let notes: Vec<String> = repairs.iter().map(|repair| repair.to_string()).collect();
/// assert_eq!(notes.len(), 4);
/// assert_eq!(notes[0], "half-move clock: missing, took 0 (byte 32)");
/// assert_eq!(notes[1], "full-move number: missing, took 1 (byte 32)");
/// assert!(notes[2].starts_with("dropped White's right to castle on the queen's side: "));
/// assert!(notes[3].starts_with("dropped the en passant square e6: "));
///
/// let (position, _) = fen::parse_lenient::<MakrukRules>("8/3k4/6M~1/2K1S3/44/8/8/8_b")?;
/// assert_eq!(position.fen().as_str(), "8/3k4/6M~1/2K1S3/8/8/8/8 b - - 0 1");
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
///
/// # Errors
/// The place of the unreadable character, or the violations of an illegal position.
pub fn parse_lenient<R: Rules>(text: &str) -> Result<(Position<R>, Repairs), FenError> {
    if let Ok(position) = Position::from_fen(text) {
        return Ok((position, Repairs::NONE));
    }
    let mut rewrite = Rewrite::over(text, Dialect::of::<R>());
    let mut setup = rewrite.read(str::parse)?;
    drop_contradicted(&mut setup, &mut rewrite);
    tolerate(setup, rewrite.repairs)
}

/// Reads a text by the strict reader, or a [rewritten](Rewrite) one if it refuses the text.
pub(in crate::notation) fn read_lenient<T>(
    text: &str,
    dialect: Dialect,
    strict: fn(&str) -> Result<T, FenError>,
) -> Result<(T, Repairs), FenError> {
    if let Ok(read) = strict(text) {
        return Ok((read, Repairs::NONE));
    }
    let rewrite = Rewrite::over(text, dialect);
    Ok((rewrite.read(strict)?, rewrite.repairs))
}

/// Returns the position, and notes each tolerated violation.
pub(in crate::notation) fn tolerate<R: Rules>(
    setup: Setup<R>,
    mut repairs: Repairs,
) -> Result<(Position<R>, Repairs), FenError> {
    let position = setup.to_position_with(Violations::TOLERABLE)?;
    for violation in (setup.violations() & !Violations::ACCEPTED).iter() {
        repairs.push(RepairKind::Tolerated { violation, game: R::GAME }, 0);
    }
    Ok((position, repairs))
}

/// Drops castling rights and an en passant square that contradict the board.
fn drop_contradicted<R: Rules>(setup: &mut Setup<R>, rewrite: &mut Rewrite<'_>) {
    let (violations, faulty) = (setup.violations(), setup.squares_of(Violation::CastlingRights));
    let mut parts = R::parts(&setup.state);
    for (color, side, rook) in R::castling(&setup.state).iter() {
        if faulty.contains(rook) {
            parts.castling.set(color, side, None);
            rewrite
                .note(RepairKind::CastlingDropped { color, side }, rewrite.castling_at[color as usize][side as usize]);
        }
    }
    setup.state = R::from_parts(parts);
    if let Some(square) = parts.en_passant.take() {
        let without = Setup { state: R::from_parts(parts), ..*setup };
        // If the double step cannot have given the check, but another last move can, the en passant square is wrong.
        let is_check = |violations: Violations| violations.contains(Violation::ImpossibleCheck);
        if violations.contains(Violation::EnPassant) || is_check(violations) && !is_check(without.violations()) {
            *setup = without;
            rewrite.note(RepairKind::EnPassantDropped { square }, rewrite.en_passant_at);
        }
    }
}
