// A game against the engine, or of two people, or one from a file: the turn, the answer, the end.

import { Chess } from '../js/chess0x88.js';
import { Address } from './address.js';
import { Analysis } from './analysis.js';
import { Clock } from './clock.js';
import { Evaluate } from './evaluate.js';
import { Hands } from './hands.js';
import { gameKept, keep, kept } from './kept.js';
import { mainLine } from './line.js';
import { classOf, rulesFor } from './makruk.js';
import { Opponent } from './opponent.js';
import { Records } from './records.js';
import { plainly, say, sentence } from './say.js';
import { withShape } from './shapes.js';
import { RESULTS, SIDES, other } from './sides.js';
import { View } from './view.js';

const $ = (id) => document.getElementById(id);

export class Play {
  game = new Chess();
  /** The side of the user: `w`, `b` or `both`; `read` for a game from a file, where moves can be tried and nothing is declared. */
  side = 'w';
  /** The side at the bottom of the board. */
  bottom = 'w';
  /** The reason of the last illegal move, or a hint. */
  notice = '';
  isRefused = false;
  /** The name of the step that can be undone; empty if there is none. */
  undoes = '';
  /** The squares of a hint. */
  hint = [];
  clock = new Clock(() => this.#view.showClocks(), (color) => this.end('flagFall', color));
  hands = new Hands(this);
  #view = new View(this);
  #records = new Records(this);
  #opponent = new Opponent();
  /** The best move that the analysis has found, as an arrow. */
  best = null;
  #analysis = new Analysis(
    (moves) => this.#playLine(moves),
    (best) => {
      this.best = best;
      this.#view.showBoard();
    },
  );
  #evaluate = new Evaluate();
  #address = new Address(this);
  /** The plies of the main line of a game from a file, when it was opened: its result belongs there. */
  #plies = 0;
  /** The cached value of `written`, until the game changes. */
  #written = null;
  /** The game before the last step that can be undone. */
  #before = null;

  constructor() {
    const form = $('new-game');
    form.variant.addEventListener('change', () => ($('start-number').hidden = form.variant.value !== 'chess960'));
    form.level.addEventListener('change', () => this.#opponent.setLevel(form.level.value));
    this.#opponent.setLevel(form.level.value);
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      try {
        await rulesFor(form.variant.value);
      } catch (error) {
        this.refuse(null, error.message);
        return;
      }
      this.#remember('new game');
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
        this.#changed(this.#lastMove());
      });
    }
    document.addEventListener('keydown', (event) => this.#key(event));
    $('analyse').addEventListener('change', () => {
      this.#settle();
      this.#changed($('analyse').checked ? 'The engine analyses, and does not reply.' : this.#isShared() ? 'The analysis has stopped.' : 'The engine plays again.');
    });
    addEventListener('pagehide', () => this.#keep());
    $('take-back').addEventListener('click', () => this.#takeBack());
    $('hint').addEventListener('click', () => this.#showHint());
    $('flip').addEventListener('click', () => {
      this.bottom = other(this.bottom);
      $('bar').classList.toggle('turned', this.bottom === 'b');
      this.show();
    });
    $('resign').addEventListener('click', () => this.declare('resignation', 'resign', this.mine()));
    $('agree').addEventListener('click', () => this.declare('draw', 'agreeDraw'));
    $('play-on').addEventListener('click', () => this.playFrom(this.variant, this.game.fen()));
    for (const [id, change] of [['promote', 'promote'], ['delete-variation', 'deleteVariation']]) {
      $(id).addEventListener('click', () => {
        this.#remember(id === 'promote' ? 'promotion of a variation' : 'deletion');
        this.#settle();
        this.game[change]();
        // The result is that of the line that is the main line now. A game from a file keeps its result.
        if (!this.isReading) this.game.setHeader('Result', '*');
        this.#written = null;
        if (this.isReading) this.#plies = mainLine(this.game).length;
        this.#changed(this.#lastMove());
      });
    }
    $('evaluate').addEventListener('click', () => this.#evaluateAll());
    $('undo').addEventListener('click', () => this.#undo());
    $('count').addEventListener('click', () => this.#count('startCounting'));
    $('stop-count').addEventListener('click', () => this.#count('stopCounting'));
    /** Waits for the game that is shown first. */
    this.ready = this.#open();
  }

  get variant() {
    return this.game.variant;
  }

  // Games: open, start, restore.

  /** Opens the game of the address, or the last one. */
  async #open() {
    const last = kept();
    const isNew = location.hash !== '' && !last?.links?.includes(location.hash);
    let { game, why } = isNew ? await this.#address.read() : {};
    if (game) this.openLinked(game);
    else {
      await rulesFor(last?.rules).catch(({ message }) => (why ??= `the last game cannot be shown: ${message}`));
      if (!last || !this.#restore(last)) this.show();
      else this.#records.restore(last.chosen);
    }
    if (why) this.refuse(null, why);
  }

  /** Starts a new game from a position. This can be undone. The rules of the variant must be loaded. */
  playFrom(variant, fen) {
    this.#remember('new game');
    this.begin({ variant, fen });
  }

  /** Starts a new game from a start of Chess960, from a FEN, or from the usual start. */
  begin({ variant, number, fen }) {
    const form = $('new-game');
    if (fen === undefined || this.isReading) this.side = form.side.value;
    if (fen !== undefined) form.variant.value = variant;
    this.#settle();
    if (variant === 'chess960' && fen === undefined) {
      this.game = Chess.chess960(number === '' ? Math.floor(Math.random() * 960) : Number(number));
    } else this.game = new (classOf(variant))(fen);
    // Another opponent of the same strength.
    this.#opponent.setLevel(form.level.value);
    this.#name(form.level.selectedOptions[0].textContent);
    this.clock.set(fen === undefined ? form.clock.value : '');
    this.bottom = this.side === 'b' ? 'b' : 'w';
    this.#changed(`New game. ${SIDES[this.game.turn()]} to move.`);
  }

  /** Names the players, the day and the level of the engine in the PGN. */
  #name(level) {
    // A game of two people here has a link in plain words, without a date.
    if (!SIDES[this.side]) return;
    const names = { [this.side]: 'You', [other(this.side)]: `chess0x88, ${level}` };
    const now = new Date();
    const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
    this.game.setHeader('Date', parts.join('.'));
    for (const color of 'wb') this.game.setHeader(SIDES[color], names[color]);
  }

  /** Opens a game, to read it or to continue it without clocks. */
  adopt(game, isRead, news) {
    this.#remember('loading');
    this.#settle();
    this.clock.set('');
    this.game = game;
    if (isRead) {
      this.side = 'read';
      this.#plies = mainLine(game).length;
    } else {
      if (this.isReading) this.side = $('new-game').side.value;
      // The engine does not move at once in a position that was just loaded.
      if (SIDES[this.side]) this.side = game.turn();
    }
    $('new-game').variant.value = this.variant;
    this.#changed(news());
  }

  /** Shows the game of a link. */
  openLinked(game) {
    this.adopt(game, true, () => `The game of the link. ${this.#lastMove()}`);
  }

  /** Stores the game before a step that can be undone. */
  #remember(what) {
    this.#before = { kept: this.#toKeep(), listed: this.#records.listed };
    const isNew = this.isAtEnd() && this.game.path().length === 0;
    this.undoes = isNew ? '' : what;
  }

  #undo() {
    const { kept, listed } = this.#before;
    this.#settle();
    this.undoes = '';
    this.#records.listed = listed;
    this.#restore(kept);
  }

  /** Continues a stored game. Returns `false` if it cannot be read. */
  #restore(last) {
    const game = gameKept(last);
    if (!game) return false;
    const form = $('new-game');
    form.variant.value = last.variant;
    form.variant.dispatchEvent(new Event('change'));
    if ([...form.level.options].some(({ value }) => value === last.level)) form.level.value = last.level;
    if (last.side !== 'read') form.side.value = last.side;
    this.#opponent.setLevel(form.level.value);
    $('analyse').checked = last.analyse ?? false;
    this.game = game;
    this.clock.kept = last.clock;
    this.side = last.side;
    this.bottom = last.bottom;
    this.#plies = last.plies;
    this.#changed(`The game goes on. ${this.#lastMove()}`);
    return true;
  }

  #toKeep() {
    const { game, side, bottom, clock } = this;
    const { variant, level } = $('new-game');
    return {
      pgn: this.written.pgn, path: game.path(), result: this.written.tags.Result, declared: game.declarations(), side, bottom, plies: this.#plies,
      rules: game.variant, variant: variant.value, level: level.value, links: this.#address.own, clock: clock.kept,
      analyse: $('analyse').checked, chosen: this.#records.listed.chosen,
    };
  }

  #keep() {
    keep(this.#toKeep());
  }

  // The state of the game.

  get isReading() {
    return this.side === 'read';
  }

  /** `true` if the user moves the pieces of both sides, and no engine answers. */
  #isShared() {
    return !SIDES[this.side] || $('analyse').checked;
  }

  /** The side whose pieces the user moves now, which is also the side that resigns. */
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

  /** The end of the game, on the board or by its file at the end of the main line; `null` if it is not over. */
  outcome() {
    const outcome = this.game.outcome();
    const { Result: result } = this.written.tags;
    const isEnd = this.isReading ? this.game.path().length === this.#plies : this.isAtEnd();
    if (outcome || !RESULTS[result] || !isEnd || !this.#isMainLine()) return outcome;
    return { text: RESULTS[result], result };
  }

  /** `true` if no more moves are played. In a game from a file, moves can be tried after its end. */
  isOver() {
    return Boolean(this.isReading ? this.game.outcome() : this.outcome());
  }

  /** The PGN and tags of the game. For a game from a file these are its own: a mate that was tried is not its end. */
  get written() {
    const { game, isReading } = this;
    if (this.#written?.game !== game) {
      const path = game.path();
      if (isReading) game.goTo([]);
      this.#written = { game, pgn: game.pgn(), tags: game.getHeaders() };
      if (isReading) game.goTo(path);
    }
    return this.#written;
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

  // Actions in the game.

  /** Plays a move, or shows why it is illegal. */
  try(move, square) {
    this.hands.selected = null;
    try {
      if (this.isOver()) throw new Error(`the game is over: ${this.outcome().text}`);
      if (!this.isOurTurn()) throw new Error(`it is ${SIDES[this.game.turn()]}'s move`);
      const isTried = this.isReading || $('analyse').checked;
      if (isTried) this.#remember('move');
      const played = this.game.move(move);
      this.clock.moved(played.color);
      if (!isTried) this.undoes = '';
      this.notice = '';
      this.#changed(this.#describe(played));
      return true;
    } catch (error) {
      this.refuse(square, typeof move === 'string' ? plainly(error.message, move) : error.message);
      return false;
    }
  }

  /** Plays the moves of a line that the analysis has found. */
  #playLine(moves) {
    this.#remember('moves of the analysis');
    this.#settle();
    for (const move of moves) this.game.move(move);
    this.#changed(this.#lastMove());
  }

  /** Adds an arrow or a circle to the current move, or removes it. The comment stores it. */
  draw(shape) {
    const comment = withShape(this.game.getComment() ?? '', shape);
    if (comment) this.game.setComment(comment);
    else this.game.removeComment();
    this.show();
  }

  /** Shows a message. */
  tell(text) {
    this.notice = text;
    this.isRefused = false;
    this.#view.show();
    say(text);
  }

  refuse(square, reason) {
    this.hands.selected = null;
    this.notice = sentence(reason);
    this.isRefused = true;
    this.show();
    this.hands.board.refuse(square);
    say(this.notice);
  }

  /** The left and right arrow keys step through the game, unless the focused element uses them. */
  #key(event) {
    const elsewhere = 'input:not([type=checkbox]), select, textarea, [role=tablist], [role=grid], dialog';
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if ($('play').hidden || event.target.closest?.(elsewhere)) return;
    const button = { ArrowLeft: 'previous', ArrowRight: 'next' }[event.key];
    if (button) {
      event.preventDefault();
      $(button).click();
    } else if (event.key === 'Escape') this.hands.cancel();
  }

  /** Goes to a move of the list. */
  goTo(path) {
    this.#settle();
    this.game.goTo(path);
    this.#changed(this.#lastMove());
  }

  #takeBack() {
    if (this.isReading) this.#remember('deletion');
    this.#settle();
    // A game that was shortened has no result yet. A game from a file keeps its result.
    if (!this.isReading && this.#isMainLine()) this.game.setHeader('Result', '*');
    this.#written = null;
    do {
      if (!this.game.undo()) break;
    } while (!this.isOurTurn());
    if (this.isReading) this.#plies = Math.min(this.#plies, mainLine(this.game).length);
    this.#changed(`Taken back. ${this.#lastMove()}`);
  }

  /** Declares how the game ends, for the user. This can be undone. */
  declare(what, name, argument) {
    this.#remember(what);
    this.end(name, argument);
  }

  /** Ends the game, or shows why it cannot. */
  end(name, argument) {
    try {
      const { text } = this.game[name](argument);
      this.#settle();
      this.#changed(sentence(text));
    } catch (error) {
      this.refuse(null, error.message);
    }
  }

  /** Starts or stops counting in Makruk, or shows why that is not possible. */
  #count(name) {
    try {
      this.game[name](this.mine());
      this.notice = '';
      this.show();
      say(sentence(this.game.count() ?? 'nobody counts'));
    } catch (error) {
      this.refuse(null, error.message);
    }
  }

  // The engine.

  /** Stops the clocks, the engine and the analysis. */
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
      this.refuse(null, error.message);
      return;
    }
    if (!reply || game !== this.game) return;
    const played = game.move(reply);
    this.clock.moved(played.color);
    const { premove } = this.hands;
    this.hands.premove = null;
    this.#changed(this.#describe(played));
    if (premove && !this.isOver()) this.hands.playPremove(premove);
  }

  async #showHint() {
    if (this.isOver() || !this.isOurTurn()) return;
    const game = this.game;
    const hint = await this.#opponent.hint(game);
    if (!hint || game !== this.game) return;
    const move = game.find(hint);
    this.hint = [move.from, move.to];
    this.notice = `Try ${move.san}.`;
    this.isRefused = false;
    this.show();
    say(this.notice);
  }

  /** Writes the engine's evaluation of each move into the game, or stops that. */
  async #evaluateAll() {
    if (this.#evaluate.isRunning) {
      this.#evaluate.stop();
      return;
    }
    const { game } = this;
    const button = $('evaluate');
    const before = button.textContent;
    this.#evaluate.isRunning = true;
    try {
      const found = await this.#evaluate.find(game, (done, all) => {
        button.textContent = `Stop: move ${done} of ${all}`;
        if (game !== this.game) this.#evaluate.stop();
      });
      if (!found || game !== this.game) return;
      if (found.length) this.#remember('evaluation');
      this.#evaluate.write(game, found);
      this.show();
      this.tell(found.length ? 'Each move has an evaluation now, in its comment and in the graph.' : 'Each move had an evaluation.');
    } catch (error) {
      this.refuse(null, error.message);
    } finally {
      button.textContent = before;
      this.#evaluate.isRunning = false;
    }
  }

  // Display.

  /** Shows and announces a change, and lets the engine answer. */
  #changed(news) {
    this.hint = [];
    const outcome = this.game.outcome();
    // Stepping back does not remove the result.
    if (outcome && !this.isReading && this.isAtEnd() && this.#isMainLine()) this.game.setHeader('Result', outcome.result);
    this.show();
    this.#records.showNote();
    say(news);
    const isOn = this.isAtEnd() && !this.outcome();
    // The clocks start at the first move, and stop during an analysis.
    this.clock.run(isOn && !$('analyse').checked && this.game.path().length ? this.game.turn() : null);
    if ($('analyse').checked) this.#analysis.start(this.game, this.bottom);
    else this.#analysis.stop();
    if (!$('analyse').checked) this.best = null;
    if (isOn && !this.isOurTurn()) this.#reply();
  }

  showBoard() {
    this.#view.showBoard();
  }

  show() {
    this.#written = null;
    this.#view.show();
    this.#records.show();
    this.#keep();
    this.#address.update().then((hasChanged) => hasChanged && this.#keep());
  }
}
