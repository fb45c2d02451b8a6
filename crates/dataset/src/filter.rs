//! The condition for games: `--where 'white_elo >= 2200 and plies > 20'`.
//!
//! The words are those of SQL. A missing value (`null`) fits no comparison, and `not` does not change that.

use std::cmp::Ordering;

use anyhow::{Result, anyhow, bail};

use crate::game::{Game, NUMBERS, TEXTS};

/// A condition on a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    text: String,
    tree: Tree,
}

#[derive(Clone, Debug, PartialEq)]
enum Tree {
    And(Vec<Tree>),
    Or(Vec<Tree>),
    Not(Box<Tree>),
    Compare(Field, Operator, Value),
    Like(Field, String),
    /// Ignores the case. The pattern is in lower case.
    ILike(Field, String),
    In(Field, Vec<Value>),
    IsNull(Field),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Operator {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
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
            Field::Plies => Some(number(game.moves.len() as i32)),
            Field::Error => game.error.as_ref().map(|error| Value::Text(error.reason.clone())),
        }
    }

    /// Returns `true` if the tags decide this before any move is read.
    const fn is_of_tags(&self) -> bool {
        !matches!(self, Field::Result | Field::Fen | Field::Plies | Field::Error)
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

    /// Returns `true` if a game fits. `None` if it lacks a value that the condition needs.
    #[must_use]
    pub fn holds(&self, game: &Game) -> Option<bool> {
        self.tree.holds(&|field| field.of(game))
    }

    /// Decides whether a game fits, as far as its tags can decide it.
    #[must_use]
    pub fn holds_for_tags(&self, game: &Game) -> Option<bool> {
        self.tree.holds_partly(&|field| field.of(game))
    }
}

impl Tree {
    fn holds(&self, of: &dyn Fn(&Field) -> Option<Value>) -> Option<bool> {
        match self {
            Tree::And(parts) => all(parts.iter().map(|part| part.holds(of))),
            Tree::Or(parts) => all(parts.iter().map(|part| part.holds(of).map(|holds| !holds))).map(|none| !none),
            Tree::Not(part) => part.holds(of).map(|holds| !holds),
            Tree::Compare(field, operator, value) => {
                let order = compare(&of(field)?, value)?;
                Some(match operator {
                    Operator::Equal => order == Ordering::Equal,
                    Operator::Unequal => order != Ordering::Equal,
                    Operator::Less => order == Ordering::Less,
                    Operator::LessOrEqual => order != Ordering::Greater,
                    Operator::Greater => order == Ordering::Greater,
                    Operator::GreaterOrEqual => order != Ordering::Less,
                })
            }
            Tree::Like(field, pattern) => match of(field)? {
                Value::Text(text) => Some(is_like(&text, pattern)),
                Value::Number(_) => None,
            },
            Tree::ILike(field, pattern) => match of(field)? {
                Value::Text(text) => Some(is_like(&text.to_lowercase(), pattern)),
                Value::Number(_) => None,
            },
            Tree::In(field, values) => {
                let found = of(field)?;
                Some(values.iter().any(|value| compare(&found, value) == Some(Ordering::Equal)))
            }
            Tree::IsNull(field) => Some(of(field).is_none()),
        }
    }

    /// Does the same as `holds`, with the columns of tags alone.
    fn holds_partly(&self, of: &dyn Fn(&Field) -> Option<Value>) -> Option<bool> {
        match self {
            Tree::And(parts) => all(parts.iter().map(|part| part.holds_partly(of))),
            Tree::Or(parts) => {
                all(parts.iter().map(|part| part.holds_partly(of).map(|holds| !holds))).map(|none| !none)
            }
            Tree::Not(part) => part.holds_partly(of).map(|holds| !holds),
            Tree::Compare(field, ..)
            | Tree::Like(field, _)
            | Tree::ILike(field, _)
            | Tree::In(field, _)
            | Tree::IsNull(field) => {
                if field.is_of_tags() {
                    self.holds(of)
                } else {
                    None
                }
            }
        }
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
        _ => None,
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
            return Ok(negate(Tree::IsNull(field), negated));
        }
        let negated = self.takes("not");
        let is_like = self.takes("like");
        if is_like || self.takes("ilike") {
            if field.is_number() {
                bail!("byte {start} of the condition: `like` is for columns of text, and this one holds numbers");
            }
            return match self.value(&field)? {
                Value::Text(pattern) if is_like => Ok(negate(Tree::Like(field, pattern), negated)),
                Value::Text(pattern) => Ok(negate(Tree::ILike(field, pattern.to_lowercase()), negated)),
                Value::Number(_) => Err(self.expected("a pattern in quotation marks")),
            };
        }
        if self.takes("between") {
            let least = self.value(&field)?;
            if !self.takes("and") {
                return Err(self.expected("`and`"));
            }
            let most = self.value(&field)?;
            let least = Tree::Compare(field.clone(), Operator::GreaterOrEqual, least);
            let most = Tree::Compare(field, Operator::LessOrEqual, most);
            return Ok(negate(Tree::And(vec![least, most]), negated));
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
            return Ok(negate(Tree::In(field, values), negated));
        }
        if negated {
            return Err(self.expected("`like` or `in`"));
        }
        let signs = [
            ("<=", Operator::LessOrEqual),
            (">=", Operator::GreaterOrEqual),
            ("<>", Operator::Unequal),
            ("!=", Operator::Unequal),
            ("==", Operator::Equal),
            ("=", Operator::Equal),
            ("<", Operator::Less),
            (">", Operator::Greater),
        ];
        let Some(&(_, operator)) = signs.iter().find(|(sign, _)| self.takes_sign(sign)) else {
            return Err(self.expected("a comparison, `is`, `like`, `ilike`, `between` or `in`"));
        };
        let value = self.value(&field)?;
        Ok(Tree::Compare(field, operator, value))
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

fn negate(tree: Tree, negated: bool) -> Tree {
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
        game.tags = [("Annotator", "Smith"), ("Board", "10")].map(|(name, value)| (name.into(), value.into())).to_vec();
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
        ] {
            assert_eq!(holds(text), Some(true), "{text}");
        }
        assert_eq!(holds("plies < 20"), Some(false));
        // A missing value fits nothing, also with `not`.
        assert_eq!(holds("black_elo > 2000"), None);
        assert_eq!(holds("not black_elo > 2000"), None);
        assert_eq!(holds("black_elo > 2000 and plies < 20"), Some(false));
    }

    #[test]
    fn tags_alone_can_refuse_a_game() {
        let tags = |text: &str| Filter::parse(text).unwrap().holds_for_tags(&game());
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
        assert_eq!(error("white = 'a"), "byte 8 of the condition: the text that begins here has no end");
        assert!(error(&"(".repeat(1000)).ends_with("nested too deep"));
    }
}
