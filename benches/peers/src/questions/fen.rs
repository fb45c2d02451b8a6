//! FEN. (`chess` reads and writes no clocks: it is left out.)

use std::fmt::Write as _;
use std::hint::black_box;

use shakmaty::Position as _;
use shakmaty::fen::Fen;

use crate::contest::Contest;
use crate::libraries::{Cozy, Library, Ours, Shakmaty};
use crate::positions::Positions;

/// The clocks are the checksum.
pub fn read(positions: &Positions) -> Contest<'_> {
    let texts = &positions.texts;
    Contest::new(texts.len() as u64)
        .entry(Ours::NAME, || texts.iter().map(|text| u64::from(Ours::read(&text.fen).fullmove_number())).sum())
        .entry(Cozy::NAME, || texts.iter().map(|text| u64::from(Cozy::read(&text.fen).fullmove_number())).sum())
        .entry(Shakmaty::NAME, || texts.iter().map(|text| u64::from(Shakmaty::read(&text.fen).fullmoves().get())).sum())
}

/// The length of the texts is the checksum.
pub fn write(positions: &Positions) -> Contest<'_> {
    let (ours, cozy, shakmaty) = (&positions.ours.cases, &positions.cozy.cases, &positions.shakmaty.cases);
    let mut cozy_text = String::with_capacity(128);
    let mut shakmaty_text = String::with_capacity(128);
    Contest::new(ours.len() as u64)
        .entry(Ours::NAME, || ours.iter().map(|case| black_box(case.position.fen()).len() as u64).sum())
        .entry(Cozy::NAME, move || {
            let length = |(case, text): (&crate::positions::Case<Cozy>, &crate::positions::Text)| {
                cozy_text.clear();
                let _ = write!(cozy_text, "{}", case.position);
                // It writes the en passant square more often than the others: compare all but that.
                let is_more = case.position.en_passant().is_some() && text.fen.contains(" - ");
                black_box(if is_more { text.fen.len() } else { cozy_text.len() }) as u64
            };
            cozy.iter().zip(&positions.texts).map(length).sum()
        })
        .entry(Shakmaty::NAME, move || {
            let length = |case: &crate::positions::Case<Shakmaty>| {
                shakmaty_text.clear();
                let fen = Fen::from_position(&case.position, shakmaty::EnPassantMode::Legal);
                let _ = write!(shakmaty_text, "{fen}");
                black_box(&shakmaty_text).len() as u64
            };
            shakmaty.iter().map(length).sum()
        })
}
