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
    /// The letter of a promoted Bia, if a Met has another.
    promoted: Text<LETTER>,
}

/// The largest number of bytes for a piece.
pub(super) const LETTER: usize = 8;

impl PieceLetters {
    /// `K Q R B N`, and Makruk's `M S`. A pawn has no letter.
    pub const ENGLISH: PieceLetters = PieceLetters::of_white(false);

    /// `♔ ♕ ♖ ♗ ♘` for both sides. Makruk's Met is the queen, the Khon the bishop.
    pub const FIGURINES: PieceLetters = PieceLetters::of_white(true);

    /// The initials of the Thai names, as in [Thai FEN](crate::makruk::thai_fen): Khun `K`, (m)Et `E`, Thon `T` for the Khon, Ma `M`,
    /// Rua `R`, and `F` for a promoted Bia.
    ///
    /// ```
    /// use chess0x88::san::PieceLetters;
    /// use chess0x88::{makruk, san};
    /// let position = makruk::from_thai_fen("8/3k4/8/2K1T1B1/8/8/8/8 w 1")?;
    /// let promotion = san::parse_with(&position, "g6=F", PieceLetters::THAI)?;
    /// assert_eq!(position.san(promotion), "g6=M");
    /// let quiet = san::parse_with(&position, "Td4", PieceLetters::THAI)?;
    /// assert_eq!(san::san_with(&position, quiet, PieceLetters::THAI), "Td4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("Khun", "Met", "Khon", "Thon", "Ma", "Rua", "Bia"))]
    pub const THAI: PieceLetters = {
        let letters = PieceLetters::ENGLISH.with(Role::Met, "E").with(Role::Khon, "T").with(Role::Knight, "M");
        PieceLetters { promoted: PieceLetters::of_promoted("F"), ..letters }
    };

    const fn of_promoted(letter: &str) -> Text<LETTER> {
        let mut text = Text::new();
        text.push_str(letter);
        text
    }

    /// The letters or figurines of the white pieces, without the pawn.
    const fn of_white(figurines: bool) -> PieceLetters {
        let mut letters = PieceLetters { letters: [Text::new(); Role::COUNT], promoted: Text::new() };
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

    /// The letter of a piece on the board.
    pub(super) fn of(&self, piece: Piece) -> &str {
        if piece.is_promoted() && !self.promoted.is_empty() { &self.promoted } else { self.letter(piece.role()) }
    }

    /// The roles with their letters. A Met may have two.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Role, &str)> + Clone {
        let letters = Role::ALL.into_iter().map(|role| (role, self.letter(role)));
        letters.chain([(Role::Met, self.promoted.as_str())])
    }
}

impl Hash for PieceLetters {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.letters, self.promoted).hash(state);
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
