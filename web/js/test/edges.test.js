// Rare games through every method that a game and its tree have, beside boards that a few lines play square by square.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Chess, DEFAULT_POSITION, SQUARES, parseComment, splitPgn } from '../chess0x88.js';
import { CHANGES, QUESTIONS } from './questions.js';

/** The start, the moves in UCI (castling is king takes rook, 0000 a null move) and in SAN, and how the game stands at the end. */
const GAMES = {
  usual: [DEFAULT_POSITION, 'e2e4 e7e5 g1f3 b8c6', 'e4 e5 Nf3 Nc6'],
  'null move': [DEFAULT_POSITION, 'e2e4 0000 d2d4 d7d5', 'e4 -- d4 d5'],
  'null move first': [DEFAULT_POSITION, '0000 e7e5 0000 d7d5', '-- e5 -- d5'],
  'en passant': [DEFAULT_POSITION, 'e2e4 a7a6 e4e5 d7d5 e5d6 c7d6', 'e4 a6 e5 d5 exd6 cxd6'],
  'en passant not taken': ['4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1', 'd7d5 e1e2 e8e7', 'd5 Ke2 Ke7'],
  'promotions without capture': ['4k3/P6P/8/8/8/8/1p6/4K3 w - - 0 1', 'a7a8q e8d7 h7h8n b2b1r e1e2 b1b2', 'a8=Q+ Kd7 h8=N b1=R+ Ke2 Rb2+'],
  'promotion with capture': ['1r2k3/P7/8/8/8/8/p7/1R2K3 w - - 0 1', 'a7b8b a2b1r e1e2 b1b8', 'axb8=B axb1=R+ Ke2 Rxb8'],
  'castling on both sides': ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'e1h1 e8a8 f1e1 d8d1', 'O-O O-O-O Rfe1 Rd1'],
  'rights lost by a captured rook': ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'a1a8 e8d7 a8h8', 'Rxa8+ Kd7 Raxh8'],
  'Chess960, the king stays': ['4k3/8/8/8/8/8/8/6KR w K - 0 1', 'g1h1 e8e7', 'O-O Ke7'],
  'Chess960, the rook stays': ['4k3/8/8/8/8/8/8/2R1K3 w Q - 0 1', 'e1c1 e8e7 c1b1', 'O-O-O Ke7 Kb1'],
  'Chess960, they change places': ['4k3/8/8/8/8/8/8/5RK1 w Q - 0 1', 'g1f1 e8e7', 'O-O-O Ke7'],
  'castling and promotion behind null moves': ['4k2r/P7/8/8/8/8/8/R3K3 w Qk - 0 1', '0000 e8h8 e1a1 0000 a7a8q f8a8', '-- O-O O-O-O -- a8=Q Rxa8'],
  repetition: [DEFAULT_POSITION, 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8', 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8'],
  'repetition behind a null move': [DEFAULT_POSITION, '0000 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1', '-- Nf6 Nf3 Ng8 Ng1 Nf6 Nf3 Ng8 Ng1'],
  'no repetition without en passant, behind a null move': [
    '4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1', '0000 g8f6 e2e4 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1', '-- Nf6 e4 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1',
  ],
  'no repetition without a right, behind a null move': ['4k1n1/8/8/8/8/8/8/4K2R w K - 0 1', '0000 g8f6 h1g1 f6g8 g1h1 g8f6 h1g1 f6g8 g1h1', '-- Nf6 Rg1 Ng8 Rh1 Nf6 Rg1 Ng8 Rh1'],
  mate: [DEFAULT_POSITION, 'f2f3 e7e5 g2g4 d8h4', 'f3 e5 g4 Qh4#', '0-1'],
  stalemate: ['7k/8/6K1/8/8/8/8/5Q2 w - - 0 1', 'f1f7', 'Qf7', '1/2-1/2'],
  insufficient: ['4k3/8/8/8/8/8/4p3/4K3 w - - 0 1', 'e1e2', 'Kxe2', '1/2-1/2'],
  'double check': ['4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1', 'e4f6 e8d8', 'Nf6+ Kd8'],
  'no moves': [DEFAULT_POSITION, '', ''],
  'no moves but a start': ['4k3/8/8/8/8/8/8/4K2R b K - 7 30', '', ''],
  'late numbers': ['8/8/8/4k3/8/8/8/R3K3 b Q - 49 299', 'e5d4 e1a1 d4e3', 'Kd4 O-O-O+ Ke3'],
};
const RESULTS = { '1-0': 'w', '0-1': 'b' };

const read = (fen) => {
  const [board, turn, rights, passant, clock, number] = fen.split(' ');
  const letters = [...board.replace(/\d/g, (gap) => '.'.repeat(gap)).replaceAll('/', '')];
  return { squares: Object.fromEntries(SQUARES.map((square, i) => [square, letters[i]])), turn, rights, passant, clock: Number(clock), number: Number(number) };
};
const written = ({ squares, turn, rights, passant, clock, number }) => {
  const ranks = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => [...'abcdefgh'].map((file) => squares[file + rank]).join('').replace(/\.+/g, ({ length }) => length));
  return [ranks.join('/'), turn, rights, passant, clock, number].join(' ');
};

/** Plays a move on squares, and returns what can be told of it. */
function played(before, uci, san) {
  const { turn } = before;
  const other = turn === 'w' ? 'b' : 'w';
  const after = { ...before, squares: { ...before.squares }, turn: other, passant: '-', clock: before.clock + 1, number: before.number + (turn === 'b') };
  const seen = { captured: undefined, promotion: undefined, color: turn, san, before: written(before) };
  if (uci === '0000') return [after, { ...seen, from: 'a8', to: 'a8', piece: 'k', flags: '-', lan: 'a8a8' }];
  const [from, to, promotion] = [uci.slice(0, 2), uci.slice(2, 4), uci[4]];
  const [letter, taken] = [before.squares[from], before.squares[to]];
  const piece = letter.toLowerCase();
  const own = (one) => (turn === 'w' ? one.toUpperCase() : one);
  const lose = (...rights) => (after.rights = [...after.rights].filter((right) => !rights.includes(right)).join('') || '-');
  after.squares[from] = '.';
  const move = { ...seen, from, to, piece, flags: 'n', lan: uci };
  if (taken === own('r')) {
    const isShort = to > from;
    const rank = from[1];
    after.squares[to] = '.';
    [move.to, move.flags] = [(isShort ? 'g' : 'c') + rank, isShort ? 'k' : 'q'];
    [after.squares[move.to], after.squares[(isShort ? 'f' : 'd') + rank]] = [letter, own('r')];
    if (from[0] === 'e' && 'ah'.includes(to[0])) move.lan = from + move.to;
  } else {
    after.squares[to] = promotion ? own(promotion) : letter;
    if (taken !== '.') [move.captured, move.flags] = [taken.toLowerCase(), 'c'];
    if (promotion) [move.promotion, move.flags] = [promotion, move.captured ? 'cp' : 'np'];
  }
  if (piece === 'p') {
    if (to === before.passant) [move.captured, move.flags, after.squares[to[0] + from[1]]] = ['p', 'e', '.'];
    if (Math.abs(to[1] - from[1]) === 2) {
      move.flags = 'b';
      const beside = [-1, 1].map((step) => before.squares[String.fromCharCode(to.charCodeAt(0) + step) + to[1]]);
      if (beside.includes(turn === 'w' ? 'p' : 'P')) after.passant = to[0] + (turn === 'w' ? 3 : 6);
    }
  }
  if (piece === 'p' || move.captured) after.clock = 0;
  if (piece === 'k') lose(own('k'), own('q'));
  const homes = { a1: 'Q', h1: 'K', a8: 'q', h8: 'k' };
  lose(homes[from], homes[to]);
  return [after, move];
}

/** The boards and moves of a game. */
function model([start, ucis, sans]) {
  const found = [read(start)];
  const words = sans.split(' ');
  const moves = ucis.split(' ').filter(Boolean).map((uci, ply) => {
    const [after, move] = played(found.at(-1), uci, words[ply]);
    found.push(after);
    return { ...move, after: written(after) };
  });
  return [found, moves];
}

const ASKED = new Set();
const game = (start) => new Proxy(new Chess(start), { get: (chess, name) => (ASKED.add(name), Reflect.get(chess, name)) });

/** Compares all that a position has with its model. */
function compare(chess, boards, moves, ply, name, isRead) {
  const board = boards[ply];
  const fen = written(board);
  assert.equal(chess.fen(), fen, name);
  const letters = Object.entries(board.squares).filter(([, letter]) => letter !== '.');
  const pieceOf = (letter) => ({ type: letter.toLowerCase(), color: letter < 'a' ? 'w' : 'b' });
  for (const [square, letter] of Object.entries(board.squares)) assert.deepEqual(chess.get(square), letter === '.' ? undefined : pieceOf(letter));
  assert.deepEqual(chess.board().flat().filter(Boolean), letters.map(([square, letter]) => ({ square, ...pieceOf(letter) })));
  assert.deepEqual(chess.ascii().match(/(?<=\d \|)[^|]+/g).join('').replaceAll(' ', ''), Object.values(board.squares).join(''));
  for (const letter of 'pnbrqkPNBRQK') assert.deepEqual(chess.findPiece(pieceOf(letter)), letters.filter(([, one]) => one === letter).map(([square]) => square));
  assert.deepEqual([chess.turn(), chess.moveNumber()], [board.turn, board.number]);
  for (const color of 'wb') {
    const [k, q] = [...'kq'].map((side) => board.rights.includes(color === 'w' ? side.toUpperCase() : side));
    assert.deepEqual(chess.getCastlingRights(color), { k, q });
  }
  assert.deepEqual(chess.history(), moves.slice(0, ply).map(({ san }) => san));
  assert.deepEqual(chess.history({ verbose: true }).map((move) => ({ ...move })), moves.slice(0, ply));
  const san = moves[ply - 1]?.san ?? '';
  assert.deepEqual([chess.isCheck(), chess.inCheck(), chess.checkers().length > 0, chess.isCheckmate()], [...Array(3).fill(/[+#]/.test(san)), san.endsWith('#')]);
  const same = (one) => written(one).split(' ').slice(0, 4).join(' ');
  const times = boards.slice(0, ply + 1).filter((one) => same(one) === same(board)).length;
  assert.equal(chess.isThreefoldRepetition(), times >= 3, `${name} at ${ply}`);
  assert.deepEqual(chess.path(), moves.slice(0, ply).map(() => 0));
  assert.deepEqual(chess.variations().map((move) => ({ ...move })), moves.slice(ply, ply + 1));
  for (const move of chess.variations()) {
    const { flags } = move;
    const kinds = [flags.includes('c'), move.promotion !== undefined, flags === 'e', flags === 'k', flags === 'q', flags === 'b', flags === '-'];
    assert.deepEqual([move.isCapture(), move.isPromotion(), move.isEnPassant(), move.isKingsideCastle(), move.isQueensideCastle(), move.isBigPawn(), move.isNullMove()], kinds);
    if (flags !== '-') assert.ok(chess.moves().includes(move.san) && chess.dests().get(move.from).length && chess.why(move) === null && chess.isPromotion(move) === kinds[1]);
    assert.deepEqual({ ...chess.find(move.san) }, { ...move });
  }
  assert.equal(chess.getComment(), COMMENTS(ply));
  assert.deepEqual(chess.nags, ply % 3 === 1 ? [3, 14] : []);
  assert.deepEqual([chess.getSuffixAnnotation(), chess.getNags()], ply % 3 !== 1 ? [undefined, []] : isRead ? [undefined, [3, 14]] : ['!!', [14]]);
}

/** The comment behind a ply: a clock, and once a long text. */
const COMMENTS = (ply) => (ply % 2 ? `[%clk 0:${String(ply).padStart(2, '0')}:05]${ply === 1 ? ` ${'x'.repeat(65_000)}` : ''}` : undefined);

for (const [name, rare] of Object.entries(GAMES)) {
  test(name, () => {
    const [start, , , result] = rare;
    const [boards, moves] = model(rare);
    const chess = game(start);
    for (const [ply, { san }] of moves.entries()) {
      const move = chess.move(san);
      assert.deepEqual({ ...move }, moves[ply]);
      if (COMMENTS(ply + 1)) chess.setComment(COMMENTS(ply + 1));
      if (ply % 3 === 0) (chess.setNags([14]), chess.setSuffixAnnotation('!!'));
    }
    // A sign is written as a number, as in chess.js's next version.
    const all = (isRead = false) => {
      for (let ply = moves.length; ply >= 0; ply--) {
        compare(chess, boards, moves, ply, name, isRead);
        assert.equal(chess.back()?.san, moves[ply - 1]?.san);
      }
      for (let ply = 0; ply < moves.length; ply++) assert.deepEqual({ ...chess.forward() }, moves[ply]);
      for (let ply = 0; ply <= moves.length; ply++) {
        assert.ok(chess.goTo(moves.slice(0, ply).map(() => 0)));
        compare(chess, boards, moves, ply, name, isRead);
      }
      let at = chess.tree();
      for (let ply = 0; ply < moves.length; ply++) {
        [at] = at.children;
        assert.deepEqual([{ ...at.move }, at.comments, at.nags, at.path], [moves[ply], [COMMENTS(ply + 1) ?? []].flat(), ply % 3 ? [] : [3, 14], moves.slice(0, ply + 1).map(() => 0)]);
      }
      const comments = chess.getComments();
      assert.deepEqual(comments.map(({ fen }) => fen), [...new Set(boards.filter((_, ply) => ply && (ply % 2 || ply % 3 === 1)).map(written))]);
      const isChess960 = name.startsWith('Chess960');
      const lans = moves.map(({ lan, flags }) => (flags === '-' ? '0000' : lan));
      assert.deepEqual(chess.record(), { variant: 'chess', chess960: isChess960, start, moves: lans });
      assert.deepEqual([chess.outcome()?.result, chess.isGameOver()], [result, result !== undefined || chess.isThreefoldRepetition()]);
      assert.equal(RESULTS[result] !== undefined, chess.isCheckmate());
      assert.deepEqual([chess.getHeaders().Result, chess.getHeaders().FEN], [result ?? '*', start === DEFAULT_POSITION ? undefined : start]);
      if (!result && !isChess960) assert.equal(chess.perft(1), chess.moves().length);
    };
    all();
    chess.free();
    all();
    // Read again, alone and among all.
    const text = chess.pgn();
    assert.deepEqual([...splitPgn(`${text}\n\n${text}\n`)].map((part) => part.trim()), [text, text]);
    chess.loadPgn(text);
    all(true);
    assert.equal(chess.pgn(), text);
    for (const { comment } of chess.getComments()) if (comment) assert.equal(parseComment(comment).clk % 60, 5);
    for (let ply = moves.length; ply > 0; ply--) assert.deepEqual({ ...chess.undo() }, moves[ply - 1]);
    assert.deepEqual([chess.undo(), chess.fen()], [null, start]);
  });
}

test('every method that tells of a game stands here', () => {
  // These say nothing of single moves, or are of Makruk or of premoves.
  const elsewhere = ['variant', 'repairs', 'violations', 'squareColor', 'attackers', 'isAttacked', 'premoves', 'premoveDests', 'status', 'cannotMate', 'count', 'claims', 'declarations', 'header'];
  const flags = ['isStalemate', 'isInsufficientMaterial', 'isDrawByFiftyMoves', 'isDraw'];
  const methods = Object.keys(QUESTIONS).filter((name) => name in Chess.prototype && !CHANGES.includes(name));
  assert.deepEqual(methods.filter((name) => !ASKED.has(name) && ![...elsewhere, ...flags].includes(name)), []);
});
