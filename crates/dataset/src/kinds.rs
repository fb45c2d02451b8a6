//! The kinds of columns. Where several kinds have the same type, the values tell them apart.

use arrow_array::{Array, BinaryArray, FixedSizeBinaryArray, StringArray};
use chess0x88::san::San;
use chess0x88::uci::UciError;
use chess0x88::{Chess, ChessRules, Move, packed};

use crate::game::start_of;
use crate::parse::has_moves;
use crate::schema::moves_of;
use crate::subfen::subfen_of;
use crate::tables::play;

/// What the rows of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The moves of a game, two bytes each
    Movedata,
    /// The text of a game, as a text or as bytes
    Movetext,
    Fen,
    /// The board of a FEN
    SubFen,
    Ply,
    Key,
    /// 32 bytes
    Position,
    /// UCI, or the number of a move in [`UCI_MOVES`](crate::policy::UCI_MOVES)
    Move,
    /// A move in UCI or SAN, or its number
    Answer,
    San,
    /// The number of a move in a policy
    Number,
}

impl Kind {
    const ALL: [Kind; 11] = [
        Kind::Movedata,
        Kind::Movetext,
        Kind::Fen,
        Kind::SubFen,
        Kind::Ply,
        Kind::Key,
        Kind::Position,
        Kind::Move,
        Kind::Answer,
        Kind::San,
        Kind::Number,
    ];

    /// The name by which Python asks for this kind.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Movedata => "movedata",
            Kind::Movetext => "movetext",
            Kind::Fen => "fen",
            Kind::SubFen => "subfen",
            Kind::Ply => "ply",
            Kind::Key => "key",
            Kind::Position => "position",
            Kind::Move => "move",
            Kind::Answer => "answer",
            Kind::San => "san",
            Kind::Number => "number",
        }
    }

    /// Returns the kind with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The kinds of the same type whose values are never bad values of this kind, but another column.
    const fn others(self) -> &'static [Kind] {
        match self {
            Kind::Movedata => &[Kind::Position, Kind::Fen, Kind::Movetext],
            Kind::Position => &[Kind::Movedata, Kind::Fen, Kind::Movetext],
            Kind::Movetext => &[Kind::Fen, Kind::SubFen, Kind::Position, Kind::Movedata],
            Kind::Fen => &[Kind::Move, Kind::San, Kind::Movetext],
            Kind::SubFen => &[Kind::Fen, Kind::Move, Kind::San, Kind::Movetext],
            Kind::Move => &[Kind::Fen, Kind::SubFen, Kind::San, Kind::Movetext],
            Kind::Answer | Kind::San => &[Kind::Fen, Kind::SubFen],
            Kind::Ply | Kind::Key | Kind::Number => &[],
        }
    }

    /// Returns `true` if a value can only be of this kind.
    fn has(self, value: &[u8]) -> bool {
        let text = || str::from_utf8(value).ok();
        match self {
            Kind::Movedata => is_game(value),
            Kind::Position => {
                value.try_into().is_ok_and(|bytes: &[u8; 32]| packed::unpack::<ChessRules>(bytes).is_ok())
            }
            Kind::Movetext => text().is_some() && has_moves(value),
            Kind::Fen => text().is_some_and(|text| start_of(text).is_ok()),
            Kind::SubFen => text().is_some_and(|text| subfen_of(text).is_ok()),
            Kind::Move => {
                text().is_some_and(|text| !matches!(Chess::startpos().parse_uci(text), Err(UciError::Syntax { .. })))
            }
            Kind::San | Kind::Answer => Kind::Move.has(value) || text().is_some_and(|text| text.parse::<San>().is_ok()),
            Kind::Ply | Kind::Key | Kind::Number => false,
        }
    }

    /// Returns this kind if one value of the column is of this kind, else another kind if a value can only be of that one. `None` if no
    /// value tells.
    #[must_use]
    pub fn found_in(self, column: &dyn Array) -> Option<Kind> {
        let mut other = None;
        for value in (0..column.len()).filter_map(|row| bytes_of(column, row)) {
            if self.has(value) {
                return Some(self);
            }
            other = other.or_else(|| self.others().iter().copied().find(|kind| kind.has(value)));
        }
        other
    }
}

/// Returns the bytes of a value that is not null, if its type has bytes.
fn bytes_of(column: &dyn Array, row: usize) -> Option<&[u8]> {
    let any = column.as_any();
    if column.is_null(row) {
        return None;
    }
    let text = any.downcast_ref::<StringArray>().map(|column| column.value(row).as_bytes());
    let bytes = || any.downcast_ref::<BinaryArray>().map(|column| column.value(row));
    text.or_else(bytes).or_else(|| any.downcast_ref::<FixedSizeBinaryArray>().map(|column| column.value(row)))
}

/// Returns `true` for movedata with at least a move that is not null: of moves that can be played from the usual start, or of any with the
/// mark of another start. No text and no packed position is both.
fn is_game(movedata: &[u8]) -> bool {
    let moves = moves_of(movedata);
    let mut position = Chess::startpos();
    let can_be = |&bits: &u16| match movedata.len() - 2 * moves.len() {
        0 => play(&mut position, bits).is_ok(),
        _ => movedata.ends_with(&[0]) && (bits == 0 || Move::from_bits(bits).is_some()),
    };
    moves.iter().any(|&bits| bits != 0) && moves.iter().all(can_be)
}
