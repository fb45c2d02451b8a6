// Everything that a game can be asked, as plain data, for tests that compare all answers of two games.

import { violations, parseFen, placement, repairFen, squareColor, validateFen, SQUARES } from '../chess0x88.js';
import { Game } from '../game.js';
import { judge } from '../referee.js';

const ROLES = [...'pnbrqk'];
const SIDES = ['w', 'b'];
/** Some squares, for questions that take time. */
const SOME = SQUARES.filter((_, i) => i % 7 === 3);
const flags = ['isCheck', 'inCheck', 'isCheckmate', 'isStalemate', 'isInsufficientMaterial', 'isThreefoldRepetition', 'isDrawByFiftyMoves', 'isDraw', 'isGameOver'];

/** The questions, by the names of methods. `by` changes the squares, sides and moves that are asked about. */
export const QUESTIONS = {
  ...Object.fromEntries(flags.map((name) => [name, (game) => game[name]()])),
  variant: (game) => game.variant,
  repairs: (game) => game.repairs(),
  violations: (game) => [game.violations(), violations(game.fen())],
  fen: (game) => [game.fen(), game.fen({ forceEnpassantSquare: true }), validateFen(game.fen()), repairFen(game.fen())],
  getCastlingRights: (game, by) => SIDES.map((side) => game.getCastlingRights(by(side))),
  get: (game, by) => SQUARES.map((square) => game.get(by(square)) ?? null),
  findPiece: (game, by) => SIDES.map((side) => ROLES.map((type) => game.findPiece({ type, color: by(side) }))),
  board: (game) => game.board().flat(),
  ascii: (game) => {
    const letters = game.ascii().split('\n').slice(1, 9).flatMap((rank) => rank.slice(4).match(/[^ |]/g));
    return SQUARES.map((square, i) => ({ square, color: letters[i] < 'a' ? 'w' : 'b', type: letters[i].toLowerCase() })).filter(({ type }) => type !== '.');
  },
  squareColor: (game, by) => SQUARES.map((square) => game.squareColor(by(square)) === squareColor(by(square))),
  turn: (game) => ({ turn: game.turn() }),
  moveNumber: (game) => game.fen().endsWith(` ${game.moveNumber()}`),
  attackers: (game, by) => SQUARES.map((square) => [game.attackers(by(square)), ...SIDES.map((side) => game.attackers(by(square), by(side)))]),
  isAttacked: (game, by) => SQUARES.map((square) => SIDES.map((side) => game.isAttacked(by(square), by(side)))),
  premoves: (game, by) => SQUARES.map((square) => game.premoves(by(square))),
  premoveDests: (game) => game.premoveDests(),
  dests: (game) => game.dests(),
  moves: (game, by) => [game.moves(), game.moves({ verbose: true }), ROLES.map((piece) => game.moves({ piece })), SOME.map((square) => game.moves({ square: by(square) }))],
  find: (game) => game.moves().map((san) => game.find(san)),
  why: (game, by) => SOME.map((square) => [game.why({ from: by('e2'), to: by(square) }), game.why(by(`N${square}`))]),
  isPromotion: (game, by) => [...'abcdefgh'].map((file) => [78, 21].map((ranks) => game.isPromotion({ from: by(file + Math.floor(ranks / 10)), to: by(file + (ranks % 10)) }))),
  history: (game) => [game.history(), game.history({ verbose: true })],
  perft: (game) => game.perft(2),
  variations: (game) => game.variations(),
  tree: (game) => game.tree(),
  path: (game) => game.path(),
  nags: (game) => game.nags,
  status: (game) => ({ ...game.status, turn: game.turn(), number: '', key: '' }),
  checkers: (game) => game.checkers(),
  outcome: (game) => game.outcome(),
  cannotMate: (game, by) => SIDES.map((side) => game.cannotMate(by(side))),
  count: (game) => game.count(),
  claims: (game) => game.claims(),
  declarations: (game) => game.declarations().map(({ name, argument, path }) => ({ name, path: path.join(), color: argument ?? '' })),
  getHeaders: (game) => game.getHeaders(),
  header: (game) => game.header(),
  getComment: (game) => game.getComment() ?? null,
  getComments: (game) => game.getComments(),
  getNags: (game) => game.getNags(),
  getSuffixAnnotation: (game) => game.getSuffixAnnotation() ?? null,
  record: (game) => game.record(),
  // The numbers of moves are those of the FENs, and tags that say nothing have the names of sides.
  pgn: (game) => game.pgn().replace(/\[\w+ "\?"\]\n/g, '').replace(/(^|[ \n(])\d+\.+(?= )/g, '$1').replaceAll(' ... ', ' ').replace(/\s+/g, ' '),
  // Functions of the package, of a game's position.
  parseFen: (game) => placement(parseFen(game.fen()).pieces) === game.fen().split(' ')[0] && parseFen(game.fen()).pieces,
  judge: (game) => judge(game.record().start, game.record().moves),
};

/** The methods that change a game, and the hash, whose value means nothing. */
export const CHANGES = [
  'load', 'reset', 'clear', 'put', 'remove', 'setTurn', 'setCastlingRights', 'move', 'undo', 'back', 'forward', 'goTo', 'promote', 'deleteVariation', 'claim', 'resign', 'agreeDraw',
  'flagFall', 'startCounting', 'stopCounting', 'setHeader', 'removeHeader', 'setComment', 'removeComment', 'deleteComment', 'deleteComments', 'removeComments', 'setNags', 'addNag',
  'removeNags', 'removeNag', 'setSuffixAnnotation', 'removeSuffixAnnotation', 'loadPgn', 'free', 'hash',
];

/** Returns the methods that stand in neither list. */
export const forgotten = () =>
  Object.getOwnPropertyNames(Game.prototype).filter((name) => name[0] !== '_' && name !== 'constructor' && !(name in QUESTIONS) && !CHANGES.includes(name));

/** Returns an answer, or the reason why there is none. */
export const attempt = (act) => {
  try {
    return act() ?? null;
  } catch ({ message }) {
    return { throws: message };
  }
};

/** Returns all answers of a game by the names of the questions. */
export const answers = (game, by = (one) => one) => Object.fromEntries(Object.entries(QUESTIONS).map(([name, ask]) => [name, attempt(() => ask(game, by))]));
