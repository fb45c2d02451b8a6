//! The tag `Variant`: the names of the games, and the games that need the tag.

use chess0x88::Rules;
#[cfg(feature = "alloc")]
use chess0x88::{CastlingSide, File, Position};

/// The names of chess in the tag other than its [name](Rules::NAME), letters and digits alone.
///
/// Source: the names of python-chess 1.11, chess.com and lichess.org; the variants of Winboard and of FICS that only start otherwise.
const CHESS: &str = "\
    standard standardchess normal regular classical orthodox fromposition setup illegal chess960 960 frc \
    fischerandom fischerrandom fischerandomchess fischerrandomchess freestyle freestylechess chess9lx wildfr wild \
    wild0 wild1 wild2 wild3 wild4 wild5 wild6 wild7 wild8 wild8a nocastle wildcastle shuffle shufflechess";

/// Returns `true` if the value of the tag names the game, or is empty. Only letters and digits count, in any case: `Chess 960` is
/// `chess960`, `wild/fr` is `wildfr`.
pub(crate) fn is_variant<R: Rules>(value: &[u8]) -> bool {
    let others = CHESS.split(' ').filter(|_| R::CASTLING);
    letters(value).next().is_none() || others.chain([R::NAME]).any(|name| letters(name.as_bytes()).eq(letters(value)))
}

fn letters(name: &[u8]) -> impl Iterator<Item = u8> + '_ {
    name.iter().filter(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii()).map(u8::to_ascii_lowercase)
}

/// Returns the value of the tag that a reader needs for a game with this start.
#[cfg(feature = "alloc")]
pub(crate) fn variant_of<R: Rules>(start: &Position<R>) -> Option<&'static str> {
    if !R::CASTLING {
        return Some(R::NAME);
    }
    let is_unusual = start.castling_rights().iter().any(|(color, side, rook)| {
        let edge = if side == CastlingSide::King { File::H } else { File::A };
        rook.file() != edge || start.king(color).file() != File::E
    });
    is_unusual.then_some("Chess960")
}
