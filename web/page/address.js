// The address of the page leads to the current game. When the address changes, its game is opened.

import { gameOf, linkTo } from './link.js';
import { plainly } from './say.js';

export class Address {
  /** The text behind the # for the game that is seen. */
  link = '';
  /** The text before that. A reload during a change of the address still requests it. */
  #before = '';
  /** The number of links that were requested. Only the last one counts. */
  #asked = 0;
  #play;

  /** @param {import('./play.js').Play} play */
  constructor(play) {
    this.#play = play;
    // A step in the browser's history leads to another tab of the page, not to an earlier game.
    addEventListener('popstate', ({ state }) => state && this.#write());
    addEventListener('hashchange', () => {
      if (location.hash !== '' && location.hash !== this.link) this.#follow();
    });
  }

  /** The addresses that a reload of this page can request. */
  get own() {
    return [this.link, this.#before];
  }

  /** Reads the game of the address, or the reason why there is none. */
  async read() {
    const link = location.hash;
    try {
      return { game: await gameOf(link) };
    } catch (error) {
      return { why: `the link leads to no game: ${plainly(error.message, link)}` };
    }
  }

  async #follow() {
    const asked = ++this.#asked;
    const { game, why } = await this.read();
    if (asked !== this.#asked) return;
    if (game) this.#play.openLinked(game);
    else this.#play.refuse(null, why);
  }

  /** Updates the address for the current game. Returns `true` if the address has changed. */
  async update() {
    const asked = ++this.#asked;
    const { link, news } = await linkTo(this.#play.game, this.#play.written);
    if (asked !== this.#asked) return false;
    document.getElementById('link-news').textContent = news;
    this.#write(link);
    if (this.link === location.hash) return false;
    [this.#before, this.link] = [this.link, location.hash];
    return true;
  }

  #write(link = this.link) {
    try {
      history.replaceState('seen', '', link || location.pathname + location.search);
    } catch {
      // Some browsers limit how often an address may change.
    }
  }
}
