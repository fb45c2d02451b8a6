//! People at a board: hands that adjust pieces at each move, lift pieces and put them back, put pieces on wrong squares, go back through
//! a game, promote and castle in any order, knock and push pieces. Two of them play, or one plays against an engine or on a server.

use core::fmt::Write;
use core::ops::Range;

use crate::against::{Table, count_of};
use crate::games::{Knows, Timed, game};
use crate::troubles::{
    ALL_SENSORS, CALM, PIECES_8, SQUARES_20, Sensors, chess_game, chess960_game, games, wrong_square,
};
use chess0x88::{Board0x88, Chess, Color, Move, Piece, Position, Rules, Square, SquareSet};
use common::{Random, sorted_moves};

/// What hands do besides the moves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Habit {
    Nothing,
    /// Either side's piece is put straight at each move: before it, while its piece is in the hand, after it.
    AdjustBefore,
    AdjustWhile,
    AdjustAfter,
    /// A piece is lifted for long at each move, and put back before the piece that moves is lifted; or after the move.
    LiftBefore,
    LiftOver,
    /// A piece goes to a wrong square where it could go, and is put right at once, or after the answer.
    SlipAtOnce,
    SlipAfter,
    /// One to eight moves are taken back, in any order, and made again.
    BackFast,
    BackSlowly,
    /// Another piece is knocked over at each move, and stood up again.
    Knock,
    /// A piece that moves stands on two squares for a moment.
    Push,
    /// The rook first and slowly, or both pieces in the hands; the piece for a pawn first.
    Orders,
    /// The own next move is made while an entered move waits, seen to be early, and put back.
    EarlyAnswer,
    /// A piece of the side that is not to move is moved, and put back.
    OutOfTurn,
    /// The piece that has moved stands half on a square beside for a moment.
    HalfWay,
}

const HABITS: [Habit; 16] = [
    Habit::Nothing,
    Habit::AdjustBefore,
    Habit::AdjustWhile,
    Habit::AdjustAfter,
    Habit::LiftBefore,
    Habit::LiftOver,
    Habit::SlipAtOnce,
    Habit::SlipAfter,
    Habit::BackFast,
    Habit::BackSlowly,
    Habit::Knock,
    Habit::Push,
    Habit::Orders,
    Habit::EarlyAnswer,
    Habit::OutOfTurn,
    Habit::HalfWay,
];

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Who {
    Two,
    Engine,
    Server,
}

const WHO: [Who; 3] = [Who::Two, Who::Engine, Who::Server];

/// A piece other than those of a move, lifted for so long, and put back.
fn lift<R: Rules>(table: &mut Table<'_, R>, position: &Position<R>, mv: Move, ms: Range<u64>) -> Option<[Timed; 2]> {
    let mut near = SquareSet::between(mv.from(), mv.to());
    // A board that knows no pieces shows the capture of a piece that is put straight while another one in the hand could capture it.
    if table.sensors.knows == Knows::Squares {
        near.extend(position.legal_moves_from(mv.from()).iter().map(|mv| mv.to()));
    }
    near.extend([mv.from(), mv.to(), mv.landing()]);
    if let Some(castling) = mv.castling() {
        near |= SquareSet::between(castling.king, castling.rook);
        near.extend([castling.rook, castling.king_to, castling.rook_to]);
    }
    let others: Vec<Square> = (table.board.occupied() - near).into_iter().collect();
    let square = table.random.pick(&others)?;
    let piece = table.board.piece_at(square);
    let (ms, after) = (table.between(ms), table.between(50..400));
    Some([(square, None, ms), (square, piece, after)])
}

/// The orders in which hands promote and castle besides those of [`CALM`].
fn rare_order<R: Rules>(table: &mut Table<'_, R>, position: &Position<R>, mv: Move) -> Option<Vec<Timed>> {
    let mut pause = |range: Range<u64>| crate::games::between(&mut table.random, range);
    let moved = position.board().piece_at(mv.from())?;
    if let Some(role) = mv.promotion() {
        let promoted = Some(Piece::new(moved.color(), role));
        let mut steps = Vec::new();
        if mv.is_capture() {
            steps.push((mv.to(), None, pause(100..900)));
        }
        steps.extend([(mv.to(), promoted, pause(100..1500)), (mv.from(), None, 0)]);
        return Some(steps);
    }
    let castling = mv.castling()?;
    let rook = position.board().piece_at(castling.rook);
    let mut steps = vec![(castling.rook, None, pause(100..900))];
    if castling.rook_to == castling.king || castling.king_to == castling.rook || pause(0..2) == 0 {
        steps.push((castling.king, None, pause(100..900)));
        steps.push((castling.rook_to, rook, pause(100..900)));
    } else {
        steps.push((castling.rook_to, rook, pause(100..900)));
        steps.push((castling.king, None, pause(100..900)));
    }
    steps.push((castling.king_to, Some(moved), 0));
    Some(steps)
}

/// A quiet move that is made and put back, unless its piece was lately moved: then a slip put right shows the same.
fn make_and_put_back<R: Rules>(table: &mut Table<'_, R>, mv: Move, busy: &[Move]) {
    let lately = table.made[table.made.len().saturating_sub(9)..].iter().map(|made| made.1);
    let busy: SquareSet =
        lately.chain(busy.iter().copied()).flat_map(|mv| [mv.from(), mv.to(), mv.landing()]).collect();
    let is_free = table.board.piece_at(mv.to()).is_none() && mv.castling().is_none() && mv.promotion().is_none();
    if !is_free || mv.is_capture() || busy.contains(mv.from()) || busy.contains(mv.to()) {
        return;
    }
    let piece = table.board.piece_at(mv.from());
    let [up, rest, back, then] = [80..400, 300..2500, 80..400, 100..600].map(|ms| table.between(ms));
    table.act(&[(mv.from(), None, up), (mv.to(), piece, rest), (mv.to(), None, back), (mv.from(), piece, then)]);
}

/// Makes a move with a habit.
fn make<R: Rules>(
    table: &mut Table<'_, R>,
    position: &Position<R>,
    (mv, next): (Move, Option<Move>),
    ply: usize,
    habit: Habit,
) -> Option<Vec<Timed>> {
    table.made.push((ply, mv));
    let mut steps = CALM.make(position, mv, &mut table.random);
    let mut later = None;
    let is_rare = table.random.one_in(6);
    match habit {
        Habit::AdjustBefore | Habit::LiftBefore => {
            let ms = if habit == Habit::LiftBefore { 400..3000 } else { 80..500 };
            let [off, on] = lift(table, position, mv, ms)?;
            table.act(&[off, on]);
        }
        Habit::AdjustAfter => {
            steps.last_mut()?.2 += table.between(0..900);
            steps.extend(lift(table, position, mv, 80..500)?);
        }
        Habit::AdjustWhile | Habit::LiftOver | Habit::Knock => {
            let first = steps.iter().position(|step| step.0 == mv.from()).unwrap_or(0);
            let [off, mut on] = lift(table, position, mv, 100..500)?;
            match habit {
                Habit::AdjustWhile => drop(steps.splice(first + 1..=first, [off, on])),
                Habit::LiftOver => {
                    steps.insert(first, off);
                    later = Some(vec![on]);
                }
                _ => {
                    // It falls when the other piece lands.
                    steps.last_mut()?.2 = table.between(0..40);
                    steps.push((off.0, None, table.between(300..2500)));
                    on.2 = 300;
                    steps.push(on);
                }
            }
        }
        Habit::Push if mv.castling().is_none() && mv.promotion().is_none() && !mv.is_capture() => {
            let moved = position.board().piece_at(mv.from());
            steps = vec![(mv.to(), moved, table.between(5..60)), (mv.from(), None, 0)];
        }
        Habit::SlipAtOnce | Habit::SlipAfter if is_rare => {
            let answer = next.filter(|_| habit == Habit::SlipAfter);
            let is_possible = habit == Habit::SlipAtOnce || answer.is_some();
            if is_possible && let Some(wrong) = wrong_square(position, mv, answer, true, &mut table.random) {
                let moved = position.board().piece_at(mv.from());
                // From there it could move on, and no board tells whether it was put right: two games with the same readings.
                let after = position
                    .find_move(mv.from(), wrong, None)
                    .ok()
                    .zip(answer)
                    .map(|(slip, answer)| position.after_unchecked(slip).after_unchecked(answer));
                if after.is_some_and(|after| after.find_move(wrong, mv.to(), None).is_ok()) {
                    table.act(&steps);
                    return None;
                }
                let slip =
                    sorted_moves(position).iter().copied().find(|&slip| (slip.from(), slip.to()) == (mv.from(), wrong));
                table.made.extend(slip.map(|slip| (ply, slip)));
                let mut pause = || crate::games::between(&mut table.random, 80..400);
                steps =
                    vec![(mv.from(), None, pause()), (wrong, moved, if answer.is_some() { 0 } else { 6 * pause() })];
                let right = vec![(wrong, None, pause()), (mv.to(), moved, 300)];
                if answer.is_some() { later = Some(right) } else { steps.extend(right) }
            }
        }
        Habit::EarlyAnswer => {
            // The player has not looked at the waiting move.
            let early = next.filter(|&next| position.with_turn(!position.turn()).is_ok_and(|own| own.is_legal(next)));
            if let Some(early) = early {
                make_and_put_back(table, early, &[mv]);
            }
        }
        Habit::OutOfTurn if is_rare => {
            if let Ok(other) = position.with_turn(!position.turn()) {
                let moves: Vec<Move> = sorted_moves(&other).iter().copied().filter(|mv| !mv.is_capture()).collect();
                if let Some(wrong) = table.random.pick(&moves) {
                    make_and_put_back(table, wrong, &[mv]);
                }
            }
        }
        Habit::HalfWay if mv.castling().is_none() && mv.promotion().is_none() => {
            // Where the piece could go itself, squares alone do not tell which of the two it has left.
            let could: SquareSet = position.legal_moves_from(mv.from()).iter().map(|mv| mv.to()).collect();
            let beside = Piece::WHITE_KING.attacks(mv.to(), SquareSet::EMPTY) - table.board.occupied() - could;
            let beside: Vec<Square> = beside.into_iter().filter(|&square| square != mv.from()).collect();
            if let Some(beside) = table.random.pick(&beside) {
                let ms = table.between(200..1500);
                steps.push((beside, position.board().piece_at(mv.from()), ms));
                steps.push((beside, None, 300));
            }
        }
        Habit::Orders => {
            if let Some(order) = rare_order(table, position, mv) {
                steps = order;
            }
        }
        _ => {}
    }
    table.act(&steps);
    later
}

/// Takes moves back in any order, each piece as long in the air as said.
fn take_back<R: Rules>(table: &mut Table<'_, R>, boards: &[&Board0x88], ms: Range<u64>) {
    // The two pieces of a turn in either order, where they do not stand in each other's way.
    let mut back = boards.len() - 1;
    while back > 0 {
        let two = back > 1 && table.random.one_in(3);
        let to = back - if two { 2 } else { 1 };
        let mut targets = vec![boards[to]];
        if !two {
            targets.truncate(1);
        }
        for target in targets {
            let differing = |table: &Table<'_, R>| -> Vec<Square> {
                Square::ALL
                    .into_iter()
                    .filter(|&square| table.board.piece_at(square) != target.piece_at(square))
                    .collect()
            };
            loop {
                let wrong = differing(table);
                if wrong.is_empty() {
                    break;
                }
                // A piece whose place is free goes there; a captured one comes from beside the board.
                let free: Vec<Square> =
                    wrong.iter().copied().filter(|&square| table.board.piece_at(square).is_none()).collect();
                let home = table.random.pick(&free);
                if let Some(home) = home {
                    let piece = target.piece_at(home);
                    let from = wrong.iter().copied().find(|&from| from != home && table.board.piece_at(from) == piece);
                    if let Some(from) = from {
                        let air = table.between(ms.clone());
                        table.act(&[(from, None, air)]);
                    }
                    let rest = table.between(ms.clone());
                    table.act(&[(home, piece, rest)]);
                } else {
                    let air = table.between(ms.clone());
                    table.act(&[(wrong[0], None, air)]);
                }
            }
        }
        back = to;
    }
    table.wait(2500);
}

/// Plays a game with a habit, and gives the table at its end.
fn play<R: Rules>(
    start: Position<R>,
    moves: &[Move],
    (habit, who): (Habit, Who),
    sensors: Sensors,
    seed: u64,
) -> Table<'_, R> {
    let mut positions = vec![start];
    for &mv in moves {
        positions.push(positions[positions.len() - 1].after_unchecked(mv));
    }
    let boards: Vec<&Board0x88> = positions.iter().map(Position::board).collect();
    let side = (who != Who::Two).then_some(if seed % 4 < 2 { Color::White } else { Color::Black });
    let mut table = Table::new(start, moves, side, sensors, seed);
    table.client.is_server = who == Who::Server;
    let mut later: Option<Vec<Timed>> = None;
    let mut ply = 0;
    let mut backs = 2;
    table.wait(1000);
    while ply < moves.len() {
        let (position, mv) = (&positions[ply], moves[ply]);
        let is_own = side.is_none_or(|side| side == position.turn());
        let is_back = matches!(habit, Habit::BackFast | Habit::BackSlowly);
        if !is_own {
            table.wait_for(ply + 1, ply + 1);
            let pause = table.between(100..1500);
            table.wait(pause);
        }
        if is_back && is_own && who != Who::Server && backs > 0 && ply > 8 && table.random.one_in(8) {
            backs -= 1;
            table.wait(1500);
            let mut back = 1 + table.random.below(8);
            if who == Who::Engine {
                back += back % 2;
            }
            let ms = if habit == Habit::BackFast { 80..300 } else { 700..2000 };
            take_back(&mut table, &boards[ply - back..=ply], ms);
            ply -= back;
            table.agree(&positions, &moves[..ply]);
            continue;
        }
        let next = moves.get(ply + 1).copied();
        let is_habit = match habit {
            Habit::SlipAtOnce | Habit::SlipAfter => is_own,
            Habit::EarlyAnswer => !is_own,
            _ => true,
        };
        let again = make(&mut table, position, (mv, next), ply, if is_habit { habit } else { Habit::Nothing });
        let pause = table.between(300..2000);
        table.wait(pause);
        if let Some(right) = later.take() {
            table.act(&right);
            let pause = table.between(300..2000);
            table.wait(pause);
        }
        later = again;
        if habit == Habit::LiftOver {
            table.act(&later.take().unwrap_or_default());
            let pause = table.between(300..2000);
            table.wait(pause);
        }
        ply += 1;
    }
    table.act(&later.unwrap_or_default());
    table.wait(4000);
    table
}

/// A game in which each side goes back with what it has moved in half of its moves.
fn shuffled(seed: u64) -> (Chess, Vec<Move>) {
    let mut random = Random::new(seed);
    let mut position = Chess::startpos();
    let mut moves: Vec<Move> = Vec::new();
    for ply in 0_usize..50 {
        let legal = sorted_moves(&position);
        let last = ply.checked_sub(2).map(|last| moves[last]);
        let is_back = |mv: &Move| last.is_some_and(|last| (mv.from(), mv.to()) == (last.to(), last.from()));
        let back = legal.iter().copied().find(|mv| is_back(mv) && !mv.is_capture());
        let Some(mv) = back.filter(|_| random.one_in(2)).or_else(|| random.pick(&legal)) else { break };
        moves.push(mv);
        position.play_unchecked(mv);
    }
    (Chess::startpos(), moves)
}

fn count<R: Rules>(
    deed: (Habit, Who),
    sensors: Sensors,
    seeds: Range<u64>,
    of: impl Fn(u64) -> (Position<R>, Vec<Move>),
) -> (usize, usize) {
    count_of(deed, sensors, seeds, of, |start, moves, seed| (moves.len(), play(start, moves, deed, sensors, seed)))
}

const GAMES: u64 = 10;

/// Of a thousand games, how many must end with the right list; and how many moves may be told that were not made. For two people, an engine,
/// a server.
const FLOORS: [(usize, usize); 3] = [(992, 14), (999, 0), (999, 0)];

fn is_played(habit: Habit, who: Who) -> bool {
    // A server takes nothing back, and an engine answers a slip. Of two people one who moves twice in a row looks like one who puts a piece
    // right: 43 of 200 games are lost.
    match habit {
        Habit::SlipAfter => who == Who::Two,
        Habit::EarlyAnswer | Habit::OutOfTurn => who != Who::Two,
        Habit::SlipAtOnce | Habit::BackFast | Habit::BackSlowly => who != Who::Server,
        _ => true,
    }
}

/// Plays games of people, of shuffled pieces, by chance, and of Chess960. Gives for each the right ones and the phantom moves.
fn counts(deed: (Habit, Who), sensors: Sensors, seeds: &Range<u64>) -> [(usize, usize); 4] {
    let games = games();
    [
        count(deed, sensors, seeds.clone(), |seed| chess_game(&games, seed)),
        count(deed, sensors, seeds.clone(), shuffled),
        count(deed, sensors, seeds.clone(), |seed| (Chess::startpos(), game(Chess::startpos(), seed, 70))),
        count(deed, sensors, seeds.clone(), chess960_game),
    ]
}

/// `EBOARD_ONLY=Slip` plays the rows whose names contain this, `EBOARD_SENSORS=sq50` one board, `EBOARD_GAMES=60` more games,
/// `EBOARD_FIRST=60` others; `EBOARD_LOG=1` prints those that go wrong.
#[test]
#[ignore = "6,600 games: minutes with optimizations"]
fn games_of_people_end_with_the_right_list_of_moves() {
    let var = |name: &str| std::env::var(name).unwrap_or_default();
    let number: u64 = var("EBOARD_GAMES").parse().unwrap_or(GAMES);
    let first: u64 = var("EBOARD_FIRST").parse().unwrap_or(0);
    let mut totals = [(0, 0, 0); 3];
    for (habit, who) in HABITS.into_iter().flat_map(|habit| WHO.map(|who| (habit, who))) {
        let name = format!("{habit:?}/{who:?}");
        if !name.contains(&var("EBOARD_ONLY")) || !is_played(habit, who) {
            continue;
        }
        let mut cells = String::new();
        for sensors in ALL_SENSORS.into_iter().filter(|sensors| sensors.name.contains(&var("EBOARD_SENSORS"))) {
            let counts = counts((habit, who), sensors, &(first..first + number));
            let _ = write!(cells, " {}", sensors.name);
            let (right, phantoms, of) = &mut totals[who as usize];
            for (games, moves) in counts {
                (*right, *phantoms, *of) = (*right + games, *phantoms + moves, *of + number as usize);
                let phantoms = if moves > 0 { format!("!{moves}") } else { String::new() };
                let _ = write!(cells, " {:<6}", format!("{games}{phantoms}"));
            }
        }
        println!("{name:<20}{cells}");
    }
    println!("right, phantom moves, of: {totals:?}");
    for ((right, phantoms, of), (least, most)) in totals.into_iter().zip(FLOORS) {
        assert!(right * 1000 >= least * of && phantoms * 1000 <= most * of, "{right} and {phantoms} of {of}");
    }
}

#[test]
fn a_few_games_of_people_end_with_the_right_list_of_moves() {
    for (habit, who) in HABITS.into_iter().flat_map(|habit| WHO.map(|who| (habit, who))) {
        for sensors in [SQUARES_20, PIECES_8] {
            if is_played(habit, who) {
                let right: usize = counts((habit, who), sensors, &(0..2)).iter().map(|count| count.0).sum();
                assert!(right >= 7, "{habit:?} {who:?} {}: {right} of 8", sensors.name);
            }
        }
    }
}
