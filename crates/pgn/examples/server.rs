//! The core of a game server: many games in memory, and an answer with a reason for each request.
//!
//! Requests come line by line from standard input. A real server receives them from a network, and keeps the table of games
//! behind a lock. A `Match` would stay the same.
//!
//! ```text
//! cargo run --example server <<END
//! new clock=180+2 white=Anna black=Boris
//! move 1 white e2e4
//! move 1 black Ke6
//! move 1 black e5
//! offer 1 white
//! accept 1 black
//! pgn 1
//! END
//! ```
//!
//! | request | does |
//! |---|---|
//! | `new [clock=SECONDS+INCREMENT] [white=NAME] [black=NAME] [fen=FEN]` | starts a game and prints its number; `fen=` comes last |
//! | `move GAME SIDE MOVE` | plays a move, in UCI or standard algebraic notation |
//! | `offer GAME SIDE`, `accept GAME SIDE`, `decline GAME SIDE` | draw offers; a move of the other side declines too |
//! | `claim GAME SIDE threefold` or `fifty`, then optionally a move | claims a draw, on the board or with the announced move |
//! | `resign GAME SIDE` | resigns |
//! | `show GAME`, `moves GAME`, `pgn GAME` | the position and the opening, the legal moves, the whole game |
//! | `games` | lists all games |
//! | `wait SECONDS` | advances the clocks, to try out a session |
//!
//! Each answer is a line that begins with `ok` or `no`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::{Duration, Instant};

use chess0x88::game::{Claim, GameError};
use chess0x88::san::SanError;
use chess0x88::uci::UciError;
use chess0x88::{ChessRules, Color, Game, IllegalMove, MakrukRules, Move, Position, Rules, Setup, Violations};
use chess0x88_mate::judge;
use chess0x88_openings::{Opening, fill_tags};
use chess0x88_pgn::{Command, GameTree};
use tool::{Failure, Variant};

const HELP: &str = "\
Keeps a table of games and plays them by requests from standard input

Usage: server [OPTIONS]

      --variant <VARIANT>  The game [default: chess] [possible values: chess, makruk]

Exit status: 0 all requests were granted, 1 some were refused, 2 bad arguments or input
";

tool::arguments! {
    given:
    variant: Variant = given.variant()?,
}

fn main() -> ExitCode {
    tool::run(HELP, read, |args| match args.variant {
        Variant::Chess => serve::<ChessRules>(fill_tags),
        Variant::Makruk => serve::<MakrukRules>(|_| None),
    })
}

/// Fills the tags of a game with its opening, and returns it. Openings of Makruk have no names.
type NameOpening<R> = fn(&mut GameTree<R>) -> Option<Opening>;

/// Answers the requests one by one.
fn serve<R: Rules>(name_opening: NameOpening<R>) -> Result<bool, Failure> {
    let mut server = Server { matches: BTreeMap::new(), name_opening };
    let (start, mut waited) = (Instant::now(), Duration::ZERO);
    let mut all_granted = true;
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().split(b'\n') {
        let line = line.map_err(|error| Failure::at("standard input", error))?;
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let now = start.elapsed().saturating_add(waited);
        let answer = match line.strip_prefix("wait ") {
            Some(seconds) => parse::<u32>("a number of seconds", seconds).map(|seconds| {
                waited = waited.saturating_add(Duration::from_secs(seconds.into()));
                format!("{seconds} seconds have passed")
            }),
            None => server.answer(line, now),
        };
        match answer {
            Ok(text) => writeln!(out, "ok {text}")?,
            Err(refusal) => {
                all_granted = false;
                writeln!(out, "no {refusal}")?;
            }
        }
        out.flush()?;
    }
    Ok(all_granted)
}

/// The reason why a request was refused. The texts are for the player; those about the rules are the library's.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error("expected {expected}, found {found:?}")]
    Request { expected: &'static str, found: String },
    #[error("there is no game {0}")]
    NoGame(u32),
    #[error("it is {0}'s move")]
    NotYourTurn(Color),
    #[error("no draw is on offer")]
    NoOffer,
    #[error(transparent)]
    Game(#[from] GameError),
    #[error("as UCI: {0}; as SAN: {1}")]
    NoMove(UciError, SanError),
    #[error("{0}")]
    Illegal(String),
    #[error("that position is not legal: {0}")]
    Start(String),
}

impl From<IllegalMove> for Refusal {
    fn from(reason: IllegalMove) -> Refusal {
        Refusal::Game(reason.into())
    }
}

fn parse<T: FromStr>(expected: &'static str, text: &str) -> Result<T, Refusal> {
    text.parse().map_err(|_| Refusal::Request { expected, found: text.to_owned() })
}

/// The table of games.
struct Server<R: Rules> {
    matches: BTreeMap<u32, Match<R>>,
    name_opening: NameOpening<R>,
}

impl<R: Rules> Server<R> {
    fn answer(&mut self, line: &str, now: Duration) -> Result<String, Refusal> {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb {
            "new" => self.start(rest, now),
            "games" => Ok(self.list(now)),
            _ => self.about_a_game(verb, rest, now),
        }
    }

    fn start(&mut self, options: &str, now: Duration) -> Result<String, Refusal> {
        let id = self.matches.last_key_value().map_or(1, |(last, _)| last.saturating_add(1));
        // A FEN has spaces in it, so it is the last option.
        let (options, fen) = match options.split_once("fen=") {
            Some((options, fen)) => (options, Some(fen)),
            None => (options, None),
        };
        let start = fen.map_or(Ok(Position::startpos()), read_start)?;
        let mut started = Match::new(start);
        for option in options.split_whitespace() {
            match option.split_once('=') {
                Some(("clock", time)) => started.clock = Some(Clock::parse(time, start.turn(), now)?),
                Some(("white", name)) => name.clone_into(&mut started.names[0]),
                Some(("black", name)) => name.clone_into(&mut started.names[1]),
                _ => {
                    let expected = "clock=, white=, black= or fen=";
                    return Err(Refusal::Request { expected, found: option.to_owned() });
                }
            }
        }
        self.matches.insert(id, started);
        Ok(format!("game {id}"))
    }

    fn list(&mut self, now: Duration) -> String {
        let mut text = format!("{} games", self.matches.len());
        for (id, one) in &mut self.matches {
            one.look_at_clock(now);
            let _ = write!(text, "\n{id}: {} - {}, {}", one.names[0], one.names[1], one.status());
        }
        text
    }

    fn about_a_game(&mut self, verb: &str, rest: &str, now: Duration) -> Result<String, Refusal> {
        const VERBS: [&str; 9] = ["move", "offer", "accept", "decline", "claim", "resign", "show", "moves", "pgn"];
        if !VERBS.contains(&verb) {
            return Err(Refusal::Request { expected: "a request", found: verb.to_owned() });
        }
        let mut words = rest.split_whitespace();
        let id = parse("the number of a game", words.next().unwrap_or_default())?;
        let one = self.matches.get_mut(&id).ok_or(Refusal::NoGame(id))?;
        // A clock that ran out since the last request ends the game first.
        one.look_at_clock(now);
        match (verb, &words.collect::<Vec<_>>()[..]) {
            ("show", []) => return Ok(one.show(now, self.name_opening)),
            ("moves", []) => return Ok(one.moves()),
            ("pgn", []) => return Ok(one.pgn(self.name_opening)),
            ("move", [by, text]) => one.play(side(by)?, text, now)?,
            ("offer", [by]) => return one.offer(side(by)?),
            ("accept", [by]) => one.accept(side(by)?)?,
            ("decline", [by]) => return one.decline(side(by)?),
            ("claim", [by, claim]) => one.claim(side(by)?, claim_named(claim)?, None)?,
            ("claim", [by, claim, text]) => one.claim(side(by)?, claim_named(claim)?, Some(text))?,
            ("resign", [by]) => _ = one.game.resign(side(by)?)?,
            (_, found) => {
                let expected = match verb {
                    "show" | "moves" | "pgn" => "nothing more",
                    "move" => "a side and a move",
                    "claim" => "a side, threefold or fifty, and a move or nothing",
                    _ => "a side",
                };
                return Err(Refusal::Request { expected, found: found.join(" ") });
            }
        }
        if one.game.outcome().is_some() {
            one.stop_clock(now);
        }
        Ok(one.status())
    }
}

fn read_start<R: Rules>(fen: &str) -> Result<Position<R>, Refusal> {
    let setup: Setup<R> = fen.trim().parse().map_err(|error| Refusal::Start(format!("{error}")))?;
    // Studies have positions that no game leads to. They can be played.
    setup.to_position_with(Violations::TOLERABLE).map_err(|violations| Refusal::Start(violations.to_string()))
}

fn side(word: &str) -> Result<Color, Refusal> {
    match word {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        _ => Err(Refusal::Request { expected: "white or black", found: word.to_owned() }),
    }
}

fn claim_named(word: &str) -> Result<Claim, Refusal> {
    match word {
        "threefold" => Ok(Claim::ThreefoldRepetition),
        "fifty" => Ok(Claim::FiftyMoves),
        _ => Err(Refusal::Request { expected: "threefold or fifty", found: word.to_owned() }),
    }
}

/// One game. The library's `Game` has moves, repetitions, claims and the outcome. The server adds clocks, offers and names.
struct Match<R: Rules> {
    game: Game<R>,
    names: [String; 2],
    clock: Option<Clock>,
    /// The side that has offered a draw.
    offer: Option<Color>,
    /// The time left to the mover after each move.
    times: Vec<Duration>,
}

impl<R: Rules> Match<R> {
    fn new(start: Position<R>) -> Self {
        let names = ["?".to_owned(), "?".to_owned()];
        // A resignation or a fallen flag is a draw if no series of moves mates.
        Match { game: Game::new(start).with_judge(judge(30_000)), names, clock: None, offer: None, times: Vec::new() }
    }

    fn play(&mut self, side: Color, text: &str, now: Duration) -> Result<(), Refusal> {
        self.still_on()?;
        self.must_move(side)?;
        let mv = read_move(self.game.position(), text)?;
        self.game.play(mv)?;
        // An offer holds until the other side moves.
        if self.offer == Some(!side) {
            self.offer = None;
        }
        if let Some(clock) = &mut self.clock {
            self.times.push(clock.press(now));
        }
        Ok(())
    }

    fn offer(&mut self, side: Color) -> Result<String, Refusal> {
        self.still_on()?;
        if self.offer == Some(!side) {
            return self.accept(side).map(|()| self.status());
        }
        self.offer = Some(side);
        Ok(format!("{side} offers a draw"))
    }

    fn accept(&mut self, side: Color) -> Result<(), Refusal> {
        self.still_on()?;
        if self.offer != Some(!side) {
            return Err(Refusal::NoOffer);
        }
        self.game.draw_by_agreement()?;
        Ok(())
    }

    fn decline(&mut self, side: Color) -> Result<String, Refusal> {
        if self.offer != Some(!side) {
            return Err(Refusal::NoOffer);
        }
        self.offer = None;
        Ok(format!("{side} declines"))
    }

    /// Claims a draw for the side to move, on the board or with an announced move.
    fn claim(&mut self, side: Color, claim: Claim, announced: Option<&str>) -> Result<(), Refusal> {
        self.still_on()?;
        self.must_move(side)?;
        let announced = announced.map(|text| read_move(self.game.position(), text)).transpose()?;
        self.game.claim(claim, announced)?;
        Ok(())
    }

    fn must_move(&self, side: Color) -> Result<(), Refusal> {
        let turn = self.game.position().turn();
        if turn == side { Ok(()) } else { Err(Refusal::NotYourTurn(turn)) }
    }

    /// Requires a game that is not over. The library allows moves after a draw that needs no claim, since records of such games
    /// exist. A server does not allow them.
    fn still_on(&self) -> Result<(), Refusal> {
        self.game.outcome().map_or(Ok(()), |outcome| Err(GameError::Over(outcome).into()))
    }

    /// Ends the game if the time of the side to move is up. It is a draw if the other side cannot mate.
    fn look_at_clock(&mut self, now: Duration) {
        let turn = self.game.position().turn();
        if self.clock.as_ref().is_some_and(|clock| clock.left(turn, now).is_zero()) && self.game.flag_fall(turn).is_ok()
        {
            self.stop_clock(now);
        }
    }

    fn stop_clock(&mut self, now: Duration) {
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
    }

    fn status(&self) -> String {
        if let Some(outcome) = self.game.outcome() {
            return format!("{}, {outcome}", outcome.result());
        }
        let position = self.game.position();
        let mut text = format!("{} to move", position.turn());
        if position.is_check() {
            text.push_str(", in check");
        }
        if let Some(side) = self.offer {
            let _ = write!(text, ", {side} offers a draw");
        }
        for claim in [Claim::ThreefoldRepetition, Claim::FiftyMoves] {
            if self.game.claimable(claim) {
                let _ = write!(text, ", may claim a draw by {claim}");
            }
        }
        text
    }

    fn show(&self, now: Duration, name_opening: NameOpening<R>) -> String {
        let mut text = format!("{} | {}", self.game.position().fen(), self.status());
        if let Some(clock) = &self.clock {
            let seconds = |color| clock.left(color, now).as_secs();
            let _ = write!(text, " | {}s {}s", seconds(Color::White), seconds(Color::Black));
        }
        if let Some(opening) = name_opening(&mut GameTree::from(&self.game)) {
            let _ = write!(text, " | {opening}");
        }
        text
    }

    fn moves(&self) -> String {
        let moves = self.game.position().legal_moves();
        moves.iter().map(|&mv| mv.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// Writes the game for an archive.
    fn pgn(&self, name_opening: NameOpening<R>) -> String {
        let mut tree = GameTree::from(&self.game);
        name_opening(&mut tree);
        let [white, black] = &self.names;
        let control = self.clock.as_ref().map(|clock| ("TimeControl", clock.control()));
        let known = [("Event", "Server example".to_owned()), ("Round", "-".to_owned())];
        let players = [("White", white.clone()), ("Black", black.clone())];
        for (name, value) in known.into_iter().chain(players).chain(control) {
            // The names of the standard are always accepted.
            let _ = tree.set_tag(name, value);
        }
        let nodes: Vec<_> = tree.main_line().collect();
        for (&id, &time) in nodes.iter().zip(&self.times) {
            if let Some(node) = tree.node_mut(id) {
                node.comments.push(Command::Clock(Duration::from_secs(time.as_secs())).to_string());
            }
        }
        if let Some(outcome) = self.game.outcome() {
            let mut words = outcome.to_string();
            if let Some(mv) = self.game.announced() {
                let _ = write!(words, ", announcing {}", self.game.position().san(mv));
            }
            let last = nodes.last().copied().unwrap_or(tree.root());
            if let Some(node) = tree.node_mut(last) {
                node.comments.push(words);
            }
        }
        tree.to_string()
    }
}

/// Reads a move of a player. A text with the form of UCI is only read as UCI, so that its error is shown.
fn read_move<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, Refusal> {
    let uci = match position.parse_uci(text) {
        Ok(mv) => return Ok(mv),
        Err(UciError::Illegal(reason)) => return Err(reason.into()),
        Err(error) => error,
    };
    match position.parse_san(text) {
        Ok(mv) => Ok(mv),
        Err(san @ SanError::Syntax { .. }) => Err(Refusal::NoMove(uci, san)),
        Err(reason) => Err(Refusal::Illegal(reason.to_string())),
    }
}

/// A clock with an increment. All sums saturate, so no input makes them overflow.
struct Clock {
    base: Duration,
    increment: Duration,
    left: [Duration; 2],
    /// The side whose clock runs, and the time at which it was started.
    running: Option<(Color, Duration)>,
}

impl Clock {
    /// Reads `180+2`, in seconds.
    fn parse(text: &str, turn: Color, now: Duration) -> Result<Clock, Refusal> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text| parse::<u32>("a clock such as 180+2", text).map(|n| Duration::from_secs(n.into()));
        let (base, increment) = (seconds(base)?, seconds(increment)?);
        Ok(Clock { base, increment, left: [base; 2], running: Some((turn, now)) })
    }

    fn control(&self) -> String {
        format!("{}+{}", self.base.as_secs(), self.increment.as_secs())
    }

    fn left(&self, color: Color, now: Duration) -> Duration {
        let left = self.left[color as usize];
        match self.running {
            Some((running, since)) if running == color => left.saturating_sub(now.saturating_sub(since)),
            _ => left,
        }
    }

    /// Stops the clock of the side that has moved, and returns its time.
    fn press(&mut self, now: Duration) -> Duration {
        let Some((color, _)) = self.running else { return Duration::ZERO };
        let left = self.left(color, now).saturating_add(self.increment);
        self.left[color as usize] = left;
        self.running = Some((!color, now));
        left
    }

    fn stop(&mut self, now: Duration) {
        if let Some((color, _)) = self.running {
            self.left[color as usize] = self.left(color, now);
            self.running = None;
        }
    }
}
