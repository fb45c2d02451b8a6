//! [`Outcome`] and [`Claim`]: the ends of a game.

use core::fmt;
use core::str::FromStr;

use crate::name::{ParseNameError, by_name, named};
use crate::piece::Color;

/// The end of a game.
///
/// ```
/// use chess0x88::game::WinReason;
/// use chess0x88::{Chess, Color, Outcome};
/// let mated: Chess =
///     "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3".parse()?;
/// let outcome = mated.outcome().unwrap();
/// assert_eq!(outcome, Outcome::Win { winner: Color::Black, by: WinReason::Checkmate });
/// assert_eq!(outcome.to_string(), "Black wins by checkmate");
/// assert_eq!(outcome.result(), "0-1");
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Outcome {
    /// One side has won.
    Win {
        /// The side that has won.
        winner: Color,
        /// The reason.
        by: WinReason,
    },
    /// Drawn: half a point for each side.
    Draw(DrawReason),
    /// Neither side has won, and the game is no draw: an arbiter has scored it otherwise.
    ///
    /// ```
    /// use chess0x88::game::NoWinReason;
    /// use chess0x88::{Color, Outcome};
    /// let none = Outcome::NoWin { half: None, by: NoWinReason::Forfeit };
    /// assert_eq!((none.result(), none.as_str()), ("0-0", "neither side wins by forfeit"));
    /// let half = Outcome::NoWin { half: Some(Color::White), by: NoWinReason::Adjudication };
    /// assert_eq!(
    ///     (half.result(), half.as_str()),
    ///     ("1/2-0", "half a point for White alone by adjudication")
    /// );
    /// ```
    NoWin {
        /// The side that gets half a point; `None` for `0-0`.
        half: Option<Color>,
        /// The reason.
        by: NoWinReason,
    },
}

/// The reasons, each with its code, its name, and the code of its first outcome. Codes of wins go by White, Black; codes without a
/// win go by `0-0`, half a point for White alone, half a point for Black alone.
macro_rules! reasons {
    (
        $(#[$of_wins:meta])* wins or $of_win:literal { $($(#[$win_doc:meta])* $win:ident = $win_code:literal $won:literal, $white:literal;)* }
        $(#[$of_draws:meta])* draws or $of_draw:literal { $($(#[$draw_doc:meta])* $draw:ident = $draw_code:literal $drawn:literal, $half:literal;)* }
        $(#[$of_no:meta])* no_wins or $of_no_win:literal { $($(#[$no_doc:meta])* $no:ident = $no_code:literal $nobody:literal, $zero:literal;)* }
    ) => {
        named! { $(#[$of_wins])* #[non_exhaustive] pub enum WinReason or $of_win { $($(#[$win_doc])* $win = $win_code $won,)* } }
        named! { $(#[$of_draws])* #[non_exhaustive] pub enum DrawReason or $of_draw { $($(#[$draw_doc])* $draw = $draw_code $drawn,)* } }
        named! { $(#[$of_no])* #[non_exhaustive] pub enum NoWinReason or $of_no_win { $($(#[$no_doc])* $no = $no_code $nobody,)* } }

        impl Outcome {
            pub(crate) const VALUES: &[Outcome] = &[
                $(
                    Outcome::Win { winner: Color::White, by: WinReason::$win },
                    Outcome::Win { winner: Color::Black, by: WinReason::$win },
                )*
                $(Outcome::Draw(DrawReason::$draw),)*
                $(
                    Outcome::NoWin { half: None, by: NoWinReason::$no },
                    Outcome::NoWin { half: Some(Color::White), by: NoWinReason::$no },
                    Outcome::NoWin { half: Some(Color::Black), by: NoWinReason::$no },
                )*
            ];

            /// Returns the number in [the list](crate::guide::codes#outcomes).
            #[must_use]
            pub const fn code(self) -> u8 {
                match self {
                    $(Outcome::Win { winner, by: WinReason::$win } => winner.pick($white, $white + 1),)*
                    $(Outcome::Draw(DrawReason::$draw) => $half,)*
                    $(Outcome::NoWin { half: None, by: NoWinReason::$no } => $zero,)*
                    $(Outcome::NoWin { half: Some(half), by: NoWinReason::$no } => half.pick($zero + 1, $zero + 2),)*
                }
            }

            /// Returns the sentence of `Display` without formatting code. The 49 sentences take 2 kB of a program; a small program
            /// prints the winner, and the reason's `as_str`.
            ///
            /// ```
            /// use chess0x88::game::DrawReason;
            /// use chess0x88::Outcome;
            /// let outcome = Outcome::Draw(DrawReason::FiftyMoves);
            /// assert_eq!((outcome.code(), outcome.as_str()), (12, "draw by fifty moves"));
            /// assert_eq!(
            ///     (DrawReason::FiftyMoves.code(), DrawReason::FiftyMoves.as_str()),
            ///     (7, "fifty moves")
            /// );
            /// ```
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Outcome::Win { winner, by: WinReason::$win } => {
                        winner.pick(concat!("White wins by ", $won), concat!("Black wins by ", $won))
                    })*
                    $(Outcome::Draw(DrawReason::$draw) => concat!("draw by ", $drawn),)*
                    $(Outcome::NoWin { half: None, by: NoWinReason::$no } => concat!("neither side wins by ", $nobody),)*
                    $(Outcome::NoWin { half: Some(half), by: NoWinReason::$no } => half.pick(
                        concat!("half a point for White alone by ", $nobody),
                        concat!("half a point for Black alone by ", $nobody),
                    ),)*
                }
            }
        }
    };
}

reasons! {
    /// The reason of a win.
    wins or "a game is won by checkmate, resignation, flag fall and the like" {
        /// The king is in check and no move helps (FIDE article 5.1.1).
        Checkmate = 0 "checkmate", 0;
        /// The other side resigned (5.1.2).
        Resignation = 1 "resignation", 2;
        /// The other side ran out of time (6.9).
        FlagFall = 2 "flag fall", 4;
        /// The other side left the game, by the rule of a server.
        Abandonment = 3 "abandonment", 19;
        /// The other side did not come to play (6.7.1).
        Forfeit = 4 "forfeit", 21;
        /// An arbiter, a judge or a program decided.
        Adjudication = 5 "adjudication", 23;
        /// The other side broke the rules, or the rules of fair play.
        RulesInfraction = 6 "rules infraction", 25;
        /// The reason is unknown: many records only give the result.
        Unknown = 7 "unknown means", 27;
    }

    /// The reason of a draw.
    draws or "a game is drawn by stalemate, agreement, threefold repetition and the like" {
        /// The side to move has no legal move and is not in check (FIDE article 5.2.1).
        Stalemate = 0 "stalemate", 6;
        /// Neither side has enough pieces to mate (5.2.2).
        InsufficientMaterial = 1 "insufficient material", 7;
        /// Neither side can mate by any moves, although the pieces alone do not show it (5.2.2). A game ends so only with a judge
        /// `with_dead_positions`.
        DeadPosition = 2 "dead position", 18;
        /// The players agreed (5.2.3).
        Agreement = 3 "agreement", 8;
        /// A side resigned, and the other side cannot mate (5.1.2).
        Resignation = 4 "resignation against insufficient material", 9;
        /// A side ran out of time, and the other side cannot mate (6.9).
        FlagFall = 5 "flag fall against insufficient material", 10;
        /// A player claimed a draw: the position occurred for the third time, or was about to (9.2). In Makruk no claim is needed.
        ThreefoldRepetition = 6 "threefold repetition", 11;
        /// A player claimed a draw: fifty moves of each side without a capture or pawn move (9.3).
        FiftyMoves = 7 "fifty moves", 12;
        /// The position occurred for the fifth time (9.6.1).
        FivefoldRepetition = 8 "fivefold repetition", 13;
        /// Seventy-five moves of each side without a capture or pawn move (9.6.2).
        SeventyFiveMoves = 9 "seventy-five moves", 14;
        /// Makruk: the board's honour count passed its limit without a mate.
        BoardHonour = 10 "board's honour", 15;
        /// Makruk: the pieces' honour count passed its limit without a mate.
        PiecesHonour = 11 "pieces' honour", 16;
        /// Makruk: a side mated while it counted board's honour by its own choice.
        MateWhileCounting = 12 "mate by the side that was counting", 17;
        /// The players left the game, by the rule of a server.
        Abandonment = 13 "abandonment", 29;
        /// Neither player came to play, and the tournament scores a draw.
        Forfeit = 14 "forfeit", 30;
        /// An arbiter, a judge or a program decided.
        Adjudication = 15 "adjudication", 31;
        /// A side broke the rules, and an arbiter declared a draw.
        RulesInfraction = 16 "rules infraction", 32;
        /// The reason is unknown: many records only give the result.
        Unknown = 17 "unknown means", 33;
    }

    /// The reason of an end without a winner that is no draw.
    no_wins or "neither side wins by forfeit, adjudication and the like" {
        /// Both players left the game.
        Abandonment = 0 "abandonment", 34;
        /// Neither player came to play (FIDE article 6.7.1).
        Forfeit = 1 "forfeit", 37;
        /// An arbiter decided.
        Adjudication = 2 "adjudication", 40;
        /// Both players broke the rules (11.8), or one broke them and the other could not mate.
        RulesInfraction = 3 "rules infraction", 43;
        /// The reason is unknown: many records only give the result.
        Unknown = 4 "unknown means", 46;
    }
}

impl Outcome {
    /// The winner; `None` if neither side has won.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win { winner, .. } => Some(winner),
            Outcome::Draw(_) | Outcome::NoWin { .. } => None,
        }
    }

    /// The result as on score sheets: `1-0`, `0-1`, `1/2-1/2`, and `0-0`, `1/2-0`, `0-1/2` by arbiters.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self {
            Outcome::Win { winner, .. } => winner.pick("1-0", "0-1"),
            Outcome::Draw(_) => "1/2-1/2",
            Outcome::NoWin { half: None, .. } => "0-0",
            Outcome::NoWin { half: Some(color), .. } => color.pick("1/2-0", "0-1/2"),
        }
    }
}

/// A sentence: `White wins by checkmate`, `draw by stalemate`, `neither side wins by forfeit`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Reads a sentence exactly as `Display` writes it.
///
/// ```
/// use chess0x88::Outcome;
/// use chess0x88::game::DrawReason;
/// assert_eq!("draw by stalemate".parse(), Ok(Outcome::Draw(DrawReason::Stalemate)));
/// assert_eq!(
///     "1-0".parse::<Outcome>().unwrap_err().to_string(),
///     "an outcome is a sentence such as White wins by checkmate or draw by agreement",
/// );
/// ```
impl FromStr for Outcome {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<Outcome, ParseNameError> {
        let value = by_name(Outcome::VALUES, Outcome::as_str, text);
        value
            .ok_or(ParseNameError::new("an outcome is a sentence such as White wins by checkmate or draw by agreement"))
    }
}

named! {
    /// A draw that a player must claim. [`History`](crate::History) and `Game` answer three questions about it:
    ///
    /// - `occurred`: does the position on the board meet the condition now?
    /// - `claimable`: may the side to move claim the draw now, either for the position on the board or by announcing a move?
    /// - `claimable_with`: may the side to move claim the draw by announcing this one move?
    ///
    /// No draw is claimable once the game is over.
    ///
    /// ```
    /// use chess0x88::game::Claim;
    /// assert_eq!("threefold repetition".parse(), Ok(Claim::ThreefoldRepetition));
    /// let error = "stalemate".parse::<Claim>().unwrap_err();
    /// assert_eq!(error.to_string(), "a player claims fifty moves or threefold repetition");
    /// ```
    #[non_exhaustive]
    pub enum Claim or "a player claims fifty moves or threefold repetition" {
        /// Fifty moves of each side without a capture or pawn move (FIDE article 9.3).
        FiftyMoves = 0 "fifty moves",
        /// The same position for the third time (9.2).
        ThreefoldRepetition = 1 "threefold repetition",
    }
}

impl Claim {
    /// The number of plies or occurrences that the claim needs.
    pub(crate) const fn threshold(self) -> u32 {
        match self {
            Claim::FiftyMoves => 100,
            Claim::ThreefoldRepetition => 3,
        }
    }
}
