// The engine as an opponent: its level, its moves and its hints.

import { Engine } from './engine.js';
import { evaluation } from './evaluation.js';

const $ = (id) => document.getElementById(id);

export class Opponent {
  #engine = new Engine();
  #advisor = new Engine();
  #limits;

  /** Sets a level: `elo 1500`, another player of that strength each time, or `millis 2000` for the best play. */
  setLevel(level) {
    const [unit, amount] = level.split(' ');
    this.#limits = { [unit]: Number(amount), seed: Math.floor(Math.random() * 2 ** 32) };
  }

  stop() {
    $('thoughts').textContent = '';
    this.#engine.stop();
    this.#advisor.stop();
  }

  /** Returns the engine's move, with `left` milliseconds on its clock; nothing if it is stopped. */
  async reply(game, left) {
    $('thoughts').textContent = 'thinking …';
    // With a clock, it uses only a share of the time left.
    const millis = Math.min(this.#limits.millis ?? Infinity, Math.max(10, left / 25));
    const limits = millis < Infinity ? { ...this.#limits, millis } : this.#limits;
    const turn = game.turn();
    const found = await this.#engine.think(game.record(), limits, (found) => this.#show(found, turn));
    if (found) this.#show(found, turn);
    return found?.line[0];
  }

  #show(found, turn) {
    // The score of a weak player would mislead.
    $('thoughts').textContent = this.#limits.elo ? '' : `depth ${found.depth}, White ${evaluation(found, turn)}`;
  }

  /** Returns a move for the user; nothing if it is stopped. */
  async hint(game) {
    const found = await this.#advisor.think(game.record(), { millis: 500 });
    return found?.line[0];
  }
}
