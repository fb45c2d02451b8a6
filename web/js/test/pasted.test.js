// A FEN as people paste it loads, and each repair is told. What is no FEN is refused with what is wrong, not with a repair.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Chess, validateFen } from '../chess0x88.js';

const FENS = [
  'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'rnbqkbnr/pp1ppppp/8/2pP4/8/8/PPP1PPPP/RNBQKBNR w KQkq c6 0 2', '4k3/8/8/8/8/8/8/4K3 b - - 12 40',
  'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1',
];
/** Ways to write the same FEN. */
const WAYS = {
  tabs: (fen) => fen.replaceAll(' ', '\t'), blanks: (fen) => fen.replaceAll(' ', '   '), leading: (fen) => `  ${fen}`, trailing: (fen) => `${fen} \n`,
  'no-break': (fen) => `\u00a0${fen}\u00a0`, quotes: (fen) => `"${fen}"`, apostrophes: (fen) => `'${fen}'`, position: (fen) => `position fen ${fen}`, tag: (fen) => `[FEN "${fen}"]`,
  address: (fen) => `https://lichess.org/analysis/${fen.replaceAll(' ', '_')}`, escaped: (fen) => `https://lichess.org/analysis/${fen.replaceAll(' ', '%20')}`,
  dashes: (fen) => fen.replaceAll(' -', ' –'),
};

test('each way to write a FEN gives its position', () => {
  for (const fen of FENS) {
    assert.deepEqual(new Chess(fen).repairs(), []);
    for (const [way, write] of Object.entries(WAYS)) {
      const text = write(fen);
      const chess = new Chess(text);
      assert.equal(chess.fen(), fen, way);
      assert.equal(chess.repairs().length > 0, text !== fen, way);
      assert.equal(validateFen(text).ok, text === fen, way);
      // In a tag, too.
      if (way === 'tag' || way === 'quotes' || way === 'trailing') continue;
      const read = new Chess();
      read.loadPgn(`[SetUp "1"]\n[FEN "${text}"]\n\n*`);
      assert.equal(read.fen(), fen, way);
    }
  }
});

test('missing fields are told', () => {
  const fields = FENS[0].split(' ');
  for (let count = 2; count <= 6; count++) {
    const chess = new Chess(fields.slice(0, count).join(' '));
    assert.equal(chess.fen(), [...fields.slice(0, count), ...['', '', '-', '-', '0', '1'].slice(count)].join(' '));
    assert.equal(chess.repairs().length, 6 - count);
    assert.ok(chess.repairs().every((repair) => /missing, took/.test(repair)));
  }
});

test('a refusal is no repair', () => {
  for (const fen of ['', 'x', FENS[0].split(' ')[0], `${FENS[0].split(' ')[0]} x`, `44/8/8/8/8/8/8/k1K5 w - - 0 1`, `${FENS[0].replace(' w', '/ w')}`, ' 9/8/8/8/8/8/8/k1K5 w']) {
    assert.throws(() => new Chess(fen), ({ reason }) => !/removed|put one|ignored|took|dropped|accepted|read /.test(reason), fen);
  }
});
