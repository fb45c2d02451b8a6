// Games as text: reading and writing FEN and PGN, files of games, and notes.

import { repairFen } from '../js/chess0x88.js';
import { LARGEST_FILE, MOST_GAMES, gameOfPgn, gamesOf } from './files.js';
import { fileKept, keepFile } from './kept.js';
import { classOf, repairMakruk, rulesFor } from './makruk.js';
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

const isPgn = (text) => gameOfPgn(text).then(Boolean, () => false);

export class Records {
  /** The file that was loaded, and its games. */
  #text = '';
  #file = [];
  /** The number of the game that was chosen last. */
  #chosen = 0;
  /** The number of games that were asked for. Only the last one counts. */
  #asked = 0;
  #play;

  /** @param {import('./play.js').Play} play */
  constructor(play) {
    this.#play = play;
    for (const form of [$('fen-form'), $('pgn-form')]) {
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        this.#read((form.fen ?? form.pgn).value.trim(), Boolean(form.fen));
      });
    }
    $('games').addEventListener('change', ({ target }) => {
      const { pgn } = this.#file[Number(target.value)];
      this.#load(async () => ({ game: await gameOfPgn(pgn), isRead: true }), pgn);
    });
    $('search').addEventListener('input', () => this.#showList(Number($('games').value)));
    $('open').addEventListener('click', () => $('open-pgn').click());
    $('open-pgn').addEventListener('change', async ({ target }) => {
      await this.#open(target.files[0]);
      target.value = '';
    });
    document.addEventListener('paste', (event) => {
      if ($('play').hidden || event.target.closest?.('input, select, textarea')) return;
      const text = event.clipboardData.getData('text/plain').trim();
      if (text) this.#read(text);
    });
    document.addEventListener('dragover', (event) => event.dataTransfer.types.includes('Files') && event.preventDefault());
    document.addEventListener('drop', (event) => {
      const [file] = event.dataTransfer.files;
      if (!file) return;
      event.preventDefault();
      this.#open(file);
    });
    const copies = { 'copy-fen': () => play.game.fen(), 'copy-thai-fen': () => play.game.thaiFen(), 'copy-pgn': () => play.written.pgn, 'copy-link': () => location.href };
    for (const [id, text] of Object.entries(copies)) {
      $(id).addEventListener('click', () => {
        navigator.clipboard?.writeText(text()).then(
          () => play.tell(`${$(id).textContent.slice(5)} copied.`),
          () => play.tell('The browser does not allow copying.'),
        );
      });
    }
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

  /** Opens a file of games. */
  async #open(file) {
    if (file?.size > LARGEST_FILE) this.#complain(`This file has more than ${LARGEST_FILE / 1_000_000} million bytes.`);
    else if (file) await file.text().then((pgn) => this.#load(() => this.#fromFile(pgn), pgn));
  }

  /**
   * Reads a FEN or a PGN. A FEN is a line with a few slashes, since a rank may be missing, and without a move's number or a tag.
   * A line in the box for a FEN that is no PGN either is told as a FEN.
   */
  async #read(text, isInFenBox = false) {
    const isLine = !text.includes('\n') && text.length < 500 && !/^\[(?!FEN)|\d\./.test(text);
    const isFen = isLine && (text.split('/').length > 3 || (isInFenBox && !(await isPgn(text))));
    this.#load(() => (isFen ? this.#fromFen(text) : this.#fromFile(text)), text);
  }

  #complain(text) {
    $('file-error').textContent = text;
    $('files').open = true;
  }

  /** Loads a game, to read it or to continue it, and lists its repairs. If another is loaded meanwhile, that one is shown. */
  async #load(how, text) {
    const asked = ++this.#asked;
    const error = $('file-error');
    error.textContent = '';
    $('repairs').replaceChildren();
    $('files').setAttribute('aria-busy', 'true');
    try {
      const { game, isRead = false, repairs = game.repairs() } = await how();
      if (asked !== this.#asked) return;
      this.#play.adopt(game, isRead, () => `Loaded.${repairs.length ? ' Something was put right.' : ''}`);
      const told = repairs.slice(0, MOST_REPAIRS).map((repair) => sentence(plainly(repair, text)));
      if (repairs.length > told.length) told.push(`And ${repairs.length - told.length} more.`);
      if (told.length) $('repairs').append('This was put right:', bullets(told));
      if (told.length) $('files').open = true;
    } catch (reason) {
      if (asked === this.#asked) this.#complain(sentence(plainly(reason.message, text)));
    } finally {
      if (asked === this.#asked) $('files').removeAttribute('aria-busy');
    }
  }

  /** Reads a FEN of the current game, else of the other game, else one that can be repaired. */
  async #fromFen(fen) {
    const { variant } = this.#play;
    const [other, repair] = variant === 'makruk' ? ['chess', repairMakruk] : ['makruk', repairFen];
    const game = (of, text) => new (classOf(of))(text);
    const ways = [
      () => ({ game: game(variant, fen) }),
      async () => {
        await rulesFor(other);
        return { game: game(other, fen) };
      },
      () => {
        const { fen: right, repairs } = repair(fen);
        return { game: game(variant, right), repairs };
      },
    ];
    let why;
    for (const read of ways) {
      try {
        return await read();
      } catch (error) {
        why ??= error;
      }
    }
    throw why;
  }

  /** Opens the first game of a file, and lists the others. */
  async #fromFile(text) {
    this.#list(text, 0);
    const game = await gameOfPgn(this.#file[0]?.pgn ?? '');
    $('play-board').scrollIntoView({ block: 'nearest' });
    return { game, isRead: true };
  }

  /** Lists the games of a file, marks the one on the board, and stores the file. */
  #list(text, chosen) {
    this.#text = text;
    this.#file = gamesOf(text);
    $('choose').hidden = this.#file.length < 2;
    $('search').value = '';
    this.#showList(chosen);
    if (this.#file.length > 1) $('files').open = true;
    const isKept = keepFile(this.#file.length < 2 ? '' : text);
    const news = [
      this.#file.length === MOST_GAMES ? `These are the first ${MOST_GAMES.toLocaleString('en')} games of the file.` : '',
      isKept ? '' : 'This file is too large to be kept. Open it again when you have loaded the page again.',
    ];
    $('file-news').textContent = news.join(' ').trim();
  }

  /** Lists the games whose titles have all words of the search. */
  #showList(chosen) {
    const words = $('search').value.toLowerCase().split(/\s+/).filter(Boolean);
    const isFound = ({ title }) => words.every((word) => title.toLowerCase().includes(word));
    const found = [...this.#file.entries()].filter(([, game]) => isFound(game));
    $('games').replaceChildren(...found.map(([i, { title }]) => new Option(`${i + 1}. ${title}`, i)));
    $('games').value = String(chosen);
    this.#chosen = chosen;
  }

  /** The file, and the number of the game that was chosen last. */
  get listed() {
    return { text: this.#text, chosen: $('games').value === '' ? this.#chosen : Number($('games').value) };
  }

  set listed({ text, chosen }) {
    if (text !== this.#text) this.#list(text, chosen);
    $('games').value = String(chosen);
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
    const kept = game.nags.filter((nag) => nag > MOVE_GLYPHS.length);
    game.removeSuffixAnnotation();
    game.setNags([...(glyph ? [Number(glyph)] : []), ...kept]);
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
