//! Moves in the order of chess.js.
//!
//! Programs take the first move, and tests compare whole lists, so the order is part of the interface: squares from a8 to h1, the
//! directions of a piece as in chess.js, near squares before far ones, and castling last.

use chess0x88::{CastlingSide, Color, Move, MoveKind, Piece, Position, Role, Square};

use crate::Variant;

/// The steps of pieces, as differences on a board of sixteen columns with the eighth rank first.
const PAWN: [i32; 4] = [16, 32, 17, 15];
const KNIGHT: [i32; 8] = [-18, -33, -31, -14, 18, 33, 31, 14];
const SLIDER: [i32; 8] = [-17, -16, -15, 1, 17, 16, 15, -1];
const BISHOP: [i32; 4] = [-17, -15, 17, 15];

/// Lists the legal moves, from one square or from all.
pub(crate) fn ordered(position: &Position<Variant>, from: Option<Square>) -> Vec<Move> {
    let wanted = |mv: &&Move| from.is_none_or(|from| mv.from() == from);
    let mut moves: Vec<(u32, Move)> = Vec::with_capacity(64);
    for &mv in position.legal_moves().iter().filter(wanted) {
        // The standard library's sort would be a hundredth of the module's size.
        let place = place(position, mv);
        let at = moves.iter().rposition(|&(other, _)| other < place).map_or(0, |before| before + 1);
        moves.insert(at, (place, mv));
    }
    moves.into_iter().map(|(_, mv)| mv).collect()
}

fn place(position: &Position<Variant>, mv: Move) -> u32 {
    if let (MoveKind::Castle, Some(castling)) = (mv.kind(), mv.castling()) {
        return u32::MAX - u32::from(castling.side() == CastlingSide::King);
    }
    let cell = |square: Square| 16 * (7 - square.rank() as i32) + square.file() as i32;
    let (difference, role) = (cell(mv.to()) - cell(mv.from()), position.board().piece_at(mv.from()).map(Piece::role));
    let (direction, distance) = match role {
        Some(Role::Pawn) => {
            let forward = if position.turn() == Color::White { -difference } else { difference };
            (index(&PAWN, forward), 0)
        }
        Some(Role::Knight) => (index(&KNIGHT, difference), 0),
        _ => {
            let rows = (difference + 8) >> 4;
            let columns = difference - 16 * rows;
            let step = 16 * rows.signum() + columns.signum();
            let steps: &[i32] = if role == Some(Role::Bishop) { &BISHOP } else { &SLIDER };
            (index(steps, step), rows.unsigned_abs().max(columns.unsigned_abs()))
        }
    };
    let promotion = mv.promotion().map_or(0, |role| role as u32);
    ((cell(mv.from()).cast_unsigned() * 8 + direction) * 8 + distance) * 8 + promotion
}

fn index(steps: &[i32], step: i32) -> u32 {
    steps.iter().position(|&one| one == step).unwrap_or(0) as u32
}
