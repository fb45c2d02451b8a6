//! Alpha-beta with quiescence on captures, null moves, reductions, killers and history.

use crate::rules::*;

pub const MATE: i32 = 30000;
const INF: i32 = 31000;
const MAXPLY: usize = 96;

#[derive(Clone, Copy)]
struct Entry<M> {
    key: u64,
    m: M,
    score: i16,
    depth: i8,
    bound: u8,
}

pub struct Searcher<P: Rules> {
    tt: Vec<Entry<P::M>>,
    pub use_tt: bool,
    pub use_null: bool,
    pub keys: Vec<u64>, // the game's positions, then the path's
    killers: [[u32; 2]; MAXPLY],
    history: Vec<i32>,
    pst: Box<[[[i32; 64]; 6]; 2]>,
    pub nodes: u64,
    pool: Vec<Vec<P::M>>,
    spool: Vec<Vec<(i32, u32, P::M)>>,
    pub pv: Vec<P::M>,
}

impl<P: Rules> Searcher<P> {
    pub fn new(mb: usize) -> Self {
        let n = (mb << 20) / std::mem::size_of::<Entry<P::M>>();
        let n = if n.is_power_of_two() { n } else { n.next_power_of_two() / 2 };
        let mut pst = Box::new([[[0; 64]; 6]; 2]);
        for role in 0..6 {
            for sq in 0..64 {
                pst[0][role][sq] = P::value(role) + P::pst(role, sq);
                pst[1][role][sq] = -(P::value(role) + P::pst(role, sq ^ 56));
            }
        }
        Searcher {
            tt: vec![Entry { key: 0, m: P::M::default(), score: 0, depth: -1, bound: 0 }; n.max(1)],
            use_tt: true,
            use_null: true,
            keys: vec![],
            killers: [[0; 2]; MAXPLY],
            history: vec![0; 2 * 64 * 64],
            pst,
            nodes: 0,
            pool: vec![],
            spool: vec![],
            pv: vec![],
        }
    }
    pub fn clear(&mut self) {
        self.keys.clear();
        for e in &mut self.tt {
            *e = Entry { key: 0, m: P::M::default(), score: 0, depth: -1, bound: 0 };
        }
        self.history.fill(0);
        self.killers = [[0; 2]; MAXPLY];
    }
    pub fn evaluate_all(&self, p: &P) -> i32 {
        let mut s = 0;
        p.pieces(|role, sq, white| s += self.pst[!white as usize][role][sq]);
        s
    }
    fn delta(&self, white: bool, i: Info) -> i32 {
        let (us, them) = (!white as usize, white as usize);
        let t = &self.pst;
        let (role, from, to) = (i.role as usize, i.from as usize, i.to as usize);
        if i.castle {
            let rank = from & 56;
            let (k, r) = if to > from { (rank + 6, rank + 5) } else { (rank + 2, rank + 3) };
            return t[us][KING][k] - t[us][KING][from] + t[us][ROOK][r] - t[us][ROOK][to];
        }
        let landed = if i.promo != 255 { i.promo as usize } else { role };
        let mut d = t[us][landed][to] - t[us][role][from];
        if i.ep {
            d -= t[them][PAWN][to ^ 8];
        } else if i.captured != 255 {
            d -= t[them][i.captured as usize][to];
        }
        d
    }
    fn repeated(&self, key: u64, clock: usize) -> bool {
        // positions with the same side to move since the last irreversible move
        let n = self.keys.len();
        let back = n.min(if clock == 0 { n } else { clock });
        self.keys[n - back..].iter().rev().skip(1).step_by(2).any(|&k| k == key)
    }

    fn score_moves(&self, p: &P, list: &[P::M], tt: Option<P::M>, ply: usize, out: &mut Vec<(i32, u32, P::M)>) {
        out.clear();
        let us = !p.white() as usize;
        for &m in list {
            let i = p.info(m);
            let code = i.code();
            let s = if tt == Some(m) {
                1 << 30
            } else if i.captured != 255 || i.promo != 255 {
                let gain = if i.captured != 255 { P::value(i.captured as usize) } else { 0 };
                let base = gain * 16 - P::value(i.role as usize) / 16
                    + if i.promo != 255 { P::value(i.promo as usize) * 16 } else { 0 };
                if i.captured != 255 && i.role as usize != KING && P::value(i.role as usize) > gain && !p.see_ge(m, 0) {
                    base - (1 << 20)
                } else {
                    base + (1 << 20)
                }
            } else if self.killers[ply][0] == code {
                (1 << 19) + 1
            } else if self.killers[ply][1] == code {
                1 << 19
            } else {
                self.history[us * 4096 + i.from as usize * 64 + i.to as usize].min(1 << 18)
            };
            out.push((s, code, m));
        }
        out.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    }

    fn quiesce(&mut self, p: &mut P, mut alpha: i32, beta: i32, ply: usize, eval: i32, check: bool) -> i32 {
        self.nodes += 1;
        let stand = if p.white() { eval } else { -eval };
        if ply >= MAXPLY - 1 {
            return stand;
        }
        if !check {
            if stand >= beta {
                return stand;
            }
            alpha = alpha.max(stand);
        }
        let mut list = self.pool.pop().unwrap_or_default();
        list.clear();
        if check {
            p.legal(&mut list)
        } else {
            p.captures(&mut list)
        }
        if check && list.is_empty() {
            self.pool.push(list);
            return -MATE + ply as i32;
        }
        let mut scored = self.spool.pop().unwrap_or_default();
        self.score_moves(p, &list, None, ply, &mut scored);
        let mut best = if check { -INF } else { stand };
        for &(s, _, m) in &scored {
            if !check && s < 0 {
                break;
            } // a capture that loses by exchange
            let d = self.delta(p.white(), p.info(m));
            let score = p.child::<false, _>(0, m, |c, _, ch| -self.quiesce(c, -beta, -alpha, ply + 1, eval + d, ch));
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        self.pool.push(list);
        self.spool.push(scored);
        best
    }

    fn search(
        &mut self,
        p: &mut P,
        mut depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        eval: i32,
        key: u64,
        null_ok: bool,
        check: bool,
    ) -> i32 {
        if check {
            depth += 1;
        }
        if depth <= 0 || ply >= MAXPLY - 1 {
            return self.quiesce(p, alpha, beta, ply, eval, check);
        }
        self.nodes += 1;
        if ply > 0 {
            if p.dead() || self.repeated(key, p.clock() as usize + 1) {
                return 0;
            }
            if p.clock() >= 100 {
                return 0;
            }
        }
        let alpha0 = alpha;
        let mut tt_move = None;
        let slot = key as usize & (self.tt.len() - 1);
        if self.use_tt {
            let e = self.tt[slot];
            if e.key == key && e.bound != 0 {
                tt_move = Some(e.m);
                if ply > 0 && e.depth as i32 >= depth {
                    let s = match e.score as i32 {
                        s if s > MATE - 500 => s - ply as i32,
                        s if s < -MATE + 500 => s + ply as i32,
                        s => s,
                    };
                    match e.bound {
                        1 => return s,
                        2 if s >= beta => return s,
                        3 if s <= alpha => return s,
                        _ => {}
                    }
                }
            }
        }
        let stand = if p.white() { eval } else { -eval };
        if self.use_null && null_ok && !check && depth >= 3 && ply > 0 && stand >= beta && beta.abs() < MATE - 500 {
            self.keys.push(0);
            let s = p.null(|c, k, ch| -self.search(c, depth - 3, -beta, -beta + 1, ply + 1, eval, k, false, ch));
            self.keys.pop();
            if let Some(s) = s {
                if s >= beta {
                    return s;
                }
            }
        }
        let mut list = self.pool.pop().unwrap_or_default();
        list.clear();
        p.legal(&mut list);
        if list.is_empty() {
            self.pool.push(list);
            return if check { -MATE + ply as i32 } else { 0 };
        }
        let mut scored = self.spool.pop().unwrap_or_default();
        self.score_moves(p, &list, tt_move, ply, &mut scored);
        let mut best = -INF;
        let mut best_move = scored[0].2;
        self.keys.push(key);
        for n in 0..scored.len() {
            let (_, code, m) = scored[n];
            let i = p.info(m);
            let quiet = i.captured == 255 && i.promo == 255;
            let reducible = n >= 4 && depth >= 3 && quiet && !check;
            let d = self.delta(p.white(), i);
            let score = p.child::<true, _>(key, m, |c, k, ch| {
                if n == 0 {
                    return -self.search(c, depth - 1, -beta, -alpha, ply + 1, eval + d, k, true, ch);
                }
                let r = if reducible && !ch { 1 + (n >= 12) as i32 } else { 0 };
                let score = -self.search(c, depth - 1 - r, -alpha - 1, -alpha, ply + 1, eval + d, k, true, ch);
                if score > alpha && (r > 0 || score < beta) {
                    return -self.search(c, depth - 1, -beta, -alpha, ply + 1, eval + d, k, true, ch);
                }
                score
            });
            if score > best {
                best = score;
                best_move = m;
                if ply == 0 {
                    self.pv.clear();
                    self.pv.push(m);
                }
                if score > alpha {
                    alpha = score;
                    if alpha >= beta {
                        if quiet {
                            let k = &mut self.killers[ply];
                            if k[0] != code {
                                k[1] = k[0];
                                k[0] = code;
                            }
                            self.history[(!p.white() as usize) * 4096 + i.from as usize * 64 + i.to as usize] +=
                                depth * depth;
                        }
                        break;
                    }
                }
            }
        }
        self.keys.pop();
        self.pool.push(list);
        self.spool.push(scored);
        if self.use_tt {
            let s = match best {
                s if s > MATE - 500 => s + ply as i32,
                s if s < -MATE + 500 => s - ply as i32,
                s => s,
            };
            self.tt[slot] = Entry {
                key,
                m: best_move,
                score: s as i16,
                depth: depth as i8,
                bound: if best >= beta {
                    2
                } else if best > alpha0 {
                    1
                } else {
                    3
                },
            };
        }
        best
    }

    /// Searches to a depth, one more at a time.
    pub fn think(&mut self, p: &mut P, depth: i32) {
        self.nodes = 0;
        let (eval, key, check) = (self.evaluate_all(p), p.key(), p.in_check());
        for depth in 1..=depth {
            self.pv.clear();
            self.search(p, depth, -INF, INF, 0, eval, key, false, check);
        }
    }
}
