export interface Opening {
  /** The code of the Encyclopaedia of Chess Openings, such as `B90`. */
  eco: string;
  /** Family and variation, such as `Sicilian Defense: Najdorf Variation`. */
  name: string;
  family: string;
  /** `null` if the family is the whole name. */
  variation: string | null;
}

/** A game of this package. */
interface PlayedGame {
  readonly variant: string;
  violations(): unknown[];
  record(): { start: string; moves: string[] };
}

/** A move in UCI or SAN, or a move object of this package or chess.js. */
export type OpeningMove = string | { lan: string };

/** The opening of the last named position of a game at its current move; `null` if no position has a name. Makruk has no names. */
export declare function openingOf(game: PlayedGame): (Opening & { ply: number }) | null;
/** The same of a list of moves, from a FEN or the usual start. Moves after a null move are not asked. Throws an illegal position or move. */
export declare function openingOf(moves: readonly OpeningMove[], start?: string): (Opening & { ply: number }) | null;

/** Lists the lines of the openings with `part` in their name, with moves in UCI, sorted by moves. Capital letters and accents are ignored. */
export declare function openings(part?: string): (Opening & { moves: string[] })[];

/** Loads the names from their bytes, or from the compiled module. Only `chess0x88/openings/core` needs this call. */
export declare function init(source: import('./game.js').ModuleSource): void;
