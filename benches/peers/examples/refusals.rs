//! What the peers read that this library does not, and how many moves they find in it.
//!
//! ```sh
//! cargo run --profile suites --example refusals
//! ```
//!
//! It goes through `tests/data/world_fens.txt`, which has python-chess's verdicts, and through the suites that shakmaty and cozy-chess
//! have in their own packages: they are read where cargo has put them. It fails if two of shakmaty, cozy-chess and python-chess take
//! a text that the lenient reader refuses; or one that is spelt as the standard says and holds a position that the strict reader
//! refuses, but for the faults of [`OURS_ALONE`]. It fails, too, if the number of moves is not theirs, or a total of theirs not ours.

mod packages;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use chess0x88::{Chess, ChessRules, Setup, Violation, Violations, fen, perft};
use shakmaty::{CastlingMode, Position as _};

/// No total above this is counted.
const MOST: u64 = 250_000;

/// What the strict reader alone finds wrong: pieces that no promotion explains. The peers count to sixteen. The lenient reader takes
/// such positions and says so; programs that set positions up take them with `Violations::TOLERABLE`.
const OURS_ALONE: [Violation; 2] = [Violation::TooManyWhitePieces, Violation::TooManyBlackPieces];

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut told = Told::default();
    let world = fs::read_to_string(root.join("../../tests/data/world_fens.txt")).expect("the list of FENs");
    for line in world.lines().filter(|line| !line.starts_with('#')) {
        let mut columns = line.split('\t');
        let (marks, text) = (columns.next().unwrap_or_default(), columns.next().unwrap_or_default());
        told.read("world_fens.txt", text, Some(marks.ends_with('p')));
    }
    let [cozy, shakmaty] = packages::folders(["cozy-chess-0.3.4", "shakmaty-0.30.0"]);
    let boards = cozy.join("src/board/test_data");
    for name in ["valid.sfens", "invalid.sfens", "chess960_start_positions.sfens"] {
        let texts = fs::read_to_string(boards.join(name)).expect("a suite of cozy-chess");
        texts.lines().for_each(|text| told.read(name, text, None));
    }
    let tests = shakmaty.join("tests");
    for name in ["random.perft", "chess960.perft", "tricky.perft"] {
        told.count(name, &fs::read_to_string(tests.join(name)).expect("a suite of shakmaty"));
    }
    for (name, row) in &told.rows {
        println!("{name}: {row:?}");
    }
    told.faults.iter().for_each(|fault| println!("{fault}"));
    println!("{} faults", told.faults.len());
    ExitCode::from(u8::from(!told.faults.is_empty()))
}

/// What came of a suite.
#[derive(Debug, Default)]
struct Row {
    texts: usize,
    strict: usize,
    lenient: usize,
    shakmaty: usize,
    cozy: usize,
    ours_alone: usize,
    totals: usize,
}

#[derive(Default)]
struct Told {
    rows: BTreeMap<String, Row>,
    faults: Vec<String>,
}

impl Told {
    /// Reads a text with everybody. python-chess's verdict, where it is known; it is asked only where the two others differ.
    fn read(&mut self, suite: &str, text: &str, python: Option<bool>) {
        let (strict, lenient) = (text.parse::<Chess>(), fen::parse_lenient::<ChessRules>(text));
        let (shakmaty, cozy) = (shakmaty(text), cozy(text));
        let row = self.rows.entry(suite.to_owned()).or_default();
        row.texts += 1;
        row.strict += usize::from(strict.is_ok());
        row.lenient += usize::from(lenient.is_ok());
        row.shakmaty += usize::from(shakmaty.is_some());
        row.cozy += usize::from(cozy.is_some());
        let takers =
            [shakmaty.is_some(), cozy.is_some(), python == Some(true)].into_iter().filter(|takes| *takes).count();
        let is_taken = takers >= 2;
        match &lenient {
            Err(error) if is_taken => self.faults.push(format!("{suite}: lenient: {text}: {error}")),
            _ => {}
        }
        if let (Err(error), Ok(setup)) = (&strict, text.parse::<Setup<ChessRules>>())
            && is_taken
        {
            let ours =
                OURS_ALONE.into_iter().fold(Violations::from(OURS_ALONE[0]), |all, one| all | Violations::from(one));
            if (setup.violations() & !ours).is_empty() {
                row.ours_alone += 1;
                return;
            }
            self.faults.push(format!("{suite}: strict: {text}: {error} {:?}", setup.violations()));
        }
        if let Ok(position) = &strict {
            for (name, moves) in [("shakmaty", shakmaty), ("cozy-chess", cozy)] {
                let ours = position.legal_move_count();
                if moves.is_some_and(|moves| moves != ours) {
                    self.faults.push(format!("{suite}: {text}: {ours} moves, {moves:?} by {name}"));
                }
            }
        }
    }

    /// Counts what shakmaty's suites say: `epd ...`, then `perft DEPTH LEAVES` on the lines below.
    fn count(&mut self, suite: &str, text: &str) {
        let mut position = None;
        for line in text.lines() {
            match line.split_once(' ') {
                Some(("epd", epd)) => {
                    // Some have the clock and the number, though an EPD has none.
                    let clocks = if epd.split_whitespace().count() == 4 { " 0 1" } else { "" };
                    let text = format!("{}{clocks}", epd.trim());
                    self.read(suite, &text, None);
                    // Authors take a position as it stands, though no game leads to it.
                    let setup = text.parse::<Setup<ChessRules>>().ok();
                    let tolerated = setup.and_then(|setup| setup.to_position_with(Violations::TOLERABLE).ok());
                    position = tolerated.or_else(|| Some(fen::parse_lenient(&text).ok()?.0));
                }
                Some(("perft", total)) => {
                    let mut numbers = total.split_whitespace().map(|number| number.parse::<u64>().expect("a number"));
                    let (depth, leaves) = (numbers.next().expect("a depth"), numbers.next().expect("a total"));
                    let Some(position) = position.as_ref().filter(|_| leaves <= MOST) else { continue };
                    let ours = perft(position, depth as u8);
                    self.rows.entry(suite.to_owned()).or_default().totals += 1;
                    if ours != leaves {
                        self.faults.push(format!("{suite}: {} at depth {depth}: {ours}, not {leaves}", position.fen()));
                    }
                }
                _ => {}
            }
        }
    }
}

/// How many moves shakmaty finds, if it takes the text.
fn shakmaty(text: &str) -> Option<usize> {
    let fen: shakmaty::fen::Fen = text.parse().ok()?;
    let position: shakmaty::Chess = fen.into_position(CastlingMode::Chess960).ok()?;
    Some(position.legal_moves().len())
}

/// The same of cozy-chess, with either spelling of the rights to castle.
fn cozy(text: &str) -> Option<usize> {
    let read = |is_shredder| cozy_chess::Board::from_fen(text, is_shredder).ok();
    let board = read(false).or_else(|| read(true))?;
    let mut moves = 0;
    board.generate_moves(|of_piece| {
        moves += of_piece.len();
        false
    });
    Some(moves)
}
