//! What the fuzz targets do with a fuzzer's bytes: a function each, which panics if the library does not keep its word.
//!
//! They are in a library so that they also run without a fuzzer, over everything that was ever found.

mod bytes;
pub mod corpus;
mod differential;
mod forms;
mod pgn;
mod play;
mod positions;
mod texts;
mod web;

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use chess0x88::uci::CastlingMode;
use chess0x88::{ChessRules, MakrukRules, Position};

pub use differential::differential;
pub use forms::{serde, writer};
pub use pgn::{pgn_large, pgn_stream, pgn_tree};
pub use play::{
    back_ends as backends, edits as setup, game, inference, packed, perft_table, play_undo, polyglot, unchecked,
};
pub use texts::{epd, fen, san, uci};
pub use web::wasm;

/// A target: the name of its program, and what takes an input.
type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: [Target; 20] = [
    ("backends", backends),
    ("differential", differential),
    ("epd", epd),
    ("fen", fen),
    ("game", game),
    ("inference", inference),
    ("packed", packed),
    ("perft_table", perft_table),
    ("pgn_large", pgn_large),
    ("pgn_stream", pgn_stream),
    ("pgn_tree", pgn_tree),
    ("play_undo", play_undo),
    ("polyglot", polyglot),
    ("san", san),
    ("serde", serde),
    ("setup", setup),
    ("uci", uci),
    ("unchecked", unchecked),
    ("wasm", wasm),
    ("writer", writer),
];

/// Inputs to begin with, by target.
#[derive(Default)]
pub struct Seeds(BTreeSet<(&'static str, Vec<u8>)>);

impl Seeds {
    /// The same for some targets.
    pub fn add(&mut self, targets: &[&'static str], seed: impl AsRef<[u8]>) {
        self.0.extend(targets.iter().map(|&target| (target, seed.as_ref().to_vec())));
    }

    /// A file for each seed of a target. How many there are.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write(&self, target: &str, folder: &Path) -> io::Result<usize> {
        fs::create_dir_all(folder)?;
        let seeds = self.0.iter().filter(|(name, _)| *name == target);
        let mut count = 0;
        for (n, (_, seed)) in seeds.enumerate() {
            fs::write(folder.join(format!("{n:04}")), seed)?;
            count = n + 1;
        }
        Ok(count)
    }
}

/// The moves of the position that begins an input, in SAN and as engines spell them.
#[must_use]
pub fn seeded(head: &[u8]) -> Vec<(String, String)> {
    fn spelled<R: chess0x88::Rules>(position: &Position<R>) -> Vec<(String, String)> {
        let spell = |mv: chess0x88::Move| (position.san(mv).to_string(), mv.to_uci(CastlingMode::Standard).to_string());
        position.legal_moves().into_iter().map(spell).collect()
    }
    let mut bytes = bytes::Bytes(head);
    if bytes.flag() {
        spelled(&positions::position::<ChessRules>(&mut bytes))
    } else {
        spelled(&positions::position::<MakrukRules>(&mut bytes))
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;
    use std::path::PathBuf;

    use super::*;

    /// What the files of a folder hold, and what they are called.
    fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
        let Ok(files) = fs::read_dir(folder) else { return Vec::new() };
        let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
        paths.sort();
        let read = |path: PathBuf| (path.display().to_string(), fs::read(&path).expect("a file that can be read"));
        paths.into_iter().map(read).collect()
    }

    #[test]
    fn nothing_that_was_found_is_found_again() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut wrong = Vec::new();
        for (name, target) in TARGETS {
            let corpus = corpus::read(name).expect("a corpus that can be read").into_iter();
            let corpus = corpus.enumerate().map(|(n, input)| (format!("corpus/{name}.txt:{}", n + 1), input));
            let folder = |kind: &str| files(&here.join(kind).join(name));
            for (kind, inputs) in [("found", folder("found")), ("corpus", corpus.collect()), ("seeds", folder("seeds"))]
            {
                println!("{name}: {} of {kind}", inputs.len());
                let fell = inputs.into_iter().filter(|(_, input)| catch_unwind(|| target(input)).is_err());
                wrong.extend(fell.map(|(what, _)| what));
            }
        }
        assert_eq!(wrong, [""; 0]);
    }

    #[test]
    fn every_target_has_its_program() {
        let programs = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz_targets")).expect("the folder");
        let mut programs: Vec<_> = programs.map(|file| file.expect("a file").path()).collect();
        programs.sort();
        let names: Vec<_> = programs.iter().filter_map(|path| path.file_stem()?.to_str()).collect();
        assert_eq!(names, TARGETS.map(|(name, _)| name));
    }
}
