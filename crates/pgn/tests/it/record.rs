//! A record of a game as PGN, and back.

use chess0x88::{Chess, ChessRules, Game};
use chess0x88_pgn as pgn;
use proptest::prelude::*;

use crate::common::Random;

proptest! {
    #[test]
    fn a_game_written_as_pgn_reads_back(seed: u64, plies in 0..80_usize) {
        let mut random = Random::new(seed);
        for start in [Chess::startpos(), Chess::chess960(random.below(960) as u16).unwrap()] {
            let mut game = Game::new(start);
            for _ in 0..plies {
                let moves = game.legal_moves();
                let Some(&mv) = moves.get(random.below(moves.len().max(1))) else { break };
                game.play(mv).unwrap();
            }
            prop_assert_eq!(pgn::read(&pgn::write(&game)), Ok(game));
        }
    }
}

#[test]
fn a_game_is_the_main_line_of_a_text_and_has_no_null_move() {
    let game: Game = pgn::read("1. e4 (1. d4 -- 2. c4) 1... e5 {good} 2. Nf3 1-0\n\n1. d4 *").unwrap();
    assert!(game.san_moves().eq(["e4", "e5", "Nf3"]));
    let error = pgn::read::<ChessRules>("[White \"Anna\"]\n\n1. e4 (1. --) -- 2. Nf3 *").unwrap_err();
    assert_eq!(error.to_string(), "line 3, byte 30: --: a null move passes the turn, and is never legal");
    assert_eq!(pgn::read::<ChessRules>("").unwrap_err().to_string(), "line 1, byte 0: there is no game up to here");
    assert_eq!(
        pgn::read::<ChessRules>("1. e5 *").unwrap_err().to_string(),
        "line 1, byte 3: e5: the pawn on e2 does not move to e5"
    );
}
