//! Who can still mate, in all 65,536 positions of games that chasolver has in its package, for both sides.
//!
//! ```sh
//! cargo run --profile suites --example verdicts
//! ```
//!
//! It fails if an answer is wrong, if there is none within 30,000 positions, or if a line that is told does not mate.

mod packages;

use std::fs;
use std::process::ExitCode;

use chess0x88::{ChessRules, Color, Move, Position, fen};
use chess0x88_mate::{CanMate, can_mate};

/// The positions that a question may take.
const BUDGET: usize = 30_000;

fn main() -> ExitCode {
    let [chasolver] = packages::folders(["chasolver-3.0.0"]);
    let suite = fs::read_to_string(chasolver.join("tests/lichess.txt")).expect("the suite of chasolver");
    let (mut asked, mut faults) = (0, 0);
    for line in suite.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (label, text) = line.split_once(' ').expect("who can mate, and a FEN");
        let (position, _) = fen::parse_lenient::<ChessRules>(text).expect("a position of a game");
        for (color, label) in Color::ALL.into_iter().zip(label.chars()) {
            asked += 1;
            let fault = match can_mate(&position, color, BUDGET) {
                CanMate::Yes(line) if mates(&position, color, &line) => label == '-',
                CanMate::No => label != '-',
                CanMate::Yes(_) | CanMate::Unknown(_) => true,
            };
            if fault {
                faults += 1;
                println!("{color}, labelled {label}: {text}");
            }
        }
    }
    println!("{asked} questions, {faults} faults");
    ExitCode::from(u8::from(faults > 0 || asked == 0))
}

/// Whether a line is legal and ends with the mate of the other side.
fn mates(position: &Position<ChessRules>, color: Color, line: &[Move]) -> bool {
    let mut last = *position;
    line.iter().all(|&mv| last.play(mv).is_ok()) && last.is_checkmate() && last.turn() != color
}
