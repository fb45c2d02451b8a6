// Each method and function on games and on the same games with colours exchanged: each answer is the other's, exchanged.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Chess, SQUARES } from '../chess0x88.js';
import { relation } from '../extras.js';
import { answers, attempt, forgotten } from './questions.js';
import { numbers } from './random.js';

const SIDES = { w: 'b', b: 'w' };
const WORDS = { White: 'Black', Black: 'White', '1-0': '0-1', '0-1': '1-0' };
const FEN = /((?:[\w]+\/){7}\w+) ([wb]) (\S+) (\S+) (\d+) (\d+)/;
const swapped = (letters) => letters.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));

/** Exchanges the colours in a text: in FENs, in squares and the ranks of SAN, and in words. A move number counts from the side that begins. */
function exchange(text, isWhiteFirst) {
  if (text in SIDES) return SIDES[text];
  const found = FEN.exec(text);
  if (found) {
    const [fen, board, turn, rights, passant, clock, number] = found;
    const more = isWhiteFirst === (turn === 'w') ? 0 : isWhiteFirst ? 1 : -1;
    const fields = [swapped(board.split('/').reverse().join('/')), SIDES[turn], [...swapped(rights)].sort((one, other) => (one < 'a' ? 0 : 1) - (other < 'a' ? 0 : 1)).join('')];
    const other = [...fields, exchange(passant), clock, Number(number) + more].join(' ');
    return exchange(text.slice(0, found.index), isWhiteFirst) + other + exchange(text.slice(found.index + fen.length), isWhiteFirst);
  }
  return text.replace(/White|Black|1-0|0-1/g, (word) => WORDS[word]).replace(/(?<=[a-hNBRQK])[1-8]/g, (rank) => String(9 - rank));
}

/** Changes all texts of an answer. Lists are sorted, but for those with an order of their own. */
function changed(value, change, name = '', isSorted = true) {
  if (typeof value === 'string') return value === '' || (name === '' && value.length < 2) || /^(type|piece|captured|promotion|flags)$/.test(name) ? value : change(value);
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Map || Array.isArray(value)) {
    const list = [...value].map((one) => changed(one, change, name === 'color' ? '' : name, isSorted));
    return isSorted ? list.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)) : list;
  }
  // A null move goes from a8 to a8, as in chess.js.
  const isKept = (key) => value.flags === '-' && ['from', 'to', 'lan'].includes(key);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, isKept(key) ? one : changed(one, change, key, isSorted)]));
}
const ORDERED = ['history', 'tree', 'path', 'record', 'variations', 'getComments'];
/** A piece letter of the map of `parseFen` is a letter of a FEN. */
const seen = (all, change) => ({
  ...Object.fromEntries(Object.entries(all).map(([name, value]) => [name, changed(value, change, '', !ORDERED.includes(name))])),
  parseFen: [...all.parseFen].map(([square, letter]) => change(square) + (change('w') === 'w' ? letter : swapped(letter))).sort(),
});

/** The ends of a position that are declared. */
const ends = (game, by) =>
  [['resign'], ['resign', 'w'], ['resign', 'b'], ['flagFall'], ['flagFall', 'w'], ['flagFall', 'b'], ['claim'], ['agreeDraw']].map(([name, side]) =>
    attempt(() => new Chess(game.fen(), { skipValidation: true })[name](...(side ? [by(side)] : []))));

/** Steps that change a game. `by` exchanges what is said of colours. */
const STEPS = {
  move: (game, by, random) => game.move(by(game.moves().map(by).sort()[random(game.moves().length)] ?? 'e4')),
  pass: (game) => game.move(null),
  back: (game) => game.back(),
  forward: (game, _, random) => game.forward(random(2)),
  undo: (game) => game.undo(),
  goTo: (game, _, random) => game.goTo(Array.from({ length: random(6) }, () => 0)),
  promote: (game) => game.promote(),
  deleteVariation: (game) => game.deleteVariation(),
  put: (game, by, random) => game.put({ type: 'pnbrqk'[random(6)], color: by('wb'[random(2)]) }, by(SQUARES[random(64)])),
  remove: (game, by, random) => game.remove(by(SQUARES[random(64)])),
  setTurn: (game, by, random) => game.setTurn(by('wb'[random(2)])),
  setCastlingRights: (game, by, random) => game.setCastlingRights(by('wb'[random(2)]), { k: random(2) === 1, q: random(2) === 1 }),
  setComment: (game, by, random) => game.setComment(by(`White ${SQUARES[random(64)]}`)),
  setSuffixAnnotation: (game, _, random) => game.setSuffixAnnotation(['!', '?!'][random(2)]),
  claim: (game) => game.claim(),
  resign: (game, by, random) => game.resign(...[[], [by('w')], [by('b')]][random(3)]),
  flagFall: (game, by, random) => game.flagFall(...[[], [by('w')], [by('b')]][random(3)]),
};
const STARTS = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1', '4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1',
  'nrk1b1r1/8/8/8/8/8/8/NRK1B1R1 w GBgb - 3 9', '1r2kr1r/8/8/8/8/8/8/R1R1K2R w HCfb - 0 1', '8/8/4k3/8/3n4/3BK3/8/8 w - - 97 80', 'rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3',
  'r3k2r/8/8/8/8/8/8/RN2Q2R w kq - 0 1', '8/P2k4/8/2b5/3Pp3/8/7p/8 b - d3 0 1', '4k3/8/8/3pP3/8/8/8/8 w - d6 0 1',
];

test('the difference table', () => {
  for (const from of SQUARES) {
    for (const to of SQUARES) {
      for (const piece of 'PNBRQK') assert.equal(relation(exchange(from), exchange(to), swapped(piece)).reaches, relation(from, to, piece).reaches, `${piece}${from}${to}`);
    }
  }
});

test('every method is asked', () => assert.deepEqual(forgotten(), []));

for (const [seed, start] of STARTS.entries()) {
  test(`games and games with colours exchanged from ${start}`, () => {
    const first = new Chess(start, { skipValidation: true });
    const isWhiteFirst = first.turn() === 'w';
    const turned = (text) => exchange(text, isWhiteFirst);
    const other = new Chess(turned(first.fen()), { skipValidation: true });
    const hashes = new Map();
    const names = Object.keys(STEPS);
    for (let step = 0, random = numbers(seed); step < 12; step++) {
      const theirs = (text) => exchange(text, !isWhiteFirst);
      const [wanted, found] = [seen(answers(first), turned), seen(answers(other, theirs), (one) => one)];
      assert.deepEqual(ends(other, theirs), changed(ends(first, (one) => one), turned, '', false), first.fen());
      for (const name of Object.keys(wanted)) assert.deepEqual(found[name], wanted[name], `${name}: ${first.fen()}`);
      assert.equal(hashes.get(first.hash()) ?? other.hash(), other.hash());
      hashes.set(first.hash(), other.hash());
      const name = random(3) ? 'move' : names[random(names.length)];
      const draws = numbers(1000 * seed + step);
      const again = numbers(1000 * seed + step);
      const done = [attempt(() => STEPS[name](first, (one) => one, draws)), attempt(() => STEPS[name](other, turned, again))];
      assert.deepEqual(changed(done[1], (one) => one), changed(done[0], turned), `${name}: ${first.fen()}`);
    }
  });
}
