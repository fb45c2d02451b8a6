//! [`Color`], [`Role`] and [`Piece`]: the one-byte piece code.
//!
//! The code of a piece is its byte on the board; 0 is an empty square. Each bit answers a frequent question:
//!
//! ```text
//!    bit   5         4         3        2        1           0
//!          promoted  Makruk    Black    slider   straight*   diagonal*        (* of a slider)
//!
//!    pawn 1    knight 2    king 3    bishop 4+1    rook 4+2    queen 4+2+1
//!    Met 16+1   Khon 16+2            promoted Bia: a Met with bit 5
//! ```
//!
//! The low three bits are zero only on an empty square. Makruk's own pieces do not slide: they have bit 4, and never bit 2. Chess
//! never sets bits 4 and 5.

#![expect(clippy::inline_always, reason = "the colour is mostly known where a value is picked by it")]

use core::cmp::Ordering;
use core::fmt;
use core::num::NonZeroU8;
use core::ops::Not;
use core::str::FromStr;

use crate::geometry::{Direction, KNIGHT_OFFSETS, Rank, Reach};
use crate::name::{ParseNameError, named, only_char};

named! {
    /// The two sides.
    ///
    /// ```
    /// use chess0x88::Color;
    /// assert_eq!(!Color::White, Color::Black);
    /// ```
    #[derive(PartialOrd, Ord)]
    #[repr(u8)]
    pub enum Color {
        /// The side that moves first, towards the eighth rank.
        White = "White",
        /// The side that moves towards the first rank.
        Black = "Black",
    }
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// The number of sides.
    pub const COUNT: usize = Color::ALL.len();

    /// The number for tables: the index in `ALL`.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the side in FEN: `w` or `b`.
    #[must_use]
    #[inline]
    pub const fn char(self) -> char {
        self.pick('w', 'b')
    }

    /// The side with this letter in FEN.
    #[inline]
    pub(crate) const fn from_char(letter: char) -> Option<Color> {
        match letter {
            'w' => Some(Color::White),
            'b' => Some(Color::Black),
            _ => None,
        }
    }

    /// The step of this side's pawns.
    #[must_use]
    #[inline]
    pub const fn forward(self) -> Direction {
        self.pick(Direction::North, Direction::South)
    }

    /// The rank counted from this side: its own first rank is [`Rank::First`].
    ///
    /// ```
    /// use chess0x88::{Color, Rank};
    /// assert_eq!(Color::Black.relative_rank(Rank::Eighth), Rank::First);
    /// ```
    #[must_use]
    #[inline]
    pub const fn relative_rank(self, rank: Rank) -> Rank {
        // For Black, the rank is 7 minus the rank: all three bits inverted.
        Rank::from_masked(rank as u8 ^ (self as u8).wrapping_neg())
    }

    /// Returns the other side, like `!color`, also in a `const fn`.
    ///
    /// ```
    /// use chess0x88::Color;
    /// assert_eq!(Color::White.other(), Color::Black);
    /// ```
    #[doc(alias("opponent", "opposite", "flip"))]
    #[must_use]
    #[inline]
    pub const fn other(self) -> Color {
        self.pick(Color::Black, Color::White)
    }

    /// The colour bit of a piece code.
    #[inline]
    pub(crate) const fn bit(self) -> u8 {
        (self as u8) << 3
    }

    /// Returns the first value for White, the second for Black.
    #[inline(always)]
    pub(crate) const fn pick<T: Copy>(self, white: T, black: T) -> T {
        match self {
            Color::White => white,
            Color::Black => black,
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        self.other()
    }
}

/// Reads `white` and `black` in any case, and the `w` and `b` of FEN.
///
/// ```
/// use chess0x88::Color;
/// assert_eq!("White".parse(), Ok(Color::White));
/// assert_eq!("b".parse(), Ok(Color::Black));
/// ```
impl FromStr for Color {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<Color, ParseNameError> {
        let value = match text {
            _ if text.eq_ignore_ascii_case("white") => Some(Color::White),
            _ if text.eq_ignore_ascii_case("black") => Some(Color::Black),
            _ => only_char(text).and_then(Color::from_char),
        };
        value.ok_or(ParseNameError::new("a colour is white or black, or w or b"))
    }
}

/// A kind of piece. In Makruk the pawn is the Bia, the knight the Ma, the king the Khun and the rook the Rua. The Met and the Khon
/// exist only in Makruk.
///
/// `Display` and `FromStr` use the letter in FEN and SAN. [`Variant::piece_name`](crate::Variant::piece_name) has the names.
///
/// ```
/// use chess0x88::Role;
/// const WORTH: [u8; Role::COUNT] = [1, 3, 3, 5, 9, 0, 2, 3];
/// assert_eq!(WORTH[Role::Rook.index()], 5);
/// assert_eq!((Role::Knight.char(), "n".parse()), ('N', Ok(Role::Knight)));
/// assert_eq!("Q".parse(), Ok(Role::Queen));
/// ```
///
/// # One type for all games
///
/// A board does not know its game: the same byte is a knight and a Ma. A [`Setup`](crate::Setup) may hold a piece that its game
/// does not have, which is a [violation](crate::Violation::ForeignPiece). Functions of a board (attacks, exchanges, pictures) serve
/// every game. A role type per game would add the game to the type of every piece and board, to forbid what a position never
/// contains.
///
/// So there is one type, and it is `#[non_exhaustive]`: a `match` names the roles of its game and ends in `_`. A chess program need
/// not mention Met and Khon, and a further game will not break it. To cover every role, use a table of [`Role::COUNT`] entries: the
/// six roles of chess come first, in the order of [`ChessRules::ROLES`](crate::Rules::ROLES).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
#[repr(u8)]
pub enum Role {
    /// The pawn; Makruk's Bia.
    Pawn,
    /// The knight; Makruk's Ma.
    Knight,
    /// The bishop. Chess only.
    Bishop,
    /// The rook; Makruk's Rua.
    Rook,
    /// The queen. Chess only.
    Queen,
    /// The king; Makruk's Khun.
    King,
    /// Makruk's Met: one step diagonally.
    Met,
    /// Makruk's Khon: one step diagonally, or one straight ahead.
    Khon,
}

impl Role {
    /// All roles of all games: those of chess from the pawn to the king, then Makruk's own. This is also the order of `Ord` and of
    /// the numbers. [`ChessRules::ROLES`](crate::Rules::ROLES) are the six of chess.
    pub const ALL: [Role; 8] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King, Role::Met, Role::Khon];

    /// The number of roles.
    pub const COUNT: usize = Role::ALL.len();

    /// The number for tables: the index in `ALL`.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the role in FEN and SAN, in upper case. (SAN writes no letter for a pawn.)
    #[must_use]
    #[inline]
    pub const fn char(self) -> char {
        self.letter() as char
    }

    /// The role with this letter, in either case.
    #[inline]
    pub(crate) const fn from_char(letter: char) -> Option<Role> {
        if letter.is_ascii() { Role::from_letter((letter as u8).to_ascii_uppercase()) } else { None }
    }

    /// The letters of the roles in both games, in upper case and in the order of [`Role::ALL`]. Makruk's are those of
    /// Fairy-Stockfish. No letter stands for two roles.
    const LETTERS: [u8; Role::COUNT] = *b"PNBRQKMS";

    /// The letter of the role in FEN and SAN, in upper case.
    #[inline]
    pub(crate) const fn letter(self) -> u8 {
        Role::LETTERS[self.index()]
    }

    /// The role with this upper-case letter. A table, because no processor can predict the next piece.
    #[inline]
    pub(crate) const fn from_letter(letter: u8) -> Option<Role> {
        const BY_LETTER: [Option<Role>; 26] = {
            let mut roles = [None; 26];
            let mut i = 0;
            while i < Role::ALL.len() {
                roles[(Role::LETTERS[i] - b'A') as usize] = Some(Role::ALL[i]);
                i += 1;
            }
            roles
        };
        let index = letter.wrapping_sub(b'A') as usize;
        if index < BY_LETTER.len() { BY_LETTER[index] } else { None }
    }

    /// The role bits of a piece code, in the order of [`Role::ALL`].
    const CODES: [u8; Role::COUNT] = [1, 2, Piece::SLIDER | 1, Piece::SLIDER | 2, Piece::SLIDER | 3, 3, 0x11, 0x12];

    /// The role bits of a piece code.
    #[inline]
    pub(crate) const fn code(self) -> u8 {
        Role::CODES[self.index()]
    }

    /// The role of a piece code. A table, because no processor can predict the next piece.
    #[inline]
    const fn from_code(code: u8) -> Role {
        ROLE_OF[(code & ROLE_AND_COLOR) as usize]
    }
}

const ROLE_OF: &[Role; 32] = &BY_CODE.0;

/// By piece code: the role, the atoms of its captures, and the range of its offsets in [`OFFSETS`].
const BY_CODE: &([Role; 32], [Reach; 32], [(u8, u8); 32]) = &{
    let (mut roles, mut reaches, mut offsets) = ([Role::King; 32], [Reach::NONE; 32], [(0, 0); 32]);
    let mut i = 0;
    while i < Piece::COUNT {
        let (color, role, code) = (Piece::ALL[i].color(), Role::ALL[i / Color::COUNT], Piece::ALL[i].code() as usize);
        roles[code] = role;
        reaches[code] = reach(color, role);
        offsets[code] = match role {
            Role::Pawn => (0, 0),
            Role::Knight => (0, 8),
            Role::Rook => (8, 12),
            Role::Bishop | Role::Met => (12, 16),
            Role::Queen | Role::King => (8, 16),
            Role::Khon => color.pick((11, 16), (12, 17)),
        };
        i += 1;
    }
    (roles, reaches, offsets)
};

/// The letter in upper case.
impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.char().encode_utf8(&mut [0; 4]))
    }
}

/// Reads the letter in either case.
impl FromStr for Role {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<Role, ParseNameError> {
        let value = only_char(text).and_then(Role::from_char);
        value.ok_or(ParseNameError::new("a kind of piece is a letter of PNBRQKMS"))
    }
}

/// The kinds of pieces that may be on a board. Code for one game skips the other game's pieces.
pub(crate) trait PieceSet: Copy {
    /// `true` if there may be Met and Khon, which do not slide.
    const MAKRUK_LEAPERS: bool;
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum AnyPieces {}

impl PieceSet for AnyPieces {
    const MAKRUK_LEAPERS: bool = true;
}

/// A piece: a colour and a role in one byte, the byte of the board. `Option<Piece>` is one byte too.
///
/// ```
/// use chess0x88::{Color, Piece, Role};
/// let queen = Piece::new(Color::Black, Role::Queen);
/// assert_eq!(queen, Piece::BLACK_QUEEN);
/// assert_eq!(queen.color(), Color::Black);
/// assert_eq!(queen.role(), Role::Queen);
/// assert_eq!((queen.char(), Piece::from_char('q')), ('q', Some(queen)));
/// assert_eq!((queen.to_string().as_str(), "q".parse()), ("q", Ok(queen)));
/// assert_eq!(core::mem::size_of::<Option<Piece>>(), 1);
/// ```
///
/// `Display` and `FromStr` use the letter of FEN: upper case for White, and `M~` for a Met that was a Bia.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Piece(NonZeroU8);

/// A constant for each piece.
impl Piece {
    /// The White Pawn.
    pub const WHITE_PAWN: Piece = Piece::new(Color::White, Role::Pawn);
    /// The Black Pawn.
    pub const BLACK_PAWN: Piece = Piece::new(Color::Black, Role::Pawn);
    /// The White Knight.
    pub const WHITE_KNIGHT: Piece = Piece::new(Color::White, Role::Knight);
    /// The Black Knight.
    pub const BLACK_KNIGHT: Piece = Piece::new(Color::Black, Role::Knight);
    /// The White Bishop.
    pub const WHITE_BISHOP: Piece = Piece::new(Color::White, Role::Bishop);
    /// The Black Bishop.
    pub const BLACK_BISHOP: Piece = Piece::new(Color::Black, Role::Bishop);
    /// The White Rook.
    pub const WHITE_ROOK: Piece = Piece::new(Color::White, Role::Rook);
    /// The Black Rook.
    pub const BLACK_ROOK: Piece = Piece::new(Color::Black, Role::Rook);
    /// The White Queen.
    pub const WHITE_QUEEN: Piece = Piece::new(Color::White, Role::Queen);
    /// The Black Queen.
    pub const BLACK_QUEEN: Piece = Piece::new(Color::Black, Role::Queen);
    /// The White King.
    pub const WHITE_KING: Piece = Piece::new(Color::White, Role::King);
    /// The Black King.
    pub const BLACK_KING: Piece = Piece::new(Color::Black, Role::King);
    /// The White Met.
    pub const WHITE_MET: Piece = Piece::new(Color::White, Role::Met);
    /// The Black Met.
    pub const BLACK_MET: Piece = Piece::new(Color::Black, Role::Met);
    /// The White Khon.
    pub const WHITE_KHON: Piece = Piece::new(Color::White, Role::Khon);
    /// The Black Khon.
    pub const BLACK_KHON: Piece = Piece::new(Color::Black, Role::Khon);
}

impl Piece {
    /// The bit of a slider: bishop, rook, queen.
    pub(crate) const SLIDER: u8 = 0x04;
    /// The bit of a Met that was a Bia. Moves and repetition ignore it; notation and pictures show it.
    pub(crate) const PROMOTED: u8 = 0x20;
    /// The number of codes: five bits identify the piece, and one marks a Met that was a Bia.
    pub(crate) const CODES: usize = 2 * Piece::PROMOTED as usize;

    /// The number of pieces in all games: every role in both colours. A promoted Bia counts as a Met.
    pub const COUNT: usize = Color::COUNT * Role::COUNT;
    /// Every piece, by role in the order of [`Role::ALL`], White's before Black's. This is also the order of `Ord`, where a Met
    /// comes before a Met that was a Bia.
    pub const ALL: [Piece; Piece::COUNT] = {
        let mut all = [Piece::new(Color::White, Role::Pawn); Piece::COUNT];
        let mut index = 0;
        while index < Piece::COUNT {
            all[index] = Piece::new(Color::ALL[index % Color::COUNT], Role::ALL[index / Color::COUNT]);
            index += 1;
        }
        all
    };

    /// The number for tables: the index in [`Piece::ALL`]. The pieces of chess have 0 to 11, without a gap, and a promoted Bia has
    /// the number of a Met; the [code](Piece::code) is the byte of the board.
    ///
    /// ```
    /// use chess0x88::{Color, Piece, Role};
    /// let king = Piece::new(Color::Black, Role::King);
    /// assert_eq!((king.index(), Piece::ALL[11]), (11, king));
    /// ```
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        Color::COUNT * self.role().index() + self.color().index()
    }

    /// The piece of this colour and role.
    #[doc(alias("of"))]
    #[must_use]
    #[inline]
    pub const fn new(color: Color, role: Role) -> Piece {
        // No role is 0, so the OR is never 0.
        match NonZeroU8::new(color.bit() | role.code()) {
            Some(code) => Piece(code),
            None => Piece(NonZeroU8::MIN),
        }
    }

    /// Marks a Met as promoted from a Bia, for notation. Other pieces stay as they are.
    ///
    /// ```
    /// use chess0x88::{Color, Piece, Role};
    /// let met = Piece::new(Color::White, Role::Met);
    /// assert!(met.promoted().is_promoted() && !met.is_promoted());
    /// assert_eq!(met.promoted().role(), Role::Met);
    /// ```
    #[must_use]
    #[inline]
    pub const fn promoted(self) -> Piece {
        match self.role() {
            Role::Met => Piece(self.0.saturating_add(Piece::PROMOTED & !self.code())),
            _ => self,
        }
    }

    /// Returns `true` if the piece is a Met that was a Bia.
    #[must_use]
    #[inline]
    pub const fn is_promoted(self) -> bool {
        self.code() & Piece::PROMOTED != 0
    }

    /// The side the piece belongs to.
    #[must_use]
    #[inline]
    pub const fn color(self) -> Color {
        if self.code() & Color::Black.bit() == 0 { Color::White } else { Color::Black }
    }

    /// The kind of piece.
    #[must_use]
    #[inline]
    pub const fn role(self) -> Role {
        Role::from_code(self.code())
    }

    /// The movement atoms of the piece's captures. (A pawn's straight step captures nothing and is not among them.)
    #[inline]
    pub const fn reach(self) -> Reach {
        Piece::reach_of(Some(self))
    }

    /// The movement atoms by which the piece on a square captures: none for an empty square.
    #[inline]
    pub(crate) const fn reach_of(piece: Option<Piece>) -> Reach {
        REACH_OF[(Piece::code_of(piece) & ROLE_AND_COLOR) as usize]
    }

    /// The offsets of the piece's moves: for a slider any number of times, for other pieces once. A pawn has none, since its moves
    /// have rules of their own.
    #[inline]
    pub(crate) fn offsets(self) -> impl Iterator<Item = i8> {
        let (first, end) = OFFSETS_OF[(self.code() & ROLE_AND_COLOR) as usize];
        (first..end).map(|n| OFFSETS[n as usize % OFFSETS.len()])
    }

    /// Returns `true` if two pieces have the same colour and role: a Met that was a Bia equals any Met.
    #[inline]
    pub(crate) const fn is_like(self, other: Piece) -> bool {
        (self.code() ^ other.code()) & !Piece::PROMOTED == 0
    }

    /// The byte of the piece on a [board](crate::Board0x88::as_bytes): 1 pawn, 2 knight, 3 king, 5 bishop, 6 rook, 7 queen; 17 Met,
    /// 18 Khon, 49 a Met that was a Bia; 8 more for Black. Bit 2 is set for sliders. Codes have gaps; for tables there is
    /// [`index`](Piece::index).
    ///
    /// ```
    /// use chess0x88::Piece;
    /// assert_eq!((Piece::WHITE_QUEEN.code(), Piece::BLACK_QUEEN.code()), (7, 15));
    /// assert_eq!(Piece::from_code(15), Some(Piece::BLACK_QUEEN));
    /// let sliders = Piece::ALL.into_iter().filter(|piece| piece.code() & 4 != 0);
    /// assert_eq!(sliders.map(Piece::char).collect::<String>(), "BbRrQq");
    /// ```
    #[must_use]
    #[inline]
    pub const fn code(self) -> u8 {
        self.0.get()
    }

    /// The byte of a piece on the board, or 0 for an empty square.
    #[inline]
    pub(crate) const fn code_of(piece: Option<Piece>) -> u8 {
        match piece {
            Some(piece) => piece.code(),
            None => 0,
        }
    }

    /// The piece with this [code](Piece::code); `None` for 0, an empty square, and for any other number that is no code.
    #[must_use]
    #[inline]
    pub const fn from_code(code: u8) -> Option<Piece> {
        match Piece::on_board(code) {
            Some(piece) => {
                let plain = Piece::new(piece.color(), piece.role());
                if code == plain.code() || code == plain.promoted().code() { Some(piece) } else { None }
            }
            None => None,
        }
    }

    /// Returns the piece of a board byte. Only codes of real pieces are ever stored.
    #[inline]
    pub(crate) const fn on_board(code: u8) -> Option<Piece> {
        match NonZeroU8::new(code) {
            Some(code) => Some(Piece(code)),
            None => None,
        }
    }

    /// Returns a reference to the piece of a board byte.
    #[expect(clippy::ref_option, reason = "an index of the board gives a reference to what `piece_at` gives")]
    pub(crate) const fn on(code: u8) -> &'static Option<Piece> {
        const HELD: &[Option<Piece>; Piece::CODES] = &{
            let mut held = [None; Piece::CODES];
            let mut code = 0;
            while code < Piece::CODES {
                held[code] = Piece::on_board(code as u8);
                code += 1;
            }
            held
        };
        &HELD[code as usize & (Piece::CODES - 1)]
    }

    /// Returns two flags: the piece slides along ranks and files; the piece slides along diagonals.
    #[inline]
    pub(crate) const fn slides(self) -> (bool, bool) {
        slides(self.code())
    }

    #[inline]
    pub(crate) const fn is_knight(self) -> bool {
        self.code() & !Color::Black.bit() == Role::Knight.code()
    }

    #[inline]
    pub(crate) const fn is_slider(self) -> bool {
        self.code() & Piece::SLIDER != 0
    }
}

impl Piece {
    /// The letter of the piece in FEN: upper case for White.
    pub(crate) const fn letter(self) -> u8 {
        let letter = self.role().letter();
        self.color().pick(letter, letter.to_ascii_lowercase())
    }

    /// The letter of the piece in FEN: upper case for White. A Met that was a Bia has the letter of a Met.
    #[must_use]
    #[inline]
    pub const fn char(self) -> char {
        self.letter() as char
    }

    /// The piece with this letter: upper case for White.
    #[must_use]
    #[inline]
    pub const fn from_char(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Role::from_char(letter) {
            Some(role) => Some(Piece::new(color, role)),
            None => None,
        }
    }

    /// The figurine: `♘`, `♞`. Makruk has no figurines: its Met uses the queen's, the Khon the bishop's.
    ///
    /// ```
    /// use chess0x88::Piece;
    /// assert_eq!(
    ///     (Piece::WHITE_KNIGHT.figurine(), Piece::BLACK_KNIGHT.figurine()),
    ///     ('♘', '♞')
    /// );
    /// ```
    #[doc(alias("unicode_symbol"))]
    #[must_use]
    pub const fn figurine(self) -> char {
        const WHITE: &[char; Role::COUNT] = &['♙', '♘', '♗', '♖', '♕', '♔', '♕', '♗'];
        const BLACK: &[char; Role::COUNT] = &['♟', '♞', '♝', '♜', '♛', '♚', '♛', '♝'];
        self.color().pick(WHITE, BLACK)[self.role().index()]
    }
}

impl Ord for Piece {
    fn cmp(&self, other: &Piece) -> Ordering {
        let key = |piece: &Piece| (piece.index(), piece.is_promoted());
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Piece {
    fn partial_cmp(&self, other: &Piece) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The letter, and a `~` after a Met that was a Bia.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = [self.letter(), b'~'];
        let len = if self.is_promoted() { 2 } else { 1 };
        f.pad(text.get(..len).and_then(|text| core::str::from_utf8(text).ok()).unwrap_or_default())
    }
}

impl FromStr for Piece {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<Piece, ParseNameError> {
        let value = match text.strip_suffix('~') {
            Some(letter) => {
                only_char(letter).and_then(Piece::from_char).map(Piece::promoted).filter(|met| met.is_promoted())
            }
            None => only_char(text).and_then(Piece::from_char),
        };
        value.ok_or(ParseNameError::new("a piece is a letter of PNBRQKMSpnbrqkms, or M~ or m~"))
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let promoted = if self.is_promoted() { "promoted " } else { "" };
        write!(f, "{promoted}{:?} {:?}", self.color(), self.role())
    }
}

/// Returns two flags of a piece code: the piece slides along ranks and files; the piece slides along diagonals.
#[inline]
const fn slides(code: u8) -> (bool, bool) {
    let slides = code & Piece::SLIDER != 0;
    (slides && code & 2 != 0, slides && code & 1 != 0)
}

/// The bits of colour and role, without the promoted bit.
const ROLE_AND_COLOR: u8 = 0x1F;

const REACH_OF: &[Reach; 32] = &BY_CODE.1;

const fn reach(color: Color, role: Role) -> Reach {
    let diagonal_ahead = color.pick(Reach::DIAGONAL_NORTH, Reach::DIAGONAL_SOUTH);
    let ahead = color.pick(Reach::NORTH, Reach::SOUTH);
    let diagonal = Reach::DIAGONAL_NORTH.union(Reach::DIAGONAL_SOUTH);
    match role {
        Role::Pawn => diagonal_ahead,
        Role::Knight => Reach::KNIGHT,
        Role::Bishop => Reach::DIAGONAL_SLIDE,
        Role::Rook => Reach::STRAIGHT_SLIDE,
        Role::Queen => Reach::DIAGONAL_SLIDE.union(Reach::STRAIGHT_SLIDE),
        Role::King => diagonal.union(Reach::NORTH).union(Reach::SOUTH).union(Reach::SIDEWAYS),
        Role::Met => diagonal,
        Role::Khon => diagonal.union(ahead),
    }
}

/// The offsets of all pieces, arranged so that the offsets of each piece are adjacent: the knight's jumps, then the directions. (A power
/// of two: then no index needs a test.)
const OFFSETS: &[i8; 32] = &{
    let mut offsets = [0; 32];
    let mut i = 0;
    while i < 8 {
        offsets[i] = KNIGHT_OFFSETS[i];
        offsets[8 + i] = BY_SOUTH_AND_NORTH[i] as i8;
        i += 1;
    }
    offsets[16] = Direction::South as i8;
    offsets
};

/// The straight directions, then the diagonal ones. White's north stands before the diagonals, Black's south after them.
const BY_SOUTH_AND_NORTH: [Direction; 8] = [
    Direction::East,
    Direction::West,
    Direction::South,
    Direction::North,
    Direction::NorthEast,
    Direction::NorthWest,
    Direction::SouthEast,
    Direction::SouthWest,
];

const OFFSETS_OF: &[(u8, u8); 32] = &BY_CODE.2;
