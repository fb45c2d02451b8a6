//! A game on a device: reads and writes FEN, SAN and UCI, with repetition, claims and outcome.
#![no_std]
#![no_main]

use chess0x88::game::{Claim, DrawReason, WinReason};
use chess0x88::uci::CastlingMode;
use chess0x88::{Chess, Color, History, Outcome, san};
use cortex_m_rt::entry;
use embedded::{Meter, finish};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Legal's mate, each move in SAN and in UCI.
const GAME: [(&str, &str); 13] = [
    ("e4", "e2e4"),
    ("e5", "e7e5"),
    ("Nf3", "g1f3"),
    ("d6", "d7d6"),
    ("Bc4", "f1c4"),
    ("Bg4", "c8g4"),
    ("Nc3", "b1c3"),
    ("g6", "g7g6"),
    ("Nxe5", "f3e5"),
    ("Bxd1", "g4d1"),
    ("Bxf7+", "c4f7"),
    ("Ke7", "e8e7"),
    ("Nd5#", "c3d5"),
];
const MATE: &str = "rn1q1bnr/ppp1kB1p/3p2p1/3NN3/4P3/8/PPPP1PPP/R1BbK2R b KQ - 2 7";
/// Knights go out and back.
const DANCE: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];

/// Plays the game in both notations, and checks the end.
/// Each has a stack of its own, like two tasks.
#[inline(never)]
fn game() -> Option<bool> {
    let mut history = History::new(START.parse::<Chess>().ok()?);
    for (text, uci) in GAME {
        let position = history.position();
        let mv = san::parse_strict(position, text).ok()?;
        let same = position.parse_uci(uci).ok()?;
        if mv != same || position.san(mv).as_str() != text || mv.to_uci(CastlingMode::Standard).as_str() != uci {
            return None;
        }
        history.play(mv).ok()?;
    }
    let mate = Outcome::Win { winner: Color::White, by: WinReason::Checkmate };
    Some(history.outcome() == Some(mate) && history.position().fen().as_str() == MATE)
}

/// The third occurrence of the start may be claimed one move before it. The fifth occurrence ends the game.
#[inline(never)]
fn dance() -> Option<bool> {
    let mut history = History::new(Chess::startpos());
    for (ply, text) in (1..=16).zip(DANCE.into_iter().cycle()) {
        let claimable = history.claimable(Claim::ThreefoldRepetition);
        if claimable != (ply >= 8) || history.outcome().is_some() {
            return None;
        }
        history.play(san::parse_strict(history.position(), text).ok()?).ok()?;
    }
    Some(history.outcome() == Some(Outcome::Draw(DrawReason::FivefoldRepetition)))
}

#[entry]
fn main() -> ! {
    let meter = Meter::start();
    let won = game();
    meter.stop("game");
    let meter = Meter::start();
    let drawn = dance();
    meter.stop("repetition");
    finish(won == Some(true) && drawn == Some(true))
}
