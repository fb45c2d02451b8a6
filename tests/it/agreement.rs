//! All builds give exactly the same answers, with any engine and on any machine. For each kind of game a number for each question combines
//! the answers about thousands of random positions. The tests run in the default build, without vectors, without bitboards, and on machines
//! with other word sizes and byte orders (`.ci/deep`). A slow twin of each question names the first answer that is wrong.

use std::fmt::Debug;

use chess0x88::error::Reason;
use chess0x88::see::{self, PieceValues};
use chess0x88::{
    CastlingSide, Chess, Color, IllegalMove, Makruk, Move, MoveKind, Piece, Position, Rank, Role, Rules, Setup, Square,
    SquareSet, Violations,
};
use common::digest::{Tell, difference, hold_answers};
use common::{Fingerprint, scatter, sorted_moves, walk};

/// What is asked about each position.
#[derive(Clone, Copy, Debug)]
enum Question {
    Legal,
    PseudoLegal,
    Captures,
    Quiets,
    Promotions,
    Count,
    Key,
    Checkers,
    Pinned,
    Attacked,
    Attackers,
    San,
    GivesCheck,
    Exchange,
    NextKey,
    Fen,
}

use Question::*;

/// A question that is added before the last one does not compile without its place here.
const QUESTIONS: [Question; Fen as usize + 1] = [
    Legal,
    PseudoLegal,
    Captures,
    Quiets,
    Promotions,
    Count,
    Key,
    Checkers,
    Pinned,
    Attacked,
    Attackers,
    San,
    GivesCheck,
    Exchange,
    NextKey,
    Fen,
];

/// Tells moves in a fixed order, since each engine lists them in another.
fn tell_moves(moves: &[Move], tell: Tell<'_>) {
    let mut moves = moves.to_vec();
    moves.sort_unstable_by_key(|mv| mv.bits());
    for mv in moves {
        tell(&mv, mv.bits().into());
    }
    tell(&"end", 1 << 40);
}

fn tell_text(text: &str, tell: Tell<'_>) {
    let mut number = Fingerprint::default();
    number.add_text(text);
    tell(&text, number.0);
}

fn tell_set(set: SquareSet, tell: Tell<'_>) {
    tell(&set, set.bits());
}

fn answer<R: Rules>(position: &Position<R>, question: Question, tell: Tell<'_>) {
    let board = position.board();
    let mut of_moves = |of_move: &mut dyn FnMut(Move, Tell<'_>)| {
        sorted_moves(position).iter().for_each(|&mv| of_move(mv, tell));
    };
    match question {
        San => of_moves(&mut |mv, tell| tell_text(&position.san(mv), tell)),
        GivesCheck => of_moves(&mut |mv, tell| tell(&(mv, position.gives_check(mv)), position.gives_check(mv).into())),
        Exchange => of_moves(&mut |mv, tell| {
            let value = i64::from(see::value(position, mv, &PieceValues::default()));
            tell(&(mv, value), value.cast_unsigned());
        }),
        NextKey => of_moves(&mut |mv, tell| {
            let key = position.next_key(position.key(), mv);
            tell(&(mv, key), key);
        }),
        Legal => tell_moves(&position.legal_moves(), tell),
        PseudoLegal => tell_moves(&position.pseudo_legal_moves(), tell),
        Captures => tell_moves(&position.legal_captures(), tell),
        Quiets => tell_moves(&position.legal_quiets(), tell),
        Promotions => tell_moves(&position.legal_promotions(), tell),
        Count => tell(&position.legal_move_count(), position.legal_move_count() as u64),
        Key => tell(&position.key(), position.key()),
        Checkers => tell_set(position.checkers(), tell),
        Pinned => Color::ALL.iter().for_each(|&color| tell_set(position.pinned(color), tell)),
        Attacked => Color::ALL.iter().for_each(|&color| tell_set(board.attacked(color), tell)),
        Attackers => {
            for (color, square) in Color::ALL.iter().flat_map(|&color| Square::ALL.map(|square| (color, square))) {
                tell_set(board.attackers(square, color), tell);
            }
        }
        Fen => tell_text(&position.fen(), tell),
    }
}

/// The same answers by other ways: each move code asked alone, each piece lifted, the position set up anew.
fn twin<R: Rules>(position: &Position<R>, question: Question, tell: Tell<'_>) {
    let (board, us) = (position.board(), position.turn());
    let codes = |is_wanted: &dyn Fn(Move, Result<(), IllegalMove>) -> bool| -> Vec<Move> {
        let codes = (0..=u16::MAX).filter_map(Move::from_bits).filter(|mv| board.piece_at(mv.from()).is_some());
        codes.filter(|&mv| is_wanted(mv, position.check_legal(mv))).collect()
    };
    let attackers = |board: &chess0x88::Board0x88, target: Square, color: Color| -> SquareSet {
        let pieces = board.pieces().filter(|&(_, piece)| piece.color() == color);
        pieces.filter(|&(from, _)| board.attacks(from).contains(target)).map(|(from, _)| from).collect()
    };
    let mut of_moves = |of_move: &mut dyn FnMut(Move, Tell<'_>)| {
        sorted_moves(position).iter().for_each(|&mv| of_move(mv, tell));
    };
    match question {
        San => of_moves(&mut |mv, tell| tell_text(&crate::san::san_by_definition(position, mv), tell)),
        GivesCheck => of_moves(&mut |mv, tell| tell(&(mv, position.after_unchecked(mv).is_check()), 0)),
        Exchange => of_moves(&mut |mv, tell| tell(&(mv, crate::see::twin(position, mv, &PieceValues::default())), 0)),
        NextKey => of_moves(&mut |mv, tell| tell(&(mv, position.after_unchecked(mv).key()), 0)),
        Legal => tell_moves(&codes(&|_, legal| legal.is_ok()), tell),
        PseudoLegal => {
            let of_king = |reason: Reason| {
                matches!(
                    reason,
                    Reason::Pinned { .. }
                        | Reason::StaysInCheck { .. }
                        | Reason::KingAttacked { .. }
                        | Reason::EnPassantPinned { .. }
                        | Reason::CastlesOutOfCheck { .. }
                        | Reason::CastlesThroughCheck { .. }
                )
            };
            // Of a move that leaves the king in check, the kind is not asked.
            let has_kind = |mv: Move| {
                let pawn = board.piece_at(mv.from()).is_some_and(|piece| piece.role() == Role::Pawn);
                let hit = board.piece_at(mv.to()).is_some();
                let (from, to) = (mv.from(), mv.to());
                match mv.kind() {
                    MoveKind::Quiet => !hit && (!pawn || from.file() == to.file() && from.distance(to) == 1),
                    MoveKind::DoubleStep => pawn && from.distance(to) == 2,
                    MoveKind::EnPassant => pawn && !hit && from.file() != to.file(),
                    MoveKind::Promotion => !hit && from.file() == to.file(),
                    MoveKind::Capture | MoveKind::CapturePromotion => hit,
                    MoveKind::Castle => true,
                }
            };
            let is_pseudo = |mv, legal: Result<(), IllegalMove>| match legal {
                Ok(()) => true,
                Err(error) => of_king(error.reason) && has_kind(mv),
            };
            tell_moves(&codes(&is_pseudo), tell);
        }
        Captures => tell_moves(&codes(&|mv, legal| legal.is_ok() && mv.is_capture()), tell),
        Quiets => tell_moves(&codes(&|mv, legal| legal.is_ok() && !mv.is_capture()), tell),
        Promotions => tell_moves(&codes(&|mv, legal| legal.is_ok() && mv.promotion().is_some()), tell),
        Count => tell(&codes(&|_, legal| legal.is_ok()).len(), 0),
        Key => {
            let setup: Setup<R> = position.fen().parse().expect("a FEN");
            tell(&setup.to_position_with(Violations::TOLERABLE).expect("a position").key(), 0);
        }
        Checkers => tell_set(attackers(board, position.king(us), !us), tell),
        Pinned => {
            for color in Color::ALL {
                let king = position.king(color);
                let before = attackers(board, king, !color);
                let shields = board.pieces().filter(|&(from, piece)| {
                    let mut without = *board;
                    without.set(from, None);
                    piece.color() == color && from != king && !(attackers(&without, king, !color) - before).is_empty()
                });
                tell_set(shields.map(|(from, _)| from).collect(), tell);
            }
        }
        Attacked => {
            for color in Color::ALL {
                let attacked = Square::ALL.into_iter().filter(|&square| !attackers(board, square, color).is_empty());
                tell_set(attacked.collect(), tell);
            }
        }
        Attackers => {
            for (color, square) in Color::ALL.iter().flat_map(|&color| Square::ALL.map(|square| (color, square))) {
                tell_set(attackers(board, square, color), tell);
            }
        }
        Fen => tell_text(&fen_by_definition(position), tell),
    }
}

/// The fields that say where the pieces are, whose turn it is and who may castle, square by square. The others are those of the FEN.
fn fen_by_definition<R: Rules>(position: &Position<R>) -> String {
    let board = position.board();
    let rows: Vec<String> = Rank::ALL
        .iter()
        .rev()
        .map(|&rank| {
            let shown = chess0x88::File::ALL
                .map(|file| board.piece_at(Square::new(file, rank)).map_or("1".into(), |piece| piece.to_string()));
            (2..=8).rev().fold(shown.concat(), |row, gap| row.replace(&"1".repeat(gap), &gap.to_string()))
        })
        .collect();
    let mut castling = String::new();
    for (color, side, rook) in position.castling_rights().iter() {
        let beyond = |other: Square| if side == CastlingSide::King { other > rook } else { other < rook };
        let is_rook = |square: &Square| board.piece_at(*square) == Some(Piece::new(color, Role::Rook));
        let is_inner =
            Square::ALL.iter().any(|square| square.rank() == rook.rank() && beyond(*square) && is_rook(square));
        let letter = if is_inner {
            rook.file().char()
        } else if side == CastlingSide::King {
            'k'
        } else {
            'q'
        };
        castling.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
    }
    if castling.is_empty() {
        castling.push('-');
    }
    let turn = if position.turn() == Color::White { "w" } else { "b" };
    let fen = position.fen();
    let rest: Vec<&str> = fen.split(' ').skip(3).collect();
    format!("{} {turn} {castling} {}", rows.join("/"), rest.join(" "))
}

/// The positions of random games, so many in all.
fn games<R: Rules>(count: usize, start: impl Fn(u64) -> Position<R>) -> Vec<Position<R>> {
    (0..).flat_map(|game| walk(start(game), game, 150)).take(count).collect()
}

fn hold<R: Rules>(positions: &[Position<R>], known: [u32; 16])
where
    Position<R>: Debug,
{
    // The twins are right, where it costs little.
    for position in positions.iter().step_by(positions.len() / 2 + 1) {
        for question in QUESTIONS {
            assert_eq!(difference(position, question, answer, twin), None, "{question:?}");
        }
    }
    hold_answers(positions, &QUESTIONS, &known, answer, twin);
}

#[test]
fn builds_and_machines_agree_in_games_of_chess() {
    hold(
        &games(5000, |_| Chess::startpos()),
        [
            0x30d5_1f1e,
            0x5c3a_632f,
            0xd35b_6936,
            0xe862_263b,
            0xbbd6_5575,
            0xe4f4_9c3b,
            0xd217_447d,
            0x36f5_5116,
            0xd795_d725,
            0xc828_9beb,
            0x5c00_ab82,
            0x621b_ce6b,
            0xa35f_098e,
            0x4881_00b5,
            0xd298_0234,
            0x9c9f_09bd,
        ],
    );
}

#[test]
fn builds_and_machines_agree_in_games_of_chess960() {
    hold(
        &games(4000, |game| Chess::chess960((game * 37 % 960) as u16).expect("below 960")),
        [
            0x6c61_8e34,
            0xb95d_138c,
            0x053c_0e0e,
            0x194f_f0aa,
            0x51fa_d47f,
            0x3a17_ae73,
            0x545a_81a5,
            0x5d85_b402,
            0xd75d_9d7a,
            0x0e30_6fd1,
            0x6e94_a2fe,
            0x6a77_bc52,
            0xea6e_4f7d,
            0x8c86_20b9,
            0xccef_a472,
            0xb6ea_3932,
        ],
    );
}

#[test]
fn builds_and_machines_agree_in_games_of_makruk() {
    hold(
        &games(4000, |_| Makruk::startpos()),
        [
            0x1f5e_a637,
            0x62f5_0bf5,
            0x2711_f58c,
            0x3090_ccc9,
            0x567b_af44,
            0xec63_7d03,
            0x1be9_be8f,
            0xa85d_13ef,
            0x7188_18f7,
            0x9803_0705,
            0x4ba4_fdfc,
            0xbb3f_fffd,
            0xf444_02bc,
            0x6c9d_a3c2,
            0xe97c_00fa,
            0x1df4_baba,
        ],
    );
}

#[test]
fn builds_and_machines_agree_in_scattered_positions() {
    hold(
        &(0..2000).map(scatter).collect::<Vec<_>>(),
        [
            0x68a5_4322,
            0x68d3_e646,
            0x9320_156e,
            0x2b8f_0172,
            0xa8ea_b96f,
            0x2042_be1c,
            0xacd6_1947,
            0x8d6b_72a8,
            0x1e1c_482d,
            0x9353_8a78,
            0xf723_a462,
            0xd75a_83d0,
            0x6ec7_71dc,
            0x98ab_846c,
            0x5623_44d0,
            0x2bc0_19a9,
        ],
    );
}
