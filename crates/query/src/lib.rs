#![doc = include_str!("../README.md")]

use std::fmt;

use chess0x88::{Board0x88, Color, File, Piece, Position, Rank, Role, Rules, Square, SquareSet};

/// The words of a query, for `--help`.
pub const WORDS: &str = "\
A query is a list of words, all of which must hold in a position. The pieces are the letters of FEN: capitals are White's.

  Nf3  .e4          the piece stands on the square; the square is empty
  Q=0  r>=2  P<8    so many pieces stand on the board (=, <, <=, >, >=)
  P[c]=0  R[7]>=1   so many of them on a file or a rank
  isolated(P)=1     so many pawns without one of their own on a file beside them; with no number, at least one
  doubled(p)        ... with one of their own ahead of them on their file
  passed(P)>=2      ... with no enemy pawn ahead of them on their file or one beside it
  balance>=3        White's pieces are worth so much more than Black's, in pawns: 1 3 3 5 9
  white  black      the side to move
  check             the side to move is in check
  !check  !Nf3      the word behind the ! does not hold
  then              what follows must hold in a later position of the game";

/// A query: a list of patterns, each for a later position than the one before.
#[derive(Debug)]
pub struct Query {
    patterns: Vec<Vec<Word>>,
}

/// An error in a query, with the byte of its word.
#[derive(Debug, PartialEq, Eq)]
pub struct QueryError {
    /// The byte of the query at which the word begins.
    pub at: usize,
    /// What was found there, and what would be right.
    pub reason: String,
}

impl std::error::Error for QueryError {}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {} of the query: {}", self.at, self.reason)
    }
}

#[derive(Debug)]
struct Word {
    /// `true` if the fact must not hold.
    negated: bool,
    fact: Fact,
}

#[derive(Debug)]
enum Fact {
    Turn(Color),
    Check,
    On(Piece, Square),
    Empty(Square),
    Balance(Bounds),
    Count { piece: Piece, structure: Structure, within: SquareSet, bounds: Bounds },
}

/// The pieces to count.
#[derive(Clone, Copy, Debug)]
enum Structure {
    Any,
    Isolated,
    Doubled,
    Passed,
}

/// The least and the greatest number.
#[derive(Clone, Copy, Debug)]
struct Bounds(i32, i32);

impl Bounds {
    const fn hold(self, number: i32) -> bool {
        self.0 <= number && number <= self.1
    }
}

impl Query {
    /// Reads a query for games with these rules.
    ///
    /// # Errors
    ///
    /// An unknown word, or `then` without a pattern on both sides.
    pub fn parse<R: Rules>(text: &str) -> Result<Query, QueryError> {
        let mut patterns = vec![Vec::new()];
        // The end of the last word.
        let mut at = 0;
        for word in text.split_ascii_whitespace() {
            at += text[at..].find(word).unwrap_or_default();
            let last = patterns.last_mut().filter(|last| word != "then" || !last.is_empty());
            match last {
                Some(_) if word == "then" => patterns.push(Vec::new()),
                Some(last) => last.push(Word::parse::<R>(word).map_err(|reason| QueryError { at, reason })?),
                None => return Err(QueryError { at, reason: "\"then\" stands behind a pattern".to_owned() }),
            }
            at += word.len();
        }
        if patterns.last().is_some_and(Vec::is_empty) {
            return Err(QueryError { at, reason: "expected a word, found the end".to_owned() });
        }
        Ok(Query { patterns })
    }
}

impl Word {
    fn parse<R: Rules>(text: &str) -> Result<Word, String> {
        let (negated, said) = match text.strip_prefix('!') {
            Some(said) => (true, said),
            None => (false, text),
        };
        let fact =
            Fact::parse(said, |letter| Piece::from_char(letter).filter(|piece| R::ROLES.contains(&piece.role())));
        Ok(Word { negated, fact: fact.ok_or_else(|| format!("unknown word {text:?}; --help lists them"))? })
    }

    #[inline]
    fn holds<R: Rules>(&self, position: &Position<R>) -> bool {
        self.fact.holds(position) != self.negated
    }
}

impl Fact {
    fn parse(word: &str, piece: impl Fn(char) -> Option<Piece>) -> Option<Fact> {
        match word {
            "white" => return Some(Fact::Turn(Color::White)),
            "black" => return Some(Fact::Turn(Color::Black)),
            "check" => return Some(Fact::Check),
            _ => {}
        }
        if let Some(square) = word.strip_prefix('.') {
            return Some(Fact::Empty(square.parse().ok()?));
        }
        let (what, bounds) = match word.find(['=', '<', '>']) {
            Some(sign) => (&word[..sign], Some(bounds(&word[sign..])?)),
            None => (word, None),
        };
        if what == "balance" {
            return Some(Fact::Balance(bounds?));
        }
        let structures =
            [("isolated(", Structure::Isolated), ("doubled(", Structure::Doubled), ("passed(", Structure::Passed)];
        for (name, structure) in structures {
            if let Some(rest) = what.strip_prefix(name) {
                let (pawn, area) = rest.split_once(')')?;
                let piece = piece(only(pawn)?).filter(|piece| piece.role() == Role::Pawn)?;
                let bounds = bounds.unwrap_or(Bounds(1, i32::MAX));
                return Some(Fact::Count { piece, structure, within: within(area)?, bounds });
            }
        }
        let first = what.chars().next()?;
        let (piece, rest) = (piece(first)?, &what[first.len_utf8()..]);
        match bounds {
            Some(bounds) => Some(Fact::Count { piece, structure: Structure::Any, within: within(rest)?, bounds }),
            None => Some(Fact::On(piece, rest.parse().ok()?)),
        }
    }

    #[inline]
    fn holds<R: Rules>(&self, position: &Position<R>) -> bool {
        let board = position.board();
        match *self {
            Fact::Turn(turn) => position.turn() == turn,
            Fact::Check => position.is_check(),
            Fact::On(piece, square) => {
                let on = board.piece_at(square);
                on.is_some_and(|on| (on.role(), on.color()) == (piece.role(), piece.color()))
            }
            Fact::Empty(square) => board.piece_at(square).is_none(),
            Fact::Balance(bounds) => bounds.hold(worth(board, Color::White) - worth(board, Color::Black)),
            Fact::Count { piece, structure, within, bounds } => {
                let own = board.squares_of(piece);
                let counted = match structure {
                    Structure::Any => own,
                    _ => pawns(structure, own, board.squares_of(Piece::new(!piece.color(), Role::Pawn)), piece.color()),
                };
                bounds.hold(number(counted & within))
            }
        }
    }
}

/// Reads `=2`, `<2`, `<=2`, `>2` or `>=2`.
fn bounds(text: &str) -> Option<Bounds> {
    let sign = &text[..text.find(|char: char| char == '-' || char.is_ascii_digit())?];
    let number: i32 = text[sign.len()..].parse().ok()?;
    match sign {
        "=" => Some(Bounds(number, number)),
        "<=" => Some(Bounds(i32::MIN, number)),
        ">=" => Some(Bounds(number, i32::MAX)),
        "<" => Some(Bounds(i32::MIN, number.checked_sub(1)?)),
        ">" => Some(Bounds(number.checked_add(1)?, i32::MAX)),
        _ => None,
    }
}

/// Returns the only character of a text.
fn only(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// Reads `[c]`, `[7]`, or an empty text for the whole board.
fn within(area: &str) -> Option<SquareSet> {
    if area.is_empty() {
        return Some(SquareSet::ALL);
    }
    let name = area.strip_prefix('[')?.strip_suffix(']')?;
    name.parse().map(File::squares).or_else(|_| name.parse().map(Rank::squares)).ok()
}

const fn number(squares: SquareSet) -> i32 {
    squares.bits().count_ones().cast_signed()
}

fn worth(board: &Board0x88, color: Color) -> i32 {
    let worths = [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
    // The values of Makruk's other pieces in Thai books: a Khon equals a knight, a Met is less than two pawns.
    let thai = [(Role::Khon, 3), (Role::Met, 2)];
    let of = |&(role, worth): &(Role, i32)| number(board.squares_of(Piece::new(color, role))) * worth;
    worths.iter().chain(&thai).map(of).sum()
}

/// Returns the pawns of a structure. The board of Black is flipped, so that the code is for White.
fn pawns(structure: Structure, own: SquareSet, enemy: SquareSet, color: Color) -> SquareSet {
    let turned = |bits: u64| if color == Color::White { bits } else { bits.swap_bytes() };
    let (own, enemy) = (turned(own.bits()), turned(enemy.bits()));
    let found = match structure {
        Structure::Any => own,
        Structure::Isolated => own & !beside(below(own) | above(own)),
        Structure::Doubled => own & below(own >> 8),
        Structure::Passed => own & !(below(enemy >> 8) | beside(below(enemy >> 8))),
    };
    SquareSet::from_bits(turned(found))
}

/// Returns these squares and all squares above them.
const fn above(mut squares: u64) -> u64 {
    squares |= squares << 8;
    squares |= squares << 16;
    squares | squares << 32
}

/// Returns these squares and all squares below them.
const fn below(mut squares: u64) -> u64 {
    squares |= squares >> 8;
    squares |= squares >> 16;
    squares | squares >> 32
}

/// Returns the squares to the left and right.
const fn beside(squares: u64) -> u64 {
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    (squares & !A_FILE) >> 1 | squares << 1 & !A_FILE
}

/// The state of a query during a game.
#[derive(Debug)]
pub struct Search<'q> {
    query: &'q Query,
    /// The number of patterns found so far.
    found: usize,
}

impl<'q> Search<'q> {
    /// Starts a search at the beginning of a game.
    #[must_use]
    pub const fn new(query: &'q Query) -> Search<'q> {
        Search { query, found: 0 }
    }

    /// Returns `true` if this position completes the query: the last pattern holds in it, and the others held before, in order.
    #[inline]
    pub fn next<R: Rules>(&mut self, position: &Position<R>) -> bool {
        let Some(pattern) = self.query.patterns.get(self.found) else { return false };
        let holds = pattern.iter().all(|word| word.holds(position));
        let is_last = self.found + 1 == self.query.patterns.len();
        self.found += usize::from(holds && !is_last);
        holds && is_last
    }
}
