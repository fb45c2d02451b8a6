//! `chess`.

use chess::{ALL_PIECES, ALL_SQUARES, BitBoard, Board, ChessMove, Color, EMPTY, MoveGen, Piece, Rank, Square};

use super::bitboards::{self, Bitboards, Exchange};
use super::{Library, PAWN, WORTH, collect};

pub struct Chess;

impl Bitboards for Board {
    type Square = Square;

    #[inline]
    fn of_role(&self, role: usize) -> u64 {
        self.pieces(ALL_PIECES[role]).0
    }
    #[inline]
    fn of_color(&self, white: bool) -> u64 {
        self.color_combined(color(white)).0
    }
    #[inline]
    fn occupied(&self) -> u64 {
        self.combined().0
    }
    #[inline]
    fn knight_attacks(square: Square) -> u64 {
        chess::get_knight_moves(square).0
    }
    #[inline]
    fn king_attacks(square: Square) -> u64 {
        chess::get_king_moves(square).0
    }
    #[inline]
    fn bishop_attacks(square: Square, occupied: u64) -> u64 {
        chess::get_bishop_moves(square, BitBoard(occupied)).0
    }
    #[inline]
    fn rook_attacks(square: Square, occupied: u64) -> u64 {
        chess::get_rook_moves(square, BitBoard(occupied)).0
    }
    #[inline]
    fn pawn_attacks(square: Square, white: bool) -> u64 {
        chess::get_pawn_attacks(square, color(white), !EMPTY).0
    }
}

#[inline]
fn color(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

/// The square behind a pawn that has just made a double step; the library names the pawn's own.
#[inline]
fn en_passant(board: &Board) -> Option<Square> {
    board.en_passant().map(|pawn| pawn.uforward(board.side_to_move()))
}

#[inline]
fn enemies_that_attack(board: &Board, square: Square) -> u32 {
    let enemies = board.color_combined(!board.side_to_move());
    (bitboards::attackers(board, square, board.combined().0) & enemies.0).count_ones()
}

impl Library for Chess {
    const NAME: &'static str = "chess";
    type Position = Board;
    type Move = ChessMove;
    type List = Vec<ChessMove>;

    fn read(fen: &str) -> Board {
        fen.parse().expect("a FEN")
    }

    fn read_move(_: &Board, uci: &str) -> ChessMove {
        uci.parse().expect("a move")
    }

    #[inline]
    fn white_to_move(board: &Board) -> bool {
        board.side_to_move() == Color::White
    }

    fn halfmove_clock(_: &Board) -> Option<u32> {
        None
    }

    #[inline]
    fn key(board: &Board) -> u64 {
        board.get_hash()
    }

    #[inline]
    fn count_moves(board: &Board) -> u64 {
        MoveGen::new_legal(board).len() as u64
    }

    #[inline]
    fn list_moves(board: &Board) -> Vec<ChessMove> {
        collect(|list| Self::each_move(board, &mut Vec::new(), |mv| list.push(mv)))
    }

    #[inline]
    fn list_captures(board: &Board) -> Vec<ChessMove> {
        collect(|list| Self::each_capture(board, &mut Vec::new(), |mv| list.push(mv)))
    }

    #[inline]
    fn each_move(board: &Board, _: &mut Self::List, visit: impl FnMut(ChessMove)) {
        MoveGen::new_legal(board).for_each(visit);
    }

    #[inline]
    fn each_capture(board: &Board, _: &mut Self::List, mut visit: impl FnMut(ChessMove)) {
        let mut moves = MoveGen::new_legal(board);
        let enemies = *board.color_combined(!board.side_to_move());
        let Some(square) = en_passant(board) else {
            moves.set_iterator_mask(enemies);
            return moves.for_each(visit);
        };
        moves.set_iterator_mask(enemies | BitBoard::from_square(square));
        for mv in moves {
            if mv.get_dest() != square || board.piece_on(mv.get_source()) == Some(Piece::Pawn) {
                visit(mv);
            }
        }
    }

    #[inline]
    fn play(board: &mut Board, mv: ChessMove) {
        *board = board.make_move_new(mv);
    }

    #[inline]
    fn after(board: &Board, mv: ChessMove) -> Board {
        board.make_move_new(mv)
    }

    #[inline]
    fn visit_copy<T>(board: &Board, mv: ChessMove, look: impl FnOnce(&mut Board) -> T) -> T {
        let mut child = *board;
        board.make_move(mv, &mut child);
        look(&mut child)
    }

    #[inline]
    fn is_check(board: &Board) -> bool {
        *board.checkers() != EMPTY
    }

    #[inline]
    fn is_legal(board: &Board, mv: ChessMove) -> bool {
        board.legal(mv)
    }

    #[inline]
    fn capture(board: &Board, mv: ChessMove) -> Option<(usize, usize)> {
        let moved = board.piece_on(mv.get_source())?;
        match board.piece_on(mv.get_dest()) {
            Some(victim) => Some((victim.to_index(), moved.to_index())),
            None if moved == Piece::Pawn && en_passant(board) == Some(mv.get_dest()) => Some((PAWN, PAWN)),
            None => None,
        }
    }

    #[inline]
    fn order(mv: ChessMove) -> u32 {
        let squares = mv.get_source().to_index() << 6 | mv.get_dest().to_index();
        (squares << 3 | mv.get_promotion().map_or(0, |piece| piece.to_index())) as u32
    }

    #[inline]
    fn see_at_least_zero(board: &Board, mv: ChessMove) -> bool {
        let (from, target) = (mv.get_source(), mv.get_dest());
        let moved = board.piece_on(from).map_or(PAWN, |piece| piece.to_index());
        let mut emptied = BitBoard::from_square(from);
        let gain = match Self::capture(board, mv) {
            Some((victim, _)) => {
                if board.piece_on(target).is_none() {
                    emptied |= BitBoard::from_square(Square::make_square(from.get_rank(), target.get_file()));
                }
                WORTH[victim]
            }
            None => 0,
        };
        let standing = mv.get_promotion().map_or(moved, |piece| piece.to_index());
        bitboards::exchange_at_least_zero(
            board,
            &Exchange {
                target,
                promotes: matches!(target.get_rank(), Rank::First | Rank::Eighth),
                emptied: emptied.0,
                by_white: Self::white_to_move(board),
                gain: gain + WORTH[standing] - WORTH[moved],
                standing: WORTH[standing],
            },
        )
    }

    #[inline]
    fn each_piece(board: &Board, mut visit: impl FnMut(usize, usize)) {
        for white in [true, false] {
            for role in ALL_PIECES {
                for square in board.color_combined(color(white)) & board.pieces(role) {
                    visit(Self::piece_number(white, role.to_index()), square.to_index());
                }
            }
        }
    }

    #[inline]
    fn is_insufficient_material(board: &Board) -> bool {
        bitboards::is_insufficient_material(board)
    }

    #[inline]
    fn attackers_of_origin(board: &Board, mv: ChessMove) -> u32 {
        enemies_that_attack(board, mv.get_source())
    }

    #[inline]
    fn attackers_of_all(board: &Board) -> u32 {
        ALL_SQUARES.iter().map(|&square| enemies_that_attack(board, square)).sum()
    }

    #[inline]
    fn attacked_squares(board: &Board) -> u32 {
        ALL_SQUARES.iter().filter(|&&square| enemies_that_attack(board, square) > 0).count() as u32
    }
}
