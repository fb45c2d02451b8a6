//! What the engine asks of a library, and its values.

/// Everything the search needs to know of a library.
pub trait Rules: Clone {
    type M: Copy + PartialEq + Default;
    /// Moves kept in a plain list (push), so that all libraries pay for the same container.
    fn legal(&self, out: &mut Vec<Self::M>);
    fn captures(&self, out: &mut Vec<Self::M>);
    /// Makes the move, by copy or in place, and calls with the child; `KEY`: with its key; and whether it is in check.
    fn child<const KEY: bool, T>(&mut self, key: u64, m: Self::M, f: impl FnOnce(&mut Self, u64, bool) -> T) -> T;
    fn null<T>(&mut self, f: impl FnOnce(&mut Self, u64, bool) -> T) -> Option<T>;
    fn in_check(&self) -> bool;
    fn see_ge(&self, m: Self::M, t: i32) -> bool;
    fn key(&self) -> u64;
    fn white(&self) -> bool;
    fn clock(&self) -> u32;
    fn dead(&self) -> bool;
    fn info(&self, m: Self::M) -> Info;
    fn pieces(&self, f: impl FnMut(usize, usize, bool));
    fn value(role: usize) -> i32;
    fn pst(role: usize, sq: usize) -> i32;
}

/// A move in numbers: castling as king takes rook, roles and squares counted from 0.
#[derive(Clone, Copy)]
pub struct Info {
    pub role: u8,
    pub from: u8,
    pub to: u8,
    pub captured: u8, // 255 none
    pub promo: u8,    // 255 none
    pub castle: bool,
    pub ep: bool,
}
impl Info {
    pub fn code(&self) -> u32 {
        (self.from as u32) << 12 | (self.to as u32) << 6 | (self.promo as u32 & 63)
    }
}

pub const PAWN: usize = 0;
pub const KNIGHT: usize = 1;
pub const BISHOP: usize = 2;
pub const ROOK: usize = 3;
pub const QUEEN: usize = 4;
pub const KING: usize = 5;

pub const VALUE: [i32; 6] = [100, 300, 300, 500, 900, 0];

/// One table for all: centre, and advance for pawns. White's view, a1 = 0.
pub fn chess_pst(role: usize, sq: usize) -> i32 {
    let (f, r) = ((sq & 7) as i32, (sq >> 3) as i32);
    let c = 6 - ((2 * f - 7).abs() + (2 * r - 7).abs()) / 2;
    match role {
        PAWN => [0, 0, 2, 8, 16, 30, 50, 0][r as usize] + if (2..=5).contains(&f) && r >= 3 { 8 } else { 0 },
        KNIGHT => 6 * c,
        BISHOP => 3 * c,
        ROOK => (if r == 6 { 20 } else { 0 }) + (if (3..=4).contains(&f) { 6 } else { 0 }),
        QUEEN => c,
        KING => {
            if r == 0 {
                if !(2..=5).contains(&f) { 20 } else { 0 }
            } else {
                -12 * r
            }
        }
        _ => unreachable!("six roles"),
    }
}
