//! Judges of a [`Game`](chess0x88::Game) that search for a mate.

use chess0x88::game::Judge;
use chess0x88::{Position, Rules};

use crate::{CanMate, can_mate, cannot_mate};

/// Returns a judge that decides by [`cannot_mate`], in about a microsecond.
///
/// ```
/// use chess0x88::{Chess, Game};
/// use chess0x88_mate::quick_judge;
/// let walls: Chess = "3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1".parse()?;
/// let game = Game::new(walls).with_judge(quick_judge().with_dead_positions());
/// assert_eq!(game.outcome().unwrap().to_string(), "draw by dead position");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub const fn quick_judge<R: Rules>() -> Judge<R> {
    Judge::new(|position: &Position<R>, color, _| cannot_mate(position, color).then_some(false), 0)
}

/// Returns a judge that decides by [`can_mate`] with this budget of positions, and so by the letter of the Laws (FIDE articles 5.1.2,
/// 5.2.2, 6.9). If the search finds no answer, the side is assumed to be able to mate.
///
/// With a budget of 30,000 the search answers all 16,434 questions about real games in a published collection, and all but 58 of the
/// 3,414 about hard positions. With a third of it, 5 questions about real games stay open. The times of a desktop machine:
///
/// | positions | median | 99 % below | at most |
/// |---|---|---|---|
/// | real games | 15 µs | 0.8 ms | 60 ms |
/// | hard positions | 30 µs | 70 ms | 240 ms |
///
/// ```
/// use chess0x88::{Chess, Color, Game};
/// // Black's bishops and pawns never mate, which takes a search to see.
/// let start: Chess = "Bb1k1b2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 w - - 0 1".parse()?;
/// let mut game = Game::new(start).with_judge(chess0x88_mate::judge(30_000));
/// assert_eq!(
///     game.flag_fall(Color::White)?.to_string(),
///     "draw by flag fall against insufficient material"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub const fn judge<R: Rules>(positions: usize) -> Judge<R> {
    let ask = |position: &Position<R>, color, positions| {
        if cannot_mate(position, color) {
            return Some(false);
        }
        match can_mate(position, color, positions) {
            CanMate::Yes(_) => Some(true),
            CanMate::No => Some(false),
            CanMate::Unknown(_) => None,
        }
    };
    Judge::new(ask, positions)
}
