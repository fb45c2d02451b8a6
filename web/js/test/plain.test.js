// The rules as plain JavaScript give the same answers as the WebAssembly.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import test from 'node:test';

import * as compiled from '../chess0x88.js';

const skip = !existsSync(new URL('../rules.plain.js', import.meta.url)) && 'wasm2js was not run: web/build does';

test('plain JavaScript plays as WebAssembly does', { skip }, async () => {
  const plain = await import('../plain.js');
  let [state, plies] = [88, 0];
  const random = (below) => (state = (state * 48271) % 2147483647) % below;
  const QUESTIONS = ['fen', 'hash', 'moves', 'dests', 'premoveDests', 'isGameOver', 'isCheck', 'claims', 'outcome', 'pgn', 'repairs'];
  for (let game = 0; game < 8; game++) {
    const fen = compiled.chess960(random(960));
    const both = [compiled, plain].map((api) => new api.Chess(fen));
    for (let ply = 0; ply < 60 && both[0].moves().length; ply++, plies++) {
      const said = both.map((chess) => QUESTIONS.map((question) => chess[question]()));
      assert.deepEqual(said[1], said[0]);
      const square = compiled.SQUARES[random(64)];
      assert.deepEqual(both[1].attackers(square, 'w'), both[0].attackers(square, 'w'));
      const move = both[0].moves()[random(both[0].moves().length)];
      for (const chess of both) chess.move(move);
    }
    const again = new plain.Chess();
    again.loadPgn(both[0].pgn());
    assert.deepEqual([again.fen(), again.pgn()], [both[0].fen(), both[0].pgn()]);
  }
  assert.ok(plies > 200, String(plies));
  assert.equal(new plain.Chess().perft(3), 8902);
  assert.deepEqual(plain.violations('8/8/8/8/8/8/8/8 w - - 0 1'), compiled.violations('8/8/8/8/8/8/8/8 w - - 0 1'));
});
