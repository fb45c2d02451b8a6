use chess0x88::{Chess, Color, Piece, Role};
use dataset::find::Search;
use dataset::game::Game;
use dataset::tables::positions;

use crate::{convert, file, games, program, rows};

/// Each kind of query gives the same as a plain loop over the positions.
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
                        .board()
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
                let moved = at[before].board().piece_at(mv.from()).unwrap();
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
                ply > 0 && {
                    let mv = chess0x88::Move::from_bits(game.moves[ply - 1]).unwrap();
                    let is_knight = at[ply - 1].board().piece_at(mv.from()).unwrap().to_string() == "N";
                    is_knight && mv.to() == "f3".parse().unwrap()
                }
            }),
        ),
        (
            format!("material={material}|KvK captured=-"),
            Box::new(|_, at, ply| {
                let found = dataset::schema::material(&at[ply]);
                let all = |position: &Chess| position.board().occupied().len();
                ply > 0 && (found == material || found == "KvK") && all(&at[ply - 1]) == all(&at[ply])
            }),
        ),
        (
            "black-move=O-O|O-O-O result=1-0|1/2-1/2".to_owned(),
            Box::new(|game, at, ply| {
                ply > 0 && game.result() != "0-1" && at[ply - 1].turn() == Color::Black && {
                    let mv = chess0x88::Move::from_bits(game.moves[ply - 1]).unwrap();
                    mv.kind() == chess0x88::MoveKind::Castle
                }
            }),
        ),
        (
            "8/8/8/q7/8/8/8/8|8/8/8/r7/8/8/8/8".to_owned(),
            Box::new(|_, at, ply| {
                let on = at[ply].board().piece_at("a5".parse().unwrap()).map(|piece| piece.to_string());
                on.is_some_and(|piece| ["q", "r"].contains(&&*piece))
            }),
        ),
        (
            "captured=QRBNP next captured=qrbnp next any".to_owned(),
            Box::new(|_, at, ply| {
                let lost = |ply: usize, color| {
                    let count = |position: &Chess| position.board().colored(color).len();
                    count(&at[ply - 1]) > count(&at[ply])
                };
                ply > 2 && lost(ply - 2, Color::White) && lost(ply - 1, Color::Black)
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
        // The program gives the same for the PGN and for the tables.
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

/// In games of Chess960, the moves and the starts in both forms of a FEN.
#[test]
fn games_of_chess960_are_searched_as_others_are() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let all = games::games(4000);
    let text: Vec<&str> = all.split_inclusive("\n\n").collect();
    let text: String = text.chunks(2).filter(|game| game[0].contains("Chess960")).flatten().copied().collect();
    let path = file(folder.path(), "960.pgn", text);
    convert(std::slice::from_ref(&path), &out);
    let all: Vec<(Game, Vec<Chess>)> =
        rows(&out).into_iter().map(|game| (game.clone(), positions(&game).unwrap())).collect();
    assert_eq!(all.len(), 200);
    let (mut castled, mut with_rook) = (0, 0);
    let found = |query: &str| -> String {
        let [ours, theirs] = [&path, &out].map(|source| program(&["find", query, source.to_str().unwrap()]));
        assert_eq!(ours.stdout, theirs.stdout, "{query}");
        String::from_utf8(ours.stdout).unwrap()
    };
    for (game, positions) in &all {
        let line = |ply: usize| format!("{}:{} {ply} {}\n", path.display(), game.line, positions[ply].fen());
        for (ply, &bits) in game.moves.iter().enumerate() {
            let mv = chess0x88::Move::from_bits(bits).unwrap();
            if mv.kind() != chess0x88::MoveKind::Castle {
                continue;
            }
            castled += 1;
            if castled > 12 {
                continue;
            }
            let before = positions[ply];
            let uci = mv.to_uci(chess0x88::uci::CastlingMode::Standard).to_string();
            let uci = &uci[..];
            with_rook +=
                usize::from(before.board().piece_at(uci[2..].parse().unwrap()).is_some_and(|p| p.role() == Role::Rook));
            let san = before.san(mv);
            for said in [san.trim_end_matches(['+', '#']), uci, &format!("{}{}", mv.from(), mv.to())] {
                let query = format!("{} next move={said}", before.fen());
                assert!(found(&query).contains(&line(ply + 1)), "{query}");
            }
        }
    }
    assert!(castled > 5, "{castled}");
    assert!(with_rook > 0);
    // Both forms of the castling rights.
    let (_, positions) = &all[3];
    let fen = positions[0].fen().to_string();
    let files: String = fen.split(' ').next().unwrap().rsplit('/').next().unwrap().to_owned();
    let rooks: Vec<usize> = files.char_indices().filter(|&(_, piece)| piece == 'R').map(|(at, _)| at).collect();
    let letter = |at: usize, first: u8| char::from(first + at as u8);
    let shredder: String =
        [(1, b'A'), (0, b'A'), (1, b'a'), (0, b'a')].map(|(rook, first)| letter(rooks[rook], first)).iter().collect();
    let start = fen.split(' ').next().unwrap();
    let expected = found(&fen);
    assert!(expected.contains(" 0 "));
    for rights in [&*shredder, "KQkq"] {
        assert_eq!(found(&format!("{start} w {rights} - 0 1")), expected, "{rights}");
    }
}
