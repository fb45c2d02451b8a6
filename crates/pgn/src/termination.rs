//! The tag `Termination`: the words for the reason why a game ended.
//!
//! The standard has a few values. lichess.org writes those and some of its own, chess.com a sentence with the name of the winner,
//! and match programs the fault of an engine. All of them end with the words of the reason.
//!
//! Source: Steven J. Edwards, *PGN Specification and Implementation Guide*, section 9.8.1; files of lichess.org, chess.com and
//! cutechess.

use chess0x88::Outcome;
use chess0x88::game::{DrawReason as Draw, NoWinReason as NoWin, WinReason as Win};

use crate::GameResult;

/// Reasons of one meaning: of a win, of a draw, of neither; and words of the tag for them beside their names.
type Meaning = (Option<Win>, Option<Draw>, Option<NoWin>, &'static [&'static str]);

const MEANINGS: [Meaning; 18] = [
    (Some(Win::Checkmate), None, None, &[]),
    (Some(Win::Resignation), Some(Draw::Resignation), None, &[]),
    (Some(Win::FlagFall), Some(Draw::FlagFall), None, FLAG_FALL),
    (None, Some(Draw::InsufficientMaterial), None, &["insufficient mating material"]),
    (None, Some(Draw::Stalemate), None, &[]),
    (None, Some(Draw::DeadPosition), None, &[]),
    (None, Some(Draw::Agreement), None, &[]),
    (None, Some(Draw::FivefoldRepetition), None, &[]),
    (None, Some(Draw::ThreefoldRepetition), None, &["repetition"]),
    (None, Some(Draw::FiftyMoves), None, &["50-move rule", "fifty moves rule"]),
    (None, Some(Draw::SeventyFiveMoves), None, &["75-move rule"]),
    (None, Some(Draw::BoardHonour), None, &[]),
    (None, Some(Draw::PiecesHonour), None, &[]),
    (None, Some(Draw::MateWhileCounting), None, &[]),
    (Some(Win::Abandonment), Some(Draw::Abandonment), Some(NoWin::Abandonment), ABANDONMENT),
    (Some(Win::Forfeit), Some(Draw::Forfeit), Some(NoWin::Forfeit), &["default"]),
    (Some(Win::Adjudication), Some(Draw::Adjudication), Some(NoWin::Adjudication), &["adjudicated"]),
    (Some(Win::RulesInfraction), Some(Draw::RulesInfraction), Some(NoWin::RulesInfraction), &["illegal move"]),
];

/// The first word is the one that is written.
const FLAG_FALL: &[&str] = &["time forfeit", "on time", "timeout", "timeout vs insufficient material"];
const ABANDONMENT: &[&str] = &["abandoned", "disconnection", "stalled connection"];

/// The name of the tag.
#[cfg(feature = "alloc")]
pub(super) const TERMINATION: &str = "Termination";

/// The words between the reason and the announced move of a claim.
pub(super) const ANNOUNCED: &str = ", announced ";

/// Returns the outcome of a result and the tag: see [`GameResult::outcome`].
pub(super) fn outcome(result: GameResult, termination: &str) -> Option<Outcome> {
    use chess0x88::Color::{Black, White};
    let meaning = meaning(termination);
    let win = |winner| Outcome::Win { winner, by: meaning.and_then(|(win, ..)| win).unwrap_or(Win::Unknown) };
    let no_win =
        |half| Outcome::NoWin { half, by: meaning.and_then(|(_, _, no_win, _)| no_win).unwrap_or(NoWin::Unknown) };
    Some(match result {
        GameResult::WhiteWins => win(White),
        GameResult::BlackWins => win(Black),
        GameResult::Draw => Outcome::Draw(meaning.and_then(|(_, draw, ..)| draw).unwrap_or(Draw::Unknown)),
        GameResult::BothLose => no_win(None),
        GameResult::WhiteHalf => no_win(Some(White)),
        GameResult::BlackHalf => no_win(Some(Black)),
        GameResult::Unknown => return None,
    })
}

/// Returns the meaning of the value of the tag. The longest match counts: `timeout vs insufficient material` is not `insufficient
/// material`.
fn meaning(termination: &str) -> Option<Meaning> {
    let (value, _announced) = termination.split_once(ANNOUNCED).unwrap_or((termination, ""));
    let value = value.trim_end_matches(|char: char| char.is_ascii_whitespace() || char == '.').as_bytes();
    let ends_with = |words: &str| {
        let (before, end) = value.split_at(value.len().saturating_sub(words.len()));
        end.eq_ignore_ascii_case(words.as_bytes()) && before.last().is_none_or(|last| !last.is_ascii_alphanumeric())
    };
    let words = MEANINGS.into_iter().flat_map(|meaning| {
        let (win, draw, no_win, others) = meaning;
        let names = [win.map(Win::as_str), draw.map(Draw::as_str), no_win.map(NoWin::as_str)];
        names.into_iter().flatten().chain(others.iter().copied()).map(move |words| (words, meaning))
    });
    words.filter(|&(words, _)| ends_with(words)).max_by_key(|(words, _)| words.len()).map(|(_, meaning)| meaning)
}

/// Returns the value of the tag for an outcome, in the words of the standard where it has some. `None` if the moves show the
/// reason, or if the reason is unknown.
#[cfg(feature = "alloc")]
pub(super) fn written(outcome: Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Win { by: Win::Checkmate | Win::Unknown, .. }
        | Outcome::Draw(
            Draw::Stalemate
            | Draw::InsufficientMaterial
            | Draw::FivefoldRepetition
            | Draw::SeventyFiveMoves
            | Draw::BoardHonour
            | Draw::PiecesHonour
            | Draw::MateWhileCounting
            | Draw::Unknown,
        )
        | Outcome::NoWin { by: NoWin::Unknown, .. } => None,
        Outcome::Win { by: Win::FlagFall, .. } | Outcome::Draw(Draw::FlagFall) => FLAG_FALL.first().copied(),
        Outcome::Win { by: Win::Abandonment, .. }
        | Outcome::Draw(Draw::Abandonment)
        | Outcome::NoWin { by: NoWin::Abandonment, .. } => ABANDONMENT.first().copied(),
        Outcome::Win { by, .. } => Some(by.as_str()),
        Outcome::Draw(by) => Some(by.as_str()),
        Outcome::NoWin { by, .. } => Some(by.as_str()),
    }
}
