import { Game, LoadOptions, ModuleSource, MoveOf, PieceOf, Repaired, Square, Violation } from './game.js';

export type {
  Claim, Color, Declaration, FenOptions, LoadOptions, ModuleSource, MoveInput, Outcome, PgnOptions, Repaired, Square, TreeNode, Variant, Violation,
} from './game.js';

export type PieceSymbol = 'p' | 'n' | 'b' | 'r' | 'q' | 'k';
export type Piece = PieceOf<PieceSymbol>;

export declare const WHITE: 'w';
export declare const BLACK: 'b';
export declare const PAWN: 'p';
export declare const KNIGHT: 'n';
export declare const BISHOP: 'b';
export declare const ROOK: 'r';
export declare const QUEEN: 'q';
export declare const KING: 'k';
export declare const DEFAULT_POSITION: string;
export declare const SQUARES: Square[];
/** The signs that follow a move. */
export declare const SUFFIX_LIST: readonly ['!', '?', '!!', '!?', '?!', '??'];
export type Suffix = (typeof SUFFIX_LIST)[number];
/** The symbols of numeric annotation glyphs. */
export declare const NAG_TO_SYMBOL: Record<number, string>;
export declare function nagToGlyph(nag: number): string | undefined;
export declare const SEVEN_TAG_ROSTER: Record<string, string>;

// The class has the members of the interface of its name.
export interface Move extends MoveOf<PieceSymbol> {}
export declare class Move {
  private constructor();
}

/** Chess, from the usual start, a start of Chess960, or a FEN. */
export declare class Chess extends Game<PieceSymbol, Move> {
  constructor(fen?: string, options?: LoadOptions);
  /** Makes a game from a start of Chess960, 0 to 959. */
  static chess960(start: number): Chess;
}

/** Loads the rules. Only `chess0x88/core` needs this call. */
export declare function init(source: ModuleSource): void;

export declare function chess960(start: number): string;
/** Returns whether `load` accepts a FEN, with the reason if it does not. */
export declare function validateFen(fen: string): { ok: boolean; error?: string };
/** Repairs a pasted FEN. Throws if it cannot be understood. */
export declare function repairFen(text: string): Repaired;
/** Lists all errors of a set-up. Throws if the text is no FEN. */
export declare function violations(fen: string): Violation[];
export declare function parseFen(fen: string): { pieces: Map<Square, string>; fields: string[] };
export declare function placement(pieces: Map<Square, string>): string;
export declare function squareColor(square: Square): 'light' | 'dark' | null;
/** Sets the number of games that WebAssembly keeps, 1000 by default. A dropped game is played again from its moves when it is used. */
export declare function keepGames(most: number): void;
/** Splits a file into the texts of its games for `loadPgn`, one at a time. The file is a text or its pieces. */
export declare function splitPgn(file: string | Iterable<string>): Generator<string>;
/** The same for a stream. */
export declare function splitPgn(file: AsyncIterable<string>): AsyncIterableIterator<string>;
/** The parts of a comment: the commands of programs, and the text without them. Colours are the letters of the file: G, R, Y, B. */
export interface ParsedComment {
  text: string;
  /** Seconds on the clock. */
  clk?: number;
  /** The evaluation, for White. */
  eval?: { cp?: number; mate?: number; depth?: number };
  csl?: { color: string; square: Square }[];
  cal?: { color: string; from: Square; to: Square }[];
}
export declare function parseComment(comment: string): ParsedComment;
