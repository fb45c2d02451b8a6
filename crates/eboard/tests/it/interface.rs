//! What boards of other kinds, and programs that know more than the board, tell a reader.

use crate::games::Knows;
use crate::opponent::told;
use chess0x88::{Board0x88, Chess, ChessRules, Color, Move, Square, SquareSet};
use chess0x88_eboard::{BoardEvent, BoardReader, PlayError, Reading};
use common::Random;

fn played(text: &str) -> (Vec<Chess>, Vec<Move>) {
    let mut position = Chess::startpos();
    let moves: Vec<Move> = text.split(' ').map(|san| position.play_san(san).expect("a legal move")).collect();
    let mut positions = vec![Chess::startpos()];
    for &mv in &moves {
        positions.push(positions[positions.len() - 1].after_unchecked(mv));
    }
    (positions, moves)
}

fn colors(board: &Board0x88) -> Reading {
    Reading::from_colors(board.colored(Color::White), board.colored(Color::Black))
}

fn turned_board(board: &Board0x88) -> Board0x88 {
    board.pieces().map(|(square, piece)| (square.flip_rank().flip_file(), piece)).collect()
}

fn turned(board: &Board0x88) -> SquareSet {
    board.occupied().into_iter().map(|square| square.flip_rank().flip_file()).collect()
}

const GAME: &str = "e4 d5 exd5 Nf6 Bb5+ c6 dxc6 Qd7 cxd7+ Nbxd7 Nf3 g6 O-O Bg7";

#[test]
fn the_times_of_a_reader_are_set_in_a_constant_and_later() {
    static READER: std::sync::Mutex<BoardReader<ChessRules>> =
        std::sync::Mutex::new(BoardReader::new(Chess::startpos()).with_patience(2, 25));
    let e3 = Chess::startpos().after_unchecked(Chess::startpos().parse_san("e3").expect("a move"));
    let mut reader = READER.lock().expect("no test has failed here");
    // The pawn may go on to e4: it waits for the time of patience.
    assert_eq!((0..60).position(|_| reader.read(*e3.board()).is_some()), Some(26));
    reader.restart(Chess::startpos());
    reader.set_patience(0, 0);
    assert_eq!((0..60).position(|_| reader.read(*e3.board()).is_some()), Some(1));
    reader.restart(Chess::startpos());
    reader.set_patience(4, 2);
    assert_eq!((0..60).position(|_| reader.read(*e3.board()).is_some()), Some(7));
}

#[test]
fn a_board_that_knows_colours_tells_captures_that_no_reading_has_shown() {
    let (positions, moves) = played(GAME);
    let mut reader = BoardReader::new(positions[0]);
    let told: Vec<BoardEvent> = positions
        .iter()
        .flat_map(|position| [colors(position.board()); 30])
        .filter_map(|reading| reader.read(reading))
        .collect();
    assert_eq!(told, moves.into_iter().map(BoardEvent::Move).collect::<Vec<_>>());
    // What a pawn becomes is asked.
    let start: Chess = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1".parse().expect("a position");
    let after = start.after_unchecked(start.parse_san("a8=R+").expect("a move"));
    let mut reader = BoardReader::new(start);
    assert_eq!((0..60).find_map(|_| reader.read(colors(after.board()))), Some(BoardEvent::Ambiguous));
    assert_eq!(reader.candidates().len(), 4);
}

#[test]
fn a_board_may_change_its_kind_between_two_readings() {
    let (positions, moves) = played("e4 e5 Nf3");
    let mut reader = BoardReader::new(positions[0]);
    let readings: [fn(&Board0x88) -> Reading; 4] =
        [colors, |board| board.occupied().into(), |board| (*board).into(), colors];
    let told: Vec<BoardEvent> = positions
        .iter()
        .zip(readings)
        .flat_map(|(position, reading)| [reading(position.board()); 30])
        .filter_map(|reading| reader.read(reading))
        .collect();
    assert_eq!(told, moves.into_iter().map(BoardEvent::Move).collect::<Vec<_>>());
}

#[test]
fn a_board_that_sends_changes_alone_is_read_again() {
    let (positions, moves) = played(GAME);
    for is_turned in [false, true] {
        let mut reader = BoardReader::new(positions[0]);
        if is_turned {
            reader.turn();
        }
        let mut told = Vec::new();
        for position in &positions {
            // Each square that changes is sent once.
            let shown = if is_turned { turned_board(position.board()) } else { *position.board() };
            told.extend(reader.read(shown));
            told.extend((0..40).filter_map(|_| reader.read_again()));
        }
        assert_eq!(told, moves.iter().copied().map(BoardEvent::Move).collect::<Vec<_>>(), "{is_turned}");
    }
    // Before the first reading there is nothing to read again.
    let mut reader = BoardReader::new(positions[0]);
    assert!((0..60).all(|_| reader.read_again().is_none()));
}

#[test]
fn a_board_of_squares_that_the_player_has_turned_is_read_against_an_engine() {
    let (positions, moves) = played("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6");
    let mut reader = BoardReader::new(positions[0]);
    reader.turn();
    let mut told = Vec::new();
    for (ply, &mv) in moves.iter().enumerate() {
        // The engine has White.
        if ply % 2 == 0 {
            reader.play(mv).expect("a legal move");
        }
        let lifted = mv.is_capture().then(|| mv.to().flip_rank().flip_file());
        for squares in
            [turned(positions[ply].board()) - lifted.into_iter().collect(), turned(positions[ply + 1].board())]
        {
            told.extend((0..30).filter_map(|_| reader.read(squares)));
        }
    }
    let own: Vec<BoardEvent> = moves.into_iter().skip(1).step_by(2).map(BoardEvent::Move).collect();
    assert_eq!(told, own);
}

#[test]
fn the_wrong_squares_are_known_at_any_time() {
    let start = Chess::startpos();
    let mut reader = BoardReader::new(start);
    assert_eq!(reader.wrong_squares(), SquareSet::EMPTY);
    let squares = start.board().occupied();
    let shown = (squares - Square::B1.into()) | Square::B4.into();
    (0..3).for_each(|_| _ = reader.read(shown));
    assert_eq!(reader.wrong_squares(), [Square::B1, Square::B4].into());
    (0..3).for_each(|_| _ = reader.read(squares));
    assert_eq!(reader.wrong_squares(), SquareSet::EMPTY);
    // A move that waits has yet to be made.
    reader.play(start.parse_uci("e2e4").expect("a move")).expect("a legal move");
    assert_eq!(reader.wrong_squares(), [Square::E2, Square::E4].into());
}

#[test]
fn kings_in_the_centre_may_stand_among_other_pieces() {
    for (fen, hands, events) in [
        ("8/8/2k5/3p4/4P3/3K4/6R1/8 w - - 0 1", "x50 d3- e4- x5 e4K x5 c6- d5- x5 d5k x60", "Result(Some(White))"),
        ("8/8/2k5/3p4/4P3/3K4/6R1/8 w - - 0 1", "x50 d3- d4K x5 c6- e5k x60", "Result(Some(Black))"),
        ("8/8/2k5/4p3/8/3K4/6R1/8 w - - 0 1", "x50 d3- e4K x5 c6- d5k x60", "Result(Some(White))"),
    ] {
        for knows in [Knows::Squares, Knows::Pieces] {
            assert_eq!(told(fen, knows, hands), events, "{fen} {hands} {knows:?}");
        }
    }
}

#[test]
fn a_broken_sensor_that_the_program_names_hides_no_move() {
    let (positions, moves) = played(GAME);
    // A sensor that shows nothing, or a piece, for ever: where pieces stand at first, and where none does.
    for (square, is_full) in [(Square::A8, false), (Square::E2, true), (Square::H5, true), (Square::A2, false)] {
        let mut reader = BoardReader::new(positions[0]);
        reader.set_broken(square.into());
        let mut told = Vec::new();
        for position in &positions {
            let occupied = position.board().occupied() - square.into();
            let shown = if is_full { occupied | square.into() } else { occupied };
            told.extend((0..30).filter_map(|_| reader.read(Knows::Pieces.reading(&board_of(position, shown)))));
        }
        assert_eq!(told, moves.iter().copied().map(BoardEvent::Move).collect::<Vec<_>>(), "{square} {is_full}");
    }
}

/// The pieces of a position on these squares, and a pawn on each other of them.
fn board_of(position: &Chess, squares: SquareSet) -> Board0x88 {
    let piece = |square| position.board().piece_at(square).or(chess0x88::Piece::from_char('p'));
    squares.into_iter().filter_map(|square| Some((square, piece(square)?))).collect()
}

#[test]
fn broken_sensors_are_turned_with_the_board_and_kept_in_the_next_game() {
    let start = Chess::startpos();
    let e4 = start.parse_san("e4").expect("a move");
    let after = start.after_unchecked(e4);
    let mut reader = BoardReader::new(start);
    reader.set_broken(Square::H1.into());
    let shown = |position: &Chess| turned(position.board()) - Square::H1.into();
    reader.turn();
    // What stands on the square h1 of the sensors is h1 of the board as it was named: turned, it is a8.
    reader.set_broken(Square::A8.into());
    for _ in 0..2 {
        let told: Vec<BoardEvent> = [start, after]
            .iter()
            .flat_map(|position| [shown(position); 30])
            .filter_map(|squares| reader.read(squares))
            .collect();
        assert_eq!(told, [BoardEvent::Move(e4)]);
        reader.set_position(start);
        assert!((0..60).all(|_| reader.read(shown(&start)).is_none()));
    }
    // None is broken any more.
    reader.set_broken(SquareSet::EMPTY);
    let told: Vec<BoardEvent> = (0..90).filter_map(|_| reader.read(shown(&start))).collect();
    assert_eq!(told, [BoardEvent::Suspect { squares: Square::A8.into() }]);
}

#[test]
fn a_board_with_broken_sensors_shows_that_it_is_turned() {
    let (positions, moves) = played("e4 e5 Nf3 Nc6 Bb5 a6");
    // Named before the board is known to be turned: h8 of the sensors stands for a1.
    for (broken, is_full) in [(Square::H8, false), (Square::D1, false), (Square::E4, true), (Square::E2, true)] {
        for knows in [Knows::Squares, Knows::Pieces] {
            let mut reader = BoardReader::new(positions[0]);
            reader.set_broken(broken.into());
            let mut told = Vec::new();
            for position in &positions {
                let mut board = turned_board(position.board());
                board.set(broken, chess0x88::Piece::from_char('p').filter(|_| is_full));
                told.extend((0..60).filter_map(|_| reader.read(knows.reading(&board))));
            }
            let expected: Vec<BoardEvent> =
                [BoardEvent::Turned].into_iter().chain(moves.iter().copied().map(BoardEvent::Move)).collect();
            assert_eq!(told, expected, "{broken} {is_full} {knows:?}");
        }
    }
}

#[test]
fn a_question_is_withdrawn_when_the_pawn_goes_back() {
    for knows in [Knows::Squares, Knows::Pieces] {
        let fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(told(fen, knows, "a7- x5 a8P x30 a8- x5 a7P x30"), "Ambiguous Withdrawn", "{knows:?}");
        let again = "a7- x5 a8P x30 a8- x5 a7P x30 e1- x5 d2K x60";
        assert_eq!(told(fen, knows, again), "Ambiguous Withdrawn e1d2", "{knows:?}");
    }
}

#[test]
fn a_move_of_a_question_that_was_withdrawn_is_refused() {
    let start: Chess = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1".parse().expect("a position");
    let [queen, king] = ["a8=Q", "Kd2"].map(|san| start.parse_san(san).expect("a move"));
    let asked = {
        let mut board = *start.board();
        board.set(Square::A7, None);
        board.set(Square::A8, start.board().piece_at(Square::A7));
        board
    };
    for knows in [Knows::Squares, Knows::Colors, Knows::Pieces] {
        let mut reader = BoardReader::new(start);
        let mut told: Vec<BoardEvent> = Vec::new();
        for board in [start.board(), &asked, start.board()] {
            told.extend((0..60).filter_map(|_| reader.read(knows.reading(board))));
        }
        assert_eq!(told, [BoardEvent::Ambiguous, BoardEvent::Withdrawn], "{knows:?}");
        let error = reader.play(queen).expect_err("the pawn stands on a7");
        assert_eq!(error, PlayError::Withdrawn(Square::A7));
        assert_eq!(
            (error.code(), error.to_string().as_str()),
            (195, "the piece was put back on a7: no move is to be chosen")
        );
        assert!(reader.position() == &start && !reader.is_waiting());
        // Another piece's move is entered; and an illegal one is refused for another reason.
        assert!(matches!(reader.play(Chess::startpos().parse_san("e4").expect("a move")), Err(PlayError::Illegal(_))));
        let mut other = reader.clone();
        assert!(other.play(king).is_ok() && other.is_waiting());
        // The pawn is made a queen after all.
        let told: Vec<BoardEvent> = (0..60).filter_map(|_| reader.read(knows.reading(&asked))).collect();
        assert_eq!(told, [BoardEvent::Ambiguous], "{knows:?}");
        assert!(reader.play(queen).is_ok() && !reader.is_waiting());
    }
}

#[test]
fn a_board_that_is_right_again_says_so_once() {
    for knows in [Knows::Squares, Knows::Pieces] {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let hands = "e2- x5 h7P x60 h7- x5 a6P x60 a6- x5 e2P x60 e2- x5 e4P x60";
        assert_eq!(told(fen, knows, hands), "Impossible(e2 h7) Impossible(e2 a6) Cleared e2e4", "{knows:?}");
    }
}

/// Readings of a game on a board of one kind, with squares now and then as no game has them.
fn readings(random: &mut Random, start: Chess, turns: bool) -> (Vec<Reading>, Chess) {
    let kind = random.below(3);
    let positions = common::walk(start, random.next(), 12);
    let mut readings = Vec::new();
    for position in &positions {
        let board = if random.one_in(6) { *common::scatter(random.next()).board() } else { *position.board() };
        let reading = match kind {
            0 => Reading::from(if turns { turned(&board) } else { board.occupied() }),
            1 => colors(&board),
            _ => Reading::from(board),
        };
        readings.extend([reading].repeat(random.below(40)));
    }
    (readings, positions.last().copied().unwrap_or(start))
}

#[test]
fn a_reader_that_begins_again_is_as_a_new_one() {
    for seed in 0..60 {
        let random = &mut Random::new(seed);
        let (debounce, patience) = (random.below(4) as u8, random.below(30) as u8);
        let mut reader = BoardReader::new(Chess::startpos()).with_patience(debounce, patience);
        let broken = if random.one_in(2) { Square::E4.into() } else { SquareSet::EMPTY };
        reader.set_broken(broken);
        let turns = random.one_in(3);
        for reading in readings(random, Chess::startpos(), turns).0 {
            reader.read(reading);
            match random.below(60) {
                0 => drop(reader.undo()),
                1 => reader.turn(),
                2 => drop(random.pick(&reader.position().legal_moves()).map(|mv| reader.play(mv))),
                3 => drop(reader.read_again()),
                _ => {}
            }
        }
        let start = common::walk(Chess::startpos(), seed, 8).last().copied().expect("a position");
        reader.restart(start);
        let mut new = BoardReader::new(start).with_patience(debounce, patience);
        new.set_broken(broken);
        for reading in readings(random, start, false).0 {
            assert_eq!(reader.read(reading), new.read(reading), "seed {seed}");
            assert_eq!(reader.position(), new.position(), "seed {seed}");
            assert_eq!(reader.wrong_squares(), new.wrong_squares(), "seed {seed}");
            assert_eq!(reader.is_waiting(), new.is_waiting(), "seed {seed}");
            assert_eq!(reader.candidates(), new.candidates(), "seed {seed}");
        }
    }
}
