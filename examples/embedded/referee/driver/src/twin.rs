//! [`Twin`]: the right answers of the referee, from the library on this machine, with another move generator and another record
//! of games.

use chess0x88::fen::FenError;
use chess0x88::game::Claim;
use chess0x88::uci::{CastlingMode, UciError};
use chess0x88::{
    Chess, ChessRules, File, Game, Makruk, MakrukRules, Move, Position, Rank, Rules, Square, SquareSet, san,
};
use chess0x88_eboard::{BoardEvent, BoardReader};

/// The number of a refusal: the library's, or the firmware's.
pub type Refusal = u8;

pub const UNKNOWN: Refusal = 240;
pub const LINE_TOO_LONG: Refusal = 241;
pub const NO_TEXT: Refusal = 242;
pub const WRONG_ARGUMENT: Refusal = 243;
pub const NOTHING_TO_TAKE_BACK: Refusal = 244;
pub const GAME_OVER: Refusal = 160;
/// The most moves that the firmware can take back.
const KEPT: usize = 150;
const LONGEST_LINE: usize = 192;

/// The lines of a reply.
pub type Reply = Result<Vec<String>, Refusal>;

/// A legal move in SAN and in UCI, and the squares that a hand touches in order. The king or the rook may come first, and so may
/// the captured piece.
pub struct Choice {
    pub san: String,
    pub uci: String,
    pub touched: [Vec<Square>; 2],
}

/// A game of either kind.
pub trait Twin {
    fn answer(&mut self, line: &str) -> Reply;
    fn choices(&self) -> Vec<Choice>;
    fn fen(&self) -> String;
    fn is_over(&self) -> bool;
    fn occupied(&self) -> SquareSet;
}

struct OneGame<R: Rules> {
    game: Game<R>,
    reader: BoardReader<R>,
    /// The moves that can be taken back.
    kept: usize,
}

impl<R: Rules> OneGame<R> {
    fn new(position: Position<R>) -> OneGame<R> {
        OneGame { game: Game::new(position), reader: BoardReader::new(position), kept: 0 }
    }

    fn set_position(&mut self, position: Position<R>) {
        self.game = Game::new(position);
        self.reader.set_position(position);
        self.kept = 0;
    }

    /// Plays a move, and returns it in SAN.
    fn play(&mut self, mv: Move) -> Result<String, Refusal> {
        let san = self.game.position().san(mv).to_string();
        self.game.play(mv).map_err(|error| error.code())?;
        self.kept = KEPT.min(self.kept + 1);
        Ok(san)
    }

    fn find(&self, text: &str) -> Result<Move, Refusal> {
        if self.game.outcome().is_some() {
            return Err(GAME_OVER);
        }
        let position = self.game.position();
        match position.parse_uci(text) {
            Err(UciError::Syntax { .. }) => san::parse_strict(position, text).map_err(|error| error.code()),
            found => found.map_err(|error| error.code()),
        }
    }

    fn read(&mut self, occupied: SquareSet) -> Result<String, Refusal> {
        Ok(match self.reader.read(occupied) {
            None => "ok".to_owned(),
            Some(BoardEvent::Move(_)) if self.game.outcome().is_some() => {
                self.reader.undo();
                return Err(GAME_OVER);
            }
            Some(BoardEvent::Move(mv)) => format!("ok move {}", self.play(mv)?),
            Some(BoardEvent::Ambiguous) => "ok ambiguous".to_owned(),
            Some(BoardEvent::Takeback) => {
                self.game.take_back();
                self.kept = self.kept.saturating_sub(1);
                "ok takeback".to_owned()
            }
            Some(BoardEvent::Start) => {
                self.game = Game::new(*self.reader.position());
                self.kept = 0;
                "ok start".to_owned()
            }
            Some(BoardEvent::Impossible { squares }) => format!("ok impossible {:016x}", squares.bits()),
            Some(_) => "ok".to_owned(),
        })
    }
}

impl<R: Rules> Twin for OneGame<R> {
    fn answer(&mut self, line: &str) -> Reply {
        if let Some(text) = line.strip_prefix("move ") {
            let mv = self.find(text)?;
            self.reader.play(mv).map_err(|error| error.code())?;
            return Ok(vec![format!("ok {}", self.play(mv)?)]);
        }
        if let Some(digits) = line.strip_prefix("occupancy ") {
            let is_set = digits.len() == 16 && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
            let bits = u64::from_str_radix(digits, 16).ok().filter(|_| is_set).ok_or(WRONG_ARGUMENT)?;
            return Ok(vec![self.read(SquareSet::from_bits(bits))?]);
        }
        let position = self.game.position();
        let line = match line {
            "undo" if self.kept == 0 => return Err(NOTHING_TO_TAKE_BACK),
            "undo" => {
                let mv = self.game.take_back().ok_or(NOTHING_TO_TAKE_BACK)?;
                self.kept -= 1;
                self.reader.set_position(*self.game.position());
                format!("ok {}", mv.to_uci(CastlingMode::Standard))
            }
            "board" => {
                let line = |rank| {
                    let letter =
                        |file| position.board().piece_at(Square::new(file, rank)).map_or('.', |piece| piece.char());
                    File::ALL.into_iter().map(letter).collect()
                };
                return Ok(Rank::ALL.into_iter().rev().map(line).chain(["ok".to_owned()]).collect());
            }
            "fen" => format!("ok {}", position.fen()),
            "legal" => {
                // The order of the moves is not specified, and differs between the two.
                let mut moves: Vec<String> =
                    position.legal_moves().iter().map(|mv| mv.to_uci(CastlingMode::Standard).to_string()).collect();
                moves.sort();
                [vec!["ok".to_owned()], moves].concat().join(" ")
            }
            "claims" => {
                let claims = [(Claim::FiftyMoves, " fifty"), (Claim::ThreefoldRepetition, " threefold")];
                let names: String =
                    claims.into_iter().filter(|&(claim, _)| self.game.claimable(claim)).map(|(_, name)| name).collect();
                format!("ok{}", if names.is_empty() { " none" } else { &names })
            }
            "outcome" => match self.game.outcome() {
                None => "ok none".to_owned(),
                Some(outcome) => format!("ok {outcome}"),
            },
            _ => return Err(UNKNOWN),
        };
        Ok(vec![line])
    }

    fn choices(&self) -> Vec<Choice> {
        let position = self.game.position();
        let choice = |mv: &Move| Choice {
            san: position.san(*mv).to_string(),
            uci: mv.to_uci(CastlingMode::Standard).to_string(),
            touched: touched(*mv),
        };
        position.legal_moves().iter().map(choice).collect()
    }

    fn fen(&self) -> String {
        self.game.position().fen().to_string()
    }

    fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    fn occupied(&self) -> SquareSet {
        self.game.position().board().occupied()
    }
}

fn touched(mv: Move) -> [Vec<Square>; 2] {
    let (from, to) = (mv.from(), mv.to());
    if let Some(castling) = mv.castling() {
        let king = [castling.king, castling.king_to];
        let rook = [castling.rook, castling.rook_to];
        return [[king, rook].concat(), [rook, king].concat()];
    }
    if mv.is_en_passant() {
        let victim = Square::new(to.file(), from.rank());
        return [vec![from, to, victim], vec![victim, from, to]];
    }
    if mv.is_capture() { [vec![from, to, to], vec![to, from, to]] } else { [vec![from, to], vec![from, to]] }
}

/// The twin of the whole referee.
pub struct Referee {
    playing: Playing,
    /// `true` if the firmware has Makruk.
    knows_makruk: bool,
}

enum Playing {
    Chess(OneGame<ChessRules>),
    Makruk(OneGame<MakrukRules>),
}

impl Referee {
    pub fn new(knows_makruk: bool) -> Referee {
        Referee { playing: Playing::Chess(OneGame::new(Chess::startpos())), knows_makruk }
    }

    pub fn game(&self) -> &dyn Twin {
        match &self.playing {
            Playing::Chess(game) => game,
            Playing::Makruk(game) => game,
        }
    }

    /// Returns the right answer to a line; `None` for an empty line. (Only the device knows its unused memory.)
    pub fn answer(&mut self, line: &[u8]) -> Option<Reply> {
        let line: Vec<u8> = line.iter().copied().filter(|&byte| byte != b'\r').collect();
        if line.is_empty() {
            return None;
        }
        if line.len() > LONGEST_LINE {
            return Some(Err(LINE_TOO_LONG));
        }
        Some(String::from_utf8(line).map_err(|_| NO_TEXT).and_then(|text| self.answer_text(&text)))
    }

    fn answer_text(&mut self, text: &str) -> Reply {
        if let Some(position) = text.strip_prefix("position ") {
            return self.set_position(position).map(|()| vec!["ok".to_owned()]);
        }
        match &mut self.playing {
            Playing::Chess(game) => game.answer(text),
            Playing::Makruk(game) => game.answer(text),
        }
    }

    fn set_position(&mut self, text: &str) -> Result<(), Refusal> {
        let read = |error: FenError| error.code();
        let is_makruk = self.knows_makruk && (text == "makruk" || text.starts_with("makruk "));
        match (&mut self.playing, text.split_once(' ')) {
            (playing, fen) if is_makruk => {
                let position = fen.map_or(Ok(Makruk::startpos()), |(_, fen)| fen.parse()).map_err(read)?;
                match playing {
                    Playing::Makruk(game) => game.set_position(position),
                    Playing::Chess(_) => *playing = Playing::Makruk(OneGame::new(position)),
                }
            }
            (playing, fen) => {
                let position = match fen {
                    Some(("fen", fen)) => fen.parse().map_err(read)?,
                    None if text == "startpos" => Chess::startpos(),
                    _ => return Err(WRONG_ARGUMENT),
                };
                match playing {
                    Playing::Chess(game) => game.set_position(position),
                    Playing::Makruk(_) => *playing = Playing::Chess(OneGame::new(position)),
                }
            }
        }
        Ok(())
    }
}
