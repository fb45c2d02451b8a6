//! Trees of variations, as PGN.

use alloc::string::String;

use ::serde::de::{Deserialize, Deserializer};
use ::serde::ser::{Error as _, Serialize, Serializer};

use super::Text;
use crate::notation::pgn::{GameTree, Writer};
use crate::rules::Rules;

/// As PGN, its movetext in one line. A tree whose tags name another start than its own is an error.
impl<R: Rules> Serialize for GameTree<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut pgn = String::new();
        // Lines break in comments too, so there is one line only.
        self.write(&mut Writer::with_width(&mut pgn, usize::MAX)).map_err(S::Error::custom)?;
        let is_told = |read: GameTree<R>| read.start().fen() == self.start().fen();
        if pgn.parse().is_ok_and(is_told) {
            serializer.serialize_str(&pgn)
        } else {
            Err(S::Error::custom("the tags of the game do not tell from which position it starts"))
        }
    }
}

/// From PGN: the first game of the text.
impl<'de, R: Rules> Deserialize<'de> for GameTree<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameTree<R>, D::Error> {
        deserializer.deserialize_str(Text("a game in PGN", str::parse))
    }
}
