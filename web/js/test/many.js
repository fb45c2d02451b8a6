// Makes a million games in one loop without time for finalizers: `node test/many.js` prints time and memory.

import { Chess } from '../chess0x88.js';

const GAMES = 1_000_000;
const PARTS = 10;
const megabytes = () => Math.round(process.memoryUsage.rss() / 1e6);

const before = megabytes();
/** For each tenth: the processor time in milliseconds, and the memory in use after it. */
const [times, used] = [[], []];
for (let part = 0; part < PARTS; part++) {
  const { user } = process.cpuUsage();
  for (let i = 0; i < GAMES / PARTS; i++) {
    const game = new Chess();
    game.move('e4');
    if (game.isGameOver()) throw new Error('a game is over after a move');
  }
  times.push(Math.round((process.cpuUsage().user - user) / 1000));
  used.push(megabytes());
}
console.log(JSON.stringify({ before, used, most: Math.round(process.resourceUsage().maxRSS / 1000), times }));
