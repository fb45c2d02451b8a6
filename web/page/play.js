// A game against the engine, or of two people at one board.

import { Chess, chess960, parseFen } from './js/chess0x88.js';
import { Makruk } from './js/makruk.js';
import { Analysis } from './analysis.js';
import { Board, image, pieceName } from './board.js';
import { Clock } from './clock.js';
import { Engine } from './engine.js';
import { gamesOf, title } from './files.js';
import { gameOf, linkTo } from './link.js';
import { showCaptured } from './material.js';
import { MOVE_GLYPHS, MoveList } from './moves.js';
import { plainly, say, sentence } from './say.js';

const $ = (id) => document.getElementById(id);
const other = (color) => (color === 'w' ? 'b' : 'w');
const SIDES = { w: 'White', b: 'Black' };
/** How a game has ended of which a file tells the result alone. */
const RESULTS = { '1-0': 'White has won', '0-1': 'Black has won', '1/2-1/2': 'the game was drawn' };
/** Where a tab keeps its game: another tab has another game, and a new one begins with the game that was kept last. */
const KEPT = 'chess0x88.game';

export class Play {
  game = new Chess();
  #side = 'w';
  #bottom = 'w';
  #limits = { millis: 300 };
  #selected = null;
  #premove = null;
  #engine = new Engine();
  #advisor = new Engine();
  #analysis = new Analysis();
  #clock = new Clock(() => this.#showClocks(), (color) => this.#end('flagFall', color));
  #notice = '';
  #hint = [];
  /** What was declared in the game, and after how many plies: [plies, name of the method, argument]. No file has these. */
  #declared = [];
  /** What stands behind the # in the address. */
  #link = '';
  /** The games of the file that was loaded. */
  #file = [];

  constructor() {
    this.board = new Board($('play-board'), {
      label: 'Board',
      picked: (square) => this.#pick(square),
      dragged: (from, to) => this.#drag(from, to),
      cancelled: () => this.#cancel(),
    });
    this.list = new MoveList($('moves'), (path) => {
      this.#settle();
      this.game.goTo([]);
      this.#forget();
      this.game.goTo(path);
      this.#changed(this.#lastMove());
    });
    const form = $('new-game');
    form.variant.addEventListener('change', () => ($('start-number').hidden = form.variant.value !== 'chess960'));
    form.level.addEventListener('change', () => this.#setLevel());
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.begin({ variant: form.variant.value, number: form.start.value });
      $('settings').open = false;
    });
    $('typed').addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.#try(event.target.move.value.trim())) event.target.reset();
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
    addEventListener('hashchange', () => {
      if (location.hash !== '' && location.hash !== this.#link) this.#follow();
    });
    $('promotion').addEventListener('click', ({ target, currentTarget }) => {
      // The box is full of buttons: what is not in one is outside.
      if (target === currentTarget) currentTarget.close();
    });
    $('analyse').addEventListener('change', () => {
      this.#settle();
      this.#changed($('analyse').checked ? 'The engine analyses, and does not reply.' : 'The engine plays again.');
    });
    addEventListener('pagehide', () => this.#keep(this.game.pgn()));
    $('take-back').addEventListener('click', () => this.#takeBack());
    $('hint').addEventListener('click', () => this.#showHint());
    $('flip').addEventListener('click', () => {
      this.#bottom = other(this.#bottom);
      $('bar').classList.toggle('turned', this.#bottom === 'b');
      this.#show();
      this.#showClocks();
    });
    $('resign').addEventListener('click', () => this.#end('resign', this.#mine()));
    $('agree').addEventListener('click', () => this.#end('agreeDraw'));
    $('count').addEventListener('click', () => this.#count('startCounting'));
    $('stop-count').addEventListener('click', () => this.#count('stopCounting'));
    $('fen-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#load(() => this.#fromFen(event.target.fen.value.trim()), event.target.fen.value.trim());
    });
    $('pgn-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#load(() => this.#fromFile(event.target.pgn.value), event.target.pgn.value);
    });
    $('games').addEventListener('change', ({ target }) => {
      const { pgn } = this.#file[target.selectedIndex];
      this.#load(() => this.#fromPgn(pgn), pgn);
    });
    $('open-pgn').addEventListener('change', async ({ target }) => {
      const pgn = await target.files[0]?.text();
      if (pgn !== undefined) this.#load(() => this.#fromFile(pgn), pgn);
      target.value = '';
    });
    $('names').addEventListener('submit', (event) => event.preventDefault());
    $('names').addEventListener('change', ({ target }) => {
      this.game.setHeader(target.name, target.value.trim() || '?');
      this.#show();
    });
    $('note').glyph.append(...MOVE_GLYPHS.map(([nag, glyph]) => new Option(glyph, nag)));
    $('note').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#note(event.target.glyph.value, event.target.comment.value.trim());
    });
    $('save-pgn').addEventListener('click', () => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([this.game.pgn()], { type: 'application/x-chess-pgn' }));
      link.download = 'game.pgn';
      link.click();
      URL.revokeObjectURL(link.href);
    });
    const kept = this.#kept();
    if (location.hash && location.hash !== kept?.link) this.#follow();
    else if (!kept || !this.#restore(kept)) this.#show();
  }

  get variant() {
    return this.game.variant;
  }

  /** A new game: from a start of Chess960 by its number, from a FEN, or from where games start. */
  begin({ variant, number, fen }) {
    const form = $('new-game');
    if (fen === undefined) {
      this.#side = form.side.value;
    } else {
      form.variant.value = variant;
    }
    this.#setLevel();
    this.#settle();
    if (variant === 'makruk') this.game = new Makruk(fen);
    else if (variant === 'chess960' && fen === undefined) {
      this.game = Chess.chess960(number === '' ? Math.floor(Math.random() * 960) : Number(number));
    } else this.game = new Chess(fen);
    this.#clock.set(fen === undefined ? form.clock.value : '');
    this.#declared = [];
    this.#bottom = this.#side === 'b' ? 'b' : 'w';
    this.#changed(`New game. ${SIDES[this.game.turn()]} to move.`);
  }

  #setLevel() {
    const [unit, amount] = $('new-game').level.value.split(' ');
    this.#limits = { [unit]: Number(amount) };
  }

  /** Whether a person moves the pieces of both sides: there is no engine that replies. */
  #isShared() {
    return this.#side === 'both' || $('analyse').checked;
  }

  /** Whose pieces a person moves now; who gives up. */
  #mine() {
    return this.#isShared() ? this.game.turn() : this.#side;
  }

  #isOurTurn() {
    return this.#isShared() || this.game.turn() === this.#side;
  }

  #isAtEnd() {
    return this.game.variations().length === 0;
  }

  #isMainLine() {
    return this.game.path().every((variation) => variation === 0);
  }

  /** How the game has ended: on the board, or as its file says at the end of the main line; `null` while it goes on. */
  #outcome() {
    const outcome = this.game.outcome();
    const { Result: result } = this.game.getHeaders();
    if (outcome || !RESULTS[result] || !this.#isAtEnd() || !this.#isMainLine()) return outcome;
    return { text: RESULTS[result], result };
  }

  // What survives a reload.

  #keep(pgn) {
    const { game } = this;
    const { variant, level } = $('new-game');
    const kept = {
      pgn, path: game.path(), result: game.getHeaders().Result, declared: this.#declared, side: this.#side, bottom: this.#bottom,
      rules: game.variant, variant: variant.value, level: level.value, link: this.#link, clock: this.#clock.kept,
    };
    try {
      for (const storage of [sessionStorage, localStorage]) storage.setItem(KEPT, JSON.stringify(kept));
    } catch {
      // A browser that keeps nothing, or a game that is too long: a reload begins another game.
    }
  }

  #kept() {
    try {
      return JSON.parse(sessionStorage.getItem(KEPT) ?? localStorage.getItem(KEPT));
    } catch {
      return null;
    }
  }

  /** The address leads to the board as it is seen now. */
  #address() {
    const link = linkTo(this.game, this.#outcome()?.result);
    try {
      history.replaceState(null, '', link || location.pathname + location.search);
    } catch {
      // Some browsers let an address change only so often.
    }
    this.#link = location.hash;
  }

  /** Shows the game that the address leads to. The engine does not reply until a new game begins. */
  #follow() {
    try {
      const game = gameOf(location.hash);
      this.#settle();
      this.#clock.set('');
      this.game = game;
      this.#declared = [];
      $('new-game').side.value = this.#side = 'both';
      $('new-game').variant.value = this.variant;
      this.#changed(`The game of the link. ${this.#lastMove()}`);
    } catch (error) {
      this.#refuse(null, `the link leads to no game: ${plainly(error.message, location.hash)}`);
    }
  }

  /** Goes on with the game that was kept. Whether it could be read. */
  #restore(kept) {
    let game;
    try {
      game = kept.rules === 'makruk' ? new Makruk() : new Chess();
      game.loadPgn(kept.pgn);
      game.setHeader('Result', kept.result);
      game.goTo([]);
      // What was declared at a ply comes before the next move.
      for (let plies = 0; plies <= kept.path.length; plies++) {
        for (const [, name, argument] of kept.declared.filter(([at]) => at === plies)) game[name](argument ?? undefined);
        if (plies < kept.path.length) game.forward(kept.path[plies]);
      }
    } catch {
      return false;
    }
    const form = $('new-game');
    form.variant.value = kept.variant;
    form.variant.dispatchEvent(new Event('change'));
    form.level.value = kept.level;
    form.side.value = kept.side;
    this.#setLevel();
    this.game = game;
    this.#declared = kept.declared;
    this.#clock.kept = kept.clock;
    this.#side = kept.side;
    this.#bottom = kept.bottom;
    this.#changed(`The game goes on. ${this.#lastMove()}`);
    return true;
  }

  /** Declares something in the game, and remembers it for a reload. */
  #declare(name, argument) {
    const declared = this.game[name](argument);
    this.#declared.push([this.game.path().length, name, argument]);
    return declared;
  }

  /** The game has gone back to so many plies, and with the moves it has forgotten what was declared after them. */
  #forget(plies = this.game.path().length) {
    this.#declared = this.#declared.filter(([at]) => at <= plies);
  }

  // What is done on the board.

  #pick(square) {
    const piece = this.game.get(square);
    const from = this.#selected;
    if (this.#premove && !this.#isOurTurn()) this.#premove = null;
    if (from === square) return this.#cancel();
    if (from && !(piece?.color === this.#mine() && !this.#targets(from).includes(square))) {
      this.#attempt(from, square);
      return;
    }
    if (piece?.color === this.#mine()) {
      this.#selected = square;
      this.#notice = '';
      this.#show();
      const targets = this.#targets(square);
      const what = this.#isOurTurn() ? 'can go to' : 'premove to';
      say(`${this.#nameAt(square)} on ${square}: ${targets.length ? `${what} ${targets.join(' ')}` : 'cannot move'}`);
    } else if (piece) {
      this.#refuse(square, `the piece on ${square} is not ${SIDES[this.#mine()]}'s`);
    } else {
      this.#refuse(square, `no piece on ${square}`);
    }
  }

  #drag(from, to) {
    if (to === null) return this.#cancel();
    this.#attempt(from, to);
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
    } else if (event.key === 'Escape') this.#cancel();
  }

  #cancel() {
    this.#selected = this.#premove = null;
    this.#notice = '';
    this.#show();
  }

  #nameAt(square) {
    const letter = parseFen(this.game.fen()).pieces.get(square);
    return letter ? pieceName(letter, this.variant) : 'nothing';
  }

  /** Where the piece on a square may go, or might on a premove. A rook stands for castling with it. */
  #targets(square) {
    if (this.#outcome()) return [];
    if (!this.#isOurTurn()) return this.game.premoves(square);
    const found = this.game.moves({ square, verbose: true });
    return [...new Set(found.flatMap((move) => (move.rook ? [move.to, move.rook] : [move.to])))];
  }

  #attempt(from, to) {
    if (!this.#isOurTurn() && !this.#outcome()) return this.#setPremove(from, to);
    const promotions = this.game
      .moves({ square: from, verbose: true })
      .filter((move) => move.to === to && move.promotion)
      .map((move) => move.promotion);
    if (promotions.length > 1 && !this.#outcome()) this.#choose(from, to, promotions);
    else this.#try({ from, to }, to);
  }

  #setPremove(from, to) {
    const piece = this.game.get(from);
    this.#selected = null;
    if (piece?.color !== this.#side) return this.#refuse(from, `the piece on ${from} is not ${SIDES[this.#side]}'s`);
    if (!this.game.premoves(from).includes(to)) return this.#refuse(to, `no premove of the ${this.#nameAt(from)} leads to ${to}`);
    this.#premove = { from, to };
    this.#notice = '';
    this.#show();
    say(`Premove ${from} ${to}`);
  }

  #choose(from, to, promotions) {
    const dialog = $('promotion');
    const color = this.game.turn();
    dialog.replaceChildren(
      // The queen is the last of them, and stands first.
      ...promotions.reverse().map((role) => {
        const letter = color === 'w' ? role.toUpperCase() : role;
        const button = document.createElement('button');
        button.setAttribute('aria-label', pieceName(letter, this.variant));
        button.style.backgroundImage = `url("${image(letter, this.variant)}")`;
        button.addEventListener('click', () => {
          dialog.close();
          this.#try({ from, to, promotion: role }, to);
        });
        return button;
      }),
    );
    this.#selected = null;
    this.#show();
    dialog.showModal();
    // At the square, and along its file into the board.
    const { left, top, bottom, width } = this.board.place(to);
    const isAbove = to[1] === (this.#bottom === 'w' ? '8' : '1');
    dialog.classList.toggle('below', !isAbove);
    dialog.style.cssText = `left: ${left}px; --square: ${width}px; top: ${isAbove ? top : bottom - promotions.length * width}px`;
  }

  /** Plays a move, or says why not. */
  #try(move, square) {
    this.#selected = null;
    try {
      const outcome = this.#outcome();
      if (outcome) throw new Error(`the game is over: ${outcome.text}`);
      if (!this.#isOurTurn()) throw new Error(`it is ${SIDES[this.game.turn()]}'s move`);
      const played = this.game.move(move);
      this.#clock.moved(played.color);
      this.#notice = '';
      this.#changed(this.#describe(played));
      return true;
    } catch (error) {
      this.#refuse(square, typeof move === 'string' ? plainly(error.message, move) : error.message);
      return false;
    }
  }

  #refuse(square, reason) {
    this.#selected = null;
    this.#notice = sentence(reason);
    this.#show();
    this.board.refuse(square);
    say(this.#notice);
  }

  #describe(move) {
    const who = SIDES[move.color];
    const outcome = this.#outcome();
    const check = !outcome && this.game.isCheck() ? ', check' : '';
    return `${who}: ${move.san}${check}. ${outcome ? sentence(outcome.text) : ''}`.trim();
  }

  #lastMove() {
    const move = this.game.history({ verbose: true }).at(-1);
    return move ? this.#describe(move) : 'The start.';
  }

  // The engine.

  /** Ends whatever is under way. */
  #settle() {
    $('thoughts').textContent = '';
    this.#clock.run(null);
    this.#engine.stop();
    this.#advisor.stop();
    this.#selected = this.#premove = null;
    this.#notice = '';
  }

  async #reply() {
    const game = this.game;
    $('thoughts').textContent = 'thinking …';
    // With a clock, no more than a share of the time that is left.
    const millis = Math.min(this.#limits.millis ?? Infinity, Math.max(10, this.#clock.left(game.turn()) / 25));
    const limits = millis < Infinity ? { ...this.#limits, millis } : this.#limits;
    let found;
    try {
      found = await this.#engine.think(game.record(), limits, (found) => this.#thinks(found));
    } catch (error) {
      this.#notice = sentence(error.message);
      this.#show();
      return;
    }
    if (!found || game !== this.game) return;
    this.#thinks(found);
    const played = game.move(found.line[0]);
    this.#clock.moved(played.color);
    const premove = this.#premove;
    this.#premove = null;
    this.#changed(this.#describe(played));
    if (premove && !this.#outcome()) this.#playPremove(premove);
  }

  #playPremove({ from, to }) {
    const promotions = this.game.moves({ square: from, verbose: true }).filter((move) => move.to === to && move.promotion);
    // Nobody is there to be asked: a premove promotes to the best there is.
    const promotion = promotions.find((move) => 'qm'.includes(move.promotion))?.promotion;
    this.#try({ from, to, promotion }, to);
  }

  #thinks({ depth, unit, score }) {
    const own = unit === 'mate' ? `mate in ${score}` : `${score > 0 ? '+' : ''}${(score / 100).toFixed(2)}`;
    $('thoughts').textContent = `depth ${depth}, ${own}`;
  }

  async #showHint() {
    if (this.#outcome() || !this.#isOurTurn()) return;
    const game = this.game;
    const found = await this.#advisor.think(game.record(), { millis: 500 });
    if (!found?.line.length || game !== this.game) return;
    const move = game.find(found.line[0]);
    this.#hint = [move.from, move.to];
    this.#notice = `Try ${move.san}.`;
    this.#show();
    say(this.#notice);
  }

  #takeBack() {
    this.#settle();
    // The result of a file is not that of a game with fewer moves.
    if (this.#isMainLine()) this.game.setHeader('Result', '*');
    do {
      if (!this.game.undo()) break;
    } while (!this.#isOurTurn());
    this.#forget();
    this.#changed(`Taken back. ${this.#lastMove()}`);
  }

  #end(name, argument) {
    try {
      const { text } = this.#declare(name, argument);
      this.#settle();
      this.#changed(sentence(text));
    } catch (error) {
      this.#refuse(null, error.message);
    }
  }

  /** A word of Makruk, or the reason why there is nothing to count or to stop. */
  #count(name) {
    try {
      this.#declare(name, this.#mine());
      this.#notice = '';
      this.#show();
      say(sentence(this.game.count() ?? 'nobody counts'));
    } catch (error) {
      this.#refuse(null, error.message);
    }
  }

  // Files.

  #load(how, text) {
    const error = $('file-error');
    error.textContent = '';
    try {
      const game = how();
      this.#settle();
      this.#clock.set('');
      this.game = game;
      this.#declared = [];
      $('new-game').variant.value = this.variant;
      this.#changed('Loaded.');
    } catch (reason) {
      error.textContent = sentence(plainly(reason.message, text));
    }
  }

  /** A FEN of the game that is played, or of the other if it is none of this one's. */
  #fromFen(fen) {
    const [Own, Other] = this.variant === 'makruk' ? [Makruk, Chess] : [Chess, Makruk];
    try {
      return new Own(fen);
    } catch (error) {
      try {
        return new Other(fen);
      } catch {
        throw error;
      }
    }
  }

  /** The first game of a file; there is a list to choose another from. */
  #fromFile(text) {
    this.#file = gamesOf(text);
    $('choose').hidden = this.#file.length < 2;
    $('games').replaceChildren(...this.#file.map(({ title }, i) => new Option(`${i + 1}. ${title}`)));
    $('games').selectedIndex = 0;
    return this.#fromPgn(this.#file[0].pgn);
  }

  /** Gives the last move a glyph in place of another, and a comment. */
  #note(glyph, comment) {
    const { nags } = this.game;
    const kept = nags.filter((nag) => nag > MOVE_GLYPHS.length);
    nags.splice(0, nags.length, ...(glyph ? [Number(glyph)] : []), ...kept);
    if (comment) this.game.setComment(comment);
    else this.game.removeComment();
    this.#show();
  }

  #fromPgn(pgn) {
    const game = /^\s*\[Variant\s+"Makruk"/im.test(pgn) ? new Makruk() : new Chess();
    game.loadPgn(pgn);
    return game;
  }

  // What is seen.

  /** Something has happened: shows it, says it, and lets the engine reply. */
  #changed(news) {
    this.#hint = [];
    this.#show();
    this.#showNote();
    say(news);
    const isOn = this.#isAtEnd() && !this.#outcome();
    // The clocks wait for the first move, and stand still during an analysis.
    this.#clock.run(isOn && !$('analyse').checked && this.game.path().length ? this.game.turn() : null);
    this.#showClocks();
    if ($('analyse').checked) this.#analysis.start(this.game, this.#bottom);
    else this.#analysis.stop();
    if (isOn && !this.#isOurTurn()) this.#reply();
  }

  #show() {
    const { game } = this;
    const last = game.history({ verbose: true }).at(-1);
    const outcome = this.#outcome();
    const targets = this.#selected ? this.#targets(this.#selected) : [];
    const king = game.findPiece({ type: 'k', color: game.turn() });
    this.board.show({
      pieces: parseFen(game.fen()).pieces,
      variant: this.variant,
      bottom: this.#bottom,
      marks: {
        last: last && [last.from, last.to],
        check: game.isCheck() ? king : [],
        mate: game.isCheckmate() ? king : [],
        selected: this.#selected ? [this.#selected] : [],
        target: targets,
        premove: this.#premove ? [this.#premove.from, this.#premove.to] : [],
        hint: this.#hint,
      },
      says: (_, classes) =>
        classes
          .map((name) => ({ check: 'in check', selected: 'selected', target: 'can be reached', last: 'last move', premove: 'premove' })[name])
          .filter((text) => text),
    });
    $('notice').textContent = this.#notice;
    $('status').textContent = outcome
      ? `${sentence(outcome.text)} ${outcome.result}${outcome.announced ? ` (announced: ${outcome.announced})` : ''}`
      : [`${SIDES[game.turn()]} to move${game.isCheck() ? ', in check' : ''}.`, game.count() && sentence(game.count())]
          .filter((text) => text)
          .join(' ');
    $('status').classList.toggle('over', Boolean(outcome));
    for (const [place, color] of [['top', other(this.#bottom)], ['bottom', this.#bottom]]) {
      $(`${place}-player`).textContent = this.#player(color);
      showCaptured($(`${place}-captured`), game, color);
    }
    $('resign').disabled = Boolean(outcome);
    $('agree').hidden = this.#side !== 'both';
    $('agree').disabled = Boolean(outcome);
    $('count').hidden = $('stop-count').hidden = this.variant !== 'makruk';
    $('count').disabled = $('stop-count').disabled = Boolean(outcome);
    $('take-back').disabled = $('previous').disabled = $('first').disabled = !last;
    $('next').disabled = $('last').disabled = this.#isAtEnd();
    this.#showClaims(outcome);
    const { FEN: start = game.record().start, ...tags } = game.getHeaders();
    this.list.show(game, start, outcome?.result ?? (RESULTS[tags.Result] && tags.Result));
    $('title').textContent = title({ ...tags, White: null, Black: null, Result: null });
    for (const name of ['White', 'Black']) $('names')[name].value = tags[name] === '?' ? '' : tags[name];
    $('fen-form').fen.value = game.fen();
    const pgn = game.pgn();
    $('pgn-form').pgn.value = pgn;
    this.#address();
    this.#keep(pgn);
  }

  /** `Ada (2100)`, as the file has it, or `White, you`. */
  #player(color) {
    const headers = this.game.getHeaders();
    const name = headers[SIDES[color]];
    const rating = headers[`${SIDES[color]}Elo`];
    const who = this.#side === 'both' ? '' : color === this.#side ? ', you' : ', the engine';
    return (name === '?' ? SIDES[color] : name + (rating ? ` (${rating})` : '')) + who;
  }

  #showClocks() {
    $('top-clock').textContent = this.#clock.text(other(this.#bottom));
    $('bottom-clock').textContent = this.#clock.text(this.#bottom);
  }

  /** What is noted of the last move. Only another move changes it, so that a note half written is not lost. */
  #showNote() {
    const note = $('note');
    note.hidden = this.game.path().length === 0;
    note.comment.value = this.game.getComment() ?? '';
    note.glyph.value = this.game.nags.find((nag) => nag <= MOVE_GLYPHS.length) ?? '';
  }

  #showClaims(outcome) {
    const claims = outcome || !this.#isOurTurn() ? [] : this.game.claims();
    const buttons = claims.flatMap(({ name, occurred, moves }) => {
      const claim = (text, move) => {
        const button = document.createElement('button');
        button.textContent = text;
        button.addEventListener('click', () => this.#end('claim', move));
        return button;
      };
      if (occurred) return [claim(`Claim a draw by ${name}`)];
      return moves.slice(0, 3).map((san) => claim(`Announce ${san}, claim ${name}`, san));
    });
    $('claims').replaceChildren(...buttons);
  }
}
