use chess0x88::{Chess, Color, Piece, Role};
use dataset::find::Search;
use dataset::game::Game;
use dataset::tables::positions;

use crate::{convert, file, games, program, rows};

/// Each kind of question beside a plain loop over the positions.
#[test]
fn findings_are_those_of_a_plain_loop() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let path = file(folder.path(), "a.pgn", games::games(400));
    convert(std::slice::from_ref(&path), &out);
    let all: Vec<(Game, Vec<Chess>)> =
        rows(&out).into_iter().map(|game| (game.clone(), positions(&game).unwrap())).collect();
    let count = |position: &Chess, piece: char| position.board().squares_of(Piece::from_char(piece).unwrap()).len();
    let some = all[7].1[9];
    let queens_gone =
        all.iter().flat_map(|(_, positions)| positions).find(|p| count(p, 'Q') == 0 && count(p, 'q') == 0);
    let material = dataset::schema::material(queens_gone.unwrap());

    type Holds<'a> = Box<dyn Fn(&Game, &[Chess], usize) -> bool + 'a>;
    let questions: Vec<(String, Holds)> = vec![
        (some.fen().to_string(), Box::new(|_, at, ply| at[ply] == some)),
        (some.fen().rsplitn(3, ' ').last().unwrap().to_owned(), Box::new(|_, at, ply| at[ply] == some)),
        (
            "8/8/8/8/2P1P3/8/8/8 Q=0".to_owned(),
            Box::new(|_, at, ply| {
                let has = |square: &str| {
                    at[ply]
                        .piece_at(square.parse().unwrap())
                        .is_some_and(|p| p.role() == Role::Pawn && p.color() == Color::White)
                };
                has("c4") && has("e4") && count(&at[ply], 'Q') == 0
            }),
        ),
        (format!("material={material}"), Box::new(|_, at, ply| dataset::schema::material(&at[ply]) == material)),
        (
            "imbalance=NvB check".to_owned(),
            Box::new(|_, at, ply| {
                let p = &at[ply];
                let same = |letter: char| count(p, letter) == count(p, letter.to_ascii_lowercase());
                p.is_check()
                    && same('Q')
                    && same('R')
                    && same('P')
                    && count(p, 'N') == count(p, 'n') + 1
                    && count(p, 'b') == count(p, 'B') + 1
            }),
        ),
        (
            "moved=kN result=0-1".to_owned(),
            Box::new(|game, at, ply| {
                let Some(before) = ply.checked_sub(1) else { return false };
                let mv = chess0x88::Move::from_bits(game.moves[before]).unwrap();
                let moved = at[before].piece_at(mv.from()).unwrap();
                game.result() == "0-1" && ["k", "N"].contains(&moved.to_string().as_str())
            }),
        ),
        (
            "captured=Q !check".to_owned(),
            Box::new(|_, at, ply| {
                ply > 0
                    && count(&at[ply - 1], 'Q') > count(&at[ply], 'Q')
                    && at[ply].turn() == Color::White
                    && !at[ply].is_check()
            }),
        ),
        (
            "white-move=Nf3".to_owned(),
            Box::new(|game, at, ply| {
                ply > 0
                    && at[ply - 1].turn() == Color::White
                    && at[ply - 1].parse_san("Nf3").is_ok_and(|mv| mv.bits() == game.moves[ply - 1])
            }),
        ),
        ("checkmate".to_owned(), Box::new(|_, at, ply| at[ply].is_checkmate())),
        ("stalemate".to_owned(), Box::new(|_, at, ply| at[ply].is_stalemate())),
    ];
    for (text, holds) in &questions {
        let search = Search::parse(text).unwrap();
        let (mut lines, mut first) = (String::new(), 0);
        for (game, positions) in &all {
            let expected: Vec<usize> = (0..positions.len()).filter(|&ply| holds(game, positions, ply)).collect();
            assert_eq!(search.plies(game, positions, false), expected, "{text}");
            assert_eq!(search.plies(game, positions, true), expected[..expected.len().min(1)], "{text}");
            first += expected.len().min(1);
            for ply in expected {
                lines += &format!("{}:{} {ply} {}\n", path.display(), game.line, positions[ply].fen());
            }
        }
        // The program says the same, of the PGN and of the tables.
        for source in [&path, &out] {
            let found = program(&["find", text, source.to_str().unwrap()]);
            assert_eq!(String::from_utf8(found.stdout).unwrap(), lines, "{text}");
            assert_eq!(found.status.code(), Some(i32::from(lines.is_empty())));
            let found = program(&["find", "--first", text, source.to_str().unwrap()]);
            assert_eq!(found.stdout.iter().filter(|&&byte| byte == b'\n').count(), first);
        }
    }
    let then = Search::parse("moved=K then 8/8/8/8/8/8/8/8 moved=k then check").unwrap();
    assert!(all.iter().any(|(game, positions)| !then.plies(game, positions, false).is_empty()));
}
