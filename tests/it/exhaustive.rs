//! Proofs by trying everything: all bytes of a board, all moves of 16 bits, all short fields.

use std::collections::{BTreeSet, HashSet};

use chess0x88::uci::CastlingMode;
use chess0x88::{
    Chess, ChessRules, Color, File, Makruk, MakrukRules, Move, MoveKind, Piece, Position, Rank, Role, Rules, Setup,
    Square, SquareSet, Violations, makruk, packed, san,
};
use common::{Random, chess, coordinates, makruk, position, scatter, tolerated, walk};

/// Positions with castling, en passant, promotions, pins and checks, of chess.
const CHESS: [&str; 6] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2",
    "1rk3r1/8/8/8/8/8/8/R1K1R3 w AEbg - 0 1",
    "4k3/8/8/8/1b5r/8/3N4/R3K2R w KQ - 0 1",
];

/// The same for Makruk, as far as it has them.
const MAKRUK: [&str; 3] = [
    "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
    "4k3/8/8/2P1P1P1/p1p2s2/5N2/8/R2K1M2 w - - 0 1",
    "8/8/8/3k4/8/8/8/R3K3 b - 32 32 10",
];

/// Calls `visit` with every string of at most `length` characters of `alphabet`.
fn each_string(alphabet: &str, length: usize, mut visit: impl FnMut(&str)) -> u64 {
    fn extend(alphabet: &str, length: usize, text: &mut String, visit: &mut impl FnMut(&str)) -> u64 {
        visit(text);
        let mut count = 1;
        if length > 0 {
            for character in alphabet.chars() {
                text.push(character);
                count += extend(alphabet, length - 1, text, visit);
                text.pop();
            }
        }
        count
    }
    extend(alphabet, length, &mut String::new(), &mut visit)
}

/// Calls `visit` with every text of `length` bytes.
fn each_text(length: usize, mut visit: impl FnMut(&str)) -> u64 {
    let mut bytes = vec![0_u8; length];
    let mut count = 0;
    loop {
        if let Ok(text) = str::from_utf8(&bytes) {
            visit(text);
            count += 1;
        }
        let Some(at) = bytes.iter().rposition(|&byte| byte != u8::MAX) else { return count };
        bytes[at] += 1;
        bytes[at + 1..].fill(0);
    }
}

#[test]
fn every_byte_is_a_square_or_none() {
    for byte in 0..=u8::MAX {
        let (file, rank) = (byte & 15, byte >> 4);
        let expected = (file < 8 && rank < 8).then(|| {
            Square::new(
                File::ALL.get(file as usize).copied().expect("below 8"),
                Rank::ALL.get(rank as usize).copied().expect("below 8"),
            )
        });
        assert_eq!(Square::from_x88(byte), expected, "{byte:#x}");
        assert_eq!(expected.is_some(), byte & 0x88 == 0, "{byte:#x}");
        assert_eq!(Square::from_index(byte.into()).map(Square::index), (byte < 64).then_some(byte.into()));
        if let Some(square) = expected {
            assert_eq!(square.x88(), byte);
            assert_eq!(square.flip_file().flip_file(), square);
            assert_eq!(square.flip_rank().flip_rank(), square);
            assert_eq!(square.is_light(), (file + rank) % 2 == 1);
        }
    }
    for square in Square::ALL {
        for offset in i8::MIN..=i8::MAX {
            let sum = i16::from(square.x88()) + i16::from(offset);
            let expected = u8::try_from(sum).ok().and_then(Square::from_x88);
            assert_eq!(square.checked_add(offset), expected, "{square} {offset:+}");
        }
    }
}

#[test]
fn every_pair_of_squares_has_its_line() {
    for one in Square::ALL {
        for other in Square::ALL {
            let ((file, rank), (to_file, to_rank)) = (coordinates(one), coordinates(other));
            let (files, ranks) = (to_file - file, to_rank - rank);
            let aligned = one != other && (files == 0 || ranks == 0 || files.abs() == ranks.abs());
            let on = |n: i32| common::square(file + n * files.signum(), rank + n * ranks.signum());
            let (mut between, mut line) = (SquareSet::EMPTY, SquareSet::EMPTY);
            if aligned {
                between.extend((1..files.abs().max(ranks.abs())).filter_map(on));
                line.extend((-7..8).filter_map(on));
            }
            assert_eq!(SquareSet::between(one, other), between, "{one} {other}");
            assert_eq!(SquareSet::line(one, other), line, "{one} {other}");
        }
    }
}

#[test]
fn every_sixteen_bits_are_a_move_or_none() {
    let (mut moves, mut texts) = (0, HashSet::new());
    for bits in 0..=u16::MAX {
        let (from, to) = (bits as u8 & 0x77, (bits >> 8) as u8 & 0x77);
        let code = bits >> 3 & 1 | bits >> 6 & 2 | bits >> 9 & 4 | bits >> 12 & 8;
        let Some(mv) = Move::from_bits(bits) else {
            assert!(from == to || code == 6, "{bits:#x}");
            continue;
        };
        moves += 1;
        assert!(from != to && code != 6, "{bits:#x}");
        assert_eq!(mv.bits(), bits);
        assert_eq!((mv.from().x88(), mv.to().x88()), (from, to));
        let promotions = [(3, Role::Met), (8, Role::Knight), (9, Role::Bishop), (10, Role::Rook), (11, Role::Queen)];
        let promotion = promotions.into_iter().find(|&(plain, _)| code & !4 == plain).map(|(_, role)| role);
        assert_eq!(mv.promotion(), promotion, "{bits:#x}");
        assert_eq!(mv.is_capture(), code & 4 != 0, "{bits:#x}");
        let kind = match (code, promotion.is_some(), mv.is_capture()) {
            (_, true, false) => MoveKind::Promotion,
            (_, true, true) => MoveKind::CapturePromotion,
            (1, ..) => MoveKind::DoubleStep,
            (2, ..) => MoveKind::Castle,
            (5, ..) => MoveKind::EnPassant,
            (4, ..) => MoveKind::Capture,
            _ => MoveKind::Quiet,
        };
        assert_eq!((mv.kind(), mv.is_en_passant(), mv.castling().is_some()), (kind, code == 5, code == 2));
        let text = mv.to_uci(CastlingMode::Chess960);
        assert_eq!(text.len(), if promotion.is_some() { 5 } else { 4 });
        texts.insert(text.to_string());
    }
    assert_eq!(moves, 64 * 63 * 15);
    // Each pair of squares, alone and with each of five promotions.
    assert_eq!(texts.len(), 64 * 63 * 6);
}

/// Compares all move codes with the list of moves.
fn codes_agree<R: Rules>(position: &Position<R>) {
    let mut legal = vec![false; 1 << 16];
    for mv in position.legal_moves() {
        legal[usize::from(mv.bits())] = true;
    }
    for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
        let expected = legal[usize::from(mv.bits())];
        assert_eq!(position.is_legal(mv), expected, "{mv:?} in {position:?}");
        assert_eq!(position.check_legal(mv).is_ok(), expected, "{mv:?} in {position:?}");
    }
}

/// Positions of both games, from play and scattered.
fn all_codes(rounds: u64) -> u64 {
    let mut count = 0;
    for round in 0..rounds {
        let start = Chess::chess960((round * 23 % 960) as u16).expect("a start");
        let game = walk(start, round, 100);
        codes_agree(&game[game.len() / 2]);
        codes_agree(&game[game.len() - 1]);
        codes_agree(&scatter(round));
        let mut random = Random::new(round);
        let mut position = Makruk::startpos();
        for _ in 0..20 + round % 80 {
            let Some(mv) = random.pick(&position.legal_moves()) else { break };
            position.play_unchecked(mv);
        }
        codes_agree(&position);
        count += 4;
    }
    count
}

#[test]
fn every_move_code_is_legal_if_it_is_in_the_list() {
    for fen in CHESS {
        codes_agree(&position(fen));
    }
    for fen in MAKRUK {
        codes_agree(&makruk(fen));
    }
    assert_eq!(all_codes(5), 20);
}

#[test]
#[ignore = "thousands of positions with 65,536 codes each; release runs it"]
fn every_move_code_is_legal_if_it_is_in_the_list_of_thousands_of_positions() {
    println!("65536 codes in each of {} positions", all_codes(1000));
}

/// Reads all strings as UCI: the accepted ones are exactly the spellings of the moves.
fn uci_of<R: Rules>(position: &Position<R>, length: usize) -> u64 {
    let (mut taken, mut spelled) = (BTreeSet::new(), BTreeSet::new());
    let count = each_string("abcdefgh12345678nbrqkm0-P", length, |text| {
        if position.parse_uci(text).is_ok() {
            taken.insert(text.to_owned());
        }
    });
    let moves = position.legal_moves();
    for mv in &moves {
        spelled.extend([CastlingMode::Chess960, CastlingMode::Standard].map(|mode| mv.to_uci(mode).to_string()));
        // A pawn with only one promotion needs no letter.
        let alike = moves.iter().filter(|other| (other.from(), other.to()) == (mv.from(), mv.to())).count();
        if mv.promotion().is_some() && alike == 1 {
            spelled.insert(format!("{}{}", mv.from(), mv.to()));
        }
    }
    spelled.retain(|text| text.len() <= length);
    assert_eq!(taken, spelled, "{position:?}");
    count
}

/// The same for SAN. Lenient reading gives only legal moves.
fn san_of<R: Rules>(position: &Position<R>, alphabet: &str, length: usize) -> u64 {
    let mut taken = BTreeSet::new();
    let moves = position.legal_moves();
    let count = each_string(alphabet, length, |text| {
        if let Ok(mv) = san::parse_strict(position, text) {
            assert_eq!(position.parse_san(text), Ok(mv));
            taken.insert(text.to_owned());
        }
        if let Ok(mv) = position.parse_san(text) {
            assert!(moves.contains(&mv), "{text}");
        }
    });
    let spelled: BTreeSet<_> = moves.iter().map(|&mv| position.san(mv).to_string()).collect();
    assert_eq!(taken, spelled.into_iter().filter(|san| san.len() <= length).collect(), "{position:?}");
    count
}

const SAN_OF_CHESS: &str = "NBRQKabcdefgh12345678x=O-+#0";
const SAN_OF_MAKRUK: &str = "NSRMKabcdefgh12345678x=-+#";

#[test]
fn every_short_string_is_a_move_or_none() {
    for fen in &CHESS[..3] {
        uci_of(&position(fen), 3);
        san_of(&position(fen), SAN_OF_CHESS, 3);
    }
    san_of(&makruk(MAKRUK[1]), SAN_OF_MAKRUK, 3);
}

#[test]
#[ignore = "some hundred million strings; release runs it"]
fn every_string_of_up_to_five_characters_is_a_move_or_none() {
    let (mut uci, mut san) = (0, 0);
    for fen in CHESS {
        uci += uci_of(&position(fen), 5);
        san += san_of(&position(fen), SAN_OF_CHESS, 4);
    }
    for fen in MAKRUK {
        uci += uci_of(&makruk(fen), 5);
        san += san_of(&makruk(fen), SAN_OF_MAKRUK, 4);
    }
    san += san_of(&position(CHESS[1]), SAN_OF_CHESS, 5);
    println!("{uci} strings as moves for engines, {san} as SAN");
}

/// Reads a text with each reader of short texts.
fn read_as_everything(chess: &Chess, text: &str) {
    let square = Square::ALL.into_iter().find(|square| square.to_string() == text);
    assert_eq!(text.parse::<Square>().ok(), square, "{text:?}");
    let letter = |found: Option<char>| found.is_some_and(|letter| letter.eq_ignore_ascii_case(&first(text)));
    assert!(text.parse::<File>().is_ok_and(|file| letter(Some(file.char()))) || text.parse::<File>().is_err());
    assert!(text.parse::<Rank>().is_ok_and(|rank| letter(Some(rank.char()))) || text.parse::<Rank>().is_err());
    assert!(text.parse::<Role>().is_ok_and(|role| letter(Some(role.char()))) || text.parse::<Role>().is_err());
    let _ = (text.parse::<Color>(), text.parse::<Piece>(), text.parse::<Chess>(), text.parse::<Makruk>());
    let _ = (san::parse_strict(chess, text), chess.parse_san(text), chess.parse_uci(text));
    let _ = (Setup::<ChessRules>::from_fen_lenient(text).is_ok(), makruk::from_thai_fen(text).is_ok());
    let _ = chess0x88::Board0x88::from_fen(text).is_ok();
}

fn first(text: &str) -> char {
    text.chars().next().unwrap_or(' ')
}

#[test]
fn every_text_of_up_to_two_bytes_is_read_or_refused() {
    let chess = Chess::startpos();
    for length in 0..3 {
        each_text(length, |text| read_as_everything(&chess, text));
    }
}

#[test]
#[ignore = "millions of texts; release runs it"]
fn every_text_of_three_bytes_is_read_or_refused() {
    let chess = Chess::startpos();
    println!("{} texts of three bytes", each_text(3, |text| read_as_everything(&chess, text)));
}

/// Puts each string into a field of a FEN. Returns the number of strings, and how many are accepted strictly and leniently.
fn field<R: Rules>(before: &str, alphabet: &str, length: usize, after: &str) -> [u64; 3] {
    let mut taken = [0; 3];
    let mut fen = String::new();
    taken[0] = each_string(alphabet, length, |text| {
        fen.clear();
        fen.extend([before, text, after]);
        let strict = fen.parse::<Setup<R>>();
        let lenient = Setup::<R>::from_fen_lenient(&fen);
        if let Ok(setup) = strict {
            taken[1] += 1;
            assert_eq!(setup.fen().parse(), Ok(setup), "{fen}");
            let (same, repairs) = lenient.as_ref().expect("what is strictly a FEN is one");
            assert_eq!((same, repairs.len()), (&setup, 0), "{fen}");
            if let Ok(position) = setup.to_position_with(Violations::TOLERABLE) {
                assert_eq!(tolerated::<R>(&position.fen()), position, "{fen}");
            }
        }
        if let Ok((setup, repairs)) = lenient {
            taken[2] += 1;
            assert!(strict.is_ok() || !repairs.is_empty(), "{fen}");
            assert_eq!(setup.fen().parse(), Ok(setup), "{fen}");
        }
    });
    taken
}

/// All fields, with strings of at most `length` characters.
fn fields(length: usize) {
    let board = "r3k2r/8/8/3pP3/8/8/8/R3K2R";
    let told = [
        ("rank", field::<ChessRules>("", "PKpk12378/~x", length, "/8/8/8/8/8/8/4K3 w - - 0 1")),
        ("Makruk's rank", field::<MakrukRules>("", "PMKm~1234578/", length, "/8/8/8/8/8/8/4K3 w - - 0 1")),
        ("turn", field::<ChessRules>(&format!("{board} "), "wbWB -_", length, " KQkq - 0 1")),
        ("castling", field::<ChessRules>(&format!("{board} w "), "KQkqAHahEe-_ ", length, " - 0 1")),
        ("en passant", field::<ChessRules>(&format!("{board} w KQkq "), "abdehDE123678- ", length, " 0 1")),
        ("clock", field::<ChessRules>(&format!("{board} w KQkq - "), "01529+-. ", length, " 1")),
        ("number", field::<ChessRules>(&format!("{board} w KQkq - 0 "), "01529+-. ", length, "")),
        ("Makruk's count", field::<MakrukRules>("8/8/3k4/8/8/8/8/R2K4 w - ", "0123468-+ ", length, " 0 1")),
    ];
    for (name, [all, strict, lenient]) in told {
        println!("{name}: {all} strings, {strict} taken strictly, {lenient} leniently");
        assert!(strict > 0 && strict <= lenient && lenient < all, "{name}");
    }
}

#[test]
fn every_short_field_of_a_fen_is_read_or_refused() {
    fields(3);
}

#[test]
#[ignore = "millions of fields; release runs it"]
fn every_field_of_a_fen_of_up_to_five_characters_is_read_or_refused() {
    fields(5);
}

/// All values of each pair of neighbouring bytes of a packed position: an error, or a position that packs to these bytes.
fn packed_neighbours<R: Rules>(position: &Position<R>, step: usize) -> u64 {
    let packed = packed::pack(position).expect("no more than 32 pieces");
    let mut positions = 0;
    for at in 0..packed.len() - 1 {
        for value in (0..=u16::MAX).step_by(step) {
            let mut changed = packed;
            changed[at..at + 2].copy_from_slice(&value.to_le_bytes());
            if let Ok(position) = packed::unpack::<R>(&changed) {
                assert_eq!(packed::pack(&position), Some(changed));
                positions += 1;
            }
        }
    }
    positions
}

#[test]
fn changed_bytes_are_another_position_or_none() {
    assert!(packed_neighbours(&position(CHESS[0]), 97) > 100);
    assert!(packed_neighbours(&makruk(MAKRUK[2]), 97) > 100);
}

#[test]
#[ignore = "millions of positions; release runs it"]
fn all_changes_of_two_neighbouring_bytes_are_another_position_or_none() {
    let mut positions = 0;
    for fen in CHESS {
        positions += packed_neighbours(&position(fen), 1);
    }
    for fen in MAKRUK {
        positions += packed_neighbours(&makruk(fen), 1);
    }
    println!("{positions} packed positions, each its only form");
}

#[test]
fn every_start_is_found_by_its_number() {
    let mut starts = HashSet::new();
    for number in 0..=u16::MAX {
        let start = Chess::chess960(number);
        assert_eq!(start.is_some(), number < 960);
        if let Some(start) = start {
            assert_eq!(start.chess960_number(), Some(number));
            assert_eq!(chess(&start.fen()), start);
            assert_eq!(Color::ALL.map(|color| start.has_insufficient_material(color)), [false, false]);
            assert!(starts.insert(start));
        }
    }
}
