//! The spelling of castling.

use chess0x88::fen::{self, FenStyle, FenText};
use chess0x88::uci::CastlingMode;
use chess0x88::{CastlingSide, Color, File, Position, Rules, Square};

/// Returns the spelling of castling for a game with this start. If a king or rook with castling rights is not on its usual
/// square, the game is Chess960, and all castling is written as king takes rook, since programs expect one spelling in a game.
pub(crate) fn mode<R: Rules>(start: &Position<R>) -> CastlingMode {
    let is_unusual = start.castling_rights().iter().any(|(color, side, rook)| is_unusual(start, color, side, rook));
    if is_unusual { CastlingMode::Chess960 } else { CastlingMode::Standard }
}

/// Returns `true` if the king or the rook of a castling right is not on its usual square.
pub(crate) fn is_unusual<R: Rules>(position: &Position<R>, color: Color, side: CastlingSide, rook: Square) -> bool {
    let home = if side == CastlingSide::King { File::H } else { File::A };
    rook.file() != home || position.king(color).file() != File::E
}

/// Returns `true` if these rights can belong to one game: both sides started on the same files.
pub(crate) fn is_of_one_start<R: Rules>(position: &Position<R>) -> bool {
    let rights = position.castling_rights();
    rights.iter().all(|(color, side, rook)| {
        rights.iter().filter(|&(other, ..)| other != color).all(|(other, other_side, other_rook)| {
            position.king(color).file() == position.king(other).file()
                && (side != other_side || rook.file() == other_rook.file())
        })
    })
}

/// Returns the spelling of a FEN. If each side has its own start (Double Fischer Random), rights name the files of rooks: `KQkq`
/// would mean the usual squares.
pub(crate) fn style<R: Rules>(position: &Position<R>) -> FenStyle {
    FenStyle { shredder: !is_of_one_start(position), ..FenStyle::default() }
}

/// Writes a FEN in that spelling.
pub(crate) fn write_fen<R: Rules>(position: &Position<R>) -> FenText {
    fen::write(position, style(position))
}
