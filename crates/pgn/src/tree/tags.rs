//! The tags of a tree, and the result in the tag `Result`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{EditError, GameTree};
use crate::tally::{Work, note};
use crate::writer::{LINE_BREAKS, written_name};
use crate::{GameResult, Writer, token};
use chess0x88::{Game, Rules};

/// The tag that names the result.
pub(super) const RESULT: &str = "Result";

/// The tags that name the start.
const START_TAGS: [&str; 3] = ["Variant", "SetUp", "FEN"];

/// The most tags that [`GameTree::set_tag`] accepts, far more than any game has. Each call looks at all of them.
const MOST: usize = 1 << 13;

/// Makes a tag pair with owned texts.
pub(super) fn pair((name, value): (&str, &str)) -> (String, String) {
    (name.to_string(), value.to_string())
}

/// Puts the Seven Tag Roster before the other tags, with the standard's signs for unknown values.
pub(super) fn start_with_roster(tags: &mut Vec<(String, String)>, result: GameResult) {
    let unknown = |name| match name {
        RESULT => result.as_str(),
        "Date" => "????.??.??",
        _ => "?",
    };
    tags.splice(..0, token::ROSTER.map(|name| pair((name, unknown(name)))));
}

impl<R: Rules> GameTree<R> {
    /// Returns the value of a tag. If several tags have its name, the last one counts, as for the start, the result and the
    /// writer.
    #[doc(alias("headers", "get_headers", "header"))]
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().rfind(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Sets the value of a tag, in its place or after the other tags. The time is in proportion to the number of tags.
    ///
    /// Any value can be written and read again, except that line breaks become spaces. The tag `Result` also sets the
    /// [result](Self::result) of the game. It may have any dash that a reader accepts, and is stored in the standard's spelling.
    /// A value that names no result is kept, and the result of the game becomes `*`.
    ///
    /// ```
    /// use chess0x88::ChessRules;
    /// use chess0x88_pgn::GameTree;
    ///
    /// let mut game: GameTree<ChessRules> = "[White \"?\"]\n*".parse()?;
    /// game.set_tag("White", "Anna")?;
    /// game.set_tag("WhiteElo", "2100")?;
    /// game.set_tag("Result", "½–½")?;
    /// let tags = "[White \"Anna\"]\n[WhiteElo \"2100\"]\n[Result \"1/2-1/2\"]\n";
    /// assert_eq!(game.to_string(), format!("{tags}\n1/2-1/2\n"));
    /// let error = game.set_tag("Black Elo", "2100").unwrap_err();
    /// assert_eq!(error.to_string(), "a tag's name has at least one character, and no space, `!`, quotation mark or bracket");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::TagName`] if no reader would accept the name, [`EditError::StartTag`] if `FEN`, `SetUp` or `Variant` would no
    /// longer describe the [start](Self::start), [`EditError::Full`] beyond 8,192 tags. After an error nothing has changed.
    #[doc(alias("set_header"))]
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) -> Result<(), EditError> {
        if !is_name(name) {
            return Err(EditError::TagName);
        }
        note(Work::Match, self.tags.len().min(MOST));
        let count = self.tags.len();
        if count > MOST {
            return Err(EditError::Full);
        }
        let place = self.tags.iter().rposition(|(tag, _)| tag == name).unwrap_or(count);
        if place == MOST {
            return Err(EditError::Full);
        }
        let mut value = value.into().replace(LINE_BREAKS, " ");
        let named = if name == RESULT { Some(named_result(&value)) } else { None };
        if let Some(Some(result)) = named {
            value = result.as_str().to_string();
        }
        let before = self.tags.get(place).cloned();
        self.tags.splice(place..count.min(place + 1), [(name.to_string(), value)]);
        if START_TAGS.contains(&name) && !self.tells_start() {
            self.tags.splice(place..=place, before);
            return Err(EditError::StartTag);
        }
        if let Some(named) = named {
            self.result = Some(named.unwrap_or(GameResult::Unknown));
        }
        Ok(())
    }

    /// Returns `true` if the tags still describe the start position of this tree.
    fn tells_start(&self) -> bool {
        let mut text = String::new();
        let mut writer = Writer::new(&mut text);
        let tags = self.written_tags().filter(|(name, _)| START_TAGS.contains(name));
        let written = tags.into_iter().try_for_each(|(name, value)| writer.tag(name, value));
        let written = written.and_then(|()| writer.end_game(GameResult::Unknown));
        let read = text.parse::<GameTree<R>>();
        written.is_ok() && read.is_ok_and(|read| Game::new(read.start) == Game::new(self.start))
    }

    /// Returns the tags to write, each with its value. Tags with the name of the first tag are written as one tag with the last
    /// value: a second such tag would begin another game.
    pub(super) fn written_tags(&self) -> impl Iterator<Item = (&str, &str)> {
        let is_first =
            |name: &str| self.tags.first().is_some_and(|(first, _)| written_name(first).eq(written_name(name)));
        let first = self.tags.iter().rfind(|(name, _)| is_first(name));
        let others = self.tags.iter().filter(move |(name, _)| !is_first(name));
        // Without the tag, `0-0` after moves would be castling.
        let is_missing = self.written_result() == GameResult::BothLose && self.tag(RESULT).is_none();
        let result = is_missing.then_some((RESULT, GameResult::BothLose.as_str()));
        let tags =
            first.into_iter().chain(others).map(|(name, value)| (name.as_str(), self.written_value(name, value)));
        tags.chain(result)
    }

    /// Gives the game this result, and the tag `Result` too, if there is one.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = Some(result);
        if let Some((_, value)) = self.tags.iter_mut().rfind(|(name, _)| name == RESULT) {
            *value = result.as_str().to_string();
        }
    }

    /// Sets the result after the moves. If that is missing or `*`, the tag `Result` decides. A tag `Result` that names a result
    /// gets the spelling of the result. Any other text in the tag is kept.
    pub(super) fn end_with(&mut self, result: Option<GameResult>) {
        let named = self.tag_result();
        self.result = result.filter(|&result| result != GameResult::Unknown).or(named).or(result);
        if let Some(result) = self.result.filter(|_| named.is_some()) {
            self.set_result(result);
        }
    }

    /// The result that the tag `Result` names.
    fn tag_result(&self) -> Option<GameResult> {
        named_result(self.tag(RESULT)?)
    }

    /// Returns the result to write, after the moves and in the tag `Result`.
    pub(super) fn written_result(&self) -> GameResult {
        self.result.or_else(|| self.tag_result()).unwrap_or(GameResult::Unknown)
    }

    /// Returns the value of a tag to write.
    pub(super) fn written_value<'t>(&self, name: &str, value: &'t str) -> &'t str {
        let names_result = name == RESULT && named_result(value).is_some();
        if names_result { self.written_result().as_str() } else { value }
    }
}

/// Returns the result that the value of a tag names, spelt as in movetext. An empty text and `?` name the unknown result.
fn named_result(value: &str) -> Option<GameResult> {
    let value = value.trim().as_bytes();
    if matches!(value, b"" | b"?") {
        return Some(GameResult::Unknown);
    }
    // In a tag, `0-0` is not castling.
    let read = token::result_at(value, 0).filter(|&(_, end)| end == value.len());
    read.map(|(result, _)| result).or_else(|| GameResult::from_ascii(value))
}

/// Returns `true` if a reader accepts this as the name of a tag after a bracket.
fn is_name(name: &str) -> bool {
    let text = ["[", name, " \""].concat();
    let head = token::TagHead::at(text.as_bytes(), 0);
    head.is_tag(text.as_bytes()) && text.get(head.name) == Some(name)
}
