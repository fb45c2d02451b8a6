//! The columns of the tables, and the conversion between rows and columns.
//!
//! All numbers are signed and no column is a dictionary, since Spark has neither unsigned numbers nor dictionaries.

use std::sync::{Arc, LazyLock};

use anyhow::{Context, Result, anyhow, bail};
use arrow_array::builder::{
    BinaryBuilder, BooleanBuilder, Date32Builder, FixedSizeBinaryBuilder, Float64Builder, Int8Builder, Int16Builder,
    Int32Builder, Int64Builder, ListBuilder, StringBuilder, StructBuilder, TimestampMicrosecondBuilder,
};
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, Time32MillisecondType, TimestampMicrosecondType,
};
use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, TimestampMicrosecondArray, new_null_array};
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef, TimeUnit};
use chess0x88::san::LANGUAGES;
use chess0x88::uci::CastlingMode;
use chess0x88::{Chess, Color, Move, MoveKind, Role, packed};
use chess0x88_pgn::GameResult;
use serde::{Deserialize, Serialize};

use crate::game::{Bad, Game, NUMBERS, TEXTS};
use crate::input::Fault;

/// The version of the columns. It is written into each file.
pub const VERSION: u32 = 3;
/// The key of a file's version.
pub const VERSION_KEY: &str = "chess0x88.dataset.schema";

fn required(name: &str, of: DataType) -> Field {
    Field::new(name, of, false)
}

fn optional(name: &str, of: DataType) -> Field {
    Field::new(name, of, true)
}

fn list(name: &str, of: DataType) -> Field {
    optional(name, DataType::List(Arc::new(optional("item", of))))
}

fn tag_fields() -> Fields {
    vec![required("name", DataType::Utf8), required("value", DataType::Utf8)].into()
}

fn utc() -> DataType {
    DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()))
}

/// The columns of `games`.
pub static GAMES: LazyLock<SchemaRef> = LazyLock::new(|| {
    let text = |name: &str| optional(name, DataType::Utf8);
    let mut fields = vec![
        required("game_id", DataType::Int64),
        required("file", DataType::Utf8),
        required("line", DataType::Int64),
        required("byte", DataType::Int64),
    ];
    fields.extend(TEXTS.iter().map(|&(name, _)| text(name)));
    fields.extend(NUMBERS.iter().map(|&(name, _)| optional(name, DataType::Int16)));
    fields.extend([
        text("lichess_id"),
        text("tournament"),
        optional("year", DataType::Int16),
        optional("month", DataType::Int8),
        optional("day", DataType::Int8),
        optional("date", DataType::Date32),
        optional("utc_timestamp", utc()),
        optional("time_initial", DataType::Int32),
        optional("time_increment", DataType::Int32),
        required("result", DataType::Utf8),
        text("fen"),
        required("ply_count", DataType::Int32),
        text("moves_uci"),
        required("movedata", DataType::Binary),
        list("clocks_white", DataType::Float64),
        list("clocks_black", DataType::Float64),
        list("elapsed_white", DataType::Float64),
        list("elapsed_black", DataType::Float64),
        list("evals", DataType::Int16),
        list("depths", DataType::Int16),
        list("comments", DataType::Utf8),
        text("language"),
        list("tags", DataType::Struct(tag_fields())),
        text("error"),
        optional("error_line", DataType::Int64),
        optional("error_byte", DataType::Int64),
    ]);
    Arc::new(Schema::new(fields))
});

/// The names of columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Names {
    /// The names of Aix's Lichess database
    #[default]
    Aix,
    /// The names of Lichess/standard-chess-games on Hugging Face, with `movetext`
    Lichess,
}

/// The columns of `games` by [`Names::Lichess`].
pub static LICHESS_GAMES: LazyLock<SchemaRef> = LazyLock::new(|| {
    let named = |field: &Arc<Field>| match field.name().as_str() {
        "utc_timestamp" => {
            vec![optional("UTCDate", DataType::Date32), optional("UTCTime", DataType::Time32(TimeUnit::Millisecond))]
        }
        name => vec![field.as_ref().clone().with_name(lichess_name(name))],
    };
    Arc::new(Schema::new(GAMES.fields().iter().flat_map(named).collect::<Vec<Field>>()))
});

/// The name of a column by [`Names::Lichess`]: that of its tag, if it has one.
pub fn lichess_name(name: &str) -> &str {
    let tag = TEXTS.iter().chain(&NUMBERS).find(|&&(column, _)| column == name);
    match name {
        "result" => "Result",
        "moves_uci" => "movetext",
        _ => tag.map_or(name, |&(_, tag)| tag),
    }
}

/// The microseconds of a day.
const DAY: i64 = 86_400_000_000;

/// The columns of `games` by [`Names::Lichess`]. Movetext takes the place of `moves_uci`.
///
/// # Errors
/// None with the batches of [`Games`].
pub fn to_lichess(batch: &RecordBatch, movetext: StringArray) -> Result<RecordBatch> {
    let movetext: ArrayRef = Arc::new(movetext);
    let mut columns = Vec::new();
    for (field, column) in GAMES.fields().iter().zip(batch.columns()) {
        match field.name().as_str() {
            "utc_timestamp" => {
                let utc = column.as_primitive::<TimestampMicrosecondType>();
                columns.push(Arc::new(utc.unary::<_, Date32Type>(|utc| utc.div_euclid(DAY) as i32)) as _);
                let of_day = |utc: i64| utc.rem_euclid(DAY) / 1000;
                columns.push(Arc::new(utc.unary::<_, Time32MillisecondType>(|utc| of_day(utc) as i32)) as _);
            }
            "moves_uci" => columns.push(Arc::clone(&movetext)),
            _ => columns.push(Arc::clone(column)),
        }
    }
    Ok(RecordBatch::try_new(Arc::clone(&LICHESS_GAMES), columns)?)
}

/// The columns of `games` out of those of [`to_lichess`], and `movetext` behind them.
///
/// # Errors
/// A column that is missing or of another type.
pub fn from_lichess(batch: &RecordBatch) -> Result<RecordBatch> {
    check_columns(&batch.schema(), &LICHESS_GAMES)?;
    let (mut fields, mut columns) = (GAMES.fields().to_vec(), Vec::new());
    for field in GAMES.fields() {
        columns.push(match field.name().as_str() {
            "utc_timestamp" => {
                let dates = column(batch, "UTCDate")?.as_primitive::<Date32Type>();
                let times = column(batch, "UTCTime")?.as_primitive::<Time32MillisecondType>();
                let join =
                    |(date, time): (Option<i32>, Option<i32>)| Some(i64::from(date?) * DAY + i64::from(time?) * 1000);
                let utc: TimestampMicrosecondArray = dates.iter().zip(times).map(join).collect();
                Arc::new(utc.with_timezone("UTC"))
            }
            "moves_uci" => new_null_array(&DataType::Utf8, batch.num_rows()),
            name => Arc::clone(column(batch, lichess_name(name))?),
        });
    }
    fields.push(Arc::new(optional("movetext", DataType::Utf8)));
    columns.push(Arc::clone(column(batch, "movetext")?));
    Ok(RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)?)
}

/// The columns of `positions`.
pub static POSITIONS: LazyLock<SchemaRef> = LazyLock::new(|| {
    Arc::new(Schema::new(vec![
        required("game_id", DataType::Int64),
        required("ply", DataType::Int32),
        optional("position", DataType::FixedSizeBinary(32)),
        required("key", DataType::Int64),
        optional("move", DataType::Utf8),
        optional("clock", DataType::Float64),
        optional("eval", DataType::Int16),
        required("material", DataType::Utf8),
        required("in_check", DataType::Boolean),
        optional("captured", DataType::Utf8),
    ]))
});

/// The columns of `errors`.
pub static ERRORS: LazyLock<SchemaRef> = LazyLock::new(|| {
    Arc::new(Schema::new(vec![
        required("file", DataType::Utf8),
        required("line", DataType::Int64),
        required("byte", DataType::Int64),
        required("reason", DataType::Utf8),
        required("kept", DataType::Boolean),
    ]))
});

/// The columns of `book`.
pub static BOOK: LazyLock<SchemaRef> = LazyLock::new(|| {
    Arc::new(Schema::new(vec![
        required("key", DataType::Int64),
        required("position", DataType::FixedSizeBinary(32)),
        required("games", DataType::Int64),
        required("white_wins", DataType::Int64),
        required("draws", DataType::Int64),
        required("black_wins", DataType::Int64),
    ]))
});

/// Builds `games` from rows.
pub struct Games {
    id: Int64Builder,
    file: StringBuilder,
    line: Int64Builder,
    byte: Int64Builder,
    texts: [StringBuilder; TEXTS.len()],
    numbers: [Int16Builder; NUMBERS.len()],
    lichess_id: StringBuilder,
    tournament: StringBuilder,
    year: Int16Builder,
    month: Int8Builder,
    day: Int8Builder,
    date: Date32Builder,
    utc: TimestampMicrosecondBuilder,
    time_initial: Int32Builder,
    time_increment: Int32Builder,
    result: StringBuilder,
    fen: StringBuilder,
    ply_count: Int32Builder,
    moves_uci: StringBuilder,
    movedata: BinaryBuilder,
    clocks: [ListBuilder<Float64Builder>; 2],
    elapsed: [ListBuilder<Float64Builder>; 2],
    evals: ListBuilder<Int16Builder>,
    depths: ListBuilder<Int16Builder>,
    comments: ListBuilder<StringBuilder>,
    language: StringBuilder,
    tags: ListBuilder<StructBuilder>,
    error: StringBuilder,
    error_line: Int64Builder,
    error_byte: Int64Builder,
    /// Leaves `moves_uci` null: `movedata` has the same moves.
    pub without_uci: bool,
    // Reused between calls, so that its memory is allocated once.
    uci: Vec<u8>,
    blob: Vec<u8>,
}

impl Default for Games {
    fn default() -> Games {
        let tag = StructBuilder::from_fields(tag_fields(), 0);
        let tags = Arc::new(Field::new("item", DataType::Struct(tag_fields()), true));
        Games {
            id: Int64Builder::new(),
            file: StringBuilder::new(),
            line: Int64Builder::new(),
            byte: Int64Builder::new(),
            texts: Default::default(),
            numbers: Default::default(),
            lichess_id: StringBuilder::new(),
            tournament: StringBuilder::new(),
            year: Int16Builder::new(),
            month: Int8Builder::new(),
            day: Int8Builder::new(),
            date: Date32Builder::new(),
            utc: TimestampMicrosecondBuilder::new().with_timezone("UTC"),
            time_initial: Int32Builder::new(),
            time_increment: Int32Builder::new(),
            result: StringBuilder::new(),
            fen: StringBuilder::new(),
            ply_count: Int32Builder::new(),
            moves_uci: StringBuilder::new(),
            movedata: BinaryBuilder::new(),
            clocks: Default::default(),
            elapsed: Default::default(),
            evals: ListBuilder::new(Int16Builder::new()),
            depths: ListBuilder::new(Int16Builder::new()),
            comments: ListBuilder::new(StringBuilder::new()),
            language: StringBuilder::new(),
            tags: ListBuilder::new(tag).with_field(tags),
            error: StringBuilder::new(),
            error_line: Int64Builder::new(),
            error_byte: Int64Builder::new(),
            without_uci: false,
            uci: Vec::new(),
            blob: Vec::new(),
        }
    }
}

impl Games {
    /// Counts the rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.id.values_slice().len()
    }

    pub fn add(&mut self, game: &Game) {
        self.id.append_value(game.id);
        self.file.append_value(&game.file);
        self.line.append_value(game.line);
        self.byte.append_value(game.byte);
        for (builder, text) in self.texts.iter_mut().zip(&game.texts) {
            builder.append_option(text.as_deref());
        }
        for (builder, &number) in self.numbers.iter_mut().zip(&game.numbers) {
            builder.append_option(number);
        }
        self.lichess_id.append_option(game.lichess_id());
        self.tournament.append_option(game.tournament());
        self.year.append_option(game.date.year);
        self.month.append_option(game.date.month);
        self.day.append_option(game.date.day);
        self.date.append_option(game.date.days());
        self.utc.append_option(game.utc);
        let time = game.time();
        self.time_initial.append_option(time.map(|(initial, _)| initial));
        self.time_increment.append_option(time.map(|(_, increment)| increment));
        self.result.append_value(game.result());
        self.fen.append_option(game.fen.as_deref());
        self.ply_count.append_value(game.moves.len() as i32);
        if self.without_uci {
            self.moves_uci.append_null();
        } else {
            self.moves_uci.append_value(uci_of(&game.moves, &mut self.uci));
        }
        self.movedata.append_value(movedata_of(game, &mut self.blob));
        let first = usize::from(black_first(game));
        add_seconds(&mut self.clocks, &game.clocks, first);
        add_seconds(&mut self.elapsed, &game.elapsed, first);
        for (builder, numbers) in [(&mut self.evals, &game.evals), (&mut self.depths, &game.depths)] {
            builder.values().extend(numbers.iter().copied());
            builder.append(!numbers.is_empty());
        }
        add_comments(&mut self.comments, &game.comments);
        self.language.append_option(game.language);
        if game.tags.is_empty() {
            self.tags.append_null();
        } else {
            let tags = self.tags.values();
            for (name, value) in &game.tags {
                for (index, text) in [name, value].into_iter().enumerate() {
                    if let Some(builder) = tags.field_builder::<StringBuilder>(index) {
                        builder.append_value(text);
                    }
                }
                tags.append(true);
            }
            self.tags.append(true);
        }
        let error = game.error.as_ref();
        self.error.append_option(error.map(|error| &error.reason));
        self.error_line.append_option(error.map(|error| error.line as i64));
        self.error_byte.append_option(error.map(|error| error.byte as i64));
    }

    /// Returns the rows as a batch.
    ///
    /// # Errors
    /// None for rows of games.
    pub fn finish(&mut self) -> Result<RecordBatch> {
        let mut columns: Vec<ArrayRef> = vec![
            Arc::new(self.id.finish()),
            Arc::new(self.file.finish()),
            Arc::new(self.line.finish()),
            Arc::new(self.byte.finish()),
        ];
        columns.extend(self.texts.iter_mut().map(|builder| Arc::new(builder.finish()) as ArrayRef));
        columns.extend(self.numbers.iter_mut().map(|builder| Arc::new(builder.finish()) as ArrayRef));
        let rest: [ArrayRef; 26] = [
            Arc::new(self.lichess_id.finish()),
            Arc::new(self.tournament.finish()),
            Arc::new(self.year.finish()),
            Arc::new(self.month.finish()),
            Arc::new(self.day.finish()),
            Arc::new(self.date.finish()),
            Arc::new(self.utc.finish()),
            Arc::new(self.time_initial.finish()),
            Arc::new(self.time_increment.finish()),
            Arc::new(self.result.finish()),
            Arc::new(self.fen.finish()),
            Arc::new(self.ply_count.finish()),
            Arc::new(self.moves_uci.finish()),
            Arc::new(self.movedata.finish()),
            Arc::new(self.clocks[0].finish()),
            Arc::new(self.clocks[1].finish()),
            Arc::new(self.elapsed[0].finish()),
            Arc::new(self.elapsed[1].finish()),
            Arc::new(self.evals.finish()),
            Arc::new(self.depths.finish()),
            Arc::new(self.comments.finish()),
            Arc::new(self.language.finish()),
            Arc::new(self.tags.finish()),
            Arc::new(self.error.finish()),
            Arc::new(self.error_line.finish()),
            Arc::new(self.error_byte.finish()),
        ];
        columns.extend(rest);
        Ok(RecordBatch::try_new(Arc::clone(&GAMES), columns)?)
    }
}

/// Adds the seconds of each move to the lists of White and Black. The first move is that of the list `first`.
fn add_seconds(lists: &mut [ListBuilder<Float64Builder>; 2], seconds: &[Option<f64>], first: usize) {
    for (ply, &seconds) in seconds.iter().enumerate() {
        lists[(ply + first) % 2].values().append_option(seconds);
    }
    lists.iter_mut().for_each(|list| list.append(!seconds.is_empty()));
}

/// Adds the comments of a game, null if it has none.
pub(crate) fn add_comments(lists: &mut ListBuilder<StringBuilder>, comments: &[Option<String>]) {
    for comment in comments {
        lists.values().append_option(comment.as_deref());
    }
    lists.append(!comments.is_empty());
}

fn black_first(game: &Game) -> bool {
    game.fen.as_deref().is_some_and(|fen| fen.split(' ').nth(1) == Some("b"))
}

/// The bytes of most moves in UCI, with a space.
const UCI_AND_SPACE: usize = "e2e4 ".len();

/// Writes moves in UCI, separated by spaces.
pub(crate) fn uci_of<'t>(moves: &[u16], text: &'t mut Vec<u8>) -> &'t str {
    text.clear();
    text.reserve(UCI_AND_SPACE * moves.len());
    for &bits in moves {
        push_uci(text, bits);
        text.push(b' ');
    }
    text.pop();
    str::from_utf8(text).expect("squares are ASCII")
}

/// Writes the moves of a game, two bytes each, the lower byte first. One more byte follows if the game has a start of its own, so
/// that no program plays its moves from the usual start by mistake.
pub(crate) fn movedata_of<'b>(game: &Game, blob: &'b mut Vec<u8>) -> &'b [u8] {
    blob.clear();
    blob.extend(game.moves.iter().flat_map(|bits| bits.to_le_bytes()));
    blob.extend(game.fen.as_ref().map(|_| 0));
    blob
}

/// Writes a move in UCI; 0 is the null move.
fn push_uci(text: &mut Vec<u8>, bits: u16) {
    match Move::from_bits(bits) {
        Some(mv) if mv.kind() == MoveKind::Castle || mv.promotion().is_some() => {
            text.extend_from_slice(mv.to_uci(CastlingMode::Standard).as_bytes());
        }
        // Nearly all moves are the names of two squares, which need no buffer.
        Some(mv) => {
            let (from, to) = (mv.from().index() as u8, mv.to().index() as u8);
            text.extend_from_slice(&[b'a' + from % 8, b'1' + from / 8, b'a' + to % 8, b'1' + to / 8]);
        }
        None => text.extend_from_slice(b"0000"),
    }
}

/// Returns the pieces of both sides, named as in endgame tables: `KQRPvKRRP`.
#[must_use]
pub fn material(position: &Chess) -> String {
    const ROLES: [(Role, char); 5] =
        [(Role::Queen, 'Q'), (Role::Rook, 'R'), (Role::Bishop, 'B'), (Role::Knight, 'N'), (Role::Pawn, 'P')];
    let material = position.board().material();
    let mut text = String::with_capacity(33);
    for color in [Color::White, Color::Black] {
        text.push_str(if color == Color::White { "K" } else { "vK" });
        for (role, letter) in ROLES {
            text.extend(std::iter::repeat_n(letter, material.count(color, role).into()));
        }
    }
    text
}

/// Builds `positions` from rows.
pub struct Positions {
    id: Int64Builder,
    ply: Int32Builder,
    position: FixedSizeBinaryBuilder,
    key: Int64Builder,
    mv: StringBuilder,
    clock: Float64Builder,
    eval: Int16Builder,
    material: StringBuilder,
    in_check: BooleanBuilder,
    captured: StringBuilder,
}

impl Default for Positions {
    fn default() -> Positions {
        Positions {
            id: Int64Builder::new(),
            ply: Int32Builder::new(),
            position: FixedSizeBinaryBuilder::new(32),
            key: Int64Builder::new(),
            mv: StringBuilder::new(),
            clock: Float64Builder::new(),
            eval: Int16Builder::new(),
            material: StringBuilder::new(),
            in_check: BooleanBuilder::new(),
            captured: StringBuilder::new(),
        }
    }
}

impl Positions {
    /// Counts the rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.id.values_slice().len()
    }

    /// Adds the positions of a game.
    ///
    /// # Errors
    /// None: a packed position has 32 bytes.
    pub fn add(&mut self, game: &Game, positions: &[Chess]) -> Result<()> {
        let mut uci = Vec::new();
        let mut known = String::new();
        for (ply, position) in positions.iter().enumerate() {
            self.id.append_value(game.id);
            self.ply.append_value(ply as i32);
            match packed::pack(position) {
                Some(packed) => self.position.append_value(packed)?,
                None => self.position.append_null(),
            }
            self.key.append_value(position.key().cast_signed());
            // The material changes only after a capture or a promotion.
            let before = ply.checked_sub(1).and_then(|before| Move::from_bits(game.moves[before]));
            if known.is_empty() || before.is_some_and(|mv| mv.is_capture() || mv.promotion().is_some()) {
                known = material(position);
            }
            self.material.append_value(&known);
            self.in_check.append_value(position.is_check());
            self.eval.append_option(ply.checked_sub(1).and_then(|before| game.evals.get(before).copied().flatten()));
            let Some(&bits) = game.moves.get(ply) else {
                self.mv.append_null();
                self.clock.append_null();
                self.captured.append_null();
                continue;
            };
            uci.clear();
            push_uci(&mut uci, bits);
            self.mv.append_value(str::from_utf8(&uci).expect("squares are ASCII"));
            self.clock.append_option(game.clocks.get(ply).copied().flatten());
            let captured = Move::from_bits(bits).and_then(|mv| position.captured_piece(mv));
            let captured = captured.map(|(_, piece)| piece.role().char().to_ascii_lowercase());
            self.captured.append_option(captured.map(|letter| letter.to_string()));
        }
        Ok(())
    }

    /// Returns the rows as a batch.
    ///
    /// # Errors
    /// None for rows of games.
    pub fn finish(&mut self) -> Result<RecordBatch> {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.id.finish()),
            Arc::new(self.ply.finish()),
            Arc::new(self.position.finish()),
            Arc::new(self.key.finish()),
            Arc::new(self.mv.finish()),
            Arc::new(self.clock.finish()),
            Arc::new(self.eval.finish()),
            Arc::new(self.material.finish()),
            Arc::new(self.in_check.finish()),
            Arc::new(self.captured.finish()),
        ];
        Ok(RecordBatch::try_new(Arc::clone(&POSITIONS), columns)?)
    }
}

/// Builds `errors` from rows.
#[derive(Default)]
pub struct Errors {
    file: StringBuilder,
    line: Int64Builder,
    byte: Int64Builder,
    reason: StringBuilder,
    kept: BooleanBuilder,
}

impl Errors {
    /// Counts the rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.line.values_slice().len()
    }

    pub fn add(&mut self, bad: &Bad, file: &str) {
        self.file.append_value(file);
        self.line.append_value(bad.line);
        self.byte.append_value(bad.byte);
        self.reason.append_value(&bad.reason);
        self.kept.append_value(bad.is_kept);
    }

    /// Returns the rows as a batch.
    ///
    /// # Errors
    /// None for rows of games.
    pub fn finish(&mut self) -> Result<RecordBatch> {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.file.finish()),
            Arc::new(self.line.finish()),
            Arc::new(self.byte.finish()),
            Arc::new(self.reason.finish()),
            Arc::new(self.kept.finish()),
        ];
        Ok(RecordBatch::try_new(Arc::clone(&ERRORS), columns)?)
    }
}

/// Returns a column of a batch, with the type of the schema.
pub(crate) fn column<'b>(batch: &'b RecordBatch, name: &str) -> Result<&'b ArrayRef> {
    batch.column_by_name(name).ok_or_else(|| anyhow!("there is no column {name:?}"))
}

/// Checks that a table has the columns of a schema, of the same types.
///
/// # Errors
/// The first column that is missing or of another type.
pub fn check_columns(found: &Schema, wanted: &Schema) -> Result<()> {
    for field in wanted.fields() {
        let has = found.field_with_name(field.name()).map_err(|_| anyhow!("there is no column {:?}", field.name()))?;
        if !is_alike(has.data_type(), field.data_type()) {
            bail!("the column {:?} is of type {}, not {}", field.name(), has.data_type(), field.data_type());
        }
    }
    Ok(())
}

/// Returns `true` if two types are equal, except for the names of list items and for nullability.
fn is_alike(left: &DataType, right: &DataType) -> bool {
    match (left, right) {
        (DataType::List(left), DataType::List(right)) => is_alike(left.data_type(), right.data_type()),
        (DataType::Struct(left), DataType::Struct(right)) => {
            let alike = |(left, right): (&Arc<Field>, &Arc<Field>)| is_alike(left.data_type(), right.data_type());
            left.len() == right.len() && left.iter().zip(right).all(alike)
        }
        _ => left == right,
    }
}

/// Reads the rows of `games` from a batch, one by one.
pub struct GameRows<'b> {
    batch: &'b RecordBatch,
    texts: Vec<&'b ArrayRef>,
    numbers: Vec<&'b ArrayRef>,
}

impl<'b> GameRows<'b> {
    /// # Errors
    /// A column that is missing or of another type.
    pub fn new(batch: &'b RecordBatch) -> Result<GameRows<'b>> {
        check_columns(&batch.schema(), &GAMES)?;
        Ok(GameRows {
            batch,
            texts: TEXTS.iter().map(|&(name, _)| column(batch, name)).collect::<Result<_>>()?,
            numbers: NUMBERS.iter().map(|&(name, _)| column(batch, name)).collect::<Result<_>>()?,
        })
    }

    fn text(&self, name: &str, row: usize) -> Result<Option<&'b str>> {
        let column = column(self.batch, name)?.as_string::<i32>();
        Ok(column.is_valid(row).then(|| column.value(row)))
    }

    fn long(&self, name: &str, row: usize) -> Result<Option<i64>> {
        let column = column(self.batch, name)?.as_primitive::<Int64Type>();
        Ok(column.is_valid(row).then(|| column.value(row)))
    }

    /// Reads a row.
    ///
    /// # Errors
    /// Values that no game has.
    pub fn row(&self, row: usize) -> Result<Game> {
        let batch = self.batch;
        let mut game = Game {
            id: self.long("game_id", row)?.context("no game_id")?,
            file: self.text("file", row)?.unwrap_or_default().to_owned(),
            line: self.long("line", row)?.context("no line")?,
            byte: self.long("byte", row)?.context("no byte")?,
            fen: self.text("fen", row)?.map(str::to_owned),
            ..Game::default()
        };
        for (text, column) in game.texts.iter_mut().zip(&self.texts) {
            let column = column.as_string::<i32>();
            *text = column.is_valid(row).then(|| column.value(row).to_owned());
        }
        for (number, column) in game.numbers.iter_mut().zip(&self.numbers) {
            let column = column.as_primitive::<Int16Type>();
            *number = column.is_valid(row).then(|| column.value(row));
        }
        let (year, month, day) = (column(batch, "year")?, column(batch, "month")?, column(batch, "day")?);
        game.date.year = year.is_valid(row).then(|| year.as_primitive::<Int16Type>().value(row));
        game.date.month = month.is_valid(row).then(|| month.as_primitive::<Int8Type>().value(row));
        game.date.day = day.is_valid(row).then(|| day.as_primitive::<Int8Type>().value(row));
        let utc = column(batch, "utc_timestamp")?;
        game.utc = utc.is_valid(row).then(|| utc.as_primitive::<TimestampMicrosecondType>().value(row));
        let result = self.text("result", row)?.unwrap_or_default();
        game.result = Some(
            GameResult::from_ascii(result.as_bytes())
                .ok_or_else(|| anyhow!("{result:?} in the column result is none"))?,
        );
        let movedata = column(batch, "movedata")?.as_binary::<i32>().value(row);
        game.moves = moves_of(movedata);
        let plies = column(batch, "ply_count")?.as_primitive::<Int32Type>().value(row);
        if usize::try_from(plies).ok() != Some(game.moves.len()) {
            bail!("the column ply_count says {plies}, but movedata has {} moves", game.moves.len());
        }
        game.clocks = self.seconds(["clocks_white", "clocks_black"], &game, row)?;
        game.elapsed = self.seconds(["elapsed_white", "elapsed_black"], &game, row)?;
        for (name, numbers) in [("evals", &mut game.evals), ("depths", &mut game.depths)] {
            let lists = column(batch, name)?.as_list::<i32>();
            if lists.is_valid(row) {
                let list = lists.value(row);
                *numbers = list.as_primitive::<Int16Type>().iter().collect();
            }
        }
        let comments = column(batch, "comments")?.as_list::<i32>();
        if comments.is_valid(row) {
            game.comments =
                comments.value(row).as_string::<i32>().iter().map(|comment| comment.map(str::to_owned)).collect();
        }
        game.language = self
            .text("language", row)?
            .map(|name| language_named(name).ok_or_else(|| anyhow!("{name:?} in the column language is none")))
            .transpose()?;
        let tags = column(batch, "tags")?.as_list::<i32>();
        if tags.is_valid(row) {
            let tags = tags.value(row);
            let tags = tags.as_struct();
            let (names, values) = (tags.column(0).as_string::<i32>(), tags.column(1).as_string::<i32>());
            game.tags =
                (0..tags.len()).map(|tag| (names.value(tag).to_owned(), values.value(tag).to_owned())).collect();
        }
        if let Some(reason) = self.text("error", row)? {
            let line = self.long("error_line", row)?.context("an error without a line")? as u64;
            let byte = self.long("error_byte", row)?.context("an error without a byte")? as u64;
            game.error = Some(Fault { byte, line, reason: reason.to_owned() });
        }
        Ok(game)
    }

    /// Returns the seconds in the columns of White and Black, in the order of the moves.
    fn seconds(&self, [white, black]: [&str; 2], game: &Game, row: usize) -> Result<Vec<Option<f64>>> {
        let columns = [column(self.batch, white)?, column(self.batch, black)?];
        let [white, black] = columns.map(|column| column.as_list::<i32>());
        if white.is_null(row) && black.is_null(row) {
            return Ok(Vec::new());
        }
        let lists = [white, black].map(|list| list.value(row));
        let lists = [&lists[0], &lists[1]].map(|list| list.as_primitive::<Float64Type>());
        let first = usize::from(black_first(game));
        let clock = |ply: usize| {
            let list = lists[(ply + first) % 2];
            (ply / 2 < list.len() && list.is_valid(ply / 2)).then(|| list.value(ply / 2))
        };
        let count = lists[0].len() + lists[1].len();
        if count != game.moves.len() {
            bail!("the seconds are those of {count} moves, but movedata has {} moves", game.moves.len());
        }
        Ok((0..count).map(clock).collect())
    }
}

/// Returns the name of a language as [`language_name`](chess0x88_pgn::language_name) gives it.
fn language_named(name: &str) -> Option<&'static str> {
    LANGUAGES.iter().find_map(|(names, _)| names.first().copied().filter(|&known| known == name))
}

/// Returns the moves of a blob.
#[must_use]
pub fn moves_of(movedata: &[u8]) -> Vec<u16> {
    movedata.as_chunks::<2>().0.iter().map(|&bytes| u16::from_le_bytes(bytes)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_written_as_the_library_writes_them() {
        let mut written = 0;
        for bits in 1..=u16::MAX {
            let Some(mv) = Move::from_bits(bits) else { continue };
            let mut text = Vec::new();
            push_uci(&mut text, bits);
            assert_eq!(text, mv.to_uci(CastlingMode::Standard).as_bytes(), "{bits:#x}");
            written += 1;
        }
        assert!(written > 4000);
    }
}
