// A game that was used before is as a new one: whatever was done, then a start, then something else, beside a new object. Also while the
// module holds other games, or drops them.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Chess, keepGames, splitPgn } from '../chess0x88.js';
import { QUESTIONS, answers, attempt } from './questions.js';

/** Uses that leave something behind. */
const USES = {
  moves: (game) => ['e4', 'e5', 'Nf3'].forEach((san) => game.moves().includes(san) && game.move(san)),
  first: (game) => game.move(game.moves()[0]),
  check: (game) => game.move(game.moves().find((san) => san.endsWith('+')) ?? game.moves().at(-1)),
  repetition: (game) => ['Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1', 'Ng8'].forEach((san) => game.move(san)),
  pass: (game) => game.move(null),
  variation: (game) => (game.move(game.moves()[0]), game.undo(), game.move(game.moves().at(-1)), game.back(), game.move(game.moves()[0]), game.back()),
  notes: (game) => (game.setComment('said'), game.addNag(14), game.setSuffixAnnotation('?!')),
  tags: (game) => (game.setHeader('White', 'A'), game.setHeader('Odd', 'b'), game.setHeader('Variant', 'Chess960'), game.setHeader('Result', '1-0')),
  resigned: (game) => game.resign('w'),
  claimed: (game) => game.claim(),
  edited: (game) => (game.put({ type: 'q', color: 'b' }, 'd3'), game.remove('a2'), game.setCastlingRights('w', { k: false })),
  crowned: (game) => (game.remove('e1'), game.setTurn('b')),
  dropped: (game) => game.free(),
  refused: (game) => [() => game.load('x'), () => game.loadPgn('1. e4 Ke4'), () => game.move('Ke9'), () => game.put({ type: 'x', color: 'w' }, 'e4')].forEach(attempt),
};
/** Beginnings of a new game. */
const STARTS = {
  reset: (game) => game.reset(),
  clear: (game) => game.clear(),
  load: (game) => game.load('r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 4 9'),
  'load Chess960': (game) => game.load('4k3/8/8/8/8/8/8/6KR w H - 0 1'),
  'load with repairs': (game) => game.load('4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1'),
  'load a set-up': (game) => game.load('8/8/3p4/4P3/8/8/4r3/4K3 b - - 0 1', { skipValidation: true }),
  'load a game that is over': (game) => game.load('7k/5Q2/8/8/8/8/8/K7 b - - 0 1'),
  loadPgn: (game) => game.loadPgn('[White "B"]\n\n1. d4 $6 {first} (1. c4 {aside}) d5 (1... Nf6) *'),
  'loadPgn of Chess960': (game) => game.loadPgn('[Variant "Chess960"]\n[FEN "4k3/8/8/8/8/8/8/6KR w H - 0 1"]\n\n1. O-O Kd8 0-1'),
  'loadPgn with repairs': (game) => game.loadPgn('1. e4 e5 (1... Ke4) 2. Nf3 1/2-1/2'),
};
const ALL = { ...USES, ...STARTS };
const FEW = ['fen', 'pgn', 'tree', 'path', 'history', 'getHeaders', 'getComments', 'repairs', 'declarations', 'outcome', 'violations', 'isThreefoldRepetition', 'isCheck', 'isGameOver', 'record', 'status'];
const few = (game) => Object.fromEntries([...FEW.map((name) => [name, attempt(() => QUESTIONS[name](game))]), ['hash', game.hash()]]);

/** Does things in their order. */
const done = (names, game = new Chess()) => (names.forEach((name) => attempt(() => ALL[name](game))), game);

test('after every two uses a start begins a new game', () => {
  let at = 0;
  for (const start of Object.keys(STARTS)) {
    const [wanted, all] = [few(done([start])), answers(done([start]))];
    for (const one of Object.keys(ALL)) {
      assert.deepEqual(answers(done([one, start])), all, `${one}, ${start}`);
      // Each pair before some of the starts.
      for (const other of Object.keys(ALL).filter(() => at++ % 3 === 0)) assert.deepEqual(few(done([one, other, start])), wanted, `${one}, ${other}, ${start}`);
    }
  }
});

test('a game that begins anew goes on as a new one', () => {
  let at = 0;
  for (const start of Object.keys(STARTS)) {
    for (const use of Object.keys(USES)) {
      const wanted = few(done([start, use]));
      for (const before of Object.keys(ALL).filter(() => at++ % 3 === 0)) assert.deepEqual(few(done([before, start, use])), wanted, `${before}, ${start}, ${use}`);
    }
  }
});

test('headers are preserved where this is asked, and nothing else', () => {
  for (const use of Object.keys(ALL)) {
    for (const [start, again] of [['load', (game) => game.load('r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 4 9', { preserveHeaders: true })], ['clear', (game) => game.clear({ preserveHeaders: true })]]) {
      const game = done([use]);
      const { SetUp, FEN, Result, ...headers } = game.header();
      again(game);
      assert.deepEqual({ ...game.header() }, { ...headers, Result, ...(({ SetUp, FEN }) => ({ SetUp, FEN }))(done([start]).header()) }, `${use}, ${start}`);
      const [{ getHeaders, pgn, ...found }, { getHeaders: _, pgn: __, ...wanted }] = [few(game), few(done([start]))];
      const isNamed = headers.Variant === 'Chess960';
      if (!isNamed) assert.deepEqual(found, wanted, `${use}, ${start}`);
    }
  }
});

test('games do not meet in the module, however few it keeps', () => {
  const names = Object.keys(ALL);
  const alone = names.map((name) => few(done([name])));
  for (const kept of [1000, 1, 2]) {
    keepGames(kept);
    const games = names.map(() => new Chess());
    // One step of each game after the other, forwards and backwards.
    names.forEach((name, i) => done([name], games[i]));
    assert.deepEqual(games.map(few), alone);
    assert.deepEqual([...games].reverse().map(few).reverse(), alone);
    const pairs = names.map((name, i) => few(done([names[(i + 5) % names.length]], done([name]))));
    names.forEach((_, i) => done([names[(i + 5) % names.length]], games[i]));
    assert.deepEqual(games.map(few), pairs);
  }
  keepGames(1000);
});

test('two files are split at once, and each again', () => {
  const files = ['[White "A"]\n\n1. e4 *\n\n', '[White "B"]\n\n1. d4 {é} *\n\n'].map((game, i) => game.repeat(9000 + 500 * i));
  const whole = files.map((file) => [...splitPgn(file)]);
  for (const source of [(file) => file, (file) => [file.slice(0, 70_000), file.slice(70_000)]]) {
    const [one, other] = files.map((file) => splitPgn(source(file)));
    const found = [[], []];
    for (let i = 0; i < 10_000; i++) [one, other].forEach((games, at) => ((game) => game.done || found[at].push(game.value))(games.next()));
    assert.deepEqual(found, whole);
    assert.deepEqual([...one, ...other], []);
  }
});
