//! Bytes and books, setups, and play: checked, unchecked, taken back, through every engine.

use std::ops::ControlFlow;

use chess0x88::game::{Claim, History, HistoryUndo, Judge};
use chess0x88::packed::PackedError;
use chess0x88::see::PieceValues;
use chess0x88::{
    ChessRules, Color, Game, MakrukRules, Move, Piece, Position, Rules, Setup, Square, SquareSet, Undo, Violation,
    Violations, packed, perft, san, see,
};
use chess0x88_eboard::{BoardEvent, BoardReader, Inference, PlayError, Reading, candidates, infer};
use chess0x88_mate::{CanMate, can_mate, cannot_mate, quick_judge};
use chess0x88_perft::{Backend, PerftTable};
use chess0x88_polyglot::PolyglotBook;

use crate::bytes::Bytes;
use crate::positions::{Shown, Variant, all_of, any_move, played, position, setup};

/// Any 32 bytes: no position, or the one packed form of one.
pub fn packed(data: &[u8]) {
    let mut bytes = Bytes(data);
    let mut packed = [0; 32];
    packed.fill_with(|| bytes.byte());
    one_packed::<ChessRules>(&packed);
    one_packed::<MakrukRules>(&packed);
}

fn one_packed<R: Rules>(packed: &[u8; 32]) {
    if let Ok(position) = packed::unpack::<R>(packed) {
        assert_eq!(packed::pack(&position).as_ref(), Some(packed));
        assert_eq!(position.to_setup().to_position_with(Violations::TOLERABLE), Ok(position));
    }
    match Setup::<R>::unpack(packed) {
        // A setup may have an en passant square where no pawn can capture, which a position has not.
        Ok(setup) => match packed::unpack::<R>(packed) {
            Ok(_) => assert!(setup.to_position_with(Violations::TOLERABLE).is_ok()),
            Err(PackedError::EnPassant { .. }) => assert!(R::en_passant(&setup.state).is_some()),
            Err(_) => assert!(setup.to_position_with(Violations::TOLERABLE).is_err()),
        },
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Any bytes as a book, some of whose entries are for a position that is asked for.
pub fn polyglot(data: &[u8]) {
    let mut bytes = Bytes(data);
    let position = position::<ChessRules>(&mut bytes);
    let random = bytes.u64();
    let mut book = bytes.0.to_vec();
    for entry in book.chunks_exact_mut(16) {
        // 0 and 1 stand for the key itself and its neighbour, or no entry would ever be found.
        if entry[..7] == [0; 7] && entry[7] < 2 {
            let key = chess0x88_polyglot::key(&position).wrapping_add(entry[7].into());
            entry[..8].copy_from_slice(&key.to_be_bytes());
        }
    }
    let found = PolyglotBook::new(&book);
    assert_eq!(found.is_ok(), book.len() % 16 == 0);
    let Ok(book) = found else { return };
    assert!(book.entries(&position).all(|entry| position.is_legal(entry.mv)));
    assert!(book.entries(&position).count() <= data.len() / 16);
    if let Some(mv) = book.pick(&position, random) {
        assert!(book.entries(&position).any(|entry| entry.mv == mv && entry.weight > 0));
    }
}

/// Setups of anything: validation says what is wrong, and what it lets pass is played.
pub fn edits(data: &[u8]) {
    let mut bytes = Bytes(data);
    if bytes.flag() { one_setup::<ChessRules>(&mut bytes) } else { one_setup::<MakrukRules>(&mut bytes) }
}

fn one_setup<R: Variant>(bytes: &mut Bytes<'_>) {
    let setup = setup::<R>(bytes);
    let violations = setup.violations();
    for violation in violations.iter() {
        assert!(violations.contains(violation));
        assert!(!violation.message(R::GAME).is_empty());
        let _: SquareSet = setup.squares_of(violation);
    }
    assert_eq!(setup.to_position().is_ok(), violations.is_empty());
    let tolerated = setup.to_position_with(Violations::TOLERABLE);
    assert_eq!(tolerated.is_ok(), (violations & !Violations::TOLERABLE).is_empty());
    let _ = setup.fen();
    let _ = R::ROLES.iter().map(|&role| setup.board.squares_of(Piece::new(Color::White, role)).len()).sum::<usize>();
    if let Ok(position) = tolerated {
        assert_eq!(position.to_setup().violations(), violations);
        let same = position.to_setup();
        assert_eq!(position.flip_colors().flip_colors().to_setup(), same);
        assert_eq!(position.mirror().mirror().to_setup(), same);
        answers(&position);
        assert_eq!(position.legal_moves().len(), position.flip_colors().legal_moves().len());
        let plies = bytes.byte();
        let last = played(position, plies, bytes);
        answers(&last);
        if violations.is_empty() {
            assert_eq!(last.to_setup().violations(), Violations::NONE);
        }
    }
}

/// What holds of the answers of every position.
fn answers<R: Rules>(position: &Position<R>) {
    let moves = position.legal_moves();
    assert_eq!(position.legal_move_count(), moves.len());
    assert_eq!(position.has_legal_move(), !moves.is_empty());
    assert_eq!(position.is_check(), !position.checkers().is_empty());
    assert_eq!(position.is_checkmate(), position.is_check() && moves.is_empty());
    assert_eq!(position.is_stalemate(), !position.is_check() && moves.is_empty());
    assert_eq!(position.legal_captures().len() + position.legal_quiets().len(), moves.len());
    assert_eq!(perft(position, 1), moves.len() as u64);
    let pseudo = position.pseudo_legal_moves();
    assert!(pseudo.iter().filter(|&&mv| position.leaves_king_safe(mv)).count() == moves.len());
    let from = |square| position.legal_moves_from(square).len();
    assert_eq!(Square::ALL.into_iter().map(from).sum::<usize>(), moves.len());
    let values = PieceValues::default();
    for mv in moves {
        assert!(position.is_legal(mv));
        let after = position.after_unchecked(mv);
        assert_eq!(position.after(mv), Ok(after));
        assert_eq!(position.gives_check(mv), after.is_check());
        assert_eq!(position.captured_piece(mv).is_some(), mv.is_capture());
        let see = see::value(position, mv, &values);
        assert!(see::at_least(position, mv, see, &values) && !see::at_least(position, mv, see + 1, &values));
        assert_eq!(san::parse_strict(position, &position.san(mv)), Ok(mv));
    }
}

/// Moves, null moves and answers, taken back in order: nothing is left over, nothing is lost.
pub fn play_undo(data: &[u8]) {
    let mut bytes = Bytes(data);
    if bytes.flag() { one_game::<ChessRules>(&mut bytes) } else { one_game::<MakrukRules>(&mut bytes) }
}

/// The position before a move, its key and repetitions, and the values that undo the move.
type Earlier<R> = (Shown<R>, Undo<R>, u64, u32, HistoryUndo<R>);

fn one_game<R: Variant>(bytes: &mut Bytes<'_>) {
    let start = position::<R>(bytes);
    let mut position = start;
    let mut history = History::new(start);
    let mut copies: Vec<Earlier<R>> = Vec::new();
    while !bytes.is_empty() {
        let before = all_of(&position);
        let (key, repetitions) = (history.key(), history.repetitions());
        let undos = match bytes.byte() {
            0..16 => {
                let Some((copy, undo, key, repetitions, history_undo)) = copies.pop() else { continue };
                position.unmake(undo);
                history.unmake(history_undo);
                assert_eq!(all_of(&position), copy);
                assert_eq!((history.key(), history.repetitions()), (key, repetitions));
                assert_eq!(history.key(), position.key());
                continue;
            }
            16..24 => {
                let can_pass = !position.is_check();
                let (one, other) = (position.make_null(), history.make_null());
                assert_eq!((one.is_ok(), other.is_ok()), (can_pass, can_pass));
                let (Ok(one), Ok(other)) = (one, other) else { continue };
                (one, other)
            }
            byte => {
                let moves = position.legal_moves();
                let Some(&mv) = moves.get(usize::from(byte) % moves.len().max(1)) else { continue };
                let after = position.after_unchecked(mv);
                let next_key = position.next_key(position.key(), mv);
                let undos = (position.make(mv), history.make(mv));
                assert_eq!(all_of(&position), all_of(&after));
                assert_eq!(position.key(), next_key);
                undos
            }
        };
        assert_eq!(all_of(history.position()), all_of(&position));
        let _ =
            (history.outcome(), history.claimable(Claim::FiftyMoves), history.claimable(Claim::ThreefoldRepetition));
        copies.push((before, undos.0, key, repetitions, undos.1));
    }
    while let Some((copy, undo, key, _, history_undo)) = copies.pop() {
        position.unmake(undo);
        history.unmake(history_undo);
        assert_eq!(all_of(&position), copy);
        assert_eq!(history.key(), key);
    }
    assert_eq!(all_of(&position), all_of(&start));
}

/// A whole game: moves of any bits, claims, ends, taking back and playing again.
pub fn game(data: &[u8]) {
    let mut bytes = Bytes(data);
    if bytes.flag() {
        one_record::<ChessRules>(&mut bytes, |_, _, _| {});
    } else {
        one_record::<MakrukRules>(&mut bytes, |game, side, starts| {
            let before = all_of(game.position());
            let told = if starts { game.start_counting(side) } else { game.stop_counting(side) };
            assert!(told.is_ok() || all_of(game.position()) == before);
        });
    }
}

fn one_record<R: Variant>(bytes: &mut Bytes<'_>, count: impl Fn(&mut Game<R>, Color, bool)) {
    let mut game = Game::new(position::<R>(bytes));
    game = game.with_judge(if bytes.flag() { quick_judge().with_dead_positions() } else { Judge::MATERIAL });
    while !bytes.is_empty() {
        let claim = if bytes.flag() { Claim::FiftyMoves } else { Claim::ThreefoldRepetition };
        let color = Color::ALL[usize::from(bytes.flag())];
        let before = (all_of(game.position()), game.moves().len(), game.outcome());
        let refused = match bytes.byte() % 24 {
            0 => {
                let taken = game.take_back();
                let redone = taken.and_then(|_| game.redo());
                assert_eq!(taken, redone);
                game.take_back();
                false
            }
            1 => game.redo().is_none(),
            2 => game.claim(claim, None).is_err(),
            3 => {
                let mv = any_move(bytes);
                assert_eq!(game.claimable_with(claim, mv), game.clone().claim(claim, mv).is_ok());
                game.claim(claim, mv).is_err()
            }
            4 => game.resign(color).is_err(),
            5 => game.draw_by_agreement().is_err(),
            6 => game.flag_fall(color).is_err(),
            7 => game.play(any_move(bytes)).is_err(),
            8 | 9 => {
                count(&mut game, color, bytes.flag());
                false
            }
            _ => {
                let Some(mv) = bytes.pick(&game.position().legal_moves()) else { continue };
                game.play(mv).is_err()
            }
        };
        if refused {
            assert_eq!((all_of(game.position()), game.moves().len(), game.outcome()), before);
        }
        // A claim may also be made with a move.
        assert!(game.claimable(claim) || game.clone().claim(claim, None).is_err());
    }
    let again = Game::from_moves(*game.start(), game.moves().iter().copied());
    assert!(again.is_ok_and(|again| again.position() == game.position()) || R::COUNTING || game.outcome().is_some());
    assert_eq!(game.positions().count(), game.moves().len() + 1);
    assert_eq!(game.san_moves().count(), game.moves().len());
}

/// Moves of any bits, played without a look, and taken back in any order: wrong positions, no panic, no end missed.
pub fn unchecked(data: &[u8]) {
    let mut bytes = Bytes(data);
    if bytes.flag() {
        astray(position::<ChessRules>(&mut bytes), &mut bytes);
    } else {
        astray(position::<MakrukRules>(&mut bytes), &mut bytes);
    }
}

fn astray<R: Rules>(mut position: Position<R>, bytes: &mut Bytes<'_>) {
    let values = PieceValues::default();
    let mut history = History::new(position);
    let (mut undos, mut history_undos) = (Vec::new(), Vec::new());
    for _ in 0..40 {
        if bytes.is_empty() {
            break;
        }
        let mv = any_move(bytes);
        assert_eq!(position.is_legal(mv), position.check_legal(mv).is_ok());
        let _ = (position.san(mv), san::lan(&position, mv), position.gives_check(mv), position.leaves_king_safe(mv));
        let _ = (
            see::value(&position, mv, &values),
            see::at_least(&position, mv, 0, &values),
            see::mvv_lva(&position, mv, &values),
        );
        let _ = (position.next_key(0, mv), position.is_zeroing(mv), position.captured_piece(mv));
        match bytes.byte() % 8 {
            0 => drop(undos.pop().map(|undo| position.unmake(undo))),
            1 if !undos.is_empty() => {
                let undo = undos.swap_remove(usize::from(bytes.byte()) % undos.len());
                position.unmake(undo);
            }
            2 => undos.extend(position.make_null()),
            3 => position.play_unchecked(mv),
            4 => position = position.after_unchecked(mv),
            5 => history_undos.push(history.make(mv)),
            6 => drop(history_undos.pop().map(|undo| history.unmake(undo))),
            _ => undos.push(position.make(mv)),
        }
        let _ =
            (position.legal_moves(), position.legal_move_count(), position.outcome(), position.fen(), position.key());
        let _ = (history.outcome(), history.repetitions(), history.occurred(Claim::ThreefoldRepetition));
    }
    all_answers(&position);
    all_answers(history.position());
}

/// Asks everything, and takes any answer.
fn all_answers<R: Rules>(position: &Position<R>) {
    let moves = position.legal_moves();
    for mv in moves.iter().copied().take(8) {
        let _ = (position.san(mv), position.is_legal(mv), position.gives_check(mv));
    }
    let _ = (
        position.legal_captures(),
        position.legal_quiets(),
        position.legal_promotions(),
        position.pseudo_legal_moves(),
    );
    let _ = (position.legal_move_count(), position.has_legal_move(), position.outcome(), position.is_checkmate());
    let _ = (
        position.fen(),
        packed::pack(position),
        position.key(),
        position.pinned(position.turn()),
        position.checkers(),
        position.premoves_from(Square::E4),
    );
    let _ = (position.to_setup().violations(), position.flip_colors().mirror().fen(), position.board().fen());
    let _ = (cannot_mate(position, Color::White), position.has_insufficient_material(Color::Black));
    let _ =
        (can_mate(position, Color::Black, 30), chess0x88_retro::unmoves(position).take(30).count(), perft(position, 2));
    let _ = (san::parse_strict(position, "Nf3"), position.parse_san("exd6e.p."), position.parse_uci("e1g1"));
    let _ = infer(position, None, position.board().occupied());
    let _ = format!("{position:?}");
}

/// The engines of the build answer alike: the mailbox, the bitboards, and every back end of perft.
pub fn back_ends(data: &[u8]) {
    let mut bytes = Bytes(data);
    if bytes.flag() {
        alike(position::<ChessRules>(&mut bytes), &mut bytes);
    } else {
        alike(position::<MakrukRules>(&mut bytes), &mut bytes);
    }
}

fn alike<R: Rules>(mut position: Position<R>, bytes: &mut Bytes<'_>) {
    for _ in 0..5 {
        let listed = engines_agree(&position, u16::from(bytes.byte()) % CODES);
        let Some(mv) = bytes.pick(&listed) else { break };
        position.play(mv).expect("a legal move");
    }
}

/// One move code in so many is asked for in a position: of all 65,536, the fuzzer would come to few positions. The number is odd, or
/// the codes of a position would all have the same squares.
const CODES: u16 = 61;

/// Lists come from bitboards; the moves of one piece, pseudo-legal moves and the filter come from the mailbox. Returns the
/// legal moves. Whether a move is legal is asked for the codes that leave this rest.
fn engines_agree<R: Rules>(position: &Position<R>, rest: u16) -> Vec<Move> {
    let sorted = |moves: &mut dyn Iterator<Item = Move>| {
        let mut moves: Vec<Move> = moves.collect();
        moves.sort_unstable();
        moves
    };
    let listed = sorted(&mut position.legal_moves().into_iter());
    let mut visited = Vec::new();
    let _ = position.visit_legal_moves(|mv| {
        visited.push(mv);
        ControlFlow::<()>::Continue(())
    });
    let pseudo_legal = position.pseudo_legal_moves();
    let fen = position.fen();
    assert_eq!(sorted(&mut visited.into_iter()), listed, "visited: {fen}");
    let piece_by_piece = &mut Square::ALL.into_iter().flat_map(|square| position.legal_moves_from(square));
    assert_eq!(sorted(piece_by_piece), listed, "piece by piece: {fen}");
    let filtered = &mut pseudo_legal.into_iter().filter(|&mv| position.leaves_king_safe(mv));
    assert_eq!(sorted(filtered), listed, "filtered: {fen}");
    let asked =
        &mut (rest..=u16::MAX).step_by(CODES.into()).filter_map(Move::from_bits).filter(|&mv| position.is_legal(mv));
    let expected: Vec<Move> = listed.iter().copied().filter(|mv| mv.bits() % CODES == rest).collect();
    assert_eq!(sorted(asked), expected, "asked: {fen}");
    let halves = &mut position.legal_captures().into_iter().chain(position.legal_quiets());
    assert_eq!(sorted(halves), listed, "captures and quiets: {fen}");
    assert_eq!(position.legal_move_count(), listed.len(), "counted: {fen}");
    assert_eq!(position.has_legal_move(), !listed.is_empty(), "any: {fen}");
    let replies = listed.iter().map(|&mv| position.after_unchecked(mv).legal_moves().len() as u64).sum();
    for backend in Backend::available() {
        for (depth, expected) in [1, listed.len() as u64, replies].into_iter().enumerate() {
            assert_eq!(backend.perft(position, depth as u8), expected, "{backend}, depth {depth}: {fen}");
        }
    }
    listed
}

/// Whether a side can mate, which move came last, what a board of sensors shows: nothing that the rules do not allow.
pub fn inference(data: &[u8]) {
    let mut bytes = Bytes(data);
    if bytes.flag() {
        inferred(&position::<ChessRules>(&mut bytes), &mut bytes);
    } else {
        inferred(&position::<MakrukRules>(&mut bytes), &mut bytes);
    }
}

fn inferred<R: Rules>(position: &Position<R>, bytes: &mut Bytes<'_>) {
    for color in Color::ALL {
        match can_mate(position, color, 100) {
            CanMate::Yes(line) => {
                let mut last = *position;
                for mv in line {
                    last.play(mv).expect("a line of legal moves");
                }
                assert!(last.is_checkmate() && last.turn() != color);
                assert!(!cannot_mate(position, color));
            }
            CanMate::No | CanMate::Unknown(_) => {}
        }
    }
    let faults = position.to_setup().violations();
    for unmove in chess0x88_retro::unmoves(position).take(60) {
        assert_eq!(unmove.before.after(unmove.played).as_ref(), Ok(position));
        let new = unmove.before.to_setup().violations() & !faults;
        assert!(new.is_empty(), "{new} before {:?}", unmove.played);
    }
    if !faults.contains(Violation::ImpossibleCheck) && chess0x88_retro::unmoves(position).next().is_some() {
        assert!(chess0x88_retro::unmoves(position).all(|unmove| unmove.before.turn() != position.turn()));
    }

    let moves = position.legal_moves();
    for mv in moves.iter().take(12) {
        let shown = *position.after_unchecked(*mv).board();
        match infer(position, None, shown) {
            Inference::Move(found) => assert_eq!(*position.after_unchecked(found).board(), shown),
            Inference::Ambiguous => assert!(candidates(position, shown).contains(mv)),
            // The pieces may stand as they do at the start of a game, or a pawn promoted may stand as one.
            Inference::Start => {}
            other => panic!("{mv} shows {other:?}"),
        }
    }
    let mut reader = BoardReader::new(*position).with_patience(bytes.byte() % 4, bytes.byte() % 9);
    let mut here = *position;
    let mut board = *position.board();
    while !bytes.is_empty() {
        match bytes.byte() % 8 {
            0 => board = *here.board(),
            1 => {
                if let Some(mv) = bytes.pick(&here.legal_moves()) {
                    board = *here.after_unchecked(mv).board();
                }
            }
            2 => {
                if let Some(mv) = bytes.pick(&here.legal_moves()) {
                    match reader.play(mv) {
                        Ok(()) => here.play(mv).expect("a legal move"),
                        Err(error) => assert_eq!(error, PlayError::Withdrawn(mv.from())),
                    }
                }
            }
            _ => {
                let square = Square::ALL[usize::from(bytes.byte() & 63)];
                let piece = bytes.byte();
                board.set(square, (piece & 3 == 0).then(|| Piece::ALL[usize::from(piece >> 2) % Piece::ALL.len()]));
            }
        }
        let reading = if bytes.flag() { board.occupied().into() } else { Reading::from(board) };
        for _ in 0..bytes.byte() % 8 {
            match reader.read(reading) {
                Some(BoardEvent::Move(mv)) => here.play(mv).expect("a legal move"),
                Some(BoardEvent::Start | BoardEvent::Takeback | BoardEvent::Revised { .. }) => {
                    here = *reader.position()
                }
                _ => {}
            }
            assert_eq!(reader.position(), &here);
            assert!(reader.candidates().iter().all(|&mv| here.is_legal(mv)));
        }
    }
}

thread_local! {
    /// One table for all inputs of both games, which so find each other's entries.
    static TABLE: PerftTable = PerftTable::new(1).expect("a megabyte");
}

/// Perft with a table, of both games with the same pieces: the same as without.
pub fn perft_table(data: &[u8]) {
    let mut bytes = Bytes(data);
    let chess = position::<ChessRules>(&mut bytes);
    let makruk = position::<MakrukRules>(&mut bytes);
    counted(&chess, &mut bytes);
    counted(&makruk, &mut bytes);
}

fn counted<R: Variant>(position: &Position<R>, bytes: &mut Bytes<'_>) {
    // Small trees, so that the fuzzer comes to many.
    let depth = match position.legal_move_count() {
        0..=4 => 5,
        5..=12 => 4,
        _ => 3,
    };
    let position = played(*position, bytes.byte() & 3, bytes);
    let depth = if position.legal_move_count() > 30 { depth.min(3) } else { depth };
    TABLE.with(|table| {
        let (first, second) = (table.perft(&position, depth), table.perft(&position, depth));
        let known = perft(&position, depth);
        assert_eq!((first, second), (known, known), "{position:?} {depth}");
    });
}
