//! Shows that the 0x88 engine is what runs: spoils its tables in a copy of the crate, and fails if the answers stay the same.
//!
//! | spoilt | what must follow |
//! |---|---|
//! | the offset tables are zero | `pseudo_legal_moves` changes, in the default build and in the plain build |
//! | the difference tables have no relations | `is_legal` and `legal_moves` change in every build, `perft` in the plain build |
//! | nothing | both builds give the known numbers, and the same answers |
//!
//! (The plain build is `--no-default-features --features alloc`.)

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use xshell::Shell;

use crate::package;
use crate::project::{Project, cargo};

/// Prints the answers, a line for each question and position.
const PROGRAM: &str = include_str!("../spoilt/answers.rs");
const PLAIN: [&str; 3] = ["--no-default-features", "--features", "alloc"];

/// The answers by question and position.
struct Answers {
    name: &'static str,
    lines: BTreeMap<(String, u32), String>,
}

impl Answers {
    fn to(&self, question: &str, position: u32) -> Result<&str> {
        let answer = self.lines.get(&(question.to_owned(), position));
        answer
            .map(String::as_str)
            .with_context(|| format!("{}: no answer to {question} in position {position}", self.name))
    }

    /// Holds that a question about some positions has another answer with spoilt tables.
    fn changed(&self, spoilt: &Answers, question: &str, positions: &[u32]) -> Result<()> {
        for &position in positions {
            ensure!(
                self.to(question, position)? != spoilt.to(question, position)?,
                "{}: {question} gives the same answer in position {position}, so it does not use these tables",
                spoilt.name
            );
        }
        println!("{}: {question} changes in positions {positions:?}", spoilt.name);
        Ok(())
    }
}

struct Copy {
    shell: Shell,
    folder: PathBuf,
}

impl Copy {
    /// Makes the copy anew, and a program that depends on it.
    fn fresh(project: &Project) -> Result<Self> {
        let folder = package::unpacked(project)?.swap_remove(0);
        let work = project.target.join("spoilt");
        let shell = project.at("");
        shell.create_dir(work.join("src"))?;
        shell.change_dir(&work);
        let manifest = format!(
            "[package]\nname = \"answers\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n\
             [features]\ndefault = [\"chess0x88/default\"]\nalloc = [\"chess0x88/alloc\"]\n\
             [profile.dev]\ndebug = false\n\
             [dependencies]\nchess0x88 = {{ path = \"{}\", default-features = false }}\n",
            folder.display()
        );
        shell.write_file("Cargo.toml", manifest)?;
        shell.write_file("src/main.rs", PROGRAM)?;
        // Of what it needs, the versions of the repository's own; what it does not need is taken out.
        shell.copy_file(project.root.join("Cargo.lock"), "Cargo.lock")?;
        shell.cmd("cargo").args(["update", "--quiet", "--workspace"]).quiet().run()?;
        // Spoilt tables leave functions without a caller: no warnings.
        shell.set_var("RUSTFLAGS", "-Awarnings");
        Ok(Self { shell, folder })
    }

    /// Replaces a line. If it is not there exactly once, the sources have changed, and this file must follow.
    fn spoil(&self, file: &str, old: &str, new: &str) -> Result<()> {
        let path = self.folder.join(file);
        let text = fs::read_to_string(&path)?;
        let count = text.lines().filter(|line| *line == old).count();
        ensure!(count == 1, "{file} has this line {count} times, so it cannot be spoilt: {old}");
        let spoilt: Vec<&str> = text.lines().map(|line| if line == old { new } else { line }).collect();
        Ok(fs::write(path, spoilt.join("\n") + "\n")?)
    }

    /// Builds the copy and asks.
    fn ask(&self, name: &'static str, features: &[&str]) -> Result<Answers> {
        cargo(&self.shell, "build --quiet --target-dir target")
            .args(features)
            .run()
            .with_context(|| format!("{name}: does not build"))?;
        // Spoilt tables can make a loop without an end.
        let said = self.shell.cmd("timeout").args(["60", "target/debug/answers"]).quiet().read();
        let said = said.with_context(|| format!("{name}: the program failed or took longer than a minute"))?;
        let mut lines = BTreeMap::new();
        for line in said.lines() {
            let mut words = line.splitn(3, ' ');
            let parts = (words.next(), words.next(), words.next());
            let (Some(question), Some(position), Some(answer)) = parts else { continue };
            lines.insert((question.to_owned(), position.parse()?), answer.to_owned());
        }
        Ok(Answers { name, lines })
    }
}

pub fn run(project: &Project) -> Result<()> {
    let copy = Copy::fresh(project)?;
    let sound = copy.ask("sound-default", &[])?;
    let sound_plain = copy.ask("sound-plain", &PLAIN)?;
    ensure!(sound.lines == sound_plain.lines, "the two builds differ before anything is spoilt");
    for (question, position, known) in [
        ("legal_moves", 1, "20"),
        ("pseudo_legal_moves", 1, "20"),
        ("perft", 1, "8902"),
        ("legal_moves", 2, "48"),
        ("pseudo_legal_moves", 2, "48"),
        ("perft", 2, "97862"),
        ("legal_moves", 3, "14"),
        ("perft", 3, "2812"),
        ("legal_moves", 4, "6"),
        ("perft", 4, "9467"),
    ] {
        let answer = sound.to(question, position)?;
        ensure!(
            answer.split(' ').next() == Some(known),
            "unspoilt, {question} in position {position} is not {known}, but {answer}"
        );
    }
    for position in 1..=4 {
        let alike = sound.to("legal_moves", position)? == sound.to("is_legal", position)?;
        ensure!(alike, "legal_moves and is_legal differ in position {position}");
    }
    println!("nothing spoilt: both builds give the published numbers");

    copy.spoil(
        "src/piece.rs",
        "const OFFSETS: &[i8; 32] = &{",
        "const OFFSETS: &[i8; 32] = &[0; 32]; const _: [i8; 32] = {",
    )?;
    let offsets = copy.ask("offsets-default", &[])?;
    sound.changed(&offsets, "pseudo_legal_moves", &[1, 2, 3, 4])?;
    // Where code may be large, the 0x88 engine has the offsets of sliders and knights written out in its lists. (The vectors of
    // perft, which only the default build has, do not stand it that two directions are the same.)
    let file = "src/geometry/direction.rs";
    copy.spoil(
        file,
        "pub const KNIGHT_OFFSETS: [i8; 8] = [",
        "pub const KNIGHT_OFFSETS: [i8; 8] = [0; 8]; const _: [i8; 8] = [",
    )?;
    copy.spoil(
        file,
        "    pub const ORTHOGONAL: [Direction; 4] = [North, East, South, West];",
        "    pub const ORTHOGONAL: [Direction; 4] = [North; 4];",
    )?;
    let offsets = copy.ask("offsets-plain", &PLAIN)?;
    sound_plain.changed(&offsets, "pseudo_legal_moves", &[1, 2, 3, 4])?;
    sound_plain.changed(&offsets, "legal_moves", &[1, 2, 3])?;

    let copy = Copy::fresh(project)?;
    let file = "src/geometry/delta.rs";
    copy.spoil(
        file,
        "pub const REACH: &[Reach; SIZE] = &reach_table();",
        "pub const REACH: &[Reach; SIZE] = &[Reach::NONE; SIZE];",
    )?;
    copy.spoil(file, "pub const STEP: &[i8; SIZE] = &step_table();", "pub const STEP: &[i8; SIZE] = &[0; SIZE];")?;
    let differences = copy.ask("differences-default", &[])?;
    sound.changed(&differences, "is_legal", &[1, 2, 3, 4])?;
    // The bitboards find pins by the difference table.
    sound.changed(&differences, "legal_moves", &[3])?;
    let differences = copy.ask("differences-plain", &PLAIN)?;
    sound_plain.changed(&differences, "is_legal", &[1, 2, 3, 4])?;
    // In positions 1 and 2 all pseudo-legal moves are legal; in position 1 no check comes before the third ply.
    sound_plain.changed(&differences, "legal_moves", &[3, 4])?;
    sound_plain.changed(&differences, "perft", &[2, 3, 4])
}
