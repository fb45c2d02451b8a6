// The second page of the lesson: first the pseudo-legal moves one by one, then the filter that keeps the legal ones.

import { Board, pieceName } from './board.js';
import { parseFen } from '../js/chess0x88.js';
import { relation } from '../js/extras.js';
import { choosePosition, hex, index, paragraph, pseudoLegal, signed, square } from './lesson-core.js';
import { sentence } from './say.js';

const $ = (id) => document.getElementById(id);
/** Milliseconds between two steps. */
const PACE = 700;

export class LessonMoves {
  #moves = [];
  #pieces = new Map();
  /** 0 before the first move; then a step for each generated move, then one for each filtered move. */
  #step = 0;
  #timer = null;

  constructor(game) {
    this.board = new Board($('moves-board'), { label: 'The moves of a position', picked: (from) => this.#goToPiece(from) });
    this.shown = choosePosition($('moves-position'), game, (fen) => this.#start(fen));
    const go = (change) => () => {
      this.hide();
      this.#go(change());
    };
    $('moves-back').addEventListener('click', go(() => this.#step - 1));
    $('moves-on').addEventListener('click', go(() => this.#step + 1));
    $('moves-step').addEventListener('input', go(() => Number($('moves-step').value)));
    $('moves-run').addEventListener('click', () => (this.#timer ? this.hide() : this.#run()));
  }

  #start(fen) {
    this.hide();
    this.#moves = pseudoLegal(fen);
    this.#pieces = parseFen(fen).pieces;
    $('moves-step').max = 2 * this.#moves.length;
    $('moves-list').replaceChildren(...this.#moves.map(({ uci }) => Object.assign(document.createElement('li'), { textContent: uci })));
    this.#go(0);
  }

  #run() {
    if (this.#step === 2 * this.#moves.length) this.#go(0);
    this.#timer = setInterval(() => {
      this.#go(this.#step + 1);
      if (this.#step === 2 * this.#moves.length) this.hide();
    }, PACE);
    $('moves-run').textContent = 'Pause';
  }

  /** Stops the animation. */
  hide() {
    clearInterval(this.#timer);
    this.#timer = null;
    $('moves-run').textContent = 'Run';
  }

  #goToPiece(from) {
    this.hide();
    const first = this.#moves.findIndex((move) => move.from === from);
    if (first >= 0) this.#go(first + 1);
  }

  #go(step) {
    const all = this.#moves.length;
    this.#step = Math.min(Math.max(step, 0), 2 * all);
    const isFilter = this.#step > all;
    const at = (isFilter ? this.#step - all : this.#step) - 1;
    const move = this.#moves[at];
    const generated = isFilter ? all : this.#step;
    const filtered = isFilter ? at + 1 : 0;
    const kept = this.#moves.filter((one, i) => i < generated && (i >= filtered || !one.reason));
    this.board.show({
      pieces: this.#pieces,
      variant: 'chess',
      marks: {
        selected: move ? [move.from] : [],
        target: move ? kept.filter(({ from }) => from === move.from).map(({ to }) => to) : [],
        last: move && !(isFilter && move.reason) ? [move.to] : [],
        bad: isFilter && move.reason ? [move.to] : [],
      },
      says: (_, classes) => (classes.includes('target') ? ['can be reached'] : []),
    });
    for (const [i, item] of [...$('moves-list').children].entries()) {
      item.className = i >= generated ? 'waiting' : i >= filtered ? '' : this.#moves[i].reason ? 'illegal' : 'legal';
      item.toggleAttribute('aria-current', i === at);
    }
    $('moves-step').value = this.#step;
    $('moves-back').disabled = this.#step === 0;
    $('moves-on').disabled = this.#step === 2 * all;
    const text = move ? (isFilter ? this.#judge(move) : this.#explain(move)) : [paragraph(`${all} moves are to come. Press <b>Run</b>, or go step by step.`)];
    if (this.#step === 2 * all) {
      const legal = this.#moves.filter((one) => !one.reason).length;
      text.push(paragraph(`Of ${all} pseudo-legal moves <b>${legal}</b> are legal.`));
    }
    $('moves-text').replaceChildren(...text);
  }

  #explain({ from, to }) {
    const [a, b] = [index(from), index(to)];
    const letter = this.#pieces.get(from);
    const slides = 'brq'.includes(letter.toLowerCase());
    const step = slides ? relation(from, to).step : b - a;
    const there = this.#pieces.get(to);
    const before = b - step;
    const text = [
      paragraph(`<b>Step 1, pseudo-legal moves.</b> ${pieceName(letter, 'chess')} on <b>${from}</b>, <code>0x${hex(a)}</code>.`),
      paragraph(
        `<code>0x${hex(before)} ${signed(step)} = 0x${hex(b)}</code>, and <code>0x${hex(b)} &amp; 0x88 = 0</code>: on the board. ` +
          (there ? `A ${pieceName(there, 'chess')} stands on <b>${to}</b>: a capture.` : `<b>${to}</b> is empty: a move.`),
      ),
    ];
    if (slides) {
      const next = (b + step) & 0xff;
      const own = !(next & 0x88) && this.#pieces.get(square(next));
      if (there) text.push(paragraph('A capture ends the line.'));
      else if (next & 0x88) text.push(paragraph(`The next square would be <code>0x${hex(next)}</code>, and <code>0x${hex(next)} &amp; 0x88 = 0x${hex(next & 0x88)}</code>: the line ends at the edge.`));
      else if (own && (own < 'a') === (letter < 'a')) text.push(paragraph(`A piece of the same side stands on ${square(next)}: the line ends.`));
    }
    return text;
  }

  #judge({ from, to, reason }) {
    const verdict = reason ? `<b>illegal</b>. ${sentence(reason)}` : '<b>legal</b>: the king is not in check after it.';
    return [paragraph(`<b>Step 2, the filter.</b> ${pieceName(this.#pieces.get(from), 'chess')} from ${from} to ${to}: ${verdict}`)];
  }
}
