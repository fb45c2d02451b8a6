//! Names: a family and a variation, as parts of one text.

use core::fmt;
use core::iter::once;

use crate::table::TEXT;

/// The name of an opening. `Display` writes it; it can be compared with a `str`.
///
/// ```
/// use chess0x88::Chess;
/// use chess0x88_openings::Opening;
/// let position = Chess::startpos().after(Chess::startpos().parse_san("e4")?)?;
/// let opening = Opening::of(&position).ok_or("no name")?;
/// assert_eq!(opening.name(), "King's Pawn Game");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    family: &'static str,
    variation: Option<&'static str>,
}

impl Name {
    pub(crate) fn new(family: &'static str, variation: Option<&'static str>) -> Name {
        Name { family, variation }
    }

    /// The texts that make the name, in order.
    fn parts(self) -> impl Iterator<Item = &'static str> + Clone {
        once(self.family).chain(self.variation.into_iter().flat_map(|variation| [": ", variation]))
    }

    /// Returns `true` if `part` stands in the name. Capital letters and accents are ignored.
    #[must_use]
    pub fn contains(self, part: &str) -> bool {
        let mut rest = self.parts().flat_map(str::chars).map(plain);
        loop {
            let mut ahead = rest.clone();
            if part.chars().map(plain).all(|wanted| ahead.next() == Some(wanted)) {
                return true;
            }
            if rest.next().is_none() {
                return false;
            }
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts().try_for_each(|part| f.write_str(part))
    }
}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        self.parts().flat_map(str::bytes).eq(other.bytes())
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

/// Returns a letter in lower case and without its accent. A test asks this of each letter of the names.
fn plain(letter: char) -> char {
    match letter {
        'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' | 'Á' | 'À' | 'Â' | 'Ä' | 'Ã' | 'Å' => 'a',
        'ç' | 'ć' | 'č' | 'Ç' | 'Ć' | 'Č' => 'c',
        'é' | 'è' | 'ê' | 'ë' | 'É' | 'È' | 'Ê' | 'Ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' | 'Í' | 'Ì' | 'Î' | 'Ï' => 'i',
        'ñ' | 'ń' | 'Ñ' | 'Ń' => 'n',
        'ó' | 'ò' | 'ô' | 'ö' | 'õ' | 'ø' | 'Ó' | 'Ò' | 'Ô' | 'Ö' | 'Õ' | 'Ø' => 'o',
        'ú' | 'ù' | 'û' | 'ü' | 'Ú' | 'Ù' | 'Û' | 'Ü' => 'u',
        '’' => '\'',
        '–' | '—' => '-',
        other => other.to_ascii_lowercase(),
    }
}

// An entry of `NAMES` is the place of the variation (17 bits), its length (7 bits) and the number of its family (8 bits). An entry of
// `FAMILIES` is a place and a length alone.

/// Returns the text of an entry.
pub(crate) fn text(entry: u32) -> &'static str {
    let (start, length) = ((entry >> 15) as usize, (entry >> 8 & 0x7F) as usize);
    TEXT.get(start..start + length).unwrap_or_default()
}

/// Returns the number of the family of an entry.
pub(crate) fn family(entry: u32) -> usize {
    (entry & 0xFF) as usize
}

#[cfg(test)]
mod tests {
    use super::{plain, text};
    use crate::{Opening, table};

    #[test]
    fn each_letter_of_a_name_can_be_typed_on_a_plain_keyboard() {
        let letters = Opening::all().flat_map(|opening| opening.name().parts().flat_map(str::chars));
        assert!(letters.map(plain).all(|letter| letter.is_ascii()));
    }

    #[test]
    fn each_entry_lies_within_the_text() {
        for &entry in table::NAMES.iter().chain(&table::FAMILIES) {
            assert_eq!(text(entry).len(), (entry >> 8 & 0x7F) as usize);
        }
    }
}
