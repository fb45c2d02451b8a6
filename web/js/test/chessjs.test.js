// Runs the scenes on chess.js and on this package. The results are equal, except for those that README.md lists with a reason.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import * as ours from '../chess0x88.js';
import { scenes } from './scenes.js';

const peer = await import('chess.js').catch(() => null);
const skip = peer ? false : 'chess.js is not installed: npm install in web/js';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const listed = new Set([...readme.matchAll(/^\| `([^`]+)` \| [^|]+ \|$/gm)].map(([, name]) => name.replaceAll('\\|', '|')));

const NOTHING = Symbol('said without a comment');
/** Removes glyphs from comments, as in chess.js 1.4: its next version has them, and so has this package. */
function asBefore(_, value) {
  if (Array.isArray(value)) return value.filter((one) => one !== NOTHING);
  if (!value?.fen || !Array.isArray(value.nags)) return value;
  return value.comment === undefined ? NOTHING : { fen: value.fen, comment: value.comment };
}

/** The result of a scene as plain data. */
const see = (api, act) => JSON.parse(JSON.stringify(act(api) ?? null), asBefore);

for (const [name, act] of Object.entries(scenes)) {
  test(name, { skip }, () => {
    const [one, other] = [see(ours, act), see(peer, act)];
    if (listed.has(name)) assert.notDeepEqual(one, other, 'the list in README.md names this, and there is no difference');
    else assert.deepEqual(one, other);
  });
}

test('the scenes ask for all that chess.js has', { skip }, () => {
  const used = new Set();
  const watch = (target, prefix) =>
    new Proxy(target, {
      get(object, key) {
        if (typeof key === 'string') used.add(prefix + key);
        const found = object[key];
        if (key === 'Chess') return new Proxy(found, { construct: (Chess, given) => watch(new Chess(...given), 'Chess.') });
        if (prefix && typeof found === 'function') {
          return (...given) => {
            const answer = found.apply(object, given);
            const isMove = (one) => one instanceof peer.Move;
            if (isMove(answer)) return watch(answer, 'Move.');
            return Array.isArray(answer) && answer.some(isMove) ? answer.map((one) => watch(one, 'Move.')) : answer;
          };
        }
        return found;
      },
    });
  const api = watch({ ...peer }, '');
  for (const act of Object.values(scenes)) act(api);
  const names = (prototype, prefix) =>
    Object.getOwnPropertyNames(prototype).filter((name) => name[0] !== '_' && name !== 'constructor').map((name) => prefix + name);
  // Internals of chess.js: its random numbers for keys, and a class that users do not make.
  const own = ['xoroshiro128', 'Move', 'default'];
  const all = [...Object.keys(peer).filter((name) => !own.includes(name)), ...names(peer.Chess.prototype, 'Chess.'), ...names(peer.Move.prototype, 'Move.')];
  assert.deepEqual(all.filter((name) => !used.has(name)), []);
});

test('the list in README.md is short, and names scenes', () => {
  assert.ok(listed.size <= 30, String(listed.size));
  for (const name of listed) assert.ok(name in scenes, name);
});
