// The rules alone: for servers that are sent moves and want to know whether they are legal, and nothing else.

import { Module } from './wasm.js';

let referee;

/** Makes the rules ready: the bytes of `referee.wasm`, or the module compiled. */
export function init(source) {
  referee = new Module(source);
}

/**
 * Judges a game by the FEN it starts with and its moves in UCI: the FEN on the board, the legal moves, whether there is check,
 * and the result if the game is over. Throws what is no legal position or move.
 */
export function judge(fen, moves = [], variant = 'chess') {
  let answer;
  try {
    answer = referee.call('judge', `${fen}\n${moves.join(' ')}`, Number(variant === 'makruk'));
  } catch ({ message }) {
    throw new Error(`no legal position or move: ${message}`);
  }
  const [board, legal, check, result] = answer.split('\n');
  return { fen: board, moves: legal.split(' ').filter((move) => move), check: check !== '', result: result || null };
}
