// A board of 64 squares for clicks, drags and arrow keys. It knows no rules.

import { picture } from '../js/extras.js';
import { draw, drawing } from './shapes.js';

const pictures = new Map();

/** The picture of a piece as an address for images. */
export function image(letter, variant) {
  const key = letter + variant;
  if (!pictures.has(key)) {
    pictures.set(key, `data:image/svg+xml,${encodeURIComponent(picture(letter, variant))}`);
  }
  return pictures.get(key);
}

const NAMES = {
  chess: { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' },
  makruk: { p: 'Bia', n: 'Ma', s: 'Khon', r: 'Rua', m: 'Met', 'm~': 'promoted Bia', k: 'Khun' },
};

/** `White knight`. */
export function pieceName(letter, variant) {
  const side = letter[0] === letter[0].toUpperCase() ? 'White' : 'Black';
  return `${side} ${NAMES[variant][letter.toLowerCase()] ?? letter}`;
}

export const letters = (variant) => Object.keys(NAMES[variant]);

/** The squares from the top left corner, with `bottom` as the side at the bottom. */
function seen(bottom) {
  const squares = [];
  for (let rank = 8; rank >= 1; rank--) for (const file of 'abcdefgh') squares.push(file + rank);
  return bottom === 'w' ? squares : squares.reverse();
}

export class Board {
  #element;
  #cells = new Map();
  #order = [];
  #focus = 'e2';
  #drag = null;
  /** The shapes on the board. */
  #shapes = [];
  #drawing = drawing();
  #stroke = null;
  #pieces = new Map();
  #variant = 'chess';
  #picked;
  #lifted;
  #dragged;
  #drawn;
  #cancelled;

  /**
   * Calls `picked(square)` on a click or Enter, `lifted(square)` and `dragged(from, to)` at the start and the end of a drag (`to`
   * may be null), `drawn(shape)` after a drag with the right button, `cancelled` on Escape.
   */
  constructor(element, { label, picked, lifted = () => {}, dragged = () => {}, drawn = null, cancelled = () => {} }) {
    this.#element = element;
    this.#picked = picked;
    this.#lifted = lifted;
    this.#dragged = dragged;
    this.#drawn = drawn;
    this.#cancelled = cancelled;
    element.setAttribute('role', 'grid');
    element.setAttribute('aria-label', label);
    element.addEventListener('keydown', (event) => this.#key(event));
    element.addEventListener('pointerdown', (event) => this.#down(event));
    element.addEventListener('pointermove', (event) => this.#move(event));
    element.addEventListener('pointerup', (event) => this.#up(event));
    element.addEventListener('pointercancel', () => this.#drop());
    element.addEventListener('contextmenu', (event) => drawn && event.preventDefault());
    // The click of a touch comes late. It would hit the promotion box that has opened over the square.
    element.addEventListener('touchend', (event) => event.cancelable && event.preventDefault(), { passive: false });
    // Screen readers activate an element without a pointer.
    element.addEventListener('click', (event) => {
      if (event.detail === 0) this.#pick(event.target);
    });
    this.#build('w');
  }

  #build(bottom) {
    this.#element.dataset.bottom = bottom;
    this.#order = seen(bottom);
    this.#element.replaceChildren();
    for (let row = 0; row < 8; row++) {
      const line = document.createElement('div');
      line.setAttribute('role', 'row');
      for (const square of this.#order.slice(8 * row, 8 * row + 8)) {
        const cell = this.#cells.get(square) ?? document.createElement('div');
        cell.setAttribute('role', 'gridcell');
        cell.dataset.square = square;
        const dark = (square.charCodeAt(0) + Number(square[1])) % 2 === 0;
        cell.classList.add('square', dark ? 'dark' : 'light');
        cell.dataset.rank = square === this.#order[8 * row] ? square[1] : '';
        cell.dataset.file = row === 7 ? square[0] : '';
        this.#cells.set(square, cell);
        line.append(cell);
      }
      this.#element.append(line);
    }
    this.#element.append(this.#drawing);
    this.#rove(this.#focus);
  }

  /** Draws pieces by square, the side at the bottom, classes of squares by name, arrows and circles. */
  show({ pieces, variant, bottom = 'w', marks = {}, shapes = [], says = () => '' }) {
    if (this.#element.dataset.bottom !== bottom) this.#build(bottom);
    this.#element.dataset.variant = variant;
    this.#pieces = pieces;
    this.#variant = variant;
    this.#shapes = shapes;
    this.#draw(shapes);
    const lifted = this.#drag?.ghost ? ['lifted'] : [];
    for (const [square, cell] of this.#cells) {
      const letter = pieces.get(square);
      const classes = Object.keys(marks).filter((mark) => marks[mark]?.includes(square));
      const kind = cell.classList.contains('dark') ? 'dark' : 'light';
      cell.className = ['square', kind, letter ? 'full' : '', ...classes, ...(square === this.#drag?.square ? lifted : [])].join(' ').trim();
      cell.style.backgroundImage = letter ? `url("${image(letter, variant)}")` : '';
      const words = [square, letter ? pieceName(letter, variant) : 'empty', ...says(square, classes)];
      cell.setAttribute('aria-label', words.join(', '));
      cell.setAttribute('aria-selected', String(classes.includes('selected')));
    }
  }

  focus(square = this.#focus) {
    this.#rove(square);
    this.#cells.get(square).focus();
  }

  /** The place of a square on the screen. */
  place(square) {
    return this.#cells.get(square).getBoundingClientRect();
  }

  /** Shakes a square, for an illegal move. */
  refuse(square) {
    const cell = this.#cells.get(square);
    if (cell) cell.animate([0, -5, 5, -4, 4, 0].map((x) => ({ translate: `${x}px` })), 250);
  }

  #rove(square) {
    this.#focus = square;
    for (const [name, cell] of this.#cells) cell.tabIndex = name === square ? 0 : -1;
  }

  #key(event) {
    // The focus may have come to another square than the last one, as by a click or a screen reader.
    const focused = this.#squareOf(event.target);
    if (focused) this.#rove(focused);
    const at = this.#order.indexOf(this.#focus);
    const [row, column] = [Math.floor(at / 8), at % 8];
    const to = {
      ArrowUp: row > 0 && at - 8,
      ArrowDown: row < 7 && at + 8,
      ArrowLeft: column > 0 && at - 1,
      ArrowRight: column < 7 && at + 1,
      Home: 8 * row,
      End: 8 * row + 7,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      if (to !== false) this.focus(this.#order[to]);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.#picked(this.#focus);
    } else if (event.key === 'Escape') {
      this.#cancelled();
    }
  }

  #draw(shapes) {
    draw(this.#drawing, shapes, (square) => {
      const at = this.#order.indexOf(square);
      return [(at % 8) + 0.5, Math.floor(at / 8) + 0.5];
    });
  }

  /** The square under a pointer. */
  #under(event) {
    return this.#squareOf(document.elementFromPoint(event.clientX, event.clientY));
  }

  #squareOf(target) {
    const cell = target?.closest?.('[data-square]');
    return cell && this.#element.contains(cell) ? cell.dataset.square : null;
  }

  #pick(target) {
    const square = this.#squareOf(target);
    if (!square) return;
    this.#rove(square);
    this.#picked(square);
  }

  #down(event) {
    const square = this.#squareOf(event.target);
    if (square && event.button === 2 && this.#drawn) {
      const color = 'GRBY'[Number(event.shiftKey || event.ctrlKey) + 2 * Number(event.altKey)];
      this.#stroke = { color, from: square, to: square };
      this.#element.setPointerCapture(event.pointerId);
    }
    if (!square || event.button !== 0) return;
    this.#drag = { square, x: event.clientX, y: event.clientY, ghost: null };
    this.#element.setPointerCapture(event.pointerId);
    this.#rove(square);
    // The pointer must not focus the board: then no ring is shown, and the arrow keys step through the game.
    document.activeElement?.blur();
    event.preventDefault();
  }

  #move(event) {
    const stroke = this.#stroke;
    if (stroke) {
      stroke.to = this.#under(event) ?? stroke.from;
      this.#draw([...this.#shapes, stroke]);
      return;
    }
    const drag = this.#drag;
    if (!drag) return;
    const letter = this.#pieces.get(drag.square);
    if (!drag.ghost) {
      if (!letter || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5) return;
      const cell = this.#cells.get(drag.square);
      drag.ghost = document.createElement('img');
      drag.ghost.className = 'ghost';
      drag.ghost.alt = '';
      drag.ghost.src = image(letter, this.#variant);
      drag.ghost.style.width = `${cell.offsetWidth}px`;
      document.body.append(drag.ghost);
      this.#lifted(drag.square);
      cell.classList.add('lifted');
    }
    drag.ghost.style.left = `${event.clientX}px`;
    drag.ghost.style.top = `${event.clientY}px`;
  }

  #up(event) {
    const stroke = this.#stroke;
    if (stroke && event.button === 2) {
      this.#stroke = null;
      this.#draw(this.#shapes);
      this.#drawn(stroke);
    }
    const drag = this.#drag;
    const ghost = drag?.ghost;
    this.#drop();
    if (!drag) return;
    const to = this.#under(event);
    if (to !== drag.square) {
      if (ghost) this.#dragged(drag.square, to);
    } else if (!ghost) this.#picked(to);
  }

  #drop() {
    this.#stroke = null;
    if (this.#drag) this.#cells.get(this.#drag.square).classList.remove('lifted');
    this.#drag?.ghost?.remove();
    this.#drag = null;
  }
}
