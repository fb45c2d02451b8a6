//! The letters of the pieces in a board field: [`Letters`] to write one, and an [`Alphabet`] made of them to read one.

use crate::geometry::Rank;
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
    /// `true` if a promoted piece has the letter of an unpromoted one and a `~` after it.
    pub(super) tilde: bool,
}

impl Letters {
    /// Written for a piece that has no letter.
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

/// The place of a reader in the board field: the rank, and in the lower five bits the file, of which 8 is behind the h-file.
///
/// The idea of 0x88 once more, in wider rows. One test says of each character whether it may stand here: does it lead to a file
/// from 0 to 8 of a row?
///
/// ```text
///    a letter    + 1            from behind the h-file it leads to file 9
///    a digit     + 1 to 8       from too far right it leads to files 9 to 16
///    a slash     - 32 - 8       from a square it leads to files 24 to 31, from rank 1 to no row
/// ```
#[derive(Clone, Copy)]
pub(super) struct RowIndex(u32);

impl RowIndex {
    /// The distance of one file in two neighbouring ranks.
    const ROW: u8 = 32;
    /// The file behind the h-file.
    pub(super) const BEHIND: u8 = 8;

    pub(super) const BEGIN: RowIndex = RowIndex(RowIndex::ROW as u32 * Rank::Eighth as u32);

    #[inline]
    pub(super) const fn after(self, symbol: Symbol) -> RowIndex {
        RowIndex(self.0.wrapping_add_signed(symbol.steps as i32))
    }

    /// Returns `true` if this is a square, or behind the h-file.
    #[inline]
    pub(super) const fn is_in_row(self) -> bool {
        self.0 & !(7 * RowIndex::ROW as u32) <= RowIndex::BEHIND as u32
    }

    /// Returns `true` if this is behind h1.
    #[inline]
    pub(super) const fn is_end(self) -> bool {
        self.0 == RowIndex::BEHIND as u32
    }

    /// The index into eight rows.
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
    /// The byte that goes on the board, a piece's code or 0, and above it a bit that codes do not have.
    pub(super) code: u8,
    /// The steps by which it moves the [`RowIndex`].
    pub(super) steps: i8,
}

impl Symbol {
    /// The bits of a piece's code.
    pub(super) const CODE: u8 = 0x3F;
    const GAP: u8 = 0x40;
    const SLASH: Symbol = Symbol { code: 0, steps: -(RowIndex::ROW + RowIndex::BEHIND).cast_signed() };

    /// A character that never belongs on a board. It leads to a file behind all others.
    pub(super) const NONE: Symbol = Symbol { code: 0, steps: (RowIndex::ROW / 2).cast_signed() };
    /// No character, but the way from a mark of promotion to its piece.
    pub(super) const BACK: Symbol = Symbol { code: 0, steps: -1 };

    #[inline]
    pub(super) const fn is_slash(self) -> bool {
        self.steps == Symbol::SLASH.steps
    }

    /// Returns `true` if this is a gap, and the one before it too.
    #[inline]
    pub(super) const fn is_gap_after(self, last: Symbol) -> bool {
        self.code & last.code & Symbol::GAP != 0
    }
}

/// The letters that a board field is read by: what each character does.
#[derive(Debug)]
pub(in crate::notation) struct Alphabet {
    /// The effects of the characters from `/` to `t`, the last letter of a piece.
    symbols: [Symbol; (b't' - b'/') as usize + 1],
    /// As in [`Letters`].
    pub(super) tilde: bool,
}

impl Alphabet {
    /// The alphabet of these letters, gaps and slash.
    pub(in crate::notation) const fn of(letters: &Letters) -> Alphabet {
        let mut symbols = [Symbol::NONE; _];
        symbols[0] = Symbol::SLASH;
        let mut gap = 1;
        while gap <= 8 {
            symbols[(b'0' - b'/' + gap) as usize] = Symbol { code: Symbol::GAP, steps: gap.cast_signed() };
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

    /// Returns the effect of a character.
    #[inline]
    pub(super) const fn symbol(&self, byte: u8) -> Symbol {
        let index = byte.wrapping_sub(b'/') as usize;
        if index < self.symbols.len() { self.symbols[index] } else { Symbol::NONE }
    }
}
