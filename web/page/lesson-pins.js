// The third page of the lesson finds checks and pins, by the difference of two squares and a walk between them.

import { Board, pieceName } from './board.js';
import { parseFen } from '../js/chess0x88.js';
import { relation } from '../js/extras.js';
import { choosePosition, hex, index, paragraph, pins, square } from './lesson-core.js';

const $ = (id) => document.getElementById(id);

/** The effect of a piece of the other side on the king. */
function threat(from, letter, king, pieces) {
  const { ways, step, reaches } = relation(from, king, letter);
  const between = [];
  if (reaches && step) for (let at = index(from) + step; at !== index(king); at += step) between.push(square(at));
  const inWay = between.filter((one) => pieces.has(one));
  const isOwn = (one) => (pieces.get(one) < 'a') === (pieces.get(king) < 'a');
  const gives = reaches && inWay.length === 0;
  const pinned = reaches && inWay.length === 1 && isOwn(inWay[0]) ? inWay[0] : null;
  return { from, letter, ways, reaches, between, inWay, gives, pinned, entry: 0x77 + index(king) - index(from) };
}

export class LessonPins {
  #fen = '';
  #pieces = new Map();
  #threats = [];
  #king = null;

  constructor(game) {
    this.board = new Board($('pins-board'), { label: 'Pins and checks', picked: (square) => this.#point(square) });
    this.shown = choosePosition($('pins-position'), game, (fen) => this.#start(fen));
  }

  #start(fen) {
    this.#fen = fen;
    const { pieces, fields } = parseFen(fen);
    this.#pieces = pieces;
    const isWhite = fields[0] === 'w';
    this.#king = [...pieces].find(([, letter]) => letter === (isWhite ? 'K' : 'k'))[0];
    this.#threats = [...pieces]
      .filter(([, letter]) => (letter < 'a') !== isWhite)
      .map(([from, letter]) => threat(from, letter, this.#king, pieces));
    $('pins-table').tBodies[0].replaceChildren(...this.#threats.map((one) => this.#row(one)));
    this.#point(this.#threats.find(({ gives, pinned }) => gives || pinned)?.from);
  }

  #row({ from, letter, ways, reaches, inWay, gives, pinned, entry }) {
    const row = document.createElement('tr');
    const role = pieceName(letter, 'chess').split(' ')[1];
    const so = gives
      ? '<b>check</b>'
      : pinned
        ? `<b>pins ${pinned}</b>`
        : reaches
          ? `in the way: ${inWay.join(', ')}`
          : `not how a ${role} captures`;
    row.innerHTML =
      `<th scope="row"><button>${role} ${from}</button></th>` +
      `<td><span class="sum">0x77 + 0x${hex(index(this.#king))} − 0x${hex(index(from))}</span> = 0x${hex(entry)}</td><td>${ways.join(', ') || 'nothing'}</td><td>${so}</td>`;
    row.querySelector('button').addEventListener('click', () => this.#point(from));
    return row;
  }

  /** Shows the line from a piece to the king. */
  #point(from) {
    const chosen = this.#threats.find((one) => one.from === from);
    const { checkers, pinned } = pins(this.#fen);
    this.board.show({
      pieces: this.#pieces,
      variant: 'chess',
      marks: {
        check: checkers.length ? [this.#king] : [],
        hint: chosen?.reaches ? chosen.between.filter((square) => !pinned.includes(square)) : [],
        premove: pinned,
        last: chosen ? [chosen.from] : [],
      },
      says: (_, classes) =>
        classes.map((name) => ({ check: 'in check', hint: 'between', premove: 'pinned', last: 'chosen' })[name]).filter(Boolean),
    });
    const named = (squares) => squares.join(', ') || 'none';
    $('pins-text').replaceChildren(
      paragraph(`The library says: pieces that give check: <b id="pins-checkers">${named(checkers)}</b>; pinned pieces: <b id="pins-pinned">${named(pinned)}</b>.`),
    );
  }
}
