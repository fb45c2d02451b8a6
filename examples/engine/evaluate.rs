//! What a position is worth without looking ahead: a number, in hundredths of a pawn, from the side to move.
//!
//! Every piece is worth what it is, and a little more or less for where it stands. A king belongs in a corner while there are
//! queens, and in the middle when they are gone; so there are two sums, one for the *middle* game and one for the *end*, and
//! the evaluation slides from the one to the other as pieces leave the board (CPW, "Tapered Eval").
//!
//! A move changes few squares, so the sums are not taken anew: a [`Tally`] is handed down the search, and each move
//! brings it up to date. What is left to do at a leaf is a multiplication.
//!
//! Makruk's pieces are slow, and much depends on how freely they move: there the number of moves counts too.

#![expect(clippy::cast_possible_wrap, reason = "lines and moves are few")]

#[path = "activity.rs"]
pub(crate) mod activity;

use chess0x88::see::PieceValues;
use chess0x88::{ChessRules, Color, MakrukRules, Move, Piece, Position, Role, Rules, Square, makruk};

/// What it is worth to be the one to move.
const TEMPO: i32 = 24;
/// Beyond this there are only mates, however many queens a setup has.
const MOST: i32 = 30_000;

/// The sums of one phase: middle game, then end game.
type Pair = [i16; 2];

/// Sums for the middle game and for the end.
type Sums = [i32; 2];

/// What one kind of piece is worth, and where.
struct Worth {
    value: Pair,
    /// By rank, from the own side's first; then by file, from the edge inwards; for the middle game and for the end.
    ranks: [[i16; 8]; 2],
    files: [[i16; 4]; 2],
    /// For each ring of squares that the piece is nearer to the centre than the edge is.
    centre: Pair,
}

const NOTHING: Worth = Worth { value: [0; 2], ranks: [[0; 8]; 2], files: [[0; 4]; 2], centre: [0; 2] };

/// The worth of every role on every square, as White sees the board.
pub(crate) type Worths = [[Pair; Square::COUNT]; Role::COUNT];

const fn spread(roles: &[Worth; Role::COUNT]) -> Worths {
    let mut table = [[[0; 2]; Square::COUNT]; Role::COUNT];
    let mut role = 0;
    while role < Role::COUNT {
        let mut square = 0;
        while square < Square::COUNT {
            let (rank, file) = (square / 8, square % 8);
            let (from_edge, from_end) = (inwards(file), inwards(rank));
            let ring = if from_edge < from_end { from_edge } else { from_end };
            let mut phase = 0;
            while phase < 2 {
                let worth = &roles[role];
                table[role][square][phase] = worth.value[phase]
                    + worth.ranks[phase][rank]
                    + worth.files[phase][from_edge]
                    + worth.centre[phase] * ring as i16;
                phase += 1;
            }
            square += 1;
        }
        role += 1;
    }
    table
}

/// How many lines a line is away from its nearer edge.
pub(crate) const fn inwards(line: usize) -> usize {
    if line < 4 { line } else { 7 - line }
}

/// What the engine must be told of a game. Everything else it asks the library.
pub(crate) trait Play: Rules {
    /// The worth of the pieces, by [`Role::index`].
    const WORTHS: &'static Worths;
    /// What the pieces weigh when it is asked how far the game has gone, by [`Role::index`].
    const PHASES: [i32; Role::COUNT];
    /// What all pieces of a game's start weigh together.
    const PHASE: i32;
    /// What exchanges are reckoned with.
    const VALUES: PieceValues;

    /// What counts besides the pieces and their squares, from White's side.
    fn other(position: &Position<Self>) -> Sums;
}

impl Play for ChessRules {
    const WORTHS: &'static Worths = &spread(&[
        // Pawn, knight, bishop, rook, queen, king, and Makruk's two.
        Worth {
            value: [56, 102],
            ranks: [[0, -13, -19, -14, -6, 13, 39, 0], [0, -10, -16, -15, -8, 21, 28, 0]],
            files: [[20, 6, -8, -19], [-28, -2, 13, 16]],
            centre: [13, -12],
        },
        Worth {
            value: [325, 225],
            ranks: [[-4, 10, 5, 14, 23, 17, -15, -50], [-13, -11, 11, 9, 22, 22, -1, -39]],
            files: [[-12, -2, 7, 7], [-19, 0, 5, 15]],
            centre: [3, -8],
        },
        Worth {
            value: [357, 216],
            ranks: [[-4, 5, -10, 2, 13, 23, -27, -2], [-9, -5, 13, -1, -4, 9, 15, -18]],
            files: [[0, 3, -1, -2], [-7, 5, 1, 2]],
            centre: [6, 4],
        },
        Worth {
            value: [465, 416],
            ranks: [[0, -26, -10, -11, 11, 30, 17, -11], [-16, -16, -15, -1, 6, 0, 22, 19]],
            files: [[-11, -10, 12, 9], [1, 1, -1, -1]],
            centre: [-1, 2],
        },
        Worth {
            value: [1064, 638],
            ranks: [[-10, -2, -1, -1, -2, 28, -22, 9], [-27, -25, -14, 0, 24, -2, 15, 29]],
            files: [[-20, 0, 9, 11], [11, -16, 4, 1]],
            centre: [-9, 15],
        },
        Worth {
            value: [0, 0],
            ranks: [[-14, 6, 10, -34, -75, 11, 87, 10], [-23, -18, -8, 7, 17, 25, -9, 8]],
            files: [[-36, 24, 6, 6], [-3, 1, 4, -2]],
            centre: [-44, 6],
        },
        NOTHING,
        NOTHING,
    ]);
    const PHASES: [i32; Role::COUNT] = [0, 1, 1, 2, 4, 0, 0, 0];
    const PHASE: i32 = 24;
    const VALUES: PieceValues =
        PieceValues { pawn: 100, knight: 320, bishop: 330, rook: 500, queen: 950, met: 0, khon: 0 };

    fn other(position: &Position<Self>) -> Sums {
        activity::activity(position)
    }
}

impl Play for MakrukRules {
    const WORTHS: &'static Worths = &spread(&[
        // The Bia starts on the third rank and becomes a Met on the sixth.
        Worth {
            value: [85, 90],
            ranks: [[0, 0, 0, 4, 22, 0, 0, 0], [0, 0, 0, 12, 40, 0, 0, 0]],
            files: [[-6, 0, 4, 6], [0, 0, 2, 4]],
            centre: [4, 2],
        },
        Worth {
            value: [310, 320],
            ranks: [[-16, -8, 2, 10, 14, 10, 0, -16], [-14, -6, 2, 8, 8, 6, -2, -12]],
            files: [[-16, -4, 4, 6], [-12, -4, 2, 4]],
            centre: [6, 6],
        },
        NOTHING,
        Worth {
            value: [520, 560],
            ranks: [[0, 0, 0, 0, 4, 8, 12, 8], [0, 0, 0, 2, 4, 6, 6, 4]],
            files: [[-4, 0, 3, 5], [0, 0, 0, 0]],
            centre: [0, 0],
        },
        NOTHING,
        Worth {
            value: [0, 0],
            ranks: [[4, 10, 0, -14, -20, -24, -30, -40], [-40, -12, 4, 12, 14, 10, -8, -36]],
            files: [[-16, 0, 4, 4], [-36, -8, 6, 12]],
            centre: [0, 10],
        },
        Worth {
            value: [170, 190],
            ranks: [[-8, 0, 6, 8, 8, 6, 0, -8], [-10, -2, 2, 6, 8, 6, 0, -8]],
            files: [[-10, -2, 4, 6], [-10, -2, 2, 4]],
            centre: [4, 6],
        },
        // What may step straight ahead wants to come forward, since it cannot go back so.
        Worth {
            value: [255, 275],
            ranks: [[-10, -2, 6, 10, 12, 8, 0, -10], [-10, -2, 4, 8, 10, 6, 0, -10]],
            files: [[-12, -2, 4, 6], [-10, -2, 2, 4]],
            centre: [4, 6],
        },
    ]);
    const PHASES: [i32; Role::COUNT] = [0, 2, 0, 4, 0, 0, 1, 2];
    const PHASE: i32 = 34;
    const VALUES: PieceValues =
        PieceValues { pawn: 90, knight: 310, bishop: 0, rook: 530, queen: 0, met: 180, khon: 260 };

    fn other(position: &Position<Self>) -> Sums {
        // In check the number of moves says nothing about freedom, and a side in check may not pass.
        let mut passed = *position;
        let Ok(_) = passed.make_null() else { return Sums::default() };
        let sign = if position.turn() == Color::White { 3 } else { -3 };
        [sign * (position.legal_move_count() as i32 - passed.legal_move_count() as i32); 2]
    }
}

/// The sums over all pieces, from White's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    sums: Sums,
    /// What the pieces of either side weigh, but for pawns.
    phases: [i32; 2],
}

impl Tally {
    /// The sums over a whole board.
    pub(crate) fn of<R: Play>(position: &Position<R>) -> Tally {
        let mut tally = Tally::default();
        for (square, piece) in position.board().pieces() {
            tally.count::<R>(piece, square, 1);
        }
        tally
    }

    /// The sums after a legal move.
    #[inline]
    pub(crate) fn after<R: Play>(mut self, position: &Position<R>, mv: Move) -> Tally {
        let Some(piece) = position.piece_at(mv.from()) else { return self };
        self.count::<R>(piece, mv.from(), -1);
        if let Some(castling) = mv.castling() {
            let rook = Piece::new(piece.color(), Role::Rook);
            self.count::<R>(piece, castling.king_to, 1);
            self.count::<R>(rook, castling.rook, -1);
            self.count::<R>(rook, castling.rook_to, 1);
            return self;
        }
        if let Some((square, victim)) = position.captured_piece(mv) {
            self.count::<R>(victim, square, -1);
        }
        let becomes = mv.promotion().map_or(piece, |role| Piece::new(piece.color(), role));
        self.count::<R>(becomes, mv.to(), 1);
        self
    }

    #[inline]
    fn count<R: Play>(&mut self, piece: Piece, square: Square, times: i32) {
        let sign = if piece.color() == Color::White { times } else { -times };
        let [middle, end] = worths::<R>(piece, square);
        self.sums[0] += sign * i32::from(middle);
        self.sums[1] += sign * i32::from(end);
        self.phases[piece.color().index()] += times * R::PHASES[piece.role().index()];
    }

    /// Whether a side has something besides king and pawns.
    pub(crate) fn has_pieces(&self, side: Color) -> bool {
        self.phases[side.index()] > 0
    }
}

/// What a piece is worth where it stands, to its own side.
#[inline]
fn worths<R: Play>(piece: Piece, square: Square) -> Pair {
    let square = if piece.color() == Color::White { square } else { square.flip_rank() };
    R::WORTHS[piece.role().index()][square.index()]
}

/// What capturing a piece gains at most.
#[inline]
pub(crate) fn worth<R: Play>(piece: Piece, square: Square) -> i32 {
    let [middle, end] = worths::<R>(piece, square);
    middle.max(end).into()
}

/// What the position is worth to the side to move.
pub(crate) fn evaluate<R: Play>(position: &Position<R>, tally: &Tally) -> i32 {
    let phase = (tally.phases[0] + tally.phases[1]).min(R::PHASE);
    // With so few pieces it may be that neither side can win any more.
    if R::MATERIAL_DRAWS && phase <= 2 && position.is_insufficient_material() {
        return 0;
    }
    let [middle, end] = tally.sums;
    let other = R::other(position);
    let (middle, end) = (middle + other[0], end + other[1]);
    let mut white = (middle * phase + end * (R::PHASE - phase)) / R::PHASE;
    // A king alone is mated by another that comes near.
    let (stronger, sign) = if white > 0 { (Color::White, 1) } else { (Color::Black, -1) };
    if white.abs() > 150 && !tally.has_pieces(!stronger) {
        let apart = position.king(stronger).manhattan_distance(position.king(!stronger));
        white += sign * 5 * (14 - i32::from(apart));
    }
    let own = if position.turn() == Color::White { white } else { -white };
    let score = (own + TEMPO).clamp(-MOST, MOST);
    // While a count runs, what is left of an advantage is what is left of the count.
    match makruk::count(position) {
        Some(count) => {
            let left = i64::from(count.limit.saturating_sub(count.plies));
            (i64::from(score) * (left + 8) / (i64::from(count.limit) + 8)) as i32
        }
        None => score,
    }
}

/// An error of judgement, for a player that is to be weaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Blur {
    /// How large it is at most, in hundredths of a pawn.
    pub(crate) most: i32,
    pub(crate) seed: u64,
}

impl Blur {
    /// What a score looks like. `key` tells the position.
    pub(crate) fn see(self, score: i32, key: u64) -> i32 {
        // The upper half of the product lies in 0..=2 * most, each number as likely as any other.
        let share = u128::from(mix(key ^ self.seed)) * (2 * i128::from(self.most) + 1).unsigned_abs();
        (score + (share >> 64) as i32 - self.most).clamp(-MOST, MOST)
    }
}

/// Spreads the bits of a number over all others (the last step of the generator `SplitMix64`).
pub(crate) fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
