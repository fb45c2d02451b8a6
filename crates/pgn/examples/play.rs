//! Play against the engine of the example `engine`, in the terminal.
//!
//! ```text
//! cargo run --release --example play
//! cargo run --release --example play -- --variant makruk --side black --pgn game.pgn
//! ```
//!
//! The library has the rules, the reasons, the claims and the files. The engine finds the moves. This program reads lines and
//! draws a board.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use chess0x88::game::GameError;
use chess0x88::san::SanError;
use chess0x88::uci::UciError;
use chess0x88::{
    ChessRules, Color, File, Game, History, MakrukRules, Move, Piece, Position, Rank, Rules, Square, makruk,
};
use chess0x88_engine::clock::{Clock, Switch, Times};
use chess0x88_engine::evaluate::Play;
use chess0x88_engine::search::{Found, Limits, Search};
use chess0x88_engine::table::Table;
use chess0x88_pgn::GameTree;
use tool::{Failure, Variant};

const HELP: &str = "\
Plays chess, Chess960 or Makruk with you, in the terminal; type help while playing

Usage: play [OPTIONS]

      --variant <VARIANT>  The game [default: chess] [possible values: chess, makruk]
      --fen <FEN>          The position to start from, instead of the start position
      --chess960 <NUMBER>  Start from the Chess960 position with this number
      --side <SIDE>        Which side is yours [default: white] [possible values: white, black, both, none]
      --time <MS>          How long the engine thinks about a move, in milliseconds [default: 1000]
      --nodes <NODES>      The engine looks at this many positions for a move at most; fewer make it weaker
      --pgn <FILE>         Save the game to this file when you leave

Exit status: 0 you left or the input ended, 2 bad arguments, or a file or stream failed
";

tool::arguments! {
    given:
    variant: Variant = given.variant()?,
    fen: Option<String> = given.apart("--fen", &["--chess960"])?.value("--fen")?,
    chess960: Option<u16> = given.within("--chess960", 0..=959)?,
    side: Side = given.choice("--side", &SIDES)?.unwrap_or(Side::White),
    time: u32 = given.within("--time", 1..)?.unwrap_or(1000),
    nodes: Option<u64> = given.within("--nodes", 1..)?,
    pgn: Option<PathBuf> = given.value("--pgn")?,
}

/// The side of the player.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// You are White
    White,
    /// You are Black
    Black,
    /// You play both sides, and the engine gives hints
    Both,
    /// The engine plays itself
    None,
}

const SIDES: [(&str, Side); 4] =
    [("white", Side::White), ("black", Side::Black), ("both", Side::Both), ("none", Side::None)];

impl Side {
    fn is_ours(self, color: Color) -> bool {
        match self {
            Side::White => color == Color::White,
            Side::Black => color == Color::Black,
            Side::Both => true,
            Side::None => false,
        }
    }
}

fn main() -> ExitCode {
    tool::run(HELP, read, |args| match (args.variant, args.chess960) {
        (Variant::Makruk, Some(_)) => Err(Failure::at("--chess960", "there is but one start of Makruk")),
        (Variant::Makruk, None) => play::<MakrukRules>(&args, None),
        (Variant::Chess, number) => play::<ChessRules>(&args, number.and_then(Position::chess960)),
    })
}

fn play<R: Play>(args: &Args, start: Option<Position<R>>) -> Result<bool, Failure> {
    let start = match (&args.fen, start) {
        (Some(fen), _) => fen.parse().map_err(|error| Failure::at("--fen", error))?,
        (None, start) => start.unwrap_or(Position::startpos()),
    };
    let mut seat = Seat {
        game: Game::new(start),
        side: args.side,
        bottom: if args.side == Side::Black { Color::Black } else { Color::White },
        times: Times { exactly: Some(args.time.into()), ..Times::default() },
        limits: Limits { nodes: args.nodes, ..Limits::default() },
        table: Table::new(32),
    };
    let mut out = io::stdout().lock();
    let mut lines = io::stdin().lock().split(b'\n');
    writeln!(out, "{}\n{}", seat.greeting(), seat.board())?;
    loop {
        while seat.game.outcome().is_none() && !seat.side.is_ours(seat.game.position().turn()) {
            let Some(mv) = seat.think().line.first().copied() else { break };
            writeln!(out, "I play {}.", seat.game.position().san(mv))?;
            seat.game.play(mv).map_err(|error| Failure::at("the engine", error))?;
            writeln!(out, "{}", seat.board())?;
        }
        writeln!(out, "{}", seat.status())?;
        if io::stdin().is_terminal() {
            write!(out, "> ")?;
        }
        out.flush()?;
        let Some(line) = lines.next() else { break };
        let line = line.map_err(|error| Failure::at("standard input", error))?;
        match seat.obey(String::from_utf8_lossy(&line).trim()) {
            Reply::Text(text) => writeln!(out, "{text}")?,
            Reply::Board => writeln!(out, "{}", seat.board())?,
            Reply::Leave => break,
        }
    }
    if let Some(path) = &args.pgn {
        seat.save(path).map_err(|reason| Failure::at(path.display(), reason))?;
    }
    Ok(true)
}

/// The commands.
const COMMANDS: &str = "\
MOVE            play it, as Nf3 or g1f3
undo, redo      take back your last move and the answer to it; play them again
hint            what the engine would play
moves           all legal moves
why MOVE        why a move is illegal
draw?           which draws you can claim, and why not
claim [MOVE]    claim a draw, as it stands or with the move you announce
resign          give up
fen, pgn        the position, the game
save FILE       write the game to a file
board, flip     draw the board; turn it around
quit            leave";

/// The result of a command.
enum Reply {
    Text(String),
    Board,
    Leave,
}

/// A game with its two sides.
struct Seat<R: Play> {
    game: Game<R>,
    side: Side,
    bottom: Color,
    times: Times,
    limits: Limits,
    table: Table,
}

impl<R: Play> Seat<R> {
    fn obey(&mut self, line: &str) -> Reply {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let text = match (word, rest) {
            ("", _) | ("help", "") => COMMANDS.to_owned(),
            ("quit" | "exit", "") => return Reply::Leave,
            ("board", "") => return Reply::Board,
            ("flip", "") => {
                self.bottom = !self.bottom;
                return Reply::Board;
            }
            ("undo", "") if self.step(Game::take_back) => return Reply::Board,
            ("undo", "") => "There is nothing to take back.".to_owned(),
            ("redo", "") if self.step(Game::redo) => return Reply::Board,
            ("redo", "") => "There is nothing to play again.".to_owned(),
            ("hint", "") => self.hint(),
            ("moves", "") => {
                let position = self.game.position();
                position.legal_moves().iter().map(|&mv| position.san(mv).to_string()).collect::<Vec<_>>().join(" ")
            }
            ("why", mv) => self.why(mv),
            ("draw?", "") => self.draws(),
            ("claim", mv) => match self.claim(mv) {
                Ok(text) | Err(text) => text,
            },
            ("resign", "") => match self.game.resign(self.resigning()) {
                Ok(_) => return Reply::Board,
                Err(error) => sentence(&error.to_string()),
            },
            ("fen", "") => self.game.position().fen().to_string(),
            ("pgn", "") => self.pgn(),
            ("save", path) if !path.is_empty() => match self.save(Path::new(path)) {
                Ok(()) => format!("Saved to {path}."),
                Err(reason) => format!("{path}: {reason}"),
            },
            _ => match self.play(line) {
                Ok(()) => return Reply::Board,
                Err(reason) => format!("{}. Type help for what you can say.", sentence(&reason)),
            },
        };
        Reply::Text(text)
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        if let Some(outcome) = self.game.outcome() {
            return Err(GameError::Over(outcome).to_string());
        }
        let mv = read_move(self.game.position(), text)?;
        self.game.play(mv).map_err(|error| error.to_string())
    }

    /// Goes back or forward until it is the player's turn.
    fn step(&mut self, one: fn(&mut Game<R>) -> Option<Move>) -> bool {
        let mut stepped = false;
        while one(&mut self.game).is_some() {
            stepped = true;
            if self.side.is_ours(self.game.position().turn()) {
                break;
            }
        }
        stepped
    }

    /// Asks the engine for its move.
    fn think(&self) -> Found {
        let mut history = History::new(*self.game.start());
        for &mv in self.game.moves() {
            // The game has checked that the move is legal.
            let _ = history.make(mv);
        }
        let switch = Switch::default();
        let (start, is_forced) = (Instant::now(), self.game.position().legal_move_count() == 1);
        let mut clock =
            Clock { switch: &switch, start, budget: self.times.budget(0), is_forced, report: |_: &Found| {} };
        self.table.begin();
        Search::new(&history, &self.table, &mut clock).think(&self.limits)
    }

    fn hint(&self) -> String {
        if self.game.outcome().is_some() {
            return "The game is over.".to_owned();
        }
        let found = self.think();
        let mut line = *self.game.position();
        let mut text = match found.mate_in() {
            Some(moves) if moves > 0 => format!("Mate in {moves}:"),
            Some(moves) => format!("You will be mated in {}:", -moves),
            None => format!("I would play this, and call it {:+.2} for you:", f64::from(found.score) / 100.0),
        };
        for mv in found.line {
            let _ = write!(text, " {}", line.san(mv));
            if line.play(mv).is_err() {
                break;
            }
        }
        text
    }

    fn why(&self, text: &str) -> String {
        match read_move(self.game.position(), text) {
            Ok(mv) => format!("{} is legal.", self.game.position().san(mv)),
            Err(reason) => format!("{}.", sentence(&reason)),
        }
    }

    /// Lists the draws that can be claimed, with their moves, and how far the other draws are.
    fn draws(&self) -> String {
        if let Some(outcome) = self.game.outcome() {
            return format!("The game is over: {outcome}.");
        }
        let position = self.game.position();
        let mut lines = Vec::new();
        for &claim in R::CLAIMS {
            if self.game.occurred(claim) {
                lines.push(format!("You can claim a draw by {claim}: it is so on the board."));
                continue;
            }
            let with: Vec<String> = position
                .legal_moves()
                .iter()
                .filter(|&&mv| self.game.claimable_with(claim, mv))
                .map(|&mv| position.san(mv).to_string())
                .collect();
            if !with.is_empty() {
                lines.push(format!("You can claim a draw by {claim}, announcing {}.", with.join(" or ")));
            } else if let Err(reason) = self.game.clone().claim(claim, None) {
                lines.push(format!("{}.", sentence(&reason.to_string())));
            }
        }
        if let Some(count) = makruk::count(position) {
            lines.push(format!("{}.", sentence(&count.to_string())));
        }
        if lines.is_empty() {
            "Nothing is to be claimed in this game: its draws come by themselves.".to_owned()
        } else {
            lines.join("\n")
        }
    }

    /// Claims any draw that is possible.
    fn claim(&mut self, text: &str) -> Result<String, String> {
        let announced = if text.is_empty() { None } else { Some(read_move(self.game.position(), text)?) };
        let mut reasons = Vec::new();
        for &claim in R::CLAIMS {
            match self.game.claim(claim, announced) {
                Ok(outcome) => return Ok(format!("Granted: {outcome}.")),
                Err(reason) => reasons.push(format!("{}.", sentence(&reason.to_string()))),
            }
        }
        Err(if reasons.is_empty() { "There is nothing to claim in this game.".to_owned() } else { reasons.join("\n") })
    }

    /// The side that resigns when the player does.
    fn resigning(&self) -> Color {
        match self.side {
            Side::White => Color::White,
            Side::Black => Color::Black,
            Side::Both | Side::None => self.game.position().turn(),
        }
    }

    /// Returns the text before the first board.
    fn greeting(&self) -> String {
        let side = match self.side {
            Side::White => "You are White",
            Side::Black => "You are Black",
            Side::Both => "You play both sides",
            Side::None => "I play both sides",
        };
        format!("{side}. Type a move such as Nf3 or g1f3, or help.")
    }

    fn status(&self) -> String {
        let position = self.game.position();
        if let Some(outcome) = self.game.outcome() {
            return format!("{}. {}", outcome.result(), sentence(&outcome.to_string()));
        }
        let mut text = format!("{}. {} to move", position.fullmove_number(), position.turn());
        if position.is_check() {
            text.push_str(", in check");
        }
        if R::CLAIMS.iter().any(|&claim| self.game.claimable(claim)) {
            text.push_str(", may claim a draw");
        }
        if let Some(count) = makruk::count(position) {
            let _ = write!(text, ", {count}");
        }
        text
    }

    /// Draws the board from the player's side, with the squares of the last move in brackets.
    fn board(&self) -> String {
        let last = self.game.moves().last();
        let is_last = |square| last.is_some_and(|mv| mv.from() == square || mv.landing() == square);
        let (mut ranks, mut files) = (Rank::ALL, File::ALL);
        match self.bottom {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        let mut text = String::new();
        for rank in ranks {
            let _ = write!(text, "{rank} ");
            for file in files {
                let square = Square::new(file, rank);
                let symbol = self.game.position().board().piece_at(square).map_or('.', Piece::char);
                let [left, right] = if is_last(square) { ['[', ']'] } else { [' ', ' '] };
                let _ = write!(text, "{left}{symbol}{right}");
            }
            text.push('\n');
        }
        text.push_str("  ");
        for file in files {
            let _ = write!(text, " {file} ");
        }
        text
    }

    fn pgn(&self) -> String {
        let mut tree = GameTree::from(&self.game);
        let name = |color| if self.side.is_ours(color) { "You" } else { "Engine" };
        for (tag, value) in
            [("Event", "A game in the terminal"), ("White", name(Color::White)), ("Black", name(Color::Black))]
        {
            // The names of the standard are always accepted.
            let _ = tree.set_tag(tag, value);
        }
        tree.to_string()
    }

    fn save(&self, path: &Path) -> io::Result<()> {
        fs::write(path, self.pgn())
    }
}

/// Reads a move in UCI or SAN. A text with the form of UCI is only read as UCI, so that its error is shown.
fn read_move<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, String> {
    match position.parse_uci(text) {
        Ok(mv) => return Ok(mv),
        Err(UciError::Illegal(reason)) => return Err(reason.to_string()),
        Err(_) => {}
    }
    position.parse_san(text).map_err(|reason| match reason {
        SanError::Syntax { .. } => format!("{text:?} is no move such as Nf3 or g1f3"),
        reason => reason.to_string(),
    })
}

/// Returns the text with a capital at its beginning.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
