import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { gzipSync } from 'node:zlib';

import { bytesOf } from '../inline.js';

const wasm = (name) => readFileSync(new URL(`../${name}.wasm`, import.meta.url));

test('a module that is inlined is the module beside it', async () => {
  for (const name of ['rules', 'makruk', 'referee', 'extras', 'openings']) {
    const { default: inlined } = await import(`../${name}.inline.js`);
    assert.ok(wasm(name).equals(bytesOf(inlined)), name);
  }
});

const esbuild = await import('esbuild').catch(() => null);
// wasm-opt removes this section.
const isOptimized = !WebAssembly.Module.customSections(new WebAssembly.Module(wasm('rules')), 'target_features').length;
const skip = !esbuild ? 'esbuild is not installed: npm install in web/js' : !isOptimized && 'the modules were built without wasm-opt';

test('what a page loads is no larger than the README says', { skip }, async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const said = [...readme.matchAll(/^\| `chess0x88(?:\/(\w+))?`[^|]*\| at most (\d+) \|$/gm)];
  assert.equal(said.length, 3);
  for (const [, name = 'chess0x88', kB] of said) {
    const entryPoints = [new URL(`../${name}.js`, import.meta.url).pathname];
    const { outputFiles } = await esbuild.build({ entryPoints, bundle: true, charset: 'utf8', format: 'esm', minify: true, write: false });
    const sent = gzipSync(outputFiles[0].contents, { level: 9 }).length;
    assert.ok(sent <= 1000 * kB, `${name}: ${sent} bytes`);
  }
});
