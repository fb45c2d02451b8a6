// The places that errors and repairs tell count bytes of the text in UTF-8, from 0, whatever letters stand before them.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Chess, repairFen, validateFen, violations } from '../chess0x88.js';
import { openingOf } from '../openings.js';

const LETTERS = ['x', 'é', 'Ж', '日', '😀', 'é日😀'];
const BLANKS = ['\t', '\u00a0', '\u2003', '\u3000\u00a0 '];
const said = (act) => {
  try {
    const found = act();
    return found.error ?? found.repairs?.join('; ') ?? found;
  } catch ({ message }) {
    return message;
  }
};

/** The text behind the byte that a message tells. */
function behind(text, message, which = 0) {
  const [, place] = [...message.matchAll(/byte (\d+)/g)][which];
  return Buffer.from(text).subarray(Number(place)).toString();
}

test('bytes behind letters of any size', () => {
  for (const letters of LETTERS) {
    const told = new RegExp(`found (.*(${letters.codePointAt(0).toString(16)}|0x[c-f]|x)|.*${letters[0]})`, 'i');
    for (const head of [`[White "${letters}"]\n`, `{${letters}}\n`, `[White "${letters}"]\r\n[Site "${letters}${letters}"]\r\n`]) {
      const text = `${head}[Black ${letters}]\n\n1. e4 *`;
      const message = said(() => new Chess().loadPgn(text));
      assert.ok(behind(text, message).startsWith(letters), message);
      assert.ok(message.includes(`line ${head.split('\n').length}, `), message);
      assert.match(message, told);
    }
    const ranks = 'rnbqkbnr/pppppppp/8/8';
    for (const act of [(fen) => new Chess(fen), validateFen, repairFen, violations, (fen) => new Chess().loadPgn(`[White "${letters}"]\n[FEN "${fen}"]\n\n*`), (fen) => openingOf([], fen)]) {
      const fen = `${ranks}/${letters}7/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1`;
      const message = said(() => act(fen));
      assert.ok(behind(fen, message).startsWith(`${letters}7`), message);
      assert.match(message, told);
    }
    for (const san of [`N${letters}3`, `e${letters}`, letters]) {
      const message = said(() => openingOf([san]));
      if (/byte/.test(message)) assert.ok(['', '3', letters, `${letters}3`].includes(behind(san, message)), message);
    }
  }
});

test('bytes of repairs behind blanks of any size', () => {
  const fen = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
  for (const blank of BLANKS) {
    const text = `${blank}${fen.replace(' w ', `${blank}w `)} `;
    for (const repairs of [repairFen(text).repairs, new Chess(text).repairs()]) {
      const places = repairs.filter((repair) => /white space/.test(repair)).map((repair) => behind(text, repair));
      assert.ok(places.length > 0 && places.every((rest) => /^[\s\u00a0]/.test(rest)), JSON.stringify([text, repairs]));
    }
    const short = `${blank}r3k2r/8/8/8/8/8/8/R3K2R w KQkq`;
    const missing = repairFen(short).repairs.filter((repair) => /missing/.test(repair));
    assert.deepEqual(missing.map((repair) => behind(short, repair)), missing.map(() => ''), JSON.stringify(missing));
  }
});
