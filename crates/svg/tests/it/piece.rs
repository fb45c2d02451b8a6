//! One piece by itself, and where a piece may go.

use chess0x88::{Chess, Color, Move, Piece, Role, Square, SquareSet};
use chess0x88_svg::{Palette, PieceSvg, Svg};
use roxmltree::Document;

#[test]
fn every_piece_by_itself_is_drawn_as_on_a_board() {
    let pieces = Piece::ALL.into_iter().chain(Color::ALL.map(|color| Piece::new(color, Role::Met).promoted()));
    for piece in pieces {
        let board = {
            let mut board = chess0x88::Board0x88::empty();
            board.set(Square::A1, Some(piece));
            board
        };
        for (alone, on_board) in
            [(PieceSvg::new(piece), Svg::new(&board)), (PieceSvg::makruk(piece), Svg::makruk(&board))]
        {
            let (alone, on_board) = (alone.to_string(), on_board.to_string());
            let document = Document::parse(&alone).expect("well-formed XML");
            assert_eq!(document.root_element().attribute("viewBox"), Some("0 0 100 100"));
            assert!(document.root_element().attribute("width").is_none());
            let paths = document.descendants().filter_map(|node| node.attribute("d"));
            assert!(paths.inspect(|path| assert!(on_board.contains(path), "{piece:?}")).count() == 2);
        }
    }
}

#[test]
fn a_piece_by_itself_says_what_it_is_and_takes_size_and_colours() {
    let ma = Piece::new(Color::Black, Role::Knight);
    let mut palette = Palette::MAKRUK;
    palette.black = "#123456".parse().expect("a colour");
    let picture = PieceSvg::makruk(ma).size(0).palette(palette).to_string();
    for part in [r#"aria-label="Black Ma""#, r#"width="1" height="1""#, r##"fill="#123456""##] {
        assert!(picture.contains(part), "{part} in {picture}");
    }
    assert!(PieceSvg::new(ma).to_string().contains("Black knight"));
}

#[test]
fn targets_are_dots_and_corners_on_the_right_squares() {
    let position: Chess = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse().expect("legal");
    let targets: SquareSet = position.legal_moves_from(Square::E4).into_iter().map(Move::landing).collect();
    for (side, dot, corner) in [(Color::White, ("450", "350"), "M300 300"), (Color::Black, ("350", "450"), "M400 400")]
    {
        let picture = Svg::new(position.board()).orientation(side).targets(targets).to_string();
        let document = Document::parse(&picture).expect("well-formed XML");
        let dots: Vec<_> = document
            .descendants()
            .filter(|node| node.has_tag_name("circle"))
            .map(|node| (node.attribute("cx").expect("cx"), node.attribute("cy").expect("cy")))
            .collect();
        assert_eq!(dots, [dot]);
        assert_eq!(picture.matches(corner).count(), 1);
    }
    let plain = Svg::new(position.board());
    assert_eq!(plain.targets(SquareSet::EMPTY).to_string(), plain.to_string());
}
