//! [`infer`]: the meaning of one reading, given the position before it.
//!
//! ```text
//!    a move touches at most four squares;         nothing differs               Unchanged
//!    what differs from the position must          all as after a move           Move, Ambiguous
//!    be among them                                some of a move's squares      InProgress
//! ```
//!
//! Moves are visited as they are generated, since a list of moves would take a kilobyte of stack.

use core::ops::ControlFlow;

use crate::Reading;
use crate::history::Line;
use crate::reading::Knows;
use chess0x88::{Color, Move, MoveKind, MoveList, Piece, Position, Rules, Square, SquareSet};

/// Calls a function with each legal move. Behind a reference, the generator is compiled once.
pub(crate) fn each_legal<R: Rules>(position: &Position<R>, act: &mut dyn FnMut(Move)) {
    let _ = position.visit_legal_moves(|mv| {
        act(mv);
        ControlFlow::<()>::Continue(())
    });
}

/// Returns `true` if a square lies between two others on a line.
pub(crate) fn is_between(from: Square, to: Square, at: Square) -> bool {
    SquareSet::between(from, to).contains(at)
}

/// The meaning of a reading: see [`infer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum Inference {
    /// The board shows the position.
    Unchanged,
    /// A move was made.
    Move(Move),
    /// One of several moves was made, mostly promotions to different pieces. [`candidates`] lists them.
    Ambiguous,
    /// A move is being made, or the last move is being taken back. [`candidates`] lists the moves.
    InProgress {
        /// The squares that became empty.
        lifted: SquareSet,
    },
    /// The board shows the position before the last move.
    Takeback,
    /// Each side made a move.
    TwoMoves(Move, Move),
    /// The pieces have been set up for a new game.
    Start,
    /// No move explains the reading.
    Impossible {
        /// The squares that contradict the position.
        squares: SquareSet,
    },
}

/// Finds the meaning of a reading. `position` is the last position that the board is known to have shown. `before` is the position
/// before it, for recognising a move that is taken back.
///
/// A completed move is preferred to a move in progress, and one move to two. A pawn may be left standing for the piece that it has
/// become.
///
/// ```
/// use chess0x88::{Chess, Square};
/// use chess0x88_eboard::{Inference, infer};
/// let start = Chess::startpos();
/// let mut board = start.board().occupied();
/// board.remove(Square::E1);
/// // Before the king has anywhere to go ...
/// assert_eq!(
///     infer(&start, None, board),
///     Inference::Impossible { squares: Square::E1.into() }
/// );
/// board.insert(Square::E1);
/// board.remove(Square::G1);
/// assert_eq!(
///     infer(&start, None, board),
///     Inference::InProgress { lifted: Square::G1.into() }
/// );
/// board.insert(Square::F3);
/// assert_eq!(infer(&start, None, board), Inference::Move(start.parse_san("Nf3")?));
/// # Ok::<(), chess0x88::san::SanError>(())
/// ```
pub fn infer<R: Rules>(position: &Position<R>, before: Option<&Position<R>>, reading: impl Into<Reading>) -> Inference {
    let reading = reading.into();
    let inference = at_once(position, before, &reading);
    if !matches!(inference, Inference::Impossible { .. }) {
        return inference;
    }
    let (mut made, mut pair) = (0, None);
    each_pair(position, &reading, &mut |first, second| {
        made += u32::from(second.is_made());
        if let Inference::Move(second) = second {
            pair = Some((first, second));
        }
    });
    match pair {
        Some((first, second)) if made == 1 => Inference::TwoMoves(first, second),
        _ => inference,
    }
}

/// Lists the moves that a reading may show, completed or in progress: each square of such a move is as before the move, as after
/// it, or empty. A sliding piece may stand on one square of its path.
///
/// ```
/// use chess0x88::{Chess, Square};
/// use chess0x88_eboard::candidates;
/// let start = Chess::startpos();
/// let lifted = start.board().occupied() - Square::G1.into();
/// assert_eq!(candidates(&start, lifted).len(), 2);
/// ```
pub fn candidates<R: Rules>(position: &Position<R>, reading: impl Into<Reading>) -> MoveList {
    let reading = reading.into();
    let mut candidates = MoveList::new();
    each_candidate(position, &reading, &mut |mv| _ = candidates.try_push(mv));
    candidates
}

/// Calls a function with each move of [`candidates`].
pub(crate) fn each_candidate<R: Rules>(position: &Position<R>, reading: &Reading, act: &mut dyn FnMut(Move)) {
    let differing = reading.differences(position);
    if differing.len() <= MOST_CHANGED {
        each_legal(position, &mut |mv| {
            if is_in_progress(position, mv, reading, differing) {
                act(mv);
            }
        });
    }
}

/// The largest number of squares that a move changes: four, by castling.
const MOST_CHANGED: usize = 4;

impl Inference {
    /// Returns `true` if a move has been made.
    pub(crate) const fn is_made(&self) -> bool {
        matches!(self, Inference::Move(_) | Inference::Ambiguous)
    }
}

/// Finds how far one move explains a reading.
fn one_move<R: Rules>(position: &Position<R>, reading: &Reading) -> Inference {
    let squares = reading.differences(position);
    let mut found = Inference::Impossible { squares };
    each_candidate(position, reading, &mut |mv| {
        found = match (found, is_made(position, mv, reading)) {
            (Inference::Move(_), true) => Inference::Ambiguous,
            (Inference::Move(_) | Inference::Ambiguous, _) => return,
            (_, true) => Inference::Move(mv),
            (_, false) => Inference::InProgress { lifted: squares - reading.board.occupied() },
        };
    });
    found
}

/// Infers as [`infer`] does, but without pairs of moves.
pub(crate) fn at_once<R: Rules>(position: &Position<R>, before: Option<&Position<R>>, reading: &Reading) -> Inference {
    let differing = reading.differences(position);
    if differing.is_empty() {
        return Inference::Unchanged;
    }
    let found = one_move(position, reading);
    if found.is_made() {
        return found;
    }
    if before.is_some_and(|before| reading.differences(before).is_empty()) {
        return Inference::Takeback;
    }
    if reading.differences(&Position::<R>::startpos()).is_empty() {
        return Inference::Start;
    }
    let is_taken_back = |before: &Position<R>| {
        (differing - changed(before, position)).is_empty()
            && differing.into_iter().all(|square| reading.may_show::<R>(square, before.board().piece_at(square)))
    };
    if before.is_some_and(is_taken_back) {
        return Inference::InProgress { lifted: differing - reading.board.occupied() };
    }
    found
}

pub(crate) fn changed<R: Rules>(before: &Position<R>, position: &Position<R>) -> SquareSet {
    Reading::from(*before.board()).differences(position)
}

/// Returns `true` if the reading shows the position after a move.
fn is_made<R: Rules>(position: &Position<R>, mv: Move, reading: &Reading) -> bool {
    is_seen(mv, reading) && reading.differences(&position.after_unchecked(mv)).is_empty()
}

/// Returns `true` if the reading is evidence of a move: a target square is trusted, and a capture was seen.
pub(crate) fn is_seen(mv: Move, reading: &Reading) -> bool {
    let has_landed = !reading.suspects.contains(mv.landing())
        || mv.castling().is_some_and(|castling| !reading.suspects.contains(castling.rook_to));
    has_landed && is_capture_seen(mv, reading)
}

/// Returns `true` unless a move is a capture that no reading has shown. A board that does not know the pieces shows the same after
/// a capture and while the capturing piece is in the hand, so the captured piece's square must have been seen empty.
pub(crate) fn is_capture_seen(mv: Move, reading: &Reading) -> bool {
    reading.knows_pieces() || !mv.is_capture() || mv.is_en_passant() || reading.emptied.contains(mv.to())
}

/// Returns `true` if all differences from the position belong to a move in progress: each square of the move is as before, as
/// after, or empty. A sliding piece may stand on one square of its path.
pub(crate) fn is_in_progress<R: Rules>(
    position: &Position<R>,
    mv: Move,
    reading: &Reading,
    differing: SquareSet,
) -> bool {
    let (mut touched, mut fits) = (SquareSet::EMPTY, true);
    position.changes(mv).for_each(|(square, piece)| {
        touched.insert(square);
        fits &= !differing.contains(square) || reading.may_show::<R>(square, piece);
    });
    let others = differing - touched;
    let is_explained = |square| others.len() == 1 && slides_over(position, mv, reading, square);
    fits && others.first().is_none_or(is_explained) && !stands_twice(position, mv, reading)
}

/// Returns `true` if both squares of a move show a piece although it captures nothing: another piece stands on its target.
fn stands_twice<R: Rules>(position: &Position<R>, mv: Move, reading: &Reading) -> bool {
    let stands = |square| reading.board.piece_at(square).is_some() && !reading.suspects.contains(square);
    position.board().piece_at(mv.to()).is_none() && stands(mv.from()) && stands(mv.to())
}

/// Returns `true` if a square on the path of a move shows a piece: the moving piece has left its origin and has not arrived.
fn slides_over<R: Rules>(position: &Position<R>, mv: Move, reading: &Reading, square: Square) -> bool {
    let before = position.board();
    let slides = |from, to| {
        is_between(from, to, square)
            && reading.board.piece_at(from).is_none()
            && (reading.board.piece_at(to).is_none() || before.piece_at(to).is_some())
            && reading.board.piece_at(square).is_some()
            && reading.shows::<R>(square, before.piece_at(from))
    };
    slides(mv.from(), mv.landing()) || mv.castling().is_some_and(|castling| slides(castling.rook, castling.rook_to))
}

/// Returns `true` if a hand that has slid a piece as in `mv` may have slid it on as in `other`, which leads over the square where `mv`
/// ends.
pub(crate) fn goes_on(mv: Move, other: Move) -> bool {
    let (from, to) = match other.castling() {
        Some(castling) if castling.rook == mv.from() => (castling.rook, castling.rook_to),
        _ => (other.from(), other.landing()),
    };
    from == mv.from() && is_between(from, to, mv.landing())
}

/// Returns `true` if a board that shows a move may show part of another move: of a slide, or of castling.
pub(crate) fn may_go_on<R: Rules>(position: &Position<R>, mv: Move, reading: &Reading) -> bool {
    let mut may_go_on = false;
    let differing = reading.differences(position);
    each_legal(position, &mut |other| {
        let is_half = || other.kind() == MoveKind::Castle && is_in_progress(position, other, reading, differing);
        may_go_on |= other != mv && (goes_on(mv, other) || is_half());
    });
    may_go_on
}

/// Returns `true` if a move is that of the king or the rook in a legal castling.
#[inline(never)]
pub(crate) fn is_half_castling<R: Rules>(position: &Position<R>, mv: Move) -> bool {
    let mut is_half = false;
    each_legal(position, &mut |other| {
        is_half |= other.castling().is_some_and(|castling| {
            let both = [(castling.king, castling.king_to), (castling.rook, castling.rook_to)];
            other != mv && both.contains(&(mv.from(), mv.to()))
        });
    });
    is_half
}

/// Returns `true` if a reading with a move in progress after `mv` shows that the other side makes it. An empty target of `mv` is no
/// such evidence, since the piece may be in the hand again; except if a capturing piece is sliding there.
pub(crate) fn is_answer<R: Rules>(position: &Position<R>, mv: Move, reading: &Reading) -> bool {
    let differing = reading.differences(&position.after_unchecked(mv));
    let lifted = differing - reading.board.occupied();
    let is_clear = !lifted.contains(mv.landing()) || lifted != differing;
    is_clear && !(lifted & reading.fresh & position.board().colored(!position.turn())).is_empty()
}

/// Returns `true` if a piece of this side may have landed on its target before the piece of the other side that a reading shows there.
pub(crate) fn has_landed(side: Color, mv: Move, reading: &Reading) -> bool {
    let is_other = |piece: Piece| piece.color() != side;
    !reading.knows_pieces()
        || (reading.emptied | reading.suspects).contains(mv.landing())
        || !reading.board.piece_at(mv.landing()).is_some_and(is_other)
}

/// Returns `true` if a move captures a pawn en passant that no reading has shown on its square.
pub(crate) fn takes_unshown(mv: Move, pawn: Square, reading: &Reading) -> bool {
    mv.is_en_passant() && !reading.knows_pieces() && !reading.emptied.contains(pawn)
}

/// Returns `true` if a square shows a piece and has not been seen empty.
pub(crate) fn stays(square: Square, reading: &Reading) -> bool {
    reading.board.piece_at(square).is_some() && !(reading.emptied | reading.suspects).contains(square)
}

/// Returns `true` if each square of a move that shows a piece is among those seen to change. A board that knows no pieces may miss that
/// a capture's target was empty, or that a king and rook have changed places.
pub(crate) fn is_evident<R: Rules>(position: &Position<R>, mv: Move, reading: &Reading, changed: SquareSet) -> bool {
    let mut is_evident = true;
    position.changes(mv).for_each(|(square, _)| {
        let is_alike = mv.kind() == MoveKind::Castle || mv.is_capture() && square == mv.to();
        let may_be_missed = !reading.knows_pieces() && is_alike;
        is_evident &= may_be_missed || changed.contains(square) || reading.board.piece_at(square).is_none();
    });
    is_evident
}

/// Lists the moves that a reading may show, while other pieces are in the air.
pub(crate) fn beside_lifted<R: Rules>(position: &Position<R>, reading: &Reading) -> Line {
    let mut found = Line::EMPTY;
    let occupied = reading.board.occupied();
    each_legal(position, &mut |mv| {
        if (occupied - reading.suspects).contains(mv.landing()) && !stays(mv.from(), reading) && is_seen(mv, reading) {
            let lifted = reading.differences(&position.after_unchecked(mv));
            // None of the other side was lifted last before this piece landed; of two of its own either may have landed.
            let answering = (reading.newest - reading.fresh) & position.board().colored(!position.turn());
            if (lifted & (occupied | answering)).is_empty() {
                found.push(mv);
            }
        }
    });
    found
}

/// Calls a function with each legal move after which the reading shows a second move, completed or in progress.
pub(crate) fn each_pair<R: Rules>(position: &Position<R>, reading: &Reading, act: &mut dyn FnMut(Move, Inference)) {
    each_legal(position, &mut |first| {
        let after = position.after_unchecked(first);
        let landing = first.landing();
        // A king and rook that exchange squares were both in the air.
        if reading.knows != Knows::Pieces && after.board().occupied() == position.board().occupied() {
            let both = first.castling().map(|castling| SquareSet::from([castling.king, castling.rook]));
            if both.is_some_and(|both| !(both - reading.emptied - reading.together).is_empty()) {
                return;
            }
        }
        // The origin of the first move holds another piece and was never seen empty.
        if !reading.knows_pieces() && first.kind() != MoveKind::Castle && stays(first.from(), reading) {
            return;
        }
        // Another piece stands on the target, where no reading has shown this piece.
        if !has_landed(position.turn(), first, reading) {
            return;
        }
        match one_move(&after, reading) {
            Inference::Impossible { .. } => {}
            Inference::Move(second) if takes_unshown(second, landing, reading) => {}
            // The piece of the first move may still be in the hand.
            Inference::InProgress { .. } if reading.board.piece_at(landing).is_none() => {}
            second => act(first, second),
        }
    });
}

/// The moves that can be the first of the two that a reading shows. If the second move is made in any pair, only such pairs count.
pub(crate) struct Firsts {
    all: Line,
    /// Those of them that would be seen, and after which the second move is surely one of the other side.
    seen: Line,
    /// `true` if after one of them the second move is surely one of the other side.
    pub(crate) is_clear: bool,
    /// `true` if the second move is completed.
    pub(crate) is_made: bool,
}

impl Firsts {
    pub(crate) fn of<R: Rules>(position: &Position<R>, reading: &Reading) -> Firsts {
        let none = |is_made| Firsts { all: Line::EMPTY, seen: Line::EMPTY, is_clear: false, is_made };
        let mut firsts = none(false);
        each_pair(position, reading, &mut |first, second| {
            if second.is_made() && !firsts.is_made {
                firsts = none(true);
            }
            if second.is_made() == firsts.is_made {
                let is_clear = firsts.is_made || is_answer(position, first, reading);
                firsts.is_clear |= is_clear;
                if is_clear && is_seen(first, reading) {
                    firsts.seen.push(first);
                }
                firsts.all.push(first);
            }
        });
        firsts
    }

    /// Returns the first move if it is certain: the only possible one, or the only one with evidence, with a second move that
    /// certainly belongs to the other side.
    pub(crate) fn clear(&self) -> Option<Move> {
        match self.best() {
            &[mv] if self.is_clear && are_of_one_piece(&self.all) => Some(mv),
            _ => None,
        }
    }

    /// The moves with the most evidence.
    pub(crate) fn best(&self) -> &[Move] {
        if self.seen.len() == 1 { &self.seen } else { &self.all }
    }
}

/// Returns `true` if all moves are of one piece.
pub(crate) fn are_of_one_piece(moves: &[Move]) -> bool {
    moves.iter().all(|mv| moves.first().is_some_and(|first| first.from() == mv.from()))
}
