// Writes the entries for `require`, each one file that contains its module, and folders for tools that do not read `exports`:
// `node cjs.mjs`, after `node pack.mjs`.

import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';

const { build } = await import('esbuild').catch(() => {
  console.error('esbuild is missing: run npm install first');
  process.exit(1);
});

// If web/build found no wasm2js, there is no plain JavaScript.
const hasPlain = existsSync(new URL('./rules.plain.js', import.meta.url));
if (hasPlain) await build({ entryPoints: ['rules.plain.js'], allowOverwrite: true, format: 'esm', minify: true, outdir: '.', logLevel: 'warning' });
await build({
  entryPoints: ['chess0x88', 'makruk', 'referee', 'extras', 'core', 'openings', 'makruk-core', 'referee-core', 'openings-core', ...(hasPlain ? ['plain'] : [])].map((name) => `${name}.js`),
  bundle: true,
  charset: 'utf8',
  format: 'cjs',
  logLevel: 'warning',
  outdir: 'cjs',
  outExtension: { '.js': '.cjs' },
  platform: 'neutral',
});

// Tools that do not read `exports` (node10 in TypeScript, old bundlers) look for a file or a folder with the name of the subpath.
const FOLDERS = { js: ['plain', 'chess0x88'], core: ['core', 'chess0x88'], 'makruk/core': ['makruk-core', 'makruk'], 'referee/core': ['referee-core', 'referee'], 'openings/core': ['openings-core', 'openings'] };
for (const [name, [entry, types]] of Object.entries(FOLDERS)) {
  const up = '../'.repeat(name.split('/').length);
  const folder = new URL(`./${name}/`, import.meta.url);
  mkdirSync(folder, { recursive: true });
  const files = { main: `${up}cjs/${entry}.cjs`, module: `${up}${entry}.js`, types: `${up}${types}.d.ts` };
  writeFileSync(new URL('package.json', folder), `${JSON.stringify(files, null, 2)}\n`);
}

// Writes types for programs that use `require`.
const here = new URL('.', import.meta.url);
for (const name of readdirSync(here).filter((name) => name.endsWith('.d.ts'))) {
  const text = readFileSync(new URL(name, here), 'utf8').replaceAll("'./game.js'", "'./game.cjs'");
  writeFileSync(new URL(`cjs/${name.replace('.d.ts', '.d.cts')}`, here), text);
}
