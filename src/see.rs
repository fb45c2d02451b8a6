//! Static exchange evaluation: what a move wins or loses if both sides go on capturing on the square it goes to.
//!
//! ```text
//!    8  . k . r . . . q      Nd3xe5 wins a pawn, and the knight on d7 takes the knight: 100 - 300.
//!    7  . p p n . . . p      White could go on with Re2xe5, but Bf6xe5 takes the rook for a knight. The
//!    6  p . . . . b . .      queen on e1 would join through e2, and the queen on h8 through f6; none of
//!    5  . . . . p . . .      it makes White better off than stopping, so the answer is -200.
//!    4  . . . . . . . .
//!    3  P . . N . . P .      For each direction the walk keeps the nearest piece. The difference table
//!    2  . P P . R . B P      says whether it captures on e5; when it has done so, whoever stands behind
//!    1  . . K . Q . . .      it steps up.
//! ```
//!
//! There is no one definition of the exchange. This one:
//!
//! - A side captures with its least valuable piece (of equals, with the one nearest its own first rank, then nearest the
//!   a-file), and stops as soon as going on would lose.
//! - Pieces behind join in when the one in front has captured (*x-rays*), whatever they are.
//! - A king captures only when the other side has no attacker left.
//! - Pins and checks are not looked at: a pinned piece takes part like any other, and nobody captures out of turn.
//! - A pawn that captures on a promotion square promotes to the most valuable piece there is; the gain counts, and that
//!   piece is what the next capture wins. The first move promotes to what it says.
//! - The pawn captured en passant leaves its square, which may open a line.
//! - Castling is 0: nothing is captured, and the rook's new square is not where anybody looks.
//!
//! Source: Chess Programming Wiki, "Static Exchange Evaluation", "SEE - The Swap Algorithm", "MVV-LVA".

use crate::attacks;
use crate::board::Board0x88;
use crate::geometry::{Direction, KNIGHT_OFFSETS, Reach, Square, SquareSet};
use crate::movegen::promotes;
use crate::moves::{Move, MoveKind};
use crate::piece::{Color, Piece, Role};
use crate::position::{Position, passed_pawn};
use crate::rules::Rules;

/// What each piece is worth in an exchange, in any unit you like. A king has no value: it is never captured.
///
/// The default is the old rule of thumb in hundredths of a pawn, for both games.
///
/// ```
/// use chess0x88::PieceValues;
/// let values = PieceValues { bishop: 325, ..PieceValues::default() };
/// assert_eq!((values.knight, values.bishop, values.queen), (300, 325, 900));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceValues {
    /// A pawn; Makruk's Bia. 100 by default.
    pub pawn: u16,
    /// A knight; Makruk's Ma. 300 by default.
    pub knight: u16,
    /// A bishop. 300 by default.
    pub bishop: u16,
    /// A rook; Makruk's Rua. 500 by default.
    pub rook: u16,
    /// A queen. 900 by default.
    pub queen: u16,
    /// A Met, or a promoted Bia. 200 by default.
    pub met: u16,
    /// A Khon. 250 by default.
    pub khon: u16,
}

impl Default for PieceValues {
    fn default() -> PieceValues {
        PieceValues { pawn: 100, knight: 300, bishop: 300, rook: 500, queen: 900, met: 200, khon: 250 }
    }
}

impl PieceValues {
    /// What capturing with this piece puts at risk; with the king more than with anything else.
    const fn of(&self, role: Role) -> u16 {
        match role {
            Role::Pawn => self.pawn,
            Role::Knight => self.knight,
            Role::Bishop => self.bishop,
            Role::Rook => self.rook,
            Role::Queen => self.queen,
            Role::Met => self.met,
            Role::Khon => self.khon,
            Role::King => u16::MAX,
        }
    }
}

impl<R: Rules> Position<R> {
    /// Static exchange evaluation: what the side to move gains, or with a minus loses, by this legal move and the
    /// captures after it on the same square. The square only: the rest of the board is not looked at.
    ///
    /// Both sides capture with the least valuable piece first and may stop. X-rays join in; a king captures only when
    /// no enemy attacker is left; pins are ignored; captures onto a promotion square promote; castling is 0.
    ///
    /// ```
    /// use chess0x88::{Chess, PieceValues};
    /// let position: Chess = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1".parse()?;
    /// let takes = position.parse_uci("d3e5")?; // a pawn for a knight
    /// assert_eq!(position.see(takes, &PieceValues::default()), -200);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn see(&self, mv: Move, values: &PieceValues) -> i32 {
        match Exchange::begin(self, mv, values) {
            Some((gain, standing, mut exchange)) => gain - exchange.best(!self.turn(), standing),
            None => 0,
        }
    }

    /// Whether [`see`](Position::see) is at least `threshold`: the same answer as comparing, found with fewer captures.
    ///
    /// ```
    /// use chess0x88::{Chess, PieceValues};
    /// let position: Chess = "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1".parse()?;
    /// let takes = position.parse_uci("e1e5")?; // a pawn that nobody defends
    /// assert!(position.see_at_least(takes, 100, &PieceValues::default()));
    /// assert!(!position.see_at_least(takes, 101, &PieceValues::default()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn see_at_least(&self, mv: Move, threshold: i32, values: &PieceValues) -> bool {
        match Exchange::begin(self, mv, values) {
            // gain - reply >= threshold, turned around.
            Some((gain, standing, mut exchange)) => {
                !exchange.reaches(!self.turn(), standing, gain.saturating_sub(threshold).saturating_add(1))
            }
            None => threshold <= 0,
        }
    }

    /// A key to order captures by, the higher the sooner: the most valuable victim first (what a promotion gains
    /// included), and for the same victim the least valuable attacker.
    ///
    /// ```
    /// use chess0x88::{Chess, PieceValues};
    /// use core::cmp::Reverse;
    /// let position: Chess = "4k3/8/8/3q1r2/4P3/8/8/3RK3 w - - 0 1".parse()?;
    /// let mut captures = position.captures();
    /// captures.sort_unstable_by_key(|&mv| Reverse(position.mvv_lva(mv, &PieceValues::default())));
    /// assert_eq!(captures.iter().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["e4d5", "d1d5", "e4f5"]);
    /// # Ok::<(), chess0x88::FenError>(())
    /// ```
    #[must_use]
    pub fn mvv_lva(&self, mv: Move, values: &PieceValues) -> u32 {
        let attacker = self.board().piece_at(mv.from()).map_or(0, |piece| values.of(piece.role()));
        let victim = first_gain(self, mv, values).clamp(0, i32::from(u16::MAX)).cast_unsigned();
        victim << 16 | u32::from(u16::MAX - attacker)
    }
}

/// What the move itself gains: the piece it captures, and what its promotion adds.
fn first_gain<R: Rules>(position: &Position<R>, mv: Move, values: &PieceValues) -> i32 {
    let captured = match mv.kind() {
        MoveKind::EnPassant => values.pawn,
        _ if mv.is_capture() => position.board().piece_at(mv.to()).map_or(0, |piece| values.of(piece.role())),
        _ => 0,
    };
    let promotion = mv.promotion().map_or(0, |role| i32::from(values.of(role)) - i32::from(values.pawn));
    i32::from(captured) + promotion
}

/// The captures still possible on one square.
struct Exchange<'a> {
    board: &'a Board0x88,
    values: &'a PieceValues,
    target: Square,
    /// The squares that the first move has emptied.
    left: SquareSet,
    /// For each direction the nearest piece that has not captured yet.
    rays: [Option<(Square, Piece)>; 8],
    /// The squares a knight jump away that hold a knight, of either colour.
    knights: SquareSet,
    /// By colour: what a pawn that captures here becomes.
    promotion: [Option<Role>; 2],
}

impl<'a> Exchange<'a> {
    /// What the move gains at once, what then stands on its target to be captured, and the rest. `None` for castling.
    fn begin<R: Rules>(
        position: &'a Position<R>,
        mv: Move,
        values: &'a PieceValues,
    ) -> Option<(i32, i32, Exchange<'a>)> {
        let (board, us, target) = (position.board(), position.turn(), mv.to());
        let mut left = SquareSet::from(mv.from());
        match mv.kind() {
            MoveKind::Castle => return None,
            MoveKind::EnPassant => left.insert(passed_pawn(us, target)),
            _ => {}
        }
        let is_knight = |at: &Square| board.piece_at(*at).is_some_and(|piece| piece.role() == Role::Knight);
        let knights = KNIGHT_OFFSETS.into_iter().filter_map(|jump| target.offset(jump)).filter(is_knight);
        let dearest = R::PROMOTIONS.iter().copied().max_by_key(|&role| values.of(role));
        let exchange = Exchange {
            board,
            values,
            target,
            left,
            rays: Direction::ALL.map(|direction| attacks::first_piece(board, target, direction, left)),
            knights: knights.collect::<SquareSet>() & !left,
            promotion: Color::ALL.map(|color| dearest.filter(|_| promotes::<R>(color, target))),
        };
        let standing = mv.promotion().or_else(|| Some(board.piece_at(mv.from())?.role()));
        Some((first_gain(position, mv, values), standing.map_or(0, |role| values.of(role).into()), exchange))
    }

    /// The best that `side` can make of capturing a piece worth `standing`, or of leaving it.
    fn best(&mut self, side: Color, standing: i32) -> i32 {
        match self.next_capture(side) {
            // Each capture uses a piece up, so there are at most as many turns as rays and jumps have squares.
            Some((promotion, arriving)) => (standing + promotion - self.best(!side, arriving)).max(0),
            None => 0,
        }
    }

    /// Whether [`best`](Exchange::best) is at least `bound`.
    fn reaches(&mut self, mut side: Color, mut standing: i32, mut bound: i32) -> bool {
        let mut answer = true;
        // Nobody need capture at a loss, so a bound of 0 is always reached; a higher one if the capture gains enough
        // that the other side's best stays below what is left, which is the same question for the other side.
        while bound > 0 {
            let Some((promotion, arriving)) = self.next_capture(side) else { return !answer };
            bound = (standing + promotion).saturating_sub(bound).saturating_add(1);
            (side, standing, answer) = (!side, arriving, !answer);
        }
        answer
    }

    /// Lets the least valuable piece of `side` capture: what its promotion adds, and what then stands on the target.
    fn next_capture(&mut self, side: Color) -> Option<(i32, i32)> {
        let nearest = |at: Square| if side == Color::White { at } else { at.flip_rank() };
        let least = |&(at, piece): &(Square, Piece)| (self.values.of(piece.role()), nearest(at));
        let (at, piece) = self.attackers(side).min_by_key(least)?;
        self.remove(at);
        if piece.role() == Role::King && self.attackers(!side).next().is_some() {
            return None;
        }
        let value = i32::from(self.values.of(piece.role()));
        match self.promotion[side as usize] {
            Some(role) if piece.role() == Role::Pawn => {
                let promoted = i32::from(self.values.of(role));
                Some((promoted - value, promoted))
            }
            _ => Some((0, value)),
        }
    }

    /// The pieces of `side` that can capture now.
    fn attackers(&self, side: Color) -> impl Iterator<Item = (Square, Piece)> {
        let (board, target) = (self.board, self.target);
        let knights = self.knights.into_iter().filter_map(|at| Some((at, board.piece_at(at)?)));
        let on_rays = self.rays.into_iter().flatten();
        let reaches = move |at, piece: Piece| Reach::between(at, target).intersects(piece.reach());
        on_rays.chain(knights).filter(move |&(at, piece)| piece.color() == side && reaches(at, piece))
    }

    /// Takes a piece off, so that the one behind it steps up.
    fn remove(&mut self, at: Square) {
        self.knights = self.knights & !SquareSet::from(at);
        for (ray, direction) in self.rays.iter_mut().zip(Direction::ALL) {
            if ray.is_some_and(|(front, _)| front == at) {
                *ray = attacks::first_piece(self.board, at, direction, self.left);
            }
        }
    }
}
