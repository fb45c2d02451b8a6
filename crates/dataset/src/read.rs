//! Reads games from PGN.

use std::borrow::Cow;
use std::collections::HashMap;

use chess0x88::san::{PieceLetters, SanError};
use chess0x88::{Chess, ChessRules, Color, Move, MoveKind, Violations};
use chess0x88_openings::OpeningSearch;
use chess0x88_pgn::{
    self as pgn, Command, Flow, GameResult, PgnError, RawText, Reader, StartError, StartTags, Visitor, Word,
};

use crate::filter::Filter;
use crate::game::{Bad, Game, NUMBERS, Utc, eval_of};
use crate::input::{Fault, Piece, reason_of};
use crate::mix::mix;

/// A receiver of the games of a piece.
pub trait Take {
    /// Receives a game, with each position before a move and the last position, if the positions were requested.
    fn game(&mut self, game: &Game, positions: &[Chess]);
    /// Receives a bad game.
    fn bad(&mut self, bad: Bad);
}

/// The requested games and columns.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    pub filter: Option<Filter>,
    pub sample: Option<Sample>,
    pub positions: bool,
    /// The text of the moves, too.
    pub movetext: bool,
    /// Fills code and name of the opening from the moves, where the tags lack.
    pub openings: bool,
    /// Leaves out clocks and evaluations, which take time.
    pub without_comments: bool,
    /// Leaves out the tags that are texts, unless a filter asks for them.
    pub without_texts: bool,
    /// Keeps the text of comments.
    pub comments: bool,
}

/// A share of the games, always the same games for a seed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    pub share: f64,
    pub seed: u64,
}

impl Sample {
    /// Returns `true` if a game is in the sample.
    #[must_use]
    pub fn has(self, id: i64) -> bool {
        let bits = mix(id as u64 ^ self.seed.rotate_left(32));
        ((bits >> 11) as f64) < self.share * (1_u64 << 53) as f64
    }
}

/// Reads all games of a piece. Returns their number, including those that are not wanted, and the number of those that have no row
/// since they have no valid start or are too long.
///
/// Of a game with an illegal move, or one that is not closed, the moves before the error are taken.
pub fn read_piece(piece: &Piece, file: &str, wanted: &Wanted, take: &mut dyn Take) -> (u64, u64) {
    let (text, place) = (&piece.text[..], piece.place);
    let mut reader = Reader::new(text);
    let mut harvester = Harvester::new(wanted);
    (harvester.text, harvester.first_id) = (text, piece.first_id + place.byte.cast_signed());
    file.clone_into(&mut harvester.game.file);
    let (mut games, mut lost) = (0, 0);
    while let Some(found) = harvester.read(&mut reader) {
        games += 1;
        let mut bads = Vec::new();
        for Said { offset, reason, is_fatal } in found.said {
            let line = place.line as i64 + reader.line_of(offset) as i64 - 1;
            let byte = (place.byte + offset as u64) as i64;
            bads.push(Bad { file: place.file, line, byte, reason, is_kept: !is_fatal });
        }
        if wanted.movetext {
            // Reading stops at what loses moves.
            let is_whole = bads.iter().all(|bad| bad.is_kept);
            let next = if is_whole { Some(reader.offset()) } else { next_game(reader.clone()) };
            harvester.game.movetext = Some(harvester.movetext(next.unwrap_or(text.len())));
        }
        let game = &mut harvester.game;
        // A malformed tag alone is no game.
        if !found.is_game {
            lost += u64::from(!bads.is_empty());
            bads.into_iter().for_each(|bad| take.bad(Bad { is_kept: false, ..bad }));
            continue;
        }
        let byte = game.byte as usize;
        game.id = harvester.first_id + game.byte;
        game.line = place.line as i64 + reader.line_of(byte) as i64 - 1;
        game.byte = (place.byte + byte as u64) as i64;
        game.result.get_or_insert(GameResult::Unknown);
        // An error that costs moves comes first.
        let worst = bads.iter().find(|bad| !bad.is_kept).or(bads.first());
        game.error =
            worst.map(|bad| Fault { byte: bad.byte as u64, line: bad.line as u64, reason: bad.reason.clone() });
        if let Some((opening, _)) = harvester.opening.and_then(|search| search.opening()) {
            game.fill_opening(opening, &mut harvester.spare);
        }
        let is_wanted = wanted.sample.is_none_or(|sample| sample.has(game.id))
            && wanted.filter.as_ref().is_none_or(|filter| filter.holds(game));
        bads.into_iter().filter(|bad| is_wanted || !bad.is_kept).for_each(|bad| take.bad(bad));
        if is_wanted {
            take.game(game, &harvester.positions);
        }
    }
    for fault in &piece.faults {
        let (line, byte, reason) = (fault.line as i64, fault.byte as i64, fault.reason.clone());
        take.bad(Bad { file: place.file, line, byte, reason, is_kept: false });
        (games, lost) = (games + 1, lost + 1);
    }
    (games, lost)
}

/// Returns `true` if an error costs moves.
const fn is_fatal(error: &PgnError) -> bool {
    matches!(
        error,
        PgnError::UnclosedComment { .. }
            | PgnError::UnclosedVariation { .. }
            | PgnError::TooLarge { .. }
            | PgnError::TooLong { .. }
            | PgnError::Move { .. }
            | PgnError::Start { .. }
    )
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// There is no game.
    None,
    /// Its tags are being read.
    Begun,
    /// The game has a start and has not ended.
    Playing,
    Ended,
    /// The game is not wanted.
    Skipped,
}

enum Wrong<'a> {
    Text(PgnError),
    Start(StartError),
    Move(&'a [u8], usize, SanError),
    Said(usize, String),
}

/// The result of reading a game. The harvester has the game itself.
pub(crate) struct Found {
    /// The game has a start, and a tag, a move or a result.
    pub is_game: bool,
    pub said: Vec<Said>,
}

/// An error at a byte of the text.
pub(crate) struct Said {
    pub offset: usize,
    pub reason: String,
    /// The error costs moves.
    pub is_fatal: bool,
}

/// Reads games one after the other.
pub(crate) struct Harvester<'a, 't> {
    pub text: &'a [u8],
    /// The number of the first byte of the text.
    first_id: i64,
    wanted: &'t Wanted,
    /// The start of a game without a tag `FEN`.
    pub start: Chess,
    /// Clocks and evaluations are requested.
    pub with_comments: bool,
    /// The text of comments is requested.
    pub keeps_comments: bool,
    /// Until the game is taken, its byte counts from the beginning of the text.
    pub game: Game,
    start_tags: StartTags<'a>,
    tags: Vec<(&'a [u8], RawText<'a>)>,
    /// Texts of earlier games, whose memory is reused.
    spare: Vec<String>,
    position: Chess,
    positions: Vec<Chess>,
    state: State,
    faults: Vec<Wrong<'a>>,
    /// The game has a tag, a move or a result.
    has_text: bool,
    white_first: bool,
    /// The letters of the pieces, if they are not English.
    letters: Option<PieceLetters>,
    /// The search for the opening, where it is requested and the tags lack it.
    opening: Option<OpeningSearch>,
}

impl<'a, 't> Harvester<'a, 't> {
    pub(crate) fn new(wanted: &'t Wanted) -> Self {
        Harvester {
            text: &[],
            first_id: 0,
            wanted,
            start: Chess::startpos(),
            with_comments: !wanted.without_comments,
            keeps_comments: wanted.comments,
            game: Game::default(),
            start_tags: StartTags::default(),
            tags: Vec::new(),
            spare: Vec::new(),
            position: Chess::startpos(),
            positions: Vec::new(),
            state: State::None,
            faults: Vec::new(),
            has_text: false,
            white_first: true,
            letters: None,
            opening: None,
        }
    }

    /// Reads the next game whose tags the filter accepts. `None` at the end.
    pub(crate) fn read(&mut self, reader: &mut Reader<'a>) -> Option<Found> {
        let before = reader.clone();
        reader.read_game(self);
        // A wrong move may have piece letters of another language.
        if self.faults.iter().any(|fault| matches!(fault, Wrong::Move(..)))
            && let Some(letters) =
                pgn::letters_of::<ChessRules>(&before).filter(|&letters| letters != PieceLetters::ENGLISH)
        {
            reader.go_back(&before);
            self.letters = Some(letters);
            self.faults.clear();
            reader.read_game(self);
            self.letters = None;
            self.game.language = pgn::language_name(letters);
        }
        let state = std::mem::replace(&mut self.state, State::None);
        match state {
            State::None => return None,
            // The moves before the error are known.
            State::Playing => self.finish(None),
            State::Begun | State::Ended | State::Skipped => {}
        }
        let mut said: Vec<Said> = Vec::new();
        if let Some(remark) = self.start_tags.remark::<ChessRules>(reader) {
            said.push(Said { offset: remark.offset(), reason: reason_of(&remark), is_fatal: false });
        }
        said.extend(self.drop_rights(reader));
        for fault in std::mem::take(&mut self.faults) {
            let (offset, reason, is_fatal) = match fault {
                Wrong::Text(error) => (error.offset(), reason_of(&error), is_fatal(&error)),
                Wrong::Start(error) => {
                    let error = self.start_tags.locate(error, reader);
                    (error.offset(), reason_of(&error), true)
                }
                Wrong::Move(san, offset, error) => (offset, format!("{}: {error}", Word::new(san)), true),
                Wrong::Said(offset, reason) => (offset, reason, false),
            };
            said.push(Said { offset, reason, is_fatal });
        }
        if matches!(state, State::Skipped) {
            said.clear();
        }
        let is_game = matches!(state, State::Playing | State::Ended) && (self.has_text || said.is_empty());
        Some(Found { is_game, said })
    }

    /// Clears the game, but keeps its memory and its file.
    pub(crate) fn clear(&mut self) {
        let mut old = std::mem::take(&mut self.game);
        old.moves.clear();
        old.clocks.clear();
        old.elapsed.clear();
        old.evals.clear();
        old.depths.clear();
        self.spare.extend(old.texts.into_iter().chain(old.comments.drain(..)).flatten());
        self.spare.extend(old.tags.drain(..).flat_map(<[String; 2]>::from));
        let Game { file, moves, clocks, elapsed, evals, depths, comments, tags, .. } = old;
        self.game = Game { file, moves, clocks, elapsed, evals, depths, comments, tags, ..Game::default() };
        self.opening = None;
        self.start_tags = StartTags::default();
        self.tags.clear();
        self.positions.clear();
        self.has_text = false;
    }

    /// Drops castling rights that only Chess960 has, if nothing shows that this is Chess960, and returns the remark about it. The moves
    /// stay legal.
    fn drop_rights(&mut self, reader: &mut Reader<'_>) -> Option<Said> {
        let mut moves = self.game.moves.iter().filter_map(|&bits| Move::from_bits(bits));
        let (start, remark) = self.start_tags.in_chess::<ChessRules>(reader).filter(|_| self.game.fen.is_some())?;
        if moves.any(|mv| mv.kind() == MoveKind::Castle) {
            return None;
        }
        self.game.fen = Some(start.fen().to_string());
        let rights = start.castling_rights();
        for position in &mut self.positions {
            let mut setup = position.to_setup();
            for (color, side, _) in
                position.castling_rights().iter().filter(|&(color, side, _)| !rights.has(color, side))
            {
                setup.set_castling(color, side, false);
            }
            *position = setup.to_position_with(Violations::TOLERABLE).unwrap_or(*position);
        }
        Some(Said { offset: remark.offset(), reason: reason_of(&remark), is_fatal: false })
    }

    /// Ends the game after its last move.
    fn finish(&mut self, result: Option<GameResult>) {
        let game = &mut self.game;
        self.has_text |= !game.moves.is_empty() || result.is_some();
        let plies = game.moves.len();
        for seconds in [&mut game.clocks, &mut game.elapsed].into_iter().filter(|seconds| !seconds.is_empty()) {
            seconds.resize(plies, None);
        }
        for numbers in [&mut game.evals, &mut game.depths].into_iter().filter(|numbers| !numbers.is_empty()) {
            numbers.resize(plies, None);
        }
        if !game.comments.is_empty() {
            game.comments.resize(plies + 1, None);
        }
        let said = game.result;
        let end = result.filter(|&end| end != GameResult::Unknown);
        game.result = end.or(said).or(result);
        let Some((said, end)) = said.zip(end) else { return };
        let tag = self.tags.iter().rev().find(|(name, _)| *name == b"Result");
        if let Some((_, value)) = tag.filter(|_| said != end && said != GameResult::Unknown) {
            let reason = format!("the tag Result says {said}, but the moves end with {end}: that counts");
            self.faults.push(Wrong::Said(self.offset_of(value.as_bytes()), reason));
        }
    }

    /// The text of the moves of a game that ends before a byte: what is behind its last tag.
    fn movetext(&self, end: usize) -> String {
        let behind = |value: &RawText<'a>| {
            let value = self.offset_of(value.as_bytes()) + value.as_bytes().len();
            value + self.text[value..].iter().take_while(|&&byte| byte != b']').count() + 1
        };
        let start = self.tags.last().map_or(self.game.byte as usize, |(_, value)| behind(value));
        String::from_utf8_lossy(self.text.get(start..end).unwrap_or_default().trim_ascii()).into_owned()
    }

    /// Returns the offset of a part of the text.
    fn offset_of(&self, part: &[u8]) -> usize {
        part.as_ptr().addr() - self.text.as_ptr().addr()
    }

    fn read_tags(&mut self) {
        let tags = std::mem::take(&mut self.tags);
        let mut utc = Utc::default();
        // A map for many tags, so that no file takes more than linear time. For the usual number of tags a search is faster.
        let mut seen = HashMap::new();
        let mut before = |index: usize, name: &'a [u8]| {
            if tags.len() > 64 {
                seen.insert(name, index)
            } else {
                tags[..index].iter().rposition(|&(known, _)| known == name)
            }
        };
        // Tags that a later tag of the same name replaces.
        let mut stale = Vec::new();
        for (index, &(name, value)) in tags.iter().enumerate() {
            let Some(before) = before(index, name) else { continue };
            stale.push(before);
            let before = tags[before].1;
            if before.as_bytes() != value.as_bytes() {
                let (name, before) = (Word::new(name), Word::new(before.as_bytes()));
                let reason = format!("the tag {name} repeats, and said \"{before}\" before: the last one counts");
                self.faults.push(Wrong::Said(self.offset_of(value.as_bytes()), reason));
            }
        }
        stale.sort_unstable();
        for (index, (name, value)) in tags.iter().enumerate() {
            let is_number = || *name == b"Result" || NUMBERS.iter().any(|&(_, tag)| tag.as_bytes() == *name);
            let is_wanted = !self.wanted.without_texts || self.wanted.filter.is_some() || is_number();
            if !is_wanted || stale.binary_search(&index).is_ok() {
                continue;
            }
            if *name == b"Result" {
                self.game.result = GameResult::parse_lenient(value.as_bytes());
            }
            self.game.take_tag(name, &text_of(*value), &mut utc, &mut self.spare);
        }
        self.game.take_utc(utc);
        self.tags = tags;
    }
}

/// Sets the value of the last of `plies` moves. Moves before it without a value get none.
fn put<T: Copy>(values: &mut Vec<Option<T>>, plies: usize, value: T) {
    if values.len() >= plies {
        values.truncate(plies - 1);
    } else if values.len() < plies - 1 {
        values.resize(plies - 1, None);
    }
    values.push(Some(value));
}

fn text_of(value: RawText<'_>) -> Cow<'_, str> {
    value.as_str().map_or_else(|| value.chars().collect::<String>().into(), Cow::Borrowed)
}

impl<'a> Visitor<'a> for Harvester<'a, '_> {
    fn begin_game(&mut self, offset: usize) {
        self.clear();
        self.game.byte = offset as i64;
        self.state = State::Begun;
    }

    fn tag(&mut self, name: &'a [u8], value: RawText<'a>) {
        self.has_text = true;
        self.start_tags.tag(name, value);
        // A known name in another case is that name.
        self.tags.push((pgn::tag_name(name).map_or(name, str::as_bytes), value));
    }

    fn end_tags(&mut self) -> Flow {
        self.read_tags();
        self.game.id = self.first_id + self.game.byte;
        let may_fit = |filter: &Filter| filter.holds_for_tags(&self.game, self.wanted.openings) != Some(false);
        let is_wanted = self.wanted.sample.is_none_or(|sample| sample.has(self.game.id))
            && self.wanted.filter.as_ref().is_none_or(may_fit);
        if !is_wanted {
            // Skips the moves at scanning speed.
            self.state = State::Skipped;
            return Flow::Skip;
        }
        let has_start = self.tags.iter().any(|&(name, _)| name == b"FEN");
        let start = self.start_tags.position::<ChessRules>();
        match start.map(|position| if has_start { position } else { self.start }) {
            Ok(position) => {
                self.state = State::Playing;
                self.white_first = position.turn() == chess0x88::Color::White;
                self.game.fen = (position != Chess::startpos()).then(|| position.fen().to_string());
                self.position = position;
                let is_named = self.wanted.openings && self.game.lacks_opening();
                self.opening = is_named.then(|| OpeningSearch::new(&position));
                if self.wanted.positions {
                    self.positions.push(position);
                }
                Flow::Continue
            }
            Err(error) => {
                self.faults.push(Wrong::Start(error));
                Flow::Stop
            }
        }
    }

    #[inline]
    fn san(&mut self, san: &'a [u8], offset: usize) -> Flow {
        let before = self.opening.filter(|search| !search.has_ended()).map(|_| self.position);
        let undo = match self.letters {
            None => pgn::play_san(&mut self.position, san),
            Some(letters) => pgn::play_san_with(&mut self.position, san, letters),
        };
        match undo {
            Ok(undo) => {
                if let (Some(before), Some(search)) = (before, &mut self.opening) {
                    match undo.played() {
                        Some(mv) => search.play(&before, mv),
                        // Moves behind a null move are not asked for a name.
                        None => search.end(),
                    }
                }
                self.game.moves.push(undo.played().map_or(0, Move::bits));
                if self.wanted.positions {
                    self.positions.push(self.position);
                }
                Flow::Continue
            }
            Err(error) => {
                self.faults.push(Wrong::Move(san, offset, error));
                Flow::Stop
            }
        }
    }

    fn comment(&mut self, comment: RawText<'a>) {
        let plies = self.game.moves.len();
        if self.keeps_comments {
            self.game.take_comment(&text_of(comment), &mut self.spare);
        }
        if plies == 0 || !self.with_comments {
            return;
        }
        let white_has_moved = (plies % 2 == 1) == self.white_first;
        for command in comment.commands() {
            let command = command.for_white(if white_has_moved { Color::White } else { Color::Black });
            if let Some(eval) = eval_of(&command, white_has_moved) {
                put(&mut self.game.evals, plies, eval);
            }
            match command {
                Command::Clock(left) => put(&mut self.game.clocks, plies, left.as_secs_f64()),
                Command::ElapsedMoveTime(time) => put(&mut self.game.elapsed, plies, time.as_secs_f64()),
                Command::Eval { depth: Some(depth), .. } | Command::Mate { depth: Some(depth), .. } => {
                    put(&mut self.game.depths, plies, i16::try_from(depth).unwrap_or(i16::MAX));
                }
                _ => {}
            }
        }
    }

    fn begin_variation(&mut self) -> Flow {
        Flow::Skip
    }

    fn end_game(&mut self, result: Option<GameResult>) {
        if matches!(self.state, State::Playing) {
            self.state = State::Ended;
            self.finish(result);
        }
    }

    fn error(&mut self, error: PgnError) {
        self.faults.push(Wrong::Text(error));
    }
}

/// The byte at which the next game begins.
pub(crate) fn next_game(mut reader: Reader<'_>) -> Option<usize> {
    let mut next = Next(None);
    reader.read_game(&mut next);
    next.0
}

struct Next(Option<usize>);

impl Visitor<'_> for Next {
    fn begin_game(&mut self, offset: usize) {
        self.0 = Some(offset);
    }

    fn end_tags(&mut self) -> Flow {
        Flow::Stop
    }
}
