//! Numbers of moves, for networks that give one value for each move.

use std::sync::LazyLock;

use anyhow::{Result, bail};
use chess0x88::uci::CastlingMode;
use chess0x88::{Chess, Color, Move, Role, Square};

/// A way to number moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// The 1,968 moves that UCI can write, sorted by their texts: see [`UCI_MOVES`].
    #[default]
    Uci,
    /// The 4,672 of AlphaZero, as the mover sees the board: 73 for each square of origin, by rank and file. First the moves of a queen, by
    /// direction (N, NE, E, SE, S, SW, W, NW) and distance; 56 and more those of a knight, by direction clockwise from NNE; 64 and
    /// more promotions to knight, bishop and rook, by file (left, ahead, right) and role.
    AlphaZero,
    /// The 1,858 of lc0, as the mover sees the board: see [`LC0_MOVES`]. Castling is the king's move to the rook.
    Lc0,
}

impl Policy {
    /// Reads `uci`, `alphazero` or `lc0`.
    ///
    /// # Errors
    /// Any other text.
    pub fn parse(name: &str) -> Result<Policy> {
        Ok(match name {
            "uci" | "" => Policy::Uci,
            "alphazero" => Policy::AlphaZero,
            "lc0" => Policy::Lc0,
            _ => bail!("a policy is uci, alphazero or lc0, not {name:?}"),
        })
    }

    /// Counts the numbers.
    #[must_use]
    pub fn size(self) -> usize {
        match self {
            Policy::Uci => UCI_MOVES.len(),
            Policy::AlphaZero => 64 * 73,
            Policy::Lc0 => LC0_MOVES.len(),
        }
    }

    /// Returns the number of a move of `color`.
    #[must_use]
    pub fn number(self, mv: Move, color: Color) -> u16 {
        let seen = |square: Square| if color == Color::Black { square.flip_rank() } else { square };
        match self {
            Policy::Uci => number_of(mv),
            Policy::AlphaZero => {
                // Castling as in UCI.
                let to = Square::from_index(pair(mv.to_uci(CastlingMode::Standard).as_bytes()) % 64);
                alphazero(seen(mv.from()), seen(to.unwrap_or(mv.to())), mv.promotion())
            }
            Policy::Lc0 => {
                let (from, to) = (seen(mv.from()).index(), seen(mv.to()).index());
                match mv.promotion().filter(|&role| role != Role::Knight) {
                    None => LC0.0[64 * from + to],
                    // To queen, rook and bishop.
                    Some(role) => {
                        let place = u16::from(role != Role::Queen) + u16::from(role == Role::Bishop);
                        LC0.1[8 * (from % 8) + to % 8] + place
                    }
                }
            }
        }
    }

    /// Returns the legal move with a number.
    #[must_use]
    pub fn find(self, position: &Chess, number: i32) -> Option<Move> {
        let is_it = |mv: &Move| i32::from(self.number(*mv, position.turn())) == number;
        position.legal_moves().into_iter().find(is_it)
    }

    /// Writes 1 for each legal move at its number.
    pub fn write_mask(self, position: &Chess, mask: &mut [u8]) {
        for mv in position.legal_moves() {
            mask[usize::from(self.number(mv, position.turn()))] = 1;
        }
    }
}

/// All moves that UCI can write, sorted by their texts. The index of a move is its number in [`Policy::Uci`].
pub static UCI_MOVES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut moves = Vec::new();
    for (from, to) in pairs() {
        moves.push(format!("{from}{to}"));
        let files = from.file().index().abs_diff(to.file().index());
        let ranks = (from.rank().index(), to.rank().index());
        if files <= 1 && matches!(ranks, (6, 7) | (1, 0)) {
            moves.extend(['b', 'n', 'q', 'r'].map(|role| format!("{from}{to}{role}")));
        }
    }
    moves.sort_unstable();
    moves
});

/// The moves of [`Policy::Lc0`] in the order of their numbers, as White sees them: those of queens and knights by their squares, and the
/// promotions to queen, rook and bishop. A move to the last rank without a letter is a promotion to knight, if a pawn makes it.
pub static LC0_MOVES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut moves: Vec<String> = pairs().map(|(from, to)| format!("{from}{to}")).collect();
    let last = |square: Square| square.rank().index() == 7;
    for (from, to) in pairs().filter(|&(from, to)| from.rank().index() == 6 && last(to)) {
        if from.file().index().abs_diff(to.file().index()) <= 1 {
            moves.extend(['q', 'r', 'b'].map(|role| format!("{from}{to}{role}")));
        }
    }
    moves
});

/// The pairs of squares between which a queen or a knight moves on an empty board.
fn pairs() -> impl Iterator<Item = (Square, Square)> {
    let all = Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to)));
    all.filter(|(from, to)| {
        let files = from.file().index().abs_diff(to.file().index());
        let ranks = from.rank().index().abs_diff(to.rank().index());
        from != to && (files == 0 || ranks == 0 || files == ranks || files + ranks == 3)
    })
}

/// For each pair of squares, the number of the move without a promotion. Its promotions follow it.
static NUMBERS: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut numbers = vec![0; 64 * 64];
    for (number, text) in UCI_MOVES.iter().enumerate().filter(|(_, text)| text.len() == 4) {
        numbers[pair(text.as_bytes())] = number as u16;
    }
    numbers
});

/// For each pair of squares the number in [`LC0_MOVES`], and for each pair of files that of the promotion to queen.
static LC0: LazyLock<(Vec<u16>, Vec<u16>)> = LazyLock::new(|| {
    let (mut moves, mut promotions) = (vec![0; 64 * 64], vec![0; 64]);
    for (number, text) in (0..).zip(LC0_MOVES.iter()) {
        let pair = pair(text.as_bytes());
        match text.len() {
            4 => moves[pair] = number,
            _ if text.ends_with('q') => promotions[8 * (pair / 64 % 8) + pair % 8] = number,
            _ => {}
        }
    }
    (moves, promotions)
});

/// Returns the two squares at the beginning of a move in UCI, as one number.
fn pair(uci: &[u8]) -> usize {
    let square = |at: usize| usize::from(uci[at] - b'a') + 8 * usize::from(uci[at + 1] - b'1');
    64 * square(0) + square(2)
}

/// Returns the number of a move in [`UCI_MOVES`].
fn number_of(mv: Move) -> u16 {
    let uci = mv.to_uci(CastlingMode::Standard);
    let behind = uci.as_bytes().get(4).and_then(|role| b"bnqr".iter().position(|known| known == role));
    NUMBERS[pair(uci.as_bytes())] + behind.map_or(0, |behind| behind as u16 + 1)
}

fn alphazero(from: Square, to: Square, promotion: Option<Role>) -> u16 {
    let files = to.file().index() as i32 - from.file().index() as i32;
    let ranks = to.rank().index() as i32 - from.rank().index() as i32;
    let place = match promotion {
        Some(role @ (Role::Knight | Role::Bishop | Role::Rook)) => {
            64 + 3 * (files + 1) + i32::from(role != Role::Knight) + i32::from(role == Role::Rook)
        }
        _ if files.abs() + ranks.abs() == 3 && files != 0 && ranks != 0 => {
            const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
            56 + KNIGHT.iter().position(|&step| step == (files, ranks)).unwrap_or(0) as i32
        }
        _ => {
            const QUEEN: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
            let direction = QUEEN.iter().position(|&step| step == (files.signum(), ranks.signum())).unwrap_or(0);
            7 * direction as i32 + files.abs().max(ranks.abs()) - 1
        }
    };
    from.index() as u16 * 73 + place as u16
}
