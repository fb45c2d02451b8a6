//! The numbers of errors: `docs/codes.md` of the rules lists each with its sentence.

use std::fmt::{Debug, Display};

use chess0x88::error::Found;
use chess0x88::{ChessRules, fen};
use chess0x88_pgn::epd::{EpdError, RepairKind};
use chess0x88_pgn::{EditError, PgnError, StartError, Word};

/// Returns the page's line for an error.
fn line(kind: &str, code: u8, error: impl Debug + Display) -> String {
    let name = format!("{error:?}");
    let variant = name.split([' ', '(', '{']).next().expect("a name");
    format!("| {code} | `{kind}::{variant}` | {error} |\n")
}

#[test]
fn the_page_lists_every_code() {
    let (at, number, offset, found) = (3, 1, 7, Found::at("?", 0));
    let (_, repairs) =
        fen::parse_lenient::<ChessRules>("4k3/8/8/8/8/8/8/4K3 w - -").expect("no more than counters are missing");
    let repair = repairs[0];
    let lines = [
        [
            EpdError::Syntax { expected: "an opcode", found, at },
            EpdError::TooLarge { at },
            EpdError::Write(core::fmt::Error),
        ]
        .map(|error| line("EpdError", error.code(), error))
        .to_vec(),
        [
            PgnError::TagName { found: Some(b'"'), offset, line: number },
            PgnError::TagValue { found: Some(b']'), offset, line: number },
            PgnError::UnclosedTag { offset, line: number },
            PgnError::UnclosedComment { offset, line: number },
            PgnError::UnclosedVariation { depth: 1, offset, line: number },
            PgnError::UnopenedVariation { offset, line: number },
            PgnError::Nag { found: None, offset, line: number },
            PgnError::LargeNag { offset, line: number },
            PgnError::UnexpectedByte { found: b'*', offset, line: number },
            PgnError::UnknownSymbol { symbol: Word::new(b"??!"), offset, line: number },
            PgnError::TooLarge { limit: 131_072, offset, line: number },
            PgnError::TooLong { limit: 16_777_216, offset, line: number },
            PgnError::NoGame { offset, line: number },
            PgnError::NextGame { offset, line: number },
            PgnError::Utf16 { offset, line: number },
            PgnError::Repaired { repair, offset, line: number },
            PgnError::StrayTag { name: Word::new(b"Annotator"), offset, line: number },
            PgnError::CastlingRights { offset, line: number },
        ]
        .map(|error| line("PgnError", error.code(), error))
        .to_vec(),
        [StartError::Variant(Word::new(b"Atomic")), StartError::MissingFen]
            .map(|error| line("StartError", error.code(), error))
            .to_vec(),
        [EditError::Removed, EditError::OtherStart, EditError::Full, EditError::TagName, EditError::StartTag]
            .map(|error| line("EditError", error.code(), error))
            .to_vec(),
    ];
    let page = include_str!("../../../../docs/codes.md");
    let is_ours =
        |line: &&str| ["Epd", "Pgn", "Start", "Edit"].iter().any(|kind| line.contains(&format!("`{kind}Error::")));
    let listed: String = page.split_inclusive('\n').filter(|line| line.starts_with("| ")).filter(is_ours).collect();
    assert_eq!(listed, lines.concat().concat());
}

/// These are the repairs of a line of EPD that a FEN does not have. They have no numbers.
#[test]
fn the_page_lists_every_repair() {
    let page = include_str!("../../../../docs/codes.md");
    for repair in [RepairKind::Separator, RepairKind::StraySemicolon, RepairKind::LastQuote, RepairKind::LastSemicolon]
    {
        let row = format!("| `epd::RepairKind::{repair:?}` | {repair} |\n");
        assert!(page.contains(&row), "docs/codes.md should have this line: {row}");
    }
}

#[test]
fn an_error_has_the_code_of_the_error_inside() {
    let error = "1. e4 e5 2. Ke3".parse::<chess0x88_pgn::GameTree>().expect_err("illegal");
    let PgnError::Move { error: inside, .. } = error else { panic!("{error}") };
    assert_eq!(error.code(), inside.code());
}
