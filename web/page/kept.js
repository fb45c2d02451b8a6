// What a tab keeps over a reload. Another tab has another game, and a new one begins with the game that was kept last.

import { Chess } from '../js/chess0x88.js';
import { Makruk } from '../js/makruk.js';

const KEPT = 'chess0x88.game';
const FILE = 'chess0x88.file';
/** In characters. A larger file would take the room that the game needs. */
const LARGEST_FILE = 2_000_000;

export function keep(what) {
  try {
    for (const storage of [sessionStorage, localStorage]) storage.setItem(KEPT, JSON.stringify(what));
  } catch {
    // A browser that keeps nothing, or a game that is too long: a reload begins another game.
  }
}

export function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? localStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

/** Keeps a file of games, for this tab alone. Whether there is room for it. */
export function keepFile(text) {
  try {
    sessionStorage.removeItem(FILE);
    if (text.length <= LARGEST_FILE) sessionStorage.setItem(FILE, text);
    return text.length <= LARGEST_FILE;
  } catch {
    return false;
  }
}

/** The file that was kept; nothing if there is none. */
export function fileKept() {
  try {
    return sessionStorage.getItem(FILE) ?? '';
  } catch {
    return '';
  }
}

/** The game that was kept, at the move where it was; `null` if it cannot be read. */
export function gameKept({ rules, pgn, result, path, declared }) {
  try {
    const game = rules === 'makruk' ? new Makruk() : new Chess();
    game.loadPgn(pgn);
    game.setHeader('Result', result);
    game.goTo([]);
    // What was declared at a ply comes before the next move.
    for (let plies = 0; plies <= path.length; plies++) {
      for (const [, name, argument] of declared.filter(([at]) => at === plies)) game[name](argument ?? undefined);
      if (plies < path.length) game.forward(path[plies]);
    }
    return game;
  } catch {
    return null;
  }
}
