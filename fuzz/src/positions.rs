//! Positions out of bytes: published ones, played ones, and pieces thrown on the board.

use std::sync::OnceLock;

use chess0x88::makruk::{Count, Honour};
use chess0x88::{
    CastlingSide, Chess, ChessRules, Color, Makruk, MakrukRules, Move, Piece, Position, Rules, Setup, Square,
    SquareSet, Violations, fen,
};

use crate::bytes::Bytes;

/// Either game, with what the two do not share.
pub(crate) trait Variant: Rules {
    /// The positions of the published suites.
    fn published() -> &'static [Position<Self>];

    fn some_start(bytes: &mut Bytes<'_>) -> Position<Self>;

    /// Whatever the board does not show.
    fn edit(setup: &mut Setup<Self>, bytes: &mut Bytes<'_>);
}

/// The positions of suites, a line each.
fn read<R: Rules>(suites: &[&str]) -> Vec<Position<R>> {
    let lines = suites.iter().flat_map(|suite| suite.lines()).filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fen = line.split([';', '\t']).next().unwrap_or(line).trim();
            fen::parse_tolerating(fen, Violations::TOLERABLE).unwrap_or_else(|error| panic!("{fen}: {error}"))
        })
        .collect()
}

impl Variant for ChessRules {
    fn published() -> &'static [Chess] {
        static ALL: OnceLock<Vec<Chess>> = OnceLock::new();
        ALL.get_or_init(|| {
            read(&[
                include_str!("../../tests/data/perft_cpw.epd"),
                include_str!("../../tests/data/perft_standard.epd"),
                include_str!("../../tests/data/perft_chess960.epd"),
            ])
        })
    }

    fn some_start(bytes: &mut Bytes<'_>) -> Chess {
        Chess::chess960(bytes.u16() % 960).expect("a number below 960")
    }

    fn edit(setup: &mut Setup<ChessRules>, bytes: &mut Bytes<'_>) {
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let square = bytes.byte();
                let rook = Square::from_index(usize::from(square & 63)).filter(|_| square & 64 != 0);
                setup.state.castling.set(color, side, rook);
            }
        }
        let square = bytes.byte();
        setup.state.en_passant = Square::from_index(usize::from(square & 63)).filter(|_| square & 64 != 0);
    }
}

impl Variant for MakrukRules {
    fn published() -> &'static [Makruk] {
        static ALL: OnceLock<Vec<Makruk>> = OnceLock::new();
        ALL.get_or_init(|| {
            read(&[
                include_str!("../../tests/data/perft_makruk.epd"),
                include_str!("../../tests/data/makruk_random.epd"),
            ])
        })
    }

    fn some_start(_: &mut Bytes<'_>) -> Makruk {
        Makruk::startpos()
    }

    fn edit(setup: &mut Setup<MakrukRules>, bytes: &mut Bytes<'_>) {
        let bits = bytes.byte();
        setup.state.stopped = bits & 1 != 0;
        setup.state.count = (bits & 2 != 0).then(|| Count {
            honour: if bits & 4 != 0 { Honour::Board } else { Honour::Pieces },
            side: Color::ALL[usize::from(bits >> 3 & 1)],
            first: bytes.clock(),
            plies: bytes.clock(),
            limit: bytes.clock(),
            by_choice: bits & 16 != 0,
        });
    }
}

/// Whatever can be set up.
pub(crate) fn setup<R: Variant>(bytes: &mut Bytes<'_>) -> Setup<R> {
    let mut setup = if bytes.flag() { R::START } else { Setup::empty() };
    for _ in 0..bytes.byte() % 40 {
        let square = Square::ALL[usize::from(bytes.byte() & 63)];
        let piece = bytes.byte();
        setup.board.set(square, (piece != 0).then(|| Piece::ALL[usize::from(piece) % Piece::ALL.len()]));
    }
    setup.turn = Color::ALL[usize::from(bytes.flag())];
    setup.halfmove_clock = bytes.clock();
    setup.fullmove_number = bytes.clock();
    R::edit(&mut setup, bytes);
    setup
}

/// A setup with a king for each side, and no pieces of the other game.
fn likely<R: Variant>(bytes: &mut Bytes<'_>) -> Setup<R> {
    let mut setup = setup::<R>(bytes);
    for (square, piece) in setup.board.clone().pieces() {
        if piece.role() == chess0x88::Role::King || !R::ROLES.contains(&piece.role()) {
            setup.board.set(square, None);
        }
    }
    for color in Color::ALL {
        let square = Square::ALL[usize::from(bytes.byte() & 63)];
        setup.board.set(square, Some(Piece::new(color, chess0x88::Role::King)));
    }
    setup
}

/// A position, always: a published one, a random game's, or one that was set up; the last may have faults that upset no rule.
pub(crate) fn position<R: Variant>(bytes: &mut Bytes<'_>) -> Position<R> {
    let how = bytes.byte();
    let start = match how & 3 {
        0 => R::some_start(bytes),
        1 => {
            let published = R::published();
            published[usize::from(bytes.u16()) % published.len()]
        }
        _ => likely::<R>(bytes).to_position_with(Violations::TOLERABLE).unwrap_or_else(|_| Position::startpos()),
    };
    played(start, how >> 2, bytes)
}

/// After so many moves, a byte each.
pub(crate) fn played<R: Rules>(mut position: Position<R>, plies: u8, bytes: &mut Bytes<'_>) -> Position<R> {
    for _ in 0..plies {
        let Some(mv) = bytes.pick(&position.legal_moves()) else { break };
        position.play_unchecked(mv);
    }
    position
}

/// A move of any bits.
pub(crate) fn any_move(bytes: &mut Bytes<'_>) -> Move {
    // Where the bits are no move's, those of the same squares are, or a1 to b1.
    let bits = bytes.u16();
    Move::from_bits(bits).or_else(|| Move::from_bits(bits & 0x7777)).or_else(|| Move::from_bits(0x0100)).expect("a1b1")
}

/// Everything a position shows, clocks and all: also the squares of each piece, which a build may keep apart from the board.
pub(crate) type Shown<R> = (Setup<R>, SquareSet, [SquareSet; Piece::ALL.len()]);

pub(crate) fn all_of<R: Rules>(position: &Position<R>) -> Shown<R> {
    (position.to_setup(), position.checkers(), Piece::ALL.map(|piece| position.board().squares_of(piece)))
}
