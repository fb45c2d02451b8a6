//! Polyglot keys and books.

use chess0x88::uci::CastlingMode;
use chess0x88::{Chess, File, Move, MoveKind, Rank, Role};
use chess0x88_polyglot::{self as polyglot, PolyglotBook, PolyglotBuilder};
use common::{Random, position, starts};
use proptest::prelude::*;

#[test]
fn keys_are_those_of_the_published_vectors() {
    for (fen, key) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
        ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
        ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
        ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
        ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
        ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
    ] {
        assert_eq!(polyglot::key(&position(fen)), key, "{fen}");
    }
}

/// The numbers of each kind in the table of python-chess 1.11.2 (`chess.polyglot.POLYGLOT_RANDOM_ARRAY`), combined into one: the
/// sum so far rotated left by seven bits, and the next number. So a wrong row is found, even if no game uses it.
#[test]
fn the_random_numbers_are_those_of_another_library() {
    let table = include_str!("../../src/polyglot_random.txt").lines().filter(|line| !line.starts_with('#'));
    let numbers: Vec<u64> = table.map(|line| u64::from_str_radix(line, 16).expect("a number")).collect();
    let mut from = 0;
    for (kind, to, expected) in [
        ("black pawn", 64, 0x5ba6_5267_aced_c3f4),
        ("white pawn", 128, 0x6c15_aa2f_1548_4786),
        ("black knight", 192, 0x964e_0ee1_fd24_5050),
        ("white knight", 256, 0xd2bc_7c81_40b2_8bfc),
        ("black bishop", 320, 0xf58e_333e_9be0_4395),
        ("white bishop", 384, 0x2d7e_7298_8154_801b),
        ("black rook", 448, 0xb96c_5dad_bc33_19e2),
        ("white rook", 512, 0x199c_986c_e39a_065f),
        ("black queen", 576, 0x592e_937e_89c3_f91d),
        ("white queen", 640, 0x5493_70ea_931b_d135),
        ("black king", 704, 0x44c0_e702_cdde_4ef9),
        ("white king", 768, 0xe41c_116d_6efa_5a46),
        ("castling", 772, 0x756a_1b8f_258d_c821),
        ("en passant", 780, 0x6487_1904_6b62_8571),
        ("turn", 781, 0xf8d6_26aa_af27_8509_u64),
    ] {
        let found = numbers[from..to].iter().fold(0_u64, |sum, number| sum.rotate_left(7) ^ number);
        assert_eq!(found, expected, "{kind}");
        from = to;
    }
    assert_eq!(numbers.len(), from);
}

#[test]
fn a_pinned_pawn_beside_counts_for_the_book_but_not_for_repetition() {
    let pinned = "rnb1kbnr/pp2pppp/4q3/2ppP3/8/8/PPPP1PPP/RNBQKBNR w KQkq";
    let with = position(&format!("{pinned} d6 0 5"));
    let without = position(&format!("{pinned} - 0 5"));
    assert_eq!(polyglot::key(&with), 0x25de_71ab_91a7_d1c5);
    assert_ne!(polyglot::key(&with), polyglot::key(&without));
    assert_eq!(with.key(), without.key());
}

/// The format's number for a move.
fn encode(mv: Move) -> u16 {
    let square = |square: chess0x88::Square| (square.rank() as u16) << 3 | square.file() as u16;
    let promotion = match mv.promotion() {
        None => 0,
        Some(Role::Knight) => 1,
        Some(Role::Bishop) => 2,
        Some(Role::Rook) => 3,
        Some(_) => 4,
    };
    promotion << 12 | square(mv.from()) << 6 | square(mv.to())
}

fn entry(key: u64, mv: u16, weight: u16, learn: u32) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&key.to_be_bytes());
    bytes[8..10].copy_from_slice(&mv.to_be_bytes());
    bytes[10..12].copy_from_slice(&weight.to_be_bytes());
    bytes[12..].copy_from_slice(&learn.to_be_bytes());
    bytes
}

fn uci(book: &PolyglotBook<'_>, position: &Chess) -> Vec<String> {
    book.entries(position).map(|entry| entry.mv.to_uci(CastlingMode::Chess960).to_string()).collect()
}

#[test]
fn entries_of_a_position_are_a_run_and_keep_their_order() {
    let start = Chess::startpos();
    let key = polyglot::key(&start);
    let moves = ["e2e4", "d2d4", "g1f3"].map(|uci| encode(start.parse_uci(uci).unwrap()));
    let bytes = [
        entry(0, moves[0], 9, 0),
        entry(key - 1, moves[0], 9, 0),
        entry(key, moves[0], 50, 0xdead_beef),
        entry(key, moves[1], 40, 0),
        entry(key, moves[2], 0, 0),
        entry(key + 1, moves[0], 9, 0),
        entry(u64::MAX, moves[0], 9, 0),
    ]
    .concat();
    let book = PolyglotBook::new(&bytes).unwrap();
    assert_eq!(uci(&book, &start), ["e2e4", "d2d4", "g1f3"]);
    let first = book.entries(&start).next().unwrap();
    assert_eq!((first.weight, first.learn), (50, 0xdead_beef));
    let after = start.after(first.mv).unwrap();
    assert_eq!(book.entries(&after).count(), 0);
}

#[test]
fn castling_is_spelled_king_takes_rook() {
    let standard = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let chess960 = position("4k3/8/8/8/8/8/8/1RK3R1 w KQ - 0 1");
    for (position, spelled) in [(standard, ["e1h1", "e1a1"]), (chess960, ["c1g1", "c1b1"])] {
        let mut castles: Vec<Move> =
            position.legal_moves().into_iter().filter(|mv| mv.kind() == MoveKind::Castle).collect();
        castles.sort_by_key(|mv| core::cmp::Reverse(mv.to()));
        let bytes: Vec<u8> = castles.iter().flat_map(|&mv| entry(polyglot::key(&position), encode(mv), 1, 0)).collect();
        let book = PolyglotBook::new(&bytes).unwrap();
        assert_eq!(uci(&book, &position), spelled);
        assert!(book.entries(&position).all(|entry| entry.mv.kind() == MoveKind::Castle));
    }
}

#[test]
fn promotions_and_en_passant_are_found() {
    for fen in ["n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"] {
        let position = position(fen);
        let moves = position.legal_moves();
        let bytes: Vec<u8> = moves.iter().flat_map(|&mv| entry(polyglot::key(&position), encode(mv), 1, 0)).collect();
        let book = PolyglotBook::new(&bytes).unwrap();
        assert!(book.entries(&position).map(|entry| entry.mv).eq(moves.iter().copied()));
    }
}

#[test]
fn entries_that_are_no_legal_move_are_passed_over() {
    let start = Chess::startpos();
    let key = polyglot::key(&start);
    let e4 = encode(start.parse_uci("e2e4").unwrap());
    let bytes = [
        entry(key, 0, 9, 0),            // a1a1
        entry(key, 0o7060, 9, 0),       // a8a7: Black's
        entry(key, e4 | 4 << 12, 9, 0), // e2e4 promoting
        entry(key, e4 | 7 << 12, 9, 0), // no such promotion
        entry(key, e4 | 1 << 15, 9, 0), // the bit that is not in use
        entry(key, 0o0406, 9, 0),       // e1g1, blocked
        entry(key, e4, 9, 0),
    ]
    .concat();
    assert_eq!(uci(&PolyglotBook::new(&bytes).unwrap(), &start), ["e2e4"]);
}

#[test]
fn a_book_that_ends_inside_an_entry_is_refused() {
    let error = PolyglotBook::new(&[0; 37]).unwrap_err();
    assert_eq!(error.to_string(), "a Polyglot book has 16 bytes per entry, but the last one has only 5, at byte 32");
    assert!(PolyglotBook::new(&[]).unwrap().entries(&Chess::startpos()).next().is_none());
}

#[test]
fn picking_follows_the_weights() {
    let start = Chess::startpos();
    let weighted = [("e2e4", 3), ("d2d4", 0), ("c2c4", 1)];
    let bytes: Vec<u8> = weighted
        .iter()
        .flat_map(|(uci, weight)| entry(polyglot::key(&start), encode(start.parse_uci(uci).unwrap()), *weight, 0))
        .collect();
    let book = PolyglotBook::new(&bytes).unwrap();
    let pick = |random| book.pick(&start, random).unwrap().to_string();
    let quarter = 1_u64 << 62;
    assert_eq!([pick(0), pick(3 * quarter - 1)], ["e2e4"; 2]);
    assert_eq!([pick(3 * quarter), pick(u64::MAX)], ["c2c4"; 2]);
}

#[test]
fn moves_of_no_weight_are_never_picked() {
    let start = Chess::startpos();
    let bytes = entry(polyglot::key(&start), encode(start.parse_uci("e2e4").unwrap()), 0, 0);
    let book = PolyglotBook::new(&bytes).unwrap();
    assert_eq!(book.entries(&start).count(), 1);
    assert_eq!(book.pick(&start, 0), None);
}

#[test]
fn ranks_and_files_are_not_swapped() {
    let start = Chess::startpos();
    let nf3 = start.parse_uci("g1f3").unwrap();
    assert_eq!(encode(nf3), 6 << 6 | 2 << 3 | 5);
    assert_eq!((nf3.to().file(), nf3.to().rank()), (File::F, Rank::Third));
}

#[test]
fn weights_are_added_sorted_and_halved_together_until_they_fit() {
    let start = Chess::startpos();
    let mut builder = PolyglotBuilder::new();
    let mut add = |uci: &str, weight| builder.add(&start, start.parse_uci(uci).unwrap(), weight).unwrap();
    add("g1f3", 1);
    add("d2d4", 200_001);
    add("e2e4", 65_535);
    add("e2e4", 196_608);
    let after = start.after(start.parse_uci("e2e4").unwrap()).unwrap();
    builder.add(&after, after.parse_uci("e7e5").unwrap(), 65_535).unwrap();
    let illegal = builder.add(&after, start.parse_uci("e2e4").unwrap(), 1);
    assert!(illegal.is_err());

    let bytes = builder.to_bytes();
    let book = PolyglotBook::new(&bytes).unwrap();
    let entries = |position: &Chess| -> Vec<(String, u16)> {
        book.entries(position).map(|entry| (entry.mv.to_string(), entry.weight)).collect()
    };
    // 262,143 is halved three times, with all the others of its position, and none becomes 0.
    let expected = [("e2e4", 32_768), ("d2d4", 25_001), ("g1f3", 1)].map(|(uci, weight)| (uci.to_owned(), weight));
    assert_eq!(entries(&start), expected);
    assert_eq!(entries(&after), [("e7e5".to_owned(), 65_535)]);
    // The key of the start is the smaller one.
    assert_eq!(bytes[..8], polyglot::key(&start).to_be_bytes());
    assert!(polyglot::key(&start) < polyglot::key(&after));
}

#[test]
fn books_are_merged_by_adding_weights() {
    let start = Chess::startpos();
    let key = polyglot::key(&start);
    let [e4, d4] = ["e2e4", "d2d4"].map(|uci| encode(start.parse_uci(uci).unwrap()));
    let one = [entry(key, e4, 5, 7), entry(key, d4, 4, 0)].concat();
    let other = [entry(0, d4, 1, 0), entry(key, d4, 3, 9)].concat();
    let mut builder = PolyglotBuilder::new();
    builder.merge(&PolyglotBook::new(&one).unwrap());
    builder.merge(&PolyglotBook::new(&other).unwrap());
    let expected = [entry(0, d4, 1, 0), entry(key, d4, 7, 9), entry(key, e4, 5, 7)].concat();
    assert_eq!(builder.to_bytes(), expected);
}

#[test]
fn a_book_as_text() {
    let text = "463b96181691fc9c e2e4 7 0\n\n 00000000000000ff  a7a8q 65535 4294967295\r\n00000000000000FF e1h1 0 0";
    let bytes = text.parse::<PolyglotBuilder>().unwrap().to_bytes();
    let written = PolyglotBook::new(&bytes).unwrap().to_string();
    assert_eq!(
        written,
        "00000000000000ff a7a8q 65535 4294967295\n00000000000000ff e1h1 0 0\n463b96181691fc9c e2e4 7 0\n"
    );
    for line in [
        "463b96181691fc9 e2e4 7 0",
        "+63b96181691fc9c e2e4 7 0",
        "463b96181691fc9c e2e9 7 0",
        "463b96181691fc9c e2e4 65536 0",
        "463b96181691fc9c e2e4 +7 0",
        "463b96181691fc9c e2e4 7",
        "463b96181691fc9c e2e4 7 0 0",
    ] {
        let error = format!("\n463b96181691fc9c e2e4 7 0\n \n{line}\n").parse::<PolyglotBuilder>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 4: expected a key (16 hexadecimal digits), a move (such as e2e4), a weight and a learning number",
            "{line}"
        );
    }
}

#[test]
fn a_book_of_garbage_gives_no_move_that_is_not_legal() {
    let start = Chess::startpos();
    let mut random = Random::new(15);
    let mut bytes: Vec<u8> = (0..4 * (1 << 20)).map(|_| random.next() as u8).collect();
    let legal = |bytes: &[u8], random: u64| {
        let book = PolyglotBook::new(bytes).expect("whole entries");
        let entries = book.entries(&start).inspect(|entry| assert!(start.is_legal(entry.mv))).count();
        assert!(book.pick(&start, random).is_none_or(|mv| start.is_legal(mv)));
        entries
    };
    legal(&bytes, random.next());
    // A quarter of a million entries for this position, most of them without a valid move.
    for entry in bytes.chunks_exact_mut(16) {
        entry[..8].copy_from_slice(&polyglot::key(&start).to_be_bytes());
    }
    let entries = legal(&bytes, random.next());
    assert!(entries < (1 << 20) / 16, "{entries} entries");
    bytes.pop();
    assert!(PolyglotBook::new(&bytes).is_err());
}

#[test]
fn of_two_learn_values_the_greater_is_kept() {
    let text = "0123456789abcdef e2e4 1 3\n0123456789abcdef e2e4 1 5\n";
    let bytes = text.parse::<PolyglotBuilder>().expect("two lines").to_bytes();
    assert_eq!(bytes[12..], [0, 0, 0, 5]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_book_that_was_made_gives_back_its_moves(start in starts(), seed: u64) {
        let mut random = Random::new(seed);
        let (mut position, mut builder, mut played) = (start, PolyglotBuilder::new(), Vec::new());
        for weight in 1..80 {
            let Some(mv) = random.pick(&position.legal_moves()) else { break };
            builder.add(&position, mv, weight).unwrap();
            played.push((position, mv, weight));
            position.play_unchecked(mv);
        }
        let bytes = builder.to_bytes();
        let book = PolyglotBook::new(&bytes).unwrap();
        for (position, mv, weight) in &played {
            prop_assert!(book.entries(position).any(|entry| entry.mv == *mv && u32::from(entry.weight) >= *weight));
        }
        let keys: Vec<&[u8]> = bytes.chunks_exact(16).map(|entry| &entry[..8]).collect();
        prop_assert!(keys.is_sorted());
        prop_assert_eq!(book.to_string().parse::<PolyglotBuilder>().unwrap().to_bytes(), bytes.clone());
        let mut again = PolyglotBuilder::new();
        again.merge(&book);
        prop_assert_eq!(again, builder);
    }

    #[test]
    fn any_bytes_are_a_book_or_an_error(bytes: Vec<u8>, key_everywhere: bool, random: u64) {
        let start = Chess::startpos();
        let mut bytes = bytes;
        if key_everywhere {
            for entry in bytes.chunks_exact_mut(16) {
                entry[..8].copy_from_slice(&polyglot::key(&start).to_be_bytes());
            }
        }
        let book = PolyglotBook::new(&bytes);
        prop_assert_eq!(book.is_ok(), bytes.len().is_multiple_of(16));
        if let Ok(book) = book {
            prop_assert!(book.entries(&start).all(|entry| start.check_legal(entry.mv).is_ok()));
            prop_assert!(book.pick(&start, random).is_none_or(|mv| start.check_legal(mv).is_ok()));
        }
    }

    #[test]
    fn a_book_of_random_games_gives_back_its_moves(start in starts(), seed: u64) {
        let mut random = Random::new(seed);
        let mut position = start;
        let mut played = Vec::new();
        for weight in 1..80 {
            let Some(mv) = random.pick(&position.legal_moves()) else { break };
            played.push((position, mv, weight));
            position.play_unchecked(mv);
        }
        let mut entries: Vec<[u8; 16]> =
            played.iter().map(|(position, mv, weight)| entry(polyglot::key(position), encode(*mv), *weight, 0)).collect();
        entries.sort_unstable();
        let bytes = entries.concat();
        let book = PolyglotBook::new(&bytes).unwrap();
        for (position, mv, weight) in &played {
            prop_assert!(book.entries(position).any(|entry| entry.mv == *mv && entry.weight == *weight));
        }
    }
}
