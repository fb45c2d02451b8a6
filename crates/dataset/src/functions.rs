//! Functions over Arrow columns: what the Python package offers to DuckDB, Polars and Spark for games and positions.
//!
//! A game comes as its `movedata`, and as its start `fen`, if that is not the usual one. Plies count from 0, the start; -1 is the
//! last position, -2 the one before. A missing value is null. A position comes packed, in 32 bytes.

use std::sync::{Arc, LazyLock};

use anyhow::{Context, Result, anyhow, bail, ensure};
use arrow_array::builder::{
    BooleanBufferBuilder, BooleanBuilder, FixedSizeBinaryBuilder, Int8Builder, Int32Builder, Int64Builder, ListBuilder,
    StringBuilder, StructBuilder,
};
use arrow_array::{
    Array, ArrayRef, BinaryArray, FixedSizeBinaryArray, Int32Array, StringArray, StructArray, UInt8Array,
};
use arrow_schema::{DataType, Field, Fields};
use chess0x88::fen::EnPassantMode;
use chess0x88::uci::{CastlingMode, UciError};
use chess0x88::{
    CastlingSide, Chess, ChessRules, Color, Move, Outcome, Piece, Role, Setup, Square, SquareSet, packed, san,
};

use crate::bad_row::BadRow;
use crate::game::start_of;
use crate::parse::parse;
use crate::schema::{moves_of, uci_of};
use crate::tables::play;

/// Calls the function of this name with its columns in order. All columns have the same number of rows.
///
/// # Errors
/// An unknown name, a column of the wrong type, columns of different lengths, and a bad row under [`BadRow::Raise`].
pub fn call(name: &str, columns: &[Option<ArrayRef>], option: &str, errors: BadRow) -> Result<ArrayRef> {
    let rows = columns.iter().flatten().map(|column| column.len()).max().unwrap_or_default();
    ensure!(columns.iter().flatten().all(|column| column.len() == rows), "{name}: the columns have different lengths");
    let column = |index: usize| columns.get(index).and_then(Option::as_ref);
    let call = Call { rows, errors };
    let games = || Ok::<_, anyhow::Error>(Moves { movedata: required(column(0))?, fen: typed(column(1))? });
    let ply = || required::<Int32Array>(column(2));
    let positions = || required::<FixedSizeBinaryArray>(column(0)).map(Positions);
    let moves = || -> Result<_> {
        Ok(match typed::<Int32Array>(column(1)) {
            Ok(Some(numbers)) => MoveColumn::Number(numbers),
            _ => MoveColumn::Text(required(column(1))?),
        })
    };
    match name {
        "fen_at" => call.texts(games()?.at(ply()?, |position| Ok(position.fen()))),
        "position_at" => call.positions(games()?.at(ply()?, pack)),
        "key_at" => call.numbers(games()?.at(ply()?, |position| Ok(position.key()))),
        "piece_counts" => call.piece_counts(games()?.at(ply()?, |position| Ok(*position))),
        "move_details" => call.move_details(games()?),
        "matches_subfen" => call.matches_subfen(games()?, option),
        "uci" => {
            let movedata: &BinaryArray = required(column(0))?;
            call.texts(|row| movedata.is_valid(row).then(|| uci(movedata.value(row))).transpose())
        }
        "parse" => Ok(Arc::new(parse(required(column(0))?, typed(column(1))?, option, errors)?)),
        "positions" => {
            let fens: &StringArray = required(column(0))?;
            call.positions(|row| value(fens, row).map(|fen| pack(&start_of(fen)?)).transpose())
        }
        "fen" => call.texts(positions()?.each(|position| Ok(position.fen()))),
        "key" => call.numbers(positions()?.each(|position| Ok(position.key()))),
        "outcome" => call.outcome(positions()?),
        "legal_moves" => call.legal_moves(positions()?),
        "play" => {
            let (positions, moves) = (positions()?, moves()?);
            call.positions(with_move(positions, moves, |position, text| {
                position.play_uci(text).with_context(|| text.to_owned())?;
                pack(position)
            }))
        }
        "san" => {
            let (positions, moves) = (positions()?, moves()?);
            call.texts(with_move(positions, moves, |position, text| {
                // A null move is no SAN, but is written like this.
                if text == "0000" {
                    return Ok("--".to_owned());
                }
                Ok(position.san(position.parse_uci(text).with_context(|| text.to_owned())?).to_string())
            }))
        }
        "read_san" => {
            let (positions, moves) = (positions()?, moves()?);
            call.texts(with_move(positions, moves, |position, text| {
                let mv = san::parse_lenient(position, text).with_context(|| text.to_owned())?;
                Ok(mv.to_uci(CastlingMode::Standard))
            }))
        }
        "explain" => {
            let (positions, moves) = (positions()?, moves()?);
            call.texts(|row| match with_move(positions, moves, |position, text| Ok(reason(position, text)))(row) {
                Err(error) if errors == BadRow::Null => Ok(Some(format!("{error:#}"))),
                reason => Ok(reason?.flatten()),
            })
        }
        "planes" => call.planes(positions()?, option),
        "legal_mask" => call.legal_mask(positions()?),
        _ => bail!("there is no function {name}"),
    }
}

/// Returns the column with this type, if there is one.
fn typed<T: Array + 'static>(column: Option<&ArrayRef>) -> Result<Option<&T>> {
    match column {
        None => Ok(None),
        Some(column) => match column.as_any().downcast_ref() {
            Some(column) => Ok(Some(column)),
            None => bail!("a column is of the type {}, which this function does not take", column.data_type()),
        },
    }
}

fn required<T: Array + 'static>(column: Option<&ArrayRef>) -> Result<&T> {
    typed(column)?.context("a column is missing")
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
            for (index, &bits) in moves.iter().enumerate() {
                play(&mut position, bits).with_context(|| format!("ply {}", index + 1))?;
            }
            of(&position).map(Some)
        }
    }
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

/// Calls a function with each position and its move.
fn with_move<T>(
    positions: Positions<'_>,
    moves: MoveColumn<'_>,
    of: impl Fn(&mut Chess, &str) -> Result<T>,
) -> impl FnMut(usize) -> Result<Option<T>> {
    move |row| {
        let text = match moves {
            MoveColumn::Text(texts) => value(texts, row),
            MoveColumn::Number(numbers) if numbers.is_null(row) => None,
            MoveColumn::Number(numbers) => {
                let number = numbers.value(row);
                let text = usize::try_from(number).ok().and_then(|number| UCI_MOVES.get(number));
                Some(text.with_context(|| format!("there is no move {number}"))?.as_str())
            }
        };
        let Some(text) = text else { return Ok(None) };
        positions.row(row)?.as_mut().map(|position| of(position, text)).transpose()
    }
}

/// The moves of a game in UCI, with spaces between.
fn uci(movedata: &[u8]) -> Result<String> {
    let moves = moves_of(movedata);
    if let Some(ply) = moves.iter().position(|&bits| bits != 0 && Move::from_bits(bits).is_none()) {
        bail!("ply {}: {:#06x} is no move", ply + 1, moves[ply]);
    }
    Ok(uci_of(&moves, &mut Vec::new()).to_owned())
}

/// Returns the reason why a move, in UCI or SAN, is illegal. `None` if it is legal.
fn reason(position: &Chess, text: &str) -> Option<String> {
    match position.parse_uci(text) {
        Ok(_) => None,
        Err(UciError::Syntax { .. }) => san::parse_lenient(position, text).err().map(|error| error.to_string()),
        Err(error) => Some(error.to_string()),
    }
}

/// A column under construction.
#[derive(Clone, Copy)]
struct Call {
    rows: usize,
    errors: BadRow,
}

impl Call {
    /// Adds each row, null for a bad one.
    fn each<T>(
        self,
        mut of: impl FnMut(usize) -> Result<Option<T>>,
        mut take: impl FnMut(Option<T>) -> Result<()>,
    ) -> Result<()> {
        (0..self.rows).try_for_each(|row| take(self.errors.settle(row, of(row))?))
    }

    fn texts<T: AsRef<str>>(self, of: impl FnMut(usize) -> Result<Option<T>>) -> Result<ArrayRef> {
        let mut texts = StringBuilder::new();
        self.each(of, |text| {
            texts.append_option(text);
            Ok(())
        })?;
        Ok(Arc::new(texts.finish()))
    }

    fn numbers(self, of: impl FnMut(usize) -> Result<Option<u64>>) -> Result<ArrayRef> {
        let mut numbers = Int64Builder::new();
        self.each(of, |number| {
            numbers.append_option(number.map(u64::cast_signed));
            Ok(())
        })?;
        Ok(Arc::new(numbers.finish()))
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
            let material = position.as_ref().map(Chess::material);
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
    fn move_details(self, games: Moves<'_>) -> Result<ArrayRef> {
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

    /// Returns `true` for each game with a position that has at least these pieces on these squares. The sub-FEN is the board of
    /// a FEN: `8/8/8/8/2B5/5N2/8/8`.
    fn matches_subfen(self, games: Moves<'_>, subfen: &str) -> Result<ArrayRef> {
        let wanted = subfen_of(subfen)?;
        let holds = |position: &Chess| stand(&wanted, position);
        let found = |row| {
            let Some((mut position, game)) = games.row(row)? else { return Ok(None) };
            let mut is_found = holds(&position);
            for (ply, &bits) in game.iter().enumerate() {
                if is_found {
                    break;
                }
                play(&mut position, bits).with_context(|| format!("ply {}", ply + 1))?;
                is_found = holds(&position);
            }
            Ok(Some(is_found))
        };
        let mut rows = BooleanBuilder::new();
        self.each(found, |is_found| {
            rows.append_option(is_found);
            Ok(())
        })?;
        Ok(Arc::new(rows.finish()))
    }

    /// Returns the result and its reason. The result is `*` for a game that is not over.
    fn outcome(self, positions: Positions<'_>) -> Result<ArrayRef> {
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
        let fields: Fields = ["result", "reason"].map(|name| Field::new(name, DataType::Utf8, true)).to_vec().into();
        let columns: Vec<ArrayRef> = vec![Arc::new(results.finish()), Arc::new(reasons.finish())];
        Ok(Arc::new(StructArray::try_new(fields, columns, Some(known.finish().into()))?))
    }

    /// The legal moves in UCI.
    fn legal_moves(self, positions: Positions<'_>) -> Result<ArrayRef> {
        let mut lists = ListBuilder::new(StringBuilder::new());
        self.each(positions.each(|position| Ok(position.legal_moves())), |moves| {
            for mv in moves.iter().flatten() {
                lists.values().append_value(mv.to_uci(CastlingMode::Standard));
            }
            lists.append(moves.is_some());
            Ok(())
        })?;
        Ok(Arc::new(lists.finish()))
    }

    /// Writes the planes one after the other. The planes of a null row are empty.
    fn planes(self, positions: Positions<'_>, option: &str) -> Result<ArrayRef> {
        let (bits, state) = (option.contains("bits"), option.contains("state"));
        let size = planes_size(bits, state);
        let mut bytes = vec![0; self.rows * size];
        let mut planes = bytes.chunks_exact_mut(size);
        self.each(
            |row| positions.row(row),
            |position| {
                let planes = planes.next().context("planes for each")?;
                if let Some(position) = position {
                    write_planes(&position, bits, state, planes);
                }
                Ok(())
            },
        )?;
        Ok(Arc::new(UInt8Array::from(bytes)))
    }

    /// Writes a byte for each move of [`UCI_MOVES`] and each position: 1 if the move is legal.
    fn legal_mask(self, positions: Positions<'_>) -> Result<ArrayRef> {
        let mut bytes = vec![0; self.rows * UCI_MOVES.len()];
        let mut masks = bytes.chunks_exact_mut(UCI_MOVES.len());
        self.each(
            |row| positions.row(row),
            |position| {
                let mask = masks.next().context("a mask for each")?;
                if let Some(position) = position {
                    write_mask(&position, mask);
                }
                Ok(())
            },
        )?;
        Ok(Arc::new(UInt8Array::from(bytes)))
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
        mv.and_then(|mv| before.piece_at(mv.from())).map(|piece| letter(piece.role())),
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

/// Returns `true` if the position has at least these pieces on these squares.
pub(crate) fn stand(pieces: &[(Piece, SquareSet)], position: &Chess) -> bool {
    let board = position.board();
    pieces.iter().all(|&(piece, squares)| board.squares_of(piece) & squares == squares)
}

/// Reads the pieces of the board of a FEN and their squares.
///
/// # Errors
/// The error in the text.
pub fn subfen_of(board: &str) -> Result<Vec<(Piece, SquareSet)>> {
    let setup: Setup<ChessRules> =
        format!("{board} w - - 0 1").parse().map_err(|error| anyhow!("{board:?}: {error}"))?;
    let squares = |piece: Piece| (piece, setup.board.squares_of(piece));
    let pieces = Piece::ALL.into_iter().filter(|piece| !piece.is_promoted()).map(squares);
    Ok(pieces.filter(|(_, squares)| !squares.is_empty()).collect())
}

/// The order of the planes: White's pawns, knights, bishops, rooks, queens and king, then Black's.
pub const PLANES: [(Color, Role); 12] = {
    const ROLES: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
    let mut planes = [(Color::White, Role::Pawn); 12];
    let mut at = 0;
    while at < 12 {
        planes[at] = (if at < 6 { Color::White } else { Color::Black }, ROLES[at % 6]);
        at += 1;
    }
    planes
};

/// Returns the number of bytes for the planes of a position: 64 for a plane, or 8 if the planes are bits.
#[must_use]
pub const fn planes_size(bits: bool, state: bool) -> usize {
    (if state { 18 } else { 12 }) * if bits { 8 } else { 64 }
}

/// Writes twelve planes of 64 squares, a1, b1 ... h8, one after the other. Each square is a byte, 0 or 1. With `bits`, each
/// square is a bit and each rank a byte, the a-file lowest. With `state` six planes follow: full if White is to move, full for
/// each castling right (White's king's side and queen's side, then Black's), and the square where a pawn can be captured en
/// passant.
pub fn write_planes(position: &Chess, bits: bool, state: bool, bytes: &mut [u8]) {
    let full = |holds: bool| SquareSet::from_bits(if holds { u64::MAX } else { 0 });
    let board = PLANES.map(|(color, role)| position.board().squares_of(Piece::new(color, role)));
    let rights = position.castling_rights();
    let has = |color, side| full(rights.rook(color, side).is_some());
    let en_passant = position.en_passant_square(EnPassantMode::Legal);
    let state = state.then(|| {
        [
            full(position.turn() == Color::White),
            has(Color::White, CastlingSide::King),
            has(Color::White, CastlingSide::Queen),
            has(Color::Black, CastlingSide::King),
            has(Color::Black, CastlingSide::Queen),
            en_passant.into_iter().collect(),
        ]
    });
    let planes = board.into_iter().chain(state.into_iter().flatten());
    for (plane, squares) in bytes.chunks_exact_mut(if bits { 8 } else { 64 }).zip(planes) {
        if bits {
            plane.copy_from_slice(&squares.bits().to_le_bytes());
        } else {
            squares.into_iter().for_each(|square| plane[square.index()] = 1);
        }
    }
}

/// All moves that UCI can write, sorted by their texts. The index of a move is its number in a policy.
pub static UCI_MOVES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut moves = Vec::new();
    for (from, to) in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to))) {
        let files = from.file().index().abs_diff(to.file().index());
        let ranks = from.rank().index().abs_diff(to.rank().index());
        let is_line = files == 0 || ranks == 0 || files == ranks;
        if from == to || !(is_line || files + ranks == 3) {
            continue;
        }
        moves.push(format!("{from}{to}"));
        let ranks = (from.rank().index(), to.rank().index());
        if files <= 1 && matches!(ranks, (6, 7) | (1, 0)) {
            moves.extend(['b', 'n', 'q', 'r'].map(|role| format!("{from}{to}{role}")));
        }
    }
    moves.sort_unstable();
    moves
});

/// For each pair of squares, the number of the move without a promotion. Its promotions follow it.
static NUMBERS: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut numbers = vec![0; 64 * 64];
    for (number, text) in UCI_MOVES.iter().enumerate().filter(|(_, text)| text.len() == 4) {
        numbers[pair(text.as_bytes())] = number as u16;
    }
    numbers
});

/// Returns the two squares at the beginning of a move in UCI, as one number.
fn pair(uci: &[u8]) -> usize {
    let square = |at: usize| usize::from(uci[at] - b'a') + 8 * usize::from(uci[at + 1] - b'1');
    64 * square(0) + square(2)
}

/// Returns the number of a move in [`UCI_MOVES`].
#[must_use]
pub fn number_of(mv: Move) -> u16 {
    let uci = mv.to_uci(CastlingMode::Standard);
    let behind = uci.as_bytes().get(4).and_then(|role| b"bnqr".iter().position(|known| known == role));
    NUMBERS[pair(uci.as_bytes())] + behind.map_or(0, |behind| behind as u16 + 1)
}

/// Writes 1 for each legal move at its number.
pub fn write_mask(position: &Chess, mask: &mut [u8]) {
    for mv in position.legal_moves() {
        mask[usize::from(number_of(mv))] = 1;
    }
}
