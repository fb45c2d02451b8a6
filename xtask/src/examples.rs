//! The programs of `examples`, as `cargo test` built them: each ends with the status that its help promises.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::project::Project;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Errors of the standard library that name neither what was found nor what would be right.
const BARE: [&str; 5] = [
    "found in string",
    "to fit in target type",
    "cannot parse integer",
    "invalid float literal",
    "provided string was not",
];

/// The programs, with a folder for what they are to read.
struct Programs<'a> {
    project: &'a Project,
    folder: PathBuf,
    /// The text that the last program wrote to standard error.
    told: RefCell<String>,
}

impl Programs<'_> {
    /// A file with this in it.
    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> Result<String> {
        let path = self.folder.join(name);
        fs::write(&path, text)?;
        Ok(path.to_str().context("a path that is text")?.to_owned())
    }

    /// Runs a program and holds its exit status against the one that is expected. A panic would be 101.
    fn run(&self, expected: i32, name: &str, arguments: &[&str], input: &str) -> Result<String> {
        let mut child = Command::new(example(self.project, name))
            .current_dir(&self.project.root)
            .args(arguments.iter().map(OsStr::new))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("{name} cannot be started: was it built?"))?;
        // A program that reads nothing may have ended.
        child.stdin.take().context("an input")?.write_all(input.as_bytes()).ok();
        let output = child.wait_with_output()?;
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        ensure!(
            output.status.code() == Some(expected),
            "{name} {}: {} instead of {expected}\n{}",
            arguments.join(" "),
            output.status,
            told
        );
        // A person who is refused is told why, in the words of the program and not of Rust.
        let refusal = told.lines().last().unwrap_or_default();
        ensure!(
            expected != 2 || refusal.starts_with("error: "),
            "{name} {}: ends with 2, and says {told:?}",
            arguments.join(" ")
        );
        let is_bare = BARE.iter().any(|text| told.contains(text));
        ensure!(!is_bare, "{name} {}: does not say what was asked: {told:?}", arguments.join(" "));
        self.told.replace(told);
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Runs a program, and holds what it says to a person.
    fn tells(&self, expected: i32, name: &str, arguments: &[&str], words: &str) -> Result<String> {
        let output = self.run(expected, name, arguments, "")?;
        let told = self.told.borrow();
        ensure!(told.contains(words), "{name} {}: nothing of {words:?} in {told:?}", arguments.join(" "));
        Ok(output)
    }

    fn ends(&self, expected: i32, name: &str, arguments: &[&str]) -> Result<()> {
        self.run(expected, name, arguments, "").map(|_| ())
    }
}

/// An example as `cargo test` built it.
fn example(project: &Project, name: &str) -> PathBuf {
    project.target.join("debug/examples").join(name)
}

pub fn run(project: &Project) -> Result<()> {
    project.cargo("test --quiet --no-run").run()?;
    statuses(project)?;
    unused_code(project)
}

fn fast_perft(programs: &Programs<'_>) -> Result<()> {
    let fast: [(i32, &[&str]); 5] = [
        (0, &["--depth", "4", "--threads", "2"]),
        (0, &["--depth", "4", "--hash", "1"]),
        (0, &["--backend", "list"]),
        (2, &["--backend", "abacus"]),
        (2, &["--fen", "no such position"]),
    ];
    for (status, arguments) in fast {
        programs.ends(status, "fast_perft", arguments)?;
    }
    Ok(())
}

/// Input that is right and input that is not: status 1 says that the answer is no, 2 that the input is none.
#[allow(clippy::too_many_lines, reason = "a list of calls")]
fn statuses(project: &Project) -> Result<()> {
    // An example with unit tests is built as their program alone.
    let tested = "build --quiet --profile test --example pipeline --example eboard";
    project.cargo(tested).run()?;
    let folder = project.target.join("examples-input");
    project.shell.remove_path(&folder)?;
    fs::create_dir_all(&folder)?;
    let programs = Programs { project, folder, told: RefCell::default() };
    let ends = |expected, name, arguments: &[&str]| programs.ends(expected, name, arguments);

    let wrong = programs.file("wrong.epd", "k7/8/8/8/8/8/8/K7 w - - 0 1 ;D1 4\n")?;
    let four = programs.file("four.epd", "k7/8/8/8/8/8/8/K7 w - - 0 1 ;D1 four\n")?;
    let no_text = programs.file("no_text.epd", b"\xff")?;
    ends(0, "perft", &["--depth", "3"])?;
    ends(1, "perft", &["--suite", &wrong])?;
    ends(2, "perft", &["--suite", &four])?;
    ends(2, "perft", &["--suite", &no_text])?;
    ends(2, "perft", &["--suite", "no-such-file"])?;
    ends(2, "perft", &["--fen", "no such position"])?;
    ends(2, "perft", &["--depth", "256"])?;
    fast_perft(&programs)?;

    ends(0, "fen", &[START])?;
    ends(2, "fen", &["no such position"])?;
    ends(0, "explain", &["--fen", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nbd2"])?;
    ends(1, "explain", &["--fen", START, "e2e5"])?;
    ends(2, "explain", &["--fen", "no such position", "e2e4"])?;
    ends(0, "explain", &["--variant", "makruk", "e3e4"])?;
    ends(0, "layouts", &["--games", "2"])?;
    ends(0, "layouts", &["--tables"])?;
    ends(0, "layouts", &["--rounds", "2"])?;
    ends(2, "layouts", &["--games", "0"])?;
    ends(0, "arbiter", &["5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1"])?;
    ends(0, "arbiter", &["--variant", "makruk", "8/8/4k3/8/8/2K5/3M4/4M3 w - - 0 1"])?;
    ends(1, "arbiter", &["--budget", "1", START])?;
    ends(2, "arbiter", &["no such position"])?;
    ends(0, "svg", &["--variant", "makruk"])?;
    ends(2, "svg", &["--fen", "no such position"])?;

    let game = programs.file("game.pgn", "1. e4 e5 2. Nf3 *\n")?;
    let makruk = programs.file("makruk.pgn", "1. e4 *\n")?;
    let illegal = programs.file("illegal.pgn", "1. e4 Ke4 *\n")?;
    ends(0, "pgn", &[&game])?;
    ends(0, "pgn", &["--variant", "makruk", "--threads", "2", "--stats", "--fen", "1", &makruk])?;
    ends(1, "pgn", &[&illegal])?;
    ends(2, "pgn", &["no-such-file"])?;
    ends(2, "pgn", &[])?;
    ends(0, "eboard", &["--pieces", "--noise", "5", "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"])?;
    ends(2, "eboard", &["e5"])?;
    ends(0, "eboard", &["--against", "engine", "e4", "Nf3"])?;
    ends(0, "eboard", &["--against", "random", "--games", "3", "--variant", "makruk"])?;
    let log = programs.file("board.txt", "1 ffff00000000ffff\n2 no reading\n")?;
    ends(2, "eboard", &["--replay", &log])?;
    let written = programs.run(0, "eboard", &["--log", &log, "e4", "e5"], "")?;
    let replayed = programs.run(0, "eboard", &["--replay", &log], "")?;
    let told = |text: &str| text.lines().filter(|line| line.contains("==>")).map(str::to_owned).collect::<Vec<_>>();
    ensure!(
        !told(&written).is_empty() && told(&written) == told(&replayed),
        "eboard: {written}\nand replayed {replayed}"
    );

    let no_mate = programs.file("no_mate.epd", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd7; dm 1;\n")?;
    let no_solution = programs.file("no_solution.epd", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"no solution\";\n")?;
    ends(0, "puzzles", &["tests/data/mates.epd"])?;
    ends(0, "puzzles", &["--variant", "makruk", "tests/data/mates_makruk.epd"])?;
    ends(1, "puzzles", &[&no_mate])?;
    ends(1, "puzzles", &[&no_solution])?;
    ends(2, "puzzles", &["no-such-file"])?;

    let two = programs.file("two.pgn", "1. e4 e5 1-0\n\n1. e4 c5 *\n")?;
    let won = programs.file("won.pgn", "1. e4 e5 1-0\n")?;
    let explored = programs.run(0, "explorer", &[&two, "e4"], "")?;
    ensure!(explored.lines().nth(1) == Some("B00 King's Pawn Game"), "explorer: {explored}");
    let served = programs.run(0, "server", &[], "new\nmove 1 white e4\nmove 1 black c5\nshow 1\npgn 1\n")?;
    for words in [" | B20 Sicilian Defense\n", "[ECO \"B20\"]", "[Opening \"Sicilian Defense\"]"] {
        ensure!(served.contains(words), "server: nothing of {words:?} in {served}");
    }
    ends(1, "explorer", &[&won, "d4"])?;
    ends(2, "explorer", &[&won, "e5"])?;
    let knights = programs.file("knights.pgn", "1. Nf3 e5 *\n\n1. Nf3 e5 2. d3 *\n")?;
    let knight = programs.file("knight.pgn", "1. Nf3 e5 *\n")?;
    let bishop = programs.file("bishop.pgn", "1. Se2 *\n")?;
    ends(0, "find", &["Nf3 then black pe5", &knights])?;
    ends(1, "find", &["Nf3 then Ne5", &knight])?;
    ends(2, "find", &["Nf3 elephants", &knight])?;
    ends(2, "find", &["Nf3", "no-such-file"])?;
    ends(0, "find", &["--variant", "makruk", "--first", "--stats", "Se2 S=2", &bishop])?;

    programs.run(0, "editor", &[], "clear\nput K e1\nput k e8\nput R h1\ncastling K\n")?;
    programs.run(1, "editor", &["--variant", "makruk"], "clear\nput K e1\ncastling K\nnonsense\n")?;
    ends(2, "editor", &["--fen", "no such position"])?;
    ends(0, "why", &[])?;
    ends(0, "why", &["--variant", "makruk"])?;
    ends(2, "why", &["--fen", "no such position"])?;

    let games = programs.folder.join("games");
    fs::create_dir(&games)?;
    let games = games.to_str().context("a path that is text")?;
    ends(0, "correspondence", &[games, "new", "game"])?;
    ends(0, "correspondence", &[games, "move", "game", "e4"])?;
    ends(1, "correspondence", &[games, "move", "game", "e4"])?;
    ends(1, "correspondence", &[games, "move", "game", "e5", "--claim", "threefold"])?;
    ends(0, "correspondence", &[games, "resign", "game"])?;
    ends(1, "correspondence", &[games, "move", "game", "e5"])?;
    ends(0, "correspondence", &[games, "show", "game"])?;
    ends(2, "correspondence", &[games, "show", "../game"])?;

    problems(&programs)?;
    bad_input(&programs, &game)?;

    let mut names = names(project)?;
    ensure!(names.len() > 10, "only {} examples were found", names.len());
    // It writes a table of the sources, and its own test holds it to that.
    names.retain(|name| name != "compact");
    for name in &names {
        let help = programs.run(0, name, &["--help"], "")?;
        ensure!(help.contains("Exit status: 0"), "{name} --help names no status");
        ends(2, name, &["--no-such-option"])?;
        for option in help.lines().filter_map(|line| line.trim().split_once(" <")) {
            wrong_values(&programs, name, option)?;
        }
    }
    println!("{} programs end with the statuses that they promise", names.len());
    Ok(())
}

/// Values of every wrong kind for an option, a line of a help. The name of a file can be any text.
fn wrong_values(programs: &Programs<'_>, name: &str, (option, rest): (&str, &str)) -> Result<()> {
    let Some((value, _)) = rest.split_once('>').filter(|_| option.starts_with("--")) else { return Ok(()) };
    programs.ends(2, name, &[option])?;
    if ["FILE", "NAME"].contains(&value) {
        return Ok(());
    }
    for wrong in ["", "x", "-1", "1.5", "99999999999999999999", "\n"] {
        let argument = format!("{option}={wrong}");
        programs.ends(2, name, &[argument.as_str()])?;
        // An argument without which there is nothing to do is missed first.
        let told = programs.told.borrow();
        ensure!(told.contains(option) || told.contains(": missing"), "{name} {argument}: does not name the option");
    }
    Ok(())
}

/// Problems: one that has a solution, one that has none, suites, bad input, and a search that Ctrl-C ends.
fn problems(programs: &Programs<'_>) -> Result<()> {
    let ends = |expected, arguments: &[&str]| programs.ends(expected, "solve", arguments);
    let mate = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    ends(0, &["--lines", "#2", mate])?;
    ends(1, &["#1", mate])?;
    ends(1, &["--seconds", "0", "#9", START])?;
    ends(2, &["#0", mate])?;
    ends(2, &["#2", "no such position"])?;
    ends(2, &["#2"])?;
    ends(0, &["--variant", "makruk", "--suite", "tests/data/problems_makruk.txt"])?;
    let other = programs.file("other.txt", format!("#2 | {mate} | Ra2 | Paul Morphy\n"))?;
    let wrong = programs.file("wrong.txt", format!("# Problems\n#2 | {mate} | Ra9 | Paul Morphy\n"))?;
    ensure!(programs.tells(1, "solve", &["--suite", &other], "")?.contains("other.txt:1: #2, Paul Morphy: Ra6"));
    programs.tells(2, "solve", &["--suite", &wrong], "wrong.txt:2: the solution \"Ra9\": ")?;

    let mut long = Command::new(example(programs.project, "solve"));
    let mut child = long.args(["#9", START]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    // The first line of progress says that it is under way.
    let mut progress = String::new();
    BufReader::new(child.stderr.as_mut().context("standard error")?).read_line(&mut progress)?;
    programs.project.shell.cmd("kill").args(["-INT", &child.id().to_string()]).run()?;
    let output = child.wait_with_output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    ensure!(progress.contains(" parts, 0 found, "), "solve tells {progress:?} while it searches");
    ensure!(output.status.code() == Some(1), "solve after Ctrl-C: {}", output.status);
    ensure!(text.ends_with("no solution so far: the search was stopped\n"), "solve after Ctrl-C: {text}");
    Ok(())
}

/// Files that are none of games, and files that are missing.
fn bad_input(programs: &Programs<'_>, game: &str) -> Result<()> {
    let page = "<html>\n<p>This is a page.\n</html>\n".repeat(600);
    let page = programs.file("page.pgn", page)?;
    let empty = programs.file("empty.pgn", "")?;
    let illegal = programs.file("half.pgn", "1. e4 Ke4 *\n\n1. e4 e5 *\n")?;
    let no_pgn = "page.pgn: there is neither a tag nor a move in it: this is no PGN";
    for name in ["explorer", "pgn"] {
        let output = programs.tells(2, name, &[&page], no_pgn)?;
        ensure!(output.is_empty(), "{name} writes of a file that is no PGN: {output}");
    }
    ensure!(programs.tells(1, "explorer", &[&empty], "no game reached ")?.is_empty(), "explorer found a position");
    programs.tells(0, "explorer", &[&illegal, "e4"], "half.pgn: game 1: Ke4: ")?;
    let output = programs.tells(1, "pgn", &[&illegal], "2 games in ")?;
    ensure!(output.ends_with("2 games, 2 plies, 1 error\n"), "pgn: {output}");
    ensure!(programs.run(0, "pgn", &[&empty], "")?.starts_with("0 games, "), "pgn counts games in nothing");

    // Nothing is written before all files are there.
    for name in ["pgn", "pipeline"] {
        let output = programs.tells(2, name, &[game, "missing.pgn"], "missing.pgn: ")?;
        ensure!(output.is_empty(), "{name} writes before it looks for its files: {output}");
    }
    let records = programs.folder.join("records.bin");
    let records = records.to_str().context("a path that is text")?;
    programs.tells(2, "pipeline", &["--output", records, game, "missing.pgn"], "missing.pgn: ")?;
    ensure!(!Path::new(records).exists(), "pipeline made a file of nothing");
    programs.tells(2, "pipeline", &["xtask"], "xtask: this is a folder")?;

    programs.tells(2, "tune", &["--nonsense"], "--nonsense")?;
    programs.tells(2, "tune", &["games", "many", "few"], "many")?;
    programs.run(2, "tune", &[], "not a position\n")?;
    programs.run(2, "tune", &[], "")?;
    Ok(())
}

/// The programs: a file each.
fn names(project: &Project) -> Result<Vec<String>> {
    let files = project.files(&["examples/*.rs", "crates/*/examples/*.rs", ":!crates/dataset"])?;
    let name = |file: &String| {
        let (_, path) = file.split_once("examples/")?;
        let stem = path.strip_suffix(".rs")?;
        (!stem.contains('/')).then(|| stem.to_owned())
    };
    Ok(files.iter().filter_map(name).collect())
}

/// A program that keeps games does not carry the search for mates; one that ends them by a fallen flag does, or asks for it.
fn unused_code(project: &Project) -> Result<()> {
    for (name, expected) in [("gui_core", false), ("find", false), ("server", true), ("arbiter", true)] {
        let symbols = project.shell.cmd("nm").arg("-C").arg(example(project, name)).quiet().read()?;
        let count = symbols.lines().filter(|line| line.contains("chess0x88_mate::search")).count();
        ensure!((count > 0) == expected, "{name}: {count} symbols of the search for mates");
        println!("{name}: {count} symbols of the search for mates");
    }
    Ok(())
}
