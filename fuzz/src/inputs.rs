//! Carries the corpus to and from folders, as libFuzzer has it: `corpus unpack FOLDER` writes a file for each input,
//! `corpus pack FOLDER` makes the corpus anew of such files.

use std::path::Path;
use std::{env, fs, io};

use chess0x88_fuzz::{Seeds, TARGETS, corpus};

fn pack(target: &str, folder: &Path) -> io::Result<()> {
    let files = fs::read_dir(folder)?;
    corpus::write(target, files.map(|file| fs::read(file?.path())).collect::<Result<_, _>>()?)
}

fn unpack(target: &'static str, folder: &Path) -> io::Result<()> {
    let mut seeds = Seeds::default();
    corpus::read(target)?.into_iter().for_each(|input| seeds.add(&[target], input));
    seeds.write(target, folder).map(|_| ())
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [how, folder] = &arguments[..] else { return Err(io::Error::other("usage: corpus pack|unpack FOLDER")) };
    for (target, _) in TARGETS {
        let folder = Path::new(folder).join(target);
        match how.as_str() {
            "unpack" => unpack(target, &folder)?,
            "pack" if folder.is_dir() => pack(target, &folder)?,
            "pack" => {}
            _ => return Err(io::Error::other(format!("{how} is neither pack nor unpack"))),
        }
    }
    Ok(())
}
