// Writes the modules' bytes as text, for the entries that carry them: `node pack.mjs`.

import { readFileSync, writeFileSync } from 'node:fs';

for (const name of ['rules', 'makruk', 'referee', 'extras']) {
  const bytes = readFileSync(new URL(`./${name}.wasm`, import.meta.url));
  const text = bytes.toString('latin1').replace(/[\0\n\r"\\]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
  writeFileSync(new URL(`./${name}.inline.js`, import.meta.url), `export default "${text}";\n`);
}
