//! What several test modules share: random play, the same for the same seed; positions out of texts.

#[path = "../../../../src/tests/random.rs"]
mod random;

pub(crate) use random::Random;

use chess0x88::{Chess, Makruk, MoveList, Position, Rules};

/// The legal moves, in the same order in every build: move generation promises none, and a random game follows from it.
pub(crate) fn sorted_moves<R: Rules>(position: &Position<R>) -> MoveList {
    let mut moves = position.legal_moves();
    moves.sort_unstable();
    moves
}

/// A position of chess from a FEN without any fault.
pub(crate) fn chess(fen: &str) -> Chess {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A position of Makruk from a FEN without any fault.
pub(crate) fn makruk(fen: &str) -> Makruk {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A number for all that was added, in its order.
#[derive(Default)]
pub(crate) struct Fingerprint(pub(crate) u64);

impl Fingerprint {
    pub(crate) fn add(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 29;
    }

    pub(crate) fn add_text(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.add(byte.into()));
    }
}
