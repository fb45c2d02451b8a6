// The game that a tab stores for a reload. Each tab has its own game. A new tab begins with the game that was stored last.

import { classOf } from './makruk.js';

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

/** The stored game at its current move; `null` if it cannot be read. Its rules must be loaded. */
export function gameKept({ rules, pgn, result, path, declared }) {
  try {
    const game = new (classOf(rules))();
    game.loadPgn(pgn);
    game.setHeader('Result', result);
    for (const { name, argument, path } of declared) {
      game.goTo(path);
      game[name](argument);
    }
    game.goTo(path);
    return game;
  } catch {
    return null;
  }
}
