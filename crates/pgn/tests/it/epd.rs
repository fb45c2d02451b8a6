//! EPD: lines of test suites, lines with errors, and lines that are written and read again.

use chess0x88::fen::FenError;
use chess0x88::{Chess, ChessRules, Makruk, MakrukRules, Move, fen};
use chess0x88_pgn::epd;
use chess0x88_pgn::epd::{Epd, EpdError, EpdWriter, RepairKind};
use common::places::{ask, first_of_two, spoilt, tells_its_place};
use common::{unescape, walk};
use proptest::prelude::*;

const KING_AND_ROOK: &str = "4k3/8/8/8/8/8/8/4K2R w K -";

fn epd(line: &str) -> Epd<'_, ChessRules> {
    epd::parse::<ChessRules>(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn sans(epd: &Epd<'_, ChessRules>, opcode: &str) -> Vec<String> {
    epd.moves(opcode).map(|mv| epd.position().san(mv.expect("a legal move")).to_string()).collect()
}

#[test]
fn suites_are_read() {
    for (line, opcode, moves, id) in [
        (r#"1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";"#, "bm", &["Qd1+"][..], "BK.01"),
        (r#"3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - bm d5; id "BK.02";"#, "bm", &["d5"], "BK.02"),
        (r#"rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq - bm e6; id "BK.04";"#, "bm", &["e6"], "BK.04"),
        (r#"5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - bm Rg3; id "WAC.003";"#, "bm", &["Rg3"], "WAC.003"),
        // A missing sign, a superfluous sign, a move by its squares.
        (r#"7k/8/8/8/8/8/8/R3K3 w - - bm Ra8 Ke1-d1 Kf1!; id "signs";"#, "bm", &["Ra8+", "Kd1", "Kf1"], "signs"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - am O-O-O Rxh1+; id unquoted;", "am", &["O-O-O", "Rxh1+"], "unquoted"),
    ] {
        let epd = epd(line);
        assert_eq!(sans(&epd, opcode), moves, "{line}");
        assert_eq!(epd.id().expect("an id"), id);
        assert_eq!((epd.position().halfmove_clock(), epd.position().fullmove_number()), (0, 1));
    }
}

#[test]
fn an_analysis_is_read_with_all_operations() {
    let line = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - acd 18; acn 5000000000; acs 42; ce -13; \
        dm 7; pv Nf3 Nc6 Bb5 a6; c0 \"quiet\"; c9 \"last\"; sm Nf3; pm Nc6; hmvc 2; fmvn 30;";
    let epd = epd(line);
    assert_eq!(epd.depth(), Ok(Some(18)));
    assert_eq!(epd.nodes(), Ok(Some(5_000_000_000)));
    assert_eq!(epd.seconds(), Ok(Some(42)));
    assert_eq!(epd.evaluation(), Ok(Some(-13)));
    assert_eq!(epd.mate_in(), Ok(Some(7)));
    let moves: Vec<String> = epd.variation().map(|mv| mv.expect("legal").to_string()).collect();
    assert_eq!(moves, ["g1f3", "b8c6", "f1b5", "a7a6"]);
    assert_eq!(epd.comment(0).expect("c0"), "quiet");
    assert_eq!(epd.comment(9).expect("c9"), "last");
    assert!(epd.comment(1).is_none() && epd.comment(10).is_none() && epd.comment(208).is_none());
    assert_eq!(sans(&epd, "sm"), ["Nf3"]);
    assert!(epd.moves("pm").all(|mv| mv.is_err()), "a predicted move is Black's");
    assert_eq!((epd.position().halfmove_clock(), epd.position().fullmove_number()), (2, 30));
    assert_eq!(epd.to_string(), line);
}

#[test]
fn missing_operations_are_none() {
    let epd = epd(KING_AND_ROOK);
    assert_eq!((epd.operations().count(), epd.best_moves().count(), epd.variation().count()), (0, 0, 0));
    assert!(epd.id().is_none() && epd.operation("bm").is_none());
    assert_eq!((epd.depth(), epd.evaluation()), (Ok(None), Ok(None)));
    assert_eq!(epd.to_string(), KING_AND_ROOK);
}

#[test]
fn clocks_may_stand_as_in_a_fen_but_the_opcodes_win() {
    let clocks = |line: &str| {
        let position = *epd(line).position();
        (position.halfmove_clock(), position.fullmove_number())
    };
    assert_eq!(clocks("4k3/8/8/8/8/8/8/4K2R w K - 7 31"), (7, 31));
    assert_eq!(clocks("4k3/8/8/8/8/8/8/4K2R w K - 7 31 bm O-O;"), (7, 31));
    assert_eq!(clocks("4k3/8/8/8/8/8/8/4K2R w K - 7 31 hmvc 8;"), (8, 31));
    assert_eq!(clocks("4k3/8/8/8/8/8/8/4K2R w K - fmvn 0;"), (0, 1));
    assert_eq!(clocks("4k3/8/8/8/8/8/8/4K2R w K - fmvn 4294967295; fmvn 3;"), (0, u32::MAX));
    assert_eq!(epd("4k3/8/8/8/8/8/8/4K2R w K - 7 1").to_string(), "4k3/8/8/8/8/8/8/4K2R w K - hmvc 7;");
}

#[test]
fn makruk_lines_carry_the_count_as_fen_does() {
    let fen = "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1";
    let position: Makruk = fen.parse().expect(fen);
    let mut line = String::new();
    EpdWriter::new(&mut line, &position).and_then(|mut writer| writer.clocks()).expect("room");
    assert_eq!(line, "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 hmvc 8; fmvn 1;");
    let epd = epd::parse::<MakrukRules>(&line).expect("a position");
    assert_eq!(epd.position().fen().as_str(), fen);
    let start = epd::parse::<MakrukRules>("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - bm Sd2; id \"start\";")
        .expect("EPD");
    assert!(start.best_moves().all(|mv| mv.is_ok()));
}

#[test]
fn ends_of_line_belong_to_no_operation() {
    for end in ["", " ", "\n", "\r\n", " \t\r\n"] {
        assert_eq!(sans(&epd(&format!("{KING_AND_ROOK} bm O-O;{end}")), "bm"), ["O-O"]);
    }
}

#[test]
fn strings_keep_their_characters() {
    let line = format!(r#"{KING_AND_ROOK} c0 "a; b"; c1 ""; c2 "say \"x\" \\ y"; c3 "C:\new"; c4 word\"#) + ";";
    let epd = epd(&line);
    let comment = |n| epd.comment(n).expect("a comment").to_string();
    assert_eq!([comment(0), comment(1), comment(2)], ["a; b", "", r#"say "x" \ y"#]);
    assert_eq!([comment(3), comment(4)], [r"C:\new", r"word\"]);
    let operand = epd.comment(2).expect("a comment");
    assert_eq!((operand.raw(), operand.is_quoted()), (r#"say \"x\" \\ y"#, true));
    let said = r#"say "x" \ y"#;
    assert!(operand == said && operand == *said && operand != "say" && operand != *"say");
    // A backslash has a meaning only between quotation marks.
    let plain = epd::parse::<ChessRules>(r"4k3/8/8/8/8/8/8/4K2R w K - c1 a\\b;").expect("an operation");
    assert_eq!(plain.comment(1).expect("a comment").to_string(), r"a\\b");
    assert!(!epd.comment(4).expect("a comment").is_quoted());
    assert_eq!(epd.to_string(), line);
}

#[test]
fn opcodes_have_fifteen_characters_at_most() {
    let read = |opcode: &str| epd::parse::<ChessRules>(&format!("{KING_AND_ROOK} {opcode} 1;")).map(drop);
    assert_eq!(read(&"a".repeat(15)), Ok(()));
    let error = read(&"a".repeat(16)).expect_err("too long").to_string();
    assert_eq!(error, format!("expected the end of an opcode at byte {}, found 'a'", KING_AND_ROOK.len() + 16));
}

#[test]
fn an_error_spoils_nothing_else() {
    let line = format!("{KING_AND_ROOK} bm Rh9 O-O; pv O-O Ke6 Ke7; acd deep; id \"x\";");
    let epd = epd(&line);
    let best: Vec<bool> = epd.best_moves().map(|mv| mv.is_ok()).collect();
    assert_eq!(best, [false, true]);
    let variation: Vec<bool> = epd.variation().map(|mv| mv.is_ok()).collect();
    assert_eq!(variation, [true, false], "and nothing after the error");
    assert!(epd.depth().is_err());
    assert_eq!(epd.id().expect("an id"), "x");
}

#[test]
fn the_lenient_reader_reports_its_repairs() {
    const STRAY: &str = "ignored a ; that ends no operation";
    const LAST: &str = "put a ; behind the last operation";
    const QUOTE: &str = "put a \" behind the last operand";
    const CLOCK: &str = "half-move clock: missing, took 0";
    const NUMBER: &str = "full-move number: missing, took 1";
    for (line, form, told) in [
        ("K bm O-O; id \"x\";", "K bm O-O; id \"x\";", &[][..]),
        ("K bm O-O; id \"x\"", "K bm O-O; id \"x\";", &[(LAST, 41)]),
        ("K bm O-O; id \"x;\"", "K bm O-O; id \"x;\";", &[(LAST, 42)]),
        ("K bm O-O  \n", "K bm O-O;", &[(LAST, 35)]),
        ("K noop", "K noop;", &[(LAST, 31)]),
        ("K bm O-O;;", "K bm O-O;", &[(STRAY, 34)]),
        ("K bm O-O; ; ;; id x;;", "K bm O-O; id x;", &[(STRAY, 35)]),
        ("K ;bm O-O", "K bm O-O;", &[(STRAY, 27), (LAST, 34)]),
        ("K; bm O-O;", "K bm O-O;", &[(STRAY, 26)]),
        ("K;;; bm O-O;", "K bm O-O;", &[(STRAY, 26)]),
        ("K;", "K", &[(STRAY, 26)]),
        ("K 7 31; bm O-O;", "K bm O-O; hmvc 7; fmvn 31;", &[(STRAY, 31)]),
        ("K 0 1 ;D1 15 ;D2 66", "K D1 15; D2 66;", &[(STRAY, 31), (LAST, 44)]),
        ("K hmvc 3; ; fmvn 4", "K hmvc 3; fmvn 4;", &[(STRAY, 35), (LAST, 43)]),
        // As in the ERET suite.
        ("K - bm O-O; id \"x\";", "K bm O-O; id \"x\";", &[(CLOCK, 27)]),
        ("K - - ", "K", &[(CLOCK, 27), (NUMBER, 29)]),
        ("K - 31 bm O-O;", "K bm O-O; fmvn 31;", &[(CLOCK, 27)]),
        ("K 7 -; bm O-O;", "K bm O-O; hmvc 7;", &[(NUMBER, 29), (STRAY, 30)]),
        // A string without its closing mark.
        ("K bm O-O; id \"x y", "K bm O-O; id \"x y\";", &[(QUOTE, 42), (LAST, 42)]),
        ("K bm O-O; id \"x y ; ", "K bm O-O; id \"x y\";", &[(QUOTE, 42)]),
        ("K id \"x\" \"", "K id \"x\" \"\";", &[(QUOTE, 35), (LAST, 35)]),
        ("K id \"a\\\\", "K id \"a\\\\\";", &[(QUOTE, 34), (LAST, 34)]),
        ("K id \"a\\\\\\\"b", "K id \"a\\\\\\\"b\";", &[(QUOTE, 37), (LAST, 37)]),
    ] {
        let [line, form] = [line, form].map(|text| text.replacen('K', KING_AND_ROOK, 1));
        let (epd, repairs) = epd::parse_lenient::<ChessRules>(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let told: Vec<String> = told.iter().map(|(what, at)| format!("{what} (byte {at})")).collect();
        assert_eq!(repairs.iter().map(ToString::to_string).collect::<Vec<_>>(), told, "{line}");
        assert_eq!(epd.to_string(), form, "{line}");
        assert_eq!(epd::parse::<ChessRules>(&line).is_ok(), told.is_empty(), "{line}");
    }
}

/// In the fields, in the form of the operations, and in the operands that are asked for.
#[test]
fn the_byte_told_is_the_first_of_a_character_of_the_line() {
    let mut errors = 0;
    for line in [
        "4k3/8/8/8/8/8/8/4K2R w K - 7 31 bm O-O; id \"é\";",
        "4k3/8/8/8/4Pp2/8/8/4K2R\tb  - e3 bm fxe3 1...Кd2; dm 4294967296; ce +x;",
        "4k3/8/8/8/8/8/8/4K2R w K - hmvc 3; fmvn é4; c0 \"— \\\" é\" ♘;",
    ] {
        for text in spoilt(line) {
            for epd in [epd::parse::<ChessRules>(&text), epd::parse_lenient(&text).map(|(epd, _)| epd)] {
                match epd {
                    Err(error) => tells_its_place(&text, &error),
                    Ok(epd) => {
                        errors += ask(&text, |_| epd.mate_in()) + ask(&text, |_| epd.evaluation());
                        // A move's text ends with its operand, whatever the line has behind it.
                        let ends = |error: &EpdError| error.to_string().ends_with("the end");
                        let wrong = epd.best_moves().filter(|mv| !mv.as_ref().is_err_and(ends));
                        errors += wrong.map(|mv| ask(&text, |_| mv)).sum::<usize>();
                    }
                }
            }
        }
    }
    assert!(errors > 1000, "{errors}");
}

/// Each separator, in place of a space and beside one. A comma or a backtick may also stand beside a move in strict reading.
#[test]
fn separators_separate_opcodes_and_operands() {
    for separator in (char::MIN..=char::MAX).filter(|&char| chess0x88::san::is_separator(char) && char >= ' ') {
        let spaced = format!("{KING_AND_ROOK} bm O-O{separator} {separator}Kd2 {separator};");
        let glued = format!("{KING_AND_ROOK} bm{separator}O-O{separator}Kd2{separator}; id \"x{separator}\";");
        if matches!(separator, ',' | '`') {
            let epd = epd::parse::<ChessRules>(&spaced[..spaced.len() - 3]).err().map(|error| error.to_string());
            assert!(epd.is_some(), "a strict reader wants a semicolon");
            assert_eq!(
                sans(&self::epd(&format!("{KING_AND_ROOK} bm O-O{separator} {separator}Kd2;")), "bm"),
                ["O-O", "Kd2"]
            );
            continue;
        }
        for line in [spaced, glued] {
            let (epd, repairs) =
                epd::parse_lenient::<ChessRules>(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(sans(&epd, "bm"), ["O-O", "Kd2"], "{line}");
            assert_eq!(repairs.is_empty(), separator == ' ', "{line}: {repairs}");
            assert_eq!(epd::parse::<ChessRules>(&line).is_ok(), separator == ' ', "{line}");
        }
    }
}

#[test]
fn the_lenient_reader_accepts_violations_that_affect_no_move() {
    let line = "4k3/8/8/8/8/PPP5/PPPPPPPP/4K3 w - - bm Kd1;";
    assert!(epd::parse::<ChessRules>(line).is_err());
    let (epd, repairs) = epd::parse_lenient::<ChessRules>(line).expect("pawns do no harm");
    assert_eq!(repairs.to_string(), "accepted, though no game leads here: White has more than eight pawns (byte 0)");
    assert_eq!(sans(&epd, "bm"), ["Kd1"]);
    let error = |line: &str| epd::parse_lenient::<ChessRules>(line).expect_err(line).to_string();
    assert_eq!(error("4k3/8/8/8/8/8/8/8 w - - bm Kd1;"), "White has no king");
    // A right that is lost is dropped, so the error is that of the operation.
    assert_eq!(error("4k3/8/8/8/8/8/8/4K3 w K -; bm (\""), "expected a space or ';' at byte 31, found '\"'");
    assert_eq!(error("4k3/8/8/8/8/PPP5/PPPPPPPP/4K3 w - - bm (\""), "expected a space or ';' at byte 40, found '\"'");
    // A quotation mark after the backslash would not close the string. Only the last string may be open.
    assert_eq!(error("4k3/8/8/8/8/8/8/4K2R w K - id \"x\\"), "expected '\"' at byte 33, found the end");
    assert_eq!(error("4k3/8/8/8/8/8/8/4K2R w K - id \"x\ny"), "expected '\"' at byte 32, found U+000A");
    assert_eq!(error("4k3/8/8/8/8/8/8/4K2R w K - id \"x; c0 \"y\";"), "expected a space or ';' at byte 38, found 'y'");
    assert_eq!(error("4k3/8/8/8/8/8/8/4K2R w K - 7 bm Kd1;"), "expected a digit at byte 29, found 'b'");
    let (epd, repairs) = epd::parse_lenient::<MakrukRules>("4k3/8/8/8/8/PPP5/PPPPPPPP/4K3 w - - bm Kd1").expect("Bia");
    assert_eq!((epd.best_moves().count(), repairs.len()), (1, 2));
}

/// A suite whose positions are spelt as people spell them: the repairs are those of [`fen::parse_lenient`], at the same places.
#[test]
fn the_lenient_reader_reads_positions_as_the_one_of_fen_does() {
    let fields = [
        "4k3/8/8/8/8/8/8/4K3 w K -",
        "4k3/44/8/8/8/8/8/4K2R/ W K e6",
        "4k3/8/8/8/8/8/8/4K2R\tw\tkKQ\t-",
        "  4k3/8/8/8/8/8/8/4K2R  w  K  -",
        "4k3/8/8/8/8/8/8/4K2R_w_K_-",
        "4k3/8/8/8/8/PPP5/PPPPPPPP/4K2R w KK -",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6",
    ];
    for fields in fields.map(String::from).into_iter().chain(spoilt_positions()) {
        let told = fen::parse_lenient::<ChessRules>(&format!("{fields} 3 7"));
        let line = format!("{fields} id \"x\"; hmvc 3; fmvn 7;");
        let read = epd::parse_lenient::<ChessRules>(&line);
        match (told, read) {
            (Ok((position, told)), Ok((epd, repairs))) => {
                assert_eq!(epd.position().fen(), position.fen(), "{line}");
                let told = told.iter().map(|repair| (RepairKind::Fen(repair.kind), repair.at));
                assert!(repairs.iter().map(|repair| (repair.kind, repair.at)).eq(told), "{line}: {repairs}");
                assert_eq!(epd.id().expect("an id"), "x");
                assert_eq!(epd::parse::<ChessRules>(&line).is_ok(), repairs.is_empty(), "{line}");
            }
            // The counters of the FEN stand elsewhere in the line.
            (Err(FenError::Syntax { at, .. }), Err(EpdError::Fen(FenError::Syntax { at: end, .. })))
                if at >= fields.len() =>
            {
                assert_eq!(end, fields.len(), "{line}");
            }
            (told, read) => assert_eq!(read.err(), told.err().map(EpdError::Fen), "{line}"),
        }
    }
    // A line that ends with the first fields alone has a position too.
    let (epd, repairs) = epd::parse_lenient::<ChessRules>("4k3/8/8/8/8/8/8/4K2R b").expect("a board and a side");
    assert_eq!((epd.to_string().as_str(), repairs.len()), ("4k3/8/8/8/8/8/8/4K2R b - -", 4));
}

/// Four fields with a change somewhere: a character left out, taken twice, or another one.
fn spoilt_positions() -> Vec<String> {
    let positions = walk(Chess::chess960(518).expect("the usual start"), 0x56, 60);
    let mut spoilt = Vec::new();
    for (n, position) in positions.iter().enumerate() {
        let fen = position.fen();
        let fields = fen.rsplitn(3, ' ').last().expect("four fields");
        for at in (n % 3..fields.len()).step_by(3) {
            let (before, rest) = fields.split_at(at);
            for middle in ["", &rest[..1].repeat(2), "K", "-", "4", "~", "e3"] {
                spoilt.push([before, middle, &rest[1..]].concat());
            }
        }
    }
    // Of a field that is not there a line of EPD tells nothing: an operation follows.
    spoilt.retain(|fields: &String| fields.split_whitespace().count() == 4);
    spoilt
}

/// Returns the first error of a line.
fn first_error(line: &str) -> Option<EpdError> {
    let epd = match epd::parse::<ChessRules>(line) {
        Ok(epd) => epd,
        Err(error) => return Some(error),
    };
    let moves = ["bm", "am", "sm"].into_iter().flat_map(|opcode| epd.moves(opcode)).chain(epd.variation());
    let numbers =
        [epd.evaluation().err(), epd.mate_in().err(), epd.depth().err(), epd.nodes().err(), epd.seconds().err()];
    moves.filter_map(Result::err).chain(numbers.into_iter().flatten()).next()
}

#[test]
fn every_bad_line_is_refused_with_its_error() {
    let mut cases = 0;
    for case in include_str!("../data/epd_bad.txt").lines().filter(|case| !case.starts_with('#')) {
        let (line, message) = case.split_once('\t').unwrap_or_else(|| panic!("no tab in {case:?}"));
        let line = match unescape(line).strip_prefix("K ") {
            Some(rest) => format!("{KING_AND_ROOK}{rest}"),
            None => unescape(line),
        };
        let error = first_error(&line).unwrap_or_else(|| panic!("{line} was read"));
        assert_eq!(error.to_string(), message, "{line}");
        cases += 1;
    }
    assert!(cases >= 70, "only {cases} cases");
}

#[test]
fn the_writer_refuses_what_cannot_be_read() {
    let position = *epd(KING_AND_ROOK).position();
    let mut line = String::new();
    let mut writer = EpdWriter::new(&mut line, &position).expect("room");
    let castle = position.parse_san("O-O").expect("legal");
    let elsewhere = Chess::startpos().parse_san("e4").expect("legal");
    let text = |result: Result<(), EpdError>| result.expect_err("refused").to_string();
    assert_eq!(text(writer.moves("bm", &[castle, elsewhere])), "no piece on e2");
    assert_eq!(text(writer.variation("pv", &[castle, castle])), "no piece on e1");
    for before in ["", "two", "deux é", "Кр", "♞\u{1F600}"] {
        for (char, code) in [('\n', "U+000A"), ('\r', "U+000D")] {
            let told = format!("expected no line break at byte {}, found {code}", before.len());
            assert_eq!(text(writer.string("c0", &format!("{before}{char}lines\r\n"))), told);
        }
    }
    assert_eq!(text(writer.number("", 1)), "expected an opcode at byte 0, found the end");
    assert_eq!(text(writer.number("0c", 1)), "expected an opcode at byte 0, found '0'");
    assert_eq!(text(writer.string("c 0", "")), "expected the end of an opcode at byte 1, found a space");
    assert_eq!(text(writer.string("abcdefghijklmnop", "")), "expected the end of an opcode at byte 15, found 'p'");
    writer.moves("bm", &[]).expect("no moves are fine");
    writer.string("abcdefghijklmno", "fifteen").expect("the longest opcode");
    assert_eq!(line, format!("{KING_AND_ROOK} bm; abcdefghijklmno \"fifteen\";"));
}

/// Sorted in the order of ASCII, as the standard requires for both opcodes (section 16.2.5), each move once.
#[test]
fn best_moves_and_moves_to_avoid_stand_in_the_order_of_their_letters() {
    for position in common::walk(Chess::startpos(), 0x57, 60) {
        let mut moves: Vec<Move> = position.legal_moves().iter().copied().collect();
        moves.reverse();
        moves.extend_from_within(..moves.len().min(2));
        let mut line = String::new();
        let mut writer = EpdWriter::new(&mut line, &position).expect("room");
        for opcode in ["bm", "am", "sm"] {
            writer.moves(opcode, &moves).expect("legal");
        }
        let epd = epd(&line);
        let mut expected: Vec<String> = moves.iter().map(|&mv| position.san(mv).to_string()).collect();
        assert_eq!(sans(&epd, "sm"), expected);
        expected.sort();
        expected.dedup();
        assert_eq!([sans(&epd, "bm"), sans(&epd, "am")], [expected.clone(), expected]);
    }
}

#[test]
fn operations_can_be_copied_to_another_line() {
    let source = format!(r#"{KING_AND_ROOK} eco   B01 "quoted \" text" ;x;"#);
    let epd = epd(&source);
    let mut line = String::new();
    let mut writer = EpdWriter::new(&mut line, epd.position()).expect("room");
    for operation in epd.operations() {
        writer.operation(&operation).expect("room");
    }
    assert_eq!(line, format!(r#"{KING_AND_ROOK} eco B01 "quoted \" text"; x;"#));
    assert_eq!(line, epd.to_string());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_reads_back(
        number in 0_u16..960,
        seed in any::<u64>(),
        plies in 0_usize..120,
        comment in "[^\r\n]*",
        evaluation in any::<i32>(),
        nodes in any::<u64>(),
    ) {
        let start = Chess::chess960(number).expect("a start");
        let position = *walk(start, seed, plies).last().expect("the start at least");
        let moves = position.legal_moves();
        let mut variation: Vec<Move> = Vec::new();
        let mut after = position;
        for n in 0..seed as usize % 12 {
            let next = after.legal_moves();
            let Some(&mv) = next.get(n * 7 % next.len().max(1)) else { break };
            after.play(mv).expect("legal");
            variation.push(mv);
        }

        let mut line = String::new();
        let mut writer = EpdWriter::new(&mut line, &position).expect("room");
        writer.moves("bm", &moves).expect("legal");
        writer.string("c0", &comment).expect("one line");
        writer.number("ce", evaluation).expect("room");
        writer.number("acn", nodes).expect("room");
        writer.variation("pv", &variation).expect("legal");
        writer.clocks().expect("room");

        let epd = epd(&line);
        prop_assert_eq!(epd.position().fen().to_string(), position.fen().to_string());
        let best: Vec<Move> = epd.best_moves().map(|mv| mv.expect("legal")).collect();
        let mut moves = moves.to_vec();
        moves.sort_by_key(|&mv| position.san(mv));
        prop_assert_eq!(best, moves);
        let pv: Vec<Move> = epd.variation().map(|mv| mv.expect("legal")).collect();
        prop_assert_eq!(pv, variation);
        prop_assert_eq!(epd.comment(0).expect("c0").to_string(), comment);
        prop_assert_eq!(epd.evaluation(), Ok(Some(evaluation)));
        prop_assert_eq!(epd.nodes(), Ok(Some(nodes)));
        prop_assert_eq!(epd.to_string(), line);
    }

    #[test]
    fn any_line_is_read_or_refused(line in "\\PC*|[a-h1-8KQRkq/ wb;\"\\\\-]{0,60}") {
        let _ = first_error(&line);
    }

    #[test]
    fn any_operations_are_read_or_refused(operations in "( ?([a-z]{1,4}|bm|pv|id|ce|hmvc) ?[O0-9a-hx+=KQ\\\\\"; -]{0,9};?)*") {
        let line = format!("{KING_AND_ROOK} {operations}");
        if let Ok((epd, repairs)) = epd::parse_lenient::<ChessRules>(&line) {
            let strict = epd::parse::<ChessRules>(&line).map(|epd| epd.to_string());
            prop_assert_eq!(strict.is_ok(), repairs.is_empty(), "{}: {}", line, repairs);
            prop_assert!(strict.is_err() || strict == Ok(epd.to_string()));
            let written = epd.to_string();
            prop_assert_eq!(epd::parse::<ChessRules>(&written).map(|again| again.to_string()), Ok(written));
        }
        if let Ok(epd) = epd::parse::<ChessRules>(&line) {
            let _ = first_error(&line);
            // The standard form of a line reads like the line, and its own standard form is the same.
            let written = epd.to_string();
            let again = epd::parse::<ChessRules>(&written);
            prop_assert!(again.is_ok(), "{} from {}", written, line);
            prop_assert_eq!(again.map(|again| again.to_string()), Ok(written));
        }
    }
}

#[test]
fn lines_of_suites_are_read_as_people_write_them() {
    let clean = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\";";
    let best =
        |epd: &epd::Epd<'_, ChessRules>| epd.best_moves().map(|mv| mv.expect("legal").to_string()).collect::<Vec<_>>();
    for number in ["1.Qg6", "1. Qg6", "1 . Qg6", "1...Qg6", "1... Qg6", "27.Qg6", "1\u{2026}Qg6"] {
        let line = clean.replace("Qg6", number);
        let epd = epd::parse::<ChessRules>(&line);
        if number == "1 . Qg6" {
            continue;
        }
        let epd = epd.expect(&line);
        assert_eq!(best(&epd), ["g3g6"], "{line}");
        let variation = clean.replace("bm Qg6", &format!("pv {number} fxg6"));
        let moves: Vec<_> = epd::parse::<ChessRules>(&variation).expect("a line").variation().collect();
        assert!(moves.len() == 2 && moves.iter().all(Result::is_ok), "{variation}: {moves:?}");
    }
    for opcode in ["BM", "Bm", "bm"] {
        let line = clean.replace("bm", opcode).replace("id", "ID");
        let epd = epd::parse::<ChessRules>(&line).expect("a line");
        assert_eq!(
            (best(&epd), epd.id().map(|id| id.to_string())),
            (vec!["g3g6".to_owned()], Some("WAC.001".to_owned()))
        );
    }
    for fields in ["w - -;bm", "w - -; bm", "w - - ;bm", "w - -;;bm"] {
        let line = clean.replace("w - - bm", fields);
        assert!(epd::parse::<ChessRules>(&line).is_err(), "{line}");
        let (epd, repairs) = epd::parse_lenient::<ChessRules>(&line).expect(&line);
        assert_eq!((best(&epd), repairs.len()), (vec!["g3g6".to_owned()], 1), "{line}: {repairs}");
    }
    assert_eq!(best(&epd::parse::<ChessRules>(&clean.replace("Qg6;", "Qg6:;")).expect("a line")), ["g3g6"]);
}

/// The reader has room for any fields, and for some spaces between them: clocks behind more are refused rather than lost.
#[test]
fn clocks_behind_many_spaces_are_not_lost() {
    for count in [1, 100, 150, 170, 300, 5000] {
        for clocks in ["", " 7 31"] {
            let line = format!("4k3/8/8/8/8/8/8/4K2R{}w K -{clocks} bm O-O;", " ".repeat(count));
            match epd::parse_lenient::<ChessRules>(&line) {
                Ok((epd, _)) => assert_eq!(epd.position().halfmove_clock() == 7, !clocks.is_empty(), "{line}"),
                Err(error) => {
                    assert!(count > 160 && !clocks.is_empty(), "{line}: {error}");
                    tells_its_place(&line, &error);
                }
            }
        }
    }
}

#[test]
fn the_first_fault_of_a_line_is_told() {
    let read = |text: &str| epd::parse::<ChessRules>(text).err().map(|error| error.to_string());
    let operations: [&[&str]; 3] = [
        &["bm O-O;", "9m O-O;", "bm O-O\"x\";", "a_very_long_opcode;"],
        &["hmvc 3;", "hmvc x;", "hmvc 4294967296;", "hmvc;"],
        &["id \"x\";", "id \"x;", "id \"x\"", "id \"x\"y;"],
    ];
    let fields: [&[&str]; 4] = [&["4k3/8/8/8/8/8/8/4K2R", "4k3/8"], &["w", "x"], &["K", "KK"], &["-", "e9"]];
    first_of_two(" ", &[&fields[..], &operations].concat(), read);
}
