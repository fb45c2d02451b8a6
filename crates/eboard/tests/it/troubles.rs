//! Games on a simulated board with one trouble each: a simulator that knows the truth compares the reader's list of moves with the
//! moves that were made, when the game has ended.
//!
//! The times of the sensors: Millennium's `ChessLink` scans its reed switches in 20 units of 2.048 ms, 15 at least and 255 at most (its
//! protocol's register of the scan time): 24 Hz, 33 Hz and 2 Hz. DGT's boards, which know the pieces, report 5 to 10 times a second.
//! The games were played by people: `tests/data/games.txt`.

use core::fmt::Write;

use crate::games::{Hands, Knows, Timed, between, game};
use chess0x88::{
    Board0x88, Chess, ChessRules, Color, Makruk, MakrukRules, Move, MoveKind, Piece, Position, Rules, Square, SquareSet,
};
use chess0x88_eboard::{BoardEvent, BoardReader, Reading};
use common::{Fingerprint, Random, sorted_moves};

/// A board's sensors: what they know, the milliseconds from one reading to the next, and the reader's times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sensors {
    pub(crate) name: &'static str,
    pub(crate) knows: Knows,
    pub(crate) period: u64,
    pub(crate) debounce: u8,
    pub(crate) patience: u8,
}

/// Half a second of patience each; a board that is read seldom is debounced by the time between two readings.
const SQUARES_50: Sensors = Sensors { name: "sq50", knows: Knows::Squares, period: 20, debounce: 2, patience: 25 };
pub(crate) const SQUARES_20: Sensors =
    Sensors { name: "sq20", knows: Knows::Squares, period: 50, debounce: 2, patience: 10 };
const PIECES_50: Sensors = Sensors { name: "pc50", knows: Knows::Pieces, period: 20, debounce: 2, patience: 25 };
pub(crate) const PIECES_8: Sensors =
    Sensors { name: "pc8", knows: Knows::Pieces, period: 125, debounce: 1, patience: 5 };
const PIECES_5: Sensors = Sensors { name: "pc5", knows: Knows::Pieces, period: 200, debounce: 1, patience: 3 };

/// What goes wrong once in a game, or how its hands are.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Trouble {
    Nothing,
    /// A piece stands on a wrong square for a while, and is put right before the other side answers.
    RightBeforeReply,
    /// Pieces stay on each square of their way for so long.
    Dragged,
    /// A piece goes to a wrong square where it could go, and is put right after the answer.
    WrongLegal,
    /// The same, but no move leads there.
    WrongUnreachable,
    /// The captured piece stands on a square of the edge for 15 seconds, or until that square is needed.
    EdgeShort,
    EdgeLong,
    /// A sensor fails, for 15 seconds or until the end.
    EmptyShort,
    EmptyLong,
    FullLong,
    /// Both sides' pieces are in the air.
    BothLift,
    OpponentFirst,
    /// The board was put the other way round.
    Turned,
    /// The pieces are set up for another game, in mid-game or at the end.
    Reset,
    TwoGames,
    /// Two to four moves are taken back.
    Takeback,
}

const MONTH: u64 = 1 << 40;

/// What a program keeps: the list of moves, and those of games that have ended.
#[derive(Debug, Default)]
struct App {
    list: Vec<Move>,
    ended: Vec<Vec<Move>>,
    /// How long after it was made each move was told, in milliseconds.
    late: Vec<u64>,
    rests: Vec<Rest>,
    log: String,
}

/// A board that has rested: what it showed, and the squares that were seen empty since it rested before.
#[derive(Clone, Copy, Debug)]
struct Rest {
    board: Board0x88,
    emptied: SquareSet,
}

/// For how long a board shows the same when it rests, in milliseconds: no hand is slower from one game's move to the next.
const RESTED: u64 = 300;

/// A board, what stands on it, and what is read of it.
struct Hall<R: Rules> {
    sensors: Sensors,
    board: Board0x88,
    /// A square whose sensor fails: what it shows instead, from when until when.
    fault: Option<(Square, Option<Piece>, u64, u64)>,
    turned: bool,
    /// One reading in so many has a wrong square; 0 for none.
    noise: usize,
    reader: BoardReader<R>,
    random: Random,
    now: u64,
    due: u64,
    /// What was read last, since when, and the squares that have been empty since the board rested before.
    shown: (Board0x88, u64, SquareSet),
    /// What hands will do at a time, whatever else is done.
    later: Vec<(u64, Square, Option<Piece>)>,
    truth: Vec<Move>,
    made: Vec<u64>,
    app: App,
}

impl App {
    /// The moves of each game.
    fn lists(&self) -> Vec<Vec<Move>> {
        self.ended.iter().chain([&self.list]).cloned().collect()
    }
}

impl<R: Rules> Hall<R> {
    fn new(start: Position<R>, truth: &[Move], sensors: Sensors, seed: u64) -> Hall<R> {
        let mut random = Random::new(seed);
        random.next();
        let due = random.below(sensors.period as usize) as u64;
        let reader = BoardReader::new(start).with_patience(sensors.debounce, sensors.patience);
        Hall {
            sensors,
            board: *start.board(),
            fault: None,
            turned: false,
            noise: 0,
            reader,
            random,
            now: 0,
            due,
            shown: (*start.board(), 0, SquareSet::EMPTY),
            later: Vec::new(),
            truth: truth.to_vec(),
            made: Vec::new(),
            app: App::default(),
        }
    }

    fn between(&mut self, range: core::ops::Range<u64>) -> u64 {
        between(&mut self.random, range)
    }

    fn sense(&mut self) -> Reading {
        let mut board = self.board;
        if let Some((square, shown, from, until)) = self.fault
            && (from..until).contains(&self.now)
        {
            board.set(square, shown);
        }
        if self.noise > 0 && self.random.one_in(self.noise) {
            let square = Square::ALL[self.random.below(64)];
            let piece = board.piece_at(square).map_or_else(|| self.random.pick(&Piece::ALL), |_| None);
            board.set(square, piece);
        }
        self.watch(&board);
        if self.turned {
            board = board.pieces().map(|(square, piece)| (opposite(square), piece)).collect();
        }
        self.sensors.knows.reading(&board)
    }

    /// Notes boards that rest.
    fn watch(&mut self, board: &Board0x88) {
        let (last, since, emptied) = &mut self.shown;
        *emptied |= !board.occupied();
        if last != board {
            (*last, *since) = (*board, self.now);
        }
        if self.now - *since >= RESTED && self.app.rests.last().is_none_or(|rest| rest.board != *board) {
            self.app.rests.push(Rest { board: *board, emptied: core::mem::take(emptied) });
        }
    }

    fn wait(&mut self, ms: u64) {
        let end = self.now + ms;
        while self.due < end {
            self.now = self.due;
            self.due += self.sensors.period;
            while let Some(index) = self.later.iter().position(|later| later.0 <= self.now) {
                let (_, square, piece) = self.later.swap_remove(index);
                self.board.set(square, piece);
            }
            let reading = self.sense();
            if let Some(event) = self.reader.read(reading) {
                self.hear(event);
            }
        }
        self.now = end;
    }

    fn hear(&mut self, event: BoardEvent) {
        let _ = writeln!(self.app.log, "{:>8} {event:?}", self.now);
        let app = &mut self.app;
        match event {
            BoardEvent::Move(mv) => {
                app.late.push(self.made.get(app.list.len()).map_or(0, |made| self.now.saturating_sub(*made)));
                app.list.push(mv);
            }
            BoardEvent::Ambiguous => {
                if let Some(&meant) = self.truth.get(app.list.len())
                    && self.reader.candidates().contains(&meant)
                    && self.reader.play(meant).is_ok()
                {
                    app.list.push(meant);
                }
            }
            BoardEvent::Takeback => {
                app.list.pop();
            }
            BoardEvent::Revised { fallen, instead } => {
                app.list.truncate(app.list.len().saturating_sub(fallen));
                app.list.extend_from_slice(&instead);
            }
            BoardEvent::Start => app.ended.push(core::mem::take(&mut app.list)),
            _ => {}
        }
    }

    fn act(&mut self, steps: &[Timed]) {
        for &(square, piece, ms) in steps {
            // A piece that was left there is pushed aside.
            self.later.retain(|later| later.1 != square);
            self.board.set(square, piece);
            let _ = writeln!(self.app.log, "{:>8} {square} {}", self.now, piece.map_or('-', Piece::char));
            self.wait(ms);
        }
    }
}

fn opposite(square: Square) -> Square {
    Square::ALL[63 - square.index()]
}

/// A square where a piece is put by mistake: where it could go, or where it could not. The answer must not come near it.
pub(crate) fn wrong_square<R: Rules>(
    position: &Position<R>,
    mv: Move,
    next: Option<Move>,
    legal: bool,
    random: &mut Random,
) -> Option<Square> {
    if mv.is_capture() || mv.promotion().is_some() || mv.kind() == MoveKind::Castle {
        return None;
    }
    let reach: SquareSet =
        position.legal_moves().iter().filter(|other| other.from() == mv.from()).map(|other| other.to()).collect();
    let reach = if legal {
        reach & !position.board().occupied()
    } else {
        // Beside the right one.
        !reach
            & !position.board().occupied()
            & Square::ALL.into_iter().filter(|square| square.distance(mv.to()) <= 2).collect()
    };
    let mut reach = reach - mv.to().into();
    if let Some(next) = next {
        let mut touched = SquareSet::between(next.from(), next.to());
        touched.insert(next.from());
        touched.insert(next.to());
        if next.kind() == MoveKind::Castle || touched.contains(mv.to()) || touched.contains(mv.from()) {
            return None;
        }
        reach -= touched;
    }
    let squares: Vec<Square> = reach.into_iter().collect();
    random.pick(&squares)
}

/// The plies of a game at which a trouble can happen.
fn can_happen<R: Rules>(
    trouble: Trouble,
    positions: &[Position<R>],
    moves: &[Move],
    ply: usize,
    random: &mut Random,
) -> bool {
    let (position, mv, next) = (&positions[ply], moves[ply], moves.get(ply + 1).copied());
    match trouble {
        Trouble::RightBeforeReply => wrong_square(position, mv, None, true, random).is_some(),
        Trouble::WrongLegal => next.is_some() && wrong_square(position, mv, next, true, random).is_some(),
        Trouble::WrongUnreachable => next.is_some() && wrong_square(position, mv, next, false, random).is_some(),
        Trouble::EdgeShort | Trouble::EdgeLong => mv.is_capture(),
        Trouble::BothLift | Trouble::OpponentFirst => next.is_some_and(|next| {
            let near = [mv.from(), mv.to()];
            let castles = mv.kind() == MoveKind::Castle || next.kind() == MoveKind::Castle;
            !castles && !mv.is_en_passant() && !near.contains(&next.from()) && !near.contains(&next.to())
        }),
        Trouble::Takeback => ply >= 6,
        _ => true,
    }
}

/// Squares of the edge that are empty for longest; the first may be needed by the last of the moves.
fn edge_square<R: Rules>(
    positions: &[Position<R>],
    moves: &[Move],
    ply: usize,
    random: &mut Random,
) -> Option<(Square, usize)> {
    let is_edge = |square: &Square| {
        let index = square.index();
        [0, 7].contains(&(index % 8)) || [0, 7].contains(&(index / 8))
    };
    let free = !positions[ply].board().occupied() & !positions[ply + 1].board().occupied();
    let needed = |square: Square| {
        (ply..moves.len())
            .find(|&later| {
                let mv = moves[later];
                let mut touched = SquareSet::between(mv.from(), mv.to());
                touched.insert(mv.to());
                if let Some(castling) = mv.castling() {
                    touched |= SquareSet::between(castling.king, castling.rook);
                }
                touched.contains(square)
            })
            .unwrap_or(moves.len())
    };
    let squares: Vec<Square> = free.into_iter().filter(is_edge).filter(|&square| needed(square) > ply).collect();
    random.pick(&squares).map(|square| (square, needed(square)))
}

/// Hands that set up the pieces, in some order, each piece from where it stands or from beside the board.
fn set_up(from: &Board0x88, to: &Board0x88, random: &mut Random) -> Vec<Timed> {
    let mut board = *from;
    let mut steps = Vec::new();
    loop {
        let wrong: Vec<Square> =
            Square::ALL.into_iter().filter(|&square| board.piece_at(square) != to.piece_at(square)).collect();
        let Some(square) = random.pick(&wrong) else { return steps };
        let wanted = to.piece_at(square);
        if board.piece_at(square).is_some() {
            // A piece that stands in the way is put beside the board, or on a square of its own.
            let piece = board.piece_at(square);
            board.set(square, None);
            steps.push((square, None, between(random, 150..500)));
            let home = wrong.iter().copied().find(|&home| board.piece_at(home).is_none() && to.piece_at(home) == piece);
            if let Some(home) = home.filter(|_| !random.one_in(5)) {
                board.set(home, piece);
                steps.push((home, piece, between(random, 150..900)));
            }
        } else if let Some(source) = wrong.iter().copied().find(|&other| board.piece_at(other) == wanted) {
            board.set(source, None);
            board.set(square, wanted);
            steps.push((source, None, between(random, 150..500)));
            steps.push((square, wanted, between(random, 150..900)));
        } else {
            board.set(square, wanted);
            steps.push((square, wanted, between(random, 150..900)));
        }
    }
}

pub(crate) const CALM: Hands = Hands { dwell: 40..220, swap: 100..600 };
pub(crate) const DRAGGING: Hands = Hands { dwell: 250..2000, swap: 100..600 };

/// The plies at which troubles happen, none near another one.
fn schedule<R: Rules>(
    troubles: &[Trouble],
    positions: &[Position<R>],
    moves: &[Move],
    random: &mut Random,
) -> Vec<(usize, Trouble)> {
    let mut at: Vec<(usize, Trouble)> = Vec::new();
    for &trouble in troubles {
        let plies: Vec<usize> = (2..moves.len().saturating_sub(3))
            .filter(|&ply| can_happen(trouble, positions, moves, ply, random))
            .filter(|ply| at.iter().all(|other| other.0.abs_diff(*ply) > 8))
            .collect();
        at.extend(random.pick(&plies).map(|ply| (ply, trouble)));
    }
    at
}

/// What puts a trouble right at a ply: what keeps a square of the edge from being used, or anything.
fn take_fix(fixes: &mut Vec<(usize, bool, Vec<Timed>)>, ply: usize, edge: bool) -> Option<Vec<Timed>> {
    let index = fixes.iter().position(|fix| fix.0 == ply && (fix.1 || !edge))?;
    Some(fixes.swap_remove(index).2)
}

/// A game, with troubles, and with noise in one reading of so many. Gives the lists of moves that were made, and what the program
/// has kept.
#[expect(clippy::too_many_lines, reason = "one game from its beginning to its end")]
fn play<R: Rules>(
    start: Position<R>,
    moves: &[Move],
    troubles: &[Trouble],
    noise: usize,
    sensors: Sensors,
    seed: u64,
) -> (Vec<Vec<Move>>, App) {
    let mut positions = vec![start];
    for &mv in moves {
        positions.push(positions[positions.len() - 1].after_unchecked(mv));
    }
    let mut hall = Hall::new(start, moves, sensors, seed);
    let hands = if troubles.contains(&Trouble::Dragged) { DRAGGING } else { CALM };
    hall.turned = troubles.contains(&Trouble::Turned);
    hall.noise = noise;
    let mut random = Random::new(seed + 1);
    random.next();
    let at = schedule(troubles, &positions, moves, &mut random);
    let mut ends: Vec<Vec<Move>> = Vec::new();
    let mut ply = 0;
    let mut fixes: Vec<(usize, bool, Vec<Timed>)> = Vec::new();
    let mut lifted = false;
    hall.wait(1000);
    while ply < moves.len() {
        let (position, mv) = (&positions[ply], moves[ply]);
        let next = moves.get(ply + 1).copied();
        let moved = position.board().piece_at(mv.from());
        let mut steps = hands.make(position, mv, &mut random);
        if core::mem::take(&mut lifted) {
            // The piece is in the hand already.
            steps = vec![(mv.to(), hall.board.piece_at(mv.from()).or(moved), 0)];
            if let Some((victim, _)) = position.captured_piece(mv) {
                steps.insert(0, (victim, None, between(&mut random, 100..600)));
            }
        }
        if let Some(&(_, trouble)) = at.iter().find(|at| at.0 == ply) {
            let _ = writeln!(hall.app.log, "{:>8} {trouble:?}", hall.now);
            match trouble {
                Trouble::RightBeforeReply => {
                    let legal = random.one_in(2);
                    let wrong = wrong_square(position, mv, None, legal, &mut random)
                        .or_else(|| wrong_square(position, mv, None, true, &mut random));
                    let wrong = wrong.expect("a square");
                    steps = vec![
                        (mv.from(), None, between(&mut random, 80..400)),
                        (wrong, moved, between(&mut random, 300..2500)),
                        (wrong, None, between(&mut random, 80..400)),
                        (mv.to(), moved, 0),
                    ];
                }
                Trouble::WrongLegal | Trouble::WrongUnreachable => {
                    let legal = trouble == Trouble::WrongLegal;
                    let wrong =
                        (0..50).find_map(|_| wrong_square(position, mv, next, legal, &mut random)).expect("a square");
                    steps = vec![(mv.from(), None, between(&mut random, 80..400)), (wrong, moved, 0)];
                    let right = vec![(wrong, None, between(&mut random, 80..400)), (mv.to(), moved, 0)];
                    fixes.push((ply + 1, false, right));
                }
                Trouble::EdgeShort | Trouble::EdgeLong => {
                    if let Some((edge, needed)) = edge_square(&positions, moves, ply, &mut random)
                        && let Some((victim, piece)) = position.captured_piece(mv)
                    {
                        let arrives = positions[ply + 1].board().piece_at(mv.to());
                        let mut pause = || between(&mut random, 100..600);
                        steps = vec![(victim, None, pause()), (edge, Some(piece), pause()), (mv.from(), None, pause())];
                        if trouble == Trouble::EdgeShort && seed % 2 == 1 {
                            steps =
                                vec![(mv.from(), None, pause()), (victim, None, pause()), (edge, Some(piece), pause())];
                        }
                        steps.push((mv.to(), arrives, 0));
                        let until = if trouble == Trouble::EdgeShort { hall.now + 15_000 } else { MONTH };
                        fixes.push((needed, true, vec![(edge, None, 0)]));
                        hall.act(&steps);
                        steps.clear();
                        hall.later.push((until, edge, None));
                    }
                }
                Trouble::EmptyShort | Trouble::EmptyLong | Trouble::FullLong => {
                    // A sensor whose failure shows.
                    let squares: Vec<Square> = Square::ALL
                        .into_iter()
                        .filter(|&square| hall.board.piece_at(square).is_some() != (trouble == Trouble::FullLong))
                        .collect();
                    let square = random.pick(&squares).expect("a square");
                    let shown = if trouble == Trouble::FullLong {
                        hall.board.piece_at(square).or_else(|| random.pick(&Piece::ALL))
                    } else {
                        None
                    };
                    let until = if trouble == Trouble::EmptyShort { hall.now + 15_000 } else { MONTH };
                    hall.fault = Some((square, shown, hall.now, until));
                }
                Trouble::BothLift | Trouble::OpponentFirst => {
                    let other = next.expect("an answer").from();
                    lifted = true;
                    if trouble == Trouble::OpponentFirst {
                        steps.insert(0, (other, None, between(&mut random, 200..1500)));
                    } else {
                        let first = steps.iter().position(|step| step.1.is_none()).unwrap_or(0);
                        steps.insert(first + 1, (other, None, between(&mut random, 0..600)));
                    }
                }
                Trouble::Reset => {
                    // Nothing more of this game.
                    let pause = hall.between(2000..8000);
                    hall.wait(pause);
                    let setting = set_up(&hall.board, start.board(), &mut random);
                    hall.act(&setting);
                    ends.push(moves[..ply].to_vec());
                    hall.made.clear();
                    hall.wait(1500);
                    ply = 0;
                    // The other game is the same one.
                    for &mv in moves {
                        let steps = CALM.make(&positions[ply], mv, &mut random);
                        hall.act(&steps);
                        let pause = hall.between(300..2000);
                        hall.wait(pause);
                        ply += 1;
                    }
                    break;
                }
                Trouble::Takeback => {
                    let back = 2 + random.below(3);
                    for undone in (ply - back..ply).rev() {
                        let (after, before) = (positions[undone + 1].board(), positions[undone].board());
                        let squares: Vec<Square> = Square::ALL
                            .into_iter()
                            .filter(|&square| after.piece_at(square) != before.piece_at(square))
                            .collect();
                        for &square in &squares {
                            if after.piece_at(square).is_some() {
                                hall.act(&[(square, None, 250)]);
                            }
                        }
                        for &square in &squares {
                            if before.piece_at(square).is_some() {
                                hall.act(&[(square, before.piece_at(square), 250)]);
                            }
                        }
                    }
                    hall.wait(2500);
                    steps.clear();
                    for mv in ply - back..ply {
                        let steps = hands.make(&positions[mv], moves[mv], &mut random);
                        hall.act(&steps);
                        hall.wait(1500);
                    }
                    steps = hands.make(position, mv, &mut random);
                }
                _ => {}
            }
        }
        if let Some(right) = take_fix(&mut fixes, ply, true) {
            hall.act(&right);
        }
        let _ = writeln!(hall.app.log, "{:>8} {ply} {}", hall.now, position.san(mv));
        hall.act(&steps);
        hall.made.push(hall.now);
        let pause = hall.between(300..2000);
        hall.wait(pause);
        if let Some(right) = take_fix(&mut fixes, ply, false) {
            hall.act(&right);
            let pause = hall.between(300..2000);
            hall.wait(pause);
        }
        ply += 1;
    }
    hall.wait(4000);
    if troubles.contains(&Trouble::TwoGames) {
        let setting = set_up(&hall.board, start.board(), &mut random);
        hall.act(&setting);
        ends.push(moves.to_vec());
        hall.made.clear();
        hall.wait(1500);
        for (position, &mv) in positions.iter().zip(moves) {
            let steps = CALM.make(position, mv, &mut random);
            hall.act(&steps);
            let pause = hall.between(300..2000);
            hall.wait(pause);
        }
        hall.wait(4000);
    }
    ends.push(moves.to_vec());
    (ends, hall.app)
}

pub(crate) fn games() -> Vec<Vec<Move>> {
    include_str!("../data/games.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let mut position = Chess::startpos();
            line.split(' ').map(|san| position.play_san(san).expect("a legal move")).collect()
        })
        .collect()
}

/// Counts the things that must have gone wrong if these moves were made: squares that begin to show something else when the board rests,
/// moves that it rested after none of, captures whose square was not seen empty. The best way to lay the moves along the rests is taken.
fn mistakes<R: Rules>(start: Position<R>, moves: &[Move], rests: &[Rest], knows: Knows) -> usize {
    let mut positions = vec![start];
    for &mv in moves {
        positions.push(positions[positions.len() - 1].after_unchecked(mv));
    }
    let wrong = |rest: &Rest, made: usize| -> SquareSet {
        let (shown, meant) = (knows.reading(&rest.board), knows.reading(positions[made].board()));
        if shown == meant {
            return SquareSet::EMPTY;
        }
        let (shown, meant) = (&rest.board, positions[made].board());
        let differs = |square: &Square| match knows {
            Knows::Squares => shown.piece_at(*square).is_some() != meant.piece_at(*square).is_some(),
            Knows::Colors => shown.piece_at(*square).map(Piece::color) != meant.piece_at(*square).map(Piece::color),
            Knows::Pieces => shown.piece_at(*square) != meant.piece_at(*square),
        };
        Square::ALL.into_iter().filter(differs).collect()
    };
    // The fewest mistakes so far if so many moves have been made, and the squares that are wrong then.
    let mut fewest = vec![None; positions.len()];
    fewest[0] = Some((0, SquareSet::EMPTY));
    for rest in rests {
        let next: Vec<Option<(usize, SquareSet)>> = (0..positions.len())
            .map(|made| {
                let now = wrong(rest, made);
                let came = (made.saturating_sub(3)..=made).filter_map(|before| {
                    let (count, then): (usize, SquareSet) = fewest[before]?;
                    let unseen = |mv: &&Move| {
                        knows == Knows::Squares
                            && mv.is_capture()
                            && !mv.is_en_passant()
                            && !rest.emptied.contains(mv.to())
                    };
                    let unseen = moves[before..made].iter().filter(unseen).count();
                    Some(count + (now - then).len() + (made - before).saturating_sub(1) + unseen)
                });
                came.min().map(|count| (count, now))
            })
            .collect();
        fewest = next;
    }
    fewest[moves.len()].map_or(usize::MAX, |fewest| fewest.0)
}

/// Counts the games that end with the right list of moves; and how many do not whose readings the list that was told explains as well as the
/// moves that were made: it needs no more [`mistakes`].
fn right<R: Rules>(
    trouble: Trouble,
    sensors: Sensors,
    seeds: core::ops::Range<u64>,
    of: impl Fn(u64) -> (Position<R>, Vec<Move>),
) -> (usize, usize) {
    let mut counts = (0, 0);
    for seed in seeds {
        let (start, moves) = of(seed);
        let (truth, app) = play(start, &moves, &[trouble], 0, sensors, seed);
        if app.lists() == truth {
            counts.0 += 1;
            continue;
        }
        let of_made = mistakes(start, &moves, &app.rests, sensors.knows);
        let of_told = mistakes(start, &app.list, &app.rests, sensors.knows);
        let is_alike = truth.len() == 1 && app.ended.is_empty() && of_told <= of_made;
        counts.1 += usize::from(is_alike);
        if std::env::var("EBOARD_LOG").is_ok() {
            let same = app.list.iter().zip(&moves).take_while(|(told, made)| told == made).count();
            println!("{trouble:?} {} seed {seed} differs at {same} of {}", sensors.name, moves.len());
            println!("mistakes: {of_made} if these were made, {of_told} if those told were\n{}", app.log);
        }
    }
    counts
}

pub(crate) const ALL_SENSORS: [Sensors; 5] = [SQUARES_50, SQUARES_20, PIECES_50, PIECES_8, PIECES_5];

/// Of sixty games with each trouble, how many must end with the right list of moves: [`ALL_SENSORS`].
#[rustfmt::skip]
const FLOORS: [(Trouble, [usize; 5]); 16] = [
    (Trouble::Nothing, [60, 60, 60, 60, 60]),
    (Trouble::RightBeforeReply, [60, 60, 60, 60, 60]),
    (Trouble::Dragged, [60, 60, 60, 60, 60]),
    (Trouble::WrongLegal, [57, 56, 57, 54, 52]),
    (Trouble::WrongUnreachable, [58, 57, 60, 60, 59]),
    (Trouble::EdgeShort, [55, 55, 60, 60, 59]),
    (Trouble::EdgeLong, [55, 55, 60, 60, 59]),
    (Trouble::EmptyShort, [58, 59, 58, 59, 58]),
    (Trouble::EmptyLong, [52, 53, 53, 54, 54]),
    (Trouble::FullLong, [50, 50, 57, 57, 56]),
    (Trouble::BothLift, [60, 60, 60, 60, 59]),
    (Trouble::OpponentFirst, [59, 60, 59, 59, 59]),
    (Trouble::Turned, [60, 60, 60, 60, 60]),
    (Trouble::Reset, [60, 60, 60, 60, 60]),
    (Trouble::TwoGames, [60, 60, 60, 60, 60]),
    (Trouble::Takeback, [60, 60, 60, 60, 60]),
];

pub(crate) fn chess_game(games: &[Vec<Move>], seed: u64) -> (Chess, Vec<Move>) {
    (Chess::startpos(), games[seed as usize % games.len()].clone())
}

/// Prints how many of so many games were right; and of those lost, how many other lists explain as well.
fn print_row(name: &str, of: usize, counts: [(usize, usize); 5]) -> [usize; 5] {
    let cells = ALL_SENSORS.iter().zip(counts).map(|(sensors, (right, alike))| {
        let lost = of - right;
        format!("{} {right:>3} {:<6}", sensors.name, if lost > 0 { format!("{alike}/{lost}") } else { String::new() })
    });
    println!("{name:<18} {}", cells.collect::<Vec<_>>().join(" "));
    counts.map(|count| count.0)
}

/// Plays the table, and gives the rows that fall short. `EBOARD_ONLY=Turned` plays the rows whose names contain this;
/// `EBOARD_FIRST=60` plays sixty other games; `EBOARD_LOG=1` prints what happens in games that go wrong.
pub(crate) fn table() -> String {
    let games = games();
    let only = std::env::var("EBOARD_ONLY").unwrap_or_default();
    let first = std::env::var("EBOARD_FIRST").map_or(0, |first| first.parse().expect("a seed"));
    let mut short = String::new();
    for (trouble, floors) in FLOORS {
        let name = format!("{trouble:?}");
        if !name.contains(&only) {
            continue;
        }
        let counts =
            ALL_SENSORS.map(|sensors| right(trouble, sensors, first..first + 60, |seed| chess_game(&games, seed)));
        let row = print_row(&name, 60, counts);
        if first == 0 && row.iter().zip(floors).any(|(&row, floor)| row < floor) {
            let _ = writeln!(short, "{name}: {row:?} instead of {floors:?}");
        }
    }
    short
}

#[test]
#[ignore = "4,800 games: twenty seconds with optimizations, minutes without"]
fn games_with_a_trouble_end_with_the_right_list_of_moves() {
    let short = table();
    assert!(short.is_empty(), "{short}");
}

/// The everyday version: a few games of each row, in two columns.
#[test]
fn a_few_games_with_a_trouble_end_with_the_right_list_of_moves() {
    let games = games();
    for (trouble, _) in FLOORS {
        for sensors in [SQUARES_20, PIECES_8] {
            let (right, _) = right(trouble, sensors, 0..3, |seed| chess_game(&games, seed));
            assert!(right >= 2, "{trouble:?} {}: {right} of 3", sensors.name);
        }
    }
}

/// The events of other games, with their times, as one number. Where it changes, a board tells something else or at another time: the
/// table says whether for the better.
/// Sums of the events that boards tell in a few games of each row of [`FLOORS`], then in mixed games with each of [`ALL_SENSORS`].
#[rustfmt::skip]
const TOLD: [u32; 21] = [
    0xc203_556c, 0xf69b_5f22, 0x4c17_1bf6, 0x6021_b054, 0x9633_c121, 0x7105_81e7, 0xd24b_7fd8, 0xf620_628f,
    0xb6a2_5d0a, 0xe0ce_6dc5, 0x8d7b_67e7, 0xa5a7_8efd, 0x9b5d_72f4, 0xf725_68bb, 0x2b81_57cc, 0xb62a_49e7,
    0xcf9e_2cf2, 0x3605_38d2, 0xc0b0_545e, 0x28ee_9060, 0x8138_437f,
];

#[test]
fn what_boards_tell_in_a_few_games_with_troubles_is_known() {
    let games = games();
    let alone = FLOORS.map(|(trouble, _)| {
        let mut told = String::new();
        for seed in 3..7 {
            for sensors in [SQUARES_50, PIECES_5] {
                let (start, moves) = chess_game(&games, seed);
                told += &play(start, &moves, &[trouble], 0, sensors, seed).1.log;
            }
            let (start, moves) = makruk_game(seed);
            told += &play(start, &moves, &[trouble], 0, PIECES_8, seed).1.log;
        }
        (format!("{trouble:?}"), told)
    });
    let mixed = ALL_SENSORS.map(|sensors| {
        let told = (300..330).map(|seed| mixed_game(sensors, &games, seed).1.log);
        (sensors.name.to_owned(), told.collect::<String>())
    });
    let rows: Vec<(String, String)> = alone.into_iter().chain(mixed).collect();
    let found: Vec<u32> = rows
        .iter()
        .map(|(_, told)| {
            let mut sum = Fingerprint::default();
            sum.add_text(told);
            sum.0 as u32
        })
        .collect();
    // There is no second reader to say which word is wrong: the same text at the commit before shows it.
    if let Some(row) = (0..TOLD.len()).find(|&row| found[row] != TOLD[row]) {
        panic!("{} now tells\n{}\nall: {found:#010x?}", rows[row].0, rows[row].1);
    }
}

/// Counts the moves of a list that are not among those told, in order.
fn lost(made: &[Move], told: &[Move]) -> usize {
    let mut common = vec![0; told.len() + 1];
    for mv in made {
        let mut diagonal = 0;
        for (index, other) in told.iter().enumerate() {
            let above = common[index + 1];
            common[index + 1] = if mv == other { diagonal + 1 } else { above.max(common[index]) };
            diagonal = above;
        }
    }
    made.len() - common[told.len()]
}

/// Several troubles in each game, and noise.
const MIXED: [Trouble; 11] = [
    Trouble::RightBeforeReply,
    Trouble::WrongLegal,
    Trouble::WrongUnreachable,
    Trouble::EdgeShort,
    Trouble::EdgeLong,
    Trouble::EmptyShort,
    Trouble::EmptyLong,
    Trouble::FullLong,
    Trouble::BothLift,
    Trouble::OpponentFirst,
    Trouble::Takeback,
];

/// How many moves of two hundred games with three troubles each, noise in one reading of fifty, and every fourth of them with hands that
/// drag, every eighth turned round or followed by another game, may be lost at most.
const MOST_LOST: [(Sensors, usize); 4] = [(SQUARES_50, 673), (PIECES_50, 183), (SQUARES_20, 734), (PIECES_5, 294)];

/// Plays a game with three troubles.
fn mixed_game(sensors: Sensors, games: &[Vec<Move>], seed: u64) -> (Vec<Vec<Move>>, App) {
    let mut random = Random::new(seed + 1000);
    random.next();
    let mut troubles: Vec<Trouble> = (0..3).filter_map(|_| random.pick(&MIXED)).collect();
    match random.below(8) {
        0 | 1 => troubles.push(Trouble::Dragged),
        2 => troubles.push(Trouble::Turned),
        3 => troubles.push(Trouble::TwoGames),
        _ => {}
    }
    play(Chess::startpos(), &games[seed as usize % games.len()], &troubles, 50, sensors, seed)
}

/// Plays such games, and gives how many moves were made and how many lost.
fn mix(sensors: Sensors, games: &[Vec<Move>], seeds: core::ops::Range<u64>) -> (usize, usize) {
    let mut count = (0, 0);
    for seed in seeds {
        let (truth, app) = mixed_game(sensors, games, seed);
        let (made, told) = (truth.concat(), app.lists().concat());
        count = (count.0 + made.len(), count.1 + lost(&made, &told));
    }
    count
}

#[test]
#[ignore = "800 games: seconds with optimizations, a minute without"]
fn few_moves_are_lost_among_many_troubles() {
    let games = games();
    let short: Vec<String> = MOST_LOST
        .into_iter()
        .filter_map(|(sensors, most)| {
            let (made, lost) = mix(sensors, &games, 0..200);
            println!("{:<5} {lost} of {made} moves lost", sensors.name);
            (lost > most).then(|| format!("{}: {lost} instead of {most}", sensors.name))
        })
        .collect();
    assert!(short.is_empty(), "{short:#?}");
}

#[test]
fn moves_are_told_soon() {
    let games = games();
    let mut late: Vec<u64> = (0..8)
        .flat_map(|seed| play(Chess::startpos(), &games[seed as usize], &[], 0, SQUARES_50, seed).1.late)
        .collect();
    late.sort_unstable();
    let (half, most) = (late[late.len() / 2], late[late.len() * 95 / 100]);
    println!("half of {} moves within {half} ms, 95 % within {most} ms", late.len());
    assert!(half <= 100 && most <= 600, "{half} ms, {most} ms");
}

pub(crate) fn chess960_game(seed: u64) -> (Chess, Vec<Move>) {
    let start = Chess::chess960((seed * 23 % 960) as u16).expect("a number below 960");
    (start, game(start, seed, 50))
}

pub(crate) fn makruk_game(seed: u64) -> (Makruk, Vec<Move>) {
    let start = Makruk::startpos();
    (start, game(start, seed, 50))
}

#[test]
fn boards_of_chess960_and_makruk_go_on_too() {
    for trouble in [Trouble::Nothing, Trouble::EmptyShort, Trouble::Takeback] {
        let rights = [right(trouble, PIECES_8, 0..4, chess960_game), right(trouble, PIECES_8, 0..4, makruk_game)];
        assert!(rights.iter().all(|&(right, _)| right >= 3), "{trouble:?}: {rights:?} of 4");
    }
}

/// Of sixty random games of Chess960 and of Makruk with each trouble, how many must end with the right list of moves. Squares alone do
/// not tell a king and rook of Chess960 that change places; and no game of Chess960 can begin unless its start is announced.
#[rustfmt::skip]
const OTHER_FLOORS: [(Trouble, [usize; 5], [usize; 5]); 16] = [
    (Trouble::Nothing, [53, 52, 60, 60, 60], [60, 60, 60, 60, 60]),
    (Trouble::RightBeforeReply, [51, 51, 60, 60, 60], [60, 60, 60, 60, 60]),
    (Trouble::Dragged, [49, 49, 59, 58, 58], [60, 60, 60, 60, 60]),
    (Trouble::WrongLegal, [46, 46, 57, 57, 54], [52, 52, 52, 48, 48]),
    (Trouble::WrongUnreachable, [51, 51, 60, 60, 60], [59, 59, 59, 59, 57]),
    (Trouble::EdgeShort, [45, 44, 56, 56, 57], [60, 60, 59, 59, 56]),
    (Trouble::EdgeLong, [45, 44, 56, 56, 57], [60, 60, 59, 59, 58]),
    (Trouble::EmptyShort, [50, 50, 59, 58, 58], [56, 56, 58, 58, 58]),
    (Trouble::EmptyLong, [46, 47, 55, 54, 55], [55, 56, 58, 58, 58]),
    (Trouble::FullLong, [43, 43, 57, 57, 56], [49, 49, 59, 58, 58]),
    (Trouble::BothLift, [51, 49, 60, 60, 60], [60, 60, 60, 60, 60]),
    (Trouble::OpponentFirst, [52, 50, 60, 60, 59], [60, 60, 60, 60, 60]),
    (Trouble::Turned, [51, 51, 60, 60, 60], [60, 60, 60, 60, 60]),
    (Trouble::Reset, [0, 0, 0, 0, 0], [57, 58, 57, 58, 58]),
    (Trouble::TwoGames, [0, 0, 0, 0, 0], [59, 59, 60, 60, 60]),
    (Trouble::Takeback, [52, 51, 58, 58, 58], [60, 60, 60, 60, 60]),
];

#[test]
#[ignore = "9,000 games: a minute with optimizations, minutes without"]
fn games_of_chess960_and_makruk_with_a_trouble_end_with_the_right_list_of_moves() {
    let mut short = String::new();
    let only = std::env::var("EBOARD_ONLY").unwrap_or_default();
    for (trouble, chess960, makruk) in OTHER_FLOORS {
        if !format!("{trouble:?}").contains(&only) {
            continue;
        }
        let counts = ALL_SENSORS.map(|sensors| right(trouble, sensors, 0..60, chess960_game));
        let row = print_row(&format!("{trouble:?} Chess960"), 60, counts);
        let counts = ALL_SENSORS.map(|sensors| right(trouble, sensors, 0..60, makruk_game));
        let other = print_row(&format!("{trouble:?} Makruk"), 60, counts);
        if row.iter().chain(&other).zip(chess960.iter().chain(&makruk)).any(|(row, floor)| row < floor) {
            let _ = writeln!(short, "{trouble:?}: {row:?}, {other:?} instead of {chess960:?}, {makruk:?}");
        }
    }
    assert!(short.is_empty(), "{short}");
}

/// Shows a board of squares for so many readings: those that are empty, those that are occupied besides.
fn show(
    reader: &mut BoardReader<ChessRules>,
    base: &Chess,
    off: &[Square],
    on: &[Square],
    times: usize,
) -> Vec<BoardEvent> {
    let mut squares = base.board().occupied();
    for &square in off {
        squares.remove(square);
    }
    squares.extend(on.iter().copied());
    (0..times).filter_map(|_| reader.read(squares)).collect()
}

fn moves(text: &str) -> Vec<Move> {
    let mut position = Chess::startpos();
    text.split(' ').map(|san| position.play_san(san).expect("a legal move")).collect()
}

#[test]
fn a_piece_put_right_after_the_answer_revises_the_game() {
    use Square::{E5, E7, F3, G1, H3};
    let start = Chess::startpos();
    let mut reader = BoardReader::new(start);
    let mut told = Vec::new();
    for (off, on) in
        [(&[G1][..], &[][..]), (&[G1], &[H3]), (&[G1, E7], &[H3, E5]), (&[G1, E7], &[E5]), (&[G1, E7], &[F3, E5])]
    {
        told.extend(show(&mut reader, &start, off, on, 40));
    }
    let (wrong, right) = (moves("Nh3 e5"), moves("Nf3 e5"));
    let [first, second, BoardEvent::Revised { fallen: 2, instead }] = told[..] else { panic!("{told:?}") };
    assert_eq!([first, second], [BoardEvent::Move(wrong[0]), BoardEvent::Move(wrong[1])]);
    assert_eq!(instead[..], right);
    assert_eq!(reader.position(), &right.iter().fold(start, |position, &mv| position.after_unchecked(mv)));
}

#[test]
fn events_that_revise_are_equal_if_the_same_moves_take_the_place_of_as_many() {
    use Square::{E5, E7, F3, G1, H3};
    let start = Chess::startpos();
    let revised = |wrong, right| {
        let mut reader = BoardReader::new(start);
        let mut told = Vec::new();
        for (off, on) in
            [(&[G1][..], &[wrong][..]), (&[G1, E7], &[wrong, E5]), (&[G1, E7], &[E5]), (&[G1, E7], &[right, E5])]
        {
            told.extend(show(&mut reader, &start, off, on, 40));
        }
        told.pop().expect("an event")
    };
    assert_eq!(revised(H3, F3), revised(H3, F3));
    assert_ne!(revised(H3, F3), revised(F3, H3));
}

/// Two histories with the same readings: White has moved the pawn again, or has put it right. The likelier is told, which is the
/// legal move, and the next move decides.
#[test]
fn a_legal_move_that_puts_a_piece_right_is_told_and_revised_when_the_same_side_moves_again() {
    use Square::{E2, E3, E4, E5, E7, F3, G1};
    let start = Chess::startpos();
    let mut reader = BoardReader::new(start);
    let mut told = Vec::new();
    for (off, on) in
        [(&[E2][..], &[E3][..]), (&[E2, E7], &[E3, E5]), (&[E2, E7], &[E4, E5]), (&[E2, E7, G1], &[E4, E5, F3])]
    {
        told.extend(show(&mut reader, &start, off, on, 40));
    }
    let wrong: Vec<BoardEvent> = moves("e3 e5 e4").into_iter().map(BoardEvent::Move).collect();
    assert_eq!(told[..3], wrong);
    let [BoardEvent::Revised { fallen: 3, instead }] = told[3..] else { panic!("{told:?}") };
    assert_eq!(instead[..], moves("e4 e5 Nf3"));
}

#[test]
fn a_capture_by_the_side_that_put_a_piece_right_revises_the_game_at_once() {
    use Square::{D5, D7, E2, E3, E4};
    let start = Chess::startpos();
    let mut reader = BoardReader::new(start);
    let mut told = Vec::new();
    for (off, on, times) in [
        (&[E2][..], &[E3][..], 40),
        (&[E2, D7], &[E3, D5], 40),
        (&[E2, D7], &[E4, D5], 40),
        (&[E2, D7], &[D5], 5),
        (&[E2, D7], &[], 5),
        (&[E2, D7], &[D5], 40),
    ] {
        told.extend(show(&mut reader, &start, off, on, times));
    }
    let wrong: Vec<BoardEvent> = moves("e3 d5 e4").into_iter().map(BoardEvent::Move).collect();
    assert_eq!(told[..3], wrong);
    let [BoardEvent::Revised { fallen: 3, instead }] = told[3..] else { panic!("{told:?}") };
    assert_eq!(instead[..], moves("e4 d5 exd5"));
}

#[test]
fn a_piece_in_the_air_has_captured_nothing_while_the_answer_is_in_the_air_too() {
    use Square::{E4, E5, F6, G8};
    let start = moves("e4 d5").into_iter().fold(Chess::startpos(), |position, mv| position.after_unchecked(mv));
    let mut reader = BoardReader::new(start);
    let mut told = Vec::new();
    for (off, on) in [(&[E4][..], &[][..]), (&[E4, G8], &[]), (&[E4, G8], &[E5]), (&[E4, G8], &[E5, F6])] {
        told.extend(show(&mut reader, &start, off, on, 8));
    }
    told.extend(show(&mut reader, &start, &[E4, G8], &[E5, F6], 30));
    assert_eq!(told, moves("e4 d5 e5 Nf6")[2..].iter().map(|&mv| BoardEvent::Move(mv)).collect::<Vec<_>>());
}

#[test]
fn a_bishop_captured_after_its_capture_has_not_gone_on_while_what_it_captured_is_not_back() {
    use Square::{D8, F6, G5, H6};
    let start: Chess = "3qk3/8/5n2/6B1/8/8/8/4K3 w - - 0 1".parse().expect("a position");
    let mut reader = BoardReader::new(start);
    let mut told = Vec::new();
    // The bishop captures on f6, and is put on h6 when it is captured there.
    for (off, on, times) in [
        (&[F6][..], &[][..], 8),
        (&[F6, G5], &[], 8),
        (&[G5], &[], 60),
        (&[F6, G5], &[], 12),
        (&[F6, G5], &[H6], 12),
        (&[F6, G5, D8], &[H6], 8),
        (&[G5, D8], &[H6], 60),
    ] {
        told.extend(show(&mut reader, &start, off, on, times));
    }
    let mut position = start;
    let [first, second] = ["Bxf6", "Qxf6"].map(|san| BoardEvent::Move(position.play_san(san).expect("a legal move")));
    assert_eq!(told, [first, second, BoardEvent::Suspect { squares: H6.into() }]);
}

#[test]
fn a_piece_that_moves_from_a_square_that_was_empty_was_in_the_hand() {
    use Square::{C6, C8, E5};
    let start: Chess = "4k3/8/2n1b3/4P3/8/8/8/4K3 b - - 0 1".parse().expect("a position");
    let capture = BoardEvent::Move(start.parse_san("Nxe5").expect("a legal move"));
    for (lifted, put, landed) in
        [8, 12, 18].into_iter().flat_map(|put| [(6, put, 6), (12, put, 8), (18, put, 12), (18, put, 18)])
    {
        let mut reader = BoardReader::new(start);
        let mut told = Vec::new();
        // The pawn that the knight captures is put on c8, where the bishop could go.
        for (off, on, times) in
            [(&[E5][..], &[][..], lifted), (&[E5], &[C8], put), (&[E5, C6], &[C8], landed), (&[C6], &[C8], 60)]
        {
            told.extend(show(&mut reader, &start, off, on, times));
        }
        assert_eq!(told, [capture, BoardEvent::Suspect { squares: C8.into() }], "{lifted} {put} {landed}");
    }
}

#[test]
fn a_capture_that_no_reading_has_shown_falls_when_its_piece_lands_elsewhere() {
    use Square::{B8, C6, F4, H4};
    let start: Chess = "1n4k1/8/7p/8/7R/8/8/K7 w - - 0 1".parse().expect("a position");
    let mut reader = BoardReader::new(start);
    let mut told = Vec::new();
    // The rook, which could capture on h6, is in the hand when Black moves.
    for (off, on, times) in [(&[H4][..], &[][..], 8), (&[H4, B8], &[C6], 60), (&[H4, B8], &[C6, F4], 60)] {
        told.extend(show(&mut reader, &start, off, on, times));
    }
    let [BoardEvent::Move(first), BoardEvent::Move(second), BoardEvent::Revised { fallen: 2, instead }] = told[..]
    else {
        panic!("{told:?}")
    };
    assert!(first.is_capture());
    assert_eq!(instead[..], [start.parse_san("Rf4").expect("a legal move"), second]);
}

#[test]
fn two_captures_that_no_reading_has_shown_are_told_when_a_third_move_follows() {
    use Square::{D2, E1, E4, H5};
    let start: Chess = "4k3/8/8/3p3p/4P1B1/8/8/4K3 w - - 0 1".parse().expect("a position");
    let mut reader = BoardReader::new(start);
    let mut told = Vec::new();
    for (off, on, times) in
        [(&[E4][..], &[][..], 8), (&[E4, H5], &[], 15), (&[E4, H5, E1], &[], 8), (&[E4, H5, E1], &[D2], 40)]
    {
        told.extend(show(&mut reader, &start, off, on, times));
    }
    let mut position = start;
    let played = ["exd5", "hxg4", "Kd2"].map(|san| BoardEvent::Move(position.play_san(san).expect("a legal move")));
    assert_eq!(told, played);
}

#[test]
fn a_square_is_set_aside_though_players_never_let_the_board_rest() {
    let mut position = Chess::startpos();
    let mut reader = BoardReader::new(position);
    let mut told = Vec::new();
    let played = moves("e4 e5 Nf3 Nc6 Bb5");
    for &mv in &played {
        position = position.after_unchecked(mv);
        told.extend(show(&mut reader, &position, &[Square::A8], &[], 10));
    }
    // The bishop might have gone on.
    told.extend(show(&mut reader, &position, &[Square::A8], &[], 40));
    let listed: Vec<Move> =
        told.iter().filter_map(|event| if let BoardEvent::Move(mv) = event { Some(*mv) } else { None }).collect();
    assert_eq!(listed, played, "{told:?}");
    assert!(told.contains(&BoardEvent::Suspect { squares: Square::A8.into() }), "{told:?}");
}

#[test]
fn a_square_that_shows_nothing_is_set_aside_until_it_changes() {
    use Square::{A8, E2, E4};
    let start = Chess::startpos();
    let mut reader = BoardReader::new(start);
    let suspect = |squares: SquareSet| BoardEvent::Suspect { squares };
    assert_eq!(show(&mut reader, &start, &[A8], &[], 60), [suspect(A8.into())]);
    assert_eq!(show(&mut reader, &start, &[A8, E2], &[E4], 60), [BoardEvent::Move(moves("e4")[0])]);
    assert_eq!(show(&mut reader, &start, &[E2], &[E4], 60), [suspect(SquareSet::EMPTY)]);
}

#[test]
fn a_square_set_aside_is_not_where_a_piece_that_is_in_no_hand_was_put() {
    use Square::{A8, E2, E4, H4};
    let start = Chess::startpos();
    let mut reader = BoardReader::new(start);
    let suspect = |squares: [Square; 2]| BoardEvent::Suspect { squares: SquareSet::from(squares) };
    assert_eq!(show(&mut reader, &start, &[], &[H4], 60), [suspect([H4, H4])]);
    assert_eq!(show(&mut reader, &start, &[A8], &[H4], 60), [suspect([A8, H4])]);
    assert_eq!(show(&mut reader, &start, &[A8, E2], &[H4, E4], 60), [BoardEvent::Move(moves("e4")[0])]);
}

#[test]
fn a_move_after_which_the_board_rests_for_long_was_not_made_by_hands_that_set_up_pieces() {
    let start = Chess::startpos();
    let played = moves("Nf3 d5 Ng1");
    let made: Vec<BoardEvent> = played.iter().map(|&mv| BoardEvent::Move(mv)).collect();
    for (rest, is_made) in [(40, false), (100, true)] {
        let mut reader = BoardReader::new(start);
        let mut position = start;
        let mut told = Vec::new();
        for (&mv, times) in played.iter().zip([40, 40, rest]) {
            position = position.after_unchecked(mv);
            told.extend(show(&mut reader, &position, &[], &[], times));
        }
        assert_eq!(told, made);
        let told = show(&mut reader, &start, &[], &[], 60);
        match told[..] {
            [BoardEvent::Start] if is_made => {}
            [BoardEvent::Revised { fallen: 1, instead }, BoardEvent::Start] if !is_made && instead.is_empty() => {}
            _ => panic!("{rest}: {told:?}"),
        }
    }
}

#[test]
fn all_moves_after_the_last_long_rest_fall_when_pieces_are_set_up() {
    let mut position: Chess = "3k4/8/8/2b5/8/8/4P3/3K4 w - - 0 1".parse().expect("a position");
    let mut reader = BoardReader::new(position);
    let mut told = Vec::new();
    // The bishop is pushed aside, and the king put where it stands at the start.
    for (san, times) in [("e4", 100), ("Bb6", 30), ("Ke1", 30)] {
        position.play_san(san).expect("a legal move");
        told.extend(show(&mut reader, &position, &[], &[], times));
    }
    told.extend(show(&mut reader, &Chess::startpos(), &[], &[], 60));
    let [
        BoardEvent::Move(_),
        BoardEvent::Move(_),
        BoardEvent::Move(_),
        BoardEvent::Revised { fallen: 2, instead },
        BoardEvent::Start,
    ] = told[..]
    else {
        panic!("{told:?}")
    };
    assert!(instead.is_empty());
}

/// Shows a board that knows the pieces for so many readings: without some of a position's pieces, with others besides.
fn show_pieces(
    reader: &mut BoardReader<ChessRules>,
    base: &Chess,
    off: &[Square],
    on: &[(Square, char)],
    times: usize,
) -> Vec<BoardEvent> {
    let mut board = *base.board();
    for &square in off {
        board.set(square, None);
    }
    for &(square, piece) in on {
        board.set(square, Piece::from_char(piece));
    }
    (0..times).filter_map(|_| reader.read(board)).collect()
}

#[test]
fn a_piece_was_not_captured_where_no_reading_has_shown_it() {
    use Square::{A6, A7, C6, C7, D7};
    let start: Chess = "8/3k4/R7/8/8/8/8/4K3 w - - 0 1".parse().expect("a position");
    let mut reader = BoardReader::new(start);
    let mut told = Vec::new();
    // The rook is put on c7 by mistake, the king goes where the rook could have gone, and the rook is put right.
    for (off, on) in [
        (&[A6][..], &[(C7, 'R')][..]),
        (&[A6, D7], &[(C7, 'R'), (C6, 'k')]),
        (&[A6, D7], &[(C6, 'k')]),
        (&[A6, D7], &[(A7, 'R'), (C6, 'k')]),
    ] {
        told.extend(show_pieces(&mut reader, &start, off, on, 30));
    }
    told.retain(|event| matches!(event, BoardEvent::Move(_)));
    let mut position = start;
    let played = ["Ra7+", "Kc6"].map(|san| BoardEvent::Move(position.play_san(san).expect("a legal move")));
    assert_eq!(told, played);
}

#[test]
fn a_piece_that_was_captured_between_two_readings_is_told_at_once() {
    use Square::{D3, D5, E4};
    let start: Chess = "4k3/8/8/3p4/8/3P4/8/4K3 w - - 0 1".parse().expect("a position");
    let mut reader = BoardReader::new(start);
    let told = show_pieces(&mut reader, &start, &[D3, D5], &[(Square::D4, 'P'), (E4, 'p')], 30);
    assert!(told.iter().all(|event| !matches!(event, BoardEvent::Move(_))), "{told:?}");
    let start: Chess = "4k3/8/8/3p4/8/4P3/8/4K3 w - - 0 1".parse().expect("a position");
    let mut reader = BoardReader::new(start);
    let told = show_pieces(&mut reader, &start, &[Square::E3, D5], &[(E4, 'p')], 30);
    let mut position = start;
    let played = ["e4", "dxe4"].map(|san| BoardEvent::Move(position.play_san(san).expect("a legal move")));
    assert_eq!(told, played);
}

#[test]
fn a_capture_that_no_reading_has_shown_waits_until_the_answer_is_made() {
    use Square::{B1, E3, H1};
    let start: Chess = "3q4/5kp1/p2bp2p/1p1b4/3PpB2/P3Q3/5PK1/1r5R w - - 0 1".parse().expect("a position");
    let mut reader = BoardReader::new(start);
    let mut told = Vec::new();
    // The queen's sensor fails when the rook captures, slowly. The queen has not captured on e4.
    for (off, times) in [(&[E3][..], 8), (&[E3, H1], 8), (&[E3, H1, B1], 60), (&[E3, H1], 60)] {
        told.extend(show(&mut reader, &start, off, &[], times));
    }
    told.retain(|event| !matches!(event, BoardEvent::Impossible { .. }));
    let capture = BoardEvent::Move(start.parse_san("Rxb1").expect("a legal move"));
    assert_eq!(told, [capture, BoardEvent::Suspect { squares: E3.into() }]);
}

#[test]
fn a_piece_lifted_after_two_moves_were_taken_back_makes_no_move_of_them() {
    let games = games();
    // Four moves are taken back one by one, and the board does not rest in between.
    assert_eq!(right(Trouble::Takeback, PIECES_50, 57..58, |seed| chess_game(&games, seed)).0, 1);
}

#[test]
fn a_piece_in_the_hand_is_no_capture_after_one_that_no_reading_has_shown() {
    use Square::{E6, G4, H6};
    let start: Chess = "r1k2r2/p4p1p/7B/1p6/3P2b1/2P5/P3PP1P/RN2KB1R w KQ - 0 1".parse().expect("a position");
    let mut reader = BoardReader::new(start);
    let mut told = Vec::new();
    for (off, on, times) in [(&[H6][..], &[][..], 8), (&[H6, G4], &[], 60), (&[H6, G4], &[E6], 60)] {
        told.extend(show(&mut reader, &start, off, on, times));
    }
    let mut position = start;
    let played = ["Bxf8", "Be6"].map(|san| BoardEvent::Move(position.play_san(san).expect("a legal move")));
    assert_eq!(told, played);
}

#[test]
fn what_a_pawn_has_become_stands_while_the_pawn_stands_there() {
    use Square::{D6, E7, E8, F8, G6};
    let start: Chess = "6k1/4P3/3q4/8/8/8/8/K7 w - - 0 1".parse().expect("a position");
    let promotion = start.parse_san("e8=Q+").expect("a legal move");
    let mut reader = BoardReader::new(start);
    let pawn = (E8, 'P');
    assert_eq!(show_pieces(&mut reader, &start, &[E7], &[pawn], 30), [BoardEvent::Ambiguous]);
    reader.play(promotion).expect("a legal move");
    // The queen is put where it could go if the pawn had become a knight, and then put right.
    let mut told = Vec::new();
    for queen in [G6, F8] {
        told.extend(show_pieces(&mut reader, &start, &[E7, D6], &[pawn, (queen, 'q')], 40));
    }
    told.retain(|event| !matches!(event, BoardEvent::Impossible { .. }));
    assert_eq!(told, [BoardEvent::Move(start.after_unchecked(promotion).parse_san("Qf8").expect("a legal move"))]);
}

#[test]
fn several_moves_taken_back_fall_in_one_event() {
    let start = Chess::startpos();
    let mut reader = BoardReader::new(start);
    let mut position = start;
    for mv in moves("e4 e5 Nf3 Nc6") {
        position = position.after_unchecked(mv);
        assert_eq!(show(&mut reader, &position, &[], &[], 40), [BoardEvent::Move(mv)]);
    }
    let two = moves("e4 e5").into_iter().fold(start, |position, mv| position.after_unchecked(mv));
    let told = show(&mut reader, &two, &[], &[], 40);
    assert!(matches!(told[..], [BoardEvent::Revised { fallen: 2, instead }] if instead.is_empty()), "{told:?}");
    assert_eq!(reader.position().board(), two.board());
}

/// What occupied squares cannot decide: two games, and hands in each of them that let a board show the same from the first reading to the
/// last. Whichever is told, the other one is lost. In each row: the squares where pieces stand beside the second game.
#[test]
fn two_games_may_give_the_same_readings() {
    use Square::{A7, A8, D5, D8, E2, E3, E4, E5, E7, F1, F5, G1, H3, H4};
    type Squares = &'static [Square];
    type Row = (&'static str, &'static str, &'static str, Squares, &'static [(Squares, Squares)]);
    let rows: [Row; 5] = [
        // What a pawn has become.
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=Q", "a8=N", &[], &[(&[A7], &[]), (&[A7], &[A8])]),
        // Which piece was captured, if the other one was put straight while the pawn was in the hand.
        (
            "k7/8/8/3p1p2/4P3/8/8/K7 w - - 0 1",
            "exd5",
            "exf5",
            &[],
            &[(&[E4], &[]), (&[E4, D5], &[]), (&[E4], &[]), (&[E4, F5], &[]), (&[E4], &[])],
        ),
        // Whether a pawn has moved again or was put right.
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "e3 e5 e4",
            "e4 e5",
            &[],
            &[(&[E2], &[E3]), (&[E2, E7], &[E3, E5]), (&[E2, E7], &[E4, E5])],
        ),
        // Whether king and rook have changed places or were lifted.
        ("k7/8/8/8/8/8/8/5KR1 w G - 0 1", "O-O", "", &[], &[(&[F1], &[]), (&[F1, G1], &[]), (&[], &[])]),
        // Whether the queen has moved while the pawn was put straight, or has captured the pawn, which stands on the edge.
        (
            "6k1/8/8/8/7q/7P/8/K7 b - - 0 1",
            "Qd8",
            "Qxh3",
            &[D8],
            &[(&[H4], &[]), (&[H4, H3], &[]), (&[H4, H3], &[D8]), (&[H4], &[D8])],
        ),
    ];
    for (fen, one, other, beside, shown) in rows {
        let start: Chess = fen.parse().expect("a position");
        let ends = [one, other].map(|text| {
            let mut end = start;
            for san in text.split_whitespace() {
                end.play_san(san).expect("a legal move");
            }
            end
        });
        let mut squares = start.board().occupied();
        let mut reader = BoardReader::new(start);
        for (off, on) in shown {
            squares = start.board().occupied() - off.iter().copied().collect();
            squares.extend(on.iter().copied());
            for _ in 0..40 {
                if reader.read(squares) == Some(BoardEvent::Ambiguous) {
                    assert!(reader.candidates().len() > 1, "{fen}");
                    reader.play(start.parse_san(one).expect("a legal move")).expect("a legal move");
                }
            }
        }
        let other_squares = ends[1].board().occupied() | beside.iter().copied().collect();
        assert_eq!([ends[0].board().occupied(), other_squares], [squares; 2], "{fen}: {one}, {other}");
        assert!(ends.contains(reader.position()), "{fen}: {}", reader.position().fen());
        assert_ne!(ends[0], ends[1], "{fen}");
    }
}

#[test]
fn a_capture_on_the_queen_s_own_square_stays_when_pieces_are_set_up() {
    let position: Chess = "3Qk3/8/5q2/8/8/8/8/4K3 b - - 0 1".parse().expect("a position");
    let capture = position.parse_san("Qxd8").expect("a legal move");
    let mut reader = BoardReader::new(position);
    let boards = [*position.after_unchecked(capture).board(), *Chess::startpos().board()];
    let told: Vec<BoardEvent> =
        boards.iter().flat_map(|&board| [board; 40]).filter_map(|board| reader.read(board)).collect();
    assert_eq!(told, [BoardEvent::Move(capture), BoardEvent::Start]);
}

#[test]
fn a_last_move_that_hands_take_back_while_they_set_up_pieces_is_told_again() {
    let start = *Chess::startpos().board();
    let told = |fen: &str, played: &str, back: &[&str]| -> Vec<BoardEvent> {
        let mut position: Chess = fen.parse().expect("a position");
        let mut reader = BoardReader::new(position);
        let mut boards: Vec<Board0x88> = Vec::new();
        for san in played.split(' ') {
            position.play_san(san).expect("a legal move");
            boards.push(*position.board());
        }
        boards.extend(back.iter().map(|fen| *fen.parse::<Chess>().expect("a position").board()));
        boards.push(start);
        boards.into_iter().flat_map(|board| [board; 60]).filter_map(|board| reader.read(board)).collect()
    };
    // Back to where it stands at the start: the move was made, and hands set up pieces.
    let home = told("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4 Kd7", &["4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"]);
    let [BoardEvent::Move(_), BoardEvent::Move(made), BoardEvent::Takeback, BoardEvent::Move(again), BoardEvent::Start] =
        home[..]
    else {
        panic!("{home:?}")
    };
    assert_eq!(made, again);
    // On to there.
    let on = told("4k3/8/8/8/6b1/8/8/4K3 b - - 0 1", "Be6", &["2b1k3/8/8/8/8/8/8/4K3 w - - 0 1"]);
    assert!(
        matches!(on[..], [
            BoardEvent::Move(made),
            BoardEvent::Takeback,
            BoardEvent::Move(_),
            BoardEvent::Revised { fallen: 1, instead },
            BoardEvent::Start
        ] if instead[..] == [made]),
        "{on:?}"
    );
    // Back to somewhere else: it is taken back.
    let taken = told("8/8/3k4/8/8/8/4P3/4K3 w - - 0 1", "e4 Kc6", &["8/8/3k4/8/4P3/8/8/4K3 b - - 0 1"]);
    assert!(
        matches!(taken[..], [BoardEvent::Move(_), BoardEvent::Move(_), BoardEvent::Takeback, BoardEvent::Start]),
        "{taken:?}"
    );
}

#[test]
fn kings_in_the_centre_say_how_a_game_has_ended() {
    use Square::{D4, D5, E4, E5};
    let end: Chess = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1".parse().expect("a position");
    for (centre, winner) in
        [([E4, D5], Some(Color::White)), ([D4, E5], Some(Color::Black)), ([D4, D5], None), ([E5, E4], None)]
    {
        let mut board = *end.board();
        board.set(Square::E1, None);
        board.set(Square::E8, None);
        board.set(centre[0], end.board().piece_at(Square::E1));
        board.set(centre[1], end.board().piece_at(Square::E8));
        for knows in [Knows::Squares, Knows::Pieces] {
            let mut reader = BoardReader::new(end);
            let told: Vec<BoardEvent> = (0..60).filter_map(|_| reader.read(knows.reading(&board))).collect();
            assert_eq!(told, [BoardEvent::Result { winner }], "{centre:?} {knows:?}");
        }
    }
}

#[test]
fn boards_that_cannot_be_lose_no_moves() {
    let start = Chess::startpos();
    let played = moves("e4 e5 Nf3");
    for wild in [SquareSet::EMPTY, !SquareSet::EMPTY, SquareSet::from_bits(0xAAAA_5555_AAAA_5555)] {
        let mut reader = BoardReader::new(start);
        let (mut position, mut told) = (start, Vec::new());
        for &mv in &played {
            told.extend((0..100).filter_map(|_| reader.read(wild)));
            // Readings out of order: the board before, again and again.
            let shown = [position.board().occupied(), wild];
            told.extend((0..30).filter_map(|n| reader.read(shown[n % 2])));
            told.extend(show(&mut reader, &position, &[], &[], 30));
            position = position.after_unchecked(mv);
            told.extend(show(&mut reader, &position, &[], &[], 40));
        }
        let listed: Vec<Move> =
            told.iter().filter_map(|event| if let BoardEvent::Move(mv) = event { Some(*mv) } else { None }).collect();
        assert_eq!(listed, played, "{told:?}");
        let is_impossible = |event: &&BoardEvent| matches!(event, BoardEvent::Impossible { .. });
        assert_eq!(told.iter().filter(is_impossible).count(), 3, "{told:?}");
        assert_eq!(told.iter().filter(|event| **event == BoardEvent::Cleared).count(), 3, "{told:?}");
        assert_eq!(told.len(), 9, "{told:?}");
    }
}

/// Shows boards of a game in any order, boards that cannot be, the start, and boards of the other kind, and keeps a list by the events.
fn keep_list_of_wild_readings<R: Rules>(seed: u64) {
    let mut random = Random::new(seed);
    let start = Position::<R>::startpos();
    let mut shown = vec![*start.board()];
    let mut position = start;
    for mv in game(start, seed, 12) {
        position = position.after_unchecked(mv);
        shown.push(*position.board());
    }
    let mut reader = BoardReader::new(start).with_patience(1, 4);
    let mut list = vec![start];
    for _ in 0..150 {
        // Moves are entered, and taken back.
        if let Some(&mv) = random.pick(&sorted_moves(reader.position())).as_ref().filter(|_| random.one_in(8)) {
            reader.play(mv).expect("a legal move");
            list.push(*reader.position());
        } else if random.one_in(40) && reader.undo() {
            list.pop();
        }
        let mut board = shown[random.below(shown.len())];
        match random.below(12) {
            0 => board = Board0x88::empty(),
            1 => Square::ALL.into_iter().for_each(|square| board.set(square, random.pick(&Piece::ALL))),
            2..=5 => {
                let (square, piece) = (Square::ALL[random.below(64)], random.pick(&Piece::ALL));
                board.set(square, piece.filter(|_| random.one_in(2)));
            }
            _ => {}
        }
        let knows = if random.one_in(20) == seed.is_multiple_of(2) { Knows::Squares } else { Knows::Pieces };
        for _ in 0..random.below(14) {
            match reader.read(knows.reading(&board)) {
                Some(BoardEvent::Move(mv)) => {
                    let last = list[list.len() - 1];
                    assert!(last.is_legal(mv), "seed {seed}: {mv:?} in {}", last.fen());
                    list.push(last.after_unchecked(mv));
                }
                Some(BoardEvent::Takeback) => drop(list.pop()),
                Some(BoardEvent::Revised { fallen, instead }) => {
                    assert!(fallen < list.len(), "seed {seed}: {fallen} of {}", list.len() - 1);
                    list.truncate(list.len() - fallen);
                    for &mv in &*instead {
                        let last = list[list.len() - 1];
                        assert!(last.is_legal(mv), "seed {seed}: {mv:?} in {}", last.fen());
                        list.push(last.after_unchecked(mv));
                    }
                }
                Some(BoardEvent::Start) => list = vec![start],
                _ => {}
            }
            assert_eq!(list.last(), Some(reader.position()), "seed {seed}");
        }
    }
}

#[test]
fn a_list_kept_by_the_events_of_wild_readings_is_that_of_the_reader() {
    for seed in 0..60 {
        keep_list_of_wild_readings::<ChessRules>(seed);
        keep_list_of_wild_readings::<MakrukRules>(seed);
    }
}

#[test]
fn pieces_are_set_up_as_any_position_that_the_program_announces() {
    let study: Chess = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1".parse().expect("a position");
    let c7 = study.parse_san("c7").expect("a legal move");
    for knows in [Knows::Squares, Knows::Pieces] {
        for seed in 0..20 {
            let mut random = Random::new(seed);
            let mut board = *Chess::startpos().board();
            let mut reader = BoardReader::new(Chess::startpos()).with_patience(2, 9);
            reader.set_position(study);
            for (square, piece, ms) in set_up(&board, study.board(), &mut random) {
                board.set(square, piece);
                let shown = knows.reading(&board);
                assert!((0..ms / 50).all(|_| reader.read(shown).is_none()), "{knows:?} seed {seed}");
            }
            assert!((0..30).all(|_| reader.read(knows.reading(study.board())).is_none()), "{knows:?} seed {seed}");
            let moved = knows.reading(study.after_unchecked(c7).board());
            let told: Vec<BoardEvent> = (0..30).filter_map(|_| reader.read(moved)).collect();
            assert_eq!(told, [BoardEvent::Move(c7)], "{knows:?} seed {seed}");
        }
    }
}
