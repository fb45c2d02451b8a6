//! Beside other libraries: the same legal moves, checks, pins, attackers and keys, the same FEN, the same SAN.

use chess0x88::fen::{EnPassantMode, FenStyle};
use chess0x88::uci::CastlingMode;
use chess0x88::{Chess, ChessRules, Color, Move, Square, SquareSet, Violations, fen, san};
use shakmaty::Position as _;
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;

use crate::bytes::Bytes;
use crate::positions::position;

/// A game from any position, with the same moves in all three libraries; then a text as a move and as a FEN. The text is what is
/// left, or what the position says, with a few letters changed.
pub fn differential(data: &[u8]) {
    let mut bytes = Bytes(data);
    let mut ours = position::<ChessRules>(&mut bytes);
    let then = bytes.byte();
    for _ in 0..then & 7 {
        beside(&ours);
        let Some(mv) = bytes.pick(&ours.legal_moves()) else { break };
        ours.play(mv).expect("a legal move");
    }
    let others = beside(&ours);
    let some_move = |bytes: &mut Bytes<'_>| bytes.pick(&ours.legal_moves());
    let said = match then >> 3 & 3 {
        0 => None,
        1 => some_move(&mut bytes).map(|mv| ours.san(mv).to_string()),
        2 => some_move(&mut bytes).map(|mv| mv.to_uci(CastlingMode::Standard).to_string()),
        _ => Some(ours.fen().to_string()),
    };
    let text = said.map_or_else(|| bytes.0.to_vec(), |said| changed(said.into(), &mut bytes));
    let Ok(text) = str::from_utf8(&text) else { return };
    one_san(&ours, &others, text);
    one_uci(&ours, &others, text);
    one_fen(text);
}

/// The letters of moves and FEN.
const LETTERS: &[u8] = b"KQRBNPkqrbnp12345678abcdefghABCDEFGH/ -w+#=xO09";

/// A text with up to three letters more, fewer, or other ones.
fn changed(mut text: Vec<u8>, bytes: &mut Bytes<'_>) -> Vec<u8> {
    for _ in 0..bytes.byte() & 3 {
        let at = usize::from(bytes.byte()) % (text.len() + 1);
        let until = (at + usize::from(bytes.flag())).min(text.len());
        let letter = bytes.pick(LETTERS).filter(|_| bytes.byte() & 3 != 0);
        text.splice(at..until, letter);
    }
    text
}

/// A position in the other libraries.
struct Others {
    shakmaty: shakmaty::Chess,
    /// It takes no position with faults, and none that has too many checks to have been played.
    cozy: Option<cozy_chess::Board>,
}

/// As all three write a move: the king takes the rook.
fn ours_as_text(mv: Move) -> String {
    mv.to_uci(CastlingMode::Chess960).to_string()
}

fn shakmaty_as_text(mv: shakmaty::Move) -> String {
    mv.to_uci(shakmaty::CastlingMode::Chess960).to_string()
}

fn sorted(moves: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut moves: Vec<_> = moves.into_iter().collect();
    moves.sort_unstable();
    moves
}

/// Holds a position against those of the others.
fn beside(ours: &Chess) -> Others {
    let moves = sorted(ours.legal_moves().into_iter().map(ours_as_text));
    Others { shakmaty: beside_shakmaty(ours, &moves), cozy: beside_cozy(ours, &moves) }
}

fn beside_shakmaty(ours: &Chess, moves: &[String]) -> shakmaty::Chess {
    let fen = ours.fen();
    // Its key asks for a square of en passant that no legal move uses.
    let style = FenStyle { shredder: false, en_passant: EnPassantMode::PseudoLegal };
    let theirs: Fen = fen::write(ours, style).parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    let theirs = theirs
        .into_position::<shakmaty::Chess>(shakmaty::CastlingMode::Chess960)
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .or_else(shakmaty::PositionError::ignore_impossible_check);
    let theirs = match theirs {
        Ok(theirs) => theirs,
        Err(error) => panic!("{fen}: {error}"),
    };
    let found = theirs.legal_moves();
    assert_eq!(sorted(found.iter().copied().map(shakmaty_as_text)), moves, "{fen}");
    let captures = sorted(theirs.capture_moves().into_iter().map(shakmaty_as_text));
    assert_eq!(sorted(ours.legal_captures().into_iter().map(ours_as_text)), captures, "captures in {fen}");
    assert_eq!(theirs.is_check(), ours.is_check(), "{fen}");
    assert_eq!(Fen::from_position(&theirs, shakmaty::EnPassantMode::Legal).to_string(), fen.as_str());
    let key = theirs.zobrist_hash::<Zobrist64>(shakmaty::EnPassantMode::PseudoLegal);
    assert_eq!(chess0x88_polyglot::key(ours), key.0, "{fen}");
    let board = theirs.board();
    for (color, other) in Color::ALL.into_iter().zip(shakmaty::Color::ALL) {
        assert_eq!(theirs.has_insufficient_material(other), ours.has_insufficient_material(color), "{fen}");
        for (square, same) in Square::ALL.into_iter().zip(shakmaty::Square::ALL) {
            let attackers = board.attacks_to(same, other, board.occupied());
            assert_eq!(ours.board().attackers(square, color).bits(), attackers.0, "attackers of {square} in {fen}");
        }
    }
    for &mv in &found {
        let san = SanPlus::from_move(theirs.clone(), mv).to_string();
        let same = san::parse_strict(ours, &san).unwrap_or_else(|error| panic!("{san} in {fen}: {error}"));
        assert_eq!(ours_as_text(same), shakmaty_as_text(mv), "{san} in {fen}");
        assert_eq!(ours.san(same).as_str(), san, "{fen}");
    }
    theirs
}

fn beside_cozy(ours: &Chess, moves: &[String]) -> Option<cozy_chess::Board> {
    // Its clocks end sooner.
    let mut setup = ours.to_setup();
    setup.halfmove_clock = setup.halfmove_clock.min(100);
    setup.fullmove_number = setup.fullmove_number.min(10_000);
    let style = FenStyle { shredder: true, en_passant: EnPassantMode::Legal };
    let fen = fen::write(&setup.to_position().ok()?, style);
    let theirs = cozy_chess::Board::from_fen(&fen, true).ok()?;
    let mut listed = Vec::new();
    theirs.generate_moves(|moves| {
        listed.extend(moves.into_iter().map(|mv| mv.to_string()));
        false
    });
    assert_eq!(sorted(listed), moves, "{fen}");
    let squares = |set: cozy_chess::BitBoard| SquareSet::from_bits(set.0);
    assert_eq!(squares(theirs.checkers()), ours.checkers(), "{fen}");
    // It counts rivals too that keep a line to the king closed.
    let pinned = theirs.pinned() & theirs.colors(theirs.side_to_move());
    assert_eq!(squares(pinned), ours.pinned(ours.turn()), "{fen}");
    assert_eq!(fields(&format!("{theirs:#}"), 3), fields(&fen, 3));
    Some(theirs)
}

/// What we take strictly shakmaty takes too, as the same move; what both others take as the same move we take at least leniently.
fn one_san(ours: &Chess, others: &Others, text: &str) {
    let san = San::from_ascii(text.trim_end_matches(['+', '#']).as_bytes()).ok();
    let shakmaty = san.and_then(|san| san.to_move(&others.shakmaty).ok()).map(shakmaty_as_text);
    let cozy = others.cozy.as_ref().and_then(|board| cozy_chess::util::parse_san_move(board, text).ok());
    let cozy = cozy.map(|mv| mv.to_string());
    if let Ok(mv) = san::parse_strict(ours, text) {
        assert_eq!(shakmaty, Some(ours_as_text(mv)), "{text}");
    }
    let lenient = ours.parse_san(text).ok().map(ours_as_text);
    as_others_do(lenient, shakmaty, cozy, || format!("{text} in {}", ours.fen()));
}

/// Texts as engines spell moves.
fn one_uci(ours: &Chess, others: &Others, text: &str) {
    let shakmaty = UciMove::from_ascii(text.as_bytes()).ok().and_then(|uci| uci.to_move(&others.shakmaty).ok());
    let cozy = others.cozy.as_ref().and_then(|board| {
        let mv = cozy_chess::util::parse_uci_move(board, text).ok()?;
        board.is_legal(mv).then(|| mv.to_string())
    });
    let mv = ours.parse_uci(text).ok().map(ours_as_text);
    as_others_do(mv, shakmaty.map(shakmaty_as_text), cozy, || format!("{text} in {}", ours.fen()));
}

/// What we read is what each of the others reads, and we read what both of them read.
fn as_others_do(ours: Option<String>, shakmaty: Option<String>, cozy: Option<String>, what: impl Fn() -> String) {
    let both = shakmaty.is_some() && shakmaty == cozy;
    for theirs in [shakmaty, cozy].into_iter().flatten() {
        if both || ours.is_some() {
            assert_eq!(ours.as_ref(), Some(&theirs), "{}", what());
        }
    }
}

/// What we take strictly as a FEN shakmaty takes too, for the same board; what both others take we take at least leniently.
fn one_fen(text: &str) {
    let theirs = Fen::from_ascii(text.as_bytes());
    let mut ours = fen::parse_tolerating::<ChessRules>(text, Violations::NONE).ok();
    if let Some(ours) = &ours {
        let theirs = theirs.as_ref().expect("strictly a FEN");
        assert_eq!(theirs.as_setup().board.to_string(), ours.board().fen().as_str());
    }
    let shakmaty =
        theirs.ok().and_then(|fen| fen.into_position::<shakmaty::Chess>(shakmaty::CastlingMode::Chess960).ok());
    if let (Some(shakmaty), Ok(_)) = (shakmaty, text.parse::<cozy_chess::Board>()) {
        let (lenient, _) = fen::parse_lenient(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let theirs = Fen::from_position(&shakmaty, shakmaty::EnPassantMode::Legal).to_string();
        assert_eq!(fields(&lenient.fen(), 4), fields(&theirs, 4), "{text}");
        ours = Some(lenient);
    }
    if let Some(ours) = ours {
        beside(&ours);
    }
}

/// The first fields of a FEN.
fn fields(fen: &str, count: usize) -> Vec<&str> {
    fen.split(' ').take(count).collect()
}
