//! `shakmaty`.

use shakmaty::attacks;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, Move, MoveList, Position, Role, Square};

use super::bitboards::{self, Bitboards, Exchange};
use super::{Library, WORTH};

pub struct Shakmaty;

impl Bitboards for Board {
    type Square = Square;

    #[inline]
    fn of_role(&self, role: usize) -> u64 {
        self.by_role(Role::ALL[role]).0
    }
    #[inline]
    fn of_color(&self, white: bool) -> u64 {
        self.by_color(Color::from_white(white)).0
    }
    #[inline]
    fn occupied(&self) -> u64 {
        Board::occupied(self).0
    }
    #[inline]
    fn knight_attacks(square: Square) -> u64 {
        attacks::knight_attacks(square).0
    }
    #[inline]
    fn king_attacks(square: Square) -> u64 {
        attacks::king_attacks(square).0
    }
    #[inline]
    fn bishop_attacks(square: Square, occupied: u64) -> u64 {
        attacks::bishop_attacks(square, Bitboard(occupied)).0
    }
    #[inline]
    fn rook_attacks(square: Square, occupied: u64) -> u64 {
        attacks::rook_attacks(square, Bitboard(occupied)).0
    }
    #[inline]
    fn pawn_attacks(square: Square, white: bool) -> u64 {
        attacks::pawn_attacks(Color::from_white(white), square).0
    }
}

#[inline]
const fn number(role: Role) -> usize {
    role as usize - Role::Pawn as usize
}

#[inline]
fn enemies_that_attack(position: &Chess, square: Square) -> Bitboard {
    let board = position.board();
    board.attacks_to(square, !position.turn(), board.occupied())
}

impl Library for Shakmaty {
    const NAME: &'static str = "shakmaty";
    type Position = Chess;
    type Move = Move;
    type List = MoveList;

    fn read(fen: &str) -> Chess {
        let fen = Fen::from_ascii(fen.as_bytes()).expect("a FEN");
        fen.into_position(CastlingMode::Standard).expect("a legal position")
    }

    fn read_move(position: &Chess, uci: &str) -> Move {
        UciMove::from_ascii(uci.as_bytes()).expect("a move").to_move(position).expect("a legal move")
    }

    #[inline]
    fn white_to_move(position: &Chess) -> bool {
        position.turn().is_white()
    }

    fn halfmove_clock(position: &Chess) -> Option<u32> {
        Some(position.halfmoves())
    }

    #[inline]
    fn key(position: &Chess) -> u64 {
        position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
    }

    #[inline]
    fn count_moves(position: &Chess) -> u64 {
        position.legal_moves().len() as u64
    }

    #[inline]
    fn list_moves(position: &Chess) -> MoveList {
        position.legal_moves()
    }

    #[inline]
    fn list_captures(position: &Chess) -> MoveList {
        position.capture_moves()
    }

    #[inline]
    fn play(position: &mut Chess, mv: Move) {
        position.play_unchecked(mv);
    }

    #[inline]
    fn next_key(position: &Chess, key: u64, mv: Move) -> Option<u64> {
        Some(position.update_zobrist_hash(Zobrist64(key), mv, EnPassantMode::Legal)?.0)
    }

    #[inline]
    fn is_check(position: &Chess) -> bool {
        position.is_check()
    }

    #[inline]
    fn is_legal(position: &Chess, mv: Move) -> bool {
        position.is_legal(mv)
    }

    #[inline]
    fn capture(_: &Chess, mv: Move) -> Option<(usize, usize)> {
        mv.capture().map(|victim| (number(victim), number(mv.role())))
    }

    #[inline]
    fn order(mv: Move) -> u32 {
        let from = mv.from().map_or(0, u32::from);
        (from << 6 | u32::from(mv.to())) << 3 | mv.promotion().map_or(0, number) as u32
    }

    #[inline]
    fn see_at_least_zero(position: &Chess, mv: Move) -> bool {
        let (Some(from), false) = (mv.from(), mv.is_castle()) else { return true };
        let target = mv.to();
        let mut emptied = Bitboard::from_square(from);
        if mv.is_en_passant() {
            emptied.add(Square::from_coords(target.file(), from.rank()));
        }
        let moved = WORTH[number(mv.role())];
        let standing = WORTH[number(mv.promotion().unwrap_or(mv.role()))];
        bitboards::exchange_at_least_zero(
            position.board(),
            &Exchange {
                target,
                promotes: Bitboard::BACKRANKS.contains(target),
                emptied: emptied.0,
                by_white: Self::white_to_move(position),
                gain: mv.capture().map_or(0, |victim| WORTH[number(victim)]) + standing - moved,
                standing,
            },
        )
    }

    #[inline]
    fn each_piece(position: &Chess, mut visit: impl FnMut(usize, usize)) {
        let board = position.board();
        for color in Color::ALL {
            for role in Role::ALL {
                for square in board.by_color(color) & board.by_role(role) {
                    visit(Self::piece_number(color.is_white(), number(role)), usize::from(square));
                }
            }
        }
    }

    #[inline]
    fn is_insufficient_material(position: &Chess) -> bool {
        position.is_insufficient_material()
    }

    #[inline]
    fn attackers_of_origin(position: &Chess, mv: Move) -> u32 {
        enemies_that_attack(position, mv.from().expect("no piece is dropped")).count() as u32
    }

    #[inline]
    fn attackers_of_all(position: &Chess) -> u32 {
        Square::ALL.iter().map(|&square| enemies_that_attack(position, square).count() as u32).sum()
    }

    #[inline]
    fn attacked_squares(position: &Chess) -> u32 {
        Square::ALL.iter().filter(|&&square| enemies_that_attack(position, square).any()).count() as u32
    }
}
