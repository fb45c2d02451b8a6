// The Thai FEN of Makruk, and its letters in moves.

import assert from 'node:assert/strict';
import test from 'node:test';

import { MAKRUK_POSITION, Makruk, repairFen, validateFen } from '../makruk.js';

const START = 'rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1';

test('a Thai FEN is taken and given', () => {
  assert.equal(new Makruk().thaiFen(), START);
  assert.equal(new Makruk(START).fen(), MAKRUK_POSITION);
  const game = new Makruk();
  for (let ply = 0; ply < 200 && !game.isGameOver(); ply++) {
    const moves = game.moves();
    game.move(moves[(ply * 13 + 5) % moves.length]);
    const copy = new Makruk(game.thaiFen());
    assert.equal(copy.thaiFen(), game.thaiFen());
    assert.deepEqual(copy.moves(), game.moves());
    copy.free();
  }
  const met = new Makruk('8/3k4/6F1/2K1T3/8/8/8/8 b 1 b pp 4 5 44');
  assert.equal(met.fen(), '8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1');
  assert.equal(met.thaiFen(), '8/3k4/6F1/2K1T3/8/8/8/8 b 1 b pp 4 5 44');
});

test('a pasted Thai FEN is repaired, and is no standard spelling', () => {
  assert.equal(new Makruk('  8/3k4/6F1/2K1T3/8/8/8/8  w').thaiFen(), '8/3k4/6F1/2K1T3/8/8/8/8 w 1');
  assert.equal(repairFen('8/3k4/6F1/2K1T3/44/8/8/8_b').fen, '8/3k4/6M~1/2K1S3/8/8/8/8 b - - 0 1');
  assert.equal(validateFen(START).ok, false);
  assert.throws(() => new Makruk('8/3k4/6X1/2K1T3/8/8/8/8 w 1'), /FEN/);
  const empty = new Makruk('8/8/8/8/8/8/8/K7 w - - 0 1', { skipValidation: true });
  assert.throws(() => empty.thaiFen(), { message: /Black has no (king|Khun)/ });
});

test('moves beside a Thai FEN have its letters', () => {
  const game = new Makruk();
  game.loadPgn(`[Variant "Makruk"]\n[SetUp "1"]\n[FEN "8/3k4/8/2K1T1B1/8/8/8/4m3 w 1"]\n\n1. g6=F (1. Td6 Mc2) Mf3 2. Tf6 *`);
  assert.deepEqual(game.history(), ['g6=M', 'Nf3', 'Sf6']);
  const again = new Makruk();
  again.loadPgn(game.pgn());
  assert.equal(again.fen(), game.fen());
  assert.equal(again.pgn(), game.pgn());
  assert.throws(() => game.loadPgn(`[FEN "8/3k4/8/2K1T1B1/8/8/8/4m3 w 1"]\n\n1. Sd6 *`), /Sd6/);
});
