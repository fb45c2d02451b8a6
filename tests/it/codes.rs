//! The numbers of errors and outcomes: `docs/codes.md` and `docs/codes.csv` list each with its sentence, and no two errors share
//! one. The other packages test their own errors.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use chess0x88::error::{Found, Reason};
use chess0x88::fen::{Expected, FenError, FenField, RepairKind};
use chess0x88::game::{Claim, DrawReason, GameError, NoWinReason, WinReason};
use chess0x88::makruk::CountError;
use chess0x88::packed::PackedError;
use chess0x88::san::{self, SanError};
use chess0x88::uci::UciError;
use chess0x88::{
    CastlingSide, Chess, Color, File, IllegalMove, MoveKind, Outcome, Piece, Rank, Role, Square, SquareSet, Variant,
    Violations,
};
use chess0x88_svg::ParseRgbaError;

/// Adds rows for values of several types, named by their variants.
macro_rules! add {
    ($rows:ident; $($type:ident: $($value:expr),* $(,)?;)*) => {$($({
        let error = $value;
        let name = format!("{error:?}");
        let end = name.find([' ', '(', '{']).unwrap_or(name.len());
        $rows.push((error.code(), format!("{}::{}", stringify!($type), &name[..end]), error.to_string()));
    })*)*};
}

/// The codes of all errors, with their names and sentences.
#[expect(clippy::too_many_lines, reason = "a list")]
fn rows() -> Vec<(u8, String, String)> {
    let mut rows = Vec::new();
    let game = Variant::Chess;
    let (role, square, from, to) = (Role::Rook, Square::E4, Square::A4, Square::H4);
    let start = Chess::startpos();
    let castling = Chess::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").expect("a position");
    let written = |text| start.san(start.parse_san(text).expect("a move"));
    let (at, found) = (3, Found::at("?", 0));
    let draw = Outcome::Draw(DrawReason::Agreement);
    rows.extend(
        [
            Reason::NoPiece { square },
            Reason::WrongColor { square, piece: Piece::new(Color::White, role) },
            Reason::Unreachable { role, from, to },
            Reason::Blocked { role, from, to, at: square },
            Reason::OwnPiece { role, square },
            Reason::NothingToCapture { square },
            Reason::PromotionMissing { square: Square::E8 },
            Reason::PromotionInvalid { role: Role::King, square: Square::E8 },
            Reason::Pinned { role, square, by: Role::Queen, pinner: to },
            Reason::StaysInCheck { role, checker: square },
            Reason::KingAttacked { role, square, attacker: to },
            Reason::NoCastlingRight { color: Color::White, side: CastlingSide::King },
            Reason::CastlingBlocked { role: Role::Knight, at: Square::G1 },
            Reason::CastlesOutOfCheck { role, checker: square },
            Reason::CastlesThroughCheck { role, square: Square::F1, attacker: Square::F8 },
            Reason::EnPassantPinned { role, attacker: square },
            Reason::WrongKind { from: Square::E2, to: square, kind: MoveKind::Quiet },
        ]
        .map(|reason| {
            let (name, error) = (format!("{reason:?}"), IllegalMove { reason, game });
            let (name, _fields) = name.split_once(' ').expect("each reason has fields");
            (error.code(), format!("Reason::{name}"), error.to_string())
        }),
    );
    rows.extend((!Violations::NONE).iter().map(|one| (one.code(), format!("Violation::{one:?}"), one.to_string())));
    let field = FenField::Turn;
    rows.extend(
        [
            (FenField::Turn, Expected::Space),
            (FenField::FullmoveNumber, Expected::SpaceOrEnd),
            (FenField::FullmoveNumber, Expected::End),
            (FenField::Board, Expected::PieceOrGap),
            (FenField::Board, Expected::OneGap),
            (FenField::Board, Expected::Slash),
            (FenField::Turn, Expected::Color),
            (FenField::Castling, Expected::CastlingLetter),
            (FenField::Castling, Expected::CastlingLettersOrDash),
            (FenField::Castling, Expected::WhiteBeforeBlack),
            (FenField::Castling, Expected::CastlingOnce),
            (FenField::Castling, Expected::DashForCastling),
            (FenField::EnPassant, Expected::SquareOrDash),
            (FenField::EnPassant, Expected::RankDigit),
            (FenField::HalfmoveClock, Expected::Number),
            (FenField::HalfmoveClock, Expected::NoLeadingZero),
            (FenField::CountLimit, Expected::LimitOrDash),
            (FenField::Honour, Expected::Honour),
            (FenField::Count, Expected::CountFromOne),
        ]
        .map(|(field, expected)| {
            let error = FenError::Syntax { field, expected, found, at };
            (error.code(), format!("FenError::Syntax, Expected::{expected:?}"), error.to_string())
        }),
    );
    add! { rows;
        FenError: FenError::RankLength { rank: Rank::Eighth, squares: 9, at }, FenError::TooLarge { field: FenField::HalfmoveClock, at };
        SanError:
            SanError::Syntax { expected: san::Expected::File, found, at },
            SanError::NullMove,
            SanError::NoSuchPiece { game, role, file: None, rank: None, to },
            SanError::Ambiguous { game, role, origins: SquareSet::from([Square::A1, Square::F1]), mv: start.parse_uci("g1f3").expect("a move") },
            SanError::WrongCaptureSign { at: 1, expected: written("Nf3") },
            SanError::WrongDisambiguation { at: 1, expected: written("Nf3") },
            SanError::WrongCheckSign { at, expected: written("Nf3") },
            SanError::WrongCastling { expected: castling.san(castling.parse_san("O-O").expect("a move")) };
        UciError: UciError::Syntax { expected: san::Expected::Rank, found, at }, UciError::NullMove;
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
        RepairKind:
            RepairKind::StraySpace,
            RepairKind::Separator,
            RepairKind::SplitGap,
            RepairKind::PromotionMark,
            RepairKind::TrailingSlash,
            RepairKind::Capitals { field },
            RepairKind::Missing { field: FenField::Turn },
            RepairKind::CastlingOrder,
            RepairKind::CastlingTwice,
            RepairKind::CastlingNoRook { square: Square::H1 },
            RepairKind::CastlingDash,
            RepairKind::LeadingZeros { field: FenField::FullmoveNumber },
            RepairKind::TooLarge { field: FenField::FullmoveNumber },
            RepairKind::CastlingDropped { color: Color::White, side: CastlingSide::King },
            RepairKind::EnPassantDropped { square: Square::E6 },
            RepairKind::Tolerated { violation: chess0x88::Violation::TooManyCheckers, game },
            RepairKind::Around,
            RepairKind::Backslash,
            RepairKind::Dash;
        GameError:
            GameError::Over(draw),
            GameError::NotClaimable { claim: Claim::FiftyMoves, found: 98, needed: 100 },
            GameError::NotSo(Outcome::Win { winner: Color::White, by: WinReason::Checkmate });
        ParseRgbaError:
            ParseRgbaError::NoHash { found: Some('r') },
            ParseRgbaError::NotHex { offset: 3, found: 'g' },
            ParseRgbaError::DigitCount { found: 5 };
    }
    let name = "e9".parse::<Square>().expect_err("no square");
    rows.push((name.code(), "ParseNameError".to_owned(), name.to_string()));
    let book = chess0x88_polyglot::PolyglotBook::new(&[0; 17]).expect_err("no book");
    rows.push((book.code(), "PolyglotError::Length".to_owned(), book.to_string()));
    let line = chess0x88_polyglot::PolyglotError::Line { line: 1 };
    rows.push((line.code(), "PolyglotError::Line".to_owned(), line.to_string()));
    rows.sort();
    rows
}

#[test]
fn each_code_means_one_error() {
    let rows = rows();
    let codes: BTreeSet<u8> = rows.iter().map(|(code, ..)| *code).collect();
    assert_eq!(codes.len(), rows.len());
    assert!(!codes.contains(&0), "0 is no error");
}

#[test]
#[cfg(feature = "alloc")]
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

/// All values of a type that serde numbers, with code and text.
#[cfg(feature = "serde")]
fn numbered<T: serde::de::DeserializeOwned + std::fmt::Debug + std::fmt::Display>(
    of: &str,
    code: fn(T) -> (u8, &'static str),
) -> String {
    let values = (0..=u8::MAX).filter_map(|number| Some((number, postcard::from_bytes::<T>(&[number]).ok()?)));
    let row = |(number, value): (u8, T)| {
        let (name, text) = (format!("{of}::{value:?}"), value.to_string());
        assert_eq!(code(value), (number, text.as_str()));
        format!("| {number} | `{name}` | {text} |\n")
    };
    values.map(row).collect()
}

/// Outcomes and claims have the codes and texts that serde writes.
#[test]
#[cfg(feature = "serde")]
fn the_page_lists_every_end() {
    let page = include_str!("../../docs/codes.md");
    let tables = [
        numbered::<Outcome>("Outcome", |it| (it.code(), it.as_str())),
        numbered::<WinReason>("WinReason", |it| (it.code(), it.as_str())),
        numbered::<DrawReason>("DrawReason", |it| (it.code(), it.as_str())),
        numbered::<NoWinReason>("NoWinReason", |it| (it.code(), it.as_str())),
        numbered::<Claim>("Claim", |it| (it.code(), it.as_str())),
    ];
    for table in tables {
        assert!(!table.is_empty() && page.contains(&table), "docs/codes.md should have these lines:\n{table}");
    }
}

#[test]
fn the_page_lists_the_events_of_boards() {
    use chess0x88_eboard::BoardEvent;
    let (squares, mv) = (SquareSet::EMPTY, Chess::startpos().parse_uci("e2e4").expect("a move"));
    let page = include_str!("../../docs/codes.md");
    for (event, name) in [
        (BoardEvent::Move(mv), "Move"),
        (BoardEvent::Ambiguous, "Ambiguous"),
        (BoardEvent::Takeback, "Takeback"),
        (BoardEvent::Suspect { squares }, "Suspect"),
        (BoardEvent::Turned, "Turned"),
        (BoardEvent::Start, "Start"),
        (BoardEvent::Result { winner: None }, "Result"),
        (BoardEvent::Impossible { squares }, "Impossible"),
    ] {
        let row = format!("| {} | `BoardEvent::{name}` | {} |\n", event.code(), event.as_str());
        assert!(page.contains(&row) && event.as_str() == name.to_lowercase(), "{row}");
    }
}

/// The texts without a number: the parts of which errors make a sentence, and the sentence for each type of name.
#[test]
fn the_page_lists_every_part() {
    use FenField::{Board, Castling, Count, CountLimit, CountSide, CountStart, EnPassant, FullmoveNumber, Honour};
    let mut rows = String::new();
    let mut add = |name: String, text: &str| writeln!(rows, "| `{name}` | {text} |").expect("a string grows");
    for field in [Board, FenField::Turn, Castling, EnPassant, FenField::HalfmoveClock, FullmoveNumber] {
        add(format!("FenField::{field:?}"), field.as_str());
    }
    for field in [CountSide, Honour, Count, CountStart, CountLimit] {
        add(format!("FenField::{field:?}"), field.as_str());
    }
    for expected in [
        san::Expected::File,
        san::Expected::Rank,
        san::Expected::RankOrCapture,
        san::Expected::PieceFileOrCastling,
        san::Expected::PieceOrFile,
        san::Expected::LetterOrFile,
        san::Expected::Promotion,
        san::Expected::PromotionOrEnd,
        san::Expected::Bracket,
        san::Expected::End,
        san::Expected::Dash,
        san::Expected::LetterO,
        san::Expected::Utf8,
        san::Expected::Move,
    ] {
        add(format!("san::Expected::{expected:?}"), expected.as_str());
    }
    let refused = [
        ("Square", "?".parse::<Square>().map(drop)),
        ("File", "?".parse::<File>().map(drop)),
        ("Rank", "?".parse::<Rank>().map(drop)),
        ("Color", "?".parse::<Color>().map(drop)),
        ("Role", "?".parse::<Role>().map(drop)),
        ("Piece", "?".parse::<Piece>().map(drop)),
        ("Outcome", "?".parse::<Outcome>().map(drop)),
        ("WinReason", "?".parse::<WinReason>().map(drop)),
        ("DrawReason", "?".parse::<DrawReason>().map(drop)),
        ("NoWinReason", "?".parse::<NoWinReason>().map(drop)),
        ("Claim", "?".parse::<Claim>().map(drop)),
    ];
    for (name, refused) in refused {
        add(format!("ParseNameError, {name}"), &refused.expect_err("no name").to_string());
    }
    assert!(include_str!("../../docs/codes.md").contains(&rows), "docs/codes.md should have these lines:\n{rows}");
}

/// Each variant of the public errors and events of all packages stands on the page.
#[test]
fn no_variant_is_forgotten() {
    // These errors have the number and the sentence of the error inside.
    const PASSED_ON: [&str; 8] = ["Illegal", "IllegalAt", "San", "Uci", "Game", "Fen", "Start", "Move"];
    let page = include_str!("../../docs/codes.md");
    let mut found = 0;
    for path in include_str!("../data/public_api.txt").lines().filter_map(|line| line.strip_prefix("pub chess0x88")) {
        let names: Vec<&str> = path.split('(').next().expect("a part").split("::").collect();
        let &[.., kind, variant] = names.as_slice() else { continue };
        let is_text = kind.ends_with("Error")
            || ["Reason", "Violation", "RepairKind", "Expected", "FenField", "BoardEvent"].contains(&kind);
        let passes_on = !["BoardEvent", "Expected"].contains(&kind) && PASSED_ON.contains(&variant);
        if is_text && !path.contains(' ') && !passes_on {
            let name = format!("{kind}::{variant}");
            assert!(page.contains(&format!("{name}`")) || page.contains(&format!("{name},")), "{name}");
            found += 1;
        }
    }
    assert!(found > 180);
}

/// The rows of the page as comma-separated values.
#[test]
fn the_table_of_values_is_the_page() {
    let page = include_str!("../../docs/codes.md");
    let quoted = |cell: &str| format!("\"{}\"", cell.replace('"', "\"\""));
    let rows = page.lines().filter(|line| line.starts_with("| ") && line.as_bytes()[2].is_ascii_digit()).map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').splitn(3, " | ").map(str::trim).collect();
        format!("{},{},{}\n", cells[0], quoted(cells[1].trim_matches('`')), quoted(cells[2]))
    });
    let lines = format!("code,name,text\n{}", rows.collect::<String>());
    assert!(lines == include_str!("../../docs/codes.csv"), "docs/codes.csv should be:\n{lines}");
}

#[test]
fn an_error_has_the_code_of_the_error_inside() {
    let start = Chess::startpos();
    let reason = start.parse_uci("e2e5").expect_err("illegal");
    assert!(matches!(reason, UciError::Illegal(_)));
    assert_eq!(reason.code(), 3);
    assert_eq!(start.parse_san("Nd2").expect_err("illegal").code(), 5);
    assert_eq!(start.parse_san("e2-e5").expect_err("illegal").code(), 3);
    let no_king = Chess::from_fen("8/8/8/8/8/8/8/4K3 w - - 0 1").expect_err("no black king");
    assert_eq!(no_king.code(), chess0x88::Violation::NoBlackKing.code());
    assert_eq!(Violations::NONE.code(), 0);
}
