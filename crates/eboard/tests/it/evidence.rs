//! Evidence before a move, and before a revision: what hands do besides moving is told as no move.

use crate::games::{Knows, game};
use crate::opponent::{BOTH, PIECES, SQUARES, START, told};
use chess0x88::{Board0x88, Chess, ChessRules, Color, Square};
use chess0x88_eboard::{BoardEvent, BoardReader};
use common::Random;

const COLORS: Knows = Knows::Colors;
const ALL: [Knows; 3] = [SQUARES, COLORS, PIECES];

/// What a board knows, the position, what hands do, and the events: see [`told`].
type Row<'a> = (&'a [Knows], &'a str, &'a str, &'a str);

fn hold(rows: &[Row<'_>]) {
    for &(boards, fen, hands, events) in rows {
        let fen = if fen.split(' ').count() == 2 { format!("{fen} - - 0 1") } else { fen.to_owned() };
        for &knows in boards {
            assert_eq!(told(&fen, knows, hands), events, "{fen} {hands} {knows:?}");
        }
    }
}

#[test]
fn a_piece_that_is_put_straight_is_no_move() {
    hold(&[
        (&[SQUARES], "6k1/8/8/2p5/1Q6/4B3/8/4K3 b", "x50 e3- x30 e3B x100", ""),
        (&[PIECES], "6k1/8/8/2p5/1Q6/4B3/8/4K3 b", "x50 e3- x30 e3B x100", ""),
        (&BOTH, "6k1/8/8/2p5/1Q6/4B3/8/4K3 b", "x50 b4- x30 b4Q x30 c5- x30 c5p x60", ""),
    ]);
}

/// Lists the moves that are told, taken back or revised.
fn moves(fen: &str, knows: Knows, hands: &str) -> String {
    let told = told(fen, knows, hands);
    let is_remark = |event: &str| ["Suspect", "Impossible", "Cleared"].iter().any(|name| event.starts_with(name));
    // The squares of an event stand between brackets, with spaces.
    let mut events = vec![String::new()];
    for word in told.split(' ') {
        let open = events.last().is_some_and(|event| event.contains(['(', '[']) && !event.ends_with([')', ']']));
        if open {
            events.last_mut().expect("an event").push_str(word);
        } else {
            events.push(word.to_owned());
        }
    }
    events.retain(|event| !event.is_empty() && !is_remark(event));
    events.join(" ")
}

/// Before, while and after a move is made: in the reading in which its piece is lifted, and in that in which it lands.
const MOMENTS: [&str; 8] = [
    "OFF HOLD ON x10 FROM x8 TO x60",
    "OFF HOLD FROM x8 TO x8 ON x60",
    "OFF FROM x8 ON x8 TO x60",
    "FROM x8 OFF HOLD ON x8 TO x60",
    "FROM x8 OFF HOLD TO x8 ON x60",
    "FROM x8 OFF x8 ON TO x60",
    "FROM x8 TO OFF HOLD ON x60",
    "FROM x8 TO x30 OFF HOLD ON x60",
];

#[test]
fn a_piece_put_straight_at_any_moment_of_a_move_is_no_move() {
    for (adjusted, piece) in [("b1", 'N'), ("g2", 'P'), ("b8", 'n'), ("g7", 'p'), ("h1", 'R'), ("e8", 'k')] {
        for hold in ["x3", "x10", "x30", "x70"] {
            for moment in MOMENTS {
                let act = moment
                    .replace("OFF", &format!("{adjusted}-"))
                    .replace("ON", &format!("{adjusted}{piece}"))
                    .replace("HOLD", hold)
                    .replace("FROM", "d2-")
                    .replace("TO", "d4P");
                for knows in ALL {
                    let answer = "d7- x8 d5p x60";
                    assert_eq!(moves(START, knows, &format!("x30 {act} {answer}")), "d2d4 d7d5", "{act} {knows:?}");
                    // The move was entered, and waits for the hand.
                    let entered = format!("x30 =d2d4 x30 {act} {answer}");
                    assert_eq!(moves(START, knows, &entered), "d7d5", "{entered} {knows:?}");
                }
            }
        }
    }
}

#[test]
fn a_piece_in_the_air_is_no_other_game() {
    hold(&[(
        &BOTH,
        "r6k/8/8/8/8/2N5/8/7K w",
        "x50 c3- b5N x60 =a8a4 x10 a8- x5 a4r x60 h1- g1K x60 =a4b4 x10 b5- x30 b5N x60",
        "c3b5 h1g1",
    )]);
}

#[test]
fn a_slip_put_right_takes_back_no_more_than_itself_in_a_game_that_repeats() {
    hold(&[
        (
            &BOTH,
            "6k1/8/8/8/8/8/8/R3K3 b",
            "x50 g8- x8 h8k x60 a1- x8 a3R x60 h8- x8 g8k x60 a3- x8 a2R x60 a2- x8 a1R x100",
            "g8h8 a1a3 h8g8 a3a2 Takeback a3a1",
        ),
        (
            &BOTH,
            "6k1/8/8/8/8/8/8/R3K3 b",
            "x50 g8- x8 h8k x60 a1- x8 a3R x60 h8- x8 g8k x60 a3- x8 a2R x10 a2- x8 a1R x100",
            "g8h8 a1a3 h8g8 a3a1",
        ),
        (
            &BOTH,
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            "x30 g8- x8 f6n x50 e1- x8 e2K x50 b7- x8 b6p x50 b6- x8 b7p h7- x8 h5p x100",
            "g8f6 e1e2 b7b6 Takeback h7h5",
        ),
    ]);
}

#[test]
fn a_slip_of_a_piece_that_has_just_moved_takes_back_no_more_than_itself_after_any_rest() {
    // The first move may have been a slip too, put right by the second one: that would take back three moves.
    for rest in ["x25", "x60", "x200"] {
        let slips = [
            (
                "5rk1/8/8/8/8/8/8/2B3K1 w",
                format!("c1- x9 d2B {rest} f8- x9 f7r {rest} d2- x9 h6B {rest} h6- x9 e3B x60"),
            ),
            (
                "6k1/5r2/8/8/8/8/8/R5K1 w",
                format!("a1- x9 a3R {rest} f7- x9 f6r {rest} a3- x9 a7R {rest} a7- x9 a5R x60"),
            ),
        ];
        for ((fen, hands), events) in slips.iter().zip(["c1d2 f8f7 d2h6 Takeback d2e3", "a1a3 f7f6 a3a7 Takeback a3a5"])
        {
            hold(&[(&ALL, fen, &format!("x50 {hands}"), events)]);
        }
    }
}

#[test]
fn a_piece_is_put_right_after_the_answer_though_the_board_does_not_rest_until_more_moves_are_made() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    // A piece from where, where it is put at first, and where it belongs.
    for [from, wrong, right] in [["g8n", "h6", "f6"], ["c6n", "b4", "d4"], ["a7p", "a5", "a6"], ["h7p", "h5", "h6"]] {
        for rest in ["x7", "x12", "x18"] {
            for knows in ALL {
                let (from, piece) = from.split_at(2);
                let hands = format!(
                    "x50 {from}- x5 {wrong}{piece} x50 d2- x5 d3P x50 {wrong}- x5 {right}{piece} {rest} b7- x5 b6p {rest} b1- x5 c3N x50"
                );
                assert_eq!(
                    moves(fen, knows, &hands),
                    format!("{from}{wrong} d2d3 -2[{from}{right}d2d3] b7b6 b1c3"),
                    "{hands} {knows:?}"
                );
            }
        }
    }
}

#[test]
fn a_turn_is_taken_back_slowly_in_any_order() {
    hold(&[
        (&BOTH, START, "e2- x30 e4P x60 =e7e5 e7- x30 e5p x60 e5- x40 e7p x60 e4- x40 e2P x100", "e2e4 -2[]"),
        (
            &BOTH,
            START,
            "e2- x30 e4P x60 =e7e5 e7- x30 e5p x60 e4- x40 e2P x60 e5- x40 e7p x100",
            "e2e4 Suspect(e2) Suspect(e2 e4) -2[]",
        ),
        (&BOTH, START, "g1- x30 f3N x60 =g8f6 g8- x30 f6n x60 f6- x40 g8n x60 f3- x40 g1N x100", "g1f3 -2[]"),
        (&BOTH, START, "g1- x30 f3N x60 =g8f6 g8- x30 f6n x60 f3- x40 g1N x60 f6- x40 g8n x100", "g1f3 f3g1 -3[]"),
        (
            &BOTH,
            START,
            "g1- x30 f3N x60 g8- x30 f6n x60 f6- x40 g8n x60 f3- x40 g1N x100",
            "g1f3 g8f6 Takeback Takeback",
        ),
        (
            &BOTH,
            START,
            "e2- x30 e4P x60 e7- x30 e5p x60 e5- x40 e7p x60 e4- x40 e2P x100",
            "e2e4 e7e5 Takeback Takeback",
        ),
    ]);
}

#[test]
fn a_piece_that_moves_before_its_turn_makes_no_other_game_of_moves_that_were_answered() {
    let turns = ["h2- x9 h3P x50 =a7a6 a7- x9 a6p x50 ", "a2- x9 a3P x50 =h7h6 h7- x9 h6p x50 "];
    for (first, early) in [("g1- x9 f3N", "f3- x9 e5N"), ("e2- x9 e3P", "e3- x9 e4P"), ("c2- x9 c3P", "c3- x9 c4P")] {
        for (knows, number) in ALL.into_iter().flat_map(|knows| [(knows, 1), (knows, 2)]) {
            let later = turns[..number].concat();
            // The engine's last move waits, or is made.
            for made in ["", "d7- x9 d6p x50"] {
                let hands =
                    format!("x50 {first} x50 =b8c6 b8- x9 c6n x50 {later} g2- x9 g3P x50 =d7d6 {early} x50 {made}");
                let told = moves(START, knows, &hands);
                assert!(!told.contains('-'), "{hands} {knows:?}: {told}");
            }
        }
    }
}

#[test]
fn a_move_is_told_though_the_sensor_of_its_origin_hangs() {
    for knows in ALL {
        // The square of its origin shows the piece for ever. An entered move is made, and the game goes on.
        for (mv, from, to) in [("g8f6", "g8", "f6n"), ("f7f5", "f7", "f5p"), ("b8c6", "b8", "c6n")] {
            let hands =
                format!("x50 e2- x9 e4P x50 ={mv} x9 {to} x70 d2- x9 d3P x60 =a7a6 a7- x9 a6p x60 f1- x9 e2B x60");
            assert_eq!(moves(START, knows, &hands), "e2e4 d2d3 f1e2", "{hands} {knows:?}");
            assert!(told(START, knows, &hands).contains(&format!("Suspect({from})")), "{hands} {knows:?}");
        }
        // A move of two people: the answer is evidence. Other boards than those that know the pieces ask which one stands on f3.
        let firsts = [("d2d4", "d4P"), ("g1f3", "f3N"), ("b1a3", "a3N")];
        for &(first, to) in firsts.iter().take(if knows == PIECES { 3 } else { 1 }) {
            let hands = format!("x50 {to} x70 e7- x9 e5p x70 h2- x9 h4P x60 d7- x9 d6p x60");
            assert_eq!(moves(START, knows, &hands), format!("{first} e7e5 h2h4 d7d6"), "{hands} {knows:?}");
        }
    }
}

/// Plays a few moves, those of Black entered if an engine plays, then lifts all pieces that stand elsewhere than before, and puts them
/// straight back. Returns `true` if the reader is back, too.
fn goes_straight_back(start: Chess, knows: Knows, seed: u64, plies: usize, is_engine: bool, rest: usize) -> bool {
    let mut random = Random::new(seed);
    let (mut board, mut reader, mut position) = (*start.board(), BoardReader::new(start), start);
    let read = |reader: &mut BoardReader<ChessRules>, board: &Board0x88, times| {
        (0..times).for_each(|_| _ = reader.read(knows.reading(board)));
    };
    // A king and rook that exchange squares are not seen to.
    for mv in game(start, seed, plies).into_iter().take_while(|mv| mv.castling().is_none()) {
        if is_engine && position.turn() == Color::Black {
            reader.play(mv).expect("a legal move");
        }
        for square in [mv.to(), mv.from()] {
            board.set(square, None);
            read(&mut reader, &board, 5);
        }
        position = position.after_unchecked(mv);
        board = *position.board();
        read(&mut reader, &board, 70);
    }
    for target in [Board0x88::empty(), *start.board()] {
        let mut others: Vec<Square> =
            Square::ALL.into_iter().filter(|&square| board[square] != start.board()[square]).collect();
        while let Some(square) = random.pick(&others) {
            others.retain(|&other| other != square);
            board.set(square, target[square]);
            read(&mut reader, &board, rest);
        }
    }
    read(&mut reader, &board, 150);
    *reader.position() == start
}

#[test]
fn pieces_go_straight_back_over_several_moves() {
    for (seed, plies) in (0..40).flat_map(|seed| [2, 4, 6, 8].map(|plies| (seed, plies))) {
        let rest = if seed % 2 == 0 { 6 } else { 15 };
        let begin = game(Chess::startpos(), seed, 12);
        let later = begin.into_iter().fold(Chess::startpos(), |position, mv| position.after_unchecked(mv));
        // On squares alone a start of Chess960 looks like the usual one.
        for start in [later, Chess::chess960(seed as u16 * 23).expect("a number below 960")] {
            for (knows, is_engine) in ALL.into_iter().flat_map(|knows| [(knows, false), (knows, true)]) {
                let is_back = goes_straight_back(start, knows, seed, plies, is_engine, rest);
                assert!(is_back, "{} {knows:?} {seed} {plies} {is_engine}", start.fen());
            }
        }
    }
}

#[test]
fn a_move_that_replaces_the_last_one_takes_back_no_more_in_a_game_that_comes_back() {
    let fen = "2r2rk1/1b2bp1p/pp2p1p1/8/3P3R/P1NB4/1PP2PPP/R5K1 w";
    let hands = "x50 h4- x9 f4R x50 e7- x9 d6b x50 f4- x9 h4R x50 c8- x9 c5r x100 c5- x4 c8r x4 d6- x4 e7b x100";
    hold(&[
        (&ALL, fen, hands, "h4f4 e7d6 f4h4 c8c5 Takeback d6e7"),
        // The queen goes on to where she can go at once.
        (
            &ALL,
            "8/3Q2p1/kp1n3p/p6P/P2q1P2/8/2P2P2/6K1 b",
            "x50 d4- x9 d2q x50 d7- x3 g7- x3 g7Q x50 d2- x9 e3q x50 e3- x3 c1q x60",
            "d4d2 d7g7 d2e3 Takeback d2c1",
        ),
    ]);
}

#[test]
fn castling_is_taken_back_slowly_in_any_order() {
    let fen = "rnbqk2r/pppp1ppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
    for (castle, back) in [
        ("e1- h1- x3 g1K f1R", ["g1- HOLD e1K REST", "f1- HOLD h1R REST"]),
        ("e1- a1- x3 c1K d1R", ["c1- HOLD e1K REST", "d1- HOLD a1R REST"]),
    ] {
        for order in [[0, 1], [1, 0]] {
            for (hold, rest) in [("x5", "x5"), ("x25", "x25"), ("x15", "x55"), ("x45", "x30"), ("x70", "x99")] {
                for knows in ALL {
                    let undo = order.map(|at| back[at].replace("HOLD", hold).replace("REST", rest)).join(" ");
                    let hands = format!("x30 {castle} x60 {undo} x80 a2- x8 a3P x60");
                    let told = moves(fen, knows, &hands);
                    let castled = if castle.contains("g1") { "e1g1" } else { "e1c1" };
                    let ends = ["Takeback", "-1[]"].map(|back| format!("{castled} {back} a2a3"));
                    assert!(ends.contains(&told), "{hands} {knows:?}: {told}");
                }
            }
        }
    }
}

#[test]
fn a_captured_piece_comes_back_as_late_as_it_likes() {
    // The queen has taken on g4, in two moves or one, and goes back before the knight stands there again.
    let fen = "rnbqkb1r/pppppppp/8/8/6n1/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
    let game = "x30 d1- x8 f3Q x60 a7- x8 a6p x60 g4- x5 f3- x5 g4Q x60 b7- x8 b5p x60";
    for time in ["x25", "x45", "x90"] {
        for knows in ALL {
            let told = moves(fen, knows, &format!("{game} b5- {time} b7p {time} g4- {time} f3Q {time} g4n x90"));
            let ends = ["Takeback Takeback", "-2[]"].map(|back| format!("d1f3 a7a6 f3g4 b7b5 {back}"));
            assert!(ends.contains(&told), "{time} {knows:?}: {told}");
        }
    }
}

#[test]
fn a_piece_lifted_for_long_is_ignored_no_more_once_it_has_moved() {
    for (lifted, piece) in [("b1", 'N'), ("g2", 'P'), ("d8", 'q'), ("h1", 'R')] {
        for time in ["x25", "x60"] {
            for knows in ALL {
                let hands = format!(
                    "x30 {lifted}- {time} d2- {time} d4P x60 {lifted}{piece} x60 d7- x8 d5p x60 c1- x8 f4B x60"
                );
                assert_eq!(moves(START, knows, &hands), "d2d4 d7d5 c1f4", "{hands} {knows:?}");
                let told = told(START, knows, &hands);
                let last = told.rfind("Suspect").map(|at| &told[at..]);
                assert!(last.is_none_or(|last| last.starts_with("Suspect() ")), "{hands} {knows:?}: {told}");
            }
        }
    }
}

#[test]
fn a_hand_that_touches_the_engine_s_piece_makes_no_move_of_it() {
    // White plays, Black's moves are entered; on the way back the pieces stand as after a legal move of Black.
    let fen = "rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let game = "x30 e2- x8 e4P x60 =e8d7 e8- x8 d7k x60 b1- x8 a3N x60 =d8e8 d8- x8 e8q x60";
    for time in ["x4", "x10", "x25"] {
        for knows in ALL {
            let hands = format!("{game} a3- x8 b1N x30 e8- {time} d8q {time} d7- {time} e8k x90");
            let told = moves(fen, knows, &hands);
            assert!(!told.contains("d7d8"), "{hands} {knows:?}: {told}");
        }
    }
}

#[test]
fn a_piece_in_the_air_was_not_captured_elsewhere() {
    // A rook that could have gone to f3 has gone to a4, a bishop to f3; now the rook is lifted while the king moves.
    let fen = "3k4/8/8/8/8/r7/4K3/7B b - - 0 1";
    for time in ["x1", "x9", "x30", "x60"] {
        for knows in ALL {
            let hands = format!("x30 a3- x8 a4r x60 h1- x8 f3B x60 a4- {time} d8- x3 d7k x60 a4r x60");
            assert_eq!(moves(fen, knows, &hands), "a3a4 h1f3 d8d7", "{hands} {knows:?}");
        }
    }
}

#[test]
fn a_pawn_is_lifted_after_its_new_piece_was_put_down() {
    hold(&[
        (&[SQUARES], "6k1/P7/8/8/8/8/8/4K3 w", "x50 a8Q x20 a7- x100", "Ambiguous"),
        (&[SQUARES], "6k1/P7/8/8/8/8/8/4K3 w", "x50 a8Q x80 a7- x100", "Suspect(a8) Ambiguous"),
        (&[PIECES], "6k1/P7/8/8/8/8/8/4K3 w", "x50 a8Q x80 a7- x100", "Suspect(a8) a7a8q Suspect()"),
        (&[PIECES], "1r4k1/P7/8/8/8/8/8/4K3 w", "x50 b8- x20 b8Q x20 a7- x100", "a7b8q"),
        (&[SQUARES, COLORS], "1r4k1/P7/8/8/8/8/8/4K3 w", "x50 b8- x20 b8Q x20 a7- x100", "Ambiguous"),
    ]);
}

#[test]
fn a_king_and_rook_that_exchange_squares_were_both_in_the_air() {
    hold(&[
        (&[SQUARES, COLORS], "nbrkbrqn/pppppppp/8/8/8/6P1/PPPPPP1P/NBRKBRQN b KQkq - 0 1", "x50 a1- x10 a1N x100", ""),
        (
            &[SQUARES, COLORS],
            "nbrkbrqn/pppppppp/8/8/8/6P1/PPPPPP1P/NBRKBRQN b KQkq - 0 1",
            "x50 d8- x5 c8- x5 d8r x5 c8k x10 a2- x9 a3P x60",
            "d8c8 a2a3",
        ),
        (
            &[SQUARES, COLORS],
            "bqrknrnb/ppp1pppp/3p4/8/1P4P1/8/P1PPPP1P/BQRKNRNB b KQkq - 0 1",
            "x50 a2- x60 a2P x30",
            "Suspect(a2) Suspect()",
        ),
    ]);
}

#[test]
fn a_piece_knocked_over_has_not_answered() {
    hold(&[(&[SQUARES], "4k3/8/8/3n1P2/8/2P5/8/4K3 b", "x50 d5- x30 f5- x10 f6P x60", "d5c3 f5f6")]);
    // It falls as the other piece lands, or just before, or just after.
    for fall in ["f6n f5-", "f6n x1 f5-", "f6n x2 f5-", "f5- f6n"] {
        for lies in ["x10", "x30", "x49"] {
            for rest in ["x1", "x10"] {
                for knows in ALL {
                    let hands = format!("x50 d5- {rest} {fall} {lies} f5P x60");
                    assert_eq!(
                        moves("4k3/8/8/3n1P2/8/2P5/8/4K3 b - - 0 1", knows, &hands),
                        "d5f6",
                        "{hands} {knows:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn half_a_castling_waits_longer_than_other_moves() {
    hold(&[
        (&BOTH, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "x50 h1- x8 f1R x40 e1- x8 g1K x60", "e1g1"),
        (&BOTH, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "x50 h1- x8 f1R x60", "h1f1"),
    ]);
}

#[test]
fn kings_in_the_centre_may_stand_among_other_pieces() {
    hold(&[
        (&BOTH, "8/8/2k5/3p4/4P3/3K4/6R1/8 w", "x50 d3- e4- x5 e4K x5 c6- d5- x5 d5k x60", "Result(Some(White))"),
        (&BOTH, "8/8/2k5/3p4/4P3/3K4/6R1/8 w", "x50 d3- d4K x5 c6- e5k x60", "Result(Some(Black))"),
        (&BOTH, "8/8/2k5/4p3/8/3K4/6R1/8 w", "x50 d3- e4K x5 c6- d5k x60", "Result(Some(White))"),
    ]);
}

#[test]
fn a_piece_touched_as_an_entered_capture_lands_has_not_recaptured() {
    // White's pawn takes on b6, and a hand touches the pawn that could take back; or another one.
    let fen = "4k3/p2p4/1p6/2P5/8/8/4P3/4K3 w - - 0 1";
    for (touched, piece) in [("a7", 'p'), ("d7", 'p'), ("e2", 'P')] {
        for moment in [
            "OFF b6- x8 c5- x8 b6P HOLD ON",
            "b6- x8 OFF c5- x8 b6P HOLD ON",
            "b6- x8 c5- x8 b6P OFF HOLD ON",
            "c5- x8 OFF b6- x1 b6P HOLD ON",
        ] {
            for hold in ["x3", "x10", "x30", "x60"] {
                for knows in ALL {
                    let act = moment.replace("OFF", &format!("{touched}-")).replace("ON", &format!("{touched}{piece}"));
                    let hands = format!("x30 =c5b6 x30 {} x60 d7- x8 d6p x60", act.replace("HOLD", hold));
                    assert_eq!(moves(fen, knows, &hands), "d7d6", "{hands} {knows:?}");
                }
            }
        }
    }
}

#[test]
fn a_piece_is_pushed_to_the_square_that_the_entered_move_has_just_left() {
    for overlap in ["", "x1", "x2", "x5"] {
        for rest in ["x1", "x10", "x30"] {
            for knows in ALL {
                let hands = format!("x30 =d7d5 x30 d7- x8 d5p {rest} d7B {overlap} h3- x80");
                let fen = "4k3/3p4/8/8/8/7B/8/K7 b - - 0 1";
                assert_eq!(moves(fen, knows, &hands), "h3d7", "{hands} {knows:?}");
            }
        }
    }
}

#[test]
fn moves_are_taken_back_in_either_order_at_any_speed() {
    let back = ["e4- HOLD e2P PAUSE", "e5- HOLD e7p PAUSE"];
    for order in [[0, 1], [1, 0]] {
        for hold in ["x5", "x20", "x70"] {
            for pause in ["x5", "x20", "x70"] {
                for knows in ALL {
                    let undo = order.map(|index| back[index].replace("HOLD", hold).replace("PAUSE", pause)).join(" ");
                    let hands = format!("e2- x8 e4P x60 e7- x8 e5p x60 {undo} x80 d2- x8 d4P x60");
                    let told = moves("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1", knows, &hands);
                    let ends =
                        ["Takeback Takeback d2d4", "-2[] d2d4", "-1[] -1[] d2d4"].map(|end| format!("e2e4 e7e5 {end}"));
                    assert!(ends.contains(&told), "{hands} {knows:?}: {told}");
                }
            }
        }
    }
}

#[test]
fn boards_read_at_random_at_any_rate_tell_legal_moves_alone_and_never_long() {
    // A debug build asserts that no reading searches longer than its slice.
    let mut random = Random::new(7);
    for round in 0..60 {
        let start = Chess::startpos();
        let mut reader = BoardReader::new(start).with_patience(1 + round % 3, 2 + round % 9);
        let (mut board, knows) = (*start.board(), ALL[usize::from(round) % 3]);
        for _ in 0..400 {
            for _ in 0..random.below(4) {
                let [from, to] = [0; 2].map(|_| Square::ALL[random.below(64)]);
                let piece = board.piece_at(from);
                board.set(from, None);
                board.set(to, piece);
            }
            if random.one_in(20) {
                board = *reader.position().board();
            }
            let before = *reader.position();
            match reader.read(knows.reading(&board)) {
                Some(BoardEvent::Move(mv)) => assert!(before.is_legal(mv)),
                Some(BoardEvent::Ambiguous) => assert!(reader.candidates().iter().all(|&mv| before.is_legal(mv))),
                _ => {}
            }
        }
    }
}

#[test]
fn turns_taken_back_fast_are_no_move_forward() {
    // The queen and the knight have gone two ways that end where one move leads.
    let fen = "4k3/2q5/8/1N6/8/8/8/4K3 b - - 0 1";
    for entered in ["", "ENTER"] {
        let enter = |mv: &str| if entered.is_empty() { String::new() } else { format!("={mv}") };
        let game = format!(
            "x30 c7- x8 c6q x60 {} x9 b5- x8 c3N x60 c6- x8 d6q x60 {} x9 c3- x8 b5N x60",
            enter("b5c3"),
            enter("c3b5")
        );
        let made = if entered.is_empty() { "c7c6 b5c3 c6d6 c3b5" } else { "c7c6 c6d6" };
        for time in ["x4", "x9", "x15"] {
            for knows in ALL {
                let back =
                    format!("b5- {time} c3N {time} d6- {time} c6q {time} c3- {time} b5N {time} c6- {time} c7q x60");
                let told = moves(fen, knows, &format!("{game} {back}"));
                assert_eq!(told, format!("{made} -4[]"), "{back} {knows:?}");
            }
        }
    }
}

#[test]
fn castling_is_taken_back_before_its_answer() {
    // Black has castled, and White has answered: the king or the rook goes back first, each with the other one in the air.
    let fen = "rnbqk2r/pppp1ppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1";
    let answers = ["", "ANSWER"];
    for (castle, back, name) in [
        ("e8- h8- x3 g8k f8r", ["f8- HOLD h8r HOLD g8- HOLD e8k", "g8- HOLD e8k HOLD f8- HOLD h8r"], "e8g8"),
        ("e8- h8- x3 g8k f8r", ["f8- HOLD g8- HOLD h8r HOLD e8k", "g8- HOLD f8- HOLD e8k HOLD h8r"], "e8g8"),
    ] {
        for (answer, back) in answers.into_iter().flat_map(|answer| back.map(|back| (answer, back))) {
            for hold in ["x5", "x25", "x45", "x70"] {
                for knows in ALL {
                    let enter = if answer.is_empty() { "" } else { "=a2a3 x9" };
                    let back = back.replace("HOLD", hold);
                    let hands = format!("x30 {castle} x60 {enter} a2- x8 a3P x60 {back} {hold} a3- {hold} a2P x80");
                    let made = if answer.is_empty() { format!("{name} a2a3") } else { name.to_owned() };
                    let ends = ["-2[]", "-1[] -1[]", "Takeback Takeback"].map(|end| format!("{made} {end}"));
                    let told = moves(fen, knows, &hands);
                    assert!(ends.contains(&told), "{hands} {knows:?}: {told}");
                }
            }
        }
    }
}

#[test]
fn an_entered_capture_is_not_made_by_a_piece_that_was_lifted_before() {
    // The rook that is to capture is in a hand when its move is entered, and is put back; then it captures.
    let fen = "4k3/2p5/8/8/8/8/8/K1R5 b - - 0 1";
    for (before, after) in [("x3", "x3"), ("x3", "x20"), ("x30", "x10"), ("x30", "x45"), ("x70", "x45")] {
        for rest in ["x5", "x30", "x80"] {
            for knows in ALL {
                let hands = format!(
                    "x30 c1- {before} e8- x8 e7k x60 =c1c7 {after} c1R {rest} c1- x8 c7- x8 c7R x60 e7- x8 e6k x60"
                );
                assert_eq!(moves(fen, knows, &hands), "e8e7 e7e6", "{hands} {knows:?}");
            }
        }
    }
}

#[test]
fn a_pawn_that_no_reading_has_shown_is_not_captured_en_passant() {
    // A hand that slides the pawn stops on its way, while the pawn that could capture it is lifted: an entered move, or the player's own.
    for (fen, entered) in [("4k3/6p1/8/7P/8/8/8/4K3 b - - 0 1", true), ("4k3/6p1/8/7P/8/8/8/4K3 b - - 0 1", false)] {
        for lift in ["h5- x5 g7- x5 g6p", "g7- x5 h5- x1 g6p", "g7- h5- g6p"] {
            for (stop, hold) in [("x5", "x5"), ("x5", "x60"), ("x20", "x30"), ("x45", "x9")] {
                for knows in ALL {
                    let enter = if entered { "=g7g5 x9" } else { "" };
                    let hands = format!("x30 {enter} {lift} {stop} g6- x3 g5p {hold} h5P x80 e1- x8 e2K x60");
                    let told = moves(fen, knows, &hands);
                    assert!(!told.contains("h5g6"), "{hands} {knows:?}: {told}");
                }
            }
        }
    }
    // A pawn is knocked over as the other one lands.
    for fall in ["h5- g6p", "g6p h5-", "g6p x1 h5-", "g6p x4 h5-"] {
        for lies in ["x10", "x40"] {
            for knows in ALL {
                let hands = format!("x30 g7- x8 {fall} {lies} h5P x80");
                let told = moves("4k3/6p1/8/7P/8/8/8/4K3 b - - 0 1", knows, &hands);
                assert_eq!(told, "g7g6", "{hands} {knows:?}");
            }
        }
    }
}

#[test]
fn a_piece_that_has_moved_twice_goes_back_in_two_steps() {
    // Three turns, in two of which the bishop moved; White's pieces go back faster.
    let fen = "4k3/8/8/8/1b6/8/PPPPPPPP/4K3 b - - 0 1";
    for entered in [false, true] {
        for (rest, hold) in [("x25", "x5"), ("x60", "x8"), ("x60", "x30"), ("x99", "x45")] {
            for knows in ALL {
                let answer = |mv: &str, piece: char| {
                    let (from, to) = mv.split_at(2);
                    let enter = if entered { format!("={mv} x9") } else { String::new() };
                    format!("{enter} {from}- x8 {to}{piece} x60")
                };
                let game = [
                    "x30 b4- x8 d6b x60",
                    &answer("a2a3", 'P'),
                    "d6- x8 f8b x60",
                    &answer("h2h3", 'P'),
                    "f8- x8 g7b x60",
                    &answer("c2c3", 'P'),
                ]
                .join(" ");
                let back = format!(
                    "c3- {hold} c2P {rest} g7- {hold} f8b {rest} h3- {hold} h2P {rest} a3- {hold} a2P {rest} f8- {hold} d6b {rest} d6- {hold} b4b x80"
                );
                let told = moves(fen, knows, &format!("{game} {back}"));
                assert!(!told.contains("b4f8") && !told.contains("d6g7"), "{back} {knows:?}: {told}");
            }
        }
    }
}

#[test]
fn a_slip_that_the_opponent_elsewhere_has_answered_is_not_put_right() {
    // The king rests on a square on its way to another one; it could have come there by another game.
    let fen = "8/8/6k1/8/8/8/8/4K3 b - - 0 1";
    for rest in ["x30", "x60", "x99"] {
        for hold in ["x5", "x12"] {
            for knows in ALL {
                let hands = format!("x30 g6- x8 h7k x60 =e1e2 x9 e1- x8 e2K x60 h7- x8 g7k {rest} g7- {hold} h8k x80");
                let told = moves(fen, knows, &hands);
                let ends = ["g6h7 h7g7 -1[h7h8]", "g6h7 h7g7 Takeback h7h8", "g6h7 h7h8"];
                assert!(ends.contains(&told.as_str()), "{hands} {knows:?}: {told}");
            }
        }
    }
}

#[test]
fn a_piece_of_the_opponent_elsewhere_goes_back_as_it_could_move() {
    // The player has moved; moves are taken back, and that of the opponent elsewhere first or last.
    let fen = "rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let game = "x30 e2- x8 e4P x60 =c8e6 x9 c8- x8 e6b x60 g1- x8 f3N x60";
    for order in [[0, 1], [1, 0]] {
        for (hold, rest) in [("x5", "x5"), ("x5", "x60"), ("x25", "x30"), ("x45", "x70"), ("x60", "x60")] {
            for knows in ALL {
                let back = order.map(|at| ["e6- HOLD c8b REST", "f3- HOLD g1N REST"][at]).join(" ");
                let back = back.replace("HOLD", hold).replace("REST", rest);
                let told = moves(fen, knows, &format!("{game} {back} e4- {hold} e2P x90"));
                assert!(!told.contains("e6c8"), "{back} {knows:?}: {told}");
            }
        }
    }
}
#[test]
fn of_two_pieces_in_the_air_either_may_have_landed() {
    for (fen, hands, first, other) in [
        ("r3kr2/pp3p1p/2b1p3/q2p4/1Q6/P1P5/2PKBPPP/1R5R b q", "a5- x15 e8- x6 d8q", "a5d8", "e8k"),
        ("rnb1kbr1/ppp1np1N/8/3qQ3/3P1pp1/8/PPP3PP/RNB1KB1R b KQq", "f8- x15 g8- x6 g7b", "f8g7", "g8r"),
    ] {
        for knows in [SQUARES, COLORS] {
            assert_eq!(
                moves(&format!("{fen} - 0 1"), knows, &format!("x50 {hands} x30 {other} x60")),
                first,
                "{knows:?}"
            );
            assert_eq!(moves(&format!("{fen} - 0 1"), knows, &format!("x50 {hands} x100")), "Ambiguous", "{knows:?}");
        }
    }
}

#[test]
fn a_piece_in_the_air_has_captured_nothing_in_place_of_a_move_that_goes_back() {
    for (fen, hands, lifted, first) in [
        ("r1bq1r2/p1ppk2p/1p3n2/4pp2/n5Pb/2PPPB1N/RP3P1R/1NBQK3 w", "b1- a3N x50 a3- b1N", "f3", "b1a3"),
        ("1k1rrq2/ppp2ppp/7B/P2Bp3/4P2P/3P4/1b1Q1P1P/1K1R2NR w", "f2- f4P x50 f4- f2P", "d2", "f2f4"),
        ("6k1/5p2/8/8/8/8/B7/R3K3 w", "a1- d1R x50 d1- a1R", "a2", "a1d1"),
    ] {
        for rest in ["x25", "x60", "x200"] {
            let hands = format!("x50 {hands} {lifted}- {rest}");
            assert_eq!(moves(&format!("{fen} - - 0 1"), SQUARES, &hands), first, "{hands}");
            assert_eq!(
                moves(&format!("{fen} - - 0 1"), SQUARES, &format!("{hands} {lifted}B x60")),
                format!("{first} Takeback")
            );
        }
    }
}
