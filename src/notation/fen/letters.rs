//! The letters of the pieces in a board field: [`Letters`] for writing and [`Alphabet`] for reading.

use crate::geometry::Rank;
use crate::piece::{Color, Piece, Role};

/// The upper-case letters of the roles, and of a promoted Bia if it has a letter.
pub(in crate::notation) type Capitals = [u8; Role::COUNT + 1];

/// The value for a missing letter: no upper-case character has this byte.
pub(super) const NO_CAPITAL: u8 = 0xFF;

/// The upper-case letters of some roles.
pub(super) const fn capitals_of(roles: &[Role]) -> Capitals {
    let (mut capitals, mut n) = ([NO_CAPITAL; Role::COUNT + 1], 0);
    while n < roles.len() {
        capitals[roles[n] as usize] = roles[n].letter();
        n += 1;
    }
    capitals
}

/// The bit that turns an upper-case letter into a lower-case letter for Black.
pub(super) const fn lower_case(color: Color) -> u8 {
    match color {
        Color::White => 0,
        Color::Black => 0x20,
    }
}

/// The letters of a board field for writing.
#[derive(Debug)]
pub(in crate::notation) struct Letters {
    /// The letter of each piece code; [`Letters::NONE`] for a code without a letter.
    pub(super) of: [u8; 64],
    /// `true` if a promoted piece has the letter of an unpromoted piece and a `~`.
    pub(super) tilde: bool,
}

impl Letters {
    /// The character for a piece without a letter.
    const NONE: u8 = b'?';

    /// Builds the letters from these upper-case letters.
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

/// The reader's place in the board field: the rank, and the file in the lower five bits. File 8 is behind the h-file.
///
/// This is the idea of 0x88 with wider rows. One test accepts or rejects any character: does it lead to a file from 0 to 8 of a
/// row?
///
/// ```text
///    a letter    + 1            from behind the h-file it leads to file 9
///    a digit     + 1 to 8       from too far right it leads to files 9 to 16
///    a slash     - 32 - 8       from a square it leads to files 24 to 31, from rank 1 to no row
/// ```
#[derive(Clone, Copy)]
pub(super) struct RowIndex(u32);

impl RowIndex {
    /// The distance between equal files of two adjacent ranks.
    const ROW: u8 = 32;
    /// The file behind the h-file.
    pub(super) const BEHIND: u8 = 8;

    pub(super) const BEGIN: RowIndex = RowIndex(RowIndex::ROW as u32 * Rank::Eighth as u32);

    #[inline]
    pub(super) const fn after(self, symbol: Symbol) -> RowIndex {
        RowIndex(self.0.wrapping_add_signed(symbol.steps as i32))
    }

    /// Returns `true` if this is a square or the place behind an h-file.
    #[inline]
    pub(super) const fn is_in_row(self) -> bool {
        self.0 & !(7 * RowIndex::ROW as u32) <= RowIndex::BEHIND as u32
    }

    /// Returns `true` if this is the place behind h1.
    #[inline]
    pub(super) const fn is_end(self) -> bool {
        self.0 == RowIndex::BEHIND as u32
    }

    /// The index in a table of eight rows.
    #[inline]
    pub(super) const fn index(self) -> u8 {
        self.0 as u8
    }

    #[inline]
    pub(super) const fn rank(self) -> Rank {
        Rank::from_masked(self.index() / RowIndex::ROW)
    }

    #[inline]
    pub(super) const fn file(self) -> u8 {
        self.index() % RowIndex::ROW
    }
}

/// The effect of a character of the board field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symbol {
    /// The byte for the board: a piece's code or 0. One more bit marks a promotion.
    pub(super) code: u8,
    /// The number of steps that the character moves the [`RowIndex`].
    pub(super) steps: i8,
}

impl Symbol {
    /// The bits of a piece code.
    pub(super) const CODE: u8 = 0x3F;
    const GAP: u8 = 0x40;
    const SLASH: Symbol = Symbol { code: 0, steps: -(RowIndex::ROW + RowIndex::BEHIND).cast_signed() };

    /// A character that never belongs on a board. It leads to an invalid file.
    pub(super) const NONE: Symbol = Symbol { code: 0, steps: (RowIndex::ROW / 2).cast_signed() };
    /// The way back from a promotion mark to its piece.
    pub(super) const BACK: Symbol = Symbol { code: 0, steps: -1 };

    #[inline]
    pub(super) const fn is_slash(self) -> bool {
        self.steps == Symbol::SLASH.steps
    }

    /// Returns `true` if this symbol and the one before are both digits.
    #[inline]
    pub(super) const fn is_gap_after(self, last: Symbol) -> bool {
        self.code & last.code & Symbol::GAP != 0
    }
}

/// The letters of a board field for reading: the effect of each character.
#[derive(Debug)]
pub(in crate::notation) struct Alphabet {
    /// The effects of the characters from `/` to `t`, the last letter of a piece.
    symbols: [Symbol; (b't' - b'/') as usize + 1],
    /// `true` if a `~` marks a promoted piece, as in [`Letters`].
    pub(super) tilde: bool,
}

impl Alphabet {
    /// Builds the alphabet of these letters, digits and the slash.
    pub(in crate::notation) const fn of(letters: &Letters) -> Alphabet {
        let mut symbols = [Symbol::NONE; _];
        symbols[0] = Symbol::SLASH;
        let mut gap = 1;
        while gap <= 8 {
            symbols[(b'0' - b'/' + gap) as usize] = Symbol { code: Symbol::GAP, steps: gap.cast_signed() };
            gap += 1;
        }
        // Unpromoted pieces come last, and so keep a letter that they share with promoted pieces.
        let mut code = letters.of.len();
        while code > 0 {
            code -= 1;
            if letters.of[code] != Letters::NONE {
                symbols[(letters.of[code] - b'/') as usize] = Symbol { code: code as u8, steps: 1 };
            }
        }
        Alphabet { symbols, tilde: letters.tilde }
    }

    /// Returns the effect of a character.
    #[inline]
    pub(super) const fn symbol(&self, byte: u8) -> Symbol {
        let index = byte.wrapping_sub(b'/') as usize;
        if index < self.symbols.len() { self.symbols[index] } else { Symbol::NONE }
    }
}
