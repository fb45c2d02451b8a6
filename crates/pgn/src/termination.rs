//! The tag `Termination`: the words for the reason why a game ended.
//!
//! The standard has a few values. lichess.org writes those and some of its own, chess.com a sentence with the name of the winner,
//! and match programs the fault of an engine. All of them end with the words of the reason.
//!
//! Source: Steven J. Edwards, *PGN Specification and Implementation Guide*, section 9.8.1; files of lichess.org, chess.com and
//! cutechess.

use core::str::FromStr;

use chess0x88::Outcome;
use chess0x88::game::{DrawReason, NoWinReason, WinReason};

use crate::GameResult;

/// The last words of the tag, in any case, each with the names of its reasons: one for a win, and one for a draw if that differs.
const WORDS: [(&str, &[&str]); 34] = [
    ("checkmate", &["checkmate"]),
    ("resignation", &["resignation", "resignation against insufficient material"]),
    ("resignation against insufficient material", &["resignation against insufficient material"]),
    ("time forfeit", FLAG_FALL),
    ("on time", FLAG_FALL),
    ("timeout", FLAG_FALL),
    ("flag fall", FLAG_FALL),
    ("timeout vs insufficient material", FLAG_FALL),
    ("flag fall against insufficient material", FLAG_FALL),
    ("insufficient material", &["insufficient material"]),
    ("insufficient mating material", &["insufficient material"]),
    ("stalemate", &["stalemate"]),
    ("dead position", &["dead position"]),
    ("agreement", &["agreement"]),
    ("fivefold repetition", &["fivefold repetition"]),
    ("repetition", &["threefold repetition"]),
    ("fifty moves", &["fifty moves"]),
    ("50-move rule", &["fifty moves"]),
    ("fifty moves rule", &["fifty moves"]),
    ("seventy-five moves", &["seventy-five moves"]),
    ("75-move rule", &["seventy-five moves"]),
    ("board's honour", &["board's honour"]),
    ("pieces' honour", &["pieces' honour"]),
    ("mate by the side that was counting", &["mate by the side that was counting"]),
    ("abandoned", &["abandonment"]),
    ("abandonment", &["abandonment"]),
    ("disconnection", &["abandonment"]),
    ("stalled connection", &["abandonment"]),
    ("forfeit", &["forfeit"]),
    ("default", &["forfeit"]),
    ("adjudication", &["adjudication"]),
    ("adjudicated", &["adjudication"]),
    ("rules infraction", &["rules infraction"]),
    ("illegal move", &["rules infraction"]),
];

const FLAG_FALL: &[&str] = &["flag fall", "flag fall against insufficient material"];

/// The name of the tag.
#[cfg(feature = "alloc")]
pub(super) const TERMINATION: &str = "Termination";

/// The words between the reason and the announced move of a claim.
pub(super) const ANNOUNCED: &str = ", announced ";

/// Returns the outcome of a result and the tag: see [`GameResult::outcome`].
pub(super) fn outcome(result: GameResult, termination: &str) -> Option<Outcome> {
    use chess0x88::Color::{Black, White};
    let win = |winner| Outcome::Win { winner, by: reason(termination).unwrap_or(WinReason::Unknown) };
    let no_win = |half| Outcome::NoWin { half, by: reason(termination).unwrap_or(NoWinReason::Unknown) };
    Some(match result {
        GameResult::WhiteWins => win(White),
        GameResult::BlackWins => win(Black),
        GameResult::Draw => Outcome::Draw(reason(termination).unwrap_or(DrawReason::Unknown)),
        GameResult::BothLose => no_win(None),
        GameResult::WhiteHalf => no_win(Some(White)),
        GameResult::BlackHalf => no_win(Some(Black)),
        GameResult::Unknown => return None,
    })
}

/// Returns the reason of type `T` that the value of the tag names.
fn reason<T: FromStr>(termination: &str) -> Option<T> {
    let (value, _announced) = termination.split_once(ANNOUNCED).unwrap_or((termination, ""));
    let value = value.trim_end_matches(|char: char| char.is_ascii_whitespace() || char == '.').as_bytes();
    let ends_with = |words: &str| {
        let (before, end) = value.split_at(value.len().saturating_sub(words.len()));
        end.eq_ignore_ascii_case(words.as_bytes()) && before.last().is_none_or(|last| !last.is_ascii_alphanumeric())
    };
    // The longest match counts: `timeout vs insufficient material` is not `insufficient material`.
    let (_, names) = WORDS.iter().filter(|(words, _)| ends_with(words)).max_by_key(|(words, _)| words.len())?;
    names.iter().find_map(|name| name.parse().ok())
}

/// Returns the value of the tag for an outcome, in the words of the standard where it has some. `None` if the moves show the
/// reason, or if the reason is unknown.
#[cfg(feature = "alloc")]
pub(super) fn written(outcome: Outcome) -> Option<alloc::string::String> {
    use alloc::string::ToString;

    let name = match outcome {
        Outcome::Win { by: WinReason::Checkmate | WinReason::Unknown, .. }
        | Outcome::NoWin { by: NoWinReason::Unknown, .. }
        | Outcome::Draw(
            DrawReason::Stalemate
            | DrawReason::InsufficientMaterial
            | DrawReason::FivefoldRepetition
            | DrawReason::SeventyFiveMoves
            | DrawReason::BoardHonour
            | DrawReason::PiecesHonour
            | DrawReason::MateWhileCounting
            | DrawReason::Unknown,
        ) => return None,
        Outcome::Win { by: WinReason::FlagFall, .. } | Outcome::Draw(DrawReason::FlagFall) => {
            "time forfeit".to_string()
        }
        Outcome::Win { by: WinReason::Abandonment, .. }
        | Outcome::NoWin { by: NoWinReason::Abandonment, .. }
        | Outcome::Draw(DrawReason::Abandonment) => "abandoned".to_string(),
        Outcome::Win { by, .. } => by.to_string(),
        Outcome::NoWin { by, .. } => by.to_string(),
        Outcome::Draw(by) => by.to_string(),
    };
    Some(name)
}
