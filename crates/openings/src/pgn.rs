//! The tags that PGN has for an opening.

use chess0x88_pgn::GameTree;

use crate::Opening;

/// Fills the tags `ECO`, `Opening` and `Variation` of a game from its main line, and returns its opening.
///
/// A tag that stands is kept. One that is empty or `?` says that the value is unknown, and is filled. `Variation` is filled only beside
/// the `Opening` that it belongs to. Moves after a null move are not asked for a name.
///
/// ```
/// use chess0x88_openings::fill_tags;
/// use chess0x88_pgn::{GameTree, games};
/// let mut game: GameTree =
///     games("[ECO \"B20\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *")
///         .next()
///         .ok_or("no game")??;
/// fill_tags(&mut game);
/// assert_eq!(game.tag("ECO"), Some("B20")); // it stood there
/// assert_eq!(
///     (game.tag("Opening"), game.tag("Variation")),
///     (Some("Sicilian Defense"), Some("Najdorf Variation"))
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fill_tags(game: &mut GameTree) -> Option<Opening> {
    let moves = game.main_line().map_while(|id| game.node(id)?.mv());
    // The tree holds legal moves.
    let (opening, _) = Opening::of_game_unchecked(game.start(), moves)?;
    // The names and values of the table can be written.
    let mut fill = |name, value: &str| {
        if matches!(game.tag(name), None | Some("" | "?")) {
            let _ = game.set_tag(name, value);
        }
        game.tag(name) == Some(value)
    };
    fill("ECO", opening.code());
    if fill("Opening", opening.family())
        && let Some(variation) = opening.variation()
    {
        fill("Variation", variation);
    }
    Some(opening)
}
