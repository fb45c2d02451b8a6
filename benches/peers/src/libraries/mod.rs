//! The four libraries behind one trait, each used as its users use it. What a library has no function for stands in
//! [`bitboards`], as its users write it.

pub mod bitboards;
mod chess;
mod cozy;
mod ours;
mod shakmaty;

pub use self::chess::Chess;
pub use cozy::Cozy;
pub use ours::{Backend, Game, Ours, Position, perft};
pub use shakmaty::Shakmaty;

use std::ops::Deref;

use ours::VALUES;

/// Roles as numbers, pawn to king.
pub const PAWN: usize = 0;
pub const KNIGHT: usize = 1;
pub const BISHOP: usize = 2;
pub const ROOK: usize = 3;
pub const QUEEN: usize = 4;
pub const KING: usize = 5;

/// What a piece is worth in an exchange, by role. The king is worth more than all that stands against him.
pub const WORTH: [i32; 6] = [
    VALUES.pawn as i32,
    VALUES.knight as i32,
    VALUES.bishop as i32,
    VALUES.rook as i32,
    VALUES.queen as i32,
    u16::MAX as i32,
];

/// The roles of the captured and of the capturing piece.
pub type Capture = (usize, usize);

/// A library, and how its users ask it.
pub trait Library: Sized + 'static {
    const NAME: &'static str;
    type Position: Clone;
    type Move: Copy + PartialEq;
    /// What legal moves are listed in.
    type List: Deref<Target = [Self::Move]> + Default;

    /// The position of a FEN, which is right.
    fn read(fen: &str) -> Self::Position;
    /// The move of UCI's standard spelling, which is legal.
    fn read_move(position: &Self::Position, uci: &str) -> Self::Move;

    fn white_to_move(position: &Self::Position) -> bool;
    /// `None` where the library keeps none.
    fn halfmove_clock(position: &Self::Position) -> Option<u32>;
    fn key(position: &Self::Position) -> u64;

    fn count_moves(position: &Self::Position) -> u64;
    fn list_moves(position: &Self::Position) -> Self::List;
    fn list_captures(position: &Self::Position) -> Self::List;

    /// Hands on every legal move, by way of a list or without; a library that fills lists has one to fill.
    #[inline]
    fn each_move(position: &Self::Position, _: &mut Self::List, visit: impl FnMut(Self::Move)) {
        Self::list_moves(position).iter().copied().for_each(visit);
    }

    #[inline]
    fn each_capture(position: &Self::Position, _: &mut Self::List, visit: impl FnMut(Self::Move)) {
        Self::list_captures(position).iter().copied().for_each(visit);
    }

    /// Plays a legal move.
    fn play(position: &mut Self::Position, mv: Self::Move);

    /// The position after a legal move.
    #[inline]
    fn after(position: &Self::Position, mv: Self::Move) -> Self::Position {
        let mut child = position.clone();
        Self::play(&mut child, mv);
        child
    }

    /// Plays a legal move on a copy, and looks at it there: a position that a function returns is copied once more.
    #[inline]
    fn visit_copy<T>(position: &Self::Position, mv: Self::Move, look: impl FnOnce(&mut Self::Position) -> T) -> T {
        let mut child = position.clone();
        Self::play(&mut child, mv);
        look(&mut child)
    }

    /// Plays a legal move, looks at what comes out, and goes back: by undoing it, or where there is no undo, by having
    /// played on a copy.
    #[inline]
    fn visit_after<T>(position: &mut Self::Position, mv: Self::Move, look: impl FnOnce(&mut Self::Position) -> T) -> T {
        Self::visit_copy(position, mv, look)
    }

    /// Hands on every legal move with what it captures, as a program that sorts moves wants them.
    #[inline]
    fn each_with_capture(
        position: &Self::Position,
        list: &mut Self::List,
        mut visit: impl FnMut(Self::Move, Option<Capture>),
    ) {
        Self::each_move(position, list, |mv| visit(mv, Self::capture(position, mv)));
    }

    /// The same of captures alone.
    #[inline]
    fn each_capture_with_roles(
        position: &Self::Position,
        list: &mut Self::List,
        mut visit: impl FnMut(Self::Move, Option<Capture>),
    ) {
        Self::each_capture(position, list, |mv| visit(mv, Self::capture(position, mv)));
    }

    /// The key after a legal move, where the library tells it before the move is played.
    #[inline]
    fn next_key(_position: &Self::Position, _key: u64, _mv: Self::Move) -> Option<u64> {
        None
    }

    fn is_check(position: &Self::Position) -> bool;

    /// Whether a legal move gives check.
    #[inline]
    fn gives_check(position: &Self::Position, mv: Self::Move) -> bool {
        Self::visit_copy(position, mv, |child| Self::is_check(child))
    }

    /// Whether a move that was legal in some other position is legal in this one.
    fn is_legal(position: &Self::Position, mv: Self::Move) -> bool;

    /// What a legal move captures.
    fn capture(position: &Self::Position, mv: Self::Move) -> Option<Capture>;

    /// A number by which moves sort alike in all libraries, below 2^15.
    fn order(mv: Self::Move) -> u32;

    /// Whether the exchange that a legal move begins loses nothing.
    fn see_at_least_zero(position: &Self::Position, mv: Self::Move) -> bool;

    /// The same of a capture whose roles are known.
    #[inline]
    fn capture_loses_nothing(position: &Self::Position, mv: Self::Move, _: Capture) -> bool {
        Self::see_at_least_zero(position, mv)
    }

    /// Hands on every piece, as a number below 16 that suits the library, and its square, a1 = 0, b1 = 1.
    fn each_piece(position: &Self::Position, visit: impl FnMut(usize, usize));

    /// The number that [`each_piece`](Library::each_piece) has for a piece.
    #[inline]
    fn piece_number(white: bool, role: usize) -> usize {
        role + if white { 0 } else { 8 }
    }

    fn is_insufficient_material(position: &Self::Position) -> bool;

    /// How many pieces of the side not to move attack the square from which a move goes. Libraries name the target of castling in
    /// different ways, but not its origin.
    fn attackers_of_origin(position: &Self::Position, mv: Self::Move) -> u32;

    /// How many attacks of the side not to move there are, on all squares.
    fn attackers_of_all(position: &Self::Position) -> u32;

    /// How many squares the side not to move attacks.
    fn attacked_squares(position: &Self::Position) -> u32;
}

/// A library, and how its users generate captures first.
pub trait Staged: Library {
    /// What they keep of quiet moves until the captures have been tried.
    type Quiets;

    /// Hands on the captures, and keeps what the quiet moves will be made from.
    fn each_capture_first(
        position: &Self::Position,
        list: &mut Self::List,
        quiets: &mut Vec<Self::Quiets>,
        visit: impl FnMut(Self::Move, Option<Capture>),
    );

    /// Hands on the quiet moves.
    fn each_quiet(position: &Self::Position, quiets: &[Self::Quiets], visit: impl FnMut(Self::Move));
}

/// The moves of a library that has no list of its own.
#[inline]
fn collect<M>(each: impl FnOnce(&mut Vec<M>)) -> Vec<M> {
    let mut list = Vec::with_capacity(218);
    each(&mut list);
    list
}

/// The number of sequences of legal moves: each is handed on and played, and those of the last ply are counted as the
/// library can.
pub fn perft_by_list<L: Library>(position: &L::Position, depth: u8) -> u64 {
    if depth <= 1 {
        return L::count_moves(position);
    }
    let mut leaves = 0;
    L::each_move(position, &mut L::List::default(), |mv| {
        leaves += L::visit_copy(position, mv, |child| perft_by_list::<L>(child, depth - 1));
    });
    leaves
}
