// A strict program for chess.js. It is compiled twice: with the types of chess.js, and with those of this package.

import {
  BISHOP, BLACK, Chess, Color, DEFAULT_POSITION, KING, KNIGHT, Move, PAWN, Piece, PieceSymbol, QUEEN, ROOK, SEVEN_TAG_ROSTER, SQUARES, Square,
  WHITE, validateFen,
} from 'chess.js';

const chess: Chess = new Chess();
const other = new Chess(DEFAULT_POSITION, { skipValidation: true });

const colors: Color[] = [WHITE, BLACK];
const symbols: PieceSymbol[] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];
const names: Record<PieceSymbol, string> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };
const values: { [Symbol in PieceSymbol]: number } = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 };

function isSquare(text: string): text is Square {
  return (SQUARES as string[]).includes(text);
}

function material(color: Color): number {
  return chess
    .board()
    .flat()
    .filter((piece) => piece !== null)
    .filter((piece) => piece?.color === color)
    .reduce((sum, piece) => sum + (piece ? values[piece.type] : 0), 0);
}

function onDrop(from: Square, to: Square, promotion: PieceSymbol = 'q'): boolean {
  try {
    const move: Move = chess.move({ from, to, promotion });
    return move.san.length > 0;
  } catch (error) {
    return false;
  }
}

function options(square: Square): Square[] {
  const moves: Move[] = chess.moves({ square, verbose: true });
  return moves.map((move) => move.to);
}

const destinations = new Map<Square, Square[]>();
for (const square of SQUARES) {
  const found = chess.moves({ square, verbose: true });
  if (found.length) destinations.set(square, found.map((move) => move.to));
}

const sans: string[] = chess.moves();
const pawnMoves: string[] = chess.moves({ piece: 'p' });
const verbose: Move[] = chess.moves({ verbose: true });
const some: string[] | Move[] = chess.moves({ verbose: sans.length > 3 });
const text: string[] = chess.moves({ verbose: false, square: 'e2' });

const played: Move = chess.move('e4', { strict: true });
const fields: [Color, Square, Square, PieceSymbol, PieceSymbol | undefined, PieceSymbol | undefined, string, string, string, string, string] = [
  played.color, played.from, played.to, played.piece, played.captured, played.promotion, played.flags, played.san, played.lan, played.before, played.after,
];
const is: boolean[] = [
  played.isCapture(), played.isPromotion(), played.isEnPassant(), played.isKingsideCastle(), played.isQueensideCastle(), played.isBigPawn(),
];
chess.move(null);
const undone: Move | null = chess.undo();
const history: string[] = chess.history();
const moves: Move[] = chess.history({ verbose: true });
const either: string[] | Move[] = chess.history({ verbose: history.length > 1 });

const piece: Piece | undefined = chess.get('e4');
const fresh: Piece = { type: QUEEN, color: WHITE };
const done: boolean = chess.put(fresh, 'd4') && chess.put({ type: 'k', color: 'w' }, 'e1');
const removed: Piece | undefined = chess.remove('d4');
const found: Square[] = chess.findPiece({ type: KING, color: BLACK });
const rights = chess.getCastlingRights(WHITE);
const set: boolean = chess.setCastlingRights(BLACK, { [KING]: rights[KING], [QUEEN]: rights[QUEEN] });
const turned: boolean = chess.setTurn('b');
const turn: Color = chess.turn();
const shade: 'light' | 'dark' | null = chess.squareColor('a1');
const attackers: Square[] = chess.attackers('f3', WHITE).concat(chess.attackers('f3'));
const attacked: boolean = chess.isAttacked('f3', 'w');
const rows: ({ square: Square; type: PieceSymbol; color: Color } | null)[][] = chess.board();

const states: boolean[] = [
  chess.isCheck(), chess.inCheck(), chess.isCheckmate(), chess.isStalemate(), chess.isDraw(), chess.isDrawByFiftyMoves(),
  chess.isInsufficientMaterial(), chess.isThreefoldRepetition(), chess.isGameOver(),
];

const { ok, error }: { ok: boolean; error?: string } = validateFen(chess.fen({ forceEnpassantSquare: true }));
chess.load(DEFAULT_POSITION, { skipValidation: true, preserveHeaders: true });
chess.clear({ preserveHeaders: true });
chess.reset();
chess.loadPgn('1. e4 e5', { strict: false, newlineChar: '\r?\n' });
const pgn: string = chess.pgn({ maxWidth: 80, newline: '\n' });
const roster: Record<string, string> = SEVEN_TAG_ROSTER;
const headers: Record<string, string> = chess.setHeader('White', 'Anna');
const header: Record<string, string | null> = chess.header('Black', 'Bea');
const had: boolean = chess.removeHeader('White');
chess.setComment('good');
const comment: string = chess.getComment();
const comments: { fen: string; comment: string }[] = chess.getComments().concat(chess.removeComments(), chess.deleteComments());
const gone: string = chess.removeComment() + chess.deleteComment();
const numbers: number[] = [chess.moveNumber(), chess.perft(2), material('w')];
const shown: string = chess.ascii() + chess.hash();

class Study extends Chess {
  private readonly marks = new Map<string, Move>();

  mark(move: Move): this {
    this.marks.set(this.fen(), move);
    return this;
  }
}

export const all = [
  other, colors, symbols, names, isSquare, onDrop, options, destinations, pawnMoves, verbose, some, text, fields, is, undone, moves, either, piece, done,
  removed, found, set, turned, turn, shade, attackers, attacked, rows, states, ok, error, pgn, roster, headers, header, had, comment, comments, gone,
  numbers, shown, new Study().mark(played),
];
