// The engine's evaluation of the position: the best lines with their scores, and a bar.

import { Engine } from './engine.js';
import { evaluation, share, worth } from './evaluation.js';
import { classOf } from './makruk.js';

const $ = (id) => document.getElementById(id);
const LINES = 3;
/** Milliseconds of the first look at each line. Each later look takes twice as long. */
const FIRST_LOOK = 150;
/** The number of moves that are shown of a line. */
const LENGTH = 10;

function sans(game, line) {
  const copy = new (classOf(game.variant))(game.fen());
  return line.slice(0, LENGTH).map((uci) => copy.move(uci).san);
}

/** `depth 9`, or `depth 8 to 9`, and the nodes of all lines. */
function effort(found) {
  const depths = found.map(({ depth }) => depth);
  const [least, most] = [Math.min(...depths), Math.max(...depths)];
  const nodes = found.reduce((sum, one) => sum + one.nodes, 0);
  return `Depth ${least === most ? least : `${least} to ${most}`}, ${nodes.toLocaleString('en')} nodes`;
}

export class Analysis {
  #engine = new Engine();
  #asked = 0;
  #play;
  #showBest;
  /** The move that was shown as the best. */
  #best = '';

  /** Calls `play(moves)` to play moves of a line, given in UCI, and `showBest(arrow)` with the best move, or `null`. */
  constructor(play, showBest) {
    this.#play = play;
    this.#showBest = showBest;
  }

  stop() {
    this.#asked++;
    this.#engine.stop();
    $('lines').replaceChildren();
    $('effort').textContent = '';
    $('bar').hidden = true;
    if (this.#best) this.#showBest(null);
    this.#best = '';
  }

  /** Analyses the position until `stop`, with longer and longer looks, unless there is nothing more to find. */
  async start(game, bottom) {
    this.stop();
    const asked = this.#asked;
    const [record, turn] = [game.record(), game.turn()];
    $('bar').classList.toggle('turned', bottom === 'b');
    if (game.outcome()) return;
    let before = [];
    for (let millis = FIRST_LOOK; ; millis *= 2) {
      const began = performance.now();
      const found = [];
      while (found.length < LINES) {
        const known = found.map(({ line }) => line[0]);
        const isKnown = ({ line }) => known.includes(line[0]);
        const told = (next) => {
          // A new look starts at depth 1: the known result stays until the look is deeper.
          const rest = before.filter((one) => !isKnown(one) && one.line[0] !== next.line[0]);
          if (before[found.length]?.depth < next.depth) this.#show(game, turn, [...found, next, ...rest].slice(0, LINES));
        };
        const next = await this.#engine.think(record, { millis }, told, known);
        if (!next || asked !== this.#asked) return;
        if (!next.line.length) break;
        found.push(next);
      }
      if (!found.length) return;
      this.#show(game, turn, found);
      const isDeeper = found.some(({ depth }, i) => !(depth <= before[i]?.depth));
      if (!isDeeper && performance.now() - began < millis / 2) return;
      before = found;
    }
  }

  #show(game, turn, found) {
    found.sort((one, other) => worth(other) - worth(one));
    const shown = [...$('lines').children];
    $('lines').replaceChildren(
      ...found.map((one, place) => {
        const item = document.createElement('li');
        item.append(Object.assign(document.createElement('b'), { textContent: evaluation(one, turn) }));
        for (const [i, textContent] of sans(game, one.line).entries()) {
          // No line break splits it, although `O-O` has places for one.
          const button = Object.assign(document.createElement('button'), { className: 'whole', textContent });
          button.addEventListener('click', () => this.#play(one.line.slice(0, i + 1)));
          item.append(' ', button);
        }
        // Unchanged buttons stay, since one of them may be about to be clicked.
        return shown[place]?.textContent === item.textContent ? shown[place] : item;
      }),
    );
    $('effort').textContent = effort(found);
    const [best] = found[0].line;
    if (best !== this.#best) {
      this.#best = best;
      const { from, to } = game.find(best);
      this.#showBest({ color: 'B', from, to });
    }
    const bar = $('bar');
    bar.hidden = false;
    bar.style.setProperty('--share', `${100 * share(found[0], turn)}%`);
    bar.setAttribute('aria-label', `Evaluation ${evaluation(found[0], turn)} for White`);
  }
}
