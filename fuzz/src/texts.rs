//! FEN, SAN, UCI and EPD: refused, or read as what they say.

use chess0x88::fen::{EnPassantMode, FenStyle, Repairs};
use chess0x88::uci::CastlingMode;
use chess0x88::{Board0x88, ChessRules, MakrukRules, Position, Rules, Setup, Violations, fen, makruk, packed, san};
use chess0x88_pgn as pgn;
use chess0x88_pgn::epd;

use crate::bytes::Bytes;
use crate::positions::{Variant, all_of, position};

/// FEN of both games, Thai FEN, strictly and leniently.
pub fn fen(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    if let Ok(board) = Board0x88::from_fen(text) {
        assert_eq!(Board0x88::from_fen(&board.fen()), Ok(board));
    }
    one_fen::<ChessRules>(text);
    one_fen::<MakrukRules>(text);
    let lenient = makruk::from_thai_fen_lenient(text);
    if let Ok(position) = makruk::from_thai_fen(text) {
        assert!(lenient.is_ok_and(|(read, repairs)| read == position && repairs.is_empty()), "{text}");
        let back = makruk::from_thai_fen(&makruk::thai_fen(&position)).expect("our own");
        assert_eq!(back, position);
    }
}

fn setups_agree<R: Rules, E>(text: &str, strict: Result<Setup<R>, E>, lenient: Result<(Setup<R>, Repairs), E>) {
    match (strict, lenient) {
        (Ok(strict), Ok((lenient, repairs))) => {
            assert_eq!(lenient, strict);
            assert!(repairs.is_empty(), "{repairs}");
        }
        (Ok(_), Err(_)) => panic!("strictly a FEN, but not leniently"),
        (Err(_), Ok((_, repairs))) => {
            assert!(!repairs.is_empty(), "nothing repaired");
            assert!(repairs.iter().all(|repair| repair.at <= text.len()));
        }
        (Err(_), Err(_)) => {}
    }
}

fn one_fen<R: Rules>(text: &str) {
    let (strict, lenient) = (text.parse::<Setup<R>>(), Setup::<R>::from_fen_lenient(text));
    setups_agree(text, strict, lenient);
    for setup in strict.into_iter().chain(lenient.into_iter().map(|(setup, _)| setup)) {
        assert_eq!(setup.fen().parse(), Ok(setup));
        assert_eq!(
            Position::<R>::from_fen(text).is_ok(),
            text.parse::<Setup<R>>().is_ok_and(|it| it.violations().is_empty())
        );
    }
    let strict = Position::<R>::from_fen(text);
    if let Ok(position) = &strict {
        assert_eq!(fen::parse_tolerating(text, Violations::TOLERABLE).as_ref(), Ok(position));
        for shredder in [false, true] {
            for en_passant in [EnPassantMode::Legal, EnPassantMode::PseudoLegal, EnPassantMode::Always] {
                let fen = fen::write(position, FenStyle { shredder, en_passant });
                let back: Position<R> = fen.parse().expect("our own");
                assert_eq!(&back, position);
                assert_eq!(fen::write(&back, FenStyle { shredder, en_passant }), fen);
            }
        }
        if let Some(packed) = packed::pack(position) {
            assert_eq!(packed::unpack(&packed).as_ref(), Ok(position));
        }
    }
    if let Ok((lenient, repairs)) = fen::parse_lenient::<R>(text) {
        assert_eq!(repairs.is_empty(), strict.is_ok(), "{repairs}");
        let violations = lenient.to_setup().violations();
        assert!((violations & !Violations::TOLERABLE).is_empty(), "{violations}");
    } else {
        assert!(strict.is_err());
    }
}

/// Any text as a move of some position, in SAN.
pub fn san(data: &[u8]) {
    let mut bytes = Bytes(data);
    if bytes.flag() { one_san::<ChessRules>(&mut bytes) } else { one_san::<MakrukRules>(&mut bytes) }
}

fn one_san<R: Variant>(bytes: &mut Bytes<'_>) {
    let position = position::<R>(bytes);
    let moves = position.legal_moves();
    let mut played = position;
    let undo = pgn::play_san(&mut played, bytes.0);
    // Bytes that are no UTF-8 are read as Windows-1252, which has signs of captures and dashes.
    let Some(text) = bytes.text() else { return };
    let (strict, lenient) = (san::parse_strict(&position, text), position.parse_san(text));
    if let Ok(mv) = strict {
        assert_eq!(lenient, Ok(mv));
        assert_eq!(position.san(mv).as_str(), text);
    }
    // Played text may be a null move, which is no move of the list.
    let passed = matches!(&undo, Ok(undo) if undo.played().is_none());
    assert_eq!(passed, san::is_null_move(text) && !position.is_check());
    if passed {
        let mut passed = position;
        assert_eq!(passed.make_null().map(|_| passed), Ok(played));
        return;
    }
    assert_eq!(undo.ok().and_then(|undo| undo.played()), lenient.ok());
    match lenient {
        Ok(mv) => {
            assert!(moves.contains(&mv));
            assert_eq!(all_of(&played), all_of(&position.after_unchecked(mv)));
            for text in [position.san(mv), san::lan(&position, mv)] {
                assert_eq!(position.parse_san(&text), Ok(mv), "{text}");
            }
            assert_eq!(san::parse_strict(&position, &position.san(mv)), Ok(mv));
        }
        Err(error) => {
            assert!(error.candidates().all(|mv| moves.contains(&mv)));
            assert_eq!(all_of(&played), all_of(&position));
            assert!(!error.to_string().is_empty());
        }
    }
}

/// Any text as a move of some position, as engines spell it.
pub fn uci(data: &[u8]) {
    let mut bytes = Bytes(data);
    if bytes.flag() { one_uci::<ChessRules>(&mut bytes) } else { one_uci::<MakrukRules>(&mut bytes) }
}

fn one_uci<R: Variant>(bytes: &mut Bytes<'_>) {
    let position = position::<R>(bytes);
    let Some(text) = bytes.text() else { return };
    match position.parse_uci(text) {
        Ok(mv) => {
            assert!(position.legal_moves().contains(&mv));
            assert_eq!(position.find_move(mv.from(), mv.to(), mv.promotion()), Ok(mv));
            assert_eq!(position.parse_uci(&mv.to_uci(CastlingMode::Chess960)), Ok(mv));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A line of EPD of either game.
pub fn epd(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    one_epd::<ChessRules>(text);
    one_epd::<MakrukRules>(text);
}

fn one_epd<R: Rules>(text: &str) {
    let strict = epd::parse::<R>(text);
    match epd::parse_lenient::<R>(text) {
        Ok((epd, repairs)) => {
            assert_eq!(strict.is_ok(), repairs.is_empty(), "{repairs}");
            if let Ok(strict) = strict {
                assert_eq!(strict.to_string(), epd.to_string());
            }
            let position = epd.position();
            let moves = epd.best_moves().chain(epd.avoid_moves()).chain(epd.moves("sm"));
            for mv in moves.flatten() {
                assert!(position.is_legal(mv));
            }
            let mut after = *position;
            for mv in epd.variation().map_while(Result::ok) {
                after.play(mv).expect("a variation of legal moves");
            }
            for (n, operation) in epd.operations().enumerate() {
                assert!(n <= text.len());
                for operand in operation.operands() {
                    let _ = (operand.is_quoted(), operand.to_string());
                }
            }
            let _ = (epd.depth(), epd.evaluation(), epd.mate_in(), epd.nodes(), epd.seconds());
            let _ = (epd.id().map(|id| id.to_string()), epd.comment(0).is_some());
            // What violates the rules is not written, so it is not read back strictly.
            let written = epd.to_string();
            let (again, _) = epd::parse_lenient::<R>(&written).expect("our own");
            assert_eq!(again.to_string(), written);
            assert_eq!(again.position(), position);
        }
        Err(error) => {
            assert!(strict.is_err());
            assert!(!error.to_string().is_empty());
        }
    }
}
