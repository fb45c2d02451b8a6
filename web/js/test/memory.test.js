// The memory of games stays bounded without `free`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';

import { Chess } from '../chess0x88.js';
import { Makruk } from '../makruk.js';

test('a million games in one loop take at most 100 MB, and the last do not take several times as long as the first', () => {
  const { before, used, most, times } = JSON.parse(execFileSync(process.execPath, [new URL('./many.js', import.meta.url).pathname]));
  // Before the first game the memory is that of node and the rules. The young generation of V8 grows to 48 MB in any program.
  assert.ok(most - before <= 100, `${before} MB before, ${most} MB at most`);
  assert.ok(Math.min(...used.slice(-3)) <= Math.max(...used.slice(0, 3)) + 10, used.join(' '));
  // A leak would make the last games slower. Other work on the machine can nearly double a processor time.
  assert.ok(Math.min(...times.slice(-3)) <= 3 * Math.min(...times.slice(0, 3)), times.join(' '));
});

/** Uses so many other games that the module drops all earlier ones. */
function crowdOut() {
  const games = Array.from({ length: 2500 }, () => new Chess());
  for (const game of games) assert.equal(game.moves().length, 20);
  const others = Array.from({ length: 2500 }, () => new Makruk());
  for (const game of others) assert.equal(game.moves().length, 23);
}

for (const [what, forget] of [['crowded out', crowdOut], ['freed', (game) => game.free()], ['disposed of', (game) => game[Symbol.dispose ?? Symbol.for('Symbol.dispose')]()]]) {
  test(`a game that was ${what} goes on where it stood`, () => {
    const chess = new Chess();
    for (const san of ['Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1']) chess.move(san);
    forget(chess);
    chess.move('Ng8');
    assert.equal(chess.isThreefoldRepetition(), true);
    assert.equal(chess.claims().find((claim) => claim.name === 'threefold repetition').occurred, true);
    const outcome = chess.claim();
    forget(chess);
    assert.deepEqual(chess.outcome(), outcome);
    assert.throws(() => chess.move('e4'), /the game is over: draw by threefold repetition/);
    chess.back();
    assert.equal(chess.outcome(), null);
    forget(chess);
    // What was declared belongs to its position, and the result to the game.
    assert.match(chess.pgn(), /1\/2-1\/2$/);
    assert.equal(chess.move('Ng8').san, 'Ng8');
    assert.deepEqual(chess.outcome(), outcome);
    chess.undo();
    chess.move('Ng8');
    assert.equal(chess.outcome(), null);

    const late = new Chess('4k3/8/8/8/8/8/8/R3K3 w - - 99 80');
    const announced = late.claim('Ra2');
    forget(late);
    assert.deepEqual(late.outcome(), announced);

    const makruk = new Makruk('8/8/3k4/8/8/3KR3/8/8 w - - 0 90');
    makruk.move('Re4');
    const [fen, count] = [makruk.fen(), makruk.count()];
    forget(makruk);
    assert.deepEqual([makruk.fen(), makruk.count(), makruk.moves().length > 0], [fen, count, true]);
  });
}

test('a clone is plain data: a game without methods, a move without the rook', () => {
  const chess = new Chess('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
  const move = chess.move('O-O');
  const clone = structuredClone(move);
  assert.deepEqual(Object.entries(clone), Object.entries(move));
  assert.deepEqual([clone.rook, clone.isCapture, move.rook], [undefined, undefined, 'h1']);
  assert.equal(structuredClone(chess).fen, undefined);
  const { start, moves } = structuredClone(chess.record());
  const again = new Chess(start);
  for (const lan of moves) again.move(lan);
  assert.equal(again.fen(), chess.fen());
});

test('a count that was begun is kept with what it began from', () => {
  const makruk = new Makruk('3k4/5R2/3K4/8/8/8/r7/8 w - - 0 1');
  makruk.startCounting('w');
  const lines = [makruk.count()];
  const fen = makruk.fen();
  makruk.free();
  lines.push(makruk.count());
  assert.equal(makruk.fen(), fen);
  makruk.move('Rf1');
  const after = makruk.count();
  makruk.free();
  assert.equal(makruk.count(), after);
  makruk.back();
  lines.push(makruk.count());
  makruk.stopCounting('w');
  makruk.startCounting('w');
  lines.push(makruk.count());
  assert.ok(lines.every((line) => line === lines[0] && line), lines.join('; '));
});
