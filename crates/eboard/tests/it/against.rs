//! Whole games against an opponent who is not at the board: a program enters the answers, which hands make at once, late, by mistakes or
//! never, and the player takes moves back before, while and after. A simulator that knows the truth compares the program's list.

use core::fmt::Write;
use core::ops::Range;

use crate::games::{Knows, Timed, between, game};
use crate::troubles::{
    ALL_SENSORS, CALM, DRAGGING, PIECES_8, SQUARES_20, Sensors, chess_game, chess960_game, games, makruk_game,
    wrong_square,
};
use chess0x88::{Board0x88, Chess, Color, Makruk, Move, Piece, Position, Rules, Square, SquareSet};
use chess0x88_eboard::{BoardEvent, BoardReader};
use common::Random;

/// The deeds that happen three times in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Deed {
    /// The answer is made at once, or late.
    AtOnce,
    Late,
    /// It is put on a wrong square first, or rests on its way, or long in the hand.
    WrongSquare,
    TwoSteps,
    InHand,
    /// Another piece is lifted before, or while, it is made; or is exchanged for it on its way.
    TouchBefore,
    TouchWhile,
    /// It is not made, and the game ends.
    Never,
    /// A move of the player is taken back before it is answered, while the answer waits, and after it was made; or two turns.
    BackBefore,
    BackWhile,
    BackAfter,
    BackTwoTurns,
    /// The player's piece goes on, or another one is moved, when the answer has been entered.
    GoesOn,
    Instead,
}

/// A program that plays by the events of a reader, and enters the moves of an opponent: an engine, which takes moves back, or a server,
/// which does not.
pub(crate) struct Client<R: Rules> {
    /// The side at the board; `None` if both are.
    side: Option<Color>,
    pub(crate) is_server: bool,
    game: Vec<Position<R>>,
    pub(crate) list: Vec<Move>,
    /// The answer, and when it is to be entered.
    due: Option<(u64, Move)>,
    /// The moves told that no hand had made and no program had entered.
    pub(crate) phantoms: usize,
}

pub(crate) struct Table<'a, R: Rules> {
    pub(crate) sensors: Sensors,
    moves: &'a [Move],
    pub(crate) board: Board0x88,
    reader: BoardReader<R>,
    pub(crate) client: Client<R>,
    pub(crate) random: Random,
    pub(crate) now: u64,
    scan: u64,
    /// The moves that hands have made or the program has entered, with the number of moves before them.
    pub(crate) made: Vec<(usize, Move)>,
    /// The pieces in hands, and the squares on which the two pieces stood that were put last.
    lifted: Vec<(Square, Piece)>,
    carried: [Vec<Square>; 2],
    pub(crate) log: String,
}

impl<R: Rules> Client<R> {
    fn position(&self) -> &Position<R> {
        &self.game[self.list.len()]
    }

    /// Returns `true` if the side to move is at the board.
    fn is_own_turn(&self) -> bool {
        self.side.is_none_or(|side| side == self.position().turn())
    }

    fn push(&mut self, mv: Move) {
        let next = self.position().after(mv).unwrap_or_else(|error| panic!("{mv} was told: {error}"));
        self.game.truncate(self.list.len() + 1);
        self.game.push(next);
        self.list.push(mv);
    }
}

impl<'a, R: Rules> Table<'a, R> {
    pub(crate) fn new(
        start: Position<R>,
        moves: &'a [Move],
        side: Option<Color>,
        sensors: Sensors,
        seed: u64,
    ) -> Table<'a, R> {
        let mut random = Random::new(seed + 5);
        random.next();
        let scan = random.below(sensors.period as usize) as u64;
        let mut table = Table {
            sensors,
            moves,
            board: *start.board(),
            reader: BoardReader::new(start).with_patience(sensors.debounce, sensors.patience),
            client: Client { side, is_server: false, game: vec![start], list: Vec::new(), due: None, phantoms: 0 },
            random,
            now: 0,
            scan,
            made: Vec::new(),
            lifted: Vec::new(),
            carried: [Vec::new(), Vec::new()],
            log: String::new(),
        };
        table.think();
        table
    }

    pub(crate) fn between(&mut self, range: Range<u64>) -> u64 {
        between(&mut self.random, range)
    }

    /// Thinks about the answer if it is the opponent's turn: 0.2 to 20 seconds. In another game than that which is to be played it is
    /// any move.
    fn think(&mut self) {
        self.client.due = None;
        let client = &self.client;
        if !self.moves.is_empty() && self.moves == client.list || client.is_own_turn() {
            return;
        }
        let planned =
            if self.moves.starts_with(&client.list) { self.moves.get(client.list.len()).copied() } else { None };
        let legal = common::sorted_moves(client.position());
        let most = [600, 2_000, 20_000][self.random.below(3)];
        let delay = self.between(200..most);
        if let Some(mv) = planned.or_else(|| self.random.pick(&legal)) {
            self.client.due = Some((self.now + delay, mv));
        }
    }

    pub(crate) fn wait(&mut self, ms: u64) {
        let end = self.now + ms;
        while self.scan < end {
            self.now = self.scan;
            self.scan += self.sensors.period;
            if let Some((_, mv)) = self.client.due.filter(|due| due.0 <= self.now) {
                let _ = writeln!(self.log, "{:>8} <== {mv}", self.now);
                self.reader.play(mv).unwrap_or_else(|error| panic!("{mv} is entered: {error}\n{}", self.log));
                self.made.push((self.client.list.len(), mv));
                self.client.push(mv);
                self.client.due = None;
            }
            if let Some(event) = self.reader.read(self.sensors.knows.reading(&self.board)) {
                let _ = writeln!(self.log, "{:>8} ==> {event:?}", self.now);
                self.hear(event);
            }
        }
        self.now = end;
    }

    fn hear(&mut self, event: BoardEvent) {
        let is_turn = self.client.is_own_turn();
        match event {
            // The server's game stands.
            BoardEvent::Move(_) | BoardEvent::Ambiguous if self.client.is_server && !is_turn => {
                return self.reader.set_position(*self.client.position());
            }
            BoardEvent::Takeback | BoardEvent::Revised { .. } | BoardEvent::Start if self.client.is_server => {
                return self.reader.set_position(*self.client.position());
            }
            BoardEvent::Move(mv) => self.tell(mv, is_turn),
            BoardEvent::Ambiguous => {
                let choices = self.reader.candidates();
                let meant = self.made.iter().rev().find(|made| choices.contains(&made.1));
                let Some(&(_, mv)) = meant else { return };
                self.reader.play(mv).expect("a move to choose from");
                self.client.push(mv);
            }
            BoardEvent::Takeback => self.client.list.truncate(self.client.list.len() - 1),
            BoardEvent::Revised { fallen, instead } => {
                self.client.list.truncate(self.client.list.len() - fallen);
                instead.iter().for_each(|&mv| self.tell(mv, true));
            }
            BoardEvent::Start => self.client.list.clear(),
            _ => return,
        }
        assert_eq!(self.client.position(), self.reader.position(), "{}", self.log);
        self.think();
    }

    fn tell(&mut self, mv: Move, is_own: bool) {
        assert!(is_own || !self.client.is_server, "{mv} is sent out of turn");
        // A piece that goes back where it could go has made a move, as far as a board can tell.
        let is_carried =
            self.carried.iter().any(|path| path.last() == Some(&mv.landing()) && path.contains(&mv.from()));
        if !is_own || !is_carried && !self.made.contains(&(self.client.list.len(), mv)) {
            let _ = writeln!(self.log, "{:>8} phantom", self.now);
            self.client.phantoms += 1;
        }
        self.client.push(mv);
    }

    /// Corrects the program's list to these moves if the board shows the position after them: to make a move in the other direction is the
    /// same as to take it back.
    pub(crate) fn agree(&mut self, positions: &[Position<R>], moves: &[Move]) {
        let position = positions[moves.len()];
        if self.client.list != moves
            && (self.client.position().board(), self.client.position().turn()) == (position.board(), position.turn())
        {
            self.client.list = moves.to_vec();
            self.client.game = positions[..=moves.len()].to_vec();
            self.reader.set_position(position);
            self.think();
        }
    }

    pub(crate) fn act(&mut self, steps: &[Timed]) {
        for &(square, piece, ms) in steps {
            if let Some(piece) = piece {
                let from = self.lifted.iter().rposition(|lifted| lifted.1 == piece);
                let from = from.map(|from| self.lifted.remove(from).0);
                if from.is_none() || self.carried[0].last() != from.as_ref() {
                    self.carried.swap(0, 1);
                    self.carried[0] = from.into_iter().collect();
                }
                self.carried[0].push(square);
            } else {
                self.lifted.extend(self.board.piece_at(square).map(|piece| (square, piece)));
            }
            self.board.set(square, piece);
            let _ = writeln!(self.log, "{:>8} {square} {}", self.now, piece.map_or('-', Piece::char));
            self.wait(ms);
        }
    }

    /// Makes the move of a ply as it is meant to be made.
    pub(crate) fn make(&mut self, position: &Position<R>, mv: Move, ply: usize) {
        self.made.push((ply, mv));
        let steps = CALM.make(position, mv, &mut self.random);
        self.act(&steps);
    }

    /// Puts the pieces as another board has them.
    fn put(&mut self, board: &Board0x88) {
        let differing: Vec<Square> =
            Square::ALL.into_iter().filter(|&square| self.board.piece_at(square) != board.piece_at(square)).collect();
        for lifts in [true, false] {
            for &square in &differing {
                let piece = board.piece_at(square).filter(|_| !lifts);
                if lifts == self.board.piece_at(square).is_some() && self.board.piece_at(square) != piece {
                    let ms = self.between(100..400);
                    self.act(&[(square, piece, ms)]);
                }
            }
        }
    }

    /// Waits until the program's list has so many moves, the first of which are as they are meant to be; no longer than the opponent
    /// thinks.
    pub(crate) fn wait_for(&mut self, length: usize, meant: usize) {
        for _ in 0..300 {
            if self.client.list.len() >= length && self.client.list[..meant] == self.moves[..meant] {
                return;
            }
            self.wait(100);
        }
    }

    /// Lifts a piece other than the one that moves, and says where it stood.
    fn touch(&mut self, mv: Move, before: &Board0x88, after: &Board0x88) -> Option<Timed> {
        let others: Vec<Square> = self
            .board
            .occupied()
            .into_iter()
            .filter(|&square| before.piece_at(square) == after.piece_at(square))
            .filter(|&square| !SquareSet::between(mv.from(), mv.to()).contains(square))
            .collect();
        let square = self.random.pick(&others)?;
        let piece = self.board.piece_at(square);
        let ms = self.between(100..3000);
        self.act(&[(square, None, ms)]);
        let ms = self.between(100..1500);
        Some((square, piece, ms))
    }

    /// Another move of the player than the one that is meant: of any piece, or a shorter one of the same piece.
    fn other(&mut self, position: &Position<R>, mv: Move, is_shorter: bool) -> Option<Move> {
        let others: Vec<Move> = common::sorted_moves(position)
            .iter()
            .copied()
            .filter(|&other| other != mv && other.promotion().is_none() && mv.promotion().is_none())
            .filter(|other| {
                !is_shorter
                    || mv.castling().is_none()
                        && other.from() == mv.from()
                        && SquareSet::between(mv.from(), mv.to()).contains(other.to())
            })
            .collect();
        self.random.pick(&others)
    }
}

/// Plays a game, with a deed at three plies. Gives the moves that were made, and the table at the end.
#[expect(clippy::too_many_lines, reason = "one game from its beginning to its end")]
fn play<R: Rules>(
    start: Position<R>,
    moves: &[Move],
    deed: Deed,
    sensors: Sensors,
    seed: u64,
) -> (usize, Table<'_, R>) {
    let mut positions = vec![start];
    for &mv in moves {
        positions.push(positions[positions.len() - 1].after_unchecked(mv));
    }
    let side = if seed % 4 < 2 { Color::White } else { Color::Black };
    let mut table = Table::new(start, moves, Some(side), sensors, seed);
    let mut left = 3;
    let mut next = 2 + table.random.below(6);
    let boards: Vec<&Board0x88> = positions.iter().map(Position::board).collect();
    table.wait(1000);
    for (ply, &mv) in moves.iter().enumerate() {
        let position = &positions[ply];
        let is_due = ply >= next && left > 0;
        if position.turn() == side {
            let mut other = None;
            if is_due
                && matches!(deed, Deed::BackBefore | Deed::BackWhile | Deed::BackAfter | Deed::GoesOn | Deed::Instead)
            {
                other = table.other(position, mv, deed == Deed::GoesOn);
            }
            if let Some(other) = other {
                let _ = writeln!(table.log, "{:>8} {deed:?}", table.now);
                let after = position.after_unchecked(other);
                table.make(position, other, ply);
                table.wait_for(ply + if deed == Deed::BackBefore { 1 } else { 2 }, ply);
                let pause = table.between(0..2500);
                table.wait(pause);
                match deed {
                    Deed::GoesOn => {
                        let moved = position.board().piece_at(mv.from());
                        let mut steps = vec![(other.to(), None, 150), (mv.to(), moved, 0)];
                        if position.board().piece_at(mv.to()).is_some() {
                            steps.insert(1, (mv.to(), None, 300));
                        }
                        table.made.push((ply, mv));
                        table.act(&steps);
                    }
                    Deed::Instead => {
                        table.put(boards[ply]);
                        table.make(position, mv, ply);
                    }
                    _ => {
                        if deed == Deed::BackAfter
                            && let Some(&answer) = table.client.list.get(ply + 1)
                        {
                            table.make(&after, answer, ply + 1);
                            let pause = table.between(700..3000);
                            table.wait(pause);
                            if table.random.one_in(2) {
                                table.put(after.board());
                                let pause = table.between(0..3000);
                                table.wait(pause);
                            }
                        }
                        table.put(boards[ply]);
                        let pause = table.between(1200..4000);
                        table.wait(pause);
                        table.make(position, mv, ply);
                    }
                }
                (left, next) = (left - 1, ply + 4 + table.random.below(8));
            } else {
                table.make(position, mv, ply);
            }
            let length = moves.len().min(ply + 2);
            table.wait_for(length, length);
            if deed == Deed::BackTwoTurns && is_due && ply > 4 {
                let _ = writeln!(table.log, "{:>8} {deed:?}", table.now);
                for undone in (ply - 2..=ply).rev() {
                    table.put(boards[undone]);
                    let pause = table.between(0..1500);
                    table.wait(pause);
                }
                table.wait(2500);
                for again in ply - 2..=ply {
                    table.make(&positions[again], moves[again], again);
                    let length = if again % 2 == ply % 2 { again + 2 } else { again + 1 };
                    table.wait_for(moves.len().min(length), moves.len().min(length));
                    let pause = table.between(600..2000);
                    table.wait(pause);
                }
                (left, next) = (left - 1, ply + 4 + table.random.below(8));
            }
            if table.client.list != moves[..length] {
                let _ = writeln!(table.log, "{:>8} not as made: {:?}", table.now, table.client.list);
                break;
            }
        } else {
            let (before, after) = (boards[ply], boards[ply + 1]);
            if ply == 0 {
                table.wait_for(1, 1);
            }
            let is_due = is_due && !matches!(deed, Deed::BackBefore | Deed::BackWhile | Deed::BackAfter);
            if is_due {
                let _ = writeln!(table.log, "{:>8} {deed:?}", table.now);
            }
            let pause = match deed {
                Deed::AtOnce => table.between(50..400),
                Deed::Late => table.between(2000..15_000),
                _ => table.between(200..2500),
            };
            table.wait(pause);
            let mut steps = CALM.make(position, mv, &mut table.random);
            let mut touched = None;
            match deed {
                _ if !is_due => {}
                Deed::Never => {
                    table.wait(30_000);
                    return (ply + 1, table);
                }
                Deed::WrongSquare => {
                    let legal = table.random.one_in(2);
                    if let Some(wrong) = wrong_square(position, mv, None, legal, &mut table.random) {
                        let moved = position.board().piece_at(mv.from());
                        let mut pause = || between(&mut table.random, 80..400);
                        steps = vec![(mv.from(), None, pause()), (wrong, moved, 6 * pause()), (wrong, None, pause())];
                        steps.push((mv.to(), moved, 0));
                    }
                }
                Deed::TwoSteps => steps = DRAGGING.make(position, mv, &mut table.random),
                Deed::InHand => {
                    let last = steps.len() - 1;
                    steps[last - 1].2 = table.between(500..6000);
                }
                Deed::TouchBefore => {
                    let back = table.touch(mv, before, after);
                    table.act(&back.into_iter().collect::<Vec<_>>());
                }
                Deed::TouchWhile => touched = table.touch(mv, before, after),
                _ => {}
            }
            if is_due {
                (left, next) = (left - 1, ply + 4 + table.random.below(8));
            }
            table.act(&steps);
            if touched.is_some() {
                let pause = table.between(100..2000);
                table.wait(pause);
                table.act(&touched.into_iter().collect::<Vec<_>>());
            }
            let pause = table.between(600..2500);
            table.wait(pause);
        }
    }
    table.wait(4000);
    (moves.len(), table)
}

/// Counts the moves that of a game change which squares are occupied: a king and rook of Chess960 that change places do not.
pub(crate) fn shown<R: Rules>(mut position: Position<R>, moves: &[Move]) -> usize {
    let is_shown = |mv: &&Move| {
        let before = position.board().occupied();
        position = position.after_unchecked(**mv);
        position.board().occupied() != before
    };
    moves.iter().take_while(is_shown).count()
}

/// Counts the games that end with the right list, and the moves that were told and not made. `play` returns the number of moves made.
pub(crate) fn count_of<R: Rules>(
    deed: impl core::fmt::Debug,
    sensors: Sensors,
    seeds: Range<u64>,
    of: impl Fn(u64) -> (Position<R>, Vec<Move>),
    play: impl for<'a> Fn(Position<R>, &'a [Move], u64) -> (usize, Table<'a, R>),
) -> (usize, usize) {
    let (mut right, mut phantoms) = (0, 0);
    for seed in seeds {
        let (start, mut moves) = of(seed);
        if sensors.knows == Knows::Squares {
            moves.truncate(shown(start, &moves));
        }
        let (made, table) = play(start, &moves, seed);
        let is_right = table.client.list == moves[..made];
        right += usize::from(is_right);
        phantoms += table.client.phantoms;
        if (!is_right || table.client.phantoms > 0) && std::env::var("EBOARD_LOG").is_ok() {
            println!("{deed:?} {} seed {seed} from {}\n{}", sensors.name, start.fen(), table.log);
            println!("list {:?}\nmade {:?}", table.client.list, &moves[..made]);
        }
    }
    (right, phantoms)
}

fn count<R: Rules>(
    deed: Deed,
    sensors: Sensors,
    seeds: Range<u64>,
    of: impl Fn(u64) -> (Position<R>, Vec<Move>),
) -> (usize, usize) {
    count_of(deed, sensors, seeds, of, |start, moves, seed| play(start, moves, deed, sensors, seed))
}

const DEEDS: [Deed; 14] = [
    Deed::AtOnce,
    Deed::Late,
    Deed::WrongSquare,
    Deed::TwoSteps,
    Deed::InHand,
    Deed::TouchBefore,
    Deed::TouchWhile,
    Deed::Never,
    Deed::BackBefore,
    Deed::BackWhile,
    Deed::BackAfter,
    Deed::BackTwoTurns,
    Deed::GoesOn,
    Deed::Instead,
];

/// Games of people, and games by chance in which rare moves are frequent.
fn chess(seed: u64) -> (Chess, Vec<Move>) {
    if seed.is_multiple_of(2) {
        chess_game(&games(), seed)
    } else {
        (Chess::startpos(), game(Chess::startpos(), seed, 70))
    }
}

const GAMES: u64 = 60;

#[test]
#[ignore = "12,600 games: minutes with optimizations"]
fn games_against_an_opponent_elsewhere_end_with_the_right_list_of_moves() {
    let only = std::env::var("EBOARD_ONLY").unwrap_or_default();
    let mut short = Vec::new();
    for deed in DEEDS {
        let name = format!("{deed:?}");
        if !name.contains(&only) {
            continue;
        }
        for (game, counts) in [
            ("chess", ALL_SENSORS.map(|sensors| count(deed, sensors, 0..GAMES, chess))),
            ("Chess960", ALL_SENSORS.map(|sensors| count(deed, sensors, 0..GAMES, chess960_game))),
            ("Makruk", ALL_SENSORS.map(|sensors| count(deed, sensors, 0..GAMES, makruk_game))),
        ] {
            let cells = ALL_SENSORS.iter().zip(counts).map(|(sensors, (right, phantoms))| {
                format!(
                    "{} {right:>3} {:<3}",
                    sensors.name,
                    if phantoms > 0 { phantoms.to_string() } else { String::new() }
                )
            });
            println!("{name:<14} {game:<9} {}", cells.collect::<Vec<_>>().join(" "));
            short.extend(
                counts.iter().filter(|count| count.0 * 100 < GAMES as usize * 98 || count.1 > 0).map(|_| name.clone()),
            );
        }
    }
    assert!(short.is_empty(), "{short:?}");
}

#[test]
fn a_few_games_against_an_opponent_elsewhere_end_with_the_right_list_of_moves() {
    for deed in DEEDS {
        for sensors in [SQUARES_20, PIECES_8] {
            assert_eq!(count(deed, sensors, 0..3, chess), (3, 0), "{deed:?} {}", sensors.name);
        }
    }
}

/// Plays so many moves by chance on a server, which refuses what is illegal and who is not to move. Hands take moves back, move pieces of
/// both sides while none is to move, put pieces on wrong squares, and in the end as the server has them. Gives the number of moves that were sent.
fn play_on_server<R: Rules>(start: Position<R>, sensors: Sensors, seed: u64, plies: usize) -> usize {
    let side = if seed % 4 < 2 { Color::White } else { Color::Black };
    let mut table = Table::new(start, &[], Some(side), sensors, seed);
    table.client.is_server = true;
    for _ in 0..plies {
        let (position, length) = (*table.client.position(), table.client.list.len());
        if position.legal_move_count() == 0 {
            break;
        }
        if table.random.one_in(3) {
            let past = table.client.game[length.saturating_sub(table.random.below(5))];
            let board = match table.random.below(3) {
                0 => *past.board(),
                1 => {
                    table.random.pick(&past.legal_moves()).map_or(*past.board(), |mv| *past.after_unchecked(mv).board())
                }
                _ => {
                    let mut board = *past.board();
                    let [from, to] = [0; 2].map(|_| Square::ALL[table.random.below(64)]);
                    board.set(to, board.piece_at(from));
                    board.set(from, None);
                    board
                }
            };
            table.put(&board);
            let pause = table.between(0..4000);
            table.wait(pause);
        }
        let now = *table.client.position();
        table.put(now.board());
        table.wait(1500);
        if table.client.position() != &now || now.turn() != side {
            table.wait_for(table.client.list.len() + 1, 0);
        } else if let Some(&mv) = game(now, seed + length as u64, 1).first() {
            table.make(&now, mv, table.client.list.len());
            table.wait(1500);
        }
    }
    assert_eq!(table.client.position(), table.reader.position(), "seed {seed}");
    table.client.list.iter().enumerate().filter(|(ply, _)| table.client.game[*ply].turn() == side).count()
}

/// Plays games on servers. That no move was refused is asserted where each is told.
fn play_on_servers(seeds: Range<u64>) {
    let (games, mut sent) = (seeds.end - seeds.start, 0);
    for seed in seeds {
        let sensors = ALL_SENSORS[seed as usize % 5];
        sent += match seed % 3 {
            0 => play_on_server(Makruk::startpos(), sensors, seed, 80),
            1 => play_on_server(chess960_game(seed).0, sensors, seed, 80),
            _ => play_on_server(Chess::startpos(), sensors, seed, 80),
        };
    }
    println!("{sent} moves sent, none refused");
    assert!(sent as u64 > 20 * games, "{sent}");
}

#[test]
fn a_server_refuses_no_move_that_a_program_sends() {
    play_on_servers(0..6);
}

#[test]
#[ignore = "200 games: a minute with optimizations"]
fn a_server_refuses_no_move_of_200_games() {
    play_on_servers(0..200);
}
