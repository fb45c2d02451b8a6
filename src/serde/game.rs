//! Games as the fields that rebuild them.

use alloc::vec::Vec;
use core::marker::PhantomData;

use ::serde::de;
use ::serde::ser::SerializeStruct;
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Text;
use crate::game::{Game, GameError};
use crate::geometry::Square;
use crate::movegen::IllegalMove;
use crate::moves::Move;
use crate::notation::{UciError, uci};
use crate::piece::Role;
use crate::position::Position;
use crate::rules::{Outcome, Rules, Setup, Violations};

impl<R: Rules> Serialize for Game<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Binary formats identify fields by their order, so no field is left out.
        let counting: Vec<_> = self.counting_events().iter().map(|event| (event.ply, event.starts)).collect();
        let omits_counting = counting.is_empty() && serializer.is_human_readable();
        let mut game = serializer.serialize_struct("Game", 5 - usize::from(omits_counting))?;
        game.serialize_field("start", self.start())?;
        game.serialize_field("moves", &self.moves().iter().copied().map(MoveOfGame).collect::<Vec<_>>())?;
        game.serialize_field("outcome", &self.outcome())?;
        game.serialize_field("announced", &self.announced().map(MoveOfGame))?;
        if omits_counting {
            game.skip_field("counting")?;
        } else {
            game.serialize_field("counting", &counting)?;
        }
        game.end()
    }
}

/// A move in a known position: plain UCI notation in text.
struct MoveOfGame(Move);

impl Serialize for MoveOfGame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { serializer.collect_str(&self.0) } else { self.0.serialize(serializer) }
    }
}

/// A [`MoveOfGame`] before its position is known.
enum ReadMove<R> {
    Whole(Move),
    Uci(Square, Square, Option<Role>, PhantomData<R>),
}

impl<R: Rules> ReadMove<R> {
    /// The move in a position. A full move may be illegal there.
    fn find(&self, position: &Position<R>) -> Result<Move, IllegalMove> {
        match *self {
            ReadMove::Whole(mv) => Ok(mv),
            ReadMove::Uci(from, to, promotion, _) => position.find_move(from, to, promotion),
        }
    }
}

impl<'de, R: Rules> Deserialize<'de> for ReadMove<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ReadMove<R>, D::Error> {
        if !deserializer.is_human_readable() {
            return Move::deserialize(deserializer).map(ReadMove::Whole);
        }
        deserializer.deserialize_str(Text("a move in UCI, such as e2e4, e1g1 or e7e8q", |text: &str| {
            let (from, to, promotion) = uci::squares::<R>(text)?;
            Ok::<_, UciError>(ReadMove::Uci(from, to, promotion, PhantomData))
        }))
    }
}

/// Reads a game. Its start may have [tolerated](Setup::to_position_with) violations, as in studies.
impl<'de, R: Rules> Deserialize<'de> for Game<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Game<R>, D::Error> {
        GameFields::deserialize(deserializer)?.play()
    }
}

/// The fields of a game. A text may omit the optional ones.
#[derive(Deserialize)]
#[serde(rename = "Game", expecting = "a game", deny_unknown_fields, bound = "")]
struct GameFields<R: Rules> {
    start: Setup<R>,
    moves: Vec<ReadMove<R>>,
    outcome: Option<Outcome>,
    announced: Option<ReadMove<R>>,
    #[serde(default)]
    /// The ply of each start (`true`) or stop (`false`) of counting.
    counting: Vec<(usize, bool)>,
}

impl<R: Rules> GameFields<R> {
    fn play<E: de::Error>(self) -> Result<Game<R>, E> {
        let mut game = Game::new(self.start.to_position_with(Violations::TOLERABLE).map_err(E::custom)?);
        let mut events = self.counting.into_iter().peekable();
        for ply in 0..=self.moves.len() {
            while let Some((_, starts)) = events.next_if(|&(at, _)| at == ply) {
                game.replay_counting(starts).map_err(|error| E::custom(format_args!("at ply {ply}: {error}")))?;
            }
            if let Some(read) = self.moves.get(ply) {
                let played = read.find(game.position()).map_err(GameError::from).and_then(|mv| game.play(mv));
                played.map_err(|error| match error {
                    GameError::Illegal(error) => E::custom(GameError::IllegalAt { ply, error }),
                    error => E::custom(error),
                })?;
            }
        }
        if let Some((ply, _)) = events.next() {
            return Err(E::custom(format_args!("no place for a word on counting at ply {ply}")));
        }
        let announced = self.announced.map(|read| read.find(game.position())).transpose();
        let announced = announced.map_err(|error| E::custom(format_args!("the announced move: {error}")))?;
        match (self.outcome, announced) {
            (Some(outcome), announced) => game.end(outcome, announced).map_err(E::custom)?,
            (None, Some(mv)) => return Err(E::custom(format_args!("{mv} is announced, but nothing is claimed"))),
            (None, None) => {}
        }
        Ok(game)
    }
}
