//! Properties that hold for all inputs and all games.

use crate::events::{Event, Log, events, pgn_like, shorthand};
use chess0x88_pgn::{Flow, GameResult, PgnError, RawText, Reader, Visitor, Writer};
use proptest::prelude::*;

/// Checks that everything reported is in the input.
struct Within<'a> {
    input: &'a [u8],
    errors: usize,
}

impl Within<'_> {
    fn check(&self, part: &[u8]) {
        let (input, part) = (self.input.as_ptr_range(), part.as_ptr_range());
        assert!(input.start <= part.start && part.end <= input.end);
    }
}

impl<'a> Visitor<'a> for Within<'a> {
    fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
        self.check(name);
        self.check(value.as_bytes());
        assert_eq!(value.to_string(), value.chars().collect::<String>());
    }
    fn san(&mut self, san: &'a [u8], offset: usize) -> Flow {
        assert!(!san.is_empty());
        assert_eq!(&self.input[offset..offset + san.len()], san);
        Flow::Continue
    }
    fn comment(&mut self, comment: RawText<'a>) {
        self.check(comment.as_bytes());
        assert!(comment.commands().count() <= comment.as_bytes().len());
    }
    fn error(&mut self, error: PgnError) {
        self.errors += 1;
        assert!(error.offset() <= self.input.len());
        let ends = |&at: &usize| match self.input[at] {
            b'\n' => true,
            b'\r' => self.input.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        assert_eq!(error.line(), 1 + (0..error.offset()).filter(ends).count());
    }
}

/// The start and the result of each game, read or skipped.
fn boundaries(input: &[u8], skip_games: bool, skip_variations: bool) -> Vec<(usize, Option<Event>)> {
    let mut log = Log { skip_games, skip_variations, ..Log::default() };
    let mut reader = Reader::new(input);
    let mut games = Vec::new();
    let mut last = 0;
    while reader.read_game(&mut log) {
        assert!(reader.offset() > last, "no progress");
        last = reader.offset();
        games.push((last, log.events.last().cloned()));
    }
    games
}

proptest! {
    #![proptest_config(ProptestConfig { cases: common::cases(500), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_to_the_end(input in prop::collection::vec(any::<u8>(), 0..300)) {
        let mut reader = Reader::new(&input);
        while reader.read_game(&mut Within { input: &input, errors: 0 }) {}
        prop_assert_eq!(reader.offset(), input.len());
    }

    #[test]
    fn pgn_like_bytes_are_read_to_the_end(input in pgn_like()) {
        let mut reader = Reader::new(&input);
        while reader.read_game(&mut Within { input: &input, errors: 0 }) {}
        prop_assert_eq!(reader.offset(), input.len());
    }

    #[test]
    fn games_end_at_the_same_places_read_or_passed_over(input in pgn_like()) {
        let read = boundaries(&input, false, false);
        let offsets = |games: &[(usize, _)]| games.iter().map(|(offset, _)| *offset).collect::<Vec<_>>();
        for (skip_games, skip_variations) in [(true, false), (false, true)] {
            let skipped = boundaries(&input, skip_games, skip_variations);
            prop_assert_eq!(offsets(&read), offsets(&skipped));
            for ((_, read), (_, skipped)) in read.iter().zip(&skipped) {
                if !matches!(read, Some(Event::Error(_))) {
                    prop_assert_eq!(read, skipped);
                }
            }
        }
    }
}

/// A piece of PGN; `None` is a comment.
fn commented() -> impl Strategy<Value = Vec<Option<&'static str>>> {
    let pieces = "e4 |Nf3 |O-O |0-0 |0000 |1. |1... |\n|\n\n|1-0 |* |½-½ |( |) |$1 |[Result \"0-0\"]\n|[White \"A\"]\n|resigned |\
        +- |, |<br>|\n%a\n|\n\n1. d4 |\n1. c4 ";
    let pieces: Vec<&str> = pieces.split('|').collect();
    let piece = prop_oneof![3 => prop::sample::select(pieces).prop_map(Some), 1 => Just(None)];
    prop::collection::vec(piece, 0..24)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: common::cases(1000), failure_persistence: None, ..ProptestConfig::default() })]

    /// Wherever a comment stands: behind a result, behind `0-0`, before a game and within it.
    #[test]
    fn a_comment_in_braces_is_read_as_one_to_the_end_of_the_line(pieces in commented()) {
        let told = |comment: &str| {
            let text: String = pieces.iter().map(|piece| piece.unwrap_or(comment)).collect();
            // If there is no game, a comment in braces is one.
            shorthand(&events(format!("e4 *\n\n{text}").as_bytes()))
        };
        prop_assert_eq!(told("{x}\n"), told(";x\n"));
    }
}

/// Parts of a tag line, and texts that do not belong there.
fn tag_lines() -> impl Strategy<Value = Vec<[String; 4]>> {
    let name = prop_oneof![4 => "[A-C]", 3 => "[A-Za-z0-9_]{1,26}", 1 => "[A-Cä!\\[\\]\" \t]{0,9}"];
    let gap = prop::sample::select(vec![" ", " ", " ", " ", "", "  ", "\t", "\n"]).prop_map(String::from);
    let value = prop_oneof![
        4 => "[a-z .:/!-]{0,70}",
        1 => "[a-cé \"\\\\\\[\\]\n\r\t\x1b\x7f]{0,12}",
    ];
    let end = prop::sample::select(vec!["\n", "\n", "\r\n", "", "\n\n", " \n", "\n%\n", "\r"]).prop_map(String::from);
    prop::collection::vec((name, gap, value, end).prop_map(|(name, gap, value, end)| [name, gap, value, end]), 0..9)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: common::cases(1000), failure_persistence: None, ..ProptestConfig::default() })]

    /// With a space after the bracket a tag is not read by the fast path, nor is a tag near the end of the input.
    #[test]
    fn the_usual_spelling_of_tags_is_read_as_any_other(lines in tag_lines()) {
        let spelt = |open: &str| {
            let tags = lines.iter().map(|[name, gap, value, end]| format!("{open}{name}{gap}\"{value}\"]{end}"));
            tags.collect::<String>() + "1. e4 *"
        };
        let (usual, other) = (spelt("["), spelt("[ "));
        let long = usual.clone() + &" ".repeat(200);
        // A value that is not closed continues into the next tag.
        let told = |text: &str| shorthand(&events(text.as_bytes())).replace(' ', "");
        prop_assert_eq!(told(&usual), told(&other));
        prop_assert_eq!(told(&long), told(&other));
        let ends = |text: &str, skip| boundaries(text.as_bytes(), skip, false).len();
        prop_assert_eq!(ends(&long, true), ends(&other, false));
    }
}

/// A token of movetext, or a whole variation.
#[derive(Clone, Debug)]
enum Token {
    San(String),
    Nag(u8),
    Comment(String),
    Variation(Vec<Token>),
}

fn comment() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        3 => "[a-zA-Zäß棋0-9.,!?()\"\\\\;$*-]{1,12}",
        1 => prop::sample::select(vec!["}", "{", "%", "[%clk 0:03:00]", "[%eval -0.25]", "[x", "1-0", "[Event \"x\"]"])
            .prop_map(String::from),
        1 => "[a-z]{60,120}",
    ];
    prop::collection::vec(word, 0..14).prop_map(|words| words.join(" "))
}

fn tokens() -> impl Strategy<Value = Vec<Token>> {
    let token = prop_oneof![
        6 => prop_oneof!["[NBRQK][a-h]?x?[a-h][1-8][+#]?", "[a-h](x[a-h])?[1-8](=[QRBN])?", "O-O(-O)?", "--|Z0|0-0"]
            .prop_map(Token::San),
        1 => any::<u8>().prop_map(Token::Nag),
        1 => comment().prop_map(Token::Comment),
    ];
    prop::collection::vec(token, 0..20).boxed().prop_recursive(4, 60, 3, |inner| {
        (inner.clone(), inner.clone(), inner)
            .prop_map(|(mut before, variation, after)| {
                before.push(Token::Variation(variation));
                before.extend(after);
                before
            })
            .boxed()
    })
}

type Game = (Vec<(String, String)>, Vec<Token>, GameResult);

fn game() -> impl Strategy<Value = Game> {
    let result =
        prop::sample::select(vec![GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown]);
    let tags = prop::collection::vec("[a-zé\"\\\\ \\]\\[{}%;-]{0,90}", 1..5);
    let named = |values: Vec<String>| {
        values.into_iter().enumerate().map(|(n, value)| (format!("Tag{n}"), value)).collect::<Vec<_>>()
    };
    (tags.prop_map(named), tokens(), result)
}

fn write_tokens(writer: &mut Writer<&mut String>, tokens: &[Token], mut ply: u32) {
    for token in tokens {
        match token {
            Token::San(san) => {
                writer.san(ply, san).unwrap();
                ply += 1;
            }
            Token::Nag(nag) => writer.nag(*nag).unwrap(),
            Token::Comment(text) => writer.comment(text).unwrap(),
            Token::Variation(inner) => {
                writer.begin_variation().unwrap();
                write_tokens(writer, inner, ply.saturating_sub(1));
                writer.end_variation().unwrap();
            }
        }
    }
}

fn write(games: &[Game], width: usize) -> String {
    let mut text = String::new();
    let mut writer = Writer::with_width(&mut text, width);
    for (tags, tokens, result) in games {
        for (name, value) in tags {
            writer.tag(name, value).unwrap();
        }
        write_tokens(&mut writer, tokens, 0);
        writer.end_game(*result).unwrap();
    }
    text
}

fn expected(games: &[Game]) -> Vec<Event> {
    fn tell(events: &mut Vec<Event>, tokens: &[Token]) {
        for token in tokens {
            match token {
                Token::San(san) => events.push(Event::San(san.clone())),
                Token::Nag(nag) => events.push(Event::Nag(*nag)),
                Token::Comment(text) => events.push(Event::Comment(text.clone())),
                Token::Variation(inner) => {
                    events.push(Event::Open);
                    tell(events, inner);
                    events.push(Event::Close);
                }
            }
        }
    }
    let mut events = Vec::new();
    for (tags, tokens, result) in games {
        events.extend(tags.iter().map(|(name, value)| Event::Tag(name.clone(), value.clone())));
        events.push(Event::Moves);
        tell(&mut events, tokens);
        events.push(Event::End(Some(*result)));
    }
    events
}

fn told(text: &str, normalise: bool) -> Vec<Event> {
    let mut events = events(text.as_bytes());
    events.retain(|event| !matches!(event, Event::Begin(_)));
    for event in &mut events {
        if let Event::Comment(text) = event
            && normalise
        {
            *text = text.replace('\n', " ");
        }
    }
    events
}

proptest! {
    #![proptest_config(ProptestConfig { cases: common::cases(24), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_was_written_reads_back_equal(games in prop::collection::vec(game(), 1..3)) {
        let expected = expected(&games);
        prop_assert_eq!(told(&write(&games, usize::MAX), false), expected.clone());
        for width in [79, 20, 0] {
            prop_assert_eq!(told(&write(&games, width), true), expected.clone());
        }
    }

    #[test]
    fn without_a_width_comments_come_back_exact(comment in "[a-c \n\r\t%\\[\\]{;]{0,40}|[a \n]{0,400}") {
        let mut text = String::new();
        let mut writer = Writer::with_width(&mut text, usize::MAX);
        writer.san(0, "e4").unwrap();
        writer.comment(&comment).unwrap();
        writer.end_game(GameResult::Unknown).unwrap();
        let comment = comment.trim_matches([' ', '\n', '\r', '\t']).to_owned();
        prop_assert!(told(&text, false).contains(&Event::Comment(comment)), "{:?}", text);
    }

    #[test]
    fn lines_stay_within_the_width(games in prop::collection::vec(game(), 1..3)) {
        for line in write(&games, 79).lines() {
            // Tags, comments to the end of the line and joined words may be longer than the width.
            let free = line.starts_with('[') || line.contains(['[', '%', ';']);
            let words = line.split(' ').filter(|word| !word.is_empty() && !word.starts_with('}')).count();
            prop_assert!(free || line.chars().count() <= 79 || words == 1, "{}", line);
        }
    }
}
