//! The rules of chess, and of Chess960, which is the same game from 959 other starts.
//!
//! Source: FIDE Laws of Chess, articles 3 and 9, Guidelines II.

use super::{CastlingRights, CastlingSide, Played, Rules, sealed};
use crate::attacks;
use crate::board::{Board0x88, Planes};
use crate::game::{Claim, DrawReason};
use crate::geometry::{File, Rank, Square, SquareSet};
use crate::moves::MoveKind;
use crate::notation::{FenError, FenReader};
use crate::packed::PackedError;
use crate::piece::{Color, Piece, Role};
use crate::position::{Setup, Violation, Violations};

/// The rules of chess. [`Chess`](crate::Chess) is the position that follows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChessRules {}

/// What a chess position remembers that the board does not show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ChessState {
    /// Which rooks may still castle.
    pub castling: CastlingRights,
    /// The square a pawn has passed over with the double step just made, whether or not anybody can capture there.
    pub en_passant: Option<Square>,
}

/// The order of the pieces on the first rank in the standard start, which is Chess960 start number 518.
pub(crate) const STANDARD_START: u16 = 518;

impl sealed::Sealed for ChessRules {}

impl Rules for ChessRules {
    type State = ChessState;

    const ROLES: &'static [Role] = &[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
    const LETTERS: [u8; 8] = *b"PNBRQKMS";
    const PROMOTION_RANK: Rank = Rank::Eighth;
    const PROMOTIONS: &'static [Role] = &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    const DOUBLE_STEP: bool = true;
    const CASTLING: bool = true;
    const CLAIMS: &'static [Claim] = &[Claim::FiftyMoves, Claim::ThreefoldRepetition];
    const MOVE_LIMIT: Option<u32> = Some(150);
    const MATERIAL_DRAWS: bool = true;
    const REPETITION_LIMIT: (u32, DrawReason) = (5, DrawReason::FivefoldRepetition);
    const VARIANTS: &'static [&'static str] =
        &["standard", "chess", "normal", "fromposition", "chess960", "fischerandom", "fischerrandom", "freestyle"];

    fn variant(start: &Setup<ChessRules>) -> Option<&'static str> {
        let unusual = start.state.castling.iter().any(|(color, side, rook)| {
            let file = if side == CastlingSide::King { File::H } else { File::A };
            rook.file() != file || start.board.king_square(color).map(Square::file) != Some(File::E)
        });
        unusual.then_some("Chess960")
    }

    fn start() -> Setup<ChessRules> {
        chess960_start(STANDARD_START)
    }

    #[inline]
    fn castling(state: &ChessState) -> CastlingRights {
        state.castling
    }

    #[inline]
    fn en_passant(state: &ChessState) -> Option<Square> {
        state.en_passant
    }

    #[inline]
    fn after_move(state: &mut ChessState, played: &Played<'_>) {
        state.en_passant = match played.mv.kind() {
            MoveKind::DoubleStep => played.mv.from().offset(played.color.forward() as i8),
            _ => None,
        };
        let is_king = played.piece.is_some_and(|piece| piece.role() == Role::King);
        state.castling.after_move(played.color, played.mv, is_king);
    }

    fn after_null(state: &mut ChessState) {
        state.en_passant = None;
    }

    fn flip_colors(state: &mut ChessState) {
        state.castling = state.castling.flip_colors();
        state.en_passant = state.en_passant.map(Square::flip_rank);
    }

    fn mirror(state: &mut ChessState) {
        state.castling = state.castling.mirror();
        state.en_passant = state.en_passant.map(Square::flip_file);
    }

    fn read_fen_state(reader: &mut FenReader<'_>, setup: &mut Setup<ChessRules>) -> Result<(), FenError> {
        (setup.state, setup.halfmove_clock, setup.fullmove_number) = reader.chess_fields(&setup.board)?;
        Ok(())
    }

    #[inline]
    fn fen_count(_: &ChessState) -> Option<(u32, u32)> {
        None
    }

    fn pack_counters(setup: &Setup<ChessRules>) -> Option<[u8; 8]> {
        let number = u64::from(setup.fullmove_number) << 32;
        Some((number | u64::from(setup.halfmove_clock)).to_le_bytes())
    }

    fn unpack_state(
        setup: &mut Setup<ChessRules>,
        castling: CastlingRights,
        en_passant: Option<Square>,
        counters: [u8; 8],
    ) -> Result<(), PackedError> {
        let [a, b, c, d, number @ ..] = counters;
        let fullmove_number = u32::from_le_bytes(number);
        if fullmove_number == 0 {
            return Err(PackedError::Number { at: 28, found: 0 });
        }
        setup.state = ChessState { castling, en_passant };
        setup.halfmove_clock = u32::from_le_bytes([a, b, c, d]);
        setup.fullmove_number = fullmove_number;
        Ok(())
    }

    fn has_insufficient_material(board: &Board0x88, color: Color) -> bool {
        let of = |role| board.squares_of(Piece::new(color, role));
        let any = |role| of(role) | board.squares_of(Piece::new(!color, role));
        if !(of(Role::Pawn) | of(Role::Rook) | of(Role::Queen)).is_empty() {
            return false;
        }
        let knights = of(Role::Knight).len();
        if knights > 0 {
            // A lone knight mates only a king that something of its own hems in, and a queen can always step out of
            // the way or take.
            let theirs = board.colored(!color).len();
            let king_and_queens = 1 + board.squares_of(Piece::new(!color, Role::Queen)).len();
            return knights == 1 && of(Role::Bishop).is_empty() && theirs == king_and_queens;
        }
        if of(Role::Bishop).is_empty() {
            return true;
        }
        // Bishops of one square colour never attack the other; to mate, somebody must stand on it in the king's way.
        let on_light = any(Role::Bishop).into_iter().filter(|square| square.is_light()).count();
        let one_color = on_light == 0 || on_light == any(Role::Bishop).len();
        one_color && (any(Role::Pawn) | any(Role::Knight)).is_empty()
    }

    #[inline]
    fn violations(setup: &Setup<ChessRules>, planes: &Planes) -> Violations {
        let board = &setup.board;
        let mut violations = Violations::NONE;
        for color in Color::ALL {
            violations |= material_violations(planes, color);
        }
        let kings = Color::ALL.map(|color| planes.squares_of(Piece::new(color, Role::King)).first());
        let is_valid = |(color, side, rook)| {
            kings[color as usize].is_some_and(|king| CastlingRights::is_valid(board, king, color, side, rook))
        };
        if !setup.state.castling.iter().all(is_valid) {
            violations |= Violation::CastlingRights.into();
        }
        let (Some(king), Some(_)) = (kings[setup.turn as usize], kings[!setup.turn as usize]) else {
            return violations;
        };
        let checkers = attacks::attackers_among(board, planes, king, !setup.turn);
        if checkers.len() > 2 {
            violations |= Violation::TooManyCheckers.into();
        }
        match setup.state.en_passant {
            Some(square) => match en_passant_pawn(board, setup.turn, square) {
                Some((pawn, origin)) if !explains_checks(board, king, setup.turn, checkers, pawn, origin) => {
                    violations |= Violation::ImpossibleCheck.into();
                }
                Some(_) => {}
                None => violations |= Violation::EnPassant.into(),
            },
            // Two sliders on one line with the king between them cannot both have come to give check.
            None if checkers.len() == 2 => {
                let mut directions =
                    checkers.into_iter().map(|checker| king.direction_to(checker).map_or(0, |d| d as i8));
                if let (Some(one), Some(other)) = (directions.next(), directions.next())
                    && one != 0
                    && one == -other
                {
                    violations |= Violation::ImpossibleCheck.into();
                }
            }
            None => {}
        }
        violations
    }
}

/// Too many pawns or pieces, or more promoted ones than pawns are missing.
#[inline]
fn material_violations(planes: &Planes, color: Color) -> Violations {
    let squares = |role| planes.squares_of(Piece::new(color, role));
    let pawns = squares(Role::Pawn).len();
    let bishops = squares(Role::Bishop);
    let promoted = squares(Role::Knight).len().saturating_sub(2)
        + (bishops & SquareSet::LIGHT).len().saturating_sub(1)
        + (bishops & !SquareSet::LIGHT).len().saturating_sub(1)
        + squares(Role::Rook).len().saturating_sub(2)
        + squares(Role::Queen).len().saturating_sub(1);
    let mut violations = Violations::NONE;
    if pawns > 8 {
        violations |= Violation::too_many_pawns(color).into();
    }
    if planes.colored(color).len() > 16 || pawns + promoted > 8.max(pawns) {
        violations |= Violation::too_many_pieces(color).into();
    }
    violations
}

/// The pawn that has just passed `square`, with the square it came from, if the board bears that out: the square lies
/// on the right rank, it and the origin are empty, and the pawn stands beyond.
fn en_passant_pawn(board: &Board0x88, turn: Color, square: Square) -> Option<(Square, Square)> {
    if turn.relative_rank(square.rank()) != Rank::Sixth || board.piece_at(square).is_some() {
        return None;
    }
    let origin = square.offset(turn.forward() as i8)?;
    let pawn = square.offset(-(turn.forward() as i8))?;
    let is_pawn = board.piece_at(pawn) == Some(Piece::new(!turn, Role::Pawn));
    (is_pawn && board.piece_at(origin).is_none()).then_some((pawn, origin))
}

/// Whether a double step that has just been made can have led to the checks on the board: by the pawn itself, or by one
/// piece whose line it opened.
fn explains_checks(
    board: &Board0x88,
    king: Square,
    turn: Color,
    checkers: SquareSet,
    pawn: Square,
    origin: Square,
) -> bool {
    match (checkers.first(), checkers.len()) {
        (None, _) => true,
        (Some(checker), 1) if checker == pawn => true,
        (Some(_), 1) => {
            let mut before = *board;
            before.set(origin, board.piece_at(pawn));
            before.set(pawn, None);
            !attacks::is_attacked(&before, king, !turn, SquareSet::EMPTY)
        }
        _ => false,
    }
}

/// One of the 960 starts, by Scharnagl's number (taken modulo 960).
///
/// The number is a mixed-radix code: light-square bishop, dark-square bishop, queen among the six squares left, the pair
/// of knights among the five left after that; rook, king and rook fill the rest in this order.
pub(crate) fn chess960_start(number: u16) -> Setup<ChessRules> {
    let mut rank: [Option<Role>; 8] = [None; 8];
    let mut rest = usize::from(number % 960);
    let mut digit = |base| {
        let digit = rest % base;
        rest /= base;
        digit
    };
    let (light, dark, queen, knights) = (digit(4), digit(4), digit(6), digit(10));
    rank[2 * light + 1] = Some(Role::Bishop);
    rank[2 * dark] = Some(Role::Bishop);
    place(&mut rank, queen, Role::Queen);
    // The ten pairs of five squares in order: 01 02 03 04 12 13 14 23 24 34.
    let pairs = (0..5).flat_map(|first| (first + 1..5).map(move |second| (first, second)));
    if let Some((first, second)) = pairs.into_iter().nth(knights) {
        place(&mut rank, second, Role::Knight);
        place(&mut rank, first, Role::Knight);
    }
    for role in [Role::Rook, Role::King, Role::Rook] {
        place(&mut rank, 0, role);
    }

    let mut setup = Setup::<ChessRules>::empty();
    for (file, role) in File::ALL.into_iter().zip(rank) {
        for color in Color::ALL {
            let on = |rank| Square::new(file, color.relative_rank(rank));
            setup.board.set(on(Rank::First), role.map(|role| Piece::new(color, role)));
            setup.board.set(on(Rank::Second), Some(Piece::new(color, Role::Pawn)));
            if role == Some(Role::Rook) {
                // The king stands between the rooks: the rook met first is the queen's.
                let side =
                    if setup.board.king_square(color).is_some() { CastlingSide::King } else { CastlingSide::Queen };
                setup.state.castling.set(color, side, Some(on(Rank::First)));
            }
        }
    }
    setup
}

/// Puts a role on the n-th square that is still free.
fn place(rank: &mut [Option<Role>; 8], n: usize, role: Role) {
    if let Some(free) = rank.iter_mut().filter(|square| square.is_none()).nth(n) {
        *free = Some(role);
    }
}
