//! All builds give exactly the same answers, with any engine and on any machine. For each kind of game one number combines the
//! lists, captures, SAN, exchanges, keys, pins, checkers and attackers of 15,000 random positions. The tests run in the default
//! build, without vectors, without bitboards, and on machines with other word sizes and byte orders (`.ci/deep`).

use crate::common::{Fingerprint, scatter, sorted_moves, walk};
use chess0x88::see::{self, PieceValues};
use chess0x88::{Chess, Color, Makruk, Move, Position, Rules, Square};

impl Fingerprint {
    /// Adds moves in a fixed order, since each engine lists them in another.
    fn add_moves(&mut self, moves: &[Move]) {
        let mut moves: Vec<u16> = moves.iter().map(|mv| mv.bits()).collect();
        moves.sort_unstable();
        for bits in moves {
            self.add(bits.into());
        }
        self.add(1 << 40);
    }

    /// Adds all answers about a position.
    fn add_position<R: Rules>(&mut self, position: &Position<R>) {
        let (moves, values) = (sorted_moves(position), PieceValues::default());
        self.add_moves(&moves);
        self.add_moves(&position.pseudo_legal_moves());
        self.add_moves(&position.legal_captures());
        self.add_moves(&position.legal_quiets());
        self.add_moves(&position.legal_promotions());
        self.add(position.legal_move_count() as u64);
        self.add(position.key());
        self.add(position.checkers().bits());
        for color in Color::ALL {
            self.add(position.pinned(color).bits());
            self.add(position.board().attacked(color).bits());
            for square in Square::ALL {
                self.add(position.attackers(square, color).bits());
            }
        }
        for &mv in &moves {
            self.add_text(&position.san(mv));
            self.add(position.gives_check(mv).into());
            self.add(i64::from(see::value(position, mv, &values)).cast_unsigned());
            self.add(position.next_key(position.key(), mv));
        }
        self.add_text(&position.fen());
    }

    /// Adds positions of random games from the starts of `start`, `rounds` in all.
    fn of_games<R: Rules>(mut rounds: usize, start: impl Fn(u64) -> Position<R>) -> u64 {
        let mut all = Fingerprint(0);
        for game in 0.. {
            for position in walk(start(game), game, 150).iter().take(rounds) {
                all.add_position(position);
                rounds -= 1;
            }
            if rounds == 0 {
                break;
            }
        }
        all.0
    }
}

#[test]
fn builds_and_machines_agree_in_games_of_chess() {
    assert_eq!(Fingerprint::of_games(5000, |_| Chess::startpos()), 0x10f6_5cef_4c6f_3fa5);
}

#[test]
fn builds_and_machines_agree_in_games_of_chess960() {
    let start = |game: u64| Chess::chess960((game * 37 % 960) as u16).expect("below 960");
    assert_eq!(Fingerprint::of_games(4000, start), 0x2e77_f2e1_c6a1_32d9);
}

#[test]
fn builds_and_machines_agree_in_games_of_makruk() {
    assert_eq!(Fingerprint::of_games(4000, |_| Makruk::startpos()), 0x827b_fcf3_54f1_cf58);
}

#[test]
fn builds_and_machines_agree_in_scattered_positions() {
    let mut all = Fingerprint(0);
    (0..2000).for_each(|seed| all.add_position(&scatter(seed)));
    assert_eq!(all.0, 0xabf8_ac95_c213_fc61);
}
