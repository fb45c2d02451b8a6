// The bytes of a module that is stored as text: deflated, then base64. A server's gzip makes the base64 hardly larger than the
// bytes. Browsers inflate only asynchronously, and the module must be ready at once, so this file inflates it.

import { base64Bytes } from './utf8.js';

/** For each code of a length or a distance, its smallest value and its number of extra bits. */
function ranges(start, group, count) {
  const found = [];
  for (let code = 0, first = start; code < count; code++) {
    const bits = Math.max(0, Math.floor(code / group) - 1);
    found.push([first, bits]);
    first += 1 << bits;
  }
  return found;
}
const LENGTHS = [...ranges(3, 4, 28), [258, 0]];
const DISTANCES = ranges(1, 2, 30);
const END = 256;
/** The order in which a block lists the lengths of the code-length codes. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Builds a Huffman code: for each possible row of next bits, the symbol of the code word at its beginning and the length of that word. */
function huffman(lengths) {
  const width = Math.max(...lengths);
  const table = new Uint16Array(1 << width);
  let word = 0;
  for (let length = 1; length <= width; length++, word *= 2) {
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue;
      // The first bit of a word is the lowest bit in the stream.
      let row = 0;
      for (let i = 0; i < length; i++) row |= ((word >> i) & 1) << (length - 1 - i);
      for (; row < table.length; row += 1 << length) table[row] = 16 * symbol + length;
      word++;
    }
  }
  return table;
}

/** The bytes of a module. Node, Bun and Deno inflate at once. */
export function bytesOf({ size, text }) {
  const zlib = globalThis.process?.getBuiltinModule?.('node:zlib');
  return zlib ? zlib.inflateRawSync(Buffer.from(text, 'base64')) : inflate({ size, text });
}

/** Inflates what pack.mjs has written. */
export function inflate({ size, text }) {
  // Three bytes are read at a time, so two more bytes are needed at the end.
  const input = base64Bytes(text);
  const output = new Uint8Array(size);
  let [at, filled] = [0, 0];
  const next = () => (input[at >> 3] | (input[(at >> 3) + 1] << 8) | (input[(at >> 3) + 2] << 16)) >> (at & 7);
  const bits = (count) => {
    const value = next() & ((1 << count) - 1);
    at += count;
    return value;
  };
  const symbol = (table) => {
    const found = table[next() & (table.length - 1)];
    at += found & 15;
    return found >> 4;
  };
  const codes = () => {
    const [literals, distances, given] = [bits(5) + 257, bits(5) + 1, bits(4) + 4];
    const short = new Array(19).fill(0);
    for (let i = 0; i < given; i++) short[ORDER[i]] = bits(3);
    const code = huffman(short);
    const lengths = [];
    while (lengths.length < literals + distances) {
      const length = symbol(code);
      if (length < 16) lengths.push(length);
      else if (length === 16) lengths.push(...new Array(3 + bits(2)).fill(lengths.at(-1)));
      else lengths.push(...new Array(length === 17 ? 3 + bits(3) : 11 + bits(7)).fill(0));
    }
    return [lengths.slice(0, literals), lengths.slice(literals)];
  };
  const fixed = () => [Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)), new Array(30).fill(5)];
  let isLast;
  do {
    isLast = bits(1);
    const kind = bits(2);
    if (kind === 0) {
      at = (at + 7) & ~7;
      const length = bits(16);
      bits(16);
      for (let i = 0; i < length; i++) output[filled++] = bits(8);
      continue;
    }
    const [literals, distances] = (kind === 1 ? fixed() : codes()).map(huffman);
    for (let found; (found = symbol(literals)) !== END; ) {
      if (found < END) {
        output[filled++] = found;
        continue;
      }
      const [length, more] = LENGTHS[found - END - 1];
      const end = filled + length + bits(more);
      const [distance, further] = DISTANCES[symbol(distances)];
      const back = distance + bits(further);
      for (; filled < end; filled++) output[filled] = output[filled - back];
    }
  } while (!isLast);
  return output;
}
