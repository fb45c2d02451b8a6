//! Small types: each value prints, parses, has a letter and a number, and is found from all of them.

use std::collections::BTreeSet;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use chess0x88::{ChessRules, Color, File, ParseNameError, Piece, Rank, Role, Rules, Square, SquareSet};
use proptest::prelude::*;

/// Reads all texts of up to two characters, printable or not.
fn texts() -> impl Iterator<Item = String> {
    let chars = || (0..=255_u8).map(char::from).chain(['Ｋ', '♔']);
    let one = chars().map(String::from);
    let two = chars().flat_map(move |first| chars().map(move |second| format!("{first}{second}")));
    one.chain(two).chain([String::new(), "e4 ".to_owned(), "M~~".to_owned()])
}

fn reads_back<T: Copy + Debug + Display + PartialEq + FromStr<Err = ParseNameError>>(all: &[T], readings: usize) {
    for &value in all {
        assert_eq!(value.to_string().parse(), Ok(value));
    }
    let read: Vec<T> = texts().filter_map(|text| text.parse().ok()).collect();
    assert!(read.iter().all(|value| all.contains(value)));
    assert_eq!(read.len(), readings, "{read:?}");
}

#[test]
fn every_value_prints_and_reads_back_and_nothing_else_reads() {
    reads_back(&Square::ALL, 64);
    reads_back(&File::ALL, 8);
    reads_back(&Rank::ALL, 8);
    reads_back(&Role::ALL, 2 * Role::COUNT);
    let marked = Color::ALL.map(|color| Piece::new(color, Role::Met).promoted());
    reads_back(&[Piece::ALL.to_vec(), marked.to_vec()].concat(), Piece::COUNT + 2);
    // The letters; the words are longer.
    reads_back(&Color::ALL, 2);
    assert_eq!(["WHITE", "Black"].map(str::parse), [Ok(Color::White), Ok(Color::Black)]);
}

#[test]
fn ends_and_claims_print_and_read_back() {
    use chess0x88::game::{Claim, DrawReason, NoWinReason, WinReason};
    use chess0x88::{Outcome, Setup};
    let claims = ["fifty moves", "threefold repetition"];
    assert_eq!(claims.map(str::parse), [Ok(Claim::FiftyMoves), Ok(Claim::ThreefoldRepetition)]);
    assert_eq!(
        claims.map(|claim| claim.parse::<Claim>().map(|claim| claim.to_string())),
        claims.map(|text| Ok(text.into()))
    );
    let wins = ["checkmate", "resignation", "flag fall"];
    let draws = [
        "stalemate",
        "insufficient material",
        "dead position",
        "agreement",
        "resignation against insufficient material",
        "flag fall against insufficient material",
        "threefold repetition",
        "fifty moves",
        "fivefold repetition",
        "seventy-five moves",
        "board's honour",
        "pieces' honour",
        "mate by the side that was counting",
    ];
    // The decisions of arbiters and servers, and the unknown reason, are reasons of each kind.
    let others = ["abandonment", "forfeit", "adjudication", "rules infraction", "unknown means"];
    for by in wins.into_iter().chain(others) {
        let reason: WinReason = by.parse().expect(by);
        assert_eq!(reason.to_string(), by);
        for winner in Color::ALL {
            let outcome = Outcome::Win { winner, by: reason };
            assert_eq!(outcome.to_string().parse(), Ok(outcome));
        }
    }
    for by in draws.into_iter().chain(others) {
        let reason: DrawReason = by.parse().expect(by);
        assert_eq!(reason.to_string(), by);
        assert_eq!(Outcome::Draw(reason).to_string().parse(), Ok(Outcome::Draw(reason)));
    }
    for by in others {
        let reason: NoWinReason = by.parse().expect(by);
        assert_eq!(reason.to_string(), by);
        for half in [None, Some(Color::White), Some(Color::Black)] {
            let outcome = Outcome::NoWin { half, by: reason };
            assert_eq!(outcome.to_string().parse(), Ok(outcome));
        }
    }
    assert_eq!(
        "checkmate".parse::<NoWinReason>().expect_err("a win").to_string(),
        "neither side wins by forfeit, adjudication and the like"
    );
    for text in
        ["", "draw", "draw by ", "draw by checkmate", "White wins by stalemate", "white wins by checkmate", "1-0"]
    {
        let error = text.parse::<Outcome>().expect_err(text);
        assert_eq!(error.to_string(), "an outcome is a sentence such as White wins by checkmate or draw by agreement");
    }
    let reasons =
        ["Checkmate".parse::<WinReason>().expect_err("upper case"), "".parse::<DrawReason>().expect_err("empty")];
    assert_eq!(
        reasons.map(|error| error.to_string()),
        [
            "a game is won by checkmate, resignation, flag fall and the like",
            "a game is drawn by stalemate, agreement, threefold repetition and the like",
        ]
    );
    assert_eq!(Setup::<ChessRules>::default(), ChessRules::START);
}

#[test]
fn small_types_print_as_their_names() {
    use chess0x88::fen::EnPassantMode;
    use chess0x88::uci::CastlingMode;
    use chess0x88::{CastlingSide, MoveKind};
    assert_eq!(CastlingSide::ALL.map(|side| side.to_string()), ["king's side", "queen's side"]);
    assert_eq!(MoveKind::DoubleStep.to_string(), "double step");
    assert_eq!(format!("{:>12}|", MoveKind::EnPassant), "  en passant|");
    assert_eq!([CastlingMode::Standard, CastlingMode::Chess960].map(|mode| mode.to_string()), ["standard", "Chess960"]);
    let modes = [EnPassantMode::Legal, EnPassantMode::PseudoLegal, EnPassantMode::Always];
    assert_eq!(modes.map(|mode| mode.to_string()), ["legal", "pseudo-legal", "always"]);
}

#[test]
fn every_value_has_its_letter_and_its_number() {
    assert!(File::ALL.iter().all(|&file| file.char().to_string().parse() == Ok(file)));
    assert!(Rank::ALL.iter().all(|&rank| rank.char().to_string().parse() == Ok(rank)));
    assert!(Role::ALL.iter().all(|&role| role.char().to_string().parse() == Ok(role)));
    assert!(Color::ALL.iter().all(|&color| color.char().to_string().parse() == Ok(color)));
    assert!(Piece::ALL.iter().all(|&piece| Piece::from_char(piece.char()) == Some(piece)));
    for index in 0..100 {
        assert_eq!(Square::from_index(index), Square::ALL.get(index).copied());
    }
    assert!(Piece::ALL.iter().enumerate().all(|(index, piece)| piece.index() == index));
    assert!(Role::ALL.iter().enumerate().all(|(index, role)| role.index() == index));
    assert!(Role::ALL.is_sorted() && Piece::ALL.is_sorted());
    // Tables for chess need only six roles.
    assert_eq!(ChessRules::ROLES, &Role::ALL[..6]);
}

#[test]
fn an_invalid_name_gets_an_error_with_a_valid_form() {
    let told = [
        "i1".parse::<Square>().map(drop),
        "i".parse::<File>().map(drop),
        "9".parse::<Rank>().map(drop),
        "grey".parse::<Color>().map(drop),
        "X".parse::<Role>().map(drop),
        "N~".parse::<Piece>().map(drop),
    ];
    assert_eq!(
        told.map(|result| result.unwrap_err().to_string()),
        [
            "a square is a letter a-h and a digit 1-8, such as e4",
            "a file is a letter a-h",
            "a rank is a digit 1-8",
            "a colour is white or black, or w or b",
            "a kind of piece is a letter of PNBRQKMS",
            "a piece is a letter of PNBRQKMSpnbrqkms, or M~ or m~",
        ]
    );
}

#[test]
fn a_width_pads() {
    assert_eq!(format!("{:>2}|{:<3}|{:^3}|{:2}", File::E, Rank::Fourth, Role::Queen, Piece::ALL[1]), " e|4  | Q |p ");
}

proptest! {
    /// Compared with the set of the standard library.
    #[test]
    fn a_square_set_does_what_sets_do(one: u64, other: u64, square in 0..64_usize) {
        let (a, b) = (SquareSet::from_bits(one), SquareSet::from_bits(other));
        let [x, y]: [BTreeSet<Square>; 2] = [a, b].map(|set| set.iter().collect());
        let square = Square::from_index(square).expect("below 64");
        prop_assert!((a - b).iter().eq(x.difference(&y).copied()));
        let assigned = |assign: fn(&mut SquareSet, SquareSet)| {
            let mut set = a;
            assign(&mut set, b);
            set
        };
        prop_assert_eq!(assigned(|set, other| *set -= other), a - b);
        prop_assert_eq!(assigned(|set, other| *set |= other), a | b);
        prop_assert_eq!(assigned(|set, other| *set &= other), a & b);
        prop_assert_eq!(assigned(|set, other| *set ^= other), a ^ b);
        prop_assert_eq!(assigned(Extend::extend), a | b);
        let mut without = a;
        without.remove(square);
        prop_assert_eq!(without, a - square.into());
        prop_assert_eq!((a.first(), a.last()), (x.first().copied(), x.last().copied()));
        prop_assert_eq!(format!("{a:?}"), format!("{x:?}"));
        prop_assert!(a.iter().rev().eq(x.iter().rev().copied()));
        prop_assert!((&a).into_iter().eq(a));
        // From both ends at once.
        let mut squares = a.iter();
        let mut met = BTreeSet::new();
        while let Some(low) = squares.next() {
            met.insert(low);
            met.extend(squares.next_back());
            prop_assert_eq!(met.len() + squares.len(), a.len());
        }
        prop_assert_eq!(met, x);
        prop_assert_eq!((squares.next(), squares.next_back()), (None, None));
    }
}
