//! The condition for games: `--where 'white_elo >= 2200 and plies > 20'`.
//!
//! The words are those of SQL. A missing value (`null`) is no value: it is unequal to each, neither less nor greater, and fits no
//! pattern. So `white_title <> 'BOT'` keeps the games whose player has no title.

use std::cmp::Ordering;

use anyhow::{Result, anyhow, bail};

use crate::game::{ECO, Game, NUMBERS, OPENING, TEXTS};

/// A condition on a game.
#[derive(Clone, Debug)]
pub struct Filter {
    text: String,
    tree: Tree,
}

#[derive(Clone, Debug)]
enum Tree {
    And(Vec<Tree>),
    Or(Vec<Tree>),
    Not(Box<Tree>),
    Is(Field, Test),
}

/// What the value of a column is asked.
#[derive(Clone, Debug)]
enum Test {
    Compare(Comparison, Operand),
    Like(String),
    /// Ignores the case. The pattern is in lower case.
    ILike(String),
    In(Vec<Value>),
    Null,
}

type Comparison = fn(Ordering) -> bool;

#[derive(Clone, Debug)]
enum Operand {
    Value(Value),
    Field(Field),
}

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Number(f64),
    Text(String),
}

/// A column, or a tag.
#[derive(Clone, Debug, PartialEq)]
enum Field {
    /// A tag without a column.
    Tag(String),
    Text(usize),
    Number(usize),
    File,
    Year,
    Date,
    Timestamp,
    LichessId,
    Tournament,
    TimeInitial,
    TimeIncrement,
    Result,
    Fen,
    Language,
    Plies,
    Error,
}

impl Field {
    /// Finds a column by its name or by a common other name, or a tag by its name with a capital letter.
    fn named(given: &str) -> Option<Field> {
        let name = given.to_ascii_lowercase();
        if let Some(text) = TEXTS.iter().position(|&(column, tag)| column == name || tag == given) {
            return Some(Field::Text(text));
        }
        let number = match name.as_str() {
            "white_elo" => "white_rating",
            "black_elo" => "black_rating",
            name => name,
        };
        if let Some(number) = NUMBERS.iter().position(|&(column, tag)| column == number || tag == given) {
            return Some(Field::Number(number));
        }
        Some(match name.as_str() {
            "file" => Field::File,
            "year" => Field::Year,
            "date" => Field::Date,
            "utc_timestamp" => Field::Timestamp,
            "lichess_id" => Field::LichessId,
            "tournament" => Field::Tournament,
            "time_initial" => Field::TimeInitial,
            "time_increment" => Field::TimeIncrement,
            "result" => Field::Result,
            "fen" => Field::Fen,
            "language" => Field::Language,
            "ply_count" | "plies" => Field::Plies,
            "error" => Field::Error,
            _ if given.starts_with(|char: char| char.is_ascii_uppercase()) => Field::Tag(given.to_owned()),
            _ => return None,
        })
    }

    const fn is_number(&self) -> bool {
        matches!(self, Field::Number(_) | Field::Year | Field::TimeInitial | Field::TimeIncrement | Field::Plies)
    }

    fn of(&self, game: &Game) -> Option<Value> {
        let number = |number: i32| Value::Number(f64::from(number));
        match *self {
            Field::Tag(ref name) => {
                let tag = game.tags.iter().find(|(known, _)| known == name);
                tag.map(|(_, value)| Value::Text(value.clone()))
            }
            Field::Text(text) => game.texts[text].clone().map(Value::Text),
            Field::Number(index) => game.numbers[index].map(|value| number(value.into())),
            Field::File => Some(Value::Text(game.file.clone())),
            Field::Year => game.date.year.map(|year| number(year.into())),
            Field::Date => game.date.days().map(|_| Value::Text(game.date.to_pgn().replace('.', "-"))),
            Field::Timestamp => game.utc.map(|utc| Value::Text(timestamp(utc))),
            Field::LichessId => game.lichess_id().map(|id| Value::Text(id.to_owned())),
            Field::Tournament => game.tournament().map(|id| Value::Text(id.to_owned())),
            Field::TimeInitial => game.time().map(|(initial, _)| number(initial)),
            Field::TimeIncrement => game.time().map(|(_, increment)| number(increment)),
            Field::Result => Some(Value::Text(game.result().to_owned())),
            Field::Fen => game.fen.clone().map(Value::Text),
            Field::Language => game.language.map(|name| Value::Text(name.to_owned())),
            Field::Plies => Some(number(game.moves.len() as i32)),
            Field::Error => game.error.as_ref().map(|error| Value::Text(error.reason.clone())),
        }
    }

    /// Returns `true` if the tags decide this before any move is read. With `openings`, the moves name an opening that no tag names.
    const fn is_of_tags(&self, game: &Game, openings: bool) -> bool {
        match *self {
            Field::Text(text @ (ECO | OPENING)) => !openings || game.texts[text].is_some(),
            Field::Result | Field::Fen | Field::Language | Field::Plies | Field::Error => false,
            Field::Tag(_)
            | Field::Text(_)
            | Field::Number(_)
            | Field::File
            | Field::Year
            | Field::Date
            | Field::Timestamp
            | Field::LichessId
            | Field::Tournament
            | Field::TimeInitial
            | Field::TimeIncrement => true,
        }
    }
}

/// Writes `2013-01-31 12:34:56`.
#[must_use]
pub fn timestamp(utc: i64) -> String {
    let seconds = utc.div_euclid(1_000_000);
    let date = crate::game::PartialDate::of_days(seconds.div_euclid(86_400) as i32).to_pgn().replace('.', "-");
    let of_day = seconds.rem_euclid(86_400);
    format!("{date} {:02}:{:02}:{:02}", of_day / 3600, of_day / 60 % 60, of_day % 60)
}

impl Filter {
    /// Reads a condition.
    ///
    /// # Errors
    /// The character that was found, its byte, and what was expected.
    pub fn parse(text: &str) -> Result<Filter> {
        let mut parser = Parser { text, at: 0, depth: 0 };
        let tree = parser.any()?;
        parser.skip_blanks();
        if parser.at < text.len() {
            return Err(parser.expected("`and`, `or` or the end"));
        }
        Ok(Filter { text: text.to_owned(), tree })
    }

    /// Returns the text of the condition.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns `true` if a game fits.
    #[must_use]
    pub fn holds(&self, game: &Game) -> bool {
        self.tree.holds(&|field| Some(field.of(game))) == Some(true)
    }

    /// Decides whether a game fits, as far as its tags can decide it. With `openings`, moves fill what they lack.
    #[must_use]
    pub fn holds_for_tags(&self, game: &Game, openings: bool) -> Option<bool> {
        self.tree.holds(&|field| field.is_of_tags(game, openings).then(|| field.of(game)))
    }
}

/// Returns the value of a column, which a game may lack. `None` if it is not known yet.
type Values<'v> = &'v dyn Fn(&Field) -> Option<Option<Value>>;

impl Tree {
    /// `None` if the answer depends on what is not known yet.
    fn holds(&self, of: Values<'_>) -> Option<bool> {
        match self {
            Tree::And(parts) => all(parts.iter().map(|part| part.holds(of))),
            Tree::Or(parts) => all(parts.iter().map(|part| part.holds(of).map(|holds| !holds))).map(|none| !none),
            Tree::Not(part) => part.holds(of).map(|holds| !holds),
            Tree::Is(field, test) => test.holds(of(field)?, of),
        }
    }
}

impl Test {
    fn holds(&self, found: Option<Value>, of: Values<'_>) -> Option<bool> {
        let text = match &found {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        };
        Some(match self {
            Test::Null => found.is_none(),
            Test::Like(pattern) => text.is_some_and(|text| is_like(text, pattern)),
            Test::ILike(pattern) => text.is_some_and(|text| is_like(&text.to_lowercase(), pattern)),
            Test::In(values) => {
                found.is_some_and(|found| values.iter().any(|value| compare(&found, value) == Some(Ordering::Equal)))
            }
            Test::Compare(comparison, operand) => {
                let other = match operand {
                    Operand::Value(value) => Some(value.clone()),
                    Operand::Field(field) => of(field)?,
                };
                let is_unequal = comparison(Ordering::Less) && comparison(Ordering::Greater);
                match (found, other) {
                    (Some(left), Some(right)) => compare(&left, &right).map_or(is_unequal, comparison),
                    (None, None) => false,
                    _ => is_unequal,
                }
            }
        })
    }
}

/// Kleene's conjunction.
fn all(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut holds = Some(true);
    for part in parts {
        match part {
            Some(false) => return Some(false),
            Some(true) => {}
            None => holds = None,
        }
    }
    holds
}

fn compare(left: &Value, right: &Value) -> Option<Ordering> {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left.partial_cmp(right),
        (Value::Text(left), Value::Text(right)) => Some(left.as_str().cmp(right)),
        // A tag is a text, which may be a number.
        (Value::Text(left), Value::Number(right)) => left.parse::<f64>().ok()?.partial_cmp(right),
        (Value::Number(left), Value::Text(right)) => left.partial_cmp(&right.parse::<f64>().ok()?),
    }
}

/// Matches a pattern: `%` stands for any text, `_` for one character. It takes linear memory, and time in proportion to the
/// product of the lengths.
fn is_like(text: &str, pattern: &str) -> bool {
    let (text, pattern): (Vec<char>, Vec<char>) = (text.chars().collect(), pattern.chars().collect());
    let (mut at, mut of, mut star, mut mark) = (0, 0, None, 0);
    while at < text.len() {
        if of < pattern.len() && pattern[of] == '%' {
            star = Some(of);
            mark = at;
            of += 1;
        } else if of < pattern.len() && (pattern[of] == '_' || pattern[of] == text[at]) {
            at += 1;
            of += 1;
        } else if let Some(star) = star {
            mark += 1;
            (at, of) = (mark, star + 1);
        } else {
            return false;
        }
    }
    pattern[of..].iter().all(|&char| char == '%')
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: u32,
}

impl<'t> Parser<'t> {
    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn expected(&self, what: &str) -> anyhow::Error {
        let rest = &self.text[self.at..];
        let found = match rest.split_whitespace().next() {
            Some(word) => format!("{word:?}"),
            None => "the end".to_owned(),
        };
        anyhow!("byte {} of the condition: expected {what}, found {found}", self.at)
    }

    /// Reads a word of letters, digits and `_`.
    fn word(&mut self) -> Option<&'t str> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let end = rest.find(|char: char| !char.is_ascii_alphanumeric() && char != '_').unwrap_or(rest.len());
        let is_word = rest.starts_with(|char: char| char.is_ascii_alphabetic());
        is_word.then(|| {
            self.at += end;
            &rest[..end]
        })
    }

    /// Skips a word if it comes next.
    fn takes(&mut self, wanted: &str) -> bool {
        let before = self.at;
        let is_next = self.word().is_some_and(|word| word.eq_ignore_ascii_case(wanted));
        if !is_next {
            self.at = before;
        }
        is_next
    }

    fn takes_sign(&mut self, sign: &str) -> bool {
        self.skip_blanks();
        let is_next = self.text[self.at..].starts_with(sign);
        self.at += if is_next { sign.len() } else { 0 };
        is_next
    }

    fn any(&mut self) -> Result<Tree> {
        let mut parts = vec![self.every()?];
        while self.takes("or") {
            parts.push(self.every()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Tree::Or(parts) })
    }

    fn every(&mut self) -> Result<Tree> {
        let mut parts = vec![self.one()?];
        while self.takes("and") {
            parts.push(self.one()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Tree::And(parts) })
    }

    fn one(&mut self) -> Result<Tree> {
        self.depth += 1;
        if self.depth > 100 {
            bail!("byte {} of the condition: it is nested too deep", self.at);
        }
        let tree = if self.takes("not") {
            Tree::Not(Box::new(self.one()?))
        } else if self.takes_sign("(") {
            let tree = self.any()?;
            if !self.takes_sign(")") {
                return Err(self.expected("`)`"));
            }
            tree
        } else {
            self.comparison()?
        };
        self.depth -= 1;
        Ok(tree)
    }

    fn comparison(&mut self) -> Result<Tree> {
        self.skip_blanks();
        let start = self.at;
        let field = self.word().and_then(Field::named);
        let Some(field) = field else {
            self.at = start;
            return Err(self.expected("a column, such as white_rating or plies"));
        };
        if self.takes("is") {
            let negated = self.takes("not");
            if !self.takes("null") {
                return Err(self.expected("`null`"));
            }
            return Ok(is(field, Test::Null, negated));
        }
        let negated = self.takes("not");
        let is_like = self.takes("like");
        if is_like || self.takes("ilike") {
            if field.is_number() {
                bail!("byte {start} of the condition: `like` is for columns of text, and this one holds numbers");
            }
            let Value::Text(pattern) = self.value(&field)? else {
                return Err(self.expected("a pattern in quotation marks"));
            };
            let test = if is_like { Test::Like(pattern) } else { Test::ILike(pattern.to_lowercase()) };
            return Ok(is(field, test, negated));
        }
        if self.takes("between") {
            let least = self.operand(&field)?;
            if !self.takes("and") {
                return Err(self.expected("`and`"));
            }
            let least = Tree::Is(field.clone(), Test::Compare(Ordering::is_ge, least));
            let most = self.operand(&field)?;
            let both = Tree::And(vec![least, Tree::Is(field, Test::Compare(Ordering::is_le, most))]);
            return Ok(if negated { Tree::Not(Box::new(both)) } else { both });
        }
        if self.takes("in") {
            if !self.takes_sign("(") {
                return Err(self.expected("`(`"));
            }
            let mut values = vec![self.value(&field)?];
            while self.takes_sign(",") {
                values.push(self.value(&field)?);
            }
            if !self.takes_sign(")") {
                return Err(self.expected("`,` or `)`"));
            }
            return Ok(is(field, Test::In(values), negated));
        }
        if negated {
            return Err(self.expected("`like` or `in`"));
        }
        const SIGNS: [(&str, Comparison); 8] = [
            ("<=", Ordering::is_le),
            (">=", Ordering::is_ge),
            ("<>", Ordering::is_ne),
            ("!=", Ordering::is_ne),
            ("==", Ordering::is_eq),
            ("=", Ordering::is_eq),
            ("<", Ordering::is_lt),
            (">", Ordering::is_gt),
        ];
        let Some(&(_, comparison)) = SIGNS.iter().find(|(sign, _)| self.takes_sign(sign)) else {
            return Err(self.expected("a comparison, `is`, `like`, `ilike`, `between` or `in`"));
        };
        let operand = self.operand(&field)?;
        Ok(is(field, Test::Compare(comparison, operand), false))
    }

    /// Reads a value of the kind of the column, or another column of this kind.
    fn operand(&mut self, field: &Field) -> Result<Operand> {
        let before = self.at;
        // A word that names no column is more likely a text without its quotation marks than a tag.
        match self.word().and_then(Field::named).filter(|field| !matches!(field, Field::Tag(_))) {
            Some(other) if other.is_number() == field.is_number() || matches!(field, Field::Tag(_)) => {
                Ok(Operand::Field(other))
            }
            Some(_) => {
                self.at = before;
                Err(self.expected(if field.is_number() { "a column of numbers" } else { "a column of text" }))
            }
            None => {
                self.at = before;
                Ok(Operand::Value(self.value(field)?))
            }
        }
    }

    fn value(&mut self, field: &Field) -> Result<Value> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let is_quoted = rest.starts_with(['\'', '"']);
        if field.is_number() || matches!(field, Field::Tag(_)) && !is_quoted {
            let end = rest.find(|char: char| !char.is_ascii_digit() && !"+-.".contains(char)).unwrap_or(rest.len());
            return match rest[..end].parse() {
                Ok(number) => {
                    self.at += end;
                    Ok(Value::Number(number))
                }
                Err(_) => Err(self.expected("a number, as this column holds")),
            };
        }
        let mark = rest.chars().next().filter(|mark| matches!(mark, '\'' | '"'));
        let Some(mark) = mark else { return Err(self.expected("a text in quotation marks, as this column holds")) };
        let (mut text, mut at) = (String::new(), 1);
        loop {
            let Some(end) = rest[at..].find(mark) else {
                bail!("byte {} of the condition: the text that begins here has no end", self.at);
            };
            text.push_str(&rest[at..at + end]);
            at += end + 1;
            // A doubled mark stands for the mark itself.
            if !rest[at..].starts_with(mark) {
                break;
            }
            text.push(mark);
            at += 1;
        }
        self.at += at;
        Ok(Value::Text(text))
    }
}

fn is(field: Field, test: Test, negated: bool) -> Tree {
    let tree = Tree::Is(field, test);
    if negated { Tree::Not(Box::new(tree)) } else { tree }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> Game {
        let mut game = Game { moves: vec![1; 30], ..Game::default() };
        game.numbers[0] = Some(2300);
        game.texts[9] = Some("B90".to_owned());
        game.texts[3] = Some("O'Kelly".to_owned());
        game.tags = [("Annotator", "Smith"), ("Board", "10"), ("Scribe", "éLžBIETA Жñ")]
            .map(|(name, value)| (name.into(), value.into()))
            .to_vec();
        game
    }

    #[test]
    fn conditions_are_those_of_sql() {
        let holds = |text: &str| Filter::parse(text).unwrap().holds(&game());
        for text in [
            "white_elo >= 2200 and plies > 20",
            "WHITE_RATING = 2300",
            "not plies <= 20",
            "eco like 'B9%' or eco = 'C42'",
            "eco in ('A00', 'B90')",
            "eco not in ('A00')",
            "black_rating is null",
            "white_rating is not null and (plies = 30 or plies = 31)",
            "white = 'O''Kelly'",
            "result = '*'",
            "White ilike 'o''KELLY' and WhiteElo = 2300",
            "plies between 30 and 31 and plies not between 1 and 29",
            "eco between 'B00' and 'B99'",
            "Annotator like 'Sm%' and Board > 2 and Board = '10' and Board between 3 and 10",
            "Source is null",
            "Scribe ilike 'ÉLŽBIETA ж_%' and Scribe ilike 'élžbieta Ж%' and Scribe ilike 'Élžbieta ЖÑ'",
        ] {
            assert!(holds(text), "{text}");
        }
        assert!(!holds("plies < 20"));
    }

    /// Every comparison of each two of a missing value and three values, beside a plain table.
    #[test]
    fn a_missing_value_is_no_value() {
        let numbers = [None, Some(1), Some(2), Some(3)];
        for (left, right) in numbers.iter().flat_map(|left| numbers.map(|right| (*left, right))) {
            let mut game = Game::default();
            (game.numbers[0], game.numbers[1]) = (left, right);
            let titles = [left, right].map(|number| number.map(|number| number.to_string()));
            [game.texts[5], game.texts[6]] = titles;
            let both = left.zip(right);
            let expected = [
                ("=", both.is_some_and(|(left, right)| left == right)),
                ("<>", left != right),
                ("!=", left != right),
                ("<", both.is_some_and(|(left, right)| left < right)),
                ("<=", both.is_some_and(|(left, right)| left <= right)),
                (">", both.is_some_and(|(left, right)| left > right)),
                (">=", both.is_some_and(|(left, right)| left >= right)),
            ];
            for (sign, holds) in expected {
                let mut texts = vec![
                    format!("white_elo {sign} black_elo"),
                    format!("white_title {sign} black_title"),
                    format!("not not WhiteElo {sign} BlackElo"),
                ];
                texts.extend(right.map(|right| format!("white_elo {sign} {right}")));
                texts.extend(right.map(|right| format!("white_title {sign} '{right}'")));
                for text in texts {
                    let filter = Filter::parse(&text).unwrap();
                    assert_eq!(filter.holds(&game), holds, "{text}: {left:?}, {right:?}");
                    assert_eq!(filter.holds_for_tags(&game, false), Some(holds), "{text}");
                    assert_eq!(Filter::parse(&format!("not {text}")).unwrap().holds(&game), !holds, "not {text}");
                }
            }
            let is_in = left.is_some_and(|left| left < 3);
            for (text, holds) in [
                ("white_elo in (1, 2)", is_in),
                ("white_elo not in (1, 2)", !is_in),
                ("white_title like '_'", left.is_some()),
                ("white_title not like '_'", left.is_none()),
                ("white_elo between 1 and 2", is_in),
                ("white_elo not between 1 and 2", !is_in),
                ("white_elo between black_elo and 3", both.is_some_and(|(left, right)| left >= right)),
            ] {
                assert_eq!(Filter::parse(text).unwrap().holds(&game), holds, "{text}: {left:?}, {right:?}");
            }
        }
    }

    #[test]
    fn tags_alone_can_refuse_a_game() {
        let tags = |text: &str| Filter::parse(text).unwrap().holds_for_tags(&game(), false);
        assert_eq!(tags("white_elo >= 2400 and plies > 20"), Some(false));
        assert_eq!(tags("white_elo >= 2200 and plies > 200"), None);
        assert_eq!(tags("white_elo >= 2200 or plies > 200"), Some(true));
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let error = |text: &str| Filter::parse(text).unwrap_err().to_string();
        assert_eq!(
            error("elo > 3"),
            "byte 0 of the condition: expected a column, such as white_rating or plies, found \"elo\""
        );
        assert_eq!(
            error("white_elo > 'a'"),
            "byte 12 of the condition: expected a number, as this column holds, found \"'a'\""
        );
        assert_eq!(
            error("plies > 3 plies"),
            "byte 10 of the condition: expected `and`, `or` or the end, found \"plies\""
        );
        assert_eq!(error("(plies > 3"), "byte 10 of the condition: expected `)`, found the end");
        assert!(error("white_elo > white").contains("expected a column of numbers, found \"white\""));
        assert!(error("white = Carlsen").contains("expected a text in quotation marks"));
        assert!(error("white > white_elo").contains("expected a column of text"));
        assert_eq!(error("white = 'a"), "byte 8 of the condition: the text that begins here has no end");
        assert!(error(&"(".repeat(1000)).ends_with("nested too deep"));
    }
}
