import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import test from 'node:test';

import { Chess, SQUARES, chess960, keepGames, nagToGlyph, parseComment, parseFen, placement, repairFen, splitPgn, squareColor, validateFen, violations } from '../chess0x88.js';
import { picture, relation } from '../extras.js';
import { MAKRUK_POSITION, Makruk } from '../makruk.js';
import { judge } from '../referee.js';
import { Module } from '../wasm.js';
import { numbers } from './random.js';

test('a refused move says why, and changes nothing', () => {
  const chess = new Chess('4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1');
  const before = chess.fen();
  assert.throws(() => chess.move({ from: 'e2', to: 'c3' }), /the knight on e2 is pinned to the king by the rook on e4/);
  assert.equal(chess.why('e1e2'), 'a knight of the same side stands on e2');
  assert.equal(chess.why('Kd1'), null);
  assert.throws(() => chess.move({ from: 'e1', to: 'x9' }), /a square is a letter a-h and a digit 1-8/);
  assert.throws(() => chess.move('e9'), /e9 is no move: expected a rank 1-8 or x, found '9'/);
  assert.equal(chess.fen(), before);
  assert.deepEqual(chess.history(), []);
});

test('strict reading asks for SAN as it is written', () => {
  const chess = new Chess();
  assert.throws(() => chess.move('Ng1f3', { strict: true }), /the move is written Nf3/);
  assert.equal(chess.move('Nf3', { strict: true }).san, 'Nf3');
});

test('mate, stalemate and the draws of the Laws', () => {
  const mated = new Chess('rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3');
  assert.deepEqual(mated.outcome(), { text: 'Black wins by checkmate', result: '0-1', by: 'checkmate' });
  assert.equal(mated.isCheckmate() && mated.isGameOver() && !mated.isDraw(), true);
  const stuck = new Chess('7k/5Q2/8/8/8/8/8/K7 b - - 0 1');
  assert.equal(stuck.isStalemate() && stuck.isDraw(), true);
  assert.equal(stuck.outcome().text, 'draw by stalemate');
});

test('claims: occurred, with a move announced, and refused with the count', () => {
  const chess = new Chess('4k3/8/8/8/8/8/8/R3K3 w - - 99 80');
  assert.throws(() => chess.claim(), /no draw by fifty moves: 99 plies without capture or pawn move, 100 needed/);
  const fifty = chess.claims().find((claim) => claim.name === 'fifty moves');
  assert.equal(fifty.occurred, false);
  assert.ok(fifty.moves.includes('Ra2'));
  assert.deepEqual(chess.claim('Ra2'), { text: 'draw by fifty moves', result: '1/2-1/2', by: 'fifty moves', announced: 'Ra2' });
  assert.throws(() => chess.move('Ra2'), /the game is over: draw by fifty moves/);
  assert.match(chess.pgn(), /\[Result "1\/2-1\/2"\]/);

  const dance = new Chess();
  for (const san of ['Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1', 'Ng8']) dance.move(san);
  assert.equal(dance.isThreefoldRepetition() && dance.isDraw(), true);
  assert.equal(dance.outcome(), null);
  assert.equal(dance.claim().text, 'draw by threefold repetition');
  dance.back();
  assert.equal(dance.outcome(), null);
});

test('resignation and flags look at the material', () => {
  assert.equal(new Chess().resign('w').text, 'Black wins by resignation');
  const knight = new Chess('4k3/8/8/8/8/8/4q3/K6N b - - 0 1');
  assert.equal(knight.flagFall('b').text, 'draw by flag fall against insufficient material');
});

test('variations: begun by moves, walked, promoted, written and read again', () => {
  const chess = new Chess();
  for (const san of ['e4', 'e5', 'Nf3']) chess.move(san);
  chess.goTo([0]);
  chess.move('c5');
  chess.setComment('Sicilian');
  assert.deepEqual(chess.path(), [0, 1]);
  assert.deepEqual(chess.history(), ['e4', 'c5']);
  chess.back();
  assert.deepEqual(chess.variations().map((move) => move.san), ['e5', 'c5']);
  const text = chess.pgn();
  assert.ok(text.endsWith('1. e4 e5 (1... c5 {Sicilian}) 2. Nf3 *'), text);

  const again = new Chess();
  again.loadPgn(text);
  assert.deepEqual(again.history(), ['e4', 'e5', 'Nf3']);
  assert.equal(again.pgn(), text);
  again.goTo([0, 1]);
  assert.equal(again.getComment(), 'Sicilian');
  assert.equal(again.promote(), true);
  assert.ok(again.pgn().endsWith('1. e4 c5 {Sicilian} (1... e5 2. Nf3) *'));
  assert.equal(again.undo().san, 'c5');
  assert.ok(again.pgn().endsWith('1. e4 e5 2. Nf3 *'));
  assert.equal(again.tree().children[0].children[0].move.san, 'e5');
});

test('a mate in a variation is not the result of the game', () => {
  const chess = new Chess();
  chess.loadPgn('1. f3 (1. e4 f6 2. d4 g5 3. Qh5#) 1... e5 *');
  chess.goTo([1, 0, 0, 0, 0]);
  assert.equal(chess.outcome().result, '1-0');
  assert.match(chess.pgn(), /\[Result "\*"\][^]* \*$/);
  chess.goTo([1]);
  chess.promote();
  chess.goTo([0, 0, 0, 0, 0]);
  assert.match(chess.pgn(), /\[Result "1-0"\]/);
});

test('starting comments and glyphs come back', () => {
  const text = '1. e4 (1. d4 $1 {closed} 1... d5) (1. c4) 1... e5 $6 *';
  const chess = new Chess();
  chess.loadPgn(text);
  assert.ok(chess.pgn().endsWith(text), chess.pgn());
  const started = '1. e4 ({or else} 1. d4 {closed}) 1... e5 *';
  chess.loadPgn(started);
  const { startingComments, comments } = chess.tree().children[1];
  assert.deepEqual([startingComments, comments], [['or else'], ['closed']]);
  assert.ok(chess.pgn().endsWith(started), chess.pgn());
});

test('a file that is wrong leaves the game as it was', () => {
  const chess = new Chess();
  chess.move('e4');
  const before = chess.pgn();
  assert.throws(() => chess.loadPgn('1. e4 Ke4 *'), /after e4, Ke4: /);
  assert.throws(() => chess.loadPgn('[Event "x'), /./);
  assert.throws(() => chess.loadPgn('[Variant "Makruk"]\n\n1. e4 *'), /the tag Variant names another game: Makruk/);
  assert.equal(chess.pgn(), before);
});

test('Chess960: starts, castling as king takes rook, FEN both ways', () => {
  assert.equal(chess960(518), new Chess().fen());
  assert.throws(() => chess960(960), /0 to 959/);
  const chess = Chess.chess960(0);
  assert.equal(chess.getHeaders().Variant, 'Chess960');
  const near = new Chess('4k3/8/8/8/8/8/8/6KR w H - 0 1');
  const castle = near.moves({ verbose: true }).find((move) => move.isKingsideCastle());
  assert.deepEqual([castle.from, castle.to, castle.rook, castle.lan, castle.san], ['g1', 'g1', 'h1', 'g1h1', 'O-O']);
  near.move({ from: 'g1', to: 'h1' });
  assert.equal(near.fen(), '4k3/8/8/8/8/8/8/5RK1 b - - 1 1');
  const again = new Chess();
  again.loadPgn(near.pgn());
  assert.equal(again.fen(), near.fen());
});

test('castling is spelt in one way in a game', () => {
  // One side castles from the usual squares, the other does not.
  for (const [fen, lan] of [
    ['1r2k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1', ['e1b1', 'e1h1']], ['r2k3r/8/8/8/8/8/8/R3K2R w HAha - 0 1', ['e1a1', 'e1h1']],
    ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', ['e1c1', 'e1g1']], ['1r4kr/8/8/8/8/8/8/1R4KR w KQkq - 0 1', ['g1b1', 'g1h1']],
    ['r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1', ['e1c1', 'e1g1']],
  ]) {
    const chess = new Chess(fen);
    const castlings = chess.moves({ verbose: true, piece: 'k' }).filter((move) => move.rook).map((move) => move.lan);
    assert.deepEqual(castlings.sort(), lan, fen);
    assert.deepEqual(judge(fen).moves.filter((move) => chess.find(move).rook).sort(), lan, fen);
    for (const move of lan) {
      chess.move(move);
      assert.deepEqual(chess.record().moves, [move]);
      assert.equal(chess.record().chess960, lan[0] !== 'e1c1');
      const isCheck = chess.isCheck();
      chess.free();
      assert.equal(chess.isCheck(), isCheck);
      chess.undo();
    }
  }
  // The tag may be set later, and removed.
  const late = new Chess('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
  late.move('O-O');
  for (const [tag, lan] of [['Chess960', 'e1h1'], [null, 'e1g1'], ['Standard', 'e1g1']]) {
    late.setHeader('Variant', tag);
    assert.deepEqual([late.record().moves, late.record().chess960, late.history({ verbose: true })[0].lan], [[lan], tag === 'Chess960', lan]);
  }
  const named = new Chess();
  named.loadPgn('[Variant "Chess960"]\n\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O');
  assert.deepEqual(named.record().moves.slice(-2), ['e1h1', 'e8h8']);
});

test('a FEN of any start leads back to its position, also where each side has its own', () => {
  const random = numbers(960);
  for (let i = 0; i < 300; i++) {
    const [black, white] = [0, 1].map(() => chess960(random(960)).split('/'));
    const [, ...ranks] = white.map((rank, at) => (at === 0 ? black[0] : rank));
    const last = ranks.pop().split(' ')[0];
    const rights = (rank) => [...rank].flatMap((letter, file) => (/r/i.test(letter) ? 'abcdefgh'[file] : []));
    const field = rights(last).join('').toUpperCase() + rights(black[0]).join('');
    const chess = new Chess(`${black[0]}/${ranks.join('/')}/${last} w ${field} - 0 1`);
    for (let ply = 0; ply < 30 && !chess.isGameOver(); ply++) {
      const again = new Chess(chess.fen());
      assert.deepEqual([again.fen(), again.moves(), again.repairs()], [chess.fen(), chess.moves(), []]);
      assert.equal(chess.fen({ forceEnpassantSquare: true }).split(' ')[2], chess.fen().split(' ')[2]);
      assert.deepEqual(again.getCastlingRights('w'), chess.getCastlingRights('w'));
      assert.equal(repairFen(chess.fen()).fen, chess.fen());
      const moves = chess.moves();
      // Castle soon, if possible.
      chess.move(moves.find((san) => san.startsWith('O-O')) ?? moves[random(moves.length)]);
    }
    const read = new Chess();
    read.loadPgn(chess.pgn());
    assert.equal(read.fen(), chess.fen());
    // A right is removed in any spelling.
    assert.equal(chess.setCastlingRights('w', { k: false, q: false }), true);
    assert.deepEqual(chess.getCastlingRights('w'), { k: false, q: false });
  }
});

test('rights of kings and rooks that have moved are ignored, and those of Chess960 are not', () => {
  for (const [fen, rights] of [
    ['r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1', 'kq'], ['r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1', 'Qkq'], ['1r2k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'KQk'],
    ['1r2k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1', 'KQkq'], ['1r2k2r/8/8/8/8/8/8/R3K2R w HAhb - 0 1', 'HAhb'], ['4k3/8/8/8/8/8/8/R4K2 w Q - 0 1', 'Q'],
  ]) {
    const chess = new Chess(fen);
    assert.equal(chess.fen().split(' ')[2], rights, fen);
    assert.equal(chess.repairs().length, 4 - rights.length - (fen.includes('w Q ') ? 3 : 0), fen);
  }
  assert.equal(new Chess('r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1').repairs()[0], "dropped White's right to castle on the king's side: king or rook has moved");
});

test('an error begins as in chess.js, and has a code and a reason', () => {
  for (const [act, what] of [
    [() => new Chess().move('Ke4'), 'move'], [() => new Chess().move({ from: 'e2', to: 'x' }), 'move'], [() => new Chess().find('e5'), 'move'],
    [() => new Chess('x'), 'FEN'], [() => new Chess().loadPgn('1. e4 Ke4'), 'PGN'], [() => new Chess().loadPgn('[SetUp "1"]', { strict: true }), 'PGN'],
  ]) {
    assert.throws(act, ({ message, code, reason }) => message === `Invalid ${what}: ${reason}` && code === `INVALID_${what.toUpperCase()}` && reason !== '');
  }
  assert.match(validateFen('x').error, /^Invalid FEN: /);
  assert.equal(new Chess().why('e5'), 'the pawn on e2 does not move to e5');
});

test('glyphs: signs behind moves and numbers', () => {
  const chess = new Chess();
  chess.loadPgn('1. e4! $14 {best} e5 $1 2. Nf3?! $5 *');
  assert.deepEqual([chess.getSuffixAnnotation(), chess.getNags(), chess.nags], ['?!', [5], [6, 5]]);
  chess.back();
  assert.deepEqual([chess.getSuffixAnnotation(), chess.getNags()], [undefined, [1]]);
  const [e4] = chess.getComments();
  assert.deepEqual([e4.suffixAnnotation, e4.nags, e4.comment], ['!', [14], 'best']);
  chess.setSuffixAnnotation('??', e4.fen);
  assert.equal(chess.removeNag(14, e4.fen), true);
  assert.match(chess.pgn(), /1\. e4 \$4 \{best\} e5/);
  assert.equal(chess.removeSuffixAnnotation(e4.fen), '??');
  assert.throws(() => chess.setSuffixAnnotation('!!!'), /Invalid suffix/);
  assert.throws(() => chess.addNag(3, 'elsewhere'), /no such position/);
  assert.equal(nagToGlyph(16), '±');
});

test('destinations are the moves that boards may ask for', () => {
  for (const fen of [new Chess().fen(), 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', '6k1/P7/8/8/8/8/8/4K3 w - - 0 1', '1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1', 'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1']) {
    const chess = new Chess(fen);
    const played = new Set();
    for (const [from, targets] of chess.dests()) {
      assert.equal(new Set(targets).size, targets.length);
      for (const to of targets) played.add(chess.find({ from, to, promotion: chess.isPromotion({ from, to }) ? 'q' : null }).san);
    }
    assert.deepEqual([...played].sort(), chess.moves().filter((san) => !/=[RBN]/.test(san)).sort(), fen);
  }
  assert.deepEqual(new Chess('4k3/8/8/8/8/8/8/4K2R w K - 0 1').dests().get('e1').filter((square) => 'gh'.includes(square[0])).sort(), ['g1', 'h1']);
  const waiting = new Chess();
  waiting.move('e4');
  assert.deepEqual([...waiting.premoveDests().keys()].every((square) => '12345'.includes(square[1])), true);
  assert.deepEqual(waiting.premoveDests().get('e4'), waiting.premoves('e4'));
});

test('a file of games is parted where the games begin', () => {
  const games = ['[White "Ánna"]\n\n1. e4 {é ♞} *\n\n', '[White "B"]\n\n1. d4 d5 1-0\n', '\n[White "C"]\n\n1. c4 *'];
  const parts = [...splitPgn(games.join(''))];
  assert.equal(parts.join(''), games.join(''));
  assert.deepEqual(parts.map((text) => (new Chess().loadPgn(text), /White "(.*?)"/.exec(text)[1])), ['Ánna', 'B', 'C']);
  assert.deepEqual([...splitPgn(''), ...splitPgn(' \n')], []);
});

test('a file is parted alike however it comes', async () => {
  const random = numbers(60);
  const kinds = ['[White "A"]\n', '\n', '{ said [ }', '{', '}', ';', '%', '1. e4', ' e5 ', '1-0', '1/2-1/2', '*', ' * ', '[%clk 0:01]', '(', ')', '--', '$1', '"', '[', 'é♞', '😀', '\r\n'];
  const words = (length) => Array.from({ length }, () => kinds[random(kinds.length)]).join('');
  for (let i = 0; i < 40; i++) {
    // The first piece has the length that is split at a time, and ends anywhere.
    const file = Array.from({ length: 3 }, () => words(40 + random(40)) + (random(2) ? ' ' : '\n').repeat(60_000 + random(20_000)) + words(200)).join('');
    const whole = [...splitPgn([file])];
    assert.equal(whole.join('').trim(), file.trim());
    assert.deepEqual([...splitPgn(file)], whole);
    const pieces = [];
    for (let at = 0; at < file.length; at += pieces.at(-1).length) pieces.push(file.slice(at, at + 1 + random(50_000)));
    const streamed = [];
    for await (const game of splitPgn(Readable.from(pieces))) streamed.push(game);
    assert.deepEqual(streamed, whole);
  }
  // A loop that is left closes the stream, and bytes are no text.
  const stream = Readable.from(['1. e4 *\n'.repeat(20_000), '1. d4 *']);
  for await (const game of splitPgn(stream)) {
    assert.equal(game.trim(), '1. e4 *');
    break;
  }
  assert.equal(stream.destroyed, true);
  await assert.rejects(splitPgn(Readable.from([Buffer.from('1. e4 *')])).next(), /decode the stream first/);
});

test('a file of any size needs the memory of a few games', () => {
  const game = `[White "A"]\n\n${'1. Nf3 Nf6 2. Ng1 Ng8 '.repeat(100)}*\n\n`;
  function* file() {
    for (let i = 0; i < 20_000; i++) yield game;
  }
  let [games, most] = [0, 0];
  for (const text of splitPgn(file())) {
    assert.equal(text.trim(), game.trim());
    if (++games % 1000 === 0) {
      global.gc?.();
      most = Math.max(most, process.memoryUsage().rss);
    }
    if (games === 1000) most = process.memoryUsage().rss;
    assert.ok(games < 1000 || most < 2 ** 28, `${most} bytes after ${games} games`);
  }
  assert.equal(games, 20_000);
  // It reads no more of a file than it needs.
  const [first] = splitPgn(game.repeat(50_000));
  assert.equal(first, game);
});

test('commands in comments are read, and what is none stays text', () => {
  assert.deepEqual(parseComment('[%eval #-3,20] [%clk 1:02:03.5]'), { text: '', clk: 3723.5, eval: { mate: -3, depth: 20 } });
  assert.deepEqual(parseComment('a [%csl Ra1,Gh8] b [%cal Ya1h8]'), {
    text: 'a b', csl: [{ color: 'R', square: 'a1' }, { color: 'G', square: 'h8' }], cal: [{ color: 'Y', from: 'a1', to: 'h8' }],
  });
  for (const text of ['[%clk soon]', '[%eval ?]', '[%csl Gz9]', '[%emt 0:00:01]', '[%clk', 'plain', '']) assert.deepEqual(parseComment(text), { text });
  // Linear in the length of the comment.
  assert.deepEqual(parseComment('[%cal Ga1a2][%csl Rd4] x [%cal Rb1b2,Yc1c2] [%csl Ge5]'), {
    text: 'x', cal: [['G', 'a1', 'a2'], ['R', 'b1', 'b2'], ['Y', 'c1', 'c2']].map(([color, from, to]) => ({ color, from, to })),
    csl: [{ color: 'R', square: 'd4' }, { color: 'G', square: 'e5' }],
  });
});

test('no right to castle is given to a king elsewhere, but in Chess960', () => {
  const chess = new Chess('4k3/8/8/8/8/8/8/R2K3R w - - 0 1');
  assert.equal(chess.setCastlingRights('w', { k: true }), false);
  assert.equal(chess.fen().split(' ')[2], '-');
  const start = new Chess('3k4/8/8/8/8/8/8/R2K3R w KQ - 0 1');
  assert.equal(start.setCastlingRights('w', { q: false }), true);
  assert.equal(start.setCastlingRights('w', { q: true }), true);
  assert.equal(new Chess('4k3/8/8/8/8/8/8/R3K2R w - - 0 1').setCastlingRights('w', { k: true, q: true }), true);
});

test('a variation is deleted, and the main line is not', () => {
  const chess = new Chess();
  chess.loadPgn('1. e4 e5 (1... c5 2. Nf3 d6 (2... Nc6)) 2. Nf3 *');
  assert.equal(chess.deleteVariation(), false);
  chess.goTo([0, 1, 0, 0]);
  assert.equal(chess.deleteVariation(), true);
  assert.deepEqual([chess.path(), chess.moves().length], [[0], 20]);
  assert.match(chess.pgn(), /1\. e4 e5 2\. Nf3 \*$/);
});

test('as many games are kept as is said', () => {
  keepGames(3);
  const games = Array.from({ length: 5 }, () => new Chess());
  games.forEach((game, i) => game.move(game.moves()[i]));
  games.forEach((game) => assert.equal(game.moves().length, 20));
  keepGames(1000);
});

test('what stands before the tags and between them is no end of them', () => {
  for (const head of ['{ a file }', '; a file', '% a file', '\ufeff', '{ two }\n{ of them }', '\n\n;\n']) {
    for (const between of ['\n', '\n\n', '\n{ between }\n', '\n% between\n', '\n; between\n']) {
      const chess = new Chess();
      chess.loadPgn(`${head}\n\n[ECO "A00"]${between}[White "B"]\n\n1. b4 *`);
      const { ECO, White } = chess.getHeaders();
      assert.deepEqual([ECO, White, chess.history()], ['A00', 'B', ['b4']], JSON.stringify([head, between]));
    }
  }
});

test('Makruk: moves, promotion without a choice, counting, files', () => {
  const makruk = new Makruk();
  assert.equal(makruk.fen(), MAKRUK_POSITION);
  assert.equal(makruk.perft(2), 529);
  assert.equal(makruk.moves().length, 23);
  const bia = new Makruk('4k3/8/8/4P3/8/8/8/R3K3 w - - 0 1');
  assert.equal(bia.move({ from: 'e5', to: 'e6' }).san, 'e6=M');
  assert.deepEqual(bia.get('e6'), { type: 'm', color: 'w', promoted: true });
  assert.match(bia.count(), /pieces' honour: Black has counted/);
  assert.deepEqual(bia.claims(), []);
  makruk.move('e4');
  const again = new Makruk();
  again.loadPgn(makruk.pgn());
  assert.equal(again.fen(), makruk.fen());
  assert.throws(() => new Makruk().startCounting(), /there is nothing to count while a Bia stands on/);
});

test('a set-up may be wrong, and says what is', () => {
  assert.deepEqual(violations('4k3/8/8/8/8/8/4k3/4K2P w - - 0 1').map((one) => one.message), [
    'Black has more than one king',
    'a pawn cannot stand on the first or eighth rank',
    'the side not to move is in check: its king could be captured',
  ]);
  assert.deepEqual(validateFen('8/8/8/8/8/8/8/8 w - - 0 1').ok, false);
  assert.match(validateFen('nonsense').error, /./);
  const chess = new Chess();
  chess.remove('e1');
  assert.equal(chess.violations()[0].message, 'White has no king');
  assert.throws(() => chess.move('e5'), /the pieces on the board have no move e5; White has no king/);
  assert.equal(chess.isCheckmate() || chess.isStalemate() || chess.isGameOver(), false);
  // Another game's end is not declared instead.
  for (const declare of ['resign', 'agreeDraw', 'flagFall', 'claim']) assert.throws(() => chess[declare](), /the board is no position: White has no king/);
  chess.put({ type: 'k', color: 'w' }, 'e1');
  assert.equal(chess.moves().length, 20);
});

test('a board field and its pieces are one', () => {
  for (const fen of [new Chess().fen(), '8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1']) {
    const { pieces, fields } = parseFen(fen);
    assert.equal([placement(pieces), ...fields].join(' '), fen);
  }
});

test('the difference table, colours and pictures', () => {
  assert.deepEqual(relation('e4', 'g5', 'N'), { ways: ['knight jump'], step: 0, distance: 2, reaches: true });
  assert.deepEqual(relation('a1', 'h8', 'r'), { ways: ['diagonal slide'], step: 17, distance: 7, reaches: false });
  assert.deepEqual(relation('a1', 'b4').ways, []);
  assert.equal(squareColor('a1'), 'dark');
  assert.match(picture('N'), /^<svg .*White knight/);
  assert.match(picture('m~', 'makruk'), /^<svg .*Black/);
});

test('premoves, attackers, hash, perft', () => {
  const chess = new Chess();
  assert.deepEqual(chess.premoves('e7'), ['e5', 'd6', 'e6', 'f6']);
  assert.deepEqual(chess.attackers('f3').sort(), ['e2', 'g1', 'g2']);
  assert.equal(chess.hash().length, 16);
  assert.equal(chess.perft(3), 8902);
});

test('the board is read once for each position', () => {
  const chess = new Chess();
  let reads = 0;
  let fen = chess.fen();
  Object.defineProperty(chess._tree, 'fen', { get: () => (reads++, fen), set: (other) => (fen = other) });
  for (const square of SQUARES) chess.get(square);
  chess.board();
  chess.findPiece({ type: 'q', color: 'w' });
  assert.equal(reads, 1);
  chess.move('e4');
  assert.deepEqual([chess.get('e4').type, chess.get('e2')], ['p', undefined]);
});

/** Wraps an object and all that it returns in proxies, as frameworks do to observe changes. */
function watched(object, known = new WeakMap()) {
  const isPlain = typeof object === 'object' && object !== null && !(object instanceof Map);
  if (!isPlain) return object;
  if (!known.has(object)) {
    known.set(object, new Proxy(object, { get: (target, key, receiver) => watched(Reflect.get(target, key, receiver), known) }));
  }
  return known.get(object);
}

for (const [what, wrap] of [['a proxy', (chess) => new Proxy(chess, {})], ['proxies all the way down', watched]]) {
  test(`a game works behind ${what}`, () => {
    const chess = wrap(new Chess());
    assert.equal(chess.fen(), new Chess().fen());
    for (const san of ['e4', 'e5', 'Nf3']) chess.move(san);
    chess.goTo([0]);
    chess.move('c5');
    chess.setComment('Sicilian');
    assert.deepEqual(chess.path(), [0, 1]);
    assert.ok(chess.pgn().endsWith('1. e4 e5 (1... c5 {Sicilian}) 2. Nf3 *'), chess.pgn());
    chess.promote();
    assert.equal(chess.undo().san, 'c5');
    assert.equal(chess.remove('e4').type, 'p');
    chess.put({ type: 'k', color: 'b' }, 'a3');
    chess.setTurn('b');
    chess.loadPgn('1. d4 d5 *');
    assert.equal(chess.get('d5').color, 'b');
    chess.load('4k3/8/8/8/8/8/4R3/4K3 b - - 0 1');
    assert.equal(chess.isCheck() && chess.resign('b').result, '1-0');
    chess.reset();
    chess.clear();
    assert.equal(chess.board().flat().filter((piece) => piece).length, 0);
  });
}

test('a game behind a proxy that loads others gives each back once', () => {
  // If a game were freed twice, two later games would share a handle.
  const chess = watched(new Chess());
  for (let i = 0; i < 20; i++) chess.loadPgn('1. e4 *');
  const games = Array.from({ length: 50 }, () => new Chess());
  games.forEach((game, i) => game.move(game.moves()[i % 20]));
  games.forEach((game, i) => assert.equal(game.history()[0], new Chess().moves()[i % 20]));
  assert.deepEqual(chess.history(), ['e4']);
});

const vue = await import('@vue/reactivity').catch(() => null);

test('Vue shows what has changed', { skip: vue ? false : '@vue/reactivity is not installed: npm install in web/js' }, () => {
  const chess = vue.reactive(new Chess());
  const shown = [];
  vue.effect(() => shown.push(`${chess.history().at(-1)} ${chess.turn()} ${chess.get('e4')?.type}`));
  chess.move({ from: 'e2', to: 'e4', promotion: 'q' });
  chess.move('c5');
  chess.back();
  chess.undo();
  const steps = shown.filter((text, i) => text !== shown[i - 1]);
  assert.deepEqual([steps[0], steps.at(-1)], ['undefined w undefined', 'undefined w undefined']);
  for (const step of ['e4 b p', 'c5 w p']) assert.ok(steps.includes(step), steps.join(', '));
  chess.loadPgn('1. e4 (1. d4) *');
  assert.equal(shown.at(-1), 'e4 b p');
  assert.deepEqual(chess.tree().children.map((node) => node.move.san), ['e4', 'd4']);
});

test('a handle that was given back is used again, the last one first', async () => {
  const rules = new Module(readFileSync(new URL('../rules.wasm', import.meta.url)));
  const begin = () => Number(rules.call('new_game', new Chess().fen()));
  const handles = Array.from({ length: 10 }, begin);
  assert.equal(new Set(handles).size, 10);
  // The order shows whether all handles are searched for a free one.
  for (const handle of [2, 7, 7, 4]) rules.number('drop_game', handle);
  assert.deepEqual([begin(), begin(), begin(), begin()], [4, 7, 2, 10]);
  rules.number('drop_game', 99);
  assert.equal(begin(), 11);
});

test('a promotion is named where nothing promotes', () => {
  assert.equal(new Chess().move({ from: 'e2', to: 'e4', promotion: 'q' }).san, 'e4');
  const makruk = new Makruk('4k3/8/8/4P3/8/8/8/R3K3 w - - 0 1');
  assert.equal(makruk.move({ from: 'e5', to: 'e6', promotion: 'q' }).san, 'e6=M');
  const chess = new Chess('4k3/P7/8/8/8/8/8/R3K3 w - - 0 1');
  assert.equal(chess.move({ from: 'a7', to: 'a8', promotion: 'N' }).san, 'a8=N');
  chess.undo();
  assert.throws(() => chess.move({ from: 'a7', to: 'a8', promotion: 'x' }), /found 'x'/);
  assert.throws(() => chess.move({ from: 'a7', to: 'a8' }), /must promote/);
  assert.throws(() => chess.move({ from: 'e1', to: 'e3', promotion: 'q' }), /the king on e1 does not move to e3/);
  assert.equal(chess.move({ from: 'a1', to: 'a2', promotion: null }).san, 'Ra2');
});

test('a thousand games at a time, and their memory is given back', () => {
  const games = Array.from({ length: 1000 }, () => new Chess());
  games.forEach((game, i) => game.move(game.moves()[i % 20]));
  assert.equal(new Set(games.map((game) => game.fen())).size, 20);
  for (const game of games) for (let i = 0; i < 20; i++) game.load(game.fen());
  assert.equal(games[7].moves().length, 20);
});

test('what was put right is told', () => {
  const chess = new Chess('4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1');
  assert.equal(chess.fen(), '4k3/8/8/8/8/8/8/4K2R w K - 0 1');
  assert.deepEqual(chess.moves().filter((san) => san.startsWith('O')), ['O-O']);
  assert.equal(chess.repairs().length, 3);
  assert.match(chess.repairs()[0], /dropped White's right to castle on the queen's side/);
  chess.loadPgn('[FEN "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"]\n\n1. O-O (1. Rh8+ Kd7 2. Qd1) Kd7');
  assert.deepEqual(chess.history(), ['O-O', 'Kd7']);
  assert.equal(chess.repairs().length, 2);
  assert.match(chess.repairs()[1], /left out the rest of a variation: after Kd7, Qd1: /);
  assert.match(chess.pgn(), /1\. O-O \(1\. Rh8\+ Kd7\) 1\.\.\. Kd7 \*$/);
  chess.reset();
  assert.deepEqual(chess.repairs(), []);
});

test('a FEN as people paste it is put right when asked', () => {
  const { fen, repairs } = repairFen('44/8/8/8/8/8/8/k1K5_b');
  assert.equal(fen, '8/8/8/8/8/8/8/k1K5 b - - 0 1');
  assert.equal(repairs.length, 6, repairs.join('; '));
  assert.throws(() => new Chess('44/8/8/8/8/8/8/k1K5_b'), /./);
  assert.throws(() => repairFen('x'), /./);
});

test('who can mate no more', () => {
  const chess = new Chess('4k3/8/8/8/8/8/4q3/K6N b - - 0 1');
  assert.deepEqual([chess.cannotMate('w'), chess.cannotMate('b')], [true, false]);
  assert.deepEqual(['w', 'b'].map((color) => new Chess('4k3/8/8/8/8/8/8/K2Q4 w - - 0 1').cannotMate(color)), [false, true]);
});

test('the rules may come as bytes or compiled', async () => {
  const core = await import('../core.js');
  const bytes = readFileSync(new URL('../rules.wasm', import.meta.url));
  core.init(bytes);
  assert.equal(new core.Chess().moves().length, 20);
  core.init(new WebAssembly.Module(bytes));
  assert.equal(new core.Chess().moves().length, 20);
});

test('a file of long lines and deep variations is read', () => {
  const chess = new Chess();
  const deep = 200;
  chess.loadPgn(`1. Nf3 Nf6 ${'( 1... Nc6 '.repeat(deep)}${')'.repeat(deep)} 2. Ng1 {${'x '.repeat(10000)}} *`);
  assert.deepEqual(chess.history(), ['Nf3', 'Nf6', 'Ng1']);
  chess.loadPgn('('.repeat(10000));
  assert.deepEqual(chess.history(), []);
  assert.throws(() => chess.loadPgn(`1. ${'1'.repeat(100000)}x`), /./);
});
