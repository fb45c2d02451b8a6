pub use shakmaty::fen::Fen;
pub use shakmaty::packed::PackedSetup;
pub use shakmaty::san::{San, SanPlus};
pub use shakmaty::uci::UciMove;
pub use shakmaty::zobrist::Zobrist64;
pub use shakmaty::{
    Bitboard, Board, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, File, Move, MoveList, Outcome, Piece,
    Position, PositionErrorKinds, Rank, Role, Setup, Square, attacks, perft,
};
use shakmaty::{ByColor, ByRole};
use std::ops::ControlFlow;

use super::squares;
use crate::plain::{Plain, items, plain};

/// Collects the moves of a game in SAN.
#[derive(Default)]
pub struct Sans(Vec<String>);

impl pgn_reader::Visitor for Sans {
    type Tags = ();
    type Movetext = ();
    type Output = bool;

    fn begin_tags(&mut self) -> ControlFlow<bool, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<bool, ()> {
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, (): &mut ()) -> ControlFlow<bool, pgn_reader::Skip> {
        ControlFlow::Continue(pgn_reader::Skip(true))
    }

    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<bool> {
        self.0.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) -> bool {
        true
    }
}

fn position(setup: &Setup) -> String {
    format!("«{}»", Fen::try_from_setup(setup.clone()).expect("a FEN"))
}

plain! {
    Square: Square::to_string;
    Bitboard: |set| squares(set.0);
    Color: |color| color.char().to_string();
    Role: |role| role.char().to_string();
    Piece: |piece| piece.char().to_string();
    File: |file| format!("file {file}");
    Rank: |rank| format!("rank {rank}");
    Move: |mv| format!("‹{}›", mv.to_uci(CastlingMode::Chess960));
    MoveList: |list| items(list.iter());
    UciMove: |text| text.to_string().plain();
    SanPlus: |text| text.to_string().plain();
    Fen: |text| text.to_string().plain();
    Chess: |pos| position(&pos.to_setup(EnPassantMode::Legal));
    Setup: position;
    Board: |board| board.board_fen().to_string();
    Outcome: |outcome| outcome.known().map_or("-".to_owned(), |known| known.to_string());
    PositionErrorKinds: |kinds| (!kinds.is_empty()).to_string();
    Zobrist64: |hash| hash.0.plain();
    PackedSetup: |packed| format!("{:x?}", packed.as_bytes());
    ByRole<u8>: |count| format!("{count:?}");
    ByColor<ByRole<u8>>: |count| {
        let side = |side: &ByRole<u8>| ["k", "q", "r", "b", "n", "p"].into_iter().zip([side.king, side.queen, side.rook, side.bishop, side.knight, side.pawn]).map(|(role, count)| role.repeat(count.into())).collect::<String>();
        format!("{} v {}", side(&count.white).to_uppercase(), side(&count.black).to_uppercase())
    };
    Sans: |sans| sans.0.plain();
}
