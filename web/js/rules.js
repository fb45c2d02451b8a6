// The module of the rules of one game, and calls that need no game.

import { Module, lines } from './wasm.js';
import { words } from './board.js';
import { givenWhole } from './given.js';

/** The loaded rules, by variant. */
export const RULES = new Map();

/** The default number of games that a module keeps. The game that was idle for the longest time is dropped first. */
const KEPT = 1000;

/**
 * The games in a module, found by the number of the tree here. Only some are kept: a dropped game is made again when it is
 * used. So programs need not free games, and nothing waits for finalizers, which do not run while a program is busy.
 */
class Pool {
  _kept = new Map();
  most = KEPT;

  /** @param {Module} module */
  constructor(module) {
    this._module = module;
  }

  /** The handle of the module's game for a tree, by its number; `undefined` if it has none. */
  get(id) {
    const kept = this._kept.get(id);
    if (kept) kept.isIdle = false;
    return kept?.handle;
  }

  /** Stores the module's game for a tree, and returns its handle. */
  keep(tree, handle) {
    while (this._kept.size >= this.most) {
      const [other, kept] = this._kept.entries().next().value;
      if (kept.isIdle) this.drop(other);
      else {
        // The game was used since it was stored, so it goes to the end of the queue once more.
        kept.isIdle = true;
        this._kept.delete(other);
        this._kept.set(other, kept);
      }
    }
    this._kept.set(tree.id, { tree, handle, isIdle: true });
    return handle;
  }

  /** Frees the module's game of a tree, which stores what the module needs to make it again. */
  drop(id) {
    const kept = this._kept.get(id);
    if (!kept) return;
    kept.tree.saved = this._module.tree(kept.handle, 'save');
    this.forget(id);
  }

  /** Frees the module's game of a tree that is not used again. */
  forget(id) {
    const kept = this._kept.get(id);
    if (kept) this._module.number('drop_game', kept.handle);
    this._kept.delete(id);
  }
}

/** The number of characters of a file that are split at a time. */
const CHUNK = 1 << 16;

/** Splits a file into its games, piece by piece. */
class Splitter {
  _rest = '';
  _enough = CHUNK;

  /** @param {Module} module */
  constructor(module) {
    this._module = module;
  }

  _games() {
    let at = 0;
    const found = lines(this._module.call('split_pgn', this._rest)).map((length) => this._rest.slice(at, (at += Number(length))));
    return [...found, this._rest.slice(at)];
  }

  /** Returns the games that this piece of the file ends. */
  add(piece) {
    if (typeof piece !== 'string') throw new TypeError('a piece of a file must be a string: decode the stream first');
    this._rest += piece;
    if (this._rest.length < this._enough) return [];
    const games = this._games();
    // The end of a piece may cut a game that the next piece continues.
    this._rest = games.splice(-2).join('');
    this._enough = Math.max(CHUNK, 2 * this._rest.length);
    return games;
  }

  /** Returns the remaining games at the end of the file. */
  end() {
    return this._games().filter((game) => /\S/.test(game));
  }
}

function* split(module, source) {
  const splitter = new Splitter(module);
  if (typeof source === 'string') {
    for (let at = 0; at < source.length; at += CHUNK) yield* splitter.add(source.slice(at, at + CHUNK));
  } else for (const piece of source) yield* splitter.add(piece);
  yield* splitter.end();
}

/** The same of a stream. No generator: Hermes, the runtime of React Native, compiles no asynchronous ones. */
function splitStream(module, source) {
  const splitter = new Splitter(module);
  const pieces = source[Symbol.asyncIterator]();
  let [games, isEnded] = [[].values(), false];
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      for (;;) {
        const game = games.next();
        if (!game.done || isEnded) return game;
        const { value, done } = await pieces.next();
        isEnded = done ?? false;
        games = (isEnded ? splitter.end() : splitter.add(value)).values();
      }
    },
    async return(value) {
      await pieces.return?.();
      return { value, done: true };
    },
  };
}

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

  /** Loads the module from its bytes, or from the compiled module. */
  init(source) {
    this._module = new Module(source);
    this._pool = new Pool(this._module);
  }

  /** The games in the module; `undefined` before the module is loaded. */
  get pool() {
    return this._pool;
  }

  get module() {
    if (!this._module) throw new Error(`the rules of ${this.variant} are not loaded: call init with the bytes of the module`);
    return this._module;
  }

  /** Sets how many games the module keeps at most. */
  keepGames(most) {
    this.module;
    this._pool.most = Math.max(1, givenWhole(most, 'a number of games'));
  }

  /** Splits a file into the texts of its games. The file is a text, pieces of it, or a stream of pieces. */
  splitPgn(source) {
    if (source == null || !(typeof source === 'string' || source[Symbol.iterator] || source[Symbol.asyncIterator])) throw new TypeError(`a file is a text, its pieces or a stream, not ${String(source)}`);
    return (source[Symbol.asyncIterator] ? splitStream : split)(this.module, source);
  }

  /** Lists all errors of a set-up, each with its squares; throws if the text is no FEN. */
  violations(fen) {
    return lines(this.module.call('examine', fen)).map((line) => {
      const [message, squares] = line.split('\t');
      return { message, squares: words(squares) };
    });
  }

  /** Returns whether a text is a FEN in the standard spelling of a playable position, with the reason if it is not. */
  validateFen(fen) {
    const error = this.module.reason('validate', fen);
    return error === null ? { ok: true } : { ok: false, error: `Invalid FEN: ${error}` };
  }

  /** Repairs a pasted FEN and lists the repairs; throws if it cannot be understood. */
  repairFen(text) {
    const [fen, ...repairs] = lines(this.module.call('repair', text));
    return { fen, repairs };
  }
}
