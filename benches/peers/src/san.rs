//! SAN: whole games read and played, written and played.

use std::fmt::Write as _;
use std::hint::black_box;

use chess0x88::Chess;
use shakmaty::Position as _;
use shakmaty::san::SanPlus;

use crate::Case;
use crate::contest::Contest;

/// The cases follow each other as the games were played: each game is a slice of them.
fn games(cases: &[Case]) -> impl Iterator<Item = &[Case]> {
    cases.chunk_by(|_, next| next.ours != Chess::startpos())
}

/// Every text is parsed in its position, and the move played. The last clocks are the checksum.
pub fn read_contest(cases: &[Case]) -> Contest<'_> {
    let ours = |game: &[Case]| {
        let mut position = Chess::startpos();
        for case in game {
            let mv = position.parse_san_lenient(&case.san).expect("our SAN");
            let _ = position.play_unchecked(mv);
        }
        u64::from(position.halfmove_clock() + position.fullmove_number())
    };
    let cozy = |game: &[Case]| {
        let mut board = cozy_chess::Board::startpos();
        for case in game {
            board.play_unchecked(cozy_chess::util::parse_san_move(&board, &case.san).expect("our SAN"));
        }
        u64::from(board.halfmove_clock()) + u64::from(board.fullmove_number())
    };
    let shakmaty = |game: &[Case]| {
        let mut position = shakmaty::Chess::new();
        for case in game {
            let san = SanPlus::from_ascii(case.san.as_bytes()).expect("our SAN").san;
            position.play_unchecked(san.to_move(&position).expect("a legal move"));
        }
        u64::from(position.halfmoves() + position.fullmoves().get())
    };
    Contest::new(cases.len() as u64)
        .entry("chess0x88", move || games(cases).map(ours).sum())
        .entry("cozy-chess", move || games(cases).map(cozy).sum())
        .entry("shakmaty", move || games(cases).map(shakmaty).sum())
}

/// Every move is written, its check or mate sign included, and played. The length of the texts is the checksum.
pub fn write_contest(cases: &[Case]) -> Contest<'_> {
    let ours = |game: &[Case]| {
        let mut position = Chess::startpos();
        let mut length = 0;
        for case in game {
            length += black_box(position.san(case.our_move)).len();
            let _ = position.play_unchecked(case.our_move);
        }
        length as u64
    };
    let cozy = |game: &[Case]| {
        let mut board = cozy_chess::Board::startpos();
        let mut text = String::with_capacity(game.len() * 8);
        for case in game {
            let _ = write!(text, "{}", cozy_chess::util::display_san_move(&board, case.cozy_move));
            board.play_unchecked(case.cozy_move);
        }
        black_box(&text).len() as u64
    };
    let shakmaty = |game: &[Case]| {
        let mut position = shakmaty::Chess::new();
        let mut text = String::with_capacity(game.len() * 8);
        for case in game {
            SanPlus::from_move_and_play_unchecked(&mut position, case.shakmaty_move).append_to_string(&mut text);
        }
        black_box(&text).len() as u64
    };
    Contest::new(cases.len() as u64)
        .entry("chess0x88", move || games(cases).map(ours).sum())
        .entry("cozy-chess", move || games(cases).map(cozy).sum())
        .entry("shakmaty", move || games(cases).map(shakmaty).sum())
}
