//! The position key: equal for equal positions, well mixed, and the same without making the move.

use std::collections::{HashMap, HashSet};

use chess0x88::fen::{EnPassantMode, FenStyle};
use chess0x88::{Chess, ChessRules, Color, Keyed, Makruk, Piece, Position, Role, Setup, Square, fen};
use common::{Random, position, starts};
use proptest::prelude::*;

fn key(fen: &str) -> u64 {
    position(fen).key()
}

/// The first four fields of a FEN, with legal en passant and castling by files: a position as the repetition rules see it.
fn identity(position: &Chess) -> String {
    let style = FenStyle { shredder: true, en_passant: EnPassantMode::Legal };
    let fen = fen::write(position, style);
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

#[test]
fn keys_are_pinned() {
    assert_eq!(Chess::startpos().key(), 0xed1b_c791_c41f_06a4);
    assert_eq!(key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"), 0x4619_a65e_56a0_60ca);
    assert_eq!(key("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"), 0x9a85_6f01_ac37_8889);
    assert_eq!(key("8/8/4k3/8/8/4K3/8/8 b - - 0 1"), 0x869e_3911_2ea8_9a99);
}

#[test]
fn clocks_do_not_count() {
    assert_eq!(key("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), key("4k3/8/8/8/8/8/8/4K2R w K - 73 99"));
}

#[test]
fn turn_and_castling_rights_count() {
    let fens = ["w KQkq", "w KQk", "w KQq", "w Kkq", "w Qkq", "w KQ", "w kq", "w K", "w Q", "w k", "w q", "w -", "b -"];
    let keys: HashSet<u64> = fens.iter().map(|tail| key(&format!("r3k2r/8/8/8/8/8/8/R3K2R {tail} - 0 1"))).collect();
    assert_eq!(keys.len(), fens.len());
}

#[test]
fn en_passant_counts_only_when_the_capture_is_legal() {
    let pinned = "rnb1kbnr/pp2pppp/4q3/2ppP3/8/8/PPPP1PPP/RNBQKBNR w KQkq";
    assert_eq!(key(&format!("{pinned} d6 0 5")), key(&format!("{pinned} - 0 5")));
    let free = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq";
    assert_ne!(key(&format!("{free} f6 0 3")), key(&format!("{free} - 0 3")));
    assert_ne!(key(&format!("{free} f6 0 3")), key(&format!("{free} d6 0 3")));
    let nobody_near = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
    assert_eq!(key(&format!("{nobody_near} e3 0 1")), key(&format!("{nobody_near} - 0 1")));
}

#[test]
fn a_met_that_was_a_bia_counts_as_any_met() {
    let key = |fen: &str| fen.parse::<Makruk>().unwrap().key();
    assert_eq!(key("4k3/8/8/8/8/8/8/M~3K3 w - - 0 1"), key("4k3/8/8/8/8/8/8/M3K3 w - - 0 1"));
    assert_ne!(key("4k3/8/8/8/8/8/8/M3K3 w - - 0 1"), key("4k3/8/8/8/8/8/8/S3K3 w - - 0 1"));
}

#[test]
fn the_key_after_each_kind_of_move_is_the_key_of_the_position_after_it() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        // Two double steps: after one the en passant capture is legal, after the other the pawn is pinned.
        "4k3/8/8/8/K1p4r/8/1P1P4/8 w - - 0 1",
        "8/8/8/8/k1p4R/8/1P1P4/4K3 w - - 0 1",
        // Chess960: the rook is on the king's target, the king on the rook's target.
        "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/R4KR1 w Q - 0 1",
        "5k2/8/8/8/8/8/8/R4KR1 w KQ - 0 1",
    ] {
        let position = position(fen);
        let key = position.key();
        for mv in position.legal_moves() {
            let after = position.after_unchecked(mv).key();
            assert_eq!(position.next_key(key, mv), after, "{fen} {mv:?}");
        }
    }
}

#[test]
fn moves_from_elsewhere_do_no_harm() {
    let position = Chess::startpos();
    let key = position.key();
    for mv in (0..=u16::MAX).filter_map(chess0x88::Move::from_bits) {
        let _ = position.next_key(key, mv);
    }
}

#[test]
fn a_few_hundred_thousand_positions_collide_nowhere() {
    let mut random = Random::new(1);
    let mut seen: HashMap<u64, Chess> = HashMap::new();
    let mut low_bits = vec![0_u32; 1 << 12];
    let mut high_bits = low_bits.clone();
    while seen.len() < 300_000 / common::stride(4) {
        let mut position = Chess::chess960(random.below(960) as u16).unwrap();
        for _ in 0..200 {
            let Some(mv) = random.pick(&position.legal_moves()) else { break };
            // A bad mixer would confuse the keys of neighbouring positions.
            position.play_unchecked(mv);
            let key = position.key();
            if let Some(other) = seen.get(&key) {
                assert_eq!(*other, position, "both have the key {key:016x}");
            } else {
                low_bits[(key & 0xFFF) as usize] += 1;
                high_bits[(key >> 52) as usize] += 1;
                seen.insert(key, position);
            }
        }
    }
    // Pearson's chi-square with 4,095 degrees of freedom: mean 4,095, standard deviation 90.
    for counts in [low_bits, high_bits] {
        let mean = f64::from(counts.iter().sum::<u32>()) / 4096.0;
        let chi_square: f64 = counts.iter().map(|&n| (f64::from(n) - mean).powi(2) / mean).sum();
        assert!((chi_square - 4095.0).abs() < 6.0 * 90.0, "chi-square {chi_square}");
    }
}

#[test]
fn a_move_changes_every_bit_of_the_key_half_of_the_time() {
    let mut random = Random::new(2);
    let (mut flips, mut samples) = ([0_u32; 64], 0);
    // A move adds the same number to every key, so each number counts once.
    let mut added = HashSet::new();
    let wanted = 50_000 / common::stride(4) as u32;
    while samples < wanted {
        let mut position = Chess::chess960(random.below(960) as u16).unwrap();
        for _ in 0..100 {
            let key = position.key();
            for mv in position.legal_moves() {
                let next = position.next_key(key, mv);
                if !added.insert(next.wrapping_sub(key)) {
                    continue;
                }
                samples += 1;
                let changed = key ^ next;
                for (bit, flips) in flips.iter_mut().enumerate() {
                    *flips += (changed >> bit & 1) as u32;
                }
            }
            let Some(mv) = random.pick(&position.legal_moves()) else { break };
            position.play_unchecked(mv);
        }
    }
    for (bit, &flips) in flips.iter().enumerate() {
        let share = f64::from(flips) / f64::from(samples);
        assert!((share - 0.5).abs() < 0.02, "bit {bit} changes in {share} of the moves");
    }
}

/// A hash table uses few bits of a key, in which sums of few numbers could collide often. Among all positions with king and queen
/// against king and rook there are as few collisions as for random numbers: 24 random tables gave 23 to 44 collisions in 40 bits,
/// and random tables combined by exclusive or up to 78.
#[test]
#[ignore = "nine million positions"]
fn low_bits_of_keys_of_four_men_clump_no_more_than_random_ones() {
    let men = [
        (Color::White, Role::King),
        (Color::White, Role::Queen),
        (Color::Black, Role::King),
        (Color::Black, Role::Rook),
    ];
    let mut keys = Vec::new();
    for number in 0..64_usize.pow(4) {
        let mut setup = Setup::<ChessRules>::empty();
        for (n, (color, role)) in men.into_iter().enumerate() {
            setup.board.set(Square::ALL[number >> (6 * n) & 63], Some(Piece::new(color, role)));
        }
        if setup.board.occupied().len() == men.len()
            && let Ok(position) = setup.to_position()
        {
            keys.push(position.key() & ((1 << 40) - 1));
        }
    }
    assert_eq!(keys.len(), 8_952_608);
    keys.sort_unstable();
    let collisions = keys.windows(2).filter(|pair| pair[0] == pair[1]).count();
    // The expected number is 36, plus or minus 6.
    assert!((18..=54).contains(&collisions), "{collisions} collisions");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(common::cases(24)))]

    /// Every way to play, with null moves between.
    #[test]
    fn a_position_that_keeps_its_key_has_the_key_from_scratch(start in starts(), seed: u64) {
        let mut random = Random::new(seed);
        let mut position = Keyed::from(start);
        let mut undos = Vec::new();
        for _ in 0..150 {
            prop_assert_eq!(position.key(), Position::key(&position), "{}", position);
            if random.one_in(4) && let Ok(undo) = position.make_null() {
                prop_assert_eq!(position.key(), Position::key(&position), "{}", position);
                if random.one_in(2) { undos.push(undo) } else { position.unmake(undo) }
            }
            let moves = position.legal_moves();
            for &mv in &moves {
                let after = position.after_unchecked(mv);
                prop_assert_eq!(after.key(), Position::key(&after), "{}", after);
                prop_assert_eq!(position.after(mv), Ok(after));
            }
            let Some(mv) = random.pick(&moves) else { break };
            let mut played = position;
            prop_assert_eq!(played.play(mv), Ok(()));
            undos.push(position.make(mv));
            prop_assert_eq!((played, played.key()), (position, position.key()));
            prop_assert_eq!(position.play(mv), position.check_legal(mv));
            prop_assert_eq!(played, position, "an illegal move changes nothing");
        }
        while let Some(undo) = undos.pop() {
            position.unmake(undo);
            prop_assert_eq!(position.key(), Position::key(&position), "{}", position);
        }
        prop_assert_eq!((position.key(), *position), (start.key(), start));
    }

    #[test]
    fn keys_are_equal_just_when_positions_are(start in starts(), seed: u64) {
        let mut random = Random::new(seed);
        let mut position = start;
        let mut by_key: HashMap<u64, (Chess, String)> = HashMap::new();
        let mut by_identity: HashMap<String, u64> = HashMap::new();
        for _ in 0..150 {
            let (key, identity) = (position.key(), identity(&position));
            let (other, other_identity) = by_key.entry(key).or_insert_with(|| (position, identity.clone()));
            prop_assert_eq!(&*other, &position);
            prop_assert_eq!(&*other_identity, &identity);
            prop_assert_eq!(*by_identity.entry(identity).or_insert(key), key);
            let Some(mv) = random.pick(&position.legal_moves()) else { break };
            position.play_unchecked(mv);
        }
    }

    #[test]
    fn the_key_after_a_move_of_makruk_needs_no_move(seed: u64) {
        let mut random = Random::new(seed);
        let mut position = Makruk::startpos();
        let mut key = position.key();
        for _ in 0..200 {
            let Some(mv) = random.pick(&position.legal_moves()) else { break };
            key = position.next_key(key, mv);
            position.play_unchecked(mv);
            prop_assert_eq!(key, position.key());
        }
    }

    #[test]
    fn the_key_after_a_move_needs_no_move(start in starts(), seed: u64) {
        let mut random = Random::new(seed);
        let mut position = start;
        let mut key = position.key();
        for _ in 0..150 {
            for mv in position.legal_moves() {
                prop_assert_eq!(position.next_key(key, mv), position.after_unchecked(mv).key(), "{} {:?}", position.fen(), mv);
            }
            let Some(mv) = random.pick(&position.legal_moves()) else { break };
            key = position.next_key(key, mv);
            position.play_unchecked(mv);
            prop_assert_eq!(key, position.key());
        }
    }
}
