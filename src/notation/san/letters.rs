//! [`PieceLetters`]: the letters of the pieces in SAN and LAN.

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::notation::Text;
use crate::piece::{Color, Piece, Role};

/// The letters or figurines of the pieces in SAN and LAN. The default is English.
///
/// ```
/// use chess0x88::san::PieceLetters;
/// use chess0x88::{Chess, Role, san};
/// let german = PieceLetters::ENGLISH
///     .with(Role::Knight, "S")
///     .with(Role::Bishop, "L")
///     .with(Role::Rook, "T")
///     .with(Role::Queen, "D");
/// let position = Chess::startpos();
/// let nf3 = position.parse_san("Nf3")?;
/// assert_eq!(san::san_with(&position, nf3, german), "Sf3");
/// assert_eq!(san::san_with(&position, nf3, PieceLetters::FIGURINES), "♘f3");
/// # Ok::<(), chess0x88::san::SanError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PieceLetters {
    letters: [Text<LETTER>; Role::COUNT],
}

/// The largest number of bytes for a piece.
pub(super) const LETTER: usize = 8;

impl PieceLetters {
    /// `K Q R B N`, and Makruk's `M S`. A pawn has no letter.
    pub const ENGLISH: PieceLetters = PieceLetters::of_white(false);

    /// `♔ ♕ ♖ ♗ ♘` for both sides. Makruk's Met is the queen, the Khon the bishop.
    pub const FIGURINES: PieceLetters = PieceLetters::of_white(true);

    /// The letters or figurines of the white pieces, without the pawn.
    const fn of_white(figurines: bool) -> PieceLetters {
        let mut letters = PieceLetters { letters: [Text::new(); Role::COUNT] };
        let mut i = 0;
        while i < Role::COUNT {
            let piece = Piece::new(Color::White, Role::ALL[i]);
            if !matches!(piece.role(), Role::Pawn) {
                let shown = if figurines { piece.figurine() } else { piece.char() };
                letters = letters.with(piece.role(), shown.encode_utf8(&mut [0; 4]));
            }
            i += 1;
        }
        letters
    }

    /// Replaces the letter of one piece. A letter may have several characters, such as the Russian king `Кр`. Characters beyond
    /// eight bytes are cut off.
    #[must_use]
    pub const fn with(mut self, role: Role, letter: &str) -> PieceLetters {
        let mut len = LETTER;
        // The end of a text is a boundary too.
        while !letter.is_char_boundary(len) {
            len -= 1;
        }
        let mut text = Text::new();
        text.push_str(letter.split_at(len).0);
        self.letters[role.index()] = text;
        self
    }

    /// Returns the letter or sign of this piece.
    ///
    /// ```
    /// use chess0x88::san::PieceLetters;
    /// use chess0x88::Role;
    /// assert_eq!(PieceLetters::FIGURINES.letter(Role::Queen), "♕");
    /// assert_eq!(PieceLetters::FIGURINES.letter(Role::Pawn), "");
    /// ```
    #[must_use]
    pub fn letter(&self, role: Role) -> &str {
        self.letters[role.index()].as_str()
    }
}

impl Hash for PieceLetters {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Role::ALL.map(|role| self.letter(role)).hash(state);
    }
}

impl Default for PieceLetters {
    fn default() -> PieceLetters {
        PieceLetters::ENGLISH
    }
}

impl fmt::Debug for PieceLetters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(Role::ALL.map(|role| (role, self.letter(role)))).finish()
    }
}
