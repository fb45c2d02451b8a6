//! Tests of the tables, compared with simple readings of the same games.

mod bad;
mod convert;
mod find;
mod games;
mod ranges;
mod unique;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use dataset::convert::{Job, Report};
use dataset::game::Game;
use dataset::input::{Input, Limits};
use dataset::parts::Codec;
use dataset::read::Wanted;
use dataset::tables::each_game;

/// A job over some files, in small pieces and parts.
fn job(paths: &[PathBuf], out: &Path) -> Job {
    Job {
        inputs: Input::all(paths).unwrap(),
        out: out.to_owned(),
        wanted: Wanted { positions: true, ..Wanted::default() },
        codec: Codec::Zstd,
        limits: Limits { piece: 10_000, game: 1 << 16 },
        part_bytes: 100_000,
        threads: 2,
        uci: true,
        ..Job::default()
    }
}

fn run(job: &Job) -> anyhow::Result<Report> {
    dataset::convert::convert(job, &|_| ())
}

fn convert(paths: &[PathBuf], out: &Path) -> Report {
    run(&job(paths, out)).unwrap()
}

/// Writes a file and returns its path.
fn file(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

fn rows(out: &Path) -> Vec<Game> {
    let mut games = Vec::new();
    each_game(out, |game| {
        games.push(game);
        Ok(())
    })
    .unwrap();
    games
}

/// The rows of `errors`: line, byte, reason, and whether the game is kept.
fn errors(out: &Path) -> Vec<(i64, i64, String, bool)> {
    use arrow_array::cast::AsArray;
    use arrow_array::types::Int64Type;
    let mut errors = Vec::new();
    for path in dataset::tables::files(out, dataset::parts::Table::Errors).unwrap() {
        for batch in dataset::parts::read(dataset::parts::Table::Errors, &path).unwrap() {
            let batch = batch.unwrap();
            let (lines, bytes) =
                (batch.column(1).as_primitive::<Int64Type>(), batch.column(2).as_primitive::<Int64Type>());
            let (reasons, kept) = (batch.column(3).as_string::<i32>(), batch.column(4).as_boolean());
            errors.extend(
                (0..batch.num_rows())
                    .map(|row| (lines.value(row), bytes.value(row), reasons.value(row).to_owned(), kept.value(row))),
            );
        }
    }
    errors
}

/// The files below a folder with what is in them.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push((path.strip_prefix(folder).unwrap().to_owned(), fs::read(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// Runs the program.
fn program(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dataset")).args(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
