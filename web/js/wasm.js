// The other side of src/lib.rs: text into a module's memory, a call, text out.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A module of the library, ready to be called. */
export class Module {
  #exports;

  constructor(instance) {
    this.#exports = instance.exports;
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
    return decoder.decode(new Uint8Array(this.#exports.memory.buffer, at, length));
  }

  #write(text) {
    const bytes = encoder.encode(text);
    const at = this.#exports.room(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
  }

  #answer() {
    return this.text(this.#exports.answer(), this.#exports.answer_len());
  }

  /** What a call answers. Its reason is thrown if it fails. */
  call(name, text, ...numbers) {
    this.#write(text);
    const done = this.#exports[name](...numbers);
    const answer = this.#answer();
    if (!done) throw new Error(answer);
    return answer;
  }

  /** The same, of a call that returns a number and answers nothing. */
  number(name, ...numbers) {
    return this.#exports[name](...numbers);
  }
}

/** The lines of an answer. */
export const lines = (answer) => answer.split('\n').filter((line) => line);
