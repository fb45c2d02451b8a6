//! A simulated electronic board, printed as it is read: hands lift, slide and put pieces, sensors err now and then, and the
//! reader tells the moves.
//!
//! ```text
//! cargo run --example eboard -- e4 d5 exd5 Qxd5 Nc3 Qa5
//! cargo run --example eboard -- --pieces --noise 5 e4 e5 Nf3 Nc6 Bb5 a6 O-O
//! cargo run --example eboard -- --fen "4k3/P7/8/8/8/8/8/4K3 w - - 0 1" a8=Q+ Kd7
//! cargo run --example eboard -- --variant makruk e4 e5
//! cargo run --example eboard -- --log game.txt e4 d5 exd5
//! cargo run --example eboard -- --replay game.txt
//! ```

#[path = "common/board_log.rs"]
mod board_log;
#[path = "../../../examples/common/mod.rs"]
mod common;

use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use board_log::{Given, Heard, Shown, Told, Writer};
use chess0x88::{Board0x88, ChessRules, MakrukRules, Move, Piece, Position, Role, Rules, Square, SquareSet};
use chess0x88_eboard::{BoardEvent, BoardReader};
use common::{Failure, Variant};

const HELP: &str = "\
A simulated electronic board, printed as it is read

Usage: eboard [OPTIONS] [MOVE]...

  [MOVE]...  The moves, in standard algebraic notation

      --variant <VARIANT>      The game [default: chess] [possible values: chess, makruk]
      --fen <FEN>              The position, instead of the start position
      --pieces                 The board knows which piece stands where, not only where one stands
      --noise <READINGS>       One reading in so many is wrong on one square; 0 for none [default: 10]
      --seed <SEED>            Where chance begins: the same number, the same hands and the same noise [default: 1]
      --period <MILLISECONDS>  The milliseconds from one reading to the next [default: 100]
      --log <FILE>             Where to write what the sensors say, to be replayed
      --replay <FILE>          Read this log of a board, in place of a game

Exit status: 0 the reader told every move and nothing else, 1 it did not, 2 bad input
";

common::arguments! {
    given:
    variant: Variant = given.variant()?,
    fen: Option<String> = given.value("--fen")?,
    pieces: bool = given.flag("--pieces"),
    noise: u64 = given.value("--noise")?.unwrap_or(10),
    seed: u64 = given.value("--seed")?.unwrap_or(1),
    period: u64 = given.value("--period")?.unwrap_or(100),
    log: Option<String> = given.value("--log")?,
    replay: Option<String> = given
        .apart("--replay", &["--fen", "--pieces", "--noise", "--seed", "--period", "--log"])?
        .value("--replay")?,
    moves: Vec<String> = given.rest("MOVE")?,
}

fn main() -> ExitCode {
    common::run(HELP, read, |args| match args.variant {
        Variant::Chess => run::<ChessRules>(&args),
        Variant::Makruk => run::<MakrukRules>(&args),
    })
}

fn run<R: Rules>(args: &Args) -> Result<bool, Failure> {
    match &args.replay {
        None if !args.moves.is_empty() => simulate::<R>(args),
        Some(file) if args.moves.is_empty() => replay::<R>(file),
        _ => Err(Failure::at("the moves", "either there are some, or --replay names a log")),
    }
}

/// Tells what a reader makes of a log.
fn replay<R: Rules>(file: &str) -> Result<bool, Failure> {
    let text = fs::read_to_string(file).map_err(|error| Failure::at(file, error))?;
    let mut lines = Vec::new();
    let read = board_log::replay::<R>(&text, &mut |Heard { time, before, reader, told }| {
        lines.push(match told {
            Told::Event(event) => told_line(time, &describe(event, &before, reader)),
            Told::Played(mv) => played_line(time, &before, mv),
            Told::Backwards => format!("{time:>6}          the time runs backwards\n"),
        });
    });
    io::stdout().lock().write_all(lines.concat().as_bytes())?;
    read.map(|()| true).map_err(|error| Failure::at(file, error))
}

fn told_line(time: u64, text: &str) -> String {
    format!("{time:>6}          ==> {text}\n")
}

fn played_line<R: Rules>(time: u64, before: &Position<R>, mv: Move) -> String {
    format!("{time:>6}          <== {}\n", before.san(mv))
}

/// What a reader has said, in words; `before` is the position that it had before.
fn describe<R: Rules>(event: BoardEvent, before: &Position<R>, reader: &BoardReader<R>) -> String {
    match event {
        BoardEvent::Move(mv) => before.san(mv).to_string(),
        BoardEvent::Ambiguous => {
            let names: Vec<String> = reader.candidates().iter().map(|&mv| before.san(mv).to_string()).collect();
            format!("{}?", names.join(" or "))
        }
        BoardEvent::Takeback => "taken back".to_owned(),
        BoardEvent::Revised { fallen, instead } => {
            let moves: Vec<String> = instead.iter().map(Move::to_string).collect();
            format!("{fallen} moves fall, instead: {}", if moves.is_empty() { "-".to_owned() } else { moves.join(" ") })
        }
        BoardEvent::Suspect { squares } => format!("not believed: {squares}"),
        BoardEvent::Turned => "the board is turned round".to_owned(),
        BoardEvent::Result { winner } => winner.map_or("a draw".to_owned(), |winner| format!("{winner} has won")),
        BoardEvent::Start => "a new game".to_owned(),
        BoardEvent::Impossible { squares } => format!("no move explains {squares}"),
        _ => "something new".to_owned(),
    }
}

/// The reader's times, in readings.
const PATIENCE: (u8, u8) = (3, 20);

/// A board, what its sensors make of it, and its reader.
struct Simulation<'a, R: Rules> {
    args: &'a Args,
    board: Board0x88,
    reader: BoardReader<R>,
    random: u64,
    time: u64,
    told: Vec<Move>,
    log: Writer,
}

fn simulate<R: Rules>(args: &Args) -> Result<bool, Failure> {
    let out = &mut io::stdout().lock();
    let mut position: Position<R> = match &args.fen {
        None => Position::startpos(),
        Some(fen) => fen.parse().map_err(|error| Failure::at("--fen", error))?,
    };
    let start = position;
    // Each move with the position it is made in.
    let mut moves = Vec::new();
    for text in &args.moves {
        let mv = position.parse_san(text).map_err(|error| Failure::Input(error.to_string()))?;
        moves.push((position, mv));
        position = position.after(mv).map_err(|error| Failure::Input(error.to_string()))?;
    }
    let mut simulation = Simulation {
        args,
        board: *start.board(),
        reader: BoardReader::new(start).with_patience(PATIENCE.0, PATIENCE.1),
        random: args.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
        time: 0,
        told: Vec::new(),
        log: Writer::new(&start, PATIENCE),
    };
    writeln!(out, "{}", simulation.picture())?;
    for (position, mv) in &moves {
        for (square, piece) in simulation.steps(position, *mv) {
            simulation.board.set(square, piece);
            let hand = match piece {
                None => format!("lifted from {square}"),
                Some(piece) => format!("{piece} put on {square}"),
            };
            writeln!(out, "{:>6}  {hand}", simulation.time)?;
            simulation.rest(out, 8, *mv)?;
        }
    }
    if let Some(&(_, mv)) = moves.last() {
        simulation.rest(out, 40, mv)?;
    }
    writeln!(out, "\n{}", simulation.picture())?;
    if let Some(file) = &args.log {
        fs::write(file, &simulation.log.text).map_err(|error| Failure::at(file, error))?;
    }
    Ok(simulation.told.iter().eq(moves.iter().map(|(_, mv)| mv)))
}

impl<R: Rules> Simulation<'_, R> {
    fn below(&mut self, n: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 16) % n.max(1)
    }

    /// What the hands do to make a move, in one of the orders that there are.
    fn steps(&mut self, position: &Position<R>, mv: Move) -> Vec<(Square, Option<Piece>)> {
        let moved = position.piece_at(mv.from());
        let chance = self.below(2) == 0;
        if let Some(castling) = mv.castling() {
            let rook = position.board().piece_at(castling.rook);
            let mut steps = vec![(mv.from(), None), (castling.rook, None)];
            steps.extend([(castling.king_to, moved), (castling.rook_to, rook)]);
            // King first, as the laws want it, or the rook. Where one stands in the other's way, both are lifted first.
            let in_the_way = castling.king_to == castling.rook || castling.rook_to == castling.king;
            if !in_the_way {
                steps.swap(1, 2);
                if chance {
                    steps.rotate_left(2);
                }
            }
            return steps;
        }
        let mut steps = vec![(mv.from(), None)];
        if let Some((square, _)) = position.captured_piece(mv) {
            steps.insert(usize::from(chance), (square, None));
        } else if chance {
            // The hand does not lift the piece: each square of its way shows it for a moment.
            let mut way: Vec<Square> = SquareSet::between(mv.from(), mv.to()).into_iter().collect();
            way.sort_by_key(|square| square.distance(mv.from()));
            steps.extend(way.into_iter().flat_map(|square| [(square, moved), (square, None)]));
        }
        let promoted = mv.promotion().zip(moved).map(|(role, pawn)| Piece::new(pawn.color(), role));
        steps.push((mv.to(), promoted.or(moved)));
        steps
    }

    /// So many readings, and what is told of them. Of an ambiguity it is said what was meant.
    fn rest(&mut self, out: &mut impl Write, readings: u64, meant: Move) -> io::Result<()> {
        for _ in 0..readings {
            self.time += self.args.period;
            let shown = self.sense();
            self.log.note(self.time, &Given::Shown(shown));
            let before = *self.reader.position();
            let Some(event) = self.reader.read(shown.reading()) else { continue };
            write!(out, "{}", told_line(self.time, &describe(event, &before, &self.reader)))?;
            match event {
                BoardEvent::Move(mv) => self.told.push(mv),
                BoardEvent::Ambiguous if self.reader.play(meant).is_ok() => {
                    self.log.note(self.time, &Given::Played(meant));
                    write!(out, "{}", played_line(self.time, &before, meant))?;
                    self.told.push(meant);
                }
                BoardEvent::Takeback => self.told.truncate(self.told.len().saturating_sub(1)),
                BoardEvent::Revised { fallen, instead } => {
                    self.told.truncate(self.told.len().saturating_sub(fallen));
                    self.told.extend_from_slice(&instead);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// What the sensors say.
    fn sense(&mut self) -> Shown {
        let mut board = self.board;
        if self.args.noise > 0 && self.below(self.args.noise) == 0 {
            let square = Square::ALL[self.below(64) as usize];
            let wrong = Piece::new(self.reader.position().turn(), Role::Pawn);
            board.set(square, if board.piece_at(square).is_none() { Some(wrong) } else { None });
        }
        if self.args.pieces { Shown::Pieces(board) } else { Shown::Squares(board.occupied()) }
    }

    /// The board as it knows itself.
    fn picture(&self) -> String {
        let picture = self.board.to_string();
        if self.args.pieces {
            return picture;
        }
        let hide = |letter: char| if letter.is_alphabetic() { 'x' } else { letter };
        let rows = picture.lines().map(|line| match line.strip_prefix("   ") {
            Some(_) => line.to_owned(),
            None => line.chars().map(hide).collect(),
        });
        rows.collect::<Vec<_>>().join("\n")
    }
}
