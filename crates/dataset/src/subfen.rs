//! Boards of FENs as patterns: pieces that must stand on their squares.

use anyhow::{Result, anyhow};
use chess0x88::{Chess, ChessRules, Piece, Setup, SquareSet};

/// Returns `true` if the position has at least these pieces on these squares.
pub(crate) fn stand(pieces: &[(Piece, SquareSet)], position: &Chess) -> bool {
    let board = position.board();
    pieces.iter().all(|&(piece, squares)| board.squares_of(piece) & squares == squares)
}

/// Reads the pieces of the board of a FEN and their squares.
///
/// # Errors
/// The error in the text.
pub fn subfen_of(board: &str) -> Result<Vec<(Piece, SquareSet)>> {
    let setup: Setup<ChessRules> =
        format!("{board} w - - 0 1").parse().map_err(|error| anyhow!("{board:?}: {error}"))?;
    let squares = |piece: Piece| (piece, setup.board.squares_of(piece));
    let pieces = Piece::ALL.into_iter().filter(|piece| !piece.is_promoted()).map(squares);
    Ok(pieces.filter(|(_, squares)| !squares.is_empty()).collect())
}
