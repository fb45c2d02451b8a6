//! Moves of any bits, and moves taken back in a wrong order, give wrong positions. Questions about these do not panic. (Tests are
//! built with overflow checks.)

use chess0x88::see::PieceValues;
use chess0x88::{Chess, Color, History, Makruk, Move, Position, Rules, Square, packed, perft, san, see};
use common::{Random, scatter, walk};

/// Plays legal and illegal moves without a check, takes moves back in any order (some twice), and passes.
fn wander<R: Rules>(start: Position<R>, random: &mut Random) {
    let (mut position, mut history) = (start, History::new(start));
    let (mut undos, mut history_undos) = (Vec::new(), Vec::new());
    for _ in 0..48 {
        let any = Move::from_bits(random.next() as u16);
        match random.below(9) {
            0..3 => undos.extend(any.map(|mv| position.make(mv))),
            3 => any.into_iter().for_each(|mv| position.play_unchecked(mv)),
            4 => undos.extend(random.pick(&position.legal_moves()).map(|mv| position.make(mv))),
            5 => undos.extend(position.make_null()),
            _ if !undos.is_empty() => {
                let undo = undos.swap_remove(random.below(undos.len()));
                undos.extend(random.one_in(2).then(|| undo.clone()));
                position.unmake(undo);
            }
            _ => {}
        }
        if random.one_in(2) {
            history_undos.extend(any.map(|mv| history.make(mv)));
        } else if !history_undos.is_empty() {
            history.unmake(history_undos.swap_remove(random.below(history_undos.len())));
        }
        let _ = (position.legal_move_count(), history.outcome(), history.repetitions());
        let _ = perft(&position, 2);
    }
    ask(&position, Move::from_bits(random.next() as u16));
    ask(history.position(), None);
}

fn ask<R: Rules>(position: &Position<R>, mv: Option<Move>) {
    let values = PieceValues::default();
    for mv in mv.into_iter().chain(position.legal_moves().into_iter().take(3)) {
        let _ = (position.check_legal(mv), position.gives_check(mv), position.leaves_king_safe(mv), position.after(mv));
        let _ = (position.san(mv), san::lan(position, mv), position.changes(mv).count(), position.captured_piece(mv));
        let _ = (see::value(position, mv, &values), see::at_least(position, mv, 0, &values));
        let _ = (see::mvv_lva(position, mv, &values), position.next_key(position.key(), mv));
        let _ = position.find_move(mv.from(), mv.to(), mv.promotion());
    }
    let _ = (position.legal_captures(), position.legal_quiets(), position.legal_promotions());
    let _ = (position.pseudo_legal_moves(), position.legal_move_count(), position.has_legal_move());
    let _ = Square::ALL.map(|square| (position.legal_moves_from(square).len(), position.premoves_from(square)));
    let _ = (san::parse_strict(position, "Nf3"), position.parse_san("exd6e.p."), position.parse_uci("e1g1"));
    let _ = (position.outcome(), position.fen(), position.to_string(), packed::pack(position), position.key());
    let _ = (position.to_setup().violations().to_string(), position.board().attacked(Color::White));
    for color in [Color::White, Color::Black] {
        let _ = (position.pinned(color), position.with_turn(color), position.has_insufficient_material(color));
        let _ = position.board().material().value(color, &values);
    }
    let _ = chess0x88_retro::unmoves(position).take(30).count();
}

#[test]
fn wrong_positions_answer_without_a_panic() {
    let mut random = Random::new(57);
    for seed in 0..u64::from(common::cases(100)) {
        let plies = [8, 60, 150][seed as usize % 3];
        wander(*walk(Chess::startpos(), seed, plies).last().expect("a start"), &mut random);
        wander(*walk(Makruk::startpos(), seed, plies).last().expect("a start"), &mut random);
        wander(scatter(seed), &mut random);
    }
}
