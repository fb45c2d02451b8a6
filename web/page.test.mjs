// Tests the page in a browser, as users see it: node page.test.mjs BROWSER PLAYWRIGHT [SCREENSHOTS] [CHECKS]. CHECKS is a word:
// only the checks with this word in their names run.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';

const [executablePath, playwright, pictures, wanted = ''] = process.argv.slice(2);
const { chromium } = await import(playwright);
/** axe, which finds accessibility faults. It is installed beside the driver. */
const axe = fileURLToPath(new URL('../axe-core/axe.min.js', pathToFileURL(playwright)));
if (pictures) mkdirSync(pictures, { recursive: true });

const server = spawn(process.execPath, [fileURLToPath(new URL('./serve.mjs', import.meta.url)), '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const address = String((await once(server.stdout, 'data'))[0]).trim();
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});

const complaints = [];
let page;

/** Opens a new page, which may load files from this machine only. */
async function open(size = { width: 1150, height: 820 }, device = {}) {
  await page?.context().close();
  const context = await browser.newContext({ viewport: size, ...device });
  await context.route('**/*', (route) => (route.request().url().startsWith(address) || route.request().url().startsWith('data:') ? route.continue() : route.abort()));
  context.on('request', (request) => {
    if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url())) complaints.push(`asked for ${request.url()}`);
  });
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(address);
  await ready();
}

const ready = () => page.waitForSelector('[data-ready]', { state: 'attached' });
const reload = async () => {
  await page.reload();
  await ready();
};

/** Opens a link in another browser. */
async function openLink(link) {
  await open();
  await page.goto('about:blank');
  await page.goto(link);
  await ready();
}

const square = (name, board = 'play-board') => page.locator(`#${board} [data-square=${name}]`);
/** The text of an element, with the columns of moves as one line. */
const text = async (id) => (await page.locator(`#${id}`).innerText()).replaceAll(/\s+/g, id === 'moves' ? ' ' : '$&');
const live = () => page.locator('#live').textContent();
const says = async (id, pattern) => {
  await page.waitForFunction(([id, source]) => new RegExp(source).test(document.getElementById(id).textContent), [id, pattern.source]);
};
const shot = async (name) => pictures && page.screenshot({ path: `${pictures}/${name}.png` });
/** The names of all tabs, and of the pages of the lesson. */
const tabs = () => page.$$eval('[role=tab], .pages button', (tabs) => tabs.map((tab) => tab.id));
const show = async (tab) => {
  if (tab.startsWith('to-')) await page.click('#tab-lesson');
  await page.click(`#${tab}`);
};
const click = async (...names) => {
  for (const name of names) await square(name).click();
};
async function drag(from, to, board) {
  const [a, b] = [await square(from, board).boundingBox(), await square(to, board).boundingBox()];
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 5 });
  await page.mouse.up();
}
async function newGame({ variant = 'chess', side = 'both', level, start, clock = '' }) {
  await page.locator('#settings').evaluate((details) => (details.open = true));
  await page.selectOption('[name=variant] >> nth=0', variant);
  await page.selectOption('[name=side]', side);
  await page.selectOption('[name=clock]', clock);
  if (level) await page.selectOption('[name=level]', level);
  if (start !== undefined) await page.fill('[name=start]', String(start));
  await page.click('#new-game button');
  // The rules of Makruk are loaded with its first game.
  await page.waitForSelector('#settings:not([open])', { state: 'attached' });
}
/** Waits for a text that was given to the page: it may be of Makruk. */
const read = () => page.waitForSelector('#files:not([aria-busy])', { state: 'attached' });
async function loadPgn(pgn) {
  await page.locator('#files').evaluate((details) => (details.open = true));
  await page.fill('[name=pgn]', pgn);
  await page.click('text=Load PGN');
  await read();
}
async function loadFen(fen) {
  await page.locator('#files').evaluate((details) => (details.open = true));
  await page.fill('#fen-form [name=fen]', fen);
  await page.click('text=Load FEN');
  await read();
}

const REVIEWED = `[White "${'Anna'.repeat(35)}"]
[Black "Bela"]
[Result "1-0"]

1. e4 {[%clk 0:05:00] [%eval 0.3]} e5 {[%clk 0:04:58] [%eval 0.2]} 2. Nf3 {[%clk 0:04:50] [%eval 0.5]} Nc6 {[%clk 1:04:40] [%eval #-3]}
(2... Nf6 3. Nxe5 d6 (3... Qe7)) 3. Bb5 {[%clk 0:04:30] [%eval 0.3]} 1-0`;
/** Pastes a text on the page, where nothing is focused. */
const paste = async (pasted) => {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, pasted);
  await read();
};

const PHONE = { hasTouch: true, isMobile: true, deviceScaleFactor: 3 };

const checks = {
  async 'a game is reviewed: clocks, a graph, variations promoted and deleted, undone'() {
    await open();
    await paste(REVIEWED);
    assert.match(await text('status'), /White has won\. 1-0/);
    assert.deepEqual([await text('top-clock'), await text('bottom-clock')], ['1:04:40', '4:30']);
    await page.click('#previous');
    await page.click('#previous');
    assert.deepEqual([await text('top-clock'), await text('bottom-clock')], ['4:58', '4:50']);
    assert.equal(await page.locator('#graph').isVisible(), true);
    const graph = await page.locator('#graph').boundingBox();
    await page.mouse.click(graph.x + graph.width * 0.2, graph.y + 5);
    assert.equal(await page.locator('#moves [aria-current]').innerText(), '1. e4');
    await page.click('#moves >> text=Nf6');
    await page.click('#promote');
    assert.match(await text('moves'), /2\. Nf3 Nf6 2… Nc6/);
    await page.click('#undo');
    assert.match(await text('moves'), /2\. Nf3 Nc6 2… Nf6/);
    await page.click('#moves >> text=Qe7');
    await page.click('#delete-variation');
    assert.doesNotMatch(await text('moves'), /Qe7/);
    assert.equal(await page.locator('#promote').isVisible(), false);
    assert.equal(await page.locator('#delete-variation').isVisible(), true);
    await click('d7', 'd6');
    await page.click('#undo');
    assert.match(await text('status'), /Black to move/);
    await shot('review');
  },

  async 'the engine evaluates each move of a game: a graph, comments, undone'() {
    await open();
    await loadPgn('1. e4 e5 {[%eval 0.1] solid} 2. Bc4 (2. Nf3) Nc6 3. Qh5 Nf6 4. Qxf7# 1-0');
    await page.click('#moves >> text=Nf3');
    assert.equal(await page.locator('#graph').isVisible(), false);
    await page.click('#evaluate');
    await says('notice', /^Each move has an evaluation now/);
    assert.equal(await page.locator('#graph').isVisible(), true);
    assert.equal(await text('evaluate'), 'Evaluate all moves');
    assert.equal(await page.locator('#moves [aria-current]').innerText(), '2. Nf3');
    const pgn = await page.inputValue('[name=pgn]');
    assert.equal(pgn.match(/\[%eval -?\d+\.\d\d\]/g).length, 4, pgn);
    assert.match(pgn, /Nf6 \{\[%eval #1\]\} 4\. Qxf7# 1-0$/);
    assert.match(pgn, /\{\[%eval 0\.1\] solid\}/);
    await shot('evaluated');
    await page.click('#evaluate');
    await says('notice', /^Each move had an evaluation/);
    await page.click('#undo');
    assert.equal(await page.locator('#graph').isVisible(), false);
    // Another game stops it.
    await loadPgn(`${'1. Nf3 Nf6 2. Ng1 Ng8 '.repeat(40)}*`);
    await page.click('#evaluate');
    await says('evaluate', /^Stop: move 2 of 160$/);
    await page.click('#evaluate');
    await says('evaluate', /^Evaluate all moves$/);
    await page.click('#evaluate');
    await says('evaluate', /^Stop: move 2 of 160$/);
    await newGame({});
    await says('evaluate', /^Evaluate all moves$/);
  },

  async 'the opening is named while a game is stepped through, by a file that is loaded with the first move'() {
    await open();
    const asked = [];
    page.on('request', (request) => asked.push(request.url().split('/').at(-1)));
    assert.equal(await text('opening'), '');
    await newGame({});
    assert.deepEqual(asked, []);
    await loadPgn('1. e4 (1. d4 d5 2. c4) c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. a3 h6 *');
    await says('opening', /^B90 Sicilian Defense: Najdorf Variation$/);
    await shot('opening');
    assert.deepEqual(asked, ['names.js']);
    await page.click('#first');
    await says('opening', /^$/);
    await page.click('#next');
    await says('opening', /^B00 King's Pawn Game$/);
    await page.click('#moves >> text=c4');
    await says('opening', /^D06 Queen's Gambit$/);
    await newGame({ variant: 'makruk' });
    await click('e3', 'e4');
    assert.equal(await text('opening'), '');
    assert.deepEqual(asked, ['names.js', 'makruk-rules.js']);
    await newGame({ variant: 'chess960', start: 0 });
    await click('e2', 'e4');
    assert.equal(await text('opening'), '');
  },

  async 'a Thai FEN comes in, and goes out'() {
    await open();
    const isOffered = () => page.locator('#copy-thai-fen').isVisible();
    assert.equal(await isOffered(), false);
    await paste('8/3k4/6F1/2K1T3/8/8/8/8 w 1');
    await page.locator('#copy-thai-fen').waitFor();
    assert.equal(await page.inputValue('#fen-form [name=fen]'), '8/3k4/6M~1/2K1S3/8/8/8/8 w - - 0 1');
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => (window.copied = text) } }));
    await page.click('#copy-thai-fen');
    await says('notice', /^Thai FEN copied\.$/);
    assert.equal(await page.evaluate(() => window.copied), '8/3k4/6F1/2K1T3/8/8/8/8 w 1');
    await shot('thai');
    await paste('4k3/8/8/8/8/8/8/4K2R w K - 0 1');
    await page.locator('#copy-thai-fen').waitFor({ state: 'hidden' });
  },

  async 'a FEN or a PGN comes by any way, and the engine waits'() {
    await open();
    await paste('position fen 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1');
    assert.match(await text('status'), /Black to move/);
    await page.waitForTimeout(800);
    assert.match(await text('status'), /Black to move/);
    assert.match(await text('repairs'), /stands around the FEN/);
    await loadPgn('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq');
    assert.match(await text('repairs'), /missing/);
    await loadFen('1. e4 e5 2. Nf3 *');
    assert.match(await text('moves'), /1\. e4 e5 2\. Nf3/);
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      const games = Array.from({ length: 60 }, (_, i) => `[White "Player ${i}"]\n[Black "Rival"]\n\n1. d4 *\n\n`).join('');
      dataTransfer.items.add(new File([games], 'a.pgn'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    await says('moves', /d4/);
    await page.fill('#search', 'rival 42');
    assert.deepEqual(await page.locator('#games option').allInnerTexts(), ['43. Player 42 – Rival']);
    await page.selectOption('#games', '42');
    assert.match(await text('bottom-player'), /Player 42/);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.click('#copy-fen');
    await says('notice', /FEN copied/);
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^rnbqkbnr\/pppppppp\/8\/8\/3P4/);
  },

  async 'a game against the engine has names, a date and a level; the best move is an arrow'() {
    await open();
    await newGame({ side: 'w', level: 'elo 500' });
    const pgn = await page.inputValue('[name=pgn]');
    assert.match(pgn, /\[Date "20\d\d\.\d\d\.\d\d"\]\n.*\n\[White "You"\]\n\[Black "chess0x88, beginner \(500\)"\]/);
    await page.click('#analyse');
    await page.waitForSelector('#play-board .shapes .B');
    // The arrow keys go on after the click.
    await click('e2', 'e4');
    await page.focus('#analyse');
    await page.keyboard.press('ArrowLeft');
    assert.match(await text('status'), /White to move/);
  },

  async 'nothing lies over the state, and a small window scrolls in one direction'() {
    for (const [width, height] of [[1280, 800], [844, 390], [640, 400], [568, 320], [520, 300], [390, 844], [320, 256]]) {
      for (const touch of [false, true]) {
        await open({ width, height }, touch ? PHONE : {});
        await paste(REVIEWED);
        await page.evaluate(() => scrollTo(0, 0));
        const seen = await page.evaluate(() => {
          const box = (selector) => document.querySelector(selector).getBoundingClientRect();
          const [status, nav, board] = ['#status', 'nav', '#play-board'].map(box);
          const isOver = nav.left < status.right && nav.right > status.left && nav.top < status.bottom && nav.bottom > status.top;
          const { scrollWidth, clientWidth } = document.documentElement;
          return { isOver, isWide: scrollWidth > clientWidth, isOff: board.right + 11 > innerWidth };
        });
        assert.deepEqual(seen, { isOver: false, isWide: false, isOff: false }, `${width}x${height} ${touch}`);
        await shot(`review-${width}x${height}${touch ? '-touch' : ''}`);
      }
    }
  },

  async 'the board is not mirrored from right to left, and Enter acts where the focus is'() {
    await open();
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    const [a1, h1] = [await square('a1').boundingBox(), await square('h1').boundingBox()];
    assert.ok(a1.x < h1.x);
    await newGame({});
    await square('g1').evaluate((cell) => cell.focus());
    await page.keyboard.press('Enter');
    assert.match(await square('g1').getAttribute('class'), /selected/);
    assert.equal(await page.locator('#play-board').evaluate((board) => getComputedStyle(board).touchAction), 'none');
    await paste(REVIEWED);
    assert.equal(await page.locator('#play-board').evaluate((board) => getComputedStyle(board).touchAction), 'pan-y');
  },

  async 'a game is clicked through to mate, and mate is shown with its reason'() {
    await open();
    await newGame({});
    await click('f2', 'f3', 'e7', 'e5', 'g2', 'g4', 'd8');
    assert.match(await square('h4').getAttribute('class'), /target/);
    assert.match(await square('h4').getAttribute('aria-label'), /h4, empty, can be reached/);
    await shot('targets');
    await click('h4');
    assert.equal(await text('status'), 'Black wins by checkmate. 0-1');
    assert.match(await live(), /Black: Qh4#\. Black wins by checkmate\./);
    assert.match(await square('e1').getAttribute('class'), /mate/);
    assert.match(await square('h4').getAttribute('class'), /last/);
    await shot('mate');
    await click('e2', 'e4');
    assert.equal(await text('notice'), 'The game is over: Black wins by checkmate.');
    await page.click('text=Take back');
    assert.equal(await text('status'), 'Black to move.');
  },

  async 'an illegal drag is refused with its reason, and a legal one is played'() {
    await open();
    await newGame({});
    await drag('e2', 'e5');
    assert.equal(await text('notice'), 'The pawn on e2 does not move to e5.');
    assert.equal(await live(), 'The pawn on e2 does not move to e5.');
    await drag('f1', 'b5');
    assert.equal(await text('notice'), 'The pawn on e2 is in the way from f1 to b5.');
    await shot('refused');
    await drag('e2', 'e4');
    assert.equal(await text('notice'), '');
    assert.match(await text('moves'), /1\. e4/);
  },

  async 'the engine answers, a premove waits for it, and both are taken back'() {
    await open();
    await newGame({ side: 'w', level: 'millis 2000' });
    await click('e2', 'e4');
    await drag('d2', 'd3');
    assert.match(await square('d3').getAttribute('class'), /premove/);
    assert.equal(await live(), 'Premove d2 d3');
    await shot('premove');
    await page.waitForFunction(() => document.querySelectorAll('#moves button').length >= 3);
    assert.match(await text('moves'), /2\. d3/);
    await page.click('text=Take back');
    await page.waitForFunction(() => document.querySelectorAll('#moves button').length <= 2);
    await says('status', /White to move/);
  },

  async 'the arrow keys and Enter play a move'() {
    await open();
    await newGame({ side: 'w', level: 'elo 500' });
    await square('e2').focus();
    await page.keyboard.press('Enter');
    assert.equal(await live(), 'White pawn on e2: can go to e3 e4');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.square), 'e4');
    await page.keyboard.press('Enter');
    await says('live', /^Black: /);
    assert.match(await text('moves'), /1\. e4 \S+/);
    await page.fill('[name=move]', 'Ke3');
    await page.keyboard.press('Enter');
    await says('notice', /king/);
    await page.fill('[name=move]', 'Nc3');
    await page.keyboard.press('Enter');
    await says('moves', /2\. Nc3/);
  },

  async 'a pawn asks what it becomes'() {
    await open();
    await newGame({});
    await loadFen('8/P6k/8/8/8/8/8/K7 w - - 0 1');
    await click('a7', 'a8');
    const [box, at] = [await page.locator('#promotion').boundingBox(), await square('a8').boundingBox()];
    for (const side of ['x', 'y', 'width']) assert.ok(Math.abs(box[side] - at[side]) < 1, side);
    await shot('promotion');
    // A click outside closes the box, and no move is played.
    await page.mouse.click(at.x + 4 * at.width, at.y + 4 * at.width);
    assert.equal(await page.locator('#promotion').isVisible(), false);
    assert.match(await text('status'), /White to move/);
    await click('a7', 'a8');
    await page.click('dialog >> [aria-label="White knight"]');
    assert.match(await text('moves'), /1\. a8=N/);
  },

  async 'a draw is claimed with a move announced'() {
    await open();
    await newGame({});
    await loadFen('4k3/8/8/8/8/8/8/R3K3 w - - 99 80');
    await shot('claims');
    await page.locator('#claims button').first().click();
    assert.match(await text('status'), /^Draw by fifty moves\. 1\/2-1\/2 \(announced: /);
  },

  async 'Chess960 castles by king takes rook; Makruk promotes and counts'() {
    await open();
    await newGame({ variant: 'chess960', start: 0 });
    assert.match(await square('a1').getAttribute('aria-label'), /White bishop/);
    await loadFen('4k3/8/8/8/8/8/8/6KR w H - 0 1');
    await drag('g1', 'h1');
    assert.match(await text('moves'), /1\. O-O/);
    await newGame({ variant: 'makruk' });
    await click('e3', 'e4');
    assert.match(await text('moves'), /1\. e4/);
    // There is no count while a Bia is on the board.
    const counting = () => Promise.all(['count', 'stop-count'].map((id) => page.isVisible(`#${id}`)));
    assert.deepEqual(await counting(), [false, false]);
    await loadFen('3rk3/8/8/8/8/8/8/R3K3 w - - 0 1');
    assert.deepEqual(await counting(), [true, false]);
    await page.click('#count');
    assert.deepEqual(await counting(), [false, true]);
    await page.click('#stop-count');
    assert.deepEqual(await counting(), [true, false]);
    await loadFen('4k3/8/8/4P3/8/8/8/R3K3 w - - 0 1');
    await click('e5', 'e6');
    assert.match(await square('e6').getAttribute('aria-label'), /White promoted Bia/);
    assert.match(await text('status'), /Pieces' honour: Black has counted/);
    await shot('makruk');
    await newGame({ variant: 'makruk', side: 'w', level: 'elo 500' });
    await click('e3', 'e4');
    await says('live', /^Black: /);
  },

  async 'PGN comes in with its variations, and goes out'() {
    await open();
    await newGame({});
    await loadPgn('1. e4 (1. d4 d5) 1... e5 2. Nf3 {solid} *');
    assert.match(await text('moves'), /d4/);
    assert.match(await page.inputValue('[name=pgn]'), /1\. e4 \(1\. d4 d5\) 1\.\.\. e5 2\. Nf3 {solid} \*/);
    await page.click('#moves >> text=d5');
    await says('status', /White to move/);
    await shot('variations');
    await loadPgn('1. e4 Ke4 *');
    assert.match(await text('file-error'), /After e4, Ke4: /);
    await loadFen('8/8/8/8/8/8/8/8 w - - 0 1');
    assert.match(await text('file-error'), /The board is empty|no king/);
  },

  async 'a file shows names, result, glyphs and comments, and a list of its games'() {
    await open();
    await newGame({});
    await loadPgn(`[Event "Club match"]
[White "Ada"]
[WhiteElo "2100"]
[Black "Bob"]
[Result "0-1"]

{A sharp line.} 1. f3 $6 {weakens the king} ({or} 1. e4! {best}) 1... e5 2. g4?? Qh4# 0-1

[Event "Club match"]
[White "Bob"]
[Black "Cleo"]
[Result "1/2-1/2"]

1. d4 {in a comment
[White "nobody"]
} d5 1/2-1/2`);
    assert.equal(await text('bottom-player'), 'Ada (2100)');
    assert.equal(await text('title'), 'Club match');
    assert.match(await text('moves'), /^A sharp line\. 1\. f3\?! weakens the king\s+or 1\. e4! best\s+1… e5 2\. g4\?\? Qh4#\s+0-1$/);
    await shot('file');
    assert.deepEqual(await page.locator('#games option').allInnerTexts(), ['1. Ada – Bob, 0-1, Club match', '2. Bob – Cleo, 1/2-1/2, Club match']);
    await page.selectOption('#games', { index: 1 });
    assert.equal(await text('bottom-player'), 'Bob');
    assert.equal(await text('status'), 'The game was drawn. 1/2-1/2');
    // Names and notes of the user are in the file.
    await newGame({});
    await click('e2', 'e4');
    await page.fill('[name=White]', 'Dora');
    await page.selectOption('[name=glyph]', { label: '!' });
    await page.fill('[name=comment]', 'my move');
    await page.click('#note button');
    assert.match(await page.inputValue('[name=pgn]'), /\[White "Dora"\][^]*1\. e4 \$1 {my move} \*/);
    assert.equal(await text('moves'), '1. e4! my move');
  },

  async 'the engine analyses without a reply, and plays again'() {
    await open();
    await newGame({ side: 'w', level: 'elo 500' });
    await page.check('#analyse');
    await click('e2', 'e4', 'e7', 'e5');
    assert.equal(await page.locator('#moves button').count(), 2);
    await page.waitForFunction(() => document.querySelectorAll('#lines li').length === 3);
    const lines = await page.locator('#lines li').allInnerTexts();
    for (const line of lines) assert.match(line, /^[+−]?\d+\.\d\d \S+/);
    assert.equal(new Set(lines.map((line) => line.split(' ')[1])).size, 3);
    assert.match(await page.locator('#bar').getAttribute('aria-label'), /^Evaluation [+−]?\d/);
    assert.match(await text('effort'), /^Depth \d+( to \d+)?, [\d,]+ nodes$/);
    await shot('analysis');
    // A mate in one, and every other move, from White's side.
    await loadFen('6k1/5ppp/8/8/8/8/8/R6K w - - 0 1');
    await page.waitForFunction(() => document.querySelector('#lines li')?.innerText.startsWith('+#1 Ra8#'));
    // One legal move has one line.
    await loadFen('7k/8/8/8/8/8/r7/1r5K w - - 0 1');
    await says('status', /checkmate/);
    await loadFen('7k/8/8/8/8/8/6q1/7K w - - 0 1');
    await page.waitForFunction(() => document.querySelectorAll('#lines li').length === 1);
    await newGame({ variant: 'makruk', side: 'w', level: 'elo 500' });
    await page.waitForFunction(() => document.querySelectorAll('#lines li').length === 3);
    await click('e3', 'e4');
    await page.uncheck('#analyse');
    await says('live', /^Black: /);
    assert.equal(await page.locator('#lines li').count(), 0);
    assert.equal(await text('effort'), '');
  },

  async 'the clocks run from the first move, add seconds, and end the game'() {
    await open();
    await page.clock.install();
    await newGame({ clock: '1 1' });
    assert.equal(await text('bottom-clock'), '1:00');
    await page.clock.runFor(5000);
    assert.equal(await text('bottom-clock'), '1:00');
    await click('e2', 'e4');
    assert.equal(await text('bottom-clock'), '1:01');
    await page.clock.runFor(10_000);
    assert.match(await text('top-clock'), /^0:(49|50)$/);
    await click('e7', 'e5');
    assert.match(await text('top-clock'), /^0:5[01]$/);
    await page.clock.runFor(30_000);
    assert.match(await text('top-clock'), /^0:5[01]$/);
    await shot('clocks');
    // A reload does not reset the clock. The reload itself may take a second or two.
    const left = await text('bottom-clock');
    await reload();
    assert.match(left, /^0:3[01]$/);
    const lost = Number(left.slice(2)) - Number((await text('bottom-clock')).slice(2));
    assert.ok(lost >= 0 && lost <= 3, `${lost} s`);
    await page.clock.runFor(40_000);
    assert.match(await text('status'), /^Black wins by flag fall/);
    assert.equal(await text('bottom-clock'), '0:00.0');
  },

  async 'what is captured is seen'() {
    await open();
    await newGame({});
    await click('e2', 'e4', 'd7', 'd5', 'e4', 'd5', 'd8', 'd5', 'b1', 'c3', 'd5', 'd2', 'c1', 'd2');
    const captured = (place) => page.$$eval(`#${place}-captured img`, (images) => images.map((image) => image.alt));
    assert.deepEqual(await captured('bottom'), ['Black queen', 'Black pawn']);
    assert.deepEqual(await captured('top'), ['White pawn', 'White pawn']);
    assert.equal((await text('bottom-captured')).trim(), '+8');
    await shot('captured');
  },

  async 'a game that is opened is read: both sides try moves, nothing answers, and its result stays'() {
    const game = '[White "Anna"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. f3 e5 2. a3 (2. Nh3 d5) 2... d6 1-0';
    const points = () => Promise.all(['bottom', 'top'].map(async (place) => `${await text(`${place}-player`)} ${await text(`${place}-clock`)}`));
    const link = '#white=Anna&black=Bob&result=1-0&moves=f2f3+e7e5+a2a3+d7d6';
    const ways = {
      async text() {
        await newGame({ side: 'w', level: 'elo 500' });
        await loadPgn(game);
      },
      async file() {
        await newGame({ side: 'b', level: 'elo 500' });
        await says('live', /^White: /);
        await page.setInputFiles('#open-pgn', { name: 'anna.pgn', mimeType: 'text/plain', buffer: Buffer.from(game) });
      },
      link: () => page.goto(address + link),
    };
    for (const [size, device] of [[], [{ width: 390, height: 844 }, PHONE]]) {
      for (const [way, opened] of Object.entries(ways)) {
        await open(size, device);
        await opened();
        await says('status', /White has won\. 1-0/);
        assert.deepEqual((await points()).sort(), ['Anna 1', 'Bob 0'], way);
        for (const id of ['resign', 'agree', 'count']) assert.equal(await page.isVisible(`#${id}`), false, `${way}: ${id}`);
        await shot(`reading-${way}-${device ? 'phone' : 'desktop'}`);
        // After the end of the game: White moves, then Black.
        await click('g2', 'g4', 'd8', 'h4');
        assert.match(await text('status'), /^Black wins by checkmate/);
        assert.match(await text('moves'), /1\. f3 e5 2\. a3 .*d6 3\. g4 Qh4# 1-0$/);
        const pgn = await page.inputValue('[name=pgn]');
        assert.match(pgn, /\[Result "1-0"\][^]* 1-0$/);
        await reload();
        assert.equal(await page.inputValue('[name=pgn]'), pgn);
        assert.match(await text('status'), /^Black wins by checkmate/);
        // In the middle of the game, a move begins a variation.
        for (let i = 0; i < 5; i++) await page.click('#previous');
        assert.match(await text('status'), /Black to move/);
        await click('d7', 'd5');
        await page.click('#hint');
        await says('notice', /^Try /);
        assert.equal(await page.locator('#notice.wrong').count(), 0);
        assert.match(await text('moves'), /1\. f3 e5 1… d5 2\. a3/);
        assert.equal(await text('thoughts'), '');
        // Tried moves can be deleted, and the deletion can be undone.
        await page.click('text=Delete move');
        assert.doesNotMatch(await text('moves'), /1… d5/);
        await page.click('text=Undo: deletion');
        assert.match(await text('moves'), /1… d5/);
        for (const id of ['first', 'last', 'previous', 'previous']) await page.click(`#${id}`);
        assert.equal(await text('status'), 'White has won. 1-0');
        // "Play from here" starts another game.
        await page.locator('#settings').evaluate((details) => (details.open = true));
        await page.selectOption('[name=side]', 'w');
        await page.click('#previous');
        await page.click('text=Play from here');
        assert.equal(await page.isVisible('#resign'), true);
        await says('live', /^Black: /);
        await page.click('text=Undo: new game');
        assert.deepEqual((await points()).sort(), ['Anna 1', 'Bob 0'], way);
        assert.match(await page.inputValue('[name=pgn]'), /\[Result "1-0"\][^]* 1-0$/);
      }
    }
  },

  async 'a game survives a reload, and so does how it ended'() {
    await open();
    await newGame({});
    await click('e2', 'e4', 'e7', 'e5', 'g1', 'f3');
    await page.click('#previous');
    await click('f1', 'c4');
    const before = [await text('moves'), await text('status'), await page.inputValue('[name=pgn]')];
    await reload();
    assert.deepEqual([await text('moves'), await text('status'), await page.inputValue('[name=pgn]')], before);
    assert.equal(await page.locator('#moves [aria-current]').innerText(), '2. Bc4');
    // Simulates a reload that began before the address changed.
    const address = await page.evaluate(() => location.hash);
    await click('d7', 'd6');
    await page.waitForFunction((address) => location.hash !== address, address);
    await page.evaluate((address) => history.replaceState(null, '', address), address);
    await reload();
    assert.match(await text('moves'), /2\. Bc4 d6/);
    await page.click('text=Take back');
    await page.click('#resign');
    await reload();
    assert.equal(await text('status'), 'White wins by resignation. 1-0');
    await page.click('text=Take back');
    await reload();
    assert.equal(await text('status'), 'White to move.');
    // A claim with an announced move.
    await loadFen('4k3/8/8/8/8/8/8/R3K3 w - - 99 80');
    await page.locator('#claims button').first().click();
    const claimed = await text('status');
    assert.match(claimed, /^Draw by fifty moves\..*announced/);
    await reload();
    assert.equal(await text('status'), claimed);
    // A count that a side has started by choice.
    await newGame({ variant: 'makruk' });
    await loadFen('3rk3/8/8/8/8/8/8/R3K3 w - - 0 1');
    await page.click('#count');
    await click('a1', 'a2', 'd8', 'd7');
    const counted = await text('status');
    assert.match(counted, /White has counted/);
    await reload();
    assert.equal(await text('status'), counted);
    // The engine goes on with its move.
    await newGame({ side: 'b', level: 'elo 500' });
    await says('live', /^White: /);
    await reload();
    await page.click('text=Take back');
    await says('moves', /1\. \S+/);
    assert.match(await text('top-player'), /White, the engine/);
  },

  async 'the analysis and the games of a file survive a reload'() {
    await open();
    await newGame({ side: 'w', level: 'elo 500' });
    await page.check('#analyse');
    const game = (white, moves) => `[White "${white}"]\n\n${moves} *\n\n`;
    await loadPgn(game('Ada', '1. e4') + game('Bob', '1. d4') + game('Cleo', '1. c4'));
    await page.selectOption('#games', { index: 1 });
    await page.waitForSelector('#lines li');
    await reload();
    assert.equal(await page.isChecked('#analyse'), true);
    await page.waitForSelector('#lines li');
    // The engine has not answered.
    assert.equal(await text('moves'), '1. d4');
    assert.equal(await page.locator('#games').evaluate((list) => list.selectedIndex), 1);
    await page.selectOption('#games', { index: 2 });
    assert.equal(await text('moves'), '1. c4');
    // A file with one game shows no list.
    await loadPgn('1. g3 *');
    await reload();
    assert.equal(await text('moves'), '1. g3');
    assert.equal(await page.locator('#choose').getAttribute('hidden'), '');
    await page.locator('#files').evaluate((details) => (details.open = true));
    await loadPgn(game('Ada', `1. e4 {${'x'.repeat(2_000_000)}}`) + game('Bob', '1. d4'));
    assert.match(await text('file-news'), /too large to be kept/);
  },

  async 'a link carries the game, and where the board stands in it'() {
    await open();
    await newGame({});
    await click('e2', 'e4', 'e7', 'e5', 'g1', 'f3');
    await page.waitForURL(/#moves=e2e4\+e7e5\+g1f3$/);
    await page.click('#previous');
    await page.waitForURL(/#moves=e2e4\+e7e5\+g1f3&at=2$/);
    const link = page.url();
    await reload();
    assert.equal(await page.locator('#moves button').count(), 3);
    await page.goto(`${address}#fen=4k3/8/8/8/8/8/8/R3K3+w+Q+-+0+1&moves=e1c1&white=Ada`);
    await says('status', /Black to move/);
    assert.match(await square('c1').getAttribute('aria-label'), /White king/);
    await openLink(link);
    assert.equal(await page.locator('#moves [aria-current]').innerText(), 'e5');
    assert.equal(await page.locator('#moves button').count(), 3);
    assert.equal(await text('status'), 'White to move.');
    await page.goto(`${address}#moves=e2e9`);
    await says('notice', /The link leads to no game: e9 is no square/);
    // A new tab shows the last game, and a wrong link does not remove it.
    await click('d2', 'd4');
    for (const wrong of ['', '#game=xyz', '#game=!', '#pgn=1.+e5']) {
      const other = await page.context().newPage();
      await other.goto(address + wrong);
      await other.waitForSelector('[data-ready]', { state: 'attached' });
      assert.match(await other.locator('#moves').innerText(), /2\. d4/);
      assert.match(await other.locator('#notice').innerText(), wrong ? /^The link leads to no game: / : /^$/);
      await other.close();
    }
  },

  async 'a link carries variations, comments and tags'() {
    await open();
    await newGame({});
    await loadPgn(`[Event "Club match"]
[White "Ada"]
[WhiteElo "2100"]
[Result "1-0"]

{A sharp line.} 1. e4 e5 (1... c5 $1 {Najdorf?} 2. Nf3 (2. c3 d5)) 2. Nf3 {“quoted” ♞} 1-0`);
    await page.click('#moves >> text=c3');
    await page.waitForURL(/#game=[\w-]+&at=1-1\.2-1\.3$/);
    const seen = async () => [await page.inputValue('[name=pgn]'), await text('moves'), await text('title'), await page.locator('#moves [aria-current]').innerText()];
    const before = await seen();
    const link = page.url();
    await openLink(link);
    assert.deepEqual(await seen(), before);
    await page.click('#last');
    await page.waitForURL(/&at=1-1\.2-1\.4$/);
    // Browsers without compression write the plain text.
    await page.addInitScript(() => delete globalThis.CompressionStream);
    await reload();
    await page.click('#previous');
    await page.waitForURL(/#pgn=%5BEvent/);
    await openLink(page.url());
    assert.deepEqual(await seen(), before);
    // A link is short enough for programs that send links.
    await newGame({});
    const noise = Array.from({ length: 12_000 }, (_, i) => String.fromCharCode(0x4e00 + ((i * i * 7919) % 20_000))).join('');
    await loadPgn(`1. e4 {${noise}} e5 *`);
    await page.waitForURL(/#moves=e2e4\+e7e5$/);
    assert.equal(await text('link-news'), 'This game is too long for a link. The address has only the moves to the board.');
    await reload();
    assert.match(await text('moves'), /1\. e4 \S{12000}/);
    await newGame({});
    await says('link-news', /^$/);
  },

  async 'each expression of the page takes linear time'() {
    const require = createRequire(pathToFileURL(playwright));
    if (!existsSync(new URL('../recheck', pathToFileURL(playwright)))) return console.log('skipped: recheck cannot be had');
    process.env.RECHECK_BACKEND = 'pure';
    const [{ tokenizer }, { checkSync }] = [require('acorn'), require('recheck')];
    // The files of the package too, since the page contains them.
    const files = ['./page/', './js/'].flatMap((folder) => readdirSync(new URL(folder, import.meta.url)).map((name) => folder + name));
    let checked = 0;
    for (const name of files.filter((name) => name.endsWith('.js'))) {
      for (const { type, value } of tokenizer(readFileSync(new URL(name, import.meta.url), 'utf8'), { ecmaVersion: 'latest', sourceType: 'module' })) {
        if (type.label !== 'regexp') continue;
        const { status, complexity } = checkSync(value.pattern, value.flags, { timeout: 60_000 });
        assert.equal(status, 'safe', `${name}: /${value.pattern}/${value.flags} is ${complexity?.summary ?? 'not understood'}`);
        checked++;
      }
    }
    assert.ok(checked > 10);
  },

  async 'no text holds the page up, at the size that is let in'() {
    const { LONGEST_GAME, LARGEST_FILE, gamesOf } = await import('./page/files.js');
    const { gameOf } = await import('./page/link.js');
    const timed = async (what, act) => {
      // Processor time, so that other programs do not count.
      const before = process.cpuUsage();
      await act();
      const { user, system } = process.cpuUsage(before);
      assert.ok(user + system < 4_000_000, `${what}: ${(user + system) / 1000} ms`);
    };
    const filled = (begin, part, size) => (begin + part.repeat(size / part.length)).slice(0, size);
    // Parts of PGN: a beginning, and a part that is repeated.
    const begins = ['', '[', '[A "', '[FEN "', '1. e4 ', '1. e4 {', '1. e4 (', '1. e4 ;'];
    const parts = [
      '\n', ' ', '[', '{', '{}', '(', ')', '"', '\\', ';\n', '%\n', '!', '*', '1', '1.', '$1 ', 'e', 'e9', ', e9: ', '-- ', 'Nf3 Nf6 Ng1 Ng8 ',
      '(Nf3 Nf6 ', 'Nf3 (Nh3 ', '[A "b"]\n', '[A "b"]\n1. e4 *\n', '8/',
    ];
    for (const begin of begins) {
      for (const part of parts) {
        const text = filled(begin, part, LONGEST_GAME);
        const link = `#game=${deflateRawSync(text).toString('base64url')}`;
        assert.ok(link.length < 8000);
        // The link may be rejected, but quickly.
        await timed(`a link to ${JSON.stringify(begin + part)}`, () => gameOf(link).catch(() => {}));
      }
    }
    for (const part of parts) await timed(`a file of ${JSON.stringify(part)}`, () => gamesOf(filled('', part, LARGEST_FILE)));
  },

  async 'the largest games and files do not hold the page up'() {
    const { LARGEST_FILE, LONGEST_GAME, LONGEST_LINE, MOST_MOVES } = await import('./page/files.js');
    const { Chess } = await import('./js/chess0x88.js');
    /** A text in which each move has an alternative, and the next move follows that. */
    const nested = () => {
      const game = new Chess();
      let text = '';
      for (let plies = 0; plies < LONGEST_LINE; plies++) {
        const [one, other] = game.moves({ piece: 'n', verbose: true }).filter((move) => !move.captured && move.san.length === 3);
        game.move(other);
        text += `${one.san} (${other.san} `;
      }
      return text + ')'.repeat(LONGEST_LINE);
    };
    const games = {
      'a long line': 'Nf3 Nf6 Ng1 Ng8 '.repeat(LONGEST_LINE / 4),
      'nested variations': nested(),
      'many variations': 'Nf3 (Nh3 e5) (a3 d5 d4) Nf6 (Nh6 e4 e6) Ng1 (a4 h5 h4 g5) Ng8 (a6 b4 h6) '.repeat(LONGEST_LINE / 4 - 1),
      'a long comment': `{${'word '.repeat(LONGEST_GAME / 5 - 20)}} e4`,
      'many repairs': 'e4 '.concat('(Ke8) '.repeat(LONGEST_GAME / 6 - 20)),
      'many games': null,
      'too long a game': 'Nf3 Nf6 Ng1 Ng8 '.repeat(MOST_MOVES / 2),
      'many comments': `e4 ${'{} '.repeat(LONGEST_GAME / 3 - 20)}`,
      'a long word': 'e9'.repeat(LONGEST_GAME / 2 - 50),
    };
    const path = `${mkdtempSync(`${tmpdir()}/`)}/game.pgn`;
    for (const [name, moves] of Object.entries(games)) {
      const file = moves === null ? '[A "b"]\n1. e4 *\n'.repeat(LARGEST_FILE / 16 - 9) : `${moves} *`;
      await open();
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      const busy = async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value;
      const before = await busy();
      // From the disk: passing the text through the driver would block the page.
      writeFileSync(path, `[White "${name}"]\n\n${file}`);
      await page.setInputFiles('#open-pgn', path);
      const isRefused = ['too long a game', 'a long word'].includes(name);
      await says(isRefused ? 'file-error' : 'bottom-player', isRefused ? /too long for this page|no square/ : new RegExp(name));
      if (!isRefused) for (const id of ['previous', 'next']) await page.click(`#${id}`);
      const seconds = (await busy()) - before;
      assert.ok(seconds < 2, `${name}: the page was busy for ${seconds} s`);
    }
  },

  async 'the current move is always seen in the list, in two columns'() {
    const { Chess } = await import('./js/chess0x88.js');
    const game = new Chess();
    // Comments and variations make the path to a move longer.
    for (let ply = 0; ply < 80; ply++) {
      const moves = game.moves();
      game.move(moves[(7 * ply) % moves.length]);
      if (ply % 9 === 4) game.setComment(`A remark about the move ${ply}, which takes more than one line on a phone. [%clk 0:05:00]`);
      if (ply % 11 === 3) {
        game.back();
        game.move(moves[(7 * ply + 1) % moves.length]);
        game.back();
        game.forward();
      }
    }
    for (const [size, device] of [[], [{ width: 390, height: 844 }, PHONE], [{ width: 667, height: 375 }, PHONE]]) {
      await open(size, device);
      await loadPgn(game.pgn());
      await page.locator('#files').evaluate((details) => (details.open = false));
      assert.doesNotMatch(await text('moves'), /%clk/);
      await page.click('#first');
      for (let ply = 1; ply <= game.history().length; ply++) {
        await page.keyboard.press('ArrowRight');
        const seen = await page.evaluate(() => {
          const [list, current] = ['#moves', '#moves [aria-current]'].map((name) => document.querySelector(name).getBoundingClientRect());
          const rows = [...document.querySelectorAll('#moves > .white')].map((white) => [white, white.nextElementSibling]);
          const isApart = ([white, black]) => black.className !== 'black' || (white.offsetTop === black.offsetTop && white.offsetLeft + white.offsetWidth <= black.offsetLeft);
          return { inList: current.top >= list.top && current.bottom <= list.bottom, inWindow: current.top >= 0 && current.bottom <= innerHeight, inRows: rows.every(isApart) };
        });
        assert.deepEqual(seen, { inList: true, inWindow: true, inRows: true }, `ply ${ply} at ${size?.width}`);
        if (ply === 30) await shot(`moves-${size?.width ?? 'desktop'}`);
      }
    }
  },

  async 'a piece that is dragged shows where it can go, as a click does'() {
    for (const [size, device] of [[], [{ width: 390, height: 844 }, PHONE]]) {
      await open(size, device);
      await newGame({});
      const marked = () => page.$$eval('#play-board .selected, #play-board .target', (cells) => cells.map((cell) => cell.dataset.square).sort());
      await click('g1');
      const clicked = await marked();
      assert.deepEqual(clicked, ['f3', 'g1', 'h3']);
      await click('g1');
      assert.deepEqual(await marked(), []);
      const [from, to] = [await square('g1').boundingBox(), await square('f4').boundingBox()];
      await page.mouse.move(from.x + 20, from.y + 20);
      await page.mouse.down();
      await page.mouse.move(to.x + 20, to.y + 20, { steps: 4 });
      assert.deepEqual(await marked(), clicked);
      assert.match(await square('g1').getAttribute('class'), /lifted/);
      await shot(`dragged-${device ? 'phone' : 'desktop'}`);
      await page.mouse.up();
      assert.deepEqual(await marked(), []);
      await drag('g1', 'f3');
      assert.equal(await text('moves'), '1. Nf3');
      // A piece that is dropped on its own square stays selected.
      await square('b8').scrollIntoViewIfNeeded();
      const home = await square('b8').boundingBox();
      await page.mouse.move(home.x + 20, home.y + 20);
      await page.mouse.down();
      for (const x of [120, 20]) await page.mouse.move(home.x + x, home.y + 20, { steps: 3 });
      await page.mouse.up();
      await click('c6');
      assert.equal(await text('moves'), '1. Nf3 Nc6');
    }
  },

  async 'the evaluation is White\'s everywhere, and a line of the analysis is played by a click'() {
    for (const [size, device] of [[], [{ width: 390, height: 844 }, PHONE]]) {
      await open(size, device);
      await newGame({});
      // Black is a queen ahead, with either side to move.
      for (const turn of ['w', 'b']) {
        await page.setChecked('#analyse', false);
        await loadFen(`3qk3/pppp4/8/8/8/8/PPPP4/4K3 ${turn} - - 0 1`);
        await page.check('#analyse');
        await page.waitForSelector('#lines li');
        for (const line of await page.locator('#lines li').allInnerTexts()) assert.match(line, /^−/);
        assert.match(await page.locator('#bar').getAttribute('aria-label'), /^Evaluation −.* for White$/);
        assert.match(await text('sign'), /\+ is good for White/);
      }
      await shot(`lines-${device ? 'phone' : 'desktop'}`);
      // Read at once, before the line changes.
      const line = await page.$$eval('#lines li:first-child button', (buttons) => {
        buttons[2].click();
        return buttons.slice(0, 3).map((button) => button.textContent);
      });
      assert.deepEqual(await page.locator('#moves button').evaluateAll((moves) => moves.map((move) => move.lastChild.textContent)), line);
      await page.waitForSelector('#lines li');
      // The engine as an opponent shows the score for White too.
      await page.setChecked('#analyse', false);
      await newGame({ side: 'b', level: 'millis 2000' });
      await loadFen('4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1');
      // It answers only, in a position that was just loaded.
      await click('d1', 'f3');
      await says('thoughts', /White [+]/);
    }
  },

  async 'the analysis goes on until it is stopped'() {
    await open();
    await newGame({});
    await page.check('#analyse');
    const nodes = async () => Number((await text('effort')).match(/([\d,]+) nodes/)[1].replaceAll(',', ''));
    await page.waitForSelector('#lines li');
    // The analysis used to end after three looks, 12 seconds in all.
    let before = await nodes();
    for (let i = 0; i < 2; i++) {
      await page.waitForTimeout(15_000);
      assert.ok((await nodes()) > before);
      before = await nodes();
    }
    await page.uncheck('#analyse');
    assert.equal(await page.locator('#lines li').count(), 0);
    // After a mate is found, the analysis ends.
    await loadFen('7k/8/8/8/8/8/6q1/7K w - - 0 1');
    await page.check('#analyse');
    await page.waitForSelector('#lines li');
  },

  async 'arrows and circles come from comments and by the right button, and go with the game'() {
    await open();
    await loadPgn('{Look [%csl Re5,Gd4]} 1. e4 {[%cal Ge4e5,Yd2d4][%clk 0:01:00] here} e5 *');
    const shapes = () => page.$$eval('.shapes > *', (found) => found.map((shape) => `${shape.localName} ${shape.getAttribute('class')}`));
    const right = async (from, to, key) => {
      const [a, b] = [await square(from).boundingBox(), await square(to).boundingBox()];
      if (key) await page.keyboard.down(key);
      await page.mouse.move(a.x + 30, a.y + 30);
      await page.mouse.down({ button: 'right' });
      await page.mouse.move(b.x + 30, b.y + 30, { steps: 4 });
      await page.mouse.up({ button: 'right' });
      if (key) await page.keyboard.up(key);
    };
    assert.deepEqual(await shapes(), []);
    await page.click('#previous');
    assert.deepEqual(await shapes(), ['path G', 'path Y']);
    assert.equal(await page.inputValue('[name=comment]'), 'here');
    await shot('arrows');
    await page.click('#flip');
    const box = await page.locator('.shapes path >> nth=0').boundingBox();
    const e4 = await square('e4').boundingBox();
    assert.ok(Math.abs(box.x + box.width / 2 - e4.x - e4.width / 2) < 2 && box.y > e4.y);
    await right('g1', 'f3');
    await right('f7', 'f7', 'Shift');
    await right('d2', 'd4', 'Alt');
    assert.deepEqual((await shapes()).sort(), ['circle R', 'path B', 'path G', 'path G']);
    assert.match(await page.inputValue('[name=pgn]'), /1\. e4 \{\[%csl Rf7\] \[%cal Ge4e5,Gg1f3,Bd2d4\] \[%clk 0:01:00\] here\}/);
    await right('f7', 'f7', 'Shift');
    await right('g1', 'f3');
    assert.deepEqual(await shapes(), ['path G', 'path B']);
    // A comment of the user does not remove the arrows.
    await page.fill('[name=comment]', 'there');
    await page.click('#note button');
    assert.deepEqual(await shapes(), ['path G', 'path B']);
    assert.match(await text('moves'), /^Look 1\. e4 there 1… e5$/);
    await page.waitForURL(/#game=[\w-]+&at=1$/);
    await openLink(page.url());
    assert.deepEqual(await shapes(), ['path G', 'path B']);
    await page.click('#first');
    assert.deepEqual(await shapes(), ['circle R', 'circle G']);
    assert.equal(await text('notice'), '');
  },

  async 'a new game and a resignation can be undone'() {
    for (const [size, device] of [[], [{ width: 390, height: 844 }, PHONE]]) {
      await open(size, device);
      await newGame({ side: 'w', level: 'elo 500', clock: '3 2' });
      assert.equal(await page.isVisible('#undo'), false);
      await click('e2', 'e4');
      await says('live', /^Black: /);
      const seen = async () => [await page.inputValue('[name=pgn]'), await text('top-player'), /^[23]:/.test(await text('bottom-clock'))];
      const before = await seen();
      await page.click('#resign');
      assert.match(await text('status'), /^Black wins by resignation/);
      assert.equal(await page.locator('.wrong').count(), 0);
      await page.click('text=Undo: resignation');
      assert.equal(await text('status'), 'White to move.');
      assert.deepEqual(await seen(), before);
      assert.equal(await page.isVisible('#undo'), false);
      await newGame({ variant: 'makruk', side: 'b', level: 'elo 500' });
      await says('live', /^White: /);
      await page.click('text=Undo: new game');
      assert.deepEqual(await seen(), before);
      await click('d2', 'd3');
      await says('moves', /2\. d3 \S/);
      // A move of the user: the earlier step can no longer be undone.
      await newGame({ side: 'w', level: 'elo 500' });
      assert.equal(await page.isVisible('#undo'), true);
      await click('e2', 'e4');
      assert.equal(await page.isVisible('#undo'), false);
    }
  },

  async 'the board grows with the window, and the moves stand beside it'() {
    for (const [width, height, least] of [[1920, 1080, 880], [1366, 768, 580], [1024, 768, 580], [2560, 1440, 1200], [900, 1200, 450], [820, 1180, 740]]) {
      await open({ width, height });
      await newGame({});
      // The list of moves is shown with the first move.
      await click('e2', 'e4');
      const [board, moves] = [await page.locator('#play-board').boundingBox(), await page.locator('#moves').boundingBox()];
      assert.ok(board.width >= least && board.y + board.height <= height, `${width}: ${board.width}`);
      assert.ok(width < 896 || moves.x > board.x + board.width, `${width}: the moves`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), String(width));
      await shot(`window-${width}`);
      await page.click('#tab-lesson');
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `lesson at ${width}`);
      await shot(`window-${width}-lesson`);
    }
  },

  async 'forced colours show the board, and what is chosen'() {
    await open();
    await page.emulateMedia({ forcedColors: 'active' });
    await newGame({});
    await click('e2', 'e4', 'e7');
    const colors = await page.evaluate(() => {
      const of = (name, property = 'backgroundColor') => getComputedStyle(document.querySelector(name))[property];
      return [
        ['#play-board .light', '#play-board .dark', '#play-board .selected', '#play-board .last'].map((name) => of(name)),
        ['#moves [aria-current]', '#moves'].map((name) => of(name)),
        ['#tab-play', '#tab-lesson'].map((name) => of(name, 'borderBottomColor')),
      ];
    });
    for (const group of colors) assert.equal(new Set(group).size, group.length, group.join(' '));
    await shot('forced-play');
    await page.click('#tab-lesson');
    await shot('forced-lesson');
  },

  async 'tabs have addresses, and steps back lead to them'() {
    await open();
    await newGame({});
    await click('e2', 'e4');
    await page.waitForURL(/#moves=e2e4$/);
    const seen = () => page.evaluate(() => [...document.querySelectorAll('main > .panel:not([hidden]), .page:not([hidden])')].filter((one) => one.offsetWidth).map((one) => one.id));
    await page.click('#tab-lesson');
    assert.match(page.url(), /\?lesson#moves=e2e4$/);
    await page.click('#to-pins');
    assert.match(page.url(), /\?lesson=pins#moves=e2e4$/);
    await reload();
    assert.deepEqual(await seen(), ['lesson', 'lesson-pins-page']);
    await page.click('#tab-editor');
    assert.match(page.url(), /\?editor#moves=e2e4$/);
    await page.click('#tab-play');
    assert.match(page.url(), /\/#moves=e2e4$/);
    await click('e7', 'e5');
    await page.waitForURL(/e7e5$/);
    for (const [panels, address] of [[['editor'], /\?editor#/], [['lesson', 'lesson-pins-page'], /\?lesson=pins#/], [['lesson', 'lesson-board-page'], /\?lesson#/], [['play'], /\/#/]]) {
      await page.goBack();
      assert.deepEqual(await seen(), panels);
      assert.match(page.url(), address);
      // The game and its address are the same as before.
      assert.match(page.url(), /#moves=e2e4\+e7e5$/);
    }
    assert.equal(await text('moves'), '1. e4 e5');
    assert.equal(await page.isVisible('#resign'), true);
    await page.goForward();
    assert.deepEqual(await seen(), ['lesson', 'lesson-board-page']);
    // A link may lead to a tab, or to a tab that does not exist.
    await page.goto('about:blank');
    await page.goto(`${address}?editor`);
    await ready();
    assert.deepEqual(await seen(), ['editor']);
    await page.goto(`${address}?nothing=at-all`);
    await ready();
    assert.deepEqual(await seen(), ['play']);
  },

  async 'the page is there in two seconds on a slow line, in few requests'() {
    /** Milliseconds until the page is ready in a new browser, best of three. */
    const load = async (line) => {
      const times = [];
      for (let i = 0; i < 3; i++) {
        await page?.context().close();
        page = await (await browser.newContext({ viewport: { width: 390, height: 844 }, ...PHONE })).newPage();
        let asked = 0;
        page.context().on('request', (request) => (asked += request.url().startsWith('http')));
        const session = await page.context().newCDPSession(page);
        await session.send('Network.enable');
        await session.send('Network.emulateNetworkConditions', { offline: false, ...line });
        const began = performance.now();
        await page.goto(address);
        await ready();
        times.push(performance.now() - began);
        await page.evaluate(() => navigator.serviceWorker.ready);
        await page.waitForLoadState('networkidle');
        assert.ok(asked <= 10, `${asked} requests, those for a page without a network included`);
      }
      return Math.min(...times);
    };
    // Slow 4G as in Lighthouse: 1.6 Mbit/s and 150 ms for a round trip. Without a line the time depends on other work of the
    // machine; half a second is reserved for it.
    const slow = await load({ latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 });
    const machine = await load({ latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
    console.log(`the page is ready after ${Math.round(slow)} ms on a slow line, of which ${Math.round(machine)} without the line`);
    assert.ok(slow - machine <= 1500, `${slow} ms, of which ${machine} without the line`);
  },

  async 'how a game ended is not lost by stepping back'() {
    await open();
    await newGame({});
    await click('f2', 'f3', 'e7', 'e5', 'g2', 'g4', 'd8', 'h4');
    await page.click('#previous');
    assert.equal(await text('status'), 'Black to move.');
    assert.match(await page.inputValue('[name=pgn]'), /\[Result "0-1"\][^]* 0-1$/);
    // A mate in a variation is not the result of the game.
    await newGame({});
    await loadPgn('1. f3 (1. e4 f6 2. d4 g5 3. Qh5#) e5 *');
    await page.click('#moves >> text=Qh5#');
    assert.match(await text('status'), /White wins by checkmate/);
    assert.match(await page.inputValue('[name=pgn]'), /\[Result "\*"\][^]* \*$/);
    // After resignation no more moves are played.
    await newGame({});
    await click('e2', 'e4');
    await page.click('#resign');
    await page.click('#previous');
    await page.click('#next');
    assert.equal(await text('status'), 'White wins by resignation. 1-0');
    await click('e7', 'e5');
    assert.equal(await text('notice'), 'The game is over: White wins by resignation.');
    await reload();
    assert.equal(await text('status'), 'White wins by resignation. 1-0');
    // It belongs to the move after which it was said, and not to another first move.
    await page.click('#first');
    await click('d2', 'd4');
    await reload();
    assert.equal(await text('status'), 'Black to move.');
    await page.click('#moves >> text=e4');
    assert.equal(await text('status'), 'White wins by resignation. 1-0');
    // It stays with its move where that becomes another line.
    await page.click('#moves >> text=d4');
    await page.click('#promote');
    assert.match(await page.inputValue('[name=pgn]'), /\[Result "\*"\][^]*1\. d4 \(1\. e4\) \*$/);
    await reload();
    await page.click('#moves >> text=e4');
    assert.equal(await text('status'), 'White wins by resignation. 1-0');
    await page.click('text=Take back');
    assert.equal(await text('status'), 'White to move.');
    assert.match(await page.inputValue('[name=pgn]'), /\[Result "\*"\]/);
  },

  async 'the arrow keys step through the game, and a mouse leaves no ring'() {
    await open();
    await newGame({});
    await click('e2', 'e4', 'e7', 'e5');
    const ring = () => page.evaluate(() => {
      const focus = document.querySelector(':focus-visible');
      return focus && getComputedStyle(focus).outlineStyle !== 'none' ? focus.outerHTML : null;
    });
    assert.equal(await ring(), null);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.locator('#moves [aria-current]').innerText(), '1. e4');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.locator('#moves [aria-current]').count(), 0);
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.locator('#moves [aria-current]').innerText(), '1. e4');
    await square('e7').focus();
    await page.keyboard.press('ArrowDown');
    assert.ok(await ring());
    assert.equal(await page.locator('#moves [aria-current]').innerText(), '1. e4');
  },

  async 'what is typed wrong is told in words, without numbers of bytes'() {
    await open();
    await newGame({});
    for (const [typed, said] of [
      ['e9', 'e9 is no square: a square is a letter a to h and a digit 1 to 8.'],
      ['Ni3', 'i3 is no square: a square is a letter a to h and a digit 1 to 8.'],
      ['', 'Nothing is written here.'],
    ]) {
      await page.fill('[name=move]', typed);
      await page.keyboard.press('Enter');
      assert.equal(await text('notice'), said);
    }
    await loadFen('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1');
    assert.match(await text('file-error'), /^e9 is no square/);
    assert.ok((await page.locator('#file-error').boundingBox()).y < 600, 'the error is seen');
    await loadFen('hello');
    assert.match(await text('file-error'), /expected a piece letter or a digit 1-8, found 'h'\.$/);
    // A FEN without its last rank is still told as a FEN, and moves are read in its box.
    await loadFen('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1');
    assert.equal(await text('file-error'), "Board: expected '/', found a space.");
    await loadFen('e4 e5');
    assert.match(await text('moves'), /1\. e4 e5/);
    await loadPgn('1. e4 e9 *');
    assert.match(await text('file-error'), /^e9 is no square/);
    for (const [pgn, said] of [
      ['hello', 'Expected a move or an annotation glyph, found hello.'],
      ['[White "Anna"]\n\nhello', 'Line 3: expected a move or an annotation glyph, found hello.'],
    ]) {
      await loadPgn(pgn);
      assert.equal(await text('file-error'), said);
    }
  },

  async 'what was put right in a text is told'() {
    await open();
    await newGame({});
    const repairs = () => page.locator('#repairs li').allInnerTexts();
    await loadFen('4k3/8/8/8/8/8/8/4K2R w KQ - 0 1');
    assert.deepEqual(await repairs(), ["Dropped White's right to castle on the queen's side: king or rook is not in its place."]);
    await loadFen('44/8/8/8/8/8/8/k1K5_b');
    assert.equal(await page.inputValue('#fen-form [name=fen]'), '8/8/8/8/8/8/8/k1K5 b - - 0 1');
    assert.equal((await repairs())[0], 'Board: added up adjacent digits.');
    await shot('repairs');
    await loadPgn('1. e4 (1. d4 Ke5) 1... e5 *');
    assert.match((await repairs()).join(), /^Left out the rest of a variation: after d4, Ke5: /);
    await loadPgn('1. e4 *');
    assert.equal(await text('repairs'), '');
  },

  async 'a phone held sideways has a board of 300 pixels, and the page beside it'() {
    for (const [width, height] of [[667, 375], [568, 320]]) {
      await open({ width, height });
      for (const [tab, board] of [['tab-play', 'play-board'], ['tab-editor', 'editor-board'], ['to-moves', 'moves-board'], ['to-pins', 'pins-board']]) {
        await show(tab);
        const box = await page.locator(`#${board}`).boundingBox();
        assert.ok(box.width >= 300 && box.height >= 300, `${tab}: ${box.width}`);
        // The tabs are beside the board, so all ranks are visible.
        if (height > 340 && tab.startsWith('tab-')) assert.ok(box.y + box.height <= height, `${tab}: down to ${box.y + box.height}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), tab);
        await shot(`sideways-${width}-${tab}`);
      }
    }
  },

  async 'the editor says what is wrong, and lets what is right be played'() {
    await open();
    await page.click('#tab-editor');
    assert.equal(await text('violations'), 'Nothing: it can be played.');
    await drag('e1', 'e5', 'editor-board');
    assert.match(await text('violations'), /The king or rook of a castling right is not on its starting square/);
    await page.fill('[name=castling]', 'kq');
    assert.equal(await text('violations'), 'Nothing: it can be played.');
    await page.click('[aria-label="White pawn"] >> xpath=..');
    await square('d1', 'editor-board').click();
    assert.match(await text('violations'), /A pawn cannot stand on the first or eighth rank \(d1\)/);
    assert.match(await square('d1', 'editor-board').getAttribute('class'), /bad/);
    assert.equal(await page.isDisabled('#play-it'), true);
    await shot('editor');
    await square('d1', 'editor-board').click();
    await page.click('#play-it');
    assert.match(await square('e5').getAttribute('aria-label'), /White king/);
  },

  async 'the lesson begins with a jump off the board, and tells why'() {
    await open();
    await page.click('#tab-lesson');
    assert.match(await page.locator('#steps').innerText(), /\toff/);
    assert.match(await text('lesson-text'), /0x77 \+ 0x25 − 0x06 = 0x96 says knight jump/);
    await page.click('.lesson-board [aria-label^="4A"]');
    assert.match(await text('lesson-text'), /0x4A & 0x88 = 0x08.*off the board/);
    assert.match(await text('lesson-board-page'), /one AND takes the place of a case for each edge/);
    assert.match(await text('legend'), /D\s+diagonal/);
    await shot('lesson');
  },

  async 'the lesson generates moves step by step, and keeps the legal ones'() {
    await open();
    await page.click('#tab-lesson');
    await page.click('#to-moves');
    assert.match(await text('moves-text'), /moves are to come/);
    await page.click('#moves-on');
    assert.match(await text('moves-text'), /Step 1.*0x88 = 0: on the board/s);
    await page.click('#moves-run');
    await page.waitForFunction(() => Number(document.getElementById('moves-step').value) >= 3);
    await page.click('#moves-run');
    await shot('lesson-moves');
    const { Chess } = await import('./js/chess0x88.js');
    for (const fen of await page.$$eval('#moves-position option', (options) => options.map((option) => option.value))) {
      await page.selectOption('#moves-position', fen);
      await page.locator('#moves-step').evaluate((range) => {
        range.value = range.max;
        range.dispatchEvent(new Event('input'));
      });
      const kept = await page.$$eval('#moves-list .legal', (items) => items.map((item) => item.textContent));
      const legal = new Chess(fen === 'game' ? undefined : fen).moves({ verbose: true }).map((move) => move.lan);
      assert.deepEqual(kept.sort(), legal.sort(), fen);
      const reason = await page.locator('#moves-list .illegal').count();
      if (reason) await shot(`lesson-filter-${fen.split('/')[0]}`);
    }
  },

  async 'the lesson finds pins and checks by difference, as the library does'() {
    await open();
    await page.click('#tab-lesson');
    await page.click('#to-pins');
    await shot('lesson-pins');
    for (const fen of await page.$$eval('#pins-position option', (options) => options.map((option) => option.value))) {
      await page.selectOption('#pins-position', fen);
      const said = await page.$$eval('#pins-table tbody tr', (rows) => rows.map((row) => row.innerText));
      const found = (pattern) => said.flatMap((row) => row.match(pattern)?.[1] ?? []).sort().join(', ') || 'none';
      const library = async (id) => (await text(id)).split(', ').sort().join(', ');
      assert.equal(found(/([a-h][1-8])\s[^]*check$/), await library('pins-checkers'), fen);
      assert.equal(found(/pins ([a-h][1-8])/), await library('pins-pinned'), fen);
      const name = await page.$eval('#pins-position', (select) => select.selectedOptions[0].text);
      const checkers = { 'a check': 1, 'a double check': 2 }[name] ?? 0;
      assert.equal((await text('pins-checkers')).match(/[a-h][1-8]/g)?.length ?? 0, checkers, name);
    }
  },

  async 'axe finds no fault on any tab, at three sizes, light and dark'() {
    if (!existsSync(axe)) return console.log('skipped: axe-core cannot be had');
    const sizes = [{ width: 1150, height: 820 }, { width: 390, height: 780 }, { width: 667, height: 375 }];
    for (const [size, colorScheme] of sizes.flatMap((size) => [[size, 'light'], [size, 'dark']])) {
      await open(size);
      await page.emulateMedia({ colorScheme });
      await newGame({ clock: '3 2' });
      await click('e2', 'e4', 'd7', 'd5', 'e4', 'd5');
      await page.check('#analyse');
      await page.waitForSelector('#lines li');
      await click('d8');
      for (const tab of await tabs()) {
        await show(tab);
        await shot(`${tab}-${size.width}-${colorScheme}`);
        // Sizes and colours are independent.
        if (colorScheme === 'dark' && size !== sizes[0]) continue;
        // Runs axe outside of the page, since the page's policy forbids scripts from elsewhere.
        await page.evaluate(readFileSync(axe, 'utf8'));
        const faults = await page.evaluate(async () => {
          const { violations } = await window.axe.run();
          return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
        });
        assert.deepEqual(faults, [], `${tab}, ${size.width}, ${colorScheme}`);
      }
    }
  },

  async 'no line of the analysis or of the moves breaks a castling in two'() {
    await open({ width: 390, height: 844 }, PHONE);
    await newGame({});
    const lines = (selector) =>
      page.$$eval(selector, (words) => words.filter((word) => /O-O/.test(word.textContent)).map((word) => [word.textContent, word.getClientRects().length, word.getBoundingClientRect().height]));
    for (const width of [390, 360, 330, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await loadPgn('1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 O-O (5... d6 6. Nc3 O-O) *');
      const moves = await lines('#moves button');
      assert.equal(moves.length, 3);
      for (const [san, parts, height] of moves) assert.ok(parts === 1 && height < 60, `${san}: ${parts}, ${height}`);
    }
    // Castling is the only move after which the king is not mated.
    await page.check('#analyse');
    await loadFen('r3k2r/pppqppbp/2np1np1/8/2BPP1b1/2N1BN2/PPPQ1PPP/R3K2R w KQkq - 0 1');
    await page.waitForFunction(() => /O-O/.test(document.getElementById('lines').innerText), null, { timeout: 15_000 });
    for (const width of [390, 350, 330, 320]) {
      await page.setViewportSize({ width, height: 844 });
      // A phone does not show moves deep in a line.
      for (const [san, parts] of await lines('#lines .whole')) assert.ok(parts <= 1, `${san} at ${width}`);
    }
  },

  async 'a finger plays a game, and finds each thing to touch 44 pixels large'() {
    await open({ width: 390, height: 844 }, PHONE);
    await newGame({ side: 'w', level: 'elo 500' });
    await square('e2').tap();
    assert.match(await square('e4').getAttribute('class'), /target/);
    await square('e4').tap();
    await says('live', /^Black: /);
    assert.match(await text('moves'), /1\. e4 \S+/);
    // A tap on another own piece selects that piece.
    await square('b1').tap();
    await square('g1').tap();
    await square('f3').tap();
    await says('moves', /2\. Nf3/);
    await page.locator('#take-back').tap();
    await page.locator('#analyse').tap();
    await page.waitForSelector('#lines li');
    await shot('phone-play');
    await loadFen('8/P6k/8/8/8/8/8/K7 w - - 0 1');
    await square('a7').tap();
    await square('a8').tap();
    await page.locator('dialog >> [aria-label="White knight"]').tap();
    assert.match(await text('moves'), /1\. a8=N/);
    await newGame({ variant: 'makruk' });
    await page.locator('#settings').evaluate((details) => (details.open = true));
    await page.evaluate(() => document.getElementById('choose').hidden = false);
    for (const tab of await tabs()) {
      await show(tab);
      await shot(`phone-${tab}`);
      // On the lesson's board of 16 columns the squares are as large as the screen allows.
      const small = await page.evaluate(() => {
        const found = [];
        for (const thing of document.querySelectorAll('button, select, input, textarea, summary, label.check, [data-square], #palette span')) {
          const { width, height } = thing.getBoundingClientRect();
          const isPart = thing.matches('input[type=checkbox], input[type=radio]') || thing.closest('.lesson-board');
          if (!isPart && width && (width < 43.9 || height < 43.9)) found.push(`${thing.outerHTML.slice(0, 80)}: ${width} x ${height}`);
        }
        return found;
      });
      assert.deepEqual(small, [], tab);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), tab);
    }
  },

  async 'the page works without a network'() {
    await page?.context().close();
    // A server for this test, which then stops.
    const gone = spawn(process.execPath, [fileURLToPath(new URL('./serve.mjs', import.meta.url)), '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const there = String((await once(gone.stdout, 'data'))[0]).trim();
    page = await (await browser.newContext()).newPage();
    await page.goto(there);
    await ready();
    await page.evaluate(() => navigator.serviceWorker.ready);
    gone.kill();
    await once(gone, 'exit');
    await reload();
    await newGame({ side: 'w', level: 'elo 500' });
    await click('e2', 'e4');
    await says('live', /^Black: /);
    await newGame({ variant: 'makruk' });
    await click('e3', 'e4');
    await page.click('#tab-lesson');
    await page.click('#to-moves');
    assert.match(await text('moves-text'), /moves are to come/);
  },

  async 'a narrow screen shows it all without scrolling sideways'() {
    await open({ width: 390, height: 780 });
    for (const tab of await tabs()) {
      await show(tab);
      await shot(`narrow-${tab}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), tab);
    }
  },
};

let failed = 0;
const chosen = Object.entries(checks).filter(([name]) => name.includes(wanted));
for (const [name, check] of chosen) {
  complaints.length = 0;
  try {
    await check();
    assert.deepEqual(complaints, []);
    console.log(`ok: ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAILED: ${name}\n${error.stack}\n${complaints.join('\n')}`);
    await shot('failed').catch(() => {});
  }
}
await browser.close();
server.kill();
console.log(failed ? `${failed} checks failed` : `the page: ${chosen.length} checks, all well`);
process.exit(failed ? 1 : 0);
