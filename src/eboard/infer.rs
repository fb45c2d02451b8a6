//! [`infer`]: what one reading means, given the position before it.
//!
//! ```text
//!    a move touches at most four squares;         nothing differs               Unchanged
//!    what differs from the position must          all as after a move           Move, Ambiguous
//!    be among them                                some of a move's squares      InProgress
//! ```

use super::Reading;
use crate::geometry::SquareSet;
use crate::movegen::Selection;
use crate::moves::{Effect, Move, MoveList};
use crate::position::Position;
use crate::rules::Rules;

/// What a reading of a board means: see [`infer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Inference {
    /// The board shows the position.
    Unchanged,
    /// This move has been made.
    Move(Move),
    /// One of several moves has been made: [`candidates`] lists them. Which piece a pawn became, mostly.
    Ambiguous,
    /// A move is being made, or the last one taken back; [`candidates`] lists the moves.
    InProgress {
        /// The squares that have become empty.
        lifted: SquareSet,
    },
    /// The board shows the position before.
    Takeback,
    /// A move of each side has been made.
    TwoMoves(Move, Move),
    /// The pieces have been set up for a new game.
    Start,
    /// No move explains it.
    Impossible {
        /// The squares that do not show the position.
        squares: SquareSet,
    },
}

/// What a reading of a board means, given the position that was last known to stand there, and, to recognize that a move is
/// taken back, the position before that one.
///
/// What has been done comes before what is being done, and one move before two. A piece that stands where a pawn has
/// promoted may still be the pawn.
///
/// ```
/// use chess0x88::eboard::{Inference, infer};
/// use chess0x88::{Chess, Square};
/// let start = Chess::startpos();
/// let mut board = start.board().occupied();
/// board.remove(Square::E1);
/// // Before the king has anywhere to go ...
/// assert!(matches!(infer(&start, None, board), Inference::Impossible { squares } if squares == Square::E1.into()));
/// board.insert(Square::E1);
/// board.remove(Square::G1);
/// assert!(matches!(infer(&start, None, board), Inference::InProgress { lifted } if lifted == Square::G1.into()));
/// board.insert(Square::F3);
/// assert_eq!(infer(&start, None, board), Inference::Move(start.parse_san("Nf3")?));
/// # Ok::<(), chess0x88::san::SanError>(())
/// ```
pub fn infer<R: Rules>(position: &Position<R>, before: Option<&Position<R>>, reading: impl Into<Reading>) -> Inference {
    let reading = reading.into();
    match at_once(position, before, &reading) {
        Inference::Impossible { squares } => {
            let mut pairs = first_of_two(position, &reading);
            match (pairs.next(), pairs.next()) {
                (Some((first, Some(second))), None) => Inference::TwoMoves(first, second),
                _ => Inference::Impossible { squares },
            }
        }
        inference => inference,
    }
}

/// The moves that a reading may show, made or being made: those all of whose squares look as they did before or will
/// after the move, or are empty.
///
/// ```
/// use chess0x88::eboard::candidates;
/// use chess0x88::{Chess, Square};
/// let start = Chess::startpos();
/// let lifted = start.board().occupied() - Square::G1.into();
/// assert_eq!(candidates(&start, lifted).len(), 2);
/// ```
#[must_use]
pub fn candidates<R: Rules>(position: &Position<R>, reading: impl Into<Reading>) -> MoveList {
    let reading = reading.into();
    let differing = reading.differences::<R>(position.board());
    let mut candidates = MoveList::new();
    // One list is a kilobyte, which is much where boards are read.
    position.visit(Selection::ALL, &mut |mv| {
        if is_in_progress(position, mv, &reading, differing) {
            candidates.push(mv);
        }
    });
    candidates
}

/// The same as [`infer`], but for two moves at once.
pub(super) fn at_once<R: Rules>(position: &Position<R>, before: Option<&Position<R>>, reading: &Reading) -> Inference {
    let differing = reading.differences::<R>(position.board());
    if differing.is_empty() {
        return Inference::Unchanged;
    }
    let candidates = candidates(position, *reading);
    let mut made = made(position, &candidates, reading);
    if let Some(mv) = made.next() {
        return if made.next().is_none() { Inference::Move(mv) } else { Inference::Ambiguous };
    }
    if let Some(before) = before
        && reading.differences::<R>(before.board()).is_empty()
    {
        return Inference::Takeback;
    }
    if reading.differences::<R>(Position::<R>::startpos().board()).is_empty() {
        return Inference::Start;
    }
    let is_taken_back = || {
        before.is_some_and(|before| {
            let last = Reading::from(*before.board()).differences::<R>(position.board());
            (differing - last).is_empty()
                && differing.into_iter().all(|square| {
                    reading.board.piece_at(square).is_none()
                        || reading.shows::<R>(square, before.board().piece_at(square))
                })
        })
    };
    if !candidates.is_empty() || is_taken_back() {
        return Inference::InProgress { lifted: differing - reading.board.occupied() };
    }
    Inference::Impossible { squares: differing }
}

/// The moves among these after which the board looks like the reading.
fn made<R: Rules>(position: &Position<R>, moves: &MoveList, reading: &Reading) -> impl Iterator<Item = Move> {
    moves.iter().copied().filter(|&mv| is_made(position, mv, reading))
}

/// Whether the board looks as it does after a move. Of a capture an empty square must have told where nothing else does.
fn is_made<R: Rules>(position: &Position<R>, mv: Move, reading: &Reading) -> bool {
    let is_seen = reading.knows_pieces || !mv.is_capture() || mv.is_en_passant() || reading.emptied.contains(mv.to());
    is_seen && reading.differences::<R>(position.after_unchecked(mv).board()).is_empty()
}

/// Whether what differs from the position is a move being made.
pub(super) fn is_in_progress<R: Rules>(
    position: &Position<R>,
    mv: Move,
    reading: &Reading,
    differing: SquareSet,
) -> bool {
    let board = position.board();
    let effect = Effect::of(board, position.turn(), mv);
    let mut touched = SquareSet::EMPTY;
    effect.each(|square, _| touched.insert(square));
    touched.extend(effect.victim);
    (differing - touched).is_empty()
        && differing.into_iter().all(|square| {
            reading.board.piece_at(square).is_none() || reading.shows::<R>(square, effect.standing(board, square))
        })
}

/// The first of two moves, if the reading shows the second made or else being made; with the second if it is made.
///
/// A capture on the square where the first move has ended looks like that move alone to a board that knows no pieces.
pub(super) fn first_of_two<'a, R: Rules>(
    position: &'a Position<R>,
    reading: &'a Reading,
) -> impl Iterator<Item = (Move, Option<Move>)> + 'a {
    let second = move |first: Move| {
        let after = position.after_unchecked(first);
        let candidates = candidates(&after, *reading);
        let is_clear = |mv: &Move| reading.knows_pieces || mv.to() != first.landing();
        let second = made(&after, &candidates, reading).find(is_clear);
        (first, second, !candidates.is_empty())
    };
    let all = move || position.legal_moves().into_iter().map(second);
    let any_made = all().any(|(_, second, _)| second.is_some());
    all()
        .filter(move |(_, second, begun)| if any_made { second.is_some() } else { *begun })
        .map(|(first, second, _)| (first, second))
}
