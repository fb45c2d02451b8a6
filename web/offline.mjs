// Tells the page's service worker which files there are: `node offline.mjs`, when all of them are in dist.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';

const dist = new URL('./dist/', import.meta.url);
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`.replace(/\/+/g, '/').replace(dist.pathname, './'))
  .filter((name) => !['./offline.js', './index.html'].includes(name));
const at = new URL('./offline.js', dist);
const text = readFileSync(at, 'utf8').replace('const FILES = [];', `const FILES = ${JSON.stringify(['./', ...files.sort()])};`);
if (!text.includes('./engine.wasm')) throw new Error('the service worker has not been told its files');
writeFileSync(at, text);
