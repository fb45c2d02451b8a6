//! The tag `TimeControl`: the periods of a game.

use core::fmt;
use core::ops::Deref;
use core::str::FromStr;
use core::time::Duration;

use arrayvec::ArrayVec;

use crate::command::seconds;
use crate::text::decimal;

/// A period of a [`TimeControl`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// The number of moves of each side in the period; `None` for the rest of the game.
    pub moves: Option<u32>,
    /// The time of each side for the period, in addition to what is left of earlier periods. For an hourglass, the sand on each side.
    pub time: Duration,
    /// The time that a side gets for each move.
    pub increment: Duration,
    /// The time of each move that does not count.
    pub delay: Duration,
    /// `true` if the time that one side uses is added to that of the other.
    pub is_hourglass: bool,
}

/// The value of the tag `TimeControl`: the periods of the game in their order. There are none for `-`, a game without a clock.
///
/// | value | period |
/// |---|---|
/// | `300` | 300 seconds for the game |
/// | `180+2` | and 2 seconds for each move |
/// | `40/7200:3600` | 40 moves in 7200 seconds, then 3600 seconds for the rest |
/// | `*180` | an hourglass with 180 seconds |
/// | `1500d5` | 1500 seconds, of each move 5 seconds do not count; also `1500;d5` and `1500 d5` |
///
/// Seconds may have a fraction, as match programs write it. The table has the forms of the standard but the last, which people add.
///
/// ```
/// use chess0x88_pgn::TimeControl;
/// use std::time::Duration;
///
/// let control: TimeControl = "40/5400+30:1800+30".parse()?;
/// assert_eq!((control[0].moves, control[1].moves), (Some(40), None));
/// assert_eq!(control[1].time, Duration::from_secs(1800));
/// assert_eq!(control[1].increment, Duration::from_secs(30));
/// assert_eq!(control.to_string(), "40/5400+30:1800+30");
/// assert!("?".parse::<TimeControl>().is_err());
/// # Ok::<(), chess0x88_pgn::TimeControlError>(())
/// ```
///
/// Source: Steven J. Edwards, *PGN Specification and Implementation Guide*, section 9.6.1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl(ArrayVec<Period, MOST>);

/// The most periods.
const MOST: usize = 8;

/// The value of a tag `TimeControl` names no periods: it is `?`, in another form, or has more than eight periods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[error("expected periods such as 40/7200:3600, 180+2, 1500d5 or *180, or - for no clock")]
pub struct TimeControlError;

impl TimeControlError {
    /// Returns the number of the error in [the list](https://docs.rs/chess0x88/latest/chess0x88/guide/codes/).
    #[must_use]
    pub const fn code(&self) -> u8 {
        142
    }
}

impl Deref for TimeControl {
    type Target = [Period];

    fn deref(&self) -> &[Period] {
        &self.0
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let text = text.trim();
        let mut periods = ArrayVec::new();
        if text != "-" {
            for field in text.split(':') {
                let period = period(field.trim()).ok_or(TimeControlError)?;
                periods.try_push(period).map_err(|_| TimeControlError)?;
            }
        }
        Ok(TimeControl(periods))
    }
}

/// Reads one period.
fn period(field: &str) -> Option<Period> {
    let (field, is_hourglass) = field.strip_prefix('*').map_or((field, false), |field| (field, true));
    let (moves, field) = match field.split_once('/') {
        Some((moves, field)) => (Some(decimal(moves.trim().as_bytes())?), field),
        None => (None, field),
    };
    let (field, delay) = field.split_once(['d', 'D']).unwrap_or((field, "0"));
    let (time, increment) = field.split_once('+').unwrap_or((field, "0"));
    let time_of = |text: &str| seconds(text.trim_matches([' ', ';']).as_bytes());
    let (time, increment, delay) = (time_of(time)?, time_of(increment)?, time_of(delay)?);
    (moves != Some(0)).then_some(Period { moves, time, increment, delay, is_hourglass })
}

/// Writes the value as the standard asks, a delay behind `d`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for (n, period) in self.iter().enumerate() {
            f.write_str(if n > 0 { ":" } else { "" })?;
            f.write_str(if period.is_hourglass { "*" } else { "" })?;
            period.moves.map_or(Ok(()), |moves| write!(f, "{moves}/"))?;
            write!(f, "{}", period.time.as_secs_f64())?;
            for (sign, time) in [('+', period.increment), ('d', period.delay)] {
                if !time.is_zero() {
                    write!(f, "{sign}{}", time.as_secs_f64())?;
                }
            }
        }
        Ok(())
    }
}
