// The commands that programs write in comments: clocks, evaluations, coloured squares and arrows.

import { givenText } from './given.js';

const COMMAND = /\[%(clk|eval|csl|cal)\s+([^\]\s]+)\s*\]/g;
const CLOCK = /^(\d+):(\d{1,2}):(\d{1,2}(?:\.\d+)?)$/;
const SCORE = /^(?:#(-?\d+)|([+-]?(?:\d+(?:\.\d+)?|\.\d+)))(?:,(\d+))?$/;
const SQUARE = /^([A-Z])([a-h][1-8])$/;
const ARROW = /^([A-Z])([a-h][1-8])([a-h][1-8])$/;

/** Reads one command; `undefined` if it cannot be read. */
function read(name, value) {
  if (name === 'clk') {
    const [, hours, minutes, seconds] = CLOCK.exec(value) ?? [];
    return hours && { clk: 3600 * hours + 60 * minutes + Number(seconds) };
  }
  if (name === 'eval') {
    const [found, mate, pawns, depth] = SCORE.exec(value) ?? [];
    const score = mate ? { mate: Number(mate) } : { cp: Math.round(100 * pawns) };
    return found && { eval: { ...score, ...(depth && { depth: Number(depth) }) } };
  }
  const found = value.split(',').map((shape) => (name === 'csl' ? SQUARE : ARROW).exec(shape));
  if (found.includes(null)) return undefined;
  return name === 'csl'
    ? { csl: found.map(([, color, square]) => ({ color, square })) }
    : { cal: found.map(([, color, from, to]) => ({ color, from, to })) };
}

/**
 * Parses a comment: `clk` in seconds, `eval` for White in `cp` or `mate`, `csl` and `cal` with the letters of their colours, and
 * the text without them. The squares and arrows of several commands form one list. Of several clocks or evaluations the last one
 * counts.
 */
export function parseComment(comment) {
  const found = {};
  const text = givenText(comment, 'a comment').replace(COMMAND, (whole, name, value) => {
    const said = read(name, value);
    if (!said) return whole;
    if (Array.isArray(said[name])) for (const shape of said[name]) (found[name] ??= []).push(shape);
    else Object.assign(found, said);
    return '';
  });
  return { text: text.replace(/\s+/g, ' ').trim(), ...found };
}
