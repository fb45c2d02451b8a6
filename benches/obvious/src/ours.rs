//! Over this library: moves made in place and taken back, and on copies.

use crate::rules::*;
use chess0x88::{Chess, Color, Move, MoveKind, see, see::PieceValues};

const VALUES: PieceValues =
    PieceValues { pawn: 100, knight: 300, bishop: 300, rook: 500, queen: 900, met: 200, khon: 250 };

/// Move has no Default, so wrap it.
#[derive(Clone, Copy, PartialEq)]
pub struct M(pub Option<Move>);
impl Default for M {
    fn default() -> Self {
        M(None)
    }
}

impl Rules for Chess {
    type M = M;
    fn legal(&self, out: &mut Vec<M>) {
        out.extend(self.legal_moves().iter().map(|&m| M(Some(m))))
    }
    fn captures(&self, out: &mut Vec<M>) {
        out.extend(Chess::legal_captures(self).iter().map(|&m| M(Some(m))))
    }
    fn child<const KEY: bool, T>(&mut self, key: u64, m: M, f: impl FnOnce(&mut Self, u64, bool) -> T) -> T {
        let m = m.0.unwrap();
        let key = if KEY { self.next_key(key, m) } else { 0 };
        let check = Chess::gives_check(self, m);
        let undo = self.make(m);
        let t = f(self, key, check);
        self.unmake(undo);
        t
    }
    fn null<T>(&mut self, f: impl FnOnce(&mut Self, u64, bool) -> T) -> Option<T> {
        let undo = self.make_null().ok()?;
        let key = self.key();
        let t = f(self, key, false);
        self.unmake(undo);
        Some(t)
    }
    fn in_check(&self) -> bool {
        self.is_check()
    }
    fn see_ge(&self, m: M, t: i32) -> bool {
        see::at_least(self, m.0.unwrap(), t, &VALUES)
    }
    fn key(&self) -> u64 {
        Chess::key(self)
    }
    fn white(&self) -> bool {
        self.turn() == Color::White
    }
    fn clock(&self) -> u32 {
        self.halfmove_clock()
    }
    fn dead(&self) -> bool {
        self.is_insufficient_material()
    }
    fn info(&self, m: M) -> Info {
        let m = m.0.unwrap();
        let board = self.board();
        let kind = m.kind();
        let captured = match kind {
            MoveKind::EnPassant => PAWN as u8,
            MoveKind::Capture | MoveKind::CapturePromotion => {
                board.piece_at(m.to()).map_or(255, |p| p.role().index() as u8)
            }
            _ => 255,
        };
        Info {
            role: board.piece_at(m.from()).map_or(0, |p| p.role().index() as u8),
            from: m.from().index() as u8,
            to: m.to().index() as u8,
            captured,
            promo: m.promotion().map_or(255, |r| r.index() as u8),
            castle: kind == MoveKind::Castle,
            ep: kind == MoveKind::EnPassant,
        }
    }
    fn pieces(&self, mut f: impl FnMut(usize, usize, bool)) {
        for (sq, p) in self.board().pieces() {
            f(p.role().index(), sq.index(), p.color() == Color::White);
        }
    }
    fn value(role: usize) -> i32 {
        VALUE[role]
    }
    fn pst(role: usize, sq: usize) -> i32 {
        chess_pst(role, sq)
    }
}

/// The same by copying instead of undoing.
#[derive(Clone)]
pub struct ByCopy(pub Chess);

impl Rules for ByCopy {
    type M = M;
    fn legal(&self, out: &mut Vec<M>) {
        out.extend(self.0.legal_moves().iter().map(|&m| M(Some(m))))
    }
    fn captures(&self, out: &mut Vec<M>) {
        out.extend(self.0.legal_captures().iter().map(|&m| M(Some(m))))
    }
    fn child<const KEY: bool, T>(&mut self, key: u64, m: M, f: impl FnOnce(&mut Self, u64, bool) -> T) -> T {
        let m = m.0.unwrap();
        let key = if KEY { self.0.next_key(key, m) } else { 0 };
        let child = self.0.after_unchecked(m);
        let check = child.is_check();
        f(&mut ByCopy(child), key, check)
    }
    fn null<T>(&mut self, f: impl FnOnce(&mut Self, u64, bool) -> T) -> Option<T> {
        let mut child = self.0;
        child.make_null().ok()?;
        let key = child.key();
        Some(f(&mut ByCopy(child), key, false))
    }
    fn in_check(&self) -> bool {
        self.0.is_check()
    }
    fn see_ge(&self, m: M, t: i32) -> bool {
        see::at_least(&self.0, m.0.unwrap(), t, &VALUES)
    }
    fn key(&self) -> u64 {
        self.0.key()
    }
    fn white(&self) -> bool {
        self.0.turn() == Color::White
    }
    fn clock(&self) -> u32 {
        self.0.halfmove_clock()
    }
    fn dead(&self) -> bool {
        self.0.is_insufficient_material()
    }
    fn info(&self, m: M) -> Info {
        self.0.info(m)
    }
    fn pieces(&self, f: impl FnMut(usize, usize, bool)) {
        Rules::pieces(&self.0, f)
    }
    fn value(role: usize) -> i32 {
        VALUE[role]
    }
    fn pst(role: usize, sq: usize) -> i32 {
        chess_pst(role, sq)
    }
}
