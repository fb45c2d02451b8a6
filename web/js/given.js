// Checks of what a caller gives, where another kind would be taken for something: the error says what is due and what was found.

import { numberOf } from './board.js';

const shown = (value) => {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  return value !== null && typeof value === 'object' ? `an object of ${value.constructor?.name ?? 'no class'}` : String(value);
};
const wrong = (due, value) => new TypeError(`${due} is due, not ${shown(value)}`);

/** A text. An object of `String` is one. */
export function givenText(value, due = 'a text') {
  if (typeof value === 'string') return value;
  if (value instanceof String) return String(value);
  throw wrong(due, value);
}

/** A whole number, not less than 0. */
export function givenWhole(value, due = 'a whole number') {
  if (Number.isInteger(value) && value >= 0) return value;
  throw wrong(due, value);
}

/** A number for the module, which takes the whole part. */
export function givenNumber(value) {
  if (typeof value === 'number' && value >= 0) return value;
  throw wrong('a number', value);
}

/** The number of a square in the module. */
export function givenSquare(value) {
  const number = numberOf(value);
  if (number === undefined) throw new Error(`a square is a letter a-h and a digit 1-8, such as e4: ${String(value)}`);
  return number;
}

/** A side. */
export function givenColor(value) {
  if (value === 'w' || value === 'b') return value;
  throw wrong('a side, w or b,', value);
}

/** An object with fields. */
export function givenFields(value, due) {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value;
  throw wrong(due, value);
}

/** A move: a text, squares, or `null`. */
export const givenMove = (value) =>
  value === null ? value : typeof value === 'string' || value instanceof String ? String(value) : givenFields(value, 'a move, as a text or { from, to },');

/** The elements of a list, each checked. */
export function givenList(values, of, due) {
  if (values === null || typeof values !== 'object' || typeof values[Symbol.iterator] !== 'function') throw wrong(due, values);
  return Array.from(values, (value) => of(value, due));
}
