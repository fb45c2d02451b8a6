//! The letters of the pieces in a board field: [`Letters`] to write one, and an [`Alphabet`] made of them to read one.

use crate::geometry::Direction;
use crate::piece::{Color, Piece, Role};

/// The capitals of the roles, and of a promoted Bia if it has one of its own.
pub(in crate::notation) type Capitals = [u8; Role::COUNT + 1];

/// A capital that is not there: no character, in capitals, is this byte.
pub(super) const NO_CAPITAL: u8 = 0xFF;

/// The capitals of some roles.
pub(super) const fn capitals_of(roles: &[Role]) -> Capitals {
    let (mut capitals, mut n) = ([NO_CAPITAL; Role::COUNT + 1], 0);
    while n < roles.len() {
        capitals[roles[n] as usize] = roles[n].letter();
        n += 1;
    }
    capitals
}

/// The bit that makes an ASCII capital a Black one.
pub(super) const fn lower_case(color: Color) -> u8 {
    match color {
        Color::White => 0,
        Color::Black => 0x20,
    }
}

/// The letters that a board field is written with.
#[derive(Debug)]
pub(in crate::notation) struct Letters {
    /// The letter of each piece code; [`Letters::NONE`] for a code without one.
    pub(super) of: [u8; 64],
    /// Whether a promoted piece has the letter of an unpromoted one and a `~` after it.
    pub(super) tilde: bool,
}

impl Letters {
    /// What is written for a piece that has no letter.
    const NONE: u8 = b'?';

    /// The letters with these capitals.
    pub(in crate::notation) const fn of(capitals: Capitals) -> Letters {
        let promoted = capitals[Role::COUNT];
        let mut letters = Letters { of: [Letters::NONE; 64], tilde: promoted == NO_CAPITAL };
        let mut n = 0;
        while n < Piece::COUNT {
            let piece = Piece::ALL[n];
            let capital = capitals[piece.role() as usize];
            if capital != NO_CAPITAL {
                let is_other = !letters.tilde && piece.promoted().is_promoted();
                let black = lower_case(piece.color());
                letters.of[piece.code() as usize] = capital | black;
                letters.of[piece.promoted().code() as usize] = if is_other { promoted } else { capital } | black;
            }
            n += 1;
        }
        letters
    }
}

/// The file that an index has after a whole rank: the lower bit of 0x88.
pub(super) const OFF_BOARD: u8 = 8;

/// What a character of the board field does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symbol {
    /// The byte that goes on the board, a piece's code or 0, and above it two bits that codes do not have.
    code: u8,
    /// How far it moves the index.
    pub(super) steps: i8,
}

impl Symbol {
    const GAP: u8 = 0x40;
    /// At the place of [`OFF_BOARD`], four bits higher.
    const SLASH: u8 = OFF_BOARD << 4;
    /// From past the h-file to the a-file one rank below.
    const TO_NEXT_RANK: i8 = Direction::South as i8 - 8;

    /// A character that never belongs on a board. It leads to an index that is in no row.
    pub(super) const NONE: Symbol = Symbol { code: 0, steps: i8::MIN };

    /// The byte that goes on the board.
    #[inline]
    pub(super) const fn code(self) -> u8 {
        self.code & 0x3F
    }

    #[inline]
    pub(super) const fn is_slash(self) -> bool {
        self.code & Symbol::SLASH != 0
    }

    /// Whether this is a gap, and the one before it too.
    #[inline]
    pub(super) const fn is_gap_after(self, last: Symbol) -> bool {
        self.code & last.code & Symbol::GAP != 0
    }

    /// Whether the character may stand where the index is: a slash off the board, any other on it.
    #[inline]
    pub(super) const fn fits(self, index: u8) -> bool {
        (self.code >> 4 ^ index) & OFF_BOARD == 0
    }
}

/// The letters that a board field is read by: what each character does.
#[derive(Debug)]
pub(in crate::notation) struct Alphabet {
    /// What the characters from `/` to `t`, the last letter of a piece, do.
    symbols: [Symbol; (b't' - b'/') as usize + 1],
    /// As in [`Letters`].
    pub(super) tilde: bool,
}

impl Alphabet {
    /// The alphabet of these letters, gaps and slash.
    pub(in crate::notation) const fn of(letters: &Letters) -> Alphabet {
        let mut symbols = [Symbol::NONE; _];
        symbols[0] = Symbol { code: Symbol::SLASH, steps: Symbol::TO_NEXT_RANK };
        let mut gap = 1;
        while gap <= 8 {
            symbols[(b'0' - b'/') as usize + gap] = Symbol { code: Symbol::GAP, steps: gap as i8 };
            gap += 1;
        }
        // The code of an unpromoted piece comes last, and stays where a promoted one has the same letter.
        let mut code = letters.of.len();
        while code > 0 {
            code -= 1;
            if letters.of[code] != Letters::NONE {
                symbols[(letters.of[code] - b'/') as usize] = Symbol { code: code as u8, steps: 1 };
            }
        }
        Alphabet { symbols, tilde: letters.tilde }
    }

    /// What a character does.
    #[inline]
    pub(super) const fn symbol(&self, byte: u8) -> Symbol {
        let index = byte.wrapping_sub(b'/') as usize;
        if index < self.symbols.len() { self.symbols[index] } else { Symbol::NONE }
    }
}
