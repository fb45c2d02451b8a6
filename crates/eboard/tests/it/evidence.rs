//! Evidence before a move, and before a revision: what hands do besides moving is told as no move.

use crate::games::Knows;
use crate::opponent::{BOTH, PIECES, SQUARES, START, told};

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
fn a_pawn_is_lifted_after_its_new_piece_was_put_down() {
    hold(&[
        (&[SQUARES], "6k1/P7/8/8/8/8/8/4K3 w", "x50 a8Q x20 a7- x100", "Ambiguous"),
        (&[SQUARES], "6k1/P7/8/8/8/8/8/4K3 w", "x50 a8Q x80 a7- x100", "Suspect(a8) Ambiguous"),
        (&[PIECES], "6k1/P7/8/8/8/8/8/4K3 w", "x50 a8Q x80 a7- x100", "Suspect(a8) a7a8q"),
        (&[PIECES], "1r4k1/P7/8/8/8/8/8/4K3 w", "x50 b8- x20 b8Q x20 a7- x100", "a7b8q"),
    ]);
}

#[test]
fn a_king_and_rook_that_exchange_squares_were_both_in_the_air() {
    hold(&[
        (&[SQUARES], "nbrkbrqn/pppppppp/8/8/8/6P1/PPPPPP1P/NBRKBRQN b KQkq - 0 1", "x50 a1- x10 a1N x100", ""),
        (
            &[SQUARES],
            "nbrkbrqn/pppppppp/8/8/8/6P1/PPPPPP1P/NBRKBRQN b KQkq - 0 1",
            "x50 d8- x5 c8- x5 d8r x5 c8k x10 a2- x9 a3P x60",
            "d8c8 a2a3",
        ),
    ]);
}

#[test]
fn a_piece_knocked_over_has_not_answered() {
    hold(&[(&[SQUARES], "4k3/8/8/3n1P2/8/2P5/8/4K3 b", "x50 d5- x30 f5- x10 f6P x60", "d5c3 f5f6")]);
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
