//! The start position of a tag `FEN`: its dialect in Makruk, and castling rights that only Chess960 has.

use core::any::Any;

use arrayvec::ArrayString;
use chess0x88::fen::{self, FenError, Repair};
use chess0x88::san::PieceLetters;
use chess0x88::{CastlingSide, Chess, Color, File, Position, Rules, Square, Violations, makruk};

use super::RawText;

/// The start that a tag `FEN` describes.
pub(super) struct Start<R: Rules> {
    pub(super) position: Position<R>,
    pub(super) repair: Option<Repair>,
    /// The letters of the dialect.
    pub(super) letters: PieceLetters,
}

/// Reads the tag `FEN`.
pub(super) fn start<R: Rules>(tag: &RawText<'_>) -> Result<Start<R>, FenError> {
    with_text(tag, read)
}

/// Returns the position of the tag without castling rights that only Chess960 has; `None` if it has none of them, or is known to be
/// Chess960.
pub(super) fn in_chess<R: Rules>(tag: &RawText<'_>, position: &Position<R>) -> Option<Position<R>> {
    if with_text(tag, names_rooks) { None } else { without_rights(position) }
}

fn with_text<T>(tag: &RawText<'_>, give: impl FnOnce(&str) -> T) -> T {
    // The buffer is longer than any FEN, so a cut text stays invalid.
    let decoded: ArrayString<250> = tag.coded().decoded();
    give(tag.as_str().unwrap_or(&decoded).trim_ascii())
}

/// Reads a FEN. Thai FEN has letters that the other dialect has not, or another number of fields.
fn read<R: Rules>(text: &str) -> Result<Start<R>, FenError> {
    let start = |position, repair, letters| Start { position, repair, letters };
    let strictly = fen::parse_tolerating(text, Violations::TOLERABLE);
    if let Ok(position) = strictly {
        return Ok(start(position, None, PieceLetters::ENGLISH));
    }
    let thai = thai::<R>(text);
    if let Some((position, None)) = thai {
        return Ok(start(position, None, PieceLetters::THAI));
    }
    match (fen::parse_lenient(text), thai) {
        (Ok((position, repairs)), _) => Ok(start(position, repairs.first().copied(), PieceLetters::ENGLISH)),
        (Err(_), Some((position, repair))) => Ok(start(position, repair, PieceLetters::THAI)),
        (Err(error), None) => Err(error),
    }
}

/// Reads Thai FEN, which only Makruk has.
fn thai<R: Rules>(text: &str) -> Option<(Position<R>, Option<Repair>)> {
    if R::CASTLING {
        return None;
    }
    let (position, repairs) = makruk::from_thai_fen_lenient(text).ok()?;
    let position = (&position as &dyn Any).downcast_ref::<Position<R>>()?;
    Some((*position, repairs.first().copied()))
}

/// Returns the letters of the dialect of a FEN; English if no position can be read.
#[cfg(feature = "alloc")]
pub(super) fn letters<R: Rules>(fen: &str) -> PieceLetters {
    if R::CASTLING {
        PieceLetters::ENGLISH
    } else {
        read::<R>(fen.trim_ascii()).map(|start| start.letters).unwrap_or_default()
    }
}

/// Returns `true` if the castling rights name the files of their rooks, as only those of Chess960 do.
fn names_rooks(fen: &str) -> bool {
    let rights = fen.split_ascii_whitespace().nth(2).unwrap_or_default();
    rights.bytes().any(|byte| matches!(byte.to_ascii_lowercase(), b'a'..=b'h'))
}

/// Drops the rights of a king or rook that is not on its square in chess, unless the position starts a game of Chess960.
fn without_rights<R: Rules>(position: &Position<R>) -> Option<Position<R>> {
    let is_unusual = |&(color, side, rook): &(Color, CastlingSide, Square)| {
        let edge = if side == CastlingSide::King { File::H } else { File::A };
        rook.file() != edge || position.king(color).file() != File::E
    };
    let rights = position.castling_rights();
    let chess = (position as &dyn Any).downcast_ref::<Chess>();
    if !rights.iter().any(|right| is_unusual(&right)) || chess.is_some_and(|chess| chess.chess960_number().is_some()) {
        return None;
    }
    let mut setup = position.to_setup();
    for (color, side, _) in rights.iter().filter(is_unusual) {
        setup.set_castling(color, side, false);
    }
    // A position stays one with fewer rights.
    setup.to_position_with(Violations::TOLERABLE).ok()
}
