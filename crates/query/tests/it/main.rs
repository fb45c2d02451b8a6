//! The example `find`: each word of a query holds where a simple test of the board says so, sequences are found in order, and
//! invalid queries are refused with the place.

use chess0x88::{Chess, ChessRules, Color, Makruk, MakrukRules, Piece, Position, Role, Square};

use chess0x88_query::{Query, Search, WORDS};
use common::{chess, coordinates, makruk, scatter, walk};

fn holds(query: &str, position: &Chess) -> bool {
    let read = Query::parse::<ChessRules>(query).expect(query);
    Search::new(&read).next(position)
}

/// Returns the plies at which a query holds in a line from the start position.
fn plies(query: &str, line: &str) -> Vec<usize> {
    let read = Query::parse::<ChessRules>(query).expect(query);
    let (mut search, mut position) = (Search::new(&read), Chess::startpos());
    let mut met = vec![search.next(&position)];
    for san in line.split(' ') {
        let _ = position.play_san(san).expect(san);
        met.push(search.next(&position));
    }
    (0..met.len()).filter(|&ply| met[ply]).collect()
}

fn error(query: &str) -> String {
    Query::parse::<ChessRules>(query).expect_err(query).to_string()
}

#[test]
fn each_word_of_a_query_has_its_meaning() {
    let position = chess("4k3/pp3p2/5p2/3P4/8/8/PP4Pr/R3K2R w KQ - 0 1");
    let true_words = [
        "white",
        "!black",
        "!check",
        "Ke1",
        "!Ke8",
        "ke8",
        ".e4",
        "!.e1",
        "R=2",
        "R>1",
        "R>=2",
        "r<2",
        "r<=1",
        "Q=0",
        "N<1",
        "P[d]=1",
        "P[e]=0",
        "P[2]=3",
        "r[2]=1",
        "isolated(P)=2",
        "isolated(P)[d]=1",
        "isolated(p)=2",
        "doubled(p)",
        "doubled(p)=1",
        "doubled(P)=0",
        "!doubled(P)",
        "passed(P)=1",
        "passed(P)[d]",
        "!passed(P)[g]",
        "!passed(P)[a]",
        "passed(p)=0",
        "balance=5",
        "balance>4",
        "balance<6",
        "!balance<=-1",
    ];
    for word in true_words {
        assert!(holds(word, &position), "{word}");
        let opposite = word.strip_prefix('!').map_or_else(|| format!("!{word}"), String::from);
        assert!(!holds(&opposite, &position), "{opposite}");
    }
    assert!(holds("check", &chess("4k3/8/8/8/8/8/8/4RK2 b - - 0 1")));
    assert!(holds("white Ke1 P[e]=0", &position));
    assert!(!holds("white Ke1 P[e]=1", &position));
    // A promoted Bia is a Met like any other.
    let query = Query::parse::<MakrukRules>("Me5 M=2 balance=4").expect("a query");
    let position: Makruk = makruk("3k4/8/8/4M~3/8/8/8/3KM3 w - - 0 1");
    assert!(Search::new(&query).next(&position));
}

/// Counts the pawns of a kind square by square.
fn counted(position: &Chess, color: Color, kind: &str) -> usize {
    let is_pawn = |square: Square, color| position.board().piece_at(square) == Some(Piece::new(color, Role::Pawn));
    let pawns = |color| Square::ALL.into_iter().filter(move |&square| is_pawn(square, color));
    let ahead = |of: i32, than: i32| if color == Color::White { of > than } else { of < than };
    let is_meant = |&square: &Square| {
        let (file, rank) = coordinates(square);
        let mut own = pawns(color).map(coordinates);
        let mut enemy = pawns(!color).map(coordinates);
        match kind {
            "isolated" => !own.any(|(other, _)| (other - file).abs() == 1),
            "doubled" => own.any(|(other, other_rank)| other == file && ahead(other_rank, rank)),
            _ => !enemy.any(|(other, other_rank)| (other - file).abs() <= 1 && ahead(other_rank, rank)),
        }
    };
    pawns(color).filter(is_meant).count()
}

#[test]
fn pawn_structures_are_those_that_are_counted_square_by_square() {
    let walks = (1..20).flat_map(|seed| walk(Chess::startpos(), seed, 120));
    for position in walks.chain((1..300).map(scatter)) {
        for (color, pawn) in [(Color::White, 'P'), (Color::Black, 'p')] {
            for kind in ["isolated", "doubled", "passed"] {
                let number = counted(&position, color, kind);
                let query = format!("{kind}({pawn})={number}");
                assert!(holds(&query, &position), "{query}: {}", position.fen());
            }
        }
    }
}

#[test]
fn patterns_are_found_one_after_the_other() {
    let line = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O";
    assert_eq!(plies("Nf3", line), [3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(plies("Nf3 white", line), [4, 6, 8]);
    assert_eq!(plies("Bb5 then b=2 B=1", line), [8, 9]);
    assert_eq!(plies("pe5 then Pe4", line), [3, 4, 5, 6, 7, 8, 9], "a later position, not the same");
    assert!(plies("B=1 then Bb5", line).is_empty(), "in that order");
    assert_eq!(plies("white then white then white", line), [4, 6, 8]);
    assert_eq!(plies("Ke1 then Kg1 doubled(p)", line), [9]);
    assert_eq!(plies("white P=8 p=8", line)[0], 0, "the start counts");
}

#[test]
fn invalid_queries_are_refused_with_the_place() {
    assert_eq!(error("Nf3 Qz9 white"), "byte 4 of the query: unknown word \"Qz9\"; --help lists them");
    assert_eq!(error("  elephants"), "byte 2 of the query: unknown word \"elephants\"; --help lists them");
    assert_eq!(error("Nf3 then"), "byte 8 of the query: expected a word, found the end");
    assert_eq!(error(""), "byte 0 of the query: expected a word, found the end");
    assert_eq!(error("then Nf3"), "byte 0 of the query: \"then\" stands behind a pattern");
    assert_eq!(error("Nf3 then then Nf3"), "byte 9 of the query: \"then\" stands behind a pattern");
    for word in [
        "!",
        "!!check",
        "f3",
        "N",
        "N=",
        "N=x",
        "N==1",
        "N=>1",
        "N=99999999999",
        "N<-2147483648",
        "N[]=1",
        "N[x]=1",
        "N[12]=1",
        "N[1=1",
        "passed",
        "passed(",
        "passed()",
        "passed(N)",
        "passed(P",
        "isolated(P)x",
        "balance",
        "balance=",
        ".",
        ".i9",
        "check=1",
        "Mf3",
        "♘f3",
        "=1",
        "Nf33",
        "then!",
    ] {
        assert!(error(&format!("white {word}")).starts_with("byte 6 of the query: unknown word"), "{word}");
    }
    assert!(Query::parse::<MakrukRules>("Mf3 S=2").is_ok());
    assert!(Query::parse::<MakrukRules>("Qf3").is_err(), "no queen in Makruk");
}

/// All words of `--help` are understood.
#[test]
fn all_words_of_the_help_are_understood() {
    let listed =
        WORDS.lines().filter_map(|line| line.strip_prefix("  ")).map(|line| line.split("   ").next().unwrap_or(""));
    let mut count = 0;
    for word in
        listed.flat_map(str::split_ascii_whitespace).filter(|word| !matches!(*word, "then" | "what" | "follows"))
    {
        assert!(Query::parse::<ChessRules>(word).is_ok(), "{word}");
        count += 1;
    }
    assert!(count >= 14, "{count}");
}

#[test]
fn a_search_goes_on_whatever_the_position() {
    fn run<R: chess0x88::Rules>(start: Position<R>) -> usize {
        let query = Query::parse::<R>("!check then black then K=1 balance<=0").expect("a query");
        let mut search = Search::new(&query);
        walk(start, 88, 60).iter().filter(|position| search.next(position)).count()
    }
    assert!(run(Chess::startpos()) > 0 && run(Makruk::startpos()) > 0);
}
