//! The search for the last named position of a game.

use chess0x88::{Chess, Color, Move, Rank, Role};

use crate::{Opening, table};

/// The search for the opening of a game, for programs that play its moves themselves, as while they read it.
///
/// It stores a key and no position, and ends where no position can have a name any more.
///
/// ```
/// use chess0x88::Chess;
/// use chess0x88_openings::OpeningSearch;
/// let mut position = Chess::startpos();
/// let mut search = OpeningSearch::new(&position);
/// for san in ["e4", "e5", "Ke2", "Ke7"] {
///     let mv = position.parse_san(san)?;
///     search.play(&position, mv);
///     position.play_unchecked(mv);
/// }
/// let (opening, ply) = search.opening().ok_or("no name")?;
/// assert_eq!((opening.to_string().as_str(), ply), ("C20 Bongcloud Attack", 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OpeningSearch {
    key: u64,
    ply: usize,
    has_ended: bool,
    last: Option<(Opening, usize)>,
}

impl OpeningSearch {
    /// Begins a game at its start.
    #[must_use]
    pub fn new(start: &Chess) -> OpeningSearch {
        let (key, has_ended) = (start.key(), !may_have_name(start));
        let last = Opening::of_key(key).filter(|_| !has_ended).map(|opening| (opening, 0));
        OpeningSearch { key, ply: 0, has_ended, last }
    }

    /// Takes the next move of the game, with the position before it. The move must be legal there.
    pub fn play(&mut self, before: &Chess, mv: Move) {
        // The question costs as much as a look-up, so it is asked at every fourth ply.
        self.has_ended = self.has_ended || self.ply % 4 == 3 && !may_have_name(before);
        if self.has_ended {
            return;
        }
        self.ply += 1;
        self.key = before.next_key(self.key, mv);
        self.last = Opening::of_key(self.key).map(|opening| (opening, self.ply)).or(self.last);
    }

    /// Ends the search: what follows is not asked for a name, as the moves after a null move.
    pub const fn end(&mut self) {
        self.has_ended = true;
    }

    /// Returns `true` if no position of the game after this one can have a name.
    #[must_use]
    pub const fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Returns the opening of the last named position, and the number of plies that were played up to it.
    #[must_use]
    pub const fn opening(&self) -> Option<(Opening, usize)> {
        self.last
    }
}

/// Returns `false` if neither the position nor one after it has a name: a captured piece never comes back, and a pawn never comes
/// back to its first square.
pub(crate) fn may_have_name(position: &Chess) -> bool {
    let board = position.board();
    let (white, black) =
        (board.colored(Color::White) & Rank::Second.squares(), board.colored(Color::Black) & Rank::Seventh.squares());
    let at_home = (board.by_role(Role::Pawn) & (white | black)).len();
    let pieces = board.occupied().len().min(table::LEAST_AT_HOME.len() - 1);
    at_home >= usize::from(table::LEAST_AT_HOME[pieces])
}
