// What the engine thinks of the position on the board: the best lines with their evaluations, and a bar.

import { Engine } from './engine.js';
import { Chess } from '../js/chess0x88.js';
import { Makruk } from '../js/makruk.js';

const $ = (id) => document.getElementById(id);
const LINES = 3;
/** Milliseconds for each line: a first look, then longer ones. */
const LOOKS = [150, 700, 3000];
/** How many moves of a line are shown. */
const LENGTH = 10;

/** `+0.35`, or `#3` for a mate in three moves, as White sees it. */
function evaluation({ unit, score }, turn) {
  const own = turn === 'w' ? score : -score;
  const sign = own > 0 ? '+' : own < 0 ? '−' : '';
  return unit === 'mate' ? `${sign}#${Math.abs(score)}` : `${sign}${(Math.abs(own) / 100).toFixed(2)}`;
}

/** A number to sort by: the sooner a mate, the better for the side that mates. */
const worth = ({ unit, score }) => (unit === 'mate' ? Math.sign(score) * (1_000_000 - Math.abs(score)) : score);

/** How much of the bar is White's, from 0 to 1. */
function share({ unit, score }, turn) {
  const own = turn === 'w' ? score : -score;
  if (unit === 'mate') return own > 0 || (own === 0 && turn === 'b') ? 1 : 0;
  return 1 / (1 + Math.exp(-own / 250));
}

function sans(game, line) {
  const copy = new (game.variant === 'makruk' ? Makruk : Chess)(game.fen());
  return line.slice(0, LENGTH).map((uci) => copy.move(uci).san);
}

/** A word that no line break parts: `O-O` has a place for one. */
const whole = (textContent) => Object.assign(document.createElement('span'), { className: 'whole', textContent });

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

  stop() {
    this.#asked++;
    this.#engine.stop();
    $('lines').replaceChildren();
    $('effort').textContent = '';
    $('bar').hidden = true;
  }

  /** Looks at the position until `stop`; longer each time. */
  async start(game, bottom) {
    this.stop();
    const asked = this.#asked;
    const [record, turn] = [game.record(), game.turn()];
    $('bar').classList.toggle('turned', bottom === 'b');
    if (game.outcome()) return;
    for (const millis of LOOKS) {
      const found = [];
      while (found.length < LINES) {
        const known = found.map(({ line }) => line[0]);
        const next = await this.#engine.think(record, { millis }, () => {}, known);
        if (!next || asked !== this.#asked) return;
        if (!next.line.length) break;
        found.push(next);
      }
      found.sort((one, other) => worth(other) - worth(one));
      if (found.length) this.#show(game, turn, found);
    }
  }

  #show(game, turn, found) {
    $('lines').replaceChildren(
      ...found.map((one) => {
        const item = document.createElement('li');
        item.append(Object.assign(document.createElement('b'), { textContent: evaluation(one, turn) }));
        for (const san of sans(game, one.line)) item.append(' ', whole(san));
        return item;
      }),
    );
    $('effort').textContent = effort(found);
    const bar = $('bar');
    bar.hidden = false;
    bar.style.setProperty('--share', `${100 * share(found[0], turn)}%`);
    bar.setAttribute('aria-label', `Evaluation ${evaluation(found[0], turn)}`);
  }
}
