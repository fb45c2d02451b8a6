// Random games: chess.js and this package give the same answers in the same order. Without chess.js the test says that it has
// nothing to compare with.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Chess } from '../chess0x88.js';
import { numbers } from './random.js';

const peer = await import('chess.js').catch(() => null);
const skip = peer ? false : 'chess.js is not installed: npm install in web/js';

const STARTS = [
  undefined,
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
  'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1',
  'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8',
  '4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1',
  '8/8/4k3/8/8/3BK3/8/8 w - - 90 80',
];

const plain = (move) => {
  const { color, piece, from, to, san, flags, lan, before, after, captured, promotion } = move;
  return { color, piece, from, to, san, flags, lan, before, after, captured, promotion };
};
const verbose = (chess, options = {}) => chess.moves({ verbose: true, ...options }).map(plain);
const QUESTIONS = [
  'fen', 'turn', 'isCheck', 'inCheck', 'isCheckmate', 'isStalemate', 'isInsufficientMaterial', 'isThreefoldRepetition',
  'isDrawByFiftyMoves', 'isDraw', 'isGameOver', 'moveNumber', 'ascii',
];

test('random games from many starts: every answer is that of chess.js', { skip }, () => {
  let positions = 0;
  for (const [seed, start] of STARTS.entries()) {
    for (let game = 0; game < 3; game++) {
      const random = numbers(100 * seed + game);
      const [ours, theirs] = [new Chess(start), new peer.Chess(start)];
      for (let ply = 0; ply < 80; ply++) {
        for (const question of QUESTIONS) assert.equal(ours[question](), theirs[question](), `${question}: ${theirs.fen()}`);
        assert.deepEqual(ours.board(), theirs.board());
        assert.deepEqual(ours.moves(), theirs.moves());
        // As in chess.js's next version: after each double step.
        const last = theirs.history({ verbose: true }).at(-1);
        const forced = theirs.fen({ forceEnpassantSquare: true }).split(' ');
        if (last?.isBigPawn()) forced[3] = last.to[0] + (last.color === 'w' ? 3 : 6);
        assert.equal(ours.fen({ forceEnpassantSquare: true }), forced.join(' '));
        const moves = verbose(theirs);
        assert.deepEqual(verbose(ours), moves);
        for (const color of 'wb') assert.deepEqual(ours.getCastlingRights(color), theirs.getCastlingRights(color));
        const square = peer.SQUARES[random(64)];
        assert.deepEqual(verbose(ours, { square }), verbose(theirs, { square }));
        assert.equal(ours.isAttacked(square, 'w'), theirs.isAttacked(square, 'w'));
        assert.deepEqual(ours.attackers(square, 'b'), theirs.attackers(square, 'b'));
        positions++;
        if (!moves.length) break;
        const { san, from, to, promotion } = moves[random(moves.length)];
        // Board libraries name a promotion with every move.
        const move = random(2) === 0 ? san : { from, to, promotion: promotion ?? 'q' };
        assert.deepEqual(plain(ours.move(move)), plain(theirs.move(move)));
        if (random(10) === 0) assert.equal(ours.undo().san, theirs.undo().san);
      }
      assert.deepEqual(ours.history(), theirs.history());
      assert.deepEqual(ours.history({ verbose: true }).map(plain), theirs.history({ verbose: true }).map(plain));
      if (!ours.outcome()) for (const maxWidth of [0, 1, 20, 80]) assert.equal(ours.pgn({ maxWidth }), theirs.pgn({ maxWidth }));
      // Each library reads the PGN of the other.
      const again = new peer.Chess();
      again.loadPgn(ours.pgn());
      assert.equal(again.fen(), theirs.fen());
      const ourAgain = new Chess();
      ourAgain.loadPgn(theirs.pgn());
      assert.equal(ourAgain.fen(), theirs.fen());
    }
  }
  assert.ok(positions > 500, String(positions));
});
