//! SAN: whole games read and played, written and played. (`chess` writes none: it is left out.)

use std::fmt::Write as _;
use std::hint::black_box;
use std::ops::Range;

use shakmaty::Position as _;
use shakmaty::san::SanPlus;

use crate::contest::Contest;
use crate::libraries::{Cozy, Library, Ours, Shakmaty};
use crate::positions::{Positions, Text};

/// The cases follow each other as the games were played: each game is a range of them.
fn games(texts: &[Text]) -> Vec<Range<usize>> {
    let mut end = 0;
    let games = texts.chunk_by(|_, next| !next.is_start).map(|game| {
        let start = end;
        end += game.len();
        start..end
    });
    games.collect()
}

/// Every text is parsed in its position, and the move played. The last clocks are the checksum.
pub fn read_and_play(positions: &Positions) -> Contest<'_> {
    let texts = &positions.texts;
    let ours = |game: Range<usize>| {
        let mut position = positions.ours.cases[game.start].position;
        for text in &texts[game] {
            let mv = position.parse_san(&text.san).expect("our SAN");
            position.play_unchecked(mv);
        }
        u64::from(position.halfmove_clock() + position.fullmove_number())
    };
    let cozy = |game: Range<usize>| {
        let mut board = positions.cozy.cases[game.start].position.clone();
        for text in &texts[game] {
            board.play_unchecked(cozy_chess::util::parse_san_move(&board, &text.san).expect("our SAN"));
        }
        u64::from(board.halfmove_clock()) + u64::from(board.fullmove_number())
    };
    let shakmaty = |game: Range<usize>| {
        let mut position = positions.shakmaty.cases[game.start].position.clone();
        for text in &texts[game] {
            let san = SanPlus::from_ascii(text.san.as_bytes()).expect("our SAN").san;
            position.play_unchecked(san.to_move(&position).expect("a legal move"));
        }
        u64::from(position.halfmoves() + position.fullmoves().get())
    };
    over_games(texts, ours, cozy, shakmaty)
}

/// Every move is written, its check or mate sign included, and played. The length of the texts is the checksum.
pub fn write_and_play(positions: &Positions) -> Contest<'_> {
    let ours = |game: Range<usize>| {
        let cases = &positions.ours.cases[game];
        let mut position = cases[0].position;
        let mut length = 0;
        for case in cases {
            length += black_box(position.san(case.mv)).len();
            position.play_unchecked(case.mv);
        }
        length as u64
    };
    let cozy = |game: Range<usize>| {
        let cases = &positions.cozy.cases[game];
        let mut board = cases[0].position.clone();
        let mut text = String::with_capacity(cases.len() * 8);
        for case in cases {
            let _ = write!(text, "{}", cozy_chess::util::display_san_move(&board, case.mv));
            board.play_unchecked(case.mv);
        }
        black_box(&text).len() as u64
    };
    let shakmaty = |game: Range<usize>| {
        let cases = &positions.shakmaty.cases[game];
        let mut position = cases[0].position.clone();
        let mut text = String::with_capacity(cases.len() * 8);
        for case in cases {
            SanPlus::from_move_and_play_unchecked(&mut position, case.mv).append_to_string(&mut text);
        }
        black_box(&text).len() as u64
    };
    over_games(&positions.texts, ours, cozy, shakmaty)
}

/// Adds up a number of each game.
fn over_games<'a>(
    texts: &'a [Text],
    ours: impl Fn(Range<usize>) -> u64 + 'a,
    cozy: impl Fn(Range<usize>) -> u64 + 'a,
    shakmaty: impl Fn(Range<usize>) -> u64 + 'a,
) -> Contest<'a> {
    let sum = |of: &dyn Fn(Range<usize>) -> u64, games: &[Range<usize>]| games.iter().cloned().map(of).sum();
    let [for_ours, for_cozy, for_shakmaty] = std::array::from_fn(|_| games(texts));
    Contest::new(texts.len() as u64)
        .entry(Ours::NAME, move || sum(&ours, &for_ours))
        .entry(Cozy::NAME, move || sum(&cozy, &for_cozy))
        .entry(Shakmaty::NAME, move || sum(&shakmaty, &for_shakmaty))
}
