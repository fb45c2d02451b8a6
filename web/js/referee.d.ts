export interface Verdict {
  /** The position on the board. */
  fen: string;
  /** The legal moves in UCI. */
  moves: string[];
  check: boolean;
  /** `null` while the game goes on. */
  result: '1-0' | '0-1' | '1/2-1/2' | null;
}

/** Judges a game by the FEN it starts with and its moves in UCI. Throws what is no legal position or move. */
export declare function judge(fen: string, moves?: string[], variant?: 'chess' | 'makruk'): Verdict;

/** Makes the rules ready: the bytes of the module, or the module compiled. Only `chess0x88/referee/core` has to be told. */
export declare function init(source: import('./game.js').ModuleSource): void;
