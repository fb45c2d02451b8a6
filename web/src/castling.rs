//! The spelling of castling.

use chess0x88::fen::{self, FenStyle, FenText};
use chess0x88::uci::CastlingMode;
use chess0x88::{CastlingSide, Color, File, Position, Rules, Square};

/// The spelling for a game with this start. Where a king or a rook that may castle stands elsewhere than usual, the game is Chess960,
/// and all castling is spelt as king takes rook: programs expect one spelling in a game.
pub(crate) fn mode<R: Rules>(start: &Position<R>) -> CastlingMode {
    let is_unusual = start.castling_rights().iter().any(|(color, side, rook)| is_unusual(start, color, side, rook));
    if is_unusual { CastlingMode::Chess960 } else { CastlingMode::Standard }
}

/// Returns `true` if the king or the rook of a right stands elsewhere than usual.
pub(crate) fn is_unusual<R: Rules>(position: &Position<R>, color: Color, side: CastlingSide, rook: Square) -> bool {
    let home = if side == CastlingSide::King { File::H } else { File::A };
    rook.file() != home || position.king(color).file() != File::E
}

/// Returns `true` if these can be the rights of one game: both sides start from the same files.
pub(crate) fn is_of_one_start<R: Rules>(position: &Position<R>) -> bool {
    let rights = position.castling_rights();
    rights.iter().all(|(color, side, rook)| {
        rights.iter().filter(|&(other, ..)| other != color).all(|(other, other_side, other_rook)| {
            position.king(color).file() == position.king(other).file()
                && (side != other_side || rook.file() == other_rook.file())
        })
    })
}

/// The spelling of a FEN. Where each side has its own start (Double Fischer Random), rights are named by the files of rooks: `KQkq`
/// would be read as those of a game from the usual squares.
pub(crate) fn style<R: Rules>(position: &Position<R>) -> FenStyle {
    FenStyle { shredder: !is_of_one_start(position), ..FenStyle::default() }
}

/// Writes a FEN in that spelling.
pub(crate) fn write_fen<R: Rules>(position: &Position<R>) -> FenText {
    fen::write(position, style(position))
}
