// Untrusted texts take linear time: twice as many repetitions take about twice the time.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Chess, DEFAULT_POSITION, Move, nagToGlyph, parseComment, parseFen, placement, repairFen, splitPgn, squareColor, validateFen, violations } from '../chess0x88.js';
import { picture, relation } from '../extras.js';
import { openingOf, openings } from '../openings.js';
import { judge } from '../referee.js';

const PIECES = [
  ' ', '\n', '\t', '\u00a0', '1', '8', '.', '-', '/', '~', 'k', 'K', 'R', 'H', '!', '?', '+', '#', '=', '"', '\\', '%', ';', '*', '\n%', '\n;', '\n[', '[', ']',
  '{', '}', '(', ')', '{}', '()', '{ x } ', '[%cal ', '[%cal Ga1a2]', '[%cal Ga1a2,', '[%eval 1', '[%eval 1.', '[%clk 1:', 'Ga1a2,', '$1 ', '!? ', '1-0 ', '1. ',
  'Nf3 Nf6 Ng1 Ng8 ', '1. e4 (1. d4 ', '(1. e4) ', '(1. d4) (1. c4) ', '[A "b"]\n', '[A "', '-- ', 'O-O ', 'é', '😀',
];
/** Texts before and after the repetitions. */
const FRAMES = [['', ''], ['', 'x'], ['1. e4 ', ' e5 *'], ['{', '}'], ['[%cal ', ']'], ['[%eval ', ']'], ['e4', ''], ['[FEN "', '"]\n\n1. e4'], [DEFAULT_POSITION, ''], ['4k3/8/8/8/8/8/8/4K3 w ', ' - 0 1']];

/** Every call that takes a text. */
const ACTS = {
  parseComment,
  parseFen,
  placement: (text) => placement(new Map([['a1', text]])),
  repairFen,
  validateFen,
  violations,
  squareColor,
  nagToGlyph,
  splitPgn: (text) => [...splitPgn(text)],
  judge,
  judgeMoves: (text) => judge(DEFAULT_POSITION, [text]),
  openingOf: (text) => openingOf([text]),
  openingFrom: (text) => openingOf([], text),
  openings,
  picture,
  relation: (text) => relation(text, 'e4', 'N'),
  Move: (text) => new Move(text, DEFAULT_POSITION),
  load: (text) => new Chess(text, { skipValidation: true }).moves(),
  loadPgn: (text) => read(text),
  loadPgnStrictly: (text) => new Chess().loadPgn(text, { strict: true }),
  move: (text) => new Chess().move(text),
  strictly: (text) => new Chess().move(text, { strict: true }),
  setUp: (text) => new Chess('8/8/8/8/8/8/8/K7 w - - 0 1', { skipValidation: true }).move(text),
  squares: (text) => new Chess().move({ from: text, to: 'e4', promotion: text }),
  promotion: (text) => new Chess().move({ from: 'e2', to: 'e4', promotion: text }),
  asked: (text) => [new Chess().moves({ square: text }), new Chess().premoves(text), new Chess().attackers(text), new Chess().why(text)],
  put: (text) => new Chess().put({ type: text, color: text }, text),
  claim: (text) => new Chess().claim(text),
  said(text) {
    const game = new Chess();
    game.setComment(text);
    game.setHeader('White', text);
    game.setHeader('Variant', text);
    game.pgn({ maxWidth: 60 });
  },
};

/** Reads a game, calls all its methods, and writes it. */
function read(text) {
  const game = new Chess();
  game.loadPgn(text);
  const { children } = game.tree();
  game.goTo(game.path());
  game.getComments();
  game.history();
  game.pgn();
  game.pgn({ maxWidth: 80 });
  return children;
}

/** The processor time of a call in milliseconds. */
function time(act, text) {
  const { user } = process.cpuUsage();
  try {
    act(text);
  } catch (error) {
    // A text may be rejected, but a stack overflow is an error.
    assert.ok(!(error instanceof RangeError || error instanceof WebAssembly.RuntimeError), error.stack);
  }
  return (process.cpuUsage().user - user) / 1000;
}

const repeated = (piece, [before, behind], length) => before + piece.repeat(Math.ceil(length / piece.length)) + behind;

for (const [name, act] of Object.entries(ACTS)) {
  test(`${name} takes linear time`, () => {
    for (const piece of PIECES) {
      for (const frame of FRAMES) {
        // With quadratic time, two milliseconds at the small size would be twenty seconds at the large one.
        const [small, large] = [2000, 200_000];
        const growth = () => time(act, repeated(piece, frame, large)) / (5 + time(act, repeated(piece, frame, small)));
        assert.ok(growth() < 150 || growth() < 150, `${JSON.stringify(piece)} in ${JSON.stringify(frame)}`);
      }
    }
  });
}

test('a line of any length, and any number of comments and variations', () => {
  const long = 'Nf3 Nf6 Ng1 Ng8 '.repeat(10_000);
  const deep = '1. e4 (1. d4 '.repeat(20_000);
  for (const text of [long, deep, `1. e4 ${'{c} '.repeat(200_000)}`, `1. e4 ${'$1 '.repeat(200_000)}`, `1. e4 ${'(1. d4 {c}) '.repeat(100_000)}`]) {
    read(text);
    const game = new Chess();
    game.loadPgn(text);
    const again = new Chess();
    again.loadPgn(game.pgn());
    assert.equal(again.pgn(), game.pgn());
  }
});
