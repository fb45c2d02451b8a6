//! Functions over Arrow columns: what the Python package offers to DuckDB, Polars and Spark for games and positions.
//!
//! A game comes as its `movedata`, and as its start `fen`, if that is not the usual one. Plies count from 0, the start; -1 is the
//! last position, -2 the one before. A missing value is null. A position comes packed, in 32 bytes. [`FUNCTIONS`] lists them.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use arrow_array::builder::{
    ArrayBuilder, BooleanBufferBuilder, BooleanBuilder, FixedSizeBinaryBuilder, Int8Builder, Int32Builder, ListBuilder,
    StringBuilder, StructBuilder,
};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BooleanArray, FixedSizeBinaryArray, Int32Array, Int64Array, StringArray, StructArray,
    UInt8Array,
};
use arrow_schema::{DataType, Field, Fields};
use chess0x88::uci::{CastlingMode, UciError};
use chess0x88::{Chess, Color, Move, Outcome, Piece, Role, SquareSet, packed};
use chess0x88_openings::Opening;

use crate::bad_row::BadRow;
use crate::game::{before_null, start_of};
use crate::kinds::Kind;
use crate::parse::parse;
use crate::planes::{Planes, View, board_of};
use crate::policy::{Policy, UCI_MOVES};
use crate::schema::{moves_of, uci_of};
use crate::subfen::{stand, subfen_of};
use crate::tables::play;

/// A function of columns.
pub struct Function {
    pub name: &'static str,
    /// The columns in their order.
    pub columns: &'static [Kind],
    /// The number of columns at the end that may be missing.
    pub optional: usize,
    run: fn(Call<'_>) -> Result<ArrayRef>,
}

const fn of(name: &'static str, columns: &'static [Kind], run: fn(Call<'_>) -> Result<ArrayRef>) -> Function {
    Function { name, columns, optional: 0, run }
}

/// A function whose last column is the `fen` of games.
const fn of_games(name: &'static str, columns: &'static [Kind], run: fn(Call<'_>) -> Result<ArrayRef>) -> Function {
    Function { name, columns, optional: 1, run }
}

/// All functions. Python and SQL have them by these names.
pub static FUNCTIONS: &[Function] = {
    use Kind::{Answer, Fen, Key, Move, Movedata, Movetext, Number, Ply, Position, San, SubFen};
    &[
        of_games("parse", &[Movetext, Fen], |call| {
            Ok(Arc::new(parse(call.required(0)?, call.typed(1)?, call.option, call.errors)?))
        }),
        of("uci", &[Movedata], |call| {
            let movedata: &BinaryArray = call.required(0)?;
            let castling = call.castling();
            call.column::<StringArray, _>(|row| {
                movedata.is_valid(row).then(|| uci(movedata.value(row), castling)).transpose()
            })
        }),
        of_games("movetext", &[Movedata, Fen], |call| {
            let games = call.games()?;
            call.column::<StringArray, _>(|row| {
                games.row(row)?.map(|(start, moves)| movetext(start, &moves)).transpose()
            })
        }),
        of_games("fen_at", &[Movedata, Ply, Fen], |call| {
            call.column::<StringArray, _>(call.at(|position| Ok(position.fen()))?)
        }),
        of_games("position_at", &[Movedata, Ply, Fen], |call| call.positions(call.at(pack)?)),
        of_games("key_at", &[Movedata, Ply, Fen], |call| {
            call.column::<Int64Array, _>(call.at(|position| Ok(position.key().cast_signed()))?)
        }),
        of_games("piece_counts", &[Movedata, Ply, Fen], |call| call.piece_counts(call.at(|position| Ok(*position))?)),
        of_games("move_details", &[Movedata, Fen], |call| call.move_details()),
        of_games("opening", &[Movedata, Fen], |call| call.opening()),
        of_games("matches_subfen", &[Movedata, SubFen, Fen], |call| call.matches_subfen()),
        of_games("reaches", &[Movedata, Key, Fen], |call| {
            let keys: &Int64Array = call.required(1)?;
            call.search(
                |row| Ok(keys.is_valid(row).then(|| keys.value(row).cast_unsigned())),
                |&key, position| position.key() == key,
            )
        }),
        of("positions", &[Fen], |call| {
            let fens: &StringArray = call.required(0)?;
            call.positions(|row| value(fens, row).map(|fen| pack(&start_of(fen)?)).transpose())
        }),
        of("fen", &[Position], |call| {
            call.column::<StringArray, _>(call.packed()?.each(|position| Ok(position.fen())))
        }),
        of("key", &[Position], |call| {
            call.column::<Int64Array, _>(call.packed()?.each(|position| Ok(position.key().cast_signed())))
        }),
        of("outcome", &[Position], |call| call.outcome()),
        of("legal_moves", &[Position], |call| call.legal_moves()),
        of("play", &[Position, Move], |call| {
            call.positions(call.with_move(|position, text| {
                position.play_uci(text).with_context(|| text.to_owned())?;
                pack(position)
            })?)
        }),
        of("san", &[Position, Move], |call| {
            call.column::<StringArray, _>(call.with_move(|position, text| {
                // A null move is no SAN, but is written like this.
                if text == "0000" {
                    return Ok("--".to_owned());
                }
                Ok(position.san(position.parse_uci(text).with_context(|| text.to_owned())?).to_string())
            })?)
        }),
        of("read_san", &[Position, San], |call| {
            let (is_answer, castling) = (call.reads_answers(), call.castling());
            call.column::<StringArray, _>(call.with_move(move |position, text| {
                let mv = if is_answer {
                    judge(position, text, true)
                } else {
                    position.parse_san(text).map_err(anyhow::Error::from)
                };
                Ok(mv.with_context(|| text.to_owned())?.to_uci(castling))
            })?)
        }),
        of("explain", &[Position, Answer], |call| call.explain()),
        of("is_legal", &[Position, Answer], |call| call.is_legal()),
        of("encode_moves", &[Position, Move], |call| {
            let policy = Policy::parse(call.option)?;
            call.column::<Int32Array, _>(call.with_move(|position, text| {
                let mv = position.parse_uci(text).with_context(|| text.to_owned())?;
                Ok(policy.number(mv, position.turn()).into())
            })?)
        }),
        of("decode_moves", &[Position, Number], |call| {
            let policy = Policy::parse(call.option)?;
            let (positions, numbers) = (call.packed()?, call.required::<Int32Array>(1)?);
            call.column::<StringArray, _>(|row| {
                let Some(position) = positions.row(row)?.filter(|_| numbers.is_valid(row)) else { return Ok(None) };
                let number = numbers.value(row);
                let mv =
                    policy.find(&position, number).with_context(|| format!("no legal move has the number {number}"))?;
                Ok(Some(mv.to_uci(CastlingMode::Standard)))
            })
        }),
        of("planes", &[Position], |call| {
            let planes = Planes::parse(call.option)?;
            call.bytes(planes.size(), |position, bytes| planes.write(View::of(position), &[], bytes))
        }),
        of("boards", &[Position], |call| call.bytes(64, |position, board| board.copy_from_slice(&board_of(position)))),
        of("legal_mask", &[Position], |call| {
            let policy = Policy::parse(call.option)?;
            call.bytes(policy.size(), |position, mask| policy.write_mask(position, mask))
        }),
    ]
};

/// Calls the function of this name with its columns in order. All columns have the same number of rows.
///
/// # Errors
/// An unknown name, a column of the wrong type, columns of different lengths, and a bad row under [`BadRow::Raise`].
pub fn call(name: &str, columns: &[Option<ArrayRef>], option: &str, errors: BadRow) -> Result<ArrayRef> {
    let function = FUNCTIONS.iter().find(|function| function.name == name);
    let function = function.with_context(|| format!("there is no function {name}"))?;
    let rows = columns.iter().flatten().map(|column| column.len()).max().unwrap_or_default();
    ensure!(columns.iter().flatten().all(|column| column.len() == rows), "{name}: the columns have different lengths");
    let told = RefCell::new(StringBuilder::new());
    let made = (function.run)(Call { columns, option, rows, errors, told: &told })?;
    if errors != BadRow::Told {
        return Ok(made);
    }
    ensure!(told.borrow().len() == rows, "{name} has no column of errors");
    structs([("value", made), ("error", Arc::new(told.take().finish()))], None)
}

/// Joins columns to one of structs, of which those that are not `known` are null.
fn structs<const N: usize>(columns: [(&str, ArrayRef); N], known: Option<BooleanBufferBuilder>) -> Result<ArrayRef> {
    let (fields, columns): (Vec<Field>, _) =
        columns.into_iter().map(|(name, column)| (Field::new(name, column.data_type().clone(), true), column)).unzip();
    let known = known.map(|mut known| known.finish().into());
    Ok(Arc::new(StructArray::try_new(fields.into(), columns, known)?))
}

fn value(texts: &StringArray, row: usize) -> Option<&str> {
    texts.is_valid(row).then(|| texts.value(row))
}

/// Games, as two columns.
#[derive(Clone, Copy)]
struct Moves<'a> {
    movedata: &'a BinaryArray,
    fen: Option<&'a StringArray>,
}

impl<'a> Moves<'a> {
    /// Returns the start and the moves of a row. `None` if movedata is null.
    fn row(self, row: usize) -> Result<Option<(Chess, Vec<u16>)>> {
        if self.movedata.is_null(row) {
            return Ok(None);
        }
        let movedata = self.movedata.value(row);
        let start = match self.fen.and_then(|fen| value(fen, row)) {
            Some(fen) => start_of(fen).context("fen")?,
            None if !movedata.len().is_multiple_of(2) => {
                bail!("the game has a start of its own: give the column fen, too")
            }
            None => Chess::startpos(),
        };
        Ok(Some((start, moves_of(movedata))))
    }

    /// Calls a function with the position at a ply.
    fn at<T>(self, ply: &'a Int32Array, of: impl Fn(&Chess) -> Result<T>) -> impl FnMut(usize) -> Result<Option<T>> {
        move |row| {
            if ply.is_null(row) {
                return Ok(None);
            }
            let Some((mut position, moves)) = self.row(row)? else { return Ok(None) };
            let ply = i64::from(ply.value(row));
            let ply = if ply < 0 { moves.len() as i64 + 1 + ply } else { ply };
            let Some(moves) = usize::try_from(ply).ok().and_then(|ply| moves.get(..ply)) else { return Ok(None) };
            play_all(&mut position, moves)?;
            of(&position).map(Some)
        }
    }
}

/// Plays the moves of a game.
fn play_all(position: &mut Chess, moves: &[u16]) -> Result<()> {
    let mut moves = moves.iter().enumerate();
    moves.try_for_each(|(index, &bits)| play(position, bits).map(drop).with_context(|| format!("ply {}", index + 1)))
}

/// Packed positions.
#[derive(Clone, Copy)]
struct Positions<'a>(&'a FixedSizeBinaryArray);

impl Positions<'_> {
    fn row(self, row: usize) -> Result<Option<Chess>> {
        if self.0.is_null(row) {
            return Ok(None);
        }
        let bytes: &[u8; 32] = self.0.value(row).try_into().context("a packed position has 32 bytes")?;
        Ok(Some(packed::unpack(bytes)?))
    }

    fn each<T>(self, of: impl Fn(&Chess) -> Result<T>) -> impl FnMut(usize) -> Result<Option<T>> {
        move |row| self.row(row)?.map(|position| of(&position)).transpose()
    }
}

/// Moves in UCI, or by their numbers in [`UCI_MOVES`].
#[derive(Clone, Copy)]
enum MoveColumn<'a> {
    Text(&'a StringArray),
    Number(&'a Int32Array),
}

fn pack(position: &Chess) -> Result<[u8; 32]> {
    packed::pack(position).context("more than 32 pieces cannot be packed")
}

impl<'a> MoveColumn<'a> {
    fn text(self, row: usize) -> Result<Option<&'a str>> {
        Ok(match self {
            MoveColumn::Text(texts) => value(texts, row),
            MoveColumn::Number(numbers) if numbers.is_null(row) => None,
            MoveColumn::Number(numbers) => {
                let number = numbers.value(row);
                let text = usize::try_from(number).ok().and_then(|number| UCI_MOVES.get(number));
                Some(text.with_context(|| format!("there is no move {number}"))?)
            }
        })
    }
}

/// The moves of a game in UCI, with spaces between.
fn uci(movedata: &[u8], castling: CastlingMode) -> Result<String> {
    let moves = moves_of(movedata);
    if let Some(ply) = moves.iter().position(|&bits| bits != 0 && Move::from_bits(bits).is_none()) {
        bail!("ply {}: {:#06x} is no move", ply + 1, moves[ply]);
    }
    if castling == CastlingMode::Standard {
        return Ok(uci_of(&moves, &mut Vec::new()).to_owned());
    }
    let text =
        |&bits: &u16| Move::from_bits(bits).map_or_else(|| "0000".to_owned(), |mv| mv.to_uci(castling).to_string());
    Ok(moves.iter().map(text).collect::<Vec<String>>().join(" "))
}

/// Writes the moves of a game in SAN with their numbers: `1. e4 e5 2. Nf3`.
fn movetext(mut position: Chess, moves: &[u16]) -> Result<String> {
    let mut text = String::with_capacity(7 * moves.len());
    for (ply, &bits) in moves.iter().enumerate() {
        let before = position;
        let mv = play(&mut position, bits).with_context(|| format!("ply {}", ply + 1))?;
        if ply > 0 {
            text.push(' ');
        }
        let number = before.ply() / 2 + 1;
        // Writing to a text cannot fail.
        let _ = match (before.turn(), ply) {
            (Color::White, _) => write!(text, "{number}. "),
            (Color::Black, 0) => write!(text, "{number}... "),
            (Color::Black, _) => Ok(()),
        };
        let _ = match mv {
            Some(mv) => write!(text, "{}", before.san(mv)),
            None => write!(text, "--"),
        };
    }
    Ok(text)
}

/// Returns the legal move that a text in UCI or SAN means, or says why there is none.
fn judge(position: &Chess, text: &str, is_answer: bool) -> Result<Move> {
    let text = if is_answer { move_in(text) } else { text };
    match position.parse_uci(text) {
        Ok(mv) => Ok(mv),
        Err(UciError::Syntax { .. }) => Ok(position.parse_san(text)?),
        Err(error) => Err(error.into()),
    }
}

/// Returns the move in an answer of a language model, without marks around it and without its number: `e4` in `1. **e4**`,
/// `"e4"`, `1... e4.` and `` `e4` ``. A text with more than a move stays as it is.
fn move_in(answer: &str) -> &str {
    let is_mark = |char: char| !char.is_alphanumeric() && !('\u{2654}'..='\u{265f}').contains(&char);
    let mut text = answer;
    loop {
        let before = text;
        text = text.trim_start_matches(is_mark).trim_end_matches(|char| is_mark(char) && char != '+' && char != '#');
        // Castling may be written with zeros.
        let number = text.trim_start_matches(|char: char| char.is_ascii_digit());
        if number.len() < text.len() && number.starts_with(['.', '\u{2026}', ')']) {
            text = number;
        }
        if text == before {
            return text;
        }
    }
}

/// A call, and its column under construction.
#[derive(Clone, Copy)]
struct Call<'a> {
    columns: &'a [Option<ArrayRef>],
    option: &'a str,
    rows: usize,
    errors: BadRow,
    /// The error of each row so far, under [`BadRow::Told`].
    told: &'a RefCell<StringBuilder>,
}

impl<'a> Call<'a> {
    /// Returns a column, if there is one. Each has the type of its [`Kind`].
    fn typed<T: Array + 'static>(self, index: usize) -> Result<Option<&'a T>> {
        let Some(column) = self.columns.get(index).and_then(Option::as_ref) else { return Ok(None) };
        match column.as_any().downcast_ref() {
            Some(column) => Ok(Some(column)),
            None => bail!("a column is of the type {}, which this function does not take", column.data_type()),
        }
    }

    fn required<T: Array + 'static>(self, index: usize) -> Result<&'a T> {
        self.typed(index)?.context("a column is missing")
    }

    /// Returns the games, whose `fen` is the last column.
    fn games(self) -> Result<Moves<'a>> {
        Ok(Moves { movedata: self.required(0)?, fen: self.typed(self.columns.len().saturating_sub(1).max(1))? })
    }

    /// Returns `true` if moves are read as a language model writes them.
    fn reads_answers(self) -> bool {
        self.option.contains("answers")
    }

    /// Returns the way to write castling.
    fn castling(self) -> CastlingMode {
        if self.option.contains("chess960") { CastlingMode::Chess960 } else { CastlingMode::Standard }
    }

    fn packed(self) -> Result<Positions<'a>> {
        self.required(0).map(Positions)
    }

    fn moves(self) -> Result<MoveColumn<'a>> {
        Ok(match self.typed::<Int32Array>(1) {
            Ok(Some(numbers)) => MoveColumn::Number(numbers),
            _ => MoveColumn::Text(self.required(1)?),
        })
    }

    /// Calls a function with each game's position at its ply.
    fn at<T>(self, of: impl Fn(&Chess) -> Result<T>) -> Result<impl FnMut(usize) -> Result<Option<T>>> {
        let (games, plies) = (self.games()?, self.required(1)?);
        Ok(games.at(plies, of))
    }

    /// Calls a function with each position and its move.
    fn with_move<T>(
        self,
        of: impl Fn(&mut Chess, &str) -> Result<T>,
    ) -> Result<impl FnMut(usize) -> Result<Option<T>>> {
        let (positions, moves) = (self.packed()?, self.moves()?);
        Ok(move |row| {
            let Some(text) = moves.text(row)? else { return Ok(None) };
            positions.row(row)?.as_mut().map(|position| of(position, text)).transpose()
        })
    }

    /// Returns a sentence for each move that is not legal, also if there is nothing to judge. Null for a legal move.
    fn explain(self) -> Result<ArrayRef> {
        let (positions, moves, is_answer) = (self.packed()?, self.moves()?, self.reads_answers());
        let judged = |row| -> Result<Option<String>> {
            let position = match (positions.row(row), self.errors) {
                (Err(error), BadRow::Raise(_)) => return Err(error),
                (Err(error), BadRow::Null | BadRow::Told) => {
                    return Ok(Some(format!("the position is none: {error:#}")));
                }
                (Ok(position), _) => position,
            };
            let Some(position) = position else { return Ok(Some("there is no position to judge a move in".into())) };
            Ok(match moves.text(row) {
                Err(error) => Some(error.to_string()),
                Ok(None) => Some("there is no move to judge".into()),
                Ok(Some(text)) => judge(&position, text, is_answer).err().map(|error| error.to_string()),
            })
        };
        self.column::<StringArray, _>(judged)
    }

    /// Returns `true` for a legal move, `false` for any other, null if the position or the move is missing.
    fn is_legal(self) -> Result<ArrayRef> {
        let (positions, moves, is_answer) = (self.packed()?, self.moves()?, self.reads_answers());
        self.column::<BooleanArray, _>(|row| {
            let Some(position) = positions.row(row)? else { return Ok(None) };
            Ok(match moves.text(row) {
                Err(_) => Some(false),
                Ok(text) => text.map(|text| judge(&position, text, is_answer).is_ok()),
            })
        })
    }

    /// Adds each row, null for a bad one.
    fn each<T>(
        self,
        mut of: impl FnMut(usize) -> Result<Option<T>>,
        mut take: impl FnMut(Option<T>) -> Result<()>,
    ) -> Result<()> {
        (0..self.rows).try_for_each(|row| {
            let value = of(row);
            if self.errors == BadRow::Told {
                self.told.borrow_mut().append_option(value.as_ref().err().map(|error| format!("{error:#}")));
            }
            take(self.errors.settle(row, value)?)
        })
    }

    /// Writes `size` bytes for each position. Those of a null row are 0.
    fn bytes(self, size: usize, write: impl Fn(&Chess, &mut [u8])) -> Result<ArrayRef> {
        let positions = self.packed()?;
        let mut bytes = vec![0; self.rows * size];
        let mut rows = bytes.chunks_exact_mut(size);
        self.each(
            |row| positions.row(row),
            |position| {
                let row = rows.next().context("bytes for each")?;
                if let Some(position) = position {
                    write(&position, row);
                }
                Ok(())
            },
        )?;
        Ok(Arc::new(UInt8Array::from(bytes)))
    }

    /// Makes a column of the value of each row.
    fn column<A, T>(self, of: impl FnMut(usize) -> Result<Option<T>>) -> Result<ArrayRef>
    where
        A: Array + FromIterator<Option<T>> + 'static,
    {
        let mut values = Vec::with_capacity(self.rows);
        self.each(of, |value| {
            values.push(value);
            Ok(())
        })?;
        Ok(Arc::new(values.into_iter().collect::<A>()))
    }

    fn positions(self, of: impl FnMut(usize) -> Result<Option<[u8; 32]>>) -> Result<ArrayRef> {
        let mut positions = FixedSizeBinaryBuilder::with_capacity(self.rows, 32);
        self.each(of, |packed| {
            match packed {
                Some(packed) => positions.append_value(packed)?,
                None => positions.append_null(),
            }
            Ok(())
        })?;
        Ok(Arc::new(positions.finish()))
    }

    /// Counts the pieces of each kind: the fields wQ, wR ... bP, named as in Aix.
    fn piece_counts(self, of: impl FnMut(usize) -> Result<Option<Chess>>) -> Result<ArrayRef> {
        let fields: Fields = COUNTS.iter().map(|&(name, ..)| Field::new(name, DataType::Int8, true)).collect();
        let mut rows = StructBuilder::from_fields(fields, 0);
        self.each(of, |position| {
            let material = position.as_ref().map(|position| position.board().material());
            for (index, &(_, color, role)) in COUNTS.iter().enumerate() {
                let count = material.map(|material| material.count(color, role) as i8);
                rows.field_builder::<Int8Builder>(index).context("a column of counts")?.append_option(count);
            }
            rows.append(position.is_some());
            Ok(())
        })?;
        Ok(Arc::new(rows.finish()))
    }

    /// Lists the moves of a game with the fields of Aix: ply, role, from, to, promotion, capture, `is_castle`, `is_check`,
    /// `is_checkmate`, `is_en_passant`. For castling, `to` is the square where the king lands. A null move has only a ply.
    fn move_details(self) -> Result<ArrayRef> {
        let games = self.games()?;
        let item = Arc::new(Field::new("item", DataType::Struct(detail_fields()), true));
        let mut lists = ListBuilder::new(StructBuilder::from_fields(detail_fields(), 0)).with_field(item);
        let played = |row| {
            let Some((mut position, game)) = games.row(row)? else { return Ok(None) };
            let mut moves = Vec::with_capacity(game.len());
            for (ply, &bits) in game.iter().enumerate() {
                let before = position;
                let mv = play(&mut position, bits).with_context(|| format!("ply {}", ply + 1))?;
                moves.push((before, mv, position));
            }
            Ok(Some(moves))
        };
        self.each(played, |moves| {
            for (ply, (before, mv, after)) in moves.iter().flatten().enumerate() {
                detail(lists.values(), ply as i32, before, *mv, after)?;
            }
            lists.append(moves.is_some());
            Ok(())
        })?;
        Ok(Arc::new(lists.finish()))
    }

    /// Returns code and name of the last named position of each game, and its ply. Null for a game without one.
    fn opening(self) -> Result<ArrayRef> {
        let games = self.games()?;
        let (mut codes, mut names) = (StringBuilder::new(), StringBuilder::new());
        let (mut plies, mut known) = (Int32Builder::new(), BooleanBufferBuilder::new(self.rows));
        let named = |row| {
            let Some((mut start, moves)) = games.row(row)? else { return Ok(None) };
            let found = Opening::of_game(&start, before_null(&moves));
            // What is no move, or a null move, ends the search for names. Playing all moves tells the ply of what is wrong.
            if found.is_err() || moves.iter().any(|&bits| Move::from_bits(bits).is_none()) {
                play_all(&mut start, &moves)?;
            }
            Ok(found?)
        };
        self.each(named, |found| {
            codes.append_option(found.map(|(opening, _)| opening.code()));
            names.append_option(found.map(|(opening, _)| opening.name().to_string()));
            plies.append_option(found.map(|(_, ply)| ply as i32));
            known.append(found.is_some());
            Ok(())
        })?;
        let columns: [(_, ArrayRef); 3] =
            [("eco", Arc::new(codes.finish())), ("name", Arc::new(names.finish())), ("ply", Arc::new(plies.finish()))];
        structs(columns, Some(known))
    }

    /// Returns `true` for each game with a position that has at least these pieces on these squares. The sub-FEN is the board of
    /// a FEN: `8/8/8/8/2B5/5N2/8/8`.
    fn matches_subfen(self) -> Result<ArrayRef> {
        let subfens: &StringArray = self.required(1)?;
        let mut last: Option<(&str, Vec<(Piece, SquareSet)>)> = None;
        let wanted = move |row| {
            let Some(text) = value(subfens, row) else { return Ok(None) };
            // Usually all rows have the same.
            if last.as_ref().is_none_or(|&(known, _)| known != text) {
                last = Some((text, subfen_of(text)?));
            }
            Ok(last.as_ref().map(|(_, pieces)| pieces.clone()))
        };
        self.search(wanted, |pieces, position| stand(pieces, position))
    }

    /// Returns `true` for each game with a position that `holds` accepts, given the row's `wanted`.
    fn search<W>(
        self,
        mut wanted: impl FnMut(usize) -> Result<Option<W>>,
        holds: impl Fn(&W, &Chess) -> bool,
    ) -> Result<ArrayRef> {
        let games = self.games()?;
        self.column::<BooleanArray, _>(|row| {
            let (wanted, game) = (wanted(row)?, games.row(row)?);
            let Some((wanted, (mut position, moves))) = wanted.zip(game) else { return Ok(None) };
            let mut is_found = holds(&wanted, &position);
            for (ply, &bits) in moves.iter().enumerate() {
                if is_found {
                    break;
                }
                play(&mut position, bits).with_context(|| format!("ply {}", ply + 1))?;
                is_found = holds(&wanted, &position);
            }
            Ok(Some(is_found))
        })
    }

    /// Returns the result and its reason. The result is `*` for a game that is not over.
    fn outcome(self) -> Result<ArrayRef> {
        let positions = self.packed()?;
        let (mut results, mut reasons) = (StringBuilder::new(), StringBuilder::new());
        let mut known = BooleanBufferBuilder::new(self.rows);
        self.each(positions.each(|position| Ok(position.outcome())), |outcome| {
            let over = outcome.flatten();
            results.append_option(outcome.map(|_| over.map_or("*", Outcome::result)));
            reasons.append_option(over.map(|outcome| match outcome {
                Outcome::Win { by, .. } => by.as_str(),
                Outcome::Draw(reason) => reason.as_str(),
                Outcome::NoWin { by, .. } => by.as_str(),
            }));
            known.append(outcome.is_some());
            Ok(())
        })?;
        let columns: [(_, ArrayRef); 2] =
            [("result", Arc::new(results.finish())), ("reason", Arc::new(reasons.finish()))];
        structs(columns, Some(known))
    }

    /// The legal moves in UCI.
    fn legal_moves(self) -> Result<ArrayRef> {
        let (positions, castling) = (self.packed()?, self.castling());
        let mut lists = ListBuilder::new(StringBuilder::new());
        self.each(positions.each(|position| Ok(position.legal_moves())), |moves| {
            for mv in moves.iter().flatten() {
                lists.values().append_value(mv.to_uci(castling));
            }
            lists.append(moves.is_some());
            Ok(())
        })?;
        Ok(Arc::new(lists.finish()))
    }
}

const COUNTS: [(&str, Color, Role); 10] = [
    ("wQ", Color::White, Role::Queen),
    ("wR", Color::White, Role::Rook),
    ("wB", Color::White, Role::Bishop),
    ("wN", Color::White, Role::Knight),
    ("wP", Color::White, Role::Pawn),
    ("bQ", Color::Black, Role::Queen),
    ("bR", Color::Black, Role::Rook),
    ("bB", Color::Black, Role::Bishop),
    ("bN", Color::Black, Role::Knight),
    ("bP", Color::Black, Role::Pawn),
];

fn detail_fields() -> Fields {
    let text = |name| Field::new(name, DataType::Utf8, true);
    let flag = |name| Field::new(name, DataType::Boolean, true);
    vec![
        Field::new("ply", DataType::Int32, true),
        text("role"),
        text("from"),
        text("to"),
        text("promotion"),
        text("capture"),
        flag("is_castle"),
        flag("is_check"),
        flag("is_checkmate"),
        flag("is_en_passant"),
    ]
    .into()
}

fn detail(rows: &mut StructBuilder, ply: i32, before: &Chess, mv: Option<Move>, after: &Chess) -> Result<()> {
    const LOST: &str = "a column of details";
    let letter = |role: Role| role.char().to_ascii_lowercase().to_string();
    let texts = [
        mv.and_then(|mv| before.board().piece_at(mv.from())).map(|piece| letter(piece.role())),
        mv.map(|mv| mv.from().to_string()),
        mv.map(|mv| mv.castling().map_or(mv.to(), |castling| castling.king_to).to_string()),
        mv.and_then(Move::promotion).map(letter),
        mv.and_then(|mv| before.captured_piece(mv)).map(|(_, piece)| letter(piece.role())),
    ];
    let flags = [
        mv.map(Move::is_castling),
        mv.map(|_| after.is_check()),
        mv.map(|_| after.is_checkmate()),
        mv.map(Move::is_en_passant),
    ];
    rows.field_builder::<Int32Builder>(0).context(LOST)?.append_value(ply);
    for (index, text) in texts.into_iter().enumerate() {
        rows.field_builder::<StringBuilder>(1 + index).context(LOST)?.append_option(text);
    }
    for (index, flag) in flags.into_iter().enumerate() {
        rows.field_builder::<BooleanBuilder>(6 + index).context(LOST)?.append_option(flag);
    }
    rows.append(true);
    Ok(())
}
