// A package needs its built files and installed tools. If one is missing, the message names it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import test from 'node:test';

const here = new URL('..', import.meta.url).pathname;

/** The message of the script that `npm pack` runs first, in a copy with some files missing. */
function packed(isThere) {
  const folder = mkdtempSync(`${tmpdir()}/chess0x88-`);
  cpSync(here, folder, { recursive: true, filter: (from) => isThere(from.slice(here.length)) && !/^(node_modules|cjs|test)(\/|$)/.test(from.slice(here.length)) });
  for (const script of ['pack.mjs', 'cjs.mjs']) {
    const { status, stderr } = spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' });
    if (status !== 0) {
      rmSync(folder, { recursive: true });
      return [status, stderr];
    }
  }
  throw new Error('nothing was missing');
}

test('a package that was not built says so', () => {
  assert.deepEqual(packed((name) => !name.endsWith('.wasm')), [1, 'rules.wasm is missing: run web/build first, which compiles the rules\n']);
});

test('a package without its tools says so', () => {
  assert.deepEqual(packed(() => true), [1, 'esbuild is missing: run npm install first\n']);
});
