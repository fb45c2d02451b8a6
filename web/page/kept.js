// The game that a tab stores for a reload. Each tab has its own game. A new tab begins with the game that was stored last.

import { Chess } from '../js/chess0x88.js';
import { Makruk } from '../js/makruk.js';

const KEPT = 'chess0x88.game';
const FILE = 'chess0x88.file';
/** The largest stored file, in characters. A larger file would leave no room for the game. */
const LARGEST_FILE = 2_000_000;

export function keep(what) {
  try {
    for (const storage of [sessionStorage, localStorage]) storage.setItem(KEPT, JSON.stringify(what));
  } catch {
    // If the browser stores nothing or the game is too long, a reload begins a new game.
  }
}

export function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? localStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

/** Stores a file of games for this tab. Returns `false` if there is no room. */
export function keepFile(text) {
  try {
    sessionStorage.removeItem(FILE);
    if (text.length <= LARGEST_FILE) sessionStorage.setItem(FILE, text);
    return text.length <= LARGEST_FILE;
  } catch {
    return false;
  }
}

/** The stored file; empty if there is none. */
export function fileKept() {
  try {
    return sessionStorage.getItem(FILE) ?? '';
  } catch {
    return '';
  }
}

/** The stored game at its current move; `null` if it cannot be read. */
export function gameKept({ rules, pgn, result, path, declared }) {
  try {
    const game = rules === 'makruk' ? new Makruk() : new Chess();
    game.loadPgn(pgn);
    game.setHeader('Result', result);
    for (const [at, name, argument] of declared) {
      game.goTo(at);
      game[name](argument ?? undefined);
    }
    game.goTo(path);
    return game;
  } catch {
    return null;
  }
}
