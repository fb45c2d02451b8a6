// The board editor, with the errors of the board.

import { Board, image, letters, pieceName } from './board.js';
import { DEFAULT_POSITION, parseFen, placement, violations } from '../js/chess0x88.js';
import { MAKRUK_POSITION, makrukViolations, rulesFor } from './makruk.js';
import { plainly, say, sentence } from './say.js';

const $ = (id) => document.getElementById(id);

export class Editor {
  #pieces = new Map();
  /** The other fields of the FEN: turn, castling, en passant, the clocks. */
  #fields = ['w', 'KQkq', '-', '0', '1'];
  #letter = 'P';
  #game;

  constructor({ game, playFrom }) {
    this.#game = game;
    this.form = $('set-up');
    this.board = new Board($('editor-board'), {
      label: 'Board to set up',
      picked: (square) => this.#put(square),
      dragged: (from, to) => {
        const letter = this.#pieces.get(from);
        this.#pieces.delete(from);
        if (to) this.#pieces.set(to, letter);
        this.#show();
      },
    });
    const { form } = this;
    form.addEventListener('submit', (event) => event.preventDefault());
    form.variant.addEventListener('change', () => this.#start());
    form.turn.addEventListener('change', () => this.#field(0, form.turn.value));
    form.castling.addEventListener('input', () => this.#field(1, form.castling.value.trim() || '-'));
    form.passant.addEventListener('input', () => this.#field(2, form.passant.value.trim() || '-'));
    form.fen.addEventListener('input', () => this.#read(form.fen.value.trim()));
    $('empty').addEventListener('click', () => {
      this.#read('8/8/8/8/8/8/8/8 w - - 0 1');
    });
    $('start').addEventListener('click', () => this.#start());
    $('from-game').addEventListener('click', () => {
      form.variant.value = this.#game().variant;
      this.#read(this.#game().fen());
    });
    $('play-it').addEventListener('click', () => playFrom(this.variant, this.fen()));
    this.#start();
  }

  get variant() {
    return this.form.variant.value;
  }

  fen() {
    return [placement(this.#pieces), ...this.#fields].join(' ');
  }

  async #start() {
    // Without its rules the list of what is wrong says so.
    await rulesFor(this.variant).catch(() => {});
    this.#read(this.variant === 'makruk' ? MAKRUK_POSITION : DEFAULT_POSITION);
    this.#showPalette();
  }

  #read(fen) {
    const { pieces, fields } = parseFen(fen || '8/8/8/8/8/8/8/8');
    this.#pieces = pieces;
    this.#fields = ['w', '-', '-', '0', '1'].map((usual, i) => fields[i] ?? usual);
    this.#show(fen);
  }

  #field(i, value) {
    this.#fields[i] = value;
    this.#show();
  }

  #put(square) {
    const there = this.#pieces.get(square);
    if (this.#letter && there !== this.#letter) this.#pieces.set(square, this.#letter);
    else this.#pieces.delete(square);
    this.#show();
    const now = this.#pieces.get(square);
    say(`${square}: ${now ? pieceName(now, this.variant) : 'empty'}. ${this.#problems().length} things wrong.`);
  }

  #problems() {
    try {
      return (this.variant === 'makruk' ? makrukViolations : violations)(this.fen());
    } catch (error) {
      return [{ message: `this is no FEN: ${plainly(error.message, this.fen())}`, squares: [] }];
    }
  }

  #showPalette() {
    const roles = letters(this.variant);
    const all = [...roles.map((role) => role[0].toUpperCase() + role.slice(1)), '', ...roles];
    if (!all.includes(this.#letter)) this.#letter = 'P';
    $('palette').replaceChildren(
      ...all.map((letter) => {
        const label = document.createElement('label');
        const input = Object.assign(document.createElement('input'), { type: 'radio', name: 'piece', value: letter });
        input.checked = letter === this.#letter;
        input.setAttribute('aria-label', letter ? pieceName(letter, this.variant) : 'take pieces off');
        input.addEventListener('change', () => (this.#letter = letter));
        const picture = document.createElement('span');
        if (letter) picture.style.backgroundImage = `url("${image(letter, this.variant)}")`;
        else picture.textContent = '✕';
        label.append(input, picture);
        return label;
      }),
    );
  }

  #show(typed) {
    const { form } = this;
    const problems = this.#problems();
    this.board.show({
      pieces: this.#pieces,
      variant: this.variant,
      marks: { bad: problems.flatMap((problem) => problem.squares) },
      says: (_, classes) => (classes.includes('bad') ? ['something is wrong here'] : []),
    });
    if (typed === undefined || document.activeElement !== form.fen) form.fen.value = this.fen();
    form.turn.value = this.#fields[0] === 'b' ? 'b' : 'w';
    if (document.activeElement !== form.castling) form.castling.value = this.#fields[1];
    if (document.activeElement !== form.passant) form.passant.value = this.#fields[2];
    $('rights').hidden = this.variant === 'makruk';
    const list = problems.map(({ message, squares }) => {
      const item = document.createElement('li');
      item.textContent = sentence(message + (squares.length ? ` (${squares.join(', ')})` : ''));
      return item;
    });
    if (!list.length) list.push(Object.assign(document.createElement('li'), { className: 'well', textContent: 'Nothing: it can be played.' }));
    $('violations').replaceChildren(...list);
    $('play-it').disabled = problems.length > 0;
  }
}
