//! Signs that players give on purpose: a board that stands the other way, and the kings in the centre at the end of a game.

use crate::infer::{at_once, each_pair};
use crate::reading::Knows;
use crate::{Inference, Reading};
use chess0x88::{Board0x88, Color, Position, Role, Rules, SquareSet};

/// Returns `true` if a board shows the position turned by 180 degrees, or one or two moves after it.
pub(crate) fn is_turned<R: Rules>(position: &Position<R>, reading: &Reading, two: bool) -> bool {
    let mut turned = *reading;
    turned.turn();
    let mut are_made = false;
    if two {
        each_pair(position, &turned, &mut |_, second| are_made |= second.is_made());
        return are_made;
    }
    match at_once(position, None, &turned) {
        Inference::Unchanged => reading.knows_pieces(),
        Inference::Move(_) => true,
        _ => false,
    }
}

/// The squares of the centre, d4, e4, d5 and e5; and the light ones of them.
pub(crate) const CENTRE: SquareSet = SquareSet::from_bits(0x0000_0018_1800_0000);
const LIGHT: SquareSet = SquareSet::from_bits(0x0000_0008_1000_0000);

/// Returns the result that the kings show: see [`BoardEvent::Result`](crate::BoardEvent::Result). On a board that does not know the
/// pieces, two that were put in the centre are the kings if the kings' squares are empty and nothing else has changed.
#[expect(clippy::option_option, reason = "no result is shown, or a draw")]
pub(crate) fn result(board: &Board0x88, reading: &Reading, differing: SquareSet) -> Option<Option<Color>> {
    let shown = if reading.knows == Knows::Pieces {
        reading.board.by_role(Role::King) & CENTRE
    } else {
        let kings = board.by_role(Role::King);
        let left = kings - CENTRE;
        if left.is_empty() || differing - CENTRE != left {
            return None;
        }
        // Other pieces may stand there, too: the kings are put beside them, or in their place.
        let others = board.occupied() - kings - reading.emptied;
        reading.board.occupied() & (CENTRE - others)
    };
    if shown.len() != 2 {
        return None;
    }
    Some(match (shown & LIGHT).len() {
        2 => Some(Color::White),
        0 => Some(Color::Black),
        _ => None,
    })
}
