//! The count of a Makruk position, and the commands of a player about it.

use super::Position;
use crate::piece::Color;
use crate::rules::{Count, CountError, Honour, Parts, Rules, bia, is_bare};

/// Makruk's count that is running, if one is; in chess there is none.
///
/// Board's honour starts by itself, for the side to move when the last Bia has gone. Pieces' honour starts by itself when
/// a side is bare and the last Bia has gone, and takes the place of board's honour.
///
/// ```
/// use chess0x88::{Chess, Makruk, makruk};
/// let mut position: Makruk = "8/m7/8/3k4/3P4/8/8/R3K3 b - - 4 10".parse()?;
/// assert_eq!(makruk::count(&position), None);
/// position.play(position.parse_uci("d5d4")?)?;
/// assert_eq!(makruk::count(&position).unwrap().to_string(), "board's honour: White has counted 0 of 64");
/// assert_eq!(makruk::count(&Chess::startpos()), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
#[inline]
pub fn count<R: Rules>(position: &Position<R>) -> Option<Count> {
    R::count(&position.state)
}

/// The side to move begins to count board's honour, by its own choice, at 1 with the move it is about to make. If it
/// mates without having stopped, the game is drawn; a count that started by itself costs nothing.
///
/// The rules leave this to "the weaker side" without saying how the two are to be weighed, so either may.
///
/// ```
/// use chess0x88::makruk::{count, start_counting, stop_counting};
/// use chess0x88::{Color, Makruk};
/// let mut position: Makruk = "8/m7/8/3k4/8/8/8/R3K3 b - - 4 10".parse()?;
/// start_counting(&mut position, Color::Black)?;
/// position.play(position.parse_uci("d5d4")?)?;
/// assert_eq!(count(&position).unwrap().to_string(), "board's honour: Black has counted 1 of 64");
/// assert!(count(&position).unwrap().by_choice);
/// assert_eq!(start_counting(&mut position, Color::White).unwrap_err().to_string(), "Black is counting already");
/// stop_counting(&mut position, Color::Black)?;
/// assert_eq!(count(&position), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// - [`CountError::BiaOnBoard`], [`CountError::Bare`]: there is no board's honour here;
/// - [`CountError::AlreadyCounting`]: a count is running, by itself or by choice. To count by choice, or for the
///   other side, stop it first;
/// - [`CountError::WrongSide`]: the other side is to move;
/// - [`CountError::NotCounting`]: the game is chess, which counts nothing.
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

/// The counting side stops its board's honour count, at any time. None starts by itself afterwards; the next begins
/// at 1 again.
///
/// FEN has no word for it: written and read again, a stopped count starts by itself with the next move.
///
/// # Errors
/// - [`CountError::NotCounting`]: no count is running;
/// - [`CountError::PiecesHonour`]: a bare side's count runs to the end;
/// - [`CountError::WrongSide`]: it is the other side's count.
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
