import assert from 'node:assert/strict';
import test from 'node:test';

import { Chess, DEFAULT_POSITION } from '../chess0x88.js';
import { MAKRUK_POSITION, Makruk } from '../makruk.js';
import { judge } from '../referee.js';

test('a game to mate, and what is no legal move in it', () => {
  const moves = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];
  const verdict = judge(DEFAULT_POSITION, moves);
  assert.deepEqual([verdict.moves, verdict.check, verdict.result], [[], true, '0-1']);
  assert.throws(() => judge(DEFAULT_POSITION, ['e2e4', 'e2e4']), { message: 'no legal position or move: e2e4' });
  assert.throws(() => judge('8/8/8/8/8/8/8/8 w - - 0 1'), { message: 'no legal position or move: 8/8/8/8/8/8/8/8 w - - 0 1' });
  assert.equal(judge(DEFAULT_POSITION).result, null);
});

test('castling in either spelling, promotion, the fifth occurrence', () => {
  const castles = '4k3/8/8/8/8/8/8/4K2R w K - 0 1';
  assert.equal(judge(castles, ['e1g1']).fen, judge(castles, ['e1h1']).fen);
  assert.equal(judge('8/P6k/8/8/8/8/8/K7 w - - 0 1', ['a7a8n']).fen, 'N7/7k/8/8/8/8/8/K7 b - - 0 1');
  const dance = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
  assert.equal(judge(DEFAULT_POSITION, [...dance, ...dance, ...dance]).result, null);
  assert.equal(judge(DEFAULT_POSITION, [...dance, ...dance, ...dance, ...dance]).result, '1/2-1/2');
});

test('it says what the whole module says', () => {
  for (const [game, start] of [[new Chess(), DEFAULT_POSITION], [new Makruk(), MAKRUK_POSITION]]) {
    const played = [];
    for (let ply = 0; ply < 120 && !game.outcome(); ply++) {
      const legal = game.moves({ verbose: true }).map((move) => move.lan);
      const verdict = judge(start, played, game.variant);
      assert.equal(verdict.fen, game.fen());
      assert.deepEqual(verdict.moves.sort(), [...legal].sort());
      assert.equal(verdict.check, game.isCheck());
      played.push(legal[(31 * ply + 7) % legal.length]);
      game.move(played.at(-1));
    }
    assert.equal(judge(start, played, game.variant).result, game.outcome()?.result ?? null);
  }
});
