//! SAN and LAN: a written move reads back, common spellings are understood, and wrong ones are explained.

use std::collections::HashSet;

use chess0x88::error::Reason;
use chess0x88::san::{CheckSign, PieceLetters, PieceMove, San, SanError};
use chess0x88::{
    CastlingSide, Chess, Color, File, IllegalMove, Makruk, Move, MoveKind, Position, Role, Rules, Square, Variant, san,
};
use proptest::prelude::*;

use common::{Random, chess as position};

fn uci(position: &Chess, text: &str) -> Move {
    position.parse_uci(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays at random from a start, and calls `check` with each position.
fn random_play(start: Chess, plies: usize, random: &mut Random, mut check: impl FnMut(&Chess)) {
    let mut position = start;
    for _ in 0..plies {
        check(&position);
        let Some(mv) = random.pick(&position.legal_moves()) else { break };
        position.play_unchecked(mv);
    }
}

/// The disambiguation and the signs by their definition, from the full list of legal moves.
pub(crate) fn san_by_definition<R: Rules>(position: &Position<R>, mv: Move) -> String {
    let board = position.board();
    let role = |mv: Move| board.piece_at(mv.from()).unwrap().role();
    let letter = |role: Role| if role == Role::Pawn { String::new() } else { role.char().to_string() };
    let mut text = String::new();
    if mv.kind() == MoveKind::Castle {
        text += if mv.to() > mv.from() { "O-O" } else { "O-O-O" };
    } else {
        text += &letter(role(mv));
        let rivals: Vec<Square> = position
            .legal_moves()
            .iter()
            .filter(|other| other.kind() != MoveKind::Castle && other.to() == mv.to() && role(**other) == role(mv))
            .map(|other| other.from())
            .filter(|&from| from != mv.from())
            .collect();
        let file = mv.from().file();
        let rank = mv.from().rank();
        if role(mv) == Role::Pawn {
            if mv.is_capture() {
                text.push(file.char());
            }
        } else if rivals.is_empty() {
            // The letter is enough.
        } else if rivals.iter().all(|rival| rival.file() != file) {
            text.push(file.char());
        } else if rivals.iter().all(|rival| rival.rank() != rank) {
            text.push(rank.char());
        } else {
            text += &mv.from().to_string();
        }
        if mv.is_capture() {
            text.push('x');
        }
        text += &mv.to().to_string();
        if let Some(role) = mv.promotion() {
            text.push('=');
            text += &letter(role);
        }
    }
    let after = position.after(mv).unwrap();
    if after.is_check() {
        text.push(if after.legal_moves().is_empty() { '#' } else { '+' });
    }
    text
}

fn every_move_round_trips(position: &Chess) {
    let mut seen = HashSet::new();
    for &mv in &position.legal_moves() {
        let san = position.san(mv);
        assert_eq!(san.as_str(), san_by_definition(position, mv), "{}", position.fen());
        assert!(seen.insert(san.to_string()), "{san} twice in {}", position.fen());
        assert_eq!(san::parse_strict(position, &san), Ok(mv), "{san} in {}", position.fen());
        assert_eq!(position.parse_san(&san), Ok(mv), "{san} in {}", position.fen());
        let parts = San::from_move(position, mv);
        assert_eq!((parts.to_string().as_str(), san.parse()), (san.as_str(), Ok(parts)), "{}", position.fen());
        assert_eq!(parts.to_move(position), Ok(mv), "{san} in {}", position.fen());
        let lan = san::lan(position, mv);
        assert_eq!(position.parse_san(&lan), Ok(mv), "{lan} in {}", position.fen());
        let figurine = san::san_with(position, mv, PieceLetters::FIGURINES);
        assert_eq!(position.parse_san(&figurine), Ok(mv), "{figurine} in {}", position.fen());
        assert_eq!(san::san_with(position, mv, PieceLetters::ENGLISH).as_str(), san.as_str());
    }
}

#[test]
fn every_legal_move_of_random_games_reads_back_as_written() {
    let mut random = Random::new(1);
    for _ in 0..20 {
        random_play(Chess::startpos(), 150, &mut random, every_move_round_trips);
    }
}

#[test]
fn every_legal_move_of_random_chess960_games_reads_back_as_written() {
    let mut random = Random::new(960);
    for _ in 0..20 {
        let start = Chess::chess960(random.below(960) as u16).unwrap();
        random_play(start, 80, &mut random, every_move_round_trips);
    }
}

/// The text of a line is that of its moves one by one, with the numbers of White's moves, and of Black's if it is the first. An illegal
/// move is told, wherever it stands.
fn line_is_its_moves_one_by_one(start: Chess, random: &mut Random) {
    let (mut position, mut moves, mut expected) = (start, Vec::new(), Vec::new());
    for _ in 0..random.below(12) {
        let Some(mv) = random.pick(&position.legal_moves()) else { break };
        let number = position.fullmove_number();
        match position.turn() {
            Color::White => expected.push(format!("{number}.")),
            Color::Black if moves.is_empty() => expected.push(format!("{number}...")),
            Color::Black => {}
        }
        expected.push(position.san(mv).to_string());
        position.play_unchecked(mv);
        moves.push(mv);
    }
    assert_eq!(start.san_line(&moves).unwrap().to_string(), expected.join(" "), "{}", start.fen());
    // The same move twice is illegal: its piece has left.
    if let Some(&mv) = moves.first() {
        moves.insert(0, mv);
        let illegal = start.after_unchecked(mv).check_legal(mv);
        assert_eq!(start.san_line(&moves).map(|text| text.to_string()), Err(illegal.unwrap_err()));
    }
}

#[test]
fn a_line_of_moves_is_written_with_its_numbers() {
    let mut random = Random::new(74);
    for number in (0..960).step_by(7) {
        let start = Chess::chess960(number).unwrap();
        random_play(start, 60, &mut Random::new(u64::from(number)), |position| {
            line_is_its_moves_one_by_one(*position, &mut random);
        });
    }
    let last: Chess = "4k3/8/8/8/8/8/8/4K3 b - - 0 4294967295".parse().unwrap();
    assert!(last.san_line(&last.legal_moves()[..1]).unwrap().to_string().starts_with("4294967295... K"));
    let makruk = Makruk::startpos();
    let mv = makruk.parse_uci("e3e4").unwrap();
    assert_eq!(makruk.san_line(&[mv]).unwrap().to_string(), "1. e4");
    assert_eq!(makruk.san_line(&[]).unwrap().to_string(), "");
}

#[test]
fn crowded_boards_read_back_as_written() {
    for fen in [
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "5k2/8/8/1Q1Q4/8/1Q1Q4/8/6K1 b - - 0 1",
        "7k/8/8/1Q1Q4/8/Q2Q4/2Q5/6K1 w - - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ] {
        let mut random = Random::new(7);
        let start = position(fen);
        every_move_round_trips(&start);
        random_play(start, 60, &mut random, every_move_round_trips);
    }
}

#[test]
fn parts_are_read_without_a_position_and_shown_as_read() {
    let knight = PieceMove {
        role: Role::Knight,
        file: Some(File::B),
        rank: None,
        is_capture: true,
        to: Square::D2,
        promotion: None,
        sign: Some(CheckSign::Mate),
    };
    assert_eq!("Nbxd2#".parse(), Ok(San::Piece(knight)));
    assert_eq!("O-O-O+".parse(), Ok(San::Castle { side: CastlingSide::Queen, sign: Some(CheckSign::Check) }));
    let forms = |parts: &[&'static str]| parts.to_vec();
    let mut read = 0;
    for letter in forms(&["", "N", "B", "R", "Q", "K", "M", "S", "P", "n", "♘"]) {
        for file in forms(&["", "b", "i"]) {
            for rank in forms(&["", "1", "9"]) {
                for capture in forms(&["", "x", "-", ":"]) {
                    for to in forms(&["d8", "d", "8", "", "i8", "d9"]) {
                        for promotion in forms(&["", "=Q", "=M", "=K", "=", "Q", "=q"]) {
                            for sign in forms(&["", "+", "#", "++", "!", " "]) {
                                let text = format!("{letter}{file}{rank}{capture}{to}{promotion}{sign}");
                                let Ok(san) = text.parse::<San>() else { continue };
                                assert_eq!(san.to_string(), text);
                                read += 1;
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(read == 600, "{read}");
    for (text, at) in [("", 0), ("Pe4", 0), (" e4", 0), ("e4 ", 2), ("e4!", 2), ("0-0", 0), ("O-O-", 4), ("Nd2=", 4)] {
        let error = text.parse::<San>();
        assert!(matches!(error, Err(SanError::Syntax { at: found, .. }) if found == at), "{text}: {error:?}");
    }
    assert_eq!("--".parse::<San>(), Err(SanError::NullMove));
}

#[test]
fn parts_mean_a_move_as_their_text_does() {
    let start = position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for text in [
        "Nb1", "Nd3", "Nxd7", "N5d3", "Qxf6", "O-O", "O-O+", "g1f3", "e2d3", "dxe6", "d5e6", "gxh3", "Bd3", "Kd1",
        "Ke2",
    ] {
        let parts: San = text.parse().expect(text);
        assert_eq!(parts.to_move(&start), start.parse_san(text), "{text}");
    }
    // A piece of the other game is none of this game's.
    for text in ["Mf2", "Sf2", "e6=M"] {
        let parts: San = text.parse().expect(text);
        assert!(parts.to_move(&start).is_err(), "{text}");
    }
    assert!("Qf2".parse::<San>().expect("a queen").to_move(&Makruk::startpos()).is_err());
}

#[test]
fn any_text_that_strict_reading_accepts_is_the_text_written() {
    // All small changes of a written move: a character removed, doubled or replaced.
    let mut random = Random::new(3);
    let pool = b"abcdefgh12345678NBRQKOx=+#-";
    random_play(Chess::startpos(), 120, &mut random, |position| {
        let moves = position.legal_moves();
        for &mv in moves.iter().take(4) {
            let san = position.san(mv);
            for at in 0..san.len() {
                for &byte in pool {
                    for keep in [at, at + 1] {
                        let text = format!("{}{}{}", &san[..at], byte as char, &san[keep..]);
                        if let Ok(read) = san::parse_strict(position, &text) {
                            assert_eq!(position.san(read).as_str(), text);
                        }
                    }
                }
                let text = format!("{}{}", &san[..at], &san[at + 1..]);
                if let Ok(read) = san::parse_strict(position, &text) {
                    assert_eq!(position.san(read).as_str(), text);
                }
            }
        }
    });
}

/// Lenient reading of each text gives the move, strict reading an error.
fn lenient_only(fen: &str, mv: &str, texts: &[&str]) {
    let position = position(fen);
    let mv = uci(&position, mv);
    for text in texts {
        assert_eq!(position.parse_san(text), Ok(mv), "{text:?} in {fen}");
        assert_eq!(position.parse_san(text), Ok(mv), "{text:?} in {fen}");
        assert!(san::parse_strict(&position, text).is_err(), "{text:?} in {fen}");
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn castling_with_zeros_small_letters_dashes_or_the_kings_squares() {
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    lenient_only(fen, "e1g1", &["0-0", "o-o", "O–O", "0‑0", "O-O+", "0-0!", "Kg1", "e1g1", "Ke1-g1", "e1h1", " O-O "]);
    lenient_only(fen, "e1c1", &["0-0-0", "o-o-o", "0–0–0", "O-O-O#", "0-0-0+?!", "Kc1", "e1c1"]);
}

#[test]
fn castling_that_gives_check_or_mate_says_so() {
    let check = position("5k2/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(check.san(uci(&check, "e1g1")).as_str(), "O-O+");
    assert!(san::parse_strict(&check, "O-O").is_err());
    let mate = position("2rkr3/2p1p3/8/8/8/8/8/R3K3 w Q - 0 1");
    assert_eq!(mate.san(uci(&mate, "e1c1")).as_str(), "O-O-O#");
    assert_eq!(san::parse_strict(&mate, "O-O-O#"), Ok(uci(&mate, "e1c1")));
    let error = san::parse_strict(&mate, "O-O-O+").unwrap_err();
    assert_eq!(error.to_string(), "check sign missing or wrong at byte 5: write O-O-O#");
}

#[test]
fn wrong_missing_and_doubled_check_signs() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    lenient_only(fen, "a1a8", &["Ra8", "Ra8#", "Ra8++", "Ra8+!", "Ra8!+"]);
    lenient_only(START, "e2e4", &["e4+", "e4#", "e4++"]);
}

#[test]
fn annotations_after_the_move() {
    lenient_only(START, "e2e4", &["e4!", "e4?", "e4!!", "e4??", "e4!?", "e4?!", "e4 !", "e4 "]);
}

/// Each separator, and a full stop, on either side of each form of a move.
#[test]
fn separators_around_the_move() {
    let position = position("r3k2r/4P3/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let (_, german) = san::LANGUAGES[1];
    for separator in (char::MIN..=char::MAX).filter(|&char| san::is_separator(char)).chain(['.']) {
        for (text, english) in
            [("Ke2", "Ke2"), ("O-O", "O-O"), ("0-0-0+", "O-O-O"), ("Txh8+!", "Rxh8"), ("a1b1", "Ra1b1"), ("Td1", "Rd1")]
        {
            let mv = position.parse_san(english).ok();
            assert!(mv.is_some());
            for text in [format!("{text}{separator}"), format!("{text}{separator}{separator}!")] {
                assert_eq!(san::parse_with(&position, &text, german).ok(), mv, "{text:?}");
                assert_eq!(position.parse_san(&text.replace('T', "R")).ok(), mv, "{text:?}");
                let text = format!("{separator}{text}");
                assert_eq!(position.parse_san(&text.replace('T', "R")).ok(), mv.filter(|_| separator != '.'));
            }
        }
    }
}

#[test]
fn promotions_in_every_spelling() {
    let fen = "8/4P2k/8/8/8/8/8/K7 w - - 0 1";
    lenient_only(
        fen,
        "e7e8q",
        &["e8Q", "e8(Q)", "e8=q", "e8q", "e8/Q", "e8=(Q)", "e8♕", "e8=♛", "e8 Q", "e8=Q+", "e7e8q", "e7-e8=Q"],
    );
    lenient_only(fen, "e7e8b", &["e8B", "e8b", "e8=b", "e8(b)"]);
    lenient_only(fen, "e7e8n", &["e8N", "e8=n", "e8=N#"]);
}

#[test]
fn en_passant_with_and_without_its_mark() {
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    lenient_only(fen, "e5d6", &["exd6e.p.", "exd6 e.p.", "exd6ep", "exd6 ep.", "exd6e.p.!"]);
    lenient_only(fen, "e5d6", &["ed6", "xd6", "e5xd6", "e5d6", "e:d6", "eXd6", "e×d6"]);
    let position = position(fen);
    assert_eq!(position.san(uci(&position, "e5d6")).as_str(), "exd6");
}

#[test]
fn moves_with_more_of_their_origin_than_needed() {
    lenient_only(START, "e2e4", &["e2e4", "e2-e4", "e2–e4", "Pe4", "Pe2-e4", "2e4", "ee4", "♙e4", "pe4"]);
    lenient_only(START, "b1c3", &["Nbc3", "N1c3", "Nb1c3", "Nb1-c3", "b1c3", "b1-c3", "Nxc3", "N:c3"]);
}

#[test]
fn small_letters_and_figurines() {
    lenient_only(START, "g1f3", &["nf3", "♘f3", "♞f3", "♘\u{FE0E}f3", "♘g1-f3", "ng1f3"]);
    let makruk = Makruk::startpos();
    assert_eq!(makruk.parse_san("♗g2").ok(), makruk.parse_san("Sg2").ok());
    assert_eq!(makruk.parse_san("♕f2").ok(), makruk.parse_san("Mf2").ok());
    assert!(makruk.parse_san("Sg2").is_ok() && makruk.parse_san("Mf2").is_ok());
    // A small b is the b-file.
    let both = position("4k3/8/8/2p5/1P6/4B3/8/4K3 w - - 0 1");
    assert_eq!(both.parse_san("bxc5"), Ok(uci(&both, "b4c5")));
    assert_eq!(both.parse_san("Bxc5"), Ok(uci(&both, "e3c5")));
    let bishop_only = position("4k3/8/8/2p5/8/4B3/8/4K3 w - - 0 1");
    assert_eq!(bishop_only.parse_san("bxc5").unwrap_err().to_string(), "no pawn on the b-file can move to c5");
}

#[test]
fn several_rivals_on_one_line_are_rivals_still() {
    let san = |fen: &str| {
        let position = position(fen);
        position.san(uci(&position, "a1d4")).to_string()
    };
    assert_eq!(san("5k2/Q7/8/8/Q7/8/7K/Q7 w - - 0 1"), "Q1d4");
    assert_eq!(san("4k3/8/8/8/8/8/7K/Q2Q2Q1 w - - 0 1"), "Qad4");
    assert_eq!(san("4k3/Q7/8/8/8/8/7K/Q2Q2Q1 w - - 0 1"), "Qa1d4");
}

#[test]
fn a_pinned_piece_is_no_rival() {
    // The knight on c3 is pinned, so the one on g1 needs no file.
    let pinned = position("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1");
    assert_eq!(pinned.san(uci(&pinned, "g1e2")).as_str(), "Ne2");
    assert_eq!(san::parse_strict(&pinned, "Ne2"), Ok(uci(&pinned, "g1e2")));
    assert_eq!(
        san::parse_strict(&pinned, "Nge2").unwrap_err().to_string(),
        "origin (file or rank) wrong or not needed at byte 1: write Ne2"
    );
    assert_eq!(pinned.parse_san("Nge2"), Ok(uci(&pinned, "g1e2")));
    assert_eq!(
        san::parse_strict(&pinned, "Nce2"),
        Err(SanError::Illegal(IllegalMove {
            reason: Reason::Pinned { role: Role::Knight, square: Square::C3, by: Role::Bishop, pinner: Square::B4 },
            game: Variant::Chess,
        }))
    );
}

#[test]
fn a_pinned_piece_is_no_rival_for_file_or_rank_either() {
    // The queen on g2 is pinned: only the one on c6 shares the file of the one on c2, and the rank tells them apart.
    let pinned = position("8/k7/2Q5/8/8/7b/2Q3Q1/5K2 w - - 0 1");
    assert_eq!(pinned.san(uci(&pinned, "c2g6")).as_str(), "Q2g6");
    assert_eq!(pinned.san(uci(&pinned, "c6g6")).as_str(), "Q6g6");
}

#[test]
fn a_rook_pinned_along_the_line_it_moves_on_is_a_rival() {
    let position = position("4k3/4r3/8/8/8/4R3/R7/4K3 w - - 0 1");
    assert_eq!(position.san(uci(&position, "e3e2")).as_str(), "Ree2");
    assert_eq!(position.san(uci(&position, "a2a3")).as_str(), "Ra3");
}

#[test]
fn in_check_only_the_pieces_that_meet_it_are_rivals() {
    // Both rooks can reach the e-file, but only one can block.
    let position = position("4k3/4r3/8/8/8/R6R/8/4K3 w - - 0 1");
    assert_eq!(position.san(uci(&position, "a3e3")).as_str(), "Rae3");
    let told = "the king stays in check from the rook on e7";
    assert_eq!(san::parse_strict(&position, "Rb3").unwrap_err().to_string(), told);
}

#[test]
fn file_then_rank_then_both_among_three_queens() {
    let position = position("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1");
    assert_eq!(position.san(uci(&position, "e4e1")).as_str(), "Qee1");
    assert_eq!(position.san(uci(&position, "h1e1")).as_str(), "Q1e1");
    assert_eq!(position.san(uci(&position, "h4e1")).as_str(), "Qh4e1");
    for text in ["Qee1", "Q1e1", "Qh4e1"] {
        assert!(san::parse_strict(&position, text).is_ok());
    }
    let error = san::parse_strict(&position, "Qe1").unwrap_err();
    assert_eq!(error.to_string(), "the queens on h1, e4 and h4 can all move to e1");
    let candidates: Vec<_> = error.candidates().map(|mv| position.san(mv).to_string()).collect();
    assert_eq!(candidates, ["Q1e1", "Qee1", "Qh4e1"]);
    assert_eq!(position.parse_san("Qhe1").unwrap_err().candidates().count(), 2);
}

#[test]
fn ambiguous_pawn_captures_name_both_pawns() {
    let position = position("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1");
    let error = position.parse_san("xd5").unwrap_err();
    assert_eq!(error.to_string(), "the pawns on c4 and e4 can both move to d5");
    assert!(error.candidates().eq([uci(&position, "c4d5"), uci(&position, "e4d5")]));
}

#[test]
fn a_move_from_an_empty_square_is_written_without_a_piece() {
    let start = position(START);
    let move_in = |fen, text| position(fen).parse_san(text).expect("a move");
    // The move is illegal, but its text names no square of a missing piece.
    assert_eq!(start.san(move_in("k7/8/8/8/4R3/8/8/4K3 w - - 0 1", "Rh4")).as_str(), "");
}

#[test]
fn the_reason_of_an_illegal_move_comes_with_the_error() {
    for (fen, text, reason) in [
        ("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "Nc3", "the knight on e2 is pinned to the king by the rook on e4"),
        (START, "Bc4", "the pawn on e2 is in the way from f1 to c4"),
        (START, "Bd2", "a pawn of the same side stands on d2"),
        (START, "Qd5", "the pawn on d2 is in the way from d1 to d5"),
        (START, "exd3", "there is nothing for the pawn to capture on d3"),
        (START, "e5", "the pawn on e2 does not move to e5"),
        (START, "Nd5", "no knight can move to d5"),
        (START, "Nbd5", "the knight on b1 does not move to d5"),
        (START, "O-O", "the bishop on f1 is in the way of castling"),
        (START, "Ke3", "the king on e1 does not move to e3"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "White has no right to castle on the king's side"),
        ("4k3/8/8/8/8/8/8/K7 w - - 0 1", "Kg1", "the king on a1 does not move to g1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Kg1", "White has no right to castle on the king's side"),
        ("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "O-O", "the king is in check from the rook on e2 and cannot castle"),
        ("4k3/8/8/8/8/8/5r2/4K2R w K - 0 1", "O-O", "the king would pass f1, which the rook on f2 attacks"),
        ("4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "Ke2", "the king would be in check on e2 from the rook on a2"),
        ("8/4P2k/8/8/8/8/8/K7 w - - 0 1", "e8", "a pawn that reaches e8 must promote"),
        (
            START,
            "e4=Q",
            "this move to e4 cannot promote to queen: pawns promote on the last rank, to queen, rook, bishop or knight",
        ),
        (
            START,
            "Nf3=Q",
            "this move to f3 cannot promote to queen: pawns promote on the last rank, to queen, rook, bishop or knight",
        ),
        (
            "8/8/8/K2pP2q/8/8/8/4k3 w - d6 0 1",
            "exd6",
            "the en passant capture uncovers an attack on the king from the queen on h5",
        ),
        ("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "Rh3", "the king stays in check from the rook on e2"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd4", "no queen can move to d4"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qh4e1", "no piece on h4"),
        ("k7/8/8/8/8/4Q3/8/4K3 w - - 0 1", "e4", "no pawn can move to e4"),
    ] {
        let position = position(fen);
        assert_eq!(san::parse_strict(&position, text).unwrap_err().to_string(), reason, "{text} in {fen}");
        assert_eq!(position.parse_san(text).unwrap_err().to_string(), reason, "{text} in {fen}");
    }
    // Lenient readers read it as castling.
    let position = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    for text in ["Kg1", "Ke1g1", "e1g1", "e1h1"] {
        let error = san::parse_strict(&position, text).unwrap_err();
        assert_eq!(error.to_string(), "castling is not written as a move of the king: write O-O", "{text}");
    }
    assert_eq!(
        san::parse_strict(&position, "Kc1").unwrap_err().to_string(),
        "White has no right to castle on the queen's side"
    );
}

#[test]
fn strict_reading_tells_the_wrong_signs_apart() {
    let position = position("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1");
    let expected = |text: &str| san::parse_strict(&position, text).unwrap_err();
    assert!(matches!(expected("Nd5"), SanError::WrongCaptureSign { at: 1, .. }));
    assert!(matches!(expected("Nxe4"), SanError::WrongCaptureSign { at: 1, .. }));
    assert!(matches!(expected("Ncxd5"), SanError::WrongDisambiguation { at: 1, .. }));
    assert!(matches!(expected("N3xd5"), SanError::WrongDisambiguation { at: 1, .. }));
    assert!(matches!(expected("Nxd5+"), SanError::WrongCheckSign { at: 4, .. }));
    assert_eq!(expected("Nxd5#").to_string(), "check sign missing or wrong at byte 4: write Nxd5");
    assert!(san::parse_strict(&position, "Nxd5").is_ok());
}

#[test]
fn long_notation_always_names_the_origin() {
    let position = position("r3k2r/4P3/8/3pP3/8/8/8/R3K1NR w KQkq d6 0 1");
    let lan = |text| san::lan(&position, uci(&position, text)).to_string();
    assert_eq!(lan("g1f3"), "Ng1-f3");
    assert_eq!(lan("e5d6"), "e5xd6");
    assert_eq!(lan("e1c1"), "O-O-O");
    assert_eq!(lan("h1h8"), "Rh1xh8+");
    assert_eq!(lan("e5e6"), "e5-e6");
    assert_eq!(lan("a1a8"), "Ra1xa8+");
}

#[test]
fn long_letters_are_cut_between_characters_and_short_ones_all_fit() {
    let russian = PieceLetters::ENGLISH.with(Role::King, "Кр").with(Role::Queen, "Ферзь").with(Role::Pawn, "♙");
    assert_eq!(russian.letter(Role::King), "Кр");
    assert_eq!(russian.letter(Role::Queen), "Ферз");
    let position = position("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(san::san_with(&position, uci(&position, "e7d8q"), russian).as_str(), "♙exd8=Ферз+");
    assert_eq!(san::san_with(&position, uci(&position, "e1e2"), russian).as_str(), "Крe2");
    assert_eq!(san::san_with(&position, uci(&position, "e1e2"), russian).as_str(), "Крe2");
}

/// One bad text a line: FEN or `start`, the text, `strict` error, `lenient` error or `ok`, separated by ` | `.
#[test]
fn malformed_texts_get_the_pinned_errors() {
    let corpus = include_str!("../data/san_bad.txt");
    let mut lines = 0;
    for line in corpus.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [fen, text, strict, lenient] = fields[..] else { panic!("four fields in {line:?}") };
        let position = position(if fen == "start" { START } else { fen });
        let text = text.replace("\\0", "\0").replace("\\t", "\t").replace("<space>", " ").replace("<empty>", "");
        let error = |result: Result<Move, SanError>| result.map_or_else(|error| error.to_string(), |_| "ok".into());
        assert_eq!(error(san::parse_strict(&position, &text)), strict, "strict, {line}");
        assert_eq!(error(position.parse_san(&text)), lenient, "lenient, {line}");
        lines += 1;
    }
    assert!(lines > 40);
}

/// Signs after a move: none, each alone, up to six of each, and two kinds in turn.
fn signs() -> Vec<String> {
    let marks = ["+", "#", "!", "?", " "];
    let mut signs = vec![String::new()];
    for (one, other) in marks.iter().flat_map(|one| marks.iter().map(move |other| (one, other))) {
        signs.extend((1..4).map(|n| format!("{one}{other}").repeat(n)));
    }
    signs.extend(marks.map(str::to_owned));
    signs
}

/// The languages, and figurines.
fn all_letters() -> impl Iterator<Item = PieceLetters> {
    san::LANGUAGES.iter().map(|&(_, letters)| letters).chain([PieceLetters::FIGURINES])
}

#[test]
fn castling_in_every_language_with_every_dash_and_sign() {
    let position = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    let castles = ["e1g1", "e1c1"].map(|text| uci(&position, text));
    let (signs, mut texts) = (signs(), 0);
    for letters in all_letters() {
        for dash in ["-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}"] {
            for zero in ["O", "0", "o"] {
                for (mv, sign) in castles.iter().flat_map(|mv| signs.iter().map(move |sign| (mv, sign))) {
                    let count = if *mv == castles[0] { 2 } else { 3 };
                    let text = vec![zero; count].join(dash) + sign;
                    assert_eq!(san::parse_with(&position, &text, letters), Ok(*mv), "{text:?} by {letters:?}");
                    texts += 1;
                }
            }
        }
    }
    assert_eq!(texts, 15 * 7 * 3 * 2 * signs.len());
}

#[test]
fn promotions_in_every_language_and_spelling_with_every_sign() {
    let position = position("3r3k/4P3/8/8/8/8/8/K7 w - - 0 1");
    let signs = signs();
    for letters in all_letters() {
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            let letter = letters.letter(role).to_owned();
            let mut spelled = vec![letter.clone()];
            if letters == PieceLetters::ENGLISH {
                spelled.push(letter.to_lowercase());
            }
            for (target, letter) in
                ["e8", "exd8", "e7-e8", "e7xd8"].iter().flat_map(|to| spelled.iter().map(move |one| (to, one)))
            {
                let to = if target.ends_with("e8") { Square::E8 } else { Square::D8 };
                let mv = position.find_move(Square::E7, to, Some(role)).expect("a promotion");
                for form in ["*", "=*", "/*", "(*)", "=(*)", " *", " =*", " (*)"] {
                    for sign in &signs {
                        let text = format!("{target}{}{sign}", form.replace('*', letter));
                        assert_eq!(san::parse_with(&position, &text, letters), Ok(mv), "{text:?} by {letters:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn moves_of_every_piece_in_every_language_with_every_sign() {
    let position = position("4k3/8/3p4/1R6/5N2/8/2Q1B3/4K3 w - - 0 1");
    let signs = signs();
    for (mv, letters) in position.legal_moves().iter().flat_map(|mv| all_letters().map(move |letters| (*mv, letters))) {
        let text = san::san_with(&position, mv, letters);
        let text = text.trim_end_matches(['+', '#']);
        for sign in &signs {
            let text = format!("{text}{sign}");
            assert_eq!(san::parse_with(&position, &text, letters), Ok(mv), "{text:?} by {letters:?}");
        }
    }
}

#[test]
fn separators_are_white_space_what_is_invisible_and_two_signs() {
    for char in '\0'..=char::MAX {
        let is_invisible = matches!(char, '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
            || matches!(char, '\u{2060}'..='\u{206f}' | '\u{feff}');
        assert_eq!(san::is_separator(char), char.is_whitespace() || is_invisible || ",`".contains(char), "{char:?}");
    }
}

/// The letters of section 8.2.3 of the PGN standard and, for Russian, of FIDE's pages in that language: king, queen, rook,
/// bishop, knight.
#[test]
fn the_letters_of_languages_are_those_of_the_standard() {
    let rows = [
        ("English", "K Q R B N"),
        ("Czech", "K D V S J"),
        ("Danish", "K D T L S"),
        ("Dutch", "K D T L P"),
        ("Estonian", "K L V O R"),
        ("Finnish", "K D T L R"),
        ("French", "R D T F C"),
        ("German", "K D T L S"),
        ("Hungarian", "K V B F H"),
        ("Icelandic", "K D H B R"),
        ("Italian", "R D T A C"),
        ("Norwegian", "K D T L S"),
        ("Polish", "K H W G S"),
        ("Portuguese", "R D T B C"),
        ("Romanian", "R D T N C"),
        ("Russian", "Кр Ф Л С К"),
        ("Slovak", "K D V S J"),
        ("Spanish", "R D T A C"),
        ("Swedish", "K D T L S"),
    ];
    let letters_of = |letters: PieceLetters| {
        [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
            .map(|role| letters.letter(role).to_owned())
            .join(" ")
    };
    let mut ours: Vec<_> = san::LANGUAGES
        .iter()
        .flat_map(|&(names, letters)| names.iter().map(move |&name| (name, letters_of(letters))))
        .collect();
    ours.sort_unstable();
    let mut theirs = rows.map(|(name, letters)| (name, letters.to_owned()));
    theirs.sort_unstable();
    assert_eq!(ours, theirs);
}

/// A move a line: FEN, the move, and spellings by how many of three libraries read them as this move, separated by ` | `.
#[test]
fn spellings_that_two_of_three_other_libraries_read_are_read() {
    let mut counts = [0; 3];
    for line in include_str!("../data/san_peers.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [fen, mv, all, two, fewer] = fields[..] else { panic!("five fields in {line:?}") };
        let position = position(fen);
        let mv = uci(&position, mv);
        for text in all.split(' ').chain(two.split(' ')).filter(|text| !text.is_empty()) {
            assert_eq!(position.parse_san(text), Ok(mv), "{text:?} in {fen}");
        }
        let count = |texts: &str| texts.split(' ').filter(|text| !text.is_empty()).count();
        counts = [counts[0] + count(all), counts[1] + count(two), counts[2] + count(fewer)];
    }
    assert_eq!(counts, [32, 28, 58], "what the documentation of `parse_lenient` says");
}

proptest! {
    #[test]
    fn arbitrary_text_never_panics(text in ".{0,12}", start in 0_u16..960) {
        let position = Chess::chess960(start).unwrap();
        let _ = san::parse_strict(&position, &text);
        let _ = position.parse_san(&text);
    }

    #[test]
    fn text_of_the_right_letters_never_panics_and_reads_as_a_legal_move(
        text in "[NBRQKOPnoqrk0]?[a-h]?[1-8]?[-x:]?[a-h][1-8]=?[QRBNq(]?[)]?[+#!? ]{0,2}(e\\.p\\.|ep)?",
        seed in any::<u64>(),
        plies in 0_usize..80,
    ) {
        let mut last = Chess::startpos();
        random_play(Chess::startpos(), plies, &mut Random::new(seed), |position| last = *position);
        let strict = san::parse_strict(&last, &text);
        let lenient = last.parse_san(&text);
        if let Ok(mv) = strict {
            prop_assert_eq!(lenient, Ok(mv));
            let written = last.san(mv);
            prop_assert_eq!(written.as_str(), text.as_str());
        }
        if let Ok(mv) = lenient {
            prop_assert!(last.legal_moves().contains(&mv));
        }
        if let Err(error) = lenient {
            for mv in error.candidates() {
                prop_assert!(last.legal_moves().contains(&mv));
            }
        }
    }
}
