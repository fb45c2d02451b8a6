// Chess and Chess960 without the module of their rules: the program passes it to `init`.

import { Game } from './game.js';
import { givenWhole } from './given.js';
import { Rules } from './rules.js';

export { BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, SQUARES, WHITE, parseFen, placement, squareColor } from './board.js';
export { parseComment } from './comment.js';
export { NAG_TO_SYMBOL, SUFFIX_LIST, nagToGlyph } from './glyphs.js';
export { SEVEN_TAG_ROSTER } from './headers.js';
export { Move } from './move.js';

export const DEFAULT_POSITION = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

const rules = new Rules('chess', DEFAULT_POSITION);

/** Loads the rules from the bytes of `rules.wasm`, or from the compiled module. */
export const init = (source) => rules.init(source);

export const keepGames = (most) => rules.keepGames(most);
export const splitPgn = (text) => rules.splitPgn(text);
export const validateFen = (fen) => rules.validateFen(fen);
export const repairFen = (fen) => rules.repairFen(fen);
export const violations = (fen) => rules.violations(fen);

/** The FEN of a start of Chess960, 0 to 959. */
export const chess960 = (start) => rules.module.call('chess960', '', givenWhole(start, 'the number of a start'));

/** Chess, from the usual start, a start of Chess960 or a FEN. */
export class Chess extends Game {
  constructor(fen, options) {
    super(rules, fen, options);
  }

  /** Makes a game from a start of Chess960, 0 to 959; 518 is the usual one. */
  static chess960(start) {
    const game = new Chess(chess960(start));
    game.setHeader('Variant', 'Chess960');
    return game;
  }
}
