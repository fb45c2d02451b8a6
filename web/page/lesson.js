// How the 0x88 board works: the indices, the test for the edge, and the difference table, all asked of the library.

import { image, letters, pieceName } from './board.js';
import { relation } from './js/chess0x88.js';

const $ = (id) => document.getElementById(id);
const hex = (number) => (number < 0 ? '−' : '') + Math.abs(number).toString(16).toUpperCase().padStart(2, '0');
const index = (square) => 16 * (Number(square[1]) - 1) + square.charCodeAt(0) - 97;
const square = (index) => 'abcdefgh'[index & 7] + (1 + (index >> 4));

/** The ways that a piece can cross by, of those that `relation` names. */
const WAYS = {
  king: /diagonal step|straight step|sideways step/,
  queen: /slide/,
  rook: /straight slide/,
  bishop: /diagonal slide/,
  knight: /knight/,
  met: /diagonal step/,
  khonw: /diagonal step|straight step north/,
  khonb: /diagonal step|straight step south/,
  pawnw: /diagonal step north/,
  pawnb: /diagonal step south/,
};
const ROLES = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king', m: 'met', s: 'khon' };

function ways(letter) {
  const role = ROLES[letter.toLowerCase()];
  return WAYS[role] ?? WAYS[role + (letter === letter.toUpperCase() ? 'w' : 'b')];
}

/** Steps that the table knows, by the offset of each. */
const STEPS = {
  north: 16, south: -16, east: 1, west: -1,
  'north-east': 17, 'north-west': 15, 'south-east': -15, 'south-west': -17,
};
const KNIGHT = [33, 31, 18, 14, -14, -18, -31, -33];

export class Lesson {
  #from = 'e4';
  #to = 'g5';
  #letter = 'N';
  #next = 'from';
  #cells = new Map();
  #entries = [];
  #focus = 0x34;

  constructor() {
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

  shown() {
    this.#show();
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
    // Fifteen ranks apart by sixteen: the entries in the order of their numbers, north above.
    const table = $('differences');
    for (let ranks = 7; ranks >= -7; ranks--) {
      for (let files = -7; files <= 8; files++) {
        const entry = document.createElement('span');
        const difference = 16 * ranks + files;
        entry.title = `0x77 ${difference < 0 ? '−' : '+'} 0x${hex(Math.abs(difference))} = 0x${hex(0x77 + difference)}`;
        const found = files < 8 ? pairFor(ranks, files) : [];
        this.#entries.push({ entry, difference, ways: found });
        entry.textContent = mark(found);
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
    const own = ways(this.#letter);
    for (const [at, cell] of this.#cells) {
      const real = !(at & 0x88);
      const reached = real && relation(this.#from, square(at)).ways.some((way) => own.test(way));
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
    for (const { entry, difference: one, ways } of this.#entries) {
      entry.className = [
        ways.some((way) => own.test(way)) ? 'target' : '',
        one === difference ? 'here' : '',
        one === 0 ? 'zero' : '',
      ].join(' ');
    }
    $('lesson-text').replaceChildren(...this.#explain(from, to, own));
    this.#showSteps(from);
  }

  #explain(from, to, own) {
    const line = (html) => Object.assign(document.createElement('p'), { innerHTML: html });
    if (this.#off !== null) {
      const at = this.#off;
      return [line(`<code>0x${hex(at)} &amp; 0x88 = 0x${hex(at & 0x88)}</code>, which is not 0: <b>off the board</b>. One test, and no border of sentinels.`)];
    }
    const name = pieceName(this.#letter, this.#variant);
    const where = line(`${name} on <b>${this.#from}</b>, index <code>0x${hex(from)}</code>: rank ${this.#from[1]} is the high digit ${from >> 4}, file ${this.#from[0]} the low digit ${from & 7}.`);
    if (from === to) return [where, line('Now choose where it might go.')];
    const { ways: found, step, distance } = relation(this.#from, this.#to);
    const entry = 0x77 + to - from;
    const can = found.some((way) => own.test(way));
    const lines = [
      where,
      line(`To <b>${this.#to}</b>, <code>0x${hex(to)}</code>: entry <code>0x77 + 0x${hex(to)} − 0x${hex(from)} = 0x${hex(entry)}</code> says <b>${found.join(', ') || 'no way'}</b>.`),
      line(`So the ${name} <b>${can ? 'could' : 'could not'}</b> capture there on an empty board. A king takes ${distance} step${distance === 1 ? '' : 's'}.`),
    ];
    if (step) {
      const between = [];
      for (let at = from + step; at !== to; at += step) between.push(`${square(at)} <code>0x${hex(at)}</code>`);
      lines.push(line(`They share a line: each step adds <code>${step > 0 ? '+' : '−'}0x${hex(Math.abs(step))}</code>${between.length ? `, by ${between.join(', ')}` : ''}.`));
    }
    return lines;
  }

  #showSteps(from) {
    const named = this.#letter.toLowerCase() === 'n' ? KNIGHT.map((step) => ['jump', step]) : Object.entries(STEPS);
    const rows = named.map(([name, step]) => {
      // A byte: what falls below 0 comes back from above, and the test sees that too.
      const sum = (from + step) & 0xff;
      const off = sum & 0x88;
      const row = document.createElement('tr');
      if (off) row.className = 'off';
      row.innerHTML = `<th scope="row">${name} ${step < 0 ? '−' : '+'}${hex(Math.abs(step))}</th><td>${hex(sum)}</td><td>${hex(off)}</td><td>${off ? 'off' : square(sum)}</td>`;
      return row;
    });
    $('steps').tBodies[0].replaceChildren(...rows);
  }
}

/** The relation of squares so many ranks and files apart, wherever they are. */
function pairFor(ranks, files) {
  const from = 16 * Math.max(0, -ranks) + Math.max(0, -files);
  const to = from + 16 * ranks + files;
  return ranks === 0 && files === 0 ? [] : relation(square(from), square(to)).ways;
}

/** D diagonal, S straight, N knight: as the source has it. */
function mark(ways) {
  if (ways.some((way) => /knight/.test(way))) return 'N';
  if (ways.some((way) => /diagonal/.test(way))) return 'D';
  return ways.length ? 'S' : '';
}
