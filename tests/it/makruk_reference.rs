//! Makruk's moves, compared with numbers from an independent program (Fairy-Stockfish; see `generate_makruk_reference.py`).

use chess0x88::{
    Color, Makruk, MakrukRules, Piece, Role, Setup, Square, Violation, Violations, divide, makruk, perft, san,
};

use common::{suite, tolerated};

fn position(fen: &str) -> Makruk {
    tolerated(fen)
}

fn check_suite(text: &str, depths: std::ops::RangeInclusive<u8>, limit: u64) -> usize {
    for (fen, _) in suite::lines(text) {
        assert_eq!(position(fen).fen().as_str(), fen);
    }
    suite::check::<MakrukRules>(text, depths, limit)
}

#[test]
fn random_positions_have_the_reference_perft_to_depth_2() {
    assert_eq!(check_suite(include_str!("../data/makruk_random.epd"), 1..=2, u64::MAX), 2 * 264);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "seconds in a release build, more in a debug build")]
fn random_positions_have_the_reference_perft_at_depth_3() {
    assert_eq!(check_suite(include_str!("../data/makruk_random.epd"), 3..=3, u64::MAX), 264);
}

#[test]
fn the_shared_suite_passes_to_three_hundred_thousand_nodes() {
    assert_eq!(check_suite(include_str!("../data/perft_makruk.epd"), 1..=6, 300_000), 13);
}

/// In the suite's last position the side that is not to move is in check. No game leads there, and no [`Position`] can be made of
/// it. Its numbers include the capture of the Khun and the moves after it. Without this move, one of 29, they are these.
///
/// [`Position`]: chess0x88::Position
#[test]
fn the_suites_illegal_position_is_refused_and_its_other_moves_go_on_as_they_should() {
    let line = include_str!("../data/perft_makruk.epd").lines().find_map(|line| line.strip_prefix("#! ")).unwrap();
    let (fen, expected) = suite::lines(line).next().unwrap();
    assert_eq!(expected, [(1, 28 + 1), (2, 186 + 22), (3, 4984 + 570)]);
    let setup: Setup<MakrukRules> = fen.parse().unwrap();
    assert_eq!(setup.violations(), Violation::OppositeCheck.into());
    // With the Khun moved out of the Ma's attack White has the same moves.
    let mut aside = setup;
    aside.board.set(Square::E8, Some(Piece::new(Color::Black, Role::Met)));
    aside.board.set(Square::B8, Some(Piece::new(Color::Black, Role::King)));
    let aside = aside.to_position_with(Violations::TOLERABLE).unwrap();
    let nodes = [1, 2, 3].map(|depth| {
        let others = aside.legal_moves().into_iter().filter(|mv| mv.to() != Square::E8);
        let after = others.map(|mv| {
            let mut after = setup;
            after.board.set(mv.to(), after.board.piece_at(mv.from()));
            after.board.set(mv.from(), None);
            after.turn = Color::Black;
            perft(&after.to_position().unwrap(), depth - 1)
        });
        after.sum::<u64>()
    });
    assert_eq!(nodes, [28, 186, 4984]);
}

#[test]
#[ignore = "150 million nodes: cargo test --release -- --ignored"]
fn the_shared_suite_passes_in_full() {
    assert_eq!(check_suite(include_str!("../data/perft_makruk.epd"), 1..=6, u64::MAX), 15);
}

#[test]
fn divide_sums_up_to_perft() {
    let start = Makruk::startpos();
    assert_eq!(divide(&start, 3).count(), 23);
    assert_eq!(divide(&start, 3).map(|(_, nodes)| nodes).sum::<u64>(), 12012);
}

#[test]
fn the_reference_moves_are_written_in_thai_as_the_reference_writes_them() {
    for line in include_str!("../data/makruk_san.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let position = position(fields[0]);
        let mv = position.parse_uci(fields[1]).unwrap();
        assert_eq!(makruk::thai_san(&position, mv).as_str(), fields[3], "{line}");
    }
}

#[test]
fn the_reference_moves_are_written_and_read_in_san() {
    for line in include_str!("../data/makruk_san.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let position = position(fields[0]);
        let mv = position.parse_uci(fields[1]).unwrap();
        assert_eq!(position.san(mv).as_str(), fields[2], "{line}");
        assert_eq!(san::parse_strict(&position, fields[2]), Ok(mv), "{line}");
        for text in [fields[2], fields[1], san::lan(&position, mv).as_str()] {
            assert_eq!(position.parse_san(text), Ok(mv), "{text}: {line}");
        }
    }
}

/// A position, a move, and its Thai notation in the reference, short and long.
const THAI: &[(&str, &str, &str)] = &[
    ("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "e3e4", "จ๔"),
    ("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "b1d2", "ม-ง๒"),
    ("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "e1f2", "ม็-ฉ๒"),
    ("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "c1c2", "ค-ค๒"),
    ("rnsmksnr/8/1ppppppp/p7/1P6/P1PPPPPP/8/RNSKMSNR w - - 0 2", "b4a5", "ขxก๕"),
    ("8/3k4/5r2/2K1S1P1/8/8/8/8 w - - 0 1", "g5f6m", "ชxฉ๖=M"),
    ("8/5k2/8/2K1S1P1/8/8/8/8 w - - 0 1", "g5g6m", "ช๖=M+"),
    ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", "ร-ก๘#"),
    ("4k3/8/8/8/8/8/R7/4K2R w - - 0 1", "a2h2", "รก-ญ๒"),
    ("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "ร๑-ก๓"),
    ("4k3/8/8/8/8/1M~1M4/8/1M2K3 w - - 0 1", "b3c2", "งข๓-ค๒"),
    ("4k3/8/8/8/8/1M~1M4/8/1M2K3 w - - 0 1", "b1c2", "ม็๑-ค๒"),
    ("4k3/8/8/8/8/1M~1M4/8/1M2K3 w - - 0 1", "d3c2", "ม็ง-ค๒"),
    ("4k3/8/8/8/8/1M~1m4/2m5/1M2K3 w - - 0 1", "b3c2", "ง๓xค๒"),
    ("4k3/8/8/8/1N3N2/8/8/1N2K3 w - - 0 1", "b4d3", "มข-ง๓"),
    // The Ma on e3 is pinned, so it needs no disambiguation.
    ("4r3/k7/8/8/8/2N1N3/8/4K3 w - - 0 1", "c3d5", "ม-ง๕"),
    ("8/k7/8/8/8/2N1N3/8/4K3 w - - 0 1", "c3d5", "มค-ง๕"),
    // One text for two moves: ข is the Khun and the b-file.
    ("8/8/8/p7/KP6/8/8/7k w - - 0 1", "a4a5", "ขxก๕"),
    ("8/8/8/p7/KP6/8/8/7k w - - 0 1", "b4a5", "ขxก๕"),
];

#[test]
fn thai_notation_is_that_of_the_other_program() {
    for &(fen, uci, text) in THAI {
        let position = position(fen);
        let mv = position.parse_uci(uci).unwrap();
        assert_eq!(makruk::thai_san(&position, mv).as_str(), text, "{uci} on {fen}");
    }
}

#[test]
fn the_reference_moves_read_and_write_in_uci() {
    let mut moves = 0;
    for line in include_str!("../data/makruk_san.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let position = position(fields[0]);
        let mv = position.parse_uci(fields[1]).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(mv.to_string(), fields[1]);
        let after = position.after(mv).unwrap();
        let mark = match (after.is_check(), after.has_legal_move()) {
            (true, true) => '+',
            (true, false) => '#',
            _ => ' ',
        };
        assert_eq!(fields[2].ends_with(['+', '#']), mark != ' ', "{line}");
        assert!(mark == ' ' || fields[2].ends_with(mark), "{line}");
        assert_eq!(position.gives_check(mv), mark != ' ', "{line}");
        moves += 1;
    }
    assert_eq!(moves, 400);
}
