// Names of openings, with a module of their own: no other entry loads it.

import { words } from './board.js';
import { givenText } from './given.js';
import { Module, lines } from './wasm.js';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

let names;

/** Loads the names from the bytes of `openings.wasm`, or from the compiled module. */
export function init(source) {
  names = new Module(source);
}

function named([eco, family, variation]) {
  return { eco, name: family + (variation && `: ${variation}`), family, variation: variation || null };
}

/**
 * Returns the opening of the last named position of a game, and its ply; `null` if no position has a name. The game is a `Chess` at its
 * current move, or a list of moves (UCI, SAN, or with the UCI as `lan`) and the FEN of its start.
 */
export function openingOf(game, start = START) {
  let moves = game;
  if (!Array.isArray(game)) {
    // A board that was set up may be no legal position.
    if (!game?.record) throw new TypeError('a game or a list of moves is due');
    if (game.variant !== 'chess' || game.violations().length) return null;
    ({ start, moves } = game.record());
  }
  const answer = names.call('opening_of', `${givenText(start, 'a FEN')}\n${Array.from(moves, (move) => givenText(move?.lan ?? move, 'a move')).join(' ')}`);
  const fields = answer.split('\t');
  return answer ? { ...named(fields), ply: Number(fields[3]) } : null;
}

/** Lists the lines of the openings with `part` in their name, sorted by their moves. Capital letters and accents are ignored. */
export function openings(part = '') {
  return lines(names.call('opening_lines', part)).map((line) => {
    const fields = line.split('\t');
    return { ...named(fields), moves: words(fields[3]) };
  });
}
