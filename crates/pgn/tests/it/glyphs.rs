//! The numbers of annotation symbols, compared with a second table.

use chess0x88_pgn::GameTree;

/// Each number, the words of its meaning and the symbols that are written for it. Sources: the PGN standard, section 10, for numbers and words up
/// to 19; for symbols, and for 140 to 220, the table "Numeric Annotation Glyphs" of Wikipedia and the lists of `ChessBase` and Scid.
const ROWS: [(u8, &str, &[&str]); 21] = [
    (1, "good move", &["!"]),
    (2, "poor move", &["?"]),
    (3, "very good move", &["!!", "‼"]),
    (4, "very poor move", &["??", "⁇"]),
    (5, "speculative move", &["!?", "⁉"]),
    (6, "questionable move", &["?!", "⁈"]),
    (7, "forced move", &["□"]),
    (10, "drawish position", &["="]),
    (13, "unclear position", &["∞"]),
    (14, "White has a slight advantage", &["⩲", "+=", "+/="]),
    (15, "Black has a slight advantage", &["⩱", "=+", "=/+"]),
    (16, "White has a moderate advantage", &["±", "+/-", "+/−", "+/–"]),
    (17, "Black has a moderate advantage", &["∓", "-/+", "−/+", "–/+"]),
    (18, "White has a decisive advantage", &["+-", "+−", "+–"]),
    (19, "Black has a decisive advantage", &["-+", "−+", "–+"]),
    (140, "with the idea", &["∆", "Δ", "△"]),
    (141, "aimed against", &["∇"]),
    (142, "better is", &["⌓"]),
    (143, "worse is", &["≤"]),
    (146, "novelty", &["N"]),
    (220, "diagram", &["D"]),
];

#[test]
fn symbols_have_the_numbers_of_the_standard() {
    for (number, meaning, signs) in ROWS {
        for sign in signs {
            // A letter must be a word by itself, since a move can end in a letter too.
            let glued = if sign.chars().all(char::is_alphabetic) && sign.is_ascii() { None } else { Some("") };
            for gap in glued.into_iter().chain([" "]) {
                for moves in ["1. e4{} e5", "1. Nf3{} Nf6", "1. e4 e5 2. Ba6{} bxa6"] {
                    let text = moves.replace("{}", &format!("{gap}{sign}")) + " *";
                    let tree: GameTree = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
                    let nags = tree.main_line().flat_map(|id| tree.node(id).expect("a node").nags.clone());
                    assert_eq!(nags.collect::<Vec<_>>(), [number], "{meaning}: {text}");
                }
            }
        }
    }
}
