// Games as text: reading and writing FEN and PGN, files of games, and notes.

import { Chess, repairFen } from '../js/chess0x88.js';
import { Makruk, repairFen as repairMakruk } from '../js/makruk.js';
import { LARGEST_FILE, MOST_GAMES, gameOfPgn, gamesOf } from './files.js';
import { fileKept, keepFile } from './kept.js';
import { MOVE_GLYPHS } from './moves.js';
import { plainly, sentence } from './say.js';
import { textOf, withText } from './shapes.js';

const $ = (id) => document.getElementById(id);

/** The most repairs that are shown. */
const MOST_REPAIRS = 50;

function bullets(texts) {
  const element = document.createElement('ul');
  element.append(...texts.map((textContent) => Object.assign(document.createElement('li'), { textContent })));
  return element;
}

export class Records {
  /** The file that was loaded, and its games. */
  #text = '';
  #file = [];
  #play;

  /** @param {import('./play.js').Play} play */
  constructor(play) {
    this.#play = play;
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
      this.#load(() => ({ game: gameOfPgn(pgn), isRead: true }), pgn);
    });
    $('open-pgn').addEventListener('change', async ({ target }) => {
      const [file] = target.files;
      if (file?.size > LARGEST_FILE) $('file-error').textContent = `This file has more than ${LARGEST_FILE / 1_000_000} million bytes.`;
      else if (file) await file.text().then((pgn) => this.#load(() => this.#fromFile(pgn), pgn));
      target.value = '';
    });
    $('names').addEventListener('submit', (event) => event.preventDefault());
    $('names').addEventListener('change', ({ target }) => {
      play.game.setHeader(target.name, target.value.trim() || '?');
      play.show();
    });
    $('note').glyph.append(...MOVE_GLYPHS.map(([nag, glyph]) => new Option(glyph, nag)));
    $('note').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#note(event.target.glyph.value, event.target.comment.value.trim());
    });
    $('save-pgn').addEventListener('click', () => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([play.written.pgn], { type: 'application/x-chess-pgn' }));
      link.download = 'game.pgn';
      link.click();
      URL.revokeObjectURL(link.href);
    });
  }

  /** Loads a game, to read it or to continue it, and lists its repairs. */
  #load(how, text) {
    const error = $('file-error');
    error.textContent = '';
    $('repairs').replaceChildren();
    try {
      const { game, isRead = false, repairs = game.repairs() } = how();
      this.#play.adopt(game, isRead, () => `Loaded.${repairs.length ? ' Something was put right.' : ''}`);
      const told = repairs.slice(0, MOST_REPAIRS).map((repair) => sentence(plainly(repair, text)));
      if (repairs.length > told.length) told.push(`And ${repairs.length - told.length} more.`);
      if (told.length) $('repairs').append('This was put right:', bullets(told));
    } catch (reason) {
      error.textContent = sentence(plainly(reason.message, text));
    }
  }

  /** Reads a FEN of the current game, else of the other game, else one that can be repaired. */
  #fromFen(fen) {
    const games = [[Chess, repairFen], [Makruk, repairMakruk]];
    const [[Own, repair], [Other]] = this.#play.variant === 'makruk' ? games.reverse() : games;
    const repaired = () => {
      const { fen: right, repairs } = repair(fen);
      return { game: new Own(right), repairs };
    };
    let why;
    for (const read of [() => ({ game: new Own(fen) }), () => ({ game: new Other(fen) }), repaired]) {
      try {
        return read();
      } catch (error) {
        why ??= error;
      }
    }
    throw why;
  }

  /** Opens the first game of a file, and lists the others. */
  #fromFile(text) {
    this.#list(text, 0);
    const game = gameOfPgn(this.#file[0]?.pgn ?? '');
    $('play-board').scrollIntoView({ block: 'nearest' });
    return { game, isRead: true };
  }

  /** Lists the games of a file, marks the one on the board, and stores the file. */
  #list(text, chosen) {
    this.#text = text;
    this.#file = gamesOf(text);
    $('choose').hidden = this.#file.length < 2;
    $('games').replaceChildren(...this.#file.map(({ title }, i) => new Option(`${i + 1}. ${title}`)));
    $('games').selectedIndex = chosen;
    const isKept = keepFile(this.#file.length < 2 ? '' : text);
    const news = [
      this.#file.length === MOST_GAMES ? `These are the first ${MOST_GAMES.toLocaleString('en')} games of the file.` : '',
      isKept ? '' : 'This file is too large to be kept. Open it again when you have loaded the page again.',
    ];
    $('file-news').textContent = news.join(' ').trim();
  }

  /** The file, and the number of the game that was chosen last. */
  get listed() {
    return { text: this.#text, chosen: $('games').selectedIndex };
  }

  set listed({ text, chosen }) {
    if (text !== this.#text) this.#list(text, chosen);
    $('games').selectedIndex = chosen;
  }

  /** Lists the games of the stored file again. */
  restore(chosen) {
    const text = fileKept();
    if (!text) return;
    this.#list(text, chosen);
    $('files').open = true;
  }

  /** Gives the last move a comment, and a glyph in place of its old one. */
  #note(glyph, comment) {
    const { game } = this.#play;
    const { nags } = game;
    const kept = nags.filter((nag) => nag > MOVE_GLYPHS.length);
    nags.splice(0, nags.length, ...(glyph ? [Number(glyph)] : []), ...kept);
    const whole = withText(game.getComment() ?? '', comment);
    if (whole) game.setComment(whole);
    else game.removeComment();
    this.#play.show();
  }

  show() {
    const { game } = this.#play;
    const tags = game.getHeaders();
    for (const name of ['White', 'Black']) $('names')[name].value = tags[name] === '?' ? '' : tags[name];
    $('fen-form').fen.value = game.fen();
    $('pgn-form').pgn.value = this.#play.written.pgn;
  }

  /** Shows the note on the last move. It is updated only with the move, so a half-written note is not lost. */
  showNote() {
    const { game } = this.#play;
    const note = $('note');
    note.hidden = game.path().length === 0;
    note.comment.value = textOf(game.getComment() ?? '');
    note.glyph.value = game.nags.find((nag) => nag <= MOVE_GLYPHS.length) ?? '';
  }
}
