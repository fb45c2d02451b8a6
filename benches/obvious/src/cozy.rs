//! The same over cozy-chess: what it has not got, the exchange and the squares of a capture en passant, is written here.

use crate::rules::*;
use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, Rank, Square};

#[derive(Clone, Copy, PartialEq)]
pub struct M(pub Option<Move>);
impl Default for M {
    fn default() -> Self {
        M(None)
    }
}
const VAL: [i32; 6] = [100, 300, 300, 500, 900, 20000];

fn ep_square(b: &Board) -> Option<Square> {
    b.en_passant().map(|f: File| Square::new(f, Rank::Third.relative_to(!b.side_to_move())))
}
fn attackers(b: &Board, sq: Square, occ: BitBoard) -> BitBoard {
    let diag = b.pieces(Piece::Bishop) | b.pieces(Piece::Queen);
    let orth = b.pieces(Piece::Rook) | b.pieces(Piece::Queen);
    ((cozy_chess::get_bishop_moves(sq, occ) & diag)
        | (cozy_chess::get_rook_moves(sq, occ) & orth)
        | (cozy_chess::get_knight_moves(sq) & b.pieces(Piece::Knight))
        | (cozy_chess::get_king_moves(sq) & b.pieces(Piece::King))
        | (cozy_chess::get_pawn_attacks(sq, Color::White) & b.colored_pieces(Color::Black, Piece::Pawn))
        | (cozy_chess::get_pawn_attacks(sq, Color::Black) & b.colored_pieces(Color::White, Piece::Pawn)))
        & occ
}
pub fn see(b: &Board, m: Move) -> i32 {
    let mover = b.piece_on(m.from).unwrap();
    let ep = mover == Piece::Pawn && m.from.file() != m.to.file() && b.piece_on(m.to).is_none();
    let mut occ = b.occupied() ^ m.from.bitboard();
    let mut gain = [0i32; 34];
    gain[0] = if ep {
        occ ^= Square::new(m.to.file(), m.from.rank()).bitboard();
        VAL[0]
    } else {
        b.piece_on(m.to).map_or(0, |p| VAL[p as usize])
    };
    let mut on = VAL[mover as usize];
    if let Some(p) = m.promotion {
        gain[0] += VAL[p as usize] - VAL[0];
        on = VAL[p as usize];
    }
    occ |= m.to.bitboard();
    let promo_rank = matches!(m.to.rank(), Rank::First | Rank::Eighth);
    let mut side = !b.side_to_move();
    let mut d = 0;
    loop {
        let att = attackers(b, m.to, occ);
        let ours = att & b.colors(side);
        let Some(role) = Piece::ALL.into_iter().find(|&p| !(ours & b.pieces(p)).is_empty()) else { break };
        if role == Piece::King && !(att & b.colors(!side)).is_empty() {
            break;
        }
        d += 1;
        gain[d] = on - gain[d - 1];
        on = VAL[role as usize];
        if role == Piece::Pawn && promo_rank {
            gain[d] += VAL[4] - VAL[0];
            on = VAL[4];
        }
        occ ^= (ours & b.pieces(role)).next_square().unwrap().bitboard();
        side = !side;
    }
    while d > 0 {
        gain[d - 1] = -(-gain[d - 1]).max(gain[d]);
        d -= 1;
    }
    gain[0]
}

impl Rules for Board {
    type M = M;
    fn legal(&self, out: &mut Vec<M>) {
        self.generate_moves(|l| {
            out.extend(l.into_iter().map(|m| M(Some(m))));
            false
        });
    }
    fn captures(&self, out: &mut Vec<M>) {
        let enemy = self.colors(!self.side_to_move());
        let with_ep = enemy | ep_square(self).map_or(BitBoard::EMPTY, |s| s.bitboard());
        self.generate_moves(|mut l| {
            l.to &= if l.piece == Piece::Pawn { with_ep } else { enemy };
            out.extend(l.into_iter().map(|m| M(Some(m))));
            false
        });
    }
    fn child<const KEY: bool, T>(&mut self, _: u64, m: M, f: impl FnOnce(&mut Self, u64, bool) -> T) -> T {
        let mut c = self.clone();
        c.play_unchecked(m.0.unwrap());
        let k = c.hash();
        let check = c.in_check();
        f(&mut c, k, check)
    }
    fn null<T>(&mut self, f: impl FnOnce(&mut Self, u64, bool) -> T) -> Option<T> {
        let mut c = self.null_move()?;
        let k = c.hash();
        Some(f(&mut c, k, false))
    }
    fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }
    fn see_ge(&self, m: M, t: i32) -> bool {
        see(self, m.0.unwrap()) >= t
    }
    fn key(&self) -> u64 {
        self.hash()
    }
    fn white(&self) -> bool {
        self.side_to_move() == Color::White
    }
    fn clock(&self) -> u32 {
        self.halfmove_clock() as u32
    }
    fn dead(&self) -> bool {
        if !(self.pieces(Piece::Pawn) | self.pieces(Piece::Rook) | self.pieces(Piece::Queen)).is_empty() {
            return false;
        }
        let (n, b) = (self.pieces(Piece::Knight), self.pieces(Piece::Bishop));
        if !n.is_empty() {
            return n.len() == 1 && b.is_empty();
        }
        (b & BitBoard::DARK_SQUARES).is_empty() || (b & BitBoard::LIGHT_SQUARES).is_empty()
    }
    fn info(&self, m: M) -> Info {
        let m = m.0.unwrap();
        let role = self.piece_on(m.from).unwrap();
        let castle = role == Piece::King && self.color_on(m.to) == Some(self.side_to_move());
        let ep = role == Piece::Pawn && m.from.file() != m.to.file() && self.piece_on(m.to).is_none();
        let captured = if ep {
            0
        } else if castle {
            255
        } else {
            self.piece_on(m.to).map_or(255, |p| p as u8)
        };
        Info {
            role: role as u8,
            from: m.from as u8,
            to: m.to as u8,
            captured,
            promo: m.promotion.map_or(255, |p| p as u8),
            castle,
            ep,
        }
    }
    fn pieces(&self, mut f: impl FnMut(usize, usize, bool)) {
        for c in Color::ALL {
            for p in Piece::ALL {
                for s in self.colored_pieces(c, p) {
                    f(p as usize, s as usize, c == Color::White)
                }
            }
        }
    }
    fn value(role: usize) -> i32 {
        VALUE[role]
    }
    fn pst(role: usize, sq: usize) -> i32 {
        chess_pst(role, sq)
    }
}
