//! What is read from JSON, from postcard's bytes and by the reader of PGN, and written again.

use std::ops::ControlFlow;

use chess0x88::game::Claim;
use chess0x88::{
    CastlingRights, ChessRules, Color, File, Game, MakrukRules, Move, Outcome, Piece, Position, Rank, Role, Rules,
    Setup, Square, SquareSet,
};
use chess0x88_pgn::{Flow, GameResult, GameTree, RawText, Reader, Visitor, Writer};
use pgn_reader::{SanPlus, Skip};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::bytes::Bytes;
use crate::pgn::words;

/// Any bytes as JSON and as postcard, for every type.
pub fn serde(data: &[u8]) {
    both::<Square>(data);
    both::<File>(data);
    both::<Rank>(data);
    both::<Color>(data);
    both::<Role>(data);
    both::<Piece>(data);
    both::<Move>(data);
    both::<SquareSet>(data);
    both::<CastlingRights>(data);
    both::<Outcome>(data);
    both::<Claim>(data);
    of_game::<ChessRules>(data);
    of_game::<MakrukRules>(data);
}

fn of_game<R: Rules>(data: &[u8]) {
    both::<Setup<R>>(data);
    both::<Position<R>>(data);
    both::<Game<R>>(data);
    // A tree says what PGN can say: white space in comments may change.
    if let Ok(tree) = serde_json::from_slice::<GameTree<R>>(data) {
        let text = serde_json::to_vec(&tree).expect("a string");
        let again = serde_json::from_slice::<GameTree<R>>(&text).expect("our own");
        assert_eq!(words(&again), words(&tree));
    }
    if let Ok(tree) = postcard::from_bytes::<GameTree<R>>(data) {
        let bytes = postcard::to_allocvec(&tree).expect("bytes");
        let again = postcard::from_bytes::<GameTree<R>>(&bytes).expect("our own");
        assert_eq!(words(&again), words(&tree));
    }
}

/// What can be read is written, and reads back equal in both forms.
fn both<T: Serialize + DeserializeOwned + PartialEq>(data: &[u8]) {
    let read = [serde_json::from_slice::<T>(data).ok(), postcard::from_bytes::<T>(data).ok()];
    for value in read.into_iter().flatten() {
        let text = serde_json::to_string(&value).expect("a string");
        assert!(serde_json::from_str::<T>(&text).expect("our own") == value, "{text}");
        let bytes = postcard::to_allocvec(&value).expect("bytes");
        assert!(postcard::from_bytes::<T>(&bytes).expect("our own") == value, "{text}");
    }
}

/// What a writer is told, and what a reader tells. Texts are words, since lines break at spaces.
#[derive(Debug, PartialEq)]
enum Token {
    Begin,
    Tag(String, String),
    San(String),
    Nag(u8),
    Comment(Vec<String>),
    Open,
    Close,
    End(Option<GameResult>),
}

impl Token {
    fn comment(text: &str) -> Token {
        Token::Comment(text.split_whitespace().map(String::from).collect())
    }
}

struct Tokens(Vec<Token>);

impl<'a> Visitor<'a> for Tokens {
    fn begin_game(&mut self, _: usize) {
        self.0.push(Token::Begin);
    }
    fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
        self.0.push(Token::Tag(String::from_utf8_lossy(name).into_owned(), value.to_string()));
    }
    fn san(&mut self, san: &'a [u8], _: usize) -> Flow {
        self.0.push(Token::San(String::from_utf8_lossy(san).into_owned()));
        Flow::Continue
    }
    fn nag(&mut self, nag: u8) {
        self.0.push(Token::Nag(nag));
    }
    fn comment(&mut self, comment: RawText<'a>) {
        self.0.push(Token::comment(&comment.to_string()));
    }
    fn begin_variation(&mut self) -> Flow {
        self.0.push(Token::Open);
        Flow::Continue
    }
    fn end_variation(&mut self) {
        self.0.push(Token::Close);
    }
    fn end_game(&mut self, result: Option<GameResult>) {
        self.0.push(Token::End(result));
    }
    fn error(&mut self, error: chess0x88_pgn::PgnError) {
        panic!("{error}");
    }
}

/// The same of pgn-reader, a game each. It passes over comments from a semicolon to the end of the line.
struct Peer;

impl pgn_reader::Visitor for Peer {
    type Tags = Vec<Token>;
    type Movetext = Vec<Token>;
    type Output = Vec<Token>;

    fn begin_tags(&mut self) -> ControlFlow<Vec<Token>, Vec<Token>> {
        ControlFlow::Continue(vec![Token::Begin])
    }
    fn tag(&mut self, tags: &mut Vec<Token>, name: &[u8], value: pgn_reader::RawTag<'_>) -> ControlFlow<Vec<Token>> {
        // Its own way of undoing escapes does not tell `\\"` from `\"`.
        let mut bytes = value.as_bytes().iter().copied();
        let plain =
            std::iter::from_fn(|| bytes.next().and_then(|byte| if byte == b'\\' { bytes.next() } else { Some(byte) }));
        let [name, value] =
            [name.to_vec(), plain.collect()].map(|text| String::from_utf8(text).expect("as it was written"));
        tags.push(Token::Tag(name, value));
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, tags: Vec<Token>) -> ControlFlow<Vec<Token>, Vec<Token>> {
        ControlFlow::Continue(tags)
    }
    fn san(&mut self, told: &mut Vec<Token>, san: SanPlus) -> ControlFlow<Vec<Token>> {
        told.push(Token::San(san.to_string()));
        ControlFlow::Continue(())
    }
    fn nag(&mut self, told: &mut Vec<Token>, nag: pgn_reader::Nag) -> ControlFlow<Vec<Token>> {
        told.push(Token::Nag(nag.0));
        ControlFlow::Continue(())
    }
    fn comment(&mut self, told: &mut Vec<Token>, comment: pgn_reader::RawComment<'_>) -> ControlFlow<Vec<Token>> {
        told.push(Token::comment(str::from_utf8(comment.as_bytes()).expect("as it was written")));
        ControlFlow::Continue(())
    }
    fn begin_variation(&mut self, told: &mut Vec<Token>) -> ControlFlow<Vec<Token>, Skip> {
        told.push(Token::Open);
        ControlFlow::Continue(Skip(false))
    }
    fn end_variation(&mut self, told: &mut Vec<Token>) -> ControlFlow<Vec<Token>> {
        told.push(Token::Close);
        ControlFlow::Continue(())
    }
    fn outcome(&mut self, told: &mut Vec<Token>, outcome: shakmaty::Outcome) -> ControlFlow<Vec<Token>> {
        told.push(Token::End(RESULTS.into_iter().find(|result| result.as_str() == outcome.to_string())));
        ControlFlow::Continue(())
    }
    fn end_game(&mut self, told: Vec<Token>) -> Vec<Token> {
        told
    }
}

const RESULTS: [GameResult; 4] = [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];
const MOVES: [&str; 8] = ["e4", "Nf3", "O-O", "O-O-O+", "exd8=Q#", "--", "Qa1xb2", "bxc3"];
const NAMES: [&str; 4] = ["Event", "A", "White_Elo", "FEN2"];

/// Calls of a writer in an order that it allows: a reader tells the same, and so does pgn-reader.
pub fn writer(data: &[u8]) {
    let mut bytes = Bytes(data);
    let width = usize::from(bytes.byte());
    let mut text = String::new();
    let mut writer = Writer::with_width(&mut text, if width == 0 { usize::MAX } else { width });
    let mut said = Vec::new();
    while !bytes.is_empty() {
        said.push(Token::Begin);
        // Each once: a second Event begins another game.
        for name in NAMES.into_iter().take((bytes.byte() % 5).into()) {
            let value = bytes.words();
            writer.tag(name, &value).expect("a string takes all");
            said.push(Token::Tag(name.into(), value.replace(['\r', '\n'], " ")));
        }
        one_movetext(&mut bytes, &mut writer, &mut said);
    }
    let mut told = Tokens(Vec::new());
    let mut reader = Reader::new(text.as_bytes());
    while reader.read_game(&mut told) {}
    assert_eq!(told.0, said, "{text}");

    let whole = text.len();
    let reader = pgn_reader::Reader::build(text.as_bytes()).set_supported_tag_line_length(whole);
    let mut reader = reader.set_supported_comment_length(whole).finish();
    let games = std::iter::from_fn(|| reader.read_game(&mut Peer).expect("a text in memory"));
    said.retain(|token| !matches!(token, Token::Comment(words) if words.iter().any(|word| word.contains('}'))));
    assert_eq!(games.flatten().collect::<Vec<_>>(), said, "{text}");
}

/// A comment as a writer writes it: in one with a brace, nothing may look like an element of HTML, which ends a line.
fn written(comment: &str) -> String {
    let mut written = String::new();
    for char in comment.chars() {
        let may_be_name = char == '/' || char.is_ascii_alphabetic();
        if comment.contains('}') && written.ends_with('<') && may_be_name {
            written.push(' ');
        }
        written.push(char);
    }
    written
}

fn one_movetext(bytes: &mut Bytes<'_>, writer: &mut Writer<&mut String>, said: &mut Vec<Token>) {
    const TAKEN: &str = "a string takes all";
    let (mut ply, mut depth) = (u32::from(bytes.byte()), 0);
    // A game begins with a move here: a glyph in its place is for the reader to explain.
    loop {
        let san = bytes.pick(&MOVES).unwrap_or("e4");
        writer.san(ply, san).expect(TAKEN);
        said.push(Token::San(san.into()));
        ply = ply.wrapping_add(1);
        if bytes.is_empty() {
            break;
        }
        match bytes.byte() % 8 {
            0 | 1 => {
                let comment = bytes.words();
                writer.comment(&comment).expect(TAKEN);
                said.push(Token::comment(&written(&comment)));
            }
            2 => {
                let nag = bytes.byte();
                writer.nag(nag).expect(TAKEN);
                said.push(Token::Nag(nag));
            }
            3 => {
                writer.begin_variation().expect(TAKEN);
                said.push(Token::Open);
                depth += 1;
            }
            4 if depth > 0 => {
                writer.end_variation().expect(TAKEN);
                said.push(Token::Close);
                depth -= 1;
            }
            5 if depth == 0 => break,
            _ => {}
        }
    }
    for _ in 0..depth {
        writer.end_variation().expect(TAKEN);
        said.push(Token::Close);
    }
    let result = RESULTS[usize::from(bytes.byte() & 3)];
    writer.end_game(result).expect(TAKEN);
    said.push(Token::End(Some(result)));
}
