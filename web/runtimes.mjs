// Loads the package in the runtimes of its users: `node runtimes.mjs [BROWSER]`.
//
// It packs the package, installs it in an empty project, and plays a game there: in Jest and Vitest with each of their
// environments, on workerd by wrangler, in Next (its Edge runtime, its server, its page), in Bun and Deno, and in Chromium under a content policy.
// Hermes compiles it. It prints each runtime and fails if one does not work. attw checks how the types resolve.

import { execFile, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const here = new URL('.', import.meta.url).pathname;
const project = `${here}target/runtimes`;
const TOOLS = [
  'jest@30', 'jest-environment-jsdom@30', 'vitest@3', 'jsdom@26', 'happy-dom@20', 'wrangler@4', 'bun@1', 'deno@2', '@arethetypeswrong/cli@0.18',
  'playwright-core@1', 'next@16', 'react@19', 'react-dom@19', 'hermes-compiler@260318099.0.8',
];
const run = async (command, args, cwd = project) => {
  const { stdout, stderr } = await promisify(execFile)(command, args, { cwd, encoding: 'utf8', env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1' }, maxBuffer: 1e8 });
  return stdout + stderr;
};
const bin = (name) => `${project}/node_modules/.bin/${name}`;

mkdirSync(project, { recursive: true });
const tarball = (await run('npm', ['pack', '--pack-destination', project, '--loglevel=error'], `${here}js`)).trim().split('\n').at(-1);
writeFileSync(`${project}/package.json`, '{ "private": true }');
rmSync(`${project}/node_modules/chess0x88`, { recursive: true, force: true });
await run('npm', ['install', '--no-audit', '--no-fund', '--no-save', '--loglevel=error', `./${tarball}`, ...TOOLS]);

const PLAYS = `
const chess = new Chess();
chess.loadPgn('1. e4 e5 {♞}');
const report = [chess.pgn().split('\\n').at(-1), new Makruk().moves().length, judge(chess.fen()).moves.length, picture('N').slice(0, 4)].join(' ');
`;
const EXPECTED = '1. e4 e5 {♞} * 23 29 <svg';
const names = [['{ Chess }', 'chess0x88'], ['{ Makruk }', 'chess0x88/makruk'], ['{ judge }', 'chess0x88/referee'], ['{ picture }', 'chess0x88/extras']];
const IMPORTS = names.map(([what, from]) => `import ${what} from '${from}';\n`).join('');
const REQUIRES = names.map(([what, from]) => `const ${what} = require('${from}');\n`).join('');
const files = {
  'jest.test.cjs': `${REQUIRES}test('it plays', () => {${PLAYS}expect(report).toBe(${JSON.stringify(EXPECTED)});\n});\n`,
  'vitest.test.mjs': `import { expect, test } from 'vitest';\n${IMPORTS}test('it plays', () => {${PLAYS}expect(report).toBe(${JSON.stringify(EXPECTED)});\n});\n`,
  'main.mjs': `${IMPORTS}${PLAYS}console.log(report);\n`,
  'main.cjs': `${REQUIRES}${PLAYS}console.log(report);\n`,
  'worker.mjs': `${IMPORTS}export default { fetch() {${PLAYS}return new Response(report);\n} };\n`,
  'wrangler.toml': 'name = "plays"\nmain = "worker.mjs"\ncompatibility_date = "2025-01-01"\n',
  'app/layout.jsx': 'export default ({ children }) => <html><body>{children}</body></html>;\n',
  'app/page.jsx': `'use client';\n${IMPORTS}export default () => {${PLAYS}return <p>{report}</p>;\n};\n`,
  ...Object.fromEntries(['edge', 'nodejs'].map((runtime) => [
    `app/${runtime}/route.js`,
    `${IMPORTS}export const runtime = '${runtime}', dynamic = 'force-dynamic';\nexport const GET = () => {${PLAYS}return new Response(report);\n};\n`,
  ])),
  'serve.mjs': `import { unstable_startWorker } from 'wrangler';
const worker = await unstable_startWorker({ config: 'wrangler.toml', dev: { server: { port: 0 }, inspector: false, logLevel: 'none', watch: false } });
const response = await worker.fetch('http://x/');
console.log(await response.text());
await worker.dispose();
process.exit(0);
`,
};
for (const [name, text] of Object.entries(files)) {
  mkdirSync(dirname(`${project}/${name}`), { recursive: true });
  writeFileSync(`${project}/${name}`, text);
}

const WASM = ['rules', 'makruk', 'referee', 'extras'].map((name) => `./${name}.wasm`);
const rows = [];
/** Runs a program, which must print the expected text. */
async function sees(runtime, way, act, expected = EXPECTED) {
  let seen;
  try {
    seen = await act();
  } catch (error) {
    seen = `${error.stdout ?? ''}${error.stderr ?? error.stack}`;
  }
  const isRight = seen.includes(expected);
  rows.push([runtime, way, isRight]);
  console.log(`runtimes: ${isRight ? 'works' : 'FAILS'}: ${runtime}, ${way}${isRight ? '' : `: ${seen.trim().slice(0, 1500)}`}`);
}
const tested = (command, ...args) => async () => ((await run(bin(command), args)).match(/1 passed|pass/) ? EXPECTED : 'no test passed');

await sees('node', 'import', () => run(process.execPath, ['main.mjs']));
await sees('node', 'require', () => run(process.execPath, ['main.cjs']));
for (const environment of ['node', 'jsdom']) {
  await sees(`Jest, ${environment}`, 'require', tested('jest', '--rootDir', project, '--env', environment, '--testMatch', '**/jest.test.cjs', '--watchman=false'));
}
for (const environment of ['node', 'jsdom', 'happy-dom']) {
  await sees(`Vitest, ${environment}`, 'import', tested('vitest', 'run', '--environment', environment, 'vitest.test.mjs'));
}
await sees('Bun', 'import', () => run(bin('bun'), ['main.mjs']));
await sees('Deno', 'import', () => run(bin('deno'), ['run', '--quiet', '--node-modules-dir=manual', 'main.mjs']));
await sees('Cloudflare Workers (wrangler)', 'import', () => run(process.execPath, ['serve.mjs']));

const next = `${project}/node_modules/next/dist/bin/next`;
await sees('Next 16', 'build', () => run(process.execPath, [next, 'build']), '/edge');
const served = spawn(process.execPath, [next, 'start', '-p', '0'], { cwd: project });
const port = await new Promise((resolve) => served.stdout.on('data', (text) => /localhost:(\d+)/.test(text) && resolve(/localhost:(\d+)/.exec(text)[1])));
for (const [runtime, path] of [['Vercel Edge runtime (Next 16)', 'edge'], ['Next 16, server', 'nodejs'], ['Next 16, page', '']]) {
  await sees(runtime, 'import', async () => (await (await fetch(`http://localhost:${port}/${path}`)).text()).replaceAll('&lt;', '<'));
}
served.kill();

const hermes = `${project}/node_modules/hermes-compiler/hermesc/${{ darwin: 'osx-bin', win32: 'win64-bin' }[process.platform] ?? 'linux64-bin'}/hermesc`;
await sees('Hermes (React Native), compiled', 'chess0x88/js', async () => {
  writeFileSync(`${project}/plain.mjs`, "import { Chess } from 'chess0x88/js';\nprint(new Chess().moves().length);\n");
  await run(bin('esbuild'), ['plain.mjs', '--bundle', '--format=iife', '--outfile=plain.js']);
  return (await run(hermes, ['-O', '-emit-binary', '-out', 'plain.hbc', 'plain.js'])) + EXPECTED;
});
// attw fails if it finds an error.
await sees('types', 'attw', () => run(bin('attw'), [`${project}/${tarball}`, '--format', 'ascii', '--profile', 'node16', '--exclude-entrypoints', ...WASM]), '(ESM)');


// Pages under a content policy.
const tool = (name) => import(pathToFileURL(createRequire(`${project}/x.js`).resolve(name)).href).then((found) => found.default);
const browser = process.argv[2];
if (browser) {
  const esbuild = await tool('esbuild');
  const { chromium } = await tool('playwright-core');
  const window = await chromium.launch({ executablePath: browser, args: ['--no-sandbox'] });
  for (const [from, policy] of [['chess0x88', "'self' 'wasm-unsafe-eval'"], ['chess0x88/js', "'self'"]]) {
    const contents = `import { Chess } from '${from}';\nconst chess = new Chess();\nchess.loadPgn('1. e4 e5 {♞}');\ndocument.title = chess.pgn().split('\\n').at(-1);\n`;
    const { outputFiles } = await esbuild.build({ stdin: { contents, resolveDir: project }, bundle: true, format: 'esm', write: false });
    const server = createServer((request, response) => {
      const isScript = request.url === '/page.js';
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html', 'content-security-policy': `script-src ${policy}` });
      response.end(isScript ? outputFiles[0].contents : '<!doctype html><meta charset="utf-8"><script type="module" src="/page.js"></script>');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const tab = await window.newPage();
    const said = [];
    tab.on('pageerror', (error) => said.push(error.message));
    const see = async () => {
      await tab.goto(`http://127.0.0.1:${server.address().port}/`);
      await tab.waitForFunction(() => document.title, null, { timeout: 20_000 }).catch(() => {});
      return (await tab.title()) || said.join('; ');
    };
    await sees(`Chromium, script-src ${policy}`, from, see, '1. e4 e5 {♞} *');
    await tab.close();
    server.close();
  }
  await window.close();
}
await sees('node without WebAssembly', 'chess0x88/js', () =>
  run(process.execPath, ['--input-type=module', '-e', `delete globalThis.WebAssembly; const { Chess } = await import('chess0x88/js'); console.log(new Chess().moves().length);`]), '20');

const failed = rows.filter(([, , isRight]) => !isRight);
console.log(`runtimes: ${rows.length - failed.length} of ${rows.length} work`);
process.exit(failed.length ? 1 : 0);
