//! Reading PGN of all kinds.

#![expect(clippy::items_after_statements, reason = "visitors stand where they are used")]

use std::time::Duration;

use crate::events::{Event, Log, events, shorthand};
use chess0x88_pgn::{Command, Flow, GameResult, PgnError, RawText, Reader, Visitor, split_games};

fn read(input: impl AsRef<[u8]>) -> String {
    shorthand(&events(input.as_ref()))
}

/// The texts of the errors.
fn errors(found: &[Event]) -> Vec<String> {
    let errors = found.iter().filter_map(|event| if let Event::Error(error) = event { Some(error) } else { None });
    errors.map(ToString::to_string).collect()
}

#[test]
fn a_game_of_the_standard() {
    let pgn = "[Event \"F/S Return Match\"]\n[Result \"1/2-1/2\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 {This opening \
               is called\nthe Ruy Lopez.} 3... a6 (3... Nf6 4. O-O (4. d3)) 4. Ba4 $1 1/2-1/2\n";
    assert_eq!(
        read(pgn),
        "[Event=F/S Return Match] [Result=1/2-1/2] e4 e5 Nf3 Nc6 Bb5 {This opening is called\nthe Ruy Lopez.} \
         a6 ( Nf6 O-O ( d3 ) ) Ba4 $1 1/2-1/2;"
    );
}

#[test]
fn move_numbers_right_wrong_and_missing() {
    for pgn in ["1. e4 e5 2. d4 *", "1.e4 e5 2.d4*", "e4 e5 d4 *", "1 e4 1... e5 17 d4 *", "1.e4 1...e5 2 . d4 *"] {
        assert_eq!(read(pgn), "e4 e5 d4 *;", "{pgn}");
    }
}

#[test]
fn spellings_of_moves_are_left_alone() {
    assert_eq!(read("0-0 0-0-0+ O-O --"), "0-0 0-0-0+ O-O -- none;");
    assert_eq!(read("1. Z0 e8=Q e8Q e8(Q)+ e8=q# 1-0"), "Z0 e8=Q e8Q e8(Q)+ e8=q# 1-0;");
    assert_eq!(read("exd6 e.p. exd6e.p.+ Nb1-c3 ♘f3 P@e4 *"), "exd6 exd6e.p.+ Nb1-c3 ♘f3 P@e4 *;");
}

#[test]
fn null_moves_are_told_and_are_no_move_numbers() {
    assert_eq!(read("1. Kf2 0000 2. Nd5 *"), "Kf2 0000 Nd5 *;");
    assert_eq!(read("1.0000 0000 2...0000! (@@@@) 0000"), "0000 0000 0000 $1 ( @@@@ ) 0000 none;");
    assert_eq!(read("1.<> <>! (2. <>) e4<>"), "<> <> $1 ( <> ) e4 <> none;");
    assert_eq!(read("{a}0000(0000)0000 1-0 -- Z0 *"), "{a} 0000 ( 0000 ) 0000 1-0; -- Z0 *;");
    assert_eq!(read("0000 0000\n0000\t  0000"), "0000 0000 0000 0000 none;");
    // Wrong move numbers.
    assert_eq!(read("0000. e4 00000 000 10000 e5 0000... d4 *"), "e4 e5 d4 *;");
    assert_eq!(read("0000-0 e4 0000-- 0/0000 *"), "0000-0 e4 0000-- *;");
}

#[test]
fn suffixes_are_numbers() {
    assert_eq!(read("e4! e5? d4!! d5?? c4!? c5?! Nf3 ! $255 *"), "e4 $1 e5 $2 d4 $3 d5 $4 c4 $5 c5 $6 Nf3 $1 $255 *;");
}

#[test]
fn results_end_games_with_or_without_lines_between() {
    assert_eq!(read("1. e4 1-0 1. d4 0-1 1. c4 1/2-1/2\n\n*"), "e4 1-0; d4 0-1; c4 1/2-1/2; *;");
    assert_eq!(read("e4 1-0[White \"A\"]d4 0-1"), "e4 1-0; [White=A] d4 0-1;");
    assert_eq!(read("[A \"1\"]e4\n[A \"2\"]d4"), "[A=1] e4 E; d4 none;");
    assert_eq!(read("[A \"1\"]\n\n[B \"2\"]\n\n[A \"3\"]\n*"), "[A=1] [B=2] none; [A=3] *;");
    // A result inside a variation is not the result of the game.
    assert_eq!(read("e4 (d4 1-0) e5 *"), "e4 ( d4 ) e5 *;");
    // Words that only look like results.
    assert_eq!(read("1-1 11/2 11-0 1-0x 1/2x 1/2- 1/3 *"), "1-1 11-0 1-0x E; 2- *;");
}

#[test]
fn repeated_results_make_no_game() {
    assert_eq!(read("1. e4 1-0 1-0"), "e4 1-0;");
    assert_eq!(read("e4 1-0\r\n1-0 * {of no game} 1/2-1/2\n[A \"1\"]*"), "e4 1-0; [A=1] *;");
    // The comment belongs to the next game.
    assert_eq!(read("e4 1-0 {a} d4 *"), "e4 1-0; {a} d4 *;");
    // A parenthesis that closes nothing begins no game either.
    assert_eq!(read("e4 1-0)\n\n1. d4 * ) 0-1 ))\n[A \"1\"]*"), "e4 E; 1-0; d4 E; *; [A=1] *;");
    let found = events(b"[A \"1\"]\n(e4 *) 1-0 {a} ) {b}\n");
    assert_eq!(shorthand(&found), "[A=1] ( e4 ) E; 1-0;");
    assert!(found.contains(&Event::Error(PgnError::UnopenedVariation { offset: 23, line: 2 })), "{found:?}");
    // Games without tags or moves are written like this.
    assert_eq!(read("*\n\n*\n\n1-0\n"), "*; *; 1-0;");
    // The same for skipped games.
    let mut reader = Reader::new(b"e4 1-0 1-0 {a} * d4 *");
    assert!(reader.skip_game());
    assert_eq!(reader.offset(), 16);
    assert!(reader.skip_game() && !reader.skip_game());
}

#[test]
fn comments_escapes_and_odds_between_games() {
    assert_eq!(read("; a ; b\r\n1. e4 ; c } d\n% e\ne5 { f { ; g } *"), "{a ; b} e4 {c } d} e5 {f { ; g} *;");
    assert_eq!(read("; a header\n% b\n[A \"1\"]\n% c\n[B \"2\"]\n*{d}\n[A \"2\"]\n*\n{e}"), "[A=1] [B=2] *; [A=2] *;");
    assert_eq!(read("{first} 1. e4 *"), "{first} e4 *;");
    assert_eq!(read("{a} %b\n1. e4 *"), "{a} E; E; e4 *;", "only a line that begins so is escaped");
    assert_eq!(read("[A \"1\"] %b\n*"), "[A=1] E; E; *;");
    assert_eq!(read("1.\n% x\n\n1. e4 *"), "e4 *;");
    assert_eq!(read("1. e4\r% x\ne5 *"), "e4 e5 *;");
    assert_eq!(read("1. % x\n\n1. e4 *"), "E; E; e4 *;");
    assert_eq!(read("e4 {}{ } *"), "e4 {} {} *;");
    assert_eq!(read(""), "");
    assert_eq!(read(" \r\n\x1a"), "");
}

#[test]
fn byte_order_marks_and_line_ends() {
    assert_eq!(read("\u{feff}[A \"1\"]\r\n\r\n1. e4\r\ne5\r\n*\r\n\u{feff}[A \"2\"]\r\n*"), "[A=1] e4 e5 *; [A=2] *;");
}

#[test]
fn tags_with_escapes_quotation_marks_and_spaces() {
    assert_eq!(read(r#"[A "a \"b\" \\ \c"][ B  "" ]*"#), r#"[A=a "b" \ \c] [B=] *;"#);
    assert_eq!(read(r#"[A "the "Immortal" game"]*"#), r#"[A=the "Immortal" game] *;"#);
    assert_eq!(read("[A \"a]b\"\n]*"), "[A=a]b] *;");
    // A path with a backslash at its end that was not doubled.
    assert_eq!(read("[A \"C:\\\"]\r\n[B \"b\"]\r\n*"), "[A=C:\\] [B=b] *;");
    // By the standard this is a quotation mark, since something closes the value.
    assert_eq!(read(r#"[A "C:\"] [B "b"]*"#), r#"[A=C:"] [B "b] *;"#);
}

#[test]
fn utf_8_or_else_latin_1() {
    assert_eq!(read(b"[A \"M\xfcller\"] e4 {na\xefve} *"), "[A=Müller] e4 {naïve} *;");
    assert_eq!(read("[A \"Müller 棋\"] *"), "[A=Müller 棋] *;");
}

#[test]
fn the_name_of_the_first_tag_starts_a_game_in_either_encoding() {
    for [one, other] in [[&b"\xe9"[..], &b"\xc3\xa9"[..]], [b"\xc3\xa9", b"\xe9"]] {
        // In the usual spelling, and in another one.
        for line in [" \"1\"]\n", "  \"1\" ]"] {
            let tag = |name: &[u8]| [b"\n\n[", name, line.as_bytes()].concat();
            let [first, between, again] = [tag(one), tag(b"B"), tag(other)];
            let [one, other] = [one, other].map(String::from_utf8_lossy);
            let expected = format!("[{one}=1] [B=1] none; [{other}=1] *;");
            // Tags are read by the fast path if enough bytes follow.
            for behind in [&b"*"[..], &[&b"*"[..], &[b'\n'; 100]].concat()] {
                assert_eq!(read([&first[..], &between, &again, behind].concat()), expected);
            }
        }
    }
    // As Latin-1 these are two characters, and neither is the other.
    assert_eq!(read(b"[\xc3\xa9\xe9 \"1\"]\n[\xc3\xa9 \"2\"]\n*"), "[é\u{fffd}=1] [é=2] *;");
}

#[test]
fn commands_in_comments() {
    struct Commands(Vec<String>);
    impl Visitor<'_> for Commands {
        fn comment(&mut self, comment: RawText<'_>) {
            for command in comment.commands() {
                self.0.push(match command {
                    Command::Other { .. } => format!("other {command}"),
                    _ => command.to_string(),
                });
            }
        }
    }
    let of = |comment: &str| {
        let mut commands = Commands(vec![]);
        Reader::new(format!("{{{comment}}} e4").as_bytes()).read_game(&mut commands);
        commands.0.join(" ")
    };
    assert_eq!(of("a [%clk 0:03:00] b [%emt 1:2:03.25]"), "[%clk 0:03:00] [%emt 1:02:03.25]");
    assert_eq!(of("[%clk 61:01][%clk 59]"), "[%clk 61:01:00] [%clk 0:00:59]");
    assert_eq!(
        of("[%eval 0.25][%eval -1.3,20][%eval #-3,7][%eval +12]"),
        "[%eval 0.25] [%eval -1.30,20] [%eval #-3,7] [%eval 12.00]"
    );
    assert_eq!(of("[%eval 0.125][%eval 0.124]"), "[%eval 0.13] [%eval 0.12]");
    assert_eq!(of("[%cal Ga1b2,Rc3c4] [%x] [%"), "[%cal Ga1b2,Rc3c4] other [%x]");
    for odd in ["[%clk 1:2:3:4]", "[%clk -0:01]", "[%clk]", "[%clk 1:]", "[%clk 0.0123456789]", "[%clk 99999999999]"] {
        assert_eq!(of(odd), format!("other {odd}"));
    }
    for odd in ["[%eval]", "[%eval x]", "[%eval 1.]", "[%eval 1.2x]", "[%eval #]", "[%eval 1,]", "[%eval 99999999]"] {
        assert_eq!(of(odd), format!("other {odd}"));
    }
    assert_eq!(Command::Clock(Duration::from_nanos(1)).to_string(), "[%clk 0:00:00.000000001]");
}

#[test]
fn skipping_a_variation_a_line_and_a_game() {
    let pgn = b"e4 (d4 {)} (c4 ; )\n) d5) e5 ( Nf3 ) 1-0 d4 *";
    let mut log = Log { skip_variations: true, ..Log::default() };
    let mut reader = Reader::new(pgn);
    while reader.read_game(&mut log) {}
    assert_eq!(shorthand(&log.events), "e4 ( ) e5 ( ) 1-0; d4 *;");

    let mut log = Log { skip_games: true, ..Log::default() };
    let mut reader = Reader::new(pgn);
    while reader.read_game(&mut log) {}
    assert_eq!(shorthand(&log.events), "1-0; *;");

    struct Until<'a>(&'a str, Flow, Log);
    impl<'a> Visitor<'a> for Until<'_> {
        fn san(&mut self, san: &'a [u8], offset: usize) -> Flow {
            self.2.san(san, offset);
            if san == self.0.as_bytes() { self.1 } else { Flow::Continue }
        }
        fn begin_variation(&mut self) -> Flow {
            self.2.begin_variation();
            if self.0 == "(" { self.1 } else { Flow::Continue }
        }
        fn end_variation(&mut self) {
            self.2.end_variation();
        }
        fn end_game(&mut self, result: Option<chess0x88_pgn::GameResult>) {
            self.2.end_game(result);
        }
    }
    let until = |san, flow| {
        let mut visitor = Until(san, flow, Log::default());
        let mut reader = Reader::new(pgn);
        while reader.read_game(&mut visitor) {}
        let first = shorthand(&visitor.2.events);
        while reader.read_game(&mut visitor) {}
        (first, shorthand(&visitor.2.events))
    };
    assert_eq!(until("c4", Flow::Skip).0, "e4 ( d4 ( c4 ) d5 ) e5 ( Nf3 ) 1-0; d4 *;");
    assert_eq!(until("e5", Flow::Skip).0, "e4 ( d4 ( c4 ) d5 ) e5 1-0; d4 *;");
    assert_eq!(until("c4", Flow::Stop), ("e4 ( d4 ( c4".into(), "e4 ( d4 ( c4 d4 *;".into()));
    assert_eq!(until("(", Flow::Skip).0, "e4 ( ) e5 ( ) 1-0; d4 *;");
    assert_eq!(until("(", Flow::Stop), ("e4 (".into(), "e4 ( d4 *;".into()));

    let mut reader = Reader::new(pgn);
    assert!(reader.skip_game());
    assert_eq!(reader.offset(), 39);
    assert!(reader.skip_game());
    assert!(!reader.skip_game());
}

#[test]
fn lines_are_counted_in_any_order() {
    let mut reader = Reader::new(b"a\nb\n\nc");
    let lines = [5, 0, 1, 2, 4, 99].map(|offset| reader.line_of(offset));
    assert_eq!(lines, [4, 1, 1, 2, 3, 4]);
}

#[test]
fn an_error_in_a_tag_or_a_glyph_costs_only_that() {
    assert_eq!(read("[A \"1\"]\n[B x]\n[C \"3\"]\n[D\n[E \"5\"]\n\ne4 *"), "[A=1] E; [C=3] E; [E=5] e4 *;");
    assert_eq!(read("[A \"1\"] [B] e4 *\n[A \"2\"]\n*"), "[A=1] E; e4 *; [A=2] *;");
    assert_eq!(read("e4 $256 e5 $x (d5 $) 1-0"), "e4 E; e5 E; ( d5 E; ) 1-0;");
    // A malformed first tag may belong to either game.
    assert_eq!(read("*\n[ stray\n[[x\n[A \"1\"]\ne4 *"), "*; E; E; E; [A=1] e4 *;");
    // In movetext a bracket starts a game only if it starts a tag.
    assert_eq!(read("e4 [stray\ne5 *\n[A \"1\"]\nd4 *"), "e4 E; E; e5 *; [A=1] d4 *;");
    assert_eq!(read("e4 [A \"1\"]\nd4 *"), "e4 E; d4 *;");
    // On a line of its own: a blank line and a first move make it a header.
    assert_eq!(read("e4\n[x \"y\"]\n\ne4 Nf3"), "e4 none; [x=y] e4 Nf3 none;");
    assert_eq!(read("e4 e5\n[x \"y\"]\n\nQxf7"), "e4 e5 E; Qxf7 none;");
    assert_eq!(read("e4 e5\n[x \"y\"]\nNf3"), "e4 e5 E; Nf3 none;");
}

#[test]
fn reading_goes_on_after_an_error() {
    let found = events(b"[A \"1\"]\n1. e4 ) e5 {)} 1-0\n[A \"2\"]\n*");
    let error = PgnError::UnopenedVariation { offset: 14, line: 2 };
    assert!(found.contains(&Event::Error(error)));
    assert_eq!(shorthand(&found), "[A=1] e4 E; e5 {)} 1-0; [A=2] *;");
    assert_eq!(read("[A \"1\"]\n1. e4 {) e5 1-0\n[A \"2\"]\n*"), "[A=1] e4 E; [A=2] *;");
}

#[test]
fn symbols_of_annotators_are_glyphs() {
    assert_eq!(
        read("e4 = e5 ∞ Nf3 ⩲ Nc6 += Bb5 ⩱ a6 =+ Ba4 ± Nf6 +/- *"),
        "e4 $10 e5 $13 Nf3 $14 Nc6 $14 Bb5 $15 a6 $15 Ba4 $16 Nf6 $16 *;"
    );
    assert_eq!(
        read("e4 ∓ e5 -/+ Nf3 +- Nc6 +− Bb5 -+ a6 N Ba4 D Nf6 □ (O-O ∆ d5) 1-0"),
        "e4 $17 e5 $17 Nf3 $18 Nc6 $18 Bb5 $19 a6 $146 Ba4 $220 Nf6 $7 ( O-O $140 d5 ) 1-0;"
    );
    // Directly after a move, after a suffix, in Latin-1.
    assert_eq!(
        read("1.e4= e5+- Nf3!± O-O-O-+ e8=Q+⩲ ♘f3∞ *"),
        "e4 $10 e5 $18 Nf3 $1 $16 O-O-O $19 e8=Q+ $14 ♘f3 $13 *;"
    );
    assert_eq!(read(b"1. e4 \xb1 e5\xb1 {na\xefve} *"), "e4 $16 e5 $16 {naïve} *;");
    // Moves that only look like symbols.
    assert_eq!(read("-- 0-0 O-O-O Nbd2 Dd1 e8=N 0–0 *"), "-- 0-0 O-O-O Nbd2 Dd1 e8=N 0–0 *;");
}

#[test]
fn symbols_without_a_number_are_passed_over() {
    let found = events("1. e4 ↑ e5 =∞ (c5 ⟳) 2. Nf3 + Nc6 & 3. Bb5 ) a6 1-0".as_bytes());
    assert_eq!(shorthand(&found), "e4 E; e5 E; ( c5 E; ) Nf3 E; Nc6 E; Bb5 E; a6 1-0;");
    assert_eq!(
        errors(&found),
        [
            "line 1, byte 6: expected a move or an annotation glyph, found ↑",
            "line 1, byte 13: `=` cannot stand in movetext",
            "line 1, byte 22: expected a move or an annotation glyph, found ⟳",
            "line 1, byte 34: `+` cannot stand in movetext",
            "line 1, byte 40: `&` cannot stand in movetext",
            "line 1, byte 49: `)` closes no variation",
        ]
    );
}

#[test]
fn symbols_without_a_number_right_behind_a_move_do_not_cost_it() {
    let found = events("1. e4↑ e5=∞ (c5⟳ Nf3) 2. Nf3+∞= O-O-O“ 3. e8=♕⇆ ♘f6↑± 1-0".as_bytes());
    assert_eq!(shorthand(&found), "e4 E; e5 E; ( c5 E; Nf3 ) Nf3+ E; O-O-O E; e8=♕ E; ♘f6 E; 1-0;");
    let told = "line 1, byte 5: expected a move or an annotation glyph, found ↑";
    assert_eq!(errors(&found)[0], told);
    assert_eq!(read(b"1. e4\x86 e5 *"), "e4 E; e5 *;");
    // Figurines, invisible characters behind them, and dashes are parts of moves.
    assert_eq!(read("e8=♕ e8♛\u{fe0e} 0–0– O-O- Nf3+ *"), "e8=♕ e8♛\u{fe0e} 0–0– O-O- Nf3+ *;");
}

#[test]
fn words_that_are_no_moves_are_passed_over() {
    // As in python-chess and pgn-reader.
    assert_eq!(read("1. e4 e5 White resigns 1-0"), "e4 e5 E; E; 1-0;");
    assert_eq!(read("1. e4 e5 2.x Nf3 TN (2. d4 Scotch) Nc6 1/2-1/2"), "e4 e5 E; Nf3 E; ( d4 E; ) Nc6 1/2-1/2;");
    assert_eq!(read("1. e4 unclear\n\nhere. e5 & fine *"), "e4 E; E; e5 E; E; *;");
    assert_eq!(read("Qxf7 mate 1-0"), "Qxf7 E; 1-0;");
    // Also after a result, with one error for all, but not after a blank line.
    assert_eq!(read("e4 1-0 Black resigned! d4 * { That } is all. ) *"), "e4 E; 1-0; d4 E; *;");
    assert_eq!(read("[A \"1\"]\ne4 1-0\nBlack\nresigned.\n\n[A \"2\"]\n*"), "[A=1] e4 E; 1-0; [A=2] *;");
    assert_eq!(read("e4 * by\n\nnow *"), "e4 E; *; E; *;");
    assert_eq!(read("e4 1-0.\n\n[A \"2\"]\n*"), "e4 E; 1-0; [A=2] *;");
    // In European alphabets, also as bytes of Latin-1.
    assert_eq!(read("1. e4 Weiß überlegt e5 égalité 1-0 Белые сдались"), "e4 E; E; e5 E; E; 1-0;");
    assert_eq!(read("e4 ½–½ Ισοπαλία"), "e4 E; 1/2-1/2;");
    assert_eq!(read("e4 1-0\n\u{feff}[A \"1\"]\n*"), "e4 1-0; [A=1] *;");
    assert_eq!(read(b"e4 abandonn\xe9 e5 \xc9chec *"), "e4 E; e5 E; *;");
    // A possible move is left to the reader of moves: with a digit, castling in any spelling, another alphabet.
    let moves = "P-K4 OO o-o O–O-O+ О-О о-о-о -- @@@@ Z0 炮二平五 ม-ง๒ Кf3 Ñf3 e8=Q N1 *";
    assert_eq!(read(moves), format!("{moves};"));

    let found = events(b"1. e4 finally! e5 1-0 Black resigned");
    assert_eq!(
        errors(&found),
        [
            "line 1, byte 6: expected a move or an annotation glyph, found finally",
            "line 1, byte 22: expected a move or an annotation glyph, found Black",
        ]
    );
}

#[test]
fn results_with_dashes_and_halves() {
    assert_eq!(read("e4 1–0 d4 0—1 c4 1/2−1/2"), "e4 1-0; d4 0-1; c4 1/2-1/2;");
    assert_eq!(read("e4 ½–½ d4 ½-½ b4 (c4 1–0) 1/2-½ Nf3 0‑1"), "e4 1/2-1/2; d4 1/2-1/2; b4 ( c4 ) 1/2-1/2; Nf3 0-1;");
    // Windows-1252.
    assert_eq!(read(b"e4 \xbd-\xbd d4 1\x960 \xbd\x96\xbd"), "e4 1/2-1/2; d4 1-0;");
    assert_eq!(read("[A \"1\"]\n\n1. e4 1–0\n\n[A \"2\"]\n\n1. d4 ½–½\n"), "[A=1] e4 1-0; [A=2] d4 1/2-1/2;");
    // These are no results.
    assert_eq!(read("1–1 1/2–1 11–0 *"), "1–1 2–1 11–0 *;");
    for text in ["1-0", "0-1", "1/2-1/2", "*"] {
        assert_eq!(GameResult::from_ascii(text.as_bytes()).map(GameResult::as_str), Some(text));
    }
    assert_eq!(GameResult::from_ascii("1–0".as_bytes()), None);
}

#[test]
fn a_comment_and_nothing_else_is_a_game() {
    assert_eq!(read("{ a comment }"), "{a comment} none;");
    assert_eq!(read("\u{feff}; head\n\n{a}\n% x\n\n{b}\n"), "{head} {a} {b} none;");
    // But a line before the tags is no game, nor is a comment beside a game.
    assert_eq!(read("; head\n"), "");
    assert_eq!(read("{a}\n[A \"1\"]\n*\n\n{b}\n"), "[A=1] *;");
}

#[test]
fn a_move_number_1_behind_a_blank_line_starts_a_game_without_tags() {
    let four = "1. e4 e5\n\n1. d4 d5\n2. c4\n\n1.c4 {a} (1. b3\n\n1. a3)\n \r\n1. Nf3\n";
    assert_eq!(read(four), "e4 e5 none; d4 d5 c4 none; c4 {a} ( b3 a3 ) none; Nf3 none;");
    // No new game: Black moves, no blank line, before the first move, or a game with tags.
    assert_eq!(read("1. e4\n\n1... e5\n\n1. ... d5\n\n1.… c5\n\n2. c4"), "e4 e5 d5 c5 c4 none;");
    assert_eq!(read("1. e4\n1. d4\n\n1 c4\n\n11. b4"), "e4 d4 none; c4 b4 none;");
    assert_eq!(read("{a}\n\n; b\n\n1. e4\n\n{c}\n\n1. d4\n\n1. {d}\n\n1."), "{a} {b} e4 {c} none; d4 {d} none;");
    assert_eq!(read("[A \"1\"]\n\n1. e4\n\n1. d4"), "[A=1] e4 none; d4 none;");
    // Null moves between the games belong to the first.
    assert_eq!(read("0000\n\n1. e4 0000\n\n1. 0000"), "0000 none; e4 0000 none; 0000 none;");
}

#[test]
fn a_half_alone_is_a_draw() {
    assert_eq!(read("1. e4 e5 1/2\n\n1. d4 ½ e4 1/2"), "e4 e5 1/2-1/2; d4 1/2-1/2; e4 1/2-1/2;");
    assert_eq!(
        read("[A \"1\"]\n1. e4 (e5 1/2 d4) 1/2\n[A \"2\"]\n1/2\n"),
        "[A=1] e4 ( e5 d4 ) 1/2-1/2; [A=2] 1/2-1/2;"
    );
    let mut reader = Reader::new(b"1. e4 1/2 1. d4 1/2-1/2 1. c4 11/2 1-0");
    assert!(reader.skip_game() && reader.offset() == 9);
    assert!(reader.skip_game() && reader.offset() == 23);
    assert!(reader.skip_game() && reader.offset() == 38);
}

#[test]
fn a_move_number_1_that_cannot_go_on_starts_a_game_and_is_told() {
    let told = |pgn: &str| {
        let found = events(pgn.as_bytes());
        // Games that are skipped end at the same bytes.
        let (mut reader, mut starts) = (Reader::new(pgn.as_bytes()), Vec::new());
        while reader.skip_game() {
            starts.push(reader.offset());
        }
        let ends = found.iter().filter(|event| matches!(event, Event::End(_))).count();
        assert_eq!(starts.len(), ends, "{pgn}");
        (shorthand(&found), errors(&found).join("; "))
    };
    let note = |line, byte| {
        format!(
            "line {line}, byte {byte}: move number 1 again: read as a new game, which should stand behind a blank line"
        )
    };
    assert_eq!(told("1. e4 e5\n1. d4 d5 *"), ("e4 e5 E; none; d4 d5 *;".into(), note(2, 9)));
    assert_eq!(told("1. é4 é5\n1. d4"), ("é4 é5 E; none; d4 none;".into(), note(2, 11)));
    assert_eq!(
        told("e4 (d4 d5) {x} e5 $1 ; y\n  1.d4"),
        ("e4 ( d4 d5 ) {x} e5 $1 {y} E; none; d4 none;".into(), note(2, 27))
    );
    assert_eq!(told("1. e4\n1. e5\n2. Nf3\n1. d4\n1... d5"), ("e4 e5 Nf3 E; none; d4 d5 none;".into(), note(4, 19)));
    // Here it may continue, or is another number.
    for pgn in [
        "1. e4\n1. e5",
        "1. e4 e5\n1... Nf3",
        "1. e4 e5 1. Nf3",
        "1. e4 e5\n11. Nf3",
        "1. e4 (d4\n1. d5) e5",
        "(a3 b6 c3)\n1. e4\n1. e5",
        "1. e4 {a (b} (c3 {d) e})\n1. e5",
        "1. e4 ; a (b c\n1. e5",
        "1. e4\n% a (b c\n1. e5",
        "1\u{2026} e5\n1. d4",
    ] {
        assert_eq!(told(pgn).1, "", "{pgn}");
    }
    assert_eq!(told("[A \"1\"]\n1. e4 e5\n1. d4").0, "[A=1] e4 e5 d4 none;");
}

#[test]
fn line_ends_of_html_are_line_ends() {
    assert_eq!(
        read(
            "[A \"1\"]<br />[B \"2\"]<br>\n<br />1. e4 e5<br/>2. Nf3 ; best<BR />Nc6<br />\n*<br />[A \"2\"]<br />1-0<br />"
        ),
        "[A=1] [B=2] e4 e5 Nf3 {best} Nc6 *; [A=2] 1-0;"
    );
    assert_eq!(read("<br />1. e4 e5<br />\n<br />\n1. d4<br />d5"), "e4 e5 none; d4 d5 none;");
    assert_eq!(read("1. e4 e5<br />1. d4<br />\n1. d5"), "e4 e5 E; none; d4 d5 none;");
    assert_eq!(read("e4 <b>e5</b> *"), "e4 E; E; E; e5 E; E; E; *;");
    assert_eq!(read("1. e4<br />1... e5<br />2. Nf3 <br />1. d4 *"), "e4 e5 Nf3 E; none; d4 *;");
    assert_eq!(read("1. e4 (1. d4<br />1. c4) e5 *"), "e4 ( d4 c4 ) e5 *;");
    assert_eq!(read("<br /><br>\n"), "");
    // A game without a move so far is not ended by another one.
    assert_eq!(read("{a}<br />\n<br />\n1. e4 e5<br />\n<br />\n1. d4"), "{a} e4 e5 none; d4 none;");
    let page = "<pre class=\"pgn\">\n[A \"1\"]\n1. e4 *</pre>\n<DIV><p>1. d4</p>\n<p>1. c4 *</div>";
    assert_eq!(read(page), "[A=1] e4 *; d4 none; c4 *;");
    assert_eq!(read("e4 <price> e5 *"), "e4 E; E; E; e5 *;");
    assert_eq!(read("e4 <p1> e5 *"), "e4 E; p1 E; e5 *;");
    // The content of a tag of HTML has no meaning, also when it is skipped.
    for tag in ["<p style=\"margin:0;padding:0\">", "<div id=\"a(b*1-0{[\">", "<P é½-½ )>"] {
        for (before, read_as) in [("[A \"1\"]\n", "[A=1] "), ("", "")] {
            let pgn = format!("{before}1. e4 {tag} (d4 {tag}) e5 * 1. c4 {tag}");
            assert_eq!(read(&pgn), format!("{read_as}e4 ( d4 ) e5 *; c4 none;"), "{pgn}");
            let games = split_games(pgn.as_bytes()).map(|range| range.end).collect::<Vec<_>>();
            assert_eq!(games, [pgn.find(" 1. c4").expect("it is there"), pgn.len()], "{pgn}");
        }
    }
    let mut reader = Reader::new(b"1. e4 e5 ; x<br />* 1. d4<br />\n<br />1. c4 (<br />1. b4)<br />1-0");
    assert!(reader.skip_game() && reader.offset() == 19);
    assert!(reader.skip_game() && reader.offset() == 38);
    assert!(reader.skip_game() && reader.offset() == 66);
}

/// Each separator, in place of each space and beside it.
#[test]
fn each_separator_separates_tokens_tags_and_games() {
    let pgn = "[White \"Anna\"]\n \n1. e4 e5 2.0000 ( 2. Nf3 ) ♘c6 $1 O-O ... e8=Q !? 1-0 \n\n [White \"Bela\"]\n d4 1/2 \n\n \n 1. c4 * ";
    let expected = shorthand(&events(pgn.as_bytes()));
    let places = pgn.match_indices(' ').map(|(at, _)| at).collect::<Vec<_>>();
    for separator in (char::MIN..=char::MAX).filter(|&char| chess0x88::san::is_separator(char)) {
        let of = |parts: &str| pgn.replace(' ', parts);
        let mut texts = vec![of(&separator.to_string()), of(&format!(" {separator}")), of(&format!("{separator} "))];
        texts.extend(places.iter().map(|&at| [&pgn[..at], &separator.to_string(), &pgn[at + 1..]].concat()));
        for text in texts {
            assert_eq!(shorthand(&events(text.as_bytes())), expected, "{text:?}");
            let mut reader = Reader::new(&text);
            assert_eq!(std::iter::from_fn(|| reader.skip_game().then_some(())).count(), 3, "{text:?}");
            assert_eq!(split_games(text.as_bytes()).count(), 3, "{text:?}");
        }
    }
    // In Latin-1. But the last byte of another character is no separator.
    assert_eq!(read(b"1.\xa0e4\xa0e5\xa01-0\xa0"), "e4 e5 1-0;");
    assert_eq!(read("e4 à1-0 e5 à0000 *"), "e4 à1-0 e5 à0000 *;");
    assert_eq!(read("1. e4, e5,2.`Nf3` Nc6. 3.Bb5,a6 `1-0`"), "e4 e5 Nf3 Nc6 Bb5 a6 1-0;");
}

#[test]
fn a_tag_of_the_roster_behind_a_blank_line_ends_a_comment() {
    let games = |between: &str| {
        let found = events(
            format!("[Event \"0\"]\n\n1. e4 {{ oops e5 *{between}[Event \"1\"]\n\n1. d4 *{between}[Event \"2\"]\n\n1. c4 {{ x }} d5 *\n")
                .as_bytes(),
        );
        shorthand(&found)
    };
    for between in ["\n\n", "\r\n\r\n", "\n \n", "\n\u{a0}\n\n"] {
        assert_eq!(games(between), "[Event=0] e4 E; [Event=1] d4 *; [Event=2] c4 {x} d5 *;", "{between:?}");
    }
    // Without a blank line, not in the first column, or with another name, it belongs to the comment.
    for between in ["\n", "\n\n ", "\n\n[X \"1\"]\n", "\n\n[Event x]\n\n "] {
        assert!(!games(between).starts_with("[Event=0] e4 E;"), "{between:?}");
    }
}

/// The results of arbiters. `0-0` is one if the tag says so or no move comes before it, and only comments come after it.
#[test]
fn results_of_arbiters_are_told_apart_from_castling() {
    let told = |pgn: &str| {
        let mut reader = Reader::new(pgn);
        let skipped = std::iter::from_fn(|| reader.skip_game().then_some(())).count();
        let found = events(pgn.as_bytes());
        assert_eq!(found.iter().filter(|event| matches!(event, Event::End(_))).count(), skipped, "{pgn}");
        shorthand(&found)
    };
    assert_eq!(told("e4 1/2-0 e4 0-1/2 e4 ½–0 e4 0-½\n"), "e4 1/2-0; e4 0-1/2; e4 1/2-0; e4 0-1/2;");
    for zeros in ["0-0", "0–0", "0\u{2011}0"] {
        for (tag, behind, is_result) in [
            ("0-0", "", true),
            ("0–0", "\n", true),
            (" 0-0 ", " {no show} \n", true),
            ("0-0", "\n\n", true),
            ("0-0", "<br>\n<br>", true),
            ("0-0", "\n[Result \"*\"]\n*", true),
            ("0-0", " d5", false),
            ("0-0", " (d5)", false),
            ("0-0", "! \n", false),
            ("0-0", " 0-0", false),
            ("0-0", " 1-0", false),
            ("0-0-0", "", false),
            ("*", "", false),
            ("1-0", "\n\n", false),
        ] {
            let pgn = format!("[Result \"{tag}\"]\n\n1. e4 (d4 {zeros}) e5 {zeros}{behind}");
            let told = told(&pgn);
            let one = format!("[Result={tag}] e4 ( d4 {zeros} ) e5 0-0;");
            assert_eq!(told.starts_with(&one), is_result, "{pgn}: {told}");
            assert_eq!(told.contains(&format!("e5 {zeros}")) && !told.starts_with(&one), !is_result, "{pgn}: {told}");
        }
        // There is no castling before the first move.
        assert_eq!(told(&format!("[White \"A\"]\n\n{zeros}\n\n{zeros}\n")), "[White=A] 0-0; 0-0;");
        assert_eq!(told(&format!("{zeros} O-O\n\n1. e4 {zeros}\n")), format!("{zeros} O-O none; e4 {zeros} none;"));
    }
    // The last tag counts. A tag of one game does not affect the next.
    assert_eq!(
        told("[A \"\"]\n[Result \"0-0\"]\n[Result \"*\"]\ne4 0-0\n"),
        "[A=] [Result=0-0] [Result=*] e4 0-0 none;"
    );
    assert_eq!(told("[Result \"0-0\"]\n0-0\n[A \"\"]\ne4 0-0\n"), "[Result=0-0] 0-0; [A=] e4 0-0 none;");
}
