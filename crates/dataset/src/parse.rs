//! Parses a column of movetext, row by row.

use std::sync::Arc;

use anyhow::{Result, anyhow};
use arrow_array::builder::{
    BinaryBuilder, BooleanBufferBuilder, Float64Builder, Int16Builder, Int32Builder, Int64Builder, ListBuilder,
    StringBuilder,
};
use arrow_array::{Array, ArrayRef, BinaryArray, StringArray, StructArray};
use arrow_schema::{Field, Fields};
use chess0x88::Chess;
use chess0x88_pgn::Reader;

use crate::bad_row::BadRow;
use crate::game::{Game, start_of};
use crate::read::{Harvester, Said, Wanted, next_game};
use crate::schema::{add_comments, movedata_of, uci_of};

/// The columns of the result.
pub const COLUMNS: [&str; 10] =
    ["moves", "movedata", "clocks", "evals", "ply_count", "result", "fen", "error", "error_at", "comments"];

#[derive(Default)]
struct Builders {
    moves: StringBuilder,
    movedata: BinaryBuilder,
    clocks: ListBuilder<Float64Builder>,
    evals: ListBuilder<Int16Builder>,
    ply_count: Int32Builder,
    result: StringBuilder,
    fen: StringBuilder,
    error: StringBuilder,
    error_at: Int64Builder,
    comments: ListBuilder<StringBuilder>,
    // Reused between calls, so that its memory is allocated once.
    uci: Vec<u8>,
    blob: Vec<u8>,
}

/// The byte of an error and its sentence.
type Wrong = (Option<usize>, String);

impl Builders {
    /// Adds a row to the requested columns.
    fn add(&mut self, has: &[bool; 10], row: Option<(&Game, Option<Wrong>)>) {
        let game = row.as_ref().map(|&(game, _)| game);
        let [has_moves, has_movedata, has_clocks, has_evals, ..] = *has;
        if has_moves {
            self.moves.append_option(game.map(|game| uci_of(&game.moves, &mut self.uci)));
        }
        if has_movedata {
            self.movedata.append_option(game.map(|game| movedata_of(game, &mut self.blob)));
        }
        if has_clocks {
            let clocks = game.map_or(&[][..], |game| &game.clocks);
            self.clocks.values().extend(clocks.iter().copied());
            self.clocks.append(!clocks.is_empty());
        }
        if has_evals {
            let evals = game.map_or(&[][..], |game| &game.evals);
            self.evals.values().extend(evals.iter().copied());
            self.evals.append(!evals.is_empty());
        }
        add_comments(&mut self.comments, game.map_or(&[][..], |game| &game.comments));
        self.ply_count.append_option(game.map(|game| game.moves.len() as i32));
        self.result.append_option(game.and_then(|game| game.result).map(|result| result.as_str()));
        self.fen.append_option(game.and_then(|game| game.fen.as_deref()));
        let error = row.and_then(|(_, error)| error);
        self.error_at.append_option(error.as_ref().and_then(|&(at, _)| Some(at? as i64)));
        self.error.append_option(error.map(|(_, reason)| reason));
    }

    fn finish(mut self) -> [ArrayRef; 10] {
        [
            Arc::new(self.moves.finish()),
            Arc::new(self.movedata.finish()),
            Arc::new(self.clocks.finish()),
            Arc::new(self.evals.finish()),
            Arc::new(self.ply_count.finish()),
            Arc::new(self.result.finish()),
            Arc::new(self.fen.finish()),
            Arc::new(self.error.finish()),
            Arc::new(self.error_at.finish()),
            Arc::new(self.comments.finish()),
        ]
    }
}

/// Reads the games of texts into structs of the named columns. `columns` separates the names by commas. `error` has the first
/// error and `error_at` its byte; the moves before it are kept.
///
/// # Errors
/// An unknown column, and a bad row under [`BadRow::Raise`].
pub fn parse(texts: &BinaryArray, fens: Option<&StringArray>, columns: &str, errors: BadRow) -> Result<StructArray> {
    let names: Vec<&str> = columns.split(',').filter(|name| !name.is_empty()).collect();
    if let Some(name) = names.iter().find(|name| !COLUMNS.contains(name)) {
        return Err(anyhow!("{name:?} is none of the columns {}", COLUMNS.join(", ")));
    }
    let has = COLUMNS.map(|name| names.contains(&name));
    let wanted = Wanted::default();
    let mut harvester = Harvester::new(&wanted);
    harvester.with_comments = has[2] || has[3];
    harvester.keeps_comments = has[9];
    let (mut builders, mut known) = (Builders::default(), BooleanBufferBuilder::new(texts.len()));
    for row in 0..texts.len() {
        known.append(texts.is_valid(row));
        if texts.is_null(row) {
            builders.add(&has, None);
            continue;
        }
        let fen = fens.filter(|fens| fens.is_valid(row)).map(|fens| fens.value(row));
        let error = read(&mut harvester, texts.value(row), fen);
        if let (Some((at, reason)), BadRow::Raise(_)) = (&error, errors) {
            let at = at.map_or(String::new(), |at| format!("byte {at}: "));
            errors.settle::<()>(row, Err(anyhow!("{at}{reason}")))?;
        }
        builders.add(&has, Some((&harvester.game, error)));
    }
    let chosen: Vec<ArrayRef> = {
        let made = builders.finish();
        let of = |name: &&str| COLUMNS.iter().position(|known| known == name).and_then(|at| made.get(at)).cloned();
        names.iter().filter_map(of).collect()
    };
    let fields: Fields =
        names.iter().zip(&chosen).map(|(&name, column)| Field::new(name, column.data_type().clone(), true)).collect();
    Ok(StructArray::try_new(fields, chosen, Some(known.finish().into()))?)
}

/// Returns `true` if a text has moves from the usual start, and no error.
pub(crate) fn has_moves(text: &[u8]) -> bool {
    let wanted = Wanted::default();
    let mut harvester = Harvester::new(&wanted);
    read(&mut harvester, text, None).is_none() && !harvester.game.moves.is_empty()
}

/// Reads the game of a row, and returns its first error.
fn read<'a>(harvester: &mut Harvester<'a, '_>, text: &'a [u8], fen: Option<&str>) -> Option<Wrong> {
    harvester.text = text;
    harvester.clear();
    harvester.start = match fen.map(start_of).transpose() {
        Ok(start) => start.unwrap_or_else(Chess::startpos),
        Err(error) => return Some((None, format!("fen: {error}"))),
    };
    let mut reader = Reader::new(text);
    let mut said = match harvester.read(&mut reader) {
        Some(found) => found.said,
        None => {
            // A text without a move is a game without a move, from its start.
            harvester.game.fen = (harvester.start != Chess::startpos()).then(|| harvester.start.fen().to_string());
            Vec::new()
        }
    };
    if let Some(offset) = next_game(reader) {
        let reason = "another game begins here: a row holds one".to_owned();
        said.push(Said { offset, reason, is_fatal: true });
    }
    let worst = said.iter().position(|said| said.is_fatal).unwrap_or(0);
    (worst < said.len()).then(|| said.swap_remove(worst)).map(|said| (Some(said.offset), said.reason))
}
