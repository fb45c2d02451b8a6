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
  /** The position as Thai FEN, in the initials of the Thai names. `load` and `loadPgn` read it too. Throws on a board that is no position. */
  thaiFen(): string;
  /** The count in words, if there is one. */
  count(): string | null;
  /** Starts or stops board's honour count of a side. Throws the reason if this is not possible. */
  startCounting(color?: Color): void;
  stopCounting(color?: Color): void;
}

/** Loads the rules. Only `chess0x88/makruk/core` needs this call. */
export declare function init(source: ModuleSource): void;

export declare function validateFen(fen: string): { ok: boolean; error?: string };
export declare function repairFen(text: string): Repaired;
export declare function violations(fen: string): Violation[];
/** Sets the number of games that WebAssembly keeps, 1000 by default. A dropped game is played again from its moves when it is used. */
export declare function keepGames(most: number): void;
/** Splits a file into the texts of its games for `loadPgn`. */
export declare function splitPgn(file: string | Iterable<string>): Generator<string>;
export declare function splitPgn(file: AsyncIterable<string>): AsyncIterableIterator<string>;
