//! The tags of a tree, and the result in the tag `Result`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{EditError, GameTree};
use crate::tally::{Work, note};
use crate::token::{ROSTER, START_TAGS, tag_name};
use crate::writer::LINE_BREAKS;
use crate::{GameResult, Writer, letters, token};
use chess0x88::{Game, Rules};

/// The tag that names the result.
pub(super) const RESULT: &str = "Result";

/// The tag that names the language of the moves.
pub(super) const LANGUAGE: &str = "Language";

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
    tags.splice(..0, ROSTER.map(|name| pair((name, unknown(name)))));
}

impl<R: Rules> GameTree<R> {
    /// Returns the value of a tag. If several tags have its name, the last one counts, as for the start and the result. A
    /// [known](crate::tag_name) name matches in any case.
    #[doc(alias("headers", "get_headers", "header"))]
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().rfind(|(tag, _)| is_same(tag, name)).map(|(_, value)| value.as_str())
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
    /// assert!(error.to_string().starts_with("a tag's name has at least one character"));
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
        let name = tag_name(name.as_bytes()).unwrap_or(name);
        note(Work::Match, self.tags.len().min(MOST));
        let count = self.tags.len();
        if count > MOST {
            return Err(EditError::Full);
        }
        let place = self.tags.iter().rposition(|(tag, _)| is_same(tag, name)).unwrap_or(count);
        if place == MOST {
            return Err(EditError::Full);
        }
        let mut value = value.into().replace(LINE_BREAKS, " ");
        let named = if name == RESULT { Some(named_result(&value)) } else { None };
        if let Some(Some((result, true))) = named {
            value = result.as_str().to_string();
        }
        let before = self.tags.get(place).cloned();
        self.tags.splice(place..count.min(place + 1), [(name.to_string(), value)]);
        if START_TAGS.contains(&name) && !self.tells_start() {
            self.tags.splice(place..=place, before);
            return Err(EditError::StartTag);
        }
        if let Some(named) = named {
            self.result = Some(named.map_or(GameResult::Unknown, |(result, _)| result));
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

    /// Returns the tags to write, each with its value. Known names have their usual spelling.
    pub(super) fn written_tags(&self) -> impl Iterator<Item = (&str, &str)> {
        // Without the tag, `0-0` after moves would be castling.
        let is_missing = self.written_result() == GameResult::BothLose && self.tag(RESULT).is_none();
        let result = is_missing.then_some((RESULT, GameResult::BothLose.as_str()));
        let tags = self.tags.iter().map(|(name, value)| {
            let name = tag_name(name.as_bytes()).unwrap_or(name);
            (name, self.written_value(name, value))
        });
        tags.chain(result)
    }

    /// Gives the game this result, and the tag `Result` too, if there is one.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = Some(result);
        if let Some((_, value)) = self.tags.iter_mut().rfind(|(name, _)| is_same(name, RESULT)) {
            *value = result.as_str().to_string();
        }
    }

    /// Sets the result after the moves. If that is missing or `*`, the tag `Result` decides. A tag `Result` that names a result
    /// gets the spelling of the result. Any other text in the tag is kept.
    pub(super) fn end_with(&mut self, result: Option<GameResult>) {
        let named = self.tag_result();
        self.result = result.filter(|&result| result != GameResult::Unknown).or(named).or(result);
        let value = self.tag(RESULT).map(|value| self.written_value(RESULT, value).to_string());
        if let (Some(value), Some((_, tag))) = (value, self.tags.iter_mut().rfind(|(name, _)| is_same(name, RESULT))) {
            *tag = value;
        }
    }

    /// The result that the tag `Result` names.
    fn tag_result(&self) -> Option<GameResult> {
        named_result(self.tag(RESULT)?).map(|(result, _)| result)
    }

    /// Returns the result to write, after the moves and in the tag `Result`.
    pub(super) fn written_result(&self) -> GameResult {
        self.result.or_else(|| self.tag_result()).unwrap_or(GameResult::Unknown)
    }

    /// Returns the value of a tag to write. A remark behind the result is kept as long as that is the result, and a language becomes
    /// English.
    pub(super) fn written_value<'t>(&self, name: &str, value: &'t str) -> &'t str {
        let result = self.written_result();
        // The moves are written in English.
        if name == LANGUAGE && letters::named(value).is_some() {
            return "English";
        }
        match if name == RESULT { named_result(value) } else { None } {
            Some((named, is_whole)) if is_whole || named != result => result.as_str(),
            _ => value,
        }
    }
}

/// Returns the result that the value of a tag names, and `true` if it says no more. An empty text and `?` name the unknown result.
fn named_result(value: &str) -> Option<(GameResult, bool)> {
    let value = value.trim().as_bytes();
    if matches!(value, b"" | b"?") {
        return Some((GameResult::Unknown, true));
    }
    token::named_result(value).map(|(result, end)| (result, end == value.len()))
}

/// Returns `true` if two names are those of one tag.
fn is_same(one: &str, other: &str) -> bool {
    one == other || one.eq_ignore_ascii_case(other) && tag_name(one.as_bytes()).is_some()
}

/// Returns `true` if a reader accepts this as the name of a tag after a bracket.
fn is_name(name: &str) -> bool {
    let text = ["[", name, " \""].concat();
    let head = token::TagHead::at(text.as_bytes(), 0);
    head.is_tag(text.as_bytes()) && text.get(head.name) == Some(name)
}
