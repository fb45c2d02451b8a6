//! The repairs of lenient reading: [`Repair`] and [`Repairs`].

use core::fmt;
use core::ops::Deref;

use arrayvec::ArrayVec;
use chess0x88::fen;

/// Something that [`parse_lenient`](super::parse_lenient) repaired or tolerated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct Repair {
    /// The kind.
    pub kind: RepairKind,
    /// Byte offset in the line. For a missing character, the place where it was expected; for a tolerated violation, that of the
    /// board.
    pub at: usize,
}

/// The kind of a repair. Its `Display` is a sentence for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum RepairKind {
    /// A repair of the four fields, or a dash in place of a clock.
    #[error(transparent)]
    Fen(fen::RepairKind),
    /// An invisible character, or white space other than a space, in place of a space. Reported once a line.
    #[error("took an invisible character for a space")]
    Separator,
    /// A semicolon without an operation. Reported once a line.
    #[error("ignored a ; that ends no operation")]
    StraySemicolon,
    /// The quotation mark that should end the last operand.
    #[error("put a \" behind the last operand")]
    LastQuote,
    /// The semicolon that should end the line.
    #[error("put a ; behind the last operation")]
    LastSemicolon,
}

/// The repairs of one line: those of its four fields, then those of the clocks and operations in the order of the line.
///
/// It dereferences to a slice. It has room for all repairs that one line can need: 64 of a FEN, two clocks, and one of each of four
/// kinds of characters.
#[derive(Clone, Debug)]
pub struct Repairs(ArrayVec<Repair, { 64 + 2 + 4 }>);

impl Repairs {
    pub(super) fn new() -> Repairs {
        Repairs(ArrayVec::new_const())
    }

    /// Puts the repairs of the four fields first.
    pub(super) fn behind(self, fen: &fen::Repairs) -> Repairs {
        let fen = fen.iter().map(|repair| Repair { kind: RepairKind::Fen(repair.kind), at: repair.at });
        let mut all = Repairs::new();
        fen.chain(self.0).for_each(|repair| all.push(repair.kind, repair.at));
        all
    }

    pub(super) fn push(&mut self, kind: RepairKind, at: usize) {
        let _ = self.0.try_push(Repair { kind, at });
    }
}

impl Deref for Repairs {
    type Target = [Repair];

    fn deref(&self) -> &[Repair] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a Repairs {
    type Item = &'a Repair;
    type IntoIter = core::slice::Iter<'a, Repair>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The sentence and its place.
impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (byte {})", self.kind, self.at)
    }
}

/// The sentences, separated by semicolons.
impl fmt::Display for Repairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().enumerate().try_for_each(|(n, repair)| write!(f, "{}{repair}", if n == 0 { "" } else { "; " }))
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Repairs {
    fn format(&self, f: defmt::Formatter<'_>) {
        <[Repair]>::format(self, f);
    }
}
