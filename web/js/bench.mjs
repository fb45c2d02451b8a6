// Measures the package, chess.js and chessops with the same tasks in one run: `node bench.mjs`.
//
// Each task runs in turn on each library, in rounds. The fastest round counts, since other work of the machine only adds time.
// The times are microseconds for the whole task. No test asserts them.

import * as peer from 'chess.js';
import { Chess as Position } from 'chessops/chess';
import { chessgroundDests } from 'chessops/compat';
import { INITIAL_FEN, makeFen, parseFen } from 'chessops/fen';
import { makePgn, parsePgn, startingPosition } from 'chessops/pgn';
import { makeSan, makeSanAndPlay, parseSan } from 'chessops/san';

import * as ours from './chess0x88.js';

const SANS =
  'e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 c4 c6 cxb5 axb5 Nc3 Bb7 Bg5 b4 Nb1 h6 Bh4 c5 dxe5 Nxe4 Bxe7 Qxe7 ' +
  'exd6 Qf6 Nbd2 Nxd6 Nc4 Nxc4 Bxc4 Nb6 Ne5 Rae8 Bxf7+ Rxf7 Nxf7 Rxe1+ Qxe1 Kxf7 Qe3 Qg5 Qxg5 hxg5 b3 Ke6 a3 Kd6 axb4 cxb4 Ra5 Nd5 f3 Bc8 Kf2 ' +
  'Bf5 Ra7 g6 Ra6+ Kc5 Ke1 Nf4 g3 Nxh3 Kd2 Kb5 Rd6 Kc5 Ra6 Nf2 g4';
const GAME = SANS.split(' ');
const PGN = `[Event "Match"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n${GAME.map((san, i) => (i % 2 ? san : `${i / 2 + 1}. ${san}`)).join(' ')} 1-0\n`;
const FEN = 'r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 b - - 0 9';
const BAD = 'rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** The same task for libraries with the same interface. */
const same = (task) => ({ ours: task(ours), 'chess.js': task(peer) });
/** Asks a question about a game in its middle. */
const asked = (ask) => same((api) => {
  const chess = new api.Chess(FEN);
  return () => ask(chess, api);
});
/** Asks a question after each move of a game, when nothing is cached for the position. */
const each = (ask) => same((api) => () => {
  const chess = new api.Chess();
  for (const san of GAME.slice(0, 20)) {
    chess.move(san);
    ask(chess);
  }
});
const ops = (fen = FEN) => Position.fromSetup(parseFen(fen).unwrap()).unwrap();

const TASKS = {
  'new Chess()': same((api) => () => new api.Chess()),
  'new Chess(fen)': { ...same((api) => () => new api.Chess(FEN)), chessops: () => ops() },
  'validateFen, right': same((api) => () => api.validateFen(FEN)),
  'validateFen, wrong': same((api) => () => api.validateFen(BAD)),
  'fen()': { ...asked((chess) => chess.fen()), chessops: ((position) => () => makeFen(position.toSetup()))(ops()) },
  'get, 64 squares': asked((chess, api) => api.SQUARES.map((square) => chess.get(square))),
  'board()': asked((chess) => chess.board()),
  'ascii()': asked((chess) => chess.ascii()),
  'findPiece': asked((chess) => chess.findPiece({ type: 'p', color: 'w' })),
  'turn(), moveNumber()': asked((chess) => [chess.turn(), chess.moveNumber()]),
  'hash()': asked((chess) => chess.hash()),
  'squareColor, 64 squares': asked((chess, api) => api.SQUARES.map((square) => chess.squareColor(square))),
  'attackers, 64 squares': asked((chess, api) => api.SQUARES.map((square) => chess.attackers(square, 'w'))),
  'isAttacked, 64 squares': asked((chess, api) => api.SQUARES.map((square) => chess.isAttacked(square, 'b'))),
  'getCastlingRights': asked((chess) => chess.getCastlingRights('w')),
  'isCheck()': asked((chess) => chess.isCheck()),
  'isGameOver()': asked((chess) => chess.isGameOver()),
  'moves()': { ...asked((chess) => chess.moves()), chessops: ((position) => () => [...position.allDests()].flatMap(([from, to]) => [...to].map((square) => makeSan(position, { from, to: square }))))(ops()) },
  'moves({ verbose })': asked((chess) => chess.moves({ verbose: true })),
  'moves({ square })': asked((chess) => chess.moves({ square: 'c6' })),
  'moves({ square, verbose })': asked((chess) => chess.moves({ square: 'c6', verbose: true })),
  'destinations of all squares': {
    ...asked((chess) => {
      const found = new Map();
      for (const { from, to } of chess.moves({ verbose: true })) found.set(from, [...(found.get(from) ?? []), to]);
      return found;
    }),
    chessops: ((position) => () => chessgroundDests(position))(ops()),
  },
  'move and undo': asked((chess) => (chess.move('Na5'), chess.undo())),
  'move of squares and undo': asked((chess) => (chess.move({ from: 'c6', to: 'a5' }), chess.undo())),
  'put and remove': asked((chess) => (chess.put({ type: 'q', color: 'w' }, 'a4'), chess.remove('a4'))),
  'put and isCheck': asked((chess) => (chess.put({ type: 'q', color: 'w' }, 'a4'), chess.isCheck())),
  'clear()': same((api) => {
    const chess = new api.Chess();
    return () => chess.clear();
  }),
  'load(fen)': same((api) => {
    const chess = new api.Chess();
    return () => chess.load(FEN);
  }),
  'headers and comments': same((api) => {
    const chess = new api.Chess(FEN);
    return () => [chess.setHeader('White', 'A'), chess.setComment('x'), chess.getComment(), chess.getHeaders(), chess.removeComment()];
  }),
  '20 moves, is there check': each((chess) => chess.isCheck()),
  '20 moves, is it over': each((chess) => chess.isGameOver()),
  '20 moves, fen and turn': each((chess) => [chess.fen(), chess.turn()]),
  '20 moves, board': each((chess) => chess.board()),
  '20 moves, moves': each((chess) => chess.moves()),
  '20 moves, hash': each((chess) => chess.hash()),
  'a game of 83 plies': {
    ...same((api) => () => {
      const chess = new api.Chess();
      for (const san of GAME) chess.move(san);
      return chess.fen();
    }),
    chessops: () => {
      const position = ops(INITIAL_FEN);
      for (const san of GAME) makeSanAndPlay(position, parseSan(position, san));
      return makeFen(position.toSetup());
    },
  },
  'loadPgn': {
    ...same((api) => () => {
      const chess = new api.Chess();
      chess.loadPgn(PGN);
      return chess.history().length;
    }),
    chessops: () => {
      const [game] = parsePgn(PGN);
      const position = startingPosition(game.headers).unwrap();
      let plies = 0;
      for (const { san } of game.moves.mainline()) {
        makeSanAndPlay(position, parseSan(position, san));
        plies++;
      }
      return plies;
    },
  },
  'history()': same((api) => played(api, (chess) => chess.history())),
  'history({ verbose })': same((api) => played(api, (chess) => chess.history({ verbose: true }))),
  'pgn()': { ...same((api) => played(api, (chess) => chess.pgn())), chessops: ((game) => () => makePgn(game))(parsePgn(PGN)[0]) },
  'pgn({ maxWidth })': same((api) => played(api, (chess) => chess.pgn({ maxWidth: 80 }))),
  'perft(3)': same((api) => {
    const chess = new api.Chess();
    return () => chess.perft(3);
  }),
};

function played(api, ask) {
  const chess = new api.Chess();
  chess.loadPgn(PGN);
  return () => ask(chess);
}

/** Returns the time of one call, in microseconds, measured over some milliseconds. */
function time(act) {
  let turns = 1;
  for (;;) {
    const start = process.hrtime.bigint();
    for (let i = 0; i < turns; i++) act();
    const took = Number(process.hrtime.bigint() - start) / 1000;
    if (took > 1000) return took / turns;
    turns = took < 100 ? turns * 8 : Math.ceil((turns * 1400) / took);
  }
}

const ROUNDS = 25;
const slower = [];
console.log(`${'microseconds'.padEnd(30)}${['ours', 'chess.js', 'chessops'].map((name) => name.padStart(11)).join('')}`);
for (const [name, libraries] of Object.entries(TASKS)) {
  const best = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (const [library, act] of Object.entries(libraries)) best[library] = Math.min(best[library] ?? Infinity, time(act));
  }
  const column = (library) => (best[library] === undefined ? '' : best[library].toPrecision(3)).padStart(11);
  console.log(name.padEnd(30) + ['ours', 'chess.js', 'chessops'].map(column).join(''));
  // Two runs of the same task differ by less than a fifth.
  if (best.ours > 1.2 * best['chess.js']) slower.push(name);
}
console.log(slower.length ? `slower than chess.js: ${slower.join(', ')}` : 'nothing is slower than chess.js');
