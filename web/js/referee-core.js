// The rules alone, for servers that only need to know whether received moves are legal.

import { givenList, givenText } from './given.js';
import { Module } from './wasm.js';

let referee;

/** A move in UCI. An empty text is none. */
const moveOf = (move, due) => givenText(move, due) || givenText(null, due);

/** Loads the rules from the bytes of `referee.wasm`, or from the compiled module. */
export function init(source) {
  referee = new Module(source);
}

/**
 * Judges a game by the FEN of its start and its moves in UCI. Returns the FEN, the legal moves, whether there is check, and the
 * result if the game is over. Throws an illegal position or move.
 */
export function judge(fen, moves = [], variant = 'chess') {
  let answer;
  try {
    answer = referee.call('judge', `${givenText(fen)}\n${givenList(moves, moveOf, 'a list of moves in UCI').join(' ')}`, Number(variant === 'makruk'));
  } catch ({ message }) {
    throw new Error(`no legal position or move: ${message}`);
  }
  const [board, legal, check, result] = answer.split('\n');
  return { fen: board, moves: legal.split(' ').filter((move) => move), check: check !== '', result: result || null };
}
