//! A real board, simulated: every game played in every order of lifting and putting, with noise; each move is reported once,
//! and no other.

use core::ops::Range;

use chess0x88::{
    Board0x88, Chess, ChessRules, Color, Makruk, Move, MoveKind, Piece, Position, Role, Rules, Square, SquareSet,
};
use chess0x88_eboard::{BoardEvent, BoardReader, Inference, Reading, candidates, infer};
use common::{Random, chess, makruk, sorted_moves};

/// What the board knows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Knows {
    Squares,
    Colors,
    Pieces,
}

impl Knows {
    pub(crate) fn reading(self, board: &Board0x88) -> Reading {
        match self {
            Knows::Squares => board.occupied().into(),
            Knows::Colors => Reading::from_colors(board.colored(Color::White), board.colored(Color::Black)),
            Knows::Pieces => (*board).into(),
        }
    }
}

/// One thing that a hand does.
type Step = (Square, Option<Piece>);

/// Every order in which hands make a move, as it is played on a position.
fn orders<R: Rules>(position: &Position<R>, mv: Move, knows: Knows) -> Vec<Vec<Step>> {
    let moved = position.board().piece_at(mv.from()).expect("a piece that moves");
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

/// A board, its reader, the moves that are made on it, and what it has reported.
struct Simulation<'a, R: Rules> {
    knows: Knows,
    board: Board0x88,
    reader: BoardReader<R>,
    random: Random,
    quiet: u32,
    noise: Option<(Square, u32)>,
    moves: &'a [Move],
    reported: Vec<BoardEvent>,
}

impl<R: Rules> Simulation<'_, R> {
    fn new(start: Position<R>, moves: &[Move], knows: Knows, seed: u64) -> Simulation<'_, R> {
        let (board, reader, random) = (*start.board(), BoardReader::new(start), Random::new(seed));
        Simulation { knows, board, reader, random, quiet: 0, noise: None, moves, reported: Vec::new() }
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
                Some((Square::ALL[self.random.below(64)], 1 + self.random.below(2) as u32))
            }
            None => None,
        };
        let mut board = self.board;
        if let Some((square, _)) = self.noise {
            let wrong = self.random.pick(&Piece::ALL).filter(|_| board.piece_at(square).is_none());
            // To a board that knows no pieces, an empty square is a capture if a piece in the hand could have captured there.
            if wrong.is_some() || self.knows == Knows::Pieces || !self.is_target(square) {
                board.set(square, wrong);
            }
        }
        self.knows.reading(&board)
    }

    /// Returns `true` if a move that has not been reported, or one in its place, captures on a square.
    fn is_target(&self, square: Square) -> bool {
        let mut position = *self.reader.position();
        let unreported = self.moves.get(self.reported.len()..).unwrap_or_default();
        unreported.iter().take(3).any(|&mv| {
            let captures = position.legal_captures();
            position = position.after_unchecked(mv);
            captures.iter().any(|capture| capture.to() == square)
        })
    }

    /// So many readings. If the reader asks for a move, it is the first that it has not reported: the next one may have begun.
    fn hold(&mut self, readings: usize) {
        for _ in 0..readings {
            let reading = self.sense();
            let Some(event) = self.reader.read(reading) else { continue };
            if event == BoardEvent::Ambiguous {
                let meant = self.moves[self.reported.len()];
                assert!(self.reader.candidates().contains(&meant), "{meant:?} in {:?}", self.reader.candidates());
                self.reader.play(meant).expect("a legal move");
                self.reported.push(BoardEvent::Move(meant));
            } else {
                self.reported.push(event);
            }
        }
    }

    /// Makes the steps of a move.
    fn make(&mut self, steps: &[Step]) {
        for &(square, piece) in steps {
            self.board.set(square, piece);
            let readings = 6 + self.random.below(6);
            self.hold(readings);
        }
    }
}

/// A game from a start, its moves by chance, with more of the rare ones.
pub(crate) fn game<R: Rules>(start: Position<R>, seed: u64, plies: usize) -> Vec<Move> {
    let mut random = Random::new(seed);
    let mut position = start;
    let mut moves = Vec::new();
    for _ in 0..plies {
        let legal = sorted_moves(&position);
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
    let mut simulation = Simulation::new(start, moves, knows, seed);
    let mut position = start;
    let mut unseen = false;
    for (ply, &mv) in moves.iter().enumerate() {
        let mut orders = orders(&position, mv, knows);
        // Two captures unseen, or one and a move to either of its squares, or one while the reader waits for the answer to the
        // move before it: too much for a board that knows no pieces.
        let is_unseen = |steps: &Vec<Step>| {
            knows == Knows::Squares && mv.is_capture() && steps.iter().filter(|step| step.1.is_none()).count() < 2
        };
        let is_waiting = simulation.reported.len() < ply;
        if unseen || is_waiting || moves.get(ply + 1).is_some_and(|next| next.to() == mv.to() || next.to() == mv.from())
        {
            orders.retain(|steps| !is_unseen(steps));
        }
        let steps = &orders[simulation.random.below(orders.len())];
        let context = format!("ply {ply}, {mv:?} by {steps:?}, {knows:?}, seed {seed}, from {}", position.fen());
        simulation.make(steps);
        position.play(mv).expect("a legal move");
        // Players think, or answer at once. Where a hand was faster than the board, the answer shows what
        // it has done, once the board rests.
        let is_behind = simulation.reported.len() < ply;
        if unseen || is_behind || simulation.random.one_in(3) {
            simulation.hold(30);
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
    simulation.hold(30);
    assert!(simulation.reported.len() + 1 >= moves.len(), "{:?}, seed {seed}", simulation.reported.last());
}

/// A game from the start position.
fn play_chess(seed: u64) {
    let start = Chess::startpos();
    let moves = game(start, seed, 120);
    for knows in BOTH {
        simulate(start, &moves, knows, seed);
    }
}

/// A game from one of the 960 start positions.
fn play_chess960(seed: u64) {
    let start = Chess::chess960((seed * 23 % 960) as u16).expect("a number below 960");
    simulate(start, &game(start, seed, 120), Knows::Pieces, seed);
}

fn play_makruk(seed: u64) {
    let start = Makruk::startpos();
    let moves = game(start, seed, 150);
    for knows in BOTH {
        simulate(start, &moves, knows, seed);
    }
}

/// A few moves from a position in which rooks and kings have nothing in their way.
fn play_castling(seed: u64) {
    let start = chess("r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1");
    let moves = game(start, seed, 8);
    for knows in BOTH {
        simulate(start, &moves, knows, seed);
    }
}

#[test]
fn every_move_of_a_game_is_told_once_and_no_other() {
    (0..60).for_each(play_chess);
}

#[test]
fn every_move_of_a_game_of_chess960_is_told_once_and_no_other() {
    (0..40).for_each(play_chess960);
}

#[test]
fn every_move_of_a_game_of_makruk_is_told_once_and_no_other() {
    (0..40).for_each(play_makruk);
}

#[test]
fn castling_is_told_whichever_piece_goes_first_and_rooks_move_without_it() {
    (0..200).for_each(play_castling);
}

#[test]
#[ignore = "takes minutes"]
fn every_move_of_thousands_of_games_is_told_once_and_no_other() {
    for seed in 0..750 {
        play_chess(seed);
        play_chess960(seed);
        play_makruk(seed);
        play_castling(seed);
        slide_in_chess(seed);
        capture_fast(seed);
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
fn a_piece_captured_where_it_has_just_landed_is_not_in_the_hand_again() {
    // The queen has landed on f6 and might go on. She is taken off there, then the piece that captures her, which stood
    // where she might have captured as well; its square flickers.
    let (positions, played) = boards(chess("r1b2k2/p2nq1R1/4Q3/2p2p2/8/2P2P2/PP3P2/RN2K3 b Q - 0 16"), "Qf6 Qxf6+");
    let of = |ply: usize, lifted: &[Square]| shown(&positions[ply], lifted, &[], Knows::Squares);
    let (queen, both) = (of(0, &[Square::E7]), of(0, &[Square::E7, Square::E6]));
    let mut reader = BoardReader::new(positions[0]);
    let events = reported(
        &mut reader,
        &[(queen, 8), (of(1, &[]), 8), (queen, 8), (both, 1), (queen, 1), (both, 8), (of(2, &[]), 60)],
    );
    assert_eq!(events, [BoardEvent::Move(played[0]), BoardEvent::Move(played[1])]);
    // Or she was, and has captured the other one.
    let takes = positions[0].parse_san("Qxe6+").expect("a move");
    let taken = Knows::Squares.reading(positions[0].after_unchecked(takes).board());
    let mut reader = BoardReader::new(positions[0]);
    let events = reported(
        &mut reader,
        &[(queen, 8), (of(1, &[]), 8), (queen, 8), (both, 1), (queen, 1), (both, 8), (taken, 60)],
    );
    assert_eq!(events, [BoardEvent::Move(takes)]);
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
    for knows in BOTH {
        // Another move on the board does not take it back.
        let mut reader = BoardReader::new(positions[0]);
        reader.play(played[0]).expect("a legal move");
        let other = boards(Chess::startpos(), "d4").0[1];
        let events =
            reported(&mut reader, &[(knows.reading(positions[0].board()), 30), (knows.reading(other.board()), 200)]);
        assert!(!events.contains(&BoardEvent::Takeback), "{knows:?} {events:?}");
        assert_eq!(reader.position(), &positions[1]);
    }
    let mut reader = BoardReader::new(positions[0]);
    assert_eq!(
        reader.play(played[1]).expect_err("Black's move").to_string(),
        "the pawn on e7 is Black's, and White is to move"
    );
    assert_eq!(reader.position(), &positions[0]);
}

#[test]
fn the_array_set_up_begins_a_new_game() {
    let end = chess("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    for knows in BOTH {
        let start = knows.reading(Chess::startpos().board());
        let mut reader = BoardReader::new(end).with_patience(3, 50);
        assert_eq!(infer(&end, None, start), Inference::Start);
        // Not before the board rests.
        assert_eq!(reported(&mut reader, &[(start, 20)]), []);
        assert_eq!(reported(&mut reader, &[(start, 40)]), [BoardEvent::Start]);
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
        let events = reported(&mut reader, &[(knows.reading(start.board()), 10), (after, 10)]);
        assert_eq!(events, [BoardEvent::Cleared, BoardEvent::Move(e4)]);
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
fn a_pawn_stands_for_what_pawns_of_either_side_have_become() {
    let white = chess("4k3/8/8/8/8/8/1QQ5/4K3 w - - 0 1");
    for (position, from, to, pawn) in
        [(white, Square::B2, Square::B4, 'P'), (white.flip_colors(), Square::B7, Square::B5, 'p')]
    {
        let stands = shown(&position, &[], &[(from, pawn)], Knows::Pieces);
        let moved = shown(&position, &[from], &[(to, pawn)], Knows::Pieces);
        let mv = position.find_move(from, to, None).expect("a queen's move");
        let mut readers = [position, Chess::startpos()].map(BoardReader::new);
        readers[1].set_position(position);
        for reader in &mut readers {
            assert_eq!(reported(reader, &[(stands, 60), (moved, 60)]), [BoardEvent::Move(mv)]);
        }
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
fn patience_is_at_least_the_debounce() {
    let mut random = Random::new(17);
    let start = Chess::startpos();
    // The debounce is at least one reading.
    let pairs = [[(5, 2), (5, 5)], [(0, 3), (1, 3)]];
    for pair in pairs {
        let mut readers = pair.map(|(debounce, patience)| BoardReader::new(start).with_patience(debounce, patience));
        let mut told = 0;
        for _ in 0..400 {
            // A move, or a board of some other kind, for as many readings as may or may not be enough.
            let moves = readers[0].position().legal_moves();
            let mut after = *readers[0].position();
            let Some(mv) = random.pick(&moves) else { break };
            after.play_unchecked(mv);
            let mut board = *after.board();
            if random.one_in(4) {
                board.set(Square::ALL[random.below(64)], None);
            }
            for _ in 0..random.below(12) {
                let [events, expected] = readers.each_mut().map(|reader| reader.read(board));
                assert_eq!(events, expected);
                told += usize::from(events.is_some());
            }
        }
        assert!(told > 50, "{told}");
    }
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
                let square = Square::ALL[random.below(64)];
                board.set(square, random.pick(&Piece::ALL).filter(|_| random.one_in(2)));
            }
            if random.one_in(20) {
                board = *reader.position().board();
            }
            let reading = if random.one_in(30) { board.occupied().into() } else { Reading::from(board) };
            let before = position;
            match reader.read(reading) {
                Some(BoardEvent::Move(mv)) => position.play(mv).expect("a legal move"),
                Some(BoardEvent::Start | BoardEvent::Takeback | BoardEvent::Revised { .. }) => {
                    position = *reader.position();
                }
                _ => assert_eq!(reader.position(), &before),
            }
            assert_eq!(reader.position(), &position);
        }
    }
}

/// How hands move pieces, in milliseconds.
pub(crate) struct Hands {
    /// How long a piece that slides stays on each square of its way.
    pub(crate) dwell: Range<u64>,
    /// How long the square of a captured piece is empty.
    pub(crate) swap: Range<u64>,
}

/// A change of the board, and how long it stays before the next one, in milliseconds.
pub(crate) type Timed = (Square, Option<Piece>, u64);

impl Hands {
    /// What hands do to make a move, in one of the orders that there are.
    pub(crate) fn make<R: Rules>(&self, position: &Position<R>, mv: Move, random: &mut Random) -> Vec<Timed> {
        let (from, to) = (mv.from(), mv.to());
        let moved = position.board().piece_at(mv.from());
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
            if from > to {
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

pub(crate) fn between(random: &mut Random, range: Range<u64>) -> u64 {
    range.start + random.below((range.end - range.start) as usize) as u64
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

/// Plays a game with hands that slide and capture, each move answered before the board has rested for the time of `patience`,
/// unless the reader has to ask what a pawn became.
/// The reader must report these moves and nothing else. Gives the number of captures.
///
/// A capture that no reading has shown ends the game if the piece could have captured others or was seen on its way, if no move
/// follows, or if the next move is to either of its squares.
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
        due: random.below(period as usize) as u64,
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
        let slid = steps.len();
        for (square, piece, ms) in steps {
            clocked.board.set(square, piece);
            clocked.wait(ms);
        }
        if clocked.victim.take() == Some((mv.to(), false)) && knows == Knows::Squares {
            unseen.push(mv);
            let is_other = |other: &Move| other.from() == mv.from() && other.to() != mv.to();
            let is_next = moves.get(played.len() + 1).is_none_or(|next| next.to() == mv.to() || next.to() == mv.from());
            let has_stopped = slid > 3;
            if is_next || has_stopped || position.legal_captures().iter().any(is_other) {
                break;
            }
        }
        played.push(BoardEvent::Move(mv));
        position.play(mv).expect("a legal move");
        // The next move begins when the board could be seen at rest, twice the time of `debounce`.
        let thought = between(&mut random, period * u64::from(2 * debounce + 2)..period * u64::from(patience));
        // A board that knows only squares asks what a pawn became. The players wait for the question.
        let asks = mv.promotion().is_some() && knows == Knows::Squares;
        clocked.wait(if asks { period * u64::from(patience) * 2 } else { thought });
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

/// Hands that slide, and capture slowly.
const SLOW: Hands = Hands { dwell: 40..220, swap: 100..300 };

/// Hands that slide, and swap the pieces of a capture.
const FAST: Hands = Hands { dwell: 40..220, swap: 15..70 };

fn slide_in_chess(seed: u64) {
    let start = Chess::startpos();
    let moves = game(start, seed, 100);
    for (knows, pace) in BOTH.into_iter().flat_map(|knows| PACES.map(|pace| (knows, pace))) {
        play_by_hand(start, &moves, knows, &SLOW, pace, seed);
    }
}

/// Gives the number of captures.
fn capture_fast(seed: u64) -> usize {
    let start = Chess::startpos();
    let moves = game(start, seed, 100);
    PACES.map(|pace| play_by_hand(start, &moves, Knows::Squares, &FAST, pace, seed)).iter().sum()
}

#[test]
fn a_piece_that_slides_is_told_where_it_ends() {
    (0..10).for_each(slide_in_chess);
}

#[test]
fn a_piece_that_slides_in_chess960_and_makruk_is_told_where_it_ends() {
    for (seed, pace) in (0..12).zip(PACES.into_iter().cycle()) {
        let start = Chess::chess960((seed * 23 % 960) as u16).expect("a number below 960");
        play_by_hand(start, &game(start, seed, 60), Knows::Pieces, &SLOW, pace, seed);
        let start = Makruk::startpos();
        let moves = game(start, seed, 100);
        for knows in BOTH {
            play_by_hand(start, &moves, knows, &SLOW, pace, seed);
        }
    }
}

#[test]
fn a_capture_is_told_whose_square_was_seen_empty_once() {
    let captures: usize = (0..20).map(capture_fast).sum();
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

/// The moves, each reported.
fn told(moves: &[Move]) -> Vec<BoardEvent> {
    moves.iter().copied().map(BoardEvent::Move).collect()
}

/// The readings of a board that knows only squares: those that have become empty, those that have become occupied, and how often.
fn from_squares(start: &Chess, readings: &[(&[Square], &[Square], u32)]) -> Vec<(Reading, u32)> {
    let readings = readings.iter().map(|&(lifted, put, times)| {
        let put: Vec<_> = put.iter().map(|&square| (square, 'P')).collect();
        (shown(start, lifted, &put, Knows::Squares), times)
    });
    readings.collect()
}

#[test]
fn a_capture_is_told_if_noise_follows_the_report_of_the_move_before() {
    use Square::{A3, A6, A7, B4, D6, F6};
    let (positions, played) = boards(chess("4k3/p7/3q4/8/8/Q7/8/7K b - - 0 1"), "Qb4 Qxb4 a6");
    // The answer tells the queen's move. One reading of noise later the next move begins.
    let readings = from_squares(
        &positions[0],
        &[
            (&[D6], &[B4], 6),
            (&[D6], &[], 6),
            (&[D6, A3], &[], 6),
            (&[D6, A3], &[B4], 6),
            (&[D6, A3], &[B4, F6], 1),
            (&[D6, A3, A7], &[B4], 6),
            (&[D6, A3, A7], &[B4, A6], 30),
        ],
    );
    let mut reader = BoardReader::new(positions[0]);
    assert_eq!(reported(&mut reader, &readings), told(&played));
}

#[test]
fn a_square_glimpsed_before_two_moves_are_told_counts_for_the_third() {
    use Square::{B4, C5, F8, G4, H4};
    let (positions, played) = boards(chess("4kb2/8/8/8/1P4Qq/8/8/K7 b - - 0 1"), "Bc5 bxc5 Qxg4");
    let readings = from_squares(
        &positions[0],
        &[
            (&[F8], &[C5], 10),
            (&[F8, B4], &[C5], 8),
            (&[F8, B4], &[], 3),
            (&[F8, B4], &[C5], 4),
            (&[F8, B4, G4], &[C5], 1),
            (&[F8, B4, H4], &[C5], 60),
        ],
    );
    let mut reader = BoardReader::new(positions[0]);
    assert_eq!(reported(&mut reader, &readings), told(&played));
}

#[test]
fn a_move_is_told_if_its_answer_may_be_several_promotions() {
    use Square::{C4, D1, D3, E2};
    let (positions, played) = boards(chess("7k/8/8/8/2B5/8/4p3/3QK3 w - - 0 1"), "Bd3 exd1=Q+");
    let readings = from_squares(
        &positions[0],
        &[(&[C4], &[D3], 10), (&[C4, E2], &[D3], 10), (&[C4, E2, D1], &[D3], 2), (&[C4, E2], &[D3], 60)],
    );
    // The bishop could go on to capture on e2. A board at rest decides it.
    let mut reader = BoardReader::new(positions[0]);
    assert_eq!(reported(&mut reader, &readings), [BoardEvent::Move(played[0]), BoardEvent::Ambiguous]);
    assert!(reader.candidates().contains(&played[1]) && reader.candidates().len() == 4);
}

#[test]
fn a_square_emptied_by_a_capture_was_not_emptied_for_its_answer() {
    let start = chess("3qk3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    let (_, played) = boards(start, "exd5");
    let mut reader = BoardReader::new(start);
    // The queen is in the hand before the board has shown the pawn's capture by itself.
    let readings = [(&[Square::E4, Square::D5][..], &[][..], 30), (&[Square::E4, Square::D8], &[], 60)];
    assert_eq!(reported(&mut reader, &from_squares(&start, &readings)), told(&played));
}

#[test]
fn a_piece_put_down_and_taken_away_before_a_move_was_not_captured_where_that_lands() {
    use Square::{D5, E2, E4};
    let start = chess("4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1");
    let (_, played) = boards(start, "e4");
    let mut reader = BoardReader::new(start);
    // Black's pawn is in the hand when White's lands.
    let readings = [(&[][..], &[E4][..], 5), (&[], &[], 5), (&[E2], &[], 5), (&[E2, D5], &[E4], 60)];
    assert_eq!(reported(&mut reader, &from_squares(&start, &readings)), told(&played));
}

#[test]
fn castling_onto_a_square_set_aside_is_seen_by_its_rook() {
    use Square::{E1, F1, G1, G5, H1};
    let start = chess("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let (_, played) = boards(start, "O-O");
    let mut reader = BoardReader::new(start);
    let readings = [(&[][..], &[G1, G5][..], 60), (&[E1, H1], &[F1, G1, G5], 60)];
    let suspect = |squares| BoardEvent::Suspect { squares };
    let told = [suspect([G1, G5].into()), BoardEvent::Move(played[0]), suspect(G5.into())];
    assert_eq!(reported(&mut reader, &from_squares(&start, &readings)), told);
}

#[test]
fn a_board_turned_round_is_not_known_before_a_move() {
    use Square::{A2, H7};
    let start = chess("3k4/8/8/8/8/8/P7/4K3 w - - 0 1");
    let mut reader = BoardReader::new(start);
    // Or the pawn stands on a wrong square.
    let turned = from_squares(&start, &[(&[A2], &[H7], 60)]);
    assert_eq!(reported(&mut reader, &turned), [BoardEvent::Impossible { squares: [A2, H7].into() }]);
}

#[test]
fn a_square_glimpsed_before_the_piece_landed_elsewhere_is_no_capture() {
    use Square::{B1, B2, B4};
    let (positions, played) = boards(chess("4k3/8/8/8/8/8/PrP5/1R2K3 b - - 0 1"), "Rb4 Rxb4");
    let readings = from_squares(
        &positions[0],
        &[
            (&[B2], &[], 6),
            (&[B2, B1], &[], 1),
            (&[B2], &[B4], 12),
            (&[B2], &[], 6),
            (&[B2, B1], &[], 6),
            (&[B2, B1], &[B4], 6),
        ],
    );
    let mut reader = BoardReader::new(positions[0]);
    assert_eq!(reported(&mut reader, &readings), told(&played));
}

#[test]
fn a_capture_in_progress_is_not_the_answer_to_one_that_was_glimpsed() {
    use Square::{D4, E5, F3};
    // The player touches the pawn on e5, then captures the other one, slowly.
    let (positions, played) = boards(chess("4k3/8/8/4p3/3p4/5N2/8/4K3 w - - 0 1"), "Nxd4 exd4");
    let readings = from_squares(
        &positions[0],
        &[
            (&[F3], &[], 8),
            (&[F3, E5], &[], 1),
            (&[F3], &[], 8),
            (&[F3, D4], &[], 60),
            (&[F3], &[], 60),
            (&[F3, E5, D4], &[], 8),
            (&[F3, E5], &[], 60),
        ],
    );
    let mut reader = BoardReader::new(positions[0]);
    assert_eq!(reported(&mut reader, &readings), told(&played));
}

#[test]
fn a_move_is_taken_back_for_two_others_of_which_the_first_is_ambiguous() {
    // Whether the pawn went one step or two before it was captured, the board is the same.
    let start = chess("6k1/8/5R2/8/6p1/8/5P2/4K3 w - - 0 1");
    let (positions, _) = boards(start, "f3 gxf3");
    let rook = start.parse_san("Rd6").expect("a move");
    let mut reader = BoardReader::new(start);
    let shown = [*start.after_unchecked(rook).board(), *positions[2].board()].map(|board| (board.into(), 60));
    assert_eq!(reported(&mut reader, &shown), [BoardEvent::Move(rook), BoardEvent::Takeback, BoardEvent::Ambiguous]);
    let mut candidates = reader.candidates().to_vec();
    candidates.sort();
    assert_eq!(candidates, ["f3", "f4"].map(|text| start.parse_san(text).expect("a move")));
}

#[test]
fn a_promotion_is_asked_for_when_the_next_move_begins() {
    let (positions, played) = boards(chess("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), "a8=R+ Kd7");
    let pawn = (Square::A8, 'P');
    for knows in BOTH {
        let mut reader = BoardReader::new(positions[0]);
        let standing = shown(&positions[0], &[Square::A7], &[pawn], knows);
        let lifted = shown(&positions[0], &[Square::A7, Square::E8], &[pawn], knows);
        assert_eq!(reported(&mut reader, &[(standing, 4), (lifted, 20)]), [BoardEvent::Ambiguous], "{knows:?}");
        assert_eq!(reader.candidates().len(), 4);
        reader.play(played[0]).expect("a legal move");
        let landed = shown(&positions[0], &[Square::A7, Square::E8], &[pawn, (Square::D7, 'k')], knows);
        assert_eq!(reported(&mut reader, &[(landed, 20)]), [BoardEvent::Move(played[1])], "{knows:?}");
    }
}

#[test]
fn what_a_pawn_became_is_asked_beside_a_square_that_shows_a_piece_where_none_stands() {
    let start = chess("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    let mut reader = BoardReader::new(start);
    let readings = from_squares(&start, &[(&[Square::A7], &[Square::A8, Square::D4], 60)]);
    assert_eq!(reported(&mut reader, &readings), [BoardEvent::Ambiguous]);
    let candidates = reader.candidates();
    assert!(candidates.len() == 4 && candidates.iter().all(|mv| mv.promotion().is_some()), "{candidates:?}");
    // When the board changes they are to choose from no more.
    reported(&mut reader, &from_squares(&start, &[(&[Square::A7], &[Square::D4], 4)]));
    assert_ne!(reader.candidates(), candidates);
}

#[test]
fn a_pawn_that_promotes_in_place_of_the_last_move_has_that_taken_back() {
    let start = chess("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    let king = start.parse_san("Kf2").expect("a move");
    for knows in BOTH {
        let mut reader = BoardReader::new(start);
        let moved = knows.reading(start.after_unchecked(king).board());
        let promoted = shown(&start, &[Square::A7], &[(Square::A8, 'P')], knows);
        assert_eq!(
            reported(&mut reader, &[(moved, 60), (promoted, 60)]),
            [BoardEvent::Move(king), BoardEvent::Takeback, BoardEvent::Ambiguous],
            "{knows:?}"
        );
        assert_eq!((*reader.position(), reader.candidates().len()), (start, 4));
    }
}

#[test]
fn what_a_pawn_became_is_asked_at_rest_if_the_next_move_hardly_begins() {
    // The pawn has captured on b8. Then the bishop's capture on c3 may have begun: the knight is lifted, by either side.
    let start = chess("1r6/P3k3/8/8/1b6/2N5/8/6K1 w - - 0 1");
    let readings = |off: &[Square], times| from_squares(&start, &[(off, &[], times)]);
    let mut reader = BoardReader::new(start);
    assert_eq!(reported(&mut reader, &readings(&[Square::A7, Square::C3], 40)), []);
    // It lands.
    assert_eq!(reported(&mut reader, &readings(&[Square::A7, Square::B4], 30)), [BoardEvent::Ambiguous]);
    let candidates = reader.candidates();
    assert!(candidates.len() == 4 && candidates.iter().all(|mv| mv.to() == Square::B8), "{candidates:?}");
}

/// Shows a board for so many readings. Gives the position before the last move, if the reader knows it.
fn show(reader: &mut BoardReader<ChessRules>, board: &Board0x88, times: usize, before: &mut Option<Chess>) {
    for _ in 0..times {
        let position = *reader.position();
        match reader.read(*board) {
            Some(BoardEvent::Move(_)) => *before = Some(position),
            Some(BoardEvent::Takeback | BoardEvent::Start | BoardEvent::Revised { .. }) => *before = None,
            // The pawn went one step or two, and was captured: the board is the same.
            Some(BoardEvent::Ambiguous) => {
                let mv = *reader.candidates().iter().min().expect("a move to choose");
                reader.play(mv).expect("a legal move");
                // A move that the board does not show yet stands fast.
                *before = (infer(reader.position(), None, *board) == Inference::Unchanged).then_some(position);
            }
            _ => {}
        }
    }
}

#[test]
fn a_board_that_was_wrong_is_right_when_it_shows_what_follows() {
    (0..60).for_each(|seed| recover(seed).expect("the position that the board shows"));
}

#[test]
#[ignore = "takes a minute"]
fn all_of_1500_boards_that_were_wrong_are_right_again() {
    let wrong: Vec<String> = (0..1500).filter_map(|seed| recover(seed).err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A game with a board that shows anything for a while, then the position or what may follow from it. An error if the reader has
/// another position in the end.
fn recover(seed: u64) -> Result<(), String> {
    let mut random = Random::new(seed);
    let moves = game(Chess::startpos(), seed, 30);
    let start = moves.iter().fold(Chess::startpos(), |position, &mv| position.after_unchecked(mv));
    let mut reader = BoardReader::new(start).with_patience(3, 20);
    let mut before = None;
    for _ in 0..12 {
        let mut board = *reader.position().board();
        for _ in 0..=random.below(4) {
            for _ in 0..=random.below(5) {
                let square = Square::ALL[random.below(64)];
                board.set(square, random.pick(&Piece::ALL).filter(|_| random.one_in(2)));
            }
            show(&mut reader, &board, 1 + random.below(40), &mut before);
        }
        // The position, or the one before, or one or two moves after either.
        let position = *reader.position();
        let mut target = before.filter(|_| random.one_in(2)).unwrap_or(position);
        let mut last = None;
        for _ in 0..random.below(3) {
            let Some(mv) = random.pick(&sorted_moves(&target)) else { break };
            // A piece that is captured was seen where it went.
            if last == Some(mv.to()) && target.board().piece_at(mv.to()).is_some() {
                break;
            }
            last = Some(mv.landing());
            target = target.after_unchecked(mv);
        }
        // Two moves can leave the board as it is while a piece is lifted, at once or after one move.
        let is_lifted =
            |position: &Chess| matches!(infer(position, None, *target.board()), Inference::InProgress { .. });
        let is_explained = |position: &Chess| {
            is_lifted(position) || position.legal_moves().iter().any(|&mv| is_lifted(&position.after_unchecked(mv)))
        };
        if is_explained(&position) || before.as_ref().is_some_and(is_explained) {
            continue;
        }
        show(&mut reader, target.board(), 200, &mut before);
        if reader.position().board() != target.board() {
            let [from, found, target] = [position.fen(), reader.position().fen(), target.fen()];
            return Err(format!("seed {seed}, from {from}: {found} instead of {target}"));
        }
    }
    Ok(())
}

#[test]
fn a_reader_takes_less_than_a_kilobyte_and_a_half() {
    assert!(size_of::<BoardReader<ChessRules>>() <= 1536, "{}", size_of::<BoardReader<ChessRules>>());
}

#[test]
fn a_move_is_undone_once_and_the_board_may_follow_slowly() {
    let start = Chess::startpos();
    let mut position = start;
    let e4 = position.play_san("e4").expect("legal");
    let mut reader = BoardReader::new(start);
    assert!(!reader.undo());
    reader.play(e4).expect("legal");
    assert!(reader.undo() && !reader.undo());
    assert_eq!(reader.position(), &start);
    // The board never showed e4, so the move can be made now.
    assert_eq!((0..100).find_map(|_| reader.read(*position.board())), Some(BoardEvent::Move(e4)));
    // Two moves are undone: on the way back the board shows the first of them alone, and nothing is reported.
    let after_one = position;
    position.play_san("e5").expect("legal");
    assert!((0..100).any(|_| reader.read(*position.board()).is_some()));
    reader.set_position(start);
    for board in [position.board(), after_one.board(), start.board()] {
        assert!((0..100).all(|_| reader.read(*board).is_none()));
    }
    assert_eq!((0..100).find_map(|_| reader.read(*after_one.board())), Some(BoardEvent::Move(e4)));
}

#[test]
fn a_capture_en_passant_is_seen_without_its_target_having_been_emptied() {
    let position = chess("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    let capture = position.parse_san("exd6").expect("a move");
    let after = position.after_unchecked(capture);
    for knows in BOTH {
        assert_eq!(infer(&position, None, knows.reading(after.board())), Inference::Move(capture), "{knows:?}");
    }
}

#[test]
fn a_king_that_castles_onto_its_rook_s_square_is_in_progress() {
    let position = chess("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    // The rook is in the hand, the king where the rook stood.
    let reading = shown(&position, &[Square::F1], &[(Square::G1, 'K')], Knows::Pieces);
    assert!(matches!(infer(&position, None, reading), Inference::InProgress { .. }));
    assert!(candidates(&position, reading).iter().any(|mv| mv.kind() == MoveKind::Castle));
}
