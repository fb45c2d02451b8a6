export interface Verdict {
  /** The position on the board. */
  fen: string;
  /** The legal moves in UCI. */
  moves: string[];
  check: boolean;
  /** `null` if the game is not over. */
  result: '1-0' | '0-1' | '1/2-1/2' | null;
}

/** Judges a game by the FEN of its start and its moves in UCI. Throws an illegal position or move. */
export declare function judge(fen: string, moves?: string[], variant?: 'chess' | 'makruk'): Verdict;

/** Loads the rules from their bytes, or from the compiled module. Only `chess0x88/referee/core` needs this call. */
export declare function init(source: import('./game.js').ModuleSource): void;
