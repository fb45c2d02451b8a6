// The view of a game: the board with its marks, the state, the players, the moves, the buttons.

import { parseFen } from '../js/chess0x88.js';
import { clocksOf, showGraph } from './review.js';
import { title } from './files.js';
import { classOf } from './makruk.js';
import { showCaptured } from './material.js';
import { MoveList } from './moves.js';
import { showOpening } from './opening.js';
import { sentence } from './say.js';
import { shapesOf } from './shapes.js';
import { RESULTS, SIDES, other } from './sides.js';

const $ = (id) => document.getElementById(id);
/** The description of a square, by its marks. */
const MARKS = { check: 'in check', selected: 'selected', target: 'can be reached', last: 'last move', premove: 'premove' };

/** `true` if counting can be started or stopped. A copy of the game tries it. */
function mayDeclare(play, name) {
  if (play.variant !== 'makruk' || play.outcome()) return false;
  const copy = new (classOf(play.variant))(play.game.fen());
  try {
    copy[name](play.mine());
    return true;
  } catch {
    return false;
  } finally {
    copy.free();
  }
}

export class View {
  #play;
  #list;

  /** @param {import('./play.js').Play} play */
  constructor(play) {
    this.#play = play;
    this.#list = new MoveList($('moves'), (path) => play.goTo(path));
  }

  show() {
    const play = this.#play;
    const { game } = play;
    const outcome = play.outcome();
    this.showBoard();
    this.#showStatus(outcome);
    showOpening($('opening'), game);
    for (const [place, color] of [['top', other(play.bottom)], ['bottom', play.bottom]]) {
      $(`${place}-player`).textContent = this.#player(color);
      showCaptured($(`${place}-captured`), game, color);
    }
    this.#showButtons();
    this.#showClaims(outcome);
    this.showClocks();
    const { pgn, tags } = play.written;
    const result = RESULTS[tags.Result] && tags.Result;
    showGraph($('graph'), game, pgn, (path) => play.goTo(path));
    $('play-board').classList.toggle('read', play.isReading);
    this.#list.show(game, pgn, play.isReading ? result : (outcome?.result ?? result));
    $('title').textContent = title({ ...tags, White: null, Black: null, Result: null });
  }

  showBoard() {
    const { game, hands, bottom, hint, variant, best } = this.#play;
    const last = game.history({ verbose: true }).at(-1);
    const king = game.findPiece({ type: 'k', color: game.turn() });
    const { selected, premove } = hands;
    hands.board.show({
      pieces: parseFen(game.fen()).pieces,
      variant,
      bottom,
      marks: {
        last: last && [last.from, last.to],
        check: game.isCheck() ? king : [],
        mate: game.isCheckmate() ? king : [],
        selected: selected ? [selected] : [],
        target: selected ? hands.targets(selected) : [],
        premove: premove ? [premove.from, premove.to] : [],
        hint,
      },
      shapes: [...shapesOf(game.getComment() ?? ''), ...(best ? [best] : [])],
      says: (_, classes) => classes.map((name) => MARKS[name]).filter((text) => text),
    });
  }

  #showStatus(outcome) {
    const { game, notice, isRefused } = this.#play;
    $('notice').textContent = notice;
    $('notice').classList.toggle('wrong', isRefused);
    $('status').textContent = outcome
      ? `${sentence(outcome.text)} ${outcome.result}${outcome.announced ? ` (announced: ${outcome.announced})` : ''}`
      : [`${SIDES[game.turn()]} to move${game.isCheck() ? ', in check' : ''}.`, game.count() && sentence(game.count())]
          .filter((text) => text)
          .join(' ');
    $('status').classList.toggle('over', Boolean(outcome));
  }

  /** Writes `Ada (2100)` from the file, or `White, you`. A name from a file is not that of the engine. */
  #player(color) {
    const { side, written } = this.#play;
    const name = written.tags[SIDES[color]];
    const rating = written.tags[`${SIDES[color]}Elo`];
    if (name !== '?' && !SIDES[side]) return name + (rating ? ` (${rating})` : '');
    return SIDES[color] + (!SIDES[side] ? '' : color === side ? ', you' : ', the engine');
  }

  #showButtons() {
    const play = this.#play;
    const { isReading } = play;
    $('agree').hidden = play.side !== 'both';
    $('resign').hidden = isReading;
    $('play-on').hidden = !isReading;
    $('take-back').textContent = isReading ? 'Delete move' : 'Take back';
    $('copy-thai-fen').hidden = play.variant !== 'makruk';
    $('undo').hidden = !play.undoes;
    $('evaluate').hidden = play.isAtEnd() && play.game.path().length === 0;
    $('undo').textContent = `Undo: ${play.undoes}`;
    $('count').hidden = isReading || !mayDeclare(play, 'startCounting');
    $('stop-count').hidden = isReading || !mayDeclare(play, 'stopCounting');
    for (const id of ['hint', 'resign', 'agree', 'count', 'stop-count', 'play-on']) $(id).disabled = play.isOver();
    for (const id of ['take-back', 'previous', 'first']) $(id).disabled = play.game.path().length === 0;
    const isAside = play.game.path().some((variation) => variation > 0);
    $('promote').hidden = !(play.game.path().at(-1) > 0);
    $('delete-variation').hidden = !isAside;
    for (const id of ['next', 'last']) $(id).disabled = play.isAtEnd();
  }

  #showClaims(outcome) {
    const play = this.#play;
    const claims = outcome || play.isReading || !play.isOurTurn() ? [] : play.game.claims();
    const buttons = claims.flatMap(({ name, occurred, moves }) => {
      const claim = (text, move) => {
        const button = document.createElement('button');
        button.textContent = text;
        button.addEventListener('click', () => play.declare('claim', 'claim', move));
        return button;
      };
      if (occurred) return [claim(`Claim a draw by ${name}`)];
      return moves.slice(0, 3).map((san) => claim(`Announce ${san}, claim ${name}`, san));
    });
    $('claims').replaceChildren(...buttons);
  }

  /** Shows the clocks, or for a game from a file the points of each side. */
  showClocks() {
    const { bottom, clock, isReading, written } = this.#play;
    const result = isReading ? written.tags.Result : '*';
    const told = isReading ? clocksOf(this.#play.game) : {};
    const points = RESULTS[result] ? result.replaceAll('1/2', '½').split('-') : ['', ''];
    for (const [place, color] of [['top', other(bottom)], ['bottom', bottom]]) {
      $(`${place}-clock`).textContent = clock.text(color) || told[color] || points['wb'.indexOf(color)];
    }
  }
}
