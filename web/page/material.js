// The pieces that each side has captured, and the difference of their values.

import { image, pieceName } from './board.js';

const WORTH = { p: 1, n: 3, b: 3, r: 5, q: 9 };

/** Shows the pieces that a side has captured up to the current move. */
export function showCaptured(element, game, color) {
  const taken = game.history({ verbose: true }).filter((move) => move.color === color && move.captured);
  const letters = taken.map(({ captured }) => (color === 'w' ? captured : captured.toUpperCase()));
  letters.sort((one, other) => (WORTH[other.toLowerCase()] ?? 2) - (WORTH[one.toLowerCase()] ?? 2));
  const pictures = letters.map((letter) => Object.assign(document.createElement('img'), { src: image(letter, game.variant), alt: pieceName(letter, game.variant) }));
  const ahead = game.variant === 'chess' ? lead(game, color) : 0;
  element.replaceChildren(...pictures, ahead > 0 ? `+${ahead}` : '');
}

function lead(game, color) {
  const pieces = game.board().flat().filter(Boolean);
  return pieces.reduce((sum, piece) => sum + (piece.color === color ? 1 : -1) * (WORTH[piece.type] ?? 0), 0);
}
