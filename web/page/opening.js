// The opening of the game at its current move. The names are loaded with the first move that is shown.

import { later } from './later.js';

const names = later('./names.js');
/** The game that waits for its name, or was named last. */
let shown;

/** Writes `B90 Sicilian Defense: Najdorf Variation` to an element; nothing if no position on the line has a name. */
export async function showOpening(element, game) {
  shown = game;
  if (game.variant !== 'chess' || game.path().length === 0) {
    element.textContent = '';
    return;
  }
  try {
    const { openingOf } = await names();
    // The game may have gone on meanwhile, or another was opened.
    if (game !== shown || game.path().length === 0) return;
    const opening = openingOf(game);
    element.textContent = opening ? `${opening.eco} ${opening.name}` : '';
  } catch {
    // Without a network the names may be missing. The next move tries again.
  }
}
