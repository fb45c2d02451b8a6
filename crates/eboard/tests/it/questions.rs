//! Questions and their commands agree after every step: a move that the board may show can be played.

use chess0x88::{Chess, Makruk, Position, Rules, SquareSet};
use chess0x88_eboard::BoardReader;

use common::{Random, sorted_moves};

fn candidates_can_be_played<R: Rules>(start: Position<R>, seed: u64) -> usize {
    let mut random = Random::new(seed);
    let mut reader = BoardReader::new(start).with_patience(2, 4);
    // What stands on the board, as people leave it.
    let mut shown = start;
    let mut asked = 0;
    for _ in 0..400 {
        match random.below(24) {
            0 => _ = reader.undo(),
            1 => reader.set_position(shown),
            2 => {
                if let Some(mv) = random.pick(&sorted_moves(reader.position())) {
                    assert_eq!(reader.play(mv), Ok(()));
                }
            }
            3..8 => shown = *reader.position(),
            8..12 => {
                if let Some(mv) = random.pick(&sorted_moves(&shown)) {
                    shown.play_unchecked(mv);
                }
            }
            _ => {
                // Some pieces in the air.
                let lifted: SquareSet = shown.board().occupied().into_iter().filter(|_| random.one_in(20)).collect();
                let _ = reader.read(shown.board().occupied() - lifted);
            }
        }
        for mv in reader.candidates() {
            asked += 1;
            assert_eq!(reader.position().check_legal(mv), Ok(()));
            assert_eq!(reader.clone().play(mv), Ok(()));
        }
    }
    asked
}

#[test]
fn a_move_that_the_board_may_show_can_be_played() {
    let chess: usize = (0..12).map(|seed| candidates_can_be_played(Chess::startpos(), seed)).sum();
    let makruk: usize = (0..4).map(|seed| candidates_can_be_played(Makruk::startpos(), seed)).sum();
    assert!(chess > 1000 && makruk > 300, "{chess} {makruk}");
}
