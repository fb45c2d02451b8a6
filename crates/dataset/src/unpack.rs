//! `dataset unpack`: unpacks an archive to plain files of whole games, which tasks can share.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use anyhow::{Context, Result};

use crate::input::{Fault, Input, InputOffset, Limits, Pieces};

/// The files that were written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unpacked {
    pub files: usize,
    pub bytes: u64,
    /// Games that are too long and were left out.
    pub faults: Vec<Fault>,
}

/// Writes `part-00000.pgn` and so on. A file ends with the game that reaches `part_bytes`.
///
/// # Errors
/// An input that cannot be read, or a file that exists already or cannot be written. The files before it stay.
pub fn unpack(inputs: &[Input], out: &Path, part_bytes: u64) -> Result<Unpacked> {
    fs::create_dir_all(out).with_context(|| out.display().to_string())?;
    let limits = Limits { piece: Limits::default().piece.min(part_bytes as usize), ..Limits::default() };
    let mut pieces = Pieces::from(inputs, InputOffset::start_of(0), limits, Arc::new(AtomicU64::new(0)));
    let mut unpacked = Unpacked::default();
    let mut file: Option<(BufWriter<File>, u64)> = None;
    while let Some(piece) = pieces.next_piece()? {
        let path = out.join(format!("part-{:05}.pgn", unpacked.files));
        let context = || format!("cannot write {}", path.display());
        let (writer, written) = match &mut file {
            Some(file) => file,
            none => none.insert((BufWriter::new(File::create_new(&path).with_context(context)?), 0)),
        };
        writer.write_all(&piece.text).with_context(context)?;
        *written += piece.text.len() as u64;
        unpacked.bytes += piece.text.len() as u64;
        unpacked.faults.extend(piece.faults);
        // The games of another input begin on a new line.
        if *written >= part_bytes || piece.next.file != piece.place.file {
            writer.flush().with_context(context)?;
            unpacked.files += 1;
            file = None;
        }
    }
    Ok(unpacked)
}
