// The caller of src/lib.rs: writes a text to the module's memory, calls a function, reads a text.

import { givenNumber, givenText } from './given.js';
import { textOf, utf8Of } from './utf8.js';

const { TextDecoder, TextEncoder } = globalThis;
const encoder = TextEncoder ? new TextEncoder() : { encode: utf8Of };
const decoder = TextDecoder ? new TextDecoder() : { decode: textOf };

/** What the function `tree` of src/games.rs does, in the order of its numbers. */
const TREE = new Map([
  'back', 'undo', 'forward', 'pass', 'go', 'promote', 'deleteVariation', 'annotate', 'path', 'line', 'variations', 'tree', 'notes', 'allNotes', 'result',
  'save', 'declared',
].map((name, number) => [name, number]));

/** Compiles a module. Says what to do where a page's policy forbids it. */
function compiled(bytes) {
  try {
    return new WebAssembly.Module(bytes);
  } catch (cause) {
    const advice = "allow 'wasm-unsafe-eval' in the page's content security policy, or import chess0x88/js, which needs no WebAssembly";
    throw new Error(`WebAssembly cannot be compiled here: ${advice} (${cause.message})`, { cause });
  }
}

/** A loaded module of the library. */
export class Module {
  _exports;
  _bytes = new Uint8Array();

  /** @param {BufferSource | WebAssembly.Module | object} source the bytes of the module, or the module compiled, or what it exports */
  constructor(source, imports = {}) {
    if (source.memory) {
      this._exports = source;
      return;
    }
    // Not by its class: a sandbox is given modules that were compiled outside.
    const module = source.byteLength === undefined ? source : compiled(source);
    this._exports = new WebAssembly.Instance(module, imports).exports;
  }

  /** The memory of the module. It is another view after the memory has grown. */
  _memory() {
    const { buffer } = this._exports.memory;
    if (this._bytes.buffer !== buffer) this._bytes = new Uint8Array(buffer);
    return this._bytes;
  }

  /** Reads a text from the module's memory. */
  text(at, length) {
    return decoder.decode(this._memory().subarray(at, at + length));
  }

  _write(value) {
    const text = givenText(value);
    // Most texts are a short ASCII move, which is copied faster than the encoder starts.
    const { length } = text;
    let at = this._exports.room(length);
    if (length < 100) {
      const memory = this._memory();
      let i = 0;
      for (; i < length; i++) {
        const code = text.charCodeAt(i);
        if (code > 127) break;
        memory[at + i] = code;
      }
      if (i === length) return;
    }
    const bytes = encoder.encode(text);
    at = this._exports.room(bytes.length);
    this._memory().set(bytes, at);
  }

  _answer() {
    const length = this._exports.answer_len();
    return length ? this.text(this._exports.answer(), length) : '';
  }

  /** Returns the answer of a call. Throws its reason if it fails. */
  call(name, text, ...numbers) {
    this._write(text);
    for (const number of numbers) givenNumber(number);
    const done = this._exports[name](...numbers);
    const answer = this._answer();
    if (!done) throw new Error(answer);
    return answer;
  }

  /** Asks for something of the tree of a game, or to do something with it. */
  tree(handle, name, text = '', number = 0) {
    return this.call('tree', text, handle, TREE.get(name), number);
  }

  /** Returns the reason why a call fails; `null` if it does not. */
  reason(name, text) {
    this._write(text);
    return this._exports[name]() ? null : this._answer();
  }

  /** Calls a function that returns a number and has no answer. */
  number(name, ...numbers) {
    return this._exports[name](...numbers);
  }

  /** The same with a text. */
  numberOf(name, text, ...numbers) {
    this._write(text);
    return this._exports[name](...numbers);
  }
}

/** Runs a function. Its error gets the beginning of chess.js, a `code` for programs, and the text without the beginning as `reason`. */
export function refusing(what, act) {
  try {
    return act();
  } catch ({ message }) {
    throw Object.assign(new Error(`Invalid ${what}: ${message}`), { code: `INVALID_${what.toUpperCase()}`, reason: message });
  }
}

/** The lines of an answer. */
export const lines = (answer) => {
  const found = answer.split('\n');
  if (found.at(-1) === '') found.pop();
  return found;
};
