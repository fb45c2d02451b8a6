//! `dataset check`: reads tables, plays every game again, and builds again the rows that follow from the games.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, BinaryArray, RecordBatch};

use crate::bad_row::BadRow;
use crate::parse::parse;
use crate::parts::{Manifest, Table, read};
use crate::schema::{Games, Positions, column};
use crate::tables::{each_row, positions};

/// Counts of what was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    pub games: u64,
    pub plies: u64,
    pub positions: u64,
    pub errors: u64,
    /// The conversion is complete.
    pub is_complete: bool,
}

/// Checks all tables of a folder.
///
/// # Errors
/// The first error, with its file and row.
pub fn check(out: &Path) -> Result<Checked> {
    let manifest = Manifest::of(out)?;
    manifest.verify(out)?;
    let mut checked = Checked { is_complete: manifest.complete, ..Checked::default() };
    // For each file the number of its first byte, and the numbers of its first and last game.
    let mut files: Vec<(i64, i64, i64)> = Vec::new();
    for (number, part) in manifest.parts.iter().enumerate() {
        let path = Table::Games.path(out, number);
        let mut rows = if part.tables.contains_key(Table::Positions.name()) {
            Some(Rows::new(&Table::Positions.path(out, number))?)
        } else {
            None
        };
        let mut row = 0;
        for batch in read(Table::Games, &path)? {
            let batch = batch?;
            let (mut again, mut expected) = (Games::default(), Positions::default());
            let movetext = batch.column_by_name("movetext");
            again.without_uci = manifest.options.without_uci || movetext.is_some();
            let first = row;
            each_row(&batch, |game| {
                row += 1;
                let context = || format!("{}: row {row}", path.display());
                let game = game.with_context(context)?;
                match files.last_mut().filter(|(first_id, ..)| *first_id == game.id.wrapping_sub(game.byte)) {
                    Some((.., last)) => {
                        let before = std::mem::replace(last, game.id);
                        ensure!(
                            game.id > before,
                            "{}: the number of the game is not greater than the one before",
                            context()
                        );
                    }
                    None => files.push((game.id.wrapping_sub(game.byte), game.id, game.id)),
                }
                checked.games += 1;
                checked.plies += game.moves.len() as u64;
                let positions = positions(&game).with_context(context)?;
                again.add(&game);
                if rows.is_some() {
                    expected.add(&game, &positions)?;
                }
                Ok(())
            })?;
            // Values that a row has twice must agree: the moves as text, the date as one value, the parts of a time control.
            let context = || format!("{}: behind row {first}", path.display());
            compare(&batch, &again.finish()?).with_context(context)?;
            if let Some(movetext) = movetext {
                let texts = BinaryArray::from(movetext.as_string::<i32>().clone());
                let parsed = parse(&texts, Some(column(&batch, "fen")?.as_string()), "movedata", BadRow::Null)?;
                let is_same = parsed.column(0).to_data() == column(&batch, "movedata")?.to_data();
                ensure!(is_same, "{}: movetext has other moves than movedata", context());
            }
            if let Some(rows) = &mut rows {
                let expected = expected.finish()?;
                checked.positions += expected.num_rows() as u64;
                rows.compare(&expected)?;
            }
        }
        if let Some(rows) = &mut rows {
            rows.end()?;
        }
        for batch in read(Table::Errors, &Table::Errors.path(out, number))? {
            checked.errors += batch?.num_rows() as u64;
        }
    }
    files.sort_unstable_by_key(|&(_, first, _)| first);
    if let Some(pair) = files.windows(2).find(|pair| pair[0].2 >= pair[1].1) {
        anyhow::bail!("games of two files have the same numbers, from {} on", pair[1].1);
    }
    Ok(checked)
}

/// Compares two batches.
fn compare(found: &RecordBatch, expected: &RecordBatch) -> Result<()> {
    for (field, expected) in expected.schema().fields().iter().zip(expected.columns()) {
        let found = found.column_by_name(field.name()).context("a column is missing")?;
        if found.to_data() == expected.to_data() {
            continue;
        }
        let row = (0..expected.len()).find(|&row| found.slice(row, 1).to_data() != expected.slice(row, 1).to_data());
        // Lists may differ in the name of their items.
        if let Some(row) = row.filter(|_| !matches!(field.data_type(), arrow_schema::DataType::List(_))) {
            anyhow::bail!("row {}, column {:?}: it does not follow from the game", row + 1, field.name());
        }
    }
    Ok(())
}

/// The rows of `positions`, in batches of other sizes than those of the files.
struct Rows {
    name: String,
    batches: Box<dyn Iterator<Item = Result<RecordBatch>>>,
    rest: Option<RecordBatch>,
    row: u64,
}

impl Rows {
    fn new(path: &Path) -> Result<Rows> {
        let batches = Box::new(read(Table::Positions, path)?);
        Ok(Rows { name: path.display().to_string(), batches, rest: None, row: 0 })
    }

    fn next(&mut self) -> Result<Option<RecordBatch>> {
        loop {
            match self.rest.take() {
                Some(rest) if rest.num_rows() > 0 => return Ok(Some(rest)),
                _ => self.rest = self.batches.next().transpose()?,
            }
            if self.rest.is_none() {
                return Ok(None);
            }
        }
    }

    fn compare(&mut self, expected: &RecordBatch) -> Result<()> {
        let mut at = 0;
        while at < expected.num_rows() {
            let found = self.next()?.with_context(|| format!("{}: rows are missing at its end", self.name))?;
            let length = found.num_rows().min(expected.num_rows() - at);
            compare(&found.slice(0, length), &expected.slice(at, length))
                .with_context(|| format!("{}: behind row {}", self.name, self.row))?;
            self.rest = Some(found.slice(length, found.num_rows() - length));
            self.row += length as u64;
            at += length;
        }
        Ok(())
    }

    fn end(&mut self) -> Result<()> {
        match self.next()? {
            None => Ok(()),
            Some(rest) => {
                let id = rest.column(0).as_primitive::<Int64Type>().value(0);
                anyhow::bail!("{}: row {}: there is no game {id} in `games`", self.name, self.row + 1)
            }
        }
    }
}
