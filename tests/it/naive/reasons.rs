//! If several reasons against a move are true, the first in the order of the documentation is reported. The test computes all
//! reasons square by square on a board of letters.

use chess0x88::error::Reason;
use chess0x88::{IllegalMove, Move};

use common::{position, scatter};

use super::*;

/// A reason against a move in the simple program: the reason, its place in the order, and the place that decides between two
/// reasons of one kind.
type Against = (Reason, u32, u32);

/// The place of a reason among the declarations, whose order is that of the documentation.
fn rank(reason: Reason) -> u32 {
    let name = format!("{reason:?}");
    let name = name.split(' ').next().expect("a name");
    let declarations = include_str!("../../../src/movegen/legality.rs");
    declarations.find(&format!("\n    {name} {{\n")).unwrap_or_else(|| panic!("{name} is not declared")) as u32
}

/// The squares between two squares; none if they are not on a line.
fn between(from: At, to: At) -> Vec<At> {
    let (files, ranks) = (to.0 - from.0, to.1 - from.1);
    let far = files.abs().max(ranks.abs());
    if files != 0 && ranks != 0 && files.abs() != ranks.abs() {
        return Vec::new();
    }
    (1..far).map(|step| (from.0 + step * files.signum(), from.1 + step * ranks.signum())).collect()
}

fn number((file, rank): At) -> u32 {
    (8 * rank + file) as u32
}

/// The enemy pieces that attack a square, in the order of squares from a1.
fn attackers(board: &Board, target: At) -> Vec<At> {
    let enemies = all_squares().filter(|&at| board.get(at) != '.' && board.get(at).is_ascii_uppercase() != board.white);
    enemies.filter(|&at| board.attacks(at).contains(&target)).collect()
}

/// All reasons against a castling of a piece of the side to move.
fn reasons_of_castling<R: Rules>(position: &Position<R>, board: &Board, from: At, to: At) -> Vec<Against> {
    let king = board.king(board.white).expect("a king");
    let on = |at: At| piece(board.get(at)).expect("a piece");
    let mut found = Vec::new();
    let mut tell = |reason, place| found.push((reason, rank(reason), place));
    let side = if number(to) > number(from) { CastlingSide::King } else { CastlingSide::Queen };
    if from != king || !board.castling.contains(&to) || (board.get(to).is_ascii_uppercase() != board.white) {
        tell(Reason::NoCastlingRight { color: position.turn(), side }, 0);
        return found;
    }
    let (king_to, rook_to) = if to.0 > from.0 { ((6, to.1), (5, to.1)) } else { ((2, to.1), (3, to.1)) };
    let files = [king.0, to.0, king_to.0, rook_to.0];
    for file in *files.iter().min().expect("four")..=*files.iter().max().expect("four") {
        let square_on = (file, to.1);
        if square_on != king && square_on != to && board.get(square_on) != '.' {
            let role = on(square_on).role();
            tell(Reason::CastlingBlocked { role, at: square(square_on) }, file as u32);
        }
    }
    for checker in attackers(board, king) {
        tell(Reason::CastlesOutOfCheck { role: on(checker).role(), checker: square(checker) }, number(checker));
    }
    let mut without_king = board.clone();
    without_king.put(king, '.');
    for (step, way) in between(king, king_to).into_iter().enumerate() {
        for attacker in attackers(&without_king, way) {
            let role = on(attacker).role();
            let place = 64 * step as u32 + number(attacker);
            tell(Reason::CastlesThroughCheck { square: square(way), role, attacker: square(attacker) }, place);
        }
    }
    without_king.put(to, '.');
    without_king.put(king_to, board.get(king));
    without_king.put(rook_to, board.get(to));
    for attacker in attackers(&without_king, king_to) {
        let role = on(attacker).role();
        tell(Reason::KingAttacked { square: square(king_to), role, attacker: square(attacker) }, number(attacker));
    }
    found
}

/// All reasons against a move of the side to move.
fn reasons<R: Rules>(position: &Position<R>, board: &Board, mv: Move) -> Vec<Against> {
    let kind = mv.kind();
    let (from, to) = (at(mv.from()), at(mv.to()));
    let Some(moved) = position.board().piece_at(mv.from()) else {
        return vec![(Reason::NoPiece { square: mv.from() }, 0, 0)];
    };
    if moved.color() != position.turn() {
        return vec![(Reason::WrongColor { piece: moved, square: mv.from() }, 0, 0)];
    }
    if kind == MoveKind::Castle {
        return reasons_of_castling(position, board, from, to);
    }
    reasons_of_a_step(position, board, mv, moved)
}

/// All reasons against any other move of a piece of the side to move.
fn reasons_of_a_step<R: Rules>(position: &Position<R>, board: &Board, mv: Move, moved: Piece) -> Vec<Against> {
    let kind = mv.kind();
    let (from, to) = (at(mv.from()), at(mv.to()));
    let on = |at: At| piece(board.get(at)).expect("a piece");
    let mut found = Vec::new();
    let mut tell = |reason, place| found.push((reason, rank(reason), place));
    // The way of the piece.
    let pawn = moved.role() == Role::Pawn;
    let forward = if board.white { 1 } else { -1 };
    let takes_aside = pawn && (to.0 - from.0).abs() == 1 && to.1 - from.1 == forward;
    let en_passant = takes_aside && board.get(to) == '.' && board.en_passant == Some(to);
    let mut alone = Board::empty(board.game);
    alone.put(from, board.get(from));
    let from_home = from.1 == if board.white { 1 } else { 6 };
    let steps = to.1 - from.1 == forward || to.1 - from.1 == 2 * forward && from_home && board.game == Game::Chess;
    let reaches = if pawn { takes_aside || steps && from.0 == to.0 } else { alone.attacks(from).contains(&to) };
    if !reaches {
        tell(Reason::Unreachable { role: moved.role(), from: mv.from(), to: mv.to() }, 0);
        return found;
    }
    let mut way = between(from, to);
    if pawn && !takes_aside {
        way.push(to);
    }
    for (step, &in_way) in way.iter().enumerate() {
        if board.get(in_way) != '.' {
            let role = on(in_way).role();
            tell(Reason::Blocked { from: mv.from(), to: mv.to(), at: square(in_way), role }, step as u32);
        }
    }
    let hit = piece(board.get(to));
    if let Some(own) = hit.filter(|hit| hit.color() == position.turn() && (!pawn || takes_aside)) {
        tell(Reason::OwnPiece { role: own.role(), square: mv.to() }, 0);
    }
    if takes_aside && hit.is_none() && !en_passant {
        tell(Reason::NothingToCapture { square: mv.to() }, 0);
    }
    let last = match board.game {
        Game::Chess => 7,
        Game::Makruk => 5,
    };
    let promotes = pawn && if board.white { to.1 >= last } else { to.1 <= 7 - last };
    match mv.promotion() {
        None if promotes => tell(Reason::PromotionMissing { square: mv.to() }, 0),
        Some(role) if !promotes || !R::PROMOTIONS.contains(&role) => {
            tell(Reason::PromotionInvalid { role, square: mv.to() }, 0);
        }
        _ => {}
    }
    reasons_of_the_king(board, mv, moved, en_passant, &mut tell);
    let expected = match (pawn, hit.is_some(), mv.promotion().is_some()) {
        (true, _, true) => {
            if hit.is_some() {
                MoveKind::CapturePromotion
            } else {
                MoveKind::Promotion
            }
        }
        (true, false, _) if en_passant => MoveKind::EnPassant,
        (true, false, _) if (to.1 - from.1).abs() == 2 => MoveKind::DoubleStep,
        (_, true, _) => MoveKind::Capture,
        _ => MoveKind::Quiet,
    };
    if kind != expected {
        tell(Reason::WrongKind { from: mv.from(), to: mv.to(), kind }, 0);
    }
    found
}

/// The reasons that are about the king.
fn reasons_of_the_king(board: &Board, mv: Move, moved: Piece, en_passant: bool, tell: &mut impl FnMut(Reason, u32)) {
    let (from, to, king) = (at(mv.from()), at(mv.to()), board.king(board.white).expect("a king"));
    let on = |at: At| piece(board.get(at)).expect("a piece");
    let mut after = board.clone();
    after.put(from, '.');
    if en_passant {
        after.put((to.0, from.1), '.');
    }
    after.put(to, board.get(from));
    if from == king {
        for attacker in attackers(&after, to) {
            let role = on(attacker).role();
            tell(Reason::KingAttacked { square: mv.to(), role, attacker: square(attacker) }, number(attacker));
        }
    } else {
        let checkers = attackers(board, king);
        for &checker in &checkers {
            let met = to == checker || between(king, checker).contains(&to);
            // A pawn that is captured en passant gives no check afterwards.
            let met = met || en_passant && checker == (to.0, from.1);
            if !met {
                tell(Reason::StaysInCheck { role: on(checker).role(), checker: square(checker) }, number(checker));
            }
        }
        // A slider that attacks the king only after the piece has left its line.
        let mut without = board.clone();
        without.put(from, '.');
        for pinner in attackers(&without, king).into_iter().filter(|pinner| !checkers.contains(pinner)) {
            let line = between(king, pinner);
            if to != pinner && !line.contains(&to) {
                let by = on(pinner).role();
                tell(Reason::Pinned { role: moved.role(), square: mv.from(), by, pinner: square(pinner) }, 0);
            }
        }
        if en_passant {
            let uncovered = attackers(&after, king).into_iter().filter(|attacker| !checkers.contains(attacker));
            for attacker in uncovered {
                let role = on(attacker).role();
                tell(Reason::EnPassantPinned { role, attacker: square(attacker) }, number(attacker));
            }
        }
    }
}

/// Asks for each move code in a position. Returns how often several reasons were true.
fn told_in_order<R: Rules>(game: Game, position: &Position<R>) -> u64 {
    let board = plain(game, position);
    let mut several = 0;
    for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
        let mut all = reasons(position, &board, mv);
        all.sort_by_key(|&(_, rank, place)| (rank, place));
        let expected = all.first().map_or(Ok(()), |&(reason, ..)| Err(IllegalMove { reason, game: R::GAME }));
        assert_eq!(position.check_legal(mv), expected, "{mv:?} in {position:?}, of {all:?}");
        // The move of a piece that is dragged: the same, but that it has no kind to be wrong.
        let meant = all.iter().find(|(reason, ..)| !matches!(reason, Reason::WrongKind { .. }));
        let moved = position.board().piece_at(mv.from());
        let is_step = mv.kind() != MoveKind::Castle
            && moved.is_some_and(|piece| piece.role() != Role::King && piece.role() != Role::Pawn);
        if is_step {
            let found = position.find_move(mv.from(), mv.to(), mv.promotion()).map_err(|error| error.reason);
            assert_eq!(found.err(), meant.map(|&(reason, ..)| reason), "{mv:?} in {position:?}, of {all:?}");
        }
        several += u64::from(all.len() > 1);
    }
    several
}

#[test]
fn the_first_of_several_reasons_is_told() {
    let mut several = 0;
    for seed in 0..u64::from(common::cases(5)) {
        several += told_in_order(Game::Chess, &scatter(seed));
        let start = Chess::chess960((seed * 79 % 960) as u16).expect("a start");
        several += told_in_order(Game::Chess, walk(start, seed, 70).last().expect("a start"));
        several += told_in_order(Game::Makruk, walk(Makruk::startpos(), seed, 90).last().expect("a start"));
    }
    for fen in [
        "4k3/8/8/K2pP2r/8/8/8/4b3 w - d6 0 1",
        "4k3/8/8/3pP3/1b6/8/8/4K2R w K d6 0 1",
        "4k3/8/8/8/4r3/5n2/4P3/R3K2R w KQ - 0 1",
        "1r2k1r1/8/8/8/8/8/8/RN2K1NR w KQ - 0 1",
        "3qk3/P6P/8/8/7b/8/5P2/1r2K2R w K - 0 1",
    ] {
        several += told_in_order(Game::Chess, &position(fen));
    }
    assert!(several > 8_000, "{several}");
}
