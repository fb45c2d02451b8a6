//! The rules of the game in the simplest way: a board of eight by eight letters, moves tried on a copy, no tables, and nothing of
//! the library. It is slow and plain, to check the fast code.

/// The game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Game {
    Chess,
    Makruk,
}

/// File and rank from 0, or a step of files and ranks.
pub(super) type At = (i32, i32);

/// A move: from, to (for castling the rook's square), and the promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Move {
    pub(super) from: At,
    pub(super) to: At,
    pub(super) promotion: Option<char>,
    castles: bool,
}

/// A board of letters as in FEN, dots for empty squares, and the other facts of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) game: Game,
    /// `squares[rank][file]`.
    pub(super) squares: [[char; 8]; 8],
    pub(super) white: bool,
    /// The rooks that may castle.
    pub(super) castling: Vec<At>,
    /// The square that a pawn has just passed.
    pub(super) en_passant: Option<At>,
}

const ROOK: [At; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [At; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [At; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn add((file, rank): At, (files, ranks): At) -> Option<At> {
    let to = (file + files, rank + ranks);
    ((0..8).contains(&to.0) && (0..8).contains(&to.1)).then_some(to)
}

pub(super) fn all_squares() -> impl Iterator<Item = At> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
}

impl Board {
    pub(super) fn empty(game: Game) -> Board {
        Board { game, squares: [['.'; 8]; 8], white: true, castling: Vec::new(), en_passant: None }
    }

    pub(super) fn get(&self, (file, rank): At) -> char {
        self.squares[rank as usize][file as usize]
    }

    pub(super) fn put(&mut self, (file, rank): At, piece: char) {
        self.squares[rank as usize][file as usize] = piece;
    }

    /// The pieces with their squares. Ranks without a piece are skipped at once, since this takes most of the time of the tests.
    fn pieces(&self) -> impl Iterator<Item = (At, char)> {
        let ranks = self.squares.iter().zip(0..).filter(|(squares, _)| **squares != ['.'; 8]);
        ranks
            .flat_map(|(squares, rank)| squares.iter().zip(0..).map(move |(&piece, file)| ((file, rank), piece)))
            .filter(|&(_, piece)| piece != '.')
    }

    fn is_own(&self, piece: char) -> bool {
        piece != '.' && piece.is_ascii_uppercase() == self.white
    }

    pub(super) fn king(&self, white: bool) -> Option<At> {
        let king = if white { 'K' } else { 'k' };
        self.pieces().find(|&(_, piece)| piece == king).map(|(at, _)| at)
    }

    /// The squares that the piece on a square attacks.
    pub(super) fn attacks(&self, from: At) -> Vec<At> {
        let piece = self.get(from);
        let ahead = if piece.is_ascii_uppercase() { 1 } else { -1 };
        let mut all = Vec::new();
        let step = |all: &mut Vec<At>, steps: &[At]| all.extend(steps.iter().filter_map(|&step| add(from, step)));
        let slide = |all: &mut Vec<At>, steps: &[At]| {
            for &step in steps {
                let mut at = from;
                while let Some(next) = add(at, step) {
                    all.push(next);
                    if self.get(next) != '.' {
                        break;
                    }
                    at = next;
                }
            }
        };
        match piece.to_ascii_lowercase() {
            'p' => step(&mut all, &[(-1, ahead), (1, ahead)]),
            'n' => step(&mut all, &KNIGHT),
            'b' => slide(&mut all, &BISHOP),
            'r' => slide(&mut all, &ROOK),
            'q' => [ROOK, BISHOP].iter().for_each(|steps| slide(&mut all, steps)),
            'k' => [ROOK, BISHOP].iter().for_each(|steps| step(&mut all, steps)),
            'm' => step(&mut all, &BISHOP),
            's' => {
                step(&mut all, &BISHOP);
                step(&mut all, &[(0, ahead)]);
            }
            _ => {}
        }
        all
    }

    pub(super) fn is_attacked(&self, target: At, by_white: bool) -> bool {
        self.pieces().any(|(at, piece)| piece.is_ascii_uppercase() == by_white && self.attacks(at).contains(&target))
    }

    /// Returns `true` if the king of a side is attacked.
    pub(super) fn in_check(&self, white: bool) -> bool {
        self.king(white).is_some_and(|king| self.is_attacked(king, !white))
    }

    fn pawn_moves(&self, from: At, moves: &mut Vec<Move>) {
        let ahead = if self.white { 1 } else { -1 };
        let mut targets = Vec::new();
        if let Some(one) = add(from, (0, ahead)).filter(|&one| self.get(one) == '.') {
            targets.push(one);
            let home = if self.white { 1 } else { 6 };
            let two = add(one, (0, ahead)).filter(|&two| self.get(two) == '.');
            if self.game == Game::Chess && from.1 == home {
                targets.extend(two);
            }
        }
        for to in self.attacks(from) {
            let piece = self.get(to);
            if piece != '.' && !self.is_own(piece) || piece == '.' && self.en_passant == Some(to) {
                targets.push(to);
            }
        }
        // In Makruk from the sixth rank on: a setup may have Bia beyond it.
        let (first, promotions) = match self.game {
            Game::Chess => (7, "nbrq"),
            Game::Makruk => (5, "m"),
        };
        for to in targets {
            let rank = if self.white { to.1 } else { 7 - to.1 };
            if rank >= first {
                let promoted = |role| Move { from, to, promotion: Some(role), castles: false };
                moves.extend(promotions.chars().map(promoted));
            } else {
                moves.push(Move { from, to, promotion: None, castles: false });
            }
        }
    }

    fn castling_moves(&self, king: At, moves: &mut Vec<Move>) {
        let home = if self.white { 0 } else { 7 };
        for &rook in self.castling.iter().filter(|rook| rook.1 == home) {
            let (king_to, rook_to) = if rook.0 > king.0 { (6, 5) } else { (2, 3) };
            let between = |one: i32, other: i32| one.min(other)..=one.max(other);
            let mut path = between(king.0, king_to).chain(between(rook.0, rook_to));
            let is_free =
                path.all(|file| (file, home) == king || (file, home) == rook || self.get((file, home)) == '.');
            let is_safe = between(king.0, king_to).all(|file| !self.is_attacked((file, home), !self.white));
            if is_free && is_safe {
                moves.push(Move { from: king, to: rook, promotion: None, castles: true });
            }
        }
    }

    /// The legal moves, in order.
    pub(super) fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, piece) in self.pieces().filter(|&(_, piece)| self.is_own(piece)) {
            if piece.eq_ignore_ascii_case(&'p') {
                self.pawn_moves(from, &mut moves);
                continue;
            }
            let targets = self.attacks(from).into_iter().filter(|&to| !self.is_own(self.get(to)));
            moves.extend(targets.map(|to| Move { from, to, promotion: None, castles: false }));
            if piece.eq_ignore_ascii_case(&'k') {
                self.castling_moves(from, &mut moves);
            }
        }
        moves.retain(|&mv| !self.after(mv).in_check(self.white));
        moves.sort_unstable();
        moves
    }

    /// The board after a move.
    pub(super) fn after(&self, mv: Move) -> Board {
        let mut next = self.clone();
        let piece = self.get(mv.from);
        next.white = !self.white;
        next.en_passant = None;
        next.put(mv.from, '.');
        if mv.castles {
            let rook = self.get(mv.to);
            let (king_to, rook_to) = if mv.to.0 > mv.from.0 { (6, 5) } else { (2, 3) };
            next.put(mv.to, '.');
            next.put((king_to, mv.from.1), piece);
            next.put((rook_to, mv.from.1), rook);
        } else {
            let colored = |role: char| if self.white { role.to_ascii_uppercase() } else { role };
            next.put(mv.to, mv.promotion.map_or(piece, colored));
            if piece.eq_ignore_ascii_case(&'p') {
                if self.en_passant == Some(mv.to) && mv.from.0 != mv.to.0 {
                    next.put((mv.to.0, mv.from.1), '.');
                }
                if (mv.to.1 - mv.from.1).abs() == 2 {
                    next.en_passant = Some((mv.from.0, i32::midpoint(mv.from.1, mv.to.1)));
                }
            }
        }
        let is_king = piece.eq_ignore_ascii_case(&'k');
        next.castling.retain(|&rook| rook != mv.from && rook != mv.to && !(is_king && rook.1 == mv.from.1));
        next
    }

    /// Returns `true` if a side has insufficient material to mate.
    pub(super) fn is_insufficient(&self, white: bool) -> bool {
        let count = |of_white: bool, role: char| {
            let piece = if of_white { role.to_ascii_uppercase() } else { role };
            self.pieces().filter(|&(_, found)| found == piece).count()
        };
        let own = |role| count(white, role);
        let both = |role| count(true, role) + count(false, role);
        let men = self.pieces().count();
        let dark_and_light = |role: char| {
            let on = |parity| {
                let mut squares = all_squares().filter(|at| (at.0 + at.1) % 2 == parity);
                squares.any(|at| self.get(at).eq_ignore_ascii_case(&role))
            };
            on(0) && on(1)
        };
        match self.game {
            Game::Chess => {
                if own('p') + own('r') + own('q') > 0 {
                    return false;
                }
                if own('n') > 0 {
                    let theirs_but_queens = "pnbr".chars().map(|role| count(!white, role)).sum::<usize>();
                    return own('n') + own('b') == 1 && theirs_but_queens == 0;
                }
                own('b') == 0 || both('p') + both('n') == 0 && !dark_and_light('b')
            }
            Game::Makruk => {
                if own('r') + own('s') > 0 {
                    return false;
                }
                if own('n') + own('p') > 0 {
                    return men == 3;
                }
                own('m') == 0 || both('m') == men - 2 && !dark_and_light('m')
            }
        }
    }
}
