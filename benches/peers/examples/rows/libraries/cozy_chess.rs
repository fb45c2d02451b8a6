pub use cozy_chess::{
    BitBoard, Board, BoardBuilder, Color, File, GameStatus, Move, Piece, PieceMoves, Rank, Square, get_between_rays,
    get_bishop_moves, get_king_moves, get_knight_moves, get_line_rays, get_pawn_attacks, get_rook_moves, util,
};

use super::{placement, squares};
use crate::cases::{Case, Failure};
use crate::plain::{Plain, VISITED, plain, visited};

pub fn listener() -> impl FnMut(PieceMoves) -> bool {
    VISITED.set(Some(Vec::new()));
    |moves| {
        moves.into_iter().for_each(|mv| visited(&mv));
        false
    }
}

impl Case {
    /// The setup, as a builder.
    pub fn builder(&self) -> Result<BoardBuilder, Failure> {
        if let Ok(board) = Board::from_fen(self.setup_fen, false) {
            return Ok(BoardBuilder::from_board(&board));
        }
        let (setup, mut builder) = (self.setup(), BoardBuilder::empty());
        for (square, piece) in &setup.board {
            let color = if piece.color().index() == 0 { Color::White } else { Color::Black };
            *builder.square_mut(Square::index(square.index())) = Some((Piece::index(piece.role().index()), color));
        }
        Ok(builder)
    }
}

plain! {
    Square: Square::to_string;
    BitBoard: |set| squares(set.0);
    Color: |color| color.to_string();
    Piece: |role| role.to_string();
    File: |file| format!("file {file}");
    Rank: |rank| format!("rank {rank}");
    Move: |mv| format!("‹{mv}›");
    Board: |board| format!("«{board}»");
    BoardBuilder: |builder| {
        let letter = |index| {
            let (piece, color) = builder.square(Square::index(index))?;
            let letter = char::from(piece);
            Some(if color == Color::White { letter.to_ascii_uppercase() } else { letter })
        };
        let rights = |color: Color, [king, queen]: [char; 2]| {
            let rights = builder.castle_rights(color);
            [rights.short.map(|_| king), rights.long.map(|_| queen)].into_iter().flatten().collect::<String>()
        };
        let rights = rights(Color::White, ['K', 'Q']) + &rights(Color::Black, ['k', 'q']);
        let rights = if rights.is_empty() { "-" } else { &rights };
        let (turn, clocks) = (builder.side_to_move, (builder.halfmove_clock, builder.fullmove_number));
        format!("«{} {turn} {rights} {} {} {}»", placement(letter), builder.en_passant.map_or("-".to_owned(), |square| square.to_string()), clocks.0, clocks.1)
    };
    GameStatus: |status| match status {
        GameStatus::Ongoing => "-",
        GameStatus::Drawn => "1/2-1/2",
        GameStatus::Won => "won",
    }.to_owned();
}
