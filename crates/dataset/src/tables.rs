//! Reads the games of existing tables.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use arrow_array::RecordBatch;
use chess0x88::{Chess, Move, Position, Rules};

use crate::game::Game;
use crate::parts::{Manifest, Table, read};
use crate::schema::GameRows;

/// The files of a table that the manifest names, in their order.
///
/// # Errors
/// A folder without a manifest.
pub fn files(out: &Path, table: Table) -> Result<Vec<PathBuf>> {
    let manifest = Manifest::of(out)?;
    Ok((0..manifest.parts.len()).map(|part| table.path(out, part)).collect())
}

/// Calls a function with each game of a set.
///
/// # Errors
/// A table that cannot be read, a row that is no game, and the errors of the function, with the file and the row.
pub fn each_game(out: &Path, mut take: impl FnMut(Game) -> Result<()>) -> Result<()> {
    for path in files(out, Table::Games)? {
        let mut row = 0;
        for batch in read(Table::Games, &path)? {
            each_row(&batch?, |game| {
                row += 1;
                game.and_then(&mut take).with_context(|| format!("{}: row {row}", path.display()))
            })?;
        }
    }
    Ok(())
}

/// Calls a function with each game of a batch.
///
/// # Errors
/// Wrong columns, and the errors of the function.
pub fn each_row(batch: &RecordBatch, mut take: impl FnMut(Result<Game>) -> Result<()>) -> Result<()> {
    let rows = GameRows::new(batch)?;
    (0..batch.num_rows()).try_for_each(|row| take(rows.row(row)))
}

/// Plays a move of a table; 0 is the null move.
///
/// # Errors
/// Bits that are no move, and an illegal move.
pub fn play<R: Rules>(position: &mut Position<R>, bits: u16) -> Result<Option<Move>> {
    if bits == 0 {
        position.make_null().map_err(|error| anyhow!("a null move: {error}"))?;
        return Ok(None);
    }
    let Some(mv) = Move::from_bits(bits) else { bail!("{bits:#06x} is no move") };
    position.play(mv).map_err(|error| anyhow!("{mv}: {error}"))?;
    Ok(Some(mv))
}

/// Returns the positions of a game, from the start on.
///
/// # Errors
/// An invalid start, and an illegal move, with its ply.
pub fn positions(game: &Game) -> Result<Vec<Chess>> {
    let mut position = game.start().context("the start in the column fen")?;
    let mut positions = Vec::with_capacity(game.moves.len() + 1);
    positions.push(position);
    for (ply, &bits) in game.moves.iter().enumerate() {
        play(&mut position, bits).with_context(|| format!("ply {}", ply + 1))?;
        positions.push(position);
    }
    Ok(positions)
}
