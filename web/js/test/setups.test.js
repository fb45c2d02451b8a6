// The moves of pieces on a board that is no position, which the package finds itself, are those of the library where a board is one.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Chess } from '../chess0x88.js';
import { keptRights, readLetters } from '../board.js';
import { Move } from '../move.js';
import { isCheckOn, setupMoves } from '../setup.js';
import { numbers } from './random.js';

const STARTS = [
  undefined, 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
  'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', '4k3/P6P/8/8/8/8/p6p/4K3 b - - 0 1', 'r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 9', '3qk3/2n1n3/8/2n1n3/2N1N3/8/2N1N3/3QK3 w - - 0 1',
  '8/8/1k6/8/4Q2Q/8/8/K6Q w - - 0 1',
];

test('moves, checks and rights of random games', () => {
  let [castlings, passants, promotions] = [0, 0, 0];
  for (let seed = 0; seed < 32; seed++) {
    const random = numbers(seed);
    const chess = new Chess(STARTS[seed % STARTS.length]);
    for (let ply = 0; ply < 50; ply++) {
      const fen = chess.fen();
      const moves = chess.moves({ verbose: true });
      const found = setupMoves(fen).map((line) => new Move(line, fen));
      assert.deepEqual(found.map((move) => ({ ...move, rook: move.rook })), moves.map((move) => ({ ...move, rook: move.rook })), fen);
      assert.equal(isCheckOn(readLetters(fen), chess.turn()), chess.isCheck(), fen);
      assert.equal(keptRights(readLetters(fen), fen.split(' ')[2]), fen.split(' ')[2], fen);
      castlings += moves.filter((move) => move.rook).length;
      passants += moves.filter((move) => move.isEnPassant()).length;
      promotions += moves.filter((move) => move.isPromotion()).length;
      if (!moves.length) break;
      // Rare moves sooner than others.
      const rare = moves.filter((move) => move.rook || move.promotion || /[eb]/.test(move.flags));
      const from = rare.length && random(3) === 0 ? rare : moves;
      chess.move(from[random(from.length)]);
    }
  }
  assert.ok(castlings > 50 && passants > 5 && promotions > 50, `${castlings} ${passants} ${promotions}`);
});

test('walks on a set-up: its one line is the model after each step', () => {
  for (let seed = 0; seed < 24; seed++) {
    const random = numbers(2000 + seed);
    const chess = new Chess('r2n4/p7/8/8/8/8/P7/R2N4 w - - 0 1', { skipValidation: true });
    // The start and the moves, those that were taken back too.
    const line = [{}];
    let at = 0;
    const said = () => [line[at].comment, ...line[at].nags ?? []];
    const steps = {
      move() {
        const moves = chess.moves();
        const san = line[at + 1] && random(2) ? line[at + 1].san : moves[random(moves.length)] ?? '--';
        chess.move(san);
        if (line[++at]?.san !== san) line.splice(at, Infinity, { san });
      },
      back: () => (assert.equal(chess.back()?.san, line[at].san), (at -= at > 0)),
      forward: () => (assert.equal(chess.forward()?.san, line[at + 1]?.san), (at += at + 1 < line.length)),
      undo: () => (assert.equal(chess.undo()?.san, line[at].san), at && line.splice(at--)),
      goTo: () => assert.equal(chess.goTo(Array((at = random(line.length))).fill(0)), true),
      comment: () => chess.setComment((line[at].comment = `after ${at}`)),
      glyph: () => chess.setNags((line[at].nags = [10 + random(90)])),
    };
    for (let i = 0; i < 60; i++) {
      const name = random(3) ? Object.keys(steps)[random(7)] : 'move';
      steps[name]();
      const tree = [];
      for (let node = chess.tree(); node; [node] = node.children) tree.push([node.move?.san, node.comments[0], ...node.nags]);
      assert.deepEqual(tree, line.map(({ san, comment, nags = [] }) => [san, comment, ...nags]), name);
      assert.deepEqual([chess.history(), chess.variations().map(({ san }) => san)], [line.slice(1, at + 1).map(({ san }) => san), line.slice(at + 1, at + 2).map(({ san }) => san)], name);
      assert.deepEqual([chess.getComment(), ...chess.nags], said(), name);
    }
  }
});
