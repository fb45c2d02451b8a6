// Compares the counts of the given modules with the published ones and with those of chess.js, and measures their speed: node
// test.mjs SUITE PACKAGE MODULE... The package depends on chess.js; without it that part is skipped with a message.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename } from 'node:path';

const [suite, home, ...modules] = process.argv.slice(2);
const lines = (await readFile(suite, 'utf8')).split('\n').filter((line) => line && !line.startsWith('#')).map((line) => {
  const [fen, ...entries] = line.split(';').map((part) => part.trim());
  return { fen, totals: entries.map((entry) => entry.slice(1).split(' ').map(Number)) };
});
// Processor time, which other programs hardly change.
const now = () => process.cpuUsage().user;
const speed = (nodes, since) => `${(nodes / (now() - since)).toPrecision(3)} M nodes/s`;

const counts = [];
for (const path of modules) {
  const { instance } = await WebAssembly.instantiate(await readFile(path));
  const count = (line, depth) => Number(instance.exports.count(line, depth));
  let compared = 0;
  for (const [line, { fen, totals }] of lines.entries()) {
    for (const [depth, nodes] of totals) {
      if (nodes > 5_000_000) continue;
      assert.equal(count(line, depth), nodes, `${path}: ${fen}, depth ${depth}`);
      compared++;
    }
  }
  const since = now();
  const nodes = count(0, 5);
  console.log(`wasm32 ${basename(path, '.wasm')}: ${compared} totals, start to depth 5 at ${speed(nodes, since)}`);
  counts.push(count);
}

let peer;
try {
  peer = createRequire(home)('chess.js');
} catch {
  console.log('skipped: the comparison with chess.js, since it cannot be had');
}
if (peer) {
  const since = now();
  let nodes = 0;
  for (const [line, { fen }] of lines.entries()) {
    const theirs = new peer.Chess(fen).perft(3);
    for (const count of counts) assert.equal(count(line, 3), theirs, fen);
    nodes += theirs;
  }
  console.log(`chess.js: the same counts to depth 3, at ${speed(nodes, since)}`);
}
