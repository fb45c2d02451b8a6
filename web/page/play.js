// A game against the engine, or of two people at one board: whose move it is, the reply, how the game ends.

import { Chess } from '../js/chess0x88.js';
import { Makruk } from '../js/makruk.js';
import { Address } from './address.js';
import { Analysis } from './analysis.js';
import { Clock } from './clock.js';
import { Hands } from './hands.js';
import { gameKept, keep, kept } from './kept.js';
import { Opponent } from './opponent.js';
import { Records } from './records.js';
import { plainly, say, sentence } from './say.js';
import { RESULTS, SIDES, other } from './sides.js';
import { View } from './view.js';

const $ = (id) => document.getElementById(id);

export class Play {
  game = new Chess();
  /** Whose pieces a person moves: `w`, `b` or `both`. */
  side = 'w';
  /** Whose side of the board is seen below. */
  bottom = 'w';
  /** What was refused, and why; a hint. */
  notice = '';
  /** The squares of a hint. */
  hint = [];
  clock = new Clock(() => this.#view.showClocks(), (color) => this.end('flagFall', color));
  hands = new Hands(this);
  #view = new View(this);
  #records = new Records(this);
  #opponent = new Opponent();
  #analysis = new Analysis();
  #address = new Address(this);
  /** What was declared in the game, and after how many plies: [plies, name of the method, argument]. No file has these. */
  #declared = [];

  constructor() {
    const form = $('new-game');
    form.variant.addEventListener('change', () => ($('start-number').hidden = form.variant.value !== 'chess960'));
    form.level.addEventListener('change', () => this.#opponent.setLevel(form.level.value));
    this.#opponent.setLevel(form.level.value);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.begin({ variant: form.variant.value, number: form.start.value });
      $('settings').open = false;
    });
    $('typed').addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.try(event.target.move.value.trim())) event.target.reset();
    });
    const steps = {
      first: () => this.game.goTo([]),
      previous: () => this.game.back(),
      next: () => this.game.forward(),
      last: () => {
        while (this.game.forward());
      },
    };
    for (const [id, step] of Object.entries(steps)) {
      $(id).addEventListener('click', () => {
        this.#settle();
        step();
        this.#forget();
        this.#changed(this.#lastMove());
      });
    }
    document.addEventListener('keydown', (event) => this.#key(event));
    $('analyse').addEventListener('change', () => {
      this.#settle();
      this.#changed($('analyse').checked ? 'The engine analyses, and does not reply.' : 'The engine plays again.');
    });
    addEventListener('pagehide', () => this.#keep());
    $('take-back').addEventListener('click', () => this.#takeBack());
    $('hint').addEventListener('click', () => this.#showHint());
    $('flip').addEventListener('click', () => {
      this.bottom = other(this.bottom);
      $('bar').classList.toggle('turned', this.bottom === 'b');
      this.show();
      this.#view.showClocks();
    });
    $('resign').addEventListener('click', () => this.end('resign', this.mine()));
    $('agree').addEventListener('click', () => this.end('agreeDraw'));
    $('count').addEventListener('click', () => this.#count('startCounting'));
    $('stop-count').addEventListener('click', () => this.#count('stopCounting'));
    /** Waits for the game that is shown first. */
    this.ready = this.#open();
  }

  get variant() {
    return this.game.variant;
  }

  // Which game it is.

  /** The game of the address, or the last one. */
  async #open() {
    const last = kept();
    const isNew = location.hash !== '' && !last?.links?.includes(location.hash);
    const { game, why } = isNew ? await this.#address.read() : {};
    if (game) this.openLinked(game);
    else if (!last || !this.#restore(last)) this.show();
    if (why) this.refuse(null, why);
  }

  /** A new game: from a start of Chess960 by its number, from a FEN, or from where games start. */
  begin({ variant, number, fen }) {
    const form = $('new-game');
    if (fen === undefined) {
      this.side = form.side.value;
    } else {
      form.variant.value = variant;
    }
    this.#settle();
    if (variant === 'makruk') this.game = new Makruk(fen);
    else if (variant === 'chess960' && fen === undefined) {
      this.game = Chess.chess960(number === '' ? Math.floor(Math.random() * 960) : Number(number));
    } else this.game = new Chess(fen);
    this.clock.set(fen === undefined ? form.clock.value : '');
    this.#declared = [];
    this.bottom = this.side === 'b' ? 'b' : 'w';
    this.#changed(`New game. ${SIDES[this.game.turn()]} to move.`);
  }

  /** Goes on with a game that was read, without clocks. */
  adopt(game, news) {
    this.#settle();
    this.clock.set('');
    this.game = game;
    this.#declared = [];
    $('new-game').variant.value = this.variant;
    this.#changed(news());
  }

  /** Shows the game of a link. The engine does not reply until a new game begins. */
  openLinked(game) {
    $('new-game').side.value = this.side = 'both';
    this.adopt(game, () => `The game of the link. ${this.#lastMove()}`);
  }

  /** Goes on with the game that was kept. Whether it could be read. */
  #restore(last) {
    const game = gameKept(last);
    if (!game) return false;
    const form = $('new-game');
    form.variant.value = last.variant;
    form.variant.dispatchEvent(new Event('change'));
    form.level.value = last.level;
    form.side.value = last.side;
    this.#opponent.setLevel(form.level.value);
    $('analyse').checked = last.analyse ?? false;
    this.#records.restore(last.chosen);
    this.game = game;
    this.#declared = last.declared;
    this.clock.kept = last.clock;
    this.side = last.side;
    this.bottom = last.bottom;
    this.#changed(`The game goes on. ${this.#lastMove()}`);
    return true;
  }

  #keep() {
    const { game, side, bottom, clock } = this;
    const { variant, level } = $('new-game');
    keep({
      pgn: game.pgn(), path: game.path(), result: game.getHeaders().Result, declared: this.#declared, side, bottom,
      rules: game.variant, variant: variant.value, level: level.value, links: this.#address.own, clock: clock.kept,
      analyse: $('analyse').checked, chosen: this.#records.chosen,
    });
  }

  // How it stands.

  /** Whether a person moves the pieces of both sides: there is no engine that replies. */
  #isShared() {
    return this.side === 'both' || $('analyse').checked;
  }

  /** Whose pieces a person moves now; who gives up. */
  mine() {
    return this.#isShared() ? this.game.turn() : this.side;
  }

  isOurTurn() {
    return this.#isShared() || this.game.turn() === this.side;
  }

  isAtEnd() {
    return this.game.variations().length === 0;
  }

  #isMainLine() {
    return this.game.path().every((variation) => variation === 0);
  }

  /** How the game has ended: on the board, or as its file says at the end of the main line; `null` while it goes on. */
  outcome() {
    const outcome = this.game.outcome();
    const { Result: result } = this.game.getHeaders();
    if (outcome || !RESULTS[result] || !this.isAtEnd() || !this.#isMainLine()) return outcome;
    return { text: RESULTS[result], result };
  }

  #describe(move) {
    const who = SIDES[move.color];
    const outcome = this.outcome();
    const check = !outcome && this.game.isCheck() ? ', check' : '';
    return `${who}: ${move.san}${check}. ${outcome ? sentence(outcome.text) : ''}`.trim();
  }

  #lastMove() {
    const move = this.game.history({ verbose: true }).at(-1);
    return move ? this.#describe(move) : 'The start.';
  }

  // What is done in it.

  /** Plays a move, or says why not. */
  try(move, square) {
    this.hands.selected = null;
    try {
      const outcome = this.outcome();
      if (outcome) throw new Error(`the game is over: ${outcome.text}`);
      if (!this.isOurTurn()) throw new Error(`it is ${SIDES[this.game.turn()]}'s move`);
      const played = this.game.move(move);
      this.clock.moved(played.color);
      this.notice = '';
      this.#changed(this.#describe(played));
      return true;
    } catch (error) {
      this.refuse(square, typeof move === 'string' ? plainly(error.message, move) : error.message);
      return false;
    }
  }

  refuse(square, reason) {
    this.hands.selected = null;
    this.notice = sentence(reason);
    this.show();
    this.hands.board.refuse(square);
    say(this.notice);
  }

  /** Left and right step through the game wherever they have nothing else to do. */
  #key(event) {
    const elsewhere = 'input, select, textarea, [role=tablist], [role=grid], dialog';
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if ($('play').hidden || event.target.closest?.(elsewhere)) return;
    const button = { ArrowLeft: 'previous', ArrowRight: 'next' }[event.key];
    if (button) {
      event.preventDefault();
      $(button).click();
    } else if (event.key === 'Escape') this.hands.cancel();
  }

  /** Goes to a move in the list. */
  goTo(path) {
    this.#settle();
    this.game.goTo([]);
    this.#forget();
    this.game.goTo(path);
    this.#changed(this.#lastMove());
  }

  #takeBack() {
    this.#settle();
    // The result of a file is not that of a game with fewer moves.
    if (this.#isMainLine()) this.game.setHeader('Result', '*');
    do {
      if (!this.game.undo()) break;
    } while (!this.isOurTurn());
    this.#forget();
    this.#changed(`Taken back. ${this.#lastMove()}`);
  }

  /** Declares something in the game, and remembers it for a reload. */
  #declare(name, argument) {
    const declared = this.game[name](argument);
    this.#declared.push([this.game.path().length, name, argument]);
    return declared;
  }

  /** The game has gone back, and with the moves it has forgotten what was declared after them. */
  #forget(plies = this.game.path().length) {
    this.#declared = this.#declared.filter(([at]) => at <= plies);
  }

  end(name, argument) {
    try {
      const { text } = this.#declare(name, argument);
      this.#settle();
      this.#changed(sentence(text));
    } catch (error) {
      this.refuse(null, error.message);
    }
  }

  /** A word of Makruk, or the reason why there is nothing to count or to stop. */
  #count(name) {
    try {
      this.#declare(name, this.mine());
      this.notice = '';
      this.show();
      say(sentence(this.game.count() ?? 'nobody counts'));
    } catch (error) {
      this.refuse(null, error.message);
    }
  }

  // The engine.

  /** Ends whatever is under way. */
  #settle() {
    this.clock.run(null);
    this.#opponent.stop();
    this.hands.release();
    this.notice = '';
  }

  async #reply() {
    const game = this.game;
    let reply;
    try {
      reply = await this.#opponent.reply(game, this.clock.left(game.turn()));
    } catch (error) {
      this.notice = sentence(error.message);
      this.show();
      return;
    }
    if (!reply || game !== this.game) return;
    const played = game.move(reply);
    this.clock.moved(played.color);
    const { premove } = this.hands;
    this.hands.premove = null;
    this.#changed(this.#describe(played));
    if (premove && !this.outcome()) this.hands.playPremove(premove);
  }

  async #showHint() {
    if (this.outcome() || !this.isOurTurn()) return;
    const game = this.game;
    const hint = await this.#opponent.hint(game);
    if (!hint || game !== this.game) return;
    const move = game.find(hint);
    this.hint = [move.from, move.to];
    this.notice = `Try ${move.san}.`;
    this.show();
    say(this.notice);
  }

  // What is seen.

  /** Something has happened: shows it, says it, and lets the engine reply. */
  #changed(news) {
    this.hint = [];
    const outcome = this.game.outcome();
    // Steps back do not take the result away.
    if (outcome && this.isAtEnd() && this.#isMainLine()) this.game.setHeader('Result', outcome.result);
    this.show();
    this.#records.showNote();
    say(news);
    const isOn = this.isAtEnd() && !this.outcome();
    // The clocks wait for the first move, and stand still during an analysis.
    this.clock.run(isOn && !$('analyse').checked && this.game.path().length ? this.game.turn() : null);
    this.#view.showClocks();
    if ($('analyse').checked) this.#analysis.start(this.game, this.bottom);
    else this.#analysis.stop();
    if (isOn && !this.isOurTurn()) this.#reply();
  }

  show() {
    this.#view.show();
    this.#records.show();
    this.#keep();
    this.#address.update().then((hasChanged) => hasChanged && this.#keep());
  }
}
