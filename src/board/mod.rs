//! [`Board0x88`]: 128 bytes, the only store of piece placement in the crate.
//!
//! The board has sixteen columns and eight rows. The left half holds one [piece code](crate::Piece) per byte. No square lies in the
//! right half. It holds the same board as sets of squares: a row of eight bytes is one 64-bit word, the set of squares whose code has
//! a certain bit.
//!
//! ```text
//!         a  b  c  d  e  f  g  h
//!    1    6  2  5  7  3  5  2  6   │ bit 0 of the codes, for all 64 squares      The functions that put and take
//!    2    1  1  1  1  1  1  1  1   │ bit 1                                       pieces keep both halves equal. The
//!    3    .  .  .  .  .  .  .  .   │ bit 2                                       left half says which piece is on a
//!    4    .  .  .  .  .  .  .  .   │ bit 3: Black                                square; the right half says on which
//!    5    .  .  .  .  .  .  .  .   │ bit 4: Met and Khon                         squares a piece is.
//!    6    ...                      │ (three rows are free)
//! ```
//!
//! Beside the board, a position keeps the squares of both kings. Every question about legality starts there.

pub(crate) mod bitboards;
mod sets;

use bitboards::BY_WORDS;
pub(crate) use bitboards::Bitboards;
pub(crate) use sets::SetsBefore;

use core::fmt;
use core::hash::{Hash, Hasher};
use core::iter::FusedIterator;
use core::ops::Index;

use crate::geometry::{File, Rank, Square, SquareSet, SquareSetIter};
use crate::piece::{AnyPieces, Color, Piece, PieceSet, Role};

/// The pieces on the squares: a 128-byte array indexed by 0x88 square.
///
/// A board knows no rules. See [`Setup`](crate::Setup) and [`Position`](crate::Position).
///
/// ```
/// use chess0x88::{Board0x88, Color, Piece, Role, Square};
/// let mut board = Board0x88::empty();
/// board.set(Square::E1, Some(Piece::new(Color::White, Role::King)));
/// board.set(Square::E8, Some(Piece::new(Color::Black, Role::Rook)));
/// assert!(board.is_attacked(Square::E1, Color::Black));
/// assert_eq!(board.attackers(Square::E1, Color::Black).to_string(), "e8");
/// assert_eq!(core::mem::size_of::<Board0x88>(), 128);
/// ```
#[derive(Clone, Copy)]
#[repr(C, align(8))]
pub struct Board0x88 {
    bytes: [u8; 128],
}

impl Board0x88 {
    /// A board without pieces.
    #[doc(alias("new"))]
    #[must_use]
    #[inline]
    pub const fn empty() -> Board0x88 {
        Board0x88 { bytes: [0; 128] }
    }

    /// The piece on a square.
    #[doc(alias("piece_on", "get", "color_on", "color_at", "role_at"))]
    #[must_use]
    #[inline]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::on_board(self.bytes[square as usize])
    }

    /// Returns `true` if this piece stands on a square.
    #[inline]
    pub(crate) const fn holds(&self, square: Square, piece: Piece) -> bool {
        self.bytes[square as usize] == piece.code()
    }

    /// Returns `true` if a piece of this colour stands on a square.
    #[inline]
    pub(crate) const fn is_held_by(&self, square: Square, color: Color) -> bool {
        // Adding 7 sets Black's bit exactly for white codes: black ones carry past it, and that of an empty square falls short.
        let plus = 7 * (1 - color as u8);
        self.bytes[square as usize].wrapping_add(plus) & Color::Black.bit() != 0
    }

    /// Puts a piece on a square, or clears the square with `None`. The new content replaces the old.
    #[doc(alias("set_piece_at", "put", "remove", "remove_piece_at", "discard_piece_at", "set_piece"))]
    #[inline(never)]
    pub const fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.set_inlined(square, piece);
    }

    /// Does the same as [`set`](Board0x88::set), without a call.
    #[inline]
    pub(crate) const fn set_inlined(&mut self, square: Square, piece: Option<Piece>) {
        let (old, new) = (self.bytes[square as usize], Piece::code_of(piece));
        self.bytes[square as usize] = new;
        self.flip(square, old ^ new);
    }

    /// Moves a piece to a square, and replaces the piece there.
    #[inline(always)]
    pub(crate) const fn move_piece<A: PieceSet>(&mut self, from: Square, to: Square) {
        let (moved, taken) = (self.bytes[from as usize], self.bytes[to as usize]);
        self.bytes[from as usize] = 0;
        self.bytes[to as usize] = moved;
        self.flip_move::<A>(from, to, moved, taken);
    }

    #[inline(always)]
    pub(crate) const fn move_to_empty(&mut self, from: Square, to: Square) {
        let moved = self.bytes[from as usize];
        self.bytes[from as usize] = 0;
        self.bytes[to as usize] = moved;
        self.flip_move::<AnyPieces>(from, to, moved, 0);
    }

    /// Undoes [`move_piece`](Board0x88::move_piece) of a move. The piece may have promoted.
    #[inline(always)]
    pub(crate) const fn unmove_piece<A: PieceSet>(
        &mut self,
        (from, piece): (Square, Option<Piece>),
        (to, taken): (Square, Option<Piece>),
        before: SetsBefore,
    ) {
        let (piece, taken, moved) = (Piece::code_of(piece), Piece::code_of(taken), self.bytes[to as usize]);
        self.bytes[from as usize] = piece;
        self.bytes[to as usize] = taken;
        self.restore_sets::<A>(before, [(from, piece), (to, moved ^ taken)]);
    }

    /// Takes the piece off a square. An empty square stays empty.
    #[inline]
    pub(crate) const fn take_off(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square);
        self.set_inlined(square, None);
        piece
    }

    /// Builds a board of piece codes, with zeros for empty squares. Bytes off the board are ignored.
    pub(crate) const fn from_codes(codes: [u8; 128]) -> Board0x88 {
        let mut board = Board0x88 { bytes: codes };
        board.find_sets();
        board
    }

    /// Lists all pieces with their squares, from a1 to h8. A `for` loop over `&board` gives the same.
    ///
    /// [`squares_of`](Board0x88::squares_of) gives the squares of one kind of piece, [`colored`](Board0x88::colored) the squares of
    /// a side.
    ///
    /// ```
    /// use chess0x88::{Chess, Color};
    /// let board = *Chess::startpos().board();
    /// assert_eq!(
    ///     board.pieces().filter(|(_, piece)| piece.color() == Color::White).count(),
    ///     16
    /// );
    /// for (square, piece) in &board {
    ///     assert_eq!(board[square], Some(piece));
    /// }
    /// ```
    #[doc(alias("iter", "piece_map"))]
    #[inline]
    #[must_use]
    pub fn pieces(&self) -> BoardPieces<'_> {
        BoardPieces { board: self, squares: self.occupied().into_iter() }
    }

    /// The squares that hold a piece.
    #[doc(alias("combined", "occupancy"))]
    #[inline]
    pub const fn occupied(&self) -> SquareSet {
        SquareSet::from_bits(self.bitboards().occupied())
    }

    /// The squares that hold a piece of this colour.
    #[doc(alias("by_color", "colors", "color_combined"))]
    #[inline]
    pub const fn colored(&self, color: Color) -> SquareSet {
        {
            let [all, _] = self.all_and_pawns(color);
            SquareSet::from_bits(all)
        }
    }

    /// The squares that hold a piece of this colour and role. A promoted Bia counts as a Met.
    ///
    /// ```
    /// use chess0x88::{Chess, Color, Piece, Role};
    /// let rooks = Chess::startpos().board().squares_of(Piece::new(Color::White, Role::Rook));
    /// assert_eq!(rooks.to_string(), "a1 h1");
    /// ```
    #[doc(alias("pieces", "by_piece", "by_role", "pawns", "pieces_mask", "find_piece", "colored_pieces"))]
    #[inline]
    pub const fn squares_of(&self, piece: Piece) -> SquareSet {
        if BY_WORDS { self.bitboards().squares_of(piece) } else { self.squares_by_call(piece) }
    }

    /// The squares of the pieces of this role, of both colours.
    ///
    /// ```
    /// use chess0x88::{Chess, Role};
    /// assert_eq!(Chess::startpos().board().by_role(Role::Rook).to_string(), "a1 h1 a8 h8");
    /// ```
    #[inline]
    pub const fn by_role(&self, role: Role) -> SquareSet {
        self.bitboards().role(role)
    }

    /// The squares of every kind of piece at once, by [colour](Color::index) and [role](Role::index). An evaluation that looks for the
    /// pieces that changed takes fewer operations so than by [`squares_of`](Board0x88::squares_of) for each.
    ///
    /// ```
    /// use chess0x88::{Chess, Color, Piece, Role};
    /// let start = Chess::startpos();
    /// let sets = start.board().squares_by_piece();
    /// for piece in Piece::ALL {
    ///     assert_eq!(
    ///         sets[piece.color().index()][piece.role().index()],
    ///         start.board().squares_of(piece)
    ///     );
    /// }
    /// ```
    #[doc(alias("sets", "bitboards"))]
    #[inline]
    pub fn squares_by_piece(&self) -> [[SquareSet; Role::COUNT]; Color::COUNT] {
        let bitboards = self.bitboards();
        let roles = Role::ALL.map(|role| bitboards.role(role));
        Color::ALL.map(|color| roles.map(|squares| squares & bitboards.colored(color).into()))
    }

    /// The square of this colour's king. Of several kings it is the one nearest to a1.
    #[doc(alias("king_of", "king_square"))]
    #[must_use]
    #[inline]
    pub const fn king(&self, color: Color) -> Option<Square> {
        self.squares_of(Piece::new(color, Role::King)).first()
    }

    /// The bytes of the board, by 0x88 index: the [code](Piece::code) of the piece on each square, 0 on an empty square.
    ///
    /// The other half, where no square lies, holds the same board as sets: bytes 8 to 15 of row *n* are a set of squares in little
    /// endian, those whose code has bit *n*, the colour in bit 3. Rows 5 to 7 hold no set.
    ///
    /// ```
    /// use chess0x88::{Chess, Piece, Square};
    /// let board = *Chess::startpos().board();
    /// let bytes = board.as_bytes();
    /// assert_eq!(bytes[Square::E1.x88() as usize], Piece::WHITE_KING.code());
    /// assert_eq!(
    ///     bytes[0x38..0x40],
    ///     board.colored(chess0x88::Color::Black).bits().to_le_bytes()
    /// );
    /// ```
    #[must_use]
    #[inline]
    pub const fn as_bytes(&self) -> &[u8; 128] {
        &self.bytes
    }

    /// A row's eight squares as one word, the a-file in the lowest byte.
    #[inline]
    pub(crate) const fn row(&self, rank: Rank) -> u64 {
        let (halves, _) = self.bytes.as_chunks::<8>();
        u64::from_le_bytes(halves[2 * rank as usize])
    }
}

#[expect(clippy::into_iter_without_iter, reason = "the method is called `pieces`: a board is no list")]
impl<'a> IntoIterator for &'a Board0x88 {
    type Item = (Square, Piece);
    type IntoIter = BoardPieces<'a>;

    #[inline]
    fn into_iter(self) -> BoardPieces<'a> {
        self.pieces()
    }
}

/// A board with these pieces; of two on a square the later one.
///
/// ```
/// use chess0x88::{Board0x88, Chess};
/// let board = *Chess::startpos().board();
/// let mirrored: Board0x88 =
///     board.pieces().map(|(square, piece)| (square.flip_file(), piece)).collect();
/// assert_eq!(mirrored.fen(), "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR");
/// ```
impl FromIterator<(Square, Piece)> for Board0x88 {
    fn from_iter<I: IntoIterator<Item = (Square, Piece)>>(pieces: I) -> Board0x88 {
        let mut board = Board0x88::empty();
        pieces.into_iter().for_each(|(square, piece)| board.set(square, Some(piece)));
        board
    }
}

/// Returns the piece on a square, as [`piece_at`](Board0x88::piece_at) does.
impl Index<Square> for Board0x88 {
    type Output = Option<Piece>;

    #[inline]
    fn index(&self, square: Square) -> &Option<Piece> {
        Piece::on(self.bytes[square as usize])
    }
}

/// An iterator over the pieces of a board with their squares: see [`Board0x88::pieces`].
#[derive(Clone, Debug)]
pub struct BoardPieces<'a> {
    board: &'a Board0x88,
    squares: SquareSetIter,
}

impl BoardPieces<'_> {
    /// Every square here holds a piece. The fallback for an empty square costs less than a check.
    #[inline]
    fn with_piece(&self, square: Square) -> (Square, Piece) {
        (square, self.board.piece_at(square).unwrap_or(Piece::new(Color::White, Role::Pawn)))
    }
}

impl Iterator for BoardPieces<'_> {
    type Item = (Square, Piece);

    #[inline]
    fn next(&mut self) -> Option<(Square, Piece)> {
        self.squares.next().map(|square| self.with_piece(square))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.squares.size_hint()
    }
}

impl DoubleEndedIterator for BoardPieces<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<(Square, Piece)> {
        self.squares.next_back().map(|square| self.with_piece(square))
    }
}

impl ExactSizeIterator for BoardPieces<'_> {}

impl FusedIterator for BoardPieces<'_> {}

/// Two boards are equal when the same pieces stand on the same squares.
impl PartialEq for Board0x88 {
    fn eq(&self, other: &Board0x88) -> bool {
        Rank::ALL.iter().all(|&rank| self.row(rank) == other.row(rank))
    }
}

impl Eq for Board0x88 {}

impl Hash for Board0x88 {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for rank in Rank::ALL {
            self.row(rank).hash(state);
        }
    }
}

impl Default for Board0x88 {
    fn default() -> Board0x88 {
        Board0x88::empty()
    }
}

impl fmt::Debug for Board0x88 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board0x88\n{self}")
    }
}

/// The board as White sees it: letters as in FEN, dots for empty squares. `{:#}` draws figurines, `{:-}` the board as Black sees it.
///
/// Makruk's Met is `m`, its Khon `s`; figurines show them as queen and bishop.
///
/// ```
/// use chess0x88::Chess;
/// let board = *Chess::startpos().board();
/// assert!(format!("{board}").starts_with("8  r n b q k b n r\n"));
/// assert!(format!("{board:-}").starts_with("1  R N B K Q B N R\n"));
/// assert!(format!("{board:-#}").ends_with("8  ♜ ♞ ♝ ♚ ♛ ♝ ♞ ♜\n   h g f e d c b a"));
/// ```
impl fmt::Display for Board0x88 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_turned = f.sign_minus();
        let turned = |n: usize| if is_turned { 7 - n } else { n };
        for row in 0..Rank::COUNT {
            let rank = Rank::ALL[turned(7 - row)];
            write!(f, "{} ", rank.char())?;
            for column in 0..File::COUNT {
                let symbol = match self.piece_at(Square::new(File::ALL[turned(column)], rank)) {
                    None => '.',
                    Some(piece) if f.alternate() => piece.figurine(),
                    Some(piece) => piece.letter().into(),
                };
                write!(f, " {symbol}")?;
            }
            writeln!(f)?;
        }
        f.write_str(if is_turned { "   h g f e d c b a" } else { "   a b c d e f g h" })
    }
}
