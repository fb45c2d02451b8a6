// Writes the modules' bytes as text, for the entries that carry them: `node pack.mjs`.

import { readFileSync, writeFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';

import { bytesOf } from './inline.js';

for (const name of ['rules', 'makruk', 'referee', 'extras']) {
  const bytes = readFileSync(new URL(`./${name}.wasm`, import.meta.url));
  const text = deflateRawSync(bytes, { level: 9, memLevel: 9 }).toString('base64');
  if (!bytes.equals(bytesOf({ size: bytes.length, text }))) throw new Error(`${name}.wasm does not come back from its text`);
  writeFileSync(new URL(`./${name}.inline.js`, import.meta.url), `export default { size: ${bytes.length}, text: "${text}" };\n`);
}
