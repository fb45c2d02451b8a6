// The modules answer any input with a result or a reason. A trap would be a bug.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Chess, DEFAULT_POSITION, repairFen, validateFen, violations } from '../chess0x88.js';
import { picture } from '../extras.js';
import { MAKRUK_POSITION, Makruk } from '../makruk.js';
import { openingOf, openings } from '../openings.js';
import { judge } from '../referee.js';
import { numbers } from './random.js';

const SAID = [
  DEFAULT_POSITION, MAKRUK_POSITION, '8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1', 'e2e4', 'O-O', 'exd6e.p.', 'a7a8q', 'e6=M+',
  '[Event "x"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. O-O {c} (1. Rh8+ $1) *', 'claim e2e4', '\u{1e}\u{1f}\0', 'é♞ก',
];

test('twenty thousand texts, most of them nonsense', () => {
  const random = numbers(88);
  const garble = () => {
    let text = SAID[random(SAID.length)];
    for (let times = random(4); times > 0; times--) {
      const at = random(text.length + 1);
      const other = SAID[random(SAID.length)];
      text = text.slice(0, at) + other.slice(random(other.length), random(other.length)) + text.slice(at + random(3));
    }
    return text;
  };
  const games = [new Chess(), new Makruk()];
  let refused = 0;
  for (let i = 0; i < 20_000; i++) {
    const [game, text] = [games[i % 2], garble()];
    const acts = [
      () => game.load(text, { skipValidation: i % 3 === 0 }), () => game.move(text), () => game.loadPgn(text), () => game.why(text),
      () => violations(text), () => validateFen(text), () => repairFen(text), () => picture(text, game.variant), () => judge(text, [garble()], game.variant),
      () => game.claim(text), () => game.move(game.moves()[random(20)] ?? text), () => game.undo(), () => game.claims(),
      () => game.pgn({ maxWidth: random(100) }), () => game.setComment(text), () => game.premoves(text),
      () => openings(text), () => openingOf([text, garble()], i % 2 ? undefined : garble()), () => openingOf(game),
    ];
    try {
      acts[random(acts.length)]();
    } catch (error) {
      refused++;
      assert.ok(error instanceof Error && !(error instanceof WebAssembly.RuntimeError), `${JSON.stringify(text)}: ${error.stack}`);
      assert.ok(error.constructor === Error && error.message, `${JSON.stringify(text)}: ${error.stack}`);
    }
  }
  assert.ok(refused > 1000);
});
