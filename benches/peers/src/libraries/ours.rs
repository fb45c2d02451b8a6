//! `chess0x88`: the one place to mend when a name of its public interface changes.

use chess0x88::see::PieceValues;
use chess0x88::{Color, Move, MoveList, Piece, Role};

use super::{Capture, Library, Staged};

pub use chess0x88_perft::{Backend, perft};
pub type Position = chess0x88::Chess;
pub type Game = chess0x88::History<chess0x88::ChessRules>;

pub const VALUES: PieceValues =
    PieceValues { pawn: 100, knight: 300, bishop: 325, rook: 500, queen: 900, met: 200, khon: 250 };

pub struct Ours;

impl Library for Ours {
    const NAME: &'static str = "chess0x88";
    type Position = Position;
    type Move = Move;
    type List = MoveList;

    fn read(fen: &str) -> Position {
        fen.parse().expect("a FEN")
    }

    fn read_move(position: &Position, uci: &str) -> Move {
        position.parse_uci(uci).expect("a legal move")
    }

    #[inline]
    fn white_to_move(position: &Position) -> bool {
        position.turn() == Color::White
    }

    fn halfmove_clock(position: &Position) -> Option<u32> {
        Some(position.halfmove_clock())
    }

    #[inline]
    fn key(position: &Position) -> u64 {
        position.key()
    }

    #[inline]
    fn count_moves(position: &Position) -> u64 {
        position.legal_move_count() as u64
    }

    #[inline]
    fn list_moves(position: &Position) -> MoveList {
        position.legal_moves()
    }

    #[inline]
    fn list_captures(position: &Position) -> MoveList {
        position.legal_captures()
    }

    #[inline]
    fn each_move(position: &Position, list: &mut MoveList, visit: impl FnMut(Move)) {
        position.legal_moves_into(list);
        list.iter().copied().for_each(visit);
    }

    #[inline]
    fn each_capture(position: &Position, list: &mut MoveList, visit: impl FnMut(Move)) {
        position.legal_captures_into(list);
        list.iter().copied().for_each(visit);
    }

    #[inline]
    fn play(position: &mut Position, mv: Move) {
        position.play_unchecked(mv);
    }

    #[inline]
    fn visit_after<T>(position: &mut Position, mv: Move, look: impl FnOnce(&mut Position) -> T) -> T {
        let undo = position.make(mv);
        let seen = look(position);
        position.unmake(undo);
        seen
    }

    #[inline]
    fn next_key(position: &Position, key: u64, mv: Move) -> Option<u64> {
        Some(position.next_key(key, mv))
    }

    #[inline]
    fn is_check(position: &Position) -> bool {
        position.is_check()
    }

    #[inline]
    fn gives_check(position: &Position, mv: Move) -> bool {
        position.gives_check(mv)
    }

    #[inline]
    fn is_legal(position: &Position, mv: Move) -> bool {
        position.is_legal(mv)
    }

    #[inline]
    fn capture(position: &Position, mv: Move) -> Option<Capture> {
        if !mv.is_capture() {
            return None;
        }
        // A pawn captured en passant does not stand on the target.
        let victim = position.board().piece_at(mv.to()).map_or(Role::Pawn, |piece| piece.role());
        let attacker = position.board().piece_at(mv.from()).map_or(Role::Pawn, |piece| piece.role());
        Some((victim.index(), attacker.index()))
    }

    #[inline]
    fn order(mv: Move) -> u32 {
        let promotion = mv.promotion().map_or(0, Role::index);
        ((mv.from().index() << 6 | mv.to().index()) as u32) << 3 | promotion as u32
    }

    #[inline]
    fn see_at_least_zero(position: &Position, mv: Move) -> bool {
        chess0x88::see::at_least(position, mv, 0, &VALUES)
    }

    #[inline]
    fn each_piece(position: &Position, mut visit: impl FnMut(usize, usize)) {
        for color in Color::ALL {
            for role in ROLES {
                for square in position.board().squares_of(Piece::new(color, role)) {
                    visit(Self::piece_number(color == Color::White, role.index()), square.index());
                }
            }
        }
    }

    #[inline]
    fn piece_number(white: bool, role: usize) -> usize {
        role | usize::from(!white) << 3
    }

    #[inline]
    fn is_insufficient_material(position: &Position) -> bool {
        position.is_insufficient_material()
    }

    #[inline]
    fn attackers_of_origin(position: &Position, mv: Move) -> u32 {
        position.board().attackers(mv.from(), !position.turn()).len() as u32
    }

    #[inline]
    fn attackers_of_all(position: &Position) -> u32 {
        Square::ALL.into_iter().map(|square| position.board().attackers(square, !position.turn()).len() as u32).sum()
    }

    #[inline]
    fn attacked_squares(position: &Position) -> u32 {
        position.board().attacked(!position.turn()).len() as u32
    }
}

impl Staged for Ours {
    type Quiets = ();

    #[inline]
    fn each_capture_first(
        position: &Position,
        list: &mut MoveList,
        _: &mut Vec<()>,
        visit: impl FnMut(Move, Option<Capture>),
    ) {
        Self::each_capture_with_roles(position, list, visit);
    }

    #[inline]
    fn each_quiet(position: &Position, _: &[()], visit: impl FnMut(Move)) {
        position.legal_quiets().iter().copied().for_each(visit);
    }
}

const ROLES: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
