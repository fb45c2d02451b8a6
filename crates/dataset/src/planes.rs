//! Positions as arrays of numbers, for training.

use anyhow::{Context, Result, ensure};
use chess0x88::fen::EnPassantMode;
use chess0x88::{CastlingSide, Chess, Color, Move, Piece, Role, Square, SquareSet};

const ROLES: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// The order of the planes: White's pawns, knights, bishops, rooks, queens and king, then Black's.
pub const PLANES: [(Color, Role); 12] = {
    let mut planes = [(Color::White, Role::Pawn); 12];
    let mut at = 0;
    while at < 12 {
        planes[at] = (if at < 6 { Color::White } else { Color::Black }, ROLES[at % 6]);
        at += 1;
    }
    planes
};

/// Which planes a position has, and how they are written. A plane has 64 squares, a1, b1 ... h8.
///
/// For each of the `history` latest positions, the last one first: twelve planes of pieces, and with `repetition` two more, full if
/// the position occurred once before, and twice. With `state` six planes follow: full if White is to move, full for each castling
/// right (king's side and queen's side of White, then of Black), and the square where a pawn can be captured en passant. With
/// `clock` one more has the halfmove clock on each square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planes {
    /// A bit for each square and a byte for each rank, the a-file lowest. Otherwise a byte for each square.
    pub bits: bool,
    pub state: bool,
    pub clock: bool,
    /// As the side to move sees the board: its pieces and rights first, its first rank lowest.
    pub mover: bool,
    pub history: usize,
    pub repetition: bool,
}

impl Planes {
    /// Reads words such as `state mover history=8`.
    ///
    /// # Errors
    /// A word that is none, and a clock in bits.
    pub fn parse(words: &str) -> Result<Planes> {
        let mut planes =
            Planes { bits: false, state: false, clock: false, mover: false, history: 1, repetition: false };
        for word in words.split_whitespace() {
            match word {
                "bits" => planes.bits = true,
                "state" => planes.state = true,
                "clock" => planes.clock = true,
                "mover" => planes.mover = true,
                "repetition" => planes.repetition = true,
                _ => {
                    let number = word.strip_prefix("history=").and_then(|number| number.parse().ok());
                    planes.history = number.with_context(|| format!("{word:?} is no word for planes"))?;
                }
            }
        }
        ensure!(!planes.bits || !planes.clock, "a bit cannot hold the halfmove clock: take planes of bytes");
        ensure!((1..=64).contains(&planes.history), "history is a number from 1 to 64, not {}", planes.history);
        Ok(planes)
    }

    /// Returns the number of planes.
    #[must_use]
    pub const fn count(self) -> usize {
        self.history * if self.repetition { 14 } else { 12 } + if self.state { 6 } else { 0 } + self.clock as usize
    }

    /// Returns the number of bytes of all planes.
    #[must_use]
    pub const fn size(self) -> usize {
        self.count() * if self.bits { 8 } else { 64 }
    }

    /// Returns `true` if the earlier positions of the game are needed.
    #[must_use]
    pub const fn needs_history(self) -> bool {
        self.history > 1 || self.repetition
    }

    /// Writes the planes of a view to bytes that are 0. `steps` are the latest positions, this one first; without any, this one
    /// stands alone.
    pub fn write(self, view: View, steps: &[Step], bytes: &mut [u8]) {
        let is_turned = self.mover && view.turn == Color::Black;
        let alone = [Step { pieces: view.pieces, repeats: 0 }];
        let steps = if steps.is_empty() { &alone } else { steps };
        let mut planes = bytes.chunks_exact_mut(if self.bits { 8 } else { 64 });
        let mut put = |squares: u64| {
            if let Some(plane) = planes.next() {
                write_plane(if is_turned { squares.swap_bytes() } else { squares }, self.bits, plane);
            }
        };
        let full = |holds: bool| if holds { u64::MAX } else { 0 };
        for step in 0..self.history {
            let step = steps.get(step).copied().unwrap_or_default();
            for number in 0..12 {
                put(step.pieces.squares(if is_turned { (number + 6) % 12 } else { number }));
            }
            if self.repetition {
                put(full(step.repeats > 0));
                put(full(step.repeats > 1));
            }
        }
        if self.state {
            put(full(view.turn == Color::White));
            for right in if is_turned { [2, 3, 0, 1] } else { [0, 1, 2, 3] } {
                put(full(view.rights >> right & 1 == 1));
            }
            put(view.en_passant.into_iter().collect::<SquareSet>().bits());
        }
        if self.clock
            && let Some(plane) = planes.next()
        {
            plane.fill(view.clock);
        }
    }
}

/// The pieces of a board in 32 bytes: three bits of each square tell the role, and one the color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    roles: [u64; 3],
    black: u64,
}

impl Pieces {
    fn of(position: &Chess) -> Pieces {
        let board = position.board();
        let mut pieces = Pieces { roles: [0; 3], black: board.colored(Color::Black).bits() };
        for (code, role) in (1..).zip(ROLES) {
            let squares = board.by_role(role).bits();
            for (bit, set) in pieces.roles.iter_mut().enumerate() {
                *set |= if code >> bit & 1 == 1 { squares } else { 0 };
            }
        }
        pieces
    }

    /// Returns the squares of the piece with this number in [`PLANES`].
    fn squares(self, plane: usize) -> u64 {
        let code = plane % 6 + 1;
        let has = |bit: usize| if code >> bit & 1 == 1 { self.roles[bit] } else { !self.roles[bit] };
        has(0) & has(1) & has(2) & if plane < 6 { !self.black } else { self.black }
    }
}

/// What the planes of a position show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    pieces: Pieces,
    pub turn: Color,
    /// A bit for each castling right: king's side and queen's side of White, then of Black.
    rights: u8,
    /// The square where a pawn can be captured en passant.
    en_passant: Option<Square>,
    /// The halfmove clock, 255 at most.
    clock: u8,
}

impl View {
    #[must_use]
    pub fn of(position: &Chess) -> View {
        let rights = position.castling_rights();
        let has = |(color, side)| rights.rook(color, side).is_some();
        let all = [Color::White, Color::Black]
            .map(|color| [CastlingSide::King, CastlingSide::Queen].map(|side| (color, side)));
        View {
            pieces: Pieces::of(position),
            turn: position.turn(),
            rights: (0..).zip(all.into_iter().flatten()).map(|(bit, right)| u8::from(has(right)) << bit).sum(),
            en_passant: position.en_passant_square(EnPassantMode::Legal),
            clock: u8::try_from(position.halfmove_clock()).unwrap_or(u8::MAX),
        }
    }
}

/// The pieces of a position, and how often the position occurred before in its game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    pub pieces: Pieces,
    pub repeats: u8,
}

impl Step {
    /// Returns the steps of a game's positions, in their order.
    #[must_use]
    pub fn of_game(positions: &[Chess]) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::with_capacity(positions.len());
        for (ply, position) in positions.iter().enumerate() {
            // No position before a capture or a pawn's move comes again.
            let first = ply.saturating_sub(position.halfmove_clock() as usize);
            let repeats = positions[first..ply].iter().filter(|before| *before == position).count();
            steps.push(Step { pieces: Pieces::of(position), repeats: repeats.min(255) as u8 });
        }
        steps
    }
}

fn write_plane(squares: u64, bits: bool, plane: &mut [u8]) {
    if bits {
        plane.copy_from_slice(&squares.to_le_bytes());
    } else if squares == u64::MAX {
        plane.fill(1);
    } else {
        // Few squares are occupied by one kind of piece.
        SquareSet::from_bits(squares).into_iter().for_each(|square| plane[square.index()] = 1);
    }
}

/// A board of 64 squares, a1, b1 ... h8: 0 for an empty one, else 1 more than the piece's plane in [`PLANES`].
pub type Board = [u8; 64];

/// Returns the number of a piece on a [`Board`].
fn number_of(piece: Piece) -> u8 {
    let place = PLANES.iter().position(|&plane| plane == (piece.color(), piece.role()));
    place.map_or(0, |place| place as u8 + 1)
}

/// Returns the board of a position.
#[must_use]
pub fn board_of(position: &Chess) -> Board {
    let mut board = [0; 64];
    for (number, (color, role)) in (1..).zip(PLANES) {
        for square in position.board().squares_of(Piece::new(color, role)) {
            board[square.index()] = number;
        }
    }
    board
}

/// Makes a legal move of `color` on a board.
pub fn move_on(board: &mut Board, mv: Move, color: Color) {
    let piece = std::mem::take(&mut board[mv.from().index()]);
    if let Some(castling) = mv.castling() {
        board[mv.to().index()] = 0;
        board[castling.king_to.index()] = piece;
        board[castling.rook_to.index()] = number_of(Piece::new(color, Role::Rook));
        return;
    }
    if mv.is_en_passant() {
        board[Square::new(mv.to().file(), mv.from().rank()).index()] = 0;
    }
    board[mv.to().index()] = mv.promotion().map_or(piece, |role| number_of(Piece::new(color, role)));
}
