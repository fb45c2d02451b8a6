pub use chess::{
    ALL_PIECES, ALL_SQUARES, BitBoard, Board, BoardBuilder, BoardStatus, ChessMove, Color, MoveGen, NUM_COLORS,
    NUM_PIECES, NUM_SQUARES, Piece, Square, between, get_bishop_moves, get_file, get_king_moves, get_knight_moves,
    get_rank, get_rook_moves, line,
};

use super::squares;
use crate::cases::{Case, Failure};
use crate::plain::{Plain, plain};

/// The text of a FEN, if each side has a king: without one `chess` reads beyond its tables.
pub fn with_kings(text: &str) -> Result<&str, Failure> {
    if text.contains('k') && text.contains('K') { Ok(text) } else { Err(Failure::Skip) }
}

impl Case {
    pub fn chess_move(&self) -> Result<ChessMove, Failure> {
        let mv = self.mv()?;
        let promotion = mv.promotion().map(|role| ALL_PIECES[role.index()]);
        Ok(ChessMove::new(ALL_SQUARES[mv.from().index()], ALL_SQUARES[mv.landing().index()], promotion))
    }

    /// The setup, as a builder.
    pub fn chess_builder(&self) -> Result<BoardBuilder, Failure> {
        with_kings(self.setup_fen)?;
        if let Ok(builder) = self.setup_fen.parse() {
            return Ok(builder);
        }
        let mut builder = BoardBuilder::new();
        for (square, piece) in &self.setup().board {
            let color = if piece.color().index() == 0 { Color::White } else { Color::Black };
            builder.piece(ALL_SQUARES[square.index()], ALL_PIECES[piece.role().index()], color);
        }
        Ok(builder)
    }
}

/// It keeps no clocks, and of en passant the square of the pawn: the square behind it stands in a FEN.
fn without_clocks(fen: &str) -> String {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let behind = if fields[3].ends_with('5') { '6' } else { '3' };
    let square = format!("{}{behind}", &fields[3][..1]);
    if fields[3] != "-" {
        fields[3] = &square;
    }
    format!("«{} * *»", fields[..4].join(" "))
}

plain! {
    Square: |square| square.to_string();
    BitBoard: |set| squares(set.0);
    Color: |color| if *color == Color::White { "w" } else { "b" }.to_owned();
    Piece: |role| role.to_string(Color::Black);
    ChessMove: |mv| format!("‹{mv}›");
    Board: |board| without_clocks(&board.to_string());
    BoardBuilder: |builder| without_clocks(&builder.to_string());
    BoardStatus: |status| match status {
        BoardStatus::Ongoing => "-",
        BoardStatus::Stalemate => "1/2-1/2",
        BoardStatus::Checkmate => "won",
    }.to_owned();
}
