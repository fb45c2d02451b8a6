// The user's actions on the board: selecting a piece and its target, drags, premoves, promotions.

import { parseFen } from '../js/chess0x88.js';
import { Board, image, pieceName } from './board.js';
import { say } from './say.js';
import { SIDES } from './sides.js';

const $ = (id) => document.getElementById(id);

export class Hands {
  /** The square of the selected piece. */
  selected = null;
  /** A premove `{ from, to }`, to play after the engine's move. */
  premove = null;
  #play;

  /** @param {import('./play.js').Play} play */
  constructor(play) {
    this.#play = play;
    this.board = new Board($('play-board'), {
      label: 'Board',
      picked: (square) => this.#pick(square),
      lifted: (square) => this.#lift(square),
      dragged: (from, to) => (to === null ? this.cancel() : this.#attempt(from, to)),
      drawn: (shape) => play.draw(shape),
      cancelled: () => this.cancel(),
    });
    $('promotion').addEventListener('click', ({ target, currentTarget }) => {
      // All of the box is buttons: a click elsewhere is outside.
      if (target === currentTarget) currentTarget.close();
    });
  }

  /** Clears the selection. */
  release() {
    this.selected = this.premove = null;
  }

  cancel() {
    this.release();
    this.#play.notice = '';
    this.#play.show();
  }

  /** Starts a drag, which selects the piece as a click does. */
  #lift(square) {
    const play = this.#play;
    this.selected = play.game.get(square)?.color === play.mine() ? square : null;
    play.showBoard();
  }

  #pick(square) {
    const play = this.#play;
    const piece = play.game.get(square);
    const from = this.selected;
    if (this.premove && !play.isOurTurn()) this.premove = null;
    if (from === square) return this.cancel();
    if (from && !(piece?.color === play.mine() && !this.targets(from).includes(square))) {
      this.#attempt(from, square);
      return;
    }
    if (piece?.color === play.mine()) {
      this.selected = square;
      play.notice = '';
      play.show();
      const targets = this.targets(square);
      const what = play.isOurTurn() ? 'can go to' : 'premove to';
      say(`${this.#nameAt(square)} on ${square}: ${targets.length ? `${what} ${targets.join(' ')}` : 'cannot move'}`);
    } else if (piece) {
      play.refuse(square, `the piece on ${square} is not ${SIDES[play.mine()]}'s`);
    } else {
      play.refuse(square, `no piece on ${square}`);
    }
  }

  #nameAt(square) {
    const letter = parseFen(this.#play.game.fen()).pieces.get(square);
    return letter ? pieceName(letter, this.#play.variant) : 'nothing';
  }

  /** The squares that the piece on a square may go to, now or as a premove. A rook's square means castling. */
  targets(square) {
    const play = this.#play;
    if (play.isOver()) return [];
    if (!play.isOurTurn()) return play.game.premoves(square);
    const found = play.game.moves({ square, verbose: true });
    return [...new Set(found.flatMap((move) => (move.rook ? [move.to, move.rook] : [move.to])))];
  }

  #promotions(from, to) {
    const moves = this.#play.game.moves({ square: from, verbose: true });
    return moves.filter((move) => move.to === to && move.promotion).map((move) => move.promotion);
  }

  #attempt(from, to) {
    const play = this.#play;
    if (!play.isOurTurn() && !play.isOver()) return this.#setPremove(from, to);
    const promotions = this.#promotions(from, to);
    if (promotions.length > 1 && !play.isOver()) this.#choose(from, to, promotions);
    else play.try({ from, to }, to);
  }

  #setPremove(from, to) {
    const play = this.#play;
    const piece = play.game.get(from);
    this.selected = null;
    if (piece?.color !== play.side) return play.refuse(from, `the piece on ${from} is not ${SIDES[play.side]}'s`);
    if (!play.game.premoves(from).includes(to)) return play.refuse(to, `no premove of the ${this.#nameAt(from)} leads to ${to}`);
    this.premove = { from, to };
    play.notice = '';
    play.show();
    say(`Premove ${from} ${to}`);
  }

  /** Plays a stored premove. */
  playPremove({ from, to }) {
    // A premove promotes to the best piece, since the user cannot be asked.
    const promotion = this.#promotions(from, to).find((role) => 'qm'.includes(role));
    this.#play.try({ from, to, promotion }, to);
  }

  #choose(from, to, promotions) {
    const play = this.#play;
    const dialog = $('promotion');
    const color = play.game.turn();
    dialog.replaceChildren(
      // The queen is the last of the promotions, and is shown first.
      ...promotions.reverse().map((role) => {
        const letter = color === 'w' ? role.toUpperCase() : role;
        const button = document.createElement('button');
        button.setAttribute('aria-label', pieceName(letter, play.variant));
        button.style.backgroundImage = `url("${image(letter, play.variant)}")`;
        button.addEventListener('click', () => {
          dialog.close();
          play.try({ from, to, promotion: role }, to);
        });
        return button;
      }),
    );
    this.selected = null;
    play.show();
    dialog.showModal();
    // At the target square, and along its file into the board.
    const { left, top, bottom, width } = this.board.place(to);
    const isAbove = to[1] === (play.bottom === 'w' ? '8' : '1');
    dialog.classList.toggle('below', !isAbove);
    dialog.style.cssText = `left: ${left}px; --square: ${width}px; top: ${isAbove ? top : bottom - promotions.length * width}px`;
  }
}
