//! How castling is spelt.

use chess0x88::uci::CastlingMode;
use chess0x88::{CastlingSide, File, Position, Rules};

/// The spelling for a game with this start. Where a king or a rook that may castle stands elsewhere than usual, the game is Chess960,
/// and all castling is spelt as king takes rook: programs expect one spelling in a game.
pub(crate) fn mode<R: Rules>(start: &Position<R>) -> CastlingMode {
    let is_unusual = start.castling_rights().iter().any(|(color, side, rook)| {
        let home = if side == CastlingSide::King { File::H } else { File::A };
        rook.file() != home || start.king(color).file() != File::E
    });
    if is_unusual { CastlingMode::Chess960 } else { CastlingMode::Standard }
}
