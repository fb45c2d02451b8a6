// The module of the rules of one game, and the questions that need no game to be going on.

import { Module, lines } from './wasm.js';
import { words } from './board.js';

/** The rules that were made, by their variants. */
export const RULES = new Map();

/** The most games that a module keeps, unless it is told otherwise; the one that has been idle the longest gives way. */
const KEPT = 1000;

/**
 * The games in a module, each for a game here, which is known by its number. Only so many are kept: one that gave way is made anew
 * when it is asked again. So nobody has to give games back, and nothing waits for the collector, which does not run finalizers
 * while a program is busy.
 */
class Pool {
  _kept = new Map();
  most = KEPT;

  /** @param {Module} module */
  constructor(module) {
    this._module = module;
  }

  /** The record of a game: the handle of the module's game, `null` where the board is no position, and its place. */
  get(id) {
    const kept = this._kept.get(id);
    if (kept) kept.isIdle = false;
    return kept;
  }

  /** Keeps a game, which stands at this place of its tree. */
  keep(id, handle, at) {
    this.drop(id);
    while (this._kept.size >= this.most) {
      const [other, kept] = this._kept.entries().next().value;
      if (kept.isIdle) this.drop(other);
      else {
        // It was asked since it came here: once more to the back.
        kept.isIdle = true;
        this._kept.delete(other);
        this._kept.set(other, kept);
      }
    }
    const kept = { handle, at, isIdle: true };
    this._kept.set(id, kept);
    return kept;
  }

  /** Gives the module's game back. */
  drop(id) {
    const kept = this._kept.get(id);
    if (!kept) return;
    this._kept.delete(id);
    if (kept.handle !== null) this._module.number('drop_game', kept.handle);
  }
}

/** So many characters of a file are parted at a time. */
const CHUNK = 1 << 16;

/** Parts a file into its games, piece by piece. */
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

  /** The games that have ended, with this piece of the file. */
  add(piece) {
    this._rest += piece;
    if (this._rest.length < this._enough) return [];
    const games = this._games();
    // The end of a piece may part what the next piece joins.
    this._rest = games.splice(-2).join('');
    this._enough = Math.max(CHUNK, 2 * this._rest.length);
    return games;
  }

  /** The games that were left, at the end of the file. */
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

async function* splitStream(module, source) {
  const splitter = new Splitter(module);
  for await (const piece of source) yield* splitter.add(piece);
  yield* splitter.end();
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

  /** Makes the module ready: its bytes, or the module compiled. */
  init(source) {
    this._module = new Module(source);
    this._pool = new Pool(this._module);
  }

  /** The games in the module; nothing before there is a module. */
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
    this._pool.most = Math.max(1, most);
  }

  /** The texts of the games of a file, one after the other: of a text, of its pieces, or of a stream of them. */
  splitPgn(source) {
    return (source[Symbol.asyncIterator] ? splitStream : split)(this.module, source);
  }

  /** Everything that is wrong with a set-up, each with the squares it is about; throws if the text is no FEN. */
  violations(fen) {
    return lines(this.module.call('examine', fen)).map((line) => {
      const [message, squares] = line.split('\t');
      return { message, squares: words(squares) };
    });
  }

  /** Decides if a text is a FEN, spelt as the standard has it, that can be played, and says why not. */
  validateFen(fen) {
    const error = this.module.reason('validate', fen);
    return error === null ? { ok: true } : { ok: false, error: `Invalid FEN: ${error}` };
  }

  /** A FEN as people paste it, put right, and what was put right; throws what cannot be made sense of. */
  repairFen(text) {
    const [fen, ...repairs] = lines(this.module.call('repair', text));
    return { fen, repairs };
  }
}
