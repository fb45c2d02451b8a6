//! [`Reading`]: one report of a board.

use chess0x88::{Board0x88, Color, Piece, Position, Role, Rules, Square, SquareSet};

/// A report of an electronic board: the occupied squares, the piece on each square, or the colour of each piece.
///
/// `Reading::from(squares)`, `Reading::from(board)` and [`from_colors`](Reading::from_colors) build it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Reading {
    pub(crate) knows: Knows,
    /// The squares whose sensors are broken, as the program has said. They are among the ignored ones.
    pub(crate) broken: SquareSet,
    pub(crate) emptied: SquareSet,
    /// The squares that became empty since a piece was last put down.
    pub(crate) fresh: SquareSet,
    /// The squares that became empty last, at the same time.
    pub(crate) newest: SquareSet,
    /// The squares of pieces that were in the air together, and put back.
    pub(crate) together: SquareSet,
    /// The ignored squares: they count as showing the expected content, and no piece is seen to land there.
    pub(crate) suspects: SquareSet,
    /// `true` if a pawn on any square may stand for its promotion piece, not only on the promotion rank.
    pub(crate) has_promoted: bool,
    /// The pieces. A board that does not know them has [`Reading::SOMETHING`] on each occupied square.
    pub(crate) board: Board0x88,
}

/// What a board knows of the piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Knows {
    /// That there is one.
    Squares,
    Colors,
    Pieces,
}

impl Reading {
    /// The placeholder piece of a board that does not know the pieces.
    const SOMETHING: Piece = Piece::new(Color::White, Role::Pawn);

    pub(crate) const fn new(board: Board0x88, knows: Knows) -> Reading {
        // A board that knows the pieces needs no squares seen empty.
        let emptied = if matches!(knows, Knows::Squares) { SquareSet::EMPTY } else { SquareSet::from_bits(u64::MAX) };
        Reading {
            board,
            knows,
            broken: SquareSet::EMPTY,
            emptied,
            fresh: SquareSet::from_bits(u64::MAX),
            newest: SquareSet::EMPTY,
            together: SquareSet::EMPTY,
            suspects: SquareSet::EMPTY,
            has_promoted: true,
        }
    }

    /// A reading of a board that knows where pieces of each colour stand, but not which ones.
    ///
    /// ```
    /// use chess0x88::{Chess, Color};
    /// use chess0x88_eboard::{BoardEvent, BoardReader, Reading};
    /// let mut position: Chess = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse()?;
    /// let mut reader = BoardReader::new(position);
    /// let exd5 = position.play_san("exd5")?;
    /// let [white, black] =
    ///     [Color::White, Color::Black].map(|color| position.board().colored(color));
    /// let reported = (0..30).find_map(|_| reader.read(Reading::from_colors(white, black)));
    /// assert_eq!(reported, Some(BoardEvent::Move(exd5)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn from_colors(white: SquareSet, black: SquareSet) -> Reading {
        let pawns = |squares: SquareSet, color| filled(squares, Piece::new(color, Role::Pawn));
        Reading::new(pawns(white, Color::White).chain(pawns(black, Color::Black)).collect(), Knows::Colors)
    }

    /// Returns `true` unless the board knows the occupied squares alone.
    pub(crate) fn knows_pieces(&self) -> bool {
        self.knows != Knows::Squares
    }

    /// Adds the squares that were seen empty since the board showed the position. A board that only knows occupied squares shows a
    /// capture only if the captured piece's square is among them.
    ///
    /// ```
    /// use chess0x88::{Chess, Square, SquareSet};
    /// use chess0x88_eboard::{Inference, Reading, infer};
    /// let position: Chess = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1".parse()?;
    /// let seen = Reading::from(position.board().occupied() - Square::E4.into());
    /// assert!(matches!(infer(&position, None, seen), Inference::InProgress { .. }));
    /// let exd5 = position.parse_san("exd5")?;
    /// assert_eq!(
    ///     infer(&position, None, seen.emptied(Square::D5.into())),
    ///     Inference::Move(exd5)
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn emptied(self, squares: SquareSet) -> Reading {
        Reading { emptied: squares, ..self }
    }

    /// The reading with these squares ignored, and no others.
    pub(crate) fn ignoring(mut self, squares: SquareSet) -> Reading {
        self.suspects = squares;
        self
    }

    /// Turns the board by 180 degrees.
    pub(crate) fn turn(&mut self) {
        self.board = turned(&self.board);
        for squares in [&mut self.broken, &mut self.suspects, &mut self.emptied] {
            *squares = SquareSet::from_bits(squares.bits().reverse_bits());
        }
    }

    /// What this kind of sensor reports of a piece.
    fn reported(&self, piece: Piece) -> Piece {
        match self.knows {
            Knows::Pieces => piece,
            Knows::Colors => Piece::new(piece.color(), Role::Pawn),
            Knows::Squares => Reading::SOMETHING,
        }
    }

    /// Builds the board that this kind of sensor would report.
    pub(crate) fn of_same_kind(&self, board: &Board0x88) -> Board0x88 {
        board.pieces().map(|(square, piece)| (square, self.reported(piece))).collect()
    }

    /// The squares on which a position differs from the reading.
    pub(crate) fn differences<R: Rules>(&self, position: &Position<R>) -> SquareSet {
        let board = position.board();
        let occupied = self.board.occupied();
        if !self.knows_pieces() {
            return (board.occupied() ^ occupied) - self.suspects;
        }
        let either = (board.occupied() | occupied) - self.suspects;
        either.into_iter().filter(|&square| !self.shows::<R>(square, board.piece_at(square))).collect()
    }

    /// Returns `true` if a square shows the expected piece, or is empty because the piece is in the hand.
    pub(crate) fn may_show<R: Rules>(&self, square: Square, expected: Option<Piece>) -> bool {
        self.board.piece_at(square).is_none() || self.shows::<R>(square, expected)
    }

    /// Returns `true` if a square shows the expected piece. A pawn may be left standing for its promotion piece.
    pub(crate) fn shows<R: Rules>(&self, square: Square, expected: Option<Piece>) -> bool {
        match (self.board.piece_at(square), expected) {
            _ if self.suspects.contains(square) => true,
            (Some(seen), Some(expected)) => {
                let stands_in = Piece::new(expected.color(), Role::Pawn);
                let has_promoted =
                    self.has_promoted || square.rank() == expected.color().relative_rank(R::PROMOTION_RANK);
                is_like(seen, self.reported(expected))
                    || has_promoted && is_like(seen, stands_in) && R::PROMOTIONS.contains(&expected.role())
            }
            (seen, expected) => seen.is_none() && expected.is_none(),
        }
    }
}

/// The board turned by 180 degrees.
pub(crate) fn turned(board: &Board0x88) -> Board0x88 {
    board.pieces().map(|(square, piece)| (square.flip_rank().flip_file(), piece)).collect()
}

/// These squares with this piece on each.
fn filled(squares: SquareSet, piece: Piece) -> impl Iterator<Item = (Square, Piece)> {
    squares.into_iter().map(move |square| (square, piece))
}

/// Returns `true` if two pieces have the same colour and role: a Met that was a Bia equals any Met.
fn is_like(one: Piece, other: Piece) -> bool {
    (one.color(), one.role()) == (other.color(), other.role())
}

/// A reading of a board that only knows the occupied squares.
impl From<SquareSet> for Reading {
    fn from(occupied: SquareSet) -> Reading {
        Reading::new(filled(occupied, Reading::SOMETHING).collect(), Knows::Squares)
    }
}

/// A reading of a board that knows the pieces.
impl From<Board0x88> for Reading {
    fn from(board: Board0x88) -> Reading {
        Reading::new(board, Knows::Pieces)
    }
}

/// Returns `true` if a board has more pieces than at the start of a kind that pawns promote to.
pub(crate) fn has_promoted<R: Rules>(position: &Position<R>) -> bool {
    let [now, start] = [position.board().material(), Position::<R>::startpos().board().material()];
    let has_more = |color, role| now.count(color, role) > start.count(color, role);
    R::PROMOTIONS.iter().any(|&role| has_more(Color::White, role) || has_more(Color::Black, role))
}
