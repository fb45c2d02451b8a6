//! An opponent who is not at the board: moves that are entered and wait for a hand to make them, and whole turns taken back.

use crate::games::Knows;
use chess0x88::{Chess, ChessRules, Makruk, Piece, Position, Rules};
use chess0x88_eboard::{BoardEvent, BoardReader};

pub(crate) const SQUARES: Knows = Knows::Squares;
pub(crate) const PIECES: Knows = Knows::Pieces;
pub(crate) const BOTH: [Knows; 2] = [SQUARES, PIECES];
pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// An event, in short.
fn name(event: BoardEvent) -> String {
    match event {
        BoardEvent::Move(mv) => mv.to_string(),
        BoardEvent::Revised { fallen, instead } => {
            let instead: Vec<String> = instead.iter().map(ToString::to_string).collect();
            format!("-{fallen}[{}]", instead.join(" "))
        }
        BoardEvent::Result { winner } => format!("Result({winner:?})"),
        BoardEvent::Impossible { squares } => format!("Impossible({squares})"),
        BoardEvent::Suspect { squares } => format!("Suspect({squares})"),
        event => format!("{event:?}"),
    }
}

/// Tells the events of a game, in short, whose hands do this: `e2-` lifts the piece on e2, `e4P` puts a pawn on e4, `x10` gives ten
/// readings, `=e2e4` enters a move, `undo` takes one back.
pub(crate) fn told(fen: &str, knows: Knows, hands: &str) -> String {
    let start: Chess = fen.parse().expect("a position");
    let (mut board, mut reader) = (*start.board(), BoardReader::new(start));
    let mut told = Vec::new();
    for word in hands.split_whitespace() {
        if word == "undo" {
            assert!(reader.undo(), "{hands}");
        } else if let Some(times) = word.strip_prefix('x') {
            let times: usize = times.parse().expect("a number");
            told.extend((0..times).filter_map(|_| reader.read(knows.reading(&board))).map(name));
        } else if let Some(entered) = word.strip_prefix('=') {
            let mv = reader.position().parse_uci(entered).expect("a move");
            reader.play(mv).unwrap_or_else(|error| panic!("{entered}: {error}"));
        } else {
            let (square, piece) = word.split_at(2);
            board.set(square.parse().expect("a square"), piece.chars().next().and_then(Piece::from_char));
        }
    }
    told.join(" ")
}

#[test]
fn a_piece_touched_while_a_move_waits_is_no_move() {
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    for knows in BOTH {
        assert_eq!(told(fen, knows, "x10 =b8c6 x10 f3- x8 f3N x30 f3- x30 f3N x30 f3- x200"), "");
        // It is touched while the move is made, and after it.
        assert_eq!(told(fen, knows, "x10 =b8c6 x10 f3- x30 b8- x8 f3N x8 c6n x30 f3- x30 f3N x30 c6- x30 c6n x30"), "");
        // A piece of the other side is touched before the one that is to move.
        assert_eq!(told(fen, knows, "x10 =b8c6 x10 g8- x30 g8n x8 b8- x8 c6n x30 b1- x8 c3N x30"), "b1c3");
    }
}

#[test]
fn a_move_taken_back_while_the_answer_waits_falls_with_it() {
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2";
    for knows in BOTH {
        assert_eq!(told(fen, knows, "g1- x8 f3N x30 =b8c6 x10 f3- x2 g1N x60"), "g1f3 -2[]");
        // And again; and another one.
        assert_eq!(
            told(fen, knows, "g1- x8 f3N x30 =b8c6 f3- x9 g1N x60 g1- x8 f3N x30 =b8c6 f3- x9 g1N x60 b1- x8 c3N x30"),
            "g1f3 -2[] g1f3 -2[] b1c3"
        );
        // Both sides take back two moves each.
        let turns =
            "g1- x8 f3N x30 =b8c6 b8- x8 c6n x30 f1- x8 c4B x30 =f8c5 x60 c4- x4 f1B x4 c6- x4 b8n x4 f3- x4 g1N x60";
        assert_eq!(told(fen, knows, turns), "g1f3 f1c4 -4[]");
    }
}

#[test]
fn a_piece_that_goes_on_after_the_answer_was_entered_made_the_longer_move() {
    for (fen, hands, events) in [
        ("4k3/8/8/8/8/8/4p3/R3K3 w - - 0 1", "a1- a3R x60 =e8d7 x60 a3- x4 a5R x60", "a1a3 -2[a1a5]"),
        (START, "e2- e4P x60 =e7e5 e7- e5p x30 f1- c4B x60 =g8f6 x10 c4- x6 b5B x60", "e2e4 f1c4 -2[f1b5]"),
        (START, "e2- e3P x60 =e7e5 x60 e3- x4 e4P x60", "e2e3 -2[e2e4]"),
        ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1- d3Q x60 =e8e7 x30 d3- d6Q x60", "d1d3 -2[d1d6]"),
        // A capture, whose square was seen empty.
        ("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", "a1- a3R x60 =e8e7 x30 a3- x6 a7- x6 a7R x60", "a1a3 -2[a1a7]"),
        // What the pawn becomes is asked.
        (
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "e1- x6 d2K x60 =e8e7 x9 d2- x6 e1K x6 a7- x6 a8P x60",
            "e1d2 -2[] Ambiguous",
        ),
    ] {
        for knows in BOTH {
            assert_eq!(told(fen, knows, hands), events, "{fen} {knows:?}");
        }
    }
}

#[test]
fn whole_turns_are_taken_back_though_a_move_of_them_was_entered() {
    for (hands, events) in [
        // The answer waits.
        ("d2- d4P x40 =d7d5 x9 d4- x5 d2P x60 e2- x5 e4P x40", "d2d4 -2[] e2e4"),
        ("e2- e4P x40 =e7e5 e7- e5p x40 d2- d4P x40 =e5d4 x40 d4- x5 d2P x60 g1- x5 f3N x40", "e2e4 d2d4 -2[] g1f3"),
        // The answer was made, and is put back first, or last; slowly, or fast.
        ("d2- d4P x40 =d7d5 d7- d5p x40 d5- x5 d7p x60 d4- x5 d2P x60 e2- x5 e4P x40", "d2d4 -2[] e2e4"),
        ("d2- d4P x40 =d7d5 d7- d5p x40 d5- x5 d7p x5 d4- x5 d2P x60 e2- x5 e4P x40", "d2d4 -2[] e2e4"),
        ("d2- d4P x40 =d7d5 d7- d5p x40 d4- x5 d2P x5 d5- x5 d7p x60 e2- x5 e4P x40", "d2d4 -2[] e2e4"),
        // The answer alone is put back, and made again: nothing has changed.
        ("d2- d4P x40 =d7d5 d7- d5p x40 d5- x5 d7p x60 d7- x5 d5p x40 e2- x5 e4P x40", "d2d4 e2e4"),
        // It rests on its way; or it is made on a wrong square, and put right.
        ("d2- d4P x40 =d7d5 d7- x5 d6p x60 d6- x5 d5p x40 e2- x5 e4P x40", "d2d4 e2e4"),
        (
            "d2- d4P x40 =d7d5 e7- x5 e6p x60 e6- x5 e7p x8 d7- d5p x40 e2- x5 e4P x40",
            "d2d4 Impossible(d5 e6 d7 e7) Cleared e2e4",
        ),
    ] {
        for knows in BOTH {
            assert_eq!(told(START, knows, hands), events, "{hands} {knows:?}");
        }
    }
}

#[test]
fn two_knights_put_back_one_after_the_other_capture_nothing() {
    let hands = "e2- e4P x40 e7- e5p x40 g1- f3N x40 b8- c6n x40 c6- x4 b8n x8 f3- x8 g1N x60";
    for knows in BOTH {
        assert_eq!(told(START, knows, hands), "e2e4 e7e5 g1f3 b8c6 -2[]", "{knows:?}");
    }
}

#[test]
fn a_king_s_move_to_the_centre_falls_when_the_result_is_told() {
    let fen = "8/8/2k5/8/8/3K4/6R1/8 w - - 0 1";
    for knows in BOTH {
        assert_eq!(told(fen, knows, "d3- d4K x8 c6- d5k x60"), "d3d4 -1[] Result(None)", "{knows:?}");
        // Not if the board has rested for long.
        assert_eq!(told(fen, knows, "d3- d4K x100 c6- d5k x60"), "d3d4 Result(None)", "{knows:?}");
        // The opponent has answered by an entered move.
        assert_eq!(told(fen, knows, "d3- d4K x8 =c6b6 x8 c6- d5k x60"), "d3d4 -2[] Result(None)", "{knows:?}");
        // A move that waits stays.
        let other = "8/1r6/2k5/8/8/3K4/6R1/8 w - - 0 1";
        assert_eq!(
            told(other, knows, "g2- g3R x60 =b7b3 x8 d3- e4K c6- d5k x60"),
            "g2g3 Result(Some(White))",
            "{knows:?}"
        );
    }
}

#[test]
fn a_game_goes_on_after_an_illegal_move_that_stands() {
    // The bishop has jumped over a pawn, and Black has answered.
    let after: Chess = "rnbqkbnr/pppp1ppp/8/4p3/2B5/8/PPPPPPPP/RNBQK1NR w KQkq - 0 2".parse().expect("a position");
    let mut reader = BoardReader::new(Chess::startpos());
    let mut board = *after.board();
    for knows in BOTH {
        reader.set_position(Chess::startpos());
        let start = *Chess::startpos().board();
        assert!((0..9).all(|_| reader.read(knows.reading(&start)).is_none()));
        let told: Vec<String> = (0..60).filter_map(|_| reader.read(knows.reading(&board))).map(name).collect();
        assert_eq!(told, ["Impossible(f1 c4 e5 e7)"], "{knows:?}");
        reader.set_position(after);
        let mv = after.parse_san("Nc3").expect("a move");
        let moved = *after.after_unchecked(mv).board();
        let told: Vec<BoardEvent> = [board, moved]
            .iter()
            .flat_map(|shown| [*shown; 40])
            .filter_map(|shown| reader.read(knows.reading(&shown)))
            .collect();
        assert_eq!(told, [BoardEvent::Move(mv)], "{knows:?}");
        board = *after.board();
    }
}

#[test]
fn two_moves_that_wait_are_made_one_after_the_other() {
    for knows in BOTH {
        let hands = "=e2e4 x30 =e7e5 x30 e2- x5 e4P x60 e7- x5 e5p x30 g1- x5 f3N x30";
        assert_eq!(told(START, knows, hands), "g1f3", "{knows:?}");
        // A third one is made by a hand before they are: it is no move.
        let hands = "=e2e4 =e7e5 x9 g1- x5 f3N x60 g1N f3- x9 e2- x5 e4P x60 e7- x5 e5p x30";
        assert_eq!(told(START, knows, hands), "Impossible(g1 e2 f3 e4 e5 e7) Cleared", "{knows:?}");
    }
}

#[test]
fn a_move_that_is_refused_leaves_the_one_that_waits() {
    let mated: Chess = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3".parse().expect("a position");
    let mv = Chess::startpos().parse_uci("e2e4").expect("a move");
    assert_eq!(
        BoardReader::new(mated).play(mv).expect_err("the game has ended").to_string(),
        "the king stays in check from the queen on h4"
    );
    let mut reader = BoardReader::new(Chess::startpos());
    assert!(reader.play(mv).is_ok() && reader.is_waiting());
    let waiting = *reader.position();
    assert!(reader.play(mv).is_err());
    assert!(reader.is_waiting() && reader.position() == &waiting && reader.candidates().is_empty());
    assert!((0..60).all(|_| reader.read(*Chess::startpos().board()).is_none()));
    assert!((0..9).all(|_| reader.read(*waiting.board()).is_none()));
    assert!(!reader.is_waiting());
}

#[test]
fn a_move_taken_back_by_the_program_waits_no_more() {
    for knows in BOTH {
        // The board has not shown it, and shows now what the hand makes instead.
        assert_eq!(told(START, knows, "=e2e4 x30 undo x30 d2- x5 d4P x30"), "d2d4", "{knows:?}");
        // The hand has begun to make it, and puts it back.
        assert_eq!(told(START, knows, "=e2e4 x30 e2- x9 undo x60 e2P x9 d2- x5 d4P x30"), "d2d4", "{knows:?}");
    }
}

#[test]
fn a_move_that_a_board_never_shows_waits_for_ever() {
    for knows in BOTH {
        assert_eq!(told(START, knows, "=e2e4 x5000"), "", "{knows:?}");
        // Another one in its place is an error, told once each time that the board comes to rest.
        let hands = "=e2e4 x30 d2- x5 d4P x500 d4- x5 d2P x30 g1- x5 f3N x500";
        assert_eq!(told(START, knows, hands), "Impossible(d2 e2 d4 e4) Cleared Impossible(g1 e2 f3 e4)", "{knows:?}");
    }
}

#[test]
fn what_a_pawn_becomes_is_asked_or_entered() {
    let fen = "4k3/P6p/8/8/8/8/7P/4K3 w - - 0 1";
    for knows in BOTH {
        // Asked of the player; entered for the opponent, for whose queen a pawn may stand.
        assert_eq!(told(fen, knows, "a7- x5 a8P x30 =a7a8r x9 e8- x5 d7k x30"), "Ambiguous e8d7", "{knows:?}");
        assert_eq!(told(fen, knows, "=a7a8q x30 a7- x5 a8P x30 e8- x5 d7k x30"), "e8d7", "{knows:?}");
        // The answer has begun when the choice is made.
        assert_eq!(
            told(fen, knows, "a7- x5 a8P x30 h7- x9 =a7a8b x5 h6p x30"),
            "Ambiguous Ambiguous h7h6",
            "{knows:?}"
        );
    }
}

/// Reads the board of a position so many times.
fn held<R: Rules>(reader: &mut BoardReader<R>, position: &Position<R>, knows: Knows, times: usize) -> Vec<String> {
    (0..times).filter_map(|_| reader.read(knows.reading(position.board()))).map(name).collect()
}

#[test]
fn what_a_program_refuses_or_enters_twice_changes_nothing_else() {
    let castled = "4k3/8/8/2pP4/8/8/8/4K2R w K c6 0 1";
    let drawn = "8/8/4k3/8/8/4K3/8/8 w - - 0 1";
    for knows in BOTH {
        for (fen, entered) in
            [(castled, "e1g1"), (castled, "d5c6"), ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n"), (drawn, "e3e4")]
        {
            let start: Chess = fen.parse().expect("a position");
            let mv = start.parse_uci(entered).expect("a move");
            let after = start.after_unchecked(mv);
            let mut reader = BoardReader::new(start);
            assert!(reader.play(mv).is_ok() && reader.play(mv).is_err(), "{entered}");
            // The board never shows it; then the program takes it back while it waits, twice.
            assert_eq!(
                (held(&mut reader, &start, knows, 300), reader.is_waiting()),
                (vec![], true),
                "{entered} {knows:?}"
            );
            assert!(reader.undo() && reader.position() == &start);
            assert!(!reader.undo() && reader.position() == &start);
            assert_eq!(
                (held(&mut reader, &start, knows, 60), reader.is_waiting()),
                (vec![], false),
                "{entered} {knows:?}"
            );
            // Entered again, it is made, and told to nobody.
            assert!(reader.play(mv).is_ok());
            assert_eq!(
                (held(&mut reader, &after, knows, 60), reader.is_waiting()),
                (vec![], false),
                "{entered} {knows:?}"
            );
            assert_eq!(reader.position(), &after);
        }
    }
}

#[test]
fn no_move_is_told_or_entered_after_the_end_of_a_game() {
    let mated: Chess = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3".parse().expect("a position");
    let mut elsewhere = *mated.board();
    elsewhere.set(chess0x88::Square::E4, elsewhere.piece_at(chess0x88::Square::E2));
    elsewhere.set(chess0x88::Square::E2, None);
    for knows in BOTH {
        let mut reader = BoardReader::new(mated);
        assert!(Chess::startpos().legal_moves().iter().all(|&mv| reader.play(mv).is_err()));
        let told: Vec<String> = (0..60).filter_map(|_| reader.read(knows.reading(&elsewhere))).map(name).collect();
        assert_eq!(told, ["Impossible(e2 e4)"], "{knows:?}");
    }
}

#[test]
fn a_king_and_rook_of_chess960_that_an_opponent_castles_are_waited_for() {
    let start: Chess = "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1".parse().expect("a position");
    let mv = start.parse_uci("e1b1").expect("castling");
    for knows in BOTH {
        let mut reader = BoardReader::new(start);
        assert!(reader.play(mv).is_ok());
        assert_eq!((held(&mut reader, &start, knows, 60), reader.is_waiting()), (vec![], true), "{knows:?}");
        assert_eq!((held(&mut reader, &start.after_unchecked(mv), knows, 60), reader.is_waiting()), (vec![], false));
    }
}

#[test]
fn an_opponent_s_promotion_in_makruk_is_waited_for() {
    let start: Makruk = "4k3/8/8/P7/8/8/8/4K3 w - - 0 1".parse().expect("a position");
    let mv = start.legal_moves().into_iter().find(|mv| mv.promotion().is_some()).expect("a promotion");
    for knows in BOTH {
        let mut reader = BoardReader::new(start);
        assert!(reader.play(mv).is_ok() && reader.play(mv).is_err());
        assert_eq!((held(&mut reader, &start, knows, 60), reader.is_waiting()), (vec![], true), "{knows:?}");
        assert_eq!((held(&mut reader, &start.after_unchecked(mv), knows, 60), reader.is_waiting()), (vec![], false));
    }
}

#[test]
fn a_reader_that_is_begun_again_reads_as_a_new_one() {
    static READER: std::sync::Mutex<BoardReader<ChessRules>> =
        std::sync::Mutex::new(BoardReader::new(Chess::startpos()));
    let mut reader = READER.lock().expect("no test has failed here");
    let king: Chess = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().expect("a position");
    let moved = king.after_unchecked(king.parse_uci("e1g1").expect("castling"));
    for knows in BOTH {
        // The board is turned round, a square is set aside, and a move waits.
        reader.restart(Chess::startpos());
        let mut board = *Chess::startpos().board();
        board.set(chess0x88::Square::A8, None);
        let told: Vec<String> = (0..60).filter_map(|_| reader.read(knows.reading(&board))).map(name).collect();
        assert_eq!(told, ["Suspect(a8)"], "{knows:?}");
        assert!(reader.play(Chess::startpos().parse_uci("e2e4").expect("a move")).is_ok());
        reader.restart(king);
        assert!(!reader.is_waiting() && !reader.undo());
        assert_eq!(held(&mut reader, &king, knows, 60), Vec::<String>::new(), "{knows:?}");
        assert_eq!(held(&mut reader, &moved, knows, 60), ["e1g1"], "{knows:?}");
    }
}
