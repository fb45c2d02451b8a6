// The lesson's calls to the library's core, and its example positions.

import { Module, lines } from '../js/wasm.js';
import { words } from '../js/board.js';
import bytes from '../target/lesson.wasm';

let module;
/** The library's core, loaded at the first call. */
const core = () => (module ??= new Module(bytes));

export const hex = (number) => (number < 0 ? '−' : '') + Math.abs(number).toString(16).toUpperCase().padStart(2, '0');
export const signed = (number) => `${number < 0 ? '−' : '+'} 0x${hex(Math.abs(number))}`;
export const index = (square) => 16 * (Number(square[1]) - 1) + square.charCodeAt(0) - 97;
export const square = (index) => 'abcdefgh'[index & 7] + (1 + (index >> 4));
export const paragraph = (html) => Object.assign(document.createElement('p'), { innerHTML: html });

/** The pseudo-legal moves in the generator's order, each with the reason why it is illegal; the reason is empty for a legal move. */
export function pseudoLegal(fen) {
  return lines(core().call('pseudo_legal', fen)).map((line) => {
    const [move, reason] = line.split('\t');
    const [from, to, uci] = move.split(' ');
    return { from, to, uci, reason };
  });
}

/** The pieces that give check, and the pieces of the side to move that are pinned. */
export function pins(fen) {
  const [checkers, pinned] = core().call('pins', fen).split('\n').map(words);
  return { checkers, pinned };
}

const POSITIONS = {
  'three pins': '4k3/8/4r3/8/1b5q/8/3NBP2/R3K2R w KQ - 0 1',
  'a check': '4k3/8/8/8/8/5n2/3PP3/R3K2R w KQ - 0 1',
  'a double check': '4k3/8/8/8/4r3/5n2/3P4/R3K2R w KQ - 0 1',
  'a pawn that must not capture en passant': '8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1',
};

/** Fills a list of positions. Calls `chosen(fen)` for the first position and for each one that the user chooses. */
export function choosePosition(select, game, chosen) {
  for (const [name, fen] of Object.entries(POSITIONS)) select.append(new Option(name, fen));
  select.append(new Option('the game that you play', 'game'));
  const choose = () => {
    const isChess = game().variant === 'chess';
    if (select.value === 'game' && !isChess) select.selectedIndex = 0;
    select.options[select.options.length - 1].disabled = !isChess;
    chosen(select.value === 'game' ? game().fen() : select.value);
  };
  select.addEventListener('change', choose);
  return choose;
}
