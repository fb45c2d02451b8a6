//! Commands in comments: squares, arrows, and commands of comments that are texts.

use chess0x88::Square;
use chess0x88_pgn::{Command, Shape, ShapeColor};

fn printed(comment: &str) -> Vec<String> {
    let name = |command| match command {
        Command::Shapes(_) => "shapes",
        Command::Other { .. } => "other",
        _ => "time or eval",
    };
    Command::all_in(comment).map(|command| format!("{}: {command}", name(command))).collect()
}

#[test]
fn squares_and_arrows_are_read_and_written_back() {
    for (comment, expected) in [
        ("[%csl Gd4]", "shapes: [%csl Gd4]"),
        ("[%csl Gb4,Yd5,Rf6,Ba1]", "shapes: [%csl Gb4,Yd5,Rf6,Ba1]"),
        ("[%cal Ge2e4,Ye2d4,Re2g4]", "shapes: [%cal Ge2e4,Ye2d4,Re2g4]"),
        ("a [%csl  Gd4 , Re5 ] b", "shapes: [%csl Gd4,Re5]"),
        ("[%cal Ge2e2]", "shapes: [%cal Ge2e2]"),
        // A command that cannot be read is kept unchanged.
        ("[%csl ]", "other: [%csl]"),
        ("[%csl Gd4,]", "other: [%csl Gd4,]"),
        ("[%csl Od4]", "other: [%csl Od4]"),
        ("[%csl gd4]", "other: [%csl gd4]"),
        ("[%csl Gd9]", "other: [%csl Gd9]"),
        ("[%csl Gd]", "other: [%csl Gd]"),
        ("[%csl Gé]", "other: [%csl Gé]"),
        ("[%csl Géé]", "other: [%csl Géé]"),
        ("[%csl Ge2e4]", "other: [%csl Ge2e4]"),
        ("[%cal Gd4]", "other: [%cal Gd4]"),
        ("[%cal Ge2e4,Gd4]", "other: [%cal Ge2e4,Gd4]"),
        ("[%CSL Gd4]", "other: [%CSL Gd4]"),
        ("[%eval 0]", "time or eval: [%eval 0.00]"),
        ("[%eval -0.05]", "time or eval: [%eval -0.05]"),
        ("[%eval 1.234]", "time or eval: [%eval 1.23]"),
        ("[%eval 1.23x]", "other: [%eval 1.23x]"),
    ] {
        assert_eq!(printed(comment), [expected], "{comment}");
    }
    assert_eq!(
        printed("[%csl Gd4][%cal Ge2e4][%clk 0:01:00]"),
        ["shapes: [%csl Gd4]", "shapes: [%cal Ge2e4]", "time or eval: [%clk 0:01:00]"]
    );
    let shapes = |comment| Command::all_in(comment).next();
    assert_eq!(shapes("[%csl Gd4, Re5]"), shapes("[%csl  Gd4,Re5]"));
    assert_ne!(shapes("[%csl Gd4]"), shapes("[%csl Gd5]"));
    assert_eq!(printed("[%a [%] [%b c]"), ["other: [%a [%]", "other: [%b c]"]);
    assert!(printed("no [commands %here] [%unclosed").is_empty());
}

/// Each evaluation reads as it was printed, for both signs. A sign before the text belongs to the number.
#[test]
fn the_sign_of_an_evaluation_is_that_of_its_text() {
    let read = |value: &str| {
        Command::all_in(&format!("[%eval {value}]")).map(|command| format!("{command:?}")).next().unwrap()
    };
    for (value, centipawns) in [
        ("0", 0),
        ("0.0", 0),
        ("0.004", 0),
        ("0.005", 1),
        ("0.01", 1),
        ("0.05", 5),
        ("0.5", 50),
        ("0.994", 99),
        ("0.995", 100),
        ("1", 100),
        ("1.5", 150),
        ("12.345", 1235),
        ("327.68", 32768),
        ("21474836.47", i32::MAX),
    ] {
        for depth in [None, Some(20)] {
            let told = |centipawns| format!("{:?}", Command::Eval { centipawns, depth });
            let behind = depth.map_or(String::new(), |depth| format!(",{depth}"));
            assert_eq!(read(&format!("{value}{behind}")), told(centipawns));
            assert_eq!(read(&format!("+{value}{behind}")), told(centipawns));
            assert_eq!(read(&format!("-{value}{behind}")), told(-centipawns));
        }
    }
    for number in (0..2000).chain([31_999, 1_000_000, i32::MAX]) {
        for number in [number, -number] {
            let same = |command: Command<'_>| {
                let text = command.to_string();
                assert_eq!(Command::all_in(&text).collect::<Vec<_>>(), [command], "{text}");
                text
            };
            let eval = same(Command::Eval { centipawns: number, depth: None });
            let mate = same(Command::Mate { moves: number, depth: Some(3) });
            assert_eq!(eval.contains('-'), number < 0, "{eval}");
            assert_eq!(mate.contains("#-"), number < 0, "{mate}");
        }
    }
    // The least number has no negative, and a text with one more digit is no evaluation.
    assert!(
        read("-21474836.48").starts_with("Other")
            && read("--1").starts_with("Other")
            && read("+-1").starts_with("Other")
    );
}

#[test]
fn shapes_given_are_those_that_read() {
    let square = Shape::Square { color: ShapeColor::Red, square: Square::E5 };
    let arrow = Shape::Arrow { color: ShapeColor::Blue, from: Square::G1, to: Square::F3 };
    let given = [arrow, square, arrow];
    let written = Command::Shapes(given.as_slice().into()).to_string();
    assert_eq!(written, "[%csl Re5] [%cal Bg1f3,Bg1f3]");
    let read: Vec<Shape> = Command::all_in(&written)
        .flat_map(|command| match command {
            Command::Shapes(shapes) => shapes.iter().collect(),
            _ => Vec::new(),
        })
        .collect();
    assert_eq!(read, [square, arrow, arrow]);
    assert_eq!(Command::Shapes([square].as_slice().into()), Command::all_in("[%csl Re5]").next().expect("one"));
    assert_eq!(Command::Shapes([].as_slice().into()).to_string(), "");
}
