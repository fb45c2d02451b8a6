//! The two symmetries of the game: colours swapped, and left and right swapped.
//!
//! ```text
//!    8 . . . . k . . r          8 . . . . k . . .          8 r . . k . . . .
//!    2 . P . . . . . .          7 . p . . . . . .          2 . . . . . . P .
//!    1 . . . . K . . .          1 . . . . K . . R          1 . . . K . . . .
//!      White to move, k           flip_colors:               mirror:
//!                                 Black to move, K           White to move, q
//! ```
//!
//! The rules are the same for both colours: Black can now do what White could do. Left and right are not quite the same, since
//! castling always goes to the c- and g-files.

use crate::geometry::{Square, SquareSet};
use crate::piece::Color;
use crate::position::Position;
use crate::rules::{Count, Parts, Rules, Setup, Violations};

impl<R: Rules> Setup<R> {
    /// Returns the setup with the colours swapped and the board turned top to bottom. Turn, castling rights and en passant square
    /// follow; clocks stay. (Some libraries call this *mirror*.)
    ///
    /// ```
    /// use chess0x88::{ChessRules, Setup};
    /// let setup: Setup<ChessRules> = "4k2r/8/8/8/8/8/1P6/4K3 w k - 0 1".parse()?;
    /// assert_eq!(setup.flip_colors().fen().as_str(), "4k3/1p6/8/8/8/8/8/4K2R b K - 0 1");
    /// assert_eq!(setup.flip_colors().flip_colors(), setup);
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn flip_colors(mut self) -> Setup<R> {
        self.board = self.board.color_flipped();
        self.turn = !self.turn;
        let Parts { castling, en_passant, count, stopped } = R::parts(&self.state);
        self.state = R::from_parts(Parts {
            castling: castling.color_flipped(),
            en_passant: en_passant.map(Square::flip_rank),
            count: count.map(|count| Count { side: !count.side, ..count }),
            stopped,
        });
        self
    }

    /// Returns the setup with left and right swapped: the a-file becomes the h-file. Castling rights and en passant square follow.
    ///
    /// A castling right stays with its rook, which then stands on the other side of its king. It still castles to the c- or g-file,
    /// so a mirrored position with castling rights is not quite the same game.
    ///
    /// ```
    /// use chess0x88::{ChessRules, Setup};
    /// let setup: Setup<ChessRules> = "4k2r/8/8/8/8/8/1P6/4K3 w k - 0 1".parse()?;
    /// assert_eq!(setup.mirror().fen().as_str(), "r2k4/8/8/8/8/8/6P1/3K4 w q - 0 1");
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn mirror(mut self) -> Setup<R> {
        self.board = self.board.mirrored();
        let Parts { castling, en_passant, count, stopped } = R::parts(&self.state);
        self.state = R::from_parts(Parts {
            castling: castling.mirrored(),
            en_passant: en_passant.map(Square::flip_file),
            count,
            stopped,
        });
        self
    }
}

/// # Symmetries
impl<R: Rules> Position<R> {
    /// Returns the position with the colours swapped and the board turned top to bottom: see [`Setup::flip_colors`]. It has the
    /// same moves, turned.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let mut position = Chess::startpos();
    /// position.play(position.parse_uci("e2e4")?)?;
    /// let flipped = position.flip_colors();
    /// assert_eq!(
    ///     flipped.fen().as_str(),
    ///     "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    /// );
    /// assert_eq!(flipped.flip_colors(), position);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("flip", "into_mirrored"))]
    #[must_use]
    pub fn flip_colors(self) -> Position<R> {
        let [white, black] = Color::ALL.map(|color| self.king(color));
        let checkers = SquareSet::from_bits(self.checkers().bits().swap_bytes());
        Position::from_valid(self.to_setup().flip_colors(), [black, white].map(Square::flip_rank), checkers)
    }

    /// Returns the position with left and right swapped: see [`Setup::mirror`]. Except for castling, it has the same moves,
    /// mirrored.
    #[doc(alias("flip_horizontal"))]
    #[must_use]
    pub fn mirror(self) -> Position<R> {
        let kings = Color::ALL.map(|color| self.king(color).flip_file());
        let checkers = self.checkers().into_iter().map(Square::flip_file).collect();
        Position::from_valid(self.to_setup().mirror(), kings, checkers)
    }

    /// Returns the position with this side to move. If the turn changes, the en passant square is dropped; clocks and the rest
    /// stay. To pass the turn as a move, use [`make_null`](Position::make_null).
    ///
    /// ```
    /// use chess0x88::{Chess, Color, Violation};
    /// let position: Chess = "4k3/8/8/8/8/8/4q3/K7 w - - 0 1".parse()?;
    /// assert_eq!(position.with_turn(Color::Black)?.fen(), "4k3/8/8/8/8/8/4q3/K7 b - - 0 1");
    /// let check: Chess = "4k3/8/8/8/8/8/q7/K7 w - - 0 1".parse()?;
    /// assert_eq!(check.with_turn(Color::Black), Err(Violation::OppositeCheck.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Violation::OppositeCheck`](crate::Violation::OppositeCheck) if the other side would be in check.
    #[doc(alias("swap_turn", "set_turn"))]
    pub fn with_turn(&self, color: Color) -> Result<Position<R>, Violations> {
        if color == self.turn() {
            return Ok(*self);
        }
        let mut setup = self.to_setup();
        setup.turn = color;
        setup.state = R::from_parts(Parts { en_passant: None, ..R::parts(&setup.state) });
        // The new position may keep the tolerated violations of this one.
        setup.to_position_with(Violations::TOLERABLE)
    }
}
