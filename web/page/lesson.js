// The lesson about the 0x88 board: the indices, the test for the edge, and the difference table, all from the library.

import { image, letters, pieceName } from './board.js';
import { SQUARES } from '../js/chess0x88.js';
import { relation } from '../js/extras.js';
import { hex, index, paragraph, square } from './lesson-core.js';
import { LessonMoves } from './lesson-moves.js';
import { LessonPins } from './lesson-pins.js';

const $ = (id) => document.getElementById(id);

/** The offsets of jumps or of single steps, from the table around a square in the middle of the board. */
function offsets(jumps) {
  const found = SQUARES.filter((to) => {
    const { ways, distance } = relation('d4', to);
    return jumps ? ways.includes('knight jump') : distance === 1;
  });
  return found.map((to) => index(to) - index('d4')).sort((one, other) => other - one);
}

/** `north-east` for 0x11. */
function named(offset) {
  const ranks = Math.round(offset / 16);
  const files = offset - 16 * ranks;
  if (Math.abs(ranks) + Math.abs(files) > 2) return 'jump';
  const words = [ranks > 0 ? 'north' : ranks < 0 ? 'south' : '', files > 0 ? 'east' : files < 0 ? 'west' : ''];
  return words.filter((word) => word).join('-');
}

export class Lesson {
  // Near two edges: some of its jumps lead off the board.
  #from = 'g1';
  #to = 'f3';
  #letter = 'N';
  #next = 'from';
  #cells = new Map();
  #entries = [];
  #focus = index('g1');

  /** Calls `goTo(page)` on a click on the name of a page. */
  constructor(game, goTo) {
    this.pages = { board: this, moves: new LessonMoves(game), pins: new LessonPins(game) };
    for (const name of Object.keys(this.pages)) $(`to-${name}`).addEventListener('click', () => goTo(name));

    const choice = $('lesson-piece');
    const all = [...letters('chess').map((role) => [role, 'chess']), ['m', 'makruk'], ['s', 'makruk']];
    for (const [role, variant] of all) {
      for (const letter of [role.toUpperCase(), role]) choice.append(new Option(pieceName(letter, variant), letter));
    }
    choice.value = this.#letter;
    choice.addEventListener('change', () => {
      this.#letter = choice.value;
      this.#show();
    });
    this.#build();
  }

  shown(page) {
    this.#open(Object.hasOwn(this.pages, page) ? page : 'board');
  }

  hide() {
    this.pages.moves.hide();
  }

  #open(name) {
    this.hide();
    for (const page of Object.keys(this.pages)) {
      $(`lesson-${page}-page`).hidden = page !== name;
      if (page === name) $(`to-${page}`).setAttribute('aria-current', 'page');
      else $(`to-${page}`).removeAttribute('aria-current');
    }
    if (name === 'board') this.#show();
    else this.pages[name].shown();
  }

  get #variant() {
    return 'ms'.includes(this.#letter.toLowerCase()) ? 'makruk' : 'chess';
  }

  #build() {
    const board = $('lesson-board');
    board.setAttribute('role', 'grid');
    board.setAttribute('aria-label', 'The 0x88 board: sixteen columns, of which eight are real');
    for (let rank = 7; rank >= 0; rank--) {
      const row = document.createElement('div');
      row.setAttribute('role', 'row');
      row.append(header('rowheader', `${rank + 1} <code>${rank}_</code>`));
      for (let file = 0; file < 16; file++) {
        const at = 16 * rank + file;
        const cell = document.createElement('div');
        cell.setAttribute('role', 'gridcell');
        cell.tabIndex = at === this.#focus ? 0 : -1;
        cell.addEventListener('click', () => this.#pick(at));
        cell.append(Object.assign(document.createElement('small'), { textContent: hex(at) }));
        this.#cells.set(at, cell);
        row.append(cell);
      }
      board.append(row);
    }
    const files = document.createElement('div');
    files.setAttribute('role', 'row');
    files.append(header('columnheader', 'rank'));
    for (let file = 0; file < 16; file++) files.append(header('columnheader', `${'abcdefgh'[file] ?? ''} <code>_${hex(file)[1]}</code>`));
    board.append(files);
    board.addEventListener('keydown', (event) => {
      const step = { ArrowUp: 16, ArrowDown: -16, ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step && this.#cells.has(this.#focus + step)) {
        event.preventDefault();
        this.#cells.get(this.#focus).tabIndex = -1;
        this.#focus += step;
        this.#cells.get(this.#focus).tabIndex = 0;
        this.#cells.get(this.#focus).focus();
      } else if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        this.#pick(this.#focus);
      }
    });
    // Fifteen ranks by sixteen: the entries in the order of their numbers, north at the top.
    const table = $('differences');
    const label = (text) => Object.assign(document.createElement('b'), { textContent: text });
    const plus = (number) => (number > 0 ? `+${number}` : String(number).replace('-', '−'));
    table.append(label(''));
    for (let files = -7; files <= 8; files++) table.append(label(files < 8 ? plus(files) : ''));
    for (let ranks = 7; ranks >= -7; ranks--) {
      table.append(label(plus(ranks)));
      for (let files = -7; files <= 8; files++) {
        const entry = document.createElement('span');
        const difference = 16 * ranks + files;
        entry.title = `0x77 ${difference < 0 ? '−' : '+'} 0x${hex(Math.abs(difference))} = 0x${hex(0x77 + difference)}`;
        const pair = files < 8 ? pairFor(ranks, files) : null;
        this.#entries.push({ entry, difference, pair });
        entry.textContent = pair ? mark(relation(...pair).ways) : '';
        table.append(entry);
      }
    }
  }

  #pick(at) {
    if (at & 0x88) {
      this.#off = at;
    } else {
      this.#off = null;
      this[this.#next === 'from' ? 'setFrom' : 'setTo'](square(at));
    }
    this.#show();
  }

  #off = null;

  setFrom(square) {
    this.#from = this.#to = square;
    this.#next = 'to';
  }

  setTo(square) {
    this.#to = square;
    this.#next = 'from';
  }

  #show() {
    const [from, to] = [index(this.#from), index(this.#to)];
    for (const [at, cell] of this.#cells) {
      const real = !(at & 0x88);
      const reached = real && relation(this.#from, square(at), this.#letter).reaches;
      const dark = ((at >> 4) + (at & 7)) % 2 === 0;
      cell.className = [
        real ? (dark ? 'dark' : 'light') : 'off',
        reached ? 'target' : '',
        at === from ? 'selected' : '',
        at === to && at !== from ? 'last' : '',
      ].join(' ');
      cell.style.backgroundImage = at === from ? `url("${image(this.#letter, this.#variant)}")` : '';
      const what = real ? square(at) : 'off the board';
      cell.setAttribute('aria-label', `${hex(at)}, ${what}${at === from ? `, ${pieceName(this.#letter, this.#variant)}` : ''}${reached ? ', could be reached' : ''}`);
    }
    const difference = to - from;
    for (const { entry, difference: one, pair } of this.#entries) {
      entry.className = [
        pair && relation(...pair, this.#letter).reaches ? 'target' : '',
        one === difference ? 'here' : '',
        one === 0 ? 'zero' : '',
      ].join(' ');
    }
    $('lesson-text').replaceChildren(...this.#explain(from, to));
    this.#showSteps(from);
  }

  #explain(from, to) {
    const line = paragraph;
    if (this.#off !== null) {
      const at = this.#off;
      return [line(`<code>0x${hex(at)} &amp; 0x88 = 0x${hex(at & 0x88)}</code>, which is not 0: <b>off the board</b>. One AND, and no case for each edge.`)];
    }
    const name = pieceName(this.#letter, this.#variant);
    const where = line(`${name} on <b>${this.#from}</b>, index <code>0x${hex(from)}</code>: rank ${this.#from[1]} is the high digit ${from >> 4}, file ${this.#from[0]} the low digit ${from & 7}.`);
    if (from === to) return [where, line('Now choose where it might go.')];
    const { ways: found, step, distance, reaches } = relation(this.#from, this.#to, this.#letter);
    const entry = 0x77 + to - from;
    const lines = [
      where,
      line(`To <b>${this.#to}</b>, <code>0x${hex(to)}</code>: entry <code>0x77 + 0x${hex(to)} − 0x${hex(from)} = 0x${hex(entry)}</code> says <b>${found.join(', ') || 'no way'}</b>.`),
      line(`So the ${name} <b>${reaches ? 'could' : 'could not'}</b> capture there on an empty board. A king takes ${distance} step${distance === 1 ? '' : 's'}.`),
    ];
    if (step) {
      const between = [];
      for (let at = from + step; at !== to; at += step) between.push(`${square(at)} <code>0x${hex(at)}</code>`);
      lines.push(line(`They share a line: each step adds <code>${step > 0 ? '+' : '−'}0x${hex(Math.abs(step))}</code>${between.length ? `, by ${between.join(', ')}` : ''}.`));
    }
    return lines;
  }

  #showSteps(from) {
    const rows = offsets(this.#letter.toLowerCase() === 'n').map((step) => {
      // The sum is a byte: a sum below 0 wraps around, and the test finds that too.
      const sum = (from + step) & 0xff;
      const off = sum & 0x88;
      const row = document.createElement('tr');
      if (off) row.className = 'off';
      row.innerHTML = `<th scope="row">${named(step)} ${step < 0 ? '−' : '+'}${hex(Math.abs(step))}</th><td>${hex(sum)}</td><td>${hex(off)}</td><td>${off ? 'off' : square(sum)}</td>`;
      return row;
    });
    $('steps').tBodies[0].replaceChildren(...rows);
  }
}

/** The name of a row or a column. */
function header(role, html) {
  const element = Object.assign(document.createElement('div'), { innerHTML: html, className: 'label' });
  element.setAttribute('role', role);
  return element;
}

/** Two squares with this distance in ranks and files. */
function pairFor(ranks, files) {
  const from = 16 * Math.max(0, -ranks) + Math.max(0, -files);
  const to = from + 16 * ranks + files;
  return ranks === 0 && files === 0 ? null : [square(from), square(to)];
}

/** Marks an entry: D diagonal, S straight, N knight, as in the source. */
function mark(ways) {
  if (ways.some((way) => /knight/.test(way))) return 'N';
  if (ways.some((way) => /diagonal/.test(way))) return 'D';
  return ways.length ? 'S' : '';
}
