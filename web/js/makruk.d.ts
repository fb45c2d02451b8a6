import { Color, Game, LoadOptions, ModuleSource, MoveOf, PieceOf, Repaired, Violation } from './game.js';

/** p (Bia), n (Ma), s (Khon), r (Rua), m (Met) and k (Khun). */
export type MakrukSymbol = 'p' | 'n' | 's' | 'r' | 'm' | 'k';
export type MakrukPiece = PieceOf<MakrukSymbol>;
export type MakrukMove = MoveOf<MakrukSymbol>;

export declare const MET: 'm';
export declare const KHON: 's';
export declare const MAKRUK_POSITION: string;

/** Makruk, the chess of Thailand. */
export declare class Makruk extends Game<MakrukSymbol, MakrukMove> {
  constructor(fen?: string, options?: LoadOptions);
  /** The count, in words, while one runs. */
  count(): string | null;
  /** A side begins to count board's honour, or stops. Throws the reason why it cannot. */
  startCounting(color?: Color): void;
  stopCounting(color?: Color): void;
}

/** Makes the rules ready. Only `chess0x88/makruk/core` has to be told. */
export declare function init(source: ModuleSource): void;

export declare function validateFen(fen: string): { ok: boolean; error?: string };
export declare function repairFen(text: string): Repaired;
export declare function violations(fen: string): Violation[];
/** Sets how many games WebAssembly keeps at most, 1000 if it is not called. A game beyond is made anew from its moves when it is asked. */
export declare function keepGames(most: number): void;
/** The texts of the games of a file, each for `loadPgn`. */
export declare function splitPgn(file: string | Iterable<string>): Generator<string>;
export declare function splitPgn(file: AsyncIterable<string>): AsyncGenerator<string>;
