import { Game, LoadOptions, ModuleSource, MoveOf, PieceOf, Repaired, Square, Violation } from './game.js';

export type {
  Claim, Color, FenOptions, LoadOptions, ModuleSource, MoveInput, Outcome, PgnOptions, Repaired, Square, TreeNode, Variant, Violation,
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
/** The signs that are written behind a move. */
export declare const SUFFIX_LIST: readonly ['!', '?', '!!', '!?', '?!', '??'];
export type Suffix = (typeof SUFFIX_LIST)[number];
/** The symbols of numeric annotation glyphs. */
export declare const NAG_TO_SYMBOL: Record<number, string>;
export declare function nagToGlyph(nag: number): string | undefined;
export declare const SEVEN_TAG_ROSTER: Record<string, string>;

// The class has what the interface of its name has.
export interface Move extends MoveOf<PieceSymbol> {}
export declare class Move {
  private constructor();
}

/** Chess, from the usual start, any of Chess960, or any FEN. */
export declare class Chess extends Game<PieceSymbol, Move> {
  constructor(fen?: string, options?: LoadOptions);
  /** A game from a start of Chess960, 0 to 959. */
  static chess960(start: number): Chess;
}

/** Makes the rules ready. Only `chess0x88/core` has to be told. */
export declare function init(source: ModuleSource): void;

export declare function chess960(start: number): string;
/** Decides if `load` takes a FEN, and says why not. */
export declare function validateFen(fen: string): { ok: boolean; error?: string };
/** A FEN as people paste it, put right. Throws what cannot be made sense of. */
export declare function repairFen(text: string): Repaired;
/** Everything that is wrong with a set-up. Throws if the text is no FEN. */
export declare function violations(fen: string): Violation[];
export declare function parseFen(fen: string): { pieces: Map<Square, string>; fields: string[] };
export declare function placement(pieces: Map<Square, string>): string;
export declare function squareColor(square: Square): 'light' | 'dark' | null;
/** Sets how many games WebAssembly keeps at most, 1000 if it is not called. A game beyond is made anew from its moves when it is asked. */
export declare function keepGames(most: number): void;
/** The texts of the games of a file, each for `loadPgn`, as they are asked for: of a text, or of its pieces. */
export declare function splitPgn(file: string | Iterable<string>): Generator<string>;
/** The same of a stream. */
export declare function splitPgn(file: AsyncIterable<string>): AsyncGenerator<string>;
/** A comment taken apart: what programs write in it, and the text without that. Colours are the letters of the file: G, R, Y, B. */
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
