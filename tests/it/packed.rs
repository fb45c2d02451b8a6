//! Packed positions: no information is lost, equal positions have equal bytes, and wrong bytes give an error.

use chess0x88::fen::{EnPassantMode, FenStyle};
use chess0x88::packed::PackedError;
use chess0x88::{Chess, ChessRules, Color, Makruk, MakrukRules, Setup, Violations, fen, makruk, packed};
use proptest::prelude::*;

use common::{Random, chess, positions, tolerated};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

/// The FEN in Shredder spelling, which names the castling rooks.
fn full_fen(position: &Chess) -> String {
    fen::write(position, FenStyle { shredder: true, en_passant: EnPassantMode::Legal }).to_string()
}

fn assert_round_trip(position: &Chess) {
    let packed = packed::pack(position).expect("at most 32 pieces");
    let again = packed::unpack::<ChessRules>(&packed).unwrap_or_else(|error| panic!("{}: {error}", position.fen()));
    assert_eq!(full_fen(&again), full_fen(position));
    assert_eq!(again, *position);
    assert_eq!(packed::pack(&again), Some(packed));
}

#[test]
fn the_format_never_changes() {
    for (fen, packed) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "ffff00000000ffff 2c844ac2 00000000 11111111 3d955bd3 00000000 01000000",
        ),
        ("4k3/8/8/8/8/8/8/4K2R b K - 7 300", "9000000000000010 ca0f0000 00000000 00000000 00000000 07000000 2c010000"),
        (
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "ffef00003800d7ff 2c844ac2 00000010 e0111111 3d955bd3 00000000 03000000",
        ),
    ] {
        let found = hex(&packed::pack(&chess(fen)).expect(fen));
        assert_eq!(found, packed.replace(' ', ""), "{fen}");
    }
}

#[test]
fn castling_rooks_of_any_chess960_start_survive() {
    for number in 0..960 {
        assert_round_trip(&Chess::chess960(number).expect("a start"));
    }
    // Inner rooks, one side only, rooks without rights beside rooks with rights.
    for fen in [
        "rr2k1rr/8/8/8/8/8/8/RR2K1RR w BGbg - 3 9",
        "r1r1k2r/8/8/8/8/8/8/R1R1K2R b Ck - 3 9",
        "1k5r/8/8/8/8/8/8/1K5R w h - 0 1",
        "4k3/8/8/8/8/8/8/RK6 w A - 0 1",
    ] {
        assert_round_trip(&chess(fen));
    }
}

#[test]
fn both_clocks_survive_in_full() {
    assert_round_trip(&chess("4k3/8/8/8/8/8/8/4K3 b - - 4294967295 4294967295"));
}

#[test]
fn only_an_en_passant_capture_that_is_legal_makes_a_difference() {
    let pinned = |field: &str| chess(&format!("rnb1kbnr/pp2pppp/4q3/2ppP3/8/8/PPPP1PPP/RNBQKBNR w KQkq {field} 0 5"));
    assert_eq!(packed::pack(&pinned("d6")), packed::pack(&pinned("-")));
    assert_round_trip(&pinned("d6"));
    let free = |field: &str| chess(&format!("4k3/8/8/8/3Pp3/8/8/4K3 b - {field} 0 1"));
    assert_ne!(packed::pack(&free("d3")), packed::pack(&free("-")));
    assert_round_trip(&free("d3"));
}

/// Packed positions and serde tolerate the starts that PGN tolerates.
#[test]
fn positions_that_no_game_leads_to_survive() {
    for fen in [
        "4k3/8/3N1N2/8/8/8/4R3/4K3 b - - 0 1",
        "QQQQQQQQ/8/QQ6/8/8/8/5k2/7K b - - 0 1",
        "7k/PPPPPP2/PPPP4/8/8/8/8/K7 w - - 0 1",
        "rnbqkbnr/pppp1ppp/8/8/4p3/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
    ] {
        let position: Chess = tolerated(fen);
        assert_round_trip(&position);
    }
    let crowded: Makruk = tolerated("3kr3/8/8/8/8/RRR5/8/4K3 w - - 0 1");
    assert!(crowded.to_setup().to_position().is_err());
    assert_makruk_round_trip(&crowded);
}

#[test]
fn more_than_32_pieces_do_not_fit() {
    let crowd = "nnnnnnnn/nnnnnnnk/8/8/8/8/NNNNNNNN/NNNNNNNK w - - 0 1".parse::<Setup<ChessRules>>().expect("a setup");
    let position = crowd.to_position_with(Violations::TOLERABLE).expect("tolerable");
    assert_eq!(position.board().occupied().len(), 32);
    assert_eq!(Setup::unpack(&packed::pack(&position).expect("32 fit")), Ok(crowd));

    let more = "nnnnnnnn/nnnnnnnk/8/8/8/N7/NNNNNNNN/NNNNNNNK w - - 0 1".parse::<Setup<ChessRules>>().expect("a setup");
    let position = more.to_position_with(Violations::TOLERABLE).expect("tolerable");
    assert_eq!(packed::pack(&position), None);
}

#[test]
fn corrupt_bytes_say_what_is_wrong() {
    let start = packed::pack(&Chess::startpos()).expect("32 pieces");
    let bare = packed::pack(&chess("4k3/8/8/3Pp3/8/8/8/4K2R w K e6 0 1")).expect("five pieces");
    let with = |mut packed: [u8; 32], at: usize, byte: u8| {
        packed[at] = byte;
        packed::unpack::<ChessRules>(&packed).expect_err("corrupt").to_string()
    };
    assert_eq!(with(start, 2, 3), "bytes 0 to 7 mark 34 squares as occupied, more than 32");
    assert_eq!(with(start, 28, 0), "the number at byte 28 is 0, which is not allowed there");
    // e1 and h1, d5 and e5, e8
    assert_eq!(&bare[8..11], [0xCA, 0xE0, 0x0B]);
    assert_eq!(with(bare, 10, 0x1B), "byte 10 is 0x1b, but must be 0 after the last piece");
    assert_eq!(with(bare, 23, 0x10), "byte 23 is 0x10, but must be 0 after the last piece");
    assert_eq!(with(bare, 8, 0xDA), "the rook on h1 (byte 8) is marked for castling, but cannot castle from there");
    assert_eq!(with(bare, 9, 0xEC), "the rook on d5 (byte 9) is marked for castling, but cannot castle from there");
    assert_eq!(with(bare, 9, 0xEE), "the pawn on e5 (byte 9) is marked for en passant, but cannot be captured so");
    assert_eq!(with(bare, 8, 0xEA), "the pawn on h1 (byte 8) is marked for en passant, but cannot be captured so");
    assert_eq!(with(bare, 8, 0xC8), "the rook on h1 (byte 8) is marked for castling, but cannot castle from there");
    assert_eq!(with(bare, 10, 0x08), "Black has no king");
    assert_eq!(with(bare, 10, 0x0A), "Black has no king; White has more than one king");
    // With Black to move the marked pawn would be White's, on the wrong rank.
    assert_eq!(with(bare, 10, 0x0F), "the pawn on e5 (byte 9) is marked for en passant, but cannot be captured so");
    // A knight on d5 cannot capture en passant, so the pawn must not be marked.
    assert_eq!(with(bare, 9, 0xE2), "the pawn on e5 (byte 9) is marked for en passant, but cannot be captured so");
    // a1, e1 and h1; d5 and e5, e8
    let six = packed::pack(&chess("4k3/8/8/3Pp3/8/8/8/N3K2R w K e6 0 1")).expect("six pieces");
    assert_eq!(&six[8..11], [0xA2, 0x0C, 0xBE]);
    assert_eq!(with(six, 9, 0x2C), "the pawn on e5 (byte 10) is marked for en passant, but cannot be captured so");
}

fn assert_makruk_round_trip(position: &Makruk) {
    let packed = packed::pack(position).expect("small numbers");
    let again = packed::unpack::<MakrukRules>(&packed).unwrap_or_else(|error| panic!("{}: {error}", position.fen()));
    assert_eq!(again.to_setup(), position.to_setup(), "{}", position.fen());
}

#[test]
fn makruk_keeps_its_counts_and_its_promoted_bia() {
    let makruk = |fen: &str| fen.parse::<Makruk>().unwrap_or_else(|error| panic!("{fen}: {error}"));
    let start = Makruk::startpos();
    assert_eq!(
        hex(&packed::pack(&start).expect("32 pieces")),
        "ff00ff0000ff00ff26a44862000000001111111137955b730000000000000100".to_owned()
    );
    assert_makruk_round_trip(&start);
    for fen in [
        "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1",
        "8/8/4k3/r7/8/2K2R2/8/R7 w - - 0 40",
        "8/m7/8/3k4/8/8/8/R3K3 w - 128 0 11",
        "3k4/2m~5/8/4MP2/3KS3/8/8/8 w - - 65535 65535",
    ] {
        assert_makruk_round_trip(&makruk(fen));
    }
    let mut chosen = makruk("8/m7/8/3k4/8/8/8/R3K3 b - - 4 10");
    makruk::start_counting(&mut chosen, Color::Black).expect("Black may");
    assert_makruk_round_trip(&chosen);
    makruk::stop_counting(&mut chosen, Color::Black).expect("Black may");
    assert_makruk_round_trip(&chosen);

    assert_eq!(packed::pack(&makruk("3k4/2m5/8/4MP2/3KS3/8/8/8 w - - 65536 1")), None);
    assert_eq!(packed::pack(&makruk("3k4/2m5/8/4MP2/3KS3/8/8/8 w - - 0 65536")), None);
    assert_eq!(packed::pack(&makruk("8/m7/8/3k4/8/8/8/R3K3 w - 128 256 11")), None);
}

#[test]
fn corrupt_makruk_bytes_say_what_is_wrong() {
    let with = |at: usize, byte: u8| {
        let mut packed = packed::pack(&Makruk::startpos()).expect("32 pieces");
        packed[at] = byte;
        packed::unpack::<MakrukRules>(&packed).expect_err("corrupt").to_string()
    };
    assert_eq!(with(8, 0xE6), "code 14 at byte 8, for b1, is no piece of this game");
    // Without a count its flags must be zero.
    for flags in [2, 4, 8, 32] {
        assert_eq!(with(24, flags), format!("the number at byte 24 is {flags}, which is not allowed there"));
    }
    assert_eq!(with(26, 7), "the number at byte 26 is 7, which is not allowed there");
    assert_eq!(with(30, 0), "the number at byte 30 is 0, which is not allowed there");
    assert_eq!(with(22, 0x53), "Black has no Khun; Black has more than two Ma, two Khon or two Rua");
}

#[test]
fn random_games_survive() {
    let mut random = Random::new(88);
    for game in 0..40 {
        let mut position = if game % 2 == 0 { Chess::startpos() } else { Chess::chess960(game * 23).expect("a start") };
        for _ in 0..120 {
            assert_round_trip(&position);
            let Some(mv) = random.pick(&position.legal_moves()) else { break };
            position.play(mv).expect("a legal move");
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_are_a_position_in_its_one_form_or_an_error(
        squares in prop::collection::vec(0_u8..64, 0..20),
        codes in any::<[u8; 16]>(),
        clocks in any::<[u8; 8]>(),
        white in 0_u8..64,
        black in 0_u8..64,
    ) {
        let occupied = squares.iter().chain([&white, &black]).fold(0_u64, |set, square| set | 1 << square);
        let count = occupied.count_ones() as usize;
        let mut packed = [0; 32];
        packed[..8].copy_from_slice(&occupied.to_le_bytes());
        for n in 0..count {
            let code = codes[n / 2] >> (4 * (n & 1)) & 15;
            packed[8 + n / 2] |= code << (4 * (n & 1));
        }
        packed[24..].copy_from_slice(&clocks);
        if let Ok(position) = packed::unpack::<ChessRules>(&packed) {
            prop_assert_eq!(packed::pack(&position), Some(packed));
        }
    }

    #[test]
    fn whatever_is_packed_is_unpacked(position in positions()) {
        if packed::pack(&position).is_some() {
            assert_round_trip(&position);
        }
    }

    #[test]
    fn one_changed_byte_never_passes_for_the_same_position(at in 0_usize..32, byte in any::<u8>()) {
        let packed = packed::pack(&Chess::startpos()).expect("32 pieces");
        let mut changed = packed;
        changed[at] = byte;
        match packed::unpack::<ChessRules>(&changed) {
            Ok(position) => prop_assert_eq!(packed::pack(&position), Some(changed)),
            Err(PackedError::TooManyPieces { .. }) => prop_assert!(at < 8),
            Err(_) => {}
        }
    }
}
