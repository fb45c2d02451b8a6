//! Values are equal only if each of their fields is: of each type a row of values that differ in one field, and each value built twice.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

use chess0x88::error::Found;
use chess0x88::san::{PieceLetters, SanText};
use chess0x88::{
    Board0x88, Chess, ChessRules, Keyed, Makruk, MakrukRules, Piece, Role, Setup, Square, Violation, Violations,
};

/// Requires that the values are equal to themselves alone.
fn differ<T: PartialEq + Debug>(values: &[T]) {
    for (n, one) in values.iter().enumerate() {
        for (m, other) in values.iter().enumerate() {
            assert_eq!(one == other, n == m, "{one:?} and {other:?}");
        }
    }
}

/// And so are their hashes.
fn differ_by_hash<T: PartialEq + Hash + Debug>(values: &[T]) {
    differ(values);
    let hash = |value: &T| {
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        hasher.finish()
    };
    assert_eq!(values.iter().map(hash).collect::<HashSet<_>>().len(), values.len(), "{values:?}");
}

/// And their order.
fn differ_by_order<T: Ord + Hash + Debug>(values: &[T]) {
    differ_by_hash(values);
    for (one, other) in values.iter().flat_map(|one| values.iter().map(move |other| (one, other))) {
        assert_eq!(one.cmp(other).is_eq(), one == other, "{one:?} and {other:?}");
        assert_eq!(one.cmp(other), other.cmp(one).reverse(), "{one:?} and {other:?}");
    }
}

const FENS: [&str; 14] = [
    "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
    "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",
    "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 1",
    "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQq - 0 1",
    "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kkq - 0 1",
    "r3k2r/8/8/3pP3/8/8/8/R3K2R w Qkq - 0 1",
    "r3k2r/8/8/3pP3/8/8/8/RR2K2R w KBkq - 0 1",
    "r3k2r/8/8/3pP3/8/8/8/RR2K2R w KQkq - 0 1",
    "r3k2r/8/8/3PP3/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/3ppP2/8/8/8/R3K2R w KQkq d6 0 1",
    "r3k2r/8/8/3ppP2/8/8/8/R3K2R w KQkq e6 0 1",
    "r3k2r/8/8/3pN3/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/3p1P2/8/8/8/R3K2R w KQkq - 0 1",
];

#[test]
fn positions_differ_in_what_counts_for_repetition() {
    // The square d6 of the eleventh counts for nothing: f5 does not capture there.
    let positions: Vec<Chess> = FENS.iter().map(|fen| fen.parse().expect(fen)).collect();
    differ_by_hash(&positions);
    differ_by_hash(&positions.iter().copied().map(Keyed::from).collect::<Vec<_>>());
    for position in &positions {
        let mut setup = position.to_setup();
        (setup.halfmove_clock, setup.fullmove_number) = (7, 9);
        let other = setup.to_position().expect("legal");
        assert_eq!((&other, other.key()), (position, position.key()), "clocks do not count");
        differ(&[*position, setup.to_position().map(Chess::flip_colors).expect("legal")]);
    }
}

#[test]
fn setups_differ_in_every_field() {
    let mut setups: Vec<Setup<ChessRules>> = FENS.iter().map(|fen| fen.parse().expect(fen)).collect();
    let first = setups[0];
    setups.extend([Setup { halfmove_clock: 1, ..first }, Setup { fullmove_number: 2, ..first }]);
    differ_by_hash(&setups);
    let counts = [
        "8/3k4/6M~1/2K1S3/8/8/8/8 b - 44 3 1",
        "8/3k4/6M1/2K1S3/8/8/8/8 b - 44 3 1",
        "8/3k4/6M~1/2K1S3/8/8/8/8 b - 45 3 1",
        "8/3k4/6M~1/2K1S3/8/8/8/8 b - 44 4 1",
        "8/3k4/6M~1/2K1S3/8/8/8/8 b - - 3 1",
        "8/3k4/6M~1/2K1S3/8/8/8/8 w - 44 3 1",
    ];
    differ_by_hash(&counts.map(|fen| fen.parse::<Setup<MakrukRules>>().expect(fen)));
    // A Met that was a Bia is a Met for repetition.
    let [promoted, met] = [counts[0], counts[1]].map(|fen| fen.parse::<Makruk>().expect(fen));
    assert_eq!(promoted, met);
}

#[test]
fn boards_and_pieces_differ_in_each_square_and_letter() {
    let boards = Square::ALL.iter().flat_map(|&square| {
        [Piece::ALL[0], Piece::ALL[1], Piece::ALL[Piece::COUNT - 1]].map(|piece| {
            let mut board = Board0x88::empty();
            board.set(square, Some(piece));
            board
        })
    });
    differ_by_hash(&boards.chain([Board0x88::empty()]).collect::<Vec<_>>());
    let makruk: Setup<MakrukRules> = "8/3k4/6M~1/2K1S1m~1/8/8/8/8 b - - 3 1".parse().expect("promoted Met");
    let promoted = makruk.board.pieces().map(|(_, piece)| piece).filter(|piece| piece.is_promoted());
    differ_by_order(&Piece::ALL.iter().copied().chain(promoted).collect::<Vec<_>>());
    let letters = Role::ALL.map(|role| PieceLetters::ENGLISH.with(role, "Ж"));
    differ_by_hash(&letters.into_iter().chain([PieceLetters::ENGLISH, PieceLetters::THAI]).collect::<Vec<_>>());
}

#[test]
fn texts_signs_and_violations_differ() {
    let start: Chess = "r3k2r/1P6/8/3pP3/8/5N2/3N4/R3K2R w KQkq d6 0 1".parse().expect("legal");
    let texts: Vec<SanText> = start.legal_moves().iter().map(|&mv| start.san(mv)).collect();
    differ_by_order(&texts);
    for (one, other) in texts.iter().flat_map(|one| texts.iter().map(move |other| (one, other))) {
        assert_eq!(one.cmp(other), one.as_str().cmp(other.as_str()));
        assert_eq!(*one == *other.as_str(), one.as_str() == other.as_str());
    }
    differ(&["a", "b", "é", "è", "e\u{301}", "😀", "😁", "", "\u{fffd}"].map(|text| Found::at(text, 0)));
    assert_eq!(Found::at("ab", 0), Found::at("ac", 0));
    let all = Setup::<ChessRules>::empty().violations() | !Setup::<ChessRules>::empty().violations();
    let single: Vec<Violations> = all.iter().map(Violations::from).chain([Violations::NONE]).collect();
    assert!(single.len() == 21 && single.contains(&Violation::ImpossibleDoubleStep.into()));
    differ_by_hash(&single);
}
