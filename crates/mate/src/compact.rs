//! [`Compact`]: a small form of a position, for searches that store many and change it square by square.

use chess0x88::fen::EnPassantMode;
use chess0x88::{Board0x88, CastlingRights, Color, Piece, Position, Role, Rules, Setup, Square, SquareSet, Violations};

use crate::sets::{attacks_of, bit_of, slides, square_of, steps};

/// The pieces of a board as five words: for each of the lowest bits of [`Piece::code`] the squares whose piece has the bit. So the
/// fourth word is Black's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bitboards([u64; 5]);

/// The pieces of one colour, by how they move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Side {
    pub(crate) all: u64,
    pub(crate) pawns: u64,
    pub(crate) knights: u64,
    pub(crate) king: u64,
    /// Rooks and queens.
    pub(crate) orthogonal: u64,
    pub(crate) mets: u64,
    pub(crate) khons: u64,
}

impl Side {
    /// Rooks, queens and Khon: a king and any one of these can mate a bare king.
    pub(crate) const fn majors(&self) -> u64 {
        self.orthogonal | self.khons
    }

    pub(crate) fn of<R: Rules>(board: &Board0x88, color: Color) -> Side {
        let of = |role| board.squares_of(Piece::new(color, role)).bits();
        Side {
            all: board.colored(color).bits(),
            pawns: of(Role::Pawn),
            knights: of(Role::Knight),
            king: of(Role::King),
            orthogonal: of(Role::Rook) | of(Role::Queen),
            mets: if R::ROLES.contains(&Role::Met) { of(Role::Met) } else { 0 },
            khons: if R::ROLES.contains(&Role::Khon) { of(Role::Khon) } else { 0 },
        }
    }
}

impl Bitboards {
    /// The pieces of a board, as its right half has them: eight bytes for each bit of the codes.
    fn of(board: &Board0x88) -> Bitboards {
        let (halves, _) = board.as_bytes().as_chunks::<8>();
        Bitboards([1, 3, 5, 7, 9].map(|half| u64::from_le_bytes(halves[half])))
    }

    pub(crate) fn board<R: Rules>(&self) -> Board0x88 {
        let mut board = Board0x88::empty();
        for &role in R::ROLES {
            for color in Color::ALL {
                let piece = Piece::new(color, role);
                for square in SquareSet::from_bits(self.role(role) & self.colored(color)) {
                    board.set(square, Some(piece));
                }
            }
        }
        board
    }

    /// The squares that hold a piece.
    #[inline]
    pub(crate) const fn occupied(&self) -> u64 {
        self.0[0] | self.0[1]
    }

    /// The squares that hold a piece of this colour.
    #[inline]
    pub(crate) const fn colored(&self, color: Color) -> u64 {
        match color {
            Color::White => self.occupied() & !self.0[3],
            Color::Black => self.0[3],
        }
    }

    /// The squares that hold a piece of this role, of either colour.
    #[inline]
    pub(crate) fn role(&self, role: Role) -> u64 {
        let code = Piece::new(Color::White, role).code();
        let with = |bit: usize| if code >> bit & 1 == 0 { !self.0[bit] } else { self.0[bit] };
        with(0) & with(1) & with(2) & with(4)
    }

    /// The squares that hold a piece of this colour and role.
    #[inline]
    pub(crate) fn squares_of(&self, color: Color, role: Role) -> u64 {
        self.role(role) & self.colored(color)
    }
}

/// The pieces of a side that attack a square, if these squares are occupied.
pub(crate) fn attackers_on<R: Rules>(bitboards: &Bitboards, square: Square, by: Color, occupied: u64) -> u64 {
    let [b0, b1, slider, ..] = bitboards.0;
    let sees = |role| attacks_of(role, by, bit_of(square), !occupied);
    let sliders = slider & (sees(Role::Rook) & b1 | sees(Role::Bishop) & b0);
    let steppers = R::ROLES.iter().filter(|role| slides(**role) == (false, false));
    let stepping = |&role: &Role| steps(role, !by, bit_of(square)) & bitboards.role(role);
    steppers.map(stepping).fold(sliders, |all, set| all | set) & bitboards.colored(by)
}

/// A position without clocks and count. Two compact positions are equal exactly if the positions are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Compact {
    bitboards: Bitboards,
    castling: CastlingRights,
    /// The en passant square, if a capture there is legal.
    en_passant: Option<Square>,
    turn: Color,
}

impl Compact {
    /// An empty board, which stands for no position.
    pub(crate) const NONE: Compact =
        Compact { bitboards: Bitboards([0; 5]), castling: CastlingRights::NONE, en_passant: None, turn: Color::White };

    pub(crate) fn of<R: Rules>(position: &Position<R>) -> Compact {
        Compact {
            bitboards: Bitboards::of(position.board()),
            castling: position.castling_rights(),
            en_passant: position.en_passant_square(EnPassantMode::Legal),
            turn: position.turn(),
        }
    }

    /// Builds the position, with fresh clocks and no count; `None` if it is illegal.
    pub(crate) fn position<R: Rules>(&self) -> Option<Position<R>> {
        let mut setup = Setup { board: self.bitboards.board::<R>(), turn: self.turn, ..Setup::empty() };
        setup.set_castling_rights(self.castling);
        setup.set_en_passant(self.en_passant);
        setup.to_position_with(Violations::TOLERABLE).ok()
    }

    pub(crate) const fn bitboards(&self) -> &Bitboards {
        &self.bitboards
    }

    pub(crate) const fn turn(&self) -> Color {
        self.turn
    }

    /// The square of a king: unspecified after illegal unchecked moves have captured the king.
    pub(crate) fn king(&self, color: Color) -> Square {
        square_of(self.bitboards.squares_of(color, Role::King))
    }

    /// Returns `true` if the king of a side is attacked.
    pub(crate) fn is_attacked<R: Rules>(&self, color: Color) -> bool {
        attackers_on::<R>(&self.bitboards, self.king(color), !color, self.bitboards.occupied()) != 0
    }

    /// Removes the pieces on these squares.
    pub(crate) fn without(&self, squares: u64) -> Compact {
        self.carried(squares, 0)
    }

    /// Moves the pieces of `from` to `to`, or removes them if `to` is empty.
    pub(crate) fn carried(&self, from: u64, to: u64) -> Compact {
        let carry = |word| word & !from | if word & from == 0 { 0 } else { to };
        Compact { bitboards: Bitboards(self.bitboards.0.map(carry)), ..*self }
    }

    /// Puts a piece on an empty square.
    pub(crate) fn with(&self, square: u64, piece: Piece) -> Compact {
        let mut bitboards = self.bitboards;
        for (bit, word) in bitboards.0.iter_mut().enumerate() {
            *word |= if piece.code() >> bit & 1 == 0 { 0 } else { square };
        }
        Compact { bitboards, ..*self }
    }

    /// Sets the square of a legal capture en passant.
    pub(crate) const fn with_en_passant(self, square: Option<Square>) -> Compact {
        Compact { en_passant: square, ..self }
    }

    /// The square of a legal capture en passant.
    pub(crate) const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Passes the turn and clears the en passant square.
    pub(crate) fn passed(&self) -> Compact {
        Compact { en_passant: None, turn: !self.turn, ..*self }
    }

    pub(crate) fn hash(&self) -> u64 {
        let rights = self.castling.iter().fold(0, |bits, (_, _, rook)| bits | bit_of(rook));
        let rest =
            self.en_passant.map_or(0, |square| square.index() as u64 + 1) << 1 | u64::from(self.turn == Color::Black);
        let words = self.bitboards.0.into_iter().chain([rights ^ rest.rotate_left(32)]);
        words.fold(0, |hash: u64, word| {
            let mixed = (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            mixed ^ mixed >> 29
        })
    }
}
