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

use crate::geometry::Square;
use crate::piece::{Color, Piece};
use crate::position::Position;
use crate::rules::{CastlingRights, Count, Parts, Rules, Violations};

/// # Symmetries
impl<R: Rules> Position<R> {
    /// Returns the position with the colours swapped and the board turned top to bottom. Turn, castling rights and en passant square
    /// follow; clocks stay. The position has the same moves, turned. (Some libraries call this *mirror*.)
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position: Chess = "4k2r/8/8/8/8/8/1P6/4K3 w k - 0 1".parse()?;
    /// assert_eq!(position.flip_colors().fen(), "4k3/1p6/8/8/8/8/8/4K2R b K - 0 1");
    /// assert_eq!(position.flip_colors().flip_colors(), position);
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[doc(alias("flip", "into_mirrored"))]
    #[must_use]
    pub fn flip_colors(self) -> Position<R> {
        self.turned(Square::flip_rank, true)
    }

    /// Returns the position with left and right swapped: the a-file becomes the h-file. Castling rights and en passant square follow.
    ///
    /// A castling right stays with its rook, which then stands on the other side of its king. It still castles to the c- or g-file,
    /// so a mirrored position with castling rights is not quite the same game. Other moves are the same, mirrored.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// let position: Chess = "4k2r/8/8/8/8/8/1P6/4K3 w k - 0 1".parse()?;
    /// assert_eq!(position.mirror().fen(), "r2k4/8/8/8/8/8/6P1/3K4 w q - 0 1");
    /// # Ok::<(), chess0x88::fen::FenError>(())
    /// ```
    #[doc(alias("flip_horizontal"))]
    #[must_use]
    pub fn mirror(self) -> Position<R> {
        self.turned(Square::flip_file, false)
    }

    /// Moves each square of the board to another, and swaps the colours or the sides of the kings.
    fn turned(self, to: fn(Square) -> Square, swaps_colors: bool) -> Position<R> {
        let of = |color: Color| if swaps_colors { !color } else { color };
        let mut setup = self.to_setup();
        let parts = R::parts(&setup.state);
        let mut castling = CastlingRights::NONE;
        for (color, side, rook) in parts.castling.iter() {
            castling.set(of(color), if swaps_colors { side } else { side.opposite() }, Some(to(rook)));
        }
        let turned = |(square, piece): (Square, Piece)| {
            let turned = Piece::new(of(piece.color()), piece.role());
            (to(square), if piece.is_promoted() { turned.promoted() } else { turned })
        };
        setup.board = self.board().pieces().map(turned).collect();
        setup.turn = of(setup.turn);
        setup.state = R::from_parts(Parts {
            castling,
            en_passant: parts.en_passant.map(to),
            count: parts.count.map(|count| Count { side: of(count.side), ..count }),
            ..parts
        });
        let kings = Color::ALL.map(|color| to(self.king(of(color))));
        Position::from_valid(setup, kings, self.checkers().into_iter().map(to).collect())
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
