// Writes the modules as text for the entries that contain them. Also writes the entries for edge runtimes, which cannot compile
// bytes and import compiled modules: `node pack.mjs`.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';

import { bytesOf, inflate } from './inline.js';

/** Deflates a file: by zopfli, if it is there (Debian: `zopfli`), which saves a twentieth. */
function deflated(at, bytes) {
  const { status, stdout } = spawnSync('zopfli', ['-c', '--deflate', '--i15', fileURLToPath(at)], { maxBuffer: 1 << 24 });
  return status === 0 ? stdout : deflateRawSync(bytes, { level: 9, memLevel: 9 });
}

for (const name of ['rules', 'makruk', 'referee', 'extras', 'openings']) {
  const at = new URL(`./${name}.wasm`, import.meta.url);
  if (!existsSync(at)) {
    console.error(`${name}.wasm is missing: run web/build first, which compiles the rules`);
    process.exit(1);
  }
  const bytes = readFileSync(at);
  const text = deflated(at, bytes).toString('base64');
  const packed = { size: bytes.length, text };
  if (![bytesOf, inflate].every((read) => bytes.equals(read(packed)))) throw new Error(`${name}.wasm does not come back from its text`);
  writeFileSync(new URL(`./${name}.inline.js`, import.meta.url), `export default { size: ${bytes.length}, text: "${text}" };\n`);
}

const EDGE = { chess0x88: ['rules', 'core'], makruk: ['makruk', 'makruk-core'], referee: ['referee', 'referee-core'], extras: ['extras', 'extras-core'], openings: ['openings', 'openings-core'] };
mkdirSync(new URL('./edge', import.meta.url), { recursive: true });
for (const [name, [wasm, core]] of Object.entries(EDGE)) {
  const text = `import module from '../${wasm}.wasm?module';\nimport { init } from '../${core}.js';\n\ninit(module);\n\nexport * from '../${core}.js';\n`;
  writeFileSync(new URL(`./edge/${name}.js`, import.meta.url), text);
}

// The rules as wasm2js writes them, if it was run. A 64-bit result is its lower half; the upper half is read separately.
const plain = new URL('../target/rules.js', import.meta.url);
if (existsSync(plain)) {
  const text = readFileSync(plain, 'utf8').replace(/^import .*from 'env';$/m, 'let upper = 0;\nconst setTempRet0 = (value) => (upper = value);');
  const wide = ['attackers', 'key', 'setup_attackers'].map((name) => `${name}: (...args) => long(retasmFunc.${name}(...args))`).join(', ');
  writeFileSync(
    new URL('./rules.plain.js', import.meta.url),
    `${text.replace(/^export .*$/gm, '')}\nconst long = (lower) => (BigInt(upper >>> 0) << 32n) | BigInt(lower >>> 0);\nexport const rules = { ...retasmFunc, ${wide} };\n`,
  );
}
