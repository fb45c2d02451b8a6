// Loads the package in every common way: `node bundlers.mjs BROWSER`, or without BROWSER in node alone.
//
// It packs the package as npm does, installs it in an empty project with the bundlers, and builds one program with each. It runs
// the results, in node or in Chromium. The program prints what it finds, and all must print the same.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';

const here = new URL('.', import.meta.url).pathname;
const project = `${here}target/bundlers`;
const EXPECTED = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 23 0-1 <svg';
const TOOLS = ['deno@2', 'esbuild@0.28', 'playwright-core@1', 'vite@8', 'webpack@5'];
/** Packages for boards.mjs, which uses the same project. */
const BOARDS = ['chessground@9', 'react@19', 'react-dom@19', 'react-chessboard@5'];

const BODY = `
const chess = new Chess();
chess.loadPgn('1. e4 e5');
const verdict = judge(DEFAULT_POSITION, ['f2f3', 'e7e5', 'g2g4', 'd8h4']).result;
const report = [chess.fen(), new Makruk().moves().length, verdict, picture('N').slice(0, 4)].join(' ');
`;
const ESM = `
import { Chess, DEFAULT_POSITION } from 'chess0x88';
import { picture } from 'chess0x88/extras';
import { Makruk } from 'chess0x88/makruk';
import { judge } from 'chess0x88/referee';
${BODY}`;
const CJS = `
const { Chess, DEFAULT_POSITION } = require('chess0x88');
const { picture } = require('chess0x88/extras');
const { Makruk } = require('chess0x88/makruk');
const { judge } = require('chess0x88/referee');
${BODY}`;
const SAYS = '(typeof document === "object" ? (text) => (document.title = text) : console.log)(report);\n';
const CORE = `
import { readFileSync } from 'node:fs';
import { Chess, DEFAULT_POSITION, init } from 'chess0x88/core';
import { picture } from 'chess0x88/extras';
import { Makruk } from 'chess0x88/makruk';
import { judge, init as initReferee } from 'chess0x88/referee/core';
const bytes = (name) => readFileSync(new URL(import.meta.resolve(\`chess0x88/\${name}.wasm\`)));
init(new WebAssembly.Module(bytes('rules')));
initReferee(bytes('referee'));
${BODY}`;
const FILES = {
  'main.js': ESM + SAYS,
  'main.cjs': CJS + SAYS,
  'core.js': CORE + SAYS,
  'worker.js': `${ESM}postMessage(report);\n`,
  'thread.js': "import { Worker } from 'node:worker_threads';\nnew Worker(new URL('./main.js', import.meta.url));\n",
  'page.js': "new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }).onmessage = ({ data }) => (document.title = data);\n",
  'bare.js': ESM.replace(/'chess0x88(\/(\w+))?'/g, (_, __, name) => `'/node_modules/chess0x88/${name ?? 'chess0x88'}.js'`) + SAYS,
};

function install() {
  mkdirSync(project, { recursive: true });
  const npm = (directory, ...args) => execFileSync('npm', [...args, '--loglevel=error'], { cwd: directory, encoding: 'utf8' });
  const tarball = npm(`${here}js`, 'pack', '--pack-destination', project).trim().split('\n').at(-1);
  writeFileSync(`${project}/package.json`, '{ "private": true, "type": "module" }');
  rmSync(`${project}/node_modules/chess0x88`, { recursive: true, force: true });
  npm(project, 'install', '--no-audit', '--no-fund', '--no-save', `./${tarball}`, ...TOOLS, ...BOARDS);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(`${project}/${name}`, text);
}

install();
const tool = (name) => import(pathToFileURL(createRequire(`${project}/x.js`).resolve(name)).href);
const { default: esbuild } = await tool('esbuild');
const { default: webpack } = await tool('webpack');
const vite = await tool('vite');

let failures = 0;
let runs = 0;
function expect(way, seen) {
  runs++;
  if (seen.trim() === EXPECTED) return;
  failures++;
  console.log(`bundlers: ${way}: ${seen.trim().slice(0, 1000)}`);
}

function inNode(way, file, ...flags) {
  run(way, process.execPath, ...flags, file);
}

function run(way, runtime, ...args) {
  try {
    expect(way, execFileSync(runtime, args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }));
  } catch (error) {
    expect(way, error.stderr || error.message);
  }
}

/** The pages that Chromium opens, each with its name and URL. */
const pages = [];
function page(way, script, type = 'module') {
  const name = script.replaceAll('/', '-');
  writeFileSync(`${project}/${name}.html`, `<!doctype html><meta charset="utf-8"><body><script type="${type}" src="/${script}"></script>`);
  pages.push([way, `/${name}.html`]);
}

// Without a bundler.
inNode('node, import', 'main.js');
inNode('node, require', 'main.cjs');
inNode('node, init(bytes)', 'core.js');
inNode('node, as a browser', 'main.js', '--conditions=browser');
inNode('node, a worker thread', 'thread.js');
run('deno', `${project}/node_modules/.bin/deno`, 'run', '--quiet', '--node-modules-dir=manual', 'main.js');
page('a page, no bundler', 'bare.js');

for (const platform of ['node', 'browser']) {
  for (const format of ['esm', 'cjs', 'iife']) {
    const outfile = `out/esbuild-${platform}-${format}.${format === 'esm' ? 'mjs' : format === 'cjs' ? 'cjs' : 'js'}`;
    const entry = format === 'cjs' ? 'main.cjs' : 'main.js';
    await esbuild.build({ absWorkingDir: project, entryPoints: [entry], bundle: true, platform, format, outfile, logLevel: 'error', minify: true });
    if (platform === 'node') inNode(`esbuild, node, ${format}`, outfile);
    else if (format === 'cjs') inNode('esbuild, browser, cjs', outfile);
    else page(`esbuild, browser, ${format}`, outfile, format === 'esm' ? 'module' : 'text/javascript');
  }
}
await esbuild.build({ absWorkingDir: project, entryPoints: ['worker.js'], bundle: true, format: 'iife', outfile: 'out/worker.js', logLevel: 'error' });
writeFileSync(`${project}/out/classic.js`, "new Worker('/out/worker.js').onmessage = ({ data }) => (document.title = data);\n");
page('esbuild, a classic worker', 'out/classic.js', 'text/javascript');

for (const target of ['node', 'web']) {
  for (const entry of target === 'web' ? ['main.js', 'main.cjs', 'page.js'] : ['main.js', 'main.cjs']) {
    const way = `webpack, ${target}, ${entry}`;
    const filename = `webpack-${target}-${entry.replace('.', '-')}.${target === 'node' ? 'cjs' : 'js'}`;
    await new Promise((resolve) => {
      const output = { path: `${project}/out`, filename, publicPath: '/out/' };
      webpack({ mode: 'production', context: project, entry: `./${entry}`, target, output, performance: false }, (error, stats) => {
        if (error || stats.hasErrors() || stats.hasWarnings()) expect(way, String(error ?? stats.toString({ all: false, errors: true, warnings: true })));
        resolve();
      });
    });
    if (target === 'node') inNode(way, `out/${filename}`);
    else page(way, `out/${filename}`, 'text/javascript');
  }
}

writeFileSync(`${project}/index.html`, '<!doctype html><meta charset="utf-8"><body><script type="module" src="/main.js"></script>');
writeFileSync(`${project}/inworker.html`, '<!doctype html><meta charset="utf-8"><body><script type="module" src="/page.js"></script>');
const input = [`${project}/index.html`, `${project}/inworker.html`];
await vite.build({ root: project, logLevel: 'error', worker: { format: 'es' }, build: { outDir: 'out/vite', rollupOptions: { input } } });

/** Opens every page in Chromium and reads its title. */
async function inChromium(browser) {
  const { chromium } = (await tool('playwright-core')).default;
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
  const serve = (root) =>
    new Promise((resolve) => {
      const server = createServer((request, response) => {
        try {
          const body = readFileSync(root + new URL(request.url, 'http://x').pathname);
          response.writeHead(200, { 'content-type': types[extname(request.url)] ?? 'application/octet-stream' }).end(body);
        } catch {
          response.writeHead(404).end();
        }
      }).listen(0, '127.0.0.1', () => resolve(server));
    });
  const servers = [await serve(project), await serve(`${project}/out/vite`)];
  const [files, built] = servers.map((server) => `http://127.0.0.1:${server.address().port}`);
  const dev = await vite.createServer({ root: project, logLevel: 'error', worker: { format: 'es' }, server: { port: 0, host: '127.0.0.1' } });
  await dev.listen();
  const devUrl = dev.resolvedUrls.local[0].replace(/\/$/, '');
  const all = [
    ...pages.map(([way, path]) => [way, files + path]),
    ['vite, build', `${built}/index.html`], ['vite, build, a worker', `${built}/inworker.html`],
    ['vite, dev', `${devUrl}/index.html`], ['vite, dev, a worker', `${devUrl}/inworker.html`],
  ];
  const window = await chromium.launch({ executablePath: browser, args: ['--no-sandbox'] });
  for (const [way, url] of all) {
    const tab = await window.newPage();
    const said = [];
    tab.on('pageerror', (error) => said.push(error.message));
    tab.on('console', (message) => said.push(message.text()));
    await tab.goto(url);
    await tab.waitForFunction(() => document.title, null, { timeout: 20_000 }).catch(() => {});
    expect(way, (await tab.title()) || said.join('; ') || 'no title');
    await tab.close();
  }
  await window.close();
  await dev.close();
  for (const server of servers) server.close();
}

if (process.argv[2]) await inChromium(process.argv[2]);
else console.log('web: the ways for browsers are skipped, since there is no Chromium');
console.log(`bundlers: ${runs - failures} of ${runs} ways load the package`);
process.exit(failures ? 1 : 0);
