//! Polyglot: keys and files of the most common opening books.
//!
//! A book is a sorted array of 16-byte entries with big-endian numbers. The moves of a position are the entries with its key. So a
//! book need not be loaded: [`PolyglotBook`] searches the bytes in memory, in flash or in a mapped file. `PolyglotBuilder` (feature
//! `alloc`) builds books from moves, books and text.
//!
//! ```text
//!    byte  0               8       10      12          16
//!          key             move    weight  learn
//!                          │
//!                          └ bits 0-2 to file, 3-5 to rank, 6-8 from file, 9-11 from rank,
//!                            12-14 promotion (1 knight, 2 bishop, 3 rook, 4 queen);
//!                            castling is king takes rook
//! ```
//!
//! Source: "Description of the Polyglot book format", H.G. Muller's page `hgm.nubati.net/book_format.html`. The 781 random numbers
//! are Polyglot's own, in the order of that page, in the file `polyglot_random.txt`.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;

#[cfg(feature = "alloc")]
mod builder;

#[cfg(feature = "alloc")]
pub use builder::PolyglotBuilder;

use core::fmt;

use chess0x88::fen::EnPassantMode;
use chess0x88::{CastlingSide, Chess, ChessRules, Color, Move, Piece, Role, Rules, Square};

/// Tests the program of the README.
#[cfg(all(doctest, feature = "alloc"))]
#[doc = include_str!("../README.md")]
struct Readme;

const RANDOM: &str = include_str!("polyglot_random.txt");
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

static KEYS: [u64; 781] = parse(RANDOM.as_bytes());

/// Reads the file: one hexadecimal number per line. Lines that start with `#` are comments.
const fn parse(text: &[u8]) -> [u64; 781] {
    let mut keys = [0; 781];
    let (mut n, mut at) = (0, 0);
    while at < text.len() {
        let is_comment = text[at] == b'#';
        let mut digits = 0;
        while at < text.len() && text[at] != b'\n' {
            if !is_comment && let Some(digit) = (text[at] as char).to_digit(16) {
                keys[n] = keys[n] << 4 | digit as u64;
                digits += 1;
            }
            at += 1;
        }
        at += 1;
        if digits > 0 {
            n += 1;
        }
    }
    // Evaluated by the compiler: a damaged file fails the build.
    assert!(n == keys.len(), "polyglot_random.txt holds 781 numbers");
    keys
}

/// Returns the position's key in the Polyglot book format.
///
/// This is not the [key](chess0x88::Position::key) for repetition: an en passant square counts as soon as an enemy pawn stands beside the
/// passed pawn, even a pinned one. Like that key, it is no protection against an adversary.
///
/// ```
/// use chess0x88::Chess;
/// assert_eq!(chess0x88_polyglot::key(&Chess::startpos()), 0x463b_9618_1691_fc9c);
/// ```
#[must_use]
pub fn key(position: &Chess) -> u64 {
    let mut key = 0;
    for (square, piece) in position.board().pieces() {
        // Roles are numbered by their order in chess.
        let kind = 2 * piece.role().index().min(5) + usize::from(piece.color() == Color::White);
        key ^= KEYS[64 * kind + square.index()];
    }
    for (color, side, _) in position.castling_rights().iter() {
        key ^= KEYS[CASTLING + 2 * color as usize + usize::from(side == CastlingSide::Queen)];
    }
    if let Some(square) = position.en_passant_square(EnPassantMode::PseudoLegal) {
        key ^= KEYS[EN_PASSANT + square.file() as usize];
    }
    if position.turn() == Color::White {
        key ^= KEYS[WHITE_TO_MOVE];
    }
    key
}

/// The reason why bytes or text are no Polyglot book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum PolyglotError {
    /// The length is no multiple of 16, the size of an entry.
    #[error("a Polyglot book has 16 bytes per entry, but the last one has only {}, at byte {}", .len % 16, .len - .len % 16)]
    Length {
        /// The number of bytes.
        len: usize,
    },
    /// A line of a book in text form is no entry.
    #[error(
        "line {line}: expected a key (16 hexadecimal digits), a move (such as e2e4), a weight and a learning number"
    )]
    Line {
        /// The line number, from 1.
        line: usize,
    },
}

impl PolyglotError {
    /// The code of the error: see [the list](https://docs.rs/chess0x88/latest/chess0x88/guide/codes/index.html).
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
            PolyglotError::Length { .. } => 190,
            PolyglotError::Line { .. } => 191,
        }
    }
}

/// A Polyglot opening book over borrowed bytes.
///
/// The format names the rook in castling, so books for Chess960 work too.
///
/// ```
/// use chess0x88::Chess;
/// use chess0x88_polyglot::PolyglotBook;
/// // One entry of the start position: e2e4 with weight 7.
/// // (e2 is file 4, rank 1; e4 is file 4, rank 3.)
/// let mut bytes = 0x463b_9618_1691_fc9c_u64.to_be_bytes().to_vec();
/// bytes.extend((1_u16 << 9 | 4 << 6 | 3 << 3 | 4).to_be_bytes());
/// bytes.extend([0, 7, 0, 0, 0, 0]);
///
/// let book = PolyglotBook::new(&bytes)?;
/// let entry = book.entries(&Chess::startpos()).next().unwrap();
/// assert_eq!((entry.mv.to_string().as_str(), entry.weight), ("e2e4", 7));
/// # Ok::<(), chess0x88_polyglot::PolyglotError>(())
/// ```
///
/// `Display` prints a book as text, one line per entry: the key, the move, the weight and the learning number. `PolyglotBuilder`
/// reads this text.
///
/// ```
/// use chess0x88_polyglot::PolyglotBook;
/// let bytes = *b"\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x07\x00\x00\x00\x00";
/// assert_eq!(PolyglotBook::new(&bytes)?.to_string(), "463b96181691fc9c e2e4 7 0\n");
/// # Ok::<(), chess0x88_polyglot::PolyglotError>(())
/// ```
#[doc(alias("Book"))]
#[derive(Clone, Copy, Debug)]
pub struct PolyglotBook<'a> {
    entries: &'a [[u8; 16]],
}

/// An entry as stored in a file.
#[derive(Clone, Copy)]
struct RawEntry {
    key: u64,
    mv: RawMove,
    weight: u16,
    learn: u32,
}

/// The bits of a move, without the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RawMove(u16);

/// A legal move of a [`PolyglotBook`] in the looked-up position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolyglotEntry {
    /// The move.
    pub mv: Move,
    /// The weight: the relative frequency of the move. 0 means never.
    pub weight: u16,
    /// A number that a learning program has stored. Most books have 0.
    pub learn: u32,
}

impl<'a> PolyglotBook<'a> {
    /// Wraps the bytes of a book. Nothing is copied, and only the length is tested.
    ///
    /// # Errors
    /// [`PolyglotError::Length`] if the length is no multiple of 16.
    pub const fn new(bytes: &'a [u8]) -> Result<PolyglotBook<'a>, PolyglotError> {
        match bytes.as_chunks() {
            (entries, []) => Ok(PolyglotBook { entries }),
            _ => Err(PolyglotError::Length { len: bytes.len() }),
        }
    }

    /// Returns the book's moves for a position in the order of the file, in most books by falling weight.
    ///
    /// The moves are found by binary search. Entries without a legal move are skipped: the book is damaged, or another position has
    /// the same key. In an unsorted book some moves are not found.
    pub fn entries(&self, position: &Chess) -> impl Iterator<Item = PolyglotEntry> + use<'a> {
        let position = *position;
        self.run(key(&position)).iter().filter_map(move |entry| read(&position, entry))
    }

    /// Returns one of the book's moves for a position, with a probability in proportion to its weight. `random` is a uniformly
    /// distributed number from the caller's generator. `None` if the book has no move to play.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// use chess0x88_polyglot::PolyglotBook;
    /// let book = PolyglotBook::new(&[])?;
    /// assert_eq!(book.pick(&Chess::startpos(), 0x1234_5678_9abc_def0), None);
    /// # Ok::<(), chess0x88_polyglot::PolyglotError>(())
    /// ```
    #[must_use]
    pub fn pick(&self, position: &Chess, random: u64) -> Option<Move> {
        let weights = self.entries(position).map(|entry| u64::from(entry.weight));
        let total: u64 = weights.sum();
        // The upper half of the product is uniform in 0..total, up to a tiny rounding error.
        let mut left = ((u128::from(random) * u128::from(total)) >> 64) as u64;
        let chosen = self.entries(position).find(|entry| match left.checked_sub(u64::from(entry.weight)) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        });
        chosen.map(|entry| entry.mv)
    }

    /// The entries with this key.
    fn run(&self, key: u64) -> &'a [[u8; 16]] {
        let start = self.entries.partition_point(|entry| key_of(entry) < key);
        let rest = self.entries.get(start..).unwrap_or_default();
        let len = rest.iter().take_while(|entry| key_of(entry) == key).count();
        rest.get(..len).unwrap_or_default()
    }
}

impl fmt::Display for PolyglotBook<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.entries.iter().try_for_each(|&bytes| {
            let RawEntry { key, mv, weight, learn } = RawEntry::from_bytes(bytes);
            writeln!(f, "{key:016x} {mv} {weight} {learn}")
        })
    }
}

const fn key_of(entry: &[u8; 16]) -> u64 {
    RawEntry::from_bytes(*entry).key
}

/// The entry of the book if its move is legal.
fn read(position: &Chess, entry: &[u8; 16]) -> Option<PolyglotEntry> {
    let RawEntry { mv, weight, learn, .. } = RawEntry::from_bytes(*entry);
    let promotion = match mv.promotion() {
        0 => None,
        _ => Some(mv.role()?),
    };
    Some(PolyglotEntry { mv: position.find_move(mv.from(), mv.to(), promotion).ok()?, weight, learn })
}

impl RawEntry {
    #[inline]
    const fn from_bytes([k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, w0, w1, a, b, c, d]: [u8; 16]) -> RawEntry {
        RawEntry {
            key: u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            mv: RawMove(u16::from_be_bytes([m0, m1])),
            weight: u16::from_be_bytes([w0, w1]),
            learn: u32::from_be_bytes([a, b, c, d]),
        }
    }
}

impl RawMove {
    const fn square(self, shift: u16) -> Square {
        Square::ALL[(self.0 >> shift) as usize % Square::COUNT]
    }

    const fn from(self) -> Square {
        self.square(6)
    }

    const fn to(self) -> Square {
        self.square(0)
    }

    /// The number of the promotion role by [`Role::index`]; 0 for none.
    const fn promotion(self) -> usize {
        (self.0 >> 12) as usize
    }

    /// The promotion role; `None` if there is none, or no role of this number that a pawn becomes.
    fn role(self) -> Option<Role> {
        Role::ALL.get(self.promotion()).copied().filter(|role| ChessRules::PROMOTIONS.contains(role))
    }
}

/// The squares and the letter of the promotion piece: `e2e4`, `a7a8q`. Castling is the king's move to the rook.
impl fmt::Display for RawMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.role() {
            Some(role) => write!(f, "{}", Piece::new(Color::Black, role)),
            None => Ok(()),
        }
    }
}
