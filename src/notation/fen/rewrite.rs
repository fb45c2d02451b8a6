//! The pass that rewrites a pasted text as the strict reader wants it.
//!
//! ```text
//!     rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR_W  KQkqK  e6
//!                       ││                        │││      │ └┴─ no pawn can have passed there: dropped later
//!                       ││                        │││      └ said before: dropped
//!                       ││                        ││└ two spaces: one      (two fields missing: 0 and 1)
//!                       ││                        │└ w
//!                       ││                        └ a space
//!                       └┴ one gap, one digit: 8
//! ```
//!
//! It goes field by field, and notes what it changes. It finds no errors: what it cannot repair it copies, and the strict reader says
//! what is wrong there. The place of the error in the pasted text is found by a second pass.

use super::error::{RepairKind, Repairs};
use super::read::{Alphabet, FenReader, capitals_of, castling_right, with_digit};
use super::write::CAPACITY;
use super::{Expected, FenError, FenField};
use crate::board::Board0x88;
use crate::geometry::Rank;
use crate::notation::Text;
use crate::notation::text::{Found, is_blank, is_dash};
use crate::piece::{Color, Piece, Role};
use crate::rules::{CastlingRights, Rules};

/// The spelling of a FEN.
#[derive(Clone, Copy, Debug)]
pub(in crate::notation) struct Dialect {
    alphabet: &'static Alphabet,
    /// The fields behind the board.
    fields: &'static [FenField],
    /// The further fields of a count, which are not invented.
    count: &'static [FenField],
}

impl Dialect {
    pub(in crate::notation) const fn thai(alphabet: &'static Alphabet) -> Dialect {
        use FenField::{Count, CountLimit, CountSide, CountStart, FullmoveNumber, Honour, Turn};
        let count = &[CountSide, Honour, Count, CountStart, CountLimit];
        Dialect { alphabet, fields: &[Turn, FullmoveNumber], count }
    }

    pub(super) fn of<R: Rules>() -> Dialect {
        use FenField::{Castling, CountLimit, EnPassant, FullmoveNumber, HalfmoveClock, Turn};
        let alphabet = const { &Alphabet::of(capitals_of(R::ROLES)) };
        let fields: &[FenField] = if R::COUNTING {
            &[Turn, Castling, CountLimit, HalfmoveClock, FullmoveNumber]
        } else {
            &[Turn, Castling, EnPassant, HalfmoveClock, FullmoveNumber]
        };
        Dialect { alphabet, fields, count: &[] }
    }
}

/// A pass over a pasted text.
#[derive(Debug)]
pub(super) struct Rewrite<'a> {
    dialect: Dialect,
    text: &'a str,
    source: Source<'a>,
    /// The text for the strict reader. What is longer than any FEN has an error before the end of the buffer.
    strict: Text<CAPACITY>,
    pub(super) repairs: Repairs,
    /// The place of each castling right's letter, by colour and side.
    pub(super) castling_at: [[usize; 2]; 2],
    pub(super) en_passant_at: usize,
    /// The first digit that makes a rank too long after other digits: the rank, and its squares with the digit.
    overlong: Option<(Rank, u8)>,
    /// The byte of the strict text whose place is asked for.
    asked: usize,
    place: usize,
}

impl<'a> Rewrite<'a> {
    /// Rewrites a text.
    pub(super) fn over(text: &'a str, dialect: Dialect) -> Rewrite<'a> {
        Rewrite::asking(text, dialect, usize::MAX)
    }

    /// Reads the rewritten text.
    ///
    /// # Errors
    /// The strict reader's error, at its place in the pasted text.
    pub(super) fn read<T>(&self, strict: fn(&str) -> Result<T, FenError>) -> Result<T, FenError> {
        strict(&self.strict).map_err(|error| self.translated(error))
    }

    /// Rewrites a text, and finds the place where the `asked` byte of the result comes from.
    fn asking(text: &'a str, dialect: Dialect, asked: usize) -> Rewrite<'a> {
        let mut rewrite = Rewrite {
            dialect,
            text,
            source: Source { text, at: 0, is_address: false },
            strict: Text::new(),
            repairs: Repairs::NONE,
            castling_at: [[0; 2]; 2],
            en_passant_at: 0,
            overlong: None,
            asked,
            place: text.len(),
        };
        rewrite.begin();
        rewrite.board();
        let mut has_limit = false;
        for &field in dialect.fields {
            let field = if has_limit && field == FenField::HalfmoveClock { FenField::Count } else { field };
            let word = rewrite.source.next_word();
            has_limit |= field == FenField::CountLimit && !word.is_dash() && rewrite.is_meant(word, field);
            rewrite.field(field);
        }
        for &field in dialect.count {
            if !rewrite.source.next_word().is_empty() {
                rewrite.field(field);
            }
        }
        rewrite.end();
        rewrite
    }

    /// Translates an error of the strict reader.
    fn translated(&self, error: FenError) -> FenError {
        let place = |asked| Rewrite::asking(self.text, self.dialect, asked).place;
        match error {
            FenError::Illegal(_) => error,
            FenError::TooLarge { field, at } => FenError::TooLarge { field, at: place(at) },
            FenError::RankLength { rank, squares, at } => match place(at) {
                at if at == self.text.len() || squares == 0 && self.text[at..].chars().all(is_space) => {
                    self.expected(FenField::Board, Expected::PieceOrGap, self.text.len())
                }
                at => FenError::RankLength { rank, squares, at },
            },
            FenError::Syntax { field, expected, at, .. } => {
                let at = place(at);
                match (field, expected, self.overlong) {
                    (_, Expected::OneGap, Some((rank, squares))) => FenError::RankLength { rank, squares, at },
                    // What stands without a space behind the board or the side is meant for a later field.
                    (FenField::Board | FenField::Turn, Expected::Space, _) => {
                        let rest = Source { at, ..self.source };
                        let later = &self.dialect.fields[usize::from(field == FenField::Turn)..];
                        let meant = later.iter().find(|&&later| self.is_meant(rest, later));
                        self.expected(*meant.unwrap_or(&field), expected, at)
                    }
                    (FenField::CountSide | FenField::Honour, _, _) => self.expected(field, expected, at),
                    (_, Expected::Space | Expected::End, _)
                        if at < self.text.len() && self.text[..at].ends_with(|char| !is_space(char)) =>
                    {
                        self.expected(field, Expected::SpaceOrEnd, at)
                    }
                    _ => self.expected(field, expected, at),
                }
            }
        }
    }

    fn expected(&self, field: FenField, expected: Expected, at: usize) -> FenError {
        FenError::Syntax { field, expected, found: Found::at(self.text, at), at }
    }

    fn push_all(&mut self, text: &str, at: usize) {
        for byte in text.bytes() {
            self.push(byte, at);
        }
    }

    /// Writes a byte that comes from this place.
    fn push(&mut self, byte: u8, at: usize) {
        if self.strict.len() == self.asked {
            self.place = at;
        }
        self.strict.push(byte);
    }

    pub(super) fn note(&mut self, kind: RepairKind, at: usize) {
        self.repairs.push(kind, at);
    }

    /// Notes a repair if it has not been `noted` yet.
    fn note_once(&mut self, noted: &mut bool, kind: RepairKind, at: usize) {
        if !*noted {
            self.note(kind, at);
        }
        *noted = true;
    }

    /// Finds the FEN in the text.
    fn begin(&mut self) {
        let text = self.text;
        self.source.skip_spaces();
        let start = self.source.at;
        if start > 0 {
            self.note(RepairKind::StraySpace, 0);
        }
        self.source.text = &text[..text.trim_end_matches(is_closing).len().max(start)];
        self.source.skip_opening();
        self.find_in_address();
        if self.source.at > start {
            self.note(RepairKind::Around, start);
        }
    }

    /// Goes to the board in the address of a page, if the text is one: `https://lichess.org/editor/...`, `...?fen=...`.
    fn find_in_address(&mut self) {
        let rest = self.source.rest();
        let host = rest.split('/').next().unwrap_or_default();
        let domain = host.rsplit_once('.').map_or("", |(_, domain)| domain);
        if !host.ends_with(':') && !matches!(domain, "org" | "com") {
            return;
        }
        for (at, _) in rest.match_indices(['/', '=']) {
            let found = Source { at: self.source.at + at + 1, is_address: true, ..self.source };
            if found.is_board(self.dialect.alphabet) {
                let end = found.rest().find(['?', '#', '&']).map_or(found.text.len(), |length| found.at + length);
                self.source = Source { text: &found.text[..end], ..found };
                return;
            }
        }
    }

    /// Rewrites the board field.
    fn board(&mut self) {
        // A digit waits for the digits behind it.
        let (mut gap, mut last) = (None::<(u8, usize)>, ' ');
        let (mut slashes, mut squares) = (0, 0_u8);
        let (mut has_backslash, mut has_split_gap, mut has_mark) = (false, false, false);
        while let Some((at, char)) = self.source.peek()
            && char != ';'
        {
            let before = self.source;
            self.source.step();
            if !matches!(char, '1'..='8') {
                self.push_gap(gap.take());
            }
            match char {
                '1'..='8' => {
                    let digit = char as u8 - b'0';
                    squares = squares.saturating_add(digit);
                    let first = gap.map_or(0, |(digits, _)| digits);
                    if first > 0 && squares <= 8 {
                        self.note_once(&mut has_split_gap, RepairKind::SplitGap, at);
                        gap = Some((first + digit, at));
                    } else {
                        if first > 0 {
                            let rank = Rank::from_masked(7_u8.saturating_sub(slashes));
                            self.overlong.get_or_insert((rank, squares));
                        }
                        self.push_gap(gap.replace((digit, at)));
                    }
                }
                '/' | '\\' if slashes == 7 && squares == 8 && self.source.is_empty() => {
                    self.note(RepairKind::TrailingSlash, at);
                    break;
                }
                '/' | '\\' => {
                    if char == '\\' {
                        self.note_once(&mut has_backslash, RepairKind::Backslash, at);
                    }
                    self.push(b'/', at);
                    (slashes, squares, has_split_gap, has_mark) = (slashes.saturating_add(1), 0, false, false);
                }
                '~' if last.is_ascii_alphabetic() && !self.dialect.alphabet.marks(last as u8) => {
                    self.note_once(&mut has_mark, RepairKind::PromotionMark, at);
                }
                '~' => self.push(b'~', at),
                _ if is_space(char) => {
                    let ahead = before.next_word();
                    let is_slash_ahead = matches!(ahead.peek(), Some((_, '/' | '\\')));
                    let is_full = slashes == 7 && squares == 8;
                    if last != '/' && !(is_slash_ahead && (!is_full || matches!(ahead.three(), [_, None, _]))) {
                        self.source = before;
                        break;
                    }
                    self.note(RepairKind::StraySpace, at);
                    self.source = ahead;
                    continue;
                }
                _ => {
                    self.push(ascii(char), at);
                    squares = squares.saturating_add(1);
                }
            }
            last = if char == '\\' { '/' } else { char };
        }
        self.push_gap(gap);
        // From here on a slash is no part of a FEN.
        let left = self.source.rest().trim_end_matches(|char| char == '/' || is_closing(char)).len();
        self.source.text = &self.source.text[..self.source.at + left];
    }

    fn push_gap(&mut self, gap: Option<(u8, usize)>) {
        if let Some((squares, at)) = gap {
            self.push(b'0' + squares, at);
        }
    }

    /// Rewrites a field with the space before it. A missing field gets its value.
    fn field(&mut self, field: FenField) {
        let at = self.source.at;
        self.push(b' ', at);
        if !self.is_meant(self.source.next_word(), field) {
            self.note(RepairKind::Missing { field }, at);
            self.push_all(field.default_text(), at);
            return;
        }
        let is_space = matches!(self.source.peek(), Some((_, ' ')));
        self.source.step();
        let after_one = self.source.at;
        self.source.skip_spaces();
        if !is_space || self.source.at > after_one {
            self.note(RepairKind::Separator, at);
        }
        let is_dash = self.source.is_dash();
        match field {
            FenField::Turn | FenField::CountSide => self.color(field),
            FenField::Castling if self.castles() && !is_dash => self.castling(),
            FenField::EnPassant => self.en_passant(),
            FenField::Count | FenField::HalfmoveClock | FenField::FullmoveNumber if is_dash && self.fills(field) => {
                self.note(RepairKind::Missing { field }, self.source.at);
                self.push_all(field.default_text(), self.source.at);
                self.source.step();
            }
            FenField::Board | FenField::Castling | FenField::Honour => {}
            _ => self.number(field),
        }
        self.copy();
    }

    /// Returns `true` if a word is meant for this field. Any word that is not one of the later fields is.
    fn is_meant(&self, word: Source<'_>, field: FenField) -> bool {
        let is_meant = match field {
            FenField::Turn => word.is_side() || !(word.is_castling() || word.is_square() || word.is_number()),
            FenField::Castling if self.castles() => word.is_castling() || !(word.is_square() || word.is_number()),
            FenField::Castling | FenField::EnPassant => !word.is_number(),
            // A number is the limit of a count only if two more numbers follow.
            FenField::CountLimit if self.fills(field) => !word.is_number() || word.words() >= 3,
            FenField::HalfmoveClock | FenField::FullmoveNumber => !self.has_operations(word),
            _ => true,
        };
        is_meant && !word.is_empty()
    }

    fn castles(&self) -> bool {
        self.dialect.fields.contains(&FenField::EnPassant)
    }

    /// Returns `true` if a missing field gets a value.
    fn fills(&self, field: FenField) -> bool {
        !self.dialect.count.contains(&field)
    }

    fn color(&mut self, field: FenField) {
        if let Some((at, letter @ ('W' | 'B'))) = self.source.peek() {
            self.note(RepairKind::Capitals { field }, at);
            self.push(letter.to_ascii_lowercase() as u8, at);
            self.source.step();
        }
    }

    /// Writes White's letters before Black's, and no right twice.
    fn castling(&mut self) {
        let mut board = Board0x88::empty();
        FenReader::new(&self.strict).board(self.dialect.alphabet, &mut board);
        let in_place = rights_in_place(&board, self.source);
        let (start, mut rights, mut letters) = (self.source.at, CastlingRights::NONE, [[0; 2]; 2]);
        let mut last = Color::White;
        // The repairs noted so far: a dash, the order, a right given twice, and for each colour and side a letter without a rook.
        let (mut dash, mut order, mut twice, mut no_rook) = (false, false, false, [[false; 2]; 2]);
        while let Some((at, letter)) = self.source.next_letter() {
            if letter == b'-' {
                self.note_once(&mut dash, RepairKind::CastlingDash, at);
                self.source.step();
                continue;
            }
            let Some((color, side, rook)) = castling_right(&board, letter) else { break };
            let (c, s) = (color as usize, side as usize);
            let is_another = in_place.rook(color, side).is_some_and(|other| other != rook);
            if !is_another && !rights.has(color, side) {
                rights.set(color, side, Some(rook));
                letters[c][s] = letter;
                self.castling_at[c][s] = at;
            } else if board.holds(rook, Piece::new(color, Role::Rook)) {
                self.note_once(&mut twice, RepairKind::CastlingTwice, at);
            } else {
                self.note_once(&mut no_rook[c][s], RepairKind::CastlingNoRook { square: rook }, at);
            }
            if color < last {
                self.note_once(&mut order, RepairKind::CastlingOrder, at);
            }
            last = color;
            self.source.step();
        }
        for (color, side, _) in rights.iter() {
            let (c, s) = (color as usize, side as usize);
            self.push(letters[c][s], self.castling_at[c][s]);
        }
        if rights.is_empty() && self.source.is_empty() {
            self.push(b'-', start);
        }
    }

    fn en_passant(&mut self) {
        let at = self.source.at;
        self.en_passant_at = at;
        if let [Some(file @ b'A'..=b'H'), Some(b'1'..=b'8'), None] = self.source.three() {
            self.note(RepairKind::Capitals { field: FenField::EnPassant }, at);
            self.push(file.to_ascii_lowercase(), at);
            self.source.step();
        }
    }

    /// Writes a number without leading zeros. A number that is too large becomes the largest.
    fn number(&mut self, field: FenField) {
        let start = self.source.at;
        let (mut number, mut digits, mut is_too_large) = (0, 0, false);
        while let Some((_, digit @ b'0'..=b'9')) = self.source.next_letter() {
            if number == 0 && digits == 1 {
                // A limit begins with another digit.
                if field == FenField::CountLimit && self.fills(field) {
                    break;
                }
                self.note(RepairKind::LeadingZeros { field }, start);
            }
            digits += 1;
            let more = with_digit(number, digit).filter(|_| !is_too_large);
            is_too_large = more.is_none();
            number = more.unwrap_or(u32::MAX);
            self.source.step();
        }
        if is_too_large {
            self.note(RepairKind::TooLarge { field }, start);
        }
        if digits > 0 {
            let mut text = Text::<10>::new();
            text.push_number(number);
            self.push_all(&text, start);
        }
    }

    /// Copies the rest of a word.
    fn copy(&mut self) {
        while let Some((at, letter)) = self.source.next_letter() {
            if letter == b'-' && self.source.rest().starts_with(is_dash) {
                let mut noted = self.repairs.iter().any(|repair| repair.kind == RepairKind::Dash);
                self.note_once(&mut noted, RepairKind::Dash, at);
            }
            self.push(letter, at);
            self.source.step();
        }
    }

    /// Returns `true` if operations of EPD follow.
    fn has_operations(&self, word: Source<'_>) -> bool {
        let rest = &self.text[word.at..];
        rest.starts_with(';') || rest.starts_with(|char: char| char.is_ascii_alphabetic()) && rest.contains(';')
    }

    /// Looks for something behind the last field.
    fn end(&mut self) {
        let rest = self.source.next_word();
        let behind = &self.text[self.source.text.len()..];
        if self.has_operations(rest) && !rest.rest().is_empty() {
            self.note(RepairKind::Around, rest.at);
        } else if !rest.rest().is_empty() {
            // No text of a FEN: the strict reader says so.
            self.push(b'?', rest.at);
        } else if behind.contains(|char| !is_space(char)) {
            self.note(RepairKind::Around, self.source.text.len());
        } else if !behind.is_empty() {
            self.note(RepairKind::StraySpace, self.source.text.len());
        }
    }
}

/// The rights of those letters in a word whose rook is in place; the first of several for a side. A letter that names another
/// square must not replace these rights.
fn rights_in_place(board: &Board0x88, word: Source<'_>) -> CastlingRights {
    let mut rights = CastlingRights::NONE;
    for (color, side, rook) in word.letters().filter_map(|letter| castling_right(board, letter)) {
        let is_valid = |king| CastlingRights::is_valid(board, king, color, side, rook);
        if !rights.has(color, side) && board.king(color).is_some_and(is_valid) {
            rights.set(color, side, Some(rook));
        }
    }
    rights
}

/// A text with a read position.
#[derive(Clone, Copy, Debug)]
struct Source<'a> {
    text: &'a str,
    at: usize,
    /// `true` in the address of a page: `%20` and `+` are spaces, `%2F` is a slash.
    is_address: bool,
}

impl<'a> Source<'a> {
    fn rest(self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next character, and its length in the text.
    fn char(self) -> Option<(char, usize)> {
        let rest = self.rest();
        let char = rest.chars().next()?;
        let code = rest.get(1..3).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (char, code) {
            ('%', Some(code)) if self.is_address => Some((code.into(), 3)),
            ('+', _) if self.is_address => Some((' ', 1)),
            _ => Some((char, char.len_utf8())),
        }
    }

    /// The next character and its place, without a step.
    fn peek(self) -> Option<(usize, char)> {
        self.char().map(|(char, _)| (self.at, char))
    }

    /// Steps over the next character.
    fn step(&mut self) {
        self.at += self.char().map_or(0, |(_, length)| length);
    }

    /// The next character of a word as ASCII.
    fn next_letter(self) -> Option<(usize, u8)> {
        self.peek().filter(|&(_, char)| !is_space(char) && char != ';').map(|(at, char)| (at, ascii(char)))
    }

    /// The characters of this word as ASCII.
    fn letters(mut self) -> impl Iterator<Item = u8> {
        core::iter::from_fn(move || {
            let (_, letter) = self.next_letter()?;
            self.step();
            Some(letter)
        })
    }

    /// The first three characters of this word.
    fn three(self) -> [Option<u8>; 3] {
        let mut letters = self.letters();
        [letters.next(), letters.next(), letters.next()]
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(|(_, char)| is_space(char)) {
            self.step();
        }
    }

    fn next_word(mut self) -> Source<'a> {
        self.skip_spaces();
        self
    }

    /// The number of words from here on.
    fn words(self) -> usize {
        self.rest().split(is_space).filter(|word| !word.is_empty()).count()
    }

    /// Skips quotation marks, brackets, and the words that stand before a FEN.
    fn skip_opening(&mut self) {
        loop {
            let start = self.at;
            while self.peek().is_some_and(|(_, char)| is_space(char) || is_opening(char)) {
                self.step();
            }
            for word in ["position", "fen", "setboard"] {
                let rest = self.rest().as_bytes();
                if let Some((head, tail)) = rest.split_at_checked(word.len())
                    && head.eq_ignore_ascii_case(word.as_bytes())
                    && !tail.first().is_some_and(u8::is_ascii_alphanumeric)
                {
                    self.at += word.len();
                }
            }
            if self.at == start {
                return;
            }
        }
    }

    /// Returns `true` if eight ranks begin here.
    fn is_board(self, alphabet: &Alphabet) -> bool {
        let (mut slashes, mut is_rank) = (0, false);
        for letter in self.letters().take(2 * CAPACITY) {
            match letter {
                b'/' | b'\\' if !is_rank || slashes == 7 => break,
                b'?' | b'#' | b'&' => break,
                b'/' | b'\\' => (slashes, is_rank) = (slashes + 1, false),
                b'~' => {}
                _ if !alphabet.has(letter) => return false,
                _ => is_rank = true,
            }
        }
        slashes == 7 && is_rank
    }

    fn is_empty(self) -> bool {
        matches!(self.three(), [None, ..])
    }

    fn is_dash(self) -> bool {
        matches!(self.three(), [Some(b'-'), None, _])
    }

    fn is_side(self) -> bool {
        matches!(self.three(), [Some(b'w' | b'b' | b'W' | b'B'), None, _])
    }

    /// Returns `true` if a word looks like an en passant square.
    fn is_square(self) -> bool {
        matches!(self.three(), [Some(b'a'..=b'h' | b'A'..=b'H'), Some(b'0'..=b'9'), None])
    }

    /// Returns `true` if a word starts like a number.
    fn is_number(self) -> bool {
        matches!(self.three(), [Some(b'0'..=b'9'), ..])
    }

    /// Returns `true` if a word looks like castling rights: letters and dashes.
    fn is_castling(self) -> bool {
        self.letters().all(|letter| matches!(letter.to_ascii_uppercase(), b'K' | b'Q' | b'A'..=b'H' | b'-'))
    }
}

fn is_space(char: char) -> bool {
    char == '_' || is_blank(char)
}

/// A character of a field as ASCII. A character that no FEN has becomes one that the strict reader refuses.
fn ascii(char: char) -> u8 {
    match u8::try_from(char) {
        Ok(byte) if byte.is_ascii() => byte,
        _ if is_dash(char) => b'-',
        _ => b'?',
    }
}

fn is_opening(char: char) -> bool {
    is_quotation_mark(char) || matches!(char, '(' | '[' | '{' | '<' | ':' | '=')
}

fn is_closing(char: char) -> bool {
    is_space(char) || is_quotation_mark(char) || matches!(char, ')' | ']' | '}' | '>' | ';' | ',' | '.')
}

fn is_quotation_mark(char: char) -> bool {
    matches!(char, '"' | '\'' | '`' | '«' | '»' | '\u{2018}'..='\u{201F}')
}
