// The module of the rules of one game, and the questions that need no game to be going on.

import { Module, lines } from './wasm.js';
import { words } from './board.js';

/** The rules that were made, by their variants. */
export const RULES = new Map();

/** The rules of chess or of Makruk: the WebAssembly module behind a game. */
export class Rules {
  /**
   * @param {'chess' | 'makruk'} variant
   * @param {string} start the FEN that a game starts with
   */
  constructor(variant, start) {
    this.variant = variant;
    this.start = start;
    RULES.set(variant, this);
  }

  /** Makes the module ready: its bytes, or the module compiled. */
  init(source) {
    this._module = new Module(source);
  }

  get module() {
    if (!this._module) throw new Error(`the rules of ${this.variant} are not loaded: call init with the bytes of the module`);
    return this._module;
  }

  /** Everything that is wrong with a set-up, each with the squares it is about; throws if the text is no FEN. */
  violations(fen) {
    return lines(this.module.call('examine', fen)).map((line) => {
      const [message, squares] = line.split('\t');
      return { message, squares: words(squares) };
    });
  }

  /** Whether a text is a FEN, spelt as the standard has it, that can be played; and if not, why. */
  validateFen(fen) {
    const error = this.module.reason('validate', fen);
    return error === null ? { ok: true } : { ok: false, error };
  }

  /** A FEN as people paste it, put right, and what was put right; throws what cannot be made sense of. */
  repairFen(text) {
    const [fen, ...repairs] = lines(this.module.call('repair', text));
    return { fen, repairs };
  }
}
