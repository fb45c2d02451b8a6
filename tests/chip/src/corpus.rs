//! Combines all answers of the library about the positions of the published suites, and about games from them, into one number
//! for each suite.

use chess0x88::uci::CastlingMode;
use chess0x88::{ChessRules, MakrukRules, Outcome, Position, Rules, perft};

const STANDARD: &str = include_str!("../../data/perft_standard.epd");
const CHESS960: &str = include_str!("../../data/perft_chess960.epd");
const MAKRUK: &str = include_str!("../../data/perft_makruk.epd");

/// The number of plies that are played from each position.
const PLIES: usize = 16;

/// Returns the numbers of all suites; `None` if a text does not read back.
pub fn digests() -> Option<[u64; 3]> {
    Some([digest::<ChessRules>(STANDARD, 1)?, digest::<ChessRules>(CHESS960, 4)?, digest::<MakrukRules>(MAKRUK, 1)?])
}

/// FNV-1a, 64 bits wide.
struct Digest(u64);

impl Digest {
    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }
}

/// Returns the number of a suite, reading one line in `step`.
fn digest<R: Rules>(suite: &str, step: usize) -> Option<u64> {
    let mut digest = Digest(0xCBF2_9CE4_8422_2325);
    let lines = suite.lines().filter(|line| !line.starts_with('#'));
    for line in lines.step_by(step) {
        let mut fields = line.split(';').map(str::trim);
        let Ok(mut position) = fields.next()?.parse::<Position<R>>() else {
            // The suite also has positions that no game leads to.
            digest.bytes(line.as_bytes());
            continue;
        };
        // The published totals, if they are small.
        for (depth, total) in (1..=2).zip(fields) {
            let total: u64 = total.split(' ').nth(1)?.parse().ok()?;
            if perft(&position, depth) != total {
                return None;
            }
        }
        for _ in 0..PLIES {
            describe(&mut digest, &position)?;
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let any = (digest.0 >> 32) as u16;
            position.play_unchecked(moves.iter().copied().min_by_key(|mv| mv.bits() ^ any)?);
        }
    }
    Some(digest.0)
}

/// Adds a position, the texts of its moves (each read back), and the positions after them. The order of moves differs between
/// engines, so the moves are sorted by their codes.
fn describe<R: Rules>(digest: &mut Digest, position: &Position<R>) -> Option<()> {
    let fen = position.fen();
    if fen.as_str().parse::<Position<R>>().ok()? != *position {
        return None;
    }
    digest.bytes(fen.as_bytes());
    digest.number(position.key());
    digest.number(match position.outcome() {
        None => 0,
        Some(Outcome::Win { .. }) => 1,
        Some(Outcome::Draw(reason)) => 2 + reason as u64,
        // No position ends like this.
        Some(Outcome::NoWin { .. }) => return None,
    });
    let moves = position.legal_moves();
    let mut last = None;
    while let Some(&mv) = moves.iter().filter(|mv| Some(mv.bits()) > last).min_by_key(|mv| mv.bits()) {
        last = Some(mv.bits());
        let (san, uci) = (position.san(mv), mv.to_uci(CastlingMode::Chess960));
        if position.parse_san(&san).ok()? != mv || position.parse_uci(&uci).ok()? != mv {
            return None;
        }
        let after = position.after_unchecked(mv);
        digest.bytes(san.as_bytes());
        digest.bytes(uci.as_bytes());
        digest.number(after.key());
        digest.number(after.legal_move_count() as u64);
    }
    Some(())
}
