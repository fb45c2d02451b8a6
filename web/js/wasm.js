// The other side of src/lib.rs: text into a module's memory, a call, text out.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A module of the library, ready to be called. */
export class Module {
  _exports;

  constructor(instance) {
    this._exports = instance.exports;
  }

  /** The bytes of the module at a URL, on a page or in node. */
  static async bytes(url) {
    if (url.protocol === 'file:') {
      const { readFile } = await import('node:fs/promises');
      return readFile(url);
    }
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
    return response.arrayBuffer();
  }

  static async load(url, imports = {}) {
    const { instance } = await WebAssembly.instantiate(await Module.bytes(url), imports);
    return new Module(instance);
  }

  /** A text in the module's memory. */
  text(at, length) {
    return decoder.decode(new Uint8Array(this._exports.memory.buffer, at, length));
  }

  _write(text) {
    const bytes = encoder.encode(text);
    const at = this._exports.room(bytes.length);
    new Uint8Array(this._exports.memory.buffer, at, bytes.length).set(bytes);
  }

  _answer() {
    return this.text(this._exports.answer(), this._exports.answer_len());
  }

  /** What a call answers. Its reason is thrown if it fails. */
  call(name, text, ...numbers) {
    this._write(text);
    const done = this._exports[name](...numbers);
    const answer = this._answer();
    if (!done) throw new Error(answer);
    return answer;
  }

  /** The same, of a call that returns a number and answers nothing. */
  number(name, ...numbers) {
    return this._exports[name](...numbers);
  }
}

/** The lines of an answer. */
export const lines = (answer) => answer.split('\n').filter((line) => line);
