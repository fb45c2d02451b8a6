//! [`PieceLetters`]: SAN with the letters of other languages. Reading translates a text to English letters.

use core::fmt;
use core::hash::{Hash, Hasher};

use super::{SanError, is_null_move, is_separator};
use crate::moves::Move;
use crate::notation::text::{Expected, Found, Text, is_dash};
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::Rules;

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
    /// use chess0x88::Role;
    /// use chess0x88::san::PieceLetters;
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

/// The letters of the pieces in the languages of the PGN standard and in Russian. Languages with equal letters share an entry.
///
/// ```
/// use chess0x88::{Chess, san};
/// let letters = |name| {
///     let found = san::LANGUAGES.iter().find(|(names, _)| names.contains(&name));
///     found.map(|&(_, letters)| letters)
/// };
/// let position = Chess::startpos();
/// let nf3 = position.parse_san("Nf3")?;
/// assert_eq!(san::san_with(&position, nf3, letters("French").unwrap()), "Cf3");
/// // An ASCII K is no letter of Russian.
/// assert!(san::parse_with(&position, "Kf3", letters("Russian").unwrap()).is_err());
/// assert_eq!(san::parse_with(&position, "Кf3", letters("Russian").unwrap()), Ok(nf3));
/// # Ok::<(), chess0x88::san::SanError>(())
/// ```
///
/// Source: Steven J. Edwards, "PGN Specification and Implementation Guide", section 8.2.3.
pub static LANGUAGES: [(&[&str], PieceLetters); 14] = [
    (&["English"], PieceLetters::ENGLISH),
    (&["German", "Danish", "Norwegian", "Swedish"], of(["K", "D", "T", "L", "S"])),
    (&["Spanish", "Italian"], of(["R", "D", "T", "A", "C"])),
    (&["French"], of(["R", "D", "T", "F", "C"])),
    (&["Dutch"], of(["K", "D", "T", "L", "P"])),
    (&["Portuguese"], of(["R", "D", "T", "B", "C"])),
    (&["Russian"], of(["Кр", "Ф", "Л", "С", "К"])),
    (&["Polish"], of(["K", "H", "W", "G", "S"])),
    (&["Hungarian"], of(["K", "V", "B", "F", "H"])),
    (&["Czech", "Slovak"], of(["K", "D", "V", "S", "J"])),
    (&["Romanian"], of(["R", "D", "T", "N", "C"])),
    (&["Finnish"], of(["K", "D", "T", "L", "R"])),
    (&["Estonian"], of(["K", "L", "V", "O", "R"])),
    (&["Icelandic"], of(["K", "D", "H", "B", "R"])),
];

const fn of([king, queen, rook, bishop, knight]: [&str; 5]) -> PieceLetters {
    PieceLetters::ENGLISH
        .with(Role::King, king)
        .with(Role::Queen, queen)
        .with(Role::Rook, rook)
        .with(Role::Bishop, bishop)
        .with(Role::Knight, knight)
}

/// Reads a legal move [leniently](Position::parse_san) with other letters for the pieces. English letters are read only if the language
/// has them: in French `Rd1` is a king's move, and `Kd1` is no move. Figurines are always read.
///
/// ```
/// use chess0x88::san::PieceLetters;
/// use chess0x88::{Chess, Role, san};
/// let german = PieceLetters::ENGLISH.with(Role::Knight, "S");
/// let position = Chess::startpos();
/// assert_eq!(san::parse_with(&position, "Sf3", german), position.parse_san("Nf3"));
/// let error = san::parse_with(&position, "Nf3", german).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "expected one of the letters for pieces, or a file a-h at byte 0, found 'N'"
/// );
/// ```
///
/// # Errors
/// The errors of [`Position::parse_san`], with byte offsets in this text.
pub fn parse_with<R: Rules>(position: &Position<R>, text: &str, letters: PieceLetters) -> Result<Move, SanError> {
    if letters == PieceLetters::ENGLISH || is_null_move(text) {
        return position.parse_san(text);
    }
    let mut english = English { text: Text::new(), extra: [(0, 0); 2] };
    let is_mark = |char| matches!(char, '!' | '?' | '+' | '#' | '.') || is_separator(char);
    let len = text.trim_end_matches(is_mark).len();
    if len > CAPACITY {
        let at = (0..=CAPACITY).rfind(|&at| text.is_char_boundary(at)).unwrap_or(0);
        return Err(SanError::Syntax { expected: Expected::End, found: Found::at(text, at), at });
    }
    english.translate::<R>(&text[..len], &letters)?;
    position.parse_san(&english.text).map_err(|error| english.about(text, error))
}

/// More bytes than any move has.
const CAPACITY: usize = 40;

/// A move in English letters.
struct English {
    text: Text<CAPACITY>,
    /// The offsets after which the original text is longer than the translation, and by how many bytes.
    extra: [(usize, usize); 2],
}

impl English {
    fn translate<R: Rules>(&mut self, text: &str, letters: &PieceLetters) -> Result<(), SanError> {
        let head = text.len() - text.trim_start_matches(is_separator).len();
        let expected = Expected::LetterOrFile;
        let from = self.translate_letter::<R>(0, text, 0..head, letters, expected)?;
        // The last rank is the target's. A promotion piece may follow.
        let rank = text.rfind(|char: char| char.is_ascii_digit()).map_or(text.len(), |rank| rank + 1).max(from);
        let tail = text[rank..].trim_start_matches([' ', '=', '/', '(']);
        let promotion = text.len() - tail.len();
        let expected = Expected::Promotion;
        let from = self.translate_letter::<R>(1, text, from..promotion, letters, expected)?;
        self.text.push_str(&text[from..]);
        Ok(())
    }

    /// Appends a part of the text, and a following letter in English. Returns the end in the original text.
    fn translate_letter<R: Rules>(
        &mut self,
        which: usize,
        text: &str,
        part: core::ops::Range<usize>,
        letters: &PieceLetters,
        expected: Expected,
    ) -> Result<usize, SanError> {
        let at = part.end;
        self.text.push_str(&text[part]);
        let rest = &text[at..];
        if let Some((role, length)) = letter_of::<R>(rest, letters) {
            self.text.push(role.letter());
            self.extra[which] = (self.text.len(), length - 1);
            return Ok(at + length);
        }
        match rest.bytes().next() {
            Some(b'a'..=b'h' | b'x' | b'X' | b'O' | b'o') => Ok(at),
            Some(b'A'..=b'Z' | b'a'..=b'z') => Err(SanError::Syntax { expected, found: Found::at(text, at), at }),
            _ => Ok(at),
        }
    }

    /// Turns an error of the translation into an error of the original text.
    fn about(&self, text: &str, error: SanError) -> SanError {
        let SanError::Syntax { expected, at, .. } = error else { return error };
        let before = self.extra.iter().filter(|&&(from, _)| from > 0 && at >= from);
        let at = at + before.map(|&(_, extra)| extra).sum::<usize>();
        SanError::Syntax { expected, found: Found::at(text, at), at }
    }
}

/// The piece whose letter starts a text, and the length of the letter. The longest letter wins; equal letters of two pieces give
/// none.
fn letter_of<R: Rules>(text: &str, letters: &PieceLetters) -> Option<(Role, usize)> {
    // The Estonian bishop has the letter of castling.
    if let Some(rest) = text.strip_prefix('O')
        && rest.starts_with(|char| char == '-' || is_dash(char))
    {
        return None;
    }
    let fits = |(role, letter): (Role, &str)| {
        let is_read = R::ROLES.contains(&role) && !letter.is_empty() && text.starts_with(letter);
        is_read.then_some((role, letter.len()))
    };
    let found = letters.iter().filter_map(fits);
    let (role, length) = found.clone().max_by_key(|&(_, length)| length)?;
    (found.filter(|&(_, other)| other == length).count() == 1).then_some((role, length))
}
