//! The library compared with a simple program of the rules that shares no code with it: all positions of few pieces, all starts
//! of Chess960 through castling, every piece on boards with one blocker, and random games.

#![expect(clippy::cast_sign_loss, reason = "files and ranks on a board are not negative")]

mod reasons;
mod rules;

use chess0x88::fen::EnPassantMode;
use chess0x88::{
    Board0x88, CastlingSide, Chess, ChessRules, Color, File, Makruk, MakrukRules, MoveKind, Piece, Position, Rank,
    Role, Rules, Setup, Square, Violation,
};

use common::{Random, walk};
use rules::{At, Board, Game, Move, all_squares};

fn square((file, rank): At) -> Square {
    Square::new(File::ALL[file as usize], Rank::ALL[rank as usize])
}

fn at(square: Square) -> At {
    (square.file() as i32, square.rank() as i32)
}

fn piece(letter: char) -> Option<Piece> {
    let role = letter.to_string().parse::<Role>().ok()?;
    Some(Piece::new(if letter.is_ascii_uppercase() { Color::White } else { Color::Black }, role))
}

fn letter(piece: Piece) -> char {
    let letter = piece.role().char();
    if piece.color() == Color::White { letter } else { letter.to_ascii_lowercase() }
}

/// Converts a position for the simple program.
fn plain<R: Rules>(game: Game, position: &Position<R>) -> Board {
    let mut board = Board::empty(game);
    for (square, piece) in position.board().pieces() {
        board.put(at(square), letter(piece));
    }
    board.white = position.turn() == Color::White;
    board.castling = position.castling_rights().iter().map(|(.., rook)| at(rook)).collect();
    board.en_passant = position.en_passant_square(EnPassantMode::Always).map(at);
    board
}

/// Requires both to agree about a position: moves, check, and insufficient material. The simple form has castling rights in any
/// order.
fn agree<R: Rules>(position: &Position<R>, board: &Board) {
    let theirs: Vec<_> = board.legal_moves().iter().map(|mv| (mv.from, mv.to, mv.promotion)).collect();
    let role = |role: Role| role.char().to_ascii_lowercase();
    let mut ours: Vec<_> =
        position.legal_moves().iter().map(|mv| (at(mv.from()), at(mv.to()), mv.promotion().map(role))).collect();
    ours.sort_unstable();
    assert_eq!(ours, theirs, "{position:?}");
    assert_eq!(position.is_check(), board.in_check(board.white), "{position:?}");
    assert_eq!(position.has_legal_move(), !theirs.is_empty(), "{position:?}");
    assert_eq!(position.legal_move_count(), theirs.len(), "{position:?}");
    for color in Color::ALL {
        let insufficient = board.is_insufficient(color == Color::White);
        assert_eq!(position.has_insufficient_material(color), insufficient, "{color} {position:?}");
    }
}

/// Requires both to agree after each move.
fn agree_after_each_move<R: Rules>(position: &Position<R>, board: &Board) {
    for (mv, plain_move) in position.legal_moves().iter().filter_map(|&mv| Some((mv, find(board, mv)?))) {
        let (after, mut expected) = (position.after_unchecked(mv), board.after(plain_move));
        let mut found = plain(board.game, &after);
        found.castling.sort_unstable();
        expected.castling.sort_unstable();
        assert_eq!(found, expected, "{mv} in {position:?}");
        assert_eq!(position.gives_check(mv), expected.in_check(expected.white), "{mv} in {position:?}");
    }
}

/// Finds the simple program's move with the same squares and promotion.
fn find(board: &Board, mv: chess0x88::Move) -> Option<Move> {
    let promotion = mv.promotion().map(|role| role.char().to_ascii_lowercase());
    let is_it = |other: &Move| (other.from, other.to, other.promotion) == (at(mv.from()), at(mv.to()), promotion);
    board.legal_moves().into_iter().find(is_it)
}

/// Places a piece of every kind on every square (two pieces if `pairs`) beside two kings. Compares every `stride`-th of these
/// positions with the simple program, beginning with number `part`. Without castling rights left and right are equal, so White's
/// king stays on four files. Without `pairs` the kings alone are compared too. Returns the number of positions.
fn few_men<R: Rules>(game: Game, pairs: bool, stride: usize, part: u64) -> u64 {
    const KINGS: u64 = 32 * 64;
    let kinds: Vec<char> = match game {
        Game::Chess => "PNBRQpnbrq".chars().collect(),
        Game::Makruk => "PNSRMpnsrm".chars().collect(),
    };
    let placed = |number: u64| {
        let (kind, square) = (number / 64, number % 64);
        (kinds[kind as usize], ((square % 8) as i32, (square / 8) as i32))
    };
    let kings_of = |number: u64| {
        let number = number as i32;
        [('K', (number % 4, number / 4 % 8)), ('k', (number / 32 % 8, number / 256))]
    };
    let mut looked_at = 0;
    if !pairs {
        looked_at += (0..KINGS).map(|kings| u64::from(one_position::<R>(game, &kings_of(kings), true))).sum::<u64>();
    }
    // Two pieces of a kind are the same in either order: the second has the smaller number.
    let before = |first: u64| if pairs { first * (first - 1) / 2 } else { first };
    let others = before(640);
    for number in (part..KINGS * others).step_by(stride) {
        let (kings, rest) = (number / others, number % others);
        let first = (u64::from(pairs)..640).rfind(|&first| before(first) <= rest).expect("0 or 1 is");
        let mut men = kings_of(kings).to_vec();
        men.push(placed(first));
        if pairs {
            men.push(placed(rest - before(first)));
        }
        for white in [true, false] {
            looked_at += u64::from(one_position::<R>(game, &men, white));
        }
    }
    looked_at
}

/// Compares both if the pieces form a position.
fn one_position<R: Rules>(game: Game, men: &[(char, At)], white: bool) -> bool {
    let mut board = Board::empty(game);
    let mut setup = Setup::<R>::empty();
    for &(man, at) in men {
        if board.get(at) != '.' {
            return false;
        }
        board.put(at, man);
        setup.board.set(square(at), piece(man));
    }
    board.white = white;
    setup.turn = if white { Color::White } else { Color::Black };
    match setup.to_position() {
        Ok(position) => {
            assert!(!board.in_check(!white), "{position:?}");
            agree(&position, &board);
            true
        }
        Err(violations) => {
            // There can be no other error with so few pieces.
            let last_rank = men.iter().any(|&(man, (_, rank))| man.eq_ignore_ascii_case(&'p') && matches!(rank, 0 | 7));
            let opposite = violations.contains(Violation::OppositeCheck);
            assert_eq!(opposite, board.in_check(!white), "{men:?}");
            assert_eq!(violations.contains(Violation::PawnOnBackRank), last_rank, "{men:?}");
            let others =
                violations.contains(Violation::ImpossibleCheck) || violations.contains(Violation::TooManyCheckers);
            assert!(opposite || last_rank || others && board.in_check(white), "{men:?}: {violations}");
            false
        }
    }
}

#[test]
fn positions_of_three_men_are_judged_alike() {
    assert!(few_men::<ChessRules>(Game::Chess, false, 397, 0) > 1000);
    assert!(few_men::<MakrukRules>(Game::Makruk, false, 397, 0) > 1000);
}

#[test]
fn positions_of_four_men_are_judged_alike() {
    assert!(few_men::<ChessRules>(Game::Chess, true, 599_999, 0) > 300);
    assert!(few_men::<MakrukRules>(Game::Makruk, true, 599_999, 0) > 300);
}

#[test]
#[ignore = "minutes in debug; release runs it"]
fn every_position_of_three_men_is_judged_alike() {
    for (game, looked_at) in [
        (Game::Chess, few_men::<ChessRules>(Game::Chess, false, 1, 0)),
        (Game::Makruk, few_men::<MakrukRules>(Game::Makruk, false, 1, 0)),
    ] {
        println!("{game:?}: {looked_at} positions of three men");
        assert!(looked_at > 1_000_000);
    }
}

#[test]
#[ignore = "minutes in debug; release runs it"]
fn one_in_a_thousand_positions_of_four_men_is_judged_alike() {
    // All positions take more than an hour: a stride of 8 splits them into eight parts, 0 to 7.
    let number = |name: &str, otherwise| std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"));
    let (stride, part) = (number("FOUR_MEN_STRIDE", 997), number("FOUR_MEN_PART", 0) as u64);
    for (game, looked_at) in [
        (Game::Chess, few_men::<ChessRules>(Game::Chess, true, stride, part)),
        (Game::Makruk, few_men::<MakrukRules>(Game::Makruk, true, stride, part)),
    ] {
        println!("{game:?}: {looked_at} positions of four men, one in {stride}");
        assert!(looked_at > 100_000_000 / stride as u64);
    }
}

/// Counts the castlings of a start with kings, rooks and pawns alone, for both sides to move. Both programs agree about each.
fn castlings_of(mut setup: Setup<ChessRules>) -> usize {
    for (square, piece) in Board0x88::clone(&setup.board).pieces() {
        if !matches!(piece.role(), Role::King | Role::Rook | Role::Pawn) {
            setup.board.set(square, None);
        }
    }
    let mut castlings = 0;
    for color in Color::ALL {
        setup.turn = color;
        let position = setup.to_position().expect("kings, rooks and pawns");
        assert_eq!(position.castling_rights().iter().count(), 4);
        assert_eq!(position.fen().as_str().parse(), Ok(position));
        let board = plain(Game::Chess, &position);
        agree(&position, &board);
        agree_after_each_move(&position, &board);
        castlings += position.legal_moves().iter().filter(|mv| mv.kind() == MoveKind::Castle).count();
    }
    castlings
}

/// Counts the castlings of every `step`-th start.
fn starts(step: usize) -> usize {
    let start = |number| Chess::chess960(number).expect("a start").to_setup();
    (0..960).step_by(step).map(|number| castlings_of(start(number))).sum()
}

#[test]
fn many_starts_castle_alike() {
    assert!(starts(7) > 2000 / 7);
}

#[test]
#[ignore = "each of the 960"]
fn every_start_castles_alike() {
    assert!(starts(1) > 2000);
}

/// Double Chess960: each side has a start of its own.
#[test]
fn sides_with_different_starts_castle_alike() {
    let mut castlings = 0;
    for number in (0..960).step_by(7) {
        let mut setup = Chess::chess960(number).expect("a start").to_setup();
        let other = Chess::chess960((number + 331) % 960).expect("a start").to_setup();
        for square in Rank::Eighth.squares() {
            setup.board.set(square, other.board.piece_at(square));
        }
        for side in CastlingSide::ALL {
            setup.state.castling.set(Color::Black, side, other.state.castling.rook(Color::Black, side));
        }
        castlings += castlings_of(setup);
    }
    assert!(castlings > 300);
}

#[test]
fn every_piece_sees_alike_past_every_blocker() {
    for man in "PNBRQKMSpnbrqkms".chars() {
        for from in all_squares() {
            for blocker in all_squares().filter(|&blocker| blocker != from) {
                for other in ['.', 'P', 'p'] {
                    let mut plain = Board::empty(Game::Chess);
                    let mut board = Board0x88::empty();
                    for (at, letter) in [(from, man), (blocker, other)] {
                        plain.put(at, letter);
                        board.set(square(at), piece(letter));
                    }
                    let mut expected = plain.attacks(from);
                    let mut found: Vec<At> = board.attacks(square(from)).into_iter().map(at).collect();
                    expected.sort_unstable();
                    found.sort_unstable();
                    assert_eq!(found, expected, "{man} {from:?} {other} {blocker:?}");
                }
            }
        }
    }
}

#[test]
fn random_games_are_the_same_in_both_programs() {
    for seed in 0..u64::from(common::cases(5)) {
        let start = Chess::chess960((seed * 23 % 960) as u16).expect("a start");
        for position in walk(start, seed, 80).iter().step_by(4) {
            let board = plain(Game::Chess, position);
            agree(position, &board);
            agree_after_each_move(position, &board);
        }
        let mut random = Random::new(seed);
        let mut position = Makruk::startpos();
        for _ in 0..30 {
            let board = plain(Game::Makruk, &position);
            agree(&position, &board);
            agree_after_each_move(&position, &board);
            for _ in 0..4 {
                if let Some(mv) = random.pick(&position.legal_moves()) {
                    position.play_unchecked(mv);
                }
            }
        }
    }
}
