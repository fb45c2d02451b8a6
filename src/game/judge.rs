//! [`Judge`]: decides for a [`Game`](crate::Game) if a side can still mate.
//!
//! The rules end a game in three cases by what is possible: a flag falls, a side resigns, a position is dead. The answer takes at
//! least a count of the pieces, and at most a search for helpmates.
//!
//! A judge is a function with its budget, not a list of tests. So a program contains the code of a test only if it names the judge.
//! The judges that search are in the package chess0x88-mate.

use crate::game::players::may_mate;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Rules;

/// Decides for a [`Game`](crate::Game) if a side can still mate.
///
/// The game asks the judge about the other side when a flag falls or a side resigns. With
/// [`with_dead_positions`](Judge::with_dead_positions) the game also asks about both sides whenever it computes the outcome.
///
/// | judge | decides by |
/// |---|---|
/// | [`Judge::MATERIAL`] | the pieces alone |
/// | [`Judge::ONE_PLY`] | the pieces, now and after each legal move: the judge of a new game |
/// | [`quick_judge`](https://docs.rs/chess0x88-mate/latest/chess0x88_mate/fn.quick_judge.html) of the package chess0x88-mate | a short proof, in about a microsecond |
/// | [`judge`](https://docs.rs/chess0x88-mate/latest/chess0x88_mate/fn.judge.html) of the package chess0x88-mate | a search, to the letter of the Laws |
/// | [`Judge::new`] | your function |
///
/// ```
/// use chess0x88::game::Judge;
/// use chess0x88::{Chess, Color, Game};
/// let walls: Chess = "3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1".parse()?;
/// let mut game = Game::new(walls);
/// assert_eq!(
///     game.clone().flag_fall(Color::White)?.to_string(),
///     "Black wins by flag fall"
/// );
/// assert_eq!(game.outcome(), None);
///
/// // The arbiter of this game sees that the pawns are locked.
/// game = game.with_judge(Judge::new(|_, _, _| Some(false), 0).with_dead_positions());
/// assert_eq!(game.outcome().unwrap().to_string(), "draw by dead position");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Judge<R: Rules> {
    can_mate: fn(&Position<R>, Color, usize) -> Option<bool>,
    /// The budget of `can_mate`, in positions.
    positions: usize,
    /// `true` if the game ends with a position that this judge finds dead.
    ends_dead_positions: bool,
}

impl<R: Rules> Judge<R> {
    /// Decides [by the pieces alone](Position::has_insufficient_material), the customary way.
    ///
    /// ```
    /// use chess0x88::game::Judge;
    /// use chess0x88::{Chess, Color, Game};
    /// // Bishops on squares of one colour, behind pawns that never move: Black cannot mate.
    /// let position: Chess = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1".parse()?;
    /// let mut game = Game::new(position).with_judge(Judge::MATERIAL);
    /// assert_eq!(game.flag_fall(Color::White)?.to_string(), "Black wins by flag fall");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const MATERIAL: Judge<R> = Judge::new(|_, _, _| None, 0);

    /// Decides by the pieces, now and after each legal move: a forced capture may leave too little. A new game has this judge.
    ///
    /// Of the sides that cannot mate in positions of real games it finds nearly all: 1,205 of 1,205 in a published collection, of
    /// which the pieces alone show 1,201. Behind walls of pawns it may miss one.
    ///
    /// ```
    /// use chess0x88::game::Judge;
    /// use chess0x88::{Chess, Color, Game};
    /// // White must take the rook.
    /// let mut game = Game::new("r7/K1k5/8/8/8/8/8/8 w - - 0 1".parse::<Chess>()?)
    ///     .with_judge(Judge::ONE_PLY);
    /// assert_eq!(
    ///     game.flag_fall(Color::White)?.to_string(),
    ///     "draw by flag fall against insufficient material"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const ONE_PLY: Judge<R> = Judge::new(|position, color, _| (!may_mate(position, color)).then_some(false), 0);

    /// Makes a judge of a function. The function receives the position, a side, and the budget `positions`. It returns `Some` if it
    /// knows the answer; for `None` the side is assumed to be able to mate. It is not called if the pieces alone exclude a mate.
    ///
    /// ```
    /// use chess0x88::game::Judge;
    /// use chess0x88::{Chess, Color, Game, Role};
    /// // A club's rule: a side without pawns, rooks and queens wins nothing on time.
    /// let judge = Judge::new(
    ///     |position: &Chess, color, _| {
    ///         let count = |role| position.board().material().count(color, role);
    ///         (count(Role::Pawn) + count(Role::Rook) + count(Role::Queen) == 0)
    ///             .then_some(false)
    ///     },
    ///     0,
    /// );
    /// let mut game =
    ///     Game::new("4k3/4p3/8/8/8/8/8/2B1K3 w - - 0 1".parse()?).with_judge(judge);
    /// assert_eq!(
    ///     game.flag_fall(Color::Black)?.to_string(),
    ///     "draw by flag fall against insufficient material"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn new(can_mate: fn(&Position<R>, Color, usize) -> Option<bool>, positions: usize) -> Judge<R> {
        Judge { can_mate, positions, ends_dead_positions: false }
    }

    /// Makes a judge that also ends a game of chess as soon as neither side can mate (FIDE article 5.2.2). The game then asks it
    /// about both sides for each [`outcome`](crate::Game::outcome), each claim and each end. The pieces alone end a game with every
    /// judge. In Makruk no dead position ends the game.
    ///
    /// ```
    /// use chess0x88::game::Judge;
    /// use chess0x88::{Chess, Game};
    /// // Black must take the queen, and then two kings are left.
    /// let taken: Chess = "8/8/8/8/8/8/kQ6/4K3 b - - 0 1".parse()?;
    /// let game = Game::new(taken).with_judge(Judge::ONE_PLY.with_dead_positions());
    /// assert_eq!(game.outcome().unwrap().to_string(), "draw by dead position");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn with_dead_positions(self) -> Judge<R> {
        Judge { ends_dead_positions: true, ..self }
    }

    /// Decides if a side can mate; `None` if the judge does not know.
    pub(super) fn can_mate(&self, position: &Position<R>, color: Color) -> Option<bool> {
        if position.has_insufficient_material(color) {
            Some(false)
        } else {
            (self.can_mate)(position, color, self.positions)
        }
    }

    /// Returns `true` if the judge ends dead positions and finds that neither side can mate.
    pub(super) fn ends(&self, position: &Position<R>) -> bool {
        self.ends_dead_positions && Color::ALL.into_iter().all(|color| self.can_mate(position, color) == Some(false))
    }
}
