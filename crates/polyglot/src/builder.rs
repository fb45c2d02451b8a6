//! Building books: weights are added up, and entries are sorted.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::str::FromStr;

use chess0x88::{Chess, ChessRules, IllegalMove, Move, Role, Rules, Square};

use super::{PolyglotBook, PolyglotError, RawEntry, RawMove};

/// A builder of Polyglot books.
///
/// Weights of the same move are added up, from games, books and texts. A file stores weights in 16 bits. If a weight of a position
/// is greater, all weights of this position are halved, rounded up, until all fit, as in Polyglot.
///
/// ```
/// use chess0x88::Chess;
/// use chess0x88_polyglot::{PolyglotBook, PolyglotBuilder};
///
/// let start = Chess::startpos();
/// let mut builder = PolyglotBuilder::new();
/// builder.add(&start, start.parse_san("e4")?, 100_000)?;
/// builder.add(&start, start.parse_san("d4")?, 60_001)?;
/// builder.merge(&PolyglotBook::new(b"")?);
///
/// let bytes = builder.to_bytes();
/// let book = PolyglotBook::new(&bytes)?;
/// assert!(book.entries(&start).map(|entry| entry.weight).eq([50_000, 30_001]));
/// let text = book.to_string();
/// assert_eq!(text, "463b96181691fc9c e2e4 50000 0\n463b96181691fc9c d2d4 30001 0\n");
/// assert_eq!(text.parse::<PolyglotBuilder>()?.to_bytes(), bytes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PolyglotBuilder {
    /// By key and move: the weight, and the learning number.
    entries: BTreeMap<(u64, RawMove), (u64, u32)>,
}

impl PolyglotBuilder {
    /// Returns a builder without moves.
    #[must_use]
    pub fn new() -> PolyglotBuilder {
        PolyglotBuilder::default()
    }

    /// Adds a weight to a move of a position. Polyglot adds 2 for each game won by the moving side, and 1 for each draw.
    ///
    /// # Errors
    /// The reason why the move is illegal. The builder is then unchanged.
    pub fn add(&mut self, position: &Chess, mv: Move, weight: u32) -> Result<(), IllegalMove> {
        position.check_legal(mv)?;
        self.add_raw(super::key(position), RawMove::new(mv.from(), mv.to(), mv.promotion()), weight.into(), 0);
        Ok(())
    }

    /// Adds the weights of another book. Of two learning numbers the greater one is kept.
    pub fn merge(&mut self, book: &PolyglotBook<'_>) {
        for &bytes in book.entries {
            let RawEntry { key, mv, weight, learn } = RawEntry::from_bytes(bytes);
            self.add_raw(key, mv, weight.into(), learn);
        }
    }

    fn add_raw(&mut self, key: u64, mv: RawMove, weight: u64, learn: u32) {
        let entry = self.entries.entry((key, mv)).or_default();
        *entry = (entry.0.saturating_add(weight), entry.1.max(learn));
    }

    /// Returns the bytes of the file: entries in the order of their keys, and in a position by falling weight.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let entries: Vec<_> =
            self.entries.iter().map(|(&(key, mv), &(weight, learn))| (key, mv, weight, learn)).collect();
        let mut bytes = Vec::with_capacity(16 * entries.len());
        for run in entries.chunk_by(|one, other| one.0 == other.0) {
            let mut run = run.to_vec();
            run.sort_by_key(|&(_, mv, weight, _)| (Reverse(weight), mv));
            let halved = |weight: u64, times: u32| weight.div_ceil(1 << times);
            let greatest = run.first().map_or(0, |&(_, _, weight, _)| weight);
            let times = (0..u64::BITS).find(|&times| u16::try_from(halved(greatest, times)).is_ok()).unwrap_or(0);
            for (key, RawMove(mv), weight, learn) in run {
                bytes.extend(key.to_be_bytes());
                bytes.extend(mv.to_be_bytes());
                bytes.extend((halved(weight, times) as u16).to_be_bytes());
                bytes.extend(learn.to_be_bytes());
            }
        }
        bytes
    }
}

/// Reads the text of a [`PolyglotBook`]. Blank lines are skipped.
impl FromStr for PolyglotBuilder {
    type Err = PolyglotError;

    fn from_str(text: &str) -> Result<PolyglotBuilder, PolyglotError> {
        let mut builder = PolyglotBuilder::new();
        for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let RawEntry { key, mv, weight, learn } = entry(line).ok_or(PolyglotError::Line { line: n + 1 })?;
            builder.add_raw(key, mv, weight.into(), learn);
        }
        Ok(builder)
    }
}

fn entry(line: &str) -> Option<RawEntry> {
    let mut words = line.split_ascii_whitespace();
    let key = words.next().filter(|key| key.len() == 16 && key.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
    let mv = RawMove::read(words.next()?)?;
    let mut number = || words.next().filter(|word| word.bytes().all(|digit| digit.is_ascii_digit()));
    let entry = RawEntry {
        key: u64::from_str_radix(key, 16).ok()?,
        mv,
        weight: number()?.parse().ok()?,
        learn: number()?.parse().ok()?,
    };
    words.next().is_none().then_some(entry)
}

impl RawMove {
    const fn new(from: Square, to: Square, promotion: Option<Role>) -> RawMove {
        let promotion = match promotion {
            Some(role) => role.index() as u16,
            None => 0,
        };
        RawMove(promotion << 12 | (from.index() as u16) << 6 | to.index() as u16)
    }

    /// Reads the text of a move as `Display` writes it: `e2e4`, `a7a8q`.
    fn read(text: &str) -> Option<RawMove> {
        let (from, to, letter) = (text.get(..2)?, text.get(2..4)?, text.get(4..)?);
        let role = ChessRules::PROMOTIONS.iter().copied().find(|role| letter.chars().eq(role.char().to_lowercase()));
        (letter.is_empty() || role.is_some()).then_some(RawMove::new(from.parse().ok()?, to.parse().ok()?, role))
    }
}
