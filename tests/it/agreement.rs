//! All builds give exactly the same answers, with any engine and on any machine. For each kind of game one number combines the
//! lists, captures, SAN, exchanges, keys, pins, checkers and attackers of 15,000 random positions. The tests run in the default
//! build, without vectors, without bitboards, and on machines with other word sizes and byte orders (`.ci/deep`).

use chess0x88::see::{self, PieceValues};
use chess0x88::{Chess, Color, Makruk, Move, Position, Rules, Square};
use common::{Fingerprint, scatter, sorted_moves, walk};

/// Adds moves in a fixed order, since each engine lists them in another.
fn add_moves(all: &mut Fingerprint, moves: &[Move]) {
    let mut moves: Vec<u16> = moves.iter().map(|mv| mv.bits()).collect();
    moves.sort_unstable();
    for bits in moves {
        all.add(bits.into());
    }
    all.add(1 << 40);
}

/// Adds all answers about a position.
fn add_position<R: Rules>(all: &mut Fingerprint, position: &Position<R>) {
    let (moves, values) = (sorted_moves(position), PieceValues::default());
    add_moves(all, &moves);
    add_moves(all, &position.pseudo_legal_moves());
    add_moves(all, &position.legal_captures());
    add_moves(all, &position.legal_quiets());
    add_moves(all, &position.legal_promotions());
    all.add(position.legal_move_count() as u64);
    all.add(position.key());
    all.add(position.checkers().bits());
    for color in Color::ALL {
        all.add(position.pinned(color).bits());
        all.add(position.board().attacked(color).bits());
        for square in Square::ALL {
            all.add(position.board().attackers(square, color).bits());
        }
    }
    for &mv in &moves {
        all.add_text(&position.san(mv));
        all.add(position.gives_check(mv).into());
        all.add(i64::from(see::value(position, mv, &values)).cast_unsigned());
        all.add(position.next_key(position.key(), mv));
    }
    all.add_text(&position.fen());
}

/// Adds positions of random games from the starts of `start`, `rounds` in all.
fn fingerprint<R: Rules>(mut rounds: usize, start: impl Fn(u64) -> Position<R>) -> u64 {
    let mut all = Fingerprint(0);
    for game in 0.. {
        for position in walk(start(game), game, 150).iter().take(rounds) {
            add_position(&mut all, position);
            rounds -= 1;
        }
        if rounds == 0 {
            break;
        }
    }
    all.0
}

#[test]
fn builds_and_machines_agree_in_games_of_chess() {
    assert_eq!(fingerprint(5000, |_| Chess::startpos()), 0x10f6_5cef_4c6f_3fa5);
}

#[test]
fn builds_and_machines_agree_in_games_of_chess960() {
    let start = |game: u64| Chess::chess960((game * 37 % 960) as u16).expect("below 960");
    assert_eq!(fingerprint(4000, start), 0x2e77_f2e1_c6a1_32d9);
}

#[test]
fn builds_and_machines_agree_in_games_of_makruk() {
    assert_eq!(fingerprint(4000, |_| Makruk::startpos()), 0x827b_fcf3_54f1_cf58);
}

#[test]
fn builds_and_machines_agree_in_scattered_positions() {
    let mut all = Fingerprint(0);
    (0..2000).for_each(|seed| add_position(&mut all, &scatter(seed)));
    assert_eq!(all.0, 0xabf8_ac95_c213_fc61);
}
