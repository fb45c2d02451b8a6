// Writes the modules' bytes as text, for the entries that carry them: `node pack.mjs`.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';

import { bytesOf } from './inline.js';

for (const name of ['rules', 'makruk', 'referee', 'extras']) {
  const at = new URL(`./${name}.wasm`, import.meta.url);
  if (!existsSync(at)) {
    console.error(`${name}.wasm is missing: run web/build first, which compiles the rules`);
    process.exit(1);
  }
  const bytes = readFileSync(at);
  const text = deflateRawSync(bytes, { level: 9, memLevel: 9 }).toString('base64');
  if (!bytes.equals(bytesOf({ size: bytes.length, text }))) throw new Error(`${name}.wasm does not come back from its text`);
  writeFileSync(new URL(`./${name}.inline.js`, import.meta.url), `export default { size: ${bytes.length}, text: "${text}" };\n`);
}
