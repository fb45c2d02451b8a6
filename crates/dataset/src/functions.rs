//! Functions over Arrow columns: what the Python module, and through it DuckDB, Polars and Spark, ask of games and positions.
//!
//! A game comes as its `movedata`, and as the position it starts from, `fen`, if that is not the usual one. Plies count from 0, the
//! position at the start; -1 is the last position, -2 the one before. What a game does not have is null.

use std::sync::Arc;

use anyhow::{Context, Result, anyhow, ensure};
use arrow_array::builder::{
    BooleanBuilder, FixedSizeBinaryBuilder, Int8Builder, Int32Builder, Int64Builder, ListBuilder, StringBuilder,
    StructBuilder,
};
use arrow_array::{Array, ArrayRef, BinaryArray, FixedSizeBinaryArray, Int32Array, StringArray, StructArray};
use arrow_schema::{DataType, Field, Fields};
use chess0x88::{Chess, ChessRules, Color, Move, Piece, Role, Setup, SquareSet, packed};

use crate::game::start_of;
use crate::schema::moves_of;
use crate::tables::play;

/// Games, as two columns.
#[derive(Clone, Copy)]
pub struct Moves<'a> {
    pub movedata: &'a BinaryArray,
    pub fen: Option<&'a StringArray>,
}

impl Moves<'_> {
    fn len(&self) -> Result<usize> {
        let length = self.movedata.len();
        if let Some(fen) = self.fen {
            ensure!(fen.len() == length, "movedata has {length} rows, and fen has {}", fen.len());
        }
        Ok(length)
    }

    /// The start and the moves of a row; none where movedata is null.
    fn row(&self, row: usize) -> Result<Option<(Chess, Vec<u16>)>> {
        if self.movedata.is_null(row) {
            return Ok(None);
        }
        let start = match self.fen.filter(|fen| fen.is_valid(row)) {
            Some(fen) => start_of(fen.value(row)).map_err(|error| anyhow!("row {row}: fen: {error}"))?,
            None => Chess::startpos(),
        };
        Ok(Some((start, moves_of(self.movedata.value(row)).with_context(|| format!("row {row}"))?)))
    }

    /// The position after so many plies.
    fn at(&self, row: usize, ply: i32) -> Result<Option<Chess>> {
        let Some((mut position, moves)) = self.row(row)? else { return Ok(None) };
        let count = i64::try_from(moves.len())?;
        let ply = if ply < 0 { count + 1 + i64::from(ply) } else { i64::from(ply) };
        let Some(moves) = usize::try_from(ply).ok().and_then(|ply| moves.get(..ply)) else { return Ok(None) };
        for (index, &bits) in moves.iter().enumerate() {
            play(&mut position, bits).with_context(|| format!("row {row}, ply {}", index + 1))?;
        }
        Ok(Some(position))
    }

    /// Calls a function with the position of each row, or without one.
    fn each_at(&self, ply: &Int32Array, mut take: impl FnMut(Option<Chess>) -> Result<()>) -> Result<()> {
        let length = self.len()?;
        ensure!(ply.len() == length || ply.len() == 1, "movedata has {length} rows, and ply has {}", ply.len());
        for row in 0..length {
            let of = if ply.len() == 1 { 0 } else { row };
            take(if ply.is_valid(of) { self.at(row, ply.value(of))? } else { None })?;
        }
        Ok(())
    }
}

/// The FEN after so many plies.
///
/// # Errors
/// A row that is no game.
pub fn fen_at(moves: Moves<'_>, ply: &Int32Array) -> Result<StringArray> {
    let mut fens = StringBuilder::new();
    moves.each_at(ply, |position| {
        fens.append_option(position.map(|position| position.fen()));
        Ok(())
    })?;
    Ok(fens.finish())
}

/// The packed position after so many plies.
///
/// # Errors
/// A row that is no game.
pub fn position_at(moves: Moves<'_>, ply: &Int32Array) -> Result<FixedSizeBinaryArray> {
    let mut positions = FixedSizeBinaryBuilder::new(32);
    moves.each_at(ply, |position| {
        match position.as_ref().and_then(packed::pack) {
            Some(bytes) => positions.append_value(bytes)?,
            None => positions.append_null(),
        }
        Ok(())
    })?;
    Ok(positions.finish())
}

/// The key of the position after so many plies.
///
/// # Errors
/// A row that is no game.
pub fn key_at(moves: Moves<'_>, ply: &Int32Array) -> Result<ArrayRef> {
    let mut keys = Int64Builder::new();
    moves.each_at(ply, |position| {
        keys.append_option(position.map(|position| position.key().cast_signed()));
        Ok(())
    })?;
    Ok(Arc::new(keys.finish()))
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

/// How many pieces of each kind there are after so many plies: the fields wQ, wR ... bP, as Aix has them.
///
/// # Errors
/// A row that is no game.
pub fn piece_counts(moves: Moves<'_>, ply: &Int32Array) -> Result<StructArray> {
    let fields: Fields = COUNTS.iter().map(|&(name, ..)| Field::new(name, DataType::Int8, true)).collect();
    let mut rows = StructBuilder::from_fields(fields, 0);
    moves.each_at(ply, |position| {
        for (index, &(_, color, role)) in COUNTS.iter().enumerate() {
            let count = position.as_ref().map(|position| position.material().count(color, role) as i8);
            rows.field_builder::<Int8Builder>(index).context("a column of counts")?.append_option(count);
        }
        rows.append(position.is_some());
        Ok(())
    })?;
    Ok(rows.finish())
}

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

/// Each move of a game in detail, as Aix has it: ply, role, from, to, promotion, capture, `is_castle`, `is_check`, `is_checkmate`,
/// `is_en_passant`. Castling goes to the square on which the king lands. A null move has a ply alone.
///
/// # Errors
/// A row that is no game.
pub fn move_details(moves: Moves<'_>) -> Result<ArrayRef> {
    let item = Arc::new(Field::new("item", DataType::Struct(detail_fields()), true));
    let mut lists = ListBuilder::new(StructBuilder::from_fields(detail_fields(), 0)).with_field(item);
    for row in 0..moves.len()? {
        let Some((mut position, game)) = moves.row(row)? else {
            lists.append_null();
            continue;
        };
        for (ply, &bits) in game.iter().enumerate() {
            let before = position;
            let mv = play(&mut position, bits).with_context(|| format!("row {row}, ply {}", ply + 1))?;
            detail(lists.values(), ply as i32, &before, mv, &position)?;
        }
        lists.append(true);
    }
    Ok(Arc::new(lists.finish()))
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

/// Whether at least these pieces stand so in some position of a game. The sub-FEN is the board of a FEN: `8/8/8/8/2B5/5N2/8/8`.
///
/// # Errors
/// A sub-FEN that is none, and a row that is no game.
pub fn matches_subfen(moves: Moves<'_>, subfen: &str) -> Result<ArrayRef> {
    let wanted = subfen_of(subfen)?;
    let holds = |position: &Chess| {
        let board = position.board();
        wanted.iter().all(|&(piece, squares)| board.squares_of(piece) & squares == squares)
    };
    let mut found = BooleanBuilder::new();
    for row in 0..moves.len()? {
        let Some((mut position, game)) = moves.row(row)? else {
            found.append_null();
            continue;
        };
        let mut is_found = holds(&position);
        for (ply, &bits) in game.iter().enumerate() {
            if is_found {
                break;
            }
            play(&mut position, bits).with_context(|| format!("row {row}, ply {}", ply + 1))?;
            is_found = holds(&position);
        }
        found.append_value(is_found);
    }
    Ok(Arc::new(found.finish()))
}

/// The pieces of the board of a FEN, and where they stand.
///
/// # Errors
/// What is wrong with it.
pub fn subfen_of(board: &str) -> Result<Vec<(Piece, SquareSet)>> {
    let setup: Setup<ChessRules> =
        format!("{board} w - - 0 1").parse().map_err(|error| anyhow!("{board:?}: {error}"))?;
    let squares = |piece: Piece| (piece, setup.board.squares_of(piece));
    let pieces = Piece::ALL.into_iter().filter(|piece| !piece.is_promoted()).map(squares);
    Ok(pieces.filter(|(_, squares)| !squares.is_empty()).collect())
}

/// The packed position of a row; none where it is null.
fn unpacked(positions: &FixedSizeBinaryArray, row: usize) -> Result<Option<Chess>> {
    if positions.is_null(row) {
        return Ok(None);
    }
    let bytes: &[u8; 32] = positions.value(row).try_into().map_err(|_| anyhow!("a packed position has 32 bytes"))?;
    packed::unpack(bytes).map(Some).map_err(|error| anyhow!("row {row}: {error}"))
}

/// The legal moves of packed positions, as UCI.
///
/// # Errors
/// Bytes that are no position.
pub fn legal_moves(positions: &FixedSizeBinaryArray) -> Result<ArrayRef> {
    let mut lists = ListBuilder::new(StringBuilder::new());
    for row in 0..positions.len() {
        match unpacked(positions, row)? {
            Some(position) => {
                for mv in position.legal_moves() {
                    lists.values().append_value(mv.to_string());
                }
                lists.append(true);
            }
            None => lists.append_null(),
        }
    }
    Ok(Arc::new(lists.finish()))
}

/// Moves in UCI, played from packed positions, as SAN.
///
/// # Errors
/// Bytes that are no position, and a move that is not legal.
pub fn san(positions: &FixedSizeBinaryArray, moves: &StringArray) -> Result<StringArray> {
    ensure!(positions.len() == moves.len(), "there are {} positions, and {} moves", positions.len(), moves.len());
    let mut sans = StringBuilder::new();
    for row in 0..positions.len() {
        let position = if moves.is_valid(row) { unpacked(positions, row)? } else { None };
        match position {
            // A null move is no SAN, but this is how it is written.
            Some(_) if moves.value(row) == "0000" => sans.append_value("--"),
            Some(position) => {
                let mv = position.parse_uci(moves.value(row));
                let mv = mv.map_err(|error| anyhow!("row {row}: {}: {error}", moves.value(row)))?;
                sans.append_value(position.san(mv));
            }
            None => sans.append_null(),
        }
    }
    Ok(sans.finish())
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

/// Packed positions as twelve planes of 64 squares, a1, b1 ... h8, behind one another: a byte each, 0 or 1; or, if `bits`, a bit each, a
/// byte for a rank, with the a-file in the lowest. A null position is empty.
///
/// # Errors
/// Bytes that are no position.
pub fn planes(positions: &FixedSizeBinaryArray, bits: bool) -> Result<Vec<u8>> {
    let mut bytes = vec![0; positions.len() * if bits { 12 * 8 } else { 12 * 64 }];
    let size = if bits { 8 } else { 64 };
    let mut planes = bytes.chunks_exact_mut(size);
    for row in 0..positions.len() {
        let position = unpacked(positions, row)?;
        for (color, role) in PLANES {
            let plane = planes.next().context("a plane for each")?;
            let Some(position) = &position else { continue };
            let squares = position.board().squares_of(Piece::new(color, role));
            if bits {
                plane.copy_from_slice(&squares.bits().to_le_bytes());
            } else {
                squares.into_iter().for_each(|square| plane[square.index()] = 1);
            }
        }
    }
    Ok(bytes)
}
