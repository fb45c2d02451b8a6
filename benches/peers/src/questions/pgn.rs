//! PGN beside pgn-reader: reading, passing over, and reading with every move resolved.

use std::fmt::Write as _;
use std::hint::black_box;
use std::ops::ControlFlow;

use chess0x88::{Chess, ChessRules};
use chess0x88_pgn as pgn;
use chess0x88_pgn::{Flow, GameResult, RawText, Reader, StartTags, Visitor};
use pgn_reader::{RawComment, RawTag, SanPlus, Skip};
use shakmaty::Position as _;

use crate::Random;
use crate::contest::Contest;
use crate::libraries::{Library, Ours};

/// What to do with the movetext.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Task {
    Read,
    Skip,
    Resolve,
}

impl Task {
    pub const ALL: [Task; 3] = [Task::Read, Task::Skip, Task::Resolve];

    /// What is done, and what an operation is.
    pub fn name(self) -> &'static str {
        match self {
            Task::Read => "read, a kilobyte",
            Task::Skip => "skip, a kilobyte",
            Task::Resolve => "resolve, a move",
        }
    }
}

struct OurVisitor<'a> {
    task: Task,
    tags: StartTags<'a>,
    position: Chess,
    seen: u64,
}

impl<'a> Visitor<'a> for OurVisitor<'a> {
    fn begin_game(&mut self, _offset: usize) {
        self.tags = StartTags::default();
    }
    fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
        self.seen += 1;
        if self.task == Task::Resolve {
            self.tags.tag(name, value);
        } else {
            black_box((name, value));
        }
    }
    fn end_tags(&mut self) -> Flow {
        match self.task {
            Task::Skip => Flow::Skip,
            Task::Read => Flow::Continue,
            Task::Resolve => {
                self.position = self.tags.position::<ChessRules>().expect("a start");
                Flow::Continue
            }
        }
    }
    fn san(&mut self, san: &'a [u8], _offset: usize) -> Flow {
        self.seen += 1;
        if self.task == Task::Resolve {
            let _ = pgn::play_san(&mut self.position, san).expect("a legal move");
        } else {
            black_box(san);
        }
        Flow::Continue
    }
    fn nag(&mut self, nag: u8) {
        self.seen += 1;
        black_box(nag);
    }
    fn comment(&mut self, comment: RawText<'a>) {
        self.seen += 1;
        black_box(comment);
    }
    fn end_game(&mut self, result: Option<GameResult>) {
        self.seen += 1;
        black_box((result, &self.position));
    }
}

struct TheirVisitor {
    task: Task,
    seen: u64,
}

impl pgn_reader::Visitor for TheirVisitor {
    type Tags = shakmaty::Chess;
    type Movetext = shakmaty::Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), shakmaty::Chess> {
        ControlFlow::Continue(shakmaty::Chess::default())
    }
    fn tag(&mut self, position: &mut shakmaty::Chess, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        self.seen += 1;
        if self.task == Task::Resolve {
            if name == b"FEN" {
                let fen = shakmaty::fen::Fen::from_ascii(value.as_bytes()).expect("a FEN");
                *position = fen.into_position(shakmaty::CastlingMode::Standard).expect("a legal position");
            }
        } else {
            black_box((name, value));
        }
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, position: shakmaty::Chess) -> ControlFlow<(), shakmaty::Chess> {
        if self.task == Task::Skip {
            self.seen += 1;
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(position)
        }
    }
    fn san(&mut self, position: &mut shakmaty::Chess, san: SanPlus) -> ControlFlow<()> {
        self.seen += 1;
        if self.task == Task::Resolve {
            let mv = san.san.to_move(position).expect("a legal move");
            position.play_unchecked(mv);
        } else {
            black_box(san);
        }
        ControlFlow::Continue(())
    }
    fn nag(&mut self, _: &mut shakmaty::Chess, nag: pgn_reader::Nag) -> ControlFlow<()> {
        self.seen += 1;
        black_box(nag);
        ControlFlow::Continue(())
    }
    fn comment(&mut self, _: &mut shakmaty::Chess, comment: RawComment<'_>) -> ControlFlow<()> {
        self.seen += 1;
        black_box(comment);
        ControlFlow::Continue(())
    }
    fn begin_variation(&mut self, _: &mut shakmaty::Chess) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(false))
    }
    fn end_game(&mut self, position: shakmaty::Chess) {
        self.seen += 1;
        black_box(position);
    }
}

fn ours(pgn: &[u8], task: Task) -> u64 {
    let mut visitor = OurVisitor { task, tags: StartTags::default(), position: Chess::startpos(), seen: 0 };
    let mut reader = Reader::new(pgn);
    while reader.read_game(&mut visitor) {}
    visitor.seen
}

fn theirs(pgn: &[u8], task: Task) -> u64 {
    let mut visitor = TheirVisitor { task, seen: 0 };
    let mut reader = pgn_reader::Reader::new(pgn);
    reader.visit_all_games(&mut visitor).expect("reading from memory");
    visitor.seen
}

/// Random games, dressed as an export of lichess.org.
pub struct File {
    text: String,
    moves: u64,
}

pub fn file(games: usize, annotated: bool) -> File {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut file = File { text: String::new(), moves: 0 };
    for game in 0..games {
        let result = ["1-0", "0-1", "1/2-1/2"][random.below(3)];
        let _ = write!(
            file.text,
            "[Event \"Rated Blitz game\"]\n[Site \"https://lichess.org/{:08x}\"]\n[Date \"2024.01.01\"]\n\
             [Round \"-\"]\n[White \"player{:x}\"]\n[Black \"player{:x}\"]\n[Result \"{result}\"]\n\
             [UTCDate \"2024.01.01\"]\n[UTCTime \"00:00:{:02}\"]\n[WhiteElo \"{}\"]\n\
             [BlackElo \"{}\"]\n[WhiteRatingDiff \"+6\"]\n[BlackRatingDiff \"-6\"]\n[ECO \"B{:02}\"]\n\
             [Opening \"Sicilian Defense: Najdorf Variation\"]\n[TimeControl \"180+2\"]\n\
             [Termination \"Normal\"]\n\n",
            random.below(1 << 32),
            random.below(1 << 40),
            random.below(1 << 40),
            game % 60,
            1000 + random.below(1500),
            1000 + random.below(1500),
            random.below(100),
        );
        let mut position = Chess::startpos();
        for ply in 0..40 + random.below(80) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())];
            if ply % 2 == 0 {
                let _ = write!(file.text, "{}. ", ply / 2 + 1);
            } else if annotated {
                let _ = write!(file.text, "{}... ", ply / 2 + 1);
            }
            file.text.push_str(&position.san(mv));
            if annotated {
                file.text.push_str(["", "", "", "", "", "", "?", "?!", "??", "!"][random.below(10)]);
                let (pawns, rest, minutes, seconds) =
                    (random.below(9) as i64 - 4, random.below(100), random.below(3), random.below(60));
                let _ = write!(file.text, " {{ [%eval {pawns}.{rest:02}] [%clk 0:{minutes:02}:{seconds:02}] }}");
            }
            file.text.push(' ');
            position = position.after_unchecked(mv);
            file.moves += 1;
        }
        let _ = write!(file.text, "{result}\n\n");
    }
    file
}

/// A file of random games gone through.
pub fn contest(file: &File, task: Task) -> Contest<'_> {
    let operations = match task {
        Task::Resolve => file.moves,
        Task::Read | Task::Skip => file.text.len() as u64 / 1024,
    };
    let bytes = file.text.as_bytes();
    Contest::new(operations)
        .entry(Ours::NAME, move || ours(bytes, task))
        .entry("pgn-reader", move || theirs(bytes, task))
}
