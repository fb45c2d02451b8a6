//! Which of several faults of a text is told, and at which byte.

use chess0x88::error::Reason;
use chess0x88::san::{LANGUAGES, PieceMove, San, SanError};
use chess0x88::{
    Board0x88, Chess, ChessRules, File, Makruk, MakrukRules, Move, Position, Rank, Role, Rules, Setup, Square, fen,
    makruk, san,
};
use common::places::{ask, first_of_two, spoilt};
use common::{Random, position, scatter, walk};

#[test]
fn the_byte_told_is_the_first_of_a_character_in_every_fen() {
    let mut errors = 0;
    for (n, fen) in [
        "r3k2r/8/8/8/4Pp2/8/8/R3K2R b KQkq e3 5 12",
        "8/3k4/6M~1/2K1S3/8/8/8/8 b - 44 3 1",
        "8/3ข4/6ม1/2ข1ค3/8/8/8/8 b 1 b pp 3 64",
        "“https://lichess.org/editor/4k3/8/8/8/8/8/8/4K3_w_-_-_0_1?color=white",
        "é [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]",
    ]
    .into_iter()
    .enumerate()
    {
        for text in spoilt(fen) {
            errors += ask(&text, str::parse::<Setup<ChessRules>>) + ask(&text, str::parse::<Setup<MakrukRules>>);
            errors += ask(&text, fen::parse_lenient::<ChessRules>) + ask(&text, Setup::<MakrukRules>::from_fen_lenient);
            errors += ask(&text, makruk::from_thai_fen) + ask(&text, makruk::from_thai_fen_lenient);
            if n < 3 {
                errors += ask(text.split(' ').next().expect("a board"), Board0x88::from_fen);
            }
        }
    }
    assert!(errors > 10_000, "{errors}");
}

#[test]
fn the_byte_told_is_the_first_of_a_character_in_every_move() {
    let start = position("r3k2r/1P6/8/3pP3/8/5N2/8/RN2K2R w KQkq d6 0 1");
    let mut errors = 0;
    for (_, letters) in LANGUAGES {
        let [king, knight, queen] = [Role::King, Role::Knight, Role::Queen].map(|role| letters.letter(role).to_owned());
        let moves = [
            format!("{king}f2"),
            format!("{knight}b1-d2+"),
            format!("bxa8={queen}!?"),
            format!("exd6e.p.{}", "é".repeat(30)),
        ];
        for text in moves.iter().flat_map(|text| spoilt(text)) {
            errors +=
                ask(&text, |text| san::parse_with(&start, text, letters)) + ask(&text, |text| start.parse_san(text));
        }
    }
    for text in ["O-O-O#", "Nbd2", "exd6", "b7a8q"].into_iter().flat_map(spoilt) {
        errors += ask(&text, |text| san::parse_strict(&start, text)) + ask(&text, str::parse::<San>);
        errors += ask(&text, |text| start.parse_uci(text));
        // Of bytes: those before the first that is no UTF-8.
        let bytes = [text.as_bytes(), b"\xe9x"].concat();
        let error = san::parse_bytes(&start, &bytes).expect_err("no UTF-8").to_string();
        assert_eq!(error, format!("expected UTF-8 at byte {}, found U+FFFD", text.len()));
    }
    assert!(errors > 10_000, "{errors}");
}

#[test]
fn the_first_fault_of_a_fen_is_told() {
    first_of_two(
        " ",
        &[
            &[
                "4k3/8/8/8/8/8/8/4K2R",
                "4k3/8/8/8/8/8/8/4K1R",
                "4k3/8/8/8/8/8/8/4x2R",
                "4k4/8/8/8/8/8/8/4K2R",
                "4k3/8/44/8/8/8/8/4K2R",
                "8/8",
            ],
            &["w", "W", "", "white"],
            &["K", "k-", "KK", "kK", "x", "-K"],
            &["-", "e9", "i3", "--"],
            &["0", "01", "4294967296", "-", "x"],
            &["1", "007", "99999999999", "1 ", "é"],
        ],
        |text| text.parse::<Setup<ChessRules>>().err().map(|error| error.to_string()),
    );
    first_of_two(
        "/",
        &[
            &["4k3", "4x3", "4k4", "9k3", "k"],
            &["8", "7", "44", "8p", "x", ""],
            &["8", "pppp", "1é6"],
            &["4K3", "4K2", "4K22", "4KK3"],
        ],
        |ranks| format!("8/8/8/8/{ranks} w - - 0 1").parse::<Setup<ChessRules>>().err().map(|error| error.to_string()),
    );
    first_of_two(
        " ",
        &[
            &["4k3/8/8/8/8/8/8/4K2R", "4k3/8/8/8/8/8/8/4Q3"],
            &["w", "x"],
            &["-", "K"],
            &["128", "0", "e3", "-1"],
            &["3", "04", ""],
            &["1", "x"],
        ],
        |text| text.parse::<Setup<MakrukRules>>().err().map(|error| error.to_string()),
    );
    // At one byte: the order of what is expected.
    for (castling, told) in [
        ("kK", "White's castling before Black's"),
        ("KkK", "White's castling before Black's"),
        ("KK", "each castling right once"),
    ] {
        let error =
            format!("4k2r/8/8/8/8/8/8/4K2R w {castling} - 0 1").parse::<Setup<ChessRules>>().unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
}

/// What the documentation of the error says, from the answers to each piece alone.
fn expected<R: Rules>(position: &Position<R>, step: PieceMove) -> Result<Move, SanError> {
    let (board, us, to) = (position.board(), position.turn(), step.to);
    let no_such = SanError::NoSuchPiece { role: step.role, game: R::GAME, file: step.file, rank: step.rank, to };
    let illegal = |reason| SanError::Illegal(chess0x88::IllegalMove { reason, game: R::GAME });
    let own = |square| board.piece_at(square).filter(|piece| piece.color() == us);
    if let (Some(file), Some(rank)) = (step.file, step.rank) {
        let from = Square::new(file, rank);
        let is_other = step.role != Role::Pawn && own(from).is_some_and(|piece| piece.role() != step.role);
        return if is_other { Err(no_such) } else { Ok(position.find_move(from, to, step.promotion)?) };
    }
    if let Some(blocking) = own(to) {
        return Err(illegal(Reason::OwnPiece { role: blocking.role(), square: to }));
    }
    let pawn = step.role == Role::Pawn && step.file.is_none();
    let mut answers = Vec::new();
    for from in Square::ALL {
        let fits = step.file.is_none_or(|file| file == from.file()) && step.rank.is_none_or(|rank| rank == from.rank());
        let straight = from.file() == to.file();
        if fits && own(from).is_some_and(|piece| piece.role() == step.role) && (!pawn || step.is_capture || straight) {
            let answer = position.find_move(from, to, step.promotion).map_err(|error| error.reason);
            let is_step = pawn && step.is_capture && straight && answer.is_ok();
            answers.push(if is_step { Err(Reason::NothingToCapture { square: to }) } else { answer });
        }
    }
    let legal: Vec<Move> = answers.iter().filter_map(|answer| answer.ok()).collect();
    match legal[..] {
        [mv] => return Ok(mv),
        [mv, ..] => {
            let origins = legal.iter().map(|mv| mv.from()).collect();
            return Err(SanError::Ambiguous { role: step.role, game: R::GAME, origins, mv });
        }
        [] => {}
    }
    let nearness = |reason: &Reason| match reason {
        Reason::Unreachable { .. } => 1,
        Reason::Blocked { .. } | Reason::NothingToCapture { .. } => 2,
        _ => 3,
    };
    let reasons: Vec<Reason> = answers.into_iter().filter_map(Result::err).collect();
    let nearest = reasons.iter().map(nearness).max();
    let mut nearest = reasons.iter().filter(|&reason| Some(nearness(reason)) == nearest);
    let first = nearest.next();
    Err(first.filter(|&first| nearest.all(|other| other == first)).map_or(no_such, |&first| illegal(first)))
}

fn each_text_has_its_reason<R: Rules>(position: &Position<R>, random: &mut Random) -> usize {
    let mut illegal = 0;
    // A capture by a pawn without a file is rare among all.
    let pawns = Square::ALL.map(|to| PieceMove {
        role: Role::Pawn,
        file: None,
        rank: None,
        is_capture: true,
        to,
        promotion: None,
        sign: None,
    });
    let any = |random: &mut Random| random.one_in(3).then(|| random.below(8));
    let all = (0..400).map(|_| PieceMove {
        role: R::ROLES[random.below(R::ROLES.len())],
        file: any(random).map(|n| File::ALL[n]),
        rank: any(random).map(|n| Rank::ALL[n]),
        is_capture: random.one_in(3),
        to: Square::ALL[random.below(64)],
        promotion: random.one_in(8).then(|| R::PROMOTIONS[random.below(R::PROMOTIONS.len())]),
        sign: None,
    });
    for step in all.chain(pawns) {
        let found = San::Piece(step).to_move(position);
        assert_eq!(found, expected(position, step), "{} in {position:?}", San::Piece(step));
        illegal += usize::from(matches!(found, Err(SanError::Illegal(_))));
    }
    illegal
}

#[test]
fn the_reason_of_the_nearest_pieces_is_told() {
    let (mut random, mut illegal) = (Random::new(75), 0);
    for seed in 0..16 {
        illegal += each_text_has_its_reason(&scatter(seed), &mut random);
        illegal += each_text_has_its_reason(walk(Chess::startpos(), seed, 60).last().expect("a start"), &mut random);
        illegal += each_text_has_its_reason(walk(Makruk::startpos(), seed, 90).last().expect("a start"), &mut random);
    }
    assert!(illegal > 1200, "{illegal}");
}

/// Legal moves that are spelt wrong in each of the ways at once: the error is the first in the order of the declarations.
#[test]
fn of_several_departures_from_san_the_first_is_told() {
    let position = position("r3k2r/1b6/8/1n1pp3/2N5/5N2/8/R3K2R w KQkq - 0 1");
    for mv in position.legal_moves() {
        let san = position.san(mv);
        let sign = san.trim_start_matches(|char| char != '+' && char != '#');
        let letter = if mv.is_castling() { "K" } else { &san[..1] };
        for (castles, capture, origin, wrong_sign) in (0..16).map(|n| (n & 8 > 0, n & 4 > 0, n & 2 > 0, n & 1 > 0)) {
            if castles != mv.is_castling() {
                continue;
            }
            let x = if mv.is_capture() == capture { "" } else { "x" };
            let to = if castles { mv.landing() } else { mv.to() };
            let from = if origin {
                mv.from().to_string()
            } else {
                san[letter.len()..san.len() - sign.len() - 2].replace('x', "")
            };
            let from = if castles && !origin { String::new() } else { from };
            let sign = if wrong_sign == sign.is_empty() { "+" } else { "" };
            let text = format!("{letter}{from}{x}{to}{sign}");
            let told = san::parse_strict(&position, &text);
            let holds = match told {
                Ok(_) => !castles && !capture && !origin && !wrong_sign,
                Err(SanError::WrongCastling { .. }) => castles,
                Err(SanError::WrongCaptureSign { .. }) => !castles && capture,
                Err(SanError::WrongDisambiguation { .. }) => !castles && !capture && origin,
                Err(SanError::WrongCheckSign { .. }) => !castles && !capture && !origin && wrong_sign,
                Err(_) => false,
            };
            assert!(holds, "{text} for {san}: {told:?}");
        }
    }
}
