// Drags the moves of a game on the boards that programs use, in Chromium: `node boards.mjs BROWSER [PICTURES]`, after `node
// bundlers.mjs`.
//
// chessground and react-chessboard show the board. The package says which drags are legal, and plays. The game has castling, a
// capture en passant, a promotion to a knight, and an illegal drag, which must go back.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [browser, pictures] = process.argv.slice(2);
const project = new URL('./target/bundlers', import.meta.url).pathname;
const tool = (name) => import(pathToFileURL(createRequire(`${project}/x.js`).resolve(name)).href);

// The programs are those of the README, without the code that the test needs.
const readme = readFileSync(new URL('./js/README.md', import.meta.url), 'utf8');
const program = (fence) => `${new RegExp(`\`\`\`${fence}\\n([^]*?)\`\`\``).exec(readme)[1]}\nwindow.chess = chess;\ndocument.title = 'ready';\n`;
const MOVES = [
  'e2e4', 'a7a6', 'e4e5', 'd7d5', 'e5d6', 'a6a5', 'g1f3', 'a5a4', 'f1e2', 'a4a3', 'e1g1', 'a3b2', 'd6c7', 'b2a1', 'c7b8',
];

const { default: esbuild } = await tool('esbuild');
const { chromium } = (await tool('playwright-core')).default;
const boards = { chessground: program('javascript'), 'react-chessboard': program('jsx') };
for (const [board, text] of Object.entries(boards)) {
  writeFileSync(`${project}/${board}-game.jsx`, text);
  await esbuild.build({
    absWorkingDir: project, entryPoints: [`${board}-game.jsx`], bundle: true, outfile: `out/${board}.js`, logLevel: 'error',
    jsx: 'automatic', loader: { '.svg': 'dataurl' }, define: { 'process.env.NODE_ENV': '"production"' },
  });
}

const server = createServer((request, response) => {
  const path = new URL(request.url, 'http://x').pathname;
  if (path.startsWith('/out/')) {
    try {
      response.writeHead(200, { 'content-type': path.endsWith('.css') ? 'text/css' : 'text/javascript' });
      response.end(readFileSync(project + path));
    } catch {
      response.end();
    }
    return;
  }
  const board = path.slice(1);
  response.writeHead(200, { 'content-type': 'text/html' }).end(
    `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/out/${board}.css">` +
      `<body style="margin:0"><div id="board" style="width:480px;height:480px"></div><script src="/out/${board}.js"></script>`,
  );
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));

const window = await chromium.launch({ executablePath: browser, args: ['--no-sandbox'] });
for (const board of Object.keys(boards)) {
  const tab = await window.newPage({ viewport: { width: 500, height: 500 } });
  let promotion = 'q';
  tab.on('dialog', (dialog) => dialog.accept(promotion));
  tab.on('pageerror', (error) => console.log(`${board}: ${error.message}`));
  await tab.goto(`http://127.0.0.1:${server.address().port}/${board}`);
  await tab.waitForFunction(() => document.title === 'ready' && document.querySelector('piece, [data-piece]'));
  const place = (square) => [(square.charCodeAt(0) - 97) * 60 + 30, (8 - Number(square[1])) * 60 + 30];
  const drag = async (from, to) => {
    await tab.mouse.move(...place(from));
    await tab.mouse.down();
    await tab.mouse.move(...place(from).map((at) => at + 8), { steps: 2 });
    await tab.mouse.move(...place(to), { steps: 4 });
    // Wait until the board has drawn the pointer: earlier it would drop the piece at the old place.
    await tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));
    await tab.mouse.up();
  };
  const history = () => tab.evaluate(() => window.chess.history({ verbose: true }).map((move) => move.lan));
  await drag('e2', 'e5');
  assert.deepEqual(await history(), [], `${board}: an illegal drag`);
  for (const [i, move] of MOVES.entries()) {
    const [from, to] = [move.slice(0, 2), move.slice(2)];
    promotion = to[1] === '1' ? 'q' : 'n';
    await drag(from, to);
    await tab.waitForFunction((plies) => window.chess.history().length === plies, i + 1, { timeout: 5000 }).catch(() => {});
    assert.equal((await history()).length, i + 1, `${board}: ${move}`);
    // Wait for the board's animation, during which nothing can be dragged.
    await tab.waitForTimeout(350);
  }
  await tab.waitForTimeout(300);
  if (pictures) await tab.screenshot({ path: `${pictures}/${board}.png` });
  const seen = await tab.evaluate(() => [window.chess.fen(), window.chess.history()]);
  assert.deepEqual(seen[1].slice(-2), ['bxa1=Q', 'cxb8=N'], board);
  assert.ok(seen[1].includes('O-O') && seen[1].includes('exd6'), board);
  console.log(`boards: a game of ${MOVES.length} drags on ${board}: ${seen[0]}`);
}
await window.close();
server.close();
