//! The count of a Makruk position, and the player's commands about it.

use super::Position;
use crate::piece::Color;
use crate::rules::{Count, CountError, Honour, Parts, Rules, bia, is_bare};

/// Returns Makruk's running count. In chess there is none.
///
/// Board's honour starts automatically when the last Bia has gone, for the side to move. Pieces' honour starts automatically when
/// the last Bia has gone and a side has only its Khun. It replaces board's honour.
///
/// ```
/// use chess0x88::{Chess, Makruk, makruk};
/// let mut position: Makruk = "8/m7/8/3k4/3P4/8/8/R3K3 b - - 4 10".parse()?;
/// assert_eq!(makruk::count(&position), None);
/// position.play(position.parse_uci("d5d4")?)?;
/// assert_eq!(
///     makruk::count(&position).unwrap().to_string(),
///     "board's honour: White has counted 0 of 64"
/// );
/// assert_eq!(makruk::count(&Chess::startpos()), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
#[inline]
pub fn count<R: Rules>(position: &Position<R>) -> Option<Count> {
    R::count(&position.state)
}

/// Starts a count of board's honour by the choice of the side to move. The next move of this side counts as 1. If this side mates
/// without having stopped the count, the game is drawn; a count that started automatically has no such penalty.
///
/// The rules give this right to "the weaker side" without saying how to compare the sides. So either side may start a count.
///
/// ```
/// use chess0x88::makruk::{count, start_counting, stop_counting};
/// use chess0x88::{Color, Makruk};
/// let mut position: Makruk = "8/m7/8/3k4/8/8/8/R3K3 b - - 4 10".parse()?;
/// start_counting(&mut position, Color::Black)?;
/// position.play(position.parse_uci("d5d4")?)?;
/// assert_eq!(
///     count(&position).unwrap().to_string(),
///     "board's honour: Black has counted 1 of 64"
/// );
/// assert!(count(&position).unwrap().by_choice);
/// let error = start_counting(&mut position, Color::White).unwrap_err();
/// assert_eq!(error.to_string(), "Black is counting already");
/// stop_counting(&mut position, Color::Black)?;
/// assert_eq!(count(&position), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// - [`CountError::BiaOnBoard`], [`CountError::Bare`]: there is no board's honour here;
/// - [`CountError::AlreadyCounting`]: a count is running; stop it before counting by choice or for the other side;
/// - [`CountError::WrongSide`]: the other side is to move;
/// - [`CountError::NotCounting`]: the game is chess, which has no count.
pub fn start_counting<R: Rules>(position: &mut Position<R>, side: Color) -> Result<(), CountError> {
    if !R::COUNTING {
        return Err(CountError::NotCounting);
    }
    if let Some(count) = count(position) {
        return Err(CountError::AlreadyCounting { side: count.side });
    }
    if let Some(square) = bia(position.board()).first() {
        return Err(CountError::BiaOnBoard { square });
    }
    if let Some(side) = Color::ALL.into_iter().find(|&side| is_bare(position.board(), side)) {
        return Err(CountError::Bare { side });
    }
    if side != position.turn() {
        return Err(CountError::WrongSide { expected: position.turn(), found: side });
    }
    position.state = R::from_parts(Parts { count: Some(Count::board(side, true)), ..R::parts(&position.state) });
    Ok(())
}

/// Stops the board's honour count of the counting side, at any time. After that no count starts automatically, and the next count
/// starts at 1.
///
/// A FEN cannot express a stopped count: after writing and reading, the count starts automatically with the next move.
///
/// # Errors
/// - [`CountError::NotCounting`]: no count is running;
/// - [`CountError::PiecesHonour`]: the count of a bare side cannot be stopped;
/// - [`CountError::WrongSide`]: the other side is counting.
pub fn stop_counting<R: Rules>(position: &mut Position<R>, side: Color) -> Result<(), CountError> {
    let Some(count) = count(position) else { return Err(CountError::NotCounting) };
    if count.honour == Honour::Pieces {
        return Err(CountError::PiecesHonour);
    }
    if count.side != side {
        return Err(CountError::WrongSide { expected: count.side, found: side });
    }
    position.state = R::from_parts(Parts { count: None, stopped: true, ..R::parts(&position.state) });
    Ok(())
}
