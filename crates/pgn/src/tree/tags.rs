//! The tags of a tree, and the result that one of them names.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Deref, DerefMut};

use super::GameTree;
use crate::tally::{Work, note};
use crate::{GameResult, token};
use chess0x88::Rules;

/// The tag that names the result.
pub(super) const RESULT: &str = "Result";

/// The Seven Tag Roster but for the result, with what stands for the unknown.
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// So many tags are searched one by one.
const FEW: usize = 64;

/// The tag pairs of a [`GameTree`], names and values, in their order: a vector that finds a name among thousands without a search.
///
/// ```
/// use chess0x88::ChessRules;
/// use chess0x88_pgn::GameTree;
///
/// let mut game: GameTree<ChessRules> = "[White \"Anna\"]\n[Black \"?\"]\n*".parse()?;
/// game.tags.retain(|(name, _)| name != "Black");
/// assert_eq!(game.tags[..], [("White".to_string(), "Anna".to_string())]);
/// # Ok::<(), chess0x88_pgn::PgnError>(())
/// ```
#[derive(Clone, Default)]
pub struct Tags {
    list: Vec<(String, String)>,
    /// The place of the first tag of each name. Empty until many tags are set, and after the list was changed in another way.
    places: BTreeMap<String, usize>,
}

impl Tags {
    /// Adds a tag behind the others.
    pub(super) fn add(&mut self, name: &str, value: &str) {
        self.push((name.to_string(), value.to_string()));
    }

    /// Puts the Seven Tag Roster before the other tags.
    pub(super) fn start_with_roster(&mut self, result: GameResult) {
        let roster = ROSTER.into_iter().chain([(RESULT, result.as_str())]);
        self.splice(..0, roster.map(|(name, value)| (name.to_string(), value.to_string())));
    }

    /// Gives the first tag of a name this value, or adds it.
    fn set(&mut self, name: &str, value: String) {
        let place = self.place(name);
        if let Some((_, old)) = place.and_then(|at| self.list.get_mut(at)) {
            *old = value;
            return;
        }
        if !self.places.is_empty() {
            self.places.insert(name.to_string(), self.list.len());
        }
        self.list.push((name.to_string(), value));
    }

    /// The place of the first tag of a name.
    fn place(&mut self, name: &str) -> Option<usize> {
        if self.list.len() <= FEW {
            return self.list.iter().position(|(tag, _)| tag == name);
        }
        if self.places.is_empty() {
            note(Work::Match, self.list.len());
            self.places = self.list.iter().enumerate().rev().map(|(at, (name, _))| (name.clone(), at)).collect();
        }
        self.places.get(name).copied()
    }
}

impl Deref for Tags {
    type Target = Vec<(String, String)>;

    fn deref(&self) -> &Vec<(String, String)> {
        &self.list
    }
}

impl DerefMut for Tags {
    fn deref_mut(&mut self) -> &mut Vec<(String, String)> {
        self.places.clear();
        &mut self.list
    }
}

impl From<Vec<(String, String)>> for Tags {
    fn from(list: Vec<(String, String)>) -> Tags {
        Tags { list, places: BTreeMap::new() }
    }
}

impl PartialEq for Tags {
    fn eq(&self, other: &Tags) -> bool {
        self.list == other.list
    }
}

impl Eq for Tags {}

impl fmt::Debug for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list.fmt(f)
    }
}

impl<R: Rules> GameTree<R> {
    /// The value of a tag.
    #[doc(alias("headers", "get_headers", "header"))]
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Gives a tag this value, where it stands or else behind the others.
    ///
    /// The tag `Result` also gives the game its [result](Self::result), with any of the dashes that a reader takes, and is stored
    /// in the standard's spelling. A value that names no result is kept as it is, and the result of the game is `*` then.
    ///
    /// ```
    /// use chess0x88::ChessRules;
    /// use chess0x88_pgn::GameTree;
    ///
    /// let mut game: GameTree<ChessRules> = "[White \"?\"]\n*".parse()?;
    /// game.set_tag("White", "Anna");
    /// game.set_tag("WhiteElo", "2100");
    /// game.set_tag("Result", "½–½");
    /// let tags = "[White \"Anna\"]\n[WhiteElo \"2100\"]\n[Result \"1/2-1/2\"]\n";
    /// assert_eq!(game.to_string(), format!("{tags}\n1/2-1/2\n"));
    /// # Ok::<(), chess0x88_pgn::PgnError>(())
    /// ```
    #[doc(alias("set_header"))]
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let mut value = value.into();
        if name == RESULT {
            let named = named_result(&value);
            self.result = Some(named.unwrap_or(GameResult::Unknown));
            value = named.map_or(value, |result| result.as_str().to_string());
        }
        self.tags.set(name, value);
    }

    /// Gives the game this result, and the tag `Result` too, if there is one.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = Some(result);
        if self.tag(RESULT).is_some() {
            self.set_tag(RESULT, result.as_str());
        }
    }

    /// Gives the game the result behind its moves. If there is none, or `*`, the tag `Result` gives one. The tag takes the value
    /// of the result, unless its text names none: such a text is kept.
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

    /// The result to write, behind the moves and in the tag `Result`.
    pub(super) fn written_result(&self) -> GameResult {
        self.result.or_else(|| self.tag_result()).unwrap_or(GameResult::Unknown)
    }

    /// The value of a tag as it is written.
    pub(super) fn written_value<'t>(&self, name: &str, value: &'t str) -> &'t str {
        let names_result = name == RESULT && named_result(value).is_some();
        if names_result { self.written_result().as_str() } else { value }
    }
}

/// The result that the value of a tag names, as a reader takes it in movetext. Nothing, and `?`, stand for one that is not known.
fn named_result(value: &str) -> Option<GameResult> {
    let value = value.trim().as_bytes();
    if matches!(value, b"" | b"?") {
        return Some(GameResult::Unknown);
    }
    // In a tag `0-0` is no castling.
    let read = token::result_at(value, 0).filter(|&(_, end)| end == value.len());
    read.map(|(result, _)| result).or_else(|| GameResult::from_ascii(value))
}
