//! Positions in constants: the compiler reads and refuses the same texts as the program.

use chess0x88::fen::{FenError, FenLiteral, FromFenLiteral, Refusal};
use chess0x88::{
    Board0x88, Chess, ChessRules, Color, Makruk, MakrukRules, Move, Piece, Position, Rank, Role, Rules, Setup, Square,
    SquareSet, fen, perft,
};

/// The same texts as constants and as strings.
macro_rules! table {
    ($($text:literal)*) => { &[$((fen!($text), $text)),*] };
}

static PUZZLES: &[(Chess, &str)] = table! {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"
    // Fifty moves and the largest number; move number 0 is read as 1.
    "4k3/8/8/8/8/8/4P3/4K3 b - - 100 4294967295"
    "4k3/8/8/8/8/8/4P3/4K3 w - - 4294967295 0"
    // En passant: a legal capture, an illegal one, a pinned one.
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1"
    // In check: once, after a double step, twice by a discovery, by castling, by promotion.
    "4k3/8/8/8/7b/8/8/4K3 w - - 0 1"
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"
    "4k3/8/8/8/7b/8/4r3/4K3 w - - 0 1"
    "5k2/8/8/8/8/8/8/4K2R w K - 0 1"
    "4k3/8/3N4/8/8/8/8/K3R3 b - - 0 1"
    // Chess960, X-FEN and Shredder-FEN.
    "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
    "rk2r2r/8/8/8/8/8/8/RK2R2R w EAha - 0 1"
    "r1k1r2r/8/8/8/8/8/8/R1K1R2R w EQeq - 3 9"
};

static ENDINGS: &[(Makruk, &str)] = table! {
    "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"
    "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1"
    "8/m7/8/3k4/8/3P4/8/R3K3 b - - 4 10"
    "8/8/4k3/R7/8/2K2R2/8/8 b - 16 8 40"
    "8/2m~5/8/2k5/2s5/8/1N2R3/4K3 w - 128 20 60"
};

fn agree<R: Rules>(table: &[(Position<R>, &str)]) {
    for (constant, text) in table {
        let read: Position<R> = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(*constant, read, "{text}");
        assert_eq!(constant.to_setup(), read.to_setup(), "{text}");
        assert_eq!(constant.checkers(), read.checkers(), "{text}");
        assert_eq!(constant.pinned(constant.turn()), read.pinned(read.turn()), "{text}");
        for color in Color::ALL {
            assert_eq!(constant.king(color), read.king(color), "{text}");
        }
        assert_eq!(constant.fen(), read.fen(), "{text}");
        assert_eq!(constant.key(), read.key(), "{text}");
        assert_eq!(perft(constant, 3), perft(&read, 3), "{text}");
    }
}

#[test]
fn a_constant_is_what_reading_gives() {
    agree(PUZZLES);
    agree(ENDINGS);
}

#[test]
fn perft_of_constants_is_as_published() {
    // Chess Programming Wiki, "Perft Results".
    for ((position, _), nodes) in PUZZLES.iter().zip([197_281, 4_085_603, 43_238, 422_333, 2_103_487, 3_894_594]) {
        assert_eq!(perft(position, 4), nodes);
    }
}

#[test]
fn starts_are_constants() {
    const START: Chess = Chess::startpos();
    const MAKRUK: Makruk = Makruk::startpos();
    const FIRST: Option<Chess> = Chess::chess960(0);
    const BEYOND: Option<Chess> = Chess::chess960(960);
    assert_eq!(START, PUZZLES[0].0);
    assert_eq!(MAKRUK, ENDINGS[0].0);
    assert_eq!((FIRST, BEYOND), (Some(PUZZLES[16].0), None));
    assert_eq!(ChessRules::START.to_position(), Ok(START));
    assert_eq!(MakrukRules::START.to_position(), Ok(MAKRUK));
}

#[test]
fn every_start_of_chess960_is_legal() {
    for number in 0..960 {
        let start = Chess::chess960(number).expect("960 starts");
        let setup: Setup<ChessRules> = start.to_setup();
        assert_eq!(setup.to_position(), Ok(start), "{number}");
        assert_eq!(start.fen().parse(), Ok(start), "{number}");
        assert_eq!(start.chess960_number(), Some(number));
    }
}

#[test]
fn a_constant_may_come_from_another_and_stand_in_an_expression() {
    const TEXTS: [&str; 2] = ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1"];
    const POSITIONS: [Chess; 2] = [fen!(TEXTS[0]), fen!(TEXTS[1])];
    const KING: Square = POSITIONS[0].king(Color::White);
    let moves = |position: &Chess| position.legal_moves().len();
    assert_eq!((moves(&POSITIONS[0]), moves(&fen!(TEXTS[1])), KING), (15, 5, Square::E1));
}

#[test]
fn boards_squares_and_moves_are_constants() {
    const BOARD: Board0x88 = match Board0x88::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR") {
        Ok(board) => board,
        Err(_) => Board0x88::empty(),
    };
    const PAWNS: SquareSet = BOARD.squares_of(Piece::new(Color::White, Role::Pawn));
    const KING: Option<Square> = BOARD.king(Color::Black);
    const E4: Option<Move> = Move::from_bits(0x341C);
    assert_eq!(BOARD, *Chess::startpos().board());
    assert_eq!((PAWNS, KING), (Rank::Second.squares(), Some(Square::E8)));
    assert_eq!(E4, Chess::startpos().parse_san("e4").ok());
}

/// The errors of the compiler beside those of the reader.
macro_rules! refused {
    ($position:ident: $($text:literal)*) => {[$({
        enum Literal {}
        impl FenLiteral for Literal {
            const FEN: &'static str = $text;
        }
        const READ: Result<$position, FenError> = <_ as FromFenLiteral<Literal>>::READ;
        (READ.err(), $text.parse::<$position>().err(), $text)
    }),*]};
}

fn same_reasons<const N: usize>(refused: [(Option<FenError>, Option<FenError>, &str); N]) {
    for (at_compile_time, error, text) in refused {
        let error = error.unwrap_or_else(|| panic!("{text} is read"));
        assert_eq!(at_compile_time, Some(error), "{text}");
        // The compiler does not say what was found; it shows the text.
        let found = match error {
            FenError::Syntax { found, .. } => format!(", found {found}"),
            _ => String::new(),
        };
        assert_eq!(format!("{}{found}", Refusal::of(error).as_str()), error.to_string(), "{text}");
    }
}

#[test]
fn the_compiler_and_the_reader_refuse_the_same_texts_with_the_same_reason() {
    same_reasons(refused! { Chess:
        ""
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq - 0 1"
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPPP/RNBQKBNR w KQkq - 0 1"
        "rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNM w KQkq - 0 1"
        "rnbqkbnr/ppp😀pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR white KQkq - 0 1"
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w kqKQ - 0 1"
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KKkq - 0 1"
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq i3 0 1"
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1"
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 00 1"
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4294967296 1"
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 "
        "8/8/8/8/8/8/8/8 w - - 0 1"
        "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"
        "P3k3/8/8/8/8/8/4r3/4K2P b - - 0 1"
        "4k3/8/8/8/8/8/8/4K2R w Kq - 0 1"
        "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1"
        "4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1"
        "7k/PPPPPP2/PPPP4/8/8/8/8/K7 w - - 0 1"
    });
    same_reasons(refused! { Makruk:
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w KQ - 0 1"
        "rnsmkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"
        "8/3k4/6M~~1/2K1S3/8/8/8/8 b - 88 8 1"
        "8/3k4/6M~1/2K1S3/8/8/8/8 b - 0 8 1"
        "8/8/8/3K4/8/RRR5/8/8 b - - 0 1"
    });
}
