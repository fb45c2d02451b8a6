//! Static exchange evaluation: positions evaluated by hand, and a slow implementation that captures on a board.

use std::cmp::Reverse;
use std::marker::PhantomData;

use chess0x88::see::PieceValues;
use chess0x88::{Board0x88, Chess, Color, Makruk, Move, MoveKind, Piece, Position, Role, Rules, Square, see};
use common::{Random, coordinates, position, positions, square};
use proptest::prelude::*;

fn values() -> PieceValues {
    PieceValues::default()
}

fn see(fen: &str, mv: &str) -> i32 {
    let position = position(fen);
    let mv = position.parse_uci(mv).unwrap_or_else(|error| panic!("{fen}: {error}"));
    see::value(&position, mv, &values())
}

#[test]
fn exchanges_worked_out_by_hand() {
    // Pawn 100, knight and bishop 300, rook 500, queen 900.
    let table = [
        // No defender: the victim.
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
        // Nxe5 wins a pawn, Nxe5 takes the knight; White stops (Rxe5 would give a rook for a knight, then Bxe5).
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -200),
        // A pawn takes a knight and is retaken by a pawn.
        ("4k3/8/2p5/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5", 200),
        // A queen takes a defended pawn.
        ("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", -800),
        // Rook takes rook, pawn takes rook: even. With a second rook behind, a pawn is left over.
        ("3r2k1/3p4/4p3/3r4/8/8/8/3RK3 w - - 0 1", "d1d5", 0),
        ("6k1/8/4p3/3r4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
        // To an empty square that a pawn guards.
        ("4k3/8/2p5/8/4N3/8/8/4K3 w - - 0 1", "e4d6", 0),
        ("4k3/8/8/2p5/8/4N3/8/4K3 w - - 0 1", "e3d5", 0),
        ("4k3/8/2p5/8/8/4N3/8/4K3 w - - 0 1", "e3d5", -300),
        // The own pawn behind makes up for part of it.
        ("4k3/8/2p5/8/4P3/4N3/8/4K3 w - - 0 1", "e3d5", -200),
        // An x-ray through a bishop: pawn and pawn, bishop, then the queen behind it.
        ("4k3/8/4p3/3p4/8/1B6/Q7/4K3 w - - 0 1", "b3d5", -100),
        // Two against two on one file: pawn, rook, queen, rook. Black's queen had better take: 100 - (500 - (900 - 500)).
        ("3rk3/3q4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 0),
        // The king captures if there is no defender, and does not if there is one.
        ("8/8/4k3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -400),
        ("8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
        // A king may start the exchange.
        ("8/8/4k3/8/8/8/4p3/4K3 w - - 0 1", "e1e2", 100),
        // A pinned piece takes part too, although the knight on e6 would expose its king.
        ("4k3/8/4n3/8/3p4/8/3RR3/4K3 w - - 0 1", "d2d4", -400),
        // A promotion counts the new piece, and that piece can be recaptured.
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 800),
        ("1r6/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
        ("1r6/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 1300),
        ("1r6/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", 700),
        ("rr6/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 400),
        // The pawn takes a rook and becomes a queen, which the other rook takes: 500 + 800 - 900. When the knight takes
        // first, the other rook stays away, for the pawn would retake and promote.
        ("4k3/8/2n5/8/8/8/2p5/K2R1R2 b - - 0 1", "c2d1q", 400),
        ("4k3/8/8/8/8/4n3/2p5/K2R1R2 b - - 0 1", "e3d1", 500),
        // En passant wins a pawn, and the square it empties opens the file for the rook behind.
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
        ("4k3/2p5/8/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6", 100),
        // Castling.
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", 0),
        ("5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1e2", 0),
        // Of two rooks that can recapture, the one with another rook behind it is no better.
        ("1k1r4/8/8/3p1rRR/4P3/8/8/K7 w - - 0 1", "e4d5", 0),
    ];
    for (fen, mv, expected) in table {
        assert_eq!(see(fen, mv), expected, "{mv} in {fen}");
        let position = position(fen).flip_colors();
        let flipped = find_flipped(&position, fen, mv);
        assert_eq!(see::value(&position, flipped, &values()), expected, "{mv} in {fen}, colours flipped");
    }
}

/// The move in the flipped position that corresponds to a move in this FEN.
fn find_flipped(flipped: &Chess, fen: &str, mv: &str) -> Move {
    let mv = position(fen).parse_uci(mv).expect("a legal move");
    flip(flipped, mv)
}

fn flip(flipped: &Chess, mv: Move) -> Move {
    flipped.find_move(mv.from().flip_rank(), mv.to().flip_rank(), mv.promotion()).expect("legal, colours flipped")
}

#[test]
fn the_order_of_captures_is_victim_first() {
    let position = position("1r2k3/P7/8/2pPq3/3N4/8/8/4RK2 w - c6 0 1");
    let values = PieceValues { bishop: 310, ..values() };
    let mut captures = position.legal_captures();
    captures.sort_unstable_by_key(|&mv| Reverse(see::mvv_lva(&position, mv, &values)));
    let order: Vec<String> = captures.iter().map(ToString::to_string).collect();
    // Capturing a rook and promoting to a rook gains as much as capturing a pawn and promoting to a queen.
    assert_eq!(order, ["a7b8q", "a7b8r", "e1e5", "a7b8b", "a7b8n", "d5c6"]);
    let least = captures.last().map(|&mv| see::mvv_lva(&position, mv, &values));
    for quiet in position.legal_quiets().iter().filter(|mv| mv.promotion().is_none()) {
        assert!(Some(see::mvv_lva(&position, *quiet, &values)) < least);
    }
}

#[test]
fn moves_of_another_position_do_no_harm() {
    let position = position("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    for bits in 0..=u16::MAX {
        if let Some(mv) = Move::from_bits(bits) {
            let _ = (see::value(&position, mv, &values()), see::mvv_lva(&position, mv, &values()));
            assert!(see::at_least(&position, mv, i32::MIN, &values()));
            assert!(!see::at_least(&position, mv, i32::MAX, &values()));
        }
    }
}

#[test]
fn exchanges_use_the_callers_values() {
    let position = position("4k3/8/2p5/3b4/8/4N3/8/4K3 w - - 0 1");
    let takes = position.parse_uci("e3d5").expect("legal");
    assert_eq!(see::value(&position, takes, &values()), 0);
    assert_eq!(see::value(&position, takes, &PieceValues { bishop: 350, knight: 320, ..values() }), 30);
    let nothing = PieceValues { pawn: 0, knight: 0, bishop: 0, rook: 0, queen: 0, met: 0, khon: 0 };
    assert_eq!(see::value(&position, takes, &nothing), 0);
    let most = PieceValues { knight: u16::MAX, bishop: u16::MAX, ..values() };
    assert_eq!(see::value(&position, takes, &most), 0);
}

#[test]
fn of_attackers_worth_the_same_the_pawn_captures_first() {
    // It promotes.
    let position = position("r6k/NP6/8/8/8/8/8/4K3 b - - 0 1");
    let rook = position.parse_uci("a8c8").expect("legal");
    let equal = PieceValues { pawn: 100, knight: 100, rook: 500, queen: 900, ..values() };
    assert_eq!(see::value(&position, rook, &equal), -1300);
    // The least valuable piece still comes before the king.
    assert_eq!(see::value(&position, rook, &PieceValues { knight: 99, ..equal }), -500);
}

#[test]
fn the_pieces_of_makruk_exchange_too() {
    let table = [
        // A Bia takes a Met, a Khon takes back with its straight step.
        ("4k3/4s3/4m3/3P4/8/8/8/4K3 w - - 0 1", "d5e6m", 200 + 100 - 200),
        // A Khon does not step backwards: there is no defender.
        ("4k3/8/4m3/3Ps3/8/8/8/4K3 w - - 0 1", "d5e6m", 300),
        // A Met takes a Ma that a Met defends.
        ("4k3/8/3m4/4n3/3M4/8/8/4K3 w - - 0 1", "d4e5", 300 - 200),
        // A Bia takes on its sixth rank and is a Met from then on. The Rua on b1 does not look at c3.
        ("4k3/8/8/8/1p1n4/2S5/8/1R2K3 b - - 0 1", "b4c3m", 250 + 100),
        // A Met takes a Khon, and a Bia retakes.
        ("4k3/2p5/3s4/4M3/8/8/8/4K3 w - - 0 1", "e5d6", 50),
        // A Khon defends straight ahead of it, and does not straight behind.
        ("4k3/8/3s4/3n4/4M3/8/8/4K3 w - - 0 1", "e4d5", 100),
        ("4k3/8/8/3n4/3sM3/8/8/4K3 w - - 0 1", "e4d5", 300),
        // Nor does a Met, which goes diagonally only, and a Khon not sideways.
        ("4k3/8/3m4/3n4/4M3/8/8/4K3 w - - 0 1", "e4d5", 300),
        ("4k3/8/8/2sn4/4M3/8/8/4K3 w - - 0 1", "e4d5", 300),
        // The Khon behind the Rua joins in only when it can step there itself.
        ("4k3/2p5/3n4/3R4/3S4/8/8/4K3 w - - 0 1", "d5d6", -200),
        // The Met goes first, being worth less than the Khon beside it: 250 - 200 + 100, and no more to take.
        ("4k3/2p5/3s4/2S1M3/8/8/8/4K3 w - - 0 1", "e5d6", 150),
        // Bia become Met on the sixth rank: a gain of 100, and a Met is what is lost.
        ("7k/8/8/3P4/8/8/8/K7 w - - 0 1", "d5d6m", 100),
        ("7k/2m5/8/3P4/8/8/8/K7 w - - 0 1", "d5d6m", -100),
        ("7k/2p5/3r4/4P3/8/8/8/K7 w - - 0 1", "e5d6m", 400),
        // A Bia that retakes on the sixth rank promotes as well, so the Ma, which would take a Met, stays away.
        ("7k/1n6/3m4/4P3/8/8/8/K7 w - - 0 1", "e5d6m", 100),
        ("7k/1n6/3m4/2P1P3/8/8/8/K7 w - - 0 1", "e5d6m", 300),
        ("7k/1n6/3m4/2P1M3/8/8/8/K7 w - - 0 1", "e5d6", 200),
        // A promoted Bia is worth a Met.
        ("7k/8/3m~4/4M~3/8/8/8/K7 w - - 0 1", "e5d6", 200),
    ];
    for (fen, mv, expected) in table {
        let position: Makruk = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        let mv = position.parse_uci(mv).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(see::value(&position, mv, &values()), expected, "{mv} in {fen}");
        assert_eq!(i64::from(see::value(&position, mv, &values())), twin(&position, mv, &values()), "{mv} in {fen}");
    }
}

/// The slow implementation: plays the captures on a board, and finds attackers with files and ranks.
struct Twin<'a, R> {
    rules: PhantomData<R>,
    board: Board0x88,
    target: Square,
    values: &'a PieceValues,
}

impl<R: Rules> Twin<'_, R> {
    fn value(&self, role: Role) -> i64 {
        i64::from(match role {
            Role::Pawn => self.values.pawn,
            Role::Knight => self.values.knight,
            Role::Bishop => self.values.bishop,
            Role::Rook => self.values.rook,
            Role::Queen => self.values.queen,
            Role::Met => self.values.met,
            Role::Khon => self.values.khon,
            _ => u16::MAX,
        })
    }

    fn attacks(&self, from: Square, piece: Piece) -> bool {
        let ((from_file, from_rank), (to_file, to_rank)) = (coordinates(from), coordinates(self.target));
        let (files, ranks) = (to_file - from_file, to_rank - from_rank);
        let ahead = if piece.color() == Color::White { 1 } else { -1 };
        let near = files.abs().max(ranks.abs()) == 1;
        let (straight, diagonal) = (files == 0 || ranks == 0, files.abs() == ranks.abs());
        let slides = |line: bool| {
            line && (1..files.abs().max(ranks.abs())).all(|step| {
                square(from_file + step * files.signum(), from_rank + step * ranks.signum())
                    .is_some_and(|at| self.board.piece_at(at).is_none())
            })
        };
        match piece.role() {
            Role::Pawn => files.abs() == 1 && ranks == ahead,
            Role::Knight => files.abs() * ranks.abs() == 2,
            Role::King => near,
            Role::Bishop => slides(diagonal),
            Role::Rook => slides(straight),
            Role::Queen => slides(straight || diagonal),
            Role::Met => near && diagonal,
            Role::Khon => near && (diagonal || (files, ranks) == (0, ahead)),
            _ => unreachable!("no such role"),
        }
    }

    fn attackers(&self, side: Color) -> Vec<(Square, Piece)> {
        let own = self.board.pieces().filter(|&(at, piece)| piece.color() == side && at != self.target);
        own.filter(|&(at, piece)| self.attacks(at, piece)).collect()
    }

    /// The better of capturing on the target and not capturing.
    fn best(&mut self, side: Color) -> i64 {
        let standing = self.board.piece_at(self.target).expect("something to capture").role();
        let near =
            |at: Square| (if side == Color::White { at.rank() as u8 } else { 7 - at.rank() as u8 }, at.file() as u8);
        let mut attackers = self.attackers(side);
        let rank = |role| R::ROLES.iter().position(|&other| other == role);
        attackers.sort_by_key(|&(at, piece)| {
            (piece.role() == Role::King, self.value(piece.role()), rank(piece.role()), near(at))
        });
        let Some(&(at, piece)) = attackers.first() else { return 0 };
        self.board.set(at, None);
        if piece.role() == Role::King && !self.attackers(!side).is_empty() {
            return 0;
        }
        let last = side.relative_rank(self.target.rank()) >= R::PROMOTION_RANK;
        let mut gain = self.value(standing);
        let mut arriving = piece;
        if piece.role() == Role::Pawn && last {
            let dearest = R::PROMOTIONS.iter().copied().max_by_key(|&role| self.value(role)).expect("some");
            gain += self.value(dearest) - self.value(Role::Pawn);
            arriving = Piece::new(side, dearest);
        }
        self.board.set(self.target, Some(arriving));
        (gain - self.best(!side)).max(0)
    }
}

pub(crate) fn twin<R: Rules>(position: &Position<R>, mv: Move, values: &PieceValues) -> i64 {
    if mv.kind() == MoveKind::Castle {
        return 0;
    }
    let mut after = *position;
    after.play_unchecked(mv);
    let mut twin: Twin<'_, R> = Twin { rules: PhantomData, board: *after.board(), target: mv.to(), values };
    let captured = position.captured_piece(mv).map_or(0, |(_, piece)| twin.value(piece.role()));
    let promotion = mv.promotion().map_or(0, |role| twin.value(role) - twin.value(Role::Pawn));
    captured + promotion - twin.best(after.turn())
}

fn any_values() -> impl Strategy<Value = PieceValues> {
    // Small values, many of them equal.
    let odd =
        prop_oneof![Just(1000_u16), Just(2)].prop_flat_map(|most| [0..=most, 0..=most, 0..=most, 0..=most, 0..=most]);
    prop_oneof![
        Just(PieceValues::default()),
        // Larger than any other value but the king's.
        Just(PieceValues { queen: u16::MAX, rook: u16::MAX, ..PieceValues::default() }),
        odd.prop_map(|[pawn, knight, bishop, rook, queen]| PieceValues {
            pawn,
            knight,
            bishop,
            rook,
            queen,
            ..PieceValues::default()
        })
    ]
}

#[test]
fn the_twin_agrees_over_random_games_of_makruk() {
    let mut random = Random::new(7);
    let mut position = Makruk::startpos();
    for _ in 0..1500 {
        let moves = position.legal_moves();
        for &mv in &moves {
            let see = see::value(&position, mv, &values());
            assert_eq!(i64::from(see), twin(&position, mv, &values()), "{mv} in {}", position.fen());
            assert!(see::at_least(&position, mv, see, &values()) && !see::at_least(&position, mv, see + 1, &values()));
            let flipped = position.flip_colors();
            let turned = flipped.find_move(mv.from().flip_rank(), mv.to().flip_rank(), mv.promotion());
            assert_eq!(turned.map(|mv| see::value(&flipped, mv, &values())), Ok(see));
        }
        position = random.pick(&moves).map_or(Makruk::startpos(), |mv| position.after_unchecked(mv));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(384))]

    #[test]
    fn the_exchange_is_what_its_slow_twin_finds(position in positions(), values in any_values()) {
        for mv in position.legal_moves() {
            prop_assert_eq!(i64::from(see::value(&position, mv, &values)), twin(&position, mv, &values),
                "{} in {}", mv, position.fen());
        }
    }

    #[test]
    fn the_threshold_form_compares(position in positions(), values in any_values(), threshold in -1500..1500) {
        for mv in position.legal_moves() {
            let see = see::value(&position, mv, &values);
            for threshold in [threshold, see - 1, see, see + 1, 0, i32::MIN, i32::MAX] {
                prop_assert_eq!(see::at_least(&position, mv, threshold, &values), see >= threshold,
                    "{} at {} in {}", mv, threshold, position.fen());
            }
        }
    }

    #[test]
    fn colours_make_no_difference(position in positions(), values in any_values()) {
        let flipped = position.flip_colors();
        for mv in position.legal_moves() {
            prop_assert_eq!(see::value(&flipped, flip(&flipped, mv), &values), see::value(&position, mv, &values));
            prop_assert_eq!(see::mvv_lva(&flipped, flip(&flipped, mv), &values), see::mvv_lva(&position, mv, &values));
        }
    }
}
