//! The numbers of errors: `docs/codes.md` lists each with its sentence, and no two share one. The packages that stand on the rules test
//! their own.

use std::collections::BTreeSet;

use chess0x88::error::{Found, PieceNames};
use chess0x88::fen::{Expected, FenError, FenField};
use chess0x88::makruk::CountError;
use chess0x88::packed::PackedError;
use chess0x88::san::SanError;
use chess0x88::uci::UciError;
use chess0x88::{CastlingSide, Chess, Color, IllegalMove, MoveKind, Piece, Rank, Role, Square, SquareSet, Violations};
use chess0x88_svg::ParseRgbaError;

/// Adds rows for the values of some types, each named by its variant.
macro_rules! add {
    ($rows:ident; $($type:ident: $($value:expr),* $(,)?;)*) => {$($({
        let error = $value;
        let name = format!("{error:?}");
        let end = name.find([' ', '(', '{']).unwrap_or(name.len());
        $rows.push((error.code(), format!("{}::{}", stringify!($type), &name[..end]), error.to_string()));
    })*)*};
}

/// The codes of all errors with the name and the sentence of each.
fn rows() -> Vec<(u8, String, String)> {
    let mut rows = Vec::new();
    let names = PieceNames::Chess;
    let (role, square, from, to) = (Role::Rook, Square::E4, Square::A4, Square::H4);
    let start = Chess::startpos();
    let expected = start.san(start.parse_san("Nf3").expect("a move"));
    let (at, found) = (3, Found::at("?", 0));
    add! { rows;
        IllegalMove:
            IllegalMove::NoPiece { square },
            IllegalMove::WrongColor { names, square, piece: Piece::new(Color::White, role) },
            IllegalMove::Unreachable { names, role, from, to },
            IllegalMove::Blocked { names, role, from, to, at: square },
            IllegalMove::OwnPiece { names, role, square },
            IllegalMove::NothingToCapture { names, square },
            IllegalMove::PromotionMissing { names, square: Square::E8 },
            IllegalMove::PromotionInvalid { names, role: Role::King, square: Square::E8 },
            IllegalMove::Pinned { names, role, square, by: Role::Queen, pinner: to },
            IllegalMove::StaysInCheck { names, role, checker: square },
            IllegalMove::KingAttacked { names, role, square, attacker: to },
            IllegalMove::NoCastlingRight { color: Color::White, side: CastlingSide::King },
            IllegalMove::CastlingBlocked { names, role: Role::Knight, at: Square::G1 },
            IllegalMove::CastlesOutOfCheck { names, role, checker: square },
            IllegalMove::CastlesThroughCheck { names, role, square: Square::F1, attacker: Square::F8 },
            IllegalMove::EnPassantPinned { names, role, attacker: square },
            IllegalMove::WrongKind { from, to, kind: MoveKind::DoubleStep };
    }
    rows.extend((!Violations::NONE).iter().map(|one| (one.code(), format!("Violation::{one:?}"), one.to_string())));
    let field = FenField::Board;
    rows.extend(
        [
            Expected::Space,
            Expected::SpaceOrEnd,
            Expected::End,
            Expected::PieceOrGap,
            Expected::OneGap,
            Expected::Slash,
            Expected::Color,
            Expected::CastlingLetter,
            Expected::CastlingLettersOrDash,
            Expected::WhiteBeforeBlack,
            Expected::CastlingOnce,
            Expected::DashForCastling,
            Expected::SquareOrDash,
            Expected::RankDigit,
            Expected::Number,
            Expected::NoLeadingZero,
            Expected::LimitOrDash,
            Expected::Honour,
            Expected::CountFromOne,
        ]
        .map(|expected| {
            let error = FenError::Syntax { field, expected, found, at };
            (error.code(), format!("FenError::Syntax, Expected::{expected:?}"), error.to_string())
        }),
    );
    add! { rows;
        FenError: FenError::RankLength { rank: Rank::Fourth, squares: 9, at }, FenError::TooLarge { field: FenField::HalfmoveClock, at };
        SanError:
            SanError::Syntax { expected: "a file a-h", found, at },
            SanError::NullMove,
            SanError::NoSuchPiece { names, role, file: None, rank: None, to },
            SanError::Ambiguous { names, role, origins: SquareSet::from([Square::A1, Square::F1]), mv: start.parse_uci("g1f3").expect("a move") },
            SanError::WrongCaptureSign { at, expected },
            SanError::WrongDisambiguation { at, expected },
            SanError::WrongCheckSign { at, expected },
            SanError::WrongCastling { expected };
        UciError: UciError::Syntax { expected: "a rank 1-8", found, at }, UciError::NullMove;
        CountError:
            CountError::BiaOnBoard { square },
            CountError::Bare { side: Color::White },
            CountError::AlreadyCounting { side: Color::White },
            CountError::NotCounting,
            CountError::PiecesHonour,
            CountError::WrongSide { expected: Color::White, found: Color::Black };
        PackedError:
            PackedError::TooManyPieces { found: 33 },
            PackedError::UnknownCode { code: 15, square, at },
            PackedError::AfterLastPiece { at, found: 1 },
            PackedError::Castling { square, at },
            PackedError::EnPassant { square, at },
            PackedError::Number { at, found: 0 };
        ParseRgbaError:
            ParseRgbaError::NoHash { found: Some('r') },
            ParseRgbaError::NotHex { offset: 3, found: 'g' },
            ParseRgbaError::DigitCount { found: 5 };
    }
    let name = "e9".parse::<Square>().expect_err("no square");
    rows.push((name.code(), "ParseNameError".to_owned(), name.to_string()));
    growing(&mut rows);
    #[cfg(feature = "polyglot")]
    {
        let error = chess0x88::polyglot::PolyglotBook::new(&[0; 17]).expect_err("no book");
        rows.push((error.code(), "PolyglotError::Length".to_owned(), error.to_string()));
        let error = chess0x88::polyglot::PolyglotError::Line { line: 1 };
        rows.push((error.code(), "PolyglotError::Line".to_owned(), error.to_string()));
    }
    rows.sort();
    rows
}

#[cfg(not(feature = "alloc"))]
fn growing(_: &mut Vec<(u8, String, String)>) {}

/// The errors of games and trees.
#[cfg(feature = "alloc")]
fn growing(rows: &mut Vec<(u8, String, String)>) {
    use chess0x88::Outcome;
    use chess0x88::game::{Claim, DrawReason, GameError};
    let draw = Outcome::Draw(DrawReason::Agreement);
    let not_claimable = GameError::NotClaimable { claim: Claim::FiftyMoves, found: 98, needed: 100 };
    add! { rows;
        GameError: GameError::Over(draw), not_claimable, GameError::NotSo(draw);
    }
}

#[test]
fn each_code_means_one_error() {
    let rows = rows();
    let codes: BTreeSet<u8> = rows.iter().map(|(code, ..)| *code).collect();
    assert_eq!(codes.len(), rows.len());
    assert!(!codes.contains(&0), "0 is no error");
}

#[test]
#[cfg(all(feature = "alloc", feature = "polyglot"))]
fn the_page_lists_every_code() {
    let page = include_str!("../../docs/codes.md");
    let (_, listed) = page.split_once("|---:|---|---|\n").expect("a table");
    let rows = rows();
    let types: BTreeSet<&str> = rows.iter().filter_map(|(_, name, _)| name.split("::").next()).collect();
    let of_the_rules = |line: &&str| line.split(['`', ':']).nth(1).is_some_and(|name| types.contains(name));
    let listed: String = listed.split_inclusive('\n').filter(of_the_rules).collect();
    let lines: Vec<String> =
        rows.iter().map(|(code, name, text)| format!("| {code} | `{name}` | {text} |\n")).collect();
    let table = lines.concat();
    assert_eq!(listed, table, "docs/codes.md should have these lines:\n{table}");
}

#[test]
fn an_error_has_the_code_of_the_error_inside() {
    let start = Chess::startpos();
    let reason = start.parse_uci("e2e5").expect_err("illegal");
    assert!(matches!(reason, UciError::Illegal(_)));
    assert_eq!(reason.code(), 3);
    assert_eq!(start.parse_san("Nd2").expect_err("illegal").code(), 5);
    assert_eq!(chess0x88::san::parse_lenient(&start, "e2-e5").expect_err("illegal").code(), 3);
    let no_king = Chess::from_fen("8/8/8/8/8/8/8/4K3 w - - 0 1").expect_err("no black king");
    assert_eq!(no_king.code(), chess0x88::Violation::NoBlackKing.code());
    assert_eq!(Violations::NONE.code(), 0);
}
