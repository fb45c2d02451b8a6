//! Logs of boards that replay: the same events out of what was written, and each wrong line named.

use super::{Given, Shown, Told, Writer, replay};
use chess0x88::{Chess, ChessRules, Piece, Square};
use chess0x88_eboard::{BoardEvent, BoardReader};
use common::{Random, chess};

/// Events, each with its time.
type Timed = Vec<(u64, BoardEvent)>;

/// What a log gives, and the times that run backwards.
fn events(text: &str) -> Result<(Timed, Vec<u64>), String> {
    let (mut events, mut backwards) = (Vec::new(), Vec::new());
    replay::<ChessRules>(text, None, &mut |heard| match heard.told {
        Told::Event(event) => events.push((heard.time, event)),
        Told::Backwards => backwards.push(heard.time),
        Told::Set => {}
        Told::Played(mv) => assert_eq!(heard.reader.position(), &heard.before.after_unchecked(mv)),
    })?;
    Ok((events, backwards))
}

/// Plays moves on a board with noise; gives the log, and what the reader has told.
fn record(start: Chess, moves: &str, knows_pieces: bool) -> (String, Timed) {
    let mut reader = BoardReader::new(start).with_patience(2, 9);
    let mut log = Writer::new(&start, (2, 9));
    let (mut position, mut random) = (start, Random::new(7));
    let (mut told, mut time) = (Vec::new(), 0);
    for san in moves.split(' ') {
        let mv = position.play_san(san).expect("a legal move");
        for _ in 0..30 {
            time += 20;
            let mut board = *position.board();
            if random.one_in(6) {
                board.set(Square::ALL[random.below(64)], random.pick(&Piece::ALL));
            }
            let shown = if knows_pieces { Shown::Pieces(board) } else { Shown::Squares(board.occupied()) };
            log.note(time, &Given::Shown(shown));
            let event = reader.read(shown.reading());
            told.extend(event.map(|event| (time, event)));
            if event == Some(BoardEvent::Ambiguous) && reader.play(mv).is_ok() {
                log.note(time, &Given::Played(mv));
            }
        }
    }
    (log.text, told)
}

#[test]
fn a_log_gives_the_same_events_again() {
    let promotes = chess("4k3/P6p/8/8/8/8/8/4K2R w K - 0 1");
    for knows_pieces in [false, true] {
        for (start, moves) in [(Chess::startpos(), "e4 e5 Nf3 Nc6 Bb5 a6 O-O"), (promotes, "a8=R+ Kd7 O-O h5")] {
            let (log, told) = record(start, moves, knows_pieces);
            assert!(told.len() >= 4, "{told:?}");
            assert_eq!(events(&log), Ok((told, Vec::new())), "{log}");
        }
    }
}

#[test]
fn people_may_write_in_logs_and_times_may_run_backwards() {
    let text = "# a game of the club\n\npatience 1 2 # readings\n 40 ffff00000000ffff\n20  FFFF00000000FFFF # the clock was set\n";
    assert_eq!(events(text), Ok((Vec::new(), vec![20])));
}

#[test]
fn wrong_lines_of_a_log_are_told_with_their_number() {
    let reading = "expected 16 hexadecimal digits or the pieces of a FEN, found";
    for (text, error) in [
        ("start 8/8", "line 1: board: expected '/' at byte 3, found the end".to_owned()),
        ("\npatience 3", "line 2: expected two numbers of 0 to 255, found \"3\"".to_owned()),
        ("patience 3 300", "line 1: expected two numbers of 0 to 255, found \"3 300\"".to_owned()),
        ("1 ffff00000000ffff\nstart 8/8", "line 2: start must come before the readings".to_owned()),
        ("soon", "line 1: expected start, patience or a time in milliseconds, found \"soon\"".to_owned()),
        ("-1 ffff00000000ffff", "line 1: expected start, patience or a time in milliseconds, found \"-1\"".to_owned()),
        ("1 ffff", format!("line 1: {reading} \"ffff\"")),
        ("1 +fff00000000ffff", format!("line 1: {reading} \"+fff00000000ffff\"")),
        ("1", format!("line 1: {reading} \"\"")),
        ("1 8/8/8/8/8/8/8/9", "line 1: board: expected a piece letter or a digit 1-8 at byte 14, found '9'".to_owned()),
        ("1 ffff00000000ffff\n2 play e2e5", "line 2: the pawn on e2 does not move to e5".to_owned()),
        ("1 play e2", "line 1: expected a file a-h at byte 2, found the end".to_owned()),
    ] {
        assert_eq!(events(text), Err(error), "{text}");
    }
}

#[test]
fn what_a_board_shows_is_written_as_it_is_read() {
    let mut random = Random::new(3);
    for _ in 0..200 {
        let mut board = *Chess::startpos().board();
        for _ in 0..random.below(60) {
            board.set(Square::ALL[random.below(64)], random.pick(&Piece::ALL).filter(|_| random.one_in(2)));
        }
        for shown in [Shown::Pieces(board), Shown::Squares(board.occupied())] {
            assert!(Shown::parse(&shown.to_string()) == Ok(shown), "{shown}");
        }
    }
}

#[test]
fn readings_are_repeated_positions_set_and_moves_taken_back_in_logs() {
    let mv = Chess::startpos().parse_uci("e2e4").expect("a move");
    let text = "1 ffff00000000ffff x9\n2 play e2e4\n3 undo\n4 ffff00000000ffff x9\n5 ffff00001000efff x9\n";
    assert_eq!(events(text), Ok((vec![(5, BoardEvent::Move(mv))], Vec::new())));
    let text = format!(
        "1 {}\n2 1000000000001010 x9\n3 1000000010000010 x9\n",
        Given::Set("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".into())
    );
    assert_eq!(events(&text), Ok((vec![(3, BoardEvent::Move(mv))], Vec::new())));
    assert_eq!(events("1 undo"), Err("line 1: there is no move to take back".to_owned()));
    assert_eq!(events("1 position 8/8"), Err("line 1: board: expected '/' at byte 3, found the end".to_owned()));
}

#[test]
fn an_opponent_answers_what_a_log_shows() {
    let (log, told) = record(Chess::startpos(), "e4 e5 Nf3 Nc6", false);
    assert_eq!(told.len(), 4);
    // An opponent gives the answers of the log, and the hands that made them count as carrying out these moves.
    let mut answers = "e5 Nc6".split(' ');
    let (mut played, mut heard) = (Vec::new(), Vec::new());
    let mut answer = |position: &Chess| answers.next().and_then(|san| position.parse_san(san).ok());
    replay::<ChessRules>(&log, Some(&mut answer), &mut |said| match said.told {
        Told::Played(mv) => played.push(mv),
        Told::Event(event) => heard.push(event),
        _ => {}
    })
    .expect("a log");
    let told: Vec<BoardEvent> = told.into_iter().map(|told| told.1).collect();
    assert_eq!(heard, [told[0], told[2]]);
    assert_eq!(played.into_iter().map(BoardEvent::Move).collect::<Vec<_>>(), [told[1], told[3]]);
}
