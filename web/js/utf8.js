// Converts text to UTF-8 and base64 without TextEncoder, TextDecoder and atob: pages and servers have them, but not every sandbox
// does (Jest's jsdom has only the last). Where the runtime has them, they are used for long texts, since they are faster.

/** Encodes a text; half a surrogate pair becomes U+FFFD. */
export function utf8Of(text) {
  const bytes = [];
  for (const char of text) {
    let code = char.codePointAt(0);
    if (code >= 0xd800 && code < 0xe000) code = 0xfffd;
    const more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    bytes.push(more ? ((0xf80 >> more) & 0xff) | (code >> (6 * more)) : code);
    for (let shift = 6 * more - 6; shift >= 0; shift -= 6) bytes.push(0x80 | ((code >> shift) & 0x3f));
  }
  return bytes;
}

/** Decodes bytes that are UTF-8. */
export function textOf(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; ) {
    let code = bytes[i++];
    const more = code < 0xc0 ? 0 : code < 0xe0 ? 1 : code < 0xf0 ? 2 : 3;
    if (more) code &= 0x3f >> more;
    for (const end = i + more; i < end; i++) code = (code << 6) | (bytes[i] & 0x3f);
    text += String.fromCodePoint(code);
  }
  return text;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Decodes base64, and adds at least two bytes of zeros. */
export function base64Bytes(text) {
  const values = new Uint8Array(128);
  for (let i = 0; i < 64; i++) values[LETTERS.charCodeAt(i)] = i;
  const bytes = new Uint8Array((text.length / 4) * 3 + 2);
  for (let i = 0, at = 0; i < text.length; i += 4) {
    let bits = 0;
    for (let k = i; k < i + 4; k++) bits = (bits << 6) | values[text.charCodeAt(k)];
    bytes[at++] = bits >> 16;
    bytes[at++] = bits >> 8;
    bytes[at++] = bits;
  }
  return bytes;
}
