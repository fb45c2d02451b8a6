//! Beside other libraries: the same legal moves, the same FEN, the same SAN.

use chess0x88::fen::{EnPassantMode, FenStyle};
use chess0x88::uci::CastlingMode;
use chess0x88::{Chess, ChessRules, Color, Violations, fen, san};
use shakmaty::Position as _;
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus};

use crate::bytes::Bytes;
use crate::positions::position;

/// A game from any position, with the same moves in all three libraries; then a text as SAN.
pub fn differential(data: &[u8]) {
    let mut bytes = Bytes(data);
    let mut ours = position::<ChessRules>(&mut bytes);
    let text_at = bytes.byte() % 8;
    for _ in 0..text_at {
        beside(&ours);
        let Some(mv) = bytes.pick(&ours.legal_moves()) else { break };
        ours.play(mv).expect("a legal move");
    }
    if let Some(theirs) = beside(&ours) {
        one_san(&ours, &theirs, bytes.0);
        one_fen(bytes.0);
    }
}

/// Holds one position against those of the others. None if they do not take it.
fn beside(ours: &Chess) -> Option<shakmaty::Chess> {
    let moves = sorted(ours.legal_moves().iter().map(|mv| mv.to_uci(CastlingMode::Chess960).to_string()));
    let fen = ours.fen();
    let theirs: Fen = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    let theirs = theirs
        .into_position::<shakmaty::Chess>(shakmaty::CastlingMode::Chess960)
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .or_else(shakmaty::PositionError::ignore_impossible_check);
    let theirs = match theirs {
        Ok(theirs) => theirs,
        Err(error) => panic!("{fen}: {error}"),
    };
    let found = theirs.legal_moves();
    let listed = found.iter().map(|mv| mv.to_uci(shakmaty::CastlingMode::Chess960).to_string());
    assert_eq!(sorted(listed), moves, "{fen}");
    assert_eq!(theirs.is_check(), ours.is_check(), "{fen}");
    assert_eq!(Fen::from_position(&theirs, shakmaty::EnPassantMode::Legal).to_string(), fen.as_str());
    for (color, other) in Color::ALL.into_iter().zip(shakmaty::Color::ALL) {
        assert_eq!(theirs.has_insufficient_material(other), ours.has_insufficient_material(color), "{fen}");
    }
    for mv in &found {
        let san = SanPlus::from_move(theirs.clone(), *mv).to_string();
        let same = ours.parse_san(&san).unwrap_or_else(|error| panic!("{san} in {fen}: {error}"));
        assert_eq!(
            same.to_uci(CastlingMode::Chess960).to_string(),
            mv.to_uci(shakmaty::CastlingMode::Chess960).to_string()
        );
    }

    // Its clocks end sooner, and it takes no position with faults, and none that has too many checks to have been played.
    let mut setup = ours.to_setup();
    setup.halfmove_clock = setup.halfmove_clock.min(100);
    setup.fullmove_number = setup.fullmove_number.min(10_000);
    let style = FenStyle { shredder: true, en_passant: EnPassantMode::Legal };
    if let Ok(clipped) = setup.to_position() {
        let fen = fen::write(&clipped, style);
        if let Ok(board) = cozy_chess::Board::from_fen(&fen, true) {
            let mut listed = Vec::new();
            board.generate_moves(|moves| {
                listed.extend(moves.into_iter().map(|mv| mv.to_string()));
                false
            });
            assert_eq!(sorted(listed.into_iter()), moves, "{fen}");
            assert_eq!(!board.checkers().is_empty(), ours.is_check(), "{fen}");
            let fields = |fen: &str| fen.split(' ').take(3).collect::<Vec<_>>().join(" ");
            assert_eq!(fields(&format!("{board:#}")), fields(&fen));
        }
    }
    Some(theirs)
}

fn sorted(moves: impl Iterator<Item = String>) -> Vec<String> {
    let mut moves: Vec<_> = moves.collect();
    moves.sort_unstable();
    moves
}

/// What we take strictly they take too, as the same move; what they take we take at least leniently.
fn one_san(ours: &Chess, theirs: &shakmaty::Chess, text: &[u8]) {
    let Ok(text) = str::from_utf8(text) else { return };
    let spelled = |mv: shakmaty::Move| mv.to_uci(shakmaty::CastlingMode::Chess960).to_string();
    let their_move =
        San::from_ascii(text.trim_end_matches(['+', '#']).as_bytes()).ok().and_then(|san| san.to_move(theirs).ok());
    if let Ok(mv) = ours.parse_san(text) {
        assert_eq!(their_move.map(spelled), Some(mv.to_uci(CastlingMode::Chess960).to_string()), "{text}");
    }
    if let (Some(theirs), Ok(mv)) = (their_move, san::parse_lenient(ours, text)) {
        assert_eq!(spelled(theirs), mv.to_uci(CastlingMode::Chess960).to_string(), "{text}");
    }
}

/// What we take strictly as a FEN they take too, for the same board.
fn one_fen(text: &[u8]) {
    let Some(ours) =
        str::from_utf8(text).ok().and_then(|text| fen::parse_with::<ChessRules>(text, Violations::NONE).ok())
    else {
        return;
    };
    let theirs = Fen::from_ascii(text).expect("strictly a FEN");
    assert_eq!(theirs.as_setup().board.to_string(), ours.board().fen().as_str());
    beside(&ours);
}
