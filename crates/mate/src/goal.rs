//! The goal of both sides in a helpmate, and the moves that bring it nearer.

use chess0x88::{Color, Move, MoveKind, MoveList, Piece, Position, Role, Rules, Square, SquareSet};

use crate::compact::Side;

/// The first class of moves: they make progress.
pub(crate) const PROMISING: u8 = 0;
/// The last class of moves: useless moves.
pub(crate) const USELESS: u8 = 2;

/// The goal of both sides: the losing king in a corner that the winner's bishop can attack, the winner's king near.
pub(crate) struct Goal {
    winner: Color,
    pub(crate) corner: Square,
    /// `true` if the loser has only pawns to block squares.
    needs_promotion: bool,
}

impl Goal {
    pub(crate) fn of<R: Rules>(position: &Position<R>, winner: Color) -> Goal {
        let (ours, theirs) = (position.king(winner), position.king(!winner));
        let far = |&&corner: &&Square| theirs.distance(corner) + ours.distance(corner).saturating_sub(2);
        let corner = corners(position, winner).iter().min_by_key(far).copied().unwrap_or(Square::A1);
        let [ours, theirs] = [winner, !winner].map(|color| Side::of::<R>(position.board(), color));
        let needs_promotion = needs_picture::<R>(&ours) && theirs.all == theirs.pawns | theirs.king;
        Goal { winner, corner, needs_promotion }
    }

    /// Classifies a move: 0 is best.
    pub(crate) fn class<R: Rules>(&self, position: &Position<R>, mv: Move) -> u8 {
        let Some(piece) = position.board().piece_at(mv.from()) else { return 1 };
        // Most moves need no distance.
        let nears = |least| (least..mv.from().distance(self.corner)).contains(&mv.to().distance(self.corner));
        let captures = mv.is_capture();
        if position.turn() == self.winner {
            match piece.role() {
                _ if captures => 0,
                Role::Pawn => 0,
                Role::King | Role::Knight if nears(2) && mv.kind() != MoveKind::Castle => 0,
                _ => 1,
            }
        } else {
            match piece.role() {
                Role::King if nears(0) => 0,
                _ if captures => 2,
                Role::Pawn if !self.needs_promotion => 2,
                Role::Pawn => 0,
                Role::Knight if nears(1) => 0,
                _ => 1,
            }
        }
    }

    /// The moves of a position with their classes, best first.
    pub(crate) fn ranked<R: Rules>(
        &self,
        position: &Position<R>,
        moves: &MoveList,
    ) -> impl Iterator<Item = (u8, Move)> {
        (PROMISING..=USELESS).flat_map(move |class| {
            let of_class = move |&&mv: &&Move| self.class(position, mv) == class;
            moves.iter().filter(of_class).map(move |&mv| (class, mv))
        })
    }
}

/// Returns `true` if a side has no piece that mates easily and cannot get one: it mates by a picture.
pub(crate) fn needs_picture<R: Rules>(side: &Side) -> bool {
    side.orthogonal == 0 && (side.pawns == 0 || !R::PROMOTIONS.contains(&Role::Queen))
}

/// The corners in which the winner can mate with its pieces, or with pieces it might get.
pub(crate) fn corners<R: Rules>(position: &Position<R>, winner: Color) -> &'static [Square] {
    let board = position.board();
    let bishops = |color| board.squares_of(Piece::new(color, Role::Bishop));
    let (ours, theirs) = (bishops(winner), bishops(!winner));
    let dark = |set: SquareSet| !(set & !SquareSet::LIGHT).is_empty();
    let light = |set: SquareSet| !(set & SquareSet::LIGHT).is_empty();
    if Side::of::<R>(board, winner).majors() != 0 || ours.is_empty() && theirs.is_empty() || dark(ours) && light(ours) {
        &[Square::A1, Square::H1, Square::A8, Square::H8]
    } else if dark(ours) || ours.is_empty() && light(theirs) {
        &[Square::A1, Square::H8]
    } else {
        &[Square::H1, Square::A8]
    }
}
