//! `dataset pgn`: writes the games of tables as PGN.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, Int32Array, Int64Array, RecordBatch, StringArray, new_null_array};
use arrow_schema::{Field, Schema};
use chess0x88_pgn::{Command, GameResult, Writer};

use crate::filter::{Filter, timestamp};
use crate::game::{Game, NUMBERS, TEXTS, command_of};
use crate::schema::GAMES;
use crate::tables::{each_game, each_row, play};

/// Writes the games of a set that fit, and returns their number.
///
/// # Errors
/// Tables that cannot be read, illegal moves, and output that cannot be written.
pub fn write(out: &Path, filter: Option<&Filter>, to: &mut dyn Write) -> Result<u64> {
    let (mut games, mut text) = (0, String::new());
    each_game(out, |game| {
        if filter.is_some_and(|filter| !filter.holds(&game)) {
            return Ok(());
        }
        text.clear();
        // A blank line parts the games.
        text.push_str(if games > 0 { "\n" } else { "" });
        write_game(&game, &mut text)?;
        to.write_all(text.as_bytes())?;
        games += 1;
        Ok(())
    })?;
    to.flush()?;
    Ok(games)
}

/// Writes the games of a batch, whose first row has the number `first`, each as a text. Columns of `games` that the batch has not are
/// unknown.
///
/// # Errors
/// A column of another type, and a row that is no game.
pub fn texts(batch: &RecordBatch, first: usize) -> Result<StringArray> {
    let mut texts = StringBuilder::new();
    let mut row = first;
    each_row(&with_all_columns(batch)?, |game| {
        let mut text = String::new();
        game.and_then(|game| write_game(&game, &mut text)).with_context(|| format!("row {row}"))?;
        row += 1;
        texts.append_value(text);
        Ok(())
    })?;
    Ok(texts.finish())
}

/// Returns a batch with all columns of `games`, of which those that are missing are empty.
pub(crate) fn with_all_columns(batch: &RecordBatch) -> Result<RecordBatch> {
    let rows = batch.num_rows();
    let movedata = batch.column_by_name("movedata").context("there is no column \"movedata\"")?;
    let plies = || {
        let movedata = movedata.as_binary_opt::<i32>().context("the column \"movedata\" is not binary")?;
        Ok::<_, anyhow::Error>(Int32Array::from_iter_values(
            movedata.iter().map(|game| game.map_or(0, |game| game.len() as i32 / 2)),
        ))
    };
    let columns = GAMES.fields().iter().map(|field| {
        Ok(match (batch.column_by_name(field.name()), field.name().as_str()) {
            (Some(column), _) => Arc::clone(column),
            (None, "ply_count") => Arc::new(plies()?) as ArrayRef,
            (None, "result") => Arc::new(StringArray::from(vec!["*"; rows])),
            (None, "file") => Arc::new(StringArray::from(vec![""; rows])),
            (None, "game_id" | "line" | "byte") => Arc::new(Int64Array::from(vec![0; rows])),
            (None, _) => new_null_array(field.data_type(), rows),
        })
    });
    let columns = columns.collect::<Result<Vec<ArrayRef>>>()?;
    let field = |(field, column): (&Arc<Field>, &ArrayRef)| Field::new(field.name(), column.data_type().clone(), true);
    let fields: Vec<Field> = GAMES.fields().iter().zip(&columns).map(field).collect();
    Ok(RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)?)
}

/// Writes one game: the seven tags of the standard, the other tags, and the moves with clocks and evaluations.
///
/// # Errors
/// An illegal move.
pub fn write_game(game: &Game, text: &mut String) -> Result<()> {
    let start = text.len();
    let mut writer = Writer::new(&mut *text);
    tags(game, |name, value| Ok(writer.tag(name, value)?))?;
    let comment = |ply: usize| game.comments.get(ply).and_then(Option::as_deref);
    if let Some(comment) = comment(0) {
        writer.comment(comment)?;
    }
    let mut position = game.start().context("the start in the column fen")?;
    for (ply, &bits) in game.moves.iter().enumerate() {
        let number = position.ply();
        let before = position;
        let mv = play(&mut position, bits).with_context(|| format!("ply {}", ply + 1))?;
        match mv {
            Some(mv) => writer.san(number, before.san(mv))?,
            None => writer.san(number, "--")?,
        }
        let depth = at(&game.depths, ply).and_then(|depth| u32::try_from(depth).ok());
        let eval = at(&game.evals, ply).map(|eval| command_of(eval, depth));
        let clock = at(&game.clocks, ply).map(|seconds| Command::Clock(duration(seconds)));
        let elapsed = at(&game.elapsed, ply).map(|seconds| Command::ElapsedMoveTime(duration(seconds)));
        let commands = [eval, clock, elapsed].into_iter().flatten().map(|command| command.to_string());
        let parts: Vec<String> = commands.chain(comment(ply + 1).map(str::to_owned)).collect();
        if !parts.is_empty() {
            writer.comment(parts.join(" "))?;
        }
    }
    writer.end_game(game.result.unwrap_or(GameResult::Unknown))?;
    debug_assert!(text.len() > start);
    Ok(())
}

/// Returns the value of a ply.
fn at<T: Copy>(values: &[Option<T>], ply: usize) -> Option<T> {
    values.get(ply).copied().flatten()
}

/// Makes a duration of seconds. Fractions are thousandths of a second, the finest that programs write.
fn duration(seconds: f64) -> Duration {
    Duration::from_millis((seconds * 1000.0).round().clamp(0.0, 1e15) as u64)
}

fn tags(game: &Game, mut tag: impl FnMut(&str, &str) -> Result<()>) -> Result<()> {
    let text =
        |name: &str| TEXTS.iter().position(|&(_, tag)| tag == name).and_then(|index| game.texts[index].as_deref());
    // A value that did not fit its column is among the tags.
    let is_other = |name: &str| game.tags.iter().any(|(known, _)| known == name);
    for name in ["Event", "Site"] {
        tag(name, text(name).unwrap_or("?"))?;
    }
    if !is_other("Date") {
        tag("Date", &game.date.to_pgn())?;
    }
    for name in ["Round", "White", "Black"] {
        tag(name, text(name).unwrap_or("?"))?;
    }
    tag("Result", game.result())?;
    if let Some(utc) = game.utc {
        let utc = timestamp(utc);
        let (date, time) = utc.split_once(' ').unwrap_or((&utc, ""));
        tag("UTCDate", &date.replace('-', "."))?;
        tag("UTCTime", time)?;
    }
    for (&(_, name), number) in NUMBERS.iter().zip(&game.numbers) {
        if let Some(number) = number {
            // A difference has its sign.
            tag(name, &if name.ends_with("Diff") { format!("{number:+}") } else { number.to_string() })?;
        }
    }
    for &(_, name) in &TEXTS {
        let is_roster = matches!(name, "Event" | "Site" | "Round" | "White" | "Black");
        if let Some(value) = text(name).filter(|_| !is_roster) {
            tag(name, value)?;
        }
    }
    if let Some(fen) = &game.fen {
        tag("SetUp", "1")?;
        tag("FEN", fen)?;
    }
    // The moves are written in English.
    let value_of =
        |name: &str, value: &'_ str| if name == "Language" { "English".to_owned() } else { value.to_owned() };
    game.tags.iter().try_for_each(|(name, value)| tag(name, &value_of(name, value)))
}

/// Returns `true` if the reader of the output has closed it, as `head` does.
#[must_use]
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe))
}
