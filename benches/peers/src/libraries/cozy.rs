//! `cozy-chess`.

use cozy_chess::{BitBoard, Board, Color, Move, Piece, PieceMoves, Rank, Square};

use super::bitboards::{self, Bitboards, Exchange};
use super::{Capture, Library, PAWN, Staged, WORTH, collect};

pub struct Cozy;

impl Bitboards for Board {
    type Square = Square;

    #[inline]
    fn of_role(&self, role: usize) -> u64 {
        self.pieces(Piece::ALL[role]).0
    }
    #[inline]
    fn of_color(&self, white: bool) -> u64 {
        self.colors(color(white)).0
    }
    #[inline]
    fn occupied(&self) -> u64 {
        Board::occupied(self).0
    }
    #[inline]
    fn knight_attacks(square: Square) -> u64 {
        cozy_chess::get_knight_moves(square).0
    }
    #[inline]
    fn king_attacks(square: Square) -> u64 {
        cozy_chess::get_king_moves(square).0
    }
    #[inline]
    fn bishop_attacks(square: Square, occupied: u64) -> u64 {
        cozy_chess::get_bishop_moves(square, BitBoard(occupied)).0
    }
    #[inline]
    fn rook_attacks(square: Square, occupied: u64) -> u64 {
        cozy_chess::get_rook_moves(square, BitBoard(occupied)).0
    }
    #[inline]
    fn pawn_attacks(square: Square, white: bool) -> u64 {
        cozy_chess::get_pawn_attacks(square, color(white)).0
    }
}

#[inline]
fn color(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

/// The square behind a pawn that has just made a double step.
#[inline]
fn en_passant(board: &Board) -> Option<Square> {
    let sixth = Rank::Sixth.relative_to(board.side_to_move());
    board.en_passant().map(|file| Square::new(file, sixth))
}

#[inline]
fn enemies_that_attack(board: &Board, square: Square) -> u32 {
    (bitboards::attackers(board, square, board.occupied().0) & board.colors(!board.side_to_move()).0).count_ones()
}

/// The captures among some moves of one piece, and the others. En passant is a capture.
#[inline]
fn parted(board: &Board, moves: PieceMoves) -> [PieceMoves; 2] {
    let mut enemies = board.colors(!board.side_to_move());
    if moves.piece == Piece::Pawn {
        enemies |= en_passant(board).map_or(BitBoard::EMPTY, Square::bitboard);
    }
    [moves.to & enemies, moves.to & !enemies].map(|to| PieceMoves { to, ..moves })
}

/// Hands on captures of one piece.
#[inline]
fn each_with_roles(board: &Board, captures: PieceMoves, mut visit: impl FnMut(Move, Option<Capture>)) {
    for mv in captures {
        let victim = board.piece_on(mv.to).map_or(PAWN, |piece| piece as usize);
        visit(mv, Some((victim, captures.piece as usize)));
    }
}

/// Whether a move that is no castling loses nothing.
#[inline]
fn loses_nothing(board: &Board, mv: Move, victim: Option<usize>, moved: usize) -> bool {
    let mut emptied = mv.from.bitboard();
    if victim.is_some() && !board.occupied().has(mv.to) {
        emptied |= Square::new(mv.to.file(), mv.from.rank()).bitboard();
    }
    let standing = mv.promotion.map_or(moved, |piece| piece as usize);
    bitboards::exchange_at_least_zero(
        board,
        &Exchange {
            target: mv.to,
            promotes: matches!(mv.to.rank(), Rank::First | Rank::Eighth),
            emptied: emptied.0,
            by_white: board.side_to_move() == Color::White,
            gain: victim.map_or(0, |victim| WORTH[victim]) + WORTH[standing] - WORTH[moved],
            standing: WORTH[standing],
        },
    )
}

impl Library for Cozy {
    const NAME: &'static str = "cozy-chess";
    type Position = Board;
    type Move = Move;
    type List = Vec<Move>;

    fn read(fen: &str) -> Board {
        Board::from_fen(fen, false).expect("a FEN")
    }

    fn read_move(board: &Board, uci: &str) -> Move {
        cozy_chess::util::parse_uci_move(board, uci).expect("a legal move")
    }

    #[inline]
    fn white_to_move(board: &Board) -> bool {
        board.side_to_move() == Color::White
    }

    fn halfmove_clock(board: &Board) -> Option<u32> {
        Some(board.halfmove_clock().into())
    }

    /// En passant counts in `hash` after each double step, whether a pawn can capture or not. A program that
    /// wants transpositions found leaves it out if none can.
    #[inline]
    fn key(board: &Board) -> u64 {
        let Some(square) = en_passant(board) else { return board.hash() };
        let us = board.side_to_move();
        let capturing = cozy_chess::get_pawn_attacks(square, !us) & board.colored_pieces(us, Piece::Pawn);
        if capturing.is_empty() { board.hash_without_ep() } else { board.hash() }
    }

    #[inline]
    fn count_moves(board: &Board) -> u64 {
        let mut count = 0;
        board.generate_moves(|moves| {
            count += moves.len() as u64;
            false
        });
        count
    }

    #[inline]
    fn list_moves(board: &Board) -> Vec<Move> {
        collect(|list| Self::each_move(board, &mut Vec::new(), |mv| list.push(mv)))
    }

    #[inline]
    fn list_captures(board: &Board) -> Vec<Move> {
        collect(|list| Self::each_capture(board, &mut Vec::new(), |mv| list.push(mv)))
    }

    #[inline]
    fn each_move(board: &Board, _: &mut Self::List, mut visit: impl FnMut(Move)) {
        board.generate_moves(|moves| {
            for mv in moves {
                visit(mv);
            }
            false
        });
    }

    #[inline]
    fn each_capture(board: &Board, _: &mut Self::List, mut visit: impl FnMut(Move)) {
        board.generate_moves(|moves| {
            let [captures, _] = parted(board, moves);
            captures.into_iter().for_each(&mut visit);
            false
        });
    }

    #[inline]
    fn each_with_capture(board: &Board, _: &mut Self::List, mut visit: impl FnMut(Move, Option<Capture>)) {
        board.generate_moves(|moves| {
            let [captures, quiets] = parted(board, moves);
            each_with_roles(board, captures, &mut visit);
            for mv in quiets {
                visit(mv, None);
            }
            false
        });
    }

    #[inline]
    fn each_capture_with_roles(board: &Board, _: &mut Self::List, mut visit: impl FnMut(Move, Option<Capture>)) {
        board.generate_moves(|moves| {
            let [captures, _] = parted(board, moves);
            each_with_roles(board, captures, &mut visit);
            false
        });
    }

    #[inline]
    fn play(board: &mut Board, mv: Move) {
        board.play_unchecked(mv);
    }

    #[inline]
    fn is_check(board: &Board) -> bool {
        !board.checkers().is_empty()
    }

    #[inline]
    fn is_legal(board: &Board, mv: Move) -> bool {
        board.is_legal(mv)
    }

    #[inline]
    fn capture(board: &Board, mv: Move) -> Option<Capture> {
        // Castling goes to the square of an own rook.
        if board.colors(!board.side_to_move()).has(mv.to) {
            Some((board.piece_on(mv.to)? as usize, board.piece_on(mv.from)? as usize))
        } else if en_passant(board) == Some(mv.to) && board.piece_on(mv.from) == Some(Piece::Pawn) {
            Some((PAWN, PAWN))
        } else {
            None
        }
    }

    #[inline]
    fn order(mv: Move) -> u32 {
        ((mv.from as u32) << 6 | mv.to as u32) << 3 | mv.promotion.map_or(0, |piece| piece as u32)
    }

    #[inline]
    fn see_at_least_zero(board: &Board, mv: Move) -> bool {
        let moved = board.piece_on(mv.from).map_or(PAWN, |piece| piece as usize);
        let victim = Self::capture(board, mv).map(|(victim, _)| victim);
        // Castling goes to the square of an own rook.
        victim.is_none() && board.occupied().has(mv.to) || loses_nothing(board, mv, victim, moved)
    }

    #[inline]
    fn capture_loses_nothing(board: &Board, mv: Move, (victim, moved): Capture) -> bool {
        loses_nothing(board, mv, Some(victim), moved)
    }

    #[inline]
    fn each_piece(board: &Board, mut visit: impl FnMut(usize, usize)) {
        for white in [true, false] {
            for role in Piece::ALL {
                for square in board.colored_pieces(color(white), role) {
                    visit(Self::piece_number(white, role as usize), square as usize);
                }
            }
        }
    }

    #[inline]
    fn is_insufficient_material(board: &Board) -> bool {
        bitboards::is_insufficient_material(board)
    }

    #[inline]
    fn attackers_of_origin(board: &Board, mv: Move) -> u32 {
        enemies_that_attack(board, mv.from)
    }

    #[inline]
    fn attackers_of_all(board: &Board) -> u32 {
        Square::ALL.iter().map(|&square| enemies_that_attack(board, square)).sum()
    }

    #[inline]
    fn attacked_squares(board: &Board) -> u32 {
        Square::ALL.iter().filter(|&&square| enemies_that_attack(board, square) > 0).count() as u32
    }
}

impl Staged for Cozy {
    type Quiets = PieceMoves;

    /// The sets of moves are kept: they are generated once.
    #[inline]
    fn each_capture_first(
        board: &Board,
        _: &mut Self::List,
        later: &mut Vec<PieceMoves>,
        mut visit: impl FnMut(Move, Option<Capture>),
    ) {
        board.generate_moves(|moves| {
            let [captures, quiets] = parted(board, moves);
            each_with_roles(board, captures, &mut visit);
            if !quiets.to.is_empty() {
                later.push(quiets);
            }
            false
        });
    }

    #[inline]
    fn each_quiet(_: &Board, later: &[PieceMoves], mut visit: impl FnMut(Move)) {
        for moves in later {
            moves.into_iter().for_each(&mut visit);
        }
    }
}
