// Moves on a board that is no legal position of chess: without a king, with several, or with the side not to move in check. The
// pieces move as usual, and no move leaves the own king attacked, if there is one. The library has no such boards, so this file
// has what lessons and puzzles need.

import { BLACK, KING, PAWN, PIECES, SQUARES, WHITE, readLetters, writeLetters } from './board.js';

const [N, E, S, W] = [-8, 1, 8, -1];
/** The steps of each piece in the order of chess.js, and whether the piece makes only one step. */
const STEPS = {
  n: [[-10, -17, -15, -6, 10, 17, 15, 6], true],
  b: [[N + W, N + E, S + E, S + W], false],
  r: [[N, E, S, W], false],
  q: [[N + W, N, N + E, E, S + E, S, S + W, W], false],
  k: [[N + W, N, N + E, E, S + E, S, S + W, W], true],
};
/** For each colour: the step of a pawn, the row of its start, the row of its promotion. */
const PAWNS = { [WHITE]: [N, 6, 0], [BLACK]: [S, 1, 7] };
/** The start squares of rooks with the right that each ends, and the rights that a king's move ends. */
const HOMES = { 0: 'q', 7: 'k', 56: 'Q', 63: 'K' };
const RIGHTS = { [WHITE]: 'KQ', [BLACK]: 'kq' };

const letterOf = (type, color) => (color === WHITE ? type.toUpperCase() : type);
const other = (color) => (color === WHITE ? BLACK : WHITE);
/** The square one step away, if the step stays on the board. No step crosses more than two files. */
const next = (from, step) => {
  const to = from + step;
  return to >= 0 && to < 64 && Math.abs((to & 7) - (from & 7)) <= 2 ? to : -1;
};

/** Reads the board and the other fields. */
function read(fen) {
  const [, turn, castling, passant, clock, number] = fen.split(' ');
  return { letters: readLetters(fen), turn, castling, passant: SQUARES.indexOf(passant), clock: Number(clock), number: Number(number) };
}

/** The moves of a side's pieces without castling, including moves that leave the king in check. */
function* steps({ letters, passant }, color) {
  for (let from = 0; from < 64; from++) {
    const piece = letters[from] && PIECES[letters[from]];
    if (!piece || piece.color !== color) continue;
    const { type } = piece;
    const captured = (to) => (letters[to] && PIECES[letters[to]].color !== color ? PIECES[letters[to]].type : undefined);
    if (type === PAWN) {
      const [way, start, end] = PAWNS[color];
      const becomes = (move) => (move.to >> 3 === end ? [...'nbrq'].map((promotion) => ({ ...move, promotion })) : [move]);
      const ahead = next(from, way);
      if (ahead < 0) continue;
      if (!letters[ahead]) {
        yield* becomes({ from, to: ahead, type, kind: 'n' });
        if (from >> 3 === start && !letters[ahead + way]) yield { from, to: ahead + way, type, kind: 'b' };
      }
      for (const side of color === WHITE ? [W, E] : [E, W]) {
        const to = ahead + side;
        if (to >> 3 !== ahead >> 3) continue;
        if (captured(to)) yield* becomes({ from, to, type, kind: 'c', captured: captured(to) });
        else if (to === passant && !letters[to]) yield { from, to, type, kind: 'e', captured: PAWN };
      }
      continue;
    }
    const [ways, isShort] = STEPS[type];
    for (const way of ways) {
      for (let to = next(from, way); to >= 0; to = isShort ? -1 : next(to, way)) {
        if (!letters[to]) yield { from, to, type, kind: 'n' };
        else if (captured(to)) yield { from, to, type, kind: 'c', captured: captured(to) };
        if (letters[to]) break;
      }
    }
  }
}

/** Castling: the king goes two files over squares that are not attacked. */
function* castlings(board, color) {
  const home = color === WHITE ? 60 : 4;
  for (const [side, way, between] of [['k', 1, [1, 2]], ['q', -1, [-1, -2, -3]]]) {
    const rook = home + (side === 'k' ? 3 : -4);
    const isThere = board.letters[home] === letterOf(KING, color) && board.letters[rook] === letterOf('r', color);
    if (!isThere || !board.castling.includes(letterOf(side, color)) || between.some((step) => board.letters[home + step])) continue;
    if ([0, way, 2 * way].some((step) => isAttacked(board.letters, home + step, other(color)))) continue;
    yield { from: home, to: home + 2 * way, type: KING, kind: side, rook };
  }
}

/** For each colour: the letters of its pieces by type, and the ways from a square to its pawns that capture there. */
const ATTACKERS = Object.fromEntries(
  [WHITE, BLACK].map((by) => {
    const letters = Object.fromEntries([...'pnbrqk'].map((type) => [type, letterOf(type, by)]));
    return [by, { ...letters, pawns: by === WHITE ? [S + W, S + E] : [N + W, N + E] }];
  }),
);

/** `true` if a side's pieces attack a square. */
function isAttacked(letters, square, by) {
  const { p, n, b, r, q, k, pawns } = ATTACKERS[by];
  for (const way of STEPS.n[0]) {
    const at = next(square, way);
    if (at >= 0 && letters[at] === n) return true;
  }
  for (const way of STEPS.q[0]) {
    const near = next(square, way);
    let at = near;
    while (at >= 0 && !letters[at]) at = next(at, way);
    if (at < 0) continue;
    const letter = letters[at];
    const isStraight = way === N || way === E || way === S || way === W;
    if (letter === q || letter === (isStraight ? r : b)) return true;
    if (at === near && (letter === k || (letter === p && pawns.includes(way)))) return true;
  }
  return false;
}

/** `true` if a side has one king on a board, and it is attacked. */
export function isCheckOn(letters, color) {
  const king = letterOf(KING, color);
  const at = letters.indexOf(king);
  return at >= 0 && letters.lastIndexOf(king) === at && isAttacked(letters, at, other(color));
}

/** The board after a move. */
function after(board, move) {
  const { turn } = board;
  const letters = [...board.letters];
  letters[move.from] = null;
  letters[move.to] = move.promotion ? letterOf(move.promotion, turn) : board.letters[move.from];
  if (move.kind === 'e') letters[move.to - PAWNS[turn][0]] = null;
  if (move.rook !== undefined) {
    letters[move.rook] = null;
    letters[(move.from + move.to) / 2] = letterOf('r', turn);
  }
  const lost = (HOMES[move.from] ?? '') + (HOMES[move.to] ?? '') + (move.type === KING ? RIGHTS[turn] : '');
  const castling = [...board.castling].filter((right) => right !== '-' && !lost.includes(right)).join('') || '-';
  const clock = move.type === PAWN || move.captured ? 0 : board.clock + 1;
  const number = board.number + (turn === BLACK ? 1 : 0);
  const next = { letters, turn: other(turn), castling, passant: -1, clock, number };
  if (move.kind === 'b') {
    next.passant = (move.from + move.to) / 2;
    // The en passant square is written only if a capture there is legal.
    if (!legal(next).some(({ kind }) => kind === 'e')) next.passant = -1;
  }
  return next;
}

function legal(board) {
  const { turn } = board;
  const found = [...steps(board, turn), ...castlings(board, turn)];
  return found.filter((move) => {
    const kept = { letters: [...board.letters] };
    kept.letters[move.to] = kept.letters[move.from];
    kept.letters[move.from] = null;
    if (move.kind === 'e') kept.letters[move.to - PAWNS[turn][0]] = null;
    return !isCheckOn(kept.letters, turn);
  });
}

function san(board, move, all, next) {
  let text = { k: 'O-O', q: 'O-O-O' }[move.kind];
  if (!text) {
    const [from, to] = [SQUARES[move.from], SQUARES[move.to]];
    const twins = all.filter((one) => one.type === move.type && one.to === move.to && one.from !== move.from);
    let which = '';
    if (move.type === PAWN) which = move.captured ? from[0] : '';
    else if (twins.length) {
      const [onFile, onRank] = [twins.some((one) => SQUARES[one.from][0] === from[0]), twins.some((one) => SQUARES[one.from][1] === from[1])];
      which = !onFile ? from[0] : onRank ? from : from[1];
    }
    const letter = move.type === PAWN ? '' : move.type.toUpperCase();
    text = letter + which + (move.captured ? 'x' : '') + to + (move.promotion ? `=${move.promotion.toUpperCase()}` : '');
  }
  if (!isCheckOn(next.letters, next.turn)) return text;
  return text + (legal(next).length ? '+' : '#');
}

/** The moves of the side to move in the order of chess.js, each a line in the format of src/games.rs. */
export function setupMoves(fen) {
  const board = read(fen);
  const all = legal(board);
  return all.map((move) => {
    const next = after(board, move);
    const [from, to] = [SQUARES[move.from], SQUARES[move.to]];
    const kind = move.promotion ? (move.captured ? 'x' : 'p') : move.kind;
    const rook = move.rook === undefined ? to : SQUARES[move.rook];
    const fields = [from, to, from + to + (move.promotion ?? ''), san(board, move, all, next), move.type, move.captured ?? '-', move.promotion ?? '-', kind, rook];
    const passant = next.passant < 0 ? '-' : SQUARES[next.passant];
    return `${fields.join(' ')}\t${[writeLetters(next.letters), next.turn, next.castling, passant, next.clock, next.number].join(' ')}`;
  });
}
