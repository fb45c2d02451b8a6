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
//! cargo run --example eboard -- --against engine e4 Nf3 Bb5
//! cargo run --example eboard -- --against random --games 200
//! ```

mod board_log;

use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use board_log::{Given, Heard, Shown, Told, Writer};
use chess0x88::see::{self, PieceValues};
use chess0x88::{Board0x88, ChessRules, Color, MakrukRules, Move, Piece, Position, Role, Rules, Square, SquareSet};
use chess0x88_eboard::{BoardEvent, BoardReader};
use tool::{Failure, Variant};

const HELP: &str = "\
Simulates an electronic board, and prints what the reader finds

Usage: eboard [OPTIONS] [MOVE]...

  [MOVE]...  The moves, in standard algebraic notation; with --against only those of the side that begins, then random ones

      --variant <VARIANT>      The game [default: chess] [possible values: chess, makruk]
      --fen <FEN>              The position, instead of the start position
      --pieces                 The board knows the piece on each square, not only the occupied squares
      --noise <READINGS>       One reading in so many is wrong on one square; 0 for none [default: 10]
      --seed <SEED>            The seed: the same number gives the same hands and the same noise [default: 1]
      --period <MILLISECONDS>  The milliseconds from one reading to the next [default: 100]
      --log <FILE>             Write the readings of the sensors to this file, for --replay
      --replay <FILE>          Read this log of a board, instead of playing a game
      --against <OPPONENT>     The opponent, who has no pieces at the board [possible values: random, engine]
      --games <NUMBER>         The number of games against an opponent, of 60 moves each [default: 1]

Exit status: 0 the reader told exactly the moves made, 1 it did not, 2 bad input
";

tool::arguments! {
    given:
    variant: Variant = given.variant()?,
    fen: Option<String> = given.value("--fen")?,
    pieces: bool = given.flag("--pieces"),
    noise: u64 = given.within("--noise", 0..)?.unwrap_or(10),
    seed: u64 = given.within("--seed", 0..)?.unwrap_or(1),
    period: u64 = given.within("--period", 0..)?.unwrap_or(100),
    log: Option<String> = given.value("--log")?,
    replay: Option<String> = given
        .apart("--replay", &["--fen", "--pieces", "--noise", "--seed", "--period", "--log"])?
        .value("--replay")?,
    games: u64 = given.needs("--games", "--against")?.apart("--games", &["--replay", "--log"])?.within("--games", 0..)?.unwrap_or(1),
    against: Option<Opponent> = given.choice("--against", &[("random", Opponent::Random), ("engine", Opponent::Engine)])?,
    moves: Vec<String> = given.rest("MOVE")?,
}

fn main() -> ExitCode {
    tool::run(HELP, read, |args| match args.variant {
        Variant::Chess => run::<ChessRules>(&args),
        Variant::Makruk => run::<MakrukRules>(&args),
    })
}

fn run<R: Rules>(args: &Args) -> Result<bool, Failure> {
    match &args.replay {
        None if args.against.is_some() => play_games::<R>(args),
        None if !args.moves.is_empty() => simulate::<R>(args),
        Some(file) if args.moves.is_empty() => replay::<R>(file, args),
        _ => Err(Failure::at("MOVE", "missing; --help says what there is, --replay too")),
    }
}

/// Tells what a reader makes of a log.
fn replay<R: Rules>(file: &str, args: &Args) -> Result<bool, Failure> {
    let text = fs::read_to_string(file).map_err(|error| Failure::at(file, error))?;
    let mut lines = Vec::new();
    let mut random = Random::new(args.seed);
    let mut answer = |position: &Position<R>| args.against?.answer(position, &mut random);
    let against: Option<board_log::Opponent<'_, R>> = if args.against.is_some() { Some(&mut answer) } else { None };
    let read = board_log::replay::<R>(&text, against, &mut |Heard { time, before, reader, told }| {
        lines.push(match told {
            Told::Event(event) => told_line(time, &describe(event, &before, reader)),
            Told::Played(mv) => played_line(time, &before, mv),
            Told::Set => format!("{time:>6}          <== {}\n", reader.position().fen()),
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

/// Describes an event in words; `before` is the position that the reader had before.
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
        BoardEvent::Cleared => "the board is right again".to_owned(),
        BoardEvent::Withdrawn => "no move was made".to_owned(),
        _ => "something new".to_owned(),
    }
}

/// Numbers by chance, the same for the same seed.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % n.max(1)
    }
}

/// The opponent that plays without touching the board.
#[derive(Clone, Copy)]
enum Opponent {
    Random,
    /// Takes what gains most by exchanges.
    Engine,
}

impl Opponent {
    fn answer<R: Rules>(self, position: &Position<R>, random: &mut Random) -> Option<Move> {
        let values = PieceValues::default();
        let mut moves = position.legal_moves();
        moves.sort_unstable();
        let worth = |mv: Move| match self {
            Opponent::Random => 0,
            Opponent::Engine => see::value(position, mv, &values),
        };
        moves.iter().copied().max_by_key(|&mv| (worth(mv), random.below(1 << 20)))
    }
}

/// The reader's times, in readings.
const PATIENCE: (u8, u8) = (3, 20);

/// A board, what its sensors make of it, and its reader.
struct Simulation<'a, R: Rules> {
    args: &'a Args,
    board: Board0x88,
    reader: BoardReader<R>,
    random: Random,
    time: u64,
    told: Vec<Move>,
    /// The position of the server on which an opponent plays, and the side at the board; how many moves were sent, and refused.
    server: Option<(Position<R>, Color)>,
    sent: usize,
    refused: usize,
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
    let mut simulation = Simulation::new(args, start, args.seed);
    writeln!(out, "{}", simulation.picture())?;
    for (position, mv) in &moves {
        simulation.make(out, position, *mv)?;
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

/// Plays games against an opponent on a server: it refuses what is illegal, and who is not to move.
fn play_games<R: Rules>(args: &Args) -> Result<bool, Failure> {
    let out = &mut io::stdout().lock();
    let (mut is_right, mut sent, mut refused) = (true, 0, 0);
    for seed in args.seed..args.seed + args.games {
        let start: Position<R> = match &args.fen {
            None => Position::startpos(),
            Some(fen) => fen.parse().map_err(|error| Failure::at("--fen", error))?,
        };
        let mut simulation = Simulation::new(args, start, seed);
        simulation.server = Some((start, start.turn()));
        let hidden = &mut io::sink();
        let made = if args.games > 1 { simulation.play(hidden, start)? } else { simulation.play(out, start)? };
        is_right &= simulation.told == made && simulation.refused == 0;
        sent += simulation.sent;
        refused += simulation.refused;
        if let Some(file) = &args.log {
            fs::write(file, &simulation.log.text).map_err(|error| Failure::at(file, error))?;
        }
    }
    let (games, sent) = (tool::count(args.games, "game", "games"), tool::count(sent, "move", "moves"));
    writeln!(out, "{games}, {sent} sent, {} refused", tool::grouped(refused))?;
    Ok(is_right)
}

impl<'a, R: Rules> Simulation<'a, R> {
    fn new(args: &'a Args, start: Position<R>, seed: u64) -> Simulation<'a, R> {
        Simulation {
            args,
            board: *start.board(),
            reader: BoardReader::new(start).with_patience(PATIENCE.0, PATIENCE.1),
            random: Random::new(seed),
            time: 0,
            told: Vec::new(),
            server: None,
            sent: 0,
            refused: 0,
            log: Writer::new(&start, PATIENCE),
        }
    }

    fn below(&mut self, n: u64) -> u64 {
        self.random.below(n)
    }

    /// Plays a game against an opponent elsewhere. Gives the moves that were made.
    fn play(&mut self, out: &mut dyn Write, mut position: Position<R>) -> Result<Vec<Move>, Failure> {
        let (us, mut made) = (position.turn(), Vec::new());
        let mut answers = Random::new(self.args.seed);
        for ply in 0..60 {
            let planned = self.args.moves.get(ply / 2).filter(|_| position.turn() == us);
            let mv = match planned {
                Some(san) => Some(position.parse_san(san).map_err(|error| Failure::Input(error.to_string()))?),
                None if position.turn() == us => Opponent::Random.answer(&position, &mut self.random),
                None => self.args.against.and_then(|against| against.answer(&position, &mut answers)),
            };
            let Some(mv) = mv else { break };
            if position.turn() != us {
                self.reader.play(mv).map_err(|error| Failure::Input(error.to_string()))?;
                self.log.note(self.time, &Given::Played(mv));
                write!(out, "{}", played_line(self.time, &position, mv))?;
                self.send(mv);
            }
            self.make(out, &position, mv)?;
            made.push(mv);
            position = position.after(mv).map_err(|error| Failure::Input(error.to_string()))?;
            self.rest(out, 40, mv)?;
            if self.told != made {
                break;
            }
        }
        Ok(made)
    }

    /// Hands make a move.
    fn make(&mut self, out: &mut dyn Write, position: &Position<R>, mv: Move) -> io::Result<()> {
        for (square, piece) in self.steps(position, mv) {
            self.board.set(square, piece);
            let hand = match piece {
                None => format!("lifted from {square}"),
                Some(piece) => format!("{piece} put on {square}"),
            };
            writeln!(out, "{:>6}  {hand}", self.time)?;
            self.rest(out, 8, mv)?;
        }
        Ok(())
    }

    /// Notes a move, and plays it on the server, if there is one.
    fn send(&mut self, mv: Move) {
        self.told.push(mv);
        if let Some((game, us)) = &mut self.server {
            self.sent += usize::from(game.turn() == *us);
            self.refused += usize::from(game.play(mv).is_err());
        }
    }

    /// Returns the steps of the hands that make a move, in one of the possible orders.
    fn steps(&mut self, position: &Position<R>, mv: Move) -> Vec<(Square, Option<Piece>)> {
        let moved = position.board().piece_at(mv.from());
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
    fn rest(&mut self, out: &mut dyn Write, readings: u64, meant: Move) -> io::Result<()> {
        for _ in 0..readings {
            self.time += self.args.period;
            let shown = self.sense();
            self.log.note(self.time, &Given::Shown(shown));
            let before = *self.reader.position();
            let Some(event) = self.reader.read(shown.reading()) else { continue };
            write!(out, "{}", told_line(self.time, &describe(event, &before, &self.reader)))?;
            let is_turn = self.server.is_none_or(|(game, us)| game.turn() == us);
            match event {
                BoardEvent::Move(mv) if is_turn => self.send(mv),
                BoardEvent::Ambiguous if is_turn => {
                    if self.reader.play(meant).is_ok() {
                        self.log.note(self.time, &Given::Played(meant));
                        write!(out, "{}", played_line(self.time, &before, meant))?;
                        self.send(meant);
                    }
                }
                BoardEvent::Suspect { .. }
                | BoardEvent::Turned
                | BoardEvent::Result { .. }
                | BoardEvent::Impossible { .. }
                | BoardEvent::Cleared
                | BoardEvent::Withdrawn => {}
                // A server's game stands.
                event => match self.server {
                    Some((game, _)) => {
                        self.log.note(self.time, &Given::Set(game.fen().to_string()));
                        self.reader.set_position(game);
                    }
                    None => match event {
                        BoardEvent::Takeback => self.told.truncate(self.told.len().saturating_sub(1)),
                        BoardEvent::Revised { fallen, instead } => {
                            self.told.truncate(self.told.len().saturating_sub(fallen));
                            self.told.extend_from_slice(&instead);
                        }
                        _ => {}
                    },
                },
            }
        }
        Ok(())
    }

    /// Reads the sensors.
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
