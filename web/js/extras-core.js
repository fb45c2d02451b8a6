// Pictures of pieces, and the difference table, for pages about the library.

import { givenSquare } from './given.js';
import { Module } from './wasm.js';

let extras;

/** Loads the module from its bytes, or from the compiled module. */
export function init(source) {
  extras = new Module(source);
}

/** Returns the picture of a piece as SVG; the letter is that of a FEN. */
export function picture(letter, variant = 'chess') {
  return extras.call('picture', letter, Number(variant === 'makruk'));
}

/**
 * Returns the entry of the difference table for two squares, and whether a piece (a letter of a FEN) could capture from one to
 * the other.
 */
export function relation(from, to, letter = '') {
  const [ways, step, distance, reaches] = extras.call('relation', letter, givenSquare(from), givenSquare(to)).split('\t');
  return {
    ways: ways === 'no way' ? [] : ways.split(', '),
    step: Number(step),
    distance: Number(distance),
    reaches: reaches === '1',
  };
}
