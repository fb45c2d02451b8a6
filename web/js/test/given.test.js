// Every method and function with values of every other kind: an error says what was found, or the answer is the one for what is none.
// Nothing is taken for something else, and the game is unchanged.

import assert from 'node:assert/strict';
import test from 'node:test';

import * as api from '../chess0x88.js';
import { picture, relation } from '../extras.js';
import { openingOf, openings } from '../openings.js';
import { judge } from '../referee.js';
import { CHANGES, QUESTIONS } from './questions.js';

const { Chess, DEFAULT_POSITION } = api;
const WRONG = {
  undefined: undefined, null: null, number: 7, fraction: 0.5, negative: -1, NaN: NaN, true: true, object: {}, list: [], 'list of a text': ['e4'], 'sparse list': [, 'e4'], function: () => 'e4',
  date: new Date(0), bigint: 5n, bytes: new Uint8Array([101, 52]), map: new Map(), symbol: Symbol('e4'), class: class Odd {}, text: 'odd', 'empty text': '',
};
const refuse = (reason) => {
  throw new Error(reason);
};
/** A call with a value; the values that it takes; and its answer for others, if they are no errors: no square has a piece, for example. */
const CALLS = {
  load: [(game, x) => game.load(x)],
  put: [(game, x) => [game.put({ type: x, color: 'w' }, 'e4'), game.put({ type: 'q', color: x }, 'e4'), game.put({ type: 'q', color: 'w' }, x)], [], [false, false, false]],
  'put, piece': [(game, x) => game.put(x, 'e4'), [], false],
  remove: [(game, x) => game.remove(x), [], undefined],
  get: [(game, x) => game.get(x), [], undefined],
  squareColor: [(game, x) => [game.squareColor(x), api.squareColor(x)], [], [null, null]],
  attackers: [(game, x) => game.attackers(x), [], []],
  'attackers, side': [(game, x) => game.attackers('f3', x), ['undefined']],
  isAttacked: [(game, x) => game.isAttacked(x, 'w'), [], false],
  'isAttacked, side': [(game, x) => game.isAttacked('f3', x)],
  premoves: [(game, x) => game.premoves(x), [], []],
  setTurn: [(game, x) => game.setTurn(x)],
  getCastlingRights: [(game, x) => game.getCastlingRights(x)],
  setCastlingRights: [(game, x) => game.setCastlingRights(x, { k: false })],
  'setCastlingRights, rights': [(game, x) => game.setCastlingRights('w', x), ['object', 'date', 'map', 'bytes']],
  findPiece: [(game, x) => game.findPiece(x)],
  'findPiece, letter': [(game, x) => game.findPiece({ type: x, color: 'w' }), ['text', 'empty text']],
  'moves, square': [(game, x) => game.moves({ square: x }), ['undefined', 'null', 'NaN', 'text', 'empty text']],
  'moves, piece': [(game, x) => game.moves({ piece: x }), ['undefined', 'text', 'empty text']],
  find: [(game, x) => game.find(x), ['null']],
  why: [(game, x) => refuse(game.why(x)), ['null']],
  move: [(game, x) => game.move(x), ['null']],
  'move, squares': [(game, x) => game.move({ from: x, to: 'e4' })],
  isPromotion: [(game, x) => game.isPromotion(x), ['object', 'date', 'map', 'bytes']],
  perft: [(game, x) => game.perft(Number.isInteger(x) && x > 2 ? -2 : x)],
  forward: [(game, x) => game.forward(x), [], null],
  goTo: [(game, x) => game.goTo(x), ['list', 'map', 'bytes']],
  'goTo, element': [(game, x) => game.goTo([x]), ['number']],
  cannotMate: [(game, x) => game.cannotMate(x)],
  claim: [(game, x) => game.claim(x)],
  resign: [(game, x) => game.resign(x), ['undefined']],
  flagFall: [(game, x) => game.flagFall(x), ['undefined']],
  setHeader: [(game, x) => game.setHeader('White', x), ['undefined', 'null', 'number', 'fraction', 'negative', 'text', 'empty text']],
  'setHeader, name': [(game, x) => game.setHeader(x, 'v'), ['text', 'empty text']],
  removeHeader: [(game, x) => game.removeHeader(x), [], false],
  setComment: [(game, x) => game.setComment(x), ['text', 'empty text']],
  getNags: [(game, x) => game.getNags(x), ['undefined', 'empty text']],
  setNags: [(game, x) => game.setNags(x), ['list', 'map', 'bytes']],
  addNag: [(game, x) => game.addNag(x), ['number']],
  removeNag: [(game, x) => game.removeNag(x), [], false],
  setSuffixAnnotation: [(game, x) => game.setSuffixAnnotation(x)],
  getSuffixAnnotation: [(game, x) => game.getSuffixAnnotation(x), ['undefined', 'empty text']],
  'pgn, width': [(game, x) => game.pgn({ maxWidth: x }), ['undefined', 'number']],
  'pgn, line end': [(game, x) => game.pgn({ newline: x }), ['undefined', 'text', 'empty text']],
  loadPgn: [(game, x) => game.loadPgn(x), ['empty text']],
  'loadPgn, line end': [(game, x) => game.loadPgn('1. e4', { newlineChar: x }), ['undefined', 'text', 'empty text']],
  chess960: [(_, x) => api.chess960(x), ['number']],
  validateFen: [(_, x) => refuse(api.validateFen(x).error)],
  repairFen: [(_, x) => api.repairFen(x)],
  violations: [(_, x) => api.violations(x)],
  parseFen: [(_, x) => api.parseFen(x), ['text', 'empty text']],
  placement: [(_, x) => api.placement(x), ['map']],
  keepGames: [(_, x) => (api.keepGames(x), api.keepGames(1000)), ['number']],
  splitPgn: [(_, x) => [...api.splitPgn(x)], ['list', 'list of a text', 'map', 'text', 'empty text']],
  parseComment: [(_, x) => api.parseComment(x), ['text', 'empty text']],
  nagToGlyph: [(_, x) => api.nagToGlyph(x), ['number'], undefined],
  judge: [(_, x) => judge(x)],
  'judge, moves': [(_, x) => judge(DEFAULT_POSITION, x), ['undefined', 'list', 'map']],
  'judge, move': [(_, x) => judge(DEFAULT_POSITION, [x])],
  picture: [(_, x) => picture(x)],
  relation: [(_, x) => relation(x, 'e4')],
  'relation, letter': [(_, x) => relation('e2', 'e4', x), ['undefined', 'text', 'empty text']],
  openings: [(_, x) => openings(x), ['undefined', 'text', 'empty text']],
  openingOf: [(_, x) => openingOf(x), ['list', 'list of a text']],
  'openingOf, move': [(_, x) => openingOf([x]), ['empty text']],
  'openingOf, start': [(_, x) => openingOf(['e4'], x), ['undefined']],
};
/** Messages of the runtime, which say nothing of what is due. */
const OF_RUNTIME = /Cannot|is not a function|not iterable|undefined \(reading|is not an object|Invalid array/;

for (const [name, [call, taken = [], answer]] of Object.entries(CALLS)) {
  test(name, () => {
    const isAnswered = CALLS[name].length > 2;
    for (const [kind, value] of Object.entries(WRONG)) {
      if (taken.includes(kind)) continue;
      const game = new Chess();
      game.move('e4');
      const before = [game.fen(), game.pgn(), game.history()];
      let found;
      try {
        found = { answer: call(game, value) };
      } catch (error) {
        found = { error };
      }
      assert.deepEqual([game.fen(), game.pgn(), game.history()], before, kind);
      if (found.error) assert.doesNotMatch(found.error.message, OF_RUNTIME, `${kind}: ${found.error.stack}`);
      if (found.error) assert.ok(found.error.message, kind);
      else assert.ok(isAnswered, `${kind} is taken: ${JSON.stringify(found.answer)}`);
      if (!found.error) assert.deepEqual(found.answer, answer, kind);
    }
  });
}

test('a text may be an object of String', () => {
  const text = (value) => new String(value);
  const [one, other] = [new Chess(), new Chess()];
  for (const [name, ...given] of [['move', 'e4'], ['find', 'e5'], ['setComment', 'c'], ['setHeader', 'White', 'A'], ['loadPgn', '1. d4'], ['load', 'r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 4 9']]) {
    assert.deepEqual(other[name](...given.map(text)), one[name](...given), name);
    assert.equal(other.pgn(), one.pgn(), name);
  }
  assert.throws(() => new Chess().move(text('Ng1f3'), { strict: true }), /the move is written Nf3/);
  assert.equal(new Chess().move(text('--')).san, '--');
  assert.deepEqual(judge(text(DEFAULT_POSITION), [text('e2e4')]), judge(DEFAULT_POSITION, ['e2e4']));
  assert.deepEqual(other.moves({ square: text('e8') }), one.moves({ square: 'e8' }));
  assert.deepEqual(api.parseComment(text('a [%clk 0:00:01]')), api.parseComment('a [%clk 0:00:01]'));
});

test('every method with a parameter stands here', () => {
  const elsewhere = ['constructor', 'header', 'clear', 'fen', 'history', 'startCounting', 'stopCounting', 'removeNags', 'removeSuffixAnnotation'];
  const takes = (name) => {
    const { value } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Chess.prototype), name);
    return typeof value === 'function' && !/^\w+\(\)/.test(value.toString());
  };
  const methods = [...Object.keys(QUESTIONS), ...CHANGES].filter((name) => name in Chess.prototype && name !== 'nags' && name !== 'status' && name !== 'variant' && takes(name));
  const known = Object.keys(CALLS).map((name) => name.split(',')[0]);
  assert.deepEqual(methods.filter((name) => !known.includes(name) && !elsewhere.includes(name)), []);
  const functions = Object.keys(api).filter((name) => typeof api[name] === 'function' && !/^[A-Z]/.test(name) && name !== 'init');
  assert.deepEqual(functions.filter((name) => !known.includes(name)), []);
});
