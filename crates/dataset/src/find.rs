//! `dataset find`: finds positions by their pieces and by the moves before them, in PGN and in tables.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use arrow_array::RecordBatch;
use chess0x88::san::SanError;
use chess0x88::uci::CastlingMode;
use chess0x88::{Chess, ChessRules, Color, Move, Piece, Role, SquareSet};
use chess0x88_query::{Query, WORDS};

use crate::game::{Bad, Game};
use crate::input::{Input, InputOffset, Limits, Pieces};
use crate::parts::{Manifest, Table, read};
use crate::read::{Take, Wanted, read_piece};
use crate::schema::material;
use crate::share::share;
use crate::subfen::{stand, subfen_of};
use crate::tables::{each_row, files, positions};

/// The words of a query, for `--help`.
pub fn words() -> String {
    let more = "  FEN               this position, whatever its clocks: pasted as it is, with the side to move and the castling rights
  pp6/8/8/8/8/8/8/8 the board alone of a FEN: at least these pieces stand so
  material=KRPvKR   these pieces and no others, White's first
  imbalance=RvBN    ... when what both have is taken away
  moved=Nq          White's knight or Black's queen has just moved
  captured=Qr       White's queen or Black's rook has just been captured; captured=- nothing was
  move=Nf3          this move has just been played, in SAN or UCI; white-move=, black-move= say by which side
  checkmate  stalemate
  result=1-0        the game ends so
  a|b               one of these words holds: material=KBNvKN|KBNPvKN, result=1-0|0-1; for words of this list
  any               each position
  next              what follows must hold in the very next position";
    format!("{}\n{more}", WORDS)
}

/// A query: a list of streaks, each in later positions than the one before. The patterns of a streak hold in positions that
/// directly follow each other.
#[derive(Debug)]
pub struct Search {
    streaks: Vec<Vec<Pattern>>,
}

#[derive(Debug, Default)]
struct Pattern {
    facts: Vec<(bool, Fact)>,
    /// The words of the package `chess0x88-query`.
    query: Option<Query>,
}

#[derive(Debug)]
enum Fact {
    Position(Box<Chess>),
    Board(Vec<(Piece, SquareSet)>),
    Material(String),
    Imbalance(String),
    Moved(Vec<Piece>),
    Captured(Vec<Piece>),
    Move(Option<Color>, String),
    Checkmate,
    Stalemate,
    Result(String),
    /// Any position.
    Any,
    /// One of these.
    Either(Vec<Fact>),
}

/// A position of a game, with the move before it.
struct Moment<'g> {
    game: &'g Game,
    position: &'g Chess,
    before: Option<(&'g Chess, Move)>,
}

impl Fact {
    fn holds(&self, moment: &Moment<'_>) -> bool {
        let position = moment.position;
        match self {
            // Clocks do not count.
            Fact::Position(wanted) => **wanted == *position,
            Fact::Board(pieces) => stand(pieces, position),
            Fact::Material(wanted) => material(position) == *wanted,
            Fact::Imbalance(wanted) => imbalance(&material(position)) == *wanted,
            Fact::Moved(pieces) => moment.before.is_some_and(|(before, mv)| {
                let moved = before.board().piece_at(mv.from());
                moved.is_some_and(|moved| pieces.iter().any(|&piece| is_same(piece, moved)))
            }),
            Fact::Captured(pieces) => moment.before.is_some_and(|(before, mv)| match before.captured_piece(mv) {
                Some((_, captured)) => pieces.iter().any(|&piece| is_same(piece, captured)),
                None => pieces.is_empty(),
            }),
            Fact::Move(color, text) => moment.before.is_some_and(|(before, mv)| {
                color.is_none_or(|color| before.turn() == color) && is_move(before, mv, text)
            }),
            Fact::Checkmate => position.is_checkmate(),
            Fact::Stalemate => position.is_stalemate(),
            Fact::Result(wanted) => moment.game.result() == wanted,
            Fact::Any => true,
            Fact::Either(facts) => facts.iter().any(|fact| fact.holds(moment)),
        }
    }
}

/// Returns `true` if a text names this move: in SAN, with or without signs of check, or as in the tables. `Rd1` names the move of
/// any rook.
fn is_move(before: &Chess, mv: Move, text: &str) -> bool {
    let is_san = match before.parse_san(text) {
        Ok(wanted) => wanted == mv,
        Err(error) => error.candidates().any(|wanted| wanted == mv),
    };
    is_san || [CastlingMode::Standard, CastlingMode::Chess960].into_iter().any(|mode| mv.to_uci(mode).as_str() == text)
}

fn is_same(wanted: Piece, found: Piece) -> bool {
    (wanted.role(), wanted.color()) == (found.role(), found.color())
}

/// Makes `BvN` of `KRBBvKRNB`.
fn imbalance(material: &str) -> String {
    let (white, black) = material.split_once('v').unwrap_or((material, ""));
    let count = |side: &str, letter: char| side.chars().filter(|&other| other == letter).count();
    let surplus = |side: &str, other: &str| -> String {
        let letters = "QRBNP".chars();
        letters
            .flat_map(|letter| {
                let more = count(side, letter).saturating_sub(count(other, letter));
                std::iter::repeat_n(letter, more)
            })
            .collect()
    };
    format!("{}v{}", surplus(white, black), surplus(black, white))
}

impl Search {
    /// Reads a query.
    ///
    /// # Errors
    /// The error and its place.
    pub fn parse(text: &str) -> Result<Search> {
        let mut streaks = vec![vec![]];
        let mut pattern = Pattern::default();
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let at = |word: &str| word.as_ptr().addr() - text.as_ptr().addr();
        let mut rest = String::new();
        let mut index = 0;
        while let Some(&word) = words.get(index) {
            let error = |reason: String| anyhow!("byte {} of the query: {reason}", at(word));
            if matches!(word, "then" | "next") {
                if pattern.facts.is_empty() && rest.is_empty() {
                    return Err(error(format!("\"{word}\" stands behind a pattern")));
                }
                pattern.query = plain(&rest)?;
                rest.clear();
                streaks.last_mut().into_iter().for_each(|streak| streak.push(std::mem::take(&mut pattern)));
                if word == "then" {
                    streaks.push(vec![]);
                }
                index += 1;
                continue;
            }
            let (negated, said) = word.strip_prefix('!').map_or((false, word), |said| (true, said));
            let (fact, used) = Fact::parse(said, &words[index + 1..]).map_err(error)?;
            match fact {
                Some(fact) => pattern.facts.push((negated, fact)),
                None => {
                    // Adds the place of the word in the whole query to the error.
                    plain(word).map_err(|reason| match reason.to_string().split_once("query: ") {
                        Some((_, reason)) => error(reason.to_owned()),
                        None => reason,
                    })?;
                    rest.push_str(word);
                    rest.push(' ');
                }
            }
            index += 1 + used;
        }
        if pattern.facts.is_empty() && rest.is_empty() {
            bail!("byte {} of the query: expected a word, found the end", text.len());
        }
        pattern.query = plain(&rest)?;
        streaks.last_mut().into_iter().for_each(|streak| streak.push(std::mem::take(&mut pattern)));
        Ok(Search { streaks })
    }

    /// Returns the plies where the query holds: its last pattern holds there, and the others before it, in order.
    #[must_use]
    pub fn plies(&self, game: &Game, positions: &[Chess], first_only: bool) -> Vec<usize> {
        let moment = |ply: usize| {
            let before = ply
                .checked_sub(1)
                .and_then(|before| Some((&positions[before], Move::from_bits(*game.moves.get(before)?)?)));
            Moment { game, position: &positions[ply], before }
        };
        let (mut found, mut earliest, mut plies) = (0, 0, Vec::new());
        for ply in 0..positions.len() {
            let Some(streak) = self.streaks.get(found) else { break };
            // The streak that ends here must begin after the streak before it.
            let begin = (ply + 1).checked_sub(streak.len()).filter(|&begin| begin >= earliest);
            let Some(begin) = begin else { continue };
            if !streak.iter().zip(begin..).all(|(pattern, at)| pattern.holds(&moment(at))) {
                continue;
            }
            if found + 1 < self.streaks.len() {
                (found, earliest) = (found + 1, ply + 1);
                continue;
            }
            plies.push(ply);
            if first_only {
                break;
            }
        }
        plies
    }
}

impl Pattern {
    fn holds(&self, moment: &Moment<'_>) -> bool {
        let asked = self.query.as_ref().is_none_or(|query| chess0x88_query::Search::new(query).next(moment.position));
        asked && self.facts.iter().all(|(negated, fact)| fact.holds(moment) != *negated)
    }
}

/// Reads words of the package `chess0x88-query`.
fn plain(words: &str) -> Result<Option<Query>> {
    if words.trim().is_empty() {
        return Ok(None);
    }
    Query::parse::<ChessRules>(words).map(Some).map_err(|error| anyhow!("{error}"))
}

impl Fact {
    /// Reads a fact, and returns the number of words after it that belong to it. `None` for a word of the package
    /// `chess0x88-query`.
    fn parse(word: &str, next: &[&str]) -> Result<(Option<Fact>, usize), String> {
        if word.contains('|') {
            return Fact::either(word).map(|fact| (Some(fact), 0));
        }
        if word.matches('/').count() == 7 {
            return Fact::of_fen(word, next).map(|(fact, used)| (Some(fact), used));
        }
        let fact = match word {
            "any" => Some(Fact::Any),
            "checkmate" => Some(Fact::Checkmate),
            "stalemate" => Some(Fact::Stalemate),
            _ => match word.split_once('=') {
                Some(("material", value)) => Some(Fact::Material(sides(value, "K")?)),
                Some(("imbalance", value)) => {
                    let value = sides(value, "")?;
                    if imbalance(&value) != value {
                        return Err(format!(
                            "{value}: both sides have the same piece there; what is left is {}",
                            imbalance(&value)
                        ));
                    }
                    Some(Fact::Imbalance(value))
                }
                Some(("moved", value)) => Some(Fact::Moved(pieces(value)?)),
                Some(("captured", "-")) => Some(Fact::Captured(Vec::new())),
                Some(("captured", value)) => Some(Fact::Captured(pieces(value)?)),
                Some(("move", value)) => Some(Fact::Move(None, a_move(value)?)),
                Some(("white-move", value)) => Some(Fact::Move(Some(Color::White), a_move(value)?)),
                Some(("black-move", value)) => Some(Fact::Move(Some(Color::Black), a_move(value)?)),
                Some(("result", value)) => match value {
                    "1-0" | "0-1" | "1/2-1/2" | "*" => Some(Fact::Result(value.to_owned())),
                    _ => return Err(format!("{value:?} is no result: 1-0, 0-1, 1/2-1/2 and * are")),
                },
                _ => None,
            },
        };
        Ok((fact, 0))
    }

    /// Reads `material=KBNvKN|KBNPvKN`: the name before the `=` also holds for the values without a name of their own.
    fn either(word: &str) -> Result<Fact, String> {
        let name = word.split('|').next().and_then(|first| first.split_once('=')).map(|(name, _)| name);
        let one = |said: &str| {
            let with_name = match name {
                Some(name) if !said.contains('=') && said.matches('/').count() != 7 => &format!("{name}={said}"),
                _ => said,
            };
            match Fact::parse(with_name, &[])? {
                (Some(fact), _) => Ok(fact),
                (None, _) => Err(format!("{said:?} does not go with |: see --help")),
            }
        };
        word.split('|').map(one).collect::<Result<_, _>>().map(Fact::Either)
    }

    fn of_fen(board: &str, next: &[&str]) -> Result<(Fact, usize), String> {
        if !matches!(next.first(), Some(&"w" | &"b")) || next.len() < 3 || !is_castling(next[1]) {
            return Ok((Fact::Board(subfen_of(board).map_err(|error| error.to_string())?), 0));
        }
        // The two numbers are optional, as in EPD.
        let is_number = |word: Option<&&str>| word.is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let used = if is_number(next.get(3)) && is_number(next.get(4)) { 5 } else { 3 };
        let fen = format!("{board} {}", next[..used].join(" "));
        let fen = if used == 3 { format!("{fen} 0 1") } else { fen };
        let position = crate::game::start_of(&fen).map_err(|error| error.to_string())?;
        Ok((Fact::Position(Box::new(position)), used))
    }
}

fn is_castling(word: &str) -> bool {
    word == "-" || word.bytes().all(|byte| matches!(byte.to_ascii_lowercase(), b'k' | b'q' | b'a'..=b'h'))
}

/// Reads `KRPvKR`, and puts the pieces in the order of endgame tables.
fn sides(text: &str, king: &str) -> Result<String, String> {
    let example = format!("{king}RPv{king}R");
    let Some((white, black)) = text.split_once('v') else {
        return Err(format!("{text}: expected pieces such as {example}"));
    };
    let side = |side: &str| {
        let Some(side) = side.strip_prefix(king) else {
            return Err(format!("{text}: each side begins with its king, {example}"));
        };
        let mut letters: Vec<usize> = Vec::new();
        for letter in side.chars() {
            letters
                .push("QRBNP".find(letter).ok_or_else(|| format!("{text}: {letter:?} is none of Q, R, B, N and P"))?);
        }
        letters.sort_unstable();
        Ok(letters.iter().map(|&letter| &"QRBNP"[letter..=letter]).collect::<String>())
    };
    Ok(format!("{king}{}v{king}{}", side(white)?, side(black)?))
}

/// Requires the form of a move. Each position decides whether the move is legal.
fn a_move(text: &str) -> Result<String, String> {
    match Chess::startpos().parse_san(text) {
        Err(error @ (SanError::Syntax { .. } | SanError::NullMove)) => Err(format!("{text:?} is no move: {error}")),
        _ => Ok(text.to_owned()),
    }
}

/// Letters of FEN.
fn pieces(text: &str) -> Result<Vec<Piece>, String> {
    let piece = |letter: char| {
        let piece = Piece::from_char(letter).filter(|piece| !matches!(piece.role(), Role::Khon | Role::Met));
        piece.ok_or_else(|| format!("{letter:?} is no piece: the letters of FEN are, capitals for White's"))
    };
    if text.is_empty() { Err("expected the letters of pieces".to_owned()) } else { text.chars().map(piece).collect() }
}

/// A position that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub file: String,
    /// The line where the game begins.
    pub line: i64,
    pub ply: usize,
    pub fen: String,
}

/// The numbers of games and positions searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Searched {
    pub games: u64,
    pub positions: u64,
    pub found: u64,
}

/// The findings in one part of the games.
#[derive(Default)]
struct Harvest {
    searched: Searched,
    found: Vec<Found>,
    errors: Vec<String>,
}

/// A receiver of findings.
pub trait Receive: Send {
    /// # Errors
    /// A file that cannot be written.
    fn found(&mut self, found: &Found) -> Result<()>;
    /// A game that cannot be searched.
    fn error(&mut self, error: &str);
}

/// Searches files and folders of PGN, and folders of tables.
///
/// # Errors
/// A file that cannot be read, and errors of the receiver.
pub fn find(
    search: &Search,
    sources: &[std::path::PathBuf],
    first_only: bool,
    threads: usize,
    to: &mut dyn Receive,
) -> Result<Searched> {
    let mut searched = Searched::default();
    for source in sources {
        let is_set = source.is_dir() && source.join("manifest.json").exists();
        let mut end = Ok(());
        let mut take = |harvest: Result<Harvest>| {
            end = harvest.and_then(|harvest| {
                searched.games += harvest.searched.games;
                searched.positions += harvest.searched.positions;
                searched.found += harvest.searched.found;
                harvest.errors.iter().for_each(|error| to.error(error));
                harvest.found.iter().try_for_each(|found| to.found(found))
            });
            end.is_ok()
        };
        if is_set {
            if !Manifest::of(source)?.complete {
                take(Ok(Harvest {
                    errors: vec![format!("{}: the conversion has not come to its end", source.display())],
                    ..Harvest::default()
                }));
            }
            let files = files(source, Table::Games)?;
            let mut batches = files.iter().flat_map(|path| batches(path));
            share(threads, || batches.next(), |batch| in_batch(search, first_only, &batch?), take);
        } else {
            let inputs = Input::all(std::slice::from_ref(source))?;
            let mut pieces =
                Pieces::from(&inputs, InputOffset::start_of(0), Limits::default(), std::sync::Arc::default());
            share(
                threads,
                || pieces.next_piece().transpose(),
                |piece| {
                    let piece = piece?;
                    let name = inputs.get(piece.place.file).map_or("", |input| input.name.as_str());
                    let mut finder = Finder { search, first_only, name, harvest: Harvest::default() };
                    read_piece(&piece, name, &Wanted { positions: true, ..Wanted::default() }, &mut finder);
                    Ok(finder.harvest)
                },
                take,
            );
        }
        end?;
    }
    Ok(searched)
}

fn batches(path: &Path) -> Box<dyn Iterator<Item = Result<RecordBatch>> + Send> {
    match read(Table::Games, path) {
        Ok(batches) => Box::new(batches),
        Err(error) => Box::new(std::iter::once(Err(error))),
    }
}

fn in_batch(search: &Search, first_only: bool, batch: &RecordBatch) -> Result<Harvest> {
    let mut finder = Finder { search, first_only, name: "", harvest: Harvest::default() };
    each_row(batch, |game| {
        let game = game?;
        finder.game(&game, &positions(&game)?);
        Ok(())
    })?;
    Ok(finder.harvest)
}

struct Finder<'s> {
    search: &'s Search,
    first_only: bool,
    name: &'s str,
    harvest: Harvest,
}

impl Take for Finder<'_> {
    fn game(&mut self, game: &Game, positions: &[Chess]) {
        let searched = &mut self.harvest.searched;
        searched.games += 1;
        searched.positions += positions.len() as u64;
        for ply in self.search.plies(game, positions, self.first_only) {
            searched.found += 1;
            let fen = positions[ply].fen().to_string();
            self.harvest.found.push(Found { file: game.file.clone(), line: game.line, ply, fen });
        }
    }

    fn bad(&mut self, bad: Bad) {
        self.harvest.errors.push(format!("{}:{}: {}", self.name, bad.line, bad.reason));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_imbalance_is_the_pieces_that_one_side_has_more() {
        assert_eq!(imbalance("KRBBvKRNB"), "BvN");
        assert_eq!(imbalance("KvK"), "v");
        assert_eq!(sides("KPRvKR", "K").unwrap(), "KRPvKR");
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let error = |text: &str| Search::parse(text).unwrap_err().to_string();
        assert_eq!(error("check Nz3"), "byte 6 of the query: unknown word \"Nz3\"; --help lists them");
        assert_eq!(error("check then"), "byte 10 of the query: expected a word, found the end");
        assert_eq!(error("then check"), "byte 0 of the query: \"then\" stands behind a pattern");
        assert_eq!(error("result=2-0"), "byte 0 of the query: \"2-0\" is no result: 1-0, 0-1, 1/2-1/2 and * are");
        assert_eq!(error("material=KRP"), "byte 0 of the query: KRP: expected pieces such as KRPvKR");
        assert_eq!(
            error("moved=X"),
            "byte 0 of the query: 'X' is no piece: the letters of FEN are, capitals for White's"
        );
        assert!(error("check 9/8/8/8/8/8/8/8").starts_with("byte 6 of the query: "));
        assert_eq!(error("result=1-0|2-0"), "byte 0 of the query: \"2-0\" is no result: 1-0, 0-1, 1/2-1/2 and * are");
        assert_eq!(error("any Nf3|Nc3"), "byte 4 of the query: \"Nf3\" does not go with |: see --help");
        assert_eq!(error("any next"), "byte 8 of the query: expected a word, found the end");
        assert_eq!(
            error("move=Nz3"),
            "byte 0 of the query: \"Nz3\" is no move: expected a file a-h at byte 1, found 'z'"
        );
    }
}
