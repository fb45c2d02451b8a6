//! The SVG picture of a board: well-formed, complete, turned the right way, deaf to hostile input.

use chess0x88::{Board0x88, Color, Piece, Role, Square};
use chess0x88_svg::{Arrow, Mark, Palette, ParseRgbaError, Rgba, Svg};
use proptest::prelude::*;
use roxmltree::{Document, Node};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const MIDDLEGAME: &str = "r1bqk2r/pppp1Npp/2n2n2/2b1p3/2B1P3/8/PPPP1PPP/RNBQK2R";

/// The board of a FEN placement in which `m`, `s` and `x` are Met, Khon and promoted Bia; what means nothing is skipped.
fn board(placement: &str) -> Board0x88 {
    let mut board = Board0x88::empty();
    for (rank, row) in (0..8).rev().zip(placement.split('/')) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as u8;
                continue;
            }
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let role = match letter.to_ascii_lowercase() {
                'p' => Role::Pawn,
                'n' => Role::Knight,
                'k' => Role::King,
                'b' => Role::Bishop,
                'r' => Role::Rook,
                'q' => Role::Queen,
                's' => Role::Khon,
                _ => Role::Met,
            };
            let piece = Piece::new(color, role);
            let piece = if letter.eq_ignore_ascii_case(&'x') { piece.promoted() } else { piece };
            if let Some(square) = Square::from_x88(16 * rank + file) {
                board.set(square, Some(piece));
            }
            file += 1;
        }
    }
    board
}

/// The pieces drawn: shape, corner and fill.
fn drawn(text: &str) -> Vec<(String, i32, i32, String)> {
    let document = Document::parse(text).expect("well-formed XML");
    let number = |node: Node<'_, '_>, name: &str| node.attribute(name).expect(name).parse::<i32>().expect(name);
    document
        .descendants()
        .filter(|node| node.has_tag_name("use"))
        .map(|node| {
            let id = node.attribute("href").expect("href").strip_prefix('#').expect("local").to_owned();
            let defined = document.descendants().filter(|other| other.attribute("id") == Some(&id)).count();
            assert_eq!(defined, 1, "{id} is defined once");
            let fill = node.parent().and_then(|group| group.attribute("fill")).expect("fill").to_owned();
            (id, number(node, "x"), number(node, "y"), fill)
        })
        .collect()
}

#[test]
fn every_piece_of_the_start_position_is_drawn_on_its_square() {
    let text = Svg::new(&board(START)).to_string();
    let pieces = drawn(&text);
    assert_eq!(pieces.len(), 32);
    for (id, x, y, fill) in [
        ("x88-rook", 0, 700, "#fffdf7"),
        ("x88-king", 400, 700, "#fffdf7"),
        ("x88-queen", 300, 0, "#44403e"),
        ("x88-pawn", 700, 100, "#44403e"),
    ] {
        assert!(pieces.contains(&(id.into(), x, y, fill.into())), "{id} at {x}, {y}");
    }
    assert!(text.len() < 6000, "{} bytes", text.len());
}

#[test]
fn black_at_the_bottom_turns_the_board_by_half_a_turn() {
    let board = board(MIDDLEGAME);
    let white = Svg::new(&board).to_string();
    let black = Svg::new(&board).orientation(Color::Black).to_string();
    let mut turned: Vec<_> = drawn(&black).into_iter().map(|(id, x, y, fill)| (id, 700 - x, 700 - y, fill)).collect();
    let mut upright = drawn(&white);
    turned.sort();
    upright.sort();
    assert_eq!(turned, upright);
    assert!(white.contains(r#"<text x="50" y="833">a</text>"#) && white.contains(r#"<text x="-23" y="763">1</text>"#));
    assert!(black.contains(r#"<text x="50" y="833">h</text>"#) && black.contains(r#"<text x="-23" y="763">8</text>"#));
}

#[test]
fn only_the_shapes_on_the_board_are_defined() {
    let mut board = Board0x88::empty();
    let empty = Svg::new(&board).to_string();
    assert!(!empty.contains("<defs>") && drawn(&empty).is_empty());
    board.set(Square::E4, Some(Piece::new(Color::White, Role::Knight)));
    let one = Svg::new(&board).to_string();
    let document = Document::parse(&one).expect("well-formed XML");
    let ids: Vec<_> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    assert_eq!(ids, ["x88-knight"]);
}

#[test]
fn each_game_has_its_own_look_for_the_roles_both_share() {
    let board = board("kqrbnpsm/x7/8/8/8/8/8/8");
    let ids = |svg: Svg<'_>| {
        let mut ids: Vec<_> = drawn(&svg.to_string()).into_iter().map(|(id, ..)| id).collect();
        ids.sort();
        ids.join(" ")
    };
    assert_eq!(
        ids(Svg::new(&board)),
        "x88-bia-ngai x88-bishop x88-khon x88-king x88-knight x88-met x88-pawn x88-queen x88-rook"
    );
    assert_eq!(
        ids(Svg::makruk(&board)),
        "x88-bia x88-bia-ngai x88-bishop x88-khon x88-khun x88-knight x88-met x88-queen x88-rua"
    );
}

/// Width and height of a shape, in hundredths of a square, from the points its outline is drawn through.
fn extent(text: &str, id: &str) -> (f32, f32) {
    let document = Document::parse(text).expect("well-formed XML");
    let shape = document.descendants().find(|node| node.attribute("id") == Some(id)).expect(id);
    let outline = shape.children().find_map(|path| path.attribute("d")).expect("an outline");
    let (mut xs, mut ys) = (Vec::new(), Vec::new());
    let mut rest = outline;
    while let Some(letter) = rest.chars().next() {
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |at| at + 1);
        let numbers: Vec<f32> =
            rest[1..end].split_whitespace().map(|number| number.parse().expect("a number")).collect();
        match letter {
            'H' => xs.extend(numbers),
            'V' => ys.extend(numbers),
            // Radii, rotation and flags come before the point.
            'A' => {
                xs.push(numbers[5]);
                ys.push(numbers[6]);
            }
            _ => numbers.chunks_exact(2).for_each(|point| {
                xs.push(point[0]);
                ys.push(point[1]);
            }),
        }
        rest = &rest[end..];
    }
    let span = |all: Vec<f32>| all.iter().copied().fold(0.0, f32::max) - all.iter().copied().fold(100.0, f32::min);
    (span(xs), span(ys))
}

#[test]
fn chess_pieces_fill_their_squares() {
    let text = Svg::new(&board(START)).to_string();
    for shape in ["king", "queen", "rook", "bishop", "knight"] {
        let (width, height) = extent(&text, &format!("x88-{shape}"));
        assert!((66.0..=86.0).contains(&width) && (76.0..=88.0).contains(&height), "{shape}: {width} by {height}");
    }
    let (width, height) = extent(&text, "x88-pawn");
    assert!((66.0..=70.0).contains(&width) && (72.0..=76.0).contains(&height), "pawn: {width} by {height}");
}

#[test]
fn a_bia_lies_and_a_promoted_one_stands() {
    let text = Svg::makruk(&board("px6/8/8/8/8/8/8/8")).to_string();
    let [(bia, lying), (promoted, standing)] = ["x88-bia", "x88-bia-ngai"].map(|id| extent(&text, id));
    assert!(bia > lying + 10.0 && promoted + 10.0 < standing, "{bia} by {lying}, {promoted} by {standing}");
}

#[test]
fn decorations_appear_where_they_are_asked_for() {
    let board = Board0x88::empty();
    let text = Svg::new(&board)
        .last_move((Square::A1, Square::A3))
        .check(Square::H8)
        .arrows(&[Arrow::new(Square::B1, Square::B3), Arrow::new(Square::C3, Square::C3)])
        .marks(&[Mark { square: Square::D5, color: Rgba(0x0102_03FF) }])
        .to_string();
    Document::parse(&text).expect("well-formed XML");
    assert!(text.contains(r##"<rect x="0" y="700" width="100" height="100" fill="#cdd22e""##));
    assert!(text.contains(r##"<rect x="0" y="500" width="100" height="100" fill="#cdd22e""##));
    assert!(text.contains(r#"<rect x="700" y="0" width="100" height="100" fill="url(#x88-check-"#));
    // The glow fades out.
    assert!(text.contains(r##"stop-color="#e8120c" stop-opacity="0.000"/></radialGradient>"##));
    assert!(text.contains(r##"<circle cx="350" cy="350" r="45" fill="none" stroke-width="7" stroke="#010203"/>"##));
    assert!(text.contains(r#"transform="matrix(0.000 -1.000 1.000 0.000 150 750)""#));
    assert_eq!(text.matches("transform").count(), 1, "an arrow to its own square is left out");
    assert!(text.contains(r#"d="M22 -9H155V-26L198 0L155 26V9H22Z""#));
    // Half of it to the left and up: the sign stands before a fraction of one, too.
    let arrow = Arrow { color: Rgba::RED, ..Arrow::new(Square::E4, Square::D6) };
    let text = Svg::new(&board).arrows(&[arrow]).to_string();
    assert!(text.contains("matrix(-0.448 -0.896 0.896 -0.448 450 450)"), "{text}");
    assert!(text.contains(r##"Z" fill="#b32020" fill-opacity="0.721"/>"##), "{text}");
    let mut palette = Palette::CHESS;
    palette.check = Rgba(0x0012_0CFF);
    let text = Svg::new(&board).check(Square::H8).palette(palette).to_string();
    assert!(text.contains(r#"id="x88-check-00120cff""#) && text.contains("url(#x88-check-00120cff)"), "{text}");
    let mut board = board;
    board.set(Square::D5, Some(Piece::new(Color::Black, Role::Queen)));
    let text = Svg::new(&board).targets([Square::D5, Square::E4].into()).to_string();
    assert!(text.contains(r##"fill="#44403e" stroke="#1c1918" color="#fffdf7""##), "light details on a dark piece");
    assert!(
        text.contains(r#"<path d="M300 300h24l-24 24zM400 300v24l-24 -24zM400 400h-24l24 -24zM300 400v-24l24 24z"/>"#)
    );
    assert!(text.contains(r#"<circle cx="450" cy="450" r="16"/>"#));
}

#[test]
fn options_of_none_change_nothing() {
    let board = board(START);
    let plain = Svg::new(&board).to_string();
    assert_eq!(Svg::new(&board).check(None).last_move(None).to_string(), plain);
}

#[test]
fn size_and_frame_decide_the_viewport() {
    let board = Board0x88::empty();
    assert!(Svg::new(&board).size(200).to_string().contains(r#"width="200" height="200" viewBox="-46 -46 892 892""#));
    assert!(Svg::new(&board).coordinates(false).to_string().contains(r#"board" viewBox="0 0 800 800""#));
    assert!(Svg::new(&board).size(0).to_string().contains(r#"width="1" height="1""#));
    assert!(!Svg::new(&board).coordinates(false).to_string().contains("<text"));
}

#[test]
fn a_makruk_board_has_lines_and_no_checkers() {
    let board = Board0x88::empty();
    let text = Svg::makruk(&board).to_string();
    assert!(text.contains("M100 0V800M0 100H800M200 0V800M0 200H800") && !text.contains("h100v100h-100z"));
    assert!(text.contains(r#"<rect x="-46" y="-46" width="892" height="892""#), "the frame");
    let text = Svg::new(&board).to_string();
    assert!(!text.contains("M100 0V800M0 100H800") && text.contains("M0 700h100v100h-100z"), "a1 is dark");
}

#[test]
fn colours_are_read_in_their_four_lengths() {
    for (text, value) in
        [("#3aF", 0x33AA_FFFF), ("#3aF8", 0x33AA_FF88), ("#F0d9B5", 0xF0D9_B5FF), ("#f0d9b580", 0xF0D9_B580)]
    {
        assert_eq!(text.parse(), Ok(Rgba(value)), "{text}");
    }
}

#[test]
fn hostile_colours_are_refused_with_the_place() {
    for (text, message) in [
        ("", "colour: expected '#' at byte 0, found the end of the text"),
        ("red", "colour: expected '#' at byte 0, found 'r'"),
        ("#", "colour: expected 3, 4, 6 or 8 digits after '#', found 0"),
        ("#12345", "colour: expected 3, 4, 6 or 8 digits after '#', found 5"),
        ("#123456789abc", "colour: expected 3, 4, 6 or 8 digits after '#', found 12"),
        ("#ff\"/><script>", "colour: expected a hexadecimal digit at byte 3, found '\"'"),
        ("#é00", "colour: expected a hexadecimal digit at byte 1, found 'é'"),
        ("#+12", "colour: expected a hexadecimal digit at byte 1, found '+'"),
        ("#fff\0", "colour: expected a hexadecimal digit at byte 4, found '\\0'"),
        ("#fff;}", "colour: expected a hexadecimal digit at byte 4, found ';'"),
        ("url(#x)", "colour: expected '#' at byte 0, found 'u'"),
        ("#１23", "colour: expected a hexadecimal digit at byte 1, found '１'"),
    ] {
        let error: ParseRgbaError = text.parse::<Rgba>().expect_err(text);
        assert_eq!(error.to_string(), message, "{text:?}");
    }
}

fn any_square() -> impl Strategy<Value = Square> {
    (0..64usize).prop_map(|index| Square::ALL[index])
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn any_settings_give_well_formed_and_repeatable_xml(
        placement in "[pnbrqksmxPNBRQKSMX1-3/]{0,80}",
        makruk: bool,
        flipped: bool,
        coordinates: bool,
        size in proptest::option::of(any::<u16>()),
        (from, to, at) in (any_square(), any_square(), any_square()),
        paint in proptest::array::uniform11(any::<u32>()),
    ) {
        let board = board(&placement);
        let [light, dark, lines, rest @ ..] = paint.map(Rgba);
        let mut palette = Palette::CHESS;
        (palette.light, palette.dark, palette.lines) = (light, dark, lines);
        [palette.frame, palette.coordinates, palette.last_move, palette.check, ..] = rest;
        [.., palette.targets, palette.white, palette.black, palette.outline] = rest;
        let arrows = [Arrow { from, to, color: light }, Arrow { from: to, to: at, color: dark }];
        let marks = [Mark { square: at, color: lines }];
        let svg = if makruk { Svg::makruk(&board) } else { Svg::new(&board) };
        let mut svg = svg
            .orientation(if flipped { Color::Black } else { Color::White })
            .coordinates(coordinates)
            .last_move((from, to))
            .check(at)
            .arrows(&arrows)
            .marks(&marks)
            .palette(palette);
        if let Some(size) = size {
            svg = svg.size(size);
        }
        let text = svg.to_string();
        let standing = Square::ALL.into_iter().filter(|&square| board.piece_at(square).is_some()).count();
        prop_assert_eq!(drawn(&text).len(), standing);
        prop_assert_eq!(svg.to_string(), text);
    }

    #[test]
    fn any_colour_survives_text(value: u32) {
        prop_assert_eq!(Rgba(value).to_string().parse(), Ok(Rgba(value)));
    }

    #[test]
    fn any_text_is_read_without_panic(text in "#?\\PC{0,10}") {
        let _ = text.parse::<Rgba>();
    }
}

/// The relative luminance of WCAG 2.
fn luminance(color: Rgba) -> f64 {
    let [red, green, blue, _] = color.0.to_be_bytes().map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[test]
fn pieces_of_the_dark_palette_stand_out() {
    let Palette { light, dark, white, black, .. } = Palette::DARK;
    for square in [light, dark] {
        for piece in [white, black] {
            let (one, other) = (luminance(square) + 0.05, luminance(piece) + 0.05);
            assert!(
                one.max(other) / one.min(other) >= 3.0,
                "{piece:?} on {square:?}: {}",
                one.max(other) / one.min(other)
            );
        }
    }
}

#[test]
fn a_description_says_placement_last_move_and_check() {
    let board = board(MIDDLEGAME);
    let text = Svg::new(&board).last_move((Square::F3, Square::F7)).check(Square::E8).to_string();
    let document = Document::parse(&text).expect("XML");
    let description = document.descendants().find(|node| node.has_tag_name("desc")).and_then(|node| node.text());
    assert_eq!(description, Some(format!("Placement: {MIDDLEGAME}. Last move: f3 to f7. Check: e8.").as_str()));
}
