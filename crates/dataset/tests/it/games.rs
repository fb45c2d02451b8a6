//! Games made by random play, with the tags, clocks and evaluations of an internet server.

use std::fmt::Write as _;
use std::time::Duration;

use chess0x88::{Chess, Move};
use chess0x88_pgn::{Command, GameResult, Writer};

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

const OPENINGS: [(&str, &str, &[&str]); 5] = [
    ("B20", "Sicilian Defense", &["e4", "c5"]),
    ("C50", "Italian Game", &["e4", "e5", "Nf3", "Nc6", "Bc4"]),
    ("D06", "Queen's Gambit", &["d4", "d5", "c4"]),
    ("C00", "French Defense", &["e4", "e6"]),
    ("A10", "English Opening", &["c4"]),
];

/// Writes one game. Every third has evaluations, nearly all have clocks; every twentieth is Chess960.
pub fn write(random: &mut Random, number: u64, text: &mut String) {
    let mut position = Chess::startpos();
    let white = 1000 + random.below(1800);
    let black = 1000 + random.below(1800);
    let (eco, opening, moves) = OPENINGS[random.below(OPENINGS.len() as u64) as usize];
    let is_960 = number % 20 == 19;
    let plies = 20 + random.below(120) as usize;
    let (with_eval, with_clock) = (number.is_multiple_of(3), number % 10 != 9);
    let mut played: Vec<(String, Option<String>)> = Vec::new();
    if is_960 {
        position = Chess::chess960(random.below(960) as u16).unwrap();
    }
    let start = position;
    let mut clocks = [5 + 30 * (number as i64 % 7); 2];
    let mut eval = 20_i32;
    for ply in 0..plies {
        let list = position.legal_moves();
        if list.is_empty() {
            break;
        }
        let mv: Move = match moves.get(ply).filter(|_| !is_960) {
            Some(san) => position.parse_san(san).unwrap(),
            None => list[random.below(list.len() as u64) as usize],
        };
        let san = position.san(mv).to_string();
        position.play(mv).unwrap();
        clocks[ply % 2] = (clocks[ply % 2] - random.below(6) as i64).max(0) + 2;
        eval = (eval + random.below(121) as i32 - 60).clamp(-2000, 2000);
        let mut comment = Vec::new();
        if with_eval {
            let command = if random.below(40) == 0 {
                Command::Mate { moves: random.below(9) as i32 - 4, depth: None }
            } else {
                Command::Eval { centipawns: eval, depth: None }
            };
            comment.push(command.to_string());
        }
        if with_clock {
            comment.push(Command::Clock(Duration::from_secs(clocks[ply % 2] as u64)).to_string());
        }
        played.push((san, (!comment.is_empty()).then(|| comment.join(" "))));
    }
    let result = match random.below(9) {
        0 => GameResult::Draw,
        1..=4 => GameResult::WhiteWins,
        _ => GameResult::BlackWins,
    };
    let mut writer = Writer::with_width(&mut *text, usize::MAX);
    let mut tag = |name: &str, value: &str| writer.tag(name, value).unwrap();
    tag("Event", "Rated Blitz game");
    tag("Site", &format!("https://lichess.org/{number:08}"));
    tag("Date", "2013.01.31");
    tag("Round", "-");
    tag("White", &format!("player{}", random.below(500)));
    tag("Black", &format!("player{}", random.below(500)));
    tag("Result", result.as_str());
    tag("UTCDate", "2013.01.31");
    tag("UTCTime", &format!("{:02}:{:02}:{:02}", number / 3600 % 24, number / 60 % 60, number % 60));
    tag("WhiteElo", &white.to_string());
    tag("BlackElo", &black.to_string());
    tag("WhiteRatingDiff", "+11");
    tag("BlackRatingDiff", "-12");
    if is_960 {
        tag("Variant", "Chess960");
        tag("FEN", &start.fen());
        tag("SetUp", "1");
    } else {
        tag("ECO", eco);
        tag("Opening", opening);
    }
    tag("TimeControl", "180+2");
    tag("Termination", if number.is_multiple_of(4) { "Time forfeit" } else { "Normal" });
    for (ply, (san, comment)) in played.iter().enumerate() {
        let ply = ply as u32 + start.ply();
        writer.san(ply, san).unwrap();
        if let Some(comment) = comment {
            writer.comment(comment).unwrap();
        }
    }
    writer.end_game(result).unwrap();
    text.write_char('\n').unwrap();
}

/// Writes a number of games.
#[allow(dead_code, reason = "the generator writes them one by one")]
pub fn games(count: u64) -> String {
    let (mut random, mut text) = (Random(39), String::new());
    (0..count).for_each(|number| write(&mut random, number, &mut text));
    text
}
