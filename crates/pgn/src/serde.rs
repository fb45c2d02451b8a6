//! Trees of variations for serde, as PGN.

use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

use ::serde::ser::Error as _;
use ::serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use chess0x88::Rules;

use crate::{GameTree, Writer};

/// As PGN, its movetext in one line. It reads back as an [equal](GameTree#impl-PartialEq-for-GameTree<R>) tree. A tree whose tags no
/// longer name its start is an error, which names the tag.
///
/// ```
/// use chess0x88_pgn::GameTree;
/// let tree: GameTree = "[White \"Anna\"]\n1. e4 (1. d4 { solid }) 1... e5 1-0".parse()?;
/// let json = serde_json::to_string(&tree)?;
/// assert_eq!(json, r#""[White \"Anna\"]\n\n1. e4 (1. d4 { solid }) 1... e5 1-0\n""#);
/// assert_eq!(serde_json::from_str::<GameTree>(&json)?, tree);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<R: Rules> Serialize for GameTree<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut pgn = String::new();
        // Lines break in comments too, so there is only one line.
        self.write(&mut Writer::with_width(&mut pgn, usize::MAX)).map_err(S::Error::custom)?;
        match pgn.parse::<GameTree<R>>() {
            Ok(read) if read == *self => serializer.serialize_str(&pgn),
            Ok(_) => Err(S::Error::custom("the tag FEN does not tell from which position the game starts")),
            Err(error) => Err(S::Error::custom(error)),
        }
    }
}

/// Reads the first game of the PGN text.
impl<'de, R: Rules> Deserialize<'de> for GameTree<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GameTree<R>, D::Error> {
        struct Pgn<R>(PhantomData<R>);

        impl<R: Rules> de::Visitor<'_> for Pgn<R> {
            type Value = GameTree<R>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a game in PGN")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<GameTree<R>, E> {
                text.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_str(Pgn(PhantomData))
    }
}
