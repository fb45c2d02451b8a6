// The package needs nothing of its runtime but ECMAScript and WebAssembly.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import vm from 'node:vm';

import { base64Bytes, textOf, utf8Of } from '../utf8.js';

const esbuild = await import('esbuild').catch(() => null);

test('text and base64 are what the runtime makes of them', () => {
  const random = (below) => Math.floor(Math.random() * below);
  const ranges = [0x80, 0x800, 0x10000, 0x110000];
  for (let i = 0; i < 2000; i++) {
    const codes = Array.from({ length: random(40) }, () => random(ranges[random(4)]));
    const text = String.fromCodePoint(...codes);
    const bytes = new TextEncoder().encode(text);
    assert.deepEqual(utf8Of(text), [...bytes], JSON.stringify(text));
    assert.equal(textOf(bytes), new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
    const padded = base64Bytes(Buffer.from(bytes).toString('base64'));
    assert.deepEqual([...padded.subarray(0, bytes.length)], [...bytes]);
    assert.ok(padded.length >= bytes.length + 2 && padded.subarray(bytes.length).every((byte) => byte === 0));
  }
});

for (const name of ['chess0x88', 'makruk', 'referee', 'extras', 'openings']) {
  test(`${name} runs where there is nothing but the language`, { skip: !esbuild && 'esbuild is not installed: npm install in web/js' }, async () => {
    const entryPoints = [new URL(`../${name}.js`, import.meta.url).pathname];
    const { outputFiles } = await esbuild.build({ entryPoints, bundle: true, format: 'iife', globalName: 'api', write: false });
    const context = vm.createContext({});
    assert.equal(vm.runInContext('typeof atob + typeof TextEncoder + typeof TextDecoder', context), 'undefined'.repeat(3));
    vm.runInContext(outputFiles[0].text, context);
    const said = {
      chess0x88: "chess = new api.Chess(); chess.loadPgn('1. e4 {♞é𝄞}'); chess.pgn().split('\\n').at(-1) + chess.moves().length",
      makruk: 'new api.Makruk().moves().length', referee: "api.judge('8/8/8/8/8/8/k7/7K w - - 0 1').result", extras: "api.picture('N').slice(0, 4)",
      openings: "api.openingOf(['e4', 'c5']).eco",
    };
    const expected = { chess0x88: '1. e4 {♞é𝄞} *20', makruk: 23, referee: '1/2-1/2', extras: '<svg', openings: 'B20' };
    assert.equal(vm.runInContext(said[name], context), expected[name]);
  });
}

test('a module that another realm has compiled is taken, as Next gives it at the edge', { skip: !esbuild && 'esbuild is not installed: npm install in web/js' }, async () => {
  const entryPoints = [new URL('../core.js', import.meta.url).pathname];
  const { outputFiles } = await esbuild.build({ entryPoints, bundle: true, format: 'iife', globalName: 'api', write: false });
  const bytes = readFileSync(new URL('../rules.wasm', import.meta.url));
  for (const source of [new WebAssembly.Module(bytes), bytes, bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)]) {
    const context = vm.createContext({ source });
    vm.runInContext(outputFiles[0].text, context);
    assert.equal(vm.runInContext('api.init(source); new api.Chess().moves().length', context), 20);
  }
});
