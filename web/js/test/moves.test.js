// A move that the package has told is played as that move.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Chess, chess960 } from '../chess0x88.js';
import { Makruk } from '../makruk.js';
import { numbers } from './random.js';

const forms = (move) => [move, JSON.parse(JSON.stringify(move)), { ...move }];

/** Plays each move in each form, and compares with the move in UCI. */
function check(game) {
  const fen = game.fen();
  for (const move of game.moves({ verbose: true })) {
    for (const form of forms(move)) {
      assert.equal(game.find(form).san, move.san, `${fen}: ${move.san}`);
      assert.equal(game.why(form), null, `${fen}: ${move.san}`);
      const played = game.move(form);
      assert.deepEqual([played.san, played.lan, game.fen()], [move.san, move.lan, move.after], `${fen}: ${move.san}`);
      game.undo();
    }
  }
}

test('castlings of Chess960 beside moves of the king with the same squares', () => {
  check(new Chess('4k3/8/8/8/8/8/8/5K1R w H - 0 1'));
  const random = numbers(960);
  let castlings = 0;
  for (let i = 0; i < 300; i++) {
    // Kings and rooks alone, so that nearly all can castle.
    const start = chess960(random(960)).split(' ')[0].split('/').at(-1);
    const rank = [...start].map((letter) => ('KR'.includes(letter) || random(5) === 0 ? letter : '1')).join('').replace(/1+/g, ({ length }) => length);
    const game = new Chess(`${rank.toLowerCase()}/8/8/8/8/8/8/${rank} w KQkq - 0 1`);
    castlings += game.moves().filter((san) => san.startsWith('O')).length;
    check(game);
  }
  assert.ok(castlings > 150, String(castlings));
});

test('games of Chess960 and Makruk are played again from their history', () => {
  const random = numbers(4);
  for (let i = 0; i < 60; i++) {
    const start = i % 4 === 3 ? null : chess960(random(960));
    const begin = () => (start ? new Chess(start) : new Makruk());
    const game = begin();
    for (let ply = 0; ply < 60 && !game.outcome(); ply++) {
      const moves = game.moves({ verbose: true });
      // Castle soon, and pass now and then.
      game.move(random(20) === 0 && !game.isCheck() ? null : (moves.find((move) => /[kq]/.test(move.flags)) ?? moves[random(moves.length)]));
      if (ply % 10 === 0) check(game);
    }
    for (const form of [0, 1, 2]) {
      const again = begin();
      for (const move of game.history({ verbose: true })) again.move(forms(move)[form]);
      assert.deepEqual([again.fen(), again.history()], [game.fen(), game.history()]);
    }
    const { start: fen, moves } = game.record();
    const again = start ? new Chess(fen) : new Makruk(fen);
    for (const lan of moves) again.move(lan);
    assert.equal(again.fen(), game.fen());
  }
});

test('squares that were changed are other moves', () => {
  const game = new Chess('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1');
  const castling = game.moves({ verbose: true }).find((move) => move.isKingsideCastle());
  assert.equal(game.find({ ...castling, to: 'f1' }).san, 'Kf1');
  assert.equal(game.find({ ...castling, from: 'a1', to: 'b1' }).san, 'Rb1');
  assert.throws(() => game.find({ ...castling, to: 'e4' }), /the king on e1 does not move to e4/);
  const other = new Chess('4k3/8/8/8/8/8/8/R3K3 w Q - 0 1');
  assert.throws(() => other.move(castling), /./);
  assert.deepEqual(other.history(), []);
  const passed = new Chess();
  assert.equal(passed.find(passed.move('--')).san, '--');
  assert.equal(passed.why({ from: 'a8', to: 'a8', flags: '-' }), null);
});
