// Names of openings: those of the tables, by any order of moves and from any start.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { Chess } from '../chess0x88.js';
import { Makruk } from '../makruk.js';
import { openingOf, openings } from '../openings.js';

/** The rows of the tables that the names are made from. */
const rows = ['a', 'b', 'c', 'd', 'e'].flatMap((letter) =>
  readFileSync(new URL(`../../../crates/openings/data/${letter}.tsv`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => /^[A-E]\d\d\t/.test(line))
    .map((line) => line.split('\t')),
);

test('each line of the tables is listed and has its name, by moves in SAN and in UCI', () => {
  const listed = new Map(openings().map(({ eco, name, moves }) => [moves.join(' '), `${eco} ${name}`]));
  assert.ok(rows.length > 3000);
  assert.equal(listed.size, rows.length);
  for (const [eco, name, pgn] of rows) {
    const sans = pgn.split(/\s*\d+\.\s*|\s+/).filter((word) => word);
    const found = openingOf(sans);
    assert.deepEqual([`${found.eco} ${found.name}`, found.ply], [`${eco} ${name}`, sans.length], pgn);
    assert.equal(found.name, found.family + (found.variation === null ? '' : `: ${found.variation}`));
    const chess = new Chess();
    for (const san of sans) chess.move(san);
    const moves = chess.history({ verbose: true });
    assert.equal(listed.get(moves.map((move) => move.lan).join(' ')), `${eco} ${name}`);
    assert.deepEqual(openingOf(moves), found);
    chess.free();
  }
});

test('a game is named at its current move, along the line that it stands on', () => {
  const game = new Chess();
  game.loadPgn('1. e4 c5 (1... e5 2. Nf3 Nc6 3. Bb5) 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. a3 h6 *');
  assert.deepEqual(openingOf(game), {
    eco: 'B90', name: 'Sicilian Defense: Najdorf Variation', family: 'Sicilian Defense', variation: 'Najdorf Variation', ply: 10,
  });
  game.goTo([0, 1, 0, 0, 0]);
  assert.equal(openingOf(game).name, 'Ruy Lopez');
  game.goTo([]);
  assert.equal(openingOf(game), null);
});

test('transpositions, starts on the way, null moves, and games without a name', () => {
  assert.deepEqual(openingOf(['Nf3', 'd5', 'd4']).eco, openingOf(['d4', 'd5', 'Nf3']).eco);
  assert.equal(openingOf([], 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2').ply, 0);
  assert.equal(openingOf([]), null);
  for (const pass of ['--', '0000']) assert.equal(openingOf(['e4', pass, 'd4']).eco, openingOf(['e4']).eco);
  const passed = new Chess();
  passed.loadPgn('1. e4 -- 2. d4 *');
  assert.equal(openingOf(passed).ply, 1);
  assert.equal(openingOf(new Makruk()), null);
  assert.equal(openingOf(Chess.chess960(0)), null);
  assert.equal(openingOf(Chess.chess960(518)), null);
  const usual = Chess.chess960(518);
  usual.move('e4');
  assert.equal(openingOf(usual).eco, 'B00');
  const board = new Chess();
  board.clear();
  assert.equal(openingOf(board), null);
  board.put({ type: 'k', color: 'w' }, 'e1');
  assert.equal(openingOf(board), null);
});

test('names are found by a part, without capital letters and accents', () => {
  assert.ok(openings('maroczy').length > 3);
  assert.deepEqual(openings('maroczy'), openings('MARÓCZY'));
  assert.deepEqual(openings('no such opening'), []);
  assert.deepEqual(openings('Bird Opening').find(({ variation }) => variation === null).moves, ['f2f4']);
});

test('an illegal move or position is refused with its reason', () => {
  assert.throws(() => openingOf(['e4', 'e4']), { message: /^e4: / });
  assert.throws(() => openingOf(['e2e5']), { message: /^e2e5: / });
  assert.throws(() => openingOf(['e9']), Error);
  assert.throws(() => openingOf([], 'nonsense'), Error);
  assert.throws(() => openingOf([''], '8/8/8/8/8/8/8/8 w - - 0 1'), Error);
});
