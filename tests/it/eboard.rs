//! A real board, simulated: every game played in every order of lifting and putting, with noise; each move is reported once,
//! and no other.

use core::ops::Range;

use crate::common::{Random, chess, makruk};
use chess0x88::eboard::{BoardEvent, BoardReader, Inference, Reading, candidates, infer};
use chess0x88::{
    Board0x88, Chess, ChessRules, Makruk, Move, MoveKind, Piece, Position, Role, Rules, Square, SquareSet,
};

/// What the board knows.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Knows {
    Squares,
    Pieces,
}

impl Knows {
    fn reading(self, board: &Board0x88) -> Reading {
        match self {
            Knows::Squares => board.occupied().into(),
            Knows::Pieces => (*board).into(),
        }
    }
}

/// One thing that a hand does.
type Step = (Square, Option<Piece>);

/// Every order in which hands make a move, as it is played on a position.
fn orders<R: Rules>(position: &Position<R>, mv: Move, knows: Knows) -> Vec<Vec<Step>> {
    let moved = position.moved_piece(mv).expect("a piece that moves");
    let (from, to) = (mv.from(), mv.to());
    let (off, put) = ((from, None), (to, Some(moved)));
    if let Some(castling) = mv.castling() {
        let rook = Some(Piece::new(moved.color(), Role::Rook));
        let (rook_off, king_on, rook_on) =
            ((castling.rook, None), (castling.king_to, Some(moved)), (castling.rook_to, rook));
        let all = [
            vec![off, king_on, rook_off, rook_on],
            vec![rook_off, rook_on, off, king_on],
            vec![off, rook_off, king_on, rook_on],
            vec![rook_off, off, rook_on, king_on],
        ];
        // In Chess960 one may stand where the other goes.
        let is_possible = |order: &Vec<Step>| {
            let mut board = *position.board();
            order.iter().all(|&(square, piece)| {
                let fits = piece.is_none() || board.piece_at(square).is_none();
                board.set(square, piece);
                fits
            })
        };
        return all.into_iter().filter(is_possible).collect();
    }
    let arrives: Vec<Vec<Step>> = match mv.promotion() {
        None => vec![vec![put]],
        Some(role) => {
            let promoted = (to, Some(Piece::new(moved.color(), role)));
            // The new piece at once; or the pawn first; or the pawn is left standing for it.
            vec![vec![promoted], vec![put, (to, None), promoted], vec![put]]
        }
    };
    let captured = position.captured_piece(mv).map(|(square, _)| square);
    let begins: Vec<Vec<Step>> = match captured {
        None => vec![vec![off]],
        Some(victim) => {
            let mut begins = vec![vec![off, (victim, None)], vec![(victim, None), off]];
            // Two hands, or one that is fast: the victim's square is never seen empty. Without pieces to be seen, that may only
            // mean one thing if it is the only capture.
            let captures = position.legal_captures();
            let alone = captures.iter().filter(|other| other.from() == from).count() == 1;
            if victim == to && (knows == Knows::Pieces || alone) {
                begins.push(vec![off]);
            }
            begins
        }
    };
    let mut all: Vec<Vec<Step>> =
        begins.iter().flat_map(|begin| arrives.iter().map(move |end| [&begin[..], &end[..]].concat())).collect();
    if mv.is_en_passant() {
        all.push(vec![off, put, (captured.expect("a pawn"), None)]);
    }
    all
}

/// A board, its reader, and what it has reported.
struct Simulation<R: Rules> {
    knows: Knows,
    board: Board0x88,
    reader: BoardReader<R>,
    random: Random,
    quiet: u32,
    noise: Option<(Square, u32)>,
    reported: Vec<BoardEvent>,
}

impl<R: Rules> Simulation<R> {
    fn new(start: Position<R>, knows: Knows, seed: u64) -> Simulation<R> {
        let (board, reader) = (*start.board(), BoardReader::new(start));
        Simulation { knows, board, reader, random: Random::new(seed), quiet: 0, noise: None, reported: Vec::new() }
    }

    /// What the sensors say, one square of which is wrong now and then, for a reading or two.
    fn sense(&mut self) -> Reading {
        self.noise = match self.noise {
            Some((square, left)) if left > 1 => Some((square, left - 1)),
            Some(_) => {
                self.quiet = 4;
                None
            }
            None if self.quiet > 0 => {
                self.quiet -= 1;
                None
            }
            None if self.random.one_in(8) => {
                Some((Square::ALL[self.random.below(64) as usize], 1 + self.random.below(2) as u32))
            }
            None => None,
        };
        let mut board = self.board;
        if let Some((square, _)) = self.noise {
            let wrong = self.random.pick(&Piece::ALL).filter(|_| board.piece_at(square).is_none());
            board.set(square, wrong);
        }
        self.knows.reading(&board)
    }

    /// So many readings; an ambiguity is resolved as the move that was meant.
    fn hold(&mut self, readings: u64, meant: Option<Move>) {
        for _ in 0..readings {
            let reading = self.sense();
            let Some(event) = self.reader.read(reading) else { continue };
            if event == BoardEvent::Ambiguous {
                let meant = meant.expect("a move that was meant");
                assert!(self.reader.candidates().contains(&meant), "{meant:?} in {:?}", self.reader.candidates());
                self.reader.play(meant).expect("a legal move");
                self.reported.push(BoardEvent::Move(meant));
            } else {
                self.reported.push(event);
            }
        }
    }

    /// Makes the steps of a move.
    fn make(&mut self, steps: &[Step], mv: Move) {
        for &(square, piece) in steps {
            self.board.set(square, piece);
            let readings = 6 + self.random.below(6);
            self.hold(readings, Some(mv));
        }
    }
}

/// A game from a start, its moves by chance, with more of the rare ones.
fn game<R: Rules>(start: Position<R>, seed: u64, plies: usize) -> Vec<Move> {
    let mut random = Random::new(seed);
    let mut position = start;
    let mut moves = Vec::new();
    for _ in 0..plies {
        let legal = position.legal_moves();
        let rare: Vec<_> = legal
            .iter()
            .copied()
            .filter(|mv| mv.is_capture() || mv.promotion().is_some() || mv.kind() == MoveKind::Castle)
            .collect();
        let Some(mv) = (if random.one_in(2) { random.pick(&rare) } else { None }).or_else(|| random.pick(&legal))
        else {
            break;
        };
        moves.push(mv);
        position.play(mv).expect("a legal move");
    }
    moves
}

/// Plays a game on a simulated board, each move in an order by chance, and holds what was reported against it.
fn simulate<R: Rules>(start: Position<R>, moves: &[Move], knows: Knows, seed: u64) {
    let mut simulation = Simulation::new(start, knows, seed);
    let mut position = start;
    let mut unseen = false;
    for (ply, &mv) in moves.iter().enumerate() {
        let mut orders = orders(&position, mv, knows);
        // Two captures unseen, or one and a move to either of its squares: too much for a board that knows no pieces.
        let is_unseen = |steps: &Vec<Step>| {
            knows == Knows::Squares && mv.is_capture() && steps.iter().filter(|step| step.1.is_none()).count() < 2
        };
        if unseen || moves.get(ply + 1).is_some_and(|next| next.to() == mv.to() || next.to() == mv.from()) {
            orders.retain(|steps| !is_unseen(steps));
        }
        let steps = &orders[simulation.random.below(orders.len() as u64) as usize];
        let context = format!("ply {ply}, {mv:?} by {steps:?}, {knows:?}, seed {seed}, from {}", position.fen());
        simulation.make(steps, mv);
        position.play(mv).expect("a legal move");
        // Players think, or answer at once. Where a hand was faster than the board, the answer shows what
        // it has done, once the board rests.
        let is_behind = simulation.reported.len() < ply;
        if unseen || is_behind || simulation.random.one_in(3) {
            simulation.hold(30, Some(mv));
        }
        unseen = is_unseen(steps);
        let expected: Vec<_> = moves[..=ply].iter().map(|&mv| BoardEvent::Move(mv)).collect();
        assert!(
            expected.starts_with(&simulation.reported),
            "{context}: {:?}",
            simulation.reported.iter().zip(&expected).find(|(reported, expected)| reported != expected)
        );
        assert!(simulation.reported.len() + 2 > expected.len(), "{context}: {} reported", simulation.reported.len());
    }
    simulation.hold(30, moves.last().copied());
    assert!(simulation.reported.len() + 1 >= moves.len(), "{:?}, seed {seed}", simulation.reported.last());
}

#[test]
fn every_move_of_a_game_is_told_once_and_no_other() {
    for seed in 0..60 {
        let start = Chess::startpos();
        let moves = game(start, seed, 120);
        for knows in [Knows::Pieces, Knows::Squares] {
            simulate(start, &moves, knows, seed);
        }
    }
}

#[test]
fn every_move_of_a_game_of_chess960_is_told_once_and_no_other() {
    for seed in 0..40 {
        let start = Chess::chess960((seed * 23 % 960) as u16).expect("a number below 960");
        simulate(start, &game(start, seed, 120), Knows::Pieces, seed);
    }
}

#[test]
fn every_move_of_a_game_of_makruk_is_told_once_and_no_other() {
    for seed in 0..40 {
        let start = Makruk::startpos();
        let moves = game(start, seed, 150);
        for knows in [Knows::Pieces, Knows::Squares] {
            simulate(start, &moves, knows, seed);
        }
    }
}

#[test]
fn castling_is_told_whichever_piece_goes_first_and_rooks_move_without_it() {
    let start = chess("r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1");
    for seed in 0..200 {
        let moves = game(start, seed, 8);
        for knows in [Knows::Pieces, Knows::Squares] {
            simulate(start, &moves, knows, seed);
        }
    }
}

/// What a reader reports of boards without noise, each for so many readings.
fn reported<R: Rules>(reader: &mut BoardReader<R>, shown: &[(Reading, u32)]) -> Vec<BoardEvent> {
    let readings = shown.iter().flat_map(|&(reading, times)| (0..times).map(move |_| reading));
    readings.filter_map(|reading| reader.read(reading)).collect()
}

/// The boards along some moves, as they are after each.
fn boards(start: Chess, moves: &str) -> (Vec<Chess>, Vec<Move>) {
    let mut positions = vec![start];
    let mut played = Vec::new();
    for text in moves.split_whitespace() {
        let position = positions[positions.len() - 1];
        let mv = position.parse_san(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        played.push(mv);
        positions.push(position.after_unchecked(mv));
    }
    (positions, played)
}

const BOTH: [Knows; 2] = [Knows::Pieces, Knows::Squares];

#[test]
fn two_moves_faster_than_the_board_are_both_told() {
    for moves in ["e4 e5", "Nf3 Nf6", "e4 d5", "d4 Nc6"] {
        let (positions, played) = boards(Chess::startpos(), moves);
        for knows in BOTH {
            let mut reader = BoardReader::new(positions[0]);
            let last = knows.reading(positions[2].board());
            assert_eq!(
                reported(&mut reader, &[(last, 60)]),
                [BoardEvent::Move(played[0]), BoardEvent::Move(played[1])]
            );
            assert_eq!(
                infer(&positions[0], None, last),
                Inference::TwoMoves(played[0], played[1]),
                "{moves} {knows:?}"
            );
        }
    }
    // A capture and a recapture, the first hardly seen: where pieces are known.
    let (positions, played) = boards(chess("4k3/2p5/3p4/8/5N2/8/8/3QK3 w - - 0 1"), "Qxd6 cxd6");
    let mut reader = BoardReader::new(positions[0]);
    let shown = [positions[1], positions[2]].map(|position| Knows::Pieces.reading(position.board()));
    assert_eq!(
        reported(&mut reader, &[(shown[0], 2), (shown[1], 60)]),
        [BoardEvent::Move(played[0]), BoardEvent::Move(played[1])]
    );
}

#[test]
fn the_first_of_two_moves_is_told_as_soon_as_the_answer_begins() {
    let (positions, played) = boards(Chess::startpos(), "e4 e5");
    let mut lifted = *positions[1].board();
    lifted.set(Square::E7, None);
    for knows in BOTH {
        let mut reader = BoardReader::new(positions[0]);
        let shown = [(knows.reading(positions[1].board()), 4), (knows.reading(&lifted), 3)];
        assert_eq!(reported(&mut reader, &shown), [BoardEvent::Move(played[0])], "{knows:?}");
    }
}

#[test]
fn a_capture_that_looks_like_another_in_progress_is_told_by_the_answer_that_rests() {
    // The rook that takes the queen back stood where she might have gone as well.
    let (positions, played) = boards(chess("n6r/4k3/8/8/8/8/4K3/Q7 w - - 0 1"), "Qxa8 Rxa8");
    let mut lifted = *positions[0].board();
    lifted.set(Square::A8, None);
    let mut both_lifted = lifted;
    both_lifted.set(Square::A1, None);
    let boards = [&lifted, positions[1].board(), &both_lifted, positions[2].board()];
    let shown: Vec<_> =
        boards.into_iter().zip([3, 4, 3, 60]).map(|(board, n)| (Knows::Squares.reading(board), n)).collect();
    let mut reader = BoardReader::new(positions[0]).with_patience(3, 10);
    assert_eq!(reported(&mut reader, &shown), [BoardEvent::Move(played[0]), BoardEvent::Move(played[1])]);
}

#[test]
fn a_capture_half_taken_back_is_in_progress() {
    let (positions, _) = boards(Chess::startpos(), "e4 d5 exd5");
    let mut board = *positions[2].board();
    board.set(Square::D5, None);
    let inference = infer(&positions[3], Some(&positions[2]), board);
    assert_eq!(inference, Inference::InProgress { lifted: Square::D5.into() });
    // Nothing that could be made or taken back.
    let mut board = *positions[0].board();
    board.set(Square::E1, None);
    assert_eq!(infer(&positions[0], None, board), Inference::Impossible { squares: Square::E1.into() });
}

#[test]
fn a_move_is_taken_back_when_the_board_rests_and_not_before() {
    let (positions, played) = boards(Chess::startpos(), "Nf3 d5 Ng1");
    for knows in BOTH {
        let board = |ply: usize| knows.reading(positions[ply].board());
        let mut reader = BoardReader::new(positions[0]);
        assert_eq!(reported(&mut reader, &[(board(1), 10)]), [BoardEvent::Move(played[0])]);
        // The knight is put straight: lifted, on its old square for a moment, and back.
        assert_eq!(reported(&mut reader, &[(board(0), 10), (board(1), 60)]), [], "{knows:?}");
        assert_eq!(infer(&positions[1], Some(&positions[0]), board(0)), Inference::Takeback);
        assert_eq!(reported(&mut reader, &[(board(0), 60)]), [BoardEvent::Takeback], "{knows:?}");
        assert_eq!(reader.position(), &positions[0]);
        // Played again, and this time answered. The knight may go home: no move is taken back by that.
        let again = reported(&mut reader, &[(board(1), 10), (board(2), 10), (board(3), 60)]);
        assert_eq!(again, played.iter().map(|&mv| BoardEvent::Move(mv)).collect::<Vec<_>>(), "{knows:?}");
    }
}

#[test]
fn another_move_instead_of_the_last_takes_that_back() {
    let start = chess("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let (rook, king) = (start.parse_san("Rf1").expect("a move"), start.parse_san("O-O").expect("a move"));
    for knows in BOTH {
        let board = |mv| knows.reading(start.after_unchecked(mv).board());
        let mut reader = BoardReader::new(start);
        // The rook goes first, and the hand that should take the king hesitates for too long.
        assert_eq!(reported(&mut reader, &[(board(rook), 60)]), [BoardEvent::Move(rook)]);
        assert_eq!(
            reported(&mut reader, &[(board(king), 60)]),
            [BoardEvent::Takeback, BoardEvent::Move(king)],
            "{knows:?}"
        );
    }
}

#[test]
fn a_move_played_elsewhere_is_waited_for() {
    let (positions, played) = boards(Chess::startpos(), "e4 e5 Nf3");
    for knows in BOTH {
        let board = |ply: usize| knows.reading(positions[ply].board());
        let mut reader = BoardReader::new(positions[0]);
        assert_eq!(reported(&mut reader, &[(board(1), 30)]), [BoardEvent::Move(played[0])]);
        reader.play(played[1]).expect("a legal move");
        // It has not been made on the board yet. Then it is.
        assert_eq!(reported(&mut reader, &[(board(1), 200), (board(2), 60)]), [], "{knows:?}");
        assert_eq!(reported(&mut reader, &[(board(3), 60)]), [BoardEvent::Move(played[2])]);
    }
    for knows in BOTH {
        // It may be the first.
        let mut reader = BoardReader::new(positions[0]);
        reader.play(played[0]).expect("a legal move");
        let board = |ply: usize| knows.reading(positions[ply].board());
        assert_eq!(reported(&mut reader, &[(board(0), 200), (board(1), 60)]), [], "{knows:?}");
    }
    let mut reader = BoardReader::new(positions[0]);
    assert_eq!(
        reader.play(played[1]).expect_err("Black's move").to_string(),
        "the piece on e7 is not White's, whose move it is"
    );
    assert_eq!(reader.position(), &positions[0]);
}

#[test]
fn the_array_set_up_begins_a_new_game() {
    let end = chess("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    for knows in BOTH {
        let start = knows.reading(Chess::startpos().board());
        let mut reader = BoardReader::new(end);
        assert_eq!(infer(&end, None, start), Inference::Start);
        assert_eq!(reported(&mut reader, &[(start, 60)]), [BoardEvent::Start]);
        assert_eq!(reader.position(), &Chess::startpos());
    }
    let start = Knows::Pieces.reading(Makruk::startpos().board());
    assert_eq!(infer(&makruk("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), None, start), Inference::Start);
}

#[test]
fn what_no_move_explains_is_told_once_with_its_squares() {
    let start = Chess::startpos();
    let mut board = *start.board();
    board.set(Square::A8, None);
    board.set(Square::H5, None);
    board.set(Square::E4, Some(Piece::from_char('r').expect("a piece")));
    for knows in BOTH {
        let mut reader = BoardReader::new(start);
        let expected: SquareSet = [Square::A8, Square::E4].into_iter().collect();
        let events = reported(&mut reader, &[(knows.reading(&board), 200)]);
        assert_eq!(events, [BoardEvent::Impossible { squares: expected }], "{knows:?}");
        // Put back, and the game goes on.
        let e4 = start.parse_san("e4").expect("a move");
        let after = knows.reading(start.after_unchecked(e4).board());
        assert_eq!(reported(&mut reader, &[(knows.reading(start.board()), 10), (after, 10)]), [BoardEvent::Move(e4)]);
    }
}

#[test]
fn what_a_pawn_became_is_seen_or_asked() {
    let position = chess("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    let promote = |text| position.parse_san(text).expect("a move");
    let after = position.after_unchecked(promote("a8=N"));
    assert_eq!(infer(&position, None, *after.board()), Inference::Move(promote("a8=N")));
    let mut standing = *after.board();
    standing.set(Square::A8, position.board().piece_at(Square::A7));
    for reading in [Reading::from(standing), Reading::from(standing.occupied())] {
        assert_eq!(infer(&position, None, reading), Inference::Ambiguous);
        assert_eq!(candidates(&position, reading).len(), 4);
        let mut reader = BoardReader::new(position);
        assert_eq!(reported(&mut reader, &[(reading, 60)]), [BoardEvent::Ambiguous]);
        reader.play(promote("a8=Q+")).expect("a legal move");
        // The pawn goes on standing there, and moves as what it is.
        assert_eq!(reported(&mut reader, &[(reading, 200)]), []);
        let king = reader.position().parse_san("Kd7").expect("a move");
        let mut board = standing;
        board.set(Square::E8, None);
        board.set(Square::D7, standing.piece_at(Square::E8));
        let shown = if reading == Reading::from(standing) { Reading::from(board) } else { board.occupied().into() };
        assert_eq!(reported(&mut reader, &[(shown, 60)]), [BoardEvent::Move(king)]);
    }
}

#[test]
fn a_lifted_piece_is_a_move_in_progress() {
    let position = chess("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1");
    let occupied = position.board().occupied();
    let lifted = occupied - Square::E4.into();
    assert_eq!(infer(&position, None, lifted), Inference::InProgress { lifted: Square::E4.into() });
    assert_eq!(candidates(&position, lifted).len(), 3);
    let both = lifted - Square::F5.into();
    assert_eq!(
        infer(&position, None, both),
        Inference::InProgress { lifted: [Square::E4, Square::F5].into_iter().collect() }
    );
    assert_eq!(candidates(&position, both)[..], [position.parse_san("exf5").expect("a move")]);
    // Held for as long as one likes, and put back.
    let mut reader = BoardReader::new(position);
    assert_eq!(
        reported(
            &mut reader,
            &[(lifted.into(), 250), (occupied.into(), 30), (both.into(), 250), (occupied.into(), 30)]
        ),
        []
    );
}

#[test]
fn whatever_a_board_reports_the_reader_keeps_to_the_rules() {
    let mut random = Random::new(13);
    for round in 0..30_u8 {
        let start = Chess::startpos();
        let mut reader = BoardReader::new(start).with_patience(round % 4, round % 9);
        let mut position = start;
        let mut board = *start.board();
        for _ in 0..400 {
            for _ in 0..random.below(4) {
                let square = Square::ALL[random.below(64) as usize];
                board.set(square, random.pick(&Piece::ALL).filter(|_| random.one_in(2)));
            }
            if random.one_in(20) {
                board = *reader.position().board();
            }
            let reading = if random.one_in(30) { board.occupied().into() } else { Reading::from(board) };
            let before = position;
            match reader.read(reading) {
                Some(BoardEvent::Move(mv)) => position.play(mv).expect("a legal move"),
                Some(BoardEvent::Start | BoardEvent::Takeback) => position = *reader.position(),
                _ => assert_eq!(reader.position(), &before),
            }
            assert_eq!(reader.position(), &position);
        }
    }
}

/// How hands move pieces, in milliseconds.
struct Hands {
    /// How long a piece that slides stays on each square of its way.
    dwell: Range<u64>,
    /// How long the square of a captured piece is empty.
    swap: Range<u64>,
}

/// A change of the board, and how long it stays before the next one, in milliseconds.
type Timed = (Square, Option<Piece>, u64);

impl Hands {
    /// What hands do to make a move, in one of the orders that there are.
    fn make<R: Rules>(&self, position: &Position<R>, mv: Move, random: &mut Random) -> Vec<Timed> {
        let (from, to) = (mv.from(), mv.to());
        let moved = position.moved_piece(mv);
        let mut board = *position.board();
        let mut steps = Vec::new();
        if let Some(castling) = mv.castling() {
            let rook = board.piece_at(castling.rook);
            let king_goes = (castling.king, castling.king_to, moved);
            let rook_goes = (castling.rook, castling.rook_to, rook);
            // In Chess960 one may stand where the other goes: then both are lifted first.
            let (one, two) = if random.one_in(2) { (king_goes, rook_goes) } else { (rook_goes, king_goes) };
            if one.1 == two.0 || board.piece_at(one.1).is_some() && one.1 != one.0 {
                steps.push((one.0, None, between(random, 30..150)));
                steps.push((two.0, None, between(random, 30..300)));
                steps.push((one.1, one.2, between(random, 30..300)));
                steps.push((two.1, two.2, 0));
            } else {
                self.slide(&mut board, one, random, &mut steps);
                pause(&mut steps, between(random, 30..300));
                self.slide(&mut board, two, random, &mut steps);
            }
            return steps;
        }
        let arrives = match mv.promotion() {
            Some(role) if random.one_in(2) => moved.map(|pawn| Piece::new(pawn.color(), role)),
            _ => moved,
        };
        let Some((victim, _)) = position.captured_piece(mv) else {
            self.slide(&mut board, (from, to, arrives), random, &mut steps);
            return steps;
        };
        let lifted = (victim, None, between(random, self.swap.clone()));
        match random.below(3) {
            // The captured piece last. The other one is in the hand, or slides to the last square of its way.
            0 => {
                self.slide(&mut board, (from, to, arrives), random, &mut steps);
                let put = steps.pop().expect("a step");
                steps.push(lifted);
                steps.push(put);
            }
            // The captured piece first.
            1 if victim == to && self.swap.end < 100 => {
                steps.push((victim, None, lifted.2 / 2));
                steps.push((from, None, lifted.2.div_ceil(2)));
                steps.push((to, arrives, 0));
            }
            1 => {
                steps.push(lifted);
                self.slide(&mut board, (from, to, arrives), random, &mut steps);
            }
            // En passant: the captured pawn after the move. Other captures: from the hand.
            _ if victim != to => {
                self.slide(&mut board, (from, to, arrives), random, &mut steps);
                pause(&mut steps, between(random, 30..300));
                steps.push((victim, None, 0));
            }
            _ => {
                steps.push((from, None, between(random, 50..500)));
                steps.push(lifted);
                steps.push((to, arrives, 0));
            }
        }
        steps
    }

    /// A piece goes from a square to another one: over each square of its way, or from above.
    fn slide(
        &self,
        board: &mut Board0x88,
        (from, to, piece): (Square, Square, Option<Piece>),
        random: &mut Random,
        steps: &mut Vec<Timed>,
    ) {
        if from == to {
            return;
        }
        let standing = board.piece_at(from);
        board.set(from, None);
        if random.one_in(4) {
            steps.push((from, None, between(random, 50..700)));
        } else {
            let mut way: Vec<Square> = SquareSet::between(from, to).into_iter().collect();
            if (from as u8) > to as u8 {
                way.reverse();
            }
            let mut at = from;
            for square in way.into_iter().filter(|&square| board.piece_at(square).is_none()) {
                steps.push((at, None, between(random, 0..30)));
                steps.push((square, standing, between(random, self.dwell.clone())));
                at = square;
            }
            steps.push((at, None, between(random, 0..30)));
        }
        board.set(to, piece);
        steps.push((to, piece, 0));
    }
}

fn between(random: &mut Random, range: Range<u64>) -> u64 {
    range.start + random.below(range.end - range.start)
}

fn pause(steps: &mut [Timed], ms: u64) {
    if let Some((_, _, pause)) = steps.last_mut() {
        *pause += ms;
    }
}

/// A board that is read at fixed times, its reader, and what it has reported.
struct Clocked<'a, R: Rules> {
    knows: Knows,
    board: Board0x88,
    reader: BoardReader<R>,
    /// The milliseconds between two readings, those that have passed, and when the next reading is due.
    period: u64,
    now: u64,
    due: u64,
    moves: &'a [Move],
    reported: Vec<BoardEvent>,
    /// The moves of which the reader asked which one was made.
    asked: Vec<Move>,
    /// The square of a captured piece, and whether a reading has shown it empty.
    victim: Option<(Square, bool)>,
}

impl<R: Rules> Clocked<'_, R> {
    fn wait(&mut self, ms: u64) {
        self.now += ms;
        while self.due < self.now {
            self.due += self.period;
            if let Some((square, is_seen)) = &mut self.victim {
                *is_seen |= self.board.piece_at(*square).is_none();
            }
            match self.reader.read(self.knows.reading(&self.board)) {
                None => {}
                Some(BoardEvent::Ambiguous) => {
                    let meant = self.moves[self.reported.len()];
                    assert!(self.reader.candidates().contains(&meant), "{meant:?} in {:?}", self.reader.candidates());
                    self.reader.play(meant).expect("a legal move");
                    self.asked.push(meant);
                    self.reported.push(BoardEvent::Move(meant));
                }
                Some(event) => self.reported.push(event),
            }
        }
    }
}

/// How often a board is read, in milliseconds, and the times of its reader, in readings.
type Pace = (u64, u8, u8);

/// Half a second of patience each.
const PACES: [Pace; 3] = [(5, 5, 100), (10, 3, 50), (20, 2, 25)];

/// Plays a game with hands that slide and capture, each move answered before the board has rested for the time of `patience`.
/// The reader must report these moves and nothing else. Gives the number of captures.
///
/// A capture that no reading has shown ends the game if the piece could have captured others.
fn play_by_hand<R: Rules>(
    start: Position<R>,
    moves: &[Move],
    knows: Knows,
    hands: &Hands,
    (period, debounce, patience): Pace,
    seed: u64,
) -> usize {
    let mut random = Random::new(seed);
    let mut clocked = Clocked {
        knows,
        board: *start.board(),
        reader: BoardReader::new(start).with_patience(debounce, patience),
        period,
        now: 0,
        due: random.below(period),
        moves,
        reported: Vec::new(),
        asked: Vec::new(),
        victim: None,
    };
    let mut position = start;
    let mut unseen = Vec::new();
    let mut played: Vec<BoardEvent> = Vec::new();
    for &mv in moves {
        let steps = hands.make(&position, mv, &mut random);
        let context = format!("{mv:?} by {steps:?}, {knows:?}, {period} ms, seed {seed}, from {}", position.fen());
        clocked.victim = position.captured_piece(mv).map(|(square, _)| (square, false));
        for (square, piece, ms) in steps {
            clocked.board.set(square, piece);
            clocked.wait(ms);
        }
        if clocked.victim.take() == Some((mv.to(), false)) && knows == Knows::Squares {
            unseen.push(mv);
            if position.legal_captures().iter().any(|other| other.from() == mv.from() && other.to() != mv.to()) {
                break;
            }
        }
        played.push(BoardEvent::Move(mv));
        position.play(mv).expect("a legal move");
        // The next move begins when the board could be seen at rest, twice the time of `debounce`.
        let thought = between(&mut random, period * u64::from(2 * debounce + 2)..period * u64::from(patience));
        clocked.wait(thought);
        assert!(played.starts_with(&clocked.reported), "{:?} after {context}", clocked.reported.last());
        assert!(
            clocked.reported.len() + 3 >= played.len(),
            "{} of {} after {context}",
            clocked.reported.len(),
            played.len()
        );
    }
    if played.len() == moves.len() {
        clocked.wait(period * u64::from(patience) * 4);
        assert!(clocked.reported == played, "{} of {}, {knows:?}, seed {seed}", clocked.reported.len(), played.len());
    }
    for mv in &clocked.asked {
        assert!(mv.promotion().is_some() || unseen.contains(mv), "{mv:?} asked for, seed {seed}");
    }
    played.iter().filter(|event| matches!(event, BoardEvent::Move(mv) if mv.is_capture())).count()
}

#[test]
fn a_piece_that_slides_is_told_where_it_ends() {
    let hands = Hands { dwell: 40..220, swap: 100..300 };
    for seed in 0..10 {
        let start = Chess::startpos();
        let moves = game(start, seed, 100);
        for (knows, pace) in BOTH.into_iter().flat_map(|knows| PACES.map(|pace| (knows, pace))) {
            play_by_hand(start, &moves, knows, &hands, pace, seed);
        }
    }
}

#[test]
fn a_piece_that_slides_in_chess960_and_makruk_is_told_where_it_ends() {
    let hands = Hands { dwell: 40..220, swap: 100..300 };
    for (seed, pace) in (0..12).zip(PACES.into_iter().cycle()) {
        let start = Chess::chess960((seed * 23 % 960) as u16).expect("a number below 960");
        play_by_hand(start, &game(start, seed, 60), Knows::Pieces, &hands, pace, seed);
        let start = Makruk::startpos();
        let moves = game(start, seed, 100);
        for knows in BOTH {
            play_by_hand(start, &moves, knows, &hands, pace, seed);
        }
    }
}

#[test]
fn a_capture_is_told_whose_square_was_seen_empty_once() {
    let hands = Hands { dwell: 40..220, swap: 15..70 };
    let mut captures = 0;
    for seed in 0..20 {
        let start = Chess::startpos();
        let moves = game(start, seed, 100);
        captures +=
            PACES.map(|pace| play_by_hand(start, &moves, Knows::Squares, &hands, pace, seed)).iter().sum::<usize>();
    }
    assert!(captures > 1000, "{captures} captures");
}

/// What the board shows with some squares emptied and others filled.
fn shown(position: &Chess, lifted: &[Square], put: &[(Square, char)], knows: Knows) -> Reading {
    let mut board = *position.board();
    for &square in lifted {
        board.set(square, None);
    }
    for &(square, piece) in put {
        board.set(square, Some(Piece::from_char(piece).expect("a piece")));
    }
    knows.reading(&board)
}

#[test]
fn a_square_on_the_way_is_no_move_while_the_board_disagrees() {
    let (positions, played) = boards(Chess::startpos(), "e4 e5");
    let start = &positions[0];
    for knows in BOTH {
        let mut reader = BoardReader::new(*start).with_patience(5, 100);
        let lifted = shown(start, &[Square::E2], &[], knows);
        let on_the_way = shown(start, &[Square::E2], &[(Square::E3, 'P')], knows);
        let answering = shown(&positions[1], &[Square::E7], &[], knows);
        let [first, second] = [1, 2].map(|ply: usize| knows.reading(positions[ply].board()));
        let readings = [(lifted, 2), (on_the_way, 6), (lifted, 2), (first, 60), (answering, 20), (second, 120)];
        assert_eq!(
            reported(&mut reader, &readings),
            [BoardEvent::Move(played[0]), BoardEvent::Move(played[1])],
            "{knows:?}"
        );
    }
}

#[test]
fn the_last_move_taken_back_and_another_move_and_its_answer_are_all_told() {
    // The pawn rests on e3 for too long, and goes on to e4.
    let (positions, played) = boards(Chess::startpos(), "e4 e5");
    let start = &positions[0];
    let e3 = start.parse_san("e3").expect("a move");
    let expected =
        [BoardEvent::Move(e3), BoardEvent::Takeback, BoardEvent::Move(played[0]), BoardEvent::Move(played[1])];
    for knows in BOTH {
        let on_e3 = knows.reading(start.after_unchecked(e3).board());
        let lifted = shown(start, &[Square::E2], &[], knows);
        let answering = shown(&positions[1], &[Square::E7], &[], knows);
        let [first, second] = [1, 2].map(|ply: usize| knows.reading(positions[ply].board()));
        // The answer is seen from its beginning; or as a whole; or it and the other move are.
        for seen in [vec![(first, 10), (answering, 10)], vec![(first, 10)], vec![(lifted, 10)]] {
            let mut reader = BoardReader::new(*start).with_patience(5, 100);
            let readings = [vec![(on_e3, 120)], seen, vec![(second, 300)]].concat();
            let events = reported(&mut reader, &readings);
            assert_eq!(reader.position().board(), positions[2].board(), "{events:?}, {knows:?}");
            assert_eq!(events, expected, "{knows:?}");
        }
    }
}

#[test]
fn a_move_played_elsewhere_may_slide() {
    let (positions, played) = boards(Chess::startpos(), "e4 e5 Nf3");
    for knows in BOTH {
        let mut reader = BoardReader::new(positions[1]).with_patience(5, 100);
        reader.play(played[1]).expect("a legal move");
        let board = |ply: usize| knows.reading(positions[ply].board());
        let on_the_way = shown(&positions[1], &[Square::E7], &[(Square::E6, 'p')], knows);
        let readings = [(board(1), 120), (on_the_way, 44), (board(2), 60), (board(3), 60)];
        assert_eq!(reported(&mut reader, &readings), [BoardEvent::Move(played[2])], "{knows:?}");
    }
}

#[test]
fn a_capture_that_no_reading_shows_is_asked_for_when_it_is_answered() {
    let (positions, played) = boards(chess("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1"), "exf5 Kd7");
    let board = |ply: usize| Knows::Squares.reading(positions[ply].board());
    let mut reader = BoardReader::new(positions[0]);
    assert_eq!(reported(&mut reader, &[(board(1), 60), (board(2), 60)]), [BoardEvent::Ambiguous]);
    let mut candidates = reader.candidates().to_vec();
    candidates.sort_by_key(|mv| mv.to());
    assert_eq!(candidates, [positions[0].parse_san("exd5").expect("a move"), played[0]]);
    reader.play(played[0]).expect("a legal move");
    assert_eq!(reported(&mut reader, &[(board(2), 60)]), [BoardEvent::Move(played[1])]);
}

#[test]
fn one_empty_reading_tells_which_piece_was_captured() {
    let (positions, played) = boards(chess("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1"), "exf5 Kd7");
    let in_hand = Knows::Squares.reading(positions[1].board());
    let swapped = shown(&positions[1], &[Square::F5], &[], Knows::Squares);
    for then in [(in_hand, 60), (Knows::Squares.reading(positions[2].board()), 10)] {
        let mut reader = BoardReader::new(positions[0]);
        assert_eq!(
            reported(&mut reader, &[(in_hand, 10), (swapped, 1), (in_hand, 10), then])[0],
            BoardEvent::Move(played[0])
        );
    }
    // The piece in the hand lands on another square after all.
    let mut reader = BoardReader::new(positions[0]);
    let e5 = positions[0].parse_san("e5").expect("a move");
    let after = Knows::Squares.reading(positions[0].after_unchecked(e5).board());
    assert_eq!(
        reported(&mut reader, &[(in_hand, 10), (swapped, 1), (in_hand, 10), (after, 60)]),
        [BoardEvent::Move(e5)]
    );
}

/// Shows a board for so many readings. Gives the position before the last move, if the reader knows it.
fn show(reader: &mut BoardReader<ChessRules>, board: &Board0x88, times: u64, before: &mut Option<Chess>) {
    for _ in 0..times {
        let position = *reader.position();
        match reader.read(*board) {
            Some(BoardEvent::Move(_)) => *before = Some(position),
            Some(BoardEvent::Takeback | BoardEvent::Start) => *before = None,
            _ => {}
        }
    }
}

#[test]
fn a_board_that_was_wrong_is_right_when_it_shows_what_follows() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let moves = game(Chess::startpos(), seed, 30);
        let start = moves.iter().fold(Chess::startpos(), |position, &mv| position.after_unchecked(mv));
        let mut reader = BoardReader::new(start).with_patience(3, 20);
        let mut before = None;
        for _ in 0..12 {
            let mut board = *reader.position().board();
            for _ in 0..=random.below(4) {
                for _ in 0..=random.below(5) {
                    let square = Square::ALL[random.below(64) as usize];
                    board.set(square, random.pick(&Piece::ALL).filter(|_| random.one_in(2)));
                }
                show(&mut reader, &board, 1 + random.below(40), &mut before);
            }
            // The position, or the one before, or one or two moves after either.
            let position = *reader.position();
            let mut target = before.filter(|_| random.one_in(2)).unwrap_or(position);
            for _ in 0..random.below(3) {
                let Some(mv) = random.pick(&target.legal_moves()) else { break };
                target = target.after_unchecked(mv);
            }
            // Two moves can leave the board as it is while a piece is lifted.
            if matches!(infer(&position, None, *target.board()), Inference::InProgress { .. }) {
                continue;
            }
            show(&mut reader, target.board(), 200, &mut before);
            assert_eq!(reader.position().board(), target.board(), "seed {seed}, from {}", position.fen());
        }
    }
}

#[test]
fn a_reader_takes_less_than_a_kilobyte() {
    assert!(size_of::<BoardReader<ChessRules>>() <= 1024, "{}", size_of::<BoardReader<ChessRules>>());
}
