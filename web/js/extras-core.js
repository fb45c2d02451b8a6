// Pictures of pieces, and the difference table: what pages show of the library beside games.

import { numberOf } from './board.js';
import { Module } from './wasm.js';

let extras;

/** Makes the module ready: its bytes, or the module compiled. */
export function init(source) {
  extras = new Module(source);
}

/** The picture of a piece as SVG: a letter as FEN has it. */
export function picture(letter, variant = 'chess') {
  return extras.call('picture', letter, Number(variant === 'makruk'));
}

/** The entry of the difference table for two squares, and whether a piece (a letter as FEN has it) could capture across. */
export function relation(from, to, letter = '') {
  const [ways, step, distance, reaches] = extras.call('relation', letter, numberOf(from), numberOf(to)).split('\t');
  return {
    ways: ways === 'no way' ? [] : ways.split(', '),
    step: Number(step),
    distance: Number(distance),
    reaches: reaches === '1',
  };
}
