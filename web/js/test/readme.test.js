// The examples of the README run and give the printed results.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import * as chess0x88 from '../chess0x88.js';
import * as extras from '../extras.js';
import * as makruk from '../makruk.js';
import * as openings from '../openings.js';
import * as referee from '../referee.js';

const MODULES = { chess0x88, 'chess0x88/extras': extras, 'chess0x88/makruk': makruk, 'chess0x88/openings': openings, 'chess0x88/referee': referee };
const IMPORT = /^import (\{.*\}) from '([^']+)';/;

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const examples = [...readme.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);

/** Makes an assertion of a line with a printed result. */
function asked(line) {
  const [, names, from] = IMPORT.exec(line) ?? [];
  if (names) return `const ${names} = modules[${JSON.stringify(from)}];`;
  const [, code, arrow, said] = /^(.*?);\s*\/\/ (→|throws) (.*)$/.exec(line) ?? [];
  if (arrow === '→') return `same(${code}, ${said});`;
  if (arrow) return `fails(() => ${code}, ${JSON.stringify(said)});`;
  return line;
}

test('the examples of the README say what is so', () => {
  let count = 0;
  const same = (one, other) => {
    count++;
    assert.deepEqual(structuredClone(one), other);
  };
  const fails = (act, said) => {
    count++;
    assert.throws(act, (error) => error.message.includes(said));
  };
  for (const example of examples) {
    // This example fetches a file.
    if (example.includes('chess0x88/core')) continue;
    const imports = example.includes("{ Chess }") ? '' : "const { Chess } = modules['chess0x88'];\n";
    const code = imports + example.split('\n').map(asked).join('\n');
    new Function('modules', 'same', 'fails', 'console', code)(MODULES, same, fails, { log() {} });
  }
  assert.ok(count >= 20, String(count));
});

test('the comments of types promise what the types have', () => {
  const PROMISES = [[/`null`/, /null/], [/`undefined`/, /undefined|\?/], [/^\W*`true`|returns `(true|false)`/i, /boolean|true/], [/^\W*Returns (?!`)/, /\)\s*:\s*(?!void)/], [/\bThrows\b/, /\(/]];
  let told = 0;
  for (const name of ['game', 'chess0x88', 'extras', 'makruk', 'openings', 'referee']) {
    const text = readFileSync(new URL(`../${name}.d.ts`, import.meta.url), 'utf8');
    for (const [, comment, member] of text.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\s*((?:\{[^}]*\}|[^;{}])*;)/g)) {
      // Types that are those of chess.js say less.
      if (/type is that of chess\.js/.test(comment) || /@deprecated/.test(comment)) continue;
      for (const [promise, type] of PROMISES.filter(([promise]) => promise.test(comment))) {
        assert.match(type.source.startsWith('\\') ? member : member.split(/\)\s*:/).at(-1), type, `${name}.d.ts: ${comment.trim()} (${promise})`);
        told++;
      }
    }
  }
  assert.ok(told > 20, String(told));
});
