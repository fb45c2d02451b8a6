// Makruk, the chess of Thailand, without the module of its rules: the program passes it to `init`.

import { Game } from './game.js';
import { Rules } from './rules.js';

export { KHON, MET } from './board.js';

export const MAKRUK_POSITION = 'rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1';

const rules = new Rules('makruk', MAKRUK_POSITION);

/** Loads the rules from the bytes of `makruk.wasm`, or from the compiled module. */
export const init = (source) => rules.init(source);

export const keepGames = (most) => rules.keepGames(most);
export const splitPgn = (text) => rules.splitPgn(text);
export const validateFen = (fen) => rules.validateFen(fen);
export const repairFen = (fen) => rules.repairFen(fen);
export const violations = (fen) => rules.violations(fen);

export class Makruk extends Game {
  constructor(fen, options) {
    super(rules, fen, options);
  }

  /** The position as Thai FEN, in the initials of the Thai names. `load` and `loadPgn` read it too. */
  thaiFen() {
    this._needPosition();
    return this._ask('thai_fen');
  }
}
