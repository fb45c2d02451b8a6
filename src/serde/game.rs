//! Games, written as the fields that rebuild them.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use ::serde::de::{self, MapAccess, SeqAccess, Visitor};
use ::serde::ser::SerializeStruct;
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Text;
use crate::game::record::CountingEvent;
use crate::game::{Game, GameError};
use crate::geometry::Square;
use crate::movegen::IllegalMove;
use crate::moves::Move;
use crate::notation::{UciError, uci};
use crate::piece::Role;
use crate::position::Position;
use crate::rules::{Outcome, Rules, Setup, Violations};

const START: &str = "start";
const MOVES: &str = "moves";
const OUTCOME: &str = "outcome";
const ANNOUNCED: &str = "announced";
const COUNTING: &str = "counting";
const FIELDS: [&str; 5] = [START, MOVES, OUTCOME, ANNOUNCED, COUNTING];

impl<R: Rules> Serialize for Game<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Formats for machines know the fields by their order, so they need every field.
        let omits_counting = self.counting_events().is_empty() && serializer.is_human_readable();
        let mut game = serializer.serialize_struct("Game", FIELDS.len() - usize::from(omits_counting))?;
        game.serialize_field(START, self.start())?;
        game.serialize_field(MOVES, &MovesOfGame(self.moves()))?;
        game.serialize_field(OUTCOME, &self.outcome())?;
        game.serialize_field(ANNOUNCED, &self.announced().map(MoveOfGame))?;
        if omits_counting {
            game.skip_field(COUNTING)?;
        } else {
            game.serialize_field(COUNTING, self.counting_events())?;
        }
        game.end()
    }
}

/// A move in a known position: plain UCI as text.
struct MoveOfGame(Move);

impl Serialize for MoveOfGame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { serializer.collect_str(&self.0) } else { self.0.serialize(serializer) }
    }
}

struct MovesOfGame<'a>(&'a [Move]);

impl Serialize for MovesOfGame<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().copied().map(MoveOfGame))
    }
}

/// A [`MoveOfGame`] as it was read, before the position is known.
enum ReadMove<R> {
    Whole(Move),
    Uci(Square, Square, Option<Role>, PhantomData<R>),
}

impl<R: Rules> ReadMove<R> {
    /// The move in a position. A whole move may be illegal there.
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

impl Serialize for CountingEvent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.ply, self.starts).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for CountingEvent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CountingEvent, D::Error> {
        let (ply, starts) = Deserialize::deserialize(deserializer)?;
        Ok(CountingEvent { ply, starts })
    }
}

/// A start with [tolerated](Setup::to_position_with) violations is read too: studies have such starts.
impl<'de, R: Rules> Deserialize<'de> for Game<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Game<R>, D::Error> {
        deserializer.deserialize_struct("Game", &FIELDS, GameVisitor(PhantomData))
    }
}

/// The fields of a game as read. Some may be null.
#[expect(clippy::option_option, reason = "a field that is null is not missing")]
struct GameFields<R: Rules> {
    start: Option<Setup<R>>,
    moves: Option<Vec<ReadMove<R>>>,
    outcome: Option<Option<Outcome>>,
    announced: Option<Option<ReadMove<R>>>,
    counting: Option<Vec<CountingEvent>>,
}

impl<R: Rules> GameFields<R> {
    fn play<E: de::Error>(self) -> Result<Game<R>, E> {
        let start = self.start.ok_or_else(|| E::missing_field(START))?;
        let moves = self.moves.ok_or_else(|| E::missing_field(MOVES))?;
        let mut game = Game::new(start.to_position_with(Violations::TOLERABLE).map_err(E::custom)?);
        let mut events = self.counting.unwrap_or_default().into_iter().peekable();
        for ply in 0..=moves.len() {
            while let Some(event) = events.next_if(|event| event.ply == ply) {
                game.replay_counting(event.starts).map_err(|error| E::custom(format_args!("at ply {ply}: {error}")))?;
            }
            if let Some(read) = moves.get(ply) {
                let played = read.find(game.position()).map_err(GameError::from).and_then(|mv| game.play(mv));
                played.map_err(|error| match error {
                    GameError::Illegal(error) => E::custom(GameError::IllegalAt { ply, error }),
                    error => E::custom(error),
                })?;
            }
        }
        if let Some(CountingEvent { ply, .. }) = events.next() {
            return Err(E::custom(format_args!("no place for a word on counting at ply {ply}")));
        }
        let announced = self.announced.flatten().map(|read| read.find(game.position())).transpose();
        let announced = announced.map_err(|error| E::custom(format_args!("the announced move: {error}")))?;
        match (self.outcome.flatten(), announced) {
            (Some(outcome), announced) => game.end(outcome, announced).map_err(E::custom)?,
            (None, Some(mv)) => return Err(E::custom(format_args!("{mv} is announced, but nothing is claimed"))),
            (None, None) => {}
        }
        Ok(game)
    }
}

struct GameVisitor<R>(PhantomData<R>);

impl<'de, R: Rules> Visitor<'de> for GameVisitor<R> {
    type Value = Game<R>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a game")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<Game<R>, A::Error> {
        // Fields of a literal are read in their order.
        let game = GameFields {
            start: fields.next_element()?,
            moves: fields.next_element()?,
            outcome: fields.next_element()?,
            announced: fields.next_element()?,
            counting: fields.next_element()?,
        };
        game.play()
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Game<R>, A::Error> {
        let mut read = GameFields { start: None, moves: None, outcome: None, announced: None, counting: None };
        while let Some(Field(name)) = fields.next_key()? {
            let known = match name {
                START => put(&mut read.start, fields.next_value()?),
                MOVES => put(&mut read.moves, fields.next_value()?),
                OUTCOME => put(&mut read.outcome, fields.next_value()?),
                ANNOUNCED => put(&mut read.announced, fields.next_value()?),
                _ => put(&mut read.counting, fields.next_value()?),
            };
            if !known {
                return Err(de::Error::duplicate_field(name));
            }
        }
        read.play()
    }
}

/// Fills an empty field. `false` if it was filled already.
fn put<T>(place: &mut Option<T>, value: T) -> bool {
    place.replace(value).is_none()
}

/// The name of a field.
struct Field(&'static str);

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Field, D::Error> {
        let known = |name: &str| FIELDS.into_iter().find(|&field| field == name).map(Field);
        deserializer.deserialize_identifier(Text("the name of a field", |name: &str| {
            known(name).ok_or_else(|| format!("unknown field `{name}`, expected one of `{}`", FIELDS.join("`, `")))
        }))
    }
}
